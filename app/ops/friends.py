"""`--friends`: what the terminal says of the addresses by which friends reach this server."""

import io
import json
import os
import socket
import ssl
import sys
import urllib.request
from http.client import HTTPException
from typing import Final
from urllib.error import HTTPError, URLError
from urllib.parse import urlsplit

import msgspec
import segno

from app.ops.addresses import local_name
from app.settings import Settings

TIMEOUT: Final = 10.0
"""Seconds for which the public address is waited for."""
BLACK_ON_WHITE: Final = ("\x1b[38;5;231;48;5;16m", "\x1b[0m")
"""The colours of a line, before and after it, whatever the terminal's own are."""

LOGGED: Final = bytes.fromhex("060a2b06010401d679020402")
"""A mark of the certificates of public authorities: they are in public logs (RFC 6962, 3.3)."""


class Problem(msgspec.Struct, frozen=True):
    """A reason why friends cannot use the public address, and what the host does about it."""

    words: str
    remedy: str = "Let your tunnel or proxy lead it to {own}"


CERTIFY: Final = (
    "Give your proxy a certificate for this name from a public authority, as Caddy gets one"
)


def say_open(settings: Settings, start: str, own: str) -> None:
    """Prints how friends reach the server whose address on this machine is `own`.

    `start`: the id of this start, by which /healthz knows it.
    """
    if settings.public_url is not None:
        print(elsewhere(settings.public_url, own, start), flush=True)
    else:
        print(in_the_network(settings.nearby, urlsplit(own).port or 80), flush=True)


def in_the_network(addresses: tuple[str, ...], port: int) -> str:
    """The words for friends in the same network: addresses, code, firewall."""
    name = local_name(addresses)
    links = [f"http://{one}:{port}" for one in (*addresses, *([name] if name else []))]
    return "\n".join(
        (
            "",
            "Friends in your network open:",
            *(f"  {link}" for link in links),
            "",
            qr_code(links[0]),
            f"Scan this code with a phone in the same network: it opens {links[0]}",
            f"If nothing comes, let TCP port {port} through this computer's firewall,",
            f"for example with: sudo ufw allow {port}/tcp",
            "Whoever is in the network reaches these addresses. Ctrl-C closes them.",
        )
    )


def elsewhere(public_url: str, own: str, start: str) -> str:
    """The words for friends who come by a tunnel or a name of one's own, which is asked once."""
    problem = problem_with(public_url, start)
    if problem is None:
        said = ["", qr_code(public_url), f"Friends open {public_url}: it answers and leads here."]
        if not has_public_certificate(public_url):
            said.append(
                "Its certificate is from no public authority, so perhaps only this computer trusts "
                "it, and your friends' browsers warn of it."
            )
        return "\n".join(said)
    remedy = problem.remedy.format(own=own)
    return (
        f"\nFriends cannot use {public_url} yet: {problem.words} "
        f"{remedy}, then open it yourself once."
    )


def problem_with(public_url: str, start: str) -> Problem | None:
    """The reason why the public address leads to no server with this start's id, or None."""
    try:
        asked = f"{public_url}/healthz?start={start}"
        with urllib.request.urlopen(asked, timeout=TIMEOUT) as got:  # noqa: S310  the setting is http
            answer = json.load(got)
    except HTTPError as error:
        with error:
            if error.code in (502, 503, 504):
                return Problem(f"its tunnel or proxy answers, but finds no server ({error.code}).")
            return Problem(f"something else answers there ({error.code}).")
    except URLError as error:
        return problem_of(error.reason)
    except (OSError, HTTPException, ValueError) as error:
        return problem_of(error)
    return None if answer == {"status": "alive"} else problem_of(answer)


def problem_of(answer: object) -> Problem:
    """The problem that an error, or an answer of another server, shows."""
    match answer:
        case ssl.SSLCertVerificationError():
            return Problem(
                f"its certificate is not trusted ({answer.verify_message.rstrip('.')}), so your "
                "friends' browsers would warn of it.",
                CERTIFY,
            )
        case ssl.SSLError(reason=str(reason)) if "ALERT" in reason or "NAME" in reason:
            return Problem("its proxy has no certificate for this name.", CERTIFY)
        case ssl.SSLError():
            return Problem("it does not speak https.")
        case socket.gaierror(errno=socket.EAI_AGAIN):
            return Problem("no name can be looked up.", "Bring this computer online")
        case socket.gaierror():
            return Problem("there is no such name.")
        case TimeoutError():
            return Problem(f"it did not answer within {TIMEOUT:.0f} seconds.")
        case ConnectionRefusedError():
            return Problem("nothing listens there.")
        case OSError(errno=int(number)):
            return Problem(f"it cannot be reached ({os.strerror(number)}).")
    return Problem("something else answers there.")


def has_public_certificate(public_url: str) -> bool:
    """False for a certificate that no public log has; True also where there is none to look at."""
    where = urlsplit(public_url)
    if where.scheme != "https" or where.hostname is None:
        return True
    try:
        shown = ssl.get_server_certificate((where.hostname, where.port or 443), timeout=TIMEOUT)
    except OSError:
        return True
    return LOGGED in ssl.PEM_cert_to_DER_cert(shown)


def qr_code(link: str) -> str:
    """The QR code for a terminal; empty where it cannot print the blocks."""
    lines = io.StringIO()
    segno.make(link, error="m").terminal(lines, border=2, compact=True)
    before, after = BLACK_ON_WHITE if sys.stdout.isatty() else ("", "")
    drawn = "\n".join(f"{before}{line}{after}" for line in lines.getvalue().splitlines())
    return drawn if can_print(drawn, sys.stdout.encoding) else ""


def can_print(text: str, encoding: str | None) -> bool:
    try:
        text.encode(encoding or "ascii")
    except UnicodeEncodeError:
        return False
    return True
