"""Whether each class may declare slots: its own names first, then the chains that classes form together.

Quoted rules are those of CPython's data model, section ``__slots__``, and of ``type.__new__``.

One class in a chain of parts: core, names, weakrefs, defaults, initial, hiding, state, decorated, surroundings, obstacles,
layout, lending, chains, remedy. Each part uses the ones before it.
"""

from __future__ import annotations

from slotlint.verdict.case import Case
from slotlint.verdict.policy import EVERYWHERE, Options, Policy
from slotlint.verdict.remedy import Judge

__all__ = ["EVERYWHERE", "Case", "Judge", "Options", "Policy"]
