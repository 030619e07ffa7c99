"""One battle: the question, the engine that answers it, and the odds."""
