"""Runs as values: the pool, groups of fixes across files, writing, and what happens in between."""

from __future__ import annotations

import json
from collections.abc import Callable
from concurrent.futures import Executor, ProcessPoolExecutor, ThreadPoolExecutor
from pathlib import Path

import pytest
from conftest import POINT, Project

from slotlint import analysis, driver, pool, repair
from slotlint.diagnostics import AddSlots, Applicability, Fix, Problem, Remedy
from slotlint.fixing import plan
from slotlint.pool import Source, extract_all
from slotlint.records import dump_findings, load_findings
from slotlint.repair import components
from slotlint.request import Request
from slotlint.rewrite import Style
from slotlint.settings import combine, find

SOURCES = [Source(f"k{n}", POINT.replace("Point", f"P{n}").encode() * 40, n % 5 == 0) for n in range(60)]

EXECUTORS: list[tuple[str, Callable[[], Executor | None], int]] = [
    ("here", lambda: None, 1),
    ("processes", lambda: None, 2),
    ("threads", lambda: ThreadPoolExecutor(3), 3),
    ("given processes", lambda: ProcessPoolExecutor(1), 1),
]


@pytest.mark.parametrize("texts", [True, False], ids=["with texts", "without"])
@pytest.mark.parametrize(("make", "jobs"), [case[1:] for case in EXECUTORS], ids=[case[0] for case in EXECUTORS])
def test_every_executor_gives_the_same_facts_in_the_same_order(
    make: Callable[[], Executor | None], jobs: int, texts: bool, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(pool, "POOL_BYTES", 1_000)
    monkeypatch.setattr(pool, "CHUNK_BYTES", 10_000)
    executor = make()
    expected = [(one.key, one.facts) for one in extract_all(SOURCES, 1)]
    found = [(one.key, one.facts) for one in extract_all(SOURCES, jobs, executor, texts=texts)]
    if executor is not None:
        executor.shutdown()
    assert found == expected
    assert [key for key, _ in found] == [source.key for source in SOURCES]


def test_no_processes_here_is_no_reason_to_fail(monkeypatch: pytest.MonkeyPatch) -> None:
    def fail(*args: object, **kwargs: object) -> None:
        raise OSError("no semaphores")

    monkeypatch.setattr("concurrent.futures.ProcessPoolExecutor", fail)
    monkeypatch.setattr(pool, "POOL_BYTES", 1_000)
    assert len(list(extract_all(SOURCES, 2))) == len(SOURCES)


BASE = """\
class Base:
    def __init__(self, a):
        self.a = a
"""
CHILD = """\
from base import Base


class Child(Base):
    def __init__(self, a, b):
        super().__init__(a)
        self.b = b


def children(n):
    return [Child(i, i) for i in range(n)]
"""


def request(project: Project, *paths: str, **values: object) -> Request:
    return Request(paths, project.root, combine(find(project.root), project.root, cache=False, jobs=1, **values))


@pytest.fixture
def family(project: Project) -> Project:
    """A base and a child in two files, which must be slotted together."""
    return project.write({"base.py": BASE, "child.py": CHILD})


def test_a_group_is_fixed_across_files(family: Project) -> None:
    report = driver.fix(request(family))
    assert (report.diagnostics, report.fixed) == ((), 2)
    assert '__slots__ = ("a",)' in family.read("base.py")
    assert '__slots__ = ("b",)' in family.read("child.py")
    after = family.snapshot()
    assert driver.fix(request(family)).fixed == 0
    assert family.snapshot() == after


def test_a_group_that_needs_another_file_is_held_back_and_names_it(family: Project) -> None:
    before = family.snapshot()
    report = driver.fix(request(family, "child.py"))
    assert family.snapshot() == before
    (found,) = report.diagnostics
    assert found.fix is not None
    assert found.fix.applicability is Applicability.DISPLAY
    assert "base.py, which is outside the paths given" in found.notes[-1].message


STATE = "    def __getstate__(self):\n        return self.b\n\n    def __setstate__(self, b):\n        self.b = b\n"
GRANDCHILD = "from child import Child\n\n\nclass Grandchild(Child):\n    pass\n\n\nmade = [Grandchild(i, i) for i in range(9)]\n"
OUTSIDE = [  # what stands in base.py and child.py besides, the paths given, and the files that change
    ("the base has instances of its own", "", "made = Base(1)\n", "", ["base.py"], ["base.py"]),
    ("half a chain would cost memory", "", "", "", ["base.py"], []),
    ("the other half needs the base", "", "made = Base(1)\n", "", ["child.py"], []),
    ("a state of the child leaves out the base", STATE, "made = Base(1)\n", "", ["base.py"], []),
    ("an instance changes from one to the other", "", "made = Base(1)\n", "def f(o: Child):\n    o.__class__ = Child\n", ["base.py"], []),
    ("a class between is not given", "", "made = Base(1)\n", "", ["base.py", "grandchild.py"], ["base.py"]),
    ("all above are given", "", "made = Base(1)\n", "", ["base.py", "child.py"], ["base.py", "child.py"]),
]


@pytest.mark.parametrize(("inner", "beside", "after", "given", "changed"), [row[1:] for row in OUTSIDE], ids=[row[0] for row in OUTSIDE])
def test_classes_outside_the_paths_hold_back_those_alone_that_must_change_with_them(
    inner: str, beside: str, after: str, given: list[str], changed: list[str], family: Project
) -> None:
    child = CHILD.replace("        self.b = b\n", "        self.b = b\n\n" + inner if inner else "        self.b = b\n")
    family.write({"base.py": f"{BASE}\n\n{beside}", "child.py": f"{child}\n\n{after}", "grandchild.py": GRANDCHILD})
    before = {name: family.read(name) for name in ("base.py", "child.py", "grandchild.py")}
    report = driver.fix(request(family, *given))
    assert [name for name, text in before.items() if family.read(name) != text] == changed
    kept = [one for one in report.diagnostics if one.fix and one.fix.applicability is Applicability.DISPLAY]
    assert all("outside the paths given" in one.notes[-1].message for one in kept)
    assert {one.path for one in kept} == set(given) - set(changed)


DOCUMENTED = """\


class Documented(Base):
    kind = 1
    "What it is."

    def __init__(self, a):
        super().__init__(a)

    def change(self):
        self.kind = 2


made = [Base(1), Child(1, 2), Documented(3)] * 9
"""


def test_a_class_that_cannot_be_rewritten_leaves_the_others_of_its_group(project: Project) -> None:
    child = CHILD.replace("from base import Base\n", "")
    project.write({"main.py": BASE + child + DOCUMENTED})
    report = driver.fix(request(project, payoff="all"))
    text = project.read("main.py")
    assert '__slots__ = ("a",)' in text
    assert '__slots__ = ("b",)' in text
    assert text.count("__slots__") == report.fixed == 2
    (left,) = report.diagnostics
    assert left.class_name == "Documented"
    assert "not rewritten: a string below the default documents it" in left.notes[-1].message


def test_a_group_with_a_hidden_finding_is_held_back_and_says_why(family: Project) -> None:
    family.write({"base.py": BASE.replace("class Base:", "class Base:  # slotlint: ignore")})
    before = family.snapshot()
    (found,) = driver.fix(request(family)).diagnostics
    assert family.snapshot() == before
    assert (found.class_name, found.notes[-1].message) == (
        "Child",
        "not fixed: the fix also changes Base, whose SLT101 is ignored by a comment",
    )


def test_fixed_sources_are_what_fix_writes(family: Project) -> None:
    before = family.snapshot()
    sources = driver.fixed_sources(["."], request(family).settings, family.root)
    assert family.snapshot() == before
    driver.fix(request(family))
    assert {str(file.relative_to(family.root)): content for file, content in sources.items()} == family.snapshot()


def test_a_group_of_which_one_file_cannot_be_written_is_not_written(family: Project, monkeypatch: pytest.MonkeyPatch) -> None:
    before = family.snapshot()
    asked: list[set[str]] = []

    def refuse(changes: dict[str, bytes]) -> tuple[Problem, ...]:
        asked.append({Path(path).name for path in changes})
        return (Problem(str(family.root / "base.py"), "is read-only"),)

    monkeypatch.setattr(repair.writer, "write_group", refuse)
    report = driver.fix(request(family))
    assert asked == [{"base.py", "child.py"}]
    assert report.problems == (Problem("base.py", "is read-only"),)
    assert (report.fixed, len(report.diagnostics)) == (0, 2)
    assert family.snapshot() == before


def test_a_file_that_changes_during_the_run_is_not_overwritten(family: Project, monkeypatch: pytest.MonkeyPatch) -> None:
    write = driver.write

    def meddle(*args: object) -> object:
        family.write({"base.py": BASE + "\n# edited meanwhile\n"})
        return write(*args)  # type: ignore[arg-type]

    monkeypatch.setattr(driver, "write", meddle)
    report = driver.fix(request(family))
    assert report.problems == (Problem("base.py", "changed during the run, so not written"),)
    assert family.read("base.py").endswith("# edited meanwhile\n")
    assert "__slots__" not in family.read("child.py")


def test_unsafe_fixes_need_their_flag(project: Project) -> None:
    project.write({"mod.py": POINT})
    assert driver.fix(request(project, library=True)).fixed == 0
    assert driver.fix(request(project, library=True, unsafe_fixes=True)).fixed == 1


def fix_of(group: str, *remedies: Remedy) -> Fix:
    return Fix(Applicability.SAFE, "", group, remedies)


def slots(path: str, row: int, name: str) -> Remedy:
    return Remedy(path, row, name, (AddSlots(("x",)),), ("x",))


def test_a_group_that_is_refused_in_one_file_is_left_out_of_all() -> None:
    text = "class {}:\n    def __init__(self):\n        self.x = 1\n"
    sources = {"a.py": (text.format("A") + text.format("B")).encode(), "b.py": text.format("C").encode()}
    fixes = [
        fix_of("ok", slots("a.py", 1, "A")),
        fix_of("torn", slots("a.py", 4, "B"), slots("b.py", 1, "NotThere")),
    ]
    planned = plan(fixes, sources, Style())
    assert set(planned.applied) == {"ok"}
    assert set(planned.refused) == {"torn"}
    assert planned.refused["torn"].path == "b.py"
    assert list(planned.sources) == ["a.py"]
    assert planned.sources["a.py"].count(b"__slots__") == 1


def test_files_of_groups_that_share_one_are_written_together() -> None:
    a, b, c, d = (Path(name) for name in "abcd")
    found = components([frozenset({a, b}), frozenset({c}), frozenset({b, d})])
    assert sorted(map(sorted, found)) == [[a, b, d], [c]]


def test_bases_from_the_environment(project: Project, tmp_path: Path) -> None:
    site = tmp_path / "site-packages"
    (site / "outside").mkdir(parents=True)
    (site / "outside" / "__init__.py").write_text("from outside.core import Slotted, Plain\n")
    (site / "outside" / "core.py").write_text("class Slotted:\n    __slots__ = ()\nclass Plain:\n    pass\n")
    child = "from outside import {0}\nclass Child({0}):\n    def __init__(self):\n        self.x = 1\ny = [Child() for _ in range(9)]\n"
    for base, codes in (("Slotted", ["SLT105"]), ("Plain", []), ("Missing", [])):
        project.write({"child.py": child.format(base)})
        report = driver.check(request(project, python=str(site)))
        assert [found.code for found in report.diagnostics] == codes


def cached(project: Project, **values: object) -> Request:
    chosen = {"cache": True, "jobs": 1, **values}
    return Request((), project.root, combine(find(project.root), project.root, **chosen), edits=True, lines=True)


def test_a_second_run_on_the_same_sources_neither_links_nor_judges(family: Project, monkeypatch: pytest.MonkeyPatch) -> None:
    family.write({"noisy.py": "class Noisy:  # slotlint: ignore[SLT2]\n    pass\n"})
    first = driver.check(cached(family))

    def fail(*args: object) -> None:
        raise AssertionError("judged again")

    monkeypatch.setattr(analysis, "judge", fail)
    assert driver.check(cached(family)) == first
    assert driver.check(cached(family, select=("SLT1",))).diagnostics == tuple(
        one for one in first.diagnostics if one.code.startswith("SLT1")
    )


CHANGES: list[tuple[str, dict[str, str], dict[str, object]]] = [
    ("a source", {"child.py": CHILD + "\n"}, {}),
    ("a new file", {"new.py": ""}, {}),
    ("a setting", {}, {"weakref": "always"}),
    ("the target", {}, {"target_version": "py312"}),
]


@pytest.mark.parametrize(("files", "values"), [case[1:] for case in CHANGES], ids=[case[0] for case in CHANGES])
def test_what_matters_makes_a_result_a_miss(
    family: Project, files: dict[str, str], values: dict[str, object], monkeypatch: pytest.MonkeyPatch
) -> None:
    driver.check(cached(family))
    judged: list[object] = []
    judge = analysis.judge
    monkeypatch.setattr(analysis, "judge", lambda *args: judged.append(args) or judge(*args))
    family.write(files)
    driver.check(cached(family, **values))
    assert len(judged) == 1


def test_a_change_of_an_installed_base_makes_a_result_a_miss(project: Project, tmp_path: Path) -> None:
    site = tmp_path / "site-packages"
    site.mkdir()
    child = "from outside import Base\nclass Child(Base):\n    def __init__(self):\n        self.x = 1\ny = [Child() for _ in range(9)]\n"
    project.write({"child.py": child})
    for body, codes in (("pass", []), ("__slots__ = ()", ["SLT105"]), ("__slots__ = ()", ["SLT105"]), ("pass", [])):
        (site / "outside.py").write_text(f"class Base:\n    {body}\n")
        report = driver.check(cached(project, python=str(site)))
        assert [found.code for found in report.diagnostics] == codes


def test_findings_survive_the_cache(family: Project) -> None:
    found = driver.check(request(family)).diagnostics
    again = load_findings(json.loads(json.dumps(dump_findings(found))))
    assert again == found
    assert again[0].fix is again[1].fix
