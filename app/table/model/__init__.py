"""The values of a live table:

the room, messages from and to clients, errors. Imports rules only.
"""
