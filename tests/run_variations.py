"""Run many small programs, each in a process of its own: ``[[folder, {class: names}], ...]`` in, what is wrong out."""

from __future__ import annotations

import contextlib
import importlib
import io
import json
import os
import sys
import traceback
import warnings
from collections.abc import Mapping
from typing import Any


def found(module: Any, name: str) -> Any:
    """A class by its dotted name, ``other/Class`` in another module."""
    if "/" in name:
        other, name = name.split("/")
        module = importlib.import_module(other)
    for part in name.split("."):
        module = getattr(module, part)
    return module


def problems(module: Any, wanted: Mapping[str, list[str]]) -> list[str]:
    """Classes whose slots are other than wanted, or whose instances have a dict all the same."""
    wrong = []
    for name, names in wanted.items():
        cls = found(module, name)
        own = vars(cls).get("__slots__")
        have = None if own is None else sorted([own] if isinstance(own, str) else own)
        if have != sorted(names):
            wrong.append(f"{name}: {have} != {sorted(names)}")
        elif cls.__dictoffset__ and "__dict__" not in names:
            wrong.append(f"{name} has a __dict__")
    return wrong


def one(folder: str, wanted: Mapping[str, list[str]]) -> str:
    """What is wrong with the program in a folder."""
    sys.path[0] = folder
    os.chdir(folder)
    try:
        module = importlib.import_module("main")
        module.check()
    except BaseException as error:
        line = traceback.extract_tb(error.__traceback__)[-1].lineno
        return f"broke: {type(error).__name__}: {str(error)[:120]} (line {line})"
    wrong = problems(module, wanted)
    return "missed: " + "; ".join(wrong) if wrong else ""


def forked(folder: str, wanted: Mapping[str, list[str]]) -> str:
    """The same in a child process."""
    reading, writing = os.pipe()
    child = os.fork()
    if child == 0:
        with contextlib.redirect_stdout(io.StringIO()), contextlib.redirect_stderr(io.StringIO()):
            answer = one(folder, wanted)
        os.write(writing, answer.encode())
        os._exit(0)
    os.close(writing)
    with os.fdopen(reading, "rb") as pipe:
        text = pipe.read().decode()
    _, status = os.waitpid(child, 0)
    return text if status == 0 else f"broke: crashed with status {status}"


if __name__ == "__main__":
    sys.dont_write_bytecode = True
    warnings.simplefilter("ignore")
    print(json.dumps([forked(folder, wanted) for folder, wanted in json.load(sys.stdin)]))
