"""Records that do not fit what was promised or opened, for tests of examples/verify.py."""

from hashlib import sha256

from app.fair import shuffle
from tests.fair.altered_records import Export
from tests.fair.sample_records import shown


def exchanged_seal(lines: Export, heard: Export) -> None:
    """Another seat's part was exchanged after this browser had opened its own."""
    for one in heard:
        if "seals" in one:
            one["seals"] = one["seals"] | {"3": "0" * 64}


def own_part_missing(lines: Export, heard: Export) -> None:
    heard[1]["entropy"] = "ab" * 32


def proof_taken_away(lines: Export, heard: Export) -> None:
    del lines[1]["entry"]["proof"]


def other_attempt_dealt(lines: Export, heard: Export) -> None:
    next(one for one in heard if one["type"] == "dealt")["attempt"] += 1


def other_cards_named(lines: Export, heard: Export) -> None:
    n = lines[0]["shuffles"][0]["n"]
    deal = next(one for one in heard if one["type"] == "dealt")
    deal["things"] = [f"card {at}" for at in range(n)]


def other_card_opened(lines: Export, heard: Export) -> None:
    order = lines[1]["entry"]["order"]
    deal = next(one for one in heard if one["type"] == "dealt")
    deal["cards"] = [{"position": 0, "thing": order[0] + 1, "card": "SK"}]


def other_card_named(lines: Export, heard: Export) -> None:
    told, order = shown(lines)[1], lines[1]["entry"]["order"]
    told["things"] = [f"card {at}" for at in range(told["n"])]
    deal = next(one for one in heard if one["type"] == "dealt")
    deal["cards"] = [{"position": 0, "thing": order[0], "card": "SK"}]


def other_secret(lines: Export, heard: Export) -> None:
    shown(lines)[1]["secret"] = "0" * 64


def two_versions(lines: Export, heard: Export) -> None:
    shown(lines)[1]["version"] += 1


def revealed_otherwise(lines: Export, heard: Export) -> None:
    shown(lines)[1]["refused"] = [2, 3]


def other_length(lines: Export, heard: Export) -> None:
    shown(lines)[1]["n"] += 1


def list_of_other_length(lines: Export, heard: Export) -> None:
    shown(lines)[1]["things"] = ["SK"] * (shown(lines)[1]["n"] + 1)


def unknown_seat(lines: Export, heard: Export) -> None:
    with_part(lines, 4)


def seat_of_a_bot(lines: Export, heard: Export) -> None:
    seat = int(next(iter(shown(lines)[0]["seals"])))
    lines[0]["places"] = [{"seat": seat, "name": "Dora", "bot": "sharp"}]


def seat_that_left(lines: Export, heard: Export) -> None:
    seat = int(next(iter(shown(lines)[0]["seals"])))
    left = {"type": "reseated", "left": [seat], "joined": 0}
    lines.insert(1, {"ply": 0, "at": 1, "entry": left, "hash": None})
    for ply, line in enumerate(lines[1:]):
        line["ply"] = ply
    for told in lines[0]["shuffles"]:
        told["ply"] += 1


def more_attempts_than_named(lines: Export, heard: Export) -> None:
    for one in shown(lines):
        one["refused"] = [3]
    move_attempt(lines, 2)


def named_twice(lines: Export, heard: Export) -> None:
    for one in shown(lines):
        one["refused"] = [3, 3]
    move_attempt(lines, 2)


def refused_with_a_part(lines: Export, heard: Export) -> None:
    seat = int(next(iter(shown(lines)[0]["seals"])))
    for one in shown(lines):
        one["refused"] = [seat]
    move_attempt(lines, 1)


def other_number(lines: Export, heard: Export) -> None:
    for one in shown(lines):
        one["number"] = 5


def revealed_twice(lines: Export, heard: Export) -> None:
    lines[0]["shuffles"].append(lines[0]["shuffles"][0])


def revealed_elsewhere(lines: Export, heard: Export) -> None:
    lines[0]["shuffles"].append({**lines[0]["shuffles"][0], "ply": 9})


def card_twice(lines: Export, heard: Export) -> None:
    lines[2]["entry"]["order"][0] = lines[2]["entry"]["order"][-1]


def part_of_capitals(lines: Export, heard: Export) -> None:
    for one in shown(lines):
        one["openings"] = {seat: part.upper() for seat, part in one["openings"].items()}


def seat_with_a_zero(lines: Export, heard: Export) -> None:
    for one in shown(lines):
        for field in ("seals", "openings"):
            one[field] = {f"0{seat}": part for seat, part in one[field].items()}


def secret_of_other_form(lines: Export, heard: Export) -> None:
    shown(lines)[1]["secret"] = "no"


def seals_of_other_form(lines: Export, heard: Export) -> None:
    shown(lines)[0]["seals"] = []


def attempt_true(lines: Export, heard: Export) -> None:
    for one in shown(lines):
        one["attempt"] = True


def with_part(lines: Export, seat: int) -> None:
    """Gives a seat a part with a fitting seal."""
    for one in shown(lines):
        part = sha256(b"a part").digest()
        one["openings"][str(seat)] = part.hex()
        one["seals"][str(seat)] = shuffle.seal("m", one["number"], one["attempt"], seat, part)


def move_attempt(lines: Export, attempt: int) -> None:
    """Makes seals of the shuffle fit another attempt."""
    for one in shown(lines):
        one["attempt"] = attempt
        one["seals"] = {
            seat: shuffle.seal("m", 0, attempt, int(seat), bytes.fromhex(part))
            for seat, part in one["openings"].items()
        }


FAULTS = [
    (exchanged_seal, "other parts were used than had been sealed when one was opened"),
    (own_part_missing, "a part that was opened at the table is not in it"),
    (proof_taken_away, "at the table it had a proof, and the record has none"),
    (other_attempt_dealt, "the record and the table differ: attempt"),
    (other_cards_named, "the record and the table differ: things"),
    (other_card_opened, "a card that was opened then lay elsewhere"),
    (other_card_named, "a card that was opened then was another"),
    (other_secret, "another secret was revealed than had been promised"),
    (two_versions, "record and reveal are of two versions"),
    (revealed_otherwise, "the record and what was revealed differ: refused"),
    (other_length, "were revealed"),
    (list_of_other_length, "the list of its cards has another length"),
    (unknown_seat, "seat 5 is none of those that played then"),
    (seat_of_a_bot, "was a bot's, and bots have no part in shuffles"),
    (seat_that_left, "is none of those that played then"),
    (more_attempts_than_named, "attempt 3 was dealt, and 1 seats were named for refusing"),
    (named_twice, "a seat is named twice for refusing"),
    (refused_with_a_part, "is said to have refused, and has a part"),
    (other_number, "it is said to be shuffle 6"),
    (revealed_twice, "shuffles were revealed that are not in the record"),
    (revealed_elsewhere, "shuffles were revealed that are not in the record"),
    (card_twice, "its order does not hold every card once"),
    (part_of_capitals, "openings has a wrong form"),
    (seat_with_a_zero, "seals has a wrong form"),
    (secret_of_other_form, "what was revealed: secret has a wrong form"),
    (seals_of_other_form, "the record: seals has a wrong form"),
    (attempt_true, "attempt has a wrong form"),
]
