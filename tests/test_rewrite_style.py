"""Inserted text is in the style of the file, and the formatters leave it alone."""

from __future__ import annotations

import shutil
import subprocess
import sys
from pathlib import Path

import black
import pytest
from rewrite_cases import BECOMES
from rewriting import EMPTY, PATH, plain, remedy, rewritten
from test_rewrite_slots import EXTENDED, REMOVED

from slotlint.diagnostics import AddSlots, ExtendSlots, RemoveSlots
from slotlint.edits import apply
from slotlint.rewrite import Refusal, Style, edits_for

QUOTES: list[tuple[str, str]] = [
    ("x = 1", '"'),
    ("x = 'a'", "'"),
    ("x = 'a', \"b\"", '"'),
    ("x = 'it', \"it's\", \"it's\"", "'"),  # only strings that could use either count
    ("x = 'a'  # \"b\" \"c\" \"d\"", "'"),
    ("x = 'a', \"\"\"b\"\"\", \"\"\"c\"\"\"", "'"),
]


@pytest.mark.parametrize(("line", "quote"), QUOTES)
def test_quotes_are_those_of_the_file(line: str, quote: str) -> None:
    assert f"__slots__ = ({quote}a{quote},)" in rewritten(f"{line}\n\n\nclass A:\n    pass\n", AddSlots(("a",)))


def test_style_says_more_than_the_file() -> None:
    style = Style(quote="'", slots_form="list", line_length=30)
    source = "x = \"a\"\nclass A:\n    pass\n"
    assert rewritten(source, AddSlots(("abc", "def")), style=style).endswith("    __slots__ = ['abc', 'def']\n")
    assert rewritten(source, AddSlots(("abcd", "efgh")), style=style).endswith(
        "    __slots__ = [\n        'abcd',\n        'efgh',\n    ]\n"
    )


def test_indentation_is_that_of_the_class_or_of_the_file() -> None:
    assert rewritten("class A:\n  x = 1\n", EMPTY) == "class A:\n  __slots__ = ()\n  x = 1\n"
    source = "def f():\n\treturn 1\n\nclass A: pass\n"
    assert rewritten(source, EMPTY).endswith("class A:\n\t__slots__ = ()\n")
    inner = "class O:\n  class A: pass\n"
    edits = edits_for(PATH, inner.encode(), [remedy(inner, (EMPTY,), "O.A")], Style())
    assert not isinstance(edits, Refusal)
    assert apply(inner.encode(), edits) == b"class O:\n  class A:\n    __slots__ = ()\n"


def _formatted(tool: str, folder: Path) -> dict[str, str]:
    """What the formatter makes of the files of a folder."""
    if tool == "black":
        return {f.name: black.format_str(f.read_text(), mode=black.Mode()) for f in folder.glob("*.py")}
    ruff = shutil.which("ruff", path=str(Path(sys.executable).parent)) or "ruff"
    copies = folder / "ruff"
    copies.mkdir()
    for file in folder.glob("*.py"):
        shutil.copy(file, copies)
    subprocess.run([ruff, "format", "--isolated", "--quiet", str(copies)], check=True)
    return {f.name: f.read_text() for f in copies.glob("*.py")}


@pytest.mark.parametrize("tool", ["black", "ruff"])
def test_formatters_leave_what_was_inserted(tool: str, tmp_path: Path) -> None:
    """Every case whose source black would leave alone stays so after the fix."""
    cases = [(plain(before), actions) for _, actions, before, _ in BECOMES]
    cases += [(f"class A:\n    __slots__ = {before}\n", (ExtendSlots(("c",)),)) for before, _ in EXTENDED]
    cases += [(f"class A:\n    __slots__ = {before}\n", (RemoveSlots(("a",)),)) for before, _ in REMOVED]
    stable = [case for case in cases if black.format_str(case[0], mode=black.Mode()) == case[0]]
    assert len(stable) > 30
    for number, (source, actions) in enumerate(stable):
        (tmp_path / f"case_{number}.py").write_text(rewritten(source, *actions))
    assert _formatted(tool, tmp_path) == {file.name: file.read_text() for file in tmp_path.glob("*.py")}
