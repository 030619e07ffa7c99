"""The command line: the group of all commands in `main`, what they share, and the commands."""
