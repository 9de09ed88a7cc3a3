"""What functions of installed packages store on what they are handed, as their own sources say.

Their modules are no part of the program: only these stores are taken from them, those of functions that they call
in their own module among them.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence

from slotlint import external
from slotlint.facts import FileFacts, Scope
from slotlint.names import absolute
from slotlint.program import ArgumentStore, SourceModule

DEPTH = 3  # of calls, and of modules that take a function from one another
NO_STORES = frozenset({"del", "aug", "again", "expected"})  # these need what is there already


def used_names(modules: Iterable[SourceModule]) -> frozenset[str]:
    """The names that a program imports, and those that it reads as attributes."""
    rows = (row for module in modules if not module.foreign for row in module.facts.terms)
    return frozenset(row[-1] for row in rows if row[0] in ("a", "f"))


def lending_modules(module: SourceModule, names: frozenset[str]) -> set[str]:
    """The modules outside the standard library that a module imports names from, of an installed one those of these names."""
    rows = [row for row in module.facts.terms if row[0] == "f" or (row[0] == "m" and not module.foreign)]
    if module.foreign:
        own = module.name.partition(".")[0]
        rows = [row for row in rows if row[3] in names and absolute(module, row[1], row[2]).partition(".")[0] == own]
    wanted = {absolute(module, row[1], row[2]) for row in rows}
    wanted |= {f"{row[1]}.{row[3]}" for row in rows if row[0] == "f" and not (row[2] or module.foreign)}
    return {name for name in wanted if name and not external.is_stdlib_module(name)}


def stores_of(modules: Sequence[SourceModule], names: frozenset[str]) -> dict[str, tuple[ArgumentStore, ...]]:
    """The stores of functions of these names, by their dotted ones, in installed modules; of a class those of its ``__init__``."""
    found = {name: puts for module in modules for name, puts in _own_stores(module, names) if puts}
    for _ in range(DEPTH):
        found |= {name: found[origin] for module in modules for name, origin in _taken(module) if origin in found}
    return found


def _own_stores(module: SourceModule, names: frozenset[str]) -> Iterator[tuple[str, tuple[ArgumentStore, ...]]]:
    facts = module.facts
    functions = {s.name: s for s in facts.scopes[1:] if s.kind == "function" and s.parent == 0}
    for name in names.intersection(functions):
        yield f"{module.name}.{name}", tuple(dict.fromkeys(_stores(facts, functions[name], functions, DEPTH)))
    for scope in facts.scopes:
        if scope.name != "__init__" or scope.owner < 0:
            continue
        made = facts.classes[scope.owner]
        if made.parent == 0 and made.name in names:
            puts = dict.fromkeys(_stores(facts, scope, functions, DEPTH))
            yield f"{module.name}.{made.name}", tuple(p._replace(place=p.place - 1) for p in puts if p.place)


def _stores(facts: FileFacts, scope: Scope, functions: Mapping[str, Scope], depth: int) -> Iterator[ArgumentStore]:
    """The stores of a function, and of those that it hands its parameters on to, on what its parameters were given."""
    terms = facts.terms
    places = {("n", p.name): at for at, p in enumerate(scope.params) if p.kind in ("p", "n", "k") and p.name not in scope.bindings}
    for store in scope.stores:
        place = places.get(terms[store.receiver])
        if place is not None and store.how not in NO_STORES:
            yield ArgumentStore(place, scope.params[place].name, store.name)
    for call in scope.calls if depth else ():
        row = terms[call.term]
        callee = terms[row[1]] if row[0] == "c" else ("?",)
        if callee[0] != "n":
            continue
        given = [places.get(terms[term]) for term in row[3 : 3 + row[2]]]
        if callee[1] == "setattr" and len(given) == 3 and given[0] is not None and terms[row[4]][0] == "s":
            yield ArgumentStore(given[0], scope.params[given[0]].name, terms[row[4]][1])
        elif callee[1] in functions and any(place is not None for place in given):
            for put in _stores(facts, functions[callee[1]], functions, depth - 1):
                place = given[put.place] if put.place < len(given) else None
                if place is not None:
                    yield ArgumentStore(place, scope.params[place].name, put.attribute)


def _taken(module: SourceModule) -> Iterator[tuple[str, str]]:
    """The dotted names of what a module imports from others, each with the name that it has there."""
    for name, held in module.facts.scopes[0].bindings.items():
        for row in (module.facts.terms[term] for term in held):
            if row[0] == "f":
                yield f"{module.name}.{name}", f"{absolute(module, row[1], row[2])}.{row[3]}"
