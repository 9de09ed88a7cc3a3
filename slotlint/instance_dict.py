"""Uses of ``__dict__`` and ``vars()`` by a class's own methods, and the forms that do the same with slots."""

from __future__ import annotations

from typing import TYPE_CHECKING

from slotlint.diagnostics import Note, ReplaceSource
from slotlint.evidence import DictReach
from slotlint.facts import DictUse
from slotlint.infer import Inference, plain_name
from slotlint.program import Program

if TYPE_CHECKING:
    from slotlint.verdict import Case


# Functions of the standard library that read a dict which they are given, and keep nothing of it.
DICT_READERS = frozenset({"json.dump", "json.dumps", "copy.copy", "copy.deepcopy", "pprint.pformat", "pprint.pprint", "pprint.pp"})
IN_ORDER = frozenset(
    {"items", "keys", "values", "for", "list", "tuple", "iter", "__iter__", "enumerate", "zip", "str", "repr", "json.dump", "json.dumps", "pprint.pp"}
)


def dict_actions(case: Case, program: Program, inference: Inference, cases: list[Case]) -> None:
    """Add a replacement for each use of the instance dict, or the reason why there is none."""
    names = tuple(n for owner in reversed(program.local_mro(case.node)) for n in cases[owner.cid].names)
    names = tuple(dict.fromkeys(names))
    beside = program.beside(case.node)
    grown = [cid for cid in (*program.descendants(case.cid), *beside) if cases[cid].names or cases[cid].reasons]
    for reach in case.evidence.dict_uses:
        replaced = None
        if reach.use.form == "source" and _is_drained(case, reach):
            continue
        if not grown and reach.own and case.shape.kind == "plain":
            replaced = _replace(case, reach, names, program, inference)
        if replaced is None:
            case.reasons.append(Note(_why(reach, bool(grown)), reach.note.path, reach.note.row, kind="dict-use"))
        elif replaced not in case.actions and replaced.content:
            case.actions.append(replaced)
    above = (owner.cid for owner in program.local_mro(case.node)[1:])
    for cids, whose in ((above, "a base"), (beside, "a class that a subclass also derives from")):
        for reach in (reach for cid in cids for reach in cases[cid].evidence.dict_uses):
            message = f"{whose} uses the instance dict"
            case.reasons.append(Note(message, reach.note.path, reach.note.row, kind="dict-use"))


def _is_drained(case: Case, reach: DictReach) -> bool:
    """Whether the dict is only copied into another one of the class in a statement that is replaced."""
    place = (reach.module, reach.use.row)
    whole = (o for o in case.evidence.dict_uses if o.use.form in ("update-dict", "assign-copy"))
    return any((o.module, o.use.row) == place for o in whole)


def _why(reach: DictReach, grown: bool) -> str:
    if grown:
        return "the instance dict is used, and subclasses add names to it"
    if not reach.own:
        return "the instance dict is used"
    return "the instance dict is used in a way that has no equal form with slots"


def _replace(
    case: Case, reach: DictReach, names: tuple[str, ...], program: Program, inference: Inference
) -> ReplaceSource | None:
    use = reach.use
    reader = _reader(reach, inference) if use.form == "argument" else ""
    if reader:
        use = use._replace(form="snapshot", parts=(use.parts[0], reader))
    source = _form(case, reach, use, names, program)
    if source is None:
        return None
    return ReplaceSource(*use.span, source)


def _reader(reach: DictReach, inference: Inference) -> str:
    """The function of the standard library that is given the dict and only reads it; "" for any other."""
    first, *rest = reach.use.parts[1].split(".")
    values = inference.name(reach.module, reach.scope, first)
    for name in rest:
        values = frozenset().union(*(inference.attribute(value, name) for value in values))
    names = {plain_name(v[1]) for v in values if v[0] == "ext"}
    return names.pop() if len(names) == len(values) == 1 and names <= DICT_READERS else ""


def _form(case: Case, reach: DictReach, use: DictUse, names: tuple[str, ...], program: Program) -> str | None:
    """The source that does the same with slots, or None."""
    receiver, parts = use.parts[0], use.parts[1:]
    scope = program.scope(reach.module, reach.scope)
    plain = program.inherited(case.node, "__getattr__") is None
    if use.form in ("item-store", "item-delete"):
        return f"{receiver}.{parts[0]}" if parts[0] in names and not _hooked(case, program) else None
    if use.form == "item-load":
        if parts[0] in names and plain and not scope.calls:
            return f"{receiver}.{parts[0]}"
        whole = _snapshot(receiver, names) if plain else None
        return whole and f'{whole}["{parts[0]}"]'
    if use.form == "update-literal" and not _hooked(case, program):
        pairs = list(zip(parts[::2], parts[1::2], strict=True))
        if all(key in names for key, _ in pairs):
            return _statements(use, [f"{receiver}.{key} = {value}" for key, value in pairs])
    if use.form in ("update-dict", "assign-copy") and plain and not _hooked(case, program):
        return _copied(case, use, receiver, parts[0], names, program)
    if use.form in ("key-store", "key-delete") and scope.name in ("__setattr__", "__delattr__") and scope.owner >= 0:
        arguments = ", ".join(p for p in parts if p)
        return f"super().{scope.name}({arguments})" if len(names) and not _has_descriptors(case, program) else None
    if use.form in ("compare-left", "compare-right") and plain:
        return _compared(use, parts, names)
    taken = use.form == "update-other" or (use.form == "assign" and _is_taken_over(program, reach, parts[0]))
    if taken and scope.name == "__setstate__" and use.alone:
        return _statements(use, [f"for name, value in {parts[0]}.items():", f"    setattr({receiver}, name, value)"])
    if use.form == "snapshot" and parts[:1] and parts[0] in IN_ORDER and not _one_order(case, names, program):
        return None
    return _state(use, scope.name, receiver, names) if plain else None


def _is_taken_over(program: Program, reach: DictReach, state: str) -> bool:
    """Whether ``self.__dict__ = state`` fills a new instance with a dict that nobody else uses.

    Where the program does not call ``__setstate__`` itself, only pickling and copying do, with an instance just made.
    """
    rows = program.modules[reach.module].facts.terms
    scope = program.scope(reach.module, reach.scope)
    if len(scope.params) != 2 or scope.params[1].name != state or state in scope.loads:
        return False
    if any(rows[item.container] == ("n", state) for item in scope.items):
        return False
    given = (term for call in scope.calls for term in rows[call.term][1:] if isinstance(term, int) and term < len(rows))
    return not any(rows[term] == ("n", state) for term in given) and not _is_asked_for(program, "__setstate__")


def _is_asked_for(program: Program, name: str) -> bool:
    """Whether anything in the program asks for an attribute of this name."""
    scopes = (scope for module in program.modules if not module.foreign for scope in module.facts.scopes)
    return any(
        any(name in held for held in scope.loads.values()) or any(read.name == name for read in scope.reads) for scope in scopes
    )


def _state(use: DictUse, method: str, receiver: str, names: tuple[str, ...]) -> str | None:
    """The source of a dict of the state, where the use hands one out."""
    if use.form in ("snapshot", "return-copy") or (use.form == "return" and method == "__getstate__"):
        return _snapshot(receiver, names)
    if use.form == "return-item" and method in ("__reduce__", "__reduce_ex__"):
        snapshot = _snapshot(receiver, names)
        return None if snapshot is None else f"(None, {snapshot})"
    return None


def _has_descriptors(case: Case, program: Program) -> bool:
    """Whether a name may be one of a descriptor, which a dict store passes by and ``super().__setattr__`` does not."""
    members = (member for owner in program.local_mro(case.node) for member in owner.facts.members)
    return any(member.decorators if member.kind == "def" else member.default == "call" for member in members)


def _one_order(case: Case, names: tuple[str, ...], program: Program) -> bool:
    """Whether every instance dict has its names in the order of the slots: stored once and for all, one at most later."""
    always = _always(case, program)
    settled = all(name in always for name in names[:-1]) and names == case.names
    return settled and not any(w.how == "del" for w in case.evidence.writes)


def _hooked(case: Case, program: Program) -> bool:
    """Whether a plain store would run code that the dict store does not."""
    return program.inherited(case.node, "__setattr__") is not None


def _statements(use: DictUse, lines: list[str]) -> str:
    indent = " " * use.span[1]
    return (f"\n{indent}" if use.alone else "; ").join(lines) or "pass"


def _snapshot(receiver: str, names: tuple[str, ...]) -> str | None:
    if any(n.startswith("_") and "__" in n[1:] for n in names) or not receiver.isidentifier():
        return None
    listed = ", ".join(f'"{n}"' for n in names) + ("," if len(names) == 1 else "")
    return f"{{name: getattr({receiver}, name) for name in ({listed}) if hasattr({receiver}, name)}}"


def _always(case: Case, program: Program) -> set[str]:
    """The names that ``__init__`` stores whatever happens in it."""
    scopes = program.own_scopes(case.node, "__init__")
    return {store.name for s in scopes for store in s.stores if store.certain and store.how != "del"}


def _copied(
    case: Case, use: DictUse, receiver: str, other: str, names: tuple[str, ...], program: Program
) -> str | None:
    if not names or not other.isidentifier():
        return None
    if set(names) <= _always(case, program):
        return _statements(use, [f"{receiver}.{name} = {other}.{name}" for name in names])
    if not use.alone:
        return None
    listed = ", ".join(f'"{n}"' for n in names) + ("," if len(names) == 1 else "")
    return _statements(use, [
        f"for name in ({listed}):", f"    if hasattr({other}, name):", f"        setattr({receiver}, name, getattr({other}, name))",
    ])  # fmt: skip


def _compared(use: DictUse, parts: tuple[str, ...], names: tuple[str, ...]) -> str | None:
    operator, left, right = parts
    first, second = _snapshot(left, names), _snapshot(right, names)
    if first is None or second is None:
        return None
    return f"{first} {operator} {second}" if use.form == "compare-left" else ""
