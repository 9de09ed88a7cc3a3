"""Parts of a fix: what is left of a group of classes where some of them are not to be changed."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import replace

from slotlint.diagnostics import Fix, Remedy


def declaring(remedies: tuple[Remedy, ...]) -> str:
    """What a fix of these classes does."""
    if len(remedies) > 1:
        return f"declare slots in {len(remedies)} classes that change together"
    return f"declare slots in class {remedies[0].qualname.rpartition('.')[2]}"


def parted(fix: Fix, unchanged: Iterable[int]) -> tuple[Fix | None, Fix | None]:
    """The part of a fix that can be applied without the remedies at some places, and the rest; None for an empty one."""
    out = set(unchanged) if fix.needs else set(range(len(fix.remedies)))
    grows = True
    while grows:
        more = {place for place, needed in enumerate(fix.needs) if place not in out and not out.isdisjoint(needed)}
        out |= more
        grows = bool(more)
    return _part(fix, [i for i in range(len(fix.remedies)) if i not in out]), _part(fix, sorted(out))


def _part(fix: Fix, places: list[int]) -> Fix | None:
    if not places or len(places) == len(fix.remedies):
        return fix if places else None
    moved = {old: new for new, old in enumerate(places)}
    remedies = tuple(fix.remedies[place] for place in places)
    needs = tuple(tuple(moved[old] for old in fix.needs[place] if old in moved) for place in places)
    first = remedies[0]
    group = fix.group if places[0] == 0 else f"{first.path}:{first.qualname}"
    return replace(fix, message=declaring(remedies), group=group, remedies=remedies, needs=needs)
