"""An inference that looks one call far: enough for linking, where what flows through the whole program is not asked."""

from __future__ import annotations

from collections.abc import Callable, Iterable

from slotlint.facts import Scope, Term
from slotlint.infer.core import Key, Place
from slotlint.infer.names import parameter_of
from slotlint.infer.terms import Inference
from slotlint.infer.values import Callee, Value, Values
from slotlint.program import Program


class Near(Inference):
    """What a parameter may be is what stands in the calls; what those are handed themselves is unknown.

    A parameter that a call hands on as it is counts as what it was handed: that way leads through few functions.
    """

    __slots__ = ("text",)

    def __init__(self, program: Program) -> None:
        super().__init__(program)
        self.text = self.literal = Inference(program, callers=False)

    def callee(self, where: int, inside: int, callee: Term) -> Values:
        """What the callee of a call site may be, as far as its own function tells."""
        return self.text.eval(where, inside, callee)

    def calls_at(self, values: Values, where: int, inside: int, callee: Term, term: Term) -> list[tuple[Value, Callee]]:
        """What one call site may call, as far as its own function tells."""
        return self.text.calls_at(values, where, inside, callee, term)

    def gather(self, key: Key, source: object, places: Callable[[], Iterable[Place]]) -> Values:
        """What any of many terms may be, as far as their own functions tell."""
        if key[0] != "given":
            return self.text.gather(key, source, places)
        held = list(places())
        passed = [place for place in held if self.is_passed_on(*place)]
        found = self.text.gather(key, source, lambda: [place for place in held if place not in passed])
        return found.union(*(self.eval(*place) for place in passed))

    def is_passed_on(self, module: int, scope: int, term: Term) -> bool:
        """Whether a term is a parameter of its function that nothing else is bound to."""
        row = self.facts[module].terms[term]
        here = self.facts[module].scopes[scope]
        return row[0] == "n" and row[1] not in here.bindings and parameter_of(here, row[1]) is not None

    def dispatched(self, module: int, here: Scope) -> list[Callee]:
        """No calls: who is looked up by a name that is put together is a question about the whole program."""
        return []
