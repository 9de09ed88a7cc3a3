"""What the bodies of generated classes hold: methods as people write them, and the tricks that stop slots."""

from __future__ import annotations

from hierarchies import CONSTANTS, NAMES, VALUES, Choices, Code, Shape


def late(code: Code, shape: Shape, k: Choices) -> None:
    """A method that stores an attribute later."""
    name = k.pick(NAMES)
    shape.method("mark", "def mark(self):", f"    self.{name} = {k.pick(VALUES)}", "    return self")


def counted(code: Code, shape: Shape, k: Choices) -> None:
    """An augmented assignment, of a class-level value or of an attribute."""
    name = k.pick(("count", "size", "x"))
    if k.maybe(50) and shape.kind == "plain":
        shape.head.append(f"{name} = {k.pick(('0', '1'))}")
    shape.method("bump", "def bump(self, by=1):", f"    self.{name} += by", f"    return self.{name}")


def deleted(code: Code, shape: Shape, k: Choices) -> None:
    name = k.pick(shape.known or NAMES)
    lines = [f"    del self.{name}"]
    if k.maybe(40):
        lines = [f"    if hasattr(self, '{name}'):", f"        del self.{name}"]
    elif k.maybe(20) and not name.startswith("__"):
        lines = [f"    delattr(self, '{name}')"]
    shape.method("drop", "def drop(self):", *lines, "    return self")


def probed(code: Code, shape: Shape, k: Choices) -> None:
    """An attribute that may not be there."""
    name = k.pick(NAMES[:9])
    looks = (
        [f"    return getattr(self, '{name}', 'none')"],
        [f"    return hasattr(self, '{name}')"],
        ["    try:", f"        return self.{name}", "    except AttributeError:", "        return 'none'"],
        [f"    if not hasattr(self, '{name}'):", f"        self.{name} = 'made'", f"    return self.{name}"],
        [
            "    try:",
            f"        return self._{name}",
            "    except AttributeError:",
            f"        self._{name} = 'made'",
            f"    return self._{name}",
        ],
    )
    shape.method("peek", "def peek(self):", *k.pick(looks))


def computed(code: Code, shape: Shape, k: Choices) -> None:
    """A property, with or without setter and deleter."""
    name = k.pick(NAMES[:6])
    if name in shape.known and k.maybe(80):
        name = "extent"
    if any(line.startswith(name) for line in shape.head):
        return
    shape.method(name, "@property", f"def {name}(self):", f"    return getattr(self, '_{name}', 5)")
    if k.maybe(60):
        shape.method(f"{name} setter", f"@{name}.setter", f"def {name}(self, value):", f"    self._{name} = value")
    if k.maybe(20):
        shape.method(f"{name} deleter", f"@{name}.deleter", f"def {name}(self):", f"    del self._{name}")
    shape.method("resize", "def resize(self):", f"    self.{name} = 8", f"    return self.{name}")


def compared(code: Code, shape: Shape, k: Choices) -> None:
    """``__eq__`` and ``__hash__``."""
    names = (shape.known or ["x"])[:2]
    mine = ", ".join(f"self.{name}" for name in names)
    theirs = ", ".join(f"other.{name}" for name in names)
    same = k.pick((
        f"({mine},) == ({theirs},)",
        f"isinstance(other, {shape.name}) and self.{names[0]} == other.{names[0]}",
        "type(self) is type(other) and self.__dict__ == other.__dict__",
        "vars(self) == vars(other)",
        f"isinstance(other, type(self)) and self.{names[0]} is other.{names[0]}",
        "self.__class__ == other.__class__ and repr(self) == repr(other)",
    ))  # fmt: skip
    shape.method("__eq__", "def __eq__(self, other):", f"    return {same}")
    if k.maybe(60):
        shape.method(
            "__hash__", "def __hash__(self):", f"    return {k.pick((f'hash(repr(self.{names[0]}))', '3', 'id(self)', f'hash(({mine},))'))}"
        )
    if k.maybe(25):
        code.need(shape.module, "import functools")
        shape.decorators.insert(0, "@functools.total_ordering")
        shape.method("__lt__", "def __lt__(self, other):", f"    return repr(self.{names[0]}) < repr(other.{names[0]})")


def shown(code: Code, shape: Shape, k: Choices) -> None:
    """``__repr__`` or ``__str__``."""
    name = k.pick(shape.known or list(NAMES[:5]))
    text = k.pick((
        f"f'{shape.name}({{self.{name}!r}})'",
        f"'%s(%r)' % (type(self).__name__, self.{name})",
        "f'{self.__class__.__name__}({self.__dict__})'",
        "' '.join(f'{k}={v}' for k, v in sorted(vars(self).items()))",
        "' '.join(f'{k}={v}' for k, v in self.__dict__.items())",
        "'{}({})'.format(type(self).__qualname__, ', '.join(str(getattr(self, n)) for n in self.shown))",
    ))  # fmt: skip
    if "self.shown" in text:
        shape.head.append(f"shown = {tuple(one for one in shape.known if not one.startswith('__'))!r}")
    shape.method(k.pick(("__repr__", "__str__")), "def __repr__(self):", f"    return {text}")


def exported(code: Code, shape: Shape, k: Choices) -> None:
    """The attributes as a dict."""
    body = k.pick((
        ["return dict(self.__dict__)"],
        ["return vars(self).copy()"],
        ["return {k: v for k, v in self.__dict__.items() if v is not None}"],
        ["return {k: v for k, v in vars(self).items() if not k.startswith('_')}"],
        ["return sorted(self.__dict__)"],
        ["return self.__dict__.get('x', 'none')"],
        ["return list(self.__dict__.values())"],
        ["return 'x' in self.__dict__, len(self.__dict__)"],
        ["import json", "return json.dumps(self.__dict__, default=repr, sort_keys=True)"],
        ["return {name: getattr(self, name) for name in ('x', 'y') if hasattr(self, name)}"],
    ))  # fmt: skip
    shape.method("export", "def export(self):", *(f"    {line}" for line in body))


def copied(code: Code, shape: Shape, k: Choices) -> None:
    """A method that makes a copy."""
    name = k.pick(shape.known or ["x"])
    body = k.pick((
        ["other = type(self)()", f"other.{name} = self.{name}", "return other"],
        ["other = self.__class__.__new__(self.__class__)", "other.__dict__.update(self.__dict__)", "return other"],
        [f"other = {shape.name}.__new__({shape.name})", f"other.{name} = self.{name}", "return other"],
        ["other = object.__new__(type(self))", "for k, v in vars(self).items():", "    setattr(other, k, v)", "return other"],
        ["import copy", "other = copy.copy(self)", f"other.{name} = 'copied'", "return other"],
    ))  # fmt: skip
    title = k.pick(("clone", "clone", "__copy__", "copy"))
    shape.method(title, f"def {title}(self):", *(f"    {line}" for line in body))


def pickled(code: Code, shape: Shape, k: Choices) -> None:
    """State methods."""
    name = k.pick(shape.known or ["x"])
    which = k.count(0, 6)
    if which == 0:
        shape.method("__getstate__", "def __getstate__(self):", "    return self.__dict__.copy()")
    elif which == 1:
        shape.method(
            "__getstate__",
            "def __getstate__(self):",
            "    state = self.__dict__.copy()",
            f"    state.pop('{name}', None)",
            "    return state",
        )
    elif which == 2:
        shape.method("__getstate__", "def __getstate__(self):", f"    return {{'{name}': self.{name}}}")
        shape.method("__setstate__", "def __setstate__(self, state):", f"    self.{name} = state['{name}']")
    elif which == 3:
        shape.method("__setstate__", "def __setstate__(self, state):", "    self.__dict__.update(state)", "    self.loaded = True")
    elif which == 4:
        shape.method("__reduce__", "def __reduce__(self):", f"    return {shape.name}, ()")
    elif which == 5:
        shape.method("__getstate__", "def __getstate__(self):", "    return self.__dict__.copy()")
        shape.method("__setstate__", "def __setstate__(self, state):", "    self.__dict__.update(state)")
    else:
        shape.method("__getnewargs__", "def __getnewargs__(self):", "    return ()")


def factory(code: Code, shape: Shape, k: Choices) -> None:
    """A class method or static method that makes an instance."""
    name, other = k.pick(NAMES[:9]), k.pick(NAMES[:9])
    body = k.pick((
        ["@classmethod", "def build(cls):", "    self = cls()", f"    self.{name} = 'built'", "    return self"],
        ["@classmethod", "def build(cls):", "    self = cls.__new__(cls)", f"    self.{name} = self.{other} = 'built'", "    return self"],
        ["@staticmethod", "def build():", f"    made = {shape.name}()", f"    made.{name} = 'built'", "    return made"],
        ["@classmethod", "def build(cls):", "    made = object.__new__(cls)", f"    made.{name} = 1", "    return made"],
        ["@classmethod", "def build(cls, **given):", "    made = cls()", "    for key, value in given.items():", "        setattr(made, key, value)", "    return made"],
        ["@classmethod", "def build(cls):", "    return cls()"],
        ["@staticmethod", "def build(*args):", f"    return [{shape.name}() for _ in range(2)]"],
    ))  # fmt: skip
    shape.method("build", *body)


def iterated(code: Code, shape: Shape, k: Choices) -> None:
    shape.method("__iter__", "def __iter__(self):", "    self.position = 0", "    return self")
    shape.method(
        "__next__",
        "def __next__(self):",
        "    if self.position >= 3:",
        "        raise StopIteration",
        "    self.position += 1",
        "    return self.position",
    )


def classed(code: Code, shape: Shape, k: Choices) -> None:
    """Values of the class itself, read and written through it."""
    name = k.pick(("count", "size", "LIMIT", "x", "instances"))
    shape.head.append(f"{name} = 3")
    body = k.pick((
        ["@classmethod", "def tally(cls):", f"    cls.{name} += 1", f"    return cls.{name}"],
        ["def tally(self):", f"    type(self).{name} += 1", f"    return self.{name}"],
        ["def tally(self):", f"    return {shape.name}.{name}, self.__class__.{name}"],
        ["def tally(self):", f"    {shape.name}.{name} = 7", f"    return self.{name}"],
        ["def tally(self):", f"    return self.{name} * 2"],
        ["@staticmethod", "def tally():", f"    return getattr({shape.name}, '{name}', None)"],
    ))  # fmt: skip
    shape.method("tally", *body)


def linked(code: Code, shape: Shape, k: Choices) -> None:
    """Instances that know each other, strongly or weakly."""
    if k.maybe(70):
        shape.method("attach", "def attach(self, other):", "    self.parent = other", "    other.children = [self]", "    return self")
    else:
        code.need(shape.module, "import weakref")
        shape.method(
            "attach", "def attach(self, other):", f"    self._owner = weakref.{k.pick(('ref', 'proxy'))}(other)", "    return self"
        )


def chained(code: Code, shape: Shape, k: Choices) -> None:
    """A method that goes up by super()."""
    title = k.pick(("mark", "export", "area", "describe", "reset"))
    name = k.pick(NAMES)
    if any(base.has(title) for base in shape.bases):
        shape.method(
            title, f"def {title}(self):", f"    held = super().{title}()", f"    self.{name} = {k.pick(VALUES)}", "    return held"
        )
    else:
        shape.method(title, f"def {title}(self):", f"    self.{name} = {k.pick(VALUES)}", "    return self")


def nested(code: Code, shape: Shape, k: Choices) -> None:
    """A class inside the class."""
    if "Inner" in shape.defined:
        return
    shape.defined.add("Inner")
    shape.head += [
        "",
        "class Inner:",
        "    def __init__(self, owner=None):",
        "        self.owner = owner",
        f"        self.{k.pick(NAMES)} = 1",
        "",
    ]
    shape.method(
        "inner",
        "def inner(self):",
        "    made = self.Inner(self)",
        *(["    made.extra = 2"] if k.maybe(40) else []),
        "    return made.__class__.__name__",
    )


def matched(code: Code, shape: Shape, k: Choices) -> None:
    names = tuple(name for name in shape.known if not name.startswith("__"))[:2]
    if shape.kind == "dataclass" or not names:
        return
    shape.head.append(f"__match_args__ = {names!r}")


def delegating(code: Code, shape: Shape, k: Choices) -> None:
    """``__getattr__`` for names that are not there."""
    body = k.pick((
        ["if name.startswith('_'):", "    raise AttributeError(name)", "return f'no {name}'"],
        ["if name in ('x', 'y', 'lazy'):", "    self.lazy = 1", "    return 1", "raise AttributeError(name)"],
        ["raise AttributeError(f'{type(self).__name__} has no {name}')"],
    ))  # fmt: skip
    shape.method("__getattr__", "def __getattr__(self, name):", *(f"    {line}" for line in body))


def guarded(code: Code, shape: Shape, k: Choices) -> None:
    """``__setattr__`` or ``__delattr__``."""
    body = k.pick((
        ["object.__setattr__(self, name, value)"],
        ["super().__setattr__(name, value)"],
        ["if name == 'flag':", "    raise ValueError(name)", "super().__setattr__(name, value)"],
        ["self.__dict__[name] = value"],
        ["if hasattr(self, name):", "    raise AttributeError(name)", "super().__setattr__(name, value)"],
    ))  # fmt: skip
    shape.method("__setattr__", "def __setattr__(self, name, value):", *(f"    {line}" for line in body))


def updated(code: Code, shape: Shape, k: Choices) -> None:
    """Attributes from keywords."""
    body = k.pick((
        ["self.__dict__.update(given)"],
        ["for key, value in given.items():", "    setattr(self, key, value)"],
        ["vars(self).update(given)"],
        ["for key in ('x', 'y'):", "    setattr(self, key, given.get(key))"],
        ["for key, value in given.items():", "    if hasattr(self, key):", "        setattr(self, key, value)"],
    ))  # fmt: skip
    shape.method("update", "def update(self, **given):", *(f"    {line}" for line in body), "    return self")


def cached(code: Code, shape: Shape, k: Choices) -> None:
    """A value that is computed once."""
    code.need(shape.module, "import functools")
    shape.method("area", f"@functools.{k.pick(('cached_property', 'lru_cache(maxsize=None)'))}", "def area(self):", "    return 6")


def described(code: Code, shape: Shape, k: Choices) -> None:
    """A descriptor of the program's own."""
    store, load = k.pick((
        ("obj.__dict__[self.name] = value", "return obj.__dict__.get(self.name, 0)"),
        ("setattr(obj, '_' + self.name, value)", "return getattr(obj, '_' + self.name, 0)"),
        ("self.values[id(obj)] = value", "return self.values.get(id(obj), 0)"),
    ))  # fmt: skip
    name = code.fresh("Field")
    code.put(
        shape.module, f"class {name}:", "    def __init__(self):", "        self.values = {}", "",
        "    def __set_name__(self, owner, name):", "        self.name = name", "",
        "    def __get__(self, obj, owner=None):", "        if obj is None:", "            return self", f"        {load}", "",
        "    def __set__(self, obj, value):", f"        {store}",
    )  # fmt: skip
    shape.head.append(f"{k.pick(('width', 'x'))} = {name}()")
    shape.method("widen", "def widen(self):", "    self.width = 4", "    return self.width")


def lazily(code: Code, shape: Shape, k: Choices) -> None:
    """A descriptor that puts the value in its own place."""
    name = code.fresh("lazy")
    store = k.pick(("obj.__dict__[self.name] = value", "setattr(obj, self.name, value)"))
    code.put(
        shape.module, f"class {name}:", "    def __init__(self, function):", "        self.function = function",
        "        self.name = function.__name__", "", "    def __get__(self, obj, owner=None):",
        "        value = self.function(obj)", f"        {store}", "        return value",
    )  # fmt: skip
    shape.method("volume", f"@{name}", "def volume(self):", "    return 27")


def subclassed(code: Code, shape: Shape, k: Choices) -> None:
    """``__init_subclass__`` or a metaclass."""
    body = k.pick((
        ["cls.subclasses = getattr(cls, 'subclasses', ()) + (cls.__name__,)"],
        ["cls.tag = cls.__name__.lower()"],
        ["for name in list(vars(cls)):", "    if name == 'x':", "        cls.has_x = True"],
        ["cls.fields = tuple(cls.__dict__.get('__annotations__', ()))"],
        ["if not hasattr(cls, 'x'):", "    cls.x = 0"],
    ))  # fmt: skip
    shape.method(
        "__init_subclass__",
        "def __init_subclass__(cls, **given):",
        "    super().__init_subclass__(**given)",
        *(f"    {line}" for line in body),
    )


def decorated(code: Code, shape: Shape, k: Choices) -> None:
    """A class decorator of the program's own."""
    name = code.fresh("decorate")
    body = k.pick((
        ["REGISTRY[cls.__name__] = cls"],
        ["cls.extra = 1"],
        ["cls.added = lambda self: 'added'"],
        ["cls.put = lambda self: setattr(self, 'put_value', 1)"],
        ["inner = cls.__init__", "def init(self, *args, **given):", "    inner(self, *args, **given)", "    self.wrapped = True", "cls.__init__ = init"],
        ["class Wrapped(cls):", "    pass", "Wrapped.__name__ = cls.__name__", "return Wrapped"],
        ["cls.names = [name for name in vars(cls) if not name.startswith('_')]"],
    ))  # fmt: skip
    if "REGISTRY" in body[0]:
        code.need(shape.module, "REGISTRY = {}")
    code.put(
        shape.module, f"def {name}(cls):", *(f"    {line}" for line in body), *([] if body[-1].startswith("return") else ["    return cls"])
    )
    shape.decorators.insert(0, f"@{name}")


def slotted(code: Code, shape: Shape, k: Choices) -> None:
    """Slots that a person wrote, right or not."""
    if (
        shape.kind == "dataclass"
        or any(line.split(" ")[0].rstrip(":") in shape.known for line in shape.head)
        or any(one in ("int", "str", "tuple") for base in shape.family() for one in base.outside)
    ):
        return
    inherited = {name for base in shape.bases for name in base.known}
    names = [name for name in shape.known if name not in inherited]
    if k.maybe(30):
        names.append("__dict__")
    elif k.maybe(20):
        names = names[:-1]
    if any(line.split(" ")[0].rstrip(":") in names for line in shape.head) or len(shape.bases) > 1:
        return
    shape.head.append(f"__slots__ = {tuple(names)!r}")


def hooked(code: Code, shape: Shape, k: Choices) -> None:
    """``__new__``, ``__del__``, ``__call__``, ``__dir__``."""
    name = k.pick(NAMES[:9])
    which = k.count(0, 3)
    if which == 0 and not any(one.outside for one in shape.family()):
        shape.method(
            "__new__", "def __new__(cls, *args, **given):", "    self = super().__new__(cls)", f"    self.{name} = 'new'", "    return self"
        )
    elif which == 1:
        shape.method("__call__", "def __call__(self):", f"    self.{name} = 'called'", f"    return self.{name}")
    elif which == 2:
        shape.method("__getattribute__", "def __getattribute__(self, name):", "    return super().__getattribute__(name)")
    else:
        code.need(shape.module, "LOG = []")
        shape.method("__del__", "def __del__(self):", f"    LOG.append(getattr(self, '{name}', None))")


def swapped(code: Code, shape: Shape, k: Choices) -> None:
    """The class of an instance is changed."""
    others = [one for one in code.classes if one.module == shape.module]
    if others:
        shape.method("morph", "def morph(self):", f"    self.__class__ = {k.pick(others).name}", "    return self")


FEATURES = (
    late, counted, deleted, probed, computed, compared, shown, exported, copied, pickled, factory, iterated, classed, linked,
    chained, nested, matched,
)  # fmt: skip
HAZARDS = (
    delegating, guarded, updated, cached, described, lazily, subclassed, decorated, slotted, hooked, swapped,
)  # fmt: skip
__all__ = ["CONSTANTS", "FEATURES", "HAZARDS"]
