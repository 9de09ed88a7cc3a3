"""Which findings are shown and which fixes may be applied: selection, comments, baseline, payoff, paths given."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, replace

from slotlint.diagnostics import Applicability, Diagnostic, Fix, Note, Payoff
from slotlint.outline import Outline
from slotlint.partial_fixes import parted
from slotlint.settings import Settings
from slotlint.suppress import Baseline, sift, subtract_baseline

# of each group: the first place in a file that was not given, what can be applied, and what not
Parts = dict[str, tuple[int | None, Fix | None, Fix | None]]


@dataclass(frozen=True, slots=True)
class Shown:
    """The findings to report, in order, and the baseline entries that match nothing any more."""

    diagnostics: tuple[Diagnostic, ...]
    stale: tuple[str, ...]


def choose(
    found: Iterable[Diagnostic],
    selected: Mapping[str, Outline],
    settings: Settings,
    baseline: Baseline,
    changed: Callable[[Diagnostic], bool] | None = None,
) -> Shown:
    """Filter findings; ``selected`` holds the outlines of the files given, by path, ``changed`` says what is of interest.

    A fix whose group holds a finding that is hidden is only displayed, and says why; so is what cannot be changed without
    a file that was not given.
    """
    asked, unasked = _split(found, settings)
    sifted = sift([one for one in asked if one.path in selected], selected, settings.selects_any)
    fresh, stale = subtract_baseline(sifted.kept, baseline)
    reasons = _reasons(unasked, "not selected")
    reasons.update(_reasons(sifted.hidden, "ignored by a comment"))
    reasons.update(_reasons(fresh.hidden, "in the baseline"))
    kept = [one for one in fresh.kept if changed is None or changed(one)]
    if len(kept) < len(fresh.kept):
        same = set(map(id, kept))
        reasons.update(_reasons([one for one in fresh.kept if id(one) not in same], "in a class that has not changed"))
    worth = (one for one in kept if not _rare(one) or settings.for_path(one.path).payoff == "all")
    parts: Parts = {}
    shown = (_held_back(one, reasons, selected, parts) for one in worth)
    return Shown(tuple(sorted(shown, key=order)), stale)


def order(one: Diagnostic) -> tuple[str, int, int, str, str]:
    """The order of every output."""
    return one.path, one.row, one.column, one.code, one.message


def _split(found: Iterable[Diagnostic], settings: Settings) -> tuple[list[Diagnostic], list[Diagnostic]]:
    asked: list[Diagnostic] = []
    unasked: list[Diagnostic] = []
    for one in found:
        (asked if settings.selects(one.code, one.name, one.path) else unasked).append(one)
    return asked, unasked


def _rare(one: Diagnostic) -> bool:
    """Whether it is a mere candidate that few instances would profit from."""
    return one.payoff is Payoff.FEW and one.code.startswith("SLT1")


def _reasons(hidden: Sequence[Diagnostic], why: str) -> dict[str, Note]:
    """Why the groups of hidden findings are not applied, by group."""
    return {one.fix.group: _held_back_note(one, why) for one in hidden if one.fix is not None}


def _held_back_note(one: Diagnostic, why: str) -> Note:
    message = f"not fixed: the fix also changes {one.class_name or one.path}, whose {one.code} is {why}"
    return Note(message, one.path, one.row, one.column, "held-back")


def _held_back(one: Diagnostic, reasons: Mapping[str, Note], selected: Mapping[str, Outline], parts: Parts) -> Diagnostic:
    fix = one.fix
    if fix is None or fix.applicability is Applicability.DISPLAY:
        return one
    if fix.group in reasons:
        return display_only(one, reasons[fix.group])
    if fix.group not in parts:  # once a group: each of its many classes has a finding of its own
        outside = [place for place, remedy in enumerate(fix.remedies) if remedy.path not in selected]
        parts[fix.group] = (outside[0], *parted(fix, outside)) if outside else (None, fix, None)
    first, kept, rest = parts[fix.group]
    if first is None:
        return one
    if kept is not None and any((r.path, r.qualname) == (one.path, one.class_name) for r in kept.remedies):
        return replace(one, fix=kept)
    remedy = fix.remedies[first]
    message = f"not fixed: the fix also changes {remedy.path}, which is outside the paths given"
    return display_only(replace(one, fix=rest), Note(message, remedy.path, remedy.row, 1, "held-back"))


def display_only(one: Diagnostic, note: Note) -> Diagnostic:
    """The finding with a fix that is shown but not applied, for the reason in the note."""
    if one.fix is None:
        return one
    return replace(one, fix=replace(one.fix, applicability=Applicability.DISPLAY), notes=(*one.notes, note))
