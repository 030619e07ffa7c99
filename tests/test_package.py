"""The package as other programs see it: names, types, start-up."""

import importlib
import pkgutil
import types
from pathlib import Path

import pytest
from cli_runner import HEAVY, loaded_by

import riskodds


@pytest.mark.parametrize(
    "args",
    [["20", "15"], ["1000", "1000"], ["12", "9", "--json"], ["12", "9", "--stop-at", "4"],
     ["12", "9", "--exact"], ["roll", "3", "2"], ["--help"], ["12", "x"]],
    ids=" ".join,
)  # fmt: skip
def test_quick_commands_load_nothing_heavy(args: list[str]) -> None:
    loaded = loaded_by(f"from riskodds.cli.main import run; run({args!r})")
    assert "riskodds" in loaded
    assert not loaded & HEAVY


def test_the_quickest_command_loads_neither_json_nor_fractions() -> None:
    loaded = loaded_by("from riskodds.cli.main import run; run(['20', '15'])")
    assert not loaded & {"json", "fractions", "decimal", "csv", "statistics", "importlib_metadata"}


def test_import_loads_nothing_heavy() -> None:
    loaded = loaded_by("import riskodds; riskodds.battle(12, 9)")
    assert not loaded & {*HEAVY, "click"}
    assert "dataclasses" not in loaded_by("import riskodds")


def modules() -> list[str]:
    found = pkgutil.walk_packages(riskodds.__path__, "riskodds.")
    return [m.name for m in found if m.name != "riskodds.__main__"]


def test_public_names_survive_the_import_of_every_module() -> None:
    for name in modules():
        importlib.import_module(name)
    for name in dir(riskodds):
        assert not isinstance(getattr(riskodds, name), types.ModuleType), name
    assert riskodds.battle(3, 1).win == pytest.approx(1955 / 2592)
    assert riskodds.roll(1, 1)[0, 1].numerator == 5
    assert riskodds.rules("classic").name == "classic"
    assert set(dir(riskodds)) - set(riskodds.__all__) == {"path"}
    assert all(name[0] != "_" for name in dir(riskodds))


def test_an_unknown_name_is_an_attribute_error() -> None:
    with pytest.raises(AttributeError, match="module 'riskodds' has no attribute 'batle'"):
        riskodds.batle  # type: ignore[attr-defined]  # noqa: B018


def test_the_package_is_typed() -> None:
    assert (Path(riskodds.__file__).parent / "py.typed").exists()
