"""slotlint finds the classes that could declare ``__slots__``, proves that they may, and rewrites them."""

from __future__ import annotations

__version__ = "0.1.0"
