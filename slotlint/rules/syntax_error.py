"""A file that cannot be read as Python: its syntax, its encoding, or its depth.

Before:

    class Point
        pass

After:

    class Point:
        pass

Why it pays: classes of such a file are not checked, and what it does with classes of other files is not known.

Trade-offs: none.

When not to: files that are meant for another language version, or are no Python at all, belong in ``exclude``.
"""

from __future__ import annotations

from slotlint.diagnostics import Rule

RULE = Rule("SLT901", "syntax-error", "A file that cannot be read as Python.", __doc__ or "")
