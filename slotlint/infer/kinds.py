"""Methods that give an instance of whatever class they are called on: ``cls = type(self)``, ``return cls()``."""

from __future__ import annotations

from slotlint.facts import Scope, Term
from slotlint.infer.lookups import Lookups
from slotlint.infer.values import Value, Values


class Kinds(Lookups):
    """The part of the inference that knows what is made by ``self.__class__`` and ``type(self)``."""

    __slots__ = ()

    def of_own_kind(self, method: Value, given: Values) -> Values:
        """What a bound method gives, where what it makes is of the class of the instance that it is called on."""
        _, module, index, instance = method
        here = self.facts[module].scopes[index]
        if here.owner < 0 or not here.params or instance[0] != "inst":
            return given
        owner = self.program.class_at[module, here.owner]
        made = ("inst", owner)
        if made not in given or instance == made or not self.makes_own_kind(module, index, here, owner):
            return given
        return (given - {made}) | {instance}

    def makes_own_kind(self, module: int, index: int, here: Scope, owner: int) -> bool:
        """Whether all that a method returns is made, and by nothing that may be the very class that it stands in."""
        terms = self.facts[module].terms
        for given in self.assigned(module, here, here.returns):
            row = terms[given]
            if row[0] != "c":
                return False
            callee = terms[row[1]]
            by_new = callee[0] == "a" and callee[2] == "__new__" and row[2] > 0
            for maker in self.assigned(module, here, (row[3] if by_new else row[1],)):
                own = self.is_own_class(module, here, maker)
                if not own and ("cls", owner) in self.eval(module, index, maker):
                    return False
        return bool(here.returns)

    def assigned(self, module: int, here: Scope, given: tuple[Term, ...]) -> list[Term]:
        """The terms, each local name among them replaced by what is assigned to it."""
        terms = self.facts[module].terms
        found: list[Term] = []
        for term in given:
            name = terms[term][1] if terms[term][0] == "n" else ""
            local = name in here.bindings and name not in here.outer and name not in self.rebinders(module)
            kept = local and all(param.name != name for param in here.params)
            found += here.bindings[name] if kept else (term,)
        return found

    def is_own_class(self, module: int, here: Scope, term: Term) -> bool:
        """Whether a term is ``self.__class__`` or ``type(self)``."""
        terms = self.facts[module].terms
        row, first = terms[term], ("n", here.params[0].name)
        if row[0] == "a":
            return bool(row[2] == "__class__" and terms[row[1]] == first)
        return bool(row[0] == "c" and row[2] == 1 and terms[row[1]] == ("n", "type") and terms[row[3]] == first)
