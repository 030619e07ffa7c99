"""All that is wrong with a position, as flags.

`apply` never makes a faulty state; a state that was built by hand, read from a file or changed
with `having` may be one.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from enum import Flag, auto

from ...guards import check_types, guarded
from ...values import listed
from ..goals import Capitals, HoldContinents, Missions
from ..state import NOBODY, SETUP_PHASES, GameState, Phase
from .questions import can_place, most_moving, must_trade, winner


class Fault(Flag):
    """What can be wrong with a position; `Fault(0)` is a sound one.

    >>> Fault.ARMIES.said
    'a territory has fewer armies than one, or an empty one has some'
    """

    SIZES = auto()
    OWNERS = auto()
    UNCLAIMED = auto()
    ARMIES = auto()
    CAP = auto()
    RESERVES = auto()
    COUNTS = auto()
    CARDS = auto()
    HANDS = auto()
    PLAYER = auto()
    MOVE_IN = auto()
    SPOILS = auto()
    HEADQUARTERS = auto()
    MISSIONS = auto()
    ELIMINATED = auto()
    WINNER = auto()

    @property
    def said(self) -> str:
        """The fault in words; of several, all of them."""
        return "; ".join(_SAID[fault] for fault in self)


_SAID = {
    Fault.SIZES: "there are not as many entries as territories or players",
    Fault.OWNERS: "a territory has an owner who is not in the game",
    Fault.UNCLAIMED: "a territory is nobody's, but the claiming is over, or the other way round",
    Fault.ARMIES: "a territory has fewer armies than one, or an empty one has some",
    Fault.CAP: "a territory has more armies than may stand there",
    Fault.RESERVES: "the armies to place do not fit the phase or the armies to start with",
    Fault.COUNTS: "a count is below 0 or does not fit the phase",
    Fault.CARDS: "the hands and piles are not the deck",
    Fault.HANDS: "a player holds cards in the set-up or after the last territory was lost",
    Fault.PLAYER: "it is the turn of a player who is not in the game any more",
    Fault.MOVE_IN: "the armies to move in do not fit the board or the phase",
    Fault.SPOILS: "the cards of the eliminated are to be traded, but need not be",
    Fault.HEADQUARTERS: "the headquarters do not fit the way to win, or two are the same",
    Fault.MISSIONS: "a mission is missing, or names a continent that is not on the board",
    Fault.ELIMINATED: "a player without a territory was eliminated by nobody, or one with some was",
    Fault.WINNER: "the winner is not who the rules say",
}


@guarded
def status(state: GameState) -> Fault:
    """Return all faults of a position.

    >>> from riskodds.game import new_game, start
    >>> state = start(new_game(3))
    >>> status(state) == Fault(0)
    True
    >>> status(state.having(draw=()))
    <Fault.CARDS: 128>

    Parameters
    ----------
    state : GameState
        The position.

    Returns
    -------
    Fault
        A flag for each fault; no flag for a position without one.

    Raises
    ------
    InputError
        Something that is no state, or a field of another type than `GameState` says.
    """
    check_types("the state", state)
    faults = Fault(0)
    for fault, wrong in _TESTS.items():
        if wrong(state):
            faults |= fault
            if fault in _STOP:
                break
    return faults


@guarded
def is_valid(state: GameState) -> bool:
    """Return whether a position has no fault.

    >>> from riskodds.game import new_game, start
    >>> is_valid(start(new_game(3)))
    True

    Parameters
    ----------
    state : GameState
        The position.

    Returns
    -------
    bool
        True if `status` finds none.
    """
    return not status(state)


def _any(places: Callable[[GameState], Iterator[int]]) -> Callable[[GameState], bool]:
    return lambda state: next(places(state), None) is not None


def _sizes(state: GameState) -> bool:
    game = state.game
    per_player = (state.hands, state.headquarters, state.missions, state.eliminated_by)
    return (
        len(state.owners) != len(game.board)
        or len(state.armies) != len(game.board)
        or len(state.reserves) != len(game.seats)
        or any(len(values) != len(game.players) for values in per_player)
    )


def _owners(state: GameState) -> bool:
    return any(not NOBODY <= owner < len(state.game.seats) for owner in state.owners)


def _player(state: GameState) -> bool:
    players = range(len(state.game.players))
    if state.player not in players or state.first not in players:
        return True
    return state.phase not in SETUP_PHASES and state.player not in state.standing


def _unclaimed(state: GameState) -> bool:
    return (NOBODY in state.owners) != (state.phase is Phase.CLAIM)


def faults_said(state: GameState, faults: Fault) -> Iterator[str]:
    """Iterate over faults in words, with the territories or players that have them."""
    names, players = state.game.board.names, state.game.players
    for fault in faults:
        found = _WHERE.get(fault)
        places = [] if found is None else [*found(state)]
        listing = names if fault in (Fault.ARMIES, Fault.CAP) else players
        yield fault.said + (f": {listed(listing[place] for place in places)}" if places else "")


def _awaiting(state: GameState) -> int | None:
    return state.moving[1] if state.moving is not None else None


def _where_armies(state: GameState) -> Iterator[int]:
    awaiting = _awaiting(state)
    for number, (owner, armies) in enumerate(zip(state.owners, state.armies, strict=True)):
        if armies != 0 if owner == NOBODY or number == awaiting else armies < 1:
            yield number


def _where_cap(state: GameState) -> Iterator[int]:
    cap = state.game.turns.army_cap
    return (n for n, armies in enumerate(state.armies) if cap is not None and armies > cap)


def _reserves(state: GameState) -> bool:
    if min(state.reserves) < 0:
        return True
    if state.phase in (Phase.CLAIM, Phase.SETUP):
        return any(
            state.reserves[seat] + _on_board(state, seat) != armies
            for seat, armies in enumerate(state.game.start_armies)
        )
    placing = state.phase in (Phase.REINFORCE, Phase.SPOILS, Phase.OVER)
    return any(
        reserve and not (placing and seat == state.player)
        for seat, reserve in enumerate(state.reserves)
    )


def _on_board(state: GameState, seat: int) -> int:
    pairs = zip(state.owners, state.armies, strict=True)
    return sum(armies for owner, armies in pairs if owner == seat)


def _counts(state: GameState) -> bool:
    setting_up = state.phase in SETUP_PHASES
    steps = state.game.setup_steps if state.phase is Phase.SETUP else 1
    this_turn = state.captured or state.bonus_given
    return (
        min(state.sets_traded, state.turn, state.bonus_given, state.step) < 0
        or state.step >= steps
        or (state.turn == 0) != setting_up
        or bool(setting_up and (this_turn or state.sets_traded))
    )


def _cards(state: GameState) -> bool:
    held = [card for hand in state.hands for card in hand]
    return sorted([*held, *state.draw, *state.discards]) != list(state.game.cards)


def _where_hands(state: GameState) -> Iterator[int]:
    setting_up, standing = state.phase in SETUP_PHASES, state.standing
    for player, hand in enumerate(state.hands):
        if hand and (setting_up or player not in standing):
            yield player


def _move_in(state: GameState) -> bool:
    if state.moving is None:
        return state.phase is Phase.MOVE_IN or state.spoils
    source, target, least = state.moving
    size = range(len(state.owners))
    return not (
        state.phase is Phase.MOVE_IN
        and state.captured
        and source in size
        and target in size
        and (source, target) in state.game.board.borders
        and state.owners[source] == state.owners[target] == state.player
        and 1 <= least <= most_moving(state, source, target)
    )


def _spoils(state: GameState) -> bool:
    if state.phase is not Phase.SPOILS:
        return False
    return not (must_trade(state) or can_place(state, state.player))


def _headquarters(state: GameState) -> bool:
    places = [place for place in state.headquarters if place is not None]
    if any(place not in range(len(state.owners)) for place in places):
        return True
    if len(set(places)) < len(places):
        return True
    if not isinstance(state.game.turns.goal, Capitals) or state.phase in SETUP_PHASES[:2]:
        return bool(places)
    return state.phase is not Phase.HEADQUARTERS and len(places) < len(state.headquarters)


def _where_missions(state: GameState) -> Iterator[int]:
    known = {continent.name for continent in state.game.board.continents}
    needed = isinstance(state.game.turns.goal, Missions) and state.phase not in SETUP_PHASES
    for player, mission in enumerate(state.missions):
        unknown = isinstance(mission, HoldContinents) and not known >= {*mission.continents}
        if unknown or (needed and mission is None):
            yield player


def _where_eliminated(state: GameState) -> Iterator[int]:
    setting_up, standing = state.phase in SETUP_PHASES, state.standing
    for player, by in enumerate(state.eliminated_by):
        out = by is not None
        if out if setting_up else out == (player in standing) or by == player:
            yield player


def _winner(state: GameState) -> bool:
    if (state.winner is not None) != (state.phase is Phase.OVER):
        return True
    if state.phase in SETUP_PHASES or state.phase is Phase.MOVE_IN:
        return False
    return winner(state) != state.winner


_WHERE: dict[Fault, Callable[[GameState], Iterator[int]]] = {
    Fault.ARMIES: _where_armies,
    Fault.CAP: _where_cap,
    Fault.HANDS: _where_hands,
    Fault.MISSIONS: _where_missions,
    Fault.ELIMINATED: _where_eliminated,
}
_STOP = (Fault.SIZES, Fault.OWNERS, Fault.PLAYER)
# In this order: the later tests rely on what the first three make sure of.
_TESTS: dict[Fault, Callable[[GameState], bool]] = {
    Fault.SIZES: _sizes,
    Fault.OWNERS: _owners,
    Fault.PLAYER: _player,
    Fault.UNCLAIMED: _unclaimed,
    Fault.ARMIES: _any(_where_armies),
    Fault.CAP: _any(_where_cap),
    Fault.RESERVES: _reserves,
    Fault.COUNTS: _counts,
    Fault.CARDS: _cards,
    Fault.HANDS: _any(_where_hands),
    Fault.MOVE_IN: _move_in,
    Fault.SPOILS: _spoils,
    Fault.HEADQUARTERS: _headquarters,
    Fault.MISSIONS: _any(_where_missions),
    Fault.ELIMINATED: _any(_where_eliminated),
    Fault.WINNER: _winner,
}
