"""Known devices: the cookie by which a device shows that it has logged in to an account before.

It has an entry for each account: the device's random name there, signed with the hash of the
account's password. So nothing is stored, and a new password makes all of them worthless. It lets
nobody in: a known device has a budget of its own for passwords, and no stranger can use that up.
"""

import hmac
import secrets
from base64 import urlsafe_b64encode
from typing import Final

MOST_ACCOUNTS: Final = 5
"""Accounts that one device shows, those used last."""
_NAME_BYTES: Final = 12
_NAME_LETTERS: Final = 16
_MOST_LETTERS: Final = 300


def device_in(cookie: str, account_id: str, password_hash: str) -> str | None:
    """The device's name for the account; None for a device that is not known there."""
    for entry in _entries(cookie):
        name, signature = entry[:_NAME_LETTERS], entry[_NAME_LETTERS:]
        if hmac.compare_digest(signature, _signature(name, account_id, password_hash)):
            return name
    return None


def with_device(cookie: str, account_id: str, password_hash: str) -> str:
    """The cookie with a new entry for the account, in front."""
    known = device_in(cookie, account_id, password_hash)
    name = secrets.token_urlsafe(_NAME_BYTES)
    others = [entry for entry in _entries(cookie) if known is None or not entry.startswith(known)]
    added = name + _signature(name, account_id, password_hash)
    return ".".join((added, *others[: MOST_ACCOUNTS - 1]))


def _entries(cookie: str) -> list[str]:
    sane = len(cookie) <= _MOST_LETTERS and cookie.isascii()
    return cookie.split(".")[:MOST_ACCOUNTS] if sane and cookie else []


def _signature(name: str, account_id: str, password_hash: str) -> str:
    text = f"known device {name} of {account_id}".encode()
    return urlsafe_b64encode(hmac.digest(password_hash.encode(), text, "sha256")[:18]).decode()
