"""Resampling: worlds keep what a seat saw and what the showdown proved, and redraw all else."""

import random

from app.games.scroker import GAME
from app.games.scroker.cards import Suit, pack, read_cards
from app.games.scroker.claims import find_fault
from app.games.scroker.constraints import fits
from app.games.scroker.hand_finder import best
from app.games.scroker.hands import scum
from app.games.scroker.lexicon import lexicon
from app.games.scroker.moves import Draw
from app.games.scroker.named_game import hand_rules
from app.games.scroker.openers import openers
from app.games.scroker.options import Options
from app.games.scroker.state import Phase, ScrokerState, own_cards
from app.rules.game import Seat, view
from app.rules.play import prompts
from app.rules.replay import Played, Shuffled, step
from tests.games.scroker.table import DOG, FLIB, HANDS, JUNK, A, B, C, D, Session, says

WIDE = lexicon("wide")


def draws(session: Session, viewer: Seat | None, number: int = 200) -> list[ScrokerState]:
    chance = random.Random(7)
    seen = view(session.state, viewer)
    worlds = [GAME.resample(seen, chance) for _ in range(number)]
    for world in worlds:
        assert view(world, viewer) == seen
        lying = [card for hand in world.private for card in hand.cards + hand.discards]
        lying += [*world.hidden, *(card for cards in world.public.up for card in cards)]
        lying += [card for card in (world.public.spit, world.public.common) if card is not None]
        assert sorted(lying) == sorted(pack(world.public.named.scrokers))
    return worlds


def test_an_unknown_card_may_lie_in_any_other_hand_and_in_the_stock() -> None:
    worlds = draws(Session(3).deal(*JUNK[:3]), A, 600)
    unknown = {*pack(0)} - {*read_cards(JUNK[0])}
    assert {card for world in worlds for card in world.private[B].cards} == unknown
    assert {world.hidden[0] for world in worlds} == unknown


def test_a_spectator_knows_no_hand() -> None:
    worlds = draws(Session(2).deal(*JUNK[:2]), None, 400)
    assert {card for world in worlds for card in world.private[A].cards} == {*pack(0)}


def test_what_was_kept_is_part_of_what_was_dealt() -> None:
    session = Session(3).deal(*JUNK[:3]).bet("o1 c c")
    for seat in (B, C, A):
        session.do(seat, Draw(session.hand(seat).cards[:2]))
    for world in draws(session, A, 50):
        for seat in (B, C):
            hand = world.private[seat]
            assert len({*hand.dealt} & {*hand.cards}) >= 3
            assert {*hand.dealt} == {*hand.discards} | ({*hand.dealt} & {*hand.cards})


def test_the_own_discards_never_come_back_without_a_reshuffle() -> None:
    session = Session(2).deal(*JUNK[:2]).bet("o1 c").do(B, Draw(read_cards(JUNK[1])[:2]))
    thrown = {*read_cards(JUNK[1])[:2]}
    assert not any(
        thrown & {*world.hidden, *world.private[A].cards} for world in draws(session, B, 50)
    )


def reshuffled() -> Session:
    """Eight players, each taking three: the fourth to draw gets the last one from a new stock."""
    session = Session(8).deal().bet("o1 " + "c " * 7)
    while session.public.phase is Phase.DRAW:
        turn = session.public.turn
        assert turn is not None
        session.do(turn, Draw(session.hand(turn).cards[:3]))
    assert session.public.phase is Phase.RESHUFFLE
    return session


def on_it_goes(session: Session) -> Session:
    """The reshuffle, and the rest of the draw."""
    pile = session.state.hidden
    session.shuffle(list(reversed(pile)), pile)
    while session.public.phase is Phase.DRAW:
        turn = session.public.turn
        assert turn is not None
        session.do(turn, Draw(session.hand(turn).cards[:3]))
    return session


def test_4_4_what_awaits_a_reshuffle_holds_the_own_discards() -> None:
    session = reshuffled()
    drawer = session.public.drawn_then[0]
    for world in draws(session, drawer, 30):
        assert {*session.hand(drawer).gone} <= {*world.hidden}
        assert all(
            {*world.private[seat].gone} <= {*world.hidden} for seat in session.public.drawn_then
        )


def test_4_4_after_a_reshuffle_discards_lie_only_where_the_new_stock_went() -> None:
    session = on_it_goes(reshuffled())
    first, *_, last = session.public.drawn_then
    thrown = {*session.hand(first).gone}
    later = [seat for seat in session.public.players if seat not in session.public.drawn_then]
    seen: set[Seat] = set()
    for world in draws(session, first):
        for seat, hand in enumerate(world.private):
            back = thrown & {*hand.cards}
            if seat != first and back:
                assert back <= {*hand.late}
                seen.add(Seat(seat))
    assert seen == {*later, last}


def test_a_sealed_claim_is_one_that_the_drawn_hand_can_make() -> None:
    session = Session(3).deal(*HANDS).bet("k k o1 c c").stand_pat().bet("k k k")
    session.do(A, says(FLIB))
    claims = set()
    for world in draws(session, B, 60):
        claim = world.private[A].claim
        assert claim is not None
        assert find_fault(own_cards(view(world, A)), claim, hand_rules(world.public.named)) is None
        assert world.private[C].claim is None
        claims.add(claim)
    assert len(claims) > 20


def test_a_sealed_answer_may_be_either() -> None:
    session = Session(3).deal(*HANDS).bet("k k o1 c c").stand_pat().bet("k k k")
    session.declare(A=FLIB, B=DOG)
    assert session.public.leader == A
    session.do(B, *session.legal(B)[:1])
    assert {world.private[B].answer for world in draws(session, C)} == {-1, 0}
    assert {world.private[C].answer for world in draws(session, B, 20)} == {None}


def test_6_1_the_cards_of_words_that_were_shown_stay_where_they_are() -> None:
    session = Session(3).deal(*HANDS).bet("k k o1 c c").stand_pat().bet("k k k")
    session.declare(A=FLIB, B=DOG)
    worlds = draws(session, C)
    assert all({*read_cards(FLIB)} < {*world.private[A].cards} for world in worlds)
    assert len({world.private[A].cards for world in worlds}) > 20


def test_a_hand_without_words_that_lost_was_lower_than_the_one_that_won() -> None:
    session = Session(4).deal(*JUNK).bet("k k k o1 c c c").stand_pat().bet("k k k k").declare()
    (winner,) = session.public.pots[0].winners
    won = scum(session.hand(winner).cards).key
    losers = [seat for seat in (A, B, C, D) if seat != winner]
    for world in draws(session, winner, 40):
        assert all(
            scum(world.private[seat].cards).key < won
            for seat in losers
            if seat not in world.public.disqualified
        )


def test_4_8_whoever_could_not_prove_openers_had_none() -> None:
    session = (
        Session(2).deal(JUNK[0], "li:V li:Z le:W le:H an:L").bet("o1 c").stand_pat().bet("k k")
    )
    opener = session.public.opener
    assert opener is not None
    session.declare()
    assert session.public.disqualified == (opener,)
    for world in draws(session, A if opener == B else B, 40):
        assert openers(world.private[opener].dealt, hand_rules(world.public.named), WIDE) is None


def test_whose_words_were_let_stand_had_no_slush_with_the_card_that_stayed_down() -> None:
    session = (
        Session(2).deal("li:S li:X li:Y li:M an:I", JUNK[1]).bet("o1 c").stand_pat().bet("k k")
    )
    session.declare(A="li:S li:X li:Y li:M").answer()
    assert session.public.accepted == (A,)
    assert not any(
        all(card.suit is Suit.LIMES for card in world.private[A].cards)
        for world in draws(session, B)
    )


def test_cards_drawn_since_leave_room_for_openers_one_of_which_was_discarded() -> None:
    session = (
        Session(2, game="spit")
        .deal("li:C li:X le:Q le:F", "an:U an:I ch:A5 li:J", then="li:N li:E")
        .bet("o1 c")
    )
    session.do(B, Draw(read_cards("an:I"))).do(A, Draw(())).bet("k k").declare(
        B="li:J ch:A5 li:N li:E"
    ).answer()
    assert session.public.openers_shown == read_cards("an:U an:I")
    assert session.public.shown[B] == read_cards("ch:A5 li:J li:E")
    for viewer in (A, None):
        for world in draws(session, viewer, 100):
            assert {*read_cards("an:U an:I")} < {*world.private[B].dealt}
            assert {*read_cards("ch:A5 li:J li:E")} < {*world.private[B].cards}
            assert len({*world.private[B].dealt} & {*world.private[B].cards}) == 3


def test_enforced_openers_are_held_by_whoever_opened() -> None:
    session = Session(3, openers="enforced").deal("", *HANDS[1:]).bet("o1")
    for world in draws(session, A, 60):
        assert openers(world.private[B].dealt, hand_rules(world.public.named), WIDE) is not None


def test_where_the_server_presents_the_words_no_hand_has_better_ones() -> None:
    session = Session(3, assist="full").deal("", *HANDS[1:]).bet("o1 c c").stand_pat().bet("k k k")
    assert session.public.phase is Phase.INTERVAL
    for world in draws(session, A, 40):
        for seat in (B, C):
            claim = best(own_cards(view(world, seat)), hand_rules(world.public.named), WIDE)[0]
            assert claim == session.public.claims[seat]


def test_hints_belong_to_the_drawn_hands() -> None:
    session = Session(2, assist="hint").deal(*JUNK[:2])
    for world in draws(session, A, 30):
        assert (
            world.private[B].hint
            == best(world.private[B].cards, hand_rules(world.public.named), WIDE)[0]
        )


def test_the_true_world_is_always_one_of_those_that_fit() -> None:
    """Random play in all four games, all ways of spelling and opening: the truth always fits."""
    chance = random.Random(3)
    looked = 0
    for game in ("scroker", "spit", "longhorn", "dealers-choice"):
        for openers_are, assist in (("honour", "off"), ("enforced", "hint"), ("honour", "full")):
            options = Options(game=game, openers=openers_are, assist=assist, hands=3, scrokers=1)  # type: ignore[arg-type]
            state = GAME.setup(5, options, False)
            while GAME.outcome(state.public) is None:
                if number := GAME.pending_shuffle_size(state):
                    order = list(range(number))
                    chance.shuffle(order)
                    state = step(GAME, state, Shuffled(tuple(order)))
                else:
                    seat, prompt = chance.choice(list(prompts(GAME, state).items()))
                    moves = list(GAME.candidate_moves(view(state, seat)))
                    state = step(GAME, state, Played(seat, prompt.key, chance.choice(moves)))
                if any(state.public.counts):
                    assert fits(state)
                    looked += 1
    assert looked > 300


def test_open_cards_of_the_stud_are_never_elsewhere() -> None:
    session = Session(3, game="longhorn").deal()
    up = {card for cards in session.public.up for card in cards}
    assert len(up) == 9
    for world in draws(session, A, 30):
        assert not up & {card for hand in world.private for card in hand.cards}
