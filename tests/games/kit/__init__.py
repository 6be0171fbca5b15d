"""The conformance kit: the checks that every game passes, over random matches of every kind.

A check is a function of a game's adapter and a case. It raises `Broken`, and counts what it looked
at.
"""
