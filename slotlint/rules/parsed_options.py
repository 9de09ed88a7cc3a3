"""What a parser of options stores on the object that it is given to fill."""

from __future__ import annotations

from collections.abc import Iterator

from slotlint.diagnostics import Note
from slotlint.evidence import Event
from slotlint.facts import FileFacts, Scope
from slotlint.rules.certainty import is_certain, is_expected
from slotlint.rules.context import World
from slotlint.verdict import Case

ADDERS = frozenset({"add_argument", "add_option"})
SILENT = frozenset({"help", "version"})  # actions that store nothing


def parsed_names(world: World, case: Case) -> Iterator[tuple[str, Note]]:
    """(name, place) of each option that is stored on instances of the class."""
    for event in case.evidence.parsed:
        facts, scope = world.inference.facts[event.module], world.program.scope(event.module, event.scope)
        if is_expected(world, event.module, event.scope, event.note.row):
            continue
        if is_certain(world, event.module, event.scope, event.receiver, case.cid):
            yield from ((name, event.note) for name in sorted(options(facts, scope, event)))


def options(facts: FileFacts, scope: Scope, event: Event) -> set[str]:
    """The names under which the parser stores: of the options that are added to it by the same name, up to there."""
    names = (option(facts, facts.terms[c.term]) for c in scope.calls if c.row <= event.note.row and facts.terms[c.term][0] == "c")
    return {name for added, name in filter(None, names) if added == event.name}


def option(facts: FileFacts, row: tuple[object, ...]) -> tuple[int, str] | None:
    """(the parser, what it stores under) of ``parser.add_argument(...)`` that stores anything."""
    callee, terms = facts.terms[int(str(row[1]))], facts.terms
    if callee[0] != "a" or callee[2] not in ADDERS:
        return None
    given = [terms[int(str(t))] for t in row[3 : 3 + int(str(row[2]))]]
    words = row[3 + int(str(row[2])) :]
    keywords = {str(k): terms[int(str(t))] for k, t in zip(words[::2], words[1::2], strict=True)}
    silent = keywords.get("default", ("?",))[-1] == "SUPPRESS" or keywords.get("action", ("?",))[-1] in SILENT
    if silent or "" in keywords or not given or any(each[0] != "s" for each in given):
        return None
    named = keywords.get("dest")
    if named is not None:
        return (int(callee[1]), str(named[1])) if named[0] == "s" else None
    flags = [str(each[1]) for each in given]
    first = next((flag for flag in flags if flag.startswith("--")), flags[0])
    return int(callee[1]), first.lstrip("-").replace("-", "_") if first.startswith("-") else first
