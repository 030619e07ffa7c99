"""``python -m riskodds`` is the command ``riskodds``."""

from .cli import main

if __name__ == "__main__":
    main()
