"""One file with remedies applied, and the proof that nothing else changed: of several groups at once where they are apart."""

from __future__ import annotations

import bisect
import itertools
from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass

from slotlint import edits, rewrite
from slotlint.diagnostics import Edit, Remedy, ReplaceSource
from slotlint.trees import UNREADABLE, first_row, parse
from slotlint.uncomment import comment_edits, is_on_comment, same_code


@dataclass(frozen=True, slots=True)
class Refused:
    """Why a group was not applied, and the line that stopped it."""

    message: str
    path: str
    row: int


Outcome = tuple[Edit, ...] | Refused


@dataclass(frozen=True, slots=True)
class _Written:
    """The edits of remedies on one file, those on code and those on comments."""

    remedies: tuple[Remedy, ...]
    code: tuple[Edit, ...]
    comments: tuple[Edit, ...]

    @property
    def edits(self) -> tuple[Edit, ...]:
        return self.code + self.comments


def rewritten(path: str, source: bytes, remedies: tuple[Remedy, ...], style: rewrite.Style) -> tuple[tuple[Edit, ...], bytes] | Refused:
    """The edits and the proven result of applying remedies to one file."""
    written = _write(path, source, remedies, style)
    if isinstance(written, Refused):
        return written
    after = _proven(path, source, written)
    return after if isinstance(after, Refused) else (written.edits, after)


def separately(path: str, source: bytes, share: Mapping[str, tuple[Remedy, ...]], style: rewrite.Style) -> dict[str, Outcome]:
    """The edits of each group by itself in one file; groups that are apart are proven together, the others one by one.

    Where no two groups touch the same statement of the module, each statement has after one of the groups the form
    that it has after all of them, or its old one: what is proven of all holds of each.
    """
    written = {group: _write(path, source, remedies, style) for group, remedies in share.items()}
    able = {group: one for group, one in written.items() if isinstance(one, _Written)}
    apart = _apart(source, able) if len(able) > 1 else ()
    together = _joined([able[group] for group in apart])
    proven = set(apart) if isinstance(_proven(path, source, together), bytes) else set()
    return {
        group: one if isinstance(one, Refused) else one.edits if group in proven else _alone(path, source, one)
        for group, one in written.items()
    }


def _alone(path: str, source: bytes, written: _Written) -> Outcome:
    after = _proven(path, source, written)
    return after if isinstance(after, Refused) else written.edits


def _joined(parts: Sequence[_Written]) -> _Written:
    chain = itertools.chain.from_iterable
    return _Written(
        tuple(chain(part.remedies for part in parts)),
        tuple(chain(part.code for part in parts)),
        tuple(chain(part.comments for part in parts)),
    )


def _apart(source: bytes, written: Mapping[str, _Written]) -> tuple[str, ...]:
    """The groups that touch no statement of the module that another group touches."""
    starts = _starts(source)
    touched = {group: set(_statements(starts, one)) for group, one in written.items()}
    count = Counter(itertools.chain.from_iterable(touched.values()))
    return tuple(group for group, statements in touched.items() if all(count[one] == 1 for one in statements))


def _starts(source: bytes) -> list[int]:
    """The rows at which statements of the module start; those that share a row are one."""
    try:
        body = parse(source).body
    except UNREADABLE:
        return []  # one statement for all that is known
    starts, end = [], 0
    for node in body:
        if first_row(node) > end:
            starts.append(first_row(node))
        end = node.end_lineno or node.lineno
    return starts


def _statements(starts: Sequence[int], written: _Written) -> Iterator[int]:
    """The statements that the remedies or the edits reach, by their place in ``starts``."""
    rows = [(edit.location.row, edit.end_location.row) for edit in written.edits]
    for remedy in written.remedies:
        spans = [action for action in remedy.actions if isinstance(action, ReplaceSource)]
        rows += [(remedy.row, remedy.row), *((span.row, span.row) for span in spans)]
    for first, last in rows:
        yield from range(bisect.bisect_right(starts, first), bisect.bisect_right(starts, last) + 1)


def _write(path: str, source: bytes, remedies: Iterable[Remedy], style: rewrite.Style) -> _Written | Refused:
    """The edits of remedies on one file, not yet proven."""
    given = tuple(remedies)
    on_code = tuple(remedy for remedy in given if not is_on_comment(remedy))
    found = rewrite.edits_for(path, source, on_code, style) if on_code else ()
    if isinstance(found, rewrite.Refusal):
        return Refused(found.message, found.path, found.row)
    return _Written(given, found, comment_edits(path, source, filter(is_on_comment, given)))


def _proven(path: str, source: bytes, written: _Written) -> bytes | Refused:
    """The file after the edits where they do what the remedies say and nothing else."""
    if not written.remedies:
        return source
    row = written.remedies[0].row
    on_code = tuple(remedy for remedy in written.remedies if not is_on_comment(remedy))
    try:
        code, after = edits.apply(source, written.code), edits.apply(source, written.edits)
    except ValueError as error:
        return Refused(str(error), path, row)
    doubt = edits.prove(source, code, on_code) if on_code else None
    if doubt is None and len(on_code) < len(written.remedies) and not same_code(code, after):
        doubt = "the code around a comment changes"
    return after if doubt is None else Refused(f"the rewrite is not proven: {doubt}", path, row)
