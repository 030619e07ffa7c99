"""The question is checked in one place, and every answer says it in the same words."""

from __future__ import annotations

from functools import partial
from typing import Any

import pytest

from riskodds import InputError, battle, luck, simulate

ASKERS: dict[str, Any] = {
    "battle": battle,
    "simulate": partial(simulate, trials=1, seed=1),
    "luck": partial(luck, left=(1, 1)),
}
WRONG = [
    ({"attackers": 1}, "attackers must be a whole number from 2 to "),
    ({"defenders": 0}, "defenders must be a whole number from 1 to "),
    ({"stop_at": 5}, "stop_at must be a whole number from 1 to 4, not 5"),
    ({"goal": 3}, "goal must be a whole number from 0 to 2, not 3"),
    ({"rolls": 0}, "rolls must be a whole number from 1 to 2,000,000,000,000, not 0"),
    ({"rules": "clasic"}, "rules must be known ones, not clasic"),
]


@pytest.mark.parametrize("name", ASKERS)
@pytest.mark.parametrize(("changed", "message"), WRONG, ids=[str(each) for each, _ in WRONG])
def test_every_asker_refuses_the_same(name: str, changed: dict[str, Any], message: str) -> None:
    asked = {"attackers": 5, "defenders": 3, **changed}
    with pytest.raises(InputError) as refused:
        ASKERS[name](**asked)
    assert str(refused.value).startswith(message)


def test_every_answer_starts_alike() -> None:
    stops: dict[str, Any] = {"stop_at": 2, "goal": 1, "rolls": 3}
    head = {"attackers": 8, "defenders": 6, "rules": "classic+capital", **stops}
    told = [
        battle(8, 6, rules="classic+capital", **stops).to_dict(),
        simulate(8, 6, rules="classic+capital", trials=1, seed=1, **stops).to_dict(),
        luck(8, 6, rules="classic+capital", left=(3, 2), **stops).to_dict(),
    ]
    for answer in told:
        assert list(answer.items())[: len(head)] == list(head.items())


def test_a_battle_to_the_end_says_no_stop_rules() -> None:
    assert list(battle(8, 6).to_dict())[:4] == ["attackers", "defenders", "rules", "win"]
    assert battle(8, 6).asked == battle(8, 6, stop_at=1, goal=0, rolls=None).asked
    assert battle(8, 6).asked != battle(8, 6, goal=1).asked
