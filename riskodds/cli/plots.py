"""Pictures of answers: the only importer of matplotlib."""

from __future__ import annotations

import io
import os
from bisect import bisect_left
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from ..advice.lookup import LookupTable
from ..battles.odds import BattleOdds
from ..distribution import Distribution
from ..values import counted
from ..vectors import plain
from .interrupts import unwound
from .shares import Share, stage_shares
from .tables import TITLES, cells, heads_of, mark

if TYPE_CHECKING:
    from matplotlib.axes import Axes
    from matplotlib.figure import Figure

    from ..advice.path_tables import PathTable
    from ..campaigns.paths import PathOdds

SIZE = (8.0, 5.0)
DOTS = 150
# dark enough to be told apart without colour too
COLOURS = {"win": "#4c9f70", "undecided": "#e0b040", "lose": "#b5484a"}
GREY = "#606060"
# more numbers than this are drawn as an area, not as bars
MOST_BARS = 120
# of more numbers than this only some are drawn
MOST_POINTS = 2000
# more cells than this bear no numbers
MOST_TEXTS = 800
MOST_CURVES = 10
# what is cut off a distribution's ends, all in all
CUT = 1e-4


@contextmanager
def figure(*, size: tuple[float, float] = SIZE) -> Iterator[Figure]:
    """Give a figure to draw in, in our style.

    Raises
    ------
    click.ClickException
        matplotlib is not installed.
    """
    import logging

    # it reports on fonts and caches, which is nothing to the one who asked
    logging.getLogger("matplotlib").setLevel(logging.CRITICAL)
    # no window is opened, and what a notebook has set may not be had here
    backend = os.environ.pop("MPLBACKEND", None)
    try:
        import matplotlib
        from matplotlib.figure import Figure
    except ModuleNotFoundError:
        raise click.ClickException(
            "a picture needs matplotlib, which is not installed: pip install 'riskodds[plot]'"
        ) from None
    finally:
        if backend is not None:
            os.environ["MPLBACKEND"] = backend
    style: Any = {
        "font.size": 10,
        "axes.spines.top": False,
        "axes.spines.right": False,
        "axes.axisbelow": True,
        "svg.fonttype": "none",  # text stays text
        "svg.hashsalt": "riskodds",  # the same answer gives the same file
    }
    with matplotlib.rc_context(style):
        yield Figure(figsize=size, dpi=DOTS, layout="constrained")


def write(drawn: Figure, file: str) -> None:
    """Write a figure, whole or not at all.

    Raises
    ------
    click.ClickException
        The file cannot be written.
    """
    form = file.lower().rpartition(".")[2]  # of a file called ".svg" too
    buffer = io.BytesIO()
    dates = {"svg": {"Date": None}, "pdf": {"CreationDate": None}}
    drawn.savefig(buffer, format=form, metadata=dates.get(form))
    # a link is followed, and what is no file, such as a device, is written to as it stands
    target = Path(os.path.realpath(file))
    in_place = target.exists() and not target.is_file()
    part = target if in_place else target.with_name(f".{target.name}.{os.getpid()}.part")
    try:
        with unwound():
            try:
                part.write_bytes(buffer.getvalue())
                if not in_place:
                    part.replace(target)
            finally:
                if not in_place:
                    part.unlink(missing_ok=True)
    except OSError as error:
        raise click.ClickException(f"cannot write {file}: {error.strerror}") from None


def draw_battle(odds: BattleOdds, drawn: Figure) -> None:
    """Draw how a battle ends: the chances of every ending, and what they sum up to."""
    parts: list[tuple[str, str, Distribution, Any]] = []
    if odds.win:
        parts.append(("win", "taken", odds.attackers_left("win"), odds.win))
    if odds.undecided:
        left = odds.attackers_left("undecided")
        parts.append(("undecided", "stopped short", left, odds.undecided))
    if odds.lose:
        parts.append(("lose", "failed", odds.defenders_left("lose"), odds.lose))
    spans = [left.interval(1 - CUT) for _, _, left, _ in parts]
    widths = [max(0.2 * max(high - low + 1 for low, high in spans), high - low + 1)
              for low, high in spans]  # fmt: skip
    grid = drawn.subplots(
        2, len(parts), sharex="col", sharey="row", squeeze=False, width_ratios=widths
    )
    most = 0.0
    for n, ((kind, word, left, share), (low, high)) in enumerate(zip(parts, spans, strict=True)):
        side = "defenders" if kind == "lose" else "attackers"
        part = slice(bisect_left(left.values, low), bisect_left(left.values, high) + 1)
        numbers = [int(value) for value in plain(left.values[part])]
        chances = [100 * float(p * share) for p in plain(left.chances[part])]
        sums = _sums(chances, at_least=kind != "lose")
        if kind == "lose" and not odds.undecided:
            # every win is better than any way to fail
            sums = [100 * float(odds.win) + each for each in sums]
        step = -(-len(numbers) // MOST_POINTS)
        numbers, chances, sums = numbers[::step], chances[::step], sums[::step]
        top, bottom = grid[:, n]
        _columns(top, numbers, chances, COLOURS[kind])
        bottom.step(numbers, sums, where="mid", color=COLOURS[kind], linewidth=2)
        top.set_title(f"{word} {Share.of(odds, kind).percent(1)}")
        most = max(most, *chances)
        bottom.set_xlabel(f"{side} left")
        bottom.set_ylim(0, 105)
        _whole_ticks(bottom)
        for each in (top, bottom):
            each.grid(axis="y", color="#dddddd")
    grid[0, 0].set_ylabel("chance in %")
    grid[1, 0].set_ylabel("so many or better, in %")
    # set once all are drawn: a limit set before holds for those that come after
    grid[0, 0].set_ylim(0, 1.06 * most)
    drawn.suptitle(
        f"{odds.attackers:,} armies against {odds.defenders:,}, {odds.rules} rules{_stops(odds)}"
    )


def _sums(chances: list[float], *, at_least: bool) -> list[float]:
    """Return the chance of each number or a better one: more attackers, fewer defenders."""
    from itertools import accumulate

    if not at_least:
        return list(accumulate(chances))
    return list(accumulate(chances[::-1]))[::-1]


def _stops(odds: BattleOdds) -> str:
    stops = [f"stop at {odds.stop_at:,}"] * (odds.stop_at > 1)
    stops += [f"goal {odds.goal:,}"] * (odds.goal > 0)
    if odds.rolls is not None:
        stops.append(counted(odds.rolls, "roll", "rolls"))
    return "".join(f", {stop}" for stop in stops)


def _columns(on: Axes, numbers: list[int], chances: list[float], colour: str) -> None:
    if len(numbers) > MOST_BARS:
        on.fill_between(numbers, chances, step="mid", color=colour)
    else:
        on.bar(numbers, chances, color=colour, width=0.85)


def _whole_ticks(on: Axes) -> None:
    from matplotlib.ticker import FuncFormatter, MaxNLocator

    on.xaxis.set_major_locator(MaxNLocator(nbins=6, integer=True, min_n_ticks=1))
    on.xaxis.set_major_formatter(FuncFormatter(lambda value, _: f"{value:,.0f}"))


def _grid_size(found: LookupTable) -> tuple[float, float]:
    columns, rows = len(found.columns), len(found.rows)
    if columns * rows > MOST_TEXTS:
        return 8.0, 7.0
    return min(24.0, max(6.0, 2.5 + 0.42 * columns)), min(24.0, max(3.5, 1.8 + 0.26 * rows))


def draw_grid(found: LookupTable, drawn: Figure) -> None:
    """Draw a table in shades that rise in brightness, so that they read without colour."""
    from matplotlib.patches import Rectangle

    on = drawn.subplots()
    scale = 100 if found.shows == "win" else 1
    values = [
        [float("nan") if value is None else scale * float(value) for value in row]
        for row in found.values
    ]
    low, high = 0.0, 100.0
    if found.shows != "win":
        known = [value for row in values for value in row if value == value] or [0.0]
        low, high = min(known), max(known)
    shades = on.imshow(values, cmap="viridis", aspect="auto", vmin=low, vmax=high)
    heads = heads_of(found)
    for set_ticks, labels in (
        (on.set_xticks, heads),
        (on.set_yticks, [f"{n:,}" for n in found.rows]),
    ):
        step = -(-len(labels) // 40)
        set_ticks(range(0, len(labels), step), labels[::step])
    on.xaxis.tick_top()
    on.xaxis.set_label_position("top")
    needs = found.shows == "needed"
    on.set_xlabel("chance to take it" if needs else "defenders")
    on.set_ylabel("defenders" if needs else "attackers (all armies)")
    if len(found.rows) * len(heads) <= MOST_TEXTS:
        for r, row in enumerate(cells(found, 0 if found.shows in ("win", "needed") else 1)):
            for c, text in enumerate(row):
                dark = values[r][c] < low + 0.6 * (high - low)
                on.text(
                    c,
                    r,
                    text.lstrip("*"),
                    ha="center",
                    va="center",
                    fontsize=8,
                    color="white" if dark else "black",
                )
    for r in range(len(found.rows)):
        for c in range(len(heads)):
            if found.marked(r, c):
                on.add_patch(
                    Rectangle((c - 0.5, r - 0.5), 1, 1, fill=False, edgecolor="#ff3030", lw=2)
                )
    drawn.colorbar(shades, ax=on, label=TITLES[found.shows])
    marked = f"\nframed: {mark(found)}" if found.target is not None else ""
    drawn.suptitle(f"{TITLES[found.shows]}, {found.rules} rules{marked}")


def _path_size(odds: PathOdds[float]) -> tuple[float, float]:
    return 8.0, min(40.0, max(3.0, 1.6 + 0.6 * len(odds.stages)))


def draw_path(odds: PathOdds[float], drawn: Figure) -> None:
    """Draw how far a path gets: for each territory the chance to reach and to take it."""
    on = drawn.subplots()
    places = list(range(len(odds.stages)))
    shown = [dict(zip(("reached", "captured"), pair, strict=True)) for pair in stage_shares(odds)]
    for offset, name, colour in ((-0.2, "reached", "#c0c8d0"), (0.2, "captured", COLOURS["win"])):
        shares = [float(getattr(stage, name)) for stage in odds.stages]
        ends = [place + offset for place in places]
        label = {"captured": "taken"}.get(name, name)
        on.barh(ends, [100 * share for share in shares], height=0.38, color=colour, label=label)
        for place, (end, share) in enumerate(zip(ends, shares, strict=True)):
            says = shown[place][name].percent(1)
            on.text(100 * share + 1, end, says, va="center", fontsize=9)
    on.set_yticks(places, [str(stage.territory) for stage in odds.stages])
    on.invert_yaxis()
    on.set_xlim(0, 112)
    on.set_xticks(range(0, 101, 20))
    on.set_xlabel("chance in %")
    on.set_ylabel("territory (its defenders)")
    on.grid(axis="x", color="#dddddd")
    drawn.legend(loc="outside lower right", ncols=2, frameon=False)
    drawn.suptitle(
        f"{odds.attackers:,} armies through {len(odds.stages):,} territories, {odds.rules} rules"
    )


def draw_sweep(table: PathTable, drawn: Figure) -> None:
    """Draw the chances to take each territory of a path, by armies at the start."""
    on = drawn.subplots()
    found = table.to_dict()
    armies = [row["attackers"] for row in found["rows"]]
    names = [str(each) for each in found["defenders"]]
    # the last is what is asked; of many, some before it
    shown = range(0, len(names), -(-len(names) // MOST_CURVES))
    last = len(names) - 1
    for n in sorted({*shown, last}):
        strength = 0.35 + 0.65 * (n + 1) / len(names)
        on.plot(
            armies,
            [100 * row["captured"][n] for row in found["rows"]],
            color=COLOURS["win"] if n == last else GREY,
            alpha=1 if n == last else strength,
            linewidth=2.2 if n == last else 1.2,
            marker=".",
            label=f"{n + 1}: {names[n]}",
        )
    target = 100 * found["target"]
    on.axhline(target, color="black", linestyle="--", linewidth=1)
    on.text(armies[0], target + 1, f"{target:.6g} %", va="bottom")
    on.set_ylim(0, 108)
    on.set_xlabel("armies at the start (all)")
    on.set_ylabel("chance to take the territory, in %")
    on.grid(color="#dddddd")
    _whole_ticks(on)
    on.legend(title="territory: defenders", loc="lower right")
    drawn.suptitle(f"through {', '.join(names[:12])}, {found['rules']} rules")


def save(file: str, name: str, answer: Any) -> None:
    """Draw an answer, a battle, grid, path or sweep, and write it."""
    draw, size = PICTURES[name]
    with figure(size=size(answer)) as drawn:
        draw(answer, drawn)
        write(drawn, file)


# name -> (what draws it, its size in inches)
PICTURES: dict[str, tuple[Callable[[Any, Figure], None], Callable[[Any], tuple[float, float]]]] = {
    "battle": (draw_battle, lambda _: SIZE),
    "grid": (draw_grid, _grid_size),
    "path": (draw_path, _path_size),
    "sweep": (draw_sweep, lambda _: SIZE),
}
