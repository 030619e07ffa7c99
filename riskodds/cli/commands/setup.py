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
    from dataclasses import replace

    from ...game.games import new_game
    from ...game.rules import game_rules
    from ...game.turns.setup import start_armies, who_starts

    chosen = rules
    start = start_armies(players, rules=chosen)
    turns = game_rules(chosen)
    if deal:
        turns = replace(turns, territories="dealt")
    game = new_game(players, rules=chosen, turns=turns, deck="none")
    first = who_starts(_rounds(rolls, players)) if rolls else None
    hands = _dealt(game, first or 0, seed) if deal else None
    if form == "json":
        answer = {
            "players": players,
            "rules": str(chosen),
            "armies": start.armies,
            "neutral": start.neutral,
            "territories": _counts(game),
            "starts": None if first is None else first + 1,
        }
        print_json(answer if hands is None else answer | {"dealt": hands})
        return
    click.echo(f"{players} players, {chosen} rules\n")
    _line("each player", f"{start.armies} armies")
    if start.neutral:
        _line("the neutral", f"{start.neutral} armies, on {_counts(game)[-1]} territories")
    counts = sorted(set(_counts(game)[:players]))
    _line("territories", f"{' or '.join(map(str, counts))} each, {_how(game)}")
    _line("then", _placing(game))
    if first is not None:
        _line("starts", f"player {first + 1}")
    for name, territories in (hands or {}).items():
        click.echo()
        _line(name, ", ".join(territories))


def _rounds(rolls: tuple[str, ...], players: int) -> list[list[int]]:
    """Return the rolls as numbers; the library refuses in its words what is none."""
    from ...errors import RuleError

    rounds: list[list[Any]] = [[number(die.strip()) for die in roll.split(",")] for roll in rolls]
    if len(rounds[0]) != players:
        raise RuleError(
            "the highest die starts", f"{players} players roll first, not {len(rounds[0])}"
        )
    return rounds


def _counts(game: Game) -> list[int]:
    """Return how many territories each has at first, in the order of turns, the neutral last."""
    each, more = divmod(len(game.board), len(game.seats))
    return [each + (seat < more) for seat in range(len(game.seats))]


def _how(game: Game) -> str:
    from ...game.turns.setup import dealt

    return "dealt" if dealt(game) else "claimed in turn"


def _placing(game: Game) -> str:
    if game.neutral is None:
        return "one army at a time, in turn, on own territories"
    return "in turn two own armies and one of the neutral"


def _dealt(game: Game, first: int, seed: Any) -> dict[str, list[str]]:
    """Return the names of the territories that each is dealt."""
    from random import Random

    from ...game.turns.setup import deal
    from ...values import whole

    rng = Random(None if seed is None else whole("seed", seed, 0))
    state = deal(game, first=first, rng=rng)
    names = [f"player {seat + 1}" for seat in range(len(game.players))]
    seats = names if game.neutral is None else [*names, "neutral"]
    return {name: list(state.territories_of(seat)) for seat, name in enumerate(seats)}


def _line(label: str, text: str) -> None:
    """Print a labelled line, wrapped under its label."""
    from textwrap import fill

    margin = " " * LABEL
    click.echo(fill(text, width(), initial_indent=f"{label:<{LABEL}}", subsequent_indent=margin))
