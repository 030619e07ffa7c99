"""Moves and positions as text and JSON: both ways, and what is refused."""

from __future__ import annotations

import copy
import json
import pickle
from random import Random
from typing import Any

import pytest
from game_positions import cards, garbled, house, position
from json_schema import errors

from riskodds.errors import InputError
from riskodds.game import (
    Attack,
    Capitals,
    Card,
    CardRules,
    Claim,
    EndPhase,
    EndTurn,
    Fault,
    Fortify,
    Game,
    GameState,
    Headquarters,
    HoldContinents,
    HoldTerritories,
    Missions,
    Move,
    MoveIn,
    Phase,
    Place,
    Trade,
    apply,
    board_from_dict,
    deal,
    give_missions,
    is_valid,
    legal_moves,
    load_board,
    mission_deck,
    move_from_dict,
    move_text,
    move_to_dict,
    new_game,
    parse_move,
    parse_state,
    schema,
    start,
    state_from_dict,
    state_from_json,
    state_text,
    state_to_dict,
    state_to_json,
    status,
)
from riskodds.game.cards.rules import CARD_PRESETS
from riskodds.game.formats.state_text import parse_mission

GAME = new_game(3)
PERU, WILD = Card("cavalry", "Peru"), Card("wild")
MOVES: list[tuple[Move, str]] = [
    (Claim("Alaska"), "claim Alaska"),
    (Headquarters("Great Britain"), "headquarters Great Britain"),
    (Place("Alaska", 3), "place Alaska: 3"),
    (Trade((PERU, WILD, WILD), ("Peru",)), "trade Peru, wild, wild: Peru"),
    (Trade((PERU, WILD, WILD)), "trade Peru, wild, wild"),
    (
        Attack("Alaska", "Kamchatka", (6, 5, 2), (5, 3)),
        "attack Alaska > Kamchatka: 6,5,2 v 5,3",
    ),
    (MoveIn(3), "move in: 3"),
    (Fortify("Alaska", "Alberta", 2), "fortify Alaska > Alberta: 2"),
    (EndPhase(), "end phase"),
    (EndTurn(), "end turn"),
    (EndTurn(PERU), "end turn: Peru"),
    (EndTurn(WILD), "end turn: wild"),
]


@pytest.mark.parametrize(("move", "text"), MOVES, ids=[text for _, text in MOVES])
def test_moves_both_ways(move: Move, text: str) -> None:
    assert move_text(move) == text
    assert parse_move(text, GAME) == move
    assert move_from_dict(json.loads(json.dumps(move_to_dict(move)))) == move


def test_reading_moves_forgives() -> None:
    text = "  ATTACK  alaska>kamchatka :2, 6 v 5 "
    assert parse_move(text, GAME) == Attack("Alaska", "Kamchatka", (6, 2), (5,))
    assert parse_move("place russia: 2", GAME) == Place("Ukraine", 2)
    assert parse_move("end turn: WILD", GAME) == EndTurn(WILD)


@pytest.mark.parametrize(
    "text",
    [
        "",
        "castle",
        "claim",
        "claim Atlantis",
        "claimAlaska",
        "place Alaska: x",
        "place Alaska: 0",
        "place Alaska: -1",
        "place Alaska: 99999999999999999999",
        "place Alaska: ²",
        "attack Alaska: 6 v 1",
        "attack Alaska > Peru: 6",
        "attack Alaska > Peru",
        "fortify Alaska > Peru",
        "end phase: Peru",
        "end turn: infantry",
        "move in",
        "trade Peru, Atlantis, wild",
        None,
        7,
    ],
)
def test_texts_that_are_no_move(text: Any) -> None:
    with pytest.raises(InputError) as caught:
        parse_move(text, GAME)
    assert "\n" not in str(caught.value)


@pytest.mark.parametrize(
    "data",
    [
        {},
        [],
        None,
        "Place",
        {"kind": "Castle"},
        {"kind": "Place"},
        {"kind": "Place", "territory": 7},
        {"kind": "Place", "territory": "Peru", "armies": "3"},
        {"kind": "Attack", "source": "a", "target": "b", "attack_dice": 3, "defence_dice": []},
        {"kind": "Share", "percent": 60},
        {"kind": ["Place"]},
    ],
)
def test_data_that_is_no_move(data: Any) -> None:
    with pytest.raises(InputError) as caught:
        move_from_dict(data)
    assert "\n" not in str(caught.value)


def some_states() -> list[GameState]:
    """A state of every phase, of games with every kind of extra."""
    holdings = {"red": {"Alaska": 5}, "green": {"Kamchatka": 1}}
    hands = {"red": ("Alberta", "Argentina", "wild"), "green": ("Iceland", "Egypt", "Japan")}
    capture = apply(position(holdings, hands=hands), Attack("Alaska", "Kamchatka", (6, 5), (1,)))
    spoils = apply(capture, MoveIn(2))
    missions = start(new_game(3, rules=house(goal=Missions())))
    capitals = start(new_game(3, rules=house(goal=Capitals())))
    rng = Random(4)
    while capitals.phase is not Phase.REINFORCE:
        capitals = apply(capitals, legal_moves(capitals).choose(rng))
    stars = new_game(3, rules=house(cards=CARD_PRESETS["stars-2008"]), deck="plain")
    return [
        start(new_game(6)),
        apply(start(new_game(3)), Claim("Peru")),
        deal(new_game(2), rng=rng),
        deal(new_game(2), rng=rng, first=1),
        capture,
        spoils,
        apply(spoils, next(legal_moves(spoils).trades())),
        give_missions(missions, rng=rng),
        capitals,
        start(stars),
        position(holdings, phase=Phase.END, captured=True, bonus_given=2, sets_traded=9),
        start(Game(("ann", "bob", "cy"), load_board(), GAME.rules, "2016", GAME.turns)),
        start(Game(("ann", "bob", "cy"), load_board(), GAME.rules, "none", GAME.turns)),
    ]


@pytest.mark.parametrize("state", some_states())
def test_states_both_ways(state: GameState) -> None:
    assert is_valid(state)
    data = json.loads(state_to_json(state))
    assert state_from_dict(data) == state
    assert state_from_json(state_to_json(state)) == state
    assert parse_state(state_text(state), state.game) == state
    assert errors(data, schema()) == []


def test_named_rules_need_no_game_to_be_read() -> None:
    state = deal(new_game(2), rng=Random(3))
    assert parse_state(state_text(state)) == state
    data: Any = state_to_dict(state)
    assert data["game"]["rules"] == "classic"


@pytest.mark.parametrize(("part", "kind"), [("dice", "GameRules"), ("turns", "EndPhase")])
def test_rules_are_made_of_rules(part: str, kind: str) -> None:
    data: Any = state_to_dict(start(new_game(3, rules=house(minimum=4))))
    data["game"]["rules"][part] = {"kind": kind}
    with pytest.raises(
        InputError,
        match=r"the rules must have dice|kind must be one of DiceRules",
    ):
        state_from_dict(data)


def test_a_board_of_ones_own_is_written_in_full() -> None:
    names = [f"Isle {n}" for n in range(1, 7)]
    board = board_from_dict(
        {
            "name": "ring",
            "continents": {"Ring": 2},
            "territories": {
                name: {"continent": "Ring", "neighbours": [names[i - 1], names[(i + 1) % 6]]}
                for i, name in enumerate(names)
            },
        }
    )
    state = start(new_game(3, board=board, deck="none"))
    state = apply(state, Claim("Isle 3"))
    assert state_from_json(state_to_json(state)) == state
    assert parse_state(state_text(state), state.game) == state
    assert errors(state_to_dict(state), schema()) == []
    with pytest.raises(InputError, match="is read with its game given"):
        parse_state(state_text(state))


def test_the_schema_refuses_what_the_reader_refuses() -> None:
    good = state_to_dict(start(GAME))
    for key in list(good):
        less = {k: v for k, v in good.items() if k != key}
        assert errors(less, schema())
        if key not in ("moving", "winner"):
            with pytest.raises(InputError):
                state_from_dict(less)
    for key, value in BAD_ENTRIES:
        bad = good | {key: value}
        assert errors(bad, schema()), key
        with pytest.raises(InputError) as caught:
            state_from_dict(bad)
        assert "\n" not in str(caught.value)


BAD_ENTRIES: list[tuple[str, Any]] = [
    ("format", "chess"),
    ("phase", "asleep"),
    ("player", 1),
    ("turn", -1),
    ("turn", 1.5),
    ("turn", True),
    ("captured", "no"),
    ("moving", []),
    ("territories", []),
    ("territories", {"Alaska": 3}),
    ("territories", {"Alaska": {"owner": 4, "armies": 1}}),
    ("hands", {"red": "wild"}),
    ("draw", "all"),
    ("draw", [1]),
    ("reserves", {"red": -3}),
    ("game", {"players": "red"}),
    ("game", {}),
    ("missions", {"red": "win", "blue": None, "green": None}),
]


@pytest.mark.parametrize(
    "text", ["", "{", "[]", "null", "7", '"x"', "[" * 100_000, b"\xff\xfe", "{}", None]
)
def test_corrupt_json_is_one_clear_line(text: Any) -> None:
    with pytest.raises(InputError) as caught:
        state_from_json(text)
    assert "\n" not in str(caught.value)


@pytest.mark.parametrize(
    ("old", "new"),
    [
        ("red: Alaska 5", "red: Atlantis 5"),
        ("red: Alaska 5", "red: Alaska five"),
        ("turn: 1 red attack", "turn: red"),
        ("turn: 1 red attack", "turn: 1 red asleep"),
        ("turn: 1 red attack", ""),
        ("first: red", "first: pink"),
        ("first: red", "first: red\nfirst: red"),
        ("first: red", "first: red\nweather: fine"),
        ("first: red", "first: red\nred cards: Peru, Peru"),
        ("first: red", "first: red\nred mission: sleep"),
        ("board: classic", "board: moon"),
        ("rules: classic", "rules: chaos"),
        ("game: red, blue, green", "game: red"),
        ("deck: 1993", "deck: tarot"),
    ],
)
def test_corrupt_texts_are_one_clear_line(old: str, new: str) -> None:
    text = state_text(position({"red": {"Alaska": 5}, "green": {"Kamchatka": 1}}))
    assert old in text
    with pytest.raises(InputError) as caught:
        parse_state(text.replace(old, new))
    assert "\n" not in str(caught.value)


# What is garbled at random is read or refused, and never ends in another error.


@pytest.mark.parametrize("seed", range(60))
def test_garbled_json(seed: int) -> None:
    rng = Random(seed)
    states = some_states()
    for _ in range(40):
        data = garbled(state_to_dict(rng.choice(states)), rng)
        try:
            state = state_from_dict(data)
        except InputError as error:
            assert "\n" not in str(error)
        else:
            assert is_valid(state)
            assert state_from_dict(state_to_dict(state)) == state


@pytest.mark.parametrize("seed", range(30))
def test_garbled_text(seed: int) -> None:
    rng = Random(seed)
    states = some_states()
    letters = ":,>; \n09-%\u00e9\x00" + "redblueAlaskawild"
    for _ in range(40):
        state = rng.choice(states)
        moves = [move_text(legal_moves(state).choose(rng))] if len(legal_moves(state)) else []
        for text in (state_text(state), *moves):
            place = rng.randrange(len(text))
            bad = text[:place] + rng.choice(letters) * rng.randint(0, 2) + text[place + 1 :]
            for read in (parse_state, parse_move):
                try:
                    read(bad, state.game)
                except InputError as error:
                    assert "\n" not in str(error)


def test_values_are_hashable_and_survive_copies() -> None:
    for state in some_states():
        for other in (copy.deepcopy(state), pickle.loads(pickle.dumps(state))):
            assert other == state
            assert hash(other) == hash(state)


def test_missions_both_ways() -> None:
    for mission in mission_deck(("red", "blue")):
        assert parse_mission(str(mission), load_board()) == mission
    assert str(HoldTerritories(24)) == "hold 24 territories"
    assert str(HoldTerritories(18, armies=2)) == "hold 18 territories with 2 armies each"
    for text in ("", "hold", "eliminate", "hold 3", "win"):
        with pytest.raises(InputError):
            parse_mission(text, load_board())


def test_blank_lines_in_a_position_do_not_matter() -> None:
    state = start(new_game(3))
    assert parse_state(state_text(state).replace("\n", "\n\n")) == state


def test_a_text_of_another_game() -> None:
    text = state_text(start(new_game(3)))
    with pytest.raises(InputError, match="must be of the game of ann, bob, cy, not of red, blue"):
        parse_state(text, new_game(["ann", "bob", "cy"]))


# Faults

SOUND = position({"red": {"Alaska": 5}, "green": {"Kamchatka": 1}}, hands={"red": ("Peru",)})
CAPTURE = apply(SOUND, Attack("Alaska", "Kamchatka", (6,), (1,)))
CAPITAL = position(
    {"red": {"Alaska": 5}, "green": {"Kamchatka": 1}},
    rules=house(goal=Capitals()),
    headquarters=(0, 2, 8),
)
FAULTY: list[tuple[Fault, GameState]] = [
    (Fault.SIZES, SOUND.having(owners=SOUND.owners[1:])),
    (Fault.SIZES, SOUND.having(hands=())),
    (Fault.OWNERS, SOUND.having(owners=(7, *SOUND.owners[1:]))),
    (Fault.PLAYER, SOUND.having(player=3)),
    (Fault.PLAYER | Fault.ELIMINATED, SOUND.having(owners=(1,) * 42)),
    (Fault.UNCLAIMED | Fault.ARMIES, SOUND.having(owners=(*SOUND.owners[:-1], -1))),
    (Fault.ARMIES, SOUND.having(armies=(*SOUND.armies[:-1], 0))),
    (Fault.ARMIES, SOUND.having(armies=(*SOUND.armies[:-1], -4))),
    (Fault.RESERVES, SOUND.having(reserves=(1, 0, 0))),
    (Fault.RESERVES, start(GAME).having(reserves=(30, 35, 35))),
    (Fault.RESERVES, SOUND.having(reserves=(0, -1, 0))),
    (Fault.COUNTS, SOUND.having(turn=0)),
    (Fault.COUNTS, SOUND.having(sets_traded=-1)),
    (Fault.COUNTS, SOUND.having(step=1)),
    (Fault.CARDS, SOUND.having(draw=SOUND.draw[1:])),
    (Fault.CARDS, SOUND.having(discards=SOUND.draw[:1])),
    (Fault.MOVE_IN, CAPTURE.having(moving=None, armies=SOUND.armies)),
    (Fault.MOVE_IN, CAPTURE.having(captured=False)),
    (Fault.MOVE_IN, CAPTURE.having(moving=(*CAPTURE.moving[:2], 9))),  # type: ignore[index]
    (Fault.MOVE_IN, SOUND.having(phase=Phase.MOVE_IN)),
    (Fault.SPOILS, SOUND.having(phase=Phase.SPOILS)),
    (Fault.HEADQUARTERS, SOUND.having(headquarters=(1, 2, 3))),
    (Fault.HEADQUARTERS, CAPITAL.having(headquarters=(0, 0, 8))),
    (Fault.HEADQUARTERS, CAPITAL.having(headquarters=(0, None, 8))),
    (Fault.HEADQUARTERS, CAPITAL.having(headquarters=(0, 2, 99))),
    (Fault.MISSIONS, SOUND.having(game=new_game(3, rules=house(goal=Missions())))),
    (Fault.MISSIONS, SOUND.having(missions=(HoldContinents(("Atlantis",)), None, None))),
    (Fault.CAP, SOUND.having(game=new_game(3, rules=house(army_cap=4)))),
    (Fault.ELIMINATED, SOUND.having(eliminated_by=(None, None, 0))),
    (Fault.WINNER, SOUND.having(winner=0)),
    (Fault.WINNER, SOUND.having(phase=Phase.OVER)),
    (Fault.WINNER, SOUND.having(phase=Phase.OVER, winner=1)),
]


@pytest.mark.parametrize(("fault", "state"), FAULTY, ids=[str(fault) for fault, _ in FAULTY])
def test_every_fault_is_told(fault: Fault, state: GameState) -> None:
    # An owner who holds nothing stops the later tests, so only the first of two may be told.
    told = status(state)
    assert told
    assert told in fault
    assert told.said


def test_hands_of_the_eliminated() -> None:
    hands = {"green": ("Peru",)}
    state = position({"red": {"Alaska": 5}}, hands=hands)
    assert status(state) == Fault.HANDS


def test_every_fault_has_words_and_a_test() -> None:
    assert all(fault.said for fault in Fault)
    tested = Fault.HANDS
    for fault, _ in FAULTY:
        tested |= fault
    assert tested == ~Fault(0)


def test_sound_states_have_no_fault() -> None:
    for state in (SOUND, CAPTURE, CAPITAL):
        assert status(state) == Fault(0)


def test_faulty_positions_are_refused_unless_asked_for() -> None:
    state = position({"red": {"Alaska": 5}, "green": {"Kamchatka": 1}}, captured=True)
    broken = state.having(discards=state.draw[:1])
    text = state_to_json(broken)
    with pytest.raises(InputError, match="the state has faults: the hands and piles are not"):
        state_from_json(text)
    assert state_from_json(text, check=False) == broken


def test_cards_by_preset_survive() -> None:
    for name, rules in CARD_PRESETS.items():
        deck = "plain" if name == "stars-2008" else "1993"
        state = start(new_game(3, rules=house(cards=rules), deck=deck))
        assert state_from_json(state_to_json(state)) == state, name
    other = CardRules(bonus_per="card", hand_limit=7)
    state = start(new_game(3, rules=house(cards=other)))
    assert state_from_json(state_to_json(state)).game.turns.cards == other
    assert cards(state.game, "wild")
