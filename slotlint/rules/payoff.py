"""How many instances of a class there may be, from the places that make them, and where slots would be a loss."""

from __future__ import annotations

from collections.abc import Iterator
from typing import NamedTuple

from slotlint.diagnostics import Note, Payoff, Size
from slotlint.evidence import Site
from slotlint.facts import FileFacts, Term
from slotlint.rules.figures import figures, optional_names
from slotlint.rules.judged import Judged
from slotlint.rules.singletons import is_kept, is_singleton, made_at
from slotlint.verdict import Case

COLLECTING = frozenset({"append", "appendleft", "add", "insert", "setdefault", "put", "put_nowait"})
DEPTH = 4  # calls between a loop and the function that makes an instance


class Weighed(NamedTuple):
    """How many instances, and why."""

    payoff: Payoff
    notes: tuple[Note, ...] = ()


def weigh(judged: Judged, case: Case) -> Weighed:
    """How many instances the construction sites of a class and its subclasses suggest."""
    found: Weighed = judged.once(("payoff", case.cid), lambda: _weigh(judged, case))
    return found


def _weigh(judged: Judged, case: Case) -> Weighed:
    family = (case.cid, *judged.program.descendants(case.cid))
    sites = [site for cid in family for site in judged.evidence[cid].sites]
    for site in sites:
        note = _many(judged, site)
        if note is not None:
            return Weighed(Payoff.MANY, (note,))
    if costs_more(judged, case):
        return Weighed(Payoff.FEW, tuple(loss(judged, case)))
    externals = judged.program.external_mro(case.node)
    collected = judged.judge.is_test(case.node) and case.node.name.startswith("Test")  # pytest makes one a test
    if "BaseException" in externals or "unittest.TestCase" in externals or collected or is_singleton(judged, case):
        return Weighed(Payoff.FEW)
    once = bool(sites) and all(site.kind == "module" or is_kept(judged, site) for site in sites)
    return Weighed(Payoff.FEW if once else Payoff.UNKNOWN)


def _many(judged: Judged, site: Site) -> Note | None:
    """Why one construction site makes many instances, if it does."""
    if site.kind == "loop":
        return _because(site.note, "instances are made in a loop")
    if site.kind not in ("function", "module"):
        return None
    if _is_element(judged, site):
        return _because(site.note, "an instance is made an element of a collection")
    return _looped(judged, site.module, site.scope, DEPTH, set()) if site.kind == "function" else None


def _because(note: Note, message: str) -> Note:
    return Note(message, note.path, note.row, note.column, "payoff")


def _looped(judged: Judged, module: int, scope: int, depth: int, seen: set[tuple[int, int]]) -> Note | None:
    """The loop that a function is called from, through other functions too, or its recursion."""
    here = judged.program.scope(module, scope)
    if here.kind != "function" or (module, scope) in seen or not depth:
        return None
    seen.add((module, scope))
    for where, inside, callee, *_ in judged.inference.calls_of(module, scope, here):
        call = next((c for c in judged.program.scope(where, inside).calls if _calls(judged, where, c.term, callee)), None)
        path = judged.program.modules[where].path
        if call is not None and call.repeated:
            return Note(f"{here.name}, which makes it, is called in a loop", path, call.row, call.column, "payoff")
        if call is not None and (where, inside) == (module, scope):
            return Note(f"{here.name}, which makes it, calls itself", path, call.row, call.column, "payoff")
        note = _looped(judged, where, inside, depth - 1, seen)
        if note is not None:
            return note
    return None


def _calls(judged: Judged, module: int, term: Term, callee: Term) -> bool:
    row = judged.program.row(module, term)
    return row[0] == "c" and row[1] == callee


def _is_element(judged: Judged, site: Site) -> bool:
    """Whether what a site makes goes straight into a list, a dict or the like."""
    facts = judged.program.modules[site.module].facts
    here = facts.scopes[site.scope]
    made = made_at(here, site)
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


def costs_more(judged: Judged, case: Case) -> bool:
    """Whether slots would cost more than the dict on the newest version, should the optional names stay unset."""
    found = figures(judged, case)
    return bool(found) and found[-1].after > found[-1].least


def loss(judged: Judged, case: Case) -> Iterator[Note]:
    """A note where slots may cost more than the dict."""
    worse: tuple[Size, ...] = tuple(size for size in figures(judged, case) if size.after > size.least)
    if worse:
        rare, at = optional_names(judged, case), worse[-1]
        message = (
            f"{len(rare)} of its attributes are stored in branches only: where they stay unset, slots take "
            f"{at.after} bytes and the dict {at.least} on {at.version}"
        )
        yield Note(message, judged.path(case.node), case.node.facts.row, kind="optional")
