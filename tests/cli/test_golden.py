"""Text answers as they are kept in tests/data/golden, at two widths, with and without colour.

After a change that is meant, ``RISKODDS_GOLDEN=write`` writes them anew; look at the difference.
"""

from __future__ import annotations

import os
import re
import shlex

import pytest
from cli_runner import ask
from oracles.battles import DATA

GOLDEN = DATA / "golden"
QUESTIONS = {
    "battle": "12 9",
    "battle-stops": "12 9 --stop-at 4 --goal 2",
    "battle-large": "20000 17500",
    "table": "table --attackers 2-12 --defenders 1-16 --win 0.8",
    "table-losses": "table --attackers 2-6 --show losses --rules classic+capital",
    "table-needed": "table --show needed --defenders 1-6",
}
CASES = [
    (name, columns, colour)
    for name in QUESTIONS
    for columns in (60, 120)
    for colour in (False, True)
]


@pytest.mark.parametrize(("name", "columns", "colour"), CASES)
def test_golden(name: str, columns: int, colour: bool, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("COLUMNS", str(columns))
    monkeypatch.delenv("NO_COLOR", raising=False)
    monkeypatch.setenv("TERM", "xterm")
    if colour:
        monkeypatch.setenv("FORCE_COLOR", "1")
    else:
        monkeypatch.delenv("FORCE_COLOR", raising=False)
    status, out, err = ask(*shlex.split(QUESTIONS[name]))
    assert (status, err) == (0, "")
    file = GOLDEN / f"{name}-{columns}{'-colour' * colour}.txt"
    if os.environ.get("RISKODDS_GOLDEN") == "write":
        file.parent.mkdir(exist_ok=True)
        file.write_text(out, encoding="utf-8")
    assert out == file.read_text(encoding="utf-8")
    plain = re.sub(r"\x1b\[[0-9;]*m", "", out)
    assert max(map(len, plain.splitlines())) <= columns
    if not colour:
        assert "\x1b" not in out


@pytest.mark.parametrize(("name", "columns"), sorted({case[:2] for case in CASES}))
def test_colour_adds_nothing_to_read(name: str, columns: int) -> None:
    coloured = (GOLDEN / f"{name}-{columns}-colour.txt").read_text(encoding="utf-8")
    plain = (GOLDEN / f"{name}-{columns}.txt").read_text(encoding="utf-8")
    assert re.sub(r"\x1b\[[0-9;]*m", "", coloured) == plain
