"""Metaclasses that give every class which they make the same slots: ``namespace["__slots__"] = ()``."""

from __future__ import annotations

from typing import Any

from slotlint.facts import FileFacts, Scope
from slotlint.infer import Inference
from slotlint.program import ClassNode, Program

NAMESPACE = 3  # the parameter of ``__new__`` after the metaclass itself, the name and the bases


def makes_empty_slots(node: ClassNode, program: Program, inference: Inference) -> bool:
    """Whether the metaclass of a class puts empty slots into the namespace of whatever it makes.

    That of the most derived metaclass counts, and ``__new__`` of the metaclasses above it must do no other thing.
    """
    named = list(program.with_metaclass(node))
    if node.mro is None or not named:
        return False
    values = [value for owner in named for value in inference.own_metaclass(owner)]
    metas = {value[1] for value in values if value[0] == "cls"}
    derived = [cid for cid in metas if metas <= {each.cid for each in program.local_mro(program.classes[cid])}]
    if len(derived) != 1 or any(value[0] not in ("cls", "ext") for value in values):
        return False
    makers = [
        (owner.module, member.term)
        for owner in program.local_mro(program.classes[derived[0]])
        if (member := program.member(owner.cid, "__new__")) is not None
    ]
    return bool(makers) and all(_sets_empty_slots(inference.facts[module], term) for module, term in makers)


def hands_on(facts: FileFacts, scope: Scope) -> bool:
    """Whether ``__new__`` of a metaclass gives back the class that the one above it has made, and sees nothing of the namespace."""
    if scope.stores or "h" not in scope.flags or len(scope.params) <= NAMESPACE:
        return False
    name = ("n", scope.params[NAMESPACE].name)
    given = [facts.terms[term] for term in scope.returns]
    held = [scope.bindings.get(row[1], ()) if row[0] == "n" else () for row in given]
    rows = [facts.terms[terms[0]] if len(terms) == 1 else row for row, terms in zip(given, held, strict=True)]
    return bool(rows) and all(_makes(facts, row, name) for row in rows)


def _sets_empty_slots(facts: FileFacts, term: int) -> bool:
    """Whether ``__new__`` of a metaclass stores empty slots for certain, after all that others may do to the namespace."""
    row = facts.terms[term]
    scope = facts.scopes[row[1]] if row[0] == "F" else None
    if scope is None or len(scope.params) <= NAMESPACE or scope.params[NAMESPACE].name in scope.bindings:
        return False
    name = ("n", scope.params[NAMESPACE].name)
    items = [item for item in scope.items if facts.terms[item.container] == name]
    stores = [item for item in items if facts.terms[item.key] == ("s", "__slots__")]
    if len(stores) != 1 or not stores[0].certain or facts.terms[stores[0].value] != ("t",):
        return False
    return _is_handed_on(facts, scope, name) and stores[0].row > _last_change(facts, scope, name, stores[0].row)


def _is_handed_on(facts: FileFacts, scope: Scope, name: tuple[Any, ...]) -> bool:
    """Whether what ``__new__`` gives back is made from the namespace by ``__new__`` of the metaclass above."""
    return bool(scope.returns) and all(_makes(facts, facts.terms[term], name) for term in scope.returns)


def _makes(facts: FileFacts, row: tuple[Any, ...], name: tuple[Any, ...]) -> bool:
    if row[0] != "c" or row[2] <= NAMESPACE:
        return False
    callee = facts.terms[row[1]]
    return callee[0] == "a" and callee[2] == "__new__" and facts.terms[row[3 + NAMESPACE]] == name


def _last_change(facts: FileFacts, scope: Scope, name: tuple[Any, ...], before: int) -> int:
    """The last row on which something else may change the slots in the namespace; the call that makes the class cannot."""
    rows = [0]
    for call in scope.calls:
        row = facts.terms[call.term]
        if row[0] != "c" or _makes(facts, row, name):
            continue
        callee = facts.terms[row[1]]
        given = [facts.terms[t] for t in (*row[3 : 3 + row[2]], *row[4 + row[2] :: 2])]
        if name in given or (callee[0] == "a" and facts.terms[callee[1]] == name):
            rows.append(call.row)
    computed = [i for i in scope.items if facts.terms[i.container] == name and facts.terms[i.key][0] != "s"]
    return max([*rows, *(item.row for item in computed if item.row != before)])
