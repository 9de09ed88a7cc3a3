"""The page of ``--output-format html`` in a real browser: it opens, sorts, filters, and shows evidence and diff."""

from __future__ import annotations

import pytest
from browser import CHROMIUM, DRIVER, browser
from conftest import Project

from slotlint.reporters.html import page

CODE = """\
class Base:
    def __init__(self):
        self.x = 1

class Wide(Base):
    def __init__(self):
        super().__init__()
        self.a = self.b = self.c = "</script><!-- text"

def use(n):
    return [(Wide(), Base()) for _ in range(n)]
"""
NAMES = "return [...document.querySelectorAll('#body tr.row strong')].map(one => one.textContent)"


def test_the_page_is_one_file_that_needs_no_network(project: Project) -> None:
    done = project.write({"pkg/__init__.py": "", "pkg/mod.py": CODE}).run("check", "--output-format", "html")
    assert done.code == 1
    assert done.out.startswith("<!DOCTYPE html>")
    assert "http" not in done.out.replace("https://www.w3.org", "")
    assert "src=" not in done.out
    assert done.out.count("</script>") == 1


@pytest.mark.skipif(not (CHROMIUM and DRIVER), reason="no Chromium with its driver here")
def test_the_page_sorts_filters_and_opens_rows_in_a_browser(project: Project) -> None:
    done = project.write({"pkg/__init__.py": "", "pkg/mod.py": CODE}).run("check", "--output-format", "html")
    (project.root / "report.html").write_text(done.out, encoding="utf-8")
    with browser() as window:
        window.open(project.root / "report.html")
        first = window.run(NAMES)
        assert sorted(first) == ["Base", "Wide"]
        window.click("th[data-key=class] button")
        assert window.run(NAMES) == ["Base", "Wide"]
        window.click("th[data-key=class] button")
        assert window.run(NAMES) == ["Wide", "Base"]
        window.click("#body tr.row")
        detail = window.run("return document.querySelector('tr.detail').textContent")
        assert '+    __slots__ = ("a", "b", "c")' in detail
        assert "3.12:" in detail
        assert window.run("return document.querySelector('#body .candidate').textContent") in ("Wide", "Base")
        window.type("#filter", "wide")
        assert window.run(NAMES) == ["Wide"]
        assert window.run("return document.querySelectorAll('#map div').length") >= 2
        assert window.complaints() == []


@pytest.mark.skipif(not (CHROMIUM and DRIVER), reason="no Chromium with its driver here")
def test_a_page_of_five_thousand_rows_is_whole(project: Project) -> None:
    many = [
        {"code": "SLT101", "rule": "missing-slots", "message": "m", "file": f"p{at % 50}.py", "row": at, "module": f"p{at % 9}.m{at % 50}",
         "class": f"C{at}", "saved": at * 8 % 1000, "peak": None, "total": None, "verdict": "", "payoff": "many", "fix": "safe",
         "sizes": [], "chain": [], "notes": [], "diff": ""}
        for at in range(5000)
    ]  # fmt: skip
    (project.root / "many.html").write_text(page(many), encoding="utf-8")
    with browser() as window:
        window.open(project.root / "many.html")
        window.click("th[data-key=saved] button")
        window.type("#filter", "C4999")
        assert window.run(NAMES) == ["C4999"]
        assert window.complaints() == []
