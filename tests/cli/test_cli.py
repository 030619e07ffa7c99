"""What holds for every command: errors, exit statuses, pipes, terminals."""

import json
import os
import re
import shlex
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import click
import pytest
from cli_runner import ask, ask_process

from riskodds import __version__
from riskodds.cli.main import group
from riskodds.cli.words import COMMANDS


def test_two_numbers_are_a_battle() -> None:
    assert ask("12", "9") == ask("battle", "12", "9")
    assert ask("--json", "12", "9") == ask("battle", "12", "9", "--json")


def test_no_command_prints_the_help() -> None:
    assert ask() == ask("--help")
    assert ask().status == 0
    assert "riskodds 12 9" in ask().out


def test_version() -> None:
    assert ask("--version") == (0, f"riskodds {__version__}\n", "")


@pytest.mark.parametrize("name", COMMANDS)
def test_every_command_has_help_with_examples_first(name: str) -> None:
    status, out, err = ask(name, "--help")
    assert (status, err) == (0, "")
    command = group.get_command(click.Context(group), name)
    assert command is not None
    assert command.name == name
    # usage, blank line, one sentence, blank line, then examples
    assert out.splitlines()[4].startswith("  riskodds ")
    assert all(len(line) <= 60 for line in out.splitlines())
    assert ask(name, "-h").out == out


@pytest.mark.parametrize(
    ("before", "after"),
    [
        ("--json rules show classic", "rules show classic --json"),
        ("rules --json show classic", "rules show classic --json"),
        ("--digits 2 cards odds --hand I,I --draw 1", "cards odds --hand I,I --draw 1 --digits 2"),
        ("cards --digits 2 odds --hand I,I --draw 1", "cards odds --hand I,I --draw 1 --digits 2"),
        ("--json rules", "rules --json"),
    ],
)
def test_options_may_stand_before_a_nested_command(before: str, after: str) -> None:
    found = ask(*before.split())
    assert found.status == 0
    assert found == ask(*after.split())


TRILLION = "1,000,000,000,000"
WRONG = [
    (["0", "9"], f"attackers must be a whole number from 2 to {TRILLION}, not 0"),
    (["-3", "9"], f"attackers must be a whole number from 2 to {TRILLION}, not -3"),
    (["12", "-9"], f"defenders must be a whole number from 1 to {TRILLION}, not -9"),
    (["1", "9"], f"attackers must be a whole number from 2 to {TRILLION}, not 1"),
    (["2.5", "9"], f"attackers must be a whole number from 2 to {TRILLION}, not 2.5"),
    (["12", "abc"], f"defenders must be a whole number from 1 to {TRILLION}, not abc"),
    (["battle", "abc", "9"], f"attackers must be a whole number from 2 to {TRILLION}, not abc"),
    (["battle", "1_0", "9"], f"attackers must be a whole number from 2 to {TRILLION}, not 1_0"),
    (
        ["1" + "0" * 399, "9"],
        f"attackers must be a whole number from 2 to {TRILLION}, "
        "not a number of more than 40 digits",
    ),
    (
        ["12", "9" * 5000],
        f"defenders must be a whole number from 1 to {TRILLION}, "
        "not a number of more than 40 digits",
    ),
    (["12", "9", "--stop-at", "12"], "stop_at must be a whole number from 1 to 11, not 12"),
    (["12", "9", "--stop-at", "40"], "stop_at must be a whole number from 1 to 11, not 40"),
    (["12", "9", "--goal", "-1"], "goal must be a whole number from 0 to 8, not -1"),
    (
        ["12", "9", "--rolls", "0"],
        "rolls must be a whole number from 1 to 2,000,000,000,000, not 0",
    ),
    (["12", "9", "--digits", "16"], "digits must be a whole number from 0 to 15, not 16"),
    (
        ["0", "9", "--movable"],
        "movable attackers must be a whole number from 1 to 999,999,999,999, not 0",
    ),
    (["12", "9", "--json", "--csv"], "choose one of --json and --csv"),
    (["12"], "missing argument 'DEFENDERS'"),
    (["12", "9", "4"], "got unexpected extra argument (4)"),
    (["roll", "4", "2"], "attack dice must be a whole number from 1 to 3, not 4"),
    (["roll", "3", "x"], "defence dice must be a whole number from 1 to 2, not x"),
]  # fmt: skip


@pytest.mark.parametrize(("args", "message"), WRONG, ids=lambda v: str(v)[:40])
def test_wrong_usage_is_one_clear_line(args: list[str], message: str) -> None:
    assert ask(*args) == (2, "", f"riskodds: {message}\n")


@pytest.mark.parametrize(
    ("args", "words"),
    [
        (["12", "9", "--wins"], ["no such option", "--wins"]),
        (["keep", "14", "6", "--capital"], ["no such option '--capital'; use --rules capital"]),
        (["hold", "14", "--attack-dice", "2"], ["'--attack-dice'; use --rules diceNatt"]),
        (["batle", "12", "9"], ["no command batle", "did you mean battle?"]),
        (["attack"], ["no command attack", "there are: battle, roll"]),
        (["12", "9", "--rules", "clasic"], ["rules must be", "classic", "not clasic"]),
    ],
)
def test_wrong_words_say_what_there_is(args: list[str], words: list[str]) -> None:
    status, out, err = ask(*args)
    assert (status, out) == (2, "")
    assert err.count("\n") == 1
    assert all(word in err for word in words)


def test_questions_that_cannot_be_answered_have_status_1() -> None:
    status, out, err = ask("1000", "1000", "--exact")
    assert (status, out) == (1, "")
    assert err == (
        "riskodds: exact fractions are limited to 1,105 fighting armies of both sides together "
        "(4,300 digits), not 1,999\n"
    )


def shell(command: str) -> subprocess.CompletedProcess[str]:
    return subprocess.run(
        ["bash", "-c", command],
        capture_output=True,
        text=True,
        check=False,
        env={**os.environ, "PYTHON": sys.executable},
    )


@pytest.mark.needs("bash")
def test_head_may_close_the_pipe() -> None:
    done = shell("$PYTHON -m riskodds 5000 5000 --csv | head -2; echo ${PIPESTATUS[0]}")
    assert done.stdout.splitlines()[0] == "attackers,defenders,probability"
    assert done.stdout.splitlines()[-1] == "0"
    assert done.stderr == ""


@pytest.mark.needs("bash", "/dev/full")
def test_a_full_disk_is_one_clear_line() -> None:
    done = shell("$PYTHON -m riskodds 12 9 > /dev/full")
    assert done.returncode == 1
    assert done.stderr == "riskodds: cannot write the answer: No space left on device\n"


@pytest.mark.needs("bash")
def test_a_closed_output_is_one_clear_line() -> None:
    done = shell("$PYTHON -m riskodds 12 9 >&-")
    assert done.returncode == 1
    assert done.stderr == "riskodds: cannot write the answer: standard output is closed\n"


def test_no_colour_in_a_pipe() -> None:
    assert "\x1b" not in ask_process("12", "9").out


@pytest.mark.needs("a terminal")
def test_colour_only_on_a_terminal_that_wants_it() -> None:
    import pty  # not on every system

    def on_a_terminal(**environment: str) -> str:
        reader, writer = pty.openpty()
        subprocess.run(
            [sys.executable, "-m", "riskodds", "12", "9"],
            stdout=writer,
            env={**os.environ, "TERM": "xterm", "COLUMNS": "60", "PYTHONUTF8": "1", **environment},
            check=True,
        )
        os.close(writer)
        read = b""
        while chunk := _read(reader):
            read += chunk
        os.close(reader)
        return read.decode()

    assert "\x1b[32m" in on_a_terminal()
    assert "\x1b" not in on_a_terminal(NO_COLOR="1")
    assert "\x1b" not in on_a_terminal(TERM="dumb")


def _read(descriptor: int) -> bytes:
    try:
        return os.read(descriptor, 65536)
    except OSError:  # the other end is closed
        return b""


@pytest.mark.parametrize("columns", ["20", "40", "60", "200"])
def test_no_line_is_wider_than_the_terminal(columns: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("COLUMNS", columns)
    for question in (["12", "9"], ["200", "150"], ["12", "9", "--stop-at", "4", "--goal", "2"]):
        longest = max(map(len, ask(*question).out.splitlines()))
        assert longest <= max(60, int(columns))


def test_a_terminal_without_block_characters() -> None:
    out = ask_process("4", "2", PYTHONUTF8="0", PYTHONIOENCODING="ascii").out
    assert "#####" in out
    assert out.isascii()


def test_json_is_json() -> None:
    answer = json.loads(ask("roll", "3", "2", "--json").out)
    assert answer["outcomes"][0] == {
        "attacker_losses": 0,
        "defender_losses": 2,
        "probability": 2890 / 7776,
        "probability_exact": "1445/3888",
    }


def test_options_may_stand_before_the_command() -> None:
    assert ask("--json", "battle", "12", "9") == ask("battle", "12", "9", "--json")
    assert ask("--digits", "3", "roll", "3", "2") == ask("roll", "3", "2", "--digits", "3")


@pytest.mark.needs("bash")
@pytest.mark.parametrize(
    "to", ["&-", pytest.param("/dev/full", marks=pytest.mark.needs("/dev/full"))]
)
def test_the_status_is_right_though_nobody_hears_the_message(to: str) -> None:
    assert shell(f"$PYTHON -m riskodds 12 0 2>{to}").returncode == 2


def test_what_was_typed_is_shown_as_it_was_and_harmless() -> None:
    assert ask("12", "9", "-5").err == "riskodds: got unexpected extra argument (-5)\n"
    err = ask("\r\x1b]0;x\x07", "3").err
    assert err.isprintable() or err[:-1].isprintable()
    assert len(ask("x" * 300).err) < 400


def test_warnings_never_keep_an_answer_away() -> None:
    done = subprocess.run(
        [
            sys.executable,
            "-W",
            "error",
            "-c",
            "import sys; sys.modules['numba'] = None\n"
            "from riskodds.__main__ import main\nmain(['3000000', '2500000', '--stop-at', '9'])",
        ],
        capture_output=True,
        text=True,
        env={**os.environ, "PYTHONUTF8": "1"},
        check=False,
    )
    assert done.returncode == 0
    assert "Traceback" not in done.stderr


def examples() -> Iterator[str]:
    # these read a file or what is typed
    for name in set(COMMANDS) - {"batch", "live", "luck"}:
        command = group.get_command(click.Context(group), name)
        assert command is not None
        inner = command.commands.values() if isinstance(command, click.Group) else ()
        for each in (command, *inner):
            for line in map(str.strip, (each.help or "").splitlines()):
                if line.startswith("riskodds "):
                    yield re.split(r"\s{2,}", line)[0]


@pytest.mark.parametrize("example", sorted(examples()))
def test_the_examples_of_the_help_answer(
    example: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)  # some write a picture
    status, out, err = ask(*shlex.split(example)[1:])
    assert (status, err) == (0, "")
    assert out
