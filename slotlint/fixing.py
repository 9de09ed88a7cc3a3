"""From fixes to new sources, in memory: groups are applied whole or not at all, and every file is proven."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass

from slotlint import edits, rewrite
from slotlint.diagnostics import Edit, Fix, Remedy
from slotlint.uncomment import comment_edits, is_on_comment, same_code


@dataclass(frozen=True, slots=True)
class Refused:
    """Why a group was not applied, and the line that stopped it."""

    message: str
    path: str
    row: int


@dataclass(frozen=True, slots=True)
class Plan:
    """New contents by path, the groups they hold, and the groups that were refused."""

    sources: Mapping[str, bytes]
    applied: frozenset[str]
    refused: Mapping[str, Refused]


def remedies_by_path(fixes: Iterable[Fix]) -> dict[str, tuple[Remedy, ...]]:
    """Every remedy once, by the file that it changes."""
    found: dict[str, dict[Remedy, None]] = {}
    for fix in fixes:
        for remedy in fix.remedies:
            found.setdefault(remedy.path, {})[remedy] = None
    return {path: tuple(remedies) for path, remedies in found.items()}


def group_edits(fix: Fix, sources: Mapping[str, bytes], style: rewrite.Style) -> tuple[Edit, ...] | Refused:
    """The edits of one group by itself, in the files as they are now, or why there are none."""
    found: list[Edit] = []
    for path, remedies in remedies_by_path([fix]).items():
        changed = _rewritten(path, sources[path], remedies, style)
        if isinstance(changed, Refused):
            return changed
        found += changed[0]
    return tuple(found)


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
        refused[group] = refused_for
        for other in {remedy.path for remedy in live.pop(group).remedies}:
            del shares[other][group]
            waiting.add(other)
    changes = {path: after for path, after in done.items() if after != sources[path]}
    return Plan(changes, frozenset(live), refused)


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
    changed = _rewritten(path, source, remedies, style)
    return changed if isinstance(changed, Refused) else changed[1]


def _culprit(path: str, source: bytes, share: Shares, style: rewrite.Style, together: Refused) -> tuple[str, Refused]:
    """The group to leave out: one that is refused by itself, else the last of those that do not go together."""
    for group, remedies in share.items():
        alone = _rewritten(path, source, remedies, style)
        if isinstance(alone, Refused):
            return group, alone
    return list(share)[-1], together


def _rewritten(
    path: str, source: bytes, remedies: tuple[Remedy, ...], style: rewrite.Style
) -> tuple[tuple[Edit, ...], bytes] | Refused:
    """The edits and the proven result of applying remedies to one file."""
    on_comments = tuple(remedy for remedy in remedies if is_on_comment(remedy))
    on_code = tuple(remedy for remedy in remedies if not is_on_comment(remedy))
    found = rewrite.edits_for(path, source, on_code, style) if on_code else ()
    if isinstance(found, rewrite.Refusal):
        return Refused(found.message, found.path, found.row)
    changed = (*found, *comment_edits(path, source, on_comments))
    try:
        code, after = edits.apply(source, found), edits.apply(source, changed)
    except ValueError as error:
        return Refused(str(error), path, remedies[0].row)
    doubt = edits.prove(source, code, on_code) if on_code else None
    if doubt is None and on_comments and not same_code(code, after):
        doubt = "the code around a comment changes"
    if doubt is not None:
        return Refused(f"the rewrite is not proven: {doubt}", path, remedies[0].row)
    return changed, after
