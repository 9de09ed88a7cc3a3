"""The rules on what slots take away (SLT3xx): each finds the use that breaks, in whatever form, and no other."""

from __future__ import annotations

import pytest
from judging import flagged

NODE = """
    import weakref
    class Node:
        __slots__ = ("x",)
        def __init__(self): self.x = 1
"""

FIRES = [
    ("SLT301", "Node", NODE + "    ref = weakref.ref(Node())"),
    ("SLT301", "Node", NODE + "    cache = weakref.WeakValueDictionary()\n    cache['a'] = Node()"),
    ("SLT301", "Node", NODE + """
    from weakref import finalize as at_end
    class Child(Node):
        __slots__ = ()
    def watch(thing): at_end(thing, print)
    watch(Node())
    """),
    ("SLT301", "Child", NODE + """
    class Child(Node):
        __slots__ = ("y",)
        def hook(self): return weakref.WeakMethod(self.hook)
    Child()
    """),
    ("SLT301", "P", """
        import weakref
        from dataclasses import dataclass
        @dataclass(slots=True)
        class P: x: int
        def note(p: P): return weakref.proxy(p)
    """),
    ("SLT301", "P", """
        from lib import Registry
        class P: __slots__ = ("a",)
        registry = Registry()
        registry.add(P())
        # --- lib.py
        import weakref
        class Registry:
            def __init__(self): self.items = weakref.WeakSet()
            def add(self, item): self.items.add(item)
    """),
    ("SLT302", "P", """
        class P:
            __slots__ = ("x",)
            def __getstate__(self): return self.__dict__
    """),
    ("SLT302", "A", """
        class A:
            __slots__ = ()
            def __setstate__(self, state): vars(self).update(state)
        class B(A): __slots__ = ("x",)
    """),
    ("SLT302", "P", """
        class P:
            __slots__ = ("x",)
            def __setstate__(self, state): self.x = state["x"]
    """),
    ("SLT302", "P", """
        class P:
            __slots__ = ("x",)
            def __setstate__(self, state):
                for name, value in state.items(): setattr(self, name, value)
    """),
    ("SLT302", "P", """
        class P:
            __slots__ = ("x",)
            def __getstate__(self): return {"x": self.x}
    """),
    ("SLT302", "P", """
        import dataclasses
        @dataclasses.dataclass(frozen=True)
        class P:
            __slots__ = ("x",)
            x: int
    """),
    ("SLT302", "P", """
        import copy
        class P:
            __slots__ = ("x",)
            def __init__(self): object.__setattr__(self, "x", 1)
            def __setattr__(self, name, value): raise AttributeError(name)
        copy.copy(P())
    """),
    ("SLT302", "P", """
        from pickle import dumps
        class P:
            __slots__ = ("x",)
            def __init__(self): self.x = 1
        dumps(P(), protocol=0)
    """),
    ("SLT302", "S", """
        import copy
        class S(set):
            __slots__ = ("tag",)
            def __init__(self): self.tag = 1
        copy.copy(S())
    """),
    ("SLT303", "P", """
        class P:
            __slots__ = ("x",)
            def __repr__(self): return repr(self.__dict__)
    """),
    ("SLT303", "P", """
        from model import P
        def to_json(thing): return vars(thing)
        to_json(P())
        # --- model.py
        class P: __slots__ = ("x",)
    """),
    ("SLT303", "P", """
        import json
        class P: __slots__ = ("x",)
        json.dumps(P(), default=vars)
    """),
    ("SLT303", "P", """
        class Typed:
            def __set_name__(self, owner, name): self.name = name
            def __set__(self, thing, value): thing.__dict__[self.name] = value
        class P:
            __slots__ = ("x",)
            y = Typed()
    """),
    ("SLT304", "P", """
        from functools import cached_property
        class P:
            __slots__ = ("x",)
            @cached_property
            def area(self): return 1
    """),
    ("SLT304", "A", """
        import functools as ft
        class A:
            __slots__ = ()
            area = ft.cached_property(lambda self: 1)
        class B(A): __slots__ = ("x",)
    """),
    ("SLT305", "P", """
        class P:
            __slots__ = ("x",)
            def __init__(self): setattr(self, "y", 1)
    """),
    ("SLT305", "P", """
        class P:
            __slots__ = ("x",)
            def __init__(self, **options):
                for name, value in options.items(): setattr(self, name, value)
        P(x=1, y=2)
    """),
    ("SLT305", "P", """
        from unittest import mock
        class P:
            __slots__ = ("x",)
            def run(self): pass
        def test():
            p = P()
            with mock.patch.object(p, "run"): pass
    """),
    ("SLT305", "P", """
        def stamped(cls):
            plain = cls.__init__
            def __init__(self, *args):
                plain(self, *args)
                self.created = 1
            cls.__init__ = __init__
            return cls
        @stamped
        class P:
            __slots__ = ("x",)
            def __init__(self): self.x = 1
    """),
    ("SLT305", "P", """
        from lib import memo
        class P:
            __slots__ = ("x",)
            @memo
            def area(self): return 1
        # --- lib.py
        from functools import wraps
        def memo(function):
            @wraps(function)
            def wrapper(self):
                if not hasattr(self, "_memo"): self._memo = function(self)
                return self._memo
            return wrapper
    """),
    ("SLT305", "P", """
        import functools
        class P:
            __slots__ = ("function",)
            def __init__(self, function):
                self.function = function
                functools.update_wrapper(self, function)
    """),
    ("SLT305", "B", """
        class A:
            __slots__ = ("x",)
            def state(self): return {n: getattr(self, n) for n in type(self).__slots__}
        class B(A): __slots__ = ("y",)
    """),
    ("SLT305", "P", """
        class P:
            __slots__ = ("__x",)
            def clear(self):
                for name in self.__slots__: setattr(self, name, None)
    """),
    ("SLT305", "P", """
        class P:
            __slots__ = ("x", "__weakref__")
            def state(self): return [getattr(self, n) for n in self.__slots__]
    """),
    ("SLT305", "B", """
        class A: __slots__ = ("x",)
        class B(A):
            __slots__ = ("y",)
            def state(self): return list(map(lambda n: getattr(self, n), self.__slots__))
    """),
    ("SLT305", "B", """
        from lib import dump
        class A: __slots__ = ("x",)
        class B(A): __slots__ = ("y",)
        dump(B())
        # --- lib.py
        def dump(thing): return [getattr(thing, n) for n in thing.__slots__]
    """),
    ("SLT306", "P", """
        from dataclasses import dataclass
        class A: __slots__ = ()
        @dataclass(slots=True)
        class P(A):
            x: int
            def f(self): return super().__repr__()
    """),
    ("SLT306", "P", """
        from dataclasses import dataclass
        class A:
            __slots__ = ()
            kinds = []
            def __init_subclass__(cls): A.kinds.append(cls)
        @dataclass(slots=True)
        class P(A): x: int
    """),
    ("SLT306", "P", """
        import attr
        seen = []
        class A:
            __slots__ = ()
            def __init_subclass__(cls, **options): seen.append(cls)
        @attr.s(slots=True)
        class P(A): x = attr.ib()
    """),
    ("SLT306", "P", """
        from dataclasses import dataclass
        NAMES = {}
        def register(cls):
            NAMES[cls.__name__] = cls
            return cls
        @dataclass(slots=True)
        @register
        class P: x: int
    """),
    ("SLT306", "P", """
        from dataclasses import dataclass
        class A:
            __slots__ = ()
            def __init_subclass__(cls, tag="none"): cls.tag = tag
        @dataclass(slots=True)
        class P(A, tag="p"): x: int
    """),
    ("SLT306", "P", """
        from dataclasses import dataclass
        @dataclass(slots=True)
        class P:
            x: int
            y: int = 0
            def __init__(self, x): self.x = x
    """),
]  # fmt: skip


@pytest.mark.parametrize(("code", "cls", "text"), FIRES)
def test_fires(code: str, cls: str, text: str) -> None:
    assert flagged(text, code) == cls.split()
