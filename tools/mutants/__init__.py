"""
Mutants: engines with one fault each, and which case of the corpus notices: `python -m tools.mutants`.

Law of this package: a mutant is the reference engine with one thing changed - an option, a fault somebody
once had, a token of its source - and is killed where a case of the corpus gets another answer than it
expects; no unit test counts. Nothing here changes a file of the engine.
"""
