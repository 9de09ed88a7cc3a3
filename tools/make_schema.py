"""Writes ``slotlint.schema.json``, the JSON schema of the configuration, from the settings themselves.

    python tools/make_schema.py

A test compares the file with what this would write.
"""

from __future__ import annotations

import json
from pathlib import Path

from slotlint.settings import schema

FILE = Path(__file__).resolve().parent.parent / "slotlint.schema.json"


def text() -> str:
    """What the file is to hold."""
    return json.dumps(schema(), indent=2, ensure_ascii=False) + "\n"


if __name__ == "__main__":
    FILE.write_text(text(), encoding="utf-8")
