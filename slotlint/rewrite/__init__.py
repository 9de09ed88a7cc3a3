"""Remedies and a source become edits. The only part that knows LibCST, and how each action is written."""

from __future__ import annotations

from collections.abc import Sequence

from slotlint.diagnostics import Edit, Remedy
from slotlint.rewrite.values import Refusal, Style

__all__ = ["Refusal", "Style", "edits_for"]


def edits_for(path: str, source: bytes, remedies: Sequence[Remedy], style: Style) -> tuple[Edit, ...] | Refusal:
    """The edits that all remedies for this file need, in order of the file and without overlap, or why not.

    Remedies for other paths are left out. The order in which the remedies are given does not matter.
    """
    # LibCST takes a tenth of a second to import, and most runs have nothing to rewrite
    from slotlint.rewrite.file import rewrite_file

    return rewrite_file(path, source, remedies, style)
