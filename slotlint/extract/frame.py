"""The mutable side of extraction: a table of terms and one frame for each scope that is being read."""

from __future__ import annotations

from typing import Any

from slotlint.facts import Call, DictUse, ItemStore, Param, Read, Scope, Store, Term


class Table:
    """Terms by index, each distinct one once."""

    __slots__ = ("index", "rows")

    def __init__(self) -> None:
        self.rows: list[tuple[Any, ...]] = [("?",)]
        self.index: dict[tuple[Any, ...], int] = {}

    def add(self, *row: Any) -> Term:
        """The index of this term."""
        found = self.index.get(row)
        if found is None:
            found = self.index[row] = len(self.rows)
            self.rows.append(row)
        return found


class Frame:
    """A scope while it is read; ``freeze`` gives the facts."""

    __slots__ = (
        "annotation", "bindings", "calls", "class_name", "decorators", "dict_uses", "flags", "guard", "index", "items",
        "kind", "loads", "loop", "name", "narrow", "outer", "renamed", "owner", "params", "parent", "qualname", "reads", "returns",
        "row", "stores", "trivial", "values",
    )  # fmt: skip

    def __init__(self, kind: str, name: str, qualname: str, row: int, index: int, parent: Frame | None) -> None:
        self.kind, self.name, self.qualname, self.row, self.index = kind, name, qualname, row, index
        self.parent = parent.index if parent else -1
        self.class_name = parent.class_name if parent else ""
        self.owner = -1
        self.params: tuple[Param, ...] = ()
        self.decorators: tuple[Term, ...] = ()
        self.annotation = 0
        self.returns: list[Term] = []
        self.flags: set[str] = set()
        self.bindings: dict[str, list[Term]] = {}
        self.outer: set[str] = set()
        self.loads: dict[str, dict[str, int]] = {}
        self.values: dict[str, int] = {}
        self.stores: list[Store] = []
        self.calls: list[Call] = []
        self.trivial: list[tuple[str, Call]] = []
        self.reads: dict[tuple[Term, str], int] = {}
        self.items: list[ItemStore] = []
        self.dict_uses: list[DictUse] = []
        self.loop = 0
        self.guard = 0
        self.narrow: dict[str, Term] = {}
        self.renamed: dict[str, str] = {}  # a parameter that was rebound goes by another name from there on

    def bind(self, name: str, term: Term) -> None:
        """Note that the name may hold this."""
        held = self.bindings.get(name)
        if held is None:
            self.bindings[name] = [term]
        elif term not in held:
            held.append(term)

    def load(self, name: str, attribute: str, row: int) -> None:
        """Note a load of ``name.attribute``."""
        self.loads.setdefault(name, {}).setdefault(attribute, row)

    def freeze(self, module_names: dict[str, list[Term]]) -> Scope:
        """The facts of this scope; calls of builtins that matter to nobody go, unless the module rebinds the name."""
        kept = [call for name, call in self.trivial if name in module_names]
        return Scope(
            self.kind, self.name, self.qualname, self.row, self.parent, self.owner, self.params, self.decorators,
            self.annotation, tuple(dict.fromkeys(self.returns)), "".join(sorted(self.flags)),
            {name: tuple(held) for name, held in self.bindings.items()}, tuple(sorted(self.outer)), self.loads,
            self.values, tuple(self.stores), (*self.calls, *kept),
            tuple(Read(base, name, row) for (base, name), row in self.reads.items()), tuple(self.items),
            tuple(self.dict_uses),
        )  # fmt: skip
