"""How the cost grows: slotlint over 50 thousand to 5 million lines, copied from the standard library with new names.

    python benchmarks/scale.py [--lines 50000 250000 1000000] [--rounds 3]

Every copy of a file differs, so that no two share their facts. Prints for each size the processor seconds of a cold and
of a warm run, the ratio to ``ast.parse``, and peak memory; below that the exponent of the growth.
"""

from __future__ import annotations

import argparse
import math
import sysconfig
import tempfile
from pathlib import Path

from processes import Contender, Cost, lines, medians, parse, python_files, slotlint

SIZES = (50_000, 250_000, 1_000_000)


def generate(target: Path, size: int) -> None:
    """Packages of standard library modules until there are that many lines."""
    stdlib = Path(sysconfig.get_path("stdlib"))
    files = [file for file in python_files(stdlib) if "test" not in file.parts and file.stat().st_size < 400_000]
    written = copy = 0
    while written < size:
        for file in files:
            name = target / f"copy{copy}" / file.relative_to(stdlib)
            name.parent.mkdir(parents=True, exist_ok=True)
            content = file.read_bytes() + f"\n# copy {copy}\n".encode()
            name.write_bytes(content)
            written += content.count(b"\n")
            if written >= size:
                return
        copy += 1


def measured(size: int, rounds: int, scratch: Path) -> tuple[int, dict[str, Cost]]:
    """The lines that there are, and the costs."""
    generate(scratch / "src", size)
    files = python_files(scratch / "src")
    found = medians(
        {
            "ast.parse": parse(files),
            "cold": Contender(slotlint("--no-cache", "--jobs", "1", "src")),
            "cold, 2 jobs": Contender(slotlint("--no-cache", "--jobs", "2", "src")),
            "first": Contender(slotlint("--jobs", "1", "src")),
            "warm": Contender(slotlint("--jobs", "1", "src")),
        },
        scratch,
        rounds,
    )
    return lines(files), found


def exponent(points: list[tuple[int, float]]) -> float:
    """The slope of the line through the points on logarithmic scales, by least squares."""
    xs, ys = [math.log(x) for x, _ in points], [math.log(y) for _, y in points]
    mean_x, mean_y = sum(xs) / len(xs), sum(ys) / len(ys)
    return sum((x - mean_x) * (y - mean_y) for x, y in zip(xs, ys, strict=True)) / sum((x - mean_x) ** 2 for x in xs)


def main() -> None:
    """Measure each size and print the table."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--lines", type=int, nargs="+", default=SIZES)
    parser.add_argument("--rounds", type=int, default=3)
    arguments = parser.parse_args()
    print(f"{'lines':>10}{'ast.parse':>11}{'cold':>9}{'ratio':>7}{'2 jobs, wall':>14}{'warm':>8}{'peak MB':>9}")
    points: list[tuple[int, float]] = []
    for size in arguments.lines:
        with tempfile.TemporaryDirectory() as scratch:
            count, found = measured(size, arguments.rounds, Path(scratch))
        base, cold = found["ast.parse"], found["cold"]
        points.append((count, cold.cpu))
        print(
            f"{count:>10,}{base.cpu:>11.2f}{cold.cpu:>9.2f}{cold.cpu / base.cpu:>7.2f}"
            f"{found['cold, 2 jobs'].wall:>14.2f}{found['warm'].cpu:>8.2f}{cold.memory:>9.0f}",
            flush=True,
        )
    if len(points) > 1:
        print(f"cost grows with the power {exponent(points):.2f} of the lines")


if __name__ == "__main__":
    main()
