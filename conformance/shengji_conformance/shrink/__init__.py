"""A failing case made as small as it still fails.

Law of this package: it decides no rule of the game. What the right answer to a smaller position is, the
reference implementation says, and the oracle confirms; both are asked over the pipe like anybody's engine.
"""
