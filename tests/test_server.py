"""``slotlint server`` as an editor sees it: a real client over standard input and output."""

from __future__ import annotations

import asyncio
import os
import sys
from pathlib import Path

import pytest
from conftest import BASE, CHILD, Project
from editor import Editor, edited, editing, play, uri
from lsprotocol import types

PYPROJECT = '[project]\nname = "sample"\nrequires-python = ">=3.10"\n[tool.slotlint]\npayoff = "all"\n'
BROKEN = """\
class Slotted:
    __slots__ = ("a", "a")

    def __init__(self):
        self.a = 1
"""


@pytest.fixture
def sample(project: Project) -> Project:
    return project.write({"pyproject.toml": PYPROJECT, "base.py": BASE, "child.py": CHILD})


def test_a_session(sample: Project) -> None:
    base, child = sample.root / "base.py", sample.root / "child.py"

    async def scene() -> None:
        async with editing(sample.root, child) as editor:
            await editor.until_codes(child, "SLT101")
            (found,) = editor.shown[str(child)]
            assert (found.range.start, found.range.end) == (types.Position(3, 0), types.Position(3, 11))
            assert (found.source, found.severity) == ("slotlint", types.DiagnosticSeverity.Information)
            # the fix of a group changes both files, also the one that is not open
            texts = {str(base): BASE, str(child): CHILD}
            (action,) = await editor.until_offered(lambda: editor.actions(child, 3))
            assert (action.kind, action.is_preferred) == (types.CodeActionKind.QuickFix, True)
            assert list(action.diagnostics or ()) == [found]
            after = edited(action.edit, texts)
            assert '__slots__ = ("a",)' in after[str(base)]
            assert '__slots__ = ("b",)' in after[str(child)]
            # elsewhere nothing is offered
            assert not await editor.actions(child, 9)
            (everything,) = await editor.actions(child, 9, "source.fixAll")
            assert everything.kind == "source.fixAll.slotlint"
            assert edited(everything.edit, texts) == after
            # applied, there is nothing left to find
            editor.save(base, after[str(base)])
            editor.change(child, after[str(child)], 2)
            await editor.until_codes(child)
            assert editor.messages == []

    play(scene())


def test_what_is_typed_counts_before_it_is_saved(sample: Project) -> None:
    base, child = sample.root / "base.py", sample.root / "child.py"
    user = sample.root / "user.py"

    async def scene() -> None:
        async with editing(sample.root, child, base) as editor:
            await editor.until_codes(base, "SLT101")
            # findings move with their lines at once
            editor.change(base, "# a comment\n\n" + BASE, 2)
            await editor.until(lambda: [d.range.start.line for d in editor.shown[str(base)]] == [2])
            # another file, that is on no disk yet, opens the attribute set
            editor.open(user, "from base import Base\n\n\ndef patch(name):\n    setattr(Base(), name, 1)\n")
            await editor.until_codes(base)
            await editor.until_codes(child)
            assert not user.exists()
            # it is closed without being saved: the disk counts again
            editor.close(user)
            await editor.until_codes(child, "SLT101")
            assert editor.shown[str(user)] == []

    play(scene())


def test_a_file_that_does_not_parse_keeps_its_last_facts(sample: Project) -> None:
    base, child = sample.root / "base.py", sample.root / "child.py"

    async def scene() -> None:
        async with editing(sample.root, base, child) as editor:
            await editor.until_codes(child, "SLT101")
            await editor.until_codes(base, "SLT101")
            await editor.until_offered(lambda: editor.actions(child, 3))
            editor.change(base, BASE + "\nvalue = (1,\n", 2)
            await editor.until_codes(base, "SLT101", "SLT901")
            error = editor.shown[str(base)][1]
            assert error.severity == types.DiagnosticSeverity.Error
            # the group is judged by what the file last said, but not fixed, since it is not what it was
            editor.change(child, CHILD + "\nvalue = 1\n", 2)
            assert await editor.hover(child, 3) != ""
            assert editor.codes(child) == ["SLT101"]
            assert not await editor.actions(child, 3)
            editor.change(base, BASE + "\nvalue = (1, 2)\n", 3)
            await editor.until_codes(base, "SLT101")
            await editor.until_offered(lambda: editor.actions(child, 3))

    play(scene())


def test_hover(sample: Project) -> None:
    child = sample.root / "child.py"
    sample.write({"refused.py": "class Open:\n    def set(self, name):\n        setattr(self, name, 1)\n"})
    refused = sample.root / "refused.py"

    async def scene() -> None:
        async with editing(sample.root, child, refused) as editor:
            text = await editor.hover(child, 3, 8)
            assert text  # an answer at once, whatever is known by then
            await editor.until_codes(child, "SLT101")
            await editor.until_offered(lambda: editor.actions(child, 3))
            text = await editor.hover(child, 3, 8)
            assert '`Child` could declare slots: `__slots__ = ("b",)`' in text
            assert "a safe fix is at hand" in text
            assert f"[child.py:7]({uri(child)}#L7)" in text
            text = await editor.hover(refused, 0)
            assert "`Open` keeps its `__dict__`" in text
            assert "refused.py:3" in text
            assert await editor.hover(child, 6) == ""  # not on the head of a class
            editor.change(refused, "\n" + refused.read_text(), 2)
            assert "as the file was" in await editor.hover(refused, 1)

    play(scene())


@pytest.mark.parametrize(
    ("encoding", "units"),
    [
        ("utf-8", lambda text: len(text.encode())),
        ("utf-16", lambda text: len(text.encode("utf-16-le")) // 2),
        ("utf-32", len),
    ],
)
def test_positions_are_counted_as_agreed(encoding: str, units, project: Project) -> None:  # type: ignore[no-untyped-def]
    before = 'class Duck: names = ("ü🦆", "\x0c"); __slots__ = '
    text = f'name = \'🦆\'\n{before}("b", "b")\n'
    project.write({"pyproject.toml": PYPROJECT, "duck.py": text})
    duck = project.root / "duck.py"

    async def scene() -> None:
        async with editing(project.root, encoding=encoding, documents=False) as editor:
            assert editor.server
            assert editor.server.capabilities.position_encoding == encoding
            editor.open(duck)
            (action,) = [one for one in await editor.until_offered(lambda: editor.actions(duck, 1)) if "SLT403" in one.title]
            found = next(one for one in editor.shown[str(duck)] if one.code == "SLT403")
            assert found.range.start == types.Position(1, units(before.removesuffix("__slots__ = ")))
            assert action.edit
            assert action.edit.changes
            after = edited(action.edit, {str(duck): text}, units)[str(duck)]
            assert after == text.replace('("b", "b")', '("b",)')

    play(scene())


def test_defects_show_before_the_whole_program_is_judged_again(sample: Project) -> None:
    base = sample.root / "base.py"

    async def scene() -> None:
        async with editing(sample.root, base) as editor:
            await editor.until_codes(base, "SLT101")
            await editor.until_offered(lambda: editor.actions(base, 0))
            before = len(editor.versions[str(base)])
            editor.change(base, BASE + "\n\n" + BROKEN, 2)
            await editor.until(lambda: len(editor.versions[str(base)]) > before)
            assert editor.codes(base) == ["SLT101", "SLT403"]
            assert editor.versions[str(base)][before] == 2
            assert not await editor.actions(base, 0)  # a fix needs the judgement on the whole program
            await editor.until_offered(lambda: editor.actions(base, 0))

    play(scene())


def test_the_disk_and_the_configuration_are_followed(sample: Project) -> None:
    base, child = sample.root / "base.py", sample.root / "child.py"
    other, config = sample.root / "other.py", sample.root / "pyproject.toml"

    async def scene() -> None:
        async with editing(sample.root, base) as editor:
            await editor.until_codes(base, "SLT101")
            assert types.WORKSPACE_DID_CHANGE_WATCHED_FILES in editor.watched
            other.write_text("from base import Base\n\n\ndef patch(name):\n    setattr(Base(), name, 1)\n")
            editor.watch(other, types.FileChangeType.Created)
            await editor.until_codes(base)
            other.unlink()
            editor.watch(other, types.FileChangeType.Deleted)
            await editor.until_codes(base, "SLT101")
            config.write_text(PYPROJECT + 'ignore = ["SLT101"]\n')
            editor.watch(config, types.FileChangeType.Changed)
            await editor.until_codes(base)
            config.write_text(PYPROJECT + "unknown = 1\n")
            editor.watch(config, types.FileChangeType.Changed)
            await editor.until(lambda: bool(editor.messages))
            assert 'pyproject.toml:6: unknown key "unknown"' in editor.messages[0]
            config.write_text(PYPROJECT)
            editor.save(child, CHILD)
            await editor.until_codes(base, "SLT101")

    play(scene())


def test_each_folder_is_a_program_and_libraries_are_left_alone(project: Project) -> None:
    one, two, library = project.root / "one", project.root / "two", project.root / "library" / "lib.py"
    for folder, payoff in ((one, "all"), (two, "likely")):
        text = PYPROJECT.replace("all", payoff)
        project.write(
            {
                f"{folder.name}/pyproject.toml": text,
                f"{folder.name}/mod.py": BASE.split("\n\n\n")[0] + "\n\n\nb = Base()\n",
            }
        )
    project.write({"library/lib.py": BASE, "one/.venv/pyvenv.cfg": "", "one/.venv/inside.py": BASE})

    async def scene() -> None:
        editor = Editor()
        await editor.start(one, two)
        for file in (one / "mod.py", two / "mod.py", library, one / ".venv" / "inside.py"):
            editor.open(file)
        await editor.until_codes(one / "mod.py", "SLT101")
        await editor.until(lambda: two / "mod.py" in map(Path, editor.shown))
        await editor.until_offered(lambda: editor.actions(one / "mod.py", 0))
        assert editor.codes(two / "mod.py") == []
        assert editor.codes(library) is None
        assert editor.codes(one / ".venv" / "inside.py") is None
        event = types.WorkspaceFoldersChangeEvent([], [types.WorkspaceFolder(uri(one), "one")])
        editor.client.workspace_did_change_workspace_folders(types.DidChangeWorkspaceFoldersParams(event))
        assert await editor.hover(one / "mod.py", 0) == ""
        assert await editor.stop() == 0

    play(scene())


def test_a_script_without_a_project(project: Project) -> None:
    script = project.write({"script.py": BASE, "broken.py": "("}).root / "script.py"

    async def scene() -> None:
        editor = Editor()
        await editor.start()
        editor.open(script)
        await editor.until_codes(script, "SLT101")
        await editor.stop()

    play(scene())


def test_answers_while_the_program_is_read(project: Project) -> None:
    body = "\n".join(f"class C{n}:\n    def __init__(self, x):\n        self.x{n} = x\n" for n in range(300))
    project.write({"pyproject.toml": PYPROJECT, **{f"mod{n}.py": body for n in range(60)}, "base.py": BASE})
    base = project.root / "base.py"

    async def scene() -> None:
        async with editing(project.root, base) as editor:
            assert await editor.hover(base, 0) == "**slotlint** is still reading the program"
            editor.change(base, BASE + "\n\n" + BROKEN, 2)
            await editor.until_codes(base, "SLT403")  # certain without the rest of the program
            assert "still reading" in await editor.hover(base, 0)
            await editor.until_codes(base, "SLT101", "SLT403")
            await editor.until(lambda: editor.progress == ["begin", "end"])

    play(scene())


def test_an_editor_that_asks_for_diagnostics(sample: Project) -> None:
    child = sample.root / "child.py"

    def codes(report: types.DocumentDiagnosticReport) -> list[object]:
        assert isinstance(report, types.RelatedFullDocumentDiagnosticReport)
        return [one.code for one in report.items]

    async def scene() -> None:
        async with editing(sample.root, child, pulls=True) as editor:
            assert codes(await editor.pull(child)) == []  # an answer at once, before the program was read
            await editor.until_offered(lambda: editor.actions(child, 3))
            told = editor.refreshed
            assert told > 0  # the program was read meanwhile: ask again
            report = await editor.pull(child)
            assert codes(report) == ["SLT101"]
            assert isinstance(report, types.RelatedFullDocumentDiagnosticReport)
            again = await editor.pull(child, report.result_id)
            assert isinstance(again, types.RelatedUnchangedDocumentDiagnosticReport)
            # what is typed counts at once, with findings at their new lines
            editor.change(child, "# a comment\n" + CHILD, 2)
            moved = await editor.pull(child, report.result_id)
            assert isinstance(moved, types.RelatedFullDocumentDiagnosticReport)
            assert [one.range.start.line for one in moved.items] == [4]
            # what changes elsewhere is told
            told = editor.refreshed
            (sample.root / "user.py").write_text("from child import Child\n\n\ndef f(n):\n    setattr(Child(), n, 1)\n")
            editor.watch(sample.root / "user.py", types.FileChangeType.Created)
            while codes(await editor.pull(child)):
                told = await editor.until_told(told)
            assert editor.shown == {}  # nothing is sent besides
            assert codes(await editor.pull(sample.root / "user.py")) == []  # not open
            editor.close(child)

    play(scene())


def test_the_server_ends_with_its_client(sample: Project) -> None:
    async def scene() -> None:
        editor = Editor()
        await editor.start(sample.root)
        editor.open(sample.root / "base.py")
        await editor.until_codes(sample.root / "base.py", "SLT101")
        process = editor.client._server
        assert process is not None
        assert process.stdin is not None
        process.stdin.close()
        await asyncio.wait_for(process.wait(), 30)

    play(scene())


def test_without_pygls_one_line_says_what_to_install(project: Project) -> None:
    project.write({"block/pygls/__init__.py": "raise ModuleNotFoundError('no', name='pygls')\n"})
    done = project.command("server", PYTHONPATH=os.pathsep.join([str(project.root / "block"), *sys.path]))
    assert done.code == 2
    assert done.err == "Error: the language server needs pygls: pip install 'slotlint[lsp]'\n"
