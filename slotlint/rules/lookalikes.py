"""Statements that look like slots and are none, and values that cannot be slots."""

from __future__ import annotations

from collections.abc import Iterator

from slotlint.facts import FileFacts, Slots, Term
from slotlint.infer import plain_name
from slotlint.rules.context import World
from slotlint.shape import is_taken_away, mangled
from slotlint.verdict import Case

UNDER = "under:"
AS = "as:"
PLAIN = frozenset({"slots", "slot"})
ITERATORS = frozenset({"iter", "map", "filter", "reversed", "zip"})


def lookalikes(world: World, case: Case, slots: Slots) -> Iterator[str]:
    """Why a statement has no effect on the layout."""
    name = case.node.facts.qualname
    if slots.form == "typo":
        yield from (f"{wrong} of {name} is no __slots__ and does nothing" for wrong in meant(world, case, slots))
    elif slots.form == "annotation" and not any(s.form not in ("typo", "annotation") for s in case.node.facts.slots):
        yield f"__slots__ of {name} is annotated and has no value: it does nothing"
    elif slots is case.shape.slots and is_taken_away(case.node):
        yield f"__slots__ of {name} is deleted before the class is made: it does nothing"
    elif is_for_checkers(world, case, slots):
        yield f"__slots__ of {name} is for type checkers only: at run time the class has no slots"


def meant(world: World, case: Case, slots: Slots) -> list[str]:
    """The lookalikes that were meant: spelt as only the interpreter's names are, or listing what instances have."""
    if slots.names is None or any(flag.startswith("non-") for flag in slots.flags):
        return []
    names = [flag.removeprefix(AS) for flag in slots.flags if flag.startswith(AS)]
    stored = set(case.evidence.attributes)
    listed = bool(set(slots.names) & stored)
    plain = stored != set() and stored == {mangled(n, case.node.name) for n in slots.names}
    return [
        n for n in names
        if (plain and not is_read(world, n) if n in PLAIN else listed or (n.startswith("__") and n.endswith("__")))
    ]  # fmt: skip


def is_read(world: World, name: str) -> bool:
    """Whether anything in the program asks for an attribute of this name."""
    return world.once(("reads of", name), lambda: any(reads(m.facts, name) for m in world.program.modules))


def reads(facts: FileFacts, name: str) -> bool:
    """Whether a file does."""
    return any(any(r.name == name for r in s.reads) or any(name in held for held in s.loads.values()) for s in facts.scopes)


def is_for_checkers(world: World, case: Case, slots: Slots) -> bool:
    """Whether a statement stands directly under ``if TYPE_CHECKING:``."""
    for flag in slots.flags:
        if flag.startswith(UNDER):
            last = flag.removeprefix(UNDER).rpartition(".")[2]
            if last in ("TYPE_CHECKING", "False"):
                return True
            if is_never(world, case, last):
                return True
            values = world.inference.name(case.node.module, case.node.facts.scope, last)
            return any(v[0] == "ext" and plain_name(v[1]) == "typing.TYPE_CHECKING" for v in values)
    return False


def is_never(world: World, case: Case, name: str) -> bool:
    """Whether the module binds a name to False, once and for all."""
    facts = world.inference.facts[case.node.module]
    held = facts.scopes[0].bindings.get(name, ())
    return name not in facts.scopes[case.node.facts.scope].bindings and [facts.terms[t] for t in held] == [("k", "False")]


def value_problems(world: World, case: Case, slots: Slots) -> Iterator[str]:
    """What is wrong with the value as a whole, up to the class it stands for."""
    for flag in dict.fromkeys(slots.flags):
        kind, _, what = flag.partition(":")
        if kind == "non-iterable":
            yield f"{what} is not iterable, a TypeError,"
        elif kind == "non-string":
            yield f"{what} is no string, a TypeError,"
    if (slots.form == "set" or "unordered" in slots.flags) and (slots.names is None or len(slots.names) > 1):
        yield "a set has an order that differs from run to run"
    if slots.form == "iterator" or named_iterator(world, case, slots.value):
        yield "an iterator is used up once the class is made: copy and pickle find no names"
    elif slots.names is None and not any(f.startswith("non-") for f in slots.flags):
        yield from inferred_problems(world, case, slots.value)


def inferred_problems(world: World, case: Case, term: Term) -> Iterator[str]:
    """What is wrong with a value that goes by a name."""
    row = constant(world, case, term)
    if row[0] == "v" or (row[0] == "k" and row[1] not in ("str", "tuple", "bytes")):
        yield f"{'int' if row[0] == 'v' else row[1]} is not iterable, a TypeError,"
        return
    for value in world.inference.ask(case.node.module, case.node.facts.scope, term):
        parts = value[1] if value[0] == "row" else (value[1],) if value[0] == "of" else ()
        held = {v[1] for part in parts for v in part if v[0] == "xinst"}
        for wrong in sorted(held & {"int", "bytes", "float", "bool"}):
            yield f"{wrong} is no string, a TypeError,"


def constant(world: World, case: Case, term: Term) -> tuple[object, ...]:
    """The term of a value, a name followed to the one thing that a module binds it to."""
    at, index = case.node.module, case.node.facts.scope
    facts = world.inference.facts[at]
    row = facts.terms[term]
    for _ in range(8):
        if row[0] == "n":
            held = facts.scopes[index].bindings.get(row[1]) or facts.scopes[0].bindings.get(row[1]) or ()
        elif row[0] == "f":
            found = world.inference.find_module(at, row[1], row[2])
            if found is None:
                break
            at, facts, index = found, world.inference.facts[found], 0
            held = facts.scopes[0].bindings.get(row[3]) or ()
        else:
            break
        if len(held) != 1:
            break
        row = facts.terms[held[0]]
    if row[0] == "c" and facts.terms[row[1]][0] == "n":
        return ("c", facts.terms[row[1]][1])
    return row


def named_iterator(world: World, case: Case, term: Term) -> bool:
    """Whether the value is what ``iter`` or its kin made."""
    return constant(world, case, term)[:2] in {("c", name) for name in ITERATORS}
