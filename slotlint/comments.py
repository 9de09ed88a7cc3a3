"""Ignore comments: what they say, and how they read without the part that ignores nothing."""

from __future__ import annotations

import re
from collections.abc import Collection, Iterable, Iterator, Mapping
from dataclasses import dataclass, field

_OWN = re.compile(r"#\s*slotlint:\s*(ignore-file|ignore)\b(?:\s*\[([^\]]*)\])?", re.IGNORECASE)
_NOQA = re.compile(r"#\s*noqa\b(?:\s*:\s*([A-Z]+[0-9]+(?:[,\s]+[A-Z]+[0-9]+)*))?", re.IGNORECASE)


@dataclass(frozen=True, slots=True)
class Directive:
    """An ignore comment. Without ``codes`` it ignores everything on its line, or in its file.

    It stands at ``span`` of the whole ``comment``; ``others`` are the codes in it that belong to other linters.
    """

    row: int
    codes: tuple[str, ...]
    whole_file: bool = False
    own: bool = True  # False: a bare ``noqa``, which other linters may need
    others: tuple[str, ...] = field(default=(), compare=False)
    comment: str = field(default="", compare=False)
    span: tuple[int, int] = field(default=(0, 0), compare=False)

    @property
    def is_list(self) -> bool:
        """Whether it is an ``ignore[...]`` of ours for one line, which can take more codes."""
        return self.own and bool(self.codes) and not self.whole_file and not _is_noqa(self)


def directives(comments: Iterable[tuple[int, str]]) -> tuple[Directive, ...]:
    """The ignore comments among those of a file; comments that name only other linters' codes are not ours."""
    return tuple(directive for row, text in comments for directive in _directives(row, text))


def _directives(row: int, text: str) -> Iterator[Directive]:
    for match in _OWN.finditer(text):
        whole = match[1].lower() == "ignore-file"
        yield Directive(row, _codes(match[2]), whole, comment=text, span=match.span())
    for match in _NOQA.finditer(text):
        codes = _codes(match[1])
        ours = tuple(code.upper() for code in codes if code.upper().startswith("SLT"))
        if ours or not codes:
            others = tuple(code for code in codes if not code.upper().startswith("SLT"))
            yield Directive(row, ours, own=bool(ours), others=others, comment=text, span=match.span())


def _codes(text: str | None) -> tuple[str, ...]:
    return tuple(filter(None, re.split(r"[,\s]+", text or "")))


def without(idle: Mapping[Directive, Collection[str]]) -> str:
    """One comment without the codes of its directives that are idle, "" where nothing is left of it."""
    comment = next(iter(idle)).comment
    for directive in sorted(idle, key=lambda d: d.span, reverse=True):
        start, end = directive.span
        kept = _spelt(directive, [code for code in directive.codes if code not in idle[directive]])
        rest = comment[end:]
        if not kept:  # what follows is the reason that was given for it, up to the next comment
            rest = rest[rest.index("#") :] if "#" in rest else ""
        comment = comment[:start] + kept + rest
    return comment.rstrip()


def joined(directive: Directive, codes: Iterable[str]) -> str:
    """The whole comment of a directive with more codes in it."""
    start, end = directive.span
    kept = _spelt(directive, list(dict.fromkeys((*directive.codes, *codes))))
    return directive.comment[:start] + kept + directive.comment[end:]


def _is_noqa(directive: Directive) -> bool:
    return directive.comment[directive.span[0] :].lstrip("# \t").lower().startswith("noqa")


def _spelt(directive: Directive, codes: list[str]) -> str:
    if _is_noqa(directive):
        every = [*directive.others, *codes]
        return f"# noqa: {', '.join(every)}" if every else ""
    word = "ignore-file" if directive.whole_file else "ignore"
    return f"# slotlint: {word}[{', '.join(codes)}]" if codes else ""
