"""Reinforcements: floor of a third, at least three, and the continents held whole."""

from __future__ import annotations

from itertools import combinations

import pytest

from riskodds.errors import InputError
from riskodds.game import (
    GameRules,
    RuleError,
    load_board,
    new_game,
    reinforcement_of,
    reinforcements,
    start,
)

# RULES.md: territories and bonus of each continent.
CONTINENTS = {
    "North America": (9, 5),
    "South America": (4, 2),
    "Europe": (7, 5),
    "Africa": (6, 3),
    "Asia": (12, 7),
    "Australia": (4, 2),
}


def test_a_third_rounded_down_and_at_least_three() -> None:
    for count in range(1, 42):
        thirds = len(range(3, count + 1, 3))  # multiples of three up to the count
        assert reinforcements(count).total == (thirds if thirds > 3 else 3)


@pytest.mark.parametrize(("count", "total"), [(8, 3), (11, 3), (12, 4), (14, 4), (15, 5)])
def test_known_counts(count: int, total: int) -> None:
    assert reinforcements(count).total == total


def test_the_whole_board_brings_fourteen_and_twenty_four() -> None:
    for given in ((), CONTINENTS):
        got = reinforcements(42, given)
        assert (got.territories, sum(b for _, b in got.continents), got.total) == (14, 24, 38)


def test_the_breakdown() -> None:
    got = reinforcements(17, ["asia", "AUSTRALIA", "Asia"], cards=10, bonus=2)
    assert got.territories == 5
    assert dict(got.continents) == {"Asia": 7, "Australia": 2}
    assert (got.cards, got.bonus, got.total) == (10, 2, 26)


def test_continents_that_so_few_territories_cannot_hold() -> None:
    for size in (1, 2, 3):
        for names in combinations(CONTINENTS, size):
            needed = sum(CONTINENTS[name][0] for name in names)
            assert reinforcements(needed, names).total >= 3
            with pytest.raises(
                RuleError, match=f"by {needed - 1} territories, only by {needed} or"
            ):
                reinforcements(needed - 1, names)


@pytest.mark.parametrize("count", [0, -1, 43, 14.0, True, "14"])
def test_counts_out_of_range(count: object) -> None:
    with pytest.raises(InputError, match="territories must be a whole number from 1 to 42"):
        reinforcements(count)  # type: ignore[arg-type]


def test_unknown_continent() -> None:
    with pytest.raises(InputError, match="no continent is called Atlantis"):
        reinforcements(14, ["Atlantis"])


def test_other_divisor_and_minimum() -> None:
    rules = GameRules(divisor=2, minimum=1)
    assert [reinforcements(count, rules=rules).total for count in (1, 3, 14)] == [1, 1, 7]


def test_from_a_position() -> None:
    board = load_board()
    asia = set(board.continent("Asia").territories)
    owners = tuple(1 if name in asia | {"Peru"} else 0 for name in board.names)
    state = start(new_game(3)).having(owners=owners, armies=(1,) * 42)
    got = reinforcement_of(state, 1)
    assert (got.territories, got.continents, got.total) == (4, (("Asia", 7),), 11)
    others = reinforcement_of(state, 0)
    assert others.territories == (42 - 13) // 3
    # All but South America, as Peru is the other's.
    assert {name for name, _ in others.continents} == CONTINENTS.keys() - {"Asia", "South America"}
