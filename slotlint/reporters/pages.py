"""``slotlint explain SLT101``: a rule's own page."""

from __future__ import annotations

import json
from collections.abc import Callable, Mapping
from typing import TextIO

from slotlint.diagnostics import Rule


def as_text(rule: Rule, out: TextIO) -> None:
    """The code, the name, and the page."""
    title = f"{rule.code} {rule.name}"
    out.write(f"{title}\n{'=' * len(title)}\n\n{(rule.page or rule.summary).strip()}\n")


def as_json(rule: Rule, out: TextIO) -> None:
    """The same as one object."""
    record = {"code": rule.code, "name": rule.name, "summary": rule.summary, "page": rule.page}
    out.write(json.dumps(record, indent=1) + "\n")


WRITERS: Mapping[str, Callable[[Rule, TextIO], None]] = {"text": as_text, "json": as_json}
