"""Questions on cards: what sets are worth, which to trade, and the odds of getting one."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import TYPE_CHECKING, Any

from ..errors import InputError
from ..game.cards.rules import MOST_SETS
from ..game.rules import game_rules
from ..values import show, whole
from ..variants.rules import resolve
from .answers import Answer
from .given import Flag, Number, Ruled, Text, Texts, words

if TYPE_CHECKING:
    from fractions import Fraction

    from ..game.cards.deck import Card, Cards
    from ..game.cards.rules import CardRules
    from ..game.cards.trades import RankedTrade


def value(number: Number, *, rules: Ruled = "classic") -> Answer:
    """Armies that the next set brings; the result is by kind of set."""
    number = whole("the number of the set", number, 1, MOST_SETS)
    rules = resolve(rules)
    values = game_rules(rules).cards.schedule.by_kind(number - 1)
    one = next(iter(values.values())) if len(values) == 1 else None
    found = {"number": number, "rules": str(rules), "value": one, "values": values}
    return Answer(values, lambda: found)


def trade(
    cards: Texts,
    *,
    own: Texts = (),
    sets: Number = 1,
    sets_traded: Number = 0,
    bonus_taken: Number = 0,
    seen: Texts = (),
    why: Flag = False,
    deck: Text = None,
    rules: Ruled = "classic",
) -> Answer:
    """The trade that brings most; the result is the hand and the ways to trade, the best first."""
    from ..game.board_files import load_board
    from ..game.cards.forced import trade_duty
    from ..game.cards.trades import rank_trades

    rules = resolve(rules)
    card_rules = game_rules(rules).cards
    held = read_cards(cards, deck, card_rules)
    ways = rank_trades(
        held,
        sets=sets,
        sets_traded=sets_traded,
        owned=[load_board().find(name) for name in _split(own)],
        bonus_taken=whole("bonus_taken", bonus_taken, 0),
        seen=read_cards(seen, deck, card_rules),
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
    found = {
        "hand": _names(held),
        "rules": str(rules),
        "sets_traded": sets_traded,
        "duty": trade_duty(held, rules=card_rules),
        "cards": [name for row in rows for name in row["cards"]],
        "value": sum(result.value for result in results),
        "bonus": sum(result.bonus for result in results),
        "places": [place for row in rows for place in row["places"]],
        "keeps": rows[-1]["keeps"],
        "trades": rows,
    }
    if why:
        found["why"] = [_reasons(way) for way in ways]
    return Answer((held, ways), lambda: found)


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


def odds(
    *,
    hand: Texts = (),
    draw: Number,
    seen: Texts = (),
    deck: Text = None,
    rules: Ruled = "classic",
) -> Answer:
    """Chance of a set with so many more cards; the result is the hand and the three numbers."""
    from ..game.cards.odds import expected_draws, set_chance

    rules = resolve(rules)
    card_rules = game_rules(rules).cards
    known: dict[str, Any] = {
        "hand": read_cards(hand, deck, card_rules),
        "seen": read_cards(seen, deck, card_rules),
        "rules": card_rules,
    }
    one, two = (set_chance(draw, sets=sets, **known) for sets in (1, 2))
    more = expected_draws(**known)
    about = {
        "hand": _names(known["hand"]),
        "seen": _names(known["seen"]),
        "draw": draw,
        "rules": str(rules),
    }
    fields = {"set": one, "two_sets": two, "expected_draws": more}
    return Answer((known["hand"], one, two, more), lambda: _with_fractions(about, fields))


def wait(
    cards: Texts,
    *,
    sets_traded: Number = 0,
    others: Number = 0,
    draw: Number = 1,
    seen: Texts = (),
    deck: Text = None,
    rules: Ruled = "classic",
) -> Answer:
    """Trade now, or next turn; the result is the hand and the timing."""
    from ..game.cards.odds import trade_now_or_wait

    rules = resolve(rules)
    card_rules = game_rules(rules).cards
    held = read_cards(cards, deck, card_rules)
    timing = trade_now_or_wait(
        held,
        sets_traded=sets_traded,
        others=others,
        draws=draw,
        seen=read_cards(seen, deck, card_rules),
        rules=card_rules,
    )
    about = {
        "hand": _names(held),
        "rules": str(rules),
        "sets_traded": sets_traded,
        "others": others,
        "draw": draw,
        "forced": timing.forced,
        "best": timing.best,
        "now": timing.now,
    }
    fields = {"later": timing.later, "wait": timing.wait}
    return Answer((held, timing), lambda: _with_fractions(about, fields))


def spoils(
    taken: Number,
    *,
    hand: Texts = (),
    sets_traded: Number = 0,
    seen: Texts = (),
    deck: Text = None,
    rules: Ruled = "classic",
) -> Answer:
    """Armies from the cards of a player one eliminates.

    The result is the hand, the cards together, the sizes left, and the armies expected.
    """
    from ..game.cards.forced import forced_hand_sizes
    from ..game.cards.odds import spoils as expected

    rules = resolve(rules)
    card_rules = game_rules(rules).cards
    held = read_cards(hand, deck, card_rules)
    unseen = read_cards(seen, deck, card_rules)
    armies = expected(taken, hand=held, seen=unseen, sets_traded=sets_traded, rules=card_rules)
    together = len(held) + (taken if card_rules.takes_cards else 0)
    sizes = forced_hand_sizes(together, mid_turn=True, rules=card_rules)
    about = {
        "hand": _names(held),
        "taken": taken,
        "rules": str(rules),
        "sets_traded": sets_traded,
        "sizes": list(sizes),
    }
    result = (held, together, sizes, armies)
    return Answer(result, lambda: _with_fractions(about, {"armies": armies}))


def deck_name(name: str | None) -> str:
    """Return the name of a deck, by default the board's, or refuse one that there is not."""
    from ..game.board_files import load_board

    board = load_board()
    name = board.deck if name is None else name
    if name not in board.decks:
        raise InputError(f"the deck must be one of {', '.join(board.decks)}, not {show(name)}")
    return name


def read_cards(texts: Texts, deck: str | None, rules: CardRules) -> Cards:
    """Return the cards that were written apart by commas, or as words of their own."""
    from ..game.board_files import load_board
    from ..game.cards.deck import check_cards, read_card

    board = load_board()
    name = deck_name(deck)
    return check_cards(
        [read_card(text, board, deck=name, rules=rules) for text in _split(texts)], rules=rules
    )


def _split(texts: Texts) -> Iterator[str]:
    for text in words(texts):
        yield from (part.strip() for part in text.split(","))


def _names(cards: Iterable[Card]) -> list[str]:
    """Return each card as a word that is read back."""
    return [card.territory or card.symbol for card in cards]


def _with_fractions(about: dict[str, Any], fields: dict[str, Fraction]) -> dict[str, Any]:
    """Return an answer with fields that are fractions, each as a float and as "n/d"."""
    found = dict(about)
    for name, chance in fields.items():
        found[name] = float(chance)
        found[f"{name}_exact"] = f"{chance.numerator}/{chance.denominator}"
    return found
