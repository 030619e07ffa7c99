"""Little memory: to say so in a line, where libraries would end the process or lose their way."""

from __future__ import annotations

import os
from collections.abc import Sequence
from types import ModuleType

# what numpy maps as it is loaded, and more for each thread of its linear algebra, in bytes
NEEDED = 96 * 2**20
PER_THREAD = 48 * 2**20


class NumpyFinder:
    """Looks for room before numpy is loaded: its linear algebra ends the process if it has none."""

    @staticmethod
    def find_spec(name: str, path: Sequence[str] | None, target: ModuleType | None = None) -> None:
        """Find nothing, but raise MemoryError where numpy could not be loaded."""
        if name != "numpy" or _room(NEEDED + PER_THREAD * (os.cpu_count() or 1)):
            return
        os.environ["OPENBLAS_NUM_THREADS"] = "1"
        if not _room(NEEDED + PER_THREAD):
            raise MemoryError


def _room(size: int) -> bool:
    """Return whether so much memory may be mapped; none of it is touched."""
    from mmap import mmap

    try:
        mmap(-1, size).close()
    except (OSError, ValueError):
        return False
    return True


def is_lack(error: ImportError) -> bool:
    """Return whether a module was not loaded for lack of memory."""
    text = str(error).lower()
    return "failed to map segment" in text or "cannot allocate memory" in text
