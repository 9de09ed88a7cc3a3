"""Uses of ``__dict__`` and ``vars()`` by a class's own methods, and the forms that do the same with slots."""

from __future__ import annotations

from typing import TYPE_CHECKING

from slotlint.diagnostics import Note, ReplaceSource
from slotlint.dict_changes import Changes
from slotlint.dict_order import STATE_HOOKS, is_asked_for, is_asked_from_outside, kin, order_of_stores, shows_order
from slotlint.evidence import DictReach
from slotlint.facts import DictUse
from slotlint.infer import Inference, plain_name
from slotlint.infer.attributes import BARE
from slotlint.program import Program

if TYPE_CHECKING:
    from slotlint.verdict import Case


GETSTATE_SINCE = (3, 11)  # object.__getstate__
# Functions of the standard library that read a dict which they are given, and keep nothing of it.
DICT_READERS = frozenset(["json.dump", "json.dumps", "copy.copy", "copy.deepcopy", "pprint.pformat", "pprint.pprint", "pprint.pp"])


def dict_actions(case: Case, program: Program, inference: Inference, cases: list[Case]) -> None:
    """Add a replacement for each use of the instance dict, or the reason why there is none."""
    forms = Forms(case, program, inference, cases)
    beside = program.beside(case.node)
    grown = any(cases[cid].names or cases[cid].reasons for cid in (*program.descendants(case.cid), *beside))
    for reach in (*case.evidence.dict_uses, *case.evidence.state_dicts):
        if reach.use.form == "source" and _is_drained(case, reach):
            continue
        replaced = forms.replaced(reach) if not grown and reach.own and case.shape.kind == "plain" else None
        if replaced is None:
            case.reasons.append(Note(_why(reach, grown, forms), reach.note.path, reach.note.row, kind="dict-use"))
        elif replaced not in case.actions and replaced.content:
            case.actions.append(replaced)
    above = (owner.cid for owner in program.local_mro(case.node)[1:])
    for cids, whose in ((above, "a base"), (beside, "a class that a subclass also derives from")):
        for reach in (reach for cid in cids for reach in (*cases[cid].evidence.dict_uses, *cases[cid].evidence.state_dicts)):
            message = f"{whose} uses the instance dict"
            case.reasons.append(Note(message, reach.note.path, reach.note.row, kind="dict-use"))


def _is_drained(case: Case, reach: DictReach) -> bool:
    """Whether the dict is only copied into another one of the class in a statement that is replaced."""
    place = (reach.module, reach.use.row)
    whole = (o for o in case.evidence.dict_uses if o.use.form in ("update-dict", "assign-copy"))
    return any((o.module, o.use.row) == place for o in whole)


def _why(reach: DictReach, grown: bool, forms: Forms) -> str:
    if grown:
        return "the instance dict is used, and subclasses add names to it"
    if not reach.own:
        return "the instance dict is used"
    if reach.use.form == "snapshot" and reach.use.during and forms.changes().are_possible(reach):
        return "the instance may change while its dict is read"
    if reach.use.form in ("snapshot", "return-copy") and forms.ordered() is None:
        return "the instance dict is used, and its names may come in another order in another instance"
    return "the instance dict is used in a way that has no equal form with slots"


class Forms:
    """The forms that do with the slots of one class what its methods do with its instance dicts."""

    __slots__ = ("_changes", "case", "cases", "inference", "names", "program")

    def __init__(self, case: Case, program: Program, inference: Inference, cases: list[Case]) -> None:
        self.case = case
        self.cases = cases
        self.inference = inference
        self.program = program
        owners = reversed(program.local_mro(case.node))
        self.names = tuple(dict.fromkeys(name for owner in owners for name in cases[owner.cid].names))
        self._changes: Changes | None = None

    def changes(self) -> Changes:
        """What may change instances of the class."""
        if self._changes is None:
            self._changes = Changes(self.case, self.names, self.program, self.inference, self.cases)
        return self._changes

    def replaced(self, reach: DictReach) -> ReplaceSource | None:
        """The replacement of one use, None where nothing does the same."""
        use = reach.use
        if use.state and not self.is_dict_state():
            return None
        reader = self.reader(reach) if use.form == "argument" else ""
        if reader:
            use = use._replace(form="snapshot", parts=(use.parts[0], reader))
        source = self.form(reach, use)
        return None if source is None else ReplaceSource(*use.span, source)

    def ordered(self) -> tuple[str, ...] | None:
        """The names in the order of the instance dicts, None where they have no common one."""
        return order_of_stores(self.case, self.names, self.program, self.cases)

    def reader(self, reach: DictReach) -> str:
        """The function of the standard library that is given the dict and only reads it; "" for any other."""
        first, *rest = reach.use.parts[1].split(".")
        values = self.inference.name(reach.module, reach.scope, first)
        for name in rest:
            values = frozenset().union(*(self.inference.attribute(value, name) for value in values))
        names = {plain_name(v[1]) for v in values if v[0] == "ext"}
        return names.pop() if len(names) == len(values) == 1 and names <= DICT_READERS else ""

    def form(self, reach: DictReach, use: DictUse) -> str | None:
        """The source that does the same with slots, or None."""
        receiver, parts = use.parts[0], use.parts[1:]
        scope = self.program.scope(reach.module, reach.scope)
        plain = self.program.inherited(self.case.node, "__getattr__") is None and not self.is_given_more()
        if use.form == "item-store":
            return f"{receiver}.{parts[0]}" if parts[0] in self.names and not self.is_hooked() else None
        if use.form in ("item-delete", "setdefault", "pop"):
            return self.changed(reach, use) if parts[0] in self.names and plain and not self.is_hooked() else None
        if use.form == "item-load":
            if parts[0] in self.names and plain and self.is_surely_there(reach, parts[0]):
                return f"{receiver}.{parts[0]}"
            whole = _snapshot(receiver, self.names) if plain else None
            return whole and f'{whole}["{parts[0]}"]'
        if use.form == "update-literal" and not self.is_hooked():
            pairs = list(zip(parts[::2], parts[1::2], strict=True))
            if all(key in self.names for key, _ in pairs):
                return _statements(use, [f"{receiver}.{key} = {value}" for key, value in pairs])
        if use.form in ("update-dict", "assign-copy") and plain and not self.is_hooked():
            return self.copied(use, receiver, parts[0]) if self.is_surely(reach, parts[0]) else None
        if use.form in ("key-store", "key-delete") and scope.name in ("__setattr__", "__delattr__") and scope.owner >= 0:
            arguments = ", ".join(p for p in parts if p)
            return f"super().{scope.name}({arguments})" if self.names and not self.has_descriptors() else None
        if use.form in ("compare-left", "compare-right") and plain:
            return self.compared(reach, parts)
        taken = use.form == "update-other" or (use.form == "assign" and self.is_taken_over(reach, parts[0]))
        if taken and scope.name == "__setstate__" and use.alone:
            return _statements(use, [f"for name, value in {parts[0]}.items():", f"    setattr({receiver}, name, value)"])
        if use.form == "snapshot" and use.during and self.changes().are_possible(reach):
            return None
        return self.state(use, scope.name, receiver) if plain else None

    def changed(self, reach: DictReach, use: DictUse) -> str | None:
        """The statements that take a name out of an instance, or give it one that it lacks; the errors are those of a dict."""
        receiver, name = use.parts[:2]
        if use.form == "item-delete" and self.is_stored_before(reach, name):
            return f"{receiver}.{name}"
        if not use.alone or not receiver.isidentifier():
            return None
        if use.form == "setdefault":
            _, _, value, given = use.parts
            lines = [f'if not hasattr({receiver}, "{name}"):', f"    {receiver}.{name} = {value}"]
            return _statements(use, [*lines, f"{given}{receiver}.{name}"] if given else lines)
        if use.form == "pop":
            _, _, value, given = use.parts
            lines = [f'if hasattr({receiver}, "{name}"):', f"    del {receiver}.{name}"]
            return _statements(use, [f'{given}getattr({receiver}, "{name}", {value})', *lines] if given else lines)
        return None

    def is_stored_before(self, reach: DictReach, name: str) -> bool:
        """Whether the function has stored a name for certain before a use of the dict, and calls nothing that could delete it."""
        scope = self.program.scope(reach.module, reach.scope)
        rows = self.program.modules[reach.module].facts.terms
        instance = ("n", scope.params[0].name) if scope.params else ()
        stores = [s for s in scope.stores if s.name == name and s.certain and s.how != "del" and rows[s.receiver] == instance]
        return any(s.row < reach.use.row for s in stores) and not scope.calls

    def is_surely_there(self, reach: DictReach, name: str) -> bool:
        """Whether every instance that is met has a name: ``__init__`` stores it, nothing deletes it, and it is no part of making one."""
        family = list(kin(self.case, self.program, self.cases))
        if len(family) > 1 or name not in self.always() - self.deleted() or self.changes().is_of_birth(reach):
            return False
        return not any(site.kind == "new" for each in family for site in each.evidence.sites)

    def is_dict_state(self) -> bool:
        """Whether ``__getstate__`` of ``object`` is what is called, and gives a dict: one with something in it, and no slots."""
        order = self.program.local_mro(self.case.node)
        below = [self.program.classes[cid] for cid in self.program.descendants(self.case.cid)]
        nodes = (self.case.node, *below)
        if any(base not in BARE for node in nodes for base in self.program.external_mro(node)):
            return False
        named = [owner for node in nodes for owner in self.program.local_mro(node) if owner not in order]
        if any(self.program.member(owner.cid, "__getstate__") is not None for owner in (*order[1:], *named)):
            return False
        if any(set(self.cases[owner.cid].shape.declared or ()) - {"__weakref__"} for owner in (*order, *named)):
            return False
        since = self.program.targets[0] >= GETSTATE_SINCE  # before, the call fails
        return since and bool(self.always() & set(self.names) - self.deleted())

    def deleted(self) -> set[str]:
        """The names that some code deletes."""
        return {write.name for each in kin(self.case, self.program, self.cases) for write in each.evidence.writes if write.how == "del"}

    def is_given_more(self) -> bool:
        """Whether instances have a name from the start that their dicts got later: a default that moves into ``__init__``."""
        moved = (name for name in self.names if self.program.member(self.case.cid, name) is not None)
        return not self.always().issuperset(moved)

    def is_taken_over(self, reach: DictReach, state: str) -> bool:
        """Whether ``self.__dict__ = state`` fills a new instance with a dict that nobody else uses.

        Where the program does not call ``__setstate__`` itself, only pickling and copying do, with an instance just made.
        """
        rows = self.program.modules[reach.module].facts.terms
        scope = self.program.scope(reach.module, reach.scope)
        if len(scope.params) != 2 or scope.params[1].name != state or state in scope.loads:
            return False
        if any(rows[item.container] == ("n", state) for item in scope.items):
            return False
        given = (t for call in scope.calls for t in rows[call.term][1:] if isinstance(t, int) and t < len(rows))
        return not any(rows[term] == ("n", state) for term in given) and not is_asked_for(self.program, "__setstate__")

    def state(self, use: DictUse, method: str, receiver: str) -> str | None:
        """The source of a dict of the state, where the use hands one out."""
        kept = method in STATE_HOOKS and self.is_asked(method)  # by who may keep the dict, and see it change
        names = self.ordered() if shows_order(use, method, kept) else self.names
        if names is None:
            return None
        if use.form in ("snapshot", "return-copy") or (use.form == "return" and method == "__getstate__" and not kept):
            return _snapshot(receiver, names)
        if use.form == "return-item" and not kept and method in ("__reduce__", "__reduce_ex__"):
            snapshot = _snapshot(receiver, names)
            return None if snapshot is None else f"(None, {snapshot})"
        return None

    def is_asked(self, method: str) -> bool:
        """Whether anything but pickling and copying asks instances for what a state method of the class gives."""
        if is_asked_from_outside(self.program, method):
            return True
        below = [self.program.classes[cid] for cid in self.program.descendants(self.case.cid)]
        others = {owner.cid for node in below for owner in self.program.local_mro(node)}
        others -= {owner.cid for owner in self.program.local_mro(self.case.node)}
        return any(self.program.member(cid, method) is not None for cid in others)

    def has_descriptors(self) -> bool:
        """Whether a name may be one of a descriptor, which a dict store passes by and ``super().__setattr__`` does not."""
        members = (member for owner in self.program.local_mro(self.case.node) for member in owner.facts.members)
        return any(member.decorators if member.kind == "def" else member.default == "call" for member in members)

    def is_hooked(self) -> bool:
        """Whether a plain store or ``del`` would run code that the dict does not."""
        return any(self.program.inherited(self.case.node, hook) is not None for hook in ("__setattr__", "__delattr__"))

    def always(self) -> set[str]:
        """The names that ``__init__`` stores whatever happens in it."""
        scopes = self.program.own_scopes(self.case.node, "__init__")
        return {store.name for s in scopes for store in s.stores if store.certain and store.how != "del"}

    def copied(self, use: DictUse, receiver: str, other: str) -> str | None:
        """The stores that give an instance what another one of the class has."""
        if not self.names or not other.isidentifier():
            return None
        if set(self.names) <= self.always():
            return _statements(use, [f"{receiver}.{name} = {other}.{name}" for name in self.names])
        if not use.alone:
            return None
        return _statements(use, [
            f"for name in ({_listed(self.names)}):", f"    if hasattr({other}, name):",
            f"        setattr({receiver}, name, getattr({other}, name))",
        ])  # fmt: skip

    def compared(self, reach: DictReach, parts: tuple[str, ...]) -> str | None:
        """A comparison of two instance dicts, "" on the right of one, which is replaced along with what is on the left."""
        if reach.use.form == "compare-right":
            return ""
        operator, *sides = parts
        found = [self.side(reach, source) for source in sides]
        return None if None in found else f" {operator} ".join(filter(None, found))

    def side(self, reach: DictReach, receiver: str) -> str | None:
        """What stands for the dict of one side; an object of another class may have one."""
        snapshot = _snapshot(receiver, self.names)
        if snapshot is None or self.is_surely(reach, receiver) or self.program.descendants(self.case.cid):
            return snapshot
        return f'getattr({receiver}, "__dict__", {snapshot})'

    def is_surely(self, reach: DictReach, receiver: str) -> bool:
        """Whether another object whose dict is used in the same statement is an instance of the class."""
        scope = self.program.scope(reach.module, reach.scope)
        kinds = {("inst", cid) for cid in (self.case.cid, *self.program.descendants(self.case.cid))}
        row = reach.use.row
        terms = {use.receiver for use in scope.dict_uses if use.row == row and use.parts[0] == receiver}
        values = self.inference.many(reach.module, reach.scope, terms)
        return bool(terms) and bool(values) and values <= kinds


def _statements(use: DictUse, lines: list[str]) -> str:
    indent = " " * use.span[1]
    return (f"\n{indent}" if use.alone else "; ").join(lines) or "pass"


def _listed(names: tuple[str, ...]) -> str:
    return ", ".join(f'"{n}"' for n in names) + ("," if len(names) == 1 else "")


def _snapshot(receiver: str, names: tuple[str, ...]) -> str | None:
    if any(n.startswith("_") and "__" in n[1:] for n in names) or not receiver.isidentifier():
        return None
    return f"{{name: getattr({receiver}, name) for name in ({_listed(names)}) if hasattr({receiver}, name)}}"
