"""The pages of the site that come from the code: each rule, the settings, and the commands. A hook of MkDocs.

mkdocs build --strict
"""

from __future__ import annotations

import sys
from collections.abc import Iterator
from pathlib import Path

import click
from mkdocs.config.defaults import MkDocsConfig
from mkdocs.structure.files import File, Files
from mkdocs.structure.pages import Page

sys.path.insert(0, str(Path(__file__).parent))

import rule_pages

from slotlint.cli import cli
from slotlint.options import Kind, Option, key
from slotlint.rules import RULES
from slotlint.settings import OPTIONS

FAMILIES = {
    "SLT1": "Could have slots",
    "SLT2": "Chains and layouts",
    "SLT3": "What slots break",
    "SLT4": "What is declared",
    "SLT9": "Files and comments",
}


def on_config(config: MkDocsConfig) -> MkDocsConfig:
    """Put the pages of the rules into the table of contents."""
    for entry in config.nav or []:
        if isinstance(entry, dict) and "Rules" in entry:
            entry["Rules"] = ["rules/index.md", *({f"{r.code} {r.name}": f"rules/{r.code}.md"} for r in RULES)]
    return config


def on_files(files: Files, config: MkDocsConfig) -> Files:
    """Add what is generated."""
    for name, text in pages():
        files.append(File.generated(config, name, content=text))
    return files


def on_page_markdown(markdown: str, page: Page, config: MkDocsConfig, files: Files) -> str:
    """Add every setting to what is written about the configuration."""
    if page.file.src_uri != "configuration.md":
        return markdown
    return "\n\n".join([markdown.rstrip(), *(setting(name, one) for name, one in OPTIONS.items())]) + "\n"


def pages() -> Iterator[tuple[str, str]]:
    """Every generated page, by its place in the site."""
    for rule in RULES:
        yield f"rules/{rule.code}.md", rule_pages.page(rule).markdown()
    yield "rules/index.md", index()
    yield "commands.md", commands()


def index() -> str:
    """The rules in tables by family."""
    text = [
        "# Rules",
        "Each rule has a code and a name; either may be used wherever rules are named, and so may `SLT1`.",
    ]
    for prefix, title in FAMILIES.items():
        rows = [
            f"| [{rule.code}]({rule.code}.md) | {rule.name} | {rule_pages.inline(rule.summary)} |"
            for rule in RULES
            if rule.code.startswith(prefix)
        ]
        text.append(f"## {title} ({prefix})")
        text.append("\n".join(["| code | name | finds |", "|---|---|---|", *rows]))
    return "\n\n".join(text) + "\n"


def setting(name: str, one: Option) -> str:
    """What there is to know of a setting."""
    facts = [f"Type: {one.expects}" if one.kind is not Kind.CHOICE else f"One of {one.expects.replace(' or ', ', ')}"]
    if one.default not in (None, (), ""):
        facts.append(f"default: `{plain(one.default)}`")
    if one.flag:
        facts.append(f"on the command line: `{one.flag}`")
    if one.per_folder:
        facts.append("may stand in `[[tool.slotlint.overrides]]`")
    return f"## `{key(name)}`\n\n{rule_pages.inline(one.help)}\n\n{'; '.join(facts)}."


def plain(value: object) -> str:
    """A default as TOML."""
    if isinstance(value, tuple):
        return "[" + ", ".join(f'"{part}"' for part in value) + "]"
    return str(value).lower() if isinstance(value, bool) else f'"{value}"' if isinstance(value, str) else str(value)


def commands() -> str:
    """The help of every command."""
    text = [
        "# Commands",
        "Exit codes: 0 nothing found, 1 findings, 2 a wrong command line or configuration, or a mistake in slotlint itself.",
    ]
    for name, command in [("", cli), *sorted(cli.commands.items())]:
        title = f"slotlint {name}".strip()
        with click.Context(command, info_name=title, max_content_width=100) as context:
            text += [f"## {title}", f"```text\n{command.get_help(context)}\n```"]
    return "\n\n".join(text) + "\n"
