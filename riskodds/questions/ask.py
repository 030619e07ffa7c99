"""A question as an object of JSON, such as ``{"command": "hold", "attackers": 12}``."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from functools import cache
from importlib import import_module
from typing import Any, NamedTuple

from ..errors import InputError
from ..values import show
from ..variants.rules import Rules, rules as read
from .answers import Answer
from .given import FLAGS, flag, large_number, number, word, words

# question -> the function that answers it, and the module of this package that has it
QUESTIONS = {
    "battle": "battles.battle",
    "roll": "battles.roll",
    "path": "campaigns.path",
    "tree": "campaigns.tree",
    "needed": "campaigns.needed",
    "hold": "campaigns.hold",
    "place": "campaigns.place",
    "stop": "campaigns.stop",
    "keep": "campaigns.keep",
    "luck": "luck.luck",
    "simulate": "battles.simulate",
    "compare": "battles.compare",
    "dice": "battles.dice",
    "cards value": "cards.value",
    "cards trade": "cards.trade",
    "cards odds": "cards.odds",
    "cards wait": "cards.wait",
    "cards spoils": "cards.spoils",
    "reinforce": "turns.reinforce",
    "setup": "turns.setup",
    "rules": "turns.rules",
    "rules show": "turns.rules_show",
    "table": "tables.table",
}
RULES_FILE = "rules_file"
# what a function takes from programs only
UNASKED = {"named", "progress"}


def _joined(value: Any) -> str:
    return ",".join(words(value)) if isinstance(value, list) else word(value)


def _pair(key: str, value: Any) -> tuple[Any, ...]:
    given = words(value)
    if len(given) != 2:
        raise InputError(f"{key} must be a list of 2, not {show(word(value))}")
    return tuple(number(each) for each in given)


# kind of value, as the functions are annotated -> how it is read from what a key holds
READERS: dict[str, Callable[[str, Any], Any]] = {
    "Number": lambda key, value: number(_joined(value)),
    "Large": lambda key, value: large_number(_joined(value)),
    "Text": lambda key, value: _joined(value),
    "Ruled": lambda key, value: _joined(value),
    "Flagged": lambda key, value: _joined(value),
    "Texts": lambda key, value: tuple(words(value)),
    "Pair": _pair,
    "Flag": flag,
}


class Taken(NamedTuple):
    """A value that a question takes: its name in the function, and its kind."""

    name: str
    kind: str


class Question(NamedTuple):
    """What a question takes by every key that may be used, and what it cannot do without."""

    name: str
    function: Callable[..., Answer]
    takes: dict[str, Taken]
    required: dict[str, str]
    has_rules: bool

    def ask(self, given: Mapping[str, Any], named: Mapping[str, Rules], file: str | None) -> Answer:
        """Return the answer to a question with these keys."""
        values: dict[str, Any] = {}
        for key, value in given.items():
            taken = self.takes.get(key) or self.takes.get(key.replace("-", "_"))
            if taken is None:
                raise InputError(f"{self.name} takes no {show(key)}; {self._hint(key)}")
            if value is not None:  # null is left out
                values[taken.name] = READERS[taken.kind](key, value)
        for name, key in self.required.items():
            if values.get(name, ()) == ():
                raise InputError(f"{self.name} needs {key}")
        if self.has_rules:
            self._read_rules(values, named, file)
        return self.function(**values)

    def _read_rules(
        self, values: dict[str, Any], named: Mapping[str, Rules], file: str | None
    ) -> None:
        """Put rules that are read in the place of their names, their file and the flags."""
        own_file = values.pop(RULES_FILE, None)
        read_from = file if own_file is None else own_file
        if read_from is not None:
            from ..variants.files import read_rules

            named = {**named, **read_rules(read_from)}
        if self.name == "compare":
            values["named"] = named
            return
        if own_file is not None and "rules" not in values:
            names = ", ".join(named) or "none"
            raise InputError(f"choose from the rules file with --rules; it has {names}")
        rules = read(values.get("rules", "classic"), named=named)
        flags = {name: values.pop(f"--{name}") for name in FLAGS if f"--{name}" in values}
        if flags:
            from .given import with_flags

            rules = with_flags(rules, flags)
        values["rules"] = rules

    def _hint(self, key: str) -> str:
        from difflib import get_close_matches

        names = [name for name in self.takes if not name.startswith("--")]
        near = get_close_matches(key, names, 1)
        return f"did you mean {near[0]}?" if near else f"it takes {', '.join(names)}"


def answer(
    question: Mapping[str, Any],
    *,
    named_rules: Mapping[str, Rules] | None = None,
    rules_file: str | None = None,
) -> dict[str, Any]:
    """Return the JSON of the answer to a question, a command with its arguments and options.

    Keys are the names of arguments and options, these with "-" or "_". Rules of one's own come
    by name, or from the file that is read for a question that names no other.

    >>> answer({"command": "cards value", "number": 8})["value"]
    25

    Raises
    ------
    RiskOddsError
        A key or value that the question does not take, or an answer that cannot be given.
    """
    given = dict(question)
    asked = find(given.pop("command", "battle"))
    return asked.ask(given, named_rules or {}, rules_file).to_dict()


def find(name: Any) -> Question:
    """Return the question of that name, or refuse it."""
    if not isinstance(name, str) or name not in QUESTIONS:
        raise InputError(
            f"command must be one that prints JSON, such as {', '.join([*QUESTIONS][:4])}, "
            f"not {show(word(name))}"
        )
    return _question(name)


@cache
def _question(name: str) -> Question:
    from inspect import Parameter, signature

    module, _, function_name = QUESTIONS[name].partition(".")
    function = getattr(import_module(f".{module}", __package__), function_name)
    takes: dict[str, Taken] = {}
    required = {}
    parameters = [
        each for each in signature(function).parameters.values() if each.name not in UNASKED
    ]
    # an argument goes before an option of the same name, which is then asked for with dashes
    for each in parameters:
        kind = str(each.annotation)
        key = each.name.rstrip("_")
        option = each.kind is Parameter.KEYWORD_ONLY
        _take(takes, key, Taken(each.name, kind), option=option)
        if each.default is Parameter.empty:
            required[each.name] = f"--{key}" if option else key
        if key == "rules":
            _take(takes, RULES_FILE, Taken(RULES_FILE, "Text"), option=True)
        if kind == "Flagged":
            for flag_name, (change, _) in FLAGS.items():
                taken = Taken(f"--{flag_name}", "Number" if "{}" in change else "Flag")
                _take(takes, flag_name.replace("-", "_"), taken, option=True)
    return Question(name, function, takes, required, RULES_FILE in takes)


def _take(takes: dict[str, Taken], key: str, taken: Taken, *, option: bool) -> None:
    takes.setdefault(key, taken)
    if option:
        takes.setdefault(f"--{key.replace('_', '-')}", taken)
