"""The evidence, and what every part of its collection needs."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass
from typing import NamedTuple

from slotlint.diagnostics import Note
from slotlint.evidence import Evidence
from slotlint.facts import Call, Term
from slotlint.infer import UNKNOWN, Inference, Value, Values
from slotlint.infer.values import A_CLASS
from slotlint.program import Program


class Pending(NamedTuple):
    """An event whose receiver is not known. ``kind``: store, dynamic, special, dict, class-store, class-dict, weakref and more."""

    kind: str
    module: int
    scope: int
    receiver: Term
    name: str  # that is stored or looked up
    note: Note
    how: str  # a store stores: see Write


SETTING_METHODS = frozenset({"__setattr__", "__delattr__"})  # of whatever class
SETTERS = SETTING_METHODS | {"setattr", "delattr"}
OF_ALL_BASES = frozenset({"dict-use", "size"})  # kinds of events that see whatever attributes have left the dict


class Unsettled(NamedTuple):
    """A term that is not wholly known, and what is to be done for the values that may be there."""

    module: int
    scope: int
    term: Term
    act: Callable[[Values], None]


@dataclass(frozen=True, slots=True)
class Given:
    """A call, where it stands, and the terms that it is given."""

    at: int
    index: int
    call: Call
    arguments: tuple[Term, ...]
    keywords: dict[str, Term]

    @property
    def row(self) -> int:
        """The line of the call."""
        return self.call.row

    def terms(self) -> tuple[Term, ...]:
        """All that the call is given, in order."""
        return (*self.arguments, *self.keywords.values())


def how_set(name: str) -> str:
    """How a function or method of this name stores: see Write."""
    last = name.rpartition(".")[2]
    return "del" if last.strip("_") == "delattr" else "object" if last == "__setattr__" else "setattr"


def retold(note: Note, message: str, kind: str) -> Note:
    """A note at the same place that says something else."""
    return Note(message, note.path, note.row, note.column, kind)


def parts_of(values: Values, depth: int = 4) -> Iterator[Values]:
    """What the containers among values hold, at any depth."""
    for value in values if depth else ():
        for part in value[1] if value[0] == "row" else value[1:] if value[0] in ("of", "map") else ():
            yield part
            yield from parts_of(part, depth - 1)


class Core:
    """The part of the collection that keeps evidence."""

    __slots__ = (
        "_metaclassed",
        "copies",
        "deep",
        "deep_open",
        "deep_unknown",
        "evidence",
        "foreign",
        "generic_origin",
        "getters",
        "guarded",
        "how",
        "inference",
        "low",
        "low_picklers",
        "old_pickling",
        "pending",
        "program",
        "recombined",
        "subclass_lists",
        "unsettled",
    )

    def __init__(self, program: Program, inference: Inference) -> None:
        self.program = program
        self.inference = inference
        self.evidence = [Evidence() for _ in program.classes]
        self.pending: list[Pending] = []
        self.unsettled: list[Unsettled] = []
        self.generic_origin: Note | None = None
        self.subclass_lists: dict[int, Note] = {}
        self.copies: list[Note] = []
        self.deep: list[Note] = []  # those that copy what attributes hold as well
        self.deep_open: list[tuple[int, int, Term, Note]] = []  # those given a container that may hold anything
        self.deep_unknown: list[Note] = []  # those of them that may be given anything
        self.low: list[Note] = []  # those by protocol 0 or 1 beyond doubt
        self.low_picklers: set[tuple[int, int, Term]] = set()  # (module, scope, call) that makes one for protocol 0 or 1
        self.old_pickling: list[tuple[int, Note]] = []  # module where something not known is pickled by protocol 0 or 1
        self.foreign: list[tuple[int, str, Note]] = []  # stores by functions that take any object
        self.recombined: list[tuple[int, Note]] = []  # module where some class gets bases that are not known
        self._metaclassed: list[tuple[int, list[int]]] | None = None
        self.getters: dict[str, Note] = {}  # names that ``attrgetter`` asks for
        self.guarded = False  # the event at hand stands under a handler for AttributeError or TypeError
        self.how = ""  # by what the event at hand stores

    def note(self, module: int, row: int, message: str, kind: str, column: int = 0) -> Note:
        """A piece of evidence at a line of a module."""
        return Note(message, self.program.modules[module].path, row, column + 1, kind)

    def wait(self, kind: str, at: int, index: int, receiver: Term, note: Note, name: str = "") -> None:
        """Keep an event whose receiver is not known until all that is known is collected."""
        self.pending.append(Pending(kind, at, index, receiver, name, note, self.how))

    def for_all(self, at: int, index: int, term: Term, act: Callable[[Values], None]) -> None:
        """Do something for the values that a term may be: now for what is known of it, for the rest once all is collected."""
        values = self.with_classes(at, index, term)
        act(values)
        if UNKNOWN in values or any(UNKNOWN in part for part in parts_of(values)):
            self.unsettled.append(Unsettled(at, index, term, act))

    def with_classes(self, at: int, index: int, term: Term) -> Values:
        """What a term may be, with the classes that it may be where it is some class of a metaclass."""
        values = self.inference.ask(at, index, term)
        return values | self.behind_type(at, index) if A_CLASS in values else values

    def behind_type(self, at: int, index: int) -> Values:
        """The classes that ``cls`` of a metaclass may be, and what it has handed on: in its own methods those of it alone."""
        owner = self.inference.owner_class(at, index)
        within = owner is not None and "type" in self.program.external_mro(self.program.classes[owner])
        found: set[Value] = set()
        for cid, kinds in self.metaclassed():
            if not within or any(self.inference.related(kind, owner) for kind in kinds if owner is not None):
                found.update(("cls", each) for each in self.and_below(cid))
        return frozenset(found)

    def metaclassed(self) -> list[tuple[int, list[int]]]:
        """The classes that name a metaclass of the program, with the metaclass."""
        if self._metaclassed is None:
            nodes = [node for node in self.program.classes if node.facts.metaclass]
            held = [(node.cid, [v[1] for v in self.inference.own_metaclass(node) if v[0] == "cls"]) for node in nodes]
            self._metaclassed = [(cid, kinds) for cid, kinds in held if kinds]
        return self._metaclassed

    def term_of(self, at: int, name: str) -> Term:
        """The term of a name in a module, 0 where it has none."""
        return next((i for i, row in enumerate(self.inference.facts[at].terms) if row == ("n", name)), 0)

    def and_below(self, cid: int) -> tuple[int, ...]:
        """A class and those derived from it: what goes by the class of an instance goes by one of these."""
        return (cid, *self.program.descendants(cid))

    def owners(self, cid: int) -> set[int]:
        """A class and its bases, also those of which it is not certain that they are: whose slots its instances would have."""
        node = self.program.classes[cid]
        found = {owner.cid for owner in self.program.local_mro(node)}
        for term in node.facts.bases if node.mro is None else ():
            bases = (v[1] for v in self.inference.ask(node.module, node.facts.parent, term) if v[0] == "cls")
            found |= {owner.cid for base in bases for owner in self.program.local_mro(self.program.classes[base])}
        return found

    def block_family(self, cid: int, note: Note) -> None:
        """Block a class and everything derived from it: an instance of the class may be one of those."""
        for each in self.and_below(cid):
            self.evidence[each].blocks.append(note)

    def block_instances(self, given: Given, term: Term, why: str, kind: str, followed: bool = False) -> None:
        """Block the classes whose instances a term holds, also inside containers; ``followed``: or may hold."""
        note = self.note(given.at, given.row, why, kind)

        def block(values: Values) -> None:
            for cid in dict.fromkeys(self.held_instances(values)):
                self.block_family(cid, note)
                for each in sorted(self.owners(cid) - {cid}) if kind in OF_ALL_BASES else ():
                    self.evidence[each].blocks.append(note)

        if followed:
            self.for_all(given.at, given.index, term, block)
        else:
            block(self.inference.ask(given.at, given.index, term))

    def instance_behind(self, at: int, term: Term) -> Term:
        """What ``type(x)`` and ``x.__class__`` are of; 0 of another term."""
        terms = self.inference.facts[at].terms
        row = terms[term]
        if row[0] == "a" and row[2] == "__class__":
            return int(row[1])
        return int(row[3]) if row[0] == "c" and row[2] == 1 and terms[row[1]] == ("n", "type") else 0

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

    def external_bases(self, held: Value) -> tuple[str, ...]:
        """The external classes that a value is an instance of."""
        if held[0] == "xinst":
            return (held[1],)
        return self.program.external_mro(self.program.classes[held[1]]) if held[0] == "inst" else ()
