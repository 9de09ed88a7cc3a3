"""How many instances of a class there may be, from the places that make them, and where slots would be a loss."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING, NamedTuple

from slotlint.diagnostics import Note, Payoff, Size
from slotlint.evidence import Site
from slotlint.facts import FileFacts, Term
from slotlint.rules.figures import figures, optional_names

if TYPE_CHECKING:
    from slotlint.rules.context import World
    from slotlint.verdict import Case

COLLECTING = frozenset({"append", "appendleft", "add", "insert", "setdefault", "put", "put_nowait"})
DEPTH = 4  # calls between a loop and the function that makes an instance


class Weighed(NamedTuple):
    """How many instances, and why."""

    payoff: Payoff
    notes: tuple[Note, ...] = ()


def weigh(world: World, case: Case) -> Weighed:
    """How many instances the construction sites of a class and its subclasses suggest."""
    found: Weighed = world.once(("payoff", case.cid), lambda: _weigh(world, case))
    return found


def _weigh(world: World, case: Case) -> Weighed:
    family = (case.cid, *world.program.descendants(case.cid))
    sites = [site for cid in family for site in world.evidence[cid].sites]
    for site in sites:
        note = _many(world, site)
        if note is not None:
            return Weighed(Payoff.MANY, (note,))
    if costs_more(world, case):
        return Weighed(Payoff.FEW, tuple(loss(world, case)))
    externals = world.program.external_mro(case.node)
    collected = world.judge.is_test(case.node) and case.node.name.startswith("Test")  # pytest makes one a test
    if "BaseException" in externals or "unittest.TestCase" in externals or collected or is_singleton(world, case):
        return Weighed(Payoff.FEW)
    return Weighed(Payoff.FEW if {site.kind for site in sites} == {"module"} else Payoff.UNKNOWN)


def _many(world: World, site: Site) -> Note | None:
    """Why one construction site makes many instances, if it does."""
    if site.kind == "loop":
        return _because(site.note, "instances are made in a loop")
    if site.kind not in ("function", "module"):
        return None
    if _is_element(world, site):
        return _because(site.note, "an instance is made an element of a collection")
    return _looped(world, site.module, site.scope, DEPTH, set()) if site.kind == "function" else None


def _because(note: Note, message: str) -> Note:
    return Note(message, note.path, note.row, note.column, "payoff")


def _looped(world: World, module: int, scope: int, depth: int, seen: set[tuple[int, int]]) -> Note | None:
    """The loop that a function is called from, through other functions too, or its recursion."""
    here = world.program.scope(module, scope)
    if here.kind != "function" or (module, scope) in seen or not depth:
        return None
    seen.add((module, scope))
    for where, inside, callee, *_ in world.inference.calls_of(module, scope, here):
        call = next((c for c in world.program.scope(where, inside).calls if _calls(world, where, c.term, callee)), None)
        path = world.program.modules[where].path
        if call is not None and call.repeated:
            return Note(f"{here.name}, which makes it, is called in a loop", path, call.row, call.column, "payoff")
        if call is not None and (where, inside) == (module, scope):
            return Note(f"{here.name}, which makes it, calls itself", path, call.row, call.column, "payoff")
        note = _looped(world, where, inside, depth - 1, seen)
        if note is not None:
            return note
    return None


def _calls(world: World, module: int, term: Term, callee: Term) -> bool:
    row = world.program.row(module, term)
    return row[0] == "c" and row[1] == callee


def _is_element(world: World, site: Site) -> bool:
    """Whether what a site makes goes straight into a list, a dict or the like."""
    facts = world.program.modules[site.module].facts
    here = facts.scopes[site.scope]
    made = {c.term for c in here.calls if (c.row, c.column + 1) == (site.note.row, site.note.column)}
    if any(item.value in made for item in here.items):
        return True
    return any(made.intersection(given) for given in _collected(facts, site.scope))


def _collected(facts: FileFacts, scope: int) -> Iterator[tuple[Term, ...]]:
    """The arguments of each call that adds to a collection."""
    for call in facts.scopes[scope].calls:
        row = facts.terms[call.term]
        if row[0] == "c":
            callee = facts.terms[row[1]]
            if callee[0] == "a" and callee[2] in COLLECTING:
                yield row[3 : 3 + row[2]]


def is_singleton(world: World, case: Case) -> bool:
    """Whether the class keeps its one instance in a class attribute."""
    module = case.node.module
    facts = world.program.modules[module].facts
    for name in case.evidence.class_stores:
        for index, scope in enumerate(facts.scopes):
            if scope.owner == case.node.index and scope.name == "__new__":
                for store in scope.stores:
                    if store.name == name and ("inst", case.cid) in world.inference.ask(module, index, store.value):
                        return True
    return False


def costs_more(world: World, case: Case) -> bool:
    """Whether slots would cost more than the dict on the newest version, should the optional names stay unset."""
    found = figures(world, case)
    return bool(found) and found[-1].after > found[-1].least


def loss(world: World, case: Case) -> Iterator[Note]:
    """A note where slots may cost more than the dict."""
    worse: tuple[Size, ...] = tuple(size for size in figures(world, case) if size.after > size.least)
    if worse:
        rare, at = optional_names(world, case), worse[-1]
        message = (
            f"{len(rare)} of its attributes are stored in branches only: where they stay unset, slots take "
            f"{at.after} bytes and the dict {at.least} on {at.version}"
        )
        yield Note(message, world.path(case.node), case.node.facts.row, kind="optional")
