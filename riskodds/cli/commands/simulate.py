"""``riskodds simulate``: roll a battle out with dice, beside the exact answer."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING, Any

import click

from ...battles.odds import BattleOdds
from ...questions import battles as questions
from ...variants.rules import Rules
from ..options import (
    attackers_option,
    dice_flags,
    digits_option,
    json_option,
    large_number,
    number,
    rules_option,
    stop_options,
)
from ..shares import Share, trimmed
from ..text import (
    amount,
    folded,
    print_json,
    progress,
    question,
    width,
)

if TYPE_CHECKING:
    from ...battles.simulation import Simulation

LABELS = {
    "win": "take it",
    "lose": "fail",
    "undecided": "stop short",
    "reached": "get there",
}
# a simulation shows at least so many decimals
FEWEST_DIGITS = 2


@click.command("simulate")
@click.argument("attackers", type=number)
@click.argument("defenders", type=number)
@click.option("--trials", type=large_number, default="1e6", metavar="N", help="Battles, as 1e7.")
@click.option("--seed", type=number, metavar="N", help="The same seed rolls the same dice.")
@click.option("--level", default="0.95", metavar="CHANCE", help="Level of the interval (0.95).")
@click.option("--threads", type=number, metavar="N", help="Threads; one a core if left out.")
@stop_options
@rules_option
@dice_flags
@attackers_option
@digits_option
@json_option
def command(
    attackers: Any,
    defenders: Any,
    trials: Any,
    seed: Any,
    level: Any,
    threads: Any,
    stops: dict[str, Any],
    rules: Rules,
    movable: bool,
    digits: int,
    form: str,
) -> None:
    """Roll a battle out with dice, many times.

    \b
    riskodds simulate 12 9
    riskodds simulate 12 9 --trials 1e7 --seed 1
    riskodds simulate 12 9 --stop-at 4 --capital

    The dice know nothing of the exact answer, which is shown beside them. A
    seed gives the same dice on any machine, with any number of threads.
    """
    with progress() as report:
        answer = questions.simulate(
            attackers,
            defenders,
            trials=trials,
            seed=seed,
            level=level,
            threads=threads,
            **stops,
            rules=rules,
            movable=movable,
            progress=report,
        )
    result, exact = answer.result
    if form == "json":
        print_json(answer.to_dict())
    else:
        for line in _text(result, exact, max(digits, FEWEST_DIGITS)):
            click.echo(folded(line))


def _text(result: Simulation, exact: BattleOdds | None, digits: int) -> Iterator[str]:
    error = 0.0 if exact is None else exact.error_bound
    digits = trimmed(digits, error)
    yield from question(result)
    yield f"{result.trials:,} trials, seed {result.seed}"
    yield ""
    level = f"{100 * result.level:.12g} % interval"
    rows = [("", "rolled", level, "exact"), *_rows(result, exact, digits)]
    columns = [max(map(len, column)) for column in zip(*rows, strict=True)]
    table = [
        "  ".join([f"{row[0]:<{columns[0]}}", *map(str.rjust, row[1:], columns[1:])]).rstrip()
        for row in rows
    ]
    if max(map(len, table)) <= width():
        yield from table
    else:
        for label, rolled, interval, true in rows[1:]:
            yield f"{label} {rolled}" + (f", exact {true}" if true else "")
            if interval:
                yield f"  {interval}"
    yield ""
    if exact is None:
        yield "the exact answer would take too long"
        return
    wanted = "reached" if result.goal else "win"
    least, most = result.interval(wanted)
    if least <= getattr(exact, wanted) <= most:
        yield "the exact chance lies within the interval"
    else:
        often = f"{100 * (1 - result.level):.12g}"
        yield f"the exact chance lies outside the interval, as it may for {often} seeds in 100"


def _rows(
    result: Simulation, exact: BattleOdds | None, digits: int
) -> Iterator[tuple[str, str, str, str]]:
    """Iterate over label, what was rolled, the interval, and the exact number."""
    for ending, count in result.counts.items():
        if (ending == "undecided" and not count) or (ending == "reached" and not result.goal):
            continue
        least, most = result.interval(ending)
        rest = result.trials - count
        # an interval reaches 0 or 1 only where nothing or all was rolled
        low = Share(least, left_out=float(count > 0)).percent(digits)
        high = Share(most, rest).percent(digits)
        rolled = Share(count / result.trials, rest).percent(digits)
        true = ""
        if exact is not None:
            true = Share.of(exact, ending).percent(digits)
        yield LABELS[ending], rolled, f"{low} to {high}", true
    for label, side in (("lost", "attacker"), ("killed", "defender")):
        true = ""
        if exact is not None:
            true = amount(getattr(exact, f"expected_{side}_losses"), digits, exact.error_bound)
        yield label, amount(getattr(result, f"mean_{side}_losses"), digits), "", true
