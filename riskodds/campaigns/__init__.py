"""Battles in a row: paths, and attacks that branch."""
