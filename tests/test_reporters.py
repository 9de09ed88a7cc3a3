"""What each output format prints for a given report."""

from __future__ import annotations

import io
import json
from dataclasses import replace

import pytest

from slotlint.diagnostics import (
    AddSlots,
    Applicability,
    Diagnostic,
    Edit,
    Explanation,
    Fix,
    Location,
    Note,
    Payoff,
    Problem,
    Remedy,
    Verdict,
)
from slotlint.report import Report
from slotlint.reporters import EXPLAINERS, REPORTERS, text

FIX = Fix(
    Applicability.SAFE,
    'declare __slots__ = ("x",)',
    "pkg.mod:Outer.A",
    (Remedy("pkg/mod.py", 3, "Outer.A", (AddSlots(("x",)),)),),
)
FOUND = Diagnostic(
    "SLT101", "missing-slots", "A could declare slots", "pkg/mod.py", 3, 5, 3, 12,
    module="pkg.mod", class_name="Outer.A", slots=("x",), bytes_saved=40, payoff=Payoff.MANY,
    notes=(Note("built in a loop", "pkg/use.py", 8, 3, "construction"),), fix=FIX,
)  # fmt: skip
DEFECT = Diagnostic("SLT203", "layout-conflict", "cannot be combined", "pkg/other.py", 9, 1, 9, 8)
REPORT = Report(
    diagnostics=(FOUND, DEFECT),
    problems=(Problem("pkg/bad.py", "unreadable"),),
    files=4,
    classes=5,
    edits={FIX.group: (Edit("pkg/mod.py", Location(4, 1), Location(4, 1), '        __slots__ = ("x",)\n'),)},
    lines={("pkg/mod.py", 3): "    class A:\n"},
)


@pytest.fixture(autouse=True)
def plain(monkeypatch: pytest.MonkeyPatch) -> None:
    for name in ("NO_COLOR", "FORCE_COLOR"):
        monkeypatch.delenv(name, raising=False)


def printed(name: str, report: Report = REPORT, *, statistics: bool = False) -> str:
    out = io.StringIO()
    reporter = REPORTERS[name]
    parts = (reporter.statistics, reporter.close_statistics) if statistics else (reporter.write, reporter.close)
    for part in filter(None, parts):
        part(report, out)
    return out.getvalue()


def test_json_has_exactly_the_documented_keys() -> None:
    first, second = json.loads(printed("json"))
    assert first == {
        "code": "SLT101",
        "name": "missing-slots",
        "message": "A could declare slots",
        "filename": "pkg/mod.py",
        "location": {"row": 3, "column": 5},
        "end_location": {"row": 3, "column": 12},
        "module": "pkg.mod",
        "class": "Outer.A",
        "slots": ["x"],
        "bytes_saved": 40,
        "payoff": "many",
        "sizes": [],
        "profile": None,
        "notes": [{"message": "built in a loop", "filename": "pkg/use.py", "location": {"row": 8, "column": 3}}],
        "fix": {
            "applicability": "safe",
            "message": 'declare __slots__ = ("x",)',
            "group": "pkg.mod:Outer.A",
            "edits": [
                {
                    "filename": "pkg/mod.py",
                    "location": {"row": 4, "column": 1},
                    "end_location": {"row": 4, "column": 1},
                    "content": '        __slots__ = ("x",)\n',
                }
            ],
        },
    }
    assert (second["slots"], second["bytes_saved"], second["fix"]) == (None, None, None)


def test_json_of_nothing_is_an_empty_array() -> None:
    assert json.loads(printed("json", Report())) == []


def test_text_groups_by_file_with_line_caret_and_notes() -> None:
    assert printed("text").splitlines() == [
        "pkg/mod.py",
        "  3:5 SLT101 A could declare slots [fix]",
        "    3 |     class A:",
        "      |     ^^^^^^^",
        "      pkg/use.py:8: built in a loop",
        "",
        "pkg/other.py",
        "  9:1 SLT203 cannot be combined",
        "",
        "2 findings in 2 files (1 with a safe fix), of 4 files, 5 classes; run with --fix to apply",
    ]


def test_the_caret_stands_below_tabs_and_form_feeds() -> None:
    found = replace(FOUND, column=3, end_column=10, notes=())
    shown = printed("text", Report((found,), lines={(found.path, 3): "\f\tclass A:\r\n"}, files=1, classes=1))
    assert "    3 | \f\tclass A:\n      | \f\t^^^^^^^\n" in shown


def test_concise_is_a_line_a_finding() -> None:
    assert printed("concise").splitlines()[:2] == [
        "pkg/mod.py:3:5: SLT101 A could declare slots [fix]",
        "pkg/other.py:9:1: SLT203 cannot be combined",
    ]


SUMMARIES = [
    (Report(files=1, classes=1), "no findings in 1 file, 1 class"),
    (Report(files=2, classes=3, fixed=1), "1 finding fixed, nothing left in 2 files, 3 classes"),
    (Report((DEFECT,), files=1, classes=1), "1 finding in 1 file, of 1 file, 1 class"),
    (
        Report((FOUND,), files=1, classes=1, fixed=3),
        "3 findings fixed, 1 finding left in 1 file (1 with a safe fix), of 1 file, 1 class",
    ),
    (
        Report((replace(FOUND, fix=replace(FIX, applicability=Applicability.UNSAFE)),), files=1, classes=1),
        "1 finding in 1 file (1 with an unsafe fix), of 1 file, 1 class; run with --fix --unsafe-fixes to apply",
    ),
]


@pytest.mark.parametrize(("report", "expected"), SUMMARIES)
def test_summary(report: Report, expected: str) -> None:
    assert text.summary(report) == expected


def test_statistics() -> None:
    assert printed("text", statistics=True).splitlines()[:2] == [
        "1  SLT101  missing-slots    1 with a safe fix, 40 bytes with one instance of each",
        "1  SLT203  layout-conflict  0 with a safe fix",
    ]
    assert json.loads(printed("json", statistics=True))[0] == {
        "code": "SLT101",
        "name": "missing-slots",
        "count": 1,
        "fixable": 1,
        "bytes_saved": 40,
    }


def test_statistics_name_the_lines_that_keep_most_fixes_from_being_safe() -> None:
    unsafe = replace(FOUND, fix=replace(FIX, applicability=Applicability.UNSAFE))
    other = replace(unsafe, notes=(*FOUND.notes, Note("stores .x", "pkg/use.py", 9, 5, "store")))
    lines = printed("text", Report((unsafe, other, FOUND, DEFECT)), statistics=True).splitlines()
    assert lines[2:-1] == ["pkg/use.py:8: built in a loop: keeps 2 fixes from being safe"]


EXPLANATION = Explanation(
    "pkg.mod", "Outer.A", "pkg/mod.py", 3, Verdict.CANDIDATE, ("x",), FIX, 40, Payoff.MANY,
    (Note("stored in __init__", "pkg/mod.py", 5, 9, "store"),),
)  # fmt: skip


def test_explain_as_json() -> None:
    out = io.StringIO()
    EXPLAINERS["json"](EXPLANATION, (), out)
    record = json.loads(out.getvalue())
    assert record["class"] == "pkg.mod:Outer.A"
    assert (record["verdict"], record["slots"], record["bytes_saved"]) == ("candidate", ["x"], 40)
    assert record["evidence"] == [{"kind": "store", "message": "stored in __init__", "filename": "pkg/mod.py", "row": 5}]


def test_explain_as_text() -> None:
    out = io.StringIO()
    EXPLAINERS["text"](EXPLANATION, (), out)
    assert out.getvalue().splitlines() == [
        "pkg.mod:Outer.A (pkg/mod.py:3): candidate",
        "  slots: ('x',)",
        "  saves: 40 bytes an instance (many instances)",
        '  fix: declare __slots__ = ("x",) (safe)',
        "  evidence:",
        "    pkg/mod.py:5: [store] stored in __init__",
    ]


@pytest.mark.parametrize(
    ("variables", "terminal", "colour"),
    [({}, False, False), ({}, True, True), ({"NO_COLOR": "1"}, True, False), ({"FORCE_COLOR": "1"}, False, True)],
)
def test_colour(variables: dict[str, str], terminal: bool, colour: bool, monkeypatch: pytest.MonkeyPatch) -> None:
    class Terminal(io.StringIO):
        def isatty(self) -> bool:
            return terminal

    monkeypatch.setenv("TERM", "xterm")
    for name, value in variables.items():
        monkeypatch.setenv(name, value)
    out = Terminal()
    REPORTERS["text"].write(REPORT, out)
    assert ("\x1b[" in out.getvalue()) is colour


class Terminal(io.StringIO):
    def isatty(self) -> bool:
        return True


def on_terminal(columns: int, report: Report, monkeypatch: pytest.MonkeyPatch) -> list[str]:
    monkeypatch.setenv("COLUMNS", str(columns))
    monkeypatch.setenv("NO_COLOR", "1")
    out = Terminal()
    REPORTERS["text"].write(report, out)
    return out.getvalue().splitlines()


def test_on_a_terminal_lines_are_folded_and_sources_cut(monkeypatch: pytest.MonkeyPatch) -> None:
    message = "A could declare slots, which would save forty bytes for each of its instances"
    source = f"    class A:  # {'x' * 60}\n"
    report = Report((replace(FOUND, message=message, notes=()),), lines={(FOUND.path, 3): source})
    assert on_terminal(50, report, monkeypatch) == [
        "pkg/mod.py",
        "  3:5 SLT101 A could declare slots, which would",
        "      save forty bytes for each of its instances",
        "      [fix]",
        f"    3 |     class A:  # {'x' * 25}…",
        "      |     ^^^^^^^",
    ]
    assert len(on_terminal(200, report, monkeypatch)) == 4


def test_what_the_caret_points_at_is_never_cut_off(monkeypatch: pytest.MonkeyPatch) -> None:
    source = f"{'x' * 90} = here; {'y' * 30}"
    report = Report((replace(FOUND, column=94, end_column=98, notes=()),), lines={(FOUND.path, 3): source})
    line, caret = on_terminal(60, report, monkeypatch)[-2:]
    assert max(len(line), len(caret)) <= 60
    assert line[caret.index("^") : caret.rindex("^") + 1] == "here"
