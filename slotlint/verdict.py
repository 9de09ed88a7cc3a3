"""Whether each class may declare slots: its own names first, then the chains that classes form together.

Quoted rules are those of CPython's data model, section ``__slots__``, and of ``type.__new__``.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field

from slotlint import effects, external
from slotlint.diagnostics import Action, AddField, AddSlots, AddState, DecoratorArgument, ExtendSlots, MoveDefault, Note
from slotlint.evidence import Evidence
from slotlint.facts import Member, Scope, Slots
from slotlint.infer import UNKNOWN, Inference, plain_name
from slotlint.instance_dict import dict_actions
from slotlint.program import Base, ClassNode, Program
from slotlint.reach import Reach
from slotlint.shape import SPECIAL, Shape, decorator_values, is_property, mangled, shape_of, spelt

MOVABLE = frozenset({"const", "name"})
STATE_HOOKS = ("__getstate__", "__setstate__", "__reduce__", "__reduce_ex__", "__getnewargs__", "__getnewargs_ex__")


@dataclass(slots=True)
class Case:
    """What is known of one class on its way to a verdict. ``names`` are mangled, in order of first store."""

    node: ClassNode
    shape: Shape
    evidence: Evidence
    names: tuple[str, ...] = ()
    defaults: tuple[str, ...] = ()
    descriptors: frozenset[str] = frozenset()
    weakref: Note | None = None
    actions: list[Action] = field(default_factory=list)
    reasons: list[Note] = field(default_factory=list)
    doubts: list[Note] = field(default_factory=list)
    missing: tuple[str, ...] = ()
    ok: bool = False  # instances have no dict once the safe fixes are made
    unsafe: bool = False  # only by taking doubts for nothing

    @property
    def cid(self) -> int:
        """The id of the class."""
        return self.node.cid


class Judge:
    """Works out every case of a program."""

    def __init__(self, program: Program, inference: Inference, evidence: list[Evidence], reach: Reach) -> None:
        self.program = program
        self.inference = inference
        self.reach = reach
        self.cases = [
            Case(node, shape_of(node, program, inference), evidence[node.cid]) for node in program.classes
        ]
        self.field_readers: bool | None = None  # whether some module imports dataclasses.fields or its kin
        self.native: dict[int, int] = {}
        self.runtime: list[Case] | None = None  # runtime-checkable protocols
        self.order = sorted(self.cases, key=lambda c: len(c.node.mro or ()))

    def run(self) -> list[Case]:
        """All cases, judged."""
        for case in self.order:
            self.attribute_set(case)
        self.align_assigned()
        for case in self.order:
            self.weak_references(case)
        for case in self.order:
            self.obstacles(case)
        self.solve(doubts=False)
        self.solve(doubts=True)
        return self.cases

    def refuse(self, case: Case, message: str, kind: str, row: int = 0, path: str = "") -> None:
        """Note a reason against slots at a line, by default that of the class."""
        where = path or self.program.path(case.node)
        case.reasons.append(Note(message, where, row or case.node.facts.row, kind=kind))

    # -- the attribute set ---------------------------------------------------------------------------------------------

    def attribute_set(self, case: Case) -> None:
        """Settle which names the class itself must have slots for."""
        if case.node.mro is None:
            self.refuse(case, f"its bases are not known: {case.node.mro_problem}", "base")
            return
        case.descriptors = frozenset(n for n in self.candidates(case) if self.is_descriptor(case, n))
        wanted = [n for n in self.candidates(case) if n not in case.descriptors and not self.held_by_base(case, n)]
        if case.shape.kind in ("dataclass", "attrs"):
            wanted = self.fields_first(case, wanted)
        case.names = tuple(wanted)
        if case.shape.declared is not None:
            declared = set(case.shape.declared)
            case.missing = tuple(n for n in case.names if n not in declared and not self.is_tried(case, n))

    def is_tried(self, case: Case, name: str) -> bool:
        """Whether the name is only stored where the error of a missing slot is handled: that code relies on it."""
        writes = [w for w in case.evidence.writes if w.name == name]
        return bool(writes) and all(w.guarded for w in writes)

    def candidates(self, case: Case) -> list[str]:
        """Every name stored on instances of the class, in order of first store, then annotations."""
        names: dict[str, None] = {}
        for name in self.init_order(case):
            if name in case.evidence.attributes:
                names[name] = None
        stored = case.evidence.attributes.values()
        path, facts = self.program.path(case.node), case.node.facts
        inside = [a for a in stored if any(n.path == path and facts.row <= n.row <= facts.end_row for n in a.notes)]
        first = {a.name: min((n.row, n.column) for n in a.notes if n.path == path and facts.row <= n.row <= facts.end_row) for a in inside}
        for name in sorted(first, key=lambda n: first[n]):
            names[name] = None
        for attribute in stored:
            names.setdefault(attribute.name)
        for name in self.annotated(case):
            names.setdefault(name)
        for name in self.matched(case) if names else ():
            names.setdefault(name)
        if self.reach.generic_origin and "typing.Generic" in self.program.external_mro(case.node):
            if any(b.name == "typing.Generic" for b in case.node.bases):
                names.setdefault("__orig_class__")
        return [n for n in names if n not in SPECIAL]

    def matched(self, case: Case) -> tuple[str, ...]:
        """The names that ``__match_args__`` promises to patterns, where no base or member provides them."""
        member = self.program.member(case.cid, "__match_args__")
        names = self.inference.strings_of(case.node, member.term) if member is not None else ()
        return tuple(n for n in names if self.program.inherited(case.node, n) is None)

    def init_order(self, case: Case) -> list[str]:
        """The names that ``__new__`` and ``__init__`` store on their first parameter, in order."""
        found = []
        for wanted in ("__new__", "__init__", "__post_init__", "__attrs_post_init__"):
            for scope in self.program.own_scopes(case.node, wanted):
                found += [s.name for s in scope.stores]
        return found

    def annotated(self, case: Case) -> Iterable[str]:
        """Fields, and bare annotations that no subclass has to store itself."""
        if case.shape.kind == "protocol":
            return
        lonely = not self.program.descendants(case.cid)
        for member in case.node.facts.members:
            if member.annotation and not self.is_class_variable(case, member):
                is_field = case.shape.kind in ("dataclass", "attrs")
                if is_field or (member.kind == "annotation" and lonely):
                    yield member.name

    def is_class_variable(self, case: Case, member: Member) -> bool:
        """Whether an annotation says ``ClassVar`` or ``InitVar``."""
        facts = self.program.modules[case.node.module].facts
        row = facts.terms[member.annotation]
        if row[0] == "[":
            row = facts.terms[row[1]]
        if row[0] == "o":
            return "ClassVar" in row[1] or "InitVar" in row[1]
        name = row[2] if row[0] == "a" else row[1] if row[0] == "n" else ""
        return name in ("ClassVar", "InitVar", "KW_ONLY")

    def fields_first(self, case: Case, wanted: list[str]) -> list[str]:
        fields = [m.name for m in case.node.facts.members if m.name in wanted and m.annotation]
        return [*dict.fromkeys(fields), *(n for n in wanted if n not in fields)]

    def is_descriptor(self, case: Case, name: str) -> bool:
        """Whether stores of the name go to a data descriptor of the class or of a base."""
        if any(name in base.fields for owner in self.program.local_mro(case.node) for base in owner.bases):
            return True
        found = self.program.inherited(case.node, name)
        if found is not None:
            return is_property(found[0], found[1], self.inference)
        attribute = self.program.external_attribute(case.node, name)
        return attribute is not None and attribute.kind == "data"

    def held_by_base(self, case: Case, name: str) -> bool:
        """Whether a base in the program stores or declares the name, so that its slot is the base's."""
        for owner in self.program.local_mro(case.node)[1:]:
            base = self.cases[owner.cid]
            if name in base.names or name in (base.shape.declared or ()):
                return True
        return False

    # -- what forbids slots to a class by itself -----------------------------------------------------------------------

    def obstacles(self, case: Case) -> None:
        """Collect the reasons against slots that need no look at the rest of the chain."""
        if case.node.mro is None:
            return
        case.reasons += [*case.shape.obstacles, *case.evidence.blocks, *case.evidence.introspected]
        case.doubts += case.evidence.doubts
        if case.shape.kind in ("enum", "namedtuple", "typeddict"):
            self.refuse(case, f"a {case.shape.kind} class keeps no instance attributes of its own", "kind")
        if case.shape.slots is not None and self.is_malformed(case.shape.slots):
            self.refuse(case, "its __slots__ does not say what was meant", "slots", case.shape.slots.row)
        if case.shape.unreadable:
            self.refuse(case, "its __slots__ cannot be read", "slots", case.shape.slots.row if case.shape.slots else 0)
        self.external_bases(case)
        self.conflicts(case)
        self.class_level(case)
        self.state(case)
        if case.shape.declared is None:
            self.special_forms(case)
        self.lazy_attributes(case)
        self.runtime_protocols(case)
        module = self.program.modules[case.node.module]
        if module.foreign and case.shape.declared is None:
            self.refuse(case, "it is outside the program", "foreign")
        if self.is_test(case.node) and case.shape.declared is None and any(not self.is_test(o) for o in self.program.local_mro(case.node)[1:]):
            self.refuse(case, "a test's own subclass of a class of the program", "payoff")
        self.importable(case)
        if self.is_ambiguous(case):
            self.refuse(case, "its name is bound to more than one thing", "class")

    def native_library(self, module: int) -> int:
        """The row where a module loads a native library as it is imported, 0 when it does not."""
        if module not in self.native:
            facts = self.program.modules[module].facts
            calls = facts.scopes[0].calls if facts.scopes else ()
            rows = [c.row for c in calls if any(n in effects.LOADERS for n in self.inference.callee_names(facts, facts.terms[c.term][1]))]
            self.native[module] = rows[0] if rows else 0
        return self.native[module]

    def is_test(self, node: ClassNode) -> bool:
        """Whether a class stands in test code, going by the name of its module."""
        parts = self.program.modules[node.module].name.split(".")
        return any(p in ("test", "tests", "testing", "conftest") or p.startswith("test_") or p.endswith("_test") for p in parts)

    def is_ambiguous(self, case: Case) -> bool:
        """Whether a class shares its name with something else in its scope."""
        scope = self.program.scope(case.node.module, case.node.facts.parent)
        if len(scope.bindings.get(case.node.name, ())) < 2:
            return False
        held = self.inference.many(case.node.module, case.node.facts.parent, scope.bindings[case.node.name])
        return held != frozenset({("cls", case.cid)})

    def is_malformed(self, slots: Slots) -> bool:
        """Whether the names of a slots statement prove nothing: joined strings, no identifiers, a spent iterator."""
        joined = "implicit-concatenation" in slots.flags or slots.form == "iterator"
        return joined or any(not n.isidentifier() for n in slots.names or ())

    def importable(self, case: Case) -> None:
        """Nothing is proven of a module that cannot be imported here: what it would do is not in the program."""
        module = self.program.modules[case.node.module]
        if module.facts.platform:
            self.refuse(case, "its module is for one platform only", "platform", module.facts.platform)
        loaded = self.native_library(case.node.module)
        if loaded:
            self.refuse(case, "its module loads a native library, which may not be here", "platform", loaded)
        for target, level, row in module.facts.imports:
            top = target.partition(".")[0]
            if level == 0 and (top in self.program.missing or target in effects.PLATFORM_MODULES):
                self.refuse(case, f"its module cannot be imported here: {target} is not installed", "platform", row)

    def runtime_protocols(self, case: Case) -> None:
        """``isinstance`` with a runtime protocol finds the slot's descriptor, set or not, from 3.12 on."""
        if self.runtime is None:
            self.runtime = [c for c in self.cases if c.shape.kind == "protocol" and self.is_runtime(c)]
        for other in self.runtime:
            for member in other.node.facts.members:
                if member.kind == "annotation" and member.name in case.names and member.name not in self.always_set(case):
                    message = f"isinstance with the protocol {other.node.name} would find the slot {member.name} before it is set"
                    self.refuse(case, message, "protocol", member.row, self.program.path(other.node))

    def is_runtime(self, case: Case) -> bool:
        facts = self.program.modules[case.node.module].facts
        terms = (facts.terms[self.inference.head(case.node.module, d)] for d in case.node.facts.decorators)
        return any(row[-1] == "runtime_checkable" for row in terms)

    def always_set(self, case: Case) -> set[str]:
        """The names that ``__init__`` stores; fields of a dataclass are among them."""
        if case.shape.kind in ("dataclass", "attrs"):
            return set(case.names)
        return set(self.init_order(case))

    def align_assigned(self) -> None:
        """Siblings whose instances change class must have the same slots ('__class__ assignment: object layout differs')."""
        for case in self.order:
            for other, _ in case.evidence.class_assigned:
                twin = self.cases[other]
                same = case.node.bases == twin.node.bases and case.shape.kind == twin.shape.kind == "plain"
                if same and case.shape.declared is None and twin.shape.declared is None and case.cid != other:
                    union = tuple(dict.fromkeys((*case.names, *twin.names)))
                    case.names = twin.names = union

    def external_bases(self, case: Case) -> None:
        """Layouts of bases outside the program, on every supported version."""
        for base in self.program.external_mro(case.node):
            for version in self.program.targets:
                found = external.lookup(base, version)
                if found is None:
                    self.refuse(case, f"base {base} does not exist on Python {version[0]}.{version[1]}", "base")
                    break
                if found.has_dict:
                    self.refuse(case, f"base {base} gives every instance a __dict__", "base")
                    break
                if case.names and not found.takes_nonempty:
                    self.refuse(case, f"nonempty __slots__ are not supported for subtypes of {base}", "base")
                    break
                if case.names and base in effects.OWN_STORAGE:
                    self.refuse(case, f"base {base}: {effects.OWN_STORAGE[base]}", "base")
                    break
                if found.state == "lost" and case.names and self.is_copied(case):
                    self.refuse(case, f"copies and pickles of {base} subclasses lose slots on Python {version[0]}.{version[1]}", "copy")
                    break

    def is_copied(self, case: Case) -> bool:
        """Whether instances may be copied or pickled somewhere in the program."""
        return bool(case.evidence.copied) or bool(self.reach.copies)

    def conflicts(self, case: Case) -> None:
        """'__slots__' conflicts with class variables, and slots that would hide what a base has."""
        defaults: list[str] = []
        for name in case.names:
            member = self.program.member(case.cid, name)
            if member is not None:
                if case.shape.kind in ("dataclass", "attrs") and member.annotation:
                    continue
                if self.movable(case, name, member):
                    defaults.append(name)
                continue
            self.inherited_name(case, name)
        case.defaults = tuple(defaults)
        self.abstract_names(case)

    def abstract_names(self, case: Case) -> None:
        """A class that stores an abstract name stays abstract; a slot would make it concrete."""
        for name in case.evidence.attributes:
            found = self.program.inherited(case.node, name)
            if found is not None and found[1].decorators:
                names, _ = decorator_values(found[0], found[1], self.inference)
                if any("abstract" in n for n in names):
                    self.refuse(case, f"stores {name}, which is abstract", "class-name", found[1].row, self.program.path(found[0]))

    def inherited_name(self, case: Case, name: str) -> None:
        """A name that a base has at class level would be hidden by the slot's descriptor."""
        found = self.program.inherited(case.node, name)
        if found is not None:
            what = "method" if found[1].kind == "def" else "class attribute"
            self.refuse(case, f"a slot {name} would hide the {what} of {found[0].name}", "class-name", found[1].row, self.program.path(found[0]))
            return
        attribute = self.program.external_attribute(case.node, name)
        if attribute is not None and attribute.kind != "data":
            self.refuse(case, f"a slot {name} would hide {attribute.owner}.{name}", "class-name")

    def movable(self, case: Case, name: str, member: Member) -> bool:
        """Whether a class-level default can become a store in ``__init__``; refuses where it cannot."""
        where = self.program.path(case.node)
        reads = self.family_note(case, name, lambda e: e.class_reads) or self.family_note(case, name, lambda e: e.class_stores)
        patched = self.family_note(case, name, lambda e: e.patched)
        if member.kind != "value":
            message = f"{name} is a {'method' if member.kind == 'def' else member.kind} of the class and is stored on instances"
        elif member.conditional or not member.single:
            message = f"the class-level {name} is bound conditionally or together with others"
        elif member.default not in MOVABLE or not self.is_immutable(case, member):
            message = f"the class-level value of {name} is evaluated once; an instance of its own would differ"
        elif reads or patched:
            note = reads or patched
            assert note is not None
            case.reasons.append(Note(f"class-level {name}: {note.message}", note.path, note.row, kind="class-name"))
            return False
        else:
            return self.default_paths(case, name, member)
        case.reasons.append(Note(message, where, member.row, kind="class-name"))
        return False

    def is_immutable(self, case: Case, member: Member) -> bool:
        """Whether a default may be shared or not without a difference."""
        return member.default == "const"

    def default_paths(self, case: Case, name: str, member: Member) -> bool:
        """Every construction path must store a moved default first."""
        where = self.program.path(case.node)
        problem = ""
        row = member.row
        if any(self.program.member(d, name) is not None for d in self.program.descendants(case.cid)):
            problem = f"a subclass overrides the class-level {name}"
        elif self.program.inherited(case.node, "__getattr__") or self.program.inherited(case.node, "__getattribute__"):
            problem = f"__getattr__ may ask for {name} before it is set"
        elif self.program.inherited(case.node, "__new__"):
            problem = f"__new__ may hand out an instance without {name}"
        elif self.hooked_init(case, name):
            problem = f"a base's __init__ calls a method that may read {name} first"
        elif not self.init_runs(case):
            problem = f"{name} may be read before __init__ has run, or __init__ may never run"
        elif any(w.name == name and w.how == "del" for w in case.evidence.writes):
            problem = f"{name} is deleted somewhere, and the class-level value would be back"
        elif case.evidence.combined:
            problem = f"a class made at run time may override the class-level {name}"
        elif any(self.program.inherited(case.node, h) for h in STATE_HOOKS) or case.evidence.copied:
            problem = f"copying or pickling relies on the class-level {name}"
        elif any(self.program.member(o.cid, name) for o in self.program.local_mro(case.node)[1:]):
            problem = f"a base has a class-level {name} as well"
        if problem:
            case.reasons.append(Note(problem, where, row, kind="class-name"))
        return not problem

    def hooked_init(self, case: Case, name: str) -> bool:
        """Whether ``__init__`` of a base calls a method of the class that touches the name."""
        for owner in self.program.local_mro(case.node)[1:]:
            for scope in self.program.own_scopes(owner, "__init__"):
                if scope.params:
                    called = scope.loads.get(scope.params[0].name, {})
                    if any((m := self.program.member(case.cid, c)) is not None and m.kind == "def" for c in called):
                        return True
        return False

    def init_runs(self, case: Case) -> bool:
        """Whether ``__init__`` of the class runs for each instance before anything else reads it."""
        own = self.program.member(case.cid, "__init__")
        if own is not None and own.conditional:
            return False
        for descendant in self.program.descendants(case.cid):
            if self.program.member(descendant, "__init__") is not None and not self.calls_super_init(descendant):
                return False
        if own is None:
            return not any(self.program.member(o.cid, "__new__") for o in self.program.local_mro(case.node))
        return not any(s.kind == "new" for s in case.evidence.sites)

    def calls_super_init(self, cid: int) -> bool:
        """Whether ``__init__`` of a class starts by calling that of its base."""
        node = self.program.classes[cid]
        facts = self.program.modules[node.module].facts
        for scope in self.program.own_scopes(node, "__init__"):
            if scope.kind == "function":
                rows = [c.row for c in scope.calls if self.is_base_init(facts, c.term)]
                first_store = min((s.row for s in scope.stores), default=10**9)
                others = min((c.row for c in scope.calls if not self.is_base_init(facts, c.term)), default=10**9)
                return bool(rows) and min(rows) <= min(first_store, others)
        return True

    def is_base_init(self, facts: object, term: int) -> bool:
        terms = facts.terms  # type: ignore[attr-defined]
        row = terms[term]
        return row[0] == "c" and terms[row[1]][0] == "a" and terms[row[1]][2] == "__init__"

    def family_note(self, case: Case, name: str, table: object) -> Note | None:
        """The first note on a name in the class, its bases or its subclasses."""
        for cid in (case.cid, *(c.cid for c in self.program.local_mro(case.node)[1:]), *self.program.descendants(case.cid)):
            notes: Mapping[str, Note] = table(self.cases[cid].evidence)  # type: ignore[operator]
            if name in notes:
                return notes[name]
        return None

    def class_level(self, case: Case) -> None:
        """Names read, stored or patched through the class would meet the slot's descriptor."""
        for name in case.names:
            if name in case.defaults:
                continue
            if case.shape.kind in ("dataclass", "attrs") or self.program.member(case.cid, name) is None:
                for table in (lambda e: e.class_stores, lambda e: e.class_reads):
                    note = self.family_note(case, name, table)
                    if note is not None:
                        case.reasons.append(Note(f"slot {name}: {note.message}", note.path, note.row, kind="class-name"))
        for name, note in case.evidence.patched.items():
            member = self.program.member(case.cid, name)
            if member is not None and member.kind == "value":
                case.reasons.append(note)
        if "_fields_" in case.evidence.class_stores:
            case.reasons.append(case.evidence.class_stores["_fields_"])
        for special in ("__bases__", "__slots__", "__dict__"):
            note = case.evidence.class_stores.get(special)
            if note is not None:
                case.reasons.append(note)
        if case.evidence.slots_reads and case.shape.declared is None and not self.reads_own_slots(case):
            case.reasons += case.evidence.slots_reads
        for cid in self.program.descendants(case.cid):
            for name in case.names:
                member = self.program.member(cid, name)
                node = self.program.classes[cid]
                if member is None or self.cases[cid].shape.kind in ("dataclass", "attrs"):
                    continue
                if not is_property(node, member, self.inference) or self.is_copied_case(self.cases[cid]):
                    case.reasons.append(Note(f"subclass {node.name} has a class-level {name}", self.program.path(node), member.row, kind="class-name"))

    def is_copied_case(self, case: Case) -> bool:
        return bool(case.evidence.copied)

    def reads_own_slots(self, case: Case) -> bool:
        """Whether ``__slots__`` is read only by the class's own methods, and the class alone has slots."""
        path, facts = self.program.path(case.node), case.node.facts
        own = all(n.path == path and facts.row <= n.row <= facts.end_row for n in case.evidence.slots_reads)
        alone = not self.program.descendants(case.cid) and len(self.program.local_mro(case.node)) == 1
        return own and alone and not any(n.startswith("__") for n in case.names)

    def weak_references(self, case: Case) -> None:
        """Slots take the ability to be weakly referenced away, unless they name ``__weakref__``."""
        family = (case.cid, *(c.cid for c in self.program.local_mro(case.node)[1:]))
        notes = [n for cid in family[:1] for n in self.cases[cid].evidence.weakrefs]
        if not notes:
            return
        layouts = [external.lookup(b, self.program.targets[0]) for b in self.program.external_mro(case.node)]
        if any(found is not None and found.has_weakref for found in layouts):
            return
        root = self.cases[self.root(case)]
        if root.weakref is None and "__weakref__" not in (root.shape.declared or ()):
            root.weakref = notes[0]

    def root(self, case: Case) -> int:
        """The topmost class of the program on the line that fixes the layout: a ``__weakref__`` slot serves all below."""
        at = case.node
        while True:
            bases = [b.cid for b in at.bases if b.kind == "local" and self.cases[b.cid].shape.kind != "protocol"]
            if not bases:
                return at.cid
            at = self.program.classes[next((b for b in bases if self.cases[b].names), bases[0])]

    # -- state ---------------------------------------------------------------------------------------------------------

    def state(self, case: Case) -> None:
        """Pickling and copying: the default state of a slotted class is a pair, and loads by setattr."""
        case.reasons += case.evidence.state_reads
        if case.shape.declared is not None:
            return
        dict_actions(case, self.program, self.inference, self.cases)
        hooks = {h: self.program.inherited(case.node, h) for h in (*STATE_HOOKS, "__setattr__", "__copy__", "__deepcopy__")}
        reduces = hooks["__reduce__"] or hooks["__reduce_ex__"]
        getter, setter = hooks["__getstate__"], hooks["__setstate__"]
        wanted: list[str] = []
        how = "setattr"
        if reduces is not None and setter is None and self.reduces_to_dict(reduces):
            wanted.append("__setstate__")
        if reduces is None:
            if getter is not None and setter is None:
                wanted.append("__setstate__")
            elif setter is not None and getter is None:
                wanted.append("__getstate__")
            elif getter is None and setter is None and case.evidence.old_protocol and case.names:
                wanted += ["__getstate__", "__setstate__"]
        if hooks["__setattr__"] is not None and case.evidence.copied and reduces is None and setter is None:
            self.setattr_hook(case, wanted, hooks["__setattr__"])
            how = "object.__setattr__"
        if wanted and self.state_refused(case, wanted):
            return
        if wanted:
            case.actions.append(AddState(case.names, tuple(wanted), how))

    def reduces_to_dict(self, hook: tuple[ClassNode, Member]) -> bool:
        """Whether ``__reduce__`` hands out a state of its own, which loading would put into ``__dict__``."""
        owner = hook[0]
        terms = self.program.modules[owner.module].facts.terms
        for scope in self.program.own_scopes(owner, hook[1].name):
            for given in scope.returns:
                row = terms[given]
                if row[0] != "t" or (len(row) > 3 and terms[row[3]][0] not in ("a", "k") and terms[row[3]][0] != "t"):
                    return row[0] != "c"
        return False

    def setattr_hook(self, case: Case, wanted: list[str], hook: tuple[ClassNode, Member]) -> None:
        """``__setattr__`` runs when slots are loaded, where the dict was updated behind its back."""
        owner, member = hook
        scope = self.program.scope(owner.module, int(str(self.program.row(owner.module, member.term)[1]))) if member.kind == "def" and not member.decorators else None
        if scope is None or scope.stores or scope.items or scope.dict_uses or not self.only_raises(owner.module, scope):
            note = case.evidence.copied[0]
            case.reasons.append(Note("__setattr__ would run for each slot when a copy is made", note.path, note.row, kind="state"))
        elif "__setstate__" not in wanted:
            wanted.append("__setstate__")

    def only_raises(self, module: int, scope: Scope) -> bool:
        """Whether the calls of a function do no more than make exceptions."""
        terms = self.program.modules[module].facts.terms
        callees = [terms[terms[c.term][1]] for c in scope.calls if terms[c.term][0] == "c"]
        return all(row[0] == "n" and row[1][:1].isupper() for row in callees)

    def state_refused(self, case: Case, wanted: list[str]) -> bool:
        """State methods are written only for a class that stands alone and knows all its names."""
        if len(self.program.local_mro(case.node)) > 1 or self.program.descendants(case.cid) or case.shape.kind != "plain":
            self.refuse(case, f"pickling needs {' and '.join(wanted)} over a whole chain of classes", "state")
            return True
        return False

    # -- dataclasses and attrs -------------------------------------------------------------------------------------------

    def special_forms(self, case: Case) -> None:
        """``slots=True`` for dataclasses and attrs classes, where a second class object does no harm."""
        if case.shape.kind == "dataclass":
            self.dataclass(case)
        elif case.shape.kind == "attrs":
            self.attrs(case)

    def second_class(self, case: Case) -> None:
        """What harm a second class object does (``slots=True`` makes one)."""
        node = case.node
        path = self.program.path(node)
        if node.facts.keywords and case.shape.kind == "dataclass":
            self.refuse(case, "slots=True makes a second class without the class keywords", "second-class")
        for owner in self.program.local_mro(node):
            if owner.cid != node.cid and self.program.member(owner.cid, "__init_subclass__"):
                self.refuse(case, "slots=True runs __init_subclass__ of a base twice", "second-class", owner.facts.row, self.program.path(owner))
            if any(k == "metaclass" for k, _ in owner.facts.keywords):
                self.refuse(case, "slots=True runs the metaclass twice", "second-class", owner.facts.row, self.program.path(owner))
            if owner.cid in self.reach.subclass_lists:
                note = self.reach.subclass_lists[owner.cid]
                case.reasons.append(Note("__subclasses__() lists the class that slots=True discards", note.path, note.row, kind="second-class"))
        below = [d for d in range(case.shape.decorator + 1, len(node.facts.decorators))]
        if below:
            self.refuse(case, "a decorator below keeps the class that slots=True discards", "second-class", node.facts.decorator_rows[below[0]], path)

    def dataclass(self, case: Case) -> None:
        self.second_class(case)
        facts = self.program.modules[case.node.module].facts
        for scope in facts.scopes:
            if "u" in scope.flags and self.in_class(case, scope) and self.program.targets[0] < (3, 14):
                self.refuse(case, "super() and __class__ name the class that slots=True discards (before 3.14)", "second-class", scope.row)
        fields = {m.name for m in case.node.facts.members if m.annotation and not self.is_class_variable(case, m)}
        frozen = case.shape.option("frozen")
        extra = [n for n in case.names if n not in fields]
        if frozen is not False:
            self.frozen(case, fields)
        if case.shape.option("slots") is None:
            self.refuse(case, "slots= is given by an expression", "decorator")
        valued = any(self.program.member(case.cid, n) for n in fields)
        if case.weakref is not None and self.program.targets[0] < (3, 11):
            if valued or frozen is not False or extra:
                self.refuse(case, "weak references need weakref_slot=True, which 3.10 does not have", "weakref", case.weakref.row, case.weakref.path)
            return
        if extra:
            self.add_fields(case, extra)
        case.actions.insert(0, DecoratorArgument(case.shape.decorator, "slots"))
        if case.weakref is not None:
            case.actions.insert(1, DecoratorArgument(case.shape.decorator, "weakref_slot"))

    def add_fields(self, case: Case, extra: list[str]) -> None:
        """Stored names that are no fields become fields that take no part in anything."""
        field_name = self.field_function(case)
        if field_name is None:
            self.refuse(case, f"stores {extra[0]}, which is no field, and dataclasses.field is not imported", "store")
        elif self.program.descendants(case.cid) or self.introspects_fields():
            self.refuse(case, f"stores {extra[0]}, which is no field", "store")
        else:
            names = tuple((spelt(n, case.node.name), self.value_type(case, n)) for n in extra)
            case.actions.append(AddField(names, field_name))

    def introspects_fields(self) -> bool:
        """Whether some code lists the fields of dataclasses."""
        if self.field_readers is None:
            words = {"fields", "asdict", "astuple", "replace"}
            terms = (row for m in self.program.modules if not m.foreign for row in m.facts.terms)
            self.field_readers = any(r[0] == "f" and r[1] == "dataclasses" and r[3] in words for r in terms)
        return self.field_readers

    def field_function(self, case: Case) -> str | None:
        """The expression for ``dataclasses.field`` in the module of a class."""
        facts = self.program.modules[case.node.module].facts
        for name, held in facts.scopes[0].bindings.items():
            rows = [facts.terms[t] for t in held]
            if rows == [("f", "dataclasses", 0, "field")]:
                return name
            if rows == [("m", "dataclasses", 0)]:
                return f"{name}.field"
        return None

    def value_type(self, case: Case, name: str) -> str:
        return "object"

    def in_class(self, case: Case, scope: object) -> bool:
        """Whether a scope lies in a method of the class."""
        facts = self.program.modules[case.node.module].facts
        at = scope
        while getattr(at, "parent", -1) > 0 and getattr(at, "owner", -1) < 0:
            at = facts.scopes[at.parent]  # type: ignore[attr-defined]
        return getattr(at, "owner", -1) == case.node.index and getattr(at, "kind", "") != "class"

    def frozen(self, case: Case, fields: set[str]) -> None:
        """Frozen dataclasses with slots: state lists every field, unknown names raise another error."""
        for member in case.node.facts.members:
            row = self.program.row(case.node.module, member.term) if member.term else ("?",)
            if row[0] == "c" and "init" in row[3 + int(row[2]) :: 2] and "default" not in row and "default_factory" not in row:  # type: ignore[call-overload]
                self.refuse(case, f"the state of a frozen class with slots lists {member.name}, which may be unset", "state", member.row)
        for attribute in case.evidence.attributes.values():
            if attribute.name not in fields and not attribute.own:
                note = attribute.notes[0]
                self.refuse(case, f"stores {attribute.name} on a frozen instance: slots change the error", "store", note.row, note.path)
        for cid in self.program.descendants(case.cid):
            if self.cases[cid].shape.kind == "plain" and self.cases[cid].names:
                node = self.program.classes[cid]
                self.refuse(case, f"subclass {node.name} is no dataclass and stores names of its own", "subclass", node.facts.row, self.program.path(node))

    def attrs(self, case: Case) -> None:
        self.second_class(case)
        if case.shape.option("slots") is None:
            self.refuse(case, "slots= is given by an expression", "decorator")
        fields = {m.name for m in case.node.facts.members if m.kind == "value" or m.annotation}
        lazy = [m.name for m in case.node.facts.members if m.decorators and "functools.cached_property" in decorator_values(case.node, m, self.inference)[0]]
        made = [m.name for m in case.node.facts.members if m.kind == "value" and m.default == "call"]
        case.names = tuple(dict.fromkeys((*case.names, *made, *lazy)))
        fields |= set(lazy)
        extra = [n for n in case.names if n not in fields]
        if extra:
            note = case.evidence.attributes[extra[0]].notes[0] if extra[0] in case.evidence.attributes else None
            self.refuse(case, f"stores {extra[0]}, which is no field", "store", note.row if note else 0, note.path if note else "")
        case.reasons = [r for r in case.reasons if r.kind != "class-name" or "stored on instances" in r.message]
        case.weakref = None  # attrs adds __weakref__ itself (weakref_slot=True is its default)
        case.defaults = ()
        case.actions.insert(0, DecoratorArgument(case.shape.decorator, "slots"))

    # -- lazy attributes -----------------------------------------------------------------------------------------------

    def lazy_attributes(self, case: Case) -> None:
        """``functools.cached_property`` and its kin write into the instance dict."""
        if case.shape.kind == "attrs":
            return
        for member in case.node.facts.members:
            if member.kind == "value" and member.default == "call":
                row = self.program.row(case.node.module, member.term)
                values = self.inference.ask(case.node.module, case.node.facts.scope, int(str(row[1]))) if row[0] == "c" else frozenset()
                names = {plain_name(v[1]) for v in values if v[0] == "ext"}
            elif member.kind == "def" and member.decorators:
                names, _ = decorator_values(case.node, member, self.inference)
            else:
                continue
            for name in names:
                last = name.rpartition(".")[2].lower()
                if name in effects.NEEDS_DICT or (name not in KNOWN_CACHES and any(w in last for w in effects.CACHING_WORDS)):
                    self.refuse(case, f"{name} keeps its value in the instance dict", "lazy", member.row)

    # -- chains --------------------------------------------------------------------------------------------------------

    def solve(self, doubts: bool) -> None:
        """Find the largest set of classes that may be slotted together; with ``doubts``, taking doubts for nothing."""
        alive = {c.cid for c in self.cases if not c.reasons and (doubts or not c.doubts) and (doubts or not c.ok)}
        while True:
            reasons: dict[int, Note] = {}
            for cid in sorted(alive):
                note = self.chain_problem(self.cases[cid], alive)
                if note is not None:
                    reasons[cid] = note
            for cid, note in self.layout_problems(alive).items():
                reasons.setdefault(cid, note)
            if not reasons:
                break
            for cid, note in reasons.items():
                alive.discard(cid)
                if doubts:
                    self.cases[cid].reasons.append(note)
        for cid in alive:
            case = self.cases[cid]
            if not case.ok:
                case.ok, case.unsafe = True, doubts

    def chain_problem(self, case: Case, alive: set[int]) -> Note | None:
        """Why a class may not be slotted given which others are."""
        if self.is_pointless(case, alive):
            return Note("nobody gains: no subclass can have slots, and no instance is made", self.program.path(case.node), case.node.facts.row, kind="payoff")
        for owner in self.program.local_mro(case.node)[1:]:
            if owner.cid not in alive:
                return Note(f"base {owner.name} keeps a __dict__", self.program.path(owner), owner.facts.row, kind="base")
        for cid in case.shape.replaced_by:
            if cid not in alive:
                other = self.program.classes[cid]
                return Note(f"its decorator puts {other.name} in its place, which keeps a __dict__", self.program.path(other), other.facts.row, kind="decorator")
        if case.shape.declared is not None and case.shape.declared and "__dict__" in case.shape.declared:
            return Note('"__dict__" is one of its slots', self.program.path(case.node), case.node.facts.row, kind="slots")
        for cid in self.program.descendants(case.cid):
            problem = self.subclass_problem(case, self.cases[cid], alive)
            if problem is not None:
                return problem
        for other, note in case.evidence.class_assigned:
            if not self.same_layout(case, self.cases[other], alive):
                return Note("the class of instances is changed between layouts", note.path, note.row, kind="class-assignment")
        for bases, note in case.evidence.combined:
            if len(bases) > 1 and case.names:
                return Note("classes are combined at run time: their layouts would conflict", note.path, note.row, kind="layout")
        return None

    def is_pointless(self, case: Case, alive: set[int]) -> bool:
        """A stateless class is worth slots for the sake of its slotted subclasses, or of its own instances."""
        if case.names or case.weakref or case.evidence.sites or case.shape.declared is not None:
            return False
        below = self.program.descendants(case.cid)
        if case.shape.kind == "protocol" and not below:
            return True
        return bool(below) and not any(cid in alive for cid in below)

    def subclass_problem(self, case: Case, sub: Case, alive: set[int]) -> Note | None:
        """What a subclass that keeps its dict, or has slots already, says against slots of its base."""
        where = self.program.path(sub.node), sub.node.facts.row
        if sub.node.mro is None:
            return None
        if sub.cid in alive:
            return None
        if sub.shape.declared is not None and not sub.shape.unreadable:
            return Note(f"subclass {sub.node.name} has slots that work only while the base has a __dict__", *where, kind="subclass")
        if any(isinstance(a, AddState) for a in case.actions) or case.evidence.dict_uses:
            return Note(f"subclass {sub.node.name} keeps a __dict__ that the state of the base does not know", *where, kind="subclass")
        if sub.names and case.names and not case.evidence.sites and not self.is_test(sub.node):
            return Note(f"subclass {sub.node.name} keeps its __dict__: slots in the base alone would cost memory", *where, kind="subclass")
        if any(h is not None for h in (self.program.inherited(sub.node, n) for n in STATE_HOOKS)) and case.names:
            return Note(f"subclass {sub.node.name} has state hooks and keeps a __dict__", *where, kind="subclass")
        if sub.evidence.dict_uses and case.names:
            return Note(f"subclass {sub.node.name} uses the instance dict", *where, kind="subclass")
        return None

    def same_layout(self, case: Case, other: Case, alive: set[int]) -> bool:
        """Whether two classes have one layout once slotted: one derives from the other and adds nothing."""
        if case.cid not in alive or other.cid not in alive:
            return False
        if case.cid == other.cid:
            return True
        if case.node.bases == other.node.bases:
            return set(case.names) == set(other.names) and bool(case.weakref) == bool(other.weakref)
        for sub, base in ((case, other), (other, case)):
            if base.cid in (c.cid for c in self.program.local_mro(sub.node)[1:]):
                between = [self.cases[c.cid] for c in self.program.local_mro(sub.node)]
                between = [c for c in between if base.cid not in (d.cid for d in self.program.local_mro(c.node)[1:]) or True]
                added = [c for c in between if c.cid != base.cid and c.cid not in (b.cid for b in self.program.local_mro(base.node))]
                return not any(c.names or c.weakref for c in added)
        return False

    def layout_problems(self, alive: set[int]) -> dict[int, Note]:
        """Bases whose layouts cannot be combined ('multiple bases have instance lay-out conflict')."""
        found: dict[int, Note] = {}
        for case in self.cases:
            if case.node.mro is None or len(case.node.bases) < 2:
                continue
            solid = [line for base in case.node.bases for line in self.base_lines(base, alive) if line]
            if any(base.kind == "choice" for base in case.node.bases):
                solid = self.clashing(case, alive)
            longest = max(solid, key=len, default=())
            if all(line == longest[len(longest) - len(line) :] for line in solid):
                continue
            note = Note(f"{case.node.name} combines bases whose layouts would conflict", self.program.path(case.node), case.node.facts.row, kind="layout")
            for line in solid:
                for item in line:
                    if isinstance(item, int) and item in alive and self.cases[item].shape.declared is None:
                        found[item] = note
        return found

    def base_lines(self, base: Base, alive: set[int]) -> list[tuple[int | str, ...]]:
        """The layout lines of one base."""
        if base.kind == "external":
            return [self.external_solid(base.name)]
        return [self.solid(cid, alive) for cid in (base.choices or (base.cid,))]

    def clashing(self, case: Case, alive: set[int]) -> list[tuple[int | str, ...]]:
        """The lines of a class with a choice of bases that do not go with its other bases."""
        fixed = [line for b in case.node.bases if b.kind != "choice" for line in self.base_lines(b, alive) if line]
        return [*fixed, *(line for b in case.node.bases if b.kind == "choice" for line in self.base_lines(b, alive) if line and fixed)]

    def solid(self, cid: int, alive: set[int]) -> tuple[int | str, ...]:
        """The chain of classes that fix the layout of a class, most derived first."""
        case = self.cases[cid]
        lines = [line for b in case.node.bases if b.kind != "choice" for line in self.base_lines(b, alive)]
        best = max(lines, key=len, default=())
        slots = case.shape.declared if case.shape.declared is not None else (case.names if cid in alive else ())
        if case.shape.declared is not None and cid in alive:
            slots = (*slots, *case.missing)
        adds = [s for s in slots if s not in SPECIAL]
        return (cid, *best) if adds else best

    def external_solid(self, name: str) -> tuple[int | str, ...]:
        found = external.lookup(name, self.program.targets[-1])
        if found is None or found.solid == "object":
            return ()
        chain = [found.solid]
        inner = external.lookup(found.solid, self.program.targets[-1])
        for base in inner.mro[1:] if inner else ():
            deeper = external.lookup(base, self.program.targets[-1])
            if deeper is not None and deeper.solid == base and base != "object":
                chain.append(base)
        return tuple(chain)

    # -- the remedy ----------------------------------------------------------------------------------------------------

    def actions(self, case: Case) -> tuple[Action, ...]:
        """What is to be changed in a class that may be slotted; empty when nothing is."""
        name = case.node.name
        weak = ("__weakref__",) if case.weakref is not None and not self.base_weakref(case) else ()
        if case.shape.declared is not None:
            extra = tuple(spelt(n, name) for n in case.missing)
            weak = () if "__weakref__" in case.shape.declared else weak
            return (ExtendSlots((*extra, *weak)),) if extra or weak else ()
        found: list[Action] = []
        if not any(isinstance(a, DecoratorArgument) for a in case.actions):
            found.append(AddSlots((*(spelt(n, name) for n in case.names), *weak)))
        if case.defaults and not any(isinstance(a, DecoratorArgument) for a in case.actions):
            found.append(MoveDefault(tuple(spelt(n, name) for n in case.defaults), self.create_init(case)))
        return (*found, *(a for a in case.actions if not (isinstance(a, DecoratorArgument) and a.keyword == "weakref_slot" and not weak)))

    def base_weakref(self, case: Case) -> bool:
        """Whether a base has, or is given, a ``__weakref__`` slot."""
        for owner in self.program.local_mro(case.node)[1:]:
            base = self.cases[owner.cid]
            if "__weakref__" in (base.shape.declared or ()) or (base.weakref is not None and base.ok):
                return True
        return False

    def create_init(self, case: Case) -> str:
        """How to write an ``__init__`` where the class has none."""
        if self.program.member(case.cid, "__init__") is not None:
            return ""
        inherited = self.program.inherited(case.node, "__init__")
        outside = [b for b in self.program.external_mro(case.node) if b not in ("object", "abc.ABC", "typing.Generic", "typing.Protocol")]
        return "forward" if inherited is not None or outside else "plain"


KNOWN_CACHES = frozenset("functools.lru_cache functools.cache functools.singledispatchmethod".split())

__all__ = ["UNKNOWN", "Case", "Judge", "mangled"]
