"""A battle followed roll by roll: what was typed, the odds after it, undo."""

from random import Random
from typing import Any

import pytest
from oracles import battles as oracles

from riskodds import InputError, battle, live, luck


def test_losses_dice_and_what_could_be_either() -> None:
    fight = live(12, 9)
    for text, expected in (
        ("0 2", (0, 2)),
        ("2 0", (2, 0)),
        ("1 1", (1, 1)),
        (" 653   64 ", (1, 1)),
        ("6,5,3 6,4", (1, 1)),
        ("666 55", (0, 2)),
        ("d 1 1", (1, 0)),
        ("d 2 1", (0, 1)),
        ("6 5", (0, 1)),
        ("5 61", (1, 0)),
        ("l 0 1", (0, 1)),
        ("l 1 1", (1, 1)),
    ):
        after = fight.told(text)
        assert after.last == expected, text
        assert (after.attackers, after.defenders) == (12 - expected[0], 9 - expected[1])
    # with one die against one, two ones are dice and not losses
    assert live(2, 1).told("1 1").last == (1, 0)
    assert live(2, 1).told("1 0").state == "failed"
    assert live(2, 1).told("0 1").state == "taken"
    assert live(9, 9, rules="capital").told("1 2").last == (1, 2)


def test_chances_and_how_they_moved() -> None:
    rng = Random(2)
    targets: list[dict[str, Any]] = [{}, {"stop_at": 3}, {"goal": 2}, {"stop_at": 4, "goal": 1}]
    for stops in targets:
        fight = live(14, 11, **stops)
        while fight.state == "on":
            lost = rng.choice(range(fight.pairs + 1))
            after = fight.lost(lost, fight.pairs - lost)
            exact = oracles.dictionary_battle(after.attackers - 1, after.defenders, **stops)
            win = sum(p for (_, d), p in exact.items() if not d)
            reached = sum(p for (_, d), p in exact.items() if d <= stops.get("goal", 0))
            assert after.chances["win"] == pytest.approx(float(win), rel=1e-12)
            assert after.chances["reached"] == pytest.approx(float(reached), rel=1e-12)
            wanted = "reached" if "goal" in stops else "win"
            assert after.moved == after.chances[wanted] - fight.chances[wanted]
            fight = after


def test_undo_restores_exactly() -> None:
    fights = [live(12, 9, worths={"territory": 4})]
    for text in ("1 1", "653 64"):
        fights.append(fights[-1].told(text))
    fights.append(fights[-1].aimed(stop_at=4))
    fights.append(fights[-1].aimed(goal=2))
    fights.append(fights[-1].told("0 2"))
    before = [fight.to_dict() for fight in fights]
    fight = fights[-1]
    for n in range(len(fights) - 2, -1, -1):
        fight = fight.undone()
        assert fight is fights[n]
        assert fight.to_dict() == before[n]
    with pytest.raises(InputError, match="there is nothing to undo"):
        fight.undone()


def test_luck_of_a_fight_that_is_over_and_of_one_that_is_not() -> None:
    fight = live(5, 3)
    assert fight.luck is None
    fight = fight.told("1 1")
    assert fight.luck == luck(5, 3, left=(4, 2), rolls=1)
    fight = fight.told("2 0")
    assert fight.luck == luck(5, 3, left=(2, 2), rolls=2)
    fight = fight.told("1 0")
    assert fight.state == "failed"
    assert fight.luck == luck(5, 3, left=(1, 2))
    # with fewer dice than all nothing is known of how it goes on
    assert live(12, 9).told("6 5").luck is None
    assert live(12, 9).told("l 0 1").luck is None
    assert live(12, 9).told("65 54").told("1 1").luck is None


def test_a_defender_who_sees_the_roll() -> None:
    fight = live(8, 6, rules="sees-the-roll")
    assert fight.chance == battle(8, 6, rules="sees-the-roll").win
    after = fight.told("665 3")
    assert (after.last, after.luck) == ((0, 1), None)
    with pytest.raises(InputError, match="leave out stop_at"):
        fight.aimed(stop_at=3)
    over = live(2, 1, rules="sees-greedy").told("d 6 1")
    assert over.luck is not None


def test_targets() -> None:
    fight = live(12, 9, stop_at=11).told("1 1")
    assert fight.state == "stopped"
    assert fight.chances == {"win": 0.0, "lose": 0.0, "undecided": 1.0, "reached": 0.0}
    with pytest.raises(InputError, match="the target is reached: change it to go on, or undo"):
        fight.told("1 1")
    on = fight.aimed(stop_at=1)
    assert on.chance == battle(11, 8).win
    assert on.last is None
    assert on.undone() is fight
    assert live(12, 9, goal=8).told("0 2").chances["reached"] == 1


def test_advice() -> None:
    worths = {"territory": 4, "card": 3}
    assert live(12, 9).advice is None
    assert live(12, 9, worths=worths).advice == "stop"
    assert live(12, 9, worths=worths).told("0 2").told("0 2").advice == "attack"
    assert live(2, 1, worths=worths).told("0 1").advice is None


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("", "a roll must be losses such as 1 1, or dice such as 653 64, not ''"),
        ("653", "a roll must be losses"),
        ("653 64 1", "a roll must be losses"),
        ("0 1", "losses by all dice must add up to 2, not 0 1; 'l 0 1' is a roll with fewer dice"),
        ("0 3", "losses by all dice must add up to 2, not 0 3$"),
        ("l 1 2", "losses must add up to 1 to 2, not 3"),
        ("l 0 0", "losses must add up to 1 to 2, not 0"),
        ("l 3 0", "attackers lost must be a whole number from 0 to 2, not 3"),
        ("l x 0", "a roll must be losses"),
        ("7 5", "a face of the attack dice must be a whole number from 1 to 6, not 7"),
        ("6531 6", "attack dice must be 1 to 3, not 4: 6531"),
        ("d", "a roll must be the attacker's dice and the defender's"),
        ("-1 3", "a face of the attack dice must be a whole number from 1 to 6, not -"),
    ],
)
def test_bad_rolls(text: str, message: str) -> None:
    with pytest.raises(InputError, match=message):
        live(12, 9).told(text)


def test_more_bad_input() -> None:
    with pytest.raises(InputError, match="attack dice must be at most 1 with these armies, not 2"):
        live(2, 9).told("65 6")
    with pytest.raises(InputError, match="the battle is over: undo, or quit"):
        live(2, 1).told("0 1").told("0 1")
    with pytest.raises(InputError, match="stop_at must be a whole number from 1 to 11, not 12"):
        live(12, 9).aimed(stop_at=12)
    with pytest.raises(InputError, match="goal must be"):
        live(12, 9).aimed(goal=9)
    with pytest.raises(InputError, match="balanced blitz fights at once"):
        live(12, 9, rules="blitz")
    with pytest.raises(InputError, match="losses must add up to 2, not 1"):
        live(12, 9).lost(0, 1)


def test_thousands_of_steps() -> None:
    fight = live(2500, 2500)
    for _ in range(2000):
        fight = fight.lost(1, 1)
    assert repr(fight).count("LiveBattle") == 1
    assert fight == fight.undone().lost(1, 1)
    assert fight.luck is not None


def test_no_chance_is_above_one() -> None:
    over = 0
    for attackers in range(15_250, 15_270):
        fight = live(attackers, 1413, rules="classic+d3def", goal=3)
        over += battle(attackers, 1413, rules="classic+d3def", goal=3).reached > 1
        assert all(chance <= 1 for chance in fight.chances.values())
    assert not over
