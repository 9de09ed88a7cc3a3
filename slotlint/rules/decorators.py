"""What decorators of the program store on the instances of the classes and methods that they decorate."""

from __future__ import annotations

from collections.abc import Iterator

from slotlint.diagnostics import Note
from slotlint.evidence import Write
from slotlint.facts import Call, FileFacts, Scope, Term
from slotlint.infer import Values
from slotlint.infer.tables import beginning
from slotlint.rules.context import World
from slotlint.verdict import Case


def decorated_writes(world: World, case: Case) -> Iterator[Write]:
    """Stores on instances by functions that a decorator puts in the place of methods, or wraps around them."""
    facts, ask = case.node.facts, world.inference.ask
    for term in facts.decorators:
        for module, scope in functions(world, case, ask(case.node.module, facts.parent, term)):
            for inner in replaced(world.inference.facts[module], scope):
                yield from writes_of(world, module, inner)
    for member in facts.members:
        for term in member.decorators:
            for module, scope in functions(world, case, ask(case.node.module, facts.scope, term)):
                for inner in handed_back(world.inference.facts[module], scope):
                    yield from writes_of(world, module, inner)


def computed_writes(world: World, case: Case) -> Iterator[tuple[str, Note]]:
    """(prefix, place) of each ``setattr(self, "prefix" + ...)`` by what a decorator puts in the place of a method."""
    for member in case.node.facts.members:
        for term in member.decorators:
            for module, scope in functions(world, case, world.inference.ask(case.node.module, case.node.facts.scope, term)):
                for inner in handed_back(world.inference.facts[module], scope):
                    facts, here = world.inference.facts[module], world.inference.facts[module].scopes[inner]
                    for call in set_calls(facts, here):
                        name = facts.terms[call.term][4]
                        prefix = beginning(facts, name) if facts.terms[name][0] == "b" else ""
                        if prefix and not call.guarded:
                            path = world.program.modules[module].path
                            yield prefix, Note("a decorator stores it", path, call.row, call.column + 1, "store")


def set_calls(facts: FileFacts, here: Scope) -> Iterator[Call]:
    """The calls ``setattr(first parameter, ..., ...)`` of a function."""
    first = ("n", here.params[0].name) if here.params else ()
    for call in here.calls:
        row = facts.terms[call.term]
        if row[0] == "c" and row[2] == 3 and facts.terms[row[1]] == ("n", "setattr") and facts.terms[row[3]] == first:
            yield call


def functions(world: World, case: Case, values: Values) -> Iterator[tuple[int, int]]:
    """The decorators themselves: of ``@deco(argument)`` the value is the inner function already."""
    for value in values:
        if value[0] == "fn":
            yield value[1], value[2]


def replaced(facts: FileFacts, scope: int) -> Iterator[int]:
    """The inner functions that a class decorator stores on the class that it is given."""
    here = facts.scopes[scope]
    if not here.params:
        return
    first = ("n", here.params[0].name)
    terms = [s.value for s in here.stores if facts.terms[s.receiver] == first]
    terms += [facts.terms[call.term][5] for call in set_calls(facts, here)]
    yield from inner_functions(facts, here, terms)


def handed_back(facts: FileFacts, scope: int) -> Iterator[int]:
    """The inner functions that a method decorator gives back, also as a property."""
    here = facts.scopes[scope]
    yield from inner_functions(facts, here, here.returns)


def inner_functions(facts: FileFacts, here: Scope, terms: tuple[Term, ...] | list[Term]) -> Iterator[int]:
    """The functions defined in a scope that these terms name, through decorators and ``property(...)``."""
    pending = list(terms)
    seen: set[Term] = set()
    while pending:
        term = pending.pop()
        if term in seen:
            continue
        seen.add(term)
        row = facts.terms[term]
        if row[0] == "n":
            pending += here.bindings.get(row[1], ())
        elif row[0] == "D":
            pending.append(row[2])
        elif row[0] == "c" and row[2]:
            pending.append(row[3])
        elif row[0] == "F":
            yield row[1]


def writes_of(world: World, module: int, scope: int) -> Iterator[Write]:
    """The stores of a function on its first parameter."""
    facts, path = world.inference.facts[module], world.program.modules[module].path
    here = facts.scopes[scope]
    if not here.params or here.params[0].kind not in "pn":
        return
    first = ("n", here.params[0].name)
    for store in here.stores:
        if facts.terms[store.receiver] == first:
            note = Note(f"a decorator stores .{store.name}", path, store.row, store.column + 1, "store")
            yield Write(store.name, note, False, store.guarded, True, "decorator", module, scope, 0)
    for call in set_calls(facts, here):
        for name in world.inference.strings(module, scope, facts.terms[call.term][4]) or ():
            note = Note(f"a decorator stores .{name}", path, call.row, call.column + 1, "store")
            yield Write(name, note, False, call.guarded, True, "decorator", module, scope, 0)
