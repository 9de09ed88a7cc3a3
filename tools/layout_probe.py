"""What one class of the running interpreter is like: layout, slots, names and behaviour under subclassing."""

from __future__ import annotations

import ctypes
import functools
import sys
import types
import typing
import warnings

from layout_state import state_of

# Written by the interpreter into every class, or into every class of a kind; no program means them.
BOOKKEEPING = frozenset(
    {
        "__module__",
        "__doc__",
        "__dict__",
        "__weakref__",
        "__slots__",
        "__qualname__",
        "__static_attributes__",
        "__firstlineno__",
        "__annotations__",
        "__annotate__",
        "__annotate_func__",
        "__annotations_cache__",
        "__abstractmethods__",
        "_abc_impl",
        "_is_protocol",
        "_is_runtime_protocol",
        "__protocol_attrs__",
        "__non_callable_proto_members__",
        "__text_signature__",
        "__type_params__",
        "__parameters__",
        "__orig_bases__",
    }
)
METHODS = (
    types.FunctionType,
    types.BuiltinFunctionType,
    types.MethodDescriptorType,
    types.WrapperDescriptorType,
    types.ClassMethodDescriptorType,
    classmethod,
    staticmethod,
    functools.partialmethod,
    functools.singledispatchmethod,
)
# What the body of a subclass must hold.
REQUIRED: dict[str, dict[str, object]] = {
    "Array": {"_length_": 1, "_type_": ctypes.c_char},
    "CFuncPtr": {"_flags_": 1},
    "_SimpleCData": {"_type_": "i"},
}
HEAP_TYPE = 1 << 9
POINTER = 8


def kind_of(value: object) -> str:
    """m method, d data descriptor, r one that cannot be set, c cached_property, v anything else."""
    if isinstance(value, functools.cached_property):
        return "c"
    if isinstance(value, METHODS):
        return "m"
    if isinstance(value, property):
        return "d" if value.fset else "r"
    if hasattr(type(value), "__set__") or hasattr(type(value), "__delete__"):
        return "d"
    return "v"


def own_names(cls: type) -> dict[str, str]:
    """Class-level name -> kind letter, upper case where abstract."""
    if cls is object:
        return {}
    found = {}
    for name, value in vars(cls).items():
        if isinstance(name, str) and name.isidentifier() and name not in BOOKKEEPING:
            kind = kind_of(value)
            found[name] = kind.upper() if is_abstract(value) else kind
    return found


def is_abstract(value: object) -> bool:
    try:
        return getattr(value, "__isabstractmethod__", False) is True
    except Exception:  # a class-level object may answer any attribute by raising
        return False


def declared_slots(cls: type) -> list[str]:
    """The slot names that the class and its ancestors declare, mangled, without the two special ones."""
    found: list[str] = []
    for ancestor in cls.__mro__:
        slots = vars(ancestor).get("__slots__", ())
        for slot in (slots,) if isinstance(slots, str) else slots if isinstance(slots, (tuple, list, dict, set)) else ():
            name = mangled(ancestor.__name__, slot)
            if name not in found and slot not in ("__dict__", "__weakref__"):
                found.append(name)
    return found


def mangled(owner: str, name: str) -> str:
    owner = owner.lstrip("_")
    return f"_{owner}{name}" if owner and name.startswith("__") and not name.endswith("__") else name


def solid_base(cls: type) -> type:
    """CPython's solid_base (Objects/typeobject.c): the class in the chain of tp_base that fixes the C layout."""
    below = solid_base(cls.__base__) if cls.__base__ is not None else object
    return cls if extends_layout(cls, below) else below


def extends_layout(cls: type, base: type) -> bool:
    """Whether a class adds to the layout of its base; up to 3.11 a dict and weak references at its end were no addition."""
    size = cls.__basicsize__
    if sys.version_info >= (3, 12):
        return (size, cls.__itemsize__) != (base.__basicsize__, base.__itemsize__)
    if cls.__itemsize__ or base.__itemsize__:
        return size != base.__basicsize__ or cls.__itemsize__ != base.__itemsize__
    for offset, inherited in (
        (cls.__weakrefoffset__, base.__weakrefoffset__),
        (cls.__dictoffset__, base.__dictoffset__),
    ):
        if offset and not inherited and offset + POINTER == size and cls.__flags__ & HEAP_TYPE:
            size -= POINTER
    return size != base.__basicsize__


def bases_for(cls: type) -> tuple[type, ...]:
    """The bases of a plain subclass: some classes are no base alone."""
    if cls is typing.Generic:
        return (typing.Generic[typing.TypeVar("T")],)  # type: ignore[return-value, index]
    return (str, cls) if cls.__name__ == "ReprEnum" else (cls,)


def no_finaliser(instance: object) -> None:
    """Instances are made without ``__init__``; the inherited ``__del__`` would complain."""


def subclass(cls: type, slots: object) -> type | str:
    """A subclass with these slots, or the message that refuses it."""
    body: dict[str, object] = {"__module__": "slotlint_probe", "__qualname__": "Probe", "__del__": no_finaliser}
    if slots is not None:
        body["__slots__"] = slots
    body.update(REQUIRED.get(cls.__name__, {}) if cls.__module__ in ("_ctypes", "ctypes") else {})
    try:
        with warnings.catch_warnings():
            warnings.simplefilter("ignore")
            return types.new_class("Probe", bases_for(cls), {}, lambda namespace: namespace.update(body))
    except Exception as error:  # metaclasses and __init_subclass__ raise what they like
        return f"{type(error).__name__}: {error}"


def describe(cls: type, names: dict[type, str]) -> dict[str, object]:
    """All that the data file says of one class on this interpreter."""
    empty = subclass(cls, ())
    nonempty = subclass(cls, ("slotlint_tag",))
    seen = empty if isinstance(empty, type) else cls
    flags = [
        "d" * bool(seen.__dictoffset__),
        "w" * bool(seen.__weakrefoffset__),
        "n" * isinstance(nonempty, type),
        "f" * (isinstance(empty, str) and isinstance(subclass(cls, None), str)),
        "s" * ("__slots__" in vars(cls)),
    ]
    return {
        "mro": [names[c] for c in cls.__mro__[1:-1]],
        "meta": names[type(cls)],
        "solid": names[solid_base(cls)],
        "flags": "".join(flags),
        "state": state_of(cls, names[cls], subclass),
        "slots": declared_slots(cls),
        "names": own_names(cls),
    }
