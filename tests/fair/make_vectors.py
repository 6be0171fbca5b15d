"""Writes vectors.json: results for made-up secrets, for other implementations to compare.

python -m tests.fair.make_vectors
"""

from hashlib import sha256
from pathlib import Path
from typing import Any, Final

import msgspec

from app.fair import VERSION, shuffle
from app.fair.tree import Tree, leaf, salt

PATH: Final = Path(__file__).with_name("vectors.json")

CASES: Final[tuple[tuple[str, int, int, int, tuple[int, ...]], ...]] = (
    ("AAECAwQFBgcICQoLDA0ODw", 0, 0, 60, ()),
    ("AAECAwQFBgcICQoLDA0ODw", 0, 1, 60, (0, 2)),
    ("match-with_signs", 3, 0, 40, (1, 2, 10)),
    ("m", 12, 2, 1, (0,)),
    ("m", 1, 0, 2, ()),
    ("m", 2, 0, 3, (5,)),
    ("m", 4, 0, 7, (0, 1, 2, 3)),
    ("m", 5, 0, 96, (3, 0)),
)
"""Match, number, attempt, how many things, the seats that opened."""


def made_up(what: str) -> bytes:
    return sha256(f"test vector: {what}".encode()).digest()


def vector(match: str, number: int, attempt: int, n: int, seats: tuple[int, ...]) -> dict[str, Any]:
    """One case whole; bytes are hexadecimal, seats are keys in decimal."""
    whole = made_up(f"secret of {match}")
    secret = shuffle.secret_of(whole, match, number, attempt)
    openings = {seat: made_up(f"{match} {number} {attempt} seat {seat}") for seat in seats}
    drawn = shuffle.seed(match, number, attempt, secret, openings)
    order = shuffle.order(drawn, n)
    tree = Tree(secret, order)
    return {
        "match": match,
        "number": number,
        "attempt": attempt,
        "n": n,
        "match_secret": whole.hex(),
        "secret": secret.hex(),
        "commitment": shuffle.commitment(match, number, attempt, secret),
        "openings": {str(seat): entropy.hex() for seat, entropy in openings.items()},
        "seals": {
            str(seat): shuffle.seal(match, number, attempt, seat, entropy)
            for seat, entropy in openings.items()
        },
        "seed": drawn.hex(),
        "order": order,
        "salts": [salt(secret, position).hex() for position in range(n)],
        "leaves": [
            leaf(salt(secret, position), position, thing).hex()
            for position, thing in enumerate(order)
        ],
        "root": tree.root,
        "paths": {
            str(position): tree.path(position)
            for position in range(n)
            if n < 10 or position in (0, 1, n // 2, n - 1)
        },
    }


def text() -> bytes:
    whole = {"version": VERSION, "vectors": [vector(*case) for case in CASES]}
    return msgspec.json.format(msgspec.json.encode(whole), indent=1) + b"\n"


if __name__ == "__main__":
    PATH.write_bytes(text())
