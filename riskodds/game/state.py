"""A game and a state of it: who owns what, who holds which cards, and what happens next.

A `Game` is what stays the same; a `GameState` is what changes, and never does itself: each move
makes a new one. Owners and armies are tuples by territory number, players are numbers from 0.
The neutral of a game for two comes after the players, with number 2.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from enum import Enum
from functools import cached_property

from ..dice.counts import losses
from ..dice.rules import Side
from ..errors import InputError
from ..guards import guarded
from ..values import show, whole
from ..variants.rules import Rules, resolve
from .board import NO_DECK, PLAIN_DECK, Board
from .board_files import load_board
from .cards.deck import Card, Cards, full_deck
from .fixed import Fixed
from .goals import Mission, Missions
from .rules import FEWEST_PLAYERS, MOST_PLAYERS, GameRules, game_rules

COLOURS = ("red", "blue", "green", "yellow", "black", "purple")
NEUTRAL = "neutral"
NOBODY = -1
# Words that start a line of a position's text, so no player can bear them as a name.
RESERVED = {NEUTRAL, "nobody", "game", "board", "turn", "first", "step", "captured", "discards"} | {
    "winner"
}
FEWEST_WITH_MISSIONS = 3


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


NEUTRAL_STEP = 2  # in a game for two, each places two own armies, then one of the neutral
SETUP_PHASES = (Phase.CLAIM, Phase.SETUP, Phase.HEADQUARTERS)


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
        The game, to be begun with `start` or `deal`.

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
