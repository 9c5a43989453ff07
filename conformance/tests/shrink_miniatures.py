"""
Miniature adapters for shrinking: a reference, oracles, and liars that are wrong about some positions only.

Run as `python shrink_miniatures.py NAME`. All but the last two know the fixture's silly rule alone; the last
two are the real engine with one fault.
"""

# ruff: noqa: ARG002

import os
import sys
import time

from miniatures import Miniature, right


class Reference(Miniature):
    """Right; a follow of nothing is no position."""

    def answer(self, method, params):
        if method != "judge_follow":
            return {"error": {"code": -32601, "message": "not here"}}
        if not params["lead"] or not params["cards"]:
            return {"error": {"code": -32602, "message": "nothing is no card"}}
        return right(method, params)


class ClubsAreHearts(Reference):
    """Takes clubs for hearts."""

    def answer(self, method, params):
        found = super().answer(method, params)
        return {"result": {"legal": True}} if any(c[0] == "C" for c in params["cards"]) else found


class TwoFaults(ClubsAreHearts):
    """Takes clubs for hearts, and refuses whoever has few cards."""

    def answer(self, method, params):
        if len(params["hand"]) < 3:
            return {"result": {"legal": False, "rule": "follow.few"}}
        return super().answer(method, params)


class DiesOfThree(Reference):
    """Dies of hands of three cards and more."""

    def answer(self, method, params):
        if len(params["hand"]) >= 3:
            print("no room", file=sys.stderr)
            os._exit(7)
        return super().answer(method, params)


class FallsAsleep(Reference):
    """Sleeps over hands of five cards and more."""

    def answer(self, method, params):
        if len(params["hand"]) >= 5:
            time.sleep(60)
        return super().answer(method, params)


class NoJokers(Reference):
    """Takes positions with a joker for none."""

    def answer(self, method, params):
        if "BJ" in params["hand"]:
            return {"error": {"code": -32602, "message": "BJ?"}}
        return super().answer(method, params)


class Moody(ClubsAreHearts):
    """Takes clubs for hearts, but small hands only once it is tired."""

    asked = 0

    def answer(self, method, params):
        self.asked += 1
        if self.asked == 1 and len(params["hand"]) < 5:
            return right(method, params)
        return super().answer(method, params)


class SlowClubs(ClubsAreHearts):
    """Takes clubs for hearts, slowly."""

    def answer(self, method, params):
        time.sleep(0.2)
        return super().answer(method, params)


class OtherOracle(Reference):
    """An oracle that holds everything to be legal that is played from fewer than four cards."""

    def answer(self, method, params):
        if len(params["hand"]) < 4:
            return {"result": {"legal": True}}
        return super().answer(method, params)


class SlowOracle(Reference):
    """An oracle that needs too long for hands of five cards."""

    def answer(self, method, params):
        if len(params["hand"]) > 4:
            time.sleep(60)
        return super().answer(method, params)


class IgnorantOracle(Miniature):
    """An oracle that knows nothing."""

    def answer(self, method, params):
        return {"error": {"code": -32601, "message": "what?"}}


def _engine():
    """Run the reference adapter in this process."""
    from shengji.__main__ import main

    sys.argv = ["shengji", "adapter"]
    sys.exit(main())


class NoRuff:
    """The engine, but nobody can ruff."""

    def run(self):
        import shengji.trick

        shengji.trick.is_ruff = lambda *_: False
        _engine()


class AlwaysStands:
    """The engine, but every throw stands."""

    def run(self):
        import shengji.lead

        shengji.lead.challengers = lambda *_: []
        _engine()


def _named(cls):
    return "".join(f"-{c.lower()}" if c.isupper() else c for c in cls.__name__).lstrip("-")


NAMES = {
    _named(c): c for c in list(globals().values()) if isinstance(c, type) and hasattr(c, "run")
}

if __name__ == "__main__":
    NAMES[sys.argv[1]]().run()
