"""Calls: constructions, calls out of the program, and methods that matter by their name."""

from __future__ import annotations

from slotlint import effects
from slotlint.evidence import Event, Site
from slotlint.facts import Call, Scope, Term
from slotlint.infer import UNKNOWN, Value, plain_name
from slotlint.reach.core import SETTING_METHODS, Given, Unsettled
from slotlint.reach.outside import Outside

WRAPS = ("ext", "functools.wraps")
NAMESPACES = ("namespace", "values")  # by which argparse and optparse are told where to store


class Calls(Outside):
    """The part of the collection that sorts calls."""

    __slots__ = ()

    def call(self, at: int, index: int, call: Call) -> None:
        """Sort one call by what is called; calls under other names cannot matter."""
        facts = self.inference.facts[at]
        row = facts.terms[call.term]
        if row[0] == "c" and row[2]:
            method = self.method_by_hand(at, index, row[1])
            if self.is_through_class(at, method):
                self.borrowed(at, index, method, row[3], call.row)
        if row[0] != "c" or not any(n in self.names for n in self.inference.callee_names(facts, row[1])):
            return
        rest = 3 + row[2]
        keywords = dict(zip(row[rest::2], row[rest + 1 :: 2], strict=True))
        given = Given(at, index, call, row[3:rest], keywords)
        self.guarded, self.how = call.guarded, "setattr"
        for value in self.inference.ask(at, index, row[1]):
            self.called(given, value)
        callee = facts.terms[row[1]]
        if callee[0] == "c" and WRAPS in self.inference.ask(at, index, callee[1]):  # ``wraps(function)(x)``
            self.external_call(given, "functools.update_wrapper")
        if callee[0] == "a":
            if callee[2] == "__new__" and given.arguments:
                self.bare_instance(given, given.arguments[0])
            self.method_call(given, callee[1], callee[2])

    def method_by_hand(self, at: int, index: int, callee: Term) -> Term:
        """What is called, for ``run = Class.method`` and ``Class.method.__get__`` the method of the class."""
        row = self.inference.facts[at].terms[callee]
        if row[0] == "a" and row[2] == "__get__":
            return int(row[1])
        held = self.program.scope(at, index).bindings.get(row[1], ()) if row[0] == "n" else ()
        return held[0] if len(held) == 1 else callee

    def is_through_class(self, at: int, callee: Term) -> bool:
        """Whether something is called as an attribute of what goes by the name of a class."""
        terms = self.inference.facts[at].terms
        row = terms[callee]
        return bool(row[0] == "a" and row[2] != "__new__" and terms[row[1]][0] == "n" and terms[row[1]][1] in self.class_names)

    def borrowed(self, at: int, index: int, callee: Term, first: Term, row: int) -> None:
        """``Class.method(x)`` with an instance of an unrelated class: what the method does to it is not followed."""
        terms = self.inference.facts[at].terms
        _, base, name = terms[callee]
        owners = [held[1] for held in self.inference.ask(at, index, base) if held[0] == "cls"]
        if not owners or any(self.takes_no_self(value) for value in self.inference.ask(at, index, callee)):
            return
        note = self.note(at, row, f"{name} of another class is called with the instance", "borrowed")
        for held in self.inference.ask(at, index, first):
            if held[0] == "inst" and not any(self.inference.related(held[1], owner) for owner in owners):
                self.block_family(held[1], note)

    def takes_no_self(self, value: Value) -> bool:
        """Whether a function of a class is a static or class method."""
        if value[0] == "xinst" and value[1] in ("classmethod", "staticmethod"):
            return True
        if value[0] != "fn":
            return bool(value[0] == "bound")
        scope = self.program.scope(value[1], value[2])
        return bool(self.inference.decorator_names(value[1], scope) & {"staticmethod", "classmethod"})

    def called(self, given: Given, value: Value) -> None:
        """A call of one of the things that the callee may be."""
        if value[0] == "cls":
            self.constructed(given, value[1])
            bases = self.program.external_mro(self.program.classes[value[1]])
            if given.arguments and any("weakref" in base for base in bases):
                self.weak(given.at, given.index, given.arguments[0], given.row)
            for base in effects.PICKLER_CLASSES.keys() & set(bases):
                self.pickler_made(given, base)
        elif value[0] == "ext":
            self.external_call(given, plain_name(value[1]).removeprefix("builtins."))
        elif value[0] == "fn" and self.program.modules[value[1]].foreign:
            scope = self.program.scope(value[1], value[2])
            self.put_outside(given, f"{self.program.modules[value[1]].name}.{scope.qualname}")
        elif value[0] == "above" and value[2] in SETTING_METHODS:
            self.bound_setter_called(given, value)
        elif value[0] == "new":
            self.constructed(given, value[1])
            for term in given.arguments[:1]:
                self.bare_instance(given, term)

    def constructed(self, given: Given, cid: int) -> None:
        """A construction of a class."""
        at, call = given.at, given.call
        here = self.program.scope(at, given.index)
        once = here.kind in ("module", "class") or here.name.startswith("<")  # a text that is run by itself
        kind = "loop" if call.repeated else "module" if once else "function"
        note = self.note(at, call.row, f"makes an instance ({kind})", "construction", call.column)
        self.evidence[cid].sites.append(Site(kind, note, at, given.index))

    def decorator(self, at: int, index: int, scope: Scope, term: Term) -> None:
        """A class that is used as a decorator makes an instance."""
        for held in self.inference.ask(at, scope.parent, self.inference.head(at, term)):
            if held[0] == "cls":
                note = self.note(at, scope.row, "makes an instance as a decorator", "construction")
                self.evidence[held[1]].sites.append(Site("module", note, at, index))

    def method_call(self, given: Given, receiver: Term, name: str) -> None:
        """Calls that matter by the kind of their receiver: weak containers, signals, parsers, patches, super()."""
        count = len(given.arguments)
        if name in SETTING_METHODS and count:
            self.setter_called(given, receiver, name)
        elif (name in ("setattr", "delattr") and 1 < count <= 4) or (name in ("object", "spy") and count > 1):
            self.patched(given, name)
        elif name in ("setattr", "patch") and count:
            self.patched_by_name(given, name)
        elif name.startswith("parse_") and (count > 1 or not given.keywords.keys().isdisjoint(NAMESPACES)):
            namespace = next((given.keywords[n] for n in NAMESPACES if n in given.keywords), 0) or given.arguments[1]
            self.block_instances(given, namespace, "parse_args stores every option on it", "dynamic-store")
            self.filled_by_parser(given, namespace, receiver)
        elif name == "dump" and count == 1:
            self.dumped(given, receiver)
        elif name == "__sizeof__":
            self.block_instances(given, receiver, "__sizeof__ measures the instance", "size")
        elif name in effects.STATE_METHODS:
            self.state_call(given, receiver, name)
        else:
            self.weak_method(given, receiver, name)

    def filled_by_parser(self, given: Given, namespace: Term, parser: Term) -> None:
        """What a parser of options is given to store them on."""
        note = self.note(given.at, given.row, "parse_args stores it", "dynamic-store")
        if not given.call.guarded:
            for cid in dict.fromkeys(self.held_instances(self.inference.ask(given.at, given.index, namespace))):
                self.evidence[cid].parsed.append(Event(given.at, given.index, namespace, note, parser))

    def setter_called(self, given: Given, receiver: Term, name: str) -> None:
        """``x.__setattr__(name, value)``, of an instance, of a class or of ``super()``."""
        at, index, arguments = given.at, given.index, given.arguments
        if self.is_super(given, receiver):
            owner = self.inference.owner_class(at, index)
            if owner is not None and len(arguments) + (name == "__delattr__") >= 2:
                self.super_set(at, index, owner, arguments[0], given.row, name)
            return
        self.how = "del" if name == "__delattr__" else "setattr"
        kinds = {held[0] for held in self.inference.ask(at, index, receiver)}
        through_class = len(arguments) + (name == "__delattr__") > 2  # a call through a class hands in the instance as well
        if "inst" in kinds or ("?" in kinds and not through_class):
            self.set_attribute(at, index, receiver, arguments[0], given.row, *arguments[1:2])
        if ("cls" in kinds or "?" in kinds) and through_class:
            self.set_attribute(at, index, arguments[0], arguments[1], given.row, *arguments[2:3])

    def bound_setter_called(self, given: Given, setter: Value) -> None:
        """``put = super().__setattr__``, and then ``put(name, value)``."""
        named = self.inference.facts[given.at].terms[self.inference.facts[given.at].terms[given.call.term][1]][0] == "n"
        if named and given.arguments:
            self.super_set(given.at, given.index, setter[1], given.arguments[0], given.row, setter[2])

    def is_super(self, given: Given, term: Term) -> bool:
        """Whether a term is ``super()``."""
        return any(v[0] == "super" for v in self.inference.ask(given.at, given.index, term))

    def is_super_state(self, given: Given, receiver: Term, name: str) -> bool:
        """Whether a state method gives back what that of its base gives, as it is."""
        scope = self.program.scope(given.at, given.index)
        return scope.name == name and given.call.term in scope.returns and self.is_super(given, receiver)

    def state_call(self, given: Given, receiver: Term, name: str) -> None:
        """``x.__getstate__()`` and its kin."""
        note = self.note(given.at, given.row, f"calls {name} of the instance", "state-read")
        handed = self.is_super_state(given, receiver, name)
        for held in self.inference.ask(given.at, given.index, receiver):
            if held[0] == "super" and not self.base_has(held[1], name):
                for each in (held[1], *self.program.descendants(held[1])):
                    if handed:
                        self.evidence[each].state_handed.append(note)
                    elif not self.state_dict(each, given, note):
                        self.evidence[each].state_reads.append(note)
            elif held[0] == "inst":
                self.special_read(held[1], name, note)
            elif held == UNKNOWN and name != "__getstate__":  # which nothing but a class that defines it has before 3.11
                self.unsettled.append(Unsettled(given.at, given.index, receiver, lambda values: self.state_read(values, name, note)))

    def base_has(self, cid: int, name: str) -> bool:
        """Whether a base in the program defines the state method that ``super()`` finds."""
        bases = self.program.local_mro(self.program.classes[cid])[1:]
        return any(self.program.member(owner.cid, name) is not None for owner in bases)
