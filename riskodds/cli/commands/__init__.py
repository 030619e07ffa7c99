"""The commands, one a file, each loaded when it is called."""
