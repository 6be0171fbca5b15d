"""Verifies the record of a finished match: nothing was changed, and every shuffle was fair.

    python examples/verify.py EXPORT [--receipt HEX] [--heard FILE]

EXPORT is the file from the match's page (JSON lines). --receipt is a receipt that somebody kept,
in groups or not.
--heard is a file of the messages `shuffle` and `dealt` that one connection received during the
match, one JSON object a line: only they show that the promises were kept. Ends with status 1
where anything does not fit.

Written from docs/fair-shuffle.md and docs/protocol.md ("Receipts") with the standard library
alone; it shares no code with the server.
"""

import argparse
import hmac
import json
import sys
from collections.abc import Iterator
from hashlib import sha256
from pathlib import Path
from typing import Any

NAME = "pecking-order/1"


class Lie(Exception):
    """Something that does not fit."""


def need(holds: bool, lie: str) -> None:
    if not holds:
        raise Lie(lie)


# -- the shuffle


def digest(text: str) -> str:
    return sha256(text.encode("ascii")).hexdigest()


def commitment(match: str, number: int, attempt: int, secret: bytes) -> str:
    return digest(f"{NAME}|commitment|{match}|{number}|{attempt}|{secret.hex()}")


def seal(match: str, number: int, attempt: int, seat: int, entropy: bytes) -> str:
    return digest(f"{NAME}|seal|{match}|{number}|{attempt}|{seat}|{entropy.hex()}")


def seed(match: str, number: int, attempt: int, secret: bytes, openings: dict[int, bytes]) -> bytes:
    opened = ",".join(f"{seat}:{openings[seat].hex()}" for seat in sorted(openings))
    return hmac.digest(
        secret, f"{NAME}|seed|{match}|{number}|{attempt}|{opened}".encode("ascii"), "sha256"
    )


def words(drawn: bytes) -> Iterator[int]:
    """Numbers of 64 bits, four from each block."""
    counter = 0
    while True:
        block = hmac.digest(drawn, f"order|{counter}".encode("ascii"), "sha256")
        yield from (int.from_bytes(block[at : at + 8], "big") for at in (0, 8, 16, 24))
        counter += 1


def order_of(drawn: bytes, n: int) -> list[int]:
    source, order = words(drawn), list(range(n))
    for last in range(n - 1, 0, -1):
        bound = last + 1
        word = next(word for word in source if word < 2**64 - 2**64 % bound)
        other = word % bound
        order[last], order[other] = order[other], order[last]
    return order


def root_of(secret: bytes, order: list[int]) -> str:
    row = []
    for position, thing in enumerate(order):
        salt = hmac.digest(secret, f"salt|{position}".encode("ascii"), "sha256")[:16]
        row.append(
            sha256(b"\x00" + salt + position.to_bytes(4, "big") + thing.to_bytes(4, "big")).digest()
        )
    while len(row) > 1:
        pairs = [row[at : at + 2] for at in range(0, len(row), 2)]
        row = [
            sha256(b"\x01" + pair[0] + pair[1]).digest() if len(pair) == 2 else pair[0]
            for pair in pairs
        ]
    return row[0].hex()


def check_shuffle(
    match: str,
    number: int,
    entry: dict[str, Any],
    told: dict[str, Any],
    heard: dict[tuple[int, str], set[str]],
) -> str:
    """Verifies one shuffle against what was opened of it; returns the findings. Raises Lie."""
    proof, order = entry["proof"], entry["order"]
    need(
        proof["version"] == told["version"] == 1,
        "it was made by an algorithm that is not known here",
    )
    need(
        proof["number"] == told["number"] == number,
        f"it is said to be shuffle {proof['number']}, and it is shuffle {number}",
    )
    attempt = proof["attempt"]
    for field in ("attempt", "seals", "openings", "refused"):
        need(proof[field] == told[field], f"the record and what was opened differ: {field}")
    openings = {int(seat): bytes.fromhex(entropy) for seat, entropy in proof["openings"].items()}
    for seat, entropy in openings.items():
        sealed = proof["seals"].get(str(seat))
        need(
            seal(match, number, attempt, seat, entropy) == sealed,
            f"what seat {seat + 1} opened is not what it had sealed",
        )
    for seat in proof["seals"]:
        need(
            int(seat) in openings,
            f"seat {int(seat) + 1} had a part in it and was left out without a word",
        )
    need(
        not set(proof["refused"]) & set(openings),
        "a seat is said to have refused and to have opened",
    )
    need(
        bool(attempt) == bool(proof["refused"]),
        "there were more attempts than anybody was named for",
    )
    for kind, value in ((f"promise {attempt}", told["commitment"]), ("root", told["root"])):
        known = heard.get((number, kind), {value}) if heard else {value}
        need(known == {value}, f"at the table the {kind.split()[0]} was another")
    if told["secret"] is None:
        return f"its secret stays sealed; {len(openings)} parts were opened as they had been sealed"
    secret = bytes.fromhex(told["secret"])
    need(
        commitment(match, number, attempt, secret) == told["commitment"],
        "the house opened another secret than it had promised",
    )
    need(
        order_of(seed(match, number, attempt, secret, openings), len(order)) == order,
        "the order does not follow from the parts",
    )
    need(
        root_of(secret, order) == told["root"],
        "the cards that were sealed are not the ones that were dealt",
    )
    many = len(order)
    return f"the deal was fair: checked {many} of {many} cards"


# -- the chain


def canonical(value: Any) -> bytes:
    return json.dumps(value, sort_keys=True, separators=(",", ":"), ensure_ascii=False).encode()


def check_chain(head: dict[str, Any], lines: list[dict[str, Any]]) -> str | None:
    """The last hash, hexadecimal; None where the record has none. Raises Lie."""
    chained = [head[field] for field in ("match", "game", "rules_version", "setup")]
    last, known = sha256(canonical(["pecking-order/chain/1", *chained])).hexdigest(), False
    for ply, line in enumerate(lines):
        need(line["ply"] == ply, f"entry {ply} is missing")
        last = sha256(canonical([last, head["match"], ply, line["at"], line["entry"]])).hexdigest()
        need(
            line["hash"] == last or (line["hash"] is None and not known),
            f"entry {ply} is not what its hash says",
        )
        known = line["hash"] is not None
    need(head["receipt"] == (last if known else None), "the receipt is not the last hash")
    return last if known else None


# -- all of it


def check(
    lines: list[dict[str, Any]],
    receipt: str | None = None,
    heard: list[dict[str, Any]] | None = None,
) -> Iterator[tuple[bool, str]]:
    """True for each part of a record that holds, else False, with a sentence."""
    head, entries = lines[0], lines[1:]
    match = head["match"]
    try:
        last = check_chain(head, entries)
        wanted = None if receipt is None else "".join(receipt.split()).lower()
        need(
            wanted is None or last == wanted,
            f"the record is not the one of this receipt: its own is {last}",
        )
        yield True, f"the record is whole: {len(entries)} entries, receipt {last}"
    except Lie as lie:
        yield False, str(lie)
    promised = collected(match, heard or [])
    told = {one["ply"]: one for one in head["shuffles"]}
    shuffles = [
        (line["ply"], line["entry"]) for line in entries if line["entry"]["type"] == "shuffled"
    ]
    for number, (ply, entry) in enumerate(shuffles):
        if entry.get("proof") is None:
            yield True, f"shuffle {number + 1}: from before shuffles could be checked"
            continue
        try:
            need(ply in told, "the house opens nothing of it")
            yield (
                True,
                f"shuffle {number + 1}: {check_shuffle(match, number, entry, told[ply], promised)}",
            )
        except Lie as lie:
            yield False, f"shuffle {number + 1}: {lie}"
    for number in sorted(
        {number for number, kind in promised if kind == "root"} - set(range(len(shuffles)))
    ):
        yield False, f"shuffle {number + 1} was made at the table and is not in the record"


def collected(match: str, heard: list[dict[str, Any]]) -> dict[tuple[int, str], set[str]]:
    """The promises (by attempt) and roots that one connection received, by shuffle."""
    found: dict[tuple[int, str], set[str]] = {}
    for notice in heard:
        if notice.get("match") == match and notice.get("type") in ("shuffle", "dealt"):
            found.setdefault((notice["number"], f"promise {notice['attempt']}"), set()).add(
                notice["commitment"]
            )
            if notice["type"] == "dealt":
                found.setdefault((notice["number"], "root"), set()).add(notice["root"])
    return found


def read(path: str) -> list[dict[str, Any]]:
    text = sys.stdin.read() if path == "-" else Path(path).read_text(encoding="utf-8")
    return [json.loads(line) for line in text.splitlines() if line.strip()]


def main() -> int:
    parser = argparse.ArgumentParser(description="Checks the record of a match that is over.")
    parser.add_argument("export", help="the record as a file, or - for what is piped in")
    parser.add_argument("--receipt", help="the receipt that you kept")
    parser.add_argument("--heard", metavar="FILE", help="notices of the table that you kept")
    asked = parser.parse_args()
    held = True
    for good, sentence in check(
        read(asked.export), asked.receipt, read(asked.heard) if asked.heard else None
    ):
        print(sentence if good else f"LIE: {sentence}")
        held = held and good
    return 0 if held else 1


if __name__ == "__main__":
    sys.exit(main())
