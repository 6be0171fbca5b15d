"""The conformance kit: what every game owes the house, checked from the outside, over random matches of every size and option.

One idea a file. A check is a function of a game's adapter and a case; it raises `Broken` and counts what it looked at.
"""
