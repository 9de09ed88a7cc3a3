"""Installed packages: where the checked program's environment keeps them, and which file a module of theirs is.

Only the file system is read; no interpreter of that environment runs, and no line of a ``.pth`` file is executed.
"""

from __future__ import annotations

import os
import re
import shutil
import sys
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path

from slotlint.discovery import project_root
from slotlint.editable import linked_folders, mapped, mapping_files
from slotlint.ignored import INSTALLED

_LOCAL = (".venv", "venv", "env")
_EXTENSIONS = (".so", ".pyd")
_VERSIONED = re.compile(r"(python|pypy)(\d+\.\d+)")


class NoEnvironment(ValueError):
    """The interpreter or environment that was asked for by name cannot be used; the message says why."""


@dataclass(frozen=True, slots=True)
class Found:
    """The source of an installed module."""

    file: Path
    is_package: bool


@dataclass(frozen=True, slots=True)
class Compiled:
    """An installed module whose classes no source shows: what is imported is this extension module."""

    file: Path

    @property
    def reason(self) -> str:
        """Why its classes are unknown."""
        return f"{self.file.name} is compiled"


def find_site_packages(python: str | None, cwd: Path, program: Path | None = None) -> tuple[Path, ...]:
    """Where packages are imported from: folders, and the finder files of editable installs, in the order of the search.

    ``python`` is an interpreter, an environment's folder, or a folder of packages; raises NoEnvironment if it is
    neither. Without it that counts which ``program`` (its root folder) is installed in, else the active environment,
    else one in the project's folder; () where there is none.
    """
    if python:
        found = _asked_for(python, cwd)
        if not found:
            raise NoEnvironment(f"no site-packages folder belongs to {python}")
    else:
        found = next((found for one in _usual(cwd, program) if (found := _package_folders(one, None))), [])
    return tuple(_with_linked(found))


def _asked_for(python: str, cwd: Path) -> list[Path]:
    """The folders of packages that an interpreter or an environment named by the user has."""
    path = Path(os.path.abspath(cwd / Path(python).expanduser()))
    if os.sep not in python and not path.exists():
        path = Path(shutil.which(python) or path)
    if not path.exists():
        raise NoEnvironment(f"no such interpreter or environment: {python}")
    if path.is_dir():
        return _package_folders(path, None)
    if not (path.is_file() and os.access(path, os.X_OK)):
        raise NoEnvironment(f"not an interpreter or environment: {python}")
    version = _version_of(path)
    prefix = _prefix(path)
    return _package_folders(prefix, version) or _package_folders(_pyenv_version(prefix, version), version)


def _pyenv_version(root: Path, version: str | None) -> Path:
    """The latest version that pyenv, whose ``shims`` are scripts and no links, keeps below its root."""
    kept = [path for path in _folders(root / "versions") if path.name.startswith(f"{version or 3}.")]
    return max(kept, key=_version_key, default=root)


def _prefix(interpreter: Path) -> Path:
    """The prefix of an interpreter: that of the first environment on the way along its symbolic links."""
    for _ in range(40):  # as many as the system follows
        prefix = interpreter.parent.parent
        if (prefix / "pyvenv.cfg").is_file() or not interpreter.is_symlink():
            return prefix
        interpreter = Path(os.path.abspath(interpreter.parent / os.readlink(interpreter)))
    return interpreter.parent.parent


def _version_of(interpreter: Path) -> str | None:
    """ "3.12" where an interpreter's name, or that of what it is a link to, says so."""
    for name in (interpreter.name, os.path.basename(os.path.realpath(interpreter))):
        if match := _VERSIONED.fullmatch(name):
            return match[2]
    return None


def _usual(cwd: Path, program: Path | None) -> Iterator[Path]:
    """Environments that nobody had to name: the program's own, the active one, then those of the project."""
    yield from (one for one in (program, *program.parents) if one.name in INSTALLED) if program else ()
    for variable in ("VIRTUAL_ENV", "CONDA_PREFIX"):
        active = os.environ.get(variable)
        if active and not _is_of_hook(active):
            yield Path(active)
    for folder in dict.fromkeys((cwd, project_root(cwd) or cwd)):
        for name in _LOCAL:
            if (folder / name / "pyvenv.cfg").is_file() or (folder / name / "conda-meta").is_dir():
                yield folder / name


def _is_of_hook(prefix: str) -> bool:
    """Whether an environment is the one that pre-commit made to run slotlint in: it activates that, and says PRE_COMMIT."""
    return bool(os.environ.get("PRE_COMMIT")) and os.path.realpath(prefix) == os.path.realpath(sys.prefix)


def _package_folders(prefix: Path, version: str | None) -> list[Path]:
    """The folders of packages below a prefix, also those of the interpreter that an environment shares."""
    if prefix.name in INSTALLED:
        return [prefix]
    found = [folder for folder in _below(prefix, version) if folder.is_dir()]
    settings = _read_settings(prefix / "pyvenv.cfg")
    if settings.get("include-system-site-packages", "").lower() == "true" and settings.get("home"):
        found += _package_folders(Path(settings["home"]).parent, ".".join(settings.get("version", "").split(".")[:2]))
    return found


def _below(prefix: Path, version: str | None) -> Iterator[Path]:
    """Where POSIX, Windows and Debian keep packages; of several Python versions the one asked for, else the latest."""
    for library in (prefix / "lib", prefix / "lib64", prefix / "local" / "lib"):
        versions = [path for path in _folders(library) if _VERSIONED.fullmatch(path.name)]
        wanted = [path for path in versions if version and path.name.endswith(version)]
        for path in wanted or sorted(versions, key=_version_key)[-1:]:
            yield path / "site-packages"
            yield path / "dist-packages"
    yield prefix / "Lib" / "site-packages"
    yield prefix / "lib" / "python3" / "dist-packages"


def _version_key(path: Path) -> tuple[int, ...]:
    return tuple(int(part) for part in re.findall(r"\d+", path.name))


def _folders(path: Path) -> list[Path]:
    try:
        return [one for one in path.iterdir() if one.is_dir()]
    except OSError:
        return []


def _read_settings(path: Path) -> dict[str, str]:
    """The ``key = value`` lines of a ``pyvenv.cfg``."""
    try:
        lines = path.read_text(encoding="utf-8", errors="replace").splitlines() if path.is_file() else []
    except OSError:
        return {}
    pairs = (line.partition("=") for line in lines if "=" in line)
    return {key.strip().lower(): value.strip() for key, _, value in pairs}


def _with_linked(folders: Iterable[Path]) -> Iterator[Path]:
    """The folders, each once wherever symbolic links lead, each followed by what its ``.pth`` and finder files add."""
    seen: set[str] = set()
    for folder in folders:
        for one in (folder, *mapping_files(folder), *linked_folders(folder)):
            real = os.path.realpath(one)
            if real not in seen:
                seen.add(real)
                yield one


def locate(module: str, roots: Sequence[Path]) -> Found | Compiled | None:
    """The file that ``import module`` would run; None for a namespace package and for what is not installed."""
    parts = module.split(".")
    if not all(part.isidentifier() for part in parts):
        return None
    hit: Found | Compiled | list[str] | None = [str(root) for root in roots]
    for part in parts:
        inner = hit if isinstance(hit, list) else _inside(hit)
        hit = _in_path(part, inner)
    return None if isinstance(hit, list) else hit


def _inside(hit: Found | Compiled | None) -> list[str]:
    """Where the submodules of a module are looked for; nowhere, if it is no package."""
    is_package = hit is not None and hit.file.name.startswith("__init__.")
    return [str(hit.file.parent)] if hit and is_package else []


def _in_path(name: str, path: Iterable[str]) -> Found | Compiled | list[str] | None:
    """What a search path holds under a name, as importlib would choose; a list holds the parts of a namespace package."""
    portions: list[str] = []
    for root in path:
        place = mapped(name, root) if root.endswith(".py") else os.path.join(root, name)
        hit = _at(place) if place else None
        if hit is not None:
            return hit
        if place and os.path.isdir(place):
            portions.append(place)
    return portions or None


def _at(place: str) -> Found | Compiled | None:
    """A package or module at a path without its ending. Extension modules come before sources, as importlib has it."""
    folder, name = os.path.split(place)
    if os.path.isdir(place) and (package := _best(place, "__init__")):
        return package if isinstance(package, Compiled) else Found(package.file, True)
    return _best(folder, name)


def _best(folder: str, name: str) -> Found | Compiled | None:
    try:
        names = [one for one in os.listdir(folder) if one.startswith(f"{name}.")]
    except OSError:
        return None
    for one in sorted(names):
        if one.endswith(_EXTENSIONS) and "." not in one.removesuffix(".so").removesuffix(".pyd")[len(name) + 1 :]:
            return Compiled(Path(folder, one))
    source = os.path.join(folder, f"{name}.py")
    return Found(Path(source), False) if f"{name}.py" in names and os.path.isfile(source) else None


def interpreter(python: str | None, cwd: Path) -> Path:
    """The interpreter to run a program with: the one asked for, that of the usual environment, else slotlint's own.

    Raises NoEnvironment where the one asked for is none.
    """
    if python is None:
        found = (_executable(folder) for folder in _usual(cwd, None))
        return next((one for one in found if one is not None), Path(sys.executable))
    path = Path(os.path.abspath(cwd / Path(python).expanduser()))
    if not path.exists() and os.sep not in python:
        path = Path(shutil.which(python) or path)
    one = _executable(path) if path.is_dir() else path
    if one is None or not (one.is_file() and os.access(one, os.X_OK)):
        raise NoEnvironment(f"not an interpreter or environment: {python}")
    return one


def _executable(folder: Path) -> Path | None:
    """The interpreter of an environment."""
    places = (folder / "bin" / "python", folder / "bin" / "python3", folder / "Scripts" / "python.exe")
    return next((place for place in places if place.is_file()), None)
