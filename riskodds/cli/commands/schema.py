"""``riskodds schema``: what the JSON of a command looks like, as a JSON schema."""

from __future__ import annotations

from functools import cache
from pathlib import Path
from typing import Any

import click

from ..text import print_json

FOLDER = Path(__file__).parent.parent.parent / "schemas"
# holds what several schemas share; every schema is printed with the part of it that it uses
COMMON = "common"
SHARED = f"{COMMON}.json#/$defs/"


@click.command("schema")
@click.argument("name", metavar="[COMMAND]...", nargs=-1)
def command(name: tuple[str, ...]) -> None:
    """The JSON schema of what a command prints.

    \b
    riskodds schema              the commands with a schema
    riskodds schema battle
    riskodds schema cards odds

    The schema holds for `riskodds COMMAND --json` and for each line of
    `riskodds batch`. It needs no other file.
    """
    if name:
        print_json(schema_of(" ".join(name)))
        return
    for each in schema_names():
        click.echo(each)


def schema_names() -> list[str]:
    """Return the commands with a schema, subcommands after a space, and the state of a game."""
    names = sorted(path.stem for path in FOLDER.glob("*.json"))
    return [_command(name) for name in names if name != COMMON]


def schema_of(name: str) -> dict[str, Any]:
    """Return the JSON schema of a command's output, complete in itself.

    >>> schema_of("cards value")["title"]
    'Armies that the next set brings'

    Raises
    ------
    click.UsageError
        A command that prints no JSON.
    """
    if name not in schema_names():
        from difflib import get_close_matches

        near = get_close_matches(name, schema_names(), 1)
        hint = f"did you mean {near[0]}?" if near else f"there are: {', '.join(schema_names())}"
        raise click.UsageError(f"no schema of '{name}'; {hint}")
    wanted: dict[str, Any] = {}
    schema: dict[str, Any] = _whole(_read(name), wanted)
    if wanted:
        schema["$defs"] = {**schema.get("$defs", {}), **dict(sorted(wanted.items()))}
    return schema


def _command(stem: str) -> str:
    """Return the command that a file is called after: only groups have a hyphen in their files."""
    group, hyphen, rest = stem.partition("-")
    return f"{group} {rest}" if hyphen and group in ("cards", "rules") else stem


@cache
def _read(name: str) -> dict[str, Any]:
    import json

    text = (FOLDER / f"{name.replace(' ', '-')}.json").read_text(encoding="utf-8")
    read: dict[str, Any] = json.loads(text)
    return read


def _whole(part: Any, wanted: dict[str, Any]) -> Any:
    """Return a schema that refers to nothing outside, and collect what it has to hold for that."""
    if isinstance(part, list):
        return [_whole(each, wanted) for each in part]
    if not isinstance(part, dict):
        return part
    target = part.get("$ref", "")
    if target.startswith(SHARED):
        name = target.removeprefix(SHARED)
        if name not in wanted:
            wanted[name] = None  # it may refer to itself
            wanted[name] = _whole(_read(COMMON)["$defs"][name], wanted)
        part = {**part, "$ref": f"#/$defs/{name}"}
    return {key: _whole(value, wanted) for key, value in part.items()}
