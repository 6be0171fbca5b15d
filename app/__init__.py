"""Pecking Order: five card games about who stands above whom. A map of the house.

rules/     the vocabulary of every game: cards, seats, states, views; values only
games/     the shelf: one folder per game; nothing else knows a game's name
bots/      players that see only what a seat sees
table/     live play: one task per table, its timers, its chairs
thinking/  processes in which bots search, fed with one view at a time
store/     the database: the log of moves, accounts, rooms, standings
web/       pages and sockets
ops/       running the house: PostgreSQL, migrations, backups, the server process
main.py    puts the parts together; cli.py is the commands; settings.py is what the environment decides

Arrows point down only: web -> store -> table -> rules <- games. The contracts stand in pyproject.toml.
"""
