"""A use of ``__dict__`` or ``vars()`` on an instance that has no ``__dict__``.

Found are ``x.__dict__``, ``vars(x)``, ``map(vars, ...)``, ``default=vars`` and descriptors that keep their values in
the instance dict, where the class of the instance is known. It raises AttributeError or TypeError.

Before:

    class Point:
        __slots__ = ("x", "y")

    def to_json(point: Point):
        return json.dumps(vars(point))       # TypeError: vars() argument must have __dict__ attribute

After:

    def to_json(point: Point):
        return json.dumps({"x": point.x, "y": point.y})

Why it pays: such code stood there before the slots did, and no other tool looks for it.

Trade-offs: names that are written out must be kept up to date. A loop over ``__slots__`` sees the names of one class
of the chain only (SLT305).

When not to: where the class is meant for attributes that nobody knows beforehand, it should have no slots at all.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace

from slotlint.diagnostics import Diagnostic, Note, Rule
from slotlint.evidence import DictReach
from slotlint.rules.certainty import is_certain, is_expected, is_only
from slotlint.rules.context import World
from slotlint.rules.layouts import has_hook, is_dictless, is_exposed
from slotlint.rules.state_hooks import STATE
from slotlint.verdict import Case

RULE = Rule("SLT303", "dict-of-slotted", "__dict__ or vars() of a slotted instance.", __doc__ or "")


def find(world: World, case: Case) -> Iterator[Diagnostic]:
    """Findings on one class."""
    if not case.evidence.dict_uses and not case.evidence.blocks:
        return
    if not is_dictless(world, case) or not is_exposed(world, case) or has_hook(world, case, "__getattr__", "__getattribute__", "__dict__"):
        return
    below = [world.cases[d] for d in world.program.descendants(case.cid)]
    if below and not case.evidence.sites and not all(is_dictless(world, b) for b in below):
        return
    for at in dict.fromkeys(uses(world, case)):
        message = f"{case.node.facts.qualname} has slots and no __dict__: {at.message}"
        yield replace(world.diagnose(RULE, case, message, row=at.row, column=max(0, at.column - 1)), path=at.path)


def uses(world: World, case: Case) -> Iterator[Note]:
    """The places that need the instance dict, those in state methods aside (SLT302)."""
    for reach in case.evidence.dict_uses:
        scope = world.program.scope(reach.module, reach.scope)
        if (reach.own and scope.name in STATE) or is_tried(world, reach.module, reach.scope, reach.use.row):
            continue
        if reach.own or is_met(world, case, reach):
            yield reach.note
    yield from (n for n in case.evidence.blocks if n.message == "vars is applied to the instance")


def is_met(world: World, case: Case, reach: DictReach) -> bool:
    """Whether an instance of the class, and nothing else, is known to be what is asked for its dict."""
    place = (world, reach.module, reach.scope)
    if not is_only(*place, reach.use.receiver, case.cid) or is_expected(*place, reach.use.row):
        return False
    return is_certain(world, reach.module, reach.scope, reach.use.receiver, case.cid)


def is_tried(world: World, module: int, index: int, row: int) -> bool:
    """Whether the line stands under a handler, or the function asks first whether there is a dict, or slots."""
    scope, facts = world.program.scope(module, index), world.inference.facts[module]
    if any(c.guarded and c.row == row for c in scope.calls):
        return True
    for call in scope.calls:
        term = facts.terms[call.term]
        asks = term[0] == "c" and term[2] > 1 and facts.terms[term[1]] in (("n", "hasattr"), ("n", "getattr"))
        if asks and world.inference.strings(module, index, term[4]) in (("__dict__",), ("__slots__",)):
            return True
    return False
