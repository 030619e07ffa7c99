"""Inverse and optimal questions: how many armies, where, when to stop, which dice to roll."""
