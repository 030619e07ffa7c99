"""Slow, independent routes for the ways people roll. Nothing here uses the code it checks.

Armies are movable attackers (all but one) and defenders, as in `oracles`.
"""

from __future__ import annotations

from collections import Counter, defaultdict
from decimal import Decimal, localcontext
from fractions import Fraction
from functools import cache
from itertools import product

from oracles.battles import CLASSIC, Plain, State, dice_of

Chances = dict[State, float]
# armies the attacker and the defender lose
Losses = tuple[int, int]


def blitz_by_steps(
    endings: dict[State, Fraction],
    win_cut: str = "0.05",
    win_power: str = "1.3",
    outcome_cut: str = "0.1",
    outcome_power: str = "1.8",
) -> Chances:
    """Follow the four published steps literally, with fifty decimals; endings in totals."""
    with localcontext() as context:
        context.prec = 50
        order = sorted((end for end in endings if end[1] == 0), key=lambda end: -end[0])
        order += sorted((end for end in endings if end[1] > 0), key=lambda end: end[1])
        chance = {
            end: Decimal(endings[end].numerator) / Decimal(endings[end].denominator)
            for end in order
        }

        def side(won: bool) -> Decimal:
            return sum((chance[end] for end in order if (end[1] == 0) == won), Decimal(0))

        def scale(won: bool, to: Decimal) -> None:
            now = side(won)
            for end in order:
                if (end[1] == 0) == won and now:
                    chance[end] *= to / now

        for won in (True, False):
            if side(won) <= Decimal(win_cut):
                scale(won, Decimal(0))
                scale(not won, Decimal(1))
        win, lose = side(True) ** Decimal(win_power), side(False) ** Decimal(win_power)
        scale(True, win / (win + lose))
        scale(False, lose / (win + lose))
        for direction in (order, order[::-1]):
            to_cut = Decimal(outcome_cut)
            for end in direction:
                cut = min(to_cut, chance[end])
                chance[end] -= cut
                to_cut -= cut
        everything = sum(chance.values())
        for end in order:
            chance[end] /= everything
        for won in (True, False):
            before = side(won)
            for end in order:
                if (end[1] == 0) == won and chance[end]:
                    chance[end] **= Decimal(outcome_power)
            scale(won, before)
        return {end: float(p) for end, p in chance.items() if p}


def lost(attack: tuple[int, ...], defence: tuple[int, ...]) -> Losses:
    """Compare dice of one roll, ties to the defender; who loses how much."""
    pairs = list(zip(sorted(attack)[::-1], sorted(defence)[::-1], strict=False))
    of_attacker = sum(1 for a, d in pairs if a <= d)
    return of_attacker, len(pairs) - of_attacker


@cache
def seen_rolls(attack_dice: int, sides: int = 6) -> dict[tuple[int, ...], int]:
    """All attack rolls, sorted, with the number of ordered ones."""
    return Counter(
        tuple(sorted(faces, reverse=True))
        for faces in product(range(1, sides + 1), repeat=attack_dice)
    )


@cache
def answers(attack: tuple[int, ...], dice: int) -> dict[Losses, Fraction]:
    """The chances of what is lost if so many dice answer this attack roll."""
    counts = Counter(lost(attack, defence) for defence in product(range(1, 7), repeat=dice))
    return {losses: Fraction(n, 6**dice) for losses, n in counts.items()}


def immediate(attack: tuple[int, ...], dice: int) -> Fraction:
    """What a roll costs the attacker less what it costs the defender, on average."""
    return sum(((a - d) * chance for (a, d), chance in answers(attack, dice).items()), Fraction(0))


@cache
def seen_win(a: int, d: int, policy: str) -> Fraction:
    """The attacker's chance against a defender who sees each roll, by recursion in fractions."""
    if not a or not d:
        return Fraction(int(d == 0))
    rolls = seen_rolls(min(a, 3))
    return sum(
        (
            Fraction(n, 6 ** min(a, 3)) * after(a, d, faces, seen_dice(a, d, faces, policy), policy)
            for faces, n in rolls.items()
        ),
        Fraction(0),
    )


def after(a: int, d: int, faces: tuple[int, ...], dice: int, policy: str) -> Fraction:
    """The attacker's chance once the defender answers a roll with so many dice."""
    return sum(
        (
            chance * seen_win(a - mine, d - theirs, policy)
            for (mine, theirs), chance in answers(faces, dice).items()
        ),
        Fraction(0),
    )


def seen_dice(a: int, d: int, faces: tuple[int, ...], policy: str) -> int:
    """The number of dice a policy answers with; of equally good ones the higher."""
    numbers = range(min(d, 2), 0, -1)
    if policy == "greedy":
        return max(numbers, key=lambda dice: (immediate(faces, dice), dice))
    return min(numbers, key=lambda dice: (after(a, d, faces, dice, policy), -dice))


def seen_battle(a: int, d: int, policy: str) -> dict[State, Fraction]:
    """All endings against a defender who sees each roll, in totals."""
    endings: dict[State, Fraction] = defaultdict(Fraction)
    layer = {(a, d): Fraction(1)}
    while layer:
        following: dict[State, Fraction] = defaultdict(Fraction)
        for (x, y), weight in layer.items():
            if not x or not y:
                endings[x + 1, y] += weight
                continue
            for faces, n in seen_rolls(min(x, 3)).items():
                dice = seen_dice(x, y, faces, policy)
                for (mine, theirs), chance in answers(faces, dice).items():
                    share = weight * chance * Fraction(n, 6 ** min(x, 3))
                    following[x - mine, y - theirs] += share
        layer = following
    return dict(endings)


def policy_value(
    a: int, d: int, side: str, goal: str, rules: Plain = CLASSIC
) -> tuple[Fraction, int]:
    """The best value of a state to a side that announces its dice, and how many it rolls."""
    from oracles.battles import enumerate_roll

    def worth(x: int, y: int) -> Fraction:
        own, other = (x, y) if side == "attacker" else (y, x)
        if goal == "win":
            return Fraction(int(own > 0))
        own, other = (x + 1, y) if side == "attacker" else (y, x + 1)
        return Fraction(own - other if goal == "lead" else own)

    @cache
    def best(x: int, y: int) -> tuple[Fraction, int]:
        if not x or not y:
            return worth(x, y), 0
        most = dice_of(rules.needs[0], x), dice_of(rules.needs[1], y)
        found = []
        for dice in range(1, most[side == "defender"] + 1):
            rolled = (dice, most[1]) if side == "attacker" else (most[0], dice)
            chances = enumerate_roll(*rolled, rules)
            pairs = len(chances) - 1
            value = sum(
                (p * best(x - k, y - pairs + k)[0] for k, p in enumerate(chances)), Fraction(0)
            )
            found.append((value, dice))
        return max(found)

    return best(a, d)


# every preset and change that alters a roll, written out by hand
SAYS = {
    "classic": Plain(),
    "global-domination": Plain(),
    "two-dice-from-three": Plain(needs=((1, 2, 3), (1, 3))),
    "three-defence-dice": Plain(needs=((1, 2, 3), (1, 2, 3))),
    "eight-sided": Plain(sides=(8, 8)),
    "global-domination+capital": Plain(needs=((1, 2, 3), (1, 2, 3))),
    "global-domination+wall": Plain(needs=((1, 2, 3), (1, 2, 3))),
    "global-domination+capital+wall": Plain(needs=((1, 2, 3), (1, 2, 3, 4))),
    "global-domination+zombie-attacker": Plain(needs=((1, 2), (1, 2))),
    "global-domination+zombie-defender": Plain(attacker_wins_ties=True),
    "classic+ties-attacker": Plain(attacker_wins_ties=True),
    "classic+bunker": Plain(highest=(0, 1)),
    "classic+ammo-shortage": Plain(highest=(0, -1)),
    "classic+fortification": Plain(every=(0, 1)),
    "classic+high1def": Plain(highest=(0, 1)),
    "classic+high-1def": Plain(highest=(0, -1)),
    "classic+low-1def": Plain(lowest=(0, -1)),
    "classic+all1def": Plain(every=(0, 1)),
    "classic+all1": Plain(every=(1, 1)),
    "classic+d8def": Plain(sides=(6, 8)),
    "classic+d8att": Plain(sides=(8, 6)),
    "classic+d4": Plain(sides=(4, 4)),
    "classic+dice2att": Plain(needs=((1, 2), (1, 2))),
    "classic+dice1def": Plain(needs=((1, 2, 3), (1,))),
    "classic+dice1": Plain(needs=((1,), (1,))),
    "classic+needs1:3def": Plain(needs=((1, 2, 3), (1, 3))),
    "classic+capital+d8def+high1def": Plain(
        sides=(6, 8), needs=((1, 2, 3), (1, 2, 3)), highest=(0, 1)
    ),
    "two-dice-from-three+capital": Plain(needs=((1, 2, 3), (1, 3, 4))),
    "three-defence-dice+dice2def": Plain(),
}
