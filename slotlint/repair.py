"""Fixing: rounds in memory until nothing changes any more, then one writing of the result."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass, field, replace
from pathlib import Path

from slotlint import writer
from slotlint.analysis import Analysis, Overlay, Session, analyse
from slotlint.diagnostics import Applicability, Fix, Note, Problem
from slotlint.fixing import plan
from slotlint.loading import Wanted, read_source
from slotlint.outline import Outline
from slotlint.rewrite import Style
from slotlint.rewritten import Refused
from slotlint.sifting import Shown, display_only

ROUNDS = 10  # one fix may make room for the next, but no program needs many rounds


@dataclass(frozen=True, slots=True)
class Repaired:
    """The program after fixing, in memory; ``together`` are the files that each applied group changes."""

    analysis: Analysis
    shown: Shown
    originals: Mapping[Path, bytes] = field(default_factory=dict)
    changes: Mapping[Path, bytes] = field(default_factory=dict)
    refused: Mapping[str, Refused] = field(default_factory=dict)
    together: tuple[frozenset[Path], ...] = ()
    fixed: int = 0


def repair(session: Session, analysis: Analysis, choose: Callable[[Analysis], Shown]) -> Repaired:
    """Apply the fixes that the settings allow, round after round, until a round changes nothing."""
    state = Repaired(analysis, choose(analysis))
    style = style_of(session, analysis.selected)
    for _ in range(ROUNDS):
        after = _round(session, state, style)
        if after is None:
            break
        changed = analyse(session, after.changes) if after.changes != state.changes else None
        state = replace(after, analysis=changed, shown=choose(changed)) if changed else after
        if changed is None:
            break
    return state


def _round(session: Session, state: Repaired, style: Style) -> Repaired | None:
    """One round of fixes on the state before; None where there is nothing to apply."""
    fixes = allowed(state.shown, session.settings.unsafe_fixes, state.refused)
    files = {path: session.file(path) for fix in fixes for path in _paths(fix)}
    places = {path: file.file for path, file in files.items() if file is not None}
    sources = read_all(places, {**session.unsaved, **state.changes})
    able = [fix for fix in fixes if _paths(fix) <= sources.keys()]
    if not able:
        return None
    planned = plan(able, sources, style)
    applied = [fix for fix in able if fix.group in planned.applied]
    new = {places[path]: content for path, content in planned.sources.items()}
    left_out = {
        (fix.group, remedy.path, remedy.qualname)
        for fix in applied
        for remedy in set(fix.remedies).difference(planned.applied[fix.group].remedies)
    }
    mended = [one for one in state.shown.diagnostics if one.fix and (one.fix.group, one.path, one.class_name) not in left_out]
    found = Counter(one.fix.group for one in mended if one.fix)
    return replace(
        state,
        originals={**{places[path]: sources[path] for path in planned.sources}, **state.originals},
        changes={**state.changes, **new},
        refused={**state.refused, **planned.refused},
        together=(*state.together, *(frozenset(places[path] for path in _paths(fix)) for fix in applied)),
        fixed=state.fixed + sum(found[group] for group in planned.applied),
    )


def allowed(shown: Shown, unsafe: bool, refused: Mapping[str, Refused]) -> list[Fix]:
    """One fix a group, of those that may be applied and were not refused before."""
    wanted = {Applicability.SAFE, Applicability.UNSAFE} if unsafe else {Applicability.SAFE}
    fixes = {one.fix.group: one.fix for one in shown.diagnostics if one.fix and one.fix.applicability in wanted}
    return [fixes[group] for group in sorted(fixes) if group not in refused]


def _paths(fix: Fix) -> frozenset[str]:
    return frozenset(remedy.path for remedy in fix.remedies)


def read_all(places: Mapping[str, Path], overlay: Overlay) -> dict[str, bytes]:
    """The contents of files by path as shown; those that cannot be read any more are left out."""
    contents = {path: read_source(Wanted(path, file, False), overlay) for path, file in places.items()}
    return {path: content for path, content in contents.items() if isinstance(content, bytes)}


def style_of(session: Session, selected: Mapping[str, Outline]) -> Style:
    """The line length of the settings, and the form of ``__slots__`` that the program uses most."""
    lists = sum(one.lists for one in selected.values())
    form = "list" if lists > sum(one.tuples for one in selected.values()) else "tuple"
    return Style(line_length=session.settings.line_length, slots_form=form)


def annotate(shown: Shown, refused: Mapping[str, Refused]) -> Shown:
    """Say on each finding whose group was refused which line stopped the rewrite."""
    notes = {group: Note(f"not rewritten: {why.message}", why.path, why.row, 1, "refused") for group, why in refused.items()}
    found = (display_only(one, notes[one.fix.group]) if one.fix and one.fix.group in notes else one for one in shown.diagnostics)
    return Shown(tuple(found), shown.stale)


def write(session: Session, repaired: Repaired) -> tuple[Problem, ...]:
    """Write the new contents; the files of one group are written all or none."""
    problems: list[Problem] = []
    shown = {file.file: file.path for file in session.scan.files}
    for files in components(repaired.together):
        changed = sorted(file for file in files if file in repaired.changes)
        moved = [file for file in changed if _content(file) != repaired.originals[file]]
        if moved:
            problems += (Problem(shown[file], "changed during the run, so not written") for file in moved)
        else:
            failed = writer.write_group({str(file): repaired.changes[file] for file in changed})
            problems += (replace(problem, path=shown[Path(problem.path)]) for problem in failed)
    return tuple(problems)


def _content(file: Path) -> bytes | Problem:
    return read_source(Wanted(str(file), file, False), {})


def components(groups: Iterable[frozenset[Path]]) -> list[frozenset[Path]]:
    """Groups of files merged where they share a file."""
    merged: list[frozenset[Path]] = []
    for group in groups:
        apart = [other for other in merged if not other & group]
        touching = [other for other in merged if other & group]
        merged = [*apart, group.union(*touching)]
    return merged
