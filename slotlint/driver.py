"""The orchestration of one run: analyse, filter, fix until nothing changes, write, report."""

from __future__ import annotations

import difflib
from collections.abc import Callable, Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from functools import partial
from pathlib import Path

from slotlint import profiles, ranking, rules, suppress
from slotlint.analysis import Analysis, Overlay, Session, analyse, assemble, open_session, read
from slotlint.columns import in_characters
from slotlint.diagnostics import Diagnostic, Edit, Explanation, Problem, Rule
from slotlint.discovery import shown
from slotlint.edits import apply, read_text, unified_diff
from slotlint.environment import NoEnvironment
from slotlint.fixing import group_edits
from slotlint.ignoring import ignore_all
from slotlint.outline import Outline
from slotlint.pool import quiet_collector
from slotlint.profiles import Profile
from slotlint.repair import Repaired, annotate, read_all, repair, style_of, write
from slotlint.report import Report
from slotlint.revisions import NoRevision, revision
from slotlint.rewritten import Refused
from slotlint.settings import Settings
from slotlint.sifting import Shown, choose
from slotlint.witness import witnesses


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


def check(request: Request) -> Report:
    """Report, and change nothing."""
    with quiet_collector():
        session = _open(request)
        analysis = analyse(session)
        report = _report(request, session, {}, analysis, _choose(request, session, analysis))
        if not request.witnesses:
            return report
        cache = str(request.settings.cache_folder(session.scan.root))
        return replace(report, witnesses=witnesses(session, analysis, request.paths), cache=cache)


def diff(request: Request) -> Report:
    """Report with the unified diff of what ``fix`` would do; nothing is written."""
    with quiet_collector():
        session, before, repaired = _repair(request)
        shown = annotate(_choose(request, session, before), repaired.refused)
        report = _report(request, session, {}, before, shown)
        return replace(report, diff=_unified(session, repaired))


def fix(request: Request) -> Report:
    """Write what can be fixed, and report what is left."""
    with quiet_collector():
        session, _, repaired = _repair(request)
        problems = write(session, repaired)
        changes, analysis, shown, fixed = repaired.changes, repaired.analysis, repaired.shown, repaired.fixed
        if problems:  # what was not written is still to be found
            changes, analysis = {}, analyse(session)
            shown = _choose(request, session, analysis)
            fixed -= len(shown.diagnostics) - len(repaired.shown.diagnostics)
        report = _report(request, session, changes, analysis, annotate(shown, repaired.refused))
        return replace(report, fixed=fixed, problems=(*report.problems, *problems))


def fix_unsaved(request: Request) -> tuple[Report, tuple[bytes, ...]]:
    """What is left after fixing in memory, and the new contents of the unsaved files; nothing is written."""
    with quiet_collector():
        session, _, repaired = _repair(request)
        shown = annotate(repaired.shown, repaired.refused)
        report = _report(request, session, repaired.changes, repaired.analysis, shown)
        contents = {**session.unsaved, **repaired.changes}
        return replace(report, fixed=repaired.fixed), tuple(contents[file] for file in session.unsaved)


def add_ignores(request: Request) -> tuple[Report, int]:
    """Write ignore comments for what is found, take out those that ignore nothing; what is left, and how many files changed."""
    with quiet_collector():
        session = _open(request)
        done = ignore_all(session, analyse(session), lambda analysis: _choose(request, session, analysis))
        problems = write(session, done)
        report = _report(request, session, done.changes, done.analysis, done.shown)
        return replace(report, problems=(*report.problems, *problems)), len(done.changes) - len(problems)


def files(request: Request) -> tuple[str, ...]:
    """The files that would be checked, as they are shown."""
    return tuple(file.path for file in _open(request).scan.files if file.selected)


def fixed_sources(paths: Sequence[str | Path], settings: Settings, cwd: Path | None = None) -> dict[Path, bytes]:
    """The new contents of every file that ``fix`` would write, by path; nothing is written."""
    request = Request(tuple(map(str, paths)), cwd or Path.cwd(), settings)
    with quiet_collector():
        return dict(_repair(request)[-1].changes)


@dataclass(frozen=True, slots=True)
class Answer:
    """The verdict on a class, or the names that are most like the one asked for, and what could not be read."""

    explanation: Explanation | None
    similar: tuple[str, ...]
    problems: tuple[Problem, ...]
    edits: tuple[Edit, ...] = ()


def explain(name: str, request: Request) -> Answer:
    """All that is known of the class ``pkg.mod:Outer.Inner``."""
    with quiet_collector():
        session = _open(request)
        scanned = read(session, session.unsaved)
        linked = assemble(session, session.unsaved, scanned)
        problems = (*session.scan.problems, *scanned.problems, *session.store.save())
        found = rules.explain(linked.program, session.settings, name)
        if found is None:
            similar = difflib.get_close_matches(name, rules.classes(linked.program), 5, 0.5)
            return Answer(None, tuple(similar), problems)
        return Answer(found, (), problems, _edits_of(session, linked.outlines, found) if request.edits else ())


def _edits_of(session: Session, selected: Mapping[str, Outline], found: Explanation) -> tuple[Edit, ...]:
    """The edits of an explained class's fix; none where the rewrite refuses."""
    if found.fix is None:
        return ()
    sources = _sources(session, session.unsaved, {remedy.path for remedy in found.fix.remedies})
    outcome = group_edits([found.fix], sources, style_of(session, selected))[found.fix.group]
    return () if isinstance(outcome, Refused) else outcome


def rule(name: str) -> Rule | None:
    """The rule of this code or name."""
    return next((one for one in rules.RULES if name.upper() == one.code or name.lower() == one.name), None)


def write_baseline(file: Path, request: Request) -> Report:
    """Write all present findings to a baseline; the report of them."""
    report = check(replace(request, baseline=False))
    try:
        file.write_text(suppress.dump_baseline(report.diagnostics), encoding="utf-8")
    except OSError as error:
        raise UsageProblem(
            Problem(str(file), f"cannot be written: {(error.strerror or str(error)).lower()}")
        ) from error
    return report


def _read_baseline(request: Request) -> suppress.Baseline:
    file = request.settings.baseline
    if file is None or not request.baseline:
        return {}
    place = shown(file, str(request.cwd))
    try:
        return suppress.load_baseline(Path(file).read_text(encoding="utf-8"))
    except FileNotFoundError as error:
        raise UsageProblem(Problem(place, "there is no such baseline; --write-baseline makes it")) from error
    except OSError as error:
        raise UsageProblem(Problem(place, f"cannot be read: {(error.strerror or str(error)).lower()}")) from error
    except ValueError as error:
        raise UsageProblem(Problem(place, str(error))) from error


def _choose(request: Request, session: Session, analysis: Analysis) -> Shown:
    profile = _read_profile(request)
    found = ranking.settle(analysis.found, profile, request.cwd) if profile else analysis.found
    return choose(
        found, analysis.selected, request.settings, _read_baseline(request), _changed(session)
    )  # fmt: skip


def _changed(session: Session) -> Callable[[Diagnostic], bool] | None:
    """Which findings lie in what has changed since the revision that was asked for, as the files were before any fix."""
    since = session.since
    if since is None:
        return None

    files = {file.path: file.file for file in session.scan.files if file.selected}

    def changed(one: Diagnostic) -> bool:
        file = files[one.path]
        read = partial(_sources, session, session.unsaved, {one.path})
        return since.has_changed(one, file, lambda: read().get(one.path), file in session.unsaved)

    return changed


def _read_profile(request: Request) -> Profile | None:
    file = request.settings.profile
    if file is None:
        return None
    try:
        return profiles.load(Path(file).read_text(encoding="utf-8"))
    except OSError as error:
        raise UsageProblem(Problem(file, f"cannot be read: {(error.strerror or str(error)).lower()}")) from error
    except ValueError as error:
        raise UsageProblem(Problem(file, str(error))) from error


def _repair(request: Request) -> tuple[Session, Analysis, Repaired]:
    session = _open(request)
    before = analyse(session)
    return session, before, repair(session, before, lambda analysis: _choose(request, session, analysis))


def _open(request: Request) -> Session:
    try:
        session = open_session(
            request.paths, request.settings, request.cwd, request.unsaved, quiet=request.quiet
        )
    except NoEnvironment as error:
        raise UsageProblem(Problem("--python", str(error))) from error
    if session.scan.missing:
        raise UsageProblem(session.scan.missing[0])
    if request.diff_base is None:
        return session
    try:
        return replace(session, since=revision(request.diff_base, request.cwd))
    except NoRevision as error:
        raise UsageProblem(Problem("--diff-base", str(error))) from error


def _report(request: Request, session: Session, changes: Overlay, analysis: Analysis, shown: Shown) -> Report:
    edits: Mapping[str, tuple[Edit, ...]] = {}
    overlay = {**session.unsaved, **changes}
    if request.edits:
        edits, shown = _with_edits(session, overlay, analysis, shown)
    said = {path for one in shown.diagnostics for path in (one.path, *(note.path for note in one.notes))}
    found = in_characters(shown.diagnostics, _sources(session, overlay, said))
    profile = _read_profile(request)
    return Report(
        diagnostics=tuple(sorted(found, key=ranking.by_saving)) if request.settings.sort == "saving" else found,
        problems=analysis.problems,
        files=len(analysis.selected),
        classes=analysis.classes,
        edits=edits,
        lines=_lines(session, overlay, found) if request.lines else {},
        stale=shown.stale,
        others=tuple(ranking.others(profile, analysis.selected, found, request.cwd)) if profile else (),
        diffs=_diffs(session, overlay, edits) if request.diffs else {},
    )


def _diffs(session: Session, overlay: Overlay, edits: Mapping[str, tuple[Edit, ...]]) -> dict[str, str]:
    """What each group changes, as a unified diff."""
    sources = _sources(session, overlay, {edit.path for group in edits.values() for edit in group})
    found: dict[str, str] = {}
    for group, all_of_it in edits.items():
        paths = dict.fromkeys(edit.path for edit in all_of_it)
        changed = {path: apply(sources[path], [edit for edit in all_of_it if edit.path == path]) for path in paths}
        found[group] = "".join(unified_diff(path, sources[path], content) for path, content in changed.items())
    return found


def _with_edits(
    session: Session, overlay: Overlay, analysis: Analysis, shown: Shown
) -> tuple[dict[str, tuple[Edit, ...]], Shown]:
    """The edits of every fix by group; one that cannot be written says why."""
    fixes = {one.fix.group: one.fix for one in shown.diagnostics if one.fix}
    sources = _sources(session, overlay, {remedy.path for fix in fixes.values() for remedy in fix.remedies})
    style = style_of(session, analysis.selected)
    able = [one for one in fixes.values() if all(remedy.path in sources for remedy in one.remedies)]
    outcomes = group_edits(able, sources, style)
    refused = {group: outcome for group, outcome in outcomes.items() if isinstance(outcome, Refused)}
    edits = {group: outcome for group, outcome in outcomes.items() if not isinstance(outcome, Refused)}
    return edits, annotate(shown, refused)


def _sources(session: Session, overlay: Overlay, paths: Collection[str]) -> dict[str, bytes]:
    return read_all({file.path: file.file for file in session.scan.files if file.path in paths}, overlay)


def _lines(session: Session, overlay: Overlay, found: Iterable[Diagnostic]) -> dict[tuple[str, int], str]:
    """The source line of each finding."""
    rows: dict[str, set[int]] = {}
    for one in found:
        rows.setdefault(one.path, set()).add(one.row)
    lines: dict[tuple[str, int], str] = {}
    for path, content in _sources(session, overlay, rows).items():
        try:
            text = read_text(content)
        except (SyntaxError, UnicodeDecodeError):
            continue  # the finding itself says that the file cannot be decoded
        lines.update({(path, row): text.line(row) for row in rows[path] if row <= len(text.starts)})
    return lines


def _unified(session: Session, repaired: Repaired) -> str:
    paths = {file.file: file.path for file in session.scan.files}
    changed = sorted(repaired.changes, key=lambda file: paths[file])
    return "".join(unified_diff(paths[f], repaired.originals[f], repaired.changes[f]) for f in changed)
