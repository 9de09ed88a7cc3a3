"""Predicted bytes per instance against those measured live, on generated classes.

    python tools/compare_sizes.py [--count 200] [--seed 1] [PYTHON ...]     default: the running Python

Each class is written as a module; slotlint judges it as it would any program, and gives it slots where it may. Every
interpreter then makes instances of both variants and says how many bytes one takes, as tracemalloc counts them.
"""

from __future__ import annotations

import argparse
import json
import random
import subprocess
import sys
import tempfile
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path

from slotlint.driver import fixed_sources
from slotlint.extract import extract
from slotlint.link import link
from slotlint.program import SourceModule
from slotlint.rules import world_of
from slotlint.settings import SUPPORTED, Settings

MEASURE = """\
import gc, importlib, json, sys, tracemalloc
sys.path.insert(0, sys.argv[1])
def size(make, number=1000):
    for _ in range(50): make()
    held = [None] * number
    gc.collect(); gc.disable()
    tracemalloc.start()
    before = tracemalloc.get_traced_memory()[0]
    for at in range(number): held[at] = make()
    after = tracemalloc.get_traced_memory()[0]
    tracemalloc.stop(); gc.enable()
    return 8 * round((after - before) / number / 8)
print(json.dumps([size(importlib.import_module(name).make) for name in sys.argv[2:]]))
"""
KINDS = ("plain", "plain", "base", "two bases", "slotted base", "dataclass", "weak", "vars", "copy", "late", "update",
         "outside", "branch", "list", "str", "tuple")  # fmt: skip


@dataclass(frozen=True, slots=True)
class Sample:
    """A generated module with a class A, and which of its sizes a live instance shows."""

    kind: str
    text: str
    figure: str = "before"


def stores(names: Sequence[str], pad: str = "        ") -> str:
    """Statements that store names on self."""
    return "".join(f"{pad}self.{name} = None\n" for name in names) or f"{pad}pass\n"


def init(names: Sequence[str], parent: bool = False) -> str:
    """An ``__init__``."""
    return "    def __init__(self):\n" + ("        super().__init__()\n" if parent else "") + stores(names)


def sample(kind: str, names: list[str], cut: int) -> Sample:
    """One module of a kind."""
    first, rest = names[:cut], names[cut:]
    made = "def make():\n    return A()\n"
    plain = f"class A:\n{init(names)}"
    texts = {
        "plain": plain + made,
        "base": f"class B:\n{init(first)}class A(B):\n{init(rest, True)}{made}",
        "two bases": f"class C:\n{init(first[:1])}class B(C):\n{init(first[1:], True)}class A(B):\n{init(rest, True)}{made}",
        "slotted base": f"class B:\n    __slots__ = {tuple(first)!r}\n{init(first)}class A(B):\n{init(rest, True)}{made}",
        "dataclass": "import dataclasses\n@dataclasses.dataclass\nclass A:\n"
        + ("".join(f"    {name}: object = None\n" for name in names) or "    pass\n") + made,
        "weak": f"import weakref\n{plain}seen = weakref.WeakKeyDictionary()\nseen[A()] = 1\n{made}",
        "vars": f"{plain}def make():\n    a = A()\n    vars(a)\n    return a\n",
        "copy": f"import copy\n{plain}held = A()\ndef make():\n    return copy.copy(held)\n",
        "late": f"class A:\n{init(first)}    def late(self):\n{stores(rest)}old = [A() for _ in range(60)]\n"
        "def make():\n    a = A()\n    a.late()\n    return a\n",
        "update": f"class A:\n    def __init__(self):\n        self.__dict__.update({', '.join(f'{n}=None' for n in names)})\n{made}",
        "outside": f"class A:\n    pass\ndef make():\n    a = A()\n{stores(names, '    ').replace('self.', 'a.')}    return a\n",
        "branch": f"class A:\n    def __init__(self, full=True):\n{stores(first)}"
        f"        if full:\n            pass\n{stores(rest, ' ' * 12)}{made}",
        "list": f"class A(list):\n{init(names)}{made}",
        "str": f"class A(str):\n{init(names)}{made}",
        "tuple": "class A(tuple):\n    pass\ndef make():\n    return A((1, 2))\n",
    }  # fmt: skip
    return Sample(kind, texts[kind], "most" if kind in ("vars", "copy", "late") else "before")


def samples(count: int, seed: int) -> Iterator[Sample]:
    """So many random modules."""
    draw = random.Random(seed)
    for _ in range(count):
        number = draw.choice((draw.randint(1, 12), draw.randint(1, 28), draw.randint(20, 60)))
        names = [f"{draw.choice('abcdefgxyz')}{draw.choice(('', '_'))}{at}" for at in range(number)]
        yield sample(draw.choice(KINDS), names, draw.randint(0, number))


def write(folder: Path, found: Sequence[Sample]) -> tuple[Path, Path]:
    """The modules as they are, and with every slot that slotlint would write."""
    before, after = folder / "before", folder / "after"
    for place in (before, after):
        place.mkdir()
        for at, one in enumerate(found):
            (place / f"m{at}.py").write_text(one.text)
    (before / "pyproject.toml").write_text('[project]\nname = "generated"\nrequires-python = ">=3.10"\n')
    settings = Settings(unsafe_fixes=True, payoff="all", cache=False, jobs=1, cwd=str(before), root=str(before))
    for file, content in fixed_sources([before], settings, before).items():
        (after / file.name).write_bytes(content)
    return before, after


def predict(one: Sample, version: tuple[int, int]) -> tuple[int, int]:
    """(bytes before, bytes after), without those of a builtin base."""
    world = world_of(link([SourceModule("m.py", "m", False, extract(one.text.encode()))], (version,)))
    case = next(case for case in world.cases if case.node.name == "A")
    size = world.sizes(case)[0]
    return getattr(size, one.figure), size.after


@dataclass(frozen=True, slots=True)
class Outcome:
    """One interpreter: how many figures were right, and those that were not."""

    version: str
    right: int
    total: int
    wrong: tuple[str, ...]


def compare(python: str, found: Sequence[Sample], before: Path, after: Path) -> Outcome:
    """Measure all modules with one interpreter and compare."""
    about = subprocess.run([python, "-c", "import sys; print(*sys.version_info[:2])"], capture_output=True, text=True, check=True)
    major, minor = map(int, about.stdout.split())
    names = [f"m{at}" for at in range(len(found))]
    live = [
        json.loads(subprocess.run([python, "-c", MEASURE, str(place), *names], capture_output=True, text=True, check=True).stdout)
        for place in (before, after)
    ]
    right, total, wrong = 0, 0, []
    for at, one in enumerate(found):
        was, slotted = predict(one, (major, minor))
        changed = (before / f"m{at}.py").read_bytes() != (after / f"m{at}.py").read_bytes()
        inside = one.kind in ("list", "str", "tuple")  # of these only the difference is predicted
        pairs = [(was - slotted, live[0][at] - live[1][at])] if inside else [(was, live[0][at]), (slotted, live[1][at])]
        for predicted, measured in pairs if changed else () if inside else pairs[:1]:
            total += 1
            right += predicted == measured
            if predicted != measured:
                wrong.append(f"m{at} {one.kind}: predicted {predicted}, measured {measured}")
    return Outcome(f"{major}.{minor}", right, total, tuple(wrong))


def main(args: Sequence[str] | None = None) -> int:
    """Compare on every interpreter given; 1 where fewer than 95% are exact."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--count", type=int, default=200)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("python", nargs="*", default=[sys.executable])
    given = parser.parse_args(args)
    found = list(samples(given.count, given.seed))
    with tempfile.TemporaryDirectory() as folder:
        before, after = write(Path(folder), found)
        outcomes = [compare(python, found, before, after) for python in given.python]
    for one in outcomes:
        print(f"{one.version}: {one.right} of {one.total} figures exact ({one.right / one.total:.1%})")
        for line in one.wrong[:20]:
            print(f"    {line}")
    supported = {".".join(map(str, version)) for version in SUPPORTED}
    missing = sorted(supported - {one.version for one in outcomes}, key=lambda v: int(v.split(".")[1]))
    print(f"not compared: {', '.join(missing) or 'none'}")
    return int(any(one.right < 0.95 * one.total for one in outcomes))


if __name__ == "__main__":
    sys.exit(main())
