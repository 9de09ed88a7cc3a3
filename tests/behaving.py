"""Runs generated programs on an interpreter of choice and says what each of their checks gives.

As a script (any Python 3.10+, no dependencies): programs come as JSON lines on the input, ``{"file": source}`` each, their
logs leave as JSON lines. Every program runs in a fork of its own, so one process serves thousands of them.
"""

from __future__ import annotations

import abc
import collections
import contextlib
import copy
import enum
import functools
import importlib.abc
import importlib.util
import io
import json
import operator
import os
import pickle
import re
import resource
import signal
import subprocess
import sys
import types
import typing
import weakref
from collections.abc import Callable, Iterator, Mapping, Sequence
from types import TracebackType
from typing import Any
from unittest import mock

# What programs import is loaded once, before the forks.
LOADED = (abc, collections, contextlib, copy, enum, functools, io, operator, pickle, typing, weakref, mock)
ADDRESS = re.compile(r"0x[0-9a-fA-F]+")
SECONDS = 10  # for one program
DEPTH = 6  # how deep values are shown
_MISSING = object()

Log = dict[str, Any]


class Oracle:
    """CPython in a process of its own, to be used as a context."""

    __slots__ = ("process",)

    def __init__(self, python: str = sys.executable) -> None:
        self.process = subprocess.Popen(
            [python, "-I", __file__], stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True, encoding="utf-8"
        )

    def __enter__(self) -> Oracle:
        return self

    def __exit__(self, kind: type[BaseException] | None, error: BaseException | None, at: TracebackType | None) -> None:
        assert self.process.stdin is not None
        assert self.process.stdout is not None
        self.process.stdin.close()
        self.process.stdout.close()
        self.process.wait()

    def run(self, files: Mapping[str, str], names: Sequence[str]) -> Log:
        """What each check of the program gives, by name; ``{"": error}`` where the program cannot be imported.

        ``names``: the attributes to look for on instances of the program's classes.
        """
        assert self.process.stdin is not None
        assert self.process.stdout is not None
        print(json.dumps([dict(files), names]), file=self.process.stdin, flush=True)
        log: Log = json.loads(self.process.stdout.readline())
        return log


class _Sources(importlib.abc.MetaPathFinder, importlib.abc.InspectLoader):
    """Imports the files of a program from memory."""

    def __init__(self, files: Mapping[str, str]) -> None:
        self.files = files

    def find_spec(self, fullname: str, path: object = None, target: object = None) -> Any:
        return importlib.util.spec_from_loader(fullname, self) if f"{fullname}.py" in self.files else None

    def get_source(self, fullname: str) -> str:
        return self.files[f"{fullname}.py"]


def observed(files: Mapping[str, str], names: Sequence[str]) -> Log:
    """Import ``main`` of a program, call its checks in order, and show what they give."""
    sys.meta_path.insert(0, _Sources(files))
    log: Log = {}
    try:
        main = importlib.import_module("main")
    except Exception as error:
        return {"": f"{type(error).__name__}: {error}"}
    for name, check in list(vars(main).items()):
        if name.startswith("check_"):
            log[name] = _called(check, _Shown(frozenset(file[:-3] for file in files), names))
    return log


def _called(check: Callable[[], Any], shown: _Shown) -> Any:
    out = io.StringIO()
    try:
        with contextlib.redirect_stdout(out):
            value = shown.value(check())
    except Exception as error:
        value = ["raised", shown.error(error)]
    return [value, ADDRESS.sub("0x", out.getvalue())] if out.getvalue() else value


class _Shown:
    """Values as JSON without addresses; instances of the program with what reading their attributes gives."""

    __slots__ = ("modules", "names", "seen")

    def __init__(self, modules: frozenset[str], names: Sequence[str]) -> None:
        self.modules = modules
        self.names = names
        self.seen: list[object] = []

    def value(self, value: Any, depth: int = 0) -> Any:
        kind = type(value)
        if value is None or kind in (bool, int, str, float):
            return ADDRESS.sub("0x", repr(value))
        if depth > DEPTH or any(value is one for one in self.seen):
            return f"{kind.__name__} again"
        if isinstance(value, type):
            return f"class {value.__qualname__}"
        if kind.__module__ in self.modules:
            self.seen.append(value)
            return [kind.__qualname__, self.attributes(value, depth), self.builtin(value, depth)]
        if isinstance(value, BaseException):
            return self.error(value)
        return self.builtin(value, depth) or ADDRESS.sub("0x", repr(value))

    def builtin(self, value: Any, depth: int) -> Any:
        """What the value is as one of the builtin types, None where it is none."""
        if isinstance(value, (list, tuple, collections.deque)):
            return [type(value).__name__, *(self.value(one, depth + 1) for one in value)]
        if isinstance(value, (set, frozenset)):
            return [type(value).__name__, *sorted(str(self.value(one, depth + 1)) for one in value)]
        if isinstance(value, Mapping):
            rows = [[self.value(key, depth + 1), self.value(one, depth + 1)] for key, one in value.items()]
            return [type(value).__name__, *rows]
        if isinstance(value, weakref.ref):
            return ["ref", self.value(value(), depth + 1)]
        if isinstance(value, (types.FunctionType, types.MethodType, types.BuiltinFunctionType)):
            return f"function {value.__name__}"
        if isinstance(value, (int, str, float)):
            return repr(type(value).__base__.__repr__(value))  # type: ignore[misc]
        return None

    def attributes(self, value: Any, depth: int) -> list[Any]:
        held = ((name, _read(value, name)) for name in self.names)
        return [[name, self.value(one, depth + 1)] for name, one in held if one is not _MISSING]

    def error(self, error: BaseException) -> Any:
        """The kind of an error, and its words where they are not those of the interpreter."""
        words = () if isinstance(error, (AttributeError, TypeError, RecursionError)) else error.args
        return [type(error).__name__, *(self.value(one, DEPTH) for one in words)]


def _read(value: Any, name: str) -> Any:
    """An attribute, the kind of error that reading it raises, or that it is missing."""
    try:
        return getattr(value, name)
    except AttributeError:
        return _MISSING
    except Exception as error:
        return type(error).__name__


def _forked(files: Mapping[str, str], names: Sequence[str]) -> str:
    """The log of a program as JSON, from a fork that may hang or crash."""
    reader, writer = os.pipe()
    child = os.fork()
    if child == 0:
        os.close(reader)
        signal.alarm(SECONDS)
        resource.setrlimit(resource.RLIMIT_AS, (4 << 30, 4 << 30))
        with os.fdopen(writer, "w", encoding="utf-8") as out:
            json.dump(observed(files, names), out)
        os._exit(0)
    os.close(writer)
    with os.fdopen(reader, encoding="utf-8") as into:
        text = into.read()
    _, status = os.waitpid(child, 0)
    return text if status == 0 and text else json.dumps({"": f"ended with status {status}"})


def _serve(lines: Iterator[str]) -> None:
    for line in lines:
        print(_forked(*json.loads(line)), flush=True)


if __name__ == "__main__":
    _serve(iter(sys.stdin))
