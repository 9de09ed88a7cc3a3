"""The whole program as one value: its modules, its classes and what each base is. No judgement, no files."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from typing import Any, Literal, NamedTuple

from slotlint import external
from slotlint.facts import ClassFacts, FileFacts, Member, Scope, Term

Version = tuple[int, int]


@dataclass(frozen=True, slots=True)
class SourceModule:
    """A file of the program, or (``foreign``) of the target environment, with its facts.

    ``roots`` are dotted prefixes under which its absolute imports are searched first, ``aliases`` other names of it.
    """

    path: str
    name: str
    is_package: bool
    facts: FileFacts
    foreign: bool = False
    is_stub: bool = False
    roots: tuple[str, ...] = ()
    aliases: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class Base:
    """What one base of a class is: a class of the program, one with a known layout, any of several, or unknown and why."""

    kind: Literal["local", "external", "choice", "unknown"]
    cid: int = -1
    name: str = ""
    reason: str = ""
    fields: tuple[str, ...] = ()  # of a namedtuple
    choices: tuple[int, ...] = ()  # of a base that a function is handed: any of these


class ArgumentStore(NamedTuple):
    """A store by a function of an installed package on an argument: the place of the parameter, its name, the attribute."""

    place: int
    parameter: str
    attribute: str


@dataclass(frozen=True, slots=True)
class ClassNode:
    """A class of the program. ``mro`` holds class ids and names of external classes; None where it is unknown."""

    cid: int
    module: int
    index: int
    key: str  # "pkg.mod:Outer.Inner"
    facts: ClassFacts
    bases: tuple[Base, ...]
    mro: tuple[int | str, ...] | None
    mro_problem: str = ""

    @property
    def name(self) -> str:
        """Its bare name."""
        return self.facts.name


@dataclass(frozen=True, slots=True)
class Program:
    """Modules and classes by index; ``subclasses`` are the direct ones, by class id."""

    modules: tuple[SourceModule, ...]
    classes: tuple[ClassNode, ...]
    by_name: Mapping[str, int]
    class_at: Mapping[tuple[int, int], int]
    subclasses: Mapping[int, tuple[int, ...]]
    targets: tuple[Version, ...]
    members: Mapping[int, Mapping[str, Member]] = field(default_factory=dict, repr=False)
    aliases: Mapping[str, int] = field(default_factory=dict, repr=False)
    # scopes by (module, class)
    methods: Mapping[tuple[int, int], tuple[int, ...]] = field(default_factory=dict, repr=False)
    missing: frozenset[str] = frozenset()  # packages that modules import but that are not installed
    handed: Mapping[str, tuple[ArgumentStore, ...]] = field(default_factory=dict, repr=False)  # by the dotted name of the function
    pickled: Mapping[str, str] = field(default_factory=dict, repr=False)  # class key to a file that may hold its instances
    # what was worked out once and does not change: indexes over the facts, and answers that lean on them and the classes
    tables: dict[str, Any] = field(default_factory=dict, repr=False, compare=False)
    # of the methods below
    answers: dict[tuple[str, int, str], Any] = field(default_factory=dict, repr=False, compare=False)

    def node(self, key: str) -> ClassNode | None:
        """The class of this key."""
        return next((c for c in self.classes if c.key == key), None)

    def path(self, node: ClassNode) -> str:
        """The file of a class."""
        return self.modules[node.module].path

    def scope(self, module: int, index: int) -> Scope:
        """A scope of a module."""
        return self.modules[module].facts.scopes[index]

    def own_scopes(self, node: ClassNode, name: str = "") -> list[Scope]:
        """The functions that stand in the body of a class, all or those of one name."""
        scopes = self.modules[node.module].facts.scopes
        found = (scopes[index] for index in self.methods.get((node.module, node.index), ()))
        return [s for s in found if s.kind != "class" and (not name or s.name == name)]

    def row(self, module: int, term: Term) -> tuple[object, ...]:
        """A term of a module."""
        return self.modules[module].facts.terms[term]

    def local_mro(self, node: ClassNode) -> tuple[ClassNode, ...]:
        """The classes of the program in the MRO, the class itself first."""
        key = ("mro", node.cid, "")
        found: tuple[ClassNode, ...] | None = self.answers.get(key)
        if found is None:
            found = (node,) if node.mro is None else tuple(self.classes[c] for c in node.mro if isinstance(c, int))
            self.answers[key] = found
        return found

    def with_metaclass(self, node: ClassNode) -> Iterator[ClassNode]:
        """The classes of the program in the MRO whose header names a metaclass."""
        return (owner for owner in self.local_mro(node) if owner.facts.metaclass)

    def external_mro(self, node: ClassNode) -> tuple[str, ...]:
        """The names of the external classes in the MRO."""
        return tuple(c for c in node.mro or () if isinstance(c, str))

    def external_attribute(self, node: ClassNode, name: str) -> external.Attribute | None:
        """The class-level attribute of this name that an external base has, if any has it."""
        for base in self.external_mro(node):
            if base == "object":
                continue
            found = external.lookup(base, self.targets[-1])
            attribute = external.attribute(found, name) if found else None
            if attribute is not None and attribute.owner != "object":
                return attribute
        return None

    def descendants(self, cid: int) -> tuple[int, ...]:
        """Every known subclass, direct or not, each once, in order of discovery."""
        key = ("below", cid, "")
        below: tuple[int, ...] | None = self.answers.get(key)
        if below is None:
            below = self.answers[key] = self._descendants(cid)
        return below

    def _descendants(self, cid: int) -> tuple[int, ...]:
        found: dict[int, None] = {}
        stack = list(reversed(self.subclasses.get(cid, ())))
        while stack:
            at = stack.pop()
            if at not in found and at != cid:
                found[at] = None
                stack.extend(reversed(self.subclasses.get(at, ())))
        return tuple(found)

    def beside(self, node: ClassNode) -> tuple[int, ...]:
        """The classes that share instances with a class by a subclass of both, and neither derive from it nor it from them."""
        kin = {node.cid, *self.descendants(node.cid), *(owner.cid for owner in self.local_mro(node))}
        around = (owner.cid for cid in self.descendants(node.cid) for owner in self.local_mro(self.classes[cid]))
        return tuple(dict.fromkeys(cid for cid in around if cid not in kin))

    def member(self, cid: int, name: str) -> Member | None:
        """The last binding of a name in the body of a class, slots and bare annotations aside."""
        return self.members[cid].get(name)

    def inherited(self, node: ClassNode, name: str) -> tuple[ClassNode, Member] | None:
        """Where the class-level name is found in the MRO, in classes of the program."""
        key = ("name", node.cid, name)
        if key not in self.answers:
            self.answers[key] = next(
                ((owner, self.members[owner.cid][name]) for owner in self.local_mro(node) if name in self.members[owner.cid]),
                None,
            )
        found: tuple[ClassNode, Member] | None = self.answers[key]
        return found

    def knowing(self, name: str) -> frozenset[int]:
        """The classes that find a class-level name in classes of the program, and those that they derive from."""
        key = ("known", -1, name)
        if key not in self.answers:
            found: set[int] = set()
            stack = [below for cid in self.binders().get(name, ()) for below in (cid, *self.descendants(cid))]
            while stack:
                at = stack.pop()
                if at not in found:
                    found.add(at)
                    stack += self.superclasses().get(at, ())
            self.answers[key] = frozenset(found)
        known: frozenset[int] = self.answers[key]
        return known

    def binders(self) -> Mapping[str, list[int]]:
        """Class-level name to the classes that bind it themselves."""
        key = ("binders", -1, "")
        if key not in self.answers:
            found: dict[str, list[int]] = {}
            for cid, members in self.members.items():
                for name in members:
                    found.setdefault(name, []).append(cid)
            self.answers[key] = found
        binders: Mapping[str, list[int]] = self.answers[key]
        return binders

    def superclasses(self) -> Mapping[int, list[int]]:
        """Class id to what it directly derives from."""
        key = ("above", -1, "")
        if key not in self.answers:
            found: dict[int, list[int]] = {}
            for cid, below in self.subclasses.items():
                for each in below:
                    found.setdefault(each, []).append(cid)
            self.answers[key] = found
        above: Mapping[int, list[int]] = self.answers[key]
        return above

    def defining(self, cid: int, name: str) -> tuple[int, ...]:
        """The subclasses, direct or not, with a class-level name of their own: they bind it, or first find that of another base."""
        key = ("defs", cid, name)
        if key not in self.answers:
            held = {d: self.inherited(self.classes[d], name) for d in self.descendants(cid)}
            owners = {d: owner[0].cid for d, owner in held.items() if owner is not None}
            above = {owner.cid for owner in self.local_mro(self.classes[cid])}
            beside = {owner: d for d, owner in reversed(owners.items()) if owner not in above and owner not in held}
            self.answers[key] = tuple(d for d, owner in owners.items() if owner == d or beside.get(owner) == d)
        found: tuple[int, ...] = self.answers[key]
        return found
