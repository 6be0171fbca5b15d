"""Live play: one actor for each room, without games, database or HTTP.

See each folder's own line.
"""
