"""Following: suit, structure and filler.

Law of this file: a follow is legal when, of all ways to choose as many cards of the led group from
the hand, none matches the lead better: `match(lead, play) == match(lead, hand)`. A match is a list
of rungs, one for each component of the lead, largest first; `ladders` says which rungs a component
has. A *state* of a hand is what is left after placing runs, and how many triples and pairs it still
owes.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from math import comb
from typing import NamedTuple

from shengji.cards import Group, Order
from shengji.errors import Refusal
from shengji.ladders import Rung, ladder
from shengji.rules import RuleSet
from shengji.shapes import Component, decompose, placements, run_lengths, starts

__all__ = ["count", "has_structure", "match", "refusal", "rungs_of", "selections", "subsets"]


def refusal(
    rules: RuleSet, order: Order, lead: int, hand: int, cards: int, n: int
) -> Refusal | None:
    """
    Return why a follow is illegal, or None.

    `lead` is of one group and not empty, `hand` holds at least as many cards, `n` cards are played.
    Rules follow.count, follow.cards-in-hand, follow.suit, follow.short, and the structure rules.
    """
    group = order.group(lead)
    assert group is not None
    led = group.of(lead)
    owed = led % 255
    if n != owed:
        return Refusal("follow.count", (("owed", owed), ("played", n)))
    if not order.contains(hand, cards):
        return Refusal("follow.cards-in-hand")
    held = group.of(hand)
    play = group.of(cards)
    in_hand = held % 255
    if play % 255 < min(owed, in_hand):
        return Refusal("follow.suit", (("group", group), ("held", in_hand)))
    if in_hand <= owed or owed == 1:
        return None
    return _structure_refusal(rules, group, led, held, play)


def _structure_refusal(
    rules: RuleSet, group: Group, led: int, held: int, play: int
) -> Refusal | None:
    """Return the structure rule that a play of the led group breaks, or None."""
    if not has_structure(rules, group, led):
        return None
    parts = decompose(rules, group, led)
    best = match(rules, group, parts, held, held)
    reached = match(rules, group, parts, held, play, lone_only=False)
    if reached < best:
        rule = f"follow.{parts[0].type}" if len(parts) == 1 else "follow.throw"
        return Refusal(rule, (("components", parts), ("rungs", rungs_of(rules, parts, best))))
    if rules.follow_filler != "free" and not _filled(rules, group, parts, held, play, reached):
        return Refusal("follow.filler", (("components", parts),))
    return None


# --- matching ------------------------------------------------------------------------------------


class State(NamedTuple):
    """What is left of a selection, and the sets it still owes to the components answered so far."""

    x: int
    triples: int = 0
    pairs: int = 0
    #: pairs owed that must not come out of a tractor
    lone: int = 0


class Holding(NamedTuple):
    """A selection, and which of its sets count in the hand it comes from."""

    group: Group
    x: int
    #: faces held three times are no pairs, and count only as they are held (follow.protected-triple)
    genuine: bool
    #: mask of the faces whose pairs stand in no tractor of the hand (follow.protected-tractor)
    lone: int | None

    def feasible(self, state: State) -> bool:
        """Tell whether the triples and pairs owed can all be taken from what is left."""
        if self.lone is None:
            return _pairs_left(self, state.x, state.triples) >= state.pairs
        rest = state.x
        return any(
            _pairs_left(self, left & 0xFF * self.lone, 0) >= state.lone
            and _pairs_left(self, left, 0) >= state.pairs + state.lone
            for left in _without_triples(self, rest, state.triples)
        )

    def without(self, x: int, widths: tuple[int, ...]) -> Iterator[int]:
        """Yield what is left after taking a run of so many copies of each class, either end first."""
        for way in {widths, widths[::-1]}:
            for left, _ in placements(self.group, x, way, genuine=self.genuine):
                yield left


def _pairs_left(holding: Holding, x: int, triples: int) -> int:
    """Return how many pairs remain beside so many triples; -1 if there are not so many triples."""
    group = holding.group
    threes = group.at_least(x, 3)
    held = threes.bit_count()
    if held < triples:
        return -1
    if holding.genuine:
        return (group.at_least(x, 2) ^ threes).bit_count()
    pairs = (x >> 1 & group.threes) % 255
    cheap = held - group.at_least(x, 4).bit_count()
    return pairs - triples - max(0, triples - cheap)


def _without_triples(holding: Holding, x: int, triples: int) -> Iterator[int]:
    """Yield what is left after taking so many triples, in every way."""
    if not triples:
        yield x
        return
    for left in holding.without(x, (3,)):
        yield from _without_triples(holding, left, triples - 1)


def _holding(
    rules: RuleSet, group: Group, held: int, selection: int, *, lone_only: bool
) -> Holding:
    """Reduce a selection to the sets that count, given the hand it comes from."""
    genuine = not rules.follow_break_triples and rules.cards_decks > 2
    if genuine:
        twos, threes = group.exactly(held, 2), group.at_least(held, 3)
        selection = 2 * (twos & group.at_least(selection, 2)) + 3 * (
            threes & group.at_least(selection, 3)
        )
    lone = None
    if lone_only and not rules.follow_break_tractor:
        lone = _lone_faces(rules, group, selection, genuine=genuine)
    return Holding(group, selection, genuine, lone)


def _lone_faces(rules: RuleSet, group: Group, held: int, *, genuine: bool) -> int:
    """Return the mask of the faces whose class is in no tractor of the hand."""
    lengths = run_lengths(rules, 2)
    pairs = group.fold(group.exactly(held, 2) if genuine else group.at_least(held, 2))
    begins = starts(pairs, lengths.start) if lengths else 0
    bound = 0
    for i in range(lengths.start):
        bound |= begins << 8 * i
    mask = group.ones & ~bound
    for extra, cls in group.extras:
        if bound >> cls & 1:
            mask &= ~(1 << extra)
    return mask


def match(
    rules: RuleSet,
    group: Group,
    parts: Sequence[Component],
    held: int,
    selection: int,
    *,
    lone_only: bool = True,
) -> tuple[int, ...]:
    """
    Return how well a selection answers a lead: for each component the rung reached, 0 the best.

    Numbers fall (0, -1, -2, ...), so the better match is the greater tuple; singles have no entry.
    With `lone_only`, pairs that stand in a tractor of the hand are not counted where the rules protect
    them: what is owed. Without it they are: what is given (rules follow.throw-order,
    follow.protected-tractor).
    """
    holding = _holding(rules, group, held, selection, lone_only=lone_only)
    states = {State(holding.x)}
    reached = []
    for part in parts:
        if part.width == 1:
            break
        for number, rung in enumerate(ladder(rules, part)):
            answers = {s for state in states for s in _answers(holding, part, state, rung)}
            if answers:
                states = answers
                reached.append(-number)
                break
    return tuple(reached)


def _answers(holding: Holding, part: Component, state: State, rung: Rung) -> Iterator[State]:
    """Yield the states in which a rung is met, one for each way to place its runs."""
    lone = rung.pairs if holding.lone is not None and part.length == 1 else 0
    owing = state._replace(
        triples=state.triples + rung.triples,
        pairs=state.pairs + rung.pairs - lone,
        lone=state.lone + lone,
    )
    if not rung.runs:
        if holding.feasible(owing):
            yield owing
        return
    for left in holding.without(state.x, rung.runs[0]):
        placed = owing._replace(x=left)
        if holding.feasible(placed):
            yield placed


def rungs_of(
    rules: RuleSet, parts: Sequence[Component], reached: Sequence[int]
) -> tuple[Rung, ...]:
    """Return the rungs that a match stands for."""
    return tuple(ladder(rules, part)[-n] for part, n in zip(parts, reached, strict=False))


# --- filler --------------------------------------------------------------------------------------


def _filled(
    rules: RuleSet,
    group: Group,
    parts: Sequence[Component],
    held: int,
    play: int,
    reached: tuple[int, ...],
) -> bool:
    """Tell whether the cards beyond the owed shape are the ones forced (rule follow.filler)."""
    forced = rules.follow_filler
    if len(parts) > 1 or (forced == "lowest-forced" and parts[0].length == 1):
        return True
    holding = _holding(rules, group, held, play, lone_only=False)
    (rung,) = rungs_of(rules, parts, reached)
    for left in _without(holding, holding.x, rung):
        shape = holding.x - left
        filler = _classes(group, play - shape)
        rest = _classes(group, held - shape)
        n = len(filler)
        if filler == (rest[:n] if forced == "lowest-forced" else rest[len(rest) - n :]):
            return True
    return False


def _without(holding: Holding, x: int, rung: Rung) -> Iterator[int]:
    """Yield what is left after taking a rung's shapes, in every way."""
    shapes = [*rung.runs, *[(3,)] * rung.triples, *[(2,)] * rung.pairs]
    if not shapes:
        yield x
        return
    rest = _rest(rung)
    for left in holding.without(x, shapes[0]):
        yield from _without(holding, left, rest)


def _rest(rung: Rung) -> Rung:
    if rung.runs:
        return rung._replace(runs=())
    if rung.triples:
        return rung._replace(triples=rung.triples - 1)
    return rung._replace(pairs=rung.pairs - 1)


def _classes(group: Group, x: int) -> list[int]:
    """Return the class of every card, lowest first."""
    return sorted(group.class_of[group.slot_of[card]] for card in group.tokens(x))


# --- all legal follows ---------------------------------------------------------------------------


def selections(rules: RuleSet, order: Order, lead: int, hand: int) -> Iterator[int]:
    """
    Yield every legal follow once, as a multiset of the whole pack.

    Built face by face; a branch ends where even all cards not yet decided cannot reach the match owed.
    """
    group = order.group(lead)
    assert group is not None
    led, held = group.of(lead), group.of(hand)
    owed, in_hand = led % 255, held % 255
    if in_hand <= owed:
        for filler in subsets(hand & ~group.mask, owed - in_hand):
            yield (held << group.shift) + filler
        return
    structured = has_structure(rules, group, led)
    parts = decompose(rules, group, led) if structured else ()
    best = match(rules, group, parts, held, held)

    def promising(cards: int) -> bool:
        return match(rules, group, parts, held, cards, lone_only=False) >= best

    for play in subsets(held, owed, promising):
        if not structured or _structure_refusal(rules, group, led, held, play) is None:
            yield play << group.shift


def count(rules: RuleSet, order: Order, lead: int, hand: int) -> int:
    """
    Return the number of legal follows; identical cards make no difference.

    The same sum as counting `selections`, but faces held once are not enumerated where nothing depends
    on which of them are played.
    """
    group = order.group(lead)
    assert group is not None
    led, held = group.of(lead), group.of(hand)
    owed, in_hand = led % 255, held % 255
    if in_hand <= owed:
        return _number_of_subsets(hand & ~group.mask, owed - in_hand)
    if not has_structure(rules, group, led):
        return _number_of_subsets(held, owed)
    if rules.follow_filler != "free":
        return sum(1 for _ in selections(rules, order, lead, hand))
    parts = decompose(rules, group, led)
    best = match(rules, group, parts, held, held)
    singles = group.exactly(held, 1)
    sets = held - singles
    number = singles.bit_count()

    def promising(cards: int) -> bool:
        return match(rules, group, parts, held, cards, lone_only=False) >= best

    return sum(
        comb(number, owed - chosen)
        for chosen in range(max(0, owed - number), owed + 1)
        for _ in subsets(sets, chosen, promising)
    )


def has_structure(rules: RuleSet, group: Group, led: int) -> bool:
    """Tell whether a lead asks for more than its suit (rules follow.no-structure, follow.throw)."""
    if rules.follow_pairs == "free" or not group.at_least(led, 2):
        return False
    return rules.follow_throw == "full" or len(decompose(rules, group, led)) == 1


def subsets(x: int, n: int, promising: Callable[[int], bool] = lambda _: True) -> Iterator[int]:
    """Yield the multisets of `n` cards out of `x` that, with all cards undecided, stay promising."""
    total = x % 255
    if n > total or not promising(x):
        return
    if n == total:
        yield x
        return
    if n == 0:
        if promising(0):
            yield 0
        return
    field = 8 * ((x.bit_length() - 1) // 8)
    copies = x >> field
    rest = x ^ copies << field
    for taken in range(min(copies, n), -1, -1):
        own = taken << field

        def still_promising(cards: int, own: int = own) -> bool:
            return promising(cards + own)

        for chosen in subsets(rest, n - taken, still_promising):
            yield own + chosen


def _number_of_subsets(x: int, n: int) -> int:
    """Return how many multisets of `n` cards `x` has."""
    ways = [1] + [0] * n
    for copies in filter(None, x.to_bytes((x.bit_length() + 7) // 8, "little")):
        ways = [sum(ways[max(0, i - copies) : i + 1]) for i in range(n + 1)]
    return ways[n]
