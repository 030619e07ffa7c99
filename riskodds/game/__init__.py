"""The rules of the whole game, as values: the board, the set-up, the turn, the ways to win.

Nothing here rolls dice or draws cards: what fell and what was drawn is handed in. Territories go
by the names on the board, and inside a state by their number on it.
"""
