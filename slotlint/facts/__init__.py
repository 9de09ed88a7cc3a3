"""What one file says, and its encoding: the data that extraction gives and that the cache keeps."""

from slotlint.facts.model import (
    OF_CLASSES,
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
    "OF_CLASSES",
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
