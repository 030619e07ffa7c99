"""The board: territories, their borders, continents, and what follows from them.

A territory's number is its place in `Board.territories`; a state of the game keeps owners and
armies in tuples by number. Everything a rule asks often (who borders whom, who is in which
continent) is worked out once, on first use.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from functools import cached_property

from ..errors import InputError
from ..guards import guarded
from ..values import listed, show
from ..vectors import Fixed
from .formats.plain import Plain, to_plain
from .goals import Mission

PLAIN_DECK, NO_DECK = "plain", "none"


@dataclass(frozen=True)
class Territory:
    """One territory.

    >>> from riskodds.game import load_board
    >>> load_board()["Ukraine"].aliases
    ('Russia',)

    Parameters
    ----------
    name, continent : str
        Its name and its continent's.
    neighbours : tuple of str
        The territories it borders or is joined to by a line.
    aliases : tuple of str
        Other names it is found by.
    cards : tuple of (str, str)
        Pairs of deck and the symbol its card bears in that deck.
    """

    name: str
    continent: str
    neighbours: tuple[str, ...]
    aliases: tuple[str, ...] = ()
    cards: tuple[tuple[str, str], ...] = ()


@dataclass(frozen=True)
class Continent:
    """One continent.

    >>> from riskodds.game import load_board
    >>> load_board().continent("South America").bonus
    2

    Parameters
    ----------
    name : str
        Its name.
    bonus : int
        Armies a turn for holding all of it.
    territories : tuple of str
        Its territories.
    """

    name: str
    bonus: int
    territories: tuple[str, ...]


@dataclass(frozen=True)
class Board:
    """A board; made by `load_board`, `read_board` or `board_from_dict`.

    >>> from riskodds.game import load_board
    >>> board = load_board()
    >>> len(board), board.name
    (42, 'classic')
    >>> board.find("russia"), board.distance("Alaska", "Japan"), "Kamchatka" in board
    ('Ukraine', 2, True)

    Parameters
    ----------
    name : str
        The board's name.
    territories : tuple of Territory
        In the order of their numbers.
    continents : tuple of Continent
        In the order in which they are listed.
    deck : str
        The deck to play with if none is named.
    missions : tuple of missions
        The mission cards that come with the board, but for those below.
    eliminate_or_hold : int or None
        Territories to hold instead, on cards to eliminate each of the players; None: no such cards.
    """

    name: str
    territories: tuple[Territory, ...] = field(repr=False)
    continents: tuple[Continent, ...] = field(repr=False)
    deck: str = PLAIN_DECK
    missions: tuple[Mission, ...] = field(default=(), repr=False)
    eliminate_or_hold: int | None = field(default=None, repr=False)

    def __hash__(self) -> int:
        return hash((self.name, len(self.territories)))

    def __len__(self) -> int:
        return len(self.territories)

    def __iter__(self) -> Iterator[str]:
        return iter(self.names)

    def __contains__(self, name: object) -> bool:
        return isinstance(name, str) and plain_name(name) in self._territory_keys

    def __getitem__(self, name: str) -> Territory:
        return self.territories[self.number[self.find(name)]]

    @cached_property
    def names(self) -> tuple[str, ...]:
        """The territories' names, by number."""
        return tuple(t.name for t in self.territories)

    @cached_property
    def number(self) -> Mapping[str, int]:
        """The number of each territory, by its exact name."""
        return Fixed({name: number for number, name in enumerate(self.names)})

    @cached_property
    def neighbours(self) -> tuple[tuple[int, ...], ...]:
        """The numbers of each territory's neighbours, by number."""
        return tuple(tuple(self.number[n] for n in t.neighbours) for t in self.territories)

    @cached_property
    def borders(self) -> frozenset[tuple[int, int]]:
        """Every pair of numbers of neighbours, both ways round."""
        return frozenset((a, b) for a, them in enumerate(self.neighbours) for b in them)

    @cached_property
    def members(self) -> tuple[tuple[int, ...], ...]:
        """The numbers of each continent's territories, in the order of `continents`."""
        return tuple(tuple(self.number[n] for n in c.territories) for c in self.continents)

    @cached_property
    def decks(self) -> Mapping[str, Mapping[str, str]]:
        """The known decks: for each, the symbol on the card of each territory.

        >>> from riskodds.game import load_board
        >>> load_board().decks["1993"]["Alaska"]
        'infantry'
        """
        decks: dict[str, dict[str, str]] = {}
        for territory in self.territories:
            for deck, symbol in territory.cards:
                decks.setdefault(deck, {})[territory.name] = symbol
        return Fixed({deck: Fixed(symbols) for deck, symbols in decks.items()})

    @property
    def first_deck(self) -> str:
        """The first of the known decks; "plain" if there is none."""
        return next(iter(self.decks), PLAIN_DECK)

    @cached_property
    def _territory_keys(self) -> dict[str, str]:
        return {plain_name(n): t.name for t in self.territories for n in (t.name, *t.aliases)}

    @guarded
    def find(self, name: object) -> str:
        """Return the exact name of a territory that was written in some way.

        >>> from riskodds.game import load_board
        >>> load_board().find("north-west territory")
        'Northwest Territory'
        >>> load_board().find("Kamtchatka")
        Traceback (most recent call last):
        ...
        riskodds.errors.InputError: no territory is called Kamtchatka: did you mean Kamchatka?

        Parameters
        ----------
        name : str
            Its name or an alias; case, accents, spaces and hyphens do not matter.

        Raises
        ------
        InputError
            No such territory; the message suggests the nearest name.
        """
        return _look_up(name, "territory", self._territory_keys)

    @guarded
    def continent(self, name: object) -> Continent:
        """Return the continent with this name.

        >>> from riskodds.game import load_board
        >>> load_board().continent("asia").bonus
        7

        Parameters
        ----------
        name : str
            Its name; case, accents, spaces and hyphens do not matter.

        Raises
        ------
        InputError
            No such continent.
        """
        exact = _look_up(name, "continent", {plain_name(c.name): c.name for c in self.continents})
        return next(c for c in self.continents if c.name == exact)

    def held_whole(self, owners: Sequence[int], owner: int) -> tuple[Continent, ...]:
        """Return the continents that one owner holds whole.

        >>> from riskodds.game import load_board
        >>> [c.name for c in load_board().held_whole([0] * 13 + [1] * 29, 0)]
        ['North America', 'South America']

        Parameters
        ----------
        owners : sequence of int
            Who owns each territory, by number.
        owner : int
            The owner asked about.
        """
        return tuple(
            continent
            for continent, members in zip(self.continents, self.members, strict=True)
            if all(owners[number] == owner for number in members)
        )

    @guarded
    def borders_on(self, first: str, second: str) -> bool:
        """Return whether two territories are neighbours.

        >>> from riskodds.game import load_board
        >>> load_board().borders_on("Brazil", "North Africa")
        True
        """
        return (self.number[self.find(first)], self.number[self.find(second)]) in self.borders

    @guarded
    def distance(self, start: str, end: str) -> int | None:
        """Return the fewest borders to cross from one territory to another.

        >>> from riskodds.game import load_board
        >>> load_board().distance("Argentina", "Eastern Australia")
        9

        Returns
        -------
        int or None
            0 for the territory itself; None if no way leads there.
        """
        first, last = self.number[self.find(start)], self.number[self.find(end)]
        return self.steps_from(first).get(last)

    def steps_from(self, start: int, inside: Iterable[int] | None = None) -> dict[int, int]:
        """Return the fewest borders from one territory to each that can be reached, by number.

        >>> from riskodds.game import load_board
        >>> load_board().steps_from(0, inside=[0, 1, 2])
        {0: 0, 1: 1, 2: 2}

        Parameters
        ----------
        start : int
            The number of the territory to start from.
        inside : iterable of int, optional
            The territories that the way may cross; all if left out.
        """
        allowed = range(len(self)) if inside is None else set(inside)
        found = {start: 0}
        queue = [start]
        for here in queue:
            for there in self.neighbours[here]:
                if there in allowed and there not in found:
                    found[there] = found[here] + 1
                    queue.append(there)
        return found

    @guarded
    def connected(self, names: Iterable[str] | None = None) -> bool:
        """Return whether territories hang together, through each other.

        >>> from riskodds.game import load_board
        >>> load_board().connected()
        True
        >>> load_board().connected(["Alaska", "Kamchatka", "Peru"])
        False

        Parameters
        ----------
        names : iterable of str, optional
            The territories; the whole board if left out.
        """
        numbers = {self.number[self.find(name)] for name in names or self.names}
        return len(self.steps_from(next(iter(numbers)), numbers)) == len(numbers)

    @guarded
    def border_territories(self, continent: str) -> tuple[str, ...]:
        """Return the territories of a continent that have a neighbour outside it.

        >>> from riskodds.game import load_board
        >>> load_board().border_territories("Australia")
        ('Indonesia',)
        """
        inside = self.continent(continent).territories
        return tuple(n for n in inside if not set(self[n].neighbours) <= set(inside))

    def to_dict(self) -> dict[str, Plain]:
        """Return the board as `board_from_dict` reads it."""
        data: dict[str, Plain] = {"name": self.name}
        if self.deck != self.first_deck:
            data["deck"] = self.deck
        data["continents"] = {c.name: c.bonus for c in self.continents}
        data["territories"] = {t.name: _territory_dict(t) for t in self.territories}
        if self.missions:
            data["missions"] = [to_plain(mission) for mission in self.missions]
        if self.eliminate_or_hold is not None:
            data["eliminate_or_hold"] = self.eliminate_or_hold
        return data


def plain_name(name: str) -> str:
    """Return a name without what does not matter in it: case, accents, spaces, hyphens.

    >>> plain_name("Québec"), plain_name("north-west TERRITORY")
    ('quebec', 'northwestterritory')
    """
    import unicodedata

    plain = unicodedata.normalize("NFKD", name.casefold())
    return "".join(letter for letter in plain if letter.isalnum())


def _look_up(name: object, what: str, keys: Mapping[str, str]) -> str:
    """Return the exact name that is written in some way; suggest the nearest if there is none."""
    key = plain_name(name) if isinstance(name, str) else ""
    if key in keys:
        return keys[key]
    from difflib import get_close_matches

    near = get_close_matches(key, keys, n=1)
    if near:
        hint = f"did you mean {keys[near[0]]}?"
    else:
        hint = f"it must be one of {listed(dict.fromkeys(keys.values()))}"
    raise InputError(f"no {what} is called {show(name)}: {hint}")


def _territory_dict(territory: Territory) -> dict[str, Plain]:
    data: dict[str, Plain] = {
        "continent": territory.continent,
        "neighbours": list(territory.neighbours),
    }
    if territory.aliases:
        data["aliases"] = list(territory.aliases)
    if territory.cards:
        data["cards"] = dict(territory.cards)
    return data
