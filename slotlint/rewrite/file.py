"""All remedies of one file become edits: class by class, then checked against each other."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence

from slotlint.diagnostics import (
    Action,
    AddField,
    AddSlots,
    AddState,
    DecoratorArgument,
    Edit,
    ExtendSlots,
    MoveDefault,
    Remedy,
    RemoveSlots,
    ReplaceSlots,
    ReplaceSource,
)
from slotlint.rewrite import slots
from slotlint.rewrite.assemble import assemble
from slotlint.rewrite.body import Insert, Plan
from slotlint.rewrite.decorators import set_keywords
from slotlint.rewrite.defaults import move_defaults
from slotlint.rewrite.segment import Segment, read_segment, read_whole
from slotlint.rewrite.source import Source, read_source
from slotlint.rewrite.spans import replacement
from slotlint.rewrite.state import state_methods
from slotlint.rewrite.stores import mangle, stored_names
from slotlint.rewrite.values import Patch, Refusal, Refused, Style

# Whether a class may have these depends on the set of names that it stores.
_CLOSED_SET = (AddSlots, MoveDefault, AddState)


def rewrite_file(path: str, source: bytes, remedies: Sequence[Remedy], style: Style) -> tuple[Edit, ...] | Refusal:
    """The edits of all remedies for this path, or the first refusal."""
    row = 1
    patches: list[tuple[Patch, int]] = []
    mine = [remedy for remedy in remedies if remedy.path == path]
    if not mine:
        return ()
    try:
        read = read_source(source)
        for row, group in _by_class(mine):
            patches += [(patch, row) for patch in _class_patches(read, row, group, style)]
        return tuple(_edit(path, read, patch) for patch in _merged(patches))
    except Refused as refused:
        return Refusal(refused.message, path, refused.row or row)


def _by_class(remedies: Iterable[Remedy]) -> Iterator[tuple[int, list[Remedy]]]:
    """The remedies of each class, by the row of the class."""
    groups: dict[int, list[Remedy]] = {}
    for remedy in remedies:
        groups.setdefault(remedy.row, []).append(remedy)
    yield from sorted(groups.items())


def _class_patches(source: Source, row: int, remedies: Sequence[Remedy], style: Style) -> list[Patch]:
    """The patches of one class in offsets of the file."""
    actions = sorted({action for remedy in remedies for action in remedy.actions}, key=repr)
    spans = [replacement(source, action) for action in actions if isinstance(action, ReplaceSource)]
    rest = [action for action in actions if not isinstance(action, ReplaceSource)]
    if not rest:
        return spans
    place = source.places.get(row)
    if place is None or any(place.name != remedy.qualname.rpartition(".")[2] for remedy in remedies if remedy.qualname):
        raise Refused(f"no class of that name stands at row {row}", row)
    keep = "__init__" if any(isinstance(action, MoveDefault) for action in rest) else ""
    closed = [one for one in remedies if one.stored or any(isinstance(action, _CLOSED_SET) for action in one.actions)]
    segment = read_segment(source, row, place, style, keep, stores=bool(closed))
    for remedy in closed:
        _compare_readers(segment, remedy)
    return spans + [_in_file(segment, patch) for patch in _merged_patches(_planned(segment, rest))]


def _compare_readers(segment: Segment, remedy: Remedy) -> None:
    """Refuse where the two readers of attribute stores, the ``ast`` one and this one, do not see the same names."""
    owner = segment.node.name.value
    first = {mangle(owner, name) for name in remedy.stored}
    second = {mangle(owner, name) for name in stored_names(read_whole(segment))}
    parts = [(second - first, "only the second reader sees"), (first - second, "only the first reader sees")]
    said = [f"{text} {', '.join(sorted(names))}" for names, text in parts if names]
    if said:
        raise Refused(f"the two readers of attribute stores disagree: {'; '.join(said)}")


def _planned(segment: Segment, actions: Sequence[Action]) -> list[Patch]:
    """The patches of all actions on one class, in offsets of its segment."""
    plan = Plan(segment)
    patches: list[Patch] = []
    moved = [action for action in actions if isinstance(action, MoveDefault)]
    if moved:
        names = dict.fromkeys(name for action in moved for name in action.names)
        create = next((action.create for action in moved if action.create), "")
        patches += move_defaults(plan, tuple(names), create)
    for action in actions:
        patches += _patches(plan, action)
    keywords: dict[int, list[str]] = {}
    for action in actions:
        if isinstance(action, DecoratorArgument):
            keywords.setdefault(action.decorator, []).append(action.keyword)
    for index, wanted in keywords.items():
        patches += set_keywords(segment, index, wanted)
    return patches + assemble(plan)


def _patches(plan: Plan, action: Action) -> Iterator[Patch]:
    """The patches of one action; what needs a place in the body goes into the plan instead."""
    layout = plan.segment.layout
    if isinstance(action, AddSlots):
        slots.refuse_second(plan)
        lines = layout.collection("__slots__ = ", action.names, layout.slots_form)
        plan.head.append(Insert(0, tuple(lines), False))
    elif isinstance(action, ExtendSlots):
        yield from slots.extend(plan, action.names)
    elif isinstance(action, RemoveSlots):
        yield from slots.remove(plan, action.names, action.duplicates)
    elif isinstance(action, ReplaceSlots):
        yield from slots.replace(plan, action.names)
    elif isinstance(action, AddField):
        plan.after_fields.append(Insert(1, tuple(_fields(plan, action)), False))
    elif isinstance(action, AddState):
        plan.end.extend(state_methods(plan, action))


def _fields(plan: Plan, action: AddField) -> Iterator[str]:
    for name, annotation in action.names:
        prefix = f"{name}: {annotation} = {action.field}"
        yield from plan.segment.layout.call(prefix, ("init=False", "repr=False", "compare=False"))


def _in_file(segment: Segment, patch: Patch) -> Patch:
    """A patch in offsets of the file; a line end that the file does not have is not written to."""
    start, end, content = patch.start, patch.end, patch.content
    if end > segment.real:
        newline = segment.layout.newline
        if start > segment.real:
            start, content = segment.real, newline + content
        elif not content:  # the last line goes: so does the line end before it
            start = len(segment.code[:start].removesuffix("\n").removesuffix("\r"))
        end, content = segment.real, content.removesuffix(newline)
    return Patch(start + segment.start, end + segment.start, content)


def _merged_patches(patches: Iterable[Patch]) -> list[Patch]:
    return _merged((patch, 0) for patch in patches)


def _merged(patches: Iterable[tuple[Patch, int]]) -> list[Patch]:
    """The patches in order, those that touch made one; of two at one place that of the inner class comes first."""
    found: list[Patch] = []
    for patch, row in sorted(patches, key=lambda pair: (pair[0].start, pair[0].end, -pair[1])):
        if found and patch.start < found[-1].end:
            raise Refused("two fixes change the same piece of source", row)
        if found and patch.start == found[-1].end:
            last = found.pop()
            patch = Patch(last.start, patch.end, last.content + patch.content)
        found.append(patch)
    return [patch for patch in found if patch.start < patch.end or patch.content]


def _edit(path: str, source: Source, patch: Patch) -> Edit:
    text = source.text
    return Edit(path, text.location(patch.start), text.location(patch.end), patch.content)
