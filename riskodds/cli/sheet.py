"""A table as one printed page: an SVG that needs nothing else."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from html import escape

from ..advice.lookup import LookupTable
from ..errors import TooLargeError
from .tables import TITLES, heads_of, kind_of, mark

# A4 in millimetres, its margin, and what the heading takes
SHORT, LONG, MARGIN, HEADING = 210.0, 297.0, 10.0, 24.0
# a cell smaller than this cannot be read
LEAST_WIDTH, LEAST_HEIGHT, MOST_WIDTH, MOST_HEIGHT = 4.0, 2.8, 18.0, 9.0
# shades that differ in print without colour too
FILLS = {"win": "#a8d5a2", "undecided": "#f3e6a0", "lose": "#ffffff"}
FONT = "Helvetica, Arial, sans-serif"


def sheet(
    found: LookupTable, labels: Sequence[str], texts: Sequence[Sequence[str]], axis: str
) -> str:
    """Return the table as an SVG of A4 size, upright or lying as it fits best.

    Raises
    ------
    TooLargeError
        A table whose cells would be too small to read.
    """
    heads = heads_of(found)
    pages = ((SHORT, LONG), (LONG, SHORT))
    fits = [_cell(page, len(heads) + 1, len(labels) + 1) for page in pages]
    best = max((0, 1), key=lambda n: min(fits[n][0] / 2, fits[n][1]))
    (across, down), (wide, high) = pages[best], fits[best]
    if wide < LEAST_WIDTH or high < LEAST_HEIGHT:
        raise TooLargeError(
            f"a page has no room for {len(labels):,} rows of {len(heads):,} columns"
        )
    return "\n".join(_drawn(found, heads, labels, texts, axis, (across, down), (wide, high)))


def _cell(page: tuple[float, float], columns: int, rows: int) -> tuple[float, float]:
    wide = min(MOST_WIDTH, (page[0] - 2 * MARGIN) / columns)
    high = min(MOST_HEIGHT, (page[1] - 2 * MARGIN - HEADING) / rows)
    return wide, high


def _drawn(
    found: LookupTable,
    heads: Sequence[str],
    labels: Sequence[str],
    texts: Sequence[Sequence[str]],
    axis: str,
    page: tuple[float, float],
    cell: tuple[float, float],
) -> Iterator[str]:
    across, down = page
    wide, high = cell
    longest = max(len(text) for row in (heads, labels, *texts) for text in row)
    size = min(0.6 * high, 1.5 * wide / (longest + 1), 4.5)
    yield (
        f'<svg xmlns="http://www.w3.org/2000/svg" width="{across:g}mm" height="{down:g}mm" '
        f'viewBox="0 0 {across:g} {down:g}" font-family="{FONT}">'
    )
    title = TITLES[found.shows]
    yield f"<title>{escape(title)}, {escape(str(found.rules))} rules</title>"
    # printed without a margin of the browser's own, so that it stays one page
    yield f"<style>@page {{ size: {across:g}mm {down:g}mm; margin: 0 }}</style>"
    yield f'<rect width="{across:g}" height="{down:g}" fill="#fff"/>'
    yield _text(MARGIN, MARGIN + 5, 6, f"Risk: {title}", weight="bold")
    yield _text(MARGIN, MARGIN + 11, 3.6, axis)
    marked = f"; framed, with a star: {mark(found)}" if found.target is not None else ""
    yield _text(MARGIN, MARGIN + 16, 3.6, f"{found.rules} rules{marked}")
    left, top = MARGIN, MARGIN + HEADING
    for c, head in enumerate(("", *heads)):
        yield _text(left + (c + 0.5) * wide, top - 0.3 * high + high, size, head, weight="bold")
    for r, (label, row) in enumerate(zip(labels, texts, strict=True)):
        y = top + (r + 1) * high
        yield _text(left + 0.5 * wide, y + 0.7 * high, size, label, weight="bold")
        for c, text in enumerate(row):
            x = left + (c + 1) * wide
            value = found.values[r][c]
            fill = FILLS[kind_of(value)] if found.shows == "win" else "#fff"
            star = found.marked(r, c)
            yield _box(x, y, wide, high, fill)
            weight = "bold" if star else "normal"
            yield _text(x + 0.5 * wide, y + 0.7 * high, size, text, weight=weight)
    # frames last, so that no neighbour covers them
    for r in range(len(labels)):
        for c in range(len(heads)):
            if found.marked(r, c):
                x, y = left + (c + 1) * wide, top + (r + 1) * high
                yield _box(x, y, wide, high, "none", "#000", 0.6)
    yield "</svg>"


def _box(
    x: float, y: float, wide: float, high: float, fill: str, line: str = "#999", width: float = 0.1
) -> str:
    return (
        f'<rect x="{x:.2f}" y="{y:.2f}" width="{wide:.2f}" height="{high:.2f}" '
        f'fill="{fill}" stroke="{line}" stroke-width="{width}"/>'
    )


def _text(x: float, y: float, size: float, text: str, *, weight: str = "normal") -> str:
    anchor = "start" if x == MARGIN else "middle"
    return (
        f'<text x="{x:.2f}" y="{y:.2f}" font-size="{size:.2f}" font-weight="{weight}" '
        f'text-anchor="{anchor}">{escape(text)}</text>'
    )
