"""Bots, which see only a view and its legal moves. Pure: no clock, no I/O; chance is handed in.

`move_choice` chooses a move by the strength of a bot; `search` is what sharp bots do.
"""
