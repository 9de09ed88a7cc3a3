"""A ``slotlint: ignore`` comment, or a ``noqa`` comment with a code of this tool, that ignores nothing.

Before:

    class Point:  # slotlint: ignore[SLT101]
        __slots__ = ("x", "y")

After:

    class Point:
        __slots__ = ("x", "y")

Why it pays: a comment that outlived its finding hides the next one.

Trade-offs: none; only the code that ignores nothing is removed, other codes of the comment stay.

When not to: where the finding comes and goes with the target version, ignore it by ``per-file-ignores`` instead.
"""

from __future__ import annotations

from slotlint.diagnostics import Rule

RULE = Rule("SLT902", "unused-suppression", "An ignore comment that ignores nothing.", __doc__ or "")
