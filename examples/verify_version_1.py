"""Verifies shuffles of version 1, of which no more are made, in the record of a match.

    python3 verify_version_1.py EXPORT [--receipt HEX] [--heard FILE]...

EXPORT is the file from the match's page (JSON lines). --receipt is a receipt that somebody kept,
in groups or not. --heard is a file of what one browser kept of the match, one JSON object a line:
the messages `shuffle` and `dealt` that it received, and the commands `open` that it sent. Only
such a file shows what was promised before a deal. Give --heard once for each file.

The program ends with status
    0, fair: every order of cards follows from a promise and parts that a file shows;
    1, not fair: something does not fit;
    2: a file cannot be read;
    3, not checked: nothing false was found, but something was not shown.
It says nothing of which card was dealt to whom: the record does not bind that to the order.

Shuffles of version 2 in the same record are not checked here, but by verify.py. Written from
version 1 of docs/fair-shuffle.md, and from docs/protocol.md ("Receipts"), with the standard
library alone; it shares no code with the server.
"""

import argparse
import hmac
import json
import re
import sys
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from enum import Enum
from functools import partial
from hashlib import sha256
from pathlib import Path
from typing import Any, NamedTuple

NAME = "pecking-order/1"
VERSION = 1


class Verdict(Enum):
    HOLDS = 0
    NOT_FAIR = 1
    NOT_CHECKED = 3


class Finding(NamedTuple):
    verdict: Verdict
    sentence: str
    parts: int = 0
    """Seats whose part was checked."""
    seats: int | None = None
    """Seats at that shuffle; None: the finding is about no single shuffle."""


class NotFair(Exception):
    """Something that does not fit."""


class NotChecked(Exception):
    """Something that was not shown."""


class Unreadable(Exception):
    """A file that is not what it should be."""


def need(holds: bool, fault: str, error: type[Exception] = NotFair) -> None:
    if not holds:
        raise error(fault)


# -- forms

Form = Callable[[Any], object]
Forms = Mapping[str, Form]


def number(value: Any) -> bool:
    return type(value) is int and value >= 0


def few(value: Any) -> bool:
    return number(value) and value < 1000


def text(value: Any) -> bool:
    return isinstance(value, str)


def hexadecimal(value: Any) -> bool:
    return text(value) and re.fullmatch("[0-9a-f]{64}", value) is not None


def parts(value: Any) -> bool:
    """True for 64 hexadecimal digits by seat."""
    return isinstance(value, dict) and all(
        re.fullmatch("0|[1-9][0-9]{0,2}", seat) and hexadecimal(one) for seat, one in value.items()
    )


def perhaps(form: Form) -> Form:
    return lambda value: value is None or form(value)


def listed(form: Form) -> Form:
    return lambda value: isinstance(value, list) and all(map(form, value))


def having(forms: Forms) -> Form:
    return lambda value: (
        isinstance(value, dict)
        and all(name in value and form(value[name]) for name, form in forms.items())
    )


PLACE = {"number": number, "attempt": number}
PROOF = {**PLACE, "version": number, "seals": parts, "openings": parts, "refused": listed(few)}
TOLD = {
    **PROOF,
    "n": number,
    "commitment": hexadecimal,
    "root": hexadecimal,
    "things": listed(text),
    "secret": perhaps(hexadecimal),
}
HEAD = {
    "match": lambda value: text(value) and value.isascii(),
    "game": text,
    "rules_version": number,
    "setup": having({"seats": few}),
    "places": listed(having({"seat": few, "bot": perhaps(text)})),
    "shuffles": listed(having({"ply": number})),
    "receipt": perhaps(hexadecimal),
}
LINE = {
    "ply": number,
    "at": number,
    "entry": having({"type": text}),
    "hash": perhaps(hexadecimal),
}
CARD = {"position": number, "thing": number, "card": text}
HEARD = {
    "shuffle": {**PLACE, "commitment": hexadecimal},
    "dealt": {**PLACE, "commitment": hexadecimal, "root": hexadecimal},
    "open": {**PLACE, "entropy": hexadecimal},
}
HEARD_PERHAPS = {"seals": parts, "cards": listed(having(CARD))}


def check_forms(
    value: Mapping[str, Any], forms: Forms, where: str, error: type[Exception] = NotFair
) -> None:
    for name, form in forms.items():
        need(name in value and bool(form(value[name])), f"{where}: {name} has a wrong form", error)


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


@dataclass
class Heard:
    """The part of one file that is about one shuffle; the sets and lists are by attempt."""

    promises: dict[int, set[str]] = field(default_factory=dict)
    """Commitments that came before the deal."""
    seals: dict[int, list[dict[str, str]]] = field(default_factory=dict)
    """All seals, as they were shown when parts were to be opened."""
    opened: dict[int, set[str]] = field(default_factory=dict)
    """The parts that this browser opened."""
    dealt: list[dict[str, Any]] = field(default_factory=list)


def gap(heard: Heard, attempt: int) -> str | None:
    """The first thing that a file does not show of a shuffle; None: it shows all."""
    shown = (
        attempt in heard.promises,
        bool(heard.dealt),
        attempt in heard.opened,
        attempt in heard.seals,
    )
    return None if all(shown) else GAPS[shown.index(False)]


GAPS = (
    "no file shows what was promised before the deal",
    "no file shows the root that came with the deal",
    "no file is of a browser that had a part in it",
    "no file shows which parts had been sealed when the first was opened",
    None,
)
"""From the largest to none."""


def check_heard(heard: Heard, told: dict[str, Any], order: list[int]) -> None:
    """Compares a shuffle with all that one browser kept of it."""
    attempt, used = told["attempt"], set(told["openings"].values())
    promised = heard.promises.get(attempt, set())
    need(promised <= {told["commitment"]}, "at the table another secret was promised")
    if not told.get("restarted"):
        need(
            all(seals == told["seals"] for seals in heard.seals.get(attempt, ())),
            "other parts were used than had been sealed when one was opened",
        )
        mine = heard.opened.get(attempt, set())
        need(mine <= used, "a part that was opened at the table is not in it")
    for deal in heard.dealt:
        for name in sorted(deal.keys() & {*TOLD, "restarted"}):
            need(deal[name] == told.get(name, False), f"the record and the table differ: {name}")
        for card in deal.get("cards", ()):
            place, thing = card["position"], card["thing"]
            need(order[place : place + 1] == [thing], "a card that was opened then lay elsewhere")
            known = told["things"][thing] if told["things"] else card["card"]
            need(card["card"] == known, "a card that was opened then was another")


def check_parts(
    match: str, told: dict[str, Any], seats: set[int], bots: set[int]
) -> dict[int, bytes]:
    """The parts by seat: opened as they had been sealed, and of the right seats."""
    attempt, refused = told["attempt"], told["refused"]
    for seat in sorted({*map(int, {**told["seals"], **told["openings"]}), *refused}):
        need(seat in seats, f"seat {seat + 1} is none of those that played then")
        need(seat not in bots, f"seat {seat + 1} was a bot's, and bots have no part in shuffles")
    openings = {int(seat): bytes.fromhex(one) for seat, one in told["openings"].items()}
    for seat, entropy in openings.items():
        need(
            seal(match, told["number"], attempt, seat, entropy) == told["seals"].get(str(seat)),
            f"what seat {seat + 1} opened is not what it had sealed",
        )
    for seat in map(int, told["seals"]):
        need(seat not in refused, f"seat {seat + 1} is said to have refused, and has a part")
        need(seat in openings, f"seat {seat + 1} had a part in it and was left out without a word")
    need(len(set(refused)) == len(refused), "a seat is named twice for refusing")
    need(
        bool(attempt) == bool(refused) and attempt <= len(refused),
        f"attempt {attempt + 1} was dealt, and {len(refused)} seats were named for refusing",
    )
    return openings


class Shuffle(NamedTuple):
    """All that is known of one shuffle."""

    match: str
    number: int
    """Its place in the record."""
    entry: dict[str, Any]
    told: dict[str, Any] | None
    seats: set[int]
    bots: set[int]
    files: list[Heard]


def check_shuffle(one: Shuffle) -> tuple[str, int]:
    """Verifies one shuffle: a sentence, and the number of parts. Raises NotFair, NotChecked."""
    match, place, entry, told = one.match, one.number, one.entry, one.told
    if entry.get("proof") is None:
        shown = any(heard.dealt for heard in one.files)
        need(not shown, "at the table it had a proof, and the record has none")
        raise NotChecked("the record has no proof of it, as in very old matches")
    if told is None:
        raise NotChecked("nothing of it was revealed")
    proof = entry["proof"]
    need(isinstance(proof, dict), "its proof has a wrong form")
    need(proof.get("version") == told.get("version"), "record and reveal are of two versions")
    if number(proof.get("version")) and proof["version"] != VERSION:
        raise NotChecked(f"it is of version {proof['version']}, which verify.py may know")
    check_forms(proof, PROOF, "the record")
    check_forms(told, TOLD, "what was revealed")
    check_forms(entry, {"order": listed(number)}, "the record")
    order = entry["order"]
    n = len(order)
    need(n > 0 and told["n"] == n, f"it has {n} places, and {told['n']} were revealed")
    need(sorted(order) == list(range(n)), "its order does not hold every card once")
    need(len(told["things"]) in (0, n), "the list of its cards has another length")
    need(told["number"] == place, f"it is said to be shuffle {told['number'] + 1}")
    for name in (*PROOF, "restarted"):
        need(
            proof.get(name, False) == told.get(name, False),
            f"the record and what was revealed differ: {name}",
        )
    openings = check_parts(match, told, one.seats, one.bots)
    for heard in one.files:
        check_heard(heard, told, order)
    attempt = told["attempt"]
    if told["secret"] is None:
        raise NotChecked("its secret stays sealed, so its order cannot be made again")
    secret = bytes.fromhex(told["secret"])
    need(
        commitment(match, place, attempt, secret) == told["commitment"],
        "another secret was revealed than had been promised",
    )
    need(
        order_of(seed(match, place, attempt, secret, openings), n) == order,
        "the order does not follow from the parts",
    )
    need(
        root_of(secret, order) == told["root"],
        "the cards that were sealed are not the ones that were dealt",
    )
    if not openings:
        raise NotChecked("no seat had a part in it, so the server may have chosen the order")
    if told.get("restarted"):
        raise NotChecked("the server restarted while it was made, and may have known parts by then")
    gaps = [gap(heard, attempt) for heard in one.files] or [GAPS[0]]
    least = max(gaps, key=GAPS.index)
    if least is not None:
        raise NotChecked(least)
    sealed = f"{len(openings)} of {len(one.seats)} seats had a part"
    return f"the order is fair: checked {n} of {n} places; {sealed}", len(openings)


# -- the chain


def canonical(value: Any) -> bytes:
    return json.dumps(value, sort_keys=True, separators=(",", ":"), ensure_ascii=False).encode()


def check_chain(head: dict[str, Any], lines: list[dict[str, Any]], kept: str | None) -> str:
    """The record against its hashes and the receipt that somebody kept. Raises as above."""
    chained = [head[name] for name in ("match", "game", "rules_version", "setup")]
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
    wanted = None if kept is None else "".join(kept.split()).lower()
    need(
        wanted is None or not known or last == wanted,
        f"the record is not the one of this receipt: its own is {last}",
    )
    need(known, "the record has no hashes, so it may have been changed", NotChecked)
    whole = f"the record is whole: {len(lines)} entries, receipt {last}"
    return whole if wanted else f"{whole}, which nobody compared with a receipt that was kept"


# -- all of it


def check(
    lines: list[dict[str, Any]],
    receipt: str | None = None,
    files: Sequence[list[dict[str, Any]]] = (),
) -> Iterator[Finding]:
    """The findings about a record. Raises Unreadable."""
    need(bool(lines), "the record is empty", Unreadable)
    head, entries = dict(lines[0]), lines[1:]
    if isinstance(head.get("shuffles"), dict):  # since version 2
        head["shuffles"] = head["shuffles"].get("shuffles")
    check_forms(head, HEAD, "the first line", Unreadable)
    for at, line in enumerate(entries):
        check_forms(line, LINE, f"entry {at}", Unreadable)
    heard = [collected(head["match"], messages) for messages in files]
    yield judged(lambda: (check_chain(head, entries, receipt), 0))
    if head.get("state") != "finished":
        known = head.get("state") in ("stopped", "voided")
        ended = f"the match was {head['state']}" if known else "it is not said how the match ended"
        left = "a shuffle that was never dealt is not in the record"
        yield Finding(Verdict.NOT_CHECKED, f"{ended}: {left}")
    for at in (at for at, one in enumerate(heard) if not one):
        yield Finding(Verdict.NOT_CHECKED, f"file {at + 1} of what was heard is of another match")
    told = {one["ply"]: one for one in head["shuffles"]}
    shuffled = [line["ply"] for line in entries if line["entry"]["type"] == "shuffled"]
    if len(told) < len(head["shuffles"]) or not told.keys() <= set(shuffled):
        yield Finding(Verdict.NOT_FAIR, "shuffles were revealed that are not in the record")
    yield from check_shuffles(head, entries, told, heard)
    if not shuffled:
        yield Finding(Verdict.NOT_CHECKED, "there is no shuffle in the record")
    for place in sorted({place for one in heard for place in one if place >= len(shuffled)}):
        if any(place in one and one[place].dealt for one in heard):
            said = f"shuffle {place + 1} was made at the table and is not in the record"
            yield Finding(Verdict.NOT_FAIR, said)
        elif any(place in one and one[place].opened for one in heard):
            said = f"parts of shuffle {place + 1} were opened, and it is not in the record"
            yield Finding(Verdict.NOT_CHECKED, said)


def check_shuffles(
    head: dict[str, Any],
    entries: list[dict[str, Any]],
    told: dict[int, dict[str, Any]],
    heard: list[dict[int, Heard]],
) -> Iterator[Finding]:
    """A finding for each shuffle; follows who sat where meanwhile."""
    known, place = head["setup"]["seats"], 0
    seats = set(range(known))
    bots = {one["seat"] for one in head["places"] if one["bot"] is not None}
    for ply, entry in enumerate(line["entry"] for line in entries):
        if entry["type"] == "reseated":
            check_forms(entry, {"left": listed(few), "joined": few}, f"entry {ply}", Unreadable)
            seats = (seats - set(entry["left"])) | set(range(known, known + entry["joined"]))
            known += entry["joined"]
        elif entry["type"] == "shuffled":
            files = [one[place] for one in heard if place in one]
            one = Shuffle(head["match"], place, entry, told.get(ply), seats, bots, files)
            yield judged(partial(check_shuffle, one), f"shuffle {place + 1}: ", len(seats))
            place += 1


def judged(
    checked: Callable[[], tuple[str, int]], subject: str = "", seats: int | None = None
) -> Finding:
    try:
        sentence, having_part = checked()
    except NotFair as fault:
        return Finding(Verdict.NOT_FAIR, f"{subject}{fault}", 0, seats)
    except NotChecked as reason:
        return Finding(Verdict.NOT_CHECKED, f"{subject}{reason}", 0, seats)
    return Finding(Verdict.HOLDS, f"{subject}{sentence}", having_part, seats)


def collected(match: str, messages: list[dict[str, Any]]) -> dict[int, Heard]:
    """The part of one file that is about this match, by shuffle. Raises Unreadable."""
    found: dict[int, Heard] = {}
    for at, message in enumerate(messages):
        kind = message.get("type")
        if message.get("match") != match or kind not in HEARD:
            continue
        if message.get("version", VERSION) != VERSION or "ask" in message:
            continue
        known = {name: form for name, form in HEARD_PERHAPS.items() if name in message}
        check_forms(
            message, {**HEARD[kind], **known}, f"line {at + 1} of what was heard", Unreadable
        )
        attempt, one = message["attempt"], found.setdefault(message["number"], Heard())
        if kind == "dealt":
            one.dealt.append(message)
        elif kind == "open":
            one.opened.setdefault(attempt, set()).add(message["entropy"])
        else:
            if not one.dealt:
                one.promises.setdefault(attempt, set()).add(message["commitment"])
            if message.get("opening") is True and "seals" in message:
                one.seals.setdefault(attempt, []).append(message["seals"])
    return found


def verdict(findings: list[Finding]) -> Verdict:
    """The verdict of all findings together."""
    found = {one.verdict for one in findings}
    order = (Verdict.NOT_FAIR, Verdict.NOT_CHECKED, Verdict.HOLDS)
    return next(one for one in order if one in found)


def summary(findings: list[Finding]) -> str:
    shuffles = [one for one in findings if one.seats is not None]
    held = [one for one in shuffles if one.verdict is Verdict.HOLDS]
    return (
        f"Checked: {len(held)} of {len(shuffles)} shuffles, "
        f"with parts of {sum(one.parts for one in held)} of "
        f"{sum(one.seats or 0 for one in shuffles)} seats."
    )


LAST = {
    Verdict.HOLDS: "FAIR: every order of cards follows from a promise and from parts. Which card "
    "was dealt to whom is no part of this check.",
    Verdict.NOT_FAIR: "NOT FAIR: something does not fit.",
    Verdict.NOT_CHECKED: "NOT CHECKED: nothing false was found, but something was not shown.",
}
PREFIX = {Verdict.HOLDS: "", Verdict.NOT_FAIR: "NOT FAIR: ", Verdict.NOT_CHECKED: "NOT CHECKED: "}


def once(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
    found = dict(pairs)
    if len(found) < len(pairs):
        raise ValueError("a name is there twice")
    return found


def read(path: str) -> list[dict[str, Any]]:
    """The objects in a file of JSON lines. Raises Unreadable."""
    found, at = [], 0
    try:
        whole = sys.stdin.read() if path == "-" else Path(path).read_text(encoding="utf-8")
        for line in whole.split("\n"):
            at += 1
            if line.strip():
                found.append(json.loads(line, object_pairs_hook=once))
                need(isinstance(found[-1], dict), "no object", ValueError)
                canonical(found[-1])
    except (OSError, ValueError, RecursionError) as error:
        raise Unreadable(f"{path}, line {at}: {error}" if at else f"{path}: {error}") from error
    return found


def main() -> int:
    parser = argparse.ArgumentParser(description="Checks the record of a match that is over.")
    parser.add_argument("export", help="the record as a file, or - for what is piped in")
    parser.add_argument("--receipt", help="the receipt that you kept")
    parser.add_argument(
        "--heard", metavar="FILE", action="append", default=[], help="what one browser kept"
    )
    asked = parser.parse_args()
    try:
        files = [read(path) for path in asked.heard]
        findings = list(check(read(asked.export), asked.receipt, files))
    except Unreadable as error:
        print(f"NOT READ: {error}")
        return 2
    for one in findings:
        print(PREFIX[one.verdict] + one.sentence)
    print(summary(findings), LAST[verdict(findings)], sep="\n")
    return verdict(findings).value


if __name__ == "__main__":
    sys.exit(main())
