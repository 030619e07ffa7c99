"""The board: territories, their borders, continents, and what follows from them.

A territory's number is its place in `Board.territories`; a state of the game keeps owners and
armies in tuples by number. Everything a rule asks often (who borders whom, who is in which
continent) is worked out once, on first use.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from functools import cached_property, lru_cache
from typing import Any

from ..errors import InputError, show
from .errors import FaultsError

MOST_TERRITORIES = 1000


@dataclass(frozen=True)
class Territory:
    """One territory.

    >>> classic_board()["Ukraine"].aliases
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

    >>> classic_board().continent("South America").bonus
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
    """A board; made by `classic_board` or `board_from_dict`.

    >>> board = classic_board()
    >>> len(board), board.name
    (42, 'classic')
    >>> board.find("russia"), board.distance("Alaska", "Japan")
    ('Ukraine', 2)

    Parameters
    ----------
    name : str
        The board's name.
    territories : tuple of Territory
        In the order of their numbers.
    continents : tuple of Continent
        In the order in which they are listed.
    """

    name: str
    territories: tuple[Territory, ...] = field(repr=False)
    continents: tuple[Continent, ...] = field(repr=False)

    def __hash__(self) -> int:
        return hash((self.name, len(self.territories)))

    def __len__(self) -> int:
        return len(self.territories)

    def __getitem__(self, name: str) -> Territory:
        return self.territories[self.number[self.find(name)]]

    @cached_property
    def names(self) -> tuple[str, ...]:
        """The territories' names, by number."""
        return tuple(t.name for t in self.territories)

    @cached_property
    def number(self) -> dict[str, int]:
        """The number of each territory, by its exact name."""
        return {name: number for number, name in enumerate(self.names)}

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
    def decks(self) -> dict[str, dict[str, str]]:
        """The known decks: for each, the symbol on the card of each territory.

        >>> classic_board().decks["1993"]["Alaska"]
        'infantry'
        """
        decks: dict[str, dict[str, str]] = {}
        for territory in self.territories:
            for deck, symbol in territory.cards:
                decks.setdefault(deck, {})[territory.name] = symbol
        return decks

    @cached_property
    def _territory_keys(self) -> dict[str, str]:
        return {_key(n): t.name for t in self.territories for n in (t.name, *t.aliases)}

    def find(self, name: object) -> str:
        """Return the exact name of a territory that was written in some way.

        >>> classic_board().find("north-west territory")
        'Northwest Territory'
        >>> classic_board().find("Kamtchatka")
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

    def continent(self, name: object) -> Continent:
        """Return the continent with this name.

        >>> classic_board().continent("asia").bonus
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
        exact = _look_up(name, "continent", {_key(c.name): c.name for c in self.continents})
        return next(c for c in self.continents if c.name == exact)

    def held_whole(self, owners: Sequence[int], owner: int) -> tuple[Continent, ...]:
        """Return the continents that one owner holds whole.

        >>> [c.name for c in classic_board().held_whole([0] * 13 + [1] * 29, 0)]
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

    def borders_on(self, first: str, second: str) -> bool:
        """Return whether two territories are neighbours.

        >>> classic_board().borders_on("Brazil", "North Africa")
        True
        """
        return (self.number[self.find(first)], self.number[self.find(second)]) in self.borders

    def distance(self, start: str, end: str) -> int | None:
        """Return the fewest borders to cross from one territory to another.

        >>> classic_board().distance("Argentina", "Eastern Australia")
        9

        Returns
        -------
        int or None
            0 for the territory itself; None if no way leads there.
        """
        first, last = self.number[self.find(start)], self.number[self.find(end)]
        return self._distances(first).get(last)

    def _distances(self, start: int, inside: Iterable[int] | None = None) -> dict[int, int]:
        allowed = range(len(self)) if inside is None else set(inside)
        found = {start: 0}
        queue = [start]
        for here in queue:
            for there in self.neighbours[here]:
                if there in allowed and there not in found:
                    found[there] = found[here] + 1
                    queue.append(there)
        return found

    def connected(self, names: Iterable[str] | None = None) -> bool:
        """Return whether territories hang together, through each other.

        >>> classic_board().connected()
        True
        >>> classic_board().connected(["Alaska", "Kamchatka", "Peru"])
        False

        Parameters
        ----------
        names : iterable of str, optional
            The territories; the whole board if left out.
        """
        numbers = {self.number[self.find(name)] for name in names or self.names}
        return len(self._distances(next(iter(numbers)), numbers)) == len(numbers)

    def border_territories(self, continent: str) -> tuple[str, ...]:
        """Return the territories of a continent that have a neighbour outside it.

        >>> classic_board().border_territories("Australia")
        ('Indonesia',)
        """
        inside = self.continent(continent).territories
        return tuple(n for n in inside if not set(self[n].neighbours) <= set(inside))

    def to_dict(self) -> dict[str, Any]:
        """Return the board as `board_from_dict` reads it."""
        return {
            "name": self.name,
            "continents": {c.name: c.bonus for c in self.continents},
            "territories": {t.name: _territory_dict(t) for t in self.territories},
        }


def board_from_dict(data: Mapping[str, Any]) -> Board:
    """Return a board made from plain data, checked.

    >>> board = board_from_dict({
    ...     "name": "islands",
    ...     "continents": {"North": 2, "South": 1},
    ...     "territories": {
    ...         "Foo": {"continent": "North", "neighbours": ["Bar"]},
    ...         "Bar": {"continent": "South", "neighbours": ["Foo"]},
    ...     },
    ... })
    >>> board.continents[0]
    Continent(name='North', bonus=2, territories=('Foo',))

    Parameters
    ----------
    data : mapping
        ``name``; ``continents``, a mapping of name to bonus; ``territories``, a mapping of name
        to a mapping with ``continent``, ``neighbours`` (names, each border written on both
        sides) and, if wanted, ``aliases`` (names) and ``cards`` (deck to symbol).

    Raises
    ------
    FaultsError
        Data of another shape, or a board with a border written on one side only, an unknown
        neighbour or continent, an empty continent, two names that read alike, or parts that do
        not hang together. All faults are listed.
    """
    faults = _shape_faults(data)
    if not faults:
        board = _build(data)
        faults = [*_name_faults(board), *_border_faults(board)]
    if faults:
        raise FaultsError("the board", faults)
    return board


@lru_cache(maxsize=1)
def classic_board() -> Board:
    """Return the classic board: 42 territories, 6 continents, 83 borders, three known decks.

    >>> [(c.name, c.bonus) for c in classic_board().continents][:2]
    [('North America', 5), ('South America', 2)]

    The decks are "1959", "1993" and "2016"; which edition bears which is an inference from
    public map files.
    """
    import json
    from pathlib import Path

    path = Path(__file__).with_name("maps") / "classic.json"
    return board_from_dict(json.loads(path.read_text(encoding="utf-8")))


def _key(name: str) -> str:
    """Return a name without what does not matter in it: case, accents, spaces, hyphens."""
    import unicodedata

    plain = unicodedata.normalize("NFKD", name.casefold())
    return "".join(letter for letter in plain if letter.isalnum())


def _look_up(name: object, what: str, keys: Mapping[str, str]) -> str:
    """Return the exact name that is written in some way; suggest the nearest if there is none."""
    key = _key(name) if isinstance(name, str) else ""
    if key in keys:
        return keys[key]
    from difflib import get_close_matches

    near = get_close_matches(key, keys, n=1)
    if near:
        hint = f"did you mean {keys[near[0]]}?"
    else:
        hint = f"it must be one of {', '.join(dict.fromkeys(keys.values()))}"
    raise InputError(f"no {what} is called {show(name)}: {hint}")


def _territory_dict(territory: Territory) -> dict[str, Any]:
    data: dict[str, Any] = {
        "continent": territory.continent,
        "neighbours": list(territory.neighbours),
    }
    if territory.aliases:
        data["aliases"] = list(territory.aliases)
    if territory.cards:
        data["cards"] = dict(territory.cards)
    return data


def _is_name(name: object) -> bool:
    """Return whether this can name a territory or continent, also in the text of a position."""
    if not (isinstance(name, str) and _key(name) and name.isprintable()):
        return False
    return " ".join(name.split()) == name and not set(",:;>") & set(name)


def _names(value: object) -> bool:
    return isinstance(value, list | tuple) and all(isinstance(name, str) for name in value)


def _shape_faults(data: object) -> list[str]:
    """Return what keeps data from being read as a board at all."""
    if not isinstance(data, Mapping):
        return [f"it must be a mapping, not {show(data)}"]
    faults = []
    if not isinstance(data.get("name"), str):
        faults.append(f"its name must be a string, not {show(data.get('name'))}")
    continents, territories = data.get("continents"), data.get("territories")
    if not isinstance(continents, Mapping) or not isinstance(territories, Mapping):
        return [*faults, "continents and territories must be mappings"]
    if not 1 <= len(territories) <= MOST_TERRITORIES:
        faults.append(f"it must have 1 to {MOST_TERRITORIES} territories, not {len(territories)}")
    for name, bonus in continents.items():
        if not _is_name(name) or type(bonus) is not int or bonus < 0:
            faults.append(f"the bonus of {show(name)} must be 0 or more, not {show(bonus)}")
    for name, given in territories.items():
        if not _is_name(name) or not isinstance(given, Mapping):
            faults.append(f"the territory {show(name)} must be a name and a mapping")
            continue
        if given.get("continent") not in continents:
            faults.append(f"{show(name)} is in no known continent: {show(given.get('continent'))}")
        if not _names(given.get("neighbours")) or not _names(given.get("aliases", [])):
            faults.append(f"the neighbours and aliases of {show(name)} must be lists of names")
        cards = given.get("cards", {})
        if not (isinstance(cards, Mapping) and _names([*cards, *cards.values()])):
            faults.append(f"the cards of {show(name)} must map a deck to a symbol")
    return faults


def _build(data: Mapping[str, Any]) -> Board:
    territories = tuple(
        Territory(
            name,
            given["continent"],
            tuple(given["neighbours"]),
            tuple(given.get("aliases", ())),
            tuple(given.get("cards", {}).items()),
        )
        for name, given in data["territories"].items()
    )
    continents = tuple(
        Continent(name, bonus, tuple(t.name for t in territories if t.continent == name))
        for name, bonus in data["continents"].items()
    )
    return Board(data["name"], territories, continents)


def _name_faults(board: Board) -> list[str]:
    faults = [f"{show(c.name)} has no territory" for c in board.continents if not c.territories]
    seen: dict[str, str] = {}
    for territory in board.territories:
        for name in (territory.name, *territory.aliases):
            other = seen.setdefault(_key(name), territory.name)
            if other != territory.name:
                faults.append(f"{show(name)} is a name of {show(other)} and {show(territory.name)}")
    for deck, symbols in board.decks.items():
        if len(symbols) != len(board):
            faults.append(f"the deck {show(deck)} has {len(symbols)} of {len(board)} cards")
    return faults


def _border_faults(board: Board) -> list[str]:
    faults = []
    for territory in board.territories:
        here = show(territory.name)
        for name in territory.neighbours:
            if name not in board.number:
                faults.append(f"{here} borders {show(name)}, which is not on the board")
            elif name == territory.name:
                faults.append(f"{here} borders itself")
            elif territory.name not in board.territories[board.number[name]].neighbours:
                faults.append(f"{here} borders {show(name)}, but not the other way round")
        if len(set(territory.neighbours)) < len(territory.neighbours):
            faults.append(f"{here} lists a neighbour twice")
    if not faults and not board.connected():
        reached = board._distances(0)
        cut_off = [show(n) for i, n in enumerate(board.names) if i not in reached]
        faults.append(f"no way leads from {show(board.names[0])} to {', '.join(cut_off)}")
    return faults
