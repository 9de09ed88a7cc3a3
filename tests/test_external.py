"""The shipped layouts against a table made independently of them, and against the running interpreter."""

from __future__ import annotations

import ast
import collections
import functools
import io
import itertools
import json
import subprocess
import sys
import typing
from pathlib import Path
from typing import Any

import pytest

from slotlint import external
from slotlint.external import ExternalClass, Version, attribute, canonical, has_attribute, hooks, lookup, lookup_all

HERE = Path(__file__).parent
# name -> flags -> versions; flags: d dict, w weak references, s own slots, n non-empty slots legal, ? cannot be subclassed
EXPECTED = json.loads((HERE / "data" / "stdlib_bases.json").read_text("utf-8"))
VERSIONS = external.covered_versions()
RUNNING = sys.version_info[:2]
on_covered_version = pytest.mark.skipif(RUNNING not in VERSIONS, reason="no layouts for this version")


def found(name: str, version: Version = (3, 12)) -> ExternalClass:
    cls = lookup(name, version)
    assert cls is not None
    return cls


def flags_of(cls: ExternalClass, plain: bool) -> str:
    flags = "d" * cls.has_dict + "w" * cls.has_weakref + "s" * cls.own_slots
    return flags + "n" * cls.takes_nonempty if plain else flags + "?"


@pytest.mark.parametrize("minor", [10, 11, 12, 13])
def test_agrees_with_the_table_of_bases(minor: int) -> None:
    wrong = {}
    for name, row in EXPECTED.items():
        for flags, versions in row.items():
            if f"3.{minor}" in versions.split():
                cls = lookup(name, (3, minor))
                seen = flags_of(cls, not flags.endswith("?")) if cls else None
                if seen != flags:
                    wrong[name] = (seen, flags)
    assert wrong == {}


def test_covers_five_versions() -> None:
    assert VERSIONS == ((3, 10), (3, 11), (3, 12), (3, 13), (3, 14))


@pytest.mark.parametrize(
    ("name", "real"),
    [
        ("dict", "dict"),
        ("builtins.dict", "dict"),
        ("typing.List", "list"),
        ("typing.Mapping", "collections.abc.Mapping"),
        ("typing.Iterator", "collections.abc.Iterator"),
        ("_collections_abc.Iterator", "collections.abc.Iterator"),
        ("random._random.Random", "_random.Random"),
        ("_io.BytesIO", "io.BytesIO"),
        ("socket.error", "OSError"),
        ("EnvironmentError", "OSError"),
        ("enum.EnumType", "enum.EnumMeta"),
        ("asyncio.exceptions.CancelledError", "asyncio.CancelledError"),
        ("unittest.case.TestCase", "unittest.TestCase"),
        ("nowhere.Nothing", None),
        ("collections", None),
    ],
)
def test_canonical_names(name: str, real: str | None) -> None:
    assert canonical(name) == real


def test_names_that_changed_their_class() -> None:
    assert found("asyncio.TimeoutError", (3, 10)).name == "asyncio.TimeoutError"
    assert found("asyncio.TimeoutError", (3, 11)).name == "TimeoutError"
    assert canonical("asyncio.TimeoutError") == "TimeoutError"


def test_classes_that_come_and_go() -> None:
    assert [cls.version for cls in lookup_all("asyncore.dispatcher", VERSIONS)] == [(3, 10), (3, 11)]
    assert [cls.version for cls in lookup_all("collections.abc.Buffer", VERSIONS)] == [(3, 12), (3, 13), (3, 14)]


def test_other_versions_count_as_the_nearest() -> None:
    assert found("dict", (3, 8)) is found("dict", (3, 10))
    assert found("dict", (3, 99)) is found("dict", VERSIONS[-1])


@pytest.mark.parametrize(
    ("name", "kind", "real"),
    [
        ("typing.List", "alias", "list"),
        ("typing.NamedTuple", "namedtuple", "tuple"),
        ("typing.TypedDict", "typeddict", "dict"),
        ("typing.Generic", "", "typing.Generic"),
        ("typing.Protocol", "", "typing.Protocol"),
        ("typing.IO", "", "typing.IO"),
        ("list", "", "list"),
    ],
)
def test_names_that_are_no_classes(name: str, kind: str, real: str) -> None:
    assert external.special(name) == kind
    assert [cls.name for cls in lookup_all(name, VERSIONS)] == [real] * len(VERSIONS)


def test_the_layout_of_some_classes() -> None:
    fraction = found("fractions.Fraction")
    assert fraction.slots == ("_numerator", "_denominator")
    assert fraction.solid == "fractions.Fraction"
    assert fraction.metaclass == "abc.ABCMeta"
    assert fraction.mro[0] == "fractions.Fraction"
    assert fraction.mro[-1] == "object"
    assert not found("int").takes_nonempty
    assert found("bool").final
    assert not found("typing.Generic").final
    assert found("collections.OrderedDict").has_dict
    assert found("contextlib.AbstractContextManager", (3, 12)).has_dict
    assert not found("contextlib.AbstractContextManager", (3, 13)).has_dict


@pytest.mark.parametrize(
    ("name", "version", "state"),
    [
        ("object", (3, 12), "same"),
        ("dict", (3, 10), "same"),
        ("Exception", (3, 12), "lost"),
        ("subprocess.CalledProcessError", (3, 12), "lost"),
        ("set", (3, 10), "lost"),
        ("set", (3, 11), "same"),
        ("collections.deque", (3, 10), "lost"),
        ("collections.deque", (3, 11), "same"),
        ("abc.ABC", (3, 12), "same"),
        ("collections.abc.Mapping", (3, 12), "same"),
        ("io.BytesIO", (3, 12), "lost"),
        ("datetime.date", (3, 12), "same"),
        ("tkinter.Tk", (3, 12), "unknown"),
    ],
)
def test_state(name: str, version: Version, state: str) -> None:
    assert found(name, version).state == state


def test_attributes_through_the_mro() -> None:
    mapping = found("collections.abc.Mapping")
    assert has_attribute(mapping, "keys") == "method"
    length = attribute(mapping, "__len__")
    assert length is not None
    assert length.abstract
    assert length.owner == "collections.abc.Sized"
    assert has_attribute(mapping, "__hash__") == "value"
    assert has_attribute(found("email.headerregistry.Address"), "username") == "data"
    assert has_attribute(mapping, "__init__") is None  # only object has it
    assert has_attribute(found("object"), "__init__") is None


def test_read_only_properties() -> None:
    numerator = attribute(found("fractions.Fraction"), "numerator")
    assert numerator is not None
    assert numerator.read_only
    assert numerator.kind == "data"


def test_hooks() -> None:
    assert {"__reduce__", "__setstate__", "__init__"} <= hooks(found("Exception"))
    assert hooks(found("abc.ABC")) == frozenset()
    assert "__init_subclass__" in hooks(found("typing.Protocol"))


def test_exceptions() -> None:
    assert external.is_exception(found("json.JSONDecodeError"))
    assert not external.is_exception(found("contextlib.suppress"))


@pytest.mark.parametrize(
    ("module", "expected"),
    [("os", True), ("os.path", True), ("xml.sax.handler", True), ("distutils", True), ("annotationlib", True),
     ("numpy", False), ("", False), ("osx", False)],
)  # fmt: skip
def test_standard_library_modules(module: str, expected: bool) -> None:
    assert external.is_stdlib_module(module) is expected


def test_every_line_decodes_and_closes() -> None:
    for name, version in itertools.product(external._layouts().classes, VERSIONS):
        cls = lookup(name, version)
        for other in (*cls.mro, cls.metaclass, cls.solid) if cls and cls.name == name else ():
            assert canonical(other, version) == other
            assert lookup(other, version) is not None


SOLIDS: tuple[type, ...] = (
    dict, list, set, frozenset, Exception, OSError, StopIteration, SyntaxError, ImportError, io.BytesIO, io.StringIO,
    collections.deque, collections.OrderedDict, collections.UserDict, functools.partial, property, bytearray, int,
    float, str, tuple, ast.AST, ast.Name, collections.Counter, typing.Generic, object,
    io.RawIOBase, io.TextIOBase, ast.stmt,
)  # fmt: skip


@on_covered_version
def test_solid_bases_foretell_layout_conflicts() -> None:
    for one, other in itertools.combinations(SOLIDS, 2):
        layouts = [found(f"{cls.__module__}.{cls.__qualname__}", RUNNING) for cls in (one, other)]
        first, second = (found(layout.solid, RUNNING) for layout in layouts)
        compatible = second.name in first.mro or first.name in second.mro
        assert compatible is not conflicts(one, other), (one, other)


def conflicts(one: type, other: type) -> bool:
    try:
        type("Both", (one, other) if not issubclass(other, one) else (other, one), {})
    except TypeError as error:
        return "lay-out" in str(error)
    return False


@on_covered_version
def test_the_generator_reproduces_the_data() -> None:
    script = HERE.parent / "tools" / "make_layouts.py"
    run = subprocess.run([sys.executable, "-B", str(script), "collect"], capture_output=True, text=True, check=True)
    fresh = json.loads(run.stdout)
    classes: dict[str, dict[str, Any]] = fresh["classes"]
    differing = [name for name, cls in classes.items() if not same(name, cls, RUNNING)]
    header = json.loads((Path(external.__file__).parent / "data" / "layouts.txt").read_text("utf-8").splitlines()[0])
    if fresh["interpreter"] in header["interpreters"]:
        assert differing == []
    assert len(differing) < len(classes) / 50  # another micro version or platform has some classes of its own


def same(name: str, fresh: dict[str, Any], version: Version) -> bool:
    """Whether the shipped class has the layout just read: what no micro version changes."""
    cls = lookup(name, version)
    if cls is None:
        return False
    shipped = [cls.mro[1:-1], cls.metaclass, cls.solid, cls.has_dict, cls.has_weakref, cls.slots]
    flags = fresh["flags"]
    read = [
        tuple(canonical(base, version) for base in fresh["mro"]),
        canonical(fresh["meta"], version),
        canonical(fresh["solid"], version),
        "d" in flags,
        "w" in flags,
        tuple(fresh["slots"]),
    ]
    return shipped == read
