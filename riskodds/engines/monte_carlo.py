"""Battles rolled out die by die: no chance of a roll is known here, faces are compared.

Many battles are fought at once, one in each lane. A step rolls once in every lane: it draws a
word of 32 bits, reads all dice out of it, sorts and compares them. A lane whose battle is over
starts the next one of its quota. Each pass of a step is a short loop over all lanes without a
branch, which compilers turn into vector code; plain Python runs the same passes over lists.

A word w stands for the fraction w / 2^32. Multiplied by the sides of a die it gives a face
before the point and a new fraction behind it, and so on, die by die. With s the product of all
sides, dice are uniform if words whose last fraction is below (2^32 mod s) / 2^32 are rejected
(Lemire 2019; Brackett-Rozinsky and Lemire 2024 for several dice). A lane whose word is rejected
does not roll in this step.

Every lane has a xoshiro128++ (Blackman and Vigna 2021) of its own, started by a hash. They are
stretches of one cycle of 2^128 - 1 words; with random starts the chance that two of a hundred
million lanes of a million words each ever overlap is below 1e-16.
"""

from __future__ import annotations

from typing import Any

from .jit import Kernel

WORD = 0xFFFFFFFF
# where a `frame` holds what: the start, the stop rules, who wins ties, words to reject
A_START, D_START, A_FLOOR, D_FLOOR, ROLLS, TIE, REJECT = range(7)
# where a side's `how` holds what; behind it follow the armies needed for each die
SIDES, HIGHEST, LOWEST, EVERY, NEEDS = range(5)
# the counts that `fight` returns
COUNTS = ("win", "lose", "undecided", "reached", "attackers", "defenders")


def draw(state: Any, words: Any) -> None:
    """Draw the next word of every lane."""
    first, second, third, fourth = state[0], state[1], state[2], state[3]
    for n in range(len(words)):
        s, t, u, v = first[n], second[n], third[n], fourth[n]
        x = (s + v) & WORD
        words[n] = (((x << 7) | (x >> 25)) + s) & WORD
        moved = (t << 9) & WORD
        u ^= s
        v ^= t
        first[n] = s ^ v
        second[n] = t ^ u
        third[n] = u ^ moved
        fourth[n] = ((v << 11) | (v >> 21)) & WORD


def sort(faces: Any) -> None:
    """Sort the dice of every lane, highest first."""
    for end in range(len(faces) - 1, 0, -1):
        for k in range(end):
            upper, lower = faces[k], faces[k + 1]
            for n in range(len(upper)):
                x, y = upper[n], lower[n]
                upper[n] = max(x, y)
                lower[n] = min(x, y)


def throw(words: Any, armies: Any, faces: Any, dice: Any, how: Any) -> None:
    """Roll one side's dice in every lane, sorted; those it has no armies for show 0."""
    sides = how[SIDES]
    for n in range(len(dice)):
        dice[n] = 0
    for k in range(len(faces)):
        row, need = faces[k], how[NEEDS + k]
        for n in range(len(row)):
            product = words[n] * sides
            words[n] = product & WORD
            rolled = int(armies[n] >= need)
            row[n] = ((product >> 32) + 1) * rolled
            dice[n] += rolled
    sort(faces)
    if how[HIGHEST] != 0 or how[LOWEST] != 0 or how[EVERY] != 0:
        for k in range(len(faces)):
            row = faces[k]
            more = how[EVERY] + (how[HIGHEST] if k == 0 else 0)
            for n in range(len(row)):
                value = row[n] + more + how[LOWEST] * int(dice[n] == k + 1 and k > 0)
                row[n] = min(max(value, 1), sides) * int(dice[n] > k)
        sort(faces)


def fight(
    frame: Any,
    attack: Any,
    defence: Any,
    state: Any,
    quota: Any,
    lanes: Any,
    a_faces: Any,
    d_faces: Any,
) -> Any:
    """Fight every lane's quota of battles; return `COUNTS`, armies left as sums.

    `attack` and `defence` say how the sides roll; `state` holds four words of each lane, `lanes`
    six buffers of a number for each, `a_faces` and `d_faces` a buffer for each die.
    """
    a_start, d_start = frame[A_START], frame[D_START]
    words, a, d, a_dice, d_dice, rolls = (
        lanes[0], lanes[1], lanes[2], lanes[3], lanes[4], lanes[5]
    )  # fmt: skip
    for n in range(len(words)):
        a[n] = a_start
        d[n] = d_start
        rolls[n] = 0
    pairs = min(len(a_faces), len(d_faces))
    win = lose = undecided = reached = attackers = defenders = 0
    going = len(words)
    while going > 0:
        draw(state, words)
        throw(words, a, a_faces, a_dice, attack)
        throw(words, d, d_faces, d_dice, defence)
        for n in range(len(words)):
            fits = int(words[n] >= frame[REJECT])
            # from here on: pairs that are compared, and those that the attacker has lost
            d_dice[n] = min(a_dice[n], d_dice[n]) * fits
            a_dice[n] = 0
            rolls[n] += fits
        for k in range(pairs):
            mine, theirs = a_faces[k], d_faces[k]
            for n in range(len(words)):
                a_dice[n] += int(mine[n] < theirs[n] + frame[TIE]) & int(k < d_dice[n])
        going = 0
        for n in range(len(words)):
            x = a[n] - a_dice[n]
            y = d[n] - d_dice[n] + a_dice[n]
            on = int(quota[n] > 0)
            won = int(y <= 0)
            lost = int(x <= 0)
            there = int(y <= frame[D_FLOOR])
            over = (there | int(x <= frame[A_FLOOR]) | int(rolls[n] >= frame[ROLLS])) & on
            win += won & over
            lose += lost & over
            undecided += over & (1 - (won | lost))
            reached += there & over
            attackers += x * over
            defenders += y * over
            going += on
            quota[n] -= over
            a[n] = x + over * (a_start - x)
            d[n] = y + over * (d_start - y)
            rolls[n] -= over * rolls[n]
    return win, lose, undecided, reached, attackers, defenders


FIGHT = Kernel(fight, draw, sort, throw)
