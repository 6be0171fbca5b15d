"""The command line: each verb with its arguments and their help texts."""

import argparse
from pathlib import Path
from typing import TYPE_CHECKING

from app import verbs

if TYPE_CHECKING:
    from app.store.admin.audit_chain import Head


def at_least_one(written: str) -> int:
    """A number above 0. Raises ArgumentTypeError."""
    if not written.isdecimal() or int(written) == 0:
        raise argparse.ArgumentTypeError(f"{written}: write a number above 0.")
    return int(written)


def head_of(written: str) -> "Head":
    """A line of the audit log. Raises ArgumentTypeError."""
    from app.store.admin.audit_chain import head_of

    try:
        return head_of(written)
    except ValueError as error:
        raise argparse.ArgumentTypeError(str(error)) from None


def parser() -> argparse.ArgumentParser:
    """The parser of the command line."""
    made = argparse.ArgumentParser(
        prog="pecking-order", description="Card games of rank and ruin, played live in the browser."
    )
    subparsers = made.add_subparsers(required=True, metavar="VERB")

    verb = subparsers.add_parser("serve", help="run the server")
    verb.add_argument("--host", help="address to listen on (127.0.0.1)")
    verb.add_argument("--port", type=int, help="port to listen on (8000); 0 takes a free one")
    verb.add_argument(
        "--friends",
        nargs="?",
        const="",
        metavar="URL",
        help="let others in your network play; with URL, those who come by that address, "
        "which your tunnel or proxy leads to this machine",
    )
    verb.add_argument("--processes", type=at_least_one, metavar="N", help="how many serve (1)")
    verb.set_defaults(command=verbs.serve)

    verb = subparsers.add_parser(
        "drain", help="let a process that shares the database give its tables to others, and end"
    )
    verb.add_argument(
        "name", nargs="?", help="its name; without one, all are drained in turn, the oldest first"
    )
    verb.set_defaults(command=verbs.drain)

    verb = subparsers.add_parser(
        "push-key",
        help="print a new key for PECKING_ORDER_PUSH_KEY, which lets browsers be notified",
    )
    verb.set_defaults(command=verbs.push_key)

    verb = subparsers.add_parser("migrate", help="bring the database schema up to date")
    verb.set_defaults(command=verbs.migrate)

    verb = subparsers.add_parser("backup", help="save the database to a file")
    verb.add_argument(
        "file", type=Path, help="- writes to the output; in a folder, the newest files are kept"
    )
    verb.add_argument(
        "--keep", type=at_least_one, default=14, metavar="N", help="how many of a folder (14)"
    )
    verb.set_defaults(command=verbs.backup)

    verb = subparsers.add_parser(
        "restore", help="replace the database by a saved one; nobody may be playing"
    )
    verb.add_argument("file", type=Path, help="- reads from the input, and needs --yes")
    verb.add_argument("--yes", action="store_true", help="do not ask before replacing")
    verb.add_argument(
        "--check",
        action="store_true",
        help="prove the file, or a folder's newest, in a scratch database instead, also while "
        "people play",
    )
    verb.set_defaults(command=verbs.restore)

    verb = subparsers.add_parser(
        "archive", help="move the moves of old matches to files, or check such files"
    )
    verb.add_argument(
        "--check", type=Path, nargs="+", metavar="FILE", help="verify and replay these files"
    )
    verb.set_defaults(command=verbs.archive)

    verb = subparsers.add_parser("user", help="make a member or change one")
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
    verb.set_defaults(command=verbs.user)

    verb = subparsers.add_parser("arena", help="let bots play a tournament")
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
        help="play until this many hands are decided, and count by hands",
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
    verb.set_defaults(command=verbs.arena)

    verb = subparsers.add_parser(
        "new-game", help="make the folders of a new game, with a playable stub"
    )
    verb.add_argument("name", help="its title, as people will read it")
    verb.set_defaults(command=verbs.new_game)

    verb = subparsers.add_parser(
        "hashes", help="print the list of what a release serves, for examples/verify.py house"
    )
    verb.add_argument("release", metavar="NAME", help="of the release, such as 1.1.0")
    verb.set_defaults(command=verbs.hashes)

    verb = subparsers.add_parser("doctor", help="list what is used here, and verify the records")
    verb.add_argument("--all", action="store_true", help="replay every match, not only the newest")
    verb.add_argument(
        "--seconds",
        type=int,
        metavar="N",
        help="end each check of the records after this long (60); 0: let it take its time",
    )
    verb.add_argument(
        "--audit-head",
        type=head_of,
        metavar="NUMBER:HASH",
        help="look for this line in the audit log, which doctor printed before as its end",
    )
    verb.set_defaults(command=verbs.doctor)
    return made
