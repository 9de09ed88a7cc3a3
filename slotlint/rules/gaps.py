"""What a class without a ``__dict__`` should have slots for and has not: stored names, annotated names, weak references."""

from __future__ import annotations

from dataclasses import dataclass

from slotlint.diagnostics import Note
from slotlint.evidence import Write
from slotlint.facts import Member
from slotlint.rules.certainty import is_certain, is_expected, is_only
from slotlint.rules.context import World
from slotlint.rules.decorators import decorated_writes
from slotlint.rules.layouts import (
    fields,
    found_in,
    gives,
    has_hook,
    is_dictless,
    is_exposed,
    is_malformed,
    own_slots,
)
from slotlint.shape import SPECIAL
from slotlint.verdict import Case

DYNAMIC = frozenset({"setattr", "patch", "decorator"})


@dataclass(frozen=True, slots=True)
class Gap:
    """A store that raises AttributeError; ``hidden_by`` is the class-level name that makes the slot unreachable."""

    name: str
    notes: tuple[Note, ...]
    dynamic: bool
    hidden_by: Note | None = None


def gaps(world: World, case: Case) -> list[Gap]:
    """The stores on instances of the class that no slot takes."""
    if not is_dictless(world, case) or is_malformed(case) or not is_exposed(world, case):
        return []
    frozen = case.shape.kind in ("dataclass", "attrs") and case.shape.option("frozen") is not False
    hooked = frozen or has_hook(world, case, "__setattr__")
    notes: dict[str, list[Write]] = {}
    for write in (*case.evidence.writes, *hidden_writes(world, case), *decorated_writes(world, case)):
        passes = not hooked or write.how in ("object", "patch")
        if passes and not write.guarded and write.name[:2] + write.name[-2:] != "____" and is_real(world, case, write):
            notes.setdefault(write.name, []).append(write)
    found = [gap for name, writes in notes.items() if (gap := gap_of(world, case, name, writes)) is not None]
    return sorted(found, key=lambda g: (g.notes[0].row, g.notes[0].column))


def is_real(world: World, case: Case, write: Write) -> bool:
    """Whether an instance of the class is known to meet the store, and no test waits for its error."""
    if write.own or write.how == "decorator":
        return True
    if is_expected(world, write.module, write.scope, write.note.row):
        return False
    sure = write.sure or is_only(world, write.module, write.scope, write.receiver, case.cid)
    return sure and is_certain(world, write.module, write.scope, write.receiver, case.cid)


def weak_targets(world: World, case: Case) -> tuple[Note, ...]:
    """The places where weak references are known to be taken to instances of the class."""
    found = [
        e.note for e in case.evidence.weak_targets
        if not is_expected(world, e.module, e.scope, e.note.row) and is_certain(world, e.module, e.scope, e.receiver, case.cid)
    ]  # fmt: skip
    return tuple(dict.fromkeys(found))


def hidden_writes(world: World, case: Case) -> list[Write]:
    """What ``__init__`` of a base stores in a slot that a class-level name of this class hides."""
    if world.program.member(case.cid, "__init__") is not None:
        return []
    return [
        write
        for owner in world.program.local_mro(case.node)[1:]
        for write in world.cases[owner.cid].evidence.writes
        if write.own and write.name in (own_slots(world, world.cases[owner.cid]) or ())
        and found_in(world, case, write.name)[0] == "value"
        and world.program.scope(write.module, write.scope).name == "__init__"
    ]  # fmt: skip


def gap_of(world: World, case: Case, name: str, writes: list[Write]) -> Gap | None:
    """The gap of one name, if nothing takes the store."""
    kind, owner, member = found_in(world, case, name)
    if kind in ("slot", "descriptor", "unsure") or provided_below(world, case, name):
        return None
    hidden = None
    if owner is not None and member is not None:
        hidden = Note(f"{owner.name}.{name} is a class-level name", world.path(owner), member.row, kind="class-name")
    ordered = sorted(writes, key=lambda w: (w.how in DYNAMIC, not w.own, w.note.path, w.note.row))
    places = tuple(dict.fromkeys(w.note for w in ordered))
    return Gap(name, places[:5], ordered[0].how in DYNAMIC, hidden)


def provided_below(world: World, case: Case, name: str) -> bool:
    """Whether a class derived from this one takes the store: the base then stores for its children."""
    for cid in world.program.descendants(case.cid):
        below = world.cases[cid]
        if not is_dictless(world, below) or found_in(world, below, name)[0] in ("slot", "descriptor", "unsure"):
            return True
    return False


def unslotted_annotations(world: World, case: Case) -> list[Member]:
    """The bare annotations of instance attributes that nothing provides, and the fields that ``__init__`` would store."""
    if not is_dictless(world, case) or is_malformed(case) or not is_exposed(world, case):
        return []
    if (
        case.shape.kind not in ("plain", "dataclass")
        or is_namedtuple(case)
        or has_hook(world, case, "__getattr__", "__getattribute__", "__setattr__")
    ):
        return []
    generated = case.shape.kind == "dataclass" and dict(case.shape.options).get("init", True) is not False
    return [
        m for m in fields(world, case)
        if (generated or m.kind == "annotation") and not m.conditional and m.name not in SPECIAL
        and not (m.kind == "value" and world.program.member(case.cid, "__init__"))
        and found_in(world, case, m.name)[0] in ("", "value" if m.kind == "value" else "") and not known_below(world, case, m.name)
    ]  # fmt: skip


def known_below(world: World, case: Case, name: str) -> bool:
    """Whether a class derived from this one has the name in any way."""
    below = [world.cases[d] for d in world.program.descendants(case.cid)]
    return provided_below(world, case, name) or any(found_in(world, b, name)[0] for b in below)


def is_namedtuple(case: Case) -> bool:
    """Whether a base is a named tuple, whose fields annotations only describe."""
    return any(base.reason in ("namedtuple", "namedtuple-body") for base in case.node.bases)


def lacks_weakref(world: World, case: Case) -> bool:
    """Whether instances are known to take no weak references, on any supported version."""
    if not is_dictless(world, case):
        return False
    if any("__weakref__" in (own_slots(world, world.cases[o.cid]) or ()) for o in world.program.local_mro(case.node)):
        return False
    bases = world.program.external_mro(case.node)
    return not any(gives(base, "__weakref__", version) for base in bases for version in world.program.targets)
