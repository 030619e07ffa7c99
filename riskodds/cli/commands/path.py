"""``riskodds path``: one stack through several territories."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from typing import Any

import click

from ...advice.path_tables import PathTable
from ...campaigns.contest import per_stage
from ...campaigns.paths import path as solve
from ...questions.given import counts
from ..options import (
    attackers_option,
    number,
    output_options,
    plot_option,
    rules_option,
    target_option,
)
from ..shares import NEARLY, Share, rounding, stage_shares, sunk, trimmed
from ..text import (
    bar,
    left_over,
    paint,
    print_csv,
    print_json,
    rules_text,
    stop_text,
    waiting,
    width,
    wrapped,
)


@click.command("path")
@click.argument("attackers", type=number)
@click.argument("territories", nargs=-1)
@click.option("--leave", metavar="N[,N...]", default="1", help="Garrison left behind, or one each.")
@click.option("--stop-at", metavar="N[,N...]", default="1", help="Stop level, or one each.")
@click.option("--sweep", is_flag=True, help="All starting stacks until --win is passed.")
@target_option("0.95", "With --sweep: the chance to take all.")
@rules_option
@attackers_option
@click.option("--exact", is_flag=True, help="Answer in fractions too.")
@plot_option
@output_options
def command(
    attackers: Any,
    territories: tuple[str, ...],
    leave: str,
    stop_at: str,
    sweep: bool,
    win: str,
    rules: str,
    movable: bool,
    exact: bool,
    plot: Callable[[str, Any], None],
    digits: int,
    form: str,
) -> None:
    """Odds of several territories in a row.

    \b
    riskodds path 20 3 2 5            through 3, 2 and 5
    riskodds path 20 3 2@capital 3-6  a capital; 3 to 6
    riskodds path 20 3 2 --leave 1,3  garrisons left behind
    riskodds path 20 3 2 5 --sweep    all stacks, to 95 %

    ATTACKERS counts every army where the first attack starts; those left in the
    end, all where the last one was fought. The k-th number of --leave, or the one
    that is given for all, stays where the k-th attack starts.
    """
    from ...questions import campaigns as questions

    with waiting():
        answer = questions.path(
            attackers,
            territories,
            leave=leave,
            stop_at=stop_at,
            sweep=sweep,
            win=win,
            rules=rules,
            movable=movable,
            exact=exact,
        )
    odds = answer.result
    if sweep:
        plot("sweep", odds)
        texts = {"leave": leave, "stop_at": stop_at}
        places = odds.territories
        levels = {name: per_stage(name, counts(name, texts[name]), len(places)) for name in texts}
        if form == "text":
            click.echo("".join(f"{line}\n" for line in _unused(levels["leave"])), nl=False)

        def rest(attackers: int, n: int) -> float:
            """Return the chance not to take the first n territories."""
            first: dict[str, Any] = {name: level[:n] for name, level in levels.items()}
            short = solve(attackers, places[:n], rules=odds.rules, **first)
            return float(short.lose + short.undecided)

        _print_table(odds, answer.to_dict(), digits, form, rest)
        return
    plot("path", odds)
    if form == "json":
        print_json(answer.to_dict())
    elif form == "csv":
        print_csv(odds.to_dict()["outcomes"])
    else:
        for line in _text(odds, digits):
            click.echo(line)


def _unused(leave: Sequence[int]) -> Iterator[str]:
    if leave[-1] > 1 and {*leave[:-1]} != {leave[-1]}:
        yield from wrapped("the last --leave has no effect, as no attack follows")


def _text(odds: Any, digits: int) -> Iterator[str]:
    digits = trimmed(digits, odds.error_bound)
    names = [str(each) for each in odds.territories]
    stops = []
    # no attack follows the last, so its garrison is that of no territory
    if max(odds.leave[:-1], default=1) > 1:
        stops.append(f"leave {', '.join(f'{n:,}' for n in odds.leave[:-1])}")
    if max(odds.stop_at) > 1:
        stops.append(stop_text(odds.stop_at))
    armies = f"{odds.attackers:,} armies, {odds.attackers - 1:,} can attack"
    yield from wrapped(f"{armies}, through {', '.join(names)}")
    yield from wrapped(rules_text(odds.rules, *stops))
    yield from _unused(odds.leave)
    yield ""
    chances = {"take all": odds.win, "fail": odds.lose, "stop short": odds.undecided}
    for label, chance in chances.items():
        if not chance and label == "stop short":
            continue
        rest = sum(other for name, other in chances.items() if name != label)
        share = Share(chance, rest, odds.left_out)
        yield f"{label:<16} {share.percent(digits):>{digits + 6}}   {share.rare()}".rstrip()
        if odds.exact:
            text = f"{chance.numerator}/{chance.denominator}"
            short = len(text) < width() - 4
            yield f"  = {text if short else f'a fraction of {len(text):,} characters; use --json'}"
    yield ""
    labels = max(9, *map(len, names))
    columns = max(4, width() - labels - 2 * digits - 20)
    yield f"{'territory':<{labels}}  {'reached':>{digits + 6}}  {'taken':>{digits + 6}}"
    for name, stage, shares in zip(names, odds.stages, stage_shares(odds), strict=True):
        cells = [f"{share.percent(digits):>{digits + 6}}" for share in shares]
        drawn = paint(bar(float(stage.captured), columns), "win") if stage.captured else ""
        yield f"{name:<{labels}}  {'  '.join(cells)}  {drawn}".rstrip()
    yield ""
    yield f"expected taken   {float(odds.expected_captured):.{digits}f} of {len(names)}"
    if odds.win:
        yield left_over("if it works", odds.attackers_left("win"), "attacker", digits)


def _print_table(
    found: PathTable,
    table: dict[str, Any],
    digits: int,
    form: str,
    rest: Callable[[int, int], float],
) -> None:
    if form == "json":
        print_json(table)
        return
    names = [f"taken_{n}" for n in range(1, len(table["defenders"]) + 1)]
    if form == "csv":
        columns = ["attackers", *names]
        rows = ([row["attackers"], *row["captured"]] for row in table["rows"])
        print_csv(dict(zip(columns, row, strict=True)) for row in rows)
        return
    defenders = sum(post.armies.most for post in found.territories)
    digits = trimmed(digits, rounding(table["rows"][-1]["attackers"] + defenders))
    cell = max(digits + 6, *(len(str(each)) for each in table["defenders"]))
    click.echo(f"{table['rules']} rules, until all are taken with {100 * table['target']:.6g} %\n")
    fit = max(1, (width() - 6) // (cell + 2))
    names = [str(each) for each in table["defenders"]]
    if len(names) > fit:
        click.echo(f"(the last {fit} of {len(names)} territories; --csv and --json list all)\n")
    click.echo("armies" + "".join(f"  {name:>{cell}}" for name in names[-fit:]))
    for row in table["rows"]:
        attackers, taken = row["attackers"], row["captured"]
        left_out = sunk(attackers + defenders, found.rules)
        shares = [
            Share(p, rest(attackers, n) if p > NEARLY else None, left_out)
            for n, p in enumerate(taken, 1)
        ]
        cells = (share.percent(digits) for share in shares[-fit:])
        click.echo(f"{attackers:>6,}" + "".join(f"  {each:>{cell}}" for each in cells))
