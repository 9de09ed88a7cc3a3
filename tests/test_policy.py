"""What the settings decide about fixes, tried on programs that really run: weakref, pickle-compat, library, by folder."""

from __future__ import annotations

import subprocess
import sys

import pytest
from conftest import Project

PROGRAM = """\
from dataclasses import dataclass


class Point:
    def __init__(self, x):
        self.x = x

    def show(self):
        return ("Point", self.x)


class Child(Point):
    def __init__(self, x, y):
        super().__init__(x)
        self.y = y

    def show(self):
        return ("Child", self.x, self.y)


class Guarded:
    def __init__(self, a):
        object.__setattr__(self, "a", a)

    def __setattr__(self, name, value):
        raise AttributeError("read-only")

    def show(self):
        return ("Guarded", self.a)


class Half:
    __slots__ = ("a",)


class Whole(Half):
    def __init__(self):
        self.a = 1
        self.b = 2

    def show(self):
        return ("Whole", self.a, self.b)


@dataclass
class Record:
    x: int
    y: int

    def show(self):
        return ("Record", self.x, self.y)


def make():
    return [made for n in range(2) for made in (Point(n), Child(n, 2), Guarded(n), Whole(), Record(n, 4))]
"""
DUMP = """\
import pickle, sys, program
data = [pickle.dumps(one, protocol) for protocol in range(int(sys.argv[1]), 6) for one in program.make()]
open("old.pickle", "wb").write(pickle.dumps(data))
"""
LOAD = """\
import pickle, sys, program
shown = [pickle.loads(one).show() for one in pickle.loads(open("old.pickle", "rb").read())]
wanted = [one.show() for one in program.make()]
assert shown == wanted * (len(shown) // len(wanted)), shown
new = [pickle.loads(pickle.dumps(one, 2)).show() for one in program.make()]
assert new == wanted, new
"""


def python(project: Project, code: str, *args: str) -> str:
    """Run code in the folder of a project; fails where the code does."""
    done = subprocess.run([sys.executable, "-c", code, *args], cwd=project.root, capture_output=True, text=True)
    assert done.returncode == 0, done.stderr
    return done.stdout


def slotted(project: Project) -> set[str]:
    """The classes of the program whose instances have no dict."""
    code = "import program; print(*{type(one).__name__ for one in program.make() if not hasattr(one, '__dict__')})"
    return set(python(project, code).split())


def test_pickles_made_before_load_after(project: Project) -> None:
    project.write({"program.py": PROGRAM})
    python(project, DUMP, "2")  # Whole has slots without state methods: protocols 0 and 1 never could
    assert project.run("check", "--fix", "--pickle-compat").code == 0
    assert slotted(project) == {"Point", "Child", "Guarded", "Whole", "Record"}
    python(project, LOAD)
    assert project.read("program.py").count("def __setstate__") == 4  # Child has that of Point
    assert project.run("check", "--pickle-compat", "--payoff", "all").code == 0


def test_without_the_setting_they_do_not(project: Project) -> None:
    project.write({"program.py": PROGRAM})
    python(project, DUMP, "2")
    assert project.run("check", "--fix").code == 0
    assert "__setstate__" not in project.read("program.py")
    with pytest.raises(AssertionError, match="__dict__"):
        python(project, LOAD)


NOT_COMPATIBLE = {
    "a default that an old pickle may lack": (
        "class A:\n    n = 0\n    def __init__(self, x):\n        self.x = x\n        if x: self.n = 1\n",
        "may lack n, whose default moves into __init__",
    ),
    "a frozen dataclass": (
        "from dataclasses import dataclass\n@dataclass(frozen=True)\nclass A:\n    x: int\n",
        "__setstate__ that takes a list of values",
    ),
    "attrs": ("import attr\n@attr.s\nclass A:\n    x = attr.ib()\n", "attrs before 22.2"),
}


@pytest.mark.parametrize(("source", "reason"), NOT_COMPATIBLE.values(), ids=NOT_COMPATIBLE)
def test_classes_whose_old_pickles_would_not_load_are_refused(project: Project, source: str, reason: str) -> None:
    project.write({"program.py": f"{source}\nmade = [A(n) for n in range(3)]\n"})
    assert len(project.run("check", "--output-format", "json").codes()) == 1
    assert project.run("check", "--output-format", "json", "--pickle-compat").codes() == []
    assert reason in project.run("explain", "program:A", "--pickle-compat").out


WEAK = """\
class Mixin:
    def f(self): return 1


class A(Mixin):
    def __init__(self):
        self.x = 1


class Slotted:
    __slots__ = ("s",)


class B(Slotted):
    def __init__(self):
        self.b = 1


class C(B, Mixin):
    def __init__(self):
        self.c = 1


class Key(tuple):
    def first(self): return self[0]


def make():
    return [made for n in range(3) for made in (A(), B(), C(), Key((n, n)))]
"""
REFERABLE = """\
import weakref, program
def can(one):
    try:
        return bool(weakref.ref(one))
    except TypeError:
        return False
print(*{type(one).__name__ for one in program.make() if can(one)})
"""


def test_instances_stay_weakly_referable_where_that_is_wanted(project: Project) -> None:
    project.write({"program.py": WEAK})
    before = set(python(project, REFERABLE).split())
    assert project.run("check", "--fix", "--weakref", "always").code == 0
    assert slotted(project) == {"A", "B", "C", "Key"}
    assert set(python(project, REFERABLE).split()) == before == {"A", "B", "C"}
    assert project.run("check", "--weakref", "always").code == 0


def test_as_needed_is_the_default(project: Project) -> None:
    project.write({"program.py": WEAK})
    assert project.run("check", "--fix").code == 0
    assert "__weakref__" not in project.read("program.py")


def test_a_dataclass_takes_weakref_slot(project: Project) -> None:
    text = "from dataclasses import dataclass\n\n\n@dataclass\nclass A:\n    x: int = 0\n\n\nmade = [A(n) for n in range(3)]\n"
    project.write({"program.py": text})
    args = ("check", "--fix", "--weakref", "always", "--target-version")
    assert project.run(*args, "py310").code == 0  # which has no weakref_slot, and a default leaves no other way
    assert project.read("program.py") == text
    assert project.run(*args, "py311").code == 0
    assert "@dataclass(slots=True, weakref_slot=True)" in project.read("program.py")


RELYING = {
    "a change of class": "class B:\n    __slots__ = ('x',)\n\n\nA().__class__ = B\n",
    "a reader of slots": "def names(): return getattr(type(A()), '__slots__', None)\n",
}


@pytest.mark.parametrize("user", RELYING.values(), ids=RELYING)
def test_no_needless_slot_where_the_program_relies_on_the_slots(project: Project, user: str) -> None:
    text = f"class A:\n    def __init__(self):\n        self.x = 1\n\n\n{user}made = [A() for n in range(3)]\n"
    project.write({"program.py": text})
    assert "relies on those" in project.run("explain", "program:A", "--weakref", "always").out
    project.run("check", "--fix", "--weakref", "always")
    assert "__weakref__" not in project.read("program.py")


def test_an_empty_class_that_is_pickled_by_an_old_protocol_gets_no_slot(project: Project) -> None:
    project.write({"program.py": "import pickle\n\n\nclass A:\n    pass\n\n\nmade = [pickle.dumps(A(), 0) for n in range(3)]\n"})
    project.run("check", "--fix", "--weakref", "always", "--payoff", "all")
    assert "__weakref__" not in project.read("program.py")
    python(project, "import program")


BY_FOLDER = """\
[[overrides]]
files = ["api/"]
library = true
[[overrides]]
files = ["cached/"]
weakref = "always"
pickle-compat = true
"""


def test_the_settings_of_a_folder_hold_for_its_classes(project: Project) -> None:
    text = "class {}:\n    def __init__(self):\n        self.x = 1\n\n\nmade = [{}() for n in range(3)]\n"
    project.write({f"{f}/m.py": text.format(f.title(), f.title()) for f in ("api", "cached", "plain")})
    project.write({"slotlint.toml": BY_FOLDER})
    assert project.run("check", "--fix", "--output-format", "json").codes() == ["SLT101"]  # unsafe in a library
    assert "__slots__" not in project.read("api/m.py")
    assert '__slots__ = ("x", "__weakref__")' in project.read("cached/m.py")
    assert "def __setstate__" in project.read("cached/m.py")
    assert '__slots__ = ("x",)' in project.read("plain/m.py")
    assert "def __setstate__" not in project.read("plain/m.py")
