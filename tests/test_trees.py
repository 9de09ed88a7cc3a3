"""Trees compared node by node, with ``ast.dump`` as the oracle."""

from __future__ import annotations

import ast
import itertools

import pytest

from slotlint.trees import parse, same

SOURCES = [
    "x = 1", "x = 1.0", "x = True", "x = -0.0", "x = 0.0", "x = 0", "x = '1'", "x = b'1'", "x = u'1'", "x = 1j", "x = ...", "x = None",
    "x = (1,)", "x = [1]", "x = {1}", "x = [1, 1]", "x: int = 1", "x: int", "x += 1", "y = 1", "del x", "x", "x = 1  # type: int",
    "def f(): pass", "def f(*, a=1): pass", "def f(a=1): pass", "async def f(): pass", "class f: pass", "class f(): ...", "lambda a: a",
    "f'{x}'", "f'{x!r}'", "import a", "import a as b", "from . import a", "from .. import a", "x\ny", "y\nx", "", "pass",
]  # fmt: skip


def test_trees_are_the_same_where_their_dumps_are() -> None:
    for one, other in itertools.product(SOURCES, repeat=2):
        left, right = parse(one.encode()), parse(other.encode())
        assert same(left, right) == (ast.dump(left) == ast.dump(right)), (one, other)


@pytest.mark.parametrize("source", ["(x) = (1)", "x = 1;", "\n\nx  =\\\n1  # one\n"])
def test_places_do_not_matter(source: str) -> None:
    assert same(parse(b"x = 1"), parse(source.encode()))
