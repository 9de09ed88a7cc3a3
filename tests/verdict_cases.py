"""Programs with the verdict that each class must get. ``# <-`` stands on the line that a refusal must name."""

from __future__ import annotations

from programs import table

D = "from dataclasses import dataclass, field\n"
XY = "class P:\n    def __init__(self):\n        self.x = 1\n        self.y = 2\n"

FROZEN = "import copy\nclass Frozen:\n    def __setattr__(self, name, value):\n        if name != 'x': raise TypeError(name)\n        super().__setattr__(name, value)\ndef frozen(cls):\n    if Frozen in cls.__mro__:\n        new = cls\n    else:\n        class new(Frozen, cls):\n            if hasattr(cls, '__setstate__'):\n                def __setstate__(self, *args): super().__setstate__(*args)\n    return new\n@frozen\nclass P:\n    def __init__(self): self.x = 1\n@frozen\nclass Q:\n    def __init__(self): self.x = 2\n"

MAY = table(
    # where names are stored, in which order
    ("__init__", XY + "def check(): return P().x", {"P": "x y"}),
    (
        "other methods come after __init__",
        "class P:\n    def a(self): self.z = 1\n    def __init__(self): self.x = 1\ndef check():\n    p = P(); p.a()\n    return p.x, p.z",
        {"P": "x z"},
    ),
    (
        "helpers of __init__",
        "class P:\n    def __init__(self): self.a(); self.x = 1\n    def a(self): self.z = 1\ndef check(): return P().z",
        {"P": "x z"},
    ),
    (
        "every kind of store",
        "class P:\n    def __init__(self):\n        self.a, (self.b, *self.c) = 1, (2, 3)\n        for self.d in (1, 2): pass\n        with open(__import__('os').devnull) as self.e: pass\n        self.f: int = 1\n        self.a += 1\ndef check():\n    p = P()\n    return p.a, p.b, p.c, p.d, p.f",
        {"P": "a b c d e f"},
    ),
    (
        "del",
        "class P:\n    def __init__(self): self.x = 1\n    def drop(self): del self.x\ndef check():\n    p = P(); p.drop()\n    return hasattr(p, 'x')",
        {"P": "x"},
    ),
    ("alias of self", "class P:\n    def __init__(self):\n        me = self\n        me.x = 1\ndef check(): return P().x", {"P": "x"}),
    (
        "nested function",
        "class P:\n    def __init__(self):\n        def f(): self.x = 1\n        f()\ndef check(): return P().x",
        {"P": "x"},
    ),
    (
        "setattr by a literal name",
        "class P:\n    def __init__(self):\n        setattr(self, 'x', 1)\n        object.__setattr__(self, 'y', 2)\n        super().__setattr__('z', 3)\ndef check():\n    p = P()\n    return p.x, p.y, p.z",
        {"P": "x y z"},
    ),
    (
        "setattr by names that an f-string puts together",
        "class P:\n    def __init__(self):\n        for name in ('x', 'y'): setattr(self, f'_{name}', 1)\ndef check(): return P()._x, P()._y",
        {"P": "_x _y"},
    ),
    (
        "a function that methods hand their instance",
        "def fill(job):\n    job.state = 'new'\nclass P:\n    def __init__(self):\n        self.x = 1\n        fill(self)\ndef check(): return P().state",
        {"P": "x state"},
    ),
    (
        "a constructor that methods hand their instance",
        "class Q:\n    def __init__(self, owner):\n        self.owner = owner\n        owner.count = 5\nclass P:\n    def __init__(self): self.q = Q(self)\ndef check(): return P().q.owner.count",
        {"P": "q count", "Q": "owner"},
    ),
    (
        "setattr by the names of another instance",
        "import copy\nclass P:\n    def __init__(self): self.x = [1]\n    def __deepcopy__(self, memo):\n        new = type(self).__new__(type(self))\n        for name, value in self.__dict__.items(): setattr(new, name, copy.deepcopy(value, memo))\n        return new\ndef check():\n    p = P()\n    return copy.deepcopy(p).x, copy.deepcopy(p).x is p.x",
        {"P": "x"},
    ),
    (
        "setattr by the names of a state",
        "import pickle\nclass P:\n    def __init__(self): self.x = 1\n    def __getstate__(self):\n        state = dict(self.__dict__)\n        state['version'] = 2\n        return state\n    def __setstate__(self, state):\n        for name, value in state.items(): setattr(self, name, value)\ndef check(): return pickle.loads(pickle.dumps(P())).version",
        {"P": "x version"},
    ),
    (
        "setattr by literal names in a loop",
        "class P:\n    def __init__(self):\n        for name in ('x', 'y'): setattr(self, name, 1)\ndef check(): return P().x, P().y",
        {"P": "x y"},
    ),
    (
        "class method factory",
        "class P:\n    @classmethod\n    def make(cls):\n        new = cls.__new__(cls)\n        new.x = 1\n        return new\ndef check(): return P.make().x",
        {"P": "x"},
    ),
    (
        "copy method",
        "class P:\n    def __init__(self): self.x = 1\n    def __copy__(self):\n        new = P()\n        new.y = 2\n        return new\ndef check(): return P().__copy__().y",
        {"P": "x y"},
    ),
    (
        "another class",
        XY + "class Q:\n    def go(self, p: P): p.z = 1\ndef check():\n    p = P(); Q().go(p)\n    return p.z",
        {"P": "x y z", "Q": ""},
    ),
    (
        "a function",
        XY + "    def get(self): return self.z\ndef mark(p): p.z = 1\ndef check():\n    p = P(); mark(p)\n    return p.get()",
        {"P": "x y z"},
    ),
    ("the module", XY + "p = P()\np.z = 1\ndef check(): return p.z", {"P": "x y z"}),
    (
        "private names",
        "class P:\n    def __init__(self): self.__x = 1\n    def get(self): return self.__x\ndef check(): return P().get()",
        {"P": "__x"},
    ),
    (
        "private names of two classes",
        "class _O:\n    def __init__(self): self.__x = 1\nclass P(_O):\n    def __init__(self):\n        super().__init__()\n        self.__x = 2\n    def both(self): return self.__x, self._O__x\ndef check(): return P().both()",
        {"_O": "__x", "P": "__x"},
    ),
    ("an annotation without value", "class P:\n    x: int\n    def __init__(self): self.x = 1\ndef check(): return P().x", {"P": "x"}),
    (
        "an annotation that nobody stores",
        "class P:\n    x: int\n    def __init__(self): self.y = 1\ndef check(): return P().y",
        {"P": "y x"},
    ),
    (
        "a class variable",
        "from typing import ClassVar\nclass P:\n    n: ClassVar[int] = 0\n    def __init__(self): self.x = 1\ndef check(): return P.n",
        {"P": "x"},
    ),
    ("no name at all", "class P:\n    def f(self): return 1\ndef check(): return P().f()", {"P": ""}),
    (
        "a class in a class",
        "class P:\n    class Q:\n        def __init__(self): self.y = 1\n    def __init__(self): self.x = self.Q()\ndef check(): return P().x.y",
        {"P": "x", "P.Q": "y"},
    ),
    (
        "a class in a function",
        "def make():\n    class P:\n        def __init__(self): self.x = 1\n    return P\ndef check(): return make()().x",
        {"make.<locals>.P": "x"},
    ),
    (
        "positional pattern",
        "class P:\n    __match_args__ = ('x',)\n    def __init__(self): self.x = 1\ndef check():\n    match P():\n        case P(v): return v",
        {"P": "x"},
    ),
    (
        "setattr by the keys of a local dict",
        "class P:\n    def __init__(self): self.x = 0\n    def change(self, **new):\n        good = {}\n        if 'x' in new: good['x'] = new.pop('x')\n        if 'y' in new: good['y'] = new.pop('y')\n        for name, value in good.items(): setattr(self, name, value)\ndef check():\n    p = P(); p.change(y=2)\n    return p.x, p.y",
        {"P": "x y"},
    ),
    (
        "its own __getstate__ is called",
        "class P:\n    def __init__(self): self.x = 1\n    def __getstate__(self): return {'x': self.x}\n    def __setstate__(self, state): self.x = state['x']\ndef check(): return P().__getstate__()",
        {"P": "x"},
    ),
    (
        "an annotation that each subclass stores",
        "class O:\n    up: 'O'\n    def top(self): return self if self.up is None else self.up.top()\nclass P(O):\n    def __init__(self): self.up = None\nclass Q(O):\n    def __init__(self, up): self.up, self.z = up, 1\ndef check(): return Q(P()).top().up",
        {"O": "up", "P": "", "Q": "z"},
    ),
    (
        "an annotation that one subclass stores",
        "class O:\n    up: 'O'\nclass P(O):\n    def __init__(self): self.up = None\nclass Q(O):\n    def __init__(self): self.z = 1\ndef check(): return P().up, Q().z",
        {"O": "", "P": "up", "Q": "z"},
    ),
    (
        "an annotation of a mixin that each subclass stores",
        "class O:\n    up: int\nclass M:\n    def __init__(self): self.z = 1\nclass P(O, M):\n    def __init__(self):\n        super().__init__()\n        self.up = 2\ndef check(): return P().up, P().z",
        {"O": "", "M": "z", "P": "up"},
    ),
    (
        "an augmented store elsewhere of a name that nothing has",
        XY
        + "class Q:\n    def __init__(self, state): self.state = state\n    def go(self): self.state.pages += 1\ndef check(): return P().x",
        {"P": "x y", "Q": "state"},
    ),
    # chains
    (
        "base and subclass",
        "class O:\n    def __init__(self): self.x = 1\nclass P(O):\n    def __init__(self):\n        super().__init__()\n        self.y = 2\ndef check(): return P().x, P().y",
        {"O": "x", "P": "y"},
    ),
    (
        "a name of both belongs to the base",
        "class O:\n    def __init__(self): self.x = 1\nclass P(O):\n    def __init__(self): self.x, self.y = 2, 3\ndef check(): return P().x, P().y",
        {"O": "x", "P": "y"},
    ),
    (
        "stateless base",
        "class O:\n    def f(self): return self.x\nclass P(O):\n    def __init__(self): self.x = 1\ndef check(): return P().f()",
        {"O": "", "P": "x"},
    ),
    (
        "mixin that stores",
        "class M:\n    def mark(self): self.m = 1\nclass O:\n    def __init__(self): self.x = 1\nclass P(O): pass\ndef check():\n    p = P(); M().mark()\n    return p.x",
        {"M": "m", "O": "x", "P": ""},
    ),
    (
        "mixin without names of its own",
        "class M:\n    def f(self): return self.x\nclass O:\n    def __init__(self): self.x = 1\nclass P(M, O): pass\ndef check(): return P().f()",
        {"M": "", "O": "x", "P": ""},
    ),
    (
        "a name that only subclasses declare",
        "class O:\n    def go(self): return self.x\nclass P(O):\n    def __init__(self): self.x = 1\nclass Q(O):\n    def __init__(self): self.x = 2\ndef check(): return P().go(), Q().go()",
        {"O": "", "P": "x", "Q": "x"},
    ),
    (
        "diamond",
        "class O:\n    def __init__(self): self.x = 1\nclass A(O): pass\nclass B(O): pass\nclass P(A, B):\n    def __init__(self):\n        super().__init__()\n        self.y = 1\ndef check(): return P().x, P().y",
        {"O": "x", "A": "", "B": "", "P": "y"},
    ),
    (
        "diamond with names on one side",
        "class O:\n    def __init__(self): self.x = 1\nclass A(O):\n    def f(self): self.a = 1\nclass B(O): pass\nclass P(A, B): pass\ndef check():\n    p = P(); p.f()\n    return p.a",
        {"O": "x", "A": "a", "B": "", "P": ""},
    ),
    (
        "an existing slotted base",
        "class O:\n    __slots__ = ('x',)\nclass P(O):\n    def __init__(self): self.x, self.y = 1, 2\ndef check(): return P().y",
        {"P": "y"},
    ),
    (
        "an existing slotted subclass",
        "class O:\n    def f(self): return self.x\nclass P(O):\n    __slots__ = ('x',)\n    def __init__(self): self.x = 1\ndef check(): return P().f()",
        {"O": "", "P": "x"},
    ),
    (
        "a slot that an unslotted base hides",
        "class O:\n    def f(self): return 1\nclass P(O):\n    __slots__ = ('x',)\n    def __init__(self): self.x, self.y = 1, 2\ndef check(): return P().y",
        {"O": "", "P": "x y"},
    ),
    (
        "ABC",
        "from abc import ABC, abstractmethod\nclass O(ABC):\n    @abstractmethod\n    def f(self): ...\nclass P(O):\n    def __init__(self): self.x = 1\n    def f(self): return self.x\ndef check(): return P().f()",
        {"O": "", "P": "x"},
    ),
    ("ABCMeta", "import abc\nclass P(metaclass=abc.ABCMeta):\n    def __init__(self): self.x = 1\ndef check(): return P().x", {"P": "x"}),
    (
        "Generic",
        "from typing import Generic, TypeVar\nT = TypeVar('T')\nclass P(Generic[T]):\n    def __init__(self): self.x = 1\ndef check(): return P[int]().x",
        {"P": "x"},
    ),
    (
        "Protocol with an implementation",
        "from typing import Protocol\nclass O(Protocol):\n    def f(self) -> int: ...\nclass P(O):\n    def __init__(self): self.x = 1\n    def f(self): return self.x\ndef check(): return P().f()",
        {"O": "", "P": "x"},
    ),
    (
        "collections.abc",
        "from collections.abc import Mapping\nclass P(Mapping):\n    def __init__(self): self.d = {1: 2}\n    def __getitem__(self, k): return self.d[k]\n    def __iter__(self): return iter(self.d)\n    def __len__(self): return len(self.d)\ndef check(): return dict(P())",
        {"P": "d"},
    ),
    ("str", "class P(str):\n    def f(self): return self.upper()\ndef check(): return P('a').f()", {"P": ""}),
    ("int", "class P(int):\n    def f(self): return self + 1\ndef check(): return P(1).f()", {"P": ""}),
    ("tuple", "class P(tuple):\n    @property\n    def a(self): return self[0]\ndef check(): return P((1, 2)).a", {"P": ""}),
    (
        "namedtuple call",
        "from collections import namedtuple\nclass P(namedtuple('P', 'x y')):\n    def f(self): return self.x\ndef check(): return P(1, 2).f()",
        {"P": ""},
    ),
    (
        "NamedTuple call",
        "from typing import NamedTuple\nclass P(NamedTuple('P', [('x', int)])):\n    def f(self): return self.x\ndef check(): return P(1).f()",
        {"P": ""},
    ),
    ("list", "class P(list):\n    def __init__(self): self.x = 1\ndef check(): return P().x", {"P": "x"}),
    ("dict", "class P(dict):\n    def __init__(self): self.x = 1\ndef check(): return P().x", {"P": "x"}),
    (
        "metaclass without effect",
        "class M(type):\n    def __len__(cls): return 3\nclass P(metaclass=M):\n    def __init__(self): self.x = 1\ndef check(): return P().x, len(P)",
        {"P": "x"},
    ),
    (
        "class decorator without effect",
        "import functools\n@functools.total_ordering\nclass P:\n    def __init__(self, x): self.x = x\n    def __eq__(self, o): return self.x == o.x\n    def __lt__(self, o): return self.x < o.x\ndef check(): return P(1) >= P(2)",
        {"P": "x"},
    ),
    (
        "decorator of the program that gives it back",
        "ALL = []\ndef register(cls):\n    ALL.append(cls)\n    return cls\n@register\nclass P:\n    def __init__(self): self.x = 1\ndef check(): return ALL[0]().x",
        {"P": "x"},
    ),
    (
        "abstract base's register",
        "from abc import ABC\nclass O(ABC): pass\n@O.register\nclass P:\n    def __init__(self): self.x = 1\ndef check(): return isinstance(P(), O)",
        {"P": "x"},
    ),
    (
        "a name bound again by a function that gives it back",
        "def mark(cls):\n    cls.note = 'x'\n    return cls\nclass P:\n    def __init__(self): self.x = 1\nP = mark(mark(P))\ndef check(): return P().x, P.note",
        {"P": "x"},
    ),
    (
        "its own slots, read where none are",
        "class P:\n    def __init__(self): self.x = 1\n    def names(self):\n        found = []\n        for name in self.__slots__:\n            try: found.append(getattr(self, name))\n            except AttributeError: pass\n        return found\nclass Q(P): pass\ndef check(): return Q().x",
        {"P": "x", "Q": ""},
    ),
    (
        "a decorator of typing, or one of the program that gives it back",
        "try: from typing import final\nexcept ImportError:\n    def final(f): return f\n@final\nclass P:\n    def __init__(self): self.x = 1\ndef check(): return P().x",
        {"P": "x"},
    ),
    (
        "decorator that gives it back or makes one from it",
        FROZEN + "def check(): return P().x, Q().x",
        {"P": "x", "Q": "x", "Frozen": "", "frozen.<locals>.new": ""},
    ),
    ("decorator that makes one that cannot be copied", FROZEN + "def check(): return P().x, copy.copy(Q()).x", {"P": "x", "Q": "refused"}),
    (
        "a test that wants no dict",
        "import unittest\nclass P:\n    __slots__ = ()\nclass Q(P):\n    def f(self): return 1\nclass T(unittest.TestCase):\n    def test(self):\n        with self.assertRaises(AttributeError):\n            Q().__dict__\ndef check(): return Q().f()",
        {"Q": ""},
    ),
    # defaults
    (
        "a default that moves",
        "class P:\n    limit = 3\n    def __init__(self): self.x = 1\n    def up(self): self.limit = 4\ndef check():\n    p = P(); a = p.limit; p.up()\n    return a, p.limit",
        {"P": "x limit"},
    ),
    (
        "a default that moves into a new __init__",
        "class P:\n    limit = None\n    def up(self): self.limit = 4\ndef check():\n    p = P(); a = p.limit; p.up()\n    return a, p.limit",
        {"P": "limit"},
    ),
    (
        "a default that moves below a base",
        "class O:\n    def __init__(self, x): self.x = x\nclass P(O):\n    limit = None\n    def up(self): self.limit = 4\ndef check(): return P(5).x, P(1).limit",
        {"O": "x", "P": "limit"},
    ),
    (
        "an annotated default",
        "class P:\n    limit: int = 3\n    def up(self): self.limit = 4\ndef check(): return P().limit",
        {"P": "limit"},
    ),
    (
        "a default that no instance stores stays",
        "class P:\n    limit = 3\n    def __init__(self): self.x = self.limit\ndef check(): return P.limit, P().x",
        {"P": "x"},
    ),
    (
        "names looked up on what methods are called on",
        "class P:\n    def __init__(self): self.x = 1\n    def go(self): return self\nALL = [P]\ndef get(v, n): return getattr(v.go(), n) or getattr(v, n)\ndef check(): return get(P(), 'x')",
        {"P": "x"},
    ),
    (
        "names looked up on what has items",
        "class P:\n    def __init__(self): self.x = 1\n    def __getitem__(self, n): return n\nALL = [P]\ndef get(v, n): return v[n] or getattr(v, n)\ndef check(): return get(P(), 'x')",
        {"P": "x"},
    ),
    (
        "names looked up on what may have items",
        "class P:\n    def __init__(self): self.x = 1\n    def __getitem__(self, n): return n\nALL = [P]\ndef get(v, n):\n    try: return v[n]\n    except (TypeError, LookupError): return getattr(v, n, None)\ndef check(): return get(P(), 'x')",
        {"P": "x"},
    ),
    # descriptors
    (
        "property with setter",
        "class P:\n    def __init__(self): self.v = 1\n    @property\n    def v(self): return self._v\n    @v.setter\n    def v(self, v): self._v = v\ndef check(): return P().v",
        {"P": "_v"},
    ),
    (
        "property of a base",
        "class O:\n    def __init__(self): self._v = 0\n    @property\n    def v(self): return self._v\n    @v.setter\n    def v(self, v): self._v = v\nclass P(O):\n    def up(self): self.v = 2\ndef check():\n    p = P(); p.up()\n    return p.v",
        {"O": "_v", "P": ""},
    ),
    (
        "property by a call",
        "class P:\n    def _get(self): return self._v\n    def _set(self, v): self._v = v\n    v = property(_get, _set)\n    def __init__(self): self.v = 3\ndef check(): return P().v",
        {"P": "_v"},
    ),
    (
        "data descriptor",
        "class D:\n    def __get__(self, o, c): return o._d\n    def __set__(self, o, v): o._d = v\nclass P:\n    d = D()\n    def __init__(self): self._d = None; self.d = 3\ndef check(): return P().d",
        {"P": "_d"},
    ),
    (
        "__getattr__",
        "class P:\n    def __init__(self, full):\n        self.x = 1\n        if full: self.y = 2\n    def __getattr__(self, name): return 'no ' + name\ndef check(): return P(False).y, P(True).y",
        {"P": "x y"},
    ),
    (
        "__setattr__ that hands on",
        "class P:\n    def __init__(self): self.x = 1\n    def __setattr__(self, name, value): super().__setattr__(name, value + 1)\ndef check(): return P().x",
        {"P": "x"},
    ),
    (
        "lru_cache on a method",
        "import functools\nclass P:\n    def __init__(self): self.x = 1\n    @functools.lru_cache(maxsize=None)\n    def y(self): return self.x + 1\ndef check(): return P().y()",
        {"P": "x"},
    ),
    # weak references
    ("weak reference", "import weakref\n" + XY + "def check():\n    p = P()\n    return weakref.ref(p)() is p", {"P": "x y __weakref__"}),
    (
        "weak reference to a subclass",
        "import weakref\nclass O:\n    def __init__(self): self.x = 1\nclass P(O): pass\ndef check():\n    p = P()\n    return weakref.ref(p)() is p",
        {"O": "x __weakref__", "P": ""},
    ),
    (
        "weak reference where the base has the slot",
        "import weakref\nclass O:\n    __slots__ = ('x', '__weakref__')\nclass P(O):\n    def __init__(self): self.x, self.y = 1, 2\ndef check():\n    p = P()\n    return weakref.ref(p)() is p",
        {"P": "y"},
    ),
    # copies and pickles
    ("copy", "import copy\n" + XY + "def check(): return copy.copy(P()).x, copy.deepcopy([P()])[0].y", {"P": "x y"}),
    ("pickle", "import pickle\n" + XY + "def check(): return pickle.loads(pickle.dumps(P())).x", {"P": "x y"}),
    ("pickle by protocol 0", "import pickle\n" + XY + "def check(): return pickle.loads(pickle.dumps(P(), 0)).x", {"P": "x y"}),
    (
        "__reduce__",
        "import copy\nclass P:\n    def __init__(self, x): self.x = x\n    def __reduce__(self): return P, (self.x,)\ndef check(): return copy.copy(P(4)).x",
        {"P": "x"},
    ),
    (
        "both state hooks",
        "import copy\nclass P:\n    def __init__(self): self.x, self.cache = 1, 2\n    def __getstate__(self):\n        state = self.__dict__.copy()\n        del state['cache']\n        return state\n    def __setstate__(self, state):\n        self.__dict__.update(state)\n        self.cache = 0\ndef check():\n    p = copy.copy(P())\n    return p.x, p.cache",
        {"P": "x cache"},
    ),
    (
        "frozen by __setattr__",
        "import copy\nclass P:\n    def __init__(self): object.__setattr__(self, 'x', 1)\n    def __setattr__(self, name, value): raise AttributeError(name)\ndef check(): return copy.copy(P()).x",
        {"P": "x"},
    ),
    (
        "a slot hides a default that no instance meets",
        "class A:\n    x = 0\n    def show(self): return self.x\nclass P(A):\n    def __init__(self, n): self.x = n\ndef check(): return P(1).show(), A().show()",
        {"A": "", "P": "x"},
    ),
    (
        "a slot hides a default after __init__ of the base",
        "class A:\n    x = 0\n    def __init__(self, n): self.n = n\nclass P(A):\n    def __init__(self, n):\n        A.__init__(self, n)\n        self.x = self.n + 1\nclass Q(P):\n    def show(self): return self.x\ndef check(): return P(1).x, Q(2).show(), A(3).x",
        {"A": "n", "P": "x", "Q": ""},
    ),
    (
        "one of many subclasses keeps its dict",
        "class A:\n    x = 0\n    def __init__(self, n): self.n = n\nclass P(A):\n    def __init__(self, n):\n        super().__init__(n)\n        self.x = n\nclass Q(A):\n    def late(self): self.x = 5; return self.n\ndef check():\n    q = Q(2)\n    return P(1).x, q.x, q.late(), q.x",
        {"A": "n", "P": "x", "Q": "refused"},
    ),
    (
        "a chain frozen by __setattr__",
        "import copy, pickle\nclass P:\n    def __init__(self): object.__setattr__(self, 'x', 1)\n    def __setattr__(self, n, v): raise TypeError('%s is frozen' % (type(self),))\nclass Q(P):\n    def __init__(self):\n        super().__init__()\n        object.__setattr__(self, 'y', 2)\ndef check():\n    q, p = copy.deepcopy([Q()])[0], pickle.loads(pickle.dumps(P()))\n    return q.x, q.y, p.x",
        {"P": "x", "Q": "y"},
    ),
    (
        "a chain frozen below",
        "import copy, pickle\nclass P:\n    def __init__(self): self.x = 1\nclass Q(P):\n    def __init__(self):\n        object.__setattr__(self, 'x', 1)\n        object.__setattr__(self, 'y', 2)\n    def __setattr__(self, n, v): raise TypeError('%s is frozen' % (type(self),))\ndef check():\n    q, p = copy.deepcopy([Q()])[0], pickle.loads(pickle.dumps(P()))\n    return q.x, q.y, p.x",
        {"P": "x", "Q": "y"},
    ),
    # the instance dict
    (
        "equality by the dict",
        "class P:\n    def __init__(self, x): self.x = x\n    def __eq__(self, other): return self.__dict__ == other.__dict__\ndef check(): return P(1) == P(1), P(1) == P(2)",
        {"P": "x"},
    ),
    (
        "a copy of the dict",
        "class P:\n    def __init__(self): self.x = 1\n    def to_dict(self): return dict(self.__dict__)\ndef check(): return P().to_dict()",
        {"P": "x"},
    ),
    (
        "a load from the dict",
        "class P:\n    def __init__(self): self.x = 1\n    def get(self): return self.__dict__['x']\ndef check(): return P().get()",
        {"P": "x"},
    ),
    # dataclasses
    ("dataclass", D + "@dataclass\nclass P:\n    x: int\n    y: int = 2\ndef check(): return repr(P(1)), P(1) == P(1, 2)", {"P": "x y"}),
    ("dataclass call", D + "@dataclass(order=True)\nclass P:\n    x: int\ndef check(): return P(1) < P(2)", {"P": "x"}),
    ("frozen dataclass", D + "@dataclass(frozen=True)\nclass P:\n    x: int\ndef check(): return hash(P(1)) == hash(P(1))", {"P": "x"}),
    (
        "dataclass with a factory",
        D + "@dataclass\nclass P:\n    xs: list = field(default_factory=list)\ndef check(): return P().xs",
        {"P": "xs"},
    ),
    (
        "dataclass with InitVar",
        D
        + "from dataclasses import InitVar\n@dataclass\nclass P:\n    x: int\n    y: InitVar[int]\n    def __post_init__(self, y): self.x += y\ndef check(): return P(1, 2).x",
        {"P": "x"},
    ),
    (
        "dataclass with ClassVar",
        D + "from typing import ClassVar\n@dataclass\nclass P:\n    n: ClassVar[int] = 7\n    x: int = 1\ndef check(): return P.n, P().x",
        {"P": "x"},
    ),
    (
        "dataclass of a dataclass",
        D + "@dataclass\nclass O:\n    x: int\n@dataclass\nclass P(O):\n    y: int = 2\ndef check(): return repr(P(1))",
        {"O": "x", "P": "y"},
    ),
    (
        "dataclass with __post_init__",
        D
        + "@dataclass\nclass P:\n    x: int\n    def __post_init__(self): self.z = self.x + 1\ndef check(): return P(1).z, repr(P(1)), P(1) == P(1)",
        {"P": "x z"},
    ),
    (
        "plain subclass of a dataclass",
        D + "@dataclass\nclass O:\n    x: int\nclass P(O):\n    def f(self): return self.x\ndef check(): return P(3).f()",
        {"O": "x", "P": ""},
    ),
    # attrs
    (
        "attr.s",
        "import attr\n@attr.s\nclass P:\n    x = attr.ib()\n    y = attr.ib(default=2)\ndef check(): return repr(P(1))",
        {"P": "x y"},
    ),
    (
        "attr.s with annotations",
        "import attr\n@attr.s(auto_attribs=True)\nclass P:\n    x: int\n    y: int = 2\ndef check(): return repr(P(1))",
        {"P": "x y"},
    ),
    ("define without slots", "import attrs\n@attrs.define(slots=False)\nclass P:\n    x: int\ndef check(): return repr(P(1))", {"P": "x"}),
)

UNSAFE = table(
    ("a store on what may be the instance", "class P:\n    def __init__(self): self.x = 1\ndef mark(p):\n    p.tag = p.x  # <-\n", "store"),
    (
        "setattr on what may be the instance",
        "class P:\n    def __init__(self): self.x = 1\ndef mark(p, n):\n    print(p.x)\n    setattr(p, n, 1)  # <-\n",
        "dynamic-store",
    ),
    (
        "__dict__ of what may be the instance",
        "class P:\n    def __init__(self): self.x = 1\ndef show(p):\n    print(p.x)\n    return p.__dict__  # <-\n",
        "dict-use",
    ),
    ("__dict__ of anything", "class P:\n    def __init__(self): self.x = 1\ndef show(p): return p.__dict__  # <-\n", "dict-use"),
    ("a string that names the dict", "class P:\n    def __init__(self): self.x = 1\nshow = getter('__dict__')  # <-\n", "dict-use"),
    (
        "a function that marks what it is given",
        "class P:\n    def __init__(self): self.x = 1\ndef mark(p):\n    p.tag = 1  # <-\nmark(P())\n",
        "store",
    ),
)

INIT = "    def __init__(self): self.x = 1\n"
P = "class P:\n" + INIT
HERE = "class P:  # <-\n" + INIT

REFUSED = table(
    # the set of names is open
    ("setattr by a name that is handed in", "class P:\n    def put(self, name):\n        setattr(self, name, 1)  # <-\n", "dynamic-store"),
    (
        "setattr in a loop over keywords",
        "class P:\n    def __init__(self, **kw):\n        for k, v in kw.items():\n            setattr(self, k, v)  # <-\n",
        "dynamic-store",
    ),
    ("setattr from outside", P + "def put(name):\n    setattr(P(), name, 1)  # <-\n", "dynamic-store"),
    (
        "setattr by the keys of a dict that is filled elsewhere",
        "class P:\n    def change(self, new):\n        good = {'x': 1}\n        good.update(new)\n        for name, value in good.items():\n            setattr(self, name, value)  # <-\n",
        "dynamic-store",
    ),
    (
        "setattr by a name that an f-string writes in its own way",
        "class P:\n    def __init__(self):\n        for name in ('x', 'y'): setattr(self, f'{name!r:>5}', 1)  # <-\n",
        "dynamic-store",
    ),
    (
        "setattr by the keys of a dict that is handed on",
        "class P:\n    def change(self, new):\n        good = {'x': 1}\n        fill(good)\n        for name, value in good.items():\n            setattr(self, name, value)  # <-\n",
        "dynamic-store",
    ),
    (
        "object.__setattr__ by any name",
        "class P:\n    def put(self, name):\n        object.__setattr__(self, name, 1)  # <-\n",
        "dynamic-store",
    ),
    (
        "super().__setattr__ by any name",
        "class P:\n    def put(self, name):\n        super().__setattr__(name, 1)  # <-\n",
        "dynamic-store",
    ),
    ("update of the dict by keywords", "class P:\n    def __init__(self, **kw):\n        self.__dict__.update(kw)  # <-\n", "dict-use"),
    ("the dict replaced", "class P:\n    shared = {}\n    def __init__(self):\n        self.__dict__ = self.shared  # <-\n", "dict-use"),
    ("vars written to", "class P:\n    def put(self, name):\n        vars(self)[name] = 1  # <-\n", "dict-use"),
    ("exec", "class P:\n    def __init__(self):\n        exec('self.x = 1')  # <-\n", "dynamic-store"),
    ("a parser's namespace", "import argparse\n" + P + "argparse.ArgumentParser().parse_args(namespace=P())  # <-\n", "dynamic-store"),
    (
        "update_wrapper",
        "import functools\nclass P:\n    def __init__(self, f):\n        functools.update_wrapper(self, f)  # <-\n",
        "writer",
    ),
    (
        "setattr on the base may reach the subclass",
        "class O:\n    def put(self, name):\n        setattr(self, name, 1)  # <-\nclass P(O):\n" + INIT,
        "dynamic-store",
    ),
    ("a class name is stored", "class P:\n    def __init__(self, doc):\n        self.__doc__ = doc  # <-\n", "store"),
    # bases
    ("an unknown base", "class P(Missing):  # <-\n" + INIT, "base"),
    ("a base made by a call", "class P(make()):  # <-\n" + INIT, "base"),
    ("a base with a dict", "import threading\nclass P(threading.Thread):  # <-\n" + INIT, "base"),
    ("an exception", "class P(Exception):  # <-\n" + INIT, "base"),
    ("a variable-size base", "class P(int):  # <-\n" + INIT, "base"),
    ("a named tuple with names of its own", "from collections import namedtuple\nclass P(namedtuple('P', 'a')):  # <-\n" + INIT, "base"),
    ("a base that stays as it is", "class O:  # <-\n    def f(self): pass\ndir(O)\nclass P(O):\n" + INIT, "base"),
    ("bases without order", "class O: pass\nclass Q(O): pass\nclass P(O, Q):  # <-\n" + INIT, "base"),
    ("thread-local attributes", "import threading\nclass P(threading.local):  # <-\n" + INIT, "base"),
    (
        "a base in another file",
        {
            "lib.py": "class O:  # <-\n    def f(self): pass\n",
            "main.py": "import lib\nclass P(lib.O):\n    def f(self): self.x = 1\ndir(lib.O)\n",
        },
        "base",
    ),
    # special kinds of classes
    ("enum", "import enum\nclass P(enum.Enum):  # <-\n    A = 1\n", "kind"),
    ("NamedTuple", "from typing import NamedTuple\nclass P(NamedTuple):  # <-\n    x: int\n", "kind"),
    ("TypedDict", "from typing import TypedDict\nclass P(TypedDict):  # <-\n    x: int\n", "kind"),
    ("a class decorator that is not known", "@registry.add  # <-\nclass P:\n" + INIT, "decorator"),
    (
        "a decorator of typing, or one that is not known",
        "try: from typing import final\nexcept ImportError: final = make()\n@final  # <-\nclass P:\n" + INIT,
        "decorator",
    ),
    (
        "a class decorator that makes another",
        "def deco(cls):\n    class New(cls): pass\n    return make(New)\n@deco  # <-\nclass P:\n" + INIT,
        "decorator",
    ),
    ("a metaclass that is not known", "class P(metaclass=make()):  # <-\n" + INIT, "metaclass"),
    (
        "a metaclass with __new__",
        "class M(type):\n    def __new__(m, *args): return super().__new__(m, *args)\nclass P(metaclass=M):  # <-\n" + INIT,
        "metaclass",
    ),
    (
        "a metaclass that stores on the class",
        "class M(type):\n    def __init__(cls, *args): cls.x = 2\nclass P(metaclass=M):  # <-\n" + INIT,
        "metaclass",
    ),
    (
        "the metaclass of a base",
        "class M(type):\n    def __prepare__(*args): return {}\nclass O(metaclass=M): pass  # <-\nclass P(O):\n" + INIT,
        "metaclass",
    ),
    ("unreadable slots", "class P:\n    __slots__ = make()  # <-\n" + INIT, "slots"),
    ("a name bound twice", "class P:  # <-\n" + INIT + "P = wrap(P)\n", "class"),
    ("one of two classes", "if X:\n    class P: pass  # <-\nelse:\n    class P: pass\n", "class"),
    ("one platform", "import sys\nassert sys.platform == 'win32'  # <-\n" + P, "platform"),
    ("a module of another platform", "import winreg  # <-\n" + P, "platform"),
    (
        "a native library of a module beside it",
        {
            "box/__init__.py": "",
            "box/lib.py": "import ctypes\nlib = ctypes.CDLL('libc.so.6')\n",
            "box/main.py": "from . import lib  # <-\n" + P,
        },
        "platform",
    ),
    ("a native library", "import ctypes\nlib = ctypes.CDLL('libc.so.6')  # <-\n" + P, "platform"),
    (
        "a name bound again by a function that gives another",
        "def wrap(cls):\n    cls = type('New', (cls,), {})\n    return cls\nclass P:  # <-\n" + INIT + "P = wrap(P)\n",
        "class",
    ),
    # class-level names
    ("a default read through the class", "class P:\n    x = 1\n    def up(self): self.x += 1\nprint(P.x)  # <-\n", "class-name"),
    (
        "a default read through type(self)",
        "class P:\n    x = 1\n    def up(self):\n        self.x = type(self).x + 1  # <-\n",
        "class-name",
    ),
    (
        "a default read through cls",
        "class P:\n    x = 1\n    def up(self): self.x = 2\n    @classmethod\n    def get(cls):\n        return cls.x  # <-\n",
        "class-name",
    ),
    (
        "a default read through a subclass",
        "class P:\n    x = 1\n    def up(self): self.x = 2\nclass Q(P): pass\nprint(Q.x)  # <-\n",
        "class-name",
    ),
    ("a default looked up on the class", "class P:\n    x = 1\n    def up(self): self.x = 2\ngetattr(P, 'x')  # <-\n", "class-name"),
    ("a default stored on the class", "class P:\n    x = 1\n    def up(self): self.x = 2\nP.x = 5  # <-\n", "class-name"),
    (
        "a default patched on the class",
        "from unittest import mock\nclass P:\n    x = 1\n    def up(self): self.x = 2\nmock.patch.object(P, 'x', 3)  # <-\n",
        "class-name",
    ),
    (
        "a default patched by its name",
        "from unittest.mock import patch\nclass P:\n    x = 1\n    def up(self): self.x = 2\n@patch('main.P.x', 3)  # <-\ndef test(): pass\n",
        "class-name",
    ),
    ("a mutable default", "class P:\n    xs = []  # <-\n    def up(self): self.xs = [1]\n", "class-name"),
    ("a default made by a call", "class P:\n    x = make()  # <-\n    def up(self): self.x = 2\n", "class-name"),
    ("a default under a condition", "class P:\n    if X:\n        x = 1  # <-\n    def up(self): self.x = 2\n", "class-name"),
    ("defaults out of a tuple in a tuple", "class P:\n    x, (y, z) = 1, (2, 3)  # <-\n    def up(self): self.x = 2\n", "class-name"),
    ("a method that instances replace", "class P:\n    def f(self): pass  # <-\n    def up(self): self.f = None\n", "class-name"),
    (
        "a property without setter is no slot either",
        "class P:\n    @functools.wraps(f)\n    def f(self): pass  # <-\n    def up(self): self.f = None\n",
        "class-name",
    ),
    ("a subclass overrides the default", "class P:\n    x = 1  # <-\n    def up(self): self.x = 2\nclass Q(P):\n    x = 2\n", "class-name"),
    (
        "a subclass never calls __init__",
        "class P:\n    x = 1  # <-\n    def up(self): self.x = 2\nclass Q(P):\n    def __init__(self): self.y = 1\n",
        "class-name",
    ),
    (
        "a subclass calls __init__ late",
        "class P:\n    x = 1  # <-\n    def up(self): self.x = 2\nclass Q(P):\n    def __init__(self):\n        self.y = self.x\n        super().__init__()\n",
        "class-name",
    ),
    (
        "__getattr__ may ask for a default",
        "class P:\n    x = 1  # <-\n    def __getattr__(self, name): return self.x\n    def up(self): self.x = 2\n",
        "class-name",
    ),
    (
        "__new__ hands out without __init__",
        "class P:\n    x = 1  # <-\n    def __new__(cls): return super().__new__(cls)\n    def up(self): self.x = 2\n",
        "class-name",
    ),
    (
        "a copy relies on the default",
        "import copy\nclass P:\n    x = 1  # <-\n    def up(self): self.x = 2\ncopy.copy(P())\n",
        "class-name",
    ),
    ("a name looked up on the class", P + "hasattr(P, 'x')  # <-\n", "class-name"),
    ("a name stored on the class", P + "P.x = 3  # <-\n", "class-name"),
    ("a method of the base", "class O:\n    def x(self): pass  # <-\nclass P(O):\n" + INIT, "class-name"),
    (
        "a class attribute of the base",
        "class O:\n    x = 0  # <-\n    def __init__(self): pass\nclass P(O):\n    def set(self): self.x = 1\n",
        "class-name",
    ),
    ("a name of an external base", "class P(dict):  # <-\n    def __init__(self): self.items = 1\n", "class-name"),
    (
        "an abstract property",
        "from abc import ABC, abstractmethod\nclass O(ABC):\n    @property\n    @abstractmethod\n    def x(self): ...  # <-\nclass P(O):\n"
        + INIT,
        "class-name",
    ),
    ("a class-level name in a subclass", P + "class Q(P):\n    x = 2  # <-\n", "class-name"),
    ("a method of that name in a subclass", P + "class Q(P):\n    def x(self): return 2  # <-\n", "class-name"),
    # who looks
    ("dir of the class", P + "dir(P)  # <-\n", "class-read"),
    ("getmembers of the class", "import inspect\n" + P + "inspect.getmembers(P)  # <-\n", "class-read"),
    ("the class's own dict", P + "for k in P.__dict__: print(k)  # <-\n", "class-read"),
    ("vars of the class", P + "vars(P)  # <-\n", "class-read"),
    ("names that are not known, of the class", P + "def get(n): return getattr(P, n)  # <-\n", "class-read"),
    (
        "names that are not known, of what class methods are called on",
        P + "    @classmethod\n    def go(cls): pass\nALL = [P]\ndef get(v, n):\n    v.go()\n    return getattr(v, n)  # <-\n",
        "class-read",
    ),
    (
        "names that are not known, of what methods are given an instance on",
        P + "    def go(self): pass\nALL = [P]\ndef get(v, o, n):\n    v.go(o)\n    return getattr(v, n)  # <-\n",
        "class-read",
    ),
    (
        "names that are not known, of what may be the class",
        P + "    def __class_getitem__(cls, n): return cls\nALL = [P]\ndef get(v, n): return v[n] or getattr(v, n)  # <-\n",
        "class-read",
    ),
    ("autospec", "from unittest.mock import create_autospec\n" + P + "create_autospec(P)  # <-\n", "class-read"),
    ("Mock(spec=...)", "from unittest import mock\n" + P + "mock.Mock(spec=P)  # <-\n", "class-read"),
    ("sys.getsizeof", "import sys\n" + P + "sys.getsizeof(P())  # <-\n", "size"),
    (
        "__slots__ read with a guard",
        P + "def names():\n    try:\n        return tuple(P.__slots__)  # <-\n    except AttributeError:\n        return dir(P())\n",
        "slots-read",
    ),
    # the instance dict
    ("vars of an instance", P + "vars(P())  # <-\n", "dict-use"),
    (
        "__dict__ in a subclass",
        P + "class Q(P):\n    def __init__(self): self.y = 1\n    def show(self): return self.__dict__\np = P().__dict__  # <-\n",
        "dict-use",
    ),
    ("json default", "import json\n" + P + "json.dumps([P()], default=vars)  # <-\n", "dict-use"),
    ("map of vars", P + "list(map(vars, [P()]))  # <-\n", "dict-use"),
    ("getattr of __dict__", P + "getattr(P(), '__dict__')  # <-\n", "dict-use"),
    (
        "the dict, and any error will do",
        "import unittest\n"
        + P
        + "class T(unittest.TestCase):\n    def test(self):\n        with self.assertRaises(Exception):\n            P().__dict__  # <-\n",
        "dict-use",
    ),
    (
        "the dict in a test of another line",
        "import unittest\n"
        + P
        + "class T(unittest.TestCase):\n    def test(self):\n        with self.assertRaises(AttributeError):\n            d = P().__dict__  # <-\n            d.missing\n",
        "dict-use",
    ),
    (
        "the dict in a test of the message",
        "import unittest\n"
        + P
        + "class T(unittest.TestCase):\n    def test(self):\n        with self.assertRaises(AttributeError) as caught:\n            P().__dict__.missing  # <-\n        print(caught.exception)\n",
        "dict-use",
    ),
    ("hasattr of __dict__", P + "hasattr(P(), '__dict__')  # <-\n", "dict-use"),
    ("yaml", "import yaml\n" + P + "yaml.dump({'p': P()})  # <-\n", "dict-use"),
    ("a base that uses the dict", "class O:\n    def show(self):\n        return self.__dict__  # <-\nclass P(O):\n" + INIT, "dict-use"),
    # state
    ("__reduce_ex__ is called", P + "P().__reduce_ex__(2)  # <-\n", "state-read"),
    ("__getstate__ is called", P + "P().__getstate__()  # <-\n", "state-read"),
    (
        "a default is hidden in a branch only",
        "class A:\n    x = 0  # <-\nclass P(A):\n    def __init__(self, n):\n        if n: self.x = n\n",
        "class-name",
    ),
    (
        "a default is hidden after a return",
        "class A:\n    x = 0  # <-\nclass P(A):\n    def __init__(self, n):\n        if n: return\n        self.x = n\n",
        "class-name",
    ),
    (
        "a default is read before it is hidden",
        "class A:\n    x = 0  # <-\nclass P(A):\n    def __init__(self, n):\n        self.y = self.x\n        self.x = n\n",
        "class-name",
    ),
    (
        "a default is met by a method of __init__",
        "class A:\n    x = 0  # <-\n    def show(self): return self.x\nclass P(A):\n    def __init__(self, n):\n        self.show()\n        self.x = n\n",
        "class-name",
    ),
    (
        "a default is met by __init__ of the base",
        "class A:\n    x = 0  # <-\n    def __init__(self): self.show()\n    def show(self): return self.x\nclass P(A):\n    def __init__(self, n):\n        super().__init__()\n        self.x = n\n",
        "class-name",
    ),
    (
        "a default is met by a property",
        "class A:\n    x = 0  # <-\n    @property\n    def shown(self): return self.x\nclass P(A):\n    def __init__(self, n):\n        self.y = self.shown\n        self.x = n\n",
        "class-name",
    ),
    (
        "a default is met by a method of super",
        "class A:\n    x = 0  # <-\n    def show(self): return self.x\nclass P(A):\n    def __init__(self, n):\n        super().show()\n        self.x = n\n",
        "class-name",
    ),
    (
        "an instance is handed on before its default is hidden",
        "def show(o): return o.x\nclass A:\n    x = 0  # <-\nclass P(A):\n    def __init__(self, n):\n        show(self)\n        self.x = n\n",
        "class-name",
    ),
    (
        "an instance is kept before its default is hidden",
        "class A:\n    x = 0  # <-\nclass P(A):\n    def __init__(self, n):\n        me = self\n        print(me.x)\n        self.x = n\n",
        "class-name",
    ),
    (
        "an instance is met in a lambda before its default is hidden",
        "class A:\n    x = 0  # <-\nclass P(A):\n    def __init__(self, run):\n        run(lambda: self)\n        self.x = 1\n",
        "class-name",
    ),
    (
        "a hidden default comes back",
        "class A:\n    x = 0  # <-\nclass P(A):\n    def __init__(self, n): self.x = n\n    def drop(self): del self.x\n",
        "class-name",
    ),
    (
        "a default is hidden, but not by a subclass",
        "class A:\n    x = 0  # <-\nclass P(A):\n    def __init__(self, n): self.x = n\nclass Q(P):\n    def __init__(self): pass\n",
        "class-name",
    ),
    (
        "a default is hidden, but not with another base",
        "class A:\n    x = 0  # <-\nclass P(A):\n    def __init__(self, n): self.x = n\nclass O:\n    def __init__(self): pass\nclass Q(O, P): pass\n",
        "class-name",
    ),
    (
        "a default is hidden, but not of a bare instance",
        "class A:\n    x = 0  # <-\nclass P(A):\n    def __init__(self, n): self.x = n\np = P.__new__(P)\n",
        "class-name",
    ),
    (
        "a default is hidden, but __new__ may skip that",
        "class A:\n    x = 0  # <-\nclass P(A):\n    def __init__(self, n): self.x = n\n    def __new__(cls, n): return super().__new__(cls)\n",
        "class-name",
    ),
    (
        "a default is met by __del__",
        "class A:\n    x = 0  # <-\nclass P(A):\n    def __init__(self, n): self.x = n\n    def __del__(self): print(self.x)\n",
        "class-name",
    ),
    ("a default that is made", "class A:\n    x = make()  # <-\nclass P(A):\n    def __init__(self, n): self.x = n\n", "class-name"),
    (
        "a default is hidden, but not of what becomes one",
        "class A:\n    x = 0  # <-\nclass P(A):\n    def __init__(self, n): self.x = n\nclass Q(A):\n    def __init__(self): pass\n    def turn(self): self.__class__ = P\n",
        "class-name",
    ),
    (
        "a default is met by a truth test",
        "class A:\n    x = 0  # <-\n    def __bool__(self): return bool(self.x)\nclass P(A):\n    def __init__(self, n):\n        if self: n += 1\n        self.x = n\n",
        "class-name",
    ),
    (
        "a default is met by a call of the instance",
        "class A:\n    x = 0  # <-\n    def __call__(self): return self.x\nclass P(A):\n    def __init__(self, n):\n        print(self())\n        self.x = n\n",
        "class-name",
    ),
    (
        "a default is met by an item",
        "class A:\n    x = 0  # <-\n    def __setitem__(self, k, v): print(self.x)\nclass P(A):\n    def __init__(self, n):\n        self[1] = 2\n        self.x = n\n",
        "class-name",
    ),
    (
        "old pickles of a chain",
        "import pickle\nclass P:  # <-\n    def __init__(self): self.x = 1\nclass Q(P):\n    def __init__(self): self.y = 1\npickle.dumps(P(), 0)\n",
        "state",
    ),
    (
        "__setattr__ meets a copy",
        "import copy\nclass P:\n    def __init__(self): self.x = 1\n    def __setattr__(self, n, v):\n        print(n)\n        super().__setattr__(n, v)\ncopy.copy(P())  # <-\n",
        "state",
    ),
    # dataclasses and attrs
    (
        "super() in a dataclass",
        D
        + "class O:\n    def f(self): return 1\n@dataclass\nclass P(O):\n    x: int\n    def f(self):  # <-\n        return super().f()\n",
        "second-class",
    ),
    ("__class__ in a dataclass", D + "@dataclass\nclass P:\n    x: int\n    def f(self): return __class__  # <-\n", "second-class"),
    (
        "__init_subclass__ of a dataclass's base",
        D + "class O:  # <-\n    def __init_subclass__(cls): print(cls)\n@dataclass\nclass P(O):\n    x: int\n",
        "second-class",
    ),
    ("a decorator below the dataclass", D + "@dataclass\n@registered  # <-\nclass P:\n    x: int\n", "second-class"),
    (
        "__subclasses__ of a dataclass's base",
        D + "class O: pass\n@dataclass\nclass P(O):\n    x: int\nprint(O.__subclasses__())  # <-\n",
        "second-class",
    ),
    ("a metaclass of a dataclass", D + "import abc\n@dataclass\nclass P(metaclass=abc.ABCMeta):  # <-\n    x: int\n", "second-class"),
    ("slots= that is an expression", D + "@dataclass(slots=SLOTS)\nclass P:  # <-\n    x: int\n", "decorator"),
    ("a dataclass default read through the class", D + "@dataclass\nclass P:\n    x: int = 1\nprint(P.x)  # <-\n", "class-name"),
    (
        "asdict lists what the fix would add",
        D + "from dataclasses import fields\n@dataclass\nclass P:  # <-\n    x: int\n    def __post_init__(self): self.z = 1\nfields(P)\n",
        "store",
    ),
    (
        "a stored name without dataclasses.field",
        "from dataclasses import dataclass\n@dataclass\nclass P:  # <-\n    x: int\n    def __post_init__(self): self.z = 1\n",
        "store",
    ),
    (
        "a frozen dataclass whose state is not complete",
        D + "@dataclass(frozen=True)\nclass P:\n    x: int\n    y: int = field(init=False)  # <-\n",
        "state",
    ),
    ("a store on a frozen instance", D + "@dataclass(frozen=True)\nclass P:\n    x: int\np = P(1)\np.z = 2  # <-\n", "store"),
    (
        "attrs and a name that is no field",
        "import attr\n@attr.s\nclass P:\n    x = attr.ib()\n    def f(self):\n        self.z = 1  # <-\n",
        "store",
    ),
    (
        "a frozen dataclass under a plain subclass",
        D + "@dataclass(frozen=True)\nclass P:\n    x: int\nclass Q(P):  # <-\n    def f(self): object.__setattr__(self, 'y', 1)\n",
        "subclass",
    ),
    # what writes behind the back
    ("cached_property", "from functools import cached_property\nclass P:\n    @cached_property\n    def y(self): return 1  # <-\n", "lazy"),
    (
        "cached_property by a call",
        "import functools\nclass P:\n    def f(self): return 1\n    y = functools.cached_property(f)  # <-\n",
        "lazy",
    ),
    ("a caching decorator of a library", "from lib.tools import reify\nclass P:\n    @reify\n    def y(self): return 1  # <-\n", "lazy"),
    (
        "cached_property in the base",
        "from functools import cached_property\nclass O:  # <-\n    @cached_property\n    def y(self): return 1\nclass P(O):\n" + INIT,
        "base",
    ),
    # chains
    (
        "a subclass that keeps its dict",
        HERE.replace("  # <-", "") + "class Q(P):  # <-\n    def __init__(self, **kw): self.y = 1; self.__dict__.update(kw)\n",
        "subclass",
    ),
    (
        "an existing subclass whose slots need the dict",
        "class P:\n    def f(self): self.x = 1\nclass Q(P):  # <-\n    __slots__ = ('y', '__dict__')\n",
        "subclass",
    ),
    ("nobody gains", "class P:  # <-\n    def f(self): pass\nclass Q(P, Exception): pass\n", "payoff"),
    (
        "layouts that meet in a subclass",
        HERE.replace("  # <-", "") + "class O:\n    def __init__(self): self.y = 1\nclass Q(P, O): pass  # <-\nP(1), O()\n",
        "layout",
    ),
    ("layouts that meet with a builtin", HERE.replace("  # <-", "") + "class Q(P, dict): pass  # <-\n", "layout"),
    (
        "layouts that meet at run time",
        HERE.replace("  # <-", "") + "class O:\n    def __init__(self): self.y = 1\ntype('Q', (P, O), {})  # <-\n",
        "layout",
    ),
    (
        "classes that instances change between",
        HERE.replace("  # <-", "") + "class Q(P):\n    def __init__(self): self.y = 1\ndef morph(p: P):\n    p.__class__ = Q  # <-\n",
        "class-assignment",
    ),
    (
        "a class that is not known, to change to",
        HERE.replace("  # <-", "") + "def morph(p: P, cls):\n    p.__class__ = cls  # <-\n",
        "class-assignment",
    ),
    ("becomes a base at run time", HERE.replace("  # <-", "") + "class O: pass\nclass Q(O): pass\nQ.__bases__ = (P,)  # <-\n", "base"),
    (
        "a runtime protocol",
        "from typing import Protocol, runtime_checkable\n@runtime_checkable\nclass HasX(Protocol):\n    x: int  # <-\nclass P:\n    def late(self): self.x = 1\n",
        "protocol",
    ),
)
