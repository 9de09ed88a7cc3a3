"""Questions and their answers: evaluation with a memo, a bound on work, and cycles cut."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from typing import Any

from slotlint.facts import FileFacts, Param, Term
from slotlint.infer.values import ANYTHING, NOTHING, Ordered, Value, Values
from slotlint.program import Program

DEPTH = 40  # of nested evaluation, after which nothing is known
STEPS = 4000  # of one question
FAR = DEPTH * 10  # deeper than any question stands

Key = tuple[Any, ...]  # of a question


class Core:
    """The part of the inference that keeps answers.

    Without ``callers`` only what stands in the text of a function counts: what callers hand in is unknown.
    """

    __slots__ = (
        "active",
        "aliases",
        "callers",
        "facts",
        "literal",
        "lowest",
        "memo",
        "modules",
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
        self.active: dict[Key, int] = {}
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
        if not self.active:
            self.steps = 0
        return self.eval(module, scope, term)

    def eval(self, module: int, scope: int, term: Term) -> Values:
        """What a term may be; a question that is being answered already answers nothing new."""
        if term == 0:
            return ANYTHING
        key = (module, scope, term)
        found = self.memo.get(key)
        if found is not None:
            return found
        return self.guarded(key, self.memo, self.compute, module, scope, term)

    def kept(self, key: Key, compute: Callable[..., Values], *arguments: Any) -> Values:
        """The answer to a question that is not about a term, from the memo where it is there."""
        found = self.memo.get(key)
        return self.guarded(key, self.memo, compute, *arguments) if found is None else found

    def guarded(self, key: Key, memo: dict[Key, Values], compute: Callable[..., Values], *arguments: Any) -> Values:
        """Compute once, cutting cycles: an answer that leans on an unfinished one is not kept."""
        at = self.active.get(key)
        if at is not None:
            self.lowest = min(self.lowest, at)
            return NOTHING
        depth = len(self.active)
        self.steps += 1
        if depth > DEPTH or self.steps > STEPS:
            return ANYTHING
        self.active[key] = depth
        before, self.lowest = self.lowest, FAR
        found = compute(*arguments)
        if len(found) > 1:
            found = Ordered(found)
        del self.active[key]
        if self.lowest >= depth:
            memo[key] = found
            self.lowest = before
        else:
            self.lowest = min(before, self.lowest)
        return found

    def many(self, module: int, scope: int, terms: Iterable[Term]) -> Values:
        """What any of the terms may be."""
        found: set[Value] = set()
        for term in terms:
            found |= self.eval(module, scope, term)
        return frozenset(found)

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
