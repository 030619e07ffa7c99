"""Compiled twins of plain functions: the only importer of numba.

A `Kernel` holds a plain function that takes numbers, tuples and buffers. For small work it
calls it as it stands; for large work it compiles it (once, lazily, kept in numba's cache on
disk) and calls the twin. Where numba cannot be had, the plain function answers, more slowly.

**A kernel returns numbers, or tuples of them, never buffers**: it fills those that it is given.
To hand an array to Python numba calls a function of Python, in which a signal handler may raise,
and then goes on with what the function did not return: the process dies.
"""

from __future__ import annotations

import os
import warnings
from array import array
from collections.abc import Callable
from threading import Lock
from typing import Any

# Work is counted in steps of an inner loop. A step costs plain Python about 0.25 microseconds,
# so from COLD steps on it pays to import numba and load a twin (0.5 s from its cache), and
# from WARM steps on to call a twin that is loaded. benchmarks/bench_threshold.py measures both.
COLD = 2_000_000
WARM = 60
# from here on, about a hundredth of a second, compiled code must not keep Ctrl-C waiting
LONG = 1e7
LONG_LIST = 1_000_000
# numba's own switch makes its twins plain functions, which wrap numbers in numpy's buffers
SWITCHES = "RISKODDS_NO_JIT", "NUMBA_DISABLE_JIT"
ON = all(os.environ.get(name, "") in ("", "0") for name in SWITCHES)
OPTIONS: dict[str, Any] = {"nogil": True, "error_model": "numpy"}


class SlowWarning(RuntimeWarning):
    """The answer is the same, but it is computed without compiled code."""


def zeros(size: int) -> Any:
    """Return a buffer of zeros for plain code; its compiled twin is numpy's."""
    if size < LONG_LIST:
        return [0.0] * size
    try:
        return array("d", bytes(8 * size))
    except OverflowError:  # more than can be addressed
        raise MemoryError from None


def blank(size: int) -> Any:
    """Return a buffer that is filled before it is read; its compiled twin is numpy's."""
    return zeros(size)


def strip_in(out: Any, size: int) -> Any:
    """Return the start of `out` as a buffer of zeros; a new one if there is none or too little."""
    if out is None or size > len(out):
        return zeros(size)
    out[:size] = 0.0
    return out[:size]


def kept_in(out: Any, buffer: Any) -> Any:
    """Return a buffer copied into the start of `out`; itself if there is none or too little."""
    if out is None or len(buffer) > len(out):
        return buffer
    out[: len(buffer)] = buffer
    return out[: len(buffer)]


def numpy_zeros(size: int) -> Any:
    """Return a buffer of zeros for compiled code."""
    import numpy as np

    return np.zeros(size)


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
        self._made: Callable[..., Any] | None = None
        # the same, once a call of it has worked
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
                return _aside(self._first, args)
            except MemoryError:
                raise
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
        return self._twin(*args) if work < LONG else _aside(self._twin, args)

    def _first(self, *args: Any) -> Any:
        with _compiling:
            if self._made is None:
                self._made = _compile(self.plain, self._helpers)
        answer = self._made(*args)
        self._twin = self._made
        return answer


def _aside(function: Callable[..., Any], args: tuple[Any, ...]) -> Any:
    """Call a function in a thread of its own while this one hears signals, if it is the main one.

    So Ctrl-C is heard at once, and never within numba: what a handler raises there is lost in a
    callback of the compiler or, worse, not looked for.
    """
    from threading import Thread, current_thread, main_thread

    if current_thread() is not main_thread():
        return function(*args)
    answers: list[Any] = []
    errors: list[BaseException] = []

    def work() -> None:
        try:
            answers.append(function(*args))
        except BaseException as error:
            errors.append(error)

    thread = Thread(target=work, daemon=True)
    try:
        thread.start()
    except RuntimeError:  # no memory for a thread
        return function(*args)
    thread.join()
    if errors:
        raise errors[0]
    return answers[0]


# for `_known` and what numba itself registers
_compiling = Lock()
_known: set[Callable[..., Any]] = set()


def _compile(function: Callable[..., Any], helpers: tuple[Callable[..., Any], ...]) -> Any:
    import numba
    import numpy as np

    if getattr(numba.config, "DISABLE_JIT", 0):
        raise RuntimeError("numba is told not to compile")
    from numba.extending import overload, register_jitable

    # numba compares the arguments with those of the lambda below, annotations too
    def strip(out, size):  # type: ignore[no-untyped-def]
        if size > len(out):
            return np.zeros(size)
        out[:size] = 0.0
        return out[:size]

    def kept(out, buffer):  # type: ignore[no-untyped-def]
        if len(buffer) > len(out):
            return buffer
        out[: len(buffer)] = buffer
        return out[: len(buffer)]

    if zeros not in _known:
        overload(zeros)(lambda size: lambda size: np.zeros(size))
        overload(blank)(lambda size: lambda size: np.empty(size))
        overload(strip_in)(lambda out, size: strip)
        overload(kept_in)(lambda out, buffer: kept)
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
