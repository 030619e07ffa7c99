"""Values of questions at random, as one types them, and plain data."""

from __future__ import annotations

import json
import re
from random import Random
from typing import Any

from riskodds.game import load_board
from riskodds.variants.changes import change_list
from riskodds.variants.rules import rules_names

RULES_FILE, LOG, QUESTIONS = "house.toml", "log.csv", "questions.jsonl"
FACES, CARDS = "123456", ("I", "C", "A", "W")
# what is no number, or one that nothing should take
ODD = (
    "", " ", "x", "-", "--", "-1", "+3", "0", "00", "1e3", "1e400", "-1e5", "nan", "inf", "1/2",
    "1/0", "0x10", "1_000", "1,5", "3.5", "\u0663", "\u00b2", "9" * 20, "9" * 400, "9" * 5000,
    "10" * 9, "None", "true", "é", "\U0001f3b2", "a" * 300, "@", "+", ":", "[", "]", "[[", "3[",
    "3]", "-h", "%s", "{}", "\t", "1 2", "'", '"', "\\", ".", "..", "nul\0", "\udcff",
)  # fmt: skip
# words that options name in their help; a new option whose words are unknown gets these too
WORDS = {
    "show": ("win", "losses", "kills", "needed"),
    "goal": ("all", "number", "worth", "any", "weakest", "expected", "none", "win", "kept", "lead"),
    "side": ("attacker", "defender"),
    "deck": ("1959", "1993", "2016"),
    "shell": ("bash", "zsh", "fish"),
    "topic": ("counts", "rules", "exact"),
}


class Values:
    """What a case is written with: how many of its values are odd, how many are large."""

    def __init__(self, seed: int, index: int, kind: str, small: bool) -> None:
        self.seed, self.index, self.kind, self.small = seed, index, kind, small
        self.rng = rng = Random(f"{seed}:{index}")
        self.wrong = rng.choice((0, 0, 0, 0.05, 0.3))  # the share of values that are odd
        self.large = 0 if small else rng.choice((*[0] * 9, 0.1, 0.5))
        self.files: dict[str, bytes] = {}
        # the other of two ways to ask: `luck` of a file and not a battle, `place` on a chain
        self.other = rng.random() < 0.5
        self.house = rng.random() < 0.15  # names rules of a file

    def odd(self) -> str:
        return self.rng.choice(ODD)

    def number(self) -> str:
        rng = self.rng
        if rng.random() < self.wrong:
            return self.odd()
        if rng.random() < self.large:
            return str(rng.choice((rng.randint(60, 1500), int(10 ** rng.uniform(2, 13)))))
        return str(rng.choice((rng.randint(1, 6), rng.randint(1, 12), rng.randint(1, 30))))

    def numbers(self) -> str:
        joint = self.rng.choice((",", ",", ",", "/", " ", ";"))
        return joint.join(self.number() for _ in range(self.rng.randint(1, 4)))

    def decimal(self) -> str:
        return self.rng.choice(
            (self.number(), f"{self.rng.uniform(-3, 9):.2f}", "0", "1e9", "1e308")
        )

    def chance(self) -> str:
        rng = self.rng
        if rng.random() < self.wrong:
            return self.odd()
        one = rng.choice((f"{rng.random():.2f}", "0.5", "0.9", "1/3", "80%", "1", "0", "0.999999"))
        return one if rng.random() < 0.9 else f"{one},0.75"

    def faces(self) -> str:
        dice = [self.rng.choice(FACES) for _ in range(self.rng.randint(1, 3))]
        return self.rng.choice(("", ",", " ")).join(dice)

    def cards(self) -> str:
        names = [*CARDS, *"IICCAA", "infantry", *self.rng.sample(load_board().names, 2)]
        many = self.rng.randint(1, 6 if self.small else 9)
        return ",".join(self.rng.choice(names) for _ in range(many))

    def rules_text(self) -> str:
        rng = self.rng
        parts = [rng.choice(list(rules_names()))] if rng.random() < 0.8 else []
        if (self.house and rng.random() < 0.6) or rng.random() < self.wrong / 9:
            parts = ["house"]
        parts += [self.change() for _ in range(rng.choice((0, 0, 1, 1, 2, 3)))]
        text = "+".join(parts)
        return self.bent(text) if rng.random() < self.wrong else text

    def change(self) -> str:
        """Return a change of the rules with other numbers than its example."""
        name = self.rng.choice([name for name, _ in change_list()])
        if name == "sees-the-roll" and self.small:
            return name  # with large dice it is slow
        most = 9 if self.small else 12
        return re.sub(
            r"\d+",
            lambda _: self.number() if self.large else str(self.rng.randint(1, most)),
            name,
        )

    def territory(self) -> str:
        rng = self.rng
        low = rng.randint(1, 5)
        text = rng.choice(
            (
                self.number(), self.number(), self.number(), f"{low}-{low + rng.randint(0, 4)}",
                f"{low}:0.25/{low + 1}:0.75", f"{low}:1/{low + 2}:3",
            )
        )  # fmt: skip
        if rng.random() < 0.2:
            text += "@" + "+".join(self.change() for _ in range(rng.randint(1, 2)))
        return self.bent(text) if rng.random() < self.wrong else text

    def tree(self, depth: int = 0) -> str:
        rng = self.rng
        small = str(rng.randint(1, 4))
        text = small if rng.random() < 0.8 else self.territory()
        if depth < 2 and rng.random() < 0.4:
            text += "".join(f" [{self.tree(depth + 1)}]" for _ in range(rng.randint(1, 3 - depth)))
        elif depth < 3 and rng.random() < 0.3:
            text += f" {self.tree(depth + 1)}"
        if depth == 0 and rng.random() < 0.01 and not self.small:
            text = "[" * 3000 + text
        return self.bent(text) if depth == 0 and rng.random() < self.wrong else text

    def bent(self, text: str) -> str:
        """Return a text with a character dropped, doubled, swapped or put in."""
        at = self.rng.randrange(len(text) + 1)
        put = self.rng.choice(
            ("", text[at : at + 1] * 2, self.rng.choice("[]@+:/,-09 \0"), self.odd())
        )
        return text[:at] + put + text[at + 1 :]

    def garbled(self, args: list[str]) -> list[str]:
        """Return arguments with one dropped, doubled, moved, bent or put in."""
        args, rng = list(args), self.rng
        at = rng.randrange(len(args) + 1)
        match rng.randrange(5):
            case 0:
                del args[at : at + 1]
            case 1:
                args[at:at] = args[at - 1 : at]
            case 2:
                rng.shuffle(args)
            case 3 if at < len(args):
                args[at] = self.bent(args[at])
            case _:
                args.insert(
                    at, rng.choice((self.odd(), "--json", "--csv", "--nope", "-h", "--rules"))
                )
        return args

    def encoded(self, text: str) -> bytes:
        """Return a text as bytes, now and then not in UTF-8, with a mark or other line ends."""
        data = text.encode("utf-8", "surrogateescape")
        if self.wrong and self.rng.random() < 0.15:
            return self.rng.choice(
                (
                    b"\xef\xbb\xbf" + data, data.replace(b"\n", b"\r\n"), data + b"\xff\xfe", b"",
                    text.encode("utf-16", "surrogatepass"), data[: len(data) // 2], b"\0" + data,
                )
            )  # fmt: skip
        return data

    def json_value(self, depth: int = 0) -> Any:
        """Return any value that JSON can hold, and some it cannot."""
        rng = self.rng
        flat: tuple[Any, ...] = (
            None, True, False, 0, 1, -1, 3, 10**30, 1.5, float("nan"), float("inf"), "", "Alaska",
            "red", self.odd(), self.number(),
        )  # fmt: skip
        if depth > 1 or rng.random() < 0.6:
            return rng.choice(flat)
        many = rng.randint(0, 3)
        if rng.random() < 0.5:
            return [self.json_value(depth + 1) for _ in range(many)]
        return {self.odd(): self.json_value(depth + 1) for _ in range(many)}

    def changed(self, data: Any, times: int) -> Any:
        """Return plain data with some of its values replaced, dropped or doubled."""
        data = json.loads(json.dumps(data))
        for _ in range(times):
            here = data
            while isinstance(here, dict | list) and here:
                key = self.rng.choice(list(here) if isinstance(here, dict) else range(len(here)))
                if not isinstance(here[key], dict | list) or self.rng.random() < 0.3:
                    if self.rng.random() < 0.3:
                        del here[key]
                    else:
                        here[key] = self.json_value()
                    break
                here = here[key]
        return data
