"""Calls of what stands outside the program, each with its effect."""

from __future__ import annotations

from collections.abc import Callable, Iterable

from slotlint import effects
from slotlint.infer import Inference, plain_name
from slotlint.program import Program
from slotlint.reach.core import Given
from slotlint.reach.dicts import Dicts

OBJECT_READERS = frozenset({"create_autospec", "dir", "getattr_static"})  # these find the slots of an instance, set or not
SETTERS = frozenset({"__setattr__", "__delattr__"})  # of whatever class

Effect = Callable[[Given, str], None]  # of a call, and the dotted name of what is called


class Outside(Dicts):
    """The part of the collection that knows the effects of external calls."""

    __slots__ = ("handlers",)

    def __init__(self, program: Program, inference: Inference) -> None:
        super().__init__(program, inference)
        table: tuple[tuple[Iterable[str], Effect], ...] = (
            (("setattr", "delattr"), self.set_by_call),
            (("hasattr", "getattr"), self.looked_up),
            (effects.WEAK_CALLS, self.weak_call),
            (effects.WEAK_CONTAINERS, self.weak_container_made),
            (effects.WEAK_FUNCTIONS, self.weak_function),
            ((*effects.COPIERS, *effects.PICKLERS, *effects.OTHER_PICKLERS), self.copied),
            (effects.CLASS_READERS, self.class_read),
            (effects.SIZE_CALLS, self.measured),
            (effects.SPEC_CALLS, self.specified),
            (effects.PATCHERS, self.patched),
            (effects.NAME_PATCHERS, self.patched_by_name),
            (("exec", "eval"), self.executed),
            (("type", "types.new_class"), self.made_class),
            (("map",), self.mapped),
            (("functools.partial",), self.partial),
        )
        self.handlers = {name: handler for names, handler in table for name in names}

    def external_call(self, given: Given, name: str) -> None:
        """The effect of a call of something outside the program."""
        last = name.rpartition(".")[2]
        self.how = "del" if "delattr" in last else "object" if last == "__setattr__" else "setattr"
        handler = self.set_by_call if last in SETTERS else self.handlers.get(name)
        if handler is not None:
            handler(given, name)
        self.table_effects(given, name)

    def table_effects(self, given: Given, name: str) -> None:
        """The effects that tables list, and those of ``vars`` as an argument."""
        for table, kind in ((effects.INSTANCE_WRITERS, "writer"), (effects.INSTANCE_READERS, "dict-use")):
            if name in table and len(given.arguments) > table[name][0]:
                position, why = table[name]
                self.block_instances(given, given.arguments[position], why, kind)
        if "vars" in self.program.scope(given.at, given.index).values:
            self.vars_argument(given)

    def set_by_call(self, given: Given, name: str) -> None:
        """``setattr(x, name, value)`` and its kin."""
        if len(given.arguments) > 1:
            receiver, attribute, value = (*given.arguments, 0)[:3]
            self.set_attribute(given.at, given.index, receiver, attribute, given.row, value)

    def weak_call(self, given: Given, name: str) -> None:
        """``weakref.ref(x)`` and its kin."""
        for term in given.arguments[:1]:
            self.weak(given.at, given.index, term, given.row)

    def weak_container_made(self, given: Given, name: str) -> None:
        """``WeakSet(objects)`` and its kin."""
        for term in given.arguments:
            self.weak_contents(given.at, given.index, term, given.row)

    def weak_function(self, given: Given, name: str) -> None:
        """A function that takes weak references to whatever it is given."""
        for term in given.terms():
            self.weak(given.at, given.index, term, given.row)

    def class_read(self, given: Given, name: str) -> None:
        """``dir(x)`` and its kin."""
        for term in given.arguments[:1]:
            self.introspected(given, term, f"{name} searches the class", name.rpartition(".")[2] in OBJECT_READERS)

    def measured(self, given: Given, name: str) -> None:
        """``sys.getsizeof(x)``."""
        for term in given.arguments[:1]:
            self.block_instances(given, term, "sys.getsizeof measures the instance", "size")

    def specified(self, given: Given, name: str) -> None:
        """``Mock(spec=Class)``."""
        last = name.rpartition(".")[2]
        for keyword in ("spec", "spec_set", "wraps"):
            if keyword in given.keywords:
                self.introspected(given, given.keywords[keyword], f"{last}({keyword}=...) searches the class", True)

    def mapped(self, given: Given, name: str) -> None:
        """``map(vars, objects)``, ``map(weakref.ref, objects)``."""
        if len(given.arguments) < 2:
            return
        at, index, row = given.at, given.index, given.row
        for function in self.inference.ask(at, index, given.arguments[0]):
            applied = plain_name(function[1]) if function[0] == "ext" else ""
            elements = self.inference.elements(self.inference.ask(at, index, given.arguments[1]))
            for cid in {v[1] for v in elements if v[0] == "inst"}:
                if applied == "vars":
                    self.block_family(cid, self.note(at, row, "vars is applied to the instance", "dict-use"))
                elif applied in effects.WEAK_CALLS:
                    self.evidence[cid].weakrefs.append(self.note(at, row, "a weak reference is taken", "weakref"))

    def partial(self, given: Given, name: str) -> None:
        """``partial(setattr, self)`` stores names that nobody sees."""
        at, index, row, arguments = given.at, given.index, given.row, given.arguments
        values = self.inference.ask(at, index, arguments[0]) if arguments else frozenset()
        names = {plain_name(v[1]).removeprefix("builtins.") for v in values if v[0] == "ext"}
        if len(arguments) < 2:
            return
        if names & effects.WEAK_CALLS:
            self.weak(at, index, arguments[1], row)
        if not names & {"setattr", "object.__setattr__"}:
            return
        if len(arguments) > 2:
            self.set_attribute(at, index, arguments[1], arguments[2], row)
            return
        note = self.note(at, row, "setattr with a name that is not known", "dynamic-store")
        for held in self.inference.ask(at, index, arguments[1]):
            if held[0] == "inst":
                self.block_family(held[1], note)
