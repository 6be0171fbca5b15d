"""The cluster: the folder of files in which one version of PostgreSQL keeps its databases."""

import hashlib
import os
import shutil
import subprocess
from collections.abc import Callable
from pathlib import Path

from app.ops.binaries import Binaries
from app.ops.server_process import Account

ROOT_CLUSTERS = Path("/var/lib/pecking-order")


class WrongVersion(Exception):
    """The folder holds a database that these programs cannot read; the message says what to do."""


class ClusterFailed(Exception):
    """initdb did not succeed; the message quotes it."""


def cluster_path(data_dir: Path, major: int, account: Account | None) -> Path:
    """The cluster's folder: `pg18` in the data folder, or where a link of that name leads.

    If root runs us, PostgreSQL's account may be unable to enter the data folder, as in /root. Its
    permissions stay as they are: the cluster goes to /var/lib, and the data folder keeps a link.
    Raises WrongVersion for a cluster of another version: an empty one would look like a loss.
    """
    place = data_dir / f"pg{major}"
    others = [
        found.name
        for found in data_dir.glob("pg*")
        if found.name[2:].isdigit() and (found / "PG_VERSION").exists()
    ]
    if others and place.name not in others:
        raise WrongVersion(
            f"{data_dir} holds {others[0]}, a database of PostgreSQL {others[0][2:]},"
            f" but the programs here are version {major}. Save it with the old programs"
            f" (PG_BIN=... python3 run.py backup FILE), move {others[0]} away, then restore FILE."
        )
    if account and not place.exists() and not account.can_enter(data_dir):
        digest = hashlib.sha256(os.fsencode(data_dir)).hexdigest()[:12]
        elsewhere = ROOT_CLUSTERS / digest / place.name
        elsewhere.parent.mkdir(parents=True, exist_ok=True, mode=0o755)
        place.unlink(missing_ok=True)  # a link whose target is gone
        place.symlink_to(elsewhere)
        return elsewhere
    return place.resolve()


def create_cluster(
    cluster: Path,
    binaries: Binaries,
    account: Account | None,
    user: str,
    *,
    durable: bool,
    say: Callable[[str], None],
) -> None:
    """Makes the cluster if there is none, whole or not at all.

    Text sorts by code point everywhere: the builtin C.UTF-8, or C with UTF-8 before version 17.
    Raises ClusterFailed.
    """
    if (cluster / "PG_VERSION").exists():
        return
    say("Making the database ...")
    part = cluster.with_name(f"{cluster.name}.part")
    shutil.rmtree(part, ignore_errors=True)
    part.mkdir(mode=0o700)
    if account:
        os.chown(part, account.uid, account.gid)
    locale = (
        ["--locale-provider=builtin", "--locale=C.UTF-8"]
        if binaries.major >= 17
        else ["--lc-collate=C", "--lc-ctype=C.UTF-8"]
    )
    command = [
        binaries.program("initdb"),
        "-D",
        str(part),
        "-U",
        user,
        "--auth=trust",
        "--encoding=UTF8",
        *locale,
    ]
    # trust, because the socket's folder lets in nobody but the account itself and root
    if not durable:
        command.append("--no-sync")
    done = subprocess.run(
        command,
        capture_output=True,
        text=True,
        errors="replace",
        check=False,
        cwd="/",
        env={**os.environ, "LC_ALL": "C"},
        **(account.popen if account else {}),
    )
    if done.returncode:
        shutil.rmtree(part, ignore_errors=True)
        raise ClusterFailed(
            f"The database could not be made in {cluster}: {(done.stderr or done.stdout).strip()}"
        )
    part.rename(cluster)
