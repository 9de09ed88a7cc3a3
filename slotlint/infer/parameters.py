"""Parameters: ``self``, what annotations declare, what callers, the interpreter and pytest hand in."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from slotlint.facts import FileFacts, Param, Scope, Term
from slotlint.infer.passing import Passing
from slotlint.infer.tables import Place, callee_names, scopes_of
from slotlint.infer.values import (
    ANYTHING,
    BINARY,
    CLASS_MAKERS,
    CONSTRUCTORS,
    FIXTURES,
    NOTHING,
    REQUEST,
    UNKNOWN,
    Value,
    Values,
    external_names,
    in_order,
    one,
    shallow,
)
from slotlint.program import Program

CALLED = ("__call__", "__get__")
Described = tuple[str, int, tuple[int, int, Term]]  # kind of value that matters, the class, and where it is said
MAKING = ("__new__", "__init__", "__prepare__")  # of a metaclass: what a class statement calls
# (metaclass, name, bases, namespace)
HANDED_TO_METACLASS = {
    1: one("xinst", "str"), 2: one("of", one("xinst", "type()")), 3: one("map", one("xinst", "str"), ANYTHING)
}  # fmt: skip
DESCRIBING = frozenset({"__get__", "__set__", "__delete__"})


class Parameters(Passing):
    """The part of the inference that knows parameters."""

    __slots__ = ("_described", "_escapes", "_firsts", "_fixtures")

    def __init__(self, program: Program, callers: bool = True) -> None:
        super().__init__(program, callers)
        self._firsts: dict[tuple[int, int], Values | None] = {}
        self._escapes: tuple[set[tuple[int, str]], set[str]] | None = None
        self._fixtures: dict[str, list[Place]] | None = None
        self._described: tuple[list[tuple[int, int]], list[Described]] | None = None

    def parameter(self, module: int, scope: int, param: Param) -> Values:
        """What a parameter may be: what it is declared to be, else what the calls of the program hand in."""
        here = self.facts[module].scopes[scope]
        if here.owner >= 0 and here.params[0] is param and here.kind == "function":  # no long way to this answer
            key = module, scope
            if key not in self._firsts:
                self._firsts[key] = self.first_parameter(module, here, param)
            first = self._firsts[key]
            if first is not None:
                return first
        return self.kept(("param", module, scope, param.name), self.find_parameter, module, scope, param)

    def find_parameter(self, module: int, scope: int, param: Param) -> Values:
        """The same, worked out anew; ``self`` and ``cls`` aside."""
        here = self.facts[module].scopes[scope]
        at = here.params.index(param)
        if param.kind == "*" and not param.annotation:
            return one("of", shallow(self.rest(module, scope, here, at)))
        declared = self.declared(module, here.parent, param.annotation) if param.annotation else ANYTHING
        if param.kind == "*":
            return one("of", shallow(self.rest(module, scope, here, at) if UNKNOWN in declared else declared))
        if param.kind == "**":
            held = self.named_rest(module, scope, here) if UNKNOWN in declared else declared
            return one("map", one("xinst", "str"), shallow(held))
        given = self.given(module, scope, here, param, at)
        if UNKNOWN not in declared:
            return declared | (given - ANYTHING)  # calls that can be seen win
        found = given | (self.eval(module, here.parent, param.default) if param.default else NOTHING)
        shared = param.name in here.values or self.is_filled(module, scope, param.name)
        return self.loosened(found) if shared else found

    def first_parameter(self, module: int, here: Scope, param: Param) -> Values | None:
        """``self`` or ``cls``; None for a static method."""
        cid = self.program.class_at[module, here.owner]
        names = self.decorator_names(module, here)
        if "staticmethod" in names:
            return None
        node = self.program.classes[cid]
        if "type" in self.program.external_mro(node):
            return one("xinst", "type()")  # a metaclass: its self is a class, not an instance
        if "classmethod" in names or here.name in ("__new__", "__init_subclass__", "__class_getitem__"):
            return one("cls", cid)
        instance = one("inst", cid)
        if param.kind == "*":
            return one("row", (instance, *(ANYTHING for _ in range(8))))
        return instance

    def decorator_names(self, module: int, here: Scope) -> frozenset[str]:
        """The external names of a function's decorators."""
        values = self.many(module, here.parent, [self.head(module, d) for d in here.decorators])
        return frozenset(name.removeprefix("builtins.") for name in external_names(values))

    def given(self, module: int, scope: int, here: Scope, param: Param, at: int) -> Values:
        """What callers hand in for a parameter that nothing declares."""
        if not self.callers or f"{self.modules[module].name}.{here.qualname}" in CLASS_MAKERS:
            return ANYTHING
        special = self.implicit(module, here, at)
        if special is not None and here.name not in DESCRIBING:
            return special
        calls = self.calls_of(module, scope, here)
        if special is not None:  # a descriptor's method may be called by hand, too
            return special | self.gather(("given", module, scope, at), calls, lambda: self.places(calls, at, param))
        called = bool(calls)
        found = set(self.gather(("given", module, scope, at), calls, lambda: self.places(calls, at, param)))
        for where, inside, iterables, filled in self.applied(module, scope):
            called = True
            if 0 <= at - filled < len(iterables):
                found |= self.elements(self.eval(where, inside, iterables[at - filled]))
        for unknown in self.unknown_calls(here, param, at):
            called = True
            found |= unknown
        if not called and self.waits():
            return frozenset(found)
        if not called and any(n.startswith(("unittest.mock.", "mock.")) for n in self.decorator_names(module, here)):
            return one("xinst", "unittest.mock.patch()")
        fixture = None if called else self.fixture(module, here, param.name)
        if fixture is not None:
            return fixture if self.is_collected(module, here) else fixture | ANYTHING
        if not called or self.escapes(module, here) or self.made_elsewhere_with(module, here, param):
            found.add(UNKNOWN)
        return frozenset(found)

    def rest(self, module: int, scope: int, here: Scope, at: int) -> Values:
        """What callers hand in for ``*args``."""
        if not self.callers:
            return ANYTHING
        found: set[Value] = set()
        for where, inside, _, arguments, _, offset in self.calls_of(module, scope, here):
            found |= self.many(where, inside, arguments[max(0, at - offset) :])
        return self.known(frozenset(found))

    def named_rest(self, module: int, scope: int, here: Scope) -> Values:
        """What callers hand in for ``**kwargs``."""
        named = {p.name for p in here.params if p.kind in "nk"}
        found: set[Value] = set()
        for where, inside, _, _, words, _ in self.calls_of(module, scope, here) if self.callers else ():
            pairs = [*zip(words[::2], words[1::2], strict=True)]
            found |= self.many(where, inside, [t for k, t in pairs if k and k not in named])
            for held in self.many(where, inside, [t for k, t in pairs if not k]):  # ``**names``
                found |= held[2] if held[0] == "map" else ANYTHING
        return self.known(frozenset(found))

    def implicit(self, module: int, here: Scope, at: int) -> Values | None:
        """Parameters of methods that the interpreter calls: operators, descriptors."""
        if here.owner >= 0 and at == 1 and any(self.is_setter(module, d) for d in here.decorators):
            stores = self.attribute_stores().get(here.name, ())
            return self.known(frozenset().union(*(self.eval(m, s, term) for m, s, _, term in stores)))
        if here.owner < 0 or not _is_special(here.name):
            return None
        cid = self.program.class_at[module, here.owner]
        if here.name in MAKING and "type" in self.program.external_mro(self.program.classes[cid]):
            return HANDED_TO_METACLASS.get(at)
        if here.name == "__get__" and at == 2:  # the class through which the descriptor was found
            users = frozenset(("cls", c) for c in self.descriptor_users().get(cid, ()))
            return users if users or self.waits() else one("xinst", "type()")
        if at != 1:
            return None
        if here.name.strip("_") in BINARY:
            return frozenset({("inst", cid), UNKNOWN})
        if here.name in DESCRIBING:
            return self.known(frozenset(("inst", c) for c in self.descriptor_users().get(cid, ())))
        return ANYTHING if here.name not in ("__init__", "__new__", "__call__", "__post_init__") else None

    def is_setter(self, module: int, decorator: Term) -> bool:
        """Whether a decorator is ``x.setter``."""
        row = self.facts[module].terms[decorator]
        return bool(row[0] == "a" and row[2] == "setter")

    def descriptor_users(self) -> dict[int, list[int]]:
        """Class id to the classes that hold an instance of it at class level."""
        return self.kept(("users",), self.find_descriptor_users)

    def find_descriptor_users(self) -> dict[int, list[int]]:
        """The same, worked out anew."""
        if self._described is None:
            self._described = [], list(self.descriptors())
        final, rest = self._described
        unfinished: list[Described] = []
        open_users: list[tuple[int, int]] = []
        for each in rest:
            kind, user, place = each
            cids, is_final = self.described(kind, user, self.eval(*place))
            users = [(cid, user) for cid in cids]
            if self.is_open(place) or not is_final:
                open_users += users
                unfinished.append(each)
            else:
                final += users
        rest[:] = unfinished
        found: dict[int, set[int]] = {}
        for cid, user in (*final, *open_users):
            found.setdefault(cid, set()).add(user)
        return {cid: sorted(users) for cid, users in found.items()}

    def descriptors(self) -> Iterator[Described]:
        """What stands at class level and may be a descriptor."""
        for node in self.program.classes:
            for member in node.facts.members:
                if member.kind == "value" and member.default in ("call", "name"):
                    yield "inst", node.cid, (node.module, node.facts.scope, member.term)
                for decorator in member.decorators:
                    yield "cls", node.cid, (node.module, node.facts.scope, decorator)

    def described(self, kind: str, user: int, values: Values) -> tuple[list[int], bool]:
        """The classes of descriptors among values at class level, and whether that is all for good."""
        found = [value[1] for value in values if value[0] == kind]
        functions = [v for v in in_order(values) if v[0] in ("fn", "bound")] if kind == "cls" else []  # that decorate
        made = self.results(frozenset(functions)) if functions else NOTHING
        found += sorted(value[1] for value in made if value[0] == "inst" and value[1] != user)
        return found, not any(("result", *value[1:3]) in self.open for value in functions)

    def escapes(self, module: int, here: Scope) -> bool:
        """Whether a function is handed around as a value, so that calls of it may be anywhere."""
        if here.kind == "lambda":
            return True
        if _is_special(here.name):
            return False
        if here.owner >= 0:
            return here.name in self.value_names()[1]
        return (module, here.name) in self.value_names()[0]

    def made_elsewhere_with(self, module: int, here: Scope, param: Param) -> bool:
        """Whether a constructor stores on a parameter, and a class that it makes is handed around as a value."""
        if here.owner < 0 or here.name not in CONSTRUCTORS or not self.stores_on(module, here, (param,)):
            return False
        names, attributes = self.value_names()
        made = (self.program.classes[cid] for _, cid in self.made_by(module, here))
        return any((node.module, node.name) in names or node.name in attributes for node in made)

    def stores_on(self, module: int, here: Scope, params: Sequence[Param]) -> bool:
        """Whether a function stores an attribute on one of these parameters."""
        terms = self.facts[module].terms
        return any(terms[store.receiver] == ("n", param.name) for store in here.stores for param in params)

    def value_names(self) -> tuple[set[tuple[int, str]], set[str]]:
        """(module, name) of names used as values where they are defined, and attributes used as values."""
        if self._escapes is None:
            self._escapes = self.table("values", self.find_value_names)
        return self._escapes

    def find_value_names(self, program: list[FileFacts]) -> tuple[set[tuple[int, str]], set[str]]:
        """The same, worked out anew."""
        named: set[tuple[int, str]] = set()
        for at, facts in enumerate(program):
            for name in {name for scope in facts.scopes for name in (*scope.values, *_called_otherwise(scope))}:
                named.add((at, name))
                named.update(self.origins(at, name))
        return named, {name for facts in program for name in facts.attribute_values}

    def origins(self, module: int, name: str) -> list[tuple[int, str]]:
        """(module, name) of what a module imports under a name from others of the program."""
        facts = self.facts[module]
        rows = [facts.terms[held] for held in facts.scopes[0].bindings.get(name, ())]
        found = [(self.find_module(module, row[1], row[2]), row[3]) for row in rows if row[0] == "f"]
        return [(at, original) for at, original in found if at is not None]

    def fixture(self, module: int, here: Scope, name: str) -> Values | None:
        """What pytest hands a function under a name; None where it knows none of that name."""
        functions = self.visible_fixtures(module, here, name)
        if functions:
            yielding = frozenset(f for f in functions if "g" in self.facts[f[0]].scopes[f[1]].flags)
            given = self.results(frozenset(("fn", *f) for f in functions if f not in yielding))
            return given | self.elements(self.results(frozenset(("fn", *f) for f in yielding))) if yielding else given
        if name == "request":
            return one("xinst", REQUEST)
        return one("xinst", f"pytest.{name}()") if name in FIXTURES else None

    def is_collected(self, module: int, here: Scope) -> bool:
        """Whether pytest calls a function by itself: it collects tests by name, and is told of fixtures and steps.

        Another function whose parameter has the name of a fixture is called by code, be it code that nobody sees.
        """
        return here.name.startswith(("test", "pytest_")) or bool(here.decorators)

    def visible_fixtures(self, module: int, here: Scope, name: str) -> list[Place]:
        """The fixtures of a name that a function may be handed: those of its own class come before all others.

        pytest searches the class and its bases, then the module, the ``conftest`` files and the plugins. A test that
        is inherited takes the fixtures of the subclass that runs it.
        """
        found = self.fixtures().get(name, [])
        if len(found) < 2 or here.owner < 0 or here.name == name:  # a fixture may ask for what it overrides
            return found
        cid = self.program.class_at[module, here.owner]
        ancestors = {(c.module, c.index) for c in self.program.local_mro(self.program.classes[cid])}
        below = {(c.module, c.index) for d in self.program.descendants(cid) for c in (self.program.classes[d],)}
        owners = {place: (place[0], self.facts[place[0]].scopes[place[1]].owner) for place in found}
        if not ancestors.intersection(owners.values()):
            return found
        return [place for place in found if owners[place] in ancestors | below]

    def fixtures(self) -> dict[str, list[Place]]:
        """Functions that pytest hands in by name."""
        if self._fixtures is None:
            self._fixtures = {}
            for at, index, scope in scopes_of(self.facts):
                for decorator in scope.decorators:
                    if "fixture" in callee_names(self.facts[at], self.head(at, decorator)):
                        name = self.fixture_name(at, decorator) or scope.name
                        self._fixtures.setdefault(name, []).append((at, index))
        return self._fixtures

    def fixture_name(self, module: int, decorator: Term) -> str:
        """The name that ``fixture(name="...")`` gives, "" without one."""
        terms = self.facts[module].terms
        row = terms[decorator]
        given = dict(zip(row[3 + row[2] :: 2], row[4 + row[2] :: 2], strict=True)) if row[0] == "c" else {}
        named = terms[given["name"]] if "name" in given else ("?",)
        return str(named[1]) if named[0] == "s" else ""


def _called_otherwise(scope: Scope) -> Iterator[str]:
    """The names whose ``__call__`` or ``__get__`` a scope uses: a function that goes by one is a value there."""
    return (name for name, read in scope.loads.items() if not read.keys().isdisjoint(CALLED))


def _is_special(name: str) -> bool:
    return name.startswith("__") and name.endswith("__")
