"""The program: `python3 run.py VERB`, `python -m app VERB` or `pecking-order VERB`.

It reads the settings, carries out the verb, and shows people their errors.
"""

import argparse
import sys
from collections.abc import Sequence
from typing import Any

from app.command_line import parser
from app.settings_check import BadSettings, read_settings

LOOPBACK = "127.0.0.1,::1"
"""The addresses of a tunnel or a proxy on this machine."""


def main(arguments: Sequence[str] | None = None) -> None:
    """Carries out one verb. An error of the user ends it with its message and status 1."""
    options = parser().parse_args(sys.argv[1:] if arguments is None else arguments)
    try:
        options.command(read_settings(overrides(options)), options)
    except BadSettings as error:
        sys.exit(str(error))
    except KeyboardInterrupt:
        sys.exit(130)
    except Exception as error:
        if type(error) not in user_errors():
            raise
        sys.exit(str(error))


def overrides(
    options: argparse.Namespace,
) -> dict[str, Any]:  # whatever the settings of that name take
    """The settings that the command line overrides.

    Raises NoNetwork if friends in the same network are wanted and there is none.
    """
    given = {
        name: value
        for name in ("host", "port", "processes")
        if (value := getattr(options, name, None)) is not None
    }
    match getattr(options, "friends", None):
        case None:
            return given
        case "":
            from app.ops.addresses import addresses_for_friends

            return {**given, "nearby": addresses_for_friends()}
        case public_url:
            return {**given, "public_url": public_url, "trusted_proxies": LOOPBACK}


def user_errors() -> tuple[type[Exception], ...]:
    """The errors of the user, shown as a message alone. Others are ours and show a traceback."""
    from app.ops.addresses import NoNetwork
    from app.ops.admin_user import InvalidUser
    from app.ops.arena import InvalidTournament
    from app.ops.backup import BackupFailed
    from app.ops.backup_seal import BrokenSeal, NoSeal
    from app.ops.binaries import PostgresNotFound
    from app.ops.cluster import ClusterFailed, WrongVersion
    from app.ops.data_dir_lock import DataDirInUse
    from app.ops.database import Unreachable, UnsafeDatabase
    from app.ops.drain import DrainFailed
    from app.ops.listener import PortTaken
    from app.ops.lock_keeper import DatabaseInUse, LockLost
    from app.ops.migrations import UnusableSchema
    from app.ops.namesakes import ProcessNameTaken
    from app.ops.new_game import InvalidName
    from app.ops.serve import DatabaseEnded
    from app.ops.server_process import PostgresFailed
    from app.store.upkeep.archive import BadArchive
    from app.table.ports import StoreAway

    ours = (
        BackupFailed,
        BrokenSeal,
        ClusterFailed,
        DatabaseEnded,
        DataDirInUse,
        DatabaseInUse,
        DrainFailed,
        LockLost,
        NoNetwork,
        NoSeal,
        PostgresNotFound,
        PortTaken,
        ProcessNameTaken,
        InvalidUser,
        PostgresFailed,
        InvalidName,
        InvalidTournament,
        BadArchive,
        StoreAway,
        Unreachable,
        UnsafeDatabase,
        UnusableSchema,
        WrongVersion,
    )
    return (*ours, PermissionError, FileNotFoundError)
