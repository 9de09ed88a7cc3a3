"""Questions and their answers: evaluation with a memo, and the least fixed point of questions that lean on each other."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from heapq import heappop, heappush
from math import inf
from typing import Any, TypeVar

from slotlint.facts import FileFacts, Param, Term
from slotlint.infer.values import ANYTHING, NOTHING, Value, Values, in_order, merged
from slotlint.program import ClassNode, Program

DEPTH = 40  # of nested evaluation; what lies deeper is answered when the outermost question is
FAR = DEPTH * 10  # deeper than any question stands
CHANGES = 24  # of one answer, after which it only grows
LAST_CHANGE = 2 * CHANGES  # of one answer, after which nothing is known
STRINGS = 16  # of one answer that are told apart, where callers count
MOST = 32  # values of one answer other than classes, beyond which nothing is known

Table = TypeVar("Table")
Answer = TypeVar("Answer")
Key = tuple[Any, ...]  # of a question
Place = tuple[int, int, Term]  # module, scope and term: what is asked about
PLAIN = frozenset("svkFCm")  # terms that say what they are: no question leads on from them
# What is known of an index before it is made: a question on the way to it may ask for it.
BEFORE: dict[str, Any] = {
    "callees": {},
    "users": {},
    "applied": {},
    "calls": (),
    "callers": (),
    "finders": (),
    "variables": {},
    "unknown": (),
    "shapes": {},
    "fills": {},
    "puts": (),
}


class Question:
    """A question whose answer may still change, since it leans on others that are not finished.

    ``low``: the depth of the outermost of those. ``readers``: the questions that have read the answer so far.
    ``bare``: the answer would be that nothing is known, if none of the others came to know more.
    """

    __slots__ = ("answer", "arguments", "bare", "changes", "compute", "key", "low", "place", "queued", "readers")

    def __init__(self, key: Key, low: int, compute: Callable[..., Any], arguments: tuple[Any, ...]) -> None:
        self.key = key
        self.low = low
        self.compute = compute
        self.arguments = arguments
        self.answer: Any = BEFORE.get(key[0], NOTHING)
        self.readers: dict[Question, None] = {}
        self.changes = 0
        self.place = -1  # in the order in which questions were first answered
        self.queued = False
        self.bare = False

    @property
    def is_given_up(self) -> bool:
        """Whether nothing will be known any more; an index changes as long as what it is made of does."""
        return self.changes > LAST_CHANGE and isinstance(self.answer, frozenset)


class Core:
    """The part of the inference that keeps answers.

    Without ``callers`` only what stands in the text of a function counts: what callers hand in is unknown.
    """

    __slots__ = (
        "aliases",
        "answered",
        "budget",
        "callers",
        "closing",
        "current",
        "depth",
        "facts",
        "floor",
        "gathered",
        "held",
        "literal",
        "lowest",
        "memo",
        "modules",
        "most",
        "open",
        "program",
        "queue",
        "swept",
        "trail",
        "version",
    )

    def __init__(self, program: Program, callers: bool = True) -> None:
        self.program = program
        self.callers = callers
        self.modules = program.modules
        self.facts: list[FileFacts] = [m.facts for m in program.modules]
        self.aliases = program.aliases
        self.version = program.targets[-1]
        self.memo: dict[Key, Any] = {}
        self.held: dict[Values, Values] = {}  # every answer once: many questions have the same
        self.open: dict[Key, Question] = {}  # all whose answers may still change
        self.gathered: dict[Key, tuple[object, set[Value], list[Place]]] = {}  # of unfinished questions
        self.trail: list[Question] = []  # those of them that were worked out once, in that order
        # Those that read an answer that changed since: what comes first in a sweep does not lean on what comes later,
        # or not much.
        self.queue: list[tuple[int, int, Question]] = []
        self.answered = 0  # questions that were not finished at once
        self.swept = (0, 0)  # the sweep, and the place in it
        self.current: Question | None = None
        self.depth = 0
        self.floor = 0  # the depth of the question that answers what lies too deep
        self.lowest = FAR  # the outermost unfinished question that the current answer leans on
        self.closing = False  # nothing will become known any more that is not
        self.most = MOST
        self.budget = inf  # of times that a question is worked out; what is asked beyond is not known
        self.literal: Core | None = None  # what only the text of functions tells, where callers count

    # -- what later classes of the chain answer --------------------------------------------------------------------

    def compute(self, module: int, scope: int, term: Term) -> Values:
        """What a term may be, worked out anew."""
        raise NotImplementedError

    def name(self, module: int, scope: int, name: str) -> Values:
        """What a name may be, looked up from a scope outwards."""
        raise NotImplementedError

    def parameter(self, module: int, scope: int, param: Param) -> Values:
        """What a parameter may be."""
        raise NotImplementedError

    def attribute(self, value: Value, name: str) -> Values:
        """What ``value.name`` may be."""
        raise NotImplementedError

    def results(self, functions: Values) -> Values:
        """What calling any of the functions may give."""
        raise NotImplementedError

    # -- questions -------------------------------------------------------------------------------------------------

    def ask(self, module: int, scope: int, term: Term) -> Values:
        """What a term may be in a scope."""
        return self.eval(module, scope, term)

    def eval(self, module: int, scope: int, term: Term) -> Values:
        """What a term may be."""
        if term == 0:
            return ANYTHING
        key = (module, scope, term)
        found: Values | None = self.memo.get(key)
        if found is not None:
            return found
        held = self.open.get(key)
        if held is not None:
            found = self.read(held)
        elif self.facts[module].terms[term][0] in PLAIN:
            found = self.compute(module, scope, term)
        else:
            found = self.begun(key, self.compute, key)
        return found

    def kept(self, key: Key, compute: Callable[..., Answer], *arguments: Any) -> Answer:
        """The answer to a question that is not about a term, from the memo where it is there."""
        found: Answer | None = self.memo.get(key)
        return self.guarded(key, compute, *arguments) if found is None else found

    def guarded(self, key: Key, compute: Callable[..., Answer], *arguments: Any) -> Answer:
        """The answer to a question that is not in the memo."""
        held = self.open.get(key)
        found: Answer = self.begun(key, compute, arguments) if held is None else self.read(held)
        return found

    def begun(self, key: Key, compute: Callable[..., Any], arguments: tuple[Any, ...]) -> Any:
        """Compute once, unless it leans on questions that lean on it: those are answered together.

        As in Tarjan's algorithm for strongly connected components, each question knows the outermost unfinished one
        that it leans on; the outermost of a component works out again whatever read an answer that changed since.
        """
        if self.budget <= 0:
            return BEFORE.get(key[0], ANYTHING)
        if self.depth >= DEPTH:
            return self.put_off(key, compute, arguments)
        return self.worked_out(key, compute, arguments)

    def worked_out(self, key: Key, compute: Callable[..., Any], arguments: tuple[Any, ...]) -> Any:
        """The answer to a question that was not asked yet."""
        self.budget -= 1
        depth, above, before, start = self.depth, self.current, self.lowest, len(self.trail)
        here = self.open[key] = Question(key, depth, compute, arguments)
        self.depth, self.current, self.lowest = depth + 1, here, FAR
        found = self.once(compute(*arguments))
        low = self.lowest
        self.depth, self.current, self.lowest = depth, above, before
        if low > depth:
            del self.open[key]
            self.memo[key] = found
            return found
        self.append(here)
        here.low = low
        self.change(here, found)
        if low < depth:
            return self.read(here)
        self.settle(depth, start)
        self.current, self.lowest = above, before
        return self.memo[key]

    def read(self, question: Question) -> Any:
        """The answer so far, for the current question."""
        if self.current is not None:
            question.readers[self.current] = None
        if question.low < self.lowest:
            self.lowest = question.low
        return question.answer

    def put_off(self, key: Key, compute: Callable[..., Any], arguments: tuple[Any, ...]) -> Any:
        """Leave a question that lies too deep to the one that all those on the way will lean on."""
        late = self.open[key] = Question(key, self.floor, compute, arguments)
        self.append(late)
        self.enqueue(late)
        return self.read(late)

    def enqueue(self, question: Question) -> None:
        """Have a question worked out again, once it was worked out; not one whose answer is that nothing will be known."""
        if not (question.queued or question.is_given_up):
            question.queued = True
            self.push(question)

    def push(self, question: Question) -> None:
        """Put a question into this sweep, or into the next one where this one is past it."""
        sweep, place = self.swept
        if question.place >= 0:
            heappush(self.queue, (sweep + (question.place <= place), question.place, question))

    def append(self, question: Question) -> None:
        """Note that a question was answered once."""
        self.answered += 1
        question.place = self.answered
        self.trail.append(question)
        if question.queued:
            self.push(question)

    def change(self, question: Question, found: Any) -> None:
        """Give a question a new answer; whoever read the old one is worked out again."""
        if found == question.answer or question.is_given_up:
            return
        question.changes += 1
        if isinstance(found, frozenset):
            if len(found) > self.most and sum(value[0] != "cls" for value in found) > self.most:
                question.changes, found = LAST_CHANGE + 1, ANYTHING
            elif question.changes > CHANGES:  # answers that go up and down would go on for ever
                more = ANYTHING if question.changes > LAST_CHANGE else NOTHING
                found = self.once(found | question.answer | more)
        question.answer = found
        for reader in question.readers:
            self.enqueue(reader)

    def settle(self, depth: int, start: int) -> None:
        """Work out the questions since ``start`` until no answer changes, and finish them."""
        outside = self.queue, self.swept, self.floor, self.closing
        members = self.trail
        for each in members[start:]:
            each.low = depth
        self.queue, self.swept, self.floor, self.closing = [], (0, -1), depth, False
        self.queue = [(0, each.place, each) for each in members[start:] if each.queued]
        while True:
            while self.queue and self.budget > 0:
                self.budget -= 1
                sweep, place, each = heappop(self.queue)
                if not each.queued:
                    continue
                self.swept = sweep, place
                each.queued = each.bare = False
                self.depth, self.current, self.lowest = depth + 1, each, FAR
                self.change(each, self.once(each.compute(*each.arguments)))
            bare = [each for each in members[start:] if each.bare]
            if self.closing or not bare or self.budget <= 0:
                break
            self.closing = True
            for each in bare:
                self.enqueue(each)
        for each in members[start:]:
            self.memo[each.key] = each.answer
            del self.open[each.key]
            each.readers.clear()  # they lead back to it
        del members[start:]
        if not members:  # nothing is unfinished any more
            self.gathered.clear()
            outside[0].clear()
        self.depth = depth
        self.queue, self.swept, self.floor, self.closing = outside

    def known(self, found: Values) -> Values:
        """What is found; that nothing is known where nothing is, unless an unfinished question may give more."""
        return found if found or self.waits() else ANYTHING

    def waits(self) -> bool:
        """Whether more may become known: what is found missing now is not to be taken for missing yet.

        An answer that came from such a conclusion could hold itself up in a circle when the conclusion is gone.
        """
        if self.lowest == FAR or self.closing or self.current is None:
            return False
        self.current.bare = True
        return True

    def once(self, values: Any) -> Any:
        """The one object for these values, which puts them in order at most once."""
        if not isinstance(values, frozenset):
            return values
        found = self.held.get(values)
        if found is None:
            found = self.held[values] = in_order(merged(values, STRINGS if self.callers else self.most))
        return found

    def table(self, name: str, make: Callable[[list[FileFacts]], Table]) -> Table:
        """An index over the facts of all modules, made once for all stages of linking."""
        tables = self.program.tables
        if name not in tables:
            tables[name] = make(self.facts)
        found: Table = tables[name]
        return found

    def gather(self, key: Key, source: object, places: Callable[[], Iterable[Place]]) -> Values:
        """What any of many terms may be, for one question; those whose answers are final are asked once.

        ``source``: where the places come from; they are the same as long as it is the same object.
        """
        held = self.gathered.get(key)
        if held is None or held[0] is not source:
            held = self.gathered[key] = (source, set(), list(places()))
        _, final, rest = held
        found: set[Value] = set()
        unfinished: list[Place] = []
        for place in rest:
            values = self.eval(*place)
            if self.is_open(place):
                found |= values
                unfinished.append(place)
            else:
                final |= values
        rest[:] = unfinished
        return frozenset(found | final)

    def is_open(self, place: Place) -> bool:
        """Whether the answer for a term may still change."""
        return place in self.open

    def many(self, module: int, scope: int, terms: Iterable[Term]) -> Values:
        """What any of the terms may be."""
        answers = [self.eval(module, scope, term) for term in terms]
        return answers[0] if len(answers) == 1 else NOTHING.union(*answers)

    def text_only(self) -> Core:
        """The inference that goes by the text of functions alone: this one, where no callers count."""
        if self.callers and self.literal is None:
            self.literal = type(self)(self.program, callers=False)
        return self.literal or self

    def strings(self, module: int, scope: int, term: Term) -> tuple[str, ...] | None:
        """The strings that a term may be, or None when there may be others."""
        values = self.text_only().ask(module, scope, term)
        if not values or any(v[0] != "str" for v in values):
            return None
        return tuple(sorted(v[1] for v in values))

    def own_metaclass(self, node: ClassNode) -> Values:
        """What the header of a class names as its metaclass, which is read where the class statement stands."""
        return self.ask(node.module, node.facts.parent, node.facts.metaclass)

    def head(self, module: int, term: Term) -> Term:
        """The callee of a decorator call, or the decorator itself."""
        row = self.facts[module].terms[term]
        return int(row[1]) if row[0] == "c" else term

    def function_names(self, values: Values) -> set[str]:
        """The dotted names of functions of the program."""
        return {f"{self.modules[v[1]].name}.{self.facts[v[1]].scopes[v[2]].qualname}" for v in values if v[0] == "fn"}
