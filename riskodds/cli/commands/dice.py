"""``riskodds dice``: how many dice to announce, for a goal of one's own."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING, Any

import click

from ...questions import battles as questions
from ...variants.rules import Rules
from ..options import number, output_options, rules_option
from ..shares import Share, rounding, sunk, trimmed
from ..text import print_csv, print_json, rules_text, width

if TYPE_CHECKING:
    from ...advice.dice_choice import Aim, DicePolicy, OwnSide

GOALS = {"win": "the chance to win", "kept": "armies kept", "lead": "armies kept less the enemy's"}
# more states than this are only counted
MOST_LISTED = 60


@click.command("dice")
@click.argument("attackers", type=number)
@click.argument("defenders", type=number)
@click.option("--side", default="defender", metavar="SIDE", help="Whose dice: attacker, defender.")
@click.option("--goal", default="win", metavar="GOAL", help="What for: win, kept or lead.")
@rules_option
@click.option("--movable", is_flag=True, help="ATTACKERS counts only armies free to attack.")
@output_options
def command(
    attackers: Any,
    defenders: Any,
    side: OwnSide,
    goal: Aim,
    rules: Rules,
    movable: bool,
    digits: int,
    form: str,
) -> None:
    """How many dice to announce.

    \b
    riskodds dice 12 9
    riskodds dice 12 9 --side attacker --goal kept
    riskodds dice 12 9 --rules low-2def

    The best number of dice of one side in every state of the battle, if the
    other rolls all of its dice. The goals: win, the chance to win; kept, the
    armies left; lead, the armies left less the enemy's.
    """
    answer = questions.dice(
        attackers, defenders, side=side, goal=goal, rules=rules, movable=movable
    )
    found = answer.to_dict()
    if form == "json":
        print_json(found)
    elif form == "csv":
        print_csv(found["dice"])
    else:
        for line in _text(answer.result, digits):
            click.echo(line)


def _text(policy: DicePolicy, digits: int) -> Iterator[str]:
    yield (
        f"{policy.attackers:,} armies, {policy.attackers - 1:,} can attack, "
        f"against {policy.defenders:,}"
    )
    armies = policy.attackers + policy.defenders
    digits = trimmed(digits, rounding(armies))
    yield rules_text(policy.rules)
    yield f"the {policy.side} chooses dice for {GOALS[policy.aim]}"
    yield ""
    left_out = sunk(armies, policy.rules)
    values = {"with the best": policy.value, "with all dice": policy.all_dice}
    fails = policy.fails or (None, None)
    for (label, value), fail in zip(values.items(), fails, strict=True):
        shown = f"{value:.{digits}f}"
        if policy.aim == "win":
            shown = Share(value, fail, left_out).percent(digits)
        yield f"{label:<16} {shown:>{digits + 6}}"
    yield ""
    if not policy.fewer:
        yield "all dice, always: fewer are never better"
        return
    yield "fewer dice, with attackers : defenders"
    for dice in sorted(set(policy.fewer.values())):
        states = [f"{a} : {d}" for (a, d), n in policy.fewer.items() if n == dice]
        head = f"{dice} {'die' if dice == 1 else 'dice'}"
        shown_states = states[:MOST_LISTED]
        line = f"{head:<8}"
        for state in shown_states:
            if len(line) + len(state) + 3 > width():
                yield line.rstrip()
                line = " " * 8
            line += f"{state}   "
        yield line.rstrip()
        if len(states) > MOST_LISTED:
            yield f"        and {len(states) - MOST_LISTED:,} more; --csv lists them all"
