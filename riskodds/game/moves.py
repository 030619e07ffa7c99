"""The moves: frozen values that name territories as the board does.

A move holds everything that happened: the dice that fell, the card that was drawn. Dice are kept
highest first and cards sorted, so that moves that mean the same are equal.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

from ..errors import InputError, RiskOddsError
from ..guards import guarded
from ..values import show, whole
from .cards.deck import Card, Cards
from .formats.plain import Plain, from_plain, kinds_of, to_plain


def _count(name: str, value: int) -> int:
    return value if type(value) is int and value > 0 else whole(name, value, 1)


def _text(name: str, value: object) -> None:
    if not isinstance(value, str):
        raise InputError(f"{name} must be a territory's name, not {show(value)}")


@dataclass(frozen=True, slots=True)
class Claim:
    """Set-up: put one army on an empty territory.

    >>> Claim("Alaska")
    Claim(territory='Alaska')

    Parameters
    ----------
    territory : str
        An empty territory.
    """

    territory: str

    @guarded
    def __post_init__(self) -> None:
        _text("territory", self.territory)


@dataclass(frozen=True, slots=True)
class Headquarters:
    """Set-up with capitals: make an own territory the headquarters.

    >>> Headquarters("Alaska")
    Headquarters(territory='Alaska')

    Parameters
    ----------
    territory : str
        An own territory.
    """

    territory: str

    @guarded
    def __post_init__(self) -> None:
        _text("territory", self.territory)


@dataclass(frozen=True, slots=True)
class Place:
    """Put armies on an own territory; in the set-up one, for two players the neutral's too.

    >>> Place("Alaska", 3)
    Place(territory='Alaska', armies=3)

    Parameters
    ----------
    territory : str
        Where they go.
    armies : int
        How many.
    """

    territory: str
    armies: int = 1

    @guarded
    def __post_init__(self) -> None:
        _text("territory", self.territory)
        object.__setattr__(self, "armies", _count("armies", self.armies))


@dataclass(frozen=True, slots=True)
class Trade:
    """Trade a set of cards for armies.

    >>> Trade((Card("wild"), Card("infantry", "Peru"), Card("infantry", "Alaska")), ("Peru",)).bonus
    ('Peru',)

    Parameters
    ----------
    cards : tuple of Card
        The set.
    bonus : tuple of str
        The own territories on these cards that get the extra armies: as many as the rules
        grant, so in the classic game one, or none if there is none or it was given this turn.
    """

    cards: Cards
    bonus: tuple[str, ...] = ()

    @guarded
    def __post_init__(self) -> None:
        if not all(isinstance(card, Card) for card in self.cards):
            raise InputError(f"cards must be Card values, not {show(self.cards)}")
        for territory in self.bonus:
            _text("bonus", territory)
        object.__setattr__(self, "cards", tuple(sorted(self.cards)))
        object.__setattr__(self, "bonus", tuple(sorted(self.bonus)))


@dataclass(frozen=True, slots=True)
class Attack:
    """Attack once, with the dice that fell.

    >>> Attack("Alaska", "Kamchatka", (2, 6, 3), (5,)).attack_dice
    (6, 3, 2)

    Parameters
    ----------
    source, target : str
        The attacking territory, and the one under attack.
    attack_dice, defence_dice : tuple of int
        The dice of both sides, in any order; as many as each side announced.
    """

    source: str
    target: str
    attack_dice: tuple[int, ...]
    defence_dice: tuple[int, ...]

    @guarded
    def __post_init__(self) -> None:
        _text("source", self.source)
        _text("target", self.target)
        for name in ("attack_dice", "defence_dice"):
            dice = getattr(self, name)
            object.__setattr__(
                self, name, tuple(sorted([_count("a die", die) for die in dice], reverse=True))
            )


@dataclass(frozen=True, slots=True)
class MoveIn:
    """Move armies into the territory just captured.

    >>> MoveIn(3)
    MoveIn(armies=3)

    Parameters
    ----------
    armies : int
        How many, those that must move counted.
    """

    armies: int

    @guarded
    def __post_init__(self) -> None:
        object.__setattr__(self, "armies", _count("armies", self.armies))


@dataclass(frozen=True, slots=True)
class Fortify:
    """Move armies from one own territory to another.

    >>> Fortify("Alaska", "Alberta", 2)
    Fortify(source='Alaska', target='Alberta', armies=2)

    Parameters
    ----------
    source, target : str
        Where they come from, and where they go.
    armies : int
        How many; at least one stays.
    """

    source: str
    target: str
    armies: int

    @guarded
    def __post_init__(self) -> None:
        _text("source", self.source)
        _text("target", self.target)
        object.__setattr__(self, "armies", _count("armies", self.armies))


@dataclass(frozen=True, slots=True)
class EndPhase:
    """Go on from reinforcing to attacking, or from attacking to fortifying.

    >>> EndPhase()
    EndPhase()
    """


@dataclass(frozen=True, slots=True)
class EndTurn:
    """End the turn, with the card that was drawn, if one was.

    >>> EndTurn(Card("infantry", "Alaska"))
    EndTurn(card=Card(symbol='infantry', territory='Alaska'))

    Parameters
    ----------
    card : Card, optional
        The card that was drawn.
    """

    card: Card | None = None

    @guarded
    def __post_init__(self) -> None:
        if self.card is not None and not isinstance(self.card, Card):
            raise InputError(f"the card must be a Card or None, not {show(self.card)}")


Move = Claim | Headquarters | Place | Trade | Attack | MoveIn | Fortify | EndPhase | EndTurn


@guarded
def move_to_dict(move: Move) -> dict[str, Plain]:
    """Return a move as plain data.

    >>> move_to_dict(MoveIn(3))
    {'kind': 'MoveIn', 'armies': 3}

    Parameters
    ----------
    move : Move
        The move.

    Returns
    -------
    dict
        What JSON can hold.
    """
    data = to_plain(move)
    assert isinstance(data, dict)
    return data


@guarded
def move_from_dict(data: Mapping[str, object]) -> Move:
    """Return the move that plain data stands for.

    >>> move_from_dict({"kind": "MoveIn", "armies": 3})
    MoveIn(armies=3)

    Parameters
    ----------
    data : mapping
        What `move_to_dict` returned.

    Returns
    -------
    Move
        The move.

    Raises
    ------
    InputError
        Data that stands for no move.
    """
    try:
        move = from_plain(dict(data), kinds_of(Move, Card))
    except RiskOddsError:
        raise
    except (TypeError, ValueError):
        raise InputError(f"a move must be an object, not {show(data)}") from None
    if not isinstance(move, Move):
        raise InputError(f"a move must be one of the moves, not {show(data)}")
    return move
