"""Every example in the documentation is run, and every public name is documented in full."""

import doctest
import enum
import importlib
import inspect
import pkgutil
import re
import types
from collections.abc import Iterator
from pathlib import Path

import pytest

import riskodds
import riskodds.game

MODULES = ["riskodds"] + [
    m.name
    for m in pkgutil.walk_packages(riskodds.__path__, "riskodds.")
    if m.name != "riskodds.__main__"
]
COUNTS = {
    name: sum(len(t.examples) for t in doctest.DocTestFinder().find(importlib.import_module(name)))
    for name in MODULES
}
EXAMPLES = {name: count for name, count in COUNTS.items() if count}
PUBLIC = {
    f"{package.__name__}.{name}": getattr(package, name)
    for package in (riskodds, riskodds.game)
    for name in dir(package)
    if not isinstance(getattr(package, name), types.UnionType)  # an alias has no docstring
}
SECTION = re.compile(r"^(\w[\w ]*)\n-+$", re.MULTILINE)


@pytest.mark.parametrize("name", EXAMPLES)
def test_docstrings(name: str) -> None:
    failed, run = doctest.testmod(importlib.import_module(name))
    assert failed == 0
    assert run == EXAMPLES[name]


def test_only_modules_with_examples_are_cases() -> None:
    written = {
        name
        for name in MODULES
        if ">>> " in Path(importlib.import_module(name).__file__ or "").read_text(encoding="utf-8")
    }
    assert set(EXAMPLES) == written
    assert 0 < len(EXAMPLES) < len(MODULES)  # commands show theirs in the help, run elsewhere


def sections(text: str) -> dict[str, str]:
    """Return the parts of a docstring by their headings; what stands before them is ``""``."""
    first, *rest = SECTION.split(text)
    return {"": first, **dict(zip(rest[::2], rest[1::2], strict=True))}


def described(section: str) -> Iterator[str]:
    """Iterate over the names that a section describes, each with some words."""
    lines = section.strip("\n").split("\n")
    for line, following in zip(lines, [*lines[1:], ""], strict=True):
        if line[:1].strip():
            assert following.startswith("    "), line
            yield from line.partition(" : ")[0].replace("*", "").split(", ")


def parameters(value: object) -> list[str]:
    """Return the parameters of a function, or of a class where it takes any."""
    if inspect.isclass(value) and issubclass(value, enum.Enum | BaseException):
        return []
    return list(inspect.signature(value).parameters)  # type: ignore[arg-type]


@pytest.mark.parametrize("name", PUBLIC)
def test_every_public_name_is_documented(name: str) -> None:
    value = PUBLIC[name]
    assert value.__doc__
    parts = sections(inspect.cleandoc(value.__doc__))
    summary, *more = parts[""].strip().split("\n\n")
    assert re.fullmatch(r"[A-Z`][^\n]{1,98}\.", summary), "one sentence, on the first line"
    assert ">>> " in "".join(more), "an example, before the sections"
    known = {"", "Parameters", "Returns", "Attributes", "Raises", "Notes", "References", "See Also"}
    assert set(parts) <= known
    wanted = parameters(value)
    if inspect.isclass(value) and "Attributes" in parts:
        # a result: what is read from it, and nobody makes one by hand
        names = list(described(parts["Attributes"]))
        given = inspect.signature(value.__init__).parameters
        assert all(hasattr(value, each) or each in given for each in names)
        assert names
        assert len(set(names)) == len(names)
    elif wanted:
        assert sorted(described(parts.get("Parameters", ""))) == sorted(wanted)
    if not inspect.isclass(value) and inspect.signature(value).return_annotation not in (
        None,
        "None",
    ):
        assert "Returns" in parts
        type_, *words = parts["Returns"].strip("\n").split("\n")
        assert type_[:1].strip()
        assert words[0].startswith("    ")


def test_the_check_sees_what_is_missing() -> None:
    text = "Do it.\n\n>>> 1\n\nParameters\n----------\na, *b : int\n    Two.\nc : str\n    One.\n"
    assert list(described(sections(text)["Parameters"])) == ["a", "b", "c"]
    with pytest.raises(AssertionError):
        list(described("a : int\nb : int\n    No words about a.\n"))


def test_the_files_that_contributing_names_are_there() -> None:
    text = (Path(__file__).parents[1] / ".github" / "CONTRIBUTING.md").read_text(encoding="utf-8")
    roots = {"riskodds": Path(riskodds.__file__).parent, "tests": Path(__file__).parent}
    named = re.findall(r"`(riskodds|tests)/([\w./]*)`", text)
    assert len(named) > 10
    of_examples = {"cli/commands/duel.py", "game/maps/islands.json"}
    for root, path in named:
        assert (roots[root] / path).exists() != (path in of_examples), path
