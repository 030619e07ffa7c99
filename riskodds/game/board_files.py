"""Boards as data: those that ship, a file of one's own, and what is checked of either.

A board is an object of JSON, described by ``maps/schema.json``: its territories with continent,
borders and cards, the bonus of each continent, and its mission cards. A new map is such a file in
``maps``, and no line of code.
"""

from __future__ import annotations

import os
from collections import Counter
from collections.abc import Iterator, Mapping
from dataclasses import replace
from functools import cache
from pathlib import Path
from typing import Any

from ..errors import FaultsError, InputError
from ..guards import guarded
from ..values import show, shown_path, span
from .board import NO_DECK, PLAIN_DECK, Board, Continent, Territory, plain_name
from .formats.plain import from_plain, kinds_of
from .goals import Eliminate, HoldContinents, Mission

MAPS = Path(__file__).with_name("maps")
SCHEMA = "schema"  # lies beside the maps, and is none
MOST_TERRITORIES = 1000
LARGEST_FILE = 4_000_000  # bytes; the classic board takes 8,000
BOARD_KEYS = ("name", "deck", "continents", "territories", "missions", "eliminate_or_hold")
TERRITORY_KEYS = ("continent", "neighbours", "aliases", "cards")


@cache
def board_names() -> tuple[str, ...]:
    """Return the names of the boards that ship.

    >>> board_names()
    ('classic',)

    Returns
    -------
    tuple of str
        For `load_board`.
    """
    return tuple(sorted(path.stem for path in MAPS.glob("*.json") if path.stem != SCHEMA))


@guarded
def load_board(name: str = "classic") -> Board:
    """Return a board that ships.

    >>> board = load_board("classic")
    >>> [(c.name, c.bonus) for c in board.continents][:2]
    [('North America', 5), ('South America', 2)]

    Parameters
    ----------
    name : str
        Its name. "classic" has 42 territories, 6 continents and 83 borders, the decks "1959",
        "1993" and "2016" (which edition bears which is an inference from public map files), and
        the eight mission cards of the map.

    Returns
    -------
    Board
        The board.

    Raises
    ------
    InputError
        No such board.
    """
    if name not in board_names():
        raise InputError(f"the board must be one of {', '.join(board_names())}, not {show(name)}")
    return _shipped(name)


@cache
def _shipped(name: str) -> Board:
    return read_board(MAPS / f"{name}.json")


@guarded
def read_board(path: str | bytes | os.PathLike[str] | os.PathLike[bytes]) -> Board:
    """Return the board of a JSON file.

    >>> read_board("atlantis.json")
    Traceback (most recent call last):
    ...
    riskodds.errors.InputError: cannot read the board file atlantis.json: No such file or directory

    Parameters
    ----------
    path : path
        A file with an object as `board_from_dict` takes it; ``maps/schema.json`` in this package
        describes it.

    Returns
    -------
    Board
        The board.

    Raises
    ------
    InputError
        A file that cannot be read or is no JSON.
    FaultsError
        A board with faults, all of which are listed.
    """
    import json

    try:
        name = os.fsdecode(path)
    except TypeError:
        raise InputError(f"a board file must be a path, not {show(path)}") from None
    name = name if name.isprintable() else repr(name)
    twice: list[str] = []

    def once(pairs: list[tuple[str, object]]) -> dict[str, object]:
        data = dict(pairs)
        if len(data) < len(pairs):
            times = Counter(key for key, _ in pairs)
            twice.extend(f"{show(key)} is written twice" for key in data if times[key] > 1)
        return data

    try:
        with open(path, "rb") as file:  # noqa: PTH123 - bytes are paths too
            content = file.read(LARGEST_FILE + 1)
        if len(content) > LARGEST_FILE:
            raise ValueError(f"it must be at most {LARGEST_FILE:,} bytes")
        data = json.loads(content, object_pairs_hook=once)
    except (OSError, ValueError, RecursionError) as error:
        reason = getattr(error, "strerror", None) or " ".join(str(error).split())
        raise InputError(f"cannot read the board file {shown_path(name)}: {reason}") from None
    return _checked(data, f"the board file {name}", twice)


@guarded
def board_from_dict(data: Mapping[str, object]) -> Board:
    """Return a board made from plain data, checked.

    >>> board = board_from_dict({
    ...     "name": "islands",
    ...     "continents": {"North": 2, "South": 1},
    ...     "territories": {
    ...         "Foo": {"continent": "North", "neighbours": ["Bar"]},
    ...         "Bar": {"continent": "South", "neighbours": ["Foo"]},
    ...     },
    ...     "missions": [{"kind": "HoldContinents", "continents": ["South"]}],
    ... })
    >>> board.continents[0], str(board.missions[0])
    (Continent(name='North', bonus=2, territories=('Foo',)), 'hold South')

    Parameters
    ----------
    data : mapping
        ``name``; ``continents``, a mapping of name to bonus; ``territories``, a mapping of name
        to a mapping with ``continent``, ``neighbours`` (names, each border written on both
        sides) and, if wanted, ``aliases`` (names) and ``cards`` (deck to symbol). If wanted,
        ``deck``, the deck to play with if none is named (else it is the first); ``missions``, a
        list of mappings, each with ``kind`` (HoldContinents, HoldTerritories or Eliminate) and
        what that value is made from; ``eliminate_or_hold``, which adds a mission to eliminate
        each of the players, or to hold so many territories.

    Returns
    -------
    Board
        The board.

    Raises
    ------
    FaultsError
        Data of another shape, or a board with a border written on one side only, an unknown
        neighbour or continent, an empty continent, two names that read alike, parts that do
        not hang together, or a mission that it cannot have. All faults are listed.
    """
    return _checked(data, "the board", [])


def _checked(data: object, what: str, faults: list[str]) -> Board:
    if not isinstance(data, Mapping):
        raise FaultsError(what, [f"it must be a mapping, not {show(data)}"])
    faults = [*faults, *_shape_faults(data)]
    missions = _missions(data, faults)
    if not faults:
        board = _build(data, missions)
        faults = [*_name_faults(board), *_border_faults(board), *_mission_faults(board)]
    if faults:
        raise FaultsError(what, faults)
    return board


def _is_name(name: object) -> bool:
    """Return whether this can name a territory or continent, also in the text of a position."""
    if not (isinstance(name, str) and plain_name(name) and name.isprintable()):
        return False
    return " ".join(name.split()) == name and not set(",:;>") & set(name)


def _names(value: object) -> bool:
    return isinstance(value, list | tuple) and all(isinstance(name, str) for name in value)


def _shape_faults(data: Mapping[str, object]) -> Iterator[str]:
    """Iterate over what keeps data from being read as a board at all."""
    yield from (f"it has an unknown entry {show(key)}" for key in data if key not in BOARD_KEYS)
    if not isinstance(data.get("name"), str):
        yield f"its name must be a string, not {show(data.get('name'))}"
    if not isinstance(data.get("deck", ""), str):
        yield f"its deck must be the name of one, not {show(data['deck'])}"
    continents, territories = data.get("continents"), data.get("territories")
    if not isinstance(continents, Mapping) or not isinstance(territories, Mapping):
        yield "continents and territories must be mappings"
        return
    if not 1 <= len(territories) <= MOST_TERRITORIES:
        yield f"it must have 1 to {MOST_TERRITORIES} territories, not {len(territories)}"
    for name, bonus in continents.items():
        if not _is_name(name) or type(bonus) is not int or bonus < 0:
            yield f"the bonus of {show(name)} must be 0 or more, not {show(bonus)}"
    for name, given in territories.items():
        if not _is_name(name) or not isinstance(given, Mapping):
            yield f"the territory {show(name)} must be a name and a mapping"
            continue
        for key in given.keys() - TERRITORY_KEYS:
            yield f"{show(name)} has an unknown entry {show(key)}"
        continent = given.get("continent")
        if not isinstance(continent, str) or continent not in continents:
            yield f"{show(name)} is in no known continent: {show(continent)}"
        if not _names(given.get("neighbours")) or not _names(given.get("aliases", [])):
            yield f"the neighbours and aliases of {show(name)} must be lists of names"
        cards = given.get("cards", {})
        if not (isinstance(cards, Mapping) and _names([*cards, *cards.values()])):
            yield f"the cards of {show(name)} must map a deck to a symbol"


def _missions(data: Mapping[str, object], faults: list[str]) -> tuple[Mission, ...]:
    """Return the missions that data holds, and add to the faults what is none."""
    least = data.get("eliminate_or_hold", 1)
    if type(least) is not int or least < 1:
        faults.append(f"eliminate_or_hold must be 1 or more, not {show(least)}")
    listed, missions = data.get("missions", []), []
    if not isinstance(listed, list | tuple):
        faults.append(f"missions must be a list, not {show(listed)}")
        return ()
    for number, given in enumerate(listed, 1):
        try:
            mission = from_plain(given, kinds_of(Mission))
        except InputError as error:
            faults.append(f"mission {number}: {error}")
            continue
        if not isinstance(mission, Mission):
            faults.append(f"mission {number} must be a mission, not {show(given)}")
            continue
        missions.append(mission)
    return tuple(missions)


def _build(data: Mapping[str, Any], missions: tuple[Mission, ...]) -> Board:
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
    members: dict[str, list[str]] = {name: [] for name in data["continents"]}
    for territory in territories:
        members[territory.continent].append(territory.name)
    continents = tuple(
        Continent(name, bonus, tuple(members[name])) for name, bonus in data["continents"].items()
    )
    board = Board(
        data["name"],
        territories,
        continents,
        missions=missions,
        eliminate_or_hold=data.get("eliminate_or_hold"),
    )
    return replace(board, deck=data.get("deck", board.first_deck))


def _name_faults(board: Board) -> list[str]:
    faults = [f"{show(c.name)} has no territory" for c in board.continents if not c.territories]
    seen: dict[str, str] = {}
    for territory in board.territories:
        for name in (territory.name, *territory.aliases):
            other = seen.setdefault(plain_name(name), territory.name)
            if other != territory.name:
                faults.append(f"{show(name)} is a name of {show(other)} and {show(territory.name)}")
    alike: dict[str, str] = {}
    for continent in board.continents:
        other = alike.setdefault(plain_name(continent.name), continent.name)
        if other != continent.name:
            faults.append(f"the continents {show(other)} and {show(continent.name)} read alike")
    if board.deck not in (*board.decks, PLAIN_DECK, NO_DECK):
        faults.append(f"it has no deck {show(board.deck)}")
    faults += [
        f"no deck of a board may be called {deck}"
        for deck in board.decks
        if deck in (PLAIN_DECK, NO_DECK)
    ]
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
        reached = board.steps_from(0)
        cut_off = [show(n) for i, n in enumerate(board.names) if i not in reached]
        faults.append(f"no way leads from {show(board.names[0])} to {', '.join(cut_off)}")
    return faults


def _mission_faults(board: Board) -> Iterator[str]:
    known = {continent.name for continent in board.continents}
    numbers = {}
    if board.eliminate_or_hold is not None:
        numbers["eliminate_or_hold"] = board.eliminate_or_hold
    for number, mission in enumerate(board.missions, 1):
        said = f"mission {number}, to {mission},"
        if isinstance(mission, HoldContinents):
            names = mission.continents
            if unknown := [show(name) for name in names if name not in known]:
                yield f"{said} names no continent by {', '.join(unknown)}"
            elif len(set(names)) < len(names):
                yield f"{said} names a continent twice"
            elif not 1 <= len(names) + mission.others <= len(known):
                yield f"{said} must ask for {span(len(known))} continent{'s' * (len(known) > 1)}"
        else:
            numbers[said] = (
                mission.otherwise if isinstance(mission, Eliminate) else mission.territories
            )
    for said, count in numbers.items():
        if count > len(board):
            yield f"{said} must ask for {span(len(board))} territories, not {count}"
