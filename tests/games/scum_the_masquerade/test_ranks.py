"""Titles, places round the table, extra cards, and the revolution (page 3, 4.2 and 4.12)."""

import pytest

from app.games.scum_the_masquerade import GAME
from app.games.scum_the_masquerade.events import Revolution
from app.games.scum_the_masquerade.moves import ChooseExtras, Confirm
from app.games.scum_the_masquerade.options import Options
from app.games.scum_the_masquerade.state import Phase
from app.games.scum_the_masquerade.titles import titles
from app.rules.composing import compose
from app.rules.game import Seat
from tests.games.scum_the_masquerade.table import A, B, C, D, E, Table, playing

SMALL = ("4C 4D", "6C 7C", "8C 9C", "10C JC", "KC KD", "AC AD", "2C 2D", "3C 3D")


def round_over(*crypts: str, options: Options | None = None) -> Table:
    """A round in which A, B, C and so on go out in turn and the last one keeps cards."""
    table = playing(*crypts, options=options)
    for seat in map(Seat, range(len(crypts) - 1)):
        table.plays(seat, table.crypt(seat))
    return table


def test_titles_by_number_of_players_and_sect() -> None:
    """Owner: Ranks."""
    assert titles(6) == ["Justicar", "Prince", "Seneschal", "Sheriff", "Caitiff", "Mortal Scum"]
    assert titles(5, "sabbat") == ["Regent", "Cardinal", "Archbishop", "Pander", "Mortal Scum"]
    assert titles(8)[5] == "Primatene"
    assert titles(8, "sabbat")[5] == "Primogen"
    assert len(set(titles(8, naming="neutral"))) == 8


def test_the_finishing_order_gives_the_places_round_the_table() -> None:
    """A15: the place follows the rank, the seat stays."""
    table = playing("4C", "6C", "8C", "10C JC", order=(C, A, D, B), turn=C)
    table.plays(C, "8C").passes(A).plays(D, "10C").passes(B, A)
    table.plays(D, "JC").passes(B, A).plays(B, "6C")
    assert table.public.order == (C, D, B, A)


def test_extra_cards_go_to_the_lowest_ranks_unless_the_first_rank_chooses() -> None:
    """H19; owner 4.4: it is up to the Justicar, and nobody gets two."""
    table = round_over("4C", "6C", "8C", "10C", "KC KD", options=Options(evening="ranks"))
    assert table.public.phase is Phase.INTERVAL
    assert table.public.extras == (D, E)
    assert table.kinds(A) == ["interval", "choose-extras"]
    assert table.kinds(B) == ["interval"]
    assert table.refusal(A, ChooseExtras((B, B)), "choose-extras") == "wrong-extras"
    assert table.refusal(A, ChooseExtras((B,)), "choose-extras") == "wrong-extras"
    table.does(A, ChooseExtras((C, B)))
    assert table.public.extras == (B, C)
    assert table.kinds(A) == ["interval"]
    for seat in (A, B, C, D, E):
        table.does(seat, Confirm())
    assert (table.public.phase, table.public.extras) == (Phase.DEAL, (B, C))


def test_the_first_rank_picks_at_the_table_who_gets_extra_cards() -> None:
    """Not out of a list of all groups: of five players there are ten pairs."""
    table = round_over("4C", "6C", "8C", "10C", "KC KD", options=Options(evening="ranks"))
    seen = table.view(A)
    prompt = next(one for one in GAME.prompts(seen) if one.kind == "choose-extras")
    step = GAME.next_step(seen, prompt, ())
    assert step is not None
    assert (step.kind, step.least, step.most) == ("seats", 2, 2)
    assert GAME.max_listed_moves(prompt) == 1
    made = compose(GAME, seen, prompt, [[C, B]])
    assert table.does(A, made.move).public.extras == (B, C)
    assert made.text == "They get one card more than the others in the next round."


@pytest.mark.parametrize("players", range(4, 9))
def test_if_the_last_rank_is_out_first_all_ranks_reverse(players: int) -> None:
    """Owner, "The Next Round" 3, and check 6: at every number of players."""
    table = playing(*SMALL[: players - 1], "3H", turn=Seat(players - 1))
    last = Seat(players - 1)
    table.plays(last, "3H")
    assert table.public.order == tuple(map(Seat, reversed(range(players))))
    assert Revolution(last) in table.told
    assert table.public.scores == tuple(range(1, players + 1)), "A11: points by the rank held next"


def test_a_last_rank_that_goes_out_second_is_no_revolution() -> None:
    table = playing("4C", "6C 7C", "8C 9C", "10C").plays(A, "4C").passes(B, C).plays(D, "10C")
    assert table.public.phase is Phase.PLAY
    assert not table.public.revolution


def test_there_is_no_revolution_in_the_round_that_settles_the_ranks() -> None:
    table = playing("4C 5C", "6C 7C", "8C 9C", "10C", number=0, turn=D).plays(D, "10C")
    assert table.public.phase is Phase.PLAY
