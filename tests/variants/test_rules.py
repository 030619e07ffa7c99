"""Rules: presets, changes to them, how they are written, and what is refused."""

import os
import subprocess
import sys
from itertools import combinations
from pathlib import Path

import pytest
from hypothesis import given, strategies as st
from oracles import battles as oracles
from oracles.variants import SAYS

from riskodds import (
    Blitz,
    DiceRules,
    InputError,
    Rules,
    Side,
    battle,
    read_rules,
    roll,
    rules,
    with_changes,
)
from riskodds.variants.changes import KINDS, change_list, is_change
from riskodds.variants.presets import DICE_PRESETS
from riskodds.variants.rules import composed


@pytest.mark.parametrize("name", SAYS)
def test_every_rule_rolls_as_its_dice_enumerated(name: str) -> None:
    plain = SAYS[name]
    most = [len(needs) for needs in plain.needs]
    for attack in range(1, most[0] + 1):
        for defence in range(1, most[1] + 1):
            if attack + defence > 6:
                continue  # 279,936 rolls: test_four_dice_as_published
            got = roll(attack, defence, rules=name)
            chances = oracles.enumerate_roll(attack, defence, plain)
            assert [got[k, len(chances) - 1 - k] for k in range(len(chances))] == list(chances)
    for side, dice in enumerate((rules(name).dice.attack, rules(name).dice.defence)):
        assert [dice.dice_for(n) for n in range(9)] == [
            oracles.dice_of(plain.needs[side], n) for n in range(9)
        ]


def test_every_kind_of_change_is_in_the_table_above() -> None:
    written = {part for name in SAYS for part in name.split("+")}
    untested = {
        word
        for word, kind in KINDS.items()
        if not any(part == word or (kind.number and part.startswith(word)) for part in written)
    }
    # these do not change one roll: tests of blitz and of the defender who sees it
    assert untested == {
        "ties-defender", "announced", "sees-the-roll", "sees-greedy", "true-random", "blitz",
    }  # fmt: skip


def test_four_dice_as_published() -> None:
    """THEORY's table: a capital behind a wall."""
    expected = {
        3: (20515, 41531, 65535, 152355),
        2: (3543, 9394, 33719),
        1: (979, 6797),
    }
    for attack, counts in expected.items():
        got = roll(attack, 4, rules="capital+wall")
        assert [p * 6 ** (attack + 4) for p in got.values()] == list(counts)


def test_published_modified_rolls() -> None:
    for change, counts in {
        "ammo-shortage": (4120, 2061, 1595),
        "bunker": (1860, 3176, 2740),
        "fortification": (1470, 2436, 3870),
        "low-1def": (3280, 2951, 1545),
        "zombie-defender": (4816, 1981, 979),
    }.items():
        assert [p * 7776 for p in roll(3, 2, rules=change).values()] == list(counts), change
    d8 = [round(float(p), 4) for p in roll(3, 2, rules="d8def").values()]
    assert d8 == [0.2091, 0.3451, 0.4458]


@pytest.mark.parametrize(
    ("written", "printed"),
    [
        ("classic", "classic"),
        (" Classic + d8DEF + capital ", "classic+capital+d8def"),
        ("capital", "classic+capital"),
        ("d8def+d8att", "classic+d8"),
        ("d6att+d8def", "classic+d6att+d8def"),
        ("dice02att", "classic+dice2att"),
        ("high1def+zombie-attacker+wall+capital", "classic+capital+wall+zombie-attacker+high1def"),
        ("global-domination+blitz", "global-domination+blitz"),
        ("blitz:0:1:0:1", "classic+blitz:0:1:0:1"),
        ("blitz:0.00:1.0:0.10:1e-5", "classic+blitz:0:1:0.1:1e-05"),
        ("sees-the-roll", "sees-the-roll"),
        ("sees-the-roll+sees-greedy", "sees-the-roll+sees-greedy"),
        ("classic+sees-the-roll", "classic+sees-the-roll"),
    ],
)
def test_rules_are_printed_in_one_order(written: str, printed: str) -> None:
    assert str(rules(written)) == printed
    assert rules(printed) == rules(written)


simple = st.sampled_from([word for word, kind in KINDS.items() if not kind.number])
sided = st.builds(
    "{}{}{}".format,
    st.sampled_from([word for word, kind in KINDS.items() if kind.number and word != "needs"]),
    st.integers(1, 4),
    st.sampled_from(["", "att", "def"]),
)


@given(st.sampled_from(list(DICE_PRESETS)), st.lists(st.one_of(simple, sided), max_size=6))
def test_whatever_is_accepted_is_read_back_in_any_order(preset: str, changes: list[str]) -> None:
    try:
        made = rules("+".join([preset, *changes]))
    except InputError:
        return
    assert rules(str(made)) == made
    assert str(rules(str(made))) == str(made)
    assert rules("+".join([preset, *reversed(changes)])) == made
    if changes:
        assert composed(rules("+".join([preset, *changes[:-1]])), changes[-1:]) == made
    assert with_changes(made, []) == made


def test_changes_commute_whatever_they_are() -> None:
    """So that one order for printing loses nothing."""
    words = ["capital", "wall", "zombie-attacker", "dice2", "needs1:3def", "d8", "bunker", "blitz"]
    for first, second in combinations(words, 2):
        assert rules(f"{first}+{second}") == rules(f"{second}+{first}")


@pytest.mark.parametrize(
    ("base", "changes", "printed"),
    [
        ("classic", ["capital"], "classic+capital"),
        ("classic", ["d8"], "classic+d8def"),
        ("classic", ["d8att"], "classic+d8att"),
        ("classic", ["high1", "all-1"], "classic+high1def+all-1def"),
        ("classic", [], "classic"),
        ("classic+d8", ["d12"], "classic+d8att+d12def"),
        ("classic+capital", ["capital"], "classic+capital"),
        ("classic+capital+zombie-defender", ["ties-defender"], "classic+capital+ties-defender"),
        ("classic+bunker", ["ammo-shortage"], "classic+ammo-shortage"),
        ("global-domination+blitz", ["true-random"], "global-domination+true-random"),
        ("sees-the-roll", ["announced"], "sees-the-roll+announced"),
    ],
)
def test_a_territory_changes_its_rules(base: str, changes: list[str], printed: str) -> None:
    made = with_changes(rules(base), changes)
    assert str(made) == printed
    assert made == rules(printed)


def test_a_territory_changes_rules_of_ones_own() -> None:
    own = Rules("house", DiceRules(defence=Side(sides=8, needs=(1, 2))))
    made = with_changes(own, ["capital"])
    assert str(made) == "house+capital"
    assert made.dice.defence == Side(sides=8, needs=(1, 2, 3))
    assert with_changes(made, ["d6"]).dice.defence == Side(sides=6, needs=(1, 2, 3))


@pytest.mark.parametrize(
    ("name", "message"),
    [
        ("clasic", "rules must be known ones, not clasic; did you mean classic?"),
        ("classic+captial", "rules must be known ones, not captial; did you mean capital?"),
        ("d8deff", "rules must be known ones, not d8deff; did you mean d8def?"),
        ("classic+xyzzy", "rules must be one of classic, two-dice-from-three, "
         "three-defence-dice, sees-the-roll, global-domination, eight-sided, connected, dealt, "
         "no-neutral, win-by-capitals and 6 more, or changes such as capital or d8def, not xyzzy"),
        ("classic+", "rules must be names joined by +, such as classic+capital; one is empty"),
        ("capital+classic", "rules must begin with a preset, and have no other: not classic"),
        ("capital+capital", "rules give 'capital' twice"),
        ("d8def+d6def", "rules 'd8def' and 'd6def' cannot go together: "
         "both decide the defender's die sides"),
        ("d8+d6att", "rules 'd8att' and 'd6att' cannot go together: "
         "both decide the attacker's die sides"),
        ("zombie-defender+ties-defender", "rules 'zombie-defender' and 'ties-defender' "
         "cannot go together: both decide ties"),
        ("bunker+high1def", "rules 'high1def' and 'bunker' cannot go together: "
         "both decide the defender's highest die"),
        ("blitz+true-random", "rules 'true-random' and 'blitz' cannot go together: "
         "both decide blitz"),
        ("sees-greedy+announced", "rules 'announced' and 'sees-greedy' cannot go together: "
         "both decide choice of defence dice"),
        ("d20def", "rules 'd20def': sides must be a whole number from 2 to 12, not 20"),
        ("dice5def", "rules 'dice5def': dice must be a whole number from 1 to 4, not 5"),
        ("dice0att", "rules 'dice0att': dice must be a whole number from 1 to 4, not 0"),
        ("dice-1att", "rules 'dice-1att': dice must be a whole number from 1 to 4, not -1"),
        ("high99def", "rules 'high99def': the modifier 'highest' must be a whole number "
         "from -12 to 12, not 99"),
        ("three-defence-dice+capital+wall", "rules 'wall': dice must be a whole number "
         "from 1 to 4, not 5"),
        ("d8:6def", "rules 'd8:6def': give one number"),
        ("needs3:1def", "rules 'needs3:1def': needs must be 1 to 4 rising whole numbers that "
         "start with 1, such as (1, 2, 3), not (3, 1)"),
        ("blitz:0.5:1:0:1", "rules 'blitz:0.5:1:0:1': win_cut must be from 0 to below 0.5, "
         "not 0.5"),
        ("d\u0668def", "rules must be known ones, not d\u0668def; did you mean d8def?"),
        ("blitz:0:1", "rules must be known ones, not blitz:0:1; did you mean blitz?"),
    ],
)  # fmt: skip
def test_bad_names(name: str, message: str) -> None:
    with pytest.raises(InputError) as error:
        rules(name)
    # of two that cannot go together either may come first
    words = sorted(str(error.value).replace("'", "").split())
    assert words == sorted(message.replace("'", "").split())


def test_names_that_are_none() -> None:
    for given_ in (5, None, ["classic"], b"classic"):
        with pytest.raises(InputError, match=r"^rules must be a name such as classic, not "):
            rules(given_)  # type: ignore[arg-type]
    with pytest.raises(InputError, match=r"^rules must be names, not 5$"):
        with_changes(rules(), [5])  # type: ignore[list-item]


def test_bad_dice_rules() -> None:
    for bad, message in (
        ({"choice": "late"}, "choice must be 'announced' or 'optimal' or 'greedy', not late"),
        ({"attack": 3}, "attack must be a Side, not 3"),
    ):
        with pytest.raises(InputError, match=f"^{message}$"):
            DiceRules(**bad)
    with pytest.raises(InputError, match="blitz must be a Blitz or None, not True"):
        Rules(blitz=True)  # type: ignore[arg-type]


def test_rules_find_each_other_in_another_process() -> None:
    """Their hash must not depend on a process, as a pickle carries it along."""
    code = "from riskodds import rules; print(hash(rules('sees-greedy+ties-attacker+blitz').dice))"
    hashes = {
        subprocess.run(
            [sys.executable, "-c", code], capture_output=True, check=True,
            env={**os.environ, "PYTHONHASHSEED": seed},
        ).stdout
        for seed in ("1", "2")
    }  # fmt: skip
    assert len(hashes) == 1


def test_the_list_of_changes_can_be_read_back() -> None:
    rows = change_list()
    assert len(rows) == len(KINDS)
    for written, says in rows:
        assert is_change(written)
        assert says
        assert str(rules(f"classic+{written}")).startswith("classic+")


def file_of(folder: Path, text: str) -> Path:
    path = folder / "house.toml"
    path.write_text(text, encoding="utf-8")
    return path


HOUSE = """
[table-night]
base = "classic+capital"
ties = "attacker"
choice = "greedy"

[table-night.attack]
sides = 8
needs = [1, 2]

[table-night.defence]
highest = 1
lowest = -1
every = 0

[app]
base = "global-domination"
blitz = true

[own]
base = "app"
blitz = { win_cut = 0.0, outcome_power = 2 }
"""


def test_a_file_of_rules(tmp_path: Path) -> None:
    named = read_rules(file_of(tmp_path, HOUSE))
    assert list(named) == ["table-night", "app", "own"]
    assert named["table-night"] == Rules(
        "table-night",
        DiceRules(
            Side(sides=8, needs=(1, 2)),
            Side(needs=(1, 2, 3), highest=1, lowest=-1),
            ties="attacker",
            choice="greedy",
        ),
    )
    assert named["app"].blitz == Blitz()
    assert named["own"].blitz == Blitz(win_cut=0.0, outcome_power=2)
    assert named["own"].blitz.version == "custom"
    made = rules("table-night+wall+ties-defender", named=named)
    assert str(made) == "table-night+wall+ties-defender"
    assert made.dice.ties == "defender"
    assert made.dice.defence.needs == (1, 2, 3, 4)
    assert battle(5, 3, rules=named["app"]).win == battle(5, 3, rules="blitz").win
    with pytest.raises(InputError, match="did you mean table-night"):
        rules("tabel-night", named=named)


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("[a]\n\nsides = 8\n", "line 3, a.sides: no such option; "
         "there are base, ties, choice, attack, defence, blitz"),
        ("[a.attack]\nside = 8\n", "line 2, a.attack.side: no such option; "
         "there are sides, needs, highest, lowest, every"),
        ("[a]\n[a.defence]\n# eight\nsides = 80\n", "line 4, a.defence.sides: "
         "sides must be a whole number from 2 to 12, not 80"),
        ("[a]\ndefence.sides = true\n", "line 2, a.defence.sides: "
         "sides must be a whole number from 2 to 12, not True"),
        ("[a]\nattack = {needs = [2, 3]}\n", "line 2, a.attack.needs: needs must be 1 to 4 rising "
         "whole numbers that start with 1, such as (1, 2, 3), not (2, 3)"),
        ("[a]\nties = 'nobody'\n", "line 2, a.ties: ties must be 'defender' or 'attacker', "
         "not nobody"),
        ("[a]\nblitz = 1\n", "line 2, a.blitz: must be a table, not 1"),
        ("[a.blitz]\nwin_power = 'x'\n", "line 2, a.blitz.win_power: win_power must be a number, "
         "not x"),
        ("[a.blitz]\nwin_power = nan\n", "line 2, a.blitz.win_power: win_power must be above 0 "
         "and at most 100, not nan"),
        ("[b]\n[a]\nbase = 'c'\n", "line 3, a.base: rules must be "),
        ("sides = 8\n", "line 1, sides: options must be in a table named as the rules, "
         "such as [house]"),
        ("[classic]\n", "line 1, classic: a name of one's own must not be one that riskodds knows"),
        ("[d8]\n", "line 1, d8: a name of one's own must not be one that riskodds knows"),
        ("['a+b']\n", "line 1, a+b: a name must be of small letters, digits, - and _ only"),
    ],
)  # fmt: skip
def test_faults_in_a_file_are_named_by_line_and_key(
    tmp_path: Path, text: str, message: str
) -> None:
    path = file_of(tmp_path, text)
    with pytest.raises(InputError) as error:
        read_rules(path)
    said = str(error.value)
    assert "\n" not in said
    assert str(path) in said
    assert message in said


def test_files_that_cannot_be_read(tmp_path: Path) -> None:
    with pytest.raises(InputError, match=r"^cannot read the rules file .*: No such file"):
        read_rules(tmp_path / "none.toml")
    with pytest.raises(InputError, match=r"^cannot read the rules file .*line 1, column 3"):
        read_rules(file_of(tmp_path, "[a\n"))
    path = tmp_path / "bytes.toml"
    path.write_bytes(b"\xff\xfe")
    with pytest.raises(InputError, match=r"^cannot read the rules file .*utf-8"):
        read_rules(path)
    path.write_bytes(b"#" * 1_000_001)
    with pytest.raises(InputError, match="at most 1,000,000 bytes"):
        read_rules(path)
