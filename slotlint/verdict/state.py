"""State: what copies and pickles of a slotted class need."""

from __future__ import annotations

from slotlint.diagnostics import AddState, Note
from slotlint.dict_order import STATE_HOOKS as STATE_GETTERS
from slotlint.dict_order import is_asked_from_outside
from slotlint.facts import Member, Scope
from slotlint.instance_dict import dict_actions
from slotlint.program import ClassNode
from slotlint.verdict.case import Case
from slotlint.verdict.core import STATE_HOOKS
from slotlint.verdict.hiding import Hiding

TEXT_CALLS = frozenset({"type", "repr", "str"})  # that go into the message of an exception


class State(Hiding):
    """The part of judging that knows state."""

    __slots__ = ()

    def state(self, case: Case) -> None:
        """Pickling and copying: the default state of a slotted class is a pair, and loads by setattr."""
        case.reasons += case.evidence.state_reads
        if case.evidence.state_handed and any(is_asked_from_outside(self.program, name) for name in STATE_GETTERS):
            case.reasons += case.evidence.state_handed
        if case.shape.declared is not None:
            case.reasons += [reach.note for reach in case.evidence.state_dicts]
            self.borrowed_dict(case)
            return
        dict_actions(case, self.program, self.inference, self.cases)
        hooks = {h: self.state_hook(case.node, h) for h in STATE_HOOKS}
        reduces = hooks["__reduce__"] or hooks["__reduce_ex__"]
        setter, hook = hooks["__setstate__"], self.store_hook(case)
        how = "setattr"
        if reduces is None:
            wanted = self.missing_hooks(case, hooks["__getstate__"] is not None, setter is not None)
        else:
            wanted = ["__setstate__"] if setter is None and self.reduces_to_dict(reduces) else []
        copies = case.evidence.copied or case.evidence.maybe_copied or self.reach.deep_unknown
        if hook is not None and copies and reduces is None and setter is None:
            self.setattr_hook(case, wanted, hook, copies[0])
            how = "object.__setattr__"
        if wanted and not self.state_refused(case, wanted, how):
            case.actions.append(AddState(case.names, tuple(wanted), how))
        if self.policy(case).pickle_compat and (case.names or case.shape.kind == "attrs"):
            self.old_pickles(case, "__setstate__" in wanted or setter is not None, reduces is not None)

    def old_pickles(self, case: Case, loads: bool, reduces: bool) -> None:
        """Pickles made before hold the instance dict, which a class with slots loads only through ``__setstate__``.

        ``loads`` says that there is one, ``reduces`` that pickles hold something else.
        """
        if case.defaults and case.shape.kind == "plain":
            message = f"pickle-compat: a pickle made before may lack {case.defaults[0]}, whose default moves into __init__"
            self.refuse(case, message, "state")
        is_frozen = case.shape.kind == "dataclass" and case.shape.option("frozen") is not False
        if is_frozen and not reduces and self.program.member(case.cid, "__setstate__") is None:
            message = "pickle-compat: slots=True gives a frozen dataclass a __setstate__ that takes a list of values"
            self.refuse(case, message, "state")
        elif loads or reduces or any(self.loads_dicts(self.cases[base.cid]) for base in self.ancestors(case)):
            return
        elif case.shape.kind == "attrs":
            self.refuse(case, "pickle-compat: attrs before 22.2 cannot load a pickle made before", "state")
        else:
            family = (case.cid, *self.program.descendants(case.cid))
            hooked = any(self.program.inherited(self.program.classes[cid], "__setattr__") for cid in family)
            how = "object.__setattr__" if hooked else "setattr"
            case.actions.append(AddState(case.names, ("__setstate__",), how))

    def loads_dicts(self, case: Case) -> bool:
        """Whether a class gets a ``__setstate__`` of ours."""
        return any(isinstance(action, AddState) and "__setstate__" in action.methods for action in case.actions)

    def loads_silently(self, case: Case) -> bool:
        """Whether a class gets a ``__setstate__`` of ours that runs no ``__setattr__``, whatever the names are."""
        return self.loads_dicts(case) and any(isinstance(a, AddState) and a.setter != "setattr" for a in case.actions)

    def store_hook(self, case: Case) -> tuple[ClassNode, Member] | None:
        """The ``__setattr__`` that stores on instances run: also that of a class which decorators put in its place."""
        nodes = (case.node, *(self.program.classes[cid] for cid in case.shape.replaced_by))
        found = (self.program.inherited(node, "__setattr__") for node in nodes)
        return next((hook for hook in found if hook is not None), None)

    def state_hook(self, node: ClassNode, name: str) -> tuple[ClassNode, Member] | None:
        """A state method of a class, those left out that only hand on to the next one."""
        for owner in self.program.local_mro(node):
            member = self.program.member(owner.cid, name)
            if member is not None and not self.hands_on(owner, member):
                return owner, member
        return None

    def hands_on(self, owner: ClassNode, member: Member) -> bool:
        """Whether a method does no more than call that of its ``super()``."""
        if member.kind != "def":
            return False
        terms = self.program.modules[owner.module].facts.terms
        for scope in self.program.own_scopes(owner, member.name):
            callees = [terms[terms[c.term][1]] for c in scope.calls if terms[c.term][0] == "c"]
            above = [row for row in callees if row[0] == "a" and terms[row[1]] == ("S",) and row[2] == member.name]
            if len(above) != 1 or len(callees) != 1 or scope.stores or scope.items or scope.dict_uses or scope.returns:
                return False
        return True

    def borrowed_dict(self, case: Case) -> None:
        """A class that has slots and uses an instance dict has it from a base, which must keep it."""
        for reach in case.evidence.dict_uses if self.ancestors(case) else ():
            self.refuse_for(case, reach.note, "the instance dict of a base is used", "dict-use")

    def missing_hooks(self, case: Case, getter: bool, setter: bool) -> list[str]:
        """The state methods that a class needs, given which it has: both or, mostly, none."""
        if getter != setter:
            return ["__setstate__"] if getter else ["__getstate__"]
        if not getter and case.evidence.old_protocol and case.names:
            return ["__getstate__", "__setstate__"]
        return []

    def reduces_to_dict(self, hook: tuple[ClassNode, Member]) -> bool:
        """Whether ``__reduce__`` hands out a state of its own, which loading would put into ``__dict__``."""
        owner, member = hook
        terms = self.program.modules[owner.module].facts.terms
        for scope in self.program.own_scopes(owner, member.name):
            for given in scope.returns:
                row = terms[given]
                if row[0] != "t":
                    return bool(row[0] != "c")
                if len(row) > 3 and terms[row[3]][0] not in ("k", "t") and terms[row[3]][::2] != ("a", "__dict__"):
                    return True
        return False

    def setattr_hook(self, case: Case, wanted: list[str], hook: tuple[ClassNode, Member], note: Note) -> None:
        """``__setattr__`` runs when slots are loaded, where the dict was updated behind its back."""
        if not self.only_refuses(*hook):
            self.refuse_for(case, note, "__setattr__ would run for each slot when a copy is made", "state")
        elif "__setstate__" not in wanted and not any(self.loads_silently(self.cases[b.cid]) for b in self.ancestors(case)):
            wanted.append("__setstate__")

    def only_refuses(self, owner: ClassNode, member: Member) -> bool:
        """Whether a method is a plain function that stores nothing and calls nothing but exceptions."""
        row = self.inference.facts[owner.module].terms[member.term]
        if member.kind != "def" or member.decorators:
            return False
        scope = self.program.scope(owner.module, row[1])
        return not (scope.stores or scope.items or scope.dict_uses) and self.only_raises(owner.module, scope)

    def only_raises(self, module: int, scope: Scope) -> bool:
        """Whether the calls of a function do no more than make exceptions, and the text for them."""
        terms = self.program.modules[module].facts.terms
        callees = [terms[terms[c.term][1]] for c in scope.calls if terms[c.term][0] == "c"]
        return all(row[0] == "n" and (row[1][:1].isupper() or row[1] in TEXT_CALLS) for row in callees)

    def state_refused(self, case: Case, wanted: list[str], how: str) -> bool:
        """State methods are written only for a class that stands alone and knows all its names.

        A ``__setstate__`` that runs no ``__setattr__`` does what no method does with a dict, for any names of any subclass.
        """
        alone = not self.ancestors(case) and not self.program.descendants(case.cid)
        own = case.shape.replaced_by or self.program.external_attribute(case.node, "__setstate__")  # these may run hooks
        silent = wanted == ["__setstate__"] and how != "setattr" and not own
        if (alone or silent) and case.shape.kind == "plain":
            return False
        self.refuse(case, f"pickling needs {' and '.join(wanted)} over a whole chain of classes", "state")
        return True
