"""Programs as text, judged in memory: ``# --- name.py`` starts another module."""

from __future__ import annotations

import textwrap

from slotlint import rules
from slotlint.diagnostics import Diagnostic
from slotlint.extract import extract
from slotlint.link import link
from slotlint.program import Program, SourceModule, Version
from slotlint.verdict import Policy

TARGETS: tuple[Version, ...] = ((3, 10), (3, 11), (3, 12), (3, 13), (3, 14))
OPTIONS = Policy()


def program(text: str, targets: tuple[Version, ...] = TARGETS) -> Program:
    """The program that a text holds; its first module is ``main``."""
    modules = []
    for part in f"# --- main.py\n{textwrap.dedent(text)}".split("# --- ")[1:]:
        path, _, source = part.partition("\n")
        name = path.strip().removesuffix(".py").replace("/", ".").removesuffix(".__init__")
        facts = extract(source.encode())
        assert facts.problem is None, facts.problem
        modules.append(SourceModule(path.strip(), name, path.strip().endswith("__init__.py"), facts))
    return link(modules, targets)


def findings(text: str, code: str = "", targets: tuple[Version, ...] = TARGETS) -> list[Diagnostic]:
    """The findings on defects, or of one rule, in order of the program."""
    found = rules.judge(program(text, targets), OPTIONS)
    return sorted((d for d in found if (d.code == code if code else d.code >= "SLT2")), key=lambda d: (d.path, d.row))


def flagged(text: str, code: str, targets: tuple[Version, ...] = TARGETS) -> list[str]:
    """The classes that a rule speaks of, each once."""
    return list(dict.fromkeys(d.class_name for d in findings(text, code, targets)))
