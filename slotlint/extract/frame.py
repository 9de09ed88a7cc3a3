"""The mutable side of extraction: one frame for each scope that is being read."""

from __future__ import annotations

from collections.abc import Collection
from typing import TYPE_CHECKING, Any

from slotlint.facts import Call, Checked, DictUse, ItemStore, Param, Read, Scope, Store, Term

if TYPE_CHECKING:
    from slotlint.extract.members import Members

_EMPTY: dict[str, Any] = {}
_NONE: frozenset[str] = frozenset()
MOST_READS = 32  # of one name are kept: so many tell a class from any other, and no place costs more
new = tuple.__new__  # makes a NamedTuple from one tuple, three times as fast as calling it with its fields
Standing = tuple[dict[str, Term], int]  # names with what they are narrowed to, and how many have been forgotten until then


def mangled(class_name: str, name: str) -> str:
    """A private name as CPython stores it (data model, "Private name mangling"); the class without leading "_"."""
    if class_name and name[:2] == "__" and name[-2:] != "__" and "." not in name:
        return f"_{class_name}{name}"
    return name


class Frame:
    """A scope while it is read; ``freeze`` gives the facts.

    ``known`` holds the terms of names by their spelling. All scopes of a file share one such dict; where a name is
    narrowed or goes by another name, the scope has one of its own for as long. Names with two leading underscores,
    which mean something else in each class, are in none.

    ``seen`` holds the variables of a function, but for the instance of a method, each with the attributes that are read
    of what it holds on every way to the current place. ``trail`` has one entry for each of these reads, in order: what
    is read in a block that may be left out, or left by an exception that is caught, is taken back at its end.
    """

    __slots__ = (
        "annotation", "bindings", "blocks", "calls", "checked", "class_dicts", "class_name", "decorators", "dict_uses",
        "expecting", "flags", "forgotten", "glances", "guarded", "having", "index", "items", "kind", "known", "left", "lent", "loads",
        "members", "name", "narrow", "outer", "owner", "parameters", "params", "parent", "qualname", "reads", "renamed",
        "repeated", "returns", "row", "seen", "shared", "stores", "trail", "trivial", "values",
    )  # fmt: skip

    def __init__(self, kind: str, name: str, qualname: str, row: int, index: int, parent: Frame | None) -> None:
        self.kind, self.name, self.qualname, self.row, self.index = kind, name, qualname, row, index
        self.owner = -1
        self.params: tuple[Param, ...] = ()
        self.parameters: tuple[str, ...] = ()  # the names of params that a certain assignment renames
        self.decorators: tuple[Term, ...] = ()
        self.annotation = 0
        self.returns: list[Term] = []
        self.flags = ""
        self.bindings: dict[str, list[Term]] = {}
        self.outer: frozenset[str] = _NONE
        self.loads: dict[str, dict[str, int]] = {}
        self.values: dict[str, int] = {}
        self.glances: list[tuple[str, str, int]] = []  # names that a builtin of no interest gets, with its name and the row
        self.stores: list[Store] = []
        self.checked: list[tuple[str, Checked]] = []  # each with the name
        self.seen: dict[str, list[str] | None] = _EMPTY  # changed in functions alone
        self.trail: list[list[str]] = []
        self.lent: frozenset[str] = _NONE  # variables that functions inside bind
        self.calls: list[Call] = []
        self.trivial: list[tuple[str, Call]] = []
        self.reads: dict[tuple[Term, str], int] = {}
        self.items: list[ItemStore] = []
        self.dict_uses: list[DictUse] = []
        self.class_dicts: dict[int, str] = {}  # those of them that are of a class as it seems, each with the name
        self.members: Members | None = None  # of a class body
        self.repeated = False  # a loop or comprehension of this scope stands around the current place
        self.guarded = False  # a handler for what a missing attribute raises does
        self.expecting = False  # a test says that the statement raises AttributeError
        self.blocks = 0  # with statements and finally clauses around it
        self.left = False  # a return stands before it
        self.narrow: dict[str, Term] = (
            _EMPTY  # never changed in place: spelt name -> the class that isinstance says it has, below 0 the name without an attribute
        )
        self.forgotten: list[str] = []  # names that were narrowed, and have been stored since, in order
        self.having: dict[str, list[str]] = _EMPTY  # nor is this: spelt name -> attributes that the block around reads of it
        self.renamed: dict[str, str] = _EMPTY  # nor is this: what is another variable here than its name says goes by another name
        self.shared: dict[str, Term]
        if parent is None:
            self.parent, self.class_name, self.shared = -1, "", {}
        else:
            self.parent, self.class_name, self.shared = parent.index, parent.class_name, parent.shared
            if parent.renamed:  # variables of comprehensions and type parameters are seen from inside
                self.renamed = {name: alias for name, alias in parent.renamed.items() if "@" in alias}
        self.known = {} if self.renamed else self.shared

    def bind(self, name: str, term: Term) -> None:
        """Note that the name, as it is stored, may hold this."""
        held = self.bindings.get(name)
        if held is None:
            self.bindings[name] = [term]
        else:
            held.append(term)

    def note_read(self, name: str, attribute: str) -> None:
        """Note that an attribute is read for the first time of what a variable, by its current name, holds."""
        reads = self.seen[name]
        if reads is None:
            reads = self.seen[name] = []
        if len(reads) < MOST_READS:
            reads.append(attribute)
            self.trail.append(reads)

    def take_back(self, mark: int) -> None:
        """What was read since the trail had this length is not certain from here on."""
        for reads in self.trail[mark:]:
            reads.pop()
        del self.trail[mark:]

    def standing(self) -> Standing:
        """What is narrowed at this point, to go back to."""
        return self.narrow, len(self.forgotten)

    def widen(self, before: Standing) -> None:
        """Go back to what was narrowed before, but for what has been stored since."""
        narrow, mark = before
        if self.narrow is not narrow:
            lost = self.forgotten[mark:]
            self.see({name: term for name, term in narrow.items() if name not in lost} if lost else narrow)

    def see(self, narrow: dict[str, Term]) -> None:
        """Take these names as narrowed from here on, and no others."""
        self.narrow = narrow
        self.known = {} if narrow or self.renamed else self.shared

    def rename(self, renamed: dict[str, str]) -> None:
        """Take these names as other variables from here on, and no others."""
        self.renamed = renamed
        self.known = {} if renamed or self.narrow else self.shared

    def freeze(self, rebound: Collection[str]) -> Scope:
        """The facts of this scope; calls of builtins that matter to nobody go, unless the file rebinds the name."""
        calls, bindings, returns, reads = self.calls, self.bindings, self.returns, self.reads
        if rebound and self.trivial:
            calls += [call for name, call in self.trivial if name in rebound]
        for plain, name, row in self.glances if rebound else ():
            if plain in rebound:
                self.values.setdefault(name, row)
        return new(Scope, (
            self.kind, self.name, self.qualname, self.row, self.parent, self.owner, self.params, self.decorators,
            self.annotation, tuple(dict.fromkeys(returns)) if returns else (),
            "".join(sorted(self.flags)) if self.flags else "",
            {n: tuple(dict.fromkeys(t)) if len(t) > 1 else (t[0],) for n, t in bindings.items()} if bindings else _EMPTY,
            tuple(sorted(self.outer)) if self.outer else (), self.loads or _EMPTY, self.values or _EMPTY,
            tuple(self.stores) if self.stores else (), tuple(calls) if calls else (),
            tuple([new(Read, (base, name, row)) for (base, name), row in reads.items()]) if reads else (),
            tuple(self.items) if self.items else (), self.uses() if self.dict_uses else (),
            tuple([c for name, c in self.checked if name not in self.lent]) if self.checked else (),
        ))  # fmt: skip

    def uses(self) -> tuple[DictUse, ...]:
        """The uses of dicts; a variable that functions inside bind, or that is of another scope, may hold anything by now."""
        for at, name in self.class_dicts.items():
            if name not in self.lent and name not in self.outer:
                self.dict_uses[at] = self.dict_uses[at]._replace(of_class=True)
        return tuple(self.dict_uses)

    def flag(self, letter: str) -> None:
        """Set a flag of the scope."""
        if letter not in self.flags:
            self.flags += letter
