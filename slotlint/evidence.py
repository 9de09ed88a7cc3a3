"""What the program does to each class: stores, weak references, dict users, pickles, patches, construction sites."""

from __future__ import annotations

from dataclasses import dataclass, field

from slotlint.diagnostics import Note
from slotlint.facts import DictUse, Term


@dataclass(slots=True)
class Attribute:
    """A name that is stored on instances: where first, and where else."""

    name: str
    notes: list[Note] = field(default_factory=list)
    own: bool = False  # stored by a method of the class on its own first parameter


@dataclass(frozen=True, slots=True)
class DictReach:
    """A use of the instance dict of a class. ``own``: on the first parameter of one of its own methods."""

    use: DictUse
    module: int
    scope: int
    own: bool
    note: Note


@dataclass(frozen=True, slots=True)
class Site:
    """A construction of the class. ``kind``: loop, module (once), function, collection, return."""

    kind: str
    note: Note
    module: int
    scope: int


@dataclass(frozen=True, slots=True)
class Event:
    """Something done to what a term of a scope may hold, for rules that must know how certain that is."""

    module: int
    scope: int
    receiver: Term
    note: Note
    name: Term = 0  # of ``setattr``


@dataclass(frozen=True, slots=True)
class Write:
    """A store of a name on what may be an instance of a known class.

    ``how``: assign, aug, ann, for, with, unpack, del, setattr, object (past any ``__setattr__`` of the class), patch,
    outside (by a function of an installed package).
    """

    name: str
    note: Note
    own: bool  # on the first parameter of a method of the very class
    guarded: bool  # under a handler for what a missing slot raises
    sure: bool  # the receiver can be nothing else
    how: str
    module: int
    scope: int
    receiver: Term


@dataclass(slots=True)
class Evidence:
    """Everything that reaches one class; filled by ``slotlint.reach``, read by the rules."""

    attributes: dict[str, Attribute] = field(default_factory=dict)
    blocks: list[Note] = field(default_factory=list)  # forbid slots, whatever the names
    doubts: list[Note] = field(default_factory=list)  # a receiver that may be an instance, not proven
    weakrefs: list[Note] = field(default_factory=list)
    dict_uses: list[DictReach] = field(default_factory=list)
    class_reads: dict[str, Note] = field(default_factory=dict)
    class_stores: dict[str, Note] = field(default_factory=dict)
    patched: dict[str, Note] = field(default_factory=dict)
    introspected: list[Note] = field(default_factory=list)  # the class object is searched for names
    mocked: list[Note] = field(default_factory=list)  # a mock takes its names from dir() of the class
    slots_reads: list[Note] = field(default_factory=list)
    copied: list[Note] = field(default_factory=list)
    maybe_copied: list[Note] = field(default_factory=list)  # along with what may hold an instance
    old_protocol: list[Note] = field(default_factory=list)
    state_reads: list[Note] = field(default_factory=list)
    state_dicts: list[DictReach] = field(default_factory=list)  # uses of the dict that ``__getstate__`` of object gives
    state_handed: list[Note] = field(default_factory=list)  # a state method gives back what that of object gives
    class_assigned: list[tuple[int, Note]] = field(default_factory=list)  # instances change to that class
    escapes: list[Note] = field(default_factory=list)  # the class object is used as a value
    sites: list[Site] = field(default_factory=list)
    combined: list[tuple[tuple[int, ...], Note]] = field(default_factory=list)  # type(name, bases, ...) with these

    writes: list[Write] = field(default_factory=list)
    dynamic: list[Event] = field(default_factory=list)  # setattr with a name that is computed
    parsed: list[Event] = field(default_factory=list)  # given to a parser of options, which ``name`` stands for, to be filled
    origin_reads: list[Event] = field(default_factory=list)  # of ``__orig_class__``, where its absence is not handled
    weak_targets: list[Event] = field(default_factory=list)  # weak references to inferred instances
    old_pickles: list[Event] = field(default_factory=list)  # pickled by protocol 0 or 1, written out
    deleted: set[str] = field(default_factory=set)  # names that are deleted from what may be an instance
    tried_pickles: list[Event] = field(default_factory=list)  # the same under a handler for the error
    slots_scopes: list[tuple[int, int, bool, Note]] = field(default_factory=list)  # module, scope, through an instance

    def store(self, name: str, note: Note, own: bool) -> None:
        """Note a store of a name."""
        held = self.attributes.setdefault(name, Attribute(name))
        held.notes.append(note)
        held.own |= own
