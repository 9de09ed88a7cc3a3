"""Calls: what they give, which of them run a function, and what they hand in."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

from slotlint.facts import FileFacts, Param, Scope, Term
from slotlint.infer.kinds import Kinds
from slotlint.infer.tables import call_sites, callee_names, handed_in
from slotlint.infer.values import (
    ANYTHING,
    CONSTRUCTORS,
    DEFAULTED,
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

Applied = tuple[int, int, tuple[Term, ...], int]  # module, scope, iterables, the parameters that are filled already
# What runs a function on elements: where the iterables begin, and the keyword of the function, "" for the first argument.
APPLIERS = {"map": (1, ""), "filter": (1, ""), "sorted": (0, "key"), "min": (0, "key"), "max": (0, "key")}


class Calls(Kinds):
    """The part of the inference that knows calls."""

    __slots__ = ("_applied", "_made", "_resolved", "_sites", "_unknown_calls")

    def __init__(self, program: Program, callers: bool = True) -> None:
        super().__init__(program, callers)
        self._applied: dict[tuple[int, int], list[Applied]] | None = None
        self._sites: dict[str, list[Site]] | None = None
        self._made: dict[tuple[int, str], dict[Value, int]] = {}
        self._resolved: dict[str, dict[Value, list[Callee]]] = {}
        self._unknown_calls: dict[tuple[str, int, tuple[Param, ...]], Values | None] = {}

    def call(self, module: int, scope: int, row: Value) -> Values:
        """What a call may give."""
        arguments = row[3 : 3 + row[2]]
        callee = self.facts[module].terms[row[1]]
        if callee[0] == "a" and callee[2] == "__new__" and arguments:
            return self.instances(self.eval(module, scope, arguments[0]))
        found: set[Value] = set()
        for value in self.eval(module, scope, row[1]):
            given = self.given_back(value, module, scope, row)
            found |= self.called(value, module, scope, arguments) if given is None else given
        return frozenset(found)

    def given_back(self, value: Value, module: int, scope: int, row: Value) -> Values | None:
        """What a function that gives back one of its parameters, or what it makes itself, gives in a call; else None."""
        if value[0] not in ("fn", "bound"):
            return None
        where, index = value[1:3]
        parts = self.handed_through(where, index)
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
            return self.external_call(plain_name(value[1]), module, scope, arguments)
        if kind == "method":
            default = self.many(module, scope, arguments[1:]) if value[2] in DEFAULTED else NOTHING
            return self.container_call(value[1], value[2]) | default
        if kind == "inst":
            return self.results(self.method(value, "__call__")) or ANYTHING
        if kind == "xinst" and (value[1].endswith(")") or value[1].startswith(("unittest.mock.", "mock."))):
            return one("xinst", "object()")
        return ANYTHING

    def made_elsewhere(self, cid: int) -> Values:
        """The instances of other classes that ``__new__`` of a class gives."""
        found = self.program.inherited(self.program.classes[cid], "__new__")
        if found is None:
            return NOTHING
        functions = (v for v in self.class_attribute(found[0].cid, "__new__") if v[0] == "fn")
        given = self.results(frozenset(functions))
        return frozenset(v for v in given if v[0] == "inst" and not self.related(v[1], cid))

    def callee_names(self, facts: FileFacts, term: Term) -> tuple[str, ...]:
        """The names under which a call is looked for: as written, and as imported."""
        return callee_names(facts, term)

    def sites(self) -> dict[str, list[Site]]:
        """Call sites by the last name of the callee ("" where it has none)."""
        if self._sites is None:
            self._sites = self.table("calls", call_sites)
        return self._sites

    def calls_of(self, module: int, scope: int, here: Scope) -> Iterable[Callee]:
        """The calls that may run a function, as far as what is called is known."""
        made = self.made_by(module, here) if here.owner >= 0 and here.name in CONSTRUCTORS else {}
        for name in self.call_names(module, here):
            found = self.resolved(name)
            yield from found.get(("fn", module, scope), ())
            if len(made) < len(found):
                targets: Iterable[Value] = made
            else:
                targets = sorted((target for target in found if target in made), key=made.__getitem__)
            for target in targets:
                yield from found.get(target, ())

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

    def resolved(self, name: str) -> dict[Value, list[Callee]]:
        """Call sites under a last name by what they call: a function, a class, or UNKNOWN through an attribute."""
        found = self._resolved.get(name)
        if found is None:
            found = self._resolved[name] = {}  # before it is filled: a question on the way may come back here
            for where, inside, callee, term in self.sites().get(name, ()):
                for value in self.eval(where, inside, callee):
                    target = ("fn", *value[1:3]) if value[0] == "bound" else value
                    hidden = value == UNKNOWN and self.facts[where].terms[callee][0] == "a"
                    if hidden or target[0] in ("fn", "cls"):
                        given, keywords = handed_in(self.facts[where], term)
                        filled = 1 if value[0] != "fn" or self.fills_first(value) else 0
                        found.setdefault(target, []).append((where, inside, callee, given, keywords, filled))
        return found

    def applied(self, module: int, scope: int) -> list[Applied]:
        """The calls of ``map`` and its kin that run a function on each element of what they are given."""
        if self._applied is None:
            self._applied = {}  # before it is filled: a question on the way may come back here
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
                            self._applied.setdefault((value[1], value[2]), []).append(held)
        return self._applied.get((module, scope), [])

    def fills_first(self, function: Value) -> bool:
        """Whether the first parameter of a function is filled in, though it is looked up in a class: a classmethod."""
        scope = self.facts[function[1]].scopes[function[2]]
        if scope.owner < 0 or not scope.decorators:
            return False
        heads = [self.head(function[1], d) for d in scope.decorators]
        return "classmethod" in {n.removeprefix("builtins.") for n in external_names(self.many(function[1], scope.parent, heads))}

    def unknown_calls(self, here: Scope, param: Param, at: int) -> Values | None:
        """What calls of a method's name on receivers of unknown type hand in; None when there are none."""
        if here.owner < 0 or here.kind != "function" or here.name in CONSTRUCTORS:
            return None
        key = (here.name, at, here.params)
        if key not in self._unknown_calls:
            offsets: dict[Shape, int | None] = {}
            given: list[Values] = []
            for module, scope, _, arguments, keywords, _ in self.resolved(here.name).get(UNKNOWN, ()):
                shape = self.call_shape(module, arguments, keywords)
                if shape not in offsets:
                    offsets[shape] = self.offset(here, *shape)
                offset = offsets[shape]
                if offset is not None:
                    given.append(self.argument(module, scope, arguments, keywords, at - offset, param))
            self._unknown_calls[key] = frozenset().union(*given) if given else None
        return self._unknown_calls[key]

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

    def argument(
        self, module: int, scope: int, arguments: tuple[Term, ...], keywords: tuple[Any, ...], at: int, param: Param
    ) -> Values:
        """What one call hands in for a parameter."""
        terms = self.facts[module].terms
        if param.kind in "pn" and 0 <= at < len(arguments) and all(terms[t][0] != "*" for t in arguments[: at + 1]):
            return self.eval(module, scope, arguments[at])
        for keyword, value in zip(keywords[::2], keywords[1::2], strict=True):
            if keyword == param.name:
                return self.eval(module, scope, value)
        starred = any(terms[t][0] == "*" for t in arguments) or "" in keywords[::2]
        return ANYTHING if starred else NOTHING
