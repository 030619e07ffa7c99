"""The plan of the package: which package may import which, and that no import goes in a circle."""

from __future__ import annotations

import ast
from graphlib import TopologicalSorter
from pathlib import Path

import pytest

import riskodds

ROOT = Path(riskodds.__file__).parent
# an import points down: to a later row, or to another module of its own package
LAYERS = (
    ("__main__",),
    ("cli",),
    ("questions",),
    ("records",),
    ("advice",),
    ("campaigns",),
    ("battles",),
    ("game",),
    ("variants",),
    ("engines",),
    ("dice",),
    ("distribution",),
    ("guards",),
    ("values", "vectors"),
    ("errors", "_lazy"),
)
ROW = {name: row for row, names in enumerate(LAYERS) for name in names}
# the game stands on named rules: it knows no engine, battle or campaign, nor they the game
APART = {"engines", "battles", "campaigns", "advice", "records"}
# what only some may import
KEPT = {"click": {"cli"}, "numba": {"engines.jit"}, "matplotlib": {"cli.plots"}}
FEW_ROOMS = 20


def module_name(file: Path) -> str:
    """Return the name of a module below riskodds, empty for the package itself."""
    parts = file.relative_to(ROOT).with_suffix("").parts
    return ".".join(parts[:-1] if parts[-1] == "__init__" else parts)


FILES = {module_name(file): file for file in sorted(ROOT.rglob("*.py"))}


def imported(name: str) -> tuple[set[str], set[str]]:
    """Return what a module imports, wherever it says so: modules of ours, and other packages."""
    file = FILES[name]
    package = name.split(".") if name else []
    if file.name != "__init__.py":
        package.pop()
    ours, others = set(), set()
    for node in ast.walk(ast.parse(file.read_text(encoding="utf-8"))):
        if isinstance(node, ast.Import):
            others |= {each.name.partition(".")[0] for each in node.names}
        elif isinstance(node, ast.ImportFrom) and not node.level:
            others.add((node.module or "").partition(".")[0])
        elif isinstance(node, ast.ImportFrom):
            base = package[: len(package) - node.level + 1]
            base += node.module.split(".") if node.module else []
            for each in node.names:
                inner = ".".join([*base, each.name])
                ours.add(inner if inner in FILES else ".".join(base))
    assert "riskodds" not in others, f"{name} imports itself by its full name"
    return ours, others


def room(name: str) -> str:
    return name.partition(".")[0]


@pytest.mark.parametrize("name", [name for name in FILES if name])
def test_imports_point_down(name: str) -> None:
    ours, others = imported(name)
    assert room(name) in ROW
    for other in ours - {""}:
        down = room(other) == room(name) or ROW[room(other)] > ROW[room(name)]
        assert down, f"{name} imports {other}, which stands above it or beside it"
        both = {room(name), room(other)}
        assert not ("game" in both and both & APART), f"{name} imports {other}, which is apart"
    for package, importers in KEPT.items():
        if package in others:
            assert {name, room(name)} & importers, f"{name} imports {package}"


def test_no_import_goes_in_a_circle() -> None:
    # a package holds no names of its modules, but for the two public ones, which are lazy
    graph = {name: imported(name)[0] for name in FILES if name not in ("", "game")}
    TopologicalSorter(graph).prepare()


def test_rooms_are_few_and_hide_no_public_function() -> None:
    rooms = {room(name) for name in FILES if name}
    assert rooms <= set(ROW)
    assert len([each for each in ROOT.iterdir() if each.name != "__pycache__"]) <= FEW_ROOMS
    assert not rooms & set(dir(riskodds))


@pytest.mark.parametrize(
    "name", [name for name, file in FILES.items() if file.name == "__init__.py" and name]
)
def test_packages_hold_a_docstring_only(name: str) -> None:
    body = ast.parse(FILES[name].read_text(encoding="utf-8")).body
    assert ast.get_docstring(ast.Module(body, []))
    assert len(body) == 1 or name == "game"


def test_only_the_command_line_prints() -> None:
    for name, file in FILES.items():
        if room(name) not in ("cli", "__main__"):
            calls = [
                node
                for node in ast.walk(ast.parse(file.read_text(encoding="utf-8")))
                if isinstance(node, ast.Call)
                and isinstance(node.func, ast.Name)
                and node.func.id == "print"
            ]
            assert not calls, name
