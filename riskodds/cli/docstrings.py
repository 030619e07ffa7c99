"""The help of commands under ``python -OO``, which strips docstrings: the source has them."""

from __future__ import annotations

import ast
from types import ModuleType

import click


def restore(command: click.Command, module: ModuleType) -> None:
    """Give a command, and those nested in it, the help that stands in the source of a module."""
    find = getattr(module.__loader__, "get_source", None)
    source = find(module.__name__) if find is not None else None
    if source is None:
        return
    texts = {
        node.name: ast.get_docstring(node)
        for node in ast.parse(source).body
        if isinstance(node, ast.FunctionDef)
    }
    nested = command.commands.values() if isinstance(command, click.Group) else ()
    for each in (command, *nested):
        name = getattr(each.callback, "__name__", "")
        if each.help is None:
            each.help = texts.get(name)
