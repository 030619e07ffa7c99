"""Dice that fell, as they are written down: ``653 64``, or ``12,7,3 8`` for larger dice."""

from __future__ import annotations

from ..errors import InputError
from ..values import integer, show, span, whole
from .rules import DiceRules, Side

Faces = tuple[int, ...]


def read_roll(text: str, dice: DiceRules) -> tuple[Faces, Faces]:
    """Return the faces of both sides, the attacker's first, each highest first.

    >>> from riskodds.dice.rules import CLASSIC
    >>> read_roll("356 6,4", CLASSIC)
    ((6, 5, 3), (6, 4))

    Raises
    ------
    InputError
        Text that is not two groups of faces, faces the dice do not have, or too many dice.
    """
    groups = text.split()
    if len(groups) != 2:
        raise InputError(
            f"a roll must be the attacker's dice and the defender's, such as 653 64, "
            f"not {show(text)}"
        )
    attack = _faces(groups[0], dice.attack, "attack")
    return attack, _faces(groups[1], dice.defence, "defence")


def _faces(group: str, side: Side, name: str) -> Faces:
    faces = [
        whole(f"a face of the {name} dice", integer(word), 1, side.sides)
        for word in (group.split(",") if "," in group else group)
    ]
    if not 1 <= len(faces) <= side.dice:
        raise InputError(f"{name} dice must be {span(side.dice)}, not {len(faces)}: {show(group)}")
    return tuple(sorted(faces, reverse=True))
