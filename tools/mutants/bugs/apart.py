"""Faults of the research note that no question can express, and why not."""

from __future__ import annotations

from collections.abc import Mapping

__all__ = ["APART"]

FRIENDS = "It belongs to a game with called friends, which this specification does not have."
SESSION = (
    "It is a fault of a server that holds tables and players; a question is asked of one position."
)
ONCE = "A question is asked once and answered once; nothing of an earlier one is left to go wrong."

#: by id of `known-bugs`
APART: Mapping[str, str] = {
    "WIN-13": "No play is ever taken back.",
    "BOT-13": "A deal is played to its last card; ending it early is no option.",
    "SCO-12": FRIENDS,
    "LVL-10": FRIENDS,
    "LVL-11": "Players are named by their seats; there are no other ids.",
    "FRD-01": FRIENDS,
    "FRD-03": FRIENDS,
    "FRD-04": FRIENDS,
    "FRD-06": FRIENDS,
    "FRD-07": FRIENDS,
    "FRD-08": FRIENDS,
    "FRD-09": FRIENDS,
    "ROB-09": "No question asks what a seat sees; tests of the engine's views do.",
    "ROB-11": SESSION,
    "ROB-12": SESSION,
    "ROB-13": ONCE,
    "FLW-06": ONCE,
    "FLW-08": SESSION,
    "FLW-11": SESSION,
    "FLW-12": SESSION,
    "FLW-13": SESSION,
}
