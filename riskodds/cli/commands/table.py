"""``riskodds table``: many battles at once, as a table to look things up in."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from functools import partial
from typing import Any

import click

from ...advice.lookup import LookupTable, Shown
from ...questions import tables as questions
from ...variants.rules import Rules
from ..options import (
    attackers_option,
    csv_option,
    digits_option,
    json_option,
    plot_option,
    rules_option,
)
from ..tables import TITLES, axes, cells, heads_of, kind_of, mark, short_head
from ..text import paint, print_csv, print_json, progress, rules_text, width


def markdown_option(command: Callable[..., Any]) -> Callable[..., Any]:
    """Add --markdown, inside `json_option`."""
    return click.option("--markdown", "as_markdown", is_flag=True, help="Print Markdown.")(command)


def sheet_option(command: Callable[..., Any]) -> Callable[..., Any]:
    """Add --sheet, inside `json_option`."""
    return click.option(
        "--sheet", "as_sheet", is_flag=True, help="Print a page (SVG) to lay beside the board."
    )(command)


@click.command("table")
@click.option("--attackers", metavar="RANGE", help="Rows, as 2-20 or 5,10,20-30 (2-20).")
@click.option("--defenders", metavar="RANGE", default="1-10", help="Columns (1-10).")
@click.option(
    "--show", default="win", metavar="WHAT", help="win, losses (attacker's), kills or needed."
)
@click.option("--win", metavar="CHANCE", help="Mark what reaches it; or columns of needed.")
@rules_option
@attackers_option
@plot_option
@partial(digits_option, default=None)
@json_option
@csv_option
@markdown_option
@sheet_option
def command(
    attackers: str | None,
    defenders: str,
    show: Shown,
    win: str | None,
    rules: Rules,
    movable: bool,
    plot: Callable[[str, Any], None],
    digits: int | None,
    form: str,
) -> None:
    """A table of chances, losses or armies.

    \b
    riskodds table
    riskodds table --attackers 2-12 --defenders 1-8 --win 0.8
    riskodds table --show losses --rules classic+capital
    riskodds table --show needed --defenders 1-20
    riskodds table --show needed --win 0.75,0.9
    riskodds table --win 0.8 --sheet

    Attackers go down and count every army on their territory, defenders go
    across. --win marks in every column the fewest attackers that reach the
    chance, with a star. A wide table is cut into blocks that fit. --sheet
    prints an SVG of one page: riskodds table --sheet > table.svg
    """
    with progress() as report:
        answer = questions.table(
            attackers=attackers,
            defenders=defenders,
            show=show,
            win=win,
            rules=rules,
            movable=movable,
            progress=report,
        )
    found: LookupTable = answer.result
    plot("grid", found)
    if digits is None:
        digits = 0 if show == "win" else 1
    if form == "json":
        print_json(answer.to_dict())
    elif form == "csv":
        corner = "defenders" if show == "needed" else "movable" if movable else "attackers"
        print_csv(
            {corner: n - movable, **{short_head(column): _plain(v) for column, v in cells}}
            for n, cells in (
                (n, zip(found.columns, row, strict=True))
                for n, row in zip(found.rows, found.values, strict=True)
            )
        )
    elif form == "sheet":
        from ..sheet import sheet

        labels = [f"{n - movable:,}" for n in found.rows]
        click.echo(sheet(found, labels, cells(found, digits), axes(found, movable)))
    else:
        lines = _markdown if form == "markdown" else _text
        for line in lines(found, cells(found, digits), movable):
            click.echo(line)


def _plain(value: Any) -> Any:
    return "" if value is None else value


def _text(found: LookupTable, texts: Sequence[Sequence[str]], movable: bool) -> Iterator[str]:
    yield TITLES[found.shows]
    yield axes(found, movable)
    yield rules_text(found.rules)
    if found.target is not None:
        yield f"* {mark(found)}"
    heads = heads_of(found)
    label = max(len(f"{n - movable:,}") for n in found.rows)
    cell = 1 + max(len(text) for row in (heads, *texts) for text in row)
    fit = max(1, (width(None) - label) // cell)
    for start in range(0, len(heads), fit):
        block = slice(start, start + fit)
        yield ""
        yield " " * label + "".join(f"{head:>{cell}}" for head in heads[block])
        for n, row, values in zip(found.rows, texts, found.values, strict=True):
            line = f"{n - movable:>{label},}"
            for text, value in zip(row[block], values[block], strict=True):
                shown = text
                if found.shows == "win":
                    shown = paint(text, kind_of(value), bold=text.startswith("*"))
                line += " " * (cell - len(text)) + shown
            yield line
    if any(value is None for row in found.values for value in row):
        yield ""
        yield "- no number of attackers reaches it"
    if len(heads) > fit:
        columns = label + cell * len(heads)
        narrow = "" if found.shows == "needed" else f", or --defenders {_first(found.columns, fit)}"
        yield ""
        yield f"side by side in {columns} columns{narrow}"


def _first(columns: Sequence[Any], fit: int) -> str:
    """Return how to ask for the first columns only."""
    return f"{columns[0]}-{columns[fit - 1]}" if fit > 1 else str(columns[0])


def _markdown(found: LookupTable, texts: Sequence[Sequence[str]], movable: bool) -> Iterator[str]:
    corner = "defenders" if found.shows == "needed" else "attackers"
    marked = f"; bold: {mark(found)}" if found.target is not None else ""
    yield f"{TITLES[found.shows]}; {axes(found, movable)}; {found.rules} rules{marked}"
    yield ""
    yield f"| {corner} | {' | '.join(heads_of(found))} |"
    yield f"|{'---:|' * (len(found.columns) + 1)}"
    for n, row in zip(found.rows, texts, strict=True):
        cells = (f"**{text[1:]}**" if text.startswith("*") else text for text in row)
        yield f"| {n - movable:,} | {' | '.join(cells)} |"
