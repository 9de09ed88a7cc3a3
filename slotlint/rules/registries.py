"""Who keeps the first of the two classes that ``slots=True`` makes, or is called twice."""

from __future__ import annotations

from collections.abc import Iterator

from slotlint.diagnostics import Note
from slotlint.facts import Scope
from slotlint.rules.context import World
from slotlint.verdict import Case

CHECKS = frozenset(
    ["super", "issubclass", "isinstance", "getattr", "hasattr", "callable", "vars", "dir", "id", "hash", "repr", "str", "print", "type"]
)
METHODS = frozenset({"__init__", "__new__", "__init_subclass__"})


def keepers(world: World, case: Case) -> Iterator[tuple[str, Note]]:
    """Decorators below, hooks of bases and metaclasses that keep the class they are given."""
    for at in range(case.shape.decorator + 1, len(case.node.facts.decorators)):
        for value in world.inference.ask(case.node.module, case.node.facts.parent, case.node.facts.decorators[at]):
            if value[0] == "fn" and keeps(world, value[1], value[2], 0, named=True):
                note = Note("this decorator", world.path(case.node), case.node.facts.decorator_rows[at], kind="decorator")
                yield "a decorator below keeps the first one", note
    for owner in world.program.local_mro(case.node)[1:]:
        yield from hook(world, owner.module, owner.index, "__init_subclass__", 0, "__init_subclass__ runs twice and keeps both")
        if owner.cid in world.reach.subclass_lists:
            yield "__subclasses__() lists both", world.reach.subclass_lists[owner.cid]
    for owner in world.program.local_mro(case.node):
        for keyword, term in owner.facts.keywords:
            if keyword == "metaclass":
                for value in world.inference.ask(owner.module, owner.facts.parent, term):
                    if value[0] == "cls":
                        meta = world.program.classes[value[1]]
                        yield from hook(world, meta.module, meta.index, "__init__", 0, "the metaclass runs twice and keeps both")
                        yield from hook(world, meta.module, meta.index, "__new__", 1, "the metaclass runs twice and keeps both")


def hook(world: World, module: int, owner: int, name: str, first: int, message: str) -> Iterator[tuple[str, Note]]:
    """The finding on one method that is called with the class."""
    for index, scope in enumerate(world.program.modules[module].facts.scopes):
        if scope.owner == owner and scope.name == name and keeps(world, module, index, first):
            yield message, Note(f"in {name}", world.program.modules[module].path, scope.row, kind="second-class")


def keeps(world: World, module: int, index: int, first: int, named: bool = False) -> bool:
    """Whether a function hands its class on to a call, or keeps it under a key that is not its name.

    ``named``: also under its name, as a decorator does that never sees the second class.
    """
    scope, facts = world.program.scope(module, index), world.inference.facts[module]
    names = {p.name for p in scope.params[first : first + 1]} | made(world, module, scope)
    held = {t for t, row in enumerate(facts.terms) if row[0] == "n" and row[1] in names}
    called = [facts.terms[c.term] for c in scope.calls]
    given = [row for row in called if row[0] == "c" and held & set(row[3 : 3 + row[2]]) and not is_check(facts.terms[row[1]])]
    stored = any(i.value in held for i in scope.items)
    raising = any(row[0] == "c" and "Error" in str(facts.terms[row[1]][1]) for row in called)
    return bool(given) or (stored and (named or raising))


def is_check(callee: tuple[object, ...]) -> bool:
    """Whether a callee only looks at what it is given, or is the method of ``super()`` or ``type``."""
    return (callee[0] == "n" and callee[1] in CHECKS) or (callee[0] == "a" and callee[2] in METHODS)


def made(world: World, module: int, scope: Scope) -> set[str]:
    """The local names of a class that ``super().__new__`` made."""
    terms = world.inference.facts[module].terms
    found = set()
    for name, held in scope.bindings.items():
        rows = [terms[t] for t in held]
        if any(row[0] == "c" and terms[row[1]][0] == "a" and terms[row[1]][2] == "__new__" for row in rows):
            found.add(name)
    return found


def class_keywords(world: World, case: Case) -> Iterator[tuple[str, Note]]:
    """Keywords of the class statement, which the second class is not given (attrs neither)."""
    given = [k for k, _ in case.node.facts.keywords if k and k != "metaclass"]
    if given and world.program.inherited(case.node, "__init_subclass__"):
        note = Note("the class keywords", world.path(case.node), case.node.facts.row, kind="second-class")
        yield f"{', '.join(given)} is not given again", note
