"""Check data against a JSON schema."""

from __future__ import annotations

from typing import Any

from jsonschema import Draft202012Validator


def errors(data: Any, schema: dict[str, Any]) -> list[str]:
    """Return where data breaks a schema, which must itself be a sound one."""
    Draft202012Validator.check_schema(schema)
    found = Draft202012Validator(schema).iter_errors(data)
    return [f"{error.json_path}: {error.message}" for error in found]
