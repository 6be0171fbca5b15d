"""Operations: PostgreSQL, migrations, backups, the server process. Knows nothing of cards.

binaries.py        where PostgreSQL's programs come from
cluster.py         PostgreSQL's folder of files
data_dir_lock.py   one process at a time in a data folder
postgres.py        starting and stopping the embedded server
server_process.py  its process and account: bound to ours, and orphans of former owners
database.py        the database that a command works on, and the check that it is durable
migrations.py      bringing the schema up to date
backup.py          saving the database to a file and back
backup_seal.py     the last line of such a file, with its checksum
backup_folder.py   nightly files, of which the newest are kept
archives.py        old matches in files
admin_user.py      members and administrators by command
loop_delay.py      how late an event loop was, for limits on a starved machine
lock_keeper.py     the thread that holds the server's lock
namesakes.py       two processes with one name or address
drain.py           giving the tables of a process to the others
standby.py         a server that waits for the first one to end
verify_records.py  replaying matches and verifying hash chains
changed_rules.py   running matches that a new release would stop
arena.py           tournaments of bots
logs.py            logging
listener.py        the listening sockets
addresses.py       this machine's addresses in its networks
friends.py         what --friends says of them
serve.py           the server process
many_processes.py  several of them behind one address
doctor.py          what is used here
new_game.py        the folders of a new game, from stub/
release_hashes.py  the hashes that a release carries
"""
