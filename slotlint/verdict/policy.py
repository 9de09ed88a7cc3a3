"""What the user decides about fixes, for the whole program or for a folder of it."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Protocol


class Options(Protocol):
    """The settings that judging depends on."""

    @property
    def weakref(self) -> str:
        """ "needed" or "always"."""

    @property
    def pickle_compat(self) -> bool:
        """Whether pickles made before a fix must load after it."""

    @property
    def library(self) -> bool:
        """Whether others import these modules."""

    def for_path(self, path: str) -> Options:
        """The settings for one file, given by its path as shown."""


@dataclass(frozen=True, slots=True)
class Policy:
    """Settings that are the same for every file."""

    weakref: str = "needed"
    pickle_compat: bool = False
    library: bool = False

    def for_path(self, path: str) -> Policy:
        """Itself."""
        return self


EVERYWHERE = Policy()
