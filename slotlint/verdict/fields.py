"""The fields that attrs finds in the body of a class: it gives slots to these, and to no other name."""

from __future__ import annotations

from collections.abc import Callable

from slotlint import effects
from slotlint.facts import Member, Term
from slotlint.infer import UNKNOWN, Inference, plain_name
from slotlint.program import ClassNode
from slotlint.shape import Shape


def callee_names(node: ClassNode, term: Term, inference: Inference) -> set[str]:
    """The dotted names of what a term calls, "" among them where it may be something else."""
    values = inference.ask(node.module, node.facts.scope, inference.head(node.module, term))
    names = {plain_name(v[1]) for v in values if v[0] == "ext"} | inference.function_names(values)
    return names | {""} if not values or UNKNOWN in values or any(v[0] not in ("ext", "fn") for v in values) else names


def may_make_field(node: ClassNode, member: Member, inference: Inference) -> bool:
    """Whether the value of a class-level name may be an ``attr.ib()``, by itself or by a function that makes one."""
    if member.kind != "value" or inference.facts[node.module].terms[member.term][0] != "c":
        return False
    names = callee_names(node, member.term, inference)
    return bool(names & effects.ATTRS_FIELDS) or any(n.partition(".")[0] not in effects.NO_FIELD_MODULES for n in names)


def makes_field(node: ClassNode, member: Member, inference: Inference) -> bool:
    """Whether the value of a class-level name is an ``attr.ib()``."""
    if member.kind != "value" or inference.facts[node.module].terms[member.term][0] != "c":
        return False
    return callee_names(node, member.term, inference) <= effects.ATTRS_FIELDS


def attrs_fields(node: ClassNode, shape: Shape, inference: Inference, is_field: Callable[[Member], bool]) -> set[str]:
    """The names that are fields beyond doubt. ``is_field``: whether an annotation is one of a field, and no ``ClassVar``.

    With ``auto_attribs`` these are the annotated names, without it what ``attr.ib()`` is bound to; ``define`` looks which of
    the two it is: an ``attr.ib()`` without annotation tells.
    """
    members = node.facts.members
    made = {m.name for m in members if makes_field(node, m, inference)}
    annotated = {m.name for m in members if m.annotation and is_field(m)}
    options = dict(shape.options)
    if "these" in options:
        return set()
    names = callee_names(node, node.facts.decorators[shape.decorator], inference)
    automatic = options.get("auto_attribs", True if names <= effects.ATTRS_AUTOMATIC else False if names <= effects.ATTRS_CLASSIC else None)
    if automatic is not None:
        return annotated if automatic else made
    if all(m.annotation for m in members if may_make_field(node, m, inference)):
        return annotated
    return made if any(m.name in made and not m.annotation for m in members) else made & annotated
