"""Linking: imports of every form lead to the class that CPython would find, and each base is what it is."""

from __future__ import annotations

import builtins
import functools
from typing import Any

import pytest
from programs import Defect, Source, linked, module_of, node_of, table

from slotlint.origins import base_imports
from slotlint.program import Base, Program


def base(program: Program, found: Base) -> str:
    """A base in words: the key of a class of the program, the name of an external one, or what stands in the way."""
    if found.kind == "local":
        return program.classes[found.cid].key
    if found.kind == "choice":
        return "|".join(program.classes[c].key for c in found.choices)
    return found.name if found.kind == "external" else f"unknown: {found.reason}"


def bases(source: Source, name: str) -> str:
    program = linked(source)
    return " ".join(base(program, b) for b in node_of(program, name).bases)


LIB = "class A: pass\nclass B: pass\n_C = A\n"

IMPORTS = table(
    ("from import", {"main.py": "from lib import A\nclass P(A): pass", "lib.py": LIB}, "lib:A"),
    ("from import as", {"main.py": "from lib import A as B\nclass P(B): pass", "lib.py": LIB}, "lib:A"),
    ("import", {"main.py": "import lib\nclass P(lib.A): pass", "lib.py": LIB}, "lib:A"),
    ("import as", {"main.py": "import lib as x\nclass P(x.A): pass", "lib.py": LIB}, "lib:A"),
    (
        "import of a dotted module",
        {"main.py": "import pkg.lib\nclass P(pkg.lib.A): pass", "pkg/__init__.py": "", "pkg/lib.py": LIB},
        "pkg.lib:A",
    ),
    (
        "import of a dotted module as a name",
        {"main.py": "import pkg.lib as it\nclass P(it.A): pass", "pkg/__init__.py": "", "pkg/lib.py": LIB},
        "pkg.lib:A",
    ),
    (
        "a module from a package",
        {"main.py": "from pkg import lib\nclass P(lib.A): pass", "pkg/__init__.py": "", "pkg/lib.py": LIB},
        "pkg.lib:A",
    ),
    (
        "a module from a namespace package",
        {"main.py": "from space import lib\nclass P(lib.A): pass", "space/lib.py": LIB},
        "space.lib:A",
    ),
    (
        "the module of the same folder",
        {"pkg/__init__.py": "", "pkg/main.py": "from .lib import A\nclass P(A): pass", "pkg/lib.py": LIB},
        "pkg.lib:A",
    ),
    (
        "a sibling of the same folder",
        {"pkg/__init__.py": "", "pkg/main.py": "from . import lib\nclass P(lib.A): pass", "pkg/lib.py": LIB},
        "pkg.lib:A",
    ),
    (
        "the package of the same folder",
        {"pkg/__init__.py": LIB, "pkg/main.py": "from . import A\nclass P(A): pass"},
        "pkg:A",
    ),
    (
        "two folders up",
        {"pkg/__init__.py": "", "pkg/lib.py": LIB, "pkg/sub/__init__.py": "", "pkg/sub/main.py": "from ..lib import A\nclass P(A): pass"},
        "pkg.lib:A",
    ),
    (
        "relative in the package itself",
        {"pkg/__init__.py": "from .lib import A\nclass P(A): pass", "pkg/lib.py": LIB},
        "pkg.lib:A",
    ),
    (
        "re-exported by the package",
        {"main.py": "from pkg import A\nclass P(A): pass", "pkg/__init__.py": "from .lib import A", "pkg/lib.py": LIB},
        "pkg.lib:A",
    ),
    (
        "re-exported under another name",
        {"main.py": "import pkg\nclass P(pkg.Z): pass", "pkg/__init__.py": "from .lib import A as Z", "pkg/lib.py": LIB},
        "pkg.lib:A",
    ),
    (
        "re-exported twice",
        {"main.py": "from two import A\nclass P(A): pass", "two.py": "from one import A", "one.py": "from lib import A", "lib.py": LIB},
        "lib:A",
    ),
    ("star", {"main.py": "from lib import *\nclass P(A): pass", "lib.py": LIB}, "lib:A"),
    (
        "star of star",
        {"main.py": "from pkg import *\nclass P(A): pass", "pkg/__init__.py": "from .lib import *", "pkg/lib.py": LIB},
        "pkg.lib:A",
    ),
    ("star obeys __all__", {"main.py": "from lib import *\nclass P(A): pass", "lib.py": f"__all__ = ['B']\n{LIB}"}, "unknown: not found"),
    ("star leaves private names", {"main.py": "from lib import *\nclass P(_C): pass", "lib.py": LIB}, "unknown: not found"),
    (
        "star takes private names of __all__",
        {"main.py": "from lib import *\nclass P(_C): pass", "lib.py": f"__all__ = ['_C']\n{LIB}"},
        "lib:A",
    ),
    (
        "star through the package attribute",
        {"main.py": "import pkg\nclass P(pkg.A): pass", "pkg/__init__.py": "from .lib import *", "pkg/lib.py": LIB},
        "pkg.lib:A",
    ),
    ("an own name hides a star", {"main.py": "from lib import *\nclass A: pass\nclass P(A): pass", "lib.py": LIB}, "main:A"),
    ("in a function", {"main.py": "def f():\n    from lib import A\n    class P(A): pass", "lib.py": LIB}, "lib:A"),
    ("under TYPE_CHECKING", {"main.py": "if TYPE_CHECKING:\n    from lib import A\nclass P(A): pass", "lib.py": LIB}, "lib:A"),
    (
        "with a fallback that is the same",
        {"main.py": "try:\n    from lib import A\nexcept ImportError:\n    from lib import _C as A\nclass P(A): pass", "lib.py": LIB},
        "lib:A",
    ),
    (
        "with a fallback that differs",
        {"main.py": "try:\n    from lib import A\nexcept ImportError:\n    from lib import B as A\nclass P(A): pass", "lib.py": LIB},
        "unknown: bound to more than one thing",
    ),
    (
        "a stub yields to the source",
        {"main.py": "from lib import A\nclass P(A): pass", "lib.pyi": "class A: ...", "lib.py": LIB},
        "lib:A",
    ),
    (
        "a module that shares a package's name",
        {
            "main.py": "from pkg import thing\nclass P(thing): pass",
            "pkg/__init__.py": "from .thing import thing",
            "pkg/thing.py": "class thing: pass",
        },
        "pkg.thing:thing",
    ),
)


@pytest.mark.parametrize(("files", "expected"), IMPORTS)
def test_an_import_leads_to_the_class(files: dict[str, str], expected: str) -> None:
    assert bases(files, "P" if "def f" not in files.get("main.py", "") else "f.<locals>.P") == expected


BASES = table(
    ("alias", "class A: pass\nB = A\nclass P(B): pass", "main:A"),
    ("alias of an alias", "class A: pass\nB = C = A\nD = C\nclass P(D): pass", "main:A"),
    ("attribute of a class", "class A:\n    class I: pass\nclass P(A.I): pass", "main:A.I"),
    ("inherited attribute of a class", "class A:\n    class I: pass\nclass B(A): pass\nclass P(B.I): pass", "main:A.I"),
    ("parameterised generic", "class A(Generic[T]): pass\nclass P(A[int]): pass", "main:A"),
    ("Generic", "from typing import Generic, TypeVar\nT = TypeVar('T')\nclass P(Generic[T]): pass", "typing.Generic"),
    ("Protocol of typing_extensions", "from typing_extensions import Protocol\nclass P(Protocol): pass", "typing.Protocol"),
    ("builtin", "class P(dict): pass", "dict"),
    ("builtin by its module", "import builtins\nclass P(builtins.dict): pass", "dict"),
    ("exception", "class P(KeyError): pass", "KeyError"),
    ("standard library", "from collections import OrderedDict as O\nclass P(O): pass", "collections.OrderedDict"),
    ("standard library, dotted", "import collections.abc\nclass P(collections.abc.Mapping): pass", "collections.abc.Mapping"),
    ("one class by two names", "import socketserver\nclass P(IOError): pass", "OSError"),
    ("namedtuple", "from collections import namedtuple\nclass P(namedtuple('P', 'x y')): pass", "tuple"),
    ("namedtuple by a name", "from collections import namedtuple\nB = namedtuple('B', 'x y')\nclass P(B): pass", "tuple"),
    (
        "namedtuple or another",
        "from collections import namedtuple\nB = namedtuple('B', 'x')\nif 1: B = namedtuple('B', 'y')\nclass P(B): pass",
        "unknown: bound to more than one thing",
    ),
    ("namedtuple by a module", "import collections as c\nclass P(c.namedtuple('P', ['x'])): pass", "tuple"),
    ("NamedTuple call", "from typing import NamedTuple\nclass P(NamedTuple('P', [('x', int)])): pass", "tuple"),
    ("starred tuple", "class A: pass\nclass B: pass\nBASES = (A, B)\nclass P(*BASES): pass", "main:A main:B"),
    ("starred, not known", "BASES = load()\nclass P(*BASES): pass", "unknown: a starred base that cannot be resolved"),
    ("made by a call", "class P(make()): pass", "unknown: a base made by a call"),
    ("made by a call before", "Base = make()\nclass P(Base): pass", "unknown: not found"),
    ("no such name", "class P(Missing): pass", "unknown: not found"),
    ("not installed", "from nowhere import Thing\nclass P(Thing): pass", "unknown: not found"),
    ("subscript of a dict", "class P(BASES['x']): pass", "unknown: not found"),
    ("one of two", "if X:\n    class A: pass\nelse:\n    class A(list): pass\nclass P(A): pass", "unknown: bound to more than one thing"),
    ("rebound", "class A: pass\nA = wrap(A)\nclass P(A): pass", "unknown: bound to more than one thing"),
    (
        "a parameter that is several classes",
        "def f(base):\n    class P(base): pass\n    return P\nclass A: pass\nclass B: pass\nf(A), f(B)",
        "main:A|main:B",
    ),
    (
        "a parameter that is handed on",
        "def f(base):\n    class P(base): pass\n    return P\ndef g(base): return f(base)\ndef h(base): return g(base)\nclass A: pass\nclass B: pass\nh(A), h(B)",
        "main:A|main:B",
    ),
    (
        "a parameter that is handed on and not given",
        "def f(base):\n    class P(base): pass\n    return P\ndef g(base): return f(base)\n",
        "unknown: not found",
    ),
    (
        "a parameter that is bound anew before",
        "def f(base):\n    class P(base): pass\n    return P\ndef g(base):\n    base = mix(base)\n    return f(base)\nclass A: pass\nclass B: pass\ng(A)",
        "unknown: not found",
    ),
    (
        "a parameter that a function in a table hands on",
        "def f(base):\n    class P(base): pass\n    return P\ndef g(base): return f(base)\nclass A: pass\nclass B: pass\nTABLE = [g]\ng(A)",
        "unknown: bound to more than one thing",
    ),
    (
        "a parameter that goes round",
        "def f(base):\n    class P(base): pass\n    return P\ndef g(base, n): return g(base, n - 1) if n else f(base)\nclass A: pass\nclass B: pass\ng(A, 1), g(B, 0)",
        "main:A|main:B",
    ),
    ("a class of a function", "def f():\n    class A: pass\n    class P(A): pass", "main:f.<locals>.A"),
    ("local before global", "class A: pass\ndef f():\n    class A: pass\n    class P(A): pass", "main:f.<locals>.A"),
    (
        "a class body hides nothing from a method",
        "class A: pass\nclass O:\n    class A: pass\n    def f(self):\n        class P(A): pass",
        "main:A",
    ),
    (
        "a nested class sees its class body",
        "class A: pass\nclass O:\n    class A: pass\n    class P(A): pass",
        "main:O.A",
        Defect("a name that the class body has bound before counts as the outer one as well"),
    ),
)


@pytest.mark.parametrize(("source", "expected"), BASES)
def test_a_base_is_what_it_is(source: str, expected: str) -> None:
    program = linked(source)
    found = next(n for n in program.classes if n.name == "P")
    assert " ".join(base(program, b) for b in found.bases) == expected


def test_names_of_classes_are_those_of_cpython() -> None:
    source = "class A:\n    class B:\n        def f(self):\n            class C:\n                class D: pass\ndef g():\n    def h():\n        class E: pass\nclass _F: pass\n"
    program = linked({"pkg/__init__.py": "", "pkg/mod.py": source})
    names = ["A", "A.B", "A.B.f.<locals>.C", "A.B.f.<locals>.C.D", "g.<locals>.h.<locals>.E", "_F"]
    assert sorted(n.key for n in program.classes) == sorted(f"pkg.mod:{name}" for name in names)


def test_two_classes_of_one_name_are_two_classes() -> None:
    program = linked("if X:\n    class A: pass\nelse:\n    class A: pass\n")
    assert [n.key for n in program.classes] == ["main:A", "main:A"]
    assert [n.facts.row for n in program.classes] == [2, 4]


FIELDS = table(
    ("spaces", "namedtuple('P', 'x y')"),
    ("commas", "namedtuple('P', 'x, y')"),
    ("a list", "namedtuple('P', ['x', 'y'])"),
    ("a tuple", "namedtuple('P', ('x', 'y'), defaults=(1,))"),
    ("pairs", "NamedTuple('P', [('x', int), ('y', int)])"),
)


@pytest.mark.parametrize("call", FIELDS)
def test_namedtuple_fields_are_known(call: str) -> None:
    program = linked(f"from collections import namedtuple\nfrom typing import NamedTuple\nclass P({call}): pass\n")
    assert program.classes[0].bases[0].fields == ("x", "y")


# -- C3, with CPython as the oracle ------------------------------------------------------------------------------------

HIERARCHIES = [
    "class A: pass\nclass B(A): pass\nclass C(B): pass",
    "class A: pass\nclass B(A): pass\nclass C(A): pass\nclass D(B, C): pass",
    "class X: pass\nclass Y: pass\nclass A(X, Y): pass\nclass B(Y): pass\nclass C(A, B): pass",
    "class A: pass\nclass B: pass\nclass C(A, B, object): pass",
    "class A(dict): pass\nclass M: pass\nclass B(M, A): pass",
    "class A(Exception): pass\nclass B(A, KeyError): pass",
    "class A(list): pass\nclass M: pass\nclass B(A, M): pass\nclass C(M): pass\nclass D(B, C): pass",
    "class O: pass\nclass A(O): pass\nclass B(O): pass\nclass C(O): pass\nclass D(O): pass\nclass E(O): pass\n"
    "class K1(A, B, C): pass\nclass K2(D, B, E): pass\nclass K3(D, A): pass\nclass Z(K1, K2, K3): pass",
    "import collections\nclass A(collections.OrderedDict): pass\nclass B(A, collections.abc.Mapping): pass",
    "import abc, io\nclass A(abc.ABC): pass\nclass B(A, io.StringIO): pass",
    "from typing import Generic, TypeVar\nT = TypeVar('T')\nclass A(Generic[T]): pass\nclass B(A[int]): pass\nclass C(B, Generic[T]): pass",
    "from typing import Generic, TypeVar\nT = TypeVar('T')\nclass A(Generic[T]): pass\nclass B(Generic[T], A[T]): pass",
    "import threading, socketserver\nclass A(socketserver.ThreadingMixIn, socketserver.TCPServer): pass\nclass B(threading.Thread): pass",
]


@pytest.mark.parametrize("source", HIERARCHIES)
def test_the_mro_is_that_of_cpython(source: str) -> None:
    namespace: dict[str, Any] = {"__name__": "main"}
    exec(source, namespace)
    program = linked(source)
    for node in program.classes:
        found = [program.classes[c].name if isinstance(c, int) else _object(c) for c in node.mro or ()]
        wanted = [c.__name__ if c.__module__ == "main" else c for c in namespace[node.name].__mro__]
        assert found == wanted, node.name


def _object(dotted: str) -> object:
    """The object of a dotted name of the standard library."""
    first, _, rest = dotted.rpartition(".")
    if not first:
        return getattr(builtins, rest)
    return functools.reduce(getattr, dotted.split(".")[1:], __import__(first))


REASONS = [
    ("class A: pass\nclass P(A, make()): pass", "base (a call) is a base made by a call"),
    ("class A(Missing): pass\nclass P(A): pass", "base Missing is not found"),
    ("class P(m.Missing): pass", "base m.Missing is not found"),
    ("class A: pass\nclass B(A): pass\nclass P(A, B): pass", "no consistent method resolution order"),
    ("class P(P): pass", "derives from itself"),
]


@pytest.mark.parametrize(("source", "problem"), REASONS)
def test_an_unknown_mro_says_why(source: str, problem: str) -> None:
    program = linked(source)
    found = node_of(program, "P")
    assert found.mro is None
    assert problem in found.mro_problem


def test_subclasses_are_known_across_modules() -> None:
    program = linked(
        {
            "a.py": "class A: pass",
            "b.py": "from a import A\nclass B(A): pass",
            "c.py": "import b\nclass C(b.B): pass\nclass D(b.B, C): pass",
        }
    )
    top = node_of(program, "A")
    assert [program.classes[c].name for c in program.subclasses[top.cid]] == ["B"]
    assert [program.classes[c].name for c in program.descendants(top.cid)] == ["B", "C", "D"]


def test_modules_that_import_each_other_are_linked() -> None:
    program = linked({"a.py": "import b\nclass A: pass\nclass C(b.B): pass", "b.py": "from a import A\nclass B(A): pass"})
    assert [program.classes[c].name for c in node_of(program, "C").mro or () if isinstance(c, int)] == ["C", "B", "A"]


def test_names_that_import_each_other_for_ever_are_unknown() -> None:
    assert bases({"main.py": "from lib import A\nclass P(A): pass", "lib.py": "from main import A"}, "P") == "unknown: not found"


# -- the environment -------------------------------------------------------------------------------------------------


def test_a_class_of_the_environment_is_a_base_like_others() -> None:
    files = {
        "main.py": "from lib import Thing\nclass P(Thing): pass",
        "site-packages/lib/__init__.py": "from ._core import Thing",
        "site-packages/lib/_core.py": "class Thing: pass",
    }
    assert bases(files, "P") == "lib._core:Thing"


def test_the_program_comes_before_the_environment() -> None:
    files = {"site-packages/lib.py": "class A(list): pass", "lib.py": "class A: pass", "main.py": "from lib import A\nclass P(A): pass"}
    program = linked(files)
    found = node_of(program, "P").bases[0]
    assert program.path(program.classes[found.cid]) == "lib.py"


FOREIGN = [
    ("from lib import Thing\nclass P(Thing): pass", "lib lib.Thing"),
    ("import lib.core\nclass P(lib.core.Thing): pass", "lib lib.core"),
    ("import lib.core as x\nclass P(x.Thing[int]): pass", "lib.core"),
    ("def f():\n    from lib import Thing\n    class P(Thing): pass", "lib lib.Thing"),
    ("from lib import Thing\nThing()", ""),
    ("from collections import abc\nclass P(abc.Mapping): pass", ""),
    ("class P(dict): pass", ""),
]


@pytest.mark.parametrize(("source", "expected"), FOREIGN)
def test_only_bases_lead_into_the_environment(source: str, expected: str) -> None:
    found = base_imports(module_of("main.py", source))
    assert set(expected.split()) <= found
    assert bool(found) == bool(expected)


def test_what_an_installed_package_re_exports_is_looked_up_too() -> None:
    modules = [
        module_of("main.py", "from lib import Thing\nclass P(Thing): pass"),
        module_of("site-packages/lib/__init__.py", "from ._core import Thing\nfrom .other import *\n"),
    ]
    assert {"lib._core", "lib.other"} <= base_imports(modules[1])
