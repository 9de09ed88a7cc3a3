"""A slot of the same name as a class variable or method of the class: ValueError at import.

Names count as CPython stores them, so a private name conflicts with its mangled spelling as well.

Before:

    class Timer:
        __slots__ = ("started",)
        started = None           # ValueError: 'started' in __slots__ conflicts with class variable

After:

    class Timer:
        __slots__ = ("started",)

        def __init__(self):
            self.started = None

Why it pays: the module cannot be imported.

Trade-offs: the default costs one store for each instance made, and cannot be read through the class any more.

When not to: where the value is to be shared by all instances, remove the slot instead.
"""

from __future__ import annotations

from collections.abc import Iterator

from slotlint.diagnostics import Applicability, Diagnostic, Fix, MoveDefault, Note, Rule
from slotlint.facts import Member
from slotlint.rules.context import World
from slotlint.rules.layouts import is_malformed, spot
from slotlint.shape import SPECIAL, spelt
from slotlint.verdict import Case

RULE = Rule("SLT406", "slot-hides-class-attribute", "ValueError: a class variable or method of the name of a slot.", __doc__ or "")

EXEMPT = frozenset({*SPECIAL, "__qualname__", "__classcell__"})  # ``type.__new__`` takes the last two out of the namespace


def find(world: World, case: Case) -> Iterator[Diagnostic]:
    """Findings on one class."""
    if case.shape.slots is None or case.shape.slots.conditional:
        return
    held = {n: m for n in dict.fromkeys(case.shape.declared or ()) if (m := conflict(world, case, n)) is not None}
    fix = moved(world, case, held)
    for name, member in held.items():
        shown = spelt(name, case.node.name)
        what = "method" if member.kind == "def" else "class variable"
        note = Note(f"the {what} {shown}", world.path(case.node), member.row, kind="class-name")
        message = f"slot {shown} of {case.node.facts.qualname} conflicts with its {what} {shown}: ValueError at import"
        yield world.diagnose(RULE, case, message, **spot(case.shape.slots), notes=(note,), fix=fix)


def conflict(world: World, case: Case, name: str) -> Member | None:
    """The member that stands in the namespace when the class is made."""
    member = world.program.member(case.cid, name)
    return member if member is not None and not member.conditional and name not in EXEMPT else None


def moved(world: World, case: Case, held: dict[str, Member]) -> Fix | None:
    """Defaults that can be stored by ``__init__`` instead; unsafe where the class itself is asked for them."""
    if not held or case.shape.kind != "plain" or is_malformed(case):
        return None
    if not all(m.kind == "value" and m.single and m.default in ("const", "name") for m in held.values()):
        return None
    safe = all(m.default == "const" and not world.judge.family_note(case, n, lambda e: e.class_reads) for n, m in held.items())
    action = MoveDefault(tuple(spelt(n, case.node.name) for n in held), world.judge.create_init(case))
    applicability = Applicability.SAFE if safe and not world.program.descendants(case.cid) else Applicability.UNSAFE
    message = f"store {', '.join(action.names)} in __init__ of {case.node.name}"
    return Fix(applicability, message, f"{case.node.key}.defaults", (world.remedy(case, (action,)),))
