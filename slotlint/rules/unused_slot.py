"""A slot that nothing stores: no method, no subclass, no other module, no ``setattr`` with a name that is not known.

Found as well: a slot that is only ever augmented (``self.n += 1``) or deleted, which raises AttributeError, where a
class-level default or ``__init__`` was forgotten.

Before:

    class Token:
        __slots__ = ("kind", "text", "position")

        def __init__(self, kind, text):
            self.kind = kind
            self.text = text

After:

    class Token:
        __slots__ = ("kind", "text")

Why it pays: each slot costs 8 bytes an instance, used or not, and a name left over from a rename misleads readers.

Trade-offs: the fix is unsafe, since code outside the program may store the name.

When not to: where users of the class are meant to store the name. A class none of whose slots is stored is taken for
one that others fill, and is reported only where a slot hides what a base has; one whose ``__slots__`` is read by a loop
is not reported.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace

from slotlint.diagnostics import Applicability, Diagnostic, Fix, Note, RemoveSlots, Rule
from slotlint.program import ClassNode
from slotlint.rules.certainty import is_expected
from slotlint.rules.context import World
from slotlint.rules.decorators import decorated_writes
from slotlint.rules.layouts import fields, has_hook, is_malformed, is_settled, lists_slots, spot
from slotlint.rules.literals import is_literal, literal_fix
from slotlint.shape import SPECIAL, spelt
from slotlint.verdict import Case

NEEDING = frozenset({"aug", "del", "again"})  # stores that raise AttributeError where the slot is empty
RULE = Rule("SLT402", "unused-slot", "A slot that nothing stores.", __doc__ or "")


def find(world: World, case: Case) -> Iterator[Diagnostic]:
    """Findings on one class, in one: the fix is one."""
    if not case.shape.declared or case.node.mro is None or is_malformed(case) or not is_settled(world, case):
        return
    if case.shape.kind not in ("plain", "dataclass") or lists_slots(case) or is_open(world, case):
        return
    yield from (unbound(world, case, name, note) for name, note in never_bound(world, case))
    names = unused(world, case)
    data = [n for n in case.shape.declared if n not in SPECIAL]
    hiding = {n: owner for n in names if (owner := hidden(world, case, n)) is not None}
    if len(names) == len(data):  # a class that others fill
        names = list(hiding)
    if not names:
        return
    spelled = tuple(spelt(n, case.node.name) for n in names)
    removable = is_literal(case) and literal_fix(world, case) is None and not set(names) & read_names(world, case)
    fix = None
    if removable:
        remedy = world.remedy(case, (RemoveSlots(spelled),))
        fix = Fix(
            Applicability.UNSAFE, f"remove {', '.join(spelled)} from the slots of {case.node.name}", f"{case.node.key}.unused", (remedy,)
        )
    message = f"nothing stores {', '.join(spelled)}, of the slots of {case.node.facts.qualname}"
    notes = tuple(lost(world, owner, n) for n, owner in hiding.items())
    yield world.diagnose(RULE, case, message, **spot(case.shape.slots), notes=notes, fix=fix)


def unbound(world: World, case: Case, name: str, note: Note) -> Diagnostic:
    """The finding on a slot that is asked for before anything is stored in it."""
    shown = spelt(name, case.node.name)
    message = f"nothing stores {shown} of {case.node.facts.qualname} before this needs what it holds: AttributeError"
    return replace(world.diagnose(RULE, case, message, row=note.row, column=max(0, note.column - 1)), path=note.path)


def never_bound(world: World, case: Case) -> Iterator[tuple[str, Note]]:
    """(slot, place) where every store of it needs that it holds something: ``+=``, ``del``, a value made from the last one."""
    if not case.evidence.sites or has_hook(world, case, "__getattr__", "__getattribute__", "__setattr__", "__delattr__"):
        return
    family = [world.cases[c] for c in world.inference.family(case.cid)]
    other = held_otherwise(world, case, family)
    for name in case.shape.declared or ():
        writes = [w for c in family for w in c.evidence.writes if w.name == name]
        places = {w.note for w in writes}
        noted = {n for c in family if name in c.evidence.attributes for n in c.evidence.attributes[name].notes}
        if writes and name not in other and noted <= places and all(w.how in NEEDING and not w.guarded for w in writes):
            first = min(writes, key=lambda w: (not w.own, w.note.path, w.note.row))
            if not is_expected(world, first.module, first.scope, first.note.row):
                yield name, first.note


def hidden(world: World, case: Case, name: str) -> ClassNode | None:
    """The base whose method or default the slot stands before: reading the name raises AttributeError until it is stored."""
    return next((o for o in world.program.local_mro(case.node)[1:] if world.program.member(o.cid, name) is not None), None)


def lost(world: World, owner: ClassNode, name: str) -> Note:
    """What a slot hides."""
    row = world.program.members[owner.cid][name].row
    return Note(f"hides {owner.name}.{spelt(name, owner.name)}", world.path(owner), row, kind="class-name")


def is_open(world: World, case: Case) -> bool:
    """Whether names that nobody can tell are stored on instances."""
    family = [world.cases[c] for c in world.inference.family(case.cid)]
    notes = [n for c in family for n in (*c.evidence.blocks, *c.evidence.doubts, *c.shape.obstacles)]
    return any(n.kind in ("dynamic-store", "writer", "decorator", "metaclass", "copy", "class-assignment") for n in notes)


def unused(world: World, case: Case) -> list[str]:
    """The slots, mangled, that no store of the program can mean."""
    family = [world.cases[c] for c in world.inference.family(case.cid)]
    held = {n for c in family for n in (*c.evidence.attributes, *(w.name for w in c.evidence.writes))}
    held |= held_otherwise(world, case, family)
    return [n for n in dict.fromkeys(case.shape.declared or ()) if n not in held]


def held_otherwise(world: World, case: Case, family: list[Case]) -> set[str]:
    """The names that something else than a store on a known instance may fill, or ask the class for."""
    held = {n for c in family for n in (*c.evidence.patched, *c.evidence.class_reads, *c.evidence.class_stores)}
    held |= {w.name for w in decorated_writes(world, case)} | {m.name for m in fields(world, case)}
    promised = world.program.member(case.cid, "__match_args__")
    held |= set(world.inference.strings_of(case.node, promised.term) if promised else ())
    held |= world.once("unknown stores", lambda: {e.name for e in world.reach.pending if e.kind == "store"})
    return held | {*SPECIAL, "__orig_class__"}


def read_names(world: World, case: Case) -> set[str]:
    """The attributes that methods of the class and its family read from their instance."""
    found: set[str] = set()
    for cid in world.inference.family(case.cid):
        node = world.program.classes[cid]
        for scope in world.program.modules[node.module].facts.scopes:
            if scope.owner == node.index and scope.params:
                found.update(scope.loads.get(scope.params[0].name, ()))
    return found
