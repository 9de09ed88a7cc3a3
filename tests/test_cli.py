"""The command line as a user meets it: flags, exit codes, streams."""

from __future__ import annotations

import json
import subprocess
import sys
from pathlib import Path

import click
import pytest
from conftest import POINT, Project

from slotlint import __version__, driver
from slotlint.cli import cli

SLOTTED = 'class Point:\n    __slots__ = ("x", "y")\n'
SINGLE = """\
class Config:
    def __init__(self):
        self.path = "x"


CONFIG = Config()
"""
DEFECT = """\
class Base:
    __slots__ = ("a",)


class Child(Base):
    __slots__ = ("a", "b")
"""


def test_exit_codes(point: Project) -> None:
    assert point.run("check").code == 1
    assert point.run("check", "--exit-zero").code == 0
    assert point.run("check", "--fix").code == 0
    assert point.run("check").code == 0


def test_findings_go_to_standard_output(point: Project) -> None:
    done = point.run("check")
    assert done.out.startswith("point.py\n  1:1 SLT101 ")
    assert done.out.endswith("1 finding in 1 file (1 with a safe fix), of 1 file, 1 class; run with --fix to apply\n")
    assert done.err == ""


USAGE = [
    (("check", "nowhere.py"), "nowhere.py"),
    (("check", "--no-such-flag"), "--no-such-flag"),
    (("check", "--select", "XYZ"), "XYZ"),
    (("check", "--payoff", "huge"), "huge"),
    (("check", "--target-version", "py27"), "py27"),
    (("check", "--output-format", "xml"), "xml"),
    (("check", "--python", "nowhere"), "nowhere"),
    (("check", "--jobs", "many"), "many"),
    (("check", "-"), "--stdin-filename"),
    (("check", "--stdin-filename", "a.py"), "--stdin-filename"),
    (("check", "-", "point.py", "--stdin-filename", "a.py"), "stands alone"),
    (("check", "-", "--stdin-filename", "a.py", "--write-baseline"), "standard input"),
    (("check", "--baseline", "missing.json"), "missing.json"),
    (("check", "--config", "missing.toml"), "missing.toml"),
    (("check", "--exclude", "[z-a]"), '"[z-a]" in --exclude is no pattern of a .gitignore'),
    (("explain", "SLT999"), "SLT999"),
    (("explain", "point:Pint"), "point:Point"),
    (("frobnicate",), "frobnicate"),
]


@pytest.mark.parametrize(("args", "named"), USAGE, ids=[" ".join(case[0]) for case in USAGE])
def test_a_wrong_command_line_exits_with_2_and_says_what_is_wrong(point: Project, args: tuple[str, ...], named: str) -> None:
    done = point.run(*args)
    assert (done.code, done.out) == (2, "")
    assert named in done.err
    assert "Traceback" not in done.err


@pytest.mark.parametrize("args", [("--version",), ("--help",), ("explain", "-h")])
def test_help_and_version(project: Project, args: tuple[str, ...]) -> None:
    done = project.run(*args)
    assert done.code == 0
    assert (__version__ if args == ("--version",) else "Usage: slotlint") in done.out


@pytest.mark.parametrize("name", [None, *cli.commands])
def test_help_reads_well_in_80_columns(project: Project, name: str | None) -> None:
    done = project.run(*filter(None, [name]), "--help")
    assert done.code == 0
    assert max(map(len, done.out.splitlines())) <= 80
    if name is None:
        assert all(f"\n  {one} " in done.out for one in cli.commands)
        return
    assert f"  Examples:\n    {'pip install' if name == 'server' else f'slotlint {name} '}" in done.out
    assert all(one.opts[0] in done.out for one in cli.commands[name].params if isinstance(one, click.Option))
    assert all(one.help for one in cli.commands[name].params if isinstance(one, click.Option))


SELECTIONS = [
    ((), ["SLT101", "SLT202"]),
    (("--select", "SLT1"), ["SLT101"]),
    (("--select", "SLT101,slot-redefined"), ["SLT101", "SLT202"]),
    (("--select", "SLT2"), ["SLT202"]),
    (("--ignore", "SLT202"), ["SLT101"]),
    (("--ignore", "missing-slots"), ["SLT202"]),
    (("--select", "SLT2", "--extend-select", "SLT101"), ["SLT101", "SLT202"]),
    (("--extend-ignore", "SLT2"), ["SLT101"]),
]


@pytest.mark.parametrize(("args", "codes"), SELECTIONS, ids=[" ".join(case[0]) or "none" for case in SELECTIONS])
def test_selection(point: Project, args: tuple[str, ...], codes: list[str]) -> None:
    point.write({"defect.py": DEFECT})
    assert sorted(point.run("check", "--output-format", "json", *args).codes()) == codes


def test_selection_restricts_what_is_fixed(point: Project) -> None:
    before = point.snapshot()
    assert point.run("check", "--fix", "--select", "SLT2").code == 0
    assert point.snapshot() == before


def test_payoff(project: Project) -> None:
    project.write({"config.py": SINGLE})
    assert project.run("check", "--output-format", "json").codes() == []
    assert project.run("check", "--output-format", "json", "--payoff", "all").codes() == ["SLT101"]


def test_the_target_version_decides_the_bytes(point: Project) -> None:
    saved = {
        version: point.run("check", "--output-format", "json", "--target-version", version).json()[0]["bytes_saved"]
        for version in ("py310", "py312")
    }
    assert saved["py310"] > saved["py312"] > 0


def test_only_the_given_paths_are_reported(point: Project) -> None:
    point.write({"other/defect.py": DEFECT})
    assert point.run("check", "--output-format", "json", "other").codes() == ["SLT202"]
    assert point.run("check", "--output-format", "json", "point.py").codes() == ["SLT101"]


def test_fix_changes_only_what_it_must_and_only_once(point: Project) -> None:
    done = point.run("check", "--fix")
    assert done.out == "1 finding fixed, nothing left in 1 file, 1 class\n"
    expected = POINT.replace("class Point:\n", 'class Point:\n    __slots__ = ("x", "y")\n\n', 1)
    assert point.read("point.py") == expected
    assert point.run("check", "--fix").out == "no findings in 1 file, 1 class\n"
    assert point.read("point.py") == expected


def test_diff_is_what_fix_does_and_writes_nothing(point: Project) -> None:
    before = point.snapshot()
    done = point.run("check", "--diff")
    assert point.snapshot() == before
    assert (done.code, done.err) == (1, "")
    applied = subprocess.run(["patch", "-p1"], input=done.out.encode(), cwd=point.root, capture_output=True)
    assert applied.returncode == 0
    patched = point.snapshot()
    point.write(before)
    point.run("check", "--fix")
    assert point.snapshot() == patched


def test_unsafe_fixes_are_applied_where_they_are_asked_for(point: Project) -> None:
    assert point.run("check", "--fix", "--library").code == 1
    assert point.read("point.py") == POINT
    assert point.run("check", "--fix", "--library", "--unsafe-fixes").code == 0
    assert "__slots__" in point.read("point.py")


def test_fix_with_diff_is_diff_in_any_order(point: Project) -> None:
    before = point.snapshot()
    shown = point.run("check", "--diff")
    assert point.run("check", "--fix", "--diff") == point.run("check", "--diff", "--fix") == shown
    assert point.snapshot() == before


@pytest.mark.parametrize("other", ["--fix", "--diff", "--write-baseline", "--show-settings", "--show-files"])
def test_modes_that_exclude_each_other(point: Project, other: str) -> None:
    before = point.snapshot()
    done = point.run("check", other, "--add-ignore")
    assert (done.code, f"{other} and --add-ignore exclude each other" in done.err) == (2, True)
    assert point.snapshot() == before


def test_every_flag_is_tried_by_some_test() -> None:
    texts = "".join(file.read_text(encoding="utf-8") for file in Path(__file__).parent.glob("test_*.py"))
    flags = {flag for command in cli.commands.values() for one in command.params for flag in (*one.opts, *one.secondary_opts)}
    assert {"--fix", "-q", "--no-cache", "--root", "--count"} < flags
    assert [flag for flag in sorted(flags) if flag.startswith("-") and f'"{flag}' not in texts] == []


def test_diff_of_nothing(project: Project) -> None:
    assert project.run("check", "--diff") == type(project.run("check"))(0, "", "")


def test_json_edits_applied_by_hand_give_what_fix_gives(point: Project) -> None:
    from slotlint.diagnostics import Edit, Location
    from slotlint.edits import apply

    (found,) = point.run("check", "--output-format", "json").json()
    edits = [Edit(e["filename"], Location(**e["location"]), Location(**e["end_location"]), e["content"]) for e in found["fix"]["edits"]]
    by_hand = apply(point.read("point.py").encode(), edits).decode()
    point.run("check", "--fix")
    assert point.read("point.py") == by_hand


def test_standard_input_stands_in_for_a_file(point: Project) -> None:
    done = point.run("check", "-", "--stdin-filename", "point.py", "--output-format", "json", stdin=SLOTTED.encode())
    assert (done.code, done.json()) == (0, [])
    new = point.run("check", "-", "--stdin-filename", "new.py", "--output-format", "json", stdin=POINT.encode())
    assert [f["filename"] for f in new.json()] == ["new.py"]


def test_fixing_standard_input_prints_the_source_and_writes_nothing(point: Project) -> None:
    before = point.snapshot()
    text = POINT.replace("Point", "Spot")
    done = point.run("check", "-", "--stdin-filename", "point.py", "--fix", stdin=text.encode())
    assert done.out == text.replace("class Spot:\n", 'class Spot:\n    __slots__ = ("x", "y")\n\n')
    assert done.err == "1 finding fixed, nothing left in 1 file, 1 class\n"
    assert (done.code, point.snapshot()) == (0, before)


def test_an_unsaved_file_that_needs_no_fix_comes_back_as_it_is(project: Project) -> None:
    done = project.run("check", "-", "--stdin-filename", "a.py", "--fix", stdin=b"x = '\xc3\xbc'\r\n")
    assert done.out == "x = 'ü'\r\n"


def test_statistics(point: Project) -> None:
    point.write({"defect.py": DEFECT})
    lines = point.run("check", "--statistics").out.splitlines()
    assert [line.split()[:3] for line in lines[:2]] == [
        ["1", "SLT101", "missing-slots"],
        ["1", "SLT202", "slot-redefined"],
    ]
    counted = point.run("check", "--statistics", "--output-format", "json").json()
    assert [(row["code"], row["count"]) for row in counted] == [("SLT101", 1), ("SLT202", 1)]


def test_statistics_need_a_format_that_can_say_them(point: Project) -> None:
    for name in ("sarif", "github", "gitlab", "junit"):
        done = point.run("check", "--statistics", "--output-format", name)
        assert (done.code, f"--output-format {name} has no --statistics" in done.err) == (2, True)


def test_quiet_prints_findings_only(point: Project) -> None:
    point.run("check", "--write-baseline")
    point.write({"point.py": SLOTTED, "defect.py": DEFECT})
    known = ("check", "--baseline", "slotlint-baseline.json", "--output-format", "concise")
    assert (len(point.run(*known).out.splitlines()), "no longer found" in point.run(*known).err) == (2, True)
    for flag in ("-q", "--quiet"):
        done = point.run(*known, flag)
        assert (done.code, len(done.out.splitlines()), done.err) == (1, 1, "")
    assert point.run(*known, "-q", "--ignore", "SLT202").out == ""


def test_an_output_file_that_cannot_be_written(point: Project) -> None:
    done = point.run("check", "--output-file", "nowhere/report.txt")
    assert (done.code, done.out) == (2, "")
    assert "--output-file nowhere/report.txt: cannot be written: no such file or directory" in done.err


def test_the_diff_goes_to_the_output_file(point: Project) -> None:
    shown = point.run("check", "--diff").out
    assert point.run("check", "--diff", "--output-file", "fix.patch").out == ""
    assert point.read("fix.patch") == shown


def test_concise(point: Project) -> None:
    line = point.run("check", "--output-format", "concise").out.splitlines()[0]
    assert line.startswith("point.py:1:1: SLT101 ")


COMMENTED = [
    ("class Point:", "class Point:  # slotlint: ignore[SLT101]", []),
    ("class Point:", "class Point:  # noqa: SLT101", []),
    ("class Point:", "# slotlint: ignore-file\nclass Point:", []),
    ("class Point:", "class Point:  # slotlint: ignore[SLT202]", ["SLT101", "SLT902"]),
]


@pytest.mark.parametrize(("old", "new", "codes"), COMMENTED)
def test_comments(point: Project, old: str, new: str, codes: list[str]) -> None:
    point.write({"point.py": POINT.replace(old, new)})
    before = point.snapshot()
    assert sorted(point.run("check", "--output-format", "json").codes()) == codes
    if not codes:
        assert point.run("check", "--fix").code == 0
        assert point.snapshot() == before


UNUSED_COMMENTS = [
    ("x = 1  # slotlint: ignore\n", "x = 1\n"),
    ("x = 1  # noqa: E501, SLT101\r\ny = 2\r\n", "x = 1  # noqa: E501\r\ny = 2\r\n"),
    ("# slotlint: ignore-file\nx = 1\n", "x = 1\n"),
    ("x = 1\n# slotlint: ignore", "x = 1\n"),
    ("x = 1  # noqa: SLT1  # slotlint: ignore[SLT2]\n", "x = 1\n"),
]


@pytest.mark.parametrize(("before", "after"), UNUSED_COMMENTS)
def test_a_comment_that_ignores_nothing_is_removed(project: Project, before: str, after: str) -> None:
    project.write({"a.py": before.encode()})
    assert set(project.run("check", "--output-format", "json").codes()) == {"SLT902"}
    assert project.run("check", "--fix").code == 0
    assert project.read("a.py") == after


def test_a_class_and_its_idle_comment_are_fixed_together(point: Project) -> None:
    point.write({"point.py": POINT.replace("class Point:", "class Point:  # slotlint: ignore[SLT202]")})
    assert point.run("check", "--fix").out == "2 findings fixed, nothing left in 1 file, 1 class\n"
    assert point.read("point.py").startswith(SLOTTED)


def test_per_file_ignores(point: Project) -> None:
    point.write({"slotlint.toml": '[per-file-ignores]\n"point.py" = ["SLT101"]\n'})
    assert point.run("check", "--output-format", "json").codes() == []


def test_baseline(point: Project) -> None:
    done = point.run("check", "--baseline", "known.json", "--write-baseline")
    assert (done.code, done.out) == (0, "1 finding written to known.json\n")
    assert json.loads(point.read("known.json"))["findings"] == {"point:Point": {"SLT101": 1}}
    point.write({"point.py": "\n\n" + POINT, "defect.py": DEFECT})
    known = ("check", "--baseline", "known.json")
    assert point.run(*known, "--output-format", "json").codes() == ["SLT202"]
    point.write({"point.py": SLOTTED, "defect.py": ""})
    done = point.run(*known)
    assert (done.code, done.err) == (0, "slotlint: the baseline holds what is no longer found: SLT101 of point:Point\n")


def test_a_baseline_that_is_not_there_yet(point: Project) -> None:
    point.write({"slotlint.toml": 'baseline = "known.json"\n'})
    done = point.run("check")
    why = "there is no such baseline; --write-baseline makes it\n"
    assert (done.code, done.err) == (2, f'slotlint: slotlint.toml:1: baseline = "known.json": {why}')
    assert point.run("check", "--baseline", "other.json").err == f"slotlint: other.json: {why}"
    assert point.run("check", "--write-baseline").out == "1 finding written to known.json\n"
    assert point.run("check").code == 0


def test_a_baseline_of_something_else(point: Project) -> None:
    point.write({"known.json": "[1, 2]"})
    done = point.run("check", "--baseline", "known.json")
    assert (done.code, done.out) == (2, "")
    assert "known.json: not a baseline of slotlint" in done.err


UNUSABLE = [
    ("baseline", "bad.json", "not a baseline of slotlint", ("check",)),
    ("baseline", "folder", "cannot be read: is a directory", ("check",)),
    ("profile", "none.json", "cannot be read: no such file or directory", ("check",)),
    ("profile", "bad.json", "no profile of slotlint", ("check",)),
    ("python", "nowhere", "no such interpreter or environment: nowhere", ("check",)),
    ("python", "nowhere", "no such interpreter or environment: nowhere", ("explain", "point:Point")),
    ("python", "bad.json", "not an interpreter or environment", ("measure", "point:Point", "--new", "Point(1, 2)")),
    ("python", "bad.json", "not an interpreter or environment", ("profile", "--", "point.py")),
    ("executor", "here", "no such executor: here", ("check",)),
    ("executor", "dask:nowhere:x", "", ("check", "--no-cache")),
]


@pytest.mark.parametrize(("key", "value", "why", "args"), UNUSABLE)
def test_a_setting_that_cannot_be_used_is_named_with_its_file_and_line(
    point: Project, key: str, value: str, why: str, args: tuple[str, ...]
) -> None:
    point.write({"pyproject.toml": f'[tool.slotlint]\n\n{key} = "{value}"\n', "bad.json": "{}", "folder/x": ""})
    done = point.run(*args)
    assert (done.code, done.out) == (2, "")
    assert f'pyproject.toml:3: {key} = "{value}" in [tool.slotlint]: ' in done.err
    assert why in done.err
    assert "internal error" not in done.err


def test_write_baseline_has_a_usual_name(point: Project) -> None:
    assert point.run("check", "--write-baseline").code == 0
    assert point.run("check", "--baseline", "slotlint-baseline.json").code == 0


def test_show_settings(point: Project) -> None:
    point.write({"slotlint.toml": 'line-length = 100\n[[overrides]]\nfiles = ["lib/"]\nlibrary = true\n'})
    lines = point.run("check", "--show-settings", "--payoff", "all").out.splitlines()
    assert lines[:2] == [f"# configuration file: {point.root}/slotlint.toml", f"# patterns start at: {point.root}"]
    assert {"line-length = 100  # slotlint.toml", 'payoff = "all"  # command line', "library = false  # default"} <= set(lines)
    assert "library = true  # default" not in lines
    of_file = point.run("check", "--show-settings", "lib/a.py")
    assert (of_file.code, "library = true  # default" in of_file.out) == (0, False)
    assert "library = true  # an override" in of_file.out


def test_show_files(point: Project) -> None:
    point.write({"pkg/a.py": "", "pkg/b.pyi": "", "build/c.py": "", "notes.txt": "", "pkg/gen/d.py": ""})
    assert point.run("check", "--show-files", "--exclude", "gen/").out == "pkg/a.py\npkg/b.pyi\npoint.py\n"
    assert point.run("check", "--show-files", "pkg", "--output-file", "list").out == ""
    assert point.read("list").splitlines() == ["pkg/a.py", "pkg/b.pyi", "pkg/gen/d.py"]


def test_patterns_start_at_the_configuration_file(point: Project, monkeypatch: pytest.MonkeyPatch) -> None:
    point.write({"sub/slotlint.toml": 'exclude = ["/gen/"]\n', "sub/gen/a.py": POINT, "sub/b.py": POINT})
    point.write({"gen/c.py": "", "subway/gen/d.py": ""})
    monkeypatch.chdir(point.root / "sub")
    assert point.run("check", "--show-files").out == "b.py\n"
    assert [Path(line).name for line in point.run("check", "--show-files", "..").out.splitlines()] == ["c.py", "point.py", "d.py", "b.py"]


@pytest.mark.parametrize("shell", ["bash", "zsh", "fish"])
def test_a_script_that_completes(project: Project, shell: str) -> None:
    script = project.command(_SLOTLINT_COMPLETE=f"{shell}_source")
    assert f"_SLOTLINT_COMPLETE={shell}_complete" in script.out


@pytest.mark.parametrize(
    ("words", "wanted"),
    [
        ("slotlint ", ["check", "explain", "measure", "profile", "server"]),
        ("slotlint check --output-format s", ["sarif"]),
        ("slotlint check --payoff ", ["likely", "all"]),
        ("slotlint check --add", ["--add-ignore"]),
        ("slotlint measure --co", ["--config", "--count"]),
    ],
)
def test_completion_through_click(project: Project, words: str, wanted: list[str]) -> None:
    at = str(words.count(" "))
    done = project.command(_SLOTLINT_COMPLETE="bash_complete", COMP_WORDS=words, COMP_CWORD=at)
    assert sorted(line.partition(",")[2] for line in done.out.splitlines()) == sorted(wanted)


def test_explain_a_rule(project: Project) -> None:
    for name in ("SLT101", "slt101", "missing-slots"):
        assert project.run("explain", name).out.startswith("SLT101 missing-slots\n====================\n")
    assert project.run("explain", "SLT101", "--output-format", "json").json()["name"] == "missing-slots"


def test_explain_a_class(point: Project) -> None:
    assert point.run("explain", "point:Point").out.startswith("point:Point (point.py:1): candidate\n  slots: ('x', 'y')\n")
    record = point.run("explain", "point:Point", "--output-format", "json").json()
    assert (record["class"], record["verdict"], record["slots"]) == ("point:Point", "candidate", ["x", "y"])
    assert record["fix"]["edits"][0]["filename"] == "point.py"
    assert {(note["kind"], note["row"]) for note in record["evidence"]} >= {("store", 3), ("store", 4)}


def test_jobs_and_cache_change_nothing(point: Project) -> None:
    point.write({f"pkg/m{n}.py": POINT.replace("Point", f"Point{n}") for n in range(20)})
    runs = [
        point.run("check", "--output-format", "json", *args)
        for args in (("--jobs", "1", "--no-cache"), ("--jobs", "2", "--no-cache"), ("--jobs", "2"), ("--jobs", "1"))
    ]
    assert len(runs[0].codes()) == 21
    assert runs.count(runs[0]) == len(runs)


def test_the_cache_folder(point: Project) -> None:
    point.run("check", "--no-cache")
    assert not (point.root / ".slotlint_cache").exists()
    point.run("check", "--cache-dir", "elsewhere")
    assert (point.root / "elsewhere" / "CACHEDIR.TAG").exists()
    point.run("check")
    assert (point.root / ".slotlint_cache" / ".gitignore").read_text().endswith("*\n")


def test_a_mistake_of_ours_is_one_line(point: Project, monkeypatch: pytest.MonkeyPatch) -> None:
    def fail(request: object) -> None:
        raise RuntimeError("two\nlines")

    monkeypatch.setattr(driver, "check", fail)
    done = point.run("check")
    assert (done.code, done.out) == (2, "")
    assert done.err == ("slotlint: internal error: RuntimeError: two lines (set SLOTLINT_DEBUG=1 for the traceback)\n")
    monkeypatch.setenv("SLOTLINT_DEBUG", "1")
    with pytest.raises(RuntimeError):
        point.run("check")


def test_a_closed_pipe_is_quiet(point: Project) -> None:
    point.write({f"m{n}.py": POINT for n in range(1500)})
    process = subprocess.Popen([sys.executable, "-m", "slotlint", "check"], cwd=point.root, stdout=subprocess.PIPE, stderr=subprocess.PIPE)
    assert process.stdout is not None
    assert process.stderr is not None
    process.stdout.read(1)
    process.stdout.close()
    assert process.stderr.read() == b""
    process.stderr.close()
    assert process.wait(60) == 1


SLOW = {"concurrent.futures", "http", "libcst", "multiprocessing", "pathspec", "rich"}
LAZY = f"import sys; from slotlint.cli import run; run(sys.argv[1:]); print(sorted({SLOW!r} & set(sys.modules)))"


@pytest.mark.parametrize("args", [("--help",), ("check",), ("check", "--fix"), ("explain", "SLT101")])
def test_what_is_slow_to_import_is_not_imported_for_nothing(project: Project, args: tuple[str, ...]) -> None:
    project.write({"a.py": "x = 1\n"})
    done = subprocess.run([sys.executable, "-c", LAZY, *args], cwd=project.root, capture_output=True, text=True)
    assert done.stdout.splitlines()[-1] == "[]"


def test_as_a_module(point: Project) -> None:
    done = point.command("check")
    assert (done.code, done.err) == (1, "")
    assert "SLT101" in done.out


INTERRUPT = """
import runpy, sys

class Interrupt:
    def find_spec(self, name, path=None, target=None):
        if name == "slotlint.settings":
            raise KeyboardInterrupt

sys.meta_path.insert(0, Interrupt())
runpy.run_module("slotlint", run_name="__main__")
"""


def test_control_c_is_quiet_while_slotlint_is_being_imported(project: Project) -> None:
    done = subprocess.run([sys.executable, "-c", INTERRUPT], cwd=project.root, capture_output=True, text=True)
    assert (done.returncode, done.stdout, done.stderr) == (130, "", "")


def test_a_program_without_a_project_is_just_what_is_given(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    folder = Project(tmp_path).write({"a.py": POINT, "b.py": DEFECT})
    assert folder.run("check", "a.py", "--output-format", "json", "--no-cache").codes() == ["SLT101"]
