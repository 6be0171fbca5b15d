"""The part of people in a table's shuffles: they promise it, seal it and open it."""

from hashlib import sha256

from msgspec.structs import replace

from app.rules.replay import Shuffled
from app.table.model import client_messages as say
from app.table.model.match_messages import DealtShown, ShuffleShown
from app.table.model.server_messages import Done, Refused
from tests.table.fair_check import check_chosen, opened_codes, opening, question, sealing
from tests.table.table_server import Guest, TableServer


def entropy(guest: Guest, coming: ShuffleShown) -> bytes:
    return sha256(f"{guest.name} {coming.number} {coming.attempt}".encode()).digest()


async def seal(guest: Guest, **instead: object) -> Done | Refused | None:
    coming = guest.last(ShuffleShown)
    command = sealing(coming, entropy(guest, coming), f"s{len(guest.messages)}")
    return await guest.send(replace(command, **instead))


async def open_(guest: Guest, **instead: object) -> Done | Refused | None:
    coming, id_ = guest.last(ShuffleShown), f"o{len(guest.messages)}"
    part = entropy(guest, coming)
    if coming.opening:
        command = opening(coming, part, id_)
    else:
        command = say.Open(id_, coming.match, coming.number, coming.attempt, part.hex(), "00" * 32)
    return await guest.send(replace(command, **instead))


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
