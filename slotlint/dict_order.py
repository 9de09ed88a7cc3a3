"""The order of the names in an instance dict: that of the first stores on the instance, where it is the same for all."""

from __future__ import annotations

from collections.abc import Iterator
from math import inf
from typing import TYPE_CHECKING

from slotlint.facts import DictUse, Scope
from slotlint.program import ClassNode, Program

if TYPE_CHECKING:
    from slotlint.verdict import Case

# What is done with a whole dict, by the first part of the use, that tells nothing of the order of its names.
BLIND = frozenset({
    "[]", "get", "in", "compare", "__contains__", "__len__", "len", "set", "frozenset", "sorted", "bool", "any", "all",
    "%", "format_map", "setattr",
})  # fmt: skip
SHORT = frozenset("kvsn")  # terms of constants and names, which stand on one row
STATE_HOOKS = frozenset({"__getstate__", "__reduce__", "__reduce_ex__"})
ADDING = ("assign", "ann", "unpack", "for", "with", "again")  # ways to store a name that leave it where it is in the dict
# Uses of the dict that have a form with slots, and may put a name into it out of turn, or take one out.
MOVING = frozenset({"item-store", "item-delete", "key-delete", "update-literal", "update-other", "assign", "setdefault", "pop"})


def shows_order(use: DictUse, method: str, asked: bool) -> bool:
    """Whether what a method does with a whole dict may tell in which order its names were stored.

    A state does not, as long as nobody but ``pickle`` and ``copy`` asks for it.
    """
    if use.form == "snapshot" and use.parts[1] in BLIND:
        return False
    return method not in STATE_HOOKS or asked


def is_asked_for(program: Program, name: str) -> bool:
    """Whether anything in the program asks for an attribute of this name."""
    modules = [module.facts for module in program.modules if not module.foreign]
    scopes = (scope for facts in modules for scope in facts.scopes)
    if any(any(name in held for held in s.loads.values()) or any(r.name == name for r in s.reads) for s in scopes):
        return True
    return any(("s", name) in facts.terms for facts in modules)


def is_asked_from_outside(program: Program, name: str) -> bool:
    """The same, but for methods of that name that ask ``super()`` for it."""
    modules = [module.facts for module in program.modules if not module.foreign]
    for facts in modules:
        for s in facts.scopes:
            if any(name in held for held in s.loads.values()):
                return True
            if any(r.name == name and not (s.name == name and facts.terms[r.receiver] == ("S",)) for r in s.reads):
                return True
    return any(("s", name) in facts.terms for facts in modules)


def order_of_stores(
    case: Case, names: tuple[str, ...], program: Program, cases: list[Case]
) -> tuple[str, ...] | None:  # fmt: skip
    """The names in the order in which every instance gets them, None where that may differ.

    Statements of ``__init__`` that always run store all of them, or all but one that comes last.
    """
    if len(names) < 2:
        return names
    scopes = program.own_scopes(case.node, "__init__")
    if len(scopes) != 1 or not scopes[0].params or program.inherited(case.node, "__new__") is not None:
        return None
    init, rows = scopes[0], program.modules[case.node.module].facts.terms
    stores = sorted((s.row, s.column, s.name, s) for s in init.stores if rows[s.receiver] == ("n", init.params[0].name))
    first = {name: store for _, _, name, store in reversed(stores)}
    settled = [name for name in dict.fromkeys(s[2] for s in stores) if first[name].certain and first[name].how in ADDING]
    late = [name for name in names if name not in settled]
    if not settled or len(late) > 1 or not set(settled) <= set(names):
        return None
    end = first[settled[-1]].row
    if any(name in first and first[name].row <= end for name in late):
        return None
    whole = rows[first[settled[-1]].value][0] in SHORT  # what else the statement says may stand on rows below
    if any(other_ways(case, names, init, program, cases)) and meets_others(case.node, init, names, end if whole else inf, program):
        return None
    return (*settled, *late) if not is_rearranged(case, names, program, cases) else None


def kin(case: Case, program: Program, cases: list[Case]) -> Iterator[Case]:
    """The class, those that it derives from, and those that derive from it."""
    above = (owner.cid for owner in program.local_mro(case.node))
    return (cases[cid] for cid in (*above, *program.descendants(case.cid)))


def is_rearranged(case: Case, names: tuple[str, ...], program: Program, cases: list[Case]) -> bool:
    """Whether an instance may get its names in another way than by ``__init__``, or lose one for a while."""
    evidence = [each.evidence for each in kin(case, program, cases)]
    made = any(site.kind == "new" for e in evidence for site in e.sites)
    moved = any(write.name in names and write.how in ("del", "patch") for e in evidence for write in e.writes)
    return made or moved or any(reach.use.form in MOVING for e in evidence for reach in e.dict_uses)


def other_ways(case: Case, names: tuple[str, ...], init: Scope, program: Program, cases: list[Case]) -> Iterator[str]:
    """The names that something else than statements of ``__init__`` stores."""
    for each in kin(case, program, cases):
        for write in each.evidence.writes:
            if write.name in names and (program.scope(write.module, write.scope) is not init or write.how not in (*ADDING, "aug")):
                yield write.name


def meets_others(node: ClassNode, init: Scope, names: tuple[str, ...], end: float, program: Program) -> bool:
    """Whether ``__init__`` lets others get at the new instance up to a row: by a method, by ``super()`` or as a value."""
    name = init.params[0].name
    facts = program.modules[node.module].facts
    used = name in init.values and init.values[name] <= end
    asked = any(row <= end for load, row in init.loads.get(name, {}).items() if load.removeprefix("?") not in names)
    above = len(program.local_mro(node)) > 1 and any(facts.terms[r.receiver] == ("S",) and r.row <= end for r in init.reads)
    inner = any(facts.scopes[scope.parent] is init for scope in facts.scopes if scope.parent >= 0)
    return used or asked or above or inner
