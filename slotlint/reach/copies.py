"""Copies and pickles, and their protocols."""

from __future__ import annotations

from collections.abc import Iterator

from slotlint import effects
from slotlint.diagnostics import Note
from slotlint.evidence import Event
from slotlint.facts import FileFacts, ItemStore, Scope, Term
from slotlint.infer import UNKNOWN, Value, Values
from slotlint.reach.core import Given, parts_of
from slotlint.reach.weakrefs import WeakReferences

HOOKS = frozenset({"__reduce__", "__reduce_ex__"})  # of the class itself, which may get a ``__setstate__``
STATE_OF_ITS_OWN = "pickling puts a state of its own into the instance dict"
REDUCERS = HOOKS | {"reducer_override", "__getstate__"}
TOLD = 3  # copies that a class is told to be reached by, of those that reach it through others


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
        if certain:
            self.low.append(note)
        for cid in set(self.held_instances(held)):
            self.evidence[cid].copied.append(note)
            if old:
                self.evidence[cid].old_protocol.append(note)
            if certain:
                pickles = self.evidence[cid].tried_pickles if self.guarded else self.evidence[cid].old_pickles
                pickles.append(Event(at, index, first, note))
        if certain and not set(self.held_instances(held)) and UNKNOWN in held:
            self.pickled_old(given)
        elif old and UNKNOWN in held:
            self.wait("old-protocol", at, index, first, note)
        if name not in ("copy.copy", "copy.replace"):
            self.deep.append(note)
            if UNKNOWN in held:
                self.deep_unknown.append(note)
            elif any(map(self.is_open, held)):
                self.deep_open.append((at, index, first, note))

    def pickler_made(self, given: Given, name: str) -> None:
        """``pickle.Pickler(file, protocol)``: what it will be given is not followed."""
        self.copies.append(self.note(given.at, given.row, f"{name} copies or pickles instances", "copy"))
        if self.old_protocol(given, name):
            self.pickled_old(given)
            if any(self.is_low(given.at, given.index, t) for t in given.terms()):
                self.low_picklers.add((given.at, given.index, given.call.term))

    def dumped(self, given: Given, pickler: Term) -> None:
        """``pickler.dump(x)``, where the pickler is made in the same function for protocol 0 or 1."""
        row = self.inference.facts[given.at].terms[pickler]
        held = self.program.scope(given.at, given.index).bindings.get(row[1], ()) if row[0] == "n" else (pickler,)
        if len(held) == 1 and (given.at, given.index, held[0]) in self.low_picklers:
            note = self.note(given.at, given.row, "pickled by an old protocol", "copy")
            for cid in set(self.held_instances(self.inference.ask(given.at, given.index, given.arguments[0]))):
                pickles = self.evidence[cid].tried_pickles if self.guarded else self.evidence[cid].old_pickles
                pickles.append(Event(given.at, given.index, given.arguments[0], note))

    def reduced(self, at: int, index: int, scope: Scope) -> None:
        """What a function returns to say how something is pickled: a state that is no pair is put into the dict of what is made."""
        terms = self.inference.facts[at].terms
        for term in scope.returns:
            row = terms[term]
            if scope.name == "__getstate__" and row[0] == "t":
                self.state_put_back(at, index, scope, term)
            if scope.name in HOOKS and row[0] == "t" and len(row) > 3:
                self.state_put_back(at, index, scope, row[3])
            if scope.name == "__getstate__" or not self.gives_state(at, term):
                continue
            note = self.note(at, scope.row, STATE_OF_ITS_OWN, "copy")
            makers = self.inference.ask(at, index, row[1])
            made = self.inference.results(frozenset(v for v in makers if v[0] in ("fn", "bound")))
            given = parts_of(self.inference.ask(at, index, row[2]))
            classes = (v[1] for part in (makers, *given) for v in part if v[0] == "cls")
            own = self.inference.owner_class(at, index) if scope.name in HOOKS else None
            for cid in sorted({*self.held_instances(made), *classes}):
                if cid != own:
                    self.put_in_dict(cid, note)

    def reducer_named(self, given: Given, name: str) -> None:
        """``copyreg.pickle(Class, function)``."""
        if len(given.arguments) > 1:
            self.reduces(given.at, given.index, *given.arguments[:2])

    def item(self, at: int, index: int, store: ItemStore) -> None:
        """``pickler.dispatch_table[Class] = function``."""
        super().item(at, index, store)
        if self.inference.facts[at].terms[store.container][-1] == "dispatch_table":
            self.reduces(at, index, store.key, store.value)

    def reduces(self, at: int, index: int, named: Term, function: Term) -> None:
        """A function says how instances of a class are pickled."""
        for value in self.inference.ask(at, index, function):
            scope = self.program.scope(value[1], value[2]) if value[0] == "fn" else None
            for term in scope.returns if scope is not None else ():
                if self.gives_state(value[1], term):
                    note = self.note(value[1], self.program.scope(value[1], value[2]).row, STATE_OF_ITS_OWN, "copy")
                    for held in self.inference.ask(at, index, named):
                        if held[0] == "cls":
                            self.put_in_dict(held[1], note)

    def gives_state(self, at: int, term: Term) -> bool:
        """Whether what a function returns says how something is made and gives a state that is no pair of dict and slots."""
        terms = self.inference.facts[at].terms
        row = terms[term]
        return row[0] == "t" and 4 <= len(row) <= 7 and terms[row[3]][0] not in ("k", "t")

    def put_in_dict(self, cid: int, note: Note) -> None:
        """A state is put into the instance dict, unless a method of the class takes it."""
        if self.program.inherited(self.program.classes[cid], "__setstate__") is None:
            self.block_family(cid, note)

    def state_put_back(self, at: int, index: int, scope: Scope, state: Term) -> None:
        """The names under which loading puts the state that a method of the class gives, where no ``__setstate__`` does."""
        owner = self.inference.owner_class(at, index)
        row = self.inference.facts[at].terms[state]
        note = self.note(at, scope.row, "a state of its own is put back by loading", "state")
        for cid in self.and_below(owner) if owner is not None else ():
            if self.program.inherited(self.program.classes[cid], "__setstate__") is not None:
                continue
            for part in row[1:3] if row[0] == "t" else (state,):
                keys = self.keys(at, index, part)
                if keys is None or any(
                    self.inference.ask(*place) - {("inst", c) for c in self.inference.family(cid)} for place in keys.dicts
                ):
                    self.evidence[cid].blocks.append(note)
                for name in sorted(keys.names) if keys is not None else ():
                    self.store_on(cid, name, note, True, frozenset())

    def pickled_old(self, given: Given) -> None:
        """Something is pickled by protocol 0 or 1, nobody knows what."""
        note = self.note(given.at, given.row, "something is pickled by an old protocol", "copy")
        if any(self.is_low(given.at, given.index, t) for t in given.terms()):
            self.old_pickling.append((given.at, note))

    def spread_copies(self) -> None:
        """Pickles and deep copies reach what the attributes of an instance hold as well."""
        for at, note in self.old_pickling:
            for cid in self.within_reach(at):
                self.evidence[cid].old_protocol.append(note)
        deeper, lower = frozenset(self.deep), frozenset(self.low)
        # What each class is known to be copied by that its attributes are copied by too, in three kinds.
        told = [
            (
                [n for n in dict.fromkeys(e.copied) if n in deeper],
                [n for n in dict.fromkeys(e.old_protocol) if n in lower],
                [n for n in dict.fromkeys(e.old_protocol) if n not in lower],
            )
            for e in self.evidence
        ]
        waiting = dict.fromkeys(cid for cid, kinds in enumerate(told) if any(kinds))
        held: dict[int, list[int]] = {}
        spread: dict[int, list[Note]] = {}  # module to what all that is within its reach was told
        having: dict[Note, set[int]] = {}  # what was told so, to the classes that know it

        def tell(cid: int, kinds: tuple[list[Note], list[Note], list[Note]]) -> None:
            fresh, low, old = (added(has, more) for has, more in zip(told[cid], kinds, strict=True))
            if fresh or low or old:
                self.evidence[cid].copied += fresh
                self.evidence[cid].old_protocol += low + old
                waiting[cid] = None

        while waiting:
            holder, _ = waiting.popitem()
            if holder not in held:
                held[holder] = sorted(set(self.held_by(holder)))
            for cid in held[holder]:
                tell(cid, told[holder])
            at, low = self.program.classes[holder].module, told[holder][1]
            if low and len(spread.get(at, ())) < TOLD and self.holds_anything(holder):
                for note in added(spread.setdefault(at, []), low):
                    fresh = self.within_reach(at) - having.setdefault(note, set())
                    having[note] |= fresh
                    for cid in sorted(fresh):
                        tell(cid, ([], [note], []))

    def held_by(self, cid: int) -> Iterator[int]:
        """The classes of the instances that the attributes of a class hold."""
        for values in self.attribute_values(cid):
            yield from self.held_instances(values)
        node = self.program.classes[cid]
        if self.program.inherited(node, "__init__") is None:  # what a decorator or a base from outside writes keeps all
            for at, index, _, arguments, keywords, _ in self.inference.resolved(node.name).get(("cls", cid), ()):
                yield from self.held_instances(self.inference.many(at, index, (*arguments, *keywords[1::2])))

    def attribute_values(self, cid: int) -> Iterator[Values]:
        """What each attribute of the instances of a class may be."""
        for name in sorted(self.stored_names(cid)):
            yield self.inference.attribute(("inst", cid), name)

    def stored_names(self, cid: int) -> set[str]:
        """What is stored on the instances of a class, or of its kin."""
        return {name for each in self.inference.family(cid) for name in self.evidence[each].attributes}

    def holds_anything(self, cid: int) -> bool:
        """Whether an attribute may be anything, or a container that is filled later."""
        return any(not v or v == UNKNOWN or self.is_open(v) for values in self.attribute_values(cid) for v in values)

    def is_open(self, value: Value) -> bool:
        """Whether a container may hold anything, or holds nothing yet."""
        inner = value[1:] if value[0] in ("of", "map") else value[1] if value[0] == "row" else ()
        return any(not held or UNKNOWN in held or any(map(self.is_open, held)) for held in inner)

    def within_reach(self, at: int) -> frozenset[int]:
        """The classes whose instances may get to a module."""
        raise NotImplementedError

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
        position = effects.PICKLERS.get(name) or effects.PICKLER_CLASSES.get(name)
        if position is None:
            return False
        term = given.keywords.get("protocol") or (given.arguments[position] if len(given.arguments) > position else 0)
        if not term:
            return "" in given.keywords  # ``**options`` may hold one
        row = self.inference.facts[given.at].terms[term]
        if row[0] == "a" and row[2] in ("HIGHEST_PROTOCOL", "DEFAULT_PROTOCOL"):
            return False
        return not (row[0] == "v" and (row[1] >= 2 or row[1] < 0))


def added(held: list[Note], more: list[Note]) -> list[Note]:
    """Those of the notes that a class does not have, added to what it has until there are enough to tell why."""
    fresh = [note for note in more if note not in held][: TOLD - len(held)] if len(held) < TOLD else []
    held += fresh
    return fresh


def mentions_reducers(facts: FileFacts) -> bool:
    """Whether a file says how instances are to be pickled, outside of their classes."""
    return any(
        row in (("n", "copyreg"), ("n", "dispatch_table")) or row[::2] == ("a", "dispatch_table") or row[:2] == ("f", "copyreg")
        for row in facts.terms
    )
