"""What calls outside the program do to the instances and classes that they are given: tables, each with its reason."""

from __future__ import annotations

# Callables that take a weak reference to their first argument.
WEAK_CALLS = frozenset(
    [
        "weakref.ref",
        "weakref.ReferenceType",
        "weakref.proxy",
        "weakref.finalize",
        "weakref.WeakMethod",
        "weakref.KeyedRef",
        "multiprocessing.util.Finalize",
        "multiprocessing.util.register_after_fork",
        "unittest.registerResult",
        "unittest.signals.registerResult",
        "asyncio.StreamReaderProtocol",
        "_weakref.ref",
        "_weakref.proxy",
    ]
)
# Containers that hold weak references: method -> positions of the arguments that are referred to.
WEAK_KEYS = {"update": (0,), "setdefault": (0,), "__setitem__": (0,), "get": (0,), "pop": (0,)}
WEAK_VALUES = {"update": (0,), "setdefault": (1,), "__setitem__": (1,)}
WEAK_MEMBERS = {"update": (0,), "add": (0,), "discard": (0,), "remove": (0,)}
# Methods that refer to all that the containers hold which they are given: a set looks for each by a reference to it.
WEAK_CONTENTS = frozenset(
    [
        "update",
        "union",
        "difference",
        "difference_update",
        "intersection_update",
        "symmetric_difference",
        "symmetric_difference_update",
        "issubset",
        "issuperset",
    ]
)
WEAK_CONTAINERS = {
    "weakref.WeakKeyDictionary": WEAK_KEYS,
    "weakref.WeakValueDictionary": WEAK_VALUES,
    "weakref.WeakSet": WEAK_MEMBERS,
    "_weakrefset.WeakSet": WEAK_MEMBERS,
}
# Signal libraries hold receivers and senders weakly unless told otherwise.
SIGNAL_CLASSES = frozenset(
    [
        "blinker.Signal",
        "blinker.NamedSignal",
        "blinker.base.Signal",
        "blinker.base.NamedSignal",
        "django.dispatch.Signal",
        "django.dispatch.dispatcher.Signal",
        "psygnal.Signal",
        "psygnal.SignalInstance",
        "louie.Signal",
    ]
)
SIGNAL_METHODS = frozenset(["connect", "connect_via", "connected_to", "send", "send_async", "send_robust", "disconnect"])
WEAK_FUNCTIONS = frozenset(["pydispatch.dispatcher.connect", "pydispatch.dispatcher.send", "louie.connect", "louie.send"])

# Callables that store or look for names on the instance they are given as this argument.
INSTANCE_WRITERS = {
    "functools.update_wrapper": (0, "it stores __doc__, __wrapped__ and more on the instance"),
    "inspect.markcoroutinefunction": (0, "it stores a mark on the instance"),
}
PARAMETERS = {"functools.update_wrapper": ("wrapper", "wrapped"), "functools.wraps": ("wrapped",)}  # that may be given by name
# Callables that read the instance dict of what they are given.
INSTANCE_READERS = {
    "functools.wraps": (0, "functools.wraps copies the instance dict"),
    "functools.update_wrapper": (1, "functools.update_wrapper copies the instance dict"),
    "jsonpickle.encode": (0, "jsonpickle reads the instance dict"),
    "jsonpickle.dumps": (0, "jsonpickle reads the instance dict"),
    "xmlrpc.client.dumps": (0, "xmlrpc.client marshals the instance dict"),
    "yaml.dump": (0, "yaml reads the instance dict"),
    "yaml.dump_all": (0, "yaml reads the instance dict"),
}
# Callables that search the class object they are given for names.
CLASS_READERS = frozenset(
    [
        "dir",
        "inspect.getmembers",
        "inspect.getmembers_static",
        "inspect.classify_class_attrs",
        "inspect.isdatadescriptor",
        "help",
        "pydoc.help",
        "unittest.mock.create_autospec",
        "mock.create_autospec",
        "pydoc.render_doc",
        "pydoc.plain",
        "inspect.getattr_static",
    ]
)
# Those of them that look at an instance as they look at its class: a slot is listed before it is set.
INSTANCE_SEARCHERS = frozenset(
    ["dir", "inspect.getattr_static", "unittest.mock.create_autospec", "mock.create_autospec", "help", "pydoc.help", "pydoc.render_doc"]
)
SIZE_CALLS = frozenset({"sys.getsizeof"})
SIZE_METHODS = frozenset({"object.__sizeof__"})
# Functions that make an instance without its __init__.
BARE_MAKERS = frozenset(["object.__new__", "copyreg.__newobj__", "copyreg._reconstructor"])
# Functions that give the state of an instance, or its reduced form.
STATE_FUNCTIONS = frozenset(["object.__getstate__", "object.__reduce__", "object.__reduce_ex__", "copyreg.__reduce_ex__"])
MOCK_NAMES = frozenset({"return_value", "side_effect"})  # only mocks are told these
SPEC_CALLS = frozenset(
    [
        "unittest.mock.Mock",
        "unittest.mock.MagicMock",
        "unittest.mock.AsyncMock",
        "unittest.mock.NonCallableMock",
        "mock.Mock",
        "mock.MagicMock",
        "unittest.mock.NonCallableMagicMock",
        "unittest.mock.PropertyMock",
    ]
)
PATCHERS = frozenset(["unittest.mock.patch.object", "mock.patch.object"])
MULTIPLE_PATCHERS = frozenset(["unittest.mock.patch.multiple", "mock.patch.multiple"])
NAME_PATCHERS = frozenset(["unittest.mock.patch", "mock.patch"])

COPIERS = frozenset(["copy.copy", "copy.deepcopy", "copy.replace"])
PICKLERS = {"pickle.dumps": 1, "pickle.dump": 2, "_pickle.dumps": 1, "_pickle.dump": 2, "cPickle.dumps": 1}
# What pickles later, whatever it is given: position of the protocol.
PICKLER_CLASSES = {
    "pickle.Pickler": 1,
    "_pickle.Pickler": 1,
    "pickle._Pickler": 1,
    "shelve.open": 2,
    "shelve.Shelf": 1,
    "shelve.DbfilenameShelf": 2,
}
OTHER_PICKLERS = frozenset(
    [
        "cloudpickle.dumps",
        "cloudpickle.dump",
        "dill.dumps",
        "dill.dump",
        "joblib.dump",
        "multiprocessing.Process",
        "multiprocessing.Queue",
        "shelve.open",
    ]
)
STATE_METHODS = frozenset(["__getstate__", "__reduce__", "__reduce_ex__"])

# Class decorators that give the class back with its body as it was.
INERT_CLASS_DECORATORS = frozenset(
    [
        "functools.total_ordering",
        "typing.final",
        "typing.runtime_checkable",
        "typing_extensions.final",
        "enum.unique",
        "typing_extensions.runtime_checkable",
        "warnings.deprecated",
        "typing_extensions.deprecated",
        "unittest.skip",
        "unittest.skipIf",
        "unittest.skipUnless",
        "typing.no_type_check",
        "abc.update_abstractmethods",
        "typing.dataclass_transform",
        "typing_extensions.dataclass_transform",
        "collections.abc.Sequence.register",
        "collections.abc.Mapping.register",
        "collections.abc.MutableMapping.register",
        "collections.abc.MutableSequence.register",
        "collections.abc.Set.register",
        "numbers.Number.register",
        "numbers.Real.register",
        "numbers.Integral.register",
    ]
)
DATACLASS = frozenset(["dataclasses.dataclass"])
ATTRS_CLASSIC = frozenset(["attr._make.attrs", "attr.s", "attr.attrs", "attr.attributes", "attr.dataclass"])
ATTRS_AUTOMATIC = frozenset(["attr.dataclass"])  # those of them for which any annotated name is a field
ATTRS_FIELDS = frozenset(["attr.ib", "attr.attr", "attr.attrib", "attr.field", "attrs.field", "attr._make.attrib", "attr._next_gen.field"])
NO_FIELD_MODULES = frozenset(["staticmethod", "classmethod", "property", "builtins", "functools"])
ATTRS_MODERN = frozenset(
    [
        "attr._next_gen.define",
        "attr._next_gen.frozen",
        "attr.define",
        "attr.mutable",
        "attr.frozen",
        "attrs.define",
        "attrs.mutable",
        "attrs.frozen",
    ]
)

# Method decorators that need the instance dict, by what their name says where the source is not at hand.
CACHING_WORDS = ("cached_property", "cachedproperty", "lazy", "reify", "memoize", "memoized", "cached_method", "once")
NEEDS_DICT = frozenset(["functools.cached_property", "django.utils.functional.cached_property", "cached_property.cached_property"])
# Calls that load a native library.
LOADERS = frozenset(["CDLL", "PyDLL", "WinDLL", "OleDLL", "LoadLibrary"])
# External bases whose instances keep attributes where no slot can.
OWN_STORAGE = {"threading.local": "its attributes are kept for each thread, slots would be shared by all"}
# External bases that store on the instances of subclasses, in the instance dict alone.
OWN_DICT_USERS = {"property": "it stores the docstring of the getter on the instance of a subclass"}
# Modules of the standard library that exist on one platform only.
PLATFORM_MODULES = frozenset(["msvcrt", "winreg", "winsound", "_winapi", "nt", "_winreg", "ossaudiodev", "spwd"])
# Names that every class has at class level, so that no slot can carry them.
CLASS_NAMES = frozenset(["__doc__", "__module__", "__qualname__", "__dict__", "__class__", "__weakref__", "__annotations__", "__slots__"])

# Special methods: CPython, copy and pickle look them up on the type, where a slot of that name would be found.
LOOKED_UP_ON_TYPES = frozenset(
    f"__{name}__"
    for name in [
        "abs",
        "add",
        "aenter",
        "aexit",
        "aiter",
        "and",
        "anext",
        "await",
        "bool",
        "buffer",
        "bytes",
        "call",
        "ceil",
        "complex",
        "contains",
        "copy",
        "deepcopy",
        "del",
        "delattr",
        "delete",
        "delitem",
        "dir",
        "divmod",
        "enter",
        "eq",
        "exit",
        "float",
        "floor",
        "floordiv",
        "format",
        "fspath",
        "ge",
        "get",
        "getattr",
        "getattribute",
        "getitem",
        "getnewargs",
        "getnewargs_ex",
        "getstate",
        "gt",
        "hash",
        "iadd",
        "iand",
        "ifloordiv",
        "ilshift",
        "imatmul",
        "imod",
        "imul",
        "index",
        "init",
        "int",
        "invert",
        "ior",
        "ipow",
        "irshift",
        "isub",
        "iter",
        "itruediv",
        "ixor",
        "le",
        "len",
        "length_hint",
        "lshift",
        "lt",
        "matmul",
        "missing",
        "mod",
        "mul",
        "ne",
        "neg",
        "new",
        "next",
        "or",
        "pos",
        "post_init",
        "pow",
        "radd",
        "rand",
        "rdivmod",
        "reduce",
        "reduce_ex",
        "release_buffer",
        "replace",
        "repr",
        "reversed",
        "rfloordiv",
        "rlshift",
        "rmatmul",
        "rmod",
        "rmul",
        "ror",
        "round",
        "rpow",
        "rrshift",
        "rshift",
        "rsub",
        "rtruediv",
        "rxor",
        "set",
        "set_name",
        "setattr",
        "setitem",
        "setstate",
        "sizeof",
        "str",
        "sub",
        "truediv",
        "trunc",
        "xor",
    ]
)

# The last names under which the calls above are written: all others need no look.
CALL_NAMES = frozenset(
    name.rpartition(".")[2]
    for table in (
        WEAK_CALLS, WEAK_FUNCTIONS, INSTANCE_WRITERS, INSTANCE_READERS, CLASS_READERS, SPEC_CALLS, COPIERS, PICKLERS,
        OTHER_PICKLERS, WEAK_CONTAINERS, WEAK_CONTENTS, SIZE_CALLS, SIGNAL_METHODS, WEAK_KEYS, WEAK_MEMBERS, STATE_METHODS,
    )
    for name in table
) | frozenset(
    [
        "setattr", "delattr", "__setattr__", "__delattr__", "hasattr", "getattr", "object", "patch", "exec", "eval",
        "type", "new_class", "parse_args", "parse_known_args", "parse_intermixed_args", "dumps", "dump", "default",
        "map", "filter", "Pickler", "_Pickler", "Shelf", "attrgetter", "methodcaller", "__init__", "make_dataclass",
        "Signal", "partial", "vars", "spy", "__new__", "__newobj__", "_reconstructor", "__sizeof__", "help",
        "__subclasses__", "multiple", "pickle",
    ]
)  # fmt: skip
