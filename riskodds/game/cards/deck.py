"""The cards: decks, hands, sets, and the two piles.

A hand or a pile is a tuple of `Card`, in any order; nothing is drawn at random unless the caller
brings the randomness. What makes a set is said by `rules.CardRules`.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from itertools import combinations
from typing import TYPE_CHECKING, NamedTuple

from ...errors import InputError, RuleError, TooLargeError
from ...guards import guarded
from ...values import show
from .rules import CLASSIC_CARDS, WILD, CardRules

if TYPE_CHECKING:
    from random import Random

    from ..board import Board

MISSION = "mission"
# a larger hand has so many sets that looking for them takes seconds
MOST_CARDS = 200
# from here on a hand has more cards of a symbol than a set takes
MANY = 12


class Card(NamedTuple):
    """One card.

    >>> str(Card("infantry", "Alaska")), str(Card("wild")), str(Card("cavalry"))
    ('Alaska (infantry)', 'wild', 'cavalry')

    Parameters
    ----------
    symbol : str
        A symbol of the rules, "wild", or "mission".
    territory : str
        The territory it shows. Empty on a wild, and where only the symbol is known; on a
        mission, the task.
    """

    symbol: str
    territory: str = ""

    def __str__(self) -> str:
        return f"{self.territory} ({self.symbol})" if self.territory else self.symbol


Cards = tuple[Card, ...]


@guarded
def full_deck(
    symbols: Mapping[str, str], *, rules: CardRules = CLASSIC_CARDS, missions: Iterable[str] = ()
) -> Cards:
    """Return every card of a deck: the territories', the wilds, and missions if wanted.

    >>> from riskodds.game import load_board
    >>> deck = full_deck(load_board().decks["1993"])
    >>> len(deck), deck[0], deck[-1]
    (44, Card(symbol='infantry', territory='Alaska'), Card(symbol='wild', territory=''))

    Parameters
    ----------
    symbols : mapping of str to str
        The symbol on the card of each territory, such as ``board.decks["1993"]``.
    rules : CardRules
        Says which symbols there are, how many of each, and how many wilds.
    missions : iterable of str
        The tasks on the mission cards; they belong to the box and not to the draw pile.

    Returns
    -------
    tuple of Card
        The deck, unshuffled.

    Raises
    ------
    InputError
        An unknown symbol, or more cards of one than the rules say; fewer may be, as of a deck
        that lost some.
    """
    counts = Counter(symbols.values())
    for symbol in counts.keys() - dict(rules.symbols).keys():
        raise InputError(f"a card must bear {_symbols(rules)}, not {show(symbol)}")
    for symbol, count in rules.symbols:
        if counts[symbol] > count:
            raise InputError(
                f"the deck must have at most {count} {symbol} cards, not {counts[symbol]}"
            )
    return (
        *(Card(symbol, territory) for territory, symbol in symbols.items()),
        *(Card(WILD) for _ in range(rules.wilds)),
        *(Card(MISSION, task) for task in missions),
    )


@guarded
def read_card(
    text: str, board: Board, *, deck: str | None = None, rules: CardRules = CLASSIC_CARDS
) -> Card:
    """Return the card that a player writes as a letter, a symbol or a territory.

    >>> from riskodds.game import load_board
    >>> [str(read_card(text, load_board())) for text in ("C", "wild", "alaska")]
    ['cavalry', 'wild', 'Alaska (infantry)']

    Parameters
    ----------
    text : str
        The first letter of a symbol ("I", "C", "A", "W"), the symbol, or a territory.
    board : Board
        Where the territory lies.
    deck : str, optional
        The deck that tells the territory's symbol; the board's own choice if left out.
    rules : CardRules
        Says which symbols there are.

    Returns
    -------
    Card
        The card.

    Raises
    ------
    InputError
        Neither a symbol nor a territory, or no such deck.
    """
    word = text.strip().casefold()
    for symbol in rules.counts:
        if word and word in (symbol, symbol[0]):
            return Card(symbol)
    deck = board.deck if deck is None else deck
    if deck not in board.decks:
        decks = ", ".join(board.decks) or "none on this board"
        raise InputError(f"the deck must be one of {decks}, not {show(deck)}")
    try:
        territory = board.find(text)
    except InputError as error:
        near = str(error).partition(": did you mean ")[2]
        hint = f": did you mean {near}" if near else ""
        raise InputError(
            f"a card is {_symbols(rules)} or a territory, not {show(text)}{hint}"
        ) from None
    symbol = board.decks[deck].get(territory, "")
    if not symbol:
        raise InputError(f"the deck {show(deck)} has no card of {territory}")
    if symbol not in rules.counts:
        raise InputError(f"the deck {deck} has {symbol} cards, the rules have {_symbols(rules)}")
    return Card(symbol, territory)


@guarded
def check_cards(cards: Iterable[Card], *, rules: CardRules = CLASSIC_CARDS) -> Cards:
    """Return cards as a tuple, or refuse them unless they can come from one deck.

    >>> check_cards([Card("infantry")] * 15)
    Traceback (most recent call last):
    ...
    riskodds.errors.RuleError: the deck has 14 infantry cards: 15 are too many

    Parameters
    ----------
    cards : iterable of Card
        A hand, or all cards that somebody has seen.
    rules : CardRules
        Says which symbols there are, how many of each, and how many wilds.

    Returns
    -------
    tuple of Card
        The cards, in their order.

    Raises
    ------
    InputError
        Something that is no card, or bears an unknown symbol.
    RuleError
        More cards of a symbol than the deck has, or a territory's card twice.
    """
    cards = tuple(cards)
    allowed = rules.counts
    for card in cards:
        if not (isinstance(card, Card) and isinstance(card.territory, str)):
            raise InputError(f"a card must be a Card with a symbol, not {show(card)}")
        if card.symbol not in allowed:
            raise InputError(f"a card must bear {_symbols(rules)}, not {show(card.symbol)}")
        if card.symbol == WILD and card.territory:
            raise InputError(f"a wild shows no territory, not {show(card.territory)}")
    for symbol, count in Counter(card.symbol for card in cards).items():
        if count > allowed[symbol]:
            raise RuleError(
                f"the deck has {allowed[symbol]} {symbol} cards", f"{count} are too many"
            )
    for territory, count in Counter(card.territory for card in cards if card.territory).items():
        if count > 1:
            raise RuleError("a territory has one card", f"{show(territory)} comes {count} times")
    return cards


@guarded
def is_set(cards: Sequence[Card], *, rules: CardRules = CLASSIC_CARDS) -> bool:
    """Return whether these cards, all of them, are a set.

    >>> is_set((Card("infantry"), Card("cavalry"), Card("wild")))
    True

    Parameters
    ----------
    cards : sequence of Card
        The cards, in any order.
    rules : CardRules
        Says what a set is.

    Returns
    -------
    bool
        True if they are one.
    """
    return tuple(sorted([card[0] for card in cards])) in rules.sets


@guarded
def holds_set(hand: Sequence[Card], *, rules: CardRules = CLASSIC_CARDS) -> bool:
    """Return whether a set can be made from some of these cards.

    >>> holds_set((Card("infantry"), Card("infantry"), Card("cavalry"), Card("cavalry")))
    False

    Parameters
    ----------
    hand : sequence of Card
        The cards, in any order.
    rules : CardRules
        Says what a set is.

    Returns
    -------
    bool
        True if any are one.
    """
    symbols, sets = sorted([card[0] for card in hand]), rules.sets
    if len(symbols) > MANY:  # more of a symbol than a set takes make no other sets
        most = max(rules.set_sizes)
        symbols = [s for s, count in Counter(symbols).items() for _ in range(min(count, most))]
    return any(chosen in sets for size in rules.set_sizes for chosen in combinations(symbols, size))


@guarded
def sets_in(hand: Sequence[Card], *, rules: CardRules = CLASSIC_CARDS) -> tuple[Cards, ...]:
    """Return every set that can be made from some of these cards, each as sorted cards.

    >>> hand = [Card("wild"), Card("cavalry"), Card("infantry", "Alaska"), Card("infantry")]
    >>> len(sets_in(hand))
    3

    Parameters
    ----------
    hand : sequence of Card
        The cards, in any order.
    rules : CardRules
        Says what a set is.

    Returns
    -------
    tuple of tuple of Card
        In rising order. Two equal cards, such as two wilds, do not make two equal sets.
    """
    if len(hand) > MOST_CARDS:
        raise TooLargeError(f"a hand may have at most {MOST_CARDS} cards, not {len(hand):,}")
    ordered, sets = sorted(hand), rules.sets
    found = [
        chosen
        for size in rules.set_sizes
        for chosen in combinations(ordered, size)
        if tuple([card[0] for card in chosen]) in sets
    ]
    return tuple(dict.fromkeys(found))


def without(hand: Iterable[Card], cards: Iterable[Card]) -> Cards:
    """Return a hand or pile, in its order, from which these cards were taken.

    >>> without((Card("wild"), Card("cavalry"), Card("wild")), (Card("wild"),))
    (Card(symbol='cavalry', territory=''), Card(symbol='wild', territory=''))

    Raises
    ------
    RuleError
        A card that is not among them, or not so often.
    """
    left = list(hand)
    for card in cards:
        try:
            left.remove(card)
        except ValueError:
            raise RuleError("only cards that are there can go", f"no {card} is") from None
    return tuple(left)


def drawable(pile: Cards, discards: Cards, *, rules: CardRules = CLASSIC_CARDS) -> Cards:
    """Return the cards one of which is drawn next; none if there is nothing left to draw.

    >>> drawable((), (Card("wild"), Card("cavalry")))
    (Card(symbol='wild', territory=''), Card(symbol='cavalry', territory=''))

    Parameters
    ----------
    pile, discards : tuple of Card
        The draw pile and the discards. An empty draw pile is made again of the discards,
        shuffled, if the rules recycle them.
    rules : CardRules
        Says whether they do.
    """
    return pile or (discards if rules.recycle else ())


def after_draw(
    card: Card, pile: Cards, discards: Cards, *, rules: CardRules = CLASSIC_CARDS
) -> tuple[Cards, Cards]:
    """Return the draw pile and the discards after this card was drawn.

    >>> after_draw(Card("wild"), (), (Card("wild"), Card("cavalry")))
    ((Card(symbol='cavalry', territory=''),), ())

    Raises
    ------
    RuleError
        A card that cannot be the next one.
    """
    left = without(drawable(pile, discards, rules=rules), (card,))
    return left, discards if pile else ()


@guarded
def draw(
    pile: Cards, discards: Cards, *, rng: Random, rules: CardRules = CLASSIC_CARDS
) -> tuple[Card | None, Cards, Cards]:
    """Return a card drawn at random, then the draw pile and the discards that are left.

    >>> from random import Random
    >>> draw((Card("wild"),), (), rng=Random(1))
    (Card(symbol='wild', territory=''), (), ())

    Parameters
    ----------
    pile, discards : tuple of Card
        The draw pile and the discards.
    rng : random.Random
        The source of randomness.
    rules : CardRules
        Says whether the discards are used again.

    Returns
    -------
    card : Card or None
        None if there is nothing left to draw.
    pile, discards : tuple of Card
        The piles afterwards.
    """
    choices = drawable(pile, discards, rules=rules)
    if not choices:
        return None, pile, discards
    card = rng.choice(choices)
    return card, *after_draw(card, pile, discards, rules=rules)


def _symbols(rules: CardRules) -> str:
    names = [f"'{name}'" for name in rules.counts]
    return " or ".join([", ".join(names[:-1]), names[-1]] if names[1:] else names)
