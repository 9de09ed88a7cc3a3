"""Functions that are handed on as values: what is called in the end, and on what, is nowhere to be read."""

from __future__ import annotations

from collections.abc import Iterator

from slotlint import effects
from slotlint.diagnostics import Note
from slotlint.facts import Call, Term
from slotlint.infer import UNKNOWN, Value, Values, plain_name
from slotlint.program import ClassNode
from slotlint.reach.core import how_set, retold
from slotlint.reach.modules import Modules

SETTING_FUNCTIONS = frozenset(["setattr", "delattr", "object.__setattr__", "object.__delattr__"])
HANDED = SETTING_FUNCTIONS | {"vars"}
SETTING = frozenset(["setattr", "delattr"])
LAST_NAMES = frozenset(name.rpartition(".")[2] for name in (*HANDED, *effects.WEAK_CALLS))
FOLLOWED = frozenset(["map", "partial"])  # calls whose use of what they are handed is followed


class Escapes(Modules):
    """The part of the collection that knows functions in tables, in arguments and behind other functions."""

    __slots__ = ()

    def recombined_classes(self) -> None:
        """Where a class gets bases that are not known, those may be any classes that are used as values there."""
        for node in self.program.classes:
            starred = (self.inference.facts[node.module].terms[term][0] == "*" for term in node.facts.bases)
            if node.mro is None and any(starred):
                note = self.note(node.module, node.facts.row, f"may be a base of {node.name}", "base")
                self.recombined.append((node.module, note))
            self.derived_from_one_of(node)
        for at, note in self.recombined:
            for cid in self.within_reach(at):
                if self.evidence[cid].escapes:
                    for owner in self.program.local_mro(self.program.classes[cid]):
                        self.evidence[owner.cid].doubts.append(retold(note, "may become a base at run time", "base"))

    def derived_from_one_of(self, node: ClassNode) -> None:
        """Of a class whose base is one of several, none is to count on the dict of the other ones.

        That is what a use of the dict, slots of its own and a second base do.
        """
        evidence = self.evidence[node.cid]
        if node.mro is not None or not (len(node.facts.bases) > 1 or node.facts.slots or evidence.dict_uses or evidence.state_reads):
            return
        message = f"may be a base of {node.name}, whose bases are not known"
        note = self.note(node.module, node.facts.row, message, "base")

        def doubt(values: Values) -> None:
            for cid in (held[1] for held in values if held[0] == "cls" and held[1] != node.cid):
                for owner in self.program.local_mro(self.program.classes[cid]):
                    self.evidence[owner.cid].doubts.append(note)

        for term in node.facts.bases:
            self.for_all(node.module, node.facts.parent, term, doubt)

    def looked_up_by_name(self) -> None:
        """``attrgetter("name")`` reads the name of whatever it is given, classes among them."""
        for evidence in self.evidence:
            for name, note in self.getters.items() if evidence.escapes else ():
                evidence.class_reads.setdefault(name, note)

    def handed_on(self, at: int) -> None:
        """Functions of interest that a module puts into a container or hands to a call."""
        for term, name, row in self.named_functions(at):
            if not self.is_handed_on(at, term, name):
                continue
            kind = "weakref" if name in effects.WEAK_CALLS else "dict-use"
            note = self.note(at, row, f"{name} is handed on, and may be applied to its instances", kind)
            if name in SETTING_FUNCTIONS:  # mostly to a proxy, or to a test that it fails
                self.doubt_all(at, note)
                continue
            for cid in self.within_reach(at):
                (self.evidence[cid].weakrefs if kind == "weakref" else self.evidence[cid].doubts).append(note)

    def sets_elsewhere(self, at: int, index: int, call: Call) -> None:
        """``submit(setattr, x, name, value)``: a store, unless it is a test that expects it to fail."""
        terms = self.inference.facts[at].terms
        row = terms[call.term]
        if row[0] != "c" or "raises" in str(terms[row[1]][-1]).lower():
            return
        arguments = row[3 : 3 + row[2]]
        self.guarded = call.guarded
        for place, term in enumerate(arguments[:-2]):
            if terms[term][0] == "n" and terms[term][1] in SETTING:
                receiver, name, *value = arguments[place + 1 :]
                self.how = how_set(terms[term][1])
                self.set_attribute(at, index, receiver, name, call.row, *value[:1])

    def doubt_all(self, at: int, note: Note) -> None:
        """Doubt the classes of a module."""
        for index in range(len(self.program.modules[at].facts.classes)):
            self.evidence[self.program.class_at[at, index]].doubts.append(note)

    def named_functions(self, at: int) -> Iterator[tuple[Term, str, int]]:
        """The terms that are used as values and name a function of interest, with its dotted name and a row."""
        facts = self.inference.facts[at]
        for index, scope in enumerate(facts.scopes):
            for word, row in scope.values.items():
                for name in self.interesting(self.inference.name(at, index, word)) if self.is_outside(at, word) else ():
                    yield self.term_of(at, word), name, row
        for term, read in enumerate(facts.terms):
            if read[0] == "a" and read[2] in facts.attribute_values and read[2] in LAST_NAMES:
                for name in self.interesting(self.inference.ask(at, 0, term)):
                    yield term, name, facts.attribute_values[read[2]]

    def is_outside(self, at: int, word: str) -> bool:
        """Whether a name of a module may be a function of interest: a builtin, or something imported."""
        facts = self.inference.facts[at]
        bound = [facts.terms[t] for t in facts.scopes[0].bindings.get(word, ())]
        return any(row[0] == "f" for row in bound) or (not bound and word in LAST_NAMES)

    def interesting(self, values: Values) -> Iterator[str]:
        """The dotted names of the functions of interest among values."""
        for held in values:
            name = plain_name(held[1]).removeprefix("builtins.") if held[0] == "ext" else ""
            if name in HANDED or name in effects.WEAK_CALLS:
                yield name

    def is_handed_on(self, at: int, term: Term, name: str) -> bool:
        """Whether a term is an element of a display, or an argument of a call that is not followed."""
        terms = self.inference.facts[at].terms
        for row in terms:
            if row[0] in ("t", "l", "d") and term in row[1:]:
                return True
            if row[0] == "c" and term in row[3:] and not self.is_followed(at, row, term, name):
                return True
        return any(term in scope.returns for scope in self.inference.facts[at].scopes)

    def is_followed(self, at: int, row: Value, term: Term, name: str) -> bool:
        """Whether what a call does with a function that it is given is seen elsewhere."""
        facts = self.inference.facts[at]
        callee = self.inference.callee_names(facts, row[1])
        if "map" in callee and name in SETTING_FUNCTIONS:
            return False
        if FOLLOWED.intersection(callee):
            return bool(row[2] > 1)
        if name in SETTING_FUNCTIONS and len(row[3 : 3 + row[2]]) - row[3:].index(term) > 2:  # with all that it needs
            return True
        if facts.terms[term] != ("n", "vars") or any(v[0] != "ext" for v in self.inference.ask(at, 0, row[1])):
            return False
        values = [self.inference.ask(at, 0, t) for t in (*row[3 : 3 + row[2]], *row[4 + row[2] :: 2]) if t != term]
        return bool(values) and all(UNKNOWN not in held for held in values)
