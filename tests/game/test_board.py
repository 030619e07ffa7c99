"""The board: the facts of the classic map, look-ups, and what makes a board faulty."""

from __future__ import annotations

from collections import Counter
from itertools import combinations
from typing import Any

import pytest

from riskodds.errors import InputError
from riskodds.game import FaultsError, board_from_dict, load_board

BOARD = load_board()
# RULES.md, "Equipment".
CONTINENTS = {
    "North America": (9, 5),
    "South America": (4, 2),
    "Europe": (7, 5),
    "Africa": (6, 3),
    "Asia": (12, 7),
    "Australia": (4, 2),
}


def test_continents_and_bonuses() -> None:
    assert {c.name: (len(c.territories), c.bonus) for c in BOARD.continents} == CONTINENTS
    assert len(BOARD) == 42
    assert sum(bonus for _, bonus in CONTINENTS.values()) == 24


def test_eighty_three_borders_each_on_both_sides() -> None:
    pairs = {frozenset((t.name, n)) for t in BOARD.territories for n in t.neighbours}
    assert len(pairs) == 83
    assert sum(len(t.neighbours) for t in BOARD.territories) == 2 * 83
    assert len(BOARD.borders) == 2 * 83


@pytest.mark.parametrize("deck", ["1959", "1993", "2016"])
def test_a_deck_has_fourteen_cards_of_each_symbol(deck: str) -> None:
    symbols = BOARD.decks[deck]
    assert set(symbols) == set(BOARD.names)
    assert Counter(symbols.values()) == {"infantry": 14, "cavalry": 14, "artillery": 14}


def test_the_decks_differ() -> None:
    for one, other in combinations(BOARD.decks.values(), 2):
        assert one != other


@pytest.mark.parametrize(
    ("written", "exact"),
    [
        ("Ukraine", "Ukraine"),
        ("Russia", "Ukraine"),
        ("  MADAGASCAR", "Madagascar"),
        ("Quebéc", "Quebec"),
        ("north-africa", "North Africa"),
        ("Western_Australia", "Western Australia"),
        ("yatusk", "Yakutsk"),
    ],
)
def test_case_accents_and_aliases_are_forgiven(written: str, exact: str) -> None:
    assert BOARD.find(written) == exact
    assert BOARD[written].name == exact


@pytest.mark.parametrize(
    ("written", "meant"), [("Kamchatcka", "Kamchatka"), ("Argentia", "Argentina")]
)
def test_near_misses_are_suggested(written: str, meant: str) -> None:
    with pytest.raises(InputError, match=f"did you mean {meant}\\?"):
        BOARD.find(written)


@pytest.mark.parametrize("written", ["", "  ", "Atlantis", 7, None, "x" * 500])
def test_unknown_territories_are_refused_in_one_line(written: object) -> None:
    with pytest.raises(InputError, match=r"no territory is called") as caught:
        BOARD.find(written)
    assert "\n" not in str(caught.value)


def test_unknown_continent() -> None:
    with pytest.raises(InputError, match="did you mean Europe"):
        BOARD.continent("Eurpe")


def _distance_by_levels(start: str, end: str) -> int:
    """Breadth first over names: a route that shares nothing with the board's own."""
    seen, level, steps = {start}, {start}, 0
    while end not in level:
        level = {n for t in level for n in BOARD[t].neighbours} - seen
        seen |= level
        steps += 1
    return steps


def test_distances_against_another_search() -> None:
    for start, end in combinations(BOARD.names[::5], 2):
        assert BOARD.distance(start, end) == _distance_by_levels(start, end)
    assert BOARD.distance("Peru", "Peru") == 0


def test_known_lines_across_the_sea() -> None:
    for one, other in [("Alaska", "Kamchatka"), ("Brazil", "North Africa"), ("Siam", "Indonesia")]:
        assert BOARD.borders_on(one, other)
        assert BOARD.borders_on(other, one)
    assert not BOARD.borders_on("Alaska", "Japan")


def test_connected_parts_and_border_territories() -> None:
    assert BOARD.connected(BOARD.continent("Asia").territories)
    assert not BOARD.connected(["Peru", "Siam"])
    assert set(BOARD.border_territories("South America")) == {"Venezuela", "Brazil"}
    assert set(BOARD.border_territories("North America")) == {
        "Alaska",
        "Greenland",
        "Central America",
    }


def test_a_board_survives_its_plain_data() -> None:
    assert board_from_dict(BOARD.to_dict()) == BOARD


def _islands() -> dict[str, Any]:
    return {
        "name": "islands",
        "continents": {"North": 1, "South": 2},
        "territories": {
            "Foo": {"continent": "North", "neighbours": ["Bar"]},
            "Bar": {"continent": "South", "neighbours": ["Foo", "Baz"]},
            "Baz": {"continent": "South", "neighbours": ["Bar"]},
        },
    }


def test_a_sound_board_of_ones_own() -> None:
    board = board_from_dict(_islands())
    assert board.names == ("Foo", "Bar", "Baz")
    assert board.members == ((0,), (1, 2))


def _with(change: dict[str, Any], territory: str) -> dict[str, Any]:
    data = _islands()
    data["territories"][territory] |= change
    return data


FAULTY: dict[str, tuple[Any, str]] = {
    "one way": (_with({"neighbours": ["Bar", "Baz"]}, "Foo"), "Foo borders Baz, but not the other"),
    "unknown": (_with({"neighbours": ["Bar", "Qux"]}, "Foo"), "borders Qux, which is not on the"),
    "itself": (_with({"neighbours": ["Bar", "Foo"]}, "Foo"), "Foo borders itself"),
    "twice": (_with({"neighbours": ["Bar", "Bar"]}, "Baz"), "Baz lists a neighbour twice"),
    "empty": (_islands() | {"continents": {"North": 1, "South": 2, "East": 3}}, "East has no terr"),
    "continent": (_with({"continent": "West"}, "Foo"), "Foo is in no known continent: West"),
    "alias": (_with({"aliases": ["bar"]}, "Foo"), "is a name of Foo and Bar"),
    "bonus": (_islands() | {"continents": {"North": -1, "South": 2}}, "the bonus of North must be"),
    "comma": (
        {"name": "x", "continents": {"N": 1}, "territories": {"a,b": {"continent": "N"}}},
        "must be a name",
    ),
    "no mapping": ([1, 2], "it must be a mapping"),
    "no name": (_islands() | {"name": 3}, "its name must be a string"),
    "no territories": ({"name": "x", "continents": {}, "territories": {}}, "1 to 1000 territories"),
}


@pytest.mark.parametrize(("data", "fault"), FAULTY.values(), ids=FAULTY)
def test_faulty_boards(data: Any, fault: str) -> None:
    with pytest.raises(FaultsError) as caught:
        board_from_dict(data)
    assert fault in str(caught.value)
    assert "\n" not in str(caught.value)


def test_not_connected() -> None:
    data = _islands()
    data["territories"]["Foo"]["neighbours"] = []
    data["territories"]["Bar"]["neighbours"] = ["Baz"]
    with pytest.raises(FaultsError, match="no way leads from Foo to Bar, Baz"):
        board_from_dict(data)


def test_all_faults_are_listed() -> None:
    data = _with({"neighbours": ["Qux", "Baz", "Foo"]}, "Foo") | {
        "continents": {"North": 1, "South": 2, "East": 3}
    }
    with pytest.raises(FaultsError) as caught:
        board_from_dict(data)
    # East is empty; Foo: unknown, one way, itself; Bar still lists Foo.
    assert len(caught.value.faults) == 5
