"""``action.yml``: its steps as GitHub's runner would do them, as far as that goes without one."""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest
import yaml
from conftest import Project

from slotlint.reporters import REPORTERS

ROOT = Path(__file__).parent.parent
ACTION: dict[str, Any] = yaml.safe_load((ROOT / "action.yml").read_text(encoding="utf-8"))
STEPS = {step.get("name", step.get("uses")): step for step in ACTION["runs"]["steps"]}
FOUND = "class Sample:\n    def __init__(self):\n        self.a = 1\n\n\nsamples = [Sample() for _ in range(9)]\n"

bash = pytest.mark.skipif(shutil.which("bash") is None or os.name == "nt", reason="no bash here")


def run(step: str, cwd: Path, **env: str) -> subprocess.CompletedProcess[str]:
    """The script of a step, by the shell options that GitHub gives to ``bash``."""
    command = ["bash", "--noprofile", "--norc", "-eo", "pipefail", "-c", STEPS[step]["run"]]
    path = os.pathsep.join([str(ROOT), os.environ.get("PYTHONPATH", "")])
    given = {**os.environ, "PYTHONPATH": path, **env}
    return subprocess.run(command, cwd=cwd, env=given, capture_output=True, text=True, timeout=300, check=False)


def test_every_input_is_explained_and_used() -> None:
    text = (ROOT / "action.yml").read_text(encoding="utf-8")
    documented = (ROOT / "docs" / "ci.md").read_text(encoding="utf-8")
    for name, given in ACTION["inputs"].items():
        assert given["description"]
        assert f"inputs.{name}" in text
        assert f"| `{name}` |" in documented


def test_no_input_is_pasted_into_a_script() -> None:
    assert not [name for name, step in STEPS.items() if "${{" in step.get("run", "")]


@bash
@pytest.mark.skipif("github" not in REPORTERS, reason="this version has no annotations for GitHub")
@pytest.mark.parametrize(
    ("paths", "args", "fail", "code", "said"),
    [
        ("", "", "true", 1, "::notice"),
        ("", "", "false", 0, "::notice"),
        ("other.py", "", "true", 0, ""),
        ("sample.py other.py", "", "true", 1, "file=sample.py"),
        ("", "--select SLT2,SLT3", "true", 0, ""),
        ("", "--no-such-option", "false", 2, ""),
    ],
)
def test_the_run(paths: str, args: str, fail: str, code: int, said: str, project: Project) -> None:
    commands = project.root.parent / "bin"
    commands.mkdir()
    (commands / "slotlint").write_text(f'#!/bin/sh\nexec "{sys.executable}" -m slotlint "$@"\n')
    (commands / "slotlint").chmod(0o755)
    project.write({"sample.py": FOUND, "other.py": "x = 1\n"})
    done = run("Run slotlint", project.root, BIN=str(commands), PATHS=paths, ARGS=args, FAIL=fail)
    assert done.returncode == code, done.stderr
    assert said in done.stdout
    assert bool(said) == ("::" in done.stdout)


@bash
@pytest.mark.parametrize(("version", "what"), [("", "here"), ("1.2.3", "slotlint==1.2.3")])
def test_the_installation(version: str, what: str, tmp_path: Path) -> None:
    """pip is not run: a Python in its place writes down what it was asked for."""
    python, venv, output = tmp_path / "python", tmp_path / "venv", tmp_path / "output"
    python.write_text('#!/bin/sh\nmkdir -p "$3/bin"\nprintf \'#!/bin/sh\\necho "$@"\\n\' > "$3/bin/python"\nchmod +x "$3/bin/python"\n')
    python.chmod(0o755)
    env = {"PYTHON": str(python), "VERSION": version, "ACTION": "here", "VENV": str(venv), "GITHUB_OUTPUT": str(output)}
    done = run("Install slotlint", tmp_path, **env)
    assert done.returncode == 0, done.stderr
    assert done.stdout.split()[-1] == what
    assert output.read_text() == f"bin={venv}/bin\n"
