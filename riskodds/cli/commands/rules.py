"""``riskodds rules``: the named rules, and what differs in them from the classic game."""

from __future__ import annotations

from typing import Any

import click

from ...dice.rules import Side
from ...questions import turns as questions
from ...variants.presets import said
from ..options import json_option
from ..text import print_json, width

LABEL = 21
CLASSIC = "as in the official booklet of 1993"


@click.group("rules", invoke_without_command=True)
@json_option
@click.pass_context
def command(ctx: click.Context, form: str) -> None:
    """The named rules, for the option --rules.

    \b
    riskodds rules
    riskodds rules show two-dice-from-three
    riskodds rules show classic+connected --json
    riskodds rules show classic+capital+d8def

    A name, and changes joined with "+". The numbers of changes are
    examples; "att" for the attacker, "def" for the defender, neither for both.
    """
    if ctx.invoked_subcommand is not None:
        return
    answer = questions.rules()
    if form == "json":
        print_json(answer.to_dict())
        return
    values, changes = answer.result
    for value in values:
        for place, line in enumerate(value.differences() or [CLASSIC]):
            _line("" if place else str(value), line)
    click.echo("\nchanges, as in classic+capital+d8def")
    for name, says in changes:
        _line(name, says)


@command.command("show")
@click.argument("name")
@json_option
def show_rules(name: str, form: str) -> None:
    """What differs from the classic rules, and every option.

    \b
    riskodds rules show italian-cards
    riskodds rules show classic --json
    """
    answer = questions.rules_show(name)
    found = answer.to_dict()
    if form == "json":
        print_json(found)
        return
    value, turns = answer.result
    click.echo(f"{value} rules\n")
    click.echo("what differs from classic")
    for line in found["differences"] or ["nothing"]:
        _line("", line, margin=2)
    parts = {
        "dice": [*_options(value.dice), ("blitz", said(value.blitz))],
        "game": _options(turns),
        "cards": _options(turns.cards),
    }
    for title, options in parts.items():
        click.echo(f"\n{title}")
        for option, text in options:
            _line(f"  {option}", text, margin=LABEL + 2)


def _options(value: Any, prefix: str = "") -> list[tuple[str, str]]:
    """Return each option of a value with what is said of it; the cards are listed apart."""
    from dataclasses import fields

    lines: list[tuple[str, str]] = []
    for field in fields(value):
        option, part = prefix + field.name, getattr(value, field.name)
        if field.name == "cards":
            continue
        if isinstance(part, Side):
            lines += _options(part, f"{option}, ")
        else:
            lines.append((option, said(part)))
    return lines


def _line(label: str, text: str, margin: int = LABEL) -> None:
    """Print a labelled line, wrapped under its label."""
    from textwrap import fill

    start = f"{label:<{margin}}"
    click.echo(fill(text, width(), initial_indent=start, subsequent_indent=" " * margin))
