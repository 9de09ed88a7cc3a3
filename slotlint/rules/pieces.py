"""The names that a string in the place of slots was meant to hold."""

from __future__ import annotations

import re

from slotlint.facts import Slots
from slotlint.rules.context import World
from slotlint.shape import spelt
from slotlint.verdict import Case

PIECES = "pieces:"


def string_of(world: World, case: Case) -> str | None:
    """The string that ``__slots__`` is, written out or under a name; None when it is something else."""
    slots = case.shape.slots
    if slots is None or "augmented" in slots.flags:
        return None
    if slots.form == "string" and slots.names:
        return slots.names[0]
    if slots.form != "computed" or slots.names is not None:
        return None
    values = world.inference.ask(case.node.module, case.node.facts.scope, slots.value)
    return str(next(iter(values))[1]) if len(values) == 1 and all(v[0] == "str" for v in values) else None


def split_string(text: str) -> tuple[str, ...] | None:
    """The names in a string with spaces or commas between them."""
    names = tuple(dict.fromkeys(n for n in re.split(r"[\s,;]+", text) if n))
    return names if names and all(n.isidentifier() for n in names) else None


def split_words(case: Case) -> tuple[str, ...] | None:
    """All names, those glued together taken apart at the seams of the source."""
    slots = case.shape.slots
    if slots is None or slots.names is None:
        return None
    seams = dict(flag.removeprefix(PIECES).split("=", 1) for flag in slots.flags if flag.startswith(PIECES))
    stored = {spelt(n, case.node.name) for n in case.missing}
    found: list[str] = []
    for name in slots.names:
        parts = seams[name].split("|") if name in seams else segments(name, stored - set(slots.names)) or [name]
        found += parts
    return tuple(dict.fromkeys(found)) if len(found) > len(slots.names) and all(n.isidentifier() for n in found) else None


def segments(text: str, words: set[str]) -> list[str] | None:
    """The text as a sequence of these words, or None."""
    if not text:
        return []
    for word in sorted(words, key=len, reverse=True):
        if text.startswith(word):
            rest = segments(text[len(word) :], words - {word})
            if rest is not None:
                return [word, *rest]
    return None


def is_string_like(slots: Slots) -> bool:
    """Whether a statement is one that SLT404 speaks of."""
    return slots.form == "string" or "implicit-concatenation" in slots.flags
