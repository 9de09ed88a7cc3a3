"""What slots take away: what the rules must not report."""

from __future__ import annotations

import pytest
from judging import flagged
from test_rules_hazards import NODE

SILENT = [
    ("SLT301", NODE.replace('("x",)', '("x", "__weakref__")') + "    ref = weakref.ref(Node())"),
    ("SLT301", NODE.replace('__slots__ = ("x",)', "tag = 1") + "    ref = weakref.ref(Node())"),
    ("SLT301", NODE + """
    def watch(thing):
        try: return weakref.ref(thing)
        except TypeError: return lambda: thing
    watch(Node())
    """),
    ("SLT301", NODE + """
    def watch(thing, listeners):
        listeners.add(thing)
        return weakref.ref(listeners)
    """),
    ("SLT301", NODE + """
    class Weak:
        def add(self, thing): return weakref.ref(thing)
    def build(names):
        names.add(Node())
    """),
    ("SLT301", """
        import weakref, attr
        @attr.s(slots=True)
        class P: x = attr.ib()
        weakref.ref(P(1))
    """),
    ("SLT302", """
        import copy, pickle
        class P:
            __slots__ = ("x",)
            def __init__(self): self.x = 1
        copy.copy(P()), pickle.dumps(P()), pickle.dumps(P(), 2), pickle.dumps(P(), -1)
    """),
    ("SLT302", """
        class P:
            __slots__ = ("x",)
            def __getstate__(self): return {"x": self.x}
            def __setstate__(self, state): self.x = state["x"]
    """),
    ("SLT302", """
        class P:
            __slots__ = ("x",)
            def __setstate__(self, state):
                state, slots = state
                self.x = slots["x"]
    """),
    ("SLT302", """
        from dataclasses import dataclass
        @dataclass(frozen=True, slots=True)
        class P: x: int
        @dataclass(frozen=True)
        class Q: x: int
    """),
    ("SLT302", """
        class A:
            def __getstate__(self): return self.__dict__
        class P(A): __slots__ = ("x",)
    """),
    ("SLT303", """
        class P:
            __slots__ = ("x", "__dict__")
            def f(self): return self.__dict__
        class Q:
            __slots__ = ("x",)
        def g(thing): return thing.__dict__
        g(object)
    """),
    ("SLT303", """
        class P: __slots__ = ("x",)
        def show(thing):
            if hasattr(thing, "__dict__"): return vars(thing)
        show(P())
    """),
    ("SLT303", """
        class Mixin:
            __slots__ = ()
            def f(self): return self.__dict__
        class P(Mixin): pass
        P()
    """),
    ("SLT304", """
        from functools import cached_property, lru_cache
        class Mixin:
            __slots__ = ()
            @cached_property
            def area(self): return 1
        class P(Mixin): pass
        class Q:
            __slots__ = ("x", "__dict__")
            @cached_property
            def area(self): return 1
        class R:
            __slots__ = ("x",)
            @property
            @lru_cache
            def area(self): return 1
    """),
    ("SLT304", """
        import attrs
        from functools import cached_property
        @attrs.define
        class P:
            x: int
            @cached_property
            def area(self): return 1
    """),
    ("SLT305", """
        class P:
            __slots__ = ("x", "y")
            def __init__(self, **options):
                for name in self.__slots__: setattr(self, name, options.get(name))
                for name, value in options.items(): setattr(self, name, value)
        P(x=1)
    """),
    ("SLT305", """
        class A:
            __slots__ = ("x",)
            def state(self):
                return {n: getattr(self, n) for c in type(self).__mro__ for n in getattr(c, "__slots__", ())}
            def own(self): return [getattr(self, n) for n in A.__slots__]
        class B(A): __slots__ = ("y",)
    """),
    ("SLT305", """
        import copy
        class P:
            __slots__ = ("x", "__weakref__")
            def fields(self): return len(self.__slots__)
            def run(self): pass
        def twin(p, name): setattr(p, name, 1)
    """),
    ("SLT306", """
        from dataclasses import dataclass
        class A:
            __slots__ = ()
            kinds = {}
            def __init_subclass__(cls, **options):
                super().__init_subclass__(**options)
                A.kinds[cls.__name__] = cls
        @dataclass(slots=True)
        class P(A):
            x: int = 0
            def f(self): return A.__repr__(self)
    """),
    ("SLT306", """
        import attr
        class A: __slots__ = ()
        @attr.s(slots=True)
        class P(A):
            x = attr.ib(default=1)
            def f(self): return super().__repr__()
    """),
]  # fmt: skip


@pytest.mark.parametrize(("code", "text"), SILENT)
def test_stays_silent(code: str, text: str) -> None:
    assert flagged(text, code) == []
