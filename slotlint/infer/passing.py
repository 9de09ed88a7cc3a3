"""What passes ``isinstance``: subclasses, and what a class lets pass by its metaclass, by a hook or by registration.

Data model, "Customizing instance and subclass checks": the check is ``__instancecheck__`` of the metaclass, and that of
``ABCMeta`` asks ``__subclasshook__`` and what was registered. Else it goes by the type, and by ``__class__``.
"""

from __future__ import annotations

from collections.abc import Iterator

from slotlint import external
from slotlint.facts import Term
from slotlint.infer.calls import Calls
from slotlint.infer.values import ANYTHING, UNKNOWN, Value, Values, plain_name, words
from slotlint.program import ClassNode

# Classes outside the program that let others pass; the methods that are asked for are those of the containers' ABCs.
STRUCTURAL = words(
    "object os.PathLike contextlib.AbstractContextManager contextlib.AbstractAsyncContextManager "
    "collections.abc.AsyncGenerator collections.abc.AsyncIterable collections.abc.AsyncIterator collections.abc.Awaitable "
    "collections.abc.Buffer collections.abc.Callable collections.abc.Collection collections.abc.Container "
    "collections.abc.Coroutine collections.abc.Generator collections.abc.Hashable collections.abc.Iterable "
    "collections.abc.Iterator collections.abc.Reversible collections.abc.Sized typing.SupportsAbs typing.SupportsBytes "
    "typing.SupportsComplex typing.SupportsFloat typing.SupportsIndex typing.SupportsInt typing.SupportsRound"
)
CHECKS = ("__instancecheck__", "__subclasscheck__")
ANY_ABC = "abc.ABCMeta"  # among the lenient: whatever class it makes
DISGUISES = ("__class__", "__getattribute__")


class Passing(Calls):
    """The part of the inference that knows what ``isinstance`` tells."""

    __slots__ = ()

    def passing(self, held: Values, wanted: Values) -> Values:
        """What of a value may pass a check against classes, of which ``wanted`` are the instances.

        Of what is not known, instances of the classes are told; where other objects pass too, that is not all.
        """
        kept = {v for v in held if v[0] == "inst" and any(self.may_pass(v[1], w) for w in wanted)}
        outside = {v for v in wanted if v[0] == "xinst"}
        if outside:  # of a list, what is known of its contents stays known
            kept |= {v for v in held if v[0] in ("of", "map", "row")}
        if UNKNOWN in held or not kept:
            kept |= wanted
        elif any(v[0] != "inst" for v in held):
            kept |= outside
        return frozenset(kept | {UNKNOWN}) if UNKNOWN in held and any(map(self.is_lenient, wanted)) else frozenset(kept)

    def may_pass(self, cid: int, wanted: Value) -> bool:
        """Whether an instance of a class may pass a check against the class of another."""
        node = self.program.classes[cid]
        if wanted[0] == "inst" and self.related(cid, wanted[1]):
            return True
        if wanted[0] == "xinst" and (node.mro is None or plain_name(wanted[1]) in self.program.external_mro(node)):
            return True
        return wanted == UNKNOWN or self.is_lenient(wanted) or any(self.program.inherited(node, name) for name in DISGUISES)

    def is_lenient(self, wanted: Value) -> bool:
        """Whether a class, given by an instance, lets others pass than those that derive from it."""
        if wanted[0] == "xinst":
            name = plain_name(wanted[1])
            return name in STRUCTURAL or name in self.lenient() or (ANY_ABC in self.lenient() and self.is_outer_abc(name))
        return wanted[0] == "inst" and wanted[1] in self.lenient()

    def lenient(self) -> frozenset[int | str]:
        """The classes, by number or by name, that let instances of other classes pass."""
        hooked: frozenset[int | str] = self.table("hooked", lambda _: frozenset(self.hooked()))
        if not self.callers:  # it is asked for what follows
            return hooked
        return self.table("lenient", lambda _: hooked.union(self.checked(), self.with_others()))

    def hooked(self) -> Iterator[int]:
        """The protocols, and the classes with a hook that decides what counts as a subclass."""
        for node in self.program.classes:
            if self.is_protocol(node.cid) or self.program.inherited(node, "__subclasshook__"):
                yield node.cid

    def checked(self) -> Iterator[int]:
        """The classes whose metaclass has a check of its own."""
        if not any(name in members for members in self.program.members.values() for name in CHECKS):
            return
        for node in self.program.classes:
            for owner in self.program.with_metaclass(node):
                found = self.text_only().own_metaclass(owner)
                kinds = [self.program.classes[v[1]] for v in found if v[0] == "cls"]
                if UNKNOWN in found or any(self.program.inherited(kind, name) for kind in kinds for name in CHECKS):
                    yield node.cid

    def with_others(self) -> Iterator[int | str]:
        """The classes with which others are registered, and those above them; all ABCs where it is not known with which."""
        for held in self.registries():
            if held[0] == "cls":
                yield from self.program.classes[held[1]].mro or (held[1],)
            elif held[0] == "ext":
                found = external.lookup(plain_name(held[1]), self.version)
                yield from found.mro if found else (plain_name(held[1]),)
            if held in (UNKNOWN, ("ext", "abc.ABCMeta")):
                yield ANY_ABC
                yield from (node.cid for node in self.program.classes if self.is_abc(node))

    def registries(self) -> Iterator[Value]:
        """Whose ``register`` is read, and of whom nothing is known where it is given what may be a class."""
        text = self.text_only()
        for at, facts in enumerate(self.facts):
            for index, scope in enumerate(facts.scopes):
                for name in (name for name, attributes in scope.loads.items() if "register" in attributes):
                    yield from text.name(at, index, name) - ANYTHING
                for read in (read for read in scope.reads if read.name == "register"):
                    yield from text.ask(at, index, read.receiver) - ANYTHING
        for at, index, callee, term in self.sites().get("register", ()):
            row = self.facts[at].terms[callee]
            if row[0] == "a" and UNKNOWN in text.ask(at, index, row[1]) and self.gives_class(at, index, term):
                yield UNKNOWN

    def gives_class(self, at: int, index: int, term: Term) -> bool:
        """Whether a call or a decoration may hand in a class, and nothing else."""
        row = self.facts[at].terms[term]
        if row[0] == "D":
            return any(v[0] in ("cls", "?") for v in self.text_only().ask(at, index, row[2]))
        alone = row[2] == 1 and len(row) == 4
        return alone and any(v[0] in ("cls", "ext", "?") for v in self.text_only().ask(at, index, row[3]))

    def is_outer_abc(self, name: str) -> bool:
        """Whether the metaclass of a class outside the program may be ``ABCMeta``."""
        found = external.lookup(name, self.version)
        return found is None or found.metaclass == "abc.ABCMeta"

    def is_abc(self, node: ClassNode) -> bool:
        """Whether the metaclass of a class may be ``ABCMeta``, or derives from it."""
        for owner in self.program.with_metaclass(node):
            for kind in self.text_only().own_metaclass(owner):
                if kind in (UNKNOWN, ("ext", "abc.ABCMeta")):
                    return True
                if kind[0] == "cls" and "abc.ABCMeta" in self.program.external_mro(self.program.classes[kind[1]]):
                    return True
        return node.mro is None or any(map(self.is_outer_abc, self.program.external_mro(node)))
