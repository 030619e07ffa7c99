"""A small checker of JSON schemas: the words that our schemas use, and no others."""

from __future__ import annotations

from typing import Any

TYPES: dict[str, tuple[type, ...]] = {
    "object": (dict,),
    "array": (list,),
    "string": (str,),
    "boolean": (bool,),
    "null": (type(None),),
    "integer": (int,),
    "number": (int, float),
}
NOTES = {"$schema", "$id", "title", "description", "$defs", "examples", "default"}
WORDS = NOTES | {
    "type",
    "const",
    "enum",
    "anyOf",
    "$ref",
    "properties",
    "required",
    "additionalProperties",
    "items",
    "minItems",
    "maxItems",
    "minimum",
    "maximum",
}


def errors(data: Any, schema: Any, root: Any = None, path: str = "$") -> list[str]:
    """Return where data breaks a schema."""
    root = schema if root is None else root
    if isinstance(schema, bool):
        return [] if schema else [f"{path}: not allowed"]
    assert not (unknown := schema.keys() - WORDS), unknown
    found = []
    if "$ref" in schema:
        target = root
        for part in schema["$ref"].removeprefix("#/").split("/"):
            target = target[part]
        found += errors(data, target, root, path)
    if "const" in schema and data != schema["const"]:
        found.append(f"{path}: not {schema['const']!r}")
    if "enum" in schema and data not in schema["enum"]:
        found.append(f"{path}: not one of {schema['enum']}")
    if "anyOf" in schema:
        tries = [errors(data, option, root, path) for option in schema["anyOf"]]
        if all(tries):
            found.append(f"{path}: none of the options: {tries}")
    return found + _type_errors(data, schema, path) + _inner_errors(data, schema, root, path)


def _type_errors(data: Any, schema: Any, path: str) -> list[str]:
    names = schema.get("type", [])
    names = [names] if isinstance(names, str) else names
    number = isinstance(data, bool)  # true is no integer
    if names and not any(
        isinstance(data, TYPES[name]) and not (number and name in ("integer", "number"))
        for name in names
    ):
        return [f"{path}: not {' or '.join(names)}"]
    return []


def _inner_errors(data: Any, schema: Any, root: Any, path: str) -> list[str]:
    found = []
    if isinstance(data, dict):
        known = schema.get("properties", {})
        found += [f"{path}: no '{name}'" for name in schema.get("required", ()) if name not in data]
        for name, value in data.items():
            inner = known.get(name, schema.get("additionalProperties", True))
            found += errors(value, inner, root, f"{path}.{name}")
    if isinstance(data, list):
        if not schema.get("minItems", 0) <= len(data) <= schema.get("maxItems", len(data)):
            found.append(f"{path}: {len(data)} items")
        for place, value in enumerate(data):
            found += errors(value, schema.get("items", True), root, f"{path}[{place}]")
    numeric = isinstance(data, int | float) and not isinstance(data, bool)
    if numeric and not schema.get("minimum", data) <= data <= schema.get("maximum", data):
        found.append(f"{path}: {data} out of range")
    return found
