"""Extraction of what is broken, deep, odd or large: a problem or facts, never an exception, and nothing left behind."""

from __future__ import annotations

import gc
import subprocess
import sys
import warnings

import pytest
from extracting import members, read, texts

from slotlint import facts as facts_module
from slotlint.extract import extract

PROBLEMS: list[tuple[bytes, str, int]] = [
    (b"x = (\n", "not valid Python: '(' was never closed", 1),
    (b"x = 1\n  y = 2", "not valid Python: unexpected indent", 2),
    (b"x = \x00", "not valid Python: source code", 1),
    (b"# coding: nothing\nx = 1", "not valid Python: unknown encoding", 1),
    (b"x = '\xff'", "not valid Python: (unicode error)", 1),
    (b"(" * 5000 + b")" * 5000, "not valid Python: too many nested parentheses", 1),
    (b"-" * 50_000 + b"1", "nested too deeply to be read", 1),
]


@pytest.mark.parametrize(("source", "message", "row"), PROBLEMS)
def test_what_cannot_be_read_is_a_problem(source: bytes, message: str, row: int) -> None:
    problem = extract(source).problem
    assert problem is not None
    if not message.startswith("nested"):  # how deep is too deep, and who says so, depends on the version
        assert problem[0].startswith(message)
        assert problem[1:] >= (row, 1)


@pytest.mark.parametrize(
    "source",
    [
        b"", b"\n", b"\x0c", b"\xef\xbb\xbfx = 1", b"# coding: latin-1\nx = '\xe9'  # noqa", b"x = 1\r\ny = 2\r\n",
        b"x = 1\ry = 2", b"# -*- coding: shift_jis -*-\nx = '\x95\x5c'  # noqa",
    ],
)  # fmt: skip
def test_every_form_of_a_file_is_read(source: bytes) -> None:
    facts = extract(source)
    assert facts.problem is None
    assert [row for row, _ in facts.comments] == ([2] if b"noqa" in source else [])


DEEP = {
    "sum": "x = " + " + ".join(["a"] * 2500),
    "sum in a class": "class C:\n    x = " + " + ".join(["1"] * 2500),
    "sum of slots": "class C:\n    __slots__ = " + " + ".join(["('a',)"] * 300),
    "attributes": "x = a" + ".b" * 1000,
    "stored attributes": "a" + ".b" * 1000 + " = 1",
    "method calls": "x = a" + ".b()" * 700,
    "calls": "a" + "()" * 700,
    "items": "a" + "[0]" * 700 + " = 1",
    "nested calls": "f(" * 90 + ")" * 90,
    "nested lists": "x = " + "[" * 90 + "]" * 90,
    "elif": "if x: pass\n" + "elif y: pass\n" * 2000,
    "elif in a class": "class C:\n    if x: pass\n" + "    elif y: z = 1\n" * 2000,
    "choices": "x = " + "1 if a else " * 900 + "2",
    "signs": "x = " + "-" * 900 + "1",
    "and": "x = " + " and ".join(["a"] * 5000),
    "comparisons": "x = " + " < ".join(["a"] * 3000),
    "union": "def f(x: " + " | ".join(["A"] * 900) + "): pass",
    "union in quotes": "def f(x: '" + " | ".join(["A"] * 900) + "'): pass",
    "blocks": "".join(f"{' ' * i}if x:\n" for i in range(90)) + " " * 90 + "pass",
    "functions": "".join(f"{' ' * i}def f():\n" for i in range(90)) + " " * 90 + "pass",
    "classes": "".join(f"{' ' * i}class C:\n" for i in range(90)) + " " * 90 + "pass",
    "lambdas": "lambda: " * 90 + "1",
}


@pytest.mark.parametrize("source", DEEP.values(), ids=list(DEEP))
def test_depth_is_no_problem(source: str) -> None:
    facts = read(source)
    assert facts.terms
    assert facts_module.load(facts_module.dump(facts)) == facts


def test_members_under_a_long_chain() -> None:
    chain = "if x: pass\n" + "".join(f"elif y: z{i} = 1\n" for i in range(1500))
    assert len(members(chain).members) == 1500


def test_nothing_stays_behind() -> None:
    """The tree and the reader go at once: a run switches the cycle collector off."""
    sources = [
        b"class C:\n    def f(self): self.__dict__['a'] = [x for x in isinstance(self, C)]",
        b"x = (",
        *(s.encode() for s in DEEP.values()),
    ]
    gc.collect()
    gc.disable()
    try:
        for source in sources:
            facts_module.load(facts_module.dump(extract(source)))
        assert gc.collect() == 0
    finally:
        gc.enable()


ODD = rb"x = '\d'; y = 1if x else 2; assert (x, 1)"


def test_warnings_of_the_source_are_nobody_s() -> None:
    command = f"import sys; sys.path[:] = {sys.path!r}; from slotlint.extract import extract; print(extract({ODD!r}).problem)"
    for action in ("always", "error"):
        done = subprocess.run([sys.executable, "-W", action, "-c", command], capture_output=True, text=True, check=True)
        assert (done.stdout, "SyntaxWarning" in done.stderr, "DeprecationWarning: invalid" in done.stderr) == ("None\n", False, False)


def test_other_warnings_are_left_alone() -> None:
    with warnings.catch_warnings(record=True) as caught:
        warnings.simplefilter("always")
        assert extract(ODD).problem is None
        warnings.warn("mine", stacklevel=1)
    assert [str(w.message) for w in caught] == ["mine"]


def test_names_are_normalized_as_the_parser_does() -> None:
    facts = read("ｃlass = 1\nx.ﬁeld = 1")
    assert set(facts.scopes[0].bindings) == {"class"} or texts(facts, []) == []
    assert facts.scopes[0].stores[0].name == "field"
