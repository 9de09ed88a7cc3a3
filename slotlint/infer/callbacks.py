"""Functions that others call: those handed to code outside the program, looked up by name, or registered for a type.

What they are given there is not to be read in one place. A function that is handed on together with objects may be
called with any of these; one that is looked up under a computed name is called with what stands at that call.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import Any, NamedTuple

from slotlint.facts import FileFacts, Param, Scope, Term
from slotlint.infer.bags import Name
from slotlint.infer.spaces import IMPORTERS
from slotlint.infer.tables import Place, beginnings_of, scopes_of
from slotlint.infer.terms import Inference
from slotlint.infer.values import (
    CONTENTS,
    MAPPINGS,
    NOTHING,
    UNKNOWN,
    Callee,
    Value,
    Values,
    external_names,
    in_order,
    one,
    shallow,
)
from slotlint.infer.wide import KNOWN_CALLEES, Wide

NESTED = 3  # calls within calls in which a function that is handed on is looked for
ACCESSORS = ("property", "cached_property", "setter", "getter", "deleter")
LOOKUPS = (("n", "globals"), ("n", "vars"), ("n", "locals"))

COMBINING = frozenset({"BitOr", "BitAnd", "BitXor", "Sub"})  # operators of sets


class Lent(NamedTuple):
    """Where a function is handed on, what goes with it, and what has the method that is given all this, or 0."""

    module: int
    scope: int
    terms: tuple[Term, ...]
    receiver: Term


class LookedUp(NamedTuple):
    """A call of what is looked up under a computed name that begins so: in ``receiver``, 0 for the module itself."""

    module: int
    scope: int
    receiver: Term
    prefix: str
    arguments: tuple[Term, ...]
    keywords: tuple[Any, ...]


class Callbacks(Wide):
    """An inference that also follows functions to where nothing but their being called is known."""

    __slots__ = ("lent", "looking", "lookups", "named_in_texts", "registrations", "spread_calls")

    def __init__(self, strict: Inference, returning: bool = True) -> None:
        self.lent: dict[Place, list[Lent]] = {}
        self.lookups: list[LookedUp] = []
        self.looking: dict[tuple[int, int, Term], list[LookedUp]] = {}  # by module, scope and callee
        self.named_in_texts: Values | None = None
        self.spread_calls: dict[int, tuple[tuple[Callee, ...], list[Callee]]] = {}  # by identity, which they keep here
        super().__init__(strict, returning)
        self.registrations = self.find_registrations()
        self.read_calls()

    def read_calls(self) -> None:
        """Note the functions that are handed on or looked up."""
        own = [f if not m.foreign else f._replace(scopes=()) for m, f in zip(self.modules, self.facts, strict=True)]
        names = {scope.name for facts in own for scope in facts.scopes if scope.kind == "function"}
        names |= {node.name for node in self.program.classes if self.run_by(("cls", node.cid))}
        for at, index, scope in scopes_of(own):
            for call in scope.calls:
                self.read_call(at, index, self.facts[at].terms[call.term], names)
        for passed in self.bags.passed:
            calls = list(self.looked_up(*passed))
            self.lookups += calls
            self.looking.setdefault(passed[:3], []).extend(calls)

    def read_call(self, at: int, index: int, row: Value, names: set[str]) -> None:
        """Note the functions that a call hands on to what is not known."""
        if row[0] != "c":
            return
        facts = self.facts[at]
        given = (*row[3 : 3 + row[2]], *row[4 + row[2] :: 2])
        callee = facts.terms[row[1]]
        inner = tuple(self.within(facts, given))
        own = (callee[1],) if callee[0] == "a" else ()
        around = tuple(self.within(facts, (*callee[3 : 3 + callee[2]], *callee[4 + callee[2] :: 2]))) if callee[0] == "c" else ()
        lent = [t for t in (*inner, *own) if self.may_be_function(at, index, t, names)]
        if not lent:
            return
        values = self.strict.ask(at, index, row[1])
        if values and all(v[0] in KNOWN_CALLEES and v[0] != "method" for v in values):
            return
        for term in lent:
            others = tuple(t for t in (*inner, *around) if t != term)
            receiver = own[0] if own and own[0] != term else 0
            for function in self.functions_of(self.strict.ask(at, index, term)):
                if others or receiver:
                    self.lent.setdefault(function, []).append(Lent(at, index, others, receiver))

    def functions_of(self, values: Values) -> Iterator[Place]:
        """The functions among values that whoever gets them can call with something; what a property gives is none."""
        for value in values:
            for kind, *place in self.run_by(value) if value[0] != "inst" or UNKNOWN not in values else ():
                if kind in ("fn", "bound"):
                    module, scope = place[:2]
                    here = self.facts[module].scopes[scope]
                    heads = [self.facts[module].terms[self.head(module, d)] for d in here.decorators]
                    if not any(row[-1] in ACCESSORS for row in heads):
                        yield module, scope

    def within(self, facts: FileFacts, terms: Iterable[Term], depth: int = NESTED) -> Iterator[Term]:
        """The terms, with what calls among them are given: ``key=cmp_to_key(f)`` hands on f."""
        for term in terms:
            yield term
            row = facts.terms[term]
            if row[0] == "c" and depth:
                yield from self.within(facts, (*row[3 : 3 + row[2]], *row[4 + row[2] :: 2]), depth - 1)

    def may_be_function(self, at: int, index: int, term: Term, names: set[str]) -> bool:
        """Whether a term may name a function, going by how it looks."""
        row = self.facts[at].terms[term]
        if row[0] == "n":
            return row[1] in names or any(row[1] == p.name for p in self.facts[at].scopes[index].params)
        return row[0] == "F" or (row[0] == "a" and row[2] in names)

    def looked_up(self, at: int, index: int, callee: Term, arguments: tuple[Term, ...], keywords: tuple[Any, ...]) -> Iterator[LookedUp]:
        """The lookups under computed names that a callee may come from."""
        facts = self.facts[at]
        row = facts.terms[callee]
        rows = [facts.terms[t] for t in facts.scopes[index].bindings.get(row[1], ())] if row[0] == "n" else [row]
        for held in rows:
            receiver, name = 0, 0
            if held[0] == "c" and facts.terms[held[1]] == ("n", "getattr") and held[2] > 1:
                receiver, name = held[3:5] if self.strict.strings(at, index, held[4]) is None else (0, 0)
            elif held[0] == "[" and facts.terms[held[1]][0] == "c" and facts.terms[facts.terms[held[1]][1]] in LOOKUPS:
                name = held[2]
            for prefix in beginnings_of(facts, facts.scopes[index], name) if name else ():
                yield LookedUp(at, index, receiver, prefix, arguments, keywords)

    # -- parameters --------------------------------------------------------------------------------------------------

    def given(self, module: int, scope: int, here: Scope, param: Param, at: int) -> Values:
        """What callers hand in, also those that nobody sees."""
        found = super().given(module, scope, here, param, at)
        found |= self.kept(("lent", module, scope), self.find_lent, module, scope) if (module, scope) in self.lent else NOTHING
        for call, offset in self.kept(("finders", module, scope), self.finders, module, scope, here):
            found |= self.argument(call.module, call.scope, call.arguments, call.keywords, at - offset, param)
        calls = [*self.spreading(self.calls_of(module, scope, here))]
        calls += [(*place, 0, given, names, offset) for place, given, names, offset in self.callers_of(module, scope)]
        if here.owner >= 0 and here.kind == "function":
            calls += self.spreading(self.resolved(here.name).get(UNKNOWN, ()))
        found |= self.spread(calls, at)
        if at == (here.owner >= 0):
            found |= self.registered(module, scope, here)
        return found

    def find_lent(self, module: int, scope: int) -> Values:
        """The instances and classes that are handed on along with a function, and the containers with those that these hold."""
        found: Values = NOTHING
        for where, inside, terms, receiver in self.lent[module, scope]:
            held = self.many(where, inside, terms)
            if receiver:  # a container or a future hands on what it holds
                held |= frozenset(v for v in self.eval(where, inside, receiver) if v[0] in CONTENTS)
            found |= self.instances_in(held, kinds=("inst", "cls")) | self.holding_instances(held)
        return found

    def may_be_handed_anything(self, module: int, scope: int, term: Term, is_followed: bool) -> bool:
        """Whether a term is a parameter of a function that is handed on together with what is not known.

        So is what is called as a value somewhere, if nothing of what it is handed there can be followed.
        """
        row, here = self.facts[module].terms[term], self.facts[module].scopes[scope]
        if row[0] != "n" or all(row[1] != param.name for param in here.params):
            return False
        if not is_followed and self.escapes(module, here):
            return True
        handed = (self.many(where, inside, terms) for where, inside, terms, _ in self.lent.get((module, scope), ()))
        return any(self.holds_anything(values) for values in handed)

    def holds_anything(self, values: Values, depth: int = NESTED) -> bool:
        """Whether values, or those in containers among them, are not all known."""
        inner = [part for v in values if v[0] in CONTENTS for part in (v[1] if v[0] == "row" else v[1:])]
        return UNKNOWN in values or (depth > 0 and any(self.holds_anything(part, depth - 1) for part in inner))

    def instances_in(self, values: Values, depth: int = NESTED, kinds: tuple[str, ...] = ("inst",)) -> Values:
        """The instances among values, and in the containers among them; or values of these kinds."""
        found = {v for v in values if v[0] in kinds}
        for value in values if depth else ():
            if value[0] in CONTENTS:
                parts = value[1] if value[0] == "row" else value[1:]
                found |= self.instances_in(NOTHING.union(*parts), depth - 1, kinds)
        return frozenset(found)

    def holding_instances(self, values: Values, depth: int = NESTED) -> Values:
        """The containers among values, and in containers among them, that hold instances or classes."""
        found = {v for v in values if v[0] in CONTENTS and self.instances_in(frozenset({v}), kinds=("inst", "cls"))}
        for value in tuple(found) if depth else ():
            for part in value[1] if value[0] == "row" else value[1:]:
                found |= self.holding_instances(part, depth - 1)
        return frozenset(found)

    def finders(self, module: int, scope: int, here: Scope) -> tuple[tuple[LookedUp, int], ...]:
        """The lookups that may find a function, each with how many parameters their calls fill by themselves."""
        offsets = ((call, self.finds(call, module, here)) for call in self.lookups)
        return tuple((call, offset) for call, offset in offsets if offset is not None)

    def finds(self, call: LookedUp, module: int, here: Scope) -> int | None:
        """How many parameters a call fills by itself, if its lookup may find a function; else None."""
        if here.kind != "function" or not here.name.startswith(call.prefix):
            return None
        if call.receiver == 0:
            return 0 if here.owner < 0 and call.module == module else None
        values = self.eval(call.module, call.scope, call.receiver)
        if here.owner < 0:
            return 0 if ("mod", module) in values else None
        cid = self.program.class_at[module, here.owner]
        return 1 if any(v[0] == "inst" and (self.related(v[1], cid) or self.related(cid, v[1])) for v in values) else None

    def given_by(self, call: LookedUp) -> Values:
        """What the functions that a lookup may find give."""
        found: set[Value] = set()
        for module, index, here in scopes_of(self.facts):
            if here.name.startswith(call.prefix) and not self.modules[module].foreign and self.finds(call, module, here) is not None:
                found.add(("fn", module, index))
        return self.results(frozenset(found)) - {UNKNOWN}

    def spreading(self, calls: tuple[Callee, ...]) -> list[Callee]:
        """Those of some calls, which go by their identity, that are given ``*arguments`` or ``**keywords``."""
        held = self.spread_calls.get(id(calls))
        if held is None:
            held = self.spread_calls[id(calls)] = calls, [call for call in calls if self.spreads(call)]
        return held[1]

    def spreads(self, call: Callee) -> bool:
        """Whether a call is given ``*arguments`` or ``**keywords``."""
        terms = self.facts[call[0]].terms
        return "" in call[4][::2] or any(terms[term][0] == "*" for term in call[3])

    def spread(self, calls: list[Callee], at: int) -> Values:
        """What calls hand in by ``*arguments`` and ``**keywords``."""
        found: Values = NOTHING
        for module, scope, _, arguments, keywords, filled in calls:
            terms = self.facts[module].terms
            for position, term in enumerate(arguments):
                if terms[term][0] == "*":
                    found |= self.spread_at(self.eval(module, scope, terms[term][1]), at - filled - position)
            for name, term in zip(keywords[::2], keywords[1::2], strict=True):
                if not name:
                    held = self.eval(module, scope, term)
                    found |= NOTHING.union(*(v[2] for v in held if v[0] == "map"))
        return found - {UNKNOWN}

    def spread_at(self, values: Values, position: int) -> Values:
        """What spread values hold for a position."""
        rows = [v for v in values if v[0] == "row"]
        fitting = (v[1][position] for v in rows if 0 <= position < len(v[1]))
        return self.elements(values.difference(rows)).union(*fitting)

    def registered(self, module: int, scope: int, here: Scope) -> Values:
        """The instances for which a decorator or a call registers a function."""
        terms = self.facts[module].terms
        rows = [terms[d] for d in here.decorators]
        given = [row[3 : 3 + row[2]] for row in rows if row[0] == "c" and terms[row[1]][::2] == ("a", "register")]
        classes = self.many(module, here.parent, [t for arguments in given for t in arguments])
        for where, inside, term in self.registrations.get((module, scope), ()):
            classes |= self.strict.ask(where, inside, term)
        return self.instances(frozenset(v for v in classes if v[0] in ("cls", "row")))

    def find_registrations(self) -> dict[Place, list[tuple[int, int, Term]]]:
        """Functions to the classes that ``register(Class, function)`` or ``register(Class)(function)`` names with them."""
        found: dict[Place, list[tuple[int, int, Term]]] = {}
        for at, index, callee, term in (site for name in ("register", "") for site in self.sites().get(name, ())):
            rows = self.facts[at].terms
            row, outer = rows[term], rows[callee]
            if row[0] == "c" and outer[0] == "a" and row[2] == 2:
                named, given = row[3:5]
            elif row[0] == "c" and row[2] == 1 and outer[0] == "c" and outer[2] == 1 and rows[outer[1]][::2] == ("a", "register"):
                named, given = outer[3], row[3]
            else:
                continue
            for value in self.strict.ask(at, index, given):
                if value[0] == "fn":
                    found.setdefault((value[1], value[2]), []).append((at, index, named))
        return found

    # -- containers --------------------------------------------------------------------------------------------------

    def find_bag(self, key: Name) -> Values:
        """A container of what is put into those of a name, or into those that it holds."""
        found = super().find_bag(key)
        if key not in self.bags.nested:
            return found
        held = frozenset(v for bag in found for v in bag[1] if v[0] in ("inst", "fn", "bound"))
        return one("of", held | one("of", held)) | found if held else found

    def call(self, module: int, scope: int, row: Value) -> Values:
        """A call; ``dict`` holds its keywords."""
        found = super().call(module, scope, row)
        for each in self.looking.get((module, scope, row[1]), ()) if self.looking else ():
            found |= self.kept(("looked-up", each), self.given_by, each) if each.prefix else NOTHING
        if len(row) > 3 + row[2] and MAPPINGS & external_names(self.eval(module, scope, row[1])):
            return found | one("map", one("xinst", "str"), shallow(self.many(module, scope, row[4 + row[2] :: 2])))
        return found | self.named_in(self.many(module, scope, row[3 : 3 + row[2]])) if UNKNOWN in found else found

    def mapping(self, module: int, scope: int, row: Value) -> Values:
        """A dict display, with what ``**other`` puts into it."""
        others = self.many(module, scope, [v for k, v in zip(row[1::2], row[2::2], strict=True) if not k])
        return super().mapping(module, scope, row) | frozenset(v for v in others if v[0] == "map")

    def operation(self, module: int, scope: int, row: Value) -> Values:
        """A binary operation; ``|`` of mappings holds what both hold, and what sets of any kind are combined to what these hold."""
        found = super().operation(module, scope, row)
        if row[1] not in COMBINING:
            return found
        kinds = ("map", "of") if row[1] == "BitOr" else ("of",)
        return found | frozenset(v for t in row[2:] for v in self.eval(module, scope, t) if v[0] in kinds)

    def getattr_of(self, module: int, scope: int, arguments: tuple[Term, ...], first: Values) -> Values | None:
        """``getattr(x, name)``; of a module imported under a computed name, any class whose name stands in a text.

        Under a computed name an instance gives whatever instance is stored on it.
        """
        found = super().getattr_of(module, scope, arguments, first)
        if found is None or UNKNOWN not in found:
            return found
        if self.strict.strings(module, scope, arguments[1]) is None:
            found = found.union(*(self.kept(("dict", v), self.held_by, v) for v in in_order(first) if v[0] == "inst"))
        if UNKNOWN not in first:
            return found
        sites = self.sites()
        return found | self.named_classes() if any(s[0] == module for n in IMPORTERS for s in sites.get(n, ())) else found

    def named_in(self, values: Values) -> Values:
        """The classes whose dotted names are among values: who is given such a text may give the class."""
        named = {str(v[1]).replace(":", ".").rpartition(".") for v in values if v[0] == "str"}
        found = ((self.program.by_name.get(module), name) for module, _, name in named if module)
        return NOTHING.union(*(self.classes_of(at, name) for at, name in found if at is not None))

    def named_classes(self) -> Values:
        """The classes whose dotted name stands in a string somewhere."""
        if self.named_in_texts is None:
            own = [facts for m, facts in zip(self.modules, self.facts, strict=True) if not m.foreign]
            texts = {str(row[1]).replace(":", ".") for facts in own for row in facts.terms if row[0] == "s"}
            names = [(f"{self.modules[n.module].name}.{n.name}", n.cid) for n in self.program.classes]
            self.named_in_texts = frozenset(("cls", cid) for name, cid in names if name in texts)
        return self.named_in_texts

    def awaited(self, module: int, scope: int, row: Value) -> Values:
        """What ``await`` gives; of a future, what is put into it."""
        found = super().awaited(module, scope, row)
        return found | self.elements(frozenset(v for v in found if v[0] == "of"))

    def attribute(self, value: Value, name: str) -> Values:
        """An attribute; the instance dict holds what is stored on the instance."""
        found = super().attribute(value, name)
        if value[0] != "inst" or name != "__dict__" or not self.returning:
            return found
        return found | one("map", one("xinst", "str"), self.kept(("dict", value), self.held_by, value))

    def made_of(self, cid: int) -> Values:
        """What calls of a class hand in that has fields, and no ``__init__`` in the program which would store them."""
        node = self.program.classes[cid]
        has_fields = any(m.annotation for owner in self.program.local_mro(node) for m in owner.facts.members)
        if not has_fields or self.program.inherited(node, "__init__") is not None:
            return NOTHING
        calls = self.strict.resolved(node.name).get(("cls", cid), ())
        held = NOTHING.union(*(self.many(call[0], call[1], (*call[3], *call[4][1::2])) for call in calls))
        return self.instances_in(held) | self.holding_instances(held)

    def held_by(self, value: Value) -> Values:
        """The instances that are stored on an instance."""
        found: Values = NOTHING
        for name in sorted(self.attribute_stores()):
            for module, scope, receiver, term in self.attribute_stores()[name]:
                if value in self.strict.ask(module, scope, receiver):
                    held = self.eval(module, scope, term)
                    found |= self.instances_in(held) | self.holding_instances(held)
        found |= self.made_of(value[1])
        for node in self.program.local_mro(self.program.classes[value[1]]):
            for member in node.facts.members:
                if member.annotation:
                    found |= self.instances_in(self.declared(node.module, node.facts.scope, member.annotation))
        return shallow(found)
