"""Attacks by the table itself: decks, parts and the draw are changed, and all that follows."""

from functools import partial
from typing import Any, Final

import pytest

from app.fair import parts
from app.fair.decks import HiddenNames
from app.rules import replay
from app.rules.game import OpenedPosition, Seat
from app.table.match.shuffle_decks import Drawn, MatchDecks, ShuffleDecks
from app.table.match.shuffle_proofs import ShuffleProof
from app.table.match.shuffle_round import ShuffleRound
from tests.prove.shuffles.cheating.attack import (
    AS_A_GAP,
    AT_ONCE,
    AT_THE_END,
    HOLDS,
    NOBODY,
    NOT_CHECKED,
    NOT_FAIR,
    add,
)
from tests.prove.shuffles.cheating.games import Open
from tests.prove.shuffles.cheating.scenes import cat_without_a_part, crash_while_parts_are_opened
from tests.table.fake_store import FakeStore

BEST: Final = 12
"""The card that the server wants for seat 0."""

# -- parts that are chosen once the others are known


def _grind(patch: pytest.MonkeyPatch, seat: Seat, drop: bool = False) -> None:
    """Before the deal the server tries parts for a seat until seat 0 is dealt the best card."""
    proof = ShuffleRound.proof

    def ground(self: ShuffleRound) -> Any:
        for at in range(200 if self.number == 1 else 0):
            entropy = f"{at}".encode().rjust(32, b"0")
            self.seals.pop(seat, None)
            self._openings.pop(seat, None)
            if not drop:
                self._openings[seat] = entropy
                self.seals[seat] = parts.seal(self.match, self.number, self.attempt, seat, entropy)
            self._asked = dict(self.seals)
            assert self.decks is not None
            self.ask = self.decks.ask(
                self.attempt, self.head, self.promise, self.seals, self.refused
            )
            if drop or BEST in self.order()[:3]:
                break
        return proof(self)

    patch.setattr(ShuffleRound, "proof", ground)


add("part_ground_after_an_honest_opening", "grinding", AT_ONCE,
    "Seat 3 opened a different part than it had sealed.",
    plant=partial(_grind, seat=Seat(2)))  # fmt: skip
add("part_ground_for_a_seat_that_sealed_none", "grinding", AT_ONCE,
    "Seat 3 got a part in the shuffle without a seal.",
    plant=partial(_grind, seat=Seat(2)), play=cat_without_a_part)  # fmt: skip
add("opened_part_dropped", "grinding", AT_ONCE,
    "Seat 2 had a part in the shuffle, but it was left out.",
    plant=partial(_grind, seat=Seat(1), drop=True))  # fmt: skip

# -- the draw


def _drawn(change: Any, patch: pytest.MonkeyPatch) -> None:
    draw = ShuffleDecks.draw

    def changed(self: ShuffleDecks, ask: str, openings: Any) -> Drawn:
        drawn = draw(self, ask, openings)
        changed: Drawn = change(drawn) if self.number == 1 else drawn
        return changed

    patch.setattr(ShuffleDecks, "draw", changed)


add("order_chosen", "order", AT_ONCE,
    "A card that you were shown is not the one that was sealed there.",
    plant=partial(_drawn, lambda drawn: drawn._replace(perm=drawn.perm[::-1])))  # fmt: skip
add("two_places_exchanged", "order", AT_ONCE,
    "A card that you were shown is not the one that was sealed there.",
    plant=partial(_drawn, lambda drawn: drawn._replace(
        perm=(drawn.perm[3], *drawn.perm[1:3], drawn.perm[0], *drawn.perm[4:]))))  # fmt: skip
add("deck_chosen", "chosen", AT_ONCE,
    "The server plays another deck than follows from the parts.",
    plant=partial(_drawn, lambda drawn: drawn._replace(chosen=(drawn.chosen + 1) % 8)))  # fmt: skip
add("not_shuffled_in_a_game_that_stays_secret", "order", AT_ONCE,
    "A card that you were shown is not the one that was sealed there.", game="covered",
    honest=NOT_CHECKED,
    plant=partial(_drawn, lambda drawn: drawn._replace(
        perm=tuple(range(len(drawn.perm))))))  # fmt: skip

# -- the decks


def _decks(which: Any, change: Any, patch: pytest.MonkeyPatch) -> None:
    """In the second shuffle some decks hold other cards than follow from their secrets."""
    make = ShuffleDecks.__init__
    patch.setattr(replay, "sorted", lambda order: list(range(len(order))), raising=False)

    def made(self: ShuffleDecks, *args: Any) -> None:
        make(self, *args)
        for at, deck in enumerate(self._decks):
            if self.number == 1 and at in which:
                deck.__dict__["things"] = change(deck.things)

    patch.setattr(ShuffleDecks, "__init__", made)


def _doubled(things: tuple[int, ...]) -> tuple[int, ...]:
    return (BEST,) * (len(things) // 2) + things[len(things) // 2 :]


def _in_order(things: tuple[int, ...]) -> tuple[int, ...]:
    return tuple(sorted(things))


WRONG: Final = "A deck that was not played is another than the server had fixed."
add("all_decks_hold_a_card_twice", "all decks", AT_ONCE, WRONG,
    plant=partial(_decks, range(8), _doubled))  # fmt: skip
add("no_deck_is_shuffled", "all decks", AT_ONCE, WRONG,
    plant=partial(_decks, range(8), _in_order))  # fmt: skip
add("no_deck_is_shuffled_in_a_game_that_stays_secret", "all decks", AT_ONCE, WRONG,
    plant=partial(_decks, range(8), _in_order), game="covered", honest=NOT_CHECKED)  # fmt: skip
add("one_deck_of_eight_is_wrong", "one deck", AT_ONCE, WRONG,
    plant=partial(_decks, {0}, _doubled), seed="1")  # fmt: skip
add("one_deck_of_eight_is_wrong_and_played", "one deck played", AT_THE_END,
    "The decks that were fixed do not follow from the secret.",
    plant=partial(_decks, {0}, _doubled), seed="5")  # fmt: skip
add("one_deck_of_eight_is_wrong_and_played_in_secret", "one secret deck played", NOBODY, "",
    plant=partial(_decks, {0}, _in_order), seed="4", game="covered", honest=NOT_CHECKED,
    verdict=NOT_CHECKED)  # fmt: skip


def _names_doubled(patch: pytest.MonkeyPatch) -> None:
    """In a pile that nobody may know, all cards are the best one."""
    make = HiddenNames.__init__
    patch.setattr(
        HiddenNames, "__init__", lambda self, key, codes: make(self, key, [str(BEST)] * len(codes))
    )


def _best_hand(window: Any, message: Any) -> Any:
    if message["type"] == "frame" and message["view"]["private"].get("hand"):
        message["view"]["private"]["hand"] = [BEST] * 3
        return True
    return None


def _no_codes(patch: pytest.MonkeyPatch) -> None:
    """The codes are hidden where the rules have them open."""
    codes = Open.deck_codes
    patch.setattr(Open, "deck_codes", lambda self, public: ())
    patch.setattr(Open, "hidden_codes", lambda self, state: codes(self, state.public))


add("codes_hidden_that_are_open", "codes", AT_ONCE,
    "The server shuffles other cards than the rules say.",
    plant=_no_codes, verdict=NOT_CHECKED)  # fmt: skip
add("other_cards_in_a_hidden_pile", "hidden pile", NOBODY, "", plant=_names_doubled,
    tell=_best_hand,
    game="covered", honest=NOT_CHECKED, verdict=NOT_CHECKED)  # fmt: skip

# -- the secret


def _another_secret(patch: pytest.MonkeyPatch) -> None:
    """The decks of the second shuffle follow from another secret than was promised."""
    make = MatchDecks._make

    def exchanged(self: MatchDecks, number: int, before: Any) -> ShuffleDecks:
        honest = self._secret
        self._secret = honest if number == 0 else honest[::-1]
        try:
            return make(self, number, before)
        finally:
            self._secret = honest

    patch.setattr(MatchDecks, "_make", exchanged)


def _promise_of_another_match(patch: pytest.MonkeyPatch) -> None:
    promise = parts.promise
    patch.setattr(parts, "promise", lambda match, secret: promise("another", secret))


add("decks_of_another_secret", "secret", AT_THE_END,
    "The deal that was sealed at the table is not the one in the record.",
    plant=_another_secret)  # fmt: skip
add("promise_of_an_earlier_match", "replayed promise", AT_THE_END,
    "The secret that the server revealed is not the one it had promised.",
    plant=_promise_of_another_match)  # fmt: skip

# -- cards


def _opens(more: Any, patch: pytest.MonkeyPatch) -> None:
    opened = Open.opened_cards

    def changed(self: Open, view: Any) -> tuple[OpenedPosition, ...]:
        return more(view, opened(self, view))  # type: ignore[no-any-return]

    patch.setattr(Open, "opened_cards", changed)


def _of_seat_0(view: Any, opened: tuple[OpenedPosition, ...]) -> Any:
    """Seat 1 is shown a card of seat 0."""
    first = 3 * view.public.ranks.index(0)
    return (*opened, OpenedPosition(first)) if view.seat == 1 and len(opened) > 3 else opened


def _stock_from_below(view: Any, opened: tuple[OpenedPosition, ...]) -> Any:
    """The last card of the stock is drawn before the first."""
    last = OpenedPosition(3 * len(view.public.ranks) + 3)
    return (*opened, last) if view.public.phase == "choose" else opened


def _another_of_the_stock(view: Any, opened: tuple[OpenedPosition, ...]) -> Any:
    """The second card of the stock is turned up instead of the first."""
    first = 3 * len(view.public.ranks) + 1
    return tuple(OpenedPosition(first + 1) if one.position == first else one for one in opened)


add("card_of_another_seat_opened", "positions", AT_ONCE,
    "You were shown a card that was dealt to another seat.", plant=partial(_opens, _of_seat_0),
    verdict=HOLDS)  # fmt: skip
add("stock_out_of_turn", "stock", AT_ONCE, "A card was taken from the stock out of turn.",
    plant=partial(_opens, _stock_from_below), verdict=HOLDS)  # fmt: skip
add("a_card_of_the_stock_passed_over", "stock passed over", NOBODY, "",
    plant=partial(_opens, _another_of_the_stock), verdict=HOLDS)  # fmt: skip

# -- crashes and seats


def _bob_only_watches(patch: pytest.MonkeyPatch) -> None:
    def watching(kind: Any, name: str) -> None:
        tell = getattr(kind, name)

        def told(self: Any, viewer: Any, *args: Any) -> Any:
            return tell(self, None if viewer == 1 else viewer, *args)

        patch.setattr(kind, name, told)

    watching(ShuffleRound, "message_for")
    for name in ("question_for", "dealt_for", "cards_for", "opened_count"):
        watching(ShuffleProof, name)


add("player_told_to_watch", "seat null", AS_A_GAP,
    "You sit at this table, but the server told your browser that it only watches.",
    plant=_bob_only_watches, verdict=HOLDS)  # fmt: skip


def forget_questions(patch: pytest.MonkeyPatch) -> None:
    """Questions are asked and not written: a crash begins the shuffle again with other parts."""
    patch.setattr(FakeStore, "_ask", lambda self, *args: None)


add("another_question_after_a_crash", "second question", AT_ONCE, "after parts were asked for.",
    plant=forget_questions, play=crash_while_parts_are_opened, verdict=NOT_FAIR)  # fmt: skip
