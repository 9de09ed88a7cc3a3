"""Extraction: class bodies, slots, annotations, instance dicts and modules, source by source."""

from __future__ import annotations

import sys

import pytest
from extracting import body, function, members, read, scope, text, texts

from slotlint.extract import extract

MEMBERS: list[tuple[str, list[str]]] = [
    ("a = 1", ["a value const single"]),
    ("a = b = 1", ["a value const single", "b value const single"]),
    ("a, b = 1, f()", ["a value const single", "b value other single"]),
    ("a, b = c", ["a value other", "b value other"]),
    ("a = b.c = 1", ["a value other"]),
    ("a, (b, *c) = x", ["a value other", "b value other", "c value other"]),
    ("a = -1; b = (1, 'x'); c = 1 + 2", [f"{n} value const single" for n in "abc"]),
    ("a = x; b = m.x", [f"{n} value name single" for n in "ab"]),
    ("a = []; b = {}; c = {1}; d = [x for x in y]", [f"{n} value mutable single" for n in "abcd"]),
    ("a = f()", ["a value call single"]),
    ("a = lambda: 1; b = x or y; c = (x,)", [f"{n} value other single" for n in "abc"]),
    ("a: int", ["a annotation single"]),
    ("a: int = 1", ["a value const single"]),
    ("a += 1", ["a value const single"]),
    ("def a(self): pass", ["a def"]),
    ("async def a(self): pass", ["a def"]),
    ("class a: pass", ["a class"]),
    ("import a, b.c, d as e", ["a import", "b import", "e import"]),
    ("from x import a, b as c", ["a import", "c import"]),
    ("del a, (b, c)", ["a del", "b del", "c del"]),
    ("if x: a = 1\nelse: a = 2", ["a value const conditional single"] * 2),
    ("try: import a\nexcept E: a = None\nelse: b = 1\nfinally: c = 1", [
        "a import conditional", "a value const conditional single", "b value const conditional single",
        "c value const conditional single",
    ]),
    ("for a, b in x: c = 1", ["a value other conditional", "b value other conditional", "c value const conditional single"]),
    ("with x as a: b = 1", ["a value other conditional", "b value const conditional single"]),
    ("while x:\n    def a(self): pass", ["a def conditional"]),
    ("match x:\n    case {'k': a}: b = 1", ["a value other conditional", "b value const conditional single"]),
    ("b = (a := 1)", ["a value other conditional", "b value other single"]),
    ("a.b = 1; a[0] = 1; f()", []),
    ("[a for a in x]", []),
]  # fmt: skip


@pytest.mark.parametrize(("statements", "expected"), MEMBERS)
def test_members(statements: str, expected: list[str]) -> None:
    shown = [
        " ".join([m.name, m.kind, *([m.default] if m.default else []), *["conditional"] * m.conditional, *["single"] * m.single])
        for m in members(statements).members
    ]
    assert shown == expected


def test_a_member_holds_what_its_own_statement_binds() -> None:
    facts = read("""
        class C:
            def a(self): pass
            @property
            def a(self): pass
            b: int = A()
            c = lambda self: self.x
            class d: pass
    """)
    shown = [(m.row, text(facts, m.term), text(facts, m.annotation), texts(facts, m.decorators)) for m in facts.classes[0].members]
    assert shown == [
        (3, "<function 2>", "-", []), (5, "<property of <function 3>>", "-", ["property"]), (6, "A()", "int", []),
        (7, "<function 4>", "-", []), (8, "<class 1>", "-", []),
    ]  # fmt: skip
    assert [text(facts, c.term) for s in facts.scopes for c in s.calls] == ["A()"]
    assert facts.scopes[4].owner == 0


SLOTS: list[tuple[str, str, tuple[str, ...] | None, tuple[str, ...]]] = [
    ("__slots__ = ('a', 'b')", "tuple", ("a", "b"), ()),
    ("__slots__ = ()", "tuple", (), ()),
    ("__slots__ = ['a']", "list", ("a",), ()),
    ("__slots__ = {'a', *('b',)}", "set", ("a", "b"), ()),
    ("__slots__ = {'a': 'doc'}", "dict", ("a",), ()),
    ("__slots__ = 'ab'", "string", ("ab",), ()),
    ("__slots__ = 'a' 'b'", "string", ("ab",), ("implicit-concatenation", "pieces:ab=a|b")),
    ("__slots__ = ('a' 'b', 'c')", "tuple", ("ab", "c"), ("implicit-concatenation", "pieces:ab=a|b")),
    ("__slots__ = ('a'\n    'b', 'c')", "tuple", ("ab", "c"), ("implicit-concatenation", "pieces:ab=a|b")),
    (r"__slots__ = ('\x61', r'b', '''c''')", "tuple", ("a", "b", "c"), ()),
    ("__slots__ = tuple(['a'])", "tuple", ("a",), ()),
    ("__slots__ = iter(('a',))", "iterator", ("a",), ()),
    ("__slots__ = (n for n in ('a',))", "iterator", ("a",), ()),
    ("__slots__ = ('a',) + ('b',)", "computed", ("a", "b"), ()),
    ("__slots__ = names", "computed", None, ()),
    ("__slots__ = [n.lower() for n in 'A B'.split()]", "computed", ("a", "b"), ()),
    ("__slots__ = tuple(f'_{n}' for n in ('a', 'b') if n != 'a')", "tuple", ("_b",), ()),
    ("__slots__ = {'a'} | {'b'}", "computed", ("a", "b"), ("unordered",)),
    ("__slots__ = map(str.upper, 'ab')", "iterator", ("A", "B"), ()),
    ("__slots__ = tuple('ab')", "tuple", ("a", "b"), ()),
    ("__slots__ = tuple(range(2))", "tuple", None, ("non-string:int",)),
    ("__slots__ = [n for n in 'ab' for m in range(10 ** 9)]", "computed", None, ()),
    ("__slots__ = ['a' % n for n in 'ab']", "computed", None, ()),
    ("__slots__ = ['%99999999d' % n for n in range(2)]", "computed", None, ()),
    ("names = 'a', 'b'\n__slots__ = [n + '_' for n in names]", "computed", ("a_", "b_"), ()),
    ("names = 'a', 'b'\n__slots__ = [n + names[0] for n in 'ab']", "computed", None, ()),
    ("names = ['a']\nnames.append('b')\n__slots__ = tuple(n for n in names)", "tuple", None, ()),
    ("__slots__ = ('a', x)", "tuple", None, ()),
    ("__slots__ = ('a', 1)", "tuple", None, ("non-string:int",)),
    ("__slots__ = 1", "computed", None, ("non-iterable:int",)),
    ("__slots__: tuple[str, ...]", "annotation", None, ()),
    ("__slots__: tuple[str, ...] = ('a',)", "tuple", ("a",), ()),
    ("__slots__ += ('a',)", "tuple", ("a",), ("augmented",)),
    ("a = __slots__ = ('b',)", "tuple", ("b",), ()),
    ("__slots__, a = x", "computed", None, ()),
    ("for __slots__ in x: pass", "computed", None, ()),
    ("__slot__ = ('a',)", "typo", ("a",), ("as:__slot__",)),
    ("__SLOTS__ = ('a',)", "typo", ("a",), ("as:__SLOTS__",)),
    ("if TYPE_CHECKING: __slots__ = ('a',)", "tuple", ("a",), ("under:TYPE_CHECKING",)),
    ("if t.TYPE_CHECKING:\n    pass\nelse: __slots__ = ('a',)", "tuple", ("a",), ()),
    ("if TYPE_CHECKING:\n    if f(x): __slots__ = ('a',)", "tuple", ("a",), ()),
]


@pytest.mark.parametrize(("statements", "form", "names", "flags"), SLOTS)
def test_slots(statements: str, form: str, names: tuple[str, ...] | None, flags: tuple[str, ...]) -> None:
    (slots,) = members(statements).slots
    assert (slots.form, slots.names, slots.flags) == (form, names, flags)
    assert slots.conditional == statements.startswith(("if", "for"))


ENCODED = "# coding: latin-1\r\nclass K:\r\n    x = 1; é = 'é'; __slots__ = ('é' 'b',\r\n    'c')\r\n"


@pytest.mark.parametrize("source", [ENCODED.encode("latin-1"), ENCODED.encode("utf-8-sig").replace(b"latin-1", b"utf-8")])
def test_pieces_of_a_name_in_any_encoding(source: bytes) -> None:
    (slots,) = extract(source).classes[0].slots
    assert (slots.names, slots.flags) == (("éb", "c"), ("implicit-concatenation", "pieces:éb=é|b"))


@pytest.mark.parametrize("statements", ["__hash__ = None", "slotted = ('a',)", "def f(self): __slots__ = ()", "__module__ = 'm'"])
def test_no_slots(statements: str) -> None:
    assert members(statements).slots == ()


def test_a_class_statement() -> None:
    facts = read("""
        @a.b(1)
        @c
        class K(A, m.B, C[T], *D, metaclass=M, **k):
            pass
    """)
    (found,) = facts.classes
    assert (found.head, found.row, found.end_row, found.decorator_rows) == (2, 4, 5, (2, 3))
    assert texts(facts, found.bases) == ["A", "m.B", "C[-]", "*D"]
    assert [(name, text(facts, value)) for name, value in found.keywords] == [("metaclass", "M"), ("", "k")]
    assert texts(facts, found.decorators) == ["a.b(1)", "c"]
    assert texts(facts, facts.scopes[0].bindings["K"]) == ["<a.b(1) of <c of <class 0>>>"]


@pytest.mark.skipif(sys.version_info < (3, 12), reason="type parameters came with 3.12")
def test_type_parameters() -> None:
    facts, found = function("""
        T = 1
        def f[T: A](x: T, y: list[T]) -> T:
            z: T = x
            return lambda: T
        class K[T, *U](B[T]):
            def g(self) -> T: pass
        class L: pass
        type V[T] = dict[T, K]
    """)
    assert [text(facts, p.annotation) for p in found.params] == ["T@1", "list[(T@1)]"]
    assert (text(facts, found.annotation), texts(facts, found.bindings["z"])) == ("T@1", ["<a T@1>", "x"])
    assert [texts(facts, c.bases) for c in facts.classes] == [["B[-]", "<from typing 0 import Generic>[-]"], []]
    assert text(facts, scope(facts, "K.g").annotation) == "T@2"
    module = facts.scopes[0].bindings
    assert texts(facts, module["T"]) == ["1"]
    assert texts(facts, module["V"]) == ["dict[(T@3, K)]"]


ANNOTATIONS: list[tuple[str, str]] = [
    ("A", "A"),
    ("m.A", "m.A"),
    ("A | None", "<A, <NoneType>>"),
    ("A | B | C", "<<A, B>, C>"),
    ("Optional[A]", "Optional[(A)]"),
    ("dict[str, list[A]]", "dict[(str, list[(A)])]"),
    ("'A'", "A"),
    ("' A '", "A"),
    ("'m.A'", "m.A"),
    ("'A | None'", "<A, <NoneType>>"),
    ("list['A']", "list[(A)]"),
    ("'list[\"A\"]'", "list[(A)]"),
    ("'None'", "-"),
    ("'not an annotation'", "<source not an annotation>"),
    ("Literal['A', 1]", "Literal[('A', 1)]"),
    ("t.Literal['A']", "t.Literal[('A')]"),
    ("Annotated['A', 'b', C()]", "Annotated[(A, 'b', C())]"),
    ("Callable[..., A]", "Callable[(<ellipsis>, A)]"),
]


@pytest.mark.parametrize(("annotation", "expected"), ANNOTATIONS)
def test_annotations(annotation: str, expected: str) -> None:
    facts, found = function(f"def f(x: {annotation}) -> {annotation}: y: {annotation}")
    assert text(facts, found.params[0].annotation) == text(facts, found.annotation) == expected
    assert texts(facts, found.bindings["y"]) == [f"<a {expected}>"]


def test_what_a_string_annotation_loads_stands_where_the_string_does() -> None:
    facts = read("x = 1\ndef f(a: 'm.A'): pass\ndef g(a: 'm.A | m.B') -> 'm.C': pass")
    assert facts.scopes[0].loads == {"m": {"A": 2, "B": 3, "C": 3}}


DICT_USES: list[tuple[str, str, str, tuple[str, ...]]] = [
    ("self.__dict__['a'] = 1", "self", "item-store", ("a",)),
    ("self.__dict__['a'] += 1", "self", "item-store", ("a",)),
    ("del self.__dict__['a']", "self", "item-delete", ("a",)),
    ("y = self.__dict__['a']", "self", "item-load", ("a",)),
    ("y = self.__dict__['class']", "self", "snapshot", ("[]",)),
    ("y = self.__dict__['__a']", "self", "snapshot", ("[]",)),
    ("self.__dict__[x] = other", "self", "key-store", ("x", "other")),
    ("del self.__dict__[x]", "self", "key-delete", ("x", "")),
    ("self.__dict__.update(other.__dict__)", "self", "update-dict", ("other",)),
    ("self.__dict__.update(a=1, b=x)", "self", "update-literal", ("a", "1", "b", "x")),
    ("self.__dict__.update({'a': 1})", "self", "update-literal", ("a", "1")),
    ("self.__dict__.update({'__a': 1})", "self", "update-other", ("{'__a': 1}",)),
    ("self.__dict__.update(__a=1)", "self", "write", ("update",)),
    ("self.__dict__.update(x)", "self", "update-other", ("x",)),
    ("self.__dict__.update(**x)", "self", "write", ("update",)),
    ("self.__dict__.clear()", "self", "write", ("clear",)),
    ("self.__dict__ = x", "self", "assign", ("x",)),
    ("self.__dict__ = dict(other.__dict__)", "self", "assign-copy", ("other",)),
    ("self.__dict__ |= x", "self", "write", ()),
    ("del self.__dict__", "self", "write", ()),
    ("for self.__dict__ in x: pass", "self", "escape", ()),
    ("return self.__dict__", "self", "return", ()),
    ("return self.__dict__.copy()", "self", "return-copy", ()),
    ("return dict(vars(self))", "self", "return-copy", ()),
    ("return C, self.__dict__", "self", "return-item", ()),
    ("return sorted(vars(self))", "self", "snapshot", ("sorted",)),
    ("f(**vars(self))", "self", "snapshot", ("**",)),
    ("return '%(a)s' % vars(self)", "self", "snapshot", ("%",)),
    ("return f'{vars(self)}'", "self", "escape", ()),
    ("for k in vars(self): pass", "self", "snapshot", ("for",)),
    ("return [k for k in self.__dict__]", "self", "snapshot", ("for",)),
    ("return 'a' in self.__dict__", "self", "snapshot", ("in", "a")),
    ("f(self.__dict__)", "self", "argument", ("f",)),
    ("a.f(self.__dict__, 1)", "self", "argument", ("a.f",)),
    ("f(1, self.__dict__)", "self", "escape", ("f",)),
    ("y = self.x.__dict__", "self.x", "escape", ()),
    ("if x: pass\nelif self.__dict__.get(x): pass", "self", "snapshot", ("get",)),
    ("try: pass\nexcept self.__dict__.get(x): pass", "self", "snapshot", ("get",)),
    ("match x:\n    case 1: pass\n    case _ if self.__dict__.get(x): pass", "self", "snapshot", ("get",)),
]


@pytest.mark.parametrize(("statements", "receiver", "form", "parts"), DICT_USES)
def test_uses_of_an_instance_dict(statements: str, receiver: str, form: str, parts: tuple[str, ...]) -> None:
    facts, found = body(statements)
    shown = [(text(facts, use.receiver), use.form, use.parts) for use in found.dict_uses]
    assert (receiver, form, (receiver, *parts)) in shown


def test_both_sides_of_a_comparison_of_dicts() -> None:
    facts, found = body("return self.__dict__ == other.__dict__")
    shown = [(text(facts, u.receiver), u.form, u.parts, u.span, u.alone) for u in found.dict_uses]
    parts = ("==", "self", "other")
    assert shown == [
        ("self", "compare-left", ("self", *parts), (2, 11, 2, 42), False),
        ("other", "compare-right", ("other", *parts), (2, 11, 2, 42), False),
    ]


MODULES: list[tuple[str, dict[str, object]]] = [
    ("__all__ = ['a', 'b']", {"exports": ("a", "b")}),
    ("__all__: list[str] = ['a']", {"exports": ("a",)}),
    ("__all__ = ['a']\n__all__ += ('b',)", {"exports": ("a", "b")}),
    ("__all__ = ['a']\n__all__.append('b')\n__all__.extend(['c'])", {"exports": ("a", "b", "c")}),
    ("__all__ = ['a']\n__all__ += m.__all__", {"exports": None}),
    ("__all__ = ['a']\n__all__.extend(m.__all__)", {"exports": None}),
    ("__all__ = ['a']\n__all__.remove('a')", {"exports": None}),
    ("__all__ = ['a']\ndef f(): __all__ = []", {"exports": ("a",)}),
    ("__all__ = names", {"exports": None}),
    ("from a import *\nfrom ..b import *", {"stars": (("a", 0, 1), ("b", 2, 2))}),
    (
        "try: import a\nexcept E: raise F\ntry: import b\nexcept E: raise F\nexcept G: b = 1\ntry:\n    if T: import c\nexcept E: raise",
        {"imports": (("a", 0, 1),)},
    ),
    ("import a, b.c\nfrom .d import e\ntry: import f\nexcept E: import g", {"imports": (("a", 0, 1), ("b.c", 0, 1), ("d", 1, 2))}),
    ("import sys\nassert sys.platform == 'win32'", {"platform": 2}),
    ("def f(): assert sys.platform == 'win32'", {"platform": 0}),
    ("f('__dict__')\nx == 'a.__slots__'\nf'{x}.__dict__'", {"strings": (("__dict__", 1), ("a.__slots__", 2), (".__dict__", 3))}),
    ("x = 1  # noqa: A\n# Slotlint : ignore", {"comments": ((1, "# noqa: A"), (2, "# Slotlint : ignore"))}),
    ("x = '# noqa'\ny = '''\n# noqa\n'''  # a noqa", {"comments": ((4, "# a noqa"),)}),
    ('x = "\\"# noqa"; y = r"\\\\"  # noqa\nz = ("a"  # noqa\n  "b")', {"comments": ((1, "# noqa"), (2, "# noqa"))}),
    ("x\n\ny", {"lines": 3}),
]


@pytest.mark.parametrize(("source", "expected"), MODULES)
def test_modules(source: str, expected: dict[str, object]) -> None:
    facts = read(source)
    assert {name: getattr(facts, name) for name in expected} == expected
