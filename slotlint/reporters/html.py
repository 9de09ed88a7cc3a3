"""``--output-format html``: one page that needs no network, with a treemap, class chains and a table to sort and filter."""

from __future__ import annotations

import json
from collections.abc import Sequence
from pathlib import Path
from typing import Any, TextIO

from slotlint.diagnostics import Diagnostic
from slotlint.report import Report

PAGE = Path(__file__).parent.parent / "data" / "report.html"
MARK = "/*rows*/[]"


def write(report: Report, out: TextIO) -> None:
    """The page, with every finding as a row of data."""
    out.write(
        page(
            [_row(found, report) for found in report.diagnostics], [[name, seen.trade.value, *seen.figures] for name, seen in report.others]
        )
    )


def page(rows: Sequence[dict[str, Any]], others: Sequence[Sequence[str]] = ()) -> str:
    """The page of these rows; ``others`` are classes that only a profile speaks of."""
    # "</script>" or "<!--" in a message must not end the script that holds it
    data = json.dumps(list(rows)).replace("<", "\\u003c")
    more = json.dumps(list(others)).replace("<", "\\u003c")
    return PAGE.read_text(encoding="utf-8").replace(MARK, data).replace("/*others*/[]", more)


def _row(found: Diagnostic, report: Report) -> dict[str, Any]:
    fix = found.fix
    return {
        "code": found.code,
        "rule": found.name,
        "message": found.message,
        "file": found.path,
        "row": found.row,
        "module": found.module,
        "class": found.class_name,
        "saved": found.bytes_saved or 0,
        "peak": found.seen.peak if found.seen else None,
        "total": found.seen.saved if found.seen else None,
        "verdict": found.seen.trade.value if found.seen else "",
        "payoff": found.payoff.value,
        "fix": fix.applicability.value if fix else "",
        "sizes": [[size.version, size.before, size.after] for size in found.sizes],
        "chain": [list(link) for link in found.chain],
        "notes": [f"{note.path}:{note.row}: {note.message}" for note in found.notes] + list(found.seen.figures if found.seen else ()),
        "diff": report.diffs.get(fix.group, "") if fix else "",
    }
