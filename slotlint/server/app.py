"""The language server: what the protocol asks for, handed to the projects that documents belong to."""

from __future__ import annotations

import asyncio
import itertools
import os
from collections.abc import Coroutine
from pathlib import Path
from typing import Any

from lsprotocol import types
from pygls.lsp.server import LanguageServer
from pygls.uris import from_fs_path, to_fs_path

from slotlint import __version__
from slotlint.diagnostics import Diagnostic
from slotlint.discovery import project_root
from slotlint.server import telling
from slotlint.server.document import Document, Units
from slotlint.server.project import Project

Published = list[tuple[Diagnostic, types.Diagnostic]]


class Server(LanguageServer):
    """Projects by folder, and what is shown on each open document."""

    def __init__(self) -> None:
        # pygls would apply a change of a part with str.splitlines, which ends lines at form feeds as well
        super().__init__("slotlint", __version__, text_document_sync_kind=types.TextDocumentSyncKind.Full)
        self.projects: dict[tuple[Path, tuple[str, ...]], Project] = {}
        self.shown: dict[str, Published] = {}  # by real path
        self.count = itertools.count(1)
        self.editions: dict[str, str] = {}  # what is shown, by a name that changes with it
        self.complaints: set[str] = set()
        self.busy: dict[Project, str] = {}  # the token of the progress that is shown, "" once it is over
        self.tasks: set[asyncio.Future[None]] = set()

    # -- documents -----------------------------------------------------------------------------------------------------

    def project_of(self, real: str) -> Project | None:
        """The project of a document: its workspace folder; where none is open, the project around the file."""
        path = Path(real)
        folders = [Path(os.path.realpath(f)) for one in self.workspace.folders.values() if (f := to_fs_path(one.uri))]
        if not folders and self.workspace.root_path:
            folders = [Path(os.path.realpath(self.workspace.root_path))]
        around = [folder for folder in folders if path.is_relative_to(folder)]
        if folders and not around:
            return None  # a library that the user looks into
        folder = max(around, key=lambda one: len(one.parts)) if around else project_root(path.parent)
        return self.project(folder, (".",)) if folder else self.project(path.parent, (real,))

    def project(self, folder: Path, paths: tuple[str, ...]) -> Project:
        """The project of a folder, made when its first document is opened."""
        key = (folder, paths)
        if key not in self.projects:
            self.projects[key] = Project(folder, paths, self.publish, self.complain, self.working)
        return self.projects[key]

    def show(self, uri: str) -> None:
        """A document was opened or changed."""
        path = to_fs_path(uri)
        if path is None or not uri.startswith("file:"):
            return
        real = os.path.realpath(path)
        project = self.project_of(real)
        if project is not None:
            held = self.workspace.get_text_document(uri)
            project.show(Document(uri, real, held.version, held.source))

    def hide(self, uri: str) -> None:
        """A document was closed."""
        real = os.path.realpath(to_fs_path(uri) or "")
        self.shown.pop(real, None)
        self.editions.pop(real, None)
        for project in self.projects.values():
            project.hide(real)
        if not self.pulls:
            self.text_document_publish_diagnostics(types.PublishDiagnosticsParams(uri, []))

    def refresh(self) -> None:
        """Something changed on the disk."""
        for project in self.projects.values():
            project.judge(refresh=True)

    def drop(self, uris: list[str]) -> None:
        """Workspace folders were closed."""
        gone = {Path(os.path.realpath(path)) for uri in uris if (path := to_fs_path(uri))}
        for key in [key for key in self.projects if key[0] in gone]:
            self.projects.pop(key).close()

    def document(self, uri: str) -> tuple[Project, Document] | None:
        """An open document and its project."""
        real = os.path.realpath(to_fs_path(uri) or "")
        return next(((p, d) for p in self.projects.values() if (d := p.answers.documents.get(real))), None)

    # -- what is told --------------------------------------------------------------------------------------------------

    @property
    def units(self) -> Units:
        """How many units of the encoding that was agreed on a text takes."""
        count: Units = self.workspace.position_codec.client_num_units
        return count

    @property
    def pulls(self) -> bool:
        """Whether the client asks for diagnostics, and takes word that it should ask again; else they are sent to it."""
        documents, workspace = self.client_capabilities.text_document, self.client_capabilities.workspace
        again = workspace.diagnostics if workspace else None
        return bool(documents and documents.diagnostic and again and again.refresh_support)

    def publish(self, project: Project) -> None:
        """Show what is found on the open documents of a project."""
        changed = self.look(project)
        if self.pulls:
            if changed:
                self.soon(self.workspace_diagnostic_refresh_async(None))
            return
        for real, document in project.answers.documents.items():
            if real in self.shown:
                found = [said for _, said in self.shown[real]]
                self.text_document_publish_diagnostics(types.PublishDiagnosticsParams(document.uri, found, document.version))

    def look(self, project: Project) -> bool:
        """Find out what is to be shown on the open documents of a project; whether that has changed."""
        answers = project.answers
        changed = False
        open_now = {f.path: d for real, d in answers.documents.items() if (f := answers.file(real))}
        for real, found in answers.findings().items():
            document = answers.documents[real]
            said: Published = []
            for one in found:
                more = telling.related(one, open_now, self.uri_in(project), self.units) if self.takes_notes else None
                said.append((one, telling.diagnostic(one, document, self.units, more)))
            if self.shown.get(real) != said:
                changed = True
                self.editions[real] = str(next(self.count))
            self.shown[real] = said
        return changed

    @property
    def takes_notes(self) -> bool:
        """Whether the client shows what belongs to a finding."""
        capability = self.client_capabilities.text_document
        taken = capability and (capability.diagnostic if self.pulls else capability.publish_diagnostics)
        return bool(taken and taken.related_information)

    def uri_in(self, project: Project) -> telling.Naming:
        """From paths as shown in a project to URIs, those of the client for what it has open."""
        answers = project.answers

        def uri(path: str) -> str:
            real = os.path.realpath(project.folder / path)
            document = answers.documents.get(real)
            return document.uri if document else from_fs_path(str(project.folder / path)) or ""

        return uri

    def complain(self, message: str) -> None:
        """Tell the user once what is wrong."""
        if message not in self.complaints:
            self.complaints.add(message)
            self.window_show_message(types.ShowMessageParams(types.MessageType.Warning, f"slotlint: {message}"))

    def working(self, project: Project, busy: bool) -> None:
        """Show that a program is being read for the first time."""
        window = self.client_capabilities.window
        if not (window and window.work_done_progress):
            return
        if busy and project not in self.busy and project.answers.judged is None:
            self.busy[project] = f"slotlint-{len(self.busy)}-{project.folder}"
            self.soon(self._begin(project, self.busy[project]))
        elif not busy and (token := self.busy.get(project)):
            self.busy[project] = ""
            if token in self.work_done_progress.tokens:
                self.work_done_progress.end(token, types.WorkDoneProgressEnd())

    def soon(self, work: Coroutine[Any, Any, None]) -> None:
        """Have something done that waits for the client."""
        task = asyncio.ensure_future(work)
        self.tasks.add(task)
        task.add_done_callback(self.tasks.discard)

    async def _begin(self, project: Project, token: str) -> None:
        await self.work_done_progress.create_async(token)
        if self.busy[project]:  # not done meanwhile
            self.work_done_progress.begin(token, types.WorkDoneProgressBegin("slotlint: reading the program"))

    def close(self) -> None:
        """End all processes."""
        for project in self.projects.values():
            project.close()
