"""Comings and goings in any order: ranks stay a permutation, salaries stay with the person."""

import anyio
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from app.rules.game import Seat
from app.table.model import client_messages as say
from app.table.model.server_messages import Bye
from tests.table.table_server import Guest, TableServer, command_id, table_server

NAMES = ("Ann", "Bob", "Cat", "Dan", "Fay", "Gus", "Hal")
STEPS = st.lists(
    st.tuples(
        st.sampled_from(
            ["sit", "stand", "kick", "bot", "no-bot", "gone", "back", "deal", "deal", "restart"]
        ),
        st.integers(0, 6),
    ),
    max_size=25,
)


class Crowded:
    """An evening whose people come and go; everybody who is connected plays at once when asked."""

    def __init__(self, server: TableServer, guests: list[Guest]) -> None:
        self.server = server
        self.guests = {guest.name: guest for guest in guests}
        self.earned: dict[int, int] = {}
        self.left: dict[int, int] = {}

    async def step(self, what: str, who: int) -> None:
        name, host = NAMES[who], self.guests["Ann"]
        guest = self.guests.get(name)
        match what:
            case "sit":
                if guest is None:
                    self.guests[name] = await self.server.come(name)
                else:
                    await guest.send(say.Sit(command_id()))
            case "stand" if guest is not None and guest is not host:
                await guest.send(say.Stand(command_id()))
            case "kick" if guest is not None and guest is not host and guest.room.you is not None:
                await host.do(say.Kick, person=guest.room.you)
                assert guest.all(Bye)
                del self.guests[name]
            case "bot":
                await host.send(say.AddBot(command_id(), strength="casual"))
            case "no-bot":
                bots = [seat.number for seat in host.room.seats if seat.bot]
                if bots:
                    await host.send(say.RemoveBot(command_id(), seat=bots[who % len(bots)]))
            case "gone" if guest is not None and guest is not host:
                await guest.leave()
                del self.guests[name]
                await self.server.pass_by(31, *self.guests.values())
                seat = next(
                    (seat for seat in host.room.seats if seat.person == guest.room.you), None
                )
                if seat is not None:
                    await host.send(
                        say.StandIn(
                            command_id(), seat=Seat(seat.number), choice=("bot", "without")[who % 2]
                        )
                    )
            case "back" if guest is None and any(
                person.name == name for person in host.room.people
            ):
                self.guests[name] = await self.server.connect(name)
            case "deal":
                await self.deal()
            case "restart":
                await self.server.restart()
                self.guests = {name: await self.server.connect(name) for name in self.guests}
            case _:
                pass

    async def deal(self) -> None:
        for _ in range(4):
            for guest in self.guests.values():
                prompt = guest.frame.prompt
                if prompt is not None and prompt.kind == "choose":
                    await guest.send(
                        say.Play(
                            command_id(),
                            key=prompt.key,
                            move={"type": "choose", "card": guest.hand[0]},
                        )
                    )
                elif prompt is not None:
                    await guest.send(
                        say.Play(command_id(), key=prompt.key, move={"type": "crow", "loud": False})
                    )
            await self.server.pass_by(1.5, *self.guests.values())

    def check(self) -> None:
        """Everything that must hold after every step."""
        self.server.check_replay()
        room = self.server.store.rooms[self.server.id]
        live = self.server.lobby._tables[self.server.id].state.running
        assert live is not None
        assert sorted(live.active_seats) == sorted(seat.number for seat in room.seats), (
            "who plays is who sits"
        )
        places = self.server.store.matches[self.server.match_id].places
        for seat in room.seats:
            place = places[seat.number]
            assert seat.bot is not None or (place.person, place.bot) == (seat.person, None)
        seated = [seat.person for seat in room.seats if seat.person is not None]
        assert len(set(seated)) == len(seated)
        assert not set(seated) & set(room.joining)
        for number, salary in enumerate(live.state.public.salaries):
            assert salary >= self.earned.get(number, 0), "nobody loses what was earned"
            self.earned[number] = salary
            if number not in live.active_seats:
                assert salary == self.left.setdefault(number, salary), (
                    "who has left earns nothing more"
                )
        earned = [
            standing
            for line in self.server.store.matches[self.server.match_id].lines
            for standing in line.standings
        ]
        for number, salary in enumerate(live.state.public.salaries):
            assert salary == sum(standing.points for standing in earned if standing.seat == number)


@pytest.mark.slow
@settings(max_examples=40)
@given(STEPS)
def test_however_people_come_and_go_ranks_are_a_permutation_and_salaries_stay_with_the_person(
    steps: list[tuple[str, int]],
) -> None:
    async def play() -> None:
        async with table_server() as server:
            crowded = Crowded(server, await server.match("Ann", "Bob", "Cat", deals=50))
            for what, who in steps:
                await crowded.step(what, who)
                crowded.check()

    anyio.run(play)
