"""``riskodds simulate``: roll a battle out with dice, beside the exact answer."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING, Any

import click

from ..battles import battle
from ..errors import TooLargeError
from ..odds import BattleOdds
from ..presets import Rules
from .options import (
    attackers_option,
    dice_flags,
    digits_option,
    from_movable,
    json_option,
    large_number,
    number,
    rules_option,
    stop_options,
)
from .output import folded, percent, print_json, progress, question

if TYPE_CHECKING:
    from ..simulation import Simulation

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
    from ..simulation import simulate

    if seed is None:
        from secrets import randbits

        seed = randbits(32)
    attackers = from_movable(attackers, movable)
    with progress() as report:
        result = simulate(
            attackers,
            defenders,
            trials=trials,
            seed=seed,
            rules=rules,
            level=level,
            threads=threads,
            progress=report,
            **stops,
        )
    try:
        exact = battle(attackers, defenders, rules=rules, **stops)
    except TooLargeError:
        exact = None
    if form == "json":
        answer = result.to_dict(None if exact is None else exact.win)
        print_json({"movable": result.attackers - 1, **answer} if movable else answer)
    else:
        for line in _text(result, exact, max(digits, FEWEST_DIGITS)):
            click.echo(folded(line))


def _text(result: Simulation, exact: BattleOdds | None, digits: int) -> Iterator[str]:
    yield from question(result)
    yield f"{result.trials:,} trials, seed {result.seed}"
    yield ""
    level = f"{100 * result.level:.12g} % interval"
    columns = digits + 6
    yield f"{'':<10} {'rolled':>{columns}}  {level:>{2 * columns + 4}}  {'exact':>{columns}}"
    for ending, count in result.counts.items():
        if (ending == "undecided" and not count) or (ending == "reached" and not result.goal):
            continue
        low, high = (
            percent(chance, digits, certain=chance in (0, 1)) for chance in result.interval(ending)
        )
        rolled = percent(count / result.trials, digits, certain=count in (0, result.trials))
        true = ""
        if exact is not None:
            chance = getattr(exact, ending)
            true = percent(chance, digits, certain=not exact.left_out and chance in (0, 1))
        between = f"{low} to {high}"
        line = f"{LABELS[ending]:<10} {rolled:>{columns}}  {between:>{2 * columns + 4}}"
        yield f"{line}  {true:>{columns}}".rstrip()
    for label, side in (("lost", "attacker"), ("killed", "defender")):
        rolled = f"{getattr(result, f'mean_{side}_losses'):,.{digits}f}"
        line = f"{label:<10} {rolled:>{columns}}"
        if exact is not None:
            mean = f"{getattr(exact, f'expected_{side}_losses'):,.{digits}f}"
            line += f"  {'':>{2 * columns + 4}}  {mean:>{columns}}"
        yield line
    yield ""
    if exact is None:
        yield "the exact answer would take too long"
        return
    least, most = result.interval("win")
    if least <= exact.win <= most:
        yield "the exact chance lies within the interval"
    else:
        often = f"{100 * (1 - result.level):.12g}"
        yield (f"the exact chance lies outside the interval, as it may for {often} seeds in 100")
