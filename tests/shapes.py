"""The shapes of ``data/measured.json`` in the terms of ``slotlint.sizes``: how a class stores n attributes."""

from __future__ import annotations

from collections.abc import Callable

from slotlint.sizes import Layout, Version, slotted_size, unslotted_size


def names(n: int) -> tuple[str, ...]:
    """The names that the measured classes store."""
    return tuple(f"a{i}" for i in range(n))


def plain(n: int, version: Version, **more: object) -> int:
    """Every store is ``self.X`` in the class's own body."""
    return unslotted_size(Layout(names(n), own=names(n), **more), version)  # type: ignore[arg-type]


def foreign(n: int, version: Version) -> int:
    """Stored by other code than the class's own body, as the ``__init__`` of a dataclass is."""
    return unslotted_size(Layout(names(n)), version)


def slots(n: int, version: Version) -> int:
    return slotted_size(n, False, version)


def slots_weakref(n: int, version: Version) -> int:
    return slotted_size(n, True, version)


def slots_dict(n: int, version: Version) -> int:
    """n slots and an unused ``"__dict__"`` slot: only up to 3.11 is the room for weak references apart from it."""
    whole = slots_child_of_unslotted(n, version)
    return whole - 8 if version < (3, 12) else whole


def slots_child_of_unslotted(n: int, version: Version) -> int:
    return unslotted_size(Layout(slots=n, own=names(n)), version)


def halves(n: int) -> tuple[tuple[str, ...], tuple[str, ...]]:
    """What the base stores, and what the child does."""
    return names(n)[: n // 2], names(n)[n // 2 :]


def half_in_base(n: int, version: Version) -> int:
    return unslotted_size(Layout(names(n), own=halves(n)[1]), version)


def half_in_base_child_slots(n: int, version: Version) -> int:
    base, child = halves(n)
    return unslotted_size(Layout(base, slots=len(child), own=child), version)


def half_in_slotted_base_child_plain(n: int, version: Version) -> int:
    base, child = halves(n)
    return unslotted_size(Layout(child, slots=len(base), own=child), version)


def extra_attribute(n: int, version: Version) -> int:
    """One attribute more, stored and deleted again; up to 3.10 deleting makes the dict private."""
    held = (*names(n), "extra")
    if version < (3, 11):
        return unslotted_size(Layout(held, filled="assign"), version)
    return unslotted_size(Layout(held, own=held), version)


def tuple_size(n: int, version: Version) -> int:
    return 40 + 8 * n + (8 if version >= (3, 14) else 0)


SHAPES: dict[str, Callable[[int, Version], int]] = {
    "plain": plain,
    "slots": slots,
    "slots_weakref": slots_weakref,
    "slots_dict": slots_dict,
    "child_of_unslotted": plain,
    "slots_child_of_unslotted": slots_child_of_unslotted,
    "slots_child_of_emptyslots": slots,
    "setattr_outside": foreign,
    "dict_update": lambda n, version: unslotted_size(Layout(names(n), filled="update"), version),
    "dict_assign": lambda n, version: unslotted_size(Layout(names(n), filled="assign"), version),
    "materialised": lambda n, version: plain(n, version, touched=True),
    "copied": lambda n, version: plain(n, version, touched=True),
    "extra_attr_added_and_deleted": extra_attribute,
    "dataclass": foreign,
    "dataclass_frozen": foreign,
    "dataclass_slots": slots,
    "dataclass_slots_weakref": slots_weakref,
    "attrs_define": slots_weakref,
    "attrs_define_noweakref": slots,
    "namedtuple": lambda n, version: tuple_size(n + 1, version),
    "tuple": tuple_size,
    "half_in_base": half_in_base,
    "half_in_base_child_slots": half_in_base_child_slots,
    "half_in_slotted_base_child_plain": half_in_slotted_base_child_plain,
    "half_in_slotted_base_child_slots": slots,
    "late_method_immediate": plain,
    "conditional_half_slots": slots,
}
# The mean over instances that differ, or over an order of events: not a property that source code tells.
UNPREDICTED = {"conditional_half", "late_method_interleaved", "order_alternating"}
