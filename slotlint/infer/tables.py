"""Indexes over the facts of all modules, each made once by a walk over them."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Any

from slotlint.facts import FileFacts, Scope, Term
from slotlint.infer.values import Site

Place = tuple[int, int]  # module, scope
Bound = tuple[int, int, Term]  # module, scope, value
Stored = tuple[int, int, Term, Term]  # module, scope, receiver, value
NARROWING = frozenset("IAH")  # tags of terms that say more of another


def scopes_of(program: Sequence[FileFacts]) -> Iterator[tuple[int, int, Scope]]:
    """Every scope with the indexes of its module and of itself."""
    for at, facts in enumerate(program):
        for index, scope in enumerate(facts.scopes):
            yield at, index, scope


def unnarrowed(rows: Sequence[tuple[Any, ...]], term: Term) -> tuple[Any, ...]:
    """What a term is, or what it says more of."""
    row = rows[term]
    while row[0] in NARROWING:
        row = rows[row[1]]
    return row


def bound_from_within(facts: FileFacts) -> dict[str, list[tuple[int, Scope]]]:
    """Name to the scopes of a module that bind it for a scope around them."""
    found: dict[str, list[tuple[int, Scope]]] = {}
    for at, inner in enumerate(facts.scopes):
        for name in inner.outer:
            if name in inner.bindings:
                found.setdefault(name, []).append((at, inner))
    return found


def children_of(facts: FileFacts) -> dict[int, list[int]]:
    """Scope to the scopes that stand in it directly."""
    found: dict[int, list[int]] = {}
    for at, inner in enumerate(facts.scopes):
        found.setdefault(inner.parent, []).append(at)
    return found


def bound_by_global(program: Sequence[FileFacts]) -> dict[tuple[int, str], list[Bound]]:
    """(module, name) to what functions assign to it by ``global``."""
    found: dict[tuple[int, str], list[Bound]] = {}
    for at, index, scope in scopes_of(program):
        for name in scope.outer if "G" in scope.flags else ():
            for term in scope.bindings.get(name, ()):
                found.setdefault((at, name), []).append((at, index, term))
    return found


def stored_attributes(program: Sequence[FileFacts]) -> dict[str, list[Stored]]:
    """Attribute name to every store of it that gives it a value of its own."""
    found: dict[str, list[Stored]] = {}
    for at, index, scope in scopes_of(program):
        for store in scope.stores:
            if store.how != "del":
                found.setdefault(store.name, []).append((at, index, store.receiver, store.value))
    return found


def added_to(program: Sequence[FileFacts]) -> set[str]:
    """The names of attributes that some statement adds to, or changes in another way by what they were."""
    return {store.name for _, _, scope in scopes_of(program) for store in scope.stores if store.how == "aug"}


def call_sites(program: Sequence[FileFacts]) -> dict[str, list[Site]]:
    """Call sites by the names of the callee ("" where it has none)."""
    found: dict[str, list[Site]] = {}
    for at, facts in enumerate(program):
        names: dict[Term, tuple[str, ...]] = {}
        inner = imported_within(facts)
        for index, callee, term in (*_calls(facts), *_decorations(facts)):
            held = names.get(callee)
            if held is None:
                held = callee_names(facts, callee)
                held = names[callee] = (*held, *sorted(inner.get(held[0], frozenset()).difference(held)))
            for name in held:
                found.setdefault(name, []).append((at, index, callee, term))
    return found


def _calls(facts: FileFacts) -> Iterator[tuple[int, Term, Term]]:
    terms = facts.terms
    for index, scope in enumerate(facts.scopes):
        for call in scope.calls:
            row = terms[call.term]
            if row[0] == "c":
                yield index, row[1], call.term


def _decorations(facts: FileFacts) -> Iterator[tuple[int, Term, Term]]:
    """A decorator is a call of it with what it decorates."""
    for term, row in enumerate(facts.terms):
        if row[0] == "D":
            inner = facts.terms[row[2]]
            while inner[0] == "D":
                inner = facts.terms[inner[2]]
            parent = facts.scopes[inner[1]].parent if inner[0] == "F" else facts.classes[inner[1]].parent
            yield parent, row[1], term


def handed_in(facts: FileFacts, term: Term) -> tuple[tuple[Term, ...], tuple[Any, ...]]:
    """The arguments and the keywords of a call; a decorator is given what it decorates."""
    row = facts.terms[term]
    if row[0] == "D":
        return (row[2],), ()
    return row[3 : 3 + row[2]], row[3 + row[2] :]


def callee_names(facts: FileFacts, term: Term) -> tuple[str, ...]:
    """The names under which a call is looked for: as written, and as imported."""
    row = facts.terms[term]
    if row[0] == "a":
        return (row[2],)
    if row[0] != "n":
        return ("",)
    names = [row[1]]
    for held in facts.scopes[0].bindings.get(row[1], ()):
        bound = facts.terms[held]
        if bound[0] == "f" and bound[3] != row[1]:
            names.append(bound[3])
        elif bound[0] in ("n", "a"):  # Other = Class
            names.append(bound[1] if bound[0] == "n" else bound[2])
    return tuple(names)


def beginnings_of(facts: FileFacts, scope: Scope, name: Term) -> Iterator[str]:
    """What a computed name, or one that a variable holds, may begin with: "" where nothing is known of that."""
    row = facts.terms[name]
    held = scope.bindings.get(row[1], ()) if row[0] == "n" else (name,)
    for term in held:
        yield beginning(facts, term)
    if not held or any(row == ("n", param.name) for param in scope.params):
        yield ""


def beginning(facts: FileFacts, term: Term) -> str:
    """The text with which a computed string certainly begins: of ``"begin_" + rest`` or ``"begin_%s" % rest``."""
    row = facts.terms[term]
    if row[0] == "b" and row[1] in ("Add", "Mod", "Join"):
        found = beginning(facts, row[2])
        return found.partition("%")[0] if row[1] == "Mod" else found
    if row[0] == "c" and facts.terms[row[1]][::2] == ("a", "format"):
        return beginning(facts, facts.terms[row[1]][1]).partition("{")[0]
    return str(row[1]) if row[0] == "s" else ""


def imported_within(facts: FileFacts) -> dict[str, set[str]]:
    """Names that functions import something under to the names that it has elsewhere."""
    found: dict[str, set[str]] = {}
    for scope in facts.scopes:
        for name, held in scope.bindings.items():
            others = {facts.terms[term][3] for term in held if facts.terms[term][0] == "f"} - {name}
            if others:
                found.setdefault(name, set()).update(others)
    return found
