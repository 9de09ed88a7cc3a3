"""``slotlint profile`` on programs that run, and what ``check --profile`` makes of what it saw."""

from __future__ import annotations

import json
import multiprocessing
import sys

import pytest
from conftest import Project
from profiled import FRAMES, MAIN, SERVICE, SEVERAL

from slotlint import profiles
from slotlint.advice import advise
from slotlint.diagnostics import Size
from slotlint.profiles import BadProfile, ClassProfile, Profile

FILES = {"frames.py": FRAMES, "service.py": SERVICE, "main.py": MAIN, "several.py": SEVERAL}


@pytest.fixture
def ran(project: Project) -> Project:
    """The programs, and the profile of a run of main.py."""
    done = project.write(FILES).command("profile", "--", "main.py")
    assert done.code == 0, done.err
    assert "bytes  20,000 of frames:Frame\n" in done.err
    return project


def test_each_class_is_told_what_it_gains_from(ran: Project) -> None:
    rows = {row["class"]: row for row in json.loads(ran.read("slotlint-profile.json"))["classes"]}
    assert rows["Frame"]["peak"] == 20000
    assert rows["Processor"]["created"] == 200
    assert rows["Processor"]["keys"] == 10
    assert rows["Processor"]["died_in_collector"] > 50
    assert rows["Processor"]["init_seconds"] >= 0.009
    assert rows["Matrix"]["payload"] > 10_000
    assert 48 <= rows["Frame"]["size"] < 300
    found = ran.run("check", "--profile", "slotlint-profile.json", "--output-format", "json", "--payoff", "all", "--sort", "saving")
    verdicts = {one["class"]: one["profile"]["verdict"] for one in found.json()}
    assert verdicts["Frame"] == "slots"
    assert verdicts["Matrix"] == "neither"
    first = found.json()[0]
    assert first["class"] == "Frame"
    assert first["profile"]["bytes_saved_at_peak"] >= 20000 * 24  # on any Python
    shown = ran.run("check", "--profile", "slotlint-profile.json").out
    assert "service:Processor: pool: 200 made" in shown or "pool: 200 made" in shown
    assert "Matrix: neither" in shown


@pytest.mark.parametrize("method", multiprocessing.get_all_start_methods())
def test_several_processes_are_one_profile_and_runs_are_merged(project: Project, method: str) -> None:
    done = project.write(FILES).command("profile", "--out", "one.json", "--", "several.py", method)
    assert done.code == 0, done.err
    one = profiles.load(project.read("one.json"))
    frame = next(row for row in one.classes if row.name == "Frame")
    assert one.processes >= 4
    assert frame.peak == 7000
    assert frame.created is not None
    assert frame.created > 6000
    again = project.command("profile", "--merge", "one.json", "--merge", "one.json", "--out", "two.json")
    assert again.code == 0, again.err
    two = profiles.load(project.read("two.json"))
    assert two.processes == 2 * one.processes
    assert next(row for row in two.classes if row.name == "Frame").peak == 7000


def test_the_program_keeps_its_own_sitecustomize_arguments_and_exit_code(project: Project) -> None:
    project.write(
        {
            "site/sitecustomize.py": "import builtins\nbuiltins.customized = 'yes'\n",
            "prog.py": "import sys\nprint(customized, sys.argv[1:], any('slotlint-profile' in p for p in sys.path))\nsys.exit(3)\n",
        }
    )
    done = project.command(
        "profile", "--", "prog.py", "--out", "x", PYTHONPATH=f"{project.root / 'site'}:{sys.path[0]}:" + ":".join(sys.path[1:])
    )
    assert (done.code, done.out) == (3, "yes ['--out', 'x'] False\n")


BUSY = "import time\nfrom one.a import A\nfrom two.b import B\n\nwhile time.process_time() < 0.8:\n    held = [(A(), B()) for _ in range(2000)]\n"


@pytest.mark.parametrize(
    ("roots", "wanted"),
    [((), {"A", "B"}), (("--root", "one"), {"A"}), (("--root", "one", "--root", "two"), {"A", "B"})],
    ids=["the project", "one", "two"],
)
def test_creations_are_counted_of_the_classes_in_the_named_folders(project: Project, roots: tuple[str, ...], wanted: set[str]) -> None:
    kind = "class {}:\n    def __init__(self):\n        self.x = 1\n"
    project.write({"one/a.py": kind.format("A"), "two/b.py": kind.format("B"), "prog.py": BUSY})
    done = project.command("profile", *roots, "--", "prog.py")
    assert done.code == 0, done.err
    seen = profiles.load(project.read("slotlint-profile.json"))
    assert {row.name for row in seen.classes if row.created} & {"A", "B"} == wanted


WRONG = [
    ((), "give a command to run"),
    (("--", "no-such-command-here"), "no such command"),
    (("--merge", "none.json"), "cannot be read"),
    (("--merge", "prog.py"), "no profile of slotlint"),
    (("--", "-I", "-c", "pass"), "no process of the command could be watched"),
]


@pytest.mark.parametrize(("args", "message"), WRONG)
def test_what_cannot_be_profiled_is_said_in_one_line(project: Project, args: tuple[str, ...], message: str) -> None:
    done = project.write({"prog.py": "x = 1\n"}).run("profile", *args)
    assert done.code == 2 or done.code == 1
    assert message in done.err
    assert "Traceback" not in done.err


def test_a_bad_profile_is_a_mistake_of_usage(point: Project) -> None:
    done = point.write({"bad.json": "{}"}).run("check", "--profile", "bad.json")
    assert done.code == 2
    assert "bad.json: no profile of slotlint" in done.err


def test_profiles_of_two_pythons_do_not_go_together() -> None:
    one, two = (Profile((3, minor), 1.0, 0.0, 1, 1, frozenset(), ()) for minor in (11, 12))
    with pytest.raises(BadProfile, match=r"3\.11 and 3\.12"):
        profiles.merge([one, two])


SIZE = Size("3.12", 120, 120, 184, 80)
RUN = Profile((3, 12), 10.0, 0.1, 100, 1, frozenset(), ())
SEEN = [
    ("many live", {"peak": 10_000, "created": 10_000, "init_seconds": 1e-6}, "slots"),
    ("few live", {"peak": 10, "created": 10, "init_seconds": 1e-6}, "neither"),
    ("looked at", {"peak": 100, "checked": 10, "looked_at": 10, "created": 100, "init_seconds": 1e-6}, "slots"),
    ("heavy values", {"peak": 10_000, "payload": 14_000}, "neither"),
    ("expensive, often, short-lived", {"peak": 5, "created": 200, "init_seconds": 0.01}, "pool"),
    ("in cycles", {"peak": 150, "created": 200, "init_seconds": 0.01, "died_in_collector": 60}, "pool"),
    ("few tenants", {"peak": 5, "created": 200, "init_seconds": 0.01, "keys": 10, "observed": 200}, "pool"),
    ("always for something else", {"peak": 5, "created": 200, "init_seconds": 0.01, "keys": 200, "observed": 200}, "neither"),
    ("expensive but kept", {"peak": 200, "created": 200, "init_seconds": 0.01}, "neither"),
    ("cheap but short-lived", {"peak": 5, "created": 200_000, "init_seconds": 1e-6}, "neither"),
    ("both", {"peak": 2000, "created": 9000, "init_seconds": 0.001}, "both"),
]


@pytest.mark.parametrize(("seen", "verdict"), [row[1:] for row in SEEN], ids=[row[0] for row in SEEN])
def test_the_decision_table(seen: dict[str, float], verdict: str) -> None:
    found = advise(ClassProfile("m", "A", "m.py", **seen), RUN, SIZE)  # type: ignore[arg-type]
    assert found.trade.value == verdict
    assert found.figures
