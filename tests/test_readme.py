"""The README is run: its console examples, its Python, its JSON; and it names every command."""

import doctest
import json
import re
import shlex
from pathlib import Path

import pytest
from cli_runner import ask

from riskodds.cli.words import COMMANDS

README = (Path(__file__).parents[1] / "README.md").read_text(encoding="utf-8")
FENCES = re.findall(r"^```(\w+)\n(.*?)^```$", README, re.MULTILINE | re.DOTALL)
CONSOLE = [body for language, body in FENCES if language == "console"]
PYTHON = "\n".join(body for language, body in FENCES if language == "python")


@pytest.mark.parametrize("block", CONSOLE, ids=lambda b: b.splitlines()[0])
def test_console_examples(block: str) -> None:
    command, _, expected = block.partition("\n")
    prompt, program, *args = shlex.split(command)
    assert (prompt, program) == ("$", "riskodds")
    answer = ask(*args)
    assert answer.status == 0
    if expected.endswith("...\n"):
        assert answer.out.startswith(expected.removesuffix("...\n"))
    else:
        assert answer.out == expected


def test_python_examples() -> None:
    test = doctest.DocTestParser().get_doctest(PYTHON, {}, "README.md", "README.md", 0)
    assert len(test.examples) > 5
    assert doctest.DocTestRunner().run(test).failed == 0


def test_the_json_of_the_readme_round_trips() -> None:
    block = next(b for b in CONSOLE if "--json" in b.splitlines()[0])
    text = block.partition("\n")[2]
    assert json.dumps(json.loads(text), indent=2) + "\n" == text


def test_the_commands_in_the_tables_answer() -> None:
    commands = [c for c in re.findall(r"`(riskodds [^`]*)`", README) if " " in c]
    assert len(commands) > 8
    for command in commands:
        answer = ask(*shlex.split(command)[1:])
        assert answer.status == 0, command
        assert answer.out


def test_the_readme_names_every_command() -> None:
    for name in COMMANDS:
        assert f"riskodds {name}" in README or name == "battle", name


def test_exactly_two_commands_set_up() -> None:
    blocks = [body for language, body in FENCES if language == "sh"]
    assert len(blocks) == 2
    assert all(body.count("\n") == 1 for body in blocks)
    assert blocks[0].endswith("riskodds 12 9\n")
    assert blocks[1].endswith("pytest\n")


def test_the_rules_file_of_the_readme_is_read(tmp_path: Path) -> None:
    file = tmp_path / "house.toml"
    file.write_text(next(body for language, body in FENCES if language == "toml"))
    answer = ask("12", "9", "--rules", "house", "--rules-file", str(file))
    assert answer.status == 0
    assert "house rules" in answer.out
    chosen = ask("12", "9", "--rules-file", str(file))
    assert chosen.status == 2
    assert chosen.err == "riskodds: choose from the rules file with --rules; it has house\n"
