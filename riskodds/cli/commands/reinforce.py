"""``riskodds reinforce``: the armies of a turn, and what they come from."""

from __future__ import annotations

from typing import Any

import click

from ...variants.rules import Rules
from ..options import csv_option, json_option, number, rules_option
from ..text import print_csv, print_json


@click.command("reinforce")
@click.argument("territories", type=number)
@click.option(
    "--continent", "continents", multiple=True, metavar="NAMES", help="Held whole; or: all."
)
@click.option("--cards", type=number, default="0", metavar="N", help="Armies for traded cards.")
@click.option(
    "--bonus", type=number, default="0", metavar="N", help="Armies for own territories on them."
)
@rules_option
@json_option
@csv_option
def command(
    territories: Any, continents: tuple[str, ...], cards: Any, bonus: Any, rules: Rules, form: str
) -> None:
    """Armies at the start of a turn.

    \b
    riskodds reinforce 14
    riskodds reinforce 14 --continent asia
    riskodds reinforce 20 --continent africa,europe
    riskodds reinforce 42 --continent all --cards 10

    TERRITORIES counts all you hold when the turn starts.
    """
    from ...questions import turns as questions

    answer = questions.reinforce(
        territories, continent=continents, cards=cards, bonus=bonus, rules=rules
    )
    got = answer.result
    if form == "json":
        print_json(answer.to_dict())
        return
    rows = [("territories", got.territories), *got.continents]
    if got.cards or got.bonus:
        rows += [("cards", got.cards), ("bonus", got.bonus)]
    rows.append(("total", got.total))
    if form == "csv":
        print_csv({"from": name, "armies": armies} for name, armies in rows)
        return
    click.echo(
        f"{territories} {'territories' if territories > 1 else 'territory'}, {rules} rules\n"
    )
    for name, armies in rows:
        label = "extra, on own territory" if name == "bonus" else name
        click.echo(f"{label:<24}{armies:>5,} armies")
