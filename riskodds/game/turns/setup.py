"""Setting up: how many armies, who starts, and the first state of a game.

The placing itself is made of moves like any other: `Claim`, `Place`, and with capitals
`Headquarters`. Each is legal or not at every step.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING

from ...errors import InputError, RuleError
from ...guards import guarded
from ...values import show, whole
from ...variants.rules import Rules
from ..board import Board
from ..board_files import load_board
from ..games import Game
from ..goals import Eliminate, HoldContinents, Mission
from ..rules import FEWEST_PLAYERS, MOST_PLAYERS, GameRules, game_rules
from ..state import NOBODY, SETUP_PHASES, GameState, Phase
from .apply import decided, next_in_setup

if TYPE_CHECKING:
    from random import Random


@dataclass(frozen=True)
class StartArmies:
    """What a game starts with.

    >>> start_armies(2)
    StartArmies(players=2, armies=40, neutral=40)

    Parameters
    ----------
    players : int
        The players.
    armies : int
        Armies of each player.
    neutral : int
        Armies of the neutral; 0 if there is none.
    """

    players: int
    armies: int
    neutral: int = 0


@guarded
def start_armies(players: int, *, rules: GameRules | Rules | str | None = None) -> StartArmies:
    """Return how many armies each player starts with.

    >>> [start_armies(players).armies for players in (2, 3, 4, 5, 6)]
    [40, 35, 30, 25, 20]

    Parameters
    ----------
    players : int
        2 to 6.
    rules : Rules or str, optional
        A value of `riskodds.rules` or its name; classic if left out.

    Returns
    -------
    StartArmies
        The armies of each, and the neutral's.

    Raises
    ------
    InputError
        Another number of players.
    """
    count = whole("players", players, FEWEST_PLAYERS, MOST_PLAYERS)
    turns = game_rules(rules)
    neutral = turns.neutral_armies if turns.has_neutral(count) else 0
    return StartArmies(count, turns.armies_each(count), neutral)


@guarded
def who_starts(rounds: Sequence[Sequence[int]], *, sides: int = 6) -> int:
    """Return who starts: the player with the highest die; who ties for it rolls again.

    >>> who_starts([(3, 6, 2, 6), (1, 5)])
    3

    Parameters
    ----------
    rounds : sequence of sequence of int
        First a die for each player, by number; then, as long as the highest is tied, a die for
        each of the tied, in the same order.
    sides : int
        Faces of the die.

    Returns
    -------
    int
        The number of the player, from 0.

    Raises
    ------
    RuleError
        A tie that was not rolled again, or a roll that nobody had to make.
    InputError
        Dice that cannot be.
    """
    rule = "the highest die starts, and ties roll again"
    sides = whole("sides", sides, 2)
    if not rounds or len(rounds[0]) < FEWEST_PLAYERS:
        raise InputError(f"rounds must start with a die for each player, not {show(rounds)}")
    tied = list(range(len(rounds[0])))
    for dice in rounds:
        if len(tied) == 1:
            raise RuleError(rule, f"nobody was tied any more when {show(tuple(dice))} was rolled")
        if len(dice) != len(tied):
            raise RuleError(rule, f"{len(tied)} players roll, not {len(dice)}")
        fell = [whole("a die", die, 1, sides) for die in dice]
        tied = [player for player, die in zip(tied, fell, strict=True) if die == max(fell)]
    if len(tied) > 1:
        raise RuleError(rule, f"{len(tied)} players are tied")
    return tied[0]


@guarded
def start(game: Game, *, first: int = 0) -> GameState:
    """Return the first state of a game whose territories are claimed in turn.

    >>> from riskodds.game import new_game
    >>> start(new_game(4), first=2).player_name
    'green'

    Parameters
    ----------
    game : Game
        The game.
    first : int
        The number of the player who starts, from 0; see `who_starts`.

    Returns
    -------
    GameState
        The state before the first claim.

    Raises
    ------
    RuleError
        A game whose territories are dealt: see `deal`.
    """
    if dealt(game):
        raise RuleError("the territories are dealt in this game", "start it with deal()")
    return _first_state(game, first)


def dealt(game: Game) -> bool:
    """Return whether the territories of a game are dealt and not claimed."""
    return game.neutral is not None or game.turns.territories == "dealt"


@guarded
def deal(
    game: Game,
    order: Iterable[str] | None = None,
    *,
    first: int = 0,
    rng: Random | None = None,
) -> GameState:
    """Return the first state of a game whose territories are dealt, one army on each.

    >>> from random import Random
    >>> from riskodds.game import new_game
    >>> state = deal(new_game(2), rng=Random(1))
    >>> state.owners.count(2), sum(state.armies), state.reserves
    (14, 42, (26, 26, 26))

    Parameters
    ----------
    game : Game
        The game.
    order : iterable of str, optional
        All territories, in the order in which their cards are dealt, one to each in turn from
        the player who starts; in a game for two to the players and the neutral.
    first : int
        The number of the player who starts, from 0.
    rng : random.Random, optional
        Shuffles the territories if no order is given.

    Returns
    -------
    GameState
        The state in which armies are placed.

    Raises
    ------
    InputError
        An order that is not all territories once, or neither order nor rng.
    """
    board = game.board
    if order is None:
        if rng is None:
            raise InputError("deal needs the order of the territories, or rng to shuffle them")
        names = list(board.names)
        rng.shuffle(names)
    else:
        names = [board.find(name) for name in order]
    if sorted(names) != sorted(board.names):
        raise InputError(
            f"the order must hold each of the {len(board)} territories once, not {show(names)}"
        )
    state = _first_state(game, first)
    seats = [(first + offset) % len(game.players) for offset in range(len(game.players))]
    if game.neutral is not None:
        seats.append(game.neutral)
    owners = [NOBODY] * len(board)
    for place, name in enumerate(names):
        owners[board.number[name]] = seats[place % len(seats)]
    if any(owners.count(seat) > game.start_armies[seat] for seat in seats):
        raise InputError(f"the board of {len(board)} territories is too large for so few armies")
    reserves = tuple(armies - owners.count(seat) for seat, armies in enumerate(game.start_armies))
    new = state.having(owners=tuple(owners), armies=(1,) * len(board), reserves=reserves)
    # As if the last player had just placed: the first whose armies are left comes next.
    last = (first - 1) % len(game.players)
    new = next_in_setup(new.having(phase=Phase.SETUP, player=last, step=game.setup_steps - 1))
    return new if new.phase in SETUP_PHASES else decided(new)


def _first_state(game: Game, first: int) -> GameState:
    count, size = len(game.players), len(game.board)
    first = whole("first", first, 0, count - 1)
    return GameState(
        game,
        owners=(NOBODY,) * size,
        armies=(0,) * size,
        phase=Phase.CLAIM,
        player=first,
        reserves=game.start_armies,
        hands=((),) * count,
        draw=game.cards,
        first=first,
        headquarters=(None,) * count,
        missions=(None,) * count,
        eliminated_by=(None,) * count,
    )


@guarded
def mission_deck(players: Sequence[str], board: Board | None = None) -> tuple[Mission, ...]:
    """Return the mission cards of a game: those of the board, and one to eliminate each player.

    >>> len(mission_deck(("red", "blue", "green", "yellow")))
    12

    Parameters
    ----------
    players : sequence of str
        The players' names or colours; cards of unused colours stay in the box. Boxes differ
        in their cards, so any tuple of missions may serve in place of this one.
    board : Board, optional
        The classic board if left out.

    Returns
    -------
    tuple of Mission
        The cards, to be shuffled.
    """
    board = load_board() if board is None else board
    cards = [m for m in board.missions if not isinstance(m, Eliminate) or m.player in players]
    if board.eliminate_or_hold is not None:
        cards += [Eliminate(player, board.eliminate_or_hold) for player in players]
    return tuple(cards)


@guarded
def give_missions(
    state: GameState,
    missions: Iterable[Mission] | None = None,
    *,
    rng: Random | None = None,
) -> GameState:
    """Return a state in which each player has a secret mission.

    >>> from random import Random
    >>> from riskodds.game import new_game
    >>> state = give_missions(start(new_game(3)), rng=Random(1))
    >>> len(set(state.missions))
    3

    Parameters
    ----------
    state : GameState
        A state of the set-up.
    missions : iterable of missions, optional
        One for each player, by number.
    rng : random.Random, optional
        Deals them from `mission_deck` if none are given.

    Returns
    -------
    GameState
        The state in which they are given.

    Raises
    ------
    InputError
        Another number of missions, neither missions nor rng, or a board with too few of them.
    """
    players = state.game.players
    if missions is None:
        if rng is None:
            raise InputError("give_missions needs the missions, or rng to deal them")
        deck = mission_deck(players, state.game.board)
        if len(deck) < len(players):
            raise InputError(
                f"the board {show(state.game.board.name)} has {len(deck)} missions, too few for "
                f"{len(players)} players"
            )
        missions = rng.sample(deck, len(players))
    given = tuple(missions)
    if len(given) != len(players) or not all(isinstance(m, Mission) for m in given):
        raise InputError(f"there must be a mission for each of {len(players)} players")
    for mission in given:
        if isinstance(mission, HoldContinents):
            for name in mission.continents:
                if state.game.board.continent(name).name != name:
                    raise InputError(f"a mission must name continents exactly, not {show(name)}")
    return state.having(missions=given)
