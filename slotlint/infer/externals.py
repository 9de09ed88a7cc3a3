"""Calls of what stands outside the program: builtins and functions of the standard library that hand on what they get."""

from __future__ import annotations

from collections.abc import Callable

from slotlint.facts import Term
from slotlint.infer.attributes import Attributes
from slotlint.infer.values import (
    ANYTHING,
    CONSTANT_CALLS,
    CONTAINERS,
    ELEMENT_METHODS,
    ELEMENTS,
    LISTING_METHODS,
    MAPPINGS,
    NOTHING,
    SAME,
    TUPLING,
    UNKNOWN,
    VALUE_METHODS,
    Value,
    Values,
    one,
    shallow,
)

Terms = tuple[Term, ...]
# Module, scope, arguments and what the first of them may be, to the result; None where the name decides.
Handler = Callable[[int, int, Terms, Values], "Values | None"]
REFERENCE = "weakref.ReferenceType"
NAMED_TUPLES = frozenset({"collections.namedtuple", "typing.NamedTuple", "typing_extensions.NamedTuple"})
# The methods for calls by name: by their own names, since what an inference holds must not lead back to it.
KNOWN_CALLS = {
    **dict.fromkeys(CONTAINERS, "container"), **dict.fromkeys(MAPPINGS, "mapping_of"),
    **dict.fromkeys(ELEMENTS, "element_of"), **dict.fromkeys(SAME, "same"),
    **dict.fromkeys(("zip", "itertools.zip_longest", "itertools.product"), "zipped"),
    **dict.fromkeys(TUPLING, "tupled"), "itertools.groupby": "grouped", "filter": "filtered", "enumerate": "enumerated", "map": "mapped",
    "typing.cast": "cast", "type": "type_of", "super": "super_of", "getattr": "getattr_of",
    "object.__new__": "made", "copyreg.__newobj__": "made", "importlib.import_module": "module_named",
    "__import__": "module_named", "collections.defaultdict": "defaulting",
    "staticmethod": "static", "globals": "global_names", "locals": "local_names", "vars": "names_of",
    "operator.attrgetter": "attrgetter", "operator.methodcaller": "methodcaller",
    **dict.fromkeys(NAMED_TUPLES, "named_tuple"),
    "weakref.ref": "referring", "weakref.ReferenceType": "referring",
    "asyncio.wait": "waited_for", "concurrent.futures.wait": "waited_for",
    "property": "property_of", "functools.cached_property": "cached_property_of",
}  # fmt: skip


class Externals(Attributes):
    """The part of the inference that knows calls of external functions and of methods of containers."""

    __slots__ = ()

    def external_call(self, name: str, module: int, scope: int, arguments: Terms) -> Values:
        """What a call of something outside the program gives."""
        first = self.eval(module, scope, arguments[0]) if arguments else NOTHING
        name = name.removeprefix("builtins.")
        if name in CONSTANT_CALLS:
            return one("xinst", CONSTANT_CALLS[name])
        method = KNOWN_CALLS.get(name)
        handler: Handler | None = getattr(self, method) if method is not None else None
        found = handler(module, scope, arguments, first) if handler is not None else None
        return self.external_instance(name) if found is None else found

    def container(self, module: int, scope: int, arguments: Terms, first: Values) -> Values:
        """``list(first)`` and its like."""
        found = self.elements(first)
        for other in arguments[1:]:  # chain(a, b), sorted(a, key)
            found |= self.elements(frozenset(v for v in self.eval(module, scope, other) if v[0] in ("of", "map", "row")))
        return one("of", self.known(shallow(found)))  # what is made empty is filled later

    def filtered(self, module: int, scope: int, arguments: Terms, first: Values) -> Values:
        """``filter(test, source)``."""
        source = self.eval(module, scope, arguments[-1]) if arguments else first
        return one("of", shallow(self.elements(source)))

    def mapping_of(self, module: int, scope: int, arguments: Terms, first: Values) -> Values:
        """``dict(first)``."""
        held = frozenset(v for v in first if v[0] == "map")
        return held if held or self.waits() else one("map", ANYTHING, ANYTHING)

    def defaulting(self, module: int, scope: int, arguments: Terms, first: Values) -> Values:
        """``defaultdict(first)``."""
        made = frozenset().union(*(self.called(v, module, scope, ()) for v in first))
        return one("map", ANYTHING, shallow(made) | ANYTHING)

    def global_names(self, module: int, scope: int, arguments: Terms, first: Values) -> Values:
        """``globals()``."""
        return self.namespace(module, 0)

    def local_names(self, module: int, scope: int, arguments: Terms, first: Values) -> Values:
        """``locals()``, which is ``globals()`` outside functions and classes."""
        return self.namespace(module, scope)

    def names_of(self, module: int, scope: int, arguments: Terms, first: Values) -> Values:
        """``vars(first)``; ``vars()`` is ``locals()``."""
        if not arguments:
            return self.namespace(module, scope)
        return NOTHING.union(*(self.attribute(value, "__dict__") for value in first))

    def called(self, value: Value, module: int, scope: int, arguments: Terms) -> Values:
        """What calling a value may give."""
        raise NotImplementedError

    def item_of(self, value: Value) -> Values:
        """What subscripting a value may give."""
        raise NotImplementedError

    def waited_for(self, module: int, scope: int, arguments: Terms, first: Values) -> Values:
        """``wait(futures)``: those that are done, and those that are not."""
        return one("row", (one("of", shallow(self.elements(first))), one("of", shallow(self.elements(first)))))

    def enumerated(self, module: int, scope: int, arguments: Terms, first: Values) -> Values:
        """``enumerate(first)``."""
        return one("of", one("row", (one("xinst", "int"), shallow(self.elements(first)))))

    def tupled(self, module: int, scope: int, arguments: Terms, first: Values) -> Values:
        """``pairwise(first)``, ``combinations(first, 2)`` and their like."""
        return one("of", one("of", shallow(self.elements(first))))

    def grouped(self, module: int, scope: int, arguments: Terms, first: Values) -> Values:
        """``groupby(first, key)``."""
        return one("of", one("row", (ANYTHING, one("of", shallow(self.elements(first))))))

    def zipped(self, module: int, scope: int, arguments: Terms, first: Values) -> Values:
        """``zip(...)``."""
        columns = tuple(shallow(self.elements(self.eval(module, scope, a))) for a in arguments)
        return one("of", one("row", columns))

    def mapped(self, module: int, scope: int, arguments: Terms, first: Values) -> Values | None:
        """``map(first, source)``."""
        made = self.results(first) | self.instances(frozenset(v for v in first if v[0] == "cls"))
        return one("of", shallow(self.known(made))) if len(arguments) > 1 else None

    def element_of(self, module: int, scope: int, arguments: Terms, first: Values) -> Values:
        """``next(first)``, ``next(first, default)``."""
        rest = self.many(module, scope, arguments[1:])
        alone = frozenset(v for v in first if v[0] == "inst") if len(arguments) > 1 else NOTHING  # max(a, b)
        return self.elements(first) | rest | alone

    def same(self, module: int, scope: int, arguments: Terms, first: Values) -> Values:
        """``copy.copy(first)``."""
        return first

    def static(self, module: int, scope: int, arguments: Terms, first: Values) -> Values:
        """``staticmethod(first)`` gives a class back as it is, where a function is kept from being bound."""
        return frozenset(v if v[0] == "cls" else UNKNOWN for v in first)

    def referring(self, module: int, scope: int, arguments: Terms, first: Values) -> Values:
        """``weakref.ref(first)``: a call of it gives that back."""
        return one("xinst", REFERENCE, frozenset(v for v in first if v[0] == "inst" or v == UNKNOWN))

    def named_tuple(self, module: int, scope: int, arguments: Terms, first: Values) -> Values:
        """``namedtuple(name, fields)``: the fields as one string, as strings, or in pairs with their types."""
        terms = self.facts[module].terms
        listed = terms[arguments[1]] if len(arguments) > 1 else ("?",)
        if listed[0] == "s":
            return one("named", tuple(listed[1].replace(",", " ").split()))
        parts = [terms[t] for t in listed[1:]] if listed[0] in ("t", "l") else []
        parts = [terms[p[1]] if p[0] == "t" else p for p in parts]
        return one("named", tuple(p[1] for p in parts if p[0] == "s"))

    def attrgetter(self, module: int, scope: int, arguments: Terms, first: Values) -> Values:
        """``operator.attrgetter(first, ...)``: a call of it reads these attributes."""
        return one("xinst", "operator.attrgetter", *(self.strings(module, scope, a) for a in arguments))

    def methodcaller(self, module: int, scope: int, arguments: Terms, first: Values) -> Values:
        """``operator.methodcaller(first, ...)``: a call of it calls this method."""
        return one("xinst", "operator.methodcaller", self.strings(module, scope, arguments[0]) if arguments else None)

    def got(self, getter: Value, first: Values) -> Values:
        """What a call of an attrgetter or a methodcaller with ``first`` gives."""
        columns: list[Values] = []
        for paths in getter[2:]:
            held: Values = ANYTHING if paths is None else NOTHING
            for path in paths or ():
                reached = first
                for name in path.split("."):
                    reached = NOTHING.union(*(self.attribute(value, name) for value in reached))
                held |= reached
            columns.append(held)
        if getter[1] == "operator.methodcaller":
            return NOTHING.union(*(self.called(v, 0, 0, ()) for column in columns for v in column))
        return columns[0] if len(columns) == 1 else one("row", tuple(shallow(column) for column in columns))

    def property_of(self, module: int, scope: int, arguments: Terms, first: Values) -> Values:
        """``property(first)``: reading it calls a function."""
        return one("xinst", "property", self.called_by_reading(first))

    def cached_property_of(self, module: int, scope: int, arguments: Terms, first: Values) -> Values:
        """``functools.cached_property(first)``."""
        return one("xinst", "functools.cached_property", self.called_by_reading(first))

    def called_by_reading(self, getters: Values) -> Values:
        """The functions that an attribute stands for."""
        return frozenset(v for v in getters if v[0] in ("fn", "bound"))

    def cast(self, module: int, scope: int, arguments: Terms, first: Values) -> Values:
        """``typing.cast(first, value)``: it gives back what it is given, whatever is said of it."""
        if len(arguments) < 2:
            return first
        held = self.eval(module, scope, arguments[1])
        return (held - ANYTHING) | ((self.instances(first) or ANYTHING) if UNKNOWN in held else NOTHING)

    def type_of(self, module: int, scope: int, arguments: Terms, first: Values) -> Values | None:
        """``type(first)``."""
        if len(arguments) != 1:
            return None
        return frozenset(("cls", v[1]) if v[0] == "inst" else UNKNOWN for v in first)

    def super_of(self, module: int, scope: int, arguments: Terms, first: Values) -> Values:
        """``super(first, self)``."""
        return frozenset(("super", v[1]) if v[0] == "cls" else UNKNOWN for v in first)

    def getattr_of(self, module: int, scope: int, arguments: Terms, first: Values) -> Values | None:
        """``getattr(first, name)``."""
        if len(arguments) < 2:
            return None
        names = self.strings(module, scope, arguments[1])
        default = self.eval(module, scope, arguments[2]) if len(arguments) > 2 else NOTHING
        found = frozenset().union(*(self.attribute(v, n) for v in first for n in names)) if names else ANYTHING
        return found | default

    def made(self, module: int, scope: int, arguments: Terms, first: Values) -> Values:
        """``object.__new__(first)``."""
        return self.instances(first)

    def container_call(self, container: Value, name: str) -> Values:
        """What a method of a container gives."""
        if name == "__subclasses__" and container[0] == "of":  # of a class, which stands as the list that this gives
            return frozenset(container[1])
        if container[0] == "map":
            return self.mapping_call(container, name)
        if name in ELEMENT_METHODS:
            return self.elements(frozenset({container}))
        return frozenset({container}) if name in LISTING_METHODS else ANYTHING

    def mapping_call(self, mapping: Value, name: str) -> Values:
        """What a method of a mapping gives."""
        keys: Values
        values: Values
        _, keys, values = mapping
        if name in VALUE_METHODS:
            return values
        if name == "values":
            return one("of", values)
        if name == "keys":
            return one("of", keys)
        if name == "items":
            return one("of", one("row", (keys, values)))
        if name == "popitem":
            return one("row", (keys, values))
        return frozenset({mapping}) if name == "copy" else ANYTHING
