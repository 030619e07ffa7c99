"""A state as plain data and as JSON, both ways; `schema` is what is published of the form.

Territories and players go by name, cards by their territory or symbol. A board or rules that
have no name of their own are written in full, so that the data stands for itself.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import asdict
from operator import index
from typing import Literal

from ...dice.rules import DiceRules, Side
from ...errors import FaultsError, InputError
from ...guards import guarded
from ...values import from_json, show
from ...variants.rules import Rules, blitz_with, rules as named_rules
from ..board import Board
from ..board_files import board_from_dict, board_names, load_board
from ..cards.deck import Card, Cards
from ..cards.rules import CardRules
from ..cards.values import ByKind, ByStars, Rising
from ..games import Game
from ..goals import Goal, Mission
from ..rules import GameRules, game_rules
from ..state import NOBODY, GameState, Phase
from ..turns.status import faults_said, status
from .move_text import card_text
from .plain import Plain, from_plain, kinds_of, to_plain
from .reader import Names, Reader

FORMAT = "riskodds game state 1"
STATE_KEYS = (
    "format", "game", "phase", "player", "first", "turn", "step", "sets_traded", "bonus_given",
    "captured", "moving", "winner", "territories", "reserves", "hands", "draw", "discards",
    "headquarters", "missions", "eliminated_by",
)  # fmt: skip
_PARTS = {
    "reserves": "seats",
    "hands": "players",
    "headquarters": "players",
    "missions": "players",
    "eliminated_by": "players",
}


@guarded
def schema(of: Literal["state", "board"] = "state") -> dict[str, Plain]:
    """Return the JSON schema of a state, or of a board.

    >>> schema()["title"], schema("board")["title"]
    ('A state of a game of Risk', 'A board of Risk')

    Parameters
    ----------
    of : {"state", "board"}
        What it describes.

    Returns
    -------
    dict
        The schema, as JSON holds it.
    """
    import json
    from pathlib import Path

    folder = Path(__file__).parent.parent
    files = {
        "state": folder.parent / "schemas" / "game-state.json",
        "board": folder / "maps" / "schema.json",
    }
    if of not in files:
        raise InputError(f"there is a schema of {' or '.join(files)}, not of {show(of)}")
    data: dict[str, Plain] = json.loads(files[of].read_text(encoding="utf-8"))
    return data


@guarded
def state_to_dict(state: GameState) -> dict[str, Plain]:
    """Return a state as plain data.

    >>> from riskodds.game import new_game, start
    >>> state_to_dict(start(new_game(3)))["territories"]["Alaska"]
    {'owner': None, 'armies': 0}

    Parameters
    ----------
    state : GameState
        The position.

    Returns
    -------
    dict
        What JSON can hold, by the schema of states.
    """
    game = state.game
    names, players = game.board.names, game.players
    return {
        "format": FORMAT,
        "game": game_to_dict(game),
        "phase": state.phase.value,
        "player": players[state.player],
        "first": players[state.first],
        "turn": state.turn,
        "step": state.step,
        "sets_traded": state.sets_traded,
        "bonus_given": state.bonus_given,
        "captured": state.captured,
        "moving": _moving(state),
        "winner": None if state.winner is None else players[state.winner],
        "territories": {
            name: {"owner": None if owner == NOBODY else game.seats[owner], "armies": armies}
            for name, owner, armies in zip(names, state.owners, state.armies, strict=True)
        },
        "reserves": dict(zip(game.seats, state.reserves, strict=True)),
        "hands": {p: _texts(hand) for p, hand in zip(players, state.hands, strict=True)},
        "draw": _texts(state.draw),
        "discards": _texts(state.discards),
        "headquarters": _per_player(players, state.headquarters, names),
        "missions": {
            p: None if m is None else to_plain(m)
            for p, m in zip(players, state.missions, strict=True)
        },
        "eliminated_by": _per_player(players, state.eliminated_by, players),
    }


def game_to_dict(game: Game) -> dict[str, Plain]:
    """Return what stays the same through a game as plain data.

    >>> from riskodds.game import new_game
    >>> game_to_dict(new_game(2))
    {'players': ['red', 'blue'], 'board': 'classic', 'rules': 'classic', 'deck': '1993'}
    """
    board, rules, turns = game.board, game.rules, game.turns
    return {
        "players": list(game.players),
        "board": board.name if _ships(board) else board.to_dict(),
        "rules": str(rules) if _is_named(rules, turns) else _rules_dict(rules, turns),
        "deck": game.deck,
    }


def _ships(board: Board) -> bool:
    return board.name in board_names() and board == load_board(board.name)


def _is_named(rules: Rules, turns: GameRules) -> bool:
    try:
        named = named_rules(str(rules))
    except InputError:
        return False
    return named == rules and game_rules(named) == turns


def _rules_dict(rules: Rules, turns: GameRules) -> dict[str, Plain]:
    return {
        "name": rules.name,
        "changes": list(rules.changes),
        "dice": to_plain(rules.dice),
        "blitz": None if rules.blitz is None else asdict(rules.blitz),
        "game": {option: to_plain(value) for option, value in rules.game},
        "turns": to_plain(turns),
    }


def _texts(cards: Cards) -> list[str]:
    return [card_text(card) for card in cards]


def _per_player(
    players: Iterable[str], values: Iterable[int | None], names: tuple[str, ...]
) -> dict[str, str | None]:
    return {
        player: None if value is None else names[value]
        for player, value in zip(players, values, strict=True)
    }


def _moving(state: GameState) -> dict[str, Plain] | None:
    if state.moving is None:
        return None
    source, target, least = state.moving
    names = state.game.board.names
    return {
        "source": names[source],
        "target": names[target],
        "least": least,
        "spoils": state.spoils,
    }


@guarded
def state_to_json(state: GameState) -> str:
    """Return a state as JSON.

    >>> from riskodds.game import new_game, start
    >>> state = start(new_game(3))
    >>> state_from_json(state_to_json(state)) == state
    True

    Parameters
    ----------
    state : GameState
        The position.

    Returns
    -------
    str
        What `state_from_json` reads.
    """
    import json

    return json.dumps(state_to_dict(state), ensure_ascii=False, default=index)


@guarded
def state_from_json(text: str | bytes, *, check: bool = True) -> GameState:
    """Return the state that a JSON text stands for.

    >>> state_from_json("")
    Traceback (most recent call last):
    ...
    riskodds.errors.InputError: the state must be JSON: Expecting value: line 1 column 1 (char 0)

    Parameters
    ----------
    text : str or bytes
        What `state_to_json` wrote.
    check : bool
        Whether to refuse a position with faults; see `status`.

    Returns
    -------
    GameState
        The state.

    Raises
    ------
    InputError
        A text that is no JSON, data of another shape, or a position with faults.
    """
    return state_from_dict(from_json(text, "the state must be JSON"), check=check)


@guarded
def state_from_dict(data: Mapping[str, object], *, check: bool = True) -> GameState:
    """Return the state that plain data stands for.

    >>> state_from_dict({"format": "chess"})
    Traceback (most recent call last):
    ...
    riskodds.errors.InputError: the state's format must be riskodds game state 1, not chess

    Parameters
    ----------
    data : mapping
        What `state_to_dict` returned.
    check : bool
        Whether to refuse a position with faults; see `status`.

    Returns
    -------
    GameState
        The state.

    Raises
    ------
    InputError
        Data of another shape, or a position with faults, which the message lists.
    """
    source = Reader(data, "the state")
    source.only(STATE_KEYS)
    if source.get("format", str) != FORMAT:
        raise InputError(f"the state's format must be {FORMAT}, not {show(data['format'])}")
    game = game_from_dict(source.get("game", dict))
    players = Names("player", game.players)
    places = Names("territory", game.board.names)
    seats = Names("owner", game.seats)
    territories = Reader(source.get("territories", dict), "territories").rows(game.board.names)
    for row in territories:
        row.only(("owner", "armies"))
    for part, names in _PARTS.items():
        source.below(part).only(game.seats if names == "seats" else game.players)
    moving = source.get("moving", dict, None)
    winner = source.get("winner", str, None)
    state = GameState(
        game,
        owners=tuple(
            NOBODY if (owner := row.get("owner", str, None)) is None else seats[owner]
            for row in territories
        ),
        armies=tuple(row.count("armies") for row in territories),
        phase=_phase(source.get("phase", str)),
        player=players[source.get("player", str)],
        reserves=tuple(source.below("reserves").count(name) for name in game.seats),
        hands=tuple(_cards(source.below("hands").get(name, list), game) for name in game.players),
        draw=_cards(source.get("draw", list), game),
        discards=_cards(source.get("discards", list), game),
        sets_traded=source.count("sets_traded"),
        turn=source.count("turn"),
        first=players[source.get("first", str)],
        step=source.count("step"),
        bonus_given=source.count("bonus_given"),
        captured=source.get("captured", bool),
        moving=None if moving is None else _read_moving(Reader(moving, "moving"), places),
        spoils=moving is not None and Reader(moving, "moving").get("spoils", bool),
        headquarters=source.below("headquarters").places(game.players, places),
        missions=_missions(source.below("missions"), game),
        eliminated_by=source.below("eliminated_by").places(game.players, players),
        winner=None if winner is None else players[winner],
    )
    if check and (faults := status(state)):
        raise FaultsError("the state", faults_said(state, faults))
    return state


def game_from_dict(data: Mapping[str, object]) -> Game:
    """Return the game that plain data stands for.

    >>> game_from_dict({"players": ["red", "blue"]}).players
    ('red', 'blue')
    """
    source = Reader(data, "the game")
    source.only(("players", "board", "rules", "deck"))
    board = _board(data.get("board", "classic"))
    rules, turns = _rules(data.get("rules", "classic"))
    players, deck = tuple(source.get("players", list)), source.get("deck", str, board.deck)
    return Game(players, board, rules, deck, turns)


def _board(data: object) -> Board:
    if isinstance(data, str):
        return load_board(data)
    if not isinstance(data, Mapping):
        raise InputError(f"the board must be a name or a board in full, not {show(data)}")
    return board_from_dict(data)


def _rules(data: object) -> tuple[Rules, GameRules]:
    if isinstance(data, str):
        rules = named_rules(data)
        return rules, game_rules(rules)
    source = Reader(data, "the rules")
    source.only(("name", "changes", "dice", "blitz", "game", "turns"))
    kinds = kinds_of(DiceRules, Side, GameRules, CardRules, Rising, ByKind, ByStars, Goal)
    dice, turns = (from_plain(source.get(part, dict), kinds) for part in ("dice", "turns"))
    if not (isinstance(dice, DiceRules) and isinstance(turns, GameRules)):
        raise InputError("the rules must have dice of the kind DiceRules and turns of GameRules")
    parameters = source.get("blitz", dict, None)
    blitz = None if parameters is None else blitz_with(parameters)
    options = source.get("game", dict, {})
    game = tuple((name, from_plain(value, {})) for name, value in options.items())
    changes = tuple(map(str, source.get("changes", list, [])))
    return Rules(source.get("name", str), dice, blitz, game, changes), turns


def _phase(text: str) -> Phase:
    try:
        return Phase(text)
    except ValueError:
        phases = ", ".join(phase.value for phase in Phase)
        raise InputError(f"the phase must be one of {phases}, not {show(text)}") from None


def _cards(texts: list[object], game: Game) -> Cards:
    cards: list[Card] = []
    for text in texts:
        card = game.card_texts.get(text) if isinstance(text, str) else None
        if card is None:
            raise InputError(f"the deck {show(game.deck)} has no card {show(text)}")
        cards.append(card)
    return tuple(cards)


def _missions(source: Reader, game: Game) -> tuple[Mission | None, ...]:
    missions = []
    for name in game.players:
        data = source.get(name, dict, None)
        mission = None if data is None else from_plain(data, kinds_of(Mission))
        if not isinstance(mission, Mission | None):
            raise InputError(f"{name}'s mission must be a mission, not {show(data)}")
        missions.append(mission)
    return tuple(missions)


def _read_moving(source: Reader, places: Names) -> tuple[int, int, int]:
    source.only(("source", "target", "least", "spoils"))
    return (
        places[source.get("source", str)],
        places[source.get("target", str)],
        source.count("least"),
    )
