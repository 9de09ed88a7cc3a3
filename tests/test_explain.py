"""Explanations: on real packages each class has a verdict with evidence, the same in every run."""

from __future__ import annotations

import functools
import importlib.util
import os
import subprocess
import sys
from pathlib import Path

import pytest
from programs import OPTIONS, linked, marked

from slotlint import rules
from slotlint.diagnostics import Applicability, Explanation, Verdict
from slotlint.program import Program
from slotlint.rules.context import world_of

PACKAGES = ("click", "pathspec")
HERE = Path(__file__).parent


@functools.cache
def package(name: str) -> Program:
    """The Program of an installed package, as it stands in site-packages."""
    spec = importlib.util.find_spec(name)
    assert spec is not None
    assert spec.origin is not None
    root = Path(spec.origin).parent
    return linked({file.relative_to(root.parent).as_posix(): file.read_text("utf-8") for file in sorted(root.rglob("*.py"))})


@functools.cache
def explained(name: str) -> dict[str, Explanation | None]:
    """The explanation of each class of a package."""
    program = package(name)
    return {key: rules.explain(program, OPTIONS, key) for key in rules.classes(program)}


def class_statements(program: Program) -> int:
    """How often ``class`` opens a statement in the sources of a package."""
    return sum(len(module.facts.classes) for module in program.modules)


@pytest.mark.parametrize("name", PACKAGES)
def test_no_class_is_missing(name: str) -> None:
    found = explained(name)
    assert len(rules.classes(package(name))) == class_statements(package(name))
    assert len(found) == len({node.key for node in package(name).classes}) > 20
    for key, explanation in found.items():
        assert explanation is not None, key
        assert f"{explanation.module}:{explanation.class_name}" == key


@pytest.mark.parametrize("name", PACKAGES)
def test_every_class_has_a_verdict_with_evidence(name: str) -> None:
    lines = {module.path: module.facts.lines for module in package(name).modules}
    for key, explanation in explained(name).items():
        assert explanation is not None
        assert isinstance(explanation.verdict, Verdict), key
        assert explanation.evidence, key
        for note in explanation.evidence:
            assert note.message, key
            assert note.kind, key
            assert 1 <= note.row <= lines[note.path], (key, note)
            assert note.column >= 1, (key, note)


@pytest.mark.parametrize("name", PACKAGES)
def test_every_refusal_says_why(name: str) -> None:
    refused = {key: e for key, e in explained(name).items() if e is not None and e.verdict is Verdict.REFUSED}
    assert refused
    for key, explanation in refused.items():
        assert [n for n in explanation.evidence if n.kind != "class"], key
        assert explanation.fix is None, key


@pytest.mark.parametrize("name", PACKAGES)
def test_every_fix_is_about_the_class(name: str) -> None:
    found = [(key, e) for key, e in explained(name).items() if e is not None and e.fix is not None]
    assert found
    for key, explanation in found:
        assert explanation.verdict is not Verdict.REFUSED, key
        held = {(remedy.path, remedy.row) for remedy in explanation.fix.remedies}  # type: ignore[union-attr]
        assert (explanation.path, explanation.row) in held, key


@pytest.mark.parametrize("name", PACKAGES)
def test_explanations_are_the_same_in_every_run(name: str) -> None:
    for key in rules.classes(package(name))[::6]:  # each is a run of its own over the whole package
        assert rules.explain(package(name), OPTIONS, key) == explained(name)[key]


@functools.cache
def at_once(name: str) -> list[Explanation]:
    """The explanations of all classes of a package from one run."""
    judged = world_of(package(name))
    return [rules.explanation(judged, case) for case in judged.cases]


@pytest.mark.parametrize("name", PACKAGES)
def test_one_class_is_explained_as_all_are(name: str) -> None:
    found = {f"{e.module}:{e.class_name}": e for e in reversed(at_once(name))}
    assert found == explained(name)


def test_explanations_do_not_depend_on_the_hash_seed() -> None:
    script = "import test_explain as t; print([t.at_once(name) for name in t.PACKAGES])"
    environment = {**os.environ, "PYTHONIOENCODING": "utf-8"}
    found = [
        subprocess.run(
            [sys.executable, "-c", script],
            cwd=HERE, env={**environment, "PYTHONHASHSEED": seed}, check=True, capture_output=True,
        ).stdout
        for seed in ("1", "2")
    ]  # fmt: skip
    assert len(found[0]) > 1000
    assert found[0] == found[1]


def test_an_unknown_class_has_no_explanation() -> None:
    assert rules.explain(package("pathspec"), OPTIONS, "pathspec:Nothing") is None


VERDICTS = [
    ("class P:\n    def __init__(self): self.x = 1\n", Verdict.CANDIDATE, ("x",)),
    ("class P:\n    __slots__ = ('x',)\n    def __init__(self): self.x = 1\n", Verdict.SLOTTED, ("x",)),
    ("class P:\n    __slots__ = ('x',)\n    def __init__(self): self.y = self.x = 1\n", Verdict.DEFECT, ("x", "y")),
    ("class P(Missing):\n    def __init__(self): self.x = 1\n", Verdict.REFUSED, ()),
    ("class P(Exception): pass\n", Verdict.REFUSED, ()),
    ("import weakref\nclass P:\n    def __init__(self): self.x = 1\nweakref.ref(P())\n", Verdict.CANDIDATE, ("x", "__weakref__")),
    ("class P:\n    def __init__(self): self.__x = 1\n", Verdict.CANDIDATE, ("__x",)),
]


@pytest.mark.parametrize(("source", "verdict", "slots"), VERDICTS)
def test_a_verdict(source: str, verdict: Verdict, slots: tuple[str, ...]) -> None:
    found = rules.explain(linked(source), OPTIONS, "main:P")
    assert found is not None
    assert found.verdict is verdict
    assert set(found.slots) == set(slots)


def test_reasons_come_first() -> None:
    source = "class P:\n    def __init__(self): self.x = 1\nhasattr(P, 'x')  # <-\n"
    found = rules.explain(linked(source), OPTIONS, "main:P")
    assert found is not None
    assert (found.evidence[0].path, found.evidence[0].row) == marked(source)
    assert [note.kind for note in found.evidence] == ["class-name", "store", "class"]


def test_a_doubt_is_evidence_of_an_unsafe_fix() -> None:
    source = "class P:\n    def __init__(self): self.x = 1\ndef mark(p):\n    p.tag = p.x  # <-\n"
    found = rules.explain(linked(source), OPTIONS, "main:P")
    assert found is not None
    assert found.fix is not None
    assert found.fix.applicability is Applicability.UNSAFE
    assert (found.evidence[0].path, found.evidence[0].row) == marked(source)


def test_an_explanation_of_an_inner_class() -> None:
    found = rules.explain(
        linked({"pkg/__init__.py": "", "pkg/mod.py": "class A:\n    class B:\n        def f(self): self.x = 1\n"}), OPTIONS, "pkg.mod:A.B"
    )
    assert found is not None
    assert (found.module, found.class_name, found.path, found.row) == ("pkg.mod", "A.B", "pkg/mod.py", 2)
