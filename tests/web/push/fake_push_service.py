"""A push service on loopback, with TLS and a certificate of its own, that answers as told."""

import asyncio
import ssl
from collections.abc import AsyncIterator, Awaitable, Callable
from contextlib import asynccontextmanager
from datetime import UTC, datetime, timedelta
from pathlib import Path
from typing import Final, TypeAlias

import msgspec
from cryptography import x509
from cryptography.hazmat.primitives.asymmetric import ec
from cryptography.hazmat.primitives.hashes import SHA256
from cryptography.hazmat.primitives.serialization import Encoding, NoEncryption, PrivateFormat

from app.web.push.delivery import Delivery
from app.web.push.encryption import CURVE, PushKey, new_private_key

HOST = "fcm.googleapis.com"
Answer: TypeAlias = Callable[[asyncio.StreamReader, asyncio.StreamWriter], Awaitable[None]]


class Received(msgspec.Struct, frozen=True):
    """A request as it came."""

    target: str
    headers: dict[str, str]
    body: bytes


class FakePushService:
    """Answers each request with `answer`, and keeps it."""

    def __init__(self, folder: Path) -> None:
        self.received: list[Received] = []
        self.answer: Answer = status(201)
        self.asked_for: list[str] = []
        """Names that were looked up."""
        self._files = make_certificate(folder, HOST)
        self.certificate: Final = self._files[0]
        self.port = 0

    @asynccontextmanager
    async def open(self) -> AsyncIterator["FakePushService"]:
        context = ssl.SSLContext(ssl.PROTOCOL_TLS_SERVER)
        context.load_cert_chain(*self._files)
        server = await asyncio.start_server(self._serve, "127.0.0.1", 0, ssl=context)
        self.port = server.sockets[0].getsockname()[1]
        try:
            yield self
        finally:
            server.close()

    def delivery(self, patience: float = 5.0, trusts: bool = True) -> Delivery:
        """A delivery whose every look-up leads here."""
        trust = ssl.create_default_context(cafile=str(self.certificate) if trusts else None)
        key = PushKey(new_private_key(), "mailto:host@cards.example")
        return Delivery(key, self._find, trust, self.port, patience)

    async def _find(self, host: str) -> list[str]:
        self.asked_for.append(host)
        return ["127.0.0.1"]

    async def _serve(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        try:
            head = (await reader.readuntil(b"\r\n\r\n")).decode()
            first, *lines = head.strip().split("\r\n")
            headers = {name.lower(): value for name, value in (one.split(": ", 1) for one in lines)}
            body = await reader.readexactly(int(headers["content-length"]))
            self.received.append(Received(first.split(" ")[1], headers, body))
            await self.answer(reader, writer)
        except (ConnectionError, asyncio.IncompleteReadError):
            pass
        finally:
            writer.close()


def status(code: int, *headers: str) -> Answer:
    return written("\r\n".join((f"HTTP/1.1 {code} So", *headers, "Content-Length: 0", "", "")))


def written(text: str) -> Answer:
    async def answer(_: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        writer.write(text.encode())
        await writer.drain()

    return answer


def make_certificate(folder: Path, host: str) -> tuple[Path, Path]:
    """The files of a certificate for that name, and of its key."""
    key = ec.generate_private_key(CURVE)
    name = x509.Name([x509.NameAttribute(x509.NameOID.COMMON_NAME, host)])
    now = datetime.now(UTC)
    made = (
        x509.CertificateBuilder()
        .subject_name(name)
        .issuer_name(name)
        .public_key(key.public_key())
        .serial_number(x509.random_serial_number())
        .not_valid_before(now - timedelta(days=1))
        .not_valid_after(now + timedelta(days=1))
        .add_extension(x509.SubjectAlternativeName([x509.DNSName(host)]), critical=False)
        .add_extension(x509.BasicConstraints(ca=True, path_length=0), critical=True)
        .sign(key, SHA256())
    )
    certificate, secret = folder / "certificate.pem", folder / "key.pem"
    certificate.write_bytes(made.public_bytes(Encoding.PEM))
    secret.write_bytes(key.private_bytes(Encoding.PEM, PrivateFormat.PKCS8, NoEncryption()))
    return certificate, secret
