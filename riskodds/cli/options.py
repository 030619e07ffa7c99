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
    """Add --digits, --json and --csv, the same for every command that lists rows of chances."""
    return digits_option(json_option(csv_option(command)))


def digits_option(command: Callable[..., Any]) -> Callable[..., Any]:
    """Add --digits; the command gets `digits`, checked."""

    @click.option("--digits", type=number, default="1", metavar="N", help="Decimals, 0 to 15.")
    @wraps(command)
    def with_digits(*args: Any, digits: Any, **kwargs: Any) -> Any:
        return command(*args, digits=whole("digits", digits, 0, 15), **kwargs)

    return with_digits


def json_option(command: Callable[..., Any]) -> Callable[..., Any]:
    """Add --json; the command gets `form`: "json" or "text", and "csv" if it has --csv."""

    @click.option("--json", "as_json", is_flag=True, help="Print JSON, at full precision.")
    @wraps(command)
    def with_form(*args: Any, as_json: bool, as_csv: bool = False, **kwargs: Any) -> Any:
        if as_json and as_csv:
            raise click.UsageError("choose one of --json and --csv")
        form = "json" if as_json else "csv" if as_csv else "text"
        return command(*args, form=form, **kwargs)

    return with_form


def csv_option(command: Callable[..., Any]) -> Callable[..., Any]:
    """Add --csv, inside `json_option`."""
    return click.option("--csv", "as_csv", is_flag=True, help="Print the rows as CSV.")(command)
