"""Match statements: what their patterns capture, read and narrow."""

from __future__ import annotations

import ast
from collections.abc import Callable
from typing import Any

from slotlint.extract.functions import Functions
from slotlint.facts import Term


class Patterns(Functions):
    """The part of the reader that knows patterns."""

    __slots__ = ()

    def pattern(self, pattern: ast.pattern, subject: Term, node: ast.expr | None) -> None:
        """Bind what a pattern captures; ``node`` is the subject where the whole of it is meant."""
        PATTERNS[type(pattern)](self, pattern, subject, node)

    def value_pattern(self, pattern: ast.MatchValue, subject: Term, node: ast.expr | None) -> None:
        self.term(pattern.value)

    def singleton(self, pattern: ast.MatchSingleton, subject: Term, node: ast.expr | None) -> None:
        """None, True and False bind and read nothing."""

    def class_pattern(self, pattern: ast.MatchClass, subject: Term, node: ast.expr | None) -> None:
        """A class pattern narrows the subject and reads its attributes."""
        cls = self.reference(pattern.cls)
        frame = self.frame
        subject = self.table["I", subject, cls]
        if isinstance(node, ast.Name):
            frame.see({**frame.narrow, node.id: cls})
        placed = self.table["c", self.table["n", "getattr"], 2, subject, 0]  # under a name of ``__match_args__``
        for inner in pattern.patterns:
            self.pattern(inner, self.table["u", subject, placed], None)
        for attribute, inner in zip(pattern.kwd_attrs, pattern.kwd_patterns, strict=True):
            frame.reads.setdefault((subject, attribute), pattern.lineno)
            if isinstance(node, ast.Name):
                frame.loads.setdefault(self.current(node.id), {}).setdefault(attribute, pattern.lineno)
            if not isinstance(inner, (ast.MatchValue, ast.MatchSingleton)):
                self.attribute_values.setdefault(attribute, pattern.lineno)
            self.pattern(inner, self.table["a", subject, attribute], None)

    def capture(self, pattern: ast.MatchAs, subject: Term, node: ast.expr | None) -> None:
        if pattern.pattern is not None:
            self.pattern(pattern.pattern, subject, node)
            if isinstance(pattern.pattern, ast.MatchClass):
                subject = self.table["I", subject, self.reference(pattern.pattern.cls)]
        if pattern.name:
            self.capture_name(pattern.name, subject, pattern.lineno)

    def star(self, pattern: ast.MatchStar, subject: Term, node: ast.expr | None) -> None:
        if pattern.name:
            self.capture_name(pattern.name, self.table["l", self.part("e", subject)], pattern.lineno)

    def mapping(self, pattern: ast.MatchMapping, subject: Term, node: ast.expr | None) -> None:
        keys = self.terms(pattern.keys)
        for key, inner in zip(keys, pattern.patterns, strict=True):
            self.pattern(inner, self.part("[", subject, key), None)
        if pattern.rest:
            self.capture_name(pattern.rest, subject, pattern.lineno)  # a dict of what is left

    def sequence(self, pattern: ast.MatchSequence, subject: Term, node: ast.expr | None) -> None:
        """An element by its place, where no starred one stands before it."""
        starred = False
        for position, inner in enumerate(pattern.patterns):
            if isinstance(inner, ast.MatchStar):
                starred = True
                self.pattern(inner, subject, None)
            else:
                self.pattern(inner, self.part("e", subject) if starred else self.part("i", subject, position), None)

    def part(self, tag: str, subject: Term, *rest: int) -> Term:
        """What a pattern takes out of a subject; nothing is known of a part of what is not known."""
        row = tag, subject, *rest
        return self.table[row] if subject else 0

    def either(self, pattern: ast.MatchOr, subject: Term, node: ast.expr | None) -> None:
        """Alternatives: none of them narrows the subject for what follows."""
        before = self.frame.standing()
        for inner in pattern.patterns:
            self.pattern(inner, subject, node)
            self.frame.widen(before)

    def capture_name(self, name: str, subject: Term, row: int) -> None:
        """Bind a captured name, which in a class body is a member."""
        self.bind(name, subject)
        if self.frame.members is not None:
            self.frame.members.named(name, "value", row, True)


PATTERNS: dict[type[ast.pattern], Callable[[Any, Any, Term, Any], None]] = {
    ast.MatchValue: Patterns.value_pattern, ast.MatchSingleton: Patterns.singleton,
    ast.MatchSequence: Patterns.sequence, ast.MatchMapping: Patterns.mapping, ast.MatchClass: Patterns.class_pattern,
    ast.MatchStar: Patterns.star, ast.MatchAs: Patterns.capture, ast.MatchOr: Patterns.either,
}  # fmt: skip
