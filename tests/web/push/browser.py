"""A browser's side of Web Push: its keys, and how it reads what comes (RFC 8291, RFC 8188)."""

import secrets

from cryptography.hazmat.primitives.asymmetric import ec
from cryptography.hazmat.primitives.ciphers.aead import AESGCM

from app.store.people.push_subscriptions import PushSubscription
from app.web.push.encryption import CURVE, derive, point_of, read_point


class Browser:
    """A browser that a push service reaches at one address."""

    def __init__(self, endpoint: str = "https://fcm.googleapis.com/fcm/send/one") -> None:
        self.endpoint = endpoint
        self.key = ec.generate_private_key(CURVE)
        self.auth = secrets.token_bytes(16)

    @property
    def point(self) -> bytes:
        return point_of(self.key.public_key())

    @property
    def subscription(self) -> PushSubscription:
        return PushSubscription(self.endpoint, self.point, self.auth)

    def read(self, body: bytes) -> bytes:
        """The message in that body. Raises InvalidTag for one that is not for this browser."""
        salt, record, length = body[:16], int.from_bytes(body[16:20]), body[20]
        sender, sealed = body[21 : 21 + length], body[21 + length :]
        assert len(sealed) <= record, "one record holds it all"
        secret = self.key.exchange(ec.ECDH(), read_point(sender))
        info = b"WebPush: info\0" + self.point + sender
        key, nonce = derive(secret, self.auth, info, salt)
        padded = AESGCM(key).decrypt(nonce, sealed, None).rstrip(b"\0")
        assert padded.endswith(b"\2"), "the last record"
        return padded[:-1]
