"""A class made twice by ``slots=True``, where the first one is still in use.

``slots=True`` builds a second class from the first. Zero-argument ``super()`` and ``__class__`` mean the first one
before Python 3.14; ``__init_subclass__``, metaclasses and decorators below have seen it; class keywords are not given
again; and defaults that a hand-written ``__init__`` does not store are gone with it.

Before:

    @dataclass(slots=True)
    class Circle(Shape):
        radius: float

        def area(self):
            return super().area()    # TypeError: obj must be an instance or subtype of type

After:

    @dataclass(slots=True)
    class Circle(Shape):
        radius: float

        def area(self):
            return Shape.area(self)

Why it pays: the class statement looks as it always did; what fails is a method, or a registry that holds a class that
nobody uses.

Trade-offs: naming the base gives up cooperative inheritance; hand-written slots keep one class and ``super()``.

When not to: where the oldest supported Python is 3.14, ``super()`` works and is not reported.
"""

from __future__ import annotations

from collections.abc import Iterator

from slotlint.diagnostics import Diagnostic, Note, Rule
from slotlint.rules.context import World
from slotlint.rules.layouts import fields
from slotlint.rules.registries import class_keywords, keepers
from slotlint.verdict import Case

RULE = Rule("SLT306", "second-class-object", "slots=True where the first class object is still in use.", __doc__ or "")


def find(world: World, case: Case) -> Iterator[Diagnostic]:
    """Findings on one class."""
    if case.shape.kind not in ("dataclass", "attrs") or not case.shape.option("slots") or case.shape.slots is not None:
        return
    for message, note in dict.fromkeys(
        (*own_names(world, case), *keepers(world, case), *class_keywords(world, case), *defaults(world, case))
    ):
        text = f"slots=True makes {case.node.facts.qualname} a second time: {message}"
        yield world.diagnose(RULE, case, text, notes=(note,))


def own_names(world: World, case: Case) -> Iterator[tuple[str, Note]]:
    """Methods that name the class by ``super()`` or ``__class__``; attrs mends these itself."""
    if case.shape.kind == "attrs" or world.program.targets[0] >= (3, 14):
        return
    for scope in world.program.modules[case.node.module].facts.scopes:
        if "u" in scope.flags and world.judge.in_class(case, scope):
            note = Note(f"in {scope.name}", world.path(case.node), scope.row, kind="second-class")
            yield f"super() or __class__ in {scope.name} means the first one (before Python 3.14)", note


def defaults(world: World, case: Case) -> Iterator[tuple[str, Note]]:
    """Defaults that stood in the class: read through it, or not stored by a hand-written ``__init__``."""
    if case.shape.kind != "dataclass" or case.node.mro is None:
        return
    for member in fields(world, case):
        note = case.evidence.class_reads.get(member.name) if member.kind == "value" else None
        if note is not None:
            yield f"{case.node.name}.{member.name} is the slot then, not the default", note
    written = world.program.member(case.cid, "__init__")
    if written is None and dict(case.shape.options).get("init", True) is not False:
        return
    kept = set(case.evidence.attributes)
    for member in fields(world, case):
        if member.kind == "value" and member.name not in kept:
            note = Note(f"the default of {member.name}", world.path(case.node), member.row, kind="class-name")
            yield f"the default of {member.name} is gone, and __init__ does not store it", note
