"""What ``--help`` says beside the options: examples, and the headings that options are listed under."""

from __future__ import annotations

CHECK_EXAMPLES = """\b
Examples:
  slotlint check                          the project you are in
  slotlint check src/pkg --diff           what --fix would change
  slotlint check --fix --select SLT101    apply the safe fixes of one rule
  slotlint check --add-ignore             accept what is there, class by class
  slotlint check --write-baseline         accept what is there, in one file
  slotlint check --diff-base origin/main  only classes that you have changed
  slotlint check - --stdin-filename a.py  an unsaved file, from an editor
"""
CHECK_SECTIONS = {
    "What to do (default: report)": (
        "--fix", "--diff", "--unsafe-fixes", "--add-ignore", "--write-baseline", "--show-settings", "--show-files",
    ),
    "What to report": (
        "--select", "--ignore", "--extend-select", "--extend-ignore", "--payoff", "--baseline", "--diff-base",
    ),
    "How to report": ("--output-format", "--output-file", "--sort", "--statistics", "--quiet", "--exit-zero"),
    "Which files": ("--exclude", "--extend-exclude", "--src", "--stdin-filename"),
    "What holds for the program": (
        "--target-version", "--python", "--profile", "--library", "--weakref", "--pickle-compat", "--line-length",
    ),
    "How to run": ("--config", "--isolated", "--jobs", "--executor", "--cache", "--cache-dir"),
}  # fmt: skip
EXPLAIN_EXAMPLES = """\b
Examples:
  slotlint explain SLT101
  slotlint explain pkg.mod:Outer.Inner
  slotlint explain pkg.mod:Class --output-format json
"""
SERVER_EXAMPLES = """\b
Examples:
  pip install 'slotlint[lsp]'   what the server needs
  slotlint server               the command to enter in an editor's settings
"""


MODES = {
    "fix": "--fix", "diff": "--diff", "baseline": "--write-baseline", "ignore": "--add-ignore",
    "settings": "--show-settings", "files": "--show-files",
}  # fmt: skip
