"""The language server: what the protocol asks for, handed to the projects that documents belong to."""

from __future__ import annotations

import asyncio
import os
import sys
from pathlib import Path

from lsprotocol import types
from pygls.lsp.server import LanguageServer
from pygls.uris import from_fs_path, to_fs_path

from slotlint import __version__
from slotlint.diagnostics import Diagnostic
from slotlint.discovery import project_root
from slotlint.server import actions, telling
from slotlint.server.document import Document, Units
from slotlint.server.project import Project

WATCHED = ("**/*.py", "**/*.pyi", "**/pyproject.toml", "**/slotlint.toml", "**/.gitignore")

Published = list[tuple[Diagnostic, types.Diagnostic]]


class Server(LanguageServer):
    """Projects by folder, and what is shown on each open document."""

    def __init__(self) -> None:
        # pygls would apply a change of a part with str.splitlines, which ends lines at form feeds as well
        super().__init__("slotlint", __version__, text_document_sync_kind=types.TextDocumentSyncKind.Full)
        self.projects: dict[tuple[Path, tuple[str, ...]], Project] = {}
        self.shown: dict[str, Published] = {}  # by real path
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
        for project in self.projects.values():
            project.hide(real)
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

    def publish(self, project: Project) -> None:
        """Show what is found on the open documents of a project."""
        answers = project.answers
        capability = self.client_capabilities.text_document
        told = capability.publish_diagnostics if capability else None
        notes = bool(told and told.related_information)
        open_now = {f.path: d for real, d in answers.documents.items() if (f := answers.file(real))}
        for real, found in answers.findings().items():
            document = answers.documents[real]
            said: Published = []
            for one in found:
                more = telling.related(one, open_now, self.uri_in(project), self.units) if notes else None
                said.append((one, telling.diagnostic(one, document, self.units, more)))
            self.shown[real] = said
            diagnostics = [each for _, each in said]
            self.text_document_publish_diagnostics(
                types.PublishDiagnosticsParams(document.uri, diagnostics, document.version)
            )

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
            task = asyncio.ensure_future(self._begin(project, self.busy[project]))
            self.tasks.add(task)
            task.add_done_callback(self.tasks.discard)
        elif not busy and (token := self.busy.get(project)):
            self.busy[project] = ""
            if token in self.work_done_progress.tokens:
                self.work_done_progress.end(token, types.WorkDoneProgressEnd())

    async def _begin(self, project: Project, token: str) -> None:
        await self.work_done_progress.create_async(token)
        if self.busy[project]:  # not done meanwhile
            self.work_done_progress.begin(token, types.WorkDoneProgressBegin("slotlint: reading the program"))

    def close(self) -> None:
        """End all processes."""
        for project in self.projects.values():
            project.close()


def make_server() -> Server:
    """A server with all that it answers to."""
    server = Server()

    @server.feature(types.INITIALIZED)
    async def initialized(_: types.InitializedParams) -> None:
        capability = server.client_capabilities.workspace
        watching = capability.did_change_watched_files if capability else None
        if watching and watching.dynamic_registration:
            options = types.DidChangeWatchedFilesRegistrationOptions([types.FileSystemWatcher(p) for p in WATCHED])
            one = types.Registration("slotlint-files", types.WORKSPACE_DID_CHANGE_WATCHED_FILES, options)
            await server.client_register_capability_async(types.RegistrationParams([one]))

    @server.feature(types.TEXT_DOCUMENT_DID_OPEN)
    def opened(params: types.DidOpenTextDocumentParams) -> None:
        server.show(params.text_document.uri)

    @server.feature(types.TEXT_DOCUMENT_DID_CHANGE)
    def changed(params: types.DidChangeTextDocumentParams) -> None:
        server.show(params.text_document.uri)

    @server.feature(types.TEXT_DOCUMENT_DID_SAVE)
    def saved(params: types.DidSaveTextDocumentParams) -> None:
        server.refresh()

    @server.feature(types.TEXT_DOCUMENT_DID_CLOSE)
    def closed(params: types.DidCloseTextDocumentParams) -> None:
        server.hide(params.text_document.uri)

    @server.feature(types.WORKSPACE_DID_CHANGE_WATCHED_FILES)
    def moved(params: types.DidChangeWatchedFilesParams) -> None:
        server.refresh()

    @server.feature(types.WORKSPACE_DID_CHANGE_CONFIGURATION)
    def configured(params: types.DidChangeConfigurationParams) -> None:
        server.refresh()

    @server.feature(types.WORKSPACE_DID_CHANGE_WORKSPACE_FOLDERS)
    def folders(params: types.DidChangeWorkspaceFoldersParams) -> None:
        server.drop([folder.uri for folder in params.event.removed])

    @server.feature(types.TEXT_DOCUMENT_HOVER)
    def hover(params: types.HoverParams) -> types.Hover | None:
        return _hover(server, params)

    @server.feature(types.TEXT_DOCUMENT_CODE_ACTION, types.CodeActionOptions(code_action_kinds=list(actions.KINDS)))
    def code_actions(params: types.CodeActionParams) -> list[types.CodeAction]:
        return _code_actions(server, params)

    @server.feature(types.SHUTDOWN)
    def shutdown(_: None) -> None:
        server.close()

    return server


def _hover(server: Server, params: types.HoverParams) -> types.Hover | None:
    held = server.document(params.text_document.uri)
    if held is None:
        return None
    project, document = held
    found, head = project.answers.verdict(document, params.position.line + 1)
    if head is None:
        return None
    if found is not None:
        current = project.answers.is_current(document)
        text = telling.hover(found, server.uri_in(project), current)
    elif project.answers.judged is None:
        text = "**slotlint** is still reading the program"
    else:
        return None
    return types.Hover(types.MarkupContent(types.MarkupKind.Markdown, text))


def _code_actions(server: Server, params: types.CodeActionParams) -> list[types.CodeAction]:
    held = server.document(params.text_document.uri)
    if held is None:
        return []
    project, document = held
    answers = project.answers
    capability = server.client_capabilities.workspace
    editing = capability.workspace_edit if capability else None
    places = {real: path for path, real in answers.places().items()}
    uri = server.uri_in(project)
    target = actions.Target(server.units, lambda real: uri(places[real]), bool(editing and editing.document_changes))
    shown = server.shown.get(document.real, [])
    only = params.context.only
    found: list[types.CodeAction] = []
    if actions.wants(only, types.CodeActionKind.QuickFix):
        here = [(one, said) for one, said in shown if actions.overlapping(said, params.range)]
        found += actions.quick_fixes(answers, here, target)
    if only is not None and actions.wants(only, actions.FIX_ALL):
        action = actions.fix_all(answers, [one for one, _ in shown], target)
        found += [action] if action else []
    return found


def serve() -> None:
    """Serve on standard input and output until the client says that it is enough."""
    server = make_server()
    # pygls closes what it writes to; and what anything else prints must not end up among the messages
    messages = os.fdopen(os.dup(sys.stdout.fileno()), "wb")
    os.dup2(sys.stderr.fileno(), sys.stdout.fileno())
    try:
        server.start_io(sys.stdin.buffer, messages)
    finally:
        server.close()
