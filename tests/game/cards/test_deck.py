"""The rules of the cards, decks, hands, sets and piles."""

import dataclasses
from collections import Counter
from itertools import combinations, combinations_with_replacement, permutations, product
from math import comb, prod
from random import Random
from typing import Any

import numpy as np
import pytest

from riskodds.errors import InputError, RuleError
from riskodds.game import load_board
from riskodds.game.cards.deck import (
    MISSION,
    Card,
    after_draw,
    check_cards,
    draw,
    drawable,
    full_deck,
    holds_set,
    is_set,
    read_card,
    sets_in,
    without,
)
from riskodds.game.cards.rules import CARD_PRESETS, CLASSIC_CARDS, CardRules
from riskodds.game.cards.values import ByKind, ByStars, Rising

SYMBOLS = ("infantry", "cavalry", "artillery")
DECK = full_deck(load_board().decks["1993"])
ITALIAN = CARD_PRESETS["italian-like"]
STARS = CARD_PRESETS["stars-2008"]


def hand(letters: str) -> tuple[Card, ...]:
    names = {"I": "infantry", "C": "cavalry", "A": "artillery", "W": "wild"}
    return tuple(Card(names[letter]) for letter in letters)


def is_classic_set(symbols: tuple[str, ...]) -> bool:
    """Three alike, one of each, or any two with a wild."""
    return "wild" in symbols or len(set(symbols)) in (1, 3)


def values_of_completions(symbols: tuple[str, ...]) -> set[str]:
    """The kinds that a set shows when each wild is turned into any symbol."""
    shown = product(*(SYMBOLS if symbol == "wild" else (symbol,) for symbol in symbols))
    return {
        faces[0] if len(set(faces)) == 1 else "one of each"
        for faces in shown
        if len(set(faces)) != 2
    }


# What a set is worth


@pytest.mark.parametrize(
    ("number", "armies"), list(enumerate((4, 6, 8, 10, 12, 15, 20, 25, 30, 35), 1))
)
def test_value_of_the_nth_set(number: int, armies: int) -> None:
    assert CLASSIC_CARDS.value(SYMBOLS, sets_traded=number - 1) == armies
    assert armies == (2 * number + 2 if number <= 5 else 5 * number - 15)


def test_classic_value_does_not_depend_on_the_symbols_or_the_hand() -> None:
    for symbols in combinations_with_replacement((*SYMBOLS, "wild"), 3):
        if is_classic_set(symbols):
            assert CLASSIC_CARDS.value(symbols, sets_traded=7) == 25


def test_any_list_with_a_step() -> None:
    rules = CardRules(schedule=Rising((3, 5), step=0))
    assert [rules.value(SYMBOLS, sets_traded=n) for n in range(4)] == [3, 5, 5, 5]
    assert Rising((10,), step=1).armies(("infantry",), 90) == 100


@pytest.mark.parametrize("triple", list(combinations_with_replacement((*SYMBOLS, "wild"), 3)))
@pytest.mark.parametrize("one_of_each", [10, 5, 1])
def test_fixed_value_is_that_of_the_best_completion(
    triple: tuple[str, ...], one_of_each: int
) -> None:
    table = {"infantry": 4, "cavalry": 6, "artillery": 8, "one of each": one_of_each}
    fixed = CardRules(schedule=ByKind(tuple(table.items())))
    assert fixed == CARD_PRESETS["fixed"] or one_of_each != 10
    kinds = values_of_completions(triple)
    for symbols in set(permutations(triple)):
        cards = tuple(map(Card, symbols))
        assert is_set(cards, rules=fixed) == bool(kinds) == is_classic_set(symbols)
        if kinds:
            assert fixed.value(symbols, sets_traded=9) == max(table[kind] for kind in kinds)


def test_domination_pays_twelve_for_three_wilds() -> None:
    rules = dataclasses.replace(CARD_PRESETS["fixed-domination"], wilds=3)
    assert rules.value(("wild",) * 3) == 12
    assert rules.value(("wild", "wild", "infantry")) == 10
    assert rules.value(("wild", "infantry", "infantry")) == 4


@pytest.mark.parametrize(
    ("letters", "armies"),
    [("AAA", 4), ("III", 6), ("CCC", 8), ("ICA", 10), ("IIW", 12), ("CCW", 12), ("AAW", 12)],
)
def test_italian_like_values(letters: str, armies: int) -> None:
    assert ITALIAN.value([card.symbol for card in hand(letters)]) == armies


@pytest.mark.parametrize("letters", ["ICW", "IWW", "IIC"])
def test_italian_like_wild_goes_only_with_two_alike(letters: str) -> None:
    assert not is_set(hand(letters), rules=ITALIAN)
    with pytest.raises(RuleError, match="two alike with a wild"):
        ITALIAN.value([card.symbol for card in hand(letters)])


@pytest.mark.parametrize(
    ("stars", "armies"),
    [(2, 2), (3, 4), (4, 7), (5, 10), (6, 13), (7, 17), (8, 21), (9, 25), (10, 30)],
)
def test_star_values(stars: int, armies: int) -> None:
    for twos in range(stars // 2 + 1):
        symbols = ("two stars",) * twos + ("one star",) * (stars - 2 * twos)
        assert STARS.value(symbols, sets_traded=3) == armies


def test_one_star_and_eleven_stars_are_no_set() -> None:
    assert not is_set((Card("one star"),), rules=STARS)
    assert not is_set((Card("two stars"),) * 5 + (Card("one star"),), rules=STARS)
    assert STARS.deck_size == 42


def test_kind_that_is_not_in_the_table_makes_no_set() -> None:
    rules = CardRules(schedule=ByKind((("one of each", 10),)))
    assert sets_in(hand("IIICA"), rules=rules) == (tuple(sorted(hand("ICA"))),)


# The deck


@pytest.mark.parametrize("name", ["1959", "1993", "2016"])
def test_the_three_known_decks(name: str) -> None:
    deck = full_deck(load_board().decks[name])
    assert Counter(card.symbol for card in deck) == {**dict.fromkeys(SYMBOLS, 14), "wild": 2}
    assert sorted(card.territory for card in deck if card.territory) == sorted(load_board().names)


def test_deck_of_44_and_with_missions_56() -> None:
    missions = [f"task {number}" for number in range(12)]
    box = full_deck(load_board().decks["2016"], missions=missions)
    assert (len(DECK), len(box)) == (44, 56)
    assert [card.territory for card in box if card.symbol == MISSION] == missions


@pytest.mark.parametrize(
    ("symbols", "message"),
    [
        (
            {"Foo": "tank"},
            "a card must bear 'infantry', 'cavalry', 'artillery' or 'wild', not tank",
        ),
        (
            dict.fromkeys(map(str, range(15)), "infantry"),
            "the deck must have at most 14 infantry cards, not 15",
        ),
    ],
)
def test_deck_that_the_rules_do_not_know(symbols: dict[str, str], message: str) -> None:
    with pytest.raises(InputError, match=f"^{message}$"):
        full_deck(symbols)


def test_cards_are_values_in_order() -> None:
    assert Card("wild") == Card("wild")
    assert len({Card("cavalry", "Peru"), Card("cavalry", "Peru"), Card("cavalry")}) == 2
    assert sorted(DECK)[0] == min(DECK) < Card("wild")
    assert sorted(hand("WIW")) == list(hand("IWW"))


# Hands


@pytest.mark.parametrize(
    ("text", "card"),
    [
        ("I", Card("infantry")),
        ("c", Card("cavalry")),
        (" Artillery ", Card("artillery")),
        ("W", Card("wild")),
        ("alaska", Card("infantry", "Alaska")),
        ("Russia", Card("artillery", "Ukraine")),
    ],
)
def test_read_card(text: str, card: Card) -> None:
    assert read_card(text, load_board()) == card


def test_read_card_reads_what_str_shows_of_symbols() -> None:
    for symbol in (*SYMBOLS, "wild"):
        assert read_card(str(Card(symbol)), load_board()) == Card(symbol)


def test_deck_tells_the_symbol_of_a_territory() -> None:
    read = {deck: read_card("Alaska", load_board(), deck=deck).symbol for deck in ("1959", "2016")}
    assert read == {"1959": "artillery", "2016": "infantry"}


@pytest.mark.parametrize(
    ("text", "options", "message"),
    [
        ("Kamtchatka", {}, "or a territory, not Kamtchatka: did you mean Kamchatka"),
        ("tank", {}, "'wild' or a territory, not tank$"),
        ("", {}, "a card is 'infantry'"),
        ("Peru", {"deck": "1066"}, "the deck must be one of 1959, 1993, 2016, not 1066"),
        ("Peru", {"rules": STARS}, "the rules have 'one star' or 'two stars'"),
    ],
)
def test_read_card_refuses(text: str, options: dict[str, Any], message: str) -> None:
    with pytest.raises(InputError, match=message) as error:
        read_card(text, load_board(), **options)
    assert "\n" not in str(error.value)


@pytest.mark.parametrize(
    ("cards", "message"),
    [
        (hand("I" * 15), "the deck has 14 infantry cards: 15 are too many"),
        (hand("WWW"), "the deck has 2 wild cards: 3 are too many"),
        ((Card("infantry", "Peru"),) * 2, "a territory has one card: Peru comes 2 times"),
    ],
)
def test_hand_that_one_deck_cannot_hold_names_the_rule(
    cards: tuple[Card, ...], message: str
) -> None:
    with pytest.raises(RuleError, match=f"^{message}$"):
        check_cards(cards)


@pytest.mark.parametrize(
    "card",
    ["infantry", None, ("infantry", "Peru"), Card("tank"), Card("wild", "Peru"), Card("mission")],
)
def test_what_is_no_card_of_a_hand(card: Any) -> None:
    with pytest.raises(InputError, match=r"^a (card|wild) "):
        check_cards([card])


def test_whole_deck_is_a_hand() -> None:
    assert check_cards(list(DECK)) == DECK


# Sets


def test_every_five_card_hand_holds_a_set() -> None:
    counts = Counter(card.symbol for card in DECK)
    hands = 0
    for symbols in combinations_with_replacement(counts, 5):
        ways = prod(comb(counts[symbol], symbols.count(symbol)) for symbol in set(symbols))
        assert not ways or holds_set(tuple(map(Card, symbols)))
        hands += ways
    assert hands == comb(44, 5)


def test_every_five_card_hand_holds_an_italian_like_set_too() -> None:
    for symbols in combinations_with_replacement((*SYMBOLS, "wild"), 5):
        if symbols.count("wild") <= 2:
            assert holds_set(tuple(map(Card, symbols)), rules=ITALIAN)


def test_some_four_card_hands_hold_no_set() -> None:
    assert not holds_set(hand("IICC"))
    assert not holds_set(())


def test_every_triple_of_real_cards() -> None:
    for cards in combinations(DECK[::2], 3):
        assert is_set(cards) == is_classic_set(tuple(card.symbol for card in cards))


def test_deck_without_wilds_has_no_set_with_a_wild() -> None:
    rules = CardRules(wilds=0)
    assert not is_set(hand("IIW"), rules=rules)
    assert len(rules.sets) == 4


def test_only_three_cards_are_a_set() -> None:
    assert not is_set(hand("II"))
    assert not is_set(hand("IIII"))
    assert not is_set(())


def test_sets_in_random_hands_against_all_triples() -> None:
    rng = Random(7)
    for size in range(9):
        cards = tuple(rng.sample(DECK, size))
        expected = {
            tuple(sorted(chosen))
            for chosen in combinations(cards, 3)
            if is_classic_set(tuple(card.symbol for card in chosen))
        }
        found = sets_in(cards)
        assert set(found) == expected
        assert len(found) == len(expected)
        assert list(found) == sorted(found)
        assert holds_set(cards) == bool(expected)


def test_two_equal_cards_do_not_make_two_equal_sets() -> None:
    assert sets_in(hand("IIWW")) == (hand("IIW"), hand("IWW"))


def test_star_sets_are_groups_of_two_to_ten_stars() -> None:
    cards = (Card("one star", "Peru"), Card("one star", "Siam"), Card("two stars", "Egypt"))
    assert len(sets_in(cards, rules=STARS)) == 5  # 2 alone; 1+1; 1+2 twice; all three


# The piles


def test_drawing_leaves_the_discards_until_the_pile_is_empty() -> None:
    pile, discards = hand("IC"), hand("AW")
    assert drawable(pile, discards) == pile
    assert after_draw(Card("cavalry"), pile, discards) == (hand("I"), discards)
    with pytest.raises(RuleError, match="only cards that are there can go"):
        after_draw(Card("artillery"), pile, discards)


def test_empty_pile_is_made_again_of_the_discards() -> None:
    assert after_draw(Card("artillery"), (), hand("AW")) == (hand("W"), ())


def test_without_recycling_nobody_draws_from_an_empty_pile() -> None:
    rules = CardRules(recycle=False)
    assert drawable((), hand("AW"), rules=rules) == ()
    assert draw((), hand("AW"), rng=Random(1), rules=rules) == (None, (), hand("AW"))
    with pytest.raises(RuleError):
        after_draw(Card("artillery"), (), hand("AW"), rules=rules)


def test_nothing_left_at_all() -> None:
    assert draw((), (), rng=Random(1)) == (None, (), ())


def test_drawing_at_random_loses_no_card_and_repeats_with_the_seed() -> None:
    def play(seed: int) -> list[Card]:
        rng, pile, discards, drawn = Random(seed), DECK[:5], DECK[5:8], []
        while (step := draw(pile, discards, rng=rng))[0] is not None:
            drawn.append(step[0])
            pile, discards = step[1:]
        return drawn

    first = play(3)
    assert sorted(first) == sorted(DECK[:8])
    assert sorted(first[:5]) == sorted(DECK[:5])
    assert first == play(3) != play(4)


def test_without_takes_each_card_once() -> None:
    assert without(hand("WIW"), hand("W")) == hand("IW")
    with pytest.raises(RuleError, match="no wild is"):
        without(hand("WI"), hand("WW"))


# The value of all options


def test_rules_are_frozen_hashable_values() -> None:
    rules = CardRules()
    with pytest.raises(dataclasses.FrozenInstanceError):
        rules.wilds = 3  # type: ignore[misc]
    _ = rules.sets, rules.counts
    assert hash(rules) == hash(CLASSIC_CARDS)
    assert rules == CLASSIC_CARDS != CardRules(wilds=0)


def test_whole_numbers_of_numpy_are_whole_numbers() -> None:
    rules = CardRules(wilds=np.int64(3), schedule=Rising((4, 6), step=np.int64(2)))  # type: ignore[arg-type]
    assert rules.deck_size == 45
    assert rules.value(SYMBOLS, np.int64(2)) == 8  # type: ignore[arg-type]


@pytest.mark.parametrize(
    ("options", "message"),
    [
        ({"symbols": ()}, "symbols must be pairs"),
        ({"symbols": (("infantry", 14), ("infantry", 14))}, "different names"),
        ({"symbols": (("infantry", -1),)}, "cards of 'infantry'.*not -1"),
        ({"symbols": (("wild", 2),)}, "counted in wilds"),
        ({"wilds": -1}, "wilds must be .*not -1"),
        ({"wilds": True}, "wilds must be .*not True"),
        ({"bonus": 2.0}, "bonus must be .*not 2.0"),
        ({"forced_at": 0}, "forced_at must be"),
        ({"hand_limit": 0}, "hand_limit must be"),
        ({"mid_turn_until": None}, "mid_turn_until must be"),
        ({"wild_with": "none"}, "wild_with must be 'any' or 'alike', not none"),
        ({"bonus_per": "game"}, "bonus_per must be 'turn' or 'trade' or 'card', not game"),
        ({"recycle": 1}, "recycle must be true or false, not 1"),
        ({"takes_cards": None}, "takes_cards must be true or false"),
        ({"schedule": (4, 6, 8)}, "schedule must be Rising, ByKind or ByStars"),
        ({"schedule": STARS.schedule}, "with stars there are no wilds"),
        ({"schedule": STARS.schedule, "symbols": STARS.symbols, "wilds": 0}, "must be None"),
    ],
)
def test_options_refused(options: dict[str, Any], message: str) -> None:
    with pytest.raises(InputError, match=message):
        CardRules(**options)


@pytest.mark.parametrize(
    "make",
    [
        lambda: Rising(()),
        lambda: Rising((4, -1)),
        lambda: Rising([4]),  # type: ignore[arg-type]
        lambda: Rising((4,), step=-1),
        lambda: ByKind(()),
        lambda: ByKind((("infantry", 4.5),)),  # type: ignore[arg-type]
        lambda: ByStars((("one star", 0),), (2,)),
        lambda: ByStars((("one star", 1),), ()),
        lambda: ByStars((("one star", 1),), (2,), first=0),
        lambda: CLASSIC_CARDS.value(SYMBOLS, sets_traded=-1),
    ],
)
def test_schedules_refused(make: Any) -> None:
    with pytest.raises(InputError):
        make()


def test_differences_from_classic() -> None:
    assert CLASSIC_CARDS.differences() == []
    assert ITALIAN.differences() == [
        "wild_with: alike (classic: any)",
        "schedule: artillery 4, infantry 6, cavalry 8, one of each 10, two alike and a wild 12 "
        "(classic: 4, 6, 8, 10, 12, 15, then 5 more each)",
        "forced_at: none (classic: 5)",
        "forced_mid_turn: none (classic: 6)",
    ]
    assert "schedule: 2, 4, 7, 10, 13, 17, 21, 25, 30 from 2 stars on" in STARS.differences()[2]


def test_hand_limit() -> None:
    assert CLASSIC_CARDS.may_draw(40)
    limited = CardRules(hand_limit=7)
    assert [limited.may_draw(held) for held in (6, 7, 8)] == [True, False, False]
