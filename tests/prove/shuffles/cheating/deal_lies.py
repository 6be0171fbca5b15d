"""Attacks by what pages are told of a deal: decks, cards and hands."""

from collections.abc import Sequence
from typing import Any

from tests.prove.shuffles.cheating.attack import (
    AS_A_GAP,
    AT_ONCE,
    HOLDS,
    NOBODY,
    NOT_CHECKED,
    attack,
)
from tests.prove.shuffles.cheating.pages import Json
from tests.prove.shuffles.cheating.stage import Window
from tests.prove.shuffles.cheating.told_lies import OTHER, is_dealt, on_deal


@on_deal("chosen", AT_ONCE, "The server plays another deck than follows from the parts.")
def other_deck_named(window: Window, message: Json) -> None:
    message["chosen"] = (message["chosen"] + 1) % 8


@on_deal("all decks", AT_ONCE, "A deck that was not played is another than the server had fixed.")
def other_key(window: Window, message: Json) -> None:
    message["keys"][3] = OTHER


@on_deal("cards", AT_ONCE, "A card that you were shown is not the one that was sealed there.")
def other_card(window: Window, message: Json) -> None:
    message["cards"][0]["thing"] ^= 1


@attack("cards", AT_ONCE, "A card that you were shown is not the one that was sealed there.")
def other_card_turned_up_later(window: Window, message: Json) -> Any:
    if message["type"] == "cards-opened" and message["number"] == 1:
        message["cards"][0]["thing"] ^= 1
        return True
    return False


@on_deal(
    "names",
    AT_ONCE,
    "A card that you were shown has another name than was sealed.",
    game="covered",
    honest=NOT_CHECKED,
)
def card_renamed(window: Window, message: Json) -> None:
    message["cards"][0]["code"] = "13"


@attack(
    "unopened",
    AT_ONCE,
    "A card that you are to see was not opened to you.",
    verdict=NOT_CHECKED,
)
def no_card_opened(window: Window, message: Json) -> Any:
    """Then any hand would do."""
    if message["type"] == "dealt":
        message.update(cards=[], nodes=[], names_nodes=[])
        return True
    return False


@attack("hand", AT_ONCE, "The hand on your screen is not the one that was sealed for you.",
        verdict=HOLDS)  # fmt: skip
def other_hand(window: Window, message: Json) -> Any:
    if message["type"] == "frame" and message["view"]["public"].get("deal") == 2:
        own = message["view"]["private"]
        if own.get("hand"):
            own["hand"] = [(card + 1) % 13 for card in own["hand"]]
            return True
    return False


@attack("hand", AT_ONCE, "The hand on your screen is not the one that was sealed for you.",
        verdict=HOLDS)  # fmt: skip
def other_hand_for_a_moment(window: Window, message: Json) -> Any:
    """An early frame shows a hand that is taken back once the deal is told."""
    fresh = not any(is_dealt(one) for one in window.told)
    return fresh and other_hand(window, message)


@on_deal("second deal", AT_ONCE, "The server showed one sealed deal and then another in its place.")
def one_deal_and_then_another(window: Window, message: Json) -> Sequence[Json]:
    return [message, {**message, "openings": {**message["openings"], "2": OTHER}}]


@on_deal("asks", AT_ONCE, "The browser of seat 1 was shown something else than yours.")
def other_ask_told(window: Window, message: Json) -> None:
    message["asks"]["0"] = OTHER


# -- told as what they are


@attack("late frame", AS_A_GAP, "The hand on your screen was not compared.", verdict=HOLDS)
def hand_shown_too_late(window: Window, message: Json) -> Any:
    """Another hand is shown; the deal is told once a card of it is down."""
    if window.name != "Bob":
        return False
    held = window.__dict__.setdefault("held", [])
    if is_dealt(message, 0) and held is not None:
        held.append(message)
        return []
    if message["type"] != "frame" or message["view"]["public"].get("deal") != 1:
        return False
    own = message["view"]["private"]
    if own.get("hand"):
        own["hand"] = [(card + 1) % 13 for card in own["hand"]]
    if own.get("chosen") is not None and held:
        return [message, held.pop()]
    return True


@attack("later hand", NOBODY, "", verdict=HOLDS)
def other_hand_after_the_deal(window: Window, message: Json) -> Any:
    """The hand that was dealt is shown first, and another one later."""
    told = any(is_dealt(one) for one in window.told)
    return told and other_hand(window, message)
