"""Token buckets, with a clock of the test's own."""

from datetime import UTC, datetime

import pytest

from app.web.rate_limits import (
    FIRST_WAIT,
    LONGEST_WAIT,
    MAX_BUCKETS,
    RATES,
    WRONG_PASSWORDS_BEFORE_WAIT,
    Limits,
    RateLimited,
    TokenBucket,
    client_network,
)


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
        limits.take("knock", "a")
    with pytest.raises(RateLimited) as refused:
        limits.take("knock", "a")
    assert refused.value.seconds == pytest.approx(rate.seconds)
    watch.time += rate.seconds
    limits.take("knock", "a")
    with pytest.raises(RateLimited):
        limits.take("knock", "a")


def test_buckets_are_each_ones_own() -> None:
    limits = Limits(now=Watch())
    for _ in range(int(RATES["knock"].burst)):
        limits.take("knock", "a")
    limits.take("knock", "b")
    limits.take("room", "a")


def test_an_attack_from_many_addresses_does_not_fill_the_memory() -> None:
    limits = Limits(now=Watch())
    for number in range(MAX_BUCKETS + 500):
        limits.take("knock", str(number))
    assert len(limits._buckets) <= MAX_BUCKETS


def test_a_connection_has_its_own_bucket() -> None:
    watch = Watch()
    bucket = TokenBucket(40, 10, watch)
    assert [bucket.take() for _ in range(41)] == [True] * 40 + [False]
    watch.time += 0.1
    assert [bucket.take(), bucket.take()] == [True, False]


def test_a_household_is_an_address_or_half_of_a_long_one() -> None:
    assert client_network(("203.0.113.7", 1)) == client_network(("203.0.113.7", 2)) == "203.0.113.7"
    assert (
        client_network(("2001:db8:1:2:3::4", 1))
        == client_network(("2001:db8:1:2:ffff::", 1))
        != client_network(("2001:db8:1:3::", 1))
    )
    assert client_network(None) == "unknown"


def test_after_some_wrong_passwords_each_further_one_doubles_the_wait() -> None:
    watch = Watch()
    limits = Limits(now=watch)
    waits = []
    for _ in range(WRONG_PASSWORDS_BEFORE_WAIT + 12):
        limits.check_password_wait("a")
        limits.record_wrong_password("a")
        try:
            limits.check_password_wait("a")
            waits.append(0.0)
        except RateLimited as often:
            waits.append(often.seconds)
            watch.time += often.seconds
    assert waits[: WRONG_PASSWORDS_BEFORE_WAIT - 1] == [0.0] * (WRONG_PASSWORDS_BEFORE_WAIT - 1)
    assert waits[WRONG_PASSWORDS_BEFORE_WAIT - 1 : WRONG_PASSWORDS_BEFORE_WAIT + 2] == [
        FIRST_WAIT,
        2 * FIRST_WAIT,
        4 * FIRST_WAIT,
    ]
    assert waits[-1] == LONGEST_WAIT
    limits.check_password_wait("b")
    limits.clear_wrong_passwords("a")
    limits.record_wrong_password("a")
    limits.check_password_wait("a")


def test_the_right_password_of_one_ends_the_wait_of_nobody_else_and_refills_no_bucket() -> None:
    limits = Limits(now=Watch())
    for key in ("a", "b"):
        for _ in range(WRONG_PASSWORDS_BEFORE_WAIT):
            limits.record_wrong_password(key)
        for _ in range(int(RATES["login"].burst)):
            limits.take("login", key)
    limits.clear_wrong_passwords("a")
    limits.check_password_wait("a")
    with pytest.raises(RateLimited):
        limits.check_password_wait("b")
    for key in ("a", "b"):
        with pytest.raises(RateLimited):
            limits.take("login", key)


@pytest.mark.parametrize("action", RATES)
def test_of_two_people_each_has_a_budget_whatever_the_other_does(action: str) -> None:
    limits = Limits(now=Watch())
    burst = int(RATES[action].burst)
    for _ in range(burst):
        limits.take(action, "a")
    limits.take(action, "b")
    with pytest.raises(RateLimited):
        limits.take(action, "a")
    for _ in range(burst - 1):
        limits.take(action, "b")
    with pytest.raises(RateLimited):
        limits.take(action, "b")


def test_waits_that_were_lifted_for_one_are_not_lifted_for_another() -> None:
    limits = Limits(now=Watch())
    lifted = datetime(2026, 11, 22, 12, tzinfo=UTC)
    for key in ("a", "b"):
        for _ in range(WRONG_PASSWORDS_BEFORE_WAIT):
            limits.record_wrong_password(key)
    limits.check_password_wait("a", lifted)
    with pytest.raises(RateLimited):
        limits.check_password_wait("b")


def test_wrong_passwords_from_everywhere_do_not_fill_the_memory() -> None:
    limits = Limits(now=Watch())
    for number in range(MAX_BUCKETS + 500):
        limits.record_wrong_password(str(number))
    assert len(limits._wrong_passwords) <= MAX_BUCKETS


def test_waits_that_were_lifted_are_over_and_count_from_the_start() -> None:
    limits = Limits(now=Watch())
    lifted = datetime(2026, 11, 22, 12, tzinfo=UTC)
    for _ in range(WRONG_PASSWORDS_BEFORE_WAIT):
        limits.record_wrong_password("a")
        limits.record_wrong_password("b")
    for key in ("a", "b"):
        with pytest.raises(RateLimited):
            limits.check_password_wait(key)
    limits.check_password_wait("a", lifted)
    limits.record_wrong_password("b", lifted)
    limits.check_password_wait("b", lifted)
    for _ in range(WRONG_PASSWORDS_BEFORE_WAIT):
        limits.record_wrong_password("a", lifted)
    with pytest.raises(RateLimited):
        limits.check_password_wait("a", lifted)
