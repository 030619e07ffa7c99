"""One battle: check the question, choose the engine, return the odds."""

from __future__ import annotations

from ..engines import by_roll, closed_form
from ..engines.chain import float_chain, log_least_chance, sunk
from ..engines.lines import Endings, confirmed, in_totals
from ..engines.reach import takes
from ..errors import InputError
from ..guards import guarded
from ..values import show
from ..variants.rules import Rules
from .odds import BattleOdds
from .question import MOST_ARMIES as MOST_ARMIES, Question, ask


@guarded
def battle(
    attackers: int,
    defenders: int,
    *,
    rules: Rules | str | None = None,
    stop_at: int = 1,
    goal: int = 0,
    rolls: int | None = None,
    exact: bool = False,
) -> BattleOdds:
    """Return the exact distribution of how a battle ends.

    >>> odds = battle(12, 9)
    >>> round(odds.win, 6), round(odds.expected_attacker_losses, 6)
    (0.723034, 6.959477)
    >>> battle(3, 1, exact=True).win
    Fraction(1955, 2592)
    >>> round(battle(12, 5, stop_at=8).undecided, 6)
    0.492859

    Parameters
    ----------
    attackers : int
        All armies on the attacking territory, the one that must stay included; 2 or more.
    defenders : int
        All armies on the territory under attack; 1 or more.
    rules : Rules or str, optional
        A value of `riskodds.rules` or its name; classic if left out.
    stop_at : int
        Stop with this many attackers left or fewer, 1 to attackers - 1; 1 fights to the end.
    goal : int
        Stop with this many defenders left or fewer, 0 to defenders - 1; 0 fights to the end.
    rolls : int, optional
        Stop after this many rolls, 1 to 2,000,000,000,000.
    exact : bool
        Answer in fractions.

    Returns
    -------
    BattleOdds
        The full distribution and what follows from it.

    Raises
    ------
    InputError
        A value outside these ranges.
    TooLargeError
        More armies than the engine that the question needs can answer for.
    AccuracyError
        An answer that failed its own check: its chances do not add up to one.

    Notes
    -----
    Battles of three-outcome rolls are solved by `engines.closed_form`, in a time that grows with
    the armies and for large ones with their square root; all others by `engines.by_roll`, roll
    by roll; fractions come from `engines.exact`.
    """
    return solved(ask(attackers, defenders, rules, stop_at, goal, rolls), exact)


def solved(asked: Question, exact: bool = False) -> BattleOdds:
    """Return the odds of a battle that was asked for."""
    if not isinstance(exact, bool):
        raise InputError(f"exact must be true or false, not {show(exact)}")
    if not asked.rules.rolled_out:
        _check_whole(asked, exact)
    found = _endings(asked, exact)
    if asked.rules.blitz is not None:
        from ..engines.blitz import blitzed

        found = confirmed(blitzed(asked.rules.blitz, found))
    return BattleOdds(
        asked=asked,
        exact=exact,
        lines=in_totals(found.lines),
        left_out=found.left_out,
        error_bound=found.error,
    )


def _check_whole(asked: Question, exact: bool) -> None:
    """Refuse what cannot be asked under rules that look at the whole battle."""
    stops = {"stop_at": asked.stop_at > 1, "goal": asked.goal > 0, "rolls": asked.rolls is not None}
    wanted = [name for name, on in stops.items() if on]
    if asked.rules.blitz is not None and wanted:
        raise InputError(f"balanced blitz fights to the end: leave out {', '.join(wanted)}")
    if asked.rules.blitz is not None and exact:
        raise InputError("balanced blitz has no exact fractions, as it takes powers of chances")
    choice = asked.rules.dice.choice
    if (choice == "optimal" and wanted) or (choice == "greedy" and stops["rolls"]):
        raise InputError(
            f"a defender who sees the roll chooses dice for a battle to the end: "
            f"leave out {', '.join(wanted)}"
        )


def _endings(asked: Question, exact: bool) -> Endings:
    """Return the endings by fighting armies: the first engine that takes the battle answers."""
    attackers, d, rules, stop_at, d_floor, rolls = asked
    a, a_floor, dice = attackers - 1, stop_at - 1, rules.dice
    if exact:
        from ..engines import exact as fractions

        return fractions.endings(a, d, dice, a_floor, d_floor, rolls)
    if dice.choice != "announced":
        from ..engines import dice_choice

        return confirmed(dice_choice.endings(a, d, dice, a_floor, d_floor))
    chain = float_chain(dice)
    lost = sunk(a + d, log_least_chance(chain))
    free = rolls is None or rolls >= a - a_floor + d - d_floor
    if free and takes(a, d, chain, a_floor, d_floor):
        found = closed_form.endings(a, d, chain, a_floor, d_floor)
        if lost:
            found = found._replace(left_out=found.left_out + lost)
        if found.complete:
            return found
    found = by_roll.endings(a, d, chain, a_floor, d_floor, rolls)
    return confirmed(found._replace(left_out=found.left_out + lost))
