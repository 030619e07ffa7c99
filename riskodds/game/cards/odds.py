"""The odds of the cards, as exact fractions.

A hand and what was seen leave a known number of unseen cards of each symbol. Unknown cards,
whether they lie in the draw pile or in another player's hand, are any of them alike, so k
unknown cards bear given symbols in prod C(unseen, drawn) of C(all unseen, k) ways. Only
symbols count here; which territory a card shows does not.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import dataclass
from fractions import Fraction
from functools import cache, lru_cache
from math import comb, prod

from ...distribution import Distribution
from ...errors import InputError
from ...guards import guarded
from ...values import show, whole
from .deck import Card, check_cards
from .forced import trades_owed
from .rules import CLASSIC_CARDS, MOST_SETS, CardRules

Counts = tuple[int, ...]  # cards by symbol, in the order of CardRules.counts


@guarded
def set_chance(
    draws: int,
    *,
    hand: Iterable[Card] = (),
    seen: Iterable[Card] = (),
    sets: int = 1,
    rules: CardRules = CLASSIC_CARDS,
) -> Fraction:
    """Return the chance that a hand holds a set after it gets so many unknown cards.

    >>> set_chance(3), set_chance(2, hand=[Card("infantry"), Card("infantry")])
    (Fraction(200, 473), Fraction(97, 123))
    >>> set_chance(5, hand=[Card("infantry")], sets=2)
    Fraction(848, 1763)

    Parameters
    ----------
    draws : int
        Unknown cards that the hand gets: drawn, or taken from an eliminated player.
    hand : iterable of Card
        The cards already held.
    seen : iterable of Card
        Cards that cannot be among the unknown ones: discards, cards shown by others.
    sets : int
        Sets wanted at once, each of cards of its own; 1 or more.
    rules : CardRules
        The deck, and what a set is.

    Returns
    -------
    Fraction
        The chance.

    Raises
    ------
    InputError
        More draws than unseen cards, or something that is no card.
    RuleError
        More cards of a symbol than the deck has.
    """
    whole("sets", sets, 1)
    held, unseen = _known(hand, seen, rules)
    whole("draws", draws, 0, sum(unseen))
    return _mean(unseen, draws, lambda drawn: _can_make(_plus(held, drawn), sets, rules))


@guarded
def cards_until_set(
    *, hand: Iterable[Card] = (), seen: Iterable[Card] = (), rules: CardRules = CLASSIC_CARDS
) -> Distribution:
    """Return the distribution of how many further cards it takes until the hand holds a set.

    >>> wait = cards_until_set()
    >>> list(wait)[0], wait.mean
    ((3, Fraction(200, 473)), Fraction(72921, 19393))

    Parameters
    ----------
    hand, seen, rules
        As in `set_chance`.

    Returns
    -------
    Distribution
        Numbers of cards and their chances, as fractions.

    Raises
    ------
    InputError
        So many cards were seen that a set may never come; or something that is no card.
    RuleError
        More cards of a symbol than the deck has.
    """
    without_set = _without_set(*_known(hand, seen, rules), rules)
    if without_set[-1]:
        raise InputError(f"all {len(without_set) - 1} unseen cards together may make no set")
    before = (Fraction(1), *without_set)
    chances = {
        cards: start - end
        for cards, (start, end) in enumerate(zip(before, without_set, strict=False))
        if start != end
    }
    return Distribution(tuple(chances), tuple(chances.values()))


@guarded
def expected_draws(
    hand: Iterable[Card] = (), *, seen: Iterable[Card] = (), rules: CardRules = CLASSIC_CARDS
) -> Fraction:
    """Return how many further cards are drawn, on average, until the hand holds a set.

    >>> expected_draws([Card("infantry")]) > expected_draws([Card("wild")])
    True

    Where a set may never come, the count ends with the last unseen card. The errors are
    those of `cards_until_set`.

    Parameters
    ----------
    hand, seen, rules
        As in `set_chance`.

    Returns
    -------
    Fraction
        The mean.
    """
    return Fraction(sum(_without_set(*_known(hand, seen, rules), rules)[:-1]))


@guarded
def expected_sets(
    hand: Iterable[Card] = (), *, seen: Iterable[Card] = (), rules: CardRules = CLASSIC_CARDS
) -> Fraction:
    """Return how many sets a hand brings over the next two turns, on average.

    >>> expected_sets([Card("infantry")] * 2), expected_sets([Card("wild"), Card("infantry")])
    (Fraction(97, 123), Fraction(1, 1))

    One card is drawn before each of the two turns. The player then trades as few sets as the
    rules ask for on the first of them, those that leave most for the second, and on the second
    all that the hand holds: never trading early loses no set.

    Parameters
    ----------
    hand : iterable of Card
        The cards held.
    seen : iterable of Card
        Cards that cannot be drawn, such as the discards.
    rules : CardRules
        The rules of the cards.

    Returns
    -------
    Fraction
        Between 0 and the sets that a hand with two more cards can hold.

    Raises
    ------
    InputError, RuleError
        Something that is no card, or more cards than the deck has.
    """
    held, unseen = _known(hand, seen, rules)

    def first_turn(hand: Counts, left: Counts) -> Fraction:
        def second_turn(hand: Counts) -> Fraction:
            return _after_draw(hand, left, rules, lambda full, _: Fraction(_most_sets(full, rules)))

        owed = min(trades_owed(sum(hand), rules=rules), _most_sets(hand, rules))
        return owed + max(second_turn(kept) for kept in _kept(hand, owed, rules))

    return _after_draw(held, unseen, rules, first_turn)


@dataclass(frozen=True)
class TradeTiming:
    """What trading now and waiting for the next turn bring on average.

    >>> timing = trade_now_or_wait([Card("infantry")] * 3, others=1)
    >>> timing.now, timing.wait, timing.best
    (4, Fraction(6, 1), 'wait')

    Parameters
    ----------
    now : int
        Armies at once from trading now.
    later : Fraction
        Armies that the cards kept then bring next turn, on average.
    wait : Fraction
        Armies next turn, on average, if nothing is traded now.
    forced : bool
        Whether the hand is so large that waiting is not allowed.
    """

    now: int
    later: Fraction
    wait: Fraction
    forced: bool

    @property
    def best(self) -> str:
        """What brings more armies by the end of next turn: "now" or "wait"; alike, "now"."""
        return "now" if self.forced or self.now + self.later >= self.wait else "wait"


@guarded
def trade_now_or_wait(
    hand: Iterable[Card],
    *,
    sets_traded: int = 0,
    others: int | Mapping[int, object] = 0,
    draws: int | Mapping[int, object] = 1,
    seen: Iterable[Card] = (),
    rules: CardRules = CLASSIC_CARDS,
) -> TradeTiming:
    """Return the armies expected from trading now or next turn.

    >>> hand = [Card("infantry"), Card("cavalry"), Card("artillery"), Card("wild")]
    >>> timing = trade_now_or_wait(hand, sets_traded=2, others={0: 0.5, 1: 0.5})
    >>> timing.now, timing.wait, float(timing.later)
    (8, Fraction(9, 1), 0.0)

    Parameters
    ----------
    hand : iterable of Card
        The cards held now.
    sets_traded : int
        Sets traded so far by anybody, 0 or more.
    others : int or mapping of int to chance
        Sets that other players trade before the next turn, if it is not known each with its
        chance.
    draws : int or mapping of int to chance
        Cards got before the next turn; 1 after a capture, 0 without one.
    seen : iterable of Card
        Cards that cannot be drawn.
    rules : CardRules
        The deck, what a set is and what it is worth.

    Returns
    -------
    TradeTiming
        Both ways, over this turn and the next: next turn every set then held is traded. Which
        sets to trade now is chosen for the most armies over both turns. Territory bonuses are
        left out, as they depend on which territories are still held.

    Raises
    ------
    InputError
        A hand without a set, chances that do not add up to 1, more draws than unseen cards, or
        something that is no card.
    RuleError
        More cards of a symbol than the deck has.
    """
    held, unseen = _known(hand, seen, rules)
    whole("sets_traded", sets_traded, 0, MOST_SETS)
    if not _can_make(held, 1, rules):
        raise InputError("the hand holds no set to trade")
    meanwhile = _chances("others", others, MOST_SETS)
    draws_chances = _chances("draws", draws, sum(unseen))

    @cache
    def next_turn(kept: Counts, traded: int) -> Fraction:
        def worth(drawn: Counts) -> Fraction:
            full = _plus(kept, drawn)
            ways = (p * _worth(full, traded + n, None, rules) for n, p in meanwhile.items())
            return sum(ways, Fraction(0))

        means = (p * _mean(unseen, number, worth) for number, p in draws_chances.items())
        return sum(means, Fraction(0))

    @cache
    def best(kept: Counts, traded: int) -> tuple[Fraction, int]:
        """Return the most armies over both turns, and how many of them come at once."""
        ways = [(next_turn(kept, traded), 0)]
        for used, kinds in _sets(rules):
            left = _left(kept, used)
            if left is not None:
                armies = rules.schedule.armies(kinds, traded)
                total, at_once = best(left, traded + 1)
                ways.append((armies + total, armies + at_once))
        # The first way trades nothing more; the hand as it was given must trade.
        return max(ways[1:] if kept == held else ways)

    total, now = best(held, sets_traded)
    forced = trades_owed(sum(held), rules=rules) > 0
    return TradeTiming(now, total - now, next_turn(held, sets_traded), forced)


@guarded
def spoils(
    taken: int,
    *,
    hand: Iterable[Card] = (),
    seen: Iterable[Card] = (),
    sets_traded: int = 0,
    rules: CardRules = CLASSIC_CARDS,
) -> Fraction:
    """Return the armies expected at once from the cards of a player who is eliminated.

    >>> spoils(5, hand=[Card("infantry")] * 3, sets_traded=3)
    Fraction(22, 1)

    Parameters
    ----------
    taken : int
        Unknown cards that the victim holds.
    hand, seen, sets_traded, rules
        As in `trade_now_or_wait`. Territory bonuses are left out.

    Returns
    -------
    Fraction
        0 if the hand is then too small to trade before the next turn.

    Raises
    ------
    InputError
        More cards taken than are unseen, or something that is no card.
    RuleError
        More cards of a symbol than the deck has.
    """
    held, unseen = _known(hand, seen, rules)
    whole("taken", taken, 0, sum(unseen))
    whole("sets_traded", sets_traded, 0, MOST_SETS)
    owed = trades_owed(sum(held) + taken, mid_turn=True, rules=rules)
    return _mean(unseen, taken, lambda more: _worth(_plus(held, more), sets_traded, owed, rules))


def _known(hand: Iterable[Card], seen: Iterable[Card], rules: CardRules) -> tuple[Counts, Counts]:
    """Return the hand and the unseen cards by symbol, after a check."""
    hand, seen = tuple(hand), tuple(seen)
    check_cards((*hand, *seen), rules=rules)
    held, gone = (Counter(card.symbol for card in cards) for cards in (hand, (*hand, *seen)))
    return (
        tuple(held[symbol] for symbol in rules.counts),
        tuple(number - gone[symbol] for symbol, number in rules.counts.items()),
    )


def _plus(first: Counts, second: Counts) -> Counts:
    return tuple(map(sum, zip(first, second, strict=True)))


def _drawn(unseen: Counts, draws: int) -> Iterator[Counts]:
    """Iterate over all ways in which drawn cards may be spread over the symbols."""
    if len(unseen) == 1:
        if draws <= unseen[0]:
            yield (draws,)
        return
    for first in range(min(draws, unseen[0]) + 1):
        for rest in _drawn(unseen[1:], draws - first):
            yield first, *rest


def _mean(unseen: Counts, draws: int, worth: Callable[[Counts], int | Fraction]) -> Fraction:
    """Return the mean of what drawn cards are worth."""
    total = sum(prod(map(comb, unseen, drawn)) * worth(drawn) for drawn in _drawn(unseen, draws))
    return Fraction(total, comb(sum(unseen), draws))


def _without_set(held: Counts, unseen: Counts, rules: CardRules) -> list[Fraction]:
    """Return the chance of no set after 0, 1, 2, ... cards, up to the first 0 or the last card."""
    chances: list[Fraction] = []
    for draws in range(sum(unseen) + 1):
        chances.append(
            _mean(unseen, draws, lambda drawn: not _can_make(_plus(held, drawn), 1, rules))
        )
        if not chances[-1]:
            break
    return chances


@lru_cache(maxsize=64)
def _sets(rules: CardRules) -> tuple[tuple[Counts, tuple[str, ...]], ...]:
    """Return every set by symbol, with its kinds."""
    return tuple(
        (tuple(map(symbols.count, rules.counts)), kinds) for symbols, kinds in rules.sets.items()
    )


def _left(held: Counts, used: Counts) -> Counts | None:
    """Return what is left of a hand without these cards; None if it does not hold them."""
    left = tuple(have - need for have, need in zip(held, used, strict=True))
    return None if min(left) < 0 else left


@lru_cache(maxsize=2**16)
def _can_make(held: Counts, sets: int, rules: CardRules) -> bool:
    """Return whether a hand holds so many sets at once."""
    return not sets or any(
        (left := _left(held, used)) is not None and _can_make(left, sets - 1, rules)
        for used, _ in _sets(rules)
    )


def _after_draw(
    held: Counts,
    unseen: Counts,
    rules: CardRules,
    worth: Callable[[Counts, Counts], Fraction],
) -> Fraction:
    """Return the mean of what a hand and the unseen cards are worth after one card is drawn."""
    total = sum(unseen)
    if not total or not rules.may_draw(sum(held)):
        return worth(held, unseen)
    mean = Fraction(0)
    for place, count in enumerate(unseen):
        if count:
            one = tuple(int(place == other) for other in range(len(unseen)))
            left = tuple(cards - drawn for cards, drawn in zip(unseen, one, strict=True))
            mean += Fraction(count, total) * worth(_plus(held, one), left)
    return mean


def _kept(held: Counts, sets: int, rules: CardRules) -> set[Counts]:
    """Return what may be left of a hand after so many sets."""
    hands = {held}
    for _ in range(sets):
        hands = {left for hand in hands for used, _ in _sets(rules) if (left := _left(hand, used))}
    return hands


def _most_sets(held: Counts, rules: CardRules) -> int:
    """Return how many sets a hand holds at once."""
    sets = 0
    while _can_make(held, sets + 1, rules):
        sets += 1
    return sets


@lru_cache(maxsize=2**16)
def _worth(held: Counts, sets_traded: int, most: int | None, rules: CardRules) -> int:
    """Return the most armies that up to `most` sets of a hand bring; None for any number."""
    if most == 0:
        return 0
    fewer = None if most is None else most - 1
    return max(
        (
            rules.schedule.armies(kinds, sets_traded) + _worth(left, sets_traded + 1, fewer, rules)
            for used, kinds in _sets(rules)
            if (left := _left(held, used)) is not None
        ),
        default=0,
    )


def _chances(name: str, given: int | Mapping[int, object], high: int) -> dict[int, Fraction]:
    """Return numbers with their chances, as fractions; a float is read as the decimal written."""
    if not isinstance(given, Mapping):
        return {whole(name, given, 0, high): Fraction(1)}
    chances = {}
    for number, chance in given.items():
        try:
            chances[whole(name, number, 0, high)] = value = Fraction(str(chance))
        except ValueError:
            value = Fraction(-1)
        if not 0 <= value <= 1:
            raise InputError(f"a chance of {name} must be from 0 to 1, not {show(chance)}")
    if sum(chances.values()) != 1:
        raise InputError(f"the chances of {name} must add up to 1, not {show(given)}")
    return chances
