"""Stores of attributes that are no statements: by ``setattr`` and its kin, and into the instance dict."""

from __future__ import annotations

from collections.abc import Container, Iterator, Mapping, Sequence
from typing import NamedTuple

from slotlint.facts import FileFacts, Scope, Term
from slotlint.infer.tables import Bound, Stored, bound_by_global, scopes_of, stored_attributes
from slotlint.infer.values import Site, Value

SETTERS = ("setattr", "__setattr__", "object")  # the last of ``patch.object``
FILLING = ("update", "setdefault", "__setitem__")  # methods of a dict
# Classes whose instances are made with what they hold, by keywords.
HOLDERS = ("SimpleNamespace", "Mock", "MagicMock", "NonCallableMock", "AsyncMock")
# Methods that are handed what a store elsewhere gives, or what the attributes held before.
HANDED = ("__setattr__", "__setstate__")
STEPS = 4  # from name to name, in which a value is followed to a parameter


class AttributePut(NamedTuple):
    """A store in a scope of a module. ``name`` is the term that says which attribute it is, 0 for any.

    ``spread``: the value is a mapping of names to what is stored under them. ``text``: the name, where it is a keyword.
    """

    module: int
    scope: int
    receiver: Term
    name: Term
    value: Term
    spread: bool = False
    text: str = ""


def all_stored(program: Sequence[FileFacts], sites: Mapping[str, Sequence[Site]]) -> tuple[dict[str, list[Stored]], list[AttributePut]]:
    """Attribute name to every store of it that gives it a value of its own, by whatever means; and those of computed names."""
    found = stored_attributes(program)
    computed: list[AttributePut] = []
    for put in puts(program, sites):
        facts = program[put.module]
        scope = facts.scopes[put.scope]
        if scope.name in HANDED and is_of_parameter(facts, scope, put.value, [param.name for param in scope.params]):
            continue
        names = [put.text] if put.text else texts(facts, scope, put.name)
        for name in names or ():
            found.setdefault(name, []).append((put.module, put.scope, put.receiver, put.value))
        if names is None and not held_by_dict(facts, put.value):
            computed.append(put)
    return found, computed


def puts(program: Sequence[FileFacts], sites: Mapping[str, Sequence[Site]]) -> Iterator[AttributePut]:
    """Every such store."""
    for at, index, scope in scopes_of(program):
        for item in scope.items:
            receiver = held_by_dict(program[at], item.container)
            if receiver:
                yield AttributePut(at, index, receiver, item.key, item.value)
    for word in SETTERS:
        for at, index, callee, call in sites.get(word, ()):
            yield from put_by_setter(at, index, program[at], callee, program[at].terms[call])
    for at, facts in enumerate(program):
        for word in taken_setters(facts):
            for module, index, callee, call in sites.get(word, ()):
                if module == at:
                    yield from put_by_setter(at, index, facts, callee, facts.terms[call])
    for at, index, _, call in sites.get("multiple", ()):
        yield from put_by_patch(at, index, program[at].terms[call])
    for word in HOLDERS:
        for at, index, _, call in sites.get(word, ()):
            yield from put_by_keywords(at, index, call, program[at].terms[call])
    for word in FILLING:
        for at, index, callee, call in sites.get(word, ()):
            yield from put_into_dict(at, index, program[at], callee, program[at].terms[call])


def put_by_setter(at: int, index: int, facts: FileFacts, callee: Term, row: Value) -> Iterator[AttributePut]:
    """``setattr(x, name, value)`` and ``object.__setattr__``, ``patch.object(x, name, new=value)`` or ``x.__setattr__``."""
    if row[0] != "c" or not 2 <= row[2] <= 4:
        return
    words = dict(zip(row[3 + row[2] :: 2], row[4 + row[2] :: 2], strict=True))
    if row[2] > 2 or "new" in words:
        yield AttributePut(at, index, row[3], row[4], row[5] if row[2] > 2 else words["new"])
        return
    bound = facts.terms[callee]
    held = facts.scopes[index].bindings.get(bound[1], ()) if bound[0] == "n" else ()
    for method in (bound, *(facts.terms[term] for term in held)):
        if method[::2] == ("a", "__setattr__"):
            yield AttributePut(at, index, method[1], *row[3:5])


def put_by_patch(at: int, index: int, row: Value) -> Iterator[AttributePut]:
    """``patch.multiple(x, name=value)``."""
    for name, value in zip(row[3 + row[2] :: 2], row[4 + row[2] :: 2], strict=True) if row[0] == "c" and row[2] else ():
        yield AttributePut(at, index, row[3], 0, value, not name, name)


def put_by_keywords(at: int, index: int, call: Term, row: Value) -> Iterator[AttributePut]:
    """``SimpleNamespace(name=value)``, and mocks that are told what they hold."""
    for name, value in zip(row[3 + row[2] :: 2], row[4 + row[2] :: 2], strict=True) if row[0] == "c" else ():
        yield AttributePut(at, index, call, 0, value, not name, name)


def taken_setters(facts: FileFacts) -> set[str]:
    """The names that functions of a file give to ``object.__setattr__``."""
    found: set[str] = set()
    for scope in facts.scopes[1:] if "__setattr__" in facts.attribute_values else ():
        for name, held in scope.bindings.items():
            if any(facts.terms[term][::2] == ("a", "__setattr__") for term in held):
                found.add(name)
    return found


def put_into_dict(at: int, index: int, facts: FileFacts, callee: Term, row: Value) -> Iterator[AttributePut]:
    """``x.__dict__.update(name=value)`` and its kin."""
    method = facts.terms[callee]
    receiver = held_by_dict(facts, method[1]) if row[0] == "c" and method[0] == "a" else 0
    arguments = row[3 : 3 + row[2]] if receiver else ()
    if receiver and method[2] != "update":
        if len(arguments) == 2:
            yield AttributePut(at, index, receiver, *arguments)
        return
    for name, value in zip(row[3 + row[2] :: 2], row[4 + row[2] :: 2], strict=True) if receiver else ():
        yield AttributePut(at, index, receiver, 0, value, not name, name)
    for argument in arguments:
        display = facts.terms[argument]
        if display[0] != "d":
            yield AttributePut(at, index, receiver, 0, argument, True)
        for key, value in zip(display[1::2], display[2::2], strict=True) if display[0] == "d" else ():
            yield AttributePut(at, index, receiver, key, value, not key)


def held_by_dict(facts: FileFacts, container: Term) -> Term:
    """The object of which a term is the instance dict, 0 for another term."""
    row = facts.terms[container]
    if row[0] == "c":
        return int(row[3]) if row[2] == 1 and facts.terms[row[1]] == ("n", "vars") else 0
    return int(row[1]) if row[::2] == ("a", "__dict__") else 0


def bound_from_functions(program: Sequence[FileFacts]) -> dict[tuple[int, str], list[Bound]]:
    """(module, name) to what is bound to it by ``global`` in functions, or by ``globals()[name] = value``."""
    found = bound_by_global(program)
    for at, index, scope in scopes_of(program):
        facts = program[at]
        for item in scope.items:
            container = facts.terms[item.container]
            if container[0] == "c" and facts.terms[container[1]] == ("n", "globals"):
                for name in texts(facts, scope, item.key) or ():
                    found.setdefault((at, name), []).append((at, index, item.value))
    return found


def texts(facts: FileFacts, scope: Scope, term: Term) -> list[str] | None:
    """The strings that a term may be, as its function says: by a constant, or out of a display that is iterated; else None."""
    row = facts.terms[term]
    local = row[0] == "n" and all(row[1] != param.name for param in scope.params)
    held = [facts.terms[t] for t in scope.bindings.get(row[1], ())] if local else [row]
    found: list[str] = []
    for each in held or [row]:
        shown = facts.terms[each[1]] if each[0] == "e" else ()
        parts = [facts.terms[t] for t in shown[1:]] if shown[:1] in (("t",), ("l",)) else [each]
        if any(part[0] != "s" for part in parts):
            return None
        found += [str(part[1]) for part in parts]
    return found


def is_of_parameter(facts: FileFacts, scope: Scope, term: Term, names: Container[str], steps: int = STEPS) -> bool:
    """Whether a value is, or is taken out of, a parameter of one of these names."""
    row = facts.terms[term]
    while row[0] in ("a", "[", "c", "i", "e"):
        row = facts.terms[row[1]]
    if row[0] != "n" or row[1] in names:
        return bool(row[0] == "n")
    held = scope.bindings.get(row[1], ()) if steps else ()
    return bool(held) and all(is_of_parameter(facts, scope, each, names, steps - 1) for each in held)
