"""The command ``riskodds``, which is also ``python -m riskodds``."""

import sys
from typing import NoReturn

from .cli.interrupts import hear, ignore


def main(args: list[str] | None = None) -> NoReturn:
    """Run the command line and exit with its status."""
    hear()
    from .cli.main import run

    status = run(args)
    ignore()
    sys.exit(status)


if __name__ == "__main__":
    main()
