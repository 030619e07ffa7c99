"""The pieces that stand for armies: infantry 1, cavalry 5, artillery 10."""

from __future__ import annotations

from dataclasses import dataclass

from ..guards import guarded
from ..values import whole

CAVALRY, ARTILLERY = 5, 10


@dataclass(frozen=True)
class Pieces:
    """Pieces that show a number of armies.

    >>> pieces_for(17)
    Pieces(artillery=1, cavalry=1, infantry=2)
    >>> pieces_for(17).armies
    17

    Parameters
    ----------
    artillery, cavalry, infantry : int
        Pieces of each kind, worth 10, 5 and 1.
    """

    artillery: int = 0
    cavalry: int = 0
    infantry: int = 0

    @property
    def armies(self) -> int:
        """The armies that the pieces stand for."""
        return self.artillery * ARTILLERY + self.cavalry * CAVALRY + self.infantry


@guarded
def pieces_for(armies: int) -> Pieces:
    """Return the fewest pieces that show a number of armies.

    >>> pieces_for(4)
    Pieces(artillery=0, cavalry=0, infantry=4)

    Parameters
    ----------
    armies : int
        The armies, 0 or more.

    Returns
    -------
    Pieces
        How many of each.
    """
    tens, rest = divmod(whole("armies", armies, 0), ARTILLERY)
    fives, ones = divmod(rest, CAVALRY)
    return Pieces(tens, fives, ones)
