"""``riskodds batch``: many questions in one process, a line of JSON each."""

from __future__ import annotations

import json
import os
import sys
from collections.abc import Iterator
from typing import Any, BinaryIO

import click

from ...errors import InputError, RiskOddsError
from ...questions.ask import answer
from ...questions.given import word
from ...values import from_json, show
from ..options import RULES_VARIABLE
from ..words import one_line

# an answer holds no part of itself, and to look for that takes a third of the time
ENCODER = json.JSONEncoder(check_circular=False)
# how much of a line is read; no question is this long
LONGEST_LINE = 1_000_000


@click.command("batch")
@click.argument("file", metavar="[FILE.jsonl]", default="-")
def command(file: str) -> None:
    """Answer many questions, one JSON line each.

    \b
    riskodds batch questions.jsonl
    riskodds batch - < questions.jsonl

    A line asks what a command asks, with its arguments and options by name:

    \b
    {"attackers": 12, "defenders": 9}
    {"command": "battle", "attackers": 12, "defenders": 9,
     "stop_at": 4, "rules": "classic+capital"}
    {"command": "path", "attackers": 9, "territories": [3, 2]}
    {"command": "cards odds", "hand": ["I", "C"], "draw": 2}

    (each on one line). The answer is the JSON of that command on one line, or
    {"error": ...}, in the order of the questions and as soon as each is
    answered. Empty lines are skipped. Without FILE it reads standard input.
    """
    rules_file = os.environ.get(RULES_VARIABLE) or None
    for number, line in enumerate(_lines(file), 1):
        if not line.strip():
            continue
        try:
            click.echo(ENCODER.encode(answer(_read(line), rules_file=rules_file)))
        except RiskOddsError as error:
            _fail(number, str(error))
        except MemoryError:
            _fail(number, "this question needs more memory than there is")
        except OSError:
            raise  # the answers cannot be written
        except Exception as error:
            # whatever a line does, the others are answered
            _fail(number, f"a fault of riskodds: {type(error).__name__}: {error}")


def _read(line: bytes) -> dict[str, Any]:
    """Return the question that a line holds."""
    if len(line) >= LONGEST_LINE:
        raise InputError(f"a question must be shorter than {LONGEST_LINE:,} bytes")
    question = from_json(line, "this line is no JSON")
    if not isinstance(question, dict):
        raise InputError(
            f'a question must be an object such as {{"attackers": 12, "defenders": 9}}, '
            f"not {show(word(question))}"
        )
    return question


def _fail(number: int, message: str) -> None:
    click.echo(json.dumps({"error": one_line(message), "line": number}))


def _lines(file: str) -> Iterator[bytes]:
    """Iterate over the lines of a file as they come."""
    if file == "-":
        if sys.stdin is None:
            raise click.ClickException("cannot read the questions: standard input is closed")
        yield from _whole_lines(sys.stdin.buffer, "standard input")
        return
    try:
        opened = open(file, "rb")  # noqa: SIM115, PTH123 - the file may be a pipe
    except (OSError, ValueError) as error:
        raise _unread(show(file), error) from None
    with opened as stream:
        yield from _whole_lines(stream, show(file))


def _whole_lines(stream: BinaryIO, name: str) -> Iterator[bytes]:
    while True:
        try:
            line = stream.readline(LONGEST_LINE)
            more = line
            while len(more) == LONGEST_LINE and not more.endswith(b"\n"):
                more = stream.readline(LONGEST_LINE)
        except OSError as error:
            raise _unread(name, error) from None
        if not line:
            return
        yield line


def _unread(name: str, error: Exception) -> click.ClickException:
    reason = getattr(error, "strerror", None) or error
    return click.UsageError(f"cannot read {name}: {reason}")
