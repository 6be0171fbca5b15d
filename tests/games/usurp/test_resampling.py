"""Resampling: worlds keep what a view proves; all else is possible and equally likely."""

import random
from collections import Counter
from itertools import permutations
from math import sqrt
from typing import Any

import pytest
from msgspec.structs import replace

from app.games.usurp import GAME
from app.games.usurp.cards import PACK, Card, read_cards, write_cards
from app.games.usurp.options import Options
from app.games.usurp.state import Phase, UsurpState
from app.rules.game import Seat, view
from tests.games.usurp.table import Table, fresh, playing

HONOUR = Options(renegs="honour")
Lie = tuple[Any, ...]
"""The places of all unseen cards: hands as sets, the Stock in order."""


def lie(state: UsurpState) -> Lie:
    hands = tuple(
        (write_cards(hand.cards), str(hand.rising), str(hand.downcards)) for hand in state.private
    )
    return (*hands, write_cards(state.hidden))


def known(table: Table) -> Table:
    """The same position, in which everybody has seen all cards that lie nowhere."""
    state = table.state
    lying = {laid.card for laid in state.public.discard} | set(state.hidden)
    for hand in state.private:
        lying |= {*hand.cards, hand.rising, *(card for card, _ in hand.downcards)}
    return Table(
        replace(
            state,
            public=replace(state.public, reveal=tuple(card for card in PACK if card not in lying)),
        )
    )


def draws(table: Table, viewer: int | None, number: int = 400) -> list[UsurpState]:
    chance = random.Random(7)
    seen = view(table.state, None if viewer is None else Seat(viewer))
    worlds = [GAME.resample(seen, chance) for _ in range(number)]
    assert all(view(world, seen.seat) == seen for world in worlds)
    return worlds


def held(worlds: list[UsurpState], seat: int) -> set[Card]:
    """Every card that ever lies in that hand."""
    return {card for world in worlds for card in world.private[seat].cards}


def lain(worlds: list[UsurpState], seat: int, number: int = 0) -> set[Card]:
    """Every card that is ever that seat's Downcard of that number."""
    return {world.private[seat].downcards[number][0] for world in worlds}


# -- what is proved


def test_a_sluff_off_proves_that_the_suit_is_not_held() -> None:
    table = playing("4C 3C 5S", "KC 6S 5D", upcard="KH").play(0, "4C")
    assert {card.suit for card in held(draws(table, 1), 0)} == set("SDC")
    assert {card.suit for card in held(draws(table, None), 0)} == set("SDC")
    assert {card.suit for card in held(draws(table, None), 1)} == set("SHDC")


def test_on_your_honour_a_sluff_off_proves_nothing() -> None:
    table = playing("4C 3C 5S", "KC 6S 5D", upcard="KH", options=HONOUR).play(0, "4C")
    assert {card.suit for card in held(draws(table, 1), 0)} == set("SHDC")


def test_a_downcard_laid_after_the_sluff_off_is_not_of_the_suit_and_one_laid_before_may_be() -> (
    None
):
    table = playing("9H 4C 3C 5S", "6H 6S 5D 4D", upcard="KH")
    table.uprise(0, "9H").give_in(1).play(1, "6H").play(0, "4C").play(1, "6S").uprise(
        0, "3C"
    ).give_in(1)
    worlds = draws(table, 1)
    assert {card.suit for card in lain(worlds, 0, 0)} == set("SHDC")
    assert {card.suit for card in lain(worlds, 0, 1)} == set("SDC")
    assert {card.suit for card in held(worlds, 0)} == set("SDC")


def test_a_card_that_lies_across_now_is_drawn_like_a_hand() -> None:
    table = playing("4C 3C 5S", "KC 6S 5D", upcard="KH").play(0, "4C").play(1, "6S").uprise(0, "3C")
    rising = {world.private[0].rising for world in draws(table, 1)}
    assert {card.suit for card in rising if card} == set("SDC")
    assert {world.private[0].rising for world in draws(table, 0)} == {Card.C3}


def test_a_challenged_sluff_off_proves_nothing() -> None:
    table = playing("4C 9H 5S", "KC 6S 5D", upcard="KH").uprise(0, "4C").challenge(1)
    assert {card.suit for card in held(draws(table, 1), 0)} == set("SHDC")


def test_a_card_played_on_a_sluff_off_proves_nothing() -> None:
    table = playing("4C 9D 5S", "KC 6S 5D 2S", upcard="KH").play(0, "4C").play(1, "6S")
    assert {card.suit for card in held(draws(table, 0), 1)} == set("SHDC")


def test_an_usurp_and_an_uprising_prove_nothing() -> None:
    table = (
        playing("KD 9H 3C", "4C 6S 5D", upcard="KH")
        .play(0, "KD")
        .name(0, "regal")
        .uprise(1, "4C")
        .give_in(0)
    )
    assert {card.suit for card in held(draws(table, 1), 0)} == set("SHDC")
    assert {card.suit for card in held(draws(table, 0), 1)} == set("SHDC")


def test_a_false_call_proves_that_the_suit_is_not_held() -> None:
    table = playing("4C 9D 5S", "KC 6S 5D", upcard="KH", options=HONOUR).play(0, "4C").call(1)
    assert {card.suit for card in held(draws(table, 1), 0)} == set("SDC")


def test_a_true_call_proves_that_some_of_the_suit_were_held() -> None:
    table = playing("4C 9H 5S", "KC 6S 5D", upcard="KH", options=HONOUR).play(0, "4C").call(1)
    worlds = draws(table, 1)
    assert all("H" in {card.suit for card in world.private[0].cards} for world in worlds)
    assert {card.suit for card in held(worlds, 0)} == set("SHDC")


def test_a_true_call_may_have_meant_a_card_that_lies_face_down_by_now() -> None:
    table = (
        playing("4C 9H 5S", "KC 6S 5D", upcard="KH", options=HONOUR)
        .play(0, "4C")
        .call(1)
        .play(1, "6S")
        .uprise(0, "9H")
        .give_in(1)
    )
    worlds = draws(table, 1)
    kinds = {
        (
            "H" in {card.suit for card in world.private[0].cards},
            world.private[0].downcards[0][0].suit == "H",
        )
        for world in worlds
    }
    assert kinds == {(True, False), (False, True), (True, True)}


def test_a_true_call_proves_nothing_more_once_the_card_has_been_seen() -> None:
    table = (
        playing("4C 9H 5S 3D", "KC 6S 5D", upcard="KH", options=HONOUR)
        .play(0, "4C")
        .call(1)
        .play(1, "6S")
        .play(0, "9H")
    )
    assert any(
        "H" not in {card.suit for card in world.private[0].cards} for world in draws(table, 1)
    )


def test_own_cards_and_own_downcards_stay() -> None:
    table = playing("3D 9C", "KC 6S", upcard="KS").uprise(0, "3D").give_in(1)
    assert all(world.private[0] == table.state.private[0] for world in draws(table, 0, 50))
    assert len(lain(draws(table, 1), 0)) > 20


def test_once_the_hand_is_over_there_is_one_world() -> None:
    table = playing("3D", "4C", upcard="KS", stock="5D 6D").uprise(0, "3D").give_in(1).play(1, "4C")
    assert table.public.phase is Phase.INTERVAL
    assert all(
        lie(world) == lie(table.state)
        for viewer in (0, 1, None)
        for world in draws(table, viewer, 5)
    )


def test_before_the_deal_there_is_nothing_to_draw() -> None:
    assert draws(fresh(), 0, 2)[0].private == fresh().state.private


# -- all of them, equally likely

ENDINGS = {
    "nobody proved anything": (playing("9C", "KC 6S", upcard="KS", stock="2D 3H"), 0),
    "one suit is out": (playing("4C 3C 5S", "KC 6D", upcard="KH", stock="2D 3H").play(0, "4C"), 1),
    "two suits are out, one after a downcard": (
        playing("9H 4C 3C 5S 7S", "6H 6S KS 4S", upcard="KH", stock="2D").uprise(0, "9H").give_in(1).play(1, "6H").play(0, "4C"), 1,
    ),
    "both players, to a spectator": (
        playing("4C 3C 7D", "6S 5D 9D", upcard="KH", stock="2H", order="common").play(0, "4C").play(1, "6S").play(0, "3C"), None,
    ),
    "a true call": (playing("4C 9H 5S", "KC 6D", upcard="KH", stock="2H", options=HONOUR).play(0, "4C").call(1), 1),
    "a true call and a downcard": (
        playing("4C 9H 5S", "KC 6S 5D", upcard="KH", stock="2H 3D", options=HONOUR)
        .play(0, "4C").call(1).play(1, "6S").uprise(0, "9H").give_in(1), 1,
    ),
    "four players, two of them without": (playing("4D", "3H 7D", "QC 7H", "2S", upcard="QS").play(0, "4D").play(1, "3H"), None),
    "four players, one looks": (playing("4D 5D", "3H 7D", "QC 8H", "2S", upcard="QS").play(0, "4D").play(1, "3H").play(2, "8H"), 3),
}  # fmt: skip


def possible(table: Table, viewer: int | None) -> set[Lie]:
    """Every possible place of the unseen cards, found by trying all against the rules of proof."""
    state = table.state
    spots: list[tuple[int | None, int]] = []
    unseen: list[Card] = []
    now = len(state.public.discard)
    for seat, hand in enumerate(state.private):
        if seat != viewer:
            for card, index in hand.downcards:
                spots.append((seat, index))
                unseen.append(card)
            for card in hand.cards:
                spots.append((seat, now))
                unseen.append(card)
    spots += [(None, now)] * len(state.hidden)
    unseen += state.hidden
    found = set()
    for cards in permutations(unseen):
        if _fits(table, spots, cards):
            private = list(state.private)
            for seat, hand in enumerate(state.private):
                if seat != viewer:
                    mine = [
                        (card, index)
                        for (whose, index), card in zip(spots, cards, strict=True)
                        if whose == seat
                    ]
                    hand = replace(
                        hand,
                        cards=tuple(
                            sorted((card for card, index in mine if index == now), key=PACK.index)
                        ),
                        downcards=tuple((card, index) for card, index in mine if index < now),
                    )
                private[seat] = hand
            stock = tuple(
                card for (whose, _), card in zip(spots, cards, strict=True) if whose is None
            )
            found.add(lie(replace(state, private=tuple(private), hidden=stock)))
    return found


def _fits(table: Table, spots: list[tuple[int | None, int]], cards: tuple[Card, ...]) -> bool:
    public = table.public
    lies, free = public.discard[0].card, False
    for index, laid in enumerate(public.discard[1:], 1):
        assert lies is not None
        suits = [
            card.suit
            for (whose, at), card in zip(spots, cards, strict=True)
            if whose == laid.seat and at > index
        ]
        if (
            laid.way == "sluff"
            and not free
            and not laid.challenged
            and public.options.renegs == "enforced"
            and lies.suit in suits
        ):
            return False
        for call in public.calls:
            shown = [
                later.card.suit
                for later in public.discard[index + 1 :]
                if later.seat == laid.seat and later.card
            ]
            if call.index == index and call.true != (lies.suit in suits + shown):
                return False
        free = laid.way == "sluff"
        lies = laid.card or lies
    return True


@pytest.mark.parametrize("name", ENDINGS)
def test_every_world_that_fits_is_drawn_and_as_often_as_any_other(name: str) -> None:
    table, viewer = ENDINGS[name]
    table = known(table)
    wanted = possible(table, viewer)
    assert lie(table.state) in wanted
    each = 60
    drawn = Counter(lie(world) for world in draws(table, viewer, each * len(wanted)))
    assert set(drawn) == wanted
    freedom = max(len(wanted) - 1, 1)
    chi_square = sum((drawn[one] - each) ** 2 / each for one in wanted)
    assert abs(chi_square - freedom) / sqrt(2 * freedom) < 3, (
        "as even as chance makes it, and no more even than that"
    )


def test_the_pack_is_what_worlds_are_drawn_from() -> None:
    table = playing("9C", "KC 6S", upcard="KS", stock="2D 3H")
    world = draws(table, 0, 1)[0]
    assert len(set(world.hidden) | set(world.private[1].cards)) == len(PACK) - 2
    assert not set(read_cards("9C KS")) & set(world.hidden)
