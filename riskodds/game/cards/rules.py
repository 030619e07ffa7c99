"""The rules of the cards: which symbols there are, what makes a set, and what it is worth.

A set is three cards, and is named by the kinds it may pass for: "infantry" (three alike),
"one of each", and, when a wild is in it, also "two alike and a wild" or "three wilds". Two
infantry and a wild pass for "infantry" and for "two alike and a wild"; a table by kind pays the
better. Where stars are counted, a set is any number of cards and its kind is their sum, "4 stars".
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from functools import cached_property
from itertools import combinations_with_replacement
from typing import Literal, get_args

from ...errors import InputError, RuleError
from ...guards import guarded
from ...values import show, whole
from ...variants.presets import said
from ...vectors import Fixed
from ..fixed import changed_repr
from .values import ByKind, ByStars, Rising, check_pairs

WILD = "wild"
ONE_OF_EACH = "one of each"
ALIKE_AND_WILD = "two alike and a wild"
THREE_WILDS = "three wilds"
SET_SIZE = 3
MOST_SETS = 10**9
CLASSIC_SCHEDULE = Rising()

BonusPer = Literal["turn", "trade", "card"]
WildWith = Literal["any", "alike"]


@dataclass(frozen=True, repr=False)
class CardRules:
    """Everything that a table may agree on about the cards.

    >>> rules = CardRules()
    >>> rules.deck_size, rules.value(("cavalry", "wild", "infantry"), sets_traded=7)
    (44, 25)
    >>> CardRules(bonus_per="card").differences()
    ['bonus_per: card (classic: turn)']

    Parameters
    ----------
    symbols : tuple of (str, int)
        The symbols on the territory cards, and how many cards bear each.
    wilds : int
        Wild cards, which bear no territory.
    wild_with : {"any", "alike"}
        What a wild makes a set with: any two cards, other wilds too, or only two alike.
    schedule : Rising, ByKind or ByStars
        What a set is worth; with `ByStars` also what a set is.
    forced_at : int or None
        Who starts a turn with so many cards, or more, must trade until fewer are held. None:
        nobody must.
    forced_mid_turn : int or None
        Who takes the cards of an eliminated player and then holds so many, or more, must trade
        at once. None: nobody trades before the next turn.
    mid_turn_until : int
        A trade in mid-turn goes on, set by set, until so many cards are left, or fewer, and
        stops there.
    hand_limit : int or None
        Who holds so many cards draws no more. None: every card earned is drawn.
    bonus : int
        Extra armies for a traded card that shows a territory which its player holds, put there.
    bonus_per : {"turn", "trade", "card"}
        Whether so many are given in a turn at most, in a trade, or for each such card.
    recycle : bool
        Whether the discards are shuffled into a new pile when the draw pile is empty. If not,
        nobody draws from then on.
    takes_cards : bool
        Whether who eliminates a player takes their cards. If not, they are discarded.

    Raises
    ------
    InputError
        A value outside these ranges.
    """

    symbols: tuple[tuple[str, int], ...] = (("infantry", 14), ("cavalry", 14), ("artillery", 14))
    wilds: int = 2
    wild_with: WildWith = "any"
    schedule: Rising | ByKind | ByStars = CLASSIC_SCHEDULE
    forced_at: int | None = 5
    forced_mid_turn: int | None = 6
    mid_turn_until: int = 4
    hand_limit: int | None = None
    bonus: int = 2
    bonus_per: BonusPer = "turn"
    recycle: bool = True
    takes_cards: bool = True

    @guarded
    def __post_init__(self) -> None:
        check_pairs("symbols", self.symbols, "cards")
        whole("wilds", self.wilds, 0)
        whole("bonus", self.bonus, 0)
        whole("mid_turn_until", self.mid_turn_until, 0)
        for name in ("forced_at", "forced_mid_turn", "hand_limit"):
            if getattr(self, name) is not None:
                whole(name, getattr(self, name), 1)
        for name, allowed in (("wild_with", get_args(WildWith)), ("bonus_per", get_args(BonusPer))):
            if getattr(self, name) not in allowed:
                options = " or ".join(map(repr, allowed))
                raise InputError(f"{name} must be {options}, not {show(getattr(self, name))}")
        for name in ("recycle", "takes_cards"):
            if not isinstance(getattr(self, name), bool):
                raise InputError(f"{name} must be true or false, not {show(getattr(self, name))}")
        if not isinstance(self.schedule, Rising | ByKind | ByStars):
            raise InputError(
                f"schedule must be Rising, ByKind or ByStars, not {show(self.schedule)}"
            )
        if WILD in dict(self.symbols):
            raise InputError("wild cards are counted in wilds, not in symbols")
        if isinstance(self.schedule, ByStars) and (
            self.wilds or dict(self.schedule.stars).keys() != dict(self.symbols).keys()
        ):
            raise InputError("with stars there are no wilds, and every symbol has its stars")
        if isinstance(self.schedule, ByStars) and (self.forced_at or self.forced_mid_turn):
            raise InputError("with stars forced_at and forced_mid_turn must be None")

    @cached_property
    def counts(self) -> Mapping[str, int]:
        """How many cards of the full deck bear each symbol, wilds last."""
        return Fixed(dict(self.symbols) | ({WILD: self.wilds} if self.wilds else {}))

    @property
    def deck_size(self) -> int:
        """The cards of the full deck, missions left out."""
        return sum(self.counts.values())

    @cached_property
    def sets(self) -> Mapping[tuple[str, ...], tuple[str, ...]]:
        """Every set, as sorted symbols, with the kinds it passes for."""
        star_sets = self.schedule.sets() if isinstance(self.schedule, ByStars) else None
        found = self._triples() if star_sets is None else star_sets
        return Fixed({symbols: kinds for symbols, kinds in found if self.schedule.pays(kinds)})

    @cached_property
    def set_sizes(self) -> tuple[int, ...]:
        """How many cards a set may have, rising: three, unless stars are counted."""
        return tuple(sorted({len(symbols) for symbols in self.sets}))

    def __repr__(self) -> str:
        return changed_repr(self)

    def _triples(self) -> Iterator[tuple[tuple[str, ...], tuple[str, ...]]]:
        for symbols in combinations_with_replacement(sorted(self.counts), SET_SIZE):
            yield symbols, self._kinds(symbols)

    def _kinds(self, symbols: tuple[str, ...]) -> tuple[str, ...]:
        plain = sorted({symbol for symbol in symbols if symbol != WILD})
        wilds = symbols.count(WILD)
        alike = len(plain) == 1 and wilds < 2
        if self.wild_with == "alike" and wilds:
            return (ALIKE_AND_WILD,) if alike else ()
        if len(plain) == 2 and not wilds:
            return ()
        if alike:
            return (*plain, ALIKE_AND_WILD) if wilds else (*plain,)
        if wilds < SET_SIZE:
            return (*plain, ONE_OF_EACH) if wilds == 2 else (ONE_OF_EACH,)
        return (*(name for name, _ in self.symbols), ONE_OF_EACH, THREE_WILDS)

    @guarded
    def value(self, symbols: Iterable[str], sets_traded: int = 0) -> int:
        """Return the armies that a set with these symbols is worth.

        >>> CardRules().value(("wild", "wild", "infantry"))
        4

        Parameters
        ----------
        symbols : iterable of str
            The symbols of the cards, in any order.
        sets_traded : int
            Sets traded before by anybody, 0 to 1,000,000,000.

        Raises
        ------
        RuleError
            Cards that are no set under these rules.
        """
        symbols = tuple(sorted(symbols))
        kinds = self.sets.get(symbols)
        if kinds is None:
            raise RuleError(
                self.set_rule, f"{show(', '.join(symbols)) if symbols else 'nothing'} is no set"
            )
        return self.schedule.armies(kinds, whole("sets_traded", sets_traded, 0, MOST_SETS))

    @property
    def set_rule(self) -> str:
        """What a set is, in one line."""
        if isinstance(self.schedule, ByStars):
            return "a set is cards with as many stars as the table of sets lists"
        wild = "two alike with a wild" if self.wild_with == "alike" else "any two with a wild"
        return f"a set is three alike, one of each, or {wild}"

    @guarded
    def may_draw(self, held: int) -> bool:
        """Return whether a player who holds so many cards draws another one.

        >>> CardRules().may_draw(12), CardRules(hand_limit=7).may_draw(7)
        (True, False)
        """
        return self.hand_limit is None or held < self.hand_limit

    def bonus_each(self, given: int = 0) -> int:
        """Return the extra armies that a territory on a traded card gets.

        >>> CardRules().bonus_each(), CardRules(bonus=4).bonus_each(given=2)
        (2, 2)

        Per card, every own territory on the cards of a trade gets them; else one of them does.

        Parameters
        ----------
        given : int
            Extra armies that the player already got in this turn; once a turn they count towards
            `bonus`.
        """
        return max(0, self.bonus - given) if self.bonus_per == "turn" else self.bonus

    def differences(self) -> list[str]:
        """Return what differs from the classic rules, one line each."""
        classic = CardRules()
        return [
            f"{name}: {said(mine)} (classic: {said(theirs)})"
            for name in self.__dataclass_fields__
            if (mine := getattr(self, name)) != (theirs := getattr(classic, name))
        ]


CLASSIC_CARDS = CardRules()
_BY_SYMBOL = (("infantry", 4), ("cavalry", 6), ("artillery", 8), (ONE_OF_EACH, 10))

CARD_PRESETS: dict[str, CardRules] = {
    "classic": CLASSIC_CARDS,
    "fixed": CardRules(schedule=ByKind(_BY_SYMBOL)),
    "fixed-domination": CardRules(schedule=ByKind((*_BY_SYMBOL, (THREE_WILDS, 12)))),
    "italian-like": CardRules(
        schedule=ByKind(
            (
                ("artillery", 4),
                ("infantry", 6),
                ("cavalry", 8),
                (ONE_OF_EACH, 10),
                (ALIKE_AND_WILD, 12),
            )
        ),
        wild_with="alike",
        forced_at=None,
        forced_mid_turn=None,
    ),
    "stars-2008": CardRules(
        symbols=(("one star", 30), ("two stars", 12)),
        wilds=0,
        schedule=ByStars(
            stars=(("one star", 1), ("two stars", 2)), values=(2, 4, 7, 10, 13, 17, 21, 25, 30)
        ),
        forced_at=None,
        forced_mid_turn=None,
        bonus=0,
    ),
}
