"""What the filters need of a file: its comments and the heads of its classes. Far smaller than its facts."""

from __future__ import annotations

from dataclasses import dataclass

from slotlint.facts import FileFacts


@dataclass(frozen=True, slots=True)
class Head:
    """A class statement: from ``head``, the first decorator, to ``row``, the class keyword, to ``end_row``."""

    qualname: str
    head: int
    row: int
    end_row: int


@dataclass(frozen=True, slots=True)
class Outline:
    """The comments that speak to a linter, the classes, and how many slots are written as a tuple and as a list."""

    comments: tuple[tuple[int, str], ...]
    classes: tuple[Head, ...]
    tuples: int = 0
    lists: int = 0


def outline(facts: FileFacts) -> Outline:
    """The outline of a file."""
    classes = [cls for cls in facts.classes if not cls.in_text]
    forms = [slots.form for cls in classes for slots in cls.slots]
    heads = tuple(Head(cls.qualname, cls.head, cls.row, cls.end_row) for cls in classes)
    return Outline(facts.comments, heads, forms.count("tuple"), forms.count("list"))
