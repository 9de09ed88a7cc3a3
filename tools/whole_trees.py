"""Fix copies of whole trees, and check what was written: nothing but the fixes, and nothing that does not compile.

    python tools/whole_trees.py PATH...        e.g. the folder of the standard library, or of an installed package

For each tree: every file that changed still compiles, the lines that changed are those of ``--diff`` (applied by ``git
apply`` they give the same bytes as ``--fix``, taken back they give the old ones), and a second run changes nothing.
"""

from __future__ import annotations

import argparse
import os
import shutil
import subprocess
import sys
import tempfile
import warnings
from pathlib import Path


def main() -> None:
    parser = argparse.ArgumentParser(description="Fix copies of whole trees, and check what was written.")
    parser.add_argument("paths", nargs="+", type=Path)
    trees = [path.resolve() for path in parser.parse_args().paths]
    print("| tree | files | changed | lines added | lines removed |")
    print("|---|---|---|---|---|")
    for tree in trees:
        with tempfile.TemporaryDirectory() as place:
            print(checked(tree, Path(place)), flush=True)


def checked(tree: Path, place: Path) -> str:
    """Check one tree in a folder of its own; a row of the table."""
    old, new = place / "old" / "src" / tree.name, place / "new" / "src" / tree.name  # not where modules are imported from
    for copy in (old, new):
        shutil.copytree(tree, copy, ignore=shutil.ignore_patterns("__pycache__", "site-packages", "*.so", "*.pyc"), symlinks=True)
        (copy.parent.parent / "pyproject.toml").write_text('[project]\nname = "tree"\nrequires-python = ">=3.10"\n')
    before = contents(old)
    patch = run(new.parent.parent, "--diff")
    assert contents(new) == before, "--diff changes files"
    run(new.parent.parent, "--fix")
    after = contents(new)
    changed = sorted(name for name in after if after[name] != before.get(name))
    assert after.keys() == before.keys(), "files came or went"
    assert_compiles(before, after, changed)
    run(new.parent.parent, "--fix")
    assert contents(new) == after, "a second run changes more"
    apply(old.parent.parent, patch)
    assert contents(old) == after, "--diff is not what --fix does"
    apply(old.parent.parent, patch, "--reverse")
    assert contents(old) == before, "what the fixes wrote cannot be taken back"
    added, removed = (sum(line.startswith(sign) for line in patch.splitlines()) - len(changed) for sign in (b"+", b"-"))
    return f"| {tree.name} | {len(before)} | {len(changed)} | {added} | {removed} |"


def contents(tree: Path) -> dict[str, bytes]:
    """Every source by its relative path."""
    return {str(file.relative_to(tree)): file.read_bytes() for file in sorted(tree.rglob("*.py")) if file.is_file()}


def run(root: Path, mode: str) -> bytes:
    """``slotlint check`` in a folder."""
    command = [sys.executable, "-m", "slotlint", "check", "--no-cache", "--payoff", "all", "--exit-zero", mode, "."]
    return subprocess.run(command, cwd=root, stdout=subprocess.PIPE, check=True).stdout


def assert_compiles(before: dict[str, bytes], after: dict[str, bytes], changed: list[str]) -> None:
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        for name in changed:
            compile(before[name], name, "exec")
            compile(after[name], name, "exec")


def apply(root: Path, patch: bytes, *options: str) -> None:
    """Apply a patch byte for byte."""
    if patch:
        command = ["git", "apply", "--whitespace=nowarn", *options, "-p0" if b"--- a/" not in patch else "-p1", "-"]
        subprocess.run(command, cwd=root, input=patch, check=True, env={**os.environ, "GIT_DIR": "/nowhere"})


if __name__ == "__main__":
    sys.exit(main())
