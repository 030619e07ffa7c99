"""Named rules: a preset, which is one line of data in `presets`, and changes to it.

What alters the dice of a preset is said in `changes`, which a battle under a preset alone does
not load. What a name says of the whole game is kept as plain data; only the game reads it.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field, fields
from functools import lru_cache
from typing import TYPE_CHECKING, Any

from ..dice.rules import CLASSIC, DiceRules, Side
from ..errors import InputError
from ..guards import guarded
from ..values import listed, show
from .presets import DICE_PRESETS, GAME_PRESETS, said

if TYPE_CHECKING:
    from ..engines.blitz import Blitz
    from .changes import Change


@dataclass(frozen=True, repr=False)
class Rules:
    """The rules a question is asked under: a name, what it stands for, and changes to that.

    >>> str(Rules("eights", DiceRules(defence=Side(sides=8, needs=(1, 2)))))
    'eights'
    >>> rules("classic+d8def+capital").changes
    ('capital', 'd8def')

    Parameters
    ----------
    name : str
        The name of a preset, or one of one's own; `rules` reads back what `str` printed.
    dice : DiceRules
        The rules of one roll, with all changes made.
    blitz : Blitz, optional
        Balanced Blitz: a battle is fought at once, and the chances of its endings are changed.
    game : tuple of (str, value)
        What differs from the classic game in set-up, turn, cards and winning, as plain data by
        option; `riskodds.game.game_rules` reads it.
    changes : tuple of str
        The changes that were made to the rules of that name, in their order.
    base : Rules, optional
        The rules of that name before the changes, if any were made.
    """

    name: str = "classic"
    dice: DiceRules = CLASSIC
    blitz: Blitz | None = None
    game: tuple[tuple[str, object], ...] = ()
    changes: tuple[str, ...] = ()
    base: Rules | None = field(default=None, compare=False)

    @guarded
    def __post_init__(self) -> None:
        if not isinstance(self.name, str):
            raise InputError(f"name must be a word, not {show(self.name)}")
        if not isinstance(self.dice, DiceRules):
            raise InputError(f"dice must be a DiceRules, not {show(self.dice)}")
        if self.blitz is not None:
            from ..engines.blitz import Blitz

            if not isinstance(self.blitz, Blitz):
                raise InputError(f"blitz must be a Blitz or None, not {show(self.blitz)}")

    def differences(self) -> list[str]:
        """Return what differs from a battle under the classic rules, one line each.

        >>> rules("two-dice-from-three").differences()
        ['defence, needs: 1, 3 (classic: 1, 2)']
        >>> rules("classic").differences()
        []
        """
        return [*_dice_differences(self.dice), *_difference("blitz", self.blitz, None)]

    @property
    def rolled_out(self) -> bool:
        """Whether a battle is rolled out, all dice announced: what most engines take."""
        return self.blitz is None and self.dice.choice == "announced"

    def __str__(self) -> str:
        return "+".join((self.name, *self.changes))

    def __repr__(self) -> str:
        return f"Rules({str(self)!r})"


def _dice_differences(dice: DiceRules) -> list[str]:
    lines = []
    for part in fields(dice):
        mine, theirs = getattr(dice, part.name), getattr(CLASSIC, part.name)
        if not isinstance(mine, Side):
            lines += _difference(part.name, mine, theirs)
            continue
        for option in fields(mine):
            name = option.name
            lines += _difference(f"{part.name}, {name}", getattr(mine, name), getattr(theirs, name))
    return lines


def _difference(option: str, mine: object, theirs: object) -> list[str]:
    return [] if mine == theirs else [f"{option}: {said(mine)} (classic: {said(theirs)})"]


@guarded
def rules(name: str = "classic", *, named: Mapping[str, Rules] | None = None) -> Rules:
    """Return the rules with this name: a preset and changes joined by ``+``.

    >>> rules("two-dice-from-three").dice.defence.needs
    (1, 3)
    >>> str(rules("classic + d8def + capital")), rules("capital").dice.defence.dice
    ('classic+capital+d8def', 3)
    >>> rules("classic+connected+fixed-cards").game
    (('fortify', 'connected'), ('cards', 'fixed'))

    Parameters
    ----------
    name : str
        A preset, or changes to one. The presets are "classic" (1993: 3 dice against 2, ties to
        the defender), "two-dice-from-three" (UK and New Zealand, about 1990: the defender needs
        three armies for two dice), "three-defence-dice" (Risiko!, War: up to 3 against 3),
        "sees-the-roll" (older, and house rules: the defender chooses his dice after seeing the
        attack roll), "global-domination" (the app) and "eight-sided" (both sides roll d8). The
        changes are those of `riskodds.variants.changes`, and of the game the keys of
        `GAME_PRESETS`; changes alone change "classic".
    named : mapping of str to Rules, optional
        Rules of one's own that may stand in the place of a preset, as `read_rules` returns them.

    Returns
    -------
    Rules
        Its `str` is the same in one canonical order, which this function reads back.

    Raises
    ------
    InputError
        An unknown name; the message suggests a known one. Changes that decide the same.
    """
    if not isinstance(name, str):
        raise InputError(f"rules must be a name such as classic, not {show(name)}")
    first, *rest = (part.strip() for part in name.split("+"))
    base = (named or {}).get(first)
    if base is None and first.lower() in rules_names():
        base = _preset(first.lower())
    if base is None:
        from .changes import is_change

        if not is_change(first.lower()):
            raise InputError(_unknown(first, [*(named or {}), *rules_names()]))
        base, rest = Rules(), [first, *rest]
    return composed(base, rest) if rest else base


def composed(base: Rules, changes: Iterable[str]) -> Rules:
    """Return the rules with more changes; one that decides what `base` does is refused.

    >>> str(composed(rules("classic+d8def"), ["capital"]))
    'classic+capital+d8def'
    """
    return _changed(base, _kept(base) + _read(changes))


@guarded
def with_changes(base: Rules, changes: Iterable[str]) -> Rules:
    """Return the rules on one territory: what it changes wins over what `base` changed.

    >>> str(with_changes(rules("classic+d8"), ["capital", "d12"]))
    'classic+capital+d8att+d12def'

    Parameters
    ----------
    base : Rules
        The rules of the whole attack.
    changes : iterable of str
        Changes as `rules` takes them; without a side they hold for the defender.

    Returns
    -------
    Rules
        The rules there.

    Raises
    ------
    InputError
        An unknown change, or two that decide the same.
    """
    from .changes import joined

    new = joined(_read(changes, sides=("def",)))
    decided = {change.decides for change in new}
    kept = [change for change in _kept(base) if change.decides not in decided]
    return _changed(base, kept + new)


def rules_names() -> tuple[str, ...]:
    """Return the names that `rules` knows.

    >>> "classic" in rules_names()
    True
    """
    return tuple(DICE_PRESETS | GAME_PRESETS)


def blitz_with(parameters: Mapping[str, object]) -> Blitz:
    """Return Balanced Blitz with parameters by name, those left out as published.

    >>> blitz_with({"win_cut": 0.0}).version
    'custom'

    Raises
    ------
    InputError
        An unknown parameter, or a value out of its range.
    """
    from ..engines.blitz import Blitz

    known = [each.name for each in fields(Blitz)]
    for name in parameters:
        if name not in known:
            raise InputError(f"blitz has no {show(name)}; there are {', '.join(known)}")
    values: dict[str, Any] = dict(parameters)
    return Blitz(**values)


# what every question takes as its rules
RulesLike = Rules | str | None


def resolve(given: RulesLike) -> Rules:
    """Return what a caller passed as `rules` as a value; classic if nothing."""
    if isinstance(given, Rules):
        return given
    if given is None:
        return CLASSIC_RULES
    return _named(given) if isinstance(given, str) else rules(given)


CLASSIC_RULES = Rules()


def _preset(name: str) -> Rules:
    return Rules(
        name, DICE_PRESETS.get(name, CLASSIC), game=tuple(GAME_PRESETS.get(name, {}).items())
    )


@lru_cache(maxsize=256)
def _named(name: str) -> Rules:
    return rules(name)


def _read(parts: Iterable[str], *, sides: tuple[str, ...] = ("att", "def")) -> list[Change]:
    from .changes import is_change, read

    changes = []
    for part in parts:
        word = part.strip().lower() if isinstance(part, str) else part
        if not isinstance(word, str) or not is_change(word):
            raise InputError(_unknown(part))
        changes += read(word, sides)
    return changes


def _kept(base: Rules) -> list[Change]:
    """Return the changes that rules are made with."""
    return _read(base.changes)


def _changed(base: Rules, changes: list[Change]) -> Rules:
    """Return the rules that `base` was before its changes with these changes instead."""
    start = base.base or base
    if not changes:
        return start
    from .changes import altered, joined, words

    made = joined(changes)
    dice, blitz, game = altered(made, start.dice, start.blitz, dict(start.game))
    return Rules(start.name, dice, blitz, tuple(game.items()), tuple(words(made)), start)


def _unknown(given: object, known: Iterable[str] = ()) -> str:
    if not isinstance(given, str):
        return f"rules must be names, not {show(given)}"
    if not given:
        return "rules must be names joined by +, such as classic+capital; one is empty"
    if given.lower() in rules_names():
        return f"rules must begin with a preset, and have no other: not {show(given)}"
    from difflib import get_close_matches

    from .changes import examples

    near = get_close_matches(given.lower(), [*known, *examples()], 1)
    if near:
        return f"rules must be known ones, not {show(given)}; did you mean {near[0]}?"
    return (
        f"rules must be one of {listed(rules_names())}, "
        f"or changes such as capital or d8def, not {show(given)}"
    )
