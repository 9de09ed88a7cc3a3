"""What a walk leaves out: hidden folders, environments, build output, and what ``.gitignore`` or the settings name."""

from __future__ import annotations

import os
import re
import stat
from collections.abc import Callable, Iterable
from dataclasses import dataclass
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from pathspec import GitIgnoreSpec

INSTALLED = frozenset({"site-packages", "dist-packages"})
_NEVER_SOURCE = frozenset({"__pycache__", "node_modules", "__pypackages__", "buck-out"})
_OUTPUT = frozenset({"build", "_build", "dist"})
_METADATA = (".egg-info", ".dist-info")
INITS = ("__init__.py", "__init__.pyi")
_ENVIRONMENT_MARKS = ("pyvenv.cfg", "conda-meta")


@dataclass(frozen=True, slots=True)
class Layer:
    """The patterns of one ``.gitignore``, or of the settings, which hold below ``folder``."""

    folder: str
    spec: GitIgnoreSpec

    def verdict(self, path: str, is_folder: bool) -> bool | None:
        """True: left out; False: taken back in (``!pattern``); None: no pattern says anything."""
        if not path.startswith(self.folder):
            return None
        inner = path[len(self.folder) :]
        relative = inner.lstrip(os.sep)
        if not relative or (relative == inner and not self.folder.endswith(os.sep)):
            return None
        return self.spec.check_file(relative + "/" if is_folder else relative).include


@dataclass(frozen=True, slots=True)
class Ignored:
    """What is left out of a walk at one folder; ``layers`` go from the outermost ``.gitignore`` to the innermost."""

    settings: Layer | None = None
    layers: tuple[Layer, ...] = ()
    read_gitignore: bool = True
    take_installed: bool = False  # below a given environment its site-packages are the matter

    def verdict(self, path: str, is_folder: bool) -> bool | None:
        """What the patterns say; only the settings can take back in what is left out by default."""
        verdict = self.settings.verdict(path, is_folder) if self.settings else None
        if verdict is None:
            found = (layer.verdict(path, is_folder) for layer in reversed(self.layers))
            return next((one for one in found if one is not None), None) or None
        return verdict

    def below(self, folder: str) -> Ignored:
        """The same with the folder's own ``.gitignore``, which overrules those above."""
        layer = read_layer(folder, os.path.join(folder, ".gitignore")) if self.read_gitignore else None
        return self.with_layers((*self.layers, layer)) if layer else self

    def with_layers(self, layers: Iterable[Layer]) -> Ignored:
        """The same under other ``.gitignore`` files."""
        return Ignored(self.settings, tuple(layers), self.read_gitignore, self.take_installed)

    def opened_for(self, folder: str) -> Ignored:
        """The same without the patterns that hide this folder: it was given by name, so it is meant."""
        settings = None if self.settings and self.settings.verdict(folder, True) else self.settings
        layers = tuple(layer for layer in self.layers if not layer.verdict(folder, True))
        return Ignored(settings, layers, self.read_gitignore, self.take_installed)

    def hides_by_name(self, name: str) -> bool:
        """Whether a folder of that name never holds sources of the program around it."""
        if name in INSTALLED:
            return not self.take_installed
        return name.startswith(".") or name in _NEVER_SOURCE or name.endswith(_METADATA)


def hides_by_content(name: str, holds: Callable[[str], bool]) -> bool:
    """Whether a folder is an environment or build output; a ``build`` with an ``__init__.py`` is a package."""
    if any(holds(mark) for mark in _ENVIRONMENT_MARKS):
        return True
    return name in _OUTPUT and not any(holds(init) for init in INITS)


def is_apart(folder: str) -> bool:
    """Whether a folder on the disk is left out by default, whatever the patterns say."""
    name = os.path.basename(folder)
    return Ignored().hides_by_name(name) or hides_by_content(name, lambda inner: os.path.exists(os.path.join(folder, inner)))


def patterns_layer(folder: str, patterns: Iterable[str]) -> Layer | None:
    """Patterns as one layer, or None when none is usable; git skips what it cannot read as a pattern, too."""
    usable = [line for line in patterns if _is_usable(line)]
    return Layer(folder, spec_of(usable)) if usable else None


def spec_of(patterns: Iterable[str]) -> GitIgnoreSpec:
    """Patterns as git reads them; raises ValueError where one is none."""
    from pathspec import GitIgnoreSpec  # slow to import, and not every tree has patterns

    try:
        return GitIgnoreSpec.from_lines(patterns)
    except re.error as error:  # a range such as [z-a] is written into the regular expression as it is
        raise ValueError(str(error)) from error


def _is_usable(line: str) -> bool:
    return bool(line.strip()) and not line.startswith("#") and is_pattern(line)


def is_pattern(line: str) -> bool:
    """Whether a line can be read as git reads patterns."""
    try:
        spec_of([line])
    except ValueError:
        return False
    return True


def read_layer(folder: str, path: str) -> Layer | None:
    """The patterns of an ignore file, or None when there is none to be read; never opens a pipe."""
    try:
        if not stat.S_ISREG(os.stat(path).st_mode):
            return None
        with open(path, encoding="utf-8-sig", errors="surrogateescape") as file:
            return patterns_layer(folder, file.read().splitlines())
    except OSError:
        return None


def layers_above(folder: str) -> tuple[Layer, ...]:
    """The ``.gitignore`` files between the root of the git repository and this folder, which is not among them."""
    above: list[str] = []
    current = folder
    while not os.path.exists(os.path.join(current, ".git")):
        parent = os.path.dirname(current)
        if parent == current:
            return ()
        current = parent
        above.append(current)
    own = read_layer(current, os.path.join(current, ".git", "info", "exclude"))
    found = [own, *(read_layer(one, os.path.join(one, ".gitignore")) for one in reversed(above))]
    return tuple(layer for layer in found if layer)
