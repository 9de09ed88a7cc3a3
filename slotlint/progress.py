"""A progress bar on a terminal, once the work has taken longer than a second."""

from __future__ import annotations

import sys
import time
from collections.abc import Iterator
from contextlib import contextmanager
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from rich.progress import Progress, TaskID

PATIENCE = 1.0  # seconds before a bar is shown
INTERVAL = 0.1  # seconds between two drawings


class Bar:
    """Counts files; draws only on a terminal, and only what takes longer than ``PATIENCE``."""

    __slots__ = ("_done", "_drawn", "_progress", "_started", "_task", "_total", "_visible")

    _progress: Progress | None
    _task: TaskID | None

    def __init__(self, total: int, visible: bool) -> None:
        self._total = total
        self._visible = visible
        self._done = 0
        self._started = self._drawn = time.monotonic()
        self._progress = None
        self._task = None

    def advance(self, count: int) -> None:
        """Count files as done."""
        self._done += count
        now = time.monotonic()
        if self._visible and now - self._started > PATIENCE and now - self._drawn > INTERVAL:
            self._drawn = now
            self._draw()

    def _draw(self) -> None:
        if self._progress is None:
            from rich.console import Console
            from rich.progress import Progress

            # no refreshing thread: worker processes may be forked at any time
            self._progress = Progress(console=Console(stderr=True), auto_refresh=False, transient=True)
            self._task = self._progress.add_task("reading", total=self._total)
            self._progress.start()
        if self._task is not None:
            self._progress.update(self._task, completed=self._done, refresh=True)

    def close(self) -> None:
        """Take the bar off the screen."""
        if self._progress is not None:
            self._progress.stop()


@contextmanager
def progress_bar(total: int, *, quiet: bool = False) -> Iterator[Bar]:
    """A bar on standard error for that many files, where that is a terminal."""
    bar = Bar(total, sys.stderr.isatty() and not quiet)
    try:
        yield bar
    finally:
        bar.close()
