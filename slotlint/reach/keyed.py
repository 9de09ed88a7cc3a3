"""Names that come out of a mapping: what an instance dict or a state is known to hold, and under which names more."""

from __future__ import annotations

from typing import Any, NamedTuple

from slotlint.facts import Scope, Term
from slotlint.reach.borrowed import Borrowed

Place = tuple[int, int, Term]  # module, scope, term
COPIES = frozenset({"copy", "deepcopy"})
ITEMS = frozenset({"items", "keys", "copy"})  # methods that go over the keys of a mapping, or give one with them


class Keys(NamedTuple):
    """The keys of a mapping: these names, and those of the dicts of these instances."""

    names: frozenset[str] = frozenset()
    dicts: tuple[Place, ...] = ()


class Keyed(Borrowed):
    """The part of the collection that knows the names which a loop over a mapping gives."""

    __slots__ = ()

    def names_given(self, at: int, index: int, receiver: Term, name: Term) -> frozenset[str] | None:
        """The names beside those that the receiver has anyway, for a name that comes out of a state or a dict; None for others."""
        returned = self.names_returned(at, index, receiver)
        return self.names_copied(at, index, receiver, name) if returned is None else returned

    def names_returned(self, at: int, index: int, receiver: Term) -> frozenset[str] | None:
        """The names that ``__setstate__`` is given beside those of instances: what ``__getstate__`` of the class adds to the dict."""
        owner = self.inference.receiver_class(at, index, receiver)
        if owner is None or self.program.scope(at, index).name != "__setstate__":
            return None
        nodes = [self.program.classes[cid] for cid in self.inference.family(owner)]
        getters = [(node.module, scope) for node in nodes for scope in self.program.own_scopes(node, "__getstate__")]
        given = [self.keys(module, self.index_of(module, scope), t) for module, scope in getters for t in scope.returns]
        return frozenset().union(*(keys.names for keys in given if keys)) if given and None not in given else None

    def index_of(self, module: int, scope: Scope) -> int:
        """The index of a scope in its module."""
        return self.program.modules[module].facts.scopes.index(scope)

    def names_copied(self, at: int, index: int, receiver: Term, name: Term) -> frozenset[str] | None:
        """The names beside those in the dict of another instance of the same class, out of which they are taken."""
        given = [self.keys(at, index, mapping) for mapping in self.looped(at, index, name)]
        if not given or None in given:
            return None
        kinds = self.inference.ask(at, index, receiver)
        if any(held[0] != "inst" for held in kinds):
            return None
        same = all(self.inference.ask(*place) == kinds for keys in given if keys for place in keys.dicts)
        return frozenset().union(*(keys.names for keys in given if keys)) if same else None

    def looped(self, at: int, index: int, name: Term) -> list[Term]:
        """The mappings over whose keys a loop takes a name; none where it may come from anywhere else."""
        rows = self.inference.facts[at].terms
        found = []
        for term in self.bound(at, index, name) or (0,):
            row = rows[term]
            if row[0] == "i" and row[2] == 0 and rows[row[1]][0] == "e":
                row = rows[row[1]]
                if rows[row[1]][0] != "c" or rows[rows[row[1]][1]][::2] != ("a", "items"):
                    return []
            if row[0] != "e":
                return []
            found.append(int(row[1]))
        return found

    def bound(self, at: int, index: int, term: Term) -> tuple[Term, ...]:
        """What a term stands for where it is a variable of its function alone; nothing for a parameter."""
        row = self.inference.facts[at].terms[term]
        if row[0] != "n":
            return (term,)
        scope = self.program.scope(at, index)
        return () if any(row[1] == param.name for param in scope.params) else tuple(scope.bindings.get(row[1], ()))

    def keys(self, at: int, index: int, term: Term, seen: frozenset[Term] = frozenset()) -> Keys | None:
        """The keys of a mapping, as far as its function tells; None where there may be others."""
        row = self.inference.facts[at].terms[term]
        if term in seen:
            return Keys()
        seen |= {term}
        if row[0] == "n":
            return self.keys_of_variable(at, index, term, seen)
        if row[0] == "d":
            return self.keys_of_display(at, index, row[1:], seen)
        if row[0] == "c":
            return self.keys_of_call(at, index, row, seen)
        if row[0] == "a" and row[2] == "__dict__":
            return Keys(dicts=((at, index, row[1]),))
        if row[0] == "b" and row[1] == "BitOr":
            return self.together(at, index, row[2:], seen)
        if row[0] == "u":
            return self.together(at, index, row[1:], seen)
        return Keys() if row[0] == "k" else None  # None is no state, and nothing is put back

    def together(self, at: int, index: int, terms: tuple[Term, ...], seen: frozenset[Term]) -> Keys | None:
        """The keys of several mappings."""
        return merged([self.keys(at, index, term, seen) for term in terms])

    def keys_of_variable(self, at: int, index: int, term: Term, seen: frozenset[Term]) -> Keys | None:
        """The keys of what a variable holds, and of what is put into it."""
        rows, scope = self.inference.facts[at].terms, self.program.scope(at, index)
        held = () if self.may_be_filled(at, index, term) else self.bound(at, index, term)
        found = [self.together(at, index, held, seen) if held else None]
        found += [self.key(at, index, item.key, seen) for item in scope.items if item.container == term]
        for row in (rows[call.term] for call in scope.calls):
            if row[0] == "c" and rows[row[1]][:2] == ("a", term) and rows[row[1]][2] == "update":
                found.append(self.filled(at, index, row, seen))
            elif row[0] == "c" and rows[row[1]][:2] == ("a", term) and rows[row[1]][2] == "setdefault" and row[2]:
                found.append(self.key(at, index, row[3], seen))
        return merged(found)

    def may_be_filled(self, at: int, index: int, term: Term) -> bool:
        """Whether more than its own function may fill what a variable holds, until that is returned."""
        rows, scope = self.inference.facts[at].terms, self.program.scope(at, index)
        name = rows[term][1]
        if any(inner.loads.get(name) or name in inner.values for inner in self.inference.inner_scopes(at, index)):
            return True
        if name not in scope.values:
            return False
        given = {t for call in scope.calls if rows[rows[call.term][1]] != ("n", "dict") for t in arguments_of(rows[call.term])}
        kept = {*(item.value for item in scope.items), *(store.value for store in scope.stores)}
        bound = {t for terms in scope.bindings.values() for t in terms}
        within = {t for each in bound if rows[each][0] in ("t", "l", "d") for t in rows[each][1:]}
        return term in given | kept | bound | within or term not in scope.returns

    def keys_of_display(self, at: int, index: int, pairs: tuple[Term, ...], seen: frozenset[Term]) -> Keys | None:
        """The keys of ``{key: value, **others}`` and of a comprehension."""
        both = zip(pairs[::2], pairs[1::2], strict=True)
        return merged([self.key(at, index, key, seen) if key else self.keys(at, index, value, seen) for key, value in both])

    def key(self, at: int, index: int, term: Term, seen: frozenset[Term]) -> Keys | None:
        """One key: a text that is known, or any of the keys of another mapping."""
        names = self.inference.strings(at, index, term)
        if names is not None:
            return Keys(frozenset(names))
        mappings = self.looped(at, index, term)
        return self.together(at, index, tuple(mappings), seen) if mappings else None

    def keys_of_call(self, at: int, index: int, row: tuple[int, ...], seen: frozenset[Term]) -> Keys | None:
        """The keys of what ``dict(...)``, ``vars(x)``, a copy, a view or the state method of a base gives."""
        rows = self.inference.facts[at].terms
        callee = rows[row[1]]
        if callee == ("n", "vars") and row[2] == 1:
            return Keys(dicts=((at, index, row[3]),))
        if callee == ("n", "dict"):
            return self.filled(at, index, row, seen)
        if callee[0] != "a":
            return None
        if callee[2] == "__getstate__":  # that of a base is asked by itself; object has none but the instance dict
            return Keys()
        if callee[2] in COPIES and row[2]:
            return self.keys(at, index, row[3], seen)
        return self.keys(at, index, callee[1], seen) if callee[2] in ITEMS else None

    def filled(self, at: int, index: int, row: tuple[int, ...], seen: frozenset[Term]) -> Keys | None:
        """The keys of the arguments of ``dict`` and ``update``."""
        first = 3 + row[2]
        words, values = row[first::2], row[first + 1 :: 2]
        spread = [value for word, value in zip(words, values, strict=True) if not word]
        found = [self.keys(at, index, term, seen) for term in (*row[3:first], *spread)]
        return merged([*found, Keys(frozenset(str(word) for word in words if word))])


def arguments_of(row: tuple[Any, ...]) -> list[Term]:
    """The terms that a call hands in."""
    return [*row[3 : 3 + row[2]], *row[4 + row[2] :: 2]] if row[0] == "c" else []


def merged(found: list[Keys | None]) -> Keys | None:
    """The keys of several mappings, None where those of one are not known."""
    known = [keys for keys in found if keys is not None]
    if len(known) < len(found):
        return None
    return Keys(frozenset().union(*(k.names for k in known)), tuple(place for k in known for place in k.dicts))
