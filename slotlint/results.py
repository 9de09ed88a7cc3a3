"""The findings on a whole program, kept for the next run on the same sources: a warm run neither links nor judges."""

from __future__ import annotations

import hashlib
import json
import zlib
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import lru_cache
from pathlib import Path
from typing import Any

from slotlint.diagnostics import Diagnostic
from slotlint.discovery import SourceFile
from slotlint.outline import Outline
from slotlint.records import decode, dump_findings, encode, load_findings
from slotlint.settings import Settings

# Settings that choose among findings, or say what to do with them, but do not change what is found.
_IRRELEVANT: dict[str, Any] = {
    "select": (), "ignore": (), "extend_select": (), "extend_ignore": (), "per_file_ignores": (), "payoff": "all",
    "line_length": 0, "unsafe_fixes": False, "output_format": "text", "baseline": None, "profile": None, "sort": "place",
    "jobs": 1, "executor": None, "cache": True,
    "cache_dir": None,
}  # fmt: skip

Place = tuple[str, str, str]  # an installed module, the file it was found in, and the digest of what was read


@dataclass(frozen=True, slots=True)
class Result:
    """Every finding on a program, the outlines of its files by path, and the installed modules that were looked up."""

    found: tuple[Diagnostic, ...]
    outlines: Mapping[str, Outline]
    places: tuple[Place, ...]


def result_key(settings: Settings, installed: Sequence[Path], files: Iterable[SourceFile], digests: Mapping[str, str]) -> str:
    """A digest of all that findings depend on, but for the installed modules themselves."""
    same = replace(settings, **_IRRELEVANT)
    state = hashlib.blake2b(f"{_code()} {same} {installed}".encode(errors="replace"), digest_size=16)
    for file in files:
        if file.path in digests:
            names = (file.path, file.module, file.is_package, file.is_stub, file.aliases, file.import_roots)
            state.update(f"{names} {digests[file.path]}\n".encode(errors="replace"))
    return "result-" + state.hexdigest()


@lru_cache(maxsize=1)
def _code() -> int:
    """A checksum of slotlint itself, so that changing it while developing makes every result a miss."""
    here = Path(__file__).parent
    total = 0
    for file in sorted([*here.rglob("*.py"), *here.glob("data/*")]):
        total = zlib.crc32(file.read_bytes(), total)
    return total


def dump_result(result: Result) -> str:
    """A result as one line of ASCII."""
    outlines = [[path, encode(outline)] for path, outline in result.outlines.items()]
    return json.dumps([dump_findings(result.found), outlines, result.places], separators=(",", ":"))


def load_result(text: str | None) -> Result | None:
    """A result from its line, or None where there is none that this program wrote."""
    if text is None:
        return None
    try:
        found, outlines, places = json.loads(text)
        return Result(
            load_findings(found),
            {path: decode(outline) for path, outline in outlines},
            tuple((name, file, digest) for name, file, digest in places),
        )
    except (TypeError, ValueError, KeyError, IndexError, RecursionError):
        return None
