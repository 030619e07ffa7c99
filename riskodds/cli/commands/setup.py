"""``riskodds setup``: armies to start with, who starts, and dealing the territories."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import click

from ...variants.rules import Rules
from ..options import json_option, number, rules_option
from ..text import print_json, width

if TYPE_CHECKING:
    from ...game.games import Game

LABEL = 13


@click.command("setup")
@click.argument("players", type=number)
@click.option(
    "--roll", "rolls", multiple=True, metavar="DICE", help="A die for each, by commas: who starts."
)
@click.option("--deal", is_flag=True, help="Deal the territories at random.")
@click.option("--seed", type=number, metavar="N", help="Deal the same again.")
@rules_option
@json_option
def command(
    players: Any, rolls: tuple[str, ...], deal: bool, seed: Any, rules: Rules, form: str
) -> None:
    """Armies to start with, and who starts.

    \b
    riskodds setup 4
    riskodds setup 3 --roll 6,2,6 --roll 1,4
    riskodds setup 2 --deal --seed 7

    Who ties for the highest die rolls again: give that
    roll as a second --roll. Players count from 1.
    """
    from ...questions import turns as questions

    answer = questions.setup(players, roll=rolls, deal=deal, seed=seed, rules=rules)
    if form == "json":
        print_json(answer.to_dict())
        return
    start, game, first, hands = answer.result
    click.echo(f"{players} players, {rules} rules\n")
    _line("each player", f"{start.armies} armies")
    if start.neutral:
        _line(
            "the neutral",
            f"{start.neutral} armies, on {questions.territory_counts(game)[-1]} territories",
        )
    counts = sorted(set(questions.territory_counts(game)[:players]))
    _line("territories", f"{' or '.join(map(str, counts))} each, {_how(game)}")
    _line("then", _placing(game))
    if first is not None:
        _line("starts", f"player {first + 1}")
    for name, territories in (hands or {}).items():
        click.echo()
        _line(name, ", ".join(territories))


def _how(game: Game) -> str:
    from ...game.turns.setup import dealt

    return "dealt" if dealt(game) else "claimed in turn"


def _placing(game: Game) -> str:
    if game.neutral is None:
        return "one army at a time, in turn, on own territories"
    return "in turn two own armies and one of the neutral"


def _line(label: str, text: str) -> None:
    """Print a labelled line, wrapped under its label."""
    from textwrap import fill

    margin = " " * LABEL
    click.echo(fill(text, width(), initial_indent=f"{label:<{LABEL}}", subsequent_indent=margin))
