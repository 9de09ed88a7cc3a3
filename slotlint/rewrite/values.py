"""The values that the parts of the rewrite hand to each other."""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Style:
    """How inserted text is laid out. An empty quote or newline is read from the file; lengths are in columns."""

    quote: str = ""
    line_length: int = 88
    newline: str = ""
    slots_form: str = "tuple"  # or "list"


@dataclass(frozen=True, slots=True)
class Refusal:
    """Why there are no edits, and the row that stands in the way."""

    message: str
    path: str
    row: int


class Refused(Exception):
    """Raised inside the rewrite and turned into a Refusal at its edge; ``row`` 0 is the row of the class."""

    def __init__(self, message: str, row: int = 0) -> None:
        super().__init__(message)
        self.message = message
        self.row = row


@dataclass(frozen=True, slots=True, order=True)
class Patch:
    """Replace the characters between two offsets."""

    start: int
    end: int
    content: str
