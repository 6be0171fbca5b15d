"""Shuffles with parts of the players: seals, openings, waits, and what is shown to each seat."""

from collections import Counter

import pytest

from app.fair import parts
from app.table.model import client_messages as say
from app.table.model.match_messages import DealtShown, Frame, ShuffleShown
from app.table.model.server_messages import Done, Refused
from tests.table.fair_check import asked_with, question
from tests.table.high_card import GAME
from tests.table.match.shuffle_parts import begun, checked, entropy, open_, seal, shuffles
from tests.table.table_server import table_server


async def test_without_seals_the_deal_happens_at_once_and_can_be_checked_all_the_same() -> None:
    async with table_server() as server:
        ann, bob = await begun(server, "Ann", "Bob", willing=False)
        (dealt,) = shuffles(server)
        assert dealt.proof is not None
        assert (dealt.proof.seals, dealt.proof.openings, dealt.proof.refused) == ({}, {}, ())
        for guest in (ann, bob):
            assert tuple(checked(guest)) == guest.hand


async def test_whoever_opens_last_hears_that_it_was_taken_before_the_deal_is_shown() -> None:
    """Else the page could not tell a part that was opened in time and left out from a late one."""
    async with table_server() as server:
        ann, bob = await begun(server, "Ann", "Bob")
        for guest in (ann, bob):
            await seal(guest)
        await open_(ann)
        before = len(bob.messages)
        await open_(bob)
        kinds = [type(message) for message in bob.messages[before:]]
        assert kinds.index(Frame) < kinds.index(Done) < kinds.index(DealtShown)


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
        assert (dealt.proof.attempt, dealt.proof.refused) == (1, (1,))
        assert list(dealt.proof.openings) == ["0"]
        assert bob.last(ShuffleShown).refused == ()


async def test_who_leaves_two_parts_unopened_is_not_waited_for_again_in_the_match() -> None:
    async with table_server() as server:
        ann, bob = await begun(server, "Ann", "Bob", deals=5)
        for number in range(2):
            await seal(ann)
            await seal(bob)
            await open_(ann)
            await server.pass_by(3.1, ann, bob)
            await seal(ann)
            await open_(ann)
            assert len(shuffles(server)) == number + 1
            await server.deal(ann, bob)
        first, second = (line for line in ann.chat if "part" in line)
        assert first.startswith("Bob sealed a part in the shuffle and did not open it.")
        assert second.endswith("unopened. This match shuffles without Bob from now on.")
        refused = await seal(bob)
        assert isinstance(refused, Refused)
        assert "this match shuffles without a part of yours" in refused.text
        await seal(ann)
        await open_(ann)
        assert len(shuffles(server)) == 3, "nobody waits, not for a moment"
        await server.restart()
        ann, bob = await server.connect("Ann"), await server.connect("Bob")
        for guest in (ann, bob):
            await guest.do(say.JoinShuffles)
        await server.deal(ann, bob)
        assert isinstance(await seal(bob), Refused), "a restart knows it from the record"
        await seal(ann)
        await open_(ann)
        proofs = [one.proof for one in shuffles(server) if one.proof is not None]
        assert [proof.barred for proof in proofs] == [(), (), (1,), (1,)]
        assert [proof.refused for proof in proofs] == [(1,), (1,), (), ()]
        assert all(list(proof.openings) == ["0"] for proof in proofs)


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


async def test_nothing_that_prints_itself_holds_a_secret() -> None:
    async with table_server() as server:
        await begun(server, "Ann", "Bob")
        secret = server.store.matches[server.match_id].secret
        assert secret is not None
        record = await server.store.claim(server.match_id, GAME)
        assert secret.hex() not in repr(record)
        assert repr(secret)[2:-1] not in repr(record)
