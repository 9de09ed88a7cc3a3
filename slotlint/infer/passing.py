"""What passes ``isinstance``: subclasses, and what a class lets pass by its metaclass, by a hook or by registration.

Data model, "Customizing instance and subclass checks": the check is ``__instancecheck__`` of the metaclass, and that of
``ABCMeta`` asks ``__subclasshook__`` and what was registered. Else it goes by the type, and by ``__class__``.
"""

from __future__ import annotations

from collections.abc import Iterator

from slotlint import external
from slotlint.infer.calls import Calls
from slotlint.infer.core import Core
from slotlint.infer.values import UNKNOWN, Value, Values, plain_name, words

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
            return plain_name(wanted[1]) in STRUCTURAL or wanted[1] in self.lenient()
        return wanted[0] == "inst" and wanted[1] in self.lenient()

    def lenient(self) -> frozenset[int | str]:
        """The classes, by number or by name, that let instances of other classes pass."""
        tables = self.program.tables
        hooked: frozenset[int | str] = self.table("hooked", lambda _: frozenset(self.hooked()))
        if self.literal is self:
            return hooked
        if "lenient" not in tables:
            literal: Core = self.literal or type(self)(self.program, callers=False)
            tables["lenient"] = hooked.union(self.checked(literal), self.with_others(literal))
        found: frozenset[int | str] = tables["lenient"]
        return found

    def hooked(self) -> Iterator[int]:
        """The protocols, and the classes with a hook that decides what counts as a subclass."""
        for node in self.program.classes:
            if self.is_protocol(node.cid) or self.program.inherited(node, "__subclasshook__"):
                yield node.cid

    def checked(self, literal: Core) -> Iterator[int]:
        """The classes whose metaclass has a check of its own."""
        if not any(name in members for members in self.program.members.values() for name in CHECKS):
            return
        for node in self.program.classes:
            for owner in self.program.local_mro(node):
                terms = [term for keyword, term in owner.facts.keywords if keyword == "metaclass"]
                kinds = [v for term in terms for v in literal.ask(owner.module, owner.facts.scope, term) if v[0] == "cls"]
                if any(self.program.inherited(self.program.classes[v[1]], name) for v in kinds for name in CHECKS):
                    yield node.cid

    def with_others(self, literal: Core) -> Iterator[int | str]:
        """The classes with which others are registered, and those above them."""
        for at, index, callee, _ in self.sites().get("register", ()):
            row = self.facts[at].terms[callee]
            for held in literal.ask(at, index, row[1]) if row[0] == "a" else ():
                if held[0] == "cls":
                    yield from self.program.classes[held[1]].mro or (held[1],)
                elif held[0] == "ext":
                    found = external.lookup(plain_name(held[1]), self.version)
                    yield from found.mro if found else (plain_name(held[1]),)
