"""Names to modules and members: imports of every form, star imports, re-exports."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence

from slotlint.program import SourceModule


def module_index(modules: Sequence[SourceModule]) -> dict[str, int]:
    """Module name to index; a stub yields to the source, the program to nothing foreign."""
    found: dict[str, int] = {}
    for at, module in enumerate(modules):
        held = found.get(module.name)
        if held is None or _yields(modules[held], module):
            found[module.name] = at
    return found


def _yields(held: SourceModule, other: SourceModule) -> bool:
    return (held.is_stub and not other.is_stub) or (held.foreign and not other.foreign)


def alias_index(modules: Sequence[SourceModule], by_name: Mapping[str, int]) -> dict[str, int]:
    """Names under which a module is found only when no module has that name itself and no two claim it."""
    claims: dict[str, list[int]] = {}
    for at, module in enumerate(modules):
        for alias in module.aliases:
            if alias not in by_name:
                claims.setdefault(alias, []).append(at)
    return {alias: held[0] for alias, held in claims.items() if len(held) == 1}


def absolute(module: SourceModule, target: str, level: int) -> str:
    """The absolute name that a relative import means; "" when it leaves the top package."""
    if level == 0:
        return target
    parts = module.name.split(".")
    if not module.is_package:
        parts = parts[:-1]
    parts = parts[: len(parts) - (level - 1)]
    if not parts:
        return target  # a relative import in a lone script: the sibling module
    return ".".join((*parts, target)) if target else ".".join(parts)


def candidates(module: SourceModule, target: str, level: int) -> Iterable[str]:
    """The names to try for an import, best first."""
    name = absolute(module, target, level)
    if level == 0:
        for root in module.roots:
            if root:
                yield f"{root}.{name}"
    yield name
