"""Live play:

one actor for each room. No game, database or HTTP; each folder says what lives in it.
"""
