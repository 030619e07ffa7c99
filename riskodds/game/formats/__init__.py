"""Moves and states as text, as JSON and as plain data, both ways."""
