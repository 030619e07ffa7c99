"""How many dice to roll: after seeing the other side's, and when choosing fewer may be better.

Under plain rules nobody gains by rolling fewer dice than allowed, if both sides announce them:
not to win, nor to keep armies. A defender who sees the attack roll first does gain, and modified
dice (a lowest die that counts less, say) can make fewer dice better for a side that announces.
Everything here is exact; the mathematics is in `engines.dice_choice`.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace
from typing import TYPE_CHECKING, Any, Literal, get_args

from ..errors import InputError, TooLargeError
from ..guards import guarded
from ..values import show, span, whole
from ..variants.rules import Rules, RulesLike, resolve
from ..vectors import Fixed

if TYPE_CHECKING:
    from ..battles.odds import BattleOdds

MOST_STATES = 1_000_000
OwnSide = Literal["attacker", "defender"]
Aim = Literal["win", "kept", "lead"]


@dataclass(frozen=True)
class DiceOption:
    """What rolling so many dice leads to.

    Attributes
    ----------
    dice : int
        Dice the defender rolls.
    expected_attacker_losses, expected_defender_losses : float
        Armies lost in this roll, on average.
    win, lose : float, optional
        The attacker's chances to take the territory then, and to fail, if the armies are known
        and the defender goes on to choose best.
    """

    dice: int
    expected_attacker_losses: float
    expected_defender_losses: float
    win: float | None = None
    lose: float | None = field(default=None, repr=False, compare=False)


@dataclass(frozen=True)
class DefenceDice:
    """How many dice a defender should roll who sees the attack roll.

    Made by `defence_dice`.

    >>> defence_dice([6, 5, 1], 2).dice
    1

    Attributes
    ----------
    seen : tuple of int
        The attack dice, highest first.
    dice : int
        The best number of dice; of equally good ones the highest.
    options : tuple of DiceOption
        All numbers of dice, most first.
    policy : {"optimal", "greedy"}
        Best for the whole battle, or for this roll alone.
    """

    seen: tuple[int, ...]
    dice: int
    options: tuple[DiceOption, ...] = field(repr=False)
    policy: str
    rules: Rules

    def to_dict(self) -> dict[str, Any]:
        """Return the answer as JSON types."""
        options = []
        for option in self.options:
            row: dict[str, Any] = {
                "dice": option.dice,
                "expected_attacker_losses": option.expected_attacker_losses,
                "expected_defender_losses": option.expected_defender_losses,
            }
            if option.win is not None:
                row["win"] = option.win
            options.append(row)
        return {
            "seen": list(self.seen),
            "rules": str(self.rules),
            "policy": self.policy,
            "dice": self.dice,
            "options": options,
        }


@guarded
def defence_dice(
    seen: Sequence[int],
    most: int,
    *,
    armies: tuple[int, int] | None = None,
    rules: RulesLike = None,
) -> DefenceDice:
    """Return how many dice a defender should roll who has seen the attack roll.

    >>> answer = defence_dice([5, 4], 2, armies=(11, 10))
    >>> answer.dice, answer.policy
    (1, 'optimal')

    Parameters
    ----------
    seen : sequence of int
        The attack dice that were rolled, in any order.
    most : int
        The most dice the defender may roll.
    armies : (int, int), optional
        Attackers and defenders, all of them, before this roll. With them the answer is the best
        for the whole battle, in which the defender goes on to choose best; without, the one that
        makes the most of this roll.
    rules : Rules or str, optional
        Sides, modifiers and ties; whether they let the defender see the roll does not matter.

    Returns
    -------
    DefenceDice
        The number to roll, and what every number is worth.

    Raises
    ------
    InputError
        Faces the dice do not have, or more dice than rules and armies allow.
    TooLargeError
        More armies than can be answered for.
    """
    given = resolve(rules)
    dice = replace(given.dice, choice="optimal")
    if given.blitz is not None:
        raise InputError("balanced blitz shows no dice: leave it out of the rules")
    faces = _faces(seen, dice.attack.dice, dice.attack.sides)
    most = whole("defence dice", most, 1, dice.defence.dice)
    a = d = 0
    if armies is not None:
        a, d = _armies(armies, ("attackers", 2), ("defenders", 1))
        a -= 1
        for name, rolled, side, own in (
            ("attack", len(faces), dice.attack, a),
            ("defence", most, dice.defence, d),
        ):
            if rolled > side.dice_for(own):
                raise InputError(
                    f"{name} dice must be at most {side.dice_for(own)} "
                    f"with these armies, not {rolled}"
                )
    from ..engines.dice_choice import greedy, lowers_win, seen_grid, ways_after

    shown = dice.attack.values(faces)
    numbers = range(most, 0, -1)
    ways = [ways_after(dice, shown, n) for n in numbers]
    after: list[Any] = []
    if armies is not None:
        _not_too_many(a, d)
        grid = seen_grid(dice, a, d)
        after = [grid.after(a, d, row) for row in ways]
        best = 0
        for n in range(1, len(after)):
            if lowers_win(after[n], after[best], a + d):
                best = n
    else:
        best = greedy(ways)
    options = []
    for n, row in enumerate(ways):
        lost = sum(k * count for k, count in enumerate(row)) / sum(row)
        ends = map(float, after[n]) if after else (None, None)
        options.append(DiceOption(numbers[n], lost, len(row) - 1 - lost, *ends))
    policy = "greedy" if armies is None else "optimal"
    return DefenceDice(faces, numbers[best], tuple(options), policy, given)


@dataclass(frozen=True)
class SeenOdds:
    """What it is worth to choose the defence dice after seeing the attack roll.

    Made by `seen_odds`; each is the attacker's chance to take the territory.

    >>> round(seen_odds(4, 2).optimal, 15)
    0.639099880816012

    Attributes
    ----------
    announced : float
        The defender rolls all dice, as if announced.
    greedy : float
        The defender makes the most of each roll.
    optimal : float
        The defender chooses best for the whole battle.
    fails : dict
        The same names to the attacker's chances to fail, each summed by itself.
    """

    announced: float
    greedy: float
    optimal: float
    fails: dict[str, float] = field(default_factory=dict, repr=False, compare=False)

    def to_dict(self) -> dict[str, float]:
        """Return the three chances."""
        return {"announced": self.announced, "greedy": self.greedy, "optimal": self.optimal}


@guarded
def seen_odds(attackers: int, defenders: int, *, rules: RulesLike = None) -> SeenOdds:
    """Return the attacker's chance under each way in which the defender may choose his dice.

    >>> [round(chance, 6) for chance in seen_odds(11, 10).to_dict().values()]
    [0.567593, 0.456534, 0.452924]

    The errors are those of `riskodds.battle`.

    Parameters
    ----------
    attackers, defenders, rules
        As in `riskodds.battle`; how the rules say the defender chooses does not matter.

    Returns
    -------
    SeenOdds
        The three chances.
    """
    from ..battles.solve import battle

    return worth_of(battle(attackers, defenders, rules=rules))


def worth_of(odds: BattleOdds) -> SeenOdds:
    """Return what `seen_odds` does, of a battle whose odds are known under one of the ways."""
    from ..battles.solve import battle

    dice = odds.rules.dice
    known = {dice.choice: odds}
    for choice in ("announced", "greedy", "optimal"):
        if choice not in known:
            other = replace(odds.rules, dice=replace(dice, choice=choice))
            known[choice] = battle(odds.attackers, odds.defenders, rules=other)
    wins = {choice: float(each.win) for choice, each in known.items()}
    return SeenOdds(**wins, fails={choice: float(each.lose) for choice, each in known.items()})


@dataclass(frozen=True)
class DicePolicy:
    """How many dice one side should announce in every state of a battle.

    Made by `dice_policy`.

    >>> dice_policy(5, 4, side="defender", aim="win").fewer
    {}

    Attributes
    ----------
    attackers, defenders : int
        The armies at the start, all of them.
    rules : Rules
        The rules it is fought under.
    side, aim : str
        Whose dice, and what for.
    value : float
        What the aim is worth with the best dice.
    all_dice : float
        What it is worth if this side always rolls all its dice, as the other does.
    dice : dict
        (attackers, defenders), all of them, to the best number of dice.
    fewer : dict
        The same, where that is fewer than allowed.
    fails : (float, float)
        For the goal "win", the chances of the contrary of `value` and of `all_dice`, each
        summed by itself.
    """

    attackers: int
    defenders: int
    rules: Rules
    side: OwnSide
    aim: Aim
    value: float
    all_dice: float
    dice: Mapping[tuple[int, int], int] = field(repr=False, compare=False)
    fewer: Mapping[tuple[int, int], int] = field(repr=False, compare=False)
    fails: tuple[float, ...] = field(default=(), repr=False, compare=False)

    def to_dict(self) -> dict[str, Any]:
        """Return the answer as JSON types."""
        return {
            "attackers": self.attackers,
            "defenders": self.defenders,
            "rules": str(self.rules),
            "side": self.side,
            "goal": self.aim,
            "value": self.value,
            "all_dice": self.all_dice,
            "dice": [
                {"attackers": a, "defenders": d, "dice": n, "fewer": (a, d) in self.fewer}
                for (a, d), n in self.dice.items()
            ],
        }


@guarded
def dice_policy(
    attackers: int,
    defenders: int,
    *,
    side: OwnSide = "defender",
    aim: Aim = "win",
    rules: RulesLike = None,
) -> DicePolicy:
    """Return how many dice a side should announce in every state, against one that rolls all.

    >>> policy = dice_policy(5, 4, rules="low-2def")
    >>> policy.fewer
    {(4, 2): 1, (4, 3): 1, (4, 4): 1}

    Parameters
    ----------
    attackers, defenders : int
        All armies on both territories; the battle is fought to the end.
    side : {"defender", "attacker"}
        Whose dice are chosen.
    aim : {"win", "kept", "lead"}
        What is to be as high as possible: the chance to win; the mean of the own armies left; or
        that less the mean of the other side's. The attacker's are counted with the one that
        must stay.
    rules : Rules or str, optional
        Rules under which both sides announce their dice.

    Returns
    -------
    DicePolicy
        The best number of dice by armies left; of equally good ones the highest.

    Raises
    ------
    InputError
        A value outside these; rules with Balanced Blitz or a defender who sees the roll.
    TooLargeError
        More armies than can be answered for.
    """
    attackers, defenders = _armies((attackers, defenders), ("attackers", 2), ("defenders", 1))
    for name, word, kind in (("side", side, OwnSide), ("what to aim at", aim, Aim)):
        known = get_args(kind)
        if word not in known:
            raise InputError(f"{name} must be one of {', '.join(known)}, not {show(word)}")
    chosen = resolve(rules)
    if not chosen.rolled_out:
        raise InputError(
            "dice are chosen before each roll under rules that announce them: "
            "leave out blitz and sees-the-roll"
        )
    a, d = attackers - 1, defenders
    _not_too_many(a, d)
    from ..engines.dice_choice import Grid, all_dice, announced_choices, lowers_win, raises, slices

    def ends(a: int, d: int) -> tuple[float, ...]:
        own, other = (a, d) if side == "attacker" else (d, a)
        if aim == "win":
            return float(other > 0), float(own > 0)
        # the army that must stay is always left
        own, other = (a + 1, d) if side == "attacker" else (d, a + 1)
        return (float(own - other if aim == "lead" else own),)

    better = lowers_win if aim == "win" else raises
    choices = announced_choices(chosen.dice, side)
    grid, plain = (
        Grid(chosen.dice, table, a, d, ends, better) for table in (choices, all_dice(choices))
    )
    best: dict[tuple[int, int], int] = {}
    fewer: dict[tuple[int, int], int] = {}
    for s in range(2, a + d + 1):
        for low, high, choice in slices(chosen.dice, choices, s, a, d):
            _, taken = grid.decide(s, low, high, choice)
            for n, option in enumerate(taken[0], low):
                best[n + 1, s - n] = choice.dice[option]
                if option:
                    fewer[n + 1, s - n] = choice.dice[option]
    values = grid.value(a, d), plain.value(a, d)
    dice = Fixed(sorted(best.items())), Fixed(sorted(fewer.items()))
    fails = tuple(each.value(a, d, 0) for each in (grid, plain)) if aim == "win" else ()
    return DicePolicy(attackers, defenders, chosen, side, aim, *values, *dice, fails)


def _faces(seen: Sequence[int], most: int, sides: int) -> tuple[int, ...]:
    faces = [whole("a die that was seen", face, 1, sides) for face in seen]
    if not 1 <= len(faces) <= most:
        face = "face" if most == 1 else "faces"
        raise InputError(f"the dice seen must be {span(most)} {face}, not {len(faces)}")
    return tuple(sorted(faces, reverse=True))


def _armies(armies: Sequence[int], *names: tuple[str, int]) -> tuple[int, int]:
    if not isinstance(armies, Sequence) or isinstance(armies, str) or len(armies) != 2:
        raise InputError(f"armies must be a pair (attackers, defenders), not {show(armies)}")
    first, second = (
        whole(name, value, low, MOST_STATES)
        for (name, low), value in zip(names, armies, strict=True)
    )
    return first, second


def _not_too_many(a: int, d: int) -> None:
    if a * d > MOST_STATES:
        raise TooLargeError(
            f"for the best dice the attackers times the defenders must be at most "
            f"{MOST_STATES:,}, not {show(a * d)}"
        )
