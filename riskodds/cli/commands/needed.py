"""``riskodds needed``: the fewest attackers for a path or tree."""

from __future__ import annotations

from collections.abc import Iterator

import click

from ...variants.rules import Rules
from ..fewest_text import print_need
from ..options import dice_flags, output_options, rules_option, target_option
from ..text import waiting


@click.command("needed")
@click.argument("territories", nargs=-1)
@target_option("0.9", "The chance to take all, at least.")
@click.option("--leave", metavar="N[,N...]", default="1", help="Garrison left behind, or one each.")
@click.option("--stop-at", metavar="N[,N...]", default="1", help="Stop level, or one each.")
@rules_option
@dice_flags
@click.option("--movable", is_flag=True, help="Answer in armies free to attack.")
@output_options
def command(
    territories: tuple[str, ...],
    win: str,
    leave: str,
    stop_at: str,
    rules: Rules,
    movable: bool,
    digits: int,
    form: str,
) -> None:
    """Fewest attackers for a chance to win.

    \b
    riskodds needed 9                for 90 % against 9
    riskodds needed 3 2 5 --win 0.8  through 3, 2 and 5
    riskodds needed '3 [2 1] [4]'    branches, best plan
    riskodds needed 3-6              3 to 6, as likely
    riskodds needed 9 --capital      a capital is harder

    The answer counts every army on the attacking territory, the one that
    must stay included. The chance is "at least".
    """
    from ...campaigns.territories import show_tree
    from ...questions import campaigns as questions

    with waiting():
        asked = questions.needed(territories, win=win, leave=leave, stop_at=stop_at, rules=rules)
        asked.to_dict()
    answer = asked.result

    def heading() -> Iterator[str]:
        against = show_tree(answer.territories)
        armies = answer.attackers
        if movable:
            yield f"{armies - 1:,} armies free to attack, {armies:,} in all, take {against}"
        else:
            yield f"{armies:,} armies, {armies - 1:,} can attack, take {against}"

    print_need(answer, ("attackers", "win"), heading, win, digits, form, staying=int(movable))
