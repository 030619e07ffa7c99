"""What to ask of the command line and the library: valid and nearly valid, derived from click.

Commands, options and arguments come from the click group, names of rules and changes from the
package, so that a new one is asked about without a change here. Case number n of a seed is always
the same.
"""

from __future__ import annotations

import json
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from functools import cache
from typing import Any

import click
from fuzz_values import FACES, LOG, QUESTIONS, RULES_FILE, WORDS, Values

from riskodds.cli.main import group
from riskodds.game import load_board, new_game, start, state_text, state_to_dict

# options that are asked or left out together, in two ways of asking
GO_TOGETHER: dict[str, tuple[dict[str, bool], dict[str, bool]]] = {
    "luck": (
        {"left": True},
        {"left": False, "movable": False, "stop_at": False, "goal": False, "rolls": False},
    ),
    "place": (
        {"front": True, "chain": False, "enemy": False},
        {"front": False, "chain": True, "enemy": True, "defend": False, "goal": False},
    ),
}


@dataclass(frozen=True)
class Case:
    """A question: a command line with its input and files, or a call of a reader."""

    seed: int
    index: int
    command: str
    args: tuple[str, ...] = ()
    stdin: bytes = b""
    files: dict[str, bytes] = field(default_factory=dict)
    # asked for JSON, and nothing was garbled, so that the output must be JSON
    as_json: bool = False
    # of a reader of the library: its name and what it is given
    given: Any = None

    def to_dict(self) -> dict[str, Any]:
        """Return what a finding tells of the case; bytes are cut."""
        plain: dict[str, Any] = {
            "case": f"{self.seed}:{self.index}",
            "command": self.command,
            "args": [arg if len(arg) < 500 else f"{arg[:40]}...({len(arg)})" for arg in self.args],
        }
        if self.stdin:
            plain["stdin"] = self.stdin[:2000].decode("utf-8", "replace")
        if self.files:
            plain["files"] = {n: c[:2000].decode("utf-8", "replace") for n, c in self.files.items()}
        if self.given is not None:
            plain["given"] = repr(self.given)[:2000]
        return plain


@cache
def commands() -> dict[str, click.Command]:
    """Every command that can be called, by the words that call it."""

    def walk(words: tuple[str, ...], command: click.Command) -> Iterator[tuple[str, click.Command]]:
        if isinstance(command, click.Group):
            context = click.Context(command)
            for name in command.list_commands(context):
                inner = command.get_command(context, name)
                assert inner is not None
                yield from walk((*words, name), inner)
        if words:
            yield " ".join(words), command

    return dict(walk((), group))


READERS = (
    "board_from_dict", "state_from_dict", "state_from_json", "move_from_dict", "parse_state",
    "parse_move", "read_card", "status", "is_legal", "rules", "battle", "path", "tree", "needed",
    "hold", "roll",
)  # fmt: skip


def kinds() -> list[str]:
    """Every command, and every reader of the library, as cases name them."""
    return [*commands(), *(f"riskodds.{name}" for name in READERS)]


class Grammar:
    """Cases of a seed; small ones ask only what is answered or refused at once."""

    def __init__(self, seed: int, *, small: bool = False) -> None:
        self.seed, self.small = seed, small

    def case(self, index: int) -> Case:
        """Return a case; every command and reader comes by turns."""
        kind = kinds()[index % len(kinds())]
        return _Writer(self.seed, index, kind, self.small).case()


class _Writer(Values):
    """One case while it is written."""

    def case(self) -> Case:
        if self.kind.startswith("riskodds."):
            given = self.reader(self.kind.removeprefix("riskodds."))
            return Case(self.seed, self.index, self.kind, given=given)
        command = commands()[self.kind]
        args, as_json = self.arguments(command)
        whole = self.rng.random() > (0.2 if self.wrong else 0)
        if not whole:
            args = self.garbled(args)
        stdin = b""
        if self.kind == "live":
            stdin = self.encoded("\n".join(self.spoken() for _ in range(self.rng.randint(0, 8))))
        elif self.kind == "batch":
            stdin = self.encoded(self.questions())
            self.files[QUESTIONS] = stdin
        elif self.kind == "luck":
            self.files[LOG] = stdin = self.encoded(self.log())
        clean = as_json and whole and not {"-h", "--help"} & set(args)
        words = [*self.kind.split(), *args]
        return Case(
            self.seed, self.index, self.kind, tuple(words), stdin, self.files, as_json=clean
        )

    # arguments

    def arguments(self, command: click.Command) -> tuple[list[str], bool]:
        """Return what a command is called with, and whether JSON is asked for."""
        rng, args, as_json, forms = self.rng, [], False, False
        few = rng.choice((0.05, 0.15, 0.4))
        for each in command.params:
            if isinstance(each, click.Argument):
                args += [text for text in self.values(each) if text is not None]
                continue
            asked = each.required or rng.random() < few
            if each.name in ("trials", "attackers", "defenders") or each.name == "as_json":
                asked = rng.random() < 0.8 if each.name != "as_json" else rng.random() < 0.4
            together = GO_TOGETHER.get(self.kind, ({}, {}))[self.other]
            if each.name in together and rng.random() > self.wrong / 2:
                asked = together[each.name]
            if each.name == "rules_file":
                asked = self.house
            if each.name == "plot":
                asked = not self.small and rng.random() < 0.02
            if str(each.name).startswith("as_") and forms and rng.random() < 0.9:
                asked = False
            forms |= asked and str(each.name).startswith("as_")
            if not asked:
                continue
            assert isinstance(each, click.Option)
            as_json |= each.name == "as_json"
            for _ in range(rng.randint(1, 3) if each.multiple else 1):
                args.append(rng.choice([*each.opts, *each.secondary_opts]))
                args += [] if each.is_flag else self.values(each)
        return args, as_json

    def values(self, each: click.Parameter) -> list[str]:
        """Return the words that stand for one argument or option."""
        if self.kind == "luck" and each.name == "asked":
            pair = [str(self.rng.randint(2, 14)), str(self.rng.randint(1, 12))]
            return [self.file_name(LOG)] if self.other else pair
        count = each.nargs if each.nargs >= 0 else self.rng.choice((1, 1, 1, 2, 2, 3, 5))
        if isinstance(each, click.Argument) and not each.required and each.nargs == 1:
            count = self.rng.choice((0, 1, 1))
        return [self.value(each) for _ in range(count)]

    def value(self, each: click.Parameter) -> str:
        if self.rng.random() < self.wrong / 2:
            return self.odd()
        name = str(each.name)
        for known in (name, (each.metavar or "").strip("[].").lower()):
            made = getattr(self, f"say_{known.replace('-', '_')}", None)
            if made:
                return str(made())
        if name in WORDS and not isinstance(each.type, click.types.FuncParamType):
            return self.rng.choice(WORDS[name])
        if isinstance(each.type, click.types.FuncParamType):
            return self.number()
        makers: list[Callable[[], str]] = [
            self.number, self.chance, self.numbers, self.rules_text, self.odd, self.cards,
        ]  # fmt: skip
        return self.rng.choice(makers)()

    def say_file(self) -> str:
        """Return a file that is there or not; a rules file is written on the way."""
        if self.kind == "batch":
            return self.file_name(QUESTIONS)
        self.files[RULES_FILE] = self.encoded(self.toml())
        return self.file_name(RULES_FILE)

    def file_name(self, name: str) -> str:
        """Return this name, or standard input, or a file that is not there or no file."""
        if self.rng.random() < self.wrong:
            name = self.rng.choice(("no.txt", ".", "", "n\0", "a" * 300, "no/where", "\udcff"))
        return "-" if self.rng.random() < 0.2 else name

    def say_plot(self) -> str:
        return self.rng.choice(
            ("p.svg", "p.png", "p.pdf", ".svg", "p", "p.txt", "no/p.svg", ".", "")
        )

    def say_territories(self) -> str:
        if self.kind == "tree":
            return self.tree()
        return self.number() if self.kind == "reinforce" else self.territory()

    def say_name(self) -> str:
        if self.kind == "schema":
            return self.rng.choice([*commands(), "game-state", "batch", "cards", self.odd()])
        return self.rules_text()

    say_rules = lambda self: self.rules_text()  # noqa: E731
    say_chance = say_win = say_level = lambda self: self.chance()
    say_worth = lambda self: self.numbers() if self.kind == "tree" else self.decimal()  # noqa: E731
    say_army = say_territory = say_card = lambda self: self.decimal()
    say_hand = say_cards = lambda self: self.cards()

    def say_enemy(self) -> str:
        return self.number() if self.kind == "place" else self.decimal()

    def say_taken(self) -> str:
        return self.number()

    def say_seen(self) -> str:
        return self.cards() if "cards" in self.kind else self.faces()

    def say_armies(self) -> str:
        return f"{self.number()},{self.number()}" if self.kind == "roll" else self.number()

    def say_front(self) -> str:
        return f"{self.number()}:{self.rng.choice((self.number, self.tree, self.numbers))()}"

    def say_and(self) -> str:
        return f"{self.number()}:{self.tree()}"

    def say_counter(self) -> str:
        aim = self.rng.choice(("", "", "@source", "@target", "@both", "@"))
        return self.number() + aim

    def say_range(self) -> str:
        low = self.rng.randint(0, 12)
        parts = (f"{low}-{low + self.rng.randint(0, 8)}", self.numbers(), f"{low}-{self.number()}")
        return self.rng.choice(parts[:2] if self.small else parts)

    def say_leave(self) -> str:
        return self.numbers()

    def say_stop_at(self) -> str:
        if self.kind in ("path", "needed"):
            return self.numbers()
        return self.few(6) if self.rng.random() < 0.8 else self.number()

    def say_goal(self) -> str:
        if self.kind in ("tree", "place", "dice"):
            return self.rng.choice(WORDS["goal"])
        return self.say_stop_at()

    def say_attack_dice(self) -> str:
        return self.few(3)

    def say_defence_dice(self) -> str:
        return self.few(2)

    def say_defence_sides(self) -> str:
        return self.few(12)

    def say_set_number(self) -> str:
        return self.few(50)

    def say_digits(self) -> str:
        return self.few(15)

    def say_players(self) -> str:
        return self.few(6)

    def few(self, most: int) -> str:
        """Return a number that is small by nature."""
        return str(self.rng.randint(1, most)) if self.rng.random() < 0.9 else self.number()

    def say_left(self) -> str:
        return self.rng.choice("0123")

    def say_trials(self) -> str:
        return self.rng.choice(("1", "10", "100", "1e3", "2000", self.number()))

    def say_threads(self) -> str:
        return self.rng.choice(("1", "2", "3", "0"))

    def say_draw(self) -> str:
        return str(self.rng.randint(0, 12 if self.small else 60))

    def say_sets(self) -> str:
        return str(self.rng.randint(0, 3 if self.small else 12))

    def say_names(self) -> str:
        board = load_board()
        names = [each.name for each in board.continents] + list(board.names) + ["all", "asia", "x"]
        return ",".join(self.rng.choice(names) for _ in range(self.rng.randint(1, 3)))

    def say_roll(self) -> str:
        return ",".join(self.rng.choice(FACES) for _ in range(self.rng.randint(1, 6)))

    # files and input

    def toml(self) -> str:
        """Return a file of rules."""
        rng, lines = self.rng, []
        for name in ("house", "second")[: rng.choice((1, 1, 2))]:
            lines.append(f"[{name}]")
            if rng.random() < 0.6:
                house, self.house = self.house, False
                lines.append(f"base = {json.dumps(self.rules_text())}")
                self.house = house
            for option, values in (("ties", ("attacker", "defender")),
                                   ("choice", ("announced", "optimal", "greedy")),
                                   ("blitz", (True, False))):  # fmt: skip
                if rng.random() < 0.25:
                    lines.append(f"{option} = {self.plain(rng.choice(values))}")
            for side in ("attack", "defence", "blitz"):
                if rng.random() < 0.4:
                    lines.append(f"[{name}.{side}]")
                    lines += self.toml_side(side)
        if self.wrong and rng.random() < 0.2:
            lines.insert(rng.randrange(len(lines) + 1), rng.choice((
                "[", "x", "a = ", "[house]", "[classic]", '"" = 1', "[a.b]", "x = " + "[" * 3000,
                "x = " + "9" * 5000, 'x = "\\u0000"', "[[house]]", "a.b.c = 1",
            )))  # fmt: skip
        return "\n".join(lines)

    def toml_side(self, side: str) -> Iterator[str]:
        rng = self.rng
        if side == "blitz":
            for name in ("cut", "balance", "version", "x"):
                if rng.random() < 0.3:
                    yield f"{name} = {self.plain(round(rng.random(), 3))}"
            return
        for name, most in (("sides", 12), ("highest", 2), ("lowest", 2), ("every", 2)):
            if rng.random() < 0.3:
                yield f"{name} = {self.plain(rng.randint(-1 if most == 2 else 2, most))}"
        if rng.random() < 0.5:
            needs = sorted(rng.sample(range(1, 12), rng.randint(1, 3)))
            if rng.random() < self.large:
                needs[-1] = int(10 ** rng.uniform(1, 25))
            yield f"needs = [{', '.join(self.plain(n) for n in needs)}]"

    def plain(self, value: Any) -> str:
        """Return a value as JSON and TOML have it, or an odd one."""
        if self.rng.random() < self.wrong / 2:
            return self.rng.choice((
                "-1", "0", "9999", "1e400", "9" * 25, '"x"', "[]", "{}", "[1, [2]]", "nan", "1.5",
                "true", '""', "[" * 2000 + "]" * 2000,
            ))  # fmt: skip
        return json.dumps(value)

    def log(self) -> str:
        """Return battles in CSV, or dice."""
        rng = self.rng
        if rng.random() < 0.3:
            return "\n".join(f"{self.faces()} {self.faces()}" for _ in range(rng.randint(0, 9)))
        columns = ["attackers", "defenders", "attackers_left", "defenders_left"]
        more = ("attacking_player", "defending_player", "rules", "stop_at", "goal", "rolls")
        columns += [name for name in more if rng.random() < 0.25]
        if rng.random() < self.wrong:
            rng.shuffle(columns)
            columns[rng.randrange(len(columns))] = rng.choice((self.odd(), columns[0]))
        rows = [",".join(columns)]
        for _ in range(rng.randint(0, 6)):
            a, d = rng.randint(2, 14), rng.randint(1, 12)
            left = (rng.randint(2, a), 0) if rng.random() < 0.5 else (1, rng.randint(1, d))
            cells = {"attackers": a, "defenders": d, "attackers_left": left[0],
                     "defenders_left": left[1], "rules": self.rules_text()}  # fmt: skip
            row = [str(cells.get(name, rng.choice(("Ann", "Bob", "", "2")))) for name in columns]
            rows.append(",".join(self.odd() if rng.random() < self.wrong / 4 else c for c in row))
        return "\n".join(rows)

    def spoken(self) -> str:
        """Return a line typed at `live`."""
        rng = self.rng
        lost, dice = f"{rng.randint(0, 2)} {rng.randint(0, 2)}", f"{self.faces()} {self.faces()}"
        line = rng.choice((
            lost, dice, f"d {dice}", f"l {lost}", "undo", "luck", "help", "", "?", "quit",
            f"stop-at {self.number()}", f"goal {self.number()}",
            json.dumps({"lost": [rng.randint(0, 2), rng.randint(0, 2)]}),
            json.dumps({"dice": [[6, 5, rng.randint(0, 7)], [6, 4]]}),
            json.dumps({rng.choice(("stop_at", "goal", "undo", "x")): self.json_value(1)}),
        ))  # fmt: skip
        return self.bent(line) if rng.random() < self.wrong else line

    def questions(self) -> str:
        """Return lines of `batch`."""
        return "\n".join(self.question() for _ in range(self.rng.randint(0, 5)))

    def question(self) -> str:
        rng = self.rng
        if rng.random() < self.wrong / 3:
            return rng.choice(("", "{", "[]", "null", "1", '"x"', "[" * 3000, "{}", "9" * 5000,
                               '{"a":1,"a":2}', "NaN", '{"attackers": NaN}'))  # fmt: skip
        outer = self.kind
        askable = [n for n, c in commands().items() if not isinstance(c, click.Group)]
        self.kind = rng.choice(askable)
        asked: dict[str, Any] = {"command": self.kind}
        for each in commands()[self.kind].params:
            if each.name in ("plot", "digits") or not (
                isinstance(each, click.Argument) or each.required or rng.random() < 0.15
            ):
                continue
            if getattr(each, "is_flag", False):
                asked[str(each.name)] = self.json_value(2) if rng.random() < self.wrong else True
                continue
            values: list[Any] = [int(v) if v.isdecimal() and len(v) < 4000 and rng.random() < 0.7
                                 else v for v in self.values(each)]  # fmt: skip
            key = each.opts[0] if rng.random() < 0.1 else _key(each)
            asked[key] = values if len(values) != 1 or rng.random() < 0.3 else values[0]
            if rng.random() < self.wrong / 3:
                asked[key] = self.json_value()
        self.kind = outer
        line = json.dumps(asked)
        return self.bent(line) if rng.random() < self.wrong / 2 else line

    # the library

    def reader(self, name: str) -> Any:
        """Return the arguments of a reader of the library."""
        rng, times = self.rng, self.rng.choice((0, 1, 1, 2, 4))
        if name in ("state_from_dict", "state_from_json"):
            data = self.changed(_state(), times)
            if name == "state_from_dict":
                return [data]
            text = json.dumps(data)
            return [text if rng.random() < 0.7 else self.bent(text)]
        if name == "board_from_dict":
            return [self.changed(_BOARD, times) if rng.random() < 0.95 else self.json_value()]
        if name in ("move_from_dict", "is_legal"):
            return [self.changed(rng.choice(_MOVES), times)]
        if name == "parse_state":
            return [self.bent(self.bent(_text())) if times else _text()]
        if name == "parse_move":
            return [self.bent(rng.choice(_SAID)) if times else rng.choice(_SAID)]
        if name == "status":
            return [{rng.choice(_FIELDS): self.json_value() for _ in range(times)}]
        if name in ("rules", "read_card"):
            return [self.rules_text() if rng.random() < 0.8 else self.json_value()]
        made: list[Any] = [rng.randint(1, 9), rng.randint(1, 9)][
            : 1 + (name not in ("hold", "needed"))
        ]
        if name in ("path", "tree", "needed"):
            made[-1] = [rng.randint(1, 4) for _ in range(rng.randint(1, 3))]
        return [self.json_value() if rng.random() < 0.4 else each for each in made]


def _key(each: click.Parameter) -> str:
    """Return what `batch` calls a parameter: an argument goes by what the help calls it."""
    word = (each.metavar or "").strip("[].").lower()
    return word if isinstance(each, click.Argument) and word.isidentifier() else str(each.name)


@cache
def _state() -> dict[str, Any]:
    return state_to_dict(start(new_game(3)))


@cache
def _text() -> str:
    return state_text(start(new_game(3)))


_FIELDS = ("owners", "armies", "phase", "player", "reserves", "hands", "draw", "turn", "step",
           "headquarters", "missions", "eliminated_by", "sets_traded", "first")  # fmt: skip
_BOARD = {
    "name": "islands",
    "continents": {"North": 2, "South": 1},
    "territories": {
        "Foo": {"continent": "North", "neighbours": ["Bar"], "aliases": ["F"]},
        "Bar": {"continent": "South", "neighbours": ["Foo"], "cards": {"1993": "infantry"}},
    },
}
_MOVES = (
    {"kind": "Claim", "territory": "Alaska"},
    {"kind": "Place", "territory": "Alaska", "armies": 3},
    {"kind": "Attack", "source": "Alaska", "target": "Kamchatka",
     "attack_dice": [6, 5], "defence_dice": [3]},
    {"kind": "MoveIn", "armies": 3},
    {"kind": "Fortify", "source": "Alaska", "target": "Alberta", "armies": 1},
    {"kind": "EndPhase"},
    {"kind": "EndTurn", "card": None},
    {"kind": "Trade", "cards": [{"kind": "Card", "symbol": "infantry", "territory": "Alaska"}] * 3,
     "bonus": ["Alaska"]},
)  # fmt: skip
_SAID = ("claim Alaska", "place Alaska: 3", "attack alaska > kamchatka: 6,3,2 v 5,3", "move in: 3",
         "fortify Alaska > Alberta: 2", "end phase", "end turn",
         "trade Alaska, Alberta, wild: Alaska")  # fmt: skip
