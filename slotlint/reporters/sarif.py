"""``--output-format sarif``: SARIF 2.1.0, for code scanning services and editors.

Findings that a comment or the baseline hides are left out: services that do not read ``suppressions`` would open them.
"""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from itertools import groupby
from pathlib import PurePath
from typing import Any, TextIO
from urllib.parse import quote

from slotlint import __version__
from slotlint.diagnostics import Diagnostic, Edit, Fix, Note, Problem, Rule
from slotlint.report import Report
from slotlint.reporters.fingerprints import fingerprints
from slotlint.reporters.severity import Severity, severity
from slotlint.rules import RULES

SCHEMA = "https://json.schemastore.org/sarif-2.1.0.json"
HOME = "https://github.com/slotlint/slotlint"
LEVELS = {Severity.ADVICE: "note", Severity.DEFECT: "warning", Severity.ERROR: "error"}
INDEX = {rule.code: at for at, rule in enumerate(RULES)}

Json = dict[str, Any]


def write(report: Report, out: TextIO) -> None:
    """One run, with every rule and every finding."""
    found = report.diagnostics
    run = {
        "tool": {"driver": _driver()},
        "columnKind": "unicodeCodePoints",
        "invocations": [{"executionSuccessful": True, "toolExecutionNotifications": [_notification(p) for p in report.problems]}],
        "results": [_result(one, mark, report.edits) for one, mark in zip(found, fingerprints(found), strict=True)],
    }
    out.write(json.dumps({"$schema": SCHEMA, "version": "2.1.0", "runs": [run]}, indent=1) + "\n")


def _driver() -> Json:
    return {
        "name": "slotlint",
        "informationUri": HOME,
        "version": __version__,
        "semanticVersion": __version__,
        "rules": [_rule(rule) for rule in RULES],
    }


def _rule(rule: Rule) -> Json:
    page = (rule.page or rule.summary).strip()
    return {
        "id": rule.code,
        "name": "".join(word.capitalize() for word in rule.name.split("-")),
        "shortDescription": {"text": rule.summary},
        "fullDescription": {"text": page.partition("\n\n")[0]},
        "help": {"text": page, "markdown": page},
        "defaultConfiguration": {"level": LEVELS[severity(rule.code)]},
    }


def _notification(problem: Problem) -> Json:
    place = {"physicalLocation": {"artifactLocation": _artifact(problem.path), "region": {"startLine": problem.row}}}
    return {"level": "warning", "message": {"text": problem.message}, "locations": [place]}


def _result(found: Diagnostic, mark: str, edits: Mapping[str, Sequence[Edit]]) -> Json:
    place = _location(found.path, found.row, found.column, found.end_row, found.end_column)
    if found.class_name:
        full = f"{found.module}.{found.class_name}" if found.module else found.class_name
        name = found.class_name.rpartition(".")[2]
        place["logicalLocations"] = [{"name": name, "fullyQualifiedName": full, "kind": "type"}]
    result: Json = {
        "ruleId": found.code,
        "ruleIndex": INDEX[found.code],
        "level": LEVELS[severity(found.code)],
        "message": {"text": found.message},
        "locations": [place],
        "partialFingerprints": {"slotlint/v1": mark},
        "properties": {"payoff": found.payoff.value, "bytesSaved": found.bytes_saved},
    }
    if found.notes:
        result["relatedLocations"] = [_related(at, note) for at, note in enumerate(found.notes, 1)]
    if found.fix is not None and edits.get(found.fix.group):
        result["fixes"] = [_fix(found.fix, edits[found.fix.group])]
    return result


def _related(at: int, note: Note) -> Json:
    place = {"artifactLocation": _artifact(note.path), "region": {"startLine": note.row, "startColumn": note.column}}
    return {"id": at, "message": {"text": note.message}, "physicalLocation": place}


def _location(path: str, row: int, column: int, end_row: int, end_column: int) -> Json:
    region = {"startLine": row, "startColumn": column, "endLine": end_row, "endColumn": end_column}
    return {"physicalLocation": {"artifactLocation": _artifact(path), "region": region}}


def _artifact(path: str) -> Json:
    """A path below the working directory stays relative; services resolve it against the root of the repository."""
    pure = PurePath(path)
    if pure.is_absolute():
        return {"uri": "file://" + ("" if pure.as_posix().startswith("/") else "/") + quote(pure.as_posix(), safe="/:")}
    return {"uri": quote(pure.as_posix()), "uriBaseId": "%SRCROOT%"}


def _fix(fix: Fix, edits: Sequence[Edit]) -> Json:
    by_path = groupby(sorted(edits, key=lambda edit: edit.path), key=lambda edit: edit.path)
    changes = [{"artifactLocation": _artifact(path), "replacements": [_replacement(edit) for edit in group]} for path, group in by_path]
    return {
        "description": {"text": fix.message},
        "artifactChanges": changes,
        "properties": {"applicability": fix.applicability.value},
    }


def _replacement(edit: Edit) -> Json:
    region = {
        "startLine": edit.location.row, "startColumn": edit.location.column,
        "endLine": edit.end_location.row, "endColumn": edit.end_location.column,
    }  # fmt: skip
    return {"deletedRegion": region, "insertedContent": {"text": edit.content}}
