"""The guide for hosts: what it names exists, and its files agree with the settings."""

import os
import re
import subprocess
import sys
from pathlib import Path

import pytest

from app.settings import ROOT, Settings
from app.settings_check import NAMES

PAGE = (ROOT / "docs/hosting.md").read_text(encoding="utf-8")
FILES = ROOT / "docs/hosting"
VARIABLE = re.compile(r"\bPECKING_ORDER_[A-Z_]+\b")
OPERATING = [*sorted(FILES.iterdir()), ROOT / "docker-compose.yml", ROOT / ".env.example"]


def test_the_guide_describes_every_setting() -> None:
    assert set(NAMES) - set(VARIABLE.findall(PAGE)) == set()


@pytest.mark.parametrize("path", [ROOT / "docs/hosting.md", *OPERATING], ids=lambda path: path.name)
def test_every_setting_that_is_named_exists(path: Path) -> None:
    assert set(VARIABLE.findall(path.read_text(encoding="utf-8"))) - set(NAMES) == set()


def test_the_guide_names_every_file_and_every_alert() -> None:
    for path in FILES.iterdir():
        assert path.name in PAGE, path.name
    for alert in re.findall(r"- alert: (\w+)", (FILES / "alerts.yml").read_text()):
        assert alert in PAGE, alert


@pytest.mark.parametrize("name", ["Caddyfile", "nginx.conf"])
def test_a_proxys_file_states_settings_that_are_taken(name: str) -> None:
    stated = dict(
        re.findall(r"^#   PECKING_ORDER_(\w+)=(\S+)$", (FILES / name).read_text(), re.MULTILINE)
    )
    assert set(stated) == {"PUBLIC_URL", "TRUSTED_PROXIES"}
    made = Settings(
        public_url=stated["PUBLIC_URL"],
        trusted_proxies=stated["TRUSTED_PROXIES"],
    )
    assert made.secure_cookies
    assert made.trusted_proxies == ("127.0.0.1",)


def test_nginx_replaces_what_a_visitor_says_of_the_own_address() -> None:
    text = (FILES / "nginx.conf").read_text()
    settings = dict(re.findall(r"proxy_set_header (\S+) (\S+);", text))
    assert settings == {
        "Host": "$host",
        "Upgrade": "$http_upgrade",
        "Connection": "$connection_upgrade",
        "X-Forwarded-For": "$remote_addr",
        "X-Forwarded-Proto": "$scheme",
    }


def test_the_unit_starts_again_for_ever_and_owns_nothing() -> None:
    unit = (FILES / "pecking-order.service").read_text().splitlines()
    for line in (
        "Restart=always",
        "StartLimitIntervalSec=0",
        "NoNewPrivileges=yes",
        "CapabilityBoundingSet=",
        "ProtectSystem=strict",
        "ProtectHome=yes",
        "KillMode=mixed",
    ):
        assert line in unit, line


# -- the backup


@pytest.fixture
def backup(tmp_path: Path) -> "Backup":
    return Backup(tmp_path)


class Backup:
    """The script with a program in place of the server, which saves a file of a given size."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder / "backups"
        self.folder.mkdir()
        self.size = folder / "size"
        self.program = folder / "program"
        self.program.write_text(
            f"#!/bin/sh\n[ -s {self.size} ] || exit 1\nhead -c $(cat {self.size}) /dev/zero > $4\n"
        )
        self.program.chmod(0o755)

    def run(self, size: int | None, **settings: str) -> "subprocess.CompletedProcess[str]":
        """One night's backup of this size; None: saving fails."""
        self.size.write_text("" if size is None else str(size))
        environment = {
            **os.environ,
            "BACKUP_DIR": str(self.folder),
            "PYTHON": str(self.program),
            **settings,
        }
        return subprocess.run(
            ["sh", str(FILES / "backup.sh")],
            env=environment,
            capture_output=True,
            text=True,
            check=False,
        )

    def old(self, *days: int, size: int = 1000) -> None:
        """Files of these days of a former January."""
        for day in days:
            (self.folder / f"2020-01-{day:02}T033000Z.dump").write_bytes(b"x" * size)

    @property
    def names(self) -> list[str]:
        return sorted(path.name for path in self.folder.iterdir())


def test_the_newest_files_are_kept(backup: Backup) -> None:
    backup.old(*range(1, 6))
    done = backup.run(1000, BACKUP_KEEP="3")
    assert done.returncode == 0, done.stderr
    *kept, new = backup.names
    assert kept == ["2020-01-04T033000Z.dump", "2020-01-05T033000Z.dump"]
    assert re.fullmatch(r"20\d\d-\d\d-\d\dT\d{6}Z\.dump", new)
    assert (backup.folder / new).stat().st_mode & 0o077 == 0, "nobody else may read it"


def test_the_first_backup_needs_no_former_one(backup: Backup) -> None:
    assert backup.run(10).returncode == 0
    assert len(backup.names) == 1


def test_a_backup_that_fails_deletes_nothing_and_leaves_no_part(backup: Backup) -> None:
    backup.old(1, 2)
    assert backup.run(None, BACKUP_KEEP="1").returncode != 0
    assert backup.names == ["2020-01-01T033000Z.dump", "2020-01-02T033000Z.dump"]


def test_a_file_that_lost_half_is_set_aside_and_deletes_nothing(backup: Backup) -> None:
    backup.old(1, 2)
    done = backup.run(499, BACKUP_KEEP="1")
    assert done.returncode != 0
    assert "less than half" in done.stderr
    assert backup.names[:2] == ["2020-01-01T033000Z.dump", "2020-01-02T033000Z.dump"]
    assert backup.names[2].endswith(".dump.small")


@pytest.mark.parametrize("keep", ["0", "-1", "many", "1.5"])
def test_a_wrong_number_is_refused_before_anything_is_saved(backup: Backup, keep: str) -> None:
    backup.old(1)
    done = backup.run(1000, BACKUP_KEEP=keep)
    assert (done.returncode, f"BACKUP_KEEP={keep}" in done.stderr) == (1, True)
    assert backup.names == ["2020-01-01T033000Z.dump"]


@pytest.mark.skipif(sys.platform == "win32", reason="a script of sh")
def test_the_scripts_can_be_run() -> None:
    for path in FILES.glob("*.sh"):
        assert os.access(path, os.X_OK), path.name
        checked = subprocess.run(["sh", "-n", str(path)], capture_output=True, check=False)
        assert checked.returncode == 0, checked.stderr
