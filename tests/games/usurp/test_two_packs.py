"""Four players with two packs: "when playing with multiple Decks ... the suit remains the same"."""

import random
from collections import Counter
from typing import Any

from app.games.usurp import GAME
from app.games.usurp.cards import PACK, TWO_PACKS, Card, Order, PlayType, sort_hand, write_cards
from app.games.usurp.moves import Play
from app.games.usurp.odds import Odds
from app.games.usurp.options import Options
from app.games.usurp.plays import judge
from app.games.usurp.state import pack
from app.rules.game import Seat, view
from tests.games.usurp.table import Table, fresh, playing

TWO = Options(packs=2)
HANDS = ("KS KSb 4D", "9S 6H", "QC 7H", "2S 3C")


def four(upcard: str, options: Options = TWO, **public: Any) -> Table:
    return playing(*HANDS, upcard=upcard, options=options, **public)


def test_the_second_pack_has_the_same_cards() -> None:
    assert len(set(TWO_PACKS)) == 104
    faces = Counter((card.rank, card.suit, card.beater) for card in TWO_PACKS)
    assert set(faces.values()) == {2}
    assert TWO_PACKS[:52] == PACK
    assert write_cards(sort_hand(map(Card, ["KSb", "AH", "KS", "ASb"]))) == "ASb KS KSb AH"


def test_thirteen_cards_each_of_two_packs_and_the_rest_is_a_stock_that_nobody_sees() -> None:
    table = fresh(4, options=TWO, dealer=2).shuffle(range(104))
    hands = [hand.cards for hand in table.state.private]
    assert [len(hand) for hand in hands] == [13] * 4
    assert (table.public.upcard, table.public.discard) == (None, ())
    assert (table.public.stock, len(table.state.hidden)) == (52, 52)
    dealt = Counter(card for hand in hands for card in hand) + Counter(table.state.hidden)
    assert dealt == Counter(TWO_PACKS)
    seen = [GAME.opened_cards(view(table.state, seat)) for seat in (Seat(0), None)]
    assert [len(positions) for positions in seen] == [13, 0]


def test_two_players_have_one_pack_and_four_have_one_unless_the_host_takes_two() -> None:
    assert len(pack(fresh(2, options=TWO).public)) == 52
    assert len(pack(fresh(4).public)) == 52
    assert Options().packs == 1


def test_a_card_that_usurps_its_double_leaves_the_suit() -> None:
    table = four("KSb", order=Order.REGAL)
    verdict = judge(table.public, Card.SK)
    assert (verdict.way, verdict.wins) == (PlayType.USURP, True)
    table.play(0, "KS").name(0, "common")
    assert table.public.upcard is Card.SK
    assert table.public.upcard.suit == "S"
    assert table.public.order is Order.COMMON


def test_a_beater_usurps_its_double_and_beats_only_the_other_beater() -> None:
    for order in Order:
        public = four("AS", order=order).public
        assert judge(public, Card.SAB).way is PlayType.USURP
        beaten = judge(public, Card.S2B)
        assert (beaten.way, beaten.wins, beaten.points, beaten.beater) == (
            PlayType.SCORE,
            True,
            20,
            True,
        )


def test_there_is_no_reveal_pile_for_four() -> None:
    table = fresh(4, options=Options(packs=2, reveal=True), dealer=2).shuffle(range(104))
    table.name(2, "regal")
    for _ in range(3):
        seat = table.public.turn
        assert seat is not None
        moves = [move for move in table.legal(seat) if isinstance(move, Play)]
        table.play(seat, moves[0].card)
        if table.public.asked == "order":
            table.name(seat, "regal")
    assert table.public.reveal == ()
    assert table.public.stock == 52


def test_worlds_have_each_card_of_both_packs_once() -> None:
    table = fresh(4, options=TWO, dealer=2).shuffle(range(104))
    chance = random.Random(5)
    for seat in (Seat(1), None):
        world = GAME.resample(view(table.state, seat), chance)
        lying = Counter(card for hand in world.private for card in hand.cards)
        assert lying + Counter(world.hidden) == Counter(TWO_PACKS)


def test_bots_count_both_packs() -> None:
    table = four("9H", order=Order.REGAL)
    seen = view(table.state, Seat(0))
    unseen = Odds(seen).unseen
    assert unseen.bit_count() == 104 - len(HANDS[0].split()) - 1
    one = view(four("9H", Options(), order=Order.REGAL).state, Seat(0))
    assert Odds(one).unseen.bit_count() < 52
