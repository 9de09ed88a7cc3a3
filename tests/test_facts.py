"""Facts survive JSON as they are; what is no facts is refused."""

from __future__ import annotations

import copy
import json
import os
import random
from pathlib import Path
from typing import Any

import pytest

from slotlint.extract import extract
from slotlint.facts import FileFacts, dump, load

FULL = b'''
"""Everything that facts can hold."""
from __future__ import annotations
import a.b as c
from ..d import *
__all__ = ["C"]
assert sys.platform == "linux"  # noqa: A

@d(1, k=2, **m)
class C(B[T], *bases, metaclass=M):
    __slots__ = ("a" "b", "c")
    if TYPE_CHECKING: __slot__: tuple = x
    e: "list[int]" = []
    def f(self, a: A, /, b=-1, *c, d: D | None = None, **e) -> R:
        nonlocal g
        global h
        for self.x, *self.y in [await z for z in super().w()]: self.__dict__["k"] = yield x
        with vars(self) as (v, w): self.items[0] = lambda q: q
        if isinstance(a, (int, m.N)): a.i = "__dict__"
        try: del self.x
        except E as e: return {1: ..., **e}, 300, True, 1.5, "s", b"", x + y, x or y, x[0].y
        return self.__dict__ == a.__dict__
'''


def through_json(facts: FileFacts) -> FileFacts:
    return load(json.loads(json.dumps(dump(facts))))


def types(value: Any) -> Any:
    """The types in a value, all the way down."""
    if isinstance(value, dict):
        return dict, [types(v) for item in value.items() for v in item]
    return type(value), [types(v) for v in value] if isinstance(value, tuple) else []


@pytest.mark.parametrize("source", [FULL, b"", b"x = (", b"x = 1", "é = 'ü\\ud83d'".encode()])
def test_facts_come_back_as_they_were(source: bytes) -> None:
    facts = extract(source)
    back = through_json(facts)
    assert back == facts
    assert types(back) == types(facts)
    assert dump(back) == dump(facts)


def test_facts_of_the_standard_library_come_back() -> None:
    files = sorted(Path(os.__file__).parent.glob("*.py"))[::6]
    for file in files:
        facts = extract(file.read_bytes())
        assert through_json(facts) == facts, file.name


def test_many_rows_and_large_numbers_come_back() -> None:
    facts = extract(b"\n" * 70_000 + b"\n".join(b"x%d.a = f(%d)" % (i, i % 300) for i in range(2000)))
    assert facts.scopes[0].stores[-1].row == 72_000
    assert through_json(facts) == facts


FOREIGN: list[Any] = [None, 1, "facts", [], {}, [1, 2, 3], [None] * 6, [None, [], [], [], "", ""], [None, [], [], [], "H", "H!"]]
ERRORS = (TypeError, ValueError, KeyError, IndexError)


@pytest.mark.parametrize("data", FOREIGN, ids=repr)
def test_what_is_foreign_is_refused(data: Any) -> None:
    with pytest.raises(ERRORS):
        load(data)


def test_what_is_damaged_is_refused_or_read_as_something_else() -> None:
    """No damage ends in another exception, which the cache would not expect."""
    data = json.loads(json.dumps(dump(extract(FULL))))
    chance = random.Random(1)
    refused = 0
    for _ in range(300):
        broken = copy.deepcopy(data)
        part = chance.randrange(1, len(broken))
        if isinstance(broken[part], str):
            at = chance.randrange(len(broken[part]))
            broken[part] = broken[part][:at] + chance.choice(["", "A", "AAAA", "/w=="]) + broken[part][at + 4 :]
        elif broken[part]:
            del broken[part][chance.randrange(len(broken[part]))]
        try:
            load(broken)
        except ERRORS:
            refused += 1
    assert refused > 100
