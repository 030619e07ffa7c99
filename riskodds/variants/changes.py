"""The small language of changes to dice rules: ``capital``, ``d8def``, ``high-1def``.

Rules are written as a preset and changes joined by ``+``: ``classic+capital+d8def``. A change
is one of the words of `KINDS`, or a stem with its number and a side, ``att`` or ``def``:
``d8def`` are eight-sided defence dice, ``dice2att`` is an attacker who rolls two dice at most,
``high-1def`` takes one off the defender's highest die. Without a side it holds for both, and
on a territory of a path (``3 1@d8``) for the defender there.

Changes are applied, and printed, in the order of the table, however they were written. Two
that decide the same (``d8def+d6def``, ``zombie-defender+ties-defender``) cannot go together
and are refused. Words of the game (`presets`, ``fixed-cards``) stand beside them,
and change no dice.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import replace
from typing import Any, NamedTuple

from ..dice.rules import MOST_DICE, DiceRules, Side
from ..engines.blitz import Blitz
from ..errors import InputError
from ..values import show, whole
from .presets import GAME_PRESETS

BOTH = ("att", "def")
# what a change to `Rules.blitz` decides
BLITZ = "blitz"
FIELDS = {"att": "attack", "def": "defence"}
OWNERS = {"att": "the attacker's ", "def": "the defender's "}


class Kind(NamedTuple):
    """One line of the table: what it decides, what it says, what it does, and to whom.

    With a `number`, an example of one, the change is a stem: it is written with a number and a
    side, and `alter` is called with a `Side` and the numbers. Else `alter` is called with the
    `DiceRules`, or is the new value of `blitz`.
    """

    decides: str
    says: str
    alter: Callable[..., Any] | Blitz | None
    number: str = ""


def _rules(**values: Any) -> Callable[[DiceRules], DiceRules]:
    return lambda rules: replace(rules, **values)


def _defence(alter: Callable[[Side], Side]) -> Callable[[DiceRules], DiceRules]:
    return lambda rules: replace(rules, defence=alter(rules.defence))


def _dice(side: Side, most: int) -> Side:
    """Return the side with this many dice at most, each new one for one army more."""
    whole("dice", most, 1, MOST_DICE)
    top = side.needs[-1]
    return replace(side, needs=(*side.needs, *range(top + 1, top + 1 + most))[:most])


KINDS: dict[str, Kind] = {
    "needs": Kind(
        "armies needed for dice",
        "one die from 1 army, two from 3",
        lambda side, *numbers: replace(side, needs=numbers),
        "1:3",
    ),
    "capital": Kind(
        "capital", "the defender has a die more", _defence(lambda s: _dice(s, s.dice + 1))
    ),
    "wall": Kind("wall", "the defender has a die more", _defence(lambda s: _dice(s, s.dice + 1))),
    "zombie-attacker": Kind(
        "zombie attacker",
        "the attacker has a die fewer, at least one",
        lambda rules: replace(rules, attack=_dice(rules.attack, max(1, rules.attack.dice - 1))),
    ),
    "zombie-defender": Kind("ties", "the defender loses ties", _rules(ties="attacker")),
    "ties-attacker": Kind("ties", "the attacker wins ties", _rules(ties="attacker")),
    "ties-defender": Kind("ties", "the defender wins ties", _rules(ties="defender")),
    "dice": Kind("number of dice", "2 dice at most", _dice, "2"),
    "d": Kind("die sides", "8-sided dice", lambda s, n: replace(s, sides=n), "8"),
    "high": Kind(
        "highest die", "the highest die counts 1 more", lambda s, n: replace(s, highest=n), "1"
    ),
    "low": Kind(
        "lowest die", "the lowest die counts 1 less", lambda s, n: replace(s, lowest=n), "-1"
    ),
    "all": Kind("dice all", "every die counts 1 more", lambda s, n: replace(s, every=n), "1"),
    "bunker": Kind(
        "the defender's highest die",
        "the defender's highest die counts 1 more",
        _defence(lambda side: replace(side, highest=1)),
    ),
    "ammo-shortage": Kind(
        "the defender's highest die",
        "the defender's highest die counts 1 less",
        _defence(lambda side: replace(side, highest=-1)),
    ),
    "fortification": Kind(
        "the defender's dice all",
        "every defence die counts 1 more",
        _defence(lambda side: replace(side, every=1)),
    ),
    "announced": Kind(
        "choice of defence dice",
        "both sides choose their dice before the roll",
        _rules(choice="announced"),
    ),
    "sees-the-roll": Kind(
        "choice of defence dice",
        "the defender chooses after the attack roll",
        _rules(choice="optimal"),
    ),
    "sees-greedy": Kind(
        "choice of defence dice",
        "the same, looking at this roll only",
        _rules(choice="greedy"),
    ),
    "true-random": Kind(BLITZ, "every roll is rolled out", None),
    "blitz": Kind(BLITZ, "Balanced Blitz, version 3.3", Blitz()),
}
RANKS = {word: rank for rank, word in enumerate(KINDS)}
STEMS = "|".join(word for word, kind in KINDS.items() if kind.number)
SIDED = re.compile(rf"({STEMS})(-?\d{{1,4}}(?::-?\d{{1,4}})*)(att|def)?", re.ASCII)
PARAMETERS = re.compile(r"blitz(:\d+(\.\d+)?(e-\d+)?){4}", re.ASCII)


class Change(NamedTuple):
    """A change that was read: its word, its side if it has one, what it decides and does."""

    rank: int
    stem: str
    side: str
    decides: str
    dice: Callable[[DiceRules], DiceRules] | None = None
    blitz: Blitz | None = None
    game: Mapping[str, Any] = {}

    @property
    def word(self) -> str:
        """The change as it is written."""
        return self.stem + self.side


def change_list() -> list[tuple[str, str]]:
    """Return every change as (how it is written, what it says), for people to read.

    >>> change_list()[1]
    ('capital', 'the defender has a die more')
    """
    return [
        (word + kind.number + ("def" * bool(kind.number)), kind.says)
        for word, kind in KINDS.items()
    ]


def is_change(word: str) -> bool:
    """Return whether a word is written as a change is; its number may still be refused."""
    if word in KINDS:
        return not KINDS[word].number
    if GAME_PRESETS.get(word):
        return True
    return bool(SIDED.fullmatch(word) or PARAMETERS.fullmatch(word))


def examples() -> list[str]:
    """Return words to suggest when one is not known."""
    return [
        word + kind.number + side
        for word, kind in KINDS.items()
        for side in (("", *BOTH) if kind.number else ("",))
    ] + [word for word in GAME_PRESETS if is_change(word)]


def read(word: str, sides: Sequence[str] = BOTH) -> list[Change]:
    """Return what a word that `is_change` changes, for `sides` if it names none.

    >>> [change.word for change in read("d8")]
    ['d8att', 'd8def']
    """
    found = SIDED.fullmatch(word)
    if word in GAME_PRESETS:
        if len(sides) == 1:
            raise InputError(f"rules '{word}' are of the whole game, and not of a territory")
        decides = ", ".join(GAME_PRESETS[word])
        rank = len(KINDS) + [*GAME_PRESETS].index(word)
        return [Change(rank, word, "", decides, game=GAME_PRESETS[word])]
    if not found:
        stem, *parameters = word.split(":")
        rank, kind, alter = RANKS[stem], KINDS[stem], KINDS[stem].alter
        if callable(alter):
            return [Change(rank, word, "", kind.decides, alter)]
        if parameters:
            values = [float(number) for number in parameters]
            word = ":".join([stem, *(repr(value).removesuffix(".0") for value in values)])
            with _named(word):
                alter = Blitz(*values)
        return [Change(rank, word, "", kind.decides, blitz=alter)]
    stem, text, side = found.groups()
    kind, alter = KINDS[stem], KINDS[stem].alter
    assert callable(alter)
    numbers = tuple(map(int, text.split(":")))
    if len(numbers) > 1 and stem != "needs":
        raise InputError(f"rules '{show(word)}': give one number")
    written = stem + ":".join(map(str, numbers))

    def on(side: str) -> Callable[[DiceRules], DiceRules]:
        field = FIELDS[side]
        return lambda rules: replace(rules, **{field: alter(getattr(rules, field), *numbers)})

    return [
        Change(RANKS[stem], written, side, OWNERS[side] + kind.decides, on(side))
        for side in ([side] if side else sides)
    ]


def joined(changes: Iterable[Change]) -> list[Change]:
    """Return changes in their order, refusing two that decide the same."""
    decided: dict[str, Change] = {}
    for change in changes:
        other = decided.setdefault(change.decides, change)
        if other is not change:
            if other.word == change.word:
                raise InputError(f"rules give '{change.word}' twice")
            raise InputError(
                f"rules '{other.word}' and '{change.word}' cannot go together: "
                f"both decide {change.decides}"
            )
    return sorted(decided.values(), key=lambda change: (change.rank, change.side, change.stem))


def words(changes: Sequence[Change]) -> list[str]:
    """Return changes as they are written, those of both sides as one word.

    >>> words(joined(read("d8def") + read("d8att") + read("capital")))
    ['capital', 'd8']
    """
    stems = [change.stem for change in changes]
    return list(dict.fromkeys(c.stem if stems.count(c.stem) > 1 else c.word for c in changes))


def altered(
    changes: Iterable[Change], dice: DiceRules, blitz: Blitz | None, game: Mapping[str, Any]
) -> tuple[DiceRules, Blitz | None, dict[str, Any]]:
    """Return the rules of a roll, the transform of a battle and the game with changes made."""
    options = dict(game)
    for change in changes:
        options |= change.game
        if change.decides == BLITZ:
            blitz = change.blitz
        elif change.dice is not None:
            with _named(change.word):
                dice = change.dice(dice)
    return dice, blitz, options


@contextmanager
def _named(word: str) -> Iterator[None]:
    """Report a fault as one of the change."""
    try:
        yield
    except InputError as error:
        raise InputError(f"rules '{word}': {error}") from None
