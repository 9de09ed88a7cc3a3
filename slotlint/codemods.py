"""The safe fixes as a LibCST codemod, for those who run codemods with LibCST's own tool.

    python -m libcst.tool codemod -x slotlint.codemods.AddSlotsCommand PATH

It gives the files the same bytes as ``slotlint check --fix PATH``.
"""

from __future__ import annotations

import argparse
import atexit
import builtins
import hashlib
import shutil
import tempfile
from collections.abc import Sequence
from dataclasses import dataclass, fields
from functools import lru_cache
from pathlib import Path
from typing import Any

import libcst as cst
from libcst.codemod import CodemodCommand, CodemodContext, SkipFile

from slotlint import settings
from slotlint.driver import fixed_sources


class AddSlotsCommand(CodemodCommand):
    """Declares ``__slots__`` in every class that provably may, looking at the whole program around the paths given."""

    DESCRIPTION: str = "Declare __slots__ in every class that provably may, as `slotlint check --fix` does."

    def __init__(self, context: CodemodContext, fixed: str | None = None) -> None:
        super().__init__(context)
        self.fixed = fixed

    @staticmethod
    def add_args(arg_parser: argparse.ArgumentParser) -> None:
        """Make the tool's own PATH argument work out the fixes, once, before the tool starts its processes."""
        for action in arg_parser._actions:
            if action.dest == "path":
                action.__class__ = _Paths

    def transform_module_impl(self, tree: cst.Module) -> cst.Module:
        """The module as it is after the fixes."""
        name = self.context.filename
        if not name:
            raise SkipFile("a program has files: give a path, not the standard input")
        content = self._fixed_content(Path(name).resolve())
        return _verbatim(content if content is not None else Path(name).read_bytes())

    def _fixed_content(self, file: Path) -> bytes | None:
        if self.fixed is None:
            return _fixed((str(file),)).get(file)
        stored = _stored(Path(self.fixed), file)
        return stored.read_bytes() if stored.exists() else None


@dataclass(frozen=True)
class _Verbatim(cst.Module):
    """A module that gives back the very bytes it was read from: LibCST alone drops a blank before some colons."""

    content: builtins.bytes = b""

    @property
    def bytes(self) -> builtins.bytes:
        return self.content


def _verbatim(content: bytes) -> cst.Module:
    module = cst.parse_module(content)
    return _Verbatim(**{field.name: getattr(module, field.name) for field in fields(module)}, content=content)


class _Paths(argparse._StoreAction):
    """Takes PATH as the tool does, and hands the command a folder with the fixed content of each file below it."""

    def __call__(
        self,
        parser: argparse.ArgumentParser,
        namespace: argparse.Namespace,
        values: str | Sequence[Any] | None,
        option_string: str | None = None,
    ) -> None:
        super().__call__(parser, namespace, values, option_string)
        paths = [str(value) for value in values] if isinstance(values, list) else []
        if paths == ["-"]:
            return
        # what is written is laid out already, and the rest of a file is none of this command's business
        namespace.no_format = True
        folder = Path(tempfile.mkdtemp(prefix="slotlint-"))
        atexit.register(shutil.rmtree, folder, ignore_errors=True)
        for file, content in _fixed(tuple(paths)).items():
            _stored(folder, file).write_bytes(content)
        namespace.fixed = str(folder)


@lru_cache(maxsize=1)
def _fixed(paths: Sequence[str]) -> dict[Path, bytes]:
    """The new contents of the files that the fixes change, by real path."""
    cwd = Path.cwd()
    chosen = settings.combine(settings.find(cwd), cwd)
    return {file.resolve(): content for file, content in fixed_sources(paths, chosen).items()}


def _stored(folder: Path, file: Path) -> Path:
    """Where the new content of a file is kept."""
    return folder / hashlib.sha256(str(file).encode()).hexdigest()
