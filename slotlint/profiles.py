"""Profiles of real runs as data: the parts that processes wrote, merged, and the JSON file they make."""

from __future__ import annotations

import json
from collections.abc import Iterable, Sequence
from dataclasses import asdict, dataclass, fields
from typing import Any

FORMAT = 1


@dataclass(frozen=True, slots=True)
class ClassProfile:
    """One class in all processes and runs of a profile; None is what could not be seen.

    ``peak`` is the largest count of live instances that any look at any process found, a lower bound. ``created`` is
    exact only where ``exact`` says so. ``died_in_collector``: how many of these, going by those that were followed.
    ``looked_at`` of ``checked`` instances had a ``__dict__`` object. ``payload``: bytes of the values that an instance
    holds alone, ``size`` those of the instance itself and of its dict. ``keys`` different arguments were among
    ``observed`` constructions.
    """

    module: str
    name: str
    file: str
    peak: int = 0
    created: int | None = None
    exact: bool = True
    init_seconds: float | None = None
    timed: int = 0
    died_in_collector: int = 0
    checked: int = 0
    looked_at: int = 0
    payload: int | None = None
    size: int | None = None
    keys: int = 0
    observed: int = 0
    arguments: str | None = None

    @property
    def bytes_at_peak(self) -> int:
        """What the instances themselves took."""
        return self.peak * (self.size or 0)


@dataclass(frozen=True, slots=True)
class Profile:
    """What was seen. ``files`` are the program's modules that were imported; the others were not run at all."""

    python: tuple[int, int]
    cpu_seconds: float
    sampler_seconds: float
    samples: int
    processes: int
    files: frozenset[str]
    classes: tuple[ClassProfile, ...]

    def dump(self) -> str:
        """The profile as a JSON text, a class a line."""
        head = {
            "slotlint-profile": FORMAT, "python": list(self.python), "cpu_seconds": round(self.cpu_seconds, 3),
            "sampler_seconds": round(self.sampler_seconds, 3), "samples": self.samples, "processes": self.processes,
            "files": sorted(self.files),
        }  # fmt: skip
        rows = ",\n  ".join(json.dumps(_record(one)) for one in self.classes)
        return json.dumps(head)[:-1] + f', "classes": [\n  {rows}\n]}}\n'


class BadProfile(ValueError):
    """A file that is no profile, or one of another format; the message says which."""


def _record(one: ClassProfile) -> dict[str, Any]:
    values = asdict(one)
    return {"module": values.pop("module"), "class": values.pop("name"), **values}


def load(text: str) -> Profile:
    """A profile from its text; raises BadProfile."""
    try:
        data = json.loads(text)
        if data["slotlint-profile"] != FORMAT:
            raise BadProfile(f"a profile of format {data['slotlint-profile']}, not {FORMAT}: make it anew")
        return _profile(data, data["processes"])
    except (ValueError, KeyError, TypeError, AttributeError) as error:
        raise error if isinstance(error, BadProfile) else BadProfile("no profile of slotlint") from error


def load_part(text: str) -> Profile | None:
    """What one process wrote, None where it was cut off."""
    try:
        return _profile(json.loads(text), 1)
    except (ValueError, KeyError, TypeError, AttributeError):
        return None


def _profile(data: dict[str, Any], processes: int) -> Profile:
    known = {field.name for field in fields(ClassProfile)}
    classes = tuple(
        ClassProfile(name=row["class"], **{key: value for key, value in row.items() if key in known}) for row in data["classes"]
    )
    major, minor = data["python"]
    return Profile(
        (int(major), int(minor)), float(data["cpu_seconds"]), float(data["sampler_seconds"]), int(data["samples"]),
        processes, frozenset(data["files"]), classes,
    )  # fmt: skip


def merge(profiles: Sequence[Profile]) -> Profile:
    """Several processes and runs as one: peaks are those of one process, all else adds up; raises BadProfile."""
    pythons = {one.python for one in profiles}
    if len(pythons) > 1:
        shown = " and ".join(".".join(map(str, python)) for python in sorted(pythons))
        raise BadProfile(f"profiles of Python {shown} do not go together")
    rows: dict[tuple[str, str], list[ClassProfile]] = {}
    for one in profiles:
        for row in one.classes:
            rows.setdefault((row.file, row.name), []).append(row)
    merged = [_together(each) for each in rows.values()]
    return Profile(
        pythons.pop(),
        sum(one.cpu_seconds for one in profiles),
        sum(one.sampler_seconds for one in profiles),
        sum(one.samples for one in profiles),
        sum(one.processes for one in profiles),
        frozenset().union(*(one.files for one in profiles)),
        tuple(sorted(merged, key=lambda row: (-row.peak, row.file, row.name))),
    )


def _together(rows: Sequence[ClassProfile]) -> ClassProfile:
    first = next((row for row in rows if row.module != "__main__"), rows[0])
    timed = sum(row.timed for row in rows)
    checked = sum(row.checked for row in rows)
    seconds = sum((row.init_seconds or 0.0) * row.timed for row in rows)
    weights = sum((row.payload or 0) * row.checked for row in rows)
    sizes = sum((row.size or 0) * row.checked for row in rows)
    return ClassProfile(
        first.module,
        first.name,
        first.file,
        max(row.peak for row in rows),
        _sum(row.created for row in rows),
        all(row.exact for row in rows),
        seconds / timed if timed else None,
        timed,
        sum(row.died_in_collector for row in rows),
        checked,
        sum(row.looked_at for row in rows),
        weights // checked if checked else None,
        sizes // checked if checked else None,
        max(row.keys for row in rows),
        sum(row.observed for row in rows),
        next((row.arguments for row in rows if row.arguments is not None), None),
    )


def _sum(numbers: Iterable[int | None]) -> int | None:
    known = [number for number in numbers if number is not None]
    return sum(known) if known else None
