"""Edits of comments: no code is meant to change, so LibCST has no part in them."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from slotlint.diagnostics import Edit, Location, Remedy, ReplaceSource
from slotlint.edits import Text, read_text
from slotlint.trees import UNREADABLE, parse, same


def is_on_comment(remedy: Remedy) -> bool:
    """Whether a remedy replaces a comment: it expects one, and knows its row only."""
    return all(isinstance(action, ReplaceSource) and action.expect.startswith("#") for action in remedy.actions)


def comment_edits(path: str, source: bytes, remedies: Iterable[Remedy]) -> tuple[Edit, ...]:
    """Replace each comment where it still stands at the end of its row."""
    text = read_text(source)
    actions = (action for remedy in remedies for action in remedy.actions if isinstance(action, ReplaceSource))
    return tuple(edit for action in actions for edit in _edit(path, text, action))


def _edit(path: str, text: Text, action: ReplaceSource) -> Iterator[Edit]:
    line = text.line(action.row) if action.row <= len(text.starts) else ""
    shown = line.rstrip("\r\n")
    if not shown.endswith(action.expect):
        return
    start = len(shown) - len(action.expect)
    if action.content:
        yield Edit(path, Location(action.row, start + 1), Location(action.row, len(shown) + 1), action.content)
    elif shown[:start].strip():
        code = len(shown[:start].rstrip())
        yield Edit(path, Location(action.row, code + 1), Location(action.row, len(shown) + 1), "")
    elif action.row < len(text.starts):
        yield Edit(path, Location(action.row), Location(action.row + 1), "")
    else:
        yield Edit(path, Location(action.row), Location(action.row, len(shown) + 1), "")


def same_code(before: bytes, after: bytes) -> bool:
    """Whether two sources are the same code, comments aside."""
    try:
        return same(parse(before), parse(after))
    except UNREADABLE:
        return False
