"""What Ctrl-C does to the command line: one line on stderr and status 130, at any moment.

An exception that a signal handler raises comes up wherever Python happens to be: in a callback
that drops it, while a module is loaded, in the interpreter's own last steps. So the process ends
in the handler itself. All that is written is written at once, so nothing is lost by that; what
must be undone first asks to be `unwound`.
"""

from __future__ import annotations

import os
import signal
import sys
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from threading import current_thread, main_thread
from typing import Any

INTERRUPTED = 130
# as wide as what is shown of progress
CLEARED = "\r" + " " * 24 + "\r"

_to_unwind = 0


def hear() -> None:
    """End the process on Ctrl-C from now on, unless it is ignored or heard by somebody else."""
    ours = current_thread() is main_thread()
    if ours and signal.getsignal(signal.SIGINT) is signal.default_int_handler:
        signal.signal(signal.SIGINT, _end)


def ignore() -> None:
    """Ignore Ctrl-C from now on, as all is done."""
    if signal.getsignal(signal.SIGINT) is _end:
        signal.signal(signal.SIGINT, signal.SIG_IGN)


@contextmanager
def unwound() -> Iterator[None]:
    """Let Ctrl-C raise KeyboardInterrupt here, as something must be undone."""
    global _to_unwind
    _to_unwind += 1
    try:
        yield
    finally:
        _to_unwind -= 1


def _end(*_: Any) -> None:
    # a second one, such as `timeout` sends, is the same one
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    if _to_unwind:
        raise KeyboardInterrupt
    with suppress(OSError, AttributeError):  # nobody may be listening; the status tells
        shown = CLEARED if sys.stderr.isatty() else ""
        os.write(sys.stderr.fileno(), f"{shown}riskodds: interrupted\n".encode())
    os._exit(INTERRUPTED)
