"""The record of a made-up match as the server exports it, and every way of lying in one."""

import json
from collections.abc import Callable, Mapping
from hashlib import sha256
from random import Random
from typing import Any, Final

from app.fair import VERSION, shuffle
from app.fair.tree import Tree
from app.rules import chain

Export = list[dict[str, Any]]
Lie = Callable[[Export, list[dict[str, Any]], Random], None]


def export(
    match: str, chance: Random, shuffles: int = 2, least: int = 0
) -> tuple[Export, list[dict[str, Any]]]:
    """The exported lines of a match of nothing but shuffles, and what one browser kept of it.

    Each shuffle has the parts of `least` seats or more. The browser is the first seat's of those.
    """
    setup = {"seats": 4, "options": {}, "ranked": False}
    whole, told, heard, entries = chance.randbytes(32), [], [], []
    for number in range(shuffles):
        refused = [3] if chance.random() < 0.3 else []
        attempt, n = len(refused), chance.randrange(1, 97)
        secret = shuffle.secret_of(whole, match, number, attempt)
        openings = {
            seat: chance.randbytes(32)
            for seat in sorted(chance.sample(range(3), chance.randrange(least, 4)))
        }
        order = shuffle.order(shuffle.seed(match, number, attempt, secret, openings), n)
        proof = {
            "version": VERSION,
            "number": number,
            "attempt": attempt,
            "seals": {
                str(seat): shuffle.seal(match, number, attempt, seat, one)
                for seat, one in openings.items()
            },
            "openings": {str(seat): one.hex() for seat, one in openings.items()},
            "refused": refused,
        }
        opened = {
            "commitment": shuffle.commitment(match, number, attempt, secret),
            "root": Tree(secret, order).root,
        }
        told.append(
            {
                "ply": number,
                **proof,
                "n": n,
                **opened,
                "things": [],
                "secret": secret.hex(),
                "order": None,
            }
        )
        place = {"match": match, "number": number, "attempt": attempt}
        asked = {"opening": True, "seals": proof["seals"]} if openings else {}
        heard.append({"type": "shuffle", **place, "commitment": opened["commitment"], **asked})
        if openings:
            mine = openings[min(openings)].hex()
            heard.append({"type": "open", **place, "entropy": mine})
        heard.append({"type": "dealt", **place, **opened})
        entries.append({"type": "shuffled", "order": list(order), "proof": proof})
    lines: Export = [
        {
            "match": match,
            "game": "made-up",
            "rules_version": 1,
            "setup": setup,
            "state": "finished",
            "places": [],
            "receipt": None,
            "shuffles": told,
        }
    ]
    lines += [
        {"ply": ply, "at": 1000 + ply, "entry": entry, "hash": None}
        for ply, entry in enumerate(entries)
    ]
    chained(lines)
    return lines, heard


def chained(lines: Export) -> None:
    """Recomputes the entries' hashes, which a forger can do too."""
    head, last = lines[0], b""
    last = chain.initial_hash(head["match"], head["game"], head["rules_version"], head["setup"])
    for line in lines[1:]:
        last = chain.entry_hash(last, head["match"], line["ply"], line["at"], line["entry"])
        line["hash"] = last.hex()
    head["receipt"] = last.hex()


# -- lies; the hashes are made to fit again after each


def two_cards_exchanged(lines: Export, heard: list[dict[str, Any]], chance: Random) -> None:
    """The order in the record is another than the one that follows."""
    order = _some(lines, chance, cards=2)[1]["order"]
    first, second = chance.sample(range(len(order)), 2)
    order[first], order[second] = order[second], order[first]


def secret_chosen_later(lines: Export, heard: list[dict[str, Any]], chance: Random) -> None:
    """The server reveals a secret that gives the deal it wanted, with a fitting commitment."""
    told, entry = _some(lines, chance)
    match, number, attempt = lines[0]["match"], told["number"], told["attempt"]
    secret = sha256(told["secret"].encode()).digest()
    openings = {int(seat): bytes.fromhex(one) for seat, one in told["openings"].items()}
    entry["order"] = list(
        shuffle.order(shuffle.seed(match, number, attempt, secret, openings), told["n"])
    )
    told |= {
        "secret": secret.hex(),
        "commitment": shuffle.commitment(match, number, attempt, secret),
        "root": Tree(secret, entry["order"]).root,
    }


def opening_ignored(lines: Export, heard: list[dict[str, Any]], chance: Random) -> None:
    """The order leaves out the seats' parts, although the record claims to include them."""
    told, entry = _some(lines, chance, parts=1, cards=12)
    secret = bytes.fromhex(told["secret"])
    entry["order"] = list(
        shuffle.order(
            shuffle.seed(lines[0]["match"], told["number"], told["attempt"], secret, {}), told["n"]
        )
    )
    told["root"] = Tree(secret, entry["order"]).root
    _agree(heard, told)


def opening_exchanged(lines: Export, heard: list[dict[str, Any]], chance: Random) -> None:
    """A part of the server's own choice is used instead of what a seat had sealed."""
    told, entry = _some(lines, chance, parts=1)
    seat = chance.choice(sorted(told["openings"]))
    told["openings"][seat] = entry["proof"]["openings"][seat] = "ab" * 32
    secret = bytes.fromhex(told["secret"])
    openings = {int(seat): bytes.fromhex(one) for seat, one in told["openings"].items()}
    entry["order"] = list(
        shuffle.order(
            shuffle.seed(lines[0]["match"], told["number"], told["attempt"], secret, openings),
            told["n"],
        )
    )
    told["root"] = Tree(secret, entry["order"]).root
    _agree(heard, told)


def leaf_that_lies(lines: Export, heard: list[dict[str, Any]], chance: Random) -> None:
    """Another order was sealed under the root than was dealt."""
    told, entry = _some(lines, chance, cards=2)
    other = entry["order"][1:] + entry["order"][:1]
    told["root"] = Tree(bytes.fromhex(told["secret"]), other).root
    _agree(heard, told)


def refused_seat_not_named(lines: Export, heard: list[dict[str, Any]], chance: Random) -> None:
    """A seat that sealed is left out, and nobody is told."""
    told, entry = _some(lines, chance, parts=1)
    seat = chance.choice(sorted(told["openings"]))
    del told["openings"][seat], entry["proof"]["openings"][seat]
    secret = bytes.fromhex(told["secret"])
    openings = {int(seat): bytes.fromhex(one) for seat, one in told["openings"].items()}
    entry["order"] = list(
        shuffle.order(
            shuffle.seed(lines[0]["match"], told["number"], told["attempt"], secret, openings),
            told["n"],
        )
    )
    told["root"] = Tree(secret, entry["order"]).root
    _agree(heard, told)


def attempt_without_a_reason(lines: Export, heard: list[dict[str, Any]], chance: Random) -> None:
    """The server shuffles again until it likes the deal."""
    told, entry = _some(lines, chance)
    told["attempt"] = entry["proof"]["attempt"] = 7
    told["refused"] = entry["proof"]["refused"] = []
    match, number, secret = lines[0]["match"], told["number"], bytes.fromhex(told["secret"])
    openings = {int(seat): bytes.fromhex(one) for seat, one in told["openings"].items()}
    seals = {str(seat): shuffle.seal(match, number, 7, seat, one) for seat, one in openings.items()}
    told["seals"] = entry["proof"]["seals"] = seals
    entry["order"] = list(
        shuffle.order(shuffle.seed(match, number, 7, secret, openings), told["n"])
    )
    told |= {
        "commitment": shuffle.commitment(match, number, 7, secret),
        "root": Tree(secret, entry["order"]).root,
    }
    _agree(heard, told)
    for notice in heard:
        if notice["number"] == told["number"]:
            notice["attempt"] = 7
            if "seals" in notice:
                notice["seals"] = seals


def shuffle_left_out(lines: Export, heard: list[dict[str, Any]], chance: Random) -> None:
    """A deal that was made at the table is not in the record."""
    del lines[-1]
    del lines[0]["shuffles"][-1]


LIES: Final[Mapping[str, Lie]] = {
    "two-cards-exchanged": two_cards_exchanged,
    "secret-chosen-later": secret_chosen_later,
    "opening-ignored": opening_ignored,
    "opening-exchanged": opening_exchanged,
    "leaf-that-lies": leaf_that_lies,
    "refused-not-named": refused_seat_not_named,
    "attempt-without-reason": attempt_without_a_reason,
    "shuffle-left-out": shuffle_left_out,
}


def lied(lie: Lie, chance: Random, match: str = "made-up") -> tuple[Export, list[dict[str, Any]]]:
    """A record with this lie in it, and what was told at the table."""
    for _ in range(1000):
        lines, heard = json.loads(json.dumps(export(match, chance, chance.randrange(1, 4))))
        try:
            lie(lines, heard, chance)
        except Unfit:
            continue
        chained(lines)
        return lines, heard
    raise AssertionError("no record in which this can be lied about")


class Unfit(Exception):
    """No shuffle of the record serves for the lie."""


def _some(
    lines: Export, chance: Random, parts: int = 0, cards: int = 1
) -> tuple[dict[str, Any], dict[str, Any]]:
    fit = [
        told
        for told in lines[0]["shuffles"]
        if len(told["openings"]) >= parts and told["n"] >= cards
    ]
    if not fit:
        raise Unfit
    told = chance.choice(fit)
    return told, lines[1 + told["ply"]]["entry"]


def _agree(heard: list[dict[str, Any]], told: dict[str, Any]) -> None:
    """The lie was told at the table already."""
    for notice in heard:
        if notice["number"] == told["number"] and notice["type"] != "open":
            notice |= {"root": told["root"], "commitment": told["commitment"]}
