"""`bench history`: pages, deeds, jobs and disk with a million matches, each against its limit.

  run.py bench history [--matches N] [--keep DIR] [--part NAME ...]

DIR keeps the seeded database for further runs, and for going on with a seeding that was cut short.
"""

import asyncio
import os
import shutil
import subprocess
import sys
import threading
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from datetime import timedelta
from pathlib import Path
from time import monotonic
from typing import Final

import msgspec

from app.ops.migrations import migrate
from app.ops.postgres import Postgres
from app.store.database.pools import Database
from bench import history_deeds as deeds
from bench import pages
from bench.history_sizes import size_sheet
from bench.new_matches import remove_new_matches
from bench.report import Ask, Bench, Progress, Sheet
from bench.seeding import WHOLE, Size, seed_all
from bench.temp_database import temp_folder

MATCHES: Final = 1_000_000
SPAN: Final = timedelta(days=3 * 365)
CHAT_LINES: Final = 10
"""For each match."""
ACCOUNTS: Final = 10
"""Matches for each account."""
NEWEST: Final = 200
"""The newest matches, which have their entries: `doctor` replays them."""
PAGE_LIMIT: Final = 0.05
END_LIMIT: Final = 0.005
LONGEST_WAIT: Final = 1.0
"""Seconds, each."""
KEEN: Final = 0
"""The account that sat in most matches, under 300 names."""
JOB_PATIENCE: Final = 900.0
"""Seconds that a command may take."""
OLD_DATA: Final = "the daily removal"


def size_of(matches: int) -> Size:
    return Size(
        matches,
        max(60, matches // ACCOUNTS),
        CHAT_LINES * matches,
        few=0,
        newest=min(NEWEST, matches // 20),
        every=SPAN / max(matches, 100_000),
    )


def run(ask: Ask) -> Iterator[Sheet]:
    progress, size = Progress(ask), size_of(ask.matches or MATCHES)
    with _folder(ask.keep) as folder:
        with Postgres(folder / "data", fsync=False) as postgres:
            asyncio.run(migrate(postgres.url))
            began = monotonic()
            asyncio.run(seed_all(postgres.url, size, progress.say))
            seeded = monotonic() - began
        with Postgres(folder / "data") as postgres:
            parts: dict[str, Callable[[], Sheet]] = {
                "sizes": lambda: size_sheet(postgres.url, size, seeded),
                "pages": lambda: page_sheet(postgres.url, size, ask, progress),
                "jobs": lambda: job_sheet(postgres.url, folder, progress),
                "deeds": lambda: asyncio.run(deed_sheet(postgres.url, size, ask, progress)),
            }
            for name, measured in parts.items():
                if not ask.parts or name in ask.parts:
                    progress.say(f"{name} ...")
                    yield measured()


@contextmanager
def _folder(keep: Path | None) -> Iterator[Path]:
    """The folder that is kept, or one for this run."""
    if keep is not None:
        keep.mkdir(parents=True, exist_ok=True)
        keep.chmod(0o755)
        yield keep
        return
    with temp_folder() as made:
        yield made


def page_sheet(url: str, size: Size, ask: Ask, progress: Progress) -> Sheet:
    chosen = pages.pages(size.matches, size.accounts)
    measured = asyncio.run(pages.measure(url, chosen, ask.each(1.0), progress))
    warm = [msgspec.structs.replace(each, answers=each.answers[1:]) for each in measured]
    rows = [
        (
            each.name,
            1000 * each.at(0.5),
            1000 * each.at(0.95),
            1000 * each.work,
            each.queries,
            ", ".join(each.without_index) or "nothing",
            _verdict(each.at(0.95) <= PAGE_LIMIT),
        )
        for each in warm
    ]
    return Sheet(
        f"Pages with {size.matches:,} matches of {size.accounts:,} accounts",
        ("page", "p50 ms", "p95 ms", "CPU and database ms", "queries", "without an index", "kept"),
        rows,
        (
            f"limit: p95 below {1000 * PAGE_LIMIT:.0f} ms, without a network",
            "the first visit is not counted; other work on the machine is",
        ),
        passed=all(each.at(0.95) <= PAGE_LIMIT for each in warm),
    )


async def deed_sheet(url: str, size: Size, ask: Ask, progress: Progress) -> Sheet:
    """A thing that somebody waits for."""
    database = Database(url)
    try:
        progress.say("matches end ...")
        queries, whole = await deeds.time_match_ends(database, size.accounts, ask.seed)
        progress.say("a match is voided ...")
        void = await deeds.time_void(
            database, deeds.voided_match(size.matches, WHOLE), size.accounts, ask.seed
        )
        progress.say("somebody is erased ...")
        sat, names = await deeds.count_of_person(database, KEEN)
        erased = await deeds.time_erasure(database, KEEN)
        progress.say(f"{OLD_DATA} ...")
        removal = await deeds.time_removal(database)
    finally:
        await database.close()
        await remove_new_matches(url)
    limits: list[tuple[str, float, float | None]] = [
        ("the last line of a match: database, p50", queries.at(0.5), END_LIMIT),
        ("the last line of a match: database, p95", queries.at(0.95), None),
        ("the last line of a match: its transaction, p50", whole.at(0.5), None),
        ("void: the request", void.request, LONGEST_WAIT),
        ("void: the longest line of another table", void.line, LONGEST_WAIT),
        ("void: the longest end of another match", void.end, LONGEST_WAIT),
        ("void: the event loop was late at most", void.late, LONGEST_WAIT),
        (f"erasure of a person with {sat:,} matches and {names} names", erased, LONGEST_WAIT),
        (f"{OLD_DATA}: its longest step ({removal.kind})", removal.longest, LONGEST_WAIT),
        (f"{OLD_DATA}: all of it, {removal.rows:,} rows", removal.seconds, None),
    ]
    rows = [
        (what, 1000 * seconds, None if limit is None else 1000 * limit, _kept(seconds, limit))
        for what, seconds, limit in limits
    ]
    refold = "not done" if void.refold is None else f"done after {void.refold:.1f} s"
    return Sheet(
        "Deeds",
        ("what", "ms", "limit ms", "kept"),
        rows,
        (f"The ratings after the voided match, in the middle of all, were worked out: {refold}.",),
        passed=all(limit is None or seconds <= limit for _, seconds, limit in limits),
    )


def job_sheet(url: str, folder: Path, progress: Progress) -> Sheet:
    """The operator's commands, each a process of its own."""
    file = folder / "history.backup"
    rows = [
        _job(["doctor"], url, progress),
        _job(["backup", str(file)], url, progress),
    ]
    scratch = folder / "restored"
    try:
        with Postgres(scratch) as other:
            rows.append(_job(["restore", "--yes", str(file)], other.url, progress))
    finally:
        shutil.rmtree(scratch, ignore_errors=True)
    rows.append(_job(["restore", "--check", str(file)], url, progress))
    size = file.stat().st_size / 2**20 if file.exists() else 0.0
    file.unlink(missing_ok=True)
    return Sheet(
        "Jobs",
        ("command", "s", "s before verifying", "went well", "it says"),
        rows,
        (
            f"The backup has {size:,.0f} MiB.",
            f"A restore replays every match; it is ended after {JOB_PATIENCE / 60:.0f} minutes.",
        ),
        passed=all(row[3] != "NO" for row in rows),
    )


def _job(
    verb: list[str], url: str, progress: Progress
) -> tuple[str, float, float | None, str, str]:
    """The command, its seconds, those before it verified records, its success and last words."""
    name = " ".join(verb[:-1] if len(verb) > 1 else verb)
    progress.say(f"{name} ...")
    began = monotonic()
    verifying: float | None = None
    with subprocess.Popen(
        [sys.executable, "-P", "-u", "-m", "app", *verb],
        env={**os.environ, "DATABASE_URL": url, "PYTHONPATH": os.pathsep.join(sys.path)},
        stdout=subprocess.PIPE,
        stderr=subprocess.STDOUT,
        text=True,
    ) as process:
        assert process.stdout is not None, "a pipe"
        patience = threading.Timer(JOB_PATIENCE, process.terminate)
        patience.start()
        said = []
        for line in process.stdout:
            said.append(line.strip())
            progress.tell(f"{name}: {said[-1]}")
            if verifying is None and "checked" in line:
                verifying = monotonic() - began
    ended = not patience.is_alive()
    patience.cancel()
    verdict = "not done" if ended else _verdict(not process.returncode)
    return name, monotonic() - began, verifying, verdict, _last_words(said)


def _last_words(lines: list[str]) -> str:
    chosen = [line for line in lines if "matches" in line] or lines
    return chosen[-1][:120] if chosen else ""


def _kept(seconds: float, limit: float | None) -> str:
    return "" if limit is None else _verdict(seconds <= limit)


def _verdict(kept: bool) -> str:
    return "yes" if kept else "NO"


BENCH: Final = Bench(
    "history", "pages, deeds, jobs and disk with a million stored matches", run, long=True
)
