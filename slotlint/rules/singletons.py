"""Classes of which the program keeps one instance: in a class attribute, in a global name, or behind a cached function."""

from __future__ import annotations

from slotlint.evidence import Site
from slotlint.facts import Scope, Term
from slotlint.infer.tables import unnarrowed
from slotlint.rules.judged import Judged
from slotlint.verdict import Case

CACHING = frozenset({"functools.cache", "functools.lru_cache"})


def made_at(here: Scope, site: Site) -> set[Term]:
    """The calls that stand where a site makes an instance."""
    return {c.term for c in here.calls if (c.row, c.column + 1) == (site.note.row, site.note.column)}


def is_kept(judged: Judged, site: Site) -> bool:
    """Whether a function keeps what it makes where only one is held: a name of the module, the class, its own cache."""
    here = judged.program.scope(site.module, site.scope)
    made = made_at(here, site)
    named = {name for name, held in here.bindings.items() if made.intersection(held)}
    if "G" in here.flags and not named.isdisjoint(here.outer):
        return True
    rows = judged.inference.facts[site.module].terms
    kept = made | {term for term, row in enumerate(rows) if row[0] == "n" and row[1] in named}
    for store in here.stores:
        if store.value in kept and any(v[0] == "cls" for v in judged.inference.ask(site.module, site.scope, store.receiver)):
            return True
    cached = bool(judged.inference.decorator_names(site.module, here) & CACHING)
    return cached and not here.params and not kept.isdisjoint(here.returns)


def is_singleton(judged: Judged, case: Case) -> bool:
    """Whether the class keeps its one instance in a class attribute, or its metaclass one for each class."""
    return is_kept_by_new(judged, case) or is_kept_by_metaclass(judged, case)


def is_kept_by_new(judged: Judged, case: Case) -> bool:
    """Whether ``__new__`` keeps an instance in a class attribute."""
    module = case.node.module
    facts = judged.program.modules[module].facts
    for name in case.evidence.class_stores:
        for index, scope in enumerate(facts.scopes):
            if scope.owner == case.node.index and scope.name == "__new__":
                for store in scope.stores:
                    if store.name == name and ("inst", case.cid) in judged.inference.ask(module, index, store.value):
                        return True
    return False


def is_kept_by_metaclass(judged: Judged, case: Case) -> bool:
    """Whether ``__call__`` of a metaclass keeps what the class makes under the class, or on it."""
    for owner in judged.program.with_metaclass(case.node):
        for value in judged.inference.own_metaclass(owner):
            found = judged.program.inherited(judged.program.classes[value[1]], "__call__") if value[0] == "cls" else None
            if found is not None and any(keeps(judged, found[0].module, s) for s in judged.program.own_scopes(found[0], "__call__")):
                return True
    return False


def keeps(judged: Judged, module: int, scope: Scope) -> bool:
    """Whether a ``__call__`` of a metaclass stores what the one above it makes by the class alone."""
    rows = judged.inference.facts[module].terms
    made = {c.term for c in scope.calls if rows[c.term][0] == "c" and rows[rows[c.term][1]][::2] == ("a", "__call__")}
    named = {("n", name) for name, held in scope.bindings.items() if made.intersection(held)}
    first = ("n", scope.params[0].name) if scope.params else ()
    stored = [(item.key, item.value) for item in scope.items] + [(store.receiver, store.value) for store in scope.stores]
    return any(unnarrowed(rows, where) == first and (value in made or rows[value] in named) for where, value in stored)
