"""The rules on slots as they are written (SLT4xx): each finds its defect in whatever form, and no other."""

from __future__ import annotations

import pytest
from judging import findings, flagged

from slotlint.diagnostics import Applicability

FIRES = [
    ("SLT401", "P", """
        class P:
            __slots__ = ("x",)
            def run(self):
                for self.y in range(3): pass
    """),
    ("SLT401", "P", """
        class P: __slots__ = ("x",)
        p = P()
        p.y = 1
    """),
    ("SLT401", "P", """
        from model import make as build
        def use():
            thing = build()
            thing.other, thing.x = 1, 2
        # --- model.py
        class P: __slots__ = ("x",)
        def make(): return P()
    """),
    ("SLT401", "B", """
        class A: __slots__ = ("x",)
        class B(A):
            __slots__ = ("y",)
            def __init__(self): self.x, self.z = 1, 2
    """),
    ("SLT401", "P", """
        from dataclasses import dataclass
        @dataclass(slots=True)
        class P:
            x: int
            def run(self): self.y = 1
    """),
    ("SLT401", "P", """
        class P:
            __slots__ = ("x",)
            limit = 3
            def run(self): self.limit = 4
    """),
    ("SLT401", "B", """
        class A:
            __slots__ = ("name",)
            def __init__(self, name): self.name = name
        class B(A):
            __slots__ = ()
            name = "b"
    """),
    ("SLT401", "P", """
        class P:
            __slots__ = ("__x",)
            def __init__(self): self.__x = self.__y = 1
    """),
    ("SLT402", "P", """
        class P:
            __slots__ = ("x", "y")
            def __init__(self): self.x = 1
    """),
    ("SLT403", "P", 'class P: __slots__ = ["x", "y", "x"]'),
    ("SLT403", "P", """
        NAMES = ("x",)
        class P: __slots__ = ("x",) + ("y", "x")
    """),
    ("SLT404", "P", 'class P: __slots__ = "name"'),
    ("SLT404", "P", 'class P: __slots__ = "x, y"'),
    ("SLT404", "P", 'class P: __slots__ = ("left" "right", "top")'),
    ("SLT404", "P", """
        from lib import FIELDS
        class P: __slots__ = FIELDS
        # --- lib.py
        FIELDS = "x y"
    """),
    ("SLT404", "P", '''
        class P:
            __slots__ = (
                "left",
                "right"
                "top",
            )
    '''),
    ("SLT405", "P", "class P: __slots__ = None"),
    ("SLT405", "P", "class P: __slots__ = 3"),
    ("SLT405", "P", 'class P: __slots__ = ("x", 1)'),
    ("SLT405", "P", """
        NAME = b"x"
        class P: __slots__ = (NAME,)
    """),
    ("SLT405", "P", 'class P: __slots__ = ("x y", "z")'),
    ("SLT405", "P", 'class P: __slots__ = ("x", "class")'),
    ("SLT405", "P", 'class P: __slots__ = ("x", "__class__")'),
    ("SLT405", "P", 'class P: __slots__ = ("x", "__qualname__")'),
    ("SLT405", "P", 'class P: __slots__ = ("x", "__module__")'),
    ("SLT405", "P", 'class P: __slots__ = iter(("x", "y"))'),
    ("SLT405", "P", 'class P: __slots__ = (n for n in ("x", "y"))'),
    ("SLT405", "P", """
        from lib import NAMES
        class P: __slots__ = NAMES
        # --- lib.py
        NAMES = map(str.lower, ["X"])
    """),
    ("SLT405", "P", 'class P: __slots__ = {"x", "y"}'),
    ("SLT405", "P", 'class P: __slot__ = ("x",)'),
    ("SLT405", "P", """
        class P:
            __slots = ["x"]
            def __init__(self): self.x = 1
    """),
    ("SLT405", "P", 'class P: __slosts__ = ("x",)'),
    ("SLT405", "P", 'class P: __SLOTS__ = ("x",)'),
    ("SLT405", "P", 'class P: __slots__ = {n for n in ("x", "y")}'),
    ("SLT405", "P", """
        TYPE_CHECKING = False
        class P:
            if TYPE_CHECKING:
                __slots__ = ("x",)
    """),
    ("SLT405", "P", "class P: __slots__: tuple"),
    ("SLT405", "P", """
        import typing as t
        class P:
            if t.TYPE_CHECKING:
                __slots__ = ("x",)
    """),
    ("SLT405", "P", """
        from typing import TYPE_CHECKING as CHECKING
        class P:
            if CHECKING: __slots__ = ("x",)
    """),
    ("SLT405", "P", """
        from dataclasses import dataclass
        @dataclass(slots=True)
        class P:
            __slots__ = ("x",)
            x: int
    """),
    ("SLT405", "P", """
        import dataclasses as dc
        @dc.dataclass(weakref_slot=True)
        class P: x: int
    """),
    ("SLT406", "P", """
        class P:
            __slots__ = ("x",)
            x = None
    """),
    ("SLT406", "P", """
        class P:
            __slots__ = ("run",)
            def run(self): pass
    """),
    ("SLT406", "P", """
        class P:
            __slots__ = ("__x",)
            _P__x = 1
    """),
    ("SLT406", "P", """
        from dataclasses import dataclass
        @dataclass
        class P:
            __slots__ = ("x",)
            x: int = 0
    """),
    ("SLT407", "P", """
        class P:
            __slots__ = ("x",)
            x: int
            y: int
    """),
    ("SLT407", "P", """
        from dataclasses import dataclass
        @dataclass
        class P:
            __slots__ = ("x",)
            x: int
            y: int
    """),
    ("SLT408", "P", """
        class P:
            def __init__(self):
                __slots__ = ("x",)
                self.x = 1
    """),
    ("SLT408", "P", """
        class P: pass
        P.__slots__ = ("x",)
    """),
    ("SLT408", "P", """
        class P:
            def __init__(self): self.__slots__ = ("x",)
    """),
    ("SLT408", "P", """
        class P: __slots__ = ["x"]
        P.__slots__.append("y")
    """),
    ("SLT408", "P", """
        from lib import P as Point
        def grow():
            names = Point.__slots__
            names.extend(["y"])
        # --- lib.py
        class P: __slots__ = ["x"]
    """),
    ("SLT408", "P", """
        class P: __slots__ = ["x"]
        P.__slots__ += ["y"]
    """),
    ("SLT408", "P", """
        class P: pass
        setattr(P, "__slots__", ("x",))
    """),
    ("SLT408", "P", """
        def slotted(cls):
            cls.__slots__ = ("x",)
            return cls
        @slotted
        class P: pass
    """),
    ("SLT409", "Open", """
        class Open:
            __slots__ = ("path", "handle")
            def close(self): self.__class__ = Closed
        class Closed: __slots__ = ("path",)
    """),
    ("SLT409", "A", """
        class A: __slots__ = ("x",)
        class B: pass
        a = A()
        a.__class__ = B
    """),
    ("SLT410", "P", """
        class P:
            __slots__ = ("x", "__dict__")
            def __init__(self): self.x = 1
    """),
]  # fmt: skip


@pytest.mark.parametrize(("code", "cls", "text"), FIRES)
def test_fires(code: str, cls: str, text: str) -> None:
    assert flagged(text, code) == cls.split()


FIXES = [
    ("SLT404", 'class P: __slots__ = ("left" "right", "top")', ("left", "right", "top")),
    ("SLT404", 'class P: __slots__ = "x, y"', ("x", "y")),
    ("SLT403", 'class P: __slots__ = ("x", "y", "x")', ("x",)),
    ("SLT401", 'class P:\n    __slots__ = ("x",)\n    def f(self): self.x = self.y = 1', ("y",)),
    ("SLT407", 'class P:\n    __slots__ = ("x",)\n    y: int', ("y",)),
]


@pytest.mark.parametrize(("code", "text", "names"), FIXES)
def test_offers_a_safe_fix(code: str, text: str, names: tuple[str, ...]) -> None:
    fix = findings(text, code)[0].fix
    assert fix is not None
    assert fix.applicability is Applicability.SAFE
    assert fix.remedies[0].actions[0].names == names


def test_a_default_read_through_the_class_is_moved_only_by_hand() -> None:
    text = 'class P:\n    __slots__ = ("x",)\n    x = 1\n'
    assert findings(text, "SLT406")[0].fix.applicability is Applicability.SAFE
    assert findings(text + "print(P.x)\n", "SLT406")[0].fix.applicability is Applicability.UNSAFE
    assert findings(text.replace("x = 1", "def x(self): pass"), "SLT406")[0].fix is None
