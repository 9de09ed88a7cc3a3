"""Layouts and behaviour of the builtin and standard library classes, per Python version.

The facts come from ``data/layouts.txt``, which ``tools/make_layouts.py`` writes from real interpreters. Names are
dotted and importable; a builtin is called by its bare name (``dict``; ``builtins.dict`` is an alias of it).

The file: a header in JSON (``versions``, ``interpreters``, ``modules``, ``generic``, ``special``), then one line a name. ``!alias TAB
canonical`` is an alias; ``name TAB ...`` a class with the fields below. A *mask* is a hexadecimal set of versions (bit
0 is the first of ``versions``). A field that differs between versions is written ``value@mask;value@mask``.

    mask | mro without the class and object | metaclass | solid base | flags | state | slots | names

Flags: d has_dict, w has_weakref, n takes_nonempty, f final, s own_slots. In names, ``+m`` starts the names of one kind
(m method, d data, r data that cannot be set, c cached_property, v value; upper case where abstract), and ``name@mask``
belongs to some versions only.
"""

from __future__ import annotations

import functools
import json
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, field
from pathlib import Path
from types import MappingProxyType

Version = tuple[int, int]

KINDS = {"m": "method", "d": "data", "r": "data", "c": "cached_property", "v": "value"}

# The methods that decide how instances are built, stored, copied, pickled and compared.
HOOKS = frozenset(
    {
        "__getstate__",
        "__setstate__",
        "__reduce__",
        "__reduce_ex__",
        "__getnewargs__",
        "__getnewargs_ex__",
        "__copy__",
        "__deepcopy__",
        "__replace__",
        "__setattr__",
        "__delattr__",
        "__getattr__",
        "__getattribute__",
        "__init_subclass__",
        "__class_getitem__",
        "__set_name__",
        "__set__",
        "__get__",
        "__delete__",
        "__new__",
        "__init__",
        "__del__",
        "__eq__",
        "__ne__",
        "__hash__",
        "__repr__",
        "__dir__",
        "__sizeof__",
        "__subclasshook__",
    }
)


@dataclass(frozen=True, slots=True)
class Attribute:
    """A class-level name: kind is "method", "data" (a data descriptor), "cached_property" or "value"."""

    name: str
    kind: str
    owner: str  # canonical name of the class whose body holds it
    abstract: bool = False
    read_only: bool = False  # a property without setter


@dataclass(frozen=True, slots=True)
class ExternalClass:
    """A class as one Python version has it; ``mro`` starts with the class itself and ends with "object"."""

    name: str
    version: Version
    mro: tuple[str, ...] = field()  # without field(), dataclass takes the method type.mro for its default
    metaclass: str
    solid: str  # the class of the MRO that fixes the C layout, "object" when none does
    has_dict: bool  # instances of a subclass with ``__slots__ = ()`` have a ``__dict__``
    has_weakref: bool  # such instances take weak references without a slot for them
    takes_nonempty: bool  # a subclass may declare non-empty slots
    final: bool  # cannot be subclassed
    own_slots: bool  # its body declares ``__slots__``
    slots: tuple[str, ...]  # declared by it and its ancestors, mangled, without the two special names
    state: str  # values in slots of a subclass when copied or pickled, against a dict: "same", "lost" or "unknown"
    own_names: tuple[Attribute, ...]


@dataclass(frozen=True, slots=True)
class _Layouts:
    """The data file, split into undecoded lines."""

    versions: tuple[Version, ...]
    modules: frozenset[str]
    generic: frozenset[str]
    special: Mapping[str, str]
    aliases: Mapping[str, str]
    classes: Mapping[str, str]


def lookup(name: str, version: Version) -> ExternalClass | None:
    """The class that this dotted name means on this version, or None; versions not covered count as the nearest."""
    covered = _nearest(version)
    found = canonical(name, covered)
    return None if found is None else _decode(found, covered)


def lookup_all(name: str, versions: Iterable[Version]) -> list[ExternalClass]:
    """The class on each of the versions that has it, in their order."""
    return [found for version in versions if (found := lookup(name, version)) is not None]


def canonical(name: str, version: Version | None = None) -> str | None:
    """The one name of the class that this name means (on the newest version that has it), None when unknown."""
    layouts = _layouts()
    text = layouts.aliases.get(name)  # first: asyncio.TimeoutError was a class of its own up to 3.10, an alias from 3.11
    if text is None:
        return name if name in layouts.classes else None
    if version is None:
        return text.rpartition(";")[2].partition("@")[0]
    return _variant(text, _bit(_nearest(version)))


def special(name: str) -> str:
    """How a name that is no real class acts as a base: "alias" (of typing: the real class, then ``typing.Generic``),
    "namedtuple", "typeddict", or "" for real classes and unknown names."""
    layouts = _layouts()
    return "alias" if name in layouts.generic else layouts.special.get(name, "")


def is_stdlib_module(module: str) -> bool:
    """Whether the module, or the package it lies in, is part of the standard library of any covered version."""
    return module.partition(".")[0] in _layouts().modules


def covered_versions() -> tuple[Version, ...]:
    """The versions whose layouts are known, oldest first."""
    return _layouts().versions


def attribute(cls: ExternalClass, name: str) -> Attribute | None:
    """The class-level attribute that an instance sees, found through the MRO below object."""
    return attributes(cls.name, cls.version).get(name)


def has_attribute(cls: ExternalClass, name: str) -> str | None:
    """The kind of that class-level attribute, or None."""
    found = attribute(cls, name)
    return None if found is None else found.kind


def hooks(cls: ExternalClass) -> frozenset[str]:
    """Which of ``HOOKS`` are defined below object."""
    return HOOKS & attributes(cls.name, cls.version).keys()


def is_exception(cls: ExternalClass) -> bool:
    """Whether the class is an exception."""
    return "BaseException" in cls.mro


@functools.cache
def attributes(name: str, version: Version) -> Mapping[str, Attribute]:
    """Every class-level name below object, the nearest definition of each; empty for an unknown class."""
    found: dict[str, Attribute] = {}
    cls = lookup(name, version)
    for ancestor in reversed(cls.mro[:-1] if cls else ()):
        known = lookup(ancestor, version)
        found.update((own.name, own) for own in (known.own_names if known else ()))
    return MappingProxyType(found)


@functools.cache
def _layouts() -> _Layouts:
    text = Path(__file__).with_name("data").joinpath("layouts.txt").read_text("utf-8")
    head, _, body = text.partition("\n")
    header = json.loads(head)
    entries = dict([line.split("\t", 1) for line in body.splitlines()])
    return _Layouts(
        versions=tuple((major, minor) for major, minor in header["versions"]),
        modules=frozenset(header["modules"]),
        generic=frozenset(header["generic"]),
        special=header["special"],
        aliases={name[1:]: line for name, line in entries.items() if name[0] == "!"},
        classes={name: line for name, line in entries.items() if name[0] != "!"},
    )


def _nearest(version: Version) -> Version:
    versions = _layouts().versions
    return min(max(version, versions[0]), versions[-1])


def _bit(version: Version) -> int:
    return 1 << _layouts().versions.index(version)


def _variant(text: str, bit: int) -> str | None:
    """The value that a field has on one version."""
    if "@" not in text:
        return text
    for part in text.split(";"):
        value, _, mask = part.rpartition("@")
        if int(mask, 16) & bit:
            return value
    return None


@functools.cache
def _decode(name: str, version: Version) -> ExternalClass | None:
    bit = _bit(version)
    mask, *fields, names = _layouts().classes[name].split("\t")
    if not int(mask, 16) & bit:
        return None
    mro, metaclass, solid, flags, state, slots = (_variant(field, bit) or "" for field in fields)
    return ExternalClass(
        name=name,
        version=version,
        mro=(name, *mro.split(), *(() if name == "object" else ("object",))),
        metaclass=metaclass,
        solid=solid,
        has_dict="d" in flags,
        has_weakref="w" in flags,
        takes_nonempty="n" in flags,
        final="f" in flags,
        own_slots="s" in flags,
        slots=tuple(slots.split()),
        state=state,
        own_names=tuple(_own_names(name, names, bit)),
    )


def _own_names(owner: str, text: str, bit: int) -> Iterator[Attribute]:
    letter = "v"
    for token in text.split():
        if token[0] == "+":
            letter = token[1]
            continue
        name, _, mask = token.partition("@")
        if not mask or int(mask, 16) & bit:
            low = letter.lower()
            yield Attribute(name, KINDS[low], owner, abstract=letter != low, read_only=low == "r")
