"""``functools.cached_property`` in a class whose instances have no ``__dict__`` to keep the value in.

The first read raises TypeError: no '__dict__' attribute on the instance to cache the property.

Before:

    class Circle:
        __slots__ = ("radius",)

        @cached_property
        def area(self):
            return pi * self.radius**2

After:

    class Circle:
        __slots__ = ("radius", "_area")

        @property
        def area(self):
            try:
                return self._area
            except AttributeError:
                self._area = pi * self.radius**2
                return self._area

Why it pays: the class imports and builds its instances; only the first read of the property fails.

Trade-offs: ``"__dict__"`` in the slots would make the property work, and takes the saving away once a dict is made.

When not to: ``attrs`` rewrites cached properties of slotted classes by itself; those are not reported.
"""

from __future__ import annotations

from collections.abc import Iterator

from slotlint import effects
from slotlint.diagnostics import Diagnostic, Rule
from slotlint.facts import Member
from slotlint.infer import plain_name
from slotlint.rules.context import World
from slotlint.rules.layouts import is_dictless, is_exposed
from slotlint.shape import decorator_values
from slotlint.verdict import Case

RULE = Rule("SLT304", "cached-property-without-dict", "functools.cached_property in a slotted class.", __doc__ or "")


def find(world: World, case: Case) -> Iterator[Diagnostic]:
    """Findings on one class: its own cached properties, and those of unslotted-looking bases that it makes useless."""
    if case.shape.kind == "attrs" or not is_dictless(world, case) or not is_exposed(world, case):
        return
    if any(not is_dictless(world, world.cases[d]) for d in world.program.descendants(case.cid)):
        return
    for member in case.node.facts.members:
        name = lazy(world, case, member)
        if name:
            message = f"{name} needs an instance __dict__ for {member.name}, and {case.node.facts.qualname} has none: TypeError"
            yield world.diagnose(RULE, case, message, row=member.row)


def lazy(world: World, case: Case, member: Member) -> str:
    """The external descriptor that keeps the value of a member in the instance dict, or ""."""
    if member.kind == "def":
        names, _ = decorator_values(case.node, member, world.inference)
    elif member.kind == "value" and member.default == "call":
        row = world.program.row(case.node.module, member.term)
        values = world.inference.ask(case.node.module, case.node.facts.scope, int(str(row[1]))) if row[0] == "c" else frozenset()
        names = {plain_name(v[1]) for v in values if v[0] == "ext"}
    else:
        return ""
    return next(iter(sorted(names & effects.NEEDS_DICT)), "")
