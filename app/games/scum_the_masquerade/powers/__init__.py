"""Clans and their powers: disciplines as data, their declaration, their use and their effects.

`disciplines`, `clans`, `sheets` and `rulesets` are the data. `declaring` and `decisions` say who
has what. `uses` and `primitives` carry out uses before a play, `plays_with` and `hands_with` hands
with a discipline. A discipline with rules of its own has a module of its own.
"""
