"""A first look at a document by itself: the document and the modules that the bases of its classes come from."""

from __future__ import annotations

from collections.abc import Iterable, Mapping

from slotlint.diagnostics import Diagnostic
from slotlint.discovery import SourceFile
from slotlint.extract import extract
from slotlint.facts import FileFacts
from slotlint.link import link
from slotlint.loading import read_source
from slotlint.origins import base_imports
from slotlint.program import SourceModule
from slotlint.rules import judge
from slotlint.server.document import Document
from slotlint.server.warm import wanted
from slotlint.settings import Settings

# Bytes of source that may be judged within the time of an answer; beyond it, a base counts as unknown.
LIMIT = 150_000

# What the class and its bases alone decide, whatever the rest of the program does: nothing else is said of new code.
CERTAIN = frozenset({"SLT202", "SLT203", "SLT204", "SLT205", "SLT304", "SLT403", "SLT404", "SLT405", "SLT406", "SLT901"})


class Nearby:
    """Looks at one document at a time; the facts of what it reads besides are kept."""

    __slots__ = ("files", "kept", "settings")

    def __init__(self, settings: Settings, files: Iterable[SourceFile]) -> None:
        self.settings = settings
        self.files = {name: file for file in files for name in (file.module, *file.aliases)}
        self.kept: dict[bytes, FileFacts] = {}

    def look(self, document: Document, file: SourceFile, open_now: Mapping[str, Document]) -> list[Diagnostic]:
        """What can be said of a document without the rest of the program; ``open_now`` are documents by real path."""
        modules = {file.path: _module(file, document.read())}
        size = len(document.content)
        asked: set[str] = set()
        while names := sorted({n for module in modules.values() for n in base_imports(module)} - asked):
            asked.update(names)
            for base in filter(None, map(self.files.get, names)):
                content = self._content(base, open_now) if base.path not in modules else b""
                size += len(content)
                if content and size <= LIMIT:
                    modules[base.path] = _module(base, self._facts(content, base.is_stub))
        program = link(tuple(modules.values()), self.settings.targets)
        return [one for one in judge(program, self.settings) if one.path == file.path]

    def _content(self, file: SourceFile, open_now: Mapping[str, Document]) -> bytes:
        document = open_now.get(str(file.file))
        content = document.content if document else read_source(wanted(file), {})
        return content if isinstance(content, bytes) else b""

    def _facts(self, content: bytes, stub: bool) -> FileFacts:
        if content not in self.kept:
            if len(self.kept) > 64:
                self.kept.clear()
            self.kept[content] = extract(content, stub=stub)
        return self.kept[content]


def _module(file: SourceFile, facts: FileFacts) -> SourceModule:
    return SourceModule(
        file.path, file.module, file.is_package, facts,
        is_stub=file.is_stub, roots=file.import_roots, aliases=file.aliases,
    )  # fmt: skip
