"""The methods that are written whole: ``__init__``, ``__getstate__``, ``__setstate__``."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

import libcst as cst

from slotlint.diagnostics import AddState
from slotlint.rewrite.body import Insert, Plan
from slotlint.rewrite.layout import Layout
from slotlint.rewrite.stores import mangle
from slotlint.rewrite.values import Refused


def state_methods(plan: Plan, action: AddState) -> Iterator[Insert]:
    """The state methods of a class; those that it has already, or a ``__getattr__`` that would answer for unset slots, refuse."""
    defined = {node.name.value for node in plan.segment.node.body.body if isinstance(node, cst.FunctionDef)}
    if defined & set(action.methods):
        raise Refused(f"the class defines {', '.join(sorted(defined & set(action.methods)))} already")
    if "__getstate__" in action.methods and defined & {"__getattr__", "__getattribute__"}:
        raise Refused("the class defines __getattr__, which would answer for names that are not set")
    owner = plan.segment.node.name.value
    names = [mangle(owner, name) for name in action.names if name not in ("__dict__", "__weakref__")]
    layout = plan.segment.layout
    if "__getstate__" in action.methods:
        yield Insert(3, tuple(_getstate(names, layout)), True)
    if "__setstate__" in action.methods:
        yield Insert(4, tuple(_setstate(action.setter, layout)), True)


def _getstate(names: Sequence[str], layout: Layout) -> Iterator[str]:
    unit, inner = layout.unit, layout.deeper()
    yield "def __getstate__(self):"
    yield from (f"{unit}{line}" for line in inner.collection("names = ", names))
    line = "{name: getattr(self, name) for name in names if hasattr(self, name)}"
    if inner.fits(f"return {line}"):
        yield f"{unit}return {line}"
    else:
        yield from (f"{unit}return {{", f"{unit}{unit}{line[1:-1]}", f"{unit}}}")


def _setstate(setter: str, layout: Layout) -> Iterator[str]:
    unit = layout.unit
    yield "def __setstate__(self, state):"
    yield f"{unit}for part in state if isinstance(state, tuple) else (state,):"
    yield f"{unit}{unit}for name, value in (part or {{}}).items():"
    yield f"{unit}{unit}{unit}{setter}(self, name, value)"
