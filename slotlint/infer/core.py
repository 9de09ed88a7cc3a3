"""Questions and their answers: evaluation with a memo, a bound on work, and cycles cut."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from typing import Any, TypeVar

from slotlint.facts import FileFacts, Param, Term
from slotlint.infer.values import ANYTHING, NOTHING, Values, in_order
from slotlint.program import Program

DEPTH = 40  # of nested evaluation, after which nothing is known
STEPS = 4000  # of one question
FAR = DEPTH * 10  # deeper than any question stands
ROUNDS = 2  # of answering a question about a function that calls itself

Table = TypeVar("Table")
Key = tuple[Any, ...]  # of a question
PLAIN = frozenset("svkFCm")  # terms that say what they are: no question leads on from them


class Core:
    """The part of the inference that keeps answers.

    Without ``callers`` only what stands in the text of a function counts: what callers hand in is unknown.
    """

    __slots__ = (
        "active",
        "aliases",
        "callers",
        "facts",
        "held",
        "hit",
        "literal",
        "lowest",
        "memo",
        "modules",
        "partial",
        "program",
        "steps",
        "version",
    )

    def __init__(self, program: Program, callers: bool = True) -> None:
        self.program = program
        self.callers = callers
        self.modules = program.modules
        self.facts: list[FileFacts] = [m.facts for m in program.modules]
        self.aliases = program.aliases
        self.version = program.targets[-1]
        self.memo: dict[Key, Values] = {}
        self.held: dict[Values, Values] = {}  # every answer once: many questions have the same
        self.active: dict[Key, int] = {}
        self.hit: set[Key] = set()  # unfinished questions that were asked again
        self.partial: dict[Key, Values] = {}  # what is known of an unfinished question so far
        self.lowest = FAR  # the outermost unfinished question that the current answer leans on
        self.steps = 0
        self.literal: Core | None = None if callers else self

    # -- what later classes of the chain answer --------------------------------------------------------------------

    def compute(self, module: int, scope: int, term: Term) -> Values:
        """What a term may be, worked out anew."""
        raise NotImplementedError

    def parameter(self, module: int, scope: int, param: Param) -> Values:
        """What a parameter may be."""
        raise NotImplementedError

    def results(self, functions: Values) -> Values:
        """What calling any of the functions may give."""
        raise NotImplementedError

    # -- questions -------------------------------------------------------------------------------------------------

    def ask(self, module: int, scope: int, term: Term) -> Values:
        """What a term may be in a scope."""
        return self.eval(module, scope, term)

    def eval(self, module: int, scope: int, term: Term) -> Values:
        """What a term may be; a question that is being answered already answers nothing new."""
        if term == 0:
            return ANYTHING
        key = (module, scope, term)
        found = self.memo.get(key)
        if found is not None:
            return found
        if self.facts[module].terms[term][0] in PLAIN:
            return self.compute(module, scope, term)
        return self.guarded(key, self.compute, module, scope, term)

    def kept(self, key: Key, compute: Callable[..., Values], *arguments: Any) -> Values:
        """The answer to a question that is not about a term, from the memo where it is there."""
        found = self.memo.get(key)
        return self.guarded(key, compute, *arguments) if found is None else found

    def guarded(self, key: Key, compute: Callable[..., Values], *arguments: Any) -> Values:
        """Compute once, cutting cycles: an answer that leans on an unfinished one is not kept."""
        active = self.active
        at = active.get(key)
        if at is not None:
            if at < self.lowest:
                self.lowest = at
            self.hit.add(key)
            return self.partial.get(key, NOTHING)
        depth = len(active)
        self.steps = self.steps + 1 if depth else 1
        if depth > DEPTH or self.steps > STEPS:
            return ANYTHING
        active[key] = depth
        before, self.lowest = self.lowest, FAR
        found = compute(*arguments)
        if key in self.hit and (key[0] == "param" or self.is_name(key)):
            found = self.again(key, found, compute, *arguments)
        found = self.once(found)
        del active[key]
        if self.lowest >= depth:
            self.memo[key] = found
            self.lowest = before
        elif before < self.lowest:
            self.lowest = before
        return found

    def once(self, values: Values) -> Values:
        """The one object for these values, which puts them in order at most once."""
        found = self.held.get(values)
        if found is None:
            found = in_order(values)
            self.held[found] = found
        return found

    def table(self, name: str, make: Callable[[list[FileFacts]], Table]) -> Table:
        """An index over the facts of all modules, made once for all stages of linking."""
        tables = self.program.tables
        if name not in tables:
            tables[name] = make(self.facts)
        found: Table = tables[name]
        return found

    def is_name(self, key: Key) -> bool:
        """Whether a question is about a name in a scope."""
        return type(key[0]) is int and self.facts[key[0]].terms[key[2]][0] == "n"

    def again(self, key: Key, found: Values, compute: Callable[..., Values], *arguments: Any) -> Values:
        """The answer of a function that calls itself: what it is given at first, it may hand to itself in parts."""
        for _ in range(ROUNDS):
            self.partial[key] = found
            more = found | compute(*arguments)
            if more == found:
                break
            found = more
        self.partial.pop(key, None)
        self.hit.discard(key)
        return found

    def many(self, module: int, scope: int, terms: Iterable[Term]) -> Values:
        """What any of the terms may be."""
        answers = [self.eval(module, scope, term) for term in terms]
        return answers[0] if len(answers) == 1 else NOTHING.union(*answers)

    def strings(self, module: int, scope: int, term: Term) -> tuple[str, ...] | None:
        """The strings that a term may be, or None when there may be others."""
        if self.literal is None:
            self.literal = type(self)(self.program, callers=False)
        values = self.literal.ask(module, scope, term)
        if not values or any(v[0] != "str" for v in values):
            return None
        return tuple(sorted(v[1] for v in values))

    def head(self, module: int, term: Term) -> Term:
        """The callee of a decorator call, or the decorator itself."""
        row = self.facts[module].terms[term]
        return int(row[1]) if row[0] == "c" else term

    def function_names(self, values: Values) -> set[str]:
        """The dotted names of functions of the program."""
        return {f"{self.modules[v[1]].name}.{self.facts[v[1]].scopes[v[2]].qualname}" for v in values if v[0] == "fn"}
