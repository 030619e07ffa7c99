"""The turn, row by row of the rules: what is legal, what it does, what the refusal says."""

from __future__ import annotations

from itertools import combinations_with_replacement, product
from typing import Any

import pytest
from game_positions import BORDER, house, play, position, refused

from riskodds.dice.rules import DiceRules, Side
from riskodds.errors import InputError
from riskodds.game import (
    Attack,
    Claim,
    EndPhase,
    EndTurn,
    Fortify,
    MoveIn,
    Phase,
    Place,
    RuleError,
    apply,
    is_legal,
    legal_moves,
    new_game,
    start,
)
from riskodds.variants.rules import Rules


def test_a_turn_begins_with_its_reinforcements() -> None:
    holdings = {"green": {"Japan": 1}, "red": {"Peru": 1, "Brazil": 1, "Argentina": 1}}
    state = position(holdings | {"red": holdings["red"] | {"Venezuela": 1}}, phase=Phase.END)
    after = play(state.having(player=2), EndTurn())
    # Red holds 4 territories, all of South America: 3 + 2.
    assert (after.player_name, after.reserves, after.turn) == ("red", (5, 0, 0), 2)
    assert after.phase is Phase.REINFORCE


def test_armies_go_on_own_territories_until_none_is_left() -> None:
    state = position(BORDER, phase=Phase.REINFORCE, reserve=3)
    refused(state, EndPhase(), "place all armies")
    refused(state, Place("Kamchatka"), "own territories")
    refused(state, Place("Alaska", 4), "place the armies there are")
    after = play(state, Place("Alaska", 2), Place("Alberta"), EndPhase())
    assert (after.armies_on("Alaska"), after.armies_on("Alberta")) == (7, 3)
    assert after.phase is Phase.ATTACK


def test_nothing_else_is_done_while_reinforcing() -> None:
    state = position(BORDER, phase=Phase.REINFORCE, reserve=3)
    for move in (
        Attack("Alaska", "Kamchatka", (6,), (1,)),
        Fortify("Alaska", "Alberta", 1),
        MoveIn(1),
        EndTurn(),
        Claim("Peru"),
    ):
        refused(state, move, "not the time")


# Cards


def test_where_attacks_can_go() -> None:
    state = position(BORDER)
    refused(state, Attack("Kamchatka", "Alaska", (6,), (1,)), "attack from an own territory")
    refused(state, Attack("Alaska", "Alberta", (6,), (1,)), "attack an enemy territory")
    refused(state, Attack("Alaska", "Japan", (6,), (1,)), "attack a territory that borders")
    assert is_legal(state, Attack("Alaska", "Kamchatka", (6,), (1,)))  # joined by a line


def test_a_lone_army_does_not_attack() -> None:
    state = position({"red": {"Alaska": 1, "Alberta": 9}, "green": {"Kamchatka": 1}})
    refused(state, Attack("Alaska", "Kamchatka", (6,), (1,)), "a territory with two armies")


def test_dice_of_both_sides() -> None:
    for armies, defenders in product(range(1, 7), range(1, 5)):
        state = position({"red": {"Alaska": armies}, "green": {"Kamchatka": defenders}})
        legal = {
            (a, d)
            for a, d in product(range(6), range(5))
            if is_legal(state, Attack("Alaska", "Kamchatka", (1,) * a, (1,) * d))
        }
        # Attack: 1 to 3, fewer than the armies. Defence: 1 or 2, no more than the armies.
        expected = {(a, d) for a, d in product((1, 2, 3), (1, 2)) if a < armies and d <= defenders}
        assert legal == expected


def test_dice_show_one_to_six() -> None:
    state = position(BORDER)
    refused(state, Attack("Alaska", "Kamchatka", (7,), (1,)), "a die has 6 sides")
    refused(state, Attack("Alaska", "Kamchatka", (1,), (9, 2)), "a die has 6 sides")
    for dice in ((0,), (-1,), (2.5,), (True,)):
        with pytest.raises(InputError, match="a die must be a whole number of at least 1"):
            Attack("Alaska", "Kamchatka", dice, (1,))  # type: ignore[arg-type]


def test_losses_of_every_roll_against_pairwise_comparison() -> None:
    game = new_game(3)
    faces = range(1, 7)
    for a, d in product((1, 2, 3), (1, 2)):
        for attack in combinations_with_replacement(faces, a):
            for defence in combinations_with_replacement(faces, d):
                highest = max(attack) > max(defence)
                pairs = [highest]
                if a > 1 and d > 1:
                    pairs.append(sorted(attack)[-2] > sorted(defence)[-2])
                expected = (pairs.count(False), pairs.count(True))
                order = tuple(sorted(attack, reverse=True)), tuple(sorted(defence, reverse=True))
                assert game.losses(*order) == expected


def test_a_roll_takes_armies_of_both_sides() -> None:
    after = play(position(BORDER), Attack("Alaska", "Kamchatka", (2, 6, 3), (5, 3)))
    assert (after.armies_on("Alaska"), after.armies_on("Kamchatka")) == (4, 2)
    assert after.phase is Phase.ATTACK
    assert not after.captured


def test_attacks_are_optional_and_can_be_stopped_at_any_time() -> None:
    state = position(BORDER)
    assert is_legal(state, EndPhase())
    after = play(state, Attack("Alaska", "Kamchatka", (1,), (1,)), EndPhase(), EndTurn())
    assert after.player_name == "blue"


# Capture


def test_a_capture_moves_in_the_dice_or_more_and_leaves_one() -> None:
    holdings = {"red": {"Alaska": 5}, "green": {"Kamchatka": 1, "Japan": 1}}
    state = play(position(holdings), Attack("Alaska", "Kamchatka", (6, 5, 1), (2,)))
    assert (state.phase, state.owner("Kamchatka"), state.armies_on("Kamchatka")) == (
        Phase.MOVE_IN,
        "red",
        0,
    )
    assert list(legal_moves(state)) == [MoveIn(3), MoveIn(4)]
    refused(state, MoveIn(2), "at least as many armies as dice")
    refused(state, MoveIn(5), "leave an army behind")
    refused(state, EndPhase(), "not the time")
    after = play(state, MoveIn(3))
    assert (after.armies_on("Alaska"), after.armies_on("Kamchatka")) == (2, 3)
    assert after.captured


def test_the_move_in_is_always_possible() -> None:
    for armies, dice in product(range(2, 7), (1, 2, 3)):
        if dice < armies:
            holdings = {"red": {"Alaska": armies}, "green": {"Kamchatka": 1, "Japan": 1}}
            state = apply(position(holdings), Attack("Alaska", "Kamchatka", (6,) * dice, (1,)))
            assert [m.armies for m in legal_moves(state)] == list(  # type: ignore[union-attr]
                range(dice, armies)
            )


@pytest.mark.parametrize(("rule", "least"), [("dice", 2), ("one", 1), ("all", 4)])
def test_other_rules_of_moving_in(rule: str, least: int) -> None:
    holdings = {"red": {"Alaska": 5}, "green": {"Kamchatka": 1, "Japan": 1}}
    state = position(holdings, rules=house(move_in=rule))
    state = apply(state, Attack("Alaska", "Kamchatka", (6, 5), (1,)))
    assert next(iter(legal_moves(state))) == MoveIn(least)


# Elimination


OWN = {"red": {"Alaska": 5, "Alberta": 2, "Ontario": 1, "Peru": 4}, "green": {"Japan": 1}}


def test_fortify_once_between_neighbours_leaving_one() -> None:
    state = position(OWN, phase=Phase.FORTIFY)
    refused(state, Fortify("Alaska", "Alberta", 5), "leave an army behind")
    refused(state, Fortify("Alaska", "Ontario", 1), "fortify an adjacent territory")
    refused(state, Fortify("Alaska", "Kamchatka", 1), "between own territories")
    refused(state, Fortify("Alaska", "Alaska", 1), "fortify another territory")
    refused(state, Fortify("Ontario", "Alberta", 1), "leave an army behind")
    after = play(state, Fortify("Alaska", "Alberta", 4))
    assert (after.armies_on("Alaska"), after.armies_on("Alberta")) == (1, 6)
    refused(after, Fortify("Alberta", "Alaska", 1), "not the time")
    assert is_legal(after, EndTurn())


def test_fortifying_is_optional() -> None:
    assert play(position(OWN, phase=Phase.FORTIFY), EndTurn()).player_name == "blue"


def test_fortify_through_connected_territories() -> None:
    state = position(OWN, phase=Phase.FORTIFY, rules=house(fortify="connected"))
    assert is_legal(state, Fortify("Alaska", "Ontario", 4))
    refused(state, Fortify("Alaska", "Peru", 1), "through connected own territories")


def test_fortify_as_often_as_wanted_or_not_at_all() -> None:
    state = position(OWN, phase=Phase.FORTIFY, rules=house(fortify="unlimited"))
    state = play(state, Fortify("Alaska", "Alberta", 4), Fortify("Alberta", "Ontario", 5))
    assert state.armies_on("Ontario") == 6
    none = play(position(OWN, rules=house(fortify="none")), EndPhase())
    assert list(legal_moves(none)) == [EndTurn()]


def test_army_cap() -> None:
    capped = house(army_cap=6)
    state = position(OWN, phase=Phase.REINFORCE, reserve=3, rules=capped)
    refused(state, Place("Alaska", 2), "at most 6 armies")
    state = position(OWN | {"red": {"Alaska": 5, "Alberta": 4}}, phase=Phase.FORTIFY, rules=capped)
    refused(state, Fortify("Alaska", "Alberta", 3), "at most 6 armies")
    assert is_legal(state, Fortify("Alaska", "Alberta", 2))
    full = position({"red": {"Alaska": 6}, "green": {"Peru": 1}}, phase=Phase.REINFORCE, reserve=3)
    full = full.having(game=new_game(3, rules=capped))
    assert list(legal_moves(full)) == [EndPhase()]
    assert play(full, EndPhase()).reserves == (0, 0, 0)


# The end of the game


def test_the_last_territory_wins() -> None:
    state = position({"red": dict.fromkeys(new_game(3).board.names, 2), "green": {"Japan": 1}})
    state = state.having(eliminated_by=(None, 0, None))
    state = play(state, Attack("Kamchatka", "Japan", (6,), (5,)))
    assert (state.phase, state.owners) == (Phase.MOVE_IN, (0,) * 42)
    state = play(state, MoveIn(1))
    assert (state.phase, state.winner) == (Phase.OVER, 0)
    assert list(legal_moves(state)) == []
    assert len(legal_moves(state)) == 0
    refused(state, EndPhase(), "not the time")


# Two players


def test_the_neutral_never_moves_and_need_not_be_conquered() -> None:
    state = position({"red": {"Alaska": 3}, "blue": {"Kamchatka": 1}}, rest="neutral", players=2)
    assert play(state, EndPhase(), EndTurn()).player_name == "blue"
    state = play(state, Attack("Alaska", "Kamchatka", (6,), (1,)), MoveIn(1))
    assert (state.phase, state.winner) == (Phase.OVER, 0)
    assert state.owners.count(2) == 40


def test_the_neutral_defends_and_its_territories_bring_a_card() -> None:
    state = position({"red": {"Alaska": 3}, "blue": {"Japan": 1}}, rest="neutral", players=2)
    state = play(state, Attack("Alaska", "Kamchatka", (6,), (1,)), MoveIn(1))
    assert (state.phase, state.captured, state.eliminated_by) == (Phase.ATTACK, True, (None, None))


def test_the_last_neutral_territory_eliminates_nobody() -> None:
    state = position({"red": {"Alaska": 3}, "neutral": {"Kamchatka": 1}}, rest="blue", players=2)
    state = play(state, Attack("Alaska", "Kamchatka", (6,), (1,)), MoveIn(1))
    assert (state.phase, state.winner) == (Phase.ATTACK, None)


# Moves that are none


@pytest.mark.parametrize("move", [None, "place Alaska: 1", 7, ("Alaska", 1)])
def test_what_is_no_move(move: Any) -> None:
    state = position(BORDER)
    for asked in (is_legal, apply):
        with pytest.raises(InputError, match="a move must be one of the move values"):
            asked(state, move)
    assert move not in legal_moves(state)


def test_names_that_are_not_exact() -> None:
    state = position(BORDER, phase=Phase.REINFORCE, reserve=3)
    refused(state, Place("alaska"), "moves name territories exactly")
    refused(state, Place("Atlantis"), "moves are made on the board")
    for other in (
        Attack("Atlantis", "Alaska", (6,), (1,)),
        Attack("Alaska", "Atlantis", (6,), (1,)),
    ):
        with pytest.raises(RuleError, match="no territory is called Atlantis"):
            apply(position(BORDER), other)
    for fortify in (Fortify("Atlantis", "Alaska", 1), Fortify("Alaska", "Atlantis", 1)):
        with pytest.raises(RuleError, match="no territory is called Atlantis"):
            apply(position(BORDER, phase=Phase.FORTIFY), fortify)


@pytest.mark.parametrize("armies", [0, -1, 1.5, True, "2"])
def test_armies_are_whole_numbers(armies: Any) -> None:
    for make in (lambda n: Place("Alaska", n), MoveIn, lambda n: Fortify("Alaska", "Alberta", n)):
        with pytest.raises(InputError, match="armies must be a whole number of at least 1"):
            make(armies)


def test_numpy_integers_are_whole_numbers() -> None:
    import numpy as np

    state = position(BORDER, phase=Phase.REINFORCE, reserve=3)
    after = apply(state, Place("Alaska", np.int64(2)))  # type: ignore[arg-type]
    assert after == apply(state, Place("Alaska", 2))
    assert all(type(armies) is int for armies in after.armies)


def test_a_move_changes_no_state() -> None:
    state = start(new_game(3))
    before = repr(state)
    apply(state, Claim("Peru"))
    assert repr(state) == before


# Other dice


def test_dice_rules_are_those_of_the_rules_value() -> None:
    dice = DiceRules(attack=Side(sides=8), defence=Side(needs=(1, 3), highest=1), ties="attacker")
    state = position(BORDER, rules=Rules("house", dice))
    assert is_legal(state, Attack("Alaska", "Kamchatka", (8, 7), (6, 1)))
    refused(state, Attack("Alaska", "Kamchatka", (8,), (7,)), "a die has 6 sides")
    after = apply(state, Attack("Alaska", "Kamchatka", (5, 2), (4, 3)))
    # 4 + 1 ties with 5, which the attacker wins; 2 loses to 3.
    assert (after.armies_on("Alaska"), after.armies_on("Kamchatka")) == (4, 2)
    two = position({"red": {"Alaska": 5}, "green": {"Kamchatka": 2}}, rules=Rules("house", dice))
    refused(two, Attack("Alaska", "Kamchatka", (8,), (1, 1)), "roll no more dice than the armies")


def test_a_headquarters_may_roll_more() -> None:
    rules = house(headquarters_dice=1)
    kamchatka = new_game(3).board.number["Kamchatka"]
    state = position(BORDER, rules=rules, headquarters=(None, None, kamchatka))
    assert is_legal(state, Attack("Alaska", "Kamchatka", (6, 6, 6), (5, 5, 5)))
    elsewhere = state.having(headquarters=(None, None, None))
    refused(elsewhere, Attack("Alaska", "Kamchatka", (6,), (5, 5, 5)), "roll no more dice")
    after = apply(state, Attack("Alaska", "Kamchatka", (6, 6, 1), (5, 5, 1)))
    assert (after.armies_on("Alaska"), after.armies_on("Kamchatka")) == (4, 1)
