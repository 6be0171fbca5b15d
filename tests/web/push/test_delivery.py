"""A message's way to a push service: what is sent, and what follows from each answer."""

import asyncio
from datetime import UTC, datetime, timedelta
from email.utils import format_datetime
from math import inf
from pathlib import Path

import msgspec
import pytest

from app.store.people.push_subscriptions import PushSubscription
from app.web.push.delivery import Delivery, Fate, Sent
from app.web.push.encryption import PushKey, new_private_key
from tests.web.push.browser import Browser
from tests.web.push.fake_push_service import FakePushService, status, written

TOPIC = "abcdefghijklmnopqrstuvwxyz012345"


async def test_a_message_arrives_with_what_the_standard_asks_for(service: FakePushService) -> None:
    browser, delivery = Browser("https://fcm.googleapis.com/fcm/send/a:b?c=d"), service.delivery()
    assert await delivery.send(browser.subscription, b"Your turn", TOPIC) == Sent(Fate.TAKEN)
    (got,) = service.received
    assert browser.read(got.body) == b"Your turn"
    assert (got.target, got.headers["host"]) == ("/fcm/send/a:b?c=d", "fcm.googleapis.com")
    assert got.headers["authorization"].startswith("vapid t=")
    assert got.headers["content-encoding"] == "aes128gcm"
    assert (got.headers["ttl"], got.headers["urgency"], got.headers["topic"]) == (
        "14400",
        "normal",
        TOPIC,
    )
    assert not {"cookie", "user-agent", "referer"} & got.headers.keys()


@pytest.mark.parametrize(
    ("code", "fate"),
    [
        (200, Fate.TAKEN),
        (201, Fate.TAKEN),
        (301, Fate.REFUSED),
        (307, Fate.REFUSED),
        (400, Fate.REFUSED),
        (403, Fate.REFUSED),
        (404, Fate.GONE),
        (410, Fate.GONE),
        (413, Fate.REFUSED),
        (429, Fate.LATER),
        (500, Fate.LATER),
        (503, Fate.LATER),
    ],
)
async def test_what_became_of_a_message_follows_from_the_status(
    service: FakePushService, code: int, fate: Fate
) -> None:
    service.answer = status(code, "Location: https://127.0.0.1/elsewhere")
    sent = await service.delivery().send(Browser().subscription, b"a", TOPIC)
    assert sent == Sent(fate)
    assert len(service.received) == len(service.asked_for) == 1, "no redirect is followed"


@pytest.mark.parametrize(
    ("said", "least", "most"),
    [
        ("120", 120, 120),
        ("Fri, 27 Nov 2020 20:00:00 GMT", 0, 0),
        ("Fri, 27 Nov 2020 20:00:00 -0000", 0, 0),
        ("9" * 400, 1e300, inf),
        ("soon", 0, 0),
        ("-5", 0, 0),
    ],
)
async def test_a_busy_service_says_how_long_it_wants_to_be_left_alone(
    service: FakePushService, said: str, least: float, most: float
) -> None:
    service.answer = status(429, f"Retry-After: {said}")
    sent = await service.delivery().send(Browser().subscription, b"a", TOPIC)
    assert sent.fate is Fate.LATER
    assert least <= sent.wait <= most


async def test_a_busy_service_may_name_the_end_of_its_wait_as_a_date(
    service: FakePushService,
) -> None:
    end = datetime.now(UTC) + timedelta(hours=1)
    service.answer = status(429, f"Retry-After: {format_datetime(end, usegmt=True)}")
    sent = await service.delivery().send(Browser().subscription, b"a", TOPIC)
    assert 3000 <= sent.wait <= 3600


async def test_a_service_that_is_silent_is_given_up(service: FakePushService) -> None:
    async def hang(reader: asyncio.StreamReader, _: asyncio.StreamWriter) -> None:
        await reader.read()

    service.answer = hang
    async with asyncio.timeout(3):
        sent = await service.delivery(patience=0.3).send(Browser().subscription, b"a", TOPIC)
    assert sent == Sent(Fate.LATER)


async def test_of_an_answer_without_end_only_the_head_is_read(service: FakePushService) -> None:
    sent = 0

    async def flood(_: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        nonlocal sent
        writer.write(b"HTTP/1.1 201 Created\r\nContent-Length: 10000000\r\n\r\n")
        for _piece in range(1000):
            writer.write(b"x" * 10_000)
            await writer.drain()
            sent += 10_000

    service.answer = flood
    assert await service.delivery().send(Browser().subscription, b"a", TOPIC) == Sent(Fate.TAKEN)
    await asyncio.sleep(0.1)
    assert sent < 9_000_000, "nobody takes it"


@pytest.mark.parametrize(
    "answer",
    [
        "HTTP/1.1 201 Created\r\nX: " + "y" * 100_000,
        "SSH-2.0-OpenSSH_9.6\r\n\r\n",
        "HTTP/1.1 100 Continue\r\n\r\n" * 20 + "HTTP/1.1 20",
        "",
    ],
)
async def test_an_answer_that_is_none_is_as_no_answer(
    service: FakePushService, answer: str
) -> None:
    service.answer = written(answer)
    assert await service.delivery().send(Browser().subscription, b"a", TOPIC) == Sent(Fate.LATER)


async def test_nothing_is_sent_to_a_server_that_cannot_prove_its_name(
    service: FakePushService, tmp_path: Path
) -> None:
    browser = Browser()
    sent = await service.delivery(trusts=False).send(browser.subscription, b"a", TOPIC)
    assert sent == Sent(Fate.LATER)
    other = Browser("https://web.push.apple.com/a").subscription
    assert await service.delivery().send(other, b"a", TOPIC) == Sent(Fate.LATER), (
        "another's certificate"
    )
    assert service.received == []


async def test_what_is_no_address_or_no_key_is_looked_up_nowhere(service: FakePushService) -> None:
    delivery, good = service.delivery(), Browser().subscription
    elsewhere = msgspec.structs.replace(good, endpoint="https://localhost/a")
    assert await delivery.send(elsewhere, b"a", TOPIC) == Sent(Fate.GONE)
    no_point = PushSubscription(good.endpoint, b"\4" + bytes(64), good.auth)
    assert await delivery.send(no_point, b"a", TOPIC) == Sent(Fate.GONE)
    assert service.asked_for == []


async def test_a_name_that_leads_into_a_private_network_is_not_connected_to() -> None:
    """By the server's own look-up: only the name's server is made up."""
    met: list[str] = []

    async def met_somebody(_: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        met.append("somebody")
        writer.close()

    server = await asyncio.start_server(met_somebody, "127.0.0.1", 0)
    port = server.sockets[0].getsockname()[1]
    loop = asyncio.get_running_loop()

    async def leads_here(*_: object, **__: object) -> list[tuple[object, ...]]:
        met.append("its name was looked up")
        return [(0, 0, 0, "", ("127.0.0.1", port))]

    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(loop, "getaddrinfo", leads_here, raising=False)
        key = PushKey(new_private_key(), "mailto:host@cards.example")
        sent = await Delivery(key, port=port).send(Browser().subscription, b"a", TOPIC)
    server.close()
    assert (sent, met) == (Sent(Fate.LATER), ["its name was looked up"])
