"""Write slotlint/data/layouts.txt: how the classes of the standard library are laid out, read from real interpreters.

Run ``collect`` under each Python that is to be covered, then ``merge`` under any of them::

    python3.10 tools/make_layouts.py collect > 3.10.json
    python3.14 tools/make_layouts.py collect > 3.14.json
    python3 tools/make_layouts.py merge 3.10.json ... 3.14.json > slotlint/data/layouts.txt

Each line of the result is ``name TAB text``; ``slotlint/external.py`` says what the text holds.
"""

from __future__ import annotations

import functools
import importlib
import io
import json
import os
import pkgutil
import sys
import tempfile
import types
import warnings
from contextlib import redirect_stderr, redirect_stdout
from pathlib import Path

from layout_merge import merge
from layout_probe import describe

# Importing these has side effects, or they hold nothing that a program subclasses.
SKIPPED = {"antigravity", "this", "idlelib", "test", "turtledemo", "pydoc_data", "ensurepip", "__phello__", "_pyrepl"}
SKIPPED_SUFFIXES = (".__main__", ".tests", ".test")


def stdlib_modules() -> list[str]:
    """Every importable module of the standard library, dotted, in order."""
    found = []
    for top in sorted(sys.stdlib_module_names - SKIPPED):
        module = import_quietly(top)
        if module is None:
            continue
        found.append(top)
        if hasattr(module, "__path__"):
            walk = pkgutil.walk_packages(module.__path__, top + ".", onerror=lambda _: None)
            found += [info.name for info in walk if wanted(info.name)]
    found = [name for name in found if import_quietly(name) is not None]
    # some are no files: collections.abc, os.path
    return found + sorted(name for name in set(sys.modules) - set(found) if name.partition(".")[0] in found and wanted(name))


def wanted(name: str) -> bool:
    """Whether a submodule is worth importing."""
    if name.startswith(("encodings.", "lib2to3.pgen2.", "lib2to3.fixes.")) or any(p in SKIPPED for p in name.split(".")):
        return False
    return not name.endswith(SKIPPED_SUFFIXES) and ".tests." not in name and ".test." not in name


@functools.cache
def import_quietly(name: str) -> types.ModuleType | None:
    """The module, or None where this platform or build has it not."""
    try:
        with redirect_stdout(io.StringIO()), redirect_stderr(io.StringIO()):
            return importlib.import_module(name)
    except (Exception, SystemExit):
        return None


def public(path: str) -> bool:
    return not any(part.startswith("_") for part in path.split("."))


def rank(cls: type, path: str) -> tuple[int, int, int, str]:
    """How good a name this path is for the class; the least is its canonical name."""
    module, _, attribute = path.rpartition(".")
    if module == "builtins":
        return (-1, 0, attribute != cls.__name__, path)
    home = module == cls.__module__ or cls.__module__.startswith(module + ".")
    listed = attribute in getattr(sys.modules.get(module), "__all__", ())
    level = 3 if not public(path) else 0 if home else 1 if listed else 2
    return (level, path.count("."), attribute != cls.__name__, path)


class Catalogue:
    """The classes of the running interpreter by the paths that reach them."""

    __slots__ = ("modules", "names", "paths", "typing_aliases")

    def __init__(self) -> None:
        self.paths: dict[type, set[str]] = {}
        self.modules = stdlib_modules()
        self.typing_aliases: dict[str, type] = {}
        for module in self.modules:
            self.read_module(module)
        for cls in list(self.paths):
            for ancestor in (*cls.__mro__, type(cls)):
                self.paths.setdefault(ancestor, {self.hidden_path(ancestor)})
        self.names = {cls: self.best_name(cls) for cls in self.paths}

    def hidden_path(self, cls: type) -> str:
        """A path for a class that no module holds: ``class A(namedtuple("A", ...))`` has a base of its own name."""
        path = f"{cls.__module__}.{cls.__qualname__}"
        taken = any(path in paths for other, paths in self.paths.items() if other is not cls)
        return f"{path}.<base>" if taken else path

    def read_module(self, module: str) -> None:
        for attribute, value in sorted(vars(sys.modules[module]).items()):
            if attribute.startswith("__") or not attribute.isidentifier():
                continue
            if isinstance(value, type) and not isinstance(value, types.GenericAlias):
                self.read_class(f"{module}.{attribute}", value, depth=0)
            elif module == "typing" and isinstance(getattr(value, "__origin__", None), type):
                self.typing_aliases[f"typing.{attribute}"] = value.__origin__

    def read_class(self, path: str, cls: type, depth: int) -> None:
        self.paths.setdefault(cls, set()).add(path)
        if depth < 2 and path == f"{cls.__module__}.{cls.__qualname__}":
            for attribute, value in vars(cls).items():
                if isinstance(value, type) and value.__qualname__ == f"{cls.__qualname__}.{attribute}":
                    self.read_class(f"{path}.{attribute}", value, depth + 1)

    def best_name(self, cls: type) -> str:
        best = min(self.paths[cls], key=lambda path: rank(cls, path))
        return best.removeprefix("builtins.")

    def aliases(self) -> dict[str, str]:
        """Every other path -> canonical name."""
        found = {path: self.names[cls] for cls, paths in self.paths.items() for path in paths}
        found.update({path: self.names[cls] for path, cls in self.typing_aliases.items() if cls in self.names})
        found.update(self.through_modules(found))
        found.update({path.removeprefix("builtins."): name for path, name in found.items()})  # IOError
        return {path: name for path, name in found.items() if path != name and keep_alias(path)}

    def through_modules(self, found: dict[str, str]) -> dict[str, str]:
        """Paths through a private module that a public one holds (``random._random.Random``), and ``os.path``."""
        reached = {}
        for module in filter(public, self.modules):
            for attribute, value in vars(sys.modules[module]).items():
                if isinstance(value, types.ModuleType) and attribute == value.__name__ and attribute.startswith("_"):
                    prefix = attribute + "."
                    reached.update({f"{module}.{p}": n for p, n in found.items() if p.startswith(prefix) and p == n})
        return reached


def keep_alias(path: str) -> bool:
    return "<" not in path


def collect() -> dict[str, object]:
    """The running interpreter's whole catalogue, as JSON-able values."""
    catalogue = Catalogue()
    names = catalogue.names
    return {
        "version": ".".join(map(str, sys.version_info[:2])),
        "interpreter": ".".join(map(str, sys.version_info[:3])),
        "modules": sorted(sys.stdlib_module_names),
        "classes": {names[cls]: describe(cls, names) for cls in sorted(names, key=names.__getitem__)},
        "aliases": catalogue.aliases(),
        "generic": sorted(catalogue.typing_aliases),
    }


def main(arguments: list[str]) -> int:
    if arguments[:1] == ["collect"]:
        warnings.simplefilter("ignore")
        sys.unraisablehook = lambda unraisable: None  # half-made instances complain when they go
        os.chdir(tempfile.mkdtemp())
        json.dump(collect(), sys.stdout)
        return 0
    if arguments[:1] == ["merge"] and len(arguments) > 1:
        sys.stdout.write(merge([json.loads(Path(name).read_text("utf-8")) for name in arguments[1:]]))
        return 0
    print(__doc__, file=sys.stderr)
    return 2


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
