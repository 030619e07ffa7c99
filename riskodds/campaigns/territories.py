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
from typing import Any, TypeAlias, cast

from ..errors import InputError, NotationError
from ..guards import guarded
from ..values import from_json, integer, show, whole
from .armies import MOST_DEFENDERS, Armies, ArmiesLike

# a tree deeper than this could exhaust the stack of the interpreter
MOST_TERRITORIES = 200


@dataclass(frozen=True, repr=False)
class Post:
    """A territory held by armies, the rules of the battle there, and what lies beyond.

    >>> str(Post.read("2@d8"))
    '2@d8'

    Parameters
    ----------
    armies : Armies
        The armies on it.
    changes : tuple of str
        Changes of the rules for the battle there, as `--rules` names them.
    beyond : tuple of Post
        What is attacked from it once it is taken: nothing, one territory, or branches.
    """

    armies: Armies
    changes: tuple[str, ...] = ()
    beyond: tuple[Post, ...] = ()

    @classmethod
    @guarded
    def read(cls, given: PostLike, beyond: tuple[Post, ...] = ()) -> Post:
        """Return what a caller gave for one territory as a value."""
        if isinstance(given, Post):
            return given
        if isinstance(given, Mapping) and "defenders" in given:
            data: Mapping[Any, Any] = given
            unknown = set(data) - {"defenders", "rules", "then"}
            if unknown:
                raise InputError(
                    f"a territory has the keys defenders, rules and then, not {show(min(unknown))}"
                )
            changes = data.get("rules", "")
            if not isinstance(changes, str):
                raise InputError(f"the rules of a territory are a text, not {show(changes)}")
            then = data.get("then", ())
            if isinstance(then, str | Mapping) or not isinstance(then, Sequence):
                raise InputError(f"what is attacked then is a list, not {show(then)}")
            return cls(
                Armies.read(data["defenders"]),
                _changes(changes) if changes else (),
                tuple(cls.read(each) for each in then),
            )
        if not isinstance(given, str):
            return cls(Armies.read(cast(ArmiesLike, given)), (), beyond)
        defenders, at, changes = given.partition("@")
        return cls(Armies.read(defenders), _changes(changes) if at else (), beyond)

    def __repr__(self) -> str:
        return f"Post({show_tree((self,))!r})"

    def __str__(self) -> str:
        changes = "+".join(self.changes)
        return f"{self.armies}@{changes}" if changes else str(self.armies)

    def to_dict(self) -> dict[str, Any]:
        """Return the territory and what lies beyond as JSON types; `read` takes them back."""
        answer: dict[str, Any] = {"defenders": self.armies.to_json()}
        if self.changes:
            answer["rules"] = "+".join(self.changes)
        if self.beyond:
            answer["then"] = [each.to_dict() for each in self.beyond]
        return answer

    def walk(self) -> Iterator[Post]:
        """Iterate over the territory and all beyond it, each before what lies behind it."""
        yield self
        for each in self.beyond:
            yield from each.walk()


# territories as callers give them: one, or a path or tree as text, list or JSON types
PostLike = ArmiesLike | Post | Mapping[str, object]
TerritoriesLike: TypeAlias = PostLike | Iterable["TerritoriesLike"]
# a stack and what it attacks
StackLike = str | tuple[int, TerritoriesLike]


def read_path(given: TerritoriesLike) -> tuple[Post, ...]:
    """Return a path, however it was given: text, one territory, or several.

    >>> [str(each) for each in read_path("3, 2@d8 1-2")]
    ['3', '2@d8', '1-2']

    Raises
    ------
    InputError
        An empty path, a territory that is none, or branches.
    """
    if isinstance(given, list | tuple) and all(isinstance(each, int | Post) for each in given):
        flat = tuple(Post.read(each) for each in given)
        if 0 < len(flat) <= MOST_TERRITORIES and not any(each.beyond for each in flat):
            return flat
    tree = read_tree(given)
    path = []
    while tree:
        if len(tree) > 1:
            raise InputError("a path has no branches; ask for a tree")
        path.append(Post(tree[0].armies, tree[0].changes))
        tree = tree[0].beyond
    return tuple(path)


def read_tree(given: TerritoriesLike) -> tuple[Post, ...]:
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
        tree = Post.read({"defenders": 1, **given}).beyond
    elif isinstance(given, Post | Armies | Mapping) or not isinstance(given, Iterable):
        tree = (Post.read(cast(PostLike, given)),)
    else:
        tree = _of_words(_items(given), "")
    if not tree:
        raise InputError("a path needs at least one territory, such as 3 2 5")
    count = sum(1 for branch in tree for _ in branch.walk())
    if count > MOST_TERRITORIES:
        raise InputError(f"a path or tree has at most {MOST_TERRITORIES} territories, not {count}")
    return tree


def show_tree(tree: Sequence[Post]) -> str:
    """Return a path or tree as it is written."""
    if len(tree) == 1:
        return f"{tree[0]} {show_tree(tree[0].beyond)}".rstrip()
    return " ".join(f"[{show_tree((branch,))}]" for branch in tree)


def tree_to_dict(tree: Sequence[Post]) -> dict[str, Any]:
    """Return a path or tree as JSON types: ``{"then": [territory, ...]}``.

    >>> tree_to_dict(read_tree("3@d8 [2]"))
    {'then': [{'defenders': 3, 'rules': 'd8', 'then': [{'defenders': 2}]}]}
    """
    return {"then": [each.to_dict() for each in tree]}


def _of_json(text: str) -> Any:
    return from_json(text, "a tree in JSON must be valid JSON")


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
    return whole(name, integer(armies), 1, MOST_DEFENDERS), rest


def _changes(text: str) -> tuple[str, ...]:
    changes = tuple(part.strip() for part in text.replace("@", "+").split("+"))
    if not all(changes):
        raise InputError(f"rules of a territory are written like 2@capital+d8, not {show(text)}")
    return changes


def _items(given: Iterable[Any], depth: int = 0) -> Iterator[tuple[Any, int]]:
    if depth > MOST_TERRITORIES:
        raise InputError(f"a tree has at most {MOST_TERRITORIES} territories, and no deeper lists")
    for item in given:
        if not isinstance(item, str | Post | Armies | Mapping) and isinstance(item, Iterable):
            yield "[", 0
            yield from _items(item, depth + 1)
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


def _of_words(words: Iterable[tuple[Any, int]], text: str) -> tuple[Post, ...]:
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


def _built(nodes: list[Any]) -> tuple[Post, ...]:
    """Return nested (word, what follows) as territories."""
    depth, found = 0, nodes
    while found:
        depth, found = depth + 1, [node for _, beyond in found for node in beyond]
    if depth > MOST_TERRITORIES:
        raise InputError(f"a path or tree has at most {MOST_TERRITORIES} territories, not {depth}")
    return tuple(
        word if isinstance(word, Post) and not beyond else _joined(word, _built(beyond))
        for word, beyond in nodes
    )


def _joined(word: Any, beyond: tuple[Post, ...]) -> Post:
    one = Post.read(word, beyond)
    if not isinstance(word, str) and one.beyond != beyond:
        return Post(one.armies, one.changes, one.beyond + beyond)
    return one
