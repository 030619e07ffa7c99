"""Slow, independent routes to the answers, a module for each package, and the shared data."""
