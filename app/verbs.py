"""The verbs of the command line, one function each: a few lines that call app/ops.

Imports stand inside the functions, so that no verb waits for what only another one needs.
"""

import argparse
import asyncio
import sys
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING

import msgspec

from app.settings import Settings

if TYPE_CHECKING:
    from fastapi import FastAPI

STREAM = Path("-")
"""The name that stands for the standard input or output."""
TERMINAL = Path("/dev/tty")
LOOK = 3
"""The status of a command that has done its work and found something to look at."""


def serve(settings: Settings, options: argparse.Namespace) -> None:
    if settings.processes > 1:
        if options.friends is not None:
            sys.exit(
                "--friends serves with one process. Leave out --processes, or set "
                "PECKING_ORDER_HOST and PECKING_ORDER_PUBLIC_URL instead of --friends."
            )
        from app.ops.many_processes import serve_many

        serve_many(settings)
        return
    from app.ops.serve import serve

    def create_app(complete: Settings) -> "FastAPI":
        from app.main import create_app, warm_up  # a second, during which PostgreSQL starts

        app = create_app(complete)
        warm_up(app)
        if options.friends is not None:
            from app.ops.friends import say_open

            app.state.say_open = partial(say_open, complete, app.state.start_id)
        return app

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
        if options.file.is_dir():
            backup_tonight(url, options.file, options.keep)
            return
        saved = backup(url, options.file)
    print(f"Saved to {options.file}, {saved.size / 1000:,.0f} kB.")


def backup_tonight(url: str, folder: Path, keep: int) -> None:
    """A backup into a folder of them. Its status is 3 where somebody has to look."""
    from app.ops.backup_folder import backup_to
    from app.ops.verify_records import lost_audit_lines

    saved = backup_to(url, folder, keep)
    print(f"Saved to {saved.file}, {saved.sealed.size / 1000:,.0f} kB.")
    warnings = []
    if saved.verdict.is_small:
        warnings.append(
            f"{saved.file} is less than half of the newest backup, so it is set aside and nothing "
            "was deleted. Look at both. A third such night in a row is believed."
        )
    elif saved.verdict.larger:
        print(f"{saved.verdict.larger} is more than twice as large: it stays until you delete it.")
    if saved.former is not None and saved.former.seal.audit_head is not None:
        lost = asyncio.run(lost_audit_lines(url, saved.former.seal.audit_head))
        warnings += [] if lost is None else [f"{lost}, as the backup before this one knows."]
    if warnings:
        print("\n".join(warnings), file=sys.stderr)
        sys.exit(LOOK)


def restore(settings: Settings, options: argparse.Namespace) -> None:
    from app.games import BY_SLUG
    from app.ops.backup import file_of_input, restore, write_down
    from app.ops.database import open_database
    from app.ops.lock_keeper import exclusive_database
    from app.ops.migrations import migrate
    from app.ops.verify_records import verify

    source = None if options.file == STREAM else options.file
    if options.check:
        check_backup(settings, source)
        return
    if not options.yes and not confirm("This replaces everything in the database.", source is None):
        sys.exit("Nothing was changed.")
    with (
        file_of_input(source) as file,
        open_database(settings, alone=True) as url,
        exclusive_database(url, "restore"),
    ):
        sealed = restore(url, file)
        asyncio.run(migrate(url))
        found = asyncio.run(verify(url, BY_SLUG, known=sealed.seal.audit_head))
        write_down(url, sealed, is_checked=not found.problems)
    print(f"Restored from {source or 'the input'}: {found}.")
    if found.problems:
        sys.exit("\n".join(found.problems))


def confirm(sentence: str, input_is_taken: bool) -> bool:
    """Asks at the terminal, also where the input is a file."""
    question = f"{sentence} Continue? [y/N] "
    if not input_is_taken:
        answer = input(question)
    else:
        try:
            with TERMINAL.open("w") as screen, TERMINAL.open() as keys:
                print(question, end="", file=screen, flush=True)
                answer = keys.readline()
        except OSError:
            sys.exit("A backup from the input needs --yes. Nothing was changed.")
    return answer.strip().lower() in ("y", "yes")


def check_backup(settings: Settings, source: Path | None) -> None:
    """Restores the file, or a folder's newest, into a scratch database and verifies its records."""
    from time import monotonic

    from app.games import BY_SLUG
    from app.ops.backup import cross_out, file_of_input, restore, write_down
    from app.ops.backup_folder import newest
    from app.ops.backup_seal import BrokenSeal, read_seal
    from app.ops.database import open_database, scratch_database
    from app.ops.migrations import migrate
    from app.ops.verify_records import lost_audit_lines, verify

    if source is not None and source.is_dir():
        folder, source = source, newest(source)
        if source is None:
            raise FileNotFoundError(f"There is no backup in {folder}.")
    with open_database(settings) as url, file_of_input(source) as file:
        sealed = read_seal(file)
        known = sealed.seal.audit_head
        try:
            with scratch_database(url) as scratch:
                began = monotonic()
                restore(scratch, file)
                restored = monotonic()
                asyncio.run(migrate(scratch))
                found = asyncio.run(verify(scratch, BY_SLUG, known=known))
        except BrokenSeal:
            cross_out(url, sealed)
            raise
        if not found.problems:
            write_down(url, sealed, is_checked=True)
        lost = None if known is None else asyncio.run(lost_audit_lines(url, known))
    problems = found.problems
    print(
        f"{source or 'The input'} can be restored: {found}. "
        f"Restored in {restored - began:,.0f} s, verified in {monotonic() - restored:,.0f} s."
    )
    if lost is not None:
        problems += (f"In the database that is in use: {lost}, as this backup knows.",)
    if problems:
        sys.exit("\n".join(problems))


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


def drain(settings: Settings, options: argparse.Namespace) -> None:
    from app.ops.database import open_database
    from app.ops.drain import drain

    async def say_each(url: str) -> None:
        async for sentence in drain(url, options.name):
            print(sentence, flush=True)

    with open_database(settings) as url:
        asyncio.run(say_each(url))


def push_key(settings: Settings, options: argparse.Namespace) -> None:
    from app.web.push.encryption import new_private_key

    print(new_private_key())


def hashes(settings: Settings, options: argparse.Namespace) -> None:
    from app.ops.release_hashes import release_hashes
    from app.settings import ROOT

    print(release_hashes(options.release, ROOT))


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
    for name, finding in report(settings, most, seconds, known=options.audit_head):
        print(f"{name:>10}  {finding}", flush=True)
