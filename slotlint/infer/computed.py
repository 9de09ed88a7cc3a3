"""What is stored under names that are computed: out of a few that the text tells, or those of a call's keywords."""

from __future__ import annotations

from slotlint.infer.parameters import Parameters
from slotlint.infer.puts import AttributePut, is_of_parameter
from slotlint.infer.values import NOTHING, Value, Values, one
from slotlint.program import Program


class Computed(Parameters):
    """The part of the inference that knows stores of computed names on instances.

    What is stored under any name at all is not followed: it is meant for a few, which no text tells.
    """

    __slots__ = ("_computed",)

    def __init__(self, program: Program, callers: bool = True) -> None:
        super().__init__(program, callers)
        self._computed: dict[int, list[tuple[tuple[str, ...] | None, AttributePut]]] | None = None

    def find_instance_attribute(self, value: Value, name: str) -> Values:
        """What ``instance.name`` may be, also by a store of a computed name."""
        found = super().find_instance_attribute(value, name)
        computed = self.computed() if self.callers else {}
        puts = [each for cid in self.family(value[1]) if cid in computed for each in computed[cid]] if computed else ()
        for names, put in puts:
            if names is None:
                found |= self.handed_by_keyword(put, name)
            elif name in names:
                found |= self.eval(put.module, put.scope, put.value)
        return found

    def handed_by_keyword(self, put: AttributePut, name: str) -> Values:
        """What calls hand in under a name, where all that they hand in by keyword is stored."""
        here = self.facts[put.module].scopes[put.scope]
        found: Values = NOTHING
        for where, inside, _, _, words, _ in self.calls_of(put.module, put.scope, here):
            found |= self.many(where, inside, [t for k, t in zip(words[::2], words[1::2], strict=True) if k == name])
        return found

    def computed(self) -> dict[int, list[tuple[tuple[str, ...] | None, AttributePut]]]:
        """Class to the stores of computed names on its instances, as far as the text of their functions tells.

        The names are None for those of the keywords that the function is handed.
        """
        if self._computed is None:
            self._computed = {}
            for put in self.all_stored()[1]:
                names = self.strings(put.module, put.scope, put.name) if put.name else None
                own = self.receiver_class(put.module, put.scope, put.receiver)
                known = names is not None or self.is_of_keywords(put)
                held = one("inst", own) if own is not None else self.text_only().ask(put.module, put.scope, put.receiver) if known else ()
                for value in held if known else ():
                    if value[0] in ("inst", "super"):
                        self._computed.setdefault(value[1], []).append((names, put))
        return self._computed

    def is_of_keywords(self, put: AttributePut) -> bool:
        """Whether a value is one of the keywords that a function takes by ``**``."""
        facts = self.facts[put.module]
        scope = facts.scopes[put.scope]
        rest = [param.name for param in scope.params if param.kind == "**"]
        return bool(rest) and is_of_parameter(facts, scope, put.value, rest)
