"""Changes to the literal ``__slots__`` that a class already has; the bytes of the items that stay are kept."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import replace as replaced

import libcst as cst

from slotlint.edits import LINE_END
from slotlint.rewrite.body import Plan
from slotlint.rewrite.segment import Segment
from slotlint.rewrite.source import leading_space
from slotlint.rewrite.stores import bound_by, own_nodes
from slotlint.rewrite.values import Patch, Refused

_Element = cst.Element | cst.DictElement
_STRINGS = (cst.SimpleString, cst.ConcatenatedString)
_BRACKETS: dict[type[cst.BaseExpression], str] = {cst.List: "[]", cst.Set: "{}", cst.Dict: "{}"}


def slots_value(plan: Plan) -> cst.BaseExpression:
    """The value of the only ``__slots__`` statement that stands directly in the body."""
    found = []
    for small in plan.smalls():
        names = bound_names(small)
        if "__slots__" in names:
            found.append((small, names))
    if len(found) != 1 or len(found[0][1]) != 1:
        raise Refused("the class has no __slots__ statement of its own, or more than one")
    statement = found[0][0]
    if not isinstance(statement, (cst.Assign, cst.AnnAssign)) or statement.value is None:
        raise Refused("__slots__ is not assigned a value")
    return statement.value


def refuse_second(plan: Plan) -> None:
    """Refuse where the class has a ``__slots__`` already, under a condition or not."""
    if any("__slots__" in bound_by(node) for node in own_nodes(plan.segment.node.body)):
        raise Refused("the class has __slots__ already")


def bound_names(small: cst.BaseSmallStatement) -> list[str]:
    """The plain names that an assignment binds; "" for each target of another kind."""
    targets: list[cst.BaseExpression] = []
    if isinstance(small, cst.Assign):
        targets = [target.target for target in small.targets]
    elif isinstance(small, (cst.AnnAssign, cst.AugAssign)):
        targets = [small.target]
    return [target.value if isinstance(target, cst.Name) else "" for target in targets]


def extend(plan: Plan, names: Sequence[str]) -> Iterator[Patch]:
    """Add names behind those that are there."""
    segment, value = plan.segment, slots_value(plan)
    if isinstance(value, _STRINGS):
        if not isinstance(value, cst.SimpleString) or not isinstance(value.evaluated_value, str):
            raise Refused("__slots__ is a string of several pieces")
        yield _relaid(segment, value, [value.value, *map(segment.layout.string, names)])
        return
    elements = _elements(value)
    items = [_item(segment, value, elements, name) for name in names]
    if elements and _own_line(segment, elements[-1]):
        yield from _add_lines(segment, elements[-1], items)
    elif elements and _is_spread(segment, value):
        start, (_, end) = _end(segment, elements[-1]), segment.span(elements[-1])
        yield Patch(start, end, f", {', '.join(items)}{',' if end > start else ''}")
    else:
        yield _in_place(segment, value, [_source(segment, element) for element in elements] + items)


def remove(plan: Plan, names: Sequence[str], duplicates: bool) -> Iterator[Patch]:
    """Take names out; with ``duplicates`` the first occurrence of each stays."""
    segment, value = plan.segment, slots_value(plan)
    if isinstance(value, _STRINGS):
        if value.evaluated_value not in names or duplicates:
            raise Refused("none of the names stands in __slots__")
        yield Patch(*segment.span(value), "()")
        return
    elements = _elements(value)
    spelt = [_name(element) for element in elements]
    gone = [name in names and (not duplicates or name in spelt[:at]) for at, name in enumerate(spelt)]
    kept = [element for element, drop in zip(elements, gone, strict=True) if not drop]
    if not any(gone):
        raise Refused("none of the names stands in __slots__")
    dropped = [element for element, drop in zip(elements, gone, strict=True) if drop]
    single = isinstance(value, cst.Tuple) and len(kept) == 1
    if not kept or not _is_spread(segment, value) or not all(_alone(segment, element) for element in dropped):
        _refuse_comment(segment, value)
        yield _in_place(segment, value, [_source(segment, element) for element in kept])
    elif single and "#" not in segment.source(value):
        yield _relaid(segment, value, [_source(segment, kept[0])])
    else:
        yield from (_line_removed(segment, element) for element in dropped)
        if single and not isinstance(kept[0].comma, cst.Comma):
            yield Patch(_end(segment, kept[0]), _end(segment, kept[0]), ",")


def replace(plan: Plan, names: Sequence[str]) -> Iterator[Patch]:
    """Write these names; where only commas are missing between the strings, only commas are added."""
    segment, value = plan.segment, slots_value(plan)
    strings = list(_strings(value))
    if len(strings) > 1 and [string.evaluated_value for string in strings] == list(names):
        ends = [segment.span(string)[1] for string in _without_comma(value)]
        last = segment.span(strings[-1])[1]
        closing = segment.code[last : segment.span(value)[1]]
        if LINE_END.search(closing) and "," not in closing.partition("#")[0]:
            ends.append(last)
        yield from (Patch(end, end, ",") for end in ends)
        return
    _refuse_comment(segment, value)
    yield _relaid(segment, value, [segment.layout.string(name) for name in names], cst.Tuple)


def _elements(value: cst.BaseExpression) -> Sequence[_Element]:
    if not isinstance(value, (cst.Tuple, cst.List, cst.Set, cst.Dict)):
        raise Refused("__slots__ is computed, not a literal")
    found = [element for element in value.elements if isinstance(element, _Element)]
    if len(found) < len(value.elements):
        raise Refused("__slots__ holds an unpacked value")
    return found


def _name(element: _Element) -> object:
    node = element.key if isinstance(element, cst.DictElement) else element.value
    return node.evaluated_value if isinstance(node, _STRINGS) else None


def _item(segment: Segment, value: cst.BaseExpression, elements: Sequence[_Element], name: str) -> str:
    """A new item, in the quotes of the last one."""
    last = elements[-1] if elements else None
    string = last.key if isinstance(last, cst.DictElement) else getattr(last, "value", None)
    layout = segment.layout
    if isinstance(string, cst.SimpleString):
        layout = replaced(layout, quote=string.quote[0])
    return f"{layout.string(name)}{': None' if isinstance(value, cst.Dict) else ''}"


def _refuse_comment(segment: Segment, value: cst.BaseExpression) -> None:
    if "#" in segment.source(value):
        raise Refused("a comment stands inside of __slots__, and would be lost")


def _end(segment: Segment, element: _Element) -> int:
    """Where an element ends, its comma left out."""
    comma = element.comma
    return segment.span(comma)[0] if isinstance(comma, cst.Comma) else segment.span(element)[1]


def _source(segment: Segment, element: _Element) -> str:
    return segment.code[segment.span(element)[0] : _end(segment, element)]


def _is_spread(segment: Segment, value: cst.BaseExpression) -> bool:
    return LINE_END.search(segment.source(value)) is not None


def _own_line(segment: Segment, element: _Element) -> bool:
    """Whether the element starts a line of its own."""
    start = segment.span(element)[0]
    return not segment.code[segment.line_start(start) : start].strip()


def _around(segment: Segment, start: int, end: int) -> tuple[str, str]:
    """What stands before and behind on the same line, without indentation."""
    return segment.code[segment.line_start(start) : start].lstrip(), segment.code[end : segment.line_end(end)]


def _in_place(segment: Segment, value: cst.BaseExpression, items: Sequence[str]) -> Patch:
    """The items between the brackets as they are; the whole value where there are none, or the line gets too long."""
    elements = _elements(value)
    if not elements or not items or _is_spread(segment, value):
        return _relaid(segment, value, items)
    start, end = segment.span(elements[0])[0], segment.span(elements[-1])[1]
    trailing = isinstance(elements[-1].comma, cst.Comma) and len(elements) > 1
    single = isinstance(value, cst.Tuple) and len(items) == 1
    if single and not value.lpar:
        return _relaid(segment, value, items)
    content = f"{', '.join(items)}{',' if trailing or single else ''}"
    before, behind = _around(segment, start, end)
    if not segment.layout.fits(f"{before}{content}{behind.partition('#')[0].rstrip()}"):
        return _relaid(segment, value, items)
    return Patch(start, end, content)


def _relaid(segment: Segment, value: cst.BaseExpression, items: Sequence[str], kind: type[cst.BaseExpression] | None = None) -> Patch:
    """The whole value written anew: on one line where that fits, else one item a line."""
    start, end = segment.span(value)
    layout = segment.layout
    brackets = _BRACKETS.get(kind or type(value), "()")
    if not items and isinstance(value, cst.Set):
        brackets = "()"  # {} is a dict
    single = "," if brackets == "()" and len(items) == 1 else ""
    line = f"{brackets[0]}{', '.join(items)}{single}{brackets[1]}"
    before, behind = _around(segment, start, end)
    if items and not layout.fits(f"{before}{line}{behind.partition('#')[0].rstrip()}"):
        inner = "".join(f"{layout.indent}{layout.unit}{item},{layout.newline}" for item in items)
        line = f"{brackets[0]}{layout.newline}{inner}{layout.indent}{brackets[1]}"
    return Patch(start, end, line)


def _add_lines(segment: Segment, last: _Element, items: Sequence[str]) -> Iterator[Patch]:
    """One line for each item below the last one, as that one is indented; its comment stays with it."""
    start, end = segment.span(last)[0], _end(segment, last)
    indent = leading_space(segment.code[segment.line_start(start) :])
    lines = ",".join(f"{segment.layout.newline}{indent}{item}" for item in items)
    has_comma, after = isinstance(last.comma, cst.Comma), _comma_end(segment, last)
    below = segment.line_end(after)
    rest = segment.code[after:below].strip()
    if rest and not rest.startswith("#"):  # the closing bracket stands on the same line
        yield Patch(after, after, f"{'' if has_comma else ','}{lines}{',' if has_comma else ''}")
    elif has_comma:
        yield Patch(below, below, f"{lines},")
    elif rest:
        yield from (Patch(end, end, ","), Patch(below, below, f"{lines},"))
    else:
        yield Patch(end, end, f",{lines},")


def _comma_end(segment: Segment, element: _Element) -> int:
    """Where an element ends, its comma included."""
    end = _end(segment, element)
    return segment.code.index(",", end) + 1 if isinstance(element.comma, cst.Comma) else end


def _alone(segment: Segment, element: _Element) -> bool:
    """Whether the element has a line to itself, a comment aside."""
    end = _comma_end(segment, element)
    tail = segment.code[end : segment.line_end(end)].strip()
    return _own_line(segment, element) and (not tail or tail.startswith("#"))


def _line_removed(segment: Segment, element: _Element) -> Patch:
    """An element with its comma, its line and the comment behind it."""
    below = segment.line_end(_comma_end(segment, element))
    ending = LINE_END.match(segment.code, below)
    return Patch(segment.line_start(segment.span(element)[0]), ending.end() if ending else below, "")


def _strings(value: cst.BaseExpression) -> Iterator[cst.SimpleString]:
    """The string tokens of a value in order, those of implicit concatenations one by one."""
    if isinstance(value, cst.SimpleString):
        yield value
    elif isinstance(value, cst.ConcatenatedString):
        for part in (value.left, value.right):
            yield from _strings(part)
    elif isinstance(value, (cst.Tuple, cst.List, cst.Set)):
        for element in value.elements:
            yield from _strings(element.value)


def _without_comma(value: cst.BaseExpression) -> Iterator[cst.SimpleString]:
    """The string tokens that another string follows without a comma."""
    if isinstance(value, cst.ConcatenatedString):
        yield from list(_strings(value))[:-1]
    elif isinstance(value, (cst.Tuple, cst.List, cst.Set)):
        for element in value.elements:
            yield from _without_comma(element.value)
