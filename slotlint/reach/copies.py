"""Copies and pickles, and their protocols."""

from __future__ import annotations

from slotlint import effects
from slotlint.evidence import Event
from slotlint.facts import Term
from slotlint.infer import UNKNOWN
from slotlint.reach.core import Given
from slotlint.reach.weakrefs import WeakReferences


class Copies(WeakReferences):
    """The part of the collection that knows copies."""

    __slots__ = ()

    def copied(self, given: Given, name: str) -> None:
        """Copying and pickling reach everything that the argument holds."""
        note = self.note(given.at, given.row, f"{name} copies or pickles instances", "copy")
        self.copies.append(note)
        if not given.arguments:
            return
        at, index, first = given.at, given.index, given.arguments[0]
        old = self.old_protocol(given, name)
        held = self.inference.ask(at, index, first)
        certain = old and any(self.is_low(at, index, t) for t in given.terms()[1:])
        for cid in set(self.held_instances(held)):
            self.evidence[cid].copied.append(note)
            if old:
                self.evidence[cid].old_protocol.append(note)
            if certain and not self.guarded:
                self.evidence[cid].old_pickles.append(Event(at, index, first, note))
        if old and UNKNOWN in held:
            self.wait("old-protocol", at, index, first, note)

    def is_low(self, at: int, index: int, term: Term) -> bool:
        """Whether a term is 0 or 1, or a name that a loop gives one of them."""
        facts = self.inference.facts[at]
        row = facts.terms[term]
        held = facts.scopes[index].bindings.get(row[1], ()) if row[0] == "n" else (term,)
        rows = [facts.terms[t] for t in held]
        looped = [facts.terms[r[1]] for r in rows if r[0] == "e"]
        rows += [facts.terms[t] for display in looped if display[0] in ("t", "l") for t in display[1:]]
        return any(r in (("v", 0), ("v", 1)) for r in rows)

    def old_protocol(self, given: Given, name: str) -> bool:
        """Whether a pickle call names a protocol that may be 0 or 1."""
        position = effects.PICKLERS.get(name)
        if position is None:
            return False
        term = given.keywords.get("protocol") or (given.arguments[position] if len(given.arguments) > position else 0)
        if not term:
            return False
        row = self.inference.facts[given.at].terms[term]
        if row[0] == "a" and row[2] in ("HIGHEST_PROTOCOL", "DEFAULT_PROTOCOL"):
            return False
        return not (row[0] == "v" and (row[1] >= 2 or row[1] < 0))
