"""How many instances the construction sites suggest, and the note that says why."""

from __future__ import annotations

import pytest
from judging import program

from slotlint.rules import world_of
from slotlint.rules.payoff import weigh

A = "class A:\n    def __init__(self): self.x = 1\n"
CASES = [
    ("a loop", A + "for _ in range(9): A()", "many", 3),
    ("a comprehension", A + "held = [A() for _ in range(9)]", "many", 3),
    ("a factory called in a loop", A + "def make():\n    return A()\nfor _ in range(9): make()", "many", 5),
    ("through two functions", A + "def inner():\n    return A()\ndef outer():\n    inner()\nwhile 1: outer()", "many", 7),
    ("a method called in a loop", A + "class F:\n    def make(self):\n        return A()\nf = F()\nwhile 1: f.make()", "many", 7),
    ("recursion", A + "def walk(n):\n    a = A()\n    walk(n - 1)\n    return a", "many", 5),
    ("appended", A + "def f(held):\n    held.append(A())", "many", 4),
    ("an item", A + "def f(held):\n    held['k'] = A()", "many", 4),
    ("once at module level", A + "one = A()", "few", 0),
    ("in a function that is called once", A + "def main():\n    return A()\nmain()", "unknown", 0),
    ("never", A, "unknown", 0),
    ("kept in a global", A + "one = None\ndef get():\n    global one\n    if one is None: one = A()\n    return one", "few", 0),
    ("kept by the class", A.replace("class A:", "class A:\n    one = None") + "    @classmethod\n    def get(cls):\n        cls.one = cls()\n        return cls.one", "few", 0),
    ("kept by a cache", A + "from functools import cache\n@cache\ndef get(): return A()", "few", 0),
    ("kept by a cache for each argument", A + "from functools import cache\n@cache\ndef get(key): return A()", "unknown", 0),
    ("a local name like a global", A + "one = None\ndef get():\n    one = A()\n    return one", "unknown", 0),
    ("kept by its metaclass", "class M(type):\n    held = {}\n    def __call__(cls):\n        if cls not in M.held: M.held[cls] = super().__call__()\n"
     "        return M.held[cls]\n" + A.replace("A:", "A(metaclass=M):") + "def f(): return A()", "few", 0),
    ("kept by its metaclass for each argument", "class M(type):\n    held = {}\n    def __call__(cls, key):\n        M.held[key] = super().__call__()\n"
     "        return M.held[key]\n" + A.replace("A:", "A(metaclass=M):") + "def f(): return A(1)", "unknown", 0),
    ("an exception", "class A(Exception):\n    def __init__(self): self.x = 1\ndef f():\n    raise A()", "few", 0),
]  # fmt: skip


@pytest.mark.parametrize(("text", "payoff", "row"), [case[1:] for case in CASES], ids=[case[0] for case in CASES])
def test_payoff(text: str, payoff: str, row: int) -> None:
    world = world_of(program(text))
    found = weigh(world, next(case for case in world.cases if case.node.name == "A"))
    assert found.payoff.value == payoff
    assert [note.row for note in found.notes] == ([row] if row else [])


def test_explain_says_why() -> None:
    from judging import OPTIONS

    from slotlint.rules import explain

    found = explain(program(A + "for _ in range(9): A()"), OPTIONS, "main:A")
    assert found is not None
    assert [(note.kind, note.message) for note in found.evidence if note.kind == "payoff"] == [("payoff", "instances are made in a loop")]
    assert [(size.version, size.before, size.after) for size in found.sizes][:2] == [("3.10", 152, 40), ("3.11", 80, 40)]
