"""
The catalogue of planted faults, by the chapters in which they show.

Law of this package: each fault of the research note `known-bugs` that a question can express stands here at
least once, and of the others the reason why not (`apart`).
"""
