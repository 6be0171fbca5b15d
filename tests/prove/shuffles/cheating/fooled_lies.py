"""Attacks on what a page remembers between messages: the ways in which it could once be fooled."""

from collections.abc import Sequence
from typing import Any, Final

import pytest

from app.fair import parts
from app.rules.game import Seat
from app.table.match.shuffle_decks import MatchDecks, ShuffleDecks
from app.table.match.shuffle_round import ShuffleRound
from tests.prove.shuffles.cheating.attack import AS_A_GAP, AT_ONCE, HOLDS, add, attack
from tests.prove.shuffles.cheating.pages import Json
from tests.prove.shuffles.cheating.scenes import (
    REMEMBERED,
    dropped,
    flooded,
    whole_match,
)
from tests.prove.shuffles.cheating.stage import Cheat, Window

OWN: Final = b"a part that the server has made."
BOB: Final = Seat(1)
SKIPPED: Final = 2


def _bobs_part(patch: pytest.MonkeyPatch) -> None:
    """In the second shuffle the server has Bob's part, as if his page had sealed it."""
    due_question, take_over = ShuffleRound.due_question, ShuffleRound.take_over

    def sealed(self: ShuffleRound, *args: Any) -> Any:
        if self.number == 1 and BOB in self.seals and not self.opening:
            self.seals[BOB] = parts.seal(self.match, self.number, self.attempt, BOB, OWN)
        return due_question(self, *args)

    def asked(self: ShuffleRound, *args: Any) -> None:
        take_over(self, *args)
        if self.number == 1 and self.opening:
            self._openings[BOB] = OWN

    patch.setattr(ShuffleRound, "due_question", sealed)
    patch.setattr(ShuffleRound, "take_over", asked)


def _claims_it_sealed(window: Window, message: Json) -> Any:
    if message["type"] == "shuffle" and not message["opening"] and window.name == "Bob":
        message["sealed"] = [0, 1]
        return True
    return False


add("part_of_bob_is_the_servers", "own part", AS_A_GAP,
    "The part of your seat in the shuffle was not this browser’s.", plant=_bobs_part,
    tell=_claims_it_sealed, verdict=HOLDS)  # fmt: skip

add("match_dropped_for_another", "dropped match", AS_A_GAP, "was begun and dropped", play=dropped,
    twin=whole_match, verdict=HOLDS)  # fmt: skip
add("more_matches_dropped_than_are_remembered", "flood", AS_A_GAP,
    f"{REMEMBERED + 1} matches without their deal", play=flooded, twin=whole_match,
    verdict=HOLDS)  # fmt: skip


def _numbers_skipped(patch: pytest.MonkeyPatch) -> None:
    """After the first shuffle comes the fourth: of two nobody hears, and no record has them."""
    after, make = ShuffleRound.next_round, MatchDecks._make

    def skipped(self: ShuffleRound, head: str) -> ShuffleRound:
        coming = after(self, head)
        coming.number += SKIPPED
        return coming

    def made(self: MatchDecks, number: int, before: Any) -> ShuffleDecks:
        return make(self, number + SKIPPED if number else 0, before)

    patch.setattr(ShuffleRound, "next_round", skipped)
    patch.setattr(MatchDecks, "_make", made)


add("numbers_of_shuffles_skipped", "skipped numbers", AS_A_GAP,
    f"was shown no deal of {SKIPPED} earlier shuffles.", plant=_numbers_skipped)  # fmt: skip


@attack("silent deal", AS_A_GAP, "This deal came without a word about its shuffle.", verdict=HOLDS)
def nothing_said_of_the_second_deal(window: Window, message: Json) -> Any:
    mute = window.name == "Bob" and message["type"] in {"dealt", "cards-opened"}
    return [] if mute and message["number"] == 1 else False


class AskedTooEarly(Cheat):
    """Bob is asked for his part before he sees the frame of the shuffle, with kings alone."""

    def __init__(self) -> None:
        self._held: Json | None = None

    def tell(self, window: Window, message: Json) -> Sequence[Json]:
        if window.name != "Bob":
            return (message,)
        if message["type"] == "frame" and message["view"]["public"].get("phase") == "deal":
            self._held = message
            return ()
        if message["type"] != "shuffle" or message["number"] != 1 or not message["opening"]:
            return (message,)
        if self._held is None or message["due"] is None:
            return (message,)
        self.done = True
        cards = message["decks"]["codes"].split(" ")
        message["decks"]["codes"] = " ".join([cards[-1]] * len(cards))
        return (message, self._held)


add("asked_before_the_frame", "early question", AT_ONCE,
    "The server shuffles other cards than the rules say.", cheat=AskedTooEarly)  # fmt: skip
