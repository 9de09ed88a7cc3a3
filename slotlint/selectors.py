"""Selectors of rules: codes, beginnings of codes, names, and ALL."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from typing import Any

from slotlint.configuration import guess
from slotlint.documents import Document
from slotlint.options import Kind, Option, key
from slotlint.rules import RULES
from slotlint.suppress import matches


def strength(selectors: Iterable[str], code: str, name: str) -> int:
    """The length of the longest selector that matches a rule, where a name counts as a whole code; 0 for none."""
    found = [one for one in selectors if one and matches(one, code, name)]
    return max((len(code) if one == name else 1 if one.upper() == "ALL" else len(one) for one in found), default=0)


def unknown_rules(
    document: Document, values: Mapping[str, Any], path: tuple[str | int, ...], options: Mapping[str, Option]
) -> Iterator[str]:
    """A message with file and line for each selector of a configuration that names no rule."""
    for name, value in values.items():
        here = (*path, key(name))
        if name == "overrides":
            for at, (_, inner) in enumerate(value):
                yield from unknown_rules(document, dict(inner), (*here, at), options)
        elif name == "per_file_ignores":
            for pattern, rules in value:
                yield from (f"{document.at((*here, pattern))}: {text}" for text in unknown(rules, key(name)))
        elif options[name].kind is Kind.RULES:
            yield from (f"{document.at(here)}: {text}" for text in unknown(value, key(name)))


def unknown(selectors: Iterable[str], where: str) -> Iterator[str]:
    """A message for each selector that names no rule."""
    for one in selectors:
        if not one or not any(matches(one, rule.code, rule.name) for rule in RULES):
            known = [word for rule in RULES for word in (rule.code, rule.name)]
            yield f'unknown rule "{one}" in {where}{guess(one, known)}'
