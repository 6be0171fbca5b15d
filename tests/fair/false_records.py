"""Records that do not fit what was promised or opened, for tests of examples/verify.py."""

from collections.abc import Callable
from hashlib import sha256
from typing import Any

from app.fair import parts
from tests.fair.sample_records import entry, line, shown
from tests.fair.sample_table import Lines

Fault = Callable[[Lines, Lines], None]


def of_record(name: str, value: Any, number: int = 0) -> Fault:
    """A field of the proof and of what was revealed."""

    def changed(lines: Lines, heard: Lines) -> None:
        for one in shown(lines, number):
            one[name] = value

    changed.__name__ = f"{name}_of_record"
    return changed


def revealed(name: str, value: Any, number: int = 0) -> Fault:
    def changed(lines: Lines, heard: Lines) -> None:
        shown(lines, number)[1][name] = value

    changed.__name__ = f"{name}_revealed"
    return changed


def heard_in(kind: str, name: str, value: Any, number: int = 0) -> Fault:
    def changed(lines: Lines, heard: Lines) -> None:
        line(heard, kind, number)[name] = value

    changed.__name__ = f"{name}_in_{kind}"
    return changed


def card_in(kind: str, name: str, value: Any, number: int = 0) -> Fault:
    """The first card of a message."""

    def changed(lines: Lines, heard: Lines) -> None:
        line(heard, kind, number)["cards"][0][name] = value

    changed.__name__ = f"card_{name}_in_{kind}"
    return changed


# -- the record


def seat_barred_for_nothing(lines: Lines, heard: Lines) -> None:
    entry(lines)["proof"]["barred"] = [0]


def proof_taken_away(lines: Lines, heard: Lines) -> None:
    del entry(lines)["proof"]


def other_secret(lines: Lines, heard: Lines) -> None:
    lines[0]["shuffles"]["secret"] = "0" * 64


def other_match_revealed(lines: Lines, heard: Lines) -> None:
    lines[0]["shuffles"]["game"] = "another"


def unknown_seat(lines: Lines, heard: Lines) -> None:
    for one in shown(lines):
        part = sha256(b"a part").digest()
        one["openings"]["4"] = part.hex()
        one["seals"]["4"] = parts.seal("m", 0, 0, 4, part)


def seat_that_left(lines: Lines, heard: Lines) -> None:
    left = {"type": "reseated", "left": [0], "joined": 0}
    lines.insert(1, {"ply": 0, "at": 1, "entry": left, "hash": None})
    for ply, one in enumerate(lines[1:]):
        one["ply"] = ply
    for told in lines[0]["shuffles"]["shuffles"]:
        told["ply"] += 1


def named_twice(lines: Lines, heard: Lines) -> None:
    for one in shown(lines, 1):
        one["refused"] = [3, 3]


def refused_with_a_part(lines: Lines, heard: Lines) -> None:
    for one in shown(lines, 1):
        one["refused"] = [0]


def revealed_twice(lines: Lines, heard: Lines) -> None:
    shuffles = lines[0]["shuffles"]["shuffles"]
    shuffles.append(shuffles[0])


def revealed_elsewhere(lines: Lines, heard: Lines) -> None:
    shuffles = lines[0]["shuffles"]["shuffles"]
    shuffles.append({**shuffles[0], "ply": 999})


def card_twice(lines: Lines, heard: Lines) -> None:
    for order in (entry(lines)["order"], shown(lines)[1]["order"]):
        order[0] = order[-1]


def plan_of_other_length(lines: Lines, heard: Lines) -> None:
    shown(lines)[1]["plan"] += " -"


def plan_of_other_words(lines: Lines, heard: Lines) -> None:
    told = shown(lines)[1]
    told["plan"] = told["plan"].replace("*", "!")


def plan_for_nobody(lines: Lines, heard: Lines) -> None:
    told = shown(lines)[1]
    told["plan"] = told["plan"].replace("3", "4")


def codes_of_other_length(lines: Lines, heard: Lines) -> None:
    shown(lines)[1]["codes"] += " 2H"


def hidden_codes_exchanged(lines: Lines, heard: Lines) -> None:
    told = shown(lines, 1)[1]
    told["codes"] = " ".join(reversed(told["codes"].split(" ")))


def roots_exchanged(lines: Lines, heard: Lines) -> None:
    shown(lines)[1]["roots"].reverse()


def played_by_another(lines: Lines, heard: Lines) -> None:
    """The cards of seat 0 are played by seat 1."""
    for one in lines[1:]:
        if one["entry"].get("seat") == 0:
            one["entry"]["seat"] = 1


# -- what was heard


def first_asked(number: int = 1, **values: Any) -> Fault:
    """The decks of an attempt before the last one."""

    def changed(lines: Lines, heard: Lines) -> None:
        asked = next(one for one in heard if one["number"] == number and one.get("opening"))
        asked["decks"] |= values

    changed.__name__ = "_".join(["first_asked", *values])
    return changed


def other_version_of_record(lines: Lines, heard: Lines) -> None:
    for one in shown(lines, 2):
        one["version"] = 4


def earlier_attempt_named_all(lines: Lines, heard: Lines) -> None:
    next(one for one in heard if one["number"] == 1)["refused"] = [3]


def card_without_its_code(lines: Lines, heard: Lines) -> None:
    card = line(heard, "cards-opened", 1)["cards"][0]
    del card["code"], card["name_salt"]


def card_with_a_code(lines: Lines, heard: Lines) -> None:
    line(heard, "dealt")["cards"][0] |= {"code": "2H", "name_salt": "0" * 32}


def exchanged_seal(lines: Lines, heard: Lines) -> None:
    """Another seat's part was exchanged after this browser had opened its own."""
    line(heard, "asked")["seals"]["1"] = "0" * 64


def answered_otherwise(lines: Lines, heard: Lines) -> None:
    line(heard, "dealt")["asks"]["1"] = "0" * 64


def answered_without_a_part(lines: Lines, heard: Lines) -> None:
    deal = line(heard, "dealt")
    deal["asks"]["3"] = deal["asks"]["0"]


def other_decks_in_an_attempt(lines: Lines, heard: Lines) -> None:
    """Roots are exchanged between two attempts at one shuffle."""
    asked = next(one for one in heard if one["number"] == 1 and one.get("opening"))
    asked["decks"]["roots"].reverse()


def other_card_shown_later(lines: Lines, heard: Lines) -> None:
    cards = line(heard, "cards-opened", 1)["cards"]
    cards[0]["position"], cards[1]["position"] = cards[1]["position"], cards[0]["position"]


def card_shown_twice(lines: Lines, heard: Lines) -> None:
    cards = line(heard, "dealt")["cards"]
    cards.append(cards[0])


def sealed_by_nobody(lines: Lines, heard: Lines) -> None:
    heard[0]["sealed"] = [4]


def further_attempt(lines: Lines, heard: Lines) -> None:
    heard.append({**line(heard, "asked"), "attempt": 1, "refused": [1]})


def further_shuffle(lines: Lines, heard: Lines) -> None:
    heard.append({**line(heard, "dealt", 2), "number": 3})


def announced_with_another_promise(lines: Lines, heard: Lines) -> None:
    heard.append({**heard[0], "number": 3, "promise": "0" * 64})


def announced_with_another_head(lines: Lines, heard: Lines) -> None:
    heard.append({**heard[0], "number": 3})


FAULTS: list[tuple[Fault, str]] = [
    (proof_taken_away, "at the table it had a proof"),
    (other_secret, "another secret was revealed than had been promised"),
    (other_match_revealed, "the shuffles that were revealed are of another match"),
    (first_asked(plan="-"), "at the table a plan had another length"),
    (first_asked(codes="2H"), "at the table the list of codes had another length"),
    (first_asked(n=1, plan="-"), "at the table there were other decks than were promised"),
    (other_version_of_record, "at the table it was of version 3"),
    (earlier_attempt_named_all, "at the table others were named for refusing"),
    (card_without_its_code, "a card was opened without its code, or with one"),
    (card_with_a_code, "a card was opened without its code, or with one"),
    (sealed_by_nobody, "seat 5 is none of those that played then"),
    (seat_barred_for_nothing, "other seats are barred than were named twice"),
    (unknown_seat, "seat 5 is none of those that played then"),
    (seat_that_left, "is none of those that played then"),
    (named_twice, "a seat is named twice for refusing"),
    (refused_with_a_part, "is said to have refused, and has a part"),
    (of_record("attempt", 2, 1), "what seat 1 opened is not what it had sealed"),
    (of_record("number", 5), "it is said to be shuffle 6"),
    (of_record("openings", {}), "had a part in it and was left out without a word"),
    (of_record("head", "0" * 64), "its head is not the end of the chain before it"),
    (revealed_twice, "shuffles were revealed that are not in the record"),
    (revealed_elsewhere, "shuffles were revealed that are not in the record"),
    (revealed("version", 4), "two versions"),
    (revealed("refused", [2]), "the record and what was revealed differ: refused"),
    (revealed("n", 3), "were revealed"),
    (revealed("order", [0]), "the record and what was revealed differ: order"),
    (revealed("hidden_codes", True), "its codes are both hidden and open"),
    (revealed("names", None, 1), "its codes are both hidden and open"),
    (revealed("names", "0" * 64, 1), "its codes are not the ones that were sealed"),
    (revealed("ask", "0" * 64), "it was not asked for with what was revealed"),
    (revealed("chosen", 8), "another deck was played than follows from the parts"),
    (card_twice, "its order does not hold every card once"),
    (plan_of_other_length, "its plan has"),
    (plan_of_other_words, "its plan has a word that says nothing"),
    (plan_for_nobody, "its plan names a seat that is none of those that played then"),
    (codes_of_other_length, "the list of its codes has another length"),
    (hidden_codes_exchanged, "its codes are not the ones that were sealed"),
    (roots_exchanged, "it was not asked for with what was revealed"),
    (played_by_another, "which lay in none of its places"),
    (exchanged_seal, "than had been sealed when parts were asked for"),
    (heard_in("shuffle", "promise", "0" * 64), "at the table another secret was promised"),
    (heard_in("shuffle", "head", "0" * 64), "at the table the chain had another head"),
    (heard_in("shuffle", "refused", [2], 1), "the record and the table differ: refused"),
    (heard_in("shuffle", "version", 4), "the record and the table differ: version"),
    (heard_in("open", "entropy", "0" * 64), "a browser opened what it had not sealed"),
    (heard_in("open", "ask", "0" * 64), "a browser answered something else than it was shown"),
    (heard_in("cards-opened", "attempt", 5, 1), "the record and the table differ: attempt"),
    (heard_in("dealt", "attempt", 1), "the record and the table differ: attempt"),
    (heard_in("dealt", "chosen", 8), "the record and the table differ: chosen"),
    (heard_in("dealt", "openings", {}), "the record and the table differ: openings"),
    (heard_in("dealt", "keys", ["0" * 64] * 7), "is not the one that was fixed before"),
    (heard_in("dealt", "nodes", []), "a card was opened that was not sealed"),
    (heard_in("dealt", "names_nodes", ["0" * 64]), "nodes of hidden codes were sent"),
    (heard_in("dealt", "cards", []), "nodes were sent, and no cards"),
    (heard_in("cards-opened", "names_nodes", [], 1), "under another code than was sealed"),
    (card_in("dealt", "position", 999), "a card was opened that is none of this shuffle"),
    (card_in("dealt", "thing", 0), "a card that was opened then lay elsewhere"),
    (card_in("dealt", "salt", "0" * 32), "a card was opened that was not sealed"),
    (card_in("cards-opened", "code", "XX", 1), "a card that was opened then was another"),
    (card_in("cards-opened", "name_salt", "0" * 32, 1), "under another code than was sealed"),
    (answered_otherwise, "seat 2 was shown something else"),
    (answered_without_a_part, "a seat without a part had answered"),
    (other_decks_in_an_attempt, "at the table there were two sets of decks"),
    (other_card_shown_later, "a card that was opened then lay elsewhere"),
    (card_shown_twice, "a card was opened twice at once"),
    (further_attempt, "at the table there was a further attempt"),
    (further_shuffle, "shuffle 4 was made at the table and is not in the record"),
    (announced_with_another_promise, "shuffle 4: at the table another secret was promised"),
    (announced_with_another_head, "shuffle 4: at the table the chain had another head"),
]
