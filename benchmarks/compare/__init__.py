"""Rivals and yardsticks, each answering the same battle: movable attackers against defenders."""
