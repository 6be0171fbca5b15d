"""Rooms with their chat: the rows, and the store that tables load them from and save them to."""
