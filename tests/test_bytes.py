"""Every byte that is not meant to change stays: encodings, line ends, tabs, form feeds, whole libraries."""

from __future__ import annotations

import codecs
import importlib.util
import os
import re
import sysconfig
from pathlib import Path

import pytest
from rewriting import PATH

from slotlint.diagnostics import AddSlots, AddState, Edit, Remedy
from slotlint.edits import apply, prove, reverse
from slotlint.extract import extract
from slotlint.rewrite import Refusal, Style, edits_for

CLASS = 'class A:\n    """Döc."""\n\n    def __init__(self):\n        self.ä = 1  # é\n'
FIXED = CLASS.replace('"""\n', '"""\n\n    __slots__ = ("ä",)\n')


def fixed(source: bytes) -> bytes:
    """The source with every class given its slots, proven and reversed."""
    remedies = [Remedy(PATH, c.row, c.qualname, (AddSlots(c.own_stores),), c.own_stores) for c in extract(source).classes]
    edits = edits_for(PATH, source, remedies, Style())
    assert not isinstance(edits, Refusal), edits
    after = apply(source, edits)
    assert prove(source, after, remedies) is None
    assert apply(after, reverse(source, edits)) == source
    return after


ENCODED: list[tuple[str, bytes, bytes]] = [
    ("utf-8", CLASS.encode(), FIXED.encode()),
    ("byte order mark", codecs.BOM_UTF8 + CLASS.encode(), codecs.BOM_UTF8 + FIXED.encode()),
    ("latin-1", ("# coding: latin-1\n" + CLASS).encode("latin-1"), ("# coding: latin-1\n" + FIXED).encode("latin-1")),
    ("cp1252 on the second row", ("#!x\n# vim: fileencoding=cp1252\n" + CLASS).encode("cp1252"),
     ("#!x\n# vim: fileencoding=cp1252\n" + FIXED).encode("cp1252")),
    ("CRLF", CLASS.replace("\n", "\r\n").encode(), FIXED.replace("\n", "\r\n").encode()),
    ("CR", CLASS.replace("\n", "\r").encode(), FIXED.replace("\n", "\r").encode()),
    ("tabs", CLASS.replace("    ", "\t").encode(), FIXED.replace("    ", "\t").encode()),
    ("two blanks", CLASS.replace("    ", "  ").encode(), FIXED.replace("    ", "  ").encode()),
    ("no final newline", CLASS.rstrip("\n").encode(), FIXED.rstrip("\n").encode()),
    ("blank lines at the end", CLASS.encode() + b"\n\n  \n", FIXED.encode() + b"\n\n  \n"),
    ("form feed before", b"x = 1\n\x0c\n" + CLASS.encode(), b"x = 1\n\x0c\n" + FIXED.encode()),
    ("form feed in front", b"x = 1\n\x0c" + CLASS.encode(), b"x = 1\n\x0c" + FIXED.encode()),
    ("form feed inside", CLASS.replace("\n\n", "\n\x0c\n").encode(), FIXED.replace(")\n\n", ")\n\x0c\n").encode()),
    ("separators that end no line", b'x = "\x0b\x1c\xc2\x85\xe2\x80\xa8"\n' + CLASS.encode(),
     b'x = "\x0b\x1c\xc2\x85\xe2\x80\xa8"\n' + FIXED.encode()),
    ("strings over lines before", b"x = '''\nclass A:\n    pass\n'''\n" + CLASS.encode(),
     b"x = '''\nclass A:\n    pass\n'''\n" + FIXED.encode()),
    ("blanks at line ends", CLASS.replace("A:\n", "A:   \n").encode(), FIXED.replace("A:\n", "A:   \n").encode()),
    ("line continuations", CLASS.replace("= 1", "= \\\n 1").encode(), FIXED.replace("= 1", "= \\\n 1").encode()),
    ("decorators and comments", b"@d  # 1\n# 2\n\n@e(\n    1,\n)\n# 3\n" + CLASS.encode(),
     b"@d  # 1\n# 2\n\n@e(\n    1,\n)\n# 3\n" + FIXED.encode()),
    ("comments around the docstring", CLASS.replace("    \"\"\"Döc.\"\"\"\n", "    # 1\n    \"\"\"Döc.\"\"\"  # 2\n    # 3\n").encode(),
     CLASS.replace("    \"\"\"Döc.\"\"\"\n", "    # 1\n    \"\"\"Döc.\"\"\"  # 2\n\n    __slots__ = (\"ä\",)\n    # 3\n").encode()),
]  # fmt: skip


@pytest.mark.parametrize(("before", "after"), [case[1:] for case in ENCODED], ids=[case[0] for case in ENCODED])
def test_bytes_stay(before: bytes, after: bytes) -> None:
    assert fixed(before) == after


MIXED = b"class A:\r\n    x = 1\n    def f(self):\r\n        self.y = 1\n"


def test_mixed_line_ends_follow_the_class_line() -> None:
    assert fixed(MIXED) == MIXED.replace(b"A:\r\n", b'A:\r\n    __slots__ = ("y",)\r\n')


def test_mixed_indentation_follows_the_block() -> None:
    source = b"def f():\n  class A:\n   \tx = 1\n  return A\n"
    assert fixed(source) == source.replace(b"A:\n", b"A:\n   \t__slots__ = ()\n")


LOSSY: list[tuple[str, bytes]] = [
    ("an encoding that forgets", "# coding: utf-7\nclass A: pass  # +AOk-\n".encode("ascii")),
    ("an unknown encoding", b"# coding: klingon\nclass A: pass\n"),
    ("bytes that are no text", b"class A: pass  # \xff\n"),
]


@pytest.mark.parametrize("source", [case[1] for case in LOSSY], ids=[case[0] for case in LOSSY])
def test_what_cannot_be_written_back_is_refused(source: bytes) -> None:
    found = edits_for(PATH, source, [Remedy(PATH, 2, "A", (AddSlots(()),))], Style())
    assert isinstance(found, Refusal)


PACKAGES = ("hypothesis", "libcst", "rich")  # large ones that the tests need anyway


def _sources() -> list[Path]:
    """Files of the standard library and of three packages: all with SLOTLINT_ALL_BYTES set, else one in twelve."""
    root = Path(sysconfig.get_paths()["stdlib"])
    found = [file for file in sorted(root.rglob("*.py")) if "site-packages" not in file.parts]
    step = 1 if os.environ.get("SLOTLINT_ALL_BYTES") else 12
    small = [file for file in found if "test" not in file.parts or step == 1]
    origins = [spec.origin for spec in map(importlib.util.find_spec, PACKAGES) if spec is not None and spec.origin]
    assert len(origins) == len(PACKAGES)
    return [*small, *(file for origin in origins for file in sorted(Path(origin).parent.rglob("*.py")))][::step]


def test_only_the_lines_of_the_fixes_change_in_whole_libraries() -> None:
    """Every class gets slots and a state method; what the fixes wrote is taken out again and nothing else is left."""
    files = classes = refused = 0
    for file in _sources():
        source = file.read_bytes()
        remedies = _all_classes(source)
        if not remedies:
            continue
        alone = [edits_for(PATH, source, [remedy], Style()) for remedy in remedies]
        good = [remedy for remedy, edits in zip(remedies, alone, strict=True) if not isinstance(edits, Refusal)]
        files += 1
        classes += len(remedies)
        refused += len(remedies) - len(good)
        edits = edits_for(PATH, source, good, Style())
        assert not isinstance(edits, Refusal), (file, edits)
        after = apply(source, edits)
        assert prove(source, after, good) is None, file
        back = reverse(source, edits)
        assert apply(after, back) == source, file
        assert _only_added(back, edits), file
    print(f"{files} files, {classes} classes, {refused} refused")
    assert classes > 150
    assert refused <= classes / 200


def _all_classes(source: bytes) -> list[Remedy]:
    """A remedy for each class that has no slots and no state method; none for what is not Python."""
    facts = extract(source)
    return [
        Remedy(PATH, c.row, c.qualname, (AddSlots(c.own_stores), AddState(c.own_stores, ("__setstate__",))), c.own_stores)
        for c in (() if facts.problem else facts.classes)
        if not c.slots and "__setstate__" not in {member.name for member in c.members}
    ]


def _only_added(back: tuple[Edit, ...], edits: tuple[Edit, ...]) -> bool:
    """Whether nothing is taken away but ``pass`` and ``...``; what an opened body held is written again."""
    for old, new in zip(back, edits, strict=True):
        words = [word for word in re.split(r"[\s;]+", old.content) if word not in ("", "pass", "...")]
        if not set(words) <= set(re.split(r"[\s;]+", new.content)):
            return False
    return True
