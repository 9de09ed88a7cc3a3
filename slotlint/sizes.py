"""Bytes per instance on 64-bit CPython 3.9 to 3.15 with the GIL: the wrapper only, attribute values not counted.

The figures are what the allocator is asked for in steady state, when the class has made some thirty instances. They
follow from the layout of objects and dicts (Objects/dictobject.c, Objects/typeobject.c): a garbage collector header of
16 bytes, the object of 16, 8 a slot, and what the version adds for ``__dict__`` and ``__weakref__``. Versions outside
the range count as the nearest. Other versions, and free-threaded builds, may differ.
"""

from __future__ import annotations

from collections.abc import Collection, Sequence
from dataclasses import dataclass

Version = tuple[int, int]

OLDEST, NEWEST = (3, 9), (3, 15)
EMPTY = 32  # collector header and object
POINTER = 8
DICT = 64  # a dict object without its table
SHAREABLE = 30  # names that the instances of a class can share at most
USABLE = {size: size * 2 // 3 for size in (1 << power for power in range(3, 24))}  # entries that a table of keys holds


@dataclass(frozen=True, slots=True)
class Layout:
    """What decides how large an instance with a ``__dict__`` is.

    ``names`` are those that the dict holds, in order of first store. ``late``: those of them that are first stored when
    some thirty instances exist. ``own``: names stored as ``self.X`` in the body of the very class, those of its slots
    too (they count from 3.14). ``filled``: how the dict gets its names, by "stores", an "update" or an "assign" of the
    whole dict. ``touched``: something looks at the ``__dict__`` of the instance. ``solid``: a builtin base such as list or
    str has fields of its own, which are not counted.
    """

    names: tuple[str, ...] = ()
    slots: int = 0
    own: tuple[str, ...] = ()
    late: frozenset[str] = frozenset()
    filled: str = "stores"
    touched: bool = False
    solid: bool = False


def slotted_size(n_slots: int, weakref: bool, version: Version) -> int:
    """Bytes of an instance with so many slots over its whole MRO and no ``__dict__``."""
    return EMPTY + POINTER * n_slots + (weakref_cost(version) if weakref else 0)


def weakref_cost(version: Version) -> int:
    """Bytes that a ``__weakref__`` slot adds to an instance without ``__dict__``."""
    return 16 if version >= (3, 12) else POINTER


def unslotted_size(layout: Layout, version: Version) -> int:
    """Bytes of an instance whose MRO gives it ``__dict__`` and ``__weakref__``, its dict included."""
    version = min(max(version, OLDEST), NEWEST)
    fixed = with_dict(layout.slots, version)
    if layout.filled != "stores":
        return fixed + filled_at_once(layout, version)
    if version < (3, 11):
        return fixed + split_dict(layout)
    if layout.solid or (version == (3, 13) and layout.slots):
        return fixed + apart_values(layout, version)
    room, shared = shared_names(layout.names, layout.late, layout.own if version >= (3, 14) else ())
    values = inline_values(room, version)
    if shared == len(layout.names):
        return fixed + values + (DICT if layout.touched else 0)
    return fixed + (values if version >= (3, 13) else 0) + private_dict(len(layout.names), version, shared)


def with_dict(n_slots: int, version: Version) -> int:
    """Bytes of the object itself, with room to find a dict and weak references, but neither of them."""
    return EMPTY + POINTER * n_slots + (24 if version == (3, 11) else 16)


def empty_saving(version: Version) -> int:
    """Bytes that ``__slots__ = ()`` saves in a subclass of tuple, int or bytes, which have no room for weak references."""
    return 16 if version >= (3, 12) else POINTER


def shared_names(names: Sequence[str], late: Collection[str] = (), own: Collection[str] = ()) -> tuple[int, int]:
    """From 3.11: (values that an instance has room for, how many names are stored before one is that keys do not share).

    A class shares 30 names: first its own (sorted, from 3.14), then those that come. Each new instance takes one of the
    free places away, down to one.
    """
    kept = set(sorted(set(own))[:SHAREABLE])
    free = SHAREABLE - len(kept)
    free -= free > 1
    for at, name in enumerate(names):
        if name in late:
            free = min(free, 1)
        if name not in kept:
            if not free:
                return len(kept), at
            kept.add(name)
            free -= 1
    return len(kept) + min(free, 1), len(names)


def inline_values(count: int, version: Version) -> int:
    """From 3.11: the values of a dict that is not there, with the order in which they were stored."""
    if version < (3, 13):
        return aligned(count + 2) + POINTER * count
    return aligned(count) + POINTER * (count + 1)


def apart_values(layout: Layout, version: Version) -> int:
    """Where values are not kept with the object: a dict as soon as there are any, with room for all that is shared."""
    if not layout.names:
        return DICT if layout.touched else 0
    if len(layout.names) <= SHAREABLE and len(set(layout.names) & layout.late) < 2:
        return DICT + inline_values(SHAREABLE, version)
    return private_dict(len(layout.names), version, min(len(layout.names), SHAREABLE))


def split_dict(layout: Layout) -> int:
    """Up to 3.10: a dict whose keys are shared, with its array of values; private where late names outgrow the keys."""
    count = len(layout.names)
    if not count and not layout.touched:
        return 0
    early = count - len(set(layout.names) & layout.late)
    if 0 < early < count and table_slots(count) > table_slots(early):
        return private_dict(count, (3, 10))
    return DICT + POINTER * USABLE[table_slots(count)]


def filled_at_once(layout: Layout, version: Version) -> int:
    """A dict that is filled by ``self.__dict__.update(...)``, or put in the place of the instance's own."""
    count = len(layout.names)
    split = Layout(layout.names, layout.slots, late=layout.late, touched=True)
    if layout.filled == "update":
        if version == (3, 9) and count <= USABLE[8]:
            return split_dict(split)
        if version >= (3, 13) and count <= USABLE[64]:
            return unslotted_size(split, version) - with_dict(layout.slots, version)
    table = combined(table_slots(count), version)
    if version < (3, 13) or layout.slots:
        return table
    # the room for values stays, unused; 3.14 counts ``self.__dict__ = ...`` as one of the names
    named = version >= (3, 14) and layout.filled == "assign"
    return inline_values(2 if named else 1, version) + table


def private_dict(n: int, version: Version, shared: int = 0) -> int:
    """A dict that shares nothing, after ``shared`` names that were: then it starts at three times their number."""
    least = max(16, next(size for size in USABLE if size >= 3 * shared)) if shared else 0
    return combined(max(table_slots(n), least), version)


def combined(slots: int, version: Version) -> int:
    """A dict with a table of its own."""
    header, entry = (32, 16) if version >= (3, 11) else (40, 24)
    return DICT + header + slots * (1 if slots <= 128 else 2 if slots <= 65536 else 4) + entry * USABLE[slots]


def table_slots(n: int) -> int:
    """The size of the smallest table that holds so many keys."""
    return next(size for size, usable in USABLE.items() if usable >= n)


def aligned(size: int) -> int:
    return -(-size // POINTER) * POINTER
