"""Inserted text is in the style of the file, and the formatters leave it alone."""

from __future__ import annotations

import shutil
import subprocess
import sys
import tempfile
from collections.abc import Callable, Mapping
from pathlib import Path

import black
import pytest
import rich
from rewrite_cases import BECOMES
from rewriting import EMPTY, PATH, plain, remedy, rewritten
from test_rewrite_slots import EXTENDED, REMOVED

from slotlint import driver
from slotlint.diagnostics import AddSlots, ExtendSlots, RemoveSlots
from slotlint.edits import apply
from slotlint.request import Request
from slotlint.rewrite import Refusal, Style, edits_for
from slotlint.settings import combine, find

QUOTES: list[tuple[str, str]] = [
    ("x = 1", '"'),
    ("x = 'a'", "'"),
    ("x = 'a', \"b\"", '"'),
    ("x = 'it', \"it's\", \"it's\"", "'"),  # only strings that could use either count
    ('x = \'a\'  # "b" "c" "d"', "'"),
    ('x = \'a\', """b""", """c"""', "'"),
]


@pytest.mark.parametrize(("line", "quote"), QUOTES)
def test_quotes_are_those_of_the_file(line: str, quote: str) -> None:
    assert f"__slots__ = ({quote}a{quote},)" in rewritten(f"{line}\n\n\nclass A:\n    pass\n", AddSlots(("a",)))


def test_style_says_more_than_the_file() -> None:
    style = Style(quote="'", slots_form="list", line_length=30)
    source = 'x = "a"\nclass A:\n    pass\n'
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


FIXTURES = Path(__file__).parent.parent / "fixtures"


def _fixed(folder: Path) -> None:
    """Apply every safe fix to a folder of sources."""
    (folder / "pyproject.toml").write_text('[project]\nname = "sample"\nrequires-python = ">=3.10"\n')
    driver.fix(Request((".",), folder, combine(find(folder), folder, cache=False, jobs=1, payoff="all")))


def _stable(sources: Mapping[str, str]) -> dict[str, str]:
    """Those sources that black leaves alone as they are."""
    return {name: text for name, text in sources.items() if _format(text) == text}


def _format(text: str) -> str:
    try:
        return black.format_str(text, mode=black.Mode())
    except black.InvalidInput:
        return ""


def _package() -> dict[str, str]:
    """The modules of an installed package that is formatted with black, by flat names that keep what they import."""
    root = Path(rich.__file__).parent
    return {f"rich/{file.name}": file.read_text(encoding="utf-8") for file in sorted(root.glob("*.py"))}


def _fixtures() -> dict[str, str]:
    """The modules of all fixtures by their paths."""
    befores = (file for file in FIXTURES.rglob("*.py") if "before" in (file.stem, *file.parts))
    return {str(file.relative_to(FIXTURES)): file.read_text() for file in sorted(befores)}


@pytest.mark.parametrize(("read", "least"), [(_fixtures, 15), (_package, 15)], ids=["fixtures", "a package"])
def test_formatters_leave_what_was_inserted_in_whole_programs(
    read: Callable[[], dict[str, str]], least: int, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A file that the formatters leave alone before the fix is left alone after it."""
    before = read()
    stable = _stable(before)
    after = {}
    for top in dict.fromkeys(name.partition("/")[0] for name in before):
        root = tmp_path / "project" / top
        for name, text in before.items():
            if name.startswith(f"{top}/"):
                (root / name).parent.mkdir(parents=True, exist_ok=True)
                (root / name).write_text(text, encoding="utf-8")
        monkeypatch.chdir(root)
        _fixed(root)
        after.update((str(file.relative_to(root)), file.read_text(encoding="utf-8")) for file in root.rglob("*.py"))
    changed = {name: after[name] for name in stable if after[name] != stable[name]}
    assert len(changed) >= least
    assert _stable(changed) == changed
    folder = tmp_path / "flat"
    folder.mkdir()
    for number, text in enumerate(changed.values()):
        (folder / f"m{number}.py").write_text(text, encoding="utf-8")
    ruff = _formatted("ruff", folder)
    same = [ruff[f"m{number}.py"] == text for number, text in enumerate(changed.values())]
    differing = [name for name, alike in zip(changed, same, strict=True) if not alike]
    assert all(_ruffed(stable[name], tmp_path) != stable[name] for name in differing)  # ruff wanted more before


def _ruffed(text: str, place: Path) -> str:
    """What ruff makes of a source."""
    folder = Path(tempfile.mkdtemp(dir=place))
    (folder / "m.py").write_text(text, encoding="utf-8")
    return _formatted("ruff", folder)["m.py"]


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
