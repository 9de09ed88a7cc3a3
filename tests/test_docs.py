"""What the documentation says holds: the examples of rules, the commands and the configuration that it shows."""

from __future__ import annotations

import re
import shlex
import sys
from pathlib import Path

import click
import pytest
from conftest import Project

from slotlint.cli import cli
from slotlint.diagnostics import Rule
from slotlint.rules import RULES

ROOT = Path(__file__).parent.parent
sys.path.insert(0, str(ROOT / "tools"))

import rule_pages  # noqa: E402  the tools are no package

PAGES = sorted([ROOT / "README.md", *(ROOT / "docs").glob("*.md")])
BLOCK = re.compile(r"^```(\w+)\n(.*?)^```", re.MULTILINE | re.DOTALL)
# What the examples take for granted, as a reader does.
IMPORTS = """\
import collections
import copy
import functools
import pickle
import weakref
from collections.abc import *
from dataclasses import dataclass, field
from functools import cached_property
from typing import *
from unittest.mock import patch

import attr
import attrs
from attrs import define
"""


def blocks(language: str) -> list[tuple[str, str]]:
    """The code blocks of a language on all pages, each with the name of its page."""
    found = [(page.name, m) for page in PAGES for m in BLOCK.finditer(page.read_text(encoding="utf-8"))]
    return [(name, match[2]) for name, match in found if match[1] == language]


@pytest.mark.parametrize("rule", RULES, ids=lambda rule: rule.code)
def test_the_example_of_a_rule(rule: Rule, project: Project) -> None:
    page = rule_pages.page(rule)
    project.write({"sample.py": f"{IMPORTS}\n\n{page.before}"})
    before = set(project.run("check", "--no-cache", "--output-format", "json").codes())
    project.write({"sample.py": f"{IMPORTS}\n\n{page.after}"})
    after = set(project.run("check", "--no-cache", "--output-format", "json").codes())
    assert rule.code in before
    assert rule.code not in after
    compile(page.after, rule.code, "exec")
    if rule.code != "SLT901":  # which is about what does not compile
        compile(page.before, rule.code, "exec")


@pytest.mark.parametrize("rule", RULES, ids=lambda rule: rule.code)
def test_the_page_of_a_rule_is_markdown(rule: Rule) -> None:
    text = rule_pages.page(rule).markdown()
    prose = re.sub(r"```.*?```|`[^`]*`", "", text, flags=re.DOTALL)
    assert "``" not in prose
    assert "__" not in prose  # would be set in bold
    assert text.startswith(f"# {rule.code} {rule.name}\n")


@pytest.mark.parametrize(
    ("text", "markdown"),
    [
        ("uses ``__dict__`` and vars()", "uses `__dict__` and vars()"),
        ("__slots__ of a class", "`__slots__` of a class"),
        ('"__weakref__" in slots', "`__weakref__` in slots"),
        ("``setattr(x, n)``", "`setattr(x, n)`"),
    ],
)
def test_prose_of_docstrings(text: str, markdown: str) -> None:
    assert rule_pages.inline(text) == markdown


@pytest.mark.parametrize("page", ["", "Before:\n\n    a\n\nAfter:\n\n    b\n", "x\n\nWhen not to: never\n\nBefore:\n\n    a\n"])
def test_a_page_that_lacks_a_part_stops_the_build(page: str) -> None:
    with pytest.raises(ValueError, match="the page of SLT000 has the parts"):
        rule_pages.page(Rule("SLT000", "none", "Nothing.", page))


def shown_commands() -> list[tuple[str, str]]:
    """Every ``slotlint ...`` line of the shell blocks, without its comment and what it is piped to."""
    lines = [(name, line) for name, text in blocks("sh") + blocks("yaml") for line in text.splitlines()]
    found = [(name, m[0]) for name, line in lines if (m := re.search(r"(?<![\w/\[-])slotlint (check|explain|server)[^#>|<&]*", line))]
    return list(dict.fromkeys(found))


@pytest.mark.parametrize(("page", "line"), shown_commands())
def test_the_commands_that_are_shown_exist(page: str, line: str) -> None:
    name, *arguments = shlex.split(line)[1:]
    command = cli.commands[name]
    command.make_context(name, arguments, resilient_parsing=True)
    known = {spelling for one in command.params if isinstance(one, click.Option) for spelling in (*one.opts, *one.secondary_opts)}
    assert {part for part in arguments if part.startswith("--")} <= known


def shown_settings() -> list[tuple[str, str]]:
    """Every TOML block that is about slotlint."""
    return [(name, text) for name, text in blocks("toml") if "tool.slotlint" in text]


@pytest.mark.parametrize(("page", "text"), shown_settings())
def test_the_configuration_that_is_shown_is_taken(page: str, text: str, project: Project) -> None:
    project.write({"pyproject.toml": text, "slotlint-baseline.json": '{"version": 1, "findings": {}}', "sample.py": ""})
    (project.root / ".venv" / "lib" / "python3.13" / "site-packages").mkdir(parents=True)  # an environment may be named
    done = project.run("check", "--no-cache")
    assert (done.code, done.err) == (0, "")


def test_enough_of_the_documentation_is_looked_at() -> None:
    assert len(shown_commands()) > 12
    assert len(shown_settings()) >= 3
