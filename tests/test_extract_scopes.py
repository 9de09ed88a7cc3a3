"""Extraction: what a scope is, what is seen from inside it, and under which names."""

from __future__ import annotations

import pytest
from extracting import function, read, scope, text, texts

from slotlint.extract import extract


def test_scopes_know_their_place() -> None:
    facts = read("""
        class A:
            class B:
                def f(self):
                    def g(): return lambda y=x: y
                    class C: pass
            h = lambda self: self
        async def i(a, /, b, c=1, *d, e, f=2, **g): return a
    """)
    places = [(s.kind, s.qualname, s.row, s.parent, s.owner) for s in facts.scopes]
    assert places == [
        ("module", "", 1, -1, -1),
        ("class", "A", 2, 0, 0),
        ("class", "A.B", 3, 1, 1),
        ("function", "A.B.f", 4, 2, 1),
        ("function", "A.B.f.<locals>.g", 5, 3, -1),
        ("lambda", "A.B.f.<locals>.g.<locals>.<lambda>", 5, 4, -1),
        ("class", "A.B.f.<locals>.C", 6, 3, 2),
        ("lambda", "A.<lambda>", 7, 1, 0),
        ("function", "i", 8, 0, -1),
    ]
    found = scope(facts, "i")
    kinds = [(p.name, p.kind, text(facts, p.default)) for p in found.params]
    assert kinds == [
        ("a", "p", "-"), ("b", "n", "-"), ("c", "n", "1"), ("d", "*", "-"), ("e", "k", "-"), ("f", "k", "2"), ("g", "**", "-"),
    ]  # fmt: skip
    assert (found.flags, texts(facts, found.returns)) == ("a", ["a"])


def test_what_an_inner_function_sees() -> None:
    facts, _ = function("""
        def f(self, x):
            y = [lambda: v.a for v in x]
            def g():
                nonlocal x
                global z
                x = z = self
                v.b
            self = None
    """)
    inner = scope(facts, "f.<locals>.<lambda>")
    assert inner.loads == {"v@1": {"a": 3}}
    outer = scope(facts, "f.<locals>.g")
    assert outer.outer == ("x", "z")
    assert {name: texts(facts, terms) for name, terms in outer.bindings.items()} == {"x": ["self"], "z": ["self"]}
    assert outer.loads == {"v": {"b": 8}}


def test_private_names_are_mangled_as_cpython_does() -> None:
    facts = read("""
        class __A:
            __x = 1
            def __f(self, __p, __q__=None):
                self.__x = __p.__y
                __p = 1
                global __g
                import __m
                def inner(__i): self.__z = __i
                class B:
                    def f(self): self.__x = 1
                class __:
                    def f(self): self.__x = 1
        self.__x = 1
    """)
    stored = {s.qualname: [store.name for store in s.stores] for s in facts.scopes if s.stores}
    assert stored == {
        "": ["__x"], "__A.__f": ["_A__x"], "__A.__f.<locals>.inner": ["_A__z"], "__A.__f.<locals>.B.f": ["_B__x"],
        "__A.__f.<locals>.__.f": ["__x"],
    }  # fmt: skip
    found = scope(facts, "__A.__f")
    assert [p.name for p in found.params] == ["self", "_A__p", "__q__"]
    assert found.loads == {"_A__p": {"_A__y": 5}}
    assert found.outer == ("_A__g",)
    assert set(found.bindings) == {"_A__p#", "_A__m", "inner", "B", "__"}
    assert [m.name for m in facts.classes[0].members] == ["_A__x", "_A__f"]


DOCUMENT = b'''"""
>>> a = 1
>>> for b in x:
...     b.c = a
>>> b.d = 2
Traceback (most recent call last):
AttributeError
"""
'''


def test_examples_of_a_docstring_are_a_function_of_their_own() -> None:
    module, examples = extract(DOCUMENT).scopes
    assert not module.stores
    assert [(s.name, s.row) for s in examples.stores] == [("c", 1)]
    assert set(examples.bindings) == {"a", "b"}


@pytest.mark.parametrize(("source", "names"), [
    (b"exec('a.b = 1')", ["b"]), (b"exec('a.b == 1')", []), (b"exec('a.b = ')", []), (b"f('a.b = 1')", []),
    (b"run(['python', '-c', 'import m; m.x.b = 1'])", ["b"]), (b"T = '\\n  a.b = 1\\n  c.d += a.b'\nexec(T)", ["b", "d"]),
])  # fmt: skip
def test_texts_that_a_module_runs_are_read(source: bytes, names: list[str]) -> None:
    assert [s.name for scope in extract(source).scopes for s in scope.stores] == names
