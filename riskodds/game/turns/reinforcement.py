"""The armies a player gets at the start of a turn, and what each part of them comes from."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from typing import TYPE_CHECKING

from ...errors import RuleError
from ...guards import guarded
from ...values import whole
from ...variants.rules import Rules
from ..board import Board
from ..board_files import load_board
from ..rules import GameRules, game_rules

if TYPE_CHECKING:
    from ..state import GameState


@dataclass(frozen=True)
class Reinforcement:
    """The armies of one turn, by what they come from.

    >>> Reinforcement(territories=4, continents=(("Asia", 7),), bonus=2).total
    13

    Parameters
    ----------
    territories : int
        Armies for the number of territories.
    continents : tuple of (str, int)
        The continents held, each with its armies.
    cards : int
        Armies for traded cards.
    bonus : int
        Armies for traded cards that show an own territory; they must be placed there.
    """

    territories: int
    continents: tuple[tuple[str, int], ...] = ()
    cards: int = 0
    bonus: int = 0

    @property
    def total(self) -> int:
        """All armies of the turn."""
        return self.territories + sum(b for _, b in self.continents) + self.cards + self.bonus


@guarded
def reinforcements(
    territories: int,
    continents: Iterable[str] = (),
    *,
    cards: int = 0,
    bonus: int = 0,
    board: Board | None = None,
    rules: GameRules | Rules | str | None = None,
) -> Reinforcement:
    """Return the armies of a turn, from what the player counts.

    >>> reinforcements(14).total
    4
    >>> reinforcements(14, ["asia"])
    Reinforcement(territories=4, continents=(('Asia', 7),), cards=0, bonus=0)
    >>> reinforcements(42).total
    38

    Parameters
    ----------
    territories : int
        Territories held at the start of the turn, 1 to all of them.
    continents : iterable of str
        The continents held whole, in any order. Whoever holds the whole board holds them all.
    cards, bonus : int
        Armies for traded sets, and for own territories on traded cards.
    board : Board, optional
        The classic board if left out.
    rules : Rules or str, optional
        A value of `riskodds.rules` or its name; classic if left out.

    Returns
    -------
    Reinforcement
        The armies, by where they come from.

    Raises
    ------
    RuleError
        Continents that so few territories cannot hold.
    InputError
        An unknown continent, or a number out of its range.
    """
    board = load_board() if board is None else board
    count = whole("territories", territories, 1, len(board))
    names = {board.continent(name).name for name in continents}
    held = [c for c in board.continents if c.name in names or count == len(board)]
    needed = sum(len(c.territories) for c in held)
    if needed > count:
        raise RuleError(
            "a continent brings its bonus when all of it is held",
            f"{' and '.join(c.name for c in held)} cannot be held by {count} territories, only by "
            f"{needed} or more",
        )
    return Reinforcement(
        armies_for(count, game_rules(rules)),
        tuple((c.name, c.bonus) for c in held),
        whole("cards", cards, 0),
        whole("bonus", bonus, 0),
    )


@guarded
def reinforcement_of(state: GameState, player: int | None = None) -> Reinforcement:
    """Return the armies that a position brings a player at the start of a turn, without cards.

    >>> from riskodds.game import new_game, start
    >>> reinforcement_of(start(new_game(3)))
    Reinforcement(territories=3, continents=(), cards=0, bonus=0)

    Parameters
    ----------
    state : GameState
        The state.
    player : int, optional
        The number of the player, from 0; whose turn it is if left out.

    Returns
    -------
    Reinforcement
        The armies, by where they come from.
    """
    player = state.player if player is None else player
    player = whole("player", player, 0, len(state.game.players) - 1)
    held = state.game.board.held_whole(state.owners, player)
    return Reinforcement(
        armies_for(state.owners.count(player), state.game.turns),
        tuple((c.name, c.bonus) for c in held),
    )


def armies_for(territories: int, rules: GameRules) -> int:
    """Return the armies that a number of territories brings, continents left out.

    >>> from riskodds.game.rules import GameRules
    >>> [armies_for(count, GameRules()) for count in (1, 11, 12, 14, 42)]
    [3, 3, 4, 4, 14]
    """
    return max(rules.minimum, territories // rules.divisor)
