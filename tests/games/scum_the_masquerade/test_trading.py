"""Trades: pairs, forced exchanges by wish list, and optional ones by offers (page 4.9)."""

import random
from types import SimpleNamespace
from typing import Any

import pytest

from app.games.scum_the_masquerade import GAME
from app.games.scum_the_masquerade.cards import PACK
from app.games.scum_the_masquerade.moves import Accept, Ask, Decline, Give, Propose, Wish
from app.games.scum_the_masquerade.politics.trade_events import (
    Exchanged,
    NothingExchanged,
    TradeWithSelf,
)
from app.games.scum_the_masquerade.politics.trading import default_wish
from app.games.scum_the_masquerade.state import Asked, Phase
from app.rules.composing import compose
from app.rules.game import Seat
from tests.games.scum_the_masquerade.table import (
    A,
    B,
    C,
    D,
    E,
    F,
    G,
    Table,
    cards,
    trading,
)

FOUR = ("3C 4C 5C", "6C 7C 8C", "9C 10C JC", "QC KC AC")
SIX = ("3C 3D", "4C 4D", "5C 5D", "6C 6D", "7C 7D", "8C 8D")


def wish(text: str) -> Wish:
    return Wish(cards(text))


def give(text: str) -> Give:
    (card,) = cards(text)
    return Give(card)


def crypts_for(players: int) -> list[str]:
    return [f"{PACK[2 * at]} {PACK[2 * at + 1]}" for at in range(players)]


@pytest.mark.parametrize(
    ("players", "expected"),
    [
        (4, [(A, D, "ff"), (B, C, "f")]),
        (5, [(A, E, "f"), (B, C, "o")]),
        (6, [(A, F, "ff"), (B, E, "f"), (C, D, "o")]),
        (7, [(A, G, "ff"), (B, F, "f"), (C, D, "o")]),
        (8, [(A, Seat(7), "ff"), (B, G, "fo"), (C, F, "f"), (D, E, "o")]),
    ],
)
def test_the_pairs_of_every_number_of_players(
    players: int, expected: list[tuple[Seat, Seat, str]]
) -> None:
    """Owner, Trading; H28: with eight the forced part comes before the optional one."""
    found = trading(*crypts_for(players)).public.pairs
    assert [
        (one.higher, one.lower, "".join(part[0] for part in one.parts)) for one in found
    ] == expected


@pytest.mark.parametrize(("players", "alone"), [(5, D), (7, E)])
def test_the_odd_one_trades_with_itself_and_is_asked_nothing(players: int, alone: Seat) -> None:
    """H27."""
    table = trading(*crypts_for(players))
    assert TradeWithSelf(alone) in table.state.events
    names = ("Ann", "Ben", "Cleo", "Dan", "Eve", "Fay", "Gus")
    assert GAME.say_event(table.public, TradeWithSelf(alone), names) == (
        f"{names[alone]} has no partner, and trades with nobody."
    )
    assert table.kinds(alone) == []
    assert alone not in GAME.awaited_seats(table.public)


def test_the_first_card_of_the_wish_list_that_is_held_must_be_given() -> None:
    """H22, and check 5: a wish for a held card cannot be refused."""
    table = trading(*FOUR).does(A, wish("2H KC AC"))
    assert table.kinds(D) == ["ask-back"]
    table.does(D, Ask()).does(A, give("3C"))
    assert (table.crypt(A), table.crypt(D)) == ("4C 5C KC", "3C QC AC")


def test_both_crypts_keep_their_size() -> None:
    """Check 5."""
    table = trading(*FOUR).does(A, wish("QC")).does(D, Ask()).does(A, give("5C"))
    assert table.public.counts == (3, 3, 3, 3)


def test_after_a_miss_the_lower_rank_gives_a_card_of_its_choice() -> None:
    """H22."""
    table = trading(*FOUR).does(A, wish("2H 2S"))
    assert table.kinds(D) == ["give-any"]
    (qc, five) = cards("QC 5C")
    table.does(D, Give(qc, asks=five))
    assert trading(*FOUR).does(A, wish("2H")).refusal(D, Give(qc, cards("5Cb")[0])) == "not-a-wish"
    assert table.state.private[A].talk.asked is five  # type: ignore[union-attr]
    table.does(A, give("3C"))
    assert (table.crypt(A), table.crypt(D)) == ("4C 5C QC", "3C KC AC")


def test_the_lower_rank_may_ask_and_the_higher_gives_what_it_likes() -> None:
    """Owner: it must give some card, but need not give that one."""
    table = trading(*FOUR).does(A, wish("AC")).does(D, Ask(cards("5C")[0]))
    (asked,) = GAME.prompts(table.view(A))
    assert "five of clubs" in GAME.say_prompt(table.view(A), asked, ["Ada", "Ben", "Cleo", "Dan"])
    assert table.does(A, give("3C")).crypt(D) == "3C QC KC"


def test_the_table_reads_who_does_what_in_each_trade() -> None:
    """Public facts alone: no card is named."""
    names = ("Ada", "Ben", "Cleo", "Dan")
    table = trading(*FOUR)
    said = "Ada wishes for a card from Dan; Ben wishes for a card from Cleo."
    assert GAME.say_wait(table.public, names) == said
    table.does(A, wish("AC")).does(B, wish("2H"))
    said = "Dan answers Ada’s wish; Cleo answers Ben’s wish."
    assert GAME.say_wait(table.public, names) == said
    table.does(D, Ask(cards("5C")[0]))
    assert GAME.say_wait(table.public, names).startswith("Ada gives Dan a card back; ")


def test_the_card_just_received_may_be_given_back() -> None:
    """H24."""
    table = trading(*FOUR).does(A, wish("AC")).does(D, Ask())
    assert table.refusal(A, give("KC")) == "not-your-cards"
    assert table.does(A, give("AC")).crypt(A) == "3C 4C 5C"


def test_a_wish_list_is_short_and_names_each_card_once() -> None:
    table = trading(*FOUR)
    assert table.refusal(A, Wish(PACK[:11])) == "wish-too-long"
    assert table.refusal(A, Wish(())) == "not-a-wish"
    assert table.refusal(A, wish("2H 2H")) == "not-a-wish"
    assert table.refusal(A, wish("2Hb")) == "not-a-wish"


def test_of_twins_that_of_the_first_pack_answers_a_wish() -> None:
    crypts = ("3C", "4C", "5C", "6C", "7C", "8C", "9Cb 9C")
    table = trading(*crypts).does(A, wish("9C")).does(G, Ask()).does(A, give("3C"))
    assert (table.crypt(A), table.crypt(G)) == ("9C", "3C 9Cb")


def test_the_table_sees_that_cards_were_exchanged_and_nothing_else() -> None:
    """H23: a hit and a miss look the same to a third seat, and no card reaches it."""
    table, hit = trading(*FOUR), trading(*FOUR)
    table.does(A, wish("2H")).does(D, give("QC"))
    hit.does(A, wish("QC")).does(D, Ask())
    assert table.view(B) == hit.view(B)
    assert set(GAME.awaited_seats(table.public)) == {A, B}
    assert table.view(A) != hit.view(A)
    table.does(A, give("3C"))
    assert table.told[-1] == Exchanged(A, D)
    assert table.view(A).private != table.view(B).private


def test_time_grants_the_default_wish_and_returns_the_lowest_card() -> None:
    """H25."""
    table = trading(*FOUR).time_is_up(A).time_is_up(D).time_is_up(A)
    assert (table.crypt(A), table.crypt(D)) == ("4C 5C AC", "3C QC KC")
    missed = trading("3C 4C", "6C 7C", "9C 10C", "5C 8C").time_is_up(A).time_is_up(D)
    assert missed.kinds(A) == ["give-back"]
    assert missed.time_is_up(A).crypt(D) == "3C 5C"


@pytest.mark.parametrize(
    ("packs", "crypt", "wished"),
    [
        (1, "3C 4C", "2H 2S 2D 2C AH"),
        (1, "2S AH 4C", "2H 2D 2C AS AD"),
        (2, "2S AH 4C", "2H 2S 2D 2C AH"),
        (2, "2S 2Sb AH 4C", "2H 2D 2C AH AS"),
    ],
)
def test_time_wishes_for_the_highest_cards_that_one_does_not_hold(
    packs: int, crypt: str, wished: str
) -> None:
    """H25, and of two packs for the other copy of a card."""
    public: Any = SimpleNamespace(packs=packs, tempted=None)
    found = default_wish(public, cards(crypt))
    assert " ".join(map(str, found[:5])) == wished
    assert len(found) == 10


def test_a_wish_list_is_composed_in_order() -> None:
    table = trading(*FOUR)
    (asked,) = GAME.prompts(table.view(A))
    made = compose(GAME, table.view(A), asked, [["AC", "2H"]])
    assert made.move == wish("AC 2H")
    assert made.text.endswith(".")


def test_play_begins_when_the_last_pair_is_done_and_the_first_rank_leads() -> None:
    table = trading(*FOUR)
    while waiting := [seat for seat in (A, D) if table.kinds(seat)]:
        table.time_is_up(waiting[0])
    assert table.public.pairs[0].done == 2
    while table.public.phase is Phase.TRADE:
        table.time_is_up(next(seat for seat in (B, C) if table.kinds(seat)))
    assert (table.public.phase, table.public.turn) == (Phase.PLAY, A)
    assert table.public.asked is Asked.LEAD


# -- optional trades


def optional() -> Table:
    return trading(*SIX)


def propose(text: str) -> Propose:
    return Propose(*cards(text))


def test_an_accepted_offer_exchanges_one_card_for_one() -> None:
    """H26."""
    table = optional().does(C, propose("5C 6D")).does(D, Accept())
    assert (table.crypt(C), table.crypt(D)) == ("5D 6D", "5C 6C")
    assert table.told[-1] == Exchanged(C, D)
    assert table.kinds(C) == []


def test_an_offer_for_a_card_that_is_not_held_looks_like_a_refused_one() -> None:
    """H26: the asker sees the same, whatever the partner holds."""
    lacks, refused = optional(), trading(*SIX[:3], "6C 2H", *SIX[4:])
    views = []
    for table in (lacks, refused):
        table.does(C, propose("5C 2H"))
        views.append((table.view(C).private, GAME.prompts(table.view(D))))
        table.does(D, Decline())
        views.append((table.view(C).private, GAME.prompts(table.view(D))))
    assert views[:2] == views[2:], "the one who has to decline is asked like any other"
    assert lacks.kinds(D) == ["offer"]


def test_an_offer_that_cannot_be_met_cannot_be_accepted() -> None:
    assert optional().does(C, propose("5C 2H")).refusal(D, Accept()) == "cannot-meet"


def test_each_partner_makes_three_offers_at_most() -> None:
    """H26."""
    table = optional()
    for _ in range(3):
        table.does(C, propose("5C 2H")).does(D, Decline())
        table.does(D, propose("6C 2S")).does(C, Decline())
    assert table.told[-1] == NothingExchanged(C, D)


def test_who_makes_no_offer_is_not_asked_again() -> None:
    table = optional().does(C, Decline())
    assert table.kinds(D) == ["offer"]
    table.does(D, propose("6C 2S")).does(C, Decline())
    assert table.kinds(D) == ["offer"]
    assert table.does(D, Decline()).told[-1] == NothingExchanged(C, D)


def test_the_card_that_is_offered_has_to_be_held() -> None:
    assert optional().refusal(C, propose("2H 6C")) == "not-your-cards"


def test_no_world_has_a_card_exchanged_for_itself_in_an_optional_trade() -> None:
    """Only the return card of a forced exchange may be the one just received (H24)."""
    table = trading("3C", "5C 6C", "7C 8C", "9C", "10C")
    table.time_is_up(A).time_is_up(E).time_is_up(A)
    table.does(B, Propose(*cards("5C 7C"))).does(C, Accept())
    chance = random.Random(1)
    for _ in range(100):
        world = GAME.resample(table.view(A), chance)
        (exchange,) = world.private[B].exchanges
        assert exchange.up is not exchange.down
