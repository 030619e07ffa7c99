"""The legal moves of a state, as a view: iterate over it, ask what it holds, count it.

The view holds exactly the moves that `is_legal` accepts: every way the dice can fall and every
card that can be drawn is a move. It lists them lazily and counts them without listing them.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterator
from itertools import combinations_with_replacement
from math import comb
from typing import TYPE_CHECKING

from ...errors import InputError
from ...guards import guarded
from ...values import show
from ..cards.deck import sets_in
from ..moves import (
    Attack,
    Claim,
    EndPhase,
    EndTurn,
    Fortify,
    Headquarters,
    Move,
    MoveIn,
    Place,
    Trade,
)
from ..state import NOBODY, GameState, Phase
from .legality import broken_rule, missions_first
from .questions import (
    bonus_choices,
    can_place,
    lacks_missions,
    most_dice,
    most_moving,
    must_trade,
    next_cards,
    placing,
    room,
)

if TYPE_CHECKING:
    from random import Random


class LegalMoves(Collection[Move]):
    """A view of the legal moves of a state.

    >>> from riskodds.game import new_game, start
    >>> moves = legal_moves(start(new_game(3)))
    >>> len(moves), next(iter(moves)), Claim("Peru") in moves
    (42, Claim(territory='Alaska'), True)
    """

    def __init__(self, state: GameState) -> None:
        self.state = state

    def __repr__(self) -> str:
        return f"<{len(self)} legal moves>"

    def __eq__(self, other: object) -> bool:
        return isinstance(other, LegalMoves) and self.state == other.state

    def __hash__(self) -> int:
        return hash((LegalMoves, self.state))

    def __contains__(self, move: object) -> bool:
        return isinstance(move, Move) and broken_rule(self.state, move) is None

    @guarded
    def __iter__(self) -> Iterator[Move]:
        state = self.state
        names = state.game.board.names
        if state.phase is Phase.CLAIM and not lacks_missions(state):
            yield from (Claim(names[i]) for i, o in enumerate(state.owners) if o == NOBODY)
        elif state.phase is Phase.HEADQUARTERS:
            yield from map(Headquarters, state.territories_of(state.player))
        elif state.phase is Phase.ATTACK:
            for source, target in self.attacks():
                for attack, defence in self._rolls(source, target):
                    yield Attack(names[source], names[target], attack, defence)
        elif state.phase is Phase.MOVE_IN:
            yield from map(MoveIn, self.move_ins())
        else:
            yield from self.trades()
            for number, most in self.placements():
                yield from (Place(names[number], armies) for armies in range(1, most + 1))
            for source, target, most in self.fortifications():
                for armies in range(1, most + 1):
                    yield Fortify(names[source], names[target], armies)
        yield from self._endings()

    @guarded
    def __len__(self) -> int:
        state = self.state
        count = len(list(self._endings())) + len(self.move_ins())
        if state.phase is Phase.CLAIM:
            return 0 if lacks_missions(state) else state.owners.count(NOBODY)
        if state.phase is Phase.HEADQUARTERS:
            return state.owners.count(state.player)
        if state.phase is Phase.ATTACK:
            return count + sum(self._count_rolls(*pair) for pair in self.attacks())
        count += sum(1 for _ in self.trades()) + sum(most for _, most in self.placements())
        return count + sum(most for _, _, most in self.fortifications())

    @guarded
    def attacks(self) -> Iterator[tuple[int, int]]:
        """Iterate over the numbers of source and target of each attack that can be made."""
        state = self.state
        if state.phase is not Phase.ATTACK:
            return
        player, owners, armies = state.player, state.owners, state.armies
        for source, theirs in enumerate(state.game.board.neighbours):
            if owners[source] == player and armies[source] > 1:
                for target in theirs:
                    if owners[target] != player:
                        yield source, target

    def _rolls(self, source: int, target: int) -> Iterator[tuple[tuple[int, ...], tuple[int, ...]]]:
        dice = self.state.game.rules.dice
        most_attack, most_defence = most_dice(self.state, source, target)
        for count in range(1, most_attack + 1):
            for attack in combinations_with_replacement(range(dice.attack.sides, 0, -1), count):
                for other in range(1, most_defence + 1):
                    for defence in combinations_with_replacement(
                        range(dice.defence.sides, 0, -1), other
                    ):
                        yield attack, defence

    def _count_rolls(self, source: int, target: int) -> int:
        dice = self.state.game.rules.dice
        most_attack, most_defence = most_dice(self.state, source, target)
        # Sorted rolls of 1 to n dice with s sides: C(n + s, s) with "no dice" taken off.
        attacks = comb(most_attack + dice.attack.sides, most_attack) - 1
        return attacks * (comb(most_defence + dice.defence.sides, most_defence) - 1)

    @guarded
    def move_ins(self) -> range:
        """Return the numbers of armies that may move in after a capture."""
        moving = self.state.moving
        if moving is None:
            return range(0)
        source, target, least = moving
        return range(least, most_moving(self.state, source, target) + 1)

    @guarded
    def trades(self) -> Iterator[Trade]:
        """Iterate over the trades, each with every choice of where the extra armies go."""
        state = self.state
        if state.phase is Phase.REINFORCE or (state.phase is Phase.SPOILS and must_trade(state)):
            for cards in sets_in(state.hand, rules=state.game.turns.cards):
                for bonus in bonus_choices(state, cards):
                    yield Trade(cards, bonus)

    @guarded
    def placements(self) -> Iterator[tuple[int, int]]:
        """Iterate over the numbers of territories that armies can be placed on, and the most."""
        state = self.state
        if state.phase not in (Phase.SETUP, Phase.REINFORCE, Phase.SPOILS) or must_trade(state):
            return
        if state.phase is Phase.SETUP and lacks_missions(state):
            return
        seat = placing(state)
        reserve = state.reserves[seat]
        most = min(reserve, 1) if state.phase is Phase.SETUP else reserve
        for number, owner in enumerate(state.owners):
            if owner == seat:
                space = room(state, number)
                limit = most if space is None else min(most, space)
                if limit > 0:
                    yield number, limit

    @guarded
    def fortifications(self) -> Iterator[tuple[int, int, int]]:
        """Iterate over source, target (numbers) and most armies of each way to fortify."""
        state = self.state
        if state.phase is not Phase.FORTIFY:
            return
        player, owners, board = state.player, state.owners, state.game.board
        anywhere = state.game.turns.fortify == "connected"
        for source, armies in enumerate(state.armies):
            if owners[source] != player or armies < 2:
                continue
            for target in range(len(owners)) if anywhere else board.neighbours[source]:
                if owners[target] == player and target != source:
                    most = most_moving(state, source, target)
                    if most > 0 and (not anywhere or state.linked(source, target)):
                        yield source, target, most

    def _endings(self) -> Iterator[Move]:
        state = self.state
        if state.phase is Phase.ATTACK:
            yield EndPhase()
        elif state.phase is Phase.REINFORCE:
            if not must_trade(state) and not can_place(state, state.player):
                yield EndPhase()
        elif state.phase in (Phase.FORTIFY, Phase.END):
            yield from map(EndTurn, dict.fromkeys(next_cards(state)))

    @guarded
    def choose(self, rng: Random) -> Move:
        """Return a legal move drawn at random, without listing them all.

        >>> from random import Random
        >>> from riskodds.game import new_game, start
        >>> legal_moves(start(new_game(3))).choose(Random(1))
        Claim(territory='Central America')

        What a player decides is drawn evenly: first the kind of thing to do, then where, then
        how many armies or dice. Dice fall and cards are drawn as in the game: evenly.

        Parameters
        ----------
        rng : random.Random
            The source of randomness.

        Raises
        ------
        IndexError
            There is no legal move: the game is over.
        RuleError
            The game waits for its missions to be given.
        """
        if self.state.phase in (Phase.CLAIM, Phase.SETUP) and lacks_missions(self.state):
            raise missions_first()
        if self.state.phase in (Phase.CLAIM, Phase.HEADQUARTERS):
            return rng.choice(list(self))
        names = self.state.game.board.names
        kinds: list[Callable[[], Move]] = []
        if attacks := list(self.attacks()):
            kinds.append(lambda: self._rolled(*rng.choice(attacks), rng))
        if move_ins := self.move_ins():
            kinds.append(lambda: MoveIn(rng.choice(move_ins)))
        if trades := list(self.trades()):
            kinds.append(lambda: rng.choice(trades))
        if placements := list(self.placements()):
            kinds.append(lambda: _some_placed(names, *rng.choice(placements), rng))
        if fortifications := list(self.fortifications()):
            kinds.append(lambda: _some_moved(names, *rng.choice(fortifications), rng))
        if endings := list(self._endings()):
            kinds.append(lambda: rng.choice(endings))
        return rng.choice(kinds)()

    def _rolled(self, source: int, target: int, rng: Random) -> Attack:
        dice, names = self.state.game.rules.dice, self.state.game.board.names
        attack, defence = (
            tuple([rng.randint(1, side.sides) for _ in range(rng.randint(1, most))])
            for side, most in zip(
                (dice.attack, dice.defence), most_dice(self.state, source, target), strict=True
            )
        )
        return Attack(names[source], names[target], attack, defence)


def _some_placed(names: tuple[str, ...], number: int, most: int, rng: Random) -> Place:
    return Place(names[number], rng.randint(1, most))


def _some_moved(
    names: tuple[str, ...], source: int, target: int, most: int, rng: Random
) -> Fortify:
    return Fortify(names[source], names[target], rng.randint(1, most))


@guarded
def legal_moves(state: GameState) -> LegalMoves:
    """Return a view of the legal moves of a state.

    >>> from riskodds.game import new_game, start
    >>> legal_moves(start(new_game(4)))
    <42 legal moves>

    Parameters
    ----------
    state : GameState
        The position.

    Returns
    -------
    LegalMoves
        To count, to iterate over, to choose from.
    """
    if not isinstance(state, GameState):
        raise InputError(f"state must be a GameState, not {show(state)}")
    if not isinstance(state.phase, Phase):
        raise InputError(f"phase of the state must be a Phase, not {show(state.phase)}")
    return LegalMoves(state)
