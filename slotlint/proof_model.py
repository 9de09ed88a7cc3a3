"""What each action means on an AST: the second, independent account of a fix that ``slotlint.proof`` compares with."""

from __future__ import annotations

import ast
from collections.abc import Callable, Iterable, Sequence
from typing import Any, cast

from slotlint.diagnostics import (
    Action,
    AddField,
    AddSlots,
    AddState,
    DecoratorArgument,
    ExtendSlots,
    MoveDefault,
    Remedy,
    RemoveSlots,
    ReplaceSlots,
)

GETSTATE = """
def __getstate__(self):
    names = {names}
    return {{name: getattr(self, name) for name in names if hasattr(self, name)}}
"""
SETSTATE = """
def __setstate__(self, state):
    for part in state if isinstance(state, tuple) else (state,):
        for name, value in (part or {{}}).items():
            {setter}(self, name, value)
"""


class Unmodelled(Exception):
    """The change that was asked for has no meaning for this source."""


def change_class(node: ast.ClassDef, actions: Sequence[Action], new: ast.ClassDef) -> None:
    """Make the change in a class, in an order of its own: the order of the actions does not matter.

    ``new`` is the class after the rewrite; it says no more than whether defaults that ``__init__`` overwrites were stored.
    """
    ordered = sorted(set(actions), key=repr)
    if any(isinstance(action, (AddSlots, AddField)) for action in ordered):
        _drop_filler(node.body)
    moves = [action for action in ordered if isinstance(action, MoveDefault)]
    if moves:
        _move(node, moves, new)
    for kind, change in _CHANGES.items():
        for action in ordered:
            if isinstance(action, kind):
                change(node, action)


def plain_slots(node: ast.ClassDef, remedies: Iterable[Remedy]) -> None:
    """Let a list or set of slots that the fix wrote count as the tuple that the model writes."""
    actions = [action for remedy in remedies for action in remedy.actions]
    if any(isinstance(action, (AddSlots, ReplaceSlots)) for action in actions):
        holder = _slots(node)
        if isinstance(holder.value, (ast.List, ast.Set)):
            holder.value = ast.Tuple(holder.value.elts, ast.Load())


def _body(source: str) -> list[ast.stmt]:
    return ast.parse(source).body


def _constants(names: Iterable[str]) -> list[ast.expr]:
    return [ast.Constant(name) for name in names]


def _head(body: list[ast.stmt]) -> int:
    """How many statements the docstring is: 0 or 1."""
    first = body[0] if body else None
    constant = first.value if isinstance(first, ast.Expr) else None
    return int(isinstance(constant, ast.Constant) and isinstance(constant.value, str))


def _is_filler(node: ast.stmt) -> bool:
    dots = isinstance(node, ast.Expr) and isinstance(node.value, ast.Constant) and node.value.value is ...
    return dots or isinstance(node, ast.Pass)


def _drop_filler(body: list[ast.stmt]) -> None:
    """Take away the one ``pass`` or ``...`` of a body that gets something else."""
    at = _head(body)
    if len(body) == at + 1 and _is_filler(body[at]):
        del body[at]


def _slots(node: ast.ClassDef) -> ast.Assign | ast.AnnAssign:
    """The one statement that binds ``__slots__`` directly in the body."""
    found: list[ast.Assign | ast.AnnAssign] = []
    for statement in node.body:
        if isinstance(statement, ast.Assign):
            targets = statement.targets
        elif isinstance(statement, ast.AnnAssign):
            targets = [statement.target]
        else:
            continue
        if any(isinstance(target, ast.Name) and target.id == "__slots__" for target in targets):
            found.append(statement)
    if len(found) != 1 or found[0].value is None:
        raise Unmodelled(f"class {node.name} has no single __slots__ statement")
    return found[0]


def _add_slots(node: ast.ClassDef, action: AddSlots) -> None:
    value = ast.Tuple(_constants(action.names), ast.Load())
    node.body.insert(_head(node.body), ast.Assign([ast.Name("__slots__", ast.Store())], value))


def _extend(node: ast.ClassDef, action: ExtendSlots) -> None:
    holder = _slots(node)
    value = holder.value
    if isinstance(value, (ast.Tuple, ast.List, ast.Set)):
        value.elts.extend(_constants(action.names))
    elif isinstance(value, ast.Dict):
        value.keys.extend(_constants(action.names))
        value.values.extend(ast.Constant(None) for _ in action.names)
    elif isinstance(value, ast.Constant) and isinstance(value.value, str):
        holder.value = ast.Tuple([value, *_constants(action.names)], ast.Load())
    else:
        raise Unmodelled(f"class {node.name}: __slots__ is not a literal")


def _remove(node: ast.ClassDef, action: RemoveSlots) -> None:
    holder = _slots(node)
    value = holder.value
    items = value.keys if isinstance(value, ast.Dict) else getattr(value, "elts", [value])
    names = [item.value if isinstance(item, ast.Constant) else None for item in items]
    gone = {
        at
        for at, name in enumerate(names)
        if name in action.names and (not action.duplicates or name in names[:at])
    }  # fmt: skip
    kept = [item for at, item in enumerate(items) if at not in gone]
    if isinstance(value, ast.Dict):
        value.values = [item for at, item in enumerate(value.values) if at not in gone]
        value.keys = kept
    elif isinstance(value, (ast.Tuple, ast.List, ast.Set)) and (kept or not isinstance(value, ast.Set)):
        value.elts = cast("list[ast.expr]", kept)
    else:
        holder.value = ast.Tuple([], ast.Load())


def _replace(node: ast.ClassDef, action: ReplaceSlots) -> None:
    _slots(node).value = ast.Tuple(_constants(action.names), ast.Load())


def _decorate(node: ast.ClassDef, action: DecoratorArgument) -> None:
    decorator = node.decorator_list[action.decorator]
    if not isinstance(decorator, ast.Call):
        decorator = ast.copy_location(ast.Call(decorator, [], []), decorator)
        node.decorator_list[action.decorator] = decorator
    for keyword in decorator.keywords:
        if keyword.arg == action.keyword:
            keyword.value = ast.Constant(True)
            return
    decorator.keywords.append(ast.keyword(action.keyword, ast.Constant(True)))


def _move(node: ast.ClassDef, actions: Sequence[MoveDefault], new: ast.ClassDef) -> None:
    """Drop the values and store them first in ``__init__``; several actions store in order of the source."""
    names = {name for action in actions for name in action.names}
    created = next((action.create for action in actions if action.create), "")
    values: list[tuple[str, ast.expr]] = []
    for statement in list(node.body):
        bound = _bindings(statement)
        taken = [(name, value) for name, value in bound if name in names]
        values += taken
        if isinstance(statement, ast.AnnAssign) and taken:
            statement.value = None
        elif isinstance(statement, ast.Assign) and taken:
            _shorten(node, statement, [pair for pair in bound if pair not in taken])
    if {name for name, _ in values} != names:
        raise Unmodelled(f"class {node.name}: a default to be moved is not in its body")
    init = _new_init(node, created) if created else _init(node)
    first = [*init.args.posonlyargs, *init.args.args][0].arg
    if not created and len(_init(new).body) < len(init.body) + len(values):
        gone = _overwritten(node, init, first)
        values = [(name, value) for name, value in values if name not in gone or not _is_plain(value)]
    _drop_filler(init.body)
    init.body[_head(init.body) : _head(init.body)] = [
        ast.Assign([ast.Attribute(ast.Name(first, ast.Load()), name, ast.Store())], value) for name, value in values
    ]


def _bindings(statement: ast.stmt) -> list[tuple[str, ast.expr]]:
    """The names that an assignment binds, each with its value."""
    if isinstance(statement, ast.AnnAssign) and statement.value is not None:
        targets, values = [statement.target], [statement.value]
    elif isinstance(statement, ast.Assign):
        targets, values = statement.targets, [statement.value] * len(statement.targets)  # type: ignore[assignment]
        first, value = targets[0], statement.value
        if len(targets) == 1 and isinstance(first, (ast.Tuple, ast.List)) and isinstance(value, (ast.Tuple, ast.List)):
            targets, values = first.elts, value.elts  # type: ignore[assignment]
    else:
        return []
    names = [target.id for target in targets if isinstance(target, ast.Name)]
    return list(zip(names, values, strict=True)) if len(names) == len(targets) == len(values) else []


def _shorten(node: ast.ClassDef, statement: ast.Assign, kept: Sequence[tuple[str, ast.expr]]) -> None:
    """Leave a statement only those of its names that stay."""
    names: list[ast.expr] = [ast.Name(name, ast.Store()) for name, _ in kept]
    if not kept:
        node.body.remove(statement)
    elif len(statement.targets) > 1:
        statement.targets = names
    elif len(kept) == 1:
        statement.targets, statement.value = names, kept[0][1]
    else:
        statement.targets = [ast.Tuple(names, ast.Store())]
        statement.value = ast.Tuple([value for _, value in kept], ast.Load())


def _overwritten(node: ast.ClassDef, init: ast.FunctionDef, first: str) -> set[str]:
    """The names that ``__init__`` stores before it does anything but such stores, so that no default is needed."""
    if any(isinstance(item, ast.FunctionDef) and item.name == "__setattr__" for item in node.body):
        return set()
    found: set[str] = set()
    for statement in init.body[_head(init.body) :]:
        if not isinstance(statement, (ast.Assign, ast.AnnAssign)) or not _is_plain(statement.value):
            break
        targets = statement.targets if isinstance(statement, ast.Assign) else [statement.target]
        stores = [target.attr for target in targets if isinstance(target, ast.Attribute)]
        if [f"{first}.{name}" for name in stores] != [ast.unparse(target) for target in targets]:
            break
        found.update(stores)
    return found


def _is_plain(node: ast.expr | None) -> bool:
    empty = (isinstance(node, ast.List) and not node.elts) or (isinstance(node, ast.Dict) and not node.keys)
    return empty or (isinstance(node, (ast.Name, ast.Constant)) and getattr(node, "value", None) is not ...)


def _init(node: ast.ClassDef) -> ast.FunctionDef:
    """The last ``__init__`` of the body: those before it are overloads."""
    found = [item for item in node.body if isinstance(item, ast.FunctionDef) and item.name == "__init__"]
    if not found:
        raise Unmodelled(f"class {node.name} has no __init__")
    return found[-1]


def _new_init(node: ast.ClassDef, create: str) -> ast.FunctionDef:
    """An ``__init__`` before the first method; its stores are still to come."""
    plain = "def __init__(self): pass"
    forward = "def __init__(self, *args, **kwargs): super().__init__(*args, **kwargs)"
    (init,) = _body(plain if create == "plain" else forward)
    assert isinstance(init, ast.FunctionDef)
    defs = [at for at, item in enumerate(node.body) if isinstance(item, (ast.FunctionDef, ast.AsyncFunctionDef))]
    node.body.insert(defs[0] if defs else len(node.body), init)
    return init


def _add_field(node: ast.ClassDef, action: AddField) -> None:
    fields = [at for at, item in enumerate(node.body) if isinstance(item, ast.AnnAssign)]
    at = fields[-1] + 1 if fields else _head(node.body)
    while fields and at < len(node.body) and _head(node.body[at:]):  # a string that documents the field
        at += 1
    lines = [f"{n}: {kind} = {action.field}(init=False, repr=False, compare=False)" for n, kind in action.names]
    node.body[at:at] = _body("\n".join(lines))


def _add_state(node: ast.ClassDef, action: AddState) -> None:
    owner = node.name.lstrip("_")
    private = [name.startswith("__") and not name.endswith("__") and bool(owner) for name in action.names]
    names = tuple(f"_{owner}{name}" if own else name for name, own in zip(action.names, private, strict=True))
    kept = tuple(name for name in names if name not in ("__dict__", "__weakref__"))
    sources = {"__getstate__": GETSTATE, "__setstate__": SETSTATE}
    for method in sources:
        if method in action.methods:
            node.body.extend(_body(sources[method].format(names=kept, setter=action.setter)))


_CHANGES: dict[type[Any], Callable[[ast.ClassDef, Any], None]] = {
    DecoratorArgument: _decorate,
    AddField: _add_field,
    AddState: _add_state,
    ExtendSlots: _extend,
    RemoveSlots: _remove,
    ReplaceSlots: _replace,
    AddSlots: _add_slots,
}
