"""Chances to be reached: read as the decimal that was written, and decided on exact values.

What no number of armies reaches is refused before a search. With endless armies every roll is
made with all dice, of which the other side, d armies that roll k(d) dice, loses j with the chance
p(k, j) and our side, which has no end of armies, the rest; a roll in which it loses none is made
again. So the chance to wipe it out tends to

    E(0) = 1,    E(d) = sum over j >= 1 of p(k(d), j) / (1 - p(k(d), 0)) * E(d - j)

where E(d) = 0 if p(k(d), 0) = 1: then no roll ever costs it an army. Since the shares of j add up
to one, E(d) is 1 unless such a d is met on the way down. Several battles multiply, and armies
seen through fog average their E by their chances. Some number of ours attains the limit only if
every roll costs the other side an army, p(k, 0) = 0 all the way down; else more armies are always
better.
"""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Iterable
from dataclasses import dataclass
from fractions import Fraction
from functools import cached_property, lru_cache

from ..campaigns.armies import Armies, ChanceLike, ratio_of
from ..campaigns.contest import Contest
from ..engines.backward import mirrored
from ..engines.chain import SMALLEST, Chain, integer_chain
from ..errors import UnreachableError


@dataclass(frozen=True)
class Target:
    """A chance to be reached, "at least", as an exact fraction.

    >>> Target.read("win", 0.9)
    Target(chance=Fraction(9, 10))
    """

    chance: Fraction

    @classmethod
    def read(cls, name: str, given: ChanceLike) -> Target:
        """Return the target that a caller gave: a float, text (0.9, 90%, 9/10) or fraction.

        Raises
        ------
        InputError
            Anything that is not a chance from 0 to 1.
        """
        return cls(Fraction(*ratio_of(name, given)))

    def __float__(self) -> float:
        return float(self.chance)

    @cached_property
    def _limit(self) -> float:
        return float(1 - self.chance if self.by_failing else self.chance)

    @cached_property
    def by_failing(self) -> bool:
        """Whether the chance to fail tells more digits of what is asked than that to succeed."""
        return self.chance > Fraction(1, 2)

    def decide(self, chance: float, error: float, left_out: float = 0.0) -> bool | None:
        """Return whether it is reached, or None if the chance is too close to tell.

        Parameters
        ----------
        chance : float
            The chance to fail if `by_failing`, else the chance to succeed.
        error : float
            A bound on its relative error.
        left_out : float
            A bound on what it leaves out.
        """
        limit = self._limit
        if not limit:
            # nothing is below it; and only what is impossible is not above it
            return not self.by_failing or not chance
        unsure = chance * (2 * error + 1e-15) + left_out
        if abs(chance - limit) <= unsure or chance + limit < SMALLEST:
            return None
        return (chance < limit) == self.by_failing


def check_ceiling(
    target: Target, contests: Iterable[Contest], held: Iterable[Contest] = ()
) -> None:
    """Refuse a target that no number of attackers reaches.

    Parameters
    ----------
    target : Target
        The chance to be reached.
    contests : iterable of Contest
        What is to be taken.
    held : iterable of Contest
        Counter-attacks that are to be held: their opponents attack.

    Raises
    ------
    UnreachableError
        A target above, or at, what endless attackers come close to.
    """
    what = "attackers takes all"
    parts = [_most(each, integer_chain(each.rolls)) for each in contests]
    for each in held:
        what = "attackers keeps it"
        parts.append(_most(each, mirrored(integer_chain(each.rolls))))
    _refuse(target, parts, what)


def check_holding(target: Target, attackers: Contest) -> None:
    """Refuse a target that no number of defenders reaches.

    Raises
    ------
    UnreachableError
        A target above, or at, what endless defenders come close to.
    """
    chain = mirrored(integer_chain(attackers.rolls))
    _refuse(target, [_most(attackers, chain)], "defenders holds")


def _most(contest: Contest, chain: Chain) -> tuple[Fraction, bool]:
    ceiling, attained = _endless(contest.opponents, chain)
    return ceiling, attained or contest.rules.blitz is not None


def _refuse(target: Target, parts: Iterable[tuple[Fraction, bool]], what: str) -> None:
    ceiling, attained = Fraction(1), True
    for part, reached in parts:
        ceiling, attained = ceiling * part, attained and reached
    if target.chance > ceiling or (target.chance == ceiling and not attained):
        if ceiling == 1:
            raise UnreachableError(f"no number of {what} with certainty; ask for less than 1")
        if not ceiling:
            raise UnreachableError(f"no number of {what}; the chance is always 0")
        raise UnreachableError(
            f"no number of {what} with {float(target):.12g}; the chance stays "
            f"{'at' if attained else 'below'} {float(ceiling):.6g}"
        )


@lru_cache(maxsize=512)
def _endless(against: Armies, chain: Chain) -> tuple[Fraction, bool]:
    """Return what the chance to wipe out others tends to with more and more armies.

    Also whether some number attains it. With endless armies every roll is made with all dice; it
    is repeated until the others lose some. The rolls are scaled to integers.
    """
    free = False
    needs = chain.defence_needs
    beaten: dict[int, Fraction] = {0: Fraction(1)}

    def chance(d: int) -> Fraction:
        nonlocal free
        ways = chain.rolls[-1][bisect_right(needs, d)]
        free |= ways[-1] > 0
        some = sum(ways[:-1])
        if not some:
            return Fraction(0)
        most = len(ways) - 1
        return sum(
            (Fraction(way, some) * beaten[d - most + k] for k, way in enumerate(ways[:-1]) if way),
            Fraction(0),
        )

    ceiling = Fraction(0)
    stuck = any(not sum(by_defence[:-1]) for by_defence in chain.rolls[-1][1:])
    for d, weight in against.weights:
        # a battle against many goes through every lower number, or near enough, if none sticks
        for n in range(1, (d if stuck else min(d, needs[-1] + len(needs))) + 1):
            if n not in beaten:
                beaten[n] = chance(n)
        ceiling += Fraction(weight, against.total) * (beaten[d] if stuck else 1)
    return ceiling, not free
