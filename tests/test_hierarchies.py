"""Generated class hierarchies do the same before and after their safe fixes, with CPython as the oracle.

``tools/hierarchies.py`` runs more of them, with other seeds and on other interpreters.
"""

from __future__ import annotations

import sys
from collections import Counter
from pathlib import Path

import pytest
from behaving import Oracle
from comparing import compared, workplace
from hierarchies import programs
from hypothesis import HealthCheck, Phase, given, settings

PROGRAMS = 300

pytestmark = pytest.mark.skipif(sys.platform == "win32", reason="programs run in forks")


def test_safe_fixes_keep_what_generated_hierarchies_do() -> None:
    seen: Counter[str] = Counter()

    @settings(
        max_examples=PROGRAMS, derandomize=True, database=None, deadline=None, phases=(Phase.generate, Phase.shrink),
        suppress_health_check=list(HealthCheck),
    )  # fmt: skip
    @given(programs())
    def same(files: dict[str, str]) -> None:
        outcome = compared(files, oracle, root)
        classes, fixed = outcome.classes
        seen.update(programs=1, classes=classes, fixed=fixed, imported=outcome.imports, changed=outcome.after != outcome.before)
        assert not outcome.differences, outcome.report()

    with Oracle() as oracle, workplace() as root:
        same()
    assert seen["imported"] > seen["programs"] * 0.8
    assert seen["changed"] > seen["programs"] * 0.3  # refusing everything would keep what they do as well
    assert seen["fixed"] > seen["classes"] * 0.1


BROKEN = {"main.py": "class A:\n    def __init__(self):\n        self.x = 1\n\n\ndef check_1():\n    return vars(A())\n"}


def test_the_oracle_sees_a_difference() -> None:
    slotted = {"main.py": BROKEN["main.py"].replace("class A:\n", "class A:\n    __slots__ = ('x',)\n")}
    with Oracle() as oracle:
        assert oracle.run(BROKEN, ["x"]) == {"check_1": ["dict", ["'x'", "1"]]}
        assert oracle.run(slotted, ["x"]) == {"check_1": ["raised", ["TypeError"]]}
        assert oracle.run({"main.py": "import nowhere"}, []) == {"": "ModuleNotFoundError: No module named 'nowhere'"}
        assert oracle.run({"main.py": "import os\ndef check_1(): os._exit(3)"}, [])[""].startswith("ended with status")


def test_files_are_written_as_the_command_does(tmp_path: Path) -> None:
    with Oracle() as oracle, workplace() as root:
        outcome = compared({"main.py": BROKEN["main.py"].replace("vars(A())", "A()")}, oracle, root)
    assert "__slots__ = ('x',)" in outcome.after["main.py"].replace('"', "'")
    assert outcome.classes == (1, 1)
    assert outcome.differences == {}
