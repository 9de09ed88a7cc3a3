"""Which classes a receiver may be of, going by the calls of its methods."""

from __future__ import annotations

from slotlint.facts import Member, Term
from slotlint.infer import Inference, Shape
from slotlint.program import Program
from slotlint.reach.shadows import Shadows


class Signatures(Shadows):
    """The part of the collection that sets calls of methods against the methods that classes have."""

    __slots__ = ("refused",)

    def __init__(self, program: Program, inference: Inference) -> None:
        super().__init__(program, inference)
        self.refused: dict[tuple[str, Shape], frozenset[int]] = {}

    def bare_calls(self, at: int, index: int, receiver: Term) -> list[tuple[str, tuple[str, ...]]]:
        """The methods that a function calls on a receiver with nothing but keywords, and those."""
        terms = self.inference.facts[at].terms
        rows = [terms[call.term] for call in self.program.scope(at, index).calls if not call.guarded]
        bare = [(terms[row[1]], row[3::2]) for row in rows if row[0] == "c" and not row[2]]
        return [(callee[2], keywords) for callee, keywords in bare if callee[:2] == ("a", receiver)]

    def calls_methods(self, called: list[tuple[str, tuple[str, ...]]], cid: int) -> bool:
        """Whether methods that are called so want an instance, so that the receiver is not the class itself."""
        classes = (cid, *(c for base in self.program.classes[cid].bases for c in base.choices))
        for name, keywords in called:
            wanted = [self.wants_instance(each, name, keywords) for each in classes]
            if any(wanted) and False not in wanted:
                return True
        return False

    def wants_instance(self, cid: int, name: str, keywords: tuple[str, ...]) -> bool | None:
        """Whether a call through the class with nothing but keywords raises TypeError; None where it has no such name."""
        found = self.program.inherited(self.program.classes[cid], name)
        if found is None:
            return None
        owner, member = found
        if member.kind != "def" or member.decorators:
            return False
        params = self.inference.facts[owner.module].scopes[self.inference.facts[owner.module].terms[member.term][1]].params
        return bool(params) and params[0].kind in "pn" and not params[0].default and params[0].name not in keywords

    def taking(self, at: int, index: int, receiver: Term, cids: frozenset[int]) -> frozenset[int]:
        """Those of the classes whose methods, or those of a subclass, take the arguments that a function gives them."""
        terms = self.inference.facts[at].terms
        rows = [terms[call.term] for call in self.program.scope(at, index).calls if not call.guarded]
        calls = [row for row in rows if row[0] == "c" and terms[row[1]][:2] == ("a", receiver)]
        shapes = [(terms[row[1]][2], self.inference.call_shape(at, row[3 : 3 + row[2]], row[3 + row[2] :])) for row in calls]
        return cids.difference(*(self.refusing(*shape) for shape in set(shapes)))

    def refusing(self, name: str, shape: Shape) -> frozenset[int]:
        """The classes of which, and of whose subclasses, a method call cannot be, going by the signatures."""
        key = name, shape
        if key not in self.refused:
            self.refused[key] = frozenset(cid for cid in self.program.knowing(name) if not self.may_take(cid, name, shape))
        return self.refused[key]

    def may_take(self, cid: int, name: str, shape: Shape) -> bool:
        """Whether a method call may be of a class or of one derived from it."""
        found = (self.program.inherited(self.program.classes[c], name) for c in (cid, *self.program.descendants(cid)))
        known = {(owner.module, member) for owner, member in filter(None, found)}
        return not known or any(self.fits(module, member, shape) for module, member in known)

    def fits(self, module: int, member: Member, shape: Shape) -> bool:
        """Whether a call can run a class-level function; True of anything else."""
        facts = self.inference.facts[module]
        if member.kind != "def" or member.decorators or facts.terms[member.term][0] != "F":
            return True
        scope = facts.scopes[facts.terms[member.term][1]]
        return self.inference.fits(scope, *shape, 1)

    def takes_items(self, cid: int) -> bool:
        """Whether ``Class[key]`` may be written: ``__getitem__`` of a class serves its instances alone."""
        node = self.program.classes[cid]
        item = self.program.inherited(node, "__class_getitem__") or self.program.external_attribute(node, "__class_getitem__")
        return node.mro is None or item is not None or any(self.program.with_metaclass(node))
