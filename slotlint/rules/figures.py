"""Bytes of an instance before and after, on every supported version, from what is known of a class and its bases."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace

from slotlint import external, sizes
from slotlint.diagnostics import Size
from slotlint.facts import Scope
from slotlint.program import ClassNode, Version
from slotlint.rules.judged import Judged
from slotlint.shape import SPECIAL
from slotlint.sizes import Layout
from slotlint.verdict import Case

BUILDERS = ("__new__", "__init__", "__post_init__", "__attrs_post_init__")
FILLING = {"assign": "assign", "assign-copy": "assign"} | dict.fromkeys(("update-dict", "update-literal", "update-other"), "update")


def names_of(judged: Judged, case: Case) -> tuple[str, ...]:
    """Every name that instances may have, bases first, the special ones aside."""
    found: dict[str, None] = {}
    for owner in reversed(judged.program.local_mro(case.node)):
        inner = judged.cases[owner.cid]
        found.update(dict.fromkeys((*(inner.shape.declared or ()), *inner.names)))
    return tuple(name for name in found if name not in SPECIAL)


def figures(judged: Judged, case: Case) -> tuple[Size, ...]:
    """The sizes on each target version; () where the base decides, or a whole dict whose names are not known.

    What a builtin base takes for itself is in none of the numbers, so that only their differences count.
    """
    return judged.once(("figures", case.cid), lambda: _figures(judged, case))


def _figures(judged: Judged, case: Case) -> tuple[Size, ...]:
    if case.node.mro is None:
        return ()
    solid = [b for b in judged.program.external_mro(case.node) if judged.judge.external_solid(b)]
    targets, names = judged.program.targets, names_of(judged, case)
    if not names and _dict_uses(case)[0] == "assign":
        return ()
    if any(not _takes_slots(base, targets[-1]) for base in solid):
        return () if names else tuple(_empty(version) for version in targets)
    weak = case.weakref is not None or judged.judge.base_weakref(case)
    after = [sizes.slotted_size(len(names), weak, version) for version in targets]
    if not _has_dict(judged, case):
        return tuple(Size(_spelt(v), size, size, size, size) for v, size in zip(targets, after, strict=True))
    layouts = _layouts(judged, case, names, bool(solid))
    return tuple(
        _size(version, [sizes.unslotted_size(layout, version) for layout in layouts], size)
        for version, size in zip(targets, after, strict=True)
    )


def _layouts(judged: Judged, case: Case, names: tuple[str, ...], solid: bool) -> tuple[Layout, Layout, Layout]:
    """The layout with a dict: as a rule, when most of it must be there, and when the least of it is."""
    inside = tuple(n for n in names if not _is_slot(judged, case, n))
    filled, touched = _dict_uses(case)
    usual = Layout(inside, len(names) - len(inside), case.node.facts.own_stores, filled=filled, solid=solid)
    rare = optional_names(judged, case)
    return (
        usual,
        replace(usual, late=late_names(judged, case), touched=touched),
        replace(usual, names=tuple(n for n in inside if n not in rare)),
    )


def _size(version: Version, before: list[int], after: int) -> Size:
    usual, most, least = before
    return Size(_spelt(version), usual, min(least, usual), max(most, usual), after)


def _empty(version: Version) -> Size:
    saved = sizes.empty_saving(version)
    return Size(_spelt(version), saved, saved, saved, 0)


def _spelt(version: Version) -> str:
    return ".".join(map(str, version))


def _takes_slots(base: str, version: Version) -> bool:
    layout = external.lookup(base, version)
    return layout is None or layout.takes_nonempty


def _is_slot(judged: Judged, case: Case, name: str) -> bool:
    """Whether a name has a slot already."""
    owners = (judged.cases[owner.cid] for owner in judged.program.local_mro(case.node))
    return any(name in (owner.shape.declared or ()) for owner in owners)


def _has_dict(judged: Judged, case: Case) -> bool:
    """Whether instances have a dict now."""
    owners = [judged.cases[owner.cid].shape.declared for owner in judged.program.local_mro(case.node)]
    return any(declared is None or "__dict__" in declared for declared in owners)


def _dict_uses(case: Case) -> tuple[str, bool]:
    """(how the dict is filled, whether something looks at it or copies the instance)."""
    filled = "stores"
    for reach in case.evidence.dict_uses:
        if reach.own and reach.use.form in FILLING:
            filled = FILLING[reach.use.form]
    return filled, bool(case.evidence.dict_uses or case.evidence.copied)


# -- which names are always there -------------------------------------------------------------------------------------


def optional_names(judged: Judged, case: Case) -> frozenset[str]:
    """The names that are stored in branches and loops only, so that some instances may do without."""
    fields = _field_names(judged, case)
    certain: set[str] = set()
    stored: set[str] = set()
    for owner in judged.program.local_mro(case.node):
        for write in judged.cases[owner.cid].evidence.writes:
            stored.add(write.name)
            if write.name not in certain and _is_certain(judged.program.scope(write.module, write.scope), write.name):
                certain.add(write.name)
    return frozenset(stored - certain - fields)


def _is_certain(scope: Scope, name: str) -> bool:
    return any(store.certain and store.name == name for store in scope.stores)


def late_names(judged: Judged, case: Case) -> frozenset[str]:
    """The names that nothing stores while an instance is built: others may exist by then."""
    early = set(_field_names(judged, case))
    for scope in _building(judged, case.node):
        early.update(store.name for store in scope.stores)
    return frozenset(n for n in names_of(judged, case) if n not in early)


def _field_names(judged: Judged, case: Case) -> frozenset[str]:
    """The fields of dataclasses and attrs classes, which the ``__init__`` made for them stores."""
    owners = [judged.cases[owner.cid] for owner in judged.program.local_mro(case.node)]
    made = (owner for owner in owners if owner.shape.kind in ("dataclass", "attrs"))
    return frozenset(
        member.name for owner in made for member in owner.node.facts.members if member.annotation or owner.shape.kind == "attrs"
    )


def _building(judged: Judged, node: ClassNode) -> Iterator[Scope]:
    """The constructors of a class and the methods that they call on the instance, and so on."""
    waiting, seen = list(BUILDERS), set(BUILDERS)
    while waiting:
        name = waiting.pop()
        for owner in judged.program.local_mro(node):
            for scope in judged.program.own_scopes(owner, name):
                yield scope
                fresh = _called_on_self(judged, owner.module, scope) - seen
                seen |= fresh
                waiting += fresh


def _called_on_self(judged: Judged, module: int, scope: Scope) -> set[str]:
    """The names of the methods that a function calls on its first parameter."""
    terms = judged.program.modules[module].facts.terms
    first = scope.params[0].name if scope.params else ""
    callees = (terms[terms[call.term][1]] for call in scope.calls if terms[call.term][0] == "c")
    return {row[2] for row in callees if row[0] == "a" and terms[row[1]] == ("n", first)}
