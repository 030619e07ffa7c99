"""The rules of the turn, one by one: what a move must keep to.

`broken_rule` is the one place that says whether a move is legal; `is_legal`, `apply` and the
view of all legal moves rest on it and on `questions`.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from ...errors import InputError, RuleError
from ...guards import guarded
from ...values import counted, show, span
from ..cards.deck import is_set, without
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

PHASES: dict[type, tuple[Phase, ...]] = {
    Claim: (Phase.CLAIM,),
    Headquarters: (Phase.HEADQUARTERS,),
    Place: (Phase.SETUP, Phase.REINFORCE, Phase.SPOILS),
    Trade: (Phase.REINFORCE, Phase.SPOILS),
    Attack: (Phase.ATTACK,),
    MoveIn: (Phase.MOVE_IN,),
    Fortify: (Phase.FORTIFY,),
    EndPhase: (Phase.REINFORCE, Phase.ATTACK),
    EndTurn: (Phase.FORTIFY, Phase.END),
}


def broken_rule(state: GameState, move: Move) -> RuleError | None:
    """Return the rule that a move would break, as an error that is not raised; None if legal.

    >>> from riskodds.game import new_game, start
    >>> str(broken_rule(start(new_game(3)), MoveIn(2)))
    "it is not the time for this: armies can be moved in the phase 'move-in', not 'claim'"

    Raises
    ------
    InputError
        Something that is no move.
    """
    phases = PHASES.get(type(move))
    if phases is None:
        raise InputError(f"a move must be one of the move values, not {show(move)}")
    if state.phase not in phases:
        return _wrong_phase(state, move, phases)
    return _CHECKS[type(move)](state, move)


@guarded
def is_legal(state: GameState, move: Move) -> bool:
    """Return whether a move is legal in a state.

    >>> from riskodds.game import new_game, start
    >>> is_legal(start(new_game(3)), Claim("Alaska"))
    True

    Parameters
    ----------
    state : GameState
        The position.
    move : Move
        The move, with the dice that fell or the card that was drawn.

    Returns
    -------
    bool
        False where `apply` would raise a `RuleError`.

    Raises
    ------
    InputError
        Something that is no move.
    """
    return broken_rule(state, move) is None


_SAID = {
    Claim: "territories can be claimed",
    Headquarters: "a headquarters can be picked",
    Place: "armies can be placed",
    Trade: "cards can be traded",
    Attack: "attacks can be made",
    MoveIn: "armies can be moved",
    Fortify: "a territory can be fortified",
    EndPhase: "a phase can be ended",
    EndTurn: "the turn can be ended",
}


def _wrong_phase(state: GameState, move: Move, phases: tuple[Phase, ...]) -> RuleError:
    when = " or ".join(f"'{phase.value}'" for phase in phases)
    return RuleError(
        "it is not the time for this",
        f"{_SAID[type(move)]} in the phase {when}, not '{state.phase.value}'",
    )


def missions_first() -> RuleError:
    """Return what a move of the set-up breaks while missions are lacking."""
    return RuleError("missions are given before the first army is placed", "see give_missions")


def _unknown(state: GameState, name: str) -> RuleError:
    try:
        exact = state.game.board.find(name)
    except InputError as error:
        return RuleError("moves are made on the board", str(error))
    return RuleError("moves name territories exactly", f"{show(name)} is called {exact}")


def _own(state: GameState, number: int, seat: int, rule: str) -> RuleError | None:
    owner = state.owners[number]
    if owner == seat:
        return None
    seats, names = state.game.seats, state.game.board.names
    whose = "nobody" if owner == NOBODY else seats[owner]
    return RuleError(rule, f"{names[number]} belongs to {whose}, not to {seats[seat]}")


def _check_claim(state: GameState, move: Claim) -> RuleError | None:
    number = state.game.board.number.get(move.territory)
    if number is None:
        return _unknown(state, move.territory)
    if state.owners[number] != NOBODY:
        whose = state.game.seats[state.owners[number]]
        return RuleError(
            "claim empty territories until none is left", f"{move.territory} is {whose}'s"
        )
    return missions_first() if lacks_missions(state) else None


def _check_headquarters(state: GameState, move: Headquarters) -> RuleError | None:
    number = state.game.board.number.get(move.territory)
    if number is None:
        return _unknown(state, move.territory)
    return _own(state, number, state.player, "a headquarters is an own territory")


def _check_place(state: GameState, move: Place) -> RuleError | None:
    number = state.game.board.number.get(move.territory)
    if number is None:
        return _unknown(state, move.territory)
    if must_trade(state):
        return _trade_first(state)
    seat = placing(state)
    if state.owners[number] != seat:
        if seat == state.game.neutral:
            return _own(state, number, seat, "after two own armies comes one of the neutral")
        return _own(state, number, seat, "armies are placed on own territories")
    if state.phase is Phase.SETUP:
        if move.armies != 1:
            return RuleError("place one army at a time", f"in the set-up, not {move.armies}")
        if lacks_missions(state):
            return missions_first()
    if move.armies > state.reserves[seat]:
        return RuleError(
            "place the armies there are", f"{state.reserves[seat]} are left, not {move.armies}"
        )
    return _check_cap(state, number, move.armies)


def _check_cap(state: GameState, number: int, armies: int) -> RuleError | None:
    space = room(state, number)
    if space is None or armies <= space:
        return None
    return RuleError(
        f"at most {state.game.turns.army_cap} armies stand on a territory",
        f"{state.game.board.names[number]} has room for {space}, not {armies}",
    )


def _trade_first(state: GameState) -> RuleError:
    return RuleError("trade a set first", f"{len(state.hand)} cards are too many to go on with")


def _check_trade(state: GameState, move: Trade) -> RuleError | None:
    rules = state.game.turns.cards
    try:
        without(state.hand, move.cards)
    except RuleError as error:
        return RuleError("trade cards that you hold", str(error))
    if not is_set(move.cards, rules=rules):
        return RuleError(rules.set_rule, f"{', '.join(map(str, move.cards)) or 'nothing'} is none")
    if state.phase is Phase.SPOILS and not must_trade(state):
        return RuleError(
            f"in mid-turn, trade until {rules.mid_turn_until} cards or fewer are left, then stop",
            f"{len(state.hand)} are held",
        )
    choices = bonus_choices(state, move.cards)
    if move.bonus not in choices:
        ways = " or ".join(" and ".join(way) or "nowhere" for way in choices)
        return RuleError(
            f"{rules.bonus} extra armies go to an own territory on a traded card, "
            f"at most once a {rules.bonus_per}",
            f"they go to {ways}, not {' and '.join(move.bonus) or 'nowhere'}",
        )
    return None


def _check_attack(state: GameState, move: Attack) -> RuleError | None:
    game, owners = state.game, state.owners
    number = game.board.number
    source, target = number.get(move.source), number.get(move.target)
    if source is None or target is None:
        return _unknown(state, move.source if source is None else move.target)
    if owners[source] != state.player:
        return _own(state, source, state.player, "attack from an own territory")
    if owners[target] == state.player:
        return RuleError("attack an enemy territory", f"{move.target} is your own")
    if (source, target) not in game.board.borders:
        return RuleError(
            "attack a territory that borders yours", f"{move.source} and {move.target} do not"
        )
    if state.armies[source] < 2:
        return RuleError("attack from a territory with two armies", f"{move.source} has one")
    most_attack, most_defence = most_dice(state, source, target)
    attack, defence = len(move.attack_dice), len(move.defence_dice)
    if not 1 <= attack <= most_attack:
        return RuleError(
            "roll fewer dice than the armies you attack from",
            f"{_rolling(state, source, most_attack)}, not {attack}",
        )
    if not 1 <= defence <= most_defence:
        return RuleError(
            "roll no more dice than the armies that defend",
            f"{_rolling(state, target, most_defence)}, not {defence}",
        )
    dice = game.rules.dice
    for side, fell in ((dice.attack, move.attack_dice), (dice.defence, move.defence_dice)):
        if fell[0] > side.sides:
            return RuleError(f"a die has {side.sides} sides", f"none can show {fell[0]}")
    return None


def _rolling(state: GameState, territory: int, most: int) -> str:
    """Return in words how many dice are rolled where."""
    armies = counted(state.armies[territory], "army", "armies")
    dice = "die" if most == 1 else "dice"
    return f"{state.game.board.names[territory]} has {armies} and rolls {span(most)} {dice}"


def _check_move_in(state: GameState, move: MoveIn) -> RuleError | None:
    assert state.moving is not None
    source, target, least = state.moving
    if move.armies < least:
        return RuleError(
            "move in at least as many armies as dice were rolled"
            if state.game.turns.move_in == "dice"
            else "move in as many armies as the rules ask for",
            f"{least} or more, not {move.armies}",
        )
    most = most_moving(state, source, target)
    if move.armies <= most:
        return None
    return _check_cap(state, target, move.armies) or _leave_one(state, source, move.armies)


def _leave_one(state: GameState, source: int, armies: int) -> RuleError:
    return RuleError(
        "leave an army behind",
        f"{state.game.board.names[source]} has {state.armies[source]}, so {armies} cannot go",
    )


def _check_fortify(state: GameState, move: Fortify) -> RuleError | None:
    board, mode = state.game.board, state.game.turns.fortify
    source, target = board.number.get(move.source), board.number.get(move.target)
    if source is None or target is None:
        return _unknown(state, move.source if source is None else move.target)
    for number in (source, target):
        if state.owners[number] != state.player:
            return _own(state, number, state.player, "fortify between own territories")
    if source == target:
        return RuleError("fortify another territory", f"{move.source} is the same")
    if mode == "connected":
        if not state.linked(source, target):
            return RuleError(
                "fortify through connected own territories",
                f"no way of your own leads from {move.source} to {move.target}",
            )
    elif (source, target) not in board.borders:
        return RuleError(
            "fortify an adjacent territory", f"{move.source} does not border {move.target}"
        )
    if move.armies <= most_moving(state, source, target):
        return None
    return _check_cap(state, target, move.armies) or _leave_one(state, source, move.armies)


def _check_end_phase(state: GameState, move: EndPhase) -> RuleError | None:
    if must_trade(state):
        return _trade_first(state)
    if state.phase is Phase.REINFORCE and can_place(state, state.player):
        return RuleError(
            "place all armies before attacking", f"{state.reserves[state.player]} are left"
        )
    return None


def _check_end_turn(state: GameState, move: EndTurn) -> RuleError | None:
    cards = next_cards(state)
    if move.card in cards:
        return None
    rule = "draw one card after a turn with a capture, and only then"
    if move.card is None:
        return RuleError(rule, "a territory was captured, so a card must be drawn")
    if cards == (None,):
        return RuleError(rule, f"no card is drawn, so not {move.card}")
    return RuleError(rule, f"{move.card} is not in the draw pile")


_CHECKS: dict[type, Callable[[GameState, Any], RuleError | None]] = {
    Claim: _check_claim,
    Headquarters: _check_headquarters,
    Place: _check_place,
    Trade: _check_trade,
    Attack: _check_attack,
    MoveIn: _check_move_in,
    Fortify: _check_fortify,
    EndPhase: _check_end_phase,
    EndTurn: _check_end_turn,
}
