"""Class-level defaults that move into ``__init__``."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import replace

import libcst as cst

from slotlint.edits import LINE_END
from slotlint.rewrite.body import Plan, attached, documents, items_of
from slotlint.rewrite.init import Default, into_init, is_plain, new_init, stored_first
from slotlint.rewrite.stores import bound_by, first_parameter, names_read, own_nodes, walk
from slotlint.rewrite.values import Patch, Refused

# Names that only the scope of a class body has.
_IMPLICIT = frozenset({"__module__", "__qualname__", "__annotations__", "__firstlineno__", "__class__"})


def move_defaults(plan: Plan, names: Sequence[str], create: str) -> Iterator[Patch]:
    """Mark the values for removal and store them in ``__init__``; yields the patches inside of an ``__init__`` that is there."""
    found = {default.name: default for default in _find(plan, names)}
    ordered = [name for small in plan.smalls() for name in (n for n, _ in bindings(small)) if name in found]
    defaults = [found[name] for name in dict.fromkeys(ordered)]
    _refuse_class_scope(plan, defaults)
    init = _existing_init(plan)
    if (init is None) != bool(create):
        raise Refused("the class has an __init__ already" if create else "the class has no __init__ of its own")
    _take_away(plan, defaults)
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
        found = [(small, value) for small in smalls for bound, value in bindings(small) if bound == name]
        if len(found) != 1 or sum(name in names_stored(small) for small in smalls) != 1:
            raise Refused(f"the default of {name} is not bound by exactly one statement")
        statement, value = found[0]
        assert isinstance(statement, (cst.Assign, cst.AnnAssign))
        if isinstance(statement, cst.AnnAssign) and "ClassVar" in plan.segment.source(statement.annotation):
            raise Refused(f"{name} is declared as a class variable")
        yield Default(name, statement, value, (), "")


def bindings(small: cst.BaseSmallStatement) -> list[tuple[str, cst.BaseExpression]]:
    """The names that an assignment binds, each with its value: of ``a = b = 0`` and ``a, b = 0, 1`` as well."""
    if isinstance(small, cst.AnnAssign):
        if isinstance(small.target, cst.Name) and small.value is not None:
            return [(small.target.value, small.value)]
        return []
    if not isinstance(small, cst.Assign):
        return []
    targets: list[cst.BaseExpression] = [target.target for target in small.targets]
    values = [small.value] * len(targets)
    first = targets[0]
    if len(targets) == 1 and isinstance(first, (cst.Tuple, cst.List)) and isinstance(small.value, (cst.Tuple, cst.List)):
        if any(isinstance(element, cst.StarredElement) for element in (*first.elements, *small.value.elements)):
            return []
        targets, values = [e.value for e in first.elements], [e.value for e in small.value.elements]
    names = [target.value for target in targets if isinstance(target, cst.Name)]
    return list(zip(names, values, strict=True)) if len(names) == len(targets) == len(values) else []


def names_stored(small: cst.BaseSmallStatement) -> set[str]:
    """The names that an assignment may bind in any way."""
    if isinstance(small, cst.AnnAssign) and small.value is None:
        return set()
    targets: list[cst.CSTNode] = [target.target for target in small.targets] if isinstance(small, cst.Assign) else []
    if isinstance(small, (cst.AnnAssign, cst.AugAssign)):
        targets.append(small.target)
    return {node.value for target in targets for node in walk(target) if isinstance(node, cst.Name)}


def _take_away(plan: Plan, defaults: Sequence[Default]) -> None:
    """Mark what is to go of the statements that bind the defaults."""
    moved = {default.name for default in defaults}
    for statement in {id(default.statement): default.statement for default in defaults}.values():
        kept = [(name, value) for name, value in bindings(statement) if name not in moved]
        if isinstance(statement, cst.AnnAssign):
            plan.stripped.add(id(statement))
        elif kept:
            plan.shortened[id(statement)] = _without(plan, statement, kept)
        else:
            plan.removed.add(id(statement))


def _without(plan: Plan, statement: cst.Assign, kept: Sequence[tuple[str, cst.BaseExpression]]) -> str:
    """A statement for those of its names that stay."""
    names = [name for name, _ in kept]
    if len(statement.targets) > 1:
        return " = ".join((*names, plan.segment.source(statement.value)))
    values = [plan.segment.source(value) for _, value in kept]
    if any(LINE_END.search(value) for value in values):
        raise Refused(f"the values of {', '.join(names)} go over several lines")
    return f"{', '.join(names)} = {', '.join(values)}"


def _with_comments(plan: Plan, default: Default) -> Default:
    """The default with the comments that move along; those of an annotation stay with it."""
    if isinstance(default.statement, cst.AnnAssign) or id(default.statement) in plan.shortened:
        return default
    if bindings(default.statement)[0][0] != default.name:  # the first takes them
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
        for target in statement.targets:
            yield from walk(target.target)


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
