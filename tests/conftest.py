"""What every test stands on: its profile, its terminal, and what it needs of the system."""

import os

import pytest
from hypothesis import settings
from systems import lacking

settings.register_profile("ci", derandomize=True, deadline=None, max_examples=60)
settings.register_profile("search", deadline=None, max_examples=500)
settings.load_profile(os.environ.get("HYPOTHESIS_PROFILE", "ci"))


def pytest_runtest_setup(item: pytest.Item) -> None:
    """Skip a test that needs what this system has not, and say so."""
    needed = [feature for mark in item.iter_markers("needs") for feature in mark.args]
    if reason := lacking(needed):
        pytest.skip(reason)


@pytest.fixture(autouse=True)
def narrow(monkeypatch: pytest.MonkeyPatch) -> None:
    """Answer for a terminal of 60 columns, wherever the tests are run."""
    monkeypatch.setenv("COLUMNS", "60")
