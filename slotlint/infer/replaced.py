"""Stores of attributes, and what they put in the place of a name of a module: tests do, and give it back afterwards."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence

from slotlint.facts import FileFacts, Scope, Term
from slotlint.infer.containers import Containers
from slotlint.infer.puts import AttributePut, all_stored
from slotlint.infer.spaces import IMPORTERS
from slotlint.infer.tables import Bound, Stored, call_sites, callee_names, handed_in, scopes_of
from slotlint.infer.values import ANYTHING, NOTHING, Site, Value, Values
from slotlint.program import Program

# Classes of objects that are given attributes from outside.
HOLDERS = ("types.SimpleNamespace", "types.ModuleType", "unittest.mock.", "mock.")
IMPORTING = frozenset({*IMPORTERS, "reload"})  # functions that give a module
STEPS = 3  # from name to name, in which a receiver is followed to an import
# Values that objects of the program come from.
OF_PROGRAM = frozenset({"inst", "cls", "fn", "bound", "of", "map", "row"})
PATH_PATCHERS = ("patch", "setattr")  # calls that are given a dotted name, and what goes there


def patched_paths(program: Sequence[FileFacts], sites: Mapping[str, Sequence[Site]]) -> dict[str, list[Bound]]:
    """Dotted name to what ``mock.patch``, ``monkeypatch.setattr`` and stores into ``sys.modules`` put there."""
    found: dict[str, list[Bound]] = {}
    for word in PATH_PATCHERS:
        for at, index, _, call in sites.get(word, ()):
            arguments, keywords = handed_in(program[at], call)
            path = program[at].terms[arguments[0]] if arguments else ("?",)
            given = dict(zip(keywords[::2], keywords[1::2], strict=True))
            value = arguments[1] if len(arguments) > 1 else given.get("new", 0)
            if path[0] == "s" and "." in path[1] and value:
                found.setdefault(path[1], []).append((at, index, value))
    for at, index, _, call in sites.get("multiple", ()):
        arguments, keywords = handed_in(program[at], call)
        path = program[at].terms[arguments[0]] if arguments else ("?",)
        for name, value in zip(keywords[::2], keywords[1::2], strict=True) if path[0] == "s" else ():
            found.setdefault(f"{path[1]}.{name}", []).append((at, index, value))
    for at, index, key, value in placed_modules(program, sites):
        path = program[at].terms[key]
        if path[0] == "s" and value:
            found.setdefault(path[1], []).append((at, index, value))
    return found


def placed_modules(program: Sequence[FileFacts], sites: Mapping[str, Sequence[Site]]) -> Iterator[tuple[int, int, Term, Term]]:
    """What is put into ``sys.modules``: by a statement, by ``monkeypatch.setitem`` or by ``patch.dict``."""
    for at, index, scope in scopes_of(program):
        yield from ((at, index, item.key, item.value) for item in scope.items if is_table(program[at], item.container))
    for at, index, _, call in sites.get("setitem", ()):
        arguments, _ = handed_in(program[at], call)
        if len(arguments) > 2 and is_table(program[at], arguments[0]):
            yield at, index, arguments[1], arguments[2]
    for at, index, _, call in sites.get("dict", ()):
        arguments, _ = handed_in(program[at], call)
        if len(arguments) < 2 or not is_table(program[at], arguments[0]):
            continue
        shown = program[at].terms[arguments[1]]
        for key, value in zip(shown[1::2], shown[2::2], strict=True) if shown[0] == "d" else ():
            yield at, index, key, value


def is_table(facts: FileFacts, term: Term) -> bool:
    """Whether a term is ``sys.modules``, or names it."""
    return facts.terms[term][::2] == ("a", "modules") or facts.terms[term] in (("n", "modules"), ("s", "sys.modules"))


def of_program(values: Values) -> Values:
    """Those of the values that objects of the program come from, also by way of what holds any attribute."""
    return frozenset(v for v in values if v[0] in OF_PROGRAM or (v[0] == "xinst" and v[1].startswith(HOLDERS)))


class Replaced(Containers):
    """The part of the inference that knows stores of attributes, and of those the stores on modules."""

    __slots__ = ("_attributes", "_outside", "_paths")

    def __init__(self, program: Program, callers: bool = True) -> None:
        super().__init__(program, callers)
        self._attributes: dict[str, list[Stored]] | None = None
        self._outside: dict[str, list[Stored]] = {}
        self._paths: dict[str, list[Bound]] | None = None

    def attribute_stores(self) -> dict[str, list[Stored]]:
        """Attribute name to (module, scope, receiver, value) of every store."""
        if self._attributes is None:
            self._attributes = self.all_stored()[0]
        return self._attributes

    def all_stored(self) -> tuple[dict[str, list[Stored]], list[AttributePut]]:
        """The stores of attributes by their names, and those of names that are computed."""
        sites = self.table("calls", call_sites)
        return self.table("stores", lambda facts: all_stored(facts, sites))

    def paths(self) -> dict[str, list[Bound]]:
        """What is put in the place of things that are named by dotted names."""
        if self._paths is None:
            sites = self.table("calls", call_sites)
            self._paths = self.table("paths", lambda facts: patched_paths(facts, sites))
        return self._paths

    def outside_stores(self, name: str) -> list[Stored]:
        """The stores of a name on what may be a module."""
        found = self._outside.get(name)
        if found is None:
            stores = self.attribute_stores().get(name, ())
            found = self._outside[name] = [store for store in stores if self.may_be_module(*store[:3])]
        return found

    def may_be_module(self, module: int, index: int, receiver: Term, steps: int = STEPS) -> bool:
        """Whether a receiver is written as a module is: by what an import binds, or a call that imports gives."""
        facts = self.facts[module]
        row = facts.terms[receiver]
        while row[0] in ("a", "["):
            row = facts.terms[row[1]]
        if row[0] == "c":
            return not IMPORTING.isdisjoint(callee_names(facts, row[1]))
        if row[0] != "n" or not steps:
            return row[0] in ("m", "f")
        at = index
        while at >= 0:
            here = facts.scopes[at]
            place = next((place for place, param in enumerate(here.params) if param.name == row[1]), -1)
            if place >= 0:
                return self.is_handed_module(here, place, steps - 1)
            if row[1] in here.bindings:
                return any(self.may_be_module(module, at, term, steps - 1) for term in here.bindings[row[1]])
            at = here.parent
        return False

    def is_handed_module(self, here: Scope, place: int, steps: int) -> bool:
        """Whether a call by the name of a function hands in what is written as a module is."""
        place -= here.owner >= 0
        for module, index, _, call in self.table("calls", call_sites).get(here.name, ()) if steps else ():
            arguments, _ = handed_in(self.facts[module], call)
            if 0 <= place < len(arguments) and self.may_be_module(module, index, arguments[place], steps - 1):
                return True
        return False

    def replaced(self, owner: Value, name: str) -> Values:
        """What the program puts under a name of a module, "mod" or "ext", from outside of it, as far as it is known."""
        if not self.may_be_replaced(owner, name):
            return NOTHING
        return self.kept(("replaced", owner, name), self.find_replaced, owner, name)

    def may_be_replaced(self, owner: Value, name: str) -> bool:
        """Whether some code stores under the name on what may be the module."""
        return self.callers and bool(self.outside_stores(name) or self.dotted(owner, name) in self.paths())

    def dotted(self, owner: Value, name: str) -> str:
        """The dotted name of a name of a module."""
        return f"{self.modules[owner[1]].name if owner[0] == 'mod' else owner[1]}.{name}"

    def find_replaced(self, owner: Value, name: str) -> Values:
        """The same, worked out anew."""
        stores = self.outside_stores(name)
        held = [(at, index, value) for at, index, receiver, value in stores if owner in self.eval(at, index, receiver)]
        held += self.paths().get(self.dotted(owner, name), ())
        found = NOTHING.union(*(self.eval(*place) for place in held if place[2]))
        # What stands outside of the program may be anything as it is, and stays what it was for those that know it.
        unknown = found & ANYTHING if owner[0] == "mod" else NOTHING
        return unknown | of_program(found)

    def placed(self, dotted: str) -> Values:
        """What the program puts in the place of what a dotted name says."""
        places = self.paths().get(dotted, ()) if self.callers else ()
        return of_program(NOTHING.union(*(self.eval(*place) for place in places)))
