"""What stands around a class: its bases outside the program, its module, the protocols that it meets."""

from __future__ import annotations

from collections.abc import Iterator

from slotlint import effects, external
from slotlint.evidence import Evidence
from slotlint.facts import Member
from slotlint.infer import UNKNOWN, Inference
from slotlint.program import Program, Version
from slotlint.reach import Reach
from slotlint.verdict.case import Case
from slotlint.verdict.decorated import Decorated
from slotlint.verdict.policy import EVERYWHERE, Options

MADE_METHODS = ("__init__", "__new__", "__post_init__", "__setstate__", "__call__", "__enter__", "__setattr__")


class Surroundings(Decorated):
    """The part of judging that looks around a class."""

    __slots__ = ("native", "runtime")

    def __init__(
        self, program: Program, inference: Inference, evidence: list[Evidence], reach: Reach, options: Options = EVERYWHERE
    ) -> None:
        super().__init__(program, inference, evidence, reach, options)
        self.native: dict[int, int] = {}  # module to the row where it loads a native library
        self.runtime: list[Case] | None = None  # runtime-checkable protocols

    def external_bases(self, case: Case) -> None:
        """Layouts of bases outside the program, on every supported version."""
        for base in self.program.external_mro(case.node):
            problems = (self.base_problem(case, base, version) for version in self.program.targets)
            problem = next(filter(None, problems), None)
            if problem is not None:
                self.refuse(case, *problem)

    def base_problem(self, case: Case, base: str, version: Version) -> tuple[str, str] | None:
        """(message, kind) of what a base outside the program says against slots on a version of Python."""
        found = external.lookup(base, version)
        python = f"Python {version[0]}.{version[1]}"
        if found is None:
            return f"base {base} does not exist on {python}", "base"
        if found.has_dict:
            return f"base {base} gives every instance a __dict__", "base"
        if base in effects.OWN_DICT_USERS:
            return f"base {base}: {effects.OWN_DICT_USERS[base]}", "base"
        if not case.names:
            return None
        if not found.takes_nonempty:
            return f"nonempty __slots__ are not supported for subtypes of {base}", "base"
        if base in effects.OWN_STORAGE:
            return f"base {base}: {effects.OWN_STORAGE[base]}", "base"
        if found.state == "lost" and (case.evidence.copied or self.reach.copies):
            return f"copies and pickles of {base} subclasses lose slots on {python}", "copy"
        return None

    def out_of_place(self, case: Case) -> None:
        """A class is not ours to change, or not worth it."""
        if self.program.modules[case.node.module].foreign:
            self.refuse(case, "it is outside the program", "foreign")
        if self.is_test(case.node) and any(not self.is_test(o) for o in self.ancestors(case)):
            self.refuse(case, "a test's own subclass of a class of the program", "payoff")

    def importable(self, case: Case) -> None:
        """Nothing is proven of a module that cannot be imported here: what it would do is not in the program."""
        module = self.program.modules[case.node.module]
        if module.facts.platform:
            self.refuse(case, "its module is for one platform only", "platform", module.facts.platform)
        loaded = self.native_library(case.node.module)
        if loaded:
            self.refuse(case, "its module loads a native library, which may not be here", "platform", loaded)
        for target, level, row in module.facts.imports:
            top = target.partition(".")[0]
            if level == 0 and (top in self.program.missing or target in effects.PLATFORM_MODULES):
                self.refuse(case, f"its module cannot be imported here: {target} is not installed", "platform", row)

    def native_library(self, module: int) -> int:
        """The row where a module loads a native library as it is imported, or imports one that does; 0 when it does not."""
        if module not in self.native:
            self.native[module] = 0  # what imports in a circle adds nothing
            facts = self.program.modules[module].facts
            names = ((c.row, self.inference.callee_names(facts, facts.terms[c.term][1])) for c in facts.scopes[0].calls)
            rows = [row for row, held in names if effects.LOADERS.intersection(held)]
            rows += [row for other, row in self.required_modules(module) if self.native_library(other)]
            self.native[module] = next(iter(rows), 0)
        return self.native[module]

    def required_modules(self, module: int) -> Iterator[tuple[int, int]]:
        """The modules of the program that a module cannot do without, with the rows where it imports them."""
        facts = self.program.modules[module].facts
        rows = {(target, level): row for target, level, row in facts.imports}
        for (target, level), row in rows.items():
            found = self.inference.find_module(module, target, level)
            if found is not None:
                yield found, row
        for term, parts in enumerate(facts.terms):
            if parts[0] == "f" and parts[1:3] in rows:  # a module of a package, by name
                yield from ((v[1], rows[parts[1:3]]) for v in self.inference.ask(module, 0, term) if v[0] == "mod")

    def is_ambiguous(self, case: Case) -> bool:
        """Whether a class shares its name with another one, or with what may be anything, in its scope."""
        scope = self.program.scope(case.node.module, case.node.facts.parent)
        if len(scope.bindings.get(case.node.name, ())) < 2:
            return False
        classes = self.program.modules[case.node.module].facts.classes
        if len([c for c in classes if c.qualname == case.node.facts.qualname]) > 1:
            return True
        held = self.inference.many(case.node.module, case.node.facts.parent, scope.bindings[case.node.name])
        return ("cls", case.cid) not in held or any(value[0] != "cls" for value in held)

    def runtime_protocols(self, case: Case) -> None:
        """``isinstance`` with a runtime protocol finds the slot's descriptor, set or not; ``issubclass`` does for methods."""
        if self.runtime is None:
            self.runtime = [c for c in self.cases if c.shape.kind == "protocol" and self.is_runtime(c)]
        for other in self.runtime:
            for owner in self.program.local_mro(other.node):
                for member in owner.facts.members:
                    message = self.protocol_problem(case, other, member) if member.name in case.names else ""
                    if message:
                        self.refuse(case, message, "protocol", member.row, self.program.path(owner))

    def protocol_problem(self, case: Case, other: Case, member: Member) -> str:
        """What a slot under the name of a member of a protocol changes, "" where nothing."""
        if member.kind == "def":
            return f"{case.node.name} would be a subclass of the protocol {other.node.name} by its slot {member.name}"
        if self.may_lack(case, member.name):
            return f"isinstance with the protocol {other.node.name} would find the slot {member.name} before it is set"
        return ""

    def may_lack(self, case: Case, name: str) -> bool:
        """Whether an instance may have no value under a name."""
        if self.makes_init(case):
            declared = (
                (self.cases[owner.cid], member) for owner in self.program.local_mro(case.node)
                for member in owner.facts.members if member.name == name and member.annotation
            )  # fmt: skip
            field = next(declared, None)
            if field is None or self.may_be_unset(*field):
                return True
        return bool(self.unfilled(case, name))

    def unread_methods(self, case: Case) -> None:
        """A special method that is made by a call nobody can read may store anything on the instance."""
        for name in MADE_METHODS:
            found = self.program.inherited(case.node, name)
            if found is None or found[1].kind != "value":
                continue
            owner, member = found
            values = self.inference.ask(owner.module, owner.facts.scope, member.term)
            if any(value == UNKNOWN for value in values):
                self.refuse(case, f"its {name} is made where it cannot be read", "dynamic-store", member.row, self.program.path(owner))

    def is_runtime(self, case: Case) -> bool:
        """Whether a protocol is ``runtime_checkable``."""
        facts = self.program.modules[case.node.module].facts
        terms = (facts.terms[self.inference.head(case.node.module, d)] for d in case.node.facts.decorators)
        return any(row[-1] == "runtime_checkable" for row in terms)
