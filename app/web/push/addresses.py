"""The addresses that notifications may go to: push services that browsers use, and only by https.

A browser says which address its notifications go to, and whoever sends one can say any. So the
name must be a known service's, and what the name stands for must be public addresses.
"""

import asyncio
import re
import socket
from collections.abc import Awaitable, Callable, Iterable
from ipaddress import IPv4Address, IPv6Address, ip_address, ip_network
from typing import Final, TypeAlias

LONGEST: Final = 1000
"""Characters of an address at a push service; those of today have up to 500."""
SERVICES: Final = ("fcm.googleapis.com", "updates.push.services.mozilla.com")
"""Chrome and its relatives; Firefox."""
DOMAINS: Final = (".push.apple.com", ".notify.windows.com")
"""Safari; Edge on Windows. Each has hosts of several names."""
PORT: Final = 443

_ENDPOINT: Final = re.compile(r"https://([a-z0-9.-]{1,253})(/[A-Za-z0-9._~:%=+/&?@!$,;*()-]*)")
_LABEL: Final = re.compile(r"[a-z0-9](?:[a-z0-9-]{0,61}[a-z0-9])?")
_NOT_PUBLIC: Final = tuple(
    map(ip_network, ("64:ff9b::/96", "64:ff9b:1::/48", "2001::/23", "2002::/16", "192.0.0.0/24"))
)
"""Blocks that hold another address in theirs, or that early releases of Python take for public."""

AnyAddress: TypeAlias = IPv4Address | IPv6Address
FindAddresses: TypeAlias = Callable[[str], Awaitable[list[str]]]
"""From a host's name to the addresses that one may connect to. Raises NotPublic, OSError."""


class NotPublic(Exception):
    """A push service's name stands for an address that is not public, at least here and now."""


def read_endpoint(url: str) -> tuple[str, str] | None:
    """The host and the target of an address at a known push service, or None.

    >>> read_endpoint("https://fcm.googleapis.com/fcm/send/a:b")
    ('fcm.googleapis.com', '/fcm/send/a:b')
    >>> read_endpoint("https://localhost/"), read_endpoint("http://fcm.googleapis.com/fcm/send/a")
    (None, None)
    """
    found = _ENDPOINT.fullmatch(url) if len(url) <= LONGEST else None
    if found is None:
        return None
    host, target = found.groups()
    return (host, target) if is_push_service(host) else None


def is_push_service(host: str) -> bool:
    """True for the name of a known push service."""
    if host in SERVICES:
        return True
    return any(
        host.endswith(domain) and all(map(_LABEL.fullmatch, host.removesuffix(domain).split(".")))
        for domain in DOMAINS
    )


def is_public(address: AnyAddress) -> bool:
    """True for an address of the public internet that holds no other address in it."""
    if isinstance(address, IPv6Address) and (
        address.ipv4_mapped is not None or address.scope_id is not None
    ):
        return False
    if any(address in block for block in _NOT_PUBLIC):
        return False
    return address.is_global and not (
        address.is_multicast or address.is_reserved or address.is_unspecified
    )


async def public_addresses(host: str) -> list[str]:
    """The addresses of that name now, in the order to try. Raises NotPublic, OSError."""
    found = await asyncio.get_running_loop().getaddrinfo(host, PORT, type=socket.SOCK_STREAM)
    return all_public(str(where[0]) for *_, where in found)


def all_public(addresses: Iterable[str]) -> list[str]:
    """The same addresses, once each. Raises NotPublic if one of them is not public."""
    found = list(dict.fromkeys(addresses))
    for one in found:
        if not is_public(ip_address(one)):
            raise NotPublic(one)
    return found
