"""Programs put together of pieces in ``fixtures/crossings``: a class, a way by which it or an instance gets somewhere, a use."""

from __future__ import annotations

import random
import re
import textwrap
from collections.abc import Iterable, Mapping
from pathlib import Path

from variations import Variation, fix, run, write

FOLDER = Path(__file__).parent.parent / "fixtures" / "crossings"
CLASS = "class A:\n    def __init__(self): self.x = 1\n    def go(self): return self.x\n"
NAME = re.compile(r"(?<![\w.'\"])A(?![\w'\"])")
MADE = re.compile(r"(?<![\w.'\"])A\(\)")


def parts(name: str) -> dict[str, str]:
    """The named pieces of a file."""
    pieces = (FOLDER / f"{name}.py").read_text(encoding="utf-8").split("\n#: ")[1:]
    return {head.strip(): body.strip("\n") for head, _, body in (piece.partition("\n") for piece in pieces)}


def placed(way: str, use: str) -> str:
    """A text with what is to be done in place of its lines that say USE."""
    lines = []
    for line in way.splitlines():
        indent = line[: len(line) - len(line.lstrip())]
        lines.append(textwrap.indent(use, indent) if line.strip() == "USE" else line)
    return "\n".join(lines) + "\n"


def files(body: str) -> tuple[str, dict[str, str]]:
    """The first file of a piece, and the others by their paths."""
    first, *others = ("\n" + body).split("\n#. ")
    pieces = (other.partition("\n") for other in others)
    return first.strip("\n"), {path.strip(): text + "\n" for path, _, text in pieces}


def program(name: str, contents: Mapping[str, str]) -> Variation:
    """A program that must behave as before."""
    return Variation("crossings", name, "hold", {}, contents, (3, 10))


def local(name: str, way: str, use: str, head: str = CLASS, made: str = "A()", named: str = "A") -> Variation:
    """A program of one module; ``made`` makes what goes the way, and the class is ``named`` so."""
    return program(name, {"main.py": head + spelt(placed(way, use), made, named)})


def spelt(text: str, made: str, named: str) -> str:
    """A way with other names for the class and for what makes an instance."""
    return NAME.sub(named, MADE.sub(lambda _: made, text))


def apart(name: str, form: str, named: str, place: str, way: str, use: str) -> Variation:
    """A program in which the class, the way and the use stand in modules of their own."""
    head, beside = files(form)
    done, used = files(place)
    used = {path: placed(text, use) for path, text in used.items()}
    text = spelt(placed(way, done), f"{named}()", named)
    own = {"model.py": CLASS, "main.py": "from way import check\n", "way.py": f"{head}\n{text}"}
    return program(name, {**own, **beside, **used})


def sample(pieces: Iterable[str], count: int, seed: str) -> list[str]:
    """Some of the pieces, always the same ones."""
    return random.Random(seed).sample(sorted(pieces), count)


def broken(programs: list[Variation], folder: Path, unfit: int) -> dict[str, str]:
    """Which programs no longer pass their check once the safe fixes are made; at most so many may be unfit to run at all."""
    before = run((write(one, folder / "before" / one.name), one) for one in programs)
    fit = [one for one, problem in zip(programs, before, strict=True) if not problem]
    assert len(programs) - len(fit) <= unfit, [(one.name, p) for one, p in zip(programs, before, strict=True) if p]
    fixed = [(folder / "after" / one.name, one) for one in fit]
    for root, one in fixed:
        fix(one, root)
    return {one.name: problem for (_, one), problem in zip(fixed, run(fixed), strict=True) if problem}
