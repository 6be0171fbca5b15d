"""Writes vectors.json: results for made-up secrets, for other implementations to compare.

python -m tests.fair.make_vectors
"""

from collections.abc import Sequence
from hashlib import sha256
from itertools import islice
from pathlib import Path
from typing import Any, Final

import msgspec

from app.fair import parts
from app.fair.decks import DECKS, Deck, HiddenNames, deck_key, deck_leaf, name_leaf, names_key
from app.fair.stream import words

VERSION: Final = 3
PATH: Final = Path(__file__).with_name("vectors.json")

CASES: Final[tuple[tuple[str, int, int, int, tuple[int, ...], tuple[int, ...], bool], ...]] = (
    ("AAECAwQFBgcICQoLDA0ODw", 0, 0, 60, (), (), False),
    ("AAECAwQFBgcICQoLDA0ODw", 0, 1, 60, (0, 2), (3,), False),
    ("match-with_signs", 3, 0, 40, (1, 2, 10), (), True),
    ("m", 12, 2, 1, (0,), (4, 11), False),
    ("m", 1, 0, 2, (), (), True),
    ("m", 2, 0, 3, (5,), (), False),
    ("m", 4, 0, 7, (0, 1, 2, 3), (), True),
    ("m", 5, 1, 134, (3, 0), (10, 2), False),
)
"""Match, number, attempt, how many things, the seats that opened, those named, hidden codes."""


def made_up(what: str) -> bytes:
    return sha256(f"test vector: {what}".encode()).digest()


def made_up_codes(n: int) -> tuple[str, ...]:
    """Some twice, and one that is not ASCII."""
    return tuple("10♠" if at == 1 else f"{'23456789TJQKA'[at % 13]}{'SHD'[at % 3]}"
                 for at in range(n))  # fmt: skip


def made_up_plan(n: int) -> tuple[str, ...]:
    return tuple(("0", "1?", "*", "10", "-")[at % 5] for at in range(n))


def opened(
    positions: Sequence[int], perm: Sequence[int], deck: Deck, hidden: HiddenNames | None
) -> dict[str, Any]:
    """Cards that are opened together, as they are sent."""
    cards = []
    for position in positions:
        index = perm[position]
        thing = deck.things[index]
        card: dict[str, Any] = {"position": position, "thing": thing, "salt": deck.salt(index)}
        if hidden is not None:
            card |= {"code": hidden.codes[thing], "name_salt": hidden.salt(thing)}
        cards.append(card)
    things = [card["thing"] for card in cards]
    return {
        "cards": cards,
        "nodes": deck.missing([perm[position] for position in positions]),
        "names_nodes": () if hidden is None else hidden.missing(things),
    }


def vector(
    match: str,
    number: int,
    attempt: int,
    n: int,
    seats: tuple[int, ...],
    refused: tuple[int, ...],
    hide: bool,
) -> dict[str, Any]:
    """One case whole; bytes are hexadecimal, seats are keys in decimal."""
    secret = made_up(f"secret of {match}")
    openings = {seat: made_up(f"{match} {number} {attempt} seat {seat}") for seat in seats}
    decks = [Deck(deck_key(secret, match, number, at), n) for at in range(DECKS)]
    pile = made_up_codes(n)
    hidden = HiddenNames(names_key(secret, match, number), pile) if hide else None
    promise = parts.promise(match, secret)
    first = parts.first_head(match, promise)
    shown = parts.Shown(
        match=match,
        number=number,
        attempt=attempt,
        head=first if number == 0 else made_up(f"head before {number}").hex(),
        promise=promise,
        n=n,
        names=None if hidden is None else hidden.root,
        roots=[deck.root for deck in decks],
        codes="" if hide else " ".join(pile),
        plan=" ".join(made_up_plan(n)),
        seals={
            seat: parts.seal(match, number, attempt, seat, entropy)
            for seat, entropy in openings.items()
        },
        refused=refused,
    )
    drawn = parts.seed(shown.ask, openings)
    chosen, perm = parts.draw(drawn, n)
    deck = decks[chosen]
    sets = [range(n), range(0, n, 5), [n - 1], [0, n // 2], range(n // 2, n), []]
    return {
        "match": match,
        "number": number,
        "attempt": attempt,
        "n": n,
        "secret": secret.hex(),
        "promise": promise,
        "first_head": first,
        "head": shown.head,
        "codes": shown.codes,
        "plan": shown.plan,
        "deck_keys": [deck.key.hex() for deck in decks],
        "roots": shown.roots,
        "refused": refused,
        "openings": {str(seat): entropy.hex() for seat, entropy in openings.items()},
        "seals": {str(seat): sealed for seat, sealed in shown.seals.items()},
        "names": shown.names,
        "hidden": None
        if hidden is None
        else {
            "pile": pile,
            "key": names_key(secret, match, number).hex(),
            "labels": hidden.labels,
            "codes": hidden.codes,
            "salts": [hidden.salt(thing) for thing in range(n)],
            "leaves": [
                name_leaf(bytes.fromhex(hidden.salt(thing)), thing, code).hex()
                for thing, code in enumerate(hidden.codes)
            ],
        },
        "ask": shown.ask,
        "seed": drawn.hex(),
        "words": list(islice(words(drawn), 10)),
        "chosen": chosen,
        "perm": perm,
        "deck": {
            "things": deck.things,
            "salts": [deck.salt(at) for at in range(n)],
            "leaves": [
                deck_leaf(bytes.fromhex(deck.salt(at)), at, thing).hex()
                for at, thing in enumerate(deck.things)
            ],
        },
        "order": [deck.things[at] for at in perm],
        "keys": [deck.key.hex() for at, deck in enumerate(decks) if at != chosen],
        "next_head": parts.next_head(shown.ask, openings),
        "opened": [
            opened(sorted(set(positions)), perm, deck, hidden) for positions in sets
        ],
    }  # fmt: skip


def text() -> bytes:
    """One vector a line."""
    lines = [msgspec.json.encode(vector(*case)) for case in CASES]
    return b'{"version":%d,"vectors":[\n' % VERSION + b",\n".join(lines) + b"\n]}\n"


if __name__ == "__main__":
    PATH.write_bytes(text())
