"""What runs inside a profiled process: it counts live instances, creations, and what the cyclic collector takes.

One file of the standard library alone: ``slotlint profile`` copies it as ``sitecustomize.py``
into a folder in front of ``PYTHONPATH``, so that it also starts in the processes that the program starts. Each process
writes a part into that folder; ``slotlint.profiles`` merges them. What would cost more of the CPU time than BUDGET is
not looked at, so peaks are lower bounds. Only what the collector tracks is seen: no instance of a class
with empty slots, and nothing while the collector is disabled. Imports are part of the cost: modules that a start of
Python does not load anyway are imported where they are needed first.
"""

from __future__ import annotations

import atexit
import gc
import itertools
import os
import sys
import time
from _weakref import ref as weak

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable, Iterable
    from typing import Any

BUDGET = 0.015  # of the CPU time, for looking
COUNTING = 0.01  # of the CPU time, for counting constructions
SLACK = 0.2  # seconds of CPU time that count as if they had been used before the start
PAUSE = 0.02  # seconds between two looks at least
GROWN = 1.02  # a look is taken where so many times the memory blocks of the last ones are in use: a peak may be near
WRITE_EVERY = 5.0  # seconds, sooner in the beginning: a process that is killed leaves its last part
WRITING = 0.002  # of the time, as long as they are not so far apart
SEARCH_EVERY = 0.002  # seconds between two searches for new classes at least, and ten times what one takes
FIRST, EVERY = 64, 64  # constructions that are timed: the first ones, then one in so many
BALANCING = 300  # times what it takes to see which classes are made too often, it is not seen again
REST = 1.0  # seconds of CPU time that a class made too often is left alone: what was specialized for it must be so anew
EACH = 2e-7  # seconds to count one object, until that is known
LAST = 0.1  # seconds that the look at the end may take in any case, and the examining of instances in every one
CALIBRATED = 100  # constructions
ROUNDS = 6  # of which the fastest counts
CHECKED = 20  # instances of a class whose dicts and values are looked at
OTHERS = 30  # classes from outside of the program that are written, the most numerous ones
DEEP = 2000  # objects of one instance that are weighed
HEAP_TYPE, MANAGED_DICT = 1 << 9, 1 << 4
MANAGED_WEAKREF, INLINE_VALUES = 1 << 3, 1 << 2  # from 3.12, from 3.13
DICT = 64  # bytes of a dict without its table
HEADER = 16  # bytes in front of an object: of the collector, and as many for a dict and weak references
LITERALS = (int, float, str, bytes, bool, type(None))
Function, Module = type(lambda: None), type(sys)
Slot = type(Function.__dict__["__globals__"])

_module_of = type.__dict__["__module__"].__get__  # past what a metaclass may say
_name_of = type.__dict__["__qualname__"].__get__
_mro_of = type.__dict__["__mro__"].__get__
_names_of = type.__dict__["__dict__"].__get__


class Record:
    """What is known of the classes of one name."""

    __slots__ = (
        "alive", "arguments", "calls", "checked", "dead", "file", "followed", "follows", "keys", "looked_at",
        "module", "name", "observed", "payload", "peak", "seconds", "size", "timed", "watch",
    )  # fmt: skip

    def __init__(self, module: str, name: str, file: str) -> None:
        self.module, self.name, self.file = module, name, file
        self.arguments: str | None = None
        self.keys: set[str] = set()
        self.watch: Watch | None = None  # of the ``__init__`` that makes its instances
        self.clear()

    def clear(self) -> None:
        """Forget the figures: in a process that was just forked off."""
        self.followed: dict[int, Any] = {}  # weak references to instances, by their ids
        self.alive = [0, 0]  # of those followed: of the first ones, and of one in EVERY after them
        self.follows = self.peak = self.calls = self.dead = self.timed = self.observed = 0
        self.checked = self.looked_at = self.payload = self.size = 0
        self.seconds = 0.0

    def as_json(self) -> dict[str, Any]:
        """The record of one class; what was not watched all the time is extrapolated by CPU time."""
        share = self.watch.share() if self.watch is not None else 1.0
        return {
            "module": self.module, "class": self.name, "file": self.file, "peak": self.peak,
            "created": round(self.calls / share) if self.watch is not None else None, "exact": share == 1.0,
            "init_seconds": self.seconds / self.timed if self.timed else None, "timed": self.timed,
            "died_in_collector": round(self.dead * self.calls / self.follows / share) if self.follows else 0,
            "checked": self.checked, "looked_at": self.looked_at,
            "payload": self.payload // self.checked if self.checked else None,
            "size": self.size // self.checked if self.checked else None,
            "keys": len(self.keys), "observed": self.observed, "arguments": self.arguments,
        }  # fmt: skip


class Watch:
    """An ``__init__`` in whose place stands a function that counts, part of the time."""

    __slots__ = ("cls", "entries", "off", "on", "original", "passed", "since", "stopped", "wrapper")

    def __init__(self, cls: type, original: Callable[..., Any]) -> None:
        self.cls, self.original, self.wrapper = weak(cls), original, original
        self.entries: dict[int, Record | None] = {}  # by id of a class; None where it has an ``__init__`` that calls this one
        self.clear(time.process_time())

    def clear(self, now: float) -> None:
        """Begin anew at this CPU time."""
        self.passed = 0  # calls for classes that have no record here
        self.on = self.off = self.stopped = 0.0
        self.since = now

    def calls(self) -> int:
        """How often it was called while it was counted."""
        return self.passed + sum(record.calls for record in list(self.entries.values()) if record is not None)

    def share(self) -> float:
        """Of the CPU time, in which it was counted."""
        return self.on / (self.on + self.off) if self.off and self.on else 1.0


class Sampler:  # slotlint: ignore[SLT101] one instance in a process, and it looks into dicts
    """The counts of one process."""

    def __init__(self, folder: str, roots: list[str]) -> None:
        self.folder, self.roots = folder, tuple(os.path.join(root, "") for root in roots)
        self.records: dict[tuple[str, str], Record] = {}
        self.by_type: dict[int, tuple[Any, Record]] = {}  # id of a class -> (weak reference, record)
        self.seen: dict[int, Any] = {}  # id of a class that was searched -> weak reference
        self.watched: list[Watch] = []
        self.clients: dict[int, list[dict[int, Record | None]]] = {}  # id of a class -> the tables that know it
        self.passed: set[int] = set()  # ids of types that are not of Python's making
        self.paths: dict[str, str] = {}  # real ones
        self.folders: dict[str, bool] = {}  # whether its files are of the program
        self.settled: set[str] = set()  # modules that have been imported to their end and looked through
        self.each = EACH
        self.read_dict: Callable[[int], int] | None = None
        self.call = 0.0
        self.restart()
        self.busy = True
        self.call = self.calibrated()
        self.busy = False

    def restart(self) -> None:
        """Begin anew, as a process of its own."""
        self.part = os.path.join(self.folder, f"part-{os.getpid()}-{os.urandom(4).hex()}.json")
        self.next_balance = 0.0
        self.spent, self.samples, self.tracked, self.blocks = 0.0, 0, 0, 0
        self.due = self.written = time.perf_counter() + PAUSE
        self.pace, self.modules, self.next_search, self.importing, self.is_script = PAUSE, 0, 0.0, True, False
        self.began = time.process_time()
        self.busy = self.collecting = False
        for record in self.records.values():
            record.clear()
        for watch in self.watched:
            watch.clear(self.began)

    def inside(self, file: str) -> bool:
        """Whether a file is one of the program, not of an environment in its folder."""
        root = next((root for root in self.roots if file.startswith(root)), None)
        return root is not None and (os.sep + "site-packages" + os.sep) not in file[len(root) - 1 :]

    # -- when to look --------------------------------------------------------------------------------------------------

    def on_collection(self, phase: str, info: dict[str, int]) -> None:
        """The collector starts or stops; most of the time nothing else is done."""
        self.collecting = phase == "start"
        if not self.collecting or self.busy:
            return
        now = time.perf_counter()
        if now >= self.due:
            self.look()
        elif now >= self.next_search and (self.importing or len(sys.modules) != self.modules):
            self.search()

    def look(self) -> None:
        """Count, if that is within the budget."""
        self.busy = True
        try:
            cpu = time.process_time()
            now = time.perf_counter()
            if now >= self.next_search and (self.importing or len(sys.modules) != self.modules or self.is_script):
                self.search()
            self.balance(cpu)
            allowed = BUDGET * (cpu - self.began + SLACK) - self.spent
            if self.tracked * self.each <= allowed:
                blocks = sys.getallocatedblocks()
                grown = blocks > GROWN * self.blocks
                # the next peak must find a look that is not spent yet
                if self.count(allowed if grown else allowed / 2):
                    self.blocks = max(blocks, self.blocks)
            now = time.perf_counter()
            if now - self.written > self.pace:
                ended = time.process_time()
                self.write()
                self.pace = min(max(2 * self.pace, (time.process_time() - ended) / WRITING), WRITE_EVERY)
            self.spent += time.process_time() - cpu
            # what a look costs is waited for; a busy machine gives less CPU time than passes on the clock
            short = self.spent + self.tracked * self.each - BUDGET * (cpu - self.began + SLACK)
            self.due = now + max(PAUSE, short / BUDGET)
        finally:
            self.busy = False

    # -- counting live instances ---------------------------------------------------------------------------------------

    def count(self, allowed: float) -> bool:
        """Count the tracked instances of each class and keep the peaks, where that takes no more seconds than allowed."""
        if self.tracked * self.each > allowed:
            return False
        began = time.process_time()
        objects = gc.get_objects()
        self.tracked = len(objects)
        if self.tracked * self.each > allowed:
            return False
        from collections import Counter

        kinds = list(map(type, objects))
        found = Counter(map(id, kinds))
        self.samples += 1
        self.learn(found, kinds)
        live: Counter[int] = Counter()
        for key, number in found.items():
            held = self.by_type.get(key)
            if held is not None:
                live[id(held[1])] += number
        rising = {at for at, record in ((id(one), one) for one in self.records.values()) if live[at] > record.peak}
        wanted = {key for key in found if (held := self.by_type.get(key)) is not None and held[1].checked < CHECKED
                  and (id(held[1]) in rising or not held[1].checked) and self.inside(held[1].file)}  # fmt: skip
        for record in self.records.values():
            record.peak = max(record.peak, live[id(record)])
        self.each = (time.process_time() - began) / self.tracked
        chosen = itertools.compress(objects, map(wanted.__contains__, map(id, kinds))) if wanted else ()
        for each in chosen:
            if not self.examine(each):
                wanted.discard(id(type(each)))  # which the line above sees at once
            if not wanted or time.process_time() - began > max(allowed, LAST):
                break
        return True

    def learn(self, found: Iterable[int], kinds: list[type]) -> None:
        """Note the classes that are new."""
        fresh = [key for key in found if key not in self.by_type and key not in self.passed]
        if fresh:
            known = dict(zip(map(id, kinds), kinds, strict=True))
            for key in fresh:
                if not known[key].__flags__ & HEAP_TYPE:
                    self.passed.add(key)  # a static type, which stays where it is
                else:
                    self.record(known[key])

    def record(self, cls: type) -> Record | None:
        """The record of a class."""
        held = self.by_type.get(id(cls))
        if held is not None:
            return held[1]
        module, name = _module_of(cls), _name_of(cls)
        file = getattr(sys.modules.get(module) if isinstance(module, str) else None, "__file__", None)
        if not isinstance(file, str) or not isinstance(name, str):
            return None
        key = (self.real(file), name)
        if key not in self.records:
            self.records[key] = Record(module, name, key[0])
        at = id(cls)
        self.by_type[at] = (weak(cls, lambda _: self.forget(at)), self.records[key])
        return self.records[key]

    def forget(self, at: int) -> None:
        """A class is gone: its address may become that of another."""
        self.by_type.pop(at, None)
        for entries in self.clients.pop(at, ()):
            entries.pop(at, None)

    def examine(self, instance: Any) -> bool:
        """Whether an instance has a dict of its own, and how much its values weigh; False once enough were looked at."""
        record = self.by_type[id(type(instance))][1]
        if record.checked < CHECKED:
            looked_at = self.has_dict(instance)
            record.checked += 1
            record.payload += payload(instance)
            record.size += size(instance, looked_at)
            record.looked_at += looked_at
        return record.checked < CHECKED

    def has_dict(self, instance: Any) -> bool:
        """From 3.11: whether the ``__dict__`` was made, read from in front of the object; Python cannot ask without making it."""
        if sys.version_info < (3, 11) or "t" in sys.abiflags or not type(instance).__flags__ & MANAGED_DICT:
            return False
        if self.read_dict is None:
            import ctypes

            self.read_dict = lambda at: ctypes.c_size_t.from_address(at).value
        held = self.read_dict(id(instance) - 3 * 8)
        return bool(held) and not (sys.version_info < (3, 13) and held & 1)

    # -- counting constructions ----------------------------------------------------------------------------------------

    def search(self) -> None:
        """Watch the ``__init__`` of the classes of the program's modules that were imported since."""
        self.modules, self.importing, began = len(sys.modules), False, time.process_time()
        for name, module in list(sys.modules.items()):
            if name in self.settled:
                continue
            file = getattr(module, "__file__", None)
            if not isinstance(file, str) or not self.is_own(file):
                self.settled.add(name)
                continue
            if getattr(getattr(module, "__spec__", None), "_initializing", False):
                self.importing = True
            elif name == "__main__":
                self.is_script = True  # it is never imported to its end
            else:
                self.settled.add(name)
            self.watch_all(vars(module), _text(getattr(module, "__name__", name)))
        self.next_search = time.perf_counter() + max(SEARCH_EVERY, 10 * (time.process_time() - began))

    def is_own(self, file: str) -> bool:
        """Whether a module's file is one of the program; asked once a folder."""
        folder = os.path.dirname(file)
        if folder not in self.folders:
            self.folders[folder] = self.inside(self.real(file))
        return self.folders[folder]

    def real(self, file: str) -> str:
        """The real path of a file; asked of the disk once."""
        if file not in self.paths:
            self.paths[file] = os.path.realpath(file)
        return self.paths[file]

    def watch_all(self, names: Any, module: str) -> None:
        """Watch the classes of a namespace, and those inside of them."""
        for value in list(names.values()):
            if isinstance(value, type) and _module_of(value) == module and id(value) not in self.seen:
                record = self.record(value)
                original = value.__dict__.get("__init__")
                if record is not None:
                    self.note(value)
                    if isinstance(original, Function):
                        self.watch(value, original)
                    self.watch_all(value.__dict__, module)

    def note(self, cls: type) -> None:
        """Do not look at a class again, as long as it lives."""
        at = id(cls)
        self.seen[at] = weak(cls, lambda _: self.seen.pop(at, None))

    def watch(self, cls: type, original: Callable[..., Any]) -> None:
        """Put a function that counts in the place of an ``__init__``."""
        watch = Watch(cls, original)
        watch.wrapper = self.counting(watch)
        self.watched.append(watch)
        type.__setattr__(cls, "__init__", watch.wrapper)

    def counting(self, watch: Watch) -> Callable[..., Any]:
        """An ``__init__`` that counts those instances whose class it is the ``__init__`` of."""
        original, entries = watch.original, watch.entries
        clock, learn, follow, sampler = time.perf_counter, self.entry, self.follow, self

        def __init__(self: Any, *args: Any, **kwargs: Any) -> Any:
            cls = type(self)
            record = entries.get(id(cls), entries)
            if record is entries:
                record = learn(cls, __init__, watch)
            if record is None:
                watch.passed += 1
                return original(self, *args, **kwargs)
            record.calls += 1  # type: ignore[union-attr]
            if record.calls > FIRST and record.calls % EVERY:  # type: ignore[union-attr]
                return original(self, *args, **kwargs)
            began = clock()
            result = original(self, *args, **kwargs)
            ended = clock()
            follow(record, self)  # type: ignore[arg-type]
            observe(record, ended - began, args, kwargs)  # type: ignore[arg-type]
            if ended >= sampler.due and not sampler.busy:  # where nothing is left for the collector to start
                sampler.balance(time.process_time())
                sampler.due = ended + PAUSE
            return result

        for name in ("__module__", "__name__", "__qualname__", "__doc__"):
            setattr(__init__, name, getattr(original, name))
        __init__.__dict__.update(original.__dict__)
        __init__.__wrapped__ = original  # type: ignore[attr-defined]
        __init__.__annotations__ = getattr(original, "__annotations__", {})
        return __init__

    def follow(self, record: Record, instance: Any) -> None:
        """See whether an instance will die in the cyclic collector, where it can be referred to weakly."""

        alive, late = record.alive, record.calls > FIRST

        def died(ref: Any) -> None:
            record.followed.pop(id(ref), None)
            record.dead += self.collecting
            alive[late] -= 1

        try:
            ref = weak(instance, died)
        except TypeError:
            return
        record.followed[id(ref)] = ref
        record.follows += 1
        alive[late] += 1
        # A peak between two looks: of one in EVERY, so many may be alive by chance.
        least = alive[0] + EVERY * max(0, int(alive[1] - 2 * alive[1] ** 0.5))
        if least > record.peak:
            record.peak = least
            if not record.checked and id(type(instance)) in self.by_type:
                self.examine(instance)

    def calibrated(self) -> float:
        """Seconds that counting one construction takes here: twice what it takes in a loop that does nothing else."""

        class Plain:
            def __init__(self, x: int) -> None:
                self.x = x

        class Counted(Plain):
            pass

        type.__setattr__(Counted, "__init__", self.counting(Watch(Counted, Plain.__init__)))
        times = []
        for cls in (Plain, Counted) * ROUNDS:  # the fastest of them was not interrupted
            began = time.perf_counter()
            for _ in range(CALIBRATED):
                cls(1)
            times.append(time.perf_counter() - began)
        return max(2e-7, 2 * (min(times[1::2]) - min(times[::2])) / CALIBRATED)

    def entry(self, cls: type, wrapper: Callable[..., Any], watch: Watch) -> Record | None:
        """The record of a class, None where a subclass has an ``__init__`` that calls this one."""
        at = id(cls)
        record = watch.entries[at] = self.record(cls) if cls.__init__ is wrapper else None  # type: ignore[misc]
        if record is not None:
            record.watch = watch
        else:
            self.record(cls)
        self.clients.setdefault(at, []).append(watch.entries)
        return record

    def balance(self, cpu: float) -> None:
        """Keep counting constructions within the budget, now and then."""
        if cpu >= self.next_balance:
            self.switch(cpu)
            now = time.process_time()
            self.next_balance = now + max(PAUSE, BALANCING * (now - cpu))

    def switch(self, cpu: float) -> None:
        """The classes made most often are watched a part of the time."""
        self.watched = [watch for watch in self.watched if watch.cls() is not None]
        called = [watch.calls() for watch in self.watched]
        cost = self.call * sum(called)
        allowed = COUNTING * (cpu - self.began + SLACK)
        for watch, calls in zip(self.watched, called, strict=True):
            cls, elapsed = watch.cls(), cpu - watch.since
            watch.since = cpu
            on = cls.__dict__.get("__init__") is watch.wrapper
            watch.on += elapsed if on else 0.0
            watch.off += 0.0 if on else elapsed
            if on and cost > allowed and calls * self.call > allowed / 50:
                type.__setattr__(cls, "__init__", watch.original)
                watch.stopped = cpu
            elif on or cpu - watch.stopped < REST or cost > 0.8 * allowed:
                continue
            elif cls.__dict__.get("__init__") is watch.original:
                type.__setattr__(cls, "__init__", watch.wrapper)

    # -- the part ------------------------------------------------------------------------------------------------------

    def write(self) -> None:
        """Write what is known so far, in one piece."""
        self.written = time.perf_counter()
        cpu = time.process_time()
        inside = [r for r in self.records.values() if self.inside(r.file) and (r.peak or r.calls)]
        outside = sorted((r for r in self.records.values() if not self.inside(r.file)), key=lambda r: -r.peak)
        known = (getattr(module, "__file__", None) for module in list(sys.modules.values()))
        files = {self.real(file) for file in known if isinstance(file, str) and self.is_own(file)}
        # __main__ has none any more at the end
        files.update(filter(self.inside, (record.file for record in self.records.values())))
        import json

        data = {
            "python": list(sys.version_info[:2]), "cpu_seconds": cpu - self.began, "sampler_seconds": self.spent,
            "samples": self.samples,
            "files": sorted(files),
            "classes": [r.as_json() for r in [*inside, *outside[:OTHERS]]],
        }  # fmt: skip
        try:
            with open(self.part + "~", "w", encoding="utf-8") as out:
                json.dump(data, out)
            os.replace(self.part + "~", self.part)
        except OSError:
            pass  # the folder is gone: nobody waits for this process any more

    def finish(self) -> None:
        """The last look, at the end of the process."""
        if not self.busy:
            self.busy = True
            self.switch(time.process_time())
            self.search()
            cpu = time.process_time() - self.began
            self.count(LAST + BUDGET * cpu)
            self.write()
            self.busy = False


def observe(record: Record, seconds: float, args: tuple[Any, ...], kwargs: dict[str, Any]) -> None:
    """Note how long a construction took and what it was given, as far as those are plain values."""
    record.timed += 1
    record.seconds += seconds
    if not all(type(value) in LITERALS for value in itertools.chain(args, kwargs.values())):
        return
    text = ", ".join([*map(repr, args), *("{}={!r}".format(*item) for item in kwargs.items())])
    if len(text) < 200:
        record.observed += 1
        if record.arguments is None:
            record.arguments = text
        if len(record.keys) < FIRST:
            record.keys.add(text)


def payload(instance: Any) -> int:
    """Bytes of the values that only this instance holds, those inside of builtin containers too."""
    total, seen = 0, 0
    waiting = [value for value in gc.get_referents(instance) if type(value) is not type]
    if len(waiting) == 1 and type(waiting[0]) is dict:
        waiting = list(waiting[0].values())
    while waiting and seen < DEEP:
        value = waiting.pop()
        seen += 1
        # held by its container and by ``value``, and given to the call
        if type(value).__flags__ & HEAP_TYPE or isinstance(value, (type, Module)) or sys.getrefcount(value) > 4:
            continue
        total += sys.getsizeof(value)
        if type(value) in (list, tuple, set, dict):
            waiting.extend(value.values() if type(value) is dict else value)
    return total


def size(instance: Any, looked_at: bool) -> int:
    """Bytes of an instance and its dict without the values, not asked of the class; less where keys are not shared."""
    flags = type(instance).__flags__ if sys.version_info >= (3, 11) else 0
    own = object.__sizeof__(instance) + (2 * HEADER if flags & (MANAGED_DICT | MANAGED_WEAKREF) else HEADER)
    held = [value for value in gc.get_referents(instance) if type(value) is not type]
    values = len(held) - slotted_values(instance)
    if sys.version_info >= (3, 13) and flags & INLINE_VALUES:  # where the collector does not show the dict
        return own + 8 * (values + 3) + (DICT if looked_at else 0)
    if sys.version_info >= (3, 13) or looked_at or not flags & MANAGED_DICT:
        return own + next((sys.getsizeof(value) for value in reversed(held) if type(value) is dict), 0)
    return own + 8 * (values + 2)


def slotted_values(instance: Any) -> int:
    """How many slots of an instance hold something."""
    slots = (value for cls in _mro_of(type(instance)) for value in _names_of(cls).values() if type(value) is Slot)
    return sum(_is_set(slot, instance) for slot in slots)


def _is_set(slot: Any, instance: Any) -> bool:
    try:
        slot.__get__(instance)
    except AttributeError:
        return False
    return True


def _text(value: object) -> str:
    return value if isinstance(value, str) else ""


def start(folder: str) -> None:
    """Start in this process, and in those that it forks."""
    with open(os.path.join(folder, "roots"), "rb") as file:
        sampler = Sampler(folder, os.fsdecode(file.read()).split("\0"))
    gc.callbacks.append(sampler.on_collection)
    atexit.register(sampler.finish)
    leave = os._exit

    def _exit(status: int) -> None:
        """A process that was forked off leaves without its exit handlers."""
        sampler.finish()
        leave(status)

    os._exit = _exit  # type: ignore[assignment]
    if hasattr(os, "register_at_fork"):
        os.register_at_fork(after_in_child=sampler.restart)


def chain(folder: str) -> None:
    """Run the ``sitecustomize`` that this one stands in front of."""
    import importlib.machinery

    sys.path[:] = [place for place in sys.path if place != folder]
    spec = importlib.machinery.PathFinder.find_spec("sitecustomize", sys.path)
    if spec is not None and spec.loader is not None:
        module = Module("sitecustomize")
        module.__spec__, module.__file__ = spec, spec.origin
        sys.modules["sitecustomize"] = module
        spec.loader.exec_module(module)


if __name__ == "sitecustomize":
    start(os.path.dirname(os.path.abspath(__file__)))
    chain(os.path.dirname(os.path.abspath(__file__)))
