"""What has been read of a name on every way to a store on it."""

from __future__ import annotations

import sys
from collections import Counter
from types import FrameType

import pytest
from extracting import body, read, scope

from slotlint.extract import extract
from slotlint.extract.frame import MOST_READS
from slotlint.facts import Scope

# Statements of ``def f(x, y, t)``, and the reads that are certain at each store, by the name that is stored.
CASES: list[tuple[str, dict[str, str]]] = [
    # -- one after the other
    ("x.a; x.b.c; x.m(); x[0]; x.s = 1", {"s": "a b m __getitem__"}),
    ("x.s = 1; x.a; x.t = 1", {"t": "a"}),
    ("x.s = x.a", {"s": "a"}),
    ("x.s: x.a = x.b", {"s": "b"}),
    ("x.s += x.a", {"s": "a"}),
    ("x.s = y[x.a] = x.t = 1", {"t": "a"}),
    ("y.s, x.s = x.a, y.b", {"s": "b", "s@2": "a"}),
    ("x.a; y.s = 1", {}),
    ("x.a; x.b.s = 1", {}),
    ("x.a; del x.s", {"s": "a"}),
    ("x.a = 1; x.s = 1", {}),
    ("f'{x.a}'; print(x.b, k=x.c); x.s = 1", {"s": "a b c"}),
    # -- the name holds something else, or may
    ("x.a; x = y; x.b; x.s = 1", {"s": "b"}),
    ("x = x.a; x.s = 1", {}),
    ("x.a; x += 1; x.s = 1", {}),
    ("x.a; (x := y); x.s = 1", {}),
    ("x.a; del x; x.s = 1", {}),
    ("x.a; x, t = y; x.s = 1", {}),
    ("x.a; import x; x.s = 1", {}),
    ("x.a; import x.y; x.s = 1", {}),
    ("x.a; from y import x; x.s = 1", {}),
    ("x.a\ndef x(): pass\nx.s = 1", {}),
    ("x.a\nclass x: pass\nx.s = 1", {}),
    ("x.a\nif t: x = y\nx.s = 1", {}),
    ("x.a\nif t:\n    x = y; x.b\nelse: x.s = 1\nx.t = 1", {}),
    ("x.a\nif t: x.s = 1\nelse: x = y; x.b; x.t = 1", {"s": "a", "t": "b"}),
    ("x.a; t = x; t.s = 1", {}),
    ("global g; g = x; g.a; g.s = 1", {}),
    ("x.a\ndef g():\n    nonlocal x; x = y\nx.s = 1", {}),
    ("x = y; x.a\ndef g():\n    nonlocal x; x = y\nx.s = 1", {}),
    ("x.a\ndef g():\n    def h():\n        nonlocal x; x = y\nx.s = 1", {}),
    ("x.a\nclass C:\n    nonlocal x; x = y\nx.s = 1", {}),
    ("x.a\ndef g():\n    x = y\nx.s = 1", {"s": "a"}),
    # -- branches
    ("if x.a: x.s = 1\nelse: x.t = 1\nx.u = 1", {"s": "a", "t": "a", "u": "a"}),
    ("if t: x.a; x.s = 1\nelse: x.t = 1\nx.u = 1", {"s": "a"}),
    ("if x.a: pass\nelif x.b: x.s = 1\nelif x.c: x.t = 1\nelse: x.u = 1\nx.v = 1", {"s": "a b", "t": "a b c", "u": "a b c", "v": "a"}),
    ("if t: return\nx.a; x.s = 1", {"s": "a"}),
    ("if t:\n    x.a\n    if y: x.b; x.s = 1\n    x.t = 1", {"s": "a b", "t": "a"}),
    ("if x.a: x.b\nx.b; x.s = 1", {"s": "a b"}),
    ("x.a\nif t: x.a\nx.s = 1", {"s": "a"}),
    # -- conditions in expressions
    ("x.a and x.b and x.c; x.s = 1", {"s": "a"}),
    ("x.a or x.b; x.s = 1", {"s": "a"}),
    ("if x.a and x.b: x.s = 1", {"s": "a"}),
    ("x.s = x.b if x.a else x.c", {"s": "a"}),
    ("x.s = 1 if x.a else 2 if x.b else x.c", {"s": "a"}),
    ("x.a < x.b < x.c; x.s = 1", {"s": "a b"}),
    ("x.a < x.b; x.s = 1", {"s": "a b"}),
    ("assert x.a, x.b; x.s = 1", {}),
    # -- loops
    ("for t in x.a: x.b; x.s = 1\nx.t = 1", {"s": "a b", "t": "a"}),
    ("for t in y: x.s = 1; x.a\nelse: x.t = 1", {}),
    ("x.a\nfor t in y: x.s = 1; x = t", {}),
    ("x.a\nfor t in y:\n    x.s = 1\n    if t: x = t", {}),
    ("x.a\nfor t in y: x.s = 1; x.b; x.t = 1", {"s": "a", "t": "a b"}),
    ("for x in x.a: x.s = 1; x.b; x.t = 1", {"t": "b"}),
    ("for t in y:\n    x = t; x.a\n    for t in y: x.s = 1", {"s": "a"}),
    ("for x.s in x.a: x.b", {"s": "a"}),
    ("while x.a and x.b: x.c; x.s = 1\nx.t = 1", {"s": "a c", "t": "a"}),
    ("x.a\nwhile x.b: x.s = 1; x = x.c; x.t = 1\nx.u = 1", {"s": "b"}),
    ("x.a\nwhile (x := y): x.s = 1", {}),
    ("x.a\nwhile t:\n    x.s = 1\n    print(\n        0, x :=\n        y)", {}),
    ("x.a\nwhile t: x.s = 1\nprint(x := y)", {"s": "a"}),
    ("x.a\nwhile t:\n    x.s = 1\n    [*x.b, (x, *t)] = y", {}),
    ("x.a\nwhile t:\n    x.s = 1\n    x: y = 1", {}),
    ("x.a\nwhile t:\n    x.s = 1\n    if t: pass\n    else:\n        for x in y: pass", {}),
    ("x.a\nwhile t:\n    x.s = 1\n    with y:\n        try: pass\n        finally: x += 1", {}),
    ("x.a\nwhile t:\n    x.s = 1\n    def g(t): x = t", {"s": "a"}),
    ("x.a\nwhile t:\n    x.s = 1\n    import x", {}),
    ("x.a\nwhile t:\n    x.s = 1\n    def x(): pass", {}),
    ("x.a\nwhile t:\n    x.s = 1\n    try: pass\n    except E as x: pass", {}),
    ("x.a\nwhile t:\n    x.s = 1\n    with y as (t, x): pass", {}),
    ("x.a\nwhile t:\n    x.s = 1\n    del x", {}),
    ("x.a\nwhile t:\n    x.s = 1\n    match t:\n        case [x]: pass", {}),
    ("x.a\nwhile t:\n    x.s = 1\n    match t:\n        case [*x]: pass", {}),
    ("x.a\nwhile t:\n    x.s = 1\n    match t:\n        case {**x}: pass", {}),
    # -- errors that are caught
    ("x.a\ntry: x.b; x.s = 1\nexcept E: x.t = 1\nelse: x.u = 1\nx.v = 1", {"s": "a b", "t": "a", "u": "a", "v": "a"}),
    ("try: t()\nexcept x.E: x.s = 1\nx.t = 1", {"s": "E"}),
    ("try: x.a\nfinally: x.s = 1; x.b\nx.t = 1", {}),
    ("try: pass\nexcept E as x: x.a; x.s = 1", {"s": "a"}),
    ("with x.a, x.b: x.c; x.s = 1\nx.t = 1", {"s": "a b c", "t": "a"}),
    ("with x.a() as x.s, x.b as t: x.t = 1", {"s": "a", "t": "a b"}),
    ("x.a\nwith y as x: x.s = 1", {}),
    # -- match
    ("match x.a:\n    case x.B: x.s = 1\n    case _ if x.c: x.t = 1\nx.u = 1", {"s": "a B", "t": "a c", "u": "a"}),
    ("x.a\nmatch t:\n    case [x, y]: x.s = 1", {}),
    ("match x:\n    case C(a=1): x.s = 1", {}),
    # -- what is evaluated later, or again and again
    ("[x.a for t in x.b if x.c]; x.s = 1", {"s": "b"}),
    ("[0 for t in x.a for u in x.b]; x.s = 1", {"s": "a"}),
    ("x.a; (0 for x.s in y)", {}),
    ("x.a; [0 for t in y if (x := t)]; x.s = 1", {}),
    ("[0 for t in y if (u := t)]; u.a; u.s = 1", {"s": "a"}),
    ("x.a; {x: x.b for x in y}; x.s = 1", {"s": "a"}),
    ("lambda: x.a; x.s = 1", {}),
    ("lambda t=x.a: x.b; x.s = 1", {"s": "a"}),
    ("def g(t=x.a): x.b\nx.s = 1", {"s": "a"}),
    ("@x.a\ndef g(t: x.b) -> x.c: pass\nx.s = 1", {"s": "a"}),
    ("t: x.a; x.s = 1", {}),
    ("t: 'x.a | x.b[0]'; x.s = 1", {}),
    ("class C(x.A): x.b\nx.s = 1", {"s": "A"}),
    ("yield x.a; x.s = yield x.b", {"s": "a b"}),
]  # fmt: skip


def checked(found: Scope) -> dict[str, str]:
    """Certain reads by the stored name; a name that is stored again goes by ``name@2``."""
    names = {(c.row, c.column): " ".join(c.names) for c in found.checked}
    assert len(names) == len(found.checked)
    times: Counter[str] = Counter()
    by_name = {}
    for store in found.stores:
        times[store.name] += 1
        name = store.name if times[store.name] == 1 else f"{store.name}@{times[store.name]}"
        by_name[name] = names.pop((store.row, store.column), "")
    assert not names
    return {name: reads for name, reads in by_name.items() if reads}


@pytest.mark.parametrize(("statements", "reads"), CASES)
def test_what_is_read_before_a_store(statements: str, reads: dict[str, str]) -> None:
    _, found = body(statements, "def f(x, y, t)")
    assert checked(found) == reads


def test_reads_of_coroutines() -> None:
    source = "await x.a\nasync for t in x.b: x.c; x.s = 1\nasync with x.d: x.e\nx.t = await x.g"
    _, found = body(source, "async def f(x, y, t)")
    assert checked(found) == {"s": "a b c", "t": "a b d g"}


@pytest.mark.skipif(sys.version_info < (3, 11), reason="except* is of Python 3.11")
def test_reads_under_groups_of_exceptions() -> None:
    _, found = body("try: x.a\nexcept* x.E: x.s = 1\nx.t = 1", "def f(x)")
    assert checked(found) == {"s": "E"}


@pytest.mark.parametrize(
    ("source", "name", "reads"),
    [
        # Only variables of a function are nobody else's; the instance of a method is known without.
        ("x.a; x.s = 1", "", {}),
        ("class C: x.a; x.s = 1", "C", {}),
        ("class C:\n    def m(self, x): self.a; self.s = 1; x.b; x.t = 1", "C.m", {"t": "b"}),
        ("class C:\n    def m(self, x):\n        self = x; self.a; self.s = 1", "C.m", {"s": "a"}),
        ("def f(x):\n    def g(t): x.a; x.s = 1; t.b; t.t = 1", "f.<locals>.g", {"t": "b"}),
        ("def f(x):\n    def g():\n        nonlocal x\n        x = 1; x.a; x.s = 1", "f.<locals>.g", {}),
        # Names are as they are stored.
        ("class C:\n    def m(self, __x): __x.__a; __x.__s = 1", "C.m", {"_C__s": "_C__a"}),
        # One function's reads are not another's.
        ("def f(x): x.a\ndef g(x): x.s = 1", "g", {}),
    ],
)
def test_whose_reads_count(source: str, name: str, reads: dict[str, str]) -> None:
    assert checked(scope(read(source), name)) == reads


def test_a_text_has_no_places() -> None:
    facts = read('exec("""def f(x):\n    x.s = 1; x.a; x.t = 1\n""")')
    assert [s.name for found in facts.scopes for s in found.stores] == ["s", "t"]
    assert [found.checked for found in facts.scopes if found.checked] == []


@pytest.mark.parametrize("end", ["\n", "\r\n", "\r"])
def test_rows_end_as_in_python(end: str) -> None:
    lines = ["def f(x, y):", "    x.a", "    while y:", "        x.s = 1", "        y(x := y)", ""]
    (found,) = [scope for scope in extract(end.join(lines).encode()).scopes if scope.name == "f"]
    assert [s.row for s in found.stores] == [4]
    assert found.checked == ()


def test_so_many_reads_of_a_name_are_kept() -> None:
    reads = "; ".join(f"x.a{number}" for number in range(2 * MOST_READS))
    _, found = body(f"{reads}; x.s = 1\nif x: {reads}; x.t = 1\nx.u = 1", "def f(x)")
    assert [len(c.names) for c in found.checked] == [MOST_READS] * 3


def calls(source: str) -> int:
    """How many functions, Python's own among them, are called, or generators resumed, by an extraction."""
    count = 0

    def note(frame: FrameType, event: str, argument: object) -> None:
        nonlocal count
        count += event in ("call", "c_call")

    before = sys.getprofile()
    sys.setprofile(note)
    try:
        extract(source.encode())
    finally:
        sys.setprofile(before)
    return count


LINES = {
    "stores under if": "if t > 1: x.a = 1",
    "stores in one block": "x.a = 1",
    "reads and stores by turns": "x.r{0}; x.a = x.r{0}",
    "loops one after the other": "for v{0} in t: x.a = 1; v{0}.r; v{0}.b = 1",
    "names one after the other": "v{0} = x; v{0}.r; v{0}.b = 1",
}


@pytest.mark.parametrize("line", LINES.values(), ids=LINES)
def test_a_long_block_costs_no_more_than_its_length(line: str) -> None:
    head = "def f(x, t):\n    x.kind\n    if t:\n"
    short, long = (calls(head + "".join(f"        {line.format(at)}\n" for at in range(lines))) for lines in (500, 4000))
    assert long < 8.5 * short
