"""A guess at sealed cards beside the opened ones in the tree."""

from collections.abc import Iterable
from typing import Final

import msgspec

from app.fair.decks import deck_leaf
from app.table.model.match_messages import DealtShown, DecksShown, ShuffleShown
from tests.games.kit.match_record import Broken
from tests.prove.noninterference.in_process_client import Received

_messages: Final = msgspec.json.Decoder(DealtShown | ShuffleShown)


def check_sealed(heard: Iterable[Received], who: str) -> int:
    """The number of deals that withstood. Raises Broken.

    Every thing is tried at every place under some salts that this viewer has seen.
    """
    withstood, sizes = 0, dict[tuple[str, int], int]()
    for one in heard:
        if one.kind not in ("dealt", "shuffle") or one.channel != "socket":
            continue
        shown = _messages.decode(one.data)
        place = (shown.match, shown.number)
        if isinstance(shown, ShuffleShown):
            if isinstance(shown.decks, DecksShown):
                sizes[place] = shown.decks.n
            continue
        n = sizes.pop(place, 0)
        if not shown.cards or not n:
            continue
        salts = (bytes(16), bytes.fromhex(shown.cards[0].salt))
        opened, nodes = {card.thing for card in shown.cards}, set(shown.nodes)
        if any(
            deck_leaf(salt, index, thing).hex() in nodes
            for thing in range(n)
            if thing not in opened
            for index in range(n)
            for salt in salts
        ):
            raise Broken(f"{who} can guess a card of the shuffle that was dealt to somebody else")
        withstood += 1
    return withstood
