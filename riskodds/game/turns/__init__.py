"""The turn: set-up, reinforcement, what is legal, and making a move."""
