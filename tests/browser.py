"""A real browser, spoken to by the WebDriver protocol."""

from __future__ import annotations

import contextlib
import json
import shutil
import socket
import subprocess
import time
import urllib.request
from collections.abc import Iterator
from pathlib import Path
from typing import Any

CHROMIUM = next((found for name in ("chromium", "chromium-browser", "google-chrome") if (found := shutil.which(name))), None)
DRIVER = shutil.which("chromedriver")
ARGUMENTS = ["--headless=new", "--no-sandbox", "--disable-gpu", "--disable-dev-shm-usage", "--window-size=1280,1400"]


class Browser:
    """One window."""

    __slots__ = ("address",)

    def __init__(self, address: str) -> None:
        self.address = address
        wanted = {
            "goog:chromeOptions": {"binary": CHROMIUM, "args": ARGUMENTS},
            "goog:loggingPrefs": {"browser": "ALL"},
        }
        made = self.send("/session", {"capabilities": {"alwaysMatch": wanted}})
        self.address = f"{address}/session/{made['sessionId']}"

    def send(self, path: str, data: Any = None, method: str = "POST") -> Any:
        """One command of the protocol and its answer."""
        body = json.dumps(data if data is not None else {}).encode() if method == "POST" else None
        request = urllib.request.Request(self.address + path, body, {"Content-Type": "application/json"}, method=method)
        with urllib.request.urlopen(request, timeout=120) as answer:
            return json.loads(answer.read())["value"]

    def open(self, file: Path) -> None:
        """Show a file."""
        self.send("/url", {"url": file.as_uri()})

    def run(self, script: str) -> Any:
        """What a script returns."""
        return self.send("/execute/sync", {"script": script, "args": []})

    def click(self, selector: str) -> None:
        """Click on the first element that a CSS selector finds, as the mouse does."""
        found = self.send("/element", {"using": "css selector", "value": selector})
        self.send(f"/element/{next(iter(found.values()))}/click")

    def type(self, selector: str, text: str) -> None:
        """Type into an element."""
        found = self.send("/element", {"using": "css selector", "value": selector})
        self.send(f"/element/{next(iter(found.values()))}/value", {"text": text})

    def complaints(self) -> list[str]:
        """What the console holds."""
        return [entry["message"] for entry in self.send("/se/log", {"type": "browser"})]

    def screenshot(self) -> str:
        """A picture of the window: PNG in base64."""
        return str(self.send("/screenshot", method="GET"))


@contextlib.contextmanager
def browser() -> Iterator[Browser]:
    """A browser that ends with the block."""
    with socket.socket() as free:
        free.bind(("127.0.0.1", 0))
        port = free.getsockname()[1]
    process = subprocess.Popen([str(DRIVER), f"--port={port}"], stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
    try:
        for _ in range(300):
            with contextlib.suppress(OSError), socket.create_connection(("127.0.0.1", port), timeout=1):
                break
            time.sleep(0.1)
        one = Browser(f"http://127.0.0.1:{port}")
        try:
            yield one
        finally:
            one.send("", method="DELETE")
    finally:
        process.terminate()
        process.wait()
