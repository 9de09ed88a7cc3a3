"""Columns count characters, as the JSON format says, whatever the encoding and the width of what stands before."""

from __future__ import annotations

import pytest
from conftest import Project
from programs import table

from slotlint.columns import character

SLOTS = '__slots__ = ("b", "b")'


@pytest.mark.parametrize(
    ("line", "column", "expected"),
    [("abc", 3, 3), ("é = x", 6, 5), ("🦆🦆x", 9, 3), ("é", 1, 1), ("", 4, 4), ("\ud83ex", 2, 2)],
)
def test_a_column(line: str, column: int, expected: int) -> None:
    assert character(line, column) == expected


@pytest.mark.parametrize(
    ("before", "encoding", "mark"),
    table(
        ("letters of one byte", "n = 'abc'; ", "utf-8", b""),
        ("two bytes", "n = 'äöü'; ", "utf-8", b""),
        ("four bytes", "n = '🦆🦆'; ", "utf-8", b""),
        ("a byte order mark", "n = 'é🦆'; ", "utf-8", b"\xef\xbb\xbf"),
        ("another encoding", "n = 'äöü'; ", "latin-1", b""),
    ),
)
def test_findings_and_edits_count_alike(before: str, encoding: str, mark: bytes, project: Project) -> None:
    cookie = "" if encoding == "utf-8" else f"# coding: {encoding}\n"
    text = f"{cookie}class Duck: {before}{SLOTS}\n"
    project.write({"duck.py": mark + text.encode(encoding)})
    found = next(one for one in project.run("check", "--output-format", "json").json() if one["code"] == "SLT403")
    row, column = found["location"]["row"], found["location"]["column"]
    assert text.splitlines()[row - 1][column - 1 :] == SLOTS
    (edit,) = found["fix"]["edits"]
    assert edit["location"]["column"] >= column


def test_notes_count_characters_too(project: Project) -> None:
    store = "n = 'é🦆'; duck.late = 1"
    project.write(
        {
            "duck.py": "class Duck:\n    __slots__ = ()\n",
            "user.py": f"from duck import Duck\n\nduck = Duck()\n{store}\n",
        }
    )
    found = next(one for one in project.run("check", "--output-format", "json").json() if one["code"] == "SLT401")
    places = [found, *found["notes"]]
    columns = {one["location"]["column"] for one in places if one["filename"] == "user.py" and one["location"]["row"] == 4}
    assert columns == {store.index("duck.late") + 1}
