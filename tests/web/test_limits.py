"""Token buckets, with a clock of the test's own."""

import pytest

from app.web.rate_limits import (
    MAX_BUCKETS,
    OWN_RATES,
    RATES,
    Limits,
    RateLimited,
    Source,
    TokenBucket,
    client_networks,
)


def at(network: str, person: str | None = None) -> Source:
    return Source((network,), person)


def is_taken(limits: Limits, action: str, source: Source) -> bool:
    try:
        limits.take(action, source)
    except RateLimited:
        return False
    return True


SCHOOL = {
    "login": 300,
    "wrong-login": 90,
    "sign-up": 200,
    "guest": 200,
    "room": 200,
    "join": 600,
    "knock": 60,
    "device-transfer": 300,
    "password-reset": 100,
    "report": 10,
    "look-back": 40,
    "api": 1000,
    "page": 3000,
    "file": 20_000,
    "socket": 120,
    "connection": 2000,
}
"""The deeds of 200 people in ten minutes before the server knows them, by action.

Each opens three pages and the files of the front page, takes a name, signs up and logs in, mistypes
now and then, makes a room or follows a link. What they do at their tables they do as people.
"""


class Watch:
    def __init__(self) -> None:
        self.time = 0.0

    def __call__(self) -> float:
        return self.time


def test_a_burst_is_taken_and_then_one_for_each_interval() -> None:
    watch = Watch()
    limits = Limits(now=watch)
    rate = RATES["knock"]
    for _ in range(int(rate.burst)):
        limits.take("knock", at("a"))
    with pytest.raises(RateLimited) as refused:
        limits.take("knock", at("a"))
    assert refused.value.seconds == pytest.approx(rate.seconds)
    watch.time += rate.seconds
    limits.take("knock", at("a"))
    with pytest.raises(RateLimited):
        limits.take("knock", at("a"))


def test_buckets_are_each_ones_own() -> None:
    limits = Limits(now=Watch())
    for _ in range(int(RATES["knock"].burst)):
        limits.take("knock", at("a"))
    limits.take("knock", at("b"))
    limits.take("room", at("a"))


def test_an_attack_from_many_addresses_does_not_fill_the_memory() -> None:
    limits = Limits(now=Watch())
    for number in range(MAX_BUCKETS + 500):
        limits.take("knock", at(str(number)))
    assert len(limits._full_at) <= MAX_BUCKETS


def test_a_connection_has_its_own_bucket() -> None:
    watch = Watch()
    bucket = TokenBucket(40, 10, watch)
    assert [bucket.take() for _ in range(41)] == [True] * 40 + [False]
    watch.time += 0.1
    assert [bucket.take(), bucket.take()] == [True, False]


def test_a_network_is_an_address_or_the_three_that_a_long_one_lies_in() -> None:
    assert client_networks(("203.0.113.7", 1)) == client_networks(("::ffff:203.0.113.7", 2))
    assert client_networks(("203.0.113.7", 1)) == ("203.0.113.7",)
    assert client_networks(("2001:db8:1:2:3::4", 1)) == (
        "2001:db8:1:2::/64",
        "2001:db8:1::/56",
        "2001:db8:1::/48",
    )
    assert client_networks(None) == ("unknown",)


@pytest.mark.parametrize("action", RATES)
def test_of_two_people_each_has_a_budget_whatever_the_other_does(action: str) -> None:
    limits = Limits(now=Watch())
    burst = int(RATES[action].burst)
    for _ in range(burst):
        limits.take(action, at("a"))
    limits.take(action, at("b"))
    with pytest.raises(RateLimited):
        limits.take(action, at("a"))
    for _ in range(burst - 1):
        limits.take(action, at("b"))
    with pytest.raises(RateLimited):
        limits.take(action, at("b"))


@pytest.mark.parametrize("action", sorted(RATES.keys() & OWN_RATES))
def test_who_is_known_is_served_beside_strangers_who_took_all(action: str) -> None:
    """Also beside a known person at the same address who wants too much."""
    limits = Limits(now=Watch())
    attacker, honest = at("school", "attacker"), at("school", "honest")
    for greedy in (at("school"), attacker):
        while is_taken(limits, action, greedy):
            pass
    for _ in range(int(OWN_RATES[action].burst)):
        limits.take(action, honest)
    with pytest.raises(RateLimited):
        limits.take(action, honest)


@pytest.mark.parametrize("action", OWN_RATES)
def test_what_is_a_persons_own_is_touched_by_nobody_else(action: str) -> None:
    """The same holds for a name and for a device."""
    watch = Watch()
    limits, rate = Limits(now=watch), OWN_RATES[action]
    for _ in range(int(rate.burst)):
        limits.take_own(action, "attacker")
    with pytest.raises(RateLimited) as refused:
        limits.take_own(action, "attacker")
    assert refused.value.seconds == pytest.approx(rate.seconds)
    limits.take_own(action, "honest")
    watch.time += rate.seconds
    limits.take_own(action, "attacker")


@pytest.mark.parametrize(("action", "needed"), SCHOOL.items())
def test_a_school_of_200_behind_one_address_meets_no_limit_in_its_first_ten_minutes(
    action: str, needed: int
) -> None:
    """All are strangers yet: half of it comes in the first minute, the rest until the tenth."""
    watch = Watch()
    limits = Limits(now=watch)
    for number in range(needed):
        watch.time = 120 * number / needed if 2 * number < needed else 600 * number / needed
        limits.take(action, at("school"))


def test_every_limit_of_strangers_is_sized_for_a_school() -> None:
    assert SCHOOL.keys() == RATES.keys()


@pytest.mark.parametrize("action", RATES)
def test_many_long_addresses_of_one_owner_are_one_network(action: str) -> None:
    """A thousand of the 65,536 networks that a provider hands out as one."""
    limits, burst = Limits(now=Watch()), RATES[action].burst
    taken = 0
    for number in range(1000):
        attacker = Source(client_networks((f"2001:db8:1:{number:x}::1", 1)))
        for _ in range(int(burst)):
            if taken > 16 * burst or not is_taken(limits, action, attacker):
                break
            taken += 1
    assert taken == 16 * burst
    limits.take(action, Source(client_networks(("2001:db8:2::1", 1))))


def test_a_wider_network_has_room_for_several_homes() -> None:
    """One of two homes that share /56 takes all that is its own, and the other has as much."""
    limits, burst = Limits(now=Watch()), int(RATES["knock"].burst)
    one, other = (Source(client_networks((f"2001:db8:1:{home}::1", 1))) for home in ("1", "2"))
    for home in (one, other):
        for _ in range(burst):
            limits.take("knock", home)
        with pytest.raises(RateLimited):
            limits.take("knock", home)


def test_what_has_happened_is_counted_on_credit_and_paid_back() -> None:
    """Wrong passwords that were under way at once: the rate in the long run stays the same."""
    watch = Watch()
    limits, rate = Limits(now=watch), RATES["wrong-login"]
    for _ in range(int(rate.burst) + 10):
        limits.record("wrong-login", at("a"))
    with pytest.raises(RateLimited) as refused:
        limits.check("wrong-login", at("a"))
    assert refused.value.seconds == pytest.approx(11 * rate.seconds)
    limits.check("wrong-login", at("b"))
    watch.time += 11 * rate.seconds
    for _ in range(3):
        limits.check("wrong-login", at("a"))
