"""Terms: one method for each tag."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any, ClassVar

from slotlint.facts import Slots, Term
from slotlint.infer.enums import Enums
from slotlint.infer.lookups import MODULES
from slotlint.infer.values import (
    ANYTHING,
    INERT_DECORATORS,
    NOTHING,
    OPERATORS,
    SLICE,
    UNKNOWN,
    Value,
    Values,
    external_names,
    in_order,
    one,
    shallow,
)
from slotlint.program import ClassNode

METHODS = {
    "a": "attribute_term", "c": "call", "u": "union", "s": "string", "S": "zero_super", "k": "constant", "v": "number",
    "t": "row", "l": "listing", "d": "mapping", "F": "function", "C": "class_statement", "I": "narrowed", "e": "element",
    "i": "item", "w": "entered", "y": "awaited", "T": "annotated", "D": "decorated", "b": "operation",
    "[": "subscripted", "*": "starred", "m": "module_import", "f": "name_import", "X": "caught",
    "A": "without_attribute", "H": "with_attribute", "Y": "sent", "G": "delegated",
}  # fmt: skip
Handler = Callable[[Any, int, int, Value], Values]


def methods_of(kind: type[Enums]) -> dict[str, Handler]:
    """The methods of a class for the tags of terms: not each class has them all."""
    return {tag: getattr(kind, name) for tag, name in METHODS.items() if hasattr(kind, name)}


# Containers of libraries that operators combine.
COMBINED = frozenset({"weakref.WeakSet", "collections.ChainMap", "collections.UserDict", "collections.UserList"})


class Inference(Enums):
    """Answers what terms may be; every answer is kept."""

    __slots__ = ()
    handlers: ClassVar[Mapping[str, Handler]] = {}  # methods by tag, as the class has them

    def __init_subclass__(cls) -> None:
        """Look the methods up once a class: what an inference holds must not lead back to it, or it would stay."""
        super().__init_subclass__()
        cls.handlers = methods_of(cls)

    def compute(self, module: int, scope: int, term: Term) -> Values:
        """What a term may be, worked out anew."""
        row = self.facts[module].terms[term]
        if row[0] == "n":
            return self.name(module, scope, row[1])
        handler = self.handlers.get(row[0])
        return ANYTHING if handler is None else handler(self, module, scope, row)

    def attribute_term(self, module: int, scope: int, row: Value) -> Values:
        """``base.attribute``."""
        found: set[Value] = set()
        held = self.eval(module, scope, row[1])
        for value in held:
            found |= self.attribute(value, row[2])
        kinds = [value[1] for value in held if value[0] == "cls"]
        if kinds and not self.is_by_name(module, scope, row[1]):
            found |= self.overriding(kinds, row[2])
        return frozenset(found)

    def union(self, module: int, scope: int, row: Value) -> Values:
        """Any of several terms."""
        return self.many(module, scope, row[1:])

    def string(self, module: int, scope: int, row: Value) -> Values:
        """A string constant."""
        return one("str", row[1])

    def number(self, module: int, scope: int, row: Value) -> Values:
        """A small integer."""
        return one("xinst", "int")

    def constant(self, module: int, scope: int, row: Value) -> Values:
        """Another constant; None is no value, since nothing can be stored on it."""
        kind = "bool" if row[1] in ("True", "False") else row[1]
        return NOTHING if kind == "NoneType" else one("xinst", kind)

    def zero_super(self, module: int, scope: int, row: Value) -> Values:
        """``super()``."""
        owner = self.owner_class(module, scope)
        return ANYTHING if owner is None else one("super", owner)

    def row(self, module: int, scope: int, row: Value) -> Values:
        """A tuple."""
        return one("row", tuple(shallow(self.eval(module, scope, t)) for t in row[1:]))

    def listing(self, module: int, scope: int, row: Value) -> Values:
        """A list or set may be given more than it is made with."""
        return one("of", shallow(self.many(module, scope, row[1:])) | ANYTHING)

    def mapping(self, module: int, scope: int, row: Value) -> Values:
        """A dict display; like a list it may be given more."""
        keys = self.many(module, scope, [k for k in row[1::2] if k])
        values = self.many(module, scope, row[2::2])
        return one("map", shallow(keys) | ANYTHING, shallow(values) | ANYTHING)

    def function(self, module: int, scope: int, row: Value) -> Values:
        """A function or lambda."""
        return one("fn", module, row[1])

    def class_statement(self, module: int, scope: int, row: Value) -> Values:
        """A class of the program."""
        return one("cls", self.program.class_at[module, row[1]])

    def narrowed(self, module: int, scope: int, row: Value) -> Values:
        """A narrowed value: what it was, where that is one of the classes; else an instance of them."""
        wanted = self.instances(self.eval(module, scope, row[2]))
        held = self.eval(module, scope, row[1])
        if not held and self.waits():
            return NOTHING
        if "isinstance" in self.facts[module].scopes[0].bindings:
            return held
        if ("xinst", "type") in wanted:
            return self.known(frozenset(v for v in held if v[0] == "cls" or v == UNKNOWN))
        return self.passing(held, wanted)

    def without_attribute(self, module: int, scope: int, row: Value) -> Values:
        """What a name may be where it has no attribute of some name."""
        return self.eval(module, scope, row[1])

    def with_attribute(self, module: int, scope: int, row: Value) -> Values:
        """What a name may be where it has an attribute of some name."""
        return self.eval(module, scope, row[1])

    def element(self, module: int, scope: int, row: Value) -> Values:
        """An element; a display that is iterated at once holds what stands in it."""
        iterable = self.facts[module].terms[row[1]]
        if iterable[0] == "l":
            return self.many(module, scope, iterable[1:])
        if iterable[0] == "d":
            return self.many(module, scope, iterable[1::2])
        if iterable[0] == "c" and not iterable[2]:
            view = self.facts[module].terms[iterable[1]]
            display = self.facts[module].terms[view[1]] if view[0] == "a" else view
            if display[0] == "d" and 0 not in display[1::2] and view[2] in ("keys", "values", "items"):
                return self.viewed(module, scope, display, view[2])
        return self.elements(self.eval(module, scope, row[1]))

    def viewed(self, module: int, scope: int, display: Value, view: str) -> Values:
        """The elements of a view of a dict display that is iterated at once."""
        keys, values = self.many(module, scope, display[1::2]), self.many(module, scope, display[2::2])
        return keys if view == "keys" else values if view == "values" else one("row", (shallow(keys), shallow(values)))

    def item(self, module: int, scope: int, row: Value) -> Values:
        """An item of an unpacked value."""
        found: set[Value] = set()
        for value in self.eval(module, scope, row[1]):
            if value[0] == "row" and row[2] < len(value[1]):
                found |= value[1][row[2]]
            else:
                found |= self.elements(frozenset({value}))
        return frozenset(found)

    def entered(self, module: int, scope: int, row: Value) -> Values:
        """What ``with ... as`` binds."""
        found: set[Value] = set()
        for value in self.eval(module, scope, row[1]):
            if value[0] == "of":  # a @contextmanager generator: what it yields
                found |= value[1]
                continue
            if value[0] == "xinst" and (value[1].endswith(")") or value[1].startswith(("unittest.mock.", "mock."))):
                found |= self.put_in_place(module, scope, row[1]) or {value}
                continue
            entered = self.method(value, "__enter__") | self.method(value, "__aenter__")
            found |= self.results(entered) if entered else {UNKNOWN}
        return frozenset(found)

    def put_in_place(self, module: int, scope: int, term: Term) -> Values:
        """What ``patch(target, new)`` and ``patch.object(target, name, new)`` are told to put in place."""
        terms = self.facts[module].terms
        row = terms[term]
        if row[0] != "c":
            return NOTHING
        place = 2 if terms[row[1]][::2] == ("a", "object") else 1
        words = dict(zip(row[3 + row[2] :: 2], row[4 + row[2] :: 2], strict=True))
        return self.eval(module, scope, row[3 + place] if row[2] > place else words["new"]) if row[2] > place or "new" in words else NOTHING

    def caught(self, module: int, scope: int, row: Value) -> Values:
        """What ``except ... as`` binds."""
        return self.instances(self.eval(module, scope, row[1])) if row[1] else ANYTHING

    def awaited(self, module: int, scope: int, row: Value) -> Values:
        """What ``await`` gives: a coroutine function stands for its result, an object for that of ``__await__``."""
        found: set[Value] = set()
        for value in self.eval(module, scope, row[1]):
            methods = self.method(value, "__await__")
            found |= self.returned(methods) if methods else {value}
        return frozenset(found)

    def returned(self, functions: Values) -> Values:
        """What stands behind ``return`` and ``yield`` in these functions."""
        scopes = ((v[1], v[2], self.facts[v[1]].scopes[v[2]]) for v in functions)
        found = (self.many(module, at, here.returns) for module, at, here in scopes)
        return self.known(frozenset().union(*found))

    def annotated(self, module: int, scope: int, row: Value) -> Values:
        """An instance of what an annotation says."""
        return self.declared(module, scope, row[1])

    def decorated(self, module: int, scope: int, row: Value) -> Values:
        """A decorated function or class; decorators that are not known may hand back something else."""
        inner = self.eval(module, scope, row[2])
        if all(v[0] == "cls" for v in inner):
            return inner
        decorators = self.eval(module, scope, self.head(module, row[1]))
        if decorators and all(v[0] == "ext" for v in decorators):
            names = external_names(decorators)
            accessors = ("setter", "getter", "register")
            if names <= INERT_DECORATORS or any(n.rpartition(".")[2] in accessors for n in names):
                return inner
        given = self.eval(module, scope, row[1])
        if given and all(self.gives_back_first(v) for v in given):
            return inner
        return inner if not decorators and self.waits() else inner | ANYTHING

    def operation(self, module: int, scope: int, row: Value) -> Values:
        """A binary operation; what an f-string joins is told by the text of its function, or not at all."""
        if row[1] == "Join" and self.callers:
            return one("xinst", "str")
        left, right = self.eval(module, scope, row[2]), self.eval(module, scope, row[3])
        if not (left and right) and self.waits():
            return NOTHING
        both = left | right
        if row[1] in ("Add", "Join") and all(v[0] == "str" for v in both) and len(left) * len(right) <= 64:
            return frozenset(("str", a[1] + b[1]) for a in left for b in right)
        if row[1] == "Join" or any(v[0] == "str" for v in left):
            return one("xinst", "str")
        if row[1] == "BitOr" and both and all(v[0] in ("cls", "ext") for v in both):  # a union of types
            return one("of", both)
        found: set[Value] = set()
        for value in in_order(both):
            for kind in ("", "r", "i"):
                found |= self.results(self.method(value, f"__{kind}{OPERATORS.get(row[1], '')}__"))
        if all(v[0] in ("of", "row", "xinst") and v[1] not in COMBINED for v in both):
            return frozenset(v for v in both if v[0] in ("of", "row")) or one("xinst", "int")
        return frozenset(found) | ANYTHING

    def subscripted(self, module: int, scope: int, row: Value) -> Values:
        """``base[index]``."""
        base = self.eval(module, scope, row[1])
        if MODULES in base:
            return self.loaded(module, scope, row[2])
        named = self.in_namespace(module, scope, row[1], row[2])
        if named is not None:
            return named
        found: set[Value] = set()
        for value in base:
            if value[0] == "cls":
                found |= self.class_item(value)
            elif value[0] == "ext":
                found.add(value)
            elif value[0] in ("of", "row") and self.facts[module].terms[row[2]] == SLICE:
                found |= {value} if value[0] == "of" else one("of", self.elements(frozenset({value})))
            else:
                found |= self.item_of(value)
        return frozenset(found)

    def item_of(self, value: Value) -> Values:
        """What subscripting a value may give."""
        if value[0] == "map":
            return frozenset(value[2])
        if value[0] in ("of", "row"):
            return self.elements(frozenset({value}))
        if value[0] == "xinst" and value[1].endswith(")"):
            return frozenset({value})
        items = self.method(value, "__getitem__")
        return self.results(items) if items else ANYTHING

    def starred(self, module: int, scope: int, row: Value) -> Values:
        """A starred argument or element."""
        return self.elements(self.eval(module, scope, row[1]))

    def module_import(self, module: int, scope: int, row: Value) -> Values:
        """An imported module."""
        found = self.find_module(module, row[1], row[2])
        return (one("mod", found) if found is not None else one("ext", row[1])) | self.placed(row[1])

    def name_import(self, module: int, scope: int, row: Value) -> Values:
        """A name imported from a module."""
        return self.imported(module, *row[1:4])

    def strings_of(self, node: ClassNode, term: Term) -> tuple[str, ...]:
        """The strings in a tuple or list of them."""
        row = self.facts[node.module].terms[term]
        parts = [self.facts[node.module].terms[t] for t in row[1:]] if row[0] in ("t", "l") else []
        return tuple(p[1] for p in parts if p[0] == "s")

    def slot_names(self, node: ClassNode, slots: Slots) -> tuple[str, ...] | None:
        """The names of a computed ``__slots__``, where its parts can be resolved."""
        values = self.text_only().ask(node.module, node.facts.scope, slots.value)
        found: list[str] = []
        for value in values:
            parts = value[1] if value[0] == "row" else (value[1],) if value[0] == "of" else None
            if parts is None or any(v[0] != "str" for part in parts for v in part):
                return None
            found += [v[1] for part in parts for v in part]
        return tuple(sorted(found)) if values else None


Inference.handlers = methods_of(Inference)
