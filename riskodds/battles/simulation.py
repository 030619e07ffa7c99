"""Battles rolled out with dice, many of them: a check on the exact answers that knows none.

The trials are fought in blocks, each from random numbers of its own that a hash of the seed and
the block's number starts. So the counts do not depend on how many threads share the blocks, nor
on whether compiled code is to be had. Faces are compared in `engines.monte_carlo`; nothing here
uses the chances of a roll.
"""

from __future__ import annotations

import os
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass, field
from functools import cached_property
from hashlib import shake_128
from struct import unpack
from typing import Any

from ..dice.rules import Side
from ..engines.jit import Kernel
from ..engines.monte_carlo import COUNTS, FIGHT
from ..errors import AccuracyError, InputError, TooLargeError
from ..guards import guarded
from ..values import floating, show, whole
from ..variants.rules import Rules
from ..vectors import Fixed
from .question import Answer, Question, ask

MOST_ARMIES = 1_000_000
MOST_TRIALS = 10**11
# trials times armies, of which about as many rolls are made
MOST_WORK = 10**13
MOST_SEED = 2**64 - 1
MOST_THREADS = 256
LANES = 512
# battles in a row on a lane; the more, the less lanes wait for the last one
ROW = 256
# trials times armies in a block: some milliseconds, so that progress is seen
BLOCK = 4_000_000
INTERVAL = "Clopper-Pearson"
ENDINGS = ("win", "lose", "undecided", "reached")


@dataclass(frozen=True)
class Simulation(Answer):
    """What came of so many battles, with an interval for each chance.

    Made by `simulate`.

    >>> result = simulate(3, 1, trials=200, seed=1)
    >>> sum(result.counts[ending] for ending in ("win", "lose", "undecided"))
    200
    >>> low, high = result.interval("win")
    >>> low < result.win < high
    True

    Attributes
    ----------
    asked : Question
        What was asked, in one value: armies, rules and stop rules.
    attackers, defenders : int
        The armies at the start, all of them.
    rules : Rules
        The rules they were fought under.
    stop_at, goal, rolls : int, int, int or None
        The stop rules, as in `riskodds.battle`.
    trials, seed : int
        How many battles, and what the dice followed from.
    level : float
        How often an interval made like these holds the true chance, at least.
    counts : dict
        How many battles ended as "win", "lose", "undecided", and how many "reached" the goal.
    mean_attacker_losses, mean_defender_losses : float
        Armies lost in a battle, on average.
    """

    asked: Question
    trials: int
    seed: int
    level: float
    counts: Mapping[str, int] = field(hash=False)
    mean_attacker_losses: float = field(repr=False)
    mean_defender_losses: float = field(repr=False)

    @property
    def win(self) -> float:
        """The share of battles that were won."""
        return self.counts["win"] / self.trials

    @cached_property
    def intervals(self) -> dict[str, tuple[float, float]]:
        """The Clopper-Pearson intervals of all chances."""
        from scipy.special import betaincinv

        tail = (1 - self.level) / 2
        found = {}
        for ending, count in self.counts.items():
            rest = self.trials - count
            low = float(betaincinv(count, rest + 1, tail)) if count else 0.0
            high = float(betaincinv(count + 1, rest, 1 - tail)) if rest else 1.0
            found[ending] = (low, high)
        return found

    @guarded
    def interval(self, ending: str) -> tuple[float, float]:
        """Return the interval of a chance: "win", "lose", "undecided" or "reached".

        Raises
        ------
        InputError
            Another word.
        """
        if ending not in ENDINGS:
            raise InputError(f"ending must be one of {', '.join(ENDINGS)}, not {show(ending)}")
        return self.intervals[ending]

    def to_dict(self, exact: Any = None) -> dict[str, Any]:
        """Return the answer as JSON types, beside `exact`, the win chance as computed."""
        answer = self.asked.head()
        low, high = self.interval("win")
        answer |= {"trials": self.trials, "seed": self.seed, "level": self.level}
        answer |= {"interval": INTERVAL, "win": self.win, "low": low, "high": high}
        answer["exact"] = None if exact is None else float(exact)
        answer["counts"] = dict(self.counts)
        answer["mean_attacker_losses"] = self.mean_attacker_losses
        answer["mean_defender_losses"] = self.mean_defender_losses
        return answer


@guarded
def simulate(
    attackers: int,
    defenders: int,
    *,
    trials: int = 1_000_000,
    seed: int,
    rules: Rules | str | None = None,
    stop_at: int = 1,
    goal: int = 0,
    rolls: int | None = None,
    level: float = 0.95,
    threads: int | None = None,
    progress: Callable[[float], None] | None = None,
) -> Simulation:
    """Return what comes of rolling a battle out with dice, many times.

    >>> simulate(5, 3, trials=300, seed=7) == simulate(5, 3, trials=300, seed=7, threads=1)
    True

    Parameters
    ----------
    attackers, defenders : int
        All armies on both territories: 2 and 1 to 1,000,000.
    trials : int
        How many battles, 1 to 100,000,000,000.
    seed : int
        The same seed, trials and question give the same dice, 0 to 2**64 - 1.
    rules : Rules or str, optional
        Rules under which both sides announce their dice; classic if left out.
    stop_at, goal, rolls : int, int, int or None
        Stop rules, as in `riskodds.battle`.
    level : float
        The level of the intervals, between 0 and 1.
    threads : int, optional
        How many threads share the work; as many as there are cores if left out.
    progress : callable, optional
        Called with the share done, 0 to 1, now and then.

    Returns
    -------
    Simulation
        Counts, and intervals for the chances.

    Raises
    ------
    InputError
        A value outside these ranges; rules by which no dice are rolled, or seen first.
    TooLargeError
        More trials of battles so large than could be waited for.
    AccuracyError
        Battles that were lost count of.
    """
    asked = ask(attackers, defenders, rules, stop_at, goal, rolls, MOST_ARMIES)
    trials = whole("trials", trials, 1, MOST_TRIALS)
    seed = whole("seed", seed, 0, MOST_SEED)
    level = _share("level", level)
    cores = len(os.sched_getaffinity(0)) if hasattr(os, "sched_getaffinity") else os.cpu_count()
    threads = whole("threads", cores or 1 if threads is None else threads, 1, MOST_THREADS)
    _check_rolled(asked.rules)
    armies = asked.attackers + asked.defenders
    work = trials * armies
    if work > MOST_WORK:
        raise TooLargeError(
            f"trials times armies must be at most {MOST_WORK:,}, not {show(work)}; "
            f"ask for {MOST_WORK // armies:,} trials or fewer"
        )
    job = _Job(asked, seed, work)
    sums = [0] * len(COUNTS)
    done = 0
    for size, counted in job.results(trials, threads):
        done += size
        sums = [x + y for x, y in zip(sums, counted, strict=True)]
        if progress is not None:
            progress(done / trials)
    *counts, attackers_left, defenders_left = sums
    # won, lost and undecided are all there are
    if sum(counts[:3]) != trials:
        raise AccuracyError(f"{sum(counts[:3]):,} battles were counted instead of {trials:,}")
    return Simulation(
        asked=asked,
        trials=trials,
        seed=seed,
        level=level,
        counts=Fixed(zip(ENDINGS, counts, strict=True)),
        # the army that must stay is none of those that fight
        mean_attacker_losses=asked.attackers - 1 - attackers_left / trials,
        mean_defender_losses=asked.defenders - defenders_left / trials,
    )


def _share(name: str, value: object) -> float:
    number = floating(value)
    if not 0 < number < 1:
        raise InputError(f"{name} must be a number between 0 and 1, not {show(value)}")
    return number


def _check_rolled(rules: Rules) -> None:
    if rules.blitz is not None:
        raise InputError("balanced blitz rolls no dice that could be simulated: leave it out")
    if rules.dice.choice != "announced":
        raise InputError(
            "a defender who sees the roll is not simulated, as his choice needs the exact odds"
        )


class _Job:
    """The blocks of one simulation."""

    def __init__(self, asked: Question, seed: int, work: int) -> None:
        armies, dice = asked.attackers + asked.defenders, asked.rules.dice
        rolls = armies if asked.rolls is None else min(asked.rolls, armies)
        words = dice.attack.sides**dice.attack.dice * dice.defence.sides**dice.defence.dice
        self.frame = (
            asked.attackers - 1, asked.defenders, asked.stop_at - 1, asked.goal, rolls,
            int(dice.ties == "defender"), 2**32 % words,
        )  # fmt: skip
        self.attack, self.defence = map(_how, (dice.attack, dice.defence))
        self.dice = dice
        self.seed = seed
        self.most = LANES * max(1, min(ROW, BLOCK // (LANES * (armies - 1))))
        # about fifty passes over the lanes for each roll
        self.fast = FIGHT.pays(50 * work) and self._compiles()

    def _compiles(self) -> bool:
        """Compile, in one thread for all; whether that worked."""
        import numpy as np

        # a kernel that fails runs plainly on these buffers, where numbers wrap, and is not used
        with np.errstate(all="ignore"):
            self.fast = True
            self.counts(0, 1)
        return not Kernel.broken

    def results(self, trials: int, threads: int) -> Iterator[tuple[int, Any]]:
        """Iterate over (trials, counts) of all blocks, as they get done."""
        from queue import SimpleQueue
        from threading import Event, Thread

        blocks = -(-trials // self.most)
        threads = min(threads, blocks) if self.fast else 1
        found: SimpleQueue[tuple[int, Any]] = SimpleQueue()
        stop = Event()

        def work(first: int) -> None:
            try:
                for block in range(first, blocks, threads):
                    if stop.is_set():
                        return
                    size = min(self.most, trials - block * self.most)
                    found.put((size, self.counts(block, size)))
            except BaseException as error:
                found.put((0, error))

        # while it waits for them, this thread hears Ctrl-C
        for first in range(threads):
            Thread(target=work, args=(first,), daemon=True).start()
        try:
            for _ in range(blocks):
                size, counted = found.get()
                if isinstance(counted, BaseException):
                    raise counted
                yield size, counted
        finally:
            stop.set()

    def counts(self, block: int, trials: int) -> Any:
        """Fight the trials of one block."""
        lanes = min(trials, LANES)
        digest = shake_128(f"riskodds {self.seed} {block}".encode()).digest(16 * lanes)
        row, more = divmod(trials, lanes)
        quota = [row + (n < more) for n in range(lanes)]
        dice = self.dice.attack.dice, self.dice.defence.dice
        if self.fast:
            import numpy as np

            words = np.frombuffer(digest, "<u4").astype(np.uint32).reshape(4, lanes)
            buffers: tuple[Any, ...] = (
                words,
                np.array(quota, np.int32),
                (np.zeros(lanes, np.uint32), *np.zeros((5, lanes), np.int32)),
                *(np.zeros((n, lanes), np.int32) for n in dice),
            )
            fight = FIGHT.compiled
        else:
            numbers = unpack(f"<{4 * lanes}I", digest)
            buffers = (
                [list(numbers[k * lanes : (k + 1) * lanes]) for k in range(4)],
                quota,
                [[0] * lanes for _ in range(6)],
                *([[0] * lanes for _ in range(n)] for n in dice),
            )
            fight = FIGHT.plain
        return fight(self.frame, self.attack, self.defence, *buffers)


def _how(side: Side) -> tuple[int, ...]:
    return (side.sides, side.highest, side.lowest, side.every, *side.needs)
