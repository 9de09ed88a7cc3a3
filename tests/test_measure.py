"""``slotlint measure``: both variants of a class, run for real, beside the prediction."""

from __future__ import annotations

import json

import pytest
from conftest import Project

POINTS = {
    "pkg/__init__.py": "",
    "pkg/base.py": "class Base:\n    def __init__(self, x):\n        self.x = x\n",
    "pkg/points.py": "from pkg.base import Base\n\nclass Point(Base):\n    def __init__(self, x, y):\n"
    "        super().__init__(x)\n        self.y = y\n\ndef points(n):\n    return [Point(i, i) for i in range(n)]\n",
    "odd.py": "class Odd:\n    def set(self, name):\n        setattr(self, name, 1)\n",
}


def test_both_variants_are_measured_and_the_program_stays_as_it_is(project: Project) -> None:
    before = project.write(POINTS).snapshot()
    done = project.run("measure", "pkg.points:Point", "--new", "Point(1, 2)", "--output-format", "json")
    assert done.code == 0, done.err
    found = done.json()
    assert round(found["before"]["bytes"]) == found["predicted"]["before"]
    assert round(found["after"]["bytes"]) == found["predicted"]["after"]
    assert found["attribute"] in ("x", "y")
    assert all(found["after"][key] > 0 for key in ("create_ns", "read_ns", "write_ns"))
    assert project.snapshot() == before


def test_the_arguments_may_come_from_a_profile(project: Project) -> None:
    project.write({**POINTS, "run.py": "from pkg.points import Point\nkept = [Point(7, 8) for _ in range(9000)]\n"})
    assert project.command("profile", "--", "run.py").code == 0
    done = project.run("measure", "pkg.points:Point", "--profile", "slotlint-profile.json")
    assert done.code == 0, done.err
    lines = done.out.splitlines()
    assert lines[0].endswith("made by Point(7, 8)")
    assert [line.split("  ")[1] for line in lines[2:]] == ["bytes an instance", "", "create", "read .x", "write .x"]


def test_as_many_instances_are_made_as_it_is_told(project: Project) -> None:
    few = "class Few:\n    made = []\n\n    def __init__(self):\n        self.x = 1\n        self.made.append(len(self.made))\n"
    limit = "        if len(self.made) > 2000:\n            raise MemoryError\n"
    project.write({"few.py": few + limit})
    assert project.run("measure", "few:Few", "--new", "Few()", "--count", "20").code == 0
    done = project.run("measure", "few:Few", "--new", "Few()")
    assert (done.code, "Few() failed in few: MemoryError" in done.err) == (2, True)


WRONG = [
    (("pkg.points:Point",), "say how an instance is made"),
    (("Point", "--new", "Point(1, 2)"), "a class is spelt MODULE:CLASS"),
    (("pkg.points:Pint", "--new", "Pint(1)"), "no class pkg.points:Pint"),
    (("pkg.points:Point", "--new", "Point(1)"), "Point(1) failed in pkg.points: TypeError"),
    (("odd:Odd", "--new", "Odd()"), "slotlint would not change odd:Odd: refused"),
    (("pkg.points:Point", "--new", "Point(1, 2)", "--python", "none/bin/python"), "none/bin/python"),
]


@pytest.mark.parametrize(("args", "message"), WRONG)
def test_what_cannot_be_measured_is_said_in_one_line(project: Project, args: tuple[str, ...], message: str) -> None:
    done = project.write(POINTS).run("measure", *args)
    assert done.code in (1, 2)
    assert message in done.err
    assert "Traceback" not in done.err


def test_the_help_says_that_it_runs_the_program(project: Project) -> None:
    assert "never imports your code. This command does" in " ".join(project.run("measure", "--help").out.split())
    assert json.dumps(project.run("profile", "--help").out).count("runs your code") == 1
