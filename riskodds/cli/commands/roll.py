"""``riskodds roll``: one roll of the dice."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING, Any

import click

from ...questions import battles as questions
from ...variants.rules import Rules
from ..options import dice_flags, number, output_options, rules_option
from ..shares import Share, sunk
from ..text import bar, print_csv, print_json, rules_text, width

if TYPE_CHECKING:
    from ...advice.dice_choice import DefenceDice


@click.command("roll")
@click.argument("attack_dice", type=number)
@click.argument("defence_dice", type=number)
@click.option("--seen", metavar="FACES", help="The attack dice rolled: how many to answer with?")
@click.option("--armies", metavar="A,D", help="With --seen: best for a battle of A against D.")
@rules_option
@dice_flags
@output_options
def command(
    attack_dice: Any,
    defence_dice: Any,
    seen: str | None,
    armies: str | None,
    rules: Rules,
    digits: int,
    form: str,
) -> None:
    """Chances of one roll.

    \b
    riskodds roll 3 2
    riskodds roll 1 2 --json
    riskodds roll 3 3 --capital
    riskodds roll 3 2 --seen 6,5,1
    riskodds roll 3 2 --seen 6,5,1 --armies 11,10

    The numbers are dice, not armies. With --seen they are what the attacker
    rolled and the most the defender may roll, who now chooses.
    """
    answer = questions.roll(attack_dice, defence_dice, seen=seen, armies=armies, rules=rules)
    found = answer.to_dict()
    if form == "json":
        print_json(found)
    elif form == "csv":
        print_csv(found["outcomes" if seen is None else "options"])
    elif seen is not None:
        for line in _advice(answer.result, found, digits):
            click.echo(line)
    else:
        chances = answer.result
        dice = "die" if attack_dice == 1 else "dice"
        click.echo(rules_text(rules, head=f"{attack_dice} {dice} against {defence_dice}, "))
        if rules.blitz is not None:
            click.echo("blitz changes battles; one roll is a true random one")
        click.echo("\nattacker loses  defender loses")
        most = max(chances.values())
        columns = max(1, min(16, width() - digits - 41))
        for (attacker, defender), chance in chances.items():
            share = Share(chance).percent(digits)
            line = f"{attacker:>14}  {defender:>14}  {share:>{digits + 5}}"
            click.echo(f"{line}  {bar(float(chance / most), columns)}")


def _advice(answer: DefenceDice, asked: dict[str, Any], digits: int) -> Iterator[str]:
    shows = " ".join(map(str, answer.seen))
    yield rules_text(answer.rules, head=f"the attacker shows {shows}, ")
    battle = "attackers" in asked
    if battle:
        attackers = asked["attackers"]
        yield f"{attackers:,} armies, {attackers - 1:,} can attack, against {asked['defenders']:,}"
    scope = "the battle" if battle else "this roll"
    yield ""
    yield f"roll {answer.dice} {'die' if answer.dice == 1 else 'dice'}, best for {scope}"
    yield ""
    yield "dice  attacker loses  defender loses" + ("  he takes it" * battle)
    places = digits + 1
    armies = asked["attackers"] + asked["defenders"] if battle else 0
    left_out = sunk(armies, answer.rules)
    for option in answer.options:
        line = (
            f"{option.dice:>4}  {option.expected_attacker_losses:>14.{places}f}"
            f"  {option.expected_defender_losses:>14.{places}f}"
        )
        if option.win is not None:
            share = Share(option.win, option.lose, left_out)
            line += f"  {share.percent(digits):>11}"
        yield line
