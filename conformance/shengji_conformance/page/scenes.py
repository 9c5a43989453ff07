"""Which question is drawn how.

Law of this file: `SCENES` is the only list. A case may hold anything at all; a position that is not of the
expected shape is not drawn, and then told in words like everything that is not in the drawing.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping

from shengji_conformance.corpus import Case
from shengji_conformance.page import scenes_bid, scenes_match, scenes_play
from shengji_conformance.page.scene import Fact, Scene
from shengji_conformance.page.scenes_play import Answers, Given
from shengji_conformance.page.view import View
from shengji_conformance.positions import position

__all__ = ["SCENES", "facts", "scene"]

Draw = Callable[[Given, View, Answers], Scene]

SCENES: Mapping[str, Draw] = {
    "order_cards": scenes_play.cards,
    "classify": scenes_play.cards,
    "judge_lead": scenes_play.lead,
    "judge_follow": scenes_play.follow,
    "count_follows": scenes_play.count_follows,
    "judge_trick": scenes_play.trick,
    "judge_redeal": scenes_bid.redeal,
    "judge_declaration": scenes_bid.bid,
    "resolve_no_bid": scenes_bid.no_bid,
    "judge_counter": scenes_bid.bid,
    "judge_burial": scenes_bid.burial,
    "score_deal": scenes_match.score,
    "advance": scenes_match.advance,
    "settle": scenes_match.settle,
    "replay": scenes_match.replay,
}


def scene(case: Case, view: View, answers: Answers) -> Scene:
    """Return the table of a case; an empty one where it cannot be drawn."""
    draw = SCENES.get(case["question"])
    if draw is None:
        return Scene()
    try:
        return draw(case["given"], view, answers)
    except (KeyError, TypeError, ValueError, AttributeError, IndexError):
        return Scene()


def facts(case: Case, drawn: frozenset[str]) -> list[Fact]:
    """Return what of the position is not in the drawing, in words."""
    left = {key: found for key, found in case["given"].items() if key not in drawn}
    # A seat is told with its part in the deal, which takes the dealer to know.
    told = [list(position(case["question"], left, language)) for language in ("en", "zh")]
    return list(zip(*told, strict=True))
