"""Slots that are wrong, and some beside them that are right: what CPython does with each program, and what is said of it."""

from __future__ import annotations

import re
import sys
import types
from pathlib import Path

import pytest
from judging import findings

FOLDER = Path(__file__).parent.parent / "fixtures" / "defects"


def programs(file: str) -> list[tuple[str, str]]:
    """(what stands at the head, program) of each program in a file."""
    parts = re.split(r"(?m)^#: (.*)\n", (FOLDER / file).read_text())
    return list(zip(parts[1::2], parts[2::2], strict=True))


def run(text: str, monkeypatch: pytest.MonkeyPatch) -> None:
    """Run a program and its check."""
    module = types.ModuleType("defective")
    monkeypatch.setitem(sys.modules, "defective", module)
    exec(compile(text, "defective.py", "exec", dont_inherit=True), module.__dict__)
    module.check()


@pytest.mark.parametrize(("head", "text"), programs("wrong.py"), ids=lambda value: value.partition(" |")[0][:40])
def test_wrong_slots_fail_and_are_told(head: str, text: str, monkeypatch: pytest.MonkeyPatch) -> None:
    with pytest.raises(Exception):  # noqa: B017, PT011 - of whatever kind
        run(text, monkeypatch)
    assert head.partition(" | ")[2] in {d.code for d in findings(text)}


@pytest.mark.parametrize(("head", "text"), programs("right.py"), ids=lambda value: value[:40])
def test_right_slots_work_and_nothing_is_said(head: str, text: str, monkeypatch: pytest.MonkeyPatch) -> None:
    run(text, monkeypatch)
    assert findings(text) == []
