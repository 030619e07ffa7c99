"""``riskodds luck``: how likely was what happened, in a battle, a log of battles, or dice."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import TYPE_CHECKING, Any

import click

from ...questions import luck as questions
from ...values import counted
from ...variants.rules import Rules
from ..options import (
    attackers_option,
    check_named,
    dice_flags,
    number,
    output_options,
    rules_and_names_option,
    stop_options,
)
from ..shares import Share, one_in, rounding, trimmed
from ..text import (
    amount,
    folded,
    print_csv,
    print_json,
    progress,
    question,
    rules_text,
)

if TYPE_CHECKING:
    from ...records.fairness import Fairness, Fit
    from ...records.luck import Fortune, Luck, Record

MOST_ROWS = 20
LONGEST_NAME = 9


@click.command("luck")
@click.argument("asked", nargs=-1, required=True, metavar="ATTACKERS DEFENDERS | FILE")
@click.option("--left", nargs=2, type=number, metavar="A D", help="Armies left, all of them.")
@stop_options
@rules_and_names_option
@dice_flags
@attackers_option
@output_options
def command(
    asked: tuple[str, ...],
    left: tuple[Any, Any] | None,
    stops: dict[str, Any],
    rules: Rules,
    given: str | None,
    named: dict[str, Rules],
    movable: bool,
    digits: int,
    form: str,
) -> None:
    """How lucky was that?

    \b
    riskodds luck 12 5 --left 1 3
    riskodds luck 12 9 --rolls 4 --left 8 5
    riskodds luck battles.csv
    riskodds luck dice.txt

    One battle is ranked among all its endings. In a CSV file each line is a
    battle, under a header such as

    \b
    attackers,defenders,attackers_left,defenders_left

    to which attacking_player, defending_player, rules, stop_at, goal and rolls
    may be added. In a file of dice each line is a roll such as 653 64.
    """
    if left is not None:
        check_named(given, named)
    with progress() as report:
        answer = questions.luck(
            asked,
            left=left,
            **stops,
            rules=rules,
            named=named,
            movable=movable,
            progress=report,
        )
    found = answer.result
    if form == "json":
        print_json(answer.to_dict())
    elif form == "csv":
        print_csv(_rows(found))
    else:
        for line in _lines(found, digits):
            click.echo(folded(line))


def _rows(found: Any) -> list[dict[str, Any]]:
    if hasattr(found, "battles"):
        return _even([fought.to_dict() for fought in found.battles])
    if hasattr(found, "asked"):
        return [found.to_dict()]
    columns = ("test", "number", "chance", "effect_size")
    return [dict(zip(columns, row, strict=True)) for row in _tests(found)]


def _lines(found: Any, digits: int) -> Iterator[str]:
    if hasattr(found, "battles"):
        return _record_text(found, digits)
    return _text(found, digits) if hasattr(found, "asked") else _dice_text(found, digits)


def _text(found: Luck, digits: int) -> Iterator[str]:
    digits = trimmed(digits, rounding(found.asked.attackers + found.asked.defenders))
    yield from question(found.asked)
    attackers, defenders = found.left
    yield (
        f"{counted(attackers, 'attacker', 'attackers')} and "
        f"{counted(defenders, 'defender', 'defenders')} left"
    )
    yield ""
    bad, good = found.at_least_this_bad, found.at_least_this_good
    for label, chance, rest in (
        ("as bad or worse", bad, found.better),
        ("as good or better", good, found.worse),
    ):
        share = Share(chance, rest, found.left_out)
        yield f"{label:<17} {share.percent(digits):>{digits + 6}}   {share.rare()}".rstrip()
    yield f"{'percentile':<17} {found.percentile:>{digits + 4}.{digits}f}     0 worst, 100 best"
    yield ""
    yield _verdict(bad, good, found.left_out)


def _verdict(bad: float, good: float, left_out: float) -> str:
    from ...records.luck import evidence

    chance = min(bad, good)
    how, way = ("bad", "badly") if bad < good else ("good", "well")
    odd = evidence(min(1.0, 2 * chance))
    if odd == "none":
        return "nothing unusual"
    share = one_in(chance, left_out) or f"1 in {1 / chance:,.0f}"
    strong = "very " if odd == "strong" else ""
    return f"{strong}{how} luck for the attacker: {share} battles goes as {way}"


def _even(rows: list[dict[str, Any]]) -> list[dict[str, Any]]:
    """Return rows that all have the columns that any has."""
    names = dict.fromkeys(name for row in rows for name in row)
    return [{name: row.get(name, "") for name in names} for row in rows]


def _record_text(found: Record, digits: int) -> Iterator[str]:
    number = counted(len(found.battles), "battle", "battles")
    yield f"{number}, 0 worst and 100 best for the attacker"
    yield ""
    rows = [
        (
            f"{fought.luck.asked.attackers:,} v {fought.luck.asked.defenders:,}",
            f"{fought.luck.left[0]:,} : {fought.luck.left[1]:,}",
            " v ".join(_short(name) or "?" for name in (fought.attacker, fought.defender)),
            f"{fought.luck.percentile:.{digits}f}",
        )
        for fought in found.battles
    ]
    known = any(fought.attacker or fought.defender for fought in found.battles)
    shown = [("battle", "left", "players" if known else "", "percentile"), *rows[:MOST_ROWS]]
    columns = [max(map(len, column)) for column in zip(*shown, strict=True)]
    for battle, left, players, rank in shown:
        named = f"{players if known else '':<{columns[2]}}  " if known else ""
        yield f"{battle:<{columns[0]}}  {left:<{columns[1]}}  {named}{rank:>{columns[3]}}"
    if len(rows) > MOST_ROWS:
        yield f"and {len(rows) - MOST_ROWS:,} more, which --csv lists"
    yield ""
    # a player may be called so too
    everybody = "all attackers" if "all attackers" not in found.players else "(together)"
    sides = [*found.players.items(), (everybody, found.together)]
    yield from _fortunes(("battles", "lead"), sides, digits)
    methods = {fortune.method for fortune in (found.together, *found.players.values())}
    yield f"lead: own armies left less the other's; {' and '.join(sorted(methods))}"
    yield ""
    yield _said(found.evidence, found.chance)


def _fortunes(
    heads: tuple[str, str], rows: Iterable[tuple[str, Fortune]], digits: int
) -> Iterator[str]:
    table = [("", *heads, "expected", "as bad", "as good")]
    for name, fortune in rows:
        # what happened has a chance, however small
        bad, good = (
            Share(chance, not ends, float(not ends)).percent(digits)
            for chance, ends in (
                (fortune.at_least_this_bad, fortune.best),
                (fortune.at_least_this_good, fortune.worst),
            )
        )
        expected = amount(fortune.expected, 1)
        lead = f"{fortune.lead:,}"
        table.append((_short(name, 13), f"{fortune.number:,}", lead, expected, bad, good))
    columns = [max(map(len, column)) for column in zip(*table, strict=True)]
    for first, *others in table:
        cells = (f"{cell:>{size}}" for cell, size in zip(others, columns[1:], strict=True))
        yield f"{first:<{columns[0]}}  {'  '.join(cells)}"


def _short(name: str, most: int = LONGEST_NAME) -> str:
    name = "".join(letter if letter.isprintable() else "?" for letter in name)
    return name if len(name) <= most else f"{name[: most - 1]}."


def _tests(found: Fairness) -> Iterator[tuple[str, int, float, float]]:
    for name, fit in _fits(found):
        yield name, fit.number, fit.chance, fit.effect


def _fits(found: Fairness) -> Iterator[tuple[str, Fit]]:
    yield "attack faces", found.attack
    yield "defence faces", found.defence
    for (attack, defence), fit in found.table.items():
        yield f"{attack} against {defence}", fit


def _dice_text(found: Fairness, digits: int) -> Iterator[str]:
    from ...records.fairness import effect_of_face, needed_for

    yield rules_text(found.rules, head=f"{counted(found.rolls, 'roll', 'rolls')}, ")
    yield ""
    sides = {"attack": found.attack.counts, "defence": found.defence.counts}
    cell = max(len(f"{count}") for counts in sides.values() for count in (*counts, 10)) + 1
    faces = range(1, max(map(len, sides.values())) + 1)
    yield f"{'face':<8}" + "".join(f"{face:>{cell}}" for face in faces)
    for name, counts in sides.items():
        yield f"{name:<8}" + "".join(f"{count:>{cell}}" for count in counts)
    yield ""
    yield f"{'test':<15} {'number':>7} {'chance':>9} {'effect':>7} {'data to see it':>15}"
    for name, fit in _fits(found):
        better = not fit.perfect
        chance = Share(fit.chance, better, float(better)).percent(digits)
        needed = "" if fit.needed is None else f"{fit.needed:,}"
        yield f"{name:<15} {fit.number:>7,} {chance:>9} {fit.effect:>7.2f} {needed:>15}".rstrip()
    methods = {fit.method for _, fit in _fits(found)}
    yield f"chance that fair dice fit as badly: {' and '.join(sorted(methods))}"
    yield ""
    yield from _fortunes(("rolls", "net kills"), [("attacker", found.lead)], digits)
    yield f"net kills: armies killed less armies lost; {found.lead.method}"
    yield ""
    yield _said(found.evidence, found.chance)
    needs = {
        needed_for(effect_of_face(len(fit.counts)), fit.freedom)
        for fit in (found.attack, found.defence)
    }
    yield (
        f"to see a face that comes up 20 % more often takes "
        f"{' or '.join(f'{n:,}' for n in sorted(needs))} dice of a side"
    )


def _said(odd: str, chance: float) -> str:
    share = Share(chance, left_out=1.0).percent(2)
    if odd == "none":
        return "no evidence of unfair dice"
    return f"{odd} evidence of unfair dice: fair ones look as odd in {share} of cases at most"
