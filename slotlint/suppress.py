"""What the user does not want to hear of: ignore comments and the baseline, as pure filters on findings."""

from __future__ import annotations

import json
from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass

from slotlint.comments import Directive, directives, without
from slotlint.diagnostics import Applicability, Diagnostic, Fix, Remedy, ReplaceSource
from slotlint.outline import Head, Outline

UNUSED = "SLT902"
UNUSED_NAME = "unused-suppression"


@dataclass(frozen=True, slots=True)
class Sifted:
    """Findings that are to be shown, those that a comment hides, and the comments that hide nothing."""

    kept: tuple[Diagnostic, ...]
    hidden: tuple[Diagnostic, ...]


def matches(selector: str, code: str, name: str) -> bool:
    """Whether a code, a prefix of codes, a rule's name or ALL selects a rule."""
    return selector == name or selector.upper() == "ALL" or code.startswith(selector.upper())


def sift(found: Sequence[Diagnostic], outlines: Mapping[str, Outline], enabled: Callable[[str], bool]) -> Sifted:
    """Apply the ignore comments of files (by path); comments that hide nothing become SLT902 findings.

    ``enabled`` says whether a selector in a comment names rules that were asked for: a comment for a rule that did not
    run is not called unused.
    """
    by_path = {path: directives(file.comments) for path, file in outlines.items() if file.comments}
    used: set[tuple[str, int, str]] = set()
    kept: list[Diagnostic] = []
    hidden: list[Diagnostic] = []
    for one in found:
        hits = list(_hits(one, by_path.get(one.path, ()), outlines))
        used.update((one.path, directive.row, code) for directive, code in hits)
        (hidden if hits else kept).append(one)
    for path, comments in by_path.items():
        kept += _unused(path, comments, used, enabled)
    return Sifted(tuple(kept), tuple(hidden))


def _hits(one: Diagnostic, comments: Sequence[Directive], outlines: Mapping[str, Outline]) -> Iterable[tuple[Directive, str]]:
    if not comments:
        return
    rows = header_rows(one, outlines[one.path].classes) | {one.row}
    for directive in comments:
        if directive.whole_file or directive.row in rows:
            for code in directive.codes or ("",):
                if matches(code, one.code, one.name):
                    yield directive, code


def header_rows(one: Diagnostic, classes: Sequence[Head]) -> set[int]:
    """The rows of the finding's class where a comment counts: from the first decorator to the class keyword."""
    same = [c for c in classes if c.qualname == one.class_name]
    holders = [c for c in same if c.head <= one.row <= c.end_row] or same
    return {row for c in holders for row in range(c.head, c.row + 1)}


def _unused(
    path: str, comments: Sequence[Directive], used: set[tuple[str, int, str]], enabled: Callable[[str], bool]
) -> Iterator[Diagnostic]:
    if not enabled(UNUSED):
        return
    rows: dict[int, dict[Directive, list[str]]] = {}
    for one in comments:
        idle = [c for c in one.codes or ("",) if (path, one.row, c) not in used and enabled(c)]
        if one.own and idle:
            rows.setdefault(one.row, {})[one] = idle
    for row, directives_of_row in rows.items():
        fix = removal(path, row, directives_of_row)
        for one, idle in directives_of_row.items():
            yield _complaint(path, one, [code for code in idle if code], fix)


def removal(path: str, row: int, idle: Mapping[Directive, Sequence[str]]) -> Fix:
    """Take what is idle out of the comment of one row, in one fix."""
    comment = next(iter(idle)).comment
    action = ReplaceSource(row, 0, row, 0, without(idle), comment)
    remedy = Remedy(path, row, "", (action,))
    return Fix(Applicability.SAFE, "remove what ignores nothing", f"{path}:{row}", (remedy,))


def _complaint(path: str, directive: Directive, idle: Sequence[str], fix: Fix) -> Diagnostic:
    what = f"{', '.join(idle)} in this comment" if idle else "this comment"
    place = "in this file" if directive.whole_file else "here"
    message = f"{what} ignores nothing {place}"
    return Diagnostic(UNUSED, UNUSED_NAME, message, path, directive.row, 1, directive.row, 1, fix=fix)


Baseline = Mapping[str, Mapping[str, int]]


def baseline_key(one: Diagnostic) -> str:
    """``pkg.mod:Class``, or the path for what is in no class: nothing that moves when lines do."""
    return f"{one.module}:{one.class_name}" if one.class_name else one.path


def dump_baseline(found: Iterable[Diagnostic]) -> str:
    """Findings as a baseline file: how many of each code for each class."""
    table: dict[str, Counter[str]] = {}
    for one in found:
        table.setdefault(baseline_key(one), Counter())[one.code] += 1
    entries = {key: dict(sorted(table[key].items())) for key in sorted(table)}
    return json.dumps({"version": 1, "findings": entries}, indent=1, ensure_ascii=False) + "\n"


def load_baseline(text: str) -> Baseline:
    """A baseline from its file; raises ValueError where it is none."""
    try:
        data = json.loads(text)
    except (ValueError, RecursionError) as error:
        raise ValueError(f"not a baseline of slotlint: {error}") from error
    if not isinstance(data, dict) or data.get("version") != 1 or not isinstance(data.get("findings"), dict):
        raise ValueError('not a baseline of slotlint: expected {"version": 1, "findings": {...}}')
    for key, counts in data["findings"].items():
        if not isinstance(counts, dict) or not all(type(count) is int for count in counts.values()):
            raise ValueError(f"not a baseline of slotlint: expected counts by code for {key!r}")
    findings: Baseline = data["findings"]
    return findings


def subtract_baseline(found: Sequence[Diagnostic], baseline: Baseline) -> tuple[Sifted, tuple[str, ...]]:
    """Take away as many findings of each class and code as the baseline holds, and name the entries left over."""
    left = Counter({(key, code): count for key, codes in baseline.items() for code, count in codes.items()})
    kept: list[Diagnostic] = []
    hidden: list[Diagnostic] = []
    for one in found:
        entry = (baseline_key(one), one.code)
        known = left[entry] > 0
        left[entry] -= known
        (hidden if known else kept).append(one)
    stale = tuple(sorted(f"{code} of {key}" for (key, code), count in left.items() if count > 0))
    return Sifted(tuple(kept), tuple(hidden)), stale
