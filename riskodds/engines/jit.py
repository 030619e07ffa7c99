"""Compiled twins of plain functions: the only importer of numba.

A `Kernel` holds a plain function that takes numbers, tuples and buffers. For small work it
calls it as it stands; for large work it compiles it (once, lazily, kept in numba's cache on
disk) and calls the twin. Where numba cannot be had, the plain function answers, more slowly.
"""

from __future__ import annotations

import os
import warnings
from array import array
from collections.abc import Callable
from typing import Any

# Work is counted in steps of an inner loop. A step costs plain Python about 0.25 microseconds,
# so from COLD steps on it pays to import numba and load a twin (0.5 s from its cache), and
# from WARM steps on to call a twin that is loaded. benchmarks/bench_threshold.py measures both.
COLD = 2_000_000
WARM = 60
# from here on, about a second, compiled code must not keep Ctrl-C waiting
LONG = 1e9
LONG_LIST = 1_000_000
# numba's own switch makes its twins plain functions, which wrap numbers in numpy's buffers
SWITCHES = "RISKODDS_NO_JIT", "NUMBA_DISABLE_JIT"
ON = all(os.environ.get(name, "") in ("", "0") for name in SWITCHES)
OPTIONS: dict[str, Any] = {"nogil": True, "error_model": "numpy"}


class SlowWarning(RuntimeWarning):
    """The answer is the same, but it is computed without compiled code."""


def zeros(size: int) -> Any:
    """Return a buffer of zeros for plain code; its compiled twin is numpy's."""
    return [0.0] * size if size < LONG_LIST else array("d", bytes(8 * size))


def blank(size: int) -> Any:
    """Return a buffer that is filled before it is read; its compiled twin is numpy's."""
    return zeros(size)


def finished(buffer: Any) -> Any:
    """Return a buffer of `zeros` as it goes into a result: a list or a numpy array."""
    if not isinstance(buffer, array):
        return buffer
    import numpy as np

    return np.frombuffer(buffer)


class Kernel:
    """A plain function and, once there is work for it, its compiled twin.

    Parameters
    ----------
    function : callable
        The plain function.
    *helpers : callable
        The plain functions that it calls.
    """

    broken = False  # compiled code has failed, for any kernel

    def __init__(self, function: Callable[..., Any], *helpers: Callable[..., Any]) -> None:
        self.plain = function
        self._helpers = helpers
        self._twin: Callable[..., Any] | None = None

    @property
    def loaded(self) -> bool:
        """Whether the twin is there to be called."""
        return self._twin is not None and ON and not Kernel.broken

    def pays(self, work: float) -> bool:
        """Return whether this much work is better done by the twin."""
        if work < WARM or Kernel.broken or not ON:
            return False
        return self._twin is not None or work >= COLD

    def compiled(self, *args: Any, work: float = 0) -> Any:
        """Call the twin, compiling it first if need be; the plain function if that fails."""
        if self._twin is None:
            try:
                twin = _compile(self.plain, self._helpers)
                answer = twin(*args) if work < LONG else _interruptible(twin, args)
            except MemoryError:
                raise
            except SystemError as error:
                raise _interrupted(error) from None
            except Exception as error:
                # numba may be missing or broken, its cache damaged
                Kernel.broken = True
                warnings.warn(
                    f"compiled code is not available ({_reason(error)}); "
                    "the answer is the same, large armies take longer",
                    SlowWarning,
                    stacklevel=2,
                )
                return self.plain(*args)
            self._twin = twin
            return answer
        try:
            return self._twin(*args) if work < LONG else _interruptible(self._twin, args)
        except SystemError as error:
            raise _interrupted(error) from None


def _interrupted(error: SystemError) -> BaseException:
    """Return what a signal raised while compiled code ran, which numba reports as its own error."""
    return error.__context__ or error.__cause__ or error


def _interruptible(twin: Callable[..., Any], args: tuple[Any, ...]) -> Any:
    """Call compiled code in a thread of its own, so that Ctrl-C is heard while it runs."""
    from threading import Thread

    answers: list[Any] = []
    errors: list[BaseException] = []

    def work() -> None:
        try:
            answers.append(twin(*args))
        except BaseException as error:
            errors.append(error)

    thread = Thread(target=work, daemon=True)
    thread.start()
    thread.join()
    if errors:
        raise errors[0]
    return answers[0]


_known: set[Callable[..., Any]] = set()


def _compile(function: Callable[..., Any], helpers: tuple[Callable[..., Any], ...]) -> Any:
    import numba
    import numpy as np

    if getattr(numba.config, "DISABLE_JIT", 0):
        raise RuntimeError("numba is told not to compile")
    from numba.extending import overload, register_jitable

    if zeros not in _known:
        overload(zeros)(lambda size: lambda size: np.zeros(size))
        overload(blank)(lambda size: lambda size: np.empty(size))
        _known.add(zeros)
    for helper in helpers:
        if helper not in _known:
            register_jitable(helper)
            _known.add(helper)
    try:
        return numba.njit(cache=True, **OPTIONS)(function)
    except RuntimeError:
        # nothing is writable that could hold the cache
        return numba.njit(**OPTIONS)(function)


def _reason(error: Exception) -> str:
    text = " ".join(str(error).split())
    return f"{type(error).__name__}: {text[:100]}" if text else type(error).__name__
