"""``riskodds tree``: the best plan of an attack that branches."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterator, Mapping, Sequence
from itertools import count
from string import ascii_uppercase
from typing import Any

import click

from ...values import counted
from ..options import attackers_option, number, output_options, rules_option
from ..shares import NEARLY, Share, rounding, sunk, trimmed
from ..text import print_csv, print_json, progress, rules_text, wrapped

# blocks or situations printed; --json lists all
MOST_SHOWN = 12
COLUMNS = ("stack", "at", "open", "armies", "defenders", "attack", "left", "move")


@click.command("tree")
@click.argument("attackers", type=number)
@click.argument("territories", nargs=-1)
@click.option("--and", "others", multiple=True, metavar="ARMIES:TREE", help="Another stack.")
@click.option(
    "--goal",
    default="all",
    metavar="GOAL",
    help="all (taken), number (expected) or worth; all if left out.",
)
@click.option("--worth", metavar="N,N...", help="Worth of each territory, as written.")
@click.option("--switch", is_flag=True, help="The target may change after every roll.")
@rules_option
@attackers_option
@output_options
def command(
    attackers: Any,
    territories: tuple[str, ...],
    others: tuple[str, ...],
    goal: str,
    worth: str | None,
    switch: bool,
    rules: str,
    movable: bool,
    digits: int,
    form: str,
) -> None:
    """Best plan for an attack that branches.

    \b
    riskodds tree 20 '3 [2 1] [4]'  3, then 2 and 1, and 4
    riskodds tree 8 '[2] [2]'       two from one territory
    riskodds tree 8 '[2] [2]' --switch
    riskodds tree 9 '[3] [4]' --goal number
    riskodds tree 9 '[3] [4]' --worth 5,2
    riskodds tree 8 2 --and '9:3 [4]'

    It says what to attack first and how many armies to move in after each
    capture. A battle once begun is fought to its end; with --switch the
    target may change after every roll. --and adds a stack of its own.
    """
    from ...questions import campaigns as questions

    with progress() as report:
        answer = questions.tree(
            attackers,
            territories,
            and_=others,
            goal=goal,
            worth=worth,
            switch=switch,
            rules=rules,
            movable=movable,
            progress=report,
        )
        found = answer.result
        told = answer.to_dict() if form != "text" else {}
    if form == "json":
        print_json(told)
    elif form == "csv":
        print_csv(_rows(found.plans), COLUMNS)
    else:
        for line in _text(found, digits):
            click.echo(line)


def _rows(plans: Sequence[Any]) -> Iterator[dict[str, Any]]:
    for stack, plan in enumerate(plans):
        for each in plan.policy:
            at = "" if each.at is None else each.at
            places, defenders = (" ".join(map(str, n or ())) for n in (each.open, each.defenders))
            for left, move in each.moves:
                row = (stack, at, places, each.armies, defenders, each.attack, left, move)
                yield dict(zip(COLUMNS, row, strict=True))


def _text(found: Any, digits: int) -> Iterator[str]:
    from ...campaigns.territories import show_tree

    plans = found.plans
    for plan in plans:
        armies = f"{plan.attackers:,} armies, {plan.attackers - 1:,} can attack"
        yield from wrapped(f"{armies}: {show_tree(plan.territories)}")
    yield from wrapped(rules_text(plans[0].rules, f"best plan {plans[0].plan}"))
    yield ""
    goal = plans[0].aim
    digits = trimmed(digits, rounding(_at_stake(found)[0]))
    if goal == "all":
        share = _share(found)
        yield f"{'take all':<16} {share.percent(digits):>{digits + 6}}   {share.rare()}".rstrip()
    else:
        count = sum(1 for plan in plans for top in plan.territories for _ in top.walk())
        label = "expected taken" if goal == "number" else "expected worth"
        most = count if goal == "number" else sum(sum(plan.worth) for plan in plans)
        yield f"{label:<16} {found.value:.{max(digits, 2)}f} of {most:g}"
    for stack, plan in enumerate(plans):
        yield ""
        if len(plans) > 1:
            yield f"stack {stack + 1}"
        yield from wrapped(f"named {_named(plan.territories, iter([*_labels(plan).values()][1:]))}")
        yield from _by_roll(plan) if plan.policy[0].defenders else _by_battle(plan)


def _at_stake(found: Any) -> tuple[int, list[Any]]:
    """Return how many armies may be lost, and the rules of the battles."""
    from ...campaigns.contest import contests_of

    ground = [
        each
        for plan in found.plans
        for each in contests_of((n for top in plan.territories for n in top.walk()), plan.rules)
    ]
    armies = sum(plan.attackers for plan in found.plans)
    armies += sum(each.opponents.most for each in ground)
    return armies, [each.rules for each in ground]


def _share(found: Any) -> Share:
    from ...advice.tree_curves import TreeCurve

    armies, rules = _at_stake(found)
    left_out = sunk(armies, *rules)
    rest = None
    if found.value > NEARLY:
        # a plan roll by roll is no worse than one battle by battle
        curves = [(TreeCurve(each.territories, each.rules), each.attackers) for each in found.plans]
        rest = sum(curve.chance(attackers, fails=True) for curve, attackers in curves)
    return Share(found.value, rest, left_out)


def _labels(plan: Any) -> dict[int | None, str]:
    """Return what to call each territory: a letter, in the order of writing."""
    labels: dict[int | None, str] = {None: "start"}
    for n, _ in enumerate(each for top in plan.territories for each in top.walk()):
        again, letter = divmod(n, len(ascii_uppercase))
        labels[n] = f"{ascii_uppercase[letter]}{again or ''}"
    return labels


def _by_battle(plan: Any) -> Iterator[str]:
    labels = _labels(plan)
    blocks: dict[Any, dict[int, list[Any]]] = defaultdict(lambda: defaultdict(list))
    for each in plan.policy:
        blocks[each.at, each.open][each.attack].append(each)
    leads_on = [bool(each.beyond) for top in plan.territories for each in top.walk()]
    shown = 0
    siblings = _siblings(plan)
    for (at, places), by_attack in blocks.items():
        choice = {each.armies: attack for attack, found in by_attack.items() for each in found}
        for attack, decisions in by_attack.items():
            if shown == MOST_SHOWN:
                yield "more situations: --json lists them"
                return
            shown += 1
            where = "from the start" if at is None else f"from {labels[at]}"
            rest = [labels[place] for place in places if place != attack]
            line = f"{where} attack {labels[attack]}"
            if rest:
                line += f", then {' and '.join(rest)}"
            taken = [labels[place] for place in siblings[at] if place not in places]
            if taken:
                line += f", once {' and '.join(taken)} {'is' if len(taken) == 1 else 'are'} taken"
            if len(by_attack) > 1:
                line += f", with {_armies(choice, attack)} armies"
            yield from wrapped(line)
            if rest or leads_on[attack]:
                yield from _moves(max((d.moves for d in decisions), key=len), bool(rest))
            else:
                yield "  move on as you like"


def _named(places: Sequence[Any], names: Iterator[str]) -> str:
    """Return a tree as it is written, with the names of its territories."""
    if not places:
        return ""
    texts = []
    for each in places:
        name = next(names)
        beyond = _named(each.beyond, names)
        texts.append(f"{name}: {each} {beyond}".rstrip())
    return texts[0] if len(texts) == 1 else " ".join(f"[{text}]" for text in texts)


def _siblings(plan: Any) -> dict[int | None, list[int]]:
    """Return the territories next to each one, further on in the tree, by their numbers."""
    found: dict[int | None, list[int]] = {}
    numbers = count()

    def number(at: int | None, places: Sequence[Any]) -> None:
        found[at] = []
        for each in places:
            here = next(numbers)
            found[at].append(here)
            number(here, each.beyond)

    number(None, plan.territories)
    return found


def _armies(choice: Mapping[int, int], attack: int) -> str:
    """Return the numbers of armies with which to attack a territory, as ranges.

    >>> _armies({2: 0, 5: 1, 6: 1, 9: 1, 10: 0, 12: 1}, 1), _armies({2: 0, 3: 1}, 1)
    ('5 to 9 or 12', '3')

    A range may hold numbers that the plan never leads to, but none that attacks another territory.
    """
    ranges: list[list[int]] = []
    before = None
    for armies, attacked in sorted(choice.items()):
        if attacked == attack and before == attack:
            ranges[-1][1] = armies
        elif attacked == attack:
            ranges.append([armies, armies])
        before = attacked
    texts = [str(low) if low == high else f"{low} to {high}" for low, high in ranges]
    return " or ".join([", ".join(texts[:-1]), texts[-1]] if len(texts) > 1 else texts)


def _moves(moves: Sequence[tuple[int, int]], rest: bool) -> Iterator[str]:
    """Iterate over lines that say how many move on, equal rules for neighbours together."""
    while moves:
        left, move = moves[0]
        same = _run([move for _, move in moves])
        stay = _run([left - move for left, move in moves])
        if left - move == 1 and stay >= same:
            text = "all but one move on"
        elif same >= stay:
            text = f"{counted(move, 'moves', 'move')} on"
        else:
            text = f"all but {left - move} move on"
        low = moves[max(same, stay) - 1][0]
        span = f"{left} left" if low == left else f"{low} to {left} left"
        moves = moves[max(same, stay) :]
        yield f"  {text}" if not moves and not rest else f"  {span:>14}: {text}"


def _run(numbers: Sequence[int]) -> int:
    """Return how many numbers at the start are equal."""
    return next((n for n, each in enumerate(numbers) if each != numbers[0]), len(numbers))


def _by_roll(plan: Any) -> Iterator[str]:
    labels = _labels(plan)
    full: dict[int | None, tuple[int, ...]] = {}
    rows = [["armies", "at", "defenders", "roll at", "if it falls"]]
    for each in plan.policy[:MOST_SHOWN]:
        places = full.setdefault(each.at, each.open)
        left = dict(zip(each.open, each.defenders, strict=True))
        against = " ".join(str(left.get(place, "-")) for place in places)
        falls = [f"{counted(move, 'moves', 'move')} on" for _, move in each.moves] or [""]
        rows.append([str(each.armies), labels[each.at], against, labels[each.attack], *falls])
    widths = [max(map(len, column)) for column in zip(*rows, strict=True)]
    for row in rows:
        yield "  ".join(f"{cell:<{w}}" for cell, w in zip(row, widths, strict=True)).rstrip()
    if len(plan.policy) > MOST_SHOWN:
        yield "more situations: --json lists them"
