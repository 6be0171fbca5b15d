""" "Agree on planned length of game": in minutes; the hand in which they are over is the last."""

import pytest

from app.games.scroker import GAME
from app.games.scroker.events import SessionOver, TimeUp
from app.games.scroker.moves import Ante, Ready, SitOut
from app.games.scroker.named_game import Named
from app.games.scroker.state import Phase
from app.rules.game import Seat, view
from app.rules.play import spans
from app.rules.replay import Expired, step
from tests.games.scroker.table import JUNK, A, B, C, Session


def minutes(session: Session, number: int) -> Session:
    """This many minutes pass."""
    for _ in range(number):
        (key,) = {one.key for found in spans(GAME, session.state).values() for one in found}
        session._take(step(GAME, session.state, Expired(key)))
    return session


def session_of(number: int, seats: int = 3, **options: object) -> Session:
    return Session(seats, ending="minutes", minutes=number, **options)


def test_each_minute_is_a_span_that_runs_beside_everything() -> None:
    session = session_of(5)
    for phase in (Phase.DEAL, Phase.BET):
        assert session.public.phase is phase
        (span,) = GAME.spans(view(session.state, None))
        assert (span.key, span.seconds, span.beside) == ("minute-0", 60, True)
        if phase is Phase.DEAL:
            session.deal(*JUNK[:3])
    asked = GAME.prompt(view(session.state, B))
    minutes(session, 1)
    assert GAME.prompt(view(session.state, B)) == asked, "no question is disturbed"
    assert GAME.spans(view(session.state, A))[0].key == "minute-1"
    assert session.state.events == ()


def test_the_hand_in_which_the_time_ran_out_is_played_to_its_end_and_is_the_last() -> None:
    session = minutes(session_of(5).deal(*JUNK[:3]).bet("o1"), 5)
    assert session.events(TimeUp) == [TimeUp(5, False)]
    assert session.public.phase is Phase.BET
    assert GAME.spans(view(session.state, A)) == ()
    session.bet("c c").stand_pat().bet("f f")
    outcome = GAME.outcome(session.public)
    assert outcome is not None
    assert outcome.reason == "time-up"
    assert len(session.events(SessionOver)) == 1


def test_time_that_runs_out_between_two_hands_ends_the_session_there() -> None:
    session = session_of(5).deal(*JUNK[:3]).bet("f f").do(A, Ready())
    minutes(session, 5)
    assert session.events(TimeUp) == [TimeUp(5, True)]
    assert session.public.phase is Phase.OVER
    assert GAME.spans(view(session.state, A)) == ()


def test_before_the_time_is_over_hands_go_on() -> None:
    session = minutes(session_of(5).deal(*JUNK[:3]), 4).bet("f f")
    assert session.public.phase is Phase.INTERVAL
    assert session.ready().public.phase is Phase.DEAL
    assert session.public.minutes == 4, "a new hand does not begin the time anew"


def test_a_carry_goes_back_after_the_last_hand_by_the_clock() -> None:
    session = minutes(session_of(5).deal(*JUNK[:3]), 5).bet("k k k")
    assert session.public.phase is Phase.OVER
    assert session.public.stacks == (50, 50, 50)
    assert session.public.paid is not None
    assert session.public.paid.nets == (0, 0, 0), "the hands add up to the reconciliation"


def test_a_hand_that_nobody_antes_is_the_last_one_too() -> None:
    session = session_of(5, seats=2, game="dealers-choice").name(Named())
    minutes(session, 5).do(B, SitOut())
    assert session.public.phase is Phase.OVER
    other = session_of(5, seats=2, game="dealers-choice")
    minutes(other.name(Named()), 5).do(B, Ante())
    assert other.public.phase is Phase.DEAL


@pytest.mark.parametrize("ending", ["open", "hands"])
def test_no_clock_runs_where_the_length_is_another(ending: str) -> None:
    session = Session(2, ending=ending, minutes=5)
    assert GAME.spans(view(session.state, None)) == GAME.spans(view(session.state, Seat(0))) == ()


def test_the_host_may_still_call_the_last_hand() -> None:
    session = session_of(5).deal(*JUNK[:3])
    session.state = GAME.last_deal(session.state)
    session.bet("f f")
    outcome = GAME.outcome(session.public)
    assert outcome is not None
    assert outcome.reason == "last-deal"


def test_two_can_play_by_the_clock_with_any_seat_left_in() -> None:
    session = minutes(session_of(6, seats=4).deal(*JUNK), 3).bet("f f f").ready()
    session.reseat(C)
    assert session.public.minutes == 3
