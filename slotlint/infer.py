"""What an expression may be: a small, flow-insensitive inference over terms.

A value is a tuple: ("inst", class id), ("cls", class id), ("fn", module, scope), ("bound", module, scope, value),
("mod", module), ("ext", dotted name), ("xinst", dotted name of an external class), ("of", values) for a container of
these, ("map", keys, values), ("row", (values, ...)) for a tuple, ("super", class id), ("str", text) and UNKNOWN. A set of values without
UNKNOWN is complete as far as the program text can tell.
"""

from __future__ import annotations

import builtins
from collections.abc import Callable, Iterable
from typing import Any

from slotlint import external
from slotlint.facts import FileFacts, Param, Scope, Slots, Term
from slotlint.names import candidates
from slotlint.program import ClassNode, Program

Value = tuple[Any, ...]
Values = frozenset[Value]
Callee = tuple[Any, ...]  # a call: module, scope, callee, arguments, keywords, parameters that it fills by itself
UNKNOWN: Value = ("?",)
CONSTRUCTORS = frozenset({"__init__", "__new__", "__post_init__"})
NOTHING: Values = frozenset()
ANYTHING: Values = frozenset({UNKNOWN})
DEPTH = 40  # of nested evaluation, after which nothing is known
STEPS = 4000  # of one question

INERT_DECORATORS = frozenset(
    "staticmethod classmethod property abc.abstractmethod abc.abstractproperty functools.wraps functools.lru_cache "
    "functools.cache functools.cached_property typing.overload typing.final typing.override typing.no_type_check "
    "contextlib.contextmanager contextlib.asynccontextmanager functools.singledispatch functools.singledispatchmethod "
    "functools.total_ordering typing.runtime_checkable dataclasses.dataclass warnings.deprecated atexit.register "
    "typing_extensions.override typing_extensions.final typing_extensions.deprecated enum.unique functools.update_wrapper "
    "typing_extensions.overload typing_extensions.runtime_checkable".split()
)
CONTAINERS = frozenset(
    "list tuple set frozenset sorted reversed iter collections.deque itertools.chain itertools.islice itertools.cycle "
    "filter itertools.takewhile itertools.dropwhile".split()
)
ELEMENTS = frozenset("next min max random.choice".split())
SAME = frozenset("copy.copy copy.deepcopy typing.cast dataclasses.replace copy.replace".split())
GENERIC_CONTAINERS = frozenset(
    "list set frozenset collections.deque collections.abc.Iterable collections.abc.Iterator collections.abc.Sequence "
    "collections.abc.MutableSequence collections.abc.Collection collections.abc.Set collections.abc.Generator "
    "collections.abc.AsyncIterator collections.abc.AsyncIterable collections.abc.MutableSet".split()
)
GENERIC_MAPPINGS = frozenset(
    "dict collections.defaultdict collections.OrderedDict collections.abc.Mapping collections.abc.MutableMapping".split()
)
OPEN_TYPES = frozenset("object typing.Any typing.Self typing.TypeVar typing_extensions.Self typing.Hashable".split())
CONSTANT_TYPES = frozenset("int str float bytes bool complex NoneType ellipsis".split())
ELEMENT_METHODS = frozenset("pop popleft get setdefault popitem __getitem__".split())
LISTING_METHODS = frozenset("values copy __iter__ __reversed__ union difference intersection".split())
# What the decorators of a well-known library do with a class is a matter of its documentation, not of its source.
CLASS_MAKERS = frozenset({"attr._make.attrs", "attr._make.attrs.wrap", "attr._next_gen.define", "attr._next_gen.define.wrap", "attr._next_gen.define.<locals>.wrap", "attr._make.attrs.<locals>.wrap", "attr._make._ClassBuilder.__init__"})
NEW = ("object.__new__", "builtins.object.__new__")
OPERATORS = {
    "Add": "add", "Sub": "sub", "Mult": "mul", "Div": "truediv", "FloorDiv": "floordiv", "Mod": "mod", "Pow": "pow",
    "BitOr": "or", "BitAnd": "and", "BitXor": "xor", "LShift": "lshift", "RShift": "rshift", "MatMult": "matmul",
}  # fmt: skip
BINARY = frozenset({"eq", "ne", "lt", "le", "gt", "ge", *OPERATORS.values(), *(f"r{o}" for o in OPERATORS.values()), *(f"i{o}" for o in OPERATORS.values())})
MAKERS = {"blinker.signal": "blinker.NamedSignal", "blinker.base.signal": "blinker.NamedSignal"}
# Modules of the standard library whose functions never hand back an object of the caller's.
NEUTRAL = frozenset(
    "logging re os sys io time datetime math cmath string socket ssl subprocess tempfile shutil pathlib hashlib struct zlib "
    "gzip bz2 lzma base64 binascii textwrap locale platform urllib http html email mimetypes secrets uuid zipfile tarfile "
    "stat signal select errno fnmatch glob codecs unicodedata difflib ipaddress getpass hmac calendar statistics fractions "
    "decimal numbers argparse optparse csv configparser shlex warnings tokenize token keyword dis ast ctypes".split()
)
REQUEST = "pytest.FixtureRequest"
# What pytest and its plugins hand in by name, holding nothing of the program's.
FIXTURES = frozenset("mocker monkeypatch capsys capfd caplog tmp_path tmpdir tmp_path_factory recwarn pytester testdir benchmark".split())
BUILTINS = frozenset(dir(builtins))


class Inference:
    """Answers what terms may be; every answer is kept."""

    def __init__(self, program: Program) -> None:
        self.program = program
        self.modules = program.modules
        self.facts: list[FileFacts] = [m.facts for m in program.modules]
        self.aliases = program.aliases
        self.memo: dict[tuple[int, int, Term], Values] = {}
        self.active: dict[tuple[Any, ...], int] = {}
        self.lowest = DEPTH * 10
        self.steps = 0
        self.param_memo: dict[tuple[int, int, str], Values] = {}
        self.names: dict[tuple[int, str], Values] = {}
        self.version = program.targets[-1]
        self._sites: Any = None
        self.literal: Inference | None = None
        self._users: Any = None
        self._rebinders: dict[int, dict[str, list[tuple[int, Scope]]]] = {}
        self._resolved: dict[str, dict[Value, list[Callee]]] = {}
        self._unknown_calls: dict[tuple[str, int, str, str], Values | None] = {}
        self._escapes: Any = None
        self._globals: dict[tuple[int, str], list[tuple[int, int, Term]]] | None = None
        self._attributes: dict[str, list[tuple[int, int, Term, Term]]] | None = None
        self._fixtures: dict[str, list[tuple[int, int]]] | None = None

    # -- questions -----------------------------------------------------------------------------------------------------

    def ask(self, module: int, scope: int, term: Term) -> Values:
        """What a term may be in a scope."""
        if not self.active:
            self.steps = 0
        return self.eval(module, scope, term)

    def eval(self, module: int, scope: int, term: Term) -> Values:
        """What a term may be; a question that is being answered already answers nothing new."""
        if term == 0:
            return ANYTHING
        key = (module, scope, term)
        found = self.memo.get(key)
        if found is not None:
            return found
        return self.guarded(key, lambda: self.compute(module, scope, term), self.memo)

    def guarded(self, key: Any, compute: Any, memo: dict[Any, Values]) -> Values:
        """Compute once, cutting cycles: an answer that leans on an unfinished one is not kept."""
        at = self.active.get(key)
        if at is not None:
            self.lowest = min(self.lowest, at)
            return NOTHING
        depth = len(self.active)
        self.steps += 1
        if depth > DEPTH or self.steps > STEPS:
            return ANYTHING
        self.active[key] = depth
        before, self.lowest = self.lowest, DEPTH * 10
        found: Values = compute()
        del self.active[key]
        if self.lowest >= depth:
            memo[key] = found
            self.lowest = before
        else:
            self.lowest = min(before, self.lowest)
        return found

    def many(self, module: int, scope: int, terms: Iterable[Term]) -> Values:
        """What any of the terms may be."""
        found: set[Value] = set()
        for term in terms:
            found |= self.eval(module, scope, term)
        return frozenset(found)

    def strings(self, module: int, scope: int, term: Term) -> tuple[str, ...] | None:
        """The strings that a term may be, or None when there may be others."""
        if self.literal is None:
            self.literal = _Literal(self.program)
        values = self.literal.ask(module, scope, term)
        if not values or any(v[0] != "str" for v in values):
            return None
        return tuple(sorted(v[1] for v in values))

    # -- terms ---------------------------------------------------------------------------------------------------------

    def compute(self, module: int, scope: int, term: Term) -> Values:
        row = self.facts[module].terms[term]
        tag = row[0]
        if tag == "n":
            return self.name(module, scope, row[1])
        if tag == "a":
            return self.attribute_term(module, scope, row)
        if tag == "c":
            return self.call(module, scope, row)
        handler = getattr(self, "tag_" + tag, None) if tag.isalpha() else self.TAGS.get(tag)
        if handler is None:
            return ANYTHING
        return handler(module, scope, row) if tag.isalpha() else handler(self, module, scope, row)

    def tag_u(self, module: int, scope: int, row: Value) -> Values:
        return self.many(module, scope, row[1:])

    def tag_s(self, module: int, scope: int, row: Value) -> Values:
        return frozenset({("str", row[1])})

    def tag_S(self, module: int, scope: int, row: Value) -> Values:  # noqa: N802
        owner = self.owner_class(module, scope)
        return ANYTHING if owner is None else frozenset({("super", owner)})

    def tag_k(self, module: int, scope: int, row: Value) -> Values:
        kind = "bool" if row[1] in ("True", "False") else row[1]
        return NOTHING if kind == "NoneType" else frozenset({("xinst", kind)})

    def tag_v(self, module: int, scope: int, row: Value) -> Values:
        return frozenset({("xinst", "int")})

    def tag_t(self, module: int, scope: int, row: Value) -> Values:
        return frozenset({("row", tuple(self.eval(module, scope, t) for t in row[1:]))})

    def tag_l(self, module: int, scope: int, row: Value) -> Values:
        """A list or set may be given more than it is made with."""
        return frozenset({("of", shallow(self.many(module, scope, row[1:])) | ANYTHING)})

    def tag_d(self, module: int, scope: int, row: Value) -> Values:
        keys = self.many(module, scope, [k for k in row[1::2] if k])
        values = self.many(module, scope, row[2::2])
        return frozenset({("map", shallow(keys) | ANYTHING, shallow(values) | ANYTHING)})

    def tag_F(self, module: int, scope: int, row: Value) -> Values:  # noqa: N802
        return frozenset({("fn", module, row[1])})

    def tag_C(self, module: int, scope: int, row: Value) -> Values:  # noqa: N802
        return frozenset({("cls", self.program.class_at[module, row[1]])})

    def tag_I(self, module: int, scope: int, row: Value) -> Values:  # noqa: N802
        """A narrowed value: what it was, where that is one of the classes; else an instance of them."""
        wanted = self.instances(self.eval(module, scope, row[2]))
        held = self.eval(module, scope, row[1])
        if ("xinst", "type") in wanted:
            return frozenset(v for v in held if v[0] == "cls" or v == UNKNOWN) or ANYTHING
        kept = {v for v in held if v[0] == "inst" and any(self.related(v[1], w[1]) for w in wanted if w[0] == "inst")}
        return frozenset(kept) if kept and UNKNOWN not in held else wanted

    def related(self, one: int, other: int) -> bool:
        """Whether one class is the other or derives from it."""
        mro = self.program.classes[one].mro
        return one == other or (mro is not None and other in mro)

    def tag_e(self, module: int, scope: int, row: Value) -> Values:
        """An element; a display that is iterated at once holds what stands in it."""
        iterable = self.facts[module].terms[row[1]]
        if iterable[0] == "l":
            return self.many(module, scope, iterable[1:])
        if iterable[0] == "d":
            return self.many(module, scope, iterable[1::2])
        return self.elements(self.eval(module, scope, row[1]))

    def tag_i(self, module: int, scope: int, row: Value) -> Values:
        found: set[Value] = set()
        for value in self.eval(module, scope, row[1]):
            if value[0] == "row" and row[2] < len(value[1]):
                found |= value[1][row[2]]
            else:
                found |= self.elements(frozenset({value}))
        return frozenset(found)

    def tag_w(self, module: int, scope: int, row: Value) -> Values:
        found: set[Value] = set()
        for value in self.eval(module, scope, row[1]):
            if value[0] == "of":  # a @contextmanager generator: what it yields
                found |= value[1]
                continue
            entered = self.method(value, "__enter__") | self.method(value, "__aenter__")
            found |= self.results(entered) if entered else {UNKNOWN}
        return frozenset(found)

    def tag_y(self, module: int, scope: int, row: Value) -> Values:
        return self.eval(module, scope, row[1])

    def tag_T(self, module: int, scope: int, row: Value) -> Values:  # noqa: N802
        return self.declared(module, scope, row[1])

    def tag_D(self, module: int, scope: int, row: Value) -> Values:  # noqa: N802
        """A decorated function or class; decorators that are not known may hand back something else."""
        inner = self.eval(module, scope, row[2])
        if all(v[0] == "cls" for v in inner):
            return inner
        decorators = self.eval(module, scope, self.head(module, row[1]))
        if decorators and all(v[0] == "ext" for v in decorators):
            names = {plain_name(v[1]) for v in decorators}
            if names <= INERT_DECORATORS or any(n.rpartition(".")[2] in ("setter", "getter", "register") for n in names):
                return inner
        return inner | ANYTHING

    def head(self, module: int, term: Term) -> Term:
        """The callee of a decorator call, or the decorator itself."""
        row = self.facts[module].terms[term]
        return row[1] if row[0] == "c" else term

    def tag_b(self, module: int, scope: int, row: Value) -> Values:
        left, right = self.eval(module, scope, row[2]), self.eval(module, scope, row[3])
        if row[1] == "Add" and all(v[0] == "str" for v in left | right) and len(left) * len(right) <= 64:
            return frozenset(("str", a[1] + b[1]) for a in left for b in right)
        if any(v[0] == "str" for v in left):
            return frozenset({("xinst", "str")})
        kept = {v for v in left | right if v[0] in ("of", "row", "inst")}
        found: set[Value] = set()
        for value in left | right:
            operators = self.method(value, f"__{OPERATORS.get(row[1], '')}__") if value[0] == "inst" else ()
            found |= self.results(frozenset(operators))
        if all(v[0] in ("of", "row", "xinst") for v in left | right):
            return frozenset(kept) | found or frozenset({("xinst", "int")})
        return frozenset(found) | ANYTHING

    def subscripted(self, module: int, scope: int, row: Value) -> Values:
        base = self.eval(module, scope, row[1])
        if any(v[0] in ("cls", "ext") for v in base):  # Generic[T] is Generic
            return base
        found: set[Value] = set()
        for value in base:
            if value[0] == "map":
                found |= value[2]
            elif value[0] in ("of", "row"):
                found |= self.elements(frozenset({value}))
            elif value[0] == "xinst" and value[1].endswith(")"):
                found.add(value)
            elif value[0] == "inst":
                items = self.method(value, "__getitem__")
                found |= self.results(items) if items else {UNKNOWN}
            else:
                found.add(UNKNOWN)
        return frozenset(found)

    def starred(self, module: int, scope: int, row: Value) -> Values:
        return self.elements(self.eval(module, scope, row[1]))

    TAGS = {"[": subscripted, "*": starred}  # noqa: RUF012

    # -- values --------------------------------------------------------------------------------------------------------

    def elements(self, values: Values) -> Values:
        """What iterating over any of the values may give."""
        found: set[Value] = set()
        for value in values:
            if value[0] == "of" or value[0] == "map":
                found |= value[1]
            elif value[0] == "row":
                found |= frozenset().union(*value[1])
            elif value[0] == "str":
                found.add(("xinst", "str"))
            elif value[0] == "inst":
                found |= self.iterated(value)
            elif value[0] == "xinst" and value[1] in CONSTANT_TYPES:
                found.add(value)
            else:
                found.add(UNKNOWN)
        return frozenset(found)

    def iterated(self, value: Value) -> Values:
        """What iterating over an instance gives, where its ``__iter__`` is in the program."""
        methods = self.method(value, "__iter__")
        if not methods:
            return ANYTHING
        found = self.results(methods)
        return self.elements(frozenset(v for v in found if v != value)) if found else ANYTHING

    def instances(self, values: Values) -> Values:
        """Instances of these classes; a tuple of classes means any of them."""
        found: set[Value] = set()
        for value in values:
            if value[0] == "cls":
                found.add(("inst", value[1]))
            elif value[0] == "ext":
                found |= self.external_instance(value[1])
            elif value[0] in ("row", "of"):
                found |= self.instances(self.elements(frozenset({value})))
            elif value[0] != "str":
                found.add(UNKNOWN)
        return frozenset(found)

    def external_instance(self, name: str) -> Values:
        """An instance of an external class; nothing is known of one whose class is not."""
        plain = plain_name(name)
        plain = MAKERS.get(plain, plain)
        if plain.partition(".")[0] in NEUTRAL and external.lookup(plain, self.version) is None:
            return frozenset({("xinst", f"{plain}()")})
        third_party = plain.rpartition(".")[2][:1].isupper() and not external.is_stdlib_module(plain.partition(".")[0])
        if plain in OPEN_TYPES or not (third_party or external.lookup(plain, self.version)):
            return ANYTHING
        return frozenset({("xinst", plain)})

    def method(self, value: Value, name: str) -> Values:
        """The functions that ``value.name`` may be, bound to it, where value is an instance of the program's."""
        if value[0] != "inst":
            return NOTHING
        found = set()
        for cid in (value[1], *self.program.descendants(value[1])):
            for one in self.class_attribute(cid, name):
                if one[0] == "fn":
                    found.add(("bound", one[1], one[2], value))
        return frozenset(found)

    # -- names ---------------------------------------------------------------------------------------------------------

    def name(self, module: int, scope: int, name: str) -> Values:
        """What a name may be, looked up from a scope outwards as Python does."""
        scopes = self.facts[module].scopes
        at = scope
        while at > 0:
            here = scopes[at]
            if (at == scope or here.kind != "class") and name not in here.outer:
                param = next((p for p in here.params if p.name == name), None)
                if param is not None:
                    found = self.parameter(module, at, param) | self.many(module, at, here.bindings.get(name, ()))
                    later = here.bindings.get(f"{name}#", ()) if at != scope else ()
                    return found | self.many(module, at, later)
                held = here.bindings.get(name)
                if held is not None:
                    return self.many(module, at, held) | self.nonlocal_bindings(module, at, name)
            at = here.parent
        return self.global_name(module, name)

    def nonlocal_bindings(self, module: int, scope: int, name: str) -> Values:
        """What inner functions assign to a name of this scope by ``nonlocal``."""
        found: set[Value] = set()
        for at, inner in self.rebinders(module).get(name, ()):
            if at > scope and "G" not in inner.flags:
                found |= self.many(module, at, inner.bindings[name])
        return frozenset(found)

    def rebinders(self, module: int) -> dict[str, list[tuple[int, Scope]]]:
        """The scopes of a module that bind a name of a scope around them."""
        found = self._rebinders.get(module)
        if found is None:
            found = self._rebinders[module] = {}
            for at, inner in enumerate(self.facts[module].scopes):
                for name in inner.outer:
                    if name in inner.bindings:
                        found.setdefault(name, []).append((at, inner))
        return found

    def global_name(self, module: int, name: str) -> Values:
        """What a name of a module, or a builtin, may be."""
        key = (module, name)
        found = self.names.get(key)
        if found is None:
            found = self.guarded(("global", *key), lambda: self.find_global(module, name), {})
            if not self.active:
                self.names[key] = found
        return found

    def find_global(self, module: int, name: str) -> Values:
        held = self.facts[module].scopes[0].bindings.get(name)
        found: set[Value] = set(self.many(module, 0, held)) if held is not None else set()
        for at, scope, term in self.global_bindings().get((module, name), ()):
            found |= self.eval(at, scope, term)
        if held is not None or found:
            return frozenset(found) or ANYTHING  # None is not for ever
        for target, level, _ in self.facts[module].stars:
            starred = self.star(module, target, level, name)
            if starred:
                return starred
        if name == "__class__":
            return ANYTHING
        return frozenset({("ext", name)}) if name in BUILTINS else ANYTHING

    def global_bindings(self) -> dict[tuple[int, str], list[tuple[int, int, Term]]]:
        """What functions assign to names of modules by ``global``."""
        if self._globals is None:
            self._globals = {}
            for at, facts in enumerate(self.facts):
                for index, scope in enumerate(facts.scopes):
                    if "G" in scope.flags:
                        for name in scope.outer:
                            for term in scope.bindings.get(name, ()):
                                self._globals.setdefault((at, name), []).append((at, index, term))
        return self._globals

    def star(self, module: int, target: str, level: int, name: str) -> Values:
        """What ``from target import *`` binds to a name."""
        found = self.find_module(module, target, level)
        if found is None:
            return NOTHING
        exports = self.facts[found].exports
        if name.startswith("_") and (exports is None or name not in exports):
            return NOTHING
        if exports is not None and name not in exports:
            return NOTHING
        return self.module_attribute(found, name, missing=NOTHING)

    def module_attribute(self, module: int, name: str, missing: Values = ANYTHING) -> Values:
        """What ``module.name`` may be."""
        facts = self.facts[module]
        if name in facts.scopes[0].bindings if facts.scopes else False:
            return self.global_name(module, name)
        if (module, name) in self.global_bindings():
            return self.global_name(module, name)
        for target, level, _ in facts.stars:
            starred = self.star(module, target, level, name)
            if starred:
                return starred
        submodule = self.program.by_name.get(f"{self.modules[module].name}.{name}")
        return frozenset({("mod", submodule)}) if submodule is not None else missing

    def find_module(self, module: int, target: str, level: int) -> int | None:
        """The module that an import in ``module`` means, when it is in the program."""
        for name in candidates(self.modules[module], target, level):
            found = self.program.by_name.get(name)
            if found is None and level == 0:
                found = self.aliases.get(name)
            if found is not None:
                return found
        return None

    def tag_m(self, module: int, scope: int, row: Value) -> Values:
        found = self.find_module(module, row[1], row[2])
        return frozenset({("mod", found) if found is not None else ("ext", row[1])})

    def tag_f(self, module: int, scope: int, row: Value) -> Values:
        target, level, name = row[1:4]
        found = self.find_module(module, target, level)
        if found is not None:
            if found == module:  # a package that takes a submodule from itself
                submodule = self.program.by_name.get(f"{self.modules[module].name}.{name}")
                return frozenset({("mod", submodule)}) if submodule is not None else ANYTHING
            return self.module_attribute(found, name)
        inner = self.find_module(module, f"{target}.{name}" if target else name, level)
        if inner is not None:
            return frozenset({("mod", inner)})
        return frozenset({("ext", f"{target}.{name}")}) if level == 0 else ANYTHING

    # -- attributes ----------------------------------------------------------------------------------------------------

    def attribute_term(self, module: int, scope: int, row: Value) -> Values:
        found: set[Value] = set()
        for value in self.eval(module, scope, row[1]):
            found |= self.attribute(value, row[2])
        return frozenset(found)

    def attribute(self, value: Value, name: str) -> Values:
        """What ``value.name`` may be."""
        kind = value[0]
        if kind == "mod":
            return self.module_attribute(value[1], name)
        if kind == "ext":
            return frozenset({("ext", f"{value[1]}.{name}")})
        if kind == "cls":
            return self.class_attribute(value[1], name) or ANYTHING
        if kind == "inst":
            return self.instance_attribute(value, name)
        if kind == "super":
            return self.super_attribute(value[1], name)
        if kind in ("of", "map", "row"):
            return frozenset({("method", value, name)})
        if kind == "xinst" and value[1] == REQUEST and name not in ("param", "instance", "getfixturevalue"):
            return frozenset({("xinst", "object()")})
        if kind == "xinst" and (value[1].endswith(")") or value[1].partition(".")[0] in NEUTRAL):
            return self.hung_on(name)
        return ANYTHING

    def hung_on(self, name: str) -> Values:
        """What an object from outside holds under a name: something from outside, or what the program puts there."""
        found: set[Value] = {("xinst", "object()")}
        for module, scope, receiver, term in self.attribute_stores().get(name, ()):
            if self.receiver_class(module, scope, receiver) is None:
                found |= self.eval(module, scope, term)
        return frozenset(found)

    def class_attribute(self, cid: int, name: str) -> Values:
        """What a class holds under a name, first in the MRO; functions as they are."""
        node = self.program.classes[cid]
        owner = self.program.inherited(node, name)
        if owner is None:
            return NOTHING
        body = owner[0].facts.scope
        held = self.facts[owner[0].module].scopes[body].bindings.get(name, ())
        found = self.many(owner[0].module, body, held) or ANYTHING
        if owner[1].kind == "value" and name in self.attribute_stores():
            return found | ANYTHING
        return found

    def super_attribute(self, cid: int, name: str) -> Values:
        """What ``super().name`` may be in a method of a class."""
        if name == "__new__":
            return frozenset({("new", cid)})
        node = self.program.classes[cid]
        for owner in self.program.local_mro(node)[1:]:
            if self.program.member(owner.cid, name) is not None:
                found = self.class_attribute(owner.cid, name)
                return frozenset(("bound", v[1], v[2], ("inst", cid)) if v[0] == "fn" else v for v in found)
        return frozenset({("above", cid, name)})

    def instance_attribute(self, value: Value, name: str) -> Values:
        """What ``instance.name`` may be: what methods store, what the class declares, what a property returns."""
        cid = value[1]
        if name == "__class__":
            return frozenset({("cls", cid)})
        key = ("attr", cid, name)
        found = self.memo.get(key)  # type: ignore[call-overload]
        if found is not None:
            return found  # type: ignore[no-any-return]
        return self.guarded(key, lambda: self.find_instance_attribute(value, name), self.memo)  # type: ignore[arg-type]

    def find_instance_attribute(self, value: Value, name: str) -> Values:
        found: set[Value] = set()
        seen = False
        family = self.family(value[1])
        for module, scope, receiver, term in self.attribute_stores().get(name, ()):
            owner = self.receiver_class(module, scope, receiver)
            if owner is None or owner in family:
                seen |= owner is not None
                found |= self.eval(module, scope, term)
        for cid in family:
            node = self.program.classes[cid]
            for member in node.facts.members:
                if member.name == name and member.annotation:
                    seen = True
                    found |= self.declared(node.module, node.facts.scope, member.annotation)
        for one in self.class_attribute(value[1], name):
            seen = True
            found |= self.bind(one, value)
        if seen and found:
            return frozenset(found)
        return self.hung_on(name) if not seen and self.from_outside(value[1]) else ANYTHING

    def from_outside(self, cid: int) -> bool:
        """Whether code outside the program is the only one that can have stored an attribute nobody else stores."""
        node = self.program.classes[cid]
        return node.mro is None or any(b not in ("object", "abc.ABC", "typing.Generic") for b in self.program.external_mro(node))

    def bind(self, one: Value, value: Value) -> Values:
        """What a class-level value becomes on an instance."""
        if one[0] == "inst":  # a descriptor answers for itself
            return self.results(self.method(one, "__get__")) or frozenset({one})
        if one[0] != "fn":
            return frozenset({one})
        scope = self.facts[one[1]].scopes[one[2]]
        heads = {h for d in scope.decorators for h in self.eval(one[1], scope.parent, self.head(one[1], d))}
        names = {plain_name(h[1]) for h in heads if h[0] == "ext"}
        if names & {"property", "functools.cached_property", "abc.abstractproperty"}:
            return self.results(frozenset({("bound", one[1], one[2], value)}))
        if "staticmethod" in names:
            return frozenset({one})
        return frozenset({("bound", one[1], one[2], value)})

    def family(self, cid: int) -> tuple[int, ...]:
        """The class, its ancestors and its descendants in the program."""
        node = self.program.classes[cid]
        return (*(c.cid for c in self.program.local_mro(node)), *self.program.descendants(cid))

    def attribute_stores(self) -> dict[str, list[tuple[int, int, Term, Term]]]:
        """Attribute name to (module, scope, receiver, value) of every store."""
        if self._attributes is None:
            self._attributes = {}
            for at, facts in enumerate(self.facts):
                for index, scope in enumerate(facts.scopes):
                    for store in scope.stores:
                        if store.how not in ("del", "aug"):
                            entry = (at, index, store.receiver, store.value)
                            self._attributes.setdefault(store.name, []).append(entry)
        return self._attributes

    def receiver_class(self, module: int, scope: int, receiver: Term) -> int | None:
        """The class whose method this is, when the receiver is its first parameter."""
        row = self.facts[module].terms[receiver]
        at = scope
        while at > 0:
            here = self.facts[module].scopes[at]
            if here.owner >= 0 and here.kind == "function":
                first = here.params[0].name if here.params else ""
                return self.program.class_at[module, here.owner] if row == ("n", first) else None
            at = here.parent
        return None

    def owner_class(self, module: int, scope: int) -> int | None:
        """The class that a scope lies in, as zero-argument ``super()`` sees it."""
        at = scope
        while at > 0:
            here = self.facts[module].scopes[at]
            if here.owner >= 0:
                return self.program.class_at[module, here.owner]
            at = here.parent
        return None

    # -- calls ---------------------------------------------------------------------------------------------------------

    def call(self, module: int, scope: int, row: Value) -> Values:
        """What a call may give."""
        arguments = row[3 : 3 + row[2]]
        callee = self.facts[module].terms[row[1]]
        if callee[0] == "a" and callee[2] == "__new__" and arguments:
            return self.instances(self.eval(module, scope, arguments[0]))
        found: set[Value] = set()
        for value in self.eval(module, scope, row[1]):
            found |= self.called(value, module, scope, arguments)
        return frozenset(found)

    def called(self, value: Value, module: int, scope: int, arguments: tuple[Term, ...]) -> Values:
        kind = value[0]
        if kind == "cls":
            return frozenset({("inst", value[1])})
        if kind in ("fn", "bound"):
            return self.results(frozenset({value}))
        if kind == "ext":
            return self.external_call(plain_name(value[1]), module, scope, arguments)
        if kind == "new":
            return frozenset({("inst", value[1])})
        if kind == "method":
            return self.container_call(value[1], value[2])
        if kind == "inst":
            return self.results(self.method(value, "__call__")) or ANYTHING
        return frozenset({value}) if kind == "xinst" and value[1].endswith(")") else ANYTHING

    def results(self, functions: Values) -> Values:
        """What calling any of the functions may give."""
        found: set[Value] = set()
        for function in functions:
            if function[0] in ("fn", "bound"):
                key = ("result", function[1], function[2])
                held = self.memo.get(key)  # type: ignore[call-overload]
                if held is None:
                    held = self.guarded(key, lambda f=function: self.result(f[1], f[2]), self.memo)  # type: ignore[misc,arg-type]
                found |= held
        return frozenset(found)

    def result(self, module: int, scope: int) -> Values:
        here = self.facts[module].scopes[scope]
        if here.annotation:
            declared = self.declared(module, here.parent, here.annotation)
            if UNKNOWN not in declared:
                return declared | self.weak_ones(declared, lambda: self.many(module, scope, here.returns))
        given = self.many(module, scope, here.returns)
        return frozenset({("of", shallow(given))}) if "g" in here.flags else given

    def weak_ones(self, declared: Values, given: Callable[[], Values]) -> Values:
        """The weak containers among what is given for a container that an annotation calls a plain one."""
        if all(v[0] not in ("of", "map") for v in declared):
            return NOTHING
        return frozenset(v for v in given() if v[0] == "xinst" and v[1].startswith("weakref."))

    def container_call(self, container: Value, name: str) -> Values:
        """What a method of a container gives."""
        if container[0] == "map":
            if name in ("get", "pop", "setdefault", "__getitem__"):
                return container[2]  # type: ignore[no-any-return]
            if name == "values":
                return frozenset({("of", container[2])})
            if name == "keys":
                return frozenset({("of", container[1])})
            if name == "items":
                return frozenset({("of", frozenset({("row", (container[1], container[2]))}))})
            return frozenset({container}) if name == "copy" else ANYTHING
        if name in ELEMENT_METHODS:
            return self.elements(frozenset({container}))
        return frozenset({container}) if name in LISTING_METHODS else ANYTHING

    def external_call(self, name: str, module: int, scope: int, arguments: tuple[Term, ...]) -> Values:
        """What a call of something outside the program gives."""
        first = self.eval(module, scope, arguments[0]) if arguments else NOTHING
        name = name.removeprefix("builtins.")
        if name in CONTAINERS:
            source = self.eval(module, scope, arguments[-1]) if name == "filter" and arguments else first
            return frozenset({("of", shallow(self.elements(source)))}) if source else frozenset({("of", NOTHING)})
        if name in ("dict", "collections.OrderedDict", "collections.defaultdict"):
            maps = frozenset(v for v in first if v[0] == "map")
            return maps or frozenset({("map", ANYTHING, ANYTHING)})
        if name == "enumerate":
            row = (frozenset({("xinst", "int")}), shallow(self.elements(first)))
            return frozenset({("of", frozenset({("row", row)}))})
        if name == "zip":
            columns = tuple(shallow(self.elements(self.eval(module, scope, a))) for a in arguments)
            return frozenset({("of", frozenset({("row", columns)}))})
        if name in ELEMENTS:
            return self.elements(first) | (self.eval(module, scope, arguments[1]) if len(arguments) > 1 else NOTHING)
        if name in SAME:
            if name == "typing.cast" and len(arguments) > 1:  # it gives back what it is given, whatever is said of it
                held = self.eval(module, scope, arguments[1])
                return (held - ANYTHING) | (self.instances(first) if UNKNOWN in held else NOTHING)
            return first
        if name == "map" and len(arguments) > 1:
            return frozenset({("of", shallow(self.results(first) or ANYTHING))})
        if name == "type" and len(arguments) == 1:
            return frozenset(("cls", v[1]) if v[0] == "inst" else UNKNOWN for v in first)
        if name == "super":
            return frozenset(("super", v[1]) if v[0] == "cls" else UNKNOWN for v in first)
        if name == "getattr" and len(arguments) > 1:
            names = self.strings(module, scope, arguments[1])
            return frozenset().union(*(self.attribute(v, n) for v in first for n in names)) if names else ANYTHING
        if name == "functools.partial":
            return first
        if name in NEW:
            return self.instances(first)
        if name in ("str", "int", "float", "bool", "bytes", "repr", "len", "hash", "id"):
            return frozenset({("xinst", "str" if name == "repr" else "int" if name in ("len", "hash", "id") else name)})
        return self.external_instance(name)

    def strings_of(self, node: ClassNode, term: Term) -> tuple[str, ...]:
        """The strings in a tuple or list of them."""
        row = self.facts[node.module].terms[term]
        parts = [self.facts[node.module].terms[t] for t in row[1:]] if row[0] in ("t", "l") else []
        return tuple(p[1] for p in parts if p[0] == "s")

    def slot_names(self, node: ClassNode, slots: Slots) -> tuple[str, ...] | None:
        """The names of a computed ``__slots__``, where its parts can be resolved."""
        values = self.ask(node.module, node.facts.scope, slots.value)
        found: list[str] = []
        for value in values:
            parts = value[1] if value[0] == "row" else (value[1],) if value[0] == "of" else None
            if parts is None or any(v[0] != "str" for part in parts for v in part):
                return None
            found += [v[1] for part in parts for v in part]
        return tuple(sorted(found)) if values else None

    # -- annotations ---------------------------------------------------------------------------------------------------

    def declared(self, module: int, scope: int, term: Term) -> Values:
        """The instances that an annotation allows."""
        if term == 0:
            return ANYTHING
        row = self.facts[module].terms[term]
        if row[0] == "u":
            return frozenset().union(*(self.declared(module, scope, t) for t in row[1:]))
        if row[0] == "k":
            return NOTHING if row[1] == "NoneType" else ANYTHING
        if row[0] == "[":
            return self.declared_generic(module, scope, row)
        found: set[Value] = set()
        for value in self.eval(module, scope, term):
            if value[0] == "cls" and not self.is_protocol(value[1]):
                found.add(("inst", value[1]))
            elif value[0] == "ext":
                found |= self.declared_external(plain_name(value[1]), ())
            else:
                found.add(UNKNOWN)
        return frozenset(found)

    def is_protocol(self, cid: int) -> bool:
        """Whether a class is a protocol, so that anything may stand for it."""
        bases = {b.name for b in self.program.classes[cid].bases if b.kind == "external"}
        return bool(bases & {"typing.Protocol", "typing_extensions.Protocol"})

    def declared_generic(self, module: int, scope: int, row: Value) -> Values:
        index = self.facts[module].terms[row[2]] if row[2] else ("t",)
        inner = index[1:] if index[0] == "t" else ()
        found: set[Value] = set()
        for value in self.eval(module, scope, row[1]):
            if value[0] == "cls":
                found.add(UNKNOWN if self.is_protocol(value[1]) else ("inst", value[1]))
            elif value[0] == "ext":
                name = plain_name(value[1])
                if name.rpartition(".")[2] in ("Type", "type"):
                    named = [self.eval(module, scope, t) for t in inner]
                    found |= frozenset(v if v[0] == "cls" else UNKNOWN for vs in named for v in vs) or ANYTHING
                elif name.rpartition(".")[2] == "Literal":
                    found.add(("xinst", "str"))
                else:
                    found |= self.declared_external(name, tuple(self.declared(module, scope, t) for t in inner))
            else:
                found.add(UNKNOWN)
        return frozenset(found)

    def declared_external(self, name: str, inner: tuple[Values, ...]) -> Values:
        """An external annotation with what its arguments allow."""
        last = name.rpartition(".")[2]
        if last in ("Optional", "Union", "ClassVar", "Final", "Annotated", "Required", "NotRequired", "ReadOnly"):
            allowed = inner[:1] if last == "Annotated" else inner
            return frozenset().union(*allowed) if allowed else ANYTHING
        if name in GENERIC_CONTAINERS:
            return frozenset({("of", shallow(inner[0] if inner else ANYTHING))})
        if name in GENERIC_MAPPINGS:
            return frozenset({("map", *(map(shallow, inner[:2]) if len(inner) > 1 else (ANYTHING, ANYTHING)))})
        if name in ("tuple", "builtins.tuple"):
            return frozenset({("of", shallow(frozenset().union(*inner) if inner else ANYTHING))})
        return self.external_instance(name)

    # -- parameters ----------------------------------------------------------------------------------------------------

    def parameter(self, module: int, scope: int, param: Param) -> Values:
        """What a parameter may be: what it is declared to be, else what the calls of the program hand in."""
        key = (module, scope, param.name)
        found = self.param_memo.get(key)
        if found is not None:
            return found
        return self.guarded(("param", *key), lambda: self.find_parameter(module, scope, param), _Keyed(self.param_memo))

    def find_parameter(self, module: int, scope: int, param: Param) -> Values:
        here = self.facts[module].scopes[scope]
        at = here.params.index(param)
        if at == 0 and here.owner >= 0 and here.kind == "function":
            first = self.first_parameter(module, scope, here, param)
            if first is not None:
                return first
        if param.kind == "*":
            return frozenset({("of", shallow(self.rest(module, scope, here, at)))})
        if param.kind == "**":
            return frozenset({("map", frozenset({("xinst", "str")}), ANYTHING)})
        if param.annotation:
            declared = self.declared(module, here.parent, param.annotation)
            if UNKNOWN not in declared:
                return declared | self.weak_ones(declared, lambda: self.given(module, scope, here, param, at))
        given = self.given(module, scope, here, param, at)
        default = self.eval(module, here.parent, param.default) if param.default else NOTHING
        return given | default

    def first_parameter(self, module: int, scope: int, here: Scope, param: Param) -> Values | None:
        """``self`` or ``cls``; None for a static method."""
        cid = self.program.class_at[module, here.owner]
        names = self.decorator_names(module, here)
        if "staticmethod" in names:
            return None
        node = self.program.classes[cid]
        if "type" in self.program.external_mro(node):
            return ANYTHING  # a metaclass: its self is a class
        if "classmethod" in names or here.name in ("__new__", "__init_subclass__", "__class_getitem__"):
            return frozenset({("cls", cid)})
        instance = frozenset({("inst", cid)})
        if param.kind == "*":
            return frozenset({("row", (instance, *(ANYTHING for _ in range(8))))})
        return instance

    def decorator_names(self, module: int, here: Scope) -> frozenset[str]:
        """The external names of a function's decorators."""
        values = self.many(module, here.parent, [self.head(module, d) for d in here.decorators])
        return frozenset((plain_name(v[1])).removeprefix("builtins.") for v in values if v[0] == "ext")

    def function_names(self, values: Values) -> set[str]:
        """The dotted names of functions of the program."""
        named = ((self.modules[v[1]].name, self.facts[v[1]].scopes[v[2]].qualname) for v in values if v[0] == "fn")
        return {f"{module}.{qualname}" for module, qualname in named}

    def given(self, module: int, scope: int, here: Scope, param: Param, at: int) -> Values:
        """What callers hand in for a parameter that nothing declares."""
        if f"{self.modules[module].name}.{here.qualname}" in CLASS_MAKERS:
            return ANYTHING
        special = self.implicit(module, here, at)
        if special is not None:
            return special
        found: set[Value] = set()
        called = False
        for where, inside, callee, arguments, keywords, offset in self.calls_of(module, scope, here):
            called = True
            found |= self.argument(where, inside, arguments, keywords, at - offset, param)
        unknown = self.unknown_calls(here, param, at)
        if unknown is not None:
            called = True
            found |= unknown
        if not called:
            fixture = self.fixtures().get(param.name)
            if fixture:
                return self.results(frozenset(("fn", *f) for f in fixture))
            if param.name in FIXTURES or param.name == "request":
                return frozenset({("xinst", f"pytest.{param.name}()" if param.name in FIXTURES else REQUEST)})
        if not called or self.escapes(module, here):
            found.add(UNKNOWN)
        return frozenset(found)

    def rest(self, module: int, scope: int, here: Scope, at: int) -> Values:
        """What callers hand in for ``*args``."""
        found: set[Value] = set()
        for where, inside, _, arguments, _, offset in self.calls_of(module, scope, here):
            for term in arguments[max(0, at - offset) :]:
                found |= self.eval(where, inside, term)
        return frozenset(found) or ANYTHING

    def implicit(self, module: int, here: Scope, at: int) -> Values | None:
        """Parameters of methods that the interpreter calls: operators, descriptors."""
        if here.owner < 0 or at != 1 or not (here.name.startswith("__") and here.name.endswith("__")):
            return None
        cid = self.program.class_at[module, here.owner]
        if here.name.strip("_") in BINARY:
            return frozenset({("inst", cid), UNKNOWN})
        if here.name in ("__get__", "__set__", "__delete__"):
            return frozenset(("inst", c) for c in self.descriptor_users().get(cid, ())) or ANYTHING
        return ANYTHING if here.name not in ("__init__", "__new__", "__call__", "__post_init__") else None

    def descriptor_users(self) -> dict[int, list[int]]:
        """Class id to the classes that hold an instance of it at class level."""
        if self._users is None:
            self._users = {}
            for node in self.program.classes:
                for member in node.facts.members:
                    if member.kind == "value" and member.default in ("call", "name"):
                        for value in self.eval(node.module, node.facts.scope, member.term):
                            if value[0] == "inst":
                                self._users.setdefault(value[1], []).append(node.cid)
                    for decorator in member.decorators:
                        for value in self.eval(node.module, node.facts.scope, decorator):
                            if value[0] == "cls":
                                self._users.setdefault(value[1], []).append(node.cid)
        return self._users

    def argument(
        self, module: int, scope: int, arguments: tuple[Term, ...], keywords: tuple[Any, ...], at: int, param: Param
    ) -> Values:
        """What one call hands in for a parameter."""
        terms = self.facts[module].terms
        if param.kind in "pn" and 0 <= at < len(arguments) and all(terms[t][0] != "*" for t in arguments[: at + 1]):
            return self.eval(module, scope, arguments[at])
        for keyword, value in zip(keywords[::2], keywords[1::2], strict=True):
            if keyword == param.name:
                return self.eval(module, scope, value)
        starred = any(terms[t][0] == "*" for t in arguments) or "" in keywords[::2]
        return ANYTHING if starred else NOTHING

    def calls_of(self, module: int, scope: int, here: Scope) -> Iterable[Callee]:
        """The calls that may run a function, as far as what is called is known."""
        for name in self.call_names(module, here):
            found = self.resolved(name)
            yield from found.get(("fn", module, scope), ())
            if here.owner >= 0 and here.name in CONSTRUCTORS:
                cid = self.program.class_at[module, here.owner]
                for each in (cid, *self.program.descendants(cid)):
                    yield from found.get(("cls", each), ())

    def call_names(self, module: int, here: Scope) -> list[str]:
        """The last names under which a function may be called; "" where the callee has none."""
        if here.owner >= 0 and here.name in CONSTRUCTORS:
            cid = self.program.class_at[module, here.owner]
            classes = {self.program.classes[c].name for c in (cid, *self.program.descendants(cid))}
            return [here.name, *sorted(classes - {here.name}), "cls", "__class__", "klass", ""]
        if here.kind != "function":
            return [""]
        nested = here.parent > 0 and self.facts[module].scopes[here.parent].kind != "class"
        return [here.name, ""] if nested else [here.name]

    def resolved(self, name: str) -> dict[Value, list[Callee]]:
        """Call sites under a last name by what they call: a function, a class, or UNKNOWN through an attribute."""
        found = self._resolved.get(name)
        if found is None:
            found = self._resolved[name] = {}
            for where, inside, callee, arguments, keywords in self.sites().get(name, ()):
                site = (where, inside, callee, arguments, keywords)
                for value in self.eval(where, inside, callee):
                    if value[0] == "fn":
                        found.setdefault(value, []).append((*site, 0))
                    elif value[0] == "bound":
                        found.setdefault(("fn", *value[1:3]), []).append((*site, 1))
                    elif value[0] == "cls":
                        found.setdefault(value, []).append((*site, 1))
                    elif value == UNKNOWN and self.facts[where].terms[callee][0] == "a":
                        found.setdefault(value, []).append((*site, 1))
        return found

    def unknown_calls(self, here: Scope, param: Param, at: int) -> Values | None:
        """What calls of a method's name on receivers of unknown type hand in; None when there are none."""
        if here.owner < 0 or here.kind != "function" or here.name in CONSTRUCTORS:
            return None
        key = (here.name, at, param.name, param.kind)
        if key not in self._unknown_calls:
            sites = self.resolved(here.name).get(UNKNOWN)
            self._unknown_calls[key] = None if not sites else frozenset().union(
                *(self.argument(where, inside, args, words, at - 1, param) for where, inside, _, args, words, _ in sites)
            )  # fmt: skip
        return self._unknown_calls[key]

    def sites(self) -> dict[str, list[tuple[Any, ...]]]:
        """Call sites by the last name of the callee ("" where it has none)."""
        if self._sites is None:
            self._sites = {}
            for at, facts in enumerate(self.facts):
                for index, scope in enumerate(facts.scopes):
                    for call in scope.calls:
                        row = facts.terms[call.term]
                        if row[0] != "c":
                            continue
                        site = (at, index, row[1], row[3 : 3 + row[2]], row[3 + row[2] :])
                        for name in self.callee_names(facts, row[1]):
                            self._sites.setdefault(name, []).append(site)
                self.decorator_sites(at, facts)
        return self._sites  # type: ignore[no-any-return]

    def decorator_sites(self, at: int, facts: FileFacts) -> None:
        """A decorator is a call of it with what it decorates."""
        for row in facts.terms:
            if row[0] == "D":
                inner = facts.terms[row[2]]
                while inner[0] == "D":
                    inner = facts.terms[inner[2]]
                parent = facts.scopes[inner[1]].parent if inner[0] == "F" else facts.classes[inner[1]].parent
                for name in self.callee_names(facts, row[1]):
                    self._sites.setdefault(name, []).append((at, parent, row[1], (row[2],), ()))

    def callee_names(self, facts: FileFacts, term: Term) -> tuple[str, ...]:
        """The names under which a call is looked for: as written, and as imported."""
        row = facts.terms[term]
        if row[0] == "a":
            return (row[2],)
        if row[0] != "n":
            return ("",)
        names = [row[1]]
        for held in facts.scopes[0].bindings.get(row[1], ()):
            bound = facts.terms[held]
            if bound[0] == "f" and bound[3] != row[1]:
                names.append(bound[3])
        return tuple(names)

    def escapes(self, module: int, here: Scope) -> bool:
        """Whether a function is handed around as a value, so that calls of it may be anywhere."""
        if here.kind == "lambda":
            return True
        if here.name.startswith("__") and here.name.endswith("__"):
            return False
        if here.owner >= 0:
            return here.name in self.value_names()[1]
        return (module, here.name) in self.value_names()[0]

    def value_names(self) -> tuple[set[tuple[int, str]], set[str]]:
        """(module, name) of module-level names used as values where they are defined, and attributes used as values."""
        if self._escapes is None:
            named: set[tuple[int, str]] = set()
            attributes: set[str] = set()
            for at, facts in enumerate(self.facts):
                attributes.update(facts.attribute_values)
                for scope in facts.scopes:
                    for name in scope.values:
                        named.add((at, name))
                        for held in facts.scopes[0].bindings.get(name, ()):
                            row = facts.terms[held]
                            if row[0] == "f":
                                found = self.find_module(at, row[1], row[2])
                                if found is not None:
                                    named.add((found, row[3]))
            self._escapes = (named, attributes)
        return self._escapes  # type: ignore[no-any-return]

    def fixtures(self) -> dict[str, list[tuple[int, int]]]:
        """Functions that pytest hands in by name."""
        if self._fixtures is None:
            self._fixtures = {}
            for at, facts in enumerate(self.facts):
                for index, scope in enumerate(facts.scopes):
                    if scope.decorators and any("fixture" in self.callee_names(facts, self.head(at, d)) for d in scope.decorators):
                        self._fixtures.setdefault(scope.name, []).append((at, index))
        return self._fixtures


class _Literal(Inference):
    """Knows only what stands in the text of a function: what callers hand in counts as unknown."""

    def __init__(self, program: Program) -> None:
        super().__init__(program)
        self.literal = self

    def given(self, module: int, scope: int, here: Scope, param: Param, at: int) -> Values:
        return ANYTHING

    def rest(self, module: int, scope: int, here: Scope, at: int) -> Values:
        return ANYTHING


class _Keyed:
    """A memo whose keys drop the tag that ``guarded`` needs."""

    __slots__ = ("memo",)

    def __init__(self, memo: dict[Any, Values]) -> None:
        self.memo = memo

    def __setitem__(self, key: tuple[Any, ...], value: Values) -> None:
        self.memo[key[1:]] = value


def plain_name(name: str) -> str:
    """The one name of something outside the program; ``typing_extensions`` stands for ``typing``."""
    if name.startswith("typing_extensions."):
        name = name.removeprefix("typing_extensions.")
        name = f"typing.{name}"
    return external.canonical(name) or name


def shallow(values: Values, depth: int = 2) -> Values:
    """The values with containers cut below a depth, so that growing structures end."""
    if all(v[0] not in ("of", "map", "row") for v in values):
        return values
    if depth == 0:
        return ANYTHING
    found = set()
    for value in values:
        if value[0] == "of":
            value = ("of", shallow(value[1], depth - 1))
        elif value[0] == "map":
            value = ("map", shallow(value[1], depth - 1), shallow(value[2], depth - 1))
        elif value[0] == "row":
            value = ("row", tuple(shallow(v, depth - 1) for v in value[1]))
        found.add(value)
    return frozenset(found)
