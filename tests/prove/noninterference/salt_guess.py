"""A guess at sealed cards beside the opened ones in the tree."""

from collections.abc import Iterable
from typing import Final

import msgspec

from app.fair.tree import leaf
from app.table.model.server_messages import DealtShown
from tests.games.kit.match_record import Broken
from tests.prove.noninterference.in_process_client import Received

_dealt: Final = msgspec.json.Decoder(DealtShown)


def check_sealed(heard: Iterable[Received], who: str) -> int:
    """The number of leaves that withstood. Raises Broken.

    For each deal one leaf is tried: every thing under all salts that this viewer has seen.
    """
    withstood, tried = 0, set[tuple[int, int]]()
    for one in heard:
        if one.kind != "dealt" or one.channel != "socket":
            continue
        shown = _dealt.decode(one.data)
        if (shown.number, shown.attempt) in tried:
            continue
        salts = {b"", bytes(16), *(bytes.fromhex(card.salt) for card in shown.cards)}
        own = {card.position for card in shown.cards}
        for card in shown.cards:
            beside = card.position ^ 1
            if beside in own or beside >= shown.n:
                continue
            target = bytes.fromhex(card.path[0])
            if any(
                leaf(salt, beside, thing) == target for thing in range(shown.n) for salt in salts
            ):
                raise Broken(
                    f"{who} can guess position {beside} of the shuffle, dealt to somebody else"
                )
            withstood += 1
            tried.add((shown.number, shown.attempt))
            break
    return withstood
