"""Every example in the documentation is run."""

import doctest
import importlib
import pkgutil

import pytest

import riskodds

MODULES = ["riskodds"] + [
    m.name
    for m in pkgutil.walk_packages(riskodds.__path__, "riskodds.")
    if m.name != "riskodds.__main__"
]


@pytest.mark.parametrize("name", MODULES)
def test_docstrings(name: str) -> None:
    failed, _ = doctest.testmod(importlib.import_module(name))
    assert failed == 0
