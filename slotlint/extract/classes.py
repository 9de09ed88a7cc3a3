"""Class statements: heads, members, slots."""

from __future__ import annotations

import ast

from slotlint.extract.frame import Frame
from slotlint.extract.slots import LOOKALIKES, read_slots
from slotlint.extract.statements import Statements
from slotlint.facts import ClassFacts, Member, Slots, Term

PLAIN = (ast.Constant, ast.UnaryOp)


def default_kind(node: ast.expr) -> str:
    """How a class-level value behaves when it is evaluated once per instance instead of once."""
    if isinstance(node, ast.Constant):
        return "const"
    if isinstance(node, ast.UnaryOp):
        return default_kind(node.operand)
    if isinstance(node, ast.Tuple):
        return "const" if all(default_kind(e) == "const" for e in node.elts) else "other"
    if isinstance(node, (ast.Name, ast.Attribute)):
        return "name"
    if isinstance(node, (ast.List, ast.Dict, ast.Set, ast.ListComp, ast.DictComp, ast.SetComp)):
        return "mutable"
    if isinstance(node, ast.BinOp):
        return "const" if default_kind(node.left) == default_kind(node.right) == "const" else "other"
    return "call" if isinstance(node, ast.Call) else "other"


class Classes(Statements):
    """The part of the reader that knows classes."""

    def __init__(self, source: bytes, parents: dict[ast.AST, ast.AST] | None) -> None:
        super().__init__(source, parents)
        self.classes: list[ClassFacts | None] = []

    def class_(self, node: ast.ClassDef) -> None:
        outer, branch = self.frame, self.branch
        decorators = tuple(map(self.reference, node.decorator_list))
        bases = tuple(map(self.base, node.bases))
        keywords = tuple((k.arg or "", self.term(k.value)) for k in node.keywords)
        index = len(self.classes)
        self.classes.append(None)
        frame = self.class_frame(node, index)
        self.branch = 0
        members: list[Member] = []
        slots: list[Slots] = []
        self.read_body(node.body, members, slots, conditional=False)
        self.branch = branch
        self.pop()
        self.classes[index] = ClassFacts(
            node.name, frame.qualname, node.lineno, node.col_offset, node.end_lineno or 0, node.end_col_offset or 0,
            node.decorator_list[0].lineno if decorators else node.lineno, frame.index, outer.index, bases, keywords,
            decorators, tuple(d.lineno for d in node.decorator_list), tuple(members), tuple(slots), branch > 0,
            self.own_stores(frame),
        )  # fmt: skip
        term = self.table.add("C", index)
        for decorator in reversed(decorators):
            term = self.table.add("D", decorator, term)
        outer.bind(self.mangle(node.name), term)

    def class_frame(self, node: ast.ClassDef, index: int) -> Frame:
        outer = self.frame
        prefix = f"{outer.qualname}.<locals>." if outer.kind in ("function", "lambda") else f"{outer.qualname}."
        frame = self.push("class", node.name, f"{prefix}{node.name}".lstrip("."), node.lineno)
        frame.class_name = node.name.lstrip("_")
        frame.owner = index
        return frame

    def base(self, node: ast.expr) -> Term:
        """The term of a base; ``Base[T]`` is a base all the same."""
        if isinstance(node, ast.Subscript):
            self.term(node.slice)
            return self.table.add("[", self.reference(node.value), 0)
        if isinstance(node, ast.Starred):
            return self.table.add("*", self.reference(node.value))
        return self.reference(node)

    # -- the body ----------------------------------------------------------------------------------------------------

    def read_body(self, body: list[ast.stmt], members: list[Member], slots: list[Slots], conditional: bool) -> None:
        """Read the statements of a class body, also those under ``if``, ``try``, ``for`` and ``with``."""
        frame = self.frame
        for statement in body:
            first = len(self.frames)
            handler = self.statements.get(type(statement))
            if handler is not None:
                handler(statement)
            for method in self.frames[first:]:
                if method.parent == frame.index and method.kind in ("function", "lambda"):
                    method.owner = frame.owner
            self.members(statement, members, slots, conditional)

    def members(self, node: ast.stmt, members: list[Member], slots: list[Slots], conditional: bool) -> None:
        """Note the names that one statement of the body binds."""
        if isinstance(node, (ast.FunctionDef, ast.AsyncFunctionDef, ast.ClassDef)):
            self.member_definition(node, members, conditional)
        elif isinstance(node, (ast.Assign, ast.AnnAssign, ast.AugAssign)):
            self.member_values(node, members, slots, conditional)
        elif isinstance(node, (ast.Import, ast.ImportFrom)):
            for alias in node.names:
                name = alias.asname or alias.name.partition(".")[0]
                members.append(Member(name, "import", node.lineno, 0, 0, conditional, "", (), False))
        elif isinstance(node, ast.Delete):
            for target in node.targets:
                if isinstance(target, ast.Name):
                    members.append(Member(target.id, "del", node.lineno, 0, 0, conditional, "", (), False))
        else:
            self.nested(node, members, slots)

    def nested(self, node: ast.stmt, members: list[Member], slots: list[Slots]) -> None:
        """Note what a compound statement of the body binds in its blocks and as its own target."""
        if isinstance(node, (ast.For, ast.AsyncFor)):
            self.member_target(node.target, node.lineno, 0, members, "other", True)
        if isinstance(node, (ast.With, ast.AsyncWith)):
            for item in node.items:
                if item.optional_vars is not None:
                    self.member_target(item.optional_vars, node.lineno, 0, members, "other", True)
        for block in ("body", "orelse", "finalbody"):
            for statement in getattr(node, block, ()):
                self.members(statement, members, slots, True)
        for handler in (*getattr(node, "handlers", ()), *getattr(node, "cases", ())):
            for statement in handler.body:
                self.members(statement, members, slots, True)

    def member_definition(
        self, node: ast.FunctionDef | ast.AsyncFunctionDef | ast.ClassDef, members: list[Member], conditional: bool
    ) -> None:
        kind = "class" if isinstance(node, ast.ClassDef) else "def"
        held = self.frame.bindings.get(self.mangle(node.name), [0])
        decorators = tuple(map(self.reference, node.decorator_list))
        member = Member(self.mangle(node.name), kind, node.lineno, held[-1], 0, conditional, "", decorators, False)
        members.append(member)

    def member_values(
        self, node: ast.Assign | ast.AnnAssign | ast.AugAssign, members: list[Member], slots: list[Slots], conditional: bool
    ) -> None:
        targets = node.targets if isinstance(node, ast.Assign) else [node.target]
        names = [t.id for t in targets if isinstance(t, ast.Name)]
        if "__slots__" in names:
            slots.append(read_slots(node, self.term, conditional or self.branch > 0, self.table.rows))
            return
        for name in names:
            if name in LOOKALIKES:
                slots.append(read_slots(node, self.term, conditional, self.table.rows)._replace(form="typo"))
        single = len(targets) == 1 and bool(names)
        if isinstance(node, ast.AnnAssign) and names:
            annotation = self.annotation(node.annotation)
            kind = "value" if node.value is not None else "annotation"
            default = default_kind(node.value) if node.value is not None else ""
            name = self.mangle(names[0])
            value = self.term(node.value)
            members.append(Member(name, kind, node.lineno, value, annotation, conditional, default, (), True))
            return
        value = self.term(node.value)
        default = default_kind(node.value) if node.value is not None else ""
        for target in targets:
            self.member_target(target, node.lineno, value, members, default if single else "other", conditional, single)

    def member_target(
        self, node: ast.expr, row: int, value: Term, members: list[Member], default: str, conditional: bool,
        single: bool = False,
    ) -> None:  # fmt: skip
        if isinstance(node, ast.Name):
            name = self.mangle(node.id)
            members.append(Member(name, "value", row, value, 0, conditional, default, (), single))
        elif isinstance(node, (ast.Tuple, ast.List)):
            for element in node.elts:
                self.member_target(element, row, 0, members, "other", conditional)
        elif isinstance(node, ast.Starred):
            self.member_target(node.value, row, 0, members, "other", conditional)

    # -- what methods store on their first parameter --------------------------------------------------------------------

    def own_stores(self, body: Frame) -> tuple[str, ...]:
        """The names stored on the first parameter of the methods of a class, as spelt, in order of the source."""
        heads = {}
        static = self.table.add("n", "staticmethod")
        for frame in self.frames[body.index + 1 :]:
            if frame.kind == "class" or (frame.parent != body.index and frame.parent not in heads):
                continue
            first = next((p.name for p in frame.params if p.kind in "pn"), None)
            if frame.parent == body.index:
                if frame.kind == "function" and first and static not in frame.decorators:
                    heads[frame.index] = first
            elif heads[frame.parent] not in {p.name for p in frame.params} | (frame.bindings.keys() - frame.outer):
                heads[frame.index] = heads[frame.parent]
        found: list[tuple[int, int, str]] = []
        for index, head in heads.items():
            receiver = self.table.add("n", head)
            for store in self.frames[index].stores:
                if self.is_receiver(store.receiver, receiver):
                    found.append((store.row, store.column, store.name))
        prefix = f"_{body.class_name}__"
        spelt = (name[len(prefix) - 2 :] if name.startswith(prefix) else name for _, _, name in sorted(found))
        return tuple(dict.fromkeys(spelt))

    def is_receiver(self, term: Term, receiver: Term) -> bool:
        row = self.table.rows[term]
        return term == receiver or (row[0] == "I" and row[1] == receiver)
