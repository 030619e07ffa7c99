"""Trading sets: what a trade brings, and which trade is the best."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Iterator
from dataclasses import dataclass
from typing import TYPE_CHECKING

from ...errors import RuleError, TooLargeError
from ...guards import guarded
from ...values import show, whole
from .deck import Card, Cards, check_cards, sets_in, without
from .odds import expected_sets
from .rules import CLASSIC_CARDS, MOST_SETS, WILD, CardRules

if TYPE_CHECKING:
    from fractions import Fraction

# ways to trade that are looked at, a few seconds of work
MOST_WAYS = 50_000


@guarded
def territory_bonus(
    cards: Iterable[Card],
    owned: Collection[str],
    *,
    bonus_taken: int = 0,
    rules: CardRules = CLASSIC_CARDS,
) -> tuple[int, tuple[str, ...]]:
    """Return the extra armies for traded cards that show own territories, and which these are.

    >>> traded = (Card("infantry", "Alaska"), Card("infantry", "Peru"), Card("wild"))
    >>> territory_bonus(traded, {"Alaska", "Peru"})
    (2, ('Alaska', 'Peru'))
    >>> territory_bonus(traded, {"Alaska", "Peru"}, bonus_taken=2)
    (0, ())

    Parameters
    ----------
    cards : iterable of Card
        The cards of one trade.
    owned : collection of str
        The territories that the player holds.
    bonus_taken : int
        Extra armies that the player already got in this turn.
    rules : CardRules
        Says how many, and whether once a turn, once a trade, or for each card.

    Returns
    -------
    armies : int
        All extra armies of this trade.
    places : tuple of str
        Where they go. For each card: an equal share on every one of them. Once a turn or
        trade: all of them on the one that the player chooses.
    """
    shown = [card.territory for card in cards if card.territory]
    places = tuple([territory for territory in shown if territory in owned])
    each = rules.bonus_each(bonus_taken)
    if not (each and places):
        return 0, ()
    return each * (len(places) if rules.bonus_per == "card" else 1), places


@dataclass(frozen=True)
class TradeResult:
    """One set traded, and what it brings.

    >>> TradeResult((Card("infantry"), Card("cavalry"), Card("wild")), 4, 0, (), ()).armies
    4

    Parameters
    ----------
    cards : tuple of Card
        The set.
    value : int
        Armies for the set.
    bonus : int
        Extra armies for territories on its cards.
    places : tuple of str
        Where the extra armies go: see `territory_bonus`.
    keeps : tuple of Card
        The hand that is left.
    """

    cards: Cards
    value: int
    bonus: int
    places: tuple[str, ...]
    keeps: Cards

    @property
    def armies(self) -> int:
        """All armies that the trade brings."""
        return self.value + self.bonus


@guarded
def trade_cards(
    cards: Iterable[Card],
    hand: Iterable[Card] | None = None,
    *,
    sets_traded: int = 0,
    owned: Collection[str] = (),
    bonus_taken: int = 0,
    rules: CardRules = CLASSIC_CARDS,
) -> TradeResult:
    """Return what trading exactly these cards brings.

    >>> set_ = (Card("infantry", "Alaska"), Card("cavalry"), Card("artillery"))
    >>> done = trade_cards(set_, sets_traded=5, owned=["Alaska"])
    >>> done.value, done.bonus, done.places
    (15, 2, ('Alaska',))

    Parameters
    ----------
    cards : iterable of Card
        The set.
    hand : iterable of Card, optional
        The hand it is part of; just the set if left out.
    sets_traded : int
        Sets traded before by anybody, 0 or more.
    owned : collection of str
        The territories that the player holds.
    bonus_taken : int
        Extra armies that the player already got in this turn.
    rules : CardRules
        Says what a set is and what it is worth.

    Returns
    -------
    TradeResult
        The armies and the cards kept.

    Raises
    ------
    InputError
        Something that is no card.
    RuleError
        No set, a card that is not in the hand, or a hand that the deck cannot hold.
    """
    chosen = check_cards(cards, rules=rules)
    held = chosen if hand is None else check_cards(hand, rules=rules)
    value = rules.value([card.symbol for card in chosen], sets_traded)
    bonus, places = territory_bonus(
        chosen, owned, bonus_taken=whole("bonus_taken", bonus_taken, 0), rules=rules
    )
    return TradeResult(chosen, value, bonus, places, without(held, chosen))


@dataclass(frozen=True, repr=False)
class RankedTrade:
    """A way to trade, and what ranks it among the ways that bring as many armies.

    >>> hand = [Card("infantry")] * 3 + [Card("wild")]
    >>> [(way.wilds, float(way.expected_sets)) for way in rank_trades(hand)]
    [(1, 1.0), (0, 0.3717948717948718)]

    Parameters
    ----------
    trades : tuple of TradeResult
        The sets, one after the other.
    expected_sets : Fraction
        What the hand that is kept brings over the next two turns: see `expected_sets`.
    wilds : int
        Wilds kept.
    own : int
        Cards kept that show own territories.
    """

    trades: tuple[TradeResult, ...]
    expected_sets: Fraction
    wilds: int
    own: int

    def __repr__(self) -> str:
        keeps = ", ".join(map(str, self.keeps)) or "nothing"
        sets = float(self.expected_sets)
        return f"<RankedTrade for {self.armies} armies: keeps {keeps}, {sets:.4f} sets to come>"

    @property
    def armies(self) -> int:
        """All armies that the sets bring."""
        return sum(result.armies for result in self.trades)

    @property
    def keeps(self) -> Cards:
        """The hand that is left at last."""
        return self.trades[-1].keeps


@guarded
def rank_trades(
    hand: Iterable[Card],
    *,
    sets: int = 1,
    sets_traded: int = 0,
    owned: Collection[str] = (),
    bonus_taken: int = 0,
    seen: Iterable[Card] = (),
    rules: CardRules = CLASSIC_CARDS,
) -> tuple[RankedTrade, ...]:
    """Return all ways to trade so many sets that bring the most armies, the best way first.

    >>> hand = [Card(s) for s in ("infantry", "infantry", "infantry", "wild", "cavalry", "cavalry")]
    >>> best, *others = rank_trades(hand)
    >>> [card.symbol for card in best.keeps], best.expected_sets, len(others)
    (['cavalry', 'cavalry', 'wild'], Fraction(1, 1), 3)

    The most armies in all, territory bonus included, are what counts first: other ways are left
    out. Among equals the hand that is kept decides: by the sets it brings over the next two
    turns on average, then by the wilds in it, then by the cards of own territories, then by the
    order of the cards.

    Parameters
    ----------
    hand : iterable of Card
        The cards held.
    sets : int
        Sets to trade in a row, 1 or more, such as 2 for a hand of 8 after an elimination.
    sets_traded, owned, bonus_taken, rules
        As in `trade_cards`.
    seen : iterable of Card
        Cards that cannot be drawn, such as the discards; they count for what is kept.

    Returns
    -------
    tuple of RankedTrade
        The ways, in order.

    Raises
    ------
    InputError
        Something that is no card.
    RuleError
        A hand without so many sets, or one that the deck cannot hold with what was seen.
    TooLargeError
        More than 50,000 ways to trade them, like cards told apart by own territories.
    """
    held, seen, mine = tuple(sorted(hand)), tuple(seen), frozenset(owned)
    check_cards((*held, *seen), rules=rules)
    whole("sets", sets, 1)
    whole("sets_traded", sets_traded, 0, MOST_SETS)
    best: list[tuple[TradeResult, ...]] = []
    most = -1
    for count, plan in enumerate(_plans(held, sets, mine, rules)):
        if count >= MOST_WAYS:
            raise TooLargeError(
                f"there are more than {MOST_WAYS:,} ways to trade {sets} sets of {len(held)} "
                f"cards; trade fewer sets at once"
            )
        results = []
        left, taken = held, bonus_taken
        for number, chosen in enumerate(plan):
            result = trade_cards(
                chosen,
                left,
                sets_traded=sets_traded + number,
                owned=mine,
                bonus_taken=taken,
                rules=rules,
            )
            left, taken = result.keeps, taken + result.bonus
            results.append(result)
        armies = sum(result.armies for result in results)
        if armies > most:
            best, most = [], armies
        if armies == most:
            best.append(tuple(results))
    if not best:
        wanted = "a set" if sets == 1 else f"{show(sets)} sets"
        raise RuleError(rules.set_rule, f"the hand does not hold {wanted}")
    prospects: dict[tuple[str, ...], Fraction] = {}
    ways = []
    for results_of in best:
        keeps = results_of[-1].keeps
        symbols = tuple([card.symbol for card in keeps])
        if symbols not in prospects:
            gone = (*without(held, keeps), *seen)
            prospects[symbols] = expected_sets(keeps, seen=gone, rules=rules)
        own = sum(card.territory in mine for card in keeps)
        ways.append(RankedTrade(results_of, prospects[symbols], symbols.count(WILD), own))
    return tuple(sorted(ways, key=lambda way: (-way.expected_sets, -way.wilds, -way.own)))


@guarded
def best_trades(
    hand: Iterable[Card],
    *,
    sets: int = 1,
    sets_traded: int = 0,
    owned: Collection[str] = (),
    bonus_taken: int = 0,
    seen: Iterable[Card] = (),
    rules: CardRules = CLASSIC_CARDS,
) -> tuple[TradeResult, ...]:
    """Return the trades of so many sets that bring the most, one after the other.

    >>> hand = (Card("wild"), Card("infantry", "Peru"), Card("cavalry"), Card("artillery"))
    >>> best = best_trades(hand)[0]
    >>> [card.symbol for card in best.cards], [card.symbol for card in best.keeps]
    (['artillery', 'cavalry', 'infantry'], ['wild'])
    >>> best_trades(hand, owned=["Peru"])[0].bonus
    2

    The most armies in all, territory bonus included, come first; `rank_trades` says how equals
    are ranked, and returns them all.

    Parameters
    ----------
    hand : iterable of Card
        The cards held.
    sets : int
        Sets to trade in a row, 1 or more, such as 2 for a hand of 8 after an elimination.
    sets_traded, owned, bonus_taken, rules
        As in `trade_cards`.
    seen : iterable of Card
        Cards that cannot be drawn, such as the discards; they count for what is kept.

    Returns
    -------
    tuple of TradeResult
        The trades, in order.

    Raises
    ------
    InputError
        Something that is no card.
    RuleError
        A hand without so many sets, or one that the deck cannot hold with what was seen.
    TooLargeError
        More than 50,000 ways to trade them, like cards told apart by own territories.
    """
    return rank_trades(
        hand,
        sets=sets,
        sets_traded=sets_traded,
        owned=owned,
        bonus_taken=bonus_taken,
        seen=seen,
        rules=rules,
    )[0].trades


@guarded
def best_trade(
    hand: Iterable[Card],
    *,
    sets_traded: int = 0,
    owned: Collection[str] = (),
    bonus_taken: int = 0,
    seen: Iterable[Card] = (),
    rules: CardRules = CLASSIC_CARDS,
) -> TradeResult:
    """Return the one trade that brings the most: `best_trades` for one set.

    >>> best_trade([Card("infantry")] * 4, sets_traded=7).value
    25

    Parameters
    ----------
    hand : iterable of Card
        The cards held.
    sets_traded, owned, bonus_taken, seen, rules
        As in `best_trades`.

    Returns
    -------
    TradeResult
        The trade.
    """
    return best_trades(
        hand,
        sets_traded=sets_traded,
        owned=owned,
        bonus_taken=bonus_taken,
        seen=seen,
        rules=rules,
    )[0]


def _plans(
    hand: Cards, sets: int, owned: frozenset[str], rules: CardRules
) -> Iterator[tuple[Cards, ...]]:
    """Iterate over ways to trade so many sets, those that differ only in like cards once.

    Two cards are alike here if they bear the same symbol and both show an own territory, or
    both do not. The sets of a way rise, so that no way comes in two orders.
    """

    def likeness(cards: Cards) -> tuple[tuple[str, bool], ...]:
        return tuple(sorted((card.symbol, card.territory in owned) for card in cards))

    def plans(hand: Cards, sets: int, floor: object) -> Iterator[tuple[Cards, ...]]:
        if not sets:
            yield ()
            return
        unlike = {likeness(chosen): chosen for chosen in reversed(sets_in(hand, rules=rules))}
        for like, chosen in sorted(unlike.items()):
            if floor is None or like >= floor:  # type: ignore[operator]
                for more in plans(without(hand, chosen), sets - 1, like):
                    yield chosen, *more

    return plans(hand, sets, None)
