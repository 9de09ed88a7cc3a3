"""Findings and verdicts in the words of the protocol."""

from __future__ import annotations

from collections.abc import Callable, Mapping

from lsprotocol import types

from slotlint.diagnostics import Applicability, Diagnostic, Explanation, Note, Verdict
from slotlint.reporters.severity import Severity, severity
from slotlint.rules import SYNTAX_ERROR, UNUSED_SUPPRESSION
from slotlint.server.document import Document, Units, in_characters, position, span

Naming = Callable[[str], str]  # from paths as shown to URIs

_SHOWN = 12  # lines of evidence in a hover

_SEVERITIES = {
    Severity.ADVICE: types.DiagnosticSeverity.Information,
    Severity.DEFECT: types.DiagnosticSeverity.Warning,
    Severity.ERROR: types.DiagnosticSeverity.Error,
}
_VERDICTS = {
    Verdict.CANDIDATE: "could declare slots",
    Verdict.SLOTTED: "has slots",
    Verdict.REFUSED: "keeps its `__dict__`",
    Verdict.DEFECT: "has slots with a defect",
}
_FIXES = {
    Applicability.SAFE: "a safe fix is at hand",
    Applicability.UNSAFE: "a fix is at hand that must be looked at",
    Applicability.DISPLAY: "it is not fixed here",
}


def diagnostic(
    one: Diagnostic, document: Document, units: Units, related: list[types.DiagnosticRelatedInformation] | None
) -> types.Diagnostic:
    """A finding as the client takes it."""
    lines = document.lines
    columns = (one.column, one.end_column)
    if one.code != SYNTAX_ERROR.code:  # the compiler itself counts characters there
        columns = (in_characters(lines, one.row, columns[0]), in_characters(lines, one.end_row, columns[1]))
    saved = f": saves {one.bytes_saved} bytes an instance" if one.bytes_saved and "saves" not in one.message else ""
    return types.Diagnostic(
        range=span(lines, (one.row, columns[0]), (one.end_row, columns[1]), units),
        message=one.message + saved,
        severity=_SEVERITIES[severity(one.code)],
        code=one.code,
        source="slotlint",
        tags=[types.DiagnosticTag.Unnecessary] if one.code == UNUSED_SUPPRESSION.code else None,
        related_information=related or None,
    )


def related(one: Diagnostic, open_now: Mapping[str, Document], uri: Naming, units: Units) -> list[types.DiagnosticRelatedInformation]:
    """The evidence of a finding; in files that are not open a place is a line, whose columns would need its text."""
    found = []
    for note in one.notes:
        document = open_now.get(note.path)
        at = types.Position(note.row - 1, 0)
        if document:
            column = in_characters(document.lines, note.row, note.column)
            at = position(document.lines, note.row, column, units)
        place = types.Location(uri(note.path), types.Range(at, at))
        found.append(types.DiagnosticRelatedInformation(place, note.message))
    return found


def hover(found: Explanation, uri: Naming, current: bool) -> str:
    """The verdict on a class as Markdown, with its reasons and where they stand."""
    head = f"**slotlint**: `{found.class_name}` {_VERDICTS[found.verdict]}"
    lines = [head + (f": `__slots__ = {_tuple(found.slots)}`" if found.verdict is Verdict.CANDIDATE else "")]
    if found.verdict is Verdict.CANDIDATE:
        saved = f"saves {found.bytes_saved} bytes an instance" if found.bytes_saved else "saves nothing by itself"
        lines.append(saved + (f"; {_FIXES[found.fix.applicability]}" if found.fix else ""))
    notes = [note for note in found.evidence if note.kind != "class"]
    lines += [_bullet(note, uri) for note in notes[:_SHOWN]]
    if len(notes) > _SHOWN:
        lines.append(f"- and {len(notes) - _SHOWN} more: `slotlint explain {found.module}:{found.class_name}`")
    if not current:
        lines.append("*as the file was when the whole program was last judged*")
    return "\n\n".join((lines[0], *lines[1:2])) + "\n\n" + "\n".join(lines[2:]) if len(lines) > 1 else lines[0]


def _tuple(names: tuple[str, ...]) -> str:
    inner = ", ".join(f'"{name}"' for name in names)
    return f"({inner},)" if len(names) == 1 else f"({inner})"


def _bullet(note: Note, uri: Naming) -> str:
    return f"- {note.message} ([{note.path}:{note.row}]({uri(note.path)}#L{note.row}))"
