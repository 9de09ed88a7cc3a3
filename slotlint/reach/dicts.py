"""Uses of the instance dict, and of what hides behind ``exec`` and ``vars``."""

from __future__ import annotations

import re
from collections.abc import Sequence

from slotlint.diagnostics import Note
from slotlint.evidence import DictReach, Write
from slotlint.facts import OF_CLASSES, Call, DictUse, FileFacts, Term
from slotlint.infer import UNKNOWN
from slotlint.reach.core import Given
from slotlint.reach.reads import Reads

STORING = ("setattr", "delattr", "__dict__", "vars(", "exec(", "eval(")  # of these an expression that stores has one
TAKING = ("item-delete", "pop")  # forms of uses that take a name out of the dict
STORED_NAME = re.compile(r"""\bsetattr\(\s*\w[\w.]*,\s*["'](\w+)["']\s*,""")  # in a text


class Dicts(Reads):
    """The part of the collection that sorts uses of dicts."""

    __slots__ = ()

    def dict_use(self, at: int, index: int, use: DictUse) -> None:
        """A use of an instance dict, or of a class's."""
        if use.form == "expected" or use.state:  # where there is a dict, the test fails; a state is found by its call
            return
        note = self.note(at, use.row, "uses the instance dict", "dict-use")
        own = self.inference.owner_class(at, index)
        for held in self.with_classes(at, index, use.receiver):
            if held[0] == "inst":
                self.evidence[held[1]].dict_uses.append(DictReach(use, at, index, own == held[1], note))
                self.dict_stores(held[1], use, note)
                if use.form in TAKING:
                    write = Write(use.parts[1], note, own == held[1], False, False, "del", at, index, use.receiver)
                    self.evidence[held[1]].writes.append(write)
            elif held[0] == "cls" and use.parts[1:2] == ("in",):
                self.evidence[held[1]].class_reads.setdefault(use.parts[2], note)
            elif held[0] == "cls":
                message = "reads the class's own dict"
                self.evidence[held[1]].introspected.append(self.note(at, use.row, message, "class-read"))
            elif held == UNKNOWN:
                seen = use.of_class and OF_CLASSES.isdisjoint(self.slot_names)
                kind = "class-dict" if seen or self.is_certainly_class(at, index, use.receiver) else "dict"
                self.wait(kind, at, index, use.receiver, note)

    def is_certainly_class(self, at: int, index: int, receiver: Term) -> bool:
        """Whether a function hands on an attribute of a parameter that only classes have: it would raise of an instance."""
        terms = self.inference.facts[at].terms
        scope = self.program.scope(at, index)
        row = terms[receiver]
        if row[0] != "n" or row[1] in scope.bindings or all(row[1] != param.name for param in scope.params):
            return False
        rows = (terms[call.term] for call in scope.calls if call.certain and not call.guarded)
        handed = {terms[t] for each in rows if each[0] == "c" for t in each[3 : 3 + each[2]]}
        return any(("a", receiver, name) in handed for name in OF_CLASSES)

    def dict_stores(self, cid: int, use: DictUse, note: Note) -> None:
        """Names that a dict store names outright are stores like others."""
        if use.form in ("item-store", "setdefault"):
            self.evidence[cid].store(use.parts[1], note, False)
        elif use.form == "update-literal":
            for name in use.parts[1::2]:
                self.evidence[cid].store(name, note, False)

    def texts(self, at: int) -> None:
        """Strings that name the instance dict: ``attrgetter("__dict__")``, ``"{0.__dict__}"``."""
        self.stored_by_texts(at)
        spans = [(s.row, s.end_row) for c in self.inference.facts[at].classes for s in c.slots]
        for text, row in self.inference.facts[at].strings:
            if any(first <= row <= last for first, last in spans):
                continue
            if text == "__dict__" or ".__dict__" in text:
                self.wait("text", at, 0, 0, self.note(at, row, "a string names the instance dict", "dict-use"))
        for index, scope in enumerate(self.inference.facts[at].scopes if self.inference.facts[at].strings else ()):
            for call in scope.calls:
                self.applied_text(at, index, call)

    def applied_text(self, at: int, index: int, call: Call) -> None:
        """``"{0.__dict__}".format(x)``, ``attrgetter("__dict__")(x)``."""
        terms = self.inference.facts[at].terms
        row = terms[call.term]
        callee = terms[row[1]] if row[0] == "c" else ("?",)
        spoken = (callee[1],) if callee[0] == "a" and callee[2] == "format" else callee[3:] if callee[0] == "c" else ()
        texts = (terms[t][1] for t in spoken if isinstance(t, int) and terms[t][0] == "s")
        if any(text == "__dict__" or ".__dict__" in text for text in texts):
            given = Given(at, index, call, row[3 : 3 + row[2]], dict(zip(row[3 + row[2] :: 2], row[4 + row[2] :: 2], strict=True)))
            for term in given.terms():
                self.block_instances(given, term, "a string names the instance dict", "dict-use", followed=True)

    def stored_by_texts(self, at: int) -> None:
        """Texts that call ``setattr`` by a literal name store it on something, where some code of the program is executed."""
        if not self.inference.sites().get("exec"):
            return
        for row in self.inference.facts[at].terms:
            for name in STORED_NAME.findall(row[1]) if row[0] == "s" and is_storing(row[1]) else ():
                self.wait("store", at, 0, 0, self.note(at, 1, f"a text of it stores .{name}", "store"), name)

    def executed(self, given: Given, name: str) -> None:
        """``exec`` and ``eval`` see what they are given, or every name around them."""
        message = "exec or eval may store on the instance"
        for term in given.arguments[1:]:
            self.block_instances(given, term, message, "dynamic-store")
        owner = self.inference.owner_class(given.at, given.index)
        if owner is not None and len(given.arguments) == 1:
            self.evidence[owner].blocks.append(self.note(given.at, given.row, message, "dynamic-store"))
        if self.sees_names(given) and self.is_program(given, name):
            scope = self.program.scope(given.at, given.index)
            for each in (*(p.name for p in scope.params), *scope.bindings):
                self.block_instances(given, self.term_of(given.at, each), message, "dynamic-store")

    def sees_names(self, given: Given) -> bool:
        """Whether what is executed sees the names around it: nothing else is given, or ``locals()``."""
        terms = self.inference.facts[given.at].terms
        calls = [terms[t] for t in given.terms()[1:]]
        return not calls or any(row[0] == "c" and terms[row[1]] in (("n", "locals"), ("n", "vars")) for row in calls)

    def is_program(self, given: Given, name: str) -> bool:
        """Whether what is executed may store: statements other than the text that stands there, and an expression that can.

        One that is made elsewhere is mostly a literal, or the ``repr`` of something: unless some text of the program stores.
        """
        terms = self.inference.facts[given.at].terms
        row = terms[given.arguments[0]] if given.arguments else ("?",)
        compiled = row[0] == "c" and terms[row[1]] == ("n", "compile")
        if name != "eval" or compiled:
            return compiled or row[0] != "s"
        return is_storing(row[1]) if row[0] == "s" else self.inference.table("storing", has_storing_text)

    def vars_argument(self, given: Given) -> None:
        """``f(obj, default=vars)``: whatever the call is given may have its dict read."""
        terms = self.inference.facts[given.at].terms
        if not any(terms[t] == ("n", "vars") for t in given.terms()):
            return
        if self.inference.name(given.at, given.index, "vars") == frozenset({("ext", "vars")}):
            for term in given.terms():
                self.block_instances(given, term, "vars is applied to the instance", "dict-use", followed=True)


def is_storing(text: str) -> bool:
    """Whether a text may store an attribute where it is run."""
    return any(word in text for word in STORING)


def has_storing_text(program: Sequence[FileFacts]) -> bool:
    """Whether any text of the program calls what stores an attribute."""
    return any(row[0] == "s" and "(" in row[1] and is_storing(row[1]) for facts in program for row in facts.terms)
