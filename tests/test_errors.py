"""The errors of the package as others meet them: copied, pickled, sent from another process."""

import copy
import importlib
import multiprocessing
import pickle
import pkgutil
from concurrent.futures import ProcessPoolExecutor

import pytest
from cli_runner import refuse

import riskodds
from riskodds.errors import FaultsError, InputError, NotationError, RiskOddsError, RuleError

# how those are made that take more than a message
MADE = {
    NotationError: ("no such thing", "[12", 3),
    RuleError: ("leave an army behind", "1 must stay"),
    FaultsError: ("the board", ["no territory", "no border"]),
}


def found() -> list[type[BaseException]]:
    """Return every exception and warning that a module of the package defines."""
    kinds = set()
    for module in pkgutil.walk_packages(riskodds.__path__, "riskodds."):
        if module.name != "riskodds.__main__":
            for value in vars(importlib.import_module(module.name)).values():
                if isinstance(value, type) and issubclass(value, BaseException):
                    kinds.add(value)
    return sorted(
        (kind for kind in kinds if kind.__module__.startswith("riskodds")), key=lambda k: k.__name__
    )


@pytest.mark.parametrize("kind", found(), ids=lambda kind: kind.__name__)
def test_an_error_survives_copy_and_pickle(kind: type[BaseException]) -> None:
    error = kind(*MADE.get(kind, ("wrong",)))
    error.add_note("seen at the table")
    copies = [pickle.loads(pickle.dumps(error, protocol)) for protocol in range(2, 6)]
    for other in (*copies, copy.copy(error), copy.deepcopy(error)):
        assert type(other) is kind
        assert (str(other), other.args, vars(other)) == (str(error), error.args, vars(error))


def test_the_walk_finds_the_errors() -> None:
    assert {RiskOddsError, InputError, *MADE} <= set(found())


@pytest.mark.parametrize("kind", MADE, ids=lambda kind: kind.__name__)
def test_a_process_pool_that_meets_an_error_ends(kind: type[BaseException]) -> None:
    spawn = multiprocessing.get_context("spawn")
    with ProcessPoolExecutor(1, mp_context=spawn) as pool:
        met = pool.submit(refuse, kind, MADE[kind]).exception(timeout=60)
    made = kind(*MADE[kind])
    assert type(met) is kind
    assert (str(met), vars(met).items() >= vars(made).items()) == (str(made), True)
