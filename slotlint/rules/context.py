"""What every rule is given: the program with all cases judged, and the fixes of the groups they form."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field

from slotlint.diagnostics import (
    Action,
    Applicability,
    Diagnostic,
    Fix,
    Note,
    Payoff,
    Remedy,
    Rule,
    Size,
)
from slotlint.infer import Inference
from slotlint.partial_fixes import declaring
from slotlint.program import Program
from slotlint.reach import collect
from slotlint.rules.figures import figures
from slotlint.rules.judged import Judged
from slotlint.rules.payoff import weigh
from slotlint.shape import spelt
from slotlint.verdict import EVERYWHERE, Case, Judge, Options


@dataclass(slots=True)
class World(Judged):
    """The judged program with its fixes; made once for all rules."""

    fixes: dict[int, Fix] = field(default_factory=dict)

    def actions(self, case: Case) -> tuple[Action, ...]:
        """What a fix changes in a class."""
        return self.judge.actions(case) if case.ok else ()

    def diagnose(
        self, rule: Rule, case: Case, message: str, *, row: int = 0, column: int = 0, notes: Iterable[Note] = (),
        fix: Fix | None = None, slots: tuple[str, ...] | None = None, saved: int | None = None, sizes: tuple[Size, ...] = (),
    ) -> Diagnostic:  # fmt: skip
        """A finding on a class, by default at its class keyword."""
        facts = case.node.facts
        at, col = (row, column + 1) if row else (facts.row, facts.column + 1)
        end_row, end_col = (at, col + 1) if row else (facts.row, facts.column + len("class ") + len(facts.name) + 1)
        return Diagnostic(
            rule.code, rule.name, message, self.path(case.node), at, col, end_row, end_col,
            self.program.modules[case.node.module].name, facts.qualname, slots, saved, self.payoff(case), tuple(notes), sizes,
            self.chain(case) if sizes else (), fix=fix,
        )  # fmt: skip

    # -- groups --------------------------------------------------------------------------------------------------------

    def fix(self, case: Case) -> Fix | None:
        """The fix of the group that a class belongs to."""
        if not self.fixes:
            self.fixes = self.make_fixes()
        return self.fixes.get(case.cid)

    def make_fixes(self) -> dict[int, Fix]:
        """Classes that change together, each group with one fix."""
        changed = {c.cid: self.actions(c) for c in self.cases if c.ok and not self.program.modules[c.node.module].foreign}
        changed = {cid: actions for cid, actions in changed.items() if actions}
        found: dict[int, Fix] = {}
        for group in self.groups(set(changed)):
            unsafe = any(self.cases[cid].unsafe for cid in group) or self.is_public(group)
            applicability = Applicability.UNSAFE if unsafe else Applicability.SAFE
            remedies = tuple(self.remedy(self.cases[cid], changed[cid]) for cid in group)
            first = self.cases[group[0]].node
            fix = Fix(applicability, declaring(remedies), first.key, remedies, self.needs(group))
            found.update(dict.fromkeys(group, fix))
        return found

    def is_public(self, group: list[int]) -> bool:
        """In a library, users may subclass, patch and weakly reference a public class."""
        return any(self.judge.policy(case).library and is_public(case) for case in map(self.cases.__getitem__, group))

    def groups(self, members: set[int]) -> list[list[int]]:
        """Connected classes: a class and its bases or classes of one layout, both changed, both safe or both unsafe."""
        parent = {cid: cid for cid in members}

        def root(cid: int) -> int:
            while parent[cid] != cid:
                parent[cid] = parent[parent[cid]]
                cid = parent[cid]
            return cid

        for cid in sorted(members):
            case = self.cases[cid]
            bases = (owner.cid for owner in self.program.local_mro(case.node)[1:])
            tied = (other for other, _ in case.evidence.class_assigned)  # instances change from one to the other
            for each in (*bases, *tied):
                if each in members and self.cases[each].unsafe == case.unsafe:
                    one, other = root(cid), root(each)
                    parent[max(one, other)] = min(one, other)
        found: dict[int, list[int]] = {}
        for cid in sorted(members):
            found.setdefault(root(cid), []).append(cid)
        return list(found.values())

    def needs(self, group: list[int]) -> tuple[tuple[int, ...], ...]:
        """For each class of a group the places of those that must change with it."""
        if len(group) == 1:
            return ()
        places = {cid: place for place, cid in enumerate(group)}
        needed = (self.judge.needed(self.cases[cid]) for cid in group)
        return tuple(tuple(sorted(places[cid] for cid in each if cid in places)) for each in needed)

    def remedy(self, case: Case, actions: tuple[Action, ...]) -> Remedy:
        """The remedy of one class."""
        facts = case.node.facts
        return Remedy(self.path(case.node), facts.row, facts.qualname, actions, facts.own_stores)

    # -- figures -------------------------------------------------------------------------------------------------------

    def sizes(self, case: Case) -> tuple[Size, ...]:
        """Bytes of an instance on each supported version; () where the base decides."""
        return figures(self, case)

    def chain(self, case: Case) -> tuple[tuple[str, str], ...]:
        """Each class of the MRO and its state: slotted, candidate, dict, or outside of the program."""
        found: list[tuple[str, str]] = []
        for one in case.node.mro or ():
            if isinstance(one, str):
                found.append((one, "outside"))
            else:
                held = self.cases[one]
                state = "slotted" if held.shape.declared is not None else "candidate" if held.ok else "dict"
                found.append((held.node.facts.qualname, state))
        return tuple(pair for pair in found if pair[0] != "object")

    def saved(self, case: Case) -> int | None:
        """Bytes saved for an instance on the lowest supported version; None where the base decides."""
        found = self.sizes(case)
        return found[0].saved if found else None

    def payoff(self, case: Case) -> Payoff:
        """How many instances the construction sites suggest."""
        return weigh(self, case).payoff

    def slots(self, case: Case) -> tuple[str, ...]:
        """The slots that a class should have, as its body spells them."""
        weak = ("__weakref__",) if case.weakref is not None and not self.judge.base_weakref(case) else ()
        names = case.names if case.shape.declared is None else (*case.shape.declared, *case.missing)
        return (*(spelt(n, case.node.name) for n in names), *weak)


def is_public(case: Case) -> bool:
    """Whether the name of a class says that others may use it."""
    return any(not part.startswith("_") for part in case.node.facts.qualname.split("."))


def world_of(program: Program, options: Options = EVERYWHERE) -> World:
    """Collect the evidence of a program and judge every class of it."""
    inference = Inference(program)
    evidence, reach = collect(program, inference)
    judge = Judge(program, inference, evidence, reach, options)
    return World(program, inference, evidence, reach, judge, judge.run())


def own_cases(world: World) -> Iterator[Case]:
    """The cases of the program itself, without what was read from the environment or stands in texts."""
    for case in world.cases:
        module = world.program.modules[case.node.module]
        if not (module.foreign or module.is_stub or case.node.facts.in_text):
            yield case
