"""``--add-ignore``: a comment for all that is found, other comments kept, nothing else changed."""

from __future__ import annotations

import ast

import pytest
from conftest import POINT, Project

HEAD = "\nfor n in range(3):\n    {0}()\n"
# name, before, after
CASES = {
    "a class line": (
        "class A:\n    def f(self): self.x = 1\n",
        "class A:  # slotlint: ignore[SLT101]\n    def f(self): self.x = 1\n",
    ),
    "another comment is kept": (
        "class A:  # type: ignore[misc]\n    def f(self): self.x = 1\n",
        "class A:  # type: ignore[misc]  # slotlint: ignore[SLT101]\n    def f(self): self.x = 1\n",
    ),
    "codes are joined on one line": (
        'class B:\n    __slots__ = ("a",)\nclass A(B): __slots__ = ("a", "b", "b")\n',
        'class B:\n    __slots__ = ("a",)\nclass A(B): __slots__ = ("a", "b", "b")  # slotlint: ignore[SLT202, SLT402, SLT403]\n',
    ),
    "an ignore comment takes more codes, and its reason stays": (
        'class A: __slots__ = ("b", "b")  # slotlint: ignore[SLT402] loaded from disk\n',
        'class A: __slots__ = ("b", "b")  # slotlint: ignore[SLT402, SLT403] loaded from disk\n',
    ),
    "an idle one goes": (
        "class A:  # slotlint: ignore[SLT202] why\n    def f(self): self.x = 1\n",
        "class A:  # slotlint: ignore[SLT101]\n    def f(self): self.x = 1\n",
    ),
    "noqa of others stays as it is": (
        "class A:  # noqa: E701\n    def f(self): self.x = 1\n",
        "class A:  # noqa: E701  # slotlint: ignore[SLT101]\n    def f(self): self.x = 1\n",
    ),
    "a decorator line where the class line would be too long": (
        "from dataclasses import dataclass\n@dataclass\nclass A:  # " + "x" * 60 + "\n    x: int = 0\n",
        "from dataclasses import dataclass\n@dataclass  # slotlint: ignore[SLT102]\nclass A:  # " + "x" * 60 + "\n    x: int = 0\n",
    ),
    "no line is short enough": (
        "class A:  # " + "x" * 76 + "\n    def f(self): self.x = 1\n",
        "class A:  # " + "x" * 76 + "  # slotlint: ignore[SLT101]\n    def f(self): self.x = 1\n",
    ),
    "a backslash at the end of the class line": (
        "class B:\n    __slots__ = ()\ndef d(c): return c\n@d\nclass A \\\n    (B):\n    def f(self): self.x = 1\n",
        None,
    ),
    "an open parenthesis": (
        "class B: __slots__ = ()\nclass A(\n    B,\n):\n    def f(self): self.x = 1\n",
        "class B: __slots__ = ()\nclass A(  # slotlint: ignore[SLT105]\n    B,\n):\n    def f(self): self.x = 1\n",
    ),
    "a file without a last newline": (
        'class A: __slots__ = ("b", "b")',
        'class A: __slots__ = ("b", "b")  # slotlint: ignore[SLT402, SLT403]',
    ),
    "windows line ends, tabs and a byte order mark": (
        "\ufeffclass A:\r\n\tdef f(self): self.x = 'ü'\r\n",
        "\ufeffclass A:  # slotlint: ignore[SLT101]\r\n\tdef f(self): self.x = 'ü'\r\n",
    ),
}


@pytest.mark.parametrize(("before", "after"), CASES.values(), ids=CASES)
def test_comments_are_written_once_and_nothing_is_left(project: Project, before: str, after: str | None) -> None:
    project.write({"a.py": before.encode(), "use.py": "from a import A\n" + HEAD.format("A")})
    done = project.run("check", "--add-ignore", "--payoff", "all")
    written = project.read("a.py")
    assert ast.dump(ast.parse(written.removeprefix("\ufeff"))) == ast.dump(ast.parse(before.removeprefix("\ufeff")))
    if after is not None:
        assert written == after
    assert (done.code, done.out) == (0, "ignore comments changed in 1 file\n")
    assert project.run("check", "--payoff", "all").out.startswith("no findings")
    assert project.run("check", "--add-ignore", "--payoff", "all").out == "ignore comments changed in 0 files\n"
    assert project.read("a.py") == written


def test_what_no_comment_can_ignore_is_reported(point: Project) -> None:
    point.write({"broken.py": "def f(:\n", "cut.py": 'class A: __slots__ = "b", "b"; x = """\n"""\n'})
    done = point.run("check", "--add-ignore", "--output-format", "concise", "--ignore", "SLT402")
    assert done.code == 1
    assert [line.split(": ")[1][:6] for line in done.out.splitlines()[:2]] == ["SLT901", "SLT403"]
    assert point.read("point.py") == POINT.replace("class Point:", "class Point:  # slotlint: ignore[SLT101]")


def test_only_what_is_shown_is_ignored(point: Project) -> None:
    point.write({"other.py": POINT})
    assert point.run("check", "--add-ignore", "--select", "SLT2").out == "ignore comments changed in 0 files\n"
    assert point.run("check", "--add-ignore", "other.py").out == "ignore comments changed in 1 file\n"
    assert point.read("point.py") == POINT
    point.run("check", "--write-baseline")
    known = ("--baseline", "slotlint-baseline.json")
    assert point.run("check", "--add-ignore", *known).out == "ignore comments changed in 0 files\n"
    assert point.run("check", "--add-ignore", "-q").out == ""
    assert point.run("check").code == 0
