"""Whether copies and pickles of a subclass's instances keep what they keep with a ``__dict__``, found by doing it."""

from __future__ import annotations

import copy
import io
import operator
import pickle
import signal
import sys
import types
from collections.abc import Callable, Iterator
from contextlib import contextmanager

Subclass = Callable[[type, object], "type | str"]

TAG = "slotlint_tag"
PROBE = types.ModuleType("slotlint_probe")
# A class that defines one of these below object may store its state in a way of its own.
STATE_HOOKS = "__getstate__ __setstate__ __reduce__ __reduce_ex__ __getnewargs__ __getnewargs_ex__ __copy__ __deepcopy__"
# Constructors of these start processes, open windows or run programs.
UNTOUCHED = (
    "multiprocessing",
    "tkinter",
    "turtle",
    "unittest.main",
    "subprocess",
    "webbrowser",
    "lib2to3",
    "distutils",
)
# Arguments for classes that want some; numbers are not guessed, since they would be taken for file descriptors.
EXAMPLES: dict[str, tuple[object, ...]] = {
    "array.array": ("i", [1]),
    "datetime.date": (2020, 1, 1),
    "datetime.datetime": (2020, 1, 1),
    "email.headerregistry.BaseHeader": ("subject", "text"),
    "enumerate": ([1],),
    "functools.partial": (len,),
    "functools.partialmethod": (len,),
    "itertools.batched": ([1, 2], 2),
    "itertools.combinations": ([1, 2], 1),
    "itertools.combinations_with_replacement": ([1, 2], 1),
    "itertools.cycle": ([1],),
    "itertools.islice": ([1], 1),
    "itertools.repeat": (1, 2),
    "ipaddress.IPv4Address": ("127.0.0.1",),
    "ipaddress.IPv4Network": ("10.0.0.0/8",),
    "ipaddress.IPv6Address": ("::1",),
    "ipaddress.IPv6Network": ("fe80::/10",),
    "operator.methodcaller": ("strip",),
    "plistlib.UID": (1,),
    "sqlite3.Connection": (":memory:",),
    "struct.Struct": ("i",),
    "uuid.UUID": ("12345678123456781234567812345678",),
    "weakref.ReferenceType": (operator,),
    "zoneinfo.ZoneInfo": ("UTC",),
    "BaseExceptionGroup": ("group", [ValueError()]),
    "UnicodeDecodeError": ("ascii", b"x", 0, 1, "reason"),
    "UnicodeEncodeError": ("ascii", "x", 0, 1, "reason"),
    "UnicodeTranslateError": ("x", 0, 1, "reason"),
    "argparse.ArgumentError": (None, "message"),
    "configparser.InterpolationMissingOptionError": ("option", "section", "value", "reference"),
    "configparser.MissingSectionHeaderError": ("file", 1, "line"),
    "configparser.MultilineContinuationError": ("file", 1, "line"),
    "json.JSONDecodeError": ("message", "document", 0),
    "subprocess.CalledProcessError": (1, "command"),
    "subprocess.TimeoutExpired": ("command", 1),
    "urllib.error.HTTPError": ("url", 404, "message", {}, None),
    "xmlrpc.client.ProtocolError": ("url", 404, "message", {}),
}
GENERAL: tuple[tuple[object, ...], ...] = ((), ("a",), ([],), ("a", "b"), ("a", "b", "c"), (b"a",), (io.BytesIO(),))


def state_of(cls: type, name: str, subclass: Subclass) -> str:
    """ "lost" where the dict variant keeps a value that the slots variant loses, "same" where not, else "unknown"."""
    slotted, plain = subclass(cls, (TAG,)), subclass(cls, None)
    if isinstance(slotted, str) or isinstance(plain, str) or hasattr(slotted, "__members__"):
        return "unknown"
    for probe in (slotted, plain):
        if vars(probe).get("__abstractmethods__"):
            probe.__abstractmethods__ = frozenset()  # type: ignore[attr-defined]  # as if it defined them
    sys.modules.setdefault(PROBE.__name__, PROBE)
    try:
        with time_limit(5):
            for arguments in attempts(cls, name):
                verdict = compare(slotted, plain, arguments)
                if verdict != "unknown":
                    return verdict
    except TimeoutError:
        pass
    return "unknown"


def attempts(cls: type, name: str) -> Iterator[tuple[object, ...] | None]:
    """Arguments to try; None means an instance straight from ``__new__``."""
    hooked = any(hook in vars(c) for c in cls.__mro__[:-1] for hook in STATE_HOOKS.split())
    if not hooked:
        yield None
    if name in EXAMPLES:
        yield EXAMPLES[name]
    if not name.startswith(UNTOUCHED):
        yield from GENERAL if hooked else GENERAL[:2]
    if hooked:
        yield None


def compare(slotted: type, plain: type, arguments: tuple[object, ...] | None) -> str:
    with_slots, with_dict = outcomes(slotted, arguments), outcomes(plain, arguments)
    if with_dict is None or with_slots is None:
        return "unknown"
    if any(kept is True and other is not True for kept, other in zip(with_dict, with_slots, strict=True)):
        return "lost"
    copies = any(kept is not None for kept in with_dict)
    # what its constructor made and nothing can copy or pickle loses its dict as it loses its slots
    return "same" if copies or arguments is not None else "unknown"


def outcomes(cls: type, arguments: tuple[object, ...] | None) -> list[bool | None] | None:
    """For each way to copy: whether the tag came along, None where it raised; None for no instance."""
    vars(PROBE)["Probe"] = cls
    try:
        instance = cls.__new__(cls) if arguments is None else cls(*arguments)
        store(instance)
    except (Exception, SystemExit):  # constructors raise what they like
        return None
    return [kept(instance, way) for way in WAYS]


def store(instance: object) -> None:
    try:
        setattr(instance, TAG, "kept")
    except (AttributeError, TypeError):
        object.__setattr__(instance, TAG, "kept")


def kept(instance: object, way: Callable[[object], object]) -> bool | None:
    try:
        made = way(instance)
    except Exception:  # so do state methods
        return None
    return made is instance or vars_or_slot(made) == "kept"


def vars_or_slot(made: object) -> object:
    try:
        return object.__getattribute__(made, TAG)
    except AttributeError:
        return None


def pickler(protocol: int) -> Callable[[object], object]:
    return lambda instance: pickle.loads(pickle.dumps(instance, protocol))


WAYS = (copy.copy, copy.deepcopy, *(pickler(protocol) for protocol in range(2, 6)))


@contextmanager
def time_limit(seconds: int) -> Iterator[None]:
    """Raise TimeoutError in the body after so many seconds."""

    def stop(*_: object) -> None:
        raise TimeoutError

    previous = signal.signal(signal.SIGALRM, stop)
    signal.alarm(seconds)
    try:
        yield
    finally:
        signal.alarm(0)
        signal.signal(signal.SIGALRM, previous)
