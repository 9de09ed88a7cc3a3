"""What the tests of the rewrite share: remedies as the rules make them, and a rewrite that is checked on its way."""

from __future__ import annotations

import textwrap

from slotlint.diagnostics import Action, AddSlots, DecoratorArgument, MoveDefault, Remedy
from slotlint.edits import apply, prove, reverse
from slotlint.extract import extract
from slotlint.rewrite import Refusal, Style, edits_for

PATH = "a.py"
AB = AddSlots(("a", "b"))
EMPTY = AddSlots(())
SLOTS = DecoratorArgument(0, "slots")
WEAK = DecoratorArgument(0, "weakref_slot")
X = MoveDefault(("x",))


def remedy(source: str | bytes, actions: tuple[Action, ...], name: str = "") -> Remedy:
    """A remedy for the class of this name, or for the first one, as the rules would make it."""
    content = source.encode() if isinstance(source, str) else source
    found = next(cls for cls in extract(content).classes if name in ("", cls.qualname))
    return Remedy(PATH, found.row, found.qualname, actions, found.own_stores)


def rewritten(source: str, *actions: Action, style: Style | None = None) -> str:
    """The source with the actions applied to its first class; proven, reversible and stable on the way."""
    before, one = source.encode(), remedy(source, actions)
    edits = edits_for(PATH, before, [one], style or Style())
    assert not isinstance(edits, Refusal), edits.message
    after = apply(before, edits)
    compile(after, PATH, "exec")
    assert prove(before, after, [one]) is None
    assert apply(after, reverse(before, edits)) == before
    return after.decode()


def refusal(source: str, *actions: Action) -> str:
    found = edits_for(PATH, source.encode(), [remedy(source, actions)], Style())
    assert isinstance(found, Refusal)
    assert found.path == PATH
    assert found.row >= 1
    return found.message


# The first class of each pair on top, what becomes of it below.


def plain(text: str) -> str:
    return textwrap.dedent(text).lstrip("\n")
