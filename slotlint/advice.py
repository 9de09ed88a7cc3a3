"""Slots, a pool, both or neither: the decision on one class from what a profile saw of it."""

from __future__ import annotations

from slotlint.diagnostics import Seen, Size, Trade
from slotlint.profiles import ClassProfile, Profile

EXPENSIVE = 0.001  # seconds to build one instance
SHARE = 0.02  # of the CPU time that goes into building
OFTEN = 50  # instances made
TURNOVER = 3  # instances made for each that lives at the peak
IN_CYCLES = 0.1  # of the instances made, seen to die in the cyclic collector
HEAVY = 10_000  # bytes of values in one instance: beside them the wrapper does not count
WORTH = 10_000  # bytes saved at the peak
REUSED = 2  # constructions for each different set of arguments


def advise(seen: ClassProfile, profile: Profile, size: Size | None) -> Seen:
    """The verdict with its figures; ``size`` is None where slots save nothing or may not be declared."""
    saved = per_instance(seen, size)
    pool, figures = _pool(seen, profile)
    wrapper = (seen.payload or 0) < HEAVY
    slots = wrapper and saved * seen.peak >= WORTH
    if not wrapper:
        figures.append(f"an instance holds {seen.payload:,} bytes of values: the wrapper does not count")
    if saved:
        figures.append(f"slots save {saved} bytes on each of {seen.peak:,} live at the peak (a lower bound)")
    trade = Trade.BOTH if pool and slots else Trade.POOL if pool else Trade.SLOTS if slots else Trade.NEITHER
    return Seen(trade, seen.peak, seen.created, saved * seen.peak, tuple(figures))


def per_instance(seen: ClassProfile, size: Size | None) -> int:
    """Bytes that slots save on one instance, on the average of those that were looked at."""
    if size is None:
        return 0
    extra = (size.most - size.before) * seen.looked_at // seen.checked if seen.checked else 0
    return max(0, size.saved + extra)


def _pool(seen: ClassProfile, profile: Profile) -> tuple[bool, list[str]]:
    """Whether instances are expensive, made often and short-lived, and made again for what they were made for before."""
    if seen.created is None or seen.init_seconds is None:
        return False, []
    made = f"{seen.created:,} made" if seen.exact else f"about {seen.created:,} made"
    figures = [f"{made}, {seen.init_seconds * 1000:.3g} ms each"]
    cycles = seen.died_in_collector >= IN_CYCLES * seen.created
    if cycles:
        figures.append(f"{seen.died_in_collector:,} seen to die in the cyclic collector")
    reused = seen.observed == 0 or seen.keys * REUSED <= seen.observed
    if seen.observed and seen.observed > 1:
        figures.append(f"{seen.keys} different arguments in {seen.observed:,} constructions")
    share = seen.created * seen.init_seconds / max(profile.cpu_seconds, 0.001)
    expensive = seen.init_seconds >= EXPENSIVE and share >= SHARE
    short = cycles or seen.created >= TURNOVER * max(seen.peak, 1)
    return expensive and seen.created >= OFTEN and short and reused, figures
