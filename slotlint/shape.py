"""What the class statement itself says: its kind, its decorators and metaclass, its slots, its class-level names."""

from __future__ import annotations

from dataclasses import dataclass

from slotlint import effects, external
from slotlint.diagnostics import Note
from slotlint.facts import Member, Slots
from slotlint.infer import Inference, Value, Values, plain_name
from slotlint.metaclasses import hands_on, makes_empty_slots
from slotlint.program import ClassNode, Program

SPECIAL = ("__dict__", "__weakref__")
HARMLESS_METACLASSES = frozenset(
    {
        "type",
        "builtins.type",
        "abc.ABCMeta",
        "typing._ProtocolMeta",
        "_ctypes.CType_Type",
        "_ctypes.PyCArrayType",
        "_ctypes.PyCPointerType",
        "_ctypes.PyCSimpleType",
        "_ctypes.PyCStructType",
        "_ctypes.UnionType",
    }
)

Options = tuple[tuple[str, "bool | None"], ...]


@dataclass(frozen=True, slots=True)
class Shape:
    """``kind``: plain, dataclass, attrs, namedtuple, typeddict, enum, protocol. ``declared``: slots in force, mangled.

    ``declared`` is None when the class declares none, ``unreadable`` when it declares what cannot be read.
    """

    kind: str
    decorator: int  # index of the dataclass or attrs decorator, -1
    options: Options  # keywords of that decorator; None where it is no constant
    declared: tuple[str, ...] | None
    slots: Slots | None
    unreadable: bool
    obstacles: tuple[Note, ...]  # decorators and metaclasses that forbid a rewrite
    replaced_by: tuple[int, ...]  # classes that its decorators put in its place, each derived from it

    def option(self, name: str) -> bool | None:
        """A keyword of the decorator; False when it is not given."""
        return dict(self.options).get(name, False)


def mangled(name: str, cls: str) -> str:
    """A slot name as ``type.__new__`` stores it."""
    owner = cls.lstrip("_")
    return f"_{owner}{name}" if owner and name.startswith("__") and not name.endswith("__") else name


def spelt(name: str, cls: str) -> str:
    """A stored name as the class body spells it."""
    owner = cls.lstrip("_")
    private = owner and name.startswith(f"_{owner}__") and not name.endswith("__")
    return name[len(owner) + 1 :] if private else name


def is_property(node: ClassNode, member: Member, inference: Inference) -> bool:
    """Whether a class-level name is a data descriptor: a property, or an instance of a class with ``__set__``."""
    if member.kind == "def":
        names, values = decorator_values(node, member, inference)
        accessors = (".setter", ".deleter", ".getter")
        if names & {"property", "abc.abstractproperty"} or any(n.endswith(accessors) for n in names):
            return True
        return any(v[0] == "cls" and defines(inference.program, v[1], "__set__") for v in values)
    if member.kind != "value":
        return False
    values = inference.ask(node.module, node.facts.scope, member.term)
    if values and all(v[:2] == ("xinst", "property") for v in values):
        return True
    return bool(values) and all(v[0] == "inst" and defines(inference.program, v[1], "__set__") for v in values)


def decorator_values(node: ClassNode, member: Member, inference: Inference) -> tuple[set[str], Values]:
    """(external names, values) of the decorators of a method."""
    terms = [inference.head(node.module, d) for d in member.decorators]
    values: Values = frozenset().union(*(inference.ask(node.module, node.facts.scope, t) for t in terms))
    names = {plain_name(v[1]).removeprefix("builtins.") for v in values if v[0] == "ext"}
    for term in terms:
        row = inference.facts[node.module].terms[term]
        if row[0] == "a":
            names.add(f".{row[2]}")
    return names, values


def defines(program: Program, cid: int, name: str) -> bool:
    """Whether a class or an ancestor of it in the program defines a name at class level."""
    return program.inherited(program.classes[cid], name) is not None


def shape_of(node: ClassNode, program: Program, inference: Inference) -> Shape:
    """The shape of one class."""
    kind, index = "plain", -1
    options: Options = ()
    obstacles: list[Note] = []
    others: set[int] = set()
    for at, (term, row) in enumerate(zip(node.facts.decorators, node.facts.decorator_rows, strict=True)):
        values = inference.ask(node.module, node.facts.parent, inference.head(node.module, term))
        names = {plain_name(v[1]) for v in values if v[0] == "ext"} | inference.function_names(values)
        found = _decorator_kind(names)
        if found and len(values) == 1:
            kind, index, options = found, at, _options(node, term, inference)
            if names & effects.ATTRS_MODERN and "slots" not in dict(options):
                options = (("slots", True), *options)
        elif (names and len(names) == len(values) and names <= effects.INERT_CLASS_DECORATORS) or _is_registration(
            node, term, program, inference
        ):
            continue
        elif (given := _handed_back(node, term, program, inference)) is not None:
            others |= given
        else:
            message = "the class decorator may build another class or store on it"
            obstacles.append(Note(message, program.path(node), row, kind="decorator"))
    special = _special_kind(node, program)
    declared, slots, unreadable = _declared(node, inference)
    if slots is None and makes_empty_slots(node, program, inference):
        declared = ()
    else:
        obstacles += _metaclass(node, program, inference)
    if kind in ("dataclass", "attrs") and dict(options).get("slots"):
        declared = declared if declared is not None else ()
    return Shape(special or kind, index, options, declared, slots, unreadable, tuple(obstacles), tuple(sorted(others)))


def _is_registration(node: ClassNode, term: int, program: Program, inference: Inference) -> bool:
    """Whether a decorator is the ``register`` of an abstract class of the program, which gives the class back."""
    row = inference.facts[node.module].terms[term]
    if row[0] != "a" or row[2] != "register":
        return False
    values = inference.ask(node.module, node.facts.parent, row[1])
    abstract = (v[0] == "cls" and "abc.ABC" in program.external_mro(program.classes[v[1]]) for v in values)
    return bool(values) and all(abstract) and not any(program.inherited(program.classes[v[1]], "register") for v in values)


def _decorator_kind(names: set[str]) -> str:
    if names & effects.DATACLASS:
        return "dataclass"
    return "attrs" if names & (effects.ATTRS_CLASSIC | effects.ATTRS_MODERN) else ""


def _options(node: ClassNode, term: int, inference: Inference) -> Options:
    row = inference.facts[node.module].terms[term]
    if row[0] != "c":
        return ()
    keywords = row[3 + row[2] :]
    return tuple((k, _constant(node, t, inference)) for k, t in zip(keywords[::2], keywords[1::2], strict=True))


def _constant(node: ClassNode, term: int, inference: Inference) -> bool | None:
    row = inference.facts[node.module].terms[term]
    return row[1] == "True" if row[0] == "k" and row[1] in ("True", "False") else None


def _handed_back(node: ClassNode, term: int, program: Program, inference: Inference) -> set[int] | None:
    """The classes that a decorator of the program puts in the place of this one; None where it may be anything else."""
    functions = inference.ask(node.module, node.facts.parent, term)
    functions = frozenset(v for v in functions if v[0] != "ext" or plain_name(v[1]) not in effects.INERT_CLASS_DECORATORS)
    if not functions or any(v[0] != "fn" for v in functions):
        return None
    found: set[int] = set()
    functions = frozenset(v for v in functions if not _returns_first(v[1], v[2], inference))
    if not functions:
        return found
    given = inference.results(functions)
    if not any(v == ("cls", node.cid) or (v[0] == "cls" and node.cid in _choices(program, v[1])) for v in given):
        return None
    for value in given:
        if value[0] != "cls":
            return None
        if node.cid in _choices(program, value[1]):
            found.add(value[1])
    return found


def _returns_first(module: int, scope: int, inference: Inference) -> bool:
    """Whether a function gives back its first parameter and nothing else; what it does to it is evidence already."""
    here = inference.facts[module].scopes[scope]
    if not here.params or here.params[0].name in here.bindings or not here.returns:
        return False
    return all(inference.facts[module].terms[t] == ("n", here.params[0].name) for t in here.returns)


def _choices(program: Program, cid: int) -> tuple[int, ...]:
    """The classes that a class made in a function may derive from."""
    return tuple(c for base in program.classes[cid].bases for c in base.choices)


def _metaclass(node: ClassNode, program: Program, inference: Inference) -> list[Note]:
    """What forbids slots in the metaclasses of a class and its ancestors."""
    found: list[Note] = []
    for owner in program.with_metaclass(node):
        for value in inference.own_metaclass(owner):
            if not _harmless_metaclass(value, program):
                message = "a metaclass that takes part in making the class"
                found.append(Note(message, program.path(owner), owner.facts.row, kind="metaclass"))
    for name in program.external_mro(node):
        layout = external.lookup(name, program.targets[-1])
        if layout is not None and layout.metaclass not in HARMLESS_METACLASSES:
            message = f"the metaclass {layout.metaclass} of {name} takes part in making the class"
            found.append(Note(message, program.path(node), node.facts.row, kind="metaclass"))
            break
    return found


def _harmless_metaclass(value: Value, program: Program) -> bool:
    """Whether a metaclass leaves the making of the class to those of the standard library."""
    if value[0] == "ext":
        return plain_name(value[1]) in HARMLESS_METACLASSES
    if value[0] != "cls":
        return False
    node = program.classes[value[1]]
    if any(_takes_part(owner, program) for owner in program.local_mro(node)):
        return False
    return all(base in HARMLESS_METACLASSES or base == "object" for base in program.external_mro(node))


def _takes_part(node: ClassNode, program: Program) -> bool:
    """Whether a metaclass has a method that may change a class while it is made, or looks at what it is made of."""
    if any(program.member(node.cid, name) is not None for name in ("__prepare__", "__setattr__", "mro")):
        return True
    facts = program.modules[node.module].facts
    made = program.own_scopes(node, "__new__")
    if program.member(node.cid, "__new__") is not None and not (made and all(hands_on(facts, scope) for scope in made)):
        return True
    if program.member(node.cid, "__init__") is None:
        return False
    return any(scope.stores or "h" not in scope.flags for scope in program.own_scopes(node, "__init__"))


def _special_kind(node: ClassNode, program: Program) -> str:
    if any(base.reason == "namedtuple-body" for base in node.bases):
        return "namedtuple"
    if any(base.reason == "typeddict" for owner in program.local_mro(node) for base in owner.bases):
        return "typeddict"
    own = {base.name for base in node.bases if base.kind == "external"}
    if own & {"typing.Protocol", "typing_extensions.Protocol"}:
        return "protocol"
    return "enum" if any(n.startswith("enum.") for n in program.external_mro(node)) else ""


def is_taken_away(node: ClassNode) -> bool:
    """Whether the body of a class deletes its ``__slots__`` before the class is made."""
    return any(m.name == "__slots__" and m.kind == "del" for m in node.facts.members)


def _declared(node: ClassNode, inference: Inference) -> tuple[tuple[str, ...] | None, Slots | None, bool]:
    """(slots in force, their statement, whether they cannot be read)."""
    real = [s for s in node.facts.slots if s.form not in ("typo", "annotation")]
    if not real:
        return None, None, False
    if is_taken_away(node):
        return (), real[-1], True
    names: list[str] = []
    for slots in real:
        found = slots.names if slots.names is not None else inference.slot_names(node, slots)
        if found is None:
            return (), slots, True
        names = [*names, *found] if "augmented" in slots.flags else list(found)
    conditional = any(s.conditional for s in real)
    return tuple(mangled(n, node.name) for n in names), real[-1], conditional
