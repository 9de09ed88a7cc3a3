"""What the sampler says of one instance, of constructions through an inherited ``__init__``, and of short peaks."""

from __future__ import annotations

import sys
import tracemalloc
from pathlib import Path

import pytest
from conftest import Project

from slotlint import profiles
from slotlint.sampler import Sampler, size


class Open:  # slotlint: ignore[SLT101] its dict is weighed
    pass


class Plain:  # slotlint: ignore[SLT101] its dict is weighed
    def __init__(self) -> None:
        self.a = self.b = 1
        self.c = "x"


class HalfSlotted(Open):  # slotlint: ignore[SLT201] its dict is weighed
    __slots__ = ("a", "b", "c", "d")

    def __init__(self) -> None:
        self.a = self.b = self.c = self.d = None


class Slotted:
    __slots__ = ("a", "b")

    def __init__(self) -> None:
        self.a = 1  # b stays empty


class Referable:
    __slots__ = ("__weakref__", "a")

    def __init__(self) -> None:
        self.a = 1


class SlotBesideValues(Plain):  # slotlint: ignore[SLT201] its dict is weighed
    __slots__ = ("z",)

    def __init__(self) -> None:
        super().__init__()
        self.z = 1


@pytest.mark.parametrize("cls", [Plain, HalfSlotted, Slotted, Referable, SlotBesideValues], ids=lambda cls: cls.__name__)
def test_the_size_of_an_instance_is_what_tracemalloc_says(cls: type) -> None:
    number = 5000
    keep: list[object] = [cls() for _ in range(50)]  # after which the keys that they share are known
    keep.extend([None] * number)
    tracemalloc.start()
    before = tracemalloc.get_traced_memory()[0]
    for at in range(number):
        keep[50 + at] = cls()
    measured = (tracemalloc.get_traced_memory()[0] - before) / number
    tracemalloc.stop()
    # From 3.13 on, a dict beside slots shares no keys as a rule: its table is weighed as it is asked for its size.
    within = 48 if sys.version_info >= (3, 13) and cls is SlotBesideValues else 2
    assert abs(size(keep[100], False) - measured) <= within


INHERITED = """\
class Base:
    def __init__(self, x):
        self.x = x

class Child(Base):
    pass

class Own(Base):
    def __init__(self, x):
        super().__init__(x)
"""

BUSY = """\
import gc, time
from kinds import Child, Own

made = 0
while time.process_time() < 2.5:
    held = [(Child(at), Own(at)) for at in range(1000)]
    made += 1000
print(made)
"""


def test_an_inherited_init_that_is_called_all_the_time_is_rested(project: Project) -> None:
    project.write({"kinds.py": INHERITED, "prog.py": BUSY})
    done = project.command("profile", "--", "prog.py")
    assert done.code == 0, done.err
    rows = {row.name: row for row in profiles.load(project.read("slotlint-profile.json")).classes}
    assert not rows["Child"].exact  # a part of the time it was not counted, whichever class the __init__ stands in
    assert int(done.out) / 10 < (rows["Child"].created or 0) < int(done.out) * 10


class Brief:
    def __init__(self, x: int) -> None:
        self.x = x


def test_a_peak_between_two_looks_is_estimated_from_below(tmp_path: Path) -> None:
    sampler = Sampler(str(tmp_path), [str(Path(__file__).parent)])
    sampler.busy = True  # it neither looks nor rests what is made too often
    original = Brief.__init__
    sampler.watch(Brief, original)
    try:
        kept = [Brief(at) for at in range(20_000)]
        kept.clear()
        few = [Brief(at) for at in range(100)]
    finally:
        type.__setattr__(Brief, "__init__", original)
    record = sampler.record(Brief)
    assert len(few) == 100
    assert record is not None
    assert 10_000 <= record.peak <= 20_000
    assert 48 <= record.size < 300
