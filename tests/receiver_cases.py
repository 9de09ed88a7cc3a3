"""Programs in which an instance gets to a store or a weak reference by some way, with a ``check()`` that must keep its result."""

from __future__ import annotations

from programs import Defect, table

AB = "class A:\n    def __init__(self): self.x = 1\nclass B:\n    def __init__(self): self.y = 1\n"
U = "class Unrelated:\n    def __init__(self): self.tag = 0\n"

# What is wrong today. A row that names one of these fails as expected, and says so when it no longer does.
HOOKED = Defect("what __ior__ gives is not what an augmented attribute holds")

RECEIVERS = table(
    (
        "union",
        AB
        + "from typing import Union\ndef mark(x: Union[A, B]): x.tag = 1\nITEMS = {'a': A()}\ndef check():\n    mark(*ITEMS.values()); return 1",
    ),
    ("dict.get default", AB + "def go(xs: dict[str, A]):\n    xs.get('k', B()).tag = 1\ndef check():\n    go({}); return 1"),
    (
        "slice",
        AB
        + "class N:\n    def __init__(self): self.kids = [A()]\n    def __iter__(self): return iter(self.kids)\ndef go(ns: list[N]):\n    for n in ns[1:]: n.tag = 1\ndef check():\n    go([N(), N()]); return 1",
    ),
    ("list()", AB + "def check():\n    xs = list()\n    xs.append(A())\n    for x in xs: x.tag = 1\n    return 1"),
    (
        "deque()",
        AB + "from collections import deque\ndef check():\n    xs = deque()\n    xs.append(A())\n    for x in xs: x.tag = 1\n    return 1",
    ),
    ("set()", AB + "def check():\n    xs = set()\n    xs.add(A())\n    for x in xs: x.tag = 1\n    return 1"),
    (
        "set attr",
        AB
        + "class H:\n    def __init__(self): self.items = set()\n    def add(self, a): self.items.add(a)\n    def go(self):\n        for x in self.items: x.tag = 1\ndef check():\n    h = H(); h.add(A()); h.go()\n    return 1",
    ),
    ("dict()", AB + "def check():\n    xs = dict()\n    xs['k'] = A()\n    for x in xs.values(): x.tag = 1\n    return 1"),
    (
        "dict copy",
        AB + "def go(xs: dict[str, A]):\n    ys = dict(xs, b=B())\n    for y in ys.values(): y.tag = 1\ndef check():\n    go({}); return 1",
    ),
    (
        "list(xs) grows",
        AB
        + "def go(xs: list[A]):\n    ys = list(xs)\n    ys.append(B())\n    for x in ys: x.tag = 1\ndef check():\n    go([A()]); return 1",
    ),
    (
        "setattr holder",
        AB
        + "class H:\n    def __init__(self): self.it = A(); setattr(self, 'it', B())\n    def go(self): self.it.tag = 1\ndef check():\n    H().go(); return 1",
    ),
    (
        "object.__setattr__ holder",
        AB
        + "class H:\n    it = None\n    def __init__(self): self.it = A(); object.__setattr__(self, 'it', B())\n    def go(self): self.it.tag = 1\ndef check():\n    H().go(); return 1",
    ),
    (
        "local alias import param",
        AB + "def f(x): x.tag = 1\ndef check():\n    f(A())\n    from main import f as h\n    h(B())\n    return 1",
    ),
    ("constructor alias", AB + "class N:\n    def __init__(self, x): x.tag = 1\nM = N\ndef check():\n    N(A()); M(B()); return 1"),
    (
        "constructor attr",
        AB
        + "class N:\n    def __init__(self, x): x.tag = 1\nclass F:\n    node = N\n    def go(self): self.node(B())\ndef check():\n    N(A()); F().go(); return 1",
    ),
    (
        "constructor param",
        AB + "class N:\n    def __init__(self, x): x.tag = 1\ndef go(cls_, y): cls_(y)\ndef check():\n    N(A()); go(N, B()); return 1",
    ),
    ("weak alias name", AB + "import weakref\ntrack = weakref.ref\ndef check():\n    a = A()\n    return track(a)() is a"),
    ("weak default param", AB + "import weakref\ndef check(a=A(), _r=weakref.ref):\n    return _r(a)() is a"),
    (
        "weak attr alias",
        AB
        + "import weakref\nclass H:\n    make = weakref.ref\n    def go(self, a): return H.make(a)\ndef check():\n    a = A()\n    return H().go(a)() is a",
    ),
    ("weak func import alias", AB + "def check():\n    from weakref import ref as r\n    a = A()\n    return r(a)() is a"),
    (
        "weak in a list of calls",
        AB + "import weakref\nMAKERS = [weakref.ref, weakref.proxy]\ndef check():\n    a = A()\n    return [m(a) for m in MAKERS] and 1",
    ),
    (
        "weak higher order",
        AB + "import weakref\ndef apply(f, x): return f(x)\ndef check():\n    a = A()\n    return apply(weakref.ref, a)() is a",
    ),
    ("setter alias", AB + "put = setattr\ndef check():\n    a = A()\n    put(a, 'tag', 1)\n    return a.tag"),
    (
        "object setter alias",
        AB
        + "_set = object.__setattr__\nclass P:\n    def __init__(self):\n        _set(self, 'v', 1)\n        self.w = 2\ndef check():\n    p = P()\n    return p.v",
    ),
    (
        "setter bound",
        AB
        + "class P:\n    def __init__(self):\n        put = super().__setattr__\n        put('v', 1)\n        self.w = 2\ndef check():\n    return P().v",
    ),
    (
        "setter self bound",
        AB
        + "class P:\n    def __init__(self):\n        put = self.__setattr__\n        put('v', 1)\n        self.w = 2\ndef check():\n    return P().v",
    ),
    (
        "ctypes contents",
        AB
        + "import ctypes\nclass S(ctypes.Structure):\n    _fields_ = [('v', ctypes.c_int)]\ndef check():\n    s = S(3); p = ctypes.pointer(s)\n    c = p.contents\n    c.tag = 1\n    return c.tag",
    ),
    (
        "yield fixture real",
        AB
        + "import pytest\n@pytest.fixture\ndef a():\n    yield A()\ndef test_it(a): a.tag = 1\ndef check():\n    [t(A()) for t in [globals()['test_it']]]; return 1",
    ),
    ("cast quotes", AB + "from typing import cast\ndef check():\n    it = cast('A', eval('A()'))\n    it.tag = 1\n    return 1"),
    (
        "overridden",
        AB
        + "class Shape:\n    def clone(self): return B()\nclass Sq(Shape):\n    def clone(self): return A()\ndef go(xs: list[Shape]):\n    for x in xs: x.clone().tag = 1\ndef check():\n    go(eval('[Sq()]')); return 1",
    ),
    (
        "overridden prop",
        AB
        + "class Shape:\n    @property\n    def clone(self): return B()\nclass Sq(Shape):\n    @property\n    def clone(self): return A()\ndef go(x: Shape): x.clone.tag = 1\ndef check():\n    go(eval('Sq()')); return 1",
    ),
    (
        "self override",
        AB
        + "class Shape:\n    def make(self): return B()\n    def go(self):\n        x = self.make()\n        x.tag = 1\nclass Sq(Shape):\n    def make(self): return A()\ndef check():\n    Sq().go(); return 1",
    ),
    (
        "class attr override",
        AB
        + "class Shape:\n    item = B\n    def go(self):\n        x = self.item()\n        x.tag = 1\nclass Sq(Shape):\n    item = A\ndef check():\n    Sq().go(); return 1",
    ),
    (
        "cls override",
        AB
        + "class Shape:\n    @classmethod\n    def make(cls): return B()\n    @classmethod\n    def go(cls):\n        x = cls.make()\n        x.tag = 1\nclass Sq(Shape):\n    @classmethod\n    def make(cls): return A()\ndef check():\n    Sq.go(); return 1",
    ),
    (
        "cls class attr override",
        AB
        + "class Shape:\n    item = B\n    @classmethod\n    def go(cls):\n        x = cls.item()\n        x.tag = 1\nclass Sq(Shape):\n    item = A\ndef check():\n    Sq.go(); return 1",
    ),
    (
        "type(self).item",
        AB
        + "class Shape:\n    item = B\n    def go(self):\n        x = type(self).item()\n        x.tag = 1\nclass Sq(Shape):\n    item = A\ndef check():\n    Sq().go(); return 1",
    ),
    (
        "mixin super",
        AB
        + "class Base:\n    def make(self): return A()\nclass Mix:\n    def make(self):\n        x = super().make()\n        x.tag = 1\n        return x\nclass Both(Mix, Base): pass\ndef check():\n    Both().make(); return 1",
    ),
    (
        "instance fn attr",
        AB
        + "class H:\n    def __init__(self, f): self.f = f\n    def go(self):\n        x = self.f()\n        x.tag = 1\ndef check():\n    H(A).go(); H(B).go(); return 1",
    ),
    ("map cls", AB + "def check():\n    for x in map(lambda i: A(), [1]): x.tag = 1\n    return 1"),
    ("reduce", AB + "import functools\ndef check():\n    x = functools.reduce(lambda a, b: a, [A(), B()])\n    x.tag = 1\n    return 1"),
    ("sum", AB + "def check():\n    for x in sum([[A()], [B()]], []): x.tag = 1\n    return 1"),
    ("dict comp", AB + "def check():\n    d = {i: A() for i in range(2)}\n    d[0].tag = 1\n    return 1"),
    ("dict keys", AB + "def check():\n    d = {A(): 1}\n    for k in d: k.tag = 1\n    return 1"),
    ("dict fromkeys", AB + "def check():\n    d = dict.fromkeys([A()])\n    for k in d: k.tag = 1\n    return 1"),
    ("dict fromkeys val", AB + "def check():\n    d = dict.fromkeys([1], A())\n    for k in d.values(): k.tag = 1\n    return 1"),
    ("defaultdict", AB + "from collections import defaultdict\ndef check():\n    d = defaultdict(A)\n    d['k'].tag = 1\n    return 1"),
    (
        "groupby",
        AB + "import itertools\ndef check():\n    for k, g in itertools.groupby([A()]):\n        for x in g: x.tag = 1\n    return 1",
    ),
    ("islice", AB + "import itertools\ndef check():\n    for x in itertools.islice([A()], 1): x.tag = 1\n    return 1"),
    ("chain many", AB + "import itertools\ndef check():\n    for x in itertools.chain([A()], [B()]): x.tag = 1\n    return 1"),
    (
        "chain annotated",
        AB
        + "import itertools\ndef go(xs: list[A], ys: list[B]):\n    for x in itertools.chain(xs, ys): x.tag = 1\ndef check():\n    go([A()], [B()])\n    return 1",
    ),
    (
        "chain from_iterable",
        AB + "import itertools\ndef check():\n    for x in itertools.chain.from_iterable([[A()]]): x.tag = 1\n    return 1",
    ),
    ("max args", AB + "def go(p: A, q: B): max(p, q, key=id).tag = 1\ndef check():\n    for _ in range(9): go(A(), B())\n    return 1"),
    (
        "max args 3",
        AB
        + "def go(p: A, q: A, r: B): max(p, q, r, key=lambda v: hasattr(v, 'y')).tag = 1\ndef check():\n    go(A(), A(), B())\n    return 1",
    ),
    ("max default", AB + "def go(p: list[A]): max(p, default=B()).tag = 1\ndef check():\n    go([])\n    return 1"),
    ("next default", AB + "def go(p: list[A]): next(iter(p), B()).tag = 1\ndef check():\n    go([])\n    return 1"),
    (
        "getattr default",
        AB
        + "class H:\n    def __init__(self): self.it = A()\n    def __del__(self): pass\ndef go(h: H): getattr(h, 'it', B()).tag = 1\ndef check():\n    h = H(); del h.it; go(h)\n    return 1",
    ),
    ("pop default", AB + "def go(xs: dict[str, A]): xs.pop('k', B()).tag = 1\ndef check():\n    go({})\n    return 1"),
    ("setdefault", AB + "def go(xs: dict[str, A]): xs.setdefault('k', B()).tag = 1\ndef check():\n    go({})\n    return 1"),
    ("tuple annotated", AB + "def go(xs: tuple[A, B]): xs[1].tag = 1\ndef check():\n    go((A(), B()))\n    return 1"),
    ("callable", AB + "from typing import Callable\ndef go(f: Callable[[], A]): f().tag = 1\ndef check():\n    go(A)\n    return 1"),
    (
        "newtype",
        AB + "from typing import NewType\nN = NewType('N', A)\ndef go(x: N): x.tag = 1\ndef check():\n    go(N(A()))\n    return 1",
    ),
    (
        "typevar",
        AB
        + "from typing import TypeVar\nT = TypeVar('T', bound='A')\ndef go(x: T) -> T:\n    x.tag = 1\n    return x\ndef check():\n    go(eval('A()'))\n    return 1",
    ),
    (
        "type alias",
        AB
        + "from typing import List\nAs = List[A]\ndef go(xs: As):\n    for x in xs: x.tag = 1\ndef check():\n    go(eval('[A()]'))\n    return 1",
    ),
    ("type alias2", AB + "As = list['A']\ndef go(xs: As):\n    for x in xs: x.tag = 1\ndef check():\n    go(eval('[A()]'))\n    return 1"),
    (
        "optional alias",
        AB
        + "from typing import Optional\nMaybe = Optional[A]\ndef go(x: Maybe): x.tag = 1\ndef check():\n    go(eval('A()'))\n    return 1",
    ),
    ("pipe alias", AB + "Maybe = A | None\ndef go(x: Maybe): x.tag = 1\ndef check():\n    go(eval('A()'))\n    return 1"),
    ("Type", AB + "from typing import Type\ndef go(c: Type[A]): c().tag = 1\ndef check():\n    go(eval('A'))\n    return 1"),
    ("Literal", AB + "from typing import Literal\ndef go(c: Literal['a', None]): return c\ndef check():\n    return go('a')"),
    (
        "dataclass field factory",
        AB
        + "from dataclasses import dataclass, field\n@dataclass\nclass D:\n    items: list = field(default_factory=list)\n    def go(self):\n        for x in self.items: x.tag = 1\ndef check():\n    D([A()]).go()\n    return 1",
    ),
    (
        "namedtuple field",
        AB
        + "from collections import namedtuple\nT = namedtuple('T', 'a b')\ndef check():\n    t = T(A(), B())\n    t.a.tag = 1\n    return 1",
    ),
    (
        "NamedTuple field",
        AB
        + "from typing import NamedTuple\nclass T(NamedTuple):\n    a: A\n    b: B\ndef go(t: T):\n    t.a.tag = 1\n    x, y = t\n    y.mark = 1\ndef check():\n    go(T(A(), B()))\n    return 1",
    ),
    (
        "with as attr",
        AB
        + "from contextlib import contextmanager\n@contextmanager\ndef opened(x):\n    yield x\ndef check():\n    with opened(A()) as x: x.tag = 1\n    return 1",
    ),
    (
        "closing",
        AB
        + "from contextlib import closing\nclass C:\n    def close(self): pass\ndef check():\n    with closing(C()) as x: x.tag = 1\n    return 1",
    ),
    ("nullcontext", AB + "from contextlib import nullcontext\ndef check():\n    with nullcontext(A()) as x: x.tag = 1\n    return 1"),
    (
        "ExitStack",
        AB
        + "from contextlib import ExitStack\nclass C:\n    def __enter__(self): return self\n    def __exit__(self, *a): pass\ndef check():\n    with ExitStack() as s:\n        x = s.enter_context(C())\n        x.tag = 1\n    return 1",
    ),
    (
        "async",
        AB
        + "import asyncio\nasync def make(): return A()\nasync def main():\n    xs = await asyncio.gather(make(), make())\n    for x in xs: x.tag = 1\ndef check():\n    asyncio.run(main())\n    return 1",
    ),
    (
        "async create_task",
        AB
        + "import asyncio\nasync def make(): return A()\nasync def main():\n    x = await asyncio.create_task(make())\n    x.tag = 1\ndef check():\n    asyncio.run(main())\n    return 1",
    ),
    (
        "async run",
        AB + "import asyncio\nasync def make(): return A()\ndef check():\n    x = asyncio.run(make())\n    x.tag = 1\n    return 1",
    ),
    (
        "future",
        AB
        + "from concurrent.futures import ThreadPoolExecutor\ndef check():\n    with ThreadPoolExecutor(1) as p:\n        x = p.submit(A).result()\n        x.tag = 1\n        for y in p.map(lambda i: B(), [1]): y.tag = 1\n    return 1",
    ),
    ("queue", AB + "import queue\ndef check():\n    q = queue.Queue(); q.put(A())\n    q.get().tag = 1\n    return 1"),
    (
        "heapq",
        AB
        + "import heapq\ndef check():\n    h = []\n    heapq.heappush(h, (1, A()))\n    _, x = heapq.heappop(h)\n    x.tag = 1\n    return 1",
    ),
    (
        "re callback",
        AB
        + "import re\ndef check():\n    x = A()\n    def f(m):\n        x.tag = 1\n        return ''\n    re.sub('a', f, 'a')\n    return x.tag",
    ),
    (
        "simplenamespace",
        AB + "from types import SimpleNamespace\ndef check():\n    n = SimpleNamespace(it=A())\n    n.it.tag = 1\n    return 1",
    ),
    (
        "logging extra",
        AB
        + "import logging\nclass F(logging.Filter):\n    def filter(self, record):\n        record.a = A()\n        record.a.tag = 1\n        return True\ndef check():\n    r = logging.makeLogRecord({})\n    F().filter(r)\n    return r.a.tag",
    ),
    ("thread local", AB + "import threading\nL = threading.local()\ndef check():\n    L.it = A()\n    L.it.tag = 1\n    return 1"),
    ("os holder", AB + "import argparse\ndef check():\n    ns = argparse.Namespace()\n    ns.it = A()\n    ns.it.tag = 1\n    return 1"),
    (
        "argparse set_defaults",
        AB
        + "import argparse\ndef check():\n    p = argparse.ArgumentParser()\n    p.set_defaults(it=A())\n    args = p.parse_args([])\n    args.it.tag = 1\n    return args.it.tag",
    ),
    (
        "argparse type",
        AB
        + "import argparse\ndef make(s): return A()\ndef check():\n    p = argparse.ArgumentParser()\n    p.add_argument('it', type=make)\n    args = p.parse_args(['x'])\n    args.it.tag = 1\n    return args.it.tag",
    ),
    (
        "argparse namespace cls",
        AB
        + "import argparse\nclass N: pass\ndef check():\n    p = argparse.ArgumentParser()\n    p.add_argument('it')\n    args = p.parse_args(['x'], N())\n    return args.it",
    ),
    (
        "argparse namespace kw",
        AB
        + "import argparse\nclass N: pass\ndef check():\n    p = argparse.ArgumentParser()\n    p.add_argument('it')\n    args = p.parse_args(['x'], namespace=N())\n    return args.it",
    ),
    ("json hook", AB + "import json\ndef check():\n    x = json.loads('{}', object_hook=lambda d: A())\n    x.tag = 1\n    return 1"),
    (
        "logger adapter",
        AB
        + "import logging\nclass H:\n    def __init__(self): self.log = logging.getLogger('x')\n    def go(self): self.log.owner = A(); self.log.owner.tag = 1\ndef check():\n    H().go()\n    return 1",
    ),
    (
        "isinstance narrowing",
        AB + "def mark(v):\n    if isinstance(v, (A, B)): v.tag = 1\ndef check():\n    mark(eval('A()')); mark(eval('B()'))\n    return 1",
    ),
    (
        "class pattern",
        AB
        + "def mark(v):\n    match v:\n        case A() | B() as w: w.tag = 1\ndef check():\n    mark(eval('A()')); mark(eval('B()'))\n    return 1",
    ),
    ("a loop that falls through", AB + "def check():\n    for v in (A(), B()): pass\n    v.tag = 1\n    return 1"),
    (
        "a closure's cell",
        AB
        + "def outer():\n    v = A()\n    def put(w):\n        nonlocal v\n        v = w\n    def go(): v.tag = 1\n    return put, go\ndef check():\n    put, go = outer()\n    put(B()); go()\n    return 1",
    ),
    (
        "a global set elsewhere",
        AB
        + "V = None\ndef put(v):\n    global V\n    V = v\ndef go(): V.tag = 1\ndef check():\n    put(A()); go()\n    put(B()); go()\n    return 1",
    ),
    ("star arguments", AB + "def mark(*vs):\n    for v in vs: v.tag = 1\ndef check():\n    mark(*[A(), B()])\n    return 1"),
    ("keyword arguments", AB + "def mark(**vs):\n    for v in vs.values(): v.tag = 1\ndef check():\n    mark(a=A(), b=B())\n    return 1"),
    ("keyword arguments annotated", AB + "def mark(**vs: A):\n    vs['a'].tag = 1\ndef check():\n    mark(a=A())\n    return 1"),
    ("a default argument", AB + "def mark(v=A()): v.tag = 1\ndef check():\n    mark(); mark(B())\n    return 1"),
    (
        "a decorated function",
        AB
        + "def twice(f):\n    def g(*a):\n        f(*a)\n        return f(*a)\n    return g\n@twice\ndef mark(v): v.tag = 1\ndef check():\n    mark(A()); mark(B())\n    return 1",
    ),
    (
        "a callback",
        AB + "def each(vs, f):\n    for v in vs: f(v)\ndef mark(v): v.tag = 1\ndef check():\n    each([A(), B()], mark)\n    return 1",
    ),
    ("a table of functions", AB + "def mark(v): v.tag = 1\nF = {'m': mark}\ndef check():\n    F['m'](A())\n    return 1"),
    (
        "a method of an attribute",
        AB
        + "class M:\n    def mark(self, v): v.tag = 1\nclass H:\n    def __init__(self): self.m = M()\ndef check():\n    H().m.mark(A())\n    return 1",
    ),
    (
        "operators",
        AB
        + "class N:\n    def __init__(self, v): self.v = v\n    def __add__(self, o): return A()\n    def __radd__(self, o): return B()\ndef check():\n    (N(1) + 1).tag = 1\n    (1 + N(1)).tag = 1\n    return 1",
    ),
    ("call of an instance", AB + "class F:\n    def __call__(self): return A()\ndef check():\n    F()().tag = 1\n    return 1"),
    (
        "augmented attribute",
        AB
        + "class N:\n    def __init__(self): self.it = A()\n    def __ior__(self, o): return self\n    def go(self):\n        self.it |= 1\n        self.it.tag = 1\nclass Or:\n    pass\ndef check():\n    A.__ior__ = lambda s, o: B()\n    n = N(); n.go()\n    return 1",
        HOOKED,
    ),
    (
        "generator send",
        AB
        + "def co():\n    while True:\n        v = yield\n        v.tag = 1\ndef check():\n    g = co(); next(g)\n    g.send(A()); g.send(B())\n    return 1",
    ),
    (
        "yield from returns",
        AB
        + "def inner():\n    yield 1\n    return A()\ndef outer():\n    v = yield from inner()\n    v.tag = 1\ndef check():\n    list(outer())\n    return 1",
    ),
    (
        "await of a coroutine class",
        AB
        + "import asyncio\nclass W:\n    def __await__(self):\n        yield from asyncio.sleep(0).__await__()\n        return A()\nasync def main():\n    v = await W()\n    v.tag = 1\ndef check():\n    asyncio.run(main())\n    return 1",
    ),
    (
        "async for",
        AB
        + "import asyncio\nasync def many():\n    yield A()\nasync def main():\n    async for v in many(): v.tag = 1\ndef check():\n    asyncio.run(main())\n    return 1",
    ),
    (
        "async for of a class",
        AB
        + "import asyncio\nclass M:\n    def __init__(self): self.n = 0\n    def __aiter__(self): return self\n    async def __anext__(self):\n        self.n += 1\n        if self.n > 1: raise StopAsyncIteration\n        return A()\nasync def main():\n    async for v in M(): v.tag = 1\ndef check():\n    asyncio.run(main())\n    return 1",
    ),
    (
        "__next__",
        AB
        + "class M:\n    def __init__(self): self.n = 0\n    def __iter__(self): return self\n    def __next__(self):\n        self.n += 1\n        if self.n > 1: raise StopIteration\n        return A()\ndef check():\n    for v in M(): v.tag = 1\n    return 1",
    ),
    (
        "__getitem__ iteration",
        AB
        + "class M:\n    def __getitem__(self, i):\n        if i: raise IndexError\n        return A()\ndef check():\n    for v in M(): v.tag = 1\n    return 1",
    ),
    ("__missing__", AB + "class M(dict):\n    def __missing__(self, k): return A()\ndef check():\n    M()['k'].tag = 1\n    return 1"),
    ("__getattr__ gives", AB + "class M:\n    def __getattr__(self, n): return A()\ndef check():\n    M().it.tag = 1\n    return 1"),
    ("__new__ gives another", AB + "class M:\n    def __new__(cls): return A()\ndef check():\n    M().tag = 1\n    return 1"),
    (
        "a metaclass's __call__ gives another",
        AB + "class T(type):\n    def __call__(cls): return A()\nclass M(metaclass=T): pass\ndef check():\n    M().tag = 1\n    return 1",
    ),
    ("a list of classes", AB + "def check():\n    for cls in (A, B):\n        v = cls()\n        v.tag = 1\n    return 1"),
    (
        "a dict of classes",
        AB + "KINDS = {'a': A, 'b': B}\ndef check():\n    for k in 'ab':\n        v = KINDS[k]()\n        v.tag = 1\n    return 1",
    ),
    ("a class by globals()", AB + "def check():\n    v = globals()['A']()\n    v.tag = 1\n    return 1"),
    (
        "a class by getattr of a module",
        AB + "import sys\ndef check():\n    v = getattr(sys.modules[__name__], 'A')()\n    v.tag = 1\n    return 1",
    ),
    (
        "subclasses by __subclasses__",
        AB + "class C(A): pass\ndef check():\n    for cls in A.__subclasses__():\n        v = cls()\n        v.tag = 1\n    return 1",
    ),
    ("a conditional class", AB + "def check(c=True):\n    cls = A if c else B\n    v = cls()\n    v.tag = 1\n    return 1"),
    (
        "a class made by a function",
        AB
        + "def make():\n    class C:\n        def __init__(self): self.x = 1\n    return C\nC = make()\nv = C()\nv.tag = 1\ndef check(): return v.tag",
    ),
    (
        "a property that gives either",
        AB
        + "class H:\n    def __init__(self): self.n = 0\n    @property\n    def it(self):\n        self.n += 1\n        return A() if self.n % 2 else B()\ndef check():\n    h = H()\n    h.it.tag = 1\n    h.it.tag = 1\n    return 1",
    ),
    ("swap", AB + "def check():\n    p, q = A(), B()\n    p, q = q, p\n    p.tag = q.tag = 1\n    return 1"),
    (
        "a stack of tuples",
        AB
        + "def check():\n    todo = [(A(), 1)]\n    todo.append((B(), 2))\n    while todo:\n        v, n = todo.pop()\n        v.tag = n\n    return 1",
    ),
    (
        "a list handed to another that fills it",
        AB + "def fill(out): out.append(B())\ndef check():\n    vs = [A()]\n    fill(vs)\n    for v in vs: v.tag = 1\n    return 1",
    ),
    ("sorted by key", AB + "def check():\n    for v in sorted([A(), A()], key=id): v.tag = 1\n    return 1"),
    ("dict views", AB + "def check():\n    d = {1: A()}\n    d.update({2: B()})\n    for k, v in d.items(): v.tag = 1\n    return 1"),
    (
        "dict of an annotation, views",
        AB
        + "def mark(d: dict[str, list[A]]):\n    for vs in d.values():\n        for v in vs: v.tag = 1\ndef check():\n    mark({'k': [A()]})\n    return 1",
    ),
    ("a set comprehension", AB + "def check():\n    for v in {A() for _ in range(2)}: v.tag = 1\n    return 1"),
    ("a walrus in a comprehension", AB + "def check():\n    [(v := A()) for _ in range(1)]\n    v.tag = 1\n    return 1"),
    ("unpacking a call", AB + "def two(): return A(), B()\ndef check():\n    p, q = two()\n    p.tag = q.tag = 1\n    return 1"),
    ("starred unpacking", AB + "def check():\n    p, *q = [A(), B(), B()]\n    p.tag = 1\n    for v in q: v.tag = 1\n    return 1"),
    (
        "a subclass's attribute by the base",
        AB
        + "class O:\n    def go(self): self.it.tag = 1\nclass P(O):\n    def __init__(self): self.it = A()\nclass Q(O):\n    def __init__(self): self.it = B()\ndef check():\n    P().go(); Q().go()\n    return 1",
    ),
    (
        "a chain of attributes",
        AB
        + "class N:\n    def __init__(self, v, n=None): self.v, self.n = v, n\ndef check():\n    N(A(), N(B())).n.v.tag = 1\n    return 1",
    ),
    (
        "an attribute named by an annotation in a stub way",
        AB
        + "class N:\n    v: 'A'\n    def __init__(self, v): self.v = v\n    def go(self): self.v.tag = 1\ndef check():\n    N(A()).go()\n    return 1",
    ),
    (
        "optional attribute",
        AB
        + "from typing import Optional\nclass N:\n    v: Optional['A'] = None\n    def go(self):\n        if self.v is not None: self.v.tag = 1\ndef check():\n    n = N(); n.v = A(); n.go()\n    return 1",
    ),
    (
        "union attribute",
        AB
        + "from typing import Union\nclass N:\n    v: Union['A', 'B', None] = None\n    def go(self): self.v.tag = 1\ndef check():\n    n = N(); setattr(n, 'v', eval('A()')); n.go()\n    return 1",
    ),
    (
        "union result",
        AB + "from typing import Union\ndef make() -> Union[A, B]: return eval('A()')\ndef check():\n    make().tag = 1\n    return 1",
    ),
    (
        "list of a union",
        AB
        + "from typing import List, Union\ndef mark(vs: List[Union[A, B]]):\n    for v in vs: v.tag = 1\ndef check():\n    mark(eval('[A(), B()]'))\n    return 1",
    ),
    # a name that an unrelated class declares says nothing of what is stored on others
    (
        "declared elsewhere, out of a set",
        AB
        + U
        + "class H:\n    def __init__(self): self.items = set()\n    def add(self, a): self.items.add(a)\n    def go(self):\n        for x in self.items: x.tag = 1\ndef check():\n    h = H(); h.add(A()); h.go()\n    return 1",
    ),
    (
        "declared elsewhere, out of a queue",
        AB + U + "import queue\ndef check():\n    q = queue.Queue()\n    q.put(A())\n    q.get().tag = 1\n    return 1",
    ),
    (
        "declared elsewhere, out of a heap",
        AB
        + U
        + "import heapq\ndef check():\n    h = []\n    heapq.heappush(h, (1, A()))\n    _, x = heapq.heappop(h)\n    x.tag = 1\n    return 1",
    ),
    (
        "declared elsewhere, out of a pool of threads",
        AB
        + U
        + "from concurrent.futures import ThreadPoolExecutor\ndef check():\n    with ThreadPoolExecutor(1) as p:\n        p.submit(A).result().tag = 1\n    return 1",
    ),
    (
        "declared elsewhere, by a table of functions",
        AB + U + "def mark(x): x.tag = 1\nTABLE = {'m': mark}\ndef check():\n    TABLE['m'](A())\n    return 1",
    ),
    (
        "declared elsewhere, by an attribute that is called",
        AB
        + U
        + "class Task:\n    def __call__(self, x):\n        self.held = x\n        return self\n    def go(self): self.held.tag = 1\nclass N:\n    def __init__(self): self.maker = None\n    def run(self): return self.maker(A())\ndef check():\n    n = N()\n    n.maker = Task()\n    n.run().go()\n    return 1",
    ),
    (
        "declared elsewhere, under a name that is computed",
        AB
        + U
        + "class N: pass\ndef hang(n, name, value): setattr(n, name, value)\ndef check():\n    n = N()\n    hang(n, 'it', A())\n    n.it.tag = 1\n    return 1",
    ),
    (
        "declared elsewhere, by a method between",
        AB
        + U
        + "class Base:\n    def make(self): return A()\nclass Mix:\n    def make(self):\n        x = super().make()\n        x.tag = 1\n        return x\nclass Both(Mix, Base): pass\ndef check():\n    Both().make()\n    return 1",
    ),
    (
        "a subclass of property",
        "class P(property): pass\nclass C:\n    @P\n    def x(self):\n        'doc'\n        return 1\ndef check(): return C().x, C.x.__doc__",
    ),
)
