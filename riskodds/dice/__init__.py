"""One roll of the dice: how each side rolls, what a roll costs, and dice as they are written."""
