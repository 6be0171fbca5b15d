"""The guide for hosts: what it names exists, and its files agree with the settings."""

import os
import re
import shutil
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest
import yaml  # type: ignore[import-untyped]

from app.ops.serve import EXIT_TIMEOUT
from app.settings import ROOT, Settings
from app.settings_check import NAMES
from app.web.server.handing_over import LONGEST

PAGE = (ROOT / "docs/hosting.md").read_text(encoding="utf-8")
FILES = ROOT / "docs/hosting"
VARIABLE = re.compile(r"\bPECKING_ORDER_[A-Z_]+\b")
OPERATING = [*sorted(FILES.iterdir()), ROOT / "docker-compose.yml", ROOT / ".env.example"]


def test_the_guide_describes_every_setting() -> None:
    assert set(NAMES) - set(VARIABLE.findall(PAGE)) == set()


@pytest.mark.parametrize("path", [ROOT / "docs/hosting.md", *OPERATING], ids=lambda path: path.name)
def test_every_setting_that_is_named_exists(path: Path) -> None:
    assert set(VARIABLE.findall(path.read_text(encoding="utf-8"))) - set(NAMES) == set()


def test_the_guide_names_every_file() -> None:
    for path in FILES.iterdir():
        assert path.name in PAGE, path.name


@pytest.mark.parametrize(
    "name", ["Caddyfile", "Caddyfile-many", "nginx.conf", "haproxy.cfg", "haproxy-many.cfg"]
)
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


def compose(path: Path) -> dict[str, Any]:
    """A file of Docker Compose; its own tag `!reset` is left out."""
    found: dict[str, Any] = yaml.safe_load(path.read_text().replace("!reset ", ""))
    return found


def test_compose_serves_with_as_many_processes_as_the_setting_says() -> None:
    web = compose(ROOT / "docker-compose.yml")["services"]["web"]
    assert web["environment"]["PECKING_ORDER_PROCESSES"] == "${PECKING_ORDER_PROCESSES:-}"
    grace = int(re.findall(r"\d+", web["stop_grace_period"])[0])
    assert grace >= LONGEST + EXIT_TIMEOUT, "a process has the time to give its tables away"


def test_scaled_containers_have_the_proxy_as_their_only_door() -> None:
    """A published port is one container's, so a second container would not start."""
    scaled = compose(FILES / "compose-scale.yml")
    web, proxy = scaled["services"]["web"], scaled["services"]["proxy"]
    assert "ports: !reset []" in (FILES / "compose-scale.yml").read_text()
    alone = compose(ROOT / "docker-compose.yml")["services"]["web"]
    assert proxy["ports"] == alone["ports"]
    environment = web["environment"]
    assert ":?" in environment["PECKING_ORDER_SIBLINGS_SECRET"], "it has to be set"
    assert environment["PECKING_ORDER_PROCESSES"] == "1"
    [network] = scaled["networks"]["default"]["ipam"]["config"]
    assert environment["PECKING_ORDER_TRUSTED_PROXIES"] == network["subnet"]
    caddyfile = scaled["configs"]["caddy"]["content"]
    assert "name web" in caddyfile
    assert "port 8000" in caddyfile


@pytest.mark.skipif(shutil.which("caddy") is None, reason="no Caddy")
def test_caddy_reads_the_file_of_scaled_containers(tmp_path: Path) -> None:
    content = compose(FILES / "compose-scale.yml")["configs"]["caddy"]["content"]
    file = tmp_path / "Caddyfile"
    file.write_text(re.sub(r"\$\{\w+:-([^}]*)\}", r"\1", content))
    command = ["caddy", "validate", "--adapter", "caddyfile", "--config", str(file)]
    checked = subprocess.run(command, capture_output=True, text=True, check=False)
    assert checked.returncode == 0, checked.stderr


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
    assert not any(line.startswith("StateDirectory") for line in unit), "it takes over a trial"
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


class Backup:
    """The script, with programs in place of the server and of rsync that write their words down."""

    def __init__(self, folder: Path, status: int = 0) -> None:
        self.folder, self.said = folder / "backups", folder / "said"
        self.folder.mkdir()
        for name, ends in (("server", status), ("rsync", 0)):
            program = folder / name
            program.write_text(f'#!/bin/sh\necho {name} "$@" >>{self.said}\nexit {ends}\n')
            program.chmod(0o755)
        self.environment = {
            **os.environ,
            "BACKUP_DIR": str(self.folder),
            "PYTHON": str(folder / "server"),
            "PATH": f"{folder}:{os.environ['PATH']}",
        }

    def run(self, **settings: str) -> tuple[int, list[str]]:
        """The status, and what each program was told."""
        done = subprocess.run(
            ["sh", str(FILES / "backup.sh")],
            env={**self.environment, **settings},
            capture_output=True,
            text=True,
            check=False,
        )
        lines = self.said.read_text().splitlines() if self.said.exists() else [done.stderr]
        return done.returncode, lines


def test_the_script_saves_into_the_folder_and_copies_what_is_good(tmp_path: Path) -> None:
    backup = Backup(tmp_path)
    status, (saved, copied) = backup.run(BACKUP_KEEP="3", BACKUP_COPY="other:folder/")
    assert status == 0
    assert saved == f"server -m app backup --keep 3 {backup.folder}"
    assert copied.endswith(f"--include=*.dump --exclude=* {backup.folder}/ other:folder/")


@pytest.mark.parametrize(("status", "copies"), [(1, 0), (2, 0), (3, 1), (137, 0)])
def test_after_a_failure_nothing_is_copied_and_so_nothing_deleted_there(
    tmp_path: Path, status: int, copies: int
) -> None:
    ended, said = Backup(tmp_path, status).run(BACKUP_COPY="other:folder/")
    assert (ended, len(said)) == (status, 1 + copies)


def test_a_folder_that_is_missing_is_refused(tmp_path: Path) -> None:
    status, (said,) = Backup(tmp_path).run(BACKUP_DIR=str(tmp_path / "elsewhere"))
    assert (status, said) == (1, f"BACKUP_DIR={tmp_path}/elsewhere is no folder.\n")


# -- the wrapper


@pytest.fixture
def wrapper(tmp_path: Path) -> Path:
    """The folder of the wrapper, with programs in place of root's and of the server."""
    programs = {
        "id": "echo 0",
        "setpriv": 'shift 3; exec "$@"',
        "opt/.venv/bin/python": 'shift 3; echo "$@"; [ "$2" != - ] || [ "$1" = backup ] || cat',
    }
    for name, does in programs.items():
        program = tmp_path / name
        program.parent.mkdir(parents=True, exist_ok=True)
        program.write_text(f"#!/bin/sh\n{does}\n")
        program.chmod(0o755)
    text = (FILES / "pecking-order.sh").read_text().replace("/opt/pecking-order", f"{tmp_path}/opt")
    (tmp_path / "wrapper").write_text(text)
    return tmp_path


def wrapped(wrapper: Path, *words: str) -> str:
    """The output of a command in a folder that only root may enter."""
    own = wrapper / "root"
    own.mkdir(mode=0o700, exist_ok=True)
    done = subprocess.run(
        ["sh", str(wrapper / "wrapper"), *words],
        cwd=own,
        env={**os.environ, "PATH": f"{wrapper}:{os.environ['PATH']}"},
        capture_output=True,
        text=True,
        check=True,
    )
    return done.stdout


def test_the_wrapper_saves_to_a_relative_name_that_only_root_may_read(wrapper: Path) -> None:
    assert wrapped(wrapper, "backup", "my own.dump") == "Saved to my own.dump.\n"
    (saved,) = (wrapper / "root").iterdir()
    assert (saved.name, saved.read_text()) == ("my own.dump", "backup -\n")
    assert saved.stat().st_mode & 0o077 == 0


@pytest.mark.parametrize("words", [("--check",), ("--yes",), ()])
def test_the_wrapper_restores_from_a_relative_name(wrapper: Path, words: tuple[str, ...]) -> None:
    wrapped(wrapper, "backup", "my own.dump")
    said = wrapped(wrapper, "restore", "my own.dump", *words)
    assert said == f"{' '.join(['restore', '-', *words])}\nbackup -\n"


def test_the_wrapper_hands_everything_else_on_as_it_is(wrapper: Path) -> None:
    (wrapper / "root").mkdir()
    (wrapper / "root/nights").mkdir()
    for words in (
        ("doctor", "--all"),
        ("backup", "-"),
        ("backup", "nights"),
        ("restore", "--check", "nights"),
        ("restore", "missing.dump"),
    ):
        assert wrapped(wrapper, *words) == f"{' '.join(words)}\n"


@pytest.mark.skipif(sys.platform == "win32", reason="a script of sh")
def test_the_scripts_can_be_run() -> None:
    for path in FILES.glob("*.sh"):
        assert os.access(path, os.X_OK), path.name
        checked = subprocess.run(["sh", "-n", str(path)], capture_output=True, check=False)
        assert checked.returncode == 0, checked.stderr
