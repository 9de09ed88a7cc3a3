"""The parts of the language server that need no client: texts and places in them, what is carried over, and its process."""

from __future__ import annotations

import asyncio
from pathlib import Path

import pytest
from conftest import Project as Folder
from programs import table

from slotlint.diagnostics import Diagnostic
from slotlint.extract import extract
from slotlint.outline import outline
from slotlint.server.carry import Text, carried, changed_classes, moved_rows
from slotlint.server.document import encoded, in_characters, split
from slotlint.server.project import Project

TWO = "class A:\n    x = 1\n\n\nclass B:\n    y = 1\n\n\nB.z = 1\n"


def text_of(source: str) -> Text:
    return Text(split(source), outline(extract(source.encode())))


def found(row: int, name: str = "", code: str = "SLT101") -> Diagnostic:
    return Diagnostic(code, code, "message", "a.py", row, 1, row, 2, class_name=name)


@pytest.mark.parametrize(
    ("old", "new", "rows"),
    table(
        ("nothing changes", "abc", "abc", {1: 1, 2: 2, 3: 3}),
        ("a line more at the beginning", "abc", "xabc", {1: 2, 2: 3, 3: 4}),
        ("a line more at the end", "abc", "abcx", {1: 1, 2: 2, 3: 3}),
        ("a line less in the middle", "abc", "ac", {1: 1, 3: 2}),
        ("a line that changes", "abc", "axc", {1: 1, 3: 3}),
        ("all changes", "abc", "xyz", {}),
        ("the same line again", "aab", "aaab", {1: 1, 2: 2, 3: 4}),
        ("the same line less", "aaab", "aab", {1: 1, 2: 2, 4: 3}),
        ("nothing was there", "", "abc", {}),
        ("nothing is left", "abc", "", {}),
    ),
)
def test_rows_that_moved(old: str, new: str, rows: dict[int, int]) -> None:
    assert moved_rows(list(old), list(new)) == rows


@pytest.mark.parametrize(
    ("new", "rows", "changed"),
    table(
        ("as it was", TWO, [1, 5, 9], set()),
        ("moved", f"# c\n{TWO}", [2, 6, 10], set()),
        ("a class changes", TWO.replace("x = 1", "x = 2"), [5, 9], {"A"}),
        ("a class between", TWO.replace("class B", "class C:\n    pass\n\n\nclass B"), [1, 9, 13], {"C"}),
        ("classes swapped", "class B:\n    y = 1\n\n\nclass A:\n    x = 1\n\n\nB.z = 1\n", [1, 5, 9], set()),
        ("a class goes", "class B:\n    y = 1\n\n\nB.z = 1\n", [1, 5], set()),
        ("a class twice", TWO.replace("B.z = 1\n", "class B:\n    y = 1\n"), [1, 5], {"B"}),
        ("a decorator more", TWO.replace("class A", "@d\nclass A"), [6, 10], {"A"}),
    ),
)
def test_findings_carried_over(new: str, rows: list[int], changed: set[str]) -> None:
    old, now = text_of(TWO), text_of(new)
    given = [found(1, "A"), found(5, "B"), found(9, "B", "SLT401"), found(1, "", "SLT901")]
    assert sorted(one.row for one in carried(given, old, now, True)) == rows
    assert changed_classes(old, now) == changed


def test_findings_in_a_text_that_is_no_python_move_with_their_lines() -> None:
    old = text_of(TWO)
    now = Text(split(TWO.replace("y = 1", "y = (1\n")), outline(extract(b"(")))
    given = [found(1, "A"), found(5, "B"), found(6, "B"), found(9, "B")]
    assert [one.row for one in carried(given, old, now, False)] == [1, 5, 10]


@pytest.mark.parametrize(
    ("text", "content"),
    table(
        ("plain", "a = 1\n", b"a = 1\n"),
        ("utf-8", "a = 'é'\r\n", b"a = '\xc3\xa9'\r\n"),
        ("declared", "# coding: latin-1\na = 'é'", b"# coding: latin-1\na = '\xe9'"),
        ("not to be written as declared", "# coding: latin-1\na = '🦆'", b"# coding: latin-1\na = '\xf0\x9f\xa6\x86'"),
        ("an unknown encoding", "# coding: none\né", b"# coding: none\n\xc3\xa9"),
        ("half a pair", "a = '\ud83e'", b"a = '?'"),
    ),
)
def test_the_bytes_of_a_document(text: str, content: bytes) -> None:
    assert encoded(text) == content


@pytest.mark.parametrize(
    ("line", "column", "character"),
    [("abc", 3, 3), ("é = x", 6, 5), ("🦆🦆x", 9, 3), ("é", 1, 1), ("", 4, 4)],
)
def test_columns_of_findings_in_characters(line: str, column: int, character: int) -> None:
    assert in_characters([line], 1, column) == character


def test_lines_end_as_python_and_the_protocol_say() -> None:
    assert split("a\x0cb\u2028c\r\nd\re\nf") == ["a\x0cb\u2028c", "d", "e", "f"]


def test_a_process_that_died_is_replaced(project: Folder) -> None:
    from slotlint.server.document import Document

    text = "class A:\n    def __init__(self):\n        self.a = 1\n\n\na = [A() for _ in range(9)]\n"
    file = project.write({"a.py": text}).root / "a.py"

    async def scene() -> None:
        moved = asyncio.Event()
        complaints: list[str] = []
        held = Project(Path(project.root), (".",), lambda _: moved.set(), complaints.append, lambda *_: None)

        async def judged(text: str, version: int) -> int:
            document = Document(str(file), str(file), version, text)
            held.show(document)
            while not held.answers.is_current(document):
                moved.clear()
                await asyncio.wait_for(moved.wait(), 100)
            return len(held.answers.findings()[str(file)])

        assert await judged(text, 1) == 1
        assert held._process is not None
        first = held._process.pid
        held._process.kill()
        while not complaints:
            moved.clear()
            await asyncio.wait_for(moved.wait(), 100)
        assert await judged(f"{text}\n\n{text.replace('A', 'B')}", 2) == 2
        assert held._process.pid != first
        assert complaints == ["the process that judges the program has ended; the next change starts another"]
        held.close()
        assert held._process.exitcode == 0

    asyncio.run(asyncio.wait_for(scene(), 300))
