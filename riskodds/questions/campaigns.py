"""Questions on battles in a row, and on how many armies, where, and when to stop."""

from __future__ import annotations

from typing import Any

from ..errors import InputError
from .answers import Answer, answered
from .given import (
    Flag,
    Flagged,
    Number,
    Progress,
    Ruled,
    Text,
    Texts,
    counts,
    from_movable,
    typed,
    words,
)


def path(
    attackers: Number,
    territories: Texts = (),
    *,
    leave: Text = "1",
    stop_at: Text = "1",
    sweep: Flag = False,
    win: Text = "0.95",
    rules: Ruled = "classic",
    movable: Flag = False,
    exact: Flag = False,
) -> Answer:
    """Odds of several territories in a row, or of all starting stacks."""
    attackers = from_movable(attackers, movable)
    asked: dict[str, Any] = {
        "rules": rules,
        "leave": counts("leave", leave),
        "stop_at": counts("stop_at", stop_at),
    }
    places = typed(territories)
    if sweep:
        from ..advice.path_tables import path_table

        return answered(path_table(places, win=win, attackers=attackers, **asked))
    from ..campaigns.paths import path as odds_of

    odds = odds_of(attackers, places, exact=exact, **asked)
    return answered(odds, odds.attackers if movable else None)


def tree(
    attackers: Number,
    territories: Texts = (),
    *,
    and_: Texts = (),
    goal: Text = "all",
    worth: Text = None,
    switch: Flag = False,
    rules: Ruled = "classic",
    movable: Flag = False,
    progress: Progress = None,
) -> Answer:
    """Best plan for an attack that branches, or for several stacks."""
    from ..campaigns.trees import trees

    first = (from_movable(attackers, movable), typed(territories))
    asked: dict[str, Any] = {"aim": goal, "switch": switch, "rules": rules}
    if worth is not None:
        asked["worth"] = [part.strip() for part in ",".join(words(worth)).split(",")]
    others = [typed(each) for each in words(and_)]
    found = trees([first, *others], progress=progress, **asked)

    def about() -> dict[str, Any]:
        told = found.to_dict() if others else found.plans[0].to_dict()
        return {"movable": found.plans[0].attackers - 1, **told} if movable else told

    return Answer(found, about)


def needed(
    territories: Texts = (),
    *,
    win: Text = "0.9",
    leave: Text = "1",
    stop_at: Text = "1",
    rules: Flagged = "classic",
    movable: Flag = False,
) -> Answer:
    """Fewest attackers for a chance to win."""
    from ..advice.fewest import needed as fewest

    stages = {"leave": counts("leave", leave), "stop_at": counts("stop_at", stop_at)}
    return answered(fewest(typed(territories), win=win, rules=rules, **stages))


def hold(
    attackers: Number,
    *,
    win: Text = "0.9",
    rules: Ruled = "classic",
    movable: Flag = False,
) -> Answer:
    """Fewest defenders for a chance to hold."""
    from ..advice.fewest import hold as fewest

    return answered(fewest(from_movable(attackers, movable), win=win, rules=rules))


def place(
    armies: Number,
    *,
    front: Texts = (),
    defend: Flag = False,
    goal: Text = None,
    chain: Number = None,
    enemy: Number = None,
    rules: Ruled = "classic",
) -> Answer:
    """Best spread of new armies, over fronts or along a chain."""
    fronts = [typed(each) for each in words(front)]
    if chain is not None or enemy is not None:
        if chain is None or enemy is None or fronts or defend or goal is not None:
            raise InputError("--chain and --enemy go together, and without fronts and goals")
        from ..advice.chain_placement import place_chain

        return answered(place_chain(armies, chain, enemy, rules=rules))
    from ..advice.placement import place as best

    return answered(best(armies, fronts, aim=goal, defend=defend, rules=rules))


def stop(
    attackers: Number,
    defenders: Number,
    *,
    army: Text = None,
    enemy: Text = None,
    territory: Text = None,
    card: Text = None,
    rules: Ruled = "classic",
    movable: Flag = False,
) -> Answer:
    """When to stop a battle, by value."""
    from ..advice.stopping import stop as best

    given = {"army": army, "enemy": enemy, "territory": territory, "card": card}
    worths: dict[str, Any] = {
        name: typed(worth) for name, worth in given.items() if worth is not None
    }
    found = best(from_movable(attackers, movable), defenders, rules=rules, **worths)
    return answered(found, found.attackers if movable else None)


def keep(
    attackers: Number,
    defenders: Number,
    *,
    counter: Texts = (),
    both: Flag = False,
    rules: Ruled = "classic",
    movable: Flag = False,
) -> Answer:
    """Chance to take a territory and to keep it."""
    from ..advice.take_and_hold import keep as chance

    attackers = from_movable(attackers, movable)
    found = chance(attackers, defenders, counter=words(counter), both=both, rules=rules)
    return answered(found, found.attackers if movable else None)
