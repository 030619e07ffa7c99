"""``riskodds roll``: one roll of the dice."""

from __future__ import annotations

from typing import Any

import click

from .options import number, output_options, rules_option
from .output import bar, percent, print_csv, print_json


@click.command("roll")
@click.argument("attack_dice", type=number)
@click.argument("defence_dice", type=number)
@rules_option
@output_options
def command(attack_dice: Any, defence_dice: Any, rules: str, digits: int, form: str) -> None:
    """Chances of one roll.

    \b
    riskodds roll 3 2
    riskodds roll 1 2 --json

    The numbers are dice, not armies.
    """
    from ..rolls import roll

    chances = roll(attack_dice, defence_dice, rules=rules)
    rows = [
        {
            "attacker_losses": attacker,
            "defender_losses": defender,
            "probability": float(chance),
            "probability_exact": f"{chance.numerator}/{chance.denominator}",
        }
        for (attacker, defender), chance in chances.items()
    ]
    if form == "json":
        print_json(
            {
                "attack_dice": attack_dice,
                "defence_dice": defence_dice,
                "rules": rules,
                "outcomes": rows,
            }
        )
    elif form == "csv":
        print_csv(rows)
    else:
        dice = "die" if attack_dice == 1 else "dice"
        click.echo(f"{attack_dice} {dice} against {defence_dice}, {rules} rules\n")
        click.echo("attacker loses  defender loses")
        most = max(chances.values())
        for (attacker, defender), chance in chances.items():
            share = percent(chance, digits, certain=False)
            line = f"{attacker:>14}  {defender:>14}  {share:>{digits + 5}}"
            click.echo(f"{line}  {bar(float(chance / most), 16)}")
