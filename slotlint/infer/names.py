"""Names: scopes as Python nests them, globals, builtins, imports and star imports."""

from __future__ import annotations

from slotlint.facts import Param, Scope, Term
from slotlint.infer.puts import bound_from_functions
from slotlint.infer.replaced import Replaced
from slotlint.infer.spaces import Spaces
from slotlint.infer.tables import Bound, bound_from_within
from slotlint.infer.values import ANYTHING, BUILTINS, NOTHING, Value, Values, one
from slotlint.names import candidates
from slotlint.program import Program


def parameter_of(scope: Scope, name: str) -> Param | None:
    """The parameter of this name."""
    for param in scope.params:
        if param.name == name:
            return param
    return None


class Names(Replaced):
    """The part of the inference that knows names."""

    __slots__ = ("_found", "_globals", "_rebinders")

    def __init__(self, program: Program, callers: bool = True) -> None:
        super().__init__(program, callers)
        self._rebinders: dict[int, dict[str, list[tuple[int, Scope]]]] = {}
        self._found: dict[tuple[int, str, int], int | None] = {}
        self._globals: dict[tuple[int, str], list[Bound]] | None = None

    def name(self, module: int, scope: int, name: str) -> Values:
        """What a name may be, looked up from a scope outwards as Python does."""
        scopes = self.facts[module].scopes
        at = scope
        while at > 0:
            here = scopes[at]
            if (at == scope or here.kind != "class") and name not in here.outer:
                param = parameter_of(here, name)
                if param is not None:
                    found = self.parameter(module, at, param) | self.nonlocal_bindings(module, at, name)
                    again = here.bindings.get(name, ())
                    later = here.bindings.get(f"{name}#", ()) if at != scope else ()
                    return found | self.values_of_name(module, at, name, (*again, *later)) if again or later else found
                held = here.bindings.get(name)
                if held is not None and here.kind == "class":  # LOAD_NAME: until the body binds it, it is the outer one
                    return self.values_of_name(module, at, name, held) | self.outer_name(module, here.parent, name)
                if held is not None:
                    kept = self.local_container(module, at, name) if at == scope else None
                    return kept or self.values_of_name(module, at, name, held) | self.nonlocal_bindings(module, at, name)
            at = here.parent
        return self.global_name(module, name)

    def outer_name(self, module: int, scope: int, name: str) -> Values:
        """What a name of a class body is outside of it, where it is anything."""
        found = self.name(module, scope, name)
        return NOTHING if found == ANYTHING else found

    def nonlocal_bindings(self, module: int, scope: int, name: str) -> Values:
        """What inner functions assign to a name of this scope by ``nonlocal``."""
        found: set[Value] = set()
        plain = name.rstrip("#")  # a parameter goes by other names once it is assigned
        for at, inner in self.rebinders(module).get(plain, ()):
            if at > scope and "G" not in inner.flags:
                found |= self.many(module, at, inner.bindings[plain])
        return frozenset(found)

    def rebinders(self, module: int) -> dict[str, list[tuple[int, Scope]]]:
        """The scopes of a module that bind a name of a scope around them."""
        found = self._rebinders.get(module)
        if found is None:
            found = self._rebinders[module] = bound_from_within(self.facts[module])
        return found

    def global_bindings(self) -> dict[tuple[int, str], list[Bound]]:
        """What functions assign to names of modules by ``global`` and through ``globals()``."""
        if self._globals is None:
            self._globals = self.table("globals", bound_from_functions)
        return self._globals

    def spaces(self) -> Spaces:
        """The modules as objects."""
        return Spaces(self.facts, [module.name for module in self.modules], self.find_module)

    def global_name(self, module: int, name: str) -> Values:
        """What a name of a module, or a builtin, may be."""
        key = ("global", module, name)
        found: Values | None = self.memo.get(key)
        if found is not None:
            return found
        if self.is_plain(module, name):  # no long way to this answer
            found = self.memo[key] = self.once(self.find_global(module, name))
            return found
        return self.guarded(key, self.find_global, module, name)

    def is_plain(self, module: int, name: str) -> bool:
        """Whether a global name is bound by definitions and ``import`` statements alone."""
        held = self.facts[module].scopes[0].bindings.get(name, ())
        rows = self.facts[module].terms
        bound = [rows[t] for t in held]
        if not bound or (module, name) in self.global_bindings() or self.may_be_replaced(("mod", module), name):
            return False
        return all(row[0] in "FC" or (row[0] == "m" and row[1] not in self.paths()) for row in bound)

    def find_global(self, module: int, name: str) -> Values:
        """The same, worked out anew."""
        return self.bound_globally(module, name) | self.replaced(("mod", module), name)

    def bound_globally(self, module: int, name: str) -> Values:
        """What the module itself, its functions and its star imports bind a name to, or else a builtin."""
        held = self.facts[module].scopes[0].bindings.get(name)
        container = self.global_container(module, name) if held is not None else None
        if container is not None and (module, name) not in self.global_bindings():
            return container
        found: set[Value] = set(self.values_of_name(module, 0, name, held)) if held is not None else set()
        for at, scope, term in self.global_bindings().get((module, name), ()):
            found |= self.eval(at, scope, term)
        if held is not None or found:
            return self.known(frozenset(found))  # None is not for ever
        starred = self.starred_name(module, name)
        if starred or self.waits():
            return starred
        if name == "__class__":
            return ANYTHING
        if name == "__name__":
            return one("str", self.modules[module].name)
        if name in BUILTINS:
            return one("ext", name) | self.replaced(("ext", "builtins"), name)
        return self.starred_from_outside(module, name)

    def starred_from_outside(self, module: int, name: str) -> Values:
        """What a star import from outside the program may bind: a name that nothing else in the module does."""
        targets = {target for target, level, _ in self.facts[module].stars if level == 0}
        outside = {t for t in targets if self.find_module(module, t, 0) is None}
        return one("ext", f"{outside.pop()}.{name}") if len(outside) == 1 else ANYTHING

    def starred_name(self, module: int, name: str) -> Values:
        """What the first star import of a module that binds a name binds it to."""
        if not self.facts[module].stars:
            return NOTHING
        return self.kept(("star", module, name), self.find_starred, module, name)

    def find_starred(self, module: int, name: str) -> Values:
        """The same, worked out anew."""
        found = (self.star(module, target, level, name) for target, level, _ in self.facts[module].stars)
        return next((values for values in found if values), NOTHING)

    def star(self, module: int, target: str, level: int, name: str) -> Values:
        """What ``from target import *`` binds to a name."""
        found = self.find_module(module, target, level)
        if found is None:
            return NOTHING
        exports = self.facts[found].exports
        exported = name in exports if exports is not None else not name.startswith("_")
        return self.module_attribute(found, name, missing=NOTHING) if exported else NOTHING

    def starred_names(self, module: int, outer: frozenset[int] = frozenset()) -> set[str]:
        """The names that star imports bind in a module; ``outer``: the modules that are being read already."""
        found: set[str] = set()
        for target, level, _ in self.facts[module].stars:
            held = self.find_module(module, target, level)
            if held is None or held in outer:
                continue
            exports = self.facts[held].exports
            names = {*self.facts[held].scopes[0].bindings, *self.starred_names(held, outer | {module})}
            found.update(exports if exports is not None else (n for n in names if not n.startswith("_")))
        return found

    def module_attribute(self, module: int, name: str, missing: Values = ANYTHING) -> Values:
        """What ``module.name`` may be."""
        scopes = self.facts[module].scopes
        if (scopes and name in scopes[0].bindings) or (module, name) in self.global_bindings():
            return self.global_name(module, name)
        starred = self.starred_name(module, name)
        return starred if starred or self.waits() else self.submodule(module, name, missing)

    def submodule(self, module: int, name: str, missing: Values) -> Values:
        """The module of this name in a package."""
        found = self.program.by_name.get(f"{self.modules[module].name}.{name}")
        return one("mod", found) if found is not None else missing

    def find_module(self, module: int, target: str, level: int) -> int | None:
        """The module that an import in ``module`` means, when it is in the program."""
        key = module, target, level
        if key not in self._found:
            self._found[key] = self.search_module(module, target, level)
        return self._found[key]

    def search_module(self, module: int, target: str, level: int) -> int | None:
        """The same, worked out anew."""
        for name in candidates(self.modules[module], target, level):
            found = self.program.by_name.get(name)
            if found is None and level == 0:
                found = self.aliases.get(name)
            if found is not None:
                return found
        return None

    def imported(self, module: int, target: str, level: int, name: str) -> Values:
        """What ``from target import name`` binds."""
        found = self.find_module(module, target, level)
        if found is not None:
            return self.taken_from_itself(module, name) if found == module else self.module_attribute(found, name)
        inner = self.find_module(module, f"{target}.{name}" if target else name, level)
        if inner is not None:
            return one("mod", inner)
        if level:
            return ANYTHING
        placed = NOTHING.union(*(self.attribute(value, name) for value in self.placed(target)))
        return one("ext", f"{target}.{name}") | self.replaced(("ext", target), name) | placed

    def taken_from_itself(self, module: int, name: str) -> Values:
        """What a module imports from itself: a package a submodule, a function what the module binds by other means."""
        terms = self.facts[module].terms
        bound = self.facts[module].scopes[0].bindings.get(name, ())
        own = any(terms[term][0] != "f" for term in bound)
        return self.submodule(module, name, ANYTHING) if not own else self.global_name(module, name)

    def is_by_name(self, module: int, scope: int, term: Term) -> bool:
        """Whether a term is the name of a class or of what a module holds, which is that very class."""
        row = self.facts[module].terms[term]
        if row[0] == "a":
            return all(value[0] in ("mod", "ext") for value in self.eval(module, scope, row[1]))
        at = scope
        while row[0] == "n" and at > 0:
            here = self.facts[module].scopes[at]
            if parameter_of(here, row[1]) is not None or row[1] in here.bindings:
                return all(self.facts[module].terms[t][0] in "Cf" for t in here.bindings.get(row[1], (0,)))
            at = here.parent
        return bool(row[0] == "n")

    def receiver_class(self, module: int, scope: int, receiver: Term) -> int | None:
        """The class whose method this is, when the receiver is its first parameter."""
        row = self.facts[module].terms[receiver]
        at = scope
        while at > 0:
            here = self.facts[module].scopes[at]
            if here.owner >= 0 and here.kind == "function":
                first = here.params[0].name if here.params else ""
                return self.program.class_at[module, here.owner] if row == ("n", first) else None
            at = here.parent
        return None

    def owner_class(self, module: int, scope: int) -> int | None:
        """The class that a scope lies in, as zero-argument ``super()`` sees it."""
        at = scope
        while at > 0:
            here = self.facts[module].scopes[at]
            if here.owner >= 0:
                return self.program.class_at[module, here.owner]
            at = here.parent
        return None
