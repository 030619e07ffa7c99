"""Every error of riskodds, the game's too.

Every message says what is wrong, the value that was given, and what is allowed,
in one line and in lower case, so that the command line can print it as it is.
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any


class RiskOddsError(ValueError):
    """Any question that riskodds refuses or cannot answer.

    >>> isinstance(InputError("no"), RiskOddsError) and issubclass(RiskOddsError, ValueError)
    True
    """

    def __reduce__(self) -> tuple[Any, ...]:
        # an exception is otherwise made anew from its message, which is not what all are made from
        return _remade, (type(self), self.args), self.__dict__


def _remade(kind: type[RiskOddsError], args: tuple[Any, ...]) -> RiskOddsError:
    """Return an error as it was, for pickle and copy; its attributes are set by them."""
    return kind.__new__(kind, *args)


class InputError(RiskOddsError):
    """A value outside what is allowed; the message says what is.

    >>> from riskodds import battle
    >>> battle(1, 9)  # doctest: +ELLIPSIS
    Traceback (most recent call last):
    ...
    riskodds.errors.InputError: attackers must be ...
    """


class TooLargeError(RiskOddsError):
    """A question whose answer would need more memory or time than is sensible.

    >>> from riskodds import battle
    >>> battle(1000, 1000, exact=True)  # doctest: +ELLIPSIS
    Traceback (most recent call last):
    ...
    riskodds.errors.TooLargeError: exact fractions are limited to 1,105 fighting armies of ...
    """


class AccuracyError(RiskOddsError):
    """An answer that failed its own check: its chances do not add up to one.

    >>> from riskodds.engines.lines import confirm
    >>> confirm(0.99, 0.0, 1e-15)  # doctest: +ELLIPSIS
    Traceback (most recent call last):
    ...
    riskodds.errors.AccuracyError: the chances of this answer add up to 0.99 instead of 1, ...
    """


class NotationError(InputError):
    """Text whose fault has a place.

    >>> from riskodds import tree
    >>> try:
    ...     tree(9, "3 [2")
    ... except NotationError as error:
    ...     error.text, error.position
    ('3 [2', 2)

    Attributes
    ----------
    text : str
        What was given.
    position : int
        The place of the fault in it, counted from 0.
    """

    def __init__(self, message: str, text: str, position: int) -> None:
        super().__init__(message)
        self.text, self.position = text, position


class UnreachableError(RiskOddsError):
    """A chance that no number of armies reaches.

    >>> from riskodds import needed
    >>> needed(1, win=1)  # doctest: +ELLIPSIS
    Traceback (most recent call last):
    ...
    riskodds.errors.UnreachableError: ...
    """


class RuleError(InputError):
    """A move that a rule forbids.

    >>> from riskodds.game import Claim, apply, new_game, start
    >>> state = apply(start(new_game(3)), Claim("Alaska"))
    >>> try:
    ...     apply(state, Claim("Alaska"))
    ... except RuleError as error:
    ...     error.rule
    'claim empty territories until none is left'

    Attributes
    ----------
    rule : str
        The rule in a few words, such as "leave an army behind"; the message starts with it.
    """

    def __init__(self, rule: str, why: str) -> None:
        super().__init__(f"{rule}: {why}")
        self.rule = rule


class FaultsError(InputError):
    """A board, or a text or JSON form of a position, that holds faults.

    >>> from riskodds.game import board_from_dict
    >>> try:
    ...     board_from_dict({})
    ... except FaultsError as error:
    ...     len(error.faults)
    2

    Attributes
    ----------
    faults : tuple of str
        All of them; the message lists them too.
    """

    def __init__(self, what: str, faults: Iterable[str]) -> None:
        self.faults = tuple(faults)
        super().__init__(f"{what} has faults: {'; '.join(self.faults)}")
