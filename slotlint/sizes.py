"""Bytes per instance on 64-bit CPython 3.9 to 3.15 with the GIL: the wrapper only, attribute values not counted.

The figures are what the allocator is asked for in steady state, when the class has made some thirty instances. They
follow from the layout of objects and dicts (Objects/dictobject.c, Objects/typeobject.c): a garbage collector header of
16 bytes, the object of 16, 8 a slot, and what the version adds for ``__dict__`` and ``__weakref__``. Versions outside
the range count as the nearest. Other versions, and free-threaded builds, may differ.
"""

from __future__ import annotations

import enum
from collections.abc import Callable

Version = tuple[int, int]

OLDEST, NEWEST = (3, 9), (3, 15)
EMPTY = 32  # collector header and object
POINTER = 8
DICT = 64  # a dict object without its table
SHARED_KEYS = 29  # more attributes than these cannot share their keys between instances
USABLE = {size: size * 2 // 3 for size in (1 << power for power in range(3, 24))}  # entries that a table of keys holds


class Shape(enum.Enum):
    """How a class and its program store n attributes; each is one that source code tells."""

    PLAIN = "plain"  # no slots, every store is ``self.X`` in the class's own body
    SLOTS = "slots"
    SLOTS_WEAKREF = "slots_weakref"
    SLOTS_DICT = "slots_dict"  # n slots and an unused "__dict__" slot
    CHILD_OF_UNSLOTTED = "child_of_unslotted"  # the base stores nothing
    SLOTS_CHILD_OF_UNSLOTTED = "slots_child_of_unslotted"  # all in slots, but the base gives a dict
    SLOTS_CHILD_OF_EMPTYSLOTS = "slots_child_of_emptyslots"
    SETATTR_OUTSIDE = "setattr_outside"  # stored by other code than the class's own body
    DICT_UPDATE = "dict_update"  # ``self.__dict__.update(...)``
    DICT_ASSIGN = "dict_assign"  # ``self.__dict__ = {...}``
    MATERIALISED = "materialised"  # plain, and something reads ``__dict__``
    COPIED = "copied"  # plain, made by ``copy.copy``
    EXTRA_ATTRIBUTE = "extra_attr_added_and_deleted"
    DATACLASS = "dataclass"
    DATACLASS_FROZEN = "dataclass_frozen"
    DATACLASS_SLOTS = "dataclass_slots"
    DATACLASS_SLOTS_WEAKREF = "dataclass_slots_weakref"
    ATTRS_DEFINE = "attrs_define"
    ATTRS_DEFINE_NOWEAKREF = "attrs_define_noweakref"
    NAMEDTUPLE = "namedtuple"
    TUPLE = "tuple"
    HALF_IN_BASE = "half_in_base"  # n // 2 stored by the unslotted base, the others by the unslotted child
    HALF_IN_BASE_CHILD_SLOTS = "half_in_base_child_slots"  # n // 2 in the base's dict, the others in the child's slots
    HALF_IN_SLOTTED_BASE_CHILD_PLAIN = "half_in_slotted_base_child_plain"  # n // 2 in slots, the others in the dict
    HALF_IN_SLOTTED_BASE_CHILD_SLOTS = "half_in_slotted_base_child_slots"
    LATE_METHOD = "late_method_immediate"  # half are first stored by a method called right after construction
    CONDITIONAL_SLOTS = "conditional_half_slots"  # slots, half of them set on every other instance only


def slotted_size(n_slots: int, weakref: bool, version: Version) -> int:
    """Bytes of an instance with so many slots over its whole MRO and no ``__dict__``."""
    return EMPTY + POINTER * n_slots + (weakref_cost(version) if weakref else 0)


def weakref_cost(version: Version) -> int:
    """Bytes that a ``__weakref__`` slot adds to an instance without ``__dict__``."""
    return 16 if version >= (3, 12) else POINTER


def dict_size(n_attributes: int, version: Version, *, own_body_only: bool = True) -> int:
    """Bytes of an instance of an unslotted class with so many attributes, its ``__dict__`` included.

    ``own_body_only``: every attribute is stored as ``self.X`` in the class's own body (matters from 3.14, where such
    classes share one key more; a dataclass, whose ``__init__`` is generated, is not one of them).
    """
    return mixed_size(0, n_attributes, version, own_body_only=own_body_only)


def mixed_size(n_slots: int, n_attributes: int, version: Version, *, own_body_only: bool = True) -> int:
    """Bytes of an instance with slots whose MRO also gives it ``__dict__`` and ``__weakref__``, attributes in both."""
    version = min(max(version, OLDEST), NEWEST)
    fixed = with_dict(n_slots, version)
    if version < (3, 11):
        return fixed + (split_dict(n_attributes) if n_attributes else 0)
    if version == (3, 13) and n_slots:  # 3.13 keeps values in the object only where there are no slots
        return fixed + (DICT + 280 if n_attributes <= SHARED_KEYS else private_dict(n_attributes, version, 128))
    cap = SHARED_KEYS + (own_body_only and version >= (3, 14))
    inline = inline_values(min(n_attributes + 1, cap), version)
    if n_attributes <= cap:
        return fixed + inline
    smallest = 64 if cap > SHARED_KEYS and not n_slots else 128
    return fixed + (inline if version >= (3, 13) else 0) + private_dict(n_attributes, version, smallest)


def saving(n: int, weakref: bool, version: Version, *, own_body_only: bool = True, touched: bool = False) -> int:
    """Bytes that slots save on each instance with n attributes; ``touched``: the program reads its ``__dict__``."""
    before = touched_size(n, version, own_body_only) if touched else dict_size(n, version, own_body_only=own_body_only)
    return before - slotted_size(n, weakref, version)


def touched_size(n: int, version: Version, own_body_only: bool = True) -> int:
    """Bytes of an unslotted instance whose ``__dict__`` something has looked at."""
    plain = dict_size(n, version, own_body_only=own_body_only)
    shares_keys = n <= SHARED_KEYS + (own_body_only and version >= (3, 14))
    return plain + DICT if version >= (3, 11) and shares_keys else plain


def predict(shape: Shape, n: int, version: Version) -> int:
    """Bytes per instance of this shape with n attributes."""
    return PREDICTIONS[shape](n, min(max(version, OLDEST), NEWEST))


def with_dict(n_slots: int, version: Version) -> int:
    """Bytes of the object itself, with room to find a dict and weak references, but neither of them."""
    return EMPTY + POINTER * n_slots + (24 if version == (3, 11) else 16)


def split_dict(n: int) -> int:
    """Up to 3.10: a dict whose keys are shared, with its array of values."""
    return DICT + POINTER * USABLE[table_slots(n)]


def inline_values(count: int, version: Version) -> int:
    """From 3.11: the values of a dict that is not there, with the order in which they were stored."""
    if version < (3, 13):
        return aligned(count + 2) + POINTER * count
    return aligned(count) + POINTER * (count + 1)


def private_dict(n: int, version: Version, smallest: int = 8) -> int:
    """A dict that shares nothing, with a table of at least ``smallest`` slots."""
    slots = max(table_slots(n), smallest)
    header, entry = (32, 16) if version >= (3, 11) else (40, 24)
    return DICT + header + slots * (1 if slots <= 128 else 2 if slots <= 65536 else 4) + entry * USABLE[slots]


def table_slots(n: int) -> int:
    """The size of the smallest table that holds so many keys."""
    return next(size for size, usable in USABLE.items() if usable >= n)


def aligned(size: int) -> int:
    return -(-size // POINTER) * POINTER


def slots_dict(n: int, version: Version) -> int:
    if version < (3, 11):
        return EMPTY + POINTER * (n + 1)
    weak = POINTER if version == (3, 11) else 0  # only there is the weak reference apart from the dict
    return slots_child_of_unslotted(n, version) - weak


def slots_child_of_unslotted(n: int, version: Version) -> int:
    if version in ((3, 9), (3, 10), (3, 13)):
        return with_dict(n, version)
    # 3.14 sizes the values by the stores in the class body, though those stores go to the slots
    kept = min(n, SHARED_KEYS) if version >= (3, 14) else 0
    return with_dict(n, version) + inline_values(kept + 1, version)


def dict_assign(n: int, version: Version) -> int:
    # 3.13 keeps the room for the values that it does not use; 3.14 counts ``self.__dict__ = ...`` as one of them
    left = 0 if version < (3, 13) else inline_values(1 if version == (3, 13) else 2, version)
    return with_dict(0, version) + left + private_dict(n, version)


def dict_update(n: int, version: Version) -> int:
    if version == (3, 9) and n <= USABLE[8]:
        return dict_size(n, version)
    if version < (3, 13):
        return dict_assign(n, version)
    if n <= USABLE[64]:
        return touched_size(n, version, own_body_only=False)
    return with_dict(0, version) + inline_values(1, version) + private_dict(n, version)


def extra_attribute(n: int, version: Version) -> int:
    return dict_assign(n + 1, version) if version < (3, 11) else dict_size(n + 1, version)


def half_in_base(n: int, version: Version) -> int:
    if version < (3, 14) or n < SHARED_KEYS or n // 2 > SHARED_KEYS:
        return dict_size(n, version)
    values = with_dict(0, version) + inline_values(SHARED_KEYS, version)
    return values if n == SHARED_KEYS else values + private_dict(n, version, 64)


def half_in_base_child_slots(n: int, version: Version) -> int:
    slots, rest = n - n // 2, n // 2
    if version < (3, 14):
        return mixed_size(slots, rest, version)
    if rest > SHARED_KEYS:
        return dict_size(rest, version) + POINTER * slots
    values = with_dict(slots, version) + inline_values(
        min(n + 1, SHARED_KEYS), version
    )  # sized by both classes' stores
    return values if n <= SHARED_KEYS else values + private_dict(rest, version)


def touched_plain(n: int, version: Version) -> int:
    return touched_size(n, version)


def foreign_stores(n: int, version: Version) -> int:
    return dict_size(n, version, own_body_only=False)


def slots_only(n: int, version: Version) -> int:
    return slotted_size(n, False, version)


def slots_and_weakref(n: int, version: Version) -> int:
    return slotted_size(n, True, version)


def tuple_size(n: int, version: Version) -> int:
    return 40 + POINTER * n + (POINTER if version >= (3, 14) else 0)


PREDICTIONS: dict[Shape, Callable[[int, Version], int]] = {
    Shape.PLAIN: dict_size,
    Shape.SLOTS: slots_only,
    Shape.SLOTS_WEAKREF: slots_and_weakref,
    Shape.SLOTS_DICT: slots_dict,
    Shape.CHILD_OF_UNSLOTTED: dict_size,
    Shape.SLOTS_CHILD_OF_UNSLOTTED: slots_child_of_unslotted,
    Shape.SLOTS_CHILD_OF_EMPTYSLOTS: slots_only,
    Shape.SETATTR_OUTSIDE: foreign_stores,
    Shape.DICT_UPDATE: dict_update,
    Shape.DICT_ASSIGN: dict_assign,
    Shape.MATERIALISED: touched_plain,
    Shape.COPIED: touched_plain,
    Shape.EXTRA_ATTRIBUTE: extra_attribute,
    Shape.DATACLASS: foreign_stores,
    Shape.DATACLASS_FROZEN: foreign_stores,
    Shape.DATACLASS_SLOTS: slots_only,
    Shape.DATACLASS_SLOTS_WEAKREF: slots_and_weakref,
    Shape.ATTRS_DEFINE: slots_and_weakref,
    Shape.ATTRS_DEFINE_NOWEAKREF: slots_only,
    Shape.NAMEDTUPLE: lambda n, version: tuple_size(n + 1, version),
    Shape.TUPLE: tuple_size,
    Shape.HALF_IN_BASE: half_in_base,
    Shape.HALF_IN_BASE_CHILD_SLOTS: half_in_base_child_slots,
    Shape.HALF_IN_SLOTTED_BASE_CHILD_PLAIN: lambda n, version: mixed_size(n // 2, n - n // 2, version),
    Shape.HALF_IN_SLOTTED_BASE_CHILD_SLOTS: slots_only,
    Shape.LATE_METHOD: dict_size,
    Shape.CONDITIONAL_SLOTS: slots_only,
}
