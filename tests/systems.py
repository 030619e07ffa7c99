"""What a test may need that not every system has, as ``@pytest.mark.needs("signals")``."""

import os
import shutil
import sys
from collections.abc import Iterable
from importlib.util import find_spec
from pathlib import Path

UNIX = os.name == "posix"
SYSTEM = {
    # a test program that is interrupted from outside; Windows ends it without a word
    "signals": UNIX,
    # the size of a file; `resource` is not on Windows
    "file limits": find_spec("resource") is not None,
    # the size of a process; macOS takes the limit and does not keep it
    "memory limits": sys.platform.startswith("linux"),
    "a terminal": find_spec("termios") is not None,
    # with pipes, closed streams and the tools beside it; the bash of Windows may be of another one
    "bash": UNIX and shutil.which("bash") is not None,
    "sh": UNIX and shutil.which("sh") is not None,
    "links": UNIX,
    "/dev/full": Path("/dev/full").exists(),
    "/dev/zero": Path("/dev/zero").exists(),
}


def lacking(needed: Iterable[str]) -> str:
    """Return why a test cannot run here, or nothing."""
    missing = [feature for feature in needed if not SYSTEM[feature]]
    return f"needs {' and '.join(missing)}, not to be had on {sys.platform}" if missing else ""
