"""Ignore comments for all that is found, and none that ignores nothing: in memory, round after round."""

from __future__ import annotations

import io
import tokenize
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import replace
from pathlib import Path

from slotlint.analysis import Analysis, Session, analyse
from slotlint.comments import directives, joined
from slotlint.diagnostics import Diagnostic, Edit, Location
from slotlint.edits import Text, apply, read_text
from slotlint.outline import Outline
from slotlint.repair import ROUNDS, Repaired, read_all
from slotlint.rules import SYNTAX_ERROR, UNUSED_SUPPRESSION
from slotlint.sifting import Shown
from slotlint.suppress import header_rows
from slotlint.uncomment import comment_edits, same_code

GAP = "  "  # before a comment, as PEP 8 has it


def ignore_all(session: Session, analysis: Analysis, choose: Callable[[Analysis], Shown]) -> Repaired:
    """Sources with a comment for each finding; ``shown`` is what cannot be ignored by a comment."""
    state = Repaired(analysis, choose(analysis))
    for _ in range(ROUNDS):
        after = _round(session, state)
        if after is None:
            break
        changed = analyse(session, after.changes)
        state = replace(after, analysis=changed, shown=choose(changed))
    return state


def _round(session: Session, state: Repaired) -> Repaired | None:
    """Take out the comments that ignore nothing, or, where there are none, write those that are missing."""
    idle = [one for one in state.shown.diagnostics if one.code == UNUSED_SUPPRESSION.code]
    found = idle or [one for one in state.shown.diagnostics if one.code != SYNTAX_ERROR.code]
    by_path: dict[str, list[Diagnostic]] = {}
    for one in found:
        by_path.setdefault(one.path, []).append(one)
    places = {file.path: file.file for file in session.scan.files if file.path in by_path}
    sources = read_all(places, {**session.unsaved, **state.changes})
    new: dict[Path, bytes] = {}
    for path, source in sources.items():
        line_length = session.settings.for_path(path).line_length
        after = _without(path, source, by_path[path]) if idle else _with(
            path, source, by_path[path], state.analysis.selected[path], line_length
        )  # fmt: skip
        if after != source and same_code(source, after):
            new[places[path]] = after
    if not new:
        return None
    originals = {places[path]: source for path, source in sources.items()}
    return replace(
        state,
        originals={**originals, **state.originals},
        changes={**state.changes, **new},
        together=(*state.together, *(frozenset({file}) for file in new)),
    )


def _without(path: str, source: bytes, idle: Iterable[Diagnostic]) -> bytes:
    remedies = dict.fromkeys(remedy for one in idle if one.fix for remedy in one.fix.remedies)
    return apply(source, comment_edits(path, source, remedies))


def _with(path: str, source: bytes, found: Sequence[Diagnostic], outline: Outline, line_length: int) -> bytes:
    text = read_text(source)
    comments: dict[int, str] = dict(outline.comments)
    lines = {row: text.line(row).rstrip("\r\n") for row in commentable(text)}
    wanted: dict[int, list[str]] = {}
    for one in found:
        rows = [one.row, *sorted(header_rows(one, outline.classes), reverse=True)]
        able = [row for row in rows if row in lines]
        longer = {row: len(_line(lines[row], comments.get(row, ""), [*wanted.get(row, ()), one.code])) for row in able}
        row = next((row for row in able if longer[row] <= line_length), able[0] if able else 0)
        if row and one.code not in wanted.setdefault(row, []):
            wanted[row].append(one.code)
    edits = (_edit(path, row, lines[row], comments.get(row, ""), codes) for row, codes in wanted.items() if codes)
    return apply(source, list(edits))


def commentable(text: Text) -> Iterator[int]:
    """The rows that a comment can be put behind: those that end neither inside a string nor with a backslash."""
    try:
        for token in tokenize.generate_tokens(io.StringIO(text.content, newline="").readline):
            if token.type in (tokenize.NEWLINE, tokenize.NL):
                yield token.start[0]
    except (tokenize.TokenError, SyntaxError):
        return


def _edit(path: str, row: int, line: str, comment: str, codes: Sequence[str]) -> Edit:
    new = _line(line, comment, codes)
    return Edit(path, Location(row, 1), Location(row, len(line) + 1), new)


def _line(line: str, comment: str, codes: Sequence[str]) -> str:
    """A line with the codes in its ignore comment, which is joined where there is one already."""
    if comment and line.endswith(comment):
        for directive in directives([(1, comment)]):
            if directive.is_list:
                return line.removesuffix(comment) + joined(directive, codes)
    return f"{line.rstrip()}{GAP}# slotlint: ignore[{', '.join(codes)}]"
