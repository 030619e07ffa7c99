"""``riskodds compare``: the same battle under several rules, side by side."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any, NamedTuple

import click

from ...battles.solve import MOST_ARMIES, battle
from ...errors import TooLargeError
from ...values import whole
from ...variants.rules import Rules, composed, rules as read
from ..options import number, output_options, rules_file_option
from ..text import NARROW, percent, print_csv, print_json, rules_text

# compared if no rules are named: what is played most
USUAL = (
    "classic",
    "two-dice-from-three",
    "three-defence-dice",
    "sees-the-roll",
    "global-domination+capital",
    "global-domination+zombie-attacker",
    "global-domination+zombie-defender",
)
# in the app each attack may be rolled by hand, or blitzed
APP = "global-domination"
KEYS = ("win", "lose", "expected_attacker_losses", "expected_defender_losses")


@click.command("compare")
@click.argument("attackers", type=number)
@click.argument("defenders", type=number)
@click.option("--rules", "names", multiple=True, metavar="NAME", help="Rules; give it repeatedly.")
@rules_file_option
@click.option("--movable", is_flag=True, help="ATTACKERS counts only armies free to attack.")
@output_options
def command(
    attackers: Any,
    defenders: Any,
    names: tuple[str, ...],
    named: dict[str, Rules],
    movable: bool,
    digits: int,
    form: str,
) -> None:
    """The same battle under several rules.

    \b
    riskodds compare 12 9
    riskodds compare 12 9 --rules classic --rules capital
    riskodds compare 31 15 --rules global-domination+capital
    riskodds compare 12 9 --json

    For rules of the app (global-domination) it also says whether to blitz or
    to roll by hand.
    """
    if movable:
        attackers = whole("movable attackers", attackers, 1, MOST_ARMIES - 1) + 1
    asked = [read(name, named=named) for name in names or USUAL]
    battles = []
    for rules in asked:
        try:
            battles.append(_solved(attackers, defenders, rules))
        except TooLargeError as error:
            if names or len(asked) == 1:
                raise
            click.echo(f"riskodds: left out {rules}: {error}", err=True)
    ways = [
        tuple(_solved(attackers, defenders, way) for way in _ways(rules))
        for rules in (asked if names else [read(APP)])
        if rules.name == APP
    ]
    rows = [
        {"rules": str(odds.rules), **{key: getattr(odds, key) for key in KEYS}} for odds in battles
    ]
    if form == "json":
        counted = {"movable": attackers - 1} if movable else {}
        print_json(
            {
                **counted,
                "attackers": attackers,
                "defenders": defenders,
                "battles": rows,
                "blitz_or_roll": [_verdict(roll, blitz) for roll, blitz in ways],
            }
        )
    elif form == "csv":
        print_csv(rows)
    else:
        for line in _text(battles, ways, digits):
            click.echo(line)


class _Solved(NamedTuple):
    """What is shown of a battle: several large ones are more than memory holds."""

    attackers: int
    defenders: int
    rules: Rules
    win: float
    lose: float
    expected_attacker_losses: float
    expected_defender_losses: float
    left_out: float
    error_bound: float


def _solved(attackers: Any, defenders: Any, rules: Rules) -> _Solved:
    odds = battle(attackers, defenders, rules=rules)
    return _Solved(*(getattr(odds, name) for name in _Solved._fields))


def _ways(rules: Rules) -> Iterator[Rules]:
    """Iterate over the rules rolled by hand, then blitzed."""
    plain = [
        word for word in rules.changes if word.partition(":")[0] not in ("blitz", "true-random")
    ]
    start = rules.base or rules
    yield composed(start, plain)
    yield rules if rules.blitz is not None else composed(start, [*plain, "blitz"])


def _verdict(roll: _Solved, blitz: _Solved) -> dict[str, Any]:
    transform = blitz.rules.blitz
    assert transform is not None
    # near one chances cannot be told apart, so the smaller side is compared
    side, names = ("win", ("blitz", "roll")) if roll.win < 0.5 else ("lose", ("roll", "blitz"))
    by_hand, blitzed = getattr(roll, side), getattr(blitz, side)
    better = names[0] if blitzed > by_hand else names[1]
    if abs(blitzed - by_hand) <= roll.error_bound * by_hand + blitz.error_bound * blitzed:
        better = "same"
    return {
        "rules": str(roll.rules),
        "roll": roll.win,
        "blitz": blitz.win,
        "better": better,
        "version": transform.version,
    }


def _text(battles: list[_Solved], ways: list[tuple[_Solved, ...]], digits: int) -> Iterator[str]:
    first = battles[0]
    yield (
        f"{first.attackers:,} armies, {first.attackers - 1:,} can attack, "
        f"against {first.defenders:,}"
    )
    yield ""
    names = [str(odds.rules) for odds in battles]
    share = digits + 8
    lost = max(8, *(len(f"{n:,}") + digits + 2 for n in (first.attackers, first.defenders)))
    columns = max(0, min(max(map(len, names)), NARROW - share - 2 * lost))
    yield f"{'':<{columns}}{'take it':>{share}}{'lost':>{lost}}{'killed':>{lost}}"
    for name, odds in zip(names, battles, strict=True):
        certain = not odds.left_out and (not odds.win or not odds.lose)
        chance = percent(odds.win, digits, certain=certain)
        attacker, defender = odds.expected_attacker_losses, odds.expected_defender_losses
        if len(name) > columns:
            yield name
            name = ""
        yield (
            f"{name:<{columns}}{chance:>{share}}{attacker:>{lost},.{digits}f}"
            f"{defender:>{lost},.{digits}f}"
        )
    for roll, blitz in ways:
        verdict = _verdict(roll, blitz)
        yield ""
        yield f"blitz or roll by hand? {WORDS[verdict['better']]}"
        yield rules_text(blitz.rules)
        for label, odds in (("by hand", roll), ("blitz", blitz)):
            certain = not odds.left_out and (not odds.win or not odds.lose)
            yield f"{label:<8}{percent(odds.win, digits, certain=certain):>{share}}"


WORDS = {"blitz": "blitz", "roll": "roll by hand", "same": "it is the same"}
