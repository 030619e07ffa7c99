"""The command line: a group that loads a command when it is called, and one place for errors.

Exit statuses: 0 answered, 1 the question cannot be answered, 2 the question is wrong,
130 interrupted.
"""

from __future__ import annotations

import os
import sys
import warnings
from contextlib import suppress
from importlib import import_module
from types import ModuleType
from typing import Any

import click

from .. import __version__
from ..errors import AccuracyError, NotationError, RiskOddsError, TooLargeError, UnreachableError
from ..values import show
from .interrupts import INTERRUPTED
from .words import COMMANDS, COMPLETE, LONGEST_MESSAGE, MINUS, one_line

ANSWERED, NO_ANSWER, WRONG_USAGE = 0, 1, 2
NO_ROOM = "this question needs more memory than there is"


class Commands(click.Group):
    """The group of all commands; numbers alone mean `battle`."""

    def list_commands(self, ctx: click.Context) -> list[str]:
        """Return the names of the commands, in the order of the help."""
        return list(COMMANDS)

    def get_command(self, ctx: click.Context, cmd_name: str) -> click.Command | None:
        """Load a command."""
        if cmd_name not in COMMANDS:
            return None
        module = import_module(f".commands.{cmd_name}", __package__)
        command: click.Command = module.command
        return documented(command, module)

    def parse_args(self, ctx: click.Context, args: list[str]) -> list[str]:
        """Put the command first, and `battle` in front of a question that names none."""
        args = [MINUS + arg[1:] if arg[:1] == "-" and arg[1:2].isdigit() else arg for arg in args]
        if args and args[0].startswith("-") and args[0] not in ("-h", "--help", "--version"):
            named = next((n for n, arg in enumerate(args) if arg in COMMANDS), 0)
            args = [args[named], *args[:named], *args[named + 1 :]]
        unnamed = args and (_is_number(args[0]) or args[0].startswith("-"))
        if unnamed and any(map(_is_number, args)):
            args = ["battle", *args]
        command = self.get_command(ctx, args[0]) if args[1:] else None
        if isinstance(command, click.Group):
            # what stands before the name of a nested command is meant for it
            nested = next((n for n, arg in enumerate(args) if n and arg in command.commands), 0)
            if nested and args[1].startswith("-"):
                args = [args[0], args[nested], *args[1:nested], *args[nested + 1 :]]
        return super().parse_args(ctx, args)

    def format_help(self, ctx: click.Context, formatter: click.HelpFormatter) -> None:
        """Write the help, which is there under ``python -OO`` too."""
        documented(self, sys.modules[__name__])
        super().format_help(ctx, formatter)

    def resolve_command(
        self, ctx: click.Context, args: list[str]
    ) -> tuple[str | None, click.Command | None, list[str]]:
        """Find the command, or say which there are."""
        if args[0] not in COMMANDS:
            from difflib import get_close_matches

            near = get_close_matches(args[0], COMMANDS, 1)
            hint = f"did you mean {near[0]}?" if near else f"there are: {', '.join(COMMANDS)}"
            ctx.fail(f"no command {show(args[0])}, and two numbers ask for a battle; {hint}")
        return super().resolve_command(ctx, args)


def documented(command: click.Command, module: ModuleType) -> click.Command:
    """Return a command whose help is there under ``python -OO`` too."""
    if sys.flags.optimize > 1:
        from .docstrings import restore

        restore(command, module)
    return command


def _is_number(arg: str) -> bool:
    return arg.removeprefix(MINUS).removeprefix("+")[:1].isdigit()


@click.group(
    cls=Commands,
    invoke_without_command=True,
    context_settings={"help_option_names": ["-h", "--help"], "max_content_width": 100},
)
@click.version_option(__version__, message="riskodds %(version)s")
@click.pass_context
def group(ctx: click.Context) -> None:
    """Exact answers to the questions asked at a Risk table.

    \b
    riskodds 12 9                12 armies attack 9
    riskodds 12 9 --stop-at 4    stop with 4 or fewer left
    riskodds roll 3 2            one roll, 3 dice against 2
    riskodds help                how armies are counted, rules, exactness

    The first number counts every army on the attacking territory, the one that
    must stay included. Two numbers alone mean `riskodds battle`.
    """
    if ctx.invoked_subcommand is None:
        click.echo(ctx.get_help())


def run(args: list[str] | None = None) -> int:
    """Run the command line and return its exit status; no exception leaves this function."""
    if sys.stdout is None:
        return _complain("cannot write the answer: standard output is closed", NO_ANSWER)
    try:
        if os.environ.get(COMPLETE):
            from .commands.completion import complete

            return complete(group, os.environ[COMPLETE])
        _look_for_room()
        arguments = list(sys.argv[1:] if args is None else args)
        with warnings.catch_warnings():
            warnings.simplefilter("always", RuntimeWarning)
            warnings.showwarning = _warn
            with group.make_context("riskodds", arguments, **_colour()) as context:
                group.invoke(context)
            sys.stdout.flush()
        return ANSWERED
    except click.exceptions.Exit as end:
        return end.exit_code
    except click.NoSuchOption as error:
        from .options import FLAGS

        name = error.option_name.lstrip("-")
        hint = f"; use --rules {FLAGS[name][0].format('N')}" if name in FLAGS else ""
        return _complain(error.format_message().rstrip(".") + hint, error.exit_code)
    except click.ClickException as error:
        return _complain(error.format_message(), error.exit_code)
    except NotationError as error:
        status = _complain(str(error), WRONG_USAGE)
        if error.text.isprintable() and 0 < len(error.text) <= LONGEST_MESSAGE:
            # what was typed, and a caret under the place
            click.echo(f"  {error.text}\n  {' ' * error.position}^", err=True)
        return status
    except (TooLargeError, UnreachableError, AccuracyError) as error:
        return _complain(str(error), NO_ANSWER)
    except RiskOddsError as error:
        return _complain(str(error), WRONG_USAGE)
    except (MemoryError, SystemError):  # Python may lose the one and then raise the other
        return _complain(NO_ROOM, NO_ANSWER)
    except ImportError as error:
        from .memory import is_lack

        if not is_lack(error):
            raise
        return _complain(NO_ROOM, NO_ANSWER)
    except (KeyboardInterrupt, click.Abort):
        return _complain("interrupted", INTERRUPTED)
    except BrokenPipeError:
        _drop_output()  # whoever read it has enough
        return ANSWERED
    except OSError as error:
        _drop_output()
        return _complain(f"cannot write the answer: {error.strerror}", NO_ANSWER)


def _look_for_room() -> None:
    if "numpy" not in sys.modules:
        from .memory import NumpyFinder

        if NumpyFinder not in sys.meta_path:
            sys.meta_path.insert(0, NumpyFinder)


def _drop_output() -> None:
    """Keep the interpreter from writing again at exit what could not be written."""
    os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())


def _warn(
    message: Warning | str,
    category: type[Warning],
    filename: str,
    lineno: int,
    file: Any = None,
    line: str | None = None,
) -> None:
    click.echo(f"riskodds: {message}", err=True)


def _complain(message: str, status: int) -> int:
    with suppress(OSError):  # nobody may be listening; the status tells
        click.echo(f"riskodds: {one_line(message)}", err=True)
    return status


def _colour() -> dict[str, Any]:
    if os.environ.get("NO_COLOR") or os.environ.get("TERM") == "dumb":
        return {"color": False}
    return {"color": True} if os.environ.get("FORCE_COLOR") else {}
