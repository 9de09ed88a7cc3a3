"""Settings as they hold, in the form of a configuration file, each with where it comes from."""

from __future__ import annotations

import json
from collections.abc import Iterator, Mapping
from typing import Any

from slotlint.options import Kind, key
from slotlint.settings import OPTIONS, Settings


def present(settings: Settings, origins: Mapping[str, str]) -> str:
    """TOML of all settings; ``origins`` says by field name where those come from that are no defaults."""
    return "".join(f"{line}\n" for line in _lines(settings, origins))


def _lines(settings: Settings, origins: Mapping[str, str]) -> Iterator[str]:
    yield f"# configuration file: {settings.file or 'none'}"
    yield f"# patterns start at: {settings.root}"
    versions = ", ".join(f"{major}.{minor}" for major, minor in settings.targets)
    yield f"# Python versions: {versions}"
    tables: list[str] = []
    for name, option in OPTIONS.items():
        value, origin = getattr(settings, name), origins.get(name, "default")
        if option.kind in (Kind.PER_FILE, Kind.OVERRIDES):
            tables += _tables(name, value) if value else ()
        elif value is None:
            yield f"# {key(name)} is not set"
        else:
            yield f"{key(name)} = {_spelt(value)}  # {origin}"
    yield from tables


def _tables(name: str, value: Any) -> Iterator[str]:
    if OPTIONS[name].kind is Kind.PER_FILE:
        yield f"\n[{key(name)}]"
        yield from (f"{_spelt(pattern)} = {_spelt(rules)}" for pattern, rules in value)
        return
    for patterns, values in value:
        yield f"\n[[{key(name)}]]"
        yield f"files = {_spelt(patterns)}"
        yield from (f"{key(inner)} = {_spelt(one)}" for inner, one in values)


def _spelt(value: Any) -> str:
    """A value as TOML has it; its strings are those of JSON."""
    return json.dumps(list(value) if isinstance(value, tuple) else value, ensure_ascii=False)
