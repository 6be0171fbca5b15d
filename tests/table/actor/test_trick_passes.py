"""Passes until the next trick at slow tables: said once, made at every turn of the trick."""

from msgspec import UNSET
from msgspec.structs import replace

from app.games.scum_of_the_earth import GAME
from app.table.model import client_messages as say
from app.table.model.match_messages import Frame
from app.table.model.room import ClockLevel
from tests.table.fakes import person_id, settle
from tests.table.slow_match import is_asleep, leave_alone, look
from tests.table.table_server import Guest, TableServer, table_server

SCUM = "scum-of-the-earth"
NAMES = ("Odette", "Percy", "Quentin", "Rosalind")
PASS = {"type": "pass"}


async def begin(
    server: TableServer, clock: ClockLevel = ClockLevel.DAY
) -> tuple[Guest, Guest, Guest, Guest]:
    """A trick with one set on the table: its player, who is asked to beat it, and the others.

    In order of play.
    """
    first = await server.room(NAMES[0], SCUM)
    guests = [first, *[await server.come(name) for name in NAMES[1:]]]
    await first.do(say.SetRoom, clock=clock)
    await server.start(*guests)
    laid = await answer(guests, until="lead")
    await play_worst(laid)
    by_seat = {guest.frame.seat: guest for guest in guests}
    ranks = laid.frame.view["public"]["ranks"]
    place = ranks.index(laid.frame.seat)
    one, two, three, four = (by_seat[seat] for seat in (*ranks[place:], *ranks[:place]))
    assert kind(two) == "follow"
    return one, two, three, four


async def answer(guests: list[Guest], until: str) -> Guest:
    """Everybody gives their first answer, until one is asked that."""
    for _ in range(30):
        for guest in guests:
            if kind(guest) == until:
                return guest
            if guest.frame.prompt is not None:
                await play(guest, guest.frame.moves[0])
    raise AssertionError(f"nobody is asked to {until}")


def kind(guest: Guest) -> str | None:
    return None if guest.frame.prompt is None else guest.frame.prompt.kind


async def play(guest: Guest, move: object) -> None:
    assert guest.frame.prompt is not None
    await guest.do(say.Play, key=guest.frame.prompt.key, move=move)


async def beat(guest: Guest) -> None:
    await play(guest, next(one for one in guest.frame.moves if one["type"] == "play"))


async def play_worst(guest: Guest) -> None:
    """Leads one card of the highest number."""
    await play(guest, next(one for one in guest.frame.moves if len(one["cards"]) == 1))


def kept(server: TableServer) -> dict[str, str]:
    slow = server.store.rooms[server.id].slow
    assert slow is not None
    return slow.passes


def passed(guest: Guest) -> list[str]:
    """The passes that this guest has heard of."""
    return [
        line.text
        for frame in guest.all(Frame)
        for line in frame.events
        if line.text.endswith(" passes.")
    ]


async def test_a_seat_that_said_so_passes_at_each_of_its_turns_until_the_trick_ends() -> None:
    async with table_server(games=(GAME,)) as server:
        laid, asked, third, fourth = await begin(server)
        await third.do(say.PassTrick)
        assert third.frame.trick_pass is True
        assert third.frame.premove == PASS
        for player in (asked, laid):
            await beat(player)
            await server.pass_by(2, laid, asked, third, fourth)
            if player is asked:
                await play(fourth, PASS)
            assert kept(server), "the trick goes on"
        assert passed(laid).count(f"{third.name} passes.") == 1
        await play(asked, PASS)
        await server.pass_by(2, laid, asked, third, fourth)
        assert passed(laid).count(f"{third.name} passes.") == 2
        await play(fourth, PASS)
        assert kind(laid) == "lead"
        assert kept(server) == {}, "the trick is over"
        assert third.frame.premove is None
        assert third.frame.trick_pass is False


async def test_a_pass_until_the_next_trick_outlives_a_sleep_and_a_restart() -> None:
    async with table_server(games=(GAME,)) as server:
        laid, asked, third, fourth = await begin(server)
        await third.do(say.PassTrick)
        await leave_alone(server, laid, asked, third, fourth)
        assert is_asleep(server)
        await server.restart()
        asked = await server.connect(asked.name)
        await beat(asked)
        await leave_alone(server, asked)
        await look(server)
        third = await server.connect(third.name)
        assert f"{third.name} passes." in passed(third)
        assert third.frame.trick_pass is True


async def test_nobody_else_learns_that_a_seat_passes_until_the_next_trick() -> None:
    async with table_server(games=(GAME,)) as server:
        laid, asked, third, fourth = await begin(server)
        before = [len(one.messages) for one in (laid, asked, fourth)]
        await third.do(say.PassTrick)
        await third.do(say.CancelPremove)
        await third.do(say.PassTrick)
        await server.pass_by(30, laid, asked, third, fourth)
        assert [len(one.messages) for one in (laid, asked, fourth)] == before
        assert asked.frame.trick_pass is False
        assert (await server.come("Violet", sit=False)).frame.trick_pass is UNSET


async def test_a_pass_that_is_said_is_made_after_the_pause_of_any_premove() -> None:
    pauses = []
    for command in (say.PassTrick("one"), say.Premove("two", PASS)):
        async with table_server(games=(GAME,)) as server:
            laid, asked, third, fourth = await begin(server)
            await third.send(command)
            await beat(asked)
            came = server.clock.seconds
            await server.pass_by(4, laid, asked, third, fourth)
            told = zip(laid.messages, laid.message_times, strict=True)
            pauses.append(
                [
                    at - came
                    for message, at in told
                    if isinstance(message, Frame) and passed_in(message)
                ]
            )
    assert pauses[0] == pauses[1] != []


def passed_in(frame: Frame) -> bool:
    return any(line.text.endswith(" passes.") for line in frame.events)


async def test_a_pass_until_the_next_trick_is_taken_back() -> None:
    async with table_server(games=(GAME,)) as server:
        laid, asked, third, fourth = await begin(server)
        await third.do(say.PassTrick)
        await third.do(say.CancelPremove)
        assert kept(server) == {}
        assert third.frame.trick_pass is False
        await beat(asked)
        await server.pass_by(5, laid, asked, third, fourth)
        assert passed(laid) == []
        assert kind(third) == "follow"


async def test_whoever_is_asked_and_says_so_passes_at_once() -> None:
    async with table_server(games=(GAME,)) as server:
        laid, asked, third, fourth = await begin(server)
        await asked.do(say.PassTrick)
        await server.pass_by(2, laid, asked, third, fourth)
        assert passed(laid) == [f"{asked.name} passes."]
        assert asked.frame.trick_pass is True


async def test_another_answer_of_ones_own_ends_the_pass_until_the_next_trick() -> None:
    async with table_server(games=(GAME,)) as server:
        _, asked, *_ = await begin(server)
        await asked.do(say.PassTrick)
        await beat(asked)
        assert kept(server) == {}
        assert asked.frame.trick_pass is not True


async def test_a_premove_and_a_pass_until_the_next_trick_replace_each_other() -> None:
    async with table_server(games=(GAME,)) as server:
        _, _, third, _ = await begin(server)
        await third.do(say.PassTrick)
        await third.do(say.Premove, move=PASS)
        slow = server.store.rooms[server.id].slow
        assert slow is not None
        assert (slow.passes, [*slow.premoves.values()]) == ({}, [PASS])
        assert third.frame.trick_pass is False
        await third.do(say.PassTrick)
        slow = server.store.rooms[server.id].slow
        assert slow is not None
        assert (len(slow.passes), slow.premoves) == (1, {})


async def test_a_pass_until_the_next_trick_is_refused_in_a_sentence() -> None:
    async with table_server(games=(GAME,)) as server:
        laid, asked, third, fourth = await begin(server)
        for guest in (asked, third, fourth):
            await play(guest, PASS)
        assert kind(laid) == "lead"
        assert laid.frame.trick_pass is UNSET
        assert "no trick" in (await laid.refused(say.PassTrick)).text
    async with table_server(games=(GAME,)) as server:
        _, _, third, _ = await begin(server, ClockLevel.OFF)
        assert third.frame.trick_pass is UNSET
        assert "slow tables" in (await third.refused(say.PassTrick)).text


async def test_a_bot_that_plays_for_somebody_does_not_keep_their_pass() -> None:
    async with table_server(games=(GAME,)) as server:
        _, _, third, _ = await begin(server)
        await third.do(say.PassTrick)
        await third.do(say.Stand)
        assert kept(server) == {}


async def test_a_pass_of_an_earlier_trick_that_the_store_kept_is_not_made() -> None:
    async with table_server(games=(GAME,)) as server:
        laid, asked, third, fourth = await begin(server)
        await third.do(say.PassTrick)
        await leave_alone(server, laid, asked, third, fourth)
        room = server.store.rooms[server.id]
        assert room.slow is not None
        old = dict.fromkeys(room.slow.passes, "0-7")
        server.store.rooms[server.id] = replace(room, slow=replace(room.slow, passes=old))
        third = await server.connect(third.name)
        await settle()
        assert third.frame.trick_pass is False
        assert kept(server) == {}


async def test_nobody_is_called_to_a_table_where_their_pass_is_about_to_answer() -> None:
    async with table_server(games=(GAME,)) as server:
        laid, asked, third, fourth = await begin(server)
        await third.do(say.PassTrick)
        await third.leave()
        await laid.leave()
        server.turns.told.clear()
        await beat(asked)
        await server.pass_by(3, asked, fourth)
        assert server.turns.told == [], "the third is gone, and passes"
        await play(fourth, PASS)
        assert server.turns.told == [(server.id, person_id(laid.name))]
