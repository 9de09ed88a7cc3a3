"""Slots as they are written: what the rules must not report."""

from __future__ import annotations

import pytest
from judging import flagged

SILENT = [
    ("SLT401", """
        class P:
            __slots__ = ("x", "_y", "__z")
            def __init__(self, other):
                self.x = self.y = self.__z = 1
                other.w = 2
            @property
            def y(self): return self._y
            @y.setter
            def y(self, value): self._y = value
    """),
    ("SLT401", """
        class P:
            __slots__ = ("x",)
            def cache(self):
                try: self.cached = 1
                except AttributeError: pass
    """),
    ("SLT401", """
        class P:
            __slots__ = ("data",)
            def __init__(self): object.__setattr__(self, "data", {})
            def __setattr__(self, name, value): self.data[name] = value
            def run(self): self.anything = 1
    """),
    ("SLT401", """
        class Mixin:
            __slots__ = ()
            def mark(self): self.marked = True
        class P(Mixin): __slots__ = ("marked",)
        class Q(Mixin): pass
    """),
    ("SLT401", """
        import unittest
        class P: __slots__ = ("x",)
        class T(unittest.TestCase):
            def test(self):
                p = P()
                with self.assertRaises(AttributeError):
                    p.y = 1
    """),
    ("SLT401", """
        class Typed:
            def __set__(self, thing, value): pass
        class P:
            __slots__ = ("x",)
            y = Typed()
            def __init__(self): self.y = 1
    """),
    ("SLT401", """
        class P: __slots__ = ("x",)
        class Q: pass
        def mark(thing): thing.marked = True
        for each in (P(), Q()): print(each)
        mark(Q())
    """),
    ("SLT401", """
        class P:
            __slots__ = ["x"]
            __slots__.append("y")
            def __init__(self): self.x = self.y = 1
    """),
    ("SLT402", """
        class P:
            __slots__ = ("x", "y", "z")
            def __init__(self): self.x = 1
        def fill(p): p.y = 1
        class Q(P):
            __slots__ = ()
            def run(self): self.z = 1
    """),
    ("SLT402", """
        class Struct: __slots__ = ("a", "b")
        class P:
            __slots__ = ("x", "y")
            def __init__(self, **options):
                self.x = 1
                for name in options: setattr(self, name, options[name])
        class Q:
            __slots__ = ("x", "y")
            def __init__(self):
                self.x = 1
                for name in self.__slots__: print(name)
    """),
    ("SLT402", """
        from dataclasses import dataclass
        @dataclass
        class P:
            __slots__ = ("x", "y")
            x: int
            y: int
            def run(self): self.x = 1
    """),
    ("SLT403", 'class P: __slots__ = ("x", "X", "__x", "_x")'),
    ("SLT404", 'class P: __slots__ = ("x",)\nclass Q: __slots__ = "x", "y"\nclass R: __slots__ = (\n    "x",\n    "y"\n)'),
    ("SLT405", """
        import sys
        from typing import TYPE_CHECKING
        class P: __slots__ = ("x", "__orig_class__", "__wrapped__", "__weakref__", "__doc__", "__name__")
        class Q: __slots__ = {"x": "the place", "y": "the time"}
        class R: __slots__ = {"only"}
        class S:
            if sys.version_info >= (3, 11):
                __slots__ = ("x",)
        class T:
            if not TYPE_CHECKING:
                __slots__ = ("x",)
        class U:
            if TYPE_CHECKING:
                pass
            else:
                __slots__ = ("x",)
        class V: __slots__: tuple = ("x",)
        class W:
            __slots__ = ("__qualname__",)
            def __init__(self): self.__qualname__ = "w"
    """),
    ("SLT405", """
        class Machine:
            __slots = []
            slots = ("a", "b")
            _slots = ("a",)
            __pilots__ = ("a",)
            __slots_left = 3
            def __init__(self): self.coins = 0
    """),
    ("SLT405", """
        from dataclasses import dataclass
        @dataclass(slots=True, weakref_slot=True)
        class P: x: int
    """),
    ("SLT406", """
        from typing import TYPE_CHECKING
        class P:
            __slots__ = ("x", "y", "z", "__qualname__")
            x: int
            if TYPE_CHECKING:
                def y(self): pass
            z = 1
            del z
        class Q(P):
            __slots__ = ()
            x = 1
    """),
    ("SLT407", """
        from typing import ClassVar, Protocol, NamedTuple
        class P:
            __slots__ = ("x",)
            x: int
            limit: ClassVar[int]
        class Interface:
            __slots__ = ()
            name: str
        class Named(Interface): __slots__ = ("name",)
        class Fixed(Interface):
            __slots__ = ()
            name = "fixed"
        class Lazy:
            __slots__ = ("x",)
            y: int
            def __getattr__(self, name): return 1
        class Shape(Protocol):
            __slots__ = ()
            area: int
        class T(NamedTuple): a: int
    """),
    ("SLT408", """
        def slotted(cls):
            namespace = dict(vars(cls))
            namespace["__slots__"] = ("x",)
            return type(cls)(cls.__name__, cls.__bases__, namespace)
        class P:
            __slots__ = ["x"]
            __slots__ += ["y"]
            def names(self): return list(self.__slots__).append(1)
    """),
    ("SLT409", """
        class A: __slots__ = ("x",)
        class B: __slots__ = ("x",)
        class C(A): __slots__ = ()
        a = A()
        a.__class__ = B
        c = C()
        c.__class__ = A
        class D: pass
        class E: pass
        d = D()
        d.__class__ = E
    """),
    ("SLT410", """
        from functools import cached_property
        class P:
            __slots__ = ("x", "__dict__")
            def __init__(self): self.x = self.y = 1
        class Q:
            __slots__ = ("x", "__dict__")
            def __init__(self, **options):
                self.x = 1
                self.__dict__.update(options)
        class R:
            __slots__ = ("x", "__dict__")
            def __init__(self): self.x = 1
            @cached_property
            def y(self): return 1
        class S:
            __slots__ = ("x", "__dict__")
            def __init__(self): self.x = 1
        class T(S):
            __slots__ = ()
            def mark(self): self.marked = 1
    """),
]  # fmt: skip


@pytest.mark.parametrize(("code", "text"), SILENT)
def test_stays_silent(code: str, text: str) -> None:
    assert flagged(text, code) == []
