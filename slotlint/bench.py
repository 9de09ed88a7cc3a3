"""What one variant of a class takes: run in the target environment, in a process of its own. The standard library alone.

    python bench.py MODULE CALL COUNT PATH...      prints JSON

CALL is an expression in terms of the module. Bytes are those that tracemalloc counts for an instance and what its
construction makes besides; times are nanoseconds, the best of several rounds.
"""

from __future__ import annotations

import gc
import importlib
import json
import sys
import time
import tracemalloc
from collections.abc import Callable
from typing import Any

ROUNDS = 7
WARM = 50  # instances that a class makes before its layout is settled


def size(make: Callable[[], Any], count: int) -> float:
    """Bytes of one instance among many."""
    for _ in range(WARM):
        make()
    held: list[Any] = [None] * count
    gc.collect()
    gc.disable()
    tracemalloc.start()
    before = tracemalloc.get_traced_memory()[0]
    for at in range(count):
        held[at] = make()
    after = tracemalloc.get_traced_memory()[0]
    tracemalloc.stop()
    gc.enable()
    return (after - before) / count


def best(code: str, names: dict[str, Any], count: int) -> float:
    """Nanoseconds of one statement, the best of some rounds."""
    source = f"def run(count, {', '.join(names)}):\n    for _ in range(count):\n        {code}\n"
    space: dict[str, Any] = {}
    exec(source, space)
    times = []
    gc.disable()
    for _ in range(ROUNDS):
        began = time.perf_counter_ns()
        space["run"](count, **names)
        times.append((time.perf_counter_ns() - began) / count)
    gc.enable()
    return min(times)


def attribute(instance: Any) -> str | None:
    """An attribute of the instance that can be read and stored."""
    slots = [name for cls in type(instance).__mro__ for name in cls.__dict__.get("__slots__", ()) if isinstance(name, str)]
    for name in [*vars(instance)] if hasattr(instance, "__dict__") else slots:
        if name.isidentifier() and not name.startswith("__") and hasattr(instance, name):
            try:
                setattr(instance, name, getattr(instance, name))
            except (AttributeError, TypeError):
                continue  # frozen, or stored in another way
            return name
    return None


def main(module: str, call: str, count: str, *paths: str) -> None:
    """Measure and print."""
    sys.path[:0] = paths
    space = vars(importlib.import_module(module))
    make = eval(f"lambda: ({call})", space)
    name = attribute(make())
    number = int(count)
    found = {
        "python": list(sys.version_info[:2]),
        "bytes": size(make, number),
        "has_dict": hasattr(make(), "__dict__"),
        "create": best("make()", {"make": make}, number),
        "attribute": name,
        "read": best(f"x.{name}", {"x": make()}, 20 * number) if name else None,
        "write": best(f"x.{name} = v", {"x": make(), "v": getattr(make(), name)}, 20 * number) if name else None,
    }
    print(json.dumps(found))


if __name__ == "__main__":
    main(*sys.argv[1:])
