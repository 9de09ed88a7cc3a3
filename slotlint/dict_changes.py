"""Whether an instance may change while its dict is read, so that a copy of the dict would not show what the dict does.

What is evaluated meanwhile is known by names alone: a function of the program counts as called where its name is
mentioned, and so does what it mentions.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import TYPE_CHECKING

from slotlint.dict_order import MOVING, kin
from slotlint.evidence import DictReach
from slotlint.facts import FileFacts, Scope
from slotlint.infer import Inference
from slotlint.program import Program

if TYPE_CHECKING:
    from slotlint.verdict import Case

Place = tuple[int, int]  # module, scope
# Methods that store on an instance while it is made: on no other, unless they are called by name.
BIRTH = frozenset({"__init__", "__new__", "__post_init__", "__attrs_post_init__", "__setstate__"})


class Changes:
    """Knows the functions that store on instances of one class, and what leads to them."""

    __slots__ = ("born", "inference", "names", "program", "writers")

    def __init__(self, case: Case, names: tuple[str, ...], program: Program, inference: Inference, cases: list[Case]) -> None:
        self.names = frozenset(names)
        self.program = program
        self.inference = inference
        self.writers: set[Place] = set()
        self.born: set[Place] = set()
        for each in kin(case, program, cases):
            for write in each.evidence.writes:
                if write.name in self.names:
                    self.add(write.module, write.scope, write.own)
            for reach in each.evidence.dict_uses:
                if reach.use.form in MOVING or reach.use.form.startswith(("update", "key-")):
                    self.add(reach.module, reach.scope, reach.own)

    def add(self, module: int, index: int, own: bool) -> None:
        """Note a function that stores, and what it stands in."""
        scopes = self.program.modules[module].facts.scopes
        places = self.born if own and scopes[index].name in BIRTH else self.writers
        while index >= 0:
            places.add((module, index))
            index = scopes[index].parent

    def are_possible(self, reach: DictReach) -> bool:
        """Whether anything that runs while the dict is read may store on the instance."""
        meanwhile = reach.use.during
        if meanwhile == ("*",):
            return bool(self.writers) or self.is_of_birth(reach)
        if not meanwhile:
            return False
        stored = {name[1:] for name in meanwhile if name[0] == "="}
        if stored & self.names:
            return True
        given = {name[1:] for name in meanwhile if name[0] == "("}
        if any(name in self.functions() for name in given):
            return True
        return self.is_reached(stored | {name for name in meanwhile if name[0] not in "(="}, self.writers)

    def is_of_birth(self, reach: DictReach) -> bool:
        """Whether a use of the dict may be a part of making the instance."""
        place = (reach.module, reach.scope)
        return place in self.born or self.is_reached(self.mentioned_by_births(), {place})

    def mentioned_by_births(self) -> set[str]:
        """What the methods that make instances mention, but for each other."""
        scopes = ((module, self.program.scope(module, index)) for module, index in self.born)
        methods = [(module, scope) for module, scope in scopes if scope.kind not in ("module", "class")]
        return {name for module, scope in methods for name in mentioned(self.inference.facts[module], scope)} - BIRTH

    def is_reached(self, names: set[str], places: set[Place]) -> bool:
        """Whether functions of these names, or what they lead to, are among these places."""
        functions = self.functions()
        waiting, seen = list(names), set(names)
        while waiting:
            name = waiting.pop()
            for module, index in functions.get(name, ()):
                if (module, index) in places or (name in BIRTH and (module, index) in self.born):
                    return True
                scope = self.program.scope(module, index)
                more = mentioned(self.inference.facts[module], scope) - seen
                more -= BIRTH if scope.name in BIRTH else set()
                seen |= more
                waiting += more
        return False

    def functions(self) -> dict[str, list[Place]]:
        """The functions of the program by their names, and what runs when a class is called by that of the class."""
        return self.inference.table("functions by name", functions_by_name)


def functions_by_name(program: Sequence[FileFacts]) -> dict[str, list[Place]]:
    """Name to the places of functions, lambdas left out: they stand in others."""
    found: dict[str, list[Place]] = {}
    for at, facts in enumerate(program):
        for index, scope in enumerate(facts.scopes):
            if scope.kind == "function":
                found.setdefault(scope.name, []).append((at, index))
                if scope.name in BIRTH and scope.owner >= 0:
                    found.setdefault(facts.classes[scope.owner].name, []).append((at, index))
    return found


def mentioned(facts: FileFacts, scope: Scope) -> set[str]:
    """The names of what a function may call: of all that it loads."""
    found = set(scope.values).union(*scope.loads.values()).union(read.name for read in scope.reads)
    found |= {name.removeprefix("?") for name in found}
    found |= {store.name for store in scope.stores}  # of a property
    found.update(_called(facts, scope))
    return found


def _called(facts: FileFacts, scope: Scope) -> Iterator[str]:
    for call in scope.calls:
        row = facts.terms[call.term]
        callee = facts.terms[row[1]] if row[0] == "c" else ("?",)
        if callee[0] in "na":
            yield callee[-1]
