"""Boons and conspiring (page 4.11 and 4.13)."""

from random import Random

from app.games.scum_the_masquerade import GAME
from app.games.scum_the_masquerade.moves import (
    AnswerBoon,
    AnswerConspiracy,
    Ask,
    AskBoon,
    Conspire,
    Give,
    Wish,
)
from app.games.scum_the_masquerade.options import Options
from app.games.scum_the_masquerade.politics.trade_events import BoonAsked, Conspired
from app.games.scum_the_masquerade.state import Asked
from app.rules.codec import to_json
from app.rules.game import Seat
from tests.games.scum_the_masquerade.table import (
    A,
    B,
    C,
    D,
    Table,
    cards,
    first_lead,
    playing,
    trading,
)

CRYPTS = ("3C 4C 4D", "6C 7C 8C", "9C 9D JC", "QC KC AC")


def asked_for(hand: str, seat: Seat = C) -> Table:
    return first_lead(*CRYPTS).does(seat, AskBoon(cards(hand)))


def test_anybody_but_the_first_rank_may_ask_for_the_first_lead() -> None:
    """Owner, 8.1; plain lead of the first rank otherwise."""
    table = first_lead(*CRYPTS)
    assert [table.kinds(seat)[:1] for seat in (A, B, D)] == [["lead"], ["ask-boon"], ["ask-boon"]]
    assert table.refusal(B, AskBoon(cards("6C 7C")), "ask-boon") == "no-hand"
    assert table.refusal(B, AskBoon(cards("3C")), "ask-boon") == "not-your-cards"
    assert playing(*CRYPTS).kinds(B) == ["conspire"], "not once a trick has been played"


def test_the_hand_is_shown_to_the_first_rank_alone() -> None:
    """Section 9: who asks is public."""
    table = asked_for("9C 9D")
    assert BoonAsked(C) in table.told
    assert [bool(table.view(seat).private.shown) for seat in (A, B, C, D)] == [  # type: ignore[union-attr]
        True,
        False,
        True,
        False,
    ]
    assert '"9C"' not in str(to_json(table.view(B).public.boons))


def test_a_granted_boon_leads_exactly_that_hand_and_play_goes_on_from_there() -> None:
    """Owner, 8.3; H30."""
    table = asked_for("9C 9D").does(A, AnswerBoon(True))
    assert table.crypt(C) == "JC"
    assert (table.public.turn, table.public.asked) == (D, Asked.FOLLOW)


def test_after_a_refusal_the_first_rank_leads_or_somebody_asks_again() -> None:
    """Owner, 8.5; H29: twice in a round at most; H31: the first rank remembers the hand."""
    table = asked_for("9C 9D")
    before = first_lead(*CRYPTS)
    lead = GAME.prompt(before.view(A))
    table.does(A, AnswerBoon(False))
    assert GAME.prompt(table.view(A)) == lead, "the clock of the lead goes on"
    assert "ask-boon" in table.kinds(C)
    table.does(C, AskBoon(cards("JC"))).does(A, AnswerBoon(False))
    assert "ask-boon" not in table.kinds(C)
    assert [len(shown.cards) for shown in table.state.private[A].shown] == [2, 1]
    assert table.plays(A, "4C 4D").public.turn == B


def test_one_request_is_open_at_a_time_and_silence_is_a_no() -> None:
    """H29, A30."""
    table = asked_for("9C 9D")
    assert "ask-boon" not in table.kinds(B)
    assert table.time_is_up(A).public.asked is Asked.LEAD


def test_two_who_conspire_get_a_snapshot_of_each_other() -> None:
    """H34: the table sees that, and never the cards; snapshots do not change."""
    table = playing(*CRYPTS).does(B, Conspire(D))
    assert [kind in table.kinds(D) for kind in ("answer-conspiracy",)] == [True]
    assert table.kinds(C) == ["conspire"], "a request is known to the two alone"
    table.does(D, AnswerConspiracy(B, True))
    assert Conspired((B, D)) in table.told
    assert table.state.private[B].snapshots[0].cards == cards("QC KC AC")
    assert table.state.private[C].snapshots == ()
    table.plays(A, "3C").passes(B, C).plays(D, "QC")
    assert table.state.private[B].snapshots[0].cards == cards("QC KC AC")


def test_ten_seconds_pass_between_two_requests_of_a_player() -> None:
    """H34: asking must not be a nuisance. The asker alone sees the pause run."""
    table = playing(*CRYPTS).does(B, Conspire(D))
    (pause,) = GAME.spans(table.view(B))
    assert (pause.seconds, pause.beside) == (10, True)
    assert [GAME.spans(table.view(seat)) for seat in (A, C, D, None)] == [()] * 4
    table.does(D, AnswerConspiracy(B, False))
    assert (table.kinds(B), table.kinds(C)) == ([], ["conspire"])
    table._to(GAME.expire(table.state, pause.key))
    assert GAME.spans(table.view(B)) == ()
    table.does(B, Conspire(D))
    assert GAME.spans(table.view(B))[0].key != pause.key


def test_a_pause_goes_on_after_the_request_was_granted_and_ends_with_the_round() -> None:
    """H34: the limit is one request in ten seconds, whatever the answer."""
    table = playing("3C", "6C", "8C", "QC KC").does(B, Conspire(D))
    before = GAME.spans(table.view(B))
    table.does(D, AnswerConspiracy(B, True))
    assert GAME.spans(table.view(B)) == before
    assert "conspire" not in table.kinds(B)
    table.plays(A, "3C").plays(B, "6C").plays(C, "8C")
    assert GAME.spans(table.view(B)) == ()


def test_a_request_stays_open_through_later_tricks_and_two_do_not_ask_each_other_twice() -> None:
    """H34: one open request for each pair."""
    table = playing(*CRYPTS).does(B, Conspire(D))
    assert table.refusal(D, Conspire(B), "conspire") == "not-a-partner"
    table.plays(A, "3C").passes(B, C, D)
    assert "answer-conspiracy" in table.kinds(D)


def test_two_conspire_during_the_trades_and_see_the_crypts_of_that_moment() -> None:
    """A36: from the look at the own crypt on; section 9: a snapshot, which does not change."""
    table = trading("3C 4C", "6C 7C", "9C 9D", "QC KC", options=Options())
    assert table.kinds(A) == ["wish", "conspire"]
    table.does(B, Conspire(D)).does(D, AnswerConspiracy(B, True))
    table.does(A, Wish(cards("KC"))).does(D, Ask()).does(A, Give(cards("3C")[0]))
    assert table.crypt(D) == "3C QC"
    (seen,) = table.state.private[B].snapshots
    assert seen.cards == cards("QC KC")
    for number in range(20):
        world = GAME.resample(table.view(B), Random(number))
        held = {*world.private[D].cards, *world.private[A].cards}
        assert {*cards("QC KC")} <= held, "both lie with these two, whoever has which"


def test_who_has_a_pact_conspires_with_nobody_before_the_play() -> None:
    """H34: no crypt is shown to its owner yet."""
    options = Options(evening="masquerade")
    table = trading("3C 4C", "6C 7C", "9C 9D", "QC KC", options=options, takers=(C,))
    assert "conspire" not in table.kinds(C)
    assert table.refusal(A, Conspire(C), "conspire") == "not-a-partner"


def test_nobody_conspires_with_somebody_who_is_out() -> None:
    table = playing("3C", "6C 7C", "9C JC", "QC KC").plays(A, "3C")
    assert "conspire" not in table.kinds(A)
    assert table.refusal(C, Conspire(A), "conspire") == "not-a-partner"
