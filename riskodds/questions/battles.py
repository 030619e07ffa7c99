"""Questions on one battle: its odds, one roll, simulation, rules side by side, dice to announce."""

from __future__ import annotations

from collections.abc import Iterator
from functools import partial
from typing import TYPE_CHECKING, Any, NamedTuple

from ..battles.odds import ENDINGS, BattleOdds
from ..battles.solve import MOST_ARMIES, battle as solve
from ..errors import InputError, TooLargeError
from ..values import show
from ..variants.rules import Rules, composed, resolve, rules as read
from .answers import Answer, answered
from .given import (
    Flag,
    Flagged,
    Large,
    Named,
    Number,
    Progress,
    Ruled,
    Text,
    Texts,
    from_movable,
    number,
    words,
)

if TYPE_CHECKING:
    from ..advice.dice_choice import SeenOdds

MOST_DICE_ARMIES = 10**6 + 1
# compared if no rules are named: what is played most
USUAL = (
    "classic",
    "two-dice-from-three",
    "three-defence-dice",
    "sees-the-roll",
    "global-domination+capital",
    "global-domination+zombie-attacker",
    "global-domination+zombie-defender",
)
# in the app each attack may be rolled by hand, or blitzed
APP = "global-domination"
KEYS = ("win", "lose", "expected_attacker_losses", "expected_defender_losses")


def stops(stop_at: Any, goal: Any, rolls: Any) -> dict[str, Any]:
    """Return where a battle stops, as the library takes it."""
    return {
        "stop_at": 1 if stop_at is None else stop_at,
        "goal": 0 if goal is None else goal,
        "rolls": rolls,
    }


class Battle(NamedTuple):
    """A battle, and what seeing the roll is worth to the defender, if he does and it is known."""

    odds: BattleOdds
    worth: SeenOdds | None


def battle(
    attackers: Number,
    defenders: Number,
    *,
    stop_at: Number = None,
    goal: Number = None,
    rolls: Number = None,
    rules: Flagged = "classic",
    movable: Flag = False,
    exact: Flag = False,
    all_: Flag = False,
) -> Answer:
    """Odds of one battle."""
    attackers = from_movable(attackers, movable, MOST_ARMIES)
    odds = solve(attackers, defenders, rules=rules, exact=exact, **stops(stop_at, goal, rolls))
    worth = _worth(odds)

    def about() -> dict[str, Any]:
        found = odds.summary(complete=all_)
        if movable:
            found = {"movable": odds.attackers - 1, **found}
        if worth is not None:
            found["seen"] = worth.to_dict()
        return found

    return Answer(Battle(odds, worth), about, {"outcomes": partial(odds.rows, complete=all_)})


def _worth(odds: BattleOdds) -> SeenOdds | None:
    whole_battle = odds.stop_at == 1 and odds.goal == 0
    if odds.rules.dice.choice == "announced" or not whole_battle:
        return None
    from ..advice.dice_choice import worth_of

    return worth_of(odds)


def roll(
    attack_dice: Number,
    defence_dice: Number,
    *,
    seen: Text = None,
    armies: Text = None,
    rules: Flagged = "classic",
) -> Answer:
    """Chances of one roll, or how many dice to answer a seen one with."""
    if seen is not None:
        return _answer_to(attack_dice, defence_dice, seen, armies, resolve(rules))
    if armies is not None:
        raise InputError("--armies needs --seen, the attack dice that were rolled")
    from ..battles.roll import roll as chances_of

    rules = resolve(rules)
    chances = chances_of(attack_dice, defence_dice, rules=rules)
    rows = [
        {
            "attacker_losses": attacker,
            "defender_losses": defender,
            "probability": float(chance),
            "probability_exact": f"{chance.numerator}/{chance.denominator}",
        }
        for (attacker, defender), chance in chances.items()
    ]
    found = {
        "attack_dice": attack_dice,
        "defence_dice": defence_dice,
        "rules": str(rules),
        "outcomes": rows,
    }
    return Answer(chances, lambda: found)


def _answer_to(attack_dice: Any, most: Any, seen: Any, armies: Any, rules: Rules) -> Answer:
    from ..advice.dice_choice import defence_dice as choose

    seen = ",".join(words(seen))
    faces = [number(part) for part in seen.split(",")]
    if attack_dice != len(faces):
        raise InputError(
            f"--seen must give the attacker's dice, {show(attack_dice)} of them "
            f"joined by commas, not {show(seen)}"
        )
    pair: Any = None
    if armies is not None:
        armies = ",".join(words(armies))
        pair = tuple(number(part) for part in armies.split(","))
        if len(pair) != 2:
            raise InputError(
                f"--armies must be attackers and defenders such as 11,10, not {show(armies)}"
            )
    found = choose(faces, most, armies=pair, rules=rules)  # type: ignore[arg-type]
    asked = {"attack_dice": attack_dice, "defence_dice": most}
    if pair is not None:
        asked |= {"attackers": pair[0], "defenders": pair[1]}
    return Answer(found, lambda: {**asked, **found.to_dict()})


class Simulated(NamedTuple):
    """A simulation, and the exact answer unless that is too large."""

    found: Any
    exact: BattleOdds | None


def simulate(
    attackers: Number,
    defenders: Number,
    *,
    trials: Large = 10**6,
    seed: Number = None,
    level: Text = "0.95",
    threads: Number = None,
    stop_at: Number = None,
    goal: Number = None,
    rolls: Number = None,
    rules: Flagged = "classic",
    movable: Flag = False,
    progress: Progress = None,
) -> Answer:
    """A battle rolled out with dice, many times."""
    from ..battles.simulation import simulate as rolled_out

    if seed is None:
        from secrets import randbits

        seed = randbits(32)
    attackers = from_movable(attackers, movable)
    asked: dict[str, Any] = {"rules": rules, **stops(stop_at, goal, rolls)}
    drawn = {"trials": trials, "seed": seed, "level": level, "threads": threads}
    found = rolled_out(attackers, defenders, progress=progress, **drawn, **asked)
    try:
        exact = solve(attackers, defenders, **asked)
    except TooLargeError:
        exact = None

    def about() -> dict[str, Any]:
        told = found.to_dict(None if exact is None else exact.win)
        return {"movable": found.attackers - 1, **told} if movable else told

    return Answer(Simulated(found, exact), about)


def dice(
    attackers: Number,
    defenders: Number,
    *,
    side: Text = "defender",
    goal: Text = "win",
    rules: Ruled = "classic",
    movable: Flag = False,
) -> Answer:
    """How many dice to announce."""
    from ..advice.dice_choice import dice_policy

    attackers = from_movable(attackers, movable, MOST_DICE_ARMIES)
    policy = dice_policy(attackers, defenders, side=side, aim=goal, rules=rules)
    return answered(policy, policy.attackers if movable else None)


class Solved(NamedTuple):
    """What is shown of a battle: several large ones are more than memory holds."""

    attackers: int
    defenders: int
    rules: Rules
    win: float
    lose: float
    expected_attacker_losses: float
    expected_defender_losses: float
    left_out: float
    error_bound: float
    sure: bool


class Comparison(NamedTuple):
    """Battles under several rules, and pairs by hand and blitzed under those of the app."""

    battles: list[Solved]
    ways: list[tuple[Solved, ...]]


def compare(
    attackers: Number,
    defenders: Number,
    *,
    rules: Texts = (),
    named: Named = None,
    movable: Flag = False,
) -> Answer:
    """The same battle under several rules; if none is named, too large ones are warned of."""
    attackers = from_movable(attackers, movable, MOST_ARMIES)
    names = (rules,) if isinstance(rules, str) else tuple(rules)
    asked = [read(name, named=named) for name in names or USUAL]
    battles = []
    for each in asked:
        try:
            battles.append(_solved(attackers, defenders, each))
        except TooLargeError as error:
            if names or len(asked) == 1:
                raise
            import warnings

            warnings.warn(f"left out {each}: {error}", RuntimeWarning, stacklevel=2)
    ways = [
        tuple(_solved(attackers, defenders, way) for way in _ways(each))
        for each in (asked if names else [read(APP)])
        if each.name == APP
    ]
    rows = [
        {"rules": str(odds.rules), **{key: getattr(odds, key) for key in KEYS}} for odds in battles
    ]
    found = {
        **({"movable": attackers - 1} if movable else {}),
        "attackers": attackers,
        "defenders": defenders,
        "battles": rows,
        "blitz_or_roll": [verdict(by_hand, blitz) for by_hand, blitz in ways],
    }
    return Answer(Comparison(battles, ways), lambda: found)


def _solved(attackers: Any, defenders: Any, rules: Rules) -> Solved:
    odds = solve(attackers, defenders, rules=rules)
    sure = sum(map(odds.possible, ENDINGS)) == 1
    shown = {name: getattr(odds, name) for name in Solved._fields[:-1]}
    return Solved(**shown, sure=sure)


def _ways(rules: Rules) -> Iterator[Rules]:
    """Iterate over the rules rolled by hand, then blitzed."""
    plain = [
        word for word in rules.changes if word.partition(":")[0] not in ("blitz", "true-random")
    ]
    start = rules.base or rules
    yield composed(start, plain)
    yield rules if rules.blitz is not None else composed(start, [*plain, "blitz"])


def verdict(roll: Solved, blitz: Solved) -> dict[str, Any]:
    """Return which of the two ways is better."""
    transform = blitz.rules.blitz
    assert transform is not None
    # near one chances cannot be told apart, so the smaller side is compared
    side, names = ("win", ("blitz", "roll")) if roll.win < 0.5 else ("lose", ("roll", "blitz"))
    by_hand, blitzed = getattr(roll, side), getattr(blitz, side)
    better = names[0] if blitzed > by_hand else names[1]
    if abs(blitzed - by_hand) <= roll.error_bound * by_hand + blitz.error_bound * blitzed:
        better = "same"
    return {
        "rules": str(roll.rules),
        "roll": roll.win,
        "blitz": blitz.win,
        "better": better,
        "version": transform.version,
    }
