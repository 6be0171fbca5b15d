"""RUNNING THE HOUSE: its PostgreSQL, migrations, backups, the server process. Knows nothing of cards.

binaries.py    where PostgreSQL's programs come from
account.py     whom they run as when we are root
postgres.py    starting, stopping and guarding the embedded server
database.py    which database a command works on
migrations.py  bringing the schema up to date
backup.py      saving the database to a file and back
member.py      members and administrators by command
logs.py        how the house logs
serve.py       the server process from first line to last
doctor.py      what is used here
new_game.py    the folders of a new game, from stub/
"""
