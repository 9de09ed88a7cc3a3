"""Compare generated class hierarchies before and after their safe fixes, on CPython.

    python tools/hierarchies.py --count 3000 --seed 1 [--python python3.13]

The tests do the same with fewer programs. Every difference is a fix that was called safe and is not: it is made small and
printed. Needs what the tests need; programs run in forks, so not on Windows. Exit 1 when there are differences.
"""

from __future__ import annotations

import argparse
import random
import sys
import time
from collections import Counter
from collections.abc import Callable, Mapping
from pathlib import Path

sys.path[:0] = [str(Path(__file__).resolve().parents[1] / name) for name in ("tests", ".")]

from behaving import Oracle  # noqa: E402
from comparing import Outcome, compared, workplace  # noqa: E402
from hierarchies import Choices, program  # noqa: E402
from smaller import smaller  # noqa: E402


def main() -> None:
    parser = argparse.ArgumentParser(description="Compare generated class hierarchies before and after their safe fixes.")
    parser.add_argument("--count", type=int, default=3000, help="how many programs")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--python", default=sys.executable, help="the interpreter that runs them, 3.10 or later")
    given = parser.parse_args()
    started, seen, numbers = time.monotonic(), Counter[str](), random.Random(given.seed)
    with Oracle(given.python) as oracle, workplace() as root:

        def compare(files: Mapping[str, str]) -> Outcome:
            return compared(files, oracle, root)

        for _ in range(given.count):
            count(compare(program(Choices(numbers.randint))), compare, seen)
    print(summary(seen), f"in {time.monotonic() - started:.0f} s")
    sys.exit(bool(seen["differences"]))


def count(outcome: Outcome, compare: Callable[[Mapping[str, str]], Outcome], seen: Counter[str]) -> None:
    """Add one program to the figures, and show it when it differs."""
    classes, fixed = outcome.classes
    seen.update(programs=1, classes=classes, fixed=fixed, imported=outcome.imports, changed=outcome.before != outcome.after)
    if outcome.differences:
        seen.update(differences=1)
        print(compare(smaller(outcome.before, lambda files: bool(compare(files).differences))).report(), flush=True)


def summary(seen: Counter[str]) -> str:
    """The figures in a line."""
    share = seen["fixed"] / max(1, seen["classes"])
    return (
        f"{seen['programs']} programs ({seen['imported']} can be imported), {seen['changed']} changed by a safe fix, "
        f"{seen['fixed']} of {seen['classes']} classes ({share:.0%}) given slots, {seen['differences']} differences"
    )


if __name__ == "__main__":
    main()
