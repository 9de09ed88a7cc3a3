"""The codemod gives the same bytes as ``slotlint check --fix``."""

from __future__ import annotations

import shutil
import subprocess
import sys
from pathlib import Path

import click
import libcst as cst
import pytest
from libcst.codemod import CodemodContext

from slotlint.cli import run
from slotlint.codemods import AddSlotsCommand

FILES: dict[str, bytes] = {
    "pyproject.toml": b"[project]\nname = 'x'\nversion = '1'\n",
    "pkg/__init__.py": b"",
    "pkg/base.py": (
        b"\xef\xbb\xbfclass Base:\r\n    def __init__(self):\r\n        self.a = 1\r\n\r\n\r\n"
        b"def f( ):\r\n    try: return [Base() for _ in range(10)]\r\n    except OSError : pass\r\n"
    ),
    "pkg/child.py": (
        b"from pkg.base import Base\n\nclass Child(Base):\n  def __init__(self):\n    super().__init__()\n"
        b"    self.b = 'x'\n\ndef g():\n  return [Child() for _ in range(10)]"
    ),
    "pkg/other.py": b"x =  1\ntry: pass\nexcept OSError : pass\n",
}


@pytest.fixture
def tree(tmp_path: Path) -> Path:
    for name, content in FILES.items():
        file = tmp_path / "codemod" / name
        file.parent.mkdir(parents=True, exist_ok=True)
        file.write_bytes(content)
    return tmp_path / "codemod"


def contents(root: Path) -> dict[str, bytes]:
    return {str(file.relative_to(root)): file.read_bytes() for file in root.rglob("*.py")}


@pytest.mark.parametrize("paths", [(".",), ("pkg",), ("pkg/base.py", "pkg/child.py"), ("pkg/child.py",)])
def test_the_codemod_and_fix_write_the_same(paths: tuple[str, ...], tree: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    twin = tree.with_name("fix")
    shutil.copytree(tree, twin)
    monkeypatch.chdir(twin)
    run(["check", "--fix", "--exit-zero", *paths])
    command = ["-m", "libcst.tool", "codemod", "-x", "slotlint.codemods.AddSlotsCommand", "--jobs", "2", *paths]
    done = subprocess.run([sys.executable, *command], cwd=tree, capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stderr
    assert contents(tree) == contents(twin)
    changed = contents(tree)["pkg/base.py"] != FILES["pkg/base.py"]
    assert changed == (paths != ("pkg/child.py",))  # a group is not applied in part


def test_one_file_without_the_tool(tree: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    (tree / "pkg" / "child.py").unlink()
    monkeypatch.chdir(tree)
    file = tree / "pkg" / "base.py"
    command = AddSlotsCommand(CodemodContext(filename=str(file)))
    module = command.transform_module(cst.parse_module(file.read_bytes()))
    assert module.bytes == file.read_bytes().replace(b"Base:\r\n", b'Base:\r\n    __slots__ = ("a",)\r\n\r\n', 1)


def test_an_installed_package(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """A real tree of many files, whose groups reach over several of them."""
    trees = [tmp_path / "codemod", tmp_path / "fix"]
    for root in trees:
        shutil.copytree(Path(click.__file__).parent, root / "click", ignore=shutil.ignore_patterns("__pycache__"))
        (root / "pyproject.toml").write_bytes(FILES["pyproject.toml"])
    before = contents(trees[0])
    monkeypatch.chdir(trees[1])
    run(["check", "--fix", "--exit-zero", "--no-cache", "."])
    command = ["-m", "libcst.tool", "codemod", "-x", "slotlint.codemods.AddSlotsCommand", "--jobs", "2", "."]
    done = subprocess.run([sys.executable, *command], cwd=trees[0], capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stderr
    after = contents(trees[0])
    assert after == contents(trees[1])
    assert sum(after[name] != before[name] for name in before) > 3
