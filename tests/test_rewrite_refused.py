"""What the rewrite refuses, each with the reason that it gives."""

from __future__ import annotations

import pytest
from rewriting import EMPTY, PATH, SLOTS, X, refusal, remedy, rewritten

from slotlint.diagnostics import (
    Action,
    AddSlots,
    AddState,
    ExtendSlots,
    MoveDefault,
    Remedy,
    RemoveSlots,
    ReplaceSlots,
    ReplaceSource,
)
from slotlint.rewrite import Refusal, Style, edits_for

REFUSED: list[tuple[str, str, tuple[Action, ...]]] = [
    ("has __slots__ already", "__slots__ = ()", (EMPTY,)),
    ("has __slots__ already", "if x:\n        __slots__ = ()", (EMPTY,)),
    ("computed", "__slots__ = tuple('ab')", (ExtendSlots(("c",)),)),
    ("computed", "__slots__ = ('a',) + B", (RemoveSlots(("a",)),)),
    ("unpacked", "__slots__ = (*B, 'a')", (ExtendSlots(("c",)),)),
    ("several pieces", "__slots__ = 'a' 'b'", (ExtendSlots(("c",)),)),
    ("no __slots__ statement", "x = 1", (ExtendSlots(("c",)),)),
    ("more than one", "__slots__ = ()\n    __slots__ = ('a',)", (ExtendSlots(("c",)),)),
    ("more than one", "__slots__ = __match_args__ = ('a',)", (RemoveSlots(("a",)),)),
    ("not assigned a value", "__slots__: tuple", (ExtendSlots(("c",)),)),
    ("none of the names", "__slots__ = ('a',)", (RemoveSlots(("b",)),)),
    ("a comment", "__slots__ = (  # all\n        'a'\n        'b'\n    )", (ReplaceSlots(("c",)),)),
    ("not bound by exactly one", "x = y.z = 0", (X,)),
    ("not bound by exactly one", "x, *y = 0, 1", (X,)),
    ("not bound by exactly one", "x, (y, z) = 0, (1, 2)", (X,)),
    ("not bound by exactly one", "x = x = 0", (X,)),
    ("not bound by exactly one", "x = 0\n    x = 1", (X,)),
    ("not bound by exactly one", "if True:\n        x = 0", (X,)),
    ("not bound by exactly one", "def x(self): pass", (X,)),
    ("not bound by exactly one", "x += 1", (X,)),
    ("a class variable", "x: ClassVar[int] = 0", (X,)),
    ("a name of the class body", "z = 1\n    x = z", (X,)),
    ("a name of the class body", "x = __qualname__", (X,)),
    ("a name of the class body", "def f(self): pass\n    x = [f]", (X,)),
    ("the class body uses x", "x = 0\n    z = x", (X,)),
    ("the class body uses x", "x = 0\n    def f(self, n=x): pass", (X,)),
    ("the class body uses x", "x = 0\n    del x", (X,)),
    ("means something else", "x = a", (X,)),
    ("means something else", "x = lambda: inner", (X,)),
    ("more than give a value", "x = (y := 3)", (X,)),
    ("a string over several lines", 'x = """a\n    b"""', (X,)),
    ("documents it", 'x = 0\n    """How many."""', (X,)),
    ("has an __init__ already", "x = 0", (MoveDefault(("x",), "plain"),)),
    ("disagree", "def f(self): self.z = 1", (AddSlots(("a", "z")),)),
    ("defines __getattr__", "def __getattr__(self, n): pass", (AddState(("a",), ("__getstate__",)),)),
    ("defines __setstate__ already", "def __setstate__(self, s): pass", (AddState(("a",), ("__setstate__",)),)),
    ("no such decorator", "pass", (SLOTS,)),
]  # fmt: skip


@pytest.mark.parametrize(("message", "body", "actions"), REFUSED)
def test_refused(message: str, body: str, actions: tuple[Action, ...]) -> None:
    source = f"class A:\n    {body}\n\n    def __init__(self, a):\n        inner = self.y = a\n"
    one = remedy(source, actions)
    if message == "disagree":
        one = Remedy(PATH, one.row, one.qualname, actions, ("y", "w"))
    found = edits_for(PATH, source.encode(), [one], Style())
    assert isinstance(found, Refusal)
    assert message in found.message
    assert (found.path, found.row) == (PATH, 1)


REFUSED_INITS: list[tuple[str, str]] = [
    ("no __init__ of its own", "def f(self): pass"),
    ("is decorated", "@wrap\n    def __init__(self): pass"),
    ("under a condition", "if True:\n        def __init__(self): pass"),
    ("more than once", "def __init__(self): pass\n    def __init__(self, a): pass"),
    ("no first parameter", "def __init__(*args): pass"),
]


@pytest.mark.parametrize(("message", "body"), REFUSED_INITS)
def test_an_init_that_cannot_take_a_default_refuses(message: str, body: str) -> None:
    assert message in refusal(f"class A:\n    x = 0\n    {body}\n", X)


REFUSED_DECORATORS: list[tuple[str, str]] = [
    ("unpacks", "dataclass(**options)"),
    ("unpacks", "dataclass(*options)"),
    ("computes", "dataclass(slots=SLOTS)"),
    ("neither", "decorators[0]"),
    ("a comment follows", "dataclass(\n    frozen=True  # as tuples\n)"),
]


@pytest.mark.parametrize(("message", "decorator"), REFUSED_DECORATORS)
def test_a_decorator_that_cannot_be_extended_refuses(message: str, decorator: str) -> None:
    assert message in refusal(f"@{decorator}\nclass A:\n    x: int\n", SLOTS)


def test_overloads_of_init_do_not_count() -> None:
    source = "class A:\n    x = 0\n\n    @overload\n    def __init__(self): ...\n    def __init__(self, *a):\n        f(a)\n"
    assert "def __init__(self, *a):\n        self.x = 0\n        f(a)\n" in rewritten(source, AddSlots(("x",)), X)


@pytest.mark.parametrize("source", ["class A\n", "class A:\n    x = (\n", "x = 1\0\n"])
def test_what_does_not_parse_is_refused(source: str) -> None:
    found = edits_for(PATH, source.encode(), [Remedy(PATH, 1, "A", (EMPTY,))], Style())
    assert isinstance(found, Refusal)
    assert "does not parse" in found.message


def test_a_class_that_is_not_there_is_refused() -> None:
    source = b"x = 1\nclass A: pass\n"
    for row, name in ((1, "A"), (2, "B"), (9, "A")):
        found = edits_for(PATH, source, [Remedy(PATH, row, name, (EMPTY,))], Style())
        assert isinstance(found, Refusal)
        assert "no class of that name" in found.message


def test_other_source_than_expected_is_refused() -> None:
    source = "class A:\n    def f(self):\n        return self.x\n"
    found = refusal(source, ReplaceSource(3, 15, 3, 21, "{}", "self.__dict__"))
    assert "is not self.__dict__" in found
    assert "not in the file" in refusal(source, ReplaceSource(30, 1, 30, 2, "{}"))


def test_overlapping_fixes_are_refused() -> None:
    source = "class A:\n    x = 0\n\n    def __init__(self):\n        f()\n"
    assert "the same piece" in refusal(source, AddSlots(("x",)), X, ReplaceSource(2, 8, 2, 9, "1", "0"))
