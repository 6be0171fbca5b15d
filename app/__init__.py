"""Pecking Order: card games of rank and ruin, played live in the browser. The map of its packages.

cli.py          the program: settings, verb, errors; __main__.py starts it for `python -m app`
command_line    the arguments of each verb, and their help texts
verbs.py        what each verb does: serve, backup, restore and others
settings_check  reads the settings at the start and lists every mistake in them
main.py         assembles the application from the packages below
jobs.py         what the server does by itself: the daily job, cleanup, ratings
ops/            running it: PostgreSQL, migrations, backups, the server process
web/            pages, JSON and sockets over HTTP
bot_workers/    processes in which bots search, each fed one view at a time
store/          the database: the log of moves, accounts, rooms, standings
table/          live play: one task for each table, its clocks, its clients
text/           text that people type: sanitising it, and names that look alike
fair/           the fair shuffle: commitments, seals, the order, the proof of each card
bots/           players that see what a seat sees and nothing else
games/          one folder for each game; nothing else knows a game's name
kits/           code that several games share
rules/          the vocabulary of every game: cards, seats, states, views; values alone
settings.py     the settings that the environment decides

A module imports only modules of its own package and of packages further down. Each package's
own layers and further limits are contracts in pyproject.toml; `run.py check` holds them.
"""
