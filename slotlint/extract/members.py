"""The names that a class body binds, and the forms in which it says its slots."""

from __future__ import annotations

import ast

from slotlint.extract.bindings import Standing
from slotlint.extract.frame import mangled, new
from slotlint.extract.slots import PLAIN, is_lookalike, read_slots
from slotlint.facts import Member, Slots, Term

Assignment = ast.Assign | ast.AnnAssign | ast.AugAssign
DISPLAYS = (ast.List, ast.Dict, ast.Set, ast.ListComp, ast.DictComp, ast.SetComp)


def default_kind(node: ast.expr) -> str:
    """How a class-level value behaves when it is evaluated once per instance instead of once."""
    while isinstance(node, ast.UnaryOp):
        node = node.operand
    if isinstance(node, ast.Constant):
        return "const"
    if isinstance(node, ast.Tuple):
        return "const" if all(default_kind(e) == "const" for e in node.elts) else "other"
    if isinstance(node, (ast.Name, ast.Attribute)):
        return "name"
    if isinstance(node, DISPLAYS):
        return "mutable"
    if isinstance(node, ast.BinOp):
        return "const" if _constant_operands(node) else "other"
    return "call" if isinstance(node, ast.Call) else "other"


def _constant_operands(node: ast.expr) -> bool:
    while isinstance(node, ast.BinOp):  # long sums are deep on the left
        if default_kind(node.right) != "const":
            return False
        node = node.left
    return default_kind(node) == "const"


def split(node: Assignment) -> list[tuple[ast.Name, ast.expr]]:
    """The names of ``a = b = value`` and of ``a, b = value, value``, each with its value; none of any other statement."""
    if not isinstance(node, ast.Assign):
        return []
    targets, values = node.targets, [node.value] * len(node.targets)
    if len(targets) == 1 and isinstance(targets[0], (ast.Tuple, ast.List)) and isinstance(node.value, (ast.Tuple, ast.List)):
        targets, values = targets[0].elts, node.value.elts
    names = [target for target in targets if isinstance(target, ast.Name) and target.id != "__slots__"]
    return list(zip(names, values, strict=True)) if len(names) == len(targets) == len(values) else []


class Members:
    """What is known of a class body while it is read."""

    __slots__ = ("class_name", "members", "slots", "source", "standing")

    def __init__(self, class_name: str, source: bytes, standing: Standing) -> None:
        self.class_name = class_name
        self.source = source
        self.standing = standing
        self.members: list[Member] = []
        self.slots: list[Slots] = []

    def definition(self, name: str, kind: str, row: int, term: Term, conditional: bool, decorators: tuple[Term, ...]) -> None:
        """Note a method or a nested class."""
        if name[0] == "_":
            name = mangled(self.class_name, name)
        self.members.append(new(Member, (name, kind, row, term, 0, conditional, "", decorators, False)))

    def named(self, name: str, kind: str, row: int, conditional: bool) -> None:
        """Note a name that is imported, deleted or captured."""
        default = "other" if kind == "value" else ""
        self.members.append(Member(mangled(self.class_name, name), kind, row, 0, 0, conditional, default, (), False))

    def assigned(self, node: Assignment, value: Term, annotation: Term, conditional: bool) -> None:
        """Note what an assignment of the body binds, or the slots that it sets."""
        targets = node.targets if isinstance(node, ast.Assign) else [node.target]
        names = [t.id for t in targets if isinstance(t, ast.Name)]
        if "__slots__" in names:
            self.slots.append(read_slots(node, value, conditional, self.source, self.standing))
            return
        if any(name in PLAIN or ("_" in (name[0], name[-1]) and is_lookalike(name)) for name in names):
            self.slots.append(read_slots(node, value, conditional, self.source, self.standing)._replace(form="typo"))
        default = default_kind(node.value) if node.value is not None else ""
        if isinstance(node, ast.AnnAssign) and names:
            kind = "value" if node.value is not None else "annotation"
            name = mangled(self.class_name, names[0])
            self.members.append(Member(name, kind, node.lineno, value, annotation, conditional, default, (), True))
        elif len(targets) == len(names) == 1:
            name = mangled(self.class_name, names[0])
            self.members.append(new(Member, (name, "value", node.lineno, value, 0, conditional, default, (), True)))
        elif pairs := split(node):
            for bound, held in pairs:
                name, own = mangled(self.class_name, bound.id), value if held is node.value else 0
                default = "const" if default_kind(held) == "const" else "other"
                self.members.append(Member(name, "value", node.lineno, own, 0, conditional, default, (), True))
        else:
            for target in targets:
                self.bound(target, node.lineno, conditional, value)

    def bound(self, target: ast.expr, row: int, conditional: bool, value: Term = 0) -> None:
        """Note the names of a target that is one of several, or whose value is not known."""
        if isinstance(target, ast.Name) and target.id == "__slots__":
            end = (target.end_lineno or 0, target.end_col_offset or 0)
            self.slots.append(Slots("computed", None, row, target.col_offset, *end, 0, conditional, ()))
        elif isinstance(target, ast.Name):
            name = mangled(self.class_name, target.id)
            self.members.append(Member(name, "value", row, value, 0, conditional, "other", (), False))
        elif isinstance(target, (ast.Tuple, ast.List)):
            for element in target.elts:
                self.bound(element, row, conditional)
        elif isinstance(target, ast.Starred):
            self.bound(target.value, row, conditional)

    def under(self, node: ast.If, first: int) -> None:
        """Flag the slots from ``first`` on that stand directly in a block that runs where a name is true."""
        test: ast.expr = node.test
        turned = isinstance(test, ast.UnaryOp) and isinstance(test.op, ast.Not)
        if isinstance(test, ast.UnaryOp):
            test = test.operand
        name = ast.unparse(test) if isinstance(test, (ast.Name, ast.Attribute)) else ""
        if isinstance(test, ast.Constant) and not test.value:
            name = "False"
        placed = {(statement.lineno, statement.col_offset) for statement in (node.orelse if turned else node.body)}
        for at in range(first, len(self.slots)):
            slots = self.slots[at]
            if name and (slots.row, slots.column) in placed:
                self.slots[at] = slots._replace(flags=(*slots.flags, f"under:{name}"))
