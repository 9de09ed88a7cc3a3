"""Files, caches and configurations that are not what they should be: one clear message each, and the rest goes on."""

from __future__ import annotations

import os
from collections.abc import Callable
from pathlib import Path

import pytest
from conftest import POINT, Project

from slotlint import loading
from slotlint.diagnostics import Problem
from slotlint.loading import FactStore, Wanted, read_source

CONTENTS: list[tuple[str, bytes, str]] = [
    ("binary", bytes(range(256)) * 8, "SLT901"),
    ("utf-16", "class A: pass\n".encode("utf-16"), "SLT901"),
    ("unknown cookie", b"# -*- coding: klingon -*-\nclass A: pass\n", "SLT901"),
    ("wrong cookie", "# -*- coding: ascii -*-\nname = 'ü'\n".encode(), "SLT901"),
    ("cookie against BOM", b"\xef\xbb\xbf# coding: latin-1\n", "SLT901"),
    ("null byte", b"class A:\n    x = 1\0\n", "SLT901"),
    ("5,000 parentheses", b"x = " + b"(" * 5_000 + b")" * 5_000 + b"\n", "SLT901"),
    ("5,000 unclosed brackets", b"x = " + b"[" * 5_000, "SLT901"),
    ("broken syntax", b"class A\n    pass\n", "SLT901"),
    ("bad indentation", b"class A:\n\tx = 1\n        y = 2\n", "SLT901"),
]


@pytest.mark.parametrize(("content", "code"), [case[1:] for case in CONTENTS], ids=[case[0] for case in CONTENTS])
def test_what_is_not_python_is_one_finding(point: Project, content: bytes, code: str) -> None:
    point.write({"bad.py": content})
    done = point.run("check", "--output-format", "json", "--no-cache")
    found = done.json()
    assert [f["code"] for f in found if f["filename"] == "bad.py"] == [code]
    assert [f["code"] for f in found if f["filename"] == "point.py"] == ["SLT101"]
    assert (done.code, done.err) == (1, "")


@pytest.mark.parametrize("names", ["Table", "*"])
def test_what_is_imported_from_what_is_not_python_is_unknown(point: Project, names: str) -> None:
    users = f"from bad import {names}\ndef fill(make, key):\n    for part in make(key).parts: part.x = 3\n    Table.parts.append(2)\n"
    point.write({"bad.py": 'print "hello"\n', "users.py": users})
    done = point.run("check", "--output-format", "json", "--no-cache")
    assert [f["code"] for f in done.json()] == ["SLT901", "SLT101"]
    assert done.err == ""


SILENT: list[tuple[str, bytes]] = [
    ("empty", b""),
    ("only a BOM", b"\xef\xbb\xbf"),
    ("no final newline", b"x = 1"),
    ("only form feeds", b"\f\n\f\n"),
    ("deep but readable", b"x = " + b"-" * 500 + b"1\n"),
]


@pytest.mark.parametrize("content", [case[1] for case in SILENT], ids=[case[0] for case in SILENT])
def test_what_is_odd_python_is_read_without_a_word(project: Project, content: bytes) -> None:
    done = project.write({"odd.py": content}).run("check", "--output-format", "json", "--no-cache")
    assert (done.code, done.json(), done.err) == (0, [], "")


FORMS: list[tuple[str, str, bytes]] = [
    ("BOM", "point.py", b"\xef\xbb\xbf" + POINT.encode()),
    ("CRLF", "point.py", POINT.replace("\n", "\r\n").encode()),
    ("CR", "point.py", POINT.replace("\n", "\r").encode()),
    ("form feeds", "point.py", POINT.replace("\n\n", "\n\f\n").encode()),
    ("latin-1 cookie", "point.py", b"# coding: latin-1\nNAME = '\xfc'\n" + POINT.encode()),
    ("no final newline", "point.py", POINT.rstrip().encode()),
    ("tabs", "point.py", POINT.replace("    ", "\t").encode()),
]


@pytest.mark.parametrize(("name", "content"), [case[1:] for case in FORMS], ids=[case[0] for case in FORMS])
def test_every_form_of_a_file_is_checked_and_fixed(project: Project, name: str, content: bytes) -> None:
    project.write({name: content})
    assert project.run("check", "--output-format", "json", "--no-cache").codes() == ["SLT101"]
    assert project.run("check", "--fix", "--no-cache").code == 0
    after = (project.root / name).read_bytes()
    assert b"__slots__" in after
    kept = b"".join(line for line in after.splitlines(keepends=True) if b"__slots__" not in line)
    assert kept.replace(b"\r", b"\n").split() == content.replace(b"\r", b"\n").split()
    assert project.run("check", "--fix", "--no-cache").code == 0
    assert (project.root / name).read_bytes() == after


def test_a_stub_is_read_as_one(project: Project) -> None:
    project.write({"point.pyi": "class Point:\n    x: int\n    def __init__(self) -> None: ...\n"})
    done = project.run("check", "--output-format", "json", "--no-cache")
    assert (done.code in (0, 1), done.err) == (True, "")


Build = Callable[[Path], None]

UNREADABLE: list[tuple[str, Build, str]] = [
    ("broken link", lambda path: path.symlink_to("nowhere.py"), "nowhere|leads|no such"),
    ("link to itself", lambda path: path.symlink_to(path.name), "loop|too many levels"),
    ("pipe", lambda path: os.mkfifo(path), "pipe|FIFO|not a regular file"),
]


@pytest.mark.parametrize(("build", "message"), [c[1:] for c in UNREADABLE], ids=[c[0] for c in UNREADABLE])
@pytest.mark.parametrize("given", [(), ("bad.py", "point.py")], ids=["in the program", "by name"])
def test_what_cannot_be_read_is_one_line_on_stderr(point: Project, build: Build, message: str, given: tuple[str, ...]) -> None:
    import re

    build(point.root / "bad.py")
    done = point.run("check", "--output-format", "json", "--no-cache", *given)
    assert done.codes() == ["SLT101"]
    assert done.code == 1
    lines = done.err.splitlines()
    assert len(lines) == 1
    assert lines[0].startswith("slotlint: bad.py: ")
    assert re.search(message, lines[0], re.IGNORECASE)


def test_a_loop_of_folders_ends(point: Project) -> None:
    (point.root / "inner").mkdir()
    (point.root / "inner" / "again").symlink_to(point.root, target_is_directory=True)
    done = point.run("check", "--output-format", "json", "--no-cache")
    assert done.codes() == ["SLT101"]


def test_a_large_file_is_left_out_with_a_message(point: Project) -> None:
    point.write({"table.py": b"x = 1\n" * (10_000_000 // 6)})
    done = point.run("check", "--output-format", "json", "--no-cache")
    assert done.codes() == ["SLT101"]
    assert done.err == "slotlint: table.py: 10.0 MB is too large to be read (limit 8 MB)\n"


def test_a_file_without_permission_is_a_problem(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    def refuse(*args: object) -> int:
        raise PermissionError(13, "Permission denied")

    monkeypatch.setattr(loading.os, "open", refuse)
    found = read_source(Wanted("a.py", tmp_path / "a.py", False), {})
    assert found == Problem("a.py", "cannot be read: permission denied")


@pytest.mark.skipif(not hasattr(os, "geteuid") or os.geteuid() == 0, reason="root may read everything")
def test_an_unreadable_file_in_a_project(point: Project) -> None:
    point.write({"secret.py": "x = 1\n"})
    (point.root / "secret.py").chmod(0)
    done = point.run("check", "--output-format", "json", "--no-cache")
    assert (done.code, done.codes()) == (1, ["SLT101"])
    assert done.err == "slotlint: secret.py: cannot be read: permission denied\n"


def test_a_file_deleted_during_the_run(tmp_path: Path) -> None:
    kept, gone = tmp_path / "kept.py", tmp_path / "gone.py"
    kept.write_text("class A: pass\n")
    scanned = FactStore(None, 1).scan([Wanted("gone.py", gone, False), Wanted("kept.py", kept, False)], {})
    assert list(scanned.digests) == ["kept.py"]
    assert scanned.problems == (Problem("gone.py", "was deleted during the run"),)


def test_an_unknown_key_is_a_configuration_error(point: Project) -> None:
    with (point.root / "pyproject.toml").open("a") as file:
        file.write('\n[tool.slotlint]\nslect = ["SLT1"]\n')
    done = point.run("check")
    assert (done.code, done.out) == (2, "")
    assert len(done.err.splitlines()) == 1
    for part in ("slect", "pyproject.toml", "6"):
        assert part in done.err


CACHES: list[tuple[str, bytes | None]] = [
    ("garbage", bytes(range(256)) * 100),
    ("empty", b""),
    ("another version", b"slotlint 99.0 facts 1 python 3.11 code 00000000\nabc 00000000 []\n"),
    ("cut short", None),
]


@pytest.mark.parametrize("content", [case[1] for case in CACHES], ids=[case[0] for case in CACHES])
def test_a_foreign_cache_is_a_miss(point: Project, content: bytes | None) -> None:
    first = point.run("check", "--output-format", "json")
    folder = point.root / ".slotlint_cache"
    files = [file for file in folder.iterdir() if file.name not in (".gitignore", "CACHEDIR.TAG")]
    assert len(files) == 1
    files[0].write_bytes(files[0].read_bytes()[:-40] if content is None else content)
    assert point.run("check", "--output-format", "json") == first
    assert point.run("check", "--output-format", "json") == first


def test_a_cache_that_cannot_be_written_is_a_message(point: Project) -> None:
    point.write({".slotlint_cache": "in the way"})
    done = point.run("check", "--output-format", "json")
    assert (done.code, done.codes()) == (1, ["SLT101"])
    assert len(done.err.splitlines()) == 1
    assert "cache" in done.err
