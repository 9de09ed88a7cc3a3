"""``setattr`` with computed names: which of them no slot can take."""

from __future__ import annotations

from collections.abc import Iterator

from slotlint.diagnostics import Note
from slotlint.evidence import Event
from slotlint.facts import Scope
from slotlint.infer.puts import is_of_parameter
from slotlint.rules.certainty import is_certain
from slotlint.rules.context import World
from slotlint.rules.decorators import computed_writes
from slotlint.rules.gaps import provided_below
from slotlint.rules.layouts import found_in, has_hook, total_slots
from slotlint.rules.parsed_options import parsed_names
from slotlint.verdict import Case

STORES = ("slot", "descriptor", "unsure")


def dynamic_problems(world: World, case: Case) -> Iterator[tuple[str, Note]]:
    """(message, place) of each ``setattr`` that is known to fail on instances of the class."""
    if has_hook(world, case, "__setattr__"):
        return
    name = case.node.facts.qualname
    for event in family_dynamic(world, case):
        wrong = sorted(n for n in stored_names(world, case, event) if is_wrong(world, case, n))
        note = event.note
        if wrong:
            yield f"setattr stores {', '.join(wrong)} on a {name}, which has no such slot", note
        elif not total_slots(world, case) and not world.program.descendants(case.cid):
            yield f"setattr stores on a {name}, which has no slots at all", note
    for option, note in parsed_names(world, case):
        if is_wrong(world, case, option):
            yield f"parsing stores {option} on a {name}, which has no such slot", note
    for prefix, note in computed_writes(world, case):
        if not any(s.startswith(prefix) for s in total_slots(world, case)):
            yield f'setattr stores names that start with "{prefix}" on a {name}, which has no such slot', note


def family_dynamic(world: World, case: Case) -> Iterator[Event]:
    """The computed stores on instances of the class, also by methods that it inherits."""
    for owner in world.program.local_mro(case.node):
        for event in world.cases[owner.cid].evidence.dynamic:
            scope = world.program.scope(event.module, event.scope)
            found = world.program.inherited(case.node, scope.name) if scope.owner >= 0 else None
            runs = owner.cid == case.cid or (found is not None and found[0].cid == owner.cid)
            if runs and is_certain(world, event.module, event.scope, event.receiver, owner.cid):
                yield event


def is_wrong(world: World, case: Case, name: str) -> bool:
    """Whether no slot and no descriptor takes a store of the name."""
    return name.isidentifier() and found_in(world, case, name)[0] not in STORES and not provided_below(world, case, name)


def stored_names(world: World, case: Case, event: Event) -> set[str]:
    """The names that are known to reach the call: by inference, or as keywords of a construction."""
    found = {str(v[1]) for v in world.inference.ask(event.module, event.scope, event.name) if v[0] == "str"}
    scope = world.program.scope(event.module, event.scope)
    found |= keywords_handed_in(world, case, event, scope)
    if scope.name == "__init__" and scope.owner >= 0 and any(p.kind == "**" for p in scope.params):
        named = {p.name for p in scope.params}
        for site in case.evidence.sites:
            found |= set(keywords(world, site.module, site.scope, site.note.row)) - named
    return found


def keywords_handed_in(world: World, case: Case, event: Event, scope: Scope) -> set[str]:
    """The keywords of the calls that hand an instance to a function which stores under each of them."""
    facts = world.inference.facts[event.module]
    rest = [p.name for p in scope.params if p.kind == "**"]
    place = next((i for i, p in enumerate(scope.params) if ("n", p.name) == facts.terms[event.receiver]), -1)
    if not rest or place < 0 or scope.owner >= 0 or not is_of_parameter(facts, scope, event.name, rest):
        return set()
    named = {p.name for p in scope.params}
    found: set[str] = set()
    for where, inside, _, given, words, offset in world.inference.calls_of(event.module, event.scope, scope):
        if 0 <= place - offset < len(given) and is_certain(world, where, inside, given[place - offset], case.cid):
            found |= set(words[::2]) - named
    return found


def keywords(world: World, module: int, index: int, row: int) -> Iterator[str]:
    """The keywords of the one call on a line; of several calls none is certain."""
    facts, scope = world.inference.facts[module], world.program.scope(module, index)
    calls = [facts.terms[c.term] for c in scope.calls if c.row == row and facts.terms[c.term][0] == "c"]
    given = [r[3 + r[2] :: 2] for r in calls if len(r) > 3 + r[2]]
    if len(given) == 1:
        yield from (k for k in given[0] if k)
