"""Ask the command line and the readers of the library what `fuzz_grammar` writes, and check.

The long form runs apart from the tests, each case in a process that is watched::

    python tests/fuzzing.py --cases 200000 --seed 1 --jobs 1
    python tests/fuzzing.py --replay 1:4711
    python tests/fuzzing.py --mode signals --cases 300

It prints a line of JSON for each finding and its progress on stderr, and ends with status 1 if
anything was found. The other modes start a process for each case: `signals` interrupts it at a
random moment, `memory` gives it little, `threads` asks from eight threads at once.
"""

from __future__ import annotations

import argparse
import contextlib
import faulthandler
import io
import json
import multiprocessing
import os
import signal
import subprocess
import sys
import tempfile
import time
import traceback
from collections import Counter
from collections.abc import Iterator
from dataclasses import replace
from multiprocessing.connection import Connection
from pathlib import Path
from random import Random
from typing import Any

from fuzz_grammar import Case, Grammar

import riskodds
from riskodds import game
from riskodds.cli.main import run

STATUSES = (0, 1, 2, 130)
MOST_SECONDS, MOST_BYTES = 10, 2 << 30
# NotationError shows what was typed and a caret below its one line; warnings may come before it
MOST_LINES = 5
# what holds a chance wherever it stands in an answer
CHANCES = {
    "probability", "undecided", "lose", "reached", "left_out", "error_bound", "chance",
    "at_least_this_bad", "at_least_this_good",
}  # fmt: skip
ROOT = str(Path(riskodds.__file__).parent)


def check(case: Case) -> str | None:
    """Ask, and return the kind of the fault, or None."""
    if case.given is not None:
        return _check_reader(case)
    for name, content in case.files.items():
        Path(name).write_bytes(content)
    out, err = (
        io.TextIOWrapper(io.BytesIO(), encoding="utf-8", errors=errors, newline="\n")
        for errors in ("strict", "backslashreplace")
    )
    given, sys.stdin = sys.stdin, io.TextIOWrapper(io.BytesIO(case.stdin), encoding="utf-8")
    try:
        with contextlib.redirect_stdout(out), contextlib.redirect_stderr(err):
            status = run(list(case.args))
    except BaseException as error:
        return _place(error)
    finally:
        sys.stdin = given
    texts = []
    for stream in (out, err):
        stream.flush()
        stream.seek(0)
        texts.append(stream.read())
    return judge(case, status, *texts)


def judge(case: Case, status: int, out: str, err: str) -> str | None:
    """Return what is wrong with an answer, or None."""
    if status not in STATUSES:
        return f"status {status}"
    if "Traceback" in err:
        return f"traceback on stderr: {err.strip().splitlines()[-1][:80]}"
    if len(err.splitlines()) > MOST_LINES:
        return f"{case.command}: more than {MOST_LINES} lines on stderr"
    if status in (1, 2) and not err.strip():
        return f"{case.command}: status {status} without a word"
    if status == 2 and out:
        return f"{case.command}: status 2 after an answer"
    if status == 0 and case.as_json:
        return _judge_json(case, out)
    if status == 0 and case.command == "batch" and "--help" not in case.args:
        return _judge_json(case, out) if "-h" not in case.args else None
    return None


def _judge_json(case: Case, out: str) -> str | None:
    texts = out.splitlines() if case.command in ("live", "batch") else [out]
    for text in texts:
        try:
            answer = json.loads(text, parse_constant=_refuse)
        except ValueError as error:
            return f"{case.command}: no JSON: {error}"[:90]
        for fault in _faults(answer):
            return f"{case.command}: {fault}"
    return None


def _refuse(text: str) -> None:
    raise ValueError(f"{text} is no number of JSON")


def _faults(answer: Any) -> Iterator[str]:
    """Iterate over chances that are none, and chances of all cases that do not add up."""
    if isinstance(answer, list):
        for each in answer:
            yield from _faults(each)
    if not isinstance(answer, dict) or "trials" in answer:  # what is simulated is counted
        return
    for key, value in answer.items():
        chance = key in CHANCES and isinstance(value, int | float)
        if chance and not 0 <= value <= 1:
            yield f"{key} is outside 0 to 1"
        if isinstance(value, dict | list):
            yield from _faults(value)
    whole = [answer.get(key) for key in ("win", "lose", "undecided")]
    if all(isinstance(value, float) for value in whole):
        total = sum(value for value in whole if isinstance(value, float))
        if abs(total - 1) > 1e-9 + answer.get("left_out", 0):
            yield "win, lose and undecided do not add up to 1"


def _check_reader(case: Case) -> str | None:
    name = case.command.removeprefix("riskodds.")
    try:
        given = list(case.given)
        if name in ("status", "is_legal"):
            state = game.start(game.new_game(3))
            if name == "is_legal":
                game.is_legal(state, game.move_from_dict(given[0]))
            else:
                game.status(replace(state, **given[0]))
        else:
            if name == "parse_move":
                given.append(game.new_game(3))
            elif name == "read_card":
                given.append(game.load_board())
            home = game if name in game.__all__ else riskodds
            getattr(home, name)(*given)
    except riskodds.RiskOddsError as error:
        if "\n" in str(error) and not isinstance(error, game.FaultsError):
            return f"{name}: a message of several lines"
    except Exception as error:
        return f"{name}: {_place(error)}"
    return None


def _place(error: BaseException) -> str:
    """Return the type of an error and the last line of the package that it went through."""
    frames = traceback.extract_tb(error.__traceback__)
    inside = [f for f in frames if f.filename.startswith(ROOT)] or frames
    last = inside[-1]
    return f"{type(error).__name__} at {Path(last.filename).name}:{last.lineno} {last.name}"


# the long form: a worker that asks one case after the other, and a watch over it


def _work(
    cases: Grammar, indexes: range, ends: tuple[Connection, Connection], stacks: str, folder: str
) -> None:
    other, pipe = ends
    other.close()  # so that a worker whose watch is gone ends too
    os.chdir(folder)
    with open(stacks, "w") as file:  # noqa: PTH123
        faulthandler.register(signal.SIGUSR1, file=file, all_threads=False)
        faulthandler.enable(file)
        for index in indexes:
            pipe.send(check(cases.case(index)))
    os._exit(0)


class _Watched:
    """A worker over some indexes, started again behind a case that it does not survive."""

    def __init__(self, cases: Grammar, indexes: range, folder: str) -> None:
        self.cases, self.indexes, self.folder = cases, indexes, folder
        self.stacks = str(Path(folder, "stacks"))

    def findings(self) -> Iterator[tuple[int, str | None]]:
        """Iterate over each index and the kind of fault found there."""
        left = self.indexes
        fork = multiprocessing.get_context("fork")
        while left:
            here, there = fork.Pipe(duplex=False)
            sys.stdout.flush()
            given = (self.cases, left, (here, there), self.stacks, self.folder)
            worker = fork.Process(target=_work, args=given)
            worker.start()
            there.close()
            assert worker.pid is not None
            for index in left:
                left = left[1:]
                fault, dead = self._wait(worker.pid, here)
                yield index, fault
                if dead:
                    break
            worker.kill()
            worker.join()
            here.close()

    def _wait(self, pid: int, pipe: Connection) -> tuple[str | None, bool]:
        """Return the fault of the case that is asked now, and whether that was its end."""
        began: float | None = None
        while not pipe.poll(0.2 if began is not None else 1):
            seconds, size = _used(pid)
            began = seconds if began is None else began
            kind = "memory" if size > MOST_BYTES else ""
            if seconds - began > MOST_SECONDS:
                kind = "time"
            if kind:
                os.kill(pid, signal.SIGUSR1)
                time.sleep(0.3)
                return f"{kind}: {self._stack()}", True
        try:
            return pipe.recv(), False
        except EOFError:
            return f"crash: {self._stack()}", True

    def _stack(self) -> str:
        """Return the innermost places of the package where a worker was."""
        lines = Path(self.stacks).read_text(errors="replace").splitlines()
        places = [line.split(ROOT)[1] for line in lines if ROOT in line]
        heads = [line for line in lines if line.startswith("Fatal")]
        names = [p.split('"')[0].strip("/") + ":" + p.rpartition(" in ")[2] for p in places[:3]]
        return " < ".join([*heads, *names])


def _used(pid: int) -> tuple[float, int]:
    """Return the processor time and the memory that a process has used."""
    try:
        words = Path(f"/proc/{pid}/stat").read_text().rpartition(")")[2].split()
        pages = int(Path(f"/proc/{pid}/statm").read_text().split()[1])
    except OSError:
        return 0, 0
    ticks = int(words[11]) + int(words[12])
    return ticks / os.sysconf("SC_CLK_TCK"), pages * os.sysconf("SC_PAGE_SIZE")


# modes with a process for each case


THREADS = """
import json, sys, threading
from riskodds.cli.main import run
sys.setswitchinterval(1e-6)
class Quiet:
    def write(self, text): return len(text)
    def flush(self): pass
sys.stdout = Quiet()
found = []
def ask():
    try:
        found.append(run(json.loads(sys.argv[1])))
    except BaseException as error:
        found.append(repr(error))
threads = [threading.Thread(target=ask) for _ in range(8)]
[t.start() for t in threads]
[t.join() for t in threads]
if len(set(found)) > 1 or not set(found) <= {0, 1, 2, 130}:
    sys.exit(f"Traceback: {sorted(map(str, set(found)))}")
"""


def in_process(case: Case, mode: str, folder: str) -> str | None:
    """Ask in a process of its own that is disturbed, and return the kind of fault, or None."""
    rng = Random(f"{mode}:{case.seed}:{case.index}")
    for name, content in case.files.items():
        Path(folder, name).write_bytes(content)
    command = [sys.executable, "-m", "riskodds", *case.args]
    if mode == "threads":
        command = [sys.executable, "-c", THREADS, json.dumps(case.args)]
    size = rng.randint(60, 1500) << 20

    def little() -> None:
        import resource  # not on every system

        resource.setrlimit(resource.RLIMIT_AS, (size, size))

    started = subprocess.Popen(
        command,
        cwd=folder,
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        preexec_fn=little if mode == "memory" else None,
        env={**os.environ, "PYTHONUTF8": "1"},
    )
    with started:
        try:
            if mode == "signals":
                with contextlib.suppress(subprocess.TimeoutExpired):
                    started.communicate(case.stdin, timeout=rng.uniform(0.05, 1.5))
                if started.poll() is None:
                    started.send_signal(signal.SIGINT)
            out, err = started.communicate(
                None if mode == "signals" else case.stdin, timeout=6 * MOST_SECONDS
            )
        except subprocess.TimeoutExpired:
            started.kill()
            return f"{mode}: time"
        except ValueError:  # all was read before the signal came
            return None
    words = err.decode("utf-8", "replace")
    if mode == "threads":  # each of them complains
        words = "\n".join(dict.fromkeys(words.splitlines()))
    if mode == "signals" and (started.returncode < 0 or "Traceback" in words):
        return _interrupted(started.returncode, out, words)
    if mode == "memory" and started.returncode and "riskodds" not in words:
        last = (words.strip().splitlines() or [""])[-1]
        return f"memory: status {started.returncode} {last[:90]}"
    case = replace(case, as_json=case.as_json and mode != "threads")
    fault = judge(case, started.returncode, out.decode("utf-8", "replace"), words)
    return fault and f"{mode}: {fault}"


def _interrupted(status: int, out: bytes, words: str) -> str | None:
    """Return where an interrupt went past the command line, or None if it was not yet reached."""
    places = [line.split(ROOT)[1] for line in words.splitlines() if ROOT in line]
    if places:
        ended = "" if "ignored" not in words else ", ignored"
        return f"signals: status {status}, interrupted at {places[-1][1:]}{ended}"
    if not out and "riskodds" not in words:
        return None  # while the interpreter started
    return f"signals: status {status} {'after' if out else 'without'} an answer {words[-80:]}"


def _disturbed(cases: Grammar, indexes: range, mode: str, folder: str) -> Iterator[Any]:
    for index in indexes:
        case = cases.case(index)
        if case.given is None and not any("\0" in arg for arg in case.args):
            yield index, in_process(case, mode, folder)


# the command


def _findings(given: argparse.Namespace) -> Iterator[tuple[int, str | None]]:
    cases = Grammar(given.seed, small=given.small)
    with tempfile.TemporaryDirectory() as folder:
        for first in range(given.start, given.start + given.cases, given.chunk):
            end = min(first + given.chunk, given.start + given.cases)
            for_job = range(first + given.job, end, given.jobs)
            if given.mode == "plain":
                yield from _Watched(cases, for_job, folder).findings()
            else:
                yield from _disturbed(cases, for_job, given.mode, folder)


def _options() -> argparse.Namespace:
    asked = argparse.ArgumentParser(description="Fuzz the command line and the readers.")
    asked.add_argument("--cases", type=int, default=10_000)
    asked.add_argument("--seed", type=int, default=1)
    asked.add_argument("--start", type=int, default=0, help="the first case")
    asked.add_argument("--jobs", type=int, default=1)
    asked.add_argument("--chunk", type=int, default=2000, help="cases that a worker lives for")
    asked.add_argument("--mode", choices=("plain", "signals", "memory", "threads"), default="plain")
    asked.add_argument("--small", action="store_true", help="only what is answered at once")
    asked.add_argument("--replay", help="one case, as SEED:INDEX")
    given = asked.parse_args()
    given.job = 0
    return given


def _report(given: argparse.Namespace, kinds: Counter[str]) -> None:
    cases = Grammar(given.seed, small=given.small)
    began = shown = time.monotonic()
    for done, (index, fault) in enumerate(_findings(given), 1):
        if fault:
            kinds[fault] += 1
            print(json.dumps({"fault": fault, **cases.case(index).to_dict()}), flush=True)
        now = time.monotonic()
        if now - shown > 10:
            shown = now
            print(f"{done} cases, {done / (now - began):.0f} a second, {kinds.total()} findings "
                  f"of {len(kinds)} kinds", file=sys.stderr)  # fmt: skip
    print(f"all asked, {time.monotonic() - began:.0f} s", file=sys.stderr)


def main() -> int:
    """Run the long form."""
    given = _options()
    # big kernels are loaded once and not in every worker
    with contextlib.redirect_stdout(io.StringIO()):
        run(["20000", "20000", "--json"])
    if given.replay:
        seed, index = given.replay.split(":")
        given.seed, given.start, given.cases = int(seed), int(index), 1
    children = []
    for job in range(1, given.jobs):
        child = os.fork()
        if not child:
            given.job = job
            break
        children.append(child)
    kinds: Counter[str] = Counter()
    _report(given, kinds)
    found = bool(kinds)
    for child in children:
        found |= bool(os.waitpid(child, 0)[1])
    for kind, count in kinds.most_common():
        print(f"{count:6} {kind}", file=sys.stderr)
    return int(found)


if __name__ == "__main__":
    sys.exit(main())
