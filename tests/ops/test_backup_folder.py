"""A folder of nightly backups: what is kept, what is set aside, and what is believed in the end."""

import random
from datetime import UTC, datetime
from pathlib import Path
from unittest.mock import patch

import pytest

from app.ops import backup_folder
from app.ops.backup_folder import Night, backup_to, judge, newest
from app.ops.backup_seal import Seal, SealedFile, append_seal
from tests.conftest import NewDatabase, run
from tests.database import column, execute
from tests.ops.called_command import called

AT = datetime(2026, 11, 26, 3, 30, tzinfo=UTC)


class Folder:
    """A folder of nights, in which a file of a given size stands for the database."""

    def __init__(self, *sizes: int) -> None:
        self.nights: dict[str, int] = {}
        self.count = 0
        for size in sizes:
            self.night(size)

    def night(self, size: int, keep: int = 4) -> bool:
        """True if tonight's file is good."""
        self.count += 1
        name = f"2026-01-01T{self.count:06}Z.dump"
        old = [Night(*night) for night in self.nights.items()]
        random.Random(self.count).shuffle(old)
        verdict = judge(old, Night(name, size), keep)
        for gone in verdict.delete:
            del self.nights[gone]
        self.nights[f"{name}.small" if verdict.is_small else name] = size
        return not verdict.is_small

    @property
    def good(self) -> list[int]:
        return [self.nights[name] for name in sorted(self.nights) if name.endswith(".dump")]

    @property
    def small(self) -> list[int]:
        return [self.nights[name] for name in sorted(self.nights) if name.endswith(".small")]


def test_the_newest_files_are_kept() -> None:
    assert Folder(10, 11, 12, 13, 14, 15).good == [12, 13, 14, 15]


def test_a_file_that_lost_half_is_set_aside_and_deletes_nothing() -> None:
    folder = Folder(1000, 1000, 1000, 1000)
    assert not folder.night(499, keep=1)
    assert (folder.good, folder.small) == ([1000] * 4, [499])


def test_half_is_enough() -> None:
    assert Folder(1000).night(500)


def test_the_third_small_file_in_a_row_is_believed_and_the_large_one_stays() -> None:
    folder = Folder(1000)
    assert [folder.night(size) for size in (400, 410, 405)] == [False, False, True]
    assert (folder.good, folder.small) == ([1000, 405], [400, 410])
    assert all(folder.night(400) for _ in range(10))
    assert folder.good == [1000, 400, 400, 400, 400], "the newest large one is never deleted"


def test_a_good_night_between_begins_the_row_again() -> None:
    folder = Folder(1000, 400, 400, 900)
    assert [folder.night(400) for _ in range(3)] == [False, False, True]


def test_a_file_that_shrinks_night_after_night_is_not_believed() -> None:
    folder = Folder(1000, 400, 190, 90)
    assert folder.good == [1000]


def test_small_files_are_rotated_among_themselves() -> None:
    folder = Folder(1000)
    for size in (499, 240, 110, 50, 20, 9):
        folder.night(size)
    assert (folder.good, folder.small) == ([1000], [110, 50, 20, 9])


@pytest.mark.parametrize("seed", range(20))
def test_whatever_the_nights_bring_a_large_file_stays_and_the_folder_stays_small(
    seed: int,
) -> None:
    """However sizes change, it is never only small files that are left, and saving goes on."""
    chance, folder, keep = random.Random(seed), Folder(), 3
    failed, size = 0, 1000
    for _ in range(200):
        size = max(1, int(size * chance.choice((1, 1, 1, 1, 0.3, 0.55, 1.5, 3))))
        size = min(size, 1_000_000)
        before = folder.good
        good = folder.night(size, keep)
        failed = 0 if good else failed + 1
        if failed >= 3:  # sizes that stay are believed
            assert any(size * 2 < other for other in folder.small[-3:-1])
        assert len(folder.good) <= keep + 1
        assert len(folder.small) <= keep
        if not good:
            assert folder.good == before
        elif [old for old in before if old > 2 * size]:
            assert [old for old in folder.good if old > 2 * size]


# -- with real files


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    made = tmp_path / "backups"
    made.mkdir()
    return made


def old(folder: Path, name: str, size: int = 1000, at: datetime = AT) -> Path:
    """A sealed file of a former night."""
    file = folder / name
    file.write_bytes(b"x" * size)
    append_seal(file, Seal(at, None))
    return file


def test_files_named_by_hand_are_neither_the_measure_nor_deleted(
    new_database: NewDatabase, folder: Path
) -> None:
    by_hand = [old(folder, name, 10_000_000) for name in ("before-upgrade.dump", "zz.dump")]
    former = old(folder, "2020-01-01T033000Z.dump")
    saved = backup_to(new_database(), folder, keep=1)
    assert not saved.verdict.is_small
    assert {*folder.iterdir()} == {*by_hand, saved.file}
    assert not former.exists()
    assert newest(folder) == saved.file


def test_a_small_night_is_told_apart_and_is_no_good_backup(
    new_database: NewDatabase, folder: Path
) -> None:
    url = new_database()
    old(folder, "2020-01-01T033000Z.dump", 10_000_000)
    done = called("backup", str(folder), DATABASE_URL=url)
    assert done.returncode == 3
    assert "less than half of the newest backup" in done.stderr
    assert run(column(url, "SELECT count(*) FROM backups")) == [0]
    for _ in range(2):
        renamed = next(folder.glob("*.small"))
        renamed.rename(folder / f"2020-01-02T{renamed.stat().st_ino % 10**6:06}Z.dump.small")
        done = called("backup", str(folder), DATABASE_URL=url)
    assert done.returncode == 0, done.stderr
    assert "stays until you delete it" in done.stdout
    assert run(column(url, "SELECT count(*) FROM backups")) == [1]


def test_saving_that_fails_deletes_nothing_and_leaves_nothing(
    new_database: NewDatabase, folder: Path
) -> None:
    kept = old(folder, "2020-01-01T033000Z.dump")

    def fails(url: str, file: Path) -> SealedFile:
        raise OSError("the disk is full")

    with patch.object(backup_folder, "save", fails), pytest.raises(OSError, match="disk"):
        backup_to(new_database(), folder, keep=1)
    assert [*folder.iterdir()] == [kept]


def test_the_drill_takes_the_newest_and_says_how_long_it_took(
    new_database: NewDatabase, folder: Path
) -> None:
    url = new_database()
    old(folder, "2020-01-01T033000Z.dump", 10)
    backup_to(url, folder, keep=5)
    done = called("restore", "--check", str(folder), DATABASE_URL=url)
    assert done.returncode == 0, done.stderr
    assert done.stdout.startswith(f"{newest(folder)} can be restored: 0 matches")
    assert " s, verified in " in done.stdout
    assert run(column(url, "SELECT checked_at IS NOT NULL FROM backups")) == [True]


def test_a_damaged_file_is_no_good_backup_any_more(new_database: NewDatabase, folder: Path) -> None:
    url = new_database()
    file = backup_to(url, folder, keep=5).file
    file.write_bytes(file.read_bytes().replace(b"accounts", b"accountz"))
    done = called("restore", "--check", str(folder), DATABASE_URL=url)
    assert (done.returncode, "is damaged" in done.stderr) == (1, True)
    assert run(column(url, "SELECT count(*) FROM backups")) == [0]


def test_a_folder_without_a_backup_has_none_to_try(new_database: NewDatabase, folder: Path) -> None:
    done = called("restore", "--check", str(folder), DATABASE_URL=new_database())
    assert (done.returncode, done.stderr) == (1, f"There is no backup in {folder}.\n")


@pytest.mark.parametrize("keep", ["0", "-1", "many", "1.5"])
def test_a_wrong_number_is_refused_before_anything_is_saved(
    new_database: NewDatabase, folder: Path, keep: str
) -> None:
    done = called("backup", str(folder), f"--keep={keep}", DATABASE_URL=new_database())
    assert done.returncode == 2
    assert f"{keep}: write a number above 0" in done.stderr
    assert not [*folder.iterdir()]


# -- the end of the audit log


def test_a_backup_tells_if_the_audit_log_lost_its_end(
    new_database: NewDatabase, folder: Path
) -> None:
    url = new_database()
    ruth = "r" * 22
    run(
        execute(
            url,
            "INSERT INTO accounts (id, name, skeleton, kind, password_hash, role)"
            f" VALUES ('{ruth}', 'Ruth', 'ruth', 'member', 'hash', 'administrator')",
        )
    )
    for _ in range(2):
        assert called("user", "Ruth", "--no-admin", DATABASE_URL=url).returncode == 0
        assert called("user", "Ruth", "--admin", DATABASE_URL=url).returncode == 0
    first = backup_to(url, folder, keep=5)
    head = first.sealed.seal.audit_head
    assert head is not None
    first.file.rename(folder / "2020-01-01T033000Z.dump")
    assert called("backup", str(folder), DATABASE_URL=url).returncode == 0
    newest(folder).rename(folder / "2020-01-02T033000Z.dump")  # type: ignore[union-attr]
    run(
        execute(
            url,
            "SET session_replication_role = replica",
            f"DELETE FROM audit_log WHERE number = {head.number}",
        )
    )
    tells = f"the audit log lacks line {head}: it ends in line {head.number - 1}"
    done = called("backup", str(folder), DATABASE_URL=url)
    assert (done.returncode, tells in done.stderr) == (3, True)
    done = called("restore", "--check", str(folder / "2020-01-02T033000Z.dump"), DATABASE_URL=url)
    assert (done.returncode, tells in done.stderr) == (1, True)
    done = called("doctor", f"--audit-head={head}", DATABASE_URL=url)
    assert tells in done.stdout
    assert f"ends in line {head.number - 1}:" in done.stdout
