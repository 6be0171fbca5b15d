"""A backup's seal: whatever byte of the file changes, a restore refuses it and changes nothing."""

import os
import stat
from datetime import UTC, datetime
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from app.ops.backup import backup, restore
from app.ops.backup_seal import BrokenSeal, NoSeal, Seal, append_seal, verify_seal
from app.store.admin.audit_chain import Head
from tests.conftest import NewDatabase, run
from tests.database import column, execute
from tests.ops.called_command import called

SEAL = Seal(datetime(2026, 11, 26, 3, 30, tzinfo=UTC), Head(57, "ab" * 32))
CONTENT = bytes(range(256)) * 20


def sealed(folder: Path) -> Path:
    file = folder / "saved.dump"
    file.write_bytes(CONTENT)
    append_seal(file, SEAL)
    return file


def test_a_seal_says_when_the_file_was_made_and_where_the_audit_log_ended(tmp_path: Path) -> None:
    file = sealed(tmp_path)
    found = verify_seal(file)
    assert (found.seal, found.size) == (SEAL, file.stat().st_size)
    assert file.read_bytes().startswith(CONTENT)


def test_a_byte_that_changed_anywhere_is_found(tmp_path_factory: pytest.TempPathFactory) -> None:
    file = sealed(tmp_path_factory.mktemp("sealed"))
    whole = file.read_bytes()

    @given(st.integers(0, len(whole) - 1), st.integers(1, 255))
    def changed(place: int, flip: int) -> None:
        file.write_bytes(whole[:place] + bytes([whole[place] ^ flip]) + whole[place + 1 :])
        with pytest.raises((NoSeal, BrokenSeal)):
            verify_seal(file)

    changed()
    for place in range(len(CONTENT), len(whole)):
        changed.hypothesis.inner_test(place, 1)  # type: ignore[attr-defined]


@pytest.mark.parametrize("length", [0, 1, 100, len(CONTENT), len(CONTENT) + 30, -66, -1])
def test_a_file_that_was_cut_is_found(tmp_path: Path, length: int) -> None:
    file = sealed(tmp_path)
    file.write_bytes(file.read_bytes()[:length])
    with pytest.raises((NoSeal, BrokenSeal)):
        verify_seal(file)


def test_bytes_after_the_seal_are_found(tmp_path: Path) -> None:
    file = sealed(tmp_path)
    file.write_bytes(file.read_bytes() + b"\n")
    with pytest.raises(BrokenSeal):
        verify_seal(file)


def test_a_changed_byte_of_a_real_backup_changes_nothing(
    new_database: NewDatabase, tmp_path: Path
) -> None:
    """PostgreSQL's own program reads a name with another letter in it as a name."""
    url, file = new_database(), tmp_path / "saved.dump"
    run(execute(url, "CREATE TABLE diary (day int)", "INSERT INTO diary VALUES (1)"))
    backup(url, file)
    whole = file.read_bytes()
    run(execute(url, "INSERT INTO diary VALUES (2)"))
    file.write_bytes(whole.replace(b"diary", b"diarx"))
    with pytest.raises(BrokenSeal, match="does not match its checksum"):
        restore(url, file)
    assert run(column(url, "SELECT day FROM diary")) == [1, 2]
    file.write_bytes(whole)
    restore(url, file)
    assert run(column(url, "SELECT day FROM diary")) == [1]


def test_a_file_without_its_seal_is_refused(new_database: NewDatabase, tmp_path: Path) -> None:
    url, file = new_database(), tmp_path / "saved.dump"
    backup(url, file)
    content = file.read_bytes()
    file.write_bytes(content[: content.rindex(b"\npecking-order backup ")])
    for way in ("--yes", "--check"):
        refused = called("restore", str(file), way, DATABASE_URL=url)
        assert refused.returncode == 1
        assert "has no checksum at its end" in refused.stderr


def test_only_the_own_account_may_read_a_backup(new_database: NewDatabase, tmp_path: Path) -> None:
    former = os.umask(0o022)
    try:
        file = tmp_path / "saved.dump"
        backup(new_database(), file)
    finally:
        os.umask(former)
    assert stat.S_IMODE(file.stat().st_mode) == 0o600
