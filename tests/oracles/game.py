"""The classic turn a second time: slow, with dictionaries, and nothing taken from riskodds.game.

A position is a plain dictionary; `moves` tries everything that could be a move, and `after` makes
one. Moves are texts. Only the map itself is read from the package.
"""

from __future__ import annotations

from collections.abc import Callable
from copy import deepcopy
from itertools import combinations, product
from typing import Any

Position = dict[str, Any]

# RULES.md: the classic values of sets, and the bonus of each continent.
BONUS = {
    "North America": 5,
    "South America": 2,
    "Europe": 5,
    "Africa": 3,
    "Asia": 7,
    "Australia": 2,
}


def _cards(pile: Any) -> list[tuple[str, str]]:
    return [(card.territory or card.symbol, card.symbol) for card in pile]


def read(state: Any) -> Position:
    """Return a state of riskodds.game as a plain position."""
    game = state.game
    names = [*game.seats, None]
    places = game.board.names
    return {
        "continents": {c.name: list(c.territories) for c in game.board.continents},
        "links": {t.name: list(t.neighbours) for t in game.board.territories},
        "players": list(game.players),
        "neutral": game.neutral is not None,
        "owner": {p: names[o] for p, o in zip(places, state.owners, strict=True)},
        "armies": dict(zip(places, state.armies, strict=True)),
        "phase": state.phase.value,
        "player": game.players[state.player],
        "reserve": dict(zip(game.seats, state.reserves, strict=True)),
        "hand": {p: _cards(h) for p, h in zip(game.players, state.hands, strict=True)},
        "draw": _cards(state.draw),
        "discards": _cards(state.discards),
        "sets": state.sets_traded,
        "placed": state.step,
        "extra": state.bonus_given,
        "captured": state.captured,
        "moving": None
        if state.moving is None
        else (places[state.moving[0]], places[state.moving[1]], state.moving[2]),
        "spoils": state.spoils,
    }


def is_set(cards: Any) -> bool:
    """Return whether three cards are a set."""
    symbols = [symbol for _, symbol in cards]
    plain = [symbol for symbol in symbols if symbol != "wild"]
    return len(symbols) == 3 and (len(plain) < 3 or len(set(plain)) in (1, 3))


def owes(p: Position) -> bool:
    """Return whether a set must be traded before anything else."""
    held = len(p["hand"][p["player"]])
    return bool((p["phase"] == "reinforce" and held >= 5) or (p["phase"] == "spoils" and held >= 5))


def numbers(faces: int, most: int) -> list[str]:
    """Return every roll of 1 to `most` dice, highest first, as text."""
    rolls = set()
    for count in range(1, most + 1):
        for roll in product(range(1, faces + 1), repeat=count):
            rolls.add(",".join(map(str, sorted(roll, reverse=True))))
    return sorted(rolls)


def moves(p: Position) -> list[str]:
    """Return every legal move, as text."""
    found = _MOVES[p["phase"]](p)
    assert len(found) == len(set(found))
    return found


def _claim(p: Position) -> list[str]:
    return [f"claim {t}" for t in p["owner"] if p["owner"][t] is None]


def _set_up(p: Position) -> list[str]:
    whose = "neutral" if p["neutral"] and p["placed"] == 2 else p["player"]
    return [f"place {t}: 1" for t in p["owner"] if p["owner"][t] == whose]


def _reinforce(p: Position) -> list[str]:
    me = p["player"]
    found = []
    for three in {tuple(sorted(c)) for c in combinations(sorted(p["hand"][me], key=_order), 3)}:
        if is_set(three) and (p["phase"] == "reinforce" or owes(p)):
            text = "trade " + ", ".join(name for name, _ in sorted(three, key=_order))
            shown = [name for name, _ in three if p["owner"].get(name) == me]
            found += [f"{text}: {t}" for t in shown] if shown and not p["extra"] else [text]
    if owes(p):
        return found
    for t in p["owner"]:
        if p["owner"][t] == me:
            found += [f"place {t}: {n}" for n in range(1, p["reserve"][me] + 1)]
    if p["phase"] == "reinforce" and not p["reserve"][me]:
        found.append("end phase")
    return found


def _order(card: tuple[str, str]) -> tuple[str, str]:
    name, symbol = card
    return symbol, "" if name == symbol else name


def _attack(p: Position) -> list[str]:
    me = p["player"]
    found = ["end phase"]
    for one, other in product(p["owner"], p["owner"]):
        if p["owner"][one] == me != p["owner"][other] and other in p["links"][one]:
            mine, theirs = p["armies"][one], p["armies"][other]
            if mine >= 2:
                for a, d in product(numbers(6, min(3, mine - 1)), numbers(6, min(2, theirs))):
                    found.append(f"attack {one} > {other}: {a} v {d}")
    return found


def _move_in(p: Position) -> list[str]:
    source, _, least = p["moving"]
    return [f"move in: {n}" for n in range(least, p["armies"][source])]


def _fortify(p: Position) -> list[str]:
    me = p["player"]
    found = _end(p)
    for one, other in product(p["owner"], p["owner"]):
        if p["owner"][one] == me == p["owner"][other] and other in p["links"][one]:
            found += [f"fortify {one} > {other}: {n}" for n in range(1, p["armies"][one])]
    return found


def _end(p: Position) -> list[str]:
    pile = p["draw"] or p["discards"]
    if not p["captured"] or not pile:
        return ["end turn"]
    return [f"end turn: {name}" for name in sorted({name for name, _ in pile})]


_MOVES: dict[str, Callable[[Position], list[str]]] = {
    "claim": _claim,
    "set-up": _set_up,
    "reinforce": _reinforce,
    "spoils": _reinforce,
    "attack": _attack,
    "move-in": _move_in,
    "fortify": _fortify,
    "end": _end,
    "over": lambda p: [],
}


def after(position: Position, move: str) -> Position:
    """Return the position after a move."""
    p = deepcopy({k: v for k, v in position.items() if k not in ("links", "continents")})
    p |= {k: position[k] for k in ("links", "continents")}
    what, _, rest = move.partition(": ")
    verb, _, where = what.partition(" ")
    me = p["player"]
    if verb == "claim":
        p["owner"][where] = me
        _put(p, where, me, 1)
        _next_in_setup(p)
    elif verb == "place":
        _place(p, where, int(rest))
    elif verb == "trade":
        _trade(p, where.split(", "), rest)
    elif verb == "attack":
        source, target = where.split(" > ")
        attack, defence = ([int(die) for die in dice.split(",")] for dice in rest.split(" v "))
        _roll(p, source, target, attack, defence)
    elif verb == "move":
        _moved_in(p, int(rest))
    elif verb == "fortify":
        source, target = where.split(" > ")
        p["armies"][source] -= int(rest)
        p["armies"][target] += int(rest)
        p["phase"] = "end"
    elif move == "end phase":
        p["phase"] = {"reinforce": "attack", "attack": "fortify"}[p["phase"]]
    else:
        _end_turn(p, rest)
    if p["phase"] not in ("claim", "set-up", "move-in"):
        left = {o for o in p["owner"].values() if o != "neutral"}
        if len(left) == 1:
            p["phase"] = "over"
    return p


def _put(p: Position, where: str, whose: str, count: int) -> None:
    p["armies"][where] += count
    p["reserve"][whose] -= count


def _place(p: Position, where: str, count: int) -> None:
    _put(p, where, p["owner"][where], count)
    if p["phase"] == "set-up":
        _next_in_setup(p)
    elif p["phase"] == "spoils" and not p["reserve"][p["player"]]:
        p["phase"] = "attack"


def _next_in_setup(p: Position) -> None:
    players = p["players"]
    turn = [(player, player) for player in players]
    if p["neutral"]:
        turn = [(player, whose) for player in players for whose in (player, player, "neutral")]
    place = players.index(p["player"]) * (3 if p["neutral"] else 1) + p["placed"]
    p["phase"] = "claim" if None in p["owner"].values() else "set-up"
    for step in range(1, len(turn) + 1):
        now = (place + step) % len(turn)
        player, whose = turn[now]
        if p["reserve"][whose]:
            p["player"], p["placed"] = player, now % 3 if p["neutral"] else 0
            return
    raise NotImplementedError("the end of the set-up, which these counts do not reach")


def _trade(p: Position, names: list[str], extra: str) -> None:
    me = p["player"]
    for name in names:
        card = next(card for card in p["hand"][me] if card[0] == name)
        p["hand"][me].remove(card)
        p["discards"].append(card)
    p["sets"] += 1
    n = p["sets"]
    p["reserve"][me] += 2 * n + 2 if n <= 5 else 5 * n - 15
    if extra:
        p["armies"][extra] += 2
        p["extra"] += 2


def _roll(p: Position, source: str, target: str, attack: list[int], defence: list[int]) -> None:
    me, victim = p["player"], p["owner"][target]
    for mine, theirs in zip(sorted(attack)[::-1], sorted(defence)[::-1], strict=False):
        p["armies"][target if mine > theirs else source] -= 1
    if p["armies"][target]:
        return
    p["owner"][target] = me
    p["phase"], p["captured"] = "move-in", True
    p["moving"] = (source, target, len(attack))
    if victim != "neutral" and victim not in p["owner"].values():
        p["hand"][me] += p["hand"][victim]
        p["hand"][victim] = []
        p["spoils"] = len(p["hand"][me]) >= 6


def _moved_in(p: Position, count: int) -> None:
    source, target, _ = p["moving"]
    p["armies"][source] -= count
    p["armies"][target] += count
    p["phase"] = "spoils" if p["spoils"] else "attack"
    p["moving"], p["spoils"] = None, False


def _end_turn(p: Position, drawn: str) -> None:
    players = p["players"]
    if drawn:
        if not p["draw"]:
            p["draw"], p["discards"] = p["discards"], []
        card = next(card for card in p["draw"] if card[0] == drawn)
        p["draw"].remove(card)
        p["hand"][p["player"]].append(card)
    place = players.index(p["player"])
    order = players[place + 1 :] + players[: place + 1]
    me = next(player for player in order if player in p["owner"].values())
    mine = [t for t, owner in p["owner"].items() if owner == me]
    p["player"], p["phase"], p["captured"], p["extra"] = me, "reinforce", False, 0
    p["reserve"][me] = max(3, len(mine) // 3) + sum(
        BONUS[name] for name, inside in p["continents"].items() if set(inside) <= set(mine)
    )
