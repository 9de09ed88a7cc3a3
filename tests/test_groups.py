"""Groups of fixes in one file: the edits of each are those that it has alone, whatever the others come to."""

from __future__ import annotations

import pytest
from test_driver import fix_of, slots

from slotlint.diagnostics import Action, AddSlots, Edit, Fix, Remedy, ReplaceSource
from slotlint.fixing import group_edits
from slotlint.rewrite import Style
from slotlint.rewritten import Refused

TWO = "class A:\n    def f(self):\n        self.x = 1\n\n\nclass B:\n    def f(self):\n        self.x = 1\n"
NESTED = "class A:\n    class B:\n        pass\n\n    def f(self):\n        self.x = 1\n"
BRANCH = "if 1:\n    class A:\n        pass\n\n    class B:\n        pass\n"
CLOSE = "class A:\n    pass\nclass B:\n    pass\nclass C: pass\n"
COMMENTS = "class A:  # slotlint: ignore\n    pass\n\n\nx = 1  # slotlint: ignore\n\n\nclass B:\n    pass\n"
HALVES = "class A:\n    pass\n\n\nx = 1 + 2\n\n\nclass B:\n    pass\n"
DOUBLE = "class A:\n    __slots__ = ()\n    __slots__ = ()\n\n\nclass B:\n    pass\n"


def added(row: int, name: str, *names: str) -> Remedy:
    """Slots for the class at this row."""
    return Remedy("a.py", row, name, (AddSlots(names),), names)


def span(row: int, column: int, end: int, content: str, expect: str = "") -> Remedy:
    """A piece of one row, replaced."""
    action: Action = ReplaceSource(row, column, row, end, content, expect)
    return Remedy("a.py", row, "", (action,))


def comment(row: int) -> Remedy:
    """A comment to be taken out."""
    return span(row, 0, 0, "", "# slotlint: ignore")


def edits_of(source: str, *fixes: Fix) -> dict[str, tuple[Edit, ...] | Refused]:
    return group_edits(fixes, {"a.py": source.encode()}, Style())


ROWS = [
    ("classes of their own", TWO, [[slots("a.py", 1, "A")], [slots("a.py", 6, "B")]], []),
    ("one in the other", NESTED, [[added(1, "A", "x")], [added(2, "A.B")]], []),
    ("in one statement", BRANCH, [[added(2, "A")], [added(5, "B")]], []),
    ("without a line between", CLOSE, [[added(1, "A")], [added(3, "B")], [added(5, "C")]], []),
    ("comments and classes", COMMENTS, [[added(1, "A")], [comment(1)], [comment(5)], [added(8, "B")]], []),
    ("the same class twice", TWO, [[slots("a.py", 1, "A")], [slots("a.py", 1, "A")], [slots("a.py", 6, "B")]], []),
    ("a group of two classes", TWO, [[slots("a.py", 1, "A"), slots("a.py", 6, "B")], [slots("a.py", 6, "B")]], []),
    ("one that cannot be written", DOUBLE, [[added(1, "A")], [added(6, "B")]], [0]),
    ("one that cannot be proven", HALVES, [[added(1, "A")], [span(5, 2, 5, "3 -")], [added(8, "B")]], [1]),
    ("one that is no class", TWO, [[added(2, "A")], [slots("a.py", 6, "B")]], [0]),
]


@pytest.mark.parametrize(("source", "given", "refused"), [row[1:] for row in ROWS], ids=[row[0] for row in ROWS])
def test_each_group_is_as_if_it_were_alone(source: str, given: list[list[Remedy]], refused: list[int]) -> None:
    fixes = [fix_of(f"g{at}", *remedies) for at, remedies in enumerate(given)]
    found = edits_of(source, *fixes)
    assert found == {fix.group: edits_of(source, fix)[fix.group] for fix in fixes}
    assert [at for at, fix in enumerate(fixes) if isinstance(found[fix.group], Refused)] == refused
    assert all(found.values())


def test_a_group_is_refused_where_one_of_its_files_refuses() -> None:
    sources = {"a.py": TWO.encode(), "b.py": DOUBLE.encode()}
    both = fix_of("both", slots("a.py", 1, "A"), Remedy("b.py", 1, "A", (AddSlots(("x",)),)))
    found = group_edits([both, fix_of("one", slots("a.py", 6, "B"))], sources, Style())
    assert isinstance(found["both"], Refused)
    assert found["both"].path == "b.py"
    assert [edit.path for edit in found["one"]] == ["a.py"]
