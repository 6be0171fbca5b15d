"""The listening sockets: addresses, what the kernel holds for a connection, and how many."""

import errno
import os
import socket
import sys
from collections.abc import Iterator
from contextlib import ExitStack, contextmanager

from app.ops.addresses import private_addresses
from app.settings import Settings

SEND_TIMEOUT = 10_000  # milliseconds until the kernel cuts a connection that takes nothing
SEND_BUFFER = 64 * 1024  # bytes that the kernel keeps for each connection
MAX_OPEN_FILES = 16_384  # open files, each connection being one
EVERYWHERE = ("0.0.0.0", "::")  # noqa: S104  compared, not listened on


class PortTaken(Exception):
    """The address cannot be listened on; the message says why and what to do."""


@contextmanager
def listen(settings: Settings) -> Iterator[list[socket.socket]]:
    """The listening sockets, open from the start: early visitors wait a little.

    The first is that of the setting `host`. Those nearby have its port. A child of
    many_processes.py has its parent's, and one at which its siblings reach it. Raises PortTaken.
    """
    with ExitStack() as stack:
        if settings.listeners:
            given = [stack.enter_context(socket.socket(fileno=fd)) for fd in settings.listeners]
            if settings.sibling_address is not None:
                host, _, own = settings.sibling_address.rpartition(":")
                given.append(stack.enter_context(open_listener(host, int(own))))
            yield given
            return
        listeners = [stack.enter_context(open_listener(settings.host, settings.port))]
        for address in () if settings.host in EVERYWHERE else settings.nearby:
            if address != settings.host:
                port = port_of(listeners[0])
                listeners.append(stack.enter_context(open_listener(address, port)))
        yield listeners


def open_listener(host: str, port: int) -> socket.socket:
    family = socket.AF_INET6 if ":" in host else socket.AF_INET
    try:
        opened = socket.create_server((host, port), family=family, backlog=2048)
    except OSError as error:
        raise PortTaken(
            f"Cannot listen on {host} port {port}: {problem_with(host, error)}"
        ) from None
    if hasattr(socket, "TCP_USER_TIMEOUT"):  # Linux; connections inherit it
        opened.setsockopt(socket.IPPROTO_TCP, socket.TCP_USER_TIMEOUT, SEND_TIMEOUT)
        opened.setsockopt(socket.SOL_SOCKET, socket.SO_SNDBUF, SEND_BUFFER)
    opened.setblocking(False)
    return opened


def problem_with(host: str, error: OSError) -> str:
    """The reason why the address cannot be listened on, and what to do."""
    if error.errno == errno.EADDRNOTAVAIL:
        ours = ", ".join(("127.0.0.1", *private_addresses()))
        return f"that is no address of this machine. Its own are {ours}."
    reason = os.strerror(error.errno) if error.errno else str(error)
    return f"{reason}. Choose another with --port."


def port_of(listening: socket.socket) -> int:
    port: int = listening.getsockname()[1]
    return port


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
    if host in EVERYWHERE:
        host = "localhost"
    return f"http://{f'[{host}]' if ':' in host else host}:{port}"
