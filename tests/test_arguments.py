"""Whatever is handed to a public function: an answer, or an error of our own in one short line.

`public_calls` holds a valid call of every public name; one argument at a time is replaced by each
of `NASTY`. What is right of these stays right by luck of the type (True as a flag, a numpy integer
as a number), so the test asks only how a refusal looks.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from copy import copy
from dataclasses import fields
from decimal import Decimal
from fractions import Fraction
from functools import partial
from itertools import islice
from typing import Any

import numpy as np
import pytest
from public_calls import DEALT, HAND, NO_CALLS, ODDS, RESULTS, STATE, valid

import riskodds
from riskodds import RiskOddsError, game as g

CALLERS_OWN = {("function", "progress")}  # what a caller's function raises is the caller's


class Odd:
    """An object whose text is long and on several lines."""

    def __repr__(self) -> str:
        return "odd\n" * 100


DEEP: Any = []
for _ in range(5000):
    DEEP = [DEEP]

NASTY: dict[str, Any] = {
    "none": None, "true": True, "minus one": -1, "zero": 0, "huge": 10**5000, "large": 10**30,
    "negative huge": -(10**5000), "half": 2.5, "float": 2.0, "nan": float("nan"),
    "infinite": float("inf"), "complex": 1j, "empty": "", "x": "x", "1e3": "1e3", "1_000": "1_000",
    "wide": "\uff11\uff12", "broken": "a\tb\n", "long": "9" * 5000,
    "surrogate": "\ud800", "bytes": b"3",
    "list": [1, "x", None], "empty list": [], "tuple": (1.5, -2), "dict": {"x": [1]},
    "mixed dict": {1: 2, None: "x"}, "set": {1, 2}, "deep": DEEP, "huge in a list": [10**5000],
    "object": Odd(), "type": int, "function": len, "numpy": np.int64(3),
    "numpy half": np.float32(2.5),
    "array": np.arange(3), "array of halves": np.array([[0.5, np.nan]]), "fraction": Fraction(1, 3),
    "decimal": Decimal("NaN"), "none in a tuple": (None,), "card": HAND[0], "state": STATE,
    "odds": ODDS, "range": range(3), "texts": ["a", "b"], "pairs": ((1, 2), (3, 4)),
    "pair of texts": (("x", 1),),
}  # fmt: skip


@pytest.fixture(scope="module")
def calls() -> dict[str, tuple[Any, dict[str, Any]]]:
    return valid()


def faults_of(call: Callable[[], Any]) -> str | None:
    """Return what is wrong with how a call ended, or None."""
    try:
        answer = call()
        if isinstance(answer, Iterator):
            list(answer)
    except RiskOddsError as error:
        text = str(error)
        return None if len(text) <= 300 and text.isprintable() else f"{len(text)}: {text[:80]!r}"
    except Exception as error:
        return f"{type(error).__name__}: {str(error)[:80]}"
    return None


def test_every_public_name_has_a_call(calls: dict[str, tuple[Any, dict[str, Any]]]) -> None:
    public = {*dir(riskodds), *dir(g)}
    assert public == RESULTS | NO_CALLS | {name for name in calls if "." not in name}


def test_the_calls_of_the_table_are_valid(calls: dict[str, tuple[Any, dict[str, Any]]]) -> None:
    for name, (function, arguments) in calls.items():
        if name not in ("read_rules", "read_board"):
            function(**arguments)


@pytest.mark.parametrize("label", NASTY)
def test_an_argument_of_any_kind_is_taken_or_refused_in_one_line(
    label: str, calls: dict[str, tuple[Any, dict[str, Any]]]
) -> None:
    value = NASTY[label]
    found = {
        f"{name}({argument})": fault
        for name, (function, arguments) in calls.items()
        for argument in arguments
        if argument != "self" and (label, argument) not in CALLERS_OWN
        if (fault := faults_of(partial(function, **{**arguments, argument: value})))
    }
    assert found == {}


QUESTIONS: dict[str, Callable[[g.GameState], Any]] = {
    "status": g.status,
    "is_valid": g.is_valid,
    "winner": g.winner,
    "must_trade": g.must_trade,
    "reinforcement_of": g.reinforcement_of,
    "state_text": g.state_text,
    "state_to_json": g.state_to_json,
    "legal_moves": lambda state: list(islice(g.legal_moves(state), 20)),
    "apply": lambda state: [g.apply(state, move) for move in MOVES],
    "owner": lambda state: (state.owner("Alaska"), state.armies_on("Alaska")),
    "linked": lambda state: (state.linked(0, 1), state.continents_of(0)),
}
MOVES: list[g.Move] = [
    g.Claim("Alaska"), g.Place("Alaska"), g.Attack("Alaska", "Kamchatka", (6,), (1,)),
    g.Trade(HAND[:3]), g.MoveIn(1), g.Fortify("Alaska", "Kamchatka", 1), g.EndPhase(), g.EndTurn(),
]  # fmt: skip
PLACING = DEALT.having(phase=g.Phase.REINFORCE, turn=1, hands=(HAND, (), ()))


@pytest.mark.parametrize("question", QUESTIONS)
def test_a_state_made_by_hand_with_a_field_of_any_kind(question: str) -> None:
    found = {
        f"{field.name} {label}": fault
        for state in (STATE, PLACING)
        for field in fields(state)
        for label, value in NASTY.items()
        if (fault := faults_of(lambda: QUESTIONS[question](state.having(**{field.name: value}))))  # noqa: B023
    }
    assert found == {}


@pytest.mark.parametrize(
    ("field", "value", "message"),
    [
        ("captured", "x", "captured of the state must be True or False, not x"),
        ("armies", (1.0,) * 42, "armies of the state must be a tuple of whole numbers"),
        ("player", True, "player of the state must be a whole number, not True"),
        ("winner", "red", "winner of the state must be a whole number or None, not red"),
    ],
)
def test_what_would_pass_for_something_else_is_no_state(
    field: str, value: Any, message: str
) -> None:
    with pytest.raises(RiskOddsError, match=message):
        g.status(STATE.having(**{field: value}))


@pytest.mark.parametrize(
    ("call", "message"),
    [
        (lambda: g.status(None), "state must be a GameState, not None"),  # type: ignore[arg-type]
        (lambda: riskodds.live(12, 9, worths={"x": 1}), "worths must be of army, enemy"),
        (lambda: g.apply(STATE.having(player=3), MOVES[0]), "player of the state must be below 3"),
        (lambda: g.best_trades(HAND, sets_traded="x"), "sets_traded must be a whole number from"),  # type: ignore[arg-type]
        (lambda: STATE.linked(0, 42), "territories have numbers below 42, not 0 and 42"),
    ],
)
def test_the_line_says_what_is_allowed(call: Callable[[], Any], message: str) -> None:
    with pytest.raises(RiskOddsError, match=message):
        call()


def test_a_field_that_a_state_has_not() -> None:
    with pytest.raises(RiskOddsError, match="a state has no field armys"):
        STATE.having(armys=(1,) * 42)


def entries(data: Any, path: tuple[Any, ...] = ()) -> Iterator[tuple[Any, ...]]:
    """Iterate over where the first entries of nested data are."""
    yield path
    keys: Any = list(data)[:3] if isinstance(data, dict) else [0] if isinstance(data, list) else []
    for key in keys[: len(data)] if keys else ():
        yield from entries(data[key], (*path, key))


def put(data: Any, path: tuple[Any, ...], value: Any) -> Any:
    """Return nested data with another value in one place."""
    if not path:
        return value
    changed = copy(data)
    changed[path[0]] = put(data[path[0]], path[1:], value)
    return changed


@pytest.mark.parametrize("move", MOVES, ids=lambda move: type(move).__name__)
def test_a_move_in_plain_data_with_an_entry_of_any_kind(move: g.Move) -> None:
    data = g.move_to_dict(move)
    for path in entries(data):
        for value in NASTY.values():
            changed = put(data, path, value)
            assert faults_of(lambda: g.move_from_dict(changed)) is None  # noqa: B023


def test_a_state_in_plain_data_with_an_entry_of_any_kind() -> None:
    data = g.state_to_dict(PLACING)
    for key in data:
        for path in entries(data[key], (key,)):
            for value in NASTY.values():
                changed = put(data, path, value)
                assert faults_of(lambda: g.state_from_dict(changed)) is None  # noqa: B023
