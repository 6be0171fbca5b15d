"""The short form of messages about shuffles: what it says and what it costs."""

from collections.abc import Iterator
from pathlib import Path
from random import Random
from typing import Any, Final

import msgspec
import pytest

from app.table.model.server_messages import Pong
from app.web.socket import wire
from tests.fair import sample_table
from tests.fair.sample_table import Attempt, Deal, Table, as_sent, made_up_deal
from tests.web.conftest import NewVisitor
from tests.web.scenes import paused_match

EXAMPLES: Final = Path(__file__).parents[2] / "fair" / "short_messages.json"
"""Messages with their short form. `python -m tests.web.socket.test_short_form` writes it; the
page's tests read it (tests/js/fair_short_form.test.js)."""
KIB: Final = 1024
CODES: Final = tuple(f"{rank}{suit}" for suit in "SHDC" for rank in "23456789TJQKA")
MATCH: Final = "AAECAwQFBgcICQoLDA0ODw"


def examples() -> list[dict[str, Any]]:
    """Every kind of message: before and after parts are asked for, with open and hidden codes."""
    chance = Random(1)
    deals = [made_up_deal(chance, kind, 2, 12) for kind in ("hands", "stock")]
    heard = Table("match", chance.randbytes(32), deals).heard(0)
    dealt = [line for line in heard if line["type"] == "dealt"]
    dealt[-1]["asks"] = {"0": "0" * 64, "1": "1" * 64, "2": "0" * 64}
    messages = [as_sent(line) for line in heard if line["type"] != "open"]
    return [
        {"whole": msgspec.to_builtins(one), "short": msgspec.json.decode(wire.encode_short(one))}
        for one in messages
    ]


def text() -> bytes:
    """One example a line."""
    return b"[\n" + b",\n".join(map(msgspec.json.encode, examples())) + b"\n]\n"


def test_the_examples_that_the_page_reads_are_what_the_server_sends() -> None:
    assert text() == EXAMPLES.read_bytes(), f"python -m {__name__}"


def test_a_client_that_asks_for_the_short_form_is_sent_it_and_no_other(
    visitor: NewVisitor,
) -> None:
    """A program, and a page that was open before the server knew the form, get whole messages."""
    with paused_match(visitor) as scene:
        with scene.guest.connect(scene.room) as line:
            whole = line.receive_until("dealt")
        with scene.guest.connect(f"{scene.room}?form=short") as line:
            short = line.receive_until("dealt")
        assert len(whole["cards"]) == len(short["cards"]["position"]) > 0
        assert short == msgspec.json.decode(wire.encode_short(as_sent(whole)))


def test_other_messages_have_no_short_form() -> None:
    (whole, *_) = examples()
    assert whole["short"]["form"] == "short"
    pong = Pong(1)
    assert wire.encode_short(pong) == wire.encode(pong)


@pytest.mark.parametrize(
    ("cards", "seats", "each"),
    [(52, 2, 26), (52, 10, 5), (60, 10, 6), (104, 2, 52), (104, 8, 13), (134, 8, 5), (134, 10, 13)],
)
def test_a_deal_in_which_all_have_parts_costs_a_page_at_most_six_kib(
    cards: int, seats: int, each: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Announced, asked for and dealt. Which nodes are sent depends on the order; 20 are tried."""
    monkeypatch.setattr(sample_table, "SEATS", seats)
    for sizes in deal_sizes(cards, seats, each):
        assert len(sizes) == 3
        assert sum(sizes) <= 6 * KIB, sizes


def deal_sizes(cards: int, seats: int, each: int) -> Iterator[list[int]]:
    """The bytes of the messages to seat 0 about each of 20 deals."""
    chance = Random(cards)
    plan = [*(str(at % seats) for at in range(each * seats)), *["-"] * (cards - each * seats)]
    codes = [CODES[at % len(CODES)] for at in range(cards)]
    deals = [
        Deal(codes, plan, [Attempt({seat: chance.randbytes(32) for seat in range(seats)})])
        for _ in range(20)
    ]
    heard = Table(MATCH, chance.randbytes(32), deals).heard(0)
    for number in range(len(deals)):
        lines = [one for one in heard if one["number"] == number and one["type"] != "open"]
        yield [len(wire.encode_short(as_sent(line))) for line in lines]


if __name__ == "__main__":
    EXAMPLES.write_bytes(text())
