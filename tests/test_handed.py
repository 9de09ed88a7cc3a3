"""What functions of installed packages store on the instances that they are handed."""

from __future__ import annotations

from pathlib import Path

import pytest
from conftest import Project
from programs import table

from slotlint import driver
from slotlint.request import Request
from slotlint.settings import combine, find

P = "class P:\n    def __init__(self):\n        self.x = 1\n"
MARK = "def mark(thing, color=1):\n    thing.color = color\n"

HANDED = table(
    ("by name", {"lib.py": MARK}, "from lib import mark\nmark(P())", "x color"),
    ("by module", {"lib.py": MARK}, "import lib\nlib.mark(P())", "x color"),
    ("by keyword", {"lib.py": MARK}, "from lib import mark\nmark(color=2, thing=P())", "x color"),
    ("by setattr", {"lib.py": "def mark(thing):\n    setattr(thing, 'color', 1)\n"}, "from lib import mark\nmark(P())", "x color"),
    (
        "through another function",
        {"lib.py": MARK + "def both(a, b):\n    mark(a)\n    mark(b)\n"},
        "from lib import both\nboth(1, P())",
        "x color",
    ),
    (
        "in a class",
        {"lib.py": "class Box:\n    def __init__(self, held):\n        held.box = self\n"},
        "from lib import Box\nBox(P())",
        "x box",
    ),
    ("re-exported", {"lib/__init__.py": "from .core import mark\n", "lib/core.py": MARK}, "from lib import mark\nmark(P())", "x color"),
    ("in a submodule", {"lib/__init__.py": "", "lib/core.py": MARK}, "from lib import core\ncore.mark(P())", "x color"),
    (
        "beside a base",
        {"lib.py": MARK + "class B:\n    __slots__ = ()\n"},
        "from lib import B, mark\nclass Q(B): pass\nmark(P())",
        "x color",
    ),
    (
        "told by what is read",
        {"lib.py": MARK},
        "from lib import mark\ndef run(p):\n    print(p.x)\n    mark(p)\nP()",
        None,
    ),
    (
        "a parameter of its own",
        {"lib.py": "def mark(thing):\n    thing = str(thing)\n    thing.color = 1\n"},
        "from lib import mark\nmark(P())",
        "x",
    ),
    ("nothing known of what is handed", {"lib.py": MARK}, "from lib import mark\ndef run(thing): mark(thing)\nP()", "x"),
)


@pytest.mark.parametrize(("library", "program", "slots"), HANDED)
def test_what_a_function_stores_on_what_it_is_handed(
    project: Project, tmp_path: Path, library: dict[str, str], program: str, slots: str | None
) -> None:
    site = tmp_path / "site-packages"
    for name, text in library.items():
        (site / name).parent.mkdir(parents=True, exist_ok=True)
        (site / name).write_text(text)
    project.write({"main.py": f"{P}{program}\n"})
    settings = combine(find(project.root), project.root, python=str(site), payoff="all", cache=False, jobs=1)
    found = driver.check(Request((), project.root, settings, edits=True, lines=True)).diagnostics
    safe = [one for one in found if one.class_name == "P" and one.fix is not None and one.fix.applicability == "safe"]
    assert [" ".join(one.slots or ()) for one in safe] == ([] if slots is None else [slots])
