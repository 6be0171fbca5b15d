"""A table on fakes whose players seal and open, and all that they can check of it."""

from random import Random
from typing import Any

import msgspec

from app.fair.decks import DECKS, deck_key
from app.table.model import client_messages as say
from app.table.model.match_messages import CardsOpened, DealtShown, Frame, ShuffleShown
from tests.fair.altered_records import chained
from tests.fair.load_verifier import verify
from tests.table.exported_record import exported
from tests.table.fair_check import check_chosen, opened_codes, opening, question, sealing
from tests.table.high_card import GAME
from tests.table.table_server import Guest, TableServer, table_server

_HEARD = ShuffleShown | DealtShown | CardsOpened


async def deals_checked(chance: Random) -> tuple[int, list[str]]:
    """A match of some deals: the number of checked cards, and every lie that was found."""
    async with table_server() as server:
        server.dealer.fair = True
        names = ["Ann", "Bob", "Cat"][: chance.randrange(2, 4)]
        ann = await server.room("Ann", deals=3)
        guests = [ann, *[await server.come(name) for name in names[1:]]]
        refuser = chance.choice(guests[1:]) if chance.random() < 0.5 else None
        for guest in guests:
            await guest.do(say.JoinShuffles)
        await server.start(*guests)
        for _ in range(3):
            await _dealt(server, guests, refuser, chance)
            for guest in guests:
                await guest.choose()
            winner = next(guest for guest in guests if guest.frame.prompt is not None)
            await winner.crow()
        assert ann.frame.outcome is not None
        cards, lies = hands_checked(ann)
        lies += secrets_sent(server, guests)
        lies += disagreements(await record_of(server), kept(ann))
        return cards + 9 * len(guests), lies


def disagreements(record: list[dict[str, Any]], heard: list[dict[str, Any]]) -> list[str]:
    """The complaints of the independent verifier."""
    try:
        found = list(verify.check(record, files=[heard]))
    except verify.Unreadable as fault:
        return [str(fault)]
    return [one.sentence for one in found if one.verdict is not verify.Verdict.HOLDS]


def kept(guest: Guest) -> list[dict[str, Any]]:
    """The messages about shuffles that a guest received, and the parts that the guest opened."""
    heard = [one for one in guest.messages if isinstance(one, _HEARD)]
    lines = list[dict[str, Any]]()
    for one in heard:
        lines.append(msgspec.json.decode(msgspec.json.encode(one)))
        if isinstance(one, ShuffleShown) and one.opening and one.seat in one.sealed:
            lines.append(msgspec.to_builtins(opening(one, _part(guest, one), "")))
    return lines


async def _dealt(
    server: TableServer, guests: list[Guest], refuser: Guest | None, chance: Random
) -> None:
    """Every player seals, and all but `refuser` open."""
    for _ in range(3):
        if all(guest.frame.prompt is not None for guest in guests):
            return
        for guest in chance.sample(guests, len(guests)):
            coming = guest.last(ShuffleShown)
            assert coming.seat is not None
            if coming.seat not in (*coming.sealed, *coming.refused):
                part, id_ = _part(guest, coming), f"s{len(guest.messages)}"
                await guest.send(sealing(coming, part, id_))
        for guest in chance.sample(guests, len(guests)):
            coming = guest.last(ShuffleShown)
            if guest is not refuser and coming.opening:
                part, id_ = _part(guest, coming), f"o{len(guest.messages)}"
                await guest.send(opening(coming, part, id_))
        if refuser is not None:
            await server.pass_by(3.1, *guests)
    assert all(guest.frame.prompt is not None for guest in guests), "nobody was dealt anything"


def _part(guest: Guest, coming: ShuffleShown) -> bytes:
    return Random(f"{guest.name} {coming.number} {coming.attempt}").randbytes(32)


def hands_checked(guest: Guest) -> tuple[int, list[str]]:
    """Checks each hand as it was shown after its deal, card by card under the root."""
    cards, lies, hand = 0, list[str](), ()
    for message in guest.messages:
        if (
            isinstance(message, Frame)
            and message.view["private"] is not None
            and message.view["private"]["hand"]
        ):
            hand = tuple(message.view["private"]["hand"])
        if isinstance(message, DealtShown):
            cards += len(message.cards)
            asked = question(guest.messages, message)
            try:
                check_chosen(asked, message)
                codes = opened_codes(asked, message, message)
            except AssertionError as error:
                lies.append(f"deal {message.number + 1} does not follow: {error!r}")
                continue
            if tuple(sorted(map(int, codes.values()))) != hand:
                lies.append(f"the hand of deal {message.number + 1} is not the one that was sealed")
    return cards, lies


def secrets_sent(server: TableServer, guests: list[Guest]) -> list[str]:
    """Secrets that must be kept until the end, found in anything that was sent."""
    match = server.match_id
    whole = server.store.matches[match].secret
    assert whole is not None
    kept = {"the match's secret": whole}
    played = {one.number: one.chosen for guest in guests for one in guest.all(DealtShown)}
    kept |= {
        f"the secret of deck {deck} of shuffle {number + 1}": deck_key(whole, match, number, deck)
        for number in range(4)
        for deck in range(DECKS)
        if played.get(number, deck) == deck
    }
    sent = "".join(
        msgspec.json.encode(message).decode() for guest in guests for message in guest.messages
    )
    return [
        f"{what} was sent while the match went on"
        for what, secret in kept.items()
        if secret.hex() in sent
    ]


async def record_of(server: TableServer) -> list[dict[str, Any]]:
    """The record as the export has it."""
    lines = exported(await server.store.claim(server.match_id, GAME), GAME)
    chained(lines)
    return lines
