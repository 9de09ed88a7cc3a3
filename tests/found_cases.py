"""Programs that generated hierarchies brought to light, made small, each with a ``check()`` that must keep its result."""

from __future__ import annotations

from programs import table

FOUND = table(
    ("an attribute that only others store, stored on", "class P:\n    pass\nclass Q:\n    def drop(self):\n        if hasattr(self, 'parent'): del self.parent\ndef check():\n    a, b = P(), P()\n    a.items = b\n    a.items.parent = 6\n    return b.parent"),
    ("a base with instances, a subclass that has the name", "class P:\n    pass\nclass Q(P):\n    def __init__(self): self.x = 1\ndef touch(one: 'P'):\n    one.x = 2\n    return one.x\ndef check(): return touch(P()), touch(Q())"),
    ("a base with instances, stored on in a loop", "class P:\n    pass\nclass Q(P):\n    def __init__(self): self.x = 1\ndef touch(one: 'P'):\n    for one.x in (1, 2): pass\n    return one.x\ndef check(): return touch(P())"),
    ("a patch of what instances hold", "from unittest import mock\nclass P:\n    def __init__(self): self.x = 1\ndef check():\n    try:\n        with mock.patch.object(P, 'x', 5): return P().x\n    except AttributeError: return 'none'"),
    ("a patch by name of what instances hold", "from unittest import mock\nclass P:\n    def __init__(self): self.x = 1\ndef check():\n    try:\n        with mock.patch('main.P.x', 5): return P().x\n    except AttributeError: return 'none'"),
    ("a patch that adds what instances hold", "from unittest import mock\nclass P:\n    def __init__(self, c=0):\n        if c: self.x = 1\ndef check():\n    with mock.patch.object(P, 'x', 5, create=True): return P().x"),
    ("the class of an instance changes, bases of another line", "class P:\n    pass\nclass Q(P):\n    pass\nclass R:\n    pass\ndef check():\n    r, p = R(), P()\n    r.__class__ = Q\n    return type(r).__name__, p is None"),
    ("the class of an instance changes by setattr", "class P:\n    pass\nclass Q:\n    def up(self): self.x = 8\ndef check():\n    p = P()\n    setattr(p, '__class__', Q)\n    p.up()\n    return p.x"),
    ("the class of an instance changes by object.__setattr__", "class P:\n    def __init__(self, x=2): self.x = x\nclass Q:\n    pass\ndef check():\n    p = P()\n    object.__setattr__(p, '__class__', Q)\n    return p.x"),
    ("an old pickle of an unslotted subclass of a slotted class", "import pickle\nclass lazy:\n    def __init__(self, f): self.f, self.n = f, f.__name__\n    def __get__(self, o, c):\n        value = self.f(o)\n        setattr(o, self.n, value)\n        return value\nclass P:\n    def mark(self): self.x = 1\nclass M:\n    @lazy\n    def volume(self): return 27\nclass Q(P, M): pass\ndef check():\n    P().mark()\n    q = Q(); q.mark()\n    return pickle.loads(pickle.dumps(q, 0)).x"),
    ("a function that is mapped over instances", "class P:\n    pass\nclass Q:\n    def __init__(self): self.x = 1\ndef touch(one):\n    one.x = 2\n    return one\ndef check(): return [p.x for p in map(touch, [P()])]"),
    ("a function that sorts instances", "class P:\n    pass\nclass Q:\n    def __init__(self): self.x = 1\ndef rank(one):\n    one.x = 2\n    return one.x\ndef check(): return [p.x for p in sorted([P(), P()], key=rank)]"),
    ("a slot would hide what stands beside it", "class A:\n    def set(self): self.size = 1\nclass B:\n    size = 0\nclass P(A, B): pass\ndef check():\n    A().set()\n    return P().size"),
    ("a slot would make an abstract class concrete", "from abc import ABC, abstractmethod\nclass A:\n    def set(self): self.x = 1\nclass B(ABC):\n    @abstractmethod\n    def x(self): ...\nclass P(A, B): pass\ndef check():\n    A().set()\n    try: return P() is None\n    except TypeError: return 'abstract'"),
    ("a protocol with a default", "from typing import Protocol\nclass P(Protocol):\n    x: int = 3\n    def up(self): self.x = 4\ndef check():\n    try: return P().x\n    except TypeError: return 'protocol'"),
    ("a subclass of a dataclass that calls no super", "from dataclasses import dataclass\n@dataclass\nclass P:\n    x: int = 3\nclass Q(P):\n    def __init__(self): self.y = 1\ndef check(): return P().x, Q().x"),
    ("a field of a dataclass is deleted", "from dataclasses import dataclass\n@dataclass\nclass P:\n    x: int = 3\n    def drop(self): del self.x\ndef check():\n    p = P(5); p.drop()\n    return p.x"),
    ("state without a field of a dataclass", "import pickle\nfrom dataclasses import dataclass\n@dataclass\nclass P:\n    x: int = 3\n    def __getstate__(self): return {'z': 1}\n    def __setstate__(self, state): pass\ndef check(): return pickle.loads(pickle.dumps(P(5))).x"),
    ("a method that is called with an instance of another class", "class A:\n    def set(self): self.x = 1\nclass P: pass\ndef check():\n    A().set()\n    p = P()\n    A.set(p)\n    return p.x"),
    ("the __init__ of another class", "from dataclasses import dataclass\n@dataclass\nclass A:\n    x: int = 1\nclass P: pass\ndef check():\n    p = P()\n    A.__init__(p)\n    return p.x, A()"),
    ("a dict store past a property", "class A:\n    @property\n    def x(self): return 5\n    def set(self): self.x = 8\nclass P(A):\n    def __init__(self): self.y = 1\n    def __setattr__(self, name, value): self.__dict__[name] = value\ndef check():\n    p = P(); p.set()\n    return p.x, p.y"),
    ("a method of another class under another name", "class A:\n    def set(self): self.x = 1\nclass P: pass\ndef check():\n    A().set()\n    p = P()\n    run = A.set\n    run(p)\n    return p.x"),
    ("a method of another class bound by hand", "class A:\n    def set(self): self.x = 1\nclass P: pass\ndef check():\n    A().set()\n    p = P()\n    A.set.__get__(p)()\n    return p.x"),
    ("a mock of a subclass", "from unittest import mock\nclass A:\n    def __init__(self): self.x = 1\nclass P(A): pass\ndef check():\n    A()\n    return hasattr(mock.Mock(spec=P), 'x')"),
    ("__new__ under another name", "class P: pass\ndef check():\n    make = P.__new__\n    p = make(P)\n    p.__dict__['x'] = 2\n    return p.x"),
)  # fmt: skip
