"""Settings: the command line before the configuration file before the defaults, and one line for each mistake."""

from __future__ import annotations

import json
from collections.abc import Sequence
from dataclasses import replace
from pathlib import Path

import click
import jsonschema
import pytest
from click.testing import CliRunner, Result
from packaging.specifiers import SpecifierSet

from slotlint.configuration import SUPPORTED, supported
from slotlint.documents import line_of
from slotlint.options import Kind
from slotlint.parameters import from_params, options
from slotlint.presentation import present
from slotlint.rules import RULES
from slotlint.settings import OPTIONS, Settings, combine, find, schema

seen: list[Settings] = []


@click.command()
@click.option("--other")
@options()
def command(**params: object) -> None:
    seen.append(from_params(params))


@click.command()
@click.option("--output-format", type=click.Choice(["text", "json"]), default="text")
@options("library")
def narrow(output_format: str, **params: object) -> None:
    seen.append(from_params(params))
    click.echo(output_format)


@pytest.fixture
def root(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """The root of a repository, which the search for a configuration does not leave."""
    (tmp_path / ".git").mkdir()
    monkeypatch.chdir(tmp_path)
    return tmp_path


def invoke(args: Sequence[str]) -> Result:
    return CliRunner().invoke(command, args)


def run(*args: str) -> Settings:
    done = invoke(args)
    assert done.exit_code == 0, done.output
    return seen.pop()


def configure(folder: Path, text: str, name: str = "pyproject.toml") -> None:
    folder.mkdir(parents=True, exist_ok=True)
    head = "" if name != "pyproject.toml" or text.startswith("[") else "[tool.slotlint]\n"
    (folder / name).write_text(head + text)


def test_defaults(root: Path) -> None:
    found = run()
    assert {name: getattr(found, name) for name in OPTIONS if name != "jobs"} == {
        name: one.default for name, one in OPTIONS.items() if name != "jobs"
    }
    assert found.jobs >= 1
    assert (found.targets, found.root, found.cwd, found.file) == (SUPPORTED, str(root), str(root), "")


# key, how a file spells it, the value, how the command line spells another, that value
EVERY_SETTING = [
    ("select", '["SLT1", "unslotted-base"]', ("SLT1", "unslotted-base"), "--select=SLT101, SLT2", ("SLT101", "SLT2")),
    ("ignore", '["SLT101"]', ("SLT101",), "--ignore=missing-slots", ("missing-slots",)),
    ("extend-select", '["SLT101"]', ("SLT101",), "--extend-select=SLT1", ("SLT1",)),
    ("extend-ignore", '["slt101"]', ("slt101",), "--extend-ignore=SLT1", ("SLT1",)),
    ("exclude", '["a,b", "!c"]', ("a,b", "!c"), "--exclude=d,e", ("d,e",)),
    ("extend-exclude", '["/a/"]', ("/a/",), "--extend-exclude=*.b", ("*.b",)),
    ("src", '["lib", "/x"]', ("{root}/lib", "/x"), "--src=py", ("{here}/py",)),
    ("target-version", '"py312"', "py312", "--target-version=py311", "py311"),
    ("library", "true", True, "--no-library", False),
    ("weakref", '"always"', "always", "--weakref=needed", "needed"),
    ("pickle-compat", "true", True, "--no-pickle-compat", False),
    ("payoff", '"all"', "all", "--payoff=likely", "likely"),
    ("executor", '"dask:tcp://a:1"', "dask:tcp://a:1", "--executor=dask:b:2", "dask:b:2"),
    ("line-length", "120", 120, "--line-length=79", 79),
    ("unsafe-fixes", "true", True, "--no-unsafe-fixes", False),
    ("python", '".venv/bin/python"', "{root}/.venv/bin/python", "--python=python3.12", "python3.12"),
    ("python", '"here"', "{root}/here", "--python=x/y", "{here}/x/y"),
    ("output-format", '"json"', "json", "--output-format=text", "text"),
    ("profile", '"p.json"', "{root}/p.json", "--profile=c.json", "{here}/c.json"),
    ("sort", '"saving"', "saving", "--sort=place", "place"),
    ("baseline", '"b.json"', "{root}/b.json", "--baseline=c.json", "{here}/c.json"),
    ("jobs", "3", 3, "--jobs=2", 2),
    ("cache", "false", False, "--cache", True),
    ("cache-dir", '"../cache"', "{above}/cache", "--cache-dir=/tmp/c", "/tmp/c"),
]


@pytest.mark.parametrize(("key", "spelt", "value", "flag", "given"), EVERY_SETTING, ids=[e[0] for e in EVERY_SETTING])
def test_each_setting(root: Path, monkeypatch: pytest.MonkeyPatch, key: str, spelt: str, value: object, flag: str, given: object) -> None:
    def placed(one: object) -> object:
        if isinstance(one, tuple):
            return tuple(map(placed, one))
        return one.format(root=root, here=root / "sub", above=root.parent) if isinstance(one, str) else one

    (root / "here").mkdir()
    configure(root, f"{key} = {spelt}\n")
    (root / "sub").mkdir()
    monkeypatch.chdir(root / "sub")
    assert getattr(run(), key.replace("-", "_")) == placed(value)
    assert getattr(run(flag), key.replace("-", "_")) == placed(given)


def test_every_setting_is_tested() -> None:
    tested = {case[0].replace("-", "_") for case in EVERY_SETTING}
    assert tested == {name for name, one in OPTIONS.items() if one.flag}
    assert {name for name, one in OPTIONS.items() if not one.flag} == {"per_file_ignores", "overrides"}


def test_the_nearest_configuration_counts(root: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    configure(root, "jobs = 1\n")
    configure(root / "a", '[project]\nname = "a"\n')
    configure(root / "a/b", "jobs = 2\n")
    configure(root / "a/b", "jobs = 3\n", "slotlint.toml")
    for folder, jobs, file in (("", 1, "pyproject.toml"), ("a", 1, "pyproject.toml"), ("a/b", 3, "a/b/slotlint.toml")):
        monkeypatch.chdir(root / folder)
        assert (run().jobs, run().file) == (jobs, str(root / file))
    configure(root / "a", "[tool.slotlint]\n")
    monkeypatch.chdir(root / "a")
    assert run().file == str(root / "a/pyproject.toml")


def test_the_search_ends_at_the_repository(root: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    configure(root, "jobs = 7\n")
    (root / "inner/.git").mkdir(parents=True)
    monkeypatch.chdir(root / "inner")
    assert run().file == ""


def test_config_and_isolated(root: Path) -> None:
    configure(root, "jobs = 7\n")
    configure(root / "x", "jobs = 5\n", "other.toml")
    configure(root / "x", '[project]\nname = "x"\n')
    assert run("--config", "x/other.toml").jobs == 5
    assert run("--config", "x/pyproject.toml").file == str(root / "x/pyproject.toml")
    assert run("--isolated").file == ""
    for order in (["--isolated", "--config", "x/other.toml"], ["--config", "x/other.toml", "--isolated"]):
        done = invoke(order)
        assert (done.exit_code, "exclude each other" in done.output) == (2, True)
    assert invoke(["--config", "nowhere.toml"]).output == "Error: nowhere.toml: cannot be read: no such file or directory\n"


def test_a_command_s_own_option_of_the_same_name_is_left_alone(root: Path) -> None:
    configure(root, 'output-format = "concise"\nlibrary = true\n')
    done = CliRunner().invoke(narrow, [])
    assert (done.exit_code, done.output) == (0, "text\n")
    assert seen.pop().library is True


LINE_LENGTHS = [
    ("[tool.ruff]\nline-length = 100\n", 100),
    ("[tool.black]\nline-length = 99\n", 99),
    ("[tool.black]\nline-length = 99\n[tool.ruff]\nline-length = 100\n", 100),
    ("[tool.ruff]\nline-length = 100\n[tool.slotlint]\nline-length = 70\n", 70),
    ('[tool.ruff]\nline-length = "x"\n', 88),
    ("[tool]\nruff = 1\n", 88),
]


@pytest.mark.parametrize(("text", "wanted"), LINE_LENGTHS)
def test_the_formatter_s_line_length(root: Path, text: str, wanted: int) -> None:
    configure(root, text)
    assert run().line_length == wanted
    assert run("--line-length", "60").line_length == 60


VERSIONS = {
    ">=3.8": SUPPORTED, ">=3.10": SUPPORTED, ">=3.12": SUPPORTED[2:], ">=3.11.4": SUPPORTED[1:], ">3.12.1": SUPPORTED[2:],
    ">=3.11,<3.13": SUPPORTED[1:], "==3.13.*": SUPPORTED[3:], "==3.12.7": SUPPORTED[2:], "~=3.11": SUPPORTED[1:],
    "!=3.10.*,>=3.9": SUPPORTED, "!=3.10.*,>=3.10": SUPPORTED[1:], ">=3.15": SUPPORTED[-1:], "<3.9": SUPPORTED,
    "": SUPPORTED, "===3.12": SUPPORTED[-1:], ">=3.14.0rc1": SUPPORTED[-1:],
}  # fmt: skip


@pytest.mark.parametrize("wanted", VERSIONS)
def test_supported_versions(wanted: str) -> None:
    assert supported(SpecifierSet(wanted)) == VERSIONS[wanted]


def test_targets(root: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    configure(root, '[project]\nrequires-python = ">=3.12"\n')
    (root / "sub").mkdir()
    monkeypatch.chdir(root / "sub")
    assert run().targets == ((3, 12), (3, 13), (3, 14))
    assert run("--target-version", "py310").targets == SUPPORTED
    configure(root, '[project]\nrequires-python = ">=3.12"\n[tool.slotlint]\ntarget-version = "py314"\n')
    assert run().targets == ((3, 14),)


IN_TOOL = " in [tool.slotlint]"
MISTAKES = [
    ('jobs = 1\n\n# slect\nslect = ["SLT1"]\n', f'pyproject.toml:5: unknown key "slect"{IN_TOOL} (did you mean "select"?)'),
    ("extend_select = []\n", f'pyproject.toml:2: unknown key "extend_select"{IN_TOOL} (did you mean "extend-select"?)'),
    ("frobnicate = 1\n", f'pyproject.toml:2: unknown key "frobnicate"{IN_TOOL}'),
    ("[tool.slotlint.nested]\na = 1\n", f'pyproject.toml:1: unknown key "nested"{IN_TOOL}'),
    ('select = "SLT1"\n', f'pyproject.toml:2: select = "SLT1"{IN_TOOL} must be a list of strings'),
    ("ignore = [1]\n", f"pyproject.toml:2: ignore = [1]{IN_TOOL} must be a list of strings"),
    ("library = 1\n", f"pyproject.toml:2: library = 1{IN_TOOL} must be true or false"),
    ("jobs = true\n", f"pyproject.toml:2: jobs = true{IN_TOOL} must be a whole number from 0 to 1024"),
    ("line-length = 0\n", f"pyproject.toml:2: line-length = 0{IN_TOOL} must be a whole number from 1 to 1000"),
    ("jobs = 1.5\n", f"pyproject.toml:2: jobs = 1.5{IN_TOOL} must be a whole number from 0 to 1024"),
    ("python = 3.12\n", f"pyproject.toml:2: python = 3.12{IN_TOOL} must be a string that is not empty"),
    (
        'payoff = "lkely"\n',
        f'pyproject.toml:2: payoff = "lkely"{IN_TOOL} must be "likely" or "all" (did you mean "likely"?)',
    ),
    ("weakref = []\n", f'pyproject.toml:2: weakref = []{IN_TOOL} must be "needed" or "always"'),
    (
        'select = [\n  "SLT1",\n  "SLT999",\n]\n',
        'pyproject.toml:2: unknown rule "SLT999" in select',
    ),
    ('ignore = ["mising-slots"]\n', 'pyproject.toml:2: unknown rule "mising-slots" in ignore (did you mean "missing-slots"?)'),
    ('ignore = [""]\n', 'pyproject.toml:2: unknown rule "" in ignore'),
    (
        'per-file-ignores = ["a"]\n',
        f"pyproject.toml:2: per-file-ignores = ['a']{IN_TOOL} must be a table of patterns, each with a list of rules",
    ),
    (
        '[tool.slotlint.per-file-ignores]\n"tests/*" = ["SLT1"]\n"b.py" = ["nonsense"]\n',
        'pyproject.toml:3: unknown rule "nonsense" in per-file-ignores',
    ),
    (
        '[[tool.slotlint.overrides]]\nfiles = ["a"]\n[[tool.slotlint.overrides]]\nfiles = ["b"]\nlibary = true\n',
        'pyproject.toml:5: unknown key "libary" in [[tool.slotlint.overrides]] (did you mean "library"?)',
    ),
    (
        '[[tool.slotlint.overrides]]\nfiles = ["a"]\njobs = 1\n',
        'pyproject.toml:3: unknown key "jobs" in [[tool.slotlint.overrides]]',
    ),
    (
        "[[tool.slotlint.overrides]]\nlibrary = true\n",
        "pyproject.toml:1: files in [[tool.slotlint.overrides]] must be a list of patterns",
    ),
    (
        '[[tool.slotlint.overrides]]\nfiles = ["a"]\nselect = ["x"]\n',
        'pyproject.toml:3: unknown rule "x" in select',
    ),
    ('exclude = ["a", "[z-a]"]\n', 'pyproject.toml:2: "[z-a]" in exclude is no pattern of a .gitignore'),
    (
        '[tool.slotlint.per-file-ignores]\n"a" = []\n"[z-a]" = ["SLT1"]\n',
        'pyproject.toml:3: "[z-a]" in per-file-ignores is no pattern of a .gitignore',
    ),
    (
        '[[tool.slotlint.overrides]]\nlibrary = true\nfiles = ["[z-a]"]\n',
        'pyproject.toml:3: "[z-a]" in files is no pattern of a .gitignore',
    ),
    ('cache-dir = ""\n', f'pyproject.toml:2: cache-dir = ""{IN_TOOL} must be a string that is not empty'),
    ("overrides = 1\n", f"pyproject.toml:2: overrides = 1{IN_TOOL} must be a list of tables"),
    ("[tool]\nslotlint = 1\n", "pyproject.toml:2: [tool.slotlint] must be a table"),
    ("[tool.slotlint]\njobs = \n", "pyproject.toml:2: not valid TOML: invalid value"),
    ("[tool.slotlint]\n\njobs = 1 2\n", "pyproject.toml:3: not valid TOML: expected newline or end of document after a statement"),
    ("[project]\nrequires-python = 'three'\n", 'pyproject.toml:2: requires-python = "three" is no version specifier'),
    ("[project]\nrequires-python = 3\n", "pyproject.toml:2: requires-python = 3 is no version specifier"),
]  # fmt: skip


@pytest.mark.parametrize(("text", "message"), MISTAKES)
def test_mistakes_name_key_file_and_line(root: Path, text: str, message: str) -> None:
    configure(root, text)
    done = invoke([])
    assert (done.exit_code, done.output) == (2, f"Error: {message}\n")


def test_mistakes_in_a_slotlint_toml(root: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    configure(root, "# comment\nlibary = true\njobs = -1\n", "slotlint.toml")
    assert invoke([]).output == (
        'Error: slotlint.toml:2: unknown key "libary" (did you mean "library"?)\n'
        "slotlint.toml:3: jobs = -1 must be a whole number from 0 to 1024\n"
    )
    (root / "sub").mkdir()
    monkeypatch.chdir(root / "sub")
    assert invoke([]).output.startswith(f"Error: {root}/slotlint.toml:2: ")


def test_files_that_cannot_be_read(root: Path) -> None:
    (root / "slotlint.toml").write_bytes(b"\njobs = 1 # \xff\n")
    assert invoke([]).output == "Error: slotlint.toml:2: not UTF-8\n"
    (root / "slotlint.toml").unlink()
    (root / "slotlint.toml").mkdir()
    assert invoke([]).output == "Error: slotlint.toml: not a regular file\n"
    (root / "slotlint.toml").rmdir()
    (root / "slotlint.toml").symlink_to("nowhere")
    assert invoke([]).output == "Error: slotlint.toml: cannot be read: no such file or directory\n"


def test_broken_files_above_the_nearest_one_do_not_matter(root: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    configure(root, "[broken")
    configure(root / "a", '[project]\nname = "a"\n')
    (root / "b").mkdir()
    monkeypatch.chdir(root / "a")
    assert run().file == ""
    monkeypatch.chdir(root / "b")
    assert invoke([]).exit_code == 2


def test_a_byte_order_mark_and_windows_line_ends(root: Path) -> None:
    (root / "slotlint.toml").write_bytes(b"\xef\xbb\xbfjobs = 4\r\nsrc = []\r\n")
    assert run().jobs == 4


@pytest.mark.parametrize(
    ("args", "message"),
    [
        (["--select", "SLT1,nope"], 'unknown rule "nope" in --select'),
        (["--ignore", "mising-slots"], 'unknown rule "mising-slots" in --ignore (did you mean "missing-slots"?)'),
        (["--jobs", "-1"], "-1 is not in the range 0<=x<=1024"),
        (["--target-version", "py39"], "'py39' is not one of"),
        (["--payoff", "some"], "'some' is not one of 'likely', 'all'"),
    ],
)
def test_mistakes_on_the_command_line(root: Path, args: list[str], message: str) -> None:
    done = invoke(args)
    assert (done.exit_code, message in done.output) == (2, True)


LINES = {
    "[a]\nb = 1\n": (("a", "b"), 2),
    "x = 'key = 1'\nkey = 2\n": (("key",), 2),
    'x = """\nkey = 1\n"""\nkey = 2\n': (("key",), 4),
    "key = [\n  1,\n  2,\n]\n": (("key",), 1),
    "[other]\nkey = 1\n[mine]\nkey = 2\n": (("mine", "key"), 4),
    "mine.key = 1\n": (("mine", "key"), 1),
    "\nmine = { a = 1, key = 2 }\n": (("mine", "key"), 2),
    '[mine]\n"key" = 2\n': (("mine", "key"), 2),
    "[[t]]\nkey = 1\n[[t]]\na = 1\nkey = 1\n": (("t", 1, "key"), 5),
    "nothing = 1\n": (("key",), 1),
}


@pytest.mark.parametrize("text", LINES)
def test_line_of(text: str) -> None:
    path, row = LINES[text]
    assert line_of(text, path) == row


# settings, rule, wanted
SELECTION = [
    ({}, "SLT101", True),
    ({"select": ("SLT2",)}, "SLT101", False),
    ({"select": ("slt1",)}, "SLT101", True),
    ({"select": ("missing-slots",)}, "SLT101", True),
    ({"select": ("missing-slots",)}, "SLT102", False),
    ({"ignore": ("SLT1",)}, "SLT101", False),
    ({"ignore": ("SLT1",), "select": ("SLT101",)}, "SLT101", True),
    ({"ignore": ("SLT1",), "extend_select": ("SLT101",)}, "SLT101", True),
    ({"ignore": ("SLT1",), "extend_select": ("SLT101",)}, "SLT102", False),
    ({"select": ("SLT1",), "extend_ignore": ("SLT101",)}, "SLT101", False),
    ({"select": ("SLT101",), "ignore": ("missing-slots",)}, "SLT101", False),
    ({"select": ("SLT2",), "extend_select": ("SLT101",)}, "SLT101", True),
    ({"select": ()}, "SLT101", False),
]


@pytest.mark.parametrize(("values", "code", "wanted"), SELECTION)
def test_wants(values: dict[str, tuple[str, ...]], code: str, wanted: bool) -> None:
    names = {rule.code: rule.name for rule in RULES}
    assert Settings(**values).wants(code, names[code]) is wanted  # type: ignore[arg-type]


OVERRIDDEN = """\
ignore = ["SLT102"]
extend-ignore = ["SLT201"]
[per-file-ignores]
"tests/" = ["SLT1"]
"/conftest.py" = ["ALL"]
[[overrides]]
files = ["lib/", "!lib/private/"]
library = true
payoff = "all"
extend-ignore = ["SLT101"]
[[overrides]]
files = ["lib/new/*.py"]
ignore = []
"""


def test_settings_by_file(root: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    configure(root, OVERRIDDEN, "slotlint.toml")
    (root / "lib").mkdir()
    found = run()

    def wanted(path: str) -> list[str]:
        rules = (("SLT101", "missing-slots"), ("SLT102", "dataclass-without-slots"), ("SLT201", "unslotted-base"))
        return [code for code, name in rules if found.selects(code, name, path)]

    assert wanted("a.py") == ["SLT101"]
    assert wanted("sub/tests/a.py") == []
    assert (wanted("conftest.py"), wanted("sub/conftest.py")) == ([], ["SLT101"])
    assert wanted("lib/a.py") == []
    assert wanted("lib/new/a.py") == ["SLT102"]
    assert wanted("lib/private/a.py") == ["SLT101"]
    assert wanted(str(root / "lib/new/a.py")) == ["SLT102"]
    assert [found.for_path(path).library for path in ("lib/a.py", "a.py", "/elsewhere/lib/a.py")] == [True, False, True]
    assert found.for_path("lib/a.py").payoff == "all"
    monkeypatch.chdir(root / "lib")
    found = run()
    assert wanted("new/a.py") == ["SLT102"]  # patterns start at the configuration file
    assert wanted("../a.py") == ["SLT101"]


def test_selects_any(root: Path) -> None:
    configure(root, OVERRIDDEN, "slotlint.toml")
    found = run()
    selectors = ("", "ALL", "SLT101", "SLT102", "SLT201", "unslotted-base", "SLT2", "E501")
    assert [one for one in selectors if found.selects_any(one)] == ["", "ALL", "SLT101", "SLT102", "SLT2"]


def test_where_the_cache_is(root: Path) -> None:
    (root / "sub").mkdir()
    here = combine(find(root), root / "sub")
    assert here.cache_folder(root) == root / ".slotlint_cache"
    assert here.cache_folder(Path("/")) == root / "sub/.slotlint_cache"
    assert here.cache_folder(Path("/usr/lib/python3.12")) == root / "sub/.slotlint_cache"
    assert combine(find(root), root, cache_dir="/c").cache_folder(root) == Path("/c")


def test_the_schema_knows_every_key() -> None:
    found = schema()
    assert set(found["properties"]) == {name.replace("_", "-") for name in OPTIONS}
    assert found["additionalProperties"] is False
    assert found["properties"]["payoff"]["enum"] == ["likely", "all"]
    override = found["properties"]["overrides"]["items"]
    assert {"files", "library", "select"} <= set(override["properties"])
    assert "jobs" not in override["properties"]
    assert json.loads(json.dumps(found)) == found


def test_the_schema_in_the_repository_is_that_of_the_settings() -> None:
    root = Path(__file__).resolve().parent.parent
    assert json.loads((root / "slotlint.schema.json").read_text(encoding="utf-8")) == schema()


EXAMPLE = """\
select = ["SLT1", "unslotted-base"]
extend-ignore = ["SLT104"]
exclude = ["generated/"]
target-version = "py311"
src = ["lib"]
library = true
weakref = "always"
pickle-compat = true
payoff = "all"
line-length = 100
python = ".venv/bin/python"
output-format = "sarif"
baseline = "slotlint-baseline.json"
jobs = 4
cache-dir = ".cache/slotlint"
[per-file-ignores]
"tests/" = ["SLT1"]
[[overrides]]
files = ["api/"]
library = true
"""


def test_what_is_printed_is_a_configuration_again(root: Path) -> None:
    tomllib = pytest.importorskip("tomllib")
    configure(root, EXAMPLE, "slotlint.toml")
    (root / "python").touch()
    shown = present(run("--jobs", "2"), {"jobs": "command line"})
    assert "jobs = 2  # command line" in shown.splitlines()
    jsonschema.Draft7Validator(schema()).validate(tomllib.loads(shown))
    configure(root, shown, "again.toml")
    assert replace(run("--config", "again.toml"), file="") == replace(run("--jobs", "2"), file="")


WRONG: dict[Kind, tuple[str, ...]] = {
    Kind.FLAG: ('"yes"', "1", "[]"),
    Kind.NUMBER: ('"3"', "true", "-1", "1.5", "99999999"),
    Kind.CHOICE: ('"nothing"', "1", "[]", "false"),
    Kind.PATH: ("1", "[]", "true", '""'),
    Kind.INTERPRETER: ("1", "[]", "true", '""'),
    Kind.NAME: ("1", "[]", "true", '""'),
    Kind.PATHS: ('"a"', "[1]", "{}"),
    Kind.RULES: ('"SLT101"', "[1]", "{}"),
    Kind.PATTERNS: ('"a"', "[1]", "{}"),
    Kind.PER_FILE: ('"a"', "[]", "{ a = 1 }"),
    Kind.OVERRIDES: ("{}", "1", "[1]"),
}


@pytest.mark.parametrize("name", OPTIONS)
def test_a_wrong_type_names_key_file_and_line(root: Path, name: str) -> None:
    key = name.replace("_", "-")
    validator = jsonschema.Draft7Validator(schema())
    for value in WRONG[OPTIONS[name].kind]:
        configure(root, f"\n{key} = {value}\n")
        done = invoke([])
        assert (done.exit_code, done.output.count("\n")) == (2, 1)
        assert done.output.startswith(f"Error: pyproject.toml:3: {key} = "), value
        assert not validator.is_valid(pytest.importorskip("tomllib").loads(f"{key} = {value}"))


def test_the_schema_agrees_with_the_checks(root: Path) -> None:
    validator = jsonschema.Draft7Validator(schema())
    validator.check_schema(schema())
    tomllib = pytest.importorskip("tomllib")
    assert validator.is_valid(tomllib.loads(OVERRIDDEN))
    assert validator.is_valid(tomllib.loads(EXAMPLE))
    for text, message in MISTAKES:
        if (
            "rule" not in message
            and "pattern of" not in message
            and "TOML" not in message
            and "python =" not in message.replace("requires-", "")
        ):
            table = tomllib.loads(text if text.startswith("[") else f"[tool.slotlint]\n{text}").get("tool", {})
            assert not validator.is_valid(table.get("slotlint", 1)), text


def test_help_names_every_flag() -> None:
    shown = CliRunner().invoke(command, ["--help"]).output
    for one in OPTIONS.values():
        for flag in filter(None, one.flag.split("/")):
            assert f"{flag}" in shown
