"""A finished match is shown until the next one begins, whatever happens to the server meanwhile."""

from weakref import ref

from msgspec.structs import replace

from app.table.model import client_messages as say
from app.table.model.match_messages import DealtShown, Frame
from app.table.model.server_messages import Done
from tests.cycles import no_cycles_of_ours
from tests.table.changed_accounts import rename
from tests.table.fakes import person_id, settle
from tests.table.table_server import table_server


def seen(frame: Frame) -> Frame:
    """Without what is each connection's own."""
    return replace(frame, n=0, now=0, events=())


async def test_who_comes_back_after_a_restart_sees_how_the_match_ended() -> None:
    async with table_server() as server:
        server.dealer.fair = True
        ann, bob = await server.match("Ann", "Bob", deals=1)
        stranger = await server.come("Eve", sit=False)
        await server.deal(ann, bob)
        before = {guest.name: seen(guest.frame) for guest in (ann, bob, stranger)}
        assert before["Ann"].receipt is not None
        told, dealt = (
            [one for frame in ann.all(Frame) for one in frame.events],
            ann.last(DealtShown),
        )
        assert told
        await server.restart()
        for name, frame in before.items():
            again = await server.connect(name)
            assert seen(again.frame) == frame
            if name == "Ann":
                assert list(again.frame.events) == told
                assert again.last(DealtShown) == dealt


async def test_the_next_match_takes_its_place() -> None:
    async with table_server() as server:
        ann, bob = await server.match("Ann", "Bob", deals=1)
        await server.deal(ann, bob)
        await server.restart()
        ann, bob = await server.connect("Ann"), await server.connect("Bob")
        await server.start(ann, bob)
        assert ann.frame.outcome is None
        assert ann.frame.match == server.match_id
        await server.deal(ann, bob)
        assert ann.frame.outcome is not None


async def test_names_are_the_ones_that_people_have_now() -> None:
    async with table_server() as server:
        ann, bob = await server.match("Ann", "Bob", deals=1)
        await server.deal(ann, bob)
        await rename(server, person_id("Bob"), "Robert")
        await settle()
        await server.restart()
        assert (await server.connect("Ann")).frame.names == ("Ann", "Robert")


async def test_who_had_left_before_the_end_looks_on() -> None:
    async with table_server() as server:
        ann, bob, cat = await server.match("Ann", "Bob", "Cat", deals=2)
        await cat.do(say.Stand)
        await server.deal_with_bots(ann, bob)
        await server.deal(ann, bob)
        assert ann.frame.outcome is not None
        assert cat.frame.seat is None
        await server.restart()
        assert (await server.connect("Ann")).frame.seat == 0
        assert (await server.connect("Cat")).frame.seat is None


async def test_a_match_that_was_broken_off_does_not_come_back_and_its_moves_are_known() -> None:
    async with table_server() as server:
        ann, bob = await server.match("Ann", "Bob")
        early = say.Play("early", key="choose.1", move={"type": "choose", "card": ann.hand[0]})
        assert isinstance(await ann.send(early), Done)
        await ann.do(say.StopMatch)
        assert bob.room.stage == "gathering"
        await server.restart()
        ann = await server.connect("Ann")
        assert not ann.all(Frame)
        assert isinstance(await ann.send(early), Done)


async def test_a_match_by_other_rules_does_not_come_back() -> None:
    async with table_server() as server:
        ann, bob = await server.match("Ann", "Bob", deals=1)
        await server.deal(ann, bob)
        server.store.matches[server.match_id].rules_version += 1
        await server.restart()
        assert not (await server.connect("Ann")).all(Frame)


async def test_the_decks_of_a_match_are_freed_as_the_next_one_begins() -> None:
    """Each match that had ended kept its decks and trees, until the old were collected."""
    async with table_server() as server:
        server.dealer.fair = True
        guests = await server.match("Ann", "Bob", deals=2)
        await server.deal(*guests)
        live = server.lobby._tables[server.id].state.live
        assert live is not None
        assert live.shown_shuffles is not None
        assert live.shown_shuffles.last is not None
        parts: tuple[object, ...] = (live.shown_shuffles, live.shown_shuffles.last)
        kept = [*map(ref, parts)]
        del live, parts
        with no_cycles_of_ours():
            await server.deal(*guests)
            await server.start(*guests)
            assert [one() for one in kept] == [None, None]
