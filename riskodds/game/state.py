"""A state of a game: who owns what, who holds which cards, and what happens next.

A `Game` is what stays the same; a `GameState` is what changes, and never does itself: each move
makes a new one. Owners and armies are tuples by territory number, players are numbers from 0.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from enum import Enum
from functools import cached_property

from ..errors import InputError
from ..guards import guarded
from ..values import show, whole
from .cards.deck import Cards
from .games import Game
from .goals import Mission

NOBODY = -1
# of anything in a state
MOST_COUNTED = 10**12


class Phase(Enum):
    """What the player whose turn it is may do.

    >>> [phase.value for phase in Phase][3:5]
    ['reinforce', 'attack']
    """

    CLAIM = "claim"  # set-up: put an army on an empty territory
    SETUP = "set-up"  # set-up: put an army on an own territory
    HEADQUARTERS = "headquarters"  # set-up: pick a headquarters
    REINFORCE = "reinforce"  # trade cards, place the new armies
    ATTACK = "attack"  # attack, or go on
    MOVE_IN = "move-in"  # move armies into the captured territory
    SPOILS = "spoils"  # trade the cards of the eliminated down, place the armies
    FORTIFY = "fortify"  # fortify, or end the turn
    END = "end"  # end the turn
    OVER = "over"  # somebody has won


SETUP_PHASES = (Phase.CLAIM, Phase.SETUP, Phase.HEADQUARTERS)


@dataclass(frozen=True, repr=False)
class GameState:
    """One state of a game; made by `start` or `deal`, and by `apply` from another.

    >>> from riskodds.game import start, new_game
    >>> state = start(new_game(3))
    >>> state.phase, state.player_name, state.owner("Alaska")
    (<Phase.CLAIM: 'claim'>, 'red', None)

    Parameters
    ----------
    game : Game
        What stays the same.
    owners, armies : tuple of int
        By territory number; owner -1 is nobody, which only the claiming knows.
    phase : Phase
        What may be done now.
    player : int
        Whose turn it is.
    reserves : tuple of int
        Armies still to place, by number of player; the neutral's last.
    hands : tuple of tuple of Card
        By player, sorted.
    draw, discards : tuple of Card
        The two piles, sorted: no order of the draw pile is known.
    sets_traded : int
        By anybody, since the start.
    turn : int
        Turns begun, 0 in the set-up.
    first : int
        The player who placed first, and moves first.
    step : int
        In the set-up of a game for two: armies placed since it became this player's turn.
    bonus_given : int
        Armies got this turn for traded cards that show an own territory.
    captured : bool
        Whether a territory was captured this turn.
    moving : tuple of (int, int, int) or None
        In the phase "move-in": the numbers of the source and the captured territory, and the
        fewest armies that must move.
    spoils : bool
        In the phase "move-in": whether so many cards were just taken from an eliminated player
        that sets must be traded at once.
    headquarters : tuple of (int or None)
        Each player's headquarters, by player.
    missions : tuple of (mission or None)
        Each player's mission, by player.
    eliminated_by : tuple of (int or None)
        By player: who took the player's last territory.
    winner : int or None
        Who has won.
    """

    game: Game = field(repr=False)
    owners: tuple[int, ...]
    armies: tuple[int, ...]
    phase: Phase
    player: int
    reserves: tuple[int, ...]
    hands: tuple[Cards, ...]
    draw: Cards = field(repr=False)
    discards: Cards = ()
    sets_traded: int = 0
    turn: int = 0
    first: int = 0
    step: int = 0
    bonus_given: int = 0
    captured: bool = False
    moving: tuple[int, int, int] | None = None
    spoils: bool = False
    headquarters: tuple[int | None, ...] = ()
    missions: tuple[Mission | None, ...] = ()
    eliminated_by: tuple[int | None, ...] = ()
    winner: int | None = None

    def __repr__(self) -> str:
        """Return whose turn it is; also of a state whose fields are wrong."""
        players = getattr(self.game, "players", ())
        mover = next((name for n, name in enumerate(players) if n == self.player), self.player)
        phase = getattr(self.phase, "value", self.phase)
        return f"<GameState of {', '.join(players)}: turn {show(self.turn)}, {mover}, {phase}>"

    def having(self, **changes: object) -> GameState:
        """Return a copy with some fields changed, whose values are unchecked: see `status`.

        >>> from riskodds.game import start, new_game
        >>> start(new_game(3)).having(player=2).player_name
        'green'
        """
        # About five times as fast as dataclasses.replace, and every move makes a state.
        values = self.__dict__.copy()
        values.pop("_parts", None)
        fields = len(values)
        values.update(changes)
        if len(values) > fields:
            unknown = next(name for name in changes if name not in self.__dict__)
            raise InputError(f"a state has no field {show(unknown)}")
        new = object.__new__(GameState)
        new.__dict__.update(values)
        return new

    def misfit(self) -> str | None:
        """Return which numbers stand for nothing in the game, or None; `status` says the rest."""
        players, seats = len(self.game.players), len(self.game.seats)
        size = len(self.game.board)
        lengths = dict.fromkeys(("hands", "headquarters", "missions", "eliminated_by"), players)
        for name, count in (lengths | {"owners": size, "armies": size, "reserves": seats}).items():
            if len(getattr(self, name)) != count:
                return f"{name} of the state must have {count} entries, as the game does"
        numbers = {
            "player": ((self.player,), players),
            "first": ((self.first,), players),
            "winner": ((self.winner,), players),
            "owners": (self.owners, seats),
            "headquarters": (self.headquarters, size),
            "eliminated_by": (self.eliminated_by, players),
            "moving": ((self.moving or ())[:2], size),
        }
        for name in ("sets_traded", "turn", "step", "bonus_given"):
            numbers[name] = ((getattr(self, name),), MOST_COUNTED)
        for name in ("armies", "reserves"):
            numbers[name] = (getattr(self, name), MOST_COUNTED)
        for name, (values, high) in numbers.items():
            for value in values:
                if value is not None and not NOBODY <= value < high:
                    return f"{name} of the state must be below {high:,}, not {show(value)}"
        return None

    @property
    def player_names(self) -> tuple[str, ...]:
        """The names of all players, by number."""
        return self.game.players

    @property
    def player_name(self) -> str:
        """The name of the player whose turn it is."""
        return self.game.players[self.player]

    @property
    def hand(self) -> Cards:
        """The cards of the player whose turn it is."""
        return self.hands[self.player]

    @property
    def standing(self) -> tuple[int, ...]:
        """The players who hold a territory."""
        held = set(self.owners)
        return tuple([player for player in range(len(self.game.players)) if player in held])

    @guarded
    def owner(self, territory: str) -> str | None:
        """Return the name of who owns a territory, or None.

        Raises
        ------
        InputError
            An unknown territory.
        """
        board = self.game.board
        owner = self.owners[board.number[board.find(territory)]]
        return None if owner == NOBODY else self.game.seats[owner]

    @guarded
    def armies_on(self, territory: str) -> int:
        """Return the armies on a territory.

        Raises
        ------
        InputError
            An unknown territory.
        """
        board = self.game.board
        return self.armies[board.number[board.find(territory)]]

    @guarded
    def territories_of(self, player: int | str) -> tuple[str, ...]:
        """Return the names of the territories that a player, by number or name, owns.

        Raises
        ------
        InputError
            Nobody in the game.
        """
        names, seat = self.game.board.names, self._seat(player)
        return tuple(names[i] for i, owner in enumerate(self.owners) if owner == seat)

    @guarded
    def continents_of(self, player: int | str) -> tuple[str, ...]:
        """Return the names of the continents that a player, by number or name, holds whole."""
        seat = self._seat(player)
        return tuple(c.name for c in self.game.board.held_whole(self.owners, seat))

    def _seat(self, player: int | str) -> int:
        """Return the number of a player or the neutral, -1 for nobody."""
        seats = self.game.seats
        if isinstance(player, str):
            if player not in seats:
                raise InputError(
                    f"the player must be one of {', '.join(seats)}, not {show(player)}"
                )
            return seats.index(player)
        return whole("player", player, NOBODY, len(seats) - 1)

    @cached_property
    def _parts(self) -> tuple[int, ...]:
        """By territory: a label that territories share if one owner's territories link them."""
        owners, neighbours = self.owners, self.game.board.neighbours
        labels = [-1] * len(owners)
        for start, owner in enumerate(owners):
            if labels[start] < 0:
                labels[start] = start
                queue = [start]
                for here in queue:
                    for there in neighbours[here]:
                        if labels[there] < 0 and owners[there] == owner:
                            labels[there] = start
                            queue.append(there)
        return tuple(labels)

    @guarded
    def linked(self, first: int, second: int) -> bool:
        """Return whether a way leads from one territory to another through one owner's own."""
        parts = self._parts
        try:
            return parts[first] == parts[second]
        except IndexError:
            numbers = f"{show(first)} and {show(second)}"
            raise InputError(
                f"territories have numbers below {len(parts)}, not {numbers}"
            ) from None
