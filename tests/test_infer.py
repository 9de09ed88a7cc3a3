"""Inference: what the argument of ``reveal(...)`` may be. ``A`` is an instance, ``type[A]`` the class, ``?`` anything."""

from __future__ import annotations

import pytest
from programs import Defect, Source, revealed, table

AB = "class A: pass\nclass B: pass\n"

UNION = Defect("typing.Union is canonically types.UnionType, which means no class")

RECEIVERS = table(
    # where an instance comes from
    ("constructor", AB + "reveal(A())", "A"),
    ("constructor by a name", AB + "x = A()\nreveal(x)", "A"),
    ("constructor by an alias of the class", AB + "C = A\nreveal(C())", "A"),
    ("either of two names", AB + "x = A() if c else B()\nreveal(x)", "A B"),
    ("either of two assignments", AB + "def f(c):\n    x = A()\n    if c:\n        x = B()\n    reveal(x)", "A B"),
    ("or", AB + "x = None or A()\nreveal(x)", "A"),
    ("walrus", AB + "if (x := A()):\n    reveal(x)", "A"),
    ("unpacked", AB + "x, y = A(), B()\nreveal(x)", "A"),
    ("unpacked deeply", AB + "(x, (y, z)), w = (1, (2, B())), 3\nreveal(z)", "B"),
    ("chained", AB + "x = y = A()\nreveal(y)", "A"),
    ("swapped", AB + "x, y = A(), B()\nx, y = y, x\nreveal(x)", "A B"),
    ("object.__new__", AB + "reveal(object.__new__(A))", "A"),
    ("its own __new__", AB + "reveal(A.__new__(A))", "A"),
    ("nothing known", "reveal(load())", "?"),
    ("global, set by a function", AB + "x = None\ndef f():\n    global x\n    x = A()\nreveal(x)", "A"),
    (
        "nonlocal, set by an inner function",
        AB + "def f():\n    x = None\n    def g():\n        nonlocal x\n        x = A()\n    reveal(x)",
        "A",
    ),
    ("free variable", AB + "def f():\n    x = A()\n    def g():\n        reveal(x)", "A"),
    ("lambda", AB + "make = lambda: A()\nreveal(make())", "A"),
    # containers that stay in their function
    ("local list", AB + "def f():\n    xs = [A()]\n    xs.append(B())\n    for x in xs: reveal(x)", "A B"),
    ("local list, emptied", AB + "def f():\n    xs = []\n    xs.append(A())\n    while xs: reveal(xs.pop())", "A"),
    ("local list, a slice stored", AB + "def f(ys):\n    xs = [A()]\n    xs[1:] = ys\n    for x in xs: reveal(x)", "? A"),
    ("local list, an item stored", AB + "def f(ys):\n    xs = [A()]\n    xs[0] = B()\n    for x in xs: reveal(x)", "A B"),
    ("local list that is handed on", AB + "def f():\n    xs = [A()]\n    fill(xs)\n    for x in xs: reveal(x)", "? A"),
    ("local list that is extended", AB + "def f(ys):\n    xs = [A()]\n    xs.extend(ys)\n    for x in xs: reveal(x)", "? A"),
    ("local list by another name", AB + "def f():\n    xs = [A()]\n    ys = xs\n    ys.append(B())\n    for x in xs: reveal(x)", "? A"),
    (
        "local list, filled by an inner function",
        AB + "def f():\n    xs = [A()]\n    def g(y): xs.append(y)\n    for x in xs: reveal(x)\n    return g",
        "? A",
    ),
    (
        "local list, filled by a lambda",
        AB + "def f():\n    xs = [A()]\n    g = lambda y: xs.append(y)\n    for x in xs: reveal(x)\n    return g",
        "? A",
    ),
    ("local list, filled by exec", AB + "def f():\n    xs = [A()]\n    exec('xs.append(B())')\n    for x in xs: reveal(x)", "? A"),
    ("local list, assigned again", AB + "def f(ys):\n    xs = [A()]\n    xs = ys\n    for x in xs: reveal(x)", "? A"),
    ("local list, added to", AB + "def f(ys):\n    xs = [A()]\n    xs += ys\n    for x in xs: reveal(x)", "? A"),
    ("list of a module", AB + "xs = [A()]\nfor x in xs: reveal(x)", "A"),
    ("list of a module that is filled", AB + "xs = [A()]\nxs.append(B())\nfor x in xs: reveal(x)", "? A"),
    (
        "list of an attribute",
        AB
        + "class H:\n    def __init__(self): self.xs = []\n    def add(self): self.xs.append(A())\n    def f(self):\n        for x in self.xs: reveal(x)",
        "A",
    ),
    (
        "list of an attribute that is handed on",
        AB
        + "class H:\n    def __init__(self): self.xs = [A()]\n    def f(self):\n        for x in self.xs: reveal(x)\n        return self.xs",
        "? A",
    ),
    ("copy that is filled", AB + "def f(xs: list[A]):\n    ys = list(xs)\n    ys.append(B())\n    for y in ys: reveal(y)", "A B"),
    (
        "copy of another name that is filled",
        AB + "def f(xs: list[A]):\n    ys = list(xs)\n    zs = ys\n    zs.append(B())\n    for y in ys: reveal(y)",
        "? A",
    ),
    ("local dict", AB + "def f():\n    d = {}\n    d['a'] = A()\n    for x in d.values(): reveal(x)", "A"),
    ("local dict, keys", AB + "def f():\n    d = {'a': A()}\n    d['b'] = B()\n    for k, v in d.items(): reveal(k)", "'a' 'b'"),
    ("local dict, the default", AB + "def f():\n    d = {'a': A()}\n    reveal(d.get('b', B()))", "A B"),
    ("local dict, updated", AB + "def f(e):\n    d = {'a': A()}\n    d.update(e)\n    for x in d.values(): reveal(x)", "? A"),
    ("local dict with another in it", AB + "def f(e):\n    d = {'a': A(), **e}\n    for x in d.values(): reveal(x)", "? A"),
    # functions that give back what they are handed
    ("a function that gives its argument back", AB + "def same(x):\n    mark(x)\n    return x\nsame(B())\nreveal(same(A()))", "A"),
    ("a function that gives a class back", AB + "def same(c): return c\nsame(B)\nreveal(same(A)())", "A"),
    ("a function that gives one of two back", AB + "def pick(x, y): return x or y\nreveal(pick(A(), B()))", "A B"),
    ("a function that gives something else back", AB + "def other(x):\n    x = B()\n    return x\nreveal(other(A()))", "B"),
    (
        "a function that gives its argument or another back",
        AB + "def other(x, c):\n    if c: x = B()\n    return x\nreveal(other(A(), 1))",
        "A B",
    ),
    ("a function that gives its argument back, not known", AB + "def same(x): return x\nsame(B())\nreveal(same(load()))", "? B"),
    ("a decorated function that gives its argument back", AB + "@wrap\ndef same(x): return x\nreveal(same(A()))", "? A"),
    ("a method that gives itself back", AB + "class N:\n    def go(self): return self\nclass O(N): pass\nreveal(O().go())", "O"),
    ("a copy by type(self)", "class N:\n    def copy(self): return type(self)()\nclass O(N): pass\nreveal(O().copy())", "O"),
    (
        "a copy by __class__ and __new__, of super()",
        "class N:\n    def copy(self):\n        kind = self.__class__\n        new = kind.__new__(kind)\n        return new\nclass O(N):\n    def copy(self):\n        reveal(super().copy())",
        "O",
    ),
    ("a copy by the name of the class", "class N:\n    def copy(self): return N()\nclass O(N): pass\nreveal(O().copy())", "N"),
    (
        "a copy by either",
        "class N:\n    def copy(self, c):\n        kind = N if c else type(self)\n        if c: kind = N\n        return kind()\nclass O(N): pass\nreveal(O().copy(1))",
        "N",
    ),
    (
        "a copy, or what was handed in",
        "class N:\n    def copy(self, new=None):\n        if new is None: new = type(self)()\n        return new\nclass O(N): pass\nreveal(O().copy(N()))",
        "N",
    ),
    (
        "a copy, or what an inner function assigns",
        "class N:\n    def copy(self):\n        new = type(self)()\n        def other():\n            nonlocal new\n            new = N()\n        other()\n        return new\nclass O(N): pass\nreveal(O().copy())",
        "N",
    ),
    (
        "a class or one made from it",
        AB
        + "def make(c):\n    if hasattr(c, 'x'): new = c\n    else:\n        class new(c): pass\n    return new\nmake(B)\nreveal(make(A)())",
        "A make.<locals>.new",
    ),
    ("unpacked by an annotation", AB + "def two() -> tuple[A, B]: return load()\nx, y = two()\nreveal(y)", "B"),
    ("unpacked by an annotation of any length", AB + "def many() -> tuple[A, ...]: return load()\nx, y = many()\nreveal(y)", "A"),
    # which calls may run a method
    (
        "a call with too few arguments",
        AB + "class N:\n    def put(self, x, y): reveal(x)\ndef f(n): n.put(A())\ndef g(n): n.put(B(), 1)",
        "B",
    ),
    (
        "a call with too many arguments",
        AB + "class N:\n    def put(self, x): reveal(x)\ndef f(n): n.put(A(), 1, 2)\ndef g(n): n.put(B())",
        "B",
    ),
    (
        "a call by another keyword",
        AB + "class N:\n    def put(self, x, y=1): reveal(x)\ndef f(n): n.put(A(), z=1)\ndef g(n): n.put(B(), y=2)",
        "B",
    ),
    ("a call through the class", AB + "class N:\n    def put(self, x): reveal(x)\ndef f(c, n): c.put(n, A())", "A"),
    ("a call with arguments that are not counted", AB + "class N:\n    def put(self, x, y): reveal(x)\ndef f(n, r): n.put(A(), *r)", "A"),
    ("a call of what a decorator changes", AB + "class N:\n    @changed\n    def put(self, x, y): reveal(x)\ndef f(n): n.put(A())", "A"),
    ("a default of which nothing is known", AB + "class N:\n    def put(self, x, y=not z): reveal(x)\ndef f(n): n.put(A())", "A"),
    (
        "the constructor of a subclass",
        AB + "class N:\n    def __init__(self, x): reveal(x)\nclass O(N):\n    def __init__(self, x, y): super().__init__(y)\nO(A(), B())",
        "B",
    ),
    ("the constructor of a base for a subclass", AB + "class N:\n    def __init__(self, x): reveal(x)\nclass O(N): pass\nO(A())", "A"),
    (
        "the constructor of a sister",
        AB
        + "class M:\n    def __init__(self, x): super().__init__(x)\nclass N:\n    def __init__(self, x): reveal(x)\nclass O(M, N): pass\nO(A())",
        "A",
    ),
    (
        "registered with what passed a check itself",
        AB
        + "import abc\nclass P(abc.ABC): pass\ndef enlist(kind):\n    if isinstance(kind, P): kind.register(A)\nenlist(P)\ndef f(x):\n    if isinstance(x, P): reveal(x)\nf(B())",
        "P",
    ),
    (
        "a check of a metaclass, by a name of the class body",
        AB
        + "class M(type):\n    def __instancecheck__(c, x): return True\nclass N(metaclass=M):\n    M = 1\ndef f(x):\n    if isinstance(x, N): reveal(x)\nf(load())",
        "? N",
    ),
    (
        "bases in a metaclass",
        AB + "class M(type):\n    def __new__(m, name, bases, space):\n        for base in bases: reveal(base)",
        "outside",
    ),
    ("owner of a descriptor", AB + "class D:\n    def __get__(self, o, c): reveal(c)\nclass N:\n    d = D()", "type[N]"),
    ("owner of a descriptor that nobody has", AB + "class D:\n    def __get__(self, o, c): reveal(c)", "outside"),
    ("del and again", AB + "x = A()\ndel x\nx = B()\nreveal(x)", "A B"),
    ("module attribute", {"main.py": "import lib\nreveal(lib.x)", "lib.py": AB + "x = A()"}, "A"),
    ("imported instance", {"main.py": "from lib import x as y\nreveal(y)", "lib.py": AB + "x = A()"}, "A"),
    ("class as a value", AB + "reveal(A)", "type[A]"),
    ("type of an instance", AB + "reveal(type(A()))", "type[A]"),
    ("__class__", AB + "reveal(A().__class__)", "type[A]"),
    ("instance of the type of an instance", AB + "reveal(type(A())())", "A"),
    # self and cls
    ("self", "class A:\n    def f(self): reveal(self)", "A"),
    ("self by another name", "class A:\n    def f(this): reveal(this)", "A"),
    ("alias of self", "class A:\n    def f(self):\n        me = self\n        reveal(me)", "A"),
    ("self in a nested function", "class A:\n    def f(self):\n        def g(): reveal(self)", "A"),
    ("cls", "class A:\n    @classmethod\n    def f(cls): reveal(cls)", "type[A]"),
    ("cls of __new__", "class A:\n    def __new__(cls): reveal(cls)", "type[A]"),
    ("cls of __init_subclass__", "class A:\n    def __init_subclass__(cls): reveal(cls)", "type[A]"),
    ("instance of cls", "class A:\n    @classmethod\n    def make(cls):\n        x = cls()\n        reveal(x)", "A"),
    ("super().__new__", "class A:\n    def __new__(cls):\n        x = super().__new__(cls)\n        reveal(x)", "A"),
    ("object.__new__(cls)", "class A:\n    @classmethod\n    def make(cls):\n        x = object.__new__(cls)\n        reveal(x)", "A"),
    ("cls.__new__(cls)", "class A:\n    @classmethod\n    def make(cls):\n        x = cls.__new__(cls)\n        reveal(x)", "A"),
    ("first of a static method is no self", "class A:\n    @staticmethod\n    def f(x): reveal(x)", "?"),
    ("self of a metaclass is a class", "class M(type):\n    def f(self): reveal(self)", "outside"),
    ("copy in a method", "import copy\nclass A:\n    def f(self):\n        x = copy.copy(self)\n        reveal(x)", "A"),
    ("__copy__", "class A:\n    def __copy__(self):\n        x = type(self).__new__(type(self))\n        reveal(x)", "A"),
    ("self.__class__", "class A:\n    def f(self):\n        x = self.__class__()\n        reveal(x)", "A"),
    ("other operand", "class A:\n    def __eq__(self, other): reveal(other)", "? A"),
    # annotations
    ("parameter", AB + "def f(x: A): reveal(x)", "A"),
    ("parameter in quotes", AB + "def f(x: 'A'): reveal(x)", "A"),
    ("parameter, class below", "def f(x: A): reveal(x)\nclass A: pass", "A"),
    ("optional", AB + "from typing import Optional\ndef f(x: Optional[A]): reveal(x)", "A"),
    ("A | None", AB + "def f(x: A | None): reveal(x)", "A"),
    ("A | B", AB + "def f(x: 'A | B'): reveal(x)", "A B"),
    ("Union", AB + "import typing as t\ndef f(x: t.Union[A, B]): reveal(x)", "A B"),
    ("Annotated", AB + "from typing import Annotated\ndef f(x: Annotated[A, B]): reveal(x)", "A"),
    ("type[A]", AB + "def f(x: type[A]): reveal(x())", "A"),
    ("variable", AB + "x: A = load()\nreveal(x)", "? A"),
    ("attribute", "class A: pass\nclass B:\n    x: A\n    def f(self): reveal(self.x)", "A"),
    ("ClassVar", "from typing import ClassVar\nclass A: pass\nclass B:\n    x: ClassVar[A]\n    def f(self): reveal(self.x)", "A"),
    ("alias of an annotation", AB + "from typing import Union\nAny_ = Union[A, B]\ndef f(x: Any_): reveal(x)", "A B", UNION),
    ("Any", AB + "from typing import Any\ndef f(x: Any): reveal(x)", "?"),
    ("object", AB + "def f(x: object): reveal(x)", "?"),
    ("a protocol may be anything", "from typing import Protocol\nclass P(Protocol): x: int\ndef f(x: P): reveal(x)", "?"),
    ("a string", "def f(x: str): reveal(x)", "str"),
    ("type variable", AB + "from typing import TypeVar\nT = TypeVar('T', bound=A)\ndef f(x: T): reveal(x)", "?"),
    ("generic class", "from typing import Generic, TypeVar\nT = TypeVar('T')\nclass G(Generic[T]): pass\ndef f(x: G[int]): reveal(x)", "G"),
    ("imported for types only", {"main.py": "if TYPE_CHECKING:\n    from lib import A\ndef f(x: 'A'): reveal(x)", "lib.py": AB}, "A"),
    # narrowing
    ("isinstance", AB + "def f(x):\n    if isinstance(x, A): reveal(x)", "A"),
    ("isinstance of a tuple", AB + "def f(x):\n    if isinstance(x, (A, B)): reveal(x)", "A B"),
    ("isinstance of a named tuple of classes", AB + "BOTH = (A, B)\ndef f(x):\n    if isinstance(x, BOTH): reveal(x)", "A B"),
    ("isinstance narrows what is known", AB + "def f(x: A | B):\n    if isinstance(x, B): reveal(x)", "B"),
    ("isinstance keeps a subclass", "class A: pass\nclass B(A): pass\ndef f(x: B):\n    if isinstance(x, A): reveal(x)", "B"),
    ("isinstance and more", AB + "def f(x, y):\n    if isinstance(x, A) and y and reveal(x): pass", "A"),
    ("assert isinstance", AB + "def f(x):\n    assert isinstance(x, A)\n    reveal(x)", "A"),
    ("conditional expression", AB + "def f(x): return reveal(x) if isinstance(x, A) else 0", "A"),
    ("comprehension condition", AB + "def f(xs): return [reveal(x) for x in xs if isinstance(x, A)]", "A"),
    ("not after the block", AB + "def f(x):\n    if isinstance(x, A): pass\n    reveal(x)", "?"),
    ("not in else", AB + "def f(x):\n    if isinstance(x, A): pass\n    else: reveal(x)", "?"),
    ("not after rebinding", AB + "def f(x):\n    if isinstance(x, A):\n        x = load()\n        reveal(x)", "?"),
    ("while", AB + "def f(x):\n    while isinstance(x, A): reveal(x)", "A"),
    ("class pattern", AB + "def f(x):\n    match x:\n        case A(): reveal(x)", "A"),
    ("class pattern with a name", AB + "def f(x):\n    match x:\n        case A() as y: reveal(y)", "A"),
    ("other pattern", AB + "def f(x):\n    match x:\n        case [A(), y]: reveal(y)", "?"),
    # functions
    ("result", AB + "def make(): return A()\nreveal(make())", "A"),
    ("result of either", AB + "def make(c):\n    if c: return A()\n    return B()\nreveal(make(1))", "A B"),
    ("declared result", AB + "def make() -> A: return load()\nreveal(make())", "A"),
    ("declared result in quotes", AB + "def make() -> 'A | None': return load()\nreveal(make())", "A"),
    ("result of an import", {"main.py": "import lib\nreveal(lib.make())", "lib.py": AB + "def make(): return A()"}, "A"),
    ("result of a result", AB + "def one(): return A()\ndef two(): return one()\nreveal(two())", "A"),
    ("result of a method", "class A:\n    def f(self): return B()\nclass B: pass\nreveal(A().f())", "B"),
    (
        "result of an overridden method",
        "class A:\n    def f(self): return 1\nclass B(A):\n    def f(self): return B()\ndef g(x: A): reveal(x.f())",
        "B int",
    ),
    ("fluent methods", "class A:\n    def f(self): return self\nreveal(A().f().f())", "A"),
    ("inherited method", "class O:\n    def f(self): return A()\nclass A(O): pass\nreveal(A().f())", "A"),
    ("super().f()", "class A: pass\nclass O:\n    def f(self): return A()\nclass P(O):\n    def f(self): reveal(super().f())", "A"),
    ("called instance", "class A:\n    def __call__(self): return B()\nclass B: pass\nreveal(A()())", "B"),
    ("async function", AB + "async def make(): return A()\nasync def f(): reveal(await make())", "A"),
    ("generator", AB + "def many():\n    yield A()\nfor x in many(): reveal(x)", "A"),
    ("yield from", AB + "def many():\n    yield A()\ndef more():\n    yield from many()\nfor x in more(): reveal(x)", "A"),
    ("class method factory", "class A:\n    @classmethod\n    def make(cls): return cls()\nreveal(A.make())", "A"),
    ("static method factory", "class A:\n    @staticmethod\n    def make(): return A()\nreveal(A.make())", "A"),
    ("factory on an instance", "class A:\n    @staticmethod\n    def make(): return A()\nreveal(A().make())", "A"),
    (
        "factory that stores",
        "class A:\n    @classmethod\n    def make(cls):\n        new = cls.__new__(cls)\n        return new\nreveal(A.make())",
        "A",
    ),
    ("lru_cache", AB + "import functools\n@functools.lru_cache(maxsize=None)\ndef make(): return A()\nreveal(make())", "A"),
    ("unknown decorator", AB + "@weird\ndef make(): return A()\nreveal(make())", "? A"),
    ("decorator that gives it back", AB + "def twice(f): return f\n@twice\ndef make(): return A()\nreveal(make())", "A"),
    ("decorator that may give something else", AB + "def twice(f): return f or B\n@twice\ndef make(): return A()\nreveal(make())", "? A"),
    ("partial", AB + "from functools import partial\nmake = partial(A, 1)\nreveal(make())", "A"),
    ("property", "class A: pass\nclass B:\n    @property\n    def a(self): return A()\nreveal(B().a)", "A"),
    (
        "cached_property",
        "from functools import cached_property\nclass A: pass\nclass B:\n    @cached_property\n    def a(self): return A()\nreveal(B().a)",
        "A",
    ),
    ("declared property", "class A: pass\nclass B:\n    @property\n    def a(self) -> A: return load()\nreveal(B().a)", "A"),
    ("descriptor", "class A: pass\nclass D:\n    def __get__(self, obj, cls): return A()\nclass B:\n    d = D()\nreveal(B().d)", "A"),
    # attributes
    ("self.x", "class A: pass\nclass B:\n    def __init__(self): self.x = A()\n    def f(self): reveal(self.x)", "A"),
    ("self.x from elsewhere", "class A: pass\nclass B:\n    def __init__(self): self.x = A()\nreveal(B().x)", "A"),
    (
        "self.x.y",
        "class A: pass\nclass B:\n    def __init__(self): self.x = A()\nclass C:\n    def __init__(self): self.y = B()\n    def f(self): reveal(self.y.x)",
        "A",
    ),
    (
        "None is not for ever",
        "class A: pass\nclass B:\n    def __init__(self): self.x = None\n    def g(self): self.x = A()\n    def f(self): reveal(self.x)",
        "A",
    ),
    (
        "set by another class",
        "class A: pass\nclass B:\n    def __init__(self): self.x = None\nclass C:\n    def f(self, b: B): b.x = A()\ndef g(b: B): reveal(b.x)",
        "A",
    ),
    (
        "stored in the base",
        "class A: pass\nclass O:\n    def __init__(self): self.x = A()\nclass P(O):\n    def f(self): reveal(self.x)",
        "A",
    ),
    (
        "stored in a subclass",
        "class A: pass\nclass O:\n    def f(self): reveal(self.x)\nclass P(O):\n    def __init__(self): self.x = A()",
        "A",
    ),
    ("annotated in __init__", "class A: pass\nclass B:\n    def __init__(self, x): self.x: A = x\n    def f(self): reveal(self.x)", "? A"),
    ("dataclass field", "from dataclasses import dataclass\nclass A: pass\n@dataclass\nclass B:\n    x: A\nreveal(B(1).x)", "A"),
    ("class attribute", "class A: pass\nclass B:\n    x = A()\nreveal(B.x)", "A"),
    ("class attribute by the instance", "class A: pass\nclass B:\n    x = A()\nreveal(B().x)", "A"),
    ("handed to __init__", "class A: pass\nclass B:\n    def __init__(self, x): self.x = x\nb = B(A())\nreveal(b.x)", "A"),
    ("a class-level value that is stored on the class", AB + "class C:\n    kind = A\nC.kind = B\nreveal(C().kind())", "A B"),
    (
        "a class-level value that is stored by a class method",
        AB + "class C:\n    kind = A\n    @classmethod\n    def to(cls, kind): cls.kind = kind\nC.to(B)\nreveal(C.kind())",
        "A B",
    ),
    ("a class-level value that is stored and not known", AB + "class C:\n    kind = A\nC.kind = load()\nreveal(C().kind())", "? A"),
    (
        "a class-level value that is stored on an instance",
        AB + "class C:\n    it = None\n    def make(self): self.it = A()\n    def use(self): reveal(self.it)",
        "A",
    ),
    ("getattr by a literal name", "class A: pass\nclass B:\n    x = A()\nreveal(getattr(B(), 'x'))", "A"),
    (
        "looked up by a beginning",
        AB
        + "class V:\n    def visit_x(self, node): reveal(node)\n    def visit(self, node, name):\n        return getattr(self, 'visit_' + name)(node)\nV().visit(A(), n)",
        "A",
    ),
    (
        "looked up by a beginning, kept in a variable",
        AB
        + "class V:\n    def visit_x(self, node): reveal(node)\n    def visit(self, node, name):\n        m = getattr(self, 'visit_' + name + '_', None)\n        if m is not None: m(node)\nV().visit(A(), n)",
        "A",
    ),
    (
        "looked up by a formatted name",
        AB
        + "class V:\n    def visit_x(self, node): reveal(node)\n    def visit(self, node, name):\n        name = 'visit_%s' % name\n        m = getattr(self, name)\n        m(node)\nV().visit(A(), n)",
        "A",
    ),
    (
        "looked up by an f-string",
        AB
        + "class V:\n    def visit_x(self, node): reveal(node)\n    def visit(self, node, name):\n        return getattr(self, f'visit_{name}')(node)\nV().visit(A(), n)",
        "A",
    ),
    (
        "looked up from outside",
        AB
        + "class V:\n    def visit_x(self, node): reveal(node)\ndef visit(v, node, name): getattr(v, 'visit_' + name)(node)\nvisit(V(), A(), n)",
        "A",
    ),
    (
        "looked up, and called by its name",
        AB
        + "class V:\n    def visit_x(self, node): reveal(node)\n    def visit(self, node, name):\n        return getattr(self, 'visit_' + name)(node)\nV().visit(A(), n)\nV().visit_x(B())",
        "A B",
    ),
    (
        "looked up by another beginning",
        AB
        + "class V:\n    def visit_x(self, node): reveal(node)\n    def visit(self, node, name):\n        return getattr(self, 'leave_' + name)(node)\nV().visit(A(), n)",
        "?",
    ),
    (
        "looked up by nothing known",
        AB
        + "class V:\n    def visit_x(self, node): reveal(node)\n    def visit(self, node, name):\n        return getattr(self, name)(node)\nV().visit(A(), n)",
        "?",
    ),
    (
        "looked up by an end",
        AB
        + "class V:\n    def visit_x(self, node): reveal(node)\n    def visit(self, node, name):\n        return getattr(self, name + '_x')(node)\nV().visit(A(), n)",
        "?",
    ),
    (
        "looked up on another class",
        AB
        + "class V:\n    def visit_x(self, node): reveal(node)\nclass W:\n    def visit(self, node, name):\n        return getattr(self, 'visit_' + name)(node)\nW().visit(A(), n)",
        "?",
    ),
    (
        "looked up in a class above",
        AB
        + "class W:\n    def visit(self, node, name):\n        return getattr(self, 'visit_' + name)(node)\nclass V(W):\n    def visit_x(self, node): reveal(node)\nV().visit(A(), n)",
        "A",
    ),
    (
        "looked up and handed on",
        AB
        + "class V:\n    def visit_x(self, node): reveal(node)\n    def visit(self, node, name):\n        return getattr(self, 'visit_' + name)(node)\n    def get(self, name): return getattr(self, 'visit_' + name)\nV().visit(A(), n)",
        "? A",
    ),
    (
        "looked up, called and handed on",
        AB
        + "class V:\n    def visit_x(self, node): reveal(node)\n    def visit(self, node, name):\n        m = getattr(self, 'visit_' + name)\n        m(node)\n        run(m)\nV().visit(A(), n)",
        "? A",
    ),
    ("nobody stores it", "class A: pass\nreveal(A().x)", "?"),
    # collections
    ("loop over a list", AB + "for x in [A(), B()]: reveal(x)", "A B"),
    ("loop over a tuple", AB + "for x in (A(), B()): reveal(x)", "A B"),
    ("loop over a comprehension", AB + "for x in [A() for _ in range(3)]: reveal(x)", "A"),
    ("loop over an annotated list", AB + "def f(xs: list[A]):\n    for x in xs: reveal(x)", "A"),
    ("loop over List", AB + "from typing import List\ndef f(xs: List['A']):\n    for x in xs: reveal(x)", "A"),
    ("loop over Iterable", AB + "from collections.abc import Iterable\ndef f(xs: Iterable[A]):\n    for x in xs: reveal(x)", "A"),
    ("loop over a set", AB + "def f(xs: set[A]):\n    for x in xs: reveal(x)", "A"),
    ("loop over tuple[A, ...]", AB + "def f(xs: tuple[A, ...]):\n    for x in xs: reveal(x)", "A"),
    ("loop over deque", AB + "from collections import deque\ndef f(xs: deque[A]):\n    for x in xs: reveal(x)", "A"),
    ("loop over dict values", AB + "def f(xs: dict[str, A]):\n    for x in xs.values(): reveal(x)", "A"),
    ("loop over dict items", AB + "def f(xs: dict[str, A]):\n    for k, x in xs.items(): reveal(x)", "A"),
    ("loop over dict keys", AB + "def f(xs: dict[A, B]):\n    for x in xs: reveal(x)", "A"),
    ("loop over Mapping", AB + "from typing import Mapping\ndef f(xs: Mapping[str, A]):\n    for x in xs.values(): reveal(x)", "A"),
    ("enumerate", AB + "def f(xs: list[A]):\n    for i, x in enumerate(xs): reveal(x)", "A"),
    ("zip", AB + "def f(xs: list[A], ys: list[B]):\n    for x, y in zip(xs, ys): reveal(y)", "B"),
    ("sorted", AB + "def f(xs: list[A]):\n    for x in sorted(xs, key=id): reveal(x)", "A"),
    ("reversed", AB + "def f(xs: list[A]):\n    for x in reversed(xs): reveal(x)", "A"),
    ("filter", AB + "def f(xs: list[A]):\n    for x in filter(None, xs): reveal(x)", "A"),
    ("chain", AB + "import itertools\ndef f(xs: list[A]):\n    for x in itertools.chain(xs, xs): reveal(x)", "A"),
    ("map", AB + "def make(n): return A()\nfor x in map(make, range(3)): reveal(x)", "A"),
    ("map of a class", AB + "for x in map(A, range(3)): reveal(x)", "A"),
    ("next", AB + "def f(xs: list[A]): reveal(next(iter(xs)))", "A"),
    ("next with a default", AB + "def f(xs: list[A]): reveal(next(iter(xs), B()))", "A B"),
    ("max", AB + "def f(xs: list[A]): reveal(max(xs))", "A"),
    ("item", AB + "def f(xs: list[A]): reveal(xs[0])", "A"),
    ("slice", AB + "def f(xs: list[A]):\n    for x in xs[1:]: reveal(x)", "A"),
    ("item of a dict", AB + "def f(xs: dict[str, A]): reveal(xs['x'])", "A"),
    ("dict.get", AB + "def f(xs: dict[str, A]): reveal(xs.get('x'))", "A"),
    ("dict.get with a default", AB + "def f(xs: dict[str, A]): reveal(xs.get('x', B()))", "A B"),
    ("dict.setdefault", AB + "def f(xs: dict[str, A]): reveal(xs.setdefault('x', A()))", "A"),
    ("dict.pop", AB + "def f(xs: dict[str, A]): reveal(xs.pop('x'))", "A"),
    ("list.pop", AB + "def f(xs: list[A]): reveal(xs.pop())", "A"),
    ("deque.popleft", AB + "from collections import deque\ndef f(xs: deque[A]): reveal(xs.popleft())", "A"),
    ("list.copy", AB + "def f(xs: list[A]):\n    for x in xs.copy(): reveal(x)", "A"),
    ("list of lists", AB + "def f(xs: list[list[A]]):\n    for ys in xs:\n        for x in ys: reveal(x)", "A"),
    ("dict of lists", AB + "def f(xs: dict[str, list[A]]):\n    for x in xs['k']: reveal(x)", "A"),
    (
        "self.items: list[A]",
        "class A: pass\nclass B:\n    def __init__(self): self.items: list[A] = []\n    def f(self):\n        for x in self.items: reveal(x)",
        "? A",
    ),
    ("starred", AB + "x, *rest = A(), A()\nfor y in rest: reveal(y)", "A"),
    ("*args", AB + "def f(*xs):\n    for x in xs: reveal(x)\nf(A(), B())", "A B"),
    ("*args annotated", AB + "def f(*xs: A):\n    for x in xs: reveal(x)", "A"),
    ("**kwargs annotated", AB + "def f(**xs: A):\n    for x in xs.values(): reveal(x)", "A"),
    ("a list that grows may hold more", AB + "xs = [A()]\nxs.append(B())\nfor x in xs: reveal(x)", "? A"),
    ("iterated instance", "class A: pass\nclass B:\n    def __iter__(self):\n        yield A()\nfor x in B(): reveal(x)", "A"),
    ("item of an instance", "class A: pass\nclass B:\n    def __getitem__(self, i): return A()\nreveal(B()[0])", "A"),
    ("sum of lists", AB + "for x in [A()] + [B()]: reveal(x)", "? A B"),
    ("operator of the class", "class A:\n    def __add__(self, other): return B()\nclass B: pass\nreveal(A() + 1)", "? B"),
    # casts, copies, context managers, exceptions
    ("cast", AB + "from typing import cast\nreveal(cast(A, load()))", "A"),
    (
        "cast in quotes",
        AB + "import typing\nreveal(typing.cast('A', load()))",
        "A",
        Defect("a quoted class in cast means nothing at all: stores on it are lost"),
    ),
    ("copy", AB + "import copy\nreveal(copy.copy(A()))", "A"),
    ("deepcopy", AB + "from copy import deepcopy\nreveal(deepcopy(A()))", "A"),
    ("dataclasses.replace", AB + "import dataclasses\nreveal(dataclasses.replace(A(), x=1))", "A"),
    ("with, gives itself", "class A:\n    def __enter__(self): return self\nwith A() as x: reveal(x)", "A"),
    ("with, gives another", "class A:\n    def __enter__(self): return B()\nclass B: pass\nwith A() as x: reveal(x)", "B"),
    ("async with", "class A:\n    async def __aenter__(self): return self\nasync def f():\n    async with A() as x: reveal(x)", "A"),
    (
        "contextmanager",
        AB + "from contextlib import contextmanager\n@contextmanager\ndef opened():\n    yield A()\nwith opened() as x: reveal(x)",
        "A",
    ),
    ("with, not known", "with load() as x: reveal(x)", "?"),
    ("except", "class E(Exception): pass\ntry: pass\nexcept E as e: reveal(e)", "E"),
    ("except one of two", "class E(Exception): pass\nclass F(Exception): pass\ntry: pass\nexcept (E, F) as e: reveal(e)", "E F"),
    # parameters by the calls
    ("called once", AB + "def f(x): reveal(x)\nf(A())", "A"),
    ("called twice", AB + "def f(x): reveal(x)\nf(A())\nf(B())", "A B"),
    ("by keyword", AB + "def f(y, x): reveal(x)\nf(x=A(), y=1)", "A"),
    ("by a keyword-only name", AB + "def f(*, x): reveal(x)\nf(x=A())", "A"),
    ("default", AB + "def f(x=A()): reveal(x)\nf()", "A"),
    ("from another module", {"lib.py": "def f(x): reveal(x)", "main.py": AB + "import lib\nlib.f(A())"}, "A"),
    ("through two functions", AB + "def f(x): reveal(x)\ndef g(x): f(x)\ng(A())", "A"),
    ("of a method", "class A: pass\nclass B:\n    def f(self, x): reveal(x)\nB().f(A())", "A"),
    ("of a constructor", "class A: pass\nclass B:\n    def __init__(self, x): reveal(x)\nB(A())", "A"),
    ("of a constructor by a subclass", "class A: pass\nclass B:\n    def __init__(self, x): reveal(x)\nclass C(B): pass\nC(A())", "A"),
    (
        "by super().__init__",
        "class A: pass\nclass B:\n    def __init__(self, x): reveal(x)\nclass C(B):\n    def __init__(self): super().__init__(A())",
        "A",
    ),
    ("a starred argument", AB + "def f(x): reveal(x)\nf(*load())", "?"),
    ("a double-starred argument", AB + "def f(x): reveal(x)\nf(**load())", "?"),
    ("never called", AB + "def f(x): reveal(x)", "?"),
    ("handed around", AB + "def f(x): reveal(x)\nf(A())\nregister(f)", "? A"),
    ("calls win over what is declared", "class A: pass\nclass B: pass\ndef f(x: A): reveal(x)\nf(B())", "A B"),
    ("rebound parameter", AB + "def f(x):\n    x = A()\n    reveal(x)\nf(B())", "A"),
    ("a name of a function that is a class's too", AB + "def f(x): reveal(x)\nclass C:\n    def f(self, x): pass\nf(A())\nC().f(B())", "A"),
    # pytest
    ("fixture", AB + "import pytest\n@pytest.fixture\ndef a(): return A()\ndef test_it(a): reveal(a)", "A"),
    ("fixture with yield", AB + "import pytest\n@pytest.fixture(scope='module')\ndef a():\n    yield A()\ndef test_it(a): reveal(a)", "A"),
    ("fixture by another name", AB + "import pytest\n@pytest.fixture(name='b')\ndef a(): return A()\ndef test_it(b): reveal(b)", "A"),
    (
        "fixture of the own class",
        AB
        + "import pytest\n@pytest.fixture\ndef a(): return B()\nclass TestIt:\n    @pytest.fixture\n    def a(self): return A()\n    def test_it(self, a): reveal(a)",
        "A",
    ),
    (
        "fixture of the base of the class",
        AB
        + "import pytest\n@pytest.fixture\ndef a(): return B()\nclass Base:\n    @pytest.fixture\n    def a(self): return A()\nclass TestIt(Base):\n    def test_it(self, a): reveal(a)",
        "A",
    ),
    (
        "fixture of a subclass that runs the test",
        AB
        + "import pytest\nclass TestIt:\n    @pytest.fixture\n    def a(self): return A()\n    def test_it(self, a): reveal(a)\nclass TestOther(TestIt):\n    @pytest.fixture\n    def a(self): return B()",
        "A B",
    ),
    (
        "fixture of another class",
        AB
        + "import pytest\n@pytest.fixture\ndef a(): return B()\nclass TestIt:\n    @pytest.fixture\n    def a(self): return A()\nclass TestOther:\n    def test_it(self, a): reveal(a)",
        "A B",
    ),
    (
        "fixture of conftest",
        {"tests/conftest.py": AB + "import pytest\n@pytest.fixture\ndef a(): return A()", "tests/test_x.py": "def test_it(a): reveal(a)"},
        "A",
    ),
)


@pytest.mark.parametrize(("source", "expected"), RECEIVERS)
def test_what_a_receiver_may_be(source: Source, expected: str) -> None:
    assert revealed(source) == expected


# -- bounds ------------------------------------------------------------------------------------------------------------

CYCLES = table(
    ("names", "x = y\ny = x\nreveal(x)"),
    ("functions", "def f(): return g()\ndef g(): return f()\nreveal(f())"),
    ("a function of itself", "def f(n): return f(n - 1)\nreveal(f(1))"),
    ("attributes", "class A:\n    def __init__(self, other): self.next = other.next\nreveal(A(A(None)).next)"),
    ("parameters", "def f(x): g(x)\ndef g(x):\n    f(x)\n    reveal(x)"),
    ("classes", "class A:\n    def f(self): return B().f()\nclass B:\n    def f(self): return A().f()\nreveal(A().f())"),
    ("modules", {"a.py": "from b import x\nreveal(x)", "b.py": "from a import x"}),
    ("stars", {"a.py": "from b import *\nreveal(x)", "b.py": "from a import *"}),
    ("growing lists", "x = []\nfor _ in y:\n    x = [x]\nreveal(x)"),
    ("growing tuples", "def f(x): return f((x, x))\nreveal(f(1))"),
    ("growing types", "def f(x):\n    y = {1: x}\n    f(y)\n    return y\nreveal(f(1))"),
    ("iteration over itself", "class A:\n    def __iter__(self): return iter(self)\nfor x in A(): reveal(x)"),
    ("enter itself", "class A:\n    def __enter__(self):\n        with self as x: return x\nwith A() as x: reveal(x)"),
    ("decorators", "def d(f): return d(f)\n@d\ndef f(): return f()\nreveal(f())"),
    ("long chain", "\n".join(["x0 = 1", *(f"x{n + 1} = x{n}" for n in range(300)), "reveal(x300)"])),
    ("long call chain", "\n".join(["def f0(): return 1", *(f"def f{n + 1}(): return f{n}()" for n in range(300)), "reveal(f300())"])),
    ("deep attribute", f"class A:\n    def f(self): return self\nreveal(A(){'.f()' * 80})"),
    ("many ways", "\n".join(["def f0(x): return x", *(f"def f{n + 1}(x): return f{n}(f{n}(x))" for n in range(25)), "reveal(f25(1))"])),
)


@pytest.mark.timeout(120)  # seconds, for what takes hundredths of one: a hang must fail, not stop the run
@pytest.mark.parametrize("source", CYCLES)
def test_questions_without_end_have_an_answer(source: Source) -> None:
    assert revealed(source) == revealed(source)


def test_a_cycle_does_not_hide_what_is_known() -> None:
    source = "class A: pass\ndef f(n): return f(n - 1) if n else A()\ndef g(x): return g(x) or f(1)\nreveal(g(2))"
    assert revealed(source) == "A"


def test_the_order_of_questions_does_not_matter() -> None:
    lines = ["class A: pass", "class B: pass", "def f(x): return g(x) if x else A()", "def g(x): return f(x) if x else B()"]
    for question in ("f(1)", "g(1)"):
        for before in ("", "f(2)", "g(2)", "g(f(3))"):
            assert revealed("\n".join([*lines, f"y = {before or 0}", f"reveal({question})"])) == "A B"


def test_what_lies_deep_is_known_all_the_same() -> None:
    chain = "\n".join(["class A: pass", "def f0(x): return x or A()", *(f"def f{n + 1}(x): return f{n}(x)" for n in range(200))])
    assert revealed(f"{chain}\nreveal(f200(None))") == "A"


CIRCLES = table(
    ("what calls of each other hand on", "def f(x): g(x)\ndef g(x):\n    reveal(x)\n    f(x)\nf(A())\ng(B())", "A B"),
    ("what a list of nodes is made of", "class N:\n    def __init__(self, n): self.next = n\ndef f(n):\n    f(n.next)\n    reveal(n)\nf(N(N(None)))", "N"),
    ("what is found last", "def f(x, n):\n    reveal(x)\n    return f(g(x), n)\ndef g(x): return h(x)\ndef h(x): return B() if x else f(x, 1)\nf(A(), 1)", "A B"),
    ("functions that never return", "def f(x): return g(x)\ndef g(x): return f(x)\nreveal(f(A()))", ""),
    ("an operand that is not known yet", "def f(n):\n    x = A()\n    while n: x = g(x)\n    reveal(x)\ndef g(x): return x", "A"),
    ("a class that is made anew from itself", "def d(c): return c\nclass T:\n    m = d\n    def t(self):\n        class C: pass\n        C = d(C)\n        reveal(C)", "type[T.t.<locals>.C]"),
)  # fmt: skip


@pytest.mark.parametrize(("source", "expected"), CIRCLES)
def test_circles_hold_what_goes_into_them_and_nothing_else(source: str, expected: str) -> None:
    assert revealed(AB + source) == expected
