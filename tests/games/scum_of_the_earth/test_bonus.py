"""The takeover window and the bonuses."""

from msgspec.structs import replace

from app.games.scum_of_the_earth import GAME
from app.games.scum_of_the_earth.cards import read_cards
from app.games.scum_of_the_earth.events import BonusGiven, TakeoverDeclared
from app.games.scum_of_the_earth.moves import Confirm, Give, Reason, Takeover
from app.games.scum_of_the_earth.options import Options
from app.games.scum_of_the_earth.state import Asked, Exchange, Phase
from app.rules.game import Seat
from app.rules.play import prompts
from tests.games.scum_of_the_earth.table import EVERYTHING, NAMES, Table, fresh, window

A, B, C, D = range(4)
HANDS = ("K K K", "WILD WILD 9", "5 4 3", "0 A 2")


def all_ready(table: Table) -> Table:
    for seat in table.public.ranks:
        table.move(seat, Confirm())
    return table


def test_the_window_asks_everybody_the_same_for_equally_long() -> None:
    asked = prompts(GAME, window(*HANDS).state)
    assert set(asked) == {A, B, C, D}
    assert len(set(asked.values())) == 1
    assert asked[Seat(A)].window == 15


def test_only_the_holder_of_both_wilds_may_declare() -> None:
    table = window(*HANDS)
    assert table.legal(B) == [Confirm(), Takeover()]
    assert table.legal(C) == [Confirm()]
    assert table.refuses(C, Takeover()) is Reason.NO_TAKEOVER


def test_rank_one_may_not_declare() -> None:
    table = window("WILD WILD 9", "K", "5 4 3", "0 A 2")
    assert table.legal(A) == [Confirm()]
    assert table.refuses(A, Takeover()) is Reason.NO_TAKEOVER


def test_a_three_to_nine_wild_does_not_count_for_a_takeover() -> None:
    table = window("K K K", "WILD 3-9 9", "5 4 3", "WILD A 2", options=EVERYTHING)
    assert table.refuses(B, Takeover()) is Reason.NO_TAKEOVER


def test_a_takeover_ends_the_window_at_once() -> None:
    table = window(*HANDS).move(B, Takeover())
    assert TakeoverDeclared(Seat(B), (Seat(B), Seat(C), Seat(D), Seat(A))) in table.events
    assert table.public.takeover == B
    assert table.public.phase is Phase.BONUS


def test_holding_both_and_keeping_quiet_is_allowed() -> None:
    assert all_ready(window(*HANDS)).public.ranks == (A, B, C, D)


def test_who_has_confirmed_is_not_asked_again() -> None:
    table = window(*HANDS).move(B, Confirm())
    assert Seat(B) not in prompts(GAME, table.state)
    assert table.public.confirmed == (B,)


def test_when_the_window_runs_out_the_bonuses_begin() -> None:
    assert window(*HANDS).expire().public.phase is Phase.BONUS


def test_the_lower_ranks_best_cards_move_up_first() -> None:
    table = all_ready(window("K K K", "Q J 9", "5 4 3", "0 A 2"))
    assert [table.hand(seat) for seat in range(4)] == ["0 A K K K", "3 9 J Q", "4 5", "2"]
    assert table.events == (BonusGiven(Seat(D), Seat(A), 2), BonusGiven(Seat(C), Seat(B), 1))
    assert table.public.counts == (5, 4, 2, 1)


def test_both_higher_ranks_are_asked_at_once_under_their_own_keys() -> None:
    asked = prompts(GAME, all_ready(window("K K K", "Q J 9", "5 4 3", "0 A 2")).state)
    assert set(asked) == {A, B}
    assert asked[Seat(A)].key != asked[Seat(B)].key


def test_the_higher_rank_gives_any_cards_back_even_those_just_received() -> None:
    table = all_ready(window("K K K", "Q J 9", "5 4 3", "0 A 2"))
    table.give(B, "3")
    assert table.turn() == (None, None)
    table.give(A, "A 0")
    assert table.hand(D) == "0 A 2"
    assert table.state.private[D].exchange == Exchange(
        Seat(A), read_cards("0 A"), read_cards("0 A")
    )
    assert table.state.private[A].exchange == Exchange(
        Seat(D), read_cards("0 A"), read_cards("0 A")
    )
    assert table.turn() == (A, Asked.LEAD)


def test_the_middle_exchanges_nothing() -> None:
    table = all_ready(window("K K K", "Q J 9", "8 8", "5 4 3", "0 A 2"))
    assert table.hand(2) == "8 8"
    assert table.state.private[2].exchange is None


def test_a_gift_of_the_wrong_number_or_of_foreign_cards_is_refused() -> None:
    table = all_ready(window("K K K", "Q J 9", "5 4 3", "0 A 2"))
    assert table.refuses(A, Give(read_cards("K"))) is Reason.WRONG_NUMBER_TO_GIVE
    assert table.refuses(B, Give(read_cards("Q J"))) is Reason.WRONG_NUMBER_TO_GIVE
    assert table.refuses(A, Give(())) is Reason.WRONG_NUMBER_TO_GIVE
    assert table.refuses(A, Give(read_cards("0 0"))) is Reason.NOT_YOUR_CARDS
    assert table.refuses(B, Give(read_cards("K"))) is Reason.NOT_YOUR_CARDS
    assert table.refuses(A, Confirm()) is Reason.NOT_ASKED
    assert table.refuses(A, Takeover()) is Reason.NO_TAKEOVER


def test_every_gift_is_listed_once() -> None:
    table = all_ready(window("K K Q", "Q J 9", "5 4 3", "0 A 2"))
    moves = table.legal(A)
    assert len(moves) == len(set(moves)) == 7
    assert Give(read_cards("K K")) in moves


def test_when_time_runs_out_the_worst_cards_go_down_and_the_other_gift_still_waits() -> None:
    table = all_ready(window("K K Q", "J 9 8", "5 4 3", "0 A 2")).expire()
    assert table.hand(D) == "2 K K"
    assert table.public.giving == (B,)
    assert table.expire().hand(C) == "4 5 J"


def test_the_log_tells_how_many_cards_passed_and_never_which() -> None:
    table = all_ready(window("K K Q", "J 9 8", "5 4 3", "0 A 2"))
    other = all_ready(window("K K Q", "J 9 8", "5 4 2", "WILD A 3"))
    for one, two in zip(table.events, other.events, strict=True):
        assert GAME.say_event(table.public, one, NAMES) == GAME.say_event(other.public, two, NAMES)
    assert table.public == other.public


def test_a_table_may_begin_its_first_hand_without_takeover_and_swap() -> None:
    """Issue 21: whoever plays at once leads at once; from the second hand on all is as usual."""
    before = fresh(5, Options(first_swap=False)).state
    table = Table(GAME.apply_shuffle(before, range(len(before.public.deck))))
    asked = prompts(GAME, table.state)
    assert [(seat, prompt.kind) for seat, prompt in asked.items()] == [(A, "lead")]
    assert all(hand.exchange is None for hand in table.state.private)
    assert len(GAME.opened_cards(table.view(B))) == table.public.counts[B]
    table.move(A, table.legal(A)[0])
    assert GAME.opened_cards(table.view(B)) == ()
    later = replace(table.public, phase=Phase.DEAL, deal=2)
    second = GAME.apply_shuffle(replace(table.state, public=later), range(len(later.deck)))
    assert second.public.phase is Phase.TAKEOVER
