"""``slotlint measure``: a class as it is and with its slots, each run in the target environment, beside the prediction."""

from __future__ import annotations

import json
import os
import shutil
import subprocess
import tempfile
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any, TextIO

from slotlint import bench, driver
from slotlint.diagnostics import Edit, Size
from slotlint.edits import apply
from slotlint.environment import interpreter
from slotlint.request import Request
from slotlint.settings import Settings

LEFT_OUT = shutil.ignore_patterns("__pycache__", ".git", ".venv", "venv", "node_modules", "site-packages")
TIMEOUT = 600  # seconds


class CannotMeasure(Exception):
    """The class has no fix, or making an instance of it failed; the message says what."""


@dataclass(frozen=True, slots=True)
class Measured:
    """One variant: bytes of an instance with what its construction makes, nanoseconds; None where it cannot be stored."""

    size: float
    create: float
    read: float | None
    write: float | None


@dataclass(frozen=True, slots=True)
class Comparison:
    """Both variants on one Python, and what was predicted for it."""

    target: str
    call: str
    python: str
    attribute: str | None
    before: Measured
    after: Measured
    predicted: Size | None


def measure(target: str, call: str, count: int, settings: Settings, cwd: Path) -> Comparison:
    """Run both variants; raises CannotMeasure, NoEnvironment, or UsageProblem of the driver."""
    answer = driver.explain(target, Request((), cwd, settings, edits=True))
    found = answer.explanation
    if found is None:
        raise CannotMeasure(f"no class {target} in this program")
    if not answer.edits:
        why = next(iter(found.evidence), None)
        raise CannotMeasure(
            f"slotlint would not change {target}: {found.verdict.value}" + (f", {why.message} ({why.path}:{why.row})" if why else "")
        )
    python, root = interpreter(settings.python, cwd), _root(cwd / found.path, found.module)
    with tempfile.TemporaryDirectory(prefix="slotlint-measure-") as folder:
        _copy(root, Path(folder), answer.edits, cwd)
        before = _run(python, found.module, call, count, [str(root)], cwd)
        after = _run(python, found.module, call, count, [folder, str(root)], cwd)
    if before["has_dict"] and after["has_dict"]:
        raise CannotMeasure(f"instances of {target} keep a __dict__: {found.module} is imported from elsewhere")
    version = ".".join(map(str, before["python"]))
    predicted = next((size for size in found.sizes if size.version == version), None)
    return Comparison(target, call, version, before["attribute"], _measured(before), _measured(after), predicted)


def _root(file: Path, module: str) -> Path:
    """The folder that a module is imported from."""
    depth = len(module.split(".")) - (file.stem != "__init__")
    return file.parents[depth]


def _copy(root: Path, folder: Path, edits: Sequence[Edit], cwd: Path) -> None:
    """Copy the packages and modules that change, and write their new sources."""
    for path in sorted({edit.path for edit in edits}):
        file = cwd / path
        if not file.is_relative_to(root):
            raise CannotMeasure(f"the fix also changes {path}, which is not imported from {root}")
        inside = file.relative_to(root)
        top = inside.parts[0]
        if (root / top).is_dir() and not (folder / top).exists():
            shutil.copytree(root / top, folder / top, ignore=LEFT_OUT)
        content = apply(file.read_bytes(), [edit for edit in edits if edit.path == path])
        (folder / inside).write_bytes(content)


def _run(python: Path, module: str, call: str, count: int, paths: list[str], cwd: Path) -> Any:
    command = [str(python), os.path.abspath(bench.__file__), module, call, str(count), *paths]
    environ = {**os.environ, "PYTHONDONTWRITEBYTECODE": "1"}
    try:
        done = subprocess.run(command, cwd=cwd, env=environ, capture_output=True, text=True, timeout=TIMEOUT, check=False)
    except (OSError, subprocess.TimeoutExpired) as error:
        raise CannotMeasure(f"{call} cannot be measured: {error}") from error
    if done.returncode:
        last = (done.stderr.strip().splitlines() or ["it ended without a word"])[-1]
        raise CannotMeasure(f"{call} failed in {module}: {last}")
    return json.loads(done.stdout.strip().splitlines()[-1])


def _measured(data: Mapping[str, Any]) -> Measured:
    return Measured(data["bytes"], data["create"], data["read"], data["write"])


def write_text(found: Comparison, out: TextIO) -> None:
    """A table: what, before, after, the difference."""
    out.write(f"{found.target} on Python {found.python}, made by {found.call}\n")
    before, after = found.before, found.after
    rows: list[tuple[str, float | None, float | None, str]] = [("bytes an instance", before.size, after.size, "B")]
    if found.predicted is not None:
        rows.append(("  predicted, without what its construction makes", found.predicted.before, found.predicted.after, "B"))
    rows += [("create", before.create, after.create, "ns")]
    name = found.attribute
    rows += [(f"read .{name}", before.read, after.read, "ns"), (f"write .{name}", before.write, after.write, "ns")] if name else []
    out.write(f"  {'':<48} {'now':>10} {'slots':>10} {'saved':>10}\n")
    for what, was, now, unit in rows:
        if was is not None and now is not None:
            out.write(f"  {what:<48} {was:>10,.0f} {now:>10,.0f} {was - now:>10,.0f} {unit}\n")


def write_json(found: Comparison, out: TextIO) -> None:
    """One object."""
    record = {
        "class": found.target, "call": found.call, "python": found.python, "attribute": found.attribute,
        "before": _record(found.before), "after": _record(found.after), "saved": found.before.size - found.after.size,
        "predicted": found.predicted and {"before": found.predicted.before, "after": found.predicted.after, "saved": found.predicted.saved},
    }  # fmt: skip
    out.write(json.dumps(record, indent=1) + "\n")


def _record(one: Measured) -> dict[str, Any]:
    return {"bytes": one.size, "create_ns": one.create, "read_ns": one.read, "write_ns": one.write}


WRITERS: Mapping[str, Callable[[Comparison, TextIO], None]] = {"text": write_text, "json": write_json}
