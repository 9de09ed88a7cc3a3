"""Discovery: which files make up the program, what they are called, and what is reported instead of read."""

from __future__ import annotations

import os
import socket
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from slotlint.discovery import Discovery, discover, project_root
from slotlint.foldernames import Names, Roots
from slotlint.modulenames import name_files


def make(root: Path, *names: str) -> Path:
    """Empty files (or folders, where a name ends in a slash) below a folder; ``name=text`` gives a file that text."""
    for spelt in names:
        name, _, text = spelt.partition("=")
        path = root / name
        if name.endswith("/"):
            path.mkdir(parents=True, exist_ok=True)
        else:
            path.parent.mkdir(parents=True, exist_ok=True)
            path.write_text(text)
    return root


def marked(tmp_path: Path, *names: str) -> Path:
    return make(tmp_path / "proj", "pyproject.toml", *names)


def paths(found: Discovery) -> list[str]:
    return [file.path for file in found.files]


def modules(found: Discovery) -> dict[str, str]:
    return {file.path: file.module for file in found.files}


def selected(found: Discovery) -> list[str]:
    return [file.path for file in found.files if file.selected]


def problems(found: Discovery) -> dict[str, str]:
    return {problem.path: problem.message for problem in found.problems}


NAMES = {
    "flat": {"pkg/__init__.py": "pkg", "pkg/a.py": "pkg.a", "pkg/sub/__init__.py": "pkg.sub", "setup.py": "setup"},
    "src": {"src/pkg/__init__.py": "pkg", "src/pkg/a.py": "pkg.a", "src/one.py": "one"},
    "src namespace": {"src/google/cloud/store/__init__.py": "google.cloud.store", "src/google/auth.py": "google.auth"},
    "src is a package": {"src/__init__.py": "src", "src/a.py": "src.a"},
    "namespace": {"tests/test_a.py": "tests.test_a", "tests/unit/test_a.py": "tests.unit.test_a"},
    "deep package": {"lib/foo/__init__.py": "foo", "lib/foo/bar.py": "foo.bar", "lib/util.py": "lib.util"},
    "in a package": {"pkg/__init__.py": "pkg", "pkg/migrations/m1.py": "pkg.migrations.m1"},
    "package in a gap": {
        "tests/__init__.py": "tests",
        "tests/data/app/__init__.py": "tests.data.app",
        "tests/data/app/models.py": "tests.data.app.models",
    },
    "stub beside source": {"pkg/__init__.py": "pkg", "pkg/a.py": "pkg.a", "pkg/a.pyi": "pkg.a"},
    "stubs package": {"foo/__init__.py": "foo", "foo-stubs/__init__.pyi": "foo", "foo-stubs/a.pyi": "foo.a"},
    "scripts": {"a/utils.py": "a.utils", "b/utils.py": "b.utils", "conftest.py": "conftest"},
    "rival packages": {
        "examples/a/app/__init__.py": "examples.a.app",
        "examples/a/app/models.py": "examples.a.app.models",
        "examples/b/app/__init__.py": "examples.b.app",
    },
    "the root's package wins": {"app/__init__.py": "app", "examples/app/__init__.py": "examples.app"},
    "src wins": {"src/pkg/__init__.py": "pkg", "pkg/__init__.py": "pkg-2", "pkg/a.py": "pkg-2.a"},
    "fixtures do not rival src": {
        "src/pkg/__init__.py": "pkg",
        "tests/fixture/src/pkg/__init__.py": "tests.fixture.src.pkg",
    },
    "monorepo": {
        "packages/a/src/a/__init__.py": "a",
        "packages/a/src/tests/__init__.py": "packages.a.src.tests",
        "packages/b/src/tests/__init__.py": "packages.b.src.tests",
    },
    "package beats module": {"foo/__init__.py": "foo", "foo.py": "foo-2"},
    "not the standard library's": {"tests/types/__init__.py": "tests.types", "tests/types/a.py": "tests.types.a"},
    "odd file names": {"bin/my-tool.py": "bin.my-tool", "bin/a.b.py": "bin.a-b", "v1.2/x.py": "v1-2.x"},
    "two endings": {"gui.py": "gui", "gui.pyw": "gui-2"},
    "main": {"pkg/__init__.py": "pkg", "pkg/__main__.py": "pkg.__main__"},
}


@pytest.mark.parametrize("case", NAMES)
def test_module_names(tmp_path: Path, case: str) -> None:
    root = marked(tmp_path, *NAMES[case])
    assert modules(discover(["."], root)) == NAMES[case]


def test_root_that_is_a_package(tmp_path: Path) -> None:
    root = marked(tmp_path, "__init__.py", "a.py", "sub/__init__.py", "lib/b.py")
    found = discover(["."], root)
    assert modules(found) == {
        "__init__.py": "proj",
        "a.py": "proj.a",
        "lib/b.py": "proj.lib.b",
        "sub/__init__.py": "proj.sub",
    }
    assert {file.path: file.aliases for file in found.files}["sub/__init__.py"] == ("sub",)


def test_names_that_imports_may_use(tmp_path: Path) -> None:
    root = marked(tmp_path, "tests/conftest.py", "tests/helpers.py", "tests/logging.py", "ns/deep/pkg/__init__.py", "top.py")
    files = {file.path: file for file in discover(["."], root).files}
    assert files["tests/helpers.py"].aliases == ("helpers",)
    assert files["tests/conftest.py"].import_roots == ("tests",)
    assert files["tests/logging.py"].aliases == ()  # ``import logging`` means another one
    assert files["ns/deep/pkg/__init__.py"].aliases == ("ns.deep.pkg",)
    assert files["ns/deep/pkg/__init__.py"].import_roots == ("ns.deep",)
    assert files["top.py"].import_roots == ("",)


def test_an_alias_never_means_two_modules(tmp_path: Path) -> None:
    root = marked(tmp_path, "a/utils.py", "b/utils.py", "a/utils.pyi", "c/only.py")
    files = discover(["."], root).files
    assert {file.path: file.aliases for file in files} == {
        "a/utils.py": (),
        "a/utils.pyi": (),
        "b/utils.py": (),
        "c/only.py": ("only",),
    }


def test_unmarked_folder_is_the_import_root(tmp_path: Path) -> None:
    root = make(tmp_path / "good", "main.py", "load.py", "pkg/__init__.py", "pkg/impl.py")
    found = discover([root], tmp_path)
    assert {file.module for file in found.files} == {"main", "load", "pkg", "pkg.impl"}
    assert found.root == root
    assert paths(found)[0] == "good/load.py"


def test_a_single_unmarked_file_is_a_program(tmp_path: Path) -> None:
    make(tmp_path, "a.py", "b.py", "pkg/__init__.py", "pkg/c.py")
    assert modules(discover(["a.py"], tmp_path)) == {"a.py": "a"}
    assert modules(discover(["pkg/c.py"], tmp_path)) == {"pkg/c.py": "pkg.c"}


def test_several_unmarked_folders_keep_their_names_apart(tmp_path: Path) -> None:
    make(tmp_path, "a/main.py", "a/load.py", "b/main.py")
    files = {file.path: file for file in discover(["a", "b"], tmp_path).files}
    assert {path: file.module for path, file in files.items()} == {
        "a/main.py": "a.main",
        "a/load.py": "load",
        "b/main.py": "b.main",
    }
    assert files["a/load.py"].import_roots[0] == "a"


def test_only_given_paths_are_selected(tmp_path: Path) -> None:
    root = marked(tmp_path, "a.py", "sub/b.py", "subway/c.py")
    found = discover(["sub"], root)
    assert paths(found) == ["a.py", "sub/b.py", "subway/c.py"]
    assert selected(found) == ["sub/b.py"]
    assert selected(discover([root / "a.py", "subway"], root)) == ["a.py", "subway/c.py"]
    assert selected(discover([], root)) == ["a.py", "sub/b.py", "subway/c.py"]


def test_the_program_is_the_project_around_the_working_directory(tmp_path: Path) -> None:
    root = marked(tmp_path, "a.py", "sub/b.py")
    found = discover(["."], root / "sub")
    assert {file.path: (file.module, file.selected) for file in found.files} == {
        "b.py": ("sub.b", True),
        str(root / "a.py"): ("a", False),
    }


def test_a_path_outside_of_the_project_is_a_program_of_its_own(tmp_path: Path) -> None:
    root = marked(tmp_path, "a.py")
    other = make(tmp_path / "other", "setup.cfg", "b.py", "src/pkg/__init__.py")
    assert [file.module for file in discover([other], root).files] == ["b", "pkg"]


LEFT_OUT = (
    ".hidden/a.py", ".tox/py/a.py", "__pycache__/a.py", "build/lib/a.py", "dist/a.py", "node_modules/gyp/a.py",
    "lib/python3/site-packages/a.py", "x.egg-info/a.py", ".a.py", ".#lock.py", "notes.txt", "env/pyvenv.cfg", "env/a.py",
    "conda/conda-meta/history", "conda/a.py", "docs/_build/a.py",
)  # fmt: skip


def test_what_is_left_out(tmp_path: Path) -> None:
    root = marked(tmp_path, "ok.py", "stub.pyi", "win.pyw", *LEFT_OUT)
    assert paths(discover(["."], root)) == ["ok.py", "stub.pyi", "win.pyw"]


def test_a_package_called_build_is_a_package(tmp_path: Path) -> None:
    root = marked(tmp_path, "src/build/__init__.py", "src/build/a.py")
    assert set(modules(discover(["."], root)).values()) == {"build", "build.a"}


GIVEN_APART = {
    ".hidden/tmp": (".hidden/tmp/a.py", "a"),
    "env/lib/python3.12/site-packages/pkg": ("env/lib/python3.12/site-packages/pkg/a.py", "pkg.a"),
    "env/lib/python3.12/site-packages": ("env/lib/python3.12/site-packages/ns/pkg/a.py", "ns.pkg.a"),
    "env": ("env/lib/python3.12/site-packages/mod.py", "mod"),
    "build/lib": ("build/lib/pkg/a.py", "pkg.a"),
    "node_modules": ("node_modules/gyp/a.py", "gyp.a"),
}


@pytest.mark.parametrize("given", GIVEN_APART)
def test_what_is_left_out_is_read_when_given(tmp_path: Path, given: str) -> None:
    path, module = GIVEN_APART[given]
    package = Path(path).parent / "__init__.py"
    init = [str(package)] if package.parent.name == "pkg" else []
    root = marked(tmp_path, "own.py", "env/pyvenv.cfg", "env/.gitignore=*", ".gitignore=build/", path, *init)
    found = discover([given], root)
    assert modules(found)[path] == module
    assert "own.py" not in paths(found)
    assert all(file.selected for file in found.files)


GITIGNORE = {
    "generated.py": False, "gen/a.py": False, "keep/gen.log.py": True, "sub/secret.py": False, "sub/kept.py": True,
    "sub/deep/x_pb2.py": False, "sub/deep/y.py": True, "other/secret.py": True,
}  # fmt: skip


def test_gitignore_files_also_nested_ones(tmp_path: Path) -> None:
    root = marked(
        tmp_path,
        *GITIGNORE,
        ".gitignore=# comment\n\n/generated.py\ngen/\n*_pb2.py\nkept.py\n!\n\\\n[z-a]\n",
        "sub/.gitignore=secret.py\n!kept.py\n",
    )
    assert paths(discover(["."], root)) == sorted(path for path, kept in GITIGNORE.items() if kept)


def test_gitignore_above_the_project_counts_up_to_the_repository(tmp_path: Path) -> None:
    repository = make(tmp_path, ".git/info/exclude=private.py\n", ".gitignore=made.py\n")
    root = marked(repository, "a.py", "made.py", "private.py")
    assert paths(discover(["."], root)) == ["a.py"]


def test_ignored_paths_count_when_given(tmp_path: Path) -> None:
    root = marked(tmp_path, ".gitignore=gen/\nmade.py\n", "gen/a.py", "gen/.gitignore=b.py\n", "gen/b.py", "made.py", "c.py")
    found = discover(["gen", "made.py"], root, exclude=["gen/", "made.py"])
    assert {path: name for path, name in modules(found).items() if path in selected(found)} == {
        "gen/a.py": "gen.a",
        "made.py": "made",
    }
    assert paths(found) == ["c.py", "gen/a.py", "made.py"]


EXCLUDES = {
    ("tests/",): ["a.py", "sub/c.py"],
    ("/a.py",): ["sub/c.py", "tests/a.py"],
    ("a.py", "!tests/a.py"): ["sub/c.py", "tests/a.py"],
    ("sub",): ["a.py", "tests/a.py"],
    ("!build/",): ["a.py", "build/b.py", "sub/c.py", "tests/a.py"],
    ("!.hidden/", "*/a.py"): [".hidden/d.py", "a.py", "sub/c.py"],
}


@pytest.mark.parametrize("patterns", EXCLUDES)
def test_exclude_patterns(tmp_path: Path, patterns: tuple[str, ...]) -> None:
    root = marked(tmp_path, "a.py", "sub/c.py", "tests/a.py", "build/b.py", ".hidden/d.py")
    assert paths(discover(["."], root, exclude=patterns)) == EXCLUDES[patterns]
    assert paths(discover(["."], root, extend_exclude=patterns)) == EXCLUDES[patterns]


def test_patterns_start_at_the_configuration_file(tmp_path: Path) -> None:
    root = marked(tmp_path, "gen/a.py", "b.py")
    make(tmp_path / "else", "gen/c.py", "d.py")
    assert paths(discover(["."], root, exclude=["proj/gen/"], anchor=tmp_path)) == ["b.py"]
    assert [file.module for file in discover([tmp_path / "else"], root, exclude=["/gen/"], anchor=root).files] == ["d"]


def test_src_folders_from_the_settings(tmp_path: Path) -> None:
    root = marked(tmp_path, "lib/ns/a.py", "lib/b.py")
    assert modules(discover(["."], root, src=["lib"])) == {"lib/b.py": "b", "lib/ns/a.py": "ns.a"}


def test_a_given_file_of_any_ending_counts(tmp_path: Path) -> None:
    root = marked(tmp_path, "tool", "bin/run.cgi", "a.py")
    assert modules(discover(["tool", "bin/run.cgi"], root)) == {
        "a.py": "a",
        "bin/run.cgi": "bin.run-cgi",
        "tool": "tool",
    }


def test_unsaved_files_need_not_exist(tmp_path: Path) -> None:
    root = marked(tmp_path, "a.py", "b.py")
    found = discover([], root, unsaved=["new.py", "b.py"])
    assert (paths(found), selected(found), found.missing) == (["a.py", "b.py", "new.py"], ["b.py", "new.py"], ())


@pytest.mark.parametrize("path", ["nowhere", "no/where.py", "", "a.py/b", "nul\0.py"])
def test_missing_paths(tmp_path: Path, path: str) -> None:
    found = discover(["a.py", path], marked(tmp_path, "a.py"))
    assert [problem.message for problem in found.missing] == ["no such file or folder"]
    assert (selected(found), found.problems) == (["a.py"], ())


def test_symbolic_links(tmp_path: Path) -> None:
    root = marked(tmp_path, "real/__init__.py", "real/a.py", "deep/er/")
    outside = make(tmp_path / "outside", "x.py", "more/y.py")
    for link, target in {
        "broken.py": "nothing.py",
        "self.py": "self.py",
        "loop": ".",
        "deep/er/up": "../..",
        "deep/real": "../real",
        "again.py": "real/a.py",
        "x.py": str(outside / "x.py"),
        "more": str(outside / "more"),
        "everything": "/",
    }.items():
        (root / link).symlink_to(target)
    found = discover(["."], root)
    assert modules(found) == {"real/__init__.py": "real", "real/a.py": "real.a", "x.py": "x"}
    assert selected(found) == ["real/__init__.py", "real/a.py"]  # nothing outside of the paths given is rewritten
    reasons = {"broken.py": "a symbolic link that leads nowhere", "self.py": "a loop of symbolic links"}
    assert problems(found) == reasons
    again = discover([".", "broken.py", "self.py"], root)
    assert [(one.path, one.message) for one in again.problems] == sorted(reasons.items())
    assert {"again", "deep.real.a", "loop.real.a"} <= set(found.files[1].aliases)


def test_given_symbolic_links(tmp_path: Path) -> None:
    root = marked(tmp_path, "real/a.py")
    make(tmp_path / "outside", "x.py")
    (root / "link").symlink_to("real")
    (root / "x.py").symlink_to(tmp_path / "outside/x.py")
    (tmp_path / "way").symlink_to(root)
    assert selected(discover(["link"], root)) == ["real/a.py"]
    assert selected(discover(["link/a.py"], root)) == ["real/a.py"]
    assert selected(discover(["x.py"], root)) == ["x.py"]
    assert selected(discover([tmp_path / "way" / "real"], root)) == ["real/a.py"]
    assert selected(discover(["real"], tmp_path / "way")) == ["real/a.py"]


def test_special_files_are_never_opened(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    root = marked(tmp_path, "a.py", "folder.py/b.py")
    os.mkfifo(root / "pipe.py")
    os.mkfifo(root / ".gitignore")
    os.symlink("pipe.py", root / "to_pipe.py")
    with socket.socket(socket.AF_UNIX) as server:
        monkeypatch.chdir(root)  # the path of a socket must be short
        server.bind("s.py")
        found = discover(["."], root)
    assert paths(found) == ["a.py", "folder.py/b.py"]
    assert problems(found) == {
        "pipe.py": "a named pipe, so not read",
        "s.py": "a socket, so not read",
        "to_pipe.py": "a named pipe, so not read",
    }
    given = discover(["pipe.py", "/dev/null", "a.py"], root)
    assert (len(given.missing), selected(given)) == (0, ["a.py"])
    assert problems(given)["/dev/null"] == "a device, so not read"


def test_file_names_that_are_no_text(tmp_path: Path) -> None:
    root = marked(tmp_path, "é.py")
    try:
        (root / os.fsdecode(b"\xff\xfe.py")).write_text("")
    except OSError:
        pytest.skip("the file system takes UTF-8 only")
    found = discover(["."], root)
    assert paths(found) == ["\\xff\\xfe.py", "é.py"]
    assert all(file.file.exists() for file in found.files)
    assert all((file.path + file.module + "".join(file.aliases)).encode() for file in found.files)


@pytest.mark.skipif(not hasattr(os, "seteuid"), reason="POSIX permissions")
def test_an_unreadable_folder_is_a_problem(tmp_path: Path) -> None:
    root = marked(tmp_path, "a.py", "shut/b.py")
    for folder in (root, *root.parents[:6]):
        if folder.stat().st_uid == os.getuid():
            folder.chmod(0o755)
    (root / "shut").chmod(0)
    was = os.geteuid()
    try:
        if was == 0:
            os.seteuid(65534)
        found = discover(["."], root)
    finally:
        if was == 0:
            os.seteuid(0)
        (root / "shut").chmod(0o755)
    assert (paths(found), problems(found)) == (["a.py"], {"shut": "cannot be read: permission denied"})


def test_project_root_is_the_nearest_marker(tmp_path: Path) -> None:
    root = make(tmp_path, "a/.git=gitdir: elsewhere", "a/b/setup.cfg", "a/b/c/")
    assert project_root(root / "a/b/c") == root / "a/b"
    assert project_root(root / "a") == root / "a"


def test_an_environment_listed_after_its_surroundings_keeps_its_names(tmp_path: Path) -> None:
    lib = make(tmp_path / "lib/python3.12", "ast.py", "json/__init__.py", "site-packages/six.py")
    found = discover([lib / "site-packages", lib], tmp_path)
    assert {file.module for file in found.files} == {"ast", "json", "six"}
    assert {file.module for file in discover([lib], tmp_path).files} == {"ast", "json"}


FOLDERS = st.lists(st.sampled_from(["src", "a", "b", "tests", "json", "a-stubs", "v.1", "site-packages"]), max_size=4)
FILES = st.sampled_from(["__init__.py", "__init__.pyi", "a.py", "a.pyi", "b.py", "b.pyw", "types.py", "x.y.py", "tool"])


@given(st.sets(st.builds(lambda folders, name: "/".join((*folders, name)), FOLDERS, FILES), min_size=1, max_size=12))
def test_names_are_unique_whatever_the_tree(files: set[str]) -> None:
    root = "/no/where"
    paths = [f"{root}/{file}" for file in files]
    packages = {os.path.dirname(path) for path in paths if os.path.basename(path).startswith("__init__.")}
    installed = {path[: path.index("site-packages") + 13] for path in paths if "site-packages/" in path}
    certain = {f"{root}/src", *installed} - packages
    found = name_files(paths, [], Names(Roots(frozenset(certain), frozenset({root}), frozenset(), (root,)), packages))
    assert found.keys() == set(paths)
    named: dict[str, list[str]] = {}
    for path, name in found.items():
        named.setdefault(name.module, []).append(path)
        assert all(name.module.split("."))
    for paths_of_one in named.values():
        stubs = [path for path in paths_of_one if path.endswith(".pyi")]
        assert len(stubs) <= 1
        assert len(paths_of_one) - len(stubs) <= 1
    meant: dict[str, set[str]] = {}
    for name in found.values():
        for alias in name.aliases:
            meant.setdefault(alias, set()).add(name.module)
    assert not named.keys() & meant.keys()
    assert all(len(modules) == 1 for modules in meant.values())
