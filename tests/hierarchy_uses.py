"""What generated programs do with their classes: functions in any module, and checks of ``main`` that call them."""

from __future__ import annotations

from hierarchies import MODULES, NAMES, VALUES, Choices, Code, Shape

METHODS = (
    "mark", "bump", "drop", "peek", "resize", "export", "clone", "copy", "build", "tally", "area", "describe", "report", "reset",
    "inner", "widen", "volume", "update", "morph", "total", "added", "put",
)  # fmt: skip


def add_use(code: Code) -> None:
    """A check, with the functions that it needs."""
    k = code.choices
    shape = k.pick(code.classes)
    code.refer("main", shape)
    k.pick(USES if k.maybe(80) else TRICKS)(code, shape, k)


def calls(shape: Shape, k: Choices, name: str = "a") -> list[str]:
    """Some statements that use an instance as its class allows."""
    able = [one for one in METHODS if shape.has(one)]
    return [f"{name}.{one}()" for one in k.some(able, 0, 3)]


def public(shape: Shape, k: Choices) -> str:
    found = [name for name in shape.known if not name.startswith("__")]
    return k.pick(found) if found and k.maybe(75) else k.pick(NAMES[:9])


def made(code: Code, shape: Shape, k: Choices) -> None:
    """Make it, use it, look at it."""
    held = [f"got_{at} = {call}" for at, call in enumerate(calls(shape, k))]
    results = "".join(f", got_{at}" for at in range(len(held)))
    code.check(f"a = {shape.make}", *held, f"return a, a.{public(shape, k)}{results}")


def many(code: Code, shape: Shape, k: Choices) -> None:
    """Many of them, stored to in a loop."""
    name = public(shape, k)
    lines = [f"found = [{shape.make} for _ in range(3)]", "for one in found:", f"    one.{name} = {k.pick(VALUES)}"]
    code.check(*lines, *(f"[one.{call[2:]} for one in found]" for call in calls(shape, k)[:1]), "return found")


def outside(code: Code, shape: Shape, k: Choices) -> None:
    """A function of any module that stores on what it is given."""
    module = k.pick([one for one in MODULES if MODULES.index(one) >= MODULES.index(shape.module)])
    function, name = code.fresh("touch"), k.pick(NAMES[:9])
    hint = k.pick(("", "", f": {code.refer(module, shape)}", f": '{shape.name}'"))
    body = k.pick((
        [f"one.{name} = 'touched'"],
        [f"setattr(one, '{name}', 'touched')"],
        [f"if isinstance(one, {shape.name}):", f"    one.{name} = 'touched'"],
        [f"one.{name}, rest = 1, 2"],
        [f"for one.{name} in (1, 2):", "    pass"],
        ["held = [one]", f"held[0].{name} = 3"],
        ["held = {'one': one}", f"held['one'].{name} = 3"],
        [f"if not hasattr(one, '{name}'):", f"    one.{name} = 4"],
        [f"one.{name} += 1"],
        [f"del one.{name}"],
        [f"return getattr(one, '{name}', None)"],
        [f"(lambda other: setattr(other, '{name}', 5))(one)"],
    ))  # fmt: skip
    code.refer(module, shape)
    code.put(module, f"def {function}(one{hint}):", *(f"    {line}" for line in body), "    return one")
    if module != "main":
        code.need("main", f"from {module} import {function}")
    call = k.pick((f"{function}({shape.make})", f"list(map({function}, [{shape.make}]))", f"{function}(one={shape.make})"))
    code.check(f"return {call}")


def held(code: Code, shape: Shape, k: Choices) -> None:
    """An instance in an attribute of another."""
    other = k.pick(code.classes)
    code.refer("main", other)
    name, inner = k.pick(NAMES[:9]), k.pick(NAMES[:9])
    code.check(f"a, b = {shape.make}, {other.make}", f"a.{name} = b", f"a.{name}.{inner} = 6", "return a, b")


def compared(code: Code, shape: Shape, k: Choices) -> None:
    code.check(
        f"a, b = {shape.make}, {shape.make}", *calls(shape, k)[:1],
        k.pick(("return a == b, a != b, a == a", "return len({a, b})", "return a in [b], [b].index(a)", "return sorted([a, b])", "return hash(a) == hash(b)", "return {a: 1}[b]")),
    )  # fmt: skip


def printed(code: Code, shape: Shape, k: Choices) -> None:
    code.check(f"a = {shape.make}", *calls(shape, k)[:1], k.pick(("print(a)", "print(f'{a!r} {a}')", "print([a])", "print('%s' % (a,))")))


def pickled(code: Code, shape: Shape, k: Choices) -> None:
    code.need("main", "import pickle")
    given = k.pick(
        ("", "", "", ", 2", ", -1", ", protocol=5", ", 0", ", protocol=1", ", pickle.HIGHEST_PROTOCOL", ", pickle.DEFAULT_PROTOCOL")
    )
    what = k.pick(("a", "a", "[a, a]", "{'a': a}", "(a, 1)"))
    code.check(f"a = {shape.make}", *calls(shape, k)[:2], f"return pickle.loads(pickle.dumps({what}{given}))")


def copied(code: Code, shape: Shape, k: Choices) -> None:
    code.need("main", "import copy")
    what = k.pick(("copy.copy(a)", "copy.deepcopy(a)", "copy.deepcopy([a])", "copy.deepcopy({'a': a})", "copy.copy([a])[0]"))
    code.check(
        f"a = {shape.make}", *calls(shape, k)[:2], f"b = {what}", *(calls(shape, k, "b")[:1] if "[" not in what else []), "return a, b"
    )


def weakly(code: Code, shape: Shape, k: Choices) -> None:
    code.need("main", "import weakref")
    lines = k.pick((
        ["r = weakref.ref(a)", "return r() is a"],
        ["p = weakref.proxy(a)", f"return p.{public(shape, k)}"],
        ["s = weakref.WeakSet()", "s.add(a)", "return len(s)"],
        ["s = weakref.WeakSet([a])", "return a in s"],
        ["d = weakref.WeakValueDictionary()", "d['a'] = a", "return 'a' in d"],
        ["d = weakref.WeakKeyDictionary({a: 1})", "return len(d)"],
        ["f = weakref.finalize(a, print, 'gone')", "del a", "return f.alive"],
        ["return [r() is a for r in map(weakref.ref, [a])]"],
    ))  # fmt: skip
    code.check(f"a = {shape.make}", *lines)


def through_class(code: Code, shape: Shape, k: Choices) -> None:
    """Values read through the class."""
    name = k.pick([*(line.split(" ")[0].rstrip(":") for line in shape.head if "=" in line and line[0].isalpha()), *NAMES[:4]])
    code.check(f"a = {shape.make}", *calls(shape, k)[:2], k.pick((
        f"return {shape.name}.{name}", f"return getattr({shape.name}, '{name}', 'none')", f"return type(a).{name}",
        f"return hasattr({shape.name}, '{name}')", f"return '{name}' in vars({shape.name})", f"return a.{name}, a.__class__.{name}",
        f"return [getattr(c, '{name}', 'none') for c in type(a).__mro__]", f"return dir(a).count('{name}')",
    )))  # fmt: skip


def as_dict(code: Code, shape: Shape, k: Choices) -> None:
    code.check(f"a = {shape.make}", *calls(shape, k)[:2], k.pick((
        "return vars(a)", "return a.__dict__", "return dict(a.__dict__)", "return sorted(vars(a))", "return list(vars(a).items())",
        "return '%(x)s' % a.__dict__", "return len(a.__dict__)", "return {**vars(a)}", "return a.__dict__.keys() & {'x', 'y'}",
        "return hasattr(a, '__dict__')", "return vars(a).get('x')", "a.__dict__['x'] = 'put'\nreturn a.x".replace("\n", "; "),
        "return a.__dict__.pop('x', None), a", "return a.__dict__ == type(a)().__dict__", "return [n for n in a.__dict__ if n != 'x']",
        "return getattr(a, '__dict__', None)",
    )))  # fmt: skip


def fields(code: Code, shape: Shape, k: Choices) -> None:
    if shape.kind != "dataclass":
        made(code, shape, k)
        return
    code.need("main", "import dataclasses", "from dataclasses import asdict, astuple, fields, replace")
    name = public(shape, k)
    code.check(f"a = {shape.make}", *calls(shape, k)[:1], k.pick((
        "return asdict(a)", "return astuple(a)", f"return replace(a, {name}=7)", "return [f.name for f in fields(a)]",
        f"return {shape.name}(1)", f"return dataclasses.asdict(a).get('{name}')", "return a == dataclasses.replace(a)",
        f"return [f.default for f in dataclasses.fields({shape.name})]", f"return {shape.name}.{name}", "return a < a", "return hash(a)",
        f"a.{name} = 9; return a", f"return {shape.name}({name}=3).{name}", f"return list({shape.name}.__dataclass_fields__)",
        f"return {shape.name}.__match_args__",
    )))  # fmt: skip


def matching(code: Code, shape: Shape, k: Choices) -> None:
    name = public(shape, k)
    case = k.pick((f"{shape.name}(v)", f"{shape.name}({name}=v)", f"{shape.name}() as v"))
    code.check(f"match {shape.make}:", f"    case {case}:", "        return v", "    case _:", "        return 'no match'")


def iterating(code: Code, shape: Shape, k: Choices) -> None:
    code.check(
        f"a = {shape.make}",
        k.pick(("return list(a)", "return [one for one in a]", "return next(iter(a)), a", "with a as b: return b", "return a()")),
    )


def attached(code: Code, shape: Shape, k: Choices) -> None:
    other = k.pick(code.classes)
    code.refer("main", other)
    if not shape.has("attach"):
        held(code, shape, k)
        return
    code.check(f"a, b = {shape.make}, {other.make}", "a.attach(b)", "return a, b")


def kept(code: Code, shape: Shape, k: Choices) -> None:
    """Instances on the level of the module, in a table or by themselves."""
    name, key = code.fresh("KEPT"), public(shape, k)
    code.put("main", k.pick((f"{name} = [{shape.make}, {shape.make}]", f"{name} = [make() for make in ({shape.name},)]")))
    code.check(f"for one in {name}:", f"    one.{key} = 1", f"return {name}[0].{key}, {name}")


def asked(code: Code, shape: Shape, k: Choices) -> None:
    other = k.pick(code.classes)
    code.refer("main", other)
    code.check(f"a = {shape.make}", f"return isinstance(a, {other.name}), issubclass({shape.name}, {other.name})")


def generic(code: Code, shape: Shape, k: Choices) -> None:
    if shape.kind != "generic":
        made(code, shape, k)
        return
    code.check(
        k.pick(
            (
                f"return {shape.name}[int]()",
                f"a = {shape.name}[str](); return a.{public(shape, k)}",
                f"return {shape.name}[int]().__orig_class__",
                f"class Part({shape.name}[int]): pass",
            )
        )
    )


def derived(code: Code, shape: Shape, k: Choices) -> None:
    """A subclass in a function."""
    name = k.pick(NAMES[:9])
    code.check(
        f"class Local({shape.name}):",
        *k.pick((
            ["    def __init__(self):", "        super().__init__()", f"        self.{name} = 'local'"],
            [f"    {name} = 'local'"],
            ["    def __init__(self):", f"        self.{name} = 'local'"],
            ["    pass"],
            ["    @property", f"    def {name}(self):", "        return 'local'"],
        )),
        "a = Local()", *calls(shape, k)[:2], f"return a, a.{name}",
    )  # fmt: skip


def raised(code: Code, shape: Shape, k: Choices) -> None:
    code.check("try:", f"    raise {shape.make}", "except Exception as error:", f"    error.{k.pick(NAMES[:6])} = 2", "    return error")


def listed(code: Code, shape: Shape, k: Choices) -> None:
    """All classes in a table, made and stored to in a loop."""
    for one in code.classes:
        code.refer("main", one)
    names = ", ".join(one.name for one in code.classes)
    name = k.pick(NAMES[:9])
    code.check(
        "found = []", f"for kind in ({names},):", "    try:", "        one = kind()", "    except TypeError:", "        continue",
        k.pick((f"    one.{name} = 1", f"    found.append(hasattr(one, '{name}'))", f"    found.append(getattr(kind, '{name}', None))", "    found.append(vars(one))", "    found.append(one.__class__.__name__)")),
        "    found.append(one)", "return found",
    )  # fmt: skip


# -- tricks ----------------------------------------------------------------------------------------------------------


def overridden(code: Code, shape: Shape, k: Choices) -> None:
    """A method of one instance is replaced."""
    title = k.pick([one for one in METHODS if shape.has(one)] or ["area"])
    code.check(
        f"a = {shape.make}",
        k.pick((f"a.{title} = lambda: 'mine'", f"setattr(a, '{title}', lambda: 'mine')", f"a.__dict__['{title}'] = lambda: 'mine'")),
        f"return a.{title}()",
    )


def patched(code: Code, shape: Shape, k: Choices) -> None:
    code.need("main", "from unittest import mock")
    name = public(shape, k)
    code.check(f"a = {shape.make}", k.pick((
        f"with mock.patch.object({shape.name}, '{name}', 5): return a.{name}",
        f"with mock.patch.object({shape.name}, '{name}', 5, create=True): return {shape.make}.{name}",
        f"with mock.patch.object(a, '{name}', 5): return a.{name}",
        f"with mock.patch('{shape.module}.{shape.name}.{name}', 5): return a.{name}",
        f"with mock.patch.multiple(a, {name}=5): return a.{name}",
        f"return mock.Mock(spec={shape.name}).{name} is not None",
        f"return mock.create_autospec({shape.name}, instance=True).{name} is not None",
        f"m = mock.Mock(wraps=a); return m.{name} is not None",
    )))  # fmt: skip


def reopened(code: Code, shape: Shape, k: Choices) -> None:
    """Something is put on the class from outside."""
    name = public(shape, k)
    code.check(k.pick((
        f"{shape.name}.{name} = 'put'", f"{shape.name}.later = lambda self: setattr(self, 'late', 1)", f"setattr({shape.name}, '{name}', 4)",
        f"{shape.name}.area = property(lambda self: 3)", f"del {shape.name}.{name}",
    )), f"a = {shape.make}", *calls(shape, k)[:1], "return a, " + k.pick((f"{shape.name}.{name}", f"a.{name}", "a.later(), a")))  # fmt: skip


def combined(code: Code, shape: Shape, k: Choices) -> None:
    """A class made at run time."""
    other = k.pick(code.classes)
    code.refer("main", other)
    code.check(k.pick((
        f"kind = type('Made', ({shape.name},), {{'extra': 1}})", f"kind = type('Made', ({shape.name}, {other.name}), {{}})",
        f"bases = tuple(dict.fromkeys([{shape.name}, {other.name}]))\nkind = type('Made', bases, {{}})".replace("\n", "; "),
        f"kind = type({shape.name})('Made', ({shape.name},), dict({shape.name}.__dict__))",
        f"import types; kind = types.new_class('Made', ({other.name},))",
    )), "a = kind()", f"a.{k.pick(NAMES[:6])} = 1", "return a")  # fmt: skip


def bare(code: Code, shape: Shape, k: Choices) -> None:
    """An instance without ``__init__``."""
    name = public(shape, k)
    code.check(k.pick((f"a = {shape.name}.__new__({shape.name})", f"a = object.__new__({shape.name})", f"make = {shape.name}.__new__; a = make({shape.name})")), *k.pick(([], [f"a.{name} = 1"], ["a.__init__()"], [f"a.__dict__['{name}'] = 2"])), f"return a, a.{name}")  # fmt: skip


def assigned(code: Code, shape: Shape, k: Choices) -> None:
    other = k.pick(code.classes)
    code.refer("main", other)
    code.check(
        f"a = {shape.make}",
        k.pick(
            (f"a.__class__ = {other.name}", f"setattr(a, '__class__', {other.name})", f"object.__setattr__(a, '__class__', {other.name})")
        ),
        f"return a, a.{public(other, k)}",
    )


def borrowed(code: Code, shape: Shape, k: Choices) -> None:
    """A method of one class that is called with an instance of another."""
    other = k.pick(code.classes)
    code.refer("main", other)
    title = k.pick([one for one in METHODS if other.has(one)] or ["mark"])
    code.check(
        f"a = {shape.make}",
        k.pick(
            (
                f"{other.name}.{title}(a)",
                f"{other.name}.{title}.__get__(a)()",
                f"run = {other.name}.{title}; run(a)",
                f"{other.name}.__init__(a)",
            )
        ),
        "return a",
    )


def dynamic(code: Code, shape: Shape, k: Choices) -> None:
    """Names that are made of other names."""
    function = code.fresh("assign")
    code.put(
        "main",
        f"def {function}(one, **given):",
        "    for key, value in given.items():",
        "        setattr(one, key, value)",
        "    return one",
    )
    code.check(f"return {function}({shape.make}, {k.pick(NAMES[:6])}=1, other=2)")


def inspected(code: Code, shape: Shape, k: Choices) -> None:
    code.need("main", "import inspect")
    code.check(f"a = {shape.make}", k.pick((
        "return [n for n, v in inspect.getmembers(a) if not n.startswith('__')]", "return [n for n in dir(a) if not n.startswith('__')]",
        f"return [n for n in {shape.name}.__dict__ if not n.startswith('__')]", f"return inspect.getattr_static(a, '{public(shape, k)}')",
        "return a.__weakref__", f"return getattr({shape.name}, '__slots__', None)",
        "return a.__reduce_ex__(2)[2]", "return a.__getstate__()", f"return a.__sizeof__() > 0, {shape.name}.__basicsize__ > 0",
        f"return {shape.name}.__init__.__code__.co_varnames", f"return sorted(getattr({shape.name}, '__annotations__', {{}}))", f"return {shape.name}.__mro__",
        f"return len({shape.name}.__subclasses__())", f"return inspect.signature({shape.name}).parameters.keys() - set()",
    )))  # fmt: skip


USES = (
    made, many, outside, held, compared, printed, pickled, copied, weakly, through_class, as_dict, fields, matching, iterating,
    attached, kept, asked, generic, derived, raised, listed, made, many, outside, outside,
)  # fmt: skip
TRICKS = (overridden, patched, reopened, combined, bare, assigned, borrowed, dynamic, inspected)
