"""Files to one Program: module names, classes, what each base is, the MRO."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence

from slotlint import external
from slotlint.facts import Member
from slotlint.infer import UNKNOWN, Inference, Near, Values, plain_name
from slotlint.names import alias_index, module_index
from slotlint.program import ArgumentStore, Base, ClassNode, Program, SourceModule, Version

LATEST: Version = (3, 14)


def link(
    modules: Sequence[SourceModule], targets: Sequence[Version], missing: frozenset[str] = frozenset(),
    handed: Mapping[str, tuple[ArgumentStore, ...]] | None = None, pickled: Mapping[str, str] | None = None,
) -> Program:  # fmt: skip
    """The Program of these modules, for these Python versions.

    ``missing`` are packages that are not installed; ``handed`` is what functions of others store on their arguments,
    ``pickled`` are the classes whose instances files may hold.
    """
    by_name = module_index(modules)
    aliases = alias_index(modules, by_name)
    nodes = tuple(_nodes(modules))
    class_at = {(node.module, node.index): node.cid for node in nodes}
    members = {node.cid: _members(node) for node in nodes}
    bare = Program(tuple(modules), nodes, by_name, class_at, {}, tuple(targets), members, aliases)
    inference: Inference = Near(bare)
    based = tuple(_with_bases(node, inference) for node in nodes)
    if any(b.kind == "unknown" for node in based for b in node.bases):
        based = _again(bare, based)
    return Program(
        bare.modules, _with_mros(based, bare.targets), by_name, class_at, _subclasses(based), bare.targets,
        members, aliases, _methods(modules), missing, handed or {}, pickled or {}, bare.tables,
    )  # fmt: skip


def _nodes(modules: Sequence[SourceModule]) -> Iterator[ClassNode]:
    """Every class, not yet with bases."""
    cid = 0
    for at, module in enumerate(modules):
        for index, facts in enumerate(module.facts.classes):
            yield ClassNode(cid, at, index, f"{module.name}:{facts.qualname}", facts, (), (cid, "object"))
            cid += 1


def _subclasses(nodes: tuple[ClassNode, ...]) -> dict[int, tuple[int, ...]]:
    """Class id to the direct subclasses, each once."""
    found: dict[int, dict[int, None]] = {}
    for node in nodes:
        for base in node.bases:
            for cid in (base.cid,) if base.kind == "local" else base.choices:
                found.setdefault(cid, {})[node.cid] = None
    return {cid: tuple(held) for cid, held in found.items()}


def _methods(modules: Sequence[SourceModule]) -> dict[tuple[int, int], tuple[int, ...]]:
    """Module and class index to the scopes that the class owns."""
    found: dict[tuple[int, int], list[int]] = {}
    for at, module in enumerate(modules):
        for index, scope in enumerate(module.facts.scopes):
            if scope.owner >= 0:
                found.setdefault((at, scope.owner), []).append(index)
    return {key: tuple(held) for key, held in found.items()}


def _again(bare: Program, based: tuple[ClassNode, ...]) -> tuple[ClassNode, ...]:
    """Resolve once more what was not found, now that attributes of classes are found in their bases too."""
    linked = _with_mros(based, bare.targets)
    program = Program(
        bare.modules, linked, bare.by_name, bare.class_at, {}, bare.targets, bare.members, bare.aliases,
        tables=bare.tables,
    )  # fmt: skip
    inference: Inference = Near(program)
    return tuple(_with_bases(n, inference) if any(b.kind == "unknown" for b in n.bases) else n for n in based)


def _members(node: ClassNode) -> dict[str, Member]:
    """The class-level names by name; a bare annotation binds nothing."""
    found: dict[str, Member] = {}
    for member in node.facts.members:
        if member.kind == "del" and not member.conditional:
            found.pop(member.name, None)
        elif member.kind not in ("annotation", "del"):
            found[member.name] = member
    return found


def _with_bases(node: ClassNode, inference: Inference) -> ClassNode:
    bases: list[Base] = []
    terms = node.facts.bases
    for at, term in enumerate(terms):
        found = _bases(node, inference, term)
        if not (_is_plain_generic(node, inference, term, found) and any(_is_alias(node, inference, t) for t in terms[at + 1 :])):
            bases += found
    return ClassNode(node.cid, node.module, node.index, node.key, node.facts, tuple(bases), None)


def _is_plain_generic(node: ClassNode, inference: Inference, term: int, found: list[Base]) -> bool:
    """Whether a base is ``Generic[...]``."""
    subscripted = inference.facts[node.module].terms[term][0] == "["
    return subscripted and [base.name for base in found] == ["typing.Generic"]


def _is_alias(node: ClassNode, inference: Inference, term: int) -> bool:
    """Whether a base is a generic class of the program with parameters: ``Generic[...]`` before one adds no base (``__mro_entries__``)."""
    row = inference.facts[node.module].terms[term]
    values = inference.ask(node.module, node.facts.parent, row[1]) if row[0] == "[" else ()
    return any(value[0] == "cls" for value in values)


def _bases(node: ClassNode, inference: Inference, term: int) -> list[Base]:
    """What one base expression of a class is; a starred one may be several."""
    row = inference.facts[node.module].terms[term]
    if row[0] == "[":
        return _bases(node, inference, row[1])
    if row[0] == "*":
        values = inference.ask(node.module, node.facts.parent, row[1])
        rows = [v for v in values if v[0] == "row"]
        if len(values) == 1 and rows:
            return [_base(column, "") for column in rows[0][1]]
        return [Base("unknown", reason="a starred base that cannot be resolved")]
    values = inference.ask(node.module, node.facts.parent, term)
    if row[0] == "c":
        return [_named_tuple(values) or Base("unknown", reason="a base made by a call")]
    handed = row[0] == "n" and _is_parameter(node, inference, row[1])
    return [_base(values, _spelt(inference, node.module, term), handed)]


def _named_tuple(values: Values) -> Base | None:
    """The base that is one class made by a call of ``namedtuple``, wherever the call stands."""
    made = next(iter(values)) if len(values) == 1 else UNKNOWN
    return Base("external", name="tuple", reason="namedtuple", fields=made[1]) if made[0] == "named" else None


def _spelt(inference: Inference, module: int, term: int) -> str:
    row = inference.facts[module].terms[term]
    if row[0] == "a":
        return f"{_spelt(inference, module, row[1])}.{row[2]}"
    return str(row[1]) if row[0] == "n" else "..."


def _is_parameter(node: ClassNode, inference: Inference, name: str) -> bool:
    """Whether a name is a parameter of a function that the class statement stands in."""
    scopes = inference.facts[node.module].scopes
    at = node.facts.parent
    while at > 0:
        if any(param.name == name for param in scopes[at].params):
            return True
        at = scopes[at].parent
    return False


def _base(values: Values, spelt: str, handed: bool = False) -> Base:
    """The base that these values are."""
    named = _named_tuple(values)
    if named is not None:
        return named
    known = [v for v in values if v[0] in ("cls", "ext")]
    if len(values) > 1 and len(values) == len([v for v in known if v[0] == "cls"]) and handed:
        return Base("choice", name=spelt, choices=tuple(sorted(v[1] for v in known)))
    if len(values) > 1:
        return Base("unknown", name=spelt, reason="bound to more than one thing")
    if not known or UNKNOWN in values:
        called = bool(values) and next(iter(values))[0] == "xinst"
        return Base("unknown", name=spelt, reason="made by a call" if called else "not found")
    kind, held = known[0]
    return Base("local", cid=held, name=spelt) if kind == "cls" else _external_base(held)


def _external_base(dotted: str) -> Base:
    """The base that stands outside the program under this name."""
    name = plain_name(dotted)
    special = external.special(dotted.replace("typing_extensions.", "typing."))
    if special in ("namedtuple", "typeddict"):
        return Base("external", name=name, reason="namedtuple-body" if special == "namedtuple" else special)
    if external.lookup(name, LATEST) or _older(name):
        return Base("external", name=name)
    return Base("unknown", name=name, reason="not found")


def _older(name: str) -> bool:
    return any(external.lookup(name, version) for version in external.covered_versions())


# -- the MRO ---------------------------------------------------------------------------------------------------------


Mro = tuple["tuple[int | str, ...] | None", str]  # with the problem where there is none


def _with_mros(nodes: tuple[ClassNode, ...], targets: tuple[Version, ...]) -> tuple[ClassNode, ...]:
    """Every class with its C3 linearisation (data model, "Determining the MRO entries")."""
    done: dict[int, Mro] = {}
    for node in nodes:
        _linearise(node.cid, nodes, targets[-1], done, ())
    return tuple(ClassNode(n.cid, n.module, n.index, n.key, n.facts, n.bases, done[n.cid][0], done[n.cid][1]) for n in nodes)


def _linearise(cid: int, nodes: tuple[ClassNode, ...], version: Version, done: dict[int, Mro], active: tuple[int, ...]) -> Mro:
    if cid in active:
        return None, "it derives from itself"
    if cid not in done:
        done[cid] = _linearised(cid, nodes, version, done, (*active, cid))
    return done[cid]


def _linearised(cid: int, nodes: tuple[ClassNode, ...], version: Version, done: dict[int, Mro], active: tuple[int, ...]) -> Mro:
    lists: list[list[int | str]] = []
    for base in nodes[cid].bases:
        if base.kind == "local":
            inner, problem = _linearise(base.cid, nodes, version, done, active)
            if inner is None:
                return None, problem
            lists.append(list(inner))
        elif base.kind == "external":
            lists.append(_external_mro(base.name, version))
        elif base.kind == "unknown":  # of a choice, which one it is differs from call to call
            return None, f"base {base.name or '(a call)'} is {base.reason}"
    merged = _merge([*lists, [held[0] for held in lists]])
    if merged is None:
        return None, "its bases have no consistent method resolution order"
    return (cid, *merged, *(() if "object" in merged else ("object",))), ""


def _external_mro(name: str, version: Version) -> list[int | str]:
    """The linearisation of an external class, from the newest version that has it where the wanted one has not."""
    versions = (version, *reversed(external.covered_versions()))
    found = next((c for v in versions if (c := external.lookup(name, v))), None)
    return list(found.mro) if found else [name, "object"]


def _merge(lists: list[list[int | str]]) -> list[int | str] | None:
    """The C3 merge of linearisations, or None when there is none."""
    found: list[int | str] = []
    pending = [item for item in lists if item]
    while pending:
        head = next((i[0] for i in pending if all(i[0] not in other[1:] for other in pending)), None)
        if head is None:
            return None
        found.append(head)
        pending = [[x for x in item if x != head] for item in pending]
        pending = [item for item in pending if item]
    return found
