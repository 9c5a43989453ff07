"""Whole random deals keep the laws of dealing; each law fires on a broken engine."""

from __future__ import annotations

import pytest
from shengji import game, record
from shengji import legal as listing
from shengji.game import Event, Phase, State
from shengji.view import view
from shengji_spec import load_spec, resolve

from tools import random_deals
from tools.random_deals import Broken, deal_by_seed, main, rule_set

DEALS = 12


@pytest.mark.parametrize("variant", sorted(load_spec().variants))
def test_random_deals_keep_every_law(variant):
    """Cards and points are conserved, views hide, `legal` and `check` agree, records replay."""
    rules = rule_set(resolve(variant))

    for seed in range(1000, 1000 + DEALS):
        assert deal_by_seed(rules, seed)["play"]


def test_the_same_seed_gives_the_same_deal():
    """A seed fixes the cards and all that is done with them."""
    rules = rule_set(resolve("henan"))

    assert deal_by_seed(rules, 5) == deal_by_seed(rules, 5)


def lose_a_card(monkeypatch):
    laid = game._laid  # noqa: SLF001
    monkeypatch.setattr(
        game, "_laid", lambda *state_and_play: laid(*state_and_play)._replace(hands=((),) * 4)
    )


def count_for_both_sides(monkeypatch):
    laid = game._laid  # noqa: SLF001
    monkeypatch.setattr(
        game,
        "_laid",
        lambda *state_and_play: laid(*state_and_play)._replace(taken=state_and_play[0].taken + 200),
    )


def show_a_neighbour(monkeypatch):
    def leaky(state: State, seat: int):
        return view(state, seat)._replace(turned=state.hands[(seat + 1) % 4])

    monkeypatch.setattr(random_deals, "view", leaky)


def list_a_play_too_many(monkeypatch):
    def generous(state: State):
        yield from listing.legal(state)
        yield Event("play", 0, ())

    monkeypatch.setattr(random_deals, "legal", generous)


def list_a_play_too_few(monkeypatch):
    def mean(state: State):
        return (e for e in listing.legal(state) if state.phase is not Phase.COUNTER or e.cards)

    monkeypatch.setattr(random_deals, "legal", mean)


def forget_an_event(monkeypatch):
    row = record.event_row
    monkeypatch.setattr(
        random_deals, "event_row", lambda e: {**row(e), "seat": 0} if e.kind == "bury" else row(e)
    )


@pytest.mark.parametrize(
    "breakage",
    [
        lose_a_card,
        count_for_both_sides,
        show_a_neighbour,
        list_a_play_too_many,
        list_a_play_too_few,
        forget_an_event,
    ],
)
def test_a_broken_engine_breaks_a_law(monkeypatch, breakage):
    """Each law fires."""
    breakage(monkeypatch)
    rules = rule_set(resolve("henan"))

    with pytest.raises((Broken, AssertionError)):
        [deal_by_seed(rules, seed) for seed in range(30)]


def test_the_command_names_the_seed(monkeypatch, capsys):
    """A broken law is reported with what repeats it."""
    show_a_neighbour(monkeypatch)

    assert main(["--number", "2", "--variant", "one-deck"]) == 1
    assert "one-deck: seed 0: Broken" in capsys.readouterr().err
