"""The places where the source documents are garbled, each by name, as the booklet decides.

The table is the last section of the rules; every row is one test.
"""

from __future__ import annotations

from random import Random

import pytest
from game_positions import cards, position

from riskodds.game import (
    Attack,
    Claim,
    EndPhase,
    EndTurn,
    MoveIn,
    Phase,
    Place,
    RuleError,
    Trade,
    apply,
    deal,
    is_legal,
    legal_moves,
    load_board,
    must_trade,
    new_game,
    start_armies,
    who_starts,
)
from riskodds.game.cards.deck import Card, is_set

INFANTRY = ("Alaska", "Alberta", "Argentina")


def test_one_neutral_territory_with_forty_armies_is_fourteen_with_forty_in_all() -> None:
    assert start_armies(2).neutral == 40
    state = deal(new_game(2), rng=Random(1))
    assert state.owners.count(2) == 14
    while state.phase is Phase.SETUP:
        state = apply(state, next(iter(legal_moves(state))))
    neutral = [a for o, a in zip(state.owners, state.armies, strict=True) if o == 2]
    assert (len(neutral), sum(neutral)) == (14, 40)


def test_the_race_card_is_the_traded_card() -> None:
    state = position(
        {"red": {"Alaska": 1}, "green": {"Siam": 1}},
        phase=Phase.REINFORCE,
        hands={"red": INFANTRY},
    )
    after = apply(state, Trade(cards(state.game, *INFANTRY), ("Alaska",)))
    assert after.armies_on("Alaska") == 3


def test_no_continent_values_are_five_two_five_three_seven_two() -> None:
    assert [c.bonus for c in load_board().continents] == [5, 2, 5, 3, 7, 2]


def test_at_least_one_card_and_only_one_a_turn_is_exactly_one() -> None:
    state = position({"red": {"Alaska": 3}, "green": {"Kamchatka": 1, "Japan": 1}})
    state = apply(apply(state, Attack("Alaska", "Kamchatka", (6,), (1,))), MoveIn(1))
    state = apply(state, EndPhase())
    assert not is_legal(state, EndTurn())
    after = apply(state, EndTurn(state.draw[0]))
    assert len(after.hands[0]) == 1


def test_two_plus_a_wild_is_any_two_plus_a_wild() -> None:
    assert is_set((Card("infantry"), Card("cavalry"), Card("wild")))
    assert is_set((Card("infantry"), Card("infantry"), Card("wild")))


@pytest.mark.parametrize("held", [5, 6])
def test_one_set_and_the_second_if_complete_is_one_forced_second_optional(held: int) -> None:
    hand = (*INFANTRY, "Iceland", "Egypt", "Japan")[:held]
    state = position(
        {"red": {"Siam": 1}, "green": {"India": 1}}, phase=Phase.REINFORCE, hands={"red": hand}
    )
    assert must_trade(state)
    after = apply(state, next(legal_moves(state).trades()))
    assert not must_trade(after)
    assert bool(list(legal_moves(after).trades())) == (held == 6)


def test_extra_armies_without_a_cap_are_two_a_turn() -> None:
    state = position(
        {"red": dict.fromkeys(INFANTRY, 1), "green": {"Siam": 1}},
        phase=Phase.REINFORCE,
        hands={"red": INFANTRY},
    )
    hand = cards(state.game, *INFANTRY)
    for trade in legal_moves(state).trades():
        assert sum(apply(state, trade).armies) == sum(state.armies) + 2
    assert not is_legal(state, Trade(hand, INFANTRY))


def test_two_armies_in_the_territory_you_attack_are_in_the_one_you_attack_from() -> None:
    weak = position({"red": {"Alaska": 1}, "green": {"Kamchatka": 2}})
    assert not is_legal(weak, Attack("Alaska", "Kamchatka", (6,), (1,)))
    strong = position({"red": {"Alaska": 2}, "green": {"Kamchatka": 1}})
    assert is_legal(strong, Attack("Alaska", "Kamchatka", (6,), (1,)))


def test_the_attacker_loses_from_the_attacking_territory() -> None:
    state = position({"red": {"Alaska": 3, "Alberta": 2}, "green": {"Kamchatka": 2}})
    after = apply(state, Attack("Alaska", "Kamchatka", (1,), (6,)))
    assert (after.armies_on("Alaska"), after.armies_on("Kamchatka")) == (2, 2)


def test_more_than_one_dies_is_more_than_one_die() -> None:
    # With more than one die on both sides the second highest are compared too.
    state = position({"red": {"Alaska": 3}, "green": {"Kamchatka": 2}})
    after = apply(state, Attack("Alaska", "Kamchatka", (6, 1), (5, 2)))
    assert (after.armies_on("Alaska"), after.armies_on("Kamchatka")) == (2, 1)


@pytest.mark.parametrize(("held", "left"), [(6, 3), (7, 4), (8, 2), (9, 3), (10, 4)])
def test_above_six_but_not_below_two_is_six_or_more_down_to_four_or_fewer(
    held: int, left: int
) -> None:
    hand = (*INFANTRY, "Iceland", "Egypt", "Japan", "India", "Irkutsk", "Madagascar", "Afghanistan")
    state = position(
        {"red": {"Kamchatka": 3}, "green": {"Mongolia": 1}},
        hands={"red": hand[: held - 4], "green": hand[held - 4 : held]},
    )
    state = apply(apply(state, Attack("Kamchatka", "Mongolia", (6,), (1,))), MoveIn(1))
    while must_trade(state):
        state = apply(state, next(legal_moves(state).trades()))
    assert len(state.hand) == left


def test_a_drawn_card_above_six_is_one_that_makes_six_and_waits() -> None:
    state = position(
        {"red": {"Siam": 3}, "green": {"India": 1}},
        phase=Phase.END,
        captured=True,
        hands={"red": (*INFANTRY, "Iceland", "Egypt")},
    )
    after = apply(state, EndTurn(cards(state.game, "Japan")[0]))
    assert len(after.hands[0]) == 6
    assert after.phase is Phase.REINFORCE
    assert after.player_name == "blue"


def test_the_first_player_chosen_or_registered_has_the_highest_die() -> None:
    assert who_starts([(4, 6, 5)]) == 1


def test_all_forty_two_territories_with_two_players_is_the_other_player_eliminated() -> None:
    state = position({"red": {"Alaska": 3}, "blue": {"Kamchatka": 1}}, rest="neutral", players=2)
    state = apply(apply(state, Attack("Alaska", "Kamchatka", (6,), (1,))), MoveIn(1))
    assert (state.phase, state.winner) == (Phase.OVER, 0)
    with pytest.raises(RuleError):
        apply(state, Place("Alaska"))
    assert not is_legal(state, Claim("Peru"))
