"""What a run is asked for, and what it rests on: the session, the baseline, the profile."""

from __future__ import annotations

from collections.abc import Callable, Collection, Mapping
from dataclasses import dataclass, field, replace
from functools import partial
from pathlib import Path

from slotlint import profiles, ranking, suppress
from slotlint.analysis import Analysis, Overlay, Session, open_session
from slotlint.diagnostics import Diagnostic, Problem
from slotlint.discovery import shown
from slotlint.environment import NoEnvironment
from slotlint.profiles import Profile
from slotlint.repair import read_all
from slotlint.revisions import NoRevision, revision
from slotlint.settings import Settings, origin
from slotlint.sifting import Shown, choose


@dataclass(frozen=True, slots=True)
class Request:
    """What one run is asked for. ``unsaved`` are the contents that an editor holds, by file name."""

    paths: tuple[str, ...]
    cwd: Path
    settings: Settings
    unsaved: Mapping[str, bytes] = field(default_factory=dict)
    edits: bool = False  # the reporter wants the edits of each fix
    lines: bool = False  # the reporter wants the source line of each finding
    diffs: bool = False  # the reporter wants the diff of each fix
    baseline: bool = True  # leave out what the baseline of the settings holds
    witnesses: bool = False  # the report is to say what it depends on
    quiet: bool = False  # no progress bar
    diff_base: str | None = None  # a git revision: report only what is in classes that have changed since


class UsageProblem(Exception):
    """What was asked for cannot be used: a path, an environment, a baseline."""

    def __init__(self, problem: Problem) -> None:
        super().__init__(f"{problem.path}: {problem.message}")


def open_request(request: Request) -> Session:
    """The session of a request; raises UsageProblem for a path, an environment or a revision that is not there."""
    try:
        session = open_session(request.paths, request.settings, request.cwd, request.unsaved, quiet=request.quiet)
    except NoEnvironment as error:
        raise UsageProblem(Problem(origin(request.settings, "python"), str(error))) from error
    if session.scan.missing:
        raise UsageProblem(session.scan.missing[0])
    if request.diff_base is None:
        return session
    try:
        return replace(session, since=revision(request.diff_base, request.cwd))
    except NoRevision as error:
        raise UsageProblem(Problem("--diff-base", str(error))) from error


def _read_baseline(request: Request) -> suppress.Baseline:
    file = request.settings.baseline
    if file is None or not request.baseline:
        return {}
    try:
        return suppress.load_baseline(Path(file).read_text(encoding="utf-8"))
    except FileNotFoundError as error:
        raise _unusable(request, "baseline", "there is no such baseline; --write-baseline makes it") from error
    except OSError as error:
        raise _unusable(request, "baseline", f"cannot be read: {(error.strerror or str(error)).lower()}") from error
    except ValueError as error:
        raise _unusable(request, "baseline", str(error)) from error


def _unusable(request: Request, name: str, why: str) -> UsageProblem:
    """What is wrong with the file that a setting names: with key and line of a configuration file that says so."""
    place = origin(request.settings, name)
    given = place.startswith("--")
    return UsageProblem(Problem(shown(getattr(request.settings, name), str(request.cwd)) if given else place, why))


def chosen(request: Request, session: Session, analysis: Analysis) -> Shown:
    """What of an analysis is reported; raises UsageProblem for a baseline or a profile that cannot be read."""
    profile = read_profile(request)
    found = ranking.settle(analysis.found, profile, request.cwd) if profile else analysis.found
    return choose(found, analysis.selected, request.settings, _read_baseline(request), _changed(session))


def _changed(session: Session) -> Callable[[Diagnostic], bool] | None:
    """Which findings lie in what has changed since the revision that was asked for, as the files were before any fix."""
    since = session.since
    if since is None:
        return None
    files = {file.path: file.file for file in session.scan.files if file.selected}

    def changed(one: Diagnostic) -> bool:
        file = files[one.path]
        read = partial(read_sources, session, session.unsaved, {one.path})
        return since.has_changed(one, file, lambda: read().get(one.path), file in session.unsaved)

    return changed


def read_profile(request: Request) -> Profile | None:
    """The profile of the settings; raises UsageProblem where it cannot be read."""
    file = request.settings.profile
    if file is None:
        return None
    try:
        return profiles.load(Path(file).read_text(encoding="utf-8"))
    except OSError as error:
        raise _unusable(request, "profile", f"cannot be read: {(error.strerror or str(error)).lower()}") from error
    except ValueError as error:
        raise _unusable(request, "profile", str(error)) from error


def read_sources(session: Session, overlay: Overlay, paths: Collection[str]) -> dict[str, bytes]:
    """The contents of the files of these paths, as they are shown; those that cannot be read are left out."""
    return read_all({file.path: file.file for file in session.scan.files if file.path in paths}, overlay)
