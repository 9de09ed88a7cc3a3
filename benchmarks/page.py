"""How long the page of ``--output-format html`` takes to sort and to filter its rows, in headless Chromium.

    python benchmarks/page.py [--rows 5000] [--runs 9]

From the click to the frame that shows the rows in their new order, as the browser's own clock has it; medians.
"""

from __future__ import annotations

import argparse
import statistics
import sys
import tempfile
from pathlib import Path
from typing import Any

sys.path.insert(0, str(Path(__file__).parent.parent / "tests"))

from browser import CHROMIUM, DRIVER, Browser, browser

from slotlint.reporters.html import page

TIMED = """
const done = arguments[arguments.length - 1], began = performance.now();
{act};
document.body.offsetHeight;  // the layout is worked out here
const worked = performance.now() - began;
requestAnimationFrame(() => setTimeout(() => done([worked, performance.now() - began])));
"""
ACTS = {
    "sort by name": 'document.querySelector("th[data-key=class] button").click()',
    "sort by bytes": 'document.querySelector("th[data-key=saved] button").click()',
    "filter": 'const box = document.querySelector("#filter"); box.value = box.value ? "" : "C49";'
    ' box.dispatchEvent(new Event("input", {bubbles: true}))',
}


def main() -> None:
    parser = argparse.ArgumentParser(description="What sorting and filtering the HTML page takes.")
    parser.add_argument("--rows", type=int, default=5000)
    parser.add_argument("--runs", type=int, default=9)
    given = parser.parse_args()
    if not (CHROMIUM and DRIVER):
        sys.exit("no Chromium with its driver here")
    with tempfile.TemporaryDirectory() as place, browser() as window:
        file = Path(place) / "many.html"
        file.write_text(page([row(at) for at in range(given.rows)]), encoding="utf-8")
        window.open(file)
        print("| act | script and layout | to the next frame |\n|---|---|---|")
        for name, act in ACTS.items():
            taken = [timed(window, act) for _ in range(given.runs)]
            worked, shown = (statistics.median(column) for column in zip(*taken, strict=True))
            print(f"| {name}, {given.rows} rows | {worked:.0f} ms | {shown:.0f} ms |")


def timed(window: Browser, act: str) -> list[float]:
    """Milliseconds of the script with its layout, and until the frame after it."""
    found: list[float] = window.send("/execute/async", {"script": TIMED.replace("{act}", act), "args": []})
    return found


def row(at: int) -> dict[str, Any]:
    """A finding as the page takes it."""
    return {
        "code": "SLT101", "rule": "missing-slots", "message": "m", "file": f"p{at % 50}.py", "row": at,
        "module": f"p{at % 9}.m{at % 50}", "class": f"C{at * 7919 % 5003}", "saved": at * 7919 % 1000, "peak": None,
        "total": None, "verdict": "", "payoff": "many", "fix": "safe", "sizes": [], "chain": [], "notes": [], "diff": "",
    }  # fmt: skip


if __name__ == "__main__":
    main()
