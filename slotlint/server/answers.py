"""The last answer on a program, and what it means for the documents as they are now."""

from __future__ import annotations

from collections.abc import Container, Iterable, Iterator, Mapping
from dataclasses import dataclass, field

from slotlint.diagnostics import Diagnostic, Explanation, Fix, Problem
from slotlint.discovery import SourceFile
from slotlint.loading import digest, read_source
from slotlint.outline import Head, Outline
from slotlint.server.carry import Text, carried, changed_classes
from slotlint.server.document import Document
from slotlint.server.messages import Judged, Opened
from slotlint.server.nearby import CERTAIN, Nearby
from slotlint.server.warm import wanted
from slotlint.sifting import choose

NO_TEXT = Text([], Outline((), ()))


@dataclass(slots=True)
class Answers:
    """What is known of one program: how it was found, how it was judged, and the documents that are open in it.

    ``judged_texts`` are the texts of documents that the last judgement was made on, by real path.
    """

    documents: dict[str, Document] = field(default_factory=dict)  # by real path
    opened: Opened | None = None
    judged: Judged | None = None
    nearby: Nearby | None = None
    judged_texts: dict[str, Text] = field(default_factory=dict)
    sent: dict[tuple[str, str], Text] = field(default_factory=dict)  # texts by real path and digest

    def accept_opened(self, opened: Opened) -> None:
        """The program was looked for."""
        self.opened = opened
        self.nearby = Nearby(opened.settings, opened.files.values())

    def remember(self, document: Document) -> None:
        """The worker is told of this text, so that an answer may be about it."""
        self.sent[document.real, document.digest] = Text(document.lines, document.outline())

    def accept_judged(self, judged: Judged) -> None:
        """The program was judged: what it was judged on is the text to carry findings over from."""
        self.judged = judged
        present = {(real, document.digest) for real, document in self.documents.items()}
        texts: dict[str, Text] = {}
        kept: dict[tuple[str, str], Text] = {}
        for (real, key), text in self.sent.items():
            file = self.file(real)
            if file and judged.digests.get(file.path) == key:
                texts[real] = text
                kept[real, key] = text
            elif (real, key) in present:
                kept[real, key] = text
        self.judged_texts, self.sent = texts, kept

    def file(self, real: str) -> SourceFile | None:
        """The file of the program behind a document; None for one that is left out of it."""
        return self.opened.files.get(real) if self.opened else None

    def is_current(self, document: Document) -> bool:
        """Whether the program was judged with the document as it is."""
        file = self.file(document.real)
        return bool(file and self.judged and self.judged.digests.get(file.path) == document.digest)

    # -- findings ------------------------------------------------------------------------------------------------------

    def findings(self) -> dict[str, list[Diagnostic]]:
        """What to show on each open document of the program, by real path."""
        if self.opened is None:
            return {}
        mine = {file.path: document for real, document in self.documents.items() if (file := self.file(real))}
        raw = [one for path, document in mine.items() for one in self._of_document(document, path)]
        raw += self._grouped_with(raw, mine)
        judged = self.judged.outlines if self.judged else {}
        outlines = dict.fromkeys(judged, NO_TEXT.outline)  # which files there are says what a fix may change
        outlines.update((one.path, judged[one.path]) for one in raw if one.path in judged)
        outlines.update((path, document.outline()) for path, document in mine.items())
        chosen = choose(raw, outlines, self.opened.settings, self.opened.baseline).diagnostics
        return {document.real: [one for one in chosen if one.path == path] for path, document in mine.items()}

    def _grouped_with(self, shown: Iterable[Diagnostic], mine: Container[str]) -> list[Diagnostic]:
        """The findings in other files whose being hidden would hold back a fix of one that is shown."""
        groups = {one.fix.group for one in shown if one.fix}
        elsewhere = (one for one in self.judged.found if one.path not in mine) if self.judged else ()
        return [one for one in elsewhere if one.fix and one.fix.group in groups]

    def _of_document(self, document: Document, path: str) -> Iterator[Diagnostic]:
        """The findings on a document: those that it was judged to have, or those that hold until it is judged."""
        old = [one for one in self.judged.found if one.path == path] if self.judged else []
        if self.is_current(document):
            yield from old
            return
        parsed = document.read().problem is None
        before = self.judged_texts.get(document.real, NO_TEXT)
        now = Text(document.lines, document.outline())
        yield from carried(old, before, now, parsed)
        file = self.file(document.real)
        if self.nearby is None or file is None:
            return
        changed = changed_classes(before, now)
        confirmed = {(one.class_name, one.code) for one in old}
        for one in self.nearby.look(document, file, self.documents):
            known = one.code in CERTAIN or (one.class_name, one.code) in confirmed
            if known and (not one.class_name or one.class_name in changed):
                yield one

    # -- fixes and verdicts --------------------------------------------------------------------------------------------

    def sources(self, fix: Fix) -> dict[str, bytes] | None:
        """The contents of the files that a fix changes; None where one of them is not as it was judged."""
        if self.judged is None or self.opened is None:
            return None
        files = {file.path: (real, file) for real, file in self.opened.files.items()}
        found: dict[str, bytes] = {}
        for path in {remedy.path for remedy in fix.remedies}:
            if path not in files:
                return None
            real, file = files[path]
            document = self.documents.get(real)
            content: bytes | Problem = document.content if document else read_source(wanted(file), {})
            if isinstance(content, Problem) or digest(content, file.is_stub) != self.judged.digests.get(path):
                return None
            found[path] = content
        return found

    def verdict(self, document: Document, row: int) -> tuple[Explanation | None, Head | None]:
        """The class whose head, from its decorators to its class keyword, has the row, and the verdict on it."""
        heads = [head for head in document.outline().classes if head.head <= row <= head.row]
        head = max(heads, key=lambda one: one.head, default=None)
        file = self.file(document.real)
        if head is None or file is None or self.judged is None:
            return None, head
        same = [one for one in self.judged.verdicts.get(file.path, ()) if one.class_name == head.qualname]
        return min(same, key=lambda one: abs(one.row - head.row), default=None), head

    def places(self) -> Mapping[str, str]:
        """Real paths by path as shown."""
        return {file.path: real for real, file in self.opened.files.items()} if self.opened else {}
