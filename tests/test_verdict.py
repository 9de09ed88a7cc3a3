"""Verdicts: which classes may be slotted and with which names, which may not and which line says so.

CPython is the oracle: each program has a ``check()`` that must give the same before and after the safe fixes.
"""

from __future__ import annotations

import re

import pytest
from behaviour_cases import BEHAVIOUR
from found_cases import FOUND
from programs import behaviour, marked, reasons_of, rewritten, running, safe_fixes, table, verdict_of, world
from receiver_cases import RECEIVERS
from verdict_cases import MAY, REFUSED, UNSAFE

from slotlint.verdict import Policy

STOPPED = re.compile(r"\w+(Error|Exception|Conflict): ")


@pytest.mark.parametrize(("source", "expected"), MAY)
def test_a_class_may_be_slotted(source: str, expected: dict[str, str]) -> None:
    judged = world(source)
    assert {name: verdict_of(judged, name) for name in expected} == expected


@pytest.mark.parametrize(("source", "expected"), MAY)
def test_cpython_agrees(source: str, expected: dict[str, str]) -> None:
    after = rewritten(source)
    assert behaviour(after) == behaviour(source)
    assert not STOPPED.match(behaviour(source))
    with running(after) as names:
        for name in expected:
            if "<locals>" not in name and expected[name] != "refused":
                outer, *inner = name.split(".")
                found = names[outer]
                for part in inner:
                    found = getattr(found, part)
                assert not found.__dictoffset__, name
    assert safe_fixes(world(after)) == []


@pytest.mark.parametrize(("source", "kind"), REFUSED)
def test_a_refusal_names_the_line(source: dict[str, str] | str, kind: str) -> None:
    judged = world(source)
    assert verdict_of(judged, "P") == "refused"
    assert (kind, *marked(source)) in reasons_of(judged, "P")


@pytest.mark.parametrize(("source", "kind"), UNSAFE)
def test_a_doubt_makes_the_fix_unsafe_and_names_the_line(source: dict[str, str] | str, kind: str) -> None:
    judged = world(source)
    assert verdict_of(judged, "P").startswith("unsafe")
    assert (kind, *marked(source)) in reasons_of(judged, "P")


@pytest.mark.parametrize("source", [*RECEIVERS, *BEHAVIOUR, *FOUND])
def test_safe_fixes_change_nothing_that_the_program_does(source: str) -> None:
    before = behaviour(source)
    assert not STOPPED.match(before)
    assert behaviour(rewritten(source)) == before


ITEMS = table(
    ("store", "class P:\n    def __init__(self): self.__dict__['x'] = 1\ndef check(): return P().x"),
    (
        "delete",
        "class P:\n    def __init__(self):\n        self.x = 1\n        del self.__dict__['x']\ndef check(): return hasattr(P(), 'x')",
    ),
    ("load", "class P:\n    def __init__(self): self.x = 1\n    def get(self): return self.__dict__['x']\ndef check(): return P().get()"),
)


@pytest.mark.parametrize("source", ITEMS)
def test_uses_of_the_dict_are_rewritten_and_proven(source: str) -> None:
    after = rewritten(source)
    assert "__slots__" in after
    assert behaviour(after) == behaviour(source)


def test_platform_and_missing_modules_are_refused() -> None:
    plain = "class P:\n    def __init__(self): self.x = 1\n"
    missing = world(f"import nowhere\n{plain}", missing=frozenset({"nowhere"}))
    assert ("platform", "main.py", 1) in reasons_of(missing, "P")
    assert verdict_of(world(f"import somewhere\n{plain}", missing=frozenset({"nowhere"})), "P") == "x"


def test_the_supported_versions_decide() -> None:
    source = "from dataclasses import dataclass\nimport weakref\n@dataclass(eq=False)\nclass P:\n    x: int = 1\nr = weakref.ref(P())\n"
    assert verdict_of(world(source, targets=((3, 10),)), "P") == "refused"
    assert verdict_of(world(source, targets=((3, 11), (3, 12))), "P") == "x __weakref__"
    closure = "from dataclasses import dataclass\nclass O:\n    def f(self): return 1\n@dataclass\nclass P(O):\n    x: int\n    def f(self): return super().f()\n"
    assert verdict_of(world(closure, targets=((3, 13),)), "P") == "refused"
    assert verdict_of(world(closure, targets=((3, 14),)), "P") == "x"


def test_public_classes_of_a_library_are_never_safe() -> None:
    source = "class P:\n    def __init__(self): self.x = 1\nclass _Q:\n    def __init__(self): self.y = 1\n"
    groups = [fix.group for fix in safe_fixes(world(source, options=Policy(library=True)))]
    assert groups == ["main:_Q"]
    assert [fix.group for fix in safe_fixes(world(source))] == ["main:P", "main:_Q"]


def test_a_group_spans_files_and_is_one_fix() -> None:
    files = {
        "a.py": "class A:\n    def __init__(self): self.x = 1\n",
        "b.py": "from a import A\nclass B(A):\n    def __init__(self):\n        super().__init__()\n        self.y = 1\n",
        "c.py": "class C:\n    def __init__(self): self.z = 1\n",
    }
    judged = world(files)
    assert [[r.path for r in fix.remedies] for fix in safe_fixes(judged)] == [["a.py", "b.py"], ["c.py"]]


@pytest.mark.parametrize("name", ["tests/test_a.py", "test_a.py", "pkg/a_test.py", "conftest.py"])
def test_a_subclass_in_a_test_is_not_rewritten_and_stops_nobody(name: str) -> None:
    files = {
        "lib.py": "class A:\n    def __init__(self): self.x = 1\n",
        name: "from lib import A\nclass P(A):\n    def __init__(self):\n        super().__init__()\n        self.y = 1\n",
    }
    judged = world({**files, "main.py": "from lib import A\nMADE = [A() for _ in range(3)]\n"})
    assert verdict_of(judged, "A") == "x"
    assert verdict_of(judged, "P") == "refused"
    assert [n[0] for n in reasons_of(judged, "P")] == ["payoff"]


def test_classes_of_the_environment_are_judged_but_not_rewritten() -> None:
    files = {
        "site-packages/lib.py": "class Slotted:\n    __slots__ = ('a',)\nclass Plain:\n    def __init__(self): self.a = 1\n",
        "main.py": "import lib\nclass P(lib.Slotted):\n    def __init__(self): self.x = 1\nclass Q(lib.Plain):\n    def __init__(self): self.y = 1\n",
    }
    judged = world(files)
    assert verdict_of(judged, "P") == "x"
    assert verdict_of(judged, "Q") == "refused"
    assert ("base", "site-packages/lib.py", 3) in reasons_of(judged, "Q")
    assert [fix.group for fix in safe_fixes(judged)] == ["main:P"]


def test_a_stub_says_nothing_of_the_class_that_it_describes() -> None:
    files = {"lib.pyi": "class P:\n    x: int\n    y: int\n", "lib.py": "class P:\n    def __init__(self): self.x = 1\n"}
    judged = world(files)
    assert {judged.path(c.node): verdict_of(judged, c.node.key) for c in judged.cases}.keys() == {"lib.py", "lib.pyi"}
    case = next(c for c in judged.cases if judged.path(c.node) == "lib.py")
    assert judged.slots(case) == ("x",)
