"""What the server answers to, and how each answer is found."""

from __future__ import annotations

import os
import sys

from lsprotocol import types

from slotlint.server import actions, telling
from slotlint.server.app import Server

WATCHED = ("**/*.py", "**/*.pyi", "**/pyproject.toml", "**/slotlint.toml", "**/.gitignore")


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

    pulling = types.DiagnosticOptions(inter_file_dependencies=True, workspace_diagnostics=False, identifier="slotlint")

    @server.feature(types.TEXT_DOCUMENT_DIAGNOSTIC, pulling)
    def pulled(params: types.DocumentDiagnosticParams) -> types.DocumentDiagnosticReport:
        return _report(server, params)

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


def _report(server: Server, params: types.DocumentDiagnosticParams) -> types.DocumentDiagnosticReport:
    """What is known by now; when more is, the client is told to ask again."""
    held = server.document(params.text_document.uri) if server.pulls else None
    if held is None:
        return types.RelatedFullDocumentDiagnosticReport([])
    project, document = held
    server.look(project)
    edition = server.editions.get(document.real, "")
    if edition and edition == params.previous_result_id:
        return types.RelatedUnchangedDocumentDiagnosticReport(edition)
    found = [said for _, said in server.shown.get(document.real, [])]
    return types.RelatedFullDocumentDiagnosticReport(found, result_id=edition or None)


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
