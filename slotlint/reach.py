"""Which events of the program can reach which class: every store, call and use, sorted to the classes it touches.

A receiver with a known type reaches that class. One without is weighed, not ignored: the other attributes read from it
say which classes it may be; where nothing is read from it, the types that are known to flow there stand for it.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import Any

from slotlint import effects, external
from slotlint.diagnostics import Note
from slotlint.evidence import DictReach, Event, Evidence, Site, Write
from slotlint.facts import Call, DictUse, Scope, Store, Term
from slotlint.infer import UNKNOWN, Inference, Value, Values, plain_name
from slotlint.program import ClassNode, Program

SELF_CALLS = frozenset({"cls", "__class__", "klass", ""})


class Reach:
    """Collects the evidence of every class of a program."""

    def __init__(self, program: Program, inference: Inference) -> None:
        self.program = program
        self.inference = inference
        self.evidence = [Evidence() for _ in program.classes]
        self.pending: list[tuple[str, int, int, Term, Any, Note]] = []
        self.declared: dict[str, set[int]] = {}
        self.names = effects.CALL_NAMES | SELF_CALLS | {c.name for c in program.classes}
        self.generic_origin: Note | None = None
        self.subclass_lists: dict[int, Note] = {}
        self.copies: list[Note] = []
        self.foreign: list[tuple[int, str, Note]] = []  # stores by functions that take any object
        self.outside: list[tuple[frozenset[str], list[int]]] = []
        self.boundless: frozenset[int] = frozenset()  # classes of unknown bases: they may have any attribute
        self.answering: frozenset[int] = frozenset()  # classes with __getattr__: it may answer to any, but hardly to all
        self.imports: dict[int, set[int]] = {}
        self.users: dict[int, set[int]] = {}
        self.reachable: dict[int, list[int]] = {}
        self.narrowed: dict[int, frozenset[Term]] = {}
        self.holders: dict[str, frozenset[int]] = {}
        self.matches: dict[tuple[frozenset[str], bool], frozenset[int]] = {}
        self.guarded = False  # the event at hand stands under a handler for AttributeError or TypeError
        self.how = ""  # by what the event at hand stores

    def collect(self) -> list[Evidence]:
        """Read every event once, then weigh those whose receiver is not known."""
        for at, module in enumerate(self.program.modules):
            if module.foreign:
                continue
            for index, scope in enumerate(module.facts.scopes):
                self.scope(at, index, scope)
            self.texts(at)
        self.index_declared()
        self.weigh_foreign()
        self.settle_owners()
        for kind, module_at, scope_at, receiver, data, note in self.pending:
            self.weigh(kind, module_at, scope_at, receiver, data, note)
        return self.evidence

    def note(self, module: int, row: int, message: str, kind: str, column: int = 0) -> Note:
        """A piece of evidence at a line of a module."""
        return Note(message, self.program.modules[module].path, row, column + 1, kind)

    def scope(self, at: int, index: int, scope: Scope) -> None:
        """Sort the events of one scope."""
        for store in scope.stores:
            self.attribute_store(at, index, store)
        for call in scope.calls:
            self.call(at, index, scope, call)
        for use in scope.dict_uses:
            self.dict_use(at, index, scope, use)
        for item in scope.items:
            self.item(at, index, item.container, item.key, item.value, item.row)
        for term in scope.decorators:
            for held in self.inference.ask(at, scope.parent, self.inference.head(at, term)):
                if held[0] == "cls":
                    made = Site("module", self.note(at, scope.row, "makes an instance as a decorator", "construction"), at, index)
                    self.evidence[held[1]].sites.append(made)
        self.reads(at, index, scope)
        self.values(at, index, scope)

    # -- stores --------------------------------------------------------------------------------------------------------

    def attribute_store(self, at: int, index: int, store: Store) -> None:
        note = self.note(at, store.row, f"stores .{store.name}", "store", store.column)
        self.guarded, self.how = store.guarded, store.how
        self.stored(at, index, store.receiver, store.name, note, store.value)

    def stored(self, at: int, index: int, receiver: Term, name: str, note: Note, value: Term = 0) -> None:
        """A store of a name on whatever the receiver is."""
        own = self.inference.receiver_class(at, index, receiver)
        unknown = False
        values = self.inference.ask(at, index, receiver)
        for held in values:
            if held[0] == "inst":
                write = Write(name, note, own == held[1], self.guarded, len(values) == 1, self.how, at, index, receiver)
                self.evidence[held[1]].writes.append(write)
            if held[0] == "inst" and own is None and self.is_handed_in(at, index, receiver):
                self.foreign.append((held[1], name, note))
            if held[0] in ("inst", "super"):
                self.store_on(held[1], name, note, own == held[1] or held[0] == "super", at, index, value)
            elif held[0] == "cls":
                self.evidence[held[1]].class_stores.setdefault(name, note)
                if name == "__bases__":
                    self.rebased(at, index, value, note)
            elif held == UNKNOWN:
                unknown = True
        if unknown:
            self.pending.append(("store", at, index, receiver, name, note))

    def is_handed_in(self, at: int, index: int, receiver: Term) -> bool:
        """Whether a receiver is a parameter without annotation: the function does it to whatever it is given."""
        facts = self.inference.facts[at]
        row = facts.terms[receiver]
        scope = facts.scopes[index]
        return row[0] == "n" and any(p.name == row[1] and not p.annotation for p in scope.params)

    def rebased(self, at: int, index: int, value: Term, note: Note) -> None:
        """Classes that become bases at run time must keep the layout that they have."""
        for held in self.inference.ask(at, index, value) if value else ():
            for column in held[1] if held[0] == "row" else ():
                for cls in column:
                    if cls[0] == "cls":
                        self.evidence[cls[1]].blocks.append(_as(note, "becomes a base at run time", "base"))

    def store_on(self, cid: int, name: str, note: Note, own: bool, at: int, index: int, value: Term) -> None:
        evidence = self.evidence[cid]
        if name == "__class__":
            for held in self.inference.ask(at, index, value) if value else ():
                if held[0] == "cls":
                    evidence.class_assigned.append((held[1], note))
                    self.evidence[held[1]].class_assigned.append((cid, note))
                else:
                    evidence.blocks.append(_as(note, "the class of an instance is changed", "class-assignment"))
        elif name in effects.CLASS_NAMES:
            evidence.blocks.append(_as(note, f"stores {name}, which no slot can carry", "store"))
        else:
            evidence.store(name, note, own)

    # -- calls ---------------------------------------------------------------------------------------------------------

    def call(self, at: int, index: int, scope: Scope, call: Call) -> None:
        """Sort one call by what is called; calls under other names cannot matter."""
        facts = self.inference.facts[at]
        row = facts.terms[call.term]
        if row[0] != "c" or not any(n in self.names for n in self.inference.callee_names(facts, row[1])):
            return
        arguments = row[3 : 3 + row[2]]
        keywords = dict(zip(row[3 + row[2] :: 2], row[4 + row[2] :: 2], strict=True))
        callee = facts.terms[row[1]]
        self.guarded, self.how = call.guarded, "setattr"
        for value in self.inference.ask(at, index, row[1]):
            self.called(at, index, scope, call, value, arguments, keywords)
        if callee[0] == "a" and callee[2] == "__new__" and arguments:
            self.bare_instance(at, index, arguments[0], call.row)
        if callee[0] == "a":
            self.method_call(at, index, scope, call, callee, arguments, keywords)

    def called(
        self, at: int, index: int, scope: Scope, call: Call, value: Value, arguments: tuple[Term, ...], keywords: dict[str, Term]
    ) -> None:  # fmt: skip
        if value[0] == "cls":
            self.constructed(at, index, scope, call, value[1], arguments)
        elif value[0] == "ext":
            name = (plain_name(value[1])).removeprefix("builtins.")
            self.external_call(at, index, scope, call, name, arguments, keywords)
        elif value[0] == "new":
            self.constructed(at, index, scope, call, value[1], ())

    def bare_instance(self, at: int, index: int, term: Term, row: int) -> None:
        """``cls.__new__(cls)``: an instance that no ``__init__`` has seen."""
        for held in self.inference.ask(at, index, term):
            if held[0] == "cls":
                note = self.note(at, row, "makes an instance without __init__", "construction")
                self.evidence[held[1]].sites.append(Site("new", note, at, index))

    def constructed(self, at: int, index: int, scope: Scope, call: Call, cid: int, arguments: tuple[Term, ...]) -> None:
        kind = "loop" if call.repeated else "module" if scope.kind in ("module", "class") else "function"
        note = self.note(at, call.row, f"makes an instance ({kind})", "construction", call.column)
        self.evidence[cid].sites.append(Site(kind, note, at, index))
        if any("weakref" in base for base in self.program.external_mro(self.program.classes[cid])) and arguments:
            self.weak(at, index, arguments[0], call.row)

    def external_call(
        self, at: int, index: int, scope: Scope, call: Call, name: str, arguments: tuple[Term, ...], keywords: dict[str, Term]
    ) -> None:  # fmt: skip
        """The effect of a call of something outside the program."""
        row = call.row
        last = name.rpartition(".")[2]
        self.how = "del" if "delattr" in last else "object" if last == "__setattr__" else "setattr"
        if (name in ("setattr", "object.__setattr__", "delattr", "object.__delattr__") and len(arguments) > 1) or (last in ("__setattr__", "__delattr__") and len(arguments) > 1):
            self.set_attribute(at, index, scope, arguments[0], arguments[1], row)
        elif name in ("hasattr", "getattr") and len(arguments) > 1:
            self.looked_up(at, index, arguments, row)
        elif name in effects.WEAK_CALLS and arguments:
            self.weak(at, index, arguments[0], row)
        elif name in effects.WEAK_CONTAINERS:
            for argument in arguments:
                self.weak_contents(at, index, argument, row)
        elif name in effects.WEAK_FUNCTIONS:
            for argument in (*arguments, *keywords.values()):
                self.weak(at, index, argument, row)
        elif name in effects.COPIERS or name in effects.PICKLERS or name in effects.OTHER_PICKLERS:
            self.copied(at, index, name, arguments, keywords, row)
        elif name in effects.CLASS_READERS and arguments:
            self.introspected(at, index, arguments[0], f"{name} searches the class", row, "create_autospec" in name)
        elif name in effects.SIZE_CALLS and arguments:
            self.block_instances(at, index, arguments[0], "sys.getsizeof measures the instance", row, "size")
        elif name in effects.SPEC_CALLS:
            for keyword in ("spec", "spec_set", "wraps"):
                if keyword in keywords:
                    self.introspected(at, index, keywords[keyword], f"{last}({keyword}=...) searches the class", row, True)
        elif name in effects.PATCHERS and len(arguments) > 1:
            self.patched(at, index, arguments[0], arguments[1], row)
        elif name in effects.NAME_PATCHERS and arguments:
            self.patched_by_name(at, index, arguments[0], row)
        elif name == "exec" or name == "eval":
            self.executed(at, index, scope, arguments, row)
        elif (name == "type" and len(arguments) == 3) or (name == "types.new_class" and len(arguments) > 1):
            self.made_class(at, index, arguments[1], row)
        elif name == "map" and len(arguments) > 1:
            self.mapped(at, index, arguments, row)
        elif name == "functools.partial" and arguments:
            self.partial(at, index, arguments, row)
        self.table_effects(at, index, name, arguments, keywords, row)

    def table_effects(
        self, at: int, index: int, name: str, arguments: tuple[Term, ...], keywords: dict[str, Term], row: int
    ) -> None:
        for table, kind in ((effects.INSTANCE_WRITERS, "writer"), (effects.INSTANCE_READERS, "dict-use")):
            if name in table and len(arguments) > table[name][0]:
                position, why = table[name]
                self.block_instances(at, index, arguments[position], why, row, kind)
        if "vars" in self.program.scope(at, index).values:
            self.vars_argument(at, index, arguments, keywords, row)

    def vars_argument(
        self, at: int, index: int, arguments: tuple[Term, ...], keywords: dict[str, Term], row: int
    ) -> None:
        """``f(obj, default=vars)``: whatever the call is given may have its dict read."""
        terms = self.inference.facts[at].terms
        handed = [t for t in (*arguments, *keywords.values()) if terms[t] == ("n", "vars")]
        if handed and self.inference.name(at, index, "vars") == frozenset({("ext", "vars")}):
            for term in (*arguments, *keywords.values()):
                self.block_instances(at, index, term, "vars is applied to the instance", row, "dict-use")

    def set_attribute(self, at: int, index: int, scope: Scope, receiver: Term, name: Term, row: int) -> None:
        """``setattr`` and its kin: literal names are stores, other names open the set of attributes."""
        names = self.inference.strings(at, index, name)
        if names is not None and len(names) <= 64:
            for each in names:
                self.stored(at, index, receiver, each, self.note(at, row, f"stores .{each} by setattr", "store"))
            return
        if self.passes_through(at, index, scope, receiver, name):
            return
        if scope.name == "__setstate__" and self.gives_back(at, index, receiver):
            return
        note = self.note(at, row, "setattr with a name that is not known", "dynamic-store")
        for held in self.inference.ask(at, index, receiver):
            if held[0] in ("inst", "super"):
                self.block_family(held[1], note)
                if not self.guarded:
                    self.evidence[held[1]].dynamic.append(Event(at, index, receiver, note, name))
            elif held == UNKNOWN:
                self.pending.append(("dynamic", at, index, receiver, None, note))
            elif held[0] == "cls":
                self.evidence[held[1]].introspected.append(note)

    def gives_back(self, at: int, index: int, receiver: Term) -> bool:
        """Whether ``__setstate__`` stores what the class's own ``__getstate__`` took, names that are stored anyway."""
        owner = self.inference.receiver_class(at, index, receiver)
        return owner is not None and self.program.inherited(self.program.classes[owner], "__getstate__") is not None

    def block_family(self, cid: int, note: Note) -> None:
        """Block a class and everything derived from it: an instance of the class may be one of those."""
        for each in (cid, *self.program.descendants(cid)):
            self.evidence[each].blocks.append(note)

    def passes_through(self, at: int, index: int, scope: Scope, receiver: Term, name: Term) -> bool:
        """Whether this is a ``__setattr__`` handing on the very name that it was given."""
        row = self.inference.facts[at].terms[name]
        return (
            self.inference.receiver_class(at, index, receiver) is not None
            and scope.name in ("__setattr__", "__delattr__")
            and len(scope.params) > 1
            and row == ("n", scope.params[1].name)
        )

    def looked_up(self, at: int, index: int, arguments: tuple[Term, ...], row: int) -> None:
        """``hasattr`` and ``getattr``: of an instance they see slots as they saw the dict, of a class they do not."""
        names = self.inference.strings(at, index, arguments[1])
        for held in self.inference.ask(at, index, arguments[0]):
            if held[0] == "cls":
                self.class_lookup(at, held[1], names, row)
            elif names is not None:
                for name in names:
                    self.special_lookup(at, index, held, arguments[0], name, row)
            elif held == UNKNOWN:
                note = self.note(at, row, "looks up names on an object that may be the class", "class-read")
                self.pending.append(("class-search", at, index, arguments[0], None, note))

    def class_lookup(self, at: int, cid: int, names: tuple[str, ...] | None, row: int) -> None:
        if names is None:
            note = self.note(at, row, "looks up names on the class that are not known", "class-read")
            self.evidence[cid].introspected.append(note)
            return
        for name in names:
            note = self.note(at, row, f"looks up {name} on the class", "class-read")
            if name == "__slots__":
                self.evidence[cid].slots_reads.append(note)
            elif name == "__dict__":
                self.evidence[cid].introspected.append(note)
            else:
                self.evidence[cid].class_reads.setdefault(name, note)

    def special_lookup(self, at: int, index: int, held: Value, receiver: Term, name: str, row: int) -> None:
        if name not in ("__dict__", "__slots__", "__getstate__", "__weakref__", "__reduce_ex__", "__reduce__"):
            return
        note = self.note(at, row, f"looks up {name} of the instance", "dict-use")
        if held[0] == "inst":
            self.special_read(held[1], name, note, at, index)
        elif held == UNKNOWN:
            self.pending.append(("special", at, index, receiver, name, note))

    def special_read(self, cid: int, name: str, note: Note, at: int = -1, index: int = -1) -> None:
        for each in (cid, *self.program.descendants(cid)):
            evidence = self.evidence[each]
            if name == "__slots__":
                evidence.slots_reads.append(note)
                if at >= 0:
                    evidence.slots_scopes.append((at, index, True, note))
            elif name in ("__dict__", "__weakref__"):
                evidence.blocks.append(note)
            else:
                evidence.state_reads.append(note)

    def block_instances(self, at: int, index: int, term: Term, why: str, row: int, kind: str) -> None:
        """Block the classes whose instances a term holds, also inside containers."""
        note = self.note(at, row, why, kind)
        for cid in self.held_instances(self.inference.ask(at, index, term)):
            self.block_family(cid, note)

    def held_instances(self, values: Values, depth: int = 4) -> Iterator[int]:
        """The classes of the instances among values, looking into containers."""
        for value in values:
            if value[0] == "inst":
                yield value[1]
            elif value[0] in ("of", "map") and depth:
                for inner in value[1:]:
                    yield from self.held_instances(inner, depth - 1)
            elif value[0] == "row" and depth:
                for inner in value[1]:
                    yield from self.held_instances(inner, depth - 1)

    def weak(self, at: int, index: int, term: Term, row: int) -> None:
        """A weak reference to what a term holds; a bound method stands for its instance."""
        note = self.note(at, row, "a weak reference is taken", "weakref")
        facts = self.inference.facts[at]
        for held in self.inference.ask(at, index, term):
            if held[0] == "inst":
                self.evidence[held[1]].weakrefs.append(note)
                if not self.guarded:
                    self.evidence[held[1]].weak_targets.append(Event(at, index, term, note))
            elif held[0] == "bound" and held[3][0] == "inst":
                self.evidence[held[3][1]].weakrefs.append(note)
                if not self.guarded:
                    self.evidence[held[3][1]].weak_targets.append(Event(at, index, term, note))
            elif held == UNKNOWN:
                row_ = facts.terms[term]
                self.pending.append(("weakref", at, index, term, None, note))
                if row_[0] == "a":
                    for inner in self.inference.ask(at, index, row_[1]):
                        if inner[0] == "inst":
                            self.evidence[inner[1]].weakrefs.append(note)

    def weak_contents(self, at: int, index: int, term: Term, row: int) -> None:
        """Weak references to everything that a container holds."""
        note = self.note(at, row, "a weak reference is taken", "weakref")
        for cid in set(self.held_instances(self.inference.ask(at, index, term))):
            self.evidence[cid].weakrefs.append(note)

    def copied(
        self, at: int, index: int, name: str, arguments: tuple[Term, ...], keywords: dict[str, Term], row: int
    ) -> None:
        """Copying and pickling reach everything that the argument holds."""
        note = self.note(at, row, f"{name} copies or pickles instances", "copy")
        self.copies.append(note)
        if not arguments:
            return
        old = self.old_protocol(at, index, name, arguments, keywords)
        held = self.inference.ask(at, index, arguments[0])
        certain = old and any(self.is_low(at, index, t) for t in (*arguments[1:], *keywords.values()))
        for cid in set(self.held_instances(held)):
            self.evidence[cid].copied.append(note)
            if old:
                self.evidence[cid].old_protocol.append(note)
            if certain and not self.guarded:
                self.evidence[cid].old_pickles.append(Event(at, index, arguments[0], note))
        if old and UNKNOWN in held:
            self.pending.append(("old-protocol", at, index, arguments[0], None, note))

    def is_low(self, at: int, index: int, term: Term) -> bool:
        """Whether a term is 0 or 1, or a name that a loop gives one of them."""
        facts = self.inference.facts[at]
        row = facts.terms[term]
        held = facts.scopes[index].bindings.get(row[1], ()) if row[0] == "n" else (term,)
        rows = [facts.terms[t] for t in held]
        rows += [facts.terms[t] for r in rows if r[0] == "e" and facts.terms[r[1]][0] in ("t", "l") for t in facts.terms[r[1]][1:]]
        return any(r in (("v", 0), ("v", 1)) for r in rows)

    def old_protocol(
        self, at: int, index: int, name: str, arguments: tuple[Term, ...], keywords: dict[str, Term]
    ) -> bool:
        """Whether a pickle call names a protocol that may be 0 or 1."""
        position = effects.PICKLERS.get(name)
        if position is None:
            return False
        term = keywords.get("protocol") or (arguments[position] if len(arguments) > position else 0)
        if not term:
            return False
        row = self.inference.facts[at].terms[term]
        if row[0] == "a" and row[2] in ("HIGHEST_PROTOCOL", "DEFAULT_PROTOCOL"):
            return False
        return not (row[0] == "v" and (row[1] >= 2 or row[1] < 0))

    def introspected(self, at: int, index: int, term: Term, why: str, row: int, instances: bool) -> None:
        """The class object is searched for names."""
        note = self.note(at, row, why, "class-read")
        for held in self.inference.ask(at, index, term):
            if held[0] == "cls" or (instances and held[0] == "inst"):
                self.evidence[held[1]].introspected.append(note)
            elif held == UNKNOWN:
                self.pending.append(("class-search", at, index, term, None, note))

    def patched(self, at: int, index: int, target: Term, name: Term, row: int) -> None:
        """``patch.object(target, name)``: on a class it replaces a class attribute, on an instance it stores."""
        for each in self.inference.strings(at, index, name) or ():
            note = self.note(at, row, f"patches {each}", "patch")
            values = self.inference.ask(at, index, target)
            for held in values:
                if held[0] == "inst":
                    self.evidence[held[1]].store(each, note, False)
                    write = Write(each, note, False, self.guarded, len(values) == 1, "patch", at, index, target)
                    self.evidence[held[1]].writes.append(write)
                elif held[0] == "cls":
                    self.evidence[held[1]].patched.setdefault(each, note)
                elif held == UNKNOWN:
                    self.pending.append(("store", at, index, target, each, note))

    def patched_by_name(self, at: int, index: int, name: Term, row: int) -> None:
        """``patch("pkg.mod.Class.attribute")``."""
        for text in self.inference.strings(at, index, name) or ():
            owner, _, attribute = text.rpartition(".")
            note = self.note(at, row, f"patches {attribute}", "patch")
            for held in self.dotted(owner):
                if held[0] == "cls":
                    self.evidence[held[1]].patched.setdefault(attribute, note)
                elif held[0] == "inst":
                    self.evidence[held[1]].store(attribute, note, False)

    def dotted(self, text: str) -> Values:
        """What a dotted name reaches, through modules and then attributes."""
        parts = text.split(".")
        for cut in range(len(parts), 0, -1):
            found = self.program.by_name.get(".".join(parts[:cut]))
            if found is not None:
                values: Values = frozenset({("mod", found)})
                for part in parts[cut:]:
                    values = frozenset().union(*(self.inference.attribute(v, part) for v in values))
                return values
        return frozenset()

    def executed(self, at: int, index: int, scope: Scope, arguments: tuple[Term, ...], row: int) -> None:
        """``exec`` without a namespace of its own sees ``self``."""
        for term in arguments[1:]:
            self.block_instances(at, index, term, "exec or eval may store on the instance", row, "dynamic-store")
        owner = self.inference.owner_class(at, index)
        if owner is not None and len(arguments) == 1:
            self.evidence[owner].blocks.append(self.note(at, row, "exec or eval may store on the instance", "dynamic-store"))

    def made_class(self, at: int, index: int, bases: Term, row: int) -> None:
        """``type(name, bases, namespace)`` and its kin."""
        found: set[int] = set()
        for value in self.inference.ask(at, index, bases):
            columns: Iterable[Values] = value[1] if value[0] == "row" else (value[1],) if value[0] == "of" else ()
            for column in columns:
                found |= {v[1] for v in column if v[0] == "cls"}
        shapes = self.inference.ask(at, index, bases)
        exact = len(shapes) == 1 and all(v[0] == "row" and all(len(column) == 1 for column in v[1]) for v in shapes)
        kind = "combination" if exact else "subclass"
        note = self.note(at, row, "a class is made from this one at run time", kind)
        for cid in found:
            self.evidence[cid].combined.append((tuple(sorted(found)), note))

    def mapped(self, at: int, index: int, arguments: tuple[Term, ...], row: int) -> None:
        """``map(vars, objects)``, ``map(weakref.ref, objects)``."""
        for function in self.inference.ask(at, index, arguments[0]):
            name = (plain_name(function[1])) if function[0] == "ext" else ""
            elements = self.inference.elements(self.inference.ask(at, index, arguments[1]))
            for cid in {v[1] for v in elements if v[0] == "inst"}:
                if name == "vars":
                    self.block_family(cid, self.note(at, row, "vars is applied to the instance", "dict-use"))
                elif name in effects.WEAK_CALLS:
                    self.evidence[cid].weakrefs.append(self.note(at, row, "a weak reference is taken", "weakref"))

    def partial(self, at: int, index: int, arguments: tuple[Term, ...], row: int) -> None:
        """``partial(setattr, self)`` stores names that nobody sees."""
        names = {(plain_name(v[1])).removeprefix("builtins.") for v in self.inference.ask(at, index, arguments[0]) if v[0] == "ext"}
        if names & effects.WEAK_CALLS and len(arguments) > 1:
            self.weak(at, index, arguments[1], row)
        if names & {"setattr", "object.__setattr__"} and len(arguments) > 1:
            if len(arguments) > 2:
                self.set_attribute(at, index, self.program.scope(at, index), arguments[1], arguments[2], row)
                return
            note = self.note(at, row, "setattr with a name that is not known", "dynamic-store")
            for held in self.inference.ask(at, index, arguments[1]):
                if held[0] == "inst":
                    self.block_family(held[1], note)

    # -- method calls --------------------------------------------------------------------------------------------------

    def method_call(
        self, at: int, index: int, scope: Scope, call: Call, callee: Value, arguments: tuple[Term, ...], keywords: dict[str, Term]
    ) -> None:  # fmt: skip
        """Calls that matter by the kind of their receiver: weak containers, signals, parsers, patches, super()."""
        name, row = callee[2], call.row
        if name in ("__setattr__", "__delattr__") and arguments and self.is_super(at, index, callee[1]):
            owner = self.inference.owner_class(at, index)
            if owner is not None and len(arguments) + (name == "__delattr__") >= 2:
                self.super_setattr(at, index, scope, owner, arguments[0], row)
        elif name in ("setattr", "delattr") and len(arguments) > 1 and len(arguments) <= 4:
            self.patched(at, index, arguments[0], arguments[1], row)
        elif name in ("setattr", "patch") and arguments:
            self.patched_by_name(at, index, arguments[0], row)
        elif name in ("object", "spy") and len(arguments) > 1:
            self.patched(at, index, arguments[0], arguments[1], row)
        elif name.startswith("parse_") and "namespace" in keywords:
            self.block_instances(at, index, keywords["namespace"], "parse_args stores every option on it", row, "dynamic-store")
        elif name in effects.STATE_METHODS and (scope.name != name or not self.is_super(at, index, callee[1])):
            self.state_call(at, index, callee[1], name, row)
        else:
            self.weak_method(at, index, callee, arguments, keywords, row)

    def is_super(self, at: int, index: int, term: Term) -> bool:
        return any(v[0] == "super" for v in self.inference.ask(at, index, term))

    def super_setattr(self, at: int, index: int, scope: Scope, owner: int, name: Term, row: int) -> None:
        names = self.inference.strings(at, index, name)
        if names is not None:
            for each in names:
                note = self.note(at, row, f"stores .{each} by __setattr__", "store")
                self.evidence[owner].store(each, note, True)
                self.evidence[owner].writes.append(Write(each, note, True, self.guarded, True, "object", at, index, 0))
        elif not (len(scope.params) > 1 and self.passes_through(at, index, scope, self.term_of(at, scope.params[0].name), name)):
            self.block_family(owner, self.note(at, row, "__setattr__ with a name that is not known", "dynamic-store"))

    def state_call(self, at: int, index: int, receiver: Term, name: str, row: int) -> None:
        note = self.note(at, row, f"calls {name} of the instance", "state-read")
        for held in self.inference.ask(at, index, receiver):
            if held[0] in ("inst", "super"):
                self.special_read(held[1], name, note)

    def weak_method(
        self, at: int, index: int, callee: Value, arguments: tuple[Term, ...], keywords: dict[str, Term], row: int
    ) -> None:
        """Methods of weak containers and of signal libraries."""
        weak_name = callee[2] in effects.WEAK_KEYS or callee[2] in effects.WEAK_VALUES or callee[2] in effects.WEAK_MEMBERS
        if not weak_name and callee[2] not in effects.SIGNAL_METHODS:
            return
        for held in self.inference.ask(at, index, callee[1]):
            for name in self.external_bases(held):
                if name in effects.WEAK_CONTAINERS:
                    if callee[2] == "update":
                        for term in (*arguments, *keywords.values()):
                            self.weak_contents(at, index, term, row)
                    for position in effects.WEAK_CONTAINERS[name].get(callee[2], ()):
                        if position < len(arguments):
                            self.weak(at, index, arguments[position], row)
                elif name in effects.SIGNAL_CLASSES and callee[2] in effects.SIGNAL_METHODS:
                    for term in (*arguments, *keywords.values()):
                        self.weak(at, index, term, row)

    def external_bases(self, held: Value) -> tuple[str, ...]:
        """The external classes that a value is an instance of."""
        if held[0] == "xinst":
            return (held[1],)
        return self.program.external_mro(self.program.classes[held[1]]) if held[0] == "inst" else ()

    def item(self, at: int, index: int, container: Term, key: Term, value: Term, row: int) -> None:
        """``container[key] = value`` where the container holds weak references."""
        for held in self.inference.ask(at, index, container):
            for name in self.external_bases(held):
                positions = effects.WEAK_CONTAINERS.get(name, {}).get("__setitem__", ())
                for position in positions:
                    self.weak(at, index, (key, value)[position], row)

    # -- instance dicts, reads, values ---------------------------------------------------------------------------------

    def dict_use(self, at: int, index: int, scope: Scope, use: DictUse) -> None:
        """A use of an instance dict, or of a class's."""
        note = self.note(at, use.row, "uses the instance dict", "dict-use")
        own = self.inference.owner_class(at, index)
        for held in self.inference.ask(at, index, use.receiver):
            if held[0] == "inst":
                reach = DictReach(use, at, index, own == held[1], note)
                self.evidence[held[1]].dict_uses.append(reach)
                self.dict_stores(held[1], use, note)
            elif held[0] == "cls" and use.parts[1:2] == ("in",):
                self.evidence[held[1]].class_reads.setdefault(use.parts[2], note)
            elif held[0] == "cls":
                self.evidence[held[1]].introspected.append(self.note(at, use.row, "reads the class's own dict", "class-read"))
            elif held == UNKNOWN:
                self.pending.append(("dict", at, index, use.receiver, use, note))

    def dict_stores(self, cid: int, use: DictUse, note: Note) -> None:
        """Names that a dict store names outright are stores like others."""
        if use.form == "item-store":
            self.evidence[cid].store(use.parts[1], note, False)
        elif use.form == "update-literal":
            for name in use.parts[1::2]:
                self.evidence[cid].store(name, note, False)

    def reads(self, at: int, index: int, scope: Scope) -> None:
        """Loads through a class, and of names that only slots have."""
        terms = self.inference.facts[at]
        for name, attributes in scope.loads.items():
            self.reads_of_name(at, index, name, attributes)
        for read in scope.reads:
            base = terms.terms[read.receiver]
            if read.name in ("__slots__", "__orig_class__", "__subclasses__"):
                self.odd_read(at, index, read.receiver, read.name, read.row)
            elif (base[0] == "a" and (base[2][:1].isupper() or base[2] == "__class__")) or base[0] == "c":
                if base[0] == "c" and terms.terms[base[1]] not in (("n", "type"), ("n", "super")):
                    continue
                for held in self.inference.ask(at, index, read.receiver):
                    if held[0] == "cls":
                        note = self.note(at, read.row, f"reads {read.name} through the class", "class-read")
                        self.evidence[held[1]].class_reads.setdefault(read.name, note)

    def reads_of_name(self, at: int, index: int, name: str, attributes: Any) -> None:
        for attribute in ("__slots__", "__orig_class__", "__subclasses__"):
            if attribute in attributes:
                term = self.term_of(at, name)
                self.odd_read(at, index, term, attribute, attributes[attribute])
        if name == "self" or not attributes:
            return
        for held in self.inference.name(at, index, name) if self.may_be_class(at, index, name) else ():
            if held[0] == "cls":
                for attribute, row in attributes.items():
                    note = self.note(at, row, f"reads {attribute} through the class", "class-read")
                    self.evidence[held[1]].class_reads.setdefault(attribute, note)

    def may_be_class(self, at: int, index: int, name: str) -> bool:
        return name not in self.inference.facts[at].scopes[index].bindings or name[:1].isupper() or "cls" in name

    def term_of(self, at: int, name: str) -> Term:
        terms = self.inference.facts[at].terms
        return next((i for i, row in enumerate(terms) if row == ("n", name)), 0)

    def odd_read(self, at: int, index: int, receiver: Term, name: str, row: int) -> None:
        note = self.note(at, row, f"reads {name}", "slots-read")
        if name == "__orig_class__":
            self.generic_origin = note
            return
        for held in self.inference.ask(at, index, receiver):
            if name == "__slots__" and held[0] in ("inst", "cls"):
                through = held[0] == "inst" or self.is_own_class(at, index, receiver)
                for each in (held[1], *self.program.descendants(held[1])):
                    self.slots_read(at, index, each, note)
                    self.evidence[each].slots_scopes.append((at, index, through, note))
            elif name == "__subclasses__" and held[0] == "cls":
                self.subclass_lists[held[1]] = note
            elif name == "__slots__" and held == UNKNOWN and self.is_guarded(at, index):
                self.pending.append(("special", at, index, receiver, name, note))

    def slots_read(self, at: int, index: int, cid: int, note: Note) -> None:
        """``x.__slots__`` raises where no class of the MRO has slots: code that is run does not read it there."""
        above = self.program.local_mro(self.program.classes[cid])[1:]
        if self.is_guarded(at, index) or any(owner.facts.slots for owner in above):
            self.evidence[cid].slots_reads.append(note)

    def is_guarded(self, at: int, index: int) -> bool:
        """Whether a function handles an AttributeError somewhere."""
        scope = self.program.scope(at, index)
        return any(e.guarded for e in (*scope.calls, *scope.stores))

    def is_own_class(self, at: int, index: int, receiver: Term) -> bool:
        """Whether a term is ``cls``, ``type(self)`` or ``self.__class__``: the most derived class, not one by name."""
        row = self.inference.facts[at].terms[receiver]
        if row[0] == "n":
            return any(p.name == row[1] for p in self.inference.facts[at].scopes[index].params)
        return bool(row[0] == "c" or (row[0] == "a" and row[2] == "__class__"))

    def values(self, at: int, index: int, scope: Scope) -> None:
        """Class objects that are handed around."""
        for name, row in scope.values.items():
            if name[:1].isupper() or name in self.names:
                for held in self.inference.name(at, index, name):
                    if held[0] == "cls":
                        self.evidence[held[1]].escapes.append(self.note(at, row, "the class is used as a value", "class-value"))
                        if scope.name == "find_class":
                            self.evidence[held[1]].blocks.append(self.note(at, row, "an unpickler fills instances with any state", "copy"))

    def texts(self, at: int) -> None:
        """Strings that name the instance dict: ``attrgetter("__dict__")``, ``"{0.__dict__}"``."""
        spans = [(s.row, s.end_row) for c in self.inference.facts[at].classes for s in c.slots]
        for text, row in self.inference.facts[at].strings:
            if any(first <= row <= last for first, last in spans):
                continue
            if text == "__dict__" or ".__dict__" in text:
                self.pending.append(("text", at, 0, 0, text, self.note(at, row, "a string names the instance dict", "dict-use")))

    def settle_owners(self) -> None:
        """A name stored through a base's type, which only subclasses declare, is an attribute of those."""
        for node in self.program.classes:
            held = self.evidence[node.cid].attributes
            below = self.program.descendants(node.cid)
            for name in [n for n, a in held.items() if not a.own and not self.mentions(node.cid, n)]:
                owners = [d for d in below if (a := self.evidence[d].attributes.get(name)) is not None and a.own]
                if owners:
                    for each in owners:
                        self.evidence[each].attributes[name].notes += held[name].notes
                    del held[name]

    def weigh_foreign(self) -> None:
        """A function that marks whatever it is given may be given more: a name that nothing else knows is a doubt."""
        stored: dict[tuple[int, str], int] = {}
        for cid, evidence in enumerate(self.evidence):
            for name, attribute in evidence.attributes.items():
                stored[cid, name] = len({(n.path, n.row) for n in attribute.notes})
        marks: dict[tuple[int, str], set[tuple[str, int]]] = {}
        for cid, name, note in self.foreign:
            marks.setdefault((cid, name), set()).add((note.path, note.row))
        for cid, name, note in self.foreign:
            family = self.inference.family(cid)
            own = any(stored.get((each, name), 0) > len(marks.get((each, name), ())) for each in family)
            if not own and not any(self.mentions(each, name) for each in family):
                self.evidence[cid].doubts.append(_as(note, f"{note.message} on whatever it is given", "store"))

    def mentions(self, cid: int, name: str) -> bool:
        """Whether the body of a class speaks of a name: declares it, or reads it from an instance of its own."""
        node = self.program.classes[cid]
        if self.is_declared(cid, name) or name in self.program.members[cid]:
            return True
        for scope in self.program.own_scopes(node):
            if scope.params and name in scope.loads.get(scope.params[0].name, ()):
                return True
        return False

    # -- what is not known ---------------------------------------------------------------------------------------------

    def index_declared(self) -> None:
        """Attribute name to the classes that declare it: by a store, a slot, an annotation or a class-level name."""
        for node in self.program.classes:
            names = set(self.evidence[node.cid].attributes)
            names.update(m.name for m in node.facts.members)
            for slots in node.facts.slots:
                names.update(slots.names or ())
            for name in names:
                self.declared.setdefault(name, set()).add(node.cid)
        nodes = self.program.classes
        self.outside = self.external_names()
        self.boundless = frozenset(n.cid for n in nodes if n.mro is None)
        self.answering = frozenset(n.cid for n in nodes if n.mro and self.program.inherited(n, "__getattr__"))

    def external_names(self) -> list[tuple[frozenset[str], list[int]]]:
        """The names that external bases give, with the classes of the program that have these bases."""
        grouped: dict[tuple[str, ...], list[int]] = {}
        for node in self.program.classes:
            bases = tuple(b for b in self.program.external_mro(node) if b != "object")
            if bases:
                grouped.setdefault(bases, []).append(node.cid)
        version = self.program.targets[-1]
        names = {b: frozenset(external.attributes(b, version)) for bases in grouped for b in bases}
        plain = names.get("object", frozenset(external.attributes("object", version)))
        return [(frozenset().union(*(names[b] for b in bases)) - plain, cids) for bases, cids in grouped.items()]

    def structure(self, at: int, index: int, receiver: Term) -> tuple[set[str], bool]:
        """The attributes that a function reads from a receiver of unknown type, and whether all are read from one type.

        Names that the function stores there first, or asks ``hasattr`` for, say nothing of what it has already.
        """
        facts = self.inference.facts[at]
        scope = facts.scopes[index]
        row = facts.terms[receiver] if receiver else ("?",)
        if row[0] == "I":
            receiver, row = row[1], facts.terms[row[1]]
        if row[0] == "n":
            rows = dict(scope.loads.get(row[1], {}))
        else:
            rows = {r.name: r.row for r in scope.reads if r.receiver == receiver}
        stored = {s.name: s.row for s in reversed(scope.stores) if s.receiver == receiver}
        tried = {name[1:] for name in rows if name[0] == "?"}
        found = {name for name, first in rows.items() if name not in stored or first < stored[name]} - tried
        found -= self.asked_for(at, scope, receiver)
        narrowed = receiver in self.narrowed_terms(at)
        plain = {n for n in found if n[0] != "?" and not (n.startswith("__") and n.endswith("__"))}
        return plain | (found & {"__getitem__"}), not narrowed

    def narrowed_terms(self, at: int) -> frozenset[Term]:
        """The terms of a module that some ``isinstance`` narrows."""
        found = self.narrowed.get(at)
        if found is None:
            found = self.narrowed[at] = frozenset(row[1] for row in self.inference.facts[at].terms if row[0] == "I")
        return found

    def asked_for(self, at: int, scope: Scope, receiver: Term) -> set[str]:
        """The names that ``hasattr`` or ``getattr`` with a default are asked for on a receiver."""
        terms = self.inference.facts[at].terms
        found = set()
        for call in scope.calls:
            row = terms[call.term]
            if row[0] == "c" and row[2] >= 2 and row[3] == receiver and terms[row[1]] in (("n", "hasattr"), ("n", "getattr")):
                name = terms[row[4]]
                if name[0] == "s":
                    found.add(name[1])
        return found

    def may_be(self, cid: int, names: set[str], one_type: bool = True) -> bool:
        """Whether a class has all these attributes, or one of them where they are read from several types."""
        return cid in self.matching(frozenset(names), one_type)

    def matching(self, names: frozenset[str], one_type: bool) -> frozenset[int]:
        """The classes that have all these attributes, or one of them where they are read from several types."""
        key = names, one_type
        found = self.matches.get(key)
        if found is None:
            if not names:
                found = frozenset(range(len(self.program.classes)))
            else:
                held = [self.having(name) for name in sorted(names)]
                some = frozenset().union(*held)
                every = held[0].intersection(*held[1:]) if one_type else some
                found = every | self.boundless | (some & self.answering)
            self.matches[key] = found
        return found

    def having(self, name: str) -> frozenset[int]:
        """The classes that have an attribute themselves, through a base, or through a subclass."""
        found = self.holders.get(name)
        if found is None:
            here = {each for cid in self.declared.get(name, ()) for each in self.inference.family(cid)}
            outside = {cid for names, cids in self.outside for cid in cids if name in names}
            found = self.holders[name] = frozenset(here | outside)
        return found

    def weigh(self, kind: str, at: int, index: int, receiver: Term, data: Any, note: Note) -> None:
        """Give an event of an unknown receiver to the classes that it may be."""
        if kind == "text":
            self.doubt_all(at, note)
            return
        names, one_type = self.structure(at, index, receiver)
        if kind == "store":
            self.weigh_store(at, index, receiver, data, note, names, one_type)
            return
        known = {v[1] for v in self.inference.ask(at, index, receiver) if v[0] in ("inst", "cls")}
        if not names:
            if kind in ("dict", "dynamic", "special") and not known and not self.others_known(at, index, receiver):
                self.doubt_all(at, note)
            return
        for cid in sorted(self.matching(frozenset(names), one_type)):
            self.weighed(kind, self.program.classes[cid], note)

    def others_known(self, at: int, index: int, receiver: Term) -> bool:
        """Whether something that is no instance of the program is known to flow here."""
        return any(v != UNKNOWN for v in self.inference.ask(at, index, receiver))

    def doubt_all(self, at: int, note: Note) -> None:
        for cid in self.in_module(at):
            self.evidence[cid].doubts.append(note)

    def within_reach(self, at: int) -> list[int]:
        """The classes whose instances may get to a module: those of modules that import it, or that it imports."""
        found = self.reachable.get(at)
        if found is None:
            modules = closure(self.imported(), at) | closure(self.importers(), at)
            found = self.reachable[at] = [n.cid for n in self.program.classes if n.module in modules]
        return found

    def imported(self) -> dict[int, set[int]]:
        """Module to the modules of the program that it imports, at module level or in functions."""
        if not self.imports:
            for at, facts in enumerate(self.inference.facts):
                rows = [row for row in facts.terms if row[0] in ("m", "f")]
                targets = [(row[1], row[2]) for row in rows] + [(t, level) for t, level, _ in facts.stars]
                inner = [(f"{r[1]}.{r[3]}" if r[1] else r[3], r[2]) for r in rows if r[0] == "f"]
                found = {self.inference.find_module(at, target, level) for target, level in {*targets, *inner}}
                self.imports[at] = {f for f in found if f is not None}
        return self.imports

    def importers(self) -> dict[int, set[int]]:
        """Module to the modules of the program that import it."""
        if not self.users:
            for at, targets in self.imported().items():
                for target in targets:
                    self.users.setdefault(target, set()).add(at)
        return self.users

    def in_module(self, at: int) -> list[int]:
        """The classes of a module."""
        return [self.program.class_at[at, index] for index in range(len(self.program.modules[at].facts.classes))]

    def weighed(self, kind: str, node: ClassNode, note: Note) -> None:
        evidence = self.evidence[node.cid]
        if kind in ("dict", "dynamic") or kind == "special":
            evidence.doubts.append(note)
        elif kind == "weakref":
            evidence.weakrefs.append(note)
        elif kind == "old-protocol":
            evidence.old_protocol.append(note)
        elif kind == "class-search" and evidence.escapes:
            evidence.introspected.append(note)

    def weigh_store(
        self, at: int, index: int, receiver: Term, name: str, note: Note, names: set[str], one_type: bool
    ) -> None:
        """A store on an unknown receiver: a name that some class declares belongs to that class."""
        known = [v for v in self.inference.ask(at, index, receiver) if v != UNKNOWN]
        if (name.startswith("__") and name.endswith("__")) or name in effects.MOCK_NAMES:
            return
        others = names
        declared = [cid for cid in sorted(self.declared.get(name, ())) if self.may_be(cid, others, one_type)]
        instance = [c for c in declared if name in self.evidence[c].attributes or self.is_declared(c, name)]
        for cid in declared:
            member = self.program.member(cid, name)
            if cid not in instance and member is not None and (others or not instance):
                self.class_level_store(cid, name, member.kind, note)
        if not others and (known or declared):
            return
        reached = self.matching(frozenset(others), one_type) if others else frozenset(self.within_reach(at))
        private = self.private_to(at, index, name)
        if private is not None:
            reached &= private
        for cid in sorted(reached - self.having(name)):
            self.evidence[cid].doubts.append(note)

    def private_to(self, at: int, index: int, name: str) -> frozenset[int] | None:
        """The classes that a private name can be meant for: the class it is mangled for, and its kin."""
        owner = self.inference.owner_class(at, index)
        if owner is None or not name.startswith(f"_{self.program.classes[owner].name.lstrip('_')}__"):
            return None
        return frozenset(self.inference.family(owner))

    def class_level_store(self, cid: int, name: str, kind: str, note: Note) -> None:
        """The receiver may be an instance of a class that has the name at class level."""
        if kind == "value":
            self.evidence[cid].store(name, note, False)
        elif kind == "def":
            self.evidence[cid].doubts.append(note)

    def is_declared(self, cid: int, name: str) -> bool:
        """Whether a class names the attribute in its slots or by a bare annotation."""
        facts = self.program.classes[cid].facts
        return any(name in (s.names or ()) for s in facts.slots) or any(
            m.name == name and m.kind == "annotation" for m in facts.members
        )


def closure(graph: dict[int, set[int]], start: int) -> set[int]:
    """Everything that can be reached in a graph, with the start."""
    found = {start}
    stack = [start]
    while stack:
        fresh = graph.get(stack.pop(), set()) - found
        found |= fresh
        stack += fresh
    return found


def _as(note: Note, message: str, kind: str) -> Note:
    return Note(message, note.path, note.row, note.column, kind)


def collect(program: Program, inference: Inference) -> tuple[list[Evidence], Reach]:
    """The evidence of every class, and what is known of the program as a whole."""
    reach = Reach(program, inference)
    return reach.collect(), reach
