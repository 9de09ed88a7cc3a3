"""Compare the outcome of the hazards and of the oracle with the scores on record; exit 1 where one got worse.

python .ci/scores.py hazards OUT.json | oracle OUT.json | smallest MANIFEST.json
"""

from __future__ import annotations

import json
import sys
from collections import Counter
from pathlib import Path
from typing import Any

RECORD = Path(__file__).with_name("scores.json")
SMALLEST = 4  # packages of the oracle that are quick to set up and to test


def hazards(rows: list[tuple[str, str, str]]) -> dict[str, int]:
    """How many cases came out wrong, by outcome."""
    tally = Counter(outcome for _, outcome, _ in rows)
    return {outcome: tally[outcome] for outcome in ("broke", "missed", "over", "silent")}


def oracle(rows: list[dict[str, Any]]) -> dict[str, int]:
    """What went wrong over all packages, and (negative: more is better) how many classes were rewritten."""
    good = [row for row in rows if "error" not in row]
    wrong = {key: sum(len(row[key]) for row in good) for key in ("broken", "unimportable", "ineffective")}
    return {"errors": len(rows) - len(good), **wrong, "rewritten": -sum(row["rewritten"] for row in good)}


def worse(kind: str, now: dict[str, int], limits: dict[str, int]) -> list[str]:
    """The scores that are above their limits."""
    return [f"{kind}: {key} {abs(now[key])}, on record {abs(limits[key])}" for key in now if now[key] > limits[key]]


def smallest(manifest: list[dict[str, Any]]) -> str:
    """The names of the packages with the fewest lines."""
    return ",".join(package["name"] for package in sorted(manifest, key=lambda p: p["lines"])[:SMALLEST])


def main(kind: str, file: str) -> int:
    """Print the scores; 1 where one got worse."""
    rows = json.loads(Path(file).read_text())
    if kind == "smallest":
        print(smallest(rows))
        return 0
    now = {"hazards": hazards, "oracle": oracle}[kind](rows)
    print(kind, json.dumps(now))
    complaints = worse(kind, now, json.loads(RECORD.read_text())[kind])
    print("\n".join(complaints))
    return 1 if complaints else 0


if __name__ == "__main__":
    sys.exit(main(*sys.argv[1:]))
