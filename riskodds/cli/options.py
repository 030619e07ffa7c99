"""Arguments and options that several commands share."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from functools import wraps
from typing import Any

import click

from ..dice import MOST_DICE, MOST_SIDES
from ..errors import whole
from ..presets import Rules, composed, rules as read
from . import MINUS


def number(text: str) -> int | str:
    """Return the whole number that was typed, or the text: the library refuses it in its words."""
    typed = text.replace(MINUS, "-")
    try:
        return int(typed) if "_" not in typed else typed
    except ValueError:
        return typed


def large_number(text: str) -> int | str:
    """Return what `number` does, and 10,000,000 for 1e7.

    >>> large_number("2.5e3"), large_number("1e-3")
    (2500, '1e-3')
    """
    typed = number(text)
    if isinstance(typed, str) and "e" in typed.lower() and "_" not in typed:
        try:
            value = float(typed)
        except ValueError:
            return typed
        if value.is_integer():
            return int(value)
    return typed


def rules_file_option(command: Callable[..., Any]) -> Callable[..., Any]:
    """Add --rules-file; the command gets its rules by name as `named`."""

    @click.option(
        "--rules-file", metavar="FILE", envvar="RISKODDS_RULES", help="Rules of your own, in TOML."
    )
    @wraps(command)
    def with_named(*args: Any, rules_file: str | None, **kwargs: Any) -> Any:
        named = {}
        if rules_file is not None:
            from ..rules_files import read_rules

            named = read_rules(rules_file)
        return command(*args, named=named, **kwargs)

    return with_named


def rules_option(command: Callable[..., Any]) -> Callable[..., Any]:
    """Add --rules and --rules-file; the command gets a `Rules` value as `rules`."""

    @click.option("--rules", metavar="NAME", help="Rules, as classic+capital.")
    @rules_file_option
    @wraps(command)
    def with_rules(*args: Any, rules: str | None, named: dict[str, Rules], **kwargs: Any) -> Any:
        if rules is None:
            source = click.get_current_context().get_parameter_source("rules_file")
            if source is not None and source.name == "COMMANDLINE":
                names = ", ".join(named) or "none"
                raise click.UsageError(f"choose from the rules file with --rules; it has {names}")
            rules = "classic"
        return command(*args, rules=read(rules, named=named), **kwargs)

    return with_rules


# option -> (the change it stands for, help); a change with a number takes it from the option
FLAGS = {
    "capital": ("capital", "The defender is in a capital."),
    "wall": ("wall", "The defender is behind a wall."),
    "zombie-attacker": ("zombie-attacker", "Zombies attack."),
    "zombie-defender": ("zombie-defender", "Zombies defend."),
    "attack-dice": ("dice{}att", "The attacker rolls N dice at most."),
    "defence-sides": ("d{}def", "Defence dice with N sides."),
    "blitz": ("blitz", "Balanced Blitz of the app."),
}


def dice_flags(command: Callable[..., Any]) -> Callable[..., Any]:
    """Add the long flags for changes; put below `rules_option`, whose `rules` they change."""

    @wraps(command)
    def with_flags(*args: Any, rules: Rules, **kwargs: Any) -> Any:
        changes = []
        for name, (change, _) in FLAGS.items():
            given = kwargs.pop(_parameter(name))
            if given is None or given is False:
                continue
            if given is not True:
                most = MOST_DICE if name == "attack-dice" else MOST_SIDES
                change = change.format(whole(name.replace("-", " "), given, 1, most))
            changes.append(change)
        return command(*args, rules=composed(rules, changes) if changes else rules, **kwargs)

    flagged: Callable[..., Any] = with_flags
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


def from_movable(attackers: Any, movable: bool) -> Any:
    """Return the number of attackers that was typed as all armies on the territory."""
    if not movable:
        return attackers
    return whole("movable attackers", attackers, 1, 10**12 - 1) + 1


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


def typed(words: Iterable[str]) -> str:
    """Return the words of a path or tree as one text."""
    return " ".join(words).replace(MINUS, "-")


def counts(name: str, text: str) -> list[int]:
    """Return whole numbers that were typed with commas, or one, for each stage of a path."""
    return [whole(name, number(part.strip()), 1) for part in text.split(",")]


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
