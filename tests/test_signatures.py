"""What the public signatures say: `Any` only where a library gives no types."""

import inspect
import re
from collections.abc import Iterator
from typing import Any

import riskodds

# what may say Any, and why; everything else names what it takes and returns
ALLOWED = {
    r".*\.(to_dict|summary|rows)\(return\)": "JSON types, of which json knows no more",
    r"win_probability\(.*\)": "whole numbers or arrays of them; overloads say which gives which",
    r"Blitz\.of_table\(.*\)": "arrays, of any kind of number",
    r"Distribution\..*": "floats, fractions or an array of them",
    r"BattleOdds\.(win|lose|undecided|reached|expected_.*)\(return\)": "floats or fractions",
    r"Simulation\.to_dict\(exact\)": "floats or fractions",
}


def annotations(owner: Any) -> dict[str, str]:
    """Return the annotations of a function, a method or a property, as they are written."""
    for wrapper in ("__func__", "fget", "func"):
        owner = getattr(owner, wrapper, owner)
    owner = inspect.unwrap(owner) if callable(owner) else owner
    return {name: str(hint) for name, hint in getattr(owner, "__annotations__", {}).items()}


def signatures() -> Iterator[tuple[str, str]]:
    """Iterate over what is annotated in public: arguments, returns and fields."""
    for name in dir(riskodds):
        public = getattr(riskodds, name)
        if not inspect.isclass(public):
            yield from ((f"{name}({each})", hint) for each, hint in annotations(public).items())
            continue
        for field, hint in inspect.get_annotations(public).items():
            if field[0] != "_":
                yield f"{name}.{field}", str(hint)
        for method, function in vars(public).items():
            if method[0] != "_":
                for each, hint in annotations(function).items():
                    yield f"{name}.{method}({each})", hint


def test_no_public_signature_says_any() -> None:
    found = dict(signatures())
    # the walk sees functions, methods, properties that are kept, and fields
    assert {"path(territories)", "Post.read(given)", "PathOdds.win(return)", "Needed.win"} <= {
        *found
    }
    vague = {
        place: hint
        for place, hint in found.items()
        if re.search(r"\bAny\b", hint) and not any(re.fullmatch(each, place) for each in ALLOWED)
    }
    assert vague == {}
