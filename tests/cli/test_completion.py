"""Shell completion: the scripts load, and complete what can follow."""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
from pathlib import Path

import pytest
from cli_runner import ask

from riskodds.cli.words import COMMANDS
from riskodds.variants.rules import rules_names

SHELLS = ["bash", "zsh", "fish"]


def run_in(shell: str, script: str, tmp_path: Path) -> subprocess.CompletedProcess[str]:
    """Run a script in a shell that finds this riskodds."""
    program = tmp_path / "riskodds"
    program.write_text(f'#!/bin/sh\nexec {sys.executable} -m riskodds "$@"\n')
    program.chmod(0o755)
    return subprocess.run(
        [shell, "-c", script],
        capture_output=True,
        text=True,
        check=False,
        env={
            **os.environ,
            "PATH": f"{tmp_path}{os.pathsep}{os.environ['PATH']}",
            "PYTHONPATH": os.pathsep.join(sys.path),
        },
    )


@pytest.mark.needs("bash")
@pytest.mark.parametrize(
    ("typed", "words"),
    [
        ("riskodds compa", ["compare"]),
        ("riskodds ba", ["battle", "batch"]),
        ("riskodds battle 12 9 --sto", ["--stop-at"]),
        ("riskodds 12 9 --mov", ["--movable"]),
        ("riskodds cards o", ["odds"]),
        ("riskodds table --sh", ["--show", "--sheet"]),
        ("riskodds 12 9 --rules thr", ["three-defence-dice"]),
        ("riskodds 12 9 --rules classic+cap", ["classic+capital"]),
        ("riskodds no-such 12 --a", []),
    ],
)
def test_bash_completes(typed: str, words: list[str], tmp_path: Path) -> None:
    array = " ".join(f"'{word}'" for word in typed.split(" "))
    script = (
        'eval "$(riskodds completion bash)"; complete -p riskodds; '
        f"COMP_WORDS=({array}); COMP_CWORD=$((${{#COMP_WORDS[@]}} - 1)); "
        '_riskodds_completion riskodds; printf "%s\\n" "${COMPREPLY[@]}"'
    )
    done = run_in("bash", script, tmp_path)
    assert (done.returncode, done.stderr) == (0, "")
    first, *rest = done.stdout.splitlines()
    assert first == "complete -o nosort -F _riskodds_completion riskodds"
    assert [word for word in rest if word] == words


@pytest.mark.needs("sh")
@pytest.mark.parametrize("shell", SHELLS)
def test_every_shell_gets_a_script_that_loads(shell: str, tmp_path: Path) -> None:
    status, out, err = ask("completion", shell)
    assert (status, err) == (0, "")
    assert f"_RISKODDS_COMPLETE={shell}_complete" in out
    if shutil.which(shell) is not None:
        (tmp_path / "script").write_text(out)
        check = "fish --no-execute" if shell == "fish" else f"{shell} -n"
        done = run_in("sh", f"{check} {tmp_path / 'script'}", tmp_path)
        assert (done.returncode, done.stderr) == (0, "")


def test_one_command_explains_it() -> None:
    out = ask("completion").out
    for shell in SHELLS:
        assert f"riskodds completion {shell}" in out
    assert max(map(len, out.splitlines())) <= 60


def test_an_unknown_shell_is_one_clear_line() -> None:
    assert ask("completion", "csh") == (
        2,
        "",
        "riskodds: shell must be one of bash, zsh, fish, not csh\n",
    )


@pytest.mark.parametrize("instruction", ["csh_complete", "bash_", "rubbish", "bash_complete"])
def test_a_broken_script_is_answered_quietly(
    instruction: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("_RISKODDS_COMPLETE", instruction)
    monkeypatch.delenv("COMP_WORDS", raising=False)
    assert ask() == (1, "", "")


def complete(monkeypatch: pytest.MonkeyPatch, *words: str) -> list[str]:
    monkeypatch.setenv("_RISKODDS_COMPLETE", "bash_complete")
    monkeypatch.setenv("COMP_WORDS", " ".join(words))
    monkeypatch.setenv("COMP_CWORD", str(len(words) - 1))
    status, out, err = ask()
    assert (status, err) == (0, "")
    return [line.partition(",")[2] for line in out.splitlines()]


def test_all_commands_and_all_rules(monkeypatch: pytest.MonkeyPatch) -> None:
    assert complete(monkeypatch, "riskodds", "''") == list(COMMANDS)
    rules = complete(monkeypatch, "riskodds", "path", "--rules", "''")
    assert set(rules_names()) <= set(rules)
    monkeypatch.delenv("_RISKODDS_COMPLETE")
    for name in rules:
        assert ask("12", "9", "--rules", name).status == 0
