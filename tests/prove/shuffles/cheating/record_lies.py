"""Attacks at the end: the record, its receipt and what is revealed are changed."""

from typing import Any, Final

from tests.prove.shuffles.cheating.attack import (
    AS_A_GAP,
    AT_THE_END,
    HOLDS,
    NOT_CHECKED,
    ONLY_VERIFIER,
    add,
    attack,
)
from tests.prove.shuffles.cheating.pages import Json
from tests.prove.shuffles.cheating.scenes import (
    bob_turned_away_after_a_crash,
    comes_back_at_the_end,
    silent_cat,
    stopped,
    whole_match,
)
from tests.prove.shuffles.cheating.stage import Window

OTHER: Final = "5" * 64


def last_shuffle(lines: list[Json]) -> tuple[Json, Json]:
    """The reveal and the entry of the second shuffle."""
    told = lines[0]["shuffles"]["shuffles"][1]
    entry = next(one["entry"] for one in lines[1:] if one["ply"] == told["ply"])
    return told, entry


def other_order(window: Window | None, lines: list[Json]) -> None:
    for one in last_shuffle(lines):
        one["order"].reverse()


def other_secret(window: Window | None, lines: list[Json]) -> None:
    lines[0]["shuffles"]["secret"] = OTHER


def other_promise_at_the_end(window: Window | None, lines: list[Json]) -> None:
    lines[0]["shuffles"]["promise"] = OTHER


def part_exchanged_in_the_record(window: Window | None, lines: list[Json]) -> None:
    told, entry = last_shuffle(lines)
    told["openings"]["1"] = entry["proof"]["openings"]["1"] = OTHER


def shuffle_left_out(window: Window | None, lines: list[Json]) -> None:
    told, entry = last_shuffle(lines)
    lines[0]["shuffles"]["shuffles"].remove(told)
    del entry["proof"]


def another_was_named(window: Window | None, lines: list[Json]) -> None:
    told, entry = last_shuffle(lines)
    told["refused"] = entry["proof"]["refused"] = [2]


def played_card_changed(window: Window | None, lines: list[Json]) -> None:
    """With all hashes made anew."""
    moves = [one["entry"]["move"] for one in lines[1:] if one["entry"]["type"] == "played"]
    moves[0]["card"] += 1


ORDER: Final = "The order of the cards does not follow from the opened parts"
add("other_order", "order in the record", AT_THE_END, ORDER, reveal=other_order)
add("other_secret", "secret", AT_THE_END,
    "The secret that the server revealed is not the one it had promised.",
    reveal=other_secret)  # fmt: skip
add("other_promise_at_the_end", "secret", AT_THE_END,
    "The server changed its promise for this match.",
    reveal=other_promise_at_the_end)  # fmt: skip
add("part_exchanged_in_the_record", "record", AT_THE_END,
    "Seat 2 opened a different part than it had sealed.",
    reveal=part_exchanged_in_the_record)  # fmt: skip
add("shuffle_left_out", "record", AT_THE_END,
    "A deal that was made at the table is missing from the record.",
    reveal=shuffle_left_out)  # fmt: skip
add("another_was_named", "record", AT_THE_END, "The record does not fit what was asked.",
    reveal=another_was_named)  # fmt: skip
add("played_card_changed", "entries", ONLY_VERIFIER, "receipt",
    reveal=played_card_changed)  # fmt: skip


@attack("receipt", ONLY_VERIFIER, "receipt")
def false_receipt(window: Window, message: Json) -> Any:
    """The receipt at the table does not stand for the record."""
    if message["type"] == "frame" and message.get("receipt"):
        message["receipt"] = OTHER
        return True
    return False


@attack("receipt changed", AT_THE_END,
        "The receipt of the match is another than the one that was shown",
        play=comes_back_at_the_end, verdict=HOLDS)  # fmt: skip
def receipt_changed_later(window: Window, message: Json) -> Any:
    if message["type"] == "frame" and message.get("receipt") and window.receipt:
        message["receipt"] = OTHER
        return True
    return False


# -- told as what they are


def keeps_the_secret(window: Window | None, lines: list[Json]) -> None:
    """The rules let every card be known, and the secret stays sealed all the same."""
    lines[0]["shuffles"]["secret"] = None


add("secret_kept", "secret kept", AS_A_GAP,
    "The decks stay secret for good, so not every place was checked.",
    reveal=keeps_the_secret, verdict=HOLDS)  # fmt: skip


def drops_bobs_seal(window: Window, command: Json) -> Any:
    """As if the connection had been lost."""
    if window.name == "Bob" and command["type"] in {"seal", "join-shuffles"}:
        return []
    return False


def refuses_bobs_part(window: Window, command: Json) -> Any:
    """Bob is told that he came too late, and is named."""
    if window.name == "Bob" and command["type"] == "open":
        return []
    return False


def takes_no_part(window: Window, command: Json) -> Any:
    if command["type"] in {"seal", "join-shuffles"}:
        return []
    return False


add("honest_part_dropped_before_it_was_asked_for", "part lost", AS_A_GAP,
    "Your browser did not help shuffle.", take=drops_bobs_seal, verdict=HOLDS)  # fmt: skip
add("honest_part_refused", "refused", AS_A_GAP,
    "Your browser answered too late to help shuffle.", take=refuses_bobs_part,
    verdict=NOT_CHECKED)  # fmt: skip
add("nobody_has_a_part", "no part", AS_A_GAP, "Your browser did not help shuffle.",
    take=takes_no_part, verdict=NOT_CHECKED)  # fmt: skip
add("feigned_crash", "crash", AS_A_GAP, "Your browser answered too late to help shuffle.",
    play=bob_turned_away_after_a_crash, twin=whole_match, verdict=NOT_CHECKED)  # fmt: skip
add("match_stopped", "stop", AS_A_GAP, "The match was stopped.", play=stopped,
    twin=whole_match, verdict=NOT_CHECKED)  # fmt: skip
add("colluding_player_does_not_open", "collusion", AS_A_GAP,
    "Your browser answered too late to help shuffle.", play=silent_cat, twin=whole_match,
    verdict=NOT_CHECKED)  # fmt: skip
