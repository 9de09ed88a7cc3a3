"""What slotlint says: rules, diagnostics, their notes, and the remedies that would mend them. Data only.

A rule says *what* is wrong and *what* would mend it; `slotlint.rewrite` alone knows *how*.
"""

from __future__ import annotations

import enum
from dataclasses import dataclass, field


class Applicability(str, enum.Enum):
    """How far a fix is proven."""

    SAFE = "safe"  # the program behaves the same before and after
    UNSAFE = "unsafe"  # a human must look; applied with --unsafe-fixes
    DISPLAY = "display"  # shown, never applied


class Payoff(str, enum.Enum):
    """How many instances the construction sites suggest."""

    MANY = "many"
    FEW = "few"
    UNKNOWN = "unknown"


@dataclass(frozen=True, slots=True)
class Location:
    """A place in a file: rows count from 1, columns from 1, in characters."""

    row: int
    column: int = 1


@dataclass(frozen=True, slots=True)
class Note:
    """One piece of evidence and the line it was read from."""

    message: str
    path: str
    row: int
    column: int = 1
    kind: str = "note"  # a stable slug: "store", "weakref", "dict-use", "base", "subclass", ...


@dataclass(frozen=True, slots=True)
class Size:
    """Bytes of one instance on one Python version, attribute values and what a builtin base takes not counted.

    ``least`` is ``before`` where the names that only branches store are never stored; ``most`` where something looks at
    the ``__dict__``, or where names that come late lose the sharing of keys.
    """

    version: str  # "3.12"
    before: int
    least: int
    most: int
    after: int

    @property
    def saved(self) -> int:
        """What slots save as a rule."""
        return self.before - self.after


class Trade(str, enum.Enum):
    """What a class that ran gains most from."""

    SLOTS = "slots"
    POOL = "pool"
    BOTH = "both"
    NEITHER = "neither"

    @property
    def wants_slots(self) -> bool:
        """Whether slots are a part of it."""
        return self in (Trade.SLOTS, Trade.BOTH)

    @property
    def wants_pool(self) -> bool:
        """Whether an object pool is a part of it."""
        return self in (Trade.POOL, Trade.BOTH)


@dataclass(frozen=True, slots=True)
class Seen:
    """What a profile saw of a class: live instances at the peak, instances made, bytes that slots save at the peak."""

    trade: Trade
    peak: int
    created: int | None
    saved: int
    figures: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class AddSlots:
    """Write ``__slots__ = (names)`` after the docstring; names as they are spelt in source, in order of first store."""

    names: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class ExtendSlots:
    """Add names to the literal ``__slots__`` that the class already has."""

    names: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class RemoveSlots:
    """Take names out of the literal ``__slots__`` that the class already has (one occurrence too many for duplicates)."""

    names: tuple[str, ...]
    duplicates: bool = False


@dataclass(frozen=True, slots=True)
class ReplaceSlots:
    """Replace the value of the ``__slots__`` that the class already has by a tuple of these names."""

    names: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class DecoratorArgument:
    """Set ``keyword=True`` in the class decorator at this index (0 is the topmost), adding the call if it is bare."""

    decorator: int
    keyword: str


@dataclass(frozen=True, slots=True)
class MoveDefault:
    """Take the class-level values of these names away and store them first thing in ``__init__``.

    An annotation stays in the class body. ``create`` says how to write an ``__init__`` where there is none:
    "" (the class has one), "plain" (``def __init__(self):``) or "forward" (``*args, **kwargs`` handed on to super()).
    """

    names: tuple[str, ...]
    create: str = ""


@dataclass(frozen=True, slots=True)
class AddField:
    """Add dataclass fields ``name: annotation = field(init=False, repr=False, compare=False)`` after the last field.

    ``field`` is the expression that names ``dataclasses.field`` in that module ("field", "dataclasses.field").
    """

    names: tuple[tuple[str, str], ...]  # (name, annotation as source)
    field: str = "field"


@dataclass(frozen=True, slots=True)
class AddState:
    """Write state methods, so that pickling and copying keep what they did with a ``__dict__``.

    ``methods`` is any of "__getstate__" (returns the dict that the instance dict would have been: the names that are
    set) and "__setstate__" (takes such a dict, or the ``(dict | None, slots)`` pair, and stores with ``setter``).
    """

    names: tuple[str, ...]
    methods: tuple[str, ...]
    setter: str = "setattr"  # or "object.__setattr__"


@dataclass(frozen=True, slots=True)
class ReplaceSource:
    """Replace the source between two positions (AST positions: rows from 1, UTF-8 byte columns from 0) by a form proven equal."""

    row: int
    column: int
    end_row: int
    end_column: int
    content: str
    expect: str = ""  # what the span must hold now (``ast.unparse`` of it), or "" for no check


Action = AddSlots | ExtendSlots | RemoveSlots | ReplaceSlots | DecoratorArgument | MoveDefault | AddField | AddState | ReplaceSource


@dataclass(frozen=True, slots=True)
class Remedy:
    """What to change in one class (``row`` is the row of its ``class`` keyword), or outside of any (``qualname`` "")."""

    path: str
    row: int
    qualname: str
    actions: tuple[Action, ...]
    # names that the extractor saw stored on ``self`` by the class's own methods; rewrite reads them again from the CST
    stored: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class Edit:
    """Replace the characters between two locations by ``content``."""

    path: str
    location: Location
    end_location: Location
    content: str


@dataclass(frozen=True, slots=True)
class Fix:
    """A group of remedies that is applied whole or not at all; diagnostics with equal ``group`` share one fix.

    ``needs``: for each remedy the places of those without which it must not be applied; () where all need each other.
    """

    applicability: Applicability
    message: str
    group: str  # stable: the first class of the group, "pkg.mod:Class"
    remedies: tuple[Remedy, ...]
    needs: tuple[tuple[int, ...], ...] = ()


@dataclass(frozen=True, slots=True)
class Rule:
    """A rule's identity and its page: what it finds, before, after, why it pays, trade-offs, when not to."""

    code: str
    name: str
    summary: str
    page: str = field(default="", repr=False)


@dataclass(frozen=True, slots=True)
class Diagnostic:
    """One finding. ``row``/``column`` count from 1."""

    code: str
    name: str
    message: str
    path: str
    row: int
    column: int
    end_row: int
    end_column: int
    module: str = ""
    class_name: str = ""  # qualified name inside the module
    slots: tuple[str, ...] | None = None
    bytes_saved: int | None = None
    payoff: Payoff = Payoff.UNKNOWN
    notes: tuple[Note, ...] = ()
    sizes: tuple[Size, ...] = ()  # on each supported version, oldest first
    chain: tuple[tuple[str, str], ...] = ()  # (class, state) of the MRO of a candidate
    seen: Seen | None = None  # with a profile
    fix: Fix | None = None


@dataclass(frozen=True, slots=True)
class Problem:
    """A file that could not be used, or a part of the run that failed, as a value: the rest goes on."""

    path: str
    message: str
    row: int = 1
    column: int = 1


class Verdict(str, enum.Enum):
    """What slotlint thinks of a class."""

    CANDIDATE = "candidate"  # could declare slots
    SLOTTED = "slotted"  # does already
    REFUSED = "refused"  # may not; the evidence says why
    DEFECT = "defect"  # has slots, and something is wrong with them


@dataclass(frozen=True, slots=True)
class Explanation:
    """The verdict on one class with all its evidence (``slotlint explain pkg.mod:Class``)."""

    module: str
    class_name: str
    path: str
    row: int
    verdict: Verdict
    slots: tuple[str, ...]
    fix: Fix | None
    bytes_saved: int | None
    payoff: Payoff
    evidence: tuple[Note, ...]
    sizes: tuple[Size, ...] = ()
