"""Which classes an instance may change to: CPython's ``compatible_for_assignment`` on facts."""

from __future__ import annotations

from slotlint.rules.context import World
from slotlint.rules.layouts import is_settled, own_slots
from slotlint.shape import SPECIAL, spelt
from slotlint.verdict import Case


def is_real(world: World, case: Case) -> bool:
    """Whether instances are of this very class, not only of classes derived from it."""
    return bool(case.evidence.sites) or not world.program.descendants(case.cid)


def differ(world: World, case: Case, twin: Case) -> bool:
    """Whether CPython's ``compatible_for_assignment`` would refuse the two."""
    chains = [[world.cases[o.cid] for o in world.program.local_mro(c.node)] for c in (case, twin)]
    if any(c.node.mro is None or not is_settled(world, c) or len(c.node.bases) > 1 for chain in chains for c in chain):
        return False
    if world.program.external_mro(case.node) != world.program.external_mro(twin.node):
        return True
    one, other = (adders(world, chain) for chain in chains)
    if len(one) != len(other) or one[:-1] != other[:-1]:
        return True
    return one[-1:] != other[-1:] and one[-1][1] != other[-1][1]


def adders(world: World, chain: list[Case]) -> list[tuple[int, frozenset[str]]]:
    """The classes of a chain that add slots, with what they add, from the top; a class without slots adds both special ones."""
    found: list[tuple[int, frozenset[str]]] = []
    for owner in reversed(chain):
        slots = own_slots(world, owner)
        held = {name for _, names in found for name in names}
        added = {spelt(s, owner.node.name) for s in slots} if slots is not None else set(SPECIAL) - held
        if added:
            found.append((owner.cid, frozenset(added)))
    return found
