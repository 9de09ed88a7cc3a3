"""Keywords set to True in the call of a class decorator."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

import libcst as cst

from slotlint.rewrite.segment import Segment
from slotlint.rewrite.source import leading_space
from slotlint.rewrite.values import Patch, Refused


def set_keywords(segment: Segment, index: int, keywords: Sequence[str]) -> Iterator[Patch]:
    """Give the decorator at this index, 0 being the topmost, these keywords; what is False becomes True."""
    if index >= len(segment.node.decorators):
        raise Refused("the class has no such decorator")
    decorator = segment.node.decorators[index].decorator
    if isinstance(decorator, (cst.Name, cst.Attribute)):
        end = segment.span(decorator)[1]
        arguments = [f"{keyword}=True" for keyword in keywords]
        yield Patch(end, end, f"({', '.join(arguments)})")
        return
    if not isinstance(decorator, cst.Call):
        raise Refused("the decorator is neither a name nor a call")
    missing = []
    for keyword in keywords:
        held = [argument for argument in decorator.args if argument.keyword and argument.keyword.value == keyword]
        if held:
            yield from _made_true(segment, held[0])
        else:
            missing.append(f"{keyword}=True")
    if missing:
        yield _added(segment, decorator, missing)


def _made_true(segment: Segment, argument: cst.Arg) -> Iterator[Patch]:
    """``keyword=False`` becomes True; any other value than True refuses."""
    value = argument.value
    if not isinstance(value, cst.Name) or value.value not in ("True", "False"):
        raise Refused("the decorator computes the keyword")
    if value.value == "False":
        yield Patch(*segment.span(value), "True")


def _added(segment: Segment, call: cst.Call, arguments: Sequence[str]) -> Patch:
    """Arguments behind those that are there, laid out as those are."""
    if any(argument.star for argument in call.args) or call.rpar:
        raise Refused("the decorator unpacks arguments, or stands in parentheses")
    end = segment.span(call)[1] - 1  # before the closing parenthesis
    if not call.args:
        return Patch(end, end, ", ".join(arguments))
    last = call.args[-1]
    start, (at, comma) = segment.span(last)[0], _argument_end(segment, last)
    line = segment.line_start(at)
    if not segment.code[segment.line_start(start) : start].strip():
        return _on_lines(segment, at, comma, arguments)
    joined = ", ".join(arguments)
    width = len(segment.code[line : segment.line_end(at)].rstrip().replace("\t", "    ")) + len(f", {joined}")
    if not comma and width > segment.layout.line_length and "#" not in segment.source(call):
        return _spread(segment, call, arguments)
    return Patch(at, at, f" {joined}," if comma else f", {joined}")


def _argument_end(segment: Segment, argument: cst.Arg) -> tuple[int, bool]:
    """Where an argument ends, behind its comma where it has one, and whether it has."""
    if isinstance(argument.comma, cst.Comma):
        return segment.code.index(",", segment.span(argument.comma)[0]) + 1, True
    return segment.span(argument.value)[1], False


def _on_lines(segment: Segment, at: int, comma: bool, arguments: Sequence[str]) -> Patch:
    """Below an argument that has a line of its own."""
    indent = leading_space(segment.code[segment.line_start(at) :])
    below = segment.line_end(at)
    rest = segment.code[at:below].strip()
    lines = "".join(f"{segment.layout.newline}{indent}{argument}," for argument in arguments)
    if rest and not rest.startswith("#"):  # the closing parenthesis stands on the same line
        return Patch(at, at, ("" if comma else ",") + (lines if comma else lines[:-1]))
    if not comma and rest:
        raise Refused("a comment follows the last argument of the decorator, which has no comma")
    return Patch(below if comma else at, below if comma else at, ("" if comma else ",") + lines)


def _spread(segment: Segment, call: cst.Call, arguments: Sequence[str]) -> Patch:
    """All arguments again, over lines of their own because one line gets too long."""
    first, last = segment.span(call.args[0])[0], segment.span(call)[1]
    opening = segment.code.rindex("(", 0, first) + 1
    given = [segment.code[segment.span(argument)[0] : segment.span(argument.value)[1]] for argument in call.args]
    layout = segment.layout
    outer = layout.indent[: len(layout.indent) - len(layout.unit)]
    inner, newline = outer + layout.unit, layout.newline
    joined = ", ".join((*given, *arguments))
    body = "".join(f"{inner}{argument},{newline}" for argument in (*given, *arguments))
    if layout.fits(joined):
        body = f"{inner}{joined}{newline}"
    return Patch(opening, last, f"{newline}{body}{outer})")
