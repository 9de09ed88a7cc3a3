"""Calls: what they give, which of them run a function, and what they hand in."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import Any

from slotlint.facts import FileFacts, Param, Scope, Term
from slotlint.infer.core import Place
from slotlint.infer.dispatch import Dispatches
from slotlint.infer.externals import NAMED_TUPLES, REFERENCE
from slotlint.infer.tables import call_sites, callee_names, handed_in
from slotlint.infer.values import (
    A_CLASS,
    ANYTHING,
    CONSTRUCTORS,
    DEFAULTED,
    MAKING_A_CLASS,
    NOTHING,
    UNKNOWN,
    Callee,
    Shape,
    Site,
    Value,
    Values,
    external_names,
    one,
    plain_name,
)
from slotlint.program import Program

Followed = tuple[Site, Values | None, list[tuple[Value, Callee]]]  # with the last answer for its callee, and what that made
GETTERS = ("operator.attrgetter", "operator.methodcaller")
Applied = tuple[int, int, tuple[Term, ...], int]  # module, scope, iterables, the parameters that are filled already
# What runs a function on elements: where the iterables begin, and the keyword of the function, "" for the first argument.
APPLIERS = {"map": (1, ""), "filter": (1, ""), "sorted": (0, "key"), "min": (0, "key"), "max": (0, "key")}


class Calls(Dispatches):
    """The part of the inference that knows calls."""

    __slots__ = ("_made", "_sites", "_through", "sifted")

    def __init__(self, program: Program, callers: bool = True) -> None:
        super().__init__(program, callers)
        self._sites: dict[str, list[Site]] | None = None
        # Name to the calls whose callee is finally known, by what they call, and the other sites.
        self.sifted: dict[str, tuple[dict[Value, tuple[Callee, ...]], list[Followed]]] = {}
        self._made: dict[tuple[int, str], dict[Value, int]] = {}
        self._through: dict[tuple[int, int], tuple[int, tuple[Term, ...]] | None] = {}

    def call(self, module: int, scope: int, row: Value) -> Values:
        """What a call may give."""
        arguments = row[3 : 3 + row[2]]
        callee = self.facts[module].terms[row[1]]
        if callee[0] == "a" and callee[2] == "__new__" and arguments:
            made = self.eval(module, scope, arguments[0])
            if len(arguments) == MAKING_A_CLASS and A_CLASS in made:  # (metaclass, name, bases, namespace)
                return frozenset({A_CLASS})
            return self.instances(made)
        if callee[0] == "a" and callee[2] == "split" and self.facts[module].terms[callee[1]][0] == "s":
            return self.split_text(module, callee[1], row)
        named = self.in_namespace(module, scope, callee[1], row[3]) if callee[0] == "a" and callee[2] == "get" and arguments else None
        if named is not None:
            return named | self.many(module, scope, arguments[1:])
        found: set[Value] = set()
        for value in self.eval(module, scope, row[1]):
            given = self.given_back(value, module, scope, row)
            found |= self.called(value, module, scope, arguments) if given is None else given
        return frozenset(found)

    def split_text(self, module: int, text: Term, row: Value) -> Values:
        """``"a b".split()``: its parts, where the separator is written out too."""
        rows = self.facts[module].terms
        separators = [rows[t][1] if rows[t][0] == "s" else "" for t in row[3 : 3 + row[2]]]
        if len(row) > 3 + row[2] or len(separators) > 1 or "" in separators:
            return one("of", one("xinst", "str"))
        return one("row", tuple(one("str", part) for part in rows[text][1].split(*separators)))

    def given_back(self, value: Value, module: int, scope: int, row: Value) -> Values | None:
        """What a function that gives back one of its parameters, or what it makes itself, gives in a call; else None."""
        if value[0] not in ("fn", "bound"):
            return None
        where, index = value[1:3]
        parts = self.through(where, index)
        if parts is None:
            return None
        at, made = parts
        if value[0] == "bound" and at == 0:
            return frozenset({value[3]}) | self.many(where, index, made)
        at -= value[0] == "bound"
        terms = self.facts[module].terms
        if not 0 <= at < row[2] or any(terms[t][0] == "*" for t in row[3 : 4 + at]):
            return None
        given = self.eval(module, scope, row[3 + at])
        return None if UNKNOWN in given else given | self.many(where, index, made)

    def gives_back_first(self, value: Value) -> bool:
        """Whether a value is a function that gives back its first argument and nothing else."""
        return value[0] == "fn" and self.through(value[1], value[2]) == (0, ())

    def through(self, module: int, index: int) -> tuple[int, tuple[Term, ...]] | None:
        """What `handed_through` says, kept."""
        key = module, index
        if key not in self._through:
            self._through[key] = self.handed_through(module, index)
        return self._through[key]

    def handed_through(self, module: int, index: int) -> tuple[int, tuple[Term, ...]] | None:
        """The position of the one parameter that a function gives back, and the classes of its own that it gives too."""
        here = self.facts[module].scopes[index]
        terms = self.facts[module].terms
        if len(here.returns) != 1 or here.decorators or "g" in here.flags:
            return None
        name = terms[here.returns[0]]
        held = here.bindings.get(name[1], ()) if name[0] == "n" else ()
        given = {name} if not held else {terms[t] for t in held if terms[t][0] != "C"}
        for at, param in enumerate(here.params):
            if given == {("n", param.name)} and param.name not in here.bindings and param.kind in "pn":
                return at, tuple(t for t in held if terms[t][0] == "C")
        return None

    def called(self, value: Value, module: int, scope: int, arguments: tuple[Term, ...]) -> Values:
        """What calling a value may give."""
        kind = value[0]
        if kind in ("cls", "new"):
            return one("inst", value[1]) | (self.made_elsewhere(value[1]) if kind == "cls" else NOTHING)
        if kind in ("fn", "bound"):
            given = self.results(frozenset({value}))
            return self.of_own_kind(value, given) if kind == "bound" else given
        if kind == "ext":
            # As a base typing.NamedTuple is tuple, not when it is called.
            name = value[1] if value[1] in NAMED_TUPLES else plain_name(value[1])
            return self.external_call(name, module, scope, arguments)
        if kind == "method":
            default = self.many(module, scope, arguments[1:]) if value[2] in DEFAULTED else NOTHING
            return self.container_call(value[1], value[2]) | default
        if kind == "inst":
            return self.known(self.results(self.method(value, "__call__")))
        if kind == "xinst" and len(value) > 2 and value[1] == REFERENCE:
            return frozenset(value[2])
        if value == ("xinst", "operator.itemgetter") and arguments:
            return NOTHING.union(*map(self.item_of, self.eval(module, scope, arguments[0])))
        if kind == "xinst" and len(value) > 2 and value[1] in GETTERS and arguments:
            return self.got(value, self.eval(module, scope, arguments[0]))
        if kind == "xinst" and (value[1].endswith(")") or value[1].startswith(("unittest.mock.", "mock."))):
            return one("xinst", "object()")
        return ANYTHING

    def made_elsewhere(self, cid: int) -> Values:
        """The instances of other classes that ``__new__`` of a class gives, or ``__call__`` of its metaclass."""
        node = self.program.classes[cid]
        found = self.program.inherited(node, "__new__")
        functions = {v for v in self.class_attribute(found[0].cid, "__new__") if v[0] == "fn"} if found else set()
        for owner in self.program.with_metaclass(node):
            for kind in self.own_metaclass(owner):
                functions |= self.method(("inst", kind[1]), "__call__") if kind[0] == "cls" else NOTHING
        given = self.results(frozenset(functions)) if functions else NOTHING
        return frozenset(v for v in given if v[0] == "inst" and not self.related(v[1], cid))

    def callee_names(self, facts: FileFacts, term: Term) -> tuple[str, ...]:
        """The names under which a call is looked for: as written, and as imported."""
        return callee_names(facts, term)

    def sites(self) -> dict[str, list[Site]]:
        """Call sites by the last name of the callee ("" where it has none)."""
        if self._sites is None:
            self._sites = self.table("calls", call_sites)
        return self._sites

    def calls_of(self, module: int, scope: int, here: Scope) -> tuple[Callee, ...]:
        """The calls that may run a function, as far as what is called is known."""
        return self.kept(("calls", module, scope), self.find_calls, module, scope, here)

    def find_calls(self, module: int, scope: int, here: Scope) -> tuple[Callee, ...]:
        """The same, worked out anew."""
        made = self.made_by(module, here) if here.owner >= 0 and here.name in CONSTRUCTORS else {}
        calls: list[Callee] = []
        for name in self.call_names(module, here):
            found = self.resolved(name)
            calls += found.get(("fn", module, scope), ())
            if len(made) < len(found):
                targets: Iterable[Value] = made
            else:
                targets = sorted((target for target in found if target in made), key=made.__getitem__)
            for target in targets:
                calls += found.get(target, ())
        return (*calls, *self.dispatched(module, here))

    def made_by(self, module: int, here: Scope) -> dict[Value, int]:
        """The classes whose calls run a constructor, as values, each with its place.

        Those are its own, and those below that have none nearer to themselves. Where another one comes first that
        knows nothing of this one, ``super()`` may lead here all the same.
        """
        cid = self.program.class_at[module, here.owner]
        found = self._made.get((cid, here.name))
        if found is None:
            below = self.program.descendants(cid)
            made = (cid, *(each for each in below if not self.is_overridden(cid, each, here.name)))
            found = self._made[cid, here.name] = {("cls", each): place for place, each in enumerate(made)}
        return found

    def is_overridden(self, cid: int, below: int, name: str) -> bool:
        """Whether a method of a class is, in a class derived from it, that of another class derived from it."""
        found = self.program.inherited(self.program.classes[below], name)
        return found is not None and found[0].cid != cid and self.related(found[0].cid, cid)

    def call_names(self, module: int, here: Scope) -> list[str]:
        """The last names under which a function may be called; "" where the callee has none."""
        if here.owner >= 0 and here.name in CONSTRUCTORS:
            classes = {self.program.classes[c].name for _, c in self.made_by(module, here)}
            found = [here.name, *sorted(classes - {here.name}), "cls", "__class__", "klass", ""]
            return [name for name in found if name in self.sites()]
        if here.kind != "function":
            return [""]
        nested = here.parent > 0 and self.facts[module].scopes[here.parent].kind != "class"
        return [here.name, ""] if nested else [here.name]

    def resolved(self, name: str) -> dict[Value, tuple[Callee, ...]]:
        """Call sites under a last name by what they call: a function, a class, or UNKNOWN through an attribute."""
        return self.kept(("callees", name), self.find_callees, name)

    def find_callees(self, name: str) -> dict[Value, tuple[Callee, ...]]:
        """The same, worked out anew; sites whose callee is finally known are looked at once."""
        if name not in self.sifted:
            self.sifted[name] = {}, [(site, None, []) for site in self.sites().get(name, ())]
        final, rest = self.sifted[name]
        unfinished: list[Followed] = []
        finished: dict[Value, list[Callee]] = {}
        changing: dict[Value, list[Callee]] = {}
        for site, before, found in rest:
            values = self.callee(*site[:3])
            if values is not before:
                found = self.calls_at(values, *site)
            is_open = self.is_open(site[:3])
            if is_open:
                unfinished.append((site, values if self.is_settled(values) else None, found))
            for target, call in found:
                (changing if is_open else finished).setdefault(target, []).append(call)
        rest[:] = unfinished
        for target, held in finished.items():
            final[target] = (*final.get(target, ()), *held)
        return final | {target: (*final.get(target, ()), *held) for target, held in changing.items()}

    def callee(self, where: int, inside: int, callee: Term) -> Values:
        """What the callee of a call site may be."""
        return self.eval(where, inside, callee)

    def is_settled(self, callees: Values) -> bool:
        """Whether nothing but these callees themselves says what a call of them hands in: no decorator does."""
        scopes = (self.facts[v[1]].scopes[v[2]] for v in callees if v[0] == "fn")
        return not any(scope.decorators and scope.owner >= 0 for scope in scopes)

    def calls_at(self, values: Values, where: int, inside: int, callee: Term, term: Term) -> list[tuple[Value, Callee]]:
        """What one call site may call, as far as it is a function or a class, or UNKNOWN through an attribute."""
        found: list[tuple[Value, Callee]] = []
        facts = self.facts[where]
        hidden = facts.terms[callee][0] == "a"
        given: tuple[Any, ...] = ()
        for value in values:
            kind = value[0]
            if kind in ("fn", "bound", "cls") or (hidden and value == UNKNOWN):
                given = given or handed_in(facts, term)
                target = ("fn", *value[1:3]) if kind == "bound" else value
                filled = 1 if kind != "fn" or self.fills_first(value) else 0
                found.append((target, (where, inside, callee, *given, filled)))
        return found

    def applied(self, module: int, scope: int) -> list[Applied]:
        """The calls of ``map`` and its kin that run a function on each element of what they are given."""
        return self.kept(("applied",), self.find_applied).get((module, scope), [])

    def find_applied(self) -> dict[tuple[int, int], list[Applied]]:
        """The same for all functions, worked out anew."""
        found: dict[tuple[int, int], list[Applied]] = {}
        for name, (position, keyword) in APPLIERS.items():
            for where, inside, callee, term in self.sites().get(name, ()):
                if self.eval(where, inside, callee) != frozenset({("ext", name)}):
                    continue
                arguments, keywords = handed_in(self.facts[where], term)
                words = dict(zip(keywords[::2], keywords[1::2], strict=True))
                function = arguments[0] if not keyword and arguments else words.get(keyword, 0)
                for value in self.eval(where, inside, function) if function else ():
                    if value[0] in ("fn", "bound"):
                        held = (where, inside, arguments[position:], 0 if value[0] == "fn" else 1)
                        found.setdefault((value[1], value[2]), []).append(held)
        return found

    def fills_first(self, function: Value) -> bool:
        """Whether the first parameter of a function is filled in, though it is looked up in a class: a classmethod."""
        scope = self.facts[function[1]].scopes[function[2]]
        if scope.owner < 0 or not scope.decorators:
            return False
        heads = [self.head(function[1], d) for d in scope.decorators]
        return "classmethod" in {n.removeprefix("builtins.") for n in external_names(self.many(function[1], scope.parent, heads))}

    def unknown_calls(self, here: Scope, param: Param, at: int) -> tuple[Values, ...]:
        """What each call of a method's name on a receiver of unknown type hands in."""
        if here.owner < 0 or here.kind != "function" or here.name in CONSTRUCTORS:
            return ()
        return self.kept(("unknown", here.name, at, here.params), self.find_unknown_calls, here, param, at)

    def find_unknown_calls(self, here: Scope, param: Param, at: int) -> tuple[Values, ...]:
        """The same, worked out anew."""
        given: dict[Values, None] = {}
        name = here.name
        for shape in self.unknown_shapes(name):
            offset = self.offset(here, *shape)
            if offset is not None:
                keyword = param.name if param.name in shape[1] else ""
                place = at - offset if param.kind in "pn" else -1
                given[self.kept(("handed", name, shape, place, keyword), self.find_handed, name, shape, place, keyword)] = None
        return (frozenset().union(*given),) if given else ()

    def unknown_shapes(self, name: str) -> dict[Shape, list[Callee]]:
        """The calls of a method's name on receivers of unknown type, by what they are given."""
        return self.kept(("shapes", name), self.find_unknown_shapes, name)

    def find_unknown_shapes(self, name: str) -> dict[Shape, list[Callee]]:
        """The same, worked out anew."""
        found: dict[Shape, list[Callee]] = {}
        for call in self.resolved(name).get(UNKNOWN, ()):
            found.setdefault(self.call_shape(call[0], call[3], call[4]), []).append(call)
        return found

    def find_handed(self, name: str, shape: Shape, place: int, keyword: str) -> Values:
        """What such calls hand in at a place or by a keyword."""
        param = Param(keyword, "n" if place >= 0 else "k", 0, 0)
        calls = self.unknown_shapes(name).get(shape, ())
        key = ("handed", name, shape, place, keyword)
        return self.gather(key, calls, lambda: self.places(calls, place, param, counted=True))

    def places(self, calls: Iterable[Callee], at: int, param: Param, counted: bool = False) -> Iterator[Place]:
        """Where calls hand in something for a parameter; ``counted``: ``at`` leaves out what they fill themselves."""
        for module, scope, _, arguments, keywords, filled in calls:
            term = self.handed_term(module, arguments, keywords, at if counted else at - filled, param)
            if term is not None:
                yield module, scope, term

    def call_shape(self, module: int, arguments: tuple[Term, ...], keywords: tuple[Any, ...]) -> Shape:
        """How many arguments a call has, -1 where that is not known, and its keywords."""
        terms = self.facts[module].terms
        return -1 if any(terms[t][0] == "*" for t in arguments) else len(arguments), keywords[::2]

    def offset(self, here: Scope, count: int, names: tuple[str, ...]) -> int | None:
        """How many parameters a call of a method's name fills by itself: through an instance or else a class.

        None where neither can be: with such arguments the call raises TypeError, or runs another method.
        """
        return next((offset for offset in (1, 0) if here.decorators or self.fits(here, count, names, offset)), None)

    def fits(self, here: Scope, count: int, names: tuple[str, ...], offset: int) -> bool:
        """Whether arguments, after ``offset`` parameters that are filled otherwise, go with a signature."""
        if count < 0 or any(n[:2] in ("", "__") for n in names):
            return True
        positional = [p for p in here.params if p.kind in "pn"]
        filled = offset + count
        kinds = {p.kind for p in here.params}
        if filled > len(positional) and "*" not in kinds:
            return False
        if "**" not in kinds and not {p.name for p in here.params}.issuperset(names):
            return False
        needed = [p.name for p in (*positional[filled:], *(p for p in here.params if p.kind == "k")) if not p.default]
        return set(needed) <= set(names)

    def argument(self, module: int, scope: int, arguments: tuple[Term, ...], keywords: tuple[Any, ...], at: int, param: Param) -> Values:
        """What one call hands in for a parameter."""
        term = self.handed_term(module, arguments, keywords, at, param)
        return NOTHING if term is None else self.eval(module, scope, term)

    def handed_term(self, module: int, arguments: tuple[Term, ...], keywords: tuple[Any, ...], at: int, param: Param) -> Term | None:
        """The term that a call hands in for a parameter: 0 for one that nobody knows, None for none."""
        terms = self.facts[module].terms
        if param.kind in "pn" and 0 <= at < len(arguments) and all(terms[t][0] != "*" for t in arguments[: at + 1]):
            return arguments[at]
        for keyword, value in zip(keywords[::2], keywords[1::2], strict=True):
            if keyword and keyword == param.name:
                return int(value)
        starred = any(terms[t][0] == "*" for t in arguments) or "" in keywords[::2]
        return 0 if starred else None
