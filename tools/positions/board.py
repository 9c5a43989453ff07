"""
The board on which a position is put together: cards are taken from one pack, so none comes too often.

Law of this file: it places runs, sets and the like, whole or one card off, and knows no question.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Sequence
from random import Random

from tools.positions.dice import Below, Dice
from tools.positions.pack import (
    NO_TRUMP_LEVEL,
    SUITS,
    TRUMP,
    Layout,
    Options,
    faces_of,
    layout,
    levels_of,
)

__all__ = ["Board", "Cards", "Part"]

Cards = list[str]
#: copies of each face, number of neighbouring classes
Part = tuple[int, int]


class Board:
    """A pack from which a position takes its cards."""

    def __init__(
        self,
        rng: Random | Below,
        options: Options,
        *,
        level: str | None = None,
        trump: str | None = "any",
    ) -> None:
        self.dice = Dice(rng)
        self.options = options
        self.decks: int = options["cards.decks"]
        levels = levels_of(options)
        chosen = level or self.dice.pick(levels)
        if level is None and levels[-1] == NO_TRUMP_LEVEL and self.dice.one_in(6):
            chosen = NO_TRUMP_LEVEL
        if chosen == NO_TRUMP_LEVEL:
            trump = None
        elif trump == "any":
            trump = None if self.dice.one_in(5) else self.dice.pick(SUITS)
        self.layout: Layout = layout(options, chosen, trump)
        self.left = Counter(dict.fromkeys(faces_of(options), self.decks))

    @property
    def deal(self) -> dict[str, str | None]:
        """Return the level and the trump suit, as questions name them."""
        return {"level": self.layout.level, "trump": self.layout.trump}

    # --- groups ----------------------------------------------------------------------------------

    def group(self, classes: int = 1) -> str:
        """Return a group of so many classes at least; every second time that of the trumps."""
        fit = [name for name, all_ in self.layout.groups.items() if len(all_) >= classes]
        trumps = TRUMP in fit and (self.dice.one_in(2) or len(fit) == 1)
        return TRUMP if trumps else self.dice.pick([name for name in fit if name != TRUMP] or fit)

    def side(self) -> str:
        """Return a group that is not the trumps."""
        return self.dice.pick([name for name in self.layout.groups if name != TRUMP])

    def size(self, group: str) -> int:
        """Return the number of classes of a group."""
        return len(self.layout.groups[group])

    def start(self, group: str, length: int) -> int:
        """
        Return a class where something so long may begin.

        Often one near the level's gap or the upper end of the trumps, where the rules differ.
        """
        last = max(0, self.size(group) - length)
        if self.dice.one_in(3):
            return self.dice.between(0, last)
        return max(0, min(last, self._knot(group) - self.dice.between(0, length)))

    def _knot(self, group: str) -> int:
        """Return a class around which neighbours are in question."""
        classes, level = self.layout.groups[group], self.layout.level
        ranks = [face[1:] for cls in classes for face in cls[:1]]
        beyond = [i for i, cls in enumerate(classes) if cls[0][:1] not in SUITS or len(cls) > 1]
        if group == TRUMP and beyond and not self.dice.one_in(3):
            return beyond[0] + self.dice.below(len(classes) - beyond[0])
        order = ("2", "3", "4", "5", "6", "7", "8", "9", "10", "J", "Q", "K", "A")
        if level not in order:
            return self.dice.below(len(classes))
        place = order.index(level)
        lower = [i for i, rank in enumerate(ranks) if rank in order and order.index(rank) < place]
        return len(lower)

    # --- taking cards ----------------------------------------------------------------------------

    def take(self, face: str, copies: int = 1) -> Cards:
        """Take copies of a face; as many as there are left."""
        copies = min(copies, self.left[face])
        self.left[face] -= copies
        return [face] * copies

    def take_all(self, cards: Iterable[str]) -> Cards:
        """Take certain cards, as far as they are left."""
        return [card for wanted in cards for card in self.take(wanted)]

    def put_back(self, cards: Iterable[str]) -> None:
        """Put cards back."""
        self.left.update(cards)

    def of_class(self, group: str, index: int, copies: int) -> Cards:
        """Take copies of one face of a class; nothing where no face is left so often."""
        faces = self.layout.groups[group][index] if 0 <= index < self.size(group) else ()
        fit = [face for face in faces if self.left[face] >= copies]
        return self.take(self.dice.pick(fit), copies) if fit else []

    def run(self, group: str, start: int, part: Part) -> Cards:
        """Take a run from a class upwards; nothing where a face is missing."""
        width, length = part
        cards: Cards = []
        for index in range(start, start + length):
            step = self.of_class(group, index, width)
            if not step:
                self.put_back(cards)
                return []
            cards += step
        return cards

    def near(self, group: str, start: int, part: Part) -> Cards:
        """Take what is nearly a run: a class skipped, a card missing, or two faces for one."""
        width, length = part
        fault = self.dice.pick(("hole", "thin", "mixed", "short"))
        hole = self.dice.between(1, max(1, length - 1))
        cards: Cards = []
        for step in range(length):
            index = start + step + (1 if fault == "hole" and step >= hole else 0)
            copies = width
            if fault == "thin" and step == hole - 1:
                copies = max(1, width - 1)
            if fault == "short" and step == length - 1:
                copies = 1
            if fault == "mixed":
                cards += self.of_class(group, index, copies - 1) if copies > 1 else []
                cards += self.of_class(group, index, 1)
            else:
                cards += self.of_class(group, index, copies)
        return cards

    def runs(self, group: str, part: Part, *, tries: int = 4) -> Cards:
        """Take a run somewhere in a group; nothing where there is no place for it."""
        for _ in range(tries):
            cards = self.run(group, self.start(group, part[1]), part)
            if cards:
                return cards
        return []

    def dense(self, group: str, most: int, *, width: int = 6, start: int | None = None) -> Cards:
        """Take many copies of few neighbouring classes."""
        begin = self.start(group, width) if start is None else max(0, start)
        cards: Cards = []
        copies = {1: (1, 1, 0), 2: (2, 2, 1, 0), 3: (3, 2, 2, 1, 0), 4: (4, 3, 2, 2, 1, 0)}
        stretch = self.layout.groups[group][begin : begin + width]
        for face in self.dice.shuffled([face for cls in stretch for face in cls]):
            cards += self.take(face, self.dice.pick(copies[self.decks]))
        self.put_back(cards[most:])
        return cards[:most]

    def loose(self, group: str, number: int) -> Cards:
        """Take cards of a group, whichever."""
        faces = [face for cls in self.layout.groups.get(group, ()) for face in cls]
        return self._whichever(faces, number)

    def outside(self, group: str, number: int) -> Cards:
        """Take cards of other groups, whichever."""
        return self._whichever([f for f in self.layout.faces if self.not_in(f, group)], number)

    def any(self, number: int) -> Cards:
        """Take cards, whichever."""
        return self._whichever(self.layout.faces, number)

    def not_in(self, face: str, group: str) -> bool:
        """Tell whether a face is outside a group."""
        return self.layout.group_of[face] != group

    def _whichever(self, faces: Sequence[str], number: int) -> Cards:
        cards: Cards = []
        for _ in range(number):
            left = [face for face in faces if self.left[face]]
            if not left:
                break
            cards += self.take(self.dice.pick(left))
        return cards

    # --- looking at cards ------------------------------------------------------------------------

    def inside(self, cards: Iterable[str], group: str) -> Cards:
        """Return the cards that are of a group."""
        return [card for card in cards if self.layout.group_of[card] == group]

    def place(self, card: str) -> int:
        """Return the class of a card within its group."""
        return self.layout.class_of[card]

    def mixed_up(self, cards: Sequence[str]) -> Cards:
        """Return cards in random order."""
        return self.dice.shuffled(cards)
