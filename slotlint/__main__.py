"""``python -m slotlint``."""

from __future__ import annotations

from slotlint.cli import main

if __name__ == "__main__":
    main()
