"""Findings on an earlier text of a document, carried over to the present one until the program is judged again."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass, replace

from slotlint.diagnostics import Diagnostic
from slotlint.outline import Head, Outline
from slotlint.rules import SYNTAX_ERROR


@dataclass(frozen=True, slots=True)
class Text:
    """The lines of a text, and the classes in it."""

    lines: list[str]
    outline: Outline

    def of_class(self, head: Head) -> list[str]:
        """The lines of a class, its decorators included."""
        return self.lines[head.head - 1 : head.end_row]


def moved_rows(old: list[str], new: list[str]) -> dict[int, int]:
    """Rows of the old text to those of the new one, but for the part between the first and the last change."""
    shorter = min(len(old), len(new))
    first = next((at for at in range(shorter) if old[at] != new[at]), shorter)
    rest = shorter - first
    last = next((at for at in range(rest) if old[-1 - at] != new[-1 - at]), rest)
    rows = {row: row for row in range(1, first + 1)}
    shift = len(new) - len(old)
    rows.update((row, row + shift) for row in range(len(old) - last + 1, len(old) + 1))
    return rows


def carried(found: Iterable[Diagnostic], old: Text, new: Text, parsed: bool) -> Iterator[Diagnostic]:
    """The findings that still hold for all that is known: those on lines and in classes that have not changed.

    Without ``parsed`` the new text is no Python, and its classes are not known.
    """
    rows = moved_rows(old.lines, new.lines)
    same = _same_classes(old, new) if parsed else {}
    for one in found:
        if one.code == SYNTAX_ERROR.code:
            continue
        head = _innermost(old.outline, one)
        if head in same:
            yield _shifted(one, same[head] - head.head)
        elif (head is None or not parsed) and one.row in rows:
            yield _shifted(one, rows[one.row] - one.row)


def changed_classes(old: Text, new: Text) -> set[str]:
    """The qualified names of the classes of the new text that are not in the old one as they stand."""
    kept = {(head.qualname, at) for head, at in _same_classes(old, new).items()}
    return {head.qualname for head in new.outline.classes if (head.qualname, head.head) not in kept}


def _same_classes(old: Text, new: Text) -> dict[Head, int]:
    """The classes that read the same, to the row they begin at in the new text."""
    there: dict[str, list[Head]] = {}
    for head in new.outline.classes:
        there.setdefault(head.qualname, []).append(head)
    found = {}
    for head in old.outline.classes:
        text = old.of_class(head)
        twin = next((one for one in there.get(head.qualname, ()) if new.of_class(one) == text), None)
        if twin is not None:
            there[head.qualname].remove(twin)
            found[head] = twin.head
    return found


def _innermost(outline: Outline, one: Diagnostic) -> Head | None:
    """The class statement that a finding stands in: that of its class, where there are several of one name."""
    around = [head for head in outline.classes if head.head <= one.row <= head.end_row]
    return min(around, key=lambda head: head.end_row - head.head, default=None)


def _shifted(one: Diagnostic, by: int) -> Diagnostic:
    return replace(one, row=one.row + by, end_row=one.end_row + by) if by else one
