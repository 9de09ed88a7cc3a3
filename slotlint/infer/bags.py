"""What is put where nobody can follow it: into containers and objects from outside, by name; into calls of anything."""

from __future__ import annotations

import builtins
from collections.abc import Iterable
from typing import Any, NamedTuple

from slotlint.facts import FileFacts, Term
from slotlint.infer.containers import Put, put_by_item
from slotlint.infer.spaces import STEPS, Spaces
from slotlint.infer.tables import Place, scopes_of
from slotlint.infer.values import BUILTINS, words
from slotlint.program import Program

Name = tuple[int, str]  # module (-1 for an attribute of whatever object), name

SENDING = words("send asend")
SPREADING = words("extend update extendleft put_many union")  # methods that take the contents of what they are given
FILLING = SPREADING | words(
    "append appendleft add insert put put_nowait push setdefault __setitem__ set_result enter_context send register "
    "set set_defaults add_argument __init__"
)
FILLING_FUNCTIONS = words("heappush heappushpop heapreplace insort insort_left insort_right")
READING = words("get pop popleft popitem __getitem__ remove discard index count keys values items copy join format")
EXCEPTIONS = frozenset(n for n, v in vars(builtins).items() if isinstance(v, type) and issubclass(v, BaseException))
OWN_METHODS = frozenset(name for kind in (list, dict, set, tuple, str, bytes) for name in dir(kind))


class Passed(NamedTuple):
    """A call of something that goes by no name of a definition: where, and with what."""

    module: int
    scope: int
    callee: Term
    arguments: tuple[Term, ...]
    keywords: tuple[Any, ...]


def imported_names(facts: FileFacts) -> dict[str, Term]:
    """The names that a module binds by imports and by nothing else, wherever in it, each to a term of an import."""
    found: dict[str, Term] = {}
    others: set[str] = set()
    for scope in facts.scopes:
        for name, held in scope.bindings.items():
            if held and all(facts.terms[term][0] in ("m", "f") for term in held):
                found.setdefault(name, held[0])
            else:
                others.add(name)
    return {name: term for name, term in found.items() if name not in others}


class Bags:
    """Indexes of what is handed over, over the modules of the program itself."""

    __slots__ = ("contents", "dynamic", "exceptions", "facts", "imports", "members", "nested", "passed", "sent", "spaces")

    def __init__(self, program: Program, spaces: Spaces) -> None:
        self.spaces = spaces
        self.facts = spaces.facts
        self.imports = [imported_names(facts) for facts in self.facts]  # of each module, name to an import term
        self.contents: dict[Name, list[Put]] = {}
        self.nested: set[Name] = set()  # that stand for containers in which others are filled
        self.dynamic: list[Put] = []  # stored by setattr under a name that is computed
        self.passed: list[Passed] = []
        self.sent: list[Put] = []  # into generators, as far as the name of the method tells
        self.members: dict[str, list[int]] = {}
        raised = (node.name for node in program.classes if "BaseException" in program.external_mro(node))
        self.exceptions = EXCEPTIONS.union(raised)
        for node in program.classes:
            for member in node.facts.members:
                self.members.setdefault(member.name, []).append(node.cid)
        own = [facts if not m.foreign else facts._replace(scopes=()) for m in program.modules for facts in (m.facts,)]
        defined = {scope.name for facts in own for scope in facts.scopes if scope.kind in ("function", "class")}
        for at, index, scope in scopes_of(own):
            facts = own[at]
            for call in scope.calls:
                self.read_call((at, index), facts, facts.terms[call.term], defined)
            for item in scope.items:
                self.put(self.key_of(at, facts.terms[item.container]), (put for put in put_by_item(at, index, facts, item) if put.term))

    def keys(self, module: int, facts: FileFacts) -> dict[Term, Name]:
        """The names and attributes of a module that name what something is put into."""
        named = ((term, self.key_of(module, row)) for term, row in enumerate(facts.terms) if row[0] in ("n", "a"))
        return {term: key for term, key in named if key is not None and key in self.contents}

    def key_of(self, module: int, row: tuple[Any, ...]) -> Name | None:
        """The name by which a container is known; a container in a container goes by the outer one's."""
        facts = self.facts[module]
        while row[0] in ("[", "c"):
            called, row = row[0] == "c", facts.terms[row[1]]
            if called and row[0] == "a" and row[2] in FILLING | READING:
                row = facts.terms[row[1]]
        if row[0] == "a":
            spaces = self.modules_meant(module, facts.terms[row[1]])
            return self.home(spaces[0], row[2]) if spaces else (-1, row[2])
        if row[0] != "n" or row[1] in ("self", "cls"):
            return None
        held = facts.scopes[0].bindings.get(row[1], ())
        return None if any(facts.terms[t][0] in ("F", "C") for t in held) else self.home(module, row[1])

    def modules_meant(self, module: int, row: tuple[Any, ...]) -> list[int]:
        """The modules of the program that a name means by an import, wherever in the module that stands, or an attribute of such."""
        if row[0] == "a":
            outer = self.modules_meant(module, self.facts[module].terms[row[1]])
            return [found for each in outer for found in self.spaces.found(each, f"{self.spaces.names[each]}.{row[2]}", 0)]
        term = self.imports[module].get(row[1], 0) if row[0] == "n" else 0
        return [*self.spaces.meant(module, 0, term)] if term else []

    def home(self, module: int, name: str, steps: int = STEPS) -> Name | None:
        """A name in the module of the program that it was imported from; None where that is outside."""
        facts = self.facts[module]
        row = facts.terms[self.imports[module].get(name, 0)]
        starred = facts.stars if row[0] not in ("m", "f") and all(name not in scope.bindings for scope in facts.scopes) else ()
        for target, level, original in ((*row[1:3], row[3]),) if row[0] == "f" else ((t, level, name) for t, level, _ in starred):
            for found in self.spaces.found(module, target, level) if steps else ():
                if row[0] == "f" or name in self.facts[found].scopes[0].bindings:
                    return self.home(found, original, steps - 1)
        return None if row[0] in ("m", "f") else (module, name)

    def is_common(self, module: int, callee: tuple[Any, ...]) -> bool:
        """Whether a callee is a builtin, a method of a builtin container or string, or imported from outside the program."""
        facts = self.facts[module]
        if callee[-1] in OWN_METHODS or (callee[0] == "n" and callee[1] in BUILTINS):
            return True
        row = callee
        while row[0] == "a":
            row = facts.terms[row[1]]
        term = self.imports[module].get(row[1], 0) if row[0] == "n" else 0
        target = facts.terms[term]
        return bool(term) and not any(self.spaces.found(module, target[1], target[2]))

    def put(self, key: Name | None, puts: Iterable[Put]) -> None:
        """Note what is put under a name."""
        if key is not None:
            self.contents.setdefault(key, []).extend(puts)

    def read_call(self, place: Place, facts: FileFacts, row: tuple[Any, ...], defined: set[str]) -> None:
        """Sort a call: one that fills a container, one of something unknown, or a ``setattr``."""
        if row[0] != "c" or len(row) == 3:
            return
        at, index = place
        count: int = row[2]
        arguments: tuple[Term, ...] = row[3 : 3 + count]
        keywords = row[3 + count :]
        callee = facts.terms[row[1]]
        if callee == ("n", "setattr") and count == 3:
            if facts.terms[arguments[1]][0] != "s":
                self.dynamic.append(Put(at, index, arguments[2]))
            return
        if callee[0] == "a" and (callee[2] in FILLING or callee[2] not in defined):
            how = "spread" if callee[2] in SPREADING else "" if callee[2] in FILLING else "foreign"
            key = self.key_of(at, facts.terms[callee[1]])
            displays = [facts.terms[t] for t in arguments if how == "spread" and facts.terms[t][0] == "d"]
            shown = [t for row in displays for t in row[2::2]]  # ``update({key: value})``
            self.put(key, (*(Put(at, index, t, how) for t in arguments), *(Put(at, index, t) for t in shown)))
            named = zip(keywords[::2], keywords[1::2], strict=True)  # ``update(name=value)``
            self.put(key, (Put(at, index, t, "" if name and how == "spread" else how) for name, t in named))
            if key is not None and facts.terms[callee[1]][0] in ("[", "c"):
                self.nested.add(key)
        if callee[-1] in self.exceptions or callee[-1] == "partial":
            self.put((-1, "args"), (Put(at, index, t) for t in arguments))
        if callee[0] == "a" and callee[2] in SENDING:
            self.sent += (Put(at, index, t) for t in arguments)
        if callee[-1] in FILLING_FUNCTIONS and count > 1:
            self.put(self.key_of(at, facts.terms[arguments[0]]), (Put(at, index, t) for t in arguments[1:]))
        if callee[0] not in ("n", "a") or not (callee[-1] in defined or self.is_common(at, callee)):
            self.passed.append(Passed(at, index, row[1], arguments, keywords))
