"""Attributes that hold containers: what the program puts into them, where every use of their name is only a look or a fill.

An attribute goes by its name alone, whatever it is an attribute of. No use of that name anywhere may hand the container
on, and every store of it must make one; then what stores, items and calls put in under that name is all that it holds.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Any, NamedTuple

from slotlint.facts import FileFacts, Scope, Term
from slotlint.infer.annotations import Annotations
from slotlint.infer.containers import Put, is_use_of_container, made_with, put_by_call, put_by_item
from slotlint.infer.tables import beginnings_of, scopes_of, unnarrowed
from slotlint.infer.values import CONTENTS, UNKNOWN, Values
from slotlint.program import Program

BY_NAME = frozenset({"getattr", "setattr", "attrgetter", "__getattribute__", "__setattr__", "getmembers", "methodcaller"})


class Reached(NamedTuple):
    """A place that reaches attributes of what is not spelt out; ``beginning`` of their names, "" for any."""

    module: int
    scope: int
    receiver: Term
    beginning: str


class Uses(NamedTuple):
    """How the program uses attributes by name."""

    passed: set[str]  # handed on, or used in another way than containers are
    puts: dict[str, list[Put]]
    reached: list[Reached]


class Holdings(Annotations):
    """The part of the inference that knows what containers in attributes hold."""

    __slots__ = ("_members",)

    def __init__(self, program: Program, callers: bool = True) -> None:
        super().__init__(program, callers)
        self._members: frozenset[str] | None = None

    def held_under(self, name: str) -> Values | None:
        """What the containers hold that are kept under a name, where all is seen; None else."""
        if not self.is_holding(name):
            return None
        found: Values = self.kept(("holding", name), self.find_held, name)
        kinds = set(kinds_in(found))
        # Of several kinds the attributes that a function reads from an element say more than the container does.
        return found if len(kinds) < 2 or any(all(self.related(c, k) for c in kinds) for k in kinds) else None

    def find_held(self, name: str) -> Values:
        """The same, worked out anew."""
        stores = self.attribute_stores()[name]
        puts = [put for at, index, _, term in stores for put in made_with(at, index, self.facts[at], term)]
        kinds = {self.made_kind(at, index, term) for at, index, _, term in stores}
        return self.contents(kinds.pop(), [*puts, *self.uses().puts.get(name, ())])

    def is_holding(self, name: str) -> bool:
        """Whether every store of a name makes a container of one kind, and every use of it only looks or fills."""
        if name.startswith("__") or name in self.uses().passed or name in self.member_names():
            return False
        stores = self.attribute_stores().get(name, ())
        kinds = {self.made_kind(at, index, term) for at, index, _, term in stores}
        if len(kinds) != 1 or "" in kinds:
            return False
        owners = {self.receiver_class(at, index, receiver) for at, index, receiver, _ in stores}
        return not any(self.may_reach(each, name, owners) for each in self.uses().reached)

    def may_reach(self, each: Reached, name: str, owners: set[int | None]) -> bool:
        """Whether a place that reaches attributes by a computed name may reach this one."""
        if not name.startswith(each.beginning):
            return False
        for value in self.eval(each.module, each.scope, each.receiver):
            if value == UNKNOWN or (value[0] == "inst" and None in owners):
                return True
            if value[0] in ("inst", "super") and any(o is not None and o in self.family(value[1]) for o in owners):
                return True
        return False

    def uses(self) -> Uses:
        """The uses of attributes."""
        return self.table("holdings", self.find_uses)

    def member_names(self) -> frozenset[str]:
        """The names that stand in the bodies of classes, or that they promise to patterns."""
        if self._members is None:
            nodes = self.program.classes
            promised = (self.strings_in(n.module, m.term) for n in nodes for m in n.facts.members if m.name == "__match_args__")
            self._members = frozenset(m.name for n in nodes for m in n.facts.members).union(*promised)
        return self._members

    def strings_in(self, module: int, term: Term) -> set[str]:
        """The strings in a display."""
        rows = self.facts[module].terms
        parts = (rows[t] for t in rows[term][1:] if isinstance(t, int))
        return {part[1] for part in parts if part[0] == "s"}

    def find_uses(self, program: list[FileFacts]) -> Uses:
        """The same, worked out anew."""
        found = Uses(set(), {}, [])
        for facts in program:
            found.passed.update(facts.attribute_values)
        for at, index, scope in scopes_of(program):
            self.read_scope(found, at, index, scope)
        return found

    def read_scope(self, found: Uses, at: int, index: int, scope: Scope) -> None:
        """Take the uses of one scope."""
        facts = self.facts[at]
        found.passed.update(store.name for store in scope.stores if store.how == "aug")
        for read in scope.reads:
            name = attribute_name(facts.terms, read.receiver)
            if name and not is_use_of_container(facts, read.name):
                found.passed.add(name)
        for item in scope.items:
            name = attribute_name(facts.terms, item.container)
            if name:
                found.puts.setdefault(name, []).extend(put_by_item(at, index, facts, item))
        for call in scope.calls:
            row = facts.terms[call.term]
            callee = facts.terms[row[1]] if row[0] == "c" else ("?",)
            if callee[0] == "a" and (name := attribute_name(facts.terms, callee[1])):
                found.puts.setdefault(name, []).extend(put_by_call(at, index, row, callee[2]))
            if callee[-1] in BY_NAME and not self.modules[at].foreign:
                found.reached.extend(reached_by(at, index, facts, scope, row, found.passed))
        if not self.modules[at].foreign:
            found.reached.extend(Reached(at, index, use.receiver, "") for use in scope.dict_uses if use.form != "expected")


def kinds_in(values: Values) -> Iterator[int]:
    """The classes of instances among values and in containers among them."""
    for value in values:
        if value[0] == "inst":
            yield value[1]
        elif value[0] in CONTENTS:
            for held in value[1] if value[0] == "row" else value[1:]:
                yield from kinds_in(held)


def attribute_name(rows: Sequence[tuple[Any, ...]], term: Term) -> str:
    """The name of the attribute that a term is, however narrowed; "" where it is none."""
    row = unnarrowed(rows, term)
    return row[2] if row[0] == "a" else ""


def reached_by(at: int, index: int, facts: FileFacts, scope: Scope, row: tuple[Any, ...], passed: set[str]) -> Iterator[Reached]:
    """What a call reaches by name: literal names are handed on, of others the beginning may be known."""
    arguments = row[3 : 3 + row[2]]
    literal = [facts.terms[t][1] for t in arguments if facts.terms[t][0] == "s"]
    for name in literal:
        passed.update(name.split("."))
    if literal or not arguments:
        return
    named = arguments[1] if len(arguments) > 1 else 0
    for beginning in {*(beginnings_of(facts, scope, named) if named else ("",))}:
        yield Reached(at, index, arguments[0], beginning)
