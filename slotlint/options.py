"""What a setting is: its type, its help, its flag. Everything else about settings is derived from this."""

from __future__ import annotations

import enum
from collections.abc import Mapping
from dataclasses import Field, dataclass, field, fields
from typing import Any


class Kind(str, enum.Enum):
    """The type of a setting's value."""

    FLAG = "true or false"
    NUMBER = "a whole number"
    CHOICE = "one of its choices"
    PATH = "a path"
    INTERPRETER = "a path or the name of a command"
    NAME = "a name"
    PATHS = "a list of paths"
    RULES = "a list of rules"
    PATTERNS = "a list of patterns"
    PER_FILE = "a table of patterns, each with a list of rules"
    OVERRIDES = "a list of tables"


LISTS = frozenset({Kind.PATHS, Kind.RULES, Kind.PATTERNS})


@dataclass(frozen=True, slots=True)
class Option:
    """One setting. ``flag`` is its spelling on the command line, "" where only a configuration file can hold it."""

    kind: Kind
    help: str
    flag: str = ""
    choices: tuple[str, ...] = ()
    least: int = 0
    most: int = 0
    metavar: str | None = None
    per_folder: bool = False
    default: object = None

    @property
    def expects(self) -> str:
        """What its value must be, for a message."""
        if self.kind is Kind.CHOICE:
            return " or ".join(f'"{choice}"' for choice in self.choices)
        if self.kind is Kind.NUMBER:
            return f"a whole number from {self.least} to {self.most}"
        if self.kind in (Kind.PATH, Kind.INTERPRETER, Kind.NAME):
            return "a string that is not empty"
        return "a list of strings" if self.kind in LISTS else self.kind.value

    def accepts(self, value: object) -> bool:
        """Whether a value from a configuration file has the right type."""
        if self.kind is Kind.FLAG:
            return isinstance(value, bool)
        if self.kind is Kind.NUMBER:
            return type(value) is int and self.least <= value <= self.most
        if self.kind is Kind.CHOICE:
            return value in self.choices
        if self.kind in LISTS:
            return _is_strings(value)
        if self.kind is Kind.PER_FILE:
            return isinstance(value, dict) and all(map(_is_strings, value.values()))
        if self.kind is Kind.OVERRIDES:
            return isinstance(value, list) and all(isinstance(one, dict) for one in value)
        return isinstance(value, str) and value != "" and "\0" not in value

    def schema(self) -> dict[str, Any]:
        """Its JSON schema, without those of the tables in ``overrides``."""
        strings = {"type": "array", "items": {"type": "string"}}
        shapes: dict[Kind, dict[str, Any]] = {
            Kind.FLAG: {"type": "boolean"},
            Kind.NUMBER: {"type": "integer", "minimum": self.least, "maximum": self.most},
            Kind.CHOICE: {"type": "string", "enum": list(self.choices)},
            Kind.PER_FILE: {"type": "object", "additionalProperties": strings},
            Kind.OVERRIDES: {"type": "array"},
        }
        shape = strings if self.kind in LISTS else shapes.get(self.kind, {"type": "string", "minLength": 1})
        plain = list(self.default) if isinstance(self.default, tuple) else self.default
        described = {"description": self.help, **shape}
        return described if plain is None or self.kind is Kind.PER_FILE else {**described, "default": plain}


def _is_strings(value: object) -> bool:
    return isinstance(value, list) and all(isinstance(one, str) and "\0" not in one for one in value)


def option(default: object, kind: Kind, text: str, flag: str = "", **more: Any) -> Any:
    """A dataclass field that is a setting."""
    return field(default=default, metadata={"option": Option(kind, text, flag, default=default, **more)})


def options_of(settings: type) -> Mapping[str, Option]:
    """The settings among the fields of a dataclass, by field name."""
    found: tuple[Field[Any], ...] = fields(settings)
    return {one.name: one.metadata["option"] for one in found if "option" in one.metadata}


def key(name: str) -> str:
    """A field name as it is spelt in a configuration file."""
    return name.replace("_", "-")


def schema_of(options: Mapping[str, Option], title: str) -> dict[str, Any]:
    """The JSON schema of a configuration table with these settings."""
    properties = {key(name): one.schema() for name, one in options.items()}
    inner = {key(name): one.schema() for name, one in options.items() if one.per_folder}
    for name, one in options.items():
        if one.kind is Kind.OVERRIDES:
            files = {
                "type": "array",
                "items": {"type": "string"},
                "minItems": 1,
                "description": "Which files it is for.",
            }
            table = {"files": files, **{k: {n: v for n, v in s.items() if n != "default"} for k, s in inner.items()}}
            properties[key(name)]["items"] = {
                "type": "object", "properties": table, "required": ["files"], "additionalProperties": False,
            }  # fmt: skip
    return {
        "$schema": "http://json-schema.org/draft-07/schema#",
        "$id": "https://github.com/slotlint/slotlint/raw/main/slotlint.schema.json",
        "title": title,
        "type": "object",
        "properties": properties,
        "additionalProperties": False,
    }
