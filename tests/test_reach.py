"""Reach: which stores, references, dict uses, patches and copies reach which class, and what an unknown receiver may be."""

from __future__ import annotations

import pytest
from programs import Defect, Source, case_of, table, world

from slotlint.rules.context import World

P = "class P:\n    def __init__(self): self.x = 1\n"
Q = "class Q:\n    def __init__(self): self.y = 1\n"
PQ = P + Q


def stored(source: Source, name: str = "P") -> str:
    return " ".join(sorted(case_of(world(source), name).evidence.attributes))


STORES = table(
    ("assign", "class P:\n    def f(self): self.a = 1", "a"),
    ("augmented", "class P:\n    def f(self): self.a += 1", "a"),
    ("annotated", "class P:\n    def f(self): self.a: int = 1", "a"),
    ("annotated without value", "class P:\n    def f(self): self.a: int", "a"),
    ("unpacked", "class P:\n    def f(self): (self.a, [self.b, *self.c]) = x", "a b c"),
    ("for", "class P:\n    def f(self):\n        for self.a in x: pass", "a"),
    ("comprehension", "class P:\n    def f(self): return [0 for self.a in x]", "a"),
    ("with", "class P:\n    def f(self):\n        with x as self.a: pass", "a"),
    ("del", "class P:\n    def f(self): del self.a", "a"),
    ("setattr", "class P:\n    def f(self): setattr(self, 'a', 1)", "a"),
    ("delattr", "class P:\n    def f(self): delattr(self, 'a')", "a"),
    ("object.__setattr__", "class P:\n    def f(self): object.__setattr__(self, 'a', 1)", "a"),
    ("super().__setattr__", "class P:\n    def f(self): super().__setattr__('a', 1)", "a"),
    ("self.__setattr__", "class P:\n    def f(self): self.__setattr__('a', 1)", "a"),
    ("setattr by a constant", "NAME = 'a'\nclass P:\n    def f(self): setattr(self, NAME, 1)", "a"),
    ("setattr in a loop over names", "class P:\n    def f(self):\n        for n in ('a', 'b'): setattr(self, n, 1)", "a b"),
    ("setattr by a sum", "class P:\n    def f(self): setattr(self, '_' + 'a', 1)", "_a"),
    ("item of the dict", "class P:\n    def f(self): self.__dict__['a'] = 1", "a"),
    ("update of the dict", "class P:\n    def f(self): self.__dict__.update(a=1, b=2)", "a b"),
    ("vars", "class P:\n    def f(self): vars(self)['a'] = 1", "a"),
    ("private name", "class P:\n    def f(self): self.__a = 1", "_P__a"),
    ("private name of an underscored class", "class P:\n    class __Q:\n        def f(self): self.__a = 1\np = P()", ""),
    ("private name from outside", P + "P().__b = 1", "x __b"),
    ("in a lambda's default", "class P:\n    def f(self, g=lambda s: s): self.a = g", "a"),
    ("in a nested class, on the outer self", "class P:\n    def f(self):\n        class I:\n            self.a = 1", "a"),
    ("first of a static method", "class P:\n    @staticmethod\n    def f(p): p.a = 1\nP.f(P())", "a"),
    ("on cls", "class P:\n    @classmethod\n    def f(cls): cls.a = 1", ""),
    ("on the class", P + "P.a = 1", "x"),
    ("on type(self)", "class P:\n    def f(self): type(self).a = 1", ""),
    ("on another", PQ + "Q().a = 1", "x"),
    ("patch.object of an instance", "from unittest import mock\n" + P + "mock.patch.object(P(), 'a')", "x a"),
    ("patch.object of the class", "from unittest import mock\n" + P + "mock.patch.object(P, 'a')", "x"),
    (
        "patch by the name of an instance",
        {"main.py": P + "it = P()", "test_it.py": "from unittest.mock import patch\n@patch('main.it.a')\ndef test(): pass"},
        "x a",
    ),
    ("monkeypatch.setattr", P + "def test(monkeypatch): monkeypatch.setattr(P(), 'a', 1)", "x a"),
    (
        "monkeypatch.setattr by name",
        {"main.py": P + "it = P()", "test_it.py": "def test(monkeypatch): monkeypatch.setattr('main.it.a', 1)"},
        "x a",
    ),
    ("mocker.patch.object", P + "def test(mocker): mocker.patch.object(P(), 'a')", "x a"),
    ("mocker.spy", P + "def test(mocker): mocker.spy(P(), 'a')", "x a"),
    ("through a module attribute", {"lib.py": P + "it = P()", "main.py": "import lib\nlib.it.a = 1"}, "x a"),
    ("through a list", P + "for p in [P()]: p.a = 1", "x a"),
    ("through a subclass's self", P + "class Q(P):\n    def f(self): self.a = 1", "x"),
    (
        "of a name that only the subclass declares",
        "class P:\n    def f(self): pass\nclass Q(P):\n    def g(self): self.a = 1\ndef h(p: P): p.a = 2",
        "a",
    ),
)


@pytest.mark.parametrize(("source", "names"), STORES)
def test_a_store_reaches_the_class(source: Source, names: str) -> None:
    assert stored(source) == " ".join(sorted(names.split()))


def test_a_store_on_the_base_reaches_the_base_alone() -> None:
    source = P + "class Q(P): pass\ndef f(p: P): p.a = 1\ndef g(q: Q): q.b = 1\n"
    assert stored(source) == "a x"
    assert stored(source, "Q") == "b"


def test_stores_of_either_reach_both() -> None:
    source = PQ + "def f(v: P | Q): v.a = 1\n"
    assert (stored(source), stored(source, "Q")) == ("a x", "a y")


# -- weak references -----------------------------------------------------------------------------------------------------

W = "import weakref\n" + P


WEAK = table(
    ("ref", W + "weakref.ref(P())"),
    ("ref with a callback", W + "weakref.ref(P(), print)"),
    ("proxy", W + "weakref.proxy(P())"),
    ("finalize", W + "weakref.finalize(P(), print)"),
    (
        "WeakMethod of a method",
        "import weakref\nclass P:\n    def __init__(self): self.x = 1\n    def f(self): pass\nweakref.WeakMethod(P().f)",
    ),
    ("ref of a bound method", "import weakref\nclass P:\n    def f(self): self.x = 1\nweakref.WeakMethod(P().f)"),
    ("imported", "from weakref import ref\n" + P + "ref(P())"),
    ("imported under another name", "from weakref import ref as r\n" + P + "r(P())"),
    ("module under another name", "import weakref as w\n" + P + "w.ref(P())"),
    ("in a method on self", "import weakref\nclass P:\n    def f(self): return weakref.ref(self)"),
    ("in a lambda", W + "f = lambda p: weakref.ref(p)\nf(P())"),
    ("in a callback", W + "def watch(p): return weakref.ref(p)\nregister(watch)"),
    ("in a comprehension", W + "[weakref.ref(p) for p in [P()]]"),
    ("mapped", W + "list(map(weakref.ref, [P()]))"),
    ("partial", W + "import functools\nfunctools.partial(weakref.ref, P())"),
    ("in a function that gets it", W + "def watch(p): return weakref.ref(p)\nwatch(P())"),
    ("in another module", {"lib.py": "import weakref\ndef watch(p): return weakref.ref(p)", "main.py": P + "import lib\nlib.watch(P())"}),
    ("WeakSet(...)", W + "weakref.WeakSet([P()])"),
    ("WeakSet.add", W + "s = weakref.WeakSet()\ns.add(P())"),
    ("WeakSet.update", W + "s = weakref.WeakSet()\ns.update([P()])"),
    (
        "WeakSet of an attribute",
        "import weakref\nclass P:\n    def __init__(self, h): h.all.add(self)\nclass H:\n    def __init__(self): self.all = weakref.WeakSet()\nP(H())",
    ),
    ("WeakSet of the class", "import weakref\nclass P:\n    all = weakref.WeakSet()\n    def __init__(self): self.all.add(self)"),
    ("WeakSet of a subclass", "import weakref\nclass S(weakref.WeakSet): pass\n" + P + "S().add(P())"),
    ("WeakSet in place", W + "s = weakref.WeakSet()\ns |= {P()}"),
    ("WeakKeyDictionary", W + "d = weakref.WeakKeyDictionary()\nd[P()] = 1"),
    ("WeakKeyDictionary.setdefault", W + "d = weakref.WeakKeyDictionary()\nd.setdefault(P(), 1)"),
    ("WeakKeyDictionary.get", W + "d = weakref.WeakKeyDictionary()\nd.get(P())"),
    ("WeakKeyDictionary lookup", W + "d = weakref.WeakKeyDictionary()\nd[P()]"),
    ("WeakValueDictionary", W + "d = weakref.WeakValueDictionary()\nd['p'] = P()"),
    ("WeakValueDictionary(...)", W + "weakref.WeakValueDictionary({'p': P()})"),
    ("WeakValueDictionary by keyword", W + "weakref.WeakValueDictionary(p=P())"),
    ("WeakValueDictionary.setdefault", W + "d = weakref.WeakValueDictionary()\nd.setdefault('p', P())"),
    ("WeakValueDictionary annotated", W + "d: 'weakref.WeakValueDictionary[str, P]' = weakref.WeakValueDictionary()\nd['p'] = P()"),
    ("subclass of ref", "import weakref\nclass R(weakref.ref): pass\n" + P + "R(P())"),
    ("blinker by name", "from blinker import signal\nclass P:\n    def f(self): self.x = 1\nsignal('s').connect(P().f)"),
    ("blinker sender", "from blinker import signal\n" + P + "signal('s').send(P())"),
    (
        "django signal",
        "from django.dispatch import Signal\nclass P:\n    def f(self): self.x = 1\nchanged = Signal()\nchanged.connect(P().f)",
    ),
    ("asyncio", "import asyncio\n" + P + "asyncio.StreamReaderProtocol(P())"),
    ("an unknown receiver with its names", W + "def watch(p):\n    print(p.x)\n    return weakref.ref(p)"),
    ("another name of ref", W + "track = weakref.ref\ntrack(P())"),
    ("ref as a default", W + "def watch(p, ref=weakref.ref): return ref(p)\nwatch(P())"),
)


@pytest.mark.parametrize("source", WEAK)
def test_a_weak_reference_reaches_the_class(source: Source) -> None:
    assert [note.kind for note in case_of(world(source), "P").evidence.weakrefs][:1] == ["weakref"]


NOT_WEAK = table(
    ("of another class", W + Q + "weakref.ref(Q())"),
    ("of the class itself", W + "weakref.ref(P)"),
    ("value of a WeakKeyDictionary", W + Q + "d = weakref.WeakKeyDictionary()\nd[Q()] = P()"),
    ("key of a WeakValueDictionary", W + Q + "d = weakref.WeakValueDictionary()\nd[P()] = Q()"),
    ("a set", W + "s = set()\ns.add(P())"),
    ("a method called ref", W + "class R:\n    def ref(self, p): return p\nR().ref(P())"),
    ("a receiver of other names", W + Q + "def watch(q):\n    print(q.y)\n    return weakref.ref(q)"),
)


@pytest.mark.parametrize("source", NOT_WEAK)
def test_what_is_no_weak_reference_reaches_nobody(source: Source) -> None:
    assert case_of(world(source), "P").evidence.weakrefs == []


# -- what is read of instances and classes ---------------------------------------------------------------------------------


def blocked(judged: World) -> set[str]:
    """The kinds of what forbids slots to P."""
    held = case_of(judged, "P").evidence
    return {n.kind for n in (*held.blocks, *held.introspected, *held.mocked, *held.slots_reads, *held.state_reads)} | {
        "dict-use" for _ in held.dict_uses
    }


BLOCKS = table(
    ("vars", P + "vars(P())", "dict-use"),
    ("__dict__", P + "P().__dict__", "dict-use"),
    ("__dict__ of self", "class P:\n    def f(self): return self.__dict__", "dict-use"),
    ("__dict__ of a list's elements", P + "[p.__dict__ for p in [P()]]", "dict-use"),
    ("vars mapped", P + "list(map(vars, [P()]))", "dict-use"),
    ("default=vars", "import json\n" + P + "json.dumps({'a': [P()]}, default=vars)", "dict-use"),
    ("getattr", P + "getattr(P(), '__dict__', None)", "dict-use"),
    ("hasattr", P + "hasattr(P(), '__dict__')", "dict-use"),
    ("jsonpickle", "import jsonpickle\n" + P + "jsonpickle.encode(P())", "dict-use"),
    ("yaml", "import yaml\n" + P + "yaml.dump([P()])", "dict-use"),
    ("functools.wraps", "import functools\n" + P + "functools.wraps(P())", "dict-use"),
    ("dir of the class", P + "dir(P)", "class-read"),
    ("__dict__ of the class", P + "P.__dict__.items()", "class-read"),
    ("getmembers", "import inspect\n" + P + "inspect.getmembers(P)", "class-read"),
    ("getattr by any name", P + "def f(n): return getattr(P, n)", "class-read"),
    ("setattr of the class by any name", P + "def f(n): setattr(P, n, 1)", "dynamic-store"),
    ("Mock(spec=P)", "from unittest.mock import Mock\n" + P + "Mock(spec=P)", "class-read"),
    ("MagicMock(spec_set=P())", "from unittest import mock\n" + P + "mock.MagicMock(spec_set=P())", "class-read"),
    ("getsizeof", "import sys\n" + P + "sys.getsizeof(P())", "size"),
    ("setattr by any name", P + "def f(n): setattr(P(), n, 1)", "dynamic-store"),
    ("setattr on the base", "class O:\n    def f(self, n): setattr(self, n, 1)\nclass P(O): pass", "dynamic-store"),
    ("partial of setattr", "import functools\n" + P + "functools.partial(setattr, P())", "dynamic-store"),
    ("parse_args", "import argparse\n" + P + "argparse.ArgumentParser().parse_args([], namespace=P())", "dynamic-store"),
    ("exec", "class P:\n    def f(self): exec('self.x = 1')", "dynamic-store"),
    ("exec with a namespace", P + "exec('p.x = 1', {'p': P()})", "dynamic-store"),
    ("update_wrapper", "import functools\n" + P + "functools.update_wrapper(P(), print)", "writer"),
    ("__reduce_ex__", P + "P().__reduce_ex__(2)", "state-read"),
    ("__getstate__", P + "P().__getstate__()", "state-read"),
    (
        "an unpickler's find_class",
        "import pickle\n" + P + "class U(pickle.Unpickler):\n    def find_class(self, m, n): return P if n else None",
        "copy",
    ),
    ("nothing", P + "str(P()), hash(P()), P() == P(), isinstance(P(), P), P().x, getattr(P(), 'x'), hasattr(P(), 'x')", ""),
    ("another class", PQ + "vars(Q()), dir(Q), Q().__dict__", ""),
)


@pytest.mark.parametrize(("source", "kinds"), BLOCKS)
def test_a_use_that_forbids_slots_is_seen(source: Source, kinds: str) -> None:
    assert blocked(world(source)) == set(kinds.split())


CLASS_LEVEL = table(
    ("read", P + "P.x", "read"),
    ("read through an alias", P + "R = P\nR.x", "read"),
    ("read through type()", P + "type(P()).x", "read"),
    ("read through __class__", P + "P().__class__.x", "read"),
    ("read through cls", "class P:\n    def __init__(self): self.x = 1\n    @classmethod\n    def f(cls): return cls.x", "read"),
    ("read through a module", {"lib.py": P, "main.py": "import lib\nlib.P.x"}, "read"),
    ("getattr", P + "getattr(P, 'x')", "read"),
    ("hasattr", P + "hasattr(P, 'x')", "read"),
    ("in its dict", P + "'x' in P.__dict__", "read"),
    (
        "read through a dict of classes",
        P + "KINDS = {'p': P}\nKINDS['p'].x",
        "read",
        Defect("a class that comes out of a container is read unseen"),
    ),
    ("stored", P + "P.x = 1", "stored"),
    ("stored through cls", "class P:\n    def __init__(self): self.x = 1\n    @classmethod\n    def f(cls): cls.x = 2", "stored"),
    ("setattr", P + "setattr(P, 'x', 1)", "stored"),
    ("patched", "from unittest import mock\n" + P + "mock.patch.object(P, 'x')", "patched"),
    ("patched by name", "from unittest import mock\n" + P + "mock.patch('main.P.x')", "patched"),
    ("patched by monkeypatch", P + "def test(monkeypatch): monkeypatch.setattr(P, 'x', 1)", "patched"),
    ("patched by monkeypatch and name", P + "def test(monkeypatch): monkeypatch.setattr('main.P.x', 1)", "patched"),
    ("of an instance", P + "P().x", ""),
    ("of another class", PQ + "Q.x", ""),
)


@pytest.mark.parametrize(("source", "how"), CLASS_LEVEL)
def test_a_use_of_the_class_attribute_is_seen(source: Source, how: str) -> None:
    held = case_of(world(source), "P").evidence
    found = {"read": held.class_reads, "stored": held.class_stores, "patched": held.patched}
    assert [name for name, names in found.items() if "x" in names] == how.split()


# -- copies and pickles ------------------------------------------------------------------------------------------------

COPIES = table(
    ("copy", "import copy\n" + P + "copy.copy(P())", "copied"),
    ("deepcopy of a list", "from copy import deepcopy\n" + P + "deepcopy([P()])", "copied"),
    ("deepcopy of nested containers", "from copy import deepcopy\n" + P + "deepcopy({'a': [(1, P())]})", "copied"),
    ("pickle", "import pickle\n" + P + "pickle.dumps(P())", "copied"),
    ("pickle by the default", "import pickle\n" + P + "pickle.dumps(P(), pickle.DEFAULT_PROTOCOL)", "copied"),
    ("pickle by the highest", "import pickle\n" + P + "pickle.dumps(P(), protocol=pickle.HIGHEST_PROTOCOL)", "copied"),
    ("pickle by 2", "import pickle\n" + P + "pickle.dumps(P(), 2)", "copied"),
    ("pickle by -1", "import pickle\n" + P + "pickle.dumps(P(), -1)", "copied"),
    ("pickle by 0", "import pickle\n" + P + "pickle.dumps(P(), 0)", "copied old"),
    ("pickle by protocol=1", "import pickle\n" + P + "pickle.dumps(P(), protocol=1)", "copied old"),
    ("pickle to a file by 0", "import pickle\n" + P + "pickle.dump(P(), open('f', 'wb'), 0)", "copied old"),
    ("pickle by any protocol", "import pickle\n" + P + "def f(n): return pickle.dumps(P(), n)", "copied old"),
    ("pickle in a loop over protocols", "import pickle\n" + P + "for n in range(5): pickle.dumps(P(), n)", "copied old"),
    ("pickle of a list by 0", "import pickle\n" + P + "pickle.dumps([P()], 0)", "copied old"),
    ("pickle by 0 of what may be an instance", "import pickle\n" + P + "def f(p): return p.x, pickle.dumps(p, 0)", "old"),
    (
        "pickle by 0 of its holder",
        "import pickle\n" + P + "class H:\n    def __init__(self): self.p = P()\npickle.dumps(H(), 0)",
        "copied old",
    ),
    (
        "Pickler by 0",
        "import pickle\n" + P + "pickle.Pickler(open('f', 'wb'), 0).dump(P())",
        "copied old",
        Defect("pickle.Pickler is not noticed"),
    ),
    ("shelve", "import shelve\n" + P + "shelve.open('f')['p'] = P()", ""),
    ("a copy of another", "import copy\n" + PQ + "copy.copy(Q())", ""),
    ("a method called copy", P + "{}.copy(), [].copy()", ""),
)


@pytest.mark.parametrize(("source", "how"), COPIES)
def test_copies_and_pickles_are_seen(source: Source, how: str) -> None:
    held = case_of(world(source), "P").evidence
    assert [name for name, notes in (("copied", held.copied), ("old", held.old_protocol)) if notes] == how.split()


# -- unknown receivers -------------------------------------------------------------------------------------------------

PX = "class P:\n    def __init__(self):\n        self.x = 1\n        self.y = 2\n"
RZ = "class R:\n    def __init__(self):\n        self.x = 1\n        self.z = 2\n"

WEIGHED = table(
    ("what is read says which", PX + RZ + "def f(v): v.tag = v.y", "P"),
    ("all that is read counts", PX + RZ + "def f(v):\n    print(v.x, v.z)\n    v.tag = 1", "R"),
    ("both have what is read", PX + RZ + "def f(v): v.tag = v.x", "P R"),
    ("nobody has what is read", PX + RZ + "def f(v): v.tag = v.nothing", ""),
    ("nothing is read", PX + RZ + "def f(v): v.tag = 1", "P R"),
    ("a name that one declares", PX + RZ + "def f(v): v.z = 1", ""),
    ("a name that both declare", PX + RZ + "def f(v): v.x = 1", ""),
    ("a declared name on one that reads another's", PX + RZ + "def f(v):\n    print(v.y)\n    v.z = 1", "P"),
    ("a name of a subclass", PX + "class R(P):\n    def f(self): self.z = 1\ndef f(v): v.tag = v.z", "P R"),
    ("a method is read", PX + "class R:\n    def go(self): pass\ndef f(v):\n    v.go()\n    v.tag = 1", "R"),
    ("a name read after it was stored says nothing", PX + RZ + "def f(v):\n    v.tag = 1\n    print(v.tag)", "P R"),
    ("asked for by hasattr", PX + RZ + "def f(v):\n    if hasattr(v, 'y'): v.y()\n    v.tag = 1", "P R"),
    ("a receiver that is known", PX + RZ + "def f(v: R): v.tag = 1", ""),
    (
        "read by another method",
        PX
        + RZ
        + "class H:\n    def __init__(self, v): self.v = v\n    def mark(self): self.v.tag = self.v.x\n    def show(self): return self.v.y",
        "P",
    ),
    (
        "read by another method, of what is stored twice",
        PX
        + RZ
        + "class H:\n    def __init__(self, v): self.v = v\n    def put(self, v): self.v = v\n    def mark(self): self.v.tag = self.v.x\n    def show(self): return self.v.y",
        "P R",
    ),
    (
        "read by another method that handles its absence",
        PX
        + RZ
        + "class H:\n    def __init__(self, v): self.v = v\n    def mark(self): self.v.tag = self.v.x\n    def show(self):\n        try: return show(self.v.y)\n        except AttributeError: return None",
        "P R",
    ),
    (
        "asked for by another method",
        PX
        + RZ
        + "class H:\n    def __init__(self, v): self.v = v\n    def mark(self): self.v.tag = self.v.x\n    def show(self): return self.v.y if hasattr(self.v, 'y') else 0",
        "P R",
    ),
    (
        "stored by another method",
        PX
        + RZ
        + "class H:\n    def __init__(self, v): self.v = v\n    def mark(self): self.v.tag = self.v.x\n    def show(self):\n        self.v.y = 1\n        return self.v.y",
        "P R",
    ),
    (
        "a method that takes other arguments",
        PX + "    def go(self, n): pass\n" + RZ + "    def go(self): pass\ndef f(v):\n    v.go()\n    v.tag = 1",
        "R",
    ),
    (
        "a method that takes other arguments, tried",
        PX
        + "    def go(self, n): pass\n"
        + RZ
        + "    def go(self): pass\ndef f(v):\n    try: v.go()\n    except TypeError: pass\n    v.tag = v.x",
        "P R",
    ),
    (
        "a method that takes other arguments in the base alone",
        PX + "    def go(self, n): pass\nclass R(P):\n    def go(self): pass\ndef f(v):\n    v.go()\n    v.tag = 1",
        "P R",
    ),
    (
        "a decorated method",
        PX + "    @wrap\n    def go(self, n): pass\n" + RZ + "    def go(self): pass\ndef f(v):\n    v.go()\n    v.tag = 1",
        "P R",
    ),
    ("a property without setter", "class P:\n    @property\n    def y(self): return 1\n" + RZ + "def f(v): v.y = v.z", "R"),
    ("a name that is added to", PX + RZ + "def f(v): v.tag += v.x", ""),
    ("special names are left out", PX + RZ + "def f(v): v.__wrapped__ = 1", ""),
    ("a name of a builtin base", "class P(dict): pass\n" + RZ + "def f(v):\n    v.items()\n    v.tag = 1", "P"),
    (
        "__getattr__ may answer",
        "class P:\n    def __getattr__(self, n): return n\n    def __init__(self): self.x = 1\n"
        + RZ
        + "def f(v):\n    print(v.x, v.other)\n    v.tag = 1",
        "P",
    ),
    ("only where the module can be reached", {"a.py": PX, "b.py": RZ + "def f(v): v.tag = 1"}, "R"),
    ("where the module is imported", {"a.py": PX, "b.py": "import a\n" + RZ + "def f(v): v.tag = 1"}, "P R"),
    ("where the module imports", {"a.py": "import b\n" + PX, "b.py": RZ + "def f(v): v.tag = 1"}, "P R"),
    ("an exception that is caught", PX + "class E(Exception): pass\ntry: pass\nexcept E as e: e.tag = 1", ""),
    ("isinstance of something else", PX + "def f(v):\n    if isinstance(v, str): v.tag = 1", ""),
)


@pytest.mark.parametrize(("source", "doubted"), WEIGHED)
def test_a_store_of_an_unknown_name_is_a_doubt_about_whom_it_may_reach(source: Source, doubted: str) -> None:
    judged = world(source)
    found = [c.node.name for c in judged.cases if any(n.kind == "store" for n in c.evidence.doubts)]
    assert found == doubted.split()


def test_a_declared_name_stored_on_an_unknown_receiver_is_not_added_to_others() -> None:
    source = PX + RZ + "def f(v): v.z = 1\n"
    assert (stored(source), stored(source, "R")) == ("x y", "x z")


def test_a_class_level_name_stored_on_an_unknown_receiver_counts_for_the_class_that_has_it() -> None:
    source = "class P:\n    limit = 1\n    def f(self): self.x = 1\n" + RZ + "def f(v):\n    print(v.limit)\n    v.limit = 2\n"
    assert (stored(source), stored(source, "R")) == ("limit x", "x z")


# -- construction ----------------------------------------------------------------------------------------------------------

SITES = table(
    ("once", P + "P()", "module"),
    ("in a loop", P + "for _ in range(3): P()", "loop"),
    ("in a while loop", P + "while f(): P()", "loop"),
    ("in a comprehension", P + "[P() for _ in range(3)]", "loop"),
    ("in a generator", P + "list(P() for _ in range(3))", "loop"),
    ("in a function", P + "def f(): return P()", "function"),
    ("by cls", "class P:\n    @classmethod\n    def f(cls): return cls()", "function"),
    ("by type(self)", "class P:\n    def f(self): return type(self)()", "function"),
    ("by self.__class__", "class P:\n    def f(self): return self.__class__()", "function"),
    (
        "by __new__",
        "class P:\n    @classmethod\n    def f(cls): return cls.__new__(cls)",
        "function",
        Defect("cls.__new__(cls) is no construction"),
    ),
    ("as a decorator", "class P:\n    def __init__(self, f): self.f = f\n@P\ndef f(): pass", "module"),
    ("never", P, ""),
)


@pytest.mark.parametrize(("source", "kinds"), SITES)
def test_construction_sites_are_seen(source: Source, kinds: str) -> None:
    assert [site.kind for site in case_of(world(source), "P").evidence.sites] == kinds.split()


def test_every_note_names_a_file_and_a_line() -> None:
    files = {
        "lib.py": "import weakref, copy\nclass P:\n    def __init__(self): self.x = 1\n    def show(self): return self.__dict__\n",
        "main.py": "import copy, lib, weakref\np = lib.P()\np.tag = 1\nweakref.ref(p)\ncopy.copy(p)\nlib.P.x\n",
    }
    held = case_of(world(files), "P").evidence
    notes = [*(n for a in held.attributes.values() for n in a.notes), *held.weakrefs, *held.copied, *held.class_reads.values()]
    places = sorted((n.path, n.row) for n in (*notes, *(s.note for s in held.sites), *(d.note for d in held.dict_uses)))
    assert places == [("lib.py", 3), ("lib.py", 4), *(("main.py", row) for row in (2, 3, 4, 5, 6))]
