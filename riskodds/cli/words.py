"""Words that the group and its commands share, and that load nothing more."""

from ..values import MINUS as MINUS

# every one is a module of `commands`, which holds a click command called `command`
COMMANDS = (
    "battle", "roll", "path", "tree", "needed", "hold", "place", "stop", "keep", "live", "luck",
    "simulate", "compare", "dice", "cards", "reinforce", "setup", "rules", "table", "batch",
    "schema", "completion", "help",
)  # fmt: skip
# set by the scripts of `completion` when they ask for completions
COMPLETE = "_RISKODDS_COMPLETE"
LONGEST_MESSAGE = 300


def one_line(message: str) -> str:
    """Return a message as all of ours are: on one line, in lower case, without a full stop."""
    line = " ".join(message.replace(MINUS, "-").split())
    if not line.isprintable():
        line = "".join(sign if sign.isprintable() else ascii(sign)[1:-1] for sign in line)
    if len(line) > LONGEST_MESSAGE:  # of what click quotes in full
        line = f"{line[: LONGEST_MESSAGE - 3]}..."
    return f"{line[:1].lower()}{line[1:].rstrip('.')}"
