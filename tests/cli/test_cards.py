"""``riskodds cards``, as a user and as another program see it."""

import json
from fractions import Fraction
from typing import Any

import click
import pytest
from cli_runner import ask, ask_process

from riskodds.cli.main import group
from riskodds.game import load_board
from riskodds.game.cards.deck import read_card

COMMANDS = ["value", "trade", "odds", "wait", "spoils"]


def answer(*args: str) -> dict[str, Any]:
    status, out, err = ask("cards", *args, "--json")
    assert (status, err) == (0, "")
    parsed: dict[str, Any] = json.loads(out)
    return parsed


# value


@pytest.mark.parametrize(("number", "armies"), [(1, 4), (5, 12), (6, 15), (8, 25), (20, 85)])
def test_value_of_a_set(number: int, armies: int) -> None:
    assert answer("value", str(number))["value"] == armies


def test_value_as_text_and_csv() -> None:
    assert "25 armies" in ask("cards", "value", "8").out
    assert ask("cards", "value", "8", "--csv").out == "kind,armies\nany set,25\n"


# trade


def test_trade() -> None:
    got = answer("trade", "Alaska", "C", "A", "W", "--sets-traded", "5", "--own", "Alaska")
    assert (got["value"], got["bonus"], got["places"]) == (15, 2, ["Alaska"])
    assert sorted(got["cards"]) == ["Alaska", "artillery", "cavalry"]
    assert (got["keeps"], got["duty"]) == (["wild"], "optional")


def test_cards_in_the_answer_are_read_back() -> None:
    got = answer("trade", "Alaska", "W", "Great Britain", "C")
    cards = [*got["cards"], *got["keeps"]]
    assert sorted(cards) == sorted(got["hand"])
    assert answer("trade", *cards)["value"] == got["value"]
    assert all(read_card(card, load_board()) for card in cards)


def test_commas_and_words_are_the_same() -> None:
    assert ask("cards", "trade", "I,C,A") == ask("cards", "trade", "I", "C", "A")


def test_no_bonus_on_a_territory_of_somebody_else() -> None:
    got = answer("trade", "Alaska", "C", "A", "--own", "Peru")
    assert (got["value"], got["bonus"], got["places"]) == (4, 0, [])


def test_why_shows_the_other_trades_of_as_many_armies() -> None:
    ways = answer("trade", *"IIIWCC", "--why")["why"]
    assert (ways[0]["keeps"], ways[0]["wilds"]) == (["cavalry", "cavalry", "wild"], 1)
    assert len(ways) == 4 and {way["expected_sets_exact"] for way in ways} == {"1/1"}
    text = ask("cards", "trade", *"IIIWCC", "--why").out
    assert "cavalry, cavalry, wild: 1.0000 sets, 1 wild\n" in text
    assert "why" not in answer("trade", *"IIIWCC")


def test_bonus_is_two_a_turn() -> None:
    hand = ["Alaska", "Peru", "A"]
    assert answer("trade", *hand, "--own", "Alaska,Peru")["bonus"] == 2
    assert answer("trade", *hand, "--own", "Alaska", "--bonus-taken", "2")["bonus"] == 0


def test_deck_tells_the_symbol() -> None:
    # Alaska is artillery in 1959 and infantry in 1993; one of each needs the second.
    assert ask("cards", "trade", "Alaska", "C", "A", "--deck", "1993").status == 0
    assert ask("cards", "trade", "Alaska", "C", "A", "--deck", "1959").status == 2
    assert answer("trade", "Alaska", "A", "A", "--deck", "1959")["value"] == 4


def test_two_sets_in_a_row() -> None:
    got = answer("trade", *"IIICCCAW", "--sets", "2", "--sets-traded", "5")
    assert got["value"] == 15 + 20
    assert [trade["value"] for trade in got["trades"]] == [15, 20]
    assert len(got["cards"]) == 6
    assert "wild" in got["keeps"] == got["trades"][1]["keeps"]


def test_trade_as_text() -> None:
    out = ask("cards", "trade", "Alaska", "C", "A", "W", "I", "--own", "Alaska").out
    assert "4 for the set, 2 on Alaska" in out
    assert "5 cards at the start of a turn: a set must go" in " ".join(out.split())


# odds


@pytest.mark.parametrize(
    ("args", "chance"),
    [
        (["--draw", "3"], "200/473"),
        (["--draw", "4"], "15844/19393"),
        (["--draw", "5"], "1/1"),
        (["--hand", "I,C", "--draw", "1", "--seen", "W,A,A"], "1/3"),  # 12 artillery, 1 wild of 39
        (["--hand", "I,I", "--hand", "Peru", "--draw", "0"], "0/1"),
        (["--hand", "I,I,C", "--draw", "2"], "1/1"),
    ],
)
def test_odds_of_a_set(args: list[str], chance: str) -> None:
    got = answer("odds", *args)
    assert got["set_exact"] == chance
    assert got["set"] == float(Fraction(chance))


def test_odds_of_two_sets_and_the_wait() -> None:
    assert answer("odds", "--hand", "I", "--draw", "5")["two_sets_exact"] == "848/1763"
    assert answer("odds", "--hand", "W", "--draw", "5")["two_sets"] == 1
    assert answer("odds", "--draw", "6")["two_sets_exact"] == "19571/38786"
    assert answer("odds", "--draw", "1")["expected_draws_exact"] == "72921/19393"


def test_odds_as_text() -> None:
    assert "42.283 %   200/473" in ask("cards", "odds", "--draw", "3", "--digits", "3").out
    assert "100 %" in ask("cards", "odds", "--hand", "I,I,C", "--draw", "2").out
    assert "already in the hand" in ask("cards", "odds", "--hand", "I,C,A", "--draw", "1").out


# wait and spoils


def test_wait_or_now() -> None:
    got = answer("wait", "I", "C", "A", "--sets-traded", "4", "--others", "1")
    assert (got["now"], got["later"], got["wait"], got["best"]) == (12, 0, 15, "wait")
    assert answer("wait", "I", "C", "A")["best"] == "now"  # 4 now, or 4 next turn
    forced = answer("wait", "I", "C", "A", "A", "A", "--others", "3")
    assert (forced["best"], forced["forced"]) == ("now", True)
    assert "5 cards are too many to wait" in ask("cards", "wait", *"ICAAA").out


def test_spoils() -> None:
    got = answer("spoils", "5", "--hand", "I,I,C", "--sets-traded", "6")
    assert got["sizes"] == [8, 5, 2]
    assert got["armies_exact"] == f"{20 + 25}/1"  # any eight, then any five cards hold a set
    out = ask("cards", "spoils", "2", "--hand", "I,I,C").out
    assert "5 cards wait for the next turn" in out


# every command


@pytest.mark.parametrize("name", COMMANDS)
def test_help_with_examples_first(name: str) -> None:
    status, out, err = ask("cards", name, "--help")
    assert (status, err) == (0, "")
    assert out.splitlines()[4].startswith(f"  riskodds cards {name} ")
    assert all(len(line) <= 60 for line in out.splitlines())
    assert f"riskodds cards {name}" in ask("cards").out


def test_all_commands_are_tested_here() -> None:
    cards = group.get_command(click.Context(group), "cards")
    assert isinstance(cards, click.Group)
    assert sorted(cards.commands) == sorted(COMMANDS)


@pytest.mark.parametrize(
    "args",
    [
        ["value", "1000000000"],
        ["trade", *["Western United States", "Eastern United States", "Peru", "Siam", "W"],
         "--own", "Western United States,Eastern United States"],
        ["odds", "--hand", "Western United States,Eastern United States", "--draw", "3",
         "--digits", "15"],
        ["wait", "Western United States", "Eastern United States", "C", "--others", "90000000"],
        ["spoils", "9", "--hand", "Western United States,Eastern United States,I,I,I,C,C"],
    ],
)  # fmt: skip
def test_text_fits_sixty_columns(args: list[str]) -> None:
    status, out, _ = ask("cards", *args)
    assert status == 0
    assert max(map(len, out.splitlines())) <= 60


@pytest.mark.parametrize(
    ("args", "message"),
    [
        (["trade", *"I" * 15], "the deck has 14 infantry cards: 15 are too many"),
        (["odds", "--hand", ",".join("I" * 15), "--draw", "1"],
         "the deck has 14 infantry cards: 15 are too many"),
        (["trade", "Peru", "Peru", "W"], "a territory has one card: Peru comes 2 times"),
        (["trade", "W", "W", "W"], "the deck has 2 wild cards: 3 are too many"),
        (["trade", "I", "C"], "a set is three alike, one of each, or any two with a wild: "
         "the hand does not hold a set"),
        (["trade", "I", "C", "A", "--sets", "2"], "a set is three alike, one of each, or any two "
         "with a wild: the hand does not hold 2 sets"),
        (["trade", "Kamtchatka", "C", "A"], "a card is 'infantry', 'cavalry', 'artillery' or "
         "'wild' or a territory, not Kamtchatka: did you mean Kamchatka?"),
        (["odds", "--hand", "I,,C", "--draw", "1"],
         "a card is 'infantry', 'cavalry', 'artillery' or 'wild' or a territory, not ''"),
        (["trade", "Peru", "C", "A", "--deck", "1066"],
         "the deck must be one of 1959, 1993, 2016, not 1066"),
        (["trade", "I", "C", "A", "--own", "Attlantis"], "no territory is called Attlantis"),
        (["trade", "I", "C", "A", "--sets-traded", "-1"],
         "sets_traded must be a whole number from 0 to 1,000,000,000, not -1"),
        (["odds", "--draw", "45"], "draws must be a whole number from 0 to 44, not 45"),
        (["odds", "--draw", "x"], "draws must be a whole number from 0 to 44, not x"),
        (["odds"], "missing option '--draw'"),
        (["value", "0"],
         "the number of the set must be a whole number from 1 to 1,000,000,000, not 0"),
        (["value", "8", "--rules", "clasic"], "rules must be"),
        (["value", "8", "--json", "--csv"], "choose one of --json and --csv"),
        (["wait", "I", "C"], "the hand holds no set to trade"),
        (["wait", "I", "C", "A", "--draw", "42"],
         "draws must be a whole number from 0 to 41, not 42"),
        (["spoils", "45"], "taken must be a whole number from 0 to 44, not 45"),
        (["sell"], "no such command 'sell'"),
    ],
    ids=lambda value: " ".join(value)[:40] if isinstance(value, list) else "",
)  # fmt: skip
def test_wrong_usage_is_one_clear_line(args: list[str], message: str) -> None:
    status, out, err = ask("cards", *args)
    assert (status, out) == (2, "")
    assert err.startswith(f"riskodds: {message}")
    assert err.count("\n") == 1


def test_in_a_process_of_its_own() -> None:
    assert ask_process("cards", "value", "8").out == ask("cards", "value", "8").out
    assert ask_process("cards", "trade", *"I" * 15).status == 2


def test_an_unknown_deck_is_refused_whatever_is_asked() -> None:
    for question in (["odds", "--draw", "3"], ["trade", "I", "I", "I"], ["wait", "I", "C", "A"]):
        status, out, err = ask("cards", *question, "--deck", "foo")
        assert (status, out) == (2, "")
        assert err == "riskodds: the deck must be one of 1959, 1993, 2016, not foo\n"
