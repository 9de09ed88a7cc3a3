"""Programs as text, judged in this process: ``{"file.py": source}``, or one source that is ``main.py``.

A path below ``site-packages/`` is read from the environment, one that ends in ``.pyi`` is a stub.
"""

from __future__ import annotations

import contextlib
import sys
import textwrap
import types
from collections.abc import Iterator, Mapping
from typing import Any

import pytest

from slotlint.diagnostics import Applicability, Fix, Note, Remedy
from slotlint.edits import apply, prove
from slotlint.extract import extract
from slotlint.facts import FileFacts
from slotlint.link import link
from slotlint.program import ClassNode, Program, SourceModule, Version
from slotlint.rewrite import Refusal, Style, edits_for
from slotlint.rules import CHECKS
from slotlint.rules.context import World, own_cases, world_of
from slotlint.verdict import Case, Options, Policy

TARGETS: tuple[Version, ...] = ((3, 10), (3, 11), (3, 12), (3, 13), (3, 14))
OPTIONS = Policy()
ENVIRONMENT = "site-packages/"
MARK = "# <-"  # on the line that an expectation speaks of

Source = str | Mapping[str, str]


def table(*rows: tuple[Any, ...]) -> Any:
    """Rows of (name, ...) as parameters; a Defect at the end of a row says what is wrong with the tool today."""
    return [_row(*row) for row in rows]


class Defect(str):
    """Why a row fails: a defect that is known and not yet mended. When it is, the row says so by failing."""

    __slots__ = ()


def _row(name: str, *values: Any) -> Any:
    if values and isinstance(values[-1], Defect):
        return pytest.param(*values[:-1], id=name, marks=pytest.mark.xfail(strict=True, reason=str(values[-1])))
    return pytest.param(*values, id=name)


def files_of(source: Source) -> dict[str, str]:
    """The files of a program by path."""
    files = {"main.py": source} if isinstance(source, str) else source
    return {path: textwrap.dedent(text).lstrip("\n") for path, text in files.items()}


def module_of(path: str, text: str) -> SourceModule:
    """One file as the driver would hand it on."""
    facts = extract(text.encode(), stub=path.endswith(".pyi"))
    assert facts.problem is None, (path, facts.problem)
    name = path.removeprefix(ENVIRONMENT).removesuffix("i").removesuffix(".py").replace("/", ".")
    package = name.endswith("__init__")
    name = name.removesuffix(".__init__")
    return SourceModule(path, name, package, facts, path.startswith(ENVIRONMENT), path.endswith(".pyi"))


def linked(source: Source, targets: tuple[Version, ...] = TARGETS, missing: frozenset[str] = frozenset()) -> Program:
    """The Program of these files."""
    return link([module_of(path, text) for path, text in files_of(source).items()], targets, missing)


def world(
    source: Source, targets: tuple[Version, ...] = TARGETS, missing: frozenset[str] = frozenset(), options: Options = OPTIONS
) -> World:
    """The Program of these files, judged."""
    return world_of(linked(source, targets, missing), options)


def node_of(program: Program, name: str) -> ClassNode:
    """The class of this qualified name, in whatever module it is; or "module:Name"."""
    found = [n for n in program.classes if name in (n.key, n.facts.qualname)]
    assert found, f"no class {name} among {[n.key for n in program.classes]}"
    return found[0]


def case_of(judged: World, name: str) -> Case:
    """The case of the class of this name."""
    return judged.cases[node_of(judged.program, name).cid]


def marked(source: Source) -> tuple[str, int]:
    """Path and row of the line that ends with the mark."""
    found = [(path, row) for path, text in files_of(source).items() for row, line in enumerate(text.splitlines(), 1) if line.endswith(MARK)]
    assert len(found) == 1, found
    return found[0]


# -- what a term may be ----------------------------------------------------------------------------------------------


def revealed(source: Source) -> str:
    """What the argument of ``reveal(...)`` may be, all calls of it together: "A B ?", where "?" is anything."""
    return " ".join(sorted(describe(judged, value) for judged in (world(source),) for value in asked(judged)))


def asked(judged: World) -> set[Any]:
    """The values of the first argument of every call of ``reveal``."""
    found: set[Any] = set()
    for at, module in enumerate(judged.program.modules):
        for index, term in reveals(module.facts):
            found |= judged.inference.ask(at, index, term)
    return found


def reveals(facts: FileFacts) -> list[tuple[int, int]]:
    """(scope, term of the first argument) of the calls of ``reveal`` in a file."""
    rows = [(index, facts.terms[call.term]) for index, scope in enumerate(facts.scopes) for call in scope.calls]
    return [(index, row[3]) for index, row in rows if row[0] == "c" and facts.terms[row[1]] == ("n", "reveal")]


def describe(judged: World, value: Any) -> str:
    """A value in words: ``A`` for an instance, ``type[A]`` for the class, ``[A]`` for a container of these."""
    kind = value[0]
    if kind in ("inst", "cls"):
        name = judged.program.classes[value[1]].facts.qualname
        return name if kind == "inst" else f"type[{name}]"
    if kind == "of":
        return f"[{'|'.join(sorted(describe(judged, v) for v in value[1]))}]"
    if kind == "row":
        return f"({', '.join('|'.join(sorted(describe(judged, v) for v in column)) for column in value[1])})"
    if kind == "mod":
        return f"module {judged.program.modules[value[1]].name}"
    if kind == "xinst" and value[1].endswith(")"):
        return "outside"  # made by something that knows nothing of the program
    return {"xinst": str(value[-1]), "ext": f"name {value[-1]}", "str": repr(value[-1])}.get(kind, str(kind))


# -- verdicts --------------------------------------------------------------------------------------------------------


def verdict_of(judged: World, name: str) -> str:
    """The slots of a class as they would be declared ("x y"), "unsafe: x y", or "refused"."""
    case = case_of(judged, name)
    if not case.ok:
        return "refused"
    names = " ".join(judged.slots(case))
    return f"unsafe: {names}" if case.unsafe else names


def reasons_of(judged: World, name: str) -> list[tuple[str, str, int]]:
    """(kind, path, row) of every reason and doubt against slots."""
    case = case_of(judged, name)
    return [(n.kind, n.path, n.row) for n in notes_of(case)]


def notes_of(case: Case) -> tuple[Note, ...]:
    """Every reason and doubt against slots."""
    return (*case.reasons, *case.doubts)


def safe_fixes(judged: World) -> list[Fix]:
    """The safe fixes of the findings on a program, one a group."""
    found = [d for case in own_cases(judged) for check in CHECKS for d in check.find(judged, case)]
    fixes = {d.fix.group: d.fix for d in found if d.fix is not None}
    return [f for _, f in sorted(fixes.items()) if f.applicability is Applicability.SAFE]


def rewritten(source: str) -> str:
    """A program of one file after every safe fix that the rewrite does not refuse; proven on its way."""
    text = files_of(source)["main.py"].encode()
    remedies: list[Remedy] = []
    for fix in safe_fixes(world(source)):
        if not isinstance(edits_for("main.py", text, [*remedies, *fix.remedies], Style()), Refusal):
            remedies += fix.remedies
    edits = edits_for("main.py", text, remedies, Style()) if remedies else ()
    assert not isinstance(edits, Refusal)
    after = apply(text, edits)
    assert prove(text, after, remedies) is None
    return after.decode()


@contextlib.contextmanager
def running(source: str) -> Iterator[dict[str, Any]]:
    """The names of a program of one file while it is an imported module."""
    module = types.ModuleType("main")
    held = sys.modules.get("main")
    sys.modules["main"] = module
    try:
        exec(compile(textwrap.dedent(source).lstrip("\n"), "main.py", "exec"), module.__dict__)
        yield module.__dict__
    finally:
        sys.modules.pop("main")
        if held is not None:
            sys.modules["main"] = held


def behaviour(source: str) -> str:
    """What ``check()`` of a program gives, or the error that stops it."""
    try:
        with running(source) as names:
            return repr(names["check"]())
    except Exception as error:
        return f"{type(error).__name__}: {error}"
