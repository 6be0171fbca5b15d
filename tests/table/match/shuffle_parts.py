"""The part of people in a table's shuffles: they promise it, seal it and open it."""

from hashlib import sha256

from app.fair import parts
from app.rules.replay import Shuffled
from app.table.model import client_messages as say
from app.table.model.server_messages import Done, Refused
from app.table.model.shuffle_messages import DealtShown, ShuffleShown
from tests.table.fair_check import asked_with, check_chosen, opened_codes, question
from tests.table.table_server import Guest, TableServer


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
    return await guest.send(say.Seal(f"s{len(guest.messages)}", **fields))  # type: ignore[arg-type]  # by name


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
    return await guest.send(say.Open(f"o{len(guest.messages)}", **fields))  # type: ignore[arg-type]  # by name


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
