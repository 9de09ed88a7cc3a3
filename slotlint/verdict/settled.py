"""Class-level values that are named: by a name that holds the same object whenever ``__init__`` runs."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import chain

from slotlint import external
from slotlint.facts import FileFacts, Member, Term
from slotlint.infer.attributes import BARE
from slotlint.infer.values import CONTENTS, Value
from slotlint.verdict.basecalls import BaseCalls
from slotlint.verdict.case import Case

CONSTANTS = "svk"  # tags of terms of constants
HELD = frozenset({*CONTENTS, "str"})  # kinds of values that are no objects of a class of the program
ENUM = "enum.Enum"
IMMUTABLE = frozenset({"float", "int", "str", "bytes", "bool", "complex", "frozenset", "tuple"})  # builtins
PICKLING = frozenset({"pickle", "cPickle", "copyreg", "shelve", "dill", "cloudpickle", "joblib", "multiprocessing", "dask", "ray"})


class Settled(BaseCalls):
    """The part of judging that knows which names are bound once and for all."""

    __slots__ = ()

    def is_settled(self, case: Case, member: Member) -> bool:
        """Whether a class-level value is a name that means the same object for good, which is no descriptor.

        Then evaluating it for each instance gives what evaluating it once has given.
        """
        at, facts = case.node.module, self.inference.facts[case.node.module]
        if not self.is_made_once(case) or any(row > member.row for _, _, row in facts.stars):
            return False
        row = facts.terms[member.term]
        name = facts.terms[row[1]] if row[0] == "a" else row
        if member.default != "name" or name[0] != "n" or not self.is_global(case, name[1]):
            return False
        if row[0] == "a":
            return self.is_settled_name(at, name[1]) and self.is_enum_member(at, row[1], row[2])
        held = facts.scopes[0].bindings[name[1]][0]
        if not self.is_settled_name(at, name[1]) or not self.is_plain_value(at, held):
            return False
        return facts.terms[held][0] in CONSTANTS or not self.inference.table("deep copies", makes_deep_copies)

    def is_constant_call(self, case: Case, member: Member) -> bool:
        """Whether a class-level value is what a builtin makes of constants, which is as good as a constant."""
        facts = self.inference.facts[case.node.module]
        row = facts.terms[member.term]
        callee = facts.terms[row[1]] if member.default == "call" and row[0] == "c" else ("?",)
        if callee[0] != "n" or callee[1] not in IMMUTABLE or len(row) > 3 + row[2] or facts.stars:
            return False
        bound = any(callee[1] in scope.bindings or callee[1] in scope.outer for scope in facts.scopes)
        return not bound and all(facts.terms[term][0] in CONSTANTS for term in row[3:])

    def is_made_once(self, case: Case) -> bool:
        """Whether the module makes the class once, after all that its body reads is bound: not in a loop or a function."""
        facts = self.inference.facts[case.node.module]
        made, scope = case.node.facts, case.node.facts.parent
        while not made.conditional and scope > 0 and facts.scopes[scope].kind == "class":
            made = facts.classes[facts.scopes[scope].owner]
            scope = made.parent
        return scope == 0 and not made.conditional

    def is_global(self, case: Case, name: str) -> bool:
        """Whether a name of a class body is one of the module, bound there and in no scope between."""
        scopes = self.inference.facts[case.node.module].scopes
        at = case.node.facts.scope
        while at > 0:
            here = scopes[at]
            if name in here.bindings or name in here.outer or any(param.name == name for param in here.params):
                return False
            at = here.parent
        return name in scopes[0].bindings

    def is_settled_name(self, module: int, name: str) -> bool:
        """Whether one statement of a module binds a name, and nothing in the program binds it anew or takes it away."""
        facts = self.inference.facts[module]
        if len(facts.scopes[0].bindings.get(name, ())) != 1 or ("n", "globals") in facts.terms:
            return False
        if any("x" in scope.flags or ("d" in scope.flags and scope.kind in ("module", "class")) for scope in facts.scopes):
            return False
        if any(name in scope.outer for scope in facts.scopes) or (module, name) in self.inference.global_bindings():
            return False
        stores, computed = self.inference.all_stored()
        if name in stores or name in self.inference.table("last of texts", last_of_texts):
            return False
        return not any(self.inference.may_be_module(put.module, put.scope, put.receiver) for put in computed)

    def is_plain_value(self, module: int, term: Term) -> bool:
        """Whether a value is surely no descriptor: what is found on the class is then what instances give."""
        facts = self.inference.facts[module]
        row = facts.terms[term]
        if row[0] in CONSTANTS or row[0] == "t":
            return True
        other = self.inference.find_module(module, row[1], row[2]) if row[0] == "f" else None
        if other is not None:
            bound = self.inference.facts[other].scopes[0].bindings.get(row[3], ())
            return len(bound) == 1 and self.is_plain_value(other, bound[0])
        if row[0] == "c" and row == ("c", row[1], 0) and facts.terms[row[1]] == ("n", "object"):
            return "object" not in facts.scopes[0].bindings
        values = self.inference.eval(module, 0, term)
        return bool(values) and all(map(self.is_no_descriptor, values))

    def is_no_descriptor(self, value: Value) -> bool:
        """Whether an object is known to have no ``__get__``."""
        if value[0] == "xinst":
            found = external.lookup(value[1], self.program.targets[-1])
            return found is not None and external.attribute(found, "__get__") is None
        if value[0] == "inst":
            node = self.program.classes[value[1]]
            known = node.mro is not None and all(base in BARE for base in self.program.external_mro(node))
            return known and self.program.inherited(node, "__get__") is None
        return value[0] in HELD

    def is_enum_member(self, module: int, owner: Term, name: str) -> bool:
        """Whether ``owner.name`` is a member of an enumeration of the program: nobody can store another."""
        values = self.inference.eval(module, 0, owner)
        nodes = [self.program.classes[value[1]] for value in values if value[0] == "cls"]
        if len(nodes) != len(values) or len(nodes) != 1 or ENUM not in self.program.external_mro(nodes[0]):
            return False
        member = self.program.member(nodes[0].cid, name)
        metaclass = any(owner.facts.metaclass for owner in self.program.local_mro(nodes[0]))
        return member is not None and member.kind == "value" and not metaclass


def makes_deep_copies(program: Sequence[FileFacts]) -> bool:
    """Whether a program may copy or pickle what its instances hold: they would hold another object then, as the class does not."""
    rows = [row for facts in program for row in facts.terms]
    if any(row[0] in "mf" and row[1].partition(".")[0] in PICKLING for row in rows):
        return True
    return any(row[-1] in ("deepcopy", "ProcessPoolExecutor") for row in rows if row[0] in "fa")


def last_of_texts(program: Sequence[FileFacts]) -> frozenset[str]:
    """The last parts of all texts: a patch, or a store by name, may mean the name of a module with them."""
    rows = chain.from_iterable(facts.terms for facts in program)
    return frozenset(row[1].rpartition(".")[2] for row in rows if row[0] == "s")
