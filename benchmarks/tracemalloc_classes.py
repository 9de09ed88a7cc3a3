"""What tracemalloc says of the classes of a program: the bytes at the lines that made their instances.

``benchmarks/profiling.py`` puts it as ``sitecustomize.py`` in front of ``PYTHONPATH``; the folders whose classes count
come in ``TRACED_ROOTS``, the result goes to ``TRACED_OUT``. It looks as often as costs half of the time, and has
nothing in common with the sampler but that both ask the collector what lives.
"""

from __future__ import annotations

import atexit
import gc
import json
import os
import sys
import time
import tracemalloc
from collections import Counter, defaultdict
from typing import Any

Site = tuple[str, int]


class Traced:  # slotlint: ignore[SLT101] one instance
    """The largest number of bytes that the instances of each class were seen to take."""

    def __init__(self, roots: list[str]) -> None:
        self.roots = tuple(os.path.join(os.path.realpath(root), "") for root in roots)
        self.most: dict[str, int] = {}
        self.due = 0.0

    def on_collection(self, phase: str, _: dict[str, int]) -> None:
        """Look, as long as that takes no more than half of the time."""
        began = time.perf_counter()
        if phase == "start" and began >= self.due:
            self.look()
            self.due = 2 * time.perf_counter() - began

    def look(self) -> None:
        """Share what was allocated at each line among the classes whose instances were, by number and size."""
        sizes: defaultdict[Site, Counter[int]] = defaultdict(Counter)
        for trace in tracemalloc.take_snapshot().traces:
            sizes[trace.traceback[0].filename, trace.traceback[0].lineno][trace.size] += 1
        made: defaultdict[Site, Counter[str]] = defaultdict(Counter)
        number: Counter[Site] = Counter()
        for each in gc.get_objects():
            name = self.name(type(each))
            found = tracemalloc.get_object_traceback(each) if name else None
            if name and found:
                site = found[0].filename, found[0].lineno
                made[site][name] += sys.getsizeof(each)
                number[site] += 1
        total: Counter[str] = Counter()
        for site, weights in made.items():
            # what there is less than once for two instances belongs to something else on that line
            held = sum(size * count for size, count in sizes[site].items() if 2 * count >= number[site] / len(weights))
            for name, weight in weights.items():
                total[name] += held * weight // weights.total()
        for name, size in total.items():
            self.most[name] = max(size, self.most.get(name, 0))

    def name(self, cls: type) -> str:
        """``module:Class`` of a class of the program, nothing for another."""
        module: Any = sys.modules.get(cls.__module__) if isinstance(cls.__module__, str) else None
        file = getattr(module, "__file__", None)
        inside = isinstance(file, str) and "site-packages" not in file and os.path.realpath(file).startswith(self.roots)
        return f"{cls.__module__}:{cls.__qualname__}" if inside else ""


def start() -> None:
    """Watch this process to its end."""
    traced = Traced(os.environ["TRACED_ROOTS"].split(os.pathsep))
    tracemalloc.start(1)
    gc.callbacks.append(traced.on_collection)

    def finish() -> None:
        gc.callbacks.remove(traced.on_collection)
        traced.look()
        with open(f"{os.environ['TRACED_OUT']}.{os.getpid()}", "w", encoding="utf-8") as out:
            json.dump(traced.most, out)

    atexit.register(finish)


if __name__ == "sitecustomize":
    start()
