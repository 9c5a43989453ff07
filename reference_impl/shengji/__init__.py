"""
The Shengji engine: rules as data in, verdicts out, no I/O.

Chapter modules (`cards`, `shapes`, `lead`, `follow`, `trick`, `score`, `levels`) are public;
`questions.ask` answers what the protocol asks.
"""

from shengji.errors import MalformedInput, Refusal, Unsupported
from shengji.questions import QUESTIONS, ask
from shengji.rules import RuleSet

__all__ = ["QUESTIONS", "MalformedInput", "Refusal", "RuleSet", "Unsupported", "ask"]
