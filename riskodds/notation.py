"""How territories, paths, trees and fronts are written: the one place that reads and prints them.

    territory   DEFENDERS[@CHANGE[+CHANGE...]]      5    2@capital    1@d8+wall
    DEFENDERS   n, n-m or n:p/n:p/...               5    3-6          3:0.2/4:0.5/5:0.3   3:1/4:2
    path        territories by space or comma       3 2 5
    tree        a path with [branches]              3 [2 1] [4]       [3] [4]
    front       ARMIES:path or tree                 16:8,3,2

A range means that each number is equally likely; chances add up to one, or are odds in whole
numbers (3:1/4:2 is one to two). The changes of a territory are rules for the
battle there, on top of those of the whole question. What is printed reads back as the same value.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from math import gcd
from typing import Any

from .errors import InputError, NotationError, show, whole

MOST_DEFENDERS = 10**12
MOST_UNKNOWN = 10_000
# a tree deeper than this could exhaust the stack of the interpreter
MOST_TERRITORIES = 200


@dataclass(frozen=True)
class Armies:
    """A number of armies, or the chances of several.

    >>> str(Armies.read("3-6")), str(Armies.read("3:0.2/4:0.5/5:0.3")), str(Armies.read(5))
    ('3-6', '3:0.2/4:0.5/5:0.3', '5')
    >>> Armies.read("3:0.25/4:0.75").weights
    ((3, 1), (4, 3))

    Parameters
    ----------
    weights : tuple of (int, int)
        The numbers, rising, each with a whole weight; its chance is its weight by their sum.
        The weights have no common divisor, so that equal chances are equal values.
    """

    weights: tuple[tuple[int, int], ...]

    @classmethod
    def read(cls, given: Any, name: str = "defenders") -> Armies:
        """Return what a caller gave, a number, a text or {number: chance}, as a value.

        Raises
        ------
        InputError
            Something else, a number below 1, or chances that do not add up to one.
        """
        if isinstance(given, Armies):
            return given
        if isinstance(given, Mapping):
            return cls._of_chances(given.items(), name)
        if not isinstance(given, str):
            return cls(((whole(name, given, 1, MOST_DEFENDERS), 1),))
        if ":" in given:
            pairs = [part.partition(":") for part in given.split("/")]
            if not all(colon for _, colon, _ in pairs):
                raise InputError(
                    f"{name} with chances are written like 3:0.2/4:0.8, not {show(given)}"
                )
            return cls._of_chances([(_typed(n), p) for n, _, p in pairs], name)
        low, dash, high = given.partition("-")
        if not (dash and low):
            return cls(((whole(name, _typed(given), 1, MOST_DEFENDERS), 1),))
        first = whole(name, _typed(low), 1, MOST_DEFENDERS)
        last = whole(name, _typed(high), 1, MOST_DEFENDERS)
        if not first <= last < first + MOST_UNKNOWN:
            raise InputError(
                f"a range of {name} rises by less than {MOST_UNKNOWN:,}, as 3-6 does, "
                f"not {show(given)}"
            )
        return cls(tuple((n, 1) for n in range(first, last + 1)))

    @classmethod
    def _of_chances(cls, pairs: Iterable[tuple[Any, Any]], name: str) -> Armies:
        given = list(pairs)
        chances = [_typed(chance) if isinstance(chance, str) else chance for _, chance in given]
        odds = [n for n in chances if isinstance(n, int) and not isinstance(n, bool) and n > 0]
        whole_odds = sum(odds) if len(odds) == len(given) else 1
        ratios: dict[int, tuple[int, int]] = {}
        for (armies, _), chance in zip(given, chances, strict=True):
            number = whole(name, armies, 1, MOST_DEFENDERS)
            if number in ratios:
                raise InputError(f"{name} with chances name each number once, not {number} twice")
            if whole_odds > 1:
                ratio = int(chance), whole_odds
            else:
                ratio = ratio_of(f"the chance of {number:,} {name}", chance)
            if not ratio[0]:
                raise InputError(f"the chance of {number:,} {name} must be above 0")
            ratios[number] = ratio
        scale = 1
        for _, under in ratios.values():
            scale = scale * under // gcd(scale, under)
        weights = {n: over * (scale // under) for n, (over, under) in sorted(ratios.items())}
        if sum(weights.values()) != scale:
            raise InputError(
                f"the chances of {name} must add up to 1, not {sum(weights.values()) / scale:.9g}"
            )
        common = gcd(*weights.values())
        return cls(tuple((n, weight // common) for n, weight in weights.items()))

    @property
    def total(self) -> int:
        """The sum of the weights."""
        return sum(weight for _, weight in self.weights)

    @property
    def known(self) -> bool:
        """Whether there is one number only."""
        return len(self.weights) == 1

    @property
    def most(self) -> int:
        """The largest number."""
        return self.weights[-1][0]

    def to_json(self) -> int | str:
        """Return the number, or the text if there are several."""
        return self.most if self.known else str(self)

    def __str__(self) -> str:
        if self.known:
            return str(self.most)
        numbers = [n for n, _ in self.weights]
        even = all(weight == 1 for _, weight in self.weights)
        if even and numbers == list(range(numbers[0], numbers[-1] + 1)):
            return f"{numbers[0]}-{numbers[-1]}"
        decimals = [_decimal(weight, self.total) for _, weight in self.weights]
        if not all(decimals):
            decimals = [str(weight) for _, weight in self.weights]
        return "/".join(f"{n}:{text}" for n, text in zip(numbers, decimals, strict=True))


@dataclass(frozen=True)
class Territory:
    """A territory to be taken: its defenders, the rules of the battle there, what lies beyond.

    >>> str(Territory.read("2@d8"))
    '2@d8'

    Parameters
    ----------
    defenders : Armies
        The armies on it.
    changes : tuple of str
        Changes of the rules for the battle there, as `--rules` names them.
    beyond : tuple of Territory
        What is attacked from it once it is taken: nothing, one territory, or branches.
    """

    defenders: Armies
    changes: tuple[str, ...] = ()
    beyond: tuple[Territory, ...] = ()

    @classmethod
    def read(cls, given: Any, beyond: tuple[Territory, ...] = ()) -> Territory:
        """Return what a caller gave for one territory as a value."""
        if isinstance(given, Territory):
            return given
        if isinstance(given, Mapping) and "defenders" in given:
            unknown = set(given) - {"defenders", "rules", "then"}
            if unknown:
                raise InputError(
                    f"a territory has the keys defenders, rules and then, not {show(min(unknown))}"
                )
            changes = given.get("rules", "")
            if not isinstance(changes, str):
                raise InputError(f"the rules of a territory are a text, not {show(changes)}")
            then = given.get("then", ())
            if isinstance(then, str | Mapping) or not isinstance(then, Sequence):
                raise InputError(f"what is attacked then is a list, not {show(then)}")
            return cls(
                Armies.read(given["defenders"]),
                _changes(changes) if changes else (),
                tuple(cls.read(each) for each in then),
            )
        if not isinstance(given, str):
            return cls(Armies.read(given), (), beyond)
        defenders, at, changes = given.partition("@")
        return cls(Armies.read(defenders), _changes(changes) if at else (), beyond)

    def __str__(self) -> str:
        changes = "+".join(self.changes)
        return f"{self.defenders}@{changes}" if changes else str(self.defenders)

    def to_dict(self) -> dict[str, Any]:
        """Return the territory and what lies beyond as JSON types; `read` takes them back."""
        answer: dict[str, Any] = {"defenders": self.defenders.to_json()}
        if self.changes:
            answer["rules"] = "+".join(self.changes)
        if self.beyond:
            answer["then"] = [each.to_dict() for each in self.beyond]
        return answer

    def walk(self) -> Iterator[Territory]:
        """Iterate over the territory and all beyond it, each before what lies behind it."""
        yield self
        for each in self.beyond:
            yield from each.walk()


def read_path(given: Any) -> tuple[Territory, ...]:
    """Return a path, however it was given: text, one territory, or several.

    >>> [str(each) for each in read_path("3, 2@d8 1-2")]
    ['3', '2@d8', '1-2']

    Raises
    ------
    InputError
        An empty path, a territory that is none, or branches.
    """
    if isinstance(given, list | tuple) and all(isinstance(each, int | Territory) for each in given):
        flat = tuple(Territory.read(each) for each in given)
        if 0 < len(flat) <= MOST_TERRITORIES and not any(each.beyond for each in flat):
            return flat
    tree = read_tree(given)
    path = []
    while tree:
        if len(tree) > 1:
            raise InputError("a path has no branches; ask for a tree")
        path.append(Territory(tree[0].defenders, tree[0].changes))
        tree = tree[0].beyond
    return tuple(path)


def read_tree(given: Any) -> tuple[Territory, ...]:
    """Return the territories attacked first, with all beyond them, however they were given.

    >>> show_tree(read_tree([3, [2, 1], [4]]))
    '3 [2 1] [4]'

    A text is read by the notation; in a list, a list inside is a branch. What `tree_to_dict`
    made is read back, as a value or as JSON text.

    Raises
    ------
    NotationError
        Brackets that do not match, with their place.
    InputError
        An empty tree, or a territory that is none.
    """
    if isinstance(given, str) and given.lstrip().startswith("{"):
        given = _of_json(given)
    if isinstance(given, str):
        tree = _of_words(_words(given), given)
    elif isinstance(given, Mapping) and "then" in given and "defenders" not in given:
        tree = Territory.read({"defenders": 1, **given}).beyond
    elif isinstance(given, Territory | Armies | Mapping) or not _is_list(given):
        tree = (Territory.read(given),)
    else:
        tree = _of_words(_items(given), "")
    if not tree:
        raise InputError("a path needs at least one territory, such as 3 2 5")
    count = sum(1 for branch in tree for _ in branch.walk())
    if count > MOST_TERRITORIES:
        raise InputError(f"a path or tree has at most {MOST_TERRITORIES} territories, not {count}")
    return tree


def show_tree(tree: Sequence[Territory]) -> str:
    """Return a path or tree as it is written."""
    if len(tree) == 1:
        return f"{tree[0]} {show_tree(tree[0].beyond)}".rstrip()
    return " ".join(f"[{show_tree((branch,))}]" for branch in tree)


def tree_to_dict(tree: Sequence[Territory]) -> dict[str, Any]:
    """Return a path or tree as JSON types: ``{"then": [territory, ...]}``.

    >>> tree_to_dict(read_tree("3@d8 [2]"))
    {'then': [{'defenders': 3, 'rules': 'd8', 'then': [{'defenders': 2}]}]}
    """
    return {"then": [each.to_dict() for each in tree]}


def _of_json(text: str) -> Any:
    import json

    try:
        return json.loads(text)
    except (ValueError, RecursionError) as error:
        raise InputError(f"a tree in JSON must be valid JSON: {error}") from None


def read_front(given: Any, name: str) -> tuple[int, Any]:
    """Return the armies of a front and what is against them, from a text or a pair.

    >>> read_front("16:8,3,2", "attackers")
    (16, '8,3,2')

    Raises
    ------
    InputError
        A front without armies or with nothing against them.
    """
    if isinstance(given, Sequence) and not isinstance(given, str) and len(given) == 2:
        return whole(name, given[0], 1, MOST_DEFENDERS), given[1]
    text = given if isinstance(given, str) else ""
    armies, colon, rest = text.partition(":")
    if not (colon and armies.strip() and rest.strip()):
        raise InputError(f"a front is written OWN:ENEMY, such as 8:4, not {show(given)}")
    return whole(name, _typed(armies), 1, MOST_DEFENDERS), rest


def ratio_of(name: str, given: Any) -> tuple[int, int]:
    """Return a chance as two whole numbers, read as the decimal that was written.

    >>> ratio_of("win", 0.9), ratio_of("win", "90%"), ratio_of("win", "1/3")
    ((9, 10), (9, 10), (1, 3))

    Raises
    ------
    InputError
        Anything that is not a number from 0 to 1.
    """
    over, under = -1, 1
    if isinstance(given, str):
        over, under = _ratio(given)
    elif hasattr(given, "numerator") and hasattr(given, "denominator"):
        if not isinstance(given, bool):
            over, under = int(given.numerator), int(given.denominator)
    elif hasattr(given, "__float__"):
        exact = str(given) if hasattr(given, "as_tuple") else repr(float(given))
        over, under = _ratio(exact)
    if not 0 <= over <= under:
        raise InputError(f"{name} must be a chance from 0 to 1, not {show(given)}")
    common = gcd(over, under)
    return over // common, under // common


def _ratio(text: str) -> tuple[int, int]:
    """Return a decimal, a per cent or a fraction as two whole numbers, (-1, 1) if it is none."""
    over, slash, under = text.strip().partition("/")
    if slash:
        plain = over.isdecimal() and under.isdecimal() and max(len(over), len(under)) < 400
        return (int(over), int(under)) if plain and int(under) else (-1, 1)
    number, percent = over.removesuffix("%").rstrip(), over.endswith("%")
    digits, power_sign, exponent = number.lower().partition("e")
    before, _, after = digits.partition(".")
    signless = exponent.lstrip("+-")
    if not (before + after).isdecimal() or len(number) > 400 or (power_sign and not signless):
        return -1, 1
    if signless and not (signless.isdecimal() and len(signless) < 4):
        return -1, 1
    power = int(exponent or 0) - len(after) - 2 * percent
    value = int(before + after)
    return (value * 10**power, 1) if power > 0 else (value, 10**-power)


def _decimal(weight: int, total: int) -> str:
    """Return weight / total, which is below one, as a decimal if it has at most 15 digits."""
    for digits in range(1, 16):
        scaled, rest = divmod(weight * 10**digits, total)
        if not rest:
            return f"0.{scaled:0{digits}}"
    return ""


def _typed(text: str) -> int | str:
    """Return the whole number that was typed, or the text, which the check then refuses."""
    plain = text.strip()
    return int(plain) if plain.isdecimal() and len(plain) <= 40 else text


def _changes(text: str) -> tuple[str, ...]:
    changes = tuple(part.strip() for part in text.replace("@", "+").split("+"))
    if not all(changes):
        raise InputError(f"rules of a territory are written like 2@capital+d8, not {show(text)}")
    return changes


def _is_list(given: Any) -> bool:
    return isinstance(given, Iterable)


def _items(given: Iterable[Any]) -> Iterator[tuple[Any, int]]:
    for item in given:
        if not isinstance(item, str | Territory | Armies | Mapping) and _is_list(item):
            yield "[", 0
            yield from _items(item)
            yield "]", 0
        elif isinstance(item, str):
            yield from ((word, 0) for word, _ in _words(item))
        else:
            yield item, 0


def _words(text: str) -> Iterator[tuple[str, int]]:
    """Iterate over the words and brackets of a text, with their places."""
    start = 0
    for place, sign in enumerate(text + " "):
        if sign.isspace() or sign in ",[]":
            if start < place:
                yield text[start:place], start
            if sign in "[]":
                yield sign, place
            start = place + 1


def _of_words(words: Iterable[tuple[Any, int]], text: str) -> tuple[Territory, ...]:
    """Return the tree that words and brackets describe."""
    first: list[Any] = []
    here = first
    opened: list[tuple[list[Any], int]] = []
    before: Any = None
    for word, place in words:
        if word == "[":
            opened.append((here, place))
        elif word == "]":
            if not opened:
                raise NotationError(f"']' without a '[' before it in {show(text)}", text, place)
            if before == "[":
                raise NotationError(f"'[]' with nothing inside in {show(text)}", text, place)
            here = opened.pop()[0]
        else:
            node: tuple[Any, list[Any]] = (word, [])
            here.append(node)
            here = node[1]
        before = word
    if opened:
        raise NotationError(f"'[' that is never closed in {show(text)}", text, opened[-1][1])
    return _built(first)


def _built(nodes: list[Any]) -> tuple[Territory, ...]:
    """Return nested (word, what follows) as territories."""
    depth, found = 0, nodes
    while found:
        depth, found = depth + 1, [node for _, beyond in found for node in beyond]
    if depth > MOST_TERRITORIES:
        raise InputError(f"a path or tree has at most {MOST_TERRITORIES} territories, not {depth}")
    return tuple(
        word if isinstance(word, Territory) and not beyond else _joined(word, _built(beyond))
        for word, beyond in nodes
    )


def _joined(word: Any, beyond: tuple[Territory, ...]) -> Territory:
    one = Territory.read(word, beyond)
    if not isinstance(word, str) and one.beyond != beyond:
        return Territory(one.defenders, one.changes, one.beyond + beyond)
    return one
