"""Makes a program small while it keeps a property: statements, bases and decorators are taken away one by one."""

from __future__ import annotations

import ast
from collections.abc import Callable, Iterator, Mapping
from typing import Any

Files = Mapping[str, str]
LISTS = ("body", "orelse", "finalbody", "decorator_list", "bases", "keywords")


def smaller(files: Files, holds: Callable[[Files], bool]) -> Files:
    """A program with the property from which nothing more can be taken; ``files`` must have it."""
    trees = {name: ast.parse(text) for name, text in files.items()}

    def still() -> bool:
        try:
            return holds(_sources(trees))
        except (SyntaxError, ValueError):  # a tree that is no program any more
            return False

    if not still():  # the property hangs on how the program is written
        return files
    while sum(_reduced(node, name, still) for tree in trees.values() for node, name in list(_lists(tree))):
        pass
    return _sources(trees)


def _sources(trees: Mapping[str, ast.Module]) -> dict[str, str]:
    return {name: f"{ast.unparse(ast.fix_missing_locations(tree))}\n" for name, tree in trees.items()}


def _lists(tree: ast.Module) -> Iterator[tuple[ast.AST, str]]:
    for node in ast.walk(tree):
        for name in LISTS:
            if isinstance(getattr(node, name, None), list):
                yield node, name


def _reduced(node: ast.AST, name: str, still: Callable[[], bool]) -> bool:
    """Take parts out of a list, halves first; whether any could go."""
    held: list[Any] = getattr(node, name)
    done, size = False, len(held)
    while size:
        at = 0
        while at < len(held):
            cut = held[at : at + size]
            filler: list[Any] = [ast.Pass()] if name == "body" and len(cut) == len(held) else []
            if [type(one) for one in cut] == [ast.Pass] and filler:
                break
            held[at : at + size] = filler
            if still():
                done, at = True, at + len(filler)
            else:
                held[at : at + len(filler)] = cut
                at += size
        size //= 2
    return done
