"""Programs with class hierarchies, generated: classes in up to three modules and checks that use them.

A program is ``{"file.py": source}``; ``main`` has functions ``check_1``, ``check_2``... that take nothing. What they give,
before and after the safe fixes, is compared on CPython.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from typing import TypeVar

from hypothesis import strategies as st

T = TypeVar("T")
NAMES = ("x", "y", "name", "items", "count", "parent", "flag", "data", "_cache", "__key", "size", "state")
VALUES = ("1", "0", "'a'", "None", "True", "2.5", "(1, 2)", "[]", "{}", "[1]", "{'k': 1}")
CONSTANTS = ("1", "0", "'a'", "None", "True", "2.5", "(1, 2)", "()", "-1")
MODULES = ("base", "more", "main")


@dataclass(slots=True)
class Choices:
    """Random choices; the first of a sequence, the lowest count and "no" are the simplest."""

    count: Callable[[int, int], int]  # a number from the first to the second, both included

    def pick(self, found: Sequence[T]) -> T:
        return found[self.count(0, len(found) - 1)]

    def maybe(self, percent: int) -> bool:
        return self.count(0, 99) >= 100 - percent

    def some(self, found: Sequence[T], low: int, high: int) -> list[T]:
        """Up to ``high`` different ones, in the order of the sequence."""
        left = list(found)
        number = min(self.count(low, high), len(left))
        taken = [left.pop(self.count(0, len(left) - 1)) for _ in range(number)]
        return [one for one in found if one in taken]


@dataclass(slots=True)
class Shape:
    """A class as it is being written. ``known`` are the attributes that its instances have for certain."""

    name: str
    module: str
    kind: str = "plain"
    bases: list[Shape] = field(default_factory=list)
    outside: list[str] = field(default_factory=list)
    keywords: list[str] = field(default_factory=list)
    decorators: list[str] = field(default_factory=list)
    head: list[str] = field(default_factory=list)
    params: list[str] = field(default_factory=list)
    init: list[str] | None = None
    methods: list[list[str]] = field(default_factory=list)
    known: list[str] = field(default_factory=list)
    defined: set[str] = field(default_factory=set)
    abstract: bool = False
    frozen: bool = False
    made_by: str = ""  # a function outside that gives the class, "" where the class stands by itself

    @property
    def make(self) -> str:
        """An expression that gives an instance."""
        return f"{self.name}()"

    def family(self) -> list[Shape]:
        """The class and all its bases in the program, nearest first."""
        found = {id(self): self}
        for base in self.bases:
            found.update((id(one), one) for one in base.family())
        return list(found.values())

    def has(self, name: str) -> bool:
        return any(name in one.defined for one in self.family())

    def method(self, name: str, *lines: str, once: bool = True) -> None:
        """Add a method; the first line is its head. Not where the class has one of the name."""
        if once and name in self.defined:
            return
        self.defined.add(name)
        self.methods.append(list(lines))

    def source(self) -> list[str]:
        """The lines of the class statement."""
        given = [*(base.name for base in self.bases), *self.outside, *self.keywords]
        lines = [*self.decorators, f"class {self.name}({', '.join(given)}):" if given else f"class {self.name}:"]
        body = list(self.head)
        if self.init is not None:
            params = "".join(f", {param}" for param in self.params)
            body += ["", f"def __init__(self{params}):", *(f"    {line}" for line in self.init or ["pass"])]
        for method in self.methods:
            body += ["", *method]
        body = body[1:] if body and not body[0] else body
        return [*lines, *(f"    {line}" if line else "" for line in body or ["pass"])]


@dataclass(slots=True)
class Code:
    """A program as it is being written."""

    choices: Choices
    classes: list[Shape] = field(default_factory=list)
    imports: dict[str, dict[str, None]] = field(default_factory=lambda: {name: {} for name in MODULES})
    blocks: dict[str, list[list[str]]] = field(default_factory=lambda: {name: [] for name in MODULES})
    checks: list[list[str]] = field(default_factory=list)
    numbers: int = 0

    def need(self, module: str, *lines: str) -> None:
        """Lines to stand on top of a module, each once."""
        self.imports[module].update(dict.fromkeys(lines))

    def put(self, module: str, *lines: str) -> None:
        """A block at the end of a module."""
        self.blocks[module].append(list(lines))

    def refer(self, module: str, shape: Shape) -> str:
        """The name of a class in a module, imported where it is another's."""
        if shape.module != module:
            self.need(module, f"from {shape.module} import {shape.name}")
        return shape.name

    def fresh(self, stem: str) -> str:
        """A name that nothing else has."""
        self.numbers += 1
        return f"{stem}_{self.numbers}"

    def check(self, *lines: str) -> None:
        """A function of ``main`` whose result is observed."""
        self.checks.append([f"def check_{len(self.checks) + 1}():", *(f"    {line}" for line in lines)])

    def files(self) -> dict[str, str]:
        """The sources by file."""
        found = {}
        for module in MODULES:
            blocks = [*self.blocks[module], *(self.checks if module == "main" else ())]
            text = "\n\n\n".join("\n".join(block) for block in blocks)
            head = "\n".join(self.imports[module])
            if blocks or module == "main":
                found[f"{module}.py"] = f"{head}\n\n\n{text}\n" if head else f"{text}\n"
        return found


def linearized(bases: Sequence[Shape]) -> list[Shape] | None:
    """The C3 linearization of the bases, None where there is none."""

    def order(shape: Shape) -> list[Shape]:
        return [shape, *(linearized(shape.bases) or [])]

    rows = [*(order(base) for base in bases), list(bases)]
    found: list[Shape] = []
    while any(rows):
        rows = [row for row in rows if row]
        heads = [row[0] for row in rows if not any(row[0] in other[1:] for other in rows)]
        if not heads:
            return None
        found.append(heads[0])
        rows = [[one for one in row if one is not heads[0]] for row in rows]
    return found


@st.composite
def programs(draw: Callable[[st.SearchStrategy[int]], int]) -> dict[str, str]:
    """Programs of one to seven classes, one to eight checks each."""
    return program(Choices(lambda low, high: draw(st.integers(low, high))))


def program(choices: Choices) -> dict[str, str]:
    """A program by the choices given."""
    from hierarchy_classes import add_class
    from hierarchy_uses import add_use

    code = Code(choices)
    for _ in range(choices.count(1, 7)):
        add_class(code)
    for _ in range(choices.count(1, 8)):
        add_use(code)
    return code.files()
