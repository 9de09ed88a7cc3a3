"""The findings on classes that could declare slots: one message, five codes."""

from __future__ import annotations

from collections.abc import Iterator

from slotlint.diagnostics import DecoratorArgument, Diagnostic, Rule
from slotlint.rules.context import World
from slotlint.rules.payoff import loss
from slotlint.verdict import Case


def code_of(world: World, case: Case) -> str:
    """Which of the five candidate rules a class falls under."""
    if case.shape.kind == "dataclass":
        return "SLT102"
    if case.shape.kind == "attrs":
        return "SLT103"
    if any(world.cases[c.cid].shape.declared is not None for c in world.program.local_mro(case.node)[1:]):
        return "SLT105"
    return "SLT101" if case.names or case.is_referenced_weakly else "SLT104"


def candidate(rule: Rule, world: World, case: Case) -> Iterator[Diagnostic]:
    """The finding on a candidate, when this is its rule."""
    if not case.ok or case.shape.declared is not None or code_of(world, case) != rule.code:
        return
    slots = world.slots(case)
    saved = world.saved(case)
    version = ".".join(map(str, world.program.targets[0]))
    gain = f": saves {saved} bytes an instance on {version}" if saved and case.names else ""
    listed = ", ".join(f'"{name}"' for name in slots) + ("," if len(slots) == 1 else "")
    made = any(isinstance(action, DecoratorArgument) for action in case.actions)
    how = f"take slots=True ({', '.join(slots)})" if made else f"declare __slots__ = ({listed})"
    fix = world.fix(case)
    notes = (*tuple(dict.fromkeys(case.doubts))[:5], *loss(world, case))
    yield world.diagnose(
        rule, case, f"{case.node.facts.qualname} could {how}{gain}", notes=notes, fix=fix, slots=slots, saved=saved,
        sizes=world.sizes(case),
    )  # fmt: skip
