"""Questions in plain values, and their answers: what every front door asks, and none is told of.

A function a command takes numbers, texts as they are typed, and flags, and returns an `Answer`.
Arguments of a command come by position or by name, its options by name only; an underscore at
the end keeps a name of Python's own free. The annotations of a function say how a value is read
when it comes as JSON: `ask.answer` does that.
"""
