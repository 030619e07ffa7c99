"""A position as text, both ways: one line for each thing that is not as usual.

    game: red, blue, green
    board: classic; rules: classic; deck: 1993
    turn: 5 red attack
    first: red
    red: Alaska 3, Alberta 1
    red cards: Alaska, wild

The draw pile is what the hands and the discards leave of the deck.
"""

from __future__ import annotations

from ...errors import FaultsError, InputError, RuleError
from ...guards import guarded
from ...values import show
from ...variants.rules import rules as named_rules
from ..board import Board
from ..board_files import board_names, load_board
from ..cards.deck import Cards, without
from ..games import Game
from ..goals import Eliminate, HoldContinents, HoldTerritories, Mission
from ..rules import game_rules
from ..state import NOBODY, GameState, Phase
from ..turns.status import faults_said, status
from .move_text import cards_text, parse_cards, read_count

NOBODY_SAID = "nobody"
# with the words of before, which positions may still hold
_ELIMINATE = (
    r"eliminate ([^,;]+)(?:, or|;) hold (\d{1,4}) territories"
    r"(?: if that is you, or nobody, or another eliminates them)?"
)
# marks a board or rules that bear the name of others
OWN = " (own)"


@guarded
def state_text(state: GameState) -> str:
    """Return a position as text.

    >>> from riskodds.game import Claim, apply, new_game, start
    >>> state_text(apply(start(new_game(3)), Claim("Peru"))).splitlines()[4]
    'red: Peru 1'

    Parameters
    ----------
    state : GameState
        The position.

    Returns
    -------
    str
        What `parse_state` reads.
    """
    game = state.game
    players = game.players
    lines = [
        f"game: {', '.join(players)}",
        f"board: {_board_line(game)}",
        f"turn: {state.turn} {state.player_name} {state.phase.value}",
        f"first: {players[state.first]}",
    ]
    for seat, name in enumerate(game.seats):
        lines += _seat_lines(state, seat, name)
    if NOBODY in state.owners:
        lines.append(f"{NOBODY_SAID}: {_territories(state, NOBODY)}")
    numbers = {
        "sets traded": state.sets_traded,
        "step": state.step,
        "extra armies given": state.bonus_given,
    }
    lines += [f"{what}: {number}" for what, number in numbers.items() if number]
    if state.captured:
        lines.append("captured: yes")
    if state.moving is not None:
        source, target, least = state.moving
        names = game.board.names
        spoils = " then trade" if state.spoils else ""
        lines.append(f"move in: {names[source]} > {names[target]}: {least} or more{spoils}")
    if state.discards:
        lines.append(f"discards: {cards_text(state.discards)}")
    if state.winner is not None:
        lines.append(f"winner: {players[state.winner]}")
    return "\n".join(lines) + "\n"


def _board_line(game: Game) -> str:
    """Return what a position is read back with; a name that stands for something else is marked."""
    board, rules = game.board.name, str(game.rules)
    if board in board_names() and game.board != load_board(board):
        board += OWN
    try:
        named = named_rules(rules)
    except InputError:  # the reader knows no such rules either
        pass
    else:
        if (named, game_rules(named)) != (game.rules, game.turns):
            rules += OWN
    return f"{board}; rules: {rules}; deck: {game.deck}"


def _seat_lines(state: GameState, seat: int, name: str) -> list[str]:
    game = state.game
    lines = [f"{name}: {_territories(state, seat)}".rstrip()]
    if state.reserves[seat]:
        lines.append(f"{name} to place: {state.reserves[seat]}")
    if seat == game.neutral:
        return lines
    place, mission, by = state.headquarters[seat], state.missions[seat], state.eliminated_by[seat]
    if state.hands[seat]:
        lines.append(f"{name} cards: {cards_text(state.hands[seat])}")
    if place is not None:
        lines.append(f"{name} headquarters: {game.board.names[place]}")
    if mission is not None:
        lines.append(f"{name} mission: {mission}")
    if by is not None:
        lines.append(f"{name} eliminated by: {game.players[by]}")
    return lines


def _territories(state: GameState, seat: int) -> str:
    names = state.game.board.names
    pairs = zip(names, state.owners, state.armies, strict=True)
    return ", ".join(f"{name} {armies}" for name, owner, armies in pairs if owner == seat)


@guarded
def parse_state(text: str, game: Game | None = None, *, check: bool = True) -> GameState:
    """Return the position that a text stands for.

    >>> from riskodds.game import new_game, start
    >>> state = start(new_game(3))
    >>> parse_state(state_text(state)) == state
    True

    Parameters
    ----------
    text : str
        What `state_text` wrote.
    game : Game, optional
        The game, if its board or rules have no name of their own.
    check : bool
        Whether to refuse a position with faults; see `status`.

    Returns
    -------
    GameState
        The position.

    Raises
    ------
    InputError
        A text of another shape, or a position with faults, which the message lists.
    """
    lines = _lines(text)
    if game is None:
        game = _game(lines)
        lines.pop("board", None)
    elif (given := _take(lines, "game")) != (players := ", ".join(game.players)):
        raise InputError(f"the position must be of the game of {players}, not of {show(given)}")
    board = lines.pop("board", None)
    if board is not None and board != _board_line(game):
        raise InputError(
            f"the position must be of the game with the board {show(_board_line(game))}, "
            f"not {show(board)}"
        )
    state = _state(lines, game)
    if lines:
        raise InputError(f"the position must have known lines, not {show(next(iter(lines)))}")
    if check and (faults := status(state)):
        raise FaultsError("the position", faults_said(state, faults))
    return state


def _lines(text: object) -> dict[str, str]:
    if not isinstance(text, str):
        raise InputError(f"a position must be text, not {show(text)}")
    lines: dict[str, str] = {}
    for line in text.splitlines():
        key, colon, value = line.partition(":")
        key = " ".join(key.split())
        if not colon and not key:
            continue
        if not colon or key in lines:
            raise InputError(
                f"a position must have lines 'what: value', each once, not {show(line)}"
            )
        lines[key] = value.strip()
    return lines


def _take(lines: dict[str, str], key: str) -> str:
    if key not in lines:
        raise InputError(f"the position must have a line '{key}'")
    return lines.pop(key)


def _game(lines: dict[str, str]) -> Game:
    players = _take(lines, "game")
    parts: dict[str, str] = {}
    for part in ("board: " + lines.get("board", "classic")).split(";"):
        key, _, value = part.partition(":")
        parts[key.strip()] = value.strip()
    if parts["board"] not in board_names():
        raise InputError(
            f"a position on the board {show(parts['board'])} is read with its game given"
        )
    if parts.get("rules", "").endswith(OWN):
        raise InputError(
            f"a position under the rules {show(parts['rules'])} is read with its game given"
        )
    names = tuple(name.strip() for name in players.split(","))
    rules = named_rules(parts.get("rules", "classic"))
    board = load_board(parts["board"])
    return Game(names, board, rules, parts.get("deck", board.deck), game_rules(rules))


def _state(lines: dict[str, str], game: Game) -> GameState:
    """Return the state that lines stand for, and take away those that were read."""
    players, board = game.players, game.board
    turn, player, phase = _turn(_take(lines, "turn"), game)
    owners, armies = [NOBODY] * len(board), [0] * len(board)
    for seat, name in [*enumerate(game.seats), (NOBODY, NOBODY_SAID)]:
        for number, count in _armies(lines.pop(name, ""), game):
            owners[number], armies[number] = seat, count
    hands = tuple(_sorted_cards(lines.pop(f"{name} cards", ""), game) for name in players)
    discards = _sorted_cards(lines.pop("discards", ""), game)
    moving, spoils = _moving(lines.pop("move in", None), game)
    winner = lines.pop("winner", None)
    places = [lines.pop(f"{name} headquarters", None) for name in players]
    missions = [lines.pop(f"{name} mission", None) for name in players]
    by = [lines.pop(f"{name} eliminated by", None) for name in players]
    return GameState(
        game,
        owners=tuple(owners),
        armies=tuple(armies),
        phase=phase,
        player=player,
        reserves=tuple(_count(lines.pop(f"{n} to place", "0")) for n in game.seats),
        hands=hands,
        draw=_rest(game, *hands, discards),
        discards=discards,
        sets_traded=_count(lines.pop("sets traded", "0")),
        turn=turn,
        first=_player(_take(lines, "first"), game),
        step=_count(lines.pop("step", "0")),
        bonus_given=_count(lines.pop("extra armies given", "0")),
        captured=lines.pop("captured", "no") == "yes",
        moving=moving,
        spoils=spoils,
        headquarters=tuple(None if p is None else board.number[board.find(p)] for p in places),
        missions=tuple(None if m is None else parse_mission(m, board) for m in missions),
        eliminated_by=tuple(None if n is None else _player(n, game) for n in by),
        winner=None if winner is None else _player(winner, game),
    )


def _rest(game: Game, *taken: Cards) -> Cards:
    rest = game.cards
    try:
        for cards in taken:
            rest = without(rest, cards)
    except RuleError as error:
        raise InputError(f"the position has cards that the deck has not: {error}") from None
    return rest


def _sorted_cards(text: str, game: Game) -> Cards:
    return tuple(sorted(parse_cards(text, game)))


def _count(text: str) -> int:
    return read_count(text, "a position")


def _player(name: str, game: Game) -> int:
    if name not in game.players:
        raise InputError(f"a player must be one of {', '.join(game.players)}, not {show(name)}")
    return game.players.index(name)


def _turn(text: str, game: Game) -> tuple[int, int, Phase]:
    words = text.split()
    phases = [phase.value for phase in Phase]
    if len(words) != 3 or words[2] not in phases:
        raise InputError(
            f"the turn must be a number, a player and a phase ({', '.join(phases)}), "
            f"not {show(text)}"
        )
    return _count(words[0]), _player(words[1], game), Phase(words[2])


def _armies(text: str, game: Game) -> list[tuple[int, int]]:
    pairs = []
    for part in text.split(","):
        if part.strip():
            name, _, count = part.strip().rpartition(" ")
            pairs.append((game.board.number[game.board.find(name)], _count(count)))
    return pairs


def _moving(text: str | None, game: Game) -> tuple[tuple[int, int, int] | None, bool]:
    if text is None:
        return None, False
    way, _, rest = text.partition(":")
    source, _, target = way.partition(">")
    board = game.board
    first, second = (board.number[board.find(name)] for name in (source, target))
    least = _count(rest.partition("or")[0].strip())
    return (first, second, least), rest.endswith("then trade")


def parse_mission(text: str, board: Board) -> Mission:
    """Return the mission that a text stands for, as ``str`` writes it.

    >>> from riskodds.game import load_board
    >>> parse_mission("hold Europe, Australia and 1 more", load_board())
    HoldContinents(continents=('Europe', 'Australia'), others=1)

    Raises
    ------
    InputError
        A text that is no mission, or names a continent that is not on the board.
    """
    import re

    if found := re.fullmatch(r"hold (\d{1,4}) territories(?: with (\d{1,4}) armies each)?", text):
        return HoldTerritories(int(found[1]), int(found[2] or 1))
    if found := re.fullmatch(_ELIMINATE, text):
        return Eliminate(found[1], int(found[2]))
    if found := re.fullmatch(r"hold (.+?)(?: and (\d{1,2}) more)?", text):
        names = tuple(board.continent(name).name for name in found[1].split(","))
        return HoldContinents(names, int(found[2] or 0))
    raise InputError(f"a mission must be to hold or to eliminate, not {show(text)}")
