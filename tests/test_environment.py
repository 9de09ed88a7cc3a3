"""The target environment: found on the file system alone, and modules located as importlib would choose them."""

from __future__ import annotations

import os
from pathlib import Path

import pytest

from slotlint.environment import Compiled, Found, NoEnvironment, find_site_packages, locate

PYTHON = "lib/python3.12"
SITE = f"{PYTHON}/site-packages"


@pytest.fixture(autouse=True)
def no_active_environment(monkeypatch: pytest.MonkeyPatch) -> None:
    for name in ("VIRTUAL_ENV", "CONDA_PREFIX", "PRE_COMMIT"):
        monkeypatch.delenv(name, raising=False)


def make(root: Path, *names: str) -> Path:
    """Files below a folder, executable ones in ``bin``; ``name=text`` gives a file that text, a final slash a folder."""
    for spelt in names:
        name, _, text = spelt.partition("=")
        path = root / name
        (path if name.endswith("/") else path.parent).mkdir(parents=True, exist_ok=True)
        if not name.endswith("/"):
            path.write_text(text)
            path.chmod(0o755 if path.parent.name == "bin" else 0o644)
    return root


def venv(root: Path, *names: str) -> Path:
    return make(root, "pyvenv.cfg=home = /nowhere/bin\nversion = 3.12.1\n", f"{SITE}/", "bin/", *names)


def test_a_local_environment_is_found(tmp_path: Path) -> None:
    make(tmp_path, "pyproject.toml", "sub/")
    for name in ("env", "venv", ".venv"):
        venv(tmp_path / name)
        assert find_site_packages(None, tmp_path) == (tmp_path / name / SITE,)
        assert find_site_packages(None, tmp_path / "sub") == (tmp_path / name / SITE,)


def test_the_active_environment_comes_first(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    venv(tmp_path / ".venv")
    monkeypatch.setenv("VIRTUAL_ENV", str(venv(tmp_path / "active")))
    assert find_site_packages(None, tmp_path) == (tmp_path / "active" / SITE,)
    monkeypatch.setenv("VIRTUAL_ENV", str(tmp_path / "gone"))
    assert find_site_packages(None, tmp_path) == (tmp_path / ".venv" / SITE,)


def test_the_environment_of_a_hook_is_not_the_programs(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """pre-commit activates the environment in which it installed slotlint: what the program needs is not there."""
    own = venv(tmp_path / "hook")
    monkeypatch.setenv("VIRTUAL_ENV", str(own))
    monkeypatch.setattr("sys.prefix", str(own))
    assert find_site_packages(None, tmp_path) == (own / SITE,)
    monkeypatch.setenv("PRE_COMMIT", "1")
    assert find_site_packages(None, tmp_path) == ()
    venv(tmp_path / ".venv")
    assert find_site_packages(None, tmp_path) == (tmp_path / ".venv" / SITE,)
    monkeypatch.setenv("VIRTUAL_ENV", str(venv(tmp_path / "active")))
    assert find_site_packages(None, tmp_path) == (tmp_path / "active" / SITE,)


def test_no_environment_is_nothing(tmp_path: Path) -> None:
    make(tmp_path, "pyproject.toml", "venv/not_one.py")
    assert find_site_packages(None, tmp_path) == ()


def test_an_installed_program_has_its_own_environment(tmp_path: Path) -> None:
    venv(tmp_path / ".venv")
    other = venv(tmp_path / "other") / SITE
    assert find_site_packages(None, tmp_path, other / "django") == (other,)


@pytest.mark.parametrize("python", ["e", "e/bin/python", "./e/bin/python3", f"e/{SITE}", "{}/e"])
def test_an_environment_asked_for(tmp_path: Path, python: str) -> None:
    base = make(tmp_path / "base", "bin/python3.12", f"{SITE}/")
    venv(tmp_path / "e")
    (tmp_path / "e/bin/python").symlink_to(base / "bin/python3.12")
    (tmp_path / "e/bin/python3").symlink_to("python")
    assert find_site_packages(python.format(tmp_path), tmp_path) == (tmp_path / "e" / SITE,)


def test_an_interpreter_that_is_no_environment(tmp_path: Path) -> None:
    make(tmp_path, "bin/python3.12", f"{SITE}/", "lib/python3.9/site-packages/", "lib/python3.13/site-packages/")
    (tmp_path / "bin/python").symlink_to("python3.12")
    assert find_site_packages("bin/python3.12", tmp_path) == (tmp_path / SITE,)
    assert find_site_packages("bin/python", tmp_path) == (tmp_path / SITE,)
    assert find_site_packages(str(tmp_path), tmp_path) == (tmp_path / "lib/python3.13/site-packages",)


def test_an_interpreter_on_the_path(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    make(
        tmp_path / "usr",
        "bin/python3.12",
        f"{SITE}/",
        "lib/python3/dist-packages/",
        "local/lib/python3.12/dist-packages/",
    )
    monkeypatch.setenv("PATH", str(tmp_path / "usr/bin"))
    assert find_site_packages("python3.12", tmp_path) == (
        tmp_path / "usr" / SITE,
        tmp_path / "usr/local/lib/python3.12/dist-packages",
        tmp_path / "usr/lib/python3/dist-packages",
    )


def test_a_shim_of_pyenv(tmp_path: Path) -> None:
    make(tmp_path, "shims/x", "bin/python3.12", f"versions/3.12.10/{SITE}/", f"versions/3.12.9/{SITE}/")
    assert find_site_packages("bin/python3.12", tmp_path) == (tmp_path / "versions/3.12.10" / SITE,)


def test_windows_layout(tmp_path: Path) -> None:
    make(tmp_path / "e", "pyvenv.cfg", "Lib/site-packages/")
    assert find_site_packages("e", tmp_path) == (tmp_path / "e/Lib/site-packages",)


@pytest.mark.parametrize(
    ("python", "message"),
    [
        ("nowhere", "no such interpreter or environment: nowhere"),
        ("text", "not an interpreter or environment: text"),
        ("empty", "no site-packages folder belongs to empty"),
        ("bin/python", "no site-packages folder belongs to bin/python"),
    ],
)
def test_what_is_no_environment(tmp_path: Path, python: str, message: str) -> None:
    make(tmp_path, "text", "empty/", "bin/python")
    with pytest.raises(NoEnvironment, match=message):
        find_site_packages(python, tmp_path)


def test_the_system_s_packages_when_the_environment_shares_them(tmp_path: Path) -> None:
    make(tmp_path / "system", f"{SITE}/shared.py", "lib/python3.13/site-packages/")
    text = f"home = {tmp_path}/system/bin\ninclude-system-site-packages = TRUE\nversion = 3.12.1\n"
    make(tmp_path / "e", f"pyvenv.cfg={text}", f"{SITE}/")
    assert find_site_packages("e", tmp_path) == (tmp_path / "e" / SITE, tmp_path / "system" / SITE)


def test_pth_files_add_folders_and_run_nothing(tmp_path: Path) -> None:
    make(tmp_path / "src", "mine/__init__.py")
    lines = f"# comment\n\nimport os; os.mkdir('{tmp_path}/ran')\n{tmp_path}/src\n../../../rel\n{tmp_path}/nowhere\nnul\0\n"
    root = venv(tmp_path / "e", f"{SITE}/__editable__.mine.pth={lines}", "rel/")
    os.mkfifo(root / SITE / "pipe.pth")
    roots = find_site_packages("e", tmp_path)
    assert roots == (root / SITE, tmp_path / "src", root / "rel")
    assert locate("mine", roots) == Found(tmp_path / "src/mine/__init__.py", True)
    assert not (tmp_path / "ran").exists()


FINDERS = {
    "plain": "MAPPING = {{'pkg': '{0}/code', 'one': '{0}/one'}}\n",
    "annotated": "import sys\nMAPPING: dict[str, str] = {{'pkg': '{0}/code', 'one': '{0}/one.py'}}\nNAMESPACES = {{}}\n",
}


@pytest.mark.parametrize("text", FINDERS)
def test_the_mapping_of_an_editable_install(tmp_path: Path, text: str) -> None:
    make(tmp_path, "code/__init__.py", "code/sub.py", "one.py")
    finder = f"{SITE}/__editable___pkg_0_1_finder.py={FINDERS[text].format(tmp_path)}"
    roots = find_site_packages(str(venv(tmp_path / "e", finder)), tmp_path)
    assert locate("pkg", roots) == Found(tmp_path / "code/__init__.py", True)
    assert locate("pkg.sub", roots) == Found(tmp_path / "code/sub.py", False)
    assert locate("one", roots) == Found(tmp_path / "one.py", False)
    assert locate("two", roots) is None


@pytest.mark.parametrize("text", ["", "MAPPING = open('x')", "MAPPING = [1]", "MAPPING = {1: 2}", "def", "MAPPING: dict", "\0"])
def test_a_finder_that_cannot_be_read_maps_nothing(tmp_path: Path, text: str) -> None:
    roots = find_site_packages(str(venv(tmp_path, f"{SITE}/__editable___pkg_0_1_finder.py={text}")), tmp_path)
    assert locate("pkg", roots) is None


FILES = (
    "pkg/__init__.py", "pkg/sub/__init__.py", "pkg/mod.py", "both.py", "both/__init__.py", "single.py", "ns/mod.py",
    "single/inner.py", "fast.cpython-312-x86_64-linux-gnu.so", "fast.pyi", "both_kinds.abi3.so", "both_kinds.py",
    "built/__init__.cpython-312-x86_64-linux-gnu.so", "built/__init__.py", "built/plain.py", "win.pyd", "typed.pyi",
    "folder.py/x.py", "prefix_more.py",
)  # fmt: skip
LOCATED = {
    "pkg": ("pkg/__init__.py", True),
    "pkg.sub": ("pkg/sub/__init__.py", True),
    "pkg.mod": ("pkg/mod.py", False),
    "pkg.mod.Class": None,
    "both": ("both/__init__.py", True),
    "single": ("single.py", False),
    "single.inner": None,
    "ns": None,
    "ns.mod": ("ns/mod.py", False),
    "ns.other": ("../second/ns/other.py", False),
    "second": ("../second/second.py", False),
    "built.plain": ("built/plain.py", False),
    "typed": None,
    "folder": None,
    "prefix": None,
    "nowhere.at.all": None,
    "": None,
    "..pkg": None,
    "pkg.": None,
    "pkg/mod": None,
}


@pytest.mark.parametrize("module", LOCATED)
def test_locate(tmp_path: Path, module: str) -> None:
    first, second = (
        make(tmp_path / "first", *FILES),
        make(tmp_path / "second", "ns/other.py", "second.py", "pkg/late.py"),
    )
    wanted = LOCATED[module]
    found = locate(module, (first, second, tmp_path / "nowhere"))
    assert found == (wanted and Found(Path(os.path.normpath(first / wanted[0])), wanted[1]))
    assert locate("pkg.late", (first, second)) is None  # the first regular package hides the others


@pytest.mark.parametrize("module", ["fast", "both_kinds", "built", "win"])
def test_compiled_modules_say_so(tmp_path: Path, module: str) -> None:
    found = locate(module, (make(tmp_path, *FILES),))
    assert isinstance(found, Compiled)
    assert found.reason == f"{found.file.name} is compiled"
