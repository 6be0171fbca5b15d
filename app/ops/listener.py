"""The listening socket: its address, what the kernel holds for each connection, and how many."""

import os
import socket
import sys
from collections.abc import Iterator
from contextlib import contextmanager

from app.settings import Settings

SEND_TIMEOUT = 10_000  # milliseconds until the kernel cuts a connection that takes nothing
SEND_BUFFER = 64 * 1024  # bytes that the kernel keeps for each connection
MAX_OPEN_FILES = 16_384  # open files, each connection being one


class PortTaken(Exception):
    """The address cannot be listened on; the message says why and what to do."""


@contextmanager
def listen(settings: Settings) -> Iterator[socket.socket]:
    """The listening socket, open from the start: early visitors wait a little.

    Raises PortTaken.
    """
    family = socket.AF_INET6 if ":" in settings.host else socket.AF_INET
    try:
        listener = socket.create_server((settings.host, settings.port), family=family, backlog=2048)
    except OSError as error:
        reason = os.strerror(error.errno) if error.errno else str(error)
        raise PortTaken(
            f"Cannot listen on {settings.host} port {settings.port}: {reason}."
            " Choose another with --port."
        ) from None
    with listener:
        if hasattr(socket, "TCP_USER_TIMEOUT"):  # Linux; connections inherit it
            listener.setsockopt(socket.IPPROTO_TCP, socket.TCP_USER_TIMEOUT, SEND_TIMEOUT)
            listener.setsockopt(socket.SOL_SOCKET, socket.SO_SNDBUF, SEND_BUFFER)
        listener.setblocking(False)
        yield listener


def raise_file_limit() -> None:
    """Raises the limit on open files as far as allowed: 1,024 would cap the connections."""
    if sys.platform != "win32":
        import resource

        now, most = resource.getrlimit(resource.RLIMIT_NOFILE)
        wanted = MAX_OPEN_FILES if most == resource.RLIM_INFINITY else min(MAX_OPEN_FILES, most)
        if now != resource.RLIM_INFINITY and now < wanted:
            resource.setrlimit(resource.RLIMIT_NOFILE, (wanted, most))


def address_of(listener: socket.socket) -> str:
    """The address for a browser on this machine."""
    host, port = listener.getsockname()[:2]
    if host in ("0.0.0.0", "::"):  # noqa: S104  compared, not listened on
        host = "localhost"
    return f"http://{f'[{host}]' if ':' in host else host}:{port}"
