"""One program: its answers, and the process that gives them."""

from __future__ import annotations

import asyncio
import contextlib
import multiprocessing
import pickle
import queue
import threading
from collections.abc import Callable
from multiprocessing.connection import Connection
from multiprocessing.context import SpawnProcess
from pathlib import Path

from slotlint.pool import quiet_collector
from slotlint.server import worker
from slotlint.server.answers import Answers
from slotlint.server.document import Document
from slotlint.server.messages import Answer, Failed, Job, Judged, Opened

ANSWER_AFTER = 0.05  # seconds without another change, before a changed document is looked at by itself
JUDGE_AFTER = 0.3  # seconds without another change, before the whole program is judged again
END_WITHIN = 3.0  # seconds for a process to end by itself


class Project:
    """The documents of one folder, or one file that belongs to no project. For the thread of the event loop.

    ``publish`` is called when there may be something new to show, ``complain`` with what is wrong, ``working`` with
    whether the program is being read and judged.
    """

    __slots__ = (
        "_complain", "_connection", "_folder", "_jobs", "_loop", "_number", "_paths", "_process", "_publish", "_refresh",
        "_timers", "_working", "answers",
    )  # fmt: skip

    def __init__(
        self, folder: Path, paths: tuple[str, ...], publish: Callable[[Project], None],
        complain: Callable[[str], None], working: Callable[[Project, bool], None],
    ) -> None:  # fmt: skip
        self.answers = Answers()
        self._folder = folder
        self._paths = paths
        self._publish = publish
        self._complain = complain
        self._working = working
        self._loop = asyncio.get_running_loop()
        self._timers: dict[str, asyncio.TimerHandle] = {}
        self._number = 0
        self._refresh = False
        self._process: SpawnProcess | None = None
        self._connection: Connection | None = None
        self._jobs: queue.SimpleQueue[Job | None] = queue.SimpleQueue()

    @property
    def folder(self) -> Path:
        """Where it is."""
        return self._folder

    def show(self, document: Document) -> None:
        """A document was opened, or has another text."""
        first = document.real not in self.answers.documents
        self.answers.documents[document.real] = document
        self._after("publish", 0 if first else ANSWER_AFTER, self._show)
        self.judge(0 if first else JUDGE_AFTER)

    def hide(self, real: str) -> None:
        """A document was closed; its file counts from now on."""
        if self.answers.documents.pop(real, None) is not None:
            self.judge(0, refresh=True)

    def judge(self, delay: float = 0, *, refresh: bool = False) -> None:
        """Have the whole program judged after a while."""
        self._refresh |= refresh
        self._after("judge", delay, self._submit)

    def close(self) -> None:
        """End the process."""
        for timer in self._timers.values():
            timer.cancel()
        self._jobs.put(None)
        if self._process:
            self._process.join(END_WITHIN)
            if self._process.is_alive():
                self._process.kill()

    def _after(self, name: str, delay: float, action: Callable[[], None]) -> None:
        if name in self._timers:
            self._timers[name].cancel()
        self._timers[name] = self._loop.call_later(delay, action)

    def _show(self) -> None:
        self._publish(self)

    def _submit(self) -> None:
        """Send a job, to a new process where there is none."""
        if self._process is None or not self._process.is_alive():
            self._start()
        self._number += 1
        for document in self.answers.documents.values():
            self.answers.remember(document)
        contents = {real: document.content for real, document in self.answers.documents.items()}
        self._jobs.put(Job(self._number, contents, self._refresh))
        self._refresh = False
        self._working(self, True)

    def _start(self) -> None:
        context = multiprocessing.get_context("spawn")
        self._connection, theirs = context.Pipe()
        arguments = (theirs, str(self._folder), self._paths)
        self._process = context.Process(target=worker.run, args=arguments, name="slotlint")
        self._process.start()
        theirs.close()
        self._jobs = queue.SimpleQueue()
        threading.Thread(target=_hand_over, args=(self._connection, self._jobs), daemon=True).start()
        threading.Thread(target=self._listen, args=(self._connection,), daemon=True).start()

    def _listen(self, connection: Connection) -> None:
        """Runs in a thread of its own until the process has ended."""
        while True:
            try:
                sent = connection.recv_bytes()
            except (EOFError, OSError):
                sent = b""
            with quiet_collector():  # the objects of thousands of findings, while the event loop waits for the lock
                answer: Answer | None = pickle.loads(sent) if sent else None
            try:
                self._loop.call_soon_threadsafe(self._accept, answer, connection)
            except RuntimeError:  # the server has ended, and its loop with it
                return
            if answer is None:
                return

    def _accept(self, answer: Answer | None, connection: Connection) -> None:
        if connection is not self._connection:
            return
        if isinstance(answer, Opened):
            self.answers.accept_opened(answer)
        elif isinstance(answer, Judged):
            self.answers.accept_judged(answer)
        elif isinstance(answer, Failed):
            self._complain(answer.message)
        else:
            self._complain("the process that judges the program has ended; the next change starts another")
        if not isinstance(answer, Opened) and (answer is None or answer.number == self._number):
            self._working(self, False)
        self._publish(self)


def _hand_over(connection: Connection, jobs: queue.SimpleQueue[Job | None]) -> None:
    """Send jobs until there are no more; in a thread, because a process that is starting up does not read yet."""
    with contextlib.suppress(OSError):  # it has ended; the thread that listens says so
        while (job := jobs.get()) is not None:
            connection.send(job)
        connection.send(None)
