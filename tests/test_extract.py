"""Extraction: what functions store, bind, call and load, source by source."""

from __future__ import annotations

import sys

import pytest
from extracting import body, read, text, texts

STORES: list[tuple[str, list[str]]] = [
    ("self.a = 1", ["self.a assign"]),
    ("self.a = self.b = x", ["self.a assign", "self.b assign"]),
    ("self.a += 1", ["self.a aug"]),
    ("self.a: int = 1", ["self.a ann"]),
    ("self.a: int", ["self.a ann"]),
    ("(self.a): int = 1", ["self.a ann"]),
    ("del self.a", ["self.a del"]),
    ("del (self.a, [self.b]), other.c", ["self.a del", "self.b del", "other.c del"]),
    ("self.a, (self.b, *self.c) = x", ["self.a unpack", "self.b unpack", "self.c unpack"]),
    ("[self.a, self.b] = x", ["self.a unpack", "self.b unpack"]),
    ("for self.a in x: pass", ["self.a for?"]),
    ("for i, (self.a, *self.b) in x: pass", ["self.a for?", "self.b for?"]),
    ("with x as self.a: pass", ["self.a with"]),
    ("with x as (self.a, self.b), x as self.c: pass", ["self.a with", "self.b with", "self.c with"]),
    ("y = [0 for self.a in x]", ["self.a for?"]),
    ("y = {0: 1 for i, self.a in x}", ["self.a for?"]),
    ("self.a.b = 1", ["self.a.b assign"]),
    ("self.a[0].b = 1", ["self.a[0].b assign"]),
    ("other().b = 1", ["other().b assign"]),
    ("super().a = 1", ["super().a assign"]),
    ("(y := other).a = 1", ["other.a assign"]),
    ("(self if x else other).a = 1", ["<self, other>.a assign"]),
    ("self.__class__ = x", ["self.__class__ assign"]),
    ("self.ｎame = 1", ["self.name assign"]),
    ("self.__dict__ = x", []),
    ("self[0] = 1", []),
    # Certain: whatever else happens in the function.
    ("if x: self.a = 1", ["self.a assign?"]),
    ("while x: self.a = 1", ["self.a assign?"]),
    ("try: self.a = 1\nfinally: self.b = 1", ["self.a assign?", "self.b assign"]),
    ("try: self.a = 1\nexcept KeyError: self.b = 1\nelse: self.c = 1", ["self.a assign?", "self.b assign?", "self.c assign?"]),
    ("with x: self.a = 1", ["self.a assign"]),
    ("match x:\n    case 1: self.a = 1", ["self.a assign?"]),
    ("if x: return\nself.a = 1", ["self.a assign?"]),
    ("if x: raise E\nself.a = 1", ["self.a assign"]),
    # Guarded: a handler waits for the error that a missing slot raises.
    ("try: self.a = 1\nexcept AttributeError: self.b = 1", ["self.a assign?!", "self.b assign?"]),
    ("try: self.a = 1\nexcept (KeyError, m.TypeError): pass", ["self.a assign?!"]),
    ("try: self.a = 1\nexcept: pass", ["self.a assign?!"]),
    ("with contextlib.suppress(AttributeError): self.a = 1", ["self.a assign?!"]),
    ("try:\n    try: self.a = 1\n    except KeyError: self.b = 1\nexcept Exception: pass", ["self.a assign?!", "self.b assign?!"]),
    # The receiver is a variable, not a name.
    ("self = other\nself.a = 1", ["self#.a assign"]),
    ("self = self.next\nself = self.next\nself.a = 1", ["self##.a assign"]),
    ("if x: self = other\nself.a = 1", ["self.a assign"]),
    ("with x: self = other\nself.a = 1", ["self.a assign"]),
    ("y = [self for self in x]\nself.a = 1", ["self.a assign"]),
    ("y = lambda self: self\nself.a = 1", ["self.a assign"]),
    ("for self in x: pass\nself.a = 1", ["self.a assign"]),
    ("import self\nself.a = 1", ["self.a assign"]),
    ("self = other\nself += 1\nself.a = 1", ["self#.a assign"]),
    ("self.__a = 1\nself.__b__ = 1\nself._c = 1", ["self.__a assign", "self.__b__ assign", "self._c assign"]),
]  # fmt: skip


@pytest.mark.parametrize(("statements", "expected"), STORES)
def test_stores(statements: str, expected: list[str]) -> None:
    facts, found = body(statements)
    shown = [f"{text(facts, s.receiver)}.{s.name} {s.how}{'' if s.certain else '?'}{'!' if s.guarded else ''}" for s in found.stores]
    assert shown == expected


def test_stores_of_an_exception_group() -> None:
    if sys.version_info < (3, 11):
        pytest.skip("except* came with 3.11")
    _, found = body("try: self.a = 1\nexcept* TypeError as e: self.b = e")
    assert [(s.name, s.guarded) for s in found.stores] == [("a", True), ("b", False)]


VALUES: list[tuple[str, str]] = [
    ("self.a = other", "other"),
    ("self.a = x.y[0](1, *other, k='s', **x)", "x.y[0](1, *other, k='s', **x)"),
    ("self.a, b = x", "<x at 0>"),
    ("for self.a in x: pass", "<each x>"),
    ("async for self.a in x: pass", "<each x>"),
    ("with x as self.a: pass", "<with x>"),
    ("async with x as self.a: pass", "<with x>"),
    ("self.a = await x", "<await x>"),
    ("self.a: T = x", "<<a T>, x>"),
    ("self.a = x or other", "<x, other>"),
    ("self.a = x if other else x.y if self else other", "<x, <x.y, other>>"),
    ("self.a = (x, [other, other], {self})", "(x, [other], [self])"),
    ("self.a = {x: other, **self}", "{x, other, -, self}"),
    ("self.a = x + other * 2", "(x Add (other Mult 2))"),
    ("self.a = [y for y in x if y]", "[y@1]"),
    ("self.a = {y: z for y, z in x}", "{y@1, z@1}"),
    ("self.a = (y := x)", "x"),
    ("self.a = yield x", "<sent>"),
    ("self.a = yield from x", "<returned by x>"),
    ("self.a = lambda: x", "<function 2>"),
    ("self.a = x == other", "-"),
    ("self.a = f'{x}'", "('' Join x)"),
    ("self.a = -1", "-1"),
    ("self.a = -2", "<int>"),
    ("self.a = 256", "<int>"),
    ("self.a = True", "<True>"),
    ("self.a = None", "<NoneType>"),
    ("self.a = 1.5", "<float>"),
    ("self.a = ...", "<ellipsis>"),
    ("self.a = super()", "super()"),
    ("self.a = super(C, self)", "super(C, self)"),
    ("self.a = x[1:2]", "x[<slice>]"),
    ("self.a = '" + "a" * 80 + "'", "<str>"),
    ("self.a = '\\ud800'", "<str>"),
    ("self.a = 'b' 'c'", "'bc'"),
    ("self.a = not x", "-"),
]


@pytest.mark.parametrize(("statements", "expected"), VALUES)
def test_values(statements: str, expected: str) -> None:
    facts, found = body(statements, head="async def f(self, other, x)")
    assert text(facts, found.stores[0].value) == expected


BINDINGS: list[tuple[str, dict[str, list[str]]]] = [
    ("a = b = x", {"a": ["x"], "b": ["x"]}),
    ("a = x\na = other\na = x", {"a": ["x", "other"]}),
    ("a, *b = x", {"a": ["<x at 0>"], "b": ["[<each x>]"]}),
    ("for a in x: pass", {"a": ["<each x>"]}),
    ("with x as a: pass", {"a": ["<with x>"]}),
    ("a: T", {"a": ["<a T>"]}),
    ("a: T = x", {"a": ["<a T>", "x"]}),
    ("a = 1\na += x", {"a": ["1", "(a Add x)"]}),
    ("if (a := x): pass", {"a": ["x"]}),
    ("y = [a for a in x]", {"a@1": ["<each x>"], "y": ["[a@1]"]}),
    ("y = [[a for a in a] for a in x]", {"a@1": ["<each x>"], "a@2": ["<each a@1>"], "y": ["[[a@2]]"]}),
    ("y = [(b := a) for a in x]", {"a@1": ["<each x>"], "b": ["a@1"], "y": ["[a@1]"]}),
    ("try: pass\nexcept E as a: pass", {"a": ["<caught E>"]}),
    ("try: pass\nexcept (E, m.F) as a: pass", {"a": ["<caught (E, m.F)>"]}),
    ("import a, b.c, d.e as f", {
        "a": ["<import a 0>"], "b": ["<import b 0>"], "b.": ["<import b.c 0>"], "f": ["<import d.e 0>"],
    }),
    ("from ..a import b as c, d", {"c": ["<from a 2 import b>"], "d": ["<from a 2 import d>"]}),
    ("def a(): pass", {"a": ["<function 2>"]}),
    ("@d\n@e(1)\ndef a(): pass", {"a": ["<d of <e(1) of <function 2>>>"]}),
    ("class A: pass", {"A": ["<class 0>"]}),
    ("match x:\n    case [a, *b]: pass", {"a": ["<x at 0>"], "b": ["[<each x>]"]}),
    ("match x:\n    case [*_, b]: pass", {"b": ["<each x>"]}),
    ("match x:\n    case {'k': a, **b}: pass", {"a": ["x['k']"], "b": ["x"]}),
    ("match x:\n    case A(b, c=d) as e: pass", {"b": ["<<x as A>, getattr(<x as A>, -)>"], "d": ["<x as A>.c"], "e": ["<x as A>"]}),
    ("match x:\n    case A() | B() as e: pass", {"e": ["x"]}),
    ("match x:\n    case 1 | 2 as a: pass", {"a": ["x"]}),
    ("x = 1\na = x", {"x#": ["1"], "a": ["x#"]}),
    ("if a: x = 1\na = x", {"x": ["1"], "a": ["x"]}),
]  # fmt: skip


@pytest.mark.parametrize(("statements", "expected"), BINDINGS)
def test_bindings(statements: str, expected: dict[str, list[str]]) -> None:
    facts, found = body(statements)
    assert {name: texts(facts, terms) for name, terms in found.bindings.items()} == expected


NARROWED: list[tuple[str, list[str]]] = [
    ("if isinstance(x, A): x.a = 1\nx.b = 1", ["<x as A>", "x"]),
    ("if isinstance(x, (A, m.B)): x.a = 1", ["<x as (A, m.B)>"]),
    ("if isinstance(x, A) and other: x.a = 1", ["<x as A>"]),
    ("if isinstance(x, A) or other: x.a = 1", ["x"]),
    ("if isinstance(x, A): pass\nelse: x.a = 1", ["x"]),
    ("if other: pass\nelif isinstance(x, A): x.a = 1", ["<x as A>"]),
    ("assert isinstance(x, A)\nx.a = 1", ["<x as A>"]),
    ("if other:\n    assert isinstance(x, A)\nx.a = 1", ["x"]),
    ("while isinstance(x, A): x.a = 1", ["<x as A>"]),
    ("isinstance(x, A) and setattr(y, 'b', 1)\nx.a = 1", ["x"]),
    ("if isinstance(x, A):\n    x = other\n    x.a = 1", ["x"]),
    ("if isinstance(x, A):\n    for x in other: pass\n    x.a = 1", ["x"]),
    ("if isinstance(x, A):\n    if other: x = y\n    x.a = 1", ["x"]),
    ("if isinstance(x, A):\n    if other: y = x\n    x.a = 1", ["<x as A>"]),
    ("if isinstance(x, A):\n    y = [x for x in other]\n    x.a = 1", ["<x as A>"]),
    ("if isinstance(x.y, A):\n    other()\n    x.y.a = 1", ["x.y"]),
    ("if isinstance(x.y, A):\n    len(other)\n    x.y.a = 1", ["<x.y as A>"]),
    ("global x\nif isinstance(x, A): x.a = 1", ["x"]),
    ("if isinstance(x, A):\n    while other:\n        x.a = 1\n        x = x.next", ["x"]),
    ("match x:\n    case A(): x.a = 1\n    case _: x.b = 1", ["<x as A>", "x"]),
    ("match x:\n    case A() | B(): x.a = 1", ["x"]),
    ("match x:\n    case _ if isinstance(x, A): x.a = 1", ["<x as A>"]),
    ("y = [0 for x.a in x if isinstance(x, A)]\nx.b = 1", ["x", "x"]),
    ("if isinstance(x.y, A): x.y.a = 1", ["<x.y as A>"]),
    ("if isinstance(x.y, A):\n    x.y = 1\n    x.y.a = 1", ["x", "x.y"]),
    ("if isinstance(x.y, A):\n    x = other\n    x.y.a = 1", ["x.y"]),
    ("if isinstance(x.y, A):\n    while other:\n        x.y.a = 1\n        x.y = x.z", ["x.y", "x"]),
]


@pytest.mark.parametrize(("statements", "expected"), NARROWED)
def test_isinstance_narrows(statements: str, expected: list[str]) -> None:
    facts, found = body(statements)
    assert [text(facts, s.receiver) for s in found.stores] == expected


CALLS: list[tuple[str, list[str]]] = [
    ("A()", ["A()"]),
    ("self.f(A(x), k=B())", ["A(x)", "B()", "self.f(A(x), k=B())"]),
    ("for i in A(): B(i)\nelse: C()", ["A()", "B(i) repeated", "C()"]),
    ("while A(): B()", ["A() repeated", "B() repeated"]),
    ("[A(i) for i in B() if C()]", ["B()", "C() repeated", "A(i@1) repeated"]),
    ("for i in x:\n    def g(): A()", []),
    ("try: A()\nexcept TypeError: B()", ["A() guarded", "B()"]),
    ("a.b().c[0]().d", ["a.b()", "a.b().c[0]()"]),
    ("super().__init__(x)", ["super().__init__(x)"]),
    ("len(x); isinstance(x, A); print(A())", ["A()"]),
    ("def len(y): pass\nlen(x)", ["len(x)"]),
    ("[len(x) for len in other]", ["len@1(x) repeated"]),
    ("from m import *\nlen(x)", ["len(x)"]),
    ("@d(A())\ndef g(y=B()): C()", ["A()", "d(A())", "B()"]),
    ("f'{A():{B()}}' < C()[D():]", ["A()", "B()", "C()", "D()"]),
    ("-A(); not B(); A() == B()", ["A()", "B()", "A()", "B()"]),
    ("match A():\n    case _ if B(): C()", ["A()", "B()", "C()"]),
    ("raise A(x) from B()", ["A(x)", "B()"]),
    ("assert A(), B()", ["A()", "B()"]),
    ("return A(), (yield B())", ["A()", "B()"]),
    ("del self[A()], self.f().x", ["A()", "self.f()"]),
    ("class K(A(), k=B()): C()", ["A()", "B()"]),
]


@pytest.mark.parametrize(("statements", "expected"), CALLS)
def test_calls(statements: str, expected: list[str]) -> None:
    if "import *" in statements:
        facts = read(statements)
        found = facts.scopes[0]
    else:
        facts, found = body(statements)
    shown = [f"{text(facts, c.term)}{' repeated' * c.repeated}{' guarded' * c.guarded}" for c in found.calls]
    assert shown == expected


@pytest.mark.parametrize("head", ["def f(len, x)", "def f(x, *, len=None)", "def f(x, *len)"])
def test_a_builtin_that_a_parameter_hides_is_a_call_like_others(head: str) -> None:
    facts, found = body("len(x)", head)
    assert texts(facts, [c.term for c in found.calls]) == ["len(x)"]


LOOKED_INTO = [
    ("a loop", "for each in xs: pass\nfor each in self.xs: pass"),
    ("a comprehension", "[each for each in xs]; {each for each in self.xs}"),
    ("a test", "if xs: pass\nwhile self.xs: pass\nassert xs\n1 if self.xs else 2"),
    ("a negation", "not xs; not self.xs"),
    ("membership", "1 in xs; 1 not in self.xs"),
    ("builtins that keep nothing", "len(xs); any(self.xs); print(xs)"),
    ("a starred element", "[*xs, *self.xs]"),
    ("items and methods", "xs[0]; self.xs[0] = 1; xs.append(1); self.xs.pop()"),
]
HANDED_ON = [
    ("an argument", "f(xs); f(self.xs)"),
    ("a result", "return xs, self.xs"),
    ("another name", "a = b = xs = []\nc = self.xs = []"),
    ("a named expression", "f(xs := []); f(self.xs)"),
    ("a choice", "a = xs or self.xs"),
    ("a builtin of another meaning", "len = f\nlen(xs); len(self.xs)"),
    ("a pattern", "match self:\n    case P(xs=xs): f(xs)"),
]


@pytest.mark.parametrize("code", [code for _, code in LOOKED_INTO], ids=[name for name, _ in LOOKED_INTO])
def test_what_is_looked_into_is_no_value(code: str) -> None:
    facts, found = body(code)
    assert "xs" not in found.values
    assert "xs" not in facts.attribute_values


@pytest.mark.parametrize("code", [code for _, code in HANDED_ON], ids=[name for name, _ in HANDED_ON])
def test_what_is_handed_on_is_a_value(code: str) -> None:
    facts, found = body(code)
    assert "xs" in found.values
    assert "xs" in facts.attribute_values


def test_loads_are_noted_by_variable_with_their_first_row() -> None:
    facts, found = body("self.a\nself.a.b\n(self.c).d()\nx = x.e\nx.f\n[x.g for x in self.h]\nm(self.i)[0].j")
    assert found.loads == {"self": {"a": 2, "c": 4, "h": 7, "i": 8}, "x": {"e": 5}, "x#": {"f": 6}, "x@1": {"g": 7}}
    assert [(text(facts, r.receiver), r.name, r.row) for r in found.reads] == [
        ("self.a", "b", 3), ("self.c", "d", 4), ("m(self.i)[0]", "j", 8),
    ]  # fmt: skip
    assert facts.attribute_values == {"a": 2, "b": 3, "e": 5, "f": 6, "g": 7, "i": 8, "j": 8}


def test_items_and_attributes_that_are_only_tried_are_loads_of_their_own_kind() -> None:
    _, found = body("x[0]; x[1].y\ntry: x.a; x.b()\nexcept AttributeError: x.c")
    assert found.loads == {"x": {"__getitem__": 2, "a": 3, "?a": 3, "b": 3, "?b": 3, "c": 4}}


@pytest.mark.parametrize(
    ("pattern", "loads"), [("m.A", {"m": {"A": 3}}), ("A(b=1, c=_)", {"x": {"b": 3, "c": 3}}), ("{m.K: _}", {"m": {"K": 3}})]
)
def test_patterns_load(pattern: str, loads: dict[str, dict[str, int]]) -> None:
    _, found = body(f"match x:\n    case {pattern}: pass")
    assert found.loads == loads


def test_names_used_as_values() -> None:
    _, found = body("A.b; A(); f(A, k=B)\n[C for C in D]\nG == E\nreturn lambda: F")
    assert found.values == {"A": 2, "B": 2, "C@1": 3, "G": 4, "E": 4}


FLAGS = [
    ("pass", ""),
    ("exec(x)", "x"),
    ("locals()", "x"),
    ("vars()", "x"),
    ("vars(x)", ""),
    ("super().f()", "u"),
    ("super(C, self)", ""),
    ("__class__", "u"),
    ("__class__.a", "u"),
    ("yield", "g"),
    ("yield from x", "g"),
    ("global a", "G"),
]


@pytest.mark.parametrize(("statements", "flags"), FLAGS)
def test_flags(statements: str, flags: str) -> None:
    assert body(statements)[1].flags == flags
