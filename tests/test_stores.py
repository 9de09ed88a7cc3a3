"""The second reader of attribute stores sees what the first one sees."""

from __future__ import annotations

import libcst as cst
import pytest
from rewriting import EMPTY, PATH

from slotlint.diagnostics import Remedy
from slotlint.extract import extract
from slotlint.rewrite import Refusal, Style, edits_for
from slotlint.rewrite.stores import stored_names

STORES: list[tuple[str, set[str]]] = [
    ("self.a = self.b = 1", {"a", "b"}),
    ("self.a += 1", {"a"}),
    ("self.a: int = 1", {"a"}),
    ("self.a: int", {"a"}),
    ("del self.a", {"a"}),
    ("(self.a, [self.b, *self.c]), d = x", {"a", "b", "c"}),
    ("for self.a in x: pass", {"a"}),
    ("with x as self.a, y as (self.b, self.c): pass", {"a", "b", "c"}),
    ("[0 for self.a in x]", {"a"}),
    ("self.a.b = 1; other.c = 2; self[0] = 3", set()),
    ("self.__a = 1", {"__a"}),
    ("self.__dict__ = {}", set()),
    ("def inner(): self.a = 1", {"a"}),
    ("def inner(self): self.a = 1", set()),
    ("def inner():\n            self = x\n            self.a = 1", set()),
    ("def inner():\n            nonlocal self\n            self = x\n            self.a = 1", {"a"}),
    ("f = lambda: [0 for self.a in x]", {"a"}),
    ("f = lambda self: [0 for self.a in x]", set()),
    ("class Inner:\n            def g(this): self.a = 1", set()),
    ("class Inner:\n            self.a = 1", set()),
    ("match x:\n            case {'k': v}: self.a = v", {"a"}),
    ("try: pass\n        except E as e: self.a = e", {"a"}),
    ("import self\n        self.a = 1", {"a"}),
]


@pytest.mark.parametrize(("body", "names"), STORES)
def test_both_readers_see_the_same_stores(body: str, names: set[str]) -> None:
    source = f"class C:\n    def f(self, x):\n        {body}\n"
    node = cst.ensure_type(cst.parse_module(source).body[0], cst.ClassDef)
    assert stored_names(node) == names
    assert set(extract(source.encode()).classes[0].own_stores) == names


METHODS: list[tuple[str, set[str]]] = [
    ("@staticmethod\n    def f(x): x.a = 1", set()),
    ("@classmethod\n    def f(cls): cls.a = 1", {"a"}),
    ("async def f(this, /): this.a = 1", {"a"}),
    ("def f(*args): args.a = 1", set()),
    ("if True:\n        def f(self): self.a = 1", {"a"}),
    ("try:\n        def f(self): self.a = 1\n    except E:\n        def f(self): self.b = 1", {"a", "b"}),
    ("class Inner:\n        def f(self): self.a = 1", set()),
    ("f = lambda self: [0 for self.a in x]", set()),
]


@pytest.mark.parametrize(("body", "names"), METHODS)
def test_both_readers_know_the_same_methods(body: str, names: set[str]) -> None:
    source = f"class C:\n    {body}\n"
    node = cst.ensure_type(cst.parse_module(source).body[0], cst.ClassDef)
    assert stored_names(node) == names
    assert set(extract(source.encode()).classes[0].own_stores) == names


def test_where_the_readers_differ_both_sides_are_said() -> None:
    one = Remedy(PATH, 1, "A", (EMPTY,), ("x", "_A__z"))
    found = edits_for(PATH, b"class A:\n    def f(self): self.y = self.__z = 1\n", [one], Style())
    assert isinstance(found, Refusal)
    assert "only the second reader sees y" in found.message
    assert "only the first reader sees x" in found.message
    assert "z" not in found.message
