"""``riskodds battle``, which is also what two numbers alone mean: one battle."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import TYPE_CHECKING, Any, NamedTuple

import click

from ...battles.odds import BattleOdds
from ...distribution import Distribution
from ...questions import battles as questions
from ...variants.rules import Rules
from ..options import (
    dice_flags,
    number,
    output_options,
    plot_option,
    rules_option,
    stop_options,
)
from ..text import (
    amount,
    bar,
    folded,
    is_certain,
    left_over,
    one_in,
    paint,
    percent,
    print_csv,
    print_json,
    question,
    width,
)

if TYPE_CHECKING:
    from ...advice.dice_choice import SeenOdds

# bars for one kind of ending; longer lists are drawn in groups of neighbours
MOST_BARS = 12
# endings rarer than this share of the most likely one are drawn together
SHORTEST_BAR = 1 / 50
# what the longest bar must keep beside the sums
SHORTEST_LONGEST = 12
LONGEST_FRACTION = 50
LABELS = {"win": "take it", "lose": "fail", "undecided": "stop short"}
# how the defender may choose his dice, as the text says it
WAYS = {"announced": "before the roll", "greedy": "by each roll", "optimal": "at best"}


@click.command("battle")
@click.argument("attackers", type=number)
@click.argument("defenders", type=number)
@stop_options
@rules_option
@dice_flags
@click.option("--movable", is_flag=True, help="ATTACKERS counts only armies free to attack.")
@click.option("--exact", is_flag=True, help="Answer in fractions too.")
@click.option("--all", "complete", is_flag=True, help="List all outcomes of a large battle too.")
@plot_option
@output_options
def command(
    attackers: Any,
    defenders: Any,
    stops: dict[str, Any],
    rules: Rules,
    movable: bool,
    exact: bool,
    complete: bool,
    plot: Callable[[str, Any], None],
    digits: int,
    form: str,
) -> None:
    """Odds of one battle.

    \b
    riskodds 12 9                12 armies attack 9
    riskodds 12 9 --stop-at 4    stop with 4 or fewer left
    riskodds 12 9 --goal 2       wear the defender down to 2
    riskodds 11 9 --movable      11 of them free to attack
    riskodds 12 9 --capital      the defender has a die more
    riskodds 12 9 --rules global-domination+blitz
    riskodds 12 9 --plot 12v9.png
    riskodds 12 9 --json         for another program

    ATTACKERS counts every army on the attacking territory, the one that must
    stay included; DEFENDERS every army on the other. Likely is what happens 8
    times in 10.
    """
    answer = questions.battle(
        attackers, defenders, **stops, rules=rules, movable=movable, exact=exact, all_=complete
    )
    odds, worth = answer.result
    plot("battle", odds)
    if form == "json":
        print_json(answer.about(), **answer.streamed())
    elif form == "csv":
        print_csv(odds.rows(complete=complete))
    else:
        for line in _text(odds, worth, digits):
            click.echo(folded(line))


def _text(odds: BattleOdds, worth: SeenOdds | None, digits: int) -> Iterator[str]:
    yield from question(odds)
    yield ""
    yield from _chances(odds, digits)
    if worth is not None:
        yield ""
        yield "take it, with defence dice chosen"
        for name, chance in worth.to_dict().items():
            yield f"{WAYS[name]:<16} {percent(chance, digits, certain=False):>{digits + 6}}"
    yield ""
    attacker, defender = odds.expected_attacker_losses, odds.expected_defender_losses
    yield (
        f"expected losses  attacker {amount(attacker, digits)}, defender {amount(defender, digits)}"
    )
    if odds.win:
        yield left_over("if it works", odds.attackers_left("win"), "attacker", digits)
    if odds.lose:
        yield left_over("if it fails", odds.defenders_left("lose"), "defender", digits)
    if odds.possible("undecided") and odds.undecided:
        both = odds.attackers_left("undecided"), odds.defenders_left("undecided")
        means = " : ".join(amount(left.mean, digits) for left in both)
        yield f"if it stops      {means} left on average"
    yield ""
    yield from _bars(odds, digits)


def _chances(odds: BattleOdds, digits: int) -> Iterator[str]:
    labels = {k: label for k, label in LABELS.items() if odds.possible(k) or k != "undecided"}
    if odds.goal:
        labels["reached"] = f"get to {odds.goal:,} or less"
    for kind, label in labels.items():
        chance, certain = getattr(odds, kind), is_certain(odds, kind)
        line = f"{label:<16} {percent(chance, digits, certain=certain):>{digits + 6}}"
        rare = "" if certain else one_in(chance, odds.left_out)
        yield f"{line}   {rare}".rstrip()
        if odds.exact:
            yield f"  = {_fraction(chance)}"


def _fraction(chance: Any) -> str:
    text = f"{chance.numerator}/{chance.denominator}"
    if len(text) <= LONGEST_FRACTION:
        return text
    return f"a fraction of {len(text):,} characters; --json prints it"


def _bars(odds: BattleOdds, digits: int) -> Iterator[str]:
    rows = list(_endings(odds))
    most = max(row.chance for row in rows)
    shown = [row for row in rows if row.chance >= most * SHORTEST_BAR]
    labels = max(len(row.label) for row in shown)
    columns = width() - labels - digits - 10
    ordered = any(row.better is not None for row in shown)
    summed = ordered and columns - digits - 8 >= SHORTEST_LONGEST
    if summed:
        columns -= digits + 8
    yield f"attackers : defenders left{', its chance, this or better' * summed}"
    for row in shown:
        share = percent(row.chance, digits, certain=row.chance == 1)
        line = f"{row.label:>{labels}}  {share:>{digits + 6}}  "
        if summed:
            sum_ = "" if row.better is None else percent(row.better, digits, certain=row.last)
            line += f"{sum_:>{digits + 6}}  "
        yield line + paint(bar(float(row.chance / most), columns), row.kind)
    rest = 1 - sum(row.chance for row in shown)
    if len(shown) < len(rows) or rest > 1e-9:
        yield f"{'others':>{labels}}  {percent(max(rest, 0), digits, certain=False):>{digits + 6}}"


class _Row(NamedTuple):
    """Endings of one kind that are drawn as one bar."""

    label: str
    chance: Any
    kind: str
    # the chance of these endings or better ones, where there is an order, and whether none is worse
    better: Any = None
    last: bool = False


def _endings(odds: BattleOdds) -> Iterator[_Row]:
    """Iterate over all endings, neighbours grouped if there are many."""
    if odds.win:
        left = odds.attackers_left("win")
        only = not odds.possible("lose") and not odds.possible("undecided")
        for label, chance, first, _ in _groups(left, descending=True):
            better = left.at_least(first) * odds.win
            certain = only and first == left.values[0]
            yield _Row(f"{label} : 0", chance * odds.win, "win", better, certain)
    if odds.undecided:
        both = odds.attackers_left("undecided"), odds.defenders_left("undecided")
        if len(both[0]) * len(both[1]) <= MOST_BARS**2:
            for (attackers, defenders), chance in odds.outcomes.items():
                if attackers > 1 and defenders:
                    yield _Row(f"{attackers:,} : {defenders:,}", chance, "undecided")
        elif len(both[0]) > len(both[1]):
            for label, chance, _, _ in _groups(both[0], descending=True):
                yield _Row(f"{label} : any", chance * odds.undecided, "undecided")
        else:
            for label, chance, _, _ in _groups(both[1], descending=False):
                yield _Row(f"any : {label}", chance * odds.undecided, "undecided")
    if odds.lose:
        left = odds.defenders_left("lose")
        for label, chance, _, last in _groups(left, descending=False):
            better = None if odds.undecided else odds.win + left.at_most(last) * odds.lose
            certain = not odds.left_out and last == left.values[-1]
            yield _Row(f"1 : {label}", chance * odds.lose, "lose", better, certain)


def _groups(left: Distribution, *, descending: bool) -> list[tuple[str, Any, int, int]]:
    """Return (label, chance, first, last) of neighbours that are drawn together."""
    low, high = left.interval(0.99)
    step = 1
    while (high - low) // step >= MOST_BARS:
        step *= 5 if str(step)[0] == "2" else 2
        step = int(str(step).replace("4", "5"))
    groups = []
    for start in range(low - low % step, high + 1, step):
        first = max(start, int(left.values[0]))
        last = min(start + step - 1, int(left.values[-1]))
        label = f"{first:,}" if first == last else f"{first:,}-{last:,}"
        groups.append((label, left.between(first, last), first, last))
    return groups[::-1] if descending else groups
