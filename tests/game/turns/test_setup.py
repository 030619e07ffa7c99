"""Set-up: armies, who starts, claiming, dealing and placing, legal at every step."""

from __future__ import annotations

from random import Random
from typing import Any

import pytest

from riskodds.errors import InputError
from riskodds.game import (
    Capitals,
    Claim,
    EndPhase,
    GameRules,
    GameState,
    Headquarters,
    Move,
    Phase,
    Place,
    RuleError,
    apply,
    deal,
    give_missions,
    is_legal,
    is_valid,
    legal_moves,
    load_board,
    mission_deck,
    new_game,
    start,
    start_armies,
    who_starts,
)

NAMES = load_board().names


def house(**options: object) -> GameRules:
    return GameRules(**options)  # type: ignore[arg-type]


def play_out_setup(state: GameState, rng: Random) -> tuple[GameState, list[tuple[int, Move]]]:
    made = []
    while state.phase in (Phase.CLAIM, Phase.SETUP, Phase.HEADQUARTERS):
        assert is_valid(state)
        move = rng.choice(list(legal_moves(state)))
        made.append((state.player, move))
        state = apply(state, move)
    return state, made


@pytest.mark.parametrize(
    ("players", "armies", "neutral"),
    [(2, 40, 40), (3, 35, 0), (4, 30, 0), (5, 25, 0), (6, 20, 0)],
)
def test_armies_to_start_with(players: int, armies: int, neutral: int) -> None:
    got = start_armies(players)
    assert (got.armies, got.neutral) == (armies, neutral)
    game = new_game(players)
    assert game.start_armies == (armies,) * players + ((neutral,) if neutral else ())


def test_classic_variant_for_two_has_fifty_armies_and_no_neutral() -> None:
    got = start_armies(2, rules=house(two_players="plain"))
    assert (got.armies, got.neutral) == (50, 0)
    assert new_game(2, rules=house(two_players="plain")).neutral is None


@pytest.mark.parametrize("players", [1, 7, 0, -2, 2.0, True, "3", None])
def test_other_numbers_of_players_are_refused(players: Any) -> None:
    for refusing in (start_armies, new_game):
        with pytest.raises(InputError, match=r"players must be a whole number from 2 to 6, not "):
            refusing(players)


@pytest.mark.parametrize(
    "names", [("ann",), ("ann", "ann"), ("ann", "neutral"), ("ann", "b b"), ("ann", "turn")]
)
def test_players_names(names: tuple[str, ...]) -> None:
    with pytest.raises(InputError):
        new_game(names)


def test_highest_die_starts_and_ties_roll_again() -> None:
    assert who_starts([(2, 6, 4)]) == 1
    assert who_starts([(6, 2)]) == 0
    assert who_starts([(6, 2, 6), (1, 3)]) == 2
    assert who_starts([(6, 6, 6), (5, 5, 2), (1, 4)]) == 1


@pytest.mark.parametrize(
    "rounds",
    [[(6, 6)], [(6, 5), (1, 2)], [(6, 6, 1), (1, 2, 3)], [(7, 1)], [(3,)], [], [(1, 2.5)]],
)
def test_rolls_that_decide_nothing_or_cannot_be(rounds: list[tuple[int, ...]]) -> None:
    with pytest.raises(InputError):
        who_starts(rounds)


@pytest.mark.parametrize("players", [3, 4, 5, 6])
@pytest.mark.parametrize("first", [0, 2])
def test_claiming_and_placing_in_turn(players: int, first: int) -> None:
    state = start(new_game(players), first=first)
    end, made = play_out_setup(state, Random(players))
    claims, places = made[:42], made[42:]
    assert all(isinstance(move, Claim) for _, move in claims)
    assert all(isinstance(move, Place) and move.armies == 1 for _, move in places)
    turns = [player for player, _ in made[: -(-42 // players) * players]]
    assert turns == [(first + i) % players for i in range(len(turns))]
    total = start_armies(players).armies
    for player in range(players):
        assert sum(1 for who, _ in made if who == player) == total
        on_board = sum(a for o, a in zip(end.owners, end.armies, strict=True) if o == player)
        assert on_board == total
    assert (end.phase, end.player, end.turn) == (Phase.REINFORCE, first, 1)


def test_the_first_player_starts_unless_another_is_named() -> None:
    assert start(new_game(4)).player == 0
    assert deal(new_game(2), NAMES).player == 0
    for first in (-1, 4):
        with pytest.raises(InputError, match="first must be a whole number from 0 to 3"):
            start(new_game(4), first=first)


def test_a_claimed_territory_cannot_be_claimed_again() -> None:
    state = apply(start(new_game(3)), Claim("Peru"))
    assert not is_legal(state, Claim("Peru"))
    with pytest.raises(RuleError, match="claim empty territories until none is left"):
        apply(state, Claim("Peru"))
    assert not is_legal(state, Place("Peru"))


def test_placing_more_than_one_or_on_others_is_refused() -> None:
    state = deal(new_game(3, rules=house(territories="dealt")), NAMES)
    assert state.owner(NAMES[0]) == "red"
    for move in (Place(NAMES[0], 2), Place(NAMES[1]), EndPhase()):
        assert not is_legal(state, move)
    assert is_legal(state, Place(NAMES[0]))


def test_no_cap_on_armies_of_a_territory() -> None:
    state = deal(new_game(6, rules=house(territories="dealt")), NAMES)
    while state.phase is Phase.SETUP:
        state = apply(state, Place(state.territories_of(state.player)[0]))
    assert max(state.armies) == 20 - 7 + 1


@pytest.mark.parametrize("players", [3, 4, 5, 6])
def test_dealt_territories_go_round(players: int) -> None:
    game = new_game(players, rules=house(territories="dealt"))
    state = deal(game, NAMES, first=1)
    for place, name in enumerate(NAMES):
        assert state.owners[place] == (1 + place) % players, name
    assert state.player == 1
    assert state.phase is Phase.SETUP
    with pytest.raises(RuleError, match="start it with deal"):
        start(game)


def test_two_players_deal_three_piles_of_fourteen() -> None:
    state = deal(new_game(2), rng=Random(5))
    assert [state.owners.count(seat) for seat in (0, 1, 2)] == [14, 14, 14]
    assert set(state.armies) == {1}


def test_two_players_thirteen_rounds_of_two_and_one() -> None:
    state = deal(new_game(2), rng=Random(5), first=1)
    end, made = play_out_setup(state, Random(8))
    assert len(made) == 13 * 2 * 3
    for turn in range(26):
        owners = []
        for player, move in made[3 * turn : 3 * turn + 3]:
            assert player == (1 + turn) % 2
            assert isinstance(move, Place)
            owners.append(end.owners[NAMES.index(move.territory)])
        assert owners == [player, player, 2]
    totals = [
        sum(a for o, a in zip(end.owners, end.armies, strict=True) if o == seat)
        for seat in range(3)
    ]
    assert totals == [40, 40, 40]
    assert end.player == 1


def test_orders_that_are_no_deal() -> None:
    game = new_game(2)
    for order in (NAMES[:-1], [*NAMES[:-1], NAMES[0]], ["Atlantis"]):
        with pytest.raises(InputError):
            deal(game, order)
    with pytest.raises(InputError, match="needs the order"):
        deal(game)


def test_capitals_are_picked_after_the_set_up() -> None:
    game = new_game(3, rules=house(goal=Capitals()))
    state = start(game, first=2)
    end, made = play_out_setup(state, Random(1))
    picks = made[-3:]
    assert [player for player, _ in picks] == [2, 0, 1]
    for player, move in picks:
        assert isinstance(move, Headquarters)
        assert end.headquarters[player] == NAMES.index(move.territory)
        assert end.owners[NAMES.index(move.territory)] == player
    assert end.player == 2


def test_missions_are_dealt_without_repeats() -> None:
    game = new_game(4)
    state = give_missions(start(game), rng=Random(2))
    assert len(set(state.missions)) == 4
    assert set(state.missions) <= set(mission_deck(game.players))
    given = mission_deck(game.players)[:4]
    assert give_missions(start(game), given).missions == given
    for wrong in (given[:3], ["Asia"] * 4):
        with pytest.raises(InputError):
            give_missions(start(game), wrong)  # type: ignore[arg-type]


def test_a_cap_stops_the_placing_and_what_is_left_is_lost() -> None:
    rules = house(territories="dealt", army_cap=4, start_armies=(40, 100, 30, 25, 20))
    state = deal(new_game(3, rules=rules), NAMES)
    end, made = play_out_setup(state, Random(3))
    assert len(made) == 42 * 3
    assert set(end.armies) == {4}


def test_armies_that_are_just_enough() -> None:
    rules = house(territories="dealt", start_armies=(40, 14, 30, 25, 20))
    state = deal(new_game(3, rules=rules), NAMES, first=2)
    assert (state.phase, state.player, state.reserves) == (Phase.REINFORCE, 2, (0, 0, 4))
    with pytest.raises(InputError, match="too few for the 42 territories"):
        new_game(3, rules=house(start_armies=(40, 13, 30, 25, 20)))
    few = new_game(2, rules=house(neutral_armies=13))
    with pytest.raises(InputError, match="too large for so few armies"):
        deal(few, NAMES)
