"""``riskodds compare``: the same battle under several rules, side by side."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import click

from ...questions import battles as questions
from ...variants.rules import Rules
from ..options import number, output_options, rules_file_option
from ..shares import Share, supported, trimmed
from ..text import NARROW, print_csv, print_json, rules_text


@click.command("compare")
@click.argument("attackers", type=number)
@click.argument("defenders", type=number)
@click.option("--rules", "names", multiple=True, metavar="NAME", help="Rules; give it repeatedly.")
@rules_file_option
@click.option("--movable", is_flag=True, help="ATTACKERS counts only armies free to attack.")
@output_options
def command(
    attackers: Any,
    defenders: Any,
    names: tuple[str, ...],
    named: dict[str, Rules],
    movable: bool,
    digits: int,
    form: str,
) -> None:
    """The same battle under several rules.

    \b
    riskodds compare 12 9
    riskodds compare 12 9 --rules classic --rules capital
    riskodds compare 31 15 --rules global-domination+capital
    riskodds compare 12 9 --json

    For rules of the app (global-domination) it also says whether to blitz or
    to roll by hand.
    """
    answer = questions.compare(attackers, defenders, rules=names, named=named, movable=movable)
    if form == "json":
        print_json(answer.to_dict())
    elif form == "csv":
        print_csv(answer.to_dict()["battles"])
    else:
        for line in _text(answer.result, digits):
            click.echo(line)


def _share(odds: questions.Solved) -> Share:
    return Share(odds.win, not odds.sure, 0.0 if odds.sure else odds.left_out)


def _text(found: questions.Comparison, digits: int) -> Iterator[str]:
    battles, ways = found
    first = battles[0]
    solved = [*battles, *(each for pair in ways for each in pair)]
    digits = trimmed(digits, max(odds.error_bound for odds in solved))
    yield (
        f"{first.attackers:,} armies, {first.attackers - 1:,} can attack, "
        f"against {first.defenders:,}"
    )
    yield ""
    names = [str(odds.rules) for odds in battles]
    share = digits + 8
    lost = max(8, *(len(f"{n:,}") + digits + 2 for n in (first.attackers, first.defenders)))
    columns = max(0, min(max(map(len, names)), NARROW - share - 2 * lost))
    yield f"{'':<{columns}}{'take it':>{share}}{'lost':>{lost}}{'killed':>{lost}}"
    for name, odds in zip(names, battles, strict=True):
        chance = _share(odds).percent(digits)
        means = odds.expected_attacker_losses, odds.expected_defender_losses
        losses = "".join(
            f"{mean:>{lost},.{supported(digits, odds.error_bound, max(1.0, mean))}f}"
            for mean in means
        )
        if len(name) > columns:
            yield name
            name = ""
        yield f"{name:<{columns}}{chance:>{share}}{losses}"
    for roll, blitz in ways:
        verdict = questions.verdict(roll, blitz)
        yield ""
        yield f"blitz or roll by hand? {WORDS[verdict['better']]}"
        yield rules_text(blitz.rules)
        for label, odds in (("by hand", roll), ("blitz", blitz)):
            yield f"{label:<8}{_share(odds).percent(digits):>{share}}"


WORDS = {"blitz": "blitz", "roll": "roll by hand", "same": "it is the same"}
