"""Diagnostics and outlines as JSON values, and back: an array that starts with the name of its class, "" for a tuple.

The same Fix in many diagnostics is written once, and comes back as one object.
"""

from __future__ import annotations

import enum
from collections.abc import Iterable
from dataclasses import fields, is_dataclass
from typing import Any

from slotlint import diagnostics, outline
from slotlint.diagnostics import Applicability, Diagnostic, Fix, Payoff, Trade

_ENUMS: dict[str, type[enum.Enum]] = {"Applicability": Applicability, "Payoff": Payoff, "Trade": Trade}
_CLASSES: dict[str, Any] = {
    name: value
    for module in (diagnostics, outline)
    for name, value in vars(module).items()
    if isinstance(value, type) and is_dataclass(value)
}


def dump_findings(found: Iterable[Diagnostic]) -> list[Any]:
    """Findings as ``[fixes, findings]``."""
    numbers: dict[int, int] = {}  # id of a fix -> its place
    fixes: list[Any] = []
    rows: list[Any] = []
    for one in found:
        if one.fix is not None and id(one.fix) not in numbers:
            numbers[id(one.fix)] = len(fixes)
            fixes.append(encode(one.fix))
        values = [encode(getattr(one, field.name)) for field in fields(Diagnostic)[:-1]]  # the last is the fix
        rows.append([-1 if one.fix is None else numbers[id(one.fix)], *values])
    return [fixes, rows]


def load_findings(data: Any) -> tuple[Diagnostic, ...]:
    """Findings from what ``dump_findings`` gave; raises TypeError, ValueError, KeyError or IndexError if it is foreign."""
    encoded, rows = data
    fixes: list[Fix] = [decode(fix) for fix in encoded]
    return tuple(_finding(row[1:], None if row[0] < 0 else fixes[row[0]]) for row in rows)


def _finding(values: list[Any], fix: Fix | None) -> Diagnostic:
    arguments: list[Any] = [*map(decode, values), fix]
    return Diagnostic(*arguments)


def encode(value: Any) -> Any:
    """A dataclass, enum, tuple or JSON scalar as a JSON value."""
    if isinstance(value, tuple):
        return ["", *map(encode, value)]
    if isinstance(value, enum.Enum):
        return [type(value).__name__, value.value]
    if is_dataclass(value):
        return [type(value).__name__, *(encode(getattr(value, field.name)) for field in fields(value))]
    return value


def decode(data: Any) -> Any:
    """What ``encode`` was given."""
    if not isinstance(data, list):
        return data
    name, *values = data
    if name == "":
        return tuple(map(decode, values))
    if name in _ENUMS:
        return _ENUMS[name](*values)
    return _CLASSES[name](*map(decode, values))
