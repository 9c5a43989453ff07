"""Faults in throws: what beats them, what is forced, what a failed one costs."""

# ruff: noqa: ANN001, ANN002, ANN202  (what a replacement takes is what the original takes)
# mypy: allow-untyped-defs, allow-untyped-calls

from __future__ import annotations

from shengji import lead
from shengji.lead import Verdict
from shengji.shapes import starts

from tools.mutants.bugs.entry import Catalogue, under

__all__ = ["BUGS"]

BUGS = Catalogue()
bug = BUGS.bug
BEATS, HANDS, VERDICT, FORCED = "lead:_beats", "lead:challengers", "lead:verdict", "lead:_forced"


def _whole(parts):
    return Verdict(stands=True, played=[c for part in parts for c in part.cards], penalty=0)


def _best(group, hand, part):
    """Return the mask of the places where a hand has a component of that shape, from its start up."""
    return starts(group.classes_with(group.of(hand), part.width), part.length)


@bug("THV-01a", "Any pair or tractor stops a throw, however low", "lead.throw-stands", at=BEATS)
def _(original):
    return lambda rules, order, group, hand, part: (
        original(rules, order, group, hand, part)
        or (part.width > 1 and bool(_best(group, hand, part)))
    )


@bug(
    "THV-01b",
    "Only a component that is no part of a longer one stops a throw",
    "lead.component-inside",
    at=BEATS,
)
def _(original):
    def beats(rules, order, group, hand, part):
        longer = part._replace(length=part.length + 1, top=part.length)
        found = original(rules, order, group, hand, part)
        return found and not (part.length > 1 and _best(group, hand, longer))

    return beats


@bug("THV-01c", "A triple is no pair against a throw", "lead.component-inside", at=BEATS)
def _(original):
    def beats(rules, order, group, hand, part):
        x = group.of(hand)
        pairs = x - 3 * group.at_least(x, 3)
        if part.width != 2 or not x:
            return original(rules, order, group, hand, part)
        return bool(pairs) and original(rules, order, group, pairs << group.shift, part)

    return beats


@bug("THV-02a", "The other hands are taken as one", "lead.challengers", at=HANDS)
def _(original):
    return lambda rules, others: [sum(original(rules, others))]


@bug("THV-02b", "Only the next player's hand is looked at", "lead.challengers", at=HANDS)
def _(original):
    return lambda rules, others: original(rules, others)[:1]


@bug("THV-04a", "An equal component beats one of a throw", "lead.equal-stands", at=BEATS)
def _(original):
    return lambda rules, order, group, hand, part: (
        original(rules, order, group, hand, part)
        or bool(_best(group, hand, part) >> 8 * (part.top - part.length + 1) & 1)
    )


@bug("THV-04b", "An equal level card beats one of a throw", "lead.equal-stands", at=BEATS)
def _(original):
    return lambda rules, order, group, hand, part: (
        original(rules, order, group, hand, part)
        or (
            len(group.slots_of_class[part.top]) > 1
            and bool(_best(group, hand, part) >> 8 * (part.top - part.length + 1) & 1)
        )
    )


@bug("THV-05a", "Only the largest component is tested", "lead.throw-stands", at=VERDICT)
def _(original):
    def verdict(rules, order, group, parts, others):
        hands = lead.challengers(rules, others)
        beaten = any(lead._beats(rules, order, group, hand, parts[0]) for hand in hands)  # noqa: SLF001
        return original(rules, order, group, parts, others) if beaten else _whole(parts)

    return verdict


@bug("THV-05b", "Only single cards are tested", "lead.throw-stands", at=BEATS)
def _(original):
    return lambda rules, order, group, hand, part: (
        part.size == 1 and original(rules, order, group, hand, part)
    )


@bug("THV-07a", "The trumps of a void hand stop a throw", "lead.void-challenger", at=BEATS)
def _(original):
    return under(original, lead_void_ruff_counts=True)


@bug("THV-07b", "The trumps of a void hand never stop a throw", "lead.void-challenger", at=BEATS)
def _(original):
    return under(original, lead_void_ruff_counts=False)


@bug("THV-08a", "The partner's hand does not count", "lead.challengers", at=HANDS)
def _(original):
    return under(original, lead_challengers="opponents")


@bug("THV-08b", "The partner's hand always counts", "lead.challengers", at=HANDS)
def _(original):
    return under(original, lead_challengers="all-others")


@bug("THV-10a", "A beatable throw is no legal lead", "lead.forced", at=VERDICT)
def _(original):
    return under(original, lead_forced="refused")


@bug("THV-10b", "A beatable throw is always turned into a lead", "lead.forced", at=VERDICT)
def _(original):
    def verdict(rules, *args):
        refused = rules.lead_forced == "refused"
        play = under(original, lead_forced="lowest-beatable") if refused else original
        return play(rules, *args)

    return verdict


@bug(
    "THV-11a",
    "A level card in another hand counts in its printed suit",
    "lead.throw-stands",
    "cards.level-card-suit",
    at=BEATS,
)
def _(original):
    def beats(rules, order, group, hand, part):
        own = order.weight.get(group.name + order.level, 0)
        seen = part.size == 1 and group is not order.trump_group and hand & 0xFF * own
        return bool(seen) or original(rules, order, group, hand, part)

    return beats


@bug("CLS-13a", "A tractor is tested like a throw", "lead.single-component", at=VERDICT)
def _(original):
    def verdict(rules, order, group, parts, others):
        hands = lead.challengers(rules, others)
        alone = len(parts) == 1 and parts[0].length > 1
        if alone and any(lead._beats(rules, order, group, h, parts[0]) for h in hands):  # noqa: SLF001
            return Verdict(stands=False, played=parts[0].cards[:2], penalty=0)
        return original(rules, order, group, parts, others)

    return verdict


@bug("THF-01a", "The lowest part is forced, beaten or not", "lead.forced", at=FORCED)
def _(original):
    return lambda rules, order, group, parts, _beaten, hands: original(
        rules, order, group, parts, parts, hands
    )


@bug("THF-01b", "A single card is forced before any pair", "lead.forced", at=FORCED)
def _(_original):
    return lambda _rules, _order, _group, parts, _beaten, _hands: min(
        parts, key=lambda p: (p.size, p.top)
    )


@bug("THF-02a", "The highest beaten part is forced", "lead.forced", at=FORCED)
def _(_original):
    return lambda _rules, _order, _group, _parts, beaten, _hands: max(beaten, key=lambda p: p.top)


@bug("THF-02b", "The largest beaten part is forced", "lead.forced", at=FORCED)
def _(_original):
    return lambda _rules, _order, _group, _parts, beaten, _hands: beaten[0]


@bug("THF-03a", "The smallest beaten part is forced, not the lowest", "lead.forced", at=FORCED)
def _(original):
    def forced(rules, *args):
        lowest = rules.lead_forced == "lowest-beatable"
        play = under(original, lead_forced="smallest-beatable") if lowest else original
        return play(rules, *args)

    return forced


@bug("THF-03b", "The lowest beaten part is forced, not the smallest", "lead.forced", at=FORCED)
def _(original):
    def forced(rules, *args):
        smallest = rules.lead_forced == "smallest-beatable"
        play = under(original, lead_forced="lowest-beatable") if smallest else original
        return play(rules, *args)

    return forced


@bug("THF-05a", "Of a forced part one card a rank is played", "lead.forced", at=VERDICT)
def _(original):
    def verdict(*args):
        found = original(*args)
        short = isinstance(found, Verdict) and not found.stands
        return found._replace(played=[*dict.fromkeys(found.played)]) if short else found

    return verdict


@bug("THF-10a", "The penalty counts every card tried", "lead.penalty", at="lead:_penalty")
def _(original):
    return lambda rules, forced, withdrawn: original(rules, forced + withdrawn, forced + withdrawn)


@bug("THF-10b", "A failed throw costs nothing", "lead.penalty", at="lead:_penalty")
def _(_original):
    return lambda _rules, _forced, _withdrawn: 0


@bug("THF-10c", "A failed throw costs 10 under all rules", "lead.penalty", at="lead:_penalty")
def _(_original):
    return lambda _rules, _forced, _withdrawn: 10


@bug("THF-12a", "An identical card beats one of a throw", "lead.equal-stands", at=BEATS)
def _(original):
    def beats(rules, order, group, hand, part):
        same = all(hand & 0xFF * order.weight[face] for face in part.faces)
        return (same and part.size == 1) or original(rules, order, group, hand, part)

    return beats


@bug("ROB-02a", "A lead without cards is legal", "lead.not-empty", at="lead:refusal")
def _(original):
    return lambda order, hand, cards: original(order, hand, cards) if cards else None
