"""Every way by which an instance gets somewhere, crossed with every use that slots may change: no safe fix breaks any."""

from __future__ import annotations

from pathlib import Path

import pytest
from crossings import FOLDER, apart, broken, local, parts, sample

WAYS, USES, MORE_USES = parts("ways"), parts("uses"), parts("more_uses")
CLASS_USES, FAMILIES, IMPORTS, PLACES = parts("class_uses"), parts("families"), parts("imports"), parts("places")
ALL_USES = {**MORE_USES, **USES}
# Ways of which only a store is a doubt: no candidates are found.
UNFOLLOWED = frozenset(("evaled", "pickled", "pluginsub", "sends", "sig", "excattr", "partialkw"))
# Ways by which instances are followed, and classes are not.
FOR_INSTANCES = UNFOLLOWED.union(
    ("chainmap", "dictcall", "dictpairs", "dictzip", "enumval", "exitstack", "exmap", "fromkeys", "gather", "getattrs"),
    ("heap", "locs", "ntuple", "od", "reduced", "simplens", "stardict", "submit", "sum", "userdict", "userlist"),
)
SOME = 13  # of the ways, for uses of which there are many


@pytest.fixture
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.chdir(tmp_path)
    return tmp_path


def test_the_ways_are_many_and_named_once() -> None:
    text = (FOLDER / "ways.py").read_text(encoding="utf-8")
    assert len(WAYS) == text.count("\n#: ") > 150
    assert all("USE" in way and "def check():" in way for way in WAYS.values())


@pytest.mark.parametrize("use", USES)
def test_no_fix_breaks_a_use(use: str, folder: Path) -> None:
    programs = [local(name, way, USES[use]) for name, way in WAYS.items()]
    assert broken(programs, folder, unfit=3) == {}


@pytest.mark.parametrize("use", MORE_USES)
def test_no_fix_breaks_a_rarer_use(use: str, folder: Path) -> None:
    programs = [local(name, WAYS[name], MORE_USES[use]) for name in sample(WAYS.keys() - UNFOLLOWED, SOME, use)]
    assert broken(programs, folder, unfit=6) == {}


@pytest.mark.parametrize("use", CLASS_USES)
def test_no_fix_breaks_what_is_done_with_the_class(use: str, folder: Path) -> None:
    programs = [local(name, WAYS[name], CLASS_USES[use], made="A") for name in sample(WAYS.keys() - FOR_INSTANCES, SOME, use)]
    assert broken(programs, folder, unfit=SOME - 2) == {}


@pytest.mark.parametrize("head", FAMILIES)
def test_no_fix_breaks_a_use_of_a_class_with_relatives(head: str, folder: Path) -> None:
    name, maker, named = (piece.strip() for piece in head.split("|"))
    pairs = zip(sample(WAYS.keys() - UNFOLLOWED, SOME, name), sample(ALL_USES, SOME, name), strict=True)
    text = f"{FAMILIES[head]}\n"
    programs = [local(f"{way}-{use}", WAYS[way], ALL_USES[use], text, f"{maker}()", named) for way, use in pairs]
    assert broken(programs, folder, unfit=SOME - 2) == {}


@pytest.mark.parametrize("place", PLACES)
def test_no_fix_breaks_a_use_in_another_module(place: str, folder: Path) -> None:
    programs = []
    for head, form in IMPORTS.items():
        name, named = (piece.strip() for piece in head.split("|"))
        for way, use in zip(sample(WAYS.keys() - UNFOLLOWED, 2, f"{place} {name}"), sample(USES, 2, f"{place} {name}"), strict=True):
            programs.append(apart(f"{name}-{way}-{use}", form, named, PLACES[place], WAYS[way], USES[use]))
    assert broken(programs, folder, unfit=len(programs) // 8) == {}
