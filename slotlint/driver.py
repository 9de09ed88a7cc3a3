"""The orchestration of one run: analyse, filter, fix until nothing changes, write, report."""

from __future__ import annotations

import difflib
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from pathlib import Path

from slotlint import ranking, rules, suppress
from slotlint.analysis import Analysis, Overlay, Session, analyse, assemble, read
from slotlint.columns import in_characters
from slotlint.diagnostics import Diagnostic, Edit, Explanation, Problem, Rule
from slotlint.edits import apply, read_text, unified_diff
from slotlint.fixing import group_edits
from slotlint.ignoring import ignore_all
from slotlint.outline import Outline
from slotlint.pool import quiet_collector
from slotlint.repair import Repaired, annotate, repair, style_of, write
from slotlint.report import Report
from slotlint.request import Request, UsageProblem, chosen, open_request, read_profile, read_sources
from slotlint.rewritten import Refused
from slotlint.settings import Settings
from slotlint.sifting import Shown
from slotlint.witness import witnesses


def check(request: Request) -> Report:
    """Report, and change nothing."""
    with quiet_collector():
        session = open_request(request)
        analysis = analyse(session)
        report = _report(request, session, {}, analysis, chosen(request, session, analysis))
        if not request.witnesses:
            return report
        cache = str(request.settings.cache_folder(session.scan.root))
        return replace(report, witnesses=witnesses(session, analysis, request.paths), cache=cache)


def diff(request: Request) -> Report:
    """Report with the unified diff of what ``fix`` would do; nothing is written."""
    with quiet_collector():
        session, before, repaired = _repair(request)
        shown = annotate(chosen(request, session, before), repaired.refused)
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
            shown = chosen(request, session, analysis)
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
        session = open_request(request)
        done = ignore_all(session, analyse(session), lambda analysis: chosen(request, session, analysis))
        problems = write(session, done)
        report = _report(request, session, done.changes, done.analysis, done.shown)
        return replace(report, problems=(*report.problems, *problems)), len(done.changes) - len(problems)


def files(request: Request) -> tuple[str, ...]:
    """The files that would be checked, as they are shown."""
    return tuple(file.path for file in open_request(request).scan.files if file.selected)


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
        session = open_request(request)
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
    sources = read_sources(session, session.unsaved, {remedy.path for remedy in found.fix.remedies})
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
        raise UsageProblem(Problem(str(file), f"cannot be written: {(error.strerror or str(error)).lower()}")) from error
    return report


def _repair(request: Request) -> tuple[Session, Analysis, Repaired]:
    session = open_request(request)
    before = analyse(session)
    return session, before, repair(session, before, lambda analysis: chosen(request, session, analysis))


def _report(request: Request, session: Session, changes: Overlay, analysis: Analysis, shown: Shown) -> Report:
    edits: Mapping[str, tuple[Edit, ...]] = {}
    overlay = {**session.unsaved, **changes}
    if request.edits:
        edits, shown = _with_edits(session, overlay, analysis, shown)
    said = {path for one in shown.diagnostics for path in (one.path, *(note.path for note in one.notes))}
    found = in_characters(shown.diagnostics, read_sources(session, overlay, said))
    profile = read_profile(request)
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
    sources = read_sources(session, overlay, {edit.path for group in edits.values() for edit in group})
    found: dict[str, str] = {}
    for group, all_of_it in edits.items():
        paths = dict.fromkeys(edit.path for edit in all_of_it)
        changed = {path: apply(sources[path], [edit for edit in all_of_it if edit.path == path]) for path in paths}
        found[group] = "".join(unified_diff(path, sources[path], content) for path, content in changed.items())
    return found


def _with_edits(session: Session, overlay: Overlay, analysis: Analysis, shown: Shown) -> tuple[dict[str, tuple[Edit, ...]], Shown]:
    """The edits of every fix by group; one that cannot be written says why."""
    fixes = {one.fix.group: one.fix for one in shown.diagnostics if one.fix}
    sources = read_sources(session, overlay, {remedy.path for fix in fixes.values() for remedy in fix.remedies})
    style = style_of(session, analysis.selected)
    able = [one for one in fixes.values() if all(remedy.path in sources for remedy in one.remedies)]
    outcomes = group_edits(able, sources, style)
    refused = {group: outcome for group, outcome in outcomes.items() if isinstance(outcome, Refused)}
    edits = {group: outcome for group, outcome in outcomes.items() if not isinstance(outcome, Refused)}
    return edits, annotate(shown, refused)


def _lines(session: Session, overlay: Overlay, found: Iterable[Diagnostic]) -> dict[tuple[str, int], str]:
    """The source line of each finding."""
    rows: dict[str, set[int]] = {}
    for one in found:
        rows.setdefault(one.path, set()).add(one.row)
    lines: dict[tuple[str, int], str] = {}
    for path, content in read_sources(session, overlay, rows).items():
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
