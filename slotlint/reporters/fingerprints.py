"""An identity for each finding that outlives the moving of lines: CI systems tell by it what is new."""

from __future__ import annotations

import hashlib
from collections import Counter
from collections.abc import Iterable

from slotlint.diagnostics import Diagnostic
from slotlint.suppress import baseline_key


def fingerprints(found: Iterable[Diagnostic]) -> list[str]:
    """A digest of class and code for each finding, and of its number among equals; no two are the same."""
    seen = Counter[tuple[str, str]]()
    digests: list[str] = []
    for one in found:
        key = (baseline_key(one), one.code)
        seen[key] += 1
        # the class and the code, as in the baseline: messages change with the Python version, rows with every edit
        digests.append(hashlib.sha256(f"{key[0]}\n{key[1]}\n{seen[key]}".encode(errors="replace")).hexdigest())
    return digests
