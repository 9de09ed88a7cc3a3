"""What becomes what: a name, the actions on the first class of a source, the source before and after."""

from __future__ import annotations

from rewriting import AB, EMPTY, SLOTS, WEAK, X

from slotlint.diagnostics import Action, AddField, AddSlots, AddState, DecoratorArgument, MoveDefault

LONG = AddSlots(tuple(f"attribute_number_{number}" for number in range(4)))

BECOMES: list[tuple[str, tuple[Action, ...], str, str]] = [
    (
        "after the docstring", (AB,),
        '''
        class A:
            """Doc."""

            def __init__(self):
                self.a = self.b = 1
        ''',
        '''
        class A:
            """Doc."""

            __slots__ = ("a", "b")

            def __init__(self):
                self.a = self.b = 1
        ''',
    ),
    (
        "before a method", (AddSlots(("a",)),),
        """
        class A(Base):
            def __init__(self):
                self.a = 1
        """,
        """
        class A(Base):
            __slots__ = ("a",)

            def __init__(self):
                self.a = 1
        """,
    ),
    (
        "a comment belongs to the method below it", (EMPTY,),
        """
        class A:
            # Says f.
            @property
            def f(self):
                return 1
        """,
        """
        class A:
            __slots__ = ()

            # Says f.
            @property
            def f(self):
                return 1
        """,
    ),
    (
        "before other statements", (EMPTY,),
        """
        class A:  # head
            # about x
            x = 1
        """,
        """
        class A:  # head
            __slots__ = ()
            # about x
            x = 1
        """,
    ),
    (
        "comments around the docstring", (EMPTY,),
        '''
        class A:
            # before
            """Doc."""  # behind

            # below
            x = 1
        ''',
        '''
        class A:
            # before
            """Doc."""  # behind

            __slots__ = ()

            # below
            x = 1
        ''',
    ),
    ("instead of pass", (EMPTY,), "class A:\n    pass  # no more\n", "class A:\n    __slots__ = ()  # no more\n"),
    ("instead of dots", (EMPTY,), "class A(Base): ...\n", "class A(Base):\n    __slots__ = ()\n"),
    (
        "instead of pass after a docstring", (EMPTY,),
        'class A:\n    """Doc."""\n\n    pass\n',
        'class A:\n    """Doc."""\n\n    __slots__ = ()\n',
    ),
    (
        "only a docstring", (EMPTY,),
        'class A:\n    """Doc."""\n',
        'class A:\n    """Doc."""\n\n    __slots__ = ()\n',
    ),
    ("a body on the line of the class", (EMPTY,), "class A: pass\n", "class A:\n    __slots__ = ()\n"),
    (
        "statements on the line of the class", (EMPTY,),
        "class A: x = 1; y = 2  # both\n",
        "class A:\n    __slots__ = ()\n    x = 1; y = 2  # both\n",
    ),
    (
        "a docstring on the line of the class", (EMPTY,),
        'class A: "Doc."; x = 1',
        'class A:\n    "Doc."\n\n    __slots__ = ()\n    x = 1',
    ),
    (
        "one name a line where one line is too short", (LONG,),
        "class A:\n    pass\n",
        """
        class A:
            __slots__ = (
                "attribute_number_0",
                "attribute_number_1",
                "attribute_number_2",
                "attribute_number_3",
            )
        """,
    ),
    (
        "a class under an if, in a function", (EMPTY,),
        """
        def f():
            if True:

                @decorate
                class A:
                    def g(self):
                        return '''
        not indented
        '''

            return A
        """,
        """
        def f():
            if True:

                @decorate
                class A:
                    __slots__ = ()

                    def g(self):
                        return '''
        not indented
        '''

            return A
        """,
    ),
    (
        "bare decorator", (SLOTS,),
        "@dataclass\nclass A:\n    x: int\n",
        "@dataclass(slots=True)\nclass A:\n    x: int\n",
    ),
    (
        "decorator of a module", (SLOTS, WEAK),
        "@attr.s\nclass A:\n    x: int\n",
        "@attr.s(slots=True, weakref_slot=True)\nclass A:\n    x: int\n",
    ),
    (
        "empty call", (SLOTS,),
        "@dataclass()\nclass A:\n    x: int\n",
        "@dataclass(slots=True)\nclass A:\n    x: int\n",
    ),
    (
        "more arguments, another decorator", (DecoratorArgument(1, "slots"),),
        "@total_ordering\n@dataclass(frozen=True)\nclass A:\n    x: int\n",
        "@total_ordering\n@dataclass(frozen=True, slots=True)\nclass A:\n    x: int\n",
    ),
    (
        "False becomes True", (SLOTS, WEAK),
        "@define(slots=False, eq=False)\nclass A:\n    x: int\n",
        "@define(slots=True, eq=False, weakref_slot=True)\nclass A:\n    x: int\n",
    ),
    (
        "True stays", (SLOTS, WEAK),
        "@dataclass(slots=True)\nclass A:\n    x: int\n",
        "@dataclass(slots=True, weakref_slot=True)\nclass A:\n    x: int\n",
    ),
    (
        "arguments over several lines", (SLOTS, WEAK),
        """
        @dataclass(
            frozen=True,
            order=True,  # as tuples
        )
        class A:
            x: int
        """,
        """
        @dataclass(
            frozen=True,
            order=True,  # as tuples
            slots=True,
            weakref_slot=True,
        )
        class A:
            x: int
        """,
    ),
    (
        "arguments that fit no line any more", (SLOTS,),
        "@dataclass(frozen=True, order=True, kw_only=True, repr=False, eq=True, unsafe_hash=True)\nclass A:\n    x: int\n",
        """
        @dataclass(
            frozen=True,
            order=True,
            kw_only=True,
            repr=False,
            eq=True,
            unsafe_hash=True,
            slots=True,
        )
        class A:
            x: int
        """,
    ),
    (
        "a default and its comment move", (AddSlots(("x", "y", "z")), MoveDefault(("x", "y"))),
        '''
        class A:
            """Doc."""

            x = 0  # how many

            # in metres
            y: int = 5

            def __init__(self, z):
                """Make one."""
                self.z = z
        ''',
        '''
        class A:
            """Doc."""

            __slots__ = ("x", "y", "z")

            # in metres
            y: int

            def __init__(self, z):
                """Make one."""
                self.x = 0  # how many
                self.y = 5
                self.z = z
        ''',
    ),
    (
        "names leave a statement that binds others as well", (AddSlots(("a", "d", "f")), MoveDefault(("a", "d", "f"))),
        """
        class A:
            # both
            a = b = 0  # kept
            c, d, e = 1, 2, 3; f, g = 4, 5

            def __init__(self):
                self.touch()
        """,
        """
        class A:
            __slots__ = ("a", "d", "f")
            # both
            b = 0  # kept
            c, e = 1, 3; g = 5

            def __init__(self):
                self.a = 0
                self.d = 2
                self.f = 4
                self.touch()
        """,
    ),
    (
        "a statement goes once all its names go", (AB, MoveDefault(("a", "b"))),
        """
        class A:
            # both
            a = b = 0  # of one

            def __init__(self):
                self.touch()
        """,
        """
        class A:
            __slots__ = ("a", "b")

            def __init__(self):
                # both
                self.a = 0  # of one
                self.b = 0
                self.touch()
        """,
    ),
    (
        "a default that __init__ stores at once needs no second store", (AB, MoveDefault(("a", "b"))),
        """
        class A(object):
            a = 0
            b = None

            def __init__(self, a=0, b=None):
                self.a = a
                self.b = b
        """,
        """
        class A(object):
            __slots__ = ("a", "b")

            def __init__(self, a=0, b=None):
                self.a = a
                self.b = b
        """,
    ),
    (
        "a default that a call may read is stored before", (AB, MoveDefault(("a", "b"))),
        """
        class A:
            a = 0
            b = None

            def __init__(this, a):
                this.a = a
                this.setup()
                this.b = a
        """,
        """
        class A:
            __slots__ = ("a", "b")

            def __init__(this, a):
                this.b = None
                this.a = a
                this.setup()
                this.b = a
        """,
    ),
    (
        "an __init__ is written", (AddSlots(("x", "y")), MoveDefault(("x", "y"), "plain")),
        """
        class A:
            x = 0
            # by name
            y = {
                "a": 1,
            }

            def f(self):
                return self.x
        """,
        """
        class A:
            __slots__ = ("x", "y")

            def __init__(self):
                self.x = 0
                # by name
                self.y = {
                    "a": 1,
                }

            def f(self):
                return self.x
        """,
    ),
    (
        "an __init__ that hands its arguments on", (AddSlots(("x",)), MoveDefault(("x",), "forward")),
        """
        class A(Base):
            kind = "a"
            x = 0
        """,
        """
        class A(Base):
            __slots__ = ("x",)
            kind = "a"

            def __init__(self, *args, **kwargs):
                self.x = 0
                super().__init__(*args, **kwargs)
        """,
    ),
    (
        "an __init__ on one line is opened", (AddSlots(("x", "y")), X),
        "class A:\n    x = 0\n\n    def __init__(self): self.y = 1  # one\n",
        """
        class A:
            __slots__ = ("x", "y")

            def __init__(self):
                self.x = 0
                self.y = 1  # one
        """,
    ),
    (
        "an __init__ that only passes", (AddSlots(("x",)), X),
        "class A:\n    x = 0\n\n    def __init__(self):\n        pass\n",
        "class A:\n    __slots__ = (\"x\",)\n\n    def __init__(self):\n        self.x = 0\n",
    ),
    (
        "a nested function first in __init__", (AddSlots(("x",)), X),
        """
        class A:
            x = 0

            def __init__(self):
                def inner():
                    pass
        """,
        """
        class A:
            __slots__ = ("x",)

            def __init__(self):
                self.x = 0

                def inner():
                    pass
        """,
    ),
    (
        "one of two on a line moves", (AddSlots(("x",)), X),
        "class A:\n    x = 0; y = 1\n    def __init__(self): pass\n",
        "class A:\n    __slots__ = (\"x\",)\n    y = 1\n    def __init__(self):\n        self.x = 0\n",
    ),
    (
        "a blank line between groups stays", (AddSlots(("x",)), X),
        """
        class A:
            a = f()

            x = 0
            b = 1

            def __init__(self):
                super().__init__()
        """,
        """
        class A:
            __slots__ = ("x",)
            a = f()

            b = 1

            def __init__(self):
                self.x = 0
                super().__init__()
        """,
    ),
    (
        "a comment over several statements stays with the others", (AddSlots(("x",)), X),
        """
        class A:
            # Limits.
            x = 0
            y = 1

            def __init__(self):
                super().__init__()
        """,
        """
        class A:
            __slots__ = ("x",)
            # Limits.
            y = 1

            def __init__(self):
                self.x = 0
                super().__init__()
        """,
    ),
    (
        "a default that fits its line no more, and one that does now",
        (AddSlots(("text", "call", "made", "plain")), MoveDefault(("text", "call", "made", "plain"))),
        """
        class A:
            text = "a text that fills the line so well that behind self there is no room"
            call = describe(first_argument=1, second_argument=2, third_argument="more of it")
            made: dict[str, list[tuple[int, int, int, int]]] = dataclasses.field(
                default_factory=dict
            )
            plain: dict[str, dict[str, list[tuple[int, int, int, int, int, int, int]]]] = (
                SOMETHING
            )

            def __init__(self):
                super().__init__()
        """,
        """
        class A:
            __slots__ = ("text", "call", "made", "plain")
            made: dict[str, list[tuple[int, int, int, int]]]
            plain: dict[str, dict[str, list[tuple[int, int, int, int, int, int, int]]]]

            def __init__(self):
                self.text = (
                    "a text that fills the line so well that behind self there is no room"
                )
                self.call = describe(
                    first_argument=1, second_argument=2, third_argument="more of it"
                )
                self.made = dataclasses.field(default_factory=dict)
                self.plain = SOMETHING
                super().__init__()
        """,
    ),
    (
        "a field after the fields", (SLOTS, AddField((("y", "list[int]"),), "dataclasses.field")),
        '''
        @dataclasses.dataclass
        class A:
            x: int = 0
            """How many."""

            def f(self):
                return self.x
        ''',
        '''
        @dataclasses.dataclass(slots=True)
        class A:
            x: int = 0
            """How many."""
            y: list[int] = dataclasses.field(init=False, repr=False, compare=False)

            def f(self):
                return self.x
        ''',
    ),
    (
        "a field too long for its line", (AddField((("y", "dict[str, list[tuple[int, int]]]"),), "dataclasses.field"),),
        "@dataclass\nclass A:\n    x: int\n",
        """
        @dataclass
        class A:
            x: int
            y: dict[str, list[tuple[int, int]]] = dataclasses.field(
                init=False, repr=False, compare=False
            )
        """,
    ),
    (
        "state methods", (AddSlots(("a", "__b")), AddState(("a", "__b"), ("__getstate__", "__setstate__"))),
        """
        class _P:
            def __init__(self):
                self.a = self.__b = 1
            # the end
        """,
        """
        class _P:
            __slots__ = ("a", "__b")

            def __init__(self):
                self.a = self.__b = 1
            # the end

            def __getstate__(self):
                names = ("a", "_P__b")
                return {name: getattr(self, name) for name in names if hasattr(self, name)}

            def __setstate__(self, state):
                for part in state if isinstance(state, tuple) else (state,):
                    for name, value in (part or {}).items():
                        setattr(self, name, value)
        """,
    ),
    (
        "a state method of a frozen class", (AB, AddState(("a", "b"), ("__setstate__",), "object.__setattr__")),
        "class A:\n    pass\n",
        """
        class A:
            __slots__ = ("a", "b")

            def __setstate__(self, state):
                for part in state if isinstance(state, tuple) else (state,):
                    for name, value in (part or {}).items():
                        object.__setattr__(self, name, value)
        """,
    ),
    (
        "everything at once in a body on one line",
        (AddSlots(("x",)), MoveDefault(("x",), "plain"), AddState(("x",), ("__setstate__",))),
        "class A: x = 0",
        """
        class A:
            __slots__ = ("x",)

            def __init__(self):
                self.x = 0

            def __setstate__(self, state):
                for part in state if isinstance(state, tuple) else (state,):
                    for name, value in (part or {}).items():
                        setattr(self, name, value)""",
    ),
]  # fmt: skip
