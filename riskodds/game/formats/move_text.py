"""Moves as text, both ways.

A move is a verb, what it is about, and after a colon how many or which:

    claim Alaska                          headquarters Alaska
    place Alaska: 3                       trade Alaska, Congo, wild: Alaska
    attack Alaska > Kamchatka: 6,5,2 v 5,3
    move in: 3                            fortify Alaska > Alberta: 2
    end phase                             end turn: Peru

A card goes by its territory, or by its symbol if it shows none. Reading forgives case, accents
and aliases of territories.
"""

from __future__ import annotations

from collections.abc import Callable

from ...errors import InputError
from ...guards import guarded
from ...values import integer, show, whole
from ..cards.deck import Card, Cards
from ..games import Game
from ..moves import (
    Attack,
    Claim,
    EndPhase,
    EndTurn,
    Fortify,
    Headquarters,
    Move,
    MoveIn,
    Place,
    Trade,
)

MOST_NUMBER = 10**9 - 1
FORMS = (
    "claim T",
    "headquarters T",
    "place T: N",
    "trade CARDS",
    "trade CARDS: T",
    "attack T > T: DICE v DICE",
    "move in: N",
    "fortify T > T: N",
    "end phase",
    "end turn",
    "end turn: CARD",
)


def card_text(card: Card) -> str:
    """Return the text that stands for a card: its territory, or its symbol.

    >>> card_text(Card("infantry", "Alaska")), card_text(Card("wild"))
    ('Alaska', 'wild')
    """
    return card.territory or card.symbol


def cards_text(cards: Cards) -> str:
    """Return the text that stands for cards, separated by commas."""
    return ", ".join(map(card_text, cards))


def parse_card(text: str, game: Game) -> Card:
    """Return the card of a game's deck that a text stands for.

    >>> from riskodds.game import new_game
    >>> parse_card("alaska", new_game(3))
    Card(symbol='infantry', territory='Alaska')

    Raises
    ------
    InputError
        No card of this deck.
    """
    name = text.strip()
    card = game.card_texts.get(name) or game.card_texts.get(name.casefold())
    if card is None:
        card = game.card_texts.get(game.board.find(name))
    if card is None:
        raise InputError(f"the deck {show(game.deck)} has no card {show(name)}")
    return card


def parse_cards(text: str, game: Game) -> Cards:
    """Return the cards that a text stands for, which commas separate."""
    return tuple(parse_card(part, game) for part in text.split(",") if part.strip())


@guarded
def move_text(move: Move) -> str:
    """Return a move as text.

    >>> move_text(Attack("Alaska", "Kamchatka", (6, 2), (5,)))
    'attack Alaska > Kamchatka: 6,2 v 5'

    Parameters
    ----------
    move : Move
        The move.

    Returns
    -------
    str
        What `parse_move` reads.
    """
    match move:
        case Claim(territory):
            return f"claim {territory}"
        case Headquarters(territory):
            return f"headquarters {territory}"
        case Place(territory, armies):
            return f"place {territory}: {armies}"
        case Trade(cards, bonus):
            return f"trade {cards_text(cards)}" + (f": {', '.join(bonus)}" if bonus else "")
        case Attack(source, target, attack, defence):
            dice = f"{','.join(map(str, attack))} v {','.join(map(str, defence))}"
            return f"attack {source} > {target}: {dice}"
        case MoveIn(armies):
            return f"move in: {armies}"
        case Fortify(source, target, armies):
            return f"fortify {source} > {target}: {armies}"
        case EndPhase():
            return "end phase"
        case EndTurn(card):
            return "end turn" + (f": {card_text(card)}" if card else "")


@guarded
def parse_move(text: str, game: Game) -> Move:
    """Return the move that a text stands for.

    >>> from riskodds.game import new_game
    >>> parse_move("attack alaska > kamchatka: 2,6 v 5", new_game(3))
    Attack(source='Alaska', target='Kamchatka', attack_dice=(6, 2), defence_dice=(5,))

    Parameters
    ----------
    text : str
        The move, as `move_text` writes it.
    game : Game
        Its board and deck tell territories and cards.

    Returns
    -------
    Move
        The move; whether it is legal, `is_legal` says.

    Raises
    ------
    InputError
        A text that is no move, an unknown territory, a card not in the deck.
    """
    words = " ".join(text.split()) if isinstance(text, str) else ""
    for verb, read in _READERS.items():
        if words.casefold().startswith(verb) and words[len(verb) : len(verb) + 1] in ("", " ", ":"):
            what, colon, rest = words[len(verb) :].partition(":")
            move = read(what.strip(), rest.strip() if colon else None, game)
            if move is not None:
                return move
    raise InputError(f"a move must be one of {' | '.join(FORMS)}, not {show(text)}")


def read_count(text: str, where: str = "a move") -> int:
    """Return a whole number of at least 0, of less than ten digits, that stands in a text.

    >>> read_count("12")
    12
    """
    return whole(f"a number in {where}", integer(text), 0, MOST_NUMBER)


def _dice(text: str) -> tuple[int, ...]:
    return tuple(read_count(die.strip()) for die in text.split(","))


def _pair(text: str, game: Game) -> tuple[str, str] | None:
    source, arrow, target = text.partition(">")
    return (game.board.find(source), game.board.find(target)) if arrow else None


def _read_claim(what: str, rest: str | None, game: Game) -> Move | None:
    return Claim(game.board.find(what)) if rest is None else None


def _read_headquarters(what: str, rest: str | None, game: Game) -> Move | None:
    return Headquarters(game.board.find(what)) if rest is None else None


def _read_place(what: str, rest: str | None, game: Game) -> Move | None:
    return Place(game.board.find(what), 1 if rest is None else read_count(rest))


def _read_trade(what: str, rest: str | None, game: Game) -> Move | None:
    bonus = () if rest is None else tuple(map(game.board.find, rest.split(",")))
    return Trade(parse_cards(what, game), bonus)


def _read_attack(what: str, rest: str | None, game: Game) -> Move | None:
    pair = _pair(what, game)
    attack, versus, defence = (rest or "").partition("v")
    if pair is None or not versus:
        return None
    return Attack(*pair, _dice(attack), _dice(defence))


def _read_move_in(what: str, rest: str | None, game: Game) -> Move | None:
    return MoveIn(read_count(what or rest or ""))


def _read_fortify(what: str, rest: str | None, game: Game) -> Move | None:
    pair = _pair(what, game)
    return None if pair is None or rest is None else Fortify(*pair, read_count(rest))


def _read_end_phase(what: str, rest: str | None, game: Game) -> Move | None:
    return EndPhase() if not what and rest is None else None


def _read_end_turn(what: str, rest: str | None, game: Game) -> Move | None:
    card = what or rest
    return EndTurn(parse_card(card, game) if card else None)


_READERS: dict[str, Callable[[str, str | None, Game], Move | None]] = {
    "claim": _read_claim,
    "headquarters": _read_headquarters,
    "place": _read_place,
    "trade": _read_trade,
    "attack": _read_attack,
    "move in": _read_move_in,
    "fortify": _read_fortify,
    "end phase": _read_end_phase,
    "end turn": _read_end_turn,
}
