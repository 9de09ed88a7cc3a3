"""Names that ``__init__`` has stored before anything else can have the instance: nobody meets them unset."""

from __future__ import annotations

from collections.abc import Iterator

from slotlint.facts import Scope, Store
from slotlint.infer.attributes import BARE
from slotlint.program import ClassNode
from slotlint.verdict.case import Case
from slotlint.verdict.core import STATE_HOOKS
from slotlint.verdict.defaults import Defaults

# With one of these an instance may be met that no __init__ has seen, or a store or load runs code.
HOOKS = (
    "__new__", "__getattr__", "__getattribute__", "__setattr__", "__del__", "__bool__", "__len__", "__call__",
    "__setitem__", "__delitem__", *STATE_HOOKS,
)  # fmt: skip


INERT = ("const", "mutable")  # kinds of class-level values that are no descriptors


class Initial(Defaults):
    """The part of judging that knows what ``__init__`` stores beyond doubt."""

    __slots__ = ()

    def hidden_unseen(self, case: Case, name: str) -> bool:
        """Whether a slot may hide a plain value of a base, since no instance of the class is met without its own.

        Each instance comes from the class's own ``__init__``, which stores the name in any case. Until it has, neither
        it nor that of a base hands the instance to anyone, and nothing deletes the name.
        """
        found = self.program.inherited(case.node, name)
        if found is None or found[1].kind != "value" or found[1].default != "const":
            return False
        return self.is_never_met(case, name)

    def is_never_met(self, case: Case, name: str) -> bool:
        """Whether no instance is met before ``__init__`` of the class has stored a name, which stays from then on."""
        return (
            not self.is_deleted(case.evidence, name)
            and not case.evidence.combined
            and self.is_made_by_own_init(case)
            and all(self.is_quiet(owner, index, scope, case, name) for owner, index, scope in self.inits(case))
            and any(self.stores_always(scope, case, store, name) for scope, store in self.own_stores(case))
        )

    def is_made_by_own_init(self, case: Case) -> bool:
        """Whether ``__init__`` of the class is the one that runs for each instance of it, those of subclasses included."""
        own = self.program.member(case.cid, "__init__")
        if own is None or own.kind != "def" or own.conditional or own.decorators:
            return False
        if any(base not in BARE for base in self.program.external_mro(case.node)):
            return False
        if self.is_init_replaced(case) or self.is_called_by_metaclass(case):
            return False
        for cid in (case.cid, *self.program.descendants(case.cid)):
            node, found = self.program.classes[cid], self.program.inherited(self.program.classes[cid], "__init__")
            hooked = node.mro is None or any(self.program.inherited(node, hook) is not None for hook in HOOKS)
            evidence = self.cases[cid].evidence
            other = evidence.class_assigned or any(site.kind == "new" for site in evidence.sites)
            if hooked or other or found is None or found[0].cid != case.cid or self.cases[cid].shape.kind != "plain":
                return False
        return True

    def inits(self, case: Case) -> Iterator[tuple[ClassNode, int, Scope]]:
        """``__init__`` of the class and of its bases."""
        for owner in self.program.local_mro(case.node):
            scopes = self.program.modules[owner.module].facts.scopes
            for scope in self.program.own_scopes(owner, "__init__"):
                yield owner, scopes.index(scope), scope

    def own_stores(self, case: Case) -> Iterator[tuple[Scope, Store]]:
        """The stores in ``__init__`` of the class."""
        for scope in self.program.own_scopes(case.node, "__init__"):
            for store in scope.stores:
                yield scope, store

    def stores_always(self, scope: Scope, case: Case, store: Store, name: str) -> bool:
        """Whether a statement gives the new instance a value under a name, whenever ``__init__`` ends without error."""
        receiver = self.inference.facts[case.node.module].terms[store.receiver]
        own = bool(scope.params) and receiver == ("n", scope.params[0].name)
        return own and store.name == name and store.certain and store.how in ("assign", "ann")

    def is_quiet(self, owner: ClassNode, index: int, scope: Scope, case: Case, name: str) -> bool:
        """Whether ``__init__`` does nothing with the instance but store and load plain attributes, and call a base's."""
        facts = self.inference.facts[owner.module]
        if not scope.params or scope.params[0].kind not in "pn" or set(scope.flags) & set("agx") or scope.dict_uses:
            return False
        instance = scope.params[0].name
        if instance in scope.values or instance in scope.bindings or any(inner.parent == index for inner in facts.scopes):
            return False
        rows = [facts.terms[call.term] for call in scope.calls]
        handed = [facts.terms[term] for row in rows if row[0] == "c" for term in (*row[3 : 3 + row[2]], *row[4 + row[2] :: 2])]
        bound = [facts.terms[term] for terms in scope.bindings.values() for term in terms]
        others = any(facts.terms[read.receiver] == ("S",) and read.name != "__init__" for read in scope.reads)
        if others or ("S",) in handed or ("S",) in bound:
            return False
        loaded = {load.removeprefix("?") for load in scope.loads.get(instance, ())}
        stored = {store.name for store in scope.stores if facts.terms[store.receiver] == ("n", instance)}
        return name not in loaded and all(self.is_plain(case, each) for each in loaded | stored)

    def is_plain(self, case: Case, name: str) -> bool:
        """Whether loading and storing an attribute of an instance runs no code of the program."""
        for cid in (case.cid, *self.program.descendants(case.cid)):
            found = self.program.inherited(self.program.classes[cid], name)
            plain = found is None or found[1].kind == "annotation" or (found[1].kind == "value" and found[1].default in INERT)
            if not plain:
                return False
        return not (name.startswith("__") and name.endswith("__"))
