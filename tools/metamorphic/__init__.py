"""
Metamorphic checks of the corpus: changes of a position that leave its answer as it is.

The order of cards, the names of suits, cards of other groups and the seats do not matter; what the answer
to a changed case has to be follows from the case alone, so that no engine has to be trusted.
"""
