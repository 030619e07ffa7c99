"""Arguments and options that several commands share."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from functools import partial, wraps
from typing import Any

import click

from ..dice.rules import MOST_DICE, MOST_SIDES
from ..errors import InputError
from ..values import floating, integer, show, whole
from ..variants.rules import Rules, composed, rules as read
from .words import MINUS

# how an answer may be printed other than as text; a command has the option --json for "json"
FORMS = ("json", "csv", "markdown", "sheet")
PICTURES = (".png", ".svg", ".pdf")


def number(text: str) -> int | str:
    """Return the whole number that was typed, or the text: the library refuses it in its words."""
    return integer(text.replace(MINUS, "-"))


def large_number(text: str) -> int | str:
    """Return what `number` does, and 10,000,000 for 1e7.

    >>> large_number("2.5e3"), large_number("1e-3")
    (2500, '1e-3')
    """
    typed = number(text)
    if isinstance(typed, str) and "e" in typed.lower():
        value = floating(typed)
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

    @click.option(
        "--rules", metavar="NAME", shell_complete=complete_rules, help="Rules, as classic+capital."
    )
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


def counts(name: str, text: str) -> list[int] | int:
    """Return whole numbers that were typed with commas for each stage of a path, or one for all."""
    numbers = [whole(name, number(part.strip()), 1) for part in text.split(",")]
    return numbers if len(numbers) > 1 else numbers[0]


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
