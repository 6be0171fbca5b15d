"""The short form of messages, for clients that ask for it in the address.

About shuffles: bytes are in base 64, and cards that are opened together are lists by field.
Frames: see short_frames.py.
"""

from base64 import b64encode
from typing import Any

import msgspec

from app.table.model.shuffle_messages import CardOpened, CardsOpened, DealtShown, ShuffleShown

AboutShuffle = ShuffleShown | DealtShown | CardsOpened
SHORT = "short"
"""The value of `form` in the address, and in each short message."""


def short_form(message: AboutShuffle) -> dict[str, Any]:
    """The short message that is sent instead. The receiver makes the whole message from it."""
    short: dict[str, Any] = {**msgspec.structs.asdict(message), "form": SHORT}
    short = {name: value for name, value in short.items() if value is not msgspec.UNSET}
    match message:
        case ShuffleShown(promise=promise, head=head, seals=seals, decks=decks):
            short |= {"type": "shuffle", "promise": base64(promise), "head": base64(head)}
            if isinstance(seals, dict):
                short["seals"] = by_seat(seals)
            if decks is not msgspec.UNSET:
                roots = tuple(map(base64, decks.roots))
                names = None if decks.names is None else base64(decks.names)
                short["decks"] = msgspec.structs.replace(decks, roots=roots, names=names)
        case DealtShown(openings=openings, asks=asks, keys=keys):
            short |= opened(message)
            short |= {"type": "dealt", "openings": by_seat(openings), "asks": by_ask(asks)}
            short["keys"] = [base64(key) for key in keys]
        case CardsOpened():
            short |= {"type": "cards-opened", **opened(message)}
    return short


def opened(message: DealtShown | CardsOpened) -> dict[str, Any]:
    """Cards by field, and the nodes, without what separates them."""
    return {
        "cards": columns(message.cards),
        "nodes": base64("".join(message.nodes)),
        "names_nodes": base64("".join(message.names_nodes)),
    }


def columns(cards: tuple[CardOpened, ...]) -> dict[str, Any]:
    """Codes and the salts of names only where the codes are hidden."""
    short: dict[str, Any] = {
        "position": [card.position for card in cards],
        "thing": [card.thing for card in cards],
        "salt": base64("".join(card.salt for card in cards)),
    }
    if any(isinstance(card.code, str) for card in cards):
        short["code"] = [card.code for card in cards]
        short["name_salt"] = base64("".join(str(card.name_salt) for card in cards))
    return short


def by_seat(values: dict[str, str]) -> dict[str, str]:
    return {seat: base64(value) for seat, value in values.items()}


def by_ask(asks: dict[str, str]) -> dict[str, list[int]]:
    """The seats by what their pages said: nearly always the same."""
    seats: dict[str, list[int]] = {}
    for seat, ask in asks.items():
        seats.setdefault(base64(ask), []).append(int(seat))
    return seats


def base64(hexadecimal: str) -> str:
    """Without padding."""
    return b64encode(bytes.fromhex(hexadecimal)).decode().rstrip("=")
