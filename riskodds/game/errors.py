"""The errors of the game: a broken rule, a faulty board, a position that cannot be."""

from __future__ import annotations

from collections.abc import Iterable

from ..errors import InputError


class RuleError(InputError):
    """A move that a rule forbids.

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

    Attributes
    ----------
    faults : tuple of str
        All of them; the message lists them too.
    """

    def __init__(self, what: str, faults: Iterable[str]) -> None:
        self.faults = tuple(faults)
        super().__init__(f"{what} has faults: {'; '.join(self.faults)}")
