"""Messages as the standards have them: RFC 8291's own example, and signatures by RFC 8292."""

import json

import pytest
from cryptography.exceptions import InvalidSignature, InvalidTag
from cryptography.hazmat.primitives.asymmetric import ec
from cryptography.hazmat.primitives.asymmetric.utils import encode_dss_signature

from app.web.push import encryption
from app.web.push.encryption import BadKeys, PushKey, decode, encode, encrypt, encrypt_with
from tests.web.push.browser import Browser

RECEIVER = "BCVxsr7N_eNgVRqvHtD0zTZsEc6-VV-JvLexhqUzORcxaOzi6-AYWXvTBHm4bjyPjs7Vd8pZGH6SRpkNtoIAiw4"
SENDER = "yfWPiYE-n46HLnH0KqZOF1fJJU3MYrct3AELtAQ-oRw"
SALT, AUTH = "DGv6ra1nlYgDCS1FRnbzlw", "BTBZMqHH6r4Tts7J_aSIgg"
BODY = (
    "DGv6ra1nlYgDCS1FRnbzlwAAEABBBP4z9KsN6nGRTbVYI_c7VJSPQTBtkgcy27mlmlMoZIIgDll6e3vCYLocInmYWAmS6"
    "TlzAC8wEqKK6PBru3jl7A_yl95bQpu6cVPTpK4Mqgkf1CXztLVBSt2Ks3oZwbuwXPXLWyouBWLVWGNWQexSgSxsj_Qulc"
    "y4a-fN"
)


def test_the_example_of_the_standard_comes_out_byte_for_byte() -> None:
    own = ec.derive_private_key(int.from_bytes(decode(SENDER)), encryption.CURVE)
    plain = b"When I grow up, I want to be a watermelon\2"
    body = encrypt_with(own, decode(SALT), plain, decode(RECEIVER), decode(AUTH))
    assert encode(body) == BODY


def test_a_browser_reads_its_message_and_no_other_browser_does() -> None:
    odette, percy = Browser(), Browser()
    body = encrypt("Donnerstag’s table".encode(), odette.point, odette.auth)
    assert odette.read(body).decode() == "Donnerstag’s table"
    with pytest.raises(InvalidTag):
        percy.read(body)
    changed = bytes((*body[:-1], body[-1] ^ 1))
    with pytest.raises(InvalidTag):
        odette.read(changed)


def test_no_message_is_like_another_and_all_have_one_size() -> None:
    browser = Browser()
    bodies = [encrypt(text, browser.point, browser.auth) for text in (b"", b"a", b"a", b"b" * 1023)]
    assert len({len(body) for body in bodies}) == 1
    assert len(bodies[0]) < 4096, "the most that push services take"
    assert len({body[:100] for body in bodies}) == len(bodies)
    with pytest.raises(ValueError, match="too long"):
        encrypt(b"b" * 1024, browser.point, browser.auth)


@pytest.mark.parametrize(
    "point", [b"", b"\4" + bytes(64), b"\2" + bytes(64), b"\4" * 65, bytes(65)]
)
def test_a_key_that_is_no_point_of_the_curve_is_refused(point: bytes) -> None:
    with pytest.raises(BadKeys):
        encrypt(b"hello", point, bytes(16))


def test_a_push_service_can_check_who_sends() -> None:
    key = PushKey(SENDER, "mailto:host@cards.example")
    header = key.authorization("https://fcm.googleapis.com", 1_000_000.7)
    scheme, token, public = header.replace(",", "").split(" ")
    assert (scheme, public) == ("vapid", f"k={key.public}")
    signed, _, signature = token.removeprefix("t=").rpartition(".")
    head, claims = (json.loads(decode(part)) for part in signed.split("."))
    assert head == {"typ": "JWT", "alg": "ES256"}
    assert claims == {
        "aud": "https://fcm.googleapis.com",
        "exp": 1_000_000 + 12 * 3600,
        "sub": "mailto:host@cards.example",
    }
    raw = decode(signature)
    sender = ec.EllipticCurvePublicKey.from_encoded_point(encryption.CURVE, decode(key.public))
    encoded = encode_dss_signature(int.from_bytes(raw[:32]), int.from_bytes(raw[32:]))
    sender.verify(encoded, signed.encode(), encryption.ECDSA)
    with pytest.raises(InvalidSignature):
        sender.verify(encoded, signed.encode() + b"x", encryption.ECDSA)


def test_a_new_key_is_one_and_no_print_shows_it() -> None:
    private = encryption.new_private_key()
    key = PushKey(private, "mailto:host@cards.example")
    assert private not in repr(key)
    assert len({encryption.new_private_key() for _ in range(20)}) == 20
    assert len(decode(key.public)) == 65


@pytest.mark.parametrize("text", ["a", "ab==", "a b", "a+/b", "é", "YX", "AAAA\n"])
def test_what_is_not_quite_base64url_is_refused(text: str) -> None:
    with pytest.raises(ValueError, match="base64"):
        decode(text)
