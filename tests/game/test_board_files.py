"""Boards as data: the ones that ship, files of one's own, and what is refused of either."""

from __future__ import annotations

import copy
import json
from pathlib import Path
from random import Random
from typing import Any

import pytest
from game_players import attacking_move
from game_positions import garbled, house
from json_schema import errors

import riskodds.game
from riskodds.errors import InputError
from riskodds.game import (
    Board,
    CardRules,
    Eliminate,
    FaultsError,
    Game,
    GameState,
    HoldContinents,
    HoldTerritories,
    Missions,
    Phase,
    Trade,
    apply,
    board_from_dict,
    board_names,
    give_missions,
    is_valid,
    load_board,
    mission_deck,
    new_game,
    parse_state,
    read_board,
    schema,
    start,
    state_from_json,
    state_text,
    state_to_dict,
    state_to_json,
)

MAPS = Path(riskodds.game.__file__).with_name("maps")


def lakes() -> dict[str, Any]:
    """A ring of twelve territories in three continents, each with a chord; two decks."""
    symbols = ("infantry", "cavalry", "artillery")
    names = [f"{lake} {side}" for lake in ("Ana", "Bel", "Cor") for side in ("E", "N", "S", "W")]
    near: dict[str, set[str]] = {name: set() for name in names}
    for place, name in enumerate(names):
        for other in (names[(place + 1) % 12], names[(place + 6) % 12]):
            near[name].add(other)
            near[other].add(name)
    return {
        "name": "lakes",
        "deck": "second",
        "continents": {"Ana": 2, "Bel": 3, "Cor": 2},
        "territories": {
            name: {
                "continent": name[:3],
                "neighbours": sorted(near[name]),
                "cards": {"first": symbols[place // 4], "second": symbols[place % 3]},
            }
            for place, name in enumerate(names)
        },
        "missions": [
            {"kind": "HoldContinents", "continents": ["Ana", "Bel"]},
            {"kind": "HoldContinents", "continents": ["Cor"], "others": 1},
            {"kind": "HoldTerritories", "territories": 7, "armies": 2},
            {"kind": "Eliminate", "player": "black", "otherwise": 8},
        ],
        "eliminate_or_hold": 9,
    }


RULES = house(
    goal=Missions(),
    start_armies=(20, 14, 12, 10, 8),
    cards=CardRules(symbols=(("infantry", 4), ("cavalry", 4), ("artillery", 4))),
)


def written(folder: Path, data: Any) -> Path:
    path = folder / "lakes.json"
    path.write_text(json.dumps(data), encoding="utf-8")
    return path


# What ships


@pytest.mark.parametrize(
    "name", [path.stem for path in MAPS.glob("*.json") if path.stem != "schema"]
)
def test_a_board_that_ships_keeps_to_the_schema_that_ships(name: str) -> None:
    data = json.loads((MAPS / f"{name}.json").read_text(encoding="utf-8"))
    assert errors(data, schema("board")) == []
    board = load_board(name)
    assert board.name == data["name"] == name
    assert load_board(name) is board
    assert name in board_names()
    assert errors(board.to_dict(), schema("board")) == []
    assert board_from_dict(board.to_dict()) == board == read_board(MAPS / f"{name}.json")


def test_the_classic_board_is_there_and_is_the_default() -> None:
    assert "classic" in board_names()
    assert load_board() is load_board("classic") is new_game(3).board
    assert (load_board().deck, new_game(3).deck) == ("1993", "1993")


@pytest.mark.parametrize("name", ["schema", "../maps/classic", "Classic", "", None, 3, ["classic"]])
def test_other_names_are_refused(name: Any) -> None:
    with pytest.raises(InputError, match=r"the board must be one of .*classic.*, not "):
        load_board(name)


def test_a_state_holds_a_board_as_the_schema_of_boards_says() -> None:
    whole = {k: v for k, v in schema("board").items() if k not in ("$schema", "title")}
    state: Any = schema()
    assert state["$defs"]["board"] == whole
    with pytest.raises(InputError, match="there is a schema of state or board, not of card"):
        schema("card")  # type: ignore[arg-type]


# A map of one's own


def holdings(state: GameState, player: int) -> dict[str, int]:
    owned = zip(state.game.board.names, state.owners, state.armies, strict=True)
    return {name: armies for name, owner, armies in owned if owner == player}


def done(state: GameState, player: int) -> bool:
    """Whether a mission of the lakes is met, from the names of the territories alone."""
    held, mission = holdings(state, player), state.missions[player]
    whole = {lake for lake in ("Ana", "Bel", "Cor") if sum(lake in name for name in held) == 4}
    if isinstance(mission, HoldTerritories):
        return sum(armies >= 2 for armies in held.values()) >= 7
    if isinstance(mission, HoldContinents):
        return whole >= {"Ana", "Bel"} if mission.others == 0 else "Cor" in whole and len(whole) > 1
    assert isinstance(mission, Eliminate)
    victim = state.game.players.index(mission.player)
    by = state.eliminated_by[victim]
    return by == player if by in (None, player) and victim != player else len(held) >= 9


def played(game: Game, seed: int) -> tuple[GameState, set[type]]:
    """Play a game to its end; after every turn the state is written and read both ways."""
    rng = Random(seed)
    state = give_missions(start(game), rng=rng)
    kinds, turn = set(), 0
    while state.phase is not Phase.OVER:
        assert not (state.phase is Phase.ATTACK and done(state, state.player))
        move = attacking_move(state, rng)
        kinds.add(type(move))
        state = apply(state, move)
        if state.turn > turn or state.phase is Phase.OVER:
            turn = state.turn
            assert is_valid(state)
            assert parse_state(state_text(state), game) == state
            assert state_from_json(state_to_json(state)) == state
            assert turn < 500
    return state, kinds


@pytest.mark.parametrize("deck", [None, "first", "plain", "none"])
def test_a_new_map_is_a_file_and_a_game_is_played_on_it(tmp_path: Path, deck: str | None) -> None:
    data = lakes()
    assert errors(data, schema("board")) == []
    board = read_board(written(tmp_path, data))
    game = new_game(3, board=board, rules=RULES, deck=deck)
    assert game.deck == (deck or "second")
    met, kinds = set(), set()
    for seed in range(5):
        state, moves = played(game, seed)
        assert state.winner is not None
        assert done(state, state.winner) or len(state.standing) == 1
        met.add(str(state.missions[state.winner]))
        kinds |= moves
        assert errors(state_to_dict(state), schema()) == []
        written_state: Any = state_to_dict(state)
        assert written_state["game"]["board"] == board.to_dict()
    assert (Trade in kinds) is (deck != "none")
    # Missions of several kinds came true, not one alone.
    assert len({text.split()[0] for text in met}) == 2


def test_the_missions_dealt_are_those_of_the_board() -> None:
    board = board_from_dict(lakes())
    own: list[Any] = [
        HoldContinents(("Ana", "Bel")),
        HoldContinents(("Cor",), others=1),
        HoldTerritories(7, armies=2),
    ]
    players = ("red", "blue", "green")
    assert mission_deck(players, board) == (*own, *(Eliminate(player, 9) for player in players))
    # The card to eliminate black is used where there is a black.
    players = ("red", "black", "ann")
    assert set(mission_deck(players, board)) == {
        *own,
        Eliminate("black", 8),
        *(Eliminate(player, 9) for player in players),
    }
    for seed in range(20):
        state = give_missions(start(new_game(3, board=board, rules=RULES)), rng=Random(seed))
        assert set(state.missions) <= set(mission_deck(state.game.players, board))


def test_a_board_without_missions_deals_none() -> None:
    data = lakes()
    del data["missions"], data["eliminate_or_hold"]
    board = board_from_dict(data)
    assert mission_deck(("red", "blue", "green"), board) == ()
    state = start(new_game(3, board=board, rules=RULES))
    with pytest.raises(InputError, match="the board lakes has 0 missions, too few for 3 players"):
        give_missions(state, rng=Random(1))
    assert give_missions(state, [HoldTerritories(5)] * 3).missions[0] == HoldTerritories(5)


def test_the_deck_that_is_not_named_is_the_first_or_plain() -> None:
    data = lakes()
    del data["deck"]
    assert board_from_dict(data).deck == "first"
    assert "deck" not in board_from_dict(data).to_dict()
    for territory in data["territories"].values():
        del territory["cards"]
    assert board_from_dict(data).deck == "plain"
    assert new_game(3, board=board_from_dict(data)).deck == "plain"


# What is refused


def changed(*path: str | int, **entries: Any) -> dict[str, Any]:
    """The lakes with other entries at some place; an entry that is None is taken away."""
    data = lakes()
    place: Any = data
    for step in path:
        place = place[step]
    for key, value in entries.items():
        if value is None:
            del place[key]
        else:
            place[key] = value
    return data


ANA = ("territories", "Ana E")
SHAPES: dict[str, tuple[Any, str]] = {
    "a list": ([], "it must be a mapping"),
    "no name": (changed(name=None), "its name must be a string"),
    "a number as a name": (changed(name=3), "its name must be a string, not 3"),
    "no continents": (changed(continents=None), "continents and territories must be mappings"),
    "no territories": (changed(territories=None), "continents and territories must be mappings"),
    "none of them": (changed(territories={}), "1 to 1000 territories, not 0"),
    "a bonus below 0": (changed("continents", Ana=-1), "the bonus of Ana must be 0 or more"),
    "a bonus in words": (changed("continents", Ana="2"), "the bonus of Ana must be 0 or more"),
    "a comma": (changed("continents", **{"A, B": 2}), "the bonus of A, B must be"),
    "spaces": (changed("territories", **{" Ana ": {}}), "the territory Ana must be a name"),
    "a list of continents": (changed(*ANA, continent=["Ana"]), "is in no known continent"),
    "no neighbours": (changed(*ANA, neighbours=None), "neighbours and aliases of Ana E must be"),
    "numbers": (changed(*ANA, neighbours=[1]), "neighbours and aliases of Ana E must be"),
    "an alias": (changed(*ANA, aliases="East"), "neighbours and aliases of Ana E must be"),
    "a list of cards": (changed(*ANA, cards=["infantry"]), "the cards of Ana E must map"),
    "a slip": (changed(mission=[]), "it has an unknown entry mission"),
    "another slip": (changed(*ANA, neighbors=[]), "Ana E has an unknown entry neighbors"),
    "a deck by number": (changed(deck=1993), "its deck must be the name of one, not 1993"),
    "no list": (changed(missions={}), "missions must be a list"),
    "a word": (changed(missions=["hold Ana"]), "mission 1 must be a mission, not hold Ana"),
    "no mission": (changed(missions=[{"kind": "EndPhase"}]), "mission 1: kind must be one of Hold"),
    "no kind": (changed("missions", 1, kind=None), "mission 2: kind must be one of"),
    "no number": (changed("missions", 2, territories=None), "mission 3: a HoldTerritories cannot"),
    "a half": (changed("missions", 2, armies=0.5), "mission 3: the armies of a mission must be"),
    "a field": (changed("missions", 0, other=1), "mission 1: a HoldContinents cannot be made"),
    "a name alone": (changed("missions", 0, continents="Ana"), "mission 1: continents must be"),
    "nobody": (changed("missions", 3, player=0), "mission 4: the player to eliminate must be"),
    "zero": (changed(eliminate_or_hold=0), "eliminate_or_hold must be 1 or more, not 0"),
    "true": (changed(eliminate_or_hold=True), "eliminate_or_hold must be 1 or more, not True"),
}
MEANINGS: dict[str, tuple[Any, str]] = {
    "a deck": (changed(deck="third"), "it has no deck third"),
    "called plain": (changed(*ANA, cards={"plain": "x"}), "no deck of a board may be called plain"),
    "alike": (
        changed("continents", CÓR=1) | {"deck": "first"},
        "the continents Cor and CÓR read alike",
    ),
    "unknown": (
        changed("missions", 1, continents=["Dar"]),
        "mission 2, to hold Dar and 1 more, names no continent by Dar",
    ),
    "twice": (changed("missions", 0, continents=["Ana", "Ana"]), "names a continent twice"),
    "too many": (changed("missions", 1, others=3), "must ask for 1 to 3 continents"),
    "nothing": (changed("missions", 0, continents=[]), "must ask for 1 to 3 continents"),
    "territories": (
        changed("missions", 2, territories=13),
        "mission 3, to hold 13 territories with 2 armies each, must ask for 1 to 12 territories",
    ),
    "otherwise": (changed("missions", 3, otherwise=None), "1 to 12 territories, not 24"),
    "hold": (changed(eliminate_or_hold=13), "eliminate_or_hold must ask for 1 to 12 territories"),
}


@pytest.mark.parametrize(("data", "fault"), SHAPES.values(), ids=SHAPES)
def test_data_of_another_shape_breaks_the_schema_and_is_refused(
    data: Any, fault: str, tmp_path: Path
) -> None:
    assert errors(data, schema("board")) != []
    refused(data, fault, tmp_path)


@pytest.mark.parametrize(("data", "fault"), MEANINGS.values(), ids=MEANINGS)
def test_boards_that_cannot_be_are_refused(data: Any, fault: str, tmp_path: Path) -> None:
    refused(data, fault, tmp_path)


def refused(data: Any, fault: str, folder: Path) -> None:
    before = copy.deepcopy(data)
    with pytest.raises(FaultsError) as caught:
        board_from_dict(data)
    assert data == before
    assert fault in str(caught.value)
    assert "\n" not in str(caught.value)
    path = written(folder, data)
    with pytest.raises(FaultsError) as read:
        read_board(path)
    assert read.value.faults == caught.value.faults
    assert str(read.value).startswith(f"the board file {path} has faults: ")


def test_the_limits_themselves_are_kept() -> None:
    for data in (
        changed("missions", 1, others=2),
        changed("missions", 2, territories=12),
        changed(eliminate_or_hold=12),
        changed(deck="none"),
        changed("continents", Ana=0),
    ):
        assert isinstance(board_from_dict(data), Board)
        assert errors(data, schema("board")) == []


@pytest.mark.parametrize("seed", range(20))
def test_garbled_boards_are_read_or_refused(seed: int) -> None:
    rng = Random(seed)
    for _ in range(40):
        data = garbled(lakes(), rng)
        try:
            board = board_from_dict(data)
        except FaultsError as error:
            assert "\n" not in str(error)
        else:
            assert errors(data, schema("board")) == []
            assert board_from_dict(board.to_dict()) == board


@pytest.mark.parametrize(
    ("content", "reason"),
    [
        (b"", "Expecting value"),
        (b"{", "Expecting property name"),
        (b"\xff\xfe\x00", ""),
        (b"[" * 100_000, ""),
        (b'{"name": ' + b"9" * 5000 + b"}", ""),
        (b" " * 4_000_001, "it must be at most 4,000,000 bytes"),
    ],
)
def test_files_that_are_no_json(content: bytes, reason: str, tmp_path: Path) -> None:
    path = tmp_path / "a\nb.json"
    path.write_bytes(content)
    with pytest.raises(InputError, match=r"cannot read the board file '.*a\\nb.json': ") as caught:
        read_board(path)
    assert reason in str(caught.value)
    assert "\n" not in str(caught.value)


def test_files_that_are_not_there(tmp_path: Path) -> None:
    with pytest.raises(InputError, match="No such file or directory"):
        read_board(tmp_path / "none.json")
    with pytest.raises(InputError, match="cannot read the board file"):
        read_board(str(tmp_path))
    for path in (None, 3, "a\0b"):
        with pytest.raises(InputError, match="board file"):
            read_board(path)  # type: ignore[arg-type]


def test_what_is_written_twice_in_a_file_is_a_fault(tmp_path: Path) -> None:
    text = json.dumps(lakes()).replace('"Ana N": {', '"Ana E": {', 1)
    path = tmp_path / "twice.json"
    path.write_text(text, encoding="utf-8")
    with pytest.raises(FaultsError) as caught:
        read_board(path)
    assert caught.value.faults[0] == "Ana E is written twice"


def test_a_byte_order_mark_is_no_fault(tmp_path: Path) -> None:
    path = tmp_path / "bom.json"
    path.write_text(json.dumps(lakes()), encoding="utf-8-sig")
    assert read_board(bytes(path)) == board_from_dict(lakes())
