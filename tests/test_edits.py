"""Edits on bytes, their reversal, diffs, and a proof that lets nothing else through."""

from __future__ import annotations

import subprocess
from pathlib import Path

import pytest

from slotlint.diagnostics import (
    Action,
    AddField,
    AddSlots,
    AddState,
    DecoratorArgument,
    Edit,
    ExtendSlots,
    Location,
    MoveDefault,
    Remedy,
    RemoveSlots,
    ReplaceSlots,
    ReplaceSource,
)
from slotlint.edits import apply, prove, read_text, reverse, unified_diff


def edit(row: int, column: int, end_row: int, end_column: int, content: str) -> Edit:
    return Edit("a.py", Location(row, column), Location(end_row, end_column), content)


APPLIED: list[tuple[str, bytes, list[Edit], bytes]] = [
    ("nothing", b"a\nb", [], b"a\nb"),
    ("insertion", b"a\nb\n", [edit(2, 1, 2, 1, "x\n")], b"a\nx\nb\n"),
    ("at the end", b"a", [edit(1, 2, 1, 2, "b")], b"ab"),
    ("deletion over rows", b"a\nb\nc", [edit(1, 2, 3, 1, "")], b"ac"),
    ("in any order", b"abc", [edit(1, 3, 1, 4, "z"), edit(1, 1, 1, 2, "x")], b"xbz"),
    ("two at one place", b"b", [edit(1, 1, 1, 1, "x"), edit(1, 1, 1, 1, "y")], b"xyb"),
    ("columns are characters", "ü = é\n".encode(), [edit(1, 5, 1, 6, "ê")], "ü = ê\n".encode()),
    ("in the encoding of the file", b"# coding: latin-1\n\xfc\n", [edit(2, 2, 2, 2, "é")], b"# coding: latin-1\n\xfc\xe9\n"),
    ("the byte order mark is no column", b"\xef\xbb\xbfa\n", [edit(1, 1, 1, 2, "b")], b"\xef\xbb\xbfb\n"),
    ("rows end at CR, LF and CRLF only", b"a\x0c\r\nb\x1c\rc\n", [edit(3, 1, 3, 2, "d")], b"a\x0c\r\nb\x1c\rd\n"),
    ("no row ends at other separators", "a\x85\u2028b\nc".encode(), [edit(2, 1, 2, 2, "d")], "a\x85\u2028b\nd".encode()),
]  # fmt: skip


@pytest.mark.parametrize(("before", "edits", "after"), [c[1:] for c in APPLIED], ids=[c[0] for c in APPLIED])
def test_apply_and_back(before: bytes, edits: list[Edit], after: bytes) -> None:
    assert apply(before, edits) == after
    assert apply(after, reverse(before, edits)) == before


def test_overlapping_edits_are_an_error() -> None:
    with pytest.raises(ValueError, match="overlap at row 1"):
        apply(b"abc", [edit(1, 1, 1, 3, ""), edit(1, 2, 1, 3, "")])


def test_locations_and_offsets_agree() -> None:
    text = read_text("a\r\nü\rc\n".encode())
    assert [text.line(row) for row in (1, 2, 3, 4)] == ["a\r\n", "ü\r", "c\n", ""]
    for offset in range(len(text.content) + 1):
        assert text.offset(text.location(offset)) == offset
    assert text.byte_offset(2, 2) == 4


DIFFS: list[tuple[bytes, bytes]] = [
    (b"a\nb\nc\n", b"a\nx\nb\nc\n"),
    (b"a\nb", b"a\nb\nc"),
    (b"a\nb", b"a\nb\n"),
    (b"a\r\nb\r\n", b"a\r\nx\r\nb\r\n"),
    (b"a\x0cb\nc\n", b"a\x0cb\nd\n"),
]


@pytest.mark.parametrize(("before", "after"), DIFFS)
def test_git_applies_the_diff(before: bytes, after: bytes, tmp_path: Path) -> None:
    (tmp_path / "a.py").write_bytes(before)
    diff = unified_diff("a.py", before, after).encode()
    subprocess.run(["git", "init", "--quiet"], cwd=tmp_path, check=True)
    subprocess.run(["git", "apply", "--whitespace=nowarn", "-"], cwd=tmp_path, input=diff, check=True)
    assert (tmp_path / "a.py").read_bytes() == after


def test_no_change_has_no_diff() -> None:
    assert unified_diff("a.py", b"a\n", b"a\n") == ""


# -- the proof ---------------------------------------------------------------------------------------------------------

PLAIN = "x = 1\n\n\nclass A:\n    y = 0\n\n    def __init__(self):\n        self.a = 1\n\n\nz = 2\n"
SLOTTED = PLAIN.replace("class A:\n", "class A:\n    __slots__ = ('a',)\n")
A = (AddSlots(("a",)),)

PROVEN: list[tuple[str, str, tuple[Action, ...], str]] = [
    ("slots", PLAIN, A, SLOTTED),
    ("slots as a list", PLAIN, A, SLOTTED.replace("('a',)", "['a']")),
    ("other layout", PLAIN, A, SLOTTED.replace("('a',)", "(\n        'a',\n    )")),
    ("instead of pass", "class A: pass\n", (AddSlots(()),), "class A: __slots__ = ()\n"),
    ("extended", "class A:\n    __slots__ = 'a'\n", (ExtendSlots(("b",)),), "class A:\n    __slots__ = 'a', 'b'\n"),
    ("removed", "class A:\n    __slots__ = {'a'}\n", (RemoveSlots(("a",)),), "class A:\n    __slots__ = ()\n"),
    ("replaced", "class A:\n    __slots__ = 'a' 'b'\n", (ReplaceSlots(("a", "b")),), "class A:\n    __slots__ = ['a', 'b']\n"),
    ("decorated", "@d\nclass A: pass\n", (DecoratorArgument(0, "slots"),), "@d(slots=True)\nclass A: pass\n"),
    (
        "moved", PLAIN, (MoveDefault(("y",)),),
        PLAIN.replace("    y = 0\n", "").replace("self.a", "self.y = 0\n        self.a"),
    ),
    ("source", "x = vars(y)\n", (ReplaceSource(1, 4, 1, 11, "{}"),), "x = {}\n"),
    ("field", "class A:\n    x: int\n", (AddField((("y", "int"),), "field"),),
     "class A:\n    x: int\n    y: int = field(init=False, repr=False, compare=False)\n"),
]  # fmt: skip


@pytest.mark.parametrize(("before", "actions", "after"), [c[1:] for c in PROVEN], ids=[c[0] for c in PROVEN])
def test_proven(before: str, actions: tuple[Action, ...], after: str) -> None:
    row = next(at for at, line in enumerate(before.splitlines(), 1) if line.startswith("class") or at == 1 == before.count("\n"))
    assert prove(before.encode(), after.encode(), [Remedy("a.py", row, "A", actions)]) is None


NOT_PROVEN: list[tuple[str, str, tuple[Action, ...], str, str]] = [
    ("another name", PLAIN, A, SLOTTED.replace("'a'", "'b'"), "the AST"),
    ("one name more", PLAIN, A, SLOTTED.replace("'a',", "'a', 'b'"), "the AST"),
    ("at another place", PLAIN, A, PLAIN.replace("y = 0\n", "y = 0\n    __slots__ = ('a',)\n"), "the AST"),
    ("a statement of the class changed", PLAIN, A, SLOTTED.replace("y = 0", "y = 1"), "the AST"),
    ("a method changed", PLAIN, A, SLOTTED.replace("self.a = 1", "self.a = 2"), "the AST"),
    ("nothing was done", PLAIN, A, PLAIN, "no single __slots__"),
    ("a statement beside it changed", PLAIN, A, SLOTTED.replace("z = 2", "z = 3"), "outside of the fix"),
    ("only the layout beside it changed", PLAIN, A, SLOTTED.replace("z = 2", "z  = 2"), "outside of the fix"),
    ("a statement was lost", PLAIN, A, SLOTTED.replace("z = 2\n", ""), "added or lost"),
    ("a class was lost", "class A: pass\nclass B: pass\n", A, "class A: __slots__ = ('a',)\n", "classes"),
    ("it does not parse", PLAIN, A, SLOTTED + "(", "does not parse"),
    ("it does not compile", PLAIN, A, SLOTTED + "return\n", "compiles no longer"),
    ("the encoding changed", PLAIN, A, "# coding: latin-1\n" + SLOTTED, "encoding"),
    ("no class there", PLAIN.replace("class A:", "if x:\n  class A:"), A, PLAIN, "not the same|no class|does not parse"),
    ("the default is still there", PLAIN, (MoveDefault(("y",)),), PLAIN.replace("self.a", "self.y = 0\n        self.a"), "the AST"),
    ("the default is lost", PLAIN, (MoveDefault(("y",)),), PLAIN.replace("    y = 0\n", ""), "the AST"),
    ("no such default", PLAIN, (MoveDefault(("w",)),), PLAIN, "not in its body"),
    ("no literal", "\n\n\nclass A:\n    __slots__ = f()\n", (ExtendSlots(("b",)),), "class A:\n    __slots__ = f()\n", "not a literal"),
    ("two of them", "\n\n\nclass A:\n    __slots__ = ()\n    __slots__ = ()\n", (RemoveSlots(("b",)),), "class A: pass\n", "no single"),
    ("state method changed", PLAIN, (AddState(("a",), ("__setstate__",)),), PLAIN.replace("\n\nz", "\n    def __setstate__(self, state): pass\n\nz"), "the AST"),
    ("half a span", "x = vars(y).z\n", (ReplaceSource(1, 4, 1, 10, "{}"),), "x = {}.z\n", "exactly the span"),
]  # fmt: skip


@pytest.mark.parametrize(("before", "actions", "after", "reason"), [c[1:] for c in NOT_PROVEN], ids=[c[0] for c in NOT_PROVEN])
def test_not_proven(before: str, actions: tuple[Action, ...], after: str, reason: str) -> None:
    row = 1 if before.startswith("class") else 4
    found = prove(before.encode(), after.encode(), [Remedy("a.py", row, "A", actions)])
    assert found is not None
    assert any(part in found for part in reason.split("|"))


def test_a_replacement_that_binds_otherwise_is_not_proven() -> None:
    action = ReplaceSource(1, 4, 1, 11, "a or b")
    found = prove(b"x = vars(y) == z\n", b"x = a or b == z\n", [Remedy("a.py", 1, "", (action,))])
    assert found is not None
    assert prove(b"x = vars(y) == z\n", b"x = (a or b) == z\n", [Remedy("a.py", 1, "", (action,))]) is None
