"""A game: what stays the same from its first state to its last.

Players are numbers from 0; the neutral of a game for two comes after the players, with number 2.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from functools import cached_property

from ..dice.counts import losses
from ..dice.rules import Side
from ..errors import InputError
from ..guards import guarded
from ..values import show, whole
from ..variants.rules import Rules, resolve
from ..vectors import Fixed
from .board import NO_DECK, PLAIN_DECK, Board
from .board_files import load_board
from .cards.deck import Card, Cards, full_deck
from .goals import Missions
from .rules import FEWEST_PLAYERS, MOST_PLAYERS, GameRules, game_rules

COLOURS = ("red", "blue", "green", "yellow", "black", "purple")
NEUTRAL = "neutral"
# Words that start a line of a position's text, so no player can bear them as a name.
RESERVED = {NEUTRAL, "nobody", "game", "board", "turn", "first", "step", "captured", "discards"} | {
    "winner"
}
FEWEST_WITH_MISSIONS = 3
NEUTRAL_STEP = 2  # in a game for two, each places two own armies, then one of the neutral


@dataclass(frozen=True, repr=False)
class Game:
    """What stays the same through a game; made by `new_game`.

    >>> game = new_game(2)
    >>> game.players, game.neutral, len(game.cards)
    (('red', 'blue'), 2, 44)

    Parameters
    ----------
    players : tuple of str
        Their names or colours, in the order of turns; 2 to 6.
    board : Board
        The board.
    rules : Rules
        The rules of a battle.
    deck : str
        A deck of the board; "plain" for cards that show no territory; "none" to play without.
    turns : GameRules
        The rules of set-up, turn, cards and winning.

    Raises
    ------
    InputError
        Values that do not go together.
    """

    players: tuple[str, ...]
    board: Board
    rules: Rules
    deck: str
    turns: GameRules
    _rolled: dict[tuple[tuple[int, ...], tuple[int, ...]], tuple[int, int]] = field(
        default_factory=dict, init=False, repr=False, compare=False
    )

    @guarded
    def __post_init__(self) -> None:
        names = self.players
        if not (FEWEST_PLAYERS <= len(names) <= MOST_PLAYERS):
            raise InputError(
                f"players must be {FEWEST_PLAYERS} to {MOST_PLAYERS}, not {len(names)}"
            )
        for name in names:
            if not isinstance(name, str) or not name.replace("-", "").replace("_", "").isalnum():
                raise InputError(
                    f"a player's name must be letters, digits, '-' and '_', not {show(name)}"
                )
        if len(set(names) | RESERVED) != len(names) + len(RESERVED):
            raise InputError(
                f"players must have different names, none of them {', '.join(sorted(RESERVED))}; "
                f"not {show(', '.join(names))}"
            )
        if isinstance(self.turns.goal, Missions) and len(names) < FEWEST_WITH_MISSIONS:
            raise InputError(
                f"secret missions are for {FEWEST_WITH_MISSIONS} to {MOST_PLAYERS} players, "
                f"not {len(names)}"
            )
        if self.deck not in (PLAIN_DECK, NO_DECK, *self.board.decks):
            decks = ", ".join((*self.board.decks, PLAIN_DECK, NO_DECK))
            raise InputError(f"the deck must be one of {decks}, not {show(self.deck)}")
        if sum(self.start_armies) < len(self.board):
            raise InputError(
                f"the players start with {sum(self.start_armies)} armies, too few for the "
                f"{len(self.board)} territories of the board"
            )
        if len(self.board) < len(self.start_armies):
            raise InputError(
                f"the board has {len(self.board)} territories, too few for the players"
            )
        symbols = self.turns.cards.counts
        try:
            cards = self.cards
        except InputError as error:
            raise InputError(
                f"the deck {show(self.deck)} does not fit the rules of the cards, "
                f"deck='{PLAIN_DECK}' does: {error}"
            ) from None
        for card in cards:
            if card.territory in symbols:
                raise InputError(f"no territory may be called {card.territory}, as a symbol is")

    def __repr__(self) -> str:
        players = ", ".join(self.players)
        return f"<Game of {players}: board {self.board.name}, rules {self.rules}, deck {self.deck}>"

    @cached_property
    def neutral(self) -> int | None:
        """The number of the neutral, if there is one."""
        return len(self.players) if self.turns.has_neutral(len(self.players)) else None

    @cached_property
    def seats(self) -> tuple[str, ...]:
        """The names of all who own territories, by number: the players and the neutral."""
        return self.players if self.neutral is None else (*self.players, NEUTRAL)

    @cached_property
    def start_armies(self) -> tuple[int, ...]:
        """The armies each starts with, by number, the neutral's last."""
        each = (self.turns.armies_each(len(self.players)),) * len(self.players)
        return each if self.neutral is None else (*each, self.turns.neutral_armies)

    @property
    def setup_steps(self) -> int:
        """The armies that a player places before it is the next one's turn in the set-up."""
        return 1 if self.neutral is None else NEUTRAL_STEP + 1

    @cached_property
    def cards(self) -> Cards:
        """The whole deck, sorted."""
        if self.deck == NO_DECK:
            return ()
        rules = self.turns.cards
        if self.deck == PLAIN_DECK:
            return tuple(sorted(Card(s) for s, count in rules.counts.items() for _ in range(count)))
        return tuple(sorted(full_deck(self.board.decks[self.deck], rules=rules)))

    @cached_property
    def card_texts(self) -> Mapping[str, Card]:
        """Each card of the deck by the text that stands for it: a territory, or a symbol."""
        return Fixed({card.territory or card.symbol: card for card in self.cards})

    @cached_property
    def headquarters_side(self) -> Side:
        """The defender of a headquarters: each die more for one army more."""
        side = self.rules.dice.defence
        top, extra = side.needs[-1], self.turns.headquarters_dice
        return replace(side, needs=(*side.needs, *range(top + 1, top + 1 + extra)))

    @guarded
    def losses(self, attack: tuple[int, ...], defence: tuple[int, ...]) -> tuple[int, int]:
        """Return the armies that attacker and defender lose by these dice.

        >>> new_game(3).losses((6, 3, 1), (5, 3))
        (1, 1)
        """
        found = self._rolled.get((attack, defence))
        if found is None:
            found = self._rolled[attack, defence] = losses(self.rules.dice, attack, defence)
        return found


@guarded
def new_game(
    players: int | tuple[str, ...] | list[str],
    *,
    board: Board | None = None,
    rules: Rules | GameRules | str | None = None,
    deck: str | None = None,
    turns: GameRules | None = None,
) -> Game:
    """Return a game for some players.

    >>> new_game(["ann", "bob", "cleo"], rules="classic").start_armies
    (35, 35, 35)

    Parameters
    ----------
    players : int or sequence of str
        How many, 2 to 6, or their names in the order of turns.
    board : Board, optional
        The classic board if left out.
    rules : Rules, str or GameRules, optional
        A value of `riskodds.rules` or its name, classic if left out; or the rules of the game
        alone, which with classic dice are house rules.
    deck : str, optional
        A deck of the board, "plain" for cards that show no territory, or "none"; the board's
        own choice if left out, which is "1993" of the classic "1959", "1993" and "2016".
    turns : GameRules, optional
        The rules of set-up, turn, cards and winning, if they are not those of `rules`.

    Returns
    -------
    Game
        To be handed to `start` or `deal`.

    Raises
    ------
    InputError
        Values that do not go together, such as seven players.
    """
    if isinstance(players, tuple | list):
        names = tuple(players)
    else:
        names = COLOURS[: whole("players", players, FEWEST_PLAYERS, MOST_PLAYERS)]
    board = load_board() if board is None else board
    if isinstance(rules, GameRules):
        turns = rules if turns is None else turns
        rules = None if turns == GameRules() else Rules("house")
    chosen = resolve(rules)
    deck = board.deck if deck is None else deck
    return Game(names, board, chosen, deck, game_rules(chosen) if turns is None else turns)
