"""Verifies the record of a match: it was not changed, and the orders of its cards were fair.

    python3 verify.py EXPORT [--receipt HEX] [--heard FILE]...
    python3 verify.py house URL LIST...

EXPORT is the file from the match's page (JSON lines), or the list of its shuffles alone.
--receipt is a receipt that somebody kept, in groups or not. --heard is a file of what one browser
kept of the match, one JSON object a line: the messages `shuffle`, `dealt` and `cards-opened` that
it received, and the commands `open` that it sent. Only such a file shows what was said before a
deal. Give --heard once for each file.

The program ends with status
    0, fair: every order of cards follows from a promise, from decks and from parts that a file
       shows; where a match's secret stays sealed, this is said of the opened cards alone;
    1, not fair: something does not fit;
    2, not read: a file cannot be read, or has a wrong form;
    3, not checked: nothing false was found, but something was not shown.

`house` compares the scripts and page parts that a server serves to anybody with the lists that
releases carry; see "Checking a server" in docs/fair-shuffle.md.

Written from docs/fair-shuffle.md and docs/protocol.md ("Receipts") with the standard library
alone; it shares no code with the server.
"""

import argparse
import gzip
import hmac
import json
import re
import sys
from collections import Counter
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from enum import Enum
from functools import lru_cache, partial
from hashlib import sha256
from html.parser import HTMLParser
from http.client import HTTPConnection, HTTPException, HTTPSConnection
from pathlib import Path
from typing import Any, NamedTuple
from urllib.parse import urlsplit

NAME = "pecking-order/3"
VERSION = 3
DECKS = 8


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
    """Seats at that shuffle, 0 if unknown; None: the finding is about no single shuffle."""
    sealed: bool = False
    """True: cards of that shuffle stay sealed, and were not checked."""
    played: int = 0
    """Played cards that lay in places of those who played them."""


class Held(NamedTuple):
    """A sentence about something that was checked and holds."""

    sentence: str
    parts: int = 0
    sealed: bool = False


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

Message = dict[str, Any]
Form = Callable[[Any], object]
Forms = Mapping[str, Form]


def number(value: Any) -> bool:
    return type(value) is int and value >= 0


def few(value: Any) -> bool:
    return number(value) and value < 1000


def text(value: Any) -> bool:
    return isinstance(value, str)


def truth(value: Any) -> bool:
    return isinstance(value, bool)


def digits(many: int) -> Form:
    """Lower-case hexadecimal digits."""
    return lambda value: text(value) and re.fullmatch(f"[0-9a-f]{{{many}}}", value) is not None


hexadecimal = digits(64)


def parts(value: Any) -> bool:
    """True for 64 hexadecimal digits by seat."""
    return isinstance(value, dict) and all(
        re.fullmatch("0|[1-9][0-9]{0,2}", seat) and hexadecimal(one) for seat, one in value.items()
    )


def perhaps(form: Form) -> Form:
    return lambda value: value is None or form(value)


def listed(form: Form, many: int | None = None) -> Form:
    return lambda value: (
        isinstance(value, list) and all(map(form, value)) and many in (None, len(value))
    )


def having(forms: Forms) -> Form:
    return lambda value: (
        isinstance(value, dict)
        and all(name in value and form(value[name]) for name, form in forms.items())
    )


def card(value: Any) -> bool:
    """True for an opened card; a code and its salt come together."""
    hidden = {"code", "name_salt"} & value.keys() if isinstance(value, dict) else set()
    forms = {"position": number, "thing": number, "salt": digits(32)}
    return bool(having({**forms, **(HIDDEN if hidden else {})})(value))


HIDDEN = {"code": text, "name_salt": digits(32)}
PLACE = {"number": number, "attempt": number}
PARTS = {**PLACE, "seals": parts, "openings": parts, "refused": listed(few), "head": hexadecimal}
PROOF = {**PARTS, "version": number}
DECK = {
    "n": lambda value: number(value) and value > 0,
    "codes": text,
    "plan": text,
    "roots": listed(hexadecimal, DECKS),
    "names": perhaps(hexadecimal),
}
TOLD = {
    **PROOF,
    **DECK,
    "hidden_codes": truth,
    "ask": hexadecimal,
    "chosen": number,
    "order": perhaps(listed(number)),
}
ANY_TOLD = {"ply": number, "version": number}
REVEAL = {
    "match": lambda value: text(value) and value.isascii(),
    "game": text,
    "promise": perhaps(hexadecimal),
    "secret": perhaps(hexadecimal),
    "shuffles": listed(having(ANY_TOLD)),
}
HEAD = {
    "match": REVEAL["match"],
    "game": text,
    "rules_version": number,
    "setup": having({"seats": few}),
    "places": listed(having({"seat": few, "bot": perhaps(text)})),
    "receipt": perhaps(hexadecimal),
    "public_origin": listed(text),
}
LINE = {
    "ply": number,
    "at": number,
    "entry": having({"type": text}),
    "hash": hexadecimal,
}
OPENED = {
    **PLACE,
    "version": number,
    "seat": perhaps(few),
    "cards": listed(card),
    "nodes": listed(hexadecimal),
    "names_nodes": listed(hexadecimal),
}
COUNTS = ("questions", "opened", "deals", "gaps", "begun", "dropped")
HEARD = {
    "shuffle": {
        **PLACE,
        "version": number,
        "seat": perhaps(few),
        "promise": hexadecimal,
        "head": hexadecimal,
        "refused": listed(few),
        "opening": truth,
        "sealed": listed(few),
    },
    "open": {**PLACE, "entropy": hexadecimal, "ask": hexadecimal},
    "dealt": {
        **OPENED,
        "openings": parts,
        "asks": parts,
        "chosen": number,
        "keys": listed(hexadecimal, DECKS - 1),
    },
    "cards-opened": OPENED,
    "ledger": {**PLACE, "version": number, "room": text, "chain": hexadecimal}
    | dict.fromkeys(COUNTS, number),
}
ASKED = {"seals": parts, "decks": having(DECK)}
"""The further fields of a message `shuffle` that asks for parts."""


def check_forms(value: Mapping[str, Any], forms: Forms, where: str) -> None:
    for name, form in forms.items():
        check_form(name in value and bool(form(value[name])), where, name)


def check_form(fits: bool, where: str, name: str) -> None:
    need(fits, f"{where}: {name} has a wrong form", Unreadable)


# -- the arithmetic


def digest(whole: str) -> str:
    return sha256(whole.encode()).hexdigest()


def promise_of(match: str, secret: bytes) -> str:
    return digest(f"{NAME}|promise|{match}|{secret.hex()}")


def seal_of(match: str, place: int, attempt: int, seat: int, entropy: str) -> str:
    return digest(f"{NAME}|seal|{match}|{place}|{attempt}|{seat}|{entropy}")


def key_of(secret: bytes, match: str, place: int, deck: int) -> bytes:
    return hmac.digest(secret, f"{NAME}|deck|{match}|{place}|{deck}".encode(), "sha256")


def u32(value: int) -> bytes:
    return value.to_bytes(4, "big")


def words(key: bytes) -> Iterator[int]:
    """Numbers of 32 bits, eight from each block."""
    counter = 0
    while True:
        block = sha256(b"\x04" + key + u32(counter)).digest()
        yield from (int.from_bytes(block[at : at + 4], "big") for at in range(0, 32, 4))
        counter += 1


def below(bound: int, source: Iterator[int]) -> int:
    return next(word for word in source if word < 2**32 - 2**32 % bound) % bound


def shuffled(n: int, source: Iterator[int]) -> list[int]:
    found = list(range(n))
    for last in range(n - 1, 0, -1):
        other = below(last + 1, source)
        found[last], found[other] = found[other], found[last]
    return found


def salt_of(key: bytes, index: int) -> bytes:
    return sha256(b"\x03" + key + u32(index)).digest()[:16]


def deck_leaf(salt: bytes, index: int, thing: int) -> bytes:
    return sha256(b"\x00" + salt + u32(index) + u32(thing)).digest()


def name_leaf(salt: bytes, thing: int, code: str) -> bytes:
    return sha256(b"\x02" + salt + u32(thing) + code.encode()).digest()


def root_of(leaves: Mapping[int, bytes], width: int, nodes: Sequence[str] = ()) -> str | None:
    """The root over some of `width` leaves, by index, and the missing nodes; None if they clash."""
    known, missing = dict(leaves), [bytes.fromhex(one) for one in nodes]
    if not known or max(known) >= width:
        return None
    while width > 1:
        above: dict[int, bytes] = {}
        for at in sorted(known):
            if at // 2 in above:
                continue
            if at ^ 1 >= width:
                above[at // 2] = known[at]
                continue
            if at ^ 1 not in known and not missing:
                return None
            other = known[at ^ 1] if at ^ 1 in known else missing.pop(0)
            pair = (other, known[at]) if at & 1 else (known[at], other)
            above[at // 2] = sha256(b"\x01" + pair[0] + pair[1]).digest()
        known, width = above, (width + 1) // 2
    return None if missing else known[0].hex()


@lru_cache(maxsize=64)
def deck_of(key: bytes, n: int) -> tuple[list[int], str]:
    """A deck and its root."""
    deck = shuffled(n, words(key))
    leaves = {at: deck_leaf(salt_of(key, at), at, thing) for at, thing in enumerate(deck)}
    return deck, str(root_of(leaves, n))


def names_of(secret: bytes, match: str, place: int, pile: list[str]) -> tuple[list[int], str]:
    """The places in `pile` of each thing where codes are hidden, and the root of their codes."""
    key = hmac.digest(secret, f"{NAME}|names|{match}|{place}".encode(), "sha256")
    labels = shuffled(len(pile), words(key))
    leaves = {at: name_leaf(salt_of(key, at), at, pile[one]) for at, one in enumerate(labels)}
    return labels, str(root_of(leaves, len(pile)))


def by_seat(values: Mapping[str, str]) -> str:
    return ",".join(f"{seat}:{values[seat]}" for seat in sorted(values, key=int))


def ask_of(match: str, promise: str, shown: Mapping[str, Any], deck: Mapping[str, Any]) -> str:
    """The hash of all that was shown as parts were asked for. Hidden codes are no part of it."""
    hidden, refused = deck["names"] is not None, ",".join(map(str, sorted(shown["refused"])))
    return digest(
        f"{NAME}|ask|{match}|{shown['number']}|{shown['attempt']}"
        f"|{shown['head']}|{promise}|{deck['n']}|{deck['names'] or '-'}|{','.join(deck['roots'])}"
        f"|{digest('' if hidden else deck['codes'])}|{digest(deck['plan'])}"
        f"|{by_seat(shown['seals'])}|{refused}"
    )


def drawn(ask: str, openings: Mapping[str, str], n: int) -> tuple[int, list[int]]:
    """The number of the deck that is played, and the index in it of each position."""
    source = words(sha256(f"{NAME}|seed|{ask}|{by_seat(openings)}".encode()).digest())
    return below(DECKS, source), shuffled(n, source)


def first_head(match: str, promise: str) -> str:
    return digest(f"{NAME}|head|{match}|{promise}")


def next_head(ask: str, openings: Mapping[str, str]) -> str:
    return digest(f"{NAME}|head|{ask}|{by_seat(openings)}")


# -- one shuffle


@dataclass
class Shuffle:
    """All that the record and the files say of one shuffle, and what follows from it."""

    match: str
    place: int
    """Its place in the record."""
    promise: str | None
    secret: bytes | None
    head: str | None
    """The head before it; None: something before it is missing."""
    entry: Message | None
    """None: only the list of shuffles is there."""
    told: Message | None
    seats: set[int] | None
    """Those that play; None: not known."""
    given: range | None
    """The numbers of all seats so far, also of those that left."""
    bots: set[int]
    files: list[list[Message]]
    before: Counter[int]
    """The number of times that each seat was named before, as far as the record is there."""
    perm: list[int] = field(default_factory=list)
    order: list[int] | None = None
    """From the record or the list: by position, places in the rules' own list of the cards."""
    plan: list[str] = field(default_factory=list)
    codes: list[str] | None = None
    """In the rules' own order; None: they stay hidden."""
    labels: list[int] = field(default_factory=list)
    """The places in that list of each thing; none where they stay hidden."""
    proven: dict[int, int] = field(default_factory=dict)
    """Things that files show opened, by position."""
    questions: dict[int, str] = field(default_factory=dict)
    """The `ask` that files show, by attempt."""
    named: bool = False
    """True: a file shows a part that was opened by a seat that is said to have refused."""


def check_shuffle(one: Shuffle) -> Held:
    """Verifies one shuffle. Raises NotFair, NotChecked."""
    told, proof = one.told, None if one.entry is None else one.entry.get("proof")
    if one.entry is not None and proof is None:
        need(not any(map(dealt_lines, one.files)), "at the table it had a proof")
        raise NotChecked("the record has no proof of it")
    if told is None:
        raise NotChecked("nothing of it was revealed")
    need(proof is None or proof["version"] == told["version"], "record and reveal: two versions")
    if told["version"] != VERSION:
        need(
            not any(line["version"] == VERSION for file in one.files for line in dealt_lines(file)),
            f"at the table it was of version {VERSION}",
        )
        raise NotChecked(f"it is of version {told['version']}, which is unknown here")
    need(told["number"] == one.place, f"it is said to be shuffle {told['number'] + 1}")
    if proof is not None:
        for name in PROOF:
            need(proof[name] == told[name], f"the record and what was revealed differ: {name}")
        check_barred(one, proof)
    need(one.promise is not None, "it has a proof, and no promise is shown", NotChecked)
    check_things(one, told)
    check_parts(one, told)
    check_draw(one, told)
    gaps = [check_file(one, told, file) for file in one.files]
    check_proven(one, told)
    need(bool(told["openings"]), "no seat had a part in it", NotChecked)
    need(not one.named, "a seat was named for refusing, and its browser opened", NotChecked)
    need(one.head is not None, "what came before it in the chain is not shown", NotChecked)
    least = max(gaps or [GAPS[0]], key=GAPS.index)
    need(least is None, str(least), NotChecked)
    n, many = told["n"], len(told["openings"])
    had = f"{many} of {len(one.seats)} seats" if one.seats else f"{many} seats"
    if one.secret is not None:
        need(one.order is not None, "its order is not shown", NotChecked)
        return Held(f"the order is fair: checked {n} of {n} places; {had} had a part", many)
    need(bool(one.proven), "its order stays sealed, and no card was opened", NotChecked)
    cards = f"the opened cards are fair: checked {len(one.proven)} of {n} places"
    return Held(f"{cards}, the others stay sealed; {had} had a part", many, sealed=True)


def check_things(one: Shuffle, told: Message) -> None:
    """The order, the codes and the plan for themselves."""
    n = told["n"]
    one.order = told["order"] if one.entry is None else one.entry["order"]
    need(told["order"] in (None, one.order), "the record and what was revealed differ: order")
    if one.order is not None:
        need(len(one.order) == n, f"it has {len(one.order)} places, and {n} were revealed")
        need(sorted(one.order) == list(range(n)), "its order does not hold every card once")
    one.plan, pile = told["plan"].split(" "), told["codes"].split(" ")
    need(len(one.plan) == n, f"its plan has {len(one.plan)} places of {n}")
    for word in one.plan:
        fits = re.fullmatch(r"\*|-|(0|[1-9][0-9]{0,2})\??", word)
        need(fits is not None, "its plan has a word that says nothing")
        seat = int(word.rstrip("?")) if word not in ("*", "-") else None
        need(
            one.seats is None or seat is None or seat in one.seats,
            "its plan names a seat that is none of those that played then",
        )
    hidden = told["hidden_codes"]
    need(hidden is (told["names"] is not None), "its codes are both hidden and open")
    if hidden and one.secret is None:
        need(told["codes"] == "", "its codes are told, and were hidden")
        return
    need(len(pile) == n and "" not in pile, "the list of its codes has another length")
    one.codes, one.labels = pile, list(range(n))
    if hidden and one.secret is not None:
        one.labels, root = names_of(one.secret, one.match, one.place, pile)
        need(root == told["names"], "its codes are not the ones that were sealed")


def check_parts(one: Shuffle, told: Message) -> None:
    """The parts by seat: opened as they had been sealed, and of the right seats."""
    attempt, refused = told["attempt"], told["refused"]
    seals, openings = told["seals"], told["openings"]
    check_seats(one, set(map(int, {**seals, **openings})), one.seats)
    check_seats(one, set(refused), one.given)
    for seat, entropy in openings.items():
        need(
            seal_of(one.match, one.place, attempt, int(seat), entropy) == seals.get(seat),
            f"what seat {int(seat) + 1} opened is not what it had sealed",
        )
    for seat in seals:
        name = f"seat {int(seat) + 1}"
        need(int(seat) not in refused, f"{name} is said to have refused, and has a part")
        need(seat in openings, f"{name} had a part in it and was left out without a word")
    need(len(set(refused)) == len(refused), "a seat is named twice for refusing")
    need(
        bool(attempt) == bool(refused) and attempt <= len(refused),
        f"attempt {attempt + 1} was dealt, and {len(refused)} seats were named for refusing",
    )


def check_barred(one: Shuffle, proof: Message) -> None:
    """The seats without a part for the rest of the match: each was named in two shuffles before."""
    due = {seat for seat, times in one.before.items() if times >= 2}
    need(set(proof.get("barred", ())) == due, "other seats are barred than were named twice")
    need(due.isdisjoint(map(int, proof["seals"])), "a seat that is barred has a part")


def check_seats(one: Shuffle, seats: set[int], playing: set[int] | range | None) -> None:
    for seat in sorted(seats):
        name = f"seat {seat + 1}"
        need(playing is None or seat in playing, f"{name} is none of those that played then")
        need(seat not in one.bots, f"{name} was a bot's, and bots have no part in shuffles")


def check_draw(one: Shuffle, told: Message) -> None:
    """The draw from the parts, and the decks where the match's secret was opened."""
    need(one.head in (None, told["head"]), "its head is not the end of the chain before it")
    ask = ask_of(one.match, str(one.promise), told, told)
    need(ask == told["ask"], "it was not asked for with what was revealed")
    chosen, one.perm = drawn(ask, told["openings"], told["n"])
    need(chosen == told["chosen"], "another deck was played than follows from the parts")
    if one.secret is not None:
        decks = decks_of(one, told["n"])
        roots = [root for _, root in decks]
        need(roots == told["roots"], "its roots are not those of the decks that were promised")
        made = [one.labels[decks[chosen][0][index]] for index in one.perm]
        need(one.order in (None, made), "the order does not follow from the parts")


def decks_of(one: Shuffle, n: int) -> list[tuple[list[int], str]]:
    assert one.secret is not None
    return [deck_of(key_of(one.secret, one.match, one.place, deck), n) for deck in range(DECKS)]


def check_proven(one: Shuffle, told: Message) -> None:
    """All that files show opened, together."""
    things = list(one.proven.values())
    need(len(set(things)) == len(things), "a card was opened at two places")


# -- what one browser kept of a shuffle

GAPS = (
    "no file shows what was promised before the deal",
    "no file shows the keys that came with the deal",
    "no file is of a browser that had a part in it",
    "no file shows what that browser was asked",
    "a browser was told two seats",
    "no file shows all cards that were dealt to that browser",
    None,
)
"""From the largest to none."""


def dealt_lines(file: list[Message]) -> list[Message]:
    return [line for line in file if line["type"] in ("dealt", "cards-opened")]


def check_file(one: Shuffle, told: Message, file: list[Message]) -> str | None:
    """Compares a shuffle with all that one browser kept of it. The first gap, or None."""
    asked: dict[int, Message] = {}
    """The latest message that asked for parts, by attempt."""
    decks: list[Message] = [told]
    own: set[int] = set()
    seats: set[int | None] = set()
    promised = part = dealt = False
    shown = True
    for line in file:
        need(line.get("version", VERSION) == VERSION, "the record and the table differ: version")
        if line["type"] == "shuffle":
            check_shown(one, told, line)
            if line["opening"]:
                check_same_decks(one, decks, line)
                decks.append(line["decks"])
                ask = ask_of(one.match, line["promise"], line, line["decks"])
                known = one.questions.setdefault(line["attempt"], ask)
                need(known == ask, "at the table one attempt asked for two things")
                asked[line["attempt"]] = line
            now = line["opening"] and line["attempt"] == told["attempt"]
            promised |= now and not dealt
            seats |= {line["seat"]} if now else {line["seat"]} - {None}
        elif line["type"] == "open":
            before = asked.get(line["attempt"])
            if before is None or before["seat"] is None:
                shown = False
                continue
            check_open(one, before, line)
            one.named |= before["seat"] in told["refused"]
            now = before["attempt"] == told["attempt"]
            part |= now and before["seals"] == told["seals"] and not dealt
        else:
            need(line["attempt"] == told["attempt"], "the record and the table differ: attempt")
            if line["type"] == "dealt":
                check_dealt(one, told, line)
                dealt = True
            seats.add(line["seat"])
            own |= check_cards(one, told, line)
    mine = {"*", *map(str, seats - {None})}
    wanted = {at for at, word in enumerate(one.plan) if word in mine}
    seen = (promised, dealt, part, shown, len(seats) < 2, wanted <= own)
    return None if all(seen) else GAPS[seen.index(False)]


def check_shown(one: Shuffle, told: Message, line: Message) -> None:
    """One message `shuffle`."""
    need(line["promise"] == one.promise, "at the table another secret was promised")
    need(line["head"] == told["head"], "at the table the chain had another head")
    check_seats(one, {*line["sealed"], *line["refused"]}, one.given)
    named = set(told["refused"])
    need(line["attempt"] <= told["attempt"], "at the table there was a further attempt")
    if line["attempt"] == told["attempt"]:
        need(
            sorted(line["refused"]) == sorted(told["refused"]),
            "the record and the table differ: refused",
        )
    else:
        need(set(line["refused"]) < named, "at the table others were named for refusing")
        need(
            bool(line["attempt"]) == bool(line["refused"])
            and line["attempt"] <= len(set(line["refused"])),
            "at the table there were more attempts than seats that were named",
        )
    if line["opening"] and line["attempt"] == told["attempt"]:
        check_last(told, line)
    elif line["opening"]:
        fresh = named - set(line["refused"])
        need(
            bool(fresh & set(map(int, line["seals"]))),
            "a further attempt began, and nobody who had sealed was named",
        )


def check_last(told: Message, line: Message) -> None:
    """The message that asked for the parts that were used."""
    need(
        line["seals"] == told["seals"],
        "other parts were used than had been sealed when parts were asked for",
    )
    for name in DECK:
        shown = "" if name == "codes" and told["hidden_codes"] else told[name]
        need(line["decks"][name] == shown, f"the record and the table differ: {name}")


def check_same_decks(one: Shuffle, others: Sequence[Message], line: Message) -> None:
    """The decks in a message `shuffle`: the same for the same number of cards, and as promised."""
    deck = line["decks"]
    need(deck["plan"].count(" ") + 1 == deck["n"], "at the table a plan had another length")
    codes = deck["codes"].count(" ") + 1 if deck["codes"] else 0
    wanted = deck["n"] if deck["names"] is None else 0
    need(codes == wanted, "at the table the list of codes had another length")
    for other in others:
        need(
            other["n"] != deck["n"] or other["roots"] == deck["roots"],
            "at the table there were two sets of decks",
        )
    if one.secret is not None:
        promised = [root for _, root in decks_of(one, deck["n"])]
        need(promised == deck["roots"], "at the table there were other decks than were promised")


def check_open(one: Shuffle, asked: Message, line: Message) -> None:
    """A part that this browser opened, against what it had been shown."""
    seat = str(asked["seat"])
    sealed = seal_of(one.match, one.place, line["attempt"], int(seat), line["entropy"])
    need(asked["seals"].get(seat) == sealed, "a browser opened what it had not sealed")
    need(
        line["ask"] == ask_of(one.match, asked["promise"], asked, asked["decks"]),
        "a browser answered something else than it was shown",
    )


def check_dealt(one: Shuffle, told: Message, line: Message) -> None:
    for name in ("openings", "chosen"):
        need(line[name] == told[name], f"the record and the table differ: {name}")
    need(line["asks"].keys() <= told["openings"].keys(), "a seat without a part had answered")
    for seat, ask in line["asks"].items():
        need(ask == told["ask"], f"seat {int(seat) + 1} was shown something else")
    others = [deck for deck in range(DECKS) if deck != told["chosen"]]
    for deck, key in zip(others, line["keys"], strict=True):
        root = deck_of(bytes.fromhex(key), told["n"])[1]
        need(root == told["roots"][deck], f"deck {deck + 1} is not the one that was fixed before")


def check_cards(one: Shuffle, told: Message, line: Message) -> set[int]:
    """The positions of the cards in a message: each against the roots, and the order."""
    n, cards, hidden = told["n"], line["cards"], told["names"] is not None
    if not cards:
        need(not line["nodes"] and not line["names_nodes"], "nodes were sent, and no cards")
        return set()
    leaves, names = {}, {}
    for one_card in cards:
        position, thing = one_card["position"], one_card["thing"]
        need(position < n and thing < n, "a card was opened that is none of this shuffle")
        index, salt = one.perm[position], bytes.fromhex(one_card["salt"])
        need(index not in leaves, "a card was opened twice at once")
        leaves[index] = deck_leaf(salt, index, thing)
        need(
            one.order is None or not one.labels or one.order[position] == one.labels[thing],
            "a card that was opened then lay elsewhere",
        )
        need(hidden is ("code" in one_card), "a card was opened without its code, or with one")
        if hidden:
            code = one_card["code"]
            names[thing] = name_leaf(bytes.fromhex(one_card["name_salt"]), thing, code)
            need(
                one.codes is None or one.codes[one.labels[thing]] == code,
                "a card that was opened then was another",
            )
    root = told["roots"][told["chosen"]]
    need(root_of(leaves, n, line["nodes"]) == root, "a card was opened that was not sealed")
    if hidden:
        need(
            root_of(names, n, line["names_nodes"]) == told["names"],
            "a card was opened under another code than was sealed",
        )
    else:
        need(not line["names_nodes"], "nodes of hidden codes were sent, and codes are open")
    positions = {one_card["position"] for one_card in cards}
    one.proven |= {one_card["position"]: one_card["thing"] for one_card in cards}
    return positions


# -- the record's own chain


def canonical(value: Any) -> bytes:
    return json.dumps(value, sort_keys=True, separators=(",", ":"), ensure_ascii=False).encode()


def check_chain(head: Message, lines: list[Message], kept: str | None) -> Held:
    """The record against its hashes and the receipt that somebody kept. Raises as above."""
    chained = [head[name] for name in ("match", "game", "rules_version", "setup")]
    last = sha256(canonical(["pecking-order/chain/1", *chained])).hexdigest()
    for ply, line in enumerate(lines):
        need(line["ply"] == ply, f"entry {ply} is missing")
        last = sha256(canonical([last, head["match"], ply, line["at"], line["entry"]])).hexdigest()
        need(line["hash"] == last, f"entry {ply} is not what its hash says")
    need(head["receipt"] == (last if lines else None), "the receipt is not the last hash")
    wanted = None if kept is None else "".join(kept.split()).lower()
    need(
        wanted is None or (bool(lines) and last == wanted),
        f"the record is not the one of this receipt: its own is {last}",
    )
    whole = f"the record is whole: {len(lines)} entries, receipt {last}"
    return Held(whole if wanted else f"{whole}, which nobody compared with a receipt that was kept")


# -- cards that were played


@dataclass
class Origins:
    """The places where cards of the present deal lay. A card may be taken up and played again."""

    places: dict[str, list[int | None]] = field(default_factory=dict)
    """By code, whose they are; None: they lie open, or in the stock."""
    known: bool = False
    whole: int = 0
    """The cards of the whole pack, as far as that is known."""
    found: int = 0

    def shuffle(self, one: Shuffle) -> None:
        """A shuffle of a whole pack begins a deal; in others cards leave their places for new ones.

        Where some cards of a code stay out, it is not known which: all keep their places.
        """
        told = one.told
        if told is None or one.order is None or one.codes is None:
            self.known = False
            return
        owners = [None if word in ("*", "-") else int(word.rstrip("?")) for word in one.plan]
        gives = any(owner is not None for owner in owners) and not told["hidden_codes"]
        if gives and len(one.order) >= self.whole:
            self.places, self.known, self.whole = {}, True, len(one.order)
        for code, many in Counter(one.codes).items():
            if many >= len(self.places.get(code, ())):
                self.places[code] = []
        for owner, place in zip(owners, one.order, strict=True):
            self.places[one.codes[place]].append(owner)

    def play(self, seat: int, move: Mapping[str, Any]) -> None:
        """Finds the places of a move's cards. Raises NotFair if one lay elsewhere."""
        cards = move.get("cards", [])
        played = [move.get("card"), *(cards if isinstance(cards, list) else [])]
        for code in (code for code in played if self.known and isinstance(code, str)):
            lay = any(owner in (seat, None) for owner in self.places.get(code, ()))
            need(lay, f"seat {seat + 1} played {code}, which lay in none of its places")
            self.found += 1


# -- all of it


def check(
    lines: list[Message],
    receipt: str | None = None,
    files: Sequence[list[Message]] = (),
) -> Iterator[Finding]:
    """The findings about a record. Raises Unreadable."""
    need(bool(lines), "the record is empty", Unreadable)
    alone = len(lines) == 1 and "setup" not in lines[0] and "promise" in lines[0]
    head, entries = lines[0], lines[1:]
    reveal = head if alone else revealed(head)
    check_forms(reveal, REVEAL, "the list of shuffles")
    for at, told in enumerate(reveal["shuffles"]):
        if told["version"] == VERSION:
            check_forms(told, TOLD, f"the list of shuffles, number {at + 1}")
    if not alone:
        check_record_forms(head, entries)
    match = reveal["match"]
    heard = [collected(match, messages) for messages in files]
    if alone:
        left = "the record is not in this file, only the list of its shuffles"
        yield Finding(Verdict.NOT_CHECKED, left)
    else:
        same = (match, reveal["game"]) == (head["match"], head["game"])
        yield judged(partial(check_chain, head, entries, receipt))
        if not same:
            yield Finding(Verdict.NOT_FAIR, "the shuffles that were revealed are of another match")
        if head.get("state") != "finished":
            known = head.get("state") in ("stopped", "voided")
            ended = f"the match was {head['state']}" if known else "it is not said how it ended"
            left = "a shuffle that was never dealt is not in the record"
            yield Finding(Verdict.NOT_CHECKED, f"{ended}: {left}")
    for at in (at for at, one in enumerate(heard) if not one):
        said = f"file {at + 1} of what was heard is empty, or of another match"
        yield Finding(Verdict.NOT_CHECKED, said)
    secret, promise = reveal["secret"], reveal["promise"]
    if None not in (secret, promise) and promise_of(match, bytes.fromhex(secret)) != promise:
        said = "another secret was revealed than had been promised"
        yield Finding(Verdict.NOT_FAIR, said)
    yield from check_shuffles(reveal, None if alone else head, entries, heard)


def revealed(head: Message) -> Message:
    """The list of shuffles in the first line of a record."""
    shuffles = head.get("shuffles")
    need(isinstance(shuffles, dict), "the first line: shuffles has a wrong form", Unreadable)
    assert isinstance(shuffles, dict)
    return shuffles


ENTRIES: Mapping[str, Forms] = {
    "shuffled": {"order": listed(number)},
    "reseated": {"left": listed(few), "joined": few},
    "played": {"seat": few, "move": having({})},
}


def check_record_forms(head: Message, entries: list[Message]) -> None:
    check_forms(head, HEAD, "the first line")
    for at, line in enumerate(entries):
        where = f"entry {at}"
        check_forms(line, LINE, where)
        entry = line["entry"]
        check_forms(entry, ENTRIES.get(entry["type"], {}), where)
        proof = entry.get("proof")
        if entry["type"] == "shuffled" and proof is not None:
            check_form(bool(having({"version": number})(proof)), where, "version")
            if proof["version"] == VERSION:
                check_forms(proof, PROOF, where)
                barred = proof.get("barred", [0])
                check_form(bool(barred) and listed(few)(barred), where, "barred")


def named_in(entry: Message | None) -> set[int]:
    """The seats that a shuffle of the record names for a part that they did not open."""
    proof = None if entry is None else entry.get("proof")
    return set(proof["refused"]) if proof and proof["version"] == VERSION else set()


def check_shuffles(
    reveal: Message,
    head: Message | None,
    entries: list[Message],
    heard: list[dict[int, list[Message]]],
) -> Iterator[Finding]:
    """A finding for each shuffle; follows the chain, and who sat where meanwhile."""
    match, promise, origins = reveal["match"], reveal["promise"], Origins()
    told = {one["ply"]: one for one in reveal["shuffles"]}
    plies = [at for at, line in enumerate(entries) if line["entry"]["type"] == "shuffled"]
    if head is None:
        plies, known, seats, bots = sorted(told), 0, None, set()
    else:
        known = head["setup"]["seats"]
        seats = set(range(known))
        bots = {one["seat"] for one in head["places"] if one["bot"] is not None}
    if len(told) < len(reveal["shuffles"]) or not told.keys() <= set(plies):
        yield Finding(Verdict.NOT_FAIR, "shuffles were revealed that are not in the record")
    secret = None if reveal["secret"] is None else bytes.fromhex(reveal["secret"])
    last = None if promise is None else first_head(match, promise)
    place, named = 0, Counter[int]()
    for ply in range(len(entries)) if head is not None else plies:
        entry = None if head is None else entries[ply]["entry"]
        kind = "shuffled" if entry is None else entry["type"]
        if kind == "reseated" and entry is not None and seats is not None:
            seats = (seats - set(entry["left"])) | set(range(known, known + entry["joined"]))
            known += entry["joined"]
        elif kind == "played" and entry is not None and head is not None:
            if entry["move"].get("type") in head["public_origin"]:
                found = judged(
                    partial(origins.play, entry["seat"], entry["move"]), f"entry {ply}: "
                )
                yield from [found] if found.verdict is not Verdict.HOLDS else []
        elif kind == "shuffled":
            files = [one[place] for one in heard if place in one]
            shown = told.get(ply)
            given = None if head is None else range(known)
            so_far = (match, place, promise, secret, last)
            one = Shuffle(*so_far, entry, shown, seats, given, bots, files, Counter(named))
            named.update(named_in(entry))
            yield judged(partial(check_shuffle, one), f"shuffle {place + 1}: ", len(seats or ()))
            last = None
            if shown is not None and shown["version"] == VERSION:
                last = next_head(ask_of(match, str(promise), shown, shown), shown["openings"])
            origins.shuffle(one)
            place += 1
    if not plies:
        yield Finding(Verdict.NOT_CHECKED, "there is no shuffle in the record")
    if origins.found:
        said = f"{origins.found} played cards lay in places of those who played them"
        yield Finding(Verdict.HOLDS, said, played=origins.found)
    yield from check_rest(place, promise, last, heard)


def check_rest(
    place: int, promise: str | None, head: str | None, heard: list[dict[int, list[Message]]]
) -> Iterator[Finding]:
    """Shuffles that files show and that are not in the record."""
    for at in sorted({at for one in heard for at in one if at >= place}):
        files = [one[at] for one in heard if at in one]
        lines = [line for file in files for line in file]
        if any(map(dealt_lines, files)):
            said = f"shuffle {at + 1} was made at the table and is not in the record"
            yield Finding(Verdict.NOT_FAIR, said)
        elif any(line["type"] == "open" for line in lines):
            said = f"parts of shuffle {at + 1} were opened, and it is not in the record"
            yield Finding(Verdict.NOT_CHECKED, said)
        for line in lines:
            if line["type"] != "shuffle":
                continue
            if line["version"] != VERSION:
                said = f"shuffle {at + 1} was announced in version {line['version']}"
                yield Finding(Verdict.NOT_CHECKED, said)
            elif promise is not None and line["promise"] != promise:
                said = f"shuffle {at + 1}: at the table another secret was promised"
                yield Finding(Verdict.NOT_FAIR, said)
            elif at == place and head is not None and line["head"] != head:
                said = f"shuffle {at + 1}: at the table the chain had another head"
                yield Finding(Verdict.NOT_FAIR, said)


def judged(
    checked: Callable[[], Held | None], subject: str = "", seats: int | None = None
) -> Finding:
    try:
        held = checked() or Held("")
    except NotFair as fault:
        return Finding(Verdict.NOT_FAIR, f"{subject}{fault}", 0, seats)
    except NotChecked as reason:
        return Finding(Verdict.NOT_CHECKED, f"{subject}{reason}", 0, seats)
    return Finding(Verdict.HOLDS, f"{subject}{held.sentence}", held.parts, seats, held.sealed)


def collected(match: str, messages: list[Message]) -> dict[int, list[Message]]:
    """The lines of one file by shuffle, in their order; none if one is of another match.

    Raises Unreadable.
    """
    found: dict[int, list[Message]] = {}
    for at, line in enumerate(messages):
        where, kind = f"line {at + 1} of what was heard", str(line.get("type"))
        check_form(kind in HEARD, where, "type")
        check_forms(line, {**PLACE, "match": text}, where)
        check_forms(line, {} if kind == "open" else {"version": number}, where)
        if line.get("version", VERSION) == VERSION:
            check_forms(line, HEARD[kind], where)
            if line.get("opening") is True:
                check_forms(line, ASKED, where)
                said = sorted(map(int, line["seals"]))
                check_form(said == sorted(line["sealed"]), where, "sealed")
            for name in ASKED if line.get("opening") is False else ():
                check_form(name not in line, where, name)
        if kind != "ledger":
            found.setdefault(line["number"], []).append(line)
    return found if all(line["match"] == match for line in messages) else {}


def counted(messages: list[Message]) -> Iterator[str]:
    """The counts that one browser kept of the whole table, where they are worth a look."""
    for line in messages:
        if line["type"] == "ledger" and line["version"] == VERSION:
            for name, said in (("gaps", "gaps"), ("dropped", "matches without their deal")):
                if line[name]:
                    yield f"this browser counted at the table: {said}: {line[name]}"


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


def last_line(findings: list[Finding]) -> str:
    found = verdict(findings)
    if found is not Verdict.HOLDS:
        return LAST[found]
    sealed = any(one.sealed for one in findings)
    played = any(one.played for one in findings)
    return (SEALED if sealed else LAST[found]) + ("" if played else NOT_PLAYED)


LAST = {
    Verdict.HOLDS: "FAIR: every order of cards follows from a promise, from decks and from parts.",
    Verdict.NOT_FAIR: "NOT FAIR: something does not fit.",
    Verdict.NOT_CHECKED: "NOT CHECKED: nothing false was found, but something was not shown.",
}
SEALED = (
    "FAIR: every card that was opened follows from a promise, from decks and from parts. "
    "The cards that stay sealed were not checked."
)
NOT_PLAYED = " Cards that were played were not compared with what was dealt."
PREFIX = {Verdict.HOLDS: "", Verdict.NOT_FAIR: "NOT FAIR: ", Verdict.NOT_CHECKED: "NOT CHECKED: "}


def once(pairs: list[tuple[str, Any]]) -> Message:
    found = dict(pairs)
    if len(found) < len(pairs):
        raise ValueError("a name is there twice")
    return found


def no_number(word: str) -> float:
    """NaN and Infinity are no JSON. Raises ValueError."""
    raise ValueError(f"{word} is no number")


def read(path: str) -> list[Message]:
    """The objects in a file of JSON lines. Raises Unreadable."""
    found: list[Message] = []
    at = 0
    try:
        whole = sys.stdin.read() if path == "-" else Path(path).read_text(encoding="utf-8")
        for line in whole.split("\n"):
            at += 1
            if line.strip():
                found.append(json.loads(line, object_pairs_hook=once, parse_constant=no_number))
                need(isinstance(found[-1], dict), "no object", ValueError)
                canonical(found[-1])
    except (OSError, ValueError, RecursionError) as error:
        raise Unreadable(f"{path}, line {at}: {error}" if at else f"{path}: {error}") from error
    return found


# -- what a server serves to anybody

PAGES = ("/", "/fair", "/login", "/rules")
VISITS = ({}, {"User-Agent": "Mozilla/5.0", "Accept": "*/*", "Accept-Encoding": "gzip"})
"""The headers of a program's visit, and of one like a browser's."""
BUILD = re.compile(r' nonce="[^"]*"|\?v=[0-9a-f]{12}|(?<=/~)[0-9a-f]{12}|(?<=build=")[0-9a-f]{12}')
"""Text of a page that is another at each visit, and in each build of a release."""
DATA = {"application/json", "importmap"}
"""The types of scripts in a page that run nothing."""


def plain(page: bytes) -> str:
    return BUILD.sub("", page.decode(errors="replace"))


class PageParts(HTMLParser):
    """The addresses of all that a page loads to run, and whatever else in it could run."""

    def __init__(self, page: str) -> None:
        super().__init__()
        self.loaded: list[str] = []
        self.other: list[str] = []
        self._map: list[str] | None = None
        """The text of the import map that is being read."""
        self.feed(page)
        self.close()

    @property
    def found(self) -> list[str]:
        return [*self.loaded, *self.other]

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        given = {name: value or "" for name, value in attrs}
        self.other += [f"<{tag} {name}=…>" for name in given if name.startswith("on")]
        if any(re.match(r"\s*javascript:", value, re.IGNORECASE) for value in given.values()):
            self.other.append(f"<{tag}> with an address that runs")
        if tag in ("base", "embed", "iframe", "object") or "http-equiv" in given:
            self.other.append(f"<{tag}>")
        if tag == "script" and "src" in given:
            self.loaded.append(given["src"])
        elif tag == "script" and given.get("type") not in DATA:
            self.other.append("<script> with text of its own")
        elif tag == "script" and given["type"] == "importmap":
            self._map = []
        elif tag == "link" and given.get("rel") in ("stylesheet", "modulepreload"):
            self.loaded.append(given.get("href", ""))

    def handle_data(self, data: str) -> None:
        if self._map is not None:
            self._map.append(data)

    def handle_endtag(self, tag: str) -> None:
        if self._map is not None:
            told = json.loads("".join(self._map))
            self.loaded += told.pop("imports", {}).values()
            self.other += [f"an import map with {name}" for name in told]
            self._map = None


class Server:
    """One server, visited twice.

    `faults`: what does not fit; `fitting`: the releases that each file and page is of.
    """

    def __init__(self, url: str, lists: list[Message]) -> None:
        self.url, self.lists = url, lists
        self.faults: list[str] = []
        self.fitting: dict[str, set[str]] = {}
        self._met: dict[str, bytes | None] = {}
        here = urlsplit(url)
        need(here.scheme in ("http", "https"), "the address begins with http", Unreadable)
        kind = HTTPSConnection if here.scheme == "https" else HTTPConnection
        self.visits = [(kind(here.netloc, timeout=60), headers) for headers in VISITS]

    def check(self) -> None:
        here = urlsplit(self.url)
        own = here.path + ("?" + here.query if here.query else "")
        builds, loaded = {""}, set[str]()
        for address in dict.fromkeys((*PAGES, own or "/")):
            page = (self.get(address) or b"").decode(errors="replace")
            need(bool(page), f"{address} is not there", Unreadable)
            parts = PageParts(page)
            self.faults += [f"{address} has {one}" for one in parts.other]
            loaded |= set(parts.loaded)
            builds |= {f"~{one}/" for one in re.findall(r'data-build="([0-9a-f]{12})"', page)}
        listed = {path for one in self.lists for path in one["files"]}
        for address in sorted(loaded):
            self.check_file(address, needed=True)
        for path in sorted(listed):
            for build in sorted(builds) if path.endswith(".js") else [""]:
                self.check_file(f"/static/{build}{path}")
        for address in sorted({page for one in self.lists for page in one["pages"]}):
            content = self.get(address) or b""
            self.compare(address, "pages", content if "." in address else plain(content).encode())

    def check_file(self, address: str, needed: bool = False) -> None:
        """`needed`: a page loads it."""
        split = urlsplit(address)
        path = re.sub("^/static/(~[0-9a-f]{12}/)?", "", split.path)
        if split.netloc or not split.path.startswith("/static/"):
            self.faults.append(f"a page loads {address}, which is none of the server's files")
            return
        content = self.get(address)
        if content is None:
            self.faults += [f"a page loads {address}, which is not there"] * needed
        elif "+" in path:
            folder, _, names = path.removesuffix(".css").rpartition("/")
            each = [f"/static/{folder}/{name}.css" for name in names.split("+")]
            for one in each:
                self.check_file(one, needed)
            if content != b"\n".join(self.get(one) or b"" for one in each):
                self.faults.append(f"{path} is not its parts")
        else:
            self.compare(path, "files", content)

    def compare(self, name: str, kind: str, content: bytes) -> None:
        found = sha256(content).hexdigest()
        fits = {one["release"] for one in self.lists if found in one[kind].get(name, ())}
        if not fits:
            self.faults.append(f"{name} is of none of these releases")
        self.fitting[name] = self.fitting.get(name, fits) & fits

    def get(self, address: str) -> bytes | None:
        """The content at that address; None: there is none. Raises Unreadable without an answer."""
        if address not in self._met:
            first, second = (self.visit(address, *how) for how in self.visits)
            if self.fixed(address, first) != self.fixed(address, second):
                self.faults.append(f"{address} was another at the second visit")
            self._met[address] = first
        return self._met[address]

    def fixed(self, address: str, content: bytes | None) -> object:
        """The part of it that has to be the same at every visit."""
        if content is None or urlsplit(address).path.endswith((".js", ".css")):
            return content
        page = plain(content)
        return page if any(address in one["pages"] for one in self.lists) else PageParts(page).found

    def visit(self, address: str, line: HTTPConnection, headers: Mapping[str, str]) -> bytes | None:
        try:
            for last in (False, True):
                try:
                    line.request("GET", address, headers=dict(headers))
                    answer = line.getresponse()
                    content = answer.read()
                    break
                except ConnectionError:  # the server ended an idle connection
                    line.close()
                    if last:
                        raise
            if answer.status != 200:
                return None
            zipped = answer.headers.get("Content-Encoding") == "gzip"
            return gzip.decompress(content) if zipped else content
        except (OSError, HTTPException) as error:
            raise Unreadable(f"{address}: {error}") from error


def check_server(url: str, paths: list[str]) -> int:
    """Prints what differs; the status of the program."""
    try:
        lists = [json.loads(Path(path).read_text(encoding="utf-8")) for path in paths]
        for path, one in zip(paths, lists, strict=True):
            check_forms(one, RELEASE, path)
        server = Server(url, lists)
        try:
            server.check()
        finally:
            for line, _ in server.visits:
                line.close()
    except (OSError, ValueError, TypeError, Unreadable) as error:
        print(f"NOT READ: {error}")
        return 2
    names = Counter(name for fits in server.fitting.values() for name in fits)
    best = names.most_common(1)[0][0] if names else ""
    others = [
        f"{name} is of release {' and '.join(sorted(fits))}, not of {best}"
        for name, fits in server.fitting.items()
        if fits and best not in fits
    ]
    for fault in dict.fromkeys([*server.faults, *others]):
        print(f"DIFFERS: {fault}")
    if server.faults or others:
        print(f"DIFFERS: not all that this server serves to anybody is of release {best or '?'}.")
        return 1
    print(f"FITS: {len(server.fitting)} files and pages are of release {best}.", ONE_VISITOR)
    return 0


ONE_VISITOR = "This says nothing of a page that is made for one visitor alone."
RELEASE = {
    "release": text,
    "files": lambda value: (
        isinstance(value, dict) and all(map(listed(hexadecimal), value.values()))
    ),
    "pages": lambda value: isinstance(value, dict) and all(map(hexadecimal, value.values())),
}


def main() -> int:
    if sys.argv[1:2] == ["house"]:
        words = argparse.ArgumentParser(prog="verify.py house", description="Compares a server.")
        words.add_argument("url", help="the address of the server, or of any of its pages")
        words.add_argument("list", nargs="+", help="the list of hashes that a release carries")
        told = words.parse_args(sys.argv[2:])
        return check_server(told.url, told.list)
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
    for said in (said for file in files for said in counted(file)):
        print(said)
    print(summary(findings), last_line(findings), sep="\n")
    return verdict(findings).value


if __name__ == "__main__":
    sys.exit(main())
