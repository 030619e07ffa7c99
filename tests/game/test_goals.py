"""The ways to win, and each secret mission."""

from __future__ import annotations

from collections.abc import Callable

import pytest
from game_positions import house, position

from riskodds.errors import InputError
from riskodds.game import (
    Attack,
    Capitals,
    Eliminate,
    GameState,
    HoldContinents,
    HoldTerritories,
    Missions,
    MoveIn,
    Phase,
    Share,
    apply,
    load_board,
    mission_deck,
    new_game,
    winner,
)
from riskodds.game.goals import Mission

BOARD = load_board()
NAMES = BOARD.names


def holding(*names: str, armies: int = 1) -> dict[str, int]:
    return dict.fromkeys(names, armies)


def continents(*names: str) -> dict[str, int]:
    return holding(*(t for name in names for t in BOARD.continent(name).territories))


def with_missions(state: GameState, *missions: Mission) -> GameState:
    return state.having(missions=missions)


def test_a_share_of_the_map() -> None:
    rules = house(goal=Share(60))
    # 60 % of 42 territories are 25.2, so 26.
    for count, won in ((25, None), (26, 0)):
        state = position({"red": holding(*NAMES[:count]), "green": {"Siam": 1}}, rules=rules)
        assert winner(state) == won


def test_capitals() -> None:
    number = BOARD.number
    places = (number["Peru"], number["Congo"], number["Siam"])
    rules = house(goal=Capitals())
    held = {"red": holding("Peru", "Congo"), "green": {"Siam": 1}}
    state = position(held, rules=rules, headquarters=places)
    assert winner(state) is None
    state = position(
        {"red": holding("Peru", "Congo", "Siam"), "green": {"India": 1}},
        rules=rules,
        headquarters=places,
    )
    assert winner(state) == 0


def test_losing_the_headquarters_does_not_eliminate() -> None:
    number = BOARD.number
    state = position(
        {"red": {"Peru": 3}, "green": holding("Brazil", "India")},
        rules=house(goal=Capitals()),
        headquarters=(number["Peru"], number["Congo"], number["Brazil"]),
    )
    state = apply(apply(state, Attack("Peru", "Brazil", (6,), (1,))), MoveIn(1))
    assert state.standing == (0, 1, 2)
    assert state.eliminated_by == (None, None, None)
    assert state.phase is Phase.ATTACK


MET: list[tuple[Mission, dict[str, int]]] = [
    (HoldContinents(("Asia", "South America")), continents("Asia", "South America")),
    (HoldContinents(("Asia", "Africa")), continents("Asia", "Africa")),
    (HoldContinents(("North America", "Africa")), continents("North America", "Africa")),
    (HoldContinents(("North America", "Australia")), continents("North America", "Australia")),
    (
        HoldContinents(("Europe", "South America"), others=1),
        continents("Europe", "South America", "Africa"),
    ),
    (
        HoldContinents(("Europe", "Australia"), others=1),
        continents("Europe", "Australia", "South America"),
    ),
    (HoldTerritories(24), holding(*NAMES[:24])),
    (HoldTerritories(18, armies=2), holding(*NAMES[-18:], armies=2)),
]


@pytest.mark.parametrize(("mission", "held"), MET, ids=[str(mission) for mission, _ in MET])
def test_each_mission_is_met_and_one_territory_less_does_not(
    mission: Mission, held: dict[str, int]
) -> None:
    assert mission in mission_deck(("red", "blue", "green"))
    never = HoldTerritories(42)
    rules = house(goal=Missions())
    green = next(name for name in NAMES if name not in held)
    full = position({"red": held, "green": {green: 1}}, rules=rules)
    assert winner(with_missions(full, mission, never, never)) == 0
    for name in held:
        less = {"red": {t: a for t, a in held.items() if t != name}, "green": {green: 1}}
        state = position(less, rules=rules)
        assert winner(with_missions(state, mission, never, never)) is None


def test_two_armies_on_each_of_eighteen() -> None:
    mission, never = HoldTerritories(18, armies=2), HoldTerritories(42)
    held = holding(*NAMES[:18], armies=2) | {NAMES[5]: 1}
    state = position({"red": held, "green": {"Siam": 1}}, rules=house(goal=Missions()))
    assert winner(with_missions(state, mission, never, never)) is None


def test_two_continents_are_not_enough_where_a_third_is_asked_for() -> None:
    never = HoldTerritories(42)
    state = position(
        {"red": continents("Europe", "Australia"), "green": {"Peru": 1}},
        rules=house(goal=Missions()),
    )
    third = HoldContinents(("Europe", "Australia"), others=1)
    assert winner(with_missions(state, third, never, never)) is None


def _after_taking_greens_last(by: str, *missions: Mission, own: int = 1) -> GameState:
    names = [name for name in NAMES if name != "Kamchatka"]
    held = holding(*names[:own]) | {"Alaska": 5}
    rest = "blue" if by == "red" else "red"
    other = {rest: {"Siam": 1}} if by != "red" else {}
    state = position(
        {by: held, "green": {"Kamchatka": 1}} | other,
        rest=rest if by == "red" else "red",
        rules=house(goal=Missions()),
        player=0 if by == "red" else 1,
        missions=missions,
    )
    state = apply(state, Attack("Alaska", "Kamchatka", (6,), (1,)))
    return apply(state, MoveIn(1))


NEVER = HoldTerritories(42)


def test_eliminating_the_colour_on_the_card_wins() -> None:
    state = _after_taking_greens_last("red", Eliminate("green"), NEVER, NEVER)
    assert (state.phase, state.winner) == (Phase.OVER, 0)


def test_if_somebody_else_eliminates_it_the_mission_is_twenty_four_territories() -> None:
    # Blue takes green's last; red, with the mission, holds all the others: 42 - 2.
    state = _after_taking_greens_last("blue", Eliminate("green"), NEVER, NEVER)
    assert (state.phase, state.winner) == (Phase.OVER, 0)
    state = _after_taking_greens_last("blue", Eliminate("green"), NEVER, NEVER, own=24)
    assert state.owners.count(0) == 42 - 25
    assert (state.phase, state.winner) == (Phase.ATTACK, None)


def test_ones_own_colour_and_colours_not_in_the_game_are_twenty_four_territories() -> None:
    for target in ("red", "purple"):
        for count, won in ((23, None), (24, 0)):
            held = {"red": holding(*NAMES[:count]), "green": {"Siam": 1}}
            state = position(held, rules=house(goal=Missions()))
            assert winner(with_missions(state, Eliminate(target), NEVER, NEVER)) == won


def test_a_mission_may_be_met_in_another_players_turn() -> None:
    # Red's attack takes nothing of blue's, but leaves blue the one who holds 24 territories
    # at the moment blue's mission is looked at.
    state = position(
        {"red": {"Alaska": 5}, "green": {"Kamchatka": 2}}, rules=house(goal=Missions())
    )
    state = with_missions(state, NEVER, HoldTerritories(24), NEVER)
    state = apply(state, Attack("Alaska", "Kamchatka", (1,), (6,)))
    assert (state.phase, state.player, state.winner) == (Phase.OVER, 0, 1)


def test_of_two_who_win_at_once_it_is_who_moves_or_comes_next() -> None:
    held = {"red": holding(*NAMES[:21]), "green": {"Siam": 1}}
    state = position(held, rules=house(goal=Missions()))
    both = with_missions(state, HoldTerritories(20), HoldTerritories(20), HoldTerritories(20))
    assert [winner(both.having(player=player)) for player in (0, 1, 2)] == [0, 1, 0]


def test_the_mission_deck_is_data() -> None:
    deck = mission_deck(("red", "blue", "green", "yellow", "black", "purple"))
    assert len(deck) == 14
    assert len(mission_deck(("red", "blue", "green", "yellow"))) == 12
    assert len({str(mission) for mission in deck}) == 14


@pytest.mark.parametrize(
    "make",
    [
        lambda: HoldTerritories(0),
        lambda: HoldTerritories(18, armies=0),
        lambda: HoldContinents(("Asia",), others=-1),
        lambda: HoldContinents(["Asia"]),  # type: ignore[arg-type]
        lambda: Eliminate(3),  # type: ignore[arg-type]
        lambda: Eliminate("red", otherwise=0),
    ],
)
def test_missions_out_of_range(make: Callable[[], Mission]) -> None:
    with pytest.raises(InputError):
        make()
    assert HoldTerritories(1).territories == Eliminate("red", otherwise=1).otherwise == 1


def test_missions_are_for_three_players_or_more() -> None:
    with pytest.raises(InputError, match="secret missions are for 3 to 6 players, not 2"):
        new_game(2, rules="win-by-missions")
    assert new_game(3, rules="win-by-missions").turns.goal == Missions()


@pytest.mark.parametrize("percent", [0, 101, 60.0, True])
def test_shares_out_of_range(percent: int) -> None:
    with pytest.raises(InputError, match="the share of the map must be a whole number from 1"):
        Share(percent)
