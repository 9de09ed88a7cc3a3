"""Changes to a ``__slots__`` that is there: names added, removed, replaced; the bytes of the others stay."""

from __future__ import annotations

import pytest
from rewriting import rewritten

from slotlint.diagnostics import ExtendSlots, RemoveSlots, ReplaceSlots

EXTENDED: list[tuple[str, str]] = [
    ("()", '("c",)'),
    ("[]", '["c"]'),
    ("{}", '{"c": None}'),
    ('("a",)', '("a", "c")'),
    ('("a", "b")', '("a", "b", "c")'),
    ('("a", "b",)', '("a", "b", "c",)'),
    ("['a']", "['a', 'c']"),
    ('{"a"}', '{"a", "c"}'),
    ('{"a": "doc"}', '{"a": "doc", "c": None}'),
    ('"a"', '("a", "c")'),
    ('("a")', '("a", "c")'),
    ('"a", "b"', '"a", "b", "c"'),
    ('"a",', '"a", "c"'),
    ('(\n        "a",\n        # two\n        "b",  # bee, two\n    )', '(\n        "a",\n        # two\n        "b",  # bee, two\n        "c",\n    )'),
    ('(\n        "a",\n        "b"  # bee\n    )', '(\n        "a",\n        "b",  # bee\n        "c",\n    )'),
    ('["a",\n                 "b"]', '["a",\n                 "b",\n                 "c"]'),
    ('("a", "b",\n                 "d", "e")', '("a", "b",\n                 "d", "e", "c")'),
    (
        f'("{"a" * 30}", "{"b" * 30}", "d")',
        f'(\n        "{"a" * 30}",\n        "{"b" * 30}",\n        "d",\n        "c",\n    )',
    ),
]  # fmt: skip


@pytest.mark.parametrize(("before", "after"), EXTENDED)
def test_slots_are_extended(before: str, after: str) -> None:
    for head in ("__slots__ = ", "__slots__: tuple[str, ...] = "):
        if len(before) < 60:  # the annotation would make the line too long
            assert rewritten(f"class A:\n    {head}{before}\n", ExtendSlots(("c",))) == f"class A:\n    {head}{after}\n"


REMOVED: list[tuple[str, str]] = [
    ('("a",)', "()"),
    ('"a"', "()"),
    ('{"a"}', "()"),
    ('["a"]', "[]"),
    ('("a", "b")', '("b",)'),
    ('("b", "a")', '("b",)'),
    ('["a", "b", "a"]', '["b"]'),
    ('{"a": "x", "b": "y"}', '{"b": "y"}'),
    ('"a", "b"', '("b",)'),
    ('(\n        "b",\n        "a",  # first\n        "c",\n    )', '(\n        "b",\n        "c",\n    )'),
    ('(\n        "a",\n        "b",\n    )', '("b",)'),
    ('(\n        "b",  # bee\n        "a"\n    )', '(\n        "b",  # bee\n    )'),
    ('(\n        "a",  # first\n        # second\n        "b"\n    )', '(\n        # second\n        "b",\n    )'),
    ('["a", "b",\n                 "c"]', '["b", "c"]'),
]  # fmt: skip


@pytest.mark.parametrize(("before", "after"), REMOVED)
def test_names_leave_slots(before: str, after: str) -> None:
    source = f"class A:\n    __slots__ = {before}\n"
    assert rewritten(source, RemoveSlots(("a",))) == f"class A:\n    __slots__ = {after}\n"


def test_of_duplicates_the_first_stays() -> None:
    source = 'class A:\n    __slots__ = ("a", "b", "a", "a")\n'
    assert rewritten(source, RemoveSlots(("a",), duplicates=True)) == 'class A:\n    __slots__ = ("a", "b")\n'


REPLACED: list[tuple[str, tuple[str, ...], str]] = [
    ('"ab"', ("ab",), '("ab",)'),
    ("('ab')", ("ab",), "('ab',)"),
    ('"a b".split()', ("a", "b"), '("a", "b")'),
    ('("a" "b")', ("a", "b"), '("a", "b")'),
    ('["a", "b" "c", "d"]', ("a", "b", "c", "d"), '["a", "b", "c", "d"]'),
    ('(\n        "a",  # first\n        "b"\n        "c",\n    )', ("a", "b", "c"), '(\n        "a",  # first\n        "b",\n        "c",\n    )'),
    ('(\n        "a"  # first\n        "b"\n    )', ("a", "b"), '(\n        "a",  # first\n        "b",\n    )'),
]  # fmt: skip


@pytest.mark.parametrize(("before", "names", "after"), REPLACED)
def test_slots_are_replaced(before: str, names: tuple[str, ...], after: str) -> None:
    source = f"class A:\n    __slots__ = {before}\n"
    assert rewritten(source, ReplaceSlots(names)) == f"class A:\n    __slots__ = {after}\n"
