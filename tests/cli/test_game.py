"""``riskodds setup``, ``reinforce`` and ``rules``, as a user and as another program see them."""

from __future__ import annotations

import json
import subprocess
import sys
from itertools import pairwise
from typing import Any

import pytest
from cli_runner import ask

from riskodds import DiceRules, Side, rules
from riskodds.game import ByKind, ByStars, CardRules, GameRules, Rising, game_rules, load_board
from riskodds.game.formats.plain import from_plain, kinds_of
from riskodds.game.goals import Goal
from riskodds.variants.rules import rules_names


def answer(*args: str) -> dict[str, Any]:
    status, out, err = ask(*args, "--json")
    assert (status, err) == (0, "")
    parsed: dict[str, Any] = json.loads(out)
    return parsed


# reinforce


@pytest.mark.parametrize(
    ("args", "total"),
    [
        (["14"], 4),
        (["8"], 3),
        (["42"], 38),
        (["42", "--continent", "all"], 38),
        (["14", "--continent", "asia"], 11),
        (["14", "--continent", "Asia", "--continent", "australia"], None),
        (["16", "--continent", "asia,australia"], 5 + 7 + 2),
        (["14", "--cards", "10", "--bonus", "2"], 16),
        (["1"], 3),
    ],
)
def test_reinforce(args: list[str], total: int | None) -> None:
    if total is None:
        status, out, err = ask("reinforce", *args)
        assert (status, out) == (2, "")
        assert "Asia and Australia cannot be held by 14 territories" in err
        return
    got = answer("reinforce", *args)
    assert got["total"] == total
    parts = got["territories"] + sum(got["continents"].values()) + got["cards"] + got["bonus"]
    assert parts == total


def test_reinforce_tells_each_part() -> None:
    got = answer("reinforce", "20", "--continent", "africa,europe", "--cards", "8")
    assert got == {
        "held": 20,
        "rules": "classic",
        "total": 22,
        "territories": 6,
        "continents": {"Europe": 5, "Africa": 3},
        "cards": 8,
        "bonus": 0,
    }


def test_reinforce_as_text_and_csv() -> None:
    assert ask("reinforce", "14", "--continent", "asia").out == (
        "14 territories, classic rules\n"
        "\n"
        "territories                 4 armies\n"
        "Asia                        7 armies\n"
        "total                      11 armies\n"
    )
    assert ask("reinforce", "8", "--csv").out == "from,armies\nterritories,3\ntotal,3\n"


# setup


@pytest.mark.parametrize(
    ("players", "armies", "neutral"),
    [("2", 40, 40), ("3", 35, 0), ("4", 30, 0), ("5", 25, 0), ("6", 20, 0)],
)
def test_setup(players: str, armies: int, neutral: int) -> None:
    got = answer("setup", players)
    assert (got["armies"], got["neutral"]) == (armies, neutral)
    assert sum(got["territories"]) == 42
    assert max(got["territories"]) - min(got["territories"]) <= 1
    assert got["starts"] is None


def test_setup_for_two_without_a_neutral() -> None:
    got = answer("setup", "2", "--rules", "no-neutral")
    assert (got["armies"], got["neutral"], got["territories"]) == (50, 0, [21, 21])


def test_who_starts() -> None:
    assert answer("setup", "3", "--roll", "6,2,6", "--roll", "1,4")["starts"] == 3
    assert "player 3" in ask("setup", "3", "--roll", "6,2,6", "--roll", "1,4").out


def test_dealing() -> None:
    got = answer("setup", "2", "--deal", "--seed", "7")
    hands = got["dealt"]
    assert list(hands) == ["player 1", "player 2", "neutral"]
    assert [len(hand) for hand in hands.values()] == [14, 14, 14]
    assert sorted(name for hand in hands.values() for name in hand) == sorted(load_board().names)
    assert answer("setup", "2", "--deal", "--seed", "7") == got
    assert answer("setup", "2", "--deal", "--seed", "8") != got
    out = ask("setup", "4", "--deal", "--roll", "1,2,3,6").out
    assert "dealt" in out
    hands = answer("setup", "4", "--deal", "--roll", "1,2,3,6")["dealt"]
    # The starting player is dealt the first card, so has one more with 42 among 4.
    assert [len(hand) for hand in hands.values()] == [11, 10, 10, 11]


def test_setup_as_text() -> None:
    assert ask("setup", "4").out == (
        "4 players, classic rules\n"
        "\n"
        "each player  30 armies\n"
        "territories  10 or 11 each, claimed in turn\n"
        "then         one army at a time, in turn, on own territories\n"
    )
    assert "the neutral  40 armies, on 14 territories\n" in ask("setup", "2").out


# rules


def test_rules_lists_every_name_once() -> None:
    listed = answer("rules")["rules"]
    assert [row["name"] for row in listed] == list(rules_names())
    out = ask("rules").out
    places = [out.index(f"{name} ") for name in rules_names()]
    assert all(a < b for a, b in pairwise(places))
    for change in answer("rules")["changes"]:
        assert f"\n{change['name']} " in out
        assert answer("rules", "show", f"classic+{change['name']}")["name"].startswith("classic+")


@pytest.mark.parametrize("name", [*rules_names(), "two-dice-from-three+connected"])
def test_rules_show(name: str) -> None:
    got = answer("rules", "show", name)
    value = rules(name)
    assert got["name"] == name
    differences = [*value.differences(), *game_rules(value).differences()]
    assert got["differences"] == differences
    kinds = kinds_of(DiceRules, Side, GameRules, CardRules, Rising, ByKind, ByStars, Goal)
    assert from_plain(got["dice"], kinds) == value.dice
    assert from_plain(got["game"], kinds) == game_rules(value)
    out = ask("rules", "show", name).out
    joined = " ".join(out.split())
    assert all(" ".join(line.split()) in joined for line in differences)
    assert "  divisor              3\n" in out
    assert "('" not in out


# all of them


@pytest.mark.parametrize(
    "args",
    [
        ["setup", "4"],
        ["setup", "2", "--deal", "--seed", "1"],
        ["reinforce", "42", "--cards", "10", "--bonus", "2"],
        ["rules"],
        *(["rules", "show", name] for name in rules_names()),
        ["rules", "show", "--help"],
    ],
    ids=" ".join,
)
def test_text_fits_sixty_columns(args: list[str]) -> None:
    status, out, err = ask(*args)
    assert (status, err) == (0, "")
    assert max(map(len, out.splitlines())) <= 60


@pytest.mark.parametrize(
    ("args", "message"),
    [
        (["setup", "7"], "players must be a whole number from 2 to 6, not 7"),
        (["setup", "four"], "players must be a whole number from 2 to 6, not four"),
        (["setup", "3", "--roll", "1,2"], "the highest die starts: 3 players roll first, not 2"),
        (["setup", "3", "--roll", "1,2,x"], "a die must be a whole number from 1 to 6, not x"),
        (
            ["setup", "3", "--roll", "6,6,1"],
            "the highest die starts, and ties roll again: 2 players are tied",
        ),
        (
            ["setup", "2", "--deal", "--seed", "x"],
            "seed must be a whole number of at least 0, not x",
        ),
        (["reinforce", "0"], "territories must be a whole number from 1 to 42, not 0"),
        (["reinforce", "-3"], "territories must be a whole number from 1 to 42, not -3"),
        (["reinforce", "43"], "territories must be a whole number from 1 to 42, not 43"),
        (["reinforce", "14.5"], "territories must be a whole number from 1 to 42, not 14.5"),
        (
            ["reinforce", "3", "--continent", "asia"],
            "a continent brings its bonus when all of it is held: "
            "Asia cannot be held by 3 territories, only by 12 or more",
        ),
        (
            ["reinforce", "14", "--continent", "Asai"],
            "no continent is called Asai: did you mean Asia?",
        ),
        (
            ["reinforce", "14", "--cards", "-1"],
            "cards must be a whole number of at least 0, not -1",
        ),
        (["reinforce", "14", "--json", "--csv"], "choose one of --json and --csv"),
        (
            ["rules", "show", "clasic"],
            "rules must be known ones, not clasic; did you mean classic?",
        ),
    ],
    ids=lambda v: str(v)[:40],
)
def test_bad_input_is_one_clear_line(args: list[str], message: str) -> None:
    assert ask(*args) == (2, "", f"riskodds: {message}\n")


@pytest.mark.parametrize("args", [["reinforce", "14"], ["setup", "4"], ["rules"]], ids=" ".join)
def test_nothing_heavy_is_loaded(args: list[str]) -> None:
    code = (
        f"import sys; from riskodds.cli.main import run; run({args!r});"
        "assert not {'numpy', 'scipy', 'numba', 'rich', 'matplotlib'} & set(sys.modules)"
    )
    subprocess.run([sys.executable, "-c", code], check=True, capture_output=True)
