"""Arguments and options that several commands share."""

from __future__ import annotations

from collections.abc import Callable
from functools import wraps
from typing import Any

import click

from ..errors import whole
from . import MINUS


def number(text: str) -> int | str:
    """Return the whole number that was typed, or the text: the library refuses it in its words."""
    typed = text.replace(MINUS, "-")
    try:
        return int(typed) if "_" not in typed else typed
    except ValueError:
        return typed


def rules_option(command: Callable[..., Any]) -> Callable[..., Any]:
    """Add --rules."""
    return click.option("--rules", default="classic", metavar="NAME", help="Rules to fight under.")(
        command
    )


def output_options(command: Callable[..., Any]) -> Callable[..., Any]:
    """Add --digits, --json and --csv, the same for every command that lists rows.

    The command gets `digits`, checked, and `form`: "json", "csv" or "text".
    """

    @click.option("--digits", type=number, default="1", metavar="N", help="Decimals, 0 to 15.")
    @click.option("--json", "as_json", is_flag=True, help="Print JSON, at full precision.")
    @click.option("--csv", "as_csv", is_flag=True, help="Print the rows as CSV.")
    @wraps(command)
    def with_form(*args: Any, digits: Any, as_json: bool, as_csv: bool, **kwargs: Any) -> Any:
        if as_json and as_csv:
            raise click.UsageError("choose one of --json and --csv")
        form = "json" if as_json else "csv" if as_csv else "text"
        return command(*args, digits=whole("digits", digits, 0, 15), form=form, **kwargs)

    return with_form
