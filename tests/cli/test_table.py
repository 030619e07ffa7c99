"""The command table: its numbers, its forms, what it marks, and the printed page."""

from __future__ import annotations

import csv
import io
import json
import subprocess
import sys
from typing import Any
from xml.etree import ElementTree

import pytest
from cli_runner import ask
from oracles import battles as oracles

from riskodds import TooLargeError, battle, lookup_table, needed, win_table

SVG = "{http://www.w3.org/2000/svg}"


@pytest.fixture(autouse=True)
def narrow(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("COLUMNS", "60")


def table(*args: str) -> dict[str, Any]:
    status, out, err = ask("table", *args, "--json")
    assert (status, err) == (0, "")
    answer: dict[str, Any] = json.loads(out)
    return answer


def test_chances_are_those_of_an_independent_route() -> None:
    answer = table("--attackers", "2-7", "--defenders", "1-5")
    assert (answer["attackers"], answer["defenders"]) == ([2, 3, 4, 5, 6, 7], [1, 2, 3, 4, 5])
    for a, row in zip(answer["attackers"], answer["values"], strict=True):
        for d, chance in zip(answer["defenders"], row, strict=True):
            exact = oracles.dictionary_battle(a - 1, d)
            assert chance == pytest.approx(float(sum(p for (_, y), p in exact.items() if y == 0)))


@pytest.mark.parametrize(
    "rules", ["classic", "capital", "sees-the-roll", "classic+blitz", "d8def"], ids=str
)
def test_any_rules(rules: str) -> None:
    answer = table("--attackers", "2,5,30-31", "--defenders", "1,20", "--rules", rules)
    for a, row in zip(answer["attackers"], answer["values"], strict=True):
        for d, chance in zip(answer["defenders"], row, strict=True):
            assert chance == pytest.approx(battle(a, d, rules=rules).win, rel=1e-12)


def test_the_quick_way_gives_the_digits_of_the_table() -> None:
    answer = table("--attackers", "2-40", "--defenders", "1-40")
    assert answer["values"] == win_table(40, 40)[2:, 1:].tolist()
    large = table("--attackers", "1000-1001", "--defenders", "1000")
    assert [row[0] for row in large["values"]] == [battle(a, 1000).win for a in (1000, 1001)]


def test_losses_of_both_sides() -> None:
    for what, key in (("losses", 0), ("kills", 1)):
        answer = table("--attackers", "3-6", "--defenders", "2-4", "--show", what)
        for a, row in zip(answer["attackers"], answer["values"], strict=True):
            for d, mean in zip(answer["defenders"], row, strict=True):
                left = oracles.dictionary_battle(a - 1, d)
                lost = (a - sum(x * p for (x, _), p in left.items()),
                        d - sum(y * p for (_, y), p in left.items()))  # fmt: skip
                assert mean == pytest.approx(float(lost[key]))


def test_the_frontier_is_the_fewest_attackers() -> None:
    answer = table("--attackers", "2-20", "--defenders", "1-20", "--win", "0.8")
    assert answer["target"] == 0.8
    assert answer["frontier"] == [needed(d, win=0.8).attackers for d in range(1, 21)]
    # 11 against 7 is 79.98 %, printed as 80 and not marked
    out = ask("table", "--win", "0.8", "--attackers", "11-12", "--defenders", "7").out
    assert "11  80\n12 *85\n" in out
    for d, fewest in zip(answer["defenders"], answer["frontier"], strict=True):
        if fewest <= 20:
            column = [row[d - 1] for row in answer["values"]]
            assert column[fewest - 2] >= 0.8 > column[fewest - 3]


def test_needed_armies() -> None:
    answer = table("--show", "needed", "--defenders", "1,9", "--win", "0.5, 90%")
    assert answer["targets"] == [0.5, 0.9]
    assert answer["values"] == [
        [needed(d, win=win).attackers for win in (0.5, 0.9)] for d in (1, 9)
    ]


def test_what_no_number_reaches_is_said() -> None:
    assert table("--show", "needed", "--defenders", "3", "--win", "0.5,1")["values"] == [[5, None]]
    out = ask("table", "--show", "needed", "--defenders", "3", "--win", "0.5,1").out
    assert out.endswith("  50 % 100 %\n3     5     -\n\n- no number of attackers reaches it\n")
    assert table("--win", "1", "--attackers", "2-3", "--defenders", "1")["frontier"] == [None]


def test_large_numbers_are_set_apart_by_commas() -> None:
    out = ask("table", "--attackers", "1000000", "--defenders", "1000000", "--digits", "1").out
    assert out.endswith("          1,000,000\n1,000,000     >99.9\n")


def test_movable_counts_the_armies_free_to_attack() -> None:
    moved = table("--attackers", "1-4", "--movable")
    assert moved["movable"] == [1, 2, 3, 4]
    assert moved["values"] == table("--attackers", "2-5")["values"]
    out = ask("table", "--attackers", "1-2", "--movable", "--defenders", "1").out
    assert "(free to attack)" in out
    assert out.endswith("1 42\n2 75\n")


def test_csv_is_a_grid_at_full_precision() -> None:
    out = ask("table", "--attackers", "2-4", "--defenders", "1-3", "--csv").out
    rows = list(csv.DictReader(io.StringIO(out)))
    assert list(rows[0]) == ["attackers", "1", "2", "3"]
    assert [[float(row[d]) for d in "123"] for row in rows] == table(
        "--attackers", "2-4", "--defenders", "1-3"
    )["values"]


def test_markdown() -> None:
    out = ask("table", "--attackers", "2-3", "--defenders", "1-2", "--win", ".7", "--markdown").out
    assert out.splitlines()[2:] == [
        "| attackers | 1 | 2 |",
        "|---:|---:|---:|",
        "| 2 | 42 | 11 |",
        "| 3 | **75** | 36 |",
    ]
    assert "bold: fewest attackers for 70 % or more" in out


def test_nothing_uncertain_is_printed_as_certain() -> None:
    out = ask("table", "--attackers", "2,60", "--defenders", "1,60").out
    assert out.splitlines()[-2:] == [" 2  42  <1", "60 >99  73"]
    blitz = ask("table", "--attackers", "2,60", "--defenders", "1,60", "--rules", "blitz").out
    assert battle(60, 1, rules="blitz").lose == 0
    assert blitz.splitlines()[-1].split()[1] == "100"
    assert blitz.splitlines()[-2].split()[2] == "0"


@pytest.mark.parametrize("rules", ["classic", "blitz", "sees-the-roll"])
def test_certain_is_what_cannot_go_otherwise(rules: str) -> None:
    attackers, defenders = [*range(2, 60, 3), 200], [1, 2, 9, 40]
    found = lookup_table(attackers, defenders, rules=rules)
    for r, a in enumerate(attackers):
        for c, d in enumerate(defenders):
            chance = found.values[r][c]
            if chance in (0, 1):
                other = "lose" if chance else "win"
                try:
                    expected = not battle(a, d, rules=rules).possible(other)
                except TooLargeError:
                    expected = False
                assert found.certain(r, c) == expected, (a, d)
            else:
                assert not found.certain(r, c)


@pytest.mark.parametrize("columns", ["20", "40", "60", "200"])
def test_blocks_fit_and_hold_every_column(columns: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("COLUMNS", columns)
    out = ask("table", "--attackers", "2-5", "--defenders", "1-40").out
    blocks = out.split("\n\n")
    lines = [line for block in blocks[1:] for line in block.splitlines() if "side" not in line]
    assert max(map(len, lines)) <= int(columns)
    heads = [head for line in lines if line.startswith("  ") for head in line.split()]
    assert heads == [str(d) for d in range(1, 41)]
    if columns != "200":
        assert out.splitlines()[-1].startswith("side by side in 121 columns, or --defenders 1-")


def test_the_page_is_an_svg_of_a4_that_says_all() -> None:
    args = ["--attackers", "2-31", "--defenders", "1-20", "--win", "0.8"]
    status, out, err = ask("table", *args, "--sheet")
    assert (status, err) == (0, "")
    page = ElementTree.fromstring(out)
    assert (page.get("width"), page.get("height")) == ("297mm", "210mm")
    texts = ["".join(each.itertext()) for each in page.iter(f"{SVG}text")]
    assert texts[:3] == [
        "Risk: chance to take it, in %",
        "attackers down (all armies), defenders across",
        "classic rules; framed, with a star: fewest attackers for 80 % or more",
    ]
    assert len(texts) == 3 + 1 + 20 + 30 * 21
    assert sum(text.startswith("*") for text in texts) == 20
    boxes = list(page.iter(f"{SVG}rect"))
    assert len(boxes) == 1 + 30 * 20 + 20
    for box in boxes[1:]:
        x, y, wide, high = (float(box.get(key, "nan")) for key in ("x", "y", "width", "height"))
        assert 10 <= x < x + wide <= 287.1
        assert 10 <= y < y + high <= 200.1
    tall = ElementTree.fromstring(ask("table", "--attackers", "2-60", "--sheet").out)
    assert (tall.get("width"), tall.get("height")) == ("210mm", "297mm")


@pytest.mark.parametrize(
    ("args", "message"),
    [
        ("--attackers 1-5",
         "attackers must be a whole number from 2 to 1,000,000,000,000, not 1"),
        ("--attackers 5-2", "attackers must rise, as in 2-20 or 5,10,20-30, not 5-2"),
        ("--attackers 2-5,5", "attackers must rise, as in 2-20 or 5,10,20-30, not 2-5,5"),
        ("--defenders x", "defenders must be a whole number from 1 to 1,000,000,000,000, not x"),
        ("--defenders 1-",
         "defenders must be a whole number from 1 to 1,000,000,000,000, not ''"),
        ("--attackers=", "attackers must be a whole number from 2 to 1,000,000,000,000, not ''"),
        ("--win=", "win must be a chance from 0 to 1, not ''"),
        ("--win 2", "win must be a chance from 0 to 1, not 2"),
        ("--show needed --win 0.5,50%", "the chances of a table must differ"),
        ("--show chances", "show must be one of win, losses, kills, needed, not chances"),
        ("--win 0.5,0.8", "one chance can be marked, not 2"),
        ("--show needed --attackers 2-9", "a table of needed armies finds the attackers: "
         "leave out --attackers and --movable"),
        ("--json --markdown", "choose one of --json and --markdown"),
        ("--csv --sheet", "choose one of --csv and --sheet"),
    ],
)  # fmt: skip
def test_bad_input_is_one_clear_line(args: str, message: str) -> None:
    assert ask("table", *args.split()) == (2, "", f"riskodds: {message}\n")


@pytest.mark.parametrize(
    ("args", "message"),
    [
        ("--attackers 2-1000000000000", "a table may have at most 100,000 cells, "),
        ("--attackers 2-1000 --defenders 1-1000", "a table may have at most 100,000 cells, "),
        ("--attackers 2-300 --sheet", "a page has no room for 299 rows of 10 columns"),
    ],
)
def test_too_large_is_one_clear_line(args: str, message: str) -> None:
    status, out, err = ask("table", *args.split())
    assert (status, out) == (1, "")
    assert err.startswith(f"riskodds: {message}")
    assert err.count("\n") == 1


def test_a_usual_table_loads_nothing_heavy() -> None:
    code = (
        "import sys; from riskodds.cli.main import run;"
        "assert run(['table', '--attackers', '2-41', '--defenders', '1-40']) == 0;"
        "assert not {'numpy', 'scipy', 'numba', 'rich', 'fractions'} & set(sys.modules)"
    )
    subprocess.run([sys.executable, "-c", code], check=True, capture_output=True)


@pytest.mark.parametrize("show", ["losses", "kills"])
@pytest.mark.parametrize("rules", ["classic", "capital+d8", "needs1:4:7def+dice2att"])
def test_losses_by_the_grid_are_those_of_every_battle_in_fractions(show: Any, rules: str) -> None:
    name = {"losses": "expected_attacker_losses", "kills": "expected_defender_losses"}[show]
    attackers, defenders = [2, 3, 5, 9, 14], [1, 2, 6, 11]
    found = lookup_table(attackers, defenders, show=show, rules=rules)
    for a, row in zip(attackers, found.values, strict=True):
        for d, value in zip(defenders, row, strict=True):
            exact = getattr(battle(a, d, rules=rules, exact=True), name)
            assert value == pytest.approx(float(exact), rel=1e-14)


@pytest.mark.parametrize("show", ["win", "losses", "kills"])
def test_cells_solved_one_by_one_say_how_far_they_are(show: Any) -> None:
    shares: list[float] = []
    attackers, defenders = [20_000, 30_000], [19_000, 30_000]
    found = lookup_table(attackers, defenders, show=show, progress=shares.append)
    assert shares == [0.25, 0.5, 0.75, 1.0]
    name = {"win": "win"}.get(show) or {"losses": "attacker", "kills": "defender"}[show]
    name = name if show == "win" else f"expected_{name}_losses"
    assert found.values[1][0] == getattr(battle(30_000, 19_000), name)


def test_rows_of_fewest_attackers_say_how_far_they_are() -> None:
    shares: list[float] = []
    lookup_table([], [3, 5], show="needed", win=["0.5", "0.9"], progress=shares.append)
    assert shares == [0.5, 1.0]
