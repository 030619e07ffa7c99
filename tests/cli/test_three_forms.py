"""Text, JSON and CSV of the same answer agree: all three are read, and held against each other."""

from __future__ import annotations

import csv
import io
import json
import re
from collections.abc import Callable, Iterator
from itertools import accumulate
from typing import Any

import pytest
from cli_runner import ask

from riskodds.cli.words import COMMANDS

Rows = Callable[[Any], list[dict[str, Any]]]


def sweep_rows(answer: Any) -> list[dict[str, Any]]:
    return [
        {"attackers": row["attackers"]}
        | {f"taken_{n}": chance for n, chance in enumerate(row["captured"], 1)}
        for row in answer["rows"]
    ]


def policy_rows(answer: Any) -> list[dict[str, Any]]:
    return [
        {
            "stack": 0,
            "at": "" if each["at"] is None else each["at"],
            "open": " ".join(map(str, each["open"])),
            "armies": each["armies"],
            "attack": each["attack"],
            **move,
        }
        for each in answer["policy"]
        for move in each["moves"]
    ]


def table_rows(answer: Any) -> list[dict[str, Any]]:
    return [
        {"attackers": a} | dict(zip(map(str, answer["defenders"]), row, strict=True))
        for a, row in zip(answer["attackers"], answer["values"], strict=True)
    ]


def chain_rows(answer: Any) -> list[dict[str, Any]]:
    return [{"territory": n, "placed": armies} for n, armies in enumerate(answer["placement"], 1)]


def value_rows(answer: Any) -> list[dict[str, Any]]:
    return [{"kind": kind, "armies": armies} for kind, armies in answer["values"].items()]


def listed(key: str) -> Rows:
    return lambda answer: list(answer[key])


# what is asked, and how the JSON holds the rows that the CSV prints
CASES: dict[str, Rows] = {
    "battle 12 9": listed("outcomes"),
    "battle 12 5 --stop-at 8": listed("outcomes"),
    "battle 12 9 --goal 2": listed("outcomes"),
    "battle 12 9 --blitz": listed("outcomes"),
    "battle 20 2": listed("outcomes"),
    "roll 3 2": listed("outcomes"),
    "path 9 3 2": listed("outcomes"),
    "path 4 2 1 --sweep --win 0.5": sweep_rows,
    "tree 8 [2]_[1_2]": policy_rows,
    "needed 3": listed("levels"),
    "hold 5": listed("levels"),
    "place 2 --front 4:2 --front 2:3": listed("fronts"),
    "place 6 --chain 3 --enemy 8": chain_rows,
    "keep 6 2 --counter 4": listed("split"),
    "compare 4 3": listed("battles"),
    "table --attackers 2-4 --defenders 1-2": table_rows,
    "dice 4 3": listed("dice"),
    "luck 6 4 --left 3 0": lambda answer: [answer],
    "cards value 3": value_rows,
}
# the first has no rows, the others are read elsewhere or ask for no chances
WITHOUT = {"simulate", "live", "batch", "schema", "completion", "help", "rules", "setup"}
OTHERS = {"stop", "reinforce"}


def asked(case: str, *more: str) -> str:
    words = [word.replace("_", " ") for word in case.split()]
    done = ask(*words, *more)
    assert (done.status, done.err) == (0, ""), case
    return done.out


def numbers(data: Any) -> Iterator[float]:
    """Every number anywhere in JSON."""
    if isinstance(data, dict):
        data = list(data.values())
    if isinstance(data, list):
        for each in data:
            yield from numbers(each)
    elif isinstance(data, int | float):
        yield float(data)


def test_every_command_is_read() -> None:
    assert {case.split()[0] for case in CASES} | WITHOUT | OTHERS == set(COMMANDS)


@pytest.mark.parametrize("case", CASES)
def test_csv_holds_the_rows_of_the_json(case: str) -> None:
    answer = json.loads(asked(case, "--json"))
    rows = CASES[case](answer)
    found = list(csv.DictReader(io.StringIO(asked(case, "--csv"))))
    assert len(found) == len(rows) > 0
    for cells, row in zip(found, rows, strict=True):
        assert set(row) & set(cells)
        for name in set(row) & set(cells):
            value = row[name]
            if isinstance(value, bool):
                assert cells[name] in (str(value), str(value).lower())
            elif isinstance(value, int | float):
                assert float(cells[name]) == value, name
            else:
                assert cells[name] == str(value), name
        # what the CSV adds is read elsewhere in the JSON, or repeats it
        for name in set(cells) - set(row):
            assert name in answer or not cells[name], name


@pytest.mark.parametrize("case", CASES)
def test_every_chance_in_the_text_is_one_of_the_json(case: str) -> None:
    answer = json.loads(asked(case, "--json"))
    known = [100 * number for number in numbers(answer)] + [*numbers(answer)]
    for key in ("outcomes", "values"):
        rows = answer.get(key)
        if isinstance(rows, list) and rows and isinstance(rows[0], dict):
            # neighbours may be drawn as one, and are summed up from the best
            sums = [0.0, *accumulate(100 * row["probability"] for row in rows)]
            known += [high - low for n, low in enumerate(sums) for high in sums[n:]]
    text = asked(case)
    for sign, number in re.findall(r"([<>]?) ?(\d+(?:\.\d+)?) %", text):
        value = float(number)
        digits = len(number.partition(".")[2])
        close = 0.5 * 10.0**-digits + 1e-9
        if sign:
            between = (0, value) if sign == "<" else (value, 100)
            assert any(between[0] <= each <= between[1] for each in known), (case, sign, number)
        else:
            assert any(abs(each - value) <= close for each in known), (case, number)
