"""Expressions to terms, noting on the way every call, load and use that can matter to an instance's layout."""

from __future__ import annotations

import ast
from collections import defaultdict
from collections.abc import Callable, Sequence
from typing import Any

from slotlint.extract.dicts import Surroundings
from slotlint.extract.examples import is_code
from slotlint.extract.frame import Frame, mangled, new
from slotlint.facts import OF_CLASSES, Call, Term

# Builtins that neither keep, return nor touch the attributes of what they are given.
TRIVIAL = frozenset(
    {"abs", "all", "any", "ascii", "bin", "bool", "bytes", "callable", "chr", "complex", "divmod", "float", "format"}
    | {"hash", "hex", "id", "input", "int", "isinstance", "issubclass", "len", "oct", "open", "ord", "pow", "print"}
    | {"range", "repr", "round", "str", "sum"}
)
SPECIAL = TRIVIAL | {"super", "exec", "eval", "locals", "vars"}
TRAILERS = frozenset({ast.Attribute, ast.Call, ast.Subscript})  # a.b, a(b), a[b]: one may follow the other for long
Handler = Callable[[Any, Any], Term]
EXPRESSIONS: dict[type[ast.AST], Handler] = {}  # type of expression -> the reader's function; each part adds its own


class Expressions:
    """The part of the reader that knows expressions."""

    __slots__ = (
        "aliases",
        "attribute_values",
        "branch",
        "documents",
        "frame",
        "frames",
        "glances",
        "narrowed",
        "numbers",
        "samples",
        "statement",
        "strings",
        "surroundings",
        "table",
        "tests",
        "texts",
    )  # fmt: skip

    def __init__(self, source: bytes) -> None:
        self.table: defaultdict[tuple[Any, ...], Term] = defaultdict(None, {("?",): 0})  # each term once, in order
        self.table.default_factory = self.table.__len__
        self.surroundings = Surroundings(source)
        self.frame = Frame("module", "", "", 1, 0, None)
        self.frames = [self.frame]
        self.statement: ast.AST = ast.Module([], [])  # the one that is being read, without the blocks in it
        self.branch = 0  # depth of if, try and loop around it in its scope
        self.aliases = 0
        self.attribute_values: dict[str, int] = {}
        self.glances: list[tuple[str, str, int]] = []  # attributes that a builtin of no interest gets, with its name and the row
        self.strings: list[tuple[str, int]] = []
        self.documents: list[tuple[str, int]] = []  # docstrings with examples, with their rows
        self.samples: list[tuple[str, int]] = []  # texts that look like code, with their rows
        self.texts: dict[str, Term] = {}
        self.numbers: dict[int, Term] = {}
        self.narrowed: dict[Term, list[Term]] = {}  # the term of a name -> those of it where isinstance says more
        self.tests: dict[ast.expr, tuple[str, Term]] = {}  # isinstance(x, class): the name or x.y as spelt, the class

    # -- scopes ------------------------------------------------------------------------------------------------------

    def push(self, kind: str, name: str, row: int) -> Frame:
        """Enter a new scope inside the current one."""
        frames, outer = self.frames, self.frame
        inside = "." if outer.kind == "class" else ".<locals>."
        qualname = f"{outer.qualname}{inside}{name}" if outer.qualname else name
        frame = Frame(kind, name, qualname, row, len(frames), outer)
        frames.append(frame)
        self.frame = frame
        return frame

    def pop(self) -> None:
        """Leave the scope for the one around it."""
        self.frame = self.frames[self.frame.parent]

    def current(self, spelt: str) -> str:
        """The name under which the facts know what a name holds at this point."""
        frame = self.frame
        name = mangled(frame.class_name, spelt) if spelt[0] == "_" else spelt
        return frame.renamed.get(name, name) if frame.renamed else name

    # -- entry points ------------------------------------------------------------------------------------------------

    def term(self, node: ast.expr | None) -> Term:
        """The term of an expression in value position."""
        return 0 if node is None else EXPRESSIONS[type(node)](self, node)

    def terms(self, nodes: Sequence[ast.expr]) -> list[Term]:
        """The terms of several expressions in value position."""
        found = []
        for node in nodes:
            found.append(EXPRESSIONS[type(node)](self, node))  # noqa: PERF401 - a comprehension costs a frame (3.11)
        return found

    def reference(self, node: ast.expr) -> Term:
        """The term of an expression that is only looked into (callee, attribute base, class), not passed on."""
        if type(node) is ast.Name:
            return self.frame.known.get(node.id) or self.learn(node.id)
        if type(node) is ast.Attribute:
            return self.looked_up(node)
        return EXPRESSIONS[type(node)](self, node)

    def text(self, value: str, row: int) -> Term:
        """The term of a string; those that name the dict or the slots are noted wherever they stand."""
        term = self.table["s", value] if len(value) < 80 and _is_text(value) else self.table["k", "str"]
        if "__dict__" in value or "__slots__" in value:
            self.strings.append((value[:80], row))
        else:
            self.texts[value] = term
        if is_code(value):
            self.samples.append((value, row))
        return term

    def other(self, node: ast.expr) -> Term:
        """An expression of which nothing is known; what stands in it is read."""
        for child in ast.iter_child_nodes(node):
            if isinstance(child, ast.expr):
                self.term(child)
        return 0

    # -- names and attributes ------------------------------------------------------------------------------------------

    def learn(self, spelt: str) -> Term:
        """The term of a name, narrowed where ``isinstance`` says so."""
        frame = self.frame
        plain = term = self.table["n", self.current(spelt) if frame.renamed or spelt[0] == "_" else spelt]
        if spelt in frame.narrow:
            known = frame.narrow[spelt]
            term = self.table["I", plain, known] if known > 0 else -known
            self.narrowed.setdefault(plain, []).append(term)
        elif spelt == "__class__":
            frame.flag("u")
        if spelt[:2] != "__":
            frame.known[spelt] = term
        return term

    def name(self, node: ast.Name) -> Term:
        frame, spelt = self.frame, node.id
        if spelt not in frame.values:
            name = self.current(spelt) if frame.renamed or spelt[0] == "_" else spelt
            frame.values.setdefault(name, node.lineno)
        term = frame.known.get(spelt) or self.learn(spelt)
        for attribute in frame.having.get(spelt, ()) if frame.having else ():
            term = self.table["H", term, attribute]
        return term

    def attribute(self, node: ast.Attribute) -> Term:
        name = node.attr
        if name not in self.attribute_values:
            self.attribute_values.setdefault(mangled(self.frame.class_name, name), node.lineno)
        base = node.value
        return self.load(node, base.id) if type(base) is ast.Name else self.looked_up(node)

    def looked_up(self, node: ast.Attribute) -> Term:
        """The term of an attribute that is only looked into."""
        base = node.value
        if type(base) is ast.Name:
            return self.load(node, base.id)
        if type(base) is ast.Attribute and type(base.value) is ast.Name:
            return self.read(node, self.load(base, base.value.id))
        if type(base) in TRAILERS:
            return self.chain(node)
        return self.read(node, EXPRESSIONS[type(base)](self, base))

    def load(self, node: ast.Attribute, spelt: str) -> Term:
        """Note a load of an attribute of a name."""
        frame, table, name = self.frame, self.table, node.attr
        receiver = frame.known.get(spelt) or self.learn(spelt)
        if name[0] == "_":
            name = mangled(frame.class_name, name)
            if name == "__dict__":
                self.note_dict(node, node.value, receiver)
        held = self.current(spelt) if frame.renamed or spelt[0] == "_" else spelt
        rows = frame.loads.get(held)
        if rows is None or name not in rows or held in frame.seen or frame.guarded:
            self.note_load(held, name, node.lineno)
        term = table["a", receiver, name]
        if frame.narrow and (wanted := frame.narrow.get(f"{spelt}.{name}")):
            return self.table["I", term, wanted]
        return term

    def read(self, node: ast.Attribute, receiver: Term) -> Term:
        """Note a load of an attribute of anything but a name."""
        frame = self.frame
        name = node.attr
        if name[0] == "_":
            name = mangled(frame.class_name, name)
            if name == "__dict__":
                self.note_dict(node, node.value, receiver)
        frame.reads.setdefault((receiver, name), node.lineno)
        return self.table["a", receiver, name]

    def note_load(self, name: str, attribute: str, row: int) -> None:
        """Note the first row where an attribute of a name, as it is known here, is loaded, and that it is read by now."""
        frame = self.frame
        rows = frame.loads.setdefault(name, {})
        rows.setdefault(attribute, row)
        if frame.guarded:
            rows.setdefault(f"?{attribute}", row)
        seen = frame.seen
        if name in seen and ((reads := seen[name]) is None or attribute not in reads):
            frame.note_read(name, attribute)

    def note_dict(self, node: ast.expr, base: ast.expr, receiver: Term) -> None:
        """Note a use of an instance dict with the syntax around it."""
        frame, use = self.frame, self.surroundings.use(node, base, receiver, self.statement)
        if type(base) is ast.Name and not OF_CLASSES.isdisjoint(frame.seen.get(self.current(base.id)) or ()):
            frame.class_dicts[len(frame.dict_uses)] = mangled(frame.class_name, base.id)
        frame.dict_uses.append(use._replace(form="expected") if frame.expecting else use)

    # -- calls and items -----------------------------------------------------------------------------------------------

    def call(self, node: ast.Call) -> Term:
        func = node.func
        if type(func) is ast.Attribute:
            base = func.value
            callee = self.load(func, base.id) if type(base) is ast.Name else self.looked_up(func)
            if func.attr == "__init__" and node.args:
                return self.called(node, callee, self.initialised(node.args))
            if func.attr == "__getstate__":
                return self.state_called(node, callee)
        elif type(func) is ast.Name:
            callee = self.frame.known.get(func.id) or self.learn(func.id)
            if func.id in SPECIAL:
                return self.special_call(node, func.id, callee)
        elif type(func) in TRAILERS:
            return self.chain(node)
        else:
            callee = EXPRESSIONS[type(func)](self, func)
        return self.called(node, callee, self.terms(node.args) if node.args else ())

    def state_called(self, node: ast.Call, callee: Term) -> Term:
        """``super().__getstate__()`` and ``object.__getstate__(x)``, which give the instance dict as it is."""
        arguments, base = self.terms(node.args), node.func.value  # type: ignore[attr-defined]
        term, frame = self.called(node, callee, arguments), self.frame
        asked: ast.expr | None = None
        if isinstance(base, ast.Call) and isinstance(base.func, ast.Name) and base.func.id == "super" and not node.args:
            own = ast.Name(frame.params[0].name, ast.Load()) if frame.kind == "function" and frame.owner >= 0 and frame.params else None
            asked = base.args[1] if len(base.args) == 2 else None if base.args else own
        elif isinstance(base, ast.Name) and base.id == "object" and len(node.args) == 1:
            asked = node.args[0]
        if asked is not None and not node.keywords and not frame.expecting:
            self.frame.dict_uses.append(self.surroundings.use(node, asked, self.reference(asked), self.statement, term))
        return term

    def initialised(self, arguments: list[ast.expr]) -> list[Term]:
        """The arguments of ``x.__init__``; of a method's own instance that is no use but that of a base."""
        first, params = arguments[0], self.frame.params
        if type(first) is ast.Name and params and params[0].name == first.id:
            return [self.reference(first), *self.terms(arguments[1:])]
        return self.terms(arguments)

    def called(self, node: ast.Call, callee: Term, arguments: Sequence[Term]) -> Term:
        """The term of a call whose callee and arguments are read; the call itself is noted."""
        key: tuple[Any, ...]
        count = len(arguments)
        if node.keywords:
            key = ("c", callee, count, *arguments, *self.keywords(node.keywords))
        elif count == 1:
            key = ("c", callee, 1, arguments[0])
        elif count == 2:
            key = ("c", callee, 2, arguments[0], arguments[1])
        else:
            key = ("c", callee, count, *arguments)
        table, frame = self.table, self.frame
        term = table.setdefault(key, len(table))  # faster than table[key] where most keys are new
        certain = self.branch == 0 and not frame.left
        frame.calls.append(new(Call, (term, node.lineno, node.col_offset, frame.repeated, frame.guarded, certain)))
        if frame.narrow and getattr(node.func, "id", "") not in TRIVIAL:
            self.forget_attributes()
        return term

    def forget(self, *spelt: str) -> None:
        """Forget what is known of names, or attributes of names, that are stored, and of attributes of these."""
        kept = {k: v for k, v in self.frame.narrow.items() if k not in spelt and not k.startswith(tuple(f"{s}." for s in spelt))}
        if len(kept) < len(self.frame.narrow):
            self.frame.forgotten += self.frame.narrow.keys() - kept.keys()
            self.frame.see(kept)

    def forget_attributes(self) -> None:
        """Forget what is known of attributes: something is called that may store others."""
        dotted = [spelt for spelt in self.frame.narrow if "." in spelt]
        if dotted:
            self.forget(*dotted)

    def keywords(self, keywords: Sequence[ast.keyword]) -> list[Any]:
        """Names and terms of keyword arguments by turns; "" for ``**value``."""
        found: list[Any] = []
        for keyword in keywords:
            value = keyword.value
            found.append(keyword.arg or "")
            found.append(EXPRESSIONS[type(value)](self, value))
        return found

    def special_call(self, node: ast.Call, plain: str, callee: Term) -> Term:
        """A call of a builtin of which more is known, or of what goes by its name."""
        frame = self.frame
        if plain == "super" and not node.args:
            frame.flag("u")
            return self.table[("S",)]
        if plain in ("exec", "eval", "locals") or (plain == "vars" and not node.args):
            frame.flag("x")
        if plain in ("isinstance", "issubclass"):
            arguments = self.tested(plain, node.args)
        else:
            quiet = plain in TRIVIAL and plain not in frame.renamed
            arguments = self.glanced(plain, node.args) if quiet else self.terms(node.args)
        if plain == "vars" and len(arguments) == 1:
            self.note_dict(node, node.args[0], arguments[0])
        term = self.called(node, callee, arguments)
        if plain in TRIVIAL and plain not in frame.renamed:
            frame.trivial.append((plain, frame.calls.pop()))
            if plain == "isinstance" and len(arguments) == 2 and (spelt := spelling(node.args[0])):
                self.tests[node] = (spelt, arguments[1])
        return term

    def glanced(self, plain: str, arguments: Sequence[ast.expr]) -> list[Term]:
        """The arguments of a builtin that keeps nothing; names and attributes are values where its name means another thing."""
        found = []
        for node in arguments:
            if isinstance(node, ast.Name):
                self.frame.glances.append((plain, self.current(node.id), node.lineno))
            elif isinstance(node, ast.Attribute):
                self.glances.append((plain, mangled(self.frame.class_name, node.attr), node.lineno))
            found.append(self.reference(node))
        return found

    def tested(self, plain: str, arguments: Sequence[ast.expr]) -> list[Term]:
        """The arguments of ``isinstance``: the classes are only looked at, not handed on."""
        found = self.glanced(plain, arguments[:1])
        for node in arguments[1:]:
            if isinstance(node, ast.Tuple):
                row = ("t", *map(self.reference, node.elts))
                found.append(self.table[row])
            else:
                found.append(self.reference(node))
        return found

    def subscript(self, node: ast.Subscript) -> Term:
        base = node.value
        if type(base) in TRAILERS and (type(base) is not ast.Attribute or type(base.value) is not ast.Name):
            return self.chain(node)
        if type(base) is ast.Name:
            self.note_load(self.current(base.id), "__getitem__", node.lineno)
        return self.table["[", self.reference(base), self.term(node.slice)]

    def chain(self, node: ast.expr) -> Term:
        """Attributes, calls and items on one another, from the innermost outwards."""
        links: list[Any] = [node]
        base = _looked_into(node)
        while type(base) in TRAILERS:
            links.append(base)
            base = _looked_into(base)
        term = self.reference(links.pop())
        for link in reversed(links):
            if type(link) is ast.Attribute:
                term = self.read(link, term)
            elif type(link) is ast.Call:
                asked = type(link.func) is ast.Attribute and link.func.attr == "__getstate__"
                term = self.state_called(link, term) if asked else self.called(link, term, self.terms(link.args))
            else:
                term = self.table["[", term, self.term(link.slice)]
        return term


def _looked_into(node: Any) -> Any:
    """What an attribute, a call or an item is of."""
    return node.func if type(node) is ast.Call else node.value


def spelling(node: ast.AST) -> str:
    """How a name, or an attribute of one, is spelt; "" for anything else."""
    if isinstance(node, ast.Name):
        return node.id
    if isinstance(node, ast.Attribute) and isinstance(node.value, ast.Name):
        return f"{node.value.id}.{node.attr}"
    return ""


def _is_text(value: str) -> bool:
    """Whether a string can be written down: half a surrogate pair cannot."""
    return value.isascii() or not any("\ud800" <= character <= "\udfff" for character in value)


for _kind in ast.expr.__subclasses__():
    EXPRESSIONS[_kind] = Expressions.other
EXPRESSIONS.update({
    ast.Name: Expressions.name, ast.Attribute: Expressions.attribute, ast.Call: Expressions.call,
    ast.Subscript: Expressions.subscript,
})  # fmt: skip
