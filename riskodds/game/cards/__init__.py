"""The cards: decks, what a set is and is worth, when it must be traded, and the odds."""
