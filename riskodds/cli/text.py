"""What answers look like: chances as text, bars, JSON and CSV."""

from __future__ import annotations

import os
import sys
from collections.abc import Callable, Iterable, Iterator, Sequence
from contextlib import contextmanager
from time import monotonic
from typing import Any

import click

from .shares import supported

NARROW, WIDE = 60, 100
# seconds before progress is shown
PATIENCE = 1.0
# seconds between two lines of progress where there is no terminal
SILENCE = 10.0
# armies from which a decimal says nothing
LARGE = 10_000
COLOURS = {"win": "green", "lose": "red", "undecided": "yellow"}


def width(most: int | None = WIDE) -> int:
    """Return how many columns an answer may take: what the terminal has, 60 if it is unknown."""
    columns = max(20, _terminal_columns() or NARROW)
    return columns if most is None else min(most, columns)


def _terminal_columns() -> int:
    """Return the columns of the terminal, 0 if unknown: `shutil` tells too, but loads slowly."""
    typed = os.environ.get("COLUMNS", "")
    if typed.isdecimal() and int(typed):
        return int(typed)
    try:
        return os.get_terminal_size(sys.__stdout__.fileno()).columns  # type: ignore[union-attr]
    except (AttributeError, ValueError, OSError):  # closed, detached, or no terminal
        return 0


def amount(number: Any, digits: int, error: float = 0.0) -> str:
    """Return a mean number of armies; large ones without decimals that say nothing.

    Nor are there decimals that a relative `error` does not support.

    >>> amount(7.04, 1), amount(853414.2, 1)
    ('7.0', '853,414')
    """
    digits = supported(digits, error, max(1.0, float(number)))
    return f"{float(number):,.{digits if number < LARGE else 0}f}"


def folded(text: str) -> str:
    """Return a line of words that is too wide for the terminal on several, the later indented."""
    columns = width()
    lines = []
    for line in text.split("\n"):
        plain = click.unstyle(line)
        while len(plain) > columns and plain == line and " " in plain[2:columns]:
            cut = plain.rindex(" ", 2, columns + 1)
            lines.append(line[:cut])
            line = plain = f"  {line[cut:].strip()}"
        lines.append(line)
    return "\n".join(lines)


def rules_text(rules: Any, *more: str, head: str = "") -> str:
    """Return what is said about the rules, behind `head`, on lines that break at a change.

    >>> from riskodds import rules
    >>> rules_text(rules("classic+blitz"), "stop at 4")
    'classic+blitz rules, Balanced Blitz 3.3, stop at 4'
    """
    *changes, last = str(rules).split("+")
    pieces = [*(f"{change}+" for change in changes), f"{last} rules"]
    changed = [each for each in (rules.dice.attack, rules.dice.defence) if each.changed]
    if changed:
        sides = " or ".join(map(str, sorted({each.sides for each in changed})))
        more = (f"changed dice stay within 1 to {sides}", *more)
    if rules.blitz is not None:
        more = (f"Balanced Blitz {rules.blitz.version}", *more)
    if more:
        pieces[-1] += ","
        pieces += [f" {word}," for word in more[:-1]] + [f" {more[-1]}"]
    lines = [head]
    for piece in pieces:
        if lines[-1] and len(lines[-1]) + len(piece) > NARROW:
            lines.append("")
            piece = piece.lstrip()
        lines[-1] += piece
    return "\n".join(line.rstrip() for line in lines)


def stop_text(levels: Sequence[int]) -> str:
    """Return what is said of stop levels; they count all armies, under --movable too."""
    said = f"stop at {', '.join(f'{level:,}' for level in levels)}"
    context = click.get_current_context(silent=True)
    if context is not None and context.params.get("movable"):
        said += f" ({', '.join(f'{level - 1:,}' for level in levels)} can attack)"
    return said


def question(asked: Any) -> Iterator[str]:
    """Iterate over the lines that say which battle was asked for, and how it may stop.

    >>> from riskodds import battle
    >>> list(question(battle(12, 9, stop_at=4)))
    ['12 armies, 11 can attack, against 9', 'classic rules, stop at 4']
    """
    stops = []
    if asked.stop_at > 1:
        stops.append(stop_text([asked.stop_at]))
    if asked.goal:
        stops.append(f"goal {asked.goal:,}")
    rolls = getattr(asked, "rolls", None)
    if rolls is not None:
        stops.append(f"{rolls:,} roll{'s' * (rolls > 1)}")
    yield (
        f"{asked.attackers:,} armies, {asked.attackers - 1:,} can attack, "
        f"against {asked.defenders:,}"
    )
    yield rules_text(asked.rules, *stops)


def bar(share: float, columns: int) -> str:
    """Return a bar that fills this share of the columns, at least a sliver of one."""
    if not _unicode():
        return "#" * max(1, round(share * columns))
    eighths = max(1, round(share * columns * 8))
    return "█" * (eighths // 8) + " ▏▎▍▌▋▊▉"[eighths % 8].strip()


def _unicode() -> bool:
    try:
        "█▏".encode(getattr(sys.stdout, "encoding", None) or "ascii")
    except (UnicodeEncodeError, LookupError):
        return False
    return True


def wrapped(text: str) -> list[str]:
    """Return a sentence in lines that fit."""
    from textwrap import wrap

    return wrap(text, width(), subsequent_indent="  ")


@contextmanager
def progress() -> Iterator[Callable[[float], None]]:
    """Give what shows the share done on stderr: at once on a terminal, else now and then."""
    started = told = monotonic()
    shown = ""
    if not sys.stderr.isatty():

        def tell(share: float) -> None:
            nonlocal told
            if monotonic() - told > SILENCE:
                told = monotonic()
                click.echo(f"riskodds: {share:.0%} done", err=True)

        yield tell
        return

    def report(share: float) -> None:
        nonlocal shown
        text = f"{share:.0%}"
        if text != shown and monotonic() - started > PATIENCE:
            shown = text
            click.echo(f"\r{text:>6} done", nl=False, err=True)

    try:
        yield report
    finally:
        if shown:
            click.echo("\r" + " " * 12 + "\r", nl=False, err=True)


@contextmanager
def waiting() -> Iterator[None]:
    """Say on stderr that a long answer is being worked on, if that is a terminal."""
    if not sys.stderr.isatty():
        yield
        return
    from threading import Timer

    shown = []

    def say() -> None:
        shown.append(True)
        click.echo("working, Ctrl-C stops", nl=False, err=True)

    timer = Timer(PATIENCE, say)
    timer.start()
    try:
        yield
    finally:
        timer.cancel()
        timer.join()
        if shown:
            click.echo("\r" + " " * 24 + "\r", nl=False, err=True)


def left_over(label: str, left: Any, side: str, digits: int, error: float = 0.0) -> str:
    """Return in words how many armies a distribution leaves to a side, on a line or two."""
    low, high = left.interval(0.8)
    likely = f"{low:,}" if low == high else f"{low:,} to {high:,}"
    line = f"{label:<16} {amount(left.mean, digits, error)} {side}s left,"
    more = f"likely {likely}"
    fits = len(line) + 1 + len(more) <= NARROW
    return f"{line} {more}" if fits else f"{line}\n{'':<16} {more}"


def paint(text: str, kind: str, *, bold: bool = False) -> str:
    """Return the text in the colour of a kind of ending."""
    return click.style(text, fg=COLOURS[kind], bold=bold or None)


def print_json(answer: dict[str, Any], **lists: Iterable[dict[str, Any]]) -> None:
    """Print an answer as JSON; the lists follow it, row by row as they are computed."""
    import json

    text = json.dumps(answer, indent=2)
    if not lists:
        click.echo(text)
        return
    click.echo(text.removesuffix("\n}"), nl=False)
    for name, rows in lists.items():
        click.echo(f',\n  "{name}": [', nl=False)
        separator = "\n"
        for row in rows:
            text = json.dumps(row, indent=2).replace("\n", "\n    ")
            click.echo(f"{separator}    {text}", nl=False)
            separator = ",\n"
        click.echo("\n  ]" if separator != "\n" else "]", nl=False)
    click.echo("\n}")


def print_csv(rows: Iterable[dict[str, Any]], columns: Iterable[str] = ()) -> None:
    """Print rows with the same keys as CSV; `columns` are the keys where there may be no rows."""
    head = list(columns)
    if head:
        click.echo(",".join(head))
    for n, row in enumerate(rows):
        if n == 0 and not head:
            click.echo(",".join(row))
        click.echo(",".join(map(_cell, row.values())))


def _cell(value: object) -> str:
    text = str(value)
    return '"' + text.replace('"', '""') + '"' if any(sign in text for sign in ',"\r\n') else text
