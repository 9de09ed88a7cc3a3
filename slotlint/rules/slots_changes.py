"""Where the program assigns or changes the ``__slots__`` of a class that exists."""

from __future__ import annotations

from collections.abc import Iterator

from slotlint.diagnostics import Note
from slotlint.facts import Scope
from slotlint.rules.context import World
from slotlint.verdict import Case

MUTATORS = frozenset(
    [
        "append",
        "extend",
        "insert",
        "remove",
        "pop",
        "clear",
        "sort",
        "reverse",
        "add",
        "discard",
        "update",
        "setdefault",
        "popitem",
        "__iadd__",
        "__setitem__",
    ]
)


def changes(world: World, case: Case) -> Iterator[Note]:
    """Every place that changes the slots of a class too late."""
    stored = case.evidence.class_stores.get("__slots__")
    if stored is not None:
        yield Note("__slots__ is assigned through the class", stored.path, stored.row, stored.column, "slots")
    for note in case.evidence.blocks:
        if note.message.startswith("stores __slots__"):
            yield Note("__slots__ is assigned on an instance", note.path, note.row, note.column, "slots")
    yield from in_methods(world, case)
    yield from by_metaclass(world, case)
    for module, index, _, note in case.evidence.slots_scopes:
        yield from in_scope(world, case, module, index, note)


def in_methods(world: World, case: Case) -> Iterator[Note]:
    """``__slots__`` as a local variable of a method."""
    path = world.path(case.node)
    module = case.node.module
    for scope in world.once(("local slots", module), lambda: local_slots(world, module)):
        if world.judge.in_class(case, scope):
            yield Note(f"__slots__ is a local variable of {scope.name}", path, scope.row, 1, "slots")


def by_metaclass(world: World, case: Case) -> Iterator[Note]:
    """``__slots__`` stored on the class by ``__init__`` of its metaclass, which is given what is made already."""
    for owner in world.program.with_metaclass(case.node):
        for value in world.inference.own_metaclass(owner):
            found = world.program.inherited(world.program.classes[value[1]], "__init__") if value[0] == "cls" else None
            scopes = world.program.own_scopes(found[0], "__init__") if found is not None else ()
            for scope in scopes:
                terms = world.inference.facts[found[0].module].terms if found is not None else ()
                first = ("n", scope.params[0].name) if scope.params else ()
                for store in scope.stores:
                    if store.name == "__slots__" and terms[store.receiver] == first and found is not None:
                        path = world.path(found[0])
                        yield Note("__slots__ is assigned by the metaclass", path, store.row, store.column + 1, "slots")


def local_slots(world: World, module: int) -> list[Scope]:
    """The functions of a module that have a local variable ``__slots__``."""
    scopes = world.program.modules[module].facts.scopes
    return [s for s in scopes if s.kind == "function" and "__slots__" in s.bindings and "__slots__" not in s.outer]


def in_scope(world: World, case: Case, module: int, index: int, note: Note) -> Iterator[Note]:
    """Calls and item stores that change the list or set which ``__slots__`` holds."""
    facts, scope = world.inference.facts[module], world.program.scope(module, index)
    for call in scope.calls:
        row = facts.terms[call.term]
        callee = facts.terms[row[1]] if row[0] == "c" else ("?",)
        if callee[0] == "a" and callee[2] in MUTATORS and means(world, case, module, index, scope, callee[1]):
            yield Note(f"__slots__.{callee[2]} is called", note.path, call.row, call.column + 1, "slots")
    for item in scope.items:
        if means(world, case, module, index, scope, item.container):
            yield Note("an item of __slots__ is stored", note.path, item.row, 1, "slots")


def means(world: World, case: Case, module: int, index: int, scope: Scope, term: int) -> bool:
    """Whether a term is ``C.__slots__`` of this class itself, or a local name for it."""
    terms = world.inference.facts[module].terms
    row = terms[term]
    if row[0] == "n":
        held = [terms[t] for t in scope.bindings.get(row[1], ())]
        row = held[0] if len(held) == 1 else row
    if row[0] != "a" or row[2] != "__slots__":
        return False
    values = world.inference.ask(module, index, row[1])
    return any(v[0] in ("inst", "cls") and v[1] == case.cid for v in values)
