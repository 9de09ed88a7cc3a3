"""The process that judges: jobs come in, answers go out, and a new job breaks off the one at hand."""

from __future__ import annotations

import _thread
import os
import queue
import signal
import threading
from multiprocessing.connection import Connection
from pathlib import Path

from slotlint.documents import ConfigurationError
from slotlint.server.messages import Answer, Failed, Job
from slotlint.server.warm import Warm


class _BrokenOff(BaseException):
    """A later job has come, or the server has gone: what is being done is of no use any more."""


class Worker:
    """Does the latest job. The connection is read by a thread, which wakes the one that works."""

    __slots__ = ("busy", "connection", "jobs", "refresh", "warm")

    def __init__(self, connection: Connection, warm: Warm) -> None:
        self.connection = connection
        self.warm = warm
        self.jobs: queue.SimpleQueue[Job | None] = queue.SimpleQueue()  # None at the end
        self.busy = False
        self.refresh = False  # a job that was broken off was to look at the disk

    def run(self) -> None:
        """Work until the server closes the connection."""
        signal.signal(signal.SIGINT, self._interrupted)
        threading.Thread(target=self._receive, daemon=True).start()
        while (job := self._latest()) is not None:
            self.refresh |= job.refresh
            answer = self._answer(Job(job.number, job.documents, self.refresh))
            if answer is not None:
                self.refresh = False
                self._send(answer)

    def _receive(self) -> None:
        while True:
            try:
                job: Job | None = self.connection.recv()
            except (EOFError, OSError):
                job = None
            self.jobs.put(job)
            if self.busy:
                _thread.interrupt_main()
            if job is None:
                return

    def _interrupted(self, *_: object) -> None:
        """Runs in the thread that works, at some later instruction of it: perhaps its job is done by then."""
        if self.busy:
            self.busy = False
            raise _BrokenOff

    def _latest(self) -> Job | None:
        job = self.jobs.get()
        while job is not None and not self.jobs.empty():
            self.refresh |= job.refresh
            job = self.jobs.get()
        return job

    def _answer(self, job: Job) -> Answer | None:
        """The answer to a job; None where it was broken off."""
        try:
            self.busy = True
            self._check()
            answer = self._judged(job)
            self.busy = False
        except _BrokenOff:
            return None
        return answer

    def _check(self) -> None:
        """Break off where a later job came before the other thread could see that there is anything to break off."""
        if not self.jobs.empty():
            self._interrupted()

    def _judged(self, job: Job) -> Answer:
        try:
            return self.warm.judge(job, self._send)
        except ConfigurationError as error:
            return Failed(job.number, str(error))
        except Exception as error:  # the server goes on; its user gets one line
            if os.environ.get("SLOTLINT_DEBUG"):
                raise
            return Failed(job.number, f"internal error: {type(error).__name__}: {' '.join(str(error).split())}")

    def _send(self, answer: Answer) -> None:
        """Hand over an answer whole: half of one would spoil the connection."""
        busy, self.busy = self.busy, False
        try:
            self.connection.send(answer)
        except OSError:
            return  # the server has gone, which the other thread notices as well
        self.busy = busy
        if busy:
            self._check()


def run(connection: Connection, cwd: str, paths: tuple[str, ...]) -> None:
    """The life of the process."""
    # standard output belongs to the protocol of the server, which this process must not write into or keep open
    quiet = os.open(os.devnull, os.O_RDWR)
    os.dup2(quiet, 0)
    os.dup2(2, 1)
    os.close(quiet)
    Worker(connection, Warm(Path(cwd), paths)).run()
