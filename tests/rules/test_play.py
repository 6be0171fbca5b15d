"""The one road a move can take, and what each refusal on it is called."""

from collections.abc import Iterator

import pytest

from app.rules import errors
from app.rules.errors import GameOver, IllegalMove, MalformedMove, NotYourTurn, RuleError, StaleMove
from app.rules.game import Seat, State, view
from app.rules.play import play, prompts, take_up_to
from tests.table.high_card import GAME, Choose, Crow, HighCardOptions, Table

A, B = Seat(0), Seat(1)


def dealt(deals: int = 1) -> Table:
    return GAME.apply_shuffle(
        GAME.setup(2, HighCardOptions(deals=deals), False), [0, 2, 4, 1, 3, 5]
    )


def test_a_legal_move_is_applied() -> None:
    state = play(GAME, dealt(), A, "choose.1", Choose(4))
    assert state.private[A].chosen == 4
    assert set(prompts(GAME, state)) == {B}


def test_a_seat_that_is_asked_nothing_may_say_nothing() -> None:
    state = play(GAME, dealt(), A, "choose.1", Choose(4))
    with pytest.raises(NotYourTurn):
        play(GAME, state, A, "choose.1", Choose(2))


def test_an_answer_to_a_closed_question_is_stale() -> None:
    with pytest.raises(StaleMove):
        play(GAME, dealt(), A, "choose.0", Choose(4))


def test_an_illegal_move_names_the_rule_and_says_it_in_words() -> None:
    with pytest.raises(IllegalMove) as refused:
        play(GAME, dealt(), A, "choose.1", Choose(5))
    assert refused.value.reason == "not-yours"
    assert refused.value.sentence == str(refused.value) == "You do not hold that card."


def test_a_refusal_changes_nothing() -> None:
    state = dealt()
    before = (state.public, state.private)
    with pytest.raises(RuleError):
        play(GAME, state, A, "choose.1", Crow(True))
    assert (state.public, state.private) == before


def test_after_the_end_every_move_is_too_late() -> None:
    state = play(GAME, dealt(), A, "choose.1", Choose(4))
    state = play(GAME, state, B, "choose.1", Choose(5))
    state = play(GAME, state, B, "crow.1", Crow(True))
    with pytest.raises(GameOver):
        play(GAME, state, B, "crow.1", Crow(True))


def test_a_view_is_the_public_part_and_one_private_part() -> None:
    state = dealt()
    seen = view(state, B)
    assert (seen.seat, seen.public, seen.private) == (B, state.public, state.private[B])
    watcher = view(state, None)
    assert (watcher.seat, watcher.private) == (None, None)


def test_prompts_are_listed_by_seat() -> None:
    asked = prompts(GAME, dealt())
    assert list(asked) == [A, B]
    assert {prompt.kind for prompt in asked.values()} == {"choose"}


def test_a_state_or_view_in_a_log_shows_no_cards() -> None:
    state: Table = State(dealt().public, dealt().private, None)
    assert repr(state) == "State(…)"
    assert repr(view(state, A)) == "View(seat=0, …)"


def test_moves_are_taken_up_to_a_limit() -> None:
    def endless() -> Iterator[int]:
        number = 0
        while True:
            yield number
            number += 1

    assert take_up_to(endless(), 3) == ((0, 1, 2), False)
    assert take_up_to([1, 2], 3) == ((1, 2), True)
    assert take_up_to([1, 2, 3], 3) == ((1, 2, 3), True)


def test_every_error_has_a_code_of_its_own_in_kebab_case() -> None:
    kinds: list[type[RuleError]] = [MalformedMove, GameOver, NotYourTurn, StaleMove, IllegalMove]
    assert {kind.code for kind in kinds} == {
        "malformed-move",
        "game-over",
        "not-your-turn",
        "stale-move",
        "illegal-move",
    }
    assert all(kind.code in (errors.__doc__ or "") for kind in kinds)
