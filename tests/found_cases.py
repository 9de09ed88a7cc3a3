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
)  # fmt: skip
