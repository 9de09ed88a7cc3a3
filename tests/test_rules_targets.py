"""What the rules say depends on the oldest supported Python, and a fix stands where the chain begins."""

from __future__ import annotations

from judging import TARGETS, findings, flagged
from test_rules_hazards import NODE

from slotlint.diagnostics import Applicability

SUPER = """
    from dataclasses import dataclass
    @dataclass(slots=True)
    class P:
        x: int
        def f(self): return super().__repr__()
"""


def test_super_is_judged_for_the_oldest_target() -> None:
    assert flagged(SUPER, "SLT306", TARGETS) == ["P"]
    assert flagged(SUPER, "SLT306", ((3, 14),)) == []


def test_lost_slots_are_judged_for_the_oldest_target() -> None:
    text = """
        import copy
        class S(set):
            __slots__ = ("tag",)
            def __init__(self): self.tag = 1
        copy.copy(S())
    """
    assert flagged(text, "SLT302", ((3, 10), (3, 14))) == ["S"]
    assert flagged(text, "SLT302", ((3, 11), (3, 14))) == []


def test_a_weak_reference_is_mended_where_the_chain_begins() -> None:
    text = (
        NODE
        + """
    class Child(Node):
        __slots__ = ("y",)
    weakref.ref(Node()), weakref.ref(Child())
    """
    )
    found = findings(text, "SLT301")
    assert [d.class_name for d in found] == ["Node", "Child"]
    assert {d.fix.remedies[0].qualname for d in found if d.fix} == {"Node"}
    assert {d.fix.applicability for d in found if d.fix} == {Applicability.SAFE}


def test_weakref_slot_of_a_dataclass_needs_3_11() -> None:
    text = """
        import weakref
        from dataclasses import dataclass
        @dataclass(slots=True)
        class P: x: int
        weakref.ref(P(1))
    """
    assert [d.fix is None for d in findings(text, "SLT301", ((3, 10),))] == [True]
    assert [d.fix is None for d in findings(text, "SLT301", ((3, 11),))] == [False]
