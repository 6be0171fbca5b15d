"""The Host header: exactly one, of a name that is ours, and never a stranger's word in an answer.

See decision 190.
"""

import socket
from ipaddress import ip_address
from typing import Final
from urllib.parse import urlsplit

from starlette.datastructures import Headers
from starlette.types import Scope

MALFORMED: Final = "A request needs exactly one Host header that names one host."
FOREIGN: Final = (
    "This server does not know that name as its own. Use its IP address, or ask its operator "
    "to set PECKING_ORDER_PUBLIC_URL to the address that people type."
)
SECURE_SCHEMES: Final = {"http": "https", "ws": "wss"}


class HostCheck:
    """The names under which this server may be asked.

    With a public address every name is taken, since a proxy may send its own. It is replaced by
    the public one before the application sees it. Without one, only names are taken that no other
    site can point at us: IP addresses, localhost, and this machine's own name.
    """

    def __init__(self, public_url: str | None, listens_on: str) -> None:
        """`listens_on`: the address or name of the setting `host`."""
        parts = urlsplit(public_url) if public_url else None
        self._public = parts.netloc.encode("ascii") if parts else None
        self._secure = parts is not None and parts.scheme == "https"
        self._names = own_names(listens_on)

    def problem(self, scope: Scope) -> tuple[int, str] | None:
        """The status and the sentence for a request that goes no further, or None."""
        hosts = Headers(scope=scope).getlist("host")
        name = host_name(hosts[0]) if len(hosts) == 1 else None
        if name is None:
            return 400, MALFORMED
        if self._public is None and not self._is_ours(name):
            return 421, FOREIGN
        return None

    def with_own_host(self, scope: Scope) -> Scope:
        """The same request with the public address in place of what the client wrote."""
        if self._public is None:
            return scope
        headers = [pair for pair in scope["headers"] if pair[0] != b"host"]
        changed = {**scope, "headers": [(b"host", self._public), *headers]}
        if self._secure:
            changed["scheme"] = SECURE_SCHEMES.get(scope["scheme"], scope["scheme"])
        return changed

    def _is_ours(self, name: str) -> bool:
        return name in self._names or name.endswith(".localhost") or is_ip_address(name)


def own_names(listens_on: str) -> frozenset[str]:
    """This machine's names, as far as no other machine decides about them."""
    machine = socket.gethostname().lower()
    short = machine.partition(".")[0]
    return frozenset({"localhost", machine, short, f"{short}.local", listens_on.lower()} - {""})


def host_name(host: str) -> str | None:
    """The name in a Host header, in lower case and without its port; None if it names no host."""
    try:
        parts = urlsplit(f"//{host}")
        _ = parts.port
    except ValueError:
        return None
    if parts.netloc != host or "@" in host or not host.isprintable() or " " in host:
        return None
    return (parts.hostname or "").removesuffix(".") or None


def is_loopback(name: str) -> bool:
    """True for a name or address by which a machine reaches only itself."""
    try:
        address = ip_address(name)
    except ValueError:
        return name == "localhost" or name.endswith(".localhost")
    return address.is_loopback or address.is_unspecified


def is_ip_address(name: str) -> bool:
    """True for an IPv4 or IPv6 address, which no name server can point elsewhere."""
    try:
        ip_address(name)
    except ValueError:
        return False
    return True
