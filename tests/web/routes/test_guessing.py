"""Codes and secrets cannot be guessed, and a client's word about its own address does not count."""

from collections import Counter
from itertools import count
from time import monotonic

import httpx2

from app.table.system import LETTERS, SystemDealer
from app.web.rate_limits import RATES
from tests.server_process import ServerProcess
from tests.web.visitors import ANSWER_SECONDS, request_until_limited

MANY = 50_000


def test_codes_are_even_letters_that_nobody_confuses() -> None:
    """Each letter, and each at its place, lies within six standard errors of its share."""
    dealer = SystemDealer()
    codes = [dealer.code() for _ in range(MANY)]
    assert not set("ILO01") & set(LETTERS)
    for part in (*zip(*codes, strict=True), "".join(codes)):
        counts, share = Counter(part), len(part) / len(LETTERS)
        assert set(counts) == set(LETTERS)
        assert all(abs(count - share) < 6 * share**0.5 for count in counts.values())
    pairs = MANY * (MANY - 1) / 2 / len(LETTERS) ** 5
    assert abs(MANY - len(set(codes)) - pairs) < 6 * pairs**0.5, (
        "as many twins as there should be, no more and no fewer"
    )


def test_invitations_and_rooms_have_128_bits() -> None:
    dealer = SystemDealer()
    tokens = {dealer.token(128) for _ in range(20_000)}
    assert len(tokens) == 20_000
    assert {len(token) for token in tokens} == {22}


def test_a_code_is_found_by_chance_about_once_a_day_in_a_thousand_rooms() -> None:
    """By one household that knocks as fast as it may; and a knock lets nobody in."""
    a_day = RATES["knock"].burst + 86_400 / RATES["knock"].seconds
    assert a_day * 1000 / len(LETTERS) ** 5 < 1.5


def test_a_visitors_word_about_the_own_address_moves_no_limit(strict_server: ServerProcess) -> None:
    """Without a trusted proxy X-Forwarded-For is what anybody may write."""
    numbers = count(1)

    def spoofing() -> httpx2.Response:
        said = f"203.0.113.{next(numbers) % 256}"
        spoofed = {"X-Forwarded-For": said, "X-Real-IP": said, "Forwarded": f"for={said}"}
        return client.post("/signup", data={"name": "x", "password": "x"}, headers=spoofed)

    headers = {"Origin": strict_server.base_url, "Accept": "application/json"}
    with httpx2.Client(
        base_url=strict_server.base_url,
        headers=headers,
        transport=httpx2.HTTPTransport(local_address="127.0.0.43"),
        timeout=ANSWER_SECONDS,
    ) as client:
        assert len(request_until_limited("sign-up", spoofing)) > 1


def test_the_right_password_of_one_visitor_refills_no_budget_of_another(
    strict_server: ServerProcess,
) -> None:
    """Two people at two addresses: one logs in while the other guesses."""

    def visitor(address: str) -> httpx2.Client:
        return httpx2.Client(
            base_url=strict_server.base_url,
            headers={"Origin": strict_server.base_url},
            transport=httpx2.HTTPTransport(local_address=address),
            timeout=ANSWER_SECONDS,
        )

    member = {"name": "Right Minded", "password": "a long enough secret"}
    rate, names = RATES["login"], count(1)
    with visitor("127.0.0.2") as guesser, visitor("127.0.0.3") as owner:

        def guess() -> httpx2.Response:
            """Each time another name, so that the address alone is limited."""
            return guesser.post("/login", data={**member, "name": f"Target {next(names)}"})

        assert owner.post("/signup", data=member).status_code == 303
        began = monotonic()
        guesses = len(request_until_limited("login", guess))
        assert owner.post("/login", data=member).status_code == 303
        while guess().status_code != 429:
            guesses += 1
        assert guesses <= rate.burst + 1 + (monotonic() - began) / rate.seconds
