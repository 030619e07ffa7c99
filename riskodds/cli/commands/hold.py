"""``riskodds hold``: the fewest defenders that hold a territory."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import click

from ..fewest_text import print_need
from ..options import (
    attackers_option,
    number,
    output_options,
    rules_option,
    target_option,
)
from ..text import waiting


@click.command("hold")
@click.argument("attackers", type=number)
@target_option("0.9", "The chance to hold, at least.")
@rules_option
@attackers_option
@output_options
def command(attackers: Any, win: str, rules: str, movable: bool, digits: int, form: str) -> None:
    """Fewest defenders for a chance to hold.

    \b
    riskodds hold 12            for 90 % against 12
    riskodds hold 12 --win 0.8  for 80 %
    riskodds hold 8-12          8 to 12, each as likely

    ATTACKERS counts every army on the attacking territory. The chance is
    "at least".
    """
    from ...questions import campaigns as questions

    with waiting():
        asked = questions.hold(attackers, win=win, rules=rules, movable=movable)
        asked.to_dict()
    answer = asked.result

    def heading() -> Iterator[str]:
        yield f"{answer.defenders:,} defenders hold against {answer.attackers} armies"

    print_need(answer, ("defenders", "hold"), heading, win, digits, form)
