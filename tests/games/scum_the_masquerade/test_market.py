"""Illegal trades (page 8.3 and 4.10; the host's switch of errata A34)."""

from random import Random

from msgspec.structs import replace

from app.games.scum_the_masquerade import GAME
from app.games.scum_the_masquerade.moves import (
    AnswerConspiracy,
    AnswerSmuggle,
    Confirm,
    Conspire,
    Decide,
    Move,
    Smuggle,
)
from app.games.scum_the_masquerade.options import Options
from app.games.scum_the_masquerade.politics.trade_events import BidMade, Smuggled
from app.games.scum_the_masquerade.politics.trading import trades_over
from app.games.scum_the_masquerade.powers.clans import Pack
from app.games.scum_the_masquerade.state import Phase
from app.rules.codec import to_json
from app.rules.composing import compose
from app.rules.game import Seat
from tests.games.scum_the_masquerade.table import (
    A,
    B,
    C,
    D,
    Table,
    cards,
    playing,
    stated,
)
from tests.games.scum_the_masquerade.test_decisions import next_round

ALLOWED = Decide((Pack.CAMARILLA,), illegal=True)
CRYPTS = ("3C 4C 5C", "6C 7C 8C", "9C 9D JC", "QC KC AC")
OPTIONS = Options(evening="masquerade")


def market(*crypts: str, options: Options = OPTIONS, **public: object) -> Table:
    """The trades are over, and the first rank allows illegal ones."""
    values = {"turn": None, "asked": None, "trick": None, "decisions": ALLOWED, **public}
    return Table(trades_over(stated(*(crypts or CRYPTS), options=options, number=1, **values)))


def smuggle(partner: Seat, give: str, want: str) -> Smuggle:
    return Smuggle(partner, cards(give), cards(want))


def test_they_follow_the_trades_where_host_and_first_rank_allow_them() -> None:
    """Owner, 1.5; A34: a switch of the host, then the decision of a new first rank."""
    assert market().public.phase is Phase.MARKET
    assert market(decisions=replace(ALLOWED, illegal=False)).public.phase is Phase.PLAY
    table = next_round()
    assert table.prompt_for(A, ALLOWED) is not None
    strict = next_round(Options(evening="masquerade", illegal_trades=False))
    assert strict.refusal(A, ALLOWED, "decide") == "not-a-decision"


def test_any_two_trade_one_to_three_cards_and_the_table_sees_who_and_how_many() -> None:
    """8.3; section 9: an offer is its addressee's, the contents are the two's."""
    table = market().does(B, smuggle(C, "6C 7C", "9C 9D"))
    assert isinstance(table.state.private_events[0].event, BidMade)
    assert set(table.state.private_events[0].seats) == {B, C}
    assert [bool(table.state.private[seat].bids) for seat in (A, B, C, D)] == [0, 1, 1, 0]
    assert "6C" not in str(to_json(table.view(A)))
    table.does(C, AnswerSmuggle(B, True))
    assert [table.crypt(seat) for seat in (B, C)] == ["8C 9C 9D", "6C 7C JC"]
    assert table.told == [Smuggled((B, C), 2)]
    (swap,) = table.public.swaps
    assert (swap.seats, swap.number, swap.kind) == ((B, C), 2, "illegal")


def test_offers_that_cannot_be_are_refused_with_a_reason() -> None:
    table = market()
    for move, reason in (
        (smuggle(B, "6C", "9C"), "not-a-trader"),
        (smuggle(Seat(7), "6C", "9C"), "not-a-trader"),
        (smuggle(C, "9C", "JC"), "not-your-cards"),
        (smuggle(C, "6C 7C", "JC"), "not-as-many"),
        (smuggle(C, "", ""), "not-as-many"),
        (smuggle(C, "6C 7C", "JC JC"), "not-a-wish"),
        (smuggle(C, "6C", "JCb"), "not-a-wish"),
    ):
        assert table.refusal(B, move, "smuggle") == reason, move
    four = market("3C", "6C 7C 8C 8D", "9C", "QC")
    assert four.refusal(B, smuggle(C, "6C 7C 8C 8D", "2C 2D 2S 2H"), "smuggle") == "not-as-many"
    table.does(B, smuggle(C, "6C", "9C"))
    assert table.refusal(B, smuggle(C, "7C", "9C"), "smuggle") == "not-a-trader", "one is open"


def test_who_lacks_a_card_cannot_agree_and_a_lack_looks_like_a_refusal() -> None:
    """H26: errors must not leak."""
    table = market().does(B, smuggle(C, "6C", "2H"))
    assert table.refusal(C, AnswerSmuggle(B, True), "answer-smuggle") == "cannot-meet"
    refused = market().does(B, smuggle(C, "6C", "9C")).does(C, AnswerSmuggle(B, False))
    lacking = table.does(C, AnswerSmuggle(B, False))
    told = [one.state.private_events for one in (refused, lacking)]
    assert told[0] == told[1]


def test_each_player_makes_two_trades_and_three_offers_at_most() -> None:
    """8.3: two done swaps each; three offers are ours, as in H26."""
    table = market()
    table.does(A, smuggle(B, "3C", "6C")).does(B, AnswerSmuggle(A, True))
    table.does(A, smuggle(C, "4C", "9C")).does(C, AnswerSmuggle(A, True))
    assert "smuggle" not in table.kinds(A)
    assert table.refusal(D, smuggle(A, "QC", "5C"), "smuggle") == "too-many-swaps"
    for want in ("2C", "2D", "2S"):
        table.does(D, smuggle(B, "QC", want)).does(B, AnswerSmuggle(D, False))
    assert "smuggle" not in table.kinds(D)


def test_a_trade_withdraws_all_other_offers_of_the_two() -> None:
    """Ours: whether a card is gone by it, an open offer would tell."""
    table = market().does(A, smuggle(B, "3C", "6C")).does(C, smuggle(A, "9C", "4C"))
    table.does(D, smuggle(A, "QC", "5C")).does(A, AnswerSmuggle(C, True))
    assert "answer-smuggle" not in table.kinds(B)
    assert "answer-smuggle" in table.kinds(A), "an offer to one of the two stays"


def test_play_begins_when_all_are_ready_and_who_is_ready_may_still_trade() -> None:
    """4.10: sixty seconds at most."""
    table = market().does(A, Confirm())
    assert table.kinds(A) == ["smuggle", "conspire"]
    (question, *_) = GAME.prompts(table.view(B))
    assert question.window == 60
    table.does(B, Confirm()).does(C, Confirm()).time_is_up(D)
    assert (table.public.phase, table.public.turn) == (Phase.PLAY, A)
    assert table.refusal(B, smuggle(C, "6C", "9C"), "smuggle") == "not-open", "too late"


def test_time_is_up_for_all_at_once() -> None:
    assert market().time_is_up(C).public.phase is Phase.PLAY


def test_who_has_a_pact_does_not_trade() -> None:
    """A1, 8.1: no crypt is seen before the first lead."""
    table = market(takers=(C,))
    assert GAME.awaited_seats(table.public) == (A, B, D)
    assert table.kinds(C) == []
    assert table.refusal(A, smuggle(C, "3C", "9C"), "smuggle") == "not-a-trader"


def test_an_offer_is_composed_of_partner_cards_and_as_many_wishes() -> None:
    table = market()
    (prompt,) = (one for one in GAME.prompts(table.view(B)) if one.kind == "smuggle")
    step = compose(GAME, table.view(B), prompt, [[C], ["6C", "7C"]]).step
    assert step is not None
    assert (step.name, step.least, step.most) == ("want", 2, 2)
    made = compose(GAME, table.view(B), prompt, [[C], ["7C", "6C"], ["9C", "9D"]]).move
    assert made == smuggle(C, "7C 6C", "9C 9D")


def test_a_world_knows_that_a_card_which_somebody_was_given_may_have_passed_on() -> None:
    """Section 9: B gave a card to C, and then C and D have traded a card."""
    table = market().does(B, smuggle(C, "6C", "9C")).does(C, AnswerSmuggle(B, True))
    table.does(C, smuggle(D, "6C", "QC")).does(D, AnswerSmuggle(C, True))
    worlds = [GAME.resample(table.view(B), Random(number)) for number in range(60)]
    places = {
        seat for world in worlds for seat in (C, D) if cards("6C")[0] in world.private[seat].cards
    }
    assert places == {C, D}
    assert all(cards("6C")[0] not in world.private[A].cards for world in worlds)


def test_a_snapshot_before_a_trade_is_kept_by_every_world() -> None:
    """Section 9: what was seen was so at that moment, and one card has moved since."""
    table = market().does(B, Conspire(D)).does(D, AnswerConspiracy(B, True))
    table.does(C, smuggle(D, "JC", "QC")).does(D, AnswerSmuggle(C, True))
    for number in range(40):
        world = GAME.resample(table.view(B), Random(number))
        left = [card for card in cards("QC KC AC") if card in world.private[D].cards]
        gone = [card for card in cards("QC KC AC") if card in world.private[C].cards]
        assert (len(left), len(gone)) == (2, 1)


def test_what_was_seen_before_two_trades_and_after_them_leads_from_one_to_the_other() -> None:
    """Section 9: the twelve cards of D, then two of C for two, then one for one."""
    crypts = ("3C", "3D", "4C 4D 4S 4H", "QC QD QS QH KC KD KS KH AC AD AS AH")
    table = market(*crypts).does(B, Conspire(D)).does(D, AnswerConspiracy(B, True))
    table.does(C, smuggle(D, "4C 4D", "QC QD")).does(D, AnswerSmuggle(C, True))
    table.does(C, smuggle(D, "4S", "QS")).does(D, AnswerSmuggle(C, True))
    (pause,) = GAME.spans(table.view(B))
    table._to(GAME.expire(table.state, pause.key))
    table.does(B, Conspire(D)).does(D, AnswerConspiracy(B, True))
    before, after = (set(one.cards) for one in table.state.private[B].snapshots)
    for number in range(20):
        world = GAME.resample(table.view(B), Random(number))
        held = set(before)
        for bid in world.private[D].bids:
            gone, come = (bid.got, bid.give) if bid.partner == D else (bid.give, bid.got)
            assert set(gone) <= held
            held = held - set(gone) | set(come)
        assert held == after == set(world.private[D].cards)


def taken(table: Table, seat: Seat, kind: str) -> Move | None:
    """The answer of a bot in this seat to an offer of this kind."""
    seen = table.view(seat)
    (prompt,) = (one for one in GAME.prompts(seen) if one.kind == kind)
    return GAME.accepted_offer(seen, prompt)


def test_a_bot_makes_one_offer_and_agrees_to_what_leaves_fewer_turns() -> None:
    """Issue 19: bots trade."""
    crypts = ("3C", "4C 7D", "7C 7S 4D", "9C JC KC")
    table = market(*crypts)
    made = taken(table, B, "smuggle")
    assert isinstance(made, Smuggle)
    assert taken(table.does(B, made), B, "smuggle") is None
    good = market(*crypts).does(B, smuggle(C, "7D", "4D"))
    assert taken(good, C, "answer-smuggle") == AnswerSmuggle(B, True)
    bad = market(*crypts).does(B, smuggle(C, "4C", "7C"))
    assert taken(bad, C, "answer-smuggle") == AnswerSmuggle(B, False)


def test_without_two_who_see_their_cards_there_is_no_market() -> None:
    assert market(takers=(B, C, D)).public.phase is Phase.PLAY
    assert playing(*CRYPTS, options=OPTIONS).kinds(B) == ["conspire"]
