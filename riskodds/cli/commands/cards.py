"""``riskodds cards``: what sets are worth, which to trade, and the odds of getting one."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from typing import TYPE_CHECKING, Any

import click

from ...errors import InputError
from ...game.cards.rules import MOST_SETS
from ...values import show, whole
from ...variants.rules import Rules
from ..options import csv_option, digits_option, json_option, number, rules_option
from ..text import percent, print_csv, print_json, width

if TYPE_CHECKING:
    from fractions import Fraction

    from ...game.cards.deck import Card, Cards
    from ...game.cards.rules import CardRules
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
        callback=lambda _, __, name: _deck(name),
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
    from ...game.rules import game_rules

    set_number = whole("the number of the set", set_number, 1, MOST_SETS)
    chosen = rules
    values = game_rules(chosen).cards.schedule.by_kind(set_number - 1)
    one = next(iter(values.values())) if len(values) == 1 else None
    if form == "json":
        print_json({"number": set_number, "rules": str(chosen), "value": one, "values": values})
    elif form == "csv":
        print_csv({"kind": kind, "armies": armies} for kind, armies in values.items())
    else:
        click.echo(f"set number {set_number:,}, {chosen} rules\n")
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
    from ...game.board_files import load_board
    from ...game.cards.forced import trade_duty
    from ...game.cards.trades import rank_trades
    from ...game.rules import game_rules

    chosen = rules
    card_rules = game_rules(chosen).cards
    held = _read(hand, deck, card_rules)
    ways = rank_trades(
        held,
        sets=sets,
        sets_traded=sets_traded,
        owned=[load_board().find(name) for name in _split(own)],
        bonus_taken=whole("bonus_taken", bonus_taken, 0),
        seen=_read(seen, deck, card_rules),
        rules=card_rules,
    )
    results = ways[0].trades
    rows: list[dict[str, Any]] = [
        {
            "cards": _names(result.cards),
            "value": result.value,
            "bonus": result.bonus,
            "places": list(result.places),
            "keeps": _names(result.keeps),
        }
        for result in results
    ]
    if form == "json":
        answer = {
            "hand": _names(held),
            "rules": str(chosen),
            "sets_traded": sets_traded,
            "duty": trade_duty(held, rules=card_rules),
            "cards": [name for row in rows for name in row["cards"]],
            "value": sum(result.value for result in results),
            "bonus": sum(result.bonus for result in results),
            "places": [place for row in rows for place in row["places"]],
            "keeps": rows[-1]["keeps"],
            "trades": rows,
        }
        print_json(answer | {"why": [_reasons(way) for way in ways]} if why else answer)
    else:
        each = card_rules.bonus_per == "card"
        for result in results:
            places = (" and " if each else " or ").join(result.places)
            bonus = f", {result.bonus} on {places}" if result.bonus else ""
            _line("trade", ", ".join(map(str, result.cards)))
            _line("armies", f"{result.value:,} for the set{bonus}")
            _line("keep", ", ".join(map(str, result.keeps)) or "nothing")
        if trade_duty(held, rules=card_rules) == "forced":
            _line("rule", f"{len(held)} cards at the start of a turn: a set must go")
        if why:
            _print_reasons(ways)


def _reasons(way: RankedTrade) -> dict[str, object]:
    """Return what ranks a way to trade, as data."""
    number = way.expected_sets
    return {
        "cards": [name for result in way.trades for name in _names(result.cards)],
        "keeps": _names(way.keeps),
        "expected_sets": float(number),
        "expected_sets_exact": f"{number.numerator}/{number.denominator}",
        "wilds": way.wilds,
        "own": way.own,
    }


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
    from ...game.cards.odds import expected_draws, set_chance
    from ...game.rules import game_rules

    chosen = rules
    card_rules = game_rules(chosen).cards
    known: dict[str, Any] = {
        "hand": _read(hand, deck, card_rules),
        "seen": _read(seen, deck, card_rules),
        "rules": card_rules,
    }
    one, two = (set_chance(draws, sets=sets, **known) for sets in (1, 2))
    wait = expected_draws(**known)
    fields = {"set": one, "two_sets": two, "expected_draws": wait}
    if form == "text":
        _line("hand", ", ".join(map(str, known["hand"])) or "no card")
        _line("draw", f"{draws:,} unknown card{'s' * (draws != 1)}")
        click.echo()
        for label, chance in (("a set", one), ("two sets", two)):
            share = percent(chance, digits, certain=chance in (0, 1))
            line = f"{label:<{LABEL}}{share:>{digits + 6}}   {_exactly(chance)}"
            click.echo(line.rstrip())
        click.echo()
        more = f"after {_decimal(wait, max(digits, 2))} more cards on average"
        _line("first set", more if wait else "already in the hand")
    else:
        about = {"hand": _names(known["hand"]), "seen": _names(known["seen"]), "draw": draws}
        _print_fractions({**about, "rules": str(chosen)}, fields)


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
    from ...game.cards.odds import trade_now_or_wait
    from ...game.rules import game_rules

    chosen = rules
    card_rules = game_rules(chosen).cards
    held = _read(hand, deck, card_rules)
    timing = trade_now_or_wait(
        held,
        sets_traded=sets_traded,
        others=others,
        draws=draws,
        seen=_read(seen, deck, card_rules),
        rules=card_rules,
    )
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
        about = {"hand": _names(held), "rules": str(chosen), "sets_traded": sets_traded}
        about |= {"others": others, "draw": draws, "forced": timing.forced, "best": timing.best}
        fields = {"later": timing.later, "wait": timing.wait}
        _print_fractions({**about, "now": timing.now}, fields)


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
    from ...game.cards.forced import forced_hand_sizes
    from ...game.cards.odds import spoils as expected
    from ...game.rules import game_rules

    chosen = rules
    card_rules = game_rules(chosen).cards
    held = _read(hand, deck, card_rules)
    armies = expected(
        taken,
        hand=held,
        seen=_read(seen, deck, card_rules),
        sets_traded=sets_traded,
        rules=card_rules,
    )
    together = len(held) + (taken if card_rules.takes_cards else 0)
    sizes = forced_hand_sizes(together, mid_turn=True, rules=card_rules)
    if form == "text":
        _line("hand", ", ".join(map(str, held)) or "no card")
        _line("cards", " to ".join(map(str, sizes)))
        _line("armies", f"{_decimal(armies, max(digits, 2))} at once, on average")
        if len(sizes) == 1:
            _line("rule", f"{together} cards wait for the next turn")
    else:
        about = {
            "hand": _names(held),
            "taken": taken,
            "rules": str(chosen),
            "sets_traded": sets_traded,
        }
        _print_fractions({**about, "sizes": list(sizes)}, {"armies": armies})


def _split(texts: Iterable[str]) -> Iterator[str]:
    """Iterate over what was written apart by commas, or as words of their own."""
    for text in texts:
        yield from (part.strip() for part in text.split(","))


def _deck(name: str | None) -> str:
    from ...game.board_files import load_board

    board = load_board()
    name = board.deck if name is None else name
    if name not in board.decks:
        raise InputError(f"the deck must be one of {', '.join(board.decks)}, not {show(name)}")
    return name


def _read(texts: tuple[str, ...], deck: str, rules: CardRules) -> Cards:
    from ...game.board_files import load_board
    from ...game.cards.deck import check_cards, read_card

    board = load_board()
    cards = [read_card(text, board, deck=deck, rules=rules) for text in _split(texts)]
    return check_cards(cards, rules=rules)


def _names(cards: Iterable[Card]) -> list[str]:
    """Return each card as a word that is read back."""
    return [card.territory or card.symbol for card in cards]


def _print_fractions(about: dict[str, Any], fields: dict[str, Fraction]) -> None:
    """Print an answer as JSON whose fields are fractions, each as a float and as "n/d"."""
    answer = dict(about)
    for name, chance in fields.items():
        answer[name] = float(chance)
        answer[f"{name}_exact"] = f"{chance.numerator}/{chance.denominator}"
    print_json(answer)


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
