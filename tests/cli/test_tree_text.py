"""The plan that `tree` prints, read back and followed: it wins as often as it says."""

from __future__ import annotations

import re
from functools import cache
from itertools import takewhile
from random import Random
from typing import NamedTuple

import pytest
from cli_runner import ask

from riskodds import battle, tree

QUESTIONS = [
    (8, "3 [2] [4 1]"),
    (20, "3 [2] [4 1]"),
    (14, "[2] [2] [2]"),
    (15, "3 [2 1] [4]"),
    (12, "[3] [1 [2] [1]]"),
    (9, "4"),
    (11, "2 3 1"),
]
LINE = re.compile(
    r"from (?P<at>the start|\w+) attack (?P<attack>\w+)"
    r"(?:, then (?P<rest>[\w ]+?))?(?:, once (?P<taken>[\w ]+?) (?:is|are) taken)?"
    r"(?:, with (?P<armies>[\d, or to]+) armies)?"
)
MOVE = re.compile(r"(?:(?P<low>\d+)(?: to (?P<high>\d+))? left: )?(?P<text>.+)")


class Order(NamedTuple):
    """One printed decision: where, what is open, with how many armies, and who moves on."""

    at: str
    attack: str
    open: frozenset[str]
    armies: list[range]
    moves: list[tuple[range, str]]


def spans(text: str) -> list[range]:
    pairs = re.findall(r"(\d+)(?: to (\d+))?", text)
    return [range(int(low), int(high or low) + 1) for low, high in pairs]


def read(out: str) -> tuple[dict[str, int], dict[str, list[str]], list[Order]]:
    """Return the defenders of each territory, what lies beyond each, and the orders."""
    text = re.sub(r"\n  (armies|once|is taken|are taken|then|with|or|\d+ to)", r" \1", out)
    lines = [*takewhile(bool, iter(text.split("\n\n")[2].splitlines()))]
    tokens = re.findall(r"\w+: \d+|[\[\]]", lines[0].removeprefix("named "))
    defenders: dict[str, int] = {}
    beyond: dict[str, list[str]] = {"the start": []}
    at, stack = "the start", []
    for token in tokens:
        if token == "[":
            stack.append(at)
        elif token == "]":
            at = stack.pop()
        else:
            name, count = token.split(": ")
            defenders[name], beyond[name] = int(count), []
            beyond[at].append(name)
            at = name
    orders: list[Order] = []
    for line in lines[1:]:
        if line.startswith("from "):
            found = LINE.fullmatch(line)
            assert found, line
            rest = (found["rest"] or "").split(" and ") if found["rest"] else []
            armies = spans(found["armies"]) if found["armies"] else [range(2, 1000)]
            orders.append(
                Order(found["at"], found["attack"], frozenset([found["attack"], *rest]), armies, [])
            )
        else:
            move = MOVE.fullmatch(line.strip())
            assert move, line
            low, high = int(move["low"] or 2), int(move["high"] or move["low"] or 1000)
            orders[-1].moves.append((range(low, high + 1), move["text"]))
    return defenders, beyond, orders


def one(found: list[Order]) -> Order:
    assert len(found) == 1, found
    return found[0]


class Player:
    """Who reads the text and nothing else."""

    def __init__(self, out: str) -> None:
        self.defenders, self.beyond, self.orders = read(out)

    def order(self, at: str, left: frozenset[str], armies: int) -> Order:
        fitting = [
            each
            for each in self.orders
            if (each.at, each.open) == (at, left) and any(armies in span for span in each.armies)
        ]
        return one(fitting)

    def moved(self, order: Order, left: int) -> int:
        texts = [text for span, text in order.moves if left in span]
        assert len(texts) == 1, (order, left)
        if texts[0] == "move on as you like":
            return min(3, left - 1)
        number = re.search(r"\d+", texts[0])
        count = int(number[0]) if number else 1
        return left - count if texts[0].startswith("all but") else count

    def value(self, armies: int) -> float:
        """The chance to take all, battle after battle."""

        @cache
        def worth(at: str, left: frozenset[str], n: int) -> float:
            if not left:
                return 1.0
            if n < 2:
                return 0.0
            order = self.order(at, left, n)
            odds = battle(n, self.defenders[order.attack])
            total = 0.0
            for (s, d), chance in odds.outcomes.items():
                if d:
                    continue
                x = self.moved(order, s)
                assert min(3, s - 1) <= x <= s - 1
                then = worth(order.attack, frozenset(self.beyond[order.attack]), x)
                total += chance * then * worth(at, left - {order.attack}, s - x)
            return total

        return worth("the start", frozenset(self.beyond["the start"]), armies)

    def play(self, armies: int, rng: Random) -> bool:
        """Whether all is taken by dice."""

        def go(at: str, left: frozenset[str], n: int) -> bool:
            if not left:
                return True
            if n < 2:
                return False
            order = self.order(at, left, n)
            d = self.defenders[order.attack]
            while n > 1 and d:
                attack = sorted((rng.randint(1, 6) for _ in range(min(3, n - 1))), reverse=True)
                defence = sorted((rng.randint(1, 6) for _ in range(min(2, d))), reverse=True)
                for own, other in zip(attack, defence, strict=False):
                    n, d = (n, d - 1) if own > other else (n - 1, d)
            if d:
                return False
            x = self.moved(order, n)
            beyond = frozenset(self.beyond[order.attack])
            return go(order.attack, beyond, x) and go(at, left - {order.attack}, n - x)

        return go("the start", frozenset(self.beyond["the start"]), armies)


@pytest.mark.parametrize(("armies", "places"), QUESTIONS)
def test_who_follows_the_text_wins_as_often_as_it_says(armies: int, places: str) -> None:
    said = ask("tree", str(armies), places)
    player = Player(said.out)
    assert player.value(armies) == pytest.approx(tree(armies, places).value, abs=1e-12)


def test_followed_with_dice() -> None:
    player, rng = Player(ask("tree", "8", "3 [2] [4 1]").out), Random(8)
    games = 4000
    wins = sum(player.play(8, rng) for _ in range(games))
    # five standard deviations
    value = tree(8, "3 [2] [4 1]").value
    assert abs(wins / games - value) < 5 * (value * (1 - value) / games) ** 0.5


def test_every_printed_range_attacks_one_territory() -> None:
    out = ask("tree", "20", "3 [2] [4 1]").out
    orders = [each for each in read(out)[2] if each.at == "A" and len(each.open) == 2]
    for armies in range(2, 20):
        assert sum(armies in span for each in orders for span in each.armies) == 1
