"""What the state methods of a class do with the instance dict, and with the state that they are given."""

from __future__ import annotations

from collections.abc import Iterator

from slotlint import external
from slotlint.diagnostics import AddState, Applicability, Fix, Note
from slotlint.evidence import Event
from slotlint.facts import Scope, Term
from slotlint.rules.certainty import is_certain, is_expected
from slotlint.rules.context import World
from slotlint.rules.layouts import is_dictless
from slotlint.shape import SPECIAL, spelt
from slotlint.verdict import Case

STATE = frozenset(
    ["__getstate__", "__setstate__", "__reduce__", "__reduce_ex__", "__copy__", "__deepcopy__", "__getnewargs__", "__replace__"]
)
MAPPING = frozenset({"items", "keys", "values", "get", "pop", "setdefault", "update", "copy"})
GETTERS = ("__getstate__", "__reduce__", "__reduce_ex__")


def method(world: World, case: Case, name: str) -> tuple[int, int, Scope] | None:
    """(module, index, scope) of the method that a class runs under a name, where the program defines it."""
    found = world.program.inherited(case.node, name)
    if found is None:
        return None
    for index, scope in enumerate(world.program.modules[found[0].module].facts.scopes):
        if scope.owner == found[0].index and scope.name == name and scope.kind == "function":
            return found[0].module, index, scope
    return None


def dict_uses(world: World, case: Case) -> Iterator[tuple[str, Note]]:
    """(method, place) of each use of the instance dict by the state methods that the class runs."""
    chain = [world.cases[c.cid] for c in world.program.local_mro(case.node)]
    for name in sorted(STATE):
        found = method(world, case, name)
        if found is None or not is_own(world, case, found):
            continue
        for owner in chain:
            for reach in owner.evidence.dict_uses:
                if reach.own and (reach.module, reach.scope) == found[:2]:
                    yield name, reach.note


def shape_problems(world: World, case: Case) -> Iterator[tuple[str, Note]]:
    """State methods that agree with a dict as the state, and not with the pair that slots have."""
    getter, setter = method(world, case, "__getstate__"), method(world, case, "__setstate__")
    reduced = any(method(world, case, g) for g in GETTERS[1:])
    if setter is not None and getter is None and not reduced and is_own(world, case, setter):
        row = mapping_row(world, setter[0], setter[2])
        if row:
            yield "__setstate__ is given (None, slots), not a dict", place(world, setter[0], row)
    if getter is not None and setter is None and not reduced and is_own(world, case, getter):
        module, index, scope = getter
        terms = world.inference.facts[module].terms
        if scope.returns and all(terms[t][0] == "d" for t in scope.returns):
            yield "__getstate__ gives a dict, which nothing can put back without __setstate__", place(world, module, scope.row)
    for index, scope in enumerate(world.program.modules[case.node.module].facts.scopes):
        if world.judge.in_class(case, scope) and asks_above(world, case, index, scope):
            yield "super().__getstate__() gives (None, slots), not a dict", place(world, case.node.module, scope.row)


def is_own(world: World, case: Case, found: tuple[int, int, Scope]) -> bool:
    """Whether a method is to be reported on this class: it is its own, or that of a base that has a dict itself."""
    owner = world.cases[world.program.class_at[found[0], found[2].owner]]
    return owner is case or not is_dictless(world, owner)


def place(world: World, module: int, row: int) -> Note:
    """A note at a line."""
    return Note("here", world.program.modules[module].path, row, kind="state")


def mapping_row(world: World, module: int, scope: Scope) -> int:
    """The row where ``__setstate__`` takes the state for a dict, 0 where it may not."""
    terms = world.inference.facts[module].terms
    if len(scope.params) < 2 or {"isinstance", "type", "len"} & set(names_called(world, module, scope)):
        return 0
    state = scope.params[1].name
    if state in scope.bindings or f"{state}#" in scope.bindings:
        return 0
    rows = [row for attribute, row in scope.loads.get(state, {}).items() if attribute in MAPPING]
    indexed = [r for r in terms if r[0] == "[" and terms[r[1]] == ("n", state)]
    keyed = indexed and all(terms[r[2]][0] == "s" for r in indexed)
    return min(rows, default=scope.row if keyed else 0)


def super_state(world: World, module: int) -> set[Term]:
    """The terms of a module that call ``super().__getstate__()``."""
    terms = world.inference.facts[module].terms
    callees = {t for t, r in enumerate(terms) if r[0] == "a" and r[2] == "__getstate__" and terms[r[1]] == ("S",)}
    return {t for t, r in enumerate(terms) if r[0] == "c" and r[1] in callees} if callees else set()


def asks_above(world: World, case: Case, index: int, scope: Scope) -> bool:
    """Whether a method takes what ``super().__getstate__()`` gives for a dict."""
    module = case.node.module
    asked = world.once(("super state", module), lambda: super_state(world, module))
    if not asked or world.program.inherited(case.node, "__getstate__") not in (
        None,
        (case.node, world.program.member(case.cid, "__getstate__")),
    ):
        return False
    named = {name for name, held in scope.bindings.items() if set(held) <= asked}
    direct = any(r.receiver in asked and r.name in MAPPING for r in scope.reads)
    return direct or any(MAPPING & set(scope.loads.get(name, ())) for name in named)


def lost_slots(world: World, case: Case) -> Iterator[tuple[str, Note]]:
    """Builtin bases whose copies leave the slots of subclasses out (before 3.11)."""
    if not case.evidence.copied or not set(case.shape.declared or ()) - set(SPECIAL):
        return
    if any(method(world, case, h) for h in ("__reduce__", "__reduce_ex__", "__copy__", "__deepcopy__", "__getstate__")):
        return
    for base in world.program.external_mro(case.node):
        found = external.lookup(base, world.program.targets[0])
        if found is not None and found.state == "lost":
            version = ".".join(map(str, world.program.targets[0]))
            yield f"copies and pickles of {base} subclasses lose slots on Python {version}", case.evidence.copied[0]
            return


def names_called(world: World, module: int, scope: Scope) -> Iterator[str]:
    """The plain names that a function calls."""
    terms = world.inference.facts[module].terms
    for call in scope.calls:
        row = terms[call.term]
        if row[0] == "c" and terms[row[1]][0] == "n":
            yield terms[row[1]][1]


def is_frozen(world: World, case: Case) -> bool:
    """Whether the class, or a dataclass that it derives from, refuses stores on its instances."""
    chain = [world.cases[c.cid] for c in world.program.local_mro(case.node)]
    return any(c.shape.kind in ("dataclass", "attrs") and c.shape.option("frozen") is True for c in chain)


def refuses_stores(world: World, case: Case) -> bool:
    """Whether the class has a ``__setattr__`` that does nothing but raise."""
    found = method(world, case, "__setattr__")
    return found is not None and not any("__setattr__" in a for a in found[2].loads.values()) and not found[2].reads and (
        world.judge.only_raises(found[0], found[2]) and bool(found[2].calls) and not found[2].dict_uses
    )  # fmt: skip


def hand_written(case: Case) -> bool:
    """Whether the class has data slots that the dataclass or attrs decorator did not make."""
    return bool(set(case.shape.declared or ()) - set(SPECIAL)) and not case.shape.option("slots")


def is_met(world: World, case: Case, event: Event) -> bool:
    """Whether an instance of the class is known to be pickled there, and no test waits for the error."""
    expected = is_expected(world, event.module, event.scope, event.note.row)
    return not expected and is_certain(world, event.module, event.scope, event.receiver, case.cid)


def stated(world: World, case: Case, setter: str) -> Fix | None:
    """State methods, for a class that stands alone and has none."""
    alone = len(world.program.local_mro(case.node)) == 1 and not world.program.descendants(case.cid)
    if not alone or case.evidence.state_reads or any(method(world, case, h) for h in ("__getstate__", "__setstate__")):
        return None
    names = tuple(spelt(n, case.node.name) for n in case.shape.declared or () if n not in SPECIAL)
    remedy = world.remedy(case, (AddState(names, ("__getstate__", "__setstate__"), setter),))
    wanted = Applicability.SAFE if case.evidence.copied or case.evidence.old_pickles else Applicability.UNSAFE
    return Fix(wanted, f"write state methods for {case.node.name}", f"{case.node.key}.state", (remedy,))
