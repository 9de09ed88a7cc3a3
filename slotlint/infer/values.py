"""What a value is, and what is known of the builtins, the standard library and pytest by name.

A value is a tuple: ("inst", class id), ("cls", class id), ("fn", module, scope), ("bound", module, scope, value),
("mod", module), ("ext", dotted name), ("xinst", dotted name of an external class) and, of a property, the functions
that reading it calls, ("of", values) for a container of these, ("map", keys, values), ("row", (values, ...)) for a
tuple, ("super", class id), ("new", class id) for ``super().__new__``, ("above", class id, name) for what ``super()``
finds outside the program, ("method", container, name), ("str", text), ("named", fields) for a class that a call of
``namedtuple`` made, and UNKNOWN. A set of values without UNKNOWN is complete as far as the program text can tell.
"""

from __future__ import annotations

import builtins
from collections.abc import Iterator
from functools import lru_cache
from typing import Any

from slotlint import external
from slotlint.facts import Term

Value = tuple[Any, ...]
Values = frozenset[Value]
Site = tuple[int, int, Term, Term]  # a call: module, scope, callee, and the call or decoration itself
Shape = tuple[int, tuple[str, ...]]  # of a call: how many arguments, -1 where that is not known, and the keywords
# A call: module, scope, callee, arguments, keywords, and how many parameters it fills by itself.
Callee = tuple[int, int, Term, tuple[Term, ...], tuple[Any, ...], int]
UNKNOWN: Value = ("?",)
A_CLASS: Value = ("xinst", "type()")  # some class: what a metaclass is given, and makes
MAKING_A_CLASS = 4  # arguments of ``__new__`` of a metaclass
MOST_HELD = 64  # values that are told apart in one container
SLICE: Value = ("k", "slice")  # the term of ``start:stop``
CONTENTS = ("of", "map", "row")  # kinds of values that hold others
NOTHING: Values = frozenset()
ANYTHING: Values = frozenset({UNKNOWN})


def words(text: str) -> frozenset[str]:
    """The words of a text."""
    return frozenset(text.split())


CONSTRUCTORS = frozenset({"__init__", "__new__", "__post_init__"})
INERT_DECORATORS = words(
    "staticmethod classmethod property abc.abstractmethod abc.abstractproperty functools.wraps functools.lru_cache "
    "functools.cache functools.cached_property typing.overload typing.final typing.override typing.no_type_check "
    "contextlib.contextmanager contextlib.asynccontextmanager functools.singledispatch functools.singledispatchmethod "
    "functools.total_ordering typing.runtime_checkable dataclasses.dataclass warnings.deprecated atexit.register "
    "typing_extensions.override typing_extensions.final typing_extensions.deprecated enum.unique "
    "functools.update_wrapper typing_extensions.overload typing_extensions.runtime_checkable"
)
CONTAINERS = words(
    "list tuple set frozenset sorted reversed iter collections.deque itertools.chain itertools.islice itertools.cycle "
    "itertools.takewhile itertools.dropwhile"
)
TUPLING = words(
    "itertools.pairwise itertools.batched itertools.combinations itertools.permutations itertools.tee "
    "itertools.combinations_with_replacement"
)
MAPPINGS = words("dict collections.OrderedDict collections.defaultdict")
ELEMENTS = words("next min max random.choice")
SAME = words("copy.copy copy.deepcopy dataclasses.replace copy.replace functools.partial functools.partialmethod weakref.proxy")
GENERIC_CONTAINERS = words(
    "list set frozenset collections.deque collections.abc.Iterable collections.abc.Iterator collections.abc.Sequence "
    "collections.abc.MutableSequence collections.abc.Collection collections.abc.Set collections.abc.Generator "
    "collections.abc.AsyncIterator collections.abc.AsyncIterable collections.abc.MutableSet"
)
GENERIC_MAPPINGS = words("dict collections.defaultdict collections.OrderedDict collections.abc.Mapping collections.abc.MutableMapping")
DEFAULTED = words("get pop setdefault")
WRAPPERS = words("UnionType Optional Union ClassVar Final Annotated Required NotRequired ReadOnly")
OPEN_TYPES = words("object typing.Any typing.Self typing.TypeVar typing_extensions.Self typing.Hashable")
CONSTANT_TYPES = words("int str float bytes bool complex NoneType ellipsis")
# Builtins that give a constant, whatever they are given.
CONSTANT_CALLS = {
    "str": "str", "int": "int", "float": "float", "bool": "bool", "bytes": "bytes", "repr": "str", "len": "int",
    "hash": "int", "id": "int",
}  # fmt: skip
ELEMENT_METHODS = words("pop popleft get setdefault popitem __getitem__")
VALUE_METHODS = words("get pop setdefault __getitem__")  # of a mapping
LISTING_METHODS = words("values copy __iter__ __reversed__ union difference intersection")
PROPERTIES = words("property functools.cached_property abc.abstractproperty")
PROTOCOLS = words("typing.Protocol typing_extensions.Protocol")
# What the decorators of a well-known library do with a class is a matter of its documentation, not of its source.
CLASS_MAKERS = words(
    "attr._make.attrs attr._make.attrs.wrap attr._next_gen.define attr._next_gen.define.wrap "
    "attr._next_gen.define.<locals>.wrap attr._make.attrs.<locals>.wrap attr._make._ClassBuilder.__init__"
)
OPERATORS = {
    "Add": "add", "Sub": "sub", "Mult": "mul", "Div": "truediv", "FloorDiv": "floordiv", "Mod": "mod", "Pow": "pow",
    "BitOr": "or", "BitAnd": "and", "BitXor": "xor", "LShift": "lshift", "RShift": "rshift", "MatMult": "matmul",
}  # fmt: skip
BINARY = words("eq ne lt le gt ge").union(*((o, f"r{o}", f"i{o}") for o in OPERATORS.values()))
MAKERS = {"blinker.signal": "blinker.NamedSignal", "blinker.base.signal": "blinker.NamedSignal"}
# Modules of the standard library whose functions never hand back an object of the caller's.
NEUTRAL = words(
    "logging re os sys io time datetime math cmath string socket ssl subprocess tempfile shutil pathlib hashlib struct "
    "zlib gzip bz2 lzma base64 binascii textwrap locale platform urllib http html email mimetypes secrets uuid zipfile "
    "tarfile stat signal select errno fnmatch glob codecs unicodedata difflib ipaddress getpass hmac calendar "
    "statistics fractions decimal numbers csv configparser shlex warnings tokenize token keyword dis "
    "ast ctypes xml unittest mock zlib"
)
FRAMES = words("sys._getframe sys._current_frames sys.exc_info sys.exception")  # which hold objects of the caller's all the same
RECORDED = words("call_args call_args_list mock_calls method_calls await_args await_args_list")  # what mocks were given
REQUEST = "pytest.FixtureRequest"
# What pytest and its plugins hand in by name, holding nothing of the program's.
FIXTURES = words("mocker monkeypatch capsys capfd caplog tmp_path tmpdir tmp_path_factory recwarn pytester testdir benchmark")
BUILTINS = frozenset(dir(builtins))


def plain_name(name: str) -> str:
    """The one name of something outside the program; ``typing_extensions`` stands for ``typing``."""
    if name.startswith("typing_extensions."):
        name = name.removeprefix("typing_extensions.")
        name = f"typing.{name}"
    return external.canonical(name) or name


def external_names(values: Values) -> frozenset[str]:
    """The names of those of the values that stand outside the program."""
    return frozenset(plain_name(v[1]) for v in values if v[0] == "ext")


@lru_cache(maxsize=1 << 12)
def one(*value: Any) -> Values:
    """Exactly this value."""
    return frozenset({value})


class Ordered(frozenset[Value]):
    """Values that are iterated in one order, whatever the hashes of strings are in this run."""

    __slots__ = ("order",)
    order: tuple[Value, ...]

    def __iter__(self) -> Iterator[Value]:
        """The values in the order of their text."""
        try:
            return iter(self.order)
        except AttributeError:
            self.order = tuple(sorted(super().__iter__(), key=_text))
            return iter(self.order)


def in_order(values: Values) -> Values:
    """The same values, iterated in one order: questions on the way must not come in another one in another run."""
    return values if len(values) < 2 or type(values) is Ordered else Ordered(values)


@lru_cache(maxsize=1 << 16)
def _text(part: object) -> str:
    """A value, or a part of one, as text that is the same in every run."""
    if isinstance(part, frozenset):
        return "{" + ",".join(sorted(map(_text, frozenset.__iter__(part)))) + "}"
    if isinstance(part, tuple):
        return "(" + ",".join(map(_text, part)) + ")"
    return repr(part)


def merged(values: Values, strings: int) -> Values:
    """The values with all lists made one, all mappings and all tuples: what each holds, any of them may hold.

    Answers that differ in nothing but which of many containers holds what would have no end. More than so many
    ``strings`` are any string.
    """
    if len(values) > strings:
        texts = [v for v in values if v[0] == "str"]
        if len(texts) > strings:
            values = values.difference(texts) | one("xinst", "str")
    held = [v for v in values if v[0] in CONTENTS or v[0] == "method"]
    if len(held) < 2:
        return values
    kinds: dict[tuple[str, str], list[Value]] = {}
    for value in held:
        kinds.setdefault((value[1][0], value[2]) if value[0] == "method" else (value[0], ""), []).append(value)
    if len(held) == len(kinds):
        return values
    return values.difference(held) | {_joined(kind, name, found) for (kind, name), found in kinds.items()}


def _joined(kind: str, name: str, held: list[Value]) -> Value:
    if len(held) == 1:
        return held[0]
    if name:
        return ("method", _joined(kind, "", [v[1] for v in held]), name)
    if kind == "row":
        if len({len(v[1]) for v in held}) == 1:
            columns = zip(*(v[1] for v in held), strict=True)
            return ("row", tuple(frozenset().union(*column) for column in columns))
        return ("of", frozenset().union(*(part for v in held for part in v[1])))
    parts = zip(*(v[1:] for v in held), strict=True)
    return (kind, *(frozenset().union(*part) for part in parts))


def shallow(values: Values, depth: int = 2) -> Values:
    """The values with containers cut below a depth, so that growing structures end."""
    if len(values) > MOST_HELD:
        return ANYTHING
    if all(v[0] not in CONTENTS and v[0] != "method" for v in values):
        return values
    if depth == 0:
        return ANYTHING
    return frozenset(_cut(value, depth - 1) for value in values)


def _cut(value: Value, depth: int) -> Value:
    if value[0] == "of":
        return ("of", shallow(value[1], depth))
    if value[0] == "map":
        return ("map", shallow(value[1], depth), shallow(value[2], depth))
    if value[0] == "row":
        return ("row", tuple(shallow(v, depth) for v in value[1]))
    if value[0] == "method":
        return ("method", _cut(value[1], depth), value[2])
    return value
