"""
The doctor's signatures: what an engine with one mistake answers to each canary: `python -m tools.doctor`.

Law of this package: a mistake is the reference engine asked another question, or its answer told otherwise;
nothing here changes a file of the engine. What it answers is stored, so that the doctor needs no engine.
"""
