"""Where the bases of classes come from, as the imports of their module say."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

from slotlint import external
from slotlint.facts import Term
from slotlint.names import absolute
from slotlint.program import SourceModule


def base_imports(module: SourceModule) -> set[str]:
    """Modules outside the standard library that the bases of a module's classes, or what it re-exports, come from."""
    imports = _import_rows(module)
    wanted: set[str] = set()
    for path in {_dotted(module, term) for term in _base_terms(module)}:
        wanted |= _imported(module, path, imports)
    if module.foreign:
        wanted |= {absolute(module, t, level) for t, level, _ in module.facts.stars}
        wanted |= _re_exported(module)
    return {n for n in wanted if n and not external.is_stdlib_module(n.partition(".")[0])}


def _import_rows(module: SourceModule) -> dict[str, list[tuple[Any, ...]]]:
    """The imports that a name is bound to in some scope of a module."""
    terms = module.facts.terms
    found: dict[str, list[tuple[Any, ...]]] = {}
    for scope in module.facts.scopes if module.facts.classes else ():
        for name, held in scope.bindings.items():
            for term in held:
                if terms[term][0] in ("m", "f"):
                    found.setdefault(name, []).append(terms[term])
    return found


def _re_exported(module: SourceModule) -> set[str]:
    """The modules that an installed package's own ``__init__`` takes names from."""
    if not module.is_package:
        return set()
    facts = module.facts
    held = (facts.terms[t] for terms in facts.scopes[0].bindings.values() for t in terms)
    named = (row for row in held if row[0] == "f")
    own = f"{module.name}."
    return {absolute(module, row[1], row[2]) for row in named if row[2] or row[1].startswith(own)}


def _base_terms(module: SourceModule) -> Iterable[Term]:
    facts = module.facts
    for cls in facts.classes:
        for term in cls.bases:
            row = facts.terms[term]
            yield row[1] if row[0] in ("[", "*") else term


def _dotted(module: SourceModule, term: Term) -> tuple[str, ...]:
    """The parts of a dotted name; none where an expression is something else."""
    terms = module.facts.terms
    path: list[str] = []
    row = terms[term]
    while row[0] == "a":
        path.insert(0, row[2])
        row = terms[row[1]]
    return (row[1], *path) if row[0] == "n" else ()


def _imported(module: SourceModule, path: tuple[str, ...], imports: dict[str, list[tuple[Any, ...]]]) -> set[str]:
    """The modules that a base expression may lead to."""
    found: set[str] = set()
    for bound in (*imports.get(path[0], ()), *imports.get(f"{path[0]}.", ())) if path else ():
        if bound[0] == "m":
            found |= {".".join((bound[1], *path[1:n])) for n in range(1, len(path))}
            found.add(bound[1])
        else:
            source = absolute(module, bound[1], bound[2])
            found |= {source, f"{source}.{bound[3]}"}
    return found
