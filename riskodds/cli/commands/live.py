"""``riskodds live``: follow a battle roll by roll."""

from __future__ import annotations

import sys
from collections.abc import Iterator
from typing import TYPE_CHECKING, Any

import click

from ...errors import InputError, RiskOddsError
from ...values import from_json, show
from ...variants.rules import Rules
from ..interrupts import unwound
from ..options import (
    aim_options,
    attackers_option,
    dice_flags,
    digits_option,
    from_movable,
    json_option,
    number,
    rules_option,
    worth_options,
)
from ..shares import Share, supported
from ..text import folded, paint, question

if TYPE_CHECKING:
    from ...records.live import LiveBattle

COMMANDS = "1 1 lost by each, or dice: 653 64 (d 1 1); undo, stop-at 4, goal 2, luck, quit"
UNDO, QUIT = ("undo", "u"), ("quit", "q", "exit")
AIMS = {"stop-at": "stop_at", "goal": "goal"}
SAID = {"taken": "taken", "failed": "failed", "stopped": "stop here"}
PAINTED = {"taken": "win", "failed": "lose", "stopped": "undecided"}
LONGEST_LINE = 1_000


@click.command("live")
@click.argument("attackers", type=number)
@click.argument("defenders", type=number)
@aim_options
@worth_options
@rules_option
@dice_flags
@attackers_option
@digits_option
@json_option
def command(
    attackers: Any,
    defenders: Any,
    stops: dict[str, Any],
    worths: dict[str, Any],
    rules: Rules,
    movable: bool,
    digits: int,
    form: str,
) -> None:
    """Follow a battle roll by roll.

    \b
    riskodds live 12 9
    riskodds live 12 9 --territory 4 --card 3
    riskodds live 12 9 --json

    Type a roll, and read the new odds and how they moved:

    \b
    1 1       what the attacker and the defender lost
    653 64    the dice that fell
    d 1 1     dice that could be read as losses
    l 0 1     losses by fewer dice than all
    undo      take back a roll or a new target
    stop-at 4, goal 2          another target
    luck      how lucky it was so far
    quit      the same, and the end

    With --json a line may be an object too, such as {"lost": [1, 1]} or
    {"dice": [[6, 5, 3], [6, 4]]}. In a pipe each line gets a line of answer,
    an empty one how it stands, and the end how lucky it was. With --territory
    and such, what they are worth, it says when to stop.
    """
    from ...records.live import live

    attackers = from_movable(attackers, movable)
    fight = live(attackers, defenders, rules=rules, worths=worths or None, **stops)
    if sys.stdin is None:
        raise click.ClickException("cannot read the rolls: standard input is closed")
    writer = _Json() if form == "json" else _Text(digits)
    typed = sys.stdin.isatty()
    people = typed and form != "json"

    def tell(line: str) -> None:
        # a program reads a line for each that it wrote
        click.echo(folded(line) if people else line)

    if people:
        for line in question(fight):
            tell(line)
        tell(writer.standing(fight))
        tell(COMMANDS)
    told = False
    for line in _typed("> " if people else "") if typed else _piped():
        told = True
        try:
            words = _words(line)
            if words and words[0] in QUIT:
                tell(writer.luck(fight))
                return
            fight, answer = _answer(fight, words, writer)
        except RiskOddsError as error:
            answer = writer.error(" ".join(str(error).split()))
        tell(answer)
    if fight.made:
        tell(writer.luck(fight))
    elif not told and not people:
        tell(writer.standing(fight))


def _words(line: str) -> list[str]:
    """Return what was typed; a JSON object as what would have been typed for it.

    >>> _words('{"lost": [1, 1]}'), _words('{"dice": [[6, 5, 3], [6]]}')
    (['l', '1', '1'], ['d', '6,5,3', '6'])
    >>> _words('{"stop_at": 4}'), _words('{"undo": true}')
    (['stop-at', '4'], ['undo'])
    """
    if not line.lstrip().startswith("{"):
        return line.lower().split()
    try:
        (key, value), *more = from_json(line, "the line must be JSON").items()
        if more:
            raise ValueError
        if key == "lost":
            return ["l", *(str(number) for number in value)]
        if key == "dice":
            return ["d", *(",".join(str(face) for face in faces) for faces in value)]
    except (ValueError, TypeError, AttributeError, RecursionError):
        raise InputError(
            f'an object must be one of {{"lost": [1, 1]}}, {{"dice": [[6, 5, 3], [6, 4]]}}, '
            f'{{"stop_at": 4}}, {{"goal": 2}}, {{"undo": true}}, not {show(line.strip())}'
        ) from None
    return [key.replace("_", "-"), *([] if value is True else [str(value)])]


def _answer(fight: LiveBattle, words: list[str], writer: _Text | _Json) -> tuple[LiveBattle, str]:
    """Return the fight after what was typed, and the line that says so."""
    if not words:
        return fight, writer.standing(fight)
    if words[0] in UNDO and len(words) == 1:
        fight = fight.undone()
        return fight, writer.standing(fight)
    if words == ["luck"]:
        return fight, writer.luck(fight)
    if words in (["help"], ["?"]):
        return fight, writer.error(COMMANDS)
    name = words[0].lstrip("-")
    if name in AIMS:
        if len(words) != 2:
            raise InputError(f"{name} needs one number, such as {name} 4")
        fight = fight.aimed(**{AIMS[name]: number(words[1])})  # type: ignore[arg-type]
        return fight, writer.standing(fight)
    if words[0][:1].isalpha() and words[0] not in ("d", "l"):
        raise InputError(f"type {COMMANDS}; not {show(' '.join(words))}")
    fight = fight.told(" ".join(words))
    return fight, writer.standing(fight)


def _typed(prompt: str) -> Iterator[str]:
    """Iterate over the lines typed at a terminal."""
    from contextlib import suppress

    with suppress(ImportError):
        import readline  # noqa: F401  # lines can be edited then
    while True:
        try:
            with unwound():  # the terminal is set otherwise meanwhile
                line = input(prompt)
        except EOFError:
            click.echo()
            return
        yield line


def _piped() -> Iterator[str]:
    """Iterate over the lines of a pipe, each as soon as it is there."""
    stream = sys.stdin.buffer
    while line := stream.readline(LONGEST_LINE):
        while not line.endswith(b"\n") and (rest := stream.readline(LONGEST_LINE)):
            # too long to mean anything; what is kept is shown
            line = line[:LONGEST_LINE] + rest[-1:]
        yield line.decode("utf-8", "replace")


class _Text:
    """Answers for people, a line each."""

    def __init__(self, digits: int) -> None:
        self.digits = digits

    def standing(self, fight: LiveBattle) -> str:
        """Return what is left, the chances, and how the wanted one moved."""
        said = ""
        if fight.last is not None:
            mine, theirs = fight.last
            said = f"lost {mine}, killed {theirs}: "
        said += f"{fight.attackers:,} v {fight.defenders:,}, "
        if fight.state != "on":
            said += paint(SAID[fight.state], PAINTED[fight.state])
            if fight.state != "stopped":
                luck = fight.luck
                return said if luck is None else f"{said}; luck {luck.percentile:.0f} of 100"
        else:
            said += self._chances(fight)
        return said if fight.advice is None else f"{said}; {fight.advice}"

    def _chances(self, fight: LiveBattle) -> str:
        chances = fight.chances
        wanted = f"get to {fight.goal:,}" if fight.goal else "take it"
        odds = fight.odds

        def share(kind: str) -> str:
            return Share.of(odds, kind).percent(supported(self.digits, odds.error_bound))

        parts = [f"{wanted} {share('reached' if fight.goal else 'win')}"]
        if fight.before is not None:
            moved = f"{100 * fight.moved:+.{self.digits}f}"
            parts[0] += f" ({moved})"
        if chances["undecided"] and not fight.goal:
            parts.append(f"stop short {share('undecided')}")
        if fight.goal and fight.stop_at == 1:
            parts.append(f"fail {share('lose')}")
        return ", ".join(parts)

    def luck(self, fight: LiveBattle) -> str:
        """Return how lucky the attacker was."""
        luck = fight.luck
        if luck is None:
            why = "not all dice were rolled" if fight.made else "no roll was made"
            return f"luck cannot be told: {why}"
        rolls = f"{fight.made:,} roll{'s' * (fight.made > 1)}"
        bad, good = (
            Share(chance, rest, luck.left_out).percent(self.digits)
            for chance, rest in (
                (luck.at_least_this_bad, luck.better),
                (luck.at_least_this_good, luck.worse),
            )
        )
        return f"luck {luck.percentile:.0f} of 100 in {rolls}: as bad {bad}, as good {good}"

    def error(self, message: str) -> str:
        """Return what is wrong."""
        return message


class _Json:
    """Answers for programs, a JSON object in each line."""

    def standing(self, fight: LiveBattle) -> str:
        """Return where it stands."""
        return self._line(fight.to_dict())

    def luck(self, fight: LiveBattle) -> str:
        """Return how lucky the attacker was."""
        luck = fight.luck
        found = None
        if luck is not None:
            names = ("at_least_this_bad", "at_least_this_good", "percentile")
            found = {name: getattr(luck, name) for name in names}
        return self._line({"rolls": fight.made, "luck": found})

    def error(self, message: str) -> str:
        """Return what is wrong."""
        return self._line({"error": message})

    @staticmethod
    def _line(answer: dict[str, Any]) -> str:
        import json

        return json.dumps(answer)
