"""``riskodds cards``: what sets are worth, which to trade, and the odds of getting one."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING, Any

import click

from ...game.rules import game_rules
from ...questions import cards as questions
from ...variants.rules import Rules
from ..options import csv_option, digits_option, json_option, number, rules_option
from ..shares import Share
from ..text import print_csv, print_json, width

if TYPE_CHECKING:
    from fractions import Fraction

    from ...game.cards.trades import RankedTrade


LABEL = 10
# of equal trades, in the text
MOST_REASONS = 10


@click.group("cards", invoke_without_command=True)
@click.pass_context
def command(ctx: click.Context) -> None:
    """Sets of cards: values, trades and odds.

    \b
    riskodds cards value 8
    riskodds cards trade Alaska C A W --own Alaska
    riskodds cards odds --hand I,I,C --draw 2
    riskodds cards wait I C A --sets-traded 4 --others 1
    riskodds cards spoils 4 --hand I,I,C

    A card is I, C, A or W (infantry, cavalry, artillery,
    wild) or a territory, whose symbol the deck tells.
    """
    if ctx.invoked_subcommand is None:
        click.echo(ctx.get_help())


def deck_option(asked: Callable[..., Any]) -> Callable[..., Any]:
    """Add --deck."""
    return click.option(
        "--deck",
        metavar="NAME",
        callback=lambda _, __, name: questions.deck_name(name),
        help="Deck: 1959, 1993 or 2016.",
    )(asked)


def traded_option(asked: Callable[..., Any]) -> Callable[..., Any]:
    """Add --sets-traded."""
    return click.option(
        "--sets-traded", type=number, default="0", metavar="N", help="Sets traded so far, by all."
    )(asked)


def seen_option(asked: Callable[..., Any]) -> Callable[..., Any]:
    """Add --seen."""
    return click.option(
        "--seen", multiple=True, metavar="CARDS", help="Cards that cannot come: seen elsewhere."
    )(asked)


def hand_option(asked: Callable[..., Any]) -> Callable[..., Any]:
    """Add --hand."""
    return click.option("--hand", multiple=True, metavar="CARDS", help="Your cards, by commas.")(
        asked
    )


@command.command("value")
@click.argument("set_number", metavar="NUMBER", type=number)
@rules_option
@json_option
@csv_option
def value(set_number: Any, rules: Rules, form: str) -> None:
    """Armies that the next set brings.

    \b
    riskodds cards value 8             the eighth set
    riskodds cards value 8 --json

    NUMBER counts the sets that all players trade.
    """
    answer = questions.value(set_number, rules=rules)
    values = answer.result
    if form == "json":
        print_json(answer.to_dict())
    elif form == "csv":
        print_csv({"kind": kind, "armies": armies} for kind, armies in values.items())
    else:
        click.echo(f"set number {set_number:,}, {rules} rules\n")
        for kind, armies in values.items():
            click.echo(f"{kind:<22}{armies:>6,} armies")


@command.command("trade")
@click.argument("hand", nargs=-1, required=True, metavar="CARDS...")
@click.option("--own", multiple=True, metavar="NAMES", help="Own territories, by commas.")
@click.option("--sets", type=number, default="1", metavar="N", help="Sets to trade in a row.")
@traded_option
@click.option(
    "--bonus-taken", type=number, default="0", metavar="N", help="Territory bonus had this turn."
)
@seen_option
@click.option("--why", is_flag=True, help="Show the other trades of as many armies.")
@deck_option
@rules_option
@json_option
def trade(
    hand: tuple[str, ...],
    own: tuple[str, ...],
    sets: Any,
    sets_traded: Any,
    bonus_taken: Any,
    seen: tuple[str, ...],
    why: bool,
    deck: str,
    rules: Rules,
    form: str,
) -> None:
    """The trade that brings most, and keeps the best hand.

    \b
    riskodds cards trade Alaska C A W --own Alaska
    riskodds cards trade I I C C A W --sets-traded 5
    riskodds cards trade I I I C C C A W --sets 2
    riskodds cards trade I I I W C C --why

    CARDS is the hand: I, C, A, W or a territory, which
    the deck tells the symbol of. Of equal trades the one
    is taken whose hand kept can expect most sets in the
    next two turns, a card drawn for each; then most wilds.
    """
    answer = questions.trade(
        hand,
        own=own,
        sets=sets,
        sets_traded=sets_traded,
        bonus_taken=bonus_taken,
        seen=seen,
        why=why,
        deck=deck,
        rules=rules,
    )
    held, ways = answer.result
    if form == "json":
        print_json(answer.to_dict())
    else:
        each = game_rules(rules).cards.bonus_per == "card"
        for result in ways[0].trades:
            places = (" and " if each else " or ").join(result.places)
            bonus = f", {result.bonus} on {places}" if result.bonus else ""
            _line("trade", ", ".join(map(str, result.cards)))
            _line("armies", f"{result.value:,} for the set{bonus}")
            _line("keep", ", ".join(map(str, result.keeps)) or "nothing")
        if answer.to_dict()["duty"] == "forced":
            _line("rule", f"{len(held)} cards at the start of a turn: a set must go")
        if why:
            _print_reasons(ways)


def _print_reasons(ways: tuple[RankedTrade, ...]) -> None:
    """Print the ways of as many armies, best first, with the sets that each can expect."""
    click.echo()
    click.echo(f"why: sets of the next two turns, wilds and own cards kept; {len(ways)} in all")
    for way in ways[:MOST_REASONS]:
        kept = f"{_decimal(way.expected_sets, 4)} sets, {way.wilds} wild{'s' * (way.wilds != 1)}"
        own = f", {way.own} own" if way.own else ""
        keeps = ", ".join(map(str, way.keeps)) or "nothing"
        _line("keep", f"{keeps}: {kept}{own}")


@command.command("odds")
@hand_option
@click.option(
    "--draw", "draws", type=number, required=True, metavar="N", help="Unknown cards to come."
)
@seen_option
@deck_option
@rules_option
@digits_option
@json_option
def odds(
    hand: tuple[str, ...],
    draws: Any,
    seen: tuple[str, ...],
    deck: str,
    rules: Rules,
    digits: int,
    form: str,
) -> None:
    """Chance of a set with so many more cards.

    \b
    riskodds cards odds --hand I,I,C --draw 2
    riskodds cards odds --draw 3 --json
    riskodds cards odds --hand I,C --draw 1 --seen W,A,A

    Unknown cards may be drawn, or taken from a player
    who is eliminated: that makes no difference.
    """
    answer = questions.odds(hand=hand, draw=draws, seen=seen, deck=deck, rules=rules)
    held, one, two, wait = answer.result
    if form == "text":
        _line("hand", ", ".join(map(str, held)) or "no card")
        _line("draw", f"{draws:,} unknown card{'s' * (draws != 1)}")
        click.echo()
        for label, chance in (("a set", one), ("two sets", two)):
            share = Share(chance).percent(digits)
            line = f"{label:<{LABEL}}{share:>{digits + 6}}   {_exactly(chance)}"
            click.echo(line.rstrip())
        click.echo()
        more = f"after {_decimal(wait, max(digits, 2))} more cards on average"
        _line("first set", more if wait else "already in the hand")
    else:
        print_json(answer.to_dict())


@command.command("wait")
@click.argument("hand", nargs=-1, required=True, metavar="CARDS...")
@traded_option
@click.option(
    "--others", type=number, default="0", metavar="N", help="Sets others trade before your turn."
)
@click.option(
    "--draw", "draws", type=number, default="1", metavar="N", help="Cards got until then."
)
@seen_option
@deck_option
@rules_option
@digits_option
@json_option
def wait(
    hand: tuple[str, ...],
    sets_traded: Any,
    others: Any,
    draws: Any,
    seen: tuple[str, ...],
    deck: str,
    rules: Rules,
    digits: int,
    form: str,
) -> None:
    """Trade now, or next turn: the armies expected.

    \b
    riskodds cards wait I C A --others 1
    riskodds cards wait I I I C --sets-traded 4 --json

    Counts this turn and the next, in which every set
    then held is traded; territory bonuses are left out.
    """
    answer = questions.wait(
        hand, sets_traded=sets_traded, others=others, draw=draws, seen=seen, deck=deck, rules=rules
    )
    held, timing = answer.result
    if form == "text":
        _line("hand", ", ".join(map(str, held)))
        now = f"{timing.now:,} armies, then {_decimal(timing.later, max(digits, 2))} next turn"
        _line("now", now)
        _line("wait", f"{_decimal(timing.wait, max(digits, 2))} armies next turn")
        if timing.forced:
            _line("best", f"now: {len(held)} cards are too many to wait")
        else:
            _line("best", timing.best)
    else:
        print_json(answer.to_dict())


@command.command("spoils")
@click.argument("taken", type=number)
@hand_option
@traded_option
@seen_option
@deck_option
@rules_option
@digits_option
@json_option
def spoils(
    taken: Any,
    hand: tuple[str, ...],
    sets_traded: Any,
    seen: tuple[str, ...],
    deck: str,
    rules: Rules,
    digits: int,
    form: str,
) -> None:
    """Armies from the cards of a player you eliminate.

    \b
    riskodds cards spoils 4 --hand I,I,C
    riskodds cards spoils 5 --hand I,I,C --sets-traded 6

    TAKEN is how many cards that player holds. With 6 or
    more then in hand, sets are traded at once, until 4
    or fewer are left.
    """
    answer = questions.spoils(
        taken, hand=hand, sets_traded=sets_traded, seen=seen, deck=deck, rules=rules
    )
    held, together, sizes, armies = answer.result
    if form == "text":
        _line("hand", ", ".join(map(str, held)) or "no card")
        _line("cards", " to ".join(map(str, sizes)))
        _line("armies", f"{_decimal(armies, max(digits, 2))} at once, on average")
        if len(sizes) == 1:
            _line("rule", f"{together} cards wait for the next turn")
    else:
        print_json(answer.to_dict())


def _exactly(chance: Fraction) -> str:
    """Return a chance as "n/d", or nothing if it is certain or the line has no room for it."""
    text = f"{chance.numerator}/{chance.denominator}"
    return text if chance not in (0, 1) and len(text) <= width() - 3 * LABEL else ""


def _decimal(number: Fraction, digits: int) -> str:
    return f"{float(number):,.{digits}f}"


def _line(label: str, text: str) -> None:
    """Print a labelled line, wrapped under its label."""
    from textwrap import fill

    margin = " " * LABEL
    click.echo(fill(text, width(), initial_indent=f"{label:<{LABEL}}", subsequent_indent=margin))
