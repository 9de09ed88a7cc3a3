"""The page of each rule as Markdown, made from the docstring of its module: nothing of it is written down twice."""

from __future__ import annotations

import re
from dataclasses import dataclass

from slotlint.diagnostics import Rule

# What each part of a page is introduced by, in this order, and how the site titles it.
PARTS = {
    "Before": "Before", "After": "After", "Why it pays": "Why it pays", "Trade-offs": "Trade-offs",
    "When not to": "When not to",
}  # fmt: skip
_PART = re.compile(rf"^({'|'.join(PARTS)}): *\n*", re.MULTILINE)


@dataclass(frozen=True, slots=True)
class Page:
    """A rule and the parts of its page by their introductions; "" is what stands before the first."""

    rule: Rule
    parts: dict[str, str]

    @property
    def before(self) -> str:
        """The program that the rule finds something in."""
        return example(self.parts["Before"])

    @property
    def after(self) -> str:
        """The same program without it."""
        return example(self.parts["After"])

    def markdown(self) -> str:
        """The page for the site."""
        rule = self.rule
        text = [f"# {rule.code} {rule.name}", inline(self.parts[""])]
        for part, title in PARTS.items():
            held = self.parts[part]
            is_code = part in ("Before", "After")
            text += [f"## {title}", f"```python\n{example(held)}```" if is_code else inline(sentence(held))]
        text.append(
            f"---\n\nThe same page on the command line: `slotlint explain {rule.code}`. To ignore it on a line: "
            f"`# slotlint: ignore[{rule.code}]`; see [the configuration](../configuration.md) for whole files and folders."
        )
        return "\n\n".join(text) + "\n"


def page(rule: Rule) -> Page:
    """The page of a rule; raises ValueError where a part is missing, or stands in another place than on other pages."""
    pieces = _PART.split(rule.page.strip())
    parts = dict(zip(["", *pieces[1::2]], pieces[::2], strict=True))
    if tuple(parts) != ("", *PARTS):
        raise ValueError(f"the page of {rule.code} has the parts {', '.join(parts)}")
    return Page(rule, parts)


def example(text: str) -> str:
    """The code of a part, without its indentation."""
    lines = text.strip("\n").rstrip().splitlines()
    indent = min((len(line) - len(line.lstrip()) for line in lines if line.strip()), default=0)
    return "".join(line[indent:] + "\n" for line in lines)


def inline(text: str) -> str:
    """Prose of a docstring as Markdown: ``x`` becomes `x`, and bare names like __slots__ are no emphasis."""
    code = text.strip().replace("``", "`")
    pieces = re.split(r"(`[^`]*`|\"__\w+__\")", code)
    return "".join(p if p.startswith("`") else re.sub(r"\"?(__\w+__)(?:\(\))?\"?", r"`\1`", p) for p in pieces)


def sentence(text: str) -> str:
    """With a capital at its beginning, as it has a title before it now and no colon."""
    held = text.strip()
    return held[:1].upper() + held[1:]
