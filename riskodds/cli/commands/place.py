"""``riskodds place``: where to put new armies."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import click

from ...values import counted
from ..options import number, output_options, rules_option
from ..shares import Share, rounding, sunk, trimmed
from ..text import print_csv, print_json, rules_text, waiting, wrapped

GOALS = {
    "all": "all fall",
    "any": "any falls",
    "weakest": "weakest front",
    "expected": "expected",
    "none": "none falls",
}


@click.command("place")
@click.argument("armies", type=number)
@click.option("--front", "fronts", multiple=True, metavar="OWN:ENEMY", help="A front; repeat.")
@click.option("--defend", is_flag=True, help="The fronts are attacked by the enemy.")
@click.option("--goal", metavar="GOAL", help="all, any, weakest or expected; or none, weakest.")
@click.option("--chain", type=number, metavar="N", help="Defend a chain of N territories.")
@click.option("--enemy", type=number, metavar="N", help="With --chain: the attacker's armies.")
@rules_option
@output_options
def command(
    armies: Any,
    fronts: tuple[str, ...],
    defend: bool,
    goal: str | None,
    chain: Any,
    enemy: Any,
    rules: Any,
    digits: int,
    form: str,
) -> None:
    """Best spread of new armies.

    \b
    riskodds place 7 --front 8:4 --front 16:8,3,2
    riskodds place 7 --front 8:4 --front 9:6 --goal any
    riskodds place 5 --front 4:6 --front 3:9 --defend
    riskodds place 12 --chain 3 --enemy 15

    A front is OWN:ENEMY, all armies counted; when attacking, ENEMY is a path
    or tree. Goals: all (fall), any (falls), weakest (the lowest chance),
    expected (number); when defending none (falls), weakest. --chain spreads
    all defenders along territories attacked one after the other.
    """
    from ...questions import campaigns as questions

    with waiting():
        answer = questions.place(
            armies, front=fronts, defend=defend, goal=goal, chain=chain, enemy=enemy, rules=rules
        )
    if form == "json":
        print_json(answer.to_dict())
    elif form == "csv":
        print_csv(_rows(answer.result))
    else:
        for line in (_fronts if chain is None else _chain)(answer.result, digits):
            click.echo(line)


def _rows(answer: Any) -> list[dict[str, Any]]:
    if hasattr(answer, "fronts"):
        rows: list[dict[str, Any]] = answer.to_dict()["fronts"]
        return rows
    return [{"territory": n, "placed": placed} for n, placed in enumerate(answer.placement, 1)]


def _spread(armies: Any) -> str:
    return ", ".join(f"{n:,}" for n in armies)


def _fronts(answer: Any, digits: int) -> Iterator[str]:
    armies, rules = _at_stake(answer)
    digits = trimmed(digits, rounding(armies))
    how = "defending" if answer.defend else "attacking"
    new = counted(answer.armies, "new army", "new armies")
    fronts = counted(len(answer.fronts), "front", "fronts")
    yield from wrapped(f"{new} over {fronts}, {how}")
    yield from wrapped(rules_text(answer.rules))
    yield ""
    column = digits + 6
    names = [str(front) for front in answer.fronts]
    label = min(30, max(16, *map(len, names)))
    falls = "holds" if answer.defend else "falls"
    yield f"{'front':<{label}}  {'new':>4}  {'then':>6}  {falls:>{column}}"
    fails, left_out = answer.fails, sunk(armies, *rules)
    for name, front, placed, chance, fail in zip(
        names, answer.fronts, answer.placement, answer.chances, fails.chances, strict=True
    ):
        alone = not answer.defend and front.own + placed < 2
        shown = Share(chance, fail, 0.0 if alone else left_out).percent(digits)
        short = name if len(name) <= label else name[: label - 3] + "..."
        yield f"{short:<{label}}  {placed:>4,}  {front.own + placed:>6,}  {shown:>{column}}"
    yield ""
    rows = [
        (GOALS[answer.aim], answer.value, fails.value, ""),
        ("with none of them", answer.values[0], fails.without, ""),
    ]
    if answer.runner_up is not None:
        second = answer.runner_up_value, fails.runner_up_value
        rows.append(("second best", *second, f"   {_spread(answer.runner_up)}"))
    for name, value, fail, note in rows:
        shown = Share(value, fail, left_out).percent(digits)
        if answer.aim == "expected":
            shown = f"{value:.{max(digits, 2)}f}"
        yield f"{name:<18} {shown:>{column}}{note}"
    yield ""
    if answer.aim == "expected":
        adds = [f"{added:.{max(digits, 2)}f}" for added in answer.adds]
        yield from wrapped(f"each army adds {', '.join(adds)}")
    else:
        adds = [f"{100 * added:.{digits}f}" for added in answer.adds]
        yield from wrapped(f"each army adds, in %: {', '.join(adds)}")


def _at_stake(answer: Any) -> tuple[int, list[Any]]:
    """Return how many armies may be lost on all fronts, and the rules there."""
    from ...campaigns.contest import contests_of

    places = [each for front in answer.fronts for top in front.against for each in top.walk()]
    armies = sum(front.own for front in answer.fronts) + answer.armies
    armies += sum(each.armies.most for each in places)
    return armies, [contest.rules for contest in contests_of(places, answer.rules)]


def _chain(answer: Any, digits: int) -> Iterator[str]:
    yield from wrapped(
        f"{counted(answer.armies, 'defender', 'defenders')} on a chain of "
        f"{answer.territories:,}, "
        f"against {answer.attackers:,} armies"
    )
    yield from wrapped(rules_text(answer.rules))
    yield ""
    from ...campaigns.paths import path

    rows = [
        ("best", answer.placement, answer.value),
        ("second best", answer.runner_up, answer.runner_up_value),
        ("two each, rest", answer.simple, answer.simple_value),
    ]
    digits = trimmed(digits, rounding(answer.armies + answer.attackers))
    column = digits + 6
    left_out = sunk(answer.armies + answer.attackers, answer.rules)
    yield f"{'':<16} {'last holds':>{max(column, 10)}}   first attacked first"
    for label, spread, value in rows:
        if spread is not None:
            falls = path(answer.attackers, list(spread), rules=answer.rules).win
            shown = Share(value, falls, left_out).percent(digits)
            yield f"{label:<16} {shown:>{max(column, 10)}}   {_spread(spread)}"
