"""From fixes to new sources, in memory: groups are applied whole or not at all, and every file is proven."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, replace

from slotlint import rewrite
from slotlint.diagnostics import Edit, Fix, Remedy
from slotlint.partial_fixes import parted
from slotlint.rewritten import Outcome, Refused, rewritten, separately


@dataclass(frozen=True, slots=True)
class Plan:
    """New contents by path, the fixes they hold by group, and the groups that were refused.

    A group of which a class was refused that the others do not need holds the others.
    """

    sources: Mapping[str, bytes]
    applied: Mapping[str, Fix]
    refused: Mapping[str, Refused]


def remedies_by_path(fixes: Iterable[Fix]) -> dict[str, tuple[Remedy, ...]]:
    """Every remedy once, by the file that it changes."""
    found: dict[str, dict[Remedy, None]] = {}
    for fix in fixes:
        for remedy in fix.remedies:
            found.setdefault(remedy.path, {})[remedy] = None
    return {path: tuple(remedies) for path, remedies in found.items()}


def group_edits(fixes: Iterable[Fix], sources: Mapping[str, bytes], style: rewrite.Style) -> dict[str, Outcome]:
    """The edits of each group by itself, in the files as they are now, or why there are none."""
    given = {fix.group: fix for fix in fixes}
    found = {path: separately(path, sources[path], share, style) for path, share in _shares(given.values()).items()}
    return {group: _whole(found[path][group] for path in remedies_by_path([fix])) for group, fix in given.items()}


def _whole(parts: Iterable[Outcome]) -> Outcome:
    """The edits of a group in all its files, or the first refusal."""
    edits: list[Edit] = []
    for part in parts:
        if isinstance(part, Refused):
            return part
        edits += part
    return tuple(edits)


def plan(fixes: Iterable[Fix], sources: Mapping[str, bytes], style: rewrite.Style) -> Plan:
    """Apply as many groups as can be applied together; one that is refused or not proven is left out everywhere."""
    live = {fix.group: fix for fix in fixes}
    shares = _shares(live.values())
    refused: dict[str, Refused] = {}
    done: dict[str, bytes] = {}
    waiting = set(shares)
    while waiting:
        path = min(waiting)
        waiting.remove(path)
        changed = _together(path, sources[path], shares[path], style)
        if isinstance(changed, bytes):
            done[path] = changed
            continue
        group, refused_for = _culprit(path, sources[path], shares[path], style, changed)
        fix = live.pop(group)
        kept = _without_refused(path, sources[path], fix, style)
        if kept is None:
            refused[group] = refused_for
        else:
            live[group] = kept
        for other in {remedy.path for remedy in fix.remedies}:
            del shares[other][group]
            waiting.add(other)
        for other, remedies in remedies_by_path([kept] if kept else []).items():
            shares[other][group] = remedies
    changes = {path: after for path, after in done.items() if after != sources[path]}
    return Plan(changes, live, refused)


def _without_refused(path: str, source: bytes, fix: Fix, style: rewrite.Style) -> Fix | None:
    """What is left of a group without the classes of a file that are refused by themselves, and those that need them."""
    mine = [place for place, remedy in enumerate(fix.remedies) if remedy.path == path]
    bad = [place for place in mine if isinstance(rewritten(path, source, (fix.remedies[place],), style), Refused)]
    kept = parted(fix, bad)[0] if bad else None
    return replace(kept, group=fix.group) if kept else None


Shares = dict[str, tuple[Remedy, ...]]  # the remedies of one file, by group


def _shares(fixes: Iterable[Fix]) -> dict[str, Shares]:
    """What each group changes in each file, by path."""
    shares: dict[str, Shares] = {}
    for fix in fixes:
        for path, remedies in remedies_by_path([fix]).items():
            shares.setdefault(path, {})[fix.group] = remedies
    return shares


def _together(path: str, source: bytes, share: Shares, style: rewrite.Style) -> bytes | Refused:
    """One file with the remedies of all groups, each remedy once."""
    remedies = tuple(dict.fromkeys(remedy for group in share.values() for remedy in group))
    if not remedies:
        return source
    changed = rewritten(path, source, remedies, style)
    return changed if isinstance(changed, Refused) else changed[1]


def _culprit(path: str, source: bytes, share: Shares, style: rewrite.Style, together: Refused) -> tuple[str, Refused]:
    """The group to leave out: one that is refused by itself, else the last of those that do not go together."""
    for group, remedies in share.items():
        alone = rewritten(path, source, remedies, style)
        if isinstance(alone, Refused):
            return group, alone
    return list(share)[-1], together
