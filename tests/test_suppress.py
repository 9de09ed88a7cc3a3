"""Comments and baselines as filters."""

from __future__ import annotations

import pytest

from slotlint.comments import Directive, directives, without
from slotlint.diagnostics import Diagnostic
from slotlint.extract import extract
from slotlint.outline import outline
from slotlint.suppress import dump_baseline, load_baseline, matches, sift, subtract_baseline

COMMENTS = [
    ("# slotlint: ignore", [Directive(7, ())]),
    ("#slotlint:ignore[SLT101]", [Directive(7, ("SLT101",))]),
    ("# slotlint: ignore[SLT101, missing-empty-slots]", [Directive(7, ("SLT101", "missing-empty-slots"))]),
    ("# SlotLint: Ignore [ SLT1 ] because", [Directive(7, ("SLT1",))]),
    ("# slotlint: ignore-file", [Directive(7, (), whole_file=True)]),
    ("# slotlint: ignore-file[SLT2]", [Directive(7, ("SLT2",), whole_file=True)]),
    ("# noqa", [Directive(7, (), own=False)]),
    ("# NOQA:SLT101", [Directive(7, ("SLT101",))]),
    ("# noqa: E501, SLT101 SLT2", [Directive(7, ("SLT101", "SLT2"))]),
    ("# noqa: E501", []),
    ("# type: ignore  # slotlint: ignore[SLT401]  # noqa: F401", [Directive(7, ("SLT401",))]),
    ("# slotlint: ignored by all", []),
    ("# talks of noqability", []),
]


@pytest.mark.parametrize(("text", "expected"), COMMENTS)
def test_directives(text: str, expected: list[Directive]) -> None:
    assert list(directives([(7, text)])) == expected


@pytest.mark.parametrize(
    ("selector", "expected"),
    [
        ("SLT101", True),
        ("slt101", True),
        ("SLT1", True),
        ("missing-slots", True),
        ("ALL", True),
        ("SLT2", False),
        ("missing", False),
    ],
)
def test_matches(selector: str, expected: bool) -> None:
    assert matches(selector, "SLT101", "missing-slots") is expected


def finding(row: int, code: str = "SLT101", cls: str = "A", name: str = "missing-slots") -> Diagnostic:
    return Diagnostic(code, name, "message", "a.py", row, 1, row, 9, module="a", class_name=cls)


def outcome(source: str, *found: Diagnostic) -> tuple[list[str], list[str]]:
    """What is kept, and what is hidden, as ``CODE@row``."""
    sifted = sift(found, {"a.py": outline(extract(source.encode()))}, lambda selector: True)
    return [f"{d.code}@{d.row}" for d in sifted.kept], [f"{d.code}@{d.row}" for d in sifted.hidden]


LINES = [
    ("on the class line", "class A:  # slotlint: ignore[SLT101]\n    pass\n", 1, True),
    ("on a decorator", "@f  # slotlint: ignore[SLT101]\n@g\nclass A:\n    pass\n", 3, True),
    ("on the line of the finding", "class A:\n    x = 1\n    y = 2  # noqa: SLT101\n", 3, True),
    ("on the class line of a finding inside", "class A:  # noqa: SLT101\n    x = 1\n    y = 2\n", 3, True),
    ("on another line", "class A:\n    x = 1  # slotlint: ignore[SLT101]\n    y = 2\n", 3, False),
    ("of another class", "class B:  # slotlint: ignore\n    pass\nclass A:\n    pass\n", 3, False),
    ("for the whole file", "x = 1\n# slotlint: ignore-file\nclass A:\n    pass\n", 3, True),
    ("for the whole file, another rule", "# slotlint: ignore-file[SLT2]\nclass A:\n    pass\n", 2, False),
    ("in a string", "class A: x = '# slotlint: ignore'\n", 1, False),
    ("of two classes with one name", "class A: pass\nclass A:  # slotlint: ignore\n    pass\n", 1, False),
]


@pytest.mark.parametrize(("source", "row", "hidden"), [case[1:] for case in LINES], ids=[case[0] for case in LINES])
def test_where_a_comment_counts(source: str, row: int, hidden: bool) -> None:
    kept, gone = outcome(source, finding(row))
    assert (f"SLT101@{row}" in gone) is hidden
    assert (f"SLT101@{row}" in kept) is not hidden


UNUSED = [
    ("class A:  # slotlint: ignore[SLT101]\n    pass\n", [finding(1)], []),
    (
        "class A:  # slotlint: ignore[SLT101, SLT401]\n    pass\n",
        [finding(1)],
        ["SLT401 in this comment ignores nothing here"],
    ),
    ("class A:  # slotlint: ignore\n    pass\n", [], ["this comment ignores nothing here"]),
    ("# slotlint: ignore-file\n", [], ["this comment ignores nothing in this file"]),
    ("class A:  # noqa: SLT101\n    pass\n", [], ["SLT101 in this comment ignores nothing here"]),
    ("class A:  # noqa\n    pass\n", [], []),
]


@pytest.mark.parametrize(("source", "found", "messages"), UNUSED)
def test_unused_comments_are_reported(source: str, found: list[Diagnostic], messages: list[str]) -> None:
    sifted = sift(found, {"a.py": outline(extract(source.encode()))}, lambda selector: True)
    assert [d.message for d in sifted.kept if d.code == "SLT902"] == messages


REMOVALS = [
    ("# slotlint: ignore", [("",)], ""),
    ("# slotlint: ignore[SLT101]  because of users", [("SLT101",)], ""),
    ("# slotlint: ignore[SLT101, SLT401] why", [("SLT101",)], "# slotlint: ignore[SLT401] why"),
    ("# type: ignore  # slotlint: ignore[SLT101]", [("SLT101",)], "# type: ignore"),
    ("# slotlint: ignore[SLT101]  # type: ignore", [("SLT101",)], "# type: ignore"),
    ("# noqa: E501, SLT101", [("SLT101",)], "# noqa: E501"),
    ("# noqa: SLT101, SLT202", [("SLT202",)], "# noqa: SLT101"),
    ("# slotlint: ignore[SLT1]  # noqa: SLT202", [("SLT1",), ("SLT202",)], ""),
]


@pytest.mark.parametrize(("comment", "idle", "left"), REMOVALS)
def test_what_is_left_of_a_comment(comment: str, idle: list[tuple[str, ...]], left: str) -> None:
    assert without(dict(zip(directives([(1, comment)]), idle, strict=True))) == left


def test_a_comment_for_a_rule_that_did_not_run_is_not_unused() -> None:
    facts = {"a.py": outline(extract(b"class A:  # slotlint: ignore[SLT401]\n    pass\n"))}
    assert sift([], facts, lambda selector: selector != "SLT401").kept == ()


def test_baseline_hides_as_many_findings_as_it_holds() -> None:
    old = [finding(1), finding(1, "SLT401"), finding(5, cls="B")]
    baseline = load_baseline(dump_baseline(old))
    moved = [finding(11), finding(12, "SLT401"), finding(13, "SLT401"), finding(20, cls="C")]
    sifted, stale = subtract_baseline(moved, baseline)
    assert [(d.code, d.row) for d in sifted.kept] == [("SLT401", 13), ("SLT101", 20)]
    assert stale == ("SLT101 of a:B",)


@pytest.mark.parametrize("text", ["", "[]", "{}", '{"version": 2, "findings": {}}', '{"version": 1, "findings": {"a": 1}}'])
def test_a_foreign_baseline_is_refused(text: str) -> None:
    with pytest.raises(ValueError, match=r"^not a baseline of slotlint: "):
        load_baseline(text)
