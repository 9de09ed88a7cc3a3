"""Facts as JSON: the names once each, and nearly all the rest as one stream of small integers.

Facts are written by column: all values of one field one after the other, so that both ways are loops of the
interpreter's own. Strings, and tuples of integers ("groups"), stand once in a list and are named by their index.
"""

from __future__ import annotations

import sys
from array import array
from binascii import a2b_base64, b2a_base64
from collections import defaultdict
from collections.abc import Iterable, Iterator, Sequence
from itertools import chain, islice, repeat
from typing import Any, NamedTuple

from slotlint.facts.model import (
    Call,
    Checked,
    ClassFacts,
    DictUse,
    FileFacts,
    ItemStore,
    Member,
    Param,
    Read,
    Scope,
    Slots,
    Store,
)

VERSION = 12  # of what facts mean and of how they are written


class Rows(NamedTuple):
    """A column of tuples of records: their type, and the kinds of their fields."""

    type: type[tuple[Any, ...]]
    fields: tuple[Any, ...]


class Named(NamedTuple):
    """A column of mappings from names to values of a kind."""

    kind: Any


# Kinds of columns: i an integer, j one from -1, b a truth value, s a string, S strings, N strings or None, g a group.
FACTS = (
    Rows(Scope, (
        *"sssijj", Rows(Param, (*"ssii",)), *"gigs", Named("g"), "S", Named(Named("i")), Named("i"),
        Rows(Store, (*"isiisibb",)), Rows(Call, (*"iiibbb",)), Rows(Read, (*"isi",)), Rows(ItemStore, (*"iiiib",)),
        Rows(DictUse, (*"iisgSbbSi",)), Rows(Checked, (*"iiS",)),
    )),
    Rows(ClassFacts, (
        *"ssiiiiiiig", Rows(tuple, (*"si",)), *"gg", Rows(Member, (*"ssiiibsgb",)), Rows(Slots, (*"sNiiiiibS",)), *"bS",
    )),
    Rows(tuple, (*"sii",)), "N", Rows(tuple, (*"sii",)), "i", Named("i"), Rows(tuple, (*"si",)), Rows(tuple, (*"is",)), "i",
)  # fmt: skip
# The fields of a term after its tag. Terms of other tags hold integers only, c also keywords ("si" each) at its end.
TERMS = {"n": "s", "a": "is", "s": "s", "k": "s", "o": "s", "b": "sii", "m": "si", "f": "sis", "A": "is", "H": "is", "v": "j"}
_new = tuple.__new__


def dump(facts: FileFacts) -> list[Any]:
    """Facts as JSON-able values; ``load`` reads them back."""
    out = _Writer()
    signatures = out.terms(facts.terms)
    for kind, value in zip(FACTS, facts[2:], strict=True):
        out.column(kind, (value,))
    return [facts.problem, signatures, *out.close()]


def load(data: Any) -> FileFacts:
    """Facts from what ``dump`` gave, after JSON; raises TypeError, ValueError, KeyError or IndexError if it is foreign."""
    problem, signatures, names, lengths, groups, ints = data
    found = _Reader(names, lengths, _unpacked(groups), _unpacked(ints))
    terms = found.terms(signatures)
    rest = [value for kind in FACTS for value in found.column(kind, 1)]
    return FileFacts(None if problem is None else tuple(problem), terms, *rest)


def _packed(ints: list[int]) -> str:
    """Integers as text: two bytes each where they fit, else four."""
    packed = array("H" if not ints or max(ints) < 1 << 16 else "I", ints)
    if sys.byteorder == "big":
        packed.byteswap()
    return packed.typecode + b2a_base64(packed.tobytes(), newline=False).decode("ascii")


def _unpacked(text: str) -> array[int]:
    packed = array(text[:1], a2b_base64(text[1:]))
    if sys.byteorder == "big":
        packed.byteswap()
    return packed


def _numbered() -> defaultdict[Any, int]:
    """A dict that gives each new key the next number."""
    found: defaultdict[Any, int] = defaultdict()
    found.default_factory = found.__len__
    return found


class _Writer:
    """The stream while it is written."""

    __slots__ = ("groups", "ints", "names")

    def __init__(self) -> None:
        self.ints: list[int] = []
        self.names = _numbered()
        self.groups = _numbered()

    def close(self) -> list[Any]:
        """What the stream refers to, and the stream."""
        for numbered in (self.names, self.groups):
            numbered.default_factory = None  # no cycle may stay behind
        groups = list(chain.from_iterable(self.groups))
        return [list(self.names), list(map(len, self.groups)), _packed(groups), _packed(self.ints)]

    def column(self, kind: Any, values: Sequence[Any]) -> None:
        """Write one value for each row."""
        if isinstance(kind, Rows):
            self.ints += map(len, values)
            self.rows(kind.fields, list(chain.from_iterable(values)))
        elif isinstance(kind, Named):
            self.ints += map(len, values)
            self.ints += map(self.names.__getitem__, chain.from_iterable(values))
            self.column(kind.kind, list(chain.from_iterable([value.values() for value in values])))
        else:
            self.ints += self.numbers(kind, values)

    def rows(self, fields: Iterable[Any], rows: Sequence[tuple[Any, ...]]) -> None:
        """Write the fields of all records."""
        for kind, values in zip(fields, zip(*rows, strict=True), strict=True) if rows else ():
            self.column(kind, values)

    def numbers(self, kind: str, values: Sequence[Any]) -> Iterable[int]:
        """The integers that stand for plain values."""
        if kind == "s":
            return map(self.names.__getitem__, values)
        if kind == "g":
            return map(self.groups.__getitem__, values)
        if kind == "j":
            return [value + 1 for value in values]
        if kind in ("S", "N"):
            groups, names = self.groups, self.names
            return [0 if v is None else groups[tuple(map(names.__getitem__, v))] + 1 for v in values]
        return values

    def terms(self, terms: Iterable[tuple[Any, ...]]) -> list[tuple[str, int]]:
        """Write the table of terms, those of one signature together; the signatures, and how many of each."""
        shapes: dict[Any, tuple[int, list[tuple[Any, ...]]]] = {}
        order = []
        for row in terms:
            tag = row[0]
            key = tag if tag in TERMS else (tag, len(row), row[2]) if tag == "c" else (tag, len(row))
            shape = shapes.get(key)
            if shape is None:
                shape = shapes[key] = (len(shapes), [])
            order.append(shape[0])
            shape[1].append(row[1:])
        signatures = []
        for key, (_, rows) in shapes.items():
            fields = _fields(key[0], rows[0])
            signatures.append((key[0] + fields, len(rows)))
            if fields.count("i") == len(fields):
                self.ints += chain.from_iterable(rows)
            else:
                self.rows(fields, rows)
        self.ints.append(len(order))
        self.ints += order
        return signatures


def _fields(tag: str, row: tuple[Any, ...]) -> str:
    """The kinds of the fields of a term after its tag."""
    if tag == "c":
        count: int = row[1]
        return "i" * (2 + count) + "si" * ((len(row) - 2 - count) // 2)
    return TERMS[tag] if tag in TERMS else "i" * len(row)


class _Reader:
    """The stream while it is read."""

    __slots__ = ("at", "groups", "ints", "names")

    def __init__(self, names: list[str], lengths: list[int], groups: array[int], ints: array[int]) -> None:
        self.names = names
        self.groups = list(_split(tuple(groups), lengths))
        self.ints = ints
        self.at = 0

    def cut(self, number: int) -> array[int]:
        """The next integers."""
        start = self.at
        self.at = start + number
        if self.at > len(self.ints):
            raise ValueError("the stream ends too early")
        return self.ints[start : self.at]

    def column(self, kind: Any, number: int) -> Iterable[Any]:
        """The values of so many rows."""
        if isinstance(kind, Rows):
            lengths = self.cut(number)
            rows = self.rows(kind.fields, sum(lengths))
            return _split(tuple(rows if kind.type is tuple else map(_new, repeat(kind.type), rows)), lengths)
        if isinstance(kind, Named):
            lengths = self.cut(number)
            total = sum(lengths)
            names = map(self.names.__getitem__, self.cut(total))
            return _mappings(names, self.column(kind.kind, total), lengths)
        return self.values(kind, self.cut(number))

    def rows(self, fields: Sequence[Any], number: int) -> Iterator[tuple[Any, ...]]:
        """So many records, as plain tuples."""
        columns = [self.column(kind, number) for kind in fields] if number else []
        return zip(*columns, strict=True)

    def values(self, kind: str, numbers: array[int]) -> Iterable[Any]:
        """The plain values that integers stand for."""
        if kind == "s":
            return map(self.names.__getitem__, numbers)
        if kind == "g":
            return map(self.groups.__getitem__, numbers)
        if kind == "b":
            return map(bool, numbers)
        if kind == "j":
            return [number - 1 for number in numbers]
        if kind in ("S", "N"):
            groups, names = self.groups, self.names
            known = {n: tuple([names[i] for i in groups[n - 1]]) if n else None for n in set(numbers)}
            return map(known.__getitem__, numbers)
        return numbers

    def terms(self, signatures: list[tuple[str, int]]) -> tuple[tuple[Any, ...], ...]:
        """The table of terms."""
        tables = []
        for signature, number in signatures:
            width = len(signature) - 1
            if signature.count("i", 1) == width:
                columns: list[Iterable[Any]] = [iter(self.cut(number * width))] * width
            else:
                columns = [self.column(kind, number) for kind in signature[1:]]
            tables.append(iter(list(zip(repeat(signature[0], number), *columns, strict=True))))
        order = self.cut(*self.cut(1))
        found = tuple(map(next, map(tables.__getitem__, order)))
        if len(found) != len(order):
            raise ValueError("the tables of terms end too early")
        return found


def _split(values: tuple[Any, ...], lengths: Iterable[int]) -> Iterator[tuple[Any, ...]]:
    """Tuples of these lengths, one after the other."""
    at = 0
    for length in lengths:
        if length:
            yield values[at : at + length]
            at += length
        else:
            yield ()


def _mappings(names: Iterable[str], values: Iterable[Any], lengths: Iterable[int]) -> Iterator[dict[str, Any]]:
    """Dicts of these lengths, one after the other."""
    pairs = zip(names, values, strict=True)
    for length in lengths:
        if length == 1:
            name, value = next(pairs)
            yield {name: value}
        else:
            yield dict(islice(pairs, length)) if length else {}
