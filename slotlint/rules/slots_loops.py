"""Loops over ``self.__slots__``: which names they miss or meet by surprise."""

from __future__ import annotations

from collections.abc import Iterator

from slotlint.diagnostics import Note
from slotlint.facts import Scope
from slotlint.rules.context import World
from slotlint.rules.layouts import is_malformed, own_slots
from slotlint.shape import SPECIAL
from slotlint.verdict import Case

USERS = frozenset({"getattr", "setattr", "hasattr", "delattr", "attrgetter"})
FILTERS = frozenset({"startswith", "endswith", "isidentifier", "lstrip", "strip"})  # the loop looks at the names themselves
FOR_EACH_CLASS = frozenset({"__init_subclass__", "__set_name__"})  # run once for each class, and mean its own slots
WALKS = frozenset({"__mro__", "mro", "__bases__", "__base__"})


def loop_problems(world: World, case: Case) -> Iterator[tuple[str, Note]]:
    """(message, place) of what goes wrong for instances of one class; each kind once."""
    said: set[str] = set()
    for module, index, through, note in case.evidence.slots_scopes:
        scope = world.program.scope(module, index)
        if not through or scope.name in FOR_EACH_CLASS or overridden(world, case, module, scope):
            continue
        if is_decorator(world, case, module, index):
            continue
        named = uses_names(world, module, index)
        what = "a loop over" if named or goes_over(world, module, index) else "what asks for"
        if what == "what asks for" and is_handed_classes(world, module, index, scope):
            continue
        for kind, message in problems(world, case, scope, what):
            if kind not in said and (named or kind == "bases"):
                said.add(kind)
                yield message, note


def is_decorator(world: World, case: Case, module: int, index: int) -> bool:
    """Whether a function decorates the class: it means the slots of that one class."""
    facts = case.node.facts
    held = (world.inference.ask(case.node.module, facts.parent, term) for term in facts.decorators)
    return any(v[0] == "fn" and v[1:3] == (module, index) for values in held for v in values)


def is_handed_classes(world: World, module: int, index: int, scope: Scope) -> bool:
    """Whether a function is no method, or one of a metaclass: such as is given a class often means its own slots."""
    owner = world.inference.owner_class(module, index)
    if owner is None:
        return not any(v[0] == "inst" for p in scope.params for v in world.inference.name(module, index, p.name))
    return "type" in world.program.external_mro(world.program.classes[owner])


def problems(world: World, case: Case, scope: Scope, what: str) -> Iterator[tuple[str, str]]:
    """(kind, message) of one loop, given what the slots of the class hold."""
    name, slots = case.node.facts.qualname, case.shape.slots
    names = (slots.names if slots else None) or ()
    above = inherited(world, case)
    if not mentions(scope, WALKS) and above and not set(above) <= set(own_slots(world, case) or ()):
        yield "bases", f"{what} the __slots__ of a {name} misses {', '.join(above)} of its bases"
    if mentions(scope, FILTERS) or (slots is not None and slots.form == "string" and is_malformed(case)):
        return
    private = [n for n in names if n.startswith("__") and not n.endswith("__")]
    if private and not any(c.guarded for c in scope.calls):
        yield "private", f"a loop over the __slots__ of a {name} meets {', '.join(private)}, which getattr and setattr know only mangled"
    special = [n for n in names if n in SPECIAL]
    if special:
        yield "special", f"a loop over the __slots__ of a {name} meets {', '.join(special)}, which is no data"
    if slots is not None and slots.form == "string" and len(names) == 1 and len(names[0]) > 1:
        yield "string", f'a loop over the __slots__ of a {name} walks the letters of "{names[0]}"'


def inherited(world: World, case: Case) -> list[str]:
    """The slots of the bases, the special ones aside."""
    bases = world.program.local_mro(case.node)[1:]
    return [n for b in reversed(bases) for n in own_slots(world, world.cases[b.cid]) or () if n not in SPECIAL]


def overridden(world: World, case: Case, module: int, scope: Scope) -> bool:
    """Whether the class does not run this method: it, or a class between, has one of its own."""
    if scope.owner < 0:
        return False
    owner = world.program.class_at[module, scope.owner]
    found = world.program.inherited(case.node, scope.name)
    return found is not None and found[0].cid != owner


def uses_names(world: World, module: int, index: int) -> bool:
    """Whether the function, or a lambda in it, reads or stores attributes by name."""
    facts = world.inference.facts[module]
    inner = [s for s in facts.scopes if s.parent == index and s.kind == "lambda"]
    calls = (facts.terms[c.term] for s in (facts.scopes[index], *inner) for c in s.calls)
    callees = (facts.terms[row[1]] for row in calls if row[0] == "c")
    return any(row[0] in "na" and row[-1] in USERS for row in callees)


def goes_over(world: World, module: int, index: int) -> bool:
    """Whether the function goes over ``__slots__``, or hands them to what may."""
    facts = world.inference.facts[module]
    terms, scope = facts.terms, facts.scopes[index]
    bound = [t for held in scope.bindings.values() for t in held]
    listed = {t for t, row in enumerate(terms) if row[0] == "a" and row[2] == "__slots__"}
    loops = {terms[t][1] if terms[t][0] == "i" else t for t in bound}
    given = (t for call in scope.calls if terms[call.term][0] == "c" for t in terms[call.term][3 : 3 + terms[call.term][2]])
    return any(terms[t][0] == "e" and terms[t][1] in listed for t in loops) or not listed.isdisjoint(given)


def mentions(scope: Scope, names: frozenset[str]) -> bool:
    """Whether the function reads an attribute of one of these names."""
    return any(names & set(attributes) for attributes in scope.loads.values()) or any(r.name in names for r in scope.reads)
