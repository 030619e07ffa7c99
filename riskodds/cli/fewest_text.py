"""What the answers to `needed` and `hold` look like."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import Any

import click

from .shares import Share, rounding, sunk, trimmed
from .text import print_csv, print_json, rules_text, wrapped


def print_need(
    answer: Any,
    names: tuple[str, str],
    heading: Callable[[], Iterator[str]],
    asked: str,
    digits: int,
    form: str,
    *,
    staying: int = 0,
) -> None:
    """Print an answer whose armies and chance have these names.

    In the text, not in JSON and CSV, armies are counted without those `staying`.
    """
    armies, chance = names
    if form == "json":
        print_json(answer.to_dict())
        return
    if form == "csv":
        rows = [(row.target, row.armies, row.chance) for row in answer.levels]
        columns = ("target", armies, chance)
        print_csv(
            dict(zip(columns, ["" if x is None else x for x in row], strict=True)) for row in rows
        )
        return
    others = _others(answer)
    digits = trimmed(digits, rounding(getattr(answer, armies) + others))
    for line in heading():
        click.echo("\n".join(wrapped(line)))
    click.echo(f"{rules_text(answer.rules)}\n")
    column = digits + 6

    def shown_of(number: int, chance: float, fails: float) -> str:
        return Share(chance, fails, sunk(number + others, answer.rules)).percent(digits)

    got = shown_of(getattr(answer, armies), getattr(answer, chance), answer.fails)
    click.echo(f"{f'chance to {chance}':<16} {got:>{column}}   asked for {_per_cent(asked)}")
    counted = "can attack" if staying else armies
    click.echo(f"\n{'for':>8}  {counted:>10}  {chance:>{column}}")
    for row in answer.levels:
        if row.armies is None:
            click.echo(f"{100 * row.target:>6.4g} %  {'not found':>10}")
            continue
        shown = shown_of(row.armies, row.chance, row.fails)
        click.echo(f"{100 * row.target:>6.4g} %  {row.armies - staying:>10,}  {shown:>{column}}")
    click.echo(f"\n{'with':>8}  {chance:>10}  one army adds")
    for row in answer.steps:
        mark = "  <" if row.armies == getattr(answer, armies) else ""
        shown = shown_of(row.armies, row.chance, row.fails)
        adds = f"{100 * row.gain:.{digits}f} %"
        click.echo(f"{row.armies - staying:>8,}  {shown:>10}  {adds:>13}{mark}")


def _others(answer: Any) -> int:
    """Return the most armies of the other side, all territories together."""
    tree = getattr(answer, "territories", None)
    if tree is None:
        return int(answer.attackers.most)
    return sum(post.armies.most for top in tree for post in top.walk())


def _per_cent(asked: str) -> str:
    """Return a chance as it was typed, as a per cent, with every digit it had."""
    from decimal import Decimal, InvalidOperation

    try:
        return f"{(Decimal(asked) * 100).normalize():f} %"
    except InvalidOperation:  # it was typed as a per cent, or as a fraction
        return asked
