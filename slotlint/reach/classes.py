"""What is done to class objects: they are searched for names, patched, and derived from at run time."""

from __future__ import annotations

from collections.abc import Iterable
from functools import partial

from slotlint.diagnostics import Note
from slotlint.evidence import Write
from slotlint.facts import Term
from slotlint.infer import UNKNOWN, Value, Values
from slotlint.infer.tables import beginnings_of
from slotlint.reach.copies import Copies
from slotlint.reach.core import Given, Unsettled

SPECIAL_NAMES = frozenset({"__dict__", "__slots__", "__getstate__", "__weakref__", "__reduce_ex__", "__reduce__"})


class Classes(Copies):
    """The part of the collection that knows lookups, introspection and patches."""

    __slots__ = ()

    def looked_up(self, given: Given, name: str) -> None:
        """``hasattr`` and ``getattr``: of an instance they see slots as they saw the dict, of a class they do not."""
        if len(given.arguments) < 2:
            return
        at, index, receiver, row = given.at, given.index, given.arguments[0], given.row
        names = self.inference.strings(at, index, given.arguments[1])
        asked = self.special_names(at, index, given.arguments[1]) if names is None else names

        behind = self.instance_behind(at, receiver)

        def look(values: Values) -> None:
            for held in (v for v in values if v[0] == "cls"):
                for each in self.and_below(held[1]) if behind else (held[1],):
                    self.class_lookup(at, each, names, row)

        self.for_all(at, index, receiver, look)
        for held in self.inference.ask(at, index, receiver):
            if held[0] != "cls":
                for each in asked:
                    self.special_lookup(at, index, held, receiver, each, row)
                    if each == "__slots__" and held[0] == "inst" and name != "hasattr":
                        self.slots_looked_up(at, index, held[1], row)
            if names is None and held == UNKNOWN:
                note = self.note(at, row, "looks up names on an object that may be the class", "class-read")
                self.wait("class-search", at, index, receiver, note)

    def special_names(self, at: int, index: int, name: Term) -> list[str]:
        """The special names that a computed one may be, going by what it begins with; none where nothing is known of it."""
        begun = {b for b in beginnings_of(self.inference.facts[at], self.program.scope(at, index), name) if b}
        return sorted(each for each in SPECIAL_NAMES if any(each.startswith(b) for b in begun))

    def class_lookup(self, at: int, cid: int, names: tuple[str, ...] | None, row: int) -> None:
        """Names, or None where they are not known, are looked up on a class."""
        evidence = self.evidence[cid]
        if names is None:
            evidence.introspected.append(self.note(at, row, "looks up names on the class that are not known", "class-read"))
            return
        for name in names:
            note = self.note(at, row, f"looks up {name} on the class", "class-read")
            if name == "__slots__":
                evidence.slots_reads.append(note)
            elif name == "__dict__":
                evidence.introspected.append(note)
            else:
                evidence.class_reads.setdefault(name, note)

    def special_lookup(self, at: int, index: int, held: Value, receiver: Term, name: str, row: int) -> None:
        """A special name is looked up on a value."""
        if name == "__orig_class__":
            self.generic_origin = self.note(at, row, f"looks up {name}", "slots-read")
        if name not in SPECIAL_NAMES:
            return
        note = self.note(at, row, f"looks up {name} of the instance", "dict-use")
        if held[0] == "inst":
            self.special_read(held[1], name, note)
        elif held == UNKNOWN:
            self.wait("special", at, index, receiver, note, name)
            self.unsettled.append(Unsettled(at, index, receiver, partial(self.special_reads, name, note)))

    def slots_looked_up(self, at: int, index: int, cid: int, row: int) -> None:
        """``getattr(x, "__slots__", ...)``: what a function gets of the slots of an instance."""
        note = self.note(at, row, "looks up __slots__ of the instance", "dict-use")
        for each in self.and_below(cid):
            self.evidence[each].slots_scopes.append((at, index, True, note))

    def special_reads(self, name: str, note: Note, values: Values) -> None:
        """A special name is read from the instances among values."""
        for held in values:
            if held[0] == "inst":
                self.special_read(held[1], name, note)

    def special_read(self, cid: int, name: str, note: Note) -> None:
        """A special name is read from an instance, which may be one of a subclass."""
        above = (
            self.owners(cid)
            if name not in ("__slots__", "__weakref__") and not self.program.inherited(self.program.classes[cid], name)
            else ()
        )
        for each in dict.fromkeys((*self.and_below(cid), *sorted(above))):
            evidence = self.evidence[each]
            if name == "__slots__":
                evidence.slots_reads.append(note)
            elif name in ("__dict__", "__weakref__"):
                evidence.blocks.append(note)
            elif self.program.inherited(self.program.classes[each], name) is None:  # else a method like any other
                evidence.state_reads.append(note)

    def introspected(self, given: Given, term: Term, why: str, instances: bool, by_mock: bool = False) -> None:
        """The class object is searched for names; ``instances``: also that of an instance; ``by_mock``: a mock does."""
        note = self.note(given.at, given.row, why, "class-read")
        behind = self.instance_behind(given.at, term)

        def search(values: Values) -> None:
            for held in values:
                if held[0] == "cls" or (instances and held[0] == "inst"):
                    for each in self.and_below(held[1]) if behind or held[0] == "inst" else (held[1],):
                        (self.evidence[each].mocked if by_mock else self.evidence[each].introspected).append(note)

        self.for_all(given.at, given.index, term, search)
        if UNKNOWN in self.inference.ask(given.at, given.index, term):
            self.wait("class-search", given.at, given.index, term, note)
        if behind and UNKNOWN in self.inference.ask(given.at, given.index, behind):
            self.wait("dict", given.at, given.index, behind, note)

    def patched(self, given: Given, name: str) -> None:
        """``patch.object(target, name)``: on a class it replaces a class attribute, on an instance it stores."""
        both = (*given.arguments[:2], *(given.keywords[k] for k in ("target", "attribute") if k in given.keywords))
        if len(both) != 2:
            return
        names = self.inference.strings(given.at, given.index, both[1]) or ()
        targets = self.inference.strings(given.at, given.index, both[0])
        for each in names:
            if targets is None:
                self.patched_on(given, both[0], each)
        self.patched_at(given, targets or () if len(given.arguments) < 3 else ())
        if any(k in given.keywords for k in ("autospec", "spec", "spec_set")):
            values = self.inference.ask(given.at, given.index, both[0])
            self.specified_values(given, frozenset().union(*(self.inference.attribute(v, n) for v in values for n in names)))

    def patched_multiple(self, given: Given, name: str) -> None:
        """``patch.multiple(target, name=value)``."""
        for target in given.arguments[:1]:
            owners = self.inference.strings(given.at, given.index, target)
            for each in given.keywords:
                if owners is None:
                    self.patched_on(given, target, each)
                self.patched_at(given, [f"{owner}.{each}" for owner in owners or ()])

    def patched_on(self, given: Given, target: Term, name: str) -> None:
        """A name is replaced on what a term holds."""
        at, index = given.at, given.index
        note = self.note(at, given.row, f"patches {name}", "patch")
        values = self.inference.ask(at, index, target)
        for held in values:
            if held[0] == "inst":
                self.evidence[held[1]].store(name, note, False)
                write = Write(name, note, False, self.guarded, len(values) == 1, "patch", at, index, target)
                self.evidence[held[1]].writes.append(write)
            elif held[0] == "cls":
                self.evidence[held[1]].patched.setdefault(name, note)
            elif held == UNKNOWN:
                self.wait("store", at, index, target, note, name)

    def patched_by_name(self, given: Given, name: str) -> None:
        """``patch("pkg.mod.Class.attribute")``."""
        texts = (self.inference.strings(given.at, given.index, given.arguments[0]) or ()) if given.arguments else ()
        self.patched_at(given, texts)
        if any(k in given.keywords for k in ("autospec", "spec", "spec_set")):
            self.specified_values(given, frozenset().union(*map(self.dotted, texts)))

    def patched_at(self, given: Given, texts: Iterable[str]) -> None:
        """What these dotted names say is replaced."""
        for text in texts:
            owner, _, attribute = text.rpartition(".")
            note = self.note(given.at, given.row, f"patches {attribute}", "patch")
            for held in self.dotted(owner):
                if held[0] == "cls":
                    self.evidence[held[1]].patched.setdefault(attribute, note)
                elif held[0] == "inst":
                    self.evidence[held[1]].store(attribute, note, False)

    def specified_values(self, given: Given, values: Values) -> None:
        """Classes that a mock is made after."""
        note = self.note(given.at, given.row, "a mock is made after the class", "class-read")
        for held in values:
            if held[0] in ("cls", "inst"):
                self.evidence[held[1]].mocked.append(note)

    def dotted(self, text: str) -> Values:
        """What a dotted name reaches, through modules and then attributes."""
        parts = text.split(".")
        for cut in range(len(parts), 0, -1):
            found = self.program.by_name.get(".".join(parts[:cut]))
            if found is not None:
                values: Values = frozenset({("mod", found)})
                for part in parts[cut:]:
                    values = frozenset().union(*(self.inference.attribute(v, part) for v in values))
                return values
        return frozenset()

    def made_class(self, given: Given, name: str) -> None:
        """``type(name, bases, namespace)`` and its kin."""
        if len(given.arguments) < 2 or (name == "type" and len(given.arguments) != 3):
            return
        found: set[int] = set()
        shapes = self.inference.ask(given.at, given.index, given.arguments[1])
        for value in shapes:
            columns: Iterable[Values] = value[1] if value[0] == "row" else (value[1],) if value[0] == "of" else ()
            found.update(v[1] for column in columns for v in column if v[0] == "cls")
        exact = len(shapes) == 1 and all(v[0] == "row" and all(len(column) == 1 for column in v[1]) for v in shapes)
        kind = "combination" if exact else "subclass"
        note = self.note(given.at, given.row, "a class is made from this one at run time", kind)
        for cid in found:
            self.evidence[cid].combined.append((tuple(sorted(found)), note))
