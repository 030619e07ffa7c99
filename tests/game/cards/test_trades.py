"""Forced trades, the territory bonus, and the best trade against brute force."""

from collections.abc import Callable, Iterator
from fractions import Fraction
from itertools import combinations
from random import Random
from typing import Any

import pytest

from riskodds.errors import InputError, RuleError, TooLargeError
from riskodds.game.cards import trades
from riskodds.game.cards.deck import Card
from riskodds.game.cards.forced import forced_hand_sizes, trade_duty, trades_owed
from riskodds.game.cards.odds import expected_sets
from riskodds.game.cards.rules import CARD_PRESETS, CLASSIC_CARDS, BonusPer, CardRules
from riskodds.game.cards.trades import (
    TradeResult,
    best_trade,
    best_trades,
    rank_trades,
    territory_bonus,
    trade_cards,
)
from riskodds.game.cards.values import ByKind

NAMES = {"I": "infantry", "C": "cavalry", "A": "artillery", "W": "wild"}
ITALIAN = CARD_PRESETS["italian-like"]


def hand(letters: str) -> tuple[Card, ...]:
    return tuple(Card(NAMES[letter]) for letter in letters)


# Who must trade


@pytest.mark.parametrize("sizes", [(6, 3), (7, 4), (8, 5, 2), (9, 6, 3), (10, 7, 4), (11, 8, 5, 2)])
def test_after_an_elimination_down_to_four_or_fewer(sizes: tuple[int, ...]) -> None:
    assert forced_hand_sizes(sizes[0], mid_turn=True) == sizes
    assert trades_owed(sizes[0], mid_turn=True) == len(sizes) - 1


@pytest.mark.parametrize("held", range(6))
def test_after_an_elimination_five_or_fewer_wait(held: int) -> None:
    assert trades_owed(held, mid_turn=True) == 0


@pytest.mark.parametrize(("held", "sizes"), [(4, (4,)), (5, (5, 2)), (6, (6, 3))])
def test_start_of_turn_one_set_is_forced_at_five_or_six(held: int, sizes: tuple[int, ...]) -> None:
    assert forced_hand_sizes(held) == sizes


def test_start_of_turn_second_set_is_optional() -> None:
    assert trade_duty(hand("IIICCC")) == "forced"
    assert trade_duty(hand("CCC")) == "optional"


@pytest.mark.parametrize(
    ("letters", "mid_turn", "duty"),
    [
        ("II", False, "none"),
        ("IICC", False, "none"),
        ("ICA", False, "optional"),
        ("IICCW", False, "forced"),
        ("IICCA", True, "none"),
        ("IICCAA", True, "forced"),
    ],
)
def test_duty(letters: str, mid_turn: bool, duty: str) -> None:
    assert trade_duty(hand(letters), mid_turn=mid_turn) == duty


def test_nobody_is_forced_without_a_hand_limit() -> None:
    assert trades_owed(12, rules=ITALIAN) == trades_owed(12, mid_turn=True, rules=ITALIAN) == 0
    assert trade_duty(hand("IIICCC"), rules=ITALIAN) == "optional"
    assert trade_duty(hand("IIICCC"), mid_turn=True, rules=ITALIAN) == "none"


def test_other_thresholds() -> None:
    rules = CardRules(forced_at=4, forced_mid_turn=5, mid_turn_until=2)
    assert forced_hand_sizes(8, rules=rules) == (8, 5, 2)
    assert forced_hand_sizes(5, mid_turn=True, rules=rules) == (5, 2)
    assert forced_hand_sizes(6, mid_turn=True, rules=rules) == (6, 3, 0)
    assert forced_hand_sizes(2, rules=CardRules(forced_at=1)) == (2,)


def test_trades_that_have_begun_go_on_below_the_size_that_begins_them() -> None:
    held = range(4, 9)
    assert [trades_owed(n, mid_turn=True) for n in held] == [0, 0, 1, 1, 2]
    assert [trades_owed(n, mid_turn=True, begun=True) for n in held] == [0, 1, 1, 1, 2]
    # At the start of a turn it is one size that begins and ends them.
    for rules in (CardRules(), CardRules(forced_at=None)):
        once, again = ([trades_owed(n, begun=b, rules=rules) for n in held] for b in (False, True))
        assert once == again


def test_nobody_trades_in_mid_turn_for_cards_that_are_not_taken() -> None:
    rules = CardRules(takes_cards=False)
    assert forced_hand_sizes(8, mid_turn=True, rules=rules) == (8,)
    assert forced_hand_sizes(8, rules=rules) == (8, 5, 2)


def test_negative_hand_is_refused() -> None:
    with pytest.raises(InputError, match="held must be"):
        forced_hand_sizes(-1)


# The territory bonus

OWN = (Card("infantry", "Alaska"), Card("infantry", "Peru"), Card("infantry", "Siam"))


@pytest.mark.parametrize(
    ("bonus_per", "taken", "expected"),
    [
        ("turn", 0, (2, ("Alaska", "Peru"))),
        ("turn", 2, (0, ())),
        ("trade", 2, (2, ("Alaska", "Peru"))),
        ("card", 2, (4, ("Alaska", "Peru"))),
    ],
)
def test_bonus_per_turn_trade_or_card(bonus_per: Any, taken: int, expected: object) -> None:
    rules = CardRules(bonus_per=bonus_per)
    assert territory_bonus(OWN, {"Alaska", "Peru"}, bonus_taken=taken, rules=rules) == expected
    assert territory_bonus(OWN, {"Egypt"}, rules=rules) == (0, ())


def test_bonus_of_no_armies() -> None:
    rules = CardRules(bonus=0, bonus_per="card")
    assert territory_bonus(OWN, {"Alaska"}, rules=rules) == (0, ())


def test_wild_shows_no_territory() -> None:
    assert territory_bonus(hand("IWW"), {"", "Alaska"}) == (0, ())


def test_bonus_is_two_a_turn_over_two_trades() -> None:
    cards = (*OWN, Card("cavalry", "Egypt"), Card("cavalry", "Congo"), Card("cavalry", "India"))
    first, second = best_trades(cards, sets=2, owned=["Alaska", "Egypt"])
    assert (first.bonus, second.bonus) == (2, 0)
    assert (first.value, second.value) == (4, 6)


# One trade


def test_trade_of_given_cards() -> None:
    held = (*OWN, Card("wild"))
    done = trade_cards(OWN, held, sets_traded=7, owned=["Peru"])
    assert done == TradeResult(OWN, 25, 2, ("Peru",), (Card("wild"),))
    assert done.armies == 27


@pytest.mark.parametrize(
    ("call", "error", "message"),
    [
        (lambda: trade_cards(hand("IIC")), RuleError, "any two with a wild: .* is no set"),
        (lambda: trade_cards(hand("II")), RuleError, "is no set"),
        (lambda: trade_cards(()), RuleError, "nothing is no set"),
        (lambda: trade_cards(OWN, hand("III")), RuleError, r"no Alaska \(infantry\) is"),
        (lambda: trade_cards(hand("WWW")), RuleError, "the deck has 2 wild cards"),
        (lambda: trade_cards(OWN, sets_traded=-1), InputError, "sets_traded must be"),
        (lambda: trade_cards(OWN, bonus_taken=-1), InputError, "bonus_taken must be"),
        (lambda: best_trade(hand("IC")), RuleError, "the hand does not hold a set"),
        (lambda: best_trades(hand("ICA"), sets=2), RuleError, "the hand does not hold 2 sets"),
        (lambda: best_trades(hand("ICA"), sets=0), InputError, "sets must be"),
        (lambda: best_trade(hand("I" * 15)), RuleError, "the deck has 14 infantry cards"),
        (lambda: best_trade(hand("III"), seen=hand("I" * 12)), RuleError, "15 are too many"),
    ],
)
def test_trades_refused(call: Callable[[], object], error: type[InputError], message: str) -> None:
    with pytest.raises(error, match=message) as caught:
        call()
    assert "\n" not in str(caught.value)


# The best trade


def test_wild_is_kept_where_it_can_be() -> None:
    assert best_trade(hand("IIIW")).keeps == hand("W")
    assert best_trade(hand("ICAWW")).keeps == hand("WW")


def test_wild_is_spent_where_it_pays() -> None:
    assert best_trade(hand("IIIW"), rules=ITALIAN).value == 12


def test_card_of_an_own_territory_is_traded_for_the_bonus_and_else_kept() -> None:
    cards = (*OWN, Card("infantry", "India"))
    assert Card("infantry", "India") in best_trade(cards, owned=["India"]).cards
    taken = best_trade(cards, owned=["India"], bonus_taken=2)
    assert Card("infantry", "India") in taken.keeps


def test_cards_of_own_territories_are_kept_where_all_else_is_equal() -> None:
    own = tuple(Card("artillery", name) for name in ("Brazil", "Ural", "Japan"))
    cards = (*own, *hand("CCC"))
    names = [card.territory for card in own]
    assert best_trade(cards, owned=names, bonus_taken=2).keeps == tuple(sorted(own))
    assert best_trade(cards, owned=names).keeps == hand("CCC")


@pytest.mark.parametrize(
    ("held", "traded", "kept"),
    [("IIICCAAW", "ICA", "IICAW"), ("IIIWCC", "III", "WCC"), ("WWIIIC", "III", "WWC")],
)
def test_of_equal_trades_the_best_hand_is_kept(held: str, traded: str, kept: str) -> None:
    best = best_trade(hand(held))
    assert best.cards == tuple(sorted(hand(traded)))
    assert best.keeps == tuple(sorted(hand(kept)))


def test_forced_trade_on_the_next_turn_counts() -> None:
    # Three infantry, a cavalry and an artillery become six cards, of which a set must go before
    # the seventh is known; to wait would bring more sets.
    keeps = tuple(card for card in SMALL if card.symbol != "wild")[:3] + SMALL[4:5] + SMALL[8:9]
    pile = tuple(card for card in SMALL if card not in keeps)
    rules, free = (
        CardRules(symbols=SYMBOLS, wilds=1, forced_at=at, forced_mid_turn=None) for at in (5, None)
    )
    assert expected_sets(keeps, rules=rules) == brute_sets(keeps, pile)
    assert expected_sets(keeps, rules=free) > expected_sets(keeps, rules=rules)


def test_two_like_sets_in_a_row() -> None:
    assert [result.value for result in best_trades(hand("IIIIIII"), sets=2)] == [4, 6]


def test_what_was_seen_decides_between_equal_trades() -> None:
    # With the artillery gone two alike are worth keeping, if the third may still come.
    cards = hand("IICCW")
    many_infantry_gone = best_trade(cards, seen=hand("I" * 11 + "A" * 13))
    many_cavalry_gone = best_trade(cards, seen=hand("C" * 11 + "A" * 13))
    assert many_infantry_gone.keeps == hand("CC")
    assert many_cavalry_gone.keeps == hand("II")


def test_two_trades_together_beat_the_best_one_first() -> None:
    # One of each brings most at once, but then only two cavalry and one infantry are left.
    rules = CardRules(
        schedule=ByKind((("infantry", 8), ("cavalry", 8), ("artillery", 8), ("one of each", 10)))
    )
    cards = hand("IIICCCA")
    assert best_trade(cards, rules=rules).value == 10
    assert [result.value for result in best_trades(cards, sets=2, rules=rules)] == [8, 8]


SYMBOLS = (("infantry", 4), ("cavalry", 4), ("artillery", 3))
SMALL = (
    *(Card(symbol, f"{symbol} {n}") for symbol, count in SYMBOLS for n in range(count)),
    Card("wild"),
)
FIXED = {"infantry": 4, "cavalry": 6, "artillery": 8, "one of each": 10}


def is_set(cards: tuple[Card, ...]) -> bool:
    symbols = {card.symbol for card in cards}
    return "wild" in symbols or len(symbols) != 2


def fixed_value(cards: tuple[Card, ...]) -> int:
    plain = [card.symbol for card in cards if card.symbol != "wild"]
    return FIXED[plain[0]] if len(set(plain)) == 1 else 10


def brute_plans(cards: tuple[Card, ...], sets: int) -> Iterator[tuple[tuple[Card, ...], ...]]:
    for chosen in combinations(cards, 3):
        if is_set(chosen):
            rest = tuple(card for card in cards if card not in chosen)
            if sets == 1:
                yield (chosen,)
            else:
                yield from ((chosen, *more) for more in brute_plans(rest, sets - 1))


def most_sets(cards: tuple[Card, ...]) -> int:
    return max((1 + most_sets(rest) for rest in after_one_set(cards)), default=0)


def after_one_set(cards: tuple[Card, ...]) -> list[tuple[Card, ...]]:
    return [
        tuple(card for card in cards if card not in chosen)
        for chosen in combinations(cards, 3)
        if is_set(chosen)
    ]


def brute_sets(keeps: tuple[Card, ...], pile: tuple[Card, ...]) -> Fraction:
    """Mean sets over two turns, by every order of two real cards and every choice of sets.

    From five cards on a set must go on the first turn, by the classic rules.
    """

    def second(cards: tuple[Card, ...], first: Card) -> Fraction:
        left = [card for card in pile if card is not first]
        if not left:
            return Fraction(most_sets(cards))
        return Fraction(sum(most_sets((*cards, card)) for card in left), len(left))

    def turn(cards: tuple[Card, ...], first: Card) -> Fraction:
        traded = [1 + turn(rest, first) for rest in after_one_set(cards)]
        may_wait = len(cards) < 5 or not traded
        return max([*traded, *([second(cards, first)] if may_wait else [])])

    return sum((turn((*keeps, card), card) for card in pile), Fraction(0)) / len(pile)


@pytest.mark.parametrize("seed", range(24))
@pytest.mark.parametrize("preset", ["classic", "fixed"])
def test_best_trades_against_brute_force(seed: int, preset: str) -> None:
    rng = Random(seed)
    drawn = rng.sample(SMALL, 10)
    sets = 1 + seed % 2
    cards, seen = tuple(drawn[: rng.randint(5, 6) + sets - 1]), tuple(drawn[8:])
    owned = {card.territory for card in rng.sample(SMALL, 5) if card.territory}
    choices: tuple[BonusPer, ...] = ("turn", "trade", "card")
    bonus_per = choices[seed % 3]
    rules = CardRules(
        symbols=SYMBOLS, wilds=1, schedule=CARD_PRESETS[preset].schedule, bonus_per=bonus_per
    )
    pile = tuple(card for card in SMALL if card not in cards and card not in seen)

    def rank(plan: tuple[tuple[Card, ...], ...]) -> tuple[int, Fraction, int, int]:
        """Armies, then sets to come, wilds kept, own cards kept: best is greatest."""
        armies, any_bonus = 0, False
        for number, chosen in enumerate(plan):
            matches = sum(card.territory in owned for card in chosen)
            armies += fixed_value(chosen) if preset == "fixed" else (4, 6)[number]
            if bonus_per == "card":
                armies += 2 * matches
            elif matches and not (bonus_per == "turn" and any_bonus):
                armies, any_bonus = armies + 2, True
        keeps = tuple(card for card in cards if not any(card in chosen for chosen in plan))
        own = sum(card.territory in owned for card in keeps)
        return armies, to_come(keeps), keeps.count(Card("wild")), own

    known: dict[tuple[str, ...], Fraction] = {}

    def to_come(keeps: tuple[Card, ...]) -> Fraction:
        symbols = tuple(sorted(card.symbol for card in keeps))
        if symbols not in known:
            known[symbols] = brute_sets(keeps, pile)
        return known[symbols]

    plans = list(brute_plans(cards, sets))
    if not plans:
        with pytest.raises(RuleError, match="the hand does not hold"):
            best_trades(cards, sets=sets, owned=owned, seen=seen, rules=rules)
        return
    best = best_trades(cards, sets=sets, owned=owned, seen=seen, rules=rules)
    expected = max(map(rank, plans))
    assert sum(result.armies for result in best) == expected[0]
    assert rank(tuple(result.cards for result in best)) == expected
    for way in rank_trades(cards, sets=sets, owned=owned, seen=seen, rules=rules):
        score = way.armies, way.expected_sets, way.wilds, way.own
        assert rank(tuple(result.cards for result in way.trades)) == score
    assert sorted((*best[-1].keeps, *(card for r in best for card in r.cards))) == sorted(cards)


def test_same_best_whatever_the_order_of_the_hand() -> None:
    cards = [*OWN, Card("wild"), Card("cavalry", "Egypt"), Card("artillery", "Congo")]
    expected = best_trade(cards, owned=["Peru", "Egypt"])
    rng = Random(5)
    for _ in range(20):
        rng.shuffle(cards)
        assert best_trade(cards, owned=["Egypt", "Peru"]) == expected


def test_best_trade_of_stars_is_any_group() -> None:
    stars = CARD_PRESETS["stars-2008"]
    cards = [Card("two stars", f"t{n}") for n in range(5)] + [Card("one star", "o")]
    best = best_trade(cards, rules=stars)
    assert (best.value, best.keeps) == (30, (Card("one star", "o"),))


def test_classic_is_the_default() -> None:
    assert trade_cards(hand("ICA")) == trade_cards(hand("ICA"), rules=CLASSIC_CARDS)


def test_more_ways_than_can_be_looked_at_are_refused(monkeypatch: pytest.MonkeyPatch) -> None:
    held = hand("IICCAAW")
    found = best_trades(held, sets=2)
    ways = len(list(trades._plans(tuple(sorted(held)), 2, frozenset(), CLASSIC_CARDS)))
    monkeypatch.setattr(trades, "MOST_WAYS", ways)
    assert best_trades(held, sets=2) == found
    monkeypatch.setattr(trades, "MOST_WAYS", ways - 1)
    with pytest.raises(TooLargeError, match=rf"more than {ways - 1} ways to trade 2 sets of 7"):
        best_trades(held, sets=2)
