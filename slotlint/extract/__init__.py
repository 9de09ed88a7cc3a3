"""Bytes to facts: the only reader of ``ast`` for meaning. It knows no rules and touches no files."""

from __future__ import annotations

import ast
import warnings
from itertools import chain
from operator import itemgetter

from slotlint.extract.classes import Classes
from slotlint.extract.comments import comments_of
from slotlint.extract.examples import RUNNING, functions_of
from slotlint.extract.expressions import TRIVIAL
from slotlint.facts import FileFacts

_NAME = "<slotlint>"  # the file name under which sources are parsed, so that a filter can tell their warnings
_quiet: object = None  # that filter


def extract(source: bytes, *, stub: bool = False) -> FileFacts:
    """The facts of one file; what cannot be read as Python is ``FileFacts.problem``, never an exception."""
    try:
        tree = _parse(source)
    except SyntaxError as error:
        at = (max(error.lineno or 1, 1), max(error.offset or 1, 1))
        return _empty((f"not valid Python: {error.msg}", *at), source)
    except (ValueError, LookupError) as error:
        return _empty((f"not valid Python: {error}", 1, 1), source)
    except (RecursionError, MemoryError):
        return _empty(("nested too deeply to be read", 1, 1), source)
    reader = Classes(source)
    reader.module = tree.body
    try:
        reader.body(tree.body)
        reader.body(functions_of(reader.documents, reader.samples if _runs_texts(reader) else ()))
    except RecursionError:
        return _empty(("nested too deeply to be read", 1, 1), source)
    finally:
        reader.table.default_factory = None  # no cycle may outlive the file
    return _facts(reader, source)


def _parse(source: bytes) -> ast.Module:
    """The tree of a source; what Python would warn of in it is not ours to print."""
    global _quiet
    if _quiet is None or _quiet not in warnings.filters[:1]:
        # A filter of this name alone hides nothing else: it need not be taken back, so threads may share it.
        warnings.filterwarnings("ignore", module=_NAME)
        _quiet = warnings.filters[0]
    return ast.parse(source, _NAME)


def _facts(reader: Classes, source: bytes) -> FileFacts:
    rebound = _rebound(reader)
    for plain, name, row in reader.glances if rebound else ():
        if plain in rebound:
            reader.attribute_values.setdefault(name, row)
    return FileFacts(
        None,
        tuple(reader.table),
        tuple([frame.freeze(rebound) for frame in reader.frames]),
        tuple([c for c in reader.classes if c is not None]),
        tuple(reader.stars),
        reader.exports,
        tuple(dict.fromkeys(reader.imports)),
        reader.platform,
        reader.attribute_values,
        tuple(reader.strings),
        comments_of(source),
        source.count(b"\n") + 1,
    )


def _runs_texts(reader: Classes) -> bool:
    """Whether a module calls something that runs a text, or starts Python with one."""
    names = (row[-1] for row in reader.table if row[0] in ("n", "a"))
    return not RUNNING.isdisjoint(names) or ("s", "-c") in reader.table


def _rebound(reader: Classes) -> frozenset[str]:
    """The builtins of no interest whose names mean something else somewhere in the file."""
    if reader.stars:
        return TRIVIAL
    bound = chain.from_iterable([frame.bindings for frame in reader.frames])
    params = map(itemgetter(0), chain.from_iterable([frame.params for frame in reader.frames]))
    return TRIVIAL.intersection(chain(bound, params))


def _empty(problem: tuple[str, int, int], source: bytes) -> FileFacts:
    """The facts of a file that cannot be read: those of one that says nothing."""
    return extract(b"")._replace(problem=problem, lines=source.count(b"\n") + 1)
