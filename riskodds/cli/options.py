"""Arguments and options that several commands share."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial, wraps
from typing import Any

import click

from ..errors import InputError
from ..questions.given import (
    FLAGS as FLAGS,
    counts as counts,
    from_movable as from_movable,
    large_number as large_number,
    number as number,
    typed as typed,
    with_flags,
)
from ..values import show, whole
from ..variants.rules import Rules, rules as read

# how an answer may be printed other than as text; a command has the option --json for "json"
FORMS = ("json", "csv", "markdown", "sheet")
# the file of rules that goes without saying
RULES_VARIABLE = "RISKODDS_RULES"
PICTURES = (".png", ".svg", ".pdf")


def rules_file_option(command: Callable[..., Any]) -> Callable[..., Any]:
    """Add --rules-file; the command gets its rules by name as `named`."""

    @click.option(
        "--rules-file", metavar="FILE", envvar=RULES_VARIABLE, help="Rules of your own, in TOML."
    )
    @wraps(command)
    def with_named(*args: Any, rules_file: str | None, **kwargs: Any) -> Any:
        named = {}
        if rules_file is not None:
            from ..variants.files import read_rules

            named = read_rules(rules_file)
        return command(*args, named=named, **kwargs)

    return with_named


def complete_rules(context: click.Context, option: click.Parameter, typed: str) -> list[str]:
    """Return the rules that begin as what was typed does, or its last change."""
    from ..variants.changes import change_list
    from ..variants.rules import rules_names

    before, plus, last = typed.rpartition("+")
    changes = (name for name, _ in change_list() if not any(map(str.isdigit, name)))
    return [
        f"{before}{plus}{name}"
        for name in ((*changes,) if plus else (*rules_names(), *changes))
        if name.startswith(last)
    ]


def rules_option(command: Callable[..., Any]) -> Callable[..., Any]:
    """Add --rules and --rules-file; the command gets a `Rules` value as `rules`."""

    @rules_and_names_option
    @wraps(command)
    def with_rules(*args: Any, given: str | None, named: dict[str, Rules], **kwargs: Any) -> Any:
        check_named(given, named)
        return command(*args, **kwargs)

    return with_rules


def check_named(given: str | None, named: dict[str, Rules]) -> None:
    """Refuse a rules file of which no rules are chosen; one that is always set may stay unused."""
    source = click.get_current_context().get_parameter_source("rules_file")
    if given is None and source is not None and source.name == "COMMANDLINE":
        names = ", ".join(named) or "none"
        raise click.UsageError(f"choose from the rules file with --rules; it has {names}")


def rules_and_names_option(command: Callable[..., Any]) -> Callable[..., Any]:
    """Add what `rules_option` does; the command gets `named` too, and what was `given`."""

    @click.option(
        "--rules", metavar="NAME", shell_complete=complete_rules, help="Rules, as classic+capital."
    )
    @rules_file_option
    @wraps(command)
    def with_rules(*args: Any, rules: str | None, named: dict[str, Rules], **kwargs: Any) -> Any:
        chosen = read("classic" if rules is None else rules, named=named)
        return command(*args, rules=chosen, given=rules, named=named, **kwargs)

    return with_rules


def dice_flags(command: Callable[..., Any]) -> Callable[..., Any]:
    """Add the long flags for changes; put below `rules_option`, whose `rules` they change."""

    @wraps(command)
    def with_changes(*args: Any, rules: Rules, **kwargs: Any) -> Any:
        given = {name: kwargs.pop(_parameter(name)) for name in FLAGS}
        return command(*args, rules=with_flags(rules, given), **kwargs)

    flagged: Callable[..., Any] = with_changes
    for name, (change, text) in reversed(FLAGS.items()):
        if "{}" in change:
            option = click.option(
                f"--{name}", _parameter(name), type=number, metavar="N", help=text
            )
        else:
            option = click.option(f"--{name}", _parameter(name), is_flag=True, help=text)
        flagged = option(flagged)
    return flagged


def _parameter(flag: str) -> str:
    """Return a name that is no argument's: `roll` has one called attack_dice."""
    return f"flag_{flag.replace('-', '_')}"


def attackers_option(command: Callable[..., Any]) -> Callable[..., Any]:
    """Add --movable, for `from_movable`."""
    return click.option(
        "--movable", is_flag=True, help="ATTACKERS counts only armies free to attack."
    )(command)


def aim_options(command: Callable[..., Any]) -> Callable[..., Any]:
    """Add --stop-at and --goal; the command gets them as `stops`, for `battle`."""

    @click.option(
        "--stop-at", type=number, metavar="N", help="Stop with N attackers left or fewer."
    )
    @click.option("--goal", type=number, metavar="N", help="Stop with N defenders left or fewer.")
    @wraps(command)
    def with_stops(*args: Any, stop_at: Any, goal: Any, **kwargs: Any) -> Any:
        stops = {
            "stop_at": 1 if stop_at is None else stop_at,
            "goal": 0 if goal is None else goal,
        }
        return command(*args, stops=stops, **kwargs)

    return with_stops


def stop_options(command: Callable[..., Any]) -> Callable[..., Any]:
    """Add --stop-at, --goal and --rolls; the command gets them as `stops`, for `battle`."""

    @aim_options
    @click.option("--rolls", type=number, metavar="N", help="Stop after N rolls.")
    @wraps(command)
    def with_rolls(*args: Any, stops: dict[str, Any], rolls: Any, **kwargs: Any) -> Any:
        return command(*args, stops={**stops, "rolls": rolls}, **kwargs)

    return with_rolls


WORTHS = {
    "army": "An army kept (1).",
    "enemy": "An enemy destroyed (0).",
    "territory": "The territory taken (0).",
    "card": "The card that it brings (0).",
}


def worth_options(command: Callable[..., Any]) -> Callable[..., Any]:
    """Add --army, --enemy, --territory and --card; the command gets those given as `worths`."""

    @wraps(command)
    def with_worths(*args: Any, **kwargs: Any) -> Any:
        given = {name: kwargs.pop(name) for name in WORTHS}
        worths = {name: typed([text]) for name, text in given.items() if text is not None}
        return command(*args, worths=worths, **kwargs)

    valued: Callable[..., Any] = with_worths
    for name, text in reversed(WORTHS.items()):
        valued = click.option(f"--{name}", metavar="WORTH", help=text)(valued)
    return valued


def target_option(default: str, text: str) -> Callable[..., Any]:
    """Return what adds --win, a chance to be reached."""
    return click.option("--win", default=default, show_default=True, metavar="CHANCE", help=text)


def output_options(command: Callable[..., Any]) -> Callable[..., Any]:
    """Add --digits, --json and --csv, the same for every command that lists rows of chances."""
    return digits_option(json_option(csv_option(command)))


def digits_option(command: Callable[..., Any], default: str | None = "1") -> Callable[..., Any]:
    """Add --digits; the command gets `digits`, checked."""

    @click.option("--digits", type=number, default=default, metavar="N", help="Decimals, 0 to 15.")
    @wraps(command)
    def with_digits(*args: Any, digits: Any, **kwargs: Any) -> Any:
        if digits is not None:
            digits = whole("digits", digits, 0, 15)
        return command(*args, digits=digits, **kwargs)

    return with_digits


def json_option(command: Callable[..., Any]) -> Callable[..., Any]:
    """Add --json; the command gets `form`: "json" or "text", or another of FORMS if it has it."""

    @click.option("--json", "as_json", is_flag=True, help="Print JSON, at full precision.")
    @wraps(command)
    def with_form(*args: Any, **kwargs: Any) -> Any:
        chosen = [form for form in FORMS if kwargs.pop(f"as_{form}", False)]
        if len(chosen) > 1:
            raise click.UsageError(f"choose one of {' and '.join(f'--{form}' for form in chosen)}")
        return command(*args, form=chosen[0] if chosen else "text", **kwargs)

    return with_form


def plot_option(command: Callable[..., Any]) -> Callable[..., Any]:
    """Add --plot; the command gets `plot`: nothing, or a function that draws and writes.

    It is called with the name of a function of `plot` and the answer to draw.
    """

    @click.option("--plot", metavar="FILE", help="Draw it too: a .png, .svg or .pdf file.")
    @wraps(command)
    def with_plot(*args: Any, plot: str | None, **kwargs: Any) -> Any:
        if plot is None:
            return command(*args, plot=lambda name, answer: None, **kwargs)
        if not plot.lower().endswith(PICTURES):
            raise InputError(f"--plot must name a .png, .svg or .pdf file, not {show(plot)}")
        from .plots import save

        return command(*args, plot=partial(save, plot), **kwargs)

    return with_plot


def csv_option(command: Callable[..., Any]) -> Callable[..., Any]:
    """Add --csv, inside `json_option`."""
    return click.option("--csv", "as_csv", is_flag=True, help="Print the rows as CSV.")(command)
