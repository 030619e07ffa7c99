"""``riskodds stop``: when to stop a battle, by value."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import click

from ..options import (
    WORTHS,
    attackers_option,
    number,
    output_options,
    rules_option,
    worth_options,
)
from ..text import print_csv, print_json, rules_text, waiting, width, wrapped

MOST_ROWS = 40


@click.command("stop")
@click.argument("attackers", type=number)
@click.argument("defenders", type=number)
@worth_options
@rules_option
@attackers_option
@output_options
def command(
    attackers: Any,
    defenders: Any,
    worths: dict[str, Any],
    rules: Any,
    movable: bool,
    digits: int,
    form: str,
) -> None:
    """When to stop a battle, by value.

    \b
    riskodds stop 12 9 --territory 4 --card 3
    riskodds stop 12 9 --territory 4 --enemy 0.5

    Stopping now is worth the armies kept. The table says for every number of
    attackers and defenders left whether to attack (A) or to stop (.).
    """
    from ...questions import campaigns as questions

    with waiting():
        asked = questions.stop(attackers, defenders, **worths, rules=rules, movable=movable)
        found = asked.to_dict()
    answer = asked.result
    if form == "json":
        print_json(found)
    elif form == "csv":
        print_csv(_rows(answer))
    else:
        for line in _text(answer, found["attack"], digits):
            click.echo(line)


def _rows(answer: Any) -> Iterator[dict[str, Any]]:
    for attackers in range(answer.attackers, 1, -1):
        for defenders in range(1, answer.defenders + 1):
            attacks = answer.attacks(attackers, defenders)
            yield {
                "attackers": attackers,
                "defenders": defenders,
                "action": "attack" if attacks else "stop",
            }


def _text(answer: Any, attack: list[dict[str, Any]], digits: int) -> Iterator[str]:
    yield (
        f"{answer.attackers:,} armies, {answer.attackers - 1:,} can attack, "
        f"against {answer.defenders:,}"
    )
    worths = [f"{name} {getattr(answer, name):g}" for name in WORTHS]
    yield from wrapped(rules_text(answer.rules, *worths))
    yield ""
    yield f"{answer.action} now"
    yield ""
    places = max(digits, 2)
    rows = [
        ("best policy", answer.value, ""),
        ("fight on", answer.fight_on, ""),
        ("stop now", answer.stop_now, ""),
    ]
    fewer, chance = answer.best_of("armies"), answer.best_of("chance")
    enough = f"attack with {fewer.level:,} or more"
    never = fewer.level > answer.attackers
    rows.append(("simple rules", fewer.value, "never attack" if never else enough))
    rows.append(("", chance.value, f"attack above {100 * chance.level:g} % to win"))
    yield f"{'':<12} {'worth':>9}  {'costs':>9}"
    for label, value, note in rows:
        cost = answer.value - value
        costs = f"{cost:,.{places}f}" if cost >= 0.5 * 10.0**-places else ""
        yield f"{label:<12} {value:>9,.{places}f}  {costs:>9}  {note}".rstrip()
    yield ""
    yield from _table(answer, attack)


def _table(answer: Any, attack: list[dict[str, Any]]) -> Iterator[str]:
    label = max(9, len(str(answer.attackers)))
    cell = len(str(answer.defenders)) + 1
    if label + cell * answer.defenders <= width() and answer.attackers <= MOST_ROWS:
        yield "attackers left by defenders left: A attack, . stop"
        columns = range(1, answer.defenders + 1)
        yield " " * label + "".join(f"{d:>{cell}}" for d in columns)
        for a in range(answer.attackers, 1, -1):
            signs = ("A" if answer.attacks(a, d) else "." for d in columns)
            yield f"{a:>{label}}" + "".join(f"{sign:>{cell}}" for sign in signs)
        return
    yield "defenders left  attack with"
    last: tuple[str, int, int] | None = None
    for row in attack:
        runs = [
            f"{low:,} or more" if high == answer.attackers else f"{low:,} to {high:,}"
            for low, high in row["attackers"]
        ]
        text = ", ".join(runs) or "never"
        if last is not None and last[0] == text:
            last = (text, last[1], row["defenders"])
            continue
        if last is not None:
            yield _line(*last)
        last = (text, row["defenders"], row["defenders"])
    if last is not None:
        yield _line(*last)


def _line(text: str, low: int, high: int) -> str:
    span = f"{low:,}" if low == high else f"{low:,} to {high:,}"
    return f"{span:>14}  {text}"
