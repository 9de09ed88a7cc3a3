"""The rules: each a generator of diagnostics over one class and the program. They know no parser and no layout of text."""

from __future__ import annotations

from slotlint.diagnostics import Diagnostic, Explanation, Note, Rule, Verdict
from slotlint.program import Program
from slotlint.rules import (
    annotation_not_in_slots,
    attribute_not_in_slots,
    attrs_without_slots,
    cached_property_without_dict,
    class_assignment_layout,
    dataclass_without_slots,
    dict_of_slotted,
    duplicate_slot,
    dynamic_attribute,
    hidden_missing_slot,
    invalid_slots,
    layout_conflict,
    missing_empty_slots,
    missing_slots,
    missing_weakref_slot,
    needless_dict_slot,
    second_class_object,
    single_string_slots,
    slot_hides_class_attribute,
    slot_redefined,
    slots_changed_too_late,
    slots_lost_in_subclass,
    slots_on_variable_size_base,
    special_slot_twice,
    state_needs_dict,
    syntax_error,
    unslotted_base,
    unused_slot,
    unused_suppression,
)
from slotlint.rules.context import World, own_cases, world_of
from slotlint.rules.payoff import loss, weigh
from slotlint.verdict import Case, Options

CHECKS = (
    missing_slots,
    dataclass_without_slots,
    attrs_without_slots,
    missing_empty_slots,
    slots_lost_in_subclass,
    unslotted_base,
    slot_redefined,
    layout_conflict,
    slots_on_variable_size_base,
    special_slot_twice,
    hidden_missing_slot,
    missing_weakref_slot,
    state_needs_dict,
    dict_of_slotted,
    cached_property_without_dict,
    dynamic_attribute,
    second_class_object,
    attribute_not_in_slots,
    unused_slot,
    duplicate_slot,
    single_string_slots,
    invalid_slots,
    slot_hides_class_attribute,
    annotation_not_in_slots,
    slots_changed_too_late,
    class_assignment_layout,
    needless_dict_slot,
)
SYNTAX_ERROR, UNUSED_SUPPRESSION = syntax_error.RULE, unused_suppression.RULE
RULES: tuple[Rule, ...] = (*(check.RULE for check in CHECKS), SYNTAX_ERROR, UNUSED_SUPPRESSION)


def judge(program: Program, options: Options) -> list[Diagnostic]:
    """Every finding on the program, in no particular order."""
    return findings(world_of(program, options))


def findings(world: World) -> list[Diagnostic]:
    """Every finding on a program that was judged, in no particular order."""
    found = [d for case in own_cases(world) for check in CHECKS for d in check.find(world, case)]
    return [*found, *syntax_errors(world.program)]


def syntax_errors(program: Program) -> list[Diagnostic]:
    """A finding for each file of the program that cannot be read as Python."""
    return [
        Diagnostic(SYNTAX_ERROR.code, SYNTAX_ERROR.name, m.facts.problem[0], m.path, row, column, row, column + 1, m.name)
        for m in program.modules
        if m.facts.problem and not m.foreign
        for row, column in [(max(1, m.facts.problem[1]), max(1, m.facts.problem[2]))]
    ]


def explain(program: Program, options: Options, name: str) -> Explanation | None:
    """The verdict on the class ``pkg.mod:Outer.Inner`` with all its evidence; None when there is no such class."""
    node = program.node(name)
    if node is None:
        return None
    world = world_of(program, options)
    return explanation(world, world.cases[node.cid])


def explanation(world: World, case: Case) -> Explanation:
    """The verdict on one case."""
    node = case.node
    defects = [d for check in CHECKS[5:] for d in check.find(world, case)]
    if case.shape.declared is not None:
        verdict = Verdict.DEFECT if defects else Verdict.SLOTTED
    else:
        verdict = Verdict.CANDIDATE if case.ok else Verdict.REFUSED
    return Explanation(
        world.program.modules[node.module].name, node.facts.qualname, world.path(node), node.facts.row, verdict,
        world.slots(case), world.fix(case), world.saved(case) if case.node.mro else None, world.payoff(case),
        tuple(evidence(world, case, defects)), world.sizes(case),
    )  # fmt: skip


def evidence(world: World, case: Case, defects: list[Diagnostic]) -> list[Note]:
    """Everything that was found out about a class, reasons first."""
    found = [*case.reasons, *case.doubts]
    found += [Note(d.message, d.path, d.row, d.column, d.code) for d in defects]
    found += [*weigh(world, case).notes, *loss(world, case)]
    held = case.evidence
    found += [n for a in held.attributes.values() for n in a.notes]
    found += [*held.weakrefs, *(s.note for s in held.sites), *(r.note for r in held.dict_uses), *held.copied]
    found.append(Note(f"the class {case.node.facts.qualname}", world.path(case.node), case.node.facts.row, kind="class"))
    return list(dict.fromkeys(found))


def classes(program: Program) -> list[str]:
    """Every class of the program, as ``explain`` takes it."""
    return [node.key for node in program.classes if not program.modules[node.module].foreign]
