"""``riskodds batch``: many questions in one process, a line of JSON each."""

from __future__ import annotations

import sys
from collections.abc import Iterator
from typing import Any, BinaryIO

import click
from click.core import ParameterSource

from ...errors import InputError, RiskOddsError
from ...values import from_json, show
from ..options import FORMS
from ..text import ONE_LINE
from ..words import COMMANDS, one_line

# parameters that say how to print an answer, not what to answer
PRINTING = {*(f"as_{form}" for form in FORMS), "digits", "plot"}
# commands that read standard input themselves, which holds the questions here
TYPED_INTO = {"live"}
# how much of a line is read; no question is this long
LONGEST_LINE = 1_000_000


@click.command("batch")
@click.argument("file", metavar="[FILE.jsonl]", default="-")
@click.pass_context
def command(context: click.Context, file: str) -> None:
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
    context.meta[ONE_LINE] = True
    questions = Questions(context)
    for number, line in enumerate(_lines(file), 1):
        if not line.strip():
            continue
        try:
            questions.answer(_read(line))
        except click.ClickException as error:
            _fail(number, error.format_message())
        except RiskOddsError as error:
            _fail(number, str(error))
        except MemoryError:
            _fail(number, "this question needs more memory than there is")
        except OSError:
            raise  # the answers cannot be written
        except Exception as error:
            # whatever a line does, the others are answered
            _fail(number, f"a fault of riskodds: {type(error).__name__}: {error}")


class Question:
    """A command that is asked over and over: what it takes, and what it is told by default."""

    def __init__(self, name: str, command: click.Command, context: click.Context) -> None:
        self.name = name
        self.command = command
        self.context = command.make_context(
            name.rpartition(" ")[2], [], parent=context, resilient_parsing=True
        )
        self.context.resilient_parsing = False
        self.defaults = {**self.context.params, "as_json": True}
        self.takes: dict[str, click.Parameter] = {}
        # an argument goes before an option of the same name, which is then asked for with dashes
        for each in sorted(command.params, key=lambda each: isinstance(each, click.Option)):
            if each.name not in PRINTING:
                for key in _names(each):
                    self.takes.setdefault(key, each)
        self.required = {
            each.name: key for key, each in self.takes.items() if each.required and each.name
        }

    def ask(self, given: dict[str, Any]) -> None:
        """Print the answer to the question with these arguments and options."""
        values = dict(self.defaults)
        asked = []
        for key, value in given.items():
            parameter = self.takes.get(key) or self.takes.get(key.replace("-", "_"))
            if parameter is None:
                raise InputError(f"{self.name} takes no {show(key)}; {self._hint(key)}")
            if value is not None:  # null is left out
                assert parameter.name is not None
                values[parameter.name] = self._value(key, parameter, value)
                asked.append(parameter.name)
        for name, key in self.required.items():
            if values[name] in (None, ()):
                raise InputError(f"{self.name} needs {key}")
        assert self.command.callback is not None
        # a command may want to know what was asked for and what goes without saying
        for name in asked:
            self.context.set_parameter_source(name, ParameterSource.COMMANDLINE)
        try:
            with self.context.scope(cleanup=False):
                self.command.callback(**values)
        finally:
            for name in asked:
                self.context.set_parameter_source(name, ParameterSource.DEFAULT)

    def _value(self, key: str, parameter: click.Parameter, value: Any) -> Any:
        """Return a value as the command line would have read it."""
        if getattr(parameter, "is_flag", False):
            if not isinstance(value, bool):
                raise InputError(f"{key} must be true or false, not {show(_typed(value))}")
            return value
        several = parameter.multiple or parameter.nargs != 1
        if isinstance(value, list) and not several:
            value = ",".join(map(_typed, value))
        words = [_typed(each) for each in (value if isinstance(value, list) else [value])]
        if parameter.nargs > 1 and len(words) != parameter.nargs:
            raise InputError(
                f"{key} must be a list of {parameter.nargs}, not {show(_typed(value))}"
            )
        read = tuple(parameter.type(word, parameter, self.context) for word in words)
        return read if several else read[0]

    def _hint(self, key: str) -> str:
        from difflib import get_close_matches

        names = [name for name in self.takes if not name.startswith("--")]
        near = get_close_matches(key, names, 1)
        return f"did you mean {near[0]}?" if near else f"it takes {', '.join(names)}"


class Questions:
    """The commands that have been asked so far, by name."""

    def __init__(self, context: click.Context) -> None:
        self._context = context
        self._known: dict[str, Question] = {}

    def answer(self, given: dict[str, Any]) -> None:
        """Print the answer to one question."""
        name = given.pop("command", "battle")
        question = self._known.get(name) if isinstance(name, str) else None
        if question is None:
            question = self._known[name] = self._load(name)
        question.ask(given)

    def _load(self, name: Any) -> Question:
        words = name.split(" ") if isinstance(name, str) else [""]
        group = self._context.find_root().command
        assert isinstance(group, click.Group)
        command = group.get_command(self._context, words[0])
        for word in words[1:]:
            inner = command.commands if isinstance(command, click.Group) else {}
            command = inner.get(word)
        if (
            command is None
            or words[0] in TYPED_INTO
            or not any(each.name == "as_json" for each in command.params)
        ):
            raise InputError(
                f"command must be one that prints JSON, such as {', '.join(COMMANDS[:4])}, "
                f"not {show(_typed(name))}"
            )
        return Question(name, command, self._context)


def _names(parameter: click.Parameter) -> list[str]:
    """Return what a parameter is called: an argument as in the help, an option as it is typed."""
    if isinstance(parameter, click.Argument):
        word = (parameter.metavar or str(parameter.name)).strip("[].").lower()
        return [word if word.isidentifier() else str(parameter.name)]
    long = [name for name in parameter.opts if name.startswith("--")]
    return [key for name in long for key in (name[2:].replace("-", "_"), name)]


def _typed(value: Any) -> str:
    """Return a JSON value as one would have typed it."""
    if isinstance(value, str):
        return value
    if isinstance(value, bool | list | dict) or value is None:
        import json

        return json.dumps(value)
    return str(value)


def _read(line: bytes) -> dict[str, Any]:
    """Return the question that a line holds."""
    if len(line) >= LONGEST_LINE:
        raise InputError(f"a question must be shorter than {LONGEST_LINE:,} bytes")
    question = from_json(line, "this line is no JSON")
    if not isinstance(question, dict):
        raise InputError(
            f'a question must be an object such as {{"attackers": 12, "defenders": 9}}, '
            f"not {show(_typed(question))}"
        )
    return question


def _fail(number: int, message: str) -> None:
    import json

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
