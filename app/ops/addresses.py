"""The addresses of this machine in its networks, by which others reach it."""

import socket
from concurrent.futures import ThreadPoolExecutor
from concurrent.futures import TimeoutError as TooLate
from ipaddress import ip_address
from typing import Final

import psutil

WITHOUT_FRIENDS: Final = (
    "docker", "br-", "veth", "virbr", "vmnet", "vboxnet", "podman", "cni", "lxc", "lxdbr",
    "vEthernet", "VirtualBox", "VMware",
)  # fmt: skip
"""The beginnings of names of interfaces that lead to containers and virtual machines alone."""
ELSEWHERE: Final = ("192.0.2.1", 9)
"""An address of no machine (RFC 5737). To look up the way there, nothing is sent."""
NAME_TIMEOUT: Final = 1.0
"""Seconds for which this machine's own name is waited for."""


class NoNetwork(Exception):
    """There is no address for friends; the message says what to do."""


def addresses_for_friends() -> tuple[str, ...]:
    """As private_addresses. Raises NoNetwork if there are none."""
    found = private_addresses()
    if not found:
        raise NoNetwork(
            "This computer is in no private network, so no phone could reach it. Join one (Wi-Fi, "
            "say) and start again, or write --friends https://… for a tunnel or a name of your own."
        )
    return found


def private_addresses() -> tuple[str, ...]:
    """The IPv4 addresses of this machine in private networks, the likeliest to be used first.

    Addresses that the whole internet reaches are left out, and so are networks of containers.
    A tunnel comes after the networks at home, also where it is the way out.
    """
    states = psutil.net_if_stats()
    way_out = address_on_the_way_out()
    found = {
        address.address: (is_tunnel(states[interface].flags), address.address != way_out)
        for interface, addresses in psutil.net_if_addrs().items()
        if interface in states and states[interface].isup
        if not interface.startswith(WITHOUT_FRIENDS)
        for address in addresses
        if address.family == socket.AF_INET and is_private(address.address)
    }
    return tuple(sorted(found, key=found.__getitem__))


def is_tunnel(flags: str) -> bool:
    """True for an interface with one device at its other end, as those of VPNs are."""
    return "pointopoint" in flags.split(",")


def is_private(address: str) -> bool:
    """True for an address of a network of one's own, a tunnel's included (RFC 1918, RFC 6598)."""
    parsed = ip_address(address)
    return not (parsed.is_global or parsed.is_loopback or parsed.is_link_local)


def address_on_the_way_out() -> str | None:
    """The address that this machine uses towards other networks, or None without a way."""
    with socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as probe:
        try:
            probe.connect(ELSEWHERE)
        except OSError:
            return None
        found: str = probe.getsockname()[0]
        return found


def local_name(addresses: tuple[str, ...]) -> str | None:
    """This machine's `.local` name if it leads to one of the addresses, else None."""
    name = f"{socket.gethostname().partition('.')[0].lower()}.local"
    lookup = ThreadPoolExecutor(1)
    try:
        found = lookup.submit(socket.gethostbyname_ex, name).result(NAME_TIMEOUT)[2]
    except (OSError, TooLate):
        return None
    finally:
        lookup.shutdown(wait=False)
    return name if set(found) & set(addresses) else None
