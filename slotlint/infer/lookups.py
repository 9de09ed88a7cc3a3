"""Modules and their names that texts name: ``import_module(name)``, ``sys.modules[name]``, ``vars(module)[name]``."""

from __future__ import annotations

from slotlint.facts import Term
from slotlint.infer.externals import Externals, Terms
from slotlint.infer.values import ANYTHING, NOTHING, Value, Values, one

MODULES = ("ext", "sys.modules")
NAMESPACES = (("n", "globals"), ("n", "vars"))


class Lookups(Externals):
    """The part of the inference that knows modules by their names, and names by texts."""

    __slots__ = ()

    def module_named(self, module: int, scope: int, arguments: Terms, first: Values) -> Values:
        """``importlib.import_module(first)``; with a name that is not known a module of the program or another one."""
        if len(first) != 1 or any(v[0] != "str" for v in first):
            return one("xinst", "types.ModuleType") | ANYTHING
        (name,) = (v[1] for v in first)
        target = name.lstrip(".")
        if target != name:
            return self.relative_module(module, scope, target, len(name) - len(target), arguments[1:])
        found = self.find_module(module, name, 0)
        return one("mod", found) if found is not None else one("ext", name)

    def relative_module(self, module: int, scope: int, target: str, level: int, anchors: Terms) -> Values:
        """A module that is named from a package on: that of the module itself, if no text names another."""
        names = self.strings(module, scope, anchors[0]) if anchors else None
        package = self.find_module(module, names[0], 0) if names and len(names) == 1 else module
        found = None if package is None else self.find_module(package, target, level)
        return ANYTHING if found is None else one("mod", found)

    def loaded(self, module: int, scope: int, key: Term) -> Values:
        """``sys.modules[key]``."""
        names = self.strings(module, scope, key) or ()
        found = {self.find_module(module, name, 0) for name in names}
        known = frozenset(("mod", each) for each in found if each is not None)
        return known if known and None not in found else known | one("xinst", "types.ModuleType")

    def in_namespace(self, module: int, scope: int, base: Term, key: Term) -> Values | None:
        """What the dict of a module holds under a name that is known; None for another container or name."""
        spaces = self.namespaces(module, scope, base)
        names = self.strings(module, scope, key) if spaces else None
        return NOTHING.union(*(self.module_attribute(at, name) for at in spaces for name in names)) if names else None

    def namespaces(self, module: int, scope: int, term: Term) -> list[int]:
        """The modules of which a term is the dict."""
        row: Value = self.facts[module].terms[term]
        callee = self.facts[module].terms[row[1]] if row[0] == "c" else ()
        if callee in NAMESPACES and len(row) == 3:
            return [module] if scope == 0 or callee == NAMESPACES[0] else []
        held = row[3] if callee in NAMESPACES and row[2] == 1 else row[1] if row[::2] == ("a", "__dict__") else 0
        return [v[1] for v in self.eval(module, scope, held) if v[0] == "mod"] if held else []
