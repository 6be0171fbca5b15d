"""Resampling: worlds keep what a view proves; all else is possible and equally likely."""

import random
from typing import Any

from app.games.usurp import GAME
from app.games.usurp.cards import PACK, Card, read_cards, write_cards
from app.games.usurp.moves import CallReneg
from app.games.usurp.options import Options
from app.games.usurp.state import Phase, UsurpState
from app.rules.game import Seat, view
from tests.games.usurp.table import Table, fresh, playing

HONOUR = Options(renegs="honour")
C4 = CallReneg(Card.C4)
Lie = tuple[Any, ...]
"""The places of all unseen cards: hands as sets, the Stock in order."""


def lie(state: UsurpState) -> Lie:
    hands = tuple(
        (write_cards(hand.cards), str(hand.rising), str(hand.downcards)) for hand in state.private
    )
    return (*hands, write_cards(state.hidden))


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
    table = playing("4C 9H 5S 3D", "KC 6S 5D", upcard="KH", options=HONOUR)
    table.play(0, "4C").play(1, "6S").play(0, "5S").move(1, C4)
    worlds = draws(table, 1)
    assert all("H" in {card.suit for card in world.private[0].cards} for world in worlds)
    assert {card.suit for card in held(worlds, 0)} == set("SHDC")


def test_a_true_call_may_have_meant_a_card_that_lies_face_down_by_now() -> None:
    table = (
        playing("4C 9H 5S", "KC 6S 5D", upcard="KH", options=HONOUR)
        .play(0, "4C")
        .play(1, "6S")
        .uprise(0, "9H")
        .move(1, C4)
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
        .play(1, "6S")
        .play(0, "9H")
        .move(1, C4)
    )
    assert any(
        "H" not in {card.suit for card in world.private[0].cards} for world in draws(table, 1)
    )


def test_a_card_that_went_back_is_known_to_be_held_until_it_could_be_a_downcard() -> None:
    table = playing("4C 9H 5S", "KC 6S 5D", upcard="KH", options=HONOUR).play(0, "4C").call(1)
    worlds = draws(table, 1)
    assert all(Card.C4 in world.private[0].cards for world in worlds)
    assert all("H" in {card.suit for card in world.private[0].cards} for world in worlds)
    worlds = draws(table.uprise(0, "5S"), 1)
    assert {Card.C4 in world.private[0].cards for world in worlds} == {False, True}
    assert all(Card.C4 in (*world.private[0].cards, world.private[0].rising) for world in worlds)


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


def test_the_pack_is_what_worlds_are_drawn_from() -> None:
    table = playing("9C", "KC 6S", upcard="KS", stock="2D 3H")
    world = draws(table, 0, 1)[0]
    assert len(set(world.hidden) | set(world.private[1].cards)) == len(PACK) - 2
    assert not set(read_cards("9C KS")) & set(world.hidden)
