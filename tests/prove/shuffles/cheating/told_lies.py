"""Attacks by what pages are told: each changes the messages of an honest table."""

from collections.abc import Sequence
from functools import partial
from typing import Any, Final

from tests.prove.shuffles.cheating.attack import (
    AT_ONCE,
    HOLDS,
    NOT_CHECKED,
    NOT_READ,
    attack,
)
from tests.prove.shuffles.cheating.pages import Json
from tests.prove.shuffles.cheating.scenes import cat_without_a_part, silent_cat, with_bot
from tests.prove.shuffles.cheating.stage import Window

OTHER: Final = "5" * 64


def is_asked(message: Json, number: int = 1, attempt: int = 0) -> bool:
    """True for the question for parts of the second deal, before it is dealt."""
    return bool(
        message["type"] == "shuffle"
        and (message["number"], message["attempt"]) == (number, attempt)
        and message["opening"]
        and message["due"] is not None
    )


def is_dealt(message: Json, number: int = 1) -> bool:
    return bool(message["type"] == "dealt" and message["number"] == number)


def about(message: Json, number: int = 1) -> bool:
    return bool(message["type"] == "shuffle" and message["number"] == number)


def shows_decks(message: Json) -> bool:
    return about(message) and bool(message["opening"])


on_shuffle, on_decks = partial(attack, when=about), partial(attack, when=shows_decks)
on_ask, on_deal = partial(attack, when=is_asked), partial(attack, when=is_dealt)


# -- what was fixed before


@on_shuffle("promise", AT_ONCE, "The server changed its promise for this match.")
def other_promise(window: Window, message: Json) -> None:
    message["promise"] = OTHER


@on_shuffle("chain", AT_ONCE, "The server changed what was shuffled before.")
def other_chain(window: Window, message: Json) -> None:
    message["head"] = OTHER


@on_decks("codes", AT_ONCE, "The server shuffles other cards than the rules say.")
def twelve_kings(window: Window, message: Json) -> None:
    """The cards are relabelled: each thing is the best card."""
    decks = message["decks"]
    decks["codes"] = " ".join(["12"] * decks["n"])


@on_decks("codes", AT_ONCE, "The server did not say what it shuffles.", verdict=NOT_READ)
def no_cards_named(window: Window, message: Json) -> None:
    message["decks"]["n"] = 0


@on_decks("plan", AT_ONCE, "The server deals to other places than the rules say.")
def other_plan(window: Window, message: Json) -> None:
    """The first places go to seat 1 instead of seat 0."""
    words = message["decks"]["plan"].split(" ")
    message["decks"]["plan"] = " ".join([*words[3:6], *words[:3], *words[6:]])


@on_ask("question", AT_ONCE, "The server changed what it had shown when it asked for parts.")
def plan_changed_after(window: Window, message: Json) -> Sequence[Json]:
    words = message["decks"]["plan"].split(" ")
    plan = " ".join([*words[3:6], *words[:3], *words[6:]])
    return [message, {**message, "decks": {**message["decks"], "plan": plan}}]


@attack("roots", AT_ONCE, "The server changed its decks after it had fixed them.",
        play=silent_cat, honest=NOT_CHECKED)  # fmt: skip
def other_roots_at_the_second_attempt(window: Window, message: Json) -> Any:
    if about(message, 0) and message["attempt"] == 1 and message["opening"]:
        message["decks"]["roots"] = message["decks"]["roots"][::-1]
        return True
    return False


# -- seals and parts


@on_ask("seals", AT_ONCE, "The sealed part of seat 3 was exchanged after parts were asked for.")
def seal_exchanged(window: Window, message: Json) -> Sequence[Json]:
    return [message, {**message, "seals": {**message["seals"], "2": OTHER}}]


@on_ask(
    "seals",
    AT_ONCE,
    "Seat 3 got a part in the shuffle after parts were asked for.",
    play=cat_without_a_part,
)
def seal_invented(window: Window, message: Json) -> Sequence[Json]:
    seals = {**message["seals"], "2": OTHER}
    return [message, {**message, "sealed": [0, 1, 2], "seals": seals}]


@on_ask("seals", AT_ONCE, "The sealed part of seat 2 vanished after parts were asked for.")
def seal_dropped(window: Window, message: Json) -> Sequence[Json]:
    seals = {seat: one for seat, one in message["seals"].items() if seat != "1"}
    return [message, {**message, "sealed": [0, 2], "seals": seals}]


@on_deal("parts", AT_ONCE, "Your own part of the shuffle was opened in time, but it was left out.")
def part_left_out(window: Window, message: Json) -> None:
    del message["openings"]["1"]


@on_deal("parts", AT_ONCE, "Your own part of the shuffle was replaced by another.")
def part_replaced(window: Window, message: Json) -> None:
    message["openings"]["1"] = OTHER


@on_deal("parts", AT_ONCE, "Seat 3 opened a different part than it had sealed.")
def part_of_an_earlier_shuffle(window: Window, message: Json) -> None:
    first = next(one for one in window.told if is_dealt(one, 0))
    message["openings"]["2"] = first["openings"]["2"]


@on_decks("bots", AT_ONCE, "Seat 4 is a bot’s, and bots have no part in a shuffle.", play=with_bot)
def bot_with_a_part(window: Window, message: Json) -> None:
    message["sealed"] = [*message["sealed"], 3]
    message["seals"]["3"] = OTHER


@on_ask("bots", AT_ONCE, "Seat 4 is a bot’s, and bots have no part in a shuffle.", play=with_bot)
def bot_named(window: Window, message: Json) -> Sequence[Json]:
    return [message, again(message, 1, [3])]


def again(asked: Json, attempt: int, refused: list[int], **more: Any) -> Json:
    """The announcement of another attempt."""
    left = {name: one for name, one in asked.items() if name not in {"seals", "decks"}}
    begun = {"attempt": attempt, "refused": refused, "opening": False, "sealed": [], "due": None}
    return {**left, **begun, **more}


# -- attempts


@on_ask("attempts", AT_ONCE, "The shuffle was begun more often than seats are named for.")
def sixteen_attempts(window: Window, message: Json) -> Sequence[Json]:
    return [message, again(message, 16, [2])]


@on_ask("attempts", AT_ONCE, "The shuffle was begun more often than seats are named for.")
def attempt_without_a_name(window: Window, message: Json) -> Sequence[Json]:
    return [message, again(message, 1, [])]


@on_ask(
    "attempts", AT_ONCE, "The shuffle was begun again after parts were asked for.", verdict=HOLDS
)
def begun_again_as_if_nothing_were_asked(window: Window, message: Json) -> Sequence[Json]:
    return [message, again(message, 0, [])]


@on_ask(
    "false naming",
    AT_ONCE,
    "Seat 3 is named for not opening a part, but it had sealed none.",
    play=cat_without_a_part,
)
def named_without_a_seal(window: Window, message: Json) -> Sequence[Json]:
    return [message, again(message, 1, [2])]


@attack("attempts", AT_ONCE, "The shuffle was begun again after parts were asked for.",
        when=partial(is_asked, number=0, attempt=1), play=silent_cat, honest=NOT_CHECKED,
        verdict=NOT_CHECKED)  # fmt: skip
def back_to_the_attempt_before(window: Window, message: Json) -> Sequence[Json]:
    return [message, again(message, 0, [])]
