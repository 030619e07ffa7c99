"""The pages of the help: they fit, what they ask answers, and their figures are right."""

from __future__ import annotations

import os
import re
import shlex
import subprocess
import sys

import pytest
from cli_runner import ask, ask_process

from riskodds.cli.commands.help import TOPICS
from riskodds.cli.words import COMMANDS


@pytest.fixture(autouse=True)
def narrow(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("COLUMNS", "60")


@pytest.mark.parametrize("topic", TOPICS)
def test_pages_fit_and_their_commands_answer(topic: str) -> None:
    status, out, err = ask("help", topic)
    assert (status, err) == (0, "")
    assert max(map(len, out.splitlines())) <= 60
    commands = re.findall(r"^  riskodds (.*?)(?:\s{2,}(.*))?$", out, re.MULTILINE)
    assert commands
    for command, says in commands:
        answer = ask(*shlex.split(command.replace("NAME", "capital")))
        assert (answer.status, answer.err) == (0, "")
        if says.endswith("%"):
            assert f"take it           {says}" in answer.out


def test_the_list_of_pages() -> None:
    out = ask("help").out
    for topic in TOPICS:
        assert f"riskodds help {topic}" in out
    assert set(COMMANDS) <= set(re.findall(r"[a-z]+", out))
    assert max(map(len, out.splitlines())) <= 60


@pytest.mark.parametrize("name", [name for name in COMMANDS if name not in TOPICS])
def test_help_on_a_command_is_its_help(name: str) -> None:
    assert ask("help", name) == ask(name, "--help")


def test_an_unknown_topic_is_one_clear_line() -> None:
    assert ask("help", "luck!") == (
        2,
        "",
        "riskodds: no help on luck!; there are counts, rules, exact and the commands\n",
    )


@pytest.mark.parametrize("command", ["", "battle", "rules show", "cards odds", "table"])
def test_help_without_docstrings(command: str) -> None:
    """``python -OO`` strips docstrings, and keeps the help."""
    asked = [*command.split(), "--help"]
    done = subprocess.run(
        [sys.executable, "-OO", "-m", "riskodds", *asked],
        capture_output=True,
        text=True,
        encoding="utf-8",
        env={**os.environ, "PYTHONUTF8": "1", "COLUMNS": "80"},
        check=True,
    )
    assert done.stdout == ask_process(*asked, COLUMNS="80").out
