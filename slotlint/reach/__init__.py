"""Which events of the program can reach which class: every store, call and use, sorted to the classes it touches.

A receiver with a known type reaches that class. One without is weighed, not ignored: the other attributes read from it
say which classes it may be; where nothing is read from it, the types that are known to flow there stand for it.

One class in a chain of parts: core, borrowed, stores, weakrefs, copies, classes, reads, dicts, outside, calls, holders,
modules, escapes, deep, shadows, signatures, candidates, weigh. Each part uses the ones before it.
"""

from __future__ import annotations

from slotlint.evidence import Evidence
from slotlint.infer import Inference
from slotlint.program import Program
from slotlint.reach.weigh import Reach

__all__ = ["Reach", "collect"]


def collect(program: Program, inference: Inference) -> tuple[list[Evidence], Reach]:
    """The evidence of every class, and what is known of the program as a whole."""
    reach = Reach(program, inference)
    return reach.collect(), reach
