"""How bad a finding is, for the formats that ask."""

from __future__ import annotations

import enum

ADVICE = ("SLT1", "SLT902")  # what could be better; nothing is wrong with the program
ERRORS = ("SLT203", "SLT204", "SLT405", "SLT406", "SLT901")  # the module cannot be imported


class Severity(enum.Enum):
    """Three levels: the names that formats have for them differ."""

    ADVICE = "advice"
    DEFECT = "defect"
    ERROR = "error"


def severity(code: str) -> Severity:
    """The level of a rule."""
    if code.startswith(ADVICE):
        return Severity.ADVICE
    return Severity.ERROR if code in ERRORS else Severity.DEFECT
