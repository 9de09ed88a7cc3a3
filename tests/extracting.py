"""What the tests of extraction share: facts of a source, and terms as text."""

from __future__ import annotations

import textwrap
from typing import Any

from slotlint.extract import extract
from slotlint.facts import ClassFacts, FileFacts, Scope, Term


def read(source: str) -> FileFacts:
    """The facts of a source, which is dedented; it must be valid."""
    facts = extract(textwrap.dedent(source).encode())
    assert facts.problem is None, facts.problem
    return facts


def function(source: str) -> tuple[FileFacts, Scope]:
    """The facts, and the scope of the first function in the source."""
    facts = read(source)
    return facts, next(scope for scope in facts.scopes if scope.kind == "function")


def body(statements: str, head: str = "def f(self, other, x)") -> tuple[FileFacts, Scope]:
    """The facts of statements in a function, and its scope."""
    return function(f"{head}:\n" + textwrap.indent(textwrap.dedent(statements).strip("\n"), "    ") + "\n")


def scope(facts: FileFacts, name: str) -> Scope:
    """The one scope of that qualified name."""
    (found,) = [scope for scope in facts.scopes if scope.qualname == name]
    return found


def members(statements: str) -> ClassFacts:
    """The facts of a class with this body."""
    return read("class C:\n" + textwrap.indent(textwrap.dedent(statements).strip("\n"), "    ") + "\n").classes[0]


def text(facts: FileFacts, term: Term) -> str:
    """A term as one would write it; what has no such form in angle brackets."""
    tag, *parts = facts.terms[term]
    if tag in SIMPLE:
        return SIMPLE[tag].format(*(text(facts, p) if i in TERMS.get(tag, ()) else p for i, p in enumerate(parts)))
    if tag == "c":
        return call(facts, parts)
    inner = ", ".join(text(facts, part) if part else "-" for part in parts if isinstance(part, int))
    return {"t": f"({inner})", "l": f"[{inner}]", "u": f"<{inner}>", "d": f"{{{inner}}}"}.get(tag, f"<{tag}:{inner}>")


def texts(facts: FileFacts, terms: Any) -> list[str]:
    """Several terms as text."""
    return [text(facts, term) for term in terms]


def call(facts: FileFacts, parts: list[Any]) -> str:
    callee, count, *rest = parts
    shown = texts(facts, rest[:count])
    for name, value in zip(rest[count::2], rest[count + 1 :: 2], strict=True):
        shown.append(f"{name}={text(facts, value)}" if name else f"**{text(facts, value)}")
    return f"{text(facts, callee)}({', '.join(shown)})"


# How a term is written, and which of its fields are terms.
SIMPLE = {
    "?": "-", "n": "{}", "a": "{}.{}", "*": "*{}", "[": "{}[{}]", "e": "<each {}>", "i": "<{} at {}>", "s": "'{}'",
    "v": "{}", "k": "<{}>", "b": "({1} {0} {2})", "w": "<with {}>", "y": "<await {}>", "F": "<function {}>",
    "C": "<class {}>", "I": "<{} as {}>", "m": "<import {} {}>", "f": "<from {} {} import {}>", "S": "super()",
    "T": "<a {}>", "X": "<caught {}>", "D": "<{} of {}>", "Y": "<sent>", "G": "<returned by {}>", "o": "<source {}>",
}  # fmt: skip
TERMS = {
    "a": (0,), "*": (0,), "[": (0, 1), "e": (0,), "i": (0,), "b": (1, 2), "w": (0,), "y": (0,), "I": (0, 1), "T": (0,),
    "X": (0,), "D": (0, 1), "G": (0,),
}  # fmt: skip
