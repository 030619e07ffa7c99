"""The odds of the cards, against an enumeration of real cards that shares no code with them."""

from collections.abc import Callable, Iterable
from fractions import Fraction
from functools import cache
from itertools import combinations
from random import Random
from typing import Any

import pytest

from riskodds.errors import InputError, RuleError
from riskodds.game import load_board
from riskodds.game.cards.deck import Card, full_deck
from riskodds.game.cards.odds import (
    TradeTiming,
    cards_until_set,
    expected_draws,
    set_chance,
    spoils,
    trade_now_or_wait,
)
from riskodds.game.cards.rules import CARD_PRESETS, CLASSIC_CARDS, CardRules
from riskodds.game.cards.values import ByKind, Rising

NAMES = {"I": "infantry", "C": "cavalry", "A": "artillery", "W": "wild"}
NO_WILDS = CardRules(wilds=0)
SMALL = CardRules(symbols=(("infantry", 4), ("cavalry", 3), ("artillery", 4)), wilds=1)
SMALL_LETTERS = "IIIICCCAAAAW"


def hand(letters: str) -> tuple[Card, ...]:
    return tuple(Card(NAMES[letter]) for letter in letters)


@cache
def sets_held(letters: str) -> int:
    """The most sets that can be made at once, by trying all triples of the cards in hand."""
    best = 0
    for triple in combinations(range(len(letters)), 3):
        chosen = {letters[i] for i in triple}
        if "W" in chosen or len(chosen) != 2:
            rest = "".join(letter for i, letter in enumerate(letters) if i not in triple)
            best = max(best, 1 + sets_held(rest))
    return best


@cache
def worth(letters: str, traded: int, most: int) -> int:
    """The most armies of trading up to `most` sets, with the classic values written out."""
    values = [4, 6, 8, 10, 12, 15, 20, 25, 30, 35, 40, 45]
    return sum(values[traded : traded + min(most, sets_held(letters))])


def unseen(deck: str, gone: str) -> list[str]:
    cards = list(deck)
    for letter in gone:
        cards.remove(letter)
    return cards


def mean(cards: Iterable[str], draws: int, value: Callable[[str], Any]) -> Fraction:
    """The mean of a value over every way to draw so many of these single cards."""
    values = [value("".join(sorted(drawn))) for drawn in combinations(cards, draws)]
    return Fraction(sum(values), len(values))


# The checked values


def test_set_in_three_and_four_cards() -> None:
    assert set_chance(3) == Fraction(200, 473)
    assert set_chance(4) == Fraction(15844, 19393)
    assert set_chance(5) == 1
    assert set_chance(2) == 0


def test_without_wilds() -> None:
    assert set_chance(3, rules=NO_WILDS) == Fraction(137, 410)
    assert set_chance(4, rules=NO_WILDS) == Fraction(319, 410)


def test_mean_cards_to_the_first_set() -> None:
    assert cards_until_set().mean == Fraction(72921, 19393)


def test_two_sets_in_six_cards() -> None:
    assert set_chance(5, hand=hand("I"), sets=2) == Fraction(848, 1763)
    assert set_chance(5, hand=hand("W"), sets=2) == 1
    assert set_chance(6, sets=2) == Fraction(19571, 38786)


def test_two_sets_in_six_unknown_cards_is_the_mean_over_the_first_card() -> None:
    wild = Fraction(2, 44)
    assert set_chance(6, sets=2) == wild + (1 - wild) * set_chance(5, hand=hand("C"), sets=2)


# Against the real deck, card by card


@pytest.mark.parametrize("draws", [3, 4])
def test_whole_deck_enumerated(draws: int) -> None:
    symbols = [card.symbol for card in full_deck(load_board().decks["1993"])]
    letters = [next(key for key, name in NAMES.items() if name == symbol) for symbol in symbols]
    assert set_chance(draws) == mean(letters, draws, lambda drawn: sets_held(drawn) > 0)


def test_two_sets_after_taking_three_cards_enumerated() -> None:
    deck = "I" * 14 + "C" * 14 + "A" * 14 + "WW"
    cards = unseen(deck, "IIAWCC")
    expected = mean(cards, 3, lambda drawn: sets_held("".join(sorted("IIA" + drawn))) >= 2)
    assert set_chance(3, hand=hand("IIA"), seen=hand("WCC"), sets=2) == expected


# Against a small deck, many hands


def cases() -> list[tuple[str, str, int]]:
    rng = Random(11)
    drawn = []
    for _ in range(40):
        cards = rng.sample(SMALL_LETTERS, 7)
        held, gone = rng.randint(0, 4), rng.randint(0, 3)
        mine = "".join(sorted(cards[:held]))
        drawn.append((mine, "".join(cards[4 : 4 + gone]), rng.randint(0, 5)))
    return drawn


@pytest.mark.parametrize(("mine", "gone", "draws"), cases())
def test_small_deck_enumerated(mine: str, gone: str, draws: int) -> None:
    cards = unseen(SMALL_LETTERS, mine + gone)
    known: dict[str, Any] = {"hand": hand(mine), "seen": hand(gone), "rules": SMALL}

    def held(drawn: str) -> str:
        return "".join(sorted(mine + drawn))

    for sets in (1, 2, 3):
        expected = mean(cards, draws, lambda drawn, n=sets: sets_held(held(drawn)) >= n)  # type: ignore[misc]
        assert set_chance(draws, sets=sets, **known) == expected
    owed = {6: 1, 7: 1, 8: 2, 9: 2}.get(len(mine) + draws, 0)  # 6 to 3, 7 to 4, 8 to 5 to 2, ...
    expected = mean(cards, draws, lambda drawn: worth(held(drawn), 3, owed))
    assert spoils(draws, sets_traded=3, **known) == expected


@pytest.mark.parametrize(("mine", "gone", "_draws"), cases()[:12])
def test_wait_for_a_set_in_every_order_of_the_small_deck(mine: str, gone: str, _draws: int) -> None:
    cards = unseen(SMALL_LETTERS, mine + gone)
    wait = cards_until_set(hand=hand(mine), seen=hand(gone), rules=SMALL)

    def tail(draws: int) -> Fraction:
        return mean(cards, draws, lambda drawn: not sets_held("".join(sorted(mine + drawn))))

    assert wait.mean == sum((tail(draws) for draws in range(5)), Fraction(0))
    assert wait.mean == expected_draws(hand(mine), seen=hand(gone), rules=SMALL)
    assert sum(chance for _, chance in wait) == 1
    for cards_drawn, chance in wait:
        before = tail(cards_drawn - 1) if cards_drawn else 1
        assert chance == before - tail(cards_drawn)


def test_hand_with_a_set_waits_for_none() -> None:
    assert list(cards_until_set(hand=hand("ICA"))) == [(0, 1)]


def test_more_cards_never_lower_the_chance() -> None:
    chances = [set_chance(draws, hand=hand("IC"), seen=hand("WWAA")) for draws in range(5)]
    assert chances == sorted(chances)
    assert chances[0] == 0 < chances[1] < chances[2] < chances[3] == chances[4] == 1


def test_set_may_never_come() -> None:
    rules = CardRules(symbols=(("infantry", 2), ("cavalry", 2), ("artillery", 1)), wilds=0)
    with pytest.raises(InputError, match="all 4 unseen cards together may make no set"):
        cards_until_set(seen=hand("A"), rules=rules)
    assert expected_draws(seen=hand("A"), rules=rules) == 4


# Trade now or next turn


@pytest.mark.parametrize("mine", ["III", "ICA", "IICW", "IIC" + "A", "AAAW", "ICAAW"])
@pytest.mark.parametrize("others", [0, 2])
def test_now_or_wait_enumerated(mine: str, others: int) -> None:
    cards = unseen(SMALL_LETTERS, mine)

    def next_turn(kept: str, traded: int) -> Fraction:
        return mean(cards, 1, lambda drawn: worth("".join(sorted(kept + drawn)), traded, 9))

    mine = "".join(sorted(mine))
    ways = []
    for triple in combinations(range(len(mine)), 3):
        kept = "".join(letter for i, letter in enumerate(mine) if i not in triple)
        if sets_held("".join(mine[i] for i in triple)):
            ways.append(next_turn(kept, 3 + others))
    timing = trade_now_or_wait(hand(mine), sets_traded=2, others=others, rules=SMALL)
    assert (timing.now, timing.later) == (8, max(ways))
    assert timing.wait == next_turn(mine, 2 + others)
    assert timing.forced == (len(mine) >= 5)
    assert timing.best == ("now" if timing.forced or 8 + max(ways) >= timing.wait else "wait")


def test_others_and_draws_given_by_chance_are_means() -> None:
    def wait(others: Any, draws: Any) -> Fraction:
        return trade_now_or_wait(hand("IICW"), others=others, draws=draws).wait

    mixed = wait({0: 0.1, 3: Fraction(9, 10)}, {0: "1/3", 1: "2/3"})
    parts = [
        p * q * wait(others, draws)
        for others, p in ((0, Fraction(1, 10)), (3, Fraction(9, 10)))
        for draws, q in ((0, Fraction(1, 3)), (1, Fraction(2, 3)))
    ]
    assert mixed == sum(parts)


def test_two_sets_may_be_traded_now() -> None:
    timing = trade_now_or_wait(hand("IIICCC"), sets_traded=5, draws=0)
    assert timing == TradeTiming(15 + 20, Fraction(0), Fraction(15 + 20), forced=True)


def test_set_that_keeps_the_better_cards_is_traded() -> None:
    # Fixed values: three infantry bring 4 and keep the wild; one of each, with the wild, 10.
    fixed = CARD_PRESETS["fixed"]
    timing = trade_now_or_wait(hand("IIICW"), draws=0, rules=fixed)
    assert timing.now == 10
    assert timing.later == 0
    cheap = CardRules(schedule=ByKind((("infantry", 9), ("one of each", 10), ("cavalry", 30))))
    timing = trade_now_or_wait(hand("IIICCW"), draws=0, rules=cheap)
    assert timing.now == 30 + 9
    assert timing.later == 0


def test_falling_schedule_makes_now_best() -> None:
    falling = CardRules(schedule=Rising((10, 2), step=0))
    assert trade_now_or_wait(hand("ICA"), others=1, rules=falling).best == "now"
    assert trade_now_or_wait(hand("ICA"), others=3).best == "wait"


def test_cards_of_the_eliminated_may_stay_untouched() -> None:
    assert spoils(6, rules=CardRules(takes_cards=False)) == 0
    assert spoils(6, rules=CardRules(forced_mid_turn=None)) == 0
    assert spoils(2, hand=hand("III")) == 0  # five cards wait for the next turn


# Bad input


@pytest.mark.parametrize(
    ("call", "message"),
    [
        (lambda: set_chance(-1), "draws must be a whole number from 0 to 44, not -1"),
        (lambda: set_chance(42, hand=hand("III")), "from 0 to 41, not 42"),
        (lambda: set_chance(2.0), "draws must be .* not 2.0"),  # type: ignore[arg-type]
        (lambda: set_chance(3, sets=0), "sets must be"),
        (lambda: spoils(45), "taken must be .* from 0 to 44"),
        (lambda: trade_now_or_wait(hand("IC")), "the hand holds no set to trade"),
        (lambda: trade_now_or_wait(hand("III"), sets_traded=-1), "sets_traded must be"),
        (lambda: trade_now_or_wait(hand("III"), others=-1), "others must be"),
        (lambda: trade_now_or_wait(hand("III"), others={0: 0.5}), "must add up to 1"),
        (lambda: trade_now_or_wait(hand("III"), others={0: 2}), "from 0 to 1, not 2"),
        (lambda: trade_now_or_wait(hand("III"), draws={1: "often"}), "not often"),
        (lambda: trade_now_or_wait(hand("III"), draws=42), "draws must be .* from 0 to 41"),
    ],
)
def test_refused(call: Callable[[], object], message: str) -> None:
    with pytest.raises(InputError, match=message) as error:
        call()
    assert "\n" not in str(error.value)


def test_fifteen_infantry_between_hand_and_seen() -> None:
    with pytest.raises(RuleError, match="the deck has 14 infantry cards: 15 are too many"):
        set_chance(1, hand=hand("I" * 8), seen=hand("I" * 7))
    assert set_chance(1, hand=hand("I" * 8), seen=hand("I" * 6), rules=CLASSIC_CARDS) == 1
