"""``riskodds roll``: one roll of the dice."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING, Any

import click

from ...errors import InputError
from ...values import show
from ...variants.rules import Rules
from ..options import dice_flags, number, output_options, rules_option
from ..text import bar, percent, print_csv, print_json, rules_text, width

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
    if seen is not None:
        _answer(attack_dice, defence_dice, seen, armies, rules, digits, form)
        return
    if armies is not None:
        raise click.UsageError("--armies needs --seen, the attack dice that were rolled")
    from ...battles.roll import roll

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
                "rules": str(rules),
                "outcomes": rows,
            }
        )
    elif form == "csv":
        print_csv(rows)
    else:
        dice = "die" if attack_dice == 1 else "dice"
        click.echo(rules_text(rules, head=f"{attack_dice} {dice} against {defence_dice}, "))
        if rules.blitz is not None:
            click.echo("blitz changes battles; one roll is a true random one")
        click.echo("\nattacker loses  defender loses")
        most = max(chances.values())
        columns = max(1, min(16, width() - digits - 41))
        for (attacker, defender), chance in chances.items():
            share = percent(chance, digits, certain=False)
            line = f"{attacker:>14}  {defender:>14}  {share:>{digits + 5}}"
            click.echo(f"{line}  {bar(float(chance / most), columns)}")


def _answer(
    attack_dice: Any,
    defence_dice: Any,
    seen: str,
    armies: str | None,
    rules: Rules,
    digits: int,
    form: str,
) -> None:
    from ...advice.dice_choice import defence_dice as choose

    faces = [number(part) for part in seen.split(",")]
    if attack_dice != len(faces):
        raise InputError(
            f"--seen must give the attacker's dice, {show(attack_dice)} of them "
            f"joined by commas, not {show(seen)}"
        )
    pair: Any = None
    if armies is not None:
        pair = tuple(number(part) for part in armies.split(","))
        if len(pair) != 2:
            raise InputError(
                f"--armies must be attackers and defenders such as 11,10, not {show(armies)}"
            )
    answer = choose(faces, defence_dice, armies=pair, rules=rules)  # type: ignore[arg-type]
    rows = answer.to_dict()["options"]
    if form == "json":
        asked = {"attack_dice": attack_dice, "defence_dice": defence_dice}
        if pair is not None:
            asked |= {"attackers": pair[0], "defenders": pair[1]}
        print_json({**asked, **answer.to_dict()})
    elif form == "csv":
        print_csv(rows)
    else:
        for line in _advice(answer, pair, digits):
            click.echo(line)


def _advice(answer: DefenceDice, armies: Any, digits: int) -> Iterator[str]:
    shows = " ".join(map(str, answer.seen))
    yield rules_text(answer.rules, head=f"the attacker shows {shows}, ")
    if armies is not None:
        yield f"{armies[0]:,} armies, {armies[0] - 1:,} can attack, against {armies[1]:,}"
    scope = "this roll" if armies is None else "the battle"
    yield ""
    yield f"roll {answer.dice} {'die' if answer.dice == 1 else 'dice'}, best for {scope}"
    yield ""
    yield "dice  attacker loses  defender loses" + ("  he takes it" * (armies is not None))
    places = digits + 1
    for option in answer.options:
        line = (
            f"{option.dice:>4}  {option.expected_attacker_losses:>14.{places}f}"
            f"  {option.expected_defender_losses:>14.{places}f}"
        )
        if option.win is not None:
            line += f"  {percent(option.win, digits, certain=False):>11}"
        yield line
