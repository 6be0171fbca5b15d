"""The messages for push services: only the browser reads one (RFC 8291), signed (RFC 8292).

`cryptography` has the curves and ciphers; here is the order in which the standards use them.
Every message has one size, or the push service could tell tables by the length of their names.
"""

import secrets
from base64 import urlsafe_b64decode, urlsafe_b64encode
from typing import Final

import msgspec
from cryptography.hazmat.primitives.asymmetric import ec
from cryptography.hazmat.primitives.asymmetric.utils import decode_dss_signature
from cryptography.hazmat.primitives.ciphers.aead import AESGCM
from cryptography.hazmat.primitives.hashes import SHA256
from cryptography.hazmat.primitives.kdf.hkdf import HKDF
from cryptography.hazmat.primitives.serialization import Encoding, PublicFormat

CURVE: Final = ec.SECP256R1()
ECDSA: Final = ec.ECDSA(SHA256())
PADDED: Final = 1024
"""Bytes of a message before its encryption. Push services take 4096 after it."""
POINT_BYTES: Final = 65
RECORD: Final = 4096
SIGNED_FOR: Final = 12 * 3600
"""Seconds for which a signature is good; the standard allows a day."""


class BadKeys(ValueError):
    """Keys of a browser that are none."""


class PushKey:
    """The server's own key, by which push services know it. Printing it shows no secret."""

    def __init__(self, private: str, contact: str) -> None:
        """`private`: 32 bytes in base64url, as `run.py push-key` prints. Raises ValueError."""
        self._key = ec.derive_private_key(int.from_bytes(decode(private)), CURVE)
        self._contact = contact
        """The address of whoever runs this server, for push services: `mailto:…` or `https://…`."""
        self.public: Final = encode(point_of(self._key.public_key()))
        """The key that a browser needs to subscribe."""

    def authorization(self, origin: str, now: float) -> str:
        """The header by which the push service at that origin knows the server."""
        claims = {"aud": origin, "exp": int(now) + SIGNED_FOR, "sub": self._contact}
        token = f"{_HEAD}.{encode(msgspec.json.encode(claims))}"
        r, s = decode_dss_signature(self._key.sign(token.encode(), ECDSA))
        return f"vapid t={token}.{encode(r.to_bytes(32) + s.to_bytes(32))}, k={self.public}"


def new_private_key() -> str:
    """A fresh key for the settings."""
    key = ec.generate_private_key(CURVE)
    return encode(key.private_numbers().private_value.to_bytes(32))


def encrypt(message: bytes, p256dh: bytes, auth: bytes) -> bytes:
    """The message for the browser with these keys, as a body with `aes128gcm`.

    Raises BadKeys for a point that is none, ValueError for a message that is too long.
    """
    return encrypt_with(
        ec.generate_private_key(CURVE), secrets.token_bytes(16), pad(message), p256dh, auth
    )


def pad(message: bytes) -> bytes:
    """The message with its end mark, and zeros up to the size of all. Raises ValueError."""
    if len(message) >= PADDED:
        raise ValueError(f"a notification of {len(message)} bytes is too long")
    return (message + b"\2").ljust(PADDED, b"\0")


def encrypt_with(
    own: ec.EllipticCurvePrivateKey, salt: bytes, padded: bytes, p256dh: bytes, auth: bytes
) -> bytes:
    """RFC 8291 with a key pair and a salt that are used once. Raises BadKeys."""
    sender = point_of(own.public_key())
    secret = own.exchange(ec.ECDH(), read_point(p256dh))
    key, nonce = derive(secret, auth, b"WebPush: info\0" + p256dh + sender, salt)
    header = salt + RECORD.to_bytes(4) + bytes((len(sender),)) + sender
    return header + AESGCM(key).encrypt(nonce, padded, None)


def derive(secret: bytes, auth: bytes, info: bytes, salt: bytes) -> tuple[bytes, bytes]:
    """The key and the nonce of the only record."""
    both = hkdf(auth, info, 32, secret)
    return (
        hkdf(salt, b"Content-Encoding: aes128gcm\0", 16, both),
        hkdf(salt, b"Content-Encoding: nonce\0", 12, both),
    )


def hkdf(salt: bytes, info: bytes, length: int, secret: bytes) -> bytes:
    return HKDF(SHA256(), length, salt, info).derive(secret)


def read_point(p256dh: bytes) -> ec.EllipticCurvePublicKey:
    """The browser's public key, which is uncompressed. Raises BadKeys."""
    try:
        if len(p256dh) != POINT_BYTES:
            raise ValueError
        return ec.EllipticCurvePublicKey.from_encoded_point(CURVE, p256dh)
    except ValueError:
        raise BadKeys("That is no public key of a browser.") from None


def point_of(key: ec.EllipticCurvePublicKey) -> bytes:
    return key.public_bytes(Encoding.X962, PublicFormat.UncompressedPoint)


def encode(data: bytes) -> str:
    return urlsafe_b64encode(data).rstrip(b"=").decode()


def decode(text: str) -> bytes:
    """Base64url without padding. Raises ValueError."""
    if not text.isascii() or text.strip("=") != text or set("+/ \n") & set(text):
        raise ValueError("that is no base64url")
    data = urlsafe_b64decode(text + "=" * (-len(text) % 4))
    if encode(data) != text:
        raise ValueError("that is no base64url")
    return data


_HEAD: Final = encode(b'{"typ":"JWT","alg":"ES256"}')
