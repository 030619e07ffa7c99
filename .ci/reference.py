"""Write the reference, a page for each public package, from the docstrings (extra ``dev``).

``python .ci/reference.py`` writes to build/reference, ``python .ci/reference.py FOLDER`` elsewhere.
"""

import sys
import warnings
from pathlib import Path

import pdoc

import riskodds
import riskodds.game

PACKAGES = (riskodds, riskodds.game)


def main() -> None:
    """Write the pages, and make sure that no public name is missing."""
    # pdoc cannot look into an alias that names itself, and prints it as it stands
    warnings.filterwarnings("ignore", "Error parsing type annotation .* Plain")
    folder = Path(sys.argv[1] if len(sys.argv) > 1 else "build/reference")
    pdoc.render.configure(docformat="numpy", show_source=False)
    for package in PACKAGES:
        package.__all__ = dir(package)  # the two names that `import *` leaves out as well
    pdoc.pdoc(*(package.__name__ for package in PACKAGES), output_directory=folder)
    for package in PACKAGES:
        page = folder.joinpath(*package.__name__.split(".")).with_suffix(".html")
        text = page.read_text(encoding="utf-8")
        missing = [name for name in dir(package) if f'id="{name}"' not in text]
        if missing:
            sys.exit(f"{page} lacks {', '.join(missing)}")


if __name__ == "__main__":
    main()
