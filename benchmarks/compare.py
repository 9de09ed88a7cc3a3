"""slotlint beside ``ast.parse`` and the tools that say something of slots, over the same files.

    python benchmarks/compare.py [FOLDER] [--rounds 5]     default: docutils, where it is installed, else the standard library

Tools that are not installed are left out: ``pip install pylint slotscheck mypy ruff docutils``. Each is asked for slots
only, where it can be. Prints processor seconds, their ratio to ``ast.parse``, seconds by the clock, and peak memory.
"""

from __future__ import annotations

import argparse
import importlib.util
import shutil
import sys
import sysconfig
import tempfile
from pathlib import Path

from processes import Contender, lines, medians, parse, python_files, slotlint, table

VISITOR = """
import sys
import libcst as cst
from libcst.metadata import MetadataWrapper, PositionProvider

class Stores(cst.CSTVisitor):
    METADATA_DEPENDENCIES = (PositionProvider,)
    def visit_AssignTarget(self, node):
        target = node.target
        if isinstance(target, cst.Attribute) and isinstance(target.value, cst.Name) and target.value.value == "self":
            self.get_metadata(PositionProvider, node)

for name in sys.stdin.read().split("\\0"):
    with open(name, "rb") as file:
        content = file.read()
    try:
        MetadataWrapper(cst.parse_module(content)).visit(Stores())
    except Exception:
        pass
"""


def default_folder() -> Path:
    """A real library of some 50,000 lines."""
    spec = importlib.util.find_spec("docutils")
    found = spec.submodule_search_locations if spec else None
    return Path(found[0]) if found else Path(sysconfig.get_path("stdlib"))


def contenders(folder: Path, files: list[Path], scratch: Path) -> dict[str, Contender]:
    """What is compared, by name."""
    cache = scratch / ".slotlint_cache"
    keep = ("--cache-dir", str(cache))
    found = {
        "ast.parse": parse(files),
        "slotlint, cold, 1 job": Contender(slotlint("--no-cache", "--jobs", "1", str(folder))),
        "slotlint, cold, 2 jobs": Contender(slotlint("--no-cache", "--jobs", "2", str(folder))),
        "slotlint, cold, writes a cache": Contender(
            slotlint("--jobs", "1", *keep, str(folder)), before=lambda: shutil.rmtree(cache, ignore_errors=True)
        ),
        "slotlint, warm": Contender(slotlint("--jobs", "1", *keep, str(folder))),
        "LibCST visitor with positions": Contender([sys.executable, "-c", VISITOR], "\0".join(map(str, files))),
    }
    slots = "assigning-non-slot,single-string-used-for-slots,invalid-slots-object,invalid-slots,redefined-slots-in-subclass"
    commands = {
        "pylint, slots only": ["pylint", "--disable=all", f"--enable={slots}", "--persistent=n", "-j1", str(folder)],
        "mypy, no cache": ["mypy", "--cache-dir", "/dev/null", "--ignore-missing-imports", str(folder)],
        "slotscheck": ["slotscheck", str(folder)],
        "ruff, SLOT rules": ["ruff", "check", "--isolated", "--no-cache", "--select", "SLOT", str(folder)],
    }
    beside = Path(sys.executable).parent
    for name, (tool, *arguments) in commands.items():
        executable = shutil.which(tool, path=str(beside)) or shutil.which(tool)
        if executable:
            found[name] = Contender([executable, *arguments])
    return found


def main() -> None:
    """Measure a folder and print the table."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("folder", nargs="?", type=Path)
    parser.add_argument("--rounds", type=int, default=5)
    arguments = parser.parse_args()
    folder: Path = (arguments.folder or default_folder()).resolve()
    files = python_files(folder)
    with tempfile.TemporaryDirectory() as scratch:
        found = medians(contenders(folder, files, Path(scratch)), Path(scratch), arguments.rounds)
    print(f"{len(files)} files, {lines(files):,} lines below {folder.name}; medians of {arguments.rounds}")
    print(table(found, "ast.parse"))


if __name__ == "__main__":
    main()
