"""The rules value: its options, its presets, and what is said of them."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest

from riskodds import read_rules, rules, with_changes
from riskodds.dice.rules import DiceRules, Side
from riskodds.errors import InputError
from riskodds.game import Capitals, CardRules, Conquest, GameRules, Missions, Share, game_rules
from riskodds.game.cards.rules import CARD_PRESETS
from riskodds.variants.presets import GAME_PRESETS
from riskodds.variants.rules import Rules, rules_names


def test_classic_is_the_default_and_differs_in_nothing() -> None:
    assert game_rules() == game_rules("classic") == GameRules()
    assert rules("classic").differences() == []


def test_a_battle_does_not_load_the_game() -> None:
    code = (
        "import sys, riskodds; riskodds.battle(12, 9, rules='two-dice-from-three');"
        "assert 'riskodds.game' not in sys.modules;"
        "from riskodds.game import game_rules; assert 'riskodds.game.rules' in sys.modules"
    )
    subprocess.run([sys.executable, "-c", code], check=True)


@pytest.mark.parametrize("name", rules_names())
def test_every_preset_says_what_differs(name: str) -> None:
    value = rules(name)
    assert str(value) == name
    lines = [*value.differences(), *game_rules(value).differences()]
    assert bool(lines) == ((value.dice, game_rules(value)) != (DiceRules(), GameRules()))
    assert all(": " in line and " (classic: " in line and "\n" not in line for line in lines)


def test_every_game_preset_but_classic_changes_the_game() -> None:
    for name in GAME_PRESETS:
        assert (game_rules(name) == GameRules()) == (name == "classic")


@pytest.mark.parametrize(
    ("name", "game"),
    [
        ("connected", GameRules(fortify="connected")),
        ("dealt", GameRules(territories="dealt")),
        ("no-neutral", GameRules(two_players="plain")),
        ("win-by-capitals", GameRules(goal=Capitals())),
        ("win-by-missions", GameRules(goal=Missions())),
        ("win-by-60-percent", GameRules(goal=Share(60))),
        ("global-domination", GameRules(headquarters_dice=1)),
        ("fixed-cards", GameRules(cards=CARD_PRESETS["fixed"])),
        ("classic+connected+dealt", GameRules(fortify="connected", territories="dealt")),
        ("win-by-capitals+win-by-missions", GameRules(goal=Missions())),
        ("two-dice-from-three", GameRules()),
    ],
)
def test_named_game_rules(name: str, game: GameRules) -> None:
    assert game_rules(name) == game


def test_names_of_dice_and_game_go_together() -> None:
    both = rules("two-dice-from-three+connected")
    assert both.dice.defence.needs == (1, 3)
    assert game_rules(both).fortify == "connected"
    assert both.differences() == ["defence, needs: 1, 3 (classic: 1, 2)"]
    assert game_rules(both).differences() == ["fortify: connected (classic: adjacent)"]


# RULES.md, the table of presets.
@pytest.mark.parametrize(
    ("name", "armies"),
    [
        ("fixed-cards", {"infantry": 4, "cavalry": 6, "artillery": 8, "one of each": 10}),
        ("domination-cards", {"infantry": 4, "one of each": 10, "three wilds": 12}),
        ("italian-cards", {"artillery": 4, "infantry": 6, "cavalry": 8, "one of each": 10}),
    ],
)
def test_sets_of_other_editions(name: str, armies: dict[str, int]) -> None:
    cards = game_rules(name).cards
    for kind, value in armies.items():
        symbols = {
            "one of each": ("infantry", "cavalry", "artillery"),
            "three wilds": ("wild",) * 3,
        }.get(kind, (kind,) * 3)
        assert cards.value(symbols, sets_traded=7) == value


@pytest.mark.parametrize("name", ["", "clasic", "classic+", "classic+conected", None, 7, ["a"]])
def test_unknown_names(name: Any) -> None:
    with pytest.raises(InputError, match="rules must be "):
        rules(name)


def test_words_of_the_game_stand_beside_those_of_the_dice() -> None:
    value = rules("global-domination+fixed-cards+capital")
    assert str(value) == "global-domination+capital+fixed-cards"
    assert rules(str(value)) == value
    assert value.dice.defence.dice == 3
    assert game_rules(value).cards == CARD_PRESETS["fixed"]
    with pytest.raises(InputError, match="'fixed-cards' and 'italian-cards' cannot go together"):
        rules("classic+fixed-cards+italian-cards")
    with pytest.raises(InputError, match="of the whole game, and not of a territory"):
        with_changes(rules(), ["fixed-cards"])


def test_a_file_keeps_the_game_of_its_base(tmp_path: Path) -> None:
    path = tmp_path / "house.toml"
    path.write_text('[house]\nbase = "classic+fixed-cards"\n[b]\nbase = "house"\n')
    named = read_rules(path)
    assert game_rules(named["b"]).cards == CARD_PRESETS["fixed"]
    both = rules("house+connected", named=named)
    assert game_rules(both).fortify == "connected"
    assert game_rules(both).cards == CARD_PRESETS["fixed"]


def test_rules_of_ones_own() -> None:
    value = Rules("house", DiceRules(attack=Side(sides=8)), game=(("divisor", 2),))
    assert game_rules(value) == GameRules(divisor=2)
    assert value.differences() == ["attack, sides: 8 (classic: 6)"]
    assert game_rules(value).differences() == ["divisor: 2 (classic: 3)"]


def test_a_name_says_nothing_of_the_rules() -> None:
    value = Rules("house+connected+d8", DiceRules())
    assert value.changes == ()
    assert game_rules(value) == GameRules()


@pytest.mark.parametrize(
    "options",
    [
        {"divisor": 0},
        {"minimum": -1},
        {"start_armies": (40, 35)},
        {"start_armies": [40, 35, 30, 25, 20]},
        {"start_armies": (40, 35, 30, 25, 0)},
        {"plain_armies": 0},
        {"two_players": "three"},
        {"territories": "stolen"},
        {"fortify": "everywhere"},
        {"fortify": ["none"]},
        {"move_in": 3},
        {"army_cap": 3},
        {"headquarters_dice": 3},
        {"goal": "conquest"},
        {"cards": None},
    ],
    ids=str,
)
def test_options_out_of_range(options: dict[str, Any]) -> None:
    with pytest.raises(InputError) as caught:
        GameRules(**options)
    assert "\n" not in str(caught.value)


def test_every_option_is_said() -> None:
    other: dict[str, Any] = {
        "divisor": 2,
        "minimum": 4,
        "start_armies": (45, 35, 30, 25, 20),
        "neutral_armies": 30,
        "plain_armies": 45,
        "two_players": "plain",
        "territories": "dealt",
        "fortify": "none",
        "army_cap": 12,
        "move_in": "one",
        "headquarters_dice": 1,
        "goal": Share(70),
        "cards": CardRules(bonus=3),
    }
    assert other.keys() == set(GameRules.__dataclass_fields__)
    assert len(GameRules(**other).differences()) == len(other)
    for name, value in other.items():
        (line,) = GameRules(**{name: value}).differences()
        assert line.startswith(name)
    assert str(Conquest()) == "conquest"
