"""The predicted bytes per instance against those measured on real interpreters, and against this one."""

from __future__ import annotations

import importlib.util
import json
import sys
from pathlib import Path
from types import ModuleType

import pytest
from judging import program
from shapes import SHAPES, UNPREDICTED, foreign, names, plain, slots

from slotlint.diagnostics import Size
from slotlint.rules import world_of
from slotlint.sizes import Layout, empty_saving, slotted_size, unslotted_size

MEASURED = json.loads((Path(__file__).parent / "data" / "measured.json").read_text("utf-8"))["by_version"]


def version_of(build: str) -> tuple[int, int]:
    major, minor = build.split(".")[:2]
    return int(major), int(minor)


@pytest.mark.parametrize("build", MEASURED)
def test_every_measured_cell_is_predicted(build: str) -> None:
    version = version_of(build)
    cells = [(shape, int(n), m) for shape, table in MEASURED[build].items() for n, m in table.items() if shape in SHAPES]
    assert len(cells) > 300
    assert [(shape, n, m) for shape, n, m in cells if SHAPES[shape](n, version) != m] == []


def test_every_measured_shape_is_predicted_or_named() -> None:
    assert {shape for table in MEASURED.values() for shape in table} == UNPREDICTED | set(SHAPES)


@pytest.mark.parametrize(("version", "saved"), [((3, 9), 112), ((3, 10), 112), ((3, 11), 48), ((3, 12), 40), ((3, 13), 40), ((3, 14), 40)])
def test_saving_of_six_attributes(version: tuple[int, int], saved: int) -> None:
    assert plain(6, version) - slots(6, version) == saved


def test_other_versions_count_as_the_nearest() -> None:
    assert foreign(6, (3, 8)) == foreign(6, (3, 9))
    assert plain(6, (3, 20)) == plain(6, (3, 15))


def test_weak_reference_cost() -> None:
    assert [slotted_size(0, True, (3, minor)) for minor in (11, 12)] == [40, 48]


# measured: so many attributes stored by __init__, so many by a method when a hundred instances exist
LATE = [
    ((3, 10), 3, 2, 152), ((3, 10), 3, 3, 408), ((3, 10), 7, 7, 688), ((3, 11), 3, 1, 96), ((3, 11), 3, 2, 328),
    ((3, 11), 10, 4, 888), ((3, 12), 7, 7, 512), ((3, 12), 10, 4, 880), ((3, 13), 1, 13, 544), ((3, 13), 7, 7, 592),
    ((3, 13), 3, 2, 368), ((3, 13), 0, 3, 344),
]  # fmt: skip


@pytest.mark.parametrize(("version", "early", "late", "size"), LATE)
def test_late_attributes_lose_the_sharing_of_keys(version: tuple[int, int], early: int, late: int, size: int) -> None:
    held = names(early + late)
    assert unslotted_size(Layout(held, late=frozenset(held[early:])), version) == size


def test_empty_slots_in_subclasses_of_tuple_and_int() -> None:
    assert [empty_saving((3, minor)) for minor in (10, 11, 12, 13)] == [8, 8, 16, 16]


@pytest.mark.parametrize(
    ("minor", "saved"),
    [(10, [16, 112, 96, 112, 80]), (11, [24, 352, 336, 312, 280]), (12, [16, 344, 328, 304, 272]), (13, [16, 352, 336, 312, 280])],
)
def test_slots_in_subclasses_of_str_list_and_dict(minor: int, saved: list[int]) -> None:
    """Measured with 0, 1, 3, 6 and 10 attributes."""
    layouts = [(n, Layout(names(n), own=names(n), solid=True)) for n in (0, 1, 3, 6, 10)]
    assert [unslotted_size(layout, (3, minor)) - slots(n, (3, minor)) for n, layout in layouts] == saved


# -- classes of a program ----------------------------------------------------------------------------------------------

SIX = "self.a = self.b = self.c = self.d = self.e = self.f = 0"
PROGRAMS = [
    ("plain", f"class A:\n    def __init__(self): {SIX}", "3.13", Size("3.13", 120, 120, 120, 80)),
    ("weak references", f"import weakref\nclass A:\n    def __init__(self): {SIX}\nweakref.ref(A())", "3.13",
     Size("3.13", 120, 120, 120, 96)),
    ("looked at", f"class A:\n    def __init__(self): {SIX}\nprint(vars(A()))", "3.13", Size("3.13", 120, 120, 184, 80)),
    ("copied", f"import copy\nclass A:\n    def __init__(self): {SIX}\ncopy.copy(A())", "3.12",
     Size("3.12", 120, 120, 184, 80)),
    ("filled by update", "class A:\n    def __init__(self, **k): self.__dict__.update(a=1, b=2)", "3.12",
     Size("3.12", 232, 232, 232, 48)),
    ("in a base", "class B:\n    def __init__(self): self.a = self.b = self.c = 0\n"
     "class A(B):\n    def __init__(self):\n        super().__init__()\n        self.d = self.e = self.f = 0", "3.13",
     Size("3.13", 120, 120, 120, 80)),
    ("base has slots", "class B:\n    __slots__ = ('a', 'b', 'c')\n    def __init__(self): self.a = self.b = self.c = 0\n"
     "class A(B):\n    def __init__(self):\n        super().__init__()\n        self.d = self.e = self.f = 0", "3.13",
     Size("3.13", 416, 416, 416, 80)),
    ("late", "class A:\n    def __init__(self): self.a = 0\n    def f(self): self.b = self.c = 0", "3.13",
     Size("3.13", 96, 96, 352, 56)),
    ("a helper is not late", "class A:\n    def __init__(self): self.f()\n    def f(self): self.b = self.c = 0", "3.13",
     Size("3.13", 88, 88, 88, 48)),
    ("in a branch", "class A:\n    def __init__(self, x):\n        self.a = 0\n        if x: self.b = self.c = 0", "3.13",
     Size("3.13", 96, 80, 96, 56)),
    ("a dataclass", "import dataclasses\n@dataclasses.dataclass\nclass A:\n    a: int\n    b: int", "3.14",
     Size("3.14", 88, 88, 88, 48)),
    ("a str", "class A(str):\n    pass", "3.11", Size("3.11", 56, 56, 56, 32)),
    ("a tuple", "class A(tuple):\n    pass", "3.12", Size("3.12", 16, 16, 16, 0)),
]  # fmt: skip


@pytest.mark.parametrize(("text", "version", "size"), [p[1:] for p in PROGRAMS], ids=[p[0] for p in PROGRAMS])
def test_sizes_of_a_class(text: str, version: str, size: Size) -> None:
    world = world_of(program(text))
    case = next(case for case in world.cases if case.node.name == "A")
    assert next(found for found in world.sizes(case) if found.version == version) == size


def test_a_class_whose_slots_would_stay_empty_is_no_gain() -> None:
    branches = "".join(f"        if x == {i}: self.a{i} = 0\n" for i in range(28))
    text = f"def f(self, x):\n    pass\nclass A:\n    def __init__(self, x):\n        self.b = self.c = 0\n{branches}"
    world = world_of(program(text, ((3, 13),)))
    assert world.sizes(world.cases[0])[0] == Size("3.13", 1904, 88, 1904, 272)
    assert world.payoff(world.cases[0]).value == "few"


# -- this interpreter --------------------------------------------------------------------------------------------------


def tool(name: str) -> ModuleType:
    """A script of ``tools/`` as a module."""
    spec = importlib.util.spec_from_file_location(name, Path(__file__).parents[1] / "tools" / f"{name}.py")
    assert spec is not None
    assert spec.loader is not None
    module = sys.modules[name] = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


def test_predictions_hold_for_generated_classes_on_this_python(tmp_path: Path) -> None:
    compare_sizes = tool("compare_sizes")
    found = list(compare_sizes.samples(20, seed=7))
    outcome = compare_sizes.compare(sys.executable, found, *compare_sizes.write(tmp_path, found))
    assert outcome.total >= 25
    assert outcome.right >= 0.95 * outcome.total, outcome.wrong
