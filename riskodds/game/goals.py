"""The ways to win, and the mission cards, each a value that a state is held against.

Whoever is the last player with a territory has won under any of them. The neutral army of the
game for two is no player: it need not be conquered.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Protocol

from ..errors import InputError
from ..guards import guarded
from ..values import show, whole


class Standing(Protocol):
    """What a goal looks at in a state of a game."""

    @property
    def owners(self) -> tuple[int, ...]:
        """Who owns each territory."""

    @property
    def armies(self) -> tuple[int, ...]:
        """The armies on each territory."""

    @property
    def player_names(self) -> tuple[str, ...]:
        """The names of the players, by number."""

    @property
    def standing(self) -> tuple[int, ...]:
        """The players who own a territory."""

    @property
    def eliminated_by(self) -> tuple[int | None, ...]:
        """Who took each player's last territory."""

    @property
    def headquarters(self) -> tuple[int | None, ...]:
        """The territory of each player's headquarters."""

    @property
    def missions(self) -> tuple[Mission | None, ...]:
        """The mission of each player."""

    def continents_of(self, player: int) -> tuple[str, ...]:
        """Return the continents that a player holds whole."""


@dataclass(frozen=True)
class HoldContinents:
    """The mission to hold continents, and perhaps some more of one's choice.

    >>> str(HoldContinents(("Europe", "South America"), others=1))
    'hold Europe, South America and 1 more'

    Parameters
    ----------
    continents : tuple of str
        Continents to hold whole, by their exact names.
    others : int
        How many further ones to hold, whichever they are.
    """

    continents: tuple[str, ...]
    others: int = 0

    @guarded
    def __post_init__(self) -> None:
        if not isinstance(self.continents, tuple) or not all(
            isinstance(name, str) for name in self.continents
        ):
            raise InputError(f"continents must be a tuple of names, not {show(self.continents)}")
        whole("the further continents", self.others, 0)

    def __str__(self) -> str:
        more = f" and {self.others} more" if self.others else ""
        return f"hold {', '.join(self.continents)}{more}"

    def met(self, state: Standing, player: int) -> bool:
        """Return whether a player has done this in a state."""
        held = state.continents_of(player)
        wanted = len(self.continents) + self.others
        return len(held) >= wanted and set(self.continents) <= set(held)


@dataclass(frozen=True)
class HoldTerritories:
    """The mission to hold a number of territories, each with so many armies.

    >>> str(HoldTerritories(18, armies=2))
    'hold 18 territories with 2 armies each'

    Parameters
    ----------
    territories : int
        How many to hold, at least 1.
    armies : int
        Armies needed on each of them, at least 1.
    """

    territories: int
    armies: int = 1

    @guarded
    def __post_init__(self) -> None:
        whole("the territories of a mission", self.territories, 1)
        whole("the armies of a mission", self.armies, 1)

    def __str__(self) -> str:
        each = f" with {self.armies} armies each" if self.armies > 1 else ""
        return f"hold {self.territories} territories{each}"

    def met(self, state: Standing, player: int) -> bool:
        """Return whether a player has done this in a state."""
        if state.owners.count(player) < self.territories:
            return False
        held = sum(
            owner == player and armies >= self.armies
            for owner, armies in zip(state.owners, state.armies, strict=True)
        )
        return held >= self.territories


@dataclass(frozen=True)
class Eliminate:
    """The mission to take a player's last territory.

    >>> str(Eliminate("red"))
    'eliminate red; hold 24 territories if that is you, or nobody, or another eliminates them'

    If that is the player's own colour, nobody's in this game, or if somebody else eliminates
    them, the mission is to hold a number of territories.

    Parameters
    ----------
    player : str
        The name or colour of the player to eliminate.
    otherwise : int
        The territories to hold instead, at least 1.
    """

    player: str
    otherwise: int = 24

    @guarded
    def __post_init__(self) -> None:
        if not isinstance(self.player, str):
            raise InputError(f"the player to eliminate must be a name, not {show(self.player)}")
        whole("the territories of a mission", self.otherwise, 1)

    def __str__(self) -> str:
        return (
            f"eliminate {self.player}; hold {self.otherwise} territories if that is you, "
            "or nobody, or another eliminates them"
        )

    def met(self, state: Standing, player: int) -> bool:
        """Return whether a player has done this in a state."""
        names = state.player_names
        victim = names.index(self.player) if self.player in names else player
        if victim != player:
            by = state.eliminated_by[victim]
            if by is None or by == player:
                return by == player
        return state.owners.count(player) >= self.otherwise


Mission = HoldContinents | HoldTerritories | Eliminate


@dataclass(frozen=True)
class Conquest:
    """Win by being the only player left on the board.

    >>> str(Conquest())
    'conquest'
    """

    def __str__(self) -> str:
        return "conquest"

    def met(self, state: Standing, player: int) -> bool:
        """Return whether a player has won in a state."""
        return state.standing == (player,)


@dataclass(frozen=True)
class Share:
    """Win by holding a share of the territories.

    >>> str(Share(60))
    '60 % of the map'

    Parameters
    ----------
    percent : int
        The share to hold, 1 to 100 percent.
    """

    percent: int

    @guarded
    def __post_init__(self) -> None:
        whole("the share of the map", self.percent, 1, 100)

    def __str__(self) -> str:
        return f"{self.percent} % of the map"

    def met(self, state: Standing, player: int) -> bool:
        """Return whether a player has won in a state."""
        return state.owners.count(player) * 100 >= self.percent * len(state.owners)


@dataclass(frozen=True)
class Capitals:
    """Win by holding one's own headquarters and all others.

    >>> str(Capitals())
    'capitals'

    Each player picks a headquarters after the set-up. Losing it does not eliminate.
    """

    def __str__(self) -> str:
        return "capitals"

    def met(self, state: Standing, player: int) -> bool:
        """Return whether a player has won in a state."""
        owners = state.owners
        return all(place is not None and owners[place] == player for place in state.headquarters)


@dataclass(frozen=True)
class Missions:
    """Win by doing what one's secret mission says, even in another player's turn.

    >>> str(Missions())
    'missions'
    """

    def __str__(self) -> str:
        return "missions"

    def met(self, state: Standing, player: int) -> bool:
        """Return whether a player has won in a state."""
        mission = state.missions[player]
        return mission is not None and mission.met(state, player)


Goal = Conquest | Share | Capitals | Missions
CONQUEST = Conquest()
