"""The proof `backups`: whole files come back, damaged ones never do, and nights go on.

Bytes of a real backup are changed, cut off and added, and each file is restored. Two hundred nights
of a database that grows and shrinks are saved. The end of an audit log is cut off behind a backup.
"""

import asyncio
from collections.abc import Mapping
from pathlib import Path
from random import Random
from typing import Final

import pytest
from msgspec.structs import replace

from app.ops import backup as backups
from app.ops import backup_folder
from app.ops.backup import BackupFailed, restore, save
from app.ops.backup_folder import Night, Verdict
from app.ops.backup_seal import BrokenSeal, NoSeal, read_seal
from app.ops.verify_records import lost_audit_lines
from app.store.admin import audit, audit_chain
from app.store.admin.audit import Action
from app.store.database.pools import Database
from app.store.people import accounts
from tests.database import column, execute
from tests.prove.runner.planting import with_patch
from tests.prove.runner.proof import Findings, PlantedFault, Progress, Proof, RunOptions
from tests.prove.runner.temp_server import temp_postgres

LEAST: Final = 40
"""Damaged files in a run."""
MARKS: Final = "SELECT oid FROM pg_class WHERE relnamespace = 'public'::regnamespace ORDER BY oid"
"""Every restore makes all tables anew, with other numbers."""
LINES: Final = 5
NIGHTS: Final = 200
KEEP: Final = 3
SETTLED: Final = 6
"""Nights in which a database keeps its size: within them a file must be good."""


def prove(options: RunOptions) -> Findings:
    with temp_postgres() as postgres:
        folder = postgres.data_dir.parent
        asyncio.run(_fill(postgres.url))
        file = folder / "saved.dump"
        save(postgres.url, file)
        damaged, faults = _damage(postgres.url, file, options)
        faults += _cut_audit_log(postgres.url, file)
    faults += watch_nights(options).faults
    figure = (
        f"{len(faults)} faults in {damaged:,} damaged files, {20 * NIGHTS:,} nights of databases "
        f"that grow and shrink, and {LINES} audit logs that lost their end"
    )
    return Findings({"P19": figure}, tuple(faults))


def prove_once(options: RunOptions) -> Findings:
    return prove(replace(options, minutes=0.0))


def watch_nights(options: RunOptions) -> Findings:
    seeds = range(options.seed, options.seed + 20)
    return Findings({}, tuple(fault for seed in seeds for fault in _nights(seed)))


async def _fill(url: str) -> None:
    database = Database(url)
    try:
        async with database.sessions.begin() as db:
            ruth = await accounts.create_guest(db, "Ruth")
            for number in range(LINES):
                await audit.record(db, ruth.id, Action.LOOK, f"match:{number}", "asked")
    finally:
        await database.close()


def _damage(url: str, file: Path, options: RunOptions) -> tuple[int, list[str]]:
    """Changes the file in one place after the other, and restores it each time."""
    chance, progress = Random(options.seed), Progress(options)
    whole, broken = file.read_bytes(), file.with_name("broken.dump")
    before = asyncio.run(column(url, MARKS))
    count, faults = 0, list[str]()
    while (count < LEAST or not progress.over) and not faults:
        place = chance.randrange(len(whole))
        flipped = bytes([whole[place] ^ 1 << chance.randrange(8)])
        kind, content = chance.choice(
            (
                ("changed", whole[:place] + flipped + whole[place + 1 :]),
                ("changed", whole[:place] + flipped + whole[place + 1 :]),
                ("cut", whole[:place]),
                ("added", whole[:place] + flipped + whole[place:]),
            )
        )
        broken.write_bytes(content)
        count += 1
        try:
            restore(url, broken)
            faults.append(f"seed {options.seed}: a file with byte {place} {kind} was restored")
        except (NoSeal, BrokenSeal):
            pass
        except BackupFailed as error:
            faults.append(f"seed {options.seed}: byte {place} {kind} was found late: {error}")
        progress.show(f"{count:,} damaged files")
    if not faults and before != asyncio.run(column(url, MARKS)):
        faults.append(f"seed {options.seed}: refused files changed the database")
    broken.unlink(missing_ok=True)
    restore(url, file)
    return count, faults


def _cut_audit_log(url: str, file: Path) -> list[str]:
    """Cuts one line after the other off the end, behind a backup that knows it."""
    known = read_seal(file).seal.audit_head
    if known is None or known.number != LINES:
        return [f"a backup says that the audit log ended in {known}"]
    faults = []
    if asyncio.run(lost_audit_lines(url, known)) is not None:
        faults.append("a whole audit log is said to have lost its end")
    for number in range(LINES, 0, -1):
        cut = f"DELETE FROM audit_log WHERE number = {number}"
        asyncio.run(execute(url, "SET session_replication_role = replica", cut))
        if asyncio.run(_verified(url, known)) is None:
            faults.append(f"an audit log that ends in line {number - 1} is said to be whole")
    return faults


async def _verified(url: str, known: audit_chain.Head) -> str | None:
    database = Database(url)
    try:
        async with database.sessions() as db:
            return (await audit_chain.verify(db, known)).fault
    finally:
        await database.close()


def _nights(seed: int) -> list[str]:
    """Nights of a database whose size jumps, and then rests for some nights."""
    chance, files, size = Random(seed), dict[str, int](), 10_000
    rest = bad = 0
    for night in range(NIGHTS):
        if not rest:
            size = max(10, min(10**6, int(size * chance.choice((0.2, 0.45, 0.8, 1.3, 4)))))
            rest, bad = chance.randrange(1, 12), 0
        rest -= 1
        name = f"2026-01-01T{night:06}Z.dump"
        old = [Night(*file) for file in files.items()]
        verdict = backup_folder.judge(old, Night(name, size), KEEP)
        largest = max((file.size for file in old if not file.is_small), default=0)
        for gone in verdict.delete:
            del files[gone]
        files[f"{name}.small" if verdict.is_small else name] = size
        bad = bad + 1 if verdict.is_small else 0
        if bad >= SETTLED:
            return [f"seed {seed}: night {night}: nothing good for {bad} nights of one size"]
        if len(files) > 2 * KEEP + 1:
            return [f"seed {seed}: night {night}: {len(files)} files lie there"]
        good = max((size for name, size in files.items() if name.endswith(".dump")), default=0)
        if verdict.is_small and good < largest:
            return [f"seed {seed}: night {night}: a good file went for a small one"]
    return []


# -- planted


def trusts_the_file(patch: pytest.MonkeyPatch) -> None:
    """A restore as before there were checksums: PostgreSQL's program alone judges."""
    patch.setattr(backups, "verify_seal", lambda file: None)


def never_believes(patch: pytest.MonkeyPatch) -> None:
    """The former script: whatever is half as large is set aside for ever, and never deleted."""

    def judge(old: list[Night], new: Night, keep: int) -> Verdict:
        good = sorted(night.name for night in old if not night.is_small)
        sizes: Mapping[str, int] = {night.name: night.size for night in old}
        if good and new.size * 2 < sizes[good[-1]]:
            return Verdict(True)
        return Verdict(False, tuple([*good, new.name][:-keep]))

    patch.setattr(backup_folder, "judge", judge)


def forgets_the_head(patch: pytest.MonkeyPatch) -> None:
    """The chain alone is verified, which misses a cut tail."""

    async def nothing_is_lost(connection: object, known: audit_chain.Head) -> None:
        return None

    patch.setattr(audit_chain, "lost", nothing_is_lost)


PROOF: Final = Proof(
    "backups",
    ("P19",),
    "files are damaged, databases shrink, and the audit log loses its end",
    prove,
    quick=0.0,
    planted={
        name: PlantedFault("P19", with_patch(plant, look))
        for name, plant, look in (
            ("no-checksum", trusts_the_file, prove_once),
            ("half-for-ever", never_believes, watch_nights),
            ("no-head", forgets_the_head, prove_once),
        )
    },
)
