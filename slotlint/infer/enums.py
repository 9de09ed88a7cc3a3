"""Members of enumerations: instances of their class that stand at class level, with what the class body binds as their values.

"When subclassing Enum ... the values are passed to ``__new__`` and ``__init__``"; a tuple is unpacked.
"""

from __future__ import annotations

from collections.abc import Iterable

from slotlint.facts import Param, Scope
from slotlint.infer.computed import Computed
from slotlint.infer.values import CONSTRUCTORS, NOTHING, PROPERTIES, UNKNOWN, Value, Values, one
from slotlint.program import Program

VALUES = ("value", "_value_")
NAMES = ("name", "_name_")
NO_MEMBERS = frozenset({"fn", "?"})  # at class level; what is not known may be a descriptor


class Enums(Computed):
    """The part of the inference that knows enumerations."""

    __slots__ = ("_enums",)

    def __init__(self, program: Program, callers: bool = True) -> None:
        super().__init__(program, callers)
        self._enums: frozenset[int] | None = None

    def enums(self) -> frozenset[int]:
        """The enumerations of the program."""
        if self._enums is None:
            nodes = self.program.classes
            self._enums = frozenset(n.cid for n in nodes if any(base.startswith("enum.") for base in self.program.external_mro(n)))
        return self._enums

    def class_attribute(self, cid: int, name: str) -> Values:
        """What a class holds under a name; for a member of an enumeration, the member."""
        found = super().class_attribute(cid, name)
        if cid not in self.enums() or not found or not _is_member_name(name):
            return found
        others = frozenset(v for v in found if v[0] in NO_MEMBERS or (v[0] == "xinst" and v[1] in PROPERTIES))
        if others == found:
            return found
        return others | one("inst", cid) | frozenset(v for v in found if v[0] == "cls")  # of classes from 3.13 on no member is made

    def member_values(self, cid: int) -> Values:
        """What the class body binds to the names of members, and the instances of a type that is mixed in."""
        return self.kept(("members", cid), self.find_member_values, cid)

    def find_member_values(self, cid: int) -> Values:
        """The same, worked out anew."""
        found: Values = NOTHING
        for each in self.family(cid):
            node = self.program.classes[each]
            if each in self.enums():
                names = [m.name for m in node.facts.members if m.kind == "value" and _is_member_name(m.name)]
                found |= NOTHING.union(*(super(Enums, self).class_attribute(each, name) for name in dict.fromkeys(names)))
            elif self.program.member(each, "__new__") or node.facts.decorators:  # which makes the value: a data type
                found |= one("inst", each)
        made = (self.class_attribute(each, "_generate_next_value_") for each in self.family(cid))
        functions = frozenset(v for v in NOTHING.union(*made) if v[0] == "fn")
        return found | self.results(functions) if functions else found

    def find_instance_attribute(self, value: Value, name: str) -> Values:
        """What ``instance.name`` may be; the value of a member is what the body of its class binds."""
        cid = value[1]
        if cid not in self.enums() or name not in VALUES + NAMES:
            return super().find_instance_attribute(value, name)
        found = one("xinst", "str") if name in NAMES else self.member_values(cid)
        stored = [each for each in {name, "_value_"} if each not in NAMES and each in self.attribute_stores()]
        found = found.union(*(self.hung_by_anyone(each) | self.many_stored(each, self.family(cid)) for each in sorted(stored)))
        return found | super().find_instance_attribute(value, name) if self.knows(cid, name) else found

    def attribute(self, value: Value, name: str) -> Values:
        """What ``value.name`` may be; ``__members__`` of an enumeration are its instances."""
        if value[0] == "cls" and name == "__members__" and value[1] in self.enums():
            return one("map", one("xinst", "str"), one("inst", value[1]))
        return super().attribute(value, name)

    def class_item(self, value: Value) -> Values:
        """What subscripting a class gives; a member where it is an enumeration."""
        return one("inst", value[1]) if value[1] in self.enums() else super().class_item(value)

    def class_elements(self, value: Value) -> Values:
        """What iterating over a class gives: its members, where it is an enumeration."""
        return one("inst", value[1]) if value[1] in self.enums() else super().class_elements(value)

    def given(self, module: int, scope: int, here: Scope, param: Param, at: int) -> Values:
        """What callers hand in for a parameter; constructors of enumerations are handed the values of their members."""
        made = self.enumerations_made(module, here) if self.callers else ()
        if not made:
            return super().given(module, scope, here, param, at)
        found = self.member_arguments(made, at)
        only = self.program.class_at[module, here.owner] in self.enums()
        return self.known(found) if only else found | super().given(module, scope, here, param, at)

    def rest(self, module: int, scope: int, here: Scope, at: int) -> Values:
        """What callers hand in for ``*args``."""
        found = super().rest(module, scope, here, at)
        made = self.enumerations_made(module, here) if self.callers else ()
        return found.union(self.elements(rows(values := self.values_of(made))), values - rows(values)) if made else found

    def enumerations_made(self, module: int, here: Scope) -> tuple[int, ...]:
        """The enumerations whose members a constructor makes."""
        if here.owner < 0 or here.name not in CONSTRUCTORS or not self.enums():
            return ()
        cid = self.program.class_at[module, here.owner]
        return tuple(each for each in (cid, *self.program.descendants(cid)) if each in self.enums())

    def values_of(self, made: Iterable[int]) -> Values:
        """The values of the members of these enumerations."""
        return NOTHING.union(*(self.member_values(cid) for cid in made))

    def member_arguments(self, made: Iterable[int], at: int) -> Values:
        """What the constructor of a member is handed at a place: an item of its tuple, or the value by itself."""
        found: Values = NOTHING
        for value in self.values_of(made):
            if value[0] == "row":
                found |= value[1][at - 1] if at <= len(value[1]) else NOTHING
            elif at == 1 or value == UNKNOWN:
                found |= frozenset({value})
        return found


def rows(values: Values) -> Values:
    """Those that are tuples."""
    return frozenset(v for v in values if v[0] == "row")


def _is_member_name(name: str) -> bool:
    """Whether a name that an enumeration binds may be one of a member: those with an underscore at both ends are none."""
    return not (name.startswith("_") and name.endswith("_"))
