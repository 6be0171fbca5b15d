"""Shuffles with parts of the players: seals, openings, waits, and what is shown to each seat."""

from collections import Counter
from hashlib import sha256

import pytest

from app.fair import parts
from app.rules.replay import Shuffled
from app.table.model import client_messages as say
from app.table.model.server_messages import Done, Frame, Refused
from app.table.model.shuffle_messages import DealtShown, DecksShown, ShuffleShown
from tests.table.fair_check import asked_with, check_chosen, opened_codes, question
from tests.table.high_card import GAME
from tests.table.table_server import Guest, TableServer, table_server

pytestmark = pytest.mark.anyio


def entropy(guest: Guest, coming: ShuffleShown) -> bytes:
    return sha256(f"{guest.name} {coming.number} {coming.attempt}".encode()).digest()


async def seal(guest: Guest, **instead: object) -> Done | Refused | None:
    coming = guest.last(ShuffleShown)
    assert coming.seat is not None
    sealed = parts.seal(
        coming.match, coming.number, coming.attempt, coming.seat, entropy(guest, coming)
    )
    fields = {
        "match": coming.match,
        "number": coming.number,
        "attempt": coming.attempt,
        "seal": sealed,
        **instead,
    }
    return await guest.send(say.Seal(f"s{len(guest.messages)}", **fields))  # type: ignore[arg-type]


async def open_(guest: Guest, **instead: object) -> Done | Refused | None:
    coming = guest.last(ShuffleShown)
    fields = {
        "match": coming.match,
        "number": coming.number,
        "attempt": coming.attempt,
        "entropy": entropy(guest, coming).hex(),
        "ask": asked_with(coming) if coming.opening else "00" * 32,
        **instead,
    }
    return await guest.send(say.Open(f"o{len(guest.messages)}", **fields))  # type: ignore[arg-type]


async def begun(
    server: TableServer, *names: str, willing: bool = True, deals: int = 3
) -> list[Guest]:
    """A match whose people all said that they take part: nobody is dealt a card yet."""
    server.dealer.fair = True
    host = await server.room(names[0], deals=deals)
    guests = [host, *[await server.come(name) for name in names[1:]]]
    for guest in guests if willing else ():
        await guest.do(say.JoinShuffles)
    await server.start(*guests)
    return guests


def shuffles(server: TableServer) -> list[Shuffled]:
    return [
        line.entry
        for line in server.store.matches[server.match_id].lines
        if isinstance(line.entry, Shuffled)
    ]


def checked(guest: Guest) -> list[int]:
    """The cards of the latest deal, each under the root of the deck that is played."""
    dealt = guest.last(DealtShown)
    asked = question(guest.messages, dealt)
    check_chosen(asked, dealt)
    return sorted(int(code) for code in opened_codes(asked, dealt, dealt).values())


async def test_without_seals_the_deal_happens_at_once_and_can_be_checked_all_the_same() -> None:
    async with table_server() as server:
        ann, bob = await begun(server, "Ann", "Bob", willing=False)
        (dealt,) = shuffles(server)
        assert dealt.proof is not None
        assert (dealt.proof.seals, dealt.proof.openings, dealt.proof.refused) == ({}, {}, ())
        for guest in (ann, bob):
            assert tuple(checked(guest)) == guest.hand


async def test_the_order_follows_from_every_part() -> None:
    async with table_server() as server:
        ann, bob = await begun(server, "Ann", "Bob")
        assert shuffles(server) == []
        promised = ann.last(ShuffleShown)
        assert isinstance(await seal(ann), Done)
        assert not ann.last(ShuffleShown).opening
        assert isinstance(await seal(bob), Done)
        assert ann.last(ShuffleShown).opening
        asked = ann.last(ShuffleShown)
        assert asked.seals == {
            str(guest.last(ShuffleShown).seat): parts.seal(
                asked.match, 0, 0, int(guest.last(ShuffleShown).seat or 0), entropy(guest, asked)
            )
            for guest in (ann, bob)
        }
        opened = {"0": entropy(ann, promised).hex(), "1": entropy(bob, promised).hex()}
        assert isinstance(await open_(ann), Done)
        assert shuffles(server) == []
        assert isinstance(await open_(bob), Done)
        (dealt,) = shuffles(server)
        assert dealt.proof is not None
        assert dealt.proof.openings == opened
        secret = server.store.matches[server.match_id].secret
        assert secret is not None
        assert promised.promise == parts.promise(server.match_id, secret)
        assert promised.head == parts.first_head(server.match_id, promised.promise)
        assert dealt.proof.head == promised.head
        asked = question(ann.messages, ann.last(DealtShown))
        assert ann.last(ShuffleShown).head == parts.next_head(
            asked_with(asked),
            {int(seat): bytes.fromhex(part) for seat, part in opened.items()},
        )
        assert ann.last(DealtShown).asks == dict.fromkeys(opened, asked_with(asked))
        assert tuple(checked(ann)) == ann.hand


async def test_the_next_shuffle_is_promised_as_soon_as_this_one_is_dealt_and_sealed_ahead() -> None:
    async with table_server() as server:
        ann, bob = await begun(server, "Ann", "Bob", willing=False)
        assert ann.last(ShuffleShown).number == 1
        await seal(ann)
        await server.deal(ann, bob)
        assert len(shuffles(server)) == 1, "Ann has sealed and is asked to open"
        await open_(ann)
        assert len(shuffles(server)) == 2
        assert shuffles(server)[1].proof.openings.keys() == {"0"}  # type: ignore[union-attr]


async def test_who_sealed_and_does_not_open_is_named_and_left_out() -> None:
    async with table_server() as server:
        ann, bob = await begun(server, "Ann", "Bob")
        await seal(ann)
        await seal(bob)
        await open_(ann)
        await server.pass_by(3.1, ann, bob)
        assert any(
            "Bob sealed a part in the shuffle and did not open it" in line for line in ann.chat
        )
        coming = ann.last(ShuffleShown)
        assert (coming.attempt, coming.refused, coming.sealed) == (1, (1,), ())
        assert len({one.promise for one in ann.all(ShuffleShown)}) == 1
        refused = await seal(bob)
        assert isinstance(refused, Refused)
        assert refused.code == "not-now"
        await seal(ann)
        await open_(ann)
        (dealt,) = shuffles(server)
        assert dealt.proof is not None
        assert (dealt.proof.attempt, dealt.proof.refused, list(dealt.proof.openings)) == (
            1,
            (1,),
            ["0"],
        )
        assert bob.last(ShuffleShown).refused == ()


async def test_who_promised_to_seal_and_does_not_is_waited_for_once() -> None:
    async with table_server() as server:
        ann, bob = await begun(server, "Ann", "Bob")
        await server.pass_by(2.9, ann, bob)
        assert shuffles(server) == []
        await server.pass_by(0.2, ann, bob)
        assert len(shuffles(server)) == 1
        await server.deal(ann, bob)
        assert len(shuffles(server)) == 2, "nobody is waited for in vain a second time"


async def test_a_wrong_opening_is_refused_and_the_right_one_still_counts() -> None:
    async with table_server() as server:
        ann, bob = await begun(server, "Ann", "Bob")
        early = await open_(ann)
        assert isinstance(early, Refused)
        await seal(ann)
        await seal(bob)
        wrong = await open_(ann, entropy="00" * 32)
        assert isinstance(wrong, Refused)
        assert wrong.code == "bad-part"
        await open_(ann)
        await open_(bob)
        assert len(shuffles(server)) == 1


@pytest.mark.parametrize("instead", [{"number": 1}, {"attempt": 1}, {"match": "another"}])
async def test_a_seal_for_another_shuffle_is_refused(instead: dict[str, object]) -> None:
    async with table_server() as server:
        ann, _bob = await begun(server, "Ann", "Bob")
        refused = await seal(ann, **instead)
        assert isinstance(refused, Refused)
        assert refused.code == "not-now"


async def test_a_newer_seal_takes_the_place_of_the_older_one_until_parts_are_asked_for() -> None:
    async with table_server() as server:
        ann, bob = await begun(server, "Ann", "Bob")
        await seal(ann, seal="ab" * 32)
        assert isinstance(await seal(ann), Done)
        await seal(bob)
        refused = await seal(ann, seal="ab" * 32)
        assert isinstance(refused, Refused)
        assert refused.code == "not-now"
        await open_(ann)
        await open_(bob)
        assert len(shuffles(server)) == 1


async def test_a_seal_of_an_older_connection_is_dropped_and_the_new_one_is_waited_for() -> None:
    """A page draws a new part on every connection, so it could not open the older one."""
    async with table_server() as server:
        ann, bob = await begun(server, "Ann", "Bob")
        await seal(ann)
        await ann.leave()
        again = await server.connect("Ann")
        await again.do(say.JoinShuffles)
        await seal(bob)
        assert not bob.last(ShuffleShown).opening
        await seal(again, seal=parts.seal(server.match_id, 0, 0, 0, bytes(32)))
        assert bob.last(ShuffleShown).opening
        await open_(again, entropy="00" * 32)
        await open_(bob)
        assert shuffles(server)[0].proof.refused == ()  # type: ignore[union-attr]


async def test_an_answer_to_another_question_than_the_table_asked_is_refused() -> None:
    async with table_server() as server:
        ann, bob = await begun(server, "Ann", "Bob")
        await seal(ann)
        await seal(bob)
        refused = await open_(ann, ask="ab" * 32)
        assert isinstance(refused, Refused)
        assert refused.code == "bad-part"
        await open_(ann)
        await open_(bob)
        assert len(shuffles(server)) == 1


async def test_openings_are_shown_to_nobody_before_the_deal() -> None:
    async with table_server() as server:
        ann, bob = await begun(server, "Ann", "Bob")
        await seal(ann)
        await seal(bob)
        own = entropy(ann, ann.last(ShuffleShown)).hex()
        await open_(ann)
        assert own not in str(bob.messages)
        await open_(bob)
        assert bob.last(DealtShown).openings["0"] == own


async def test_each_seat_is_opened_its_own_cards_and_a_watcher_none() -> None:
    async with table_server() as server:
        ann, bob = await begun(server, "Ann", "Bob", willing=False)
        eve = await server.come("Eve", sit=False)
        positions = Counter(
            one.position for guest in (ann, bob) for one in guest.last(DealtShown).cards
        )
        assert set(positions.values()) == {1}
        assert len(positions) == 6
        assert eve.last(DealtShown).cards == ()
        assert eve.last(DealtShown).nodes == ()
        assert eve.last(DealtShown).keys == ann.last(DealtShown).keys
        assert eve.last(ShuffleShown).seat is None


async def test_who_may_not_watch_hears_of_no_shuffle() -> None:
    async with table_server() as server:
        ann, bob = await begun(server, "Ann", "Bob", willing=False)
        eve = await server.come("Eve", sit=False)
        await ann.do(say.SetRoom, spectators=False)
        before = len(eve.all(ShuffleShown)) + len(eve.all(DealtShown))
        await seal(bob)
        await server.deal(ann, bob)
        assert ann.last(ShuffleShown).sealed == (1,)
        assert len(eve.all(ShuffleShown)) + len(eve.all(DealtShown)) == before


async def test_who_comes_back_is_told_the_deal_and_the_promise_again() -> None:
    async with table_server() as server:
        ann, _bob = await begun(server, "Ann", "Bob", willing=False)
        again = await server.connect("Ann")
        assert again.last(DealtShown) == ann.last(DealtShown)
        assert again.last(ShuffleShown) == ann.last(ShuffleShown)
        assert isinstance(again.all(ShuffleShown)[0].decks, DecksShown)
        kinds = [
            type(message)
            for message in again.messages
            if isinstance(message, Frame | DealtShown | ShuffleShown)
        ]
        assert kinds == [Frame, ShuffleShown, DealtShown, ShuffleShown]


async def test_who_lost_the_connection_before_anything_was_opened_is_not_waited_for() -> None:
    async with table_server() as server:
        ann, bob = await begun(server, "Ann", "Bob")
        await seal(bob)
        await bob.leave()
        await seal(ann)
        assert ann.last(ShuffleShown).sealed == (0,)
        assert list(ann.last(ShuffleShown).seals) == ["0"]  # type: ignore[arg-type]
        await open_(ann)
        (dealt,) = shuffles(server)
        assert dealt.proof is not None
        assert (list(dealt.proof.seals), dealt.proof.refused) == (["0"], ())


async def test_after_a_restart_the_same_promise_stands_and_the_shuffle_begins_again() -> None:
    async with table_server() as server:
        ann, bob = await begun(server, "Ann", "Bob")
        await seal(ann)
        await seal(bob)
        await open_(ann)
        promised, decks = ann.last(ShuffleShown).promise, ann.last(ShuffleShown).decks
        await server.restart()
        ann, bob = await server.connect("Ann"), await server.connect("Bob")
        assert shuffles(server) == []
        assert {guest.last(ShuffleShown).promise for guest in (ann, bob)} == {promised}
        assert ann.last(ShuffleShown).sealed == ()
        for guest in (ann, bob):
            await seal(guest)
        assert ann.last(ShuffleShown).decks == decks, "the same decks serve every attempt"
        for guest in (ann, bob):
            await open_(guest)
        assert len(shuffles(server)) == 1


async def test_after_a_restart_nobody_is_waited_for_longer_than_for_a_seal() -> None:
    async with table_server() as server:
        ann, _bob = await begun(server, "Ann", "Bob")
        await seal(ann)
        await server.restart()
        await server.connect("Bob")
        assert shuffles(server) == []
        await server.pass_by(3.1)
        (dealt,) = shuffles(server)
        assert dealt.proof is not None
        assert dealt.proof.seals == {}


async def test_a_restart_in_the_middle_of_a_deal_delays_no_later_shuffle() -> None:
    async with table_server() as server:
        await begun(server, "Ann", "Bob", willing=False)
        await server.restart()
        ann, bob = await server.connect("Ann"), await server.connect("Bob")
        await server.deal(ann, bob)
        assert len(shuffles(server)) == 2


async def test_where_the_store_is_away_the_openings_are_not_lost() -> None:
    async with table_server() as server:
        ann, bob = await begun(server, "Ann", "Bob")
        await seal(ann)
        await seal(bob)
        await open_(ann)
        server.store.fail_at = 1
        await open_(bob)
        await server.pass_by(1, ann, bob)
        (dealt,) = shuffles(server)
        assert dealt.proof is not None
        assert set(dealt.proof.openings) == {"0", "1"}


async def test_nothing_that_prints_itself_holds_a_secret() -> None:
    async with table_server() as server:
        await begun(server, "Ann", "Bob")
        secret = server.store.matches[server.match_id].secret
        assert secret is not None
        record = await server.store.claim(server.match_id, GAME)
        assert secret.hex() not in repr(record)
        assert repr(secret)[2:-1] not in repr(record)
