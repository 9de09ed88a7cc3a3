"""The formats for machines: valid by their published schemas, escaped, and with identities that outlive edits."""

from __future__ import annotations

import json
import re
import xml.etree.ElementTree as ElementTree
from dataclasses import replace
from pathlib import Path
from typing import Any

import jsonschema
import pytest
import xmlschema
from conftest import POINT, Project
from test_reporters import DEFECT, FOUND, REPORT, printed

from slotlint.diagnostics import Edit, Location, Note
from slotlint.edits import apply
from slotlint.report import Report
from slotlint.reporters import REPORTERS
from slotlint.rules import RULES

SCHEMAS = Path(__file__).parent / "data" / "schemas"
SARIF = jsonschema.Draft4Validator(json.loads((SCHEMAS / "sarif-2.1.0-rtm.5.json").read_text()))
GITLAB = jsonschema.Draft7Validator(json.loads((SCHEMAS / "gitlab-code-quality.json").read_text()))
JUNIT = xmlschema.XMLSchema(SCHEMAS / "junit-10.xsd")

CHILD = 'class Base:\n    __slots__ = ("a",)\n\n\nclass Child(Base):\n    __slots__ = ("a", "b")\n'
ODD = replace(
    FOUND, path="/abs/with %,:\nodd\x0bü ]]>.py", message='100% "<&>\x00"\r\n', class_name="Ü", module="",
    notes=(Note("a\nb", "x y.py", 2),),
)  # fmt: skip
REPORTS = {"two": REPORT, "none": Report(), "odd": Report((ODD, DEFECT, DEFECT))}


def valid(name: str, text: str) -> Any:
    """The output as data; fails where its schema does not hold."""
    if name == "junit":
        JUNIT.validate(text)
        return ElementTree.fromstring(text)
    data = json.loads(text)
    ({"sarif": SARIF, "gitlab": GITLAB}[name]).validate(data)
    return data


@pytest.mark.parametrize("report", REPORTS)
@pytest.mark.parametrize("name", ["sarif", "junit"])
def test_outputs_are_valid(name: str, report: str) -> None:
    valid(name, printed(name, REPORTS[report]))


def test_the_gitlab_report_is_valid() -> None:
    for report in (REPORT, Report()):
        valid("gitlab", printed("gitlab", report))


@pytest.mark.parametrize("name", ["sarif", "junit", "gitlab"])
def test_outputs_of_a_run_are_valid(point: Project, name: str) -> None:
    point.write({"a folder, ü/child.py": CHILD, "broken.py": "def f(:\n", "idle.py": "x = 1  # slotlint: ignore\n"})
    done = point.run("check", "--output-format", name, "--payoff", "all")
    assert done.code == 1
    valid(name, done.out)


def test_the_schemas_refuse_what_is_wrong() -> None:
    assert not SARIF.is_valid({"version": "2.1.0", "runs": [{"tool": {}}]})
    assert not GITLAB.is_valid([{"description": "x"}])
    assert not JUNIT.is_valid("<testsuites><testsuite/></testsuites>")


ENTRY: dict[str, Any] = {
    "description": "d", "check_name": "c", "fingerprint": "f", "severity": "info", "location": {"path": "a.py", "lines": {"begin": 1}},
}  # fmt: skip
PLACED = {"path": "a.py", "positions": {"begin": {"line": 1}}}


@pytest.mark.parametrize(
    "entry",
    [
        *({key: value for key, value in ENTRY.items() if key != gone} for gone in ("description", "fingerprint", "severity", "location")),
        *({**ENTRY, key: 1} for key in ("description", "fingerprint", "severity", "location")),
        *({**ENTRY, "location": {**ENTRY["location"], key: wrong}} for key, wrong in (("path", 1), ("lines", 1), ("lines", {"begin": "1"}))),
        *({**ENTRY, "location": {**PLACED, "positions": wrong}} for wrong in (1, {"begin": 1}, {"begin": {"line": "1"}})),
    ],
)  # fmt: skip
def test_the_gitlab_schema_asks_for_all_that_gitlab_itself_checks(entry: dict[str, Any]) -> None:
    assert GITLAB.is_valid([ENTRY])
    assert GITLAB.is_valid([{**ENTRY, "location": PLACED}])
    assert not GITLAB.is_valid([entry])


def test_sarif_names_every_rule_and_the_place() -> None:
    (run,) = valid("sarif", printed("sarif"))["runs"]
    rules = run["tool"]["driver"]["rules"]
    assert [rule["id"] for rule in rules] == [rule.code for rule in RULES]
    first, second = run["results"]
    assert rules[first["ruleIndex"]]["id"] == first["ruleId"] == "SLT101"
    (place,) = first["locations"]
    assert place["physicalLocation"] == {
        "artifactLocation": {"uri": "pkg/mod.py", "uriBaseId": "%SRCROOT%"},
        "region": {"startLine": 3, "startColumn": 5, "endLine": 3, "endColumn": 12},
    }
    assert place["logicalLocations"][0]["fullyQualifiedName"] == "pkg.mod.Outer.A"
    assert (first["level"], second["level"]) == ("note", "error")
    assert "fixes" not in second
    assert run["invocations"][0]["toolExecutionNotifications"][0]["message"]["text"] == "unreadable"


def test_sarif_fixes_applied_by_hand_give_what_fix_gives(point: Project) -> None:
    (result,) = json.loads(point.run("check", "--output-format", "sarif").out)["runs"][0]["results"]
    (change,) = result["fixes"][0]["artifactChanges"]
    path = change["artifactLocation"]["uri"]
    edits = [
        Edit(path, Location(r["startLine"], r["startColumn"]), Location(r["endLine"], r["endColumn"]), one["insertedContent"]["text"])
        for one in change["replacements"]
        for r in [one["deletedRegion"]]
    ]  # fmt: skip
    by_hand = apply(point.read(path).encode(), edits).decode()
    point.run("check", "--fix")
    assert point.read(path) == by_hand


def test_a_sarif_uri_is_escaped() -> None:
    result = valid("sarif", printed("sarif", REPORTS["odd"]))["runs"][0]["results"][0]
    uri = result["locations"][0]["physicalLocation"]["artifactLocation"]["uri"]
    assert uri == "file:///abs/with%20%25%2C:%0Aodd%0B%C3%BC%20%5D%5D%3E.py"


def test_github_commands_are_a_line_each() -> None:
    found = replace(FOUND, path="a,b:c.py", message="100%\nmore", notes=())
    wide = replace(DEFECT, end_row=11, code="SLT301", name="missing-weakref-slot")
    assert printed("github", Report((found, wide), files=1)).splitlines()[:2] == [
        "::notice title=SLT101 missing-slots,file=a%2Cb%3Ac.py,line=3,endLine=3,col=5,endColumn=12::100%25%0Amore",
        "::warning title=SLT301 missing-weakref-slot,file=pkg/other.py,line=9,endLine=11::cannot be combined",
    ]


def test_junit_has_a_case_for_each_finding_and_one_for_none() -> None:
    suites = valid("junit", printed("junit", REPORTS["odd"]))
    assert [(s.get("tests"), len(s.findall("testcase/failure"))) for s in suites] == [("1", 1), ("2", 2)]
    (suite,) = valid("junit", printed("junit", Report()))
    assert (suite.get("tests"), suite.get("failures"), len(suite.findall("testcase/failure"))) == ("1", "0", 0)


def test_json_lines_are_the_objects_of_json() -> None:
    assert [json.loads(line) for line in printed("json-lines").splitlines()] == json.loads(printed("json"))
    counted = printed("json-lines", statistics=True).splitlines()
    assert [json.loads(line) for line in counted] == json.loads(printed("json", statistics=True))


def identities(project: Project, name: str) -> list[str]:
    text = project.run("check", "--output-format", name).out
    if name == "gitlab":
        return [one["fingerprint"] for one in json.loads(text)]
    return [one["partialFingerprints"]["slotlint/v1"] for one in json.loads(text)["runs"][0]["results"]]


@pytest.mark.parametrize("name", ["gitlab", "sarif"])
def test_identities_outlive_the_moving_of_lines(point: Project, name: str) -> None:
    point.write({"child.py": CHILD})
    before = identities(point, name)
    assert len(set(before)) == 2
    point.write({"point.py": "import os\n\n\n" + POINT.replace("self.y = y", "self.y = y\n        self.z = 1"), "child.py": "\n" + CHILD})
    assert identities(point, name) == before
    point.write({"point.py": POINT.replace("Point", "Spot")})
    after = identities(point, name)
    assert len(set(after) & set(before)) == 1


def test_equal_findings_have_identities_of_their_own() -> None:
    rows = json.loads(printed("gitlab", Report((DEFECT, DEFECT, DEFECT))))
    assert len({row["fingerprint"] for row in rows}) == 3


@pytest.mark.parametrize("name", REPORTERS)
def test_the_output_file_holds_what_would_be_printed(point: Project, name: str) -> None:
    printed_text = point.run("check", "--output-format", name, "--quiet").out
    done = point.run("check", "--output-format", name, "--output-file", "report")
    assert (done.code, done.err) == (1, "")
    assert re.fullmatch(r"1 finding .*\n", done.out)
    assert printed_text in point.read("report")
    assert point.run("check", "--output-format", name, "--output-file", "report", "-q").out == ""
    assert point.read("report") == printed_text
