"""``riskodds keep``: take a territory and hold it."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import click

from ...advice.take_and_hold import Keeping, keep
from ...battles.solve import battle
from ..options import attackers_option, number, output_options, rules_option
from ..shares import NEARLY, Share, rounding, sunk, trimmed
from ..text import print_csv, print_json, rules_text, waiting, wrapped

MOST_SHOWN = 20
COLUMNS = ("left", "move", "keep")


@click.command("keep")
@click.argument("attackers", type=number)
@click.argument("defenders", type=number)
@click.option("--counter", "counters", multiple=True, metavar="N[@AIM]", help="Who strikes back.")
@click.option("--both", is_flag=True, help="The source must hold too.")
@rules_option
@attackers_option
@output_options
def command(
    attackers: Any,
    defenders: Any,
    counters: tuple[str, ...],
    both: bool,
    rules: Any,
    movable: bool,
    digits: int,
    form: str,
) -> None:
    """Chance to take a territory and to keep it.

    \b
    riskodds keep 14 6 --counter 8
    riskodds keep 14 6 --counter 8 --counter 5
    riskodds keep 14 6 --both --counter 5@source

    A counter-attack counts all armies where it starts, and is fought to its
    end; several come in turn. All armies but one move in; with --both they
    are split so that the source holds too.
    """
    from ...questions import campaigns as questions

    with waiting():
        asked = questions.keep(
            attackers, defenders, counter=counters, both=both, rules=rules, movable=movable
        )
        found = asked.to_dict()
    answer = asked.result
    if form == "json":
        print_json(found)
    elif form == "csv":
        print_csv(found["split"], COLUMNS)
    else:
        for line in _text(answer, found["needed"], digits):
            click.echo(line)


def _may_fail(answer: Keeping, attackers: int) -> bool:
    """Return whether so many attackers may fail, with the rest as in an answer."""
    asked: dict[str, Any] = {name: getattr(answer, name) for name in ("both", "rules")}
    return keep(attackers, answer.defenders, counter=answer.counters, **asked).may_fail


def _text(answer: Any, needed: dict[str, Any], digits: int) -> Iterator[str]:
    armies = answer.defenders + sum(each.armies.most for each in answer.counters)
    digits = trimmed(digits, rounding(armies + answer.attackers))
    yield (
        f"{answer.attackers:,} armies, {answer.attackers - 1:,} can attack, "
        f"against {answer.defenders:,}"
    )
    if answer.counters:
        against = ", ".join(
            f"{each.armies} on {each.on}" if answer.both else str(each.armies)
            for each in answer.counters
        )
        yield from wrapped(f"then attacked by {against}")
    yield from wrapped(rules_text(answer.rules))
    yield ""
    column = digits + 6
    armies = answer.defenders + sum(each.armies.most for each in answer.counters)

    def share(chance: float, rest: Any, attackers: int = answer.attackers) -> str:
        return Share(chance, rest, sunk(armies + attackers, answer.rules)).percent(digits)

    label = "take, hold both" if answer.both else "take and hold"
    taken = Share.of(battle(answer.attackers, answer.defenders, rules=answer.rules), "win")
    kept = share(answer.keep, answer.may_fail)
    for name, shown in (("take it", taken.percent(digits)), (label, kept)):
        yield f"{name:<16} {shown:>{column}}"
    enough, chance = needed["attackers"], needed["keep"]
    if enough is not None:
        shown = share(chance, chance < NEARLY or _may_fail(answer, enough), enough)
        yield f"{'for 80 %':<16} {enough:>{column},}   armies, {shown}"
    yield ""
    yield f"{'left':>8}  {'move in':>8}  {'stay':>6}  {'holds':>{column}}"
    for n, each in enumerate(answer.split):
        if n == MOST_SHOWN:
            yield "--json and --csv list the rest"
            return
        shown = share(each.keep, each.lost)
        yield f"{each.left:>8,}  {each.move:>8,}  {each.left - each.move:>6,}  {shown:>{column}}"
