"""The machinery of the wire's proofs: what they send is what they mean, and what they count as a fault is one."""

from tests.prove.wire import attacked
from tests.prove.wire.attackers import KINDS, LOOPING, Result, frame
from tests.prove.wire.honest import Seen

PLAN = attacked.Plan(calm=1, seconds=1, limit=10)


def faults(results: dict[str, Result], seen: Seen, grown: int = 0) -> list[str]:
    return list(attacked.judged(PLAN, 1, results, seen, grown))


def good() -> Seen:
    return Seen(answers=[(0.0, 0.01)])


def test_every_kind_of_attacker_is_judged() -> None:
    for kind in KINDS:
        if kind not in LOOPING:
            assert not faults({kind: Result(cuts=[1.0])}, good())
            assert faults({kind: Result(cuts=[1.0], uncut=1)}, good())
            assert faults({kind: Result(refused=5)}, good()), "nobody ever got as far as to be cut"


def test_who_comes_and_goes_is_held_to_the_houses_own_rate() -> None:
    assert not faults({"comes-and-goes": Result(served=40)}, good())
    assert faults({"comes-and-goes": Result(served=400)}, good())


def test_an_honest_command_without_an_answer_is_a_fault() -> None:
    assert faults({}, Seen(answers=[(0.0, 0.01)], unanswered=[1.0]))
    assert faults({}, Seen(answers=[(0.0, 11.0)]))
    assert faults({}, Seen()), "nobody was there to be disturbed"


def test_an_honest_connection_that_is_lost_is_a_fault() -> None:
    assert faults({}, Seen(answers=[(0.0, 0.01)], lost=["gone"]))


def test_memory_beyond_the_bound_is_a_fault() -> None:
    assert not faults({}, good(), attacked.MEMORY)
    assert faults({}, good(), attacked.MEMORY + 1)


def test_a_frame_is_what_the_protocol_says() -> None:
    short, middle, long = frame(1, b"abc"), frame(2, b"x" * 200), frame(2, b"", announced=1 << 24)
    assert (short[0], short[1]) == (0x81, 0x80 | 3)
    assert (middle[0], middle[1], middle[2:4]) == (0x82, 0x80 | 126, (200).to_bytes(2, "big"))
    assert (long[1], long[2:10]) == (0x80 | 127, (1 << 24).to_bytes(8, "big"))
    assert bytes(byte ^ short[2 + index % 4] for index, byte in enumerate(short[6:])) == b"abc"
    assert frame(0, b"", last=False)[0] == 0


def test_delays_are_those_of_the_time_in_question() -> None:
    seen = Seen(answers=[(0.0, 9.0), *((1.0 + number / 100, 0.001 * number) for number in range(100)), (5.0, 9.0)])
    found = attacked.delays(seen, 1.0, 2.0)
    assert (found.count, found.longest) == (100, 0.099)
    assert 0.09 < found.p99 < found.longest
