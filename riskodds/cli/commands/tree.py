"""``riskodds tree``: the best plan of an attack that branches."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterator, Sequence
from typing import Any

import click

from ..options import attackers_option, from_movable, number, output_options, rules_option, typed
from ..text import counted, one_in, percent, print_csv, print_json, progress, rules_text, wrapped

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
    from ...campaigns.trees import trees

    first = (from_movable(attackers, movable), typed(territories))
    question: dict[str, Any] = {"goal": goal, "switch": switch, "rules": rules}
    if worth is not None:
        question["worth"] = [part.strip() for part in worth.split(",")]
    with progress() as report:
        found = trees([first, *(typed([each]) for each in others)], progress=report, **question)
        plans = found.plans
        if form != "text":
            answer = found.to_dict() if others else plans[0].to_dict()
    if form == "json":
        print_json({"movable": plans[0].attackers - 1, **answer} if movable else answer)
    elif form == "csv":
        print_csv(_rows(plans))
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
    goal = plans[0].goal
    if goal == "all":
        shown = percent(found.value, digits, certain=not found.value)
        yield f"{'take all':<16} {shown:>{digits + 6}}   {one_in(found.value)}".rstrip()
    else:
        count = sum(1 for plan in plans for top in plan.territories for _ in top.walk())
        label = "expected taken" if goal == "number" else "expected worth"
        most = count if goal == "number" else sum(sum(plan.worth) for plan in plans)
        yield f"{label:<16} {found.value:.{max(digits, 2)}f} of {most:g}"
    for stack, plan in enumerate(plans):
        yield ""
        if len(plans) > 1:
            yield f"stack {stack + 1}"
        yield from _by_roll(plan) if plan.policy[0].defenders else _by_battle(plan)


def _labels(plan: Any) -> dict[int | None, str]:
    """Return what to call each territory: its defenders, numbered if several have as many."""
    places = [each for top in plan.territories for each in top.walk()]
    names = [str(each) for each in places]
    labels: dict[int | None, str] = {None: "start"}
    for n, name in enumerate(names):
        nth = names[: n + 1].count(name)
        labels[n] = f"{name} (#{nth})" if names.count(name) > 1 else name
    return labels


def _by_battle(plan: Any) -> Iterator[str]:
    labels = _labels(plan)
    blocks: dict[Any, dict[int, list[Any]]] = defaultdict(lambda: defaultdict(list))
    for each in plan.policy:
        blocks[each.at, each.open][each.attack].append(each)
    leads_on = [bool(each.beyond) for top in plan.territories for each in top.walk()]
    shown = 0
    for (at, places), by_attack in blocks.items():
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
            if len(by_attack) > 1:
                low, high = (f(d.armies for d in decisions) for f in (min, max))
                line += f", with {low if low == high else f'{low} to {high}'} armies"
            yield from wrapped(line)
            if rest or leads_on[attack]:
                yield from _moves(max((d.moves for d in decisions), key=len), bool(rest))
            else:
                yield "  move on as you like"


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
