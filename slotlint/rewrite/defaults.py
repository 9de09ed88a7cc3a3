"""Class-level defaults that move into ``__init__``."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import replace

import libcst as cst

from slotlint.edits import LINE_END
from slotlint.rewrite.body import Plan, attached, documents, items_of
from slotlint.rewrite.init import Default, into_init, is_plain, new_init, stored_first
from slotlint.rewrite.slots import bound_names
from slotlint.rewrite.stores import bound_by, first_parameter, names_read, own_nodes, walk
from slotlint.rewrite.values import Patch, Refused

# Names that only the scope of a class body has.
_IMPLICIT = frozenset({"__module__", "__qualname__", "__annotations__", "__firstlineno__", "__class__"})


def move_defaults(plan: Plan, names: Sequence[str], create: str) -> Iterator[Patch]:
    """Mark the values for removal and store them in ``__init__``; yields the patches inside of an ``__init__`` that is there."""
    defaults = sorted(_find(plan, names), key=lambda default: plan.segment.span(default.statement))
    _refuse_class_scope(plan, defaults)
    init = _existing_init(plan)
    if (init is None) != bool(create):
        raise Refused("the class has an __init__ already" if create else "the class has no __init__ of its own")
    for default in defaults:
        (plan.removed if isinstance(default.statement, cst.Assign) else plan.stripped).add(id(default.statement))
    defaults = [_with_comments(plan, default) for default in defaults]
    if init is None:
        plan.before_defs.append(new_init(plan.segment, defaults, create))
    else:
        _refuse_init_scope(init, defaults)
        gone = [default for default in defaults if _overwritten(plan, init, default)]
        if any(default.above or default.behind for default in gone):  # a comment needs its store
            gone = []
        needed = [default for default in defaults if default not in gone]
        if needed:
            yield into_init(plan.segment, init, needed)


def _find(plan: Plan, names: Sequence[str]) -> Iterator[Default]:
    """The one statement that binds each name, with its comments; refuses what is bound in any other way."""
    smalls = plan.smalls()
    for name in names:
        found = [small for small in smalls if name in bound_names(small)]
        found = [small for small in found if not (isinstance(small, cst.AnnAssign) and small.value is None)]
        if len(found) != 1 or len(bound_names(found[0])) > 1:
            raise Refused(f"the default of {name} is not bound by exactly one statement of its own")
        statement = found[0]
        if not isinstance(statement, (cst.Assign, cst.AnnAssign)) or statement.value is None:
            raise Refused(f"the default of {name} is not a plain assignment")
        if isinstance(statement, cst.AnnAssign) and "ClassVar" in plan.segment.source(statement.annotation):
            raise Refused(f"{name} is declared as a class variable")
        yield Default(name, statement, statement.value, (), "")


def _with_comments(plan: Plan, default: Default) -> Default:
    """The default with the comments that move along; those of an annotation stay with it."""
    if isinstance(default.statement, cst.AnnAssign):
        return default
    above, behind = _comments(plan, default.statement)
    return replace(default, above=above, behind=behind)


def _comments(plan: Plan, statement: cst.Assign) -> tuple[tuple[str, ...], str]:
    """The comments that belong to a statement alone: above it, and behind it on its line."""
    body = plan.segment.node.body
    if not isinstance(body, cst.IndentedBlock):
        return (), ""
    items = items_of(plan.segment, body)
    at = next(at for at, item in enumerate(items) if statement in item.smalls)
    if at + 1 < len(items) and documents(items[at + 1]):
        raise Refused("a string below the default documents it, and would be left behind")
    line = items[at].node
    assert isinstance(line, cst.SimpleStatementLine)
    if len(line.body) > 1:
        return (), ""
    lead = plan.segment.code[attached(plan, items, at) : plan.segment.span(statement)[0]]
    above = tuple(text.strip() for text in LINE_END.split(lead) if text.strip())
    comment = line.trailing_whitespace.comment
    return above, f"  {comment.value}" if comment is not None else ""


def _overwritten(plan: Plan, init: cst.FunctionDef, default: Default) -> bool:
    """Whether ``__init__`` stores the name before anything could read the default, which has no other effect."""
    methods = {node.name.value for node in plan.segment.node.body.body if isinstance(node, cst.FunctionDef)}
    return is_plain(default.value) and "__setattr__" not in methods and default.name in stored_first(init)


def _refuse_class_scope(plan: Plan, defaults: Sequence[Default]) -> None:
    """Values may not read names of the class body, nor the class body the names whose values go."""
    nodes = list(own_nodes(plan.segment.node.body))
    own = _IMPLICIT.union(*map(bound_by, nodes))
    for default in defaults:
        if any(isinstance(node, (cst.NamedExpr, cst.Await, cst.Yield)) for node in walk(default.value)):
            raise Refused(f"the default of {default.name} does more than give a value")
        if names_read(default.value) & own:
            name = min(names_read(default.value) & own)
            raise Refused(f"the default of {default.name} reads {name}, which may be a name of the class body")
    moved = {default.name for default in defaults}
    statements = {id(default.statement) for default in defaults}
    targets = {id(node) for statement in plan.smalls() for node in _plain_targets(statement, statements)}
    for node in nodes:
        if isinstance(node, cst.Name) and node.value in moved and id(node) not in targets:
            raise Refused(f"the class body uses {node.value}, whose default would move")


def _plain_targets(statement: cst.BaseSmallStatement, moved: set[int]) -> Iterator[cst.CSTNode]:
    """The target of a statement that is moved, or that only annotates."""
    if isinstance(statement, cst.AnnAssign) and (statement.value is None or id(statement) in moved):
        yield statement.target
    elif isinstance(statement, cst.Assign) and id(statement) in moved:
        yield statement.targets[0].target


def _existing_init(plan: Plan) -> cst.FunctionDef | None:
    """The ``__init__`` of the body, its overloads left out; refuses one whose call may do something else."""
    found = []
    for node in own_nodes(plan.segment.node.body):
        if isinstance(node, cst.FunctionDef) and node.name.value == "__init__":
            names = [plan.segment.source(decorator.decorator).rpartition(".")[2] for decorator in node.decorators]
            if "overload" in names:
                continue
            if names:
                raise Refused("__init__ is decorated")
            found.append(node)
    if len(found) > 1 or (found and found[0] not in plan.segment.node.body.body):
        raise Refused("__init__ is defined more than once, or under a condition")
    return found[0] if found else None


def _refuse_init_scope(init: cst.FunctionDef, defaults: Sequence[Default]) -> None:
    """The values must mean the same inside of ``__init__``: none of its own names may hide what they read."""
    own = {node.name.value for node in walk(init.params) if isinstance(node, cst.Param)}
    for node in walk(init.body):
        own |= bound_by(node)
    read = {name for default in defaults for name in names_read(default.value)}
    if read & own:
        raise Refused(f"a default reads {min(read & own)}, which means something else inside of __init__")
    if not first_parameter(init) or init.asynchronous is not None:
        raise Refused("__init__ has no first parameter to store on")
