"""Questions on turns and rules: armies of a turn, armies to start with, what rules say."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, NamedTuple

from ..values import whole
from ..variants.rules import resolve, rules as read
from .answers import Answer
from .given import Flag, Number, Ruled, Text, Texts, number, words

if TYPE_CHECKING:
    from ..game.games import Game

ALL = "all"


def reinforce(
    territories: Number,
    *,
    continent: Texts = (),
    cards: Number = 0,
    bonus: Number = 0,
    rules: Ruled = "classic",
) -> Answer:
    """Armies at the start of a turn."""
    from ..game.board_files import load_board
    from ..game.turns.reinforcement import reinforcements

    rules = resolve(rules)
    names = [name.strip() for given in words(continent) for name in given.split(",")]
    if ALL in names:
        names = [each.name for each in load_board().continents]
    got = reinforcements(territories, names, cards=cards, bonus=bonus, rules=rules)
    found = {
        "held": territories,
        "rules": str(rules),
        "total": got.total,
        "territories": got.territories,
        "continents": dict(got.continents),
        "cards": got.cards,
        "bonus": got.bonus,
    }
    return Answer(got, lambda: found)


class Start(NamedTuple):
    """How a game starts: armies, the game, who is first, and the territories dealt, by player."""

    armies: Any
    game: Game
    first: int | None
    hands: dict[str, list[str]] | None


def setup(
    players: Number,
    *,
    roll: Texts = (),
    deal: Flag = False,
    seed: Number = None,
    rules: Ruled = "classic",
) -> Answer:
    """Armies to start with, and who starts."""
    from dataclasses import replace

    from ..game.games import new_game
    from ..game.rules import game_rules
    from ..game.turns.setup import start_armies, who_starts

    rules = resolve(rules)
    start = start_armies(players, rules=rules)
    turns = game_rules(rules)
    if deal:
        turns = replace(turns, territories="dealt")
    game = new_game(players, rules=rules, turns=turns, deck="none")
    rolls = words(roll)
    first = who_starts(_rounds(rolls, players)) if rolls else None
    hands = _dealt(game, first or 0, seed) if deal else None
    found = {
        "players": players,
        "rules": str(rules),
        "armies": start.armies,
        "neutral": start.neutral,
        "territories": territory_counts(game),
        "starts": None if first is None else first + 1,
    }
    if hands is not None:
        found["dealt"] = hands
    return Answer(Start(start, game, first, hands), lambda: found)


def _rounds(rolls: list[str], players: int) -> list[list[int]]:
    """Return the rolls as numbers; the library refuses in its words what is none."""
    from ..errors import RuleError

    rounds: list[list[Any]] = [[number(die.strip()) for die in roll.split(",")] for roll in rolls]
    if len(rounds[0]) != players:
        raise RuleError(
            "the highest die starts", f"{players} players roll first, not {len(rounds[0])}"
        )
    return rounds


def territory_counts(game: Game) -> list[int]:
    """Return how many territories each has at first, in the order of turns, the neutral last."""
    each, more = divmod(len(game.board), len(game.seats))
    return [each + (seat < more) for seat in range(len(game.seats))]


def _dealt(game: Game, first: int, seed: Any) -> dict[str, list[str]]:
    """Return the names of the territories that each is dealt."""
    from random import Random

    from ..game.turns.setup import deal

    rng = Random(None if seed is None else whole("seed", seed, 0))
    state = deal(game, first=first, rng=rng)
    names = [f"player {seat + 1}" for seat in range(len(game.players))]
    seats = names if game.neutral is None else [*names, "neutral"]
    return {name: list(state.territories_of(seat)) for seat, name in enumerate(seats)}


def rules() -> Answer:
    """The named rules and the changes."""
    from ..variants.changes import change_list
    from ..variants.rules import rules_names

    values = [read(name) for name in rules_names()]
    changes = change_list()
    found = {
        "rules": [{"name": str(v), "differences": v.differences()} for v in values],
        "changes": [{"name": name, "says": says} for name, says in changes],
    }
    return Answer((values, changes), lambda: found)


def rules_show(name: Text) -> Answer:
    """What differs from the classic rules, and every option."""
    from ..game.formats.plain import to_plain
    from ..game.rules import game_rules

    value = read(name)
    turns = game_rules(value)

    def about() -> dict[str, Any]:
        return {
            "name": str(value),
            "differences": [*value.differences(), *turns.differences()],
            "dice": to_plain(value.dice),
            "blitz": None if value.blitz is None else value.blitz.to_dict(),
            "game": to_plain(turns),
        }

    return Answer((value, turns), about)
