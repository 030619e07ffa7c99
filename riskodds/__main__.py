"""The command ``riskodds``, which is also ``python -m riskodds``."""

import sys
from typing import NoReturn


def main(args: list[str] | None = None) -> NoReturn:
    """Run the command line and exit with its status."""
    try:
        from .cli.main import run
    except KeyboardInterrupt:
        sys.stderr.write("riskodds: interrupted\n")
        sys.exit(130)
    sys.exit(run(args))


if __name__ == "__main__":
    main()
