"""What the server and the process that judges tell each other."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

from slotlint.diagnostics import Diagnostic, Explanation
from slotlint.discovery import SourceFile
from slotlint.outline import Outline
from slotlint.rewrite import Style
from slotlint.settings import Settings
from slotlint.suppress import Baseline


@dataclass(frozen=True, slots=True)
class Job:
    """Judge the program with these documents, by absolute path, in place of their files.

    ``refresh`` asks for a look at the disk: at the configuration, and at which files there are and which have changed.
    """

    number: int
    documents: Mapping[str, bytes]
    refresh: bool = False


@dataclass(frozen=True, slots=True)
class Opened:
    """The program as it was found on the disk, sent before it is read: its files by real path, and its settings."""

    settings: Settings
    baseline: Baseline
    files: Mapping[str, SourceFile]


@dataclass(frozen=True, slots=True)
class Judged:
    """Every finding on the program, and what it was found on: digests and outlines by path as shown.

    ``verdicts`` are those of the classes of the documents, by path.
    """

    number: int
    found: tuple[Diagnostic, ...]
    digests: Mapping[str, str]
    outlines: Mapping[str, Outline]
    verdicts: Mapping[str, tuple[Explanation, ...]]
    style: Style


@dataclass(frozen=True, slots=True)
class Failed:
    """Why a job has no answer: a mistake in the configuration, or one in slotlint itself."""

    number: int
    message: str


Answer = Opened | Judged | Failed
