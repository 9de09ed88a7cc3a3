"""Programs that depend on how a class is made, read, copied or patched, with a ``check()`` that must keep its result."""

from __future__ import annotations

from programs import Defect, table

# What is wrong today. A row that names one of these fails as expected, and says so when it no longer does.
MEET = Defect("bases in a list that grows may meet in one class")

BEHAVIOUR = table(
    (
        "default read via class alias",
        "class P:\n    lim = 3\n    def __init__(self): self.x = 1\n    def up(self): self.lim += 1\nQ = P\ndef check(): \n    P().up()\n    return Q.lim",
    ),
    (
        "default read via instance class",
        "class P:\n    lim = 3\n    def up(self): self.lim += 1\ndef check():\n    p = P(); p.up()\n    return type(p).lim",
    ),
    (
        "default read via cls dict",
        "class P:\n    lim = 3\n    def up(self): self.lim += 1\nALL = {'p': P}\ndef check():\n    p = P(); p.up()\n    return ALL['p'].lim",
    ),
    (
        "default getattr cls",
        "class P:\n    lim = 3\n    def up(self): self.lim += 1\ndef get(c, n): return getattr(c, n)\ndef check():\n    p = P(); p.up()\n    return get(P, 'lim')",
    ),
    (
        "default via param cls",
        "class P:\n    lim = 3\n    def up(self): self.lim += 1\ndef get(c): return c.lim\ndef check():\n    p = P(); p.up()\n    return get(P)",
    ),
    (
        "default via super",
        "class P:\n    lim = 3\n    def up(self): self.lim += 1\nclass Q(P):\n    def f(self): return super().lim\ndef check():\n    p = Q(); p.up()\n    return p.f()",
    ),
    (
        "default del restores",
        "class P:\n    lim = 3\n    def up(self): self.lim = 4\n    def down(self): del self.lim\ndef check():\n    p = P(); p.up(); p.down()\n    return p.lim",
    ),
    (
        "default delattr restores",
        "class P:\n    lim = 3\n    def up(self): self.lim = 4\ndef check():\n    p = P(); p.up(); delattr(p, 'lim')\n    return p.lim",
    ),
    ("default vars", "class P:\n    lim = 3\n    def up(self): self.lim = 4\ndef check():\n    p = P()\n    return vars(p)"),
    ("default hasattr", "class P:\n    lim = 3\n    def up(self): self.lim = 4\ndef check():\n    return hasattr(P, 'lim'), P.lim"),
    ("default new bypass", "class P:\n    lim = 3\n    def up(self): self.lim = 4\ndef check():\n    p = P.__new__(P)\n    return p.lim"),
    (
        "default new bypass obj",
        "class P:\n    lim = 3\n    def up(self): self.lim = 4\ndef check():\n    p = object.__new__(P)\n    return p.lim",
    ),
    (
        "default new bypass var",
        "class P:\n    lim = 3\n    def up(self): self.lim = 4\nNEW = object.__new__\ndef check():\n    p = NEW(P)\n    return p.lim",
    ),
    (
        "default copy",
        "import copy\nclass P:\n    lim = 3\n    def up(self): self.lim = 4\ndef check():\n    p = copy.copy(P())\n    return p.lim",
    ),
    (
        "default subclass no super",
        "class P:\n    lim = 3\n    def up(self): self.lim = 4\nclass Q(P):\n    def __init__(self): self.z = 1\ndef check():\n    return Q().lim",
    ),
    (
        "default subclass late super",
        "class P:\n    lim = 3\n    def up(self): self.lim = 4\nclass Q(P):\n    def __init__(self):\n        self.z = self.lim\n        super().__init__()\ndef check():\n    return Q().z",
    ),
    (
        "default subclass if super",
        "class P:\n    lim = 3\n    def up(self): self.lim = 4\nclass Q(P):\n    def __init__(self, c=0):\n        if c: super().__init__()\ndef check():\n    return Q().lim",
    ),
    (
        "default init raises early",
        "class P:\n    lim = 3\n    def __init__(self, c=0):\n        if c: raise ValueError\n        self.x = 1\n    def up(self): self.lim = 4\n    def __del__(self): OUT.append(self.lim)\nOUT=[]\ndef check():\n    try: P(1)\n    except ValueError: pass\n    return OUT",
    ),
    (
        "default dir order repr",
        "class P:\n    lim = 3\n    def up(self): self.lim = 4\ndef check(): return sorted(n for n in dir(P()) if not n.startswith('_'))",
    ),
    (
        "default cond expr",
        "class P:\n    lim = -1\n    name = None\n    def __init__(self, n): self.n = n\n    def set(self): self.lim = 2; self.name = 'x'\ndef check():\n    p = P(1); a = (p.lim, p.name, p.n); p.set()\n    return a, p.lim, p.name",
    ),
    (
        "default used in body",
        "class P:\n    lim = 3\n    top = lim * 2\n    def up(self): self.lim = 4\ndef check(): return P.top, P().lim",
    ),
    (
        "default used as default arg",
        "class P:\n    lim = 3\n    def up(self, n=lim): self.lim = n\ndef check():\n    p = P(); p.up()\n    return p.lim",
    ),
    (
        "default hashable",
        "class P:\n    lim = 3\n    def up(self): self.lim = 1\n    def __eq__(self, o): return self.lim == o.lim\ndef check():\n    return P() == P()",
    ),
    (
        "default in class-level fn",
        "class P:\n    lim = 3\n    @classmethod\n    def get(cls): return cls.lim\n    def up(self): self.lim = 1\ndef check(): return P.get()",
    ),
    (
        "default staticm",
        "class P:\n    lim = 3\n    @staticmethod\n    def get(): return P.lim\n    def up(self): self.lim = 1\ndef check(): return P.get()",
    ),
    (
        "default patched",
        "from unittest import mock\nclass P:\n    lim = 3\n    def up(self): self.lim = 1\ndef check():\n    with mock.patch.object(P, 'lim', 9): return P().lim",
    ),
    (
        "default attr match",
        "class P:\n    __match_args__ = ('lim',)\n    lim = 3\n    def up(self): self.lim = 1\ndef check():\n    match P():\n        case P(v): return v",
    ),
    ("instance attr via class getattr default", "class P:\n    def __init__(self): self.x = 1\ndef check(): return getattr(P, 'x', None)"),
    ("instance attr via class hasattr", "class P:\n    def __init__(self): self.x = 1\ndef check(): return hasattr(P, 'x')"),
    ("hasattr through type(p)", "class P:\n    def __init__(self): self.x = 1\ndef check(): return hasattr(type(P()), 'x')"),
    (
        "hasattr via list of classes",
        "class P:\n    def __init__(self): self.x = 1\ndef check(): return [hasattr(c, 'x') for c in (P, int)]",
    ),
    (
        "hasattr via dict of classes",
        "class P:\n    def __init__(self): self.x = 1\nD = {'p': P}\ndef check(): return [hasattr(c, 'x') for c in D.values()]",
    ),
    ("hasattr via mro", "class P:\n    def __init__(self): self.x = 1\ndef check(): return [hasattr(c, 'x') for c in type(P()).__mro__]"),
    ("x in cls dict", "class P:\n    def __init__(self): self.x = 1\ndef check(): return 'x' in P.__dict__"),
    ("x in vars cls", "class P:\n    def __init__(self): self.x = 1\ndef check(): return 'x' in vars(P)"),
    (
        "vars cls loop",
        "class P:\n    def __init__(self): self.x = 1\n    def m(self): pass\ndef check(): return [k for k in vars(P) if not k.startswith('__')]",
    ),
    ("dir cls", "class P:\n    def __init__(self): self.x = 1\ndef check(): return [n for n in dir(P) if not n.startswith('__')]"),
    (
        "dir instance",
        "class P:\n    def __init__(self): self.x = 1\n    def set(self): self.y = 1\ndef check(): return [n for n in dir(P()) if not n.startswith('__')]",
    ),
    (
        "getmembers",
        "import inspect\nclass P:\n    def __init__(self): self.x = 1\ndef check(): return [n for n, _ in inspect.getmembers(P) if not n.startswith('__')]",
    ),
    ("weakref attr read", "class P:\n    def __init__(self): self.x = 1\ndef check(): return P().__weakref__"),
    (
        "hasattr dict",
        "class P:\n    def __init__(self): self.x = 1\ndef show(o): return hasattr(o, '__dict__')\ndef check(): return show(P())",
    ),
    (
        "hasattr dict many",
        "class P:\n    def __init__(self): self.x = 1\ndef show(o): return o.__dict__ if hasattr(o, '__dict__') else repr(o)\ndef check(): return show(P()), show(1)",
    ),
    (
        "try dict",
        "class P:\n    def __init__(self): self.x = 1\ndef show(o):\n    try: return o.__dict__\n    except AttributeError: return 0\ndef check(): return show(P()), show(1)",
    ),
    ("vars default", "import json\nclass P:\n    def __init__(self): self.x = 1\ndef check(): return json.dumps([P()], default=vars)"),
    (
        "vars lambda default",
        "import json\nclass P:\n    def __init__(self): self.x = 1\ndef check(): return json.dumps([P()], default=lambda o: o.__dict__)",
    ),
    ("vars map", "class P:\n    def __init__(self): self.x = 1\ndef check(): return list(map(vars, [P()]))"),
    ("vars alias", "class P:\n    def __init__(self): self.x = 1\nshow = vars\ndef check(): return show(P())"),
    ("vars in list", "class P:\n    def __init__(self): self.x = 1\ndef check(): return [f(P()) for f in (vars,)]"),
    (
        "attrgetter dict",
        "import operator\nclass P:\n    def __init__(self): self.x = 1\ndef check(): return operator.attrgetter('__dict__')(P())",
    ),
    ("getattr dict concat", "class P:\n    def __init__(self): self.x = 1\ndef check(): return getattr(P(), '__di' + 'ct__')"),
    ("format dict", "class P:\n    def __init__(self): self.x = 1\ndef check(): return '{0.__dict__}'.format(P())"),
    ("percent vars", "class P:\n    def __init__(self): self.x = 1\ndef check(): return '%(x)s' % vars(P())"),
    (
        "object getattribute dict",
        "class P:\n    def __init__(self): self.x = 1\ndef check(): return object.__getattribute__(P(), '__dict__')",
    ),
    (
        "inspect.getattr_static",
        "import inspect\nclass P:\n    def __init__(self): self.x = 1\ndef check(): return inspect.getattr_static(P(), 'x')",
    ),
    ("sys.getsizeof", "import sys\nclass P:\n    def __init__(self): self.x = 1\ndef check(): return sys.getsizeof(P())"),
    (
        "pickle protocol 0",
        "import pickle\nclass P:\n    def __init__(self): self.x = 1\ndef check(): return pickle.loads(pickle.dumps(P(), 0)).x",
    ),
    (
        "pickle protocol var",
        "import pickle\nclass P:\n    def __init__(self): self.x = 1\nPROTO = 1\ndef check(): return pickle.loads(pickle.dumps(P(), PROTO)).x",
    ),
    (
        "pickle Pickler 0",
        "import pickle, io\nclass P:\n    def __init__(self): self.x = 1\ndef check():\n    f = io.BytesIO(); pickle.Pickler(f, 0).dump(P())\n    return pickle.loads(f.getvalue()).x",
    ),
    (
        "pickle alias dumps",
        "import pickle\nclass P:\n    def __init__(self): self.x = 1\ndump = pickle.dumps\ndef check(): return pickle.loads(dump(P(), 0)).x",
    ),
    (
        "pickle func param",
        "import pickle\nclass P:\n    def __init__(self): self.x = 1\ndef save(o, proto=0): return pickle.dumps(o, proto)\ndef check(): return pickle.loads(save(P())).x",
    ),
    (
        "pickle inside list",
        "import pickle\nclass P:\n    def __init__(self): self.x = 1\ndef check(): return pickle.loads(pickle.dumps({'a': [P()]}, protocol=0))['a'][0].x",
    ),
    (
        "pickle inside object",
        "import pickle\nclass Q:\n    def __init__(self): self.y = 1\nclass P:\n    def __init__(self): self.x = Q()\ndef check(): return pickle.loads(pickle.dumps(P(), protocol=1)).x.y",
    ),
    ("reduce_ex call", "class P:\n    def __init__(self): self.x = 1\ndef check(): return P().__reduce_ex__(2)[2]"),
    ("reduce_ex 0", "class P:\n    def __init__(self): self.x = 1\ndef check(): return len(P().__reduce_ex__(0))"),
    (
        "own getstate dict",
        "import copy\nclass P:\n    def __init__(self): self.x = 1; self.c = 2\n    def __getstate__(self):\n        s = self.__dict__.copy()\n        del s['c']\n        return s\n    def __setstate__(self, s):\n        self.__dict__.update(s)\n        self.c = 0\ndef check():\n    p = copy.copy(P()); return p.x, p.c",
    ),
    (
        "own getstate set attr",
        "import pickle\nclass P:\n    def __init__(self): self.x = 1; self.c = 2\n    def __getstate__(self): return {'x': self.x}\ndef check():\n    p = pickle.loads(pickle.dumps(P())); return p.x, hasattr(p, 'c')",
    ),
    (
        "setstate only",
        "import pickle\nclass P:\n    def __init__(self): self.x = 1\n    def __setstate__(self, s): self.x = s['x'] + 1\ndef check(): return pickle.loads(pickle.dumps(P())).x",
    ),
    (
        "setattr hook copy",
        "import copy\nLOG = []\nclass P:\n    def __init__(self): self.x = 1\n    def __setattr__(self, n, v):\n        LOG.append(n)\n        super().__setattr__(n, v)\ndef check():\n    copy.copy(P()); return LOG",
    ),
    (
        "setattr hook deepcopy in container",
        "import copy\nLOG = []\nclass P:\n    def __init__(self): self.x = 1\n    def __setattr__(self, n, v):\n        LOG.append(n)\n        super().__setattr__(n, v)\ndef check():\n    copy.deepcopy([P()]); return LOG",
    ),
    (
        "setattr hook deepcopy in object",
        "import copy\nLOG = []\nclass H:\n    def __init__(self, p): self.p = p\nclass P:\n    def __init__(self): self.x = 1\n    def __setattr__(self, n, v):\n        LOG.append(n)\n        super().__setattr__(n, v)\ndef check():\n    copy.deepcopy(H(P())); return LOG",
    ),
    (
        "setattr hook deepcopy unknown",
        "import copy\nLOG = []\nclass P:\n    def __init__(self): self.x = 1\n    def __setattr__(self, n, v):\n        LOG.append(n)\n        super().__setattr__(n, v)\ndef dup(o): return copy.deepcopy(o)\ndef check():\n    dup(P()); return LOG",
    ),
    (
        "immutable hook copy",
        "import copy\nclass P:\n    def __init__(self): object.__setattr__(self, 'x', 1)\n    def __setattr__(self, n, v): raise AttributeError(n)\ndef check(): return copy.copy(P()).x",
    ),
    (
        "immutable hook copy nested",
        "import copy\nclass H:\n    def __init__(self, p): self.p = p\nclass P:\n    def __init__(self): object.__setattr__(self, 'x', 1)\n    def __setattr__(self, n, v): raise AttributeError(n)\ndef check(): return copy.deepcopy(H(P())).p.x",
    ),
    (
        "type() combos",
        "class A:\n    def __init__(self): self.x = 1\nclass B:\n    def __init__(self): self.y = 1\ndef check(): return type('C', (A, B), {})().x",
    ),
    (
        "type() combos var",
        "class A:\n    def __init__(self): self.x = 1\nclass B:\n    def __init__(self): self.y = 1\ndef mix(*bases): return type('C', bases, {})\ndef check(): return mix(A, B)().x",
    ),
    (
        "type() combos list",
        "class A:\n    def __init__(self): self.x = 1\nclass B:\n    def __init__(self): self.y = 1\nBASES = [A]\nBASES.append(B)\ndef check(): return type('C', tuple(BASES), {})().x",
        MEET,
    ),
    (
        "class with star bases list",
        "class A:\n    def __init__(self): self.x = 1\nclass B:\n    def __init__(self): self.y = 1\nBASES = [A]\nBASES.append(B)\nclass C(*BASES): pass\ndef check(): return C().x",
    ),
    (
        "mixin dict base",
        "class A:\n    def __init__(self): self.x = 1\nclass D(dict): pass\nclass C(A, D): pass\ndef check():\n    c = C(); c['k'] = 1; c.z = 2\n    return c.z",
    ),
    (
        "class attr default in subclass of slot",
        "class A:\n    def __init__(self): self.x = 1\nclass B(A):\n    x = 5\n    def __init__(self): pass\ndef check(): return B().x",
    ),
    (
        "subclass method of the same name",
        "class A:\n    def __init__(self, x=None):\n        if x: self.x = x\nclass B(A):\n    def x(self): return 1\ndef check(): return B().x()",
    ),
    (
        "class assign",
        "class A:\n    def __init__(self): self.x = 1\nclass B:\n    def __init__(self): self.y = 1\ndef check():\n    a = A(); a.__class__ = B\n    return a.x",
    ),
    (
        "class assign via setattr",
        "class A:\n    def __init__(self): self.x = 1\nclass B:\n    def __init__(self): self.y = 1\ndef check():\n    a = A(); setattr(a, '__class__', B)\n    return a.x",
    ),
    (
        "class assign object",
        "class A:\n    def __init__(self): self.x = 1\nclass B:\n    def __init__(self): self.y = 1\ndef check():\n    a = A(); object.__setattr__(a, '__class__', B)\n    return a.x",
    ),
    (
        "class assign method",
        "class A:\n    def __init__(self): self.x = 1\n    def morph(self): self.__class__ = B\nclass B(A):\n    def __init__(self): self.y = 1\ndef check():\n    a = A(); a.morph()\n    return a.x",
    ),
    (
        "class assign same layout",
        "class A:\n    def __init__(self): self.x = 1\n    def morph(self): self.__class__ = B\nclass B(A):\n    def go(self): return self.x\ndef check():\n    a = A(); a.morph()\n    return a.go()",
    ),
    (
        "bases assign",
        "class A:\n    def __init__(self): self.x = 1\nclass O: pass\nclass B(O): pass\ndef check():\n    B.__bases__ = (A,)\n    return B().x",
    ),
    (
        "dataclass plain",
        "from dataclasses import dataclass, asdict, replace\n@dataclass\nclass P:\n    x: int\n    y: int = 2\ndef check():\n    p = P(1)\n    return repr(p), asdict(p), replace(p, x=5) == P(5)",
    ),
    ("dataclass vars", "from dataclasses import dataclass\n@dataclass\nclass P:\n    x: int\ndef check(): return vars(P(1))"),
    ("dataclass class read default", "from dataclasses import dataclass\n@dataclass\nclass P:\n    x: int = 3\ndef check(): return P.x"),
    (
        "dataclass field init False",
        "from dataclasses import dataclass, field\n@dataclass\nclass P:\n    x: int = field(init=False, default=3)\ndef check(): return P().x",
    ),
    (
        "dataclass field init False no default",
        "from dataclasses import dataclass, field\n@dataclass\nclass P:\n    x: int = field(init=False)\ndef check(): return hasattr(P(), 'x')",
    ),
    (
        "dataclass post init super",
        "from dataclasses import dataclass\nclass O:\n    def __post_init__(self): self.z = 1\n@dataclass\nclass P(O):\n    x: int\n    def __post_init__(self): super().__post_init__()\ndef check(): return P(1).z",
    ),
    (
        "dataclass new bypass default",
        "from dataclasses import dataclass\n@dataclass\nclass P:\n    x: int = 3\ndef check(): return P.__new__(P).x",
    ),
    (
        "dataclass init=False default",
        "from dataclasses import dataclass\n@dataclass(init=False)\nclass P:\n    x: int = 3\n    def __init__(self): pass\ndef check(): return P().x",
    ),
    (
        "dataclass own init",
        "from dataclasses import dataclass\n@dataclass\nclass P:\n    x: int = 3\n    def __init__(self): pass\ndef check(): return P().x",
    ),
    (
        "dataclass subclass default override",
        "from dataclasses import dataclass\n@dataclass\nclass O:\n    x: int = 1\n@dataclass\nclass P(O):\n    x: int = 2\ndef check(): return P().x, O().x",
    ),
    (
        "dataclass plain subclass overrides",
        "from dataclasses import dataclass\n@dataclass\nclass O:\n    x: int = 1\nclass P(O):\n    x = 2\ndef check(): return P().x, P.x",
    ),
    (
        "dataclass abstract property",
        "from dataclasses import dataclass\nfrom abc import ABC, abstractmethod\nclass O(ABC):\n    @property\n    @abstractmethod\n    def x(self): ...\n@dataclass\nclass P(O):\n    x: int = 1\ndef check(): return P().x",
    ),
    (
        "dataclass weakref",
        "import weakref\nfrom dataclasses import dataclass\n@dataclass(eq=False)\nclass P:\n    x: int = 1\ndef check():\n    p = P()\n    return weakref.ref(p)() is p",
    ),
    (
        "dataclass frozen pickle",
        "import pickle\nfrom dataclasses import dataclass\n@dataclass(frozen=True)\nclass P:\n    x: int = 1\ndef check(): return pickle.loads(pickle.dumps(P(), 0)) == P()",
    ),
    (
        "dataclass cached_property",
        "from functools import cached_property\nfrom dataclasses import dataclass\n@dataclass\nclass P:\n    x: int = 1\n    @cached_property\n    def y(self): return self.x + 1\ndef check(): return P().y",
    ),
    (
        "dataclass frozen setattr error",
        "from dataclasses import dataclass\n@dataclass(frozen=True)\nclass P:\n    x: int = 1\ndef check():\n    try: P().z = 1\n    except Exception as e: return type(e).__name__",
    ),
    (
        "dataclass fields extra",
        "from dataclasses import dataclass, field, fields\n@dataclass\nclass P:\n    x: int\n    def __post_init__(self): self.z = 1\ndef check(): return [f.name for f in fields(P)], P(1).z",
    ),
    (
        "dataclass fields extra mod",
        "import dataclasses\n@dataclasses.dataclass\nclass P:\n    x: int\n    def __post_init__(self): self.z = 1\ndef check(): return [f.name for f in dataclasses.fields(P)], P(1).z",
    ),
    (
        "dataclass asdict extra mod",
        "import dataclasses\n@dataclasses.dataclass\nclass P:\n    x: int\n    def __post_init__(self): self.z = 1\ndef check(): return dataclasses.asdict(P(1))",
    ),
    (
        "dataclass __dataclass_fields__",
        "import dataclasses\n@dataclasses.dataclass\nclass P:\n    x: int\n    def __post_init__(self): self.z = 1\ndef check(): return list(P.__dataclass_fields__)",
    ),
    (
        "dataclass is identity",
        "from dataclasses import dataclass\nSEEN = []\ndef reg(c):\n    SEEN.append(c)\n    return c\n@dataclass\n@reg\nclass P:\n    x: int = 1\ndef check(): return SEEN[0] is P",
    ),
    (
        "dataclass nested ref",
        "from dataclasses import dataclass\n@dataclass\nclass P:\n    x: int = 1\n    def up(self): return __class__ is type(self)\ndef check(): return P().up()",
    ),
    (
        "dataclass subclasses",
        "from dataclasses import dataclass\nclass O: pass\n@dataclass\nclass P(O):\n    x: int = 1\ndef check(): return len(O.__subclasses__())",
    ),
    (
        "dataclass set_name",
        "from dataclasses import dataclass\nSEEN = []\nclass D:\n    def __set_name__(self, o, n): SEEN.append(n)\n    def __get__(self, o, c): return 7\n@dataclass\nclass P:\n    d = D()\n    x: int = 1\ndef check(): return SEEN, P().d",
    ),
    (
        "dataclass class body type ids",
        "from dataclasses import dataclass\n@dataclass\nclass P:\n    x: int = 1\n    def make(self): return P\nKEEP = P.make\ndef check(): return KEEP(None) is P",
    ),
    (
        "set_name plain",
        "class D:\n    def __set_name__(self, o, n): self.n = '_' + n\n    def __get__(self, o, c): return getattr(o, self.n, 7)\n    def __set__(self, o, v): setattr(o, self.n, v)\nclass P:\n    d = D()\n    def __init__(self): self.d = 3\ndef check(): return P().d",
    ),
    (
        "descriptor dict",
        "class D:\n    def __set_name__(self, o, n): self.n = n\n    def __get__(self, o, c): return o.__dict__.get(self.n, 7)\n    def __set__(self, o, v): o.__dict__[self.n] = v\nclass P:\n    d = D()\n    def __init__(self): self.d = 3\ndef check(): return P().d",
    ),
    (
        "nondata descriptor cache",
        "class lazy:\n    def __init__(self, f): self.f = f; self.n = f.__name__\n    def __get__(self, o, c):\n        v = self.f(o)\n        setattr(o, self.n, v)\n        return v\nclass P:\n    def __init__(self): self.x = 1\n    @lazy\n    def y(self): return self.x + 1\ndef check(): return P().y",
    ),
    (
        "nondata descriptor cache dict",
        "class reify:\n    def __init__(self, f): self.f = f; self.n = f.__name__\n    def __get__(self, o, c):\n        v = o.__dict__[self.n] = self.f(o)\n        return v\nclass P:\n    def __init__(self): self.x = 1\n    @reify\n    def y(self): return self.x + 1\ndef check(): return P().y",
    ),
    (
        "function memo decorator",
        "def memo(f):\n    def g(self):\n        if not hasattr(self, '_m'): self._m = f(self)\n        return self._m\n    return g\nclass P:\n    def __init__(self): self.x = 1\n    @memo\n    def y(self): return self.x + 1\ndef check(): return P().y()",
    ),
    (
        "function memo decorator named",
        "def memo(f):\n    name = '_' + f.__name__\n    def g(self):\n        if not hasattr(self, name): setattr(self, name, f(self))\n        return getattr(self, name)\n    return g\nclass P:\n    def __init__(self): self.x = 1\n    @memo\n    def y(self): return self.x + 1\ndef check(): return P().y()",
    ),
    (
        "__getattr__ lazy",
        "class P:\n    def __init__(self): self.x = 1\n    def __getattr__(self, n):\n        if n.startswith('_'): raise AttributeError(n)\n        self.loaded = n\n        return n\ndef check(): return P().abc",
    ),
    (
        "__getattr__ unset",
        "class P:\n    def __init__(self, c=0):\n        self.x = 1\n        if c: self.y = 2\n    def __getattr__(self, n): return 'no ' + n\ndef check(): return P().y",
    ),
    (
        "kwargs update",
        "class P:\n    def __init__(self, **kw):\n        for k, v in kw.items(): setattr(self, k, v)\ndef check(): return P(a=1).a",
    ),
    ("kwargs dict update", "class P:\n    def __init__(self, **kw): self.__dict__.update(kw)\ndef check(): return P(a=1).a"),
    ("locals update", "class P:\n    def __init__(self, a): self.__dict__.update(locals())\ndef check(): return P(1).a"),
    (
        "borg",
        "class P:\n    _s = {}\n    def __init__(self): self.__dict__ = self._s\ndef check():\n    P().__dict__['a'] = 1\n    return P().a",
    ),
    (
        "metaclass adds",
        "class M(type):\n    def __call__(cls, *a):\n        x = super().__call__(*a)\n        x.tag = 1\n        return x\nclass P(metaclass=M):\n    def __init__(self): self.x = 1\ndef check(): return P().tag",
    ),
    (
        "metaclass adds in init",
        "class M(type):\n    def __init__(cls, n, b, d):\n        super().__init__(n, b, d)\n        cls.x = 5\nclass P(metaclass=M):\n    def set(self): self.x = 1\ndef check(): return P().x",
    ),
    (
        "metaclass loops body",
        "class M(type):\n    def __init__(cls, n, b, d):\n        cls.names = sorted(k for k in d if not k.startswith('__'))\nclass P(metaclass=M):\n    def __init__(self): self.x = 1\ndef check(): return P.names",
    ),
    (
        "init_subclass sets",
        "class O:\n    def __init_subclass__(cls): cls.x = 5\nclass P(O):\n    def set(self): self.x = 1\ndef check(): return P().x",
    ),
    (
        "init_subclass dict",
        "class O:\n    def __init_subclass__(cls): cls.names = sorted(k for k in cls.__dict__ if not k.startswith('__'))\nclass P(O):\n    def set(self): self.x = 1\ndef check(): return P.names",
    ),
    (
        "class decorator stores",
        "def deco(c):\n    old = c.__init__\n    def init(self, *a):\n        old(self, *a)\n        self.tag = 1\n    c.__init__ = init\n    return c\n@deco\nclass P:\n    def __init__(self): self.x = 1\ndef check(): return P().tag",
    ),
    (
        "monkeypatched method",
        "class P:\n    def __init__(self): self.x = 1\ndef extra(self): self.tag = 1\nP.extra = extra\ndef check():\n    p = P(); p.extra()\n    return p.tag",
    ),
    (
        "monkeypatched method setattr",
        "class P:\n    def __init__(self): self.x = 1\ndef extra(self): self.tag = 1\nsetattr(P, 'extra', extra)\ndef check():\n    p = P(); p.extra()\n    return p.tag",
    ),
    (
        "monkeypatched lambda",
        "class P:\n    def __init__(self): self.x = 1\nP.extra = lambda self: setattr(self, 'tag', 1)\ndef check():\n    p = P(); p.extra()\n    return p.tag",
    ),
    (
        "borrowed method",
        "class P:\n    def __init__(self): self.x = 1\nclass Q:\n    def extra(self): self.tag = 1\ndef check():\n    p = P(); Q.extra(p)\n    return p.tag",
    ),
    (
        "borrowed method as member",
        "class Q:\n    def extra(self): self.tag = 1\nclass P:\n    extra = Q.extra\n    def __init__(self): self.x = 1\ndef check():\n    p = P(); p.extra()\n    return p.tag",
    ),
    (
        "function as member",
        "def extra(self): self.tag = 1\nclass P:\n    extra = extra\n    def __init__(self): self.x = 1\ndef check():\n    p = P(); p.extra()\n    return p.tag",
    ),
    (
        "types.MethodType",
        "import types\ndef extra(self): self.tag = 1\nclass P:\n    def __init__(self): self.x = 1\ndef check():\n    p = P(); types.MethodType(extra, p)()\n    return p.tag",
    ),
    (
        "__get__",
        "def extra(self): self.tag = 1\nclass P:\n    def __init__(self): self.x = 1\ndef check():\n    p = P(); extra.__get__(p)()\n    return p.tag",
    ),
    (
        "partialmethod",
        "from functools import partialmethod\nclass P:\n    def __init__(self): self.x = 1\n    def put(self, n): self.tag = n\n    one = partialmethod(put, 1)\ndef check():\n    p = P(); p.one()\n    return p.tag",
    ),
    (
        "instance method override",
        "class P:\n    def __init__(self): self.x = 1\n    def go(self): return 1\ndef check():\n    p = P(); p.go = lambda: 2\n    return p.go()",
    ),
    (
        "mock instance",
        "from unittest import mock\nclass P:\n    def __init__(self): self.x = 1\n    def go(self): return 1\ndef check():\n    p = P()\n    with mock.patch.object(p, 'go', lambda: 2): return p.go()",
    ),
    (
        "mock spec",
        "from unittest import mock\nclass P:\n    def __init__(self): self.x = 1\ndef check():\n    m = mock.Mock(spec=P)\n    try: return m.x and 1\n    except AttributeError: return 0",
    ),
    (
        "mock wraps",
        "from unittest import mock\nclass P:\n    def __init__(self): self.x = 1\n    def go(self): return 1\ndef check():\n    m = mock.Mock(wraps=P())\n    return m.go()",
    ),
    (
        "mock patch multiple",
        "from unittest import mock\nclass P:\n    def __init__(self): self.x = 1\n    def go(self): return 1\ndef check():\n    p = P()\n    with mock.patch.multiple(p, go=lambda: 2): return p.go()",
    ),
    (
        "mock patch dict",
        "from unittest import mock\nclass P:\n    def __init__(self): self.x = 1\ndef check():\n    p = P()\n    with mock.patch.dict(p.__dict__, x=2): return p.x",
    ),
    (
        "monkeypatch",
        "class P:\n    def __init__(self): self.x = 1\n    def go(self): return 1\ndef test(monkeypatch):\n    p = P()\n    monkeypatch.setattr(p, 'go', lambda: 2)\n    return p.go()\ndef check():\n    class MP:\n        def setattr(self, o, n, v): setattr(o, n, v)\n    return test(MP())",
    ),
    (
        "generic orig_class",
        "from typing import Generic, TypeVar\nT = TypeVar('T')\nclass P(Generic[T]):\n    def __init__(self): self.x = 1\ndef check(): return P[int]().x",
    ),
    (
        "generic orig_class read",
        "from typing import Generic, TypeVar\nT = TypeVar('T')\nclass P(Generic[T]):\n    def __init__(self): self.x = 1\ndef check(): return P[int]().__orig_class__.__args__",
    ),
    (
        "generic subclass orig_class",
        "from typing import Generic, TypeVar\nT = TypeVar('T')\nclass P(Generic[T]):\n    def __init__(self): self.x = 1\nclass Q(P[T]):\n    pass\ndef check(): return getattr(Q[int](), '__orig_class__', None) is not None",
    ),
    (
        "abc register",
        "import abc\nclass I(abc.ABC): pass\n@I.register\nclass P:\n    def __init__(self): self.x = 1\ndef check(): return isinstance(P(), I)",
    ),
    (
        "runtime protocol",
        "from typing import Protocol, runtime_checkable\n@runtime_checkable\nclass HasX(Protocol):\n    x: int\nclass P:\n    def set(self): self.x = 1\ndef check(): return isinstance(P(), HasX)",
    ),
    (
        "name mangled",
        "class P:\n    def __init__(self): self.__x = 1\n    def get(self): return self.__x\nclass Q(P):\n    def __init__(self):\n        super().__init__()\n        self.__x = 2\n    def both(self): return self.__x, self.get()\ndef check(): return Q().both()",
    ),
    ("str subclass", "class S(str):\n    def shout(self): return self.upper()\ndef check(): return S('a').shout()"),
    (
        "str subclass attr",
        "class S(str):\n    def shout(self):\n        self.z = 1\n        return self.upper()\ndef check(): return S('a').shout()",
    ),
    ("tuple subclass", "class S(tuple):\n    @property\n    def a(self): return self[0]\ndef check(): return S((1,)).a"),
    (
        "exception",
        "class E(Exception):\n    def __init__(self, a):\n        super().__init__(a)\n        self.a = a\ndef check(): return E(1).a",
    ),
    ("list subclass", "class L(list):\n    def __init__(self): self.x = 1\ndef check():\n    l = L(); l.append(1)\n    return l.x, l"),
    (
        "list subclass copy",
        "import copy\nclass L(list):\n    def __init__(self, *a):\n        super().__init__(*a)\n        self.x = 1\ndef check():\n    l = copy.deepcopy(L([1]))\n    return l.x, l",
    ),
    (
        "dict subclass pickle",
        "import pickle\nclass D(dict):\n    def __init__(self, *a):\n        super().__init__(*a)\n        self.x = 1\ndef check():\n    l = pickle.loads(pickle.dumps(D(a=1) if 0 else D([(1, 2)])))\n    return l.x, l",
    ),
    (
        "thread local subclass",
        "import threading\nclass L(threading.local):\n    def __init__(self): self.x = 1\ndef check():\n    l = L(); l.y = 2\n    return l.x",
    ),
    (
        "thread",
        "import threading\nclass T(threading.Thread):\n    def run(self): self.r = 1\ndef check():\n    t = T(); t.start(); t.join()\n    return t.r",
    ),
    (
        "conditional class",
        "import sys\nif sys.version_info > (3, 0):\n    class P:\n        def __init__(self): self.x = 1\nelse:\n    class P:\n        def __init__(self): self.y = 1\ndef check(): return P().x",
    ),
    ("exec store", "class P:\n    def __init__(self):\n        self.x = 1\n        exec('self.y = 2')\ndef check(): return P().y"),
    (
        "exec store dict",
        "class P:\n    def __init__(self): self.x = 1\ndef check():\n    p = P()\n    exec('p.y = 2', {'p': p})\n    return p.y",
    ),
    (
        "functools.wraps on instance",
        "import functools\nclass W:\n    def __init__(self, f):\n        functools.update_wrapper(self, f)\n        self.f = f\n    def __call__(self): return self.f()\n@W\ndef go(): return 1\ndef check(): return go(), go.__name__",
    ),
    (
        "total_ordering",
        "import functools\n@functools.total_ordering\nclass P:\n    def __init__(self, x=1): self.x = x\n    def __eq__(self, o): return self.x == o.x\n    def __lt__(self, o): return self.x < o.x\ndef check(): return P(1) <= P(2)",
    ),
    (
        "lru_cache method",
        "import functools\nclass P:\n    def __init__(self): self.x = 1\n    @functools.lru_cache\n    def y(self): return self.x + 1\ndef check(): return P().y()",
    ),
    (
        "singledispatchmethod",
        "import functools\nclass P:\n    def __init__(self): self.x = 1\n    @functools.singledispatchmethod\n    def y(self, a): return self.x + 1\n    @y.register\n    def _(self, a: str): return a\ndef check(): return P().y(1), P().y('s')",
    ),
    (
        "finalize method",
        "import weakref\nclass P:\n    def __init__(self):\n        self.x = 1\n        self.f = weakref.finalize(self, print, '')\n        self.f.detach()\ndef check(): return P().x",
    ),
    (
        "weakmethod",
        "import weakref\nclass P:\n    def __init__(self): self.x = 1\n    def go(self): return 1\ndef check():\n    p = P()\n    return weakref.WeakMethod(p.go)()()",
    ),
    (
        "weak subclass",
        "import weakref\nclass A:\n    def __init__(self): self.x = 1\nclass P(A):\n    def __init__(self):\n        super().__init__()\n        self.y = 1\ndef check():\n    p = P()\n    return weakref.ref(p)() is p",
    ),
    (
        "weak ref subclass class",
        "import weakref\nclass R(weakref.ref):\n    def __init__(self, o, cb=None):\n        super().__init__(o, cb)\n        self.k = 1\nclass P:\n    def __init__(self): self.x = 1\ndef check():\n    p = P()\n    return R(p)() is p, R(p).k",
    ),
    (
        "weakset subclass",
        "import weakref\nclass S(weakref.WeakSet): pass\nclass P:\n    def __init__(self): self.x = 1\ndef check():\n    p = P(); s = S(); s.add(p)\n    return len(s)",
    ),
    (
        "weakset attr",
        "import weakref\nclass H:\n    def __init__(self): self.all = weakref.WeakSet()\n    def reg(self, o): self.all.add(o)\nclass P:\n    def __init__(self, h):\n        self.x = 1\n        h.reg(self)\ndef check():\n    h = H(); p = P(h)\n    return len(h.all)",
    ),
    (
        "weakset in dict",
        "import weakref\nfrom collections import defaultdict\nREG = defaultdict(weakref.WeakSet)\nclass P:\n    def __init__(self):\n        self.x = 1\n        REG[1].add(self)\ndef check():\n    p = P()\n    return len(REG[1])",
    ),
    (
        "weakset class attr",
        "import weakref\nclass P:\n    ALL = weakref.WeakSet()\n    def __init__(self):\n        self.x = 1\n        self.ALL.add(self)\ndef check():\n    p = P()\n    return len(P.ALL)",
    ),
    (
        "weakset or",
        "import weakref\nclass P:\n    def __init__(self): self.x = 1\ndef check():\n    s = weakref.WeakSet(); p = P()\n    s |= {p}\n    return len(s)",
    ),
    (
        "weakvalue update",
        "import weakref\nclass P:\n    def __init__(self): self.x = 1\ndef check():\n    d = weakref.WeakValueDictionary(); p = P()\n    d.update({1: p})\n    return len(d)",
    ),
    (
        "weakvalue kw",
        "import weakref\nclass P:\n    def __init__(self): self.x = 1\ndef check():\n    p = P()\n    d = weakref.WeakValueDictionary(a=p)\n    return len(d)",
    ),
    (
        "weakvalue or",
        "import weakref\nclass P:\n    def __init__(self): self.x = 1\ndef check():\n    p = P()\n    d = weakref.WeakValueDictionary() | {1: p}\n    return len(d)",
    ),
    (
        "weakkey in",
        "import weakref\nD = weakref.WeakKeyDictionary()\nclass P:\n    def __init__(self): self.x = 1\ndef check(): return P() in D",
    ),
    (
        "weakkey load",
        "import weakref\nD = weakref.WeakKeyDictionary()\nclass P:\n    def __init__(self): self.x = 1\ndef check():\n    try: return D[P()]\n    except KeyError: return 0",
    ),
    ("weakset in", "import weakref\nD = weakref.WeakSet()\nclass P:\n    def __init__(self): self.x = 1\ndef check(): return P() in D"),
    (
        "weak partial map",
        "import weakref\nclass P:\n    def __init__(self): self.x = 1\ndef check():\n    ps = [P()]\n    return [r() is p for r, p in zip(map(weakref.ref, ps), ps)]",
    ),
    (
        "asyncio weakref task",
        "import asyncio, weakref\nclass P:\n    def __init__(self): self.x = 1\n    async def go(self): return weakref.ref(self)() is self\ndef check(): return asyncio.run(P().go())",
    ),
    (
        "slots read with a guard",
        "class P:\n    def __init__(self): self.x = 1\ndef names():\n    try:\n        return P.__slots__\n    except AttributeError:\n        return 'none'\ndef check(): return names()",
    ),
    (
        "slots read with a guard, of an instance",
        "class P:\n    def __init__(self): self.x = 1\ndef names(o):\n    try:\n        return o.__slots__\n    except AttributeError:\n        return 'none'\ndef check(): return names(P())",
    ),
    (
        "slots by getattr",
        "class P:\n    def __init__(self): self.x = 1\ndef names(o): return getattr(o, '__slots__', None)\ndef check(): return names(P()), names(P)",
    ),
    (
        "eval of a store",
        "class P:\n    def __init__(self): self.x = 1\ndef check():\n    p = P()\n    eval('setattr(p, \"y\", 2)')\n    return p.y",
    ),
    (
        "weak in a lambda",
        "import weakref\nclass P:\n    def __init__(self): self.x = 1\ntrack = lambda p: weakref.ref(p)\ndef check():\n    p = P()\n    return track(p)() is p",
    ),
    (
        "weak in a callback",
        "import weakref\nclass P:\n    def __init__(self): self.x = 1\ndef watch(p): return weakref.ref(p)\ndef check():\n    p = P()\n    return [f(p)() is p for f in [watch]]",
    ),
    (
        "weak in a mapped function",
        "import weakref\nclass P:\n    def __init__(self): self.x = 1\ndef watch(p): return weakref.ref(p)\ndef check():\n    ps = [P()]\n    return [r() is not None for r in map(watch, ps)]",
    ),
    (
        "weak in a method handed around",
        "import weakref\nclass P:\n    def __init__(self): self.x = 1\nclass W:\n    def watch(self, p): return weakref.ref(p)\ndef each(f, ps): return [f(p) for p in ps]\ndef check():\n    ps = [P()]\n    return len(each(W().watch, ps))",
    ),
    (
        "weak of what json loads",
        "import json, weakref\nclass P:\n    def __init__(self): self.x = 1\ndef check():\n    p = json.loads('{}', object_hook=lambda d: P())\n    return weakref.ref(p)() is p",
    ),
    (
        "old pickle in a callback",
        "import pickle\nclass P:\n    def __init__(self): self.x = 1\ndef save(p): return pickle.dumps(p, 0)\ndef check(): return [pickle.loads(f(P())).x for f in [save]]",
    ),
    (
        "old pickle of what json loads",
        "import json, pickle\nclass P:\n    def __init__(self): self.x = 1\ndef check():\n    p = json.loads('{}', object_hook=lambda d: P())\n    return pickle.loads(pickle.dumps(p, 0)).x",
    ),
    (
        "monkeypatch by name",
        "import pytest\nclass P:\n    x = 1\n    def up(self): self.x = 2\ndef test(monkeypatch):\n    monkeypatch.setattr('main.P.x', 5)\n    return P().x\ndef check():\n    with pytest.MonkeyPatch.context() as m: return test(m)",
    ),
    (
        "monkeypatch of the class",
        "import pytest\nclass P:\n    x = 1\n    def up(self): self.x = 2\ndef test(monkeypatch):\n    monkeypatch.setattr(P, 'x', 5)\n    return P().x\ndef check():\n    with pytest.MonkeyPatch.context() as m: return test(m)",
    ),
    (
        "monkeypatch of an item of the dict",
        "import pytest\nclass P:\n    def __init__(self): self.x = 1\ndef test(monkeypatch):\n    p = P()\n    monkeypatch.setitem(p.__dict__, 'x', 5)\n    return p.x\ndef check():\n    with pytest.MonkeyPatch.context() as m: return test(m)",
    ),
    (
        "monkeypatch of a method",
        "import pytest\nclass P:\n    def __init__(self): self.x = 1\n    def go(self): return 1\ndef test(monkeypatch):\n    p = P()\n    monkeypatch.setattr(p, 'go', lambda: 2)\n    return p.go()\ndef check():\n    with pytest.MonkeyPatch.context() as m: return test(m)",
    ),
    (
        "a metaclass method stores on the class",
        "class M(type):\n    def tune(cls): cls.x = 5\nclass P(metaclass=M):\n    def up(self): self.x = 6\ndef check():\n    P.tune()\n    p = P(); p.up()\n    return p.x, P.x",
    ),
    (
        "a class method stores on the class",
        "class P:\n    @classmethod\n    def tune(cls): cls.x = 5\n    def up(self): self.x = 6\ndef check():\n    P.tune()\n    p = P(); p.up()\n    return p.x, P.x",
    ),
    (
        "a function stores on the class",
        "def tune(cls): cls.x = 5\nclass P:\n    def up(self): self.x = 6\ndef check():\n    tune(P)\n    p = P(); p.up()\n    return p.x, P.x",
    ),
    (
        "a loop stores on classes",
        "class P:\n    def up(self): self.x = 6\nclass Q:\n    def up(self): self.x = 7\nfor c in (P, Q): c.x = 5\ndef check():\n    p = P(); p.up()\n    return p.x, P.x",
    ),
    (
        "a loop stores on registered classes",
        "ALL = []\ndef reg(c):\n    ALL.append(c)\n    return c\n@reg\nclass P:\n    def up(self): self.x = 6\nfor c in ALL: c.x = 5\ndef check():\n    p = P(); p.up()\n    return p.x, P.x",
    ),
    (
        "a loop reads registered classes",
        "ALL = []\ndef reg(c):\n    ALL.append(c)\n    return c\n@reg\nclass P:\n    lim = 3\n    def up(self): self.lim = 6\ndef check(): return [c.lim for c in ALL]",
    ),
    (
        "a loop reads subclasses",
        "class O: pass\nclass P(O):\n    lim = 3\n    def up(self): self.lim = 6\ndef check(): return [c.lim for c in O.__subclasses__()]",
    ),
    (
        "a loop looks at subclasses",
        "class O: pass\nclass P(O):\n    def up(self): self.lim = 6\ndef check(): return [hasattr(c, 'lim') for c in O.__subclasses__()]",
    ),
    (
        "a set of slots by a base",
        "class O:\n    def names(self): return [n for c in type(self).__mro__ for n in getattr(c, '__slots__', ())]\nclass P(O):\n    def __init__(self): self.x = 1\ndef check(): return P().names()",
    ),
    (
        "setattr of the class by a name",
        "class P:\n    def up(self): self.x = 6\nsetattr(P, 'x', 5)\ndef check():\n    p = P(); p.up()\n    return p.x, P.x",
    ),
    (
        "hasattr in a condition of the class body",
        "class O:\n    x = 3\nclass P(O):\n    def up(self): self.x = 4\n    def down(self): return super().x\ndef check():\n    p = P(); p.up()\n    return p.x, p.down()",
    ),
    (
        "copy of a partly set instance",
        "import copy\nclass P:\n    def __init__(self): self.x = 1\n    def up(self): self.y = 2\ndef check():\n    p = copy.copy(P())\n    return hasattr(p, 'y'), p.x",
    ),
    (
        "copy keeps a property away",
        "import copy\nclass P:\n    def __init__(self): self._v = 1\n    @property\n    def v(self): return self._v\n    @v.setter\n    def v(self, n): raise ValueError\ndef check(): return copy.copy(P()).v",
    ),
    (
        "pickle of a subclass with a default",
        "import pickle\nclass P:\n    lim = 1\n    def up(self): self.lim = 2\nclass Q(P): pass\ndef check(): return pickle.loads(pickle.dumps(Q())).lim",
    ),
    (
        "pickle of a default through a container",
        "import pickle\nclass P:\n    lim = 1\n    def up(self): self.lim = 2\nclass H:\n    def __init__(self): self.p = P.__new__(P)\ndef check(): return pickle.loads(pickle.dumps(H())).p.lim",
    ),
    (
        "equality of dicts with another class",
        "class P:\n    def __init__(self, x): self.x = x\n    def __eq__(self, o): return self.__dict__ == o.__dict__\nclass Q(P): pass\ndef check(): return P(1) == Q(1), P(1) == P(2)",
    ),
    (
        "equality of dicts with a foreign object",
        "from types import SimpleNamespace\nclass P:\n    def __init__(self, x): self.x = x\n    def __eq__(self, o): return self.__dict__ == o.__dict__\ndef check(): return P(1) == SimpleNamespace(x=1), P(1) == SimpleNamespace(x=1, y=2)",
    ),
    (
        "equality of dicts that differ in what is set",
        "class P:\n    def __init__(self, x): self.x = x\n    def up(self): self.y = 1\n    def __eq__(self, o): return self.__dict__ == o.__dict__\ndef check():\n    p = P(1); p.up()\n    return p == P(1), P(1) == P(1)",
    ),
    (
        "a copy of the dict in order of stores",
        "class P:\n    def __init__(self, c):\n        if c: self.y = 1\n        self.x = 2\n        if not c: self.y = 3\n    def to_dict(self): return dict(self.__dict__)\ndef check(): return [list(P(c).to_dict()) for c in (0, 1)]",
    ),
    (
        "repr by the dict in order of stores",
        "class P:\n    def __init__(self, c):\n        if c: self.y = 1\n        self.x = 2\n        if not c: self.y = 3\n    def __repr__(self): return ', '.join(f'{k}={v}' for k, v in self.__dict__.items())\ndef check(): return [repr(P(c)) for c in (0, 1)]",
    ),
    (
        "update from another instance",
        "class P:\n    def __init__(self, x): self.x = x\n    def become(self, o): self.__dict__.update(o.__dict__)\ndef check():\n    p = P(1); p.become(P(2))\n    return p.x",
    ),
    (
        "update from another class",
        "class O:\n    def __init__(self): self.z = 3\nclass P:\n    def __init__(self, x): self.x = x\n    def become(self, o): self.__dict__.update(o.__dict__)\ndef check():\n    p = P(1); p.become(O())\n    return p.z",
    ),
    (
        "clear of the dict",
        "class P:\n    def __init__(self, x): self.x = x\n    def clear(self): self.__dict__.clear()\ndef check():\n    p = P(1); p.clear()\n    return hasattr(p, 'x')",
    ),
    (
        "__dir__",
        "class P:\n    def __init__(self): self.x = 1\n    def __dir__(self): return sorted(self.__dict__)\ndef check(): return dir(P())",
    ),
    (
        "__getattribute__",
        "class P:\n    def __init__(self): self.x = 1\n    def __getattribute__(self, n):\n        d = object.__getattribute__(self, '__dict__')\n        return d.get(n, 7)\ndef check(): return P().x, P().y",
    ),
    (
        "__init__ called again",
        "class P:\n    lim = 1\n    def __init__(self): self.x = 1\n    def up(self): self.lim = 2\ndef check():\n    p = P(); p.up(); p.__init__()\n    return p.lim",
    ),
    (
        "reset by __init__",
        "class P:\n    lim = 1\n    def up(self): self.lim = 2\n    def reset(self): self.__init__()\ndef check():\n    p = P(); p.up(); p.reset()\n    return p.lim",
    ),
    (
        "a default and an early method call",
        "class P:\n    lim = 1\n    def __init__(self):\n        self.go()\n        self.x = 1\n    def go(self): self.y = self.lim\n    def up(self): self.lim = 2\ndef check(): return P().y",
    ),
    (
        "a default under __init__ of a mixin",
        "class M:\n    def __init__(self, *a):\n        self.m = self.lim\n        super().__init__(*a)\nclass O:\n    lim = 1\n    def up(self): self.lim = 2\nclass P(M, O): pass\ndef check(): return P().m",
    ),
    (
        "__new__ of a subclass",
        "class O:\n    lim = 1\n    def up(self): self.lim = 2\nclass P(O):\n    def __new__(cls):\n        s = super().__new__(cls)\n        s.seen = s.lim\n        return s\ndef check(): return P().seen",
    ),
    (
        "__init__ with a signature",
        "import inspect\nclass P:\n    lim = 1\n    def up(self): self.lim = 2\ndef check(): return str(inspect.signature(P))",
    ),
    (
        "extra arguments to object",
        "class P:\n    lim = 1\n    def __new__(cls, *a): return super().__new__(cls)\n    def up(self): self.lim = 2\ndef check(): return P(1, 2).lim",
    ),
    ("a docstring slot", "class P:\n    def __init__(self, doc): self.doc = doc\ndef check(): return P('a').doc, P.__doc__"),
)
