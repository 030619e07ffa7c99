"""The package of the game as other programs see it."""

from __future__ import annotations

import importlib
import pkgutil
import types

import pytest

import riskodds.game
from riskodds.game import Pieces, pieces_for


def test_public_names_survive_the_import_of_every_module() -> None:
    for module in pkgutil.walk_packages(riskodds.game.__path__, "riskodds.game."):
        importlib.import_module(module.name)
    for name in riskodds.game.__all__:
        assert not isinstance(getattr(riskodds.game, name), types.ModuleType), name
    assert dir(riskodds.game) == riskodds.game.__all__


def test_an_unknown_name_is_an_attribute_error() -> None:
    with pytest.raises(AttributeError, match=r"module 'riskodds.game' has no attribute 'Castle'"):
        riskodds.game.Castle  # type: ignore[attr-defined]  # noqa: B018


def test_pieces_are_the_fewest_that_make_the_armies() -> None:
    for armies in range(120):
        pieces = pieces_for(armies)
        assert pieces.armies == armies
        fewest = min(
            tens + fives + armies - 10 * tens - 5 * fives
            for tens in range(armies // 10 + 1)
            for fives in range((armies - 10 * tens) // 5 + 1)
        )
        assert pieces.artillery + pieces.cavalry + pieces.infantry == fewest
    assert pieces_for(17) == Pieces(artillery=1, cavalry=1, infantry=2)
