"""The defender who sees the roll, and sides that choose how many dice to announce."""

from dataclasses import replace
from fractions import Fraction
from itertools import product
from math import inf
from typing import Any, cast

import pytest
from oracles import battles as oracles, variants as variant_oracles
from oracles.battles import Plain, case

from riskodds import (
    InputError,
    TooLargeError,
    battle,
    defence_dice,
    dice_policy,
    roll,
    rules,
    seen_odds,
    win_table,
)
from riskodds.engines.dice_choice import (
    MOST_WORK,
    check_work,
    seen_choices,
    seen_grid,
    ways_after,
)

OPTIMAL, GREEDY = "sees-the-roll", "sees-greedy"
POLICIES = {"optimal": OPTIMAL, "greedy": GREEDY}
VECTORS = oracles.data("vectors.json")["informed_defender"]


@pytest.mark.parametrize("row", VECTORS, ids=lambda r: f"{r['attackers']}v{r['defenders']}")
def test_checked_values(row: dict[str, object]) -> None:
    question = int(str(row["attackers"])), int(str(row["defenders"]))
    odds = battle(*question, rules=OPTIMAL)
    assert odds.win == pytest.approx(row["win_float"], rel=1e-13)
    assert odds.win + odds.lose == pytest.approx(1, abs=1e-13)
    exact = battle(*question, rules=OPTIMAL, exact=True)
    assert exact.win + exact.lose == 1
    if row["win"] is not None:
        assert exact.win == Fraction(str(row["win"]))
    assert odds.win == pytest.approx(float(exact.win), rel=odds.error_bound)


def test_greedy_and_announced_as_published() -> None:
    worth = seen_odds(11, 10)
    assert worth.optimal == pytest.approx(0.452924, abs=5e-7)
    assert worth.greedy == pytest.approx(0.456534, abs=5e-7)
    assert worth.announced == pytest.approx(0.567592872135, abs=5e-13)


SMALL = [(1, 1), (1, 2), (1, 4), (2, 1), (2, 2), (2, 5), (3, 1), (3, 2), (3, 3), (4, 4), (5, 3)]


@pytest.mark.parametrize("policy", POLICIES)
def test_all_endings_against_recursion_in_fractions(policy: str) -> None:
    for a, d in SMALL:
        expected = variant_oracles.seen_battle(a, d, policy)
        exact = battle(a + 1, d, rules=POLICIES[policy], exact=True)
        assert dict(exact.outcomes) == expected
        odds = battle(a + 1, d, rules=POLICIES[policy])
        assert list(odds.outcomes) == sorted(expected, key=lambda end: (end[1], -end[0]))
        for ending, chance in expected.items():
            assert odds.outcomes[ending] == pytest.approx(float(chance), rel=odds.error_bound)


def test_floats_choose_as_integers_do() -> None:
    for question in ((12, 9), (20, 25), (41, 30), (9, 30)):
        exact = battle(*question, rules=OPTIMAL, exact=True)
        odds = battle(*question, rules=OPTIMAL)
        assert list(odds.outcomes) == list(exact.outcomes)
        for ending, chance in exact.outcomes.items():
            assert odds.outcomes[ending] == pytest.approx(float(chance), rel=odds.error_bound)


def test_never_worse_than_announced_and_optimal_never_than_greedy() -> None:
    for attackers in range(2, 22):
        for defenders in range(1, 22):
            worth = seen_odds(attackers, defenders)
            slack = 1 + 1e-13
            assert worth.optimal <= worth.greedy * slack
            assert worth.greedy <= worth.announced * slack
            if defenders > 1 and attackers > 2:
                assert worth.optimal < worth.announced


@pytest.mark.parametrize("name", ["capital", "d8att", "zombie-defender", "bunker", "low-1def"])
def test_under_any_rules_the_choice_helps(name: str) -> None:
    for question in ((4, 3), (9, 9), (15, 12)):
        worth = seen_odds(*question, rules=name)
        assert worth.optimal <= worth.greedy * (1 + 1e-13)
        assert worth.optimal < worth.announced


def test_one_defence_die_leaves_no_choice() -> None:
    for question in ((5, 4), (12, 9)):
        worth = seen_odds(*question, rules="dice1def")
        assert worth.optimal == pytest.approx(worth.announced, rel=1e-13)
        assert worth.greedy == pytest.approx(worth.announced, rel=1e-13)


def test_far_tails_are_decided_by_the_smaller_side() -> None:
    """Where winning is all but certain a float near one cannot tell the options apart."""
    odds, exact = (battle(60, 5, rules=OPTIMAL, exact=exact) for exact in (False, True))
    assert exact.lose < 1e-8
    assert odds.lose == pytest.approx(float(exact.lose), rel=odds.error_bound)
    for ending, chance in exact.outcomes.items():
        assert odds.outcomes[ending] == pytest.approx(float(chance), rel=odds.error_bound)


def test_large_battles() -> None:
    odds = battle(301, 300, rules=OPTIMAL)
    greedy = battle(301, 300, rules=GREEDY)
    assert odds.win < greedy.win < 0.9
    assert sum(odds.outcomes.values()) == pytest.approx(1, abs=1e-12)
    with pytest.raises(TooLargeError, match=r"at most 4,000,000, not 9000000$"):
        battle(3001, 3000, rules=OPTIMAL)
    with pytest.raises(TooLargeError, match=r"11 against 1,500 is too one-sided"):
        battle(11, 1500, rules=OPTIMAL)
    with pytest.raises(TooLargeError, match="exact fractions"):
        battle(1001, 1000, rules=OPTIMAL, exact=True)


def test_simulated_games_agree() -> None:
    """Roll real dice and answer as the oracle's policies say."""
    import random

    rng = random.Random(11)
    trials = 8_000
    for policy, name in POLICIES.items():
        wins = 0
        for _ in range(trials):
            a, d = 5, 4
            while a and d:
                faces = tuple(sorted((rng.randint(1, 6) for _ in range(min(a, 3))), reverse=True))
                dice = variant_oracles.seen_dice(a, d, faces, policy)
                mine, theirs = variant_oracles.lost(
                    faces, tuple(rng.randint(1, 6) for _ in range(dice))
                )
                a, d = a - mine, d - theirs
            wins += d == 0
        win = battle(6, 4, rules=name).win
        assert abs(wins / trials - win) < 4 * (win * (1 - win) / trials) ** 0.5


def test_stop_rules() -> None:
    greedy = battle(9, 7, rules=GREEDY, stop_at=4, goal=2)
    exact = battle(9, 7, rules=GREEDY, stop_at=4, goal=2, exact=True)
    assert greedy.win + greedy.lose + greedy.undecided == pytest.approx(1, abs=1e-13)
    for ending, chance in exact.outcomes.items():
        assert greedy.outcomes[ending] == pytest.approx(float(chance), rel=1e-12)
    # by hand: from the fight to the end, cut where the stop rule halts it
    layer, ended = {(8, 7): Fraction(1)}, dict[tuple[int, int], Fraction]()
    while layer:
        following: dict[tuple[int, int], Fraction] = {}
        for (x, y), weight in layer.items():
            if x + 1 <= 4 or y <= 2:
                ended[x + 1, y] = ended.get((x + 1, y), Fraction(0)) + weight
                continue
            for faces, n in variant_oracles.seen_rolls(3).items():
                dice = variant_oracles.seen_dice(x, y, faces, "greedy")
                for (mine, theirs), chance in variant_oracles.answers(faces, dice).items():
                    state = x - mine, y - theirs
                    share = weight * chance * Fraction(n, 216)
                    following[state] = following.get(state, Fraction(0)) + share
        layer = following
    assert dict(exact.outcomes) == ended
    message = "a defender who sees the roll chooses dice for a battle to the end: leave out"
    for name, options, words in (
        (OPTIMAL, {"stop_at": 4}, "stop_at"),
        (OPTIMAL, {"goal": 1, "rolls": 2}, "goal, rolls"),
        (GREEDY, {"stop_at": 4, "rolls": 2}, "stop_at, rolls"),
    ):
        with pytest.raises(InputError, match=f"^{message} {words}$"):
            battle(9, 7, rules=name, **options)  # type: ignore[arg-type]


def test_the_grid_holds_every_smaller_battle() -> None:
    grid = seen_grid(rules(OPTIMAL).dice, 6, 5)
    win, lose = grid.values(0), grid.values(1)
    for a in range(1, 7):
        for d in range(1, 6):
            expected = float(variant_oracles.seen_win(a, d, "optimal"))
            assert win[a, d] == pytest.approx(expected, rel=1e-13)
            assert win[a, d] + lose[a, d] == pytest.approx(1, abs=1e-14)
    assert win[0, 3] == 0
    assert win[4, 0] == 1


def test_one_roll_answered_greedily() -> None:
    for attack, defence in ((1, 1), (1, 2), (2, 2), (3, 1), (3, 2)):
        expected: dict[tuple[int, int], Fraction] = {}
        for faces, n in variant_oracles.seen_rolls(attack).items():
            dice = variant_oracles.seen_dice(attack, defence, faces, "greedy")
            for losses, chance in variant_oracles.answers(faces, dice).items():
                share = chance * Fraction(n, 6**attack)
                expected[losses] = expected.get(losses, Fraction(0)) + share
        assert roll(attack, defence, rules=GREEDY) == expected
    with pytest.raises(InputError, match="depends on the dice seen and on the armies"):
        roll(3, 2, rules=OPTIMAL)
    with pytest.raises(InputError, match="attack dice must be a whole number from 1 to 3"):
        roll(4, 2, rules=GREEDY)


def test_answers_to_every_roll_by_counting() -> None:
    for dice in (1, 2, 3):
        for faces in variant_oracles.seen_rolls(dice):
            for answer in (1, 2):
                ways = ways_after(rules("classic").dice, faces, answer)
                counted = {
                    (k, len(ways) - 1 - k): Fraction(n, sum(ways)) for k, n in enumerate(ways) if n
                }
                assert counted == variant_oracles.answers(faces, answer)


def test_the_published_greedy_rule() -> None:
    """One die when the top two are at least 5 and 4; 4-4 is as good either way: two."""
    for faces in variant_oracles.seen_rolls(3):
        one = faces[0] >= 5 and faces[1] >= 4
        assert defence_dice(faces, 2).dice == (1 if one else 2), faces
    assert defence_dice([4, 4, 1], 2).dice == 2
    assert variant_oracles.immediate((4, 4, 1), 1) == variant_oracles.immediate((4, 4, 1), 2)


@pytest.mark.parametrize(("a", "d"), [(3, 2), (4, 3), (6, 5)])
def test_the_best_answer_to_every_roll(a: int, d: int) -> None:
    for faces in variant_oracles.seen_rolls(3):
        answer = defence_dice(faces, 2, armies=(a + 1, d))
        assert answer.dice == variant_oracles.seen_dice(a, d, faces, "optimal")
        assert answer.policy == "optimal"
        for option in answer.options:
            win = variant_oracles.after(a, d, faces, option.dice, "optimal")
            assert option.win == pytest.approx(float(win), rel=1e-13)
            losses = variant_oracles.answers(faces, option.dice).items()
            lost = sum(float(p) * mine for (mine, _), p in losses)
            assert option.expected_attacker_losses == pytest.approx(lost, rel=1e-13)


def test_modified_dice_are_seen_as_they_count() -> None:
    """A zombie defender loses ties, so a pair of fours is worse for him."""
    assert defence_dice([4, 4, 4], 2, rules="zombie-defender").dice == 1
    assert defence_dice([6, 1, 1], 2, rules="high-1att").seen == (6, 1, 1)
    plain = defence_dice([5, 1, 1], 2).options
    assert defence_dice([6, 1, 1], 2, rules="high-1att").options == plain


@pytest.mark.parametrize(
    ("call", "message"),
    [
        (lambda: defence_dice([], 2), "the dice seen must be 1 to 3 faces, not 0"),
        (lambda: defence_dice([1] * 4, 2), "the dice seen must be 1 to 3 faces, not 4"),
        (lambda: defence_dice([7], 2), "a die that was seen must be a whole number from 1 to 6, "
         "not 7"),
        (lambda: defence_dice([6, 5], 3), "defence dice must be a whole number from 1 to 2, not 3"),
        (lambda: defence_dice([6], 1, armies=(1, 2)), "attackers must be a whole number "
         "from 2 to 1,000,000, not 1"),
        (lambda: defence_dice([6], 1, armies=5),  # type: ignore[arg-type]
         "armies must be a pair (attackers, defenders), "
         "not 5"),
        (lambda: defence_dice([6, 5], 1, armies=(2, 2)), "attack dice must be at most 1 with these "
         "armies, not 2"),
        (lambda: defence_dice([6], 2, armies=(3, 1)), "defence dice must be at most 1 with these "
         "armies, not 2"),
        (lambda: defence_dice([6], 2, rules="blitz"), "balanced blitz shows no dice: "
         "leave it out of the rules"),
        (lambda: dice_policy(5, 4, side=cast(Any, "both")), "side must be one of attacker, "
         "defender, not both"),
        (lambda: dice_policy(5, 4, aim=cast(Any, "fun")), "what to aim at must be one of "
         "win, kept, lead, not fun"),
        (lambda: dice_policy(1, 4), "attackers must be a whole number from 2 to 1,000,000, not 1"),
        (lambda: dice_policy(5, 4, rules=GREEDY), "dice are chosen before each roll under rules "
         "that announce them: leave out blitz and sees-the-roll"),
        (lambda: dice_policy(2000, 2000), "for the best dice the attackers times the defenders "
         "must be at most 1,000,000, not 3998000"),
    ],
)  # fmt: skip
def test_bad_questions(call: object, message: str) -> None:
    with pytest.raises((InputError, TooLargeError)) as error:
        call()  # type: ignore[operator]
    assert sorted(str(error.value).split()) == sorted(message.split())


LOW = Plain(lowest=(0, -2))


@pytest.mark.parametrize("goal", ["win", "kept", "lead"])
@pytest.mark.parametrize("side", ["attacker", "defender"])
@pytest.mark.parametrize(
    ("name", "plain"),
    [
        ("classic", oracles.CLASSIC),
        ("low-2def", LOW),
        ("low-2att", Plain(lowest=(-2, 0))),
        ("high-2att", Plain(highest=(-2, 0))),
    ],
)
def test_dice_announced_for_a_goal(goal: Any, side: Any, name: str, plain: Plain) -> None:
    policy = dice_policy(7, 6, side=side, aim=goal, rules=name)
    for (attackers, defenders), dice in policy.dice.items():
        value, best = variant_oracles.policy_value(attackers - 1, defenders, side, goal, plain)
        assert dice == best, (attackers, defenders)
        most = oracles.dice_of(
            plain.needs[side == "defender"], defenders if side == "defender" else attackers - 1
        )
        assert ((attackers, defenders) in policy.fewer) == (best < most)
    assert len(policy.dice) == 36
    assert policy.value == pytest.approx(float(value), rel=1e-12)
    assert policy.value >= policy.all_dice - 1e-12


def test_all_dice_are_worth_what_the_battle_is() -> None:
    odds = battle(9, 7, rules="low-2def")
    attacker, defender = odds.attackers_left().mean, odds.defenders_left().mean
    cases: list[tuple[Any, Any, float]] = [
        ("defender", "win", odds.lose),
        ("attacker", "win", odds.win),
        ("defender", "kept", defender),
        ("attacker", "lead", attacker - defender),
    ]
    for side, goal, expected in cases:
        policy = dice_policy(9, 7, side=side, aim=goal, rules="low-2def")
        assert policy.all_dice == pytest.approx(expected, rel=1e-12)


def test_fewer_dice_never_help_under_plain_rules() -> None:
    """THEORY 10: rolling all is best for both sides, at every size checked."""
    for side in ("attacker", "defender"):
        for goal in ("win", "kept", "lead"):
            assert dice_policy(26, 25, side=side, aim=goal).fewer == {}


def test_bound_to_fewer_dice() -> None:
    """A side bound to fewer dice is what `diceN` says, and does worse."""
    free = battle(12, 9).win
    assert battle(12, 9, rules="dice2att").win < free < battle(12, 9, rules="dice1def").win
    bound = oracles.dictionary_battle(6, 5, Plain(needs=((1, 2), (1,))))
    exact = battle(7, 5, rules="dice2att+dice1def", exact=True)
    assert dict(exact.outcomes) == bound


def test_policies_are_values_and_json() -> None:
    policy = dice_policy(5, 4, rules="low-2def")
    answer = policy.to_dict()
    assert answer["dice"][0] == {"attackers": 2, "defenders": 1, "dice": 1, "fewer": False}
    assert sum(row["fewer"] for row in answer["dice"]) == len(policy.fewer) > 0
    assert policy == dice_policy(5, 4, rules="low-2def")
    advice = defence_dice([6, 5, 1], 2, armies=(11, 10))
    assert advice.to_dict()["options"][0]["win"] > advice.to_dict()["options"][1]["win"]
    assert "win" not in defence_dice([6, 5, 1], 2).to_dict()["options"][0]
    assert seen_odds(4, 2).to_dict().keys() == {"announced", "greedy", "optimal"}
    assert -inf < policy.value < inf


def test_case_file_names_the_two_policies() -> None:
    """The case file has announced dice for the same question, in movable armies."""
    announced = case("win chance, two counts", movable=10, defenders=10)["win"]
    assert seen_odds(11, 10).announced == pytest.approx(announced, abs=5e-13)


@pytest.mark.parametrize(
    ("attackers", "defenders", "chosen", "exact"),
    [
        (500, 500, "sees-the-roll", True),
        (500, 500, "sees-greedy", True),
        (1000, 1000, "sees-the-roll+d12+dice4att+dice4def", False),
        (2000, 2000, "sees-the-roll+d12", False),
        (60, 60, "sees-the-roll+d12+dice4att+dice4def", True),
    ],
)
def test_what_takes_long_is_refused_with_its_work(
    attackers: int, defenders: int, chosen: str, exact: bool
) -> None:
    said = rf"takes about \de\+\d\d steps{' in fractions' * exact} for {attackers - 1:,} armies"
    with pytest.raises(TooLargeError, match=said):
        battle(attackers, defenders, rules=chosen, exact=exact)
    if not exact:
        with pytest.raises(TooLargeError, match=r"takes about"):
            win_table(attackers, defenders, rules=chosen)
        if chosen.startswith("sees-the-roll+d12+dice4"):
            with pytest.raises(TooLargeError, match=r"takes about"):
                defence_dice([12, 11, 3, 2], 4, armies=(attackers, defenders), rules=chosen)


@pytest.mark.parametrize("chosen", ["sees-the-roll", "sees-the-roll+d12+dice4att+dice4def"])
def test_work_is_that_of_the_situations_there_are(chosen: str) -> None:
    dice = rules(chosen).dice
    steps = {}
    for a, d in [(1, 1), (2, 1), (3, 2)]:
        choice = seen_choices(dice)[dice.attack.dice_for(a)][dice.defence.dice_for(d)]
        assert choice is not None
        steps[a, d] = sum(losses.size for losses in choice.losses)
    for (a, d), most in steps.items():
        # states beyond the last need of dice cost as many steps each as the largest
        small = int(MOST_WORK) // (most * a * d)
        large = small + 1
        few = replace(
            dice,
            attack=replace(dice.attack, needs=dice.attack.needs[: dice.attack.dice_for(a)]),
            defence=replace(dice.defence, needs=dice.defence.needs[: dice.defence.dice_for(d)]),
        )
        check_work(few, a, d * small)
        with pytest.raises(TooLargeError, match=r"7e\+08 steps"):
            check_work(few, a, d * large)


def test_all_ways_after_a_roll_are_those_of_one_attack_each() -> None:
    dice = rules("sees-the-roll+d4+dice3def+high1def+ties-attacker").dice
    for i in (1, 2, 3):
        for j in (1, 2, 3):
            choice = seen_choices(dice)[i][j]
            assert choice is not None
            for n, count in enumerate(choice.dice):
                for faces, row in zip(choice.seen, choice.losses[n], strict=True):
                    lost = [0] * (min(i, count) + 1)
                    for rolled in product(range(1, 5), repeat=count):
                        values = sorted(rolled, reverse=True)
                        values[0] = min(values[0] + 1, 4)
                        pairs = zip(faces, sorted(values, reverse=True), strict=False)
                        lost[sum(x < y for x, y in pairs)] += 1
                    assert row.tolist() == pytest.approx([n / 4**count for n in lost], rel=1e-15)


@pytest.mark.parametrize(
    ("attackers", "defenders", "counted"),
    [(4, 190_930, "steps"), (2, 906_300, "steps"), (38_978, 3, "states"), (21_065, 17, "states")],
)
def test_long_and_narrow_grids_are_refused(attackers: int, defenders: int, counted: str) -> None:
    with pytest.raises(TooLargeError, match=rf"choosing dice takes about .* {counted} for"):
        dice_policy(attackers, defenders)
    for choice in ("sees-the-roll", "sees-greedy"):
        with pytest.raises(TooLargeError, match=rf"choosing dice takes about .* {counted} for"):
            battle(attackers, defenders, rules=choice)
