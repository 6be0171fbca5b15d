"""The commands: `python3 run.py VERB`, `python -m app VERB` or `pecking-order VERB`.

Each is a few lines that call app/ops. Imports stand inside the commands, so that none waits for
what only another one needs.
"""

import argparse
import asyncio
import sys
from collections.abc import Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Any

import msgspec

from app.settings import Settings
from app.settings_check import BadSettings, read_settings

if TYPE_CHECKING:
    from fastapi import FastAPI

STREAM = Path("-")
"""The name that stands for the standard input or output."""


def main(arguments: Sequence[str] | None = None) -> None:
    """Runs one command. An error of the user ends it with its message and status 1."""
    options = parser().parse_args(sys.argv[1:] if arguments is None else arguments)
    try:
        options.command(read_settings(overrides(options)), options)
    except BadSettings as error:
        sys.exit(str(error))
    except KeyboardInterrupt:
        sys.exit(130)
    except Exception as error:
        if type(error) not in user_errors():
            raise
        sys.exit(str(error))


def parser() -> argparse.ArgumentParser:
    """The parser of the command line."""
    made = argparse.ArgumentParser(
        prog="pecking-order", description="Card games of rank and ruin, played live in the browser."
    )
    verbs = made.add_subparsers(required=True, metavar="VERB")

    verb = verbs.add_parser("serve", help="run the server")
    verb.add_argument("--host", help="address to listen on (127.0.0.1)")
    verb.add_argument("--port", type=int, help="port to listen on (8000); 0 takes a free one")
    verb.set_defaults(command=serve)

    verb = verbs.add_parser("migrate", help="bring the database schema up to date")
    verb.set_defaults(command=migrate)

    verb = verbs.add_parser("backup", help="save the database to a file")
    verb.add_argument("file", type=Path, help="- writes to the output")
    verb.set_defaults(command=backup)

    verb = verbs.add_parser(
        "restore", help="replace the database by a saved one; nobody may be playing"
    )
    verb.add_argument("file", type=Path, help="- reads from the input, and needs --yes")
    verb.add_argument("--yes", action="store_true", help="do not ask before replacing")
    verb.add_argument(
        "--check",
        action="store_true",
        help="prove the file in a scratch database instead, also while people play",
    )
    verb.set_defaults(command=restore)

    verb = verbs.add_parser(
        "archive", help="move the moves of old matches to files, or check such files"
    )
    verb.add_argument(
        "--check", type=Path, nargs="+", metavar="FILE", help="verify and replay these files"
    )
    verb.set_defaults(command=archive)

    verb = verbs.add_parser("user", help="make a member or change one")
    verb.add_argument("name")
    verb.add_argument(
        "--admin",
        action=argparse.BooleanOptionalAction,
        help="give or take an administrator's rights",
    )
    password = verb.add_mutually_exclusive_group()
    password.add_argument(
        "--password-file",
        metavar="FILE",
        help="set the password to the file's first line; - reads it from the input",
    )
    password.add_argument(
        "--reset",
        action="store_true",
        help="print a link with which they choose a new password, once, within an hour",
    )
    verb.add_argument(
        "--unlock",
        action="store_true",
        help="lift their suspension and waits after wrong passwords, also of a running server",
    )
    verb.set_defaults(command=user)

    verb = verbs.add_parser("arena", help="let bots play a tournament")
    verb.add_argument("game", metavar="GAME", help="its name in addresses, as in /rules/GAME")
    verb.add_argument(
        "entrants",
        metavar="STRENGTH",
        nargs="+",
        help="in turn around the table; one named twice takes two of the seats",
    )
    length = verb.add_mutually_exclusive_group()
    length.add_argument("--matches", type=int, metavar="N", help="how many matches (20)")
    length.add_argument(
        "--hands",
        type=int,
        metavar="N",
        help="play until so many hands are decided, and count by hands",
    )
    verb.add_argument(
        "--seats",
        type=int,
        metavar="N",
        help="how many sit at the table (the fewest that the game and the strengths allow)",
    )
    verb.add_argument(
        "--seed", type=int, metavar="S", default=1, help="the same seed brings the same deals (1)"
    )
    effort = verb.add_mutually_exclusive_group()
    effort.add_argument(
        "--budget",
        type=float,
        metavar="MS",
        help="processor time for each choice of a bot that searches",
    )
    effort.add_argument(
        "--iterations",
        type=int,
        metavar="N",
        help="playouts instead: the same table again, to the last digit",
    )
    verb.add_argument("--options", metavar="JSON", default="{}", help="the game's options")
    verb.add_argument(
        "--processes",
        type=int,
        metavar="N",
        help="how many matches are played at once (as many as there are processors)",
    )
    verb.set_defaults(command=arena)

    verb = verbs.add_parser("new-game", help="make the folders of a new game, with a playable stub")
    verb.add_argument("name", help="its title, as people will read it")
    verb.set_defaults(command=new_game)

    verb = verbs.add_parser("doctor", help="list what is used here, and verify the records")
    verb.add_argument("--all", action="store_true", help="replay every match, not only the newest")
    verb.add_argument(
        "--seconds",
        type=int,
        metavar="N",
        help="end each check of the records after so long (60); 0: let it take its time",
    )
    verb.set_defaults(command=doctor)
    return made


def overrides(
    options: argparse.Namespace,
) -> dict[str, Any]:  # whatever the settings of that name take
    """The settings that the command line overrides."""
    return {
        name: value
        for name in ("host", "port")
        if (value := getattr(options, name, None)) is not None
    }


def user_errors() -> tuple[type[Exception], ...]:
    """The errors of the user, shown as a message alone. Others are ours and show a traceback."""
    from app.ops.admin_user import InvalidUser
    from app.ops.arena import InvalidTournament
    from app.ops.backup import BackupFailed
    from app.ops.binaries import PostgresNotFound
    from app.ops.bring_over import NotBroughtOver
    from app.ops.cluster import ClusterFailed, WrongVersion
    from app.ops.data_dir_lock import DataDirInUse
    from app.ops.database import Unreachable
    from app.ops.durability import UnsafeDatabase
    from app.ops.lock_keeper import DatabaseInUse, LockLost
    from app.ops.migrations import UnusableSchema
    from app.ops.new_game import InvalidName
    from app.ops.serve import DatabaseEnded, PortTaken
    from app.ops.server_process import PostgresFailed
    from app.store.archive import BadArchive
    from app.table.ports import StoreAway

    ours = (
        BackupFailed,
        ClusterFailed,
        DatabaseEnded,
        DataDirInUse,
        DatabaseInUse,
        LockLost,
        NotBroughtOver,
        PostgresNotFound,
        PortTaken,
        InvalidUser,
        PostgresFailed,
        InvalidName,
        InvalidTournament,
        BadArchive,
        StoreAway,
        Unreachable,
        UnsafeDatabase,
        UnusableSchema,
        WrongVersion,
    )
    return (*ours, PermissionError, FileNotFoundError)


def serve(settings: Settings, options: argparse.Namespace) -> None:
    from app.ops.serve import serve

    def create_app(complete: Settings) -> "FastAPI":
        from app.main import create_app  # half a second of imports, during which PostgreSQL starts

        return create_app(complete)

    serve(settings, create_app)


def migrate(settings: Settings, options: argparse.Namespace) -> None:
    from app.ops.database import open_database

    with open_database(settings) as url:
        done = migrate_alone(url)
    print("The schema is up to date now." if done else "The schema was up to date.")


def migrate_alone(url: str) -> bool:
    """Migrates the database if necessary, while no server runs on it."""
    from app.ops.lock_keeper import exclusive_database
    from app.ops.migrations import is_current, migrate

    if asyncio.run(is_current(url)):
        return asyncio.run(migrate(url))
    with exclusive_database(url, "migrate"):
        return asyncio.run(migrate(url))


def backup(settings: Settings, options: argparse.Namespace) -> None:
    from app.ops.backup import backup, write_backup
    from app.ops.database import open_database

    with open_database(settings) as url:
        if options.file == STREAM:
            write_backup(url, sys.stdout.buffer)
            return
        size = backup(url, options.file)
    print(f"Saved to {options.file}, {size / 1000:.0f} kB.")


def restore(settings: Settings, options: argparse.Namespace) -> None:
    from app.games import BY_SLUG
    from app.ops.backup import restore
    from app.ops.database import open_database
    from app.ops.lock_keeper import exclusive_database
    from app.ops.migrations import migrate
    from app.ops.verify_records import verify

    file = None if options.file == STREAM else options.file
    if options.check:
        check_backup(settings, file)
        return
    if file is None and not options.yes:
        sys.exit("A backup from the input needs --yes. Nothing was changed.")
    if not options.yes and input(
        "This replaces everything in the database. Continue? [y/N] "
    ).strip().lower() not in ("y", "yes"):
        sys.exit("Nothing was changed.")
    with open_database(settings, alone=True) as url, exclusive_database(url, "restore"):
        restore(url, file)
        asyncio.run(migrate(url))
        found = asyncio.run(verify(url, BY_SLUG))
    print(f"Restored from {file or 'the input'}: {found}.")
    if found.problems:
        sys.exit("\n".join(found.problems))


def check_backup(settings: Settings, file: Path | None) -> None:
    """Restores the file into a scratch database and verifies its records."""
    from app.games import BY_SLUG
    from app.ops.backup import restore
    from app.ops.database import open_database
    from app.ops.migrations import migrate
    from app.ops.scratch_database import scratch_database
    from app.ops.verify_records import verify

    with open_database(settings) as url, scratch_database(url) as scratch:
        restore(scratch, file)
        asyncio.run(migrate(scratch))
        found = asyncio.run(verify(scratch, BY_SLUG))
    print(f"{file or 'The input'} can be restored: {found}.")
    if found.problems:
        sys.exit("\n".join(found.problems))


def archive(settings: Settings, options: argparse.Namespace) -> None:
    from app.ops.archives import archive_old, check_archives
    from app.ops.database import open_database

    if options.check:
        for sentence in check_archives(options.check):
            print(sentence, flush=True)
        return
    if settings.keep_match_years is None:
        sys.exit("Matches are kept for ever: PECKING_ORDER_KEEP_MATCH_YEARS is not set.")
    with open_database(settings) as url:
        done = list(archive_old(settings, url))
    print("\n".join(done) or "No match is old enough.")


def user(settings: Settings, options: argparse.Namespace) -> None:
    from app.ops import admin_user
    from app.ops.database import open_database

    password = None if options.password_file is None else read_password(options.password_file)
    name, letting_in = options.name, options.unlock or options.reset
    with open_database(settings) as url:
        migrate_alone(url)
        if options.unlock:
            print(asyncio.run(admin_user.unlock(url, name)))
        if password is not None or options.admin is not None or not letting_in:
            if (
                password is None
                and not letting_in
                and sys.stdin.isatty()
                and asyncio.run(admin_user.find_member(url, name)) is None
            ):
                password = ask_password()
            account = asyncio.run(admin_user.create_or_update(url, name, password, options.admin))
            print(f"{account.name} is {'an administrator' if account.admin else 'a member'}.")
        if options.reset:
            made = asyncio.run(admin_user.make_password_reset(url, name))
            print(admin_user.reset_words(made, settings.public_url))


def read_password(file: str) -> str:
    """The first line of the file, without its end."""
    text = sys.stdin.readline() if file == "-" else Path(file).read_text()
    return text.partition("\n")[0].rstrip("\r")


def ask_password() -> str:
    """Asks for a password twice, without showing it."""
    from getpass import getpass

    password = getpass("Password: ")
    if getpass("Repeat the password: ") != password:
        sys.exit("The passwords differ. Nothing was changed.")
    return password


def arena(settings: Settings, options: argparse.Namespace) -> None:
    from app.games import BY_SLUG
    from app.ops.arena import InvalidTournament, Tournament, play

    try:
        chosen = msgspec.json.decode(options.options)
    except msgspec.DecodeError as error:
        raise InvalidTournament(f"The options are not JSON: {error}.") from None
    fitting = [
        seats
        for seats in (BY_SLUG[options.game].seats if options.game in BY_SLUG else ())
        if seats >= len(options.entrants)
    ]
    wanted = Tournament(
        game=options.game,
        entrants=tuple(options.entrants),
        seats=options.seats or next(iter(fitting), len(options.entrants)),
        options=chosen,
        seed=options.seed,
        matches=options.matches or (None if options.hands else 20),
        hands=options.hands,
        budget=None if options.budget is None else options.budget / 1000,
        playouts=options.iterations,
    )
    print(play(wanted, options.processes))


def new_game(settings: Settings, options: argparse.Namespace) -> None:
    from app.ops.new_game import create
    from app.settings import ROOT

    print("\n".join(f"  {path}" for path in create(ROOT, options.name)))
    print(
        "The game is made and registered. Play it as it is: python3 run.py\n"
        "Next steps: docs/new-game.md"
    )


def doctor(settings: Settings, options: argparse.Namespace) -> None:
    from app.ops.doctor import CHECK_SECONDS, DEFAULT_MATCHES, report

    most = None if options.all else DEFAULT_MATCHES
    seconds = CHECK_SECONDS if options.seconds is None else options.seconds or None
    for name, finding in report(settings, most, seconds):
        print(f"{name:>10}  {finding}", flush=True)
