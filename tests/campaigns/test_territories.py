"""Territories, paths, trees and fronts are read and printed in one notation."""

import json
from fractions import Fraction
from typing import Any, cast

import numpy as np
import pytest
from hypothesis import given, strategies as st

from riskodds.campaigns.armies import Armies, ratio_of
from riskodds.campaigns.territories import (
    Post,
    read_front,
    read_path,
    read_tree,
    show_tree,
    tree_to_dict,
)
from riskodds.errors import InputError, NotationError


@pytest.mark.parametrize(
    ("text", "chances"),
    [
        ("5", {5: Fraction(1)}),
        ("3-6", {n: Fraction(1, 4) for n in (3, 4, 5, 6)}),
        ("4-4", {4: Fraction(1)}),
        ("3:0.2/4:0.5/5:0.3", {3: Fraction(1, 5), 4: Fraction(1, 2), 5: Fraction(3, 10)}),
        ("3:20%/9:80%", {3: Fraction(1, 5), 9: Fraction(4, 5)}),
        ("9:.5/3:.5", {3: Fraction(1, 2), 9: Fraction(1, 2)}),
        ("3:1/4:2", {3: Fraction(1, 3), 4: Fraction(2, 3)}),
        ("7:1", {7: Fraction(1)}),
    ],
)
def test_numbers_of_armies(text: str, chances: dict[int, Fraction]) -> None:
    armies = Armies.read(text)
    assert {n: Fraction(weight, armies.total) for n, weight in armies.weights} == chances
    assert Armies.read(str(armies)) == armies
    assert Armies.read(chances) == armies


def test_other_ways_to_give_armies() -> None:
    assert Armies.read(cast(Any, np.int64(5))) == Armies.read("5") == Armies.read(5)
    # a float is the decimal it is written as
    assert Armies.read({3: 0.1, 4: 0.2, 5: 0.7}) == Armies.read("3:0.1/4:0.2/5:0.7")


def shape(tree: tuple[Post, ...]) -> list[Any]:
    return [(str(each), shape(each.beyond)) for each in tree]


@pytest.mark.parametrize(
    ("text", "meaning", "printed"),
    [
        ("3 2 5", [("3", [("2", [("5", [])])])], "3 2 5"),
        ("3, 2,5", [("3", [("2", [("5", [])])])], "3 2 5"),
        ("[3] [4]", [("3", []), ("4", [])], "[3] [4]"),
        ("[3][4]", [("3", []), ("4", [])], "[3] [4]"),
        ("3 [2 1] [4]", [("3", [("2", [("1", [])]), ("4", [])])], "3 [2 1] [4]"),
        ("3 [2 1] 4", [("3", [("2", [("1", [])]), ("4", [])])], "3 [2 1] [4]"),
        ("3 [2]", [("3", [("2", [])])], "3 2"),
        ("[[3]]", [("3", [])], "3"),
        ("1@d8 2@capital+d12", [("1@d8", [("2@capital+d12", [])])], "1@d8 2@capital+d12"),
        ("2@capital@d12", [("2@capital+d12", [])], "2@capital+d12"),
        ("3 [2 [1] [1]] [4]", None, "3 [2 [1] [1]] [4]"),
    ],
)
def test_trees(text: str, meaning: list[Any] | None, printed: str) -> None:
    tree = read_tree(text)
    if meaning is not None:
        assert shape(tree) == meaning
    assert show_tree(tree) == printed
    assert read_tree(printed) == tree
    assert read_tree(tree_to_dict(tree)) == tree
    assert read_tree(json.dumps(tree_to_dict(tree))) == tree


armies = st.one_of(
    st.integers(1, 99).map(str),
    st.tuples(st.integers(1, 9), st.integers(1, 9)).map(lambda p: f"{p[0]}-{sum(p)}"),
    st.just("3:0.2/4:0.5/5:0.3"),
    st.just("1:1/7:2"),
)
territories = st.builds(
    lambda n, changes: Post(Armies.read(n), tuple(changes)),
    armies,
    st.lists(st.sampled_from(["d8", "capital", "high-1def"]), max_size=2, unique=True),
)
trees = st.recursive(
    territories,
    lambda below: st.builds(
        lambda one, beyond: Post(one.armies, one.changes, tuple(beyond)),
        territories,
        st.lists(below, max_size=3),
    ),
    max_leaves=8,
)


@given(st.lists(trees, min_size=1, max_size=3).map(tuple))
def test_what_is_printed_reads_back(tree: tuple[Post, ...]) -> None:
    assert read_tree(show_tree(tree)) == tree
    assert read_tree(json.loads(json.dumps(tree_to_dict(tree)))) == tree
    assert read_tree(show_tree(tree).replace(" ", " , ")) == tree


@given(st.text("0123456789-:/@.[] ,ab%", max_size=12))
def test_any_text_is_read_or_refused_in_one_line(text: str) -> None:
    try:
        tree = read_tree(text)
    except InputError as error:
        assert "\n" not in str(error)
    else:
        assert read_tree(show_tree(tree)) == tree


@pytest.mark.parametrize(
    "given_", [[3, 2, 5], (3, "2", 5), "3 2 5", ["3 2", 5], np.array([3, 2, 5])]
)
def test_paths_from_python(given_: Any) -> None:
    assert [str(each) for each in read_path(given_)] == ["3", "2", "5"]


def test_lists_in_lists_are_branches() -> None:
    assert read_tree([3, [2, 1], [4]]) == read_tree("3 [2 1] [4]")
    assert read_tree(9) == read_tree("9")
    assert read_tree(Post.read("2@d8")) == read_tree("2@d8")
    assert read_tree({"defenders": "3-4", "rules": "d8"}) == read_tree("3-4@d8")


@pytest.mark.parametrize(
    ("text", "position", "what"),
    [
        ("3 [2 1", 2, "never closed"),
        ("3 [2 [1]", 2, "never closed"),
        ("3 2] 1", 3, "without"),
        ("3 [] 1", 3, "nothing inside"),
    ],
)
def test_brackets_that_do_not_match_have_a_place(text: str, position: int, what: str) -> None:
    with pytest.raises(NotationError, match=what) as caught:
        read_tree(text)
    assert (caught.value.text, caught.value.position) == (text, position)


@pytest.mark.parametrize(
    ("bad", "what"),
    [
        ("", "at least one territory"),
        ([], "at least one territory"),
        ("x", "not x"),
        ("0", "not 0"),
        ("-3", "not -3"),
        ("2.5", "not 2.5"),
        (2.5, "not 2.5"),
        (True, "not True"),
        (None, "not None"),
        ("6-3", "rises"),
        ("3-x", "not x"),
        ("3-", "not ''"),
        ("1-99999", "rises by less than 10,000"),
        ("2@", "like 2@capital"),
        ("2@d8+", "like 2@capital"),
        ("3:0.2/4:0.7", "add up to 1, not 0.9"),
        ("3:0.2/4", "like 3:0.2/4:0.8"),
        ("3:0.5/3:0.5", "once"),
        ("3:x/4:0.5", "from 0 to 1, not x"),
        ("3:0.0/4:1.0", "above 0"),
        ({3: -0.5, 4: 1.5}, "from 0 to 1"),
        ({"defenders": 3, "dice": 2}, "dice"),
        ({"defenders": 3, "then": 4}, "list"),
        ({"defenders": 3, "rules": 4}, "text"),
        ('{"then": [', "valid JSON"),
        ("1 " * 201, "at most 200"),
    ],
)
def test_refused(bad: Any, what: str) -> None:
    with pytest.raises(InputError, match=what):
        read_tree(bad)


def test_a_path_has_no_branches() -> None:
    with pytest.raises(InputError, match="ask for a tree"):
        read_path("3 [2] [1]")


def test_fronts() -> None:
    assert read_front("16:8,3,2", "attackers") == (16, "8,3,2")
    assert read_front("16:3:0.2/4:0.8", "attackers") == (16, "3:0.2/4:0.8")
    assert read_front((8, [4]), "attackers") == (8, [4])
    for bad in ("8", "8:", ":4", "8: ", "", 8):
        with pytest.raises(InputError, match="OWN:ENEMY"):
            read_front(bad, "attackers")
    with pytest.raises(InputError, match="not x"):
        read_front("x:4", "attackers")


@pytest.mark.parametrize(
    ("given_", "ratio"),
    [
        (0.9, (9, 10)),
        ("0.9", (9, 10)),
        (".9", (9, 10)),
        ("90%", (9, 10)),
        ("9/10", (9, 10)),
        ("9e-1", (9, 10)),
        (Fraction(1, 3), (1, 3)),
        (np.float64(0.1), (1, 10)),
        (1, (1, 1)),
        (0, (0, 1)),
        ("0.99999999999999999999", (10**20 - 1, 10**20)),
    ],
)
def test_chances_are_the_decimals_written(given_: Any, ratio: tuple[int, int]) -> None:
    assert ratio_of("win", given_) == ratio


@pytest.mark.parametrize(
    "bad",
    [1.1, -0.1, "x", "", "1.2.3", "90", "5/0", "1e", float("nan"), float("inf"), None, True, []],
)
def test_chances_outside_0_to_1(bad: Any) -> None:
    with pytest.raises(InputError, match="win must be a chance from 0 to 1"):
        ratio_of("win", bad)
