"""Fold the catalogues of several interpreters into the text of slotlint/data/layouts.txt (format: slotlint/external.py)."""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from typing import Any

Catalogue = Mapping[str, Any]

FIELDS = ("mro", "meta", "solid", "flags", "state", "slots")
# Functions of typing that a program names as a base, and the class that they put there.
SPECIAL = {"typing.NamedTuple": ("namedtuple", "tuple"), "typing.TypedDict": ("typeddict", "dict")}


def merge(catalogues: Sequence[Catalogue]) -> str:
    """The data file for these catalogues, oldest version first."""
    catalogues = keep_names(catalogues)
    versions = [[int(part) for part in catalogue["version"].split(".")] for catalogue in catalogues]
    if versions != sorted(versions):
        raise ValueError("give the catalogues oldest version first")
    header = {
        "versions": versions,
        "interpreters": [catalogue["interpreter"] for catalogue in catalogues],
        "modules": sorted({module for catalogue in catalogues for module in catalogue["modules"]}),
        "generic": sorted({name for catalogue in catalogues for name in catalogue["generic"]}),
        "special": {name: kind for name, (kind, _) in SPECIAL.items()},
    }
    lines = [json.dumps(header, separators=(",", ":")), *alias_lines(catalogues), *class_lines(catalogues)]
    return "\n".join(lines) + "\n"


def keep_names(catalogues: Sequence[Catalogue]) -> list[Catalogue]:
    """The catalogues with each class under the name that it had before, where every later version still knows it.

    So ``enum.EnumMeta`` stays ``enum.EnumMeta``, though 3.11 calls it ``EnumType``.
    """
    kept: list[Catalogue] = []
    carried: set[str] = set()
    for index, catalogue in enumerate(catalogues):
        known = {path for older in kept for path in (*older["classes"], *older["aliases"])} - carried
        canonical = {name for older in kept for name in older["classes"]}
        renamed = {
            name: alias
            for alias, name in sorted(catalogue["aliases"].items(), key=preference, reverse=True)
            if name not in known and alias in canonical and all(has_path(later, alias) for later in catalogues[index:])
        }
        carried.update(renamed)
        kept.append(rename(catalogue, renamed) if renamed else catalogue)
    return kept


def preference(item: tuple[str, str]) -> tuple[bool, int, str]:
    """Public and short names first."""
    alias = item[0]
    return ("._" in alias or alias.startswith("_"), alias.count("."), alias)


def has_path(catalogue: Catalogue, path: str) -> bool:
    return path in catalogue["aliases"] or path in catalogue["classes"]


def rename(catalogue: Catalogue, names: Mapping[str, str]) -> Catalogue:
    """The catalogue with these classes called otherwise; their old names become aliases."""

    def new(name: str) -> str:
        return names.get(name, name)

    classes = {
        new(name): {**cls, "mro": [new(c) for c in cls["mro"]], "meta": new(cls["meta"]), "solid": new(cls["solid"])}
        for name, cls in catalogue["classes"].items()
    }
    aliases = {alias: new(name) for alias, name in catalogue["aliases"].items() if new(name) != alias}
    return {**catalogue, "classes": classes, "aliases": {**aliases, **names}}


def alias_lines(catalogues: Sequence[Catalogue]) -> list[str]:
    tables = [{**catalogue["aliases"], **{name: real for name, (_, real) in SPECIAL.items()}} for catalogue in catalogues]
    lines = []
    for alias in sorted({alias for table in tables for alias in table}):
        values = [
            table.get(alias) or (alias if alias in catalogue["classes"] else None)
            for table, catalogue in zip(tables, catalogues, strict=True)
        ]
        lines.append(f"!{alias}\t{packed(values, default_mask(values, catalogues))}")
    return lines


def default_mask(values: Sequence[str | None], catalogues: Sequence[Catalogue]) -> int:
    """The versions of the class that an alias means, when it means one class only: then no mask need be written."""
    names = {value for value in values if value is not None}
    return presence(names.pop(), catalogues) if len(names) == 1 else 0


def presence(name: str, catalogues: Sequence[Catalogue]) -> int:
    return sum(1 << index for index, catalogue in enumerate(catalogues) if name in catalogue["classes"])


def class_lines(catalogues: Sequence[Catalogue]) -> list[str]:
    names = sorted({name for catalogue in catalogues for name in catalogue["classes"]})
    return [f"{name}\t{class_text(name, catalogues)}" for name in names]


def class_text(name: str, catalogues: Sequence[Catalogue]) -> str:
    found = [catalogue["classes"].get(name) for catalogue in catalogues]
    mask = presence(name, catalogues)
    fields = [packed([None if one is None else plain(one[field]) for one in found], mask) for field in FIELDS]
    return "\t".join([f"{mask:x}", *fields, packed_names([one and one["names"] for one in found], mask)])


def plain(value: str | list[str]) -> str:
    return value if isinstance(value, str) else " ".join(value)


def masks(values: Sequence[str | None]) -> dict[str, int]:
    """Each value -> the versions that have it, in order of first version."""
    found: dict[str, int] = {}
    for index, value in enumerate(values):
        if value is not None:
            found[value] = found.get(value, 0) | 1 << index
    return found


def packed(values: Sequence[str | None], whole: int) -> str:
    """One field: the bare value when it holds for all versions of ``whole``, else every value with its mask."""
    variants = masks(values)
    if list(variants.values()) == [whole]:
        return next(iter(variants))
    ordered = sorted(variants.items(), key=lambda item: item[1].bit_length())
    return ";".join(f"{value}@{mask:x}" for value, mask in ordered)


def packed_names(tables: Sequence[Mapping[str, str] | None], whole: int) -> str:
    """The names of a class by kind, each with its mask where some of the versions lack it."""
    kinds: dict[str, dict[str, int]] = {}
    for index, table in enumerate(tables):
        for name, kind in (table or {}).items():
            group = kinds.setdefault(kind, {})
            group[name] = group.get(name, 0) | 1 << index
    tokens = []
    for kind in sorted(kinds):
        tokens.append(f"+{kind}")
        tokens += [name if mask == whole else f"{name}@{mask:x}" for name, mask in kinds[kind].items()]
    return " ".join(tokens)
