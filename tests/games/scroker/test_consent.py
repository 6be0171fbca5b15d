"""Tapping out by agreement: "may be permitted to tap-out, if all players agree".

The host says it beforehand, or all are asked.
"""

import random
from typing import Any

import pytest

from app.games.scroker import GAME
from app.games.scroker.events import ConsentAsked, ConsentGiven, TappedOut
from app.games.scroker.moves import Agree, Call, Fold, Object
from app.games.scroker.state import Phase
from app.rules.game import Seat, view
from app.rules.play import prompts, spans
from app.rules.replay import Expired, step
from tests.games.scroker.table import JUNK, A, B, C, Session


def short(seats: int = 3, **options: Any) -> Session:
    """A session in which B has 3 chips left in the second hand, in which C speaks first."""
    chosen = {"consent": "all", "buy_in": 10, "ante": 1, **options}
    session = Session(seats, **chosen).deal(*JUNK[:seats])
    session.bet("o5 c f" if seats > 2 else "o5 c").stand_pat()
    session.bet("o1 r2 f").ready()
    assert session.public.stacks[B] == 3
    return session.deal(*JUNK[:seats])


def window_over(session: Session) -> Session:
    """The window of the question has run its whole length."""
    (key,) = {one.key for found in spans(GAME, session.state).values() for one in found}
    session._take(step(GAME, session.state, Expired(key)))
    return session


def asked(session: Session) -> list[Seat]:
    return list(prompts(GAME, session.state))


def test_all_players_are_asked_when_somebody_cannot_match_a_bet() -> None:
    session = short().bet("o5 f")
    assert session.public.phase is Phase.CONSENT
    assert session.events(ConsentAsked) == [ConsentAsked(B)]
    assert asked(session) == [A, B, C], "also those who have folded"
    assert session.legal(A) == [Agree(), Object()]


def test_nothing_is_asked_while_everybody_can_pay() -> None:
    session = Session(3, consent="all").deal(*JUNK[:3]).bet("o5 c c")
    assert session.public.phase is Phase.DRAW
    assert not session.events(ConsentAsked)


def test_who_has_answered_and_how_is_seen_by_nobody() -> None:
    session = short().bet("o5 f")
    before = [view(session.state, seat) for seat in (A, B, None)]
    waits = GAME.say_wait(session.public, "ABC"), GAME.awaited_seats(session.public)
    session.do(C, Object())
    assert [view(session.state, seat) for seat in (A, B, None)] == before
    assert (GAME.say_wait(session.public, "ABC"), GAME.awaited_seats(session.public)) == waits
    assert waits[1] == ()
    assert session.state.events == ()


def test_the_window_runs_its_whole_length_after_all_have_answered() -> None:
    session = short().bet("o5 f").do(A, Agree()).do(B, Agree()).do(C, Agree())
    assert session.public.phase is Phase.CONSENT
    assert asked(session) == []
    assert window_over(session).public.phase is Phase.BET


def test_silence_agrees_and_the_turn_comes_to_whoever_cannot_match() -> None:
    session = window_over(short().bet("o5 f"))
    assert session.events(ConsentGiven) == [ConsentGiven(True)]
    assert (session.public.phase, session.public.turn) == (Phase.BET, B)
    session.do(B, Call())
    assert session.events(TappedOut) == [TappedOut(B)]
    assert session.public.tapped == (B,)


def test_one_objection_is_enough_and_who_it_was_is_not_told() -> None:
    session = window_over(short().bet("o5 f").do(A, Agree()).do(C, Object()))
    assert session.events(ConsentGiven) == [ConsentGiven(False)]
    assert session.public.turn == B
    assert session.refusal(B, Call()) == "no-tapping-out"
    assert session.legal(B) == [Fold()]
    told = " ".join(GAME.say_event(session.public, one, "XYZ") for one in session.state.events)
    assert "X" not in told
    assert "Z" not in told


@pytest.mark.parametrize("agreed", [True, False])
def test_it_is_asked_once_in_a_session(agreed: bool) -> None:
    session = short().bet("o5 f")
    window_over(session if agreed else session.do(A, Object()))
    session.bet("f").ready().deal(*JUNK[:3])
    assert session.public.consent is agreed
    while session.public.phase is Phase.BET and session.public.turn != B:
        session.bet("o5" if not session.public.level else "c")
    assert session.public.phase is Phase.BET
    assert len(session.events(ConsentAsked)) == 1
    assert (Call() in session.legal(B)) is agreed


@pytest.mark.parametrize("tap_out", [True, False])
def test_the_host_may_say_it_beforehand_and_then_nobody_is_asked(tap_out: bool) -> None:
    session = short(consent="host", tap_out=tap_out).bet("o5 f")
    assert (session.public.phase, session.public.turn) == (Phase.BET, B)
    assert (Call() in session.legal(B)) is tap_out


def test_no_tapping_out_is_no_question_either() -> None:
    assert short(tap_out=False).bet("o5 f").public.phase is Phase.BET


def test_a_player_who_has_bet_the_last_chip_taps_out_at_once_when_all_agree() -> None:
    session = short().bet("o1 c r1")
    assert session.public.stacks[B] == 0
    assert session.public.tapped == (), "nobody has said yet that one may"
    window_over(session.bet("r2 f"))
    assert session.events(TappedOut) == [TappedOut(B)]
    assert session.public.phase is Phase.DRAW, "the round is over: B is asked for no more bets"


def test_bots_agree_and_their_answer_tells_nothing() -> None:
    session = short().bet("o5 f")
    for seat in (A, B, C):
        seen = view(session.state, seat)
        moves = list(GAME.candidate_moves(seen))
        assert moves == [Agree(), Object()]
        first, second = GAME.score_moves(seen, moves)
        assert first > second


def test_worlds_leave_open_who_has_answered() -> None:
    session = short().bet("o5 f").do(A, Object())
    chance = random.Random(3)
    worlds = [GAME.resample(view(session.state, B), chance) for _ in range(80)]
    assert {world.private[A].agrees for world in worlds} == {True, False, None}
    assert {world.private[B].agrees for world in worlds} == {None}
