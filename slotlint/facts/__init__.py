"""What one file says, and its encoding: the data that extraction gives and that the cache keeps."""

from slotlint.facts.model import (
    TEXT,
    Call,
    Checked,
    ClassFacts,
    DictUse,
    FileFacts,
    ItemStore,
    Member,
    Param,
    Read,
    Scope,
    Slots,
    Store,
    Term,
)
from slotlint.facts.packing import VERSION, dump, load

__all__ = [
    "TEXT",
    "VERSION",
    "Call",
    "Checked",
    "ClassFacts",
    "DictUse",
    "FileFacts",
    "ItemStore",
    "Member",
    "Param",
    "Read",
    "Scope",
    "Slots",
    "Store",
    "Term",
    "dump",
    "load",
]
