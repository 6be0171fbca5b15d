"""The bytes, the proxy and the judgements of the proofs about connections."""

import asyncio
from contextlib import suppress

import pytest

from tests.prove.connections.attackers import proof
from tests.prove.connections.attackers.attack_plan import Result
from tests.prove.connections.attackers.attackers import KINDS, LOOPING
from tests.prove.connections.attackers.delays import delays
from tests.prove.connections.attackers.honest_players import Seen
from tests.prove.connections.cuts.proxy import Plan, Proxy, Way
from tests.prove.connections.cuts.window_state import WindowState, differences
from tests.prove.connections.frames import frame

PLAN = proof.Plan(calm=1, seconds=1, limit=10)


def faults(results: dict[str, Result], seen: Seen, grown: int = 0) -> list[str]:
    return list(proof.judged(PLAN, 1, results, seen, grown))


def good() -> Seen:
    return Seen(answers=[(0.0, 0.01)])


def test_every_kind_of_attacker_is_judged() -> None:
    for kind in KINDS:
        if kind not in LOOPING:
            assert not faults({kind: Result(cuts=[1.0])}, good())
            assert faults({kind: Result(cuts=[1.0], uncut=1)}, good())
            assert faults({kind: Result(refused=5)}, good()), "nobody ever got as far as to be cut"


def test_who_comes_and_goes_is_held_to_the_servers_own_rate() -> None:
    assert not faults({"comes-and-goes": Result(served=40)}, good())
    assert faults({"comes-and-goes": Result(served=400)}, good())


def test_an_honest_command_without_an_answer_is_a_fault() -> None:
    assert faults({}, Seen(answers=[(0.0, 0.01)], unanswered=[1.0]))
    assert faults({}, Seen(answers=[(0.0, 11.0)]))
    assert faults({}, Seen()), "nobody was there to be disturbed"


def test_an_honest_connection_that_is_lost_is_a_fault() -> None:
    assert faults({}, Seen(answers=[(0.0, 0.01)], lost=["gone"]))


def test_memory_beyond_the_bound_is_a_fault() -> None:
    assert not faults({}, good(), proof.MEMORY)
    assert faults({}, good(), proof.MEMORY + 1)


def test_a_frame_is_what_the_protocol_says() -> None:
    short, middle, long = frame(1, b"abc"), frame(2, b"x" * 200), frame(2, b"", announced=1 << 24)
    assert (short[0], short[1]) == (0x81, 0x80 | 3)
    assert (middle[0], middle[1], middle[2:4]) == (0x82, 0x80 | 126, (200).to_bytes(2, "big"))
    assert (long[1], long[2:10]) == (0x80 | 127, (1 << 24).to_bytes(8, "big"))
    assert bytes(byte ^ short[2 + index % 4] for index, byte in enumerate(short[6:])) == b"abc"
    assert frame(0, b"", last=False)[0] == 0


def test_delays_are_those_of_the_time_in_question() -> None:
    answers = [
        (0.0, 9.0),
        *((1.0 + number / 100, 0.001 * number) for number in range(100)),
        (5.0, 9.0),
    ]
    found = delays(answers, 1.0, 2.0)
    assert (found.count, found.longest) == (100, 0.099)
    assert 0.09 < found.p99 < found.longest


# -- cuts


def window(events: int, question: str = "q1") -> WindowState:
    one = WindowState()
    one.hear({"type": "room", "stage": "playing", "match": "m", "acting": True})
    told = [{"event": number, "text": str(number)} for number in range(events)]
    one.hear(
        {
            "type": "frame",
            "match": "m",
            "n": 1,
            "events": told,
            "prompt": {"key": question},
            "outcome": None,
            "now": 1,
        }
    )
    return one


def test_two_windows_that_show_the_same_do_not_differ() -> None:
    assert differences(window(5), window(5)) is None
    back = window(150)
    back.events = back.events[-100:]
    assert differences(back, window(150)) is None, "a newcomer is told the last hundred"


def test_every_difference_between_two_windows_is_seen() -> None:
    assert differences(window(5, "q2"), window(5, "q1"))
    assert differences(window(4), window(5)), "an event is missing"
    doubled = window(5)
    doubled.events.append(doubled.events[-1])
    assert differences(doubled, window(5)), "an event is told twice"
    shifted = window(6)
    shifted.events = shifted.events[1:]
    assert differences(shifted, window(5)), "other events"
    assert differences(WindowState(), window(5)), "nothing is shown yet"


async def through(plan: Plan, data: bytes) -> tuple[bytes, bytes]:
    """The bytes of `data` that reach an echo behind a proxy, and those that come back."""
    arrived = bytearray()

    async def echo(reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        with suppress(OSError):
            while piece := await reader.read(1000):
                arrived.extend(piece)
                writer.write(piece)
        writer.close()

    server = await asyncio.start_server(echo, "127.0.0.1", 0)
    proxy = Proxy(server.sockets[0].getsockname()[1])
    await proxy.open()
    proxy.next(plan)
    back = bytearray()
    async with asyncio.timeout(30):
        reader, writer = await asyncio.open_connection("127.0.0.1", proxy.port)
        writer.write(data)
        with suppress(OSError):
            while len(back) < len(data) and (piece := await reader.read(1000)):
                back.extend(piece)
        writer.close()
        await proxy.close()
        server.close()
    return bytes(arrived), bytes(back)


@pytest.mark.parametrize("way", [Way.RESET, Way.CLOSE])
@pytest.mark.parametrize("byte", [0, 1, 7, 99])
async def test_a_connection_is_cut_after_that_very_byte(byte: int, way: Way) -> None:
    _, back = await through(Plan(way, down=byte), bytes(range(100)))
    assert len(back) <= byte, "a reset may swallow what was on its way, and nothing more arrives"
    if way is Way.CLOSE:
        assert back == bytes(range(byte))


async def test_a_half_closed_connection_still_brings_what_the_server_says() -> None:
    arrived, back = await through(Plan(Way.HALF, up=60), bytes(range(100)))
    assert arrived == back == bytes(range(60))


@pytest.mark.parametrize("plan", [Plan(), Plan(crumbs=True), Plan(delay=0.001), Plan(rate=1e6)])
async def test_a_connection_that_is_not_cut_loses_nothing(plan: Plan) -> None:
    assert await through(plan, bytes(range(100))) == (bytes(range(100)), bytes(range(100)))
