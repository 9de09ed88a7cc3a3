"""What an expression may be: a small, flow-insensitive inference over terms.

One class in a chain of parts: core, containers, names, objects, annotations, attributes, externals, lookups, kinds,
calls, parameters, computed, terms. Each part uses the ones before it; what the core needs of later ones it declares.
"""

from __future__ import annotations

from slotlint.infer.callbacks import Callbacks
from slotlint.infer.near import Near
from slotlint.infer.sifted import Sifted
from slotlint.infer.terms import Inference
from slotlint.infer.values import UNKNOWN, Shape, Value, Values, plain_name
from slotlint.infer.wide import Wide

__all__ = ["UNKNOWN", "Callbacks", "Inference", "Near", "Shape", "Sifted", "Value", "Values", "Wide", "plain_name"]
