"""The decisions of a majority of the people present: pauses, bots for the silent, kicks."""

from app.rules.game import Seat
from app.table.model import client_messages as say
from app.table.model.server_messages import Bye, Refused
from app.table.room.votes import majority
from tests.table.fakes import person_id
from tests.table.table_server import Guest, TableServer, table_server

ANN, BOB, CAT, DAN = map(person_id, ("Ann", "Bob", "Cat", "Dan"))


def test_a_majority_is_more_than_half() -> None:
    assert [majority(people) for people in range(6)] == [1, 1, 2, 2, 3, 3]


def stand_in(guest: Guest, name: str) -> str | None:
    """The bot that plays for that person, as this one sees it."""
    return next(seat.stand_in for seat in guest.room.seats if seat.name == name)


# -- pauses


async def test_a_majority_of_those_present_ends_a_pause_without_the_host() -> None:
    async with table_server() as server:
        ann, bob, cat = await server.match("Ann", "Bob", "Cat")
        await bob.do(say.Pause)
        await ann.leave()
        await server.pass_by(31, bob, cat)
        await cat.do(say.Resume)
        assert cat.room.paused
        assert cat.room.resume_votes == (1, 2), "two are present, and a majority of two is both"
        dan = await server.connect("Ann")
        assert dan.room.resume_votes == (1, 2), "two of three"
        await server.pass_by(1, bob, cat)
        await bob.do(say.Resume)
        assert not bob.room.paused


async def test_a_majority_that_comes_about_because_somebody_goes_ends_the_pause() -> None:
    async with table_server() as server:
        ann, bob, cat, dan = await server.match("Ann", "Bob", "Cat", "Dan")
        await dan.do(say.Pause)
        for guest in (bob, cat):
            await guest.do(say.Resume)
        assert cat.room.resume_votes == (2, 3)
        await dan.leave()
        await server.pass_by(31, ann, bob, cat)
        assert not ann.room.paused


async def test_a_person_whose_pauses_others_ended_twice_makes_no_more_in_the_match() -> None:
    async with table_server() as server:
        ann, bob = await server.match("Ann", "Bob")
        for _ in range(2):
            await bob.do(say.Pause)
            await ann.do(say.Resume)
        refused = await bob.refused(say.Pause)
        assert (refused.code, "your pauses" in refused.text) == ("not-now", True)
        await ann.do(say.Pause)
        await ann.do(say.Resume)
        await server.restart()
        ann, bob = await server.connect("Ann"), await server.connect("Bob")
        assert (await bob.refused(say.Pause)).code == "not-now"
        await ann.do(say.StopMatch)
        await server.start(ann, bob)
        await bob.do(say.Pause)


async def test_a_pause_that_its_maker_wants_to_end_counts_for_nothing() -> None:
    async with table_server() as server:
        ann, bob, cat = await server.match("Ann", "Bob", "Cat")
        for _ in range(3):
            await bob.do(say.Pause)
            await bob.do(say.Resume)
            await ann.do(say.Resume)
            await ann.do(say.Pause)
            await bob.do(say.Resume)
            await ann.do(say.Resume)
        await cat.do(say.Pause)
        await cat.do(say.Resume)
        await bob.do(say.Resume)
        assert not ann.room.paused


# -- a bot for somebody who does not answer


async def waiting_for_bob(server: TableServer, *names: str) -> list[Guest]:
    """Everybody has put a card down but Bob, who is there and does nothing."""
    guests = await server.match("Ann", "Bob", *names)
    for guest in guests:
        if guest.name != "Bob":
            await guest.choose()
    return guests


async def test_of_two_people_one_alone_lets_a_bot_play_for_the_other_after_two_minutes() -> None:
    async with table_server() as server:
        ann, bob = await waiting_for_bob(server)
        await ann.do(say.MakeHost, person=BOB)
        await server.pass_by(118, ann, bob)
        refused = await ann.refused(say.StandIn, seat=Seat(1), choice="bot")
        assert "2 minutes" in refused.text
        await server.pass_by(4, ann, bob)
        await ann.do(say.StandIn, seat=Seat(1), choice="bot")
        assert stand_in(ann, "Bob") == "steady"
        assert bob.room.replaced
        await server.pass_by(3, ann, bob)
        assert stand_in(ann, "Bob") == "steady", "being there is not enough to have it back"
        assert (await bob.refused(say.Premove, move={"type": "none"})).code == "not-seated"
        await bob.do(say.Sit)
        assert (stand_in(ann, "Bob"), bob.room.replaced) == (None, False)


async def test_of_four_people_two_of_the_three_others_have_to_agree() -> None:
    async with table_server() as server:
        ann, bob, cat, dan = await waiting_for_bob(server, "Cat", "Dan")
        await server.pass_by(121, ann, bob, cat, dan)
        await cat.do(say.StandIn, seat=Seat(1), choice="bot")
        await cat.do(say.StandIn, seat=Seat(1), choice="bot")
        assert stand_in(ann, "Bob") is None
        (vote,) = ann.room.votes
        assert (vote.what, vote.person, vote.by, vote.needed) == ("bot", BOB, (CAT,), 2)
        assert ann.chat[-1] == "Cat wants a bot to play for Bob."
        await dan.do(say.StandIn, seat=Seat(1), choice="bot")
        assert stand_in(ann, "Bob") == "steady"
        assert ann.room.votes == ()


async def test_a_vote_counts_for_the_wait_in_which_it_was_given() -> None:
    async with table_server() as server:
        ann, bob, cat, dan = await waiting_for_bob(server, "Cat", "Dan")
        await server.pass_by(121, ann, bob, cat, dan)
        await cat.do(say.StandIn, seat=Seat(1), choice="bot")
        await bob.choose()
        for guest in (ann, bob, cat, dan):
            if guest.frame.prompt is not None and guest.frame.prompt.kind == "crow":
                await guest.crow()
        for guest in (ann, cat, dan):
            await guest.choose()
        await server.pass_by(121, ann, bob, cat, dan)
        await dan.do(say.StandIn, seat=Seat(1), choice="bot")
        assert stand_in(ann, "Bob") is None
        assert ann.room.votes[0].by == (DAN,)


async def test_a_secret_answer_does_not_show_in_what_the_others_may_decide() -> None:
    """Ann has put a card down, which nobody sees: she is waited for as before."""
    async with table_server() as server:
        ann, bob, cat = await server.match("Ann", "Bob", "Cat")
        await server.pass_by(60, ann, bob, cat)
        await ann.choose()
        await server.pass_by(58, ann, bob, cat)
        answers = [await bob.refused(say.StandIn, seat=Seat(seat), choice="bot") for seat in (0, 2)]
        assert answers[0].text == answers[1].text.replace("Cat", "Ann")
        await server.pass_by(4, ann, bob, cat)
        for seat in (0, 2):
            await bob.do(say.StandIn, seat=Seat(seat), choice="bot")
        assert [vote.by for vote in bob.room.votes] == [(BOB,), (BOB,)]


async def test_the_time_of_a_pause_is_no_wait() -> None:
    async with table_server() as server:
        ann, bob = await waiting_for_bob(server)
        await bob.do(say.Pause)
        await server.pass_by(200, ann, bob)
        assert (await ann.refused(say.StandIn, seat=Seat(1), choice="bot")).code == "not-now"
        await ann.do(say.Resume)
        assert (await ann.refused(say.StandIn, seat=Seat(1), choice="bot")).code == "not-now"


async def test_a_person_whom_nobody_waits_for_is_not_replaced() -> None:
    async with table_server() as server:
        ann, bob, cat = await waiting_for_bob(server, "Cat")
        await ann.do(say.StopMatch)
        await server.start(ann, bob, cat)
        await server.pass_by(60, ann, bob, cat)
        assert (await ann.refused(say.StandIn, seat=Seat(1), choice="bot")).code == "not-now"
        assert (await bob.refused(say.StandIn, seat=Seat(1), choice="bot")).code == "not-now"


# -- a kick without a host


async def without_ann(server: TableServer) -> list[Guest]:
    """A match whose host is away: Bob is the deputy."""
    ann, *others = await server.match("Ann", "Bob", "Cat", "Dan")
    await ann.leave()
    await server.pass_by(61, *others)
    return others


async def test_a_majority_kicks_the_deputy_while_the_host_is_away() -> None:
    async with table_server() as server:
        bob, cat, dan = await without_ann(server)
        await cat.do(say.Kick, person=BOB)
        assert dan.room.votes[0].needed == 2
        assert dan.chat[-1] == "Cat wants to kick Bob."
        await dan.do(say.Kick, person=BOB)
        assert bob.last(Bye).code == "kicked"
        assert dan.chat[-2:] == [
            "The players have kicked Bob.",
            "The host has been away for a while; Cat stands in.",
        ]
        assert dan.room.host_away == ANN
        assert (await dan.refused(say.Kick, person=ANN)).code == "not-now"


async def test_while_the_host_is_there_nobody_else_kicks() -> None:
    async with table_server() as server:
        _, bob, cat = await server.match("Ann", "Bob", "Cat")
        for guest in (bob, cat):
            assert (await guest.refused(say.Kick, person=DAN)).code == "not-host"


async def test_two_people_never_decide_a_kick() -> None:
    async with table_server() as server:
        ann, bob, cat = await server.match("Ann", "Bob", "Cat")
        await ann.leave()
        await server.pass_by(61, bob, cat)
        await cat.do(say.Kick, person=BOB)
        await cat.do(say.Kick, person=BOB)
        assert not bob.all(Bye)
        assert isinstance(bob.room.host, str)


async def test_an_old_vote_to_kick_counts_no_more() -> None:
    async with table_server() as server:
        bob, cat, dan = await without_ann(server)
        await cat.do(say.Kick, person=BOB)
        await server.pass_by(121, bob, cat, dan)
        await dan.do(say.Kick, person=BOB)
        assert not bob.all(Bye)
        assert dan.room.votes[0].by == (DAN,)


async def test_spectators_decide_nothing() -> None:
    async with table_server() as server:
        bob, cat, dan = await without_ann(server)
        eve = await server.come("Eve", sit=False)
        assert eve.room.votes == ()
        await bob.do(say.Pause)
        for command in (
            say.Kick(id="k", person=BOB),
            say.Resume(id="r"),
            say.StandIn(id="s", seat=Seat(1), choice="bot"),
        ):
            assert isinstance(await eve.send(command), Refused)
        await server.pass_by(1, bob, cat, dan, eve)
        assert bob.room.paused
