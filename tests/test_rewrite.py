"""Remedies become edits: what becomes what, pieces of source, and several classes of one file."""

from __future__ import annotations

import ast
import itertools

import pytest
from rewrite_cases import BECOMES
from rewriting import EMPTY, PATH, SLOTS, WEAK, plain, refusal, remedy, rewritten

from slotlint.diagnostics import Action, AddSlots, AddState, Edit, Remedy, ReplaceSource
from slotlint.edits import apply, prove
from slotlint.rewrite import Refusal, Style, edits_for


@pytest.mark.parametrize(("actions", "before", "after"), [case[1:] for case in BECOMES], ids=[case[0] for case in BECOMES])
def test_becomes(actions: tuple[Action, ...], before: str, after: str) -> None:
    assert rewritten(plain(before), *actions) == plain(after)


SPANS: list[tuple[str, str, str, str]] = [
    ("an expression", "self.__dict__", '{"a": self.a}', "self.__dict__"),
    ("a call", "vars(self)", '{"a": self.a}', "vars(self)"),
    ("checked in any layout", "vars( self )", '{"a": self.a}', "vars(self)"),
    ("not checked", "vars(self)", '{"a": self.a}', ""),
]


@pytest.mark.parametrize(("old", "new", "expect"), [case[1:] for case in SPANS], ids=[case[0] for case in SPANS])
def test_source_is_replaced(old: str, new: str, expect: str) -> None:
    head = 'class A:\n    def __init__(self):\n        self.a = 1\n\n    def f(self):\n        return "ü", '
    column = len(head.splitlines()[-1].encode())
    action = ReplaceSource(6, column, 6, column + len(old), new, expect)
    after = rewritten(head + old + "\n", AddSlots(("a",)), action)
    assert after.endswith(f'return "ü", {new}\n')
    assert '    __slots__ = ("a",)\n' in after


def test_a_statement_is_replaced_by_several_lines() -> None:
    source = "class A:\n    def update(self, new):\n        self.__dict__.update(new)\n        return self\n"
    content = "for name, value in new.items():\n            setattr(self, name, value)"
    after = rewritten(source, ReplaceSource(3, 8, 3, 33, content, "self.__dict__.update(new)"))
    assert after == source.replace("self.__dict__.update(new)", content)


# -- several classes, several remedies ---------------------------------------------------------------------------------

NESTED = """
class Outer:
    class Inner:
        def __init__(self):
            self.a = 1

    class Last: pass
"""


def test_classes_in_classes_are_rewritten_together_in_any_order() -> None:
    source = plain(NESTED)
    remedies = [
        remedy(source, (EMPTY, AddState((), ("__setstate__",))), "Outer"),
        remedy(source, (AddSlots(("a",)), AddState(("a",), ("__setstate__",))), "Outer.Inner"),
        remedy(source, (EMPTY, AddState((), ("__setstate__",))), "Outer.Last"),
    ]
    edits = edits_for(PATH, source.encode(), remedies, Style())
    assert not isinstance(edits, Refusal)
    assert edits == edits_for(PATH, source.encode(), remedies[::-1], Style())
    after = apply(source.encode(), edits)
    assert prove(source.encode(), after, remedies) is None
    inner = [node for node in ast.walk(ast.parse(after)) if isinstance(node, ast.ClassDef)]
    assert all("__slots__" in ast.unparse(node.body[0]) for node in inner)


def test_edits_are_in_order_and_apart() -> None:
    source = plain(NESTED)
    remedies = [remedy(source, (EMPTY,), name) for name in ("Outer", "Outer.Last")]
    edits = edits_for(PATH, source.encode(), remedies, Style())
    assert not isinstance(edits, Refusal)
    spans = [((e.location.row, e.location.column), (e.end_location.row, e.end_location.column)) for e in edits]
    assert spans == sorted(spans)
    assert all(left[1] < right[0] for left, right in itertools.pairwise(spans))


def test_an_edit_that_adds_a_line_is_an_insertion() -> None:
    source = "class A:\n    x = 1\n"
    edits = edits_for(PATH, source.encode(), [remedy(source, (EMPTY,))], Style())
    assert not isinstance(edits, Refusal)
    (edit,) = edits
    assert edit == Edit(PATH, edit.location, edit.location, "    __slots__ = ()\n")
    assert (edit.location.row, edit.location.column) == (2, 1)


def test_remedies_for_one_decorator_combine() -> None:
    source = "@dataclass\nclass A:\n    x: int\n"
    remedies = [remedy(source, (SLOTS,)), remedy(source, (WEAK,))]
    found = {edits_for(PATH, source.encode(), order, Style()) for order in (remedies, remedies[::-1])}
    (edits,) = found
    assert not isinstance(edits, Refusal)
    assert apply(source.encode(), edits).startswith(b"@dataclass(slots=True, weakref_slot=True)\n")


def test_remedies_for_other_files_are_left_out() -> None:
    other = Remedy("b.py", 99, "B", (EMPTY,))
    assert edits_for(PATH, b"class A: pass\n", [other], Style()) == ()


def test_a_second_run_finds_slots_there() -> None:
    after = rewritten("class A:\n    pass\n", EMPTY)
    assert "already" in refusal(after, EMPTY)
