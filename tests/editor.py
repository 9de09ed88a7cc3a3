"""An editor as the tests play it: a client of the Language Server Protocol that talks to ``slotlint server`` over pipes."""

from __future__ import annotations

import asyncio
import contextlib
import os
import sys
from collections.abc import AsyncIterator, Awaitable, Callable, Coroutine, Mapping
from pathlib import Path
from typing import Any

from lsprotocol import types
from pygls.lsp.client import LanguageClient
from pygls.uris import from_fs_path, to_fs_path

from slotlint import __version__

PATIENCE = 120.0  # seconds until a test gives up; nothing is said about speed


class Editor:
    """Keeps what the server shows, by path."""

    __slots__ = (
        "client",
        "documents",
        "encoding",
        "messages",
        "moved",
        "patience",
        "progress",
        "pulls",
        "refreshed",
        "server",
        "shown",
        "versions",
        "watched",
    )

    def __init__(self, *, encoding: str = "utf-16", documents: bool = True, pulls: bool = False, patience: float = PATIENCE) -> None:
        self.client = LanguageClient("an editor of the tests", __version__)
        self.encoding = encoding
        self.patience = patience
        self.documents = documents  # the client takes edits of versioned documents
        self.pulls = pulls  # the client asks for diagnostics itself
        self.refreshed = 0  # how often it was told to ask again
        self.shown: dict[str, list[types.Diagnostic]] = {}
        self.versions: dict[str, list[int | None]] = {}
        self.messages: list[str] = []
        self.progress: list[str] = []
        self.watched: list[str] = []
        self.server: types.InitializeResult | None = None
        self.moved = asyncio.Event()
        self._listen()

    def _listen(self) -> None:
        client = self.client

        @client.feature(types.TEXT_DOCUMENT_PUBLISH_DIAGNOSTICS)
        def published(params: types.PublishDiagnosticsParams) -> None:
            path = to_fs_path(params.uri) or params.uri
            self.shown[path] = list(params.diagnostics)
            self.versions.setdefault(path, []).append(params.version)
            self.moved.set()

        @client.feature(types.WORKSPACE_DIAGNOSTIC_REFRESH)
        def changed(_: None) -> None:
            self.refreshed += 1
            self.moved.set()

        @client.feature(types.WINDOW_SHOW_MESSAGE)
        def said(params: types.ShowMessageParams) -> None:
            self.messages.append(params.message)
            self.moved.set()

        @client.feature(types.WINDOW_WORK_DONE_PROGRESS_CREATE)
        def created(params: types.WorkDoneProgressCreateParams) -> None:
            return None

        @client.feature(types.PROGRESS)
        def went_on(params: types.ProgressParams) -> None:
            value = params.value
            self.progress.append(value["kind"] if isinstance(value, dict) else value.kind)
            self.moved.set()

        @client.feature(types.CLIENT_REGISTER_CAPABILITY)
        def registered(params: types.RegistrationParams) -> None:
            self.watched += [one.method for one in params.registrations]
            self.moved.set()

    async def start(self, *folders: Path, **env: str) -> None:
        """Start the server and shake hands; no folder is a file by itself."""
        await self.client.start_io(sys.executable, "-m", "slotlint", "server", env={**os.environ, **env})
        text = types.TextDocumentClientCapabilities(
            publish_diagnostics=types.PublishDiagnosticsClientCapabilities(related_information=True),
            diagnostic=types.DiagnosticClientCapabilities(related_information=True) if self.pulls else None,
        )
        workspace = types.WorkspaceClientCapabilities(
            workspace_edit=types.WorkspaceEditClientCapabilities(document_changes=self.documents),
            did_change_watched_files=types.DidChangeWatchedFilesClientCapabilities(dynamic_registration=True),
            workspace_folders=True,
            diagnostics=types.DiagnosticWorkspaceClientCapabilities(refresh_support=True) if self.pulls else None,
        )
        general = types.GeneralClientCapabilities(position_encodings=[types.PositionEncodingKind(self.encoding)])
        window = types.WindowClientCapabilities(work_done_progress=True)
        capabilities = types.ClientCapabilities(text_document=text, workspace=workspace, general=general, window=window)
        given = [types.WorkspaceFolder(uri(folder), folder.name) for folder in folders]
        self.server = await self.client.initialize_async(
            types.InitializeParams(capabilities, process_id=os.getpid(), workspace_folders=given or None)
        )
        self.client.initialized(types.InitializedParams())

    async def stop(self) -> int:
        """Say goodbye; the exit code of the server."""
        await self.client.shutdown_async(None)
        self.client.exit(None)
        process = self.client._server
        assert process is not None
        code = await asyncio.wait_for(process.wait(), self.patience)
        await self.client.stop()
        return code

    # -- what a user does ----------------------------------------------------------------------------------------------

    def open(self, file: Path, text: str | None = None) -> None:
        """Open a file, as it is on the disk or not."""
        held = file.read_bytes().decode() if text is None else text
        item = types.TextDocumentItem(uri(file), types.LanguageKind.Python, 1, held)
        self.client.text_document_did_open(types.DidOpenTextDocumentParams(item))

    def change(self, file: Path, text: str, version: int) -> None:
        """Type."""
        document = types.VersionedTextDocumentIdentifier(version, uri(file))
        whole = types.TextDocumentContentChangeWholeDocument(text)
        self.client.text_document_did_change(types.DidChangeTextDocumentParams(document, [whole]))

    def save(self, file: Path, text: str) -> None:
        """Write a file and say so."""
        file.write_bytes(text.encode())
        self.client.text_document_did_save(types.DidSaveTextDocumentParams(types.TextDocumentIdentifier(uri(file))))

    def close(self, file: Path) -> None:
        """Close a file."""
        self.client.text_document_did_close(types.DidCloseTextDocumentParams(types.TextDocumentIdentifier(uri(file))))

    def watch(self, file: Path, kind: types.FileChangeType) -> None:
        """Say that a file was changed by something else."""
        event = types.FileEvent(uri(file), kind)
        self.client.workspace_did_change_watched_files(types.DidChangeWatchedFilesParams([event]))

    async def hover(self, file: Path, line: int, character: int = 0) -> str:
        """What the server says of a place."""
        where = types.HoverParams(types.TextDocumentIdentifier(uri(file)), types.Position(line, character))
        found = await self.client.text_document_hover_async(where)
        return found.contents.value if found and isinstance(found.contents, types.MarkupContent) else ""

    async def actions(self, file: Path, line: int, *only: str) -> list[types.CodeAction]:
        """What the server offers on a line."""
        here = types.Range(types.Position(line, 0), types.Position(line, 0))
        context = types.CodeActionContext([], only=[*only] or None)
        params = types.CodeActionParams(types.TextDocumentIdentifier(uri(file)), here, context)
        found = await self.client.text_document_code_action_async(params)
        return [one for one in found or [] if isinstance(one, types.CodeAction)]

    async def pull(self, file: Path, known: str | None = None) -> types.DocumentDiagnosticReport:
        """Ask for the diagnostics of a file; ``known`` are those that the client has."""
        params = types.DocumentDiagnosticParams(types.TextDocumentIdentifier(uri(file)), previous_result_id=known)
        return await self.client.text_document_diagnostic_async(params)

    # -- what a user waits for -----------------------------------------------------------------------------------------

    async def until(self, condition: Callable[[], bool]) -> None:
        """Wait for something that what the server sends brings about."""
        loop = asyncio.get_running_loop()
        end = loop.time() + self.patience
        while not condition():
            self.moved.clear()
            await asyncio.wait_for(self.moved.wait(), end - loop.time())

    async def until_told(self, before: int) -> int:
        """Wait until the server has said more often than this that there is something new; how often it has."""
        await self.until(lambda: self.refreshed > before)
        return self.refreshed

    async def until_codes(self, file: Path, *codes: str) -> None:
        """Wait until exactly these codes are shown on a file."""
        await self.until(lambda: self.codes(file) == list(codes))

    async def until_offered(self, ask: Callable[[], Awaitable[list[types.CodeAction]]]) -> list[types.CodeAction]:
        """Wait until the server offers something, as it does once the whole program was judged."""
        loop = asyncio.get_running_loop()
        end = loop.time() + self.patience
        while not (found := await ask()):
            assert loop.time() < end, "nothing was offered"
            await asyncio.sleep(0.05)
        return found

    def codes(self, file: Path) -> list[str] | None:
        """The codes that are shown on a file; None before anything was."""
        found = self.shown.get(str(file))
        return None if found is None else [str(one.code) for one in found]


@contextlib.asynccontextmanager
async def editing(
    folder: Path, *files: Path, encoding: str = "utf-16", documents: bool = True, pulls: bool = False
) -> AsyncIterator[Editor]:
    """An editor on a folder with these files open; at the end the server must say goodbye."""
    editor = Editor(encoding=encoding, documents=documents, pulls=pulls)
    await editor.start(folder)
    for file in files:
        editor.open(file)
    yield editor
    assert await editor.stop() == 0


def uri(path: Path) -> str:
    """A path as the protocol names it."""
    found = from_fs_path(str(path))
    assert found
    return found


def play(scene: Coroutine[Any, Any, None]) -> None:
    """Run a test that waits."""
    asyncio.run(asyncio.wait_for(scene, 2 * PATIENCE))


def edited(edit: types.WorkspaceEdit | None, texts: Mapping[str, str], units: Callable[[str], int] = len) -> dict[str, str]:
    """Texts by path after an edit, applied as the protocol says; ``units`` counts a text in its encoding."""
    assert edit is not None
    changes: dict[str, list[Any]] = dict(edit.changes or {})
    for one in edit.document_changes or ():
        assert isinstance(one, types.TextDocumentEdit)
        changes[one.text_document.uri] = list(one.edits)
    found = dict(texts)
    for name, parts in changes.items():
        path = to_fs_path(name)
        assert path is not None
        text = texts[path]
        spans = sorted((_offset(text, p.range.start, units), _offset(text, p.range.end, units), p.new_text) for p in parts)
        for start, end, new in reversed(spans):
            text = text[:start] + new + text[end:]
        found[path] = text
    return found


def _offset(text: str, at: types.Position, units: Callable[[str], int]) -> int:
    start = 0
    for _ in range(at.line):
        start = text.index("\n", start) + 1
    end = start
    while units(text[start:end]) < at.character:
        end += 1
    return end
