"""Calls of what stands outside the program, each with its effect."""

from __future__ import annotations

from collections.abc import Callable, Iterable

from slotlint import effects
from slotlint.diagnostics import Note
from slotlint.evidence import DictReach, Site
from slotlint.facts import Term
from slotlint.infer import UNKNOWN, Inference, Values, plain_name
from slotlint.program import Program
from slotlint.reach.core import SETTERS, SETTING_METHODS, Given, how_set
from slotlint.reach.dicts import Dicts

OBJECT_READERS = frozenset({"create_autospec", "dir", "getattr_static"})  # these find the slots of an instance, set or not

Effect = Callable[[Given, str], None]  # of a call, and the dotted name of what is called


class Outside(Dicts):
    """The part of the collection that knows the effects of external calls."""

    __slots__ = ("handlers",)

    def __init__(self, program: Program, inference: Inference) -> None:
        super().__init__(program, inference)
        table: tuple[tuple[Iterable[str], Effect], ...] = (
            (("setattr", "delattr"), self.set_by_call),
            (("hasattr", "getattr"), self.looked_up),
            (("vars",), self.vars_called),
            (("operator.attrgetter",), self.getter_made),
            (("operator.methodcaller",), self.caller_made),
            (effects.BARE_MAKERS, self.made_bare),
            (effects.SIZE_METHODS, self.measured),
            (effects.STATE_FUNCTIONS, self.state_taken),
            (("type.__subclasses__",), self.listed),
            (effects.WEAK_CALLS, self.weak_call),
            (effects.WEAK_CONTAINERS, self.weak_container_made),
            (effects.WEAK_FUNCTIONS, self.weak_function),
            ((*effects.COPIERS, *effects.PICKLERS, *effects.OTHER_PICKLERS), self.copied),
            (effects.PICKLER_CLASSES, self.pickler_made),
            (("copyreg.pickle",), self.reducer_named),
            (effects.CLASS_READERS, self.class_read),
            (effects.SIZE_CALLS, self.measured),
            (effects.SPEC_CALLS, self.specified),
            (effects.PATCHERS, self.patched),
            (effects.MULTIPLE_PATCHERS, self.patched_multiple),
            (effects.NAME_PATCHERS, self.patched_by_name),
            (("exec", "eval"), self.executed),
            (("type", "types.new_class"), self.made_class),
            (("map",), self.mapped),
            (("functools.partial",), self.partial),
        )
        self.handlers = {name: handler for names, handler in table for name in names}

    def external_call(self, given: Given, name: str) -> None:
        """The effect of a call of something outside the program."""
        self.how = how_set(name)
        handler = self.set_by_call if name.rpartition(".")[2] in SETTING_METHODS else self.handlers.get(name)
        if handler is not None:
            handler(given, name)
        self.table_effects(given, name)

    def table_effects(self, given: Given, name: str) -> None:
        """The effects that tables list, and those of ``vars`` as an argument."""
        for table, kind in ((effects.INSTANCE_WRITERS, "writer"), (effects.INSTANCE_READERS, "dict-use")):
            position, why = table.get(name, (0, ""))
            parameters = effects.PARAMETERS.get(name, ())
            named = given.keywords.get(parameters[position], 0) if position < len(parameters) else 0
            term = given.arguments[position] if position < len(given.arguments) else named
            if why and term:
                self.block_instances(given, term, why, kind, followed=True)
        self.put_outside(given, name)
        if "vars" in self.program.scope(given.at, given.index).values:
            self.vars_argument(given)

    def put_outside(self, given: Given, name: str) -> None:
        """What a function of an installed package stores on what it is handed."""
        for put in self.program.handed.get(name, ()):
            term = given.arguments[put.place] if put.place < len(given.arguments) else given.keywords.get(put.parameter, 0)
            if term:
                self.guarded, self.how = True, "outside"
                note = self.note(given.at, given.row, f"{name} stores .{put.attribute} on it", "store")
                self.stored(given.at, given.index, term, put.attribute, note)

    def set_by_call(self, given: Given, name: str) -> None:
        """``setattr(x, name, value)`` and its kin."""
        if len(given.arguments) > 1:
            receiver, attribute, value = (*given.arguments, 0)[:3]
            self.set_attribute(given.at, given.index, receiver, attribute, given.row, value)

    def vars_called(self, given: Given, name: str) -> None:
        """``vars(x)`` under another name; what goes by its own is an event of its own."""
        callee = self.inference.facts[given.at].terms[given.call.term][1]
        if self.inference.facts[given.at].terms[callee] == ("n", "vars"):
            return
        for term in given.arguments[:1]:
            self.block_instances(given, term, "vars is applied to the instance", "dict-use")
            if UNKNOWN in self.inference.ask(given.at, given.index, term):
                note = self.note(given.at, given.row, "vars is applied to what may be an instance", "dict-use")
                self.wait("dict", given.at, given.index, term, note)

    def getter_made(self, given: Given, name: str) -> None:
        """``attrgetter("a.b")``."""
        for term in given.arguments:
            for text in self.inference.strings(given.at, given.index, term) or ():
                note = self.note(given.at, given.row, "attrgetter may read it through the class", "class-read")
                self.getters.setdefault(text.partition(".")[0], note)

    def caller_made(self, given: Given, name: str) -> None:
        """``methodcaller("__setattr__", ...)``: what it is called with is not followed."""
        if given.arguments and not SETTING_METHODS.isdisjoint(self.inference.strings(given.at, given.index, given.arguments[0]) or ()):
            self.wait("text", given.at, 0, 0, self.note(given.at, given.row, "a string names __setattr__", "dynamic-store"))

    def made_bare(self, given: Given, name: str) -> None:
        """``object.__new__(cls)`` under whatever name."""
        for term in given.arguments[:1]:
            self.bare_instance(given, term)

    def bare_instance(self, given: Given, term: Term) -> None:
        """``cls.__new__(cls)``: an instance that no ``__init__`` has seen; ``__new__`` itself makes one that it will see."""
        if self.program.scope(given.at, given.index).name == "__new__":
            return
        for held in self.inference.ask(given.at, given.index, term):
            if held[0] == "cls":
                note = self.note(given.at, given.row, "makes an instance without __init__", "construction")
                self.evidence[held[1]].sites.append(Site("new", note, given.at, given.index))

    def state_taken(self, given: Given, name: str) -> None:
        """``object.__getstate__(x)``, ``copyreg.__reduce_ex__(x, protocol)``."""
        note = self.note(given.at, given.row, f"{name} gives the state of the instance", "state-read")
        for term in given.arguments[:1]:
            if name == "object.__getstate__":
                self.for_all(given.at, given.index, term, lambda values: self.state_passed_by(values, given, note))
            else:
                self.for_all(given.at, given.index, term, lambda values: self.state_read(values, "__getstate__", note))

    def state_read(self, values: Values, name: str, note: Note) -> None:
        """A method that gives the state is asked for it."""
        for held in values:
            if held[0] in ("inst", "super"):
                self.special_read(held[1], name, note)

    def state_passed_by(self, values: Values, given: Given, note: Note) -> None:
        """The state that ``object`` gives is asked for, whatever method of the class has its name."""
        for held in values:
            for cid in self.and_below(held[1]) if held[0] in ("inst", "super") else ():
                if not self.state_dict(cid, given, note):
                    self.evidence[cid].state_reads.append(note)

    def state_dict(self, cid: int, given: Given, note: Note) -> bool:
        """Whether it is known what is done with the dict that a call of ``__getstate__`` gives: then it is noted."""
        own = self.inference.owner_class(given.at, given.index) == cid
        uses = [use for use in self.program.scope(given.at, given.index).dict_uses if use.state == given.call.term]
        self.evidence[cid].state_dicts += [DictReach(use, given.at, given.index, own, note) for use in uses]
        return bool(uses)

    def listed(self, given: Given, name: str) -> None:
        """``type.__subclasses__(cls)``."""
        note = self.note(given.at, given.row, "reads __subclasses__", "slots-read")
        for held in self.inference.ask(given.at, given.index, given.arguments[0]) if given.arguments else ():
            if held[0] == "cls":
                self.subclass_lists[held[1]] = note

    def weak_call(self, given: Given, name: str) -> None:
        """``weakref.ref(x)`` and its kin."""
        for term in given.arguments[:1]:
            self.weak(given.at, given.index, term, given.row)

    def weak_container_made(self, given: Given, name: str) -> None:
        """``WeakSet(objects)`` and its kin."""
        for term in given.terms():
            self.weak_contents(given.at, given.index, term, given.row)

    def weak_function(self, given: Given, name: str) -> None:
        """A function that takes weak references to whatever it is given."""
        for term in given.terms():
            self.weak(given.at, given.index, term, given.row)

    def class_read(self, given: Given, name: str) -> None:
        """``dir(x)`` and its kin."""
        for term in given.arguments[:1]:
            both = name in effects.INSTANCE_SEARCHERS or name.rpartition(".")[2] in OBJECT_READERS
            self.introspected(given, term, f"{name} searches the class", both)

    def measured(self, given: Given, name: str) -> None:
        """``sys.getsizeof(x)``."""
        for term in given.arguments[:1]:
            self.block_instances(given, term, "sys.getsizeof measures the instance", "size", followed=True)

    def specified(self, given: Given, name: str) -> None:
        """``Mock(spec=Class)``."""
        last = name.rpartition(".")[2]
        for term in given.arguments[:1]:
            self.introspected(given, term, f"{last}(spec) searches the class", True, True)
        for keyword in ("spec", "spec_set", "wraps"):
            if keyword in given.keywords:
                message = f"{last}({keyword}=...) searches the class"
                self.introspected(given, given.keywords[keyword], message, True, True)

    def mapped(self, given: Given, name: str) -> None:
        """``map(vars, objects)``, ``map(weakref.ref, objects)``, ``map(setattr, objects, names, values)``."""
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
                elif applied.rpartition(".")[2] in SETTERS:
                    self.block_family(cid, self.note(at, row, f"{applied} is applied to the instance", "dynamic-store"))

    def partial(self, given: Given, name: str) -> None:
        """``partial(setattr, self)`` stores names that nobody sees."""
        at, index, row, arguments = given.at, given.index, given.row, given.arguments
        values = self.inference.ask(at, index, arguments[0]) if arguments else frozenset()
        names = {plain_name(v[1]).removeprefix("builtins.") for v in values if v[0] == "ext"}
        if any(self.old_protocol(given, n) for n in names):
            self.pickled_old(given)
        for each in sorted(names):
            self.table_effects(Given(at, index, given.call, arguments[1:], given.keywords), each)
        if len(arguments) < 2:
            return
        if names & effects.WEAK_CALLS:
            self.weak(at, index, arguments[1], row)
        setters = [n for n in sorted(names) if n.rpartition(".")[2] in SETTERS]
        if not setters:
            return
        self.how = how_set(setters[0])
        if len(arguments) > 2:
            self.set_attribute(at, index, arguments[1], arguments[2], row)
            return
        self.block_instances(given, arguments[1], "setattr with a name that is not known", "dynamic-store", followed=True)
