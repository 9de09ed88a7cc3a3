"""Lines for people: in colour where that is wanted, and folded to the width of the terminal."""

from __future__ import annotations

import os
import re
import shutil
from collections.abc import Iterable, Iterator
from typing import TextIO

Line = tuple[tuple[str, str], ...]  # pieces: (text, style)

HANG = 4  # columns that a folded line is indented more than its first part
NARROWEST = 40  # columns; below that folding makes nothing easier to read
_WORD = re.compile(r"\s*\S+|\s+")


def colourful(out: TextIO) -> bool:
    """Whether to colour: NO_COLOR and FORCE_COLOR have the last word, else a terminal that is not dumb."""
    if os.environ.get("NO_COLOR"):
        return False
    if os.environ.get("FORCE_COLOR"):
        return True
    return out.isatty() and os.environ.get("TERM") != "dumb"


def width_of(out: TextIO) -> int | None:
    """The columns of the terminal; None for a file or a pipe, where every line stays whole."""
    return max(NARROWEST, shutil.get_terminal_size().columns) if out.isatty() else None


def page(lines: Iterable[Line], out: TextIO) -> None:
    """Print lines."""
    width = width_of(out)
    parts = (part for line in lines for part in ([line] if width is None else fold(line, width)))
    if not colourful(out):
        out.writelines("".join(text for text, _ in part) + "\n" for part in parts)
        return
    from rich.console import Console
    from rich.text import Text

    console = Console(file=out, force_terminal=True, color_system="standard", highlight=False, soft_wrap=True)
    for part in parts:
        console.print(Text.assemble(*part))


def fold(line: Line, width: int) -> Iterator[Line]:
    """Break a line before the words that do not fit, and indent what follows."""
    plain = "".join(text for text, _ in line)
    if len(plain) <= width:
        yield line
        return
    indent = " " * (len(plain) - len(plain.lstrip()) + HANG)
    part: list[tuple[str, str]] = []
    used = 0
    for text, style in line:
        for word in _WORD.findall(text):
            if used + len(word) > width and used > len(indent):
                yield tuple(part)
                part, used = [(indent, "")], len(indent)
                word = word.lstrip()
            part.append((word, style))
            used += len(word)
    yield tuple(part)


def crop(text: str, start: int, end: int, room: int) -> tuple[str, int]:
    """The part of a line that fits and shows most of ``start`` to ``end``, and how far it moved to the left."""
    if len(text) <= room:
        return text, 0
    if end < room:
        return text[: room - 1] + "…", 0
    cut = max(0, min(start, len(text) - room + 1) - 1)
    shown = "…" + text[cut + 1 :]
    return (shown if len(shown) <= room else shown[: room - 1] + "…"), cut
