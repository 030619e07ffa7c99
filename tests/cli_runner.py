"""Run the command line as a user does: in a process of its own, or quicker in this one."""

from __future__ import annotations

import contextlib
import io
import os
import subprocess
import sys
from typing import NamedTuple

from riskodds.cli.main import run


class Answer(NamedTuple):
    """What a command printed and the status it ended with."""

    status: int
    out: str
    err: str


def ask(*args: str, stdin: str = "") -> Answer:
    """Run a command in this process."""
    out, err = (io.TextIOWrapper(io.BytesIO(), encoding="utf-8", newline="\n") for _ in range(2))
    given, sys.stdin = sys.stdin, io.TextIOWrapper(io.BytesIO(stdin.encode()), encoding="utf-8")
    try:
        with contextlib.redirect_stdout(out), contextlib.redirect_stderr(err):
            status = run(list(args))
    finally:
        sys.stdin = given
    texts = []
    for stream in (out, err):
        stream.seek(0)
        texts.append(stream.read())
    return Answer(status, *texts)


def ask_process(*args: str, **environment: str) -> Answer:
    """Run ``python -m riskodds`` with these variables on top of the environment."""
    done = subprocess.run(
        [sys.executable, "-m", "riskodds", *args],
        capture_output=True,
        text=True,
        encoding="utf-8",
        env={**os.environ, "PYTHONUTF8": "1", **environment},
        check=False,
    )
    return Answer(done.returncode, done.stdout, done.stderr)


# what no quick question may load
HEAVY = {"numpy", "scipy", "numba", "rich", "matplotlib"}


def loaded_by(code: str) -> set[str]:
    done = subprocess.run(
        [sys.executable, "-c", f"{code}\nimport sys; sys.stderr.write(' '.join(sys.modules))"],
        capture_output=True,
        text=True,
        check=True,
    )
    return {name.partition(".")[0] for name in done.stderr.split()}


def refuse(kind: type[BaseException], made: tuple[object, ...]) -> None:
    """Raise an error, in another process too: a test file cannot be imported there."""
    raise kind(*made)
