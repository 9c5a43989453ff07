"""
A second implementation of the rules of Shengji, written from the rule texts alone.

The rules by definition and brute force: slow, and meant to be obviously right. It imports nothing
but the standard library; options and tables reach it over the wire.
"""
