"""
The Shengji engine: rules as data in, verdicts out, no I/O.

Chapter modules (`cards`, `shapes`, `deal`, `declare`, `counter`, `bury`, `lead`, `follow`, `trick`, `score`,
`levels`, `settle`) are public; `questions.ask` answers what the protocol asks. A whole deal is a value:
`game.begin`, `game.check`, `game.apply`, `legal.legal`, `view.view`; `record` writes it down and plays it
again.
"""

from shengji.errors import MalformedInput, Refusal, Unsupported
from shengji.questions import QUESTIONS, ask
from shengji.rules import RuleSet

__all__ = ["QUESTIONS", "MalformedInput", "Refusal", "RuleSet", "Unsupported", "ask"]
