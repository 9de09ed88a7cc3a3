"""Code actions: the fixes of findings as edits of the workspace."""

from __future__ import annotations

import difflib
from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass

from lsprotocol import types

from slotlint.diagnostics import Applicability, Diagnostic, Edit, Fix, Location
from slotlint.edits import read_text
from slotlint.fixing import group_edits, plan
from slotlint.rewritten import Refused
from slotlint.server.answers import Answers
from slotlint.server.document import Units, position, split

FIX_ALL = "source.fixAll.slotlint"
KINDS = (types.CodeActionKind.QuickFix, FIX_ALL)


@dataclass(frozen=True, slots=True)
class Target:
    """How edits are told to a client: its units, its names of files, and whether it takes versions of documents."""

    units: Units
    uri: Callable[[str], str]  # of a real path
    versioned: bool


def wants(only: Iterable[str] | None, kind: str) -> bool:
    """Whether a client that asks for these kinds of actions, or for any, takes one of a kind."""
    return only is None or any(kind == one or kind.startswith(f"{one}.") for one in only)


def quick_fixes(answers: Answers, shown: Iterable[tuple[Diagnostic, types.Diagnostic]], target: Target) -> list[types.CodeAction]:
    """One action for each group that mends one of these findings."""
    groups: dict[str, list[tuple[Diagnostic, types.Diagnostic]]] = {}
    for one, said in shown:
        if one.fix is not None and one.fix.applicability is not Applicability.DISPLAY:
            groups.setdefault(one.fix.group, []).append((one, said))
    actions = []
    for mended in groups.values():
        fix = mended[0][0].fix
        edit = _group_edit(answers, fix, target) if fix else None
        if fix is not None and edit is not None:
            safe = fix.applicability is Applicability.SAFE
            codes = ", ".join(dict.fromkeys(one.code for one, _ in mended))
            actions.append(
                types.CodeAction(
                    title=f"slotlint: {fix.message} ({codes}{'' if safe else ', unsafe: look at it'})",
                    kind=types.CodeActionKind.QuickFix,
                    diagnostics=[said for _, said in mended],
                    is_preferred=safe,
                    edit=edit,
                )
            )
    return actions


def fix_all(answers: Answers, found: Iterable[Diagnostic], target: Target) -> types.CodeAction | None:
    """All safe fixes that change a document, with what they change in other files; None where there is nothing to do."""
    fixes = {one.fix.group: one.fix for one in found if one.fix and one.fix.applicability is Applicability.SAFE}
    sources: dict[str, bytes] = {}
    able = []
    for fix in fixes.values():
        contents = answers.sources(fix)
        if contents is not None:
            sources |= contents
            able.append(fix)
    if not able or answers.judged is None:
        return None
    planned = plan(able, sources, answers.judged.style)
    edits = {path: _line_edits(path, sources[path], after) for path, after in planned.sources.items()}
    edit = _workspace_edit(answers, edits, sources, target)
    return types.CodeAction(title="slotlint: apply all safe fixes", kind=FIX_ALL, edit=edit) if edits else None


def _group_edit(answers: Answers, fix: Fix, target: Target) -> types.WorkspaceEdit | None:
    """The edits of one group; None where it cannot be applied to the files as they are."""
    sources = answers.sources(fix)
    if sources is None or answers.judged is None:
        return None
    found = group_edits([fix], sources, answers.judged.style)[fix.group]
    if isinstance(found, Refused):
        return None
    by_path: dict[str, list[Edit]] = {}
    for one in found:
        by_path.setdefault(one.path, []).append(one)
    return _workspace_edit(answers, by_path, sources, target)


def _line_edits(path: str, before: bytes, after: bytes) -> list[Edit]:
    """The change from one content to another, in whole lines."""
    old, new = read_text(before), read_text(after)
    there, here = ([text.line(row) for row in range(1, len(text.starts) + 1)] for text in (old, new))
    found = []
    for tag, i, j, k, m in difflib.SequenceMatcher(None, there, here, autojunk=False).get_opcodes():
        if tag != "equal":
            end = old.location(len(old.content)) if j >= len(old.starts) else Location(j + 1)
            found.append(Edit(path, Location(i + 1), end, "".join(here[k:m])))
    return found


def _workspace_edit(answers: Answers, edits: Mapping[str, list[Edit]], sources: Mapping[str, bytes], target: Target) -> types.WorkspaceEdit:
    places = answers.places()
    changes: dict[str, list[types.TextEdit]] = {}
    documents: list[types.TextDocumentEdit] = []
    for path, found in edits.items():
        document = answers.documents.get(places[path])
        lines = document.lines if document else split(read_text(sources[path]).content)
        texts = [_text_edit(one, lines, target.units) for one in found]
        uri = document.uri if document else target.uri(places[path])
        changes[uri] = texts
        version = document.version if document else None
        identifier = types.OptionalVersionedTextDocumentIdentifier(uri=uri, version=version)
        documents.append(types.TextDocumentEdit(identifier, list(texts)))
    if target.versioned:
        return types.WorkspaceEdit(document_changes=list(documents))
    return types.WorkspaceEdit(changes=changes)


def _text_edit(one: Edit, lines: list[str], units: Units) -> types.TextEdit:
    start = position(lines, one.location.row, one.location.column, units)
    end = position(lines, one.end_location.row, one.end_location.column, units)
    return types.TextEdit(types.Range(start, end), one.content)


def overlapping(one: types.Diagnostic, asked: types.Range) -> bool:
    """Whether a diagnostic stands on one of the lines that were asked for."""
    return one.range.start.line <= asked.end.line and asked.start.line <= one.range.end.line
