"""Every rule explains itself; the rules on chains of classes (SLT2xx) find what they should and nothing else."""

from __future__ import annotations

import pytest
from judging import TARGETS, findings, flagged

from slotlint.diagnostics import Rule
from slotlint.rules import CHECKS, RULES

SECTIONS = ("Before:", "After:", "Why it pays:", "Trade-offs:", "When not to:")


@pytest.mark.parametrize("rule", RULES, ids=lambda rule: rule.code)
def test_a_rule_has_a_page_of_the_agreed_form(rule: Rule) -> None:
    places = [rule.page.index(f"\n{section}") for section in SECTIONS]
    assert places == sorted(places)
    assert "PAGE" not in rule.page
    assert rule.summary.endswith(".")


def test_codes_and_names_are_unique_and_ordered() -> None:
    codes = [rule.code for rule in RULES]
    assert codes == sorted(set(codes))
    assert len({rule.name for rule in RULES}) == len(RULES)
    assert [check.RULE.code for check in CHECKS[:5]] == [f"SLT10{n}" for n in range(1, 6)]


FIRES = [
    ("SLT201", "P", """
        class A: pass
        class P(A):
            __slots__ = ("x",)
    """),
    ("SLT201", "Middle P", """
        from base import A as Root
        class Middle(Root): __slots__ = ()
        class P(Middle): __slots__ = ["x"]
        # --- base.py
        class A: pass
    """),
    ("SLT201", "B", """
        class A: __slots__ = ("a", "__dict__")
        class B(A): __slots__ = ("b",)
    """),
    ("SLT201", "P", """
        from dataclasses import dataclass
        @dataclass
        class A: x: int
        @dataclass(slots=True)
        class P(A): y: int
    """),
    ("SLT202", "B", """
        class A: __slots__ = ("x",)
        class M(A): __slots__ = ()
        class B(M): __slots__ = ("y", "x")
    """),
    ("SLT202", "B", """
        from lib import A
        class B(A): __slots__ = (*A.__slots__, "y")
        # --- lib.py
        class A: __slots__ = ("x",)
    """),
    ("SLT203", "C", """
        class A: __slots__ = ("a",)
        class B: __slots__ = ("b",)
        class C(A, B): pass
    """),
    ("SLT203", "C", "class C(int, str): pass"),
    ("SLT203", "A", """
        class A: __slots__ = ("a",)
        class B: __slots__ = ("b",)
        C = type("C", (A, B), {})
    """),
    ("SLT204", "T", 'class T(tuple): __slots__ = ("label",)'),
    ("SLT204", "T", """
        from collections import namedtuple
        class T(namedtuple("T", "a b")): __slots__ = ("label",)
    """),
    ("SLT205", "B", """
        class A: __slots__ = ("__weakref__",)
        class B(A): __slots__ = ("x", "__weakref__")
    """),
    ("SLT205", "B", """
        class A: pass
        class B(A): __slots__ = ("x", "__dict__")
    """),
    ("SLT205", "E", 'class E(Exception): __slots__ = ("__dict__",)'),
    ("SLT206", "P", """
        class A: pass
        class P(A):
            __slots__ = ("x",)
            def __init__(self): self.x = self.y = 1
    """),
]  # fmt: skip


@pytest.mark.parametrize(("code", "cls", "text"), FIRES)
def test_fires(code: str, cls: str, text: str) -> None:
    assert flagged(text, code) == cls.split()


SILENT = [
    ("SLT201", """
        class A: __slots__ = ()
        class P(A): __slots__ = ("x",)
    """),
    ("SLT201", 'class E(ValueError): __slots__ = ("code",)'),
    ("SLT201", """
        from typing import Generic, TypeVar, Protocol
        T = TypeVar("T")
        class P(Generic[T]): __slots__ = ("x",)
        class Q(Protocol): __slots__ = ("x",)
    """),
    ("SLT201", """
        from elsewhere import slotted
        @slotted
        class A: pass
        class P(A): __slots__ = ("x",)
    """),
    ("SLT201", """
        from dataclasses import dataclass
        OPTIONS = {"slots": True}
        @dataclass(**OPTIONS)
        class A: x: int
        class P(A): __slots__ = ("y",)
    """),
    ("SLT202", """
        class A: __slots__ = ("__x",)
        class B(A): __slots__ = ("__x",)
    """),
    ("SLT203", """
        class A: __slots__ = ("a",)
        class M: __slots__ = ()
        class B(A): __slots__ = ("b",)
        class C(M, B, A): __slots__ = ("c",)
        class D(A, dict): pass
    """.replace("class D(A, dict): pass", "class D(M, dict): pass")),
    ("SLT203", """
        import sys
        class A: __slots__ = ("a",)
        class B: __slots__ = ("b",)
        def pick(first):
            base = A if first else B
            return type("C", (base,), {})
    """),
    ("SLT204", """
        class T(tuple): __slots__ = ()
        class U(tuple): __slots__ = ("__dict__",)
        class V(str): __slots__ = ()
    """),
    ("SLT205", """
        class A: __slots__ = ()
        class B(A): __slots__ = ("__weakref__", "__dict__")
    """),
    ("SLT206", """
        class A: pass
        class P(A):
            __slots__ = ("_x",)
            def __init__(self): self.x = 1
            @property
            def x(self): return self._x
            @x.setter
            def x(self, value): self._x = value
    """),
    ("SLT206", """
        class A: pass
        class P(A):
            __slots__ = ("x",)
            def __setattr__(self, name, value): object.__setattr__(self, "x", value)
            def __init__(self): self.y = 1
    """),
]  # fmt: skip


@pytest.mark.parametrize(("code", "text"), SILENT)
def test_stays_silent(code: str, text: str) -> None:
    assert flagged(text, code) == []


def test_a_special_slot_may_be_repeated_from_3_15_on() -> None:
    text = """
        class A: __slots__ = ("__weakref__",)
        class B(A): __slots__ = ("__weakref__",)
    """
    assert flagged(text, "SLT205", TARGETS) == ["B"]
    assert flagged(text, "SLT205", ((3, 15),)) == []


def test_one_fix_mends_all_of_a_slots_literal() -> None:
    text = """
        class A: __slots__ = ("x",)
        class B(A):
            __slots__ = ("x", "y", "y")
            def __init__(self): self.x = self.y = self.z = 1
        B()
    """
    fixes = {d.fix for d in findings(text) if d.fix}
    assert {d.code for d in findings(text)} == {"SLT202", "SLT401", "SLT403"}
    assert [fix.remedies[0].actions[0].names for fix in fixes] == [("y", "z")]
