"""What one file says, as data: no paths, no module names, no syntax nodes, so a content hash is a sound cache key.

Expressions are kept as *terms*: each distinct one stands once in ``FileFacts.terms`` and is named by its index. A
term is a tuple whose first item is its tag; indexes in it refer to the same table. Term 0 is "nothing known".

Names are as CPython stores them: private ones mangled. A parameter that a statement certainly assigns goes by
``name#`` from there on (``name##`` after the next); the variables of a comprehension and type parameters go by
``name@number``, bound in the scope around and seen from the scopes inside.

    ("n", name)                     a name, to be resolved in the scope that uses it
    ("a", base, attribute)          base.attribute (already mangled as CPython does it)
    ("c", callee, count, args..., keyword, value, ...)   a call; keyword "" is ``**value``
    ("*", term)                     a starred argument or element
    ("[", base, index)              base[index]
    ("e", iterable)                 an element of an iterable
    ("i", term, position)           an item of an unpacked value
    ("u", terms...)                 any of these
    ("t", elements...), ("l", elements...)   a tuple; a list, set or comprehension
    ("d", key, value, ...)          a dict display (key 0: ``**value``)
    ("s", text), ("v", int)         a string; a small integer
    ("k", type name)                another constant
    ("b", operator, left, right)    a binary operation; Join: parts of an f-string
    ("w", context manager)          what ``with ... as`` binds
    ("y", awaitable)                what ``await`` gives
    ("Y",)                          what ``yield`` gives: what is sent into a generator
    ("G", generator)                what ``yield from`` gives: what a generator returns
    ("F", scope)                    a function or lambda of this file, by scope index
    ("C", class)                    a class of this file, by class index
    ("I", base, class)              base, where ``isinstance(base, class)`` holds
    ("A", base, name)               base, where reading base.name raised AttributeError
    ("H", base, name)               base, where base.name is read as well
    ("m", module, level)            an imported module; ("f", module, level, name) a name imported from it
    ("S",)                          ``super()`` without arguments
    ("T", annotation)               an instance of what an annotation says
    ("X", classes)                  an exception caught by ``except classes as``
    ("D", decorator, value)         a decorated function or class
    ("o", text)                     an annotation written as a string, or another piece of source
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, NamedTuple

Term = int
OF_CLASSES = frozenset({"__bases__", "__mro__"})  # attributes that no instance has


class Param(NamedTuple):
    """A parameter. ``kind`` is "p" positional only, "n" ordinary, "*", "k" keyword only or "**"."""

    name: str
    kind: str
    annotation: Term
    default: Term


class Store(NamedTuple):
    """A store to ``receiver.name``. ``how``: assign, aug, ann, for, with, unpack, del.

    Also "again", where the value is made from what the attribute was, and "expected" as in DictUse.
    """

    receiver: Term
    name: str
    row: int
    column: int
    how: str
    value: Term
    guarded: bool  # under a handler for AttributeError, TypeError or anything wider
    certain: bool  # a statement of the function's own block, not of a branch or loop, with no return before it


class Checked(NamedTuple):
    """What has been read of the receiver of a store on every way there, so that it has these attributes.

    The receiver is a name: a variable of the function alone, which has held the same object since, and not the instance
    of a method. ``names`` holds "__getitem__" for an item, and no more than tell a class from others.
    """

    row: int  # of the store, as in Store
    column: int
    names: tuple[str, ...]


class Call(NamedTuple):
    """A call. ``repeated``: inside a loop or a comprehension of its own function. ``guarded`` and ``certain`` as in Store."""

    term: Term
    row: int
    column: int
    repeated: bool
    guarded: bool
    certain: bool


class Read(NamedTuple):
    """A load of ``receiver.name`` whose receiver is not a plain name."""

    receiver: Term
    name: str
    row: int


class ItemStore(NamedTuple):
    """``container[key] = value``; value 0 where it is not known, as in ``container[key] += 1``."""

    container: Term
    key: Term
    value: Term
    row: int
    certain: bool  # as in Store


class DictUse(NamedTuple):
    """A use of ``receiver.__dict__`` or ``vars(receiver)``, or of the dict that ``super().__getstate__()`` gives.

    ``form`` names the syntax around it, or is "expected" where a test says that it raises AttributeError; ``span`` is
    where that syntax stands (AST rows and byte columns) and ``parts`` are pieces of its source that a rewrite needs.
    """

    receiver: Term
    row: int
    form: str
    span: tuple[int, int, int, int]
    parts: tuple[str, ...]
    alone: bool  # nothing stands before it on its line
    of_class: bool = False  # on every way here something was read of the receiver, a variable as in Checked, that only classes have
    during: tuple[str, ...] = ()  # what is loaded, called and stored while the dict is read; "*" for anything
    state: Term = 0  # the call of ``__getstate__`` of ``object`` that gives the dict


class Scope(NamedTuple):
    """A module, class body, function or lambda. ``parent`` and ``owner`` (the class of a method) are indexes or -1."""

    kind: str  # "module", "class", "function", "lambda"
    name: str
    qualname: str
    row: int
    parent: int
    owner: int
    params: tuple[Param, ...]
    decorators: tuple[Term, ...]
    annotation: Term
    returns: tuple[Term, ...]
    flags: str  # "a" async, "g" generator, "x" exec/eval/locals inside, "u" zero-argument super or __class__, "d" deletes a name;
    # "h" hands the namespace of a class on
    bindings: Mapping[str, tuple[Term, ...]]
    outer: tuple[str, ...]  # names declared global or nonlocal
    # name -> attribute -> first row; "__getitem__" for an item, "?attribute" where it is only tried
    loads: Mapping[str, Mapping[str, int]]
    values: Mapping[str, int]  # name -> first row where it is used as a value
    stores: tuple[Store, ...]
    calls: tuple[Call, ...]
    reads: tuple[Read, ...]
    items: tuple[ItemStore, ...]
    dict_uses: tuple[DictUse, ...]
    checked: tuple[Checked, ...]


class Member(NamedTuple):
    """A name bound in a class body. ``kind``: def, class, value, annotation (no value), import, del."""

    name: str
    kind: str
    row: int
    term: Term  # the value, or the function
    annotation: Term
    conditional: bool
    default: str  # of a value: "const", "name", "mutable", "call", "other"; of a def: ""
    decorators: tuple[Term, ...]
    single: bool  # bound by a statement that can be split, so that each name has its own


class Slots(NamedTuple):
    """A ``__slots__`` statement in a class body (or a lookalike: see ``form``).

    ``form``: tuple, list, set, dict, string, iterator, computed, annotation, augmented, and for what is no slots at
    all: typo, late (under ``if TYPE_CHECKING``). ``names`` are as spelt, None when they cannot be known.
    """

    form: str
    names: tuple[str, ...] | None
    row: int
    column: int
    end_row: int
    end_column: int
    value: Term
    conditional: bool
    flags: tuple[str, ...]  # "implicit-concatenation", "non-string:bytes", ...


TEXT = "<text at "  # begins the names of functions that stand for executed texts


class ClassFacts(NamedTuple):
    """A class statement. ``scope`` is the scope of its body, ``parent`` the scope it stands in."""

    name: str
    qualname: str
    row: int
    column: int
    end_row: int
    end_column: int
    head: int  # row of the first decorator, or of the class keyword
    scope: int
    parent: int
    bases: tuple[Term, ...]
    keywords: tuple[tuple[str, Term], ...]
    decorators: tuple[Term, ...]
    decorator_rows: tuple[int, ...]
    members: tuple[Member, ...]
    slots: tuple[Slots, ...]
    conditional: bool
    own_stores: tuple[str, ...]  # names stored on the first parameter of its methods, as spelt, in order

    @property
    def metaclass(self) -> Term:
        """What its header names as the metaclass; a term of ``parent``, 0 without."""
        return next((term for keyword, term in self.keywords if keyword == "metaclass"), 0)

    @property
    def in_text(self) -> bool:
        """Whether it stands in a text that may be executed: nothing can be rewritten there, nor said of it."""
        return self.qualname.startswith(TEXT)


class FileFacts(NamedTuple):
    """Everything slotlint knows of one file."""

    problem: tuple[str, int, int] | None
    terms: tuple[tuple[Any, ...], ...]
    scopes: tuple[Scope, ...]
    classes: tuple[ClassFacts, ...]
    stars: tuple[tuple[str, int, int], ...]  # star imports: module, level, row
    exports: tuple[str, ...] | None  # __all__
    imports: tuple[tuple[str, int, int], ...]  # what the module cannot do without: module, level, row
    platform: int  # row of a module-level assertion on the platform, 0 without
    attribute_values: Mapping[str, int]  # attribute -> first row where x.attribute is used as a value, not called
    strings: tuple[tuple[str, int], ...]  # string constants that hold "__dict__" or "__slots__", with rows
    comments: tuple[tuple[int, str], ...]  # comments that speak to a linter
    lines: int
