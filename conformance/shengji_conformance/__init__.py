"""The runner: asks an implementation the questions of the corpus and says what is wrong with its answers."""

__all__ = ["__version__"]

__version__ = "0.1.0"
