"""How long an editor waits for ``slotlint server``: a real client over pipes, on a project of about 200,000 lines.

    python benchmarks/server.py [--lines N] [--changes N] [FOLDER]     default: a generated project; FOLDER is copied

Prints medians in milliseconds of what follows a change of one open file, once the program is warm: the first answer
(the file by itself, the rest carried over), the last one (the whole program judged again), and what is asked for while
that goes on. Each change stores another attribute in a class. The pause that the server waits for more typing counts.
On Linux the first answer is given in CPU time of the server as well, which other work on the machine leaves as it is.
"""

from __future__ import annotations

import argparse
import asyncio
import shutil
import statistics
import sys
import tempfile
import time
from collections.abc import Awaitable, Callable
from pathlib import Path

sys.path.insert(0, str(Path(__file__).parent.parent / "tests"))

from editor import Editor

MODULE = '''\
"""Module {n} of a generated program."""

from __future__ import annotations

import weakref
from dataclasses import dataclass

from {package}.m{base} import Node{base}

REGISTRY{n} = weakref.WeakValueDictionary()


class Node{n}(Node{base}):
    def __init__(self, name, parent=None):
        super().__init__(name, parent)
        self.extra{n} = name
        self.children{n} = []

    def add{n}(self, name):
        child = Node{n}(name, self)
        self.children{n}.append(child)
        child.extra{n} = self.extra{n} + name
        return child

    def walk{n}(self):
        for child in self.children{n}:
            yield child.extra{n}
            yield from child.walk{n}()


@dataclass
class Record{n}:
    key: str
    count: int = 0
    node: Node{n} | None = None

    def bump(self, by: int = 1) -> None:
        self.count += by


class Service{n}:
    def __init__(self, records: list[Record{n}]):
        self.records = {{record.key: record for record in records}}
        self.hits = 0

    def find(self, key: str) -> Record{n} | None:
        self.hits += 1
        record = self.records.get(key)
        if record is not None:
            record.bump()
        return record


def build{n}(names):
    root = Node{n}("root")
    nodes = [root.add{n}(name) for name in names]
    for node in nodes:
        REGISTRY{n}[node.extra{n}] = node
    return Service{n}([Record{n}(node.extra{n}, node=node) for node in nodes])


def report{n}(service: Service{n}, keys):
    lines = []
    for key in keys:
        record = service.find(key)
        if record is None:
            lines.append(f"{{key}}: nothing")
        elif record.count > 1:
            lines.append(f"{{key}}: {{record.count}} times")
        else:
            lines.append(f"{{key}}: once")
    return "\\n".join(lines)
'''
ROOT = """\
class Node0:
    def __init__(self, name, parent=None):
        self.name = name
        self.parent = parent
"""
CHANGED = "\n\nclass Typed:\n    def __init__(self):\n        self.first = 1\n{more}\n\ntyped = [Typed() for _ in range(9)]\n"


def generate(folder: Path, lines: int) -> Path:
    """Write a project of about so many lines; the file to change."""
    (folder / "pyproject.toml").write_text('[project]\nname = "generated"\nrequires-python = ">=3.10"\n')
    package = folder / "pkg"
    package.mkdir()
    (package / "__init__.py").write_text("")
    (package / "m0.py").write_text(ROOT)
    count = lines // MODULE.count("\n")
    for n in range(1, count + 1):
        (package / f"m{n}.py").write_text(MODULE.format(n=n, base=n // 8, package="pkg"))
    return package / f"m{count // 2}.py"


def copied(folder: Path, source: Path) -> Path:
    """Copy a folder into a project; of its files the one of median size is changed."""
    (folder / "pyproject.toml").write_text('[project]\nname = "copied"\nrequires-python = ">=3.10"\n')
    shutil.copytree(source, folder / source.name, ignore=shutil.ignore_patterns("__pycache__"))
    files = sorted((folder / source.name).rglob("*.py"), key=lambda file: file.stat().st_size)
    return files[len(files) // 2]


async def timed(waiting: Awaitable[object]) -> float:
    """Milliseconds until something is there."""
    start = time.perf_counter()
    await waiting
    return (time.perf_counter() - start) * 1000


async def measure(folder: Path, file: Path, changes: int) -> dict[str, list[float]]:
    """Open, wait until all is warm, then change one file again and again."""
    figures: dict[str, list[float]] = {}

    def keep(name: str, value: float) -> float:
        figures.setdefault(name, []).append(value)
        return value

    editor = Editor(patience=1800)
    text = file.read_text()
    cold = time.perf_counter()
    await editor.start(folder)
    editor.open(file)
    keep("cold: a hover is answered", await timed(editor.hover(file, 0)))
    await editor.until(lambda: editor.progress[-1:] == ["end"])
    keep("cold: the whole program is judged", (time.perf_counter() - cold) * 1000)
    last = len(text.splitlines()) + 2
    for at in range(changes):
        new = text + CHANGED.format(more="".join(f"        self.more{n} = {n}\n" for n in range(at)))
        seen = len(editor.versions[str(file)])
        start, used = time.perf_counter(), cpu_time(editor)
        editor.change(file, new, at + 2)
        await editor.until(shown_after(editor, file, seen))
        keep("change: first answer", (time.perf_counter() - start) * 1000)
        if used is not None:
            keep("change: CPU time of that", (cpu_time(editor) or used) - used)
        await asyncio.sleep(0.5)  # by then the program is being judged
        keep("change: hover meanwhile", await timed(editor.hover(file, last)))
        keep("change: code actions meanwhile", await timed(editor.actions(file, last)))
        await editor.until_offered(lambda: editor.actions(file, last))
        keep("change: the whole program is judged", (time.perf_counter() - start) * 1000)
        keep("settled: code actions", await timed(editor.actions(file, last)))
    await editor.stop()
    return figures


def cpu_time(editor: Editor) -> float | None:
    """Milliseconds of CPU time that the server has used, not the process that judges; None where Linux does not say."""
    file = Path(f"/proc/{editor.client._server.pid}/schedstat") if editor.client._server else None
    return int(file.read_text().split()[0]) / 1e6 if file and file.exists() else None


def shown_after(editor: Editor, file: Path, count: int) -> Callable[[], bool]:
    """Whether more than so many answers on a file have come."""
    return lambda: len(editor.versions[str(file)]) > count


def main() -> None:
    """Measure and print."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("folder", nargs="?", type=Path)
    parser.add_argument("--lines", type=int, default=200_000)
    parser.add_argument("--changes", type=int, default=7)
    given = parser.parse_args()
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name).resolve()
        file = copied(folder, given.folder) if given.folder else generate(folder, given.lines)
        lines = sum(one.read_bytes().count(b"\n") for one in folder.rglob("*.py"))
        files = sum(1 for _ in folder.rglob("*.py"))
        print(f"{lines:,} lines in {files:,} files; {file.read_bytes().count(10)} lines in the file that is changed")
        for what, values in asyncio.run(measure(folder, file, given.changes)).items():
            worst = f"   (worst {max(values):,.0f})" if len(values) > 1 else ""
            print(f"{what:36} {statistics.median(values):8,.0f} ms{worst}")


if __name__ == "__main__":
    main()
