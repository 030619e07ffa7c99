"""``riskodds battle``, which is also what two numbers alone mean: one battle."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import TYPE_CHECKING, Any, NamedTuple

import click

from ...battles.odds import ENDINGS, BattleOdds
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
from ..shares import Share, trimmed
from ..text import (
    amount,
    bar,
    folded,
    left_over,
    paint,
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
    error = odds.error_bound
    digits = trimmed(digits, error)
    yield from question(odds)
    yield ""
    yield from _chances(odds, digits)
    if worth is not None:
        yield ""
        yield "take it, with defence dice chosen"
        for name, chance in worth.to_dict().items():
            share = Share(chance, worth.fails.get(name), odds.left_out)
            yield f"{WAYS[name]:<16} {share.percent(digits):>{digits + 6}}"
    yield ""
    attacker, defender = odds.expected_attacker_losses, odds.expected_defender_losses
    yield (
        f"expected losses  attacker {amount(attacker, digits, error)}, "
        f"defender {amount(defender, digits, error)}"
    )
    if odds.win:
        yield left_over("if it works", odds.attackers_left("win"), "attacker", digits, error)
    if odds.lose:
        yield left_over("if it fails", odds.defenders_left("lose"), "defender", digits, error)
    if odds.possible("undecided") and odds.undecided:
        both = odds.attackers_left("undecided"), odds.defenders_left("undecided")
        means = " : ".join(amount(left.mean, digits, error) for left in both)
        yield f"if it stops      {means} left on average"
    yield ""
    yield from _bars(odds, digits)


def _chances(odds: BattleOdds, digits: int) -> Iterator[str]:
    labels = {k: label for k, label in LABELS.items() if odds.possible(k) or k != "undecided"}
    if odds.goal:
        labels["reached"] = f"get to {odds.goal:,} or less"
    for kind, label in labels.items():
        share = Share.of(odds, kind)
        line = f"{label:<16} {share.percent(digits):>{digits + 6}}"
        yield f"{line}   {share.rare()}".rstrip()
        if odds.exact:
            yield f"  = {_fraction(share.chance)}"


def _fraction(chance: Any) -> str:
    text = f"{chance.numerator}/{chance.denominator}"
    if len(text) <= LONGEST_FRACTION:
        return text
    return f"a fraction of {len(text):,} characters; --json prints it"


def _bars(odds: BattleOdds, digits: int) -> Iterator[str]:
    rows = list(_endings(odds))
    most = max(row.share.chance for row in rows)
    shown = [row for row in rows if row.share.chance >= most * SHORTEST_BAR]
    labels = max(len(row.label) for row in shown)
    columns = width() - labels - digits - 10
    ordered = any(row.better is not None for row in shown)
    summed = ordered and columns - digits - 8 >= SHORTEST_LONGEST
    if summed:
        columns -= digits + 8
    yield f"attackers : defenders left{', its chance, this or better' * summed}"
    together = sum(row.share.chance for row in shown)
    others = []
    if len(shown) < len(rows) or 1 - together > 1e-9:
        rest = Share(max(1 - together, 0), together, left_out=1.0)
        others.append(f"{'others':>{labels}}  {rest.percent(digits):>{digits + 6}}")
    # below the worst ending, and a sum of 100 %, there can be no others
    last = shown[-1].better is not None and shown[-1].better.certain
    if last:
        yield from others
    for row in shown:
        line = f"{row.label:>{labels}}  {row.share.percent(digits):>{digits + 6}}  "
        if summed:
            sum_ = "" if row.better is None else row.better.percent(digits)
            line += f"{sum_:>{digits + 6}}  "
        yield line + paint(bar(float(row.share.chance / most), columns), row.kind)
    if not last:
        yield from others


class _Row(NamedTuple):
    """Endings of one kind that are drawn as one bar."""

    label: str
    share: Share
    kind: str
    # of these endings or better ones, where there is an order
    better: Share | None = None


def _endings(odds: BattleOdds) -> Iterator[_Row]:
    """Iterate over all endings, neighbours grouped if there are many."""

    def share(kind: str, chance: Any, *whole: bool) -> Share:
        # the rest is possible unless these are all endings of the only kind there is
        others = any(odds.possible(each) for each in ENDINGS if each != kind)
        return Share(chance * getattr(odds, kind), others or not all(whole), odds.left_out)

    if odds.win:
        left = odds.attackers_left("win")
        for label, chance, first, last in _groups(left, descending=True):
            worst, best = first == left.values[0], last == left.values[-1]
            above = share("win", left.at_least(first), worst)
            yield _Row(f"{label} : 0", share("win", chance, worst, best), "win", above)
    if odds.undecided:
        both = odds.attackers_left("undecided"), odds.defenders_left("undecided")
        if len(both[0]) * len(both[1]) <= MOST_BARS**2:
            one = len(odds.outcomes) == 1
            for (attackers, defenders), chance in odds.outcomes.items():
                if attackers > 1 and defenders:
                    found = Share(chance, not one, odds.left_out)
                    yield _Row(f"{attackers:,} : {defenders:,}", found, "undecided")
        else:
            longer = len(both[1]) >= len(both[0])
            for label, chance, first, last in _groups(both[longer], descending=not longer):
                ends = first == both[longer].values[0], last == both[longer].values[-1]
                found = share("undecided", chance, *ends)
                yield _Row(f"any : {label}" if longer else f"{label} : any", found, "undecided")
    if odds.lose:
        left = odds.defenders_left("lose")
        for label, chance, first, last in _groups(left, descending=False):
            best, worst = first == left.values[0], last == left.values[-1]
            sum_ = odds.win + left.at_most(last) * odds.lose
            better = None if odds.undecided else Share(sum_, not worst, odds.left_out)
            yield _Row(f"1 : {label}", share("lose", chance, best, worst), "lose", better)


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
