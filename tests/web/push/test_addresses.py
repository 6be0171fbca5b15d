"""Addresses of push services: hostile ones are refused by their text or by what they mean."""

from ipaddress import ip_address
from typing import Any
from unittest.mock import patch

import pytest

from app.web.push.addresses import NotPublic, is_public, public_addresses, read_endpoint

GOOD = [
    "https://fcm.googleapis.com/fcm/send/dQw4w9WgXcQ:APA91bH-_x",
    "https://updates.push.services.mozilla.com/wpush/v2/gAAAAABk=",
    "https://web.push.apple.com/QGuQyavXutnMH",
    "https://api.push.apple.com/3/device",
    "https://wns2-par02p.notify.windows.com/w/?token=BQYAAA%2bcd%3d",
]
HOSTILE = [
    "",
    "https://",
    "fcm.googleapis.com/fcm/send/a",
    "//fcm.googleapis.com/fcm/send/a",
    "http://fcm.googleapis.com/fcm/send/a",
    "HTTPS://fcm.googleapis.com/fcm/send/a",
    "ftp://fcm.googleapis.com/a",
    "javascript:alert(1)",
    "https://127.0.0.1/",
    "https://[::1]/",
    "https://localhost/a",
    "https://169.254.169.254/latest/meta-data",
    "https://2130706433/",
    "https://evil.example/",
    "https://fcm.googleapis.com.evil.example/a",
    "https://evilfcm.googleapis.com/a",
    "https://x.fcm.googleapis.com/a",
    "https://fcm.googleapis.com./a",
    "https://fcm.googleapis.com:8443/a",
    "https://fcm.googleapis.com:443/a",
    "https://fcm.googleapis.com@127.0.0.1/a",
    "https://me:word@fcm.googleapis.com/a",
    "https://127.0.0.1#.push.apple.com/a",
    "https://127.0.0.1/.push.apple.com/",
    "https://127.0.0.1\\.push.apple.com/a",
    "https://.push.apple.com/a",
    "https://-a.push.apple.com/a",
    "https://a..push.apple.com/a",
    "https://" + "a" * 64 + ".push.apple.com/a",
    "https://push.apple.com/a",
    "https://evilpush.apple.com/a",
    "https://notify.windows.com.evil.example/a",
    "https://FCM.googleapis.com/a",
    "https://fcm。googleapis.com/a",
    "https://fcm.googleapis.com",
    "https://fcm.googleapis.com/a b",
    "https://fcm.googleapis.com/a\r\nX-Evil: 1",
    "https://fcm.googleapis.com/a\n",
    "https://fcm.googleapis.com/\x00",
    "https://fcm.googleapis.com/é",
    "https://fcm.googleapis.com/a#b",
    " https://fcm.googleapis.com/a",
    "https://fcm.googleapis.com/" + "a" * 1000,
]
NOT_PUBLIC = [
    "0.0.0.0",
    "10.1.2.3",
    "100.64.0.1",
    "127.0.0.1",
    "127.9.9.9",
    "169.254.169.254",
    "172.16.0.1",
    "192.0.0.8",
    "192.0.2.1",
    "192.168.1.1",
    "198.18.0.1",
    "224.0.0.1",
    "240.0.0.1",
    "255.255.255.255",
    "::",
    "::1",
    "::ffff:127.0.0.1",
    "::ffff:8.8.8.8",
    "64:ff9b::7f00:1",
    "64:ff9b:1::1",
    "2001:db8::1",
    "2001::7f00:1",
    "2002:7f00:1::1",
    "fc00::1",
    "fd12:3456::1",
    "fe80::1",
    "fe80::1%eth0",
    "ff02::1",
]


@pytest.mark.parametrize("url", GOOD)
def test_what_browsers_give_is_an_address_at_a_push_service(url: str) -> None:
    place = read_endpoint(url)
    assert place is not None
    assert f"https://{place[0]}{place[1]}" == url


@pytest.mark.parametrize("url", HOSTILE)
def test_no_other_address_is_taken(url: str) -> None:
    assert read_endpoint(url) is None


@pytest.mark.parametrize("address", NOT_PUBLIC)
def test_an_address_within_somebodys_network_is_not_public(address: str) -> None:
    assert not is_public(ip_address(address))


@pytest.mark.parametrize("address", ["142.250.74.10", "17.188.0.1", "2a00:1450:4001::200a"])
def test_an_address_of_the_internet_is_public(address: str) -> None:
    assert is_public(ip_address(address))


def found(*addresses: str) -> Any:
    async def getaddrinfo(*_: object, **__: object) -> list[tuple[Any, ...]]:
        return [(0, 0, 0, "", (address, 443)) for address in addresses]

    return getaddrinfo


async def test_a_name_with_one_private_address_is_not_connected_to() -> None:
    with patch("asyncio.get_running_loop") as loop:
        loop.return_value.getaddrinfo = found("142.250.74.10", "142.250.74.10", "17.188.0.1")
        assert await public_addresses("fcm.googleapis.com") == ["142.250.74.10", "17.188.0.1"]
        loop.return_value.getaddrinfo = found("142.250.74.10", "10.0.0.1")
        with pytest.raises(NotPublic):
            await public_addresses("fcm.googleapis.com")
