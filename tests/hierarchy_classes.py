"""The classes of generated programs: their kinds, bases, ways to be initialised, and what their bodies hold."""

from __future__ import annotations

from collections.abc import Callable

from hierarchies import CONSTANTS, MODULES, NAMES, VALUES, Choices, Code, Shape, linearized

Feature = Callable[[Code, Shape, Choices], None]
LETTERS = ("A", "B", "C", "D", "E", "F", "G", "H")
BUILTINS = ("list", "dict", "str", "int", "tuple", "Exception", "set")


def add_class(code: Code) -> None:
    """One more class, in the module of the class before it or a later one."""
    k = code.choices
    last = MODULES.index(code.classes[-1].module) if code.classes else 0
    module = MODULES[min(last + k.maybe(25), len(MODULES) - 1)]
    shape = Shape(LETTERS[len(code.classes)], module)
    shape.kind = k.pick(
        ("plain", "plain", "plain", "plain", "dataclass", "dataclass", "mixin", "abstract", "generic", "protocol", "builtin")
    )
    choose_bases(code, shape, k)
    if k.maybe(20):
        shape.head.append('"""A class."""')
    _KINDS[shape.kind](code, shape, k)
    for feature in (k.pick(FEATURES) for _ in range(k.count(0, 3))):
        feature(code, shape, k)
    if k.maybe(12):
        k.pick(HAZARDS)(code, shape, k)
    for base in shape.bases:
        code.refer(module, base)
    code.classes.append(shape)
    code.put(module, *shape.source())


def choose_bases(code: Code, shape: Shape, k: Choices) -> None:
    """Bases that can be combined, no deeper than four classes."""
    wanted = k.some([one for one in code.classes if depth(one) < 4], 0, 2)
    wanted.reverse()
    if shape.kind == "protocol":
        wanted = [one for one in wanted if one.kind == "protocol"]
    builtin = {one for base in wanted for other in base.family() for one in other.outside if one in BUILTINS}
    if len(builtin) > 1 or linearized(wanted) is None:
        wanted = wanted[:1]
    shape.bases = wanted
    for base in wanted:
        shape.known += [name for name in base.known if name not in shape.known]
    shape.frozen = any(base.frozen for base in wanted)
    if shape.kind == "builtin" and builtin:
        shape.kind = "plain"
    if any(one.kind == "dataclass" for base in wanted for one in base.family()) and shape.kind in ("plain", "generic"):
        shape.kind = k.pick(("dataclass", "plain"))


def depth(shape: Shape) -> int:
    return 1 + max((depth(base) for base in shape.bases), default=0)


# -- kinds -----------------------------------------------------------------------------------------------------------


def plain(code: Code, shape: Shape, k: Choices) -> None:
    defaults(shape, k)
    if k.maybe(85) or not shape.bases:
        initialised(shape, k)


def mixin(code: Code, shape: Shape, k: Choices) -> None:
    name = k.pick(NAMES)
    shape.method("describe", "def describe(self):", f"    return type(self).__name__, getattr(self, '{name}', None)")
    if k.maybe(40):
        shape.method("mark", "def mark(self):", f"    self.{name} = {k.pick(VALUES)}", "    return self")
    if k.maybe(25):
        shape.method("total", "def total(self):", f"    return self.{k.pick(NAMES)}, self.{k.pick(NAMES)}")


def abstract(code: Code, shape: Shape, k: Choices) -> None:
    module = shape.module
    code.need(module, "from abc import ABC, ABCMeta, abstractmethod")
    if not any(one.kind in ("abstract", "protocol") for base in shape.bases for one in base.family()):
        if k.maybe(70) and not any(one.outside for base in shape.bases for one in base.family()):
            shape.outside.append("ABC")
        elif not any(one.keywords or one.outside for base in shape.bases for one in base.family()):
            shape.keywords.append("metaclass=ABCMeta")
    name = k.pick(NAMES[:6])
    if k.maybe(50):
        shape.method(name, "@property", "@abstractmethod", f"def {name}(self):", "    ...")
    else:
        shape.method("area", "@abstractmethod", "def area(self):", "    raise NotImplementedError")
    shape.method("report", "def report(self):", f"    return [self.{name}]")
    shape.abstract = True
    if k.maybe(40):
        initialised(shape, k)


def generic(code: Code, shape: Shape, k: Choices) -> None:
    code.need(shape.module, "from typing import Generic, TypeVar")
    if "T = TypeVar('T')" not in [line for block in code.blocks[shape.module] for line in block]:
        code.put(shape.module, "T = TypeVar('T')")
    if not any(one.kind in ("generic", "protocol") for base in shape.bases for one in base.family()):
        shape.outside.append("Generic[T]")
    else:
        shape.kind = "plain"
    defaults(shape, k)
    initialised(shape, k)


def protocol(code: Code, shape: Shape, k: Choices) -> None:
    code.need(shape.module, "from typing import Protocol, runtime_checkable")
    shape.outside.append("Protocol")
    if k.maybe(40):
        shape.decorators.append("@runtime_checkable")
    name = k.pick(NAMES[:6])
    if k.maybe(60):
        shape.head.append(f"{name}: int" + (" = 3" if k.maybe(30) else ""))
    shape.method("area", "def area(self):", f"    return getattr(self, '{name}', None)")
    shape.abstract = True


def builtin(code: Code, shape: Shape, k: Choices) -> None:
    base = k.pick(BUILTINS)
    shape.outside.append(base)
    if base in ("str", "int", "tuple") and k.maybe(40):
        given = {"str": "'s'", "int": "7", "tuple": "(1, 2)"}[base]
        stores = [f"    self.{k.pick(NAMES)} = 1"] if k.maybe(50) else []
        shape.method("__new__", f"def __new__(cls, value={given}):", "    self = super().__new__(cls, value)", *stores, "    return self")
    elif base in ("list", "dict", "set", "Exception") and k.maybe(60):
        shape.params = ["*args"]
        shape.init = ["super().__init__(*args)"]
        store(shape, k)
        shape.defined.add("__init__")
    else:
        shape.method("twice", "def twice(self):", "    return len(self.__class__.__name__) * 2")


def dataclassed(code: Code, shape: Shape, k: Choices) -> None:
    code.need(shape.module, "from dataclasses import InitVar, asdict, astuple, dataclass, field, fields, replace")
    code.need(shape.module, "from typing import ClassVar")
    ancestors = [one for base in shape.bases for one in base.family() if one.kind == "dataclass"]
    if ancestors:
        shape.frozen = ancestors[0].frozen
    else:
        shape.frozen = k.maybe(25)
    options = [f"{name}={value}" for name, value, chance in (
        ("eq", "False", 15), ("order", "True", 15), ("unsafe_hash", "True", 10), ("repr", "False", 8),
        ("kw_only", "True", 8), ("match_args", "False", 5), ("init", "False", 4), ("slots", "True", 4),
    ) if k.maybe(chance)]  # fmt: skip
    if "eq=False" in options and "order=True" in options:
        options.remove("order=True")
    if shape.frozen:
        options.append("frozen=True")
    shape.decorators.append(f"@dataclass({', '.join(options)})" if options or k.maybe(20) else "@dataclass")
    for name in k.some(NAMES[:9], 1, 4):
        shape.head.append(field_of(name, k))
        if ": int = field(init=False)" not in shape.head[-1]:
            shape.known.append(name)
    if k.maybe(15):
        shape.head.append("kinds: ClassVar[dict] = {}")
    if k.maybe(10):
        shape.head.append("seed: InitVar[int] = 3")
        shape.method(
            "__post_init__",
            "def __post_init__(self, seed):",
            "    object.__setattr__(self, 'size', seed)" if shape.frozen else "    self.size = seed",
        )
    elif k.maybe(20) and not shape.frozen:
        call = ["    super().__post_init__()"] if any(one.has("__post_init__") for one in shape.bases) and k.maybe(70) else []
        shape.method("__post_init__", "def __post_init__(self):", *call, f"    self.{k.pick(NAMES)} = {k.pick(VALUES)}")
    elif k.maybe(8):
        shape.method("__post_init__", "def __post_init__(self):", f"    object.__setattr__(self, '{k.pick(NAMES[:8])}', 5)")


def field_of(name: str, k: Choices) -> str:
    """One field of a dataclass; every field has a default, so that instances can be made of nothing."""
    return k.pick((
        f"{name}: int = {k.pick(('1', '0', 'None', '-2'))}",
        f"{name}: str = 'f'",
        f"{name}: object = None",
        f"{name}: list = field(default_factory=list)",
        f"{name}: dict = field(default_factory=dict, repr=False)",
        f"{name}: int = field(default=4, compare=False)",
        f"{name}: int = field(default=4, init=False)",
        f"{name}: int = field(init=False)",
        f"{name}: int = field(default=2, hash=False, metadata={{'unit': 'm'}})",
    ))  # fmt: skip


_KINDS: dict[str, Feature] = {
    "plain": plain, "mixin": mixin, "abstract": abstract, "generic": generic, "protocol": protocol, "builtin": builtin,
    "dataclass": dataclassed,
}  # fmt: skip


# -- class level and __init__ ----------------------------------------------------------------------------------------


def defaults(shape: Shape, k: Choices) -> None:
    """Values on the level of the class: constants, defaults, tables, annotations."""
    if k.maybe(30):
        name = k.pick(NAMES)
        value = k.pick(VALUES if k.maybe(25) else CONSTANTS)
        shape.head.append(f"{name}: object = {value}" if k.maybe(25) else f"{name} = {value}")
        shape.known.append(name)
    if k.maybe(15):
        shape.head.append(f"{k.pick(NAMES)}: int")
    if k.maybe(15):
        shape.head.append(k.pick(("LIMIT = 10", "kinds = ('a', 'b')", "instances = 0", "registry = {}", "LIMIT: int = 3")))


def initialised(shape: Shape, k: Choices) -> None:
    """An ``__init__`` in one of the ways in which people write it."""
    shape.defined.add("__init__")
    shape.init = []
    places: list[str] = []
    if shape.bases or k.maybe(8):
        places = [k.pick(("first", "first", "first", "first", "first", "last", "maybe", "named", "never"))]
    if "first" in places:
        shape.init.append("super().__init__()")
    if "named" in places:
        shape.init.append(f"{shape.bases[0].name}.__init__(self)" if shape.bases else "super().__init__()")
    for _ in range(k.count(1, 4)):
        store(shape, k)
    if "last" in places:
        shape.init.append("super().__init__()")
    if "maybe" in places:
        shape.init += ["if self.__class__.__name__ != 'B':", "    super().__init__()"]


def store(shape: Shape, k: Choices) -> None:
    """One or a few stores in ``__init__``."""
    assert shape.init is not None
    name, other, value = k.pick(NAMES), k.pick(NAMES), k.pick(VALUES)
    style = k.pick(_STORES)
    taken = [param.split("=")[0] for param in shape.params]
    if style in ("param", "optional") and "*args" not in taken and name not in taken and not name.startswith("__"):
        shape.params.append(f"{name}={k.pick(CONSTANTS)}")
        value = name
    lines, sure = _stored(style, name, other, value, shape)
    shape.init += lines
    shape.known += [one for one in sure if one not in shape.known]


_STORES = (
    "param", "param", "param", "value", "value", "optional", "chain", "tuple", "annotated", "branch", "nested", "helper", "loop", "with", "setattr", "object", "try",
)  # fmt: skip


def _stored(style: str, name: str, other: str, value: str, shape: Shape) -> tuple[list[str], list[str]]:
    if style == "optional":
        return [f"if {value}:", f"    self.{name} = {value}"], []
    if style == "chain":
        return [f"self.{name} = self.{other} = {value}"], [name, other]
    if style == "tuple":
        return [f"self.{name}, (self.{other}, *rest) = 1, (2, 3)"], [name, other]
    if style == "annotated":
        return [f"self.{name}: object = {value}"], [name]
    if style == "branch":
        return ["if len(type(self).__name__) % 2:", f"    self.{name} = {value}", "else:", f"    self.{name} = self.{other} = 9"], [name]
    if style == "nested":
        return ["def later(value):", f"    self.{name} = value", f"later({value})"], [name]
    if style == "helper":
        shape.method("_setup", "def _setup(self):", f"    self.{name} = {value}", f"    self.{other} = None")
        return ["self._setup()"], []
    if style == "loop":
        return [f"for self.{name} in range(3):", "    pass"], [name]
    if style == "with":
        shape.method("__enter__", "def __enter__(self):", "    return 5")
        shape.method("__exit__", "def __exit__(self, *args):", "    return False")
        return [f"with self as self.{name}:", "    pass"], [name]
    if style == "setattr" and not name.startswith("__"):
        return [f"setattr(self, '{name}', {value})"], [name]
    if style == "object" and not name.startswith("__"):
        return [f"object.__setattr__(self, '{name}', {value})"], [name]
    if style == "try":
        return ["try:", f"    self.{name} = self.{other} + 1", "except (AttributeError, TypeError):", f"    self.{name} = 0"], [name]
    return [f"self.{name} = {value}"], [name]


from hierarchy_features import FEATURES, HAZARDS  # noqa: E402
