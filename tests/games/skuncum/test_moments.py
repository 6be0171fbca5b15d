"""The moments that a page names from what happened, by docs/rules/skuncum.md."""

from collections.abc import Callable

from app.games.skuncum import GAME
from app.games.skuncum.table_records import Box
from tests.games.skuncum.table import ANN, BOB, CY, Table, dealt
from tests.games.skuncum.test_duels import king, race
from tests.js.moments import Moment, moments, words


def named(table: Table, act: Callable[[], Table]) -> list[Moment]:
    before = table.state
    return moments(GAME, before, act().state)


def test_the_scrum_a_skunk_by_politiks() -> None:
    table = dealt("MAY-R", "ASKUNK GR-U", "GR-R").lead(ANN, "MAY-R")
    (moment,) = named(table, lambda: table.politiks(BOB, "ASKUNK", ANN))
    assert words([moment]) == ["Skunked: Ada’s Candidate card counts 0"]
    assert (moment["seat"], moment["sore"]) == (BOB, [ANN])


def test_the_play_off_a_skunk_in_a_duel() -> None:
    table = race("MAY-R", "DEL-U", "MAY-U", hands=("", "ASKUNK", ""))
    found = named(table, lambda: table.play(BOB, "ASKUNK"))
    assert words(found) == ["Skunked: Cleo falls to 0"]


def test_the_scrum_the_coalition_tips_where_a_higher_card_takes_the_pawn() -> None:
    table = dealt("MAY-R", "DEL-U", "SEN-G").lead(ANN, "MAY-R")
    assert named(table, lambda: table.join(BOB, "DEL-U", "coalition")) == []
    found = named(table, lambda: table.join(CY, "SEN-G", "coalition"))
    assert words(found)[0] == "Coalition tips: Cleo is Kingmaker now"
    assert found[0]["sore"] == [BOB]


def test_the_play_off_a_duel_is_decided_by_who_concedes() -> None:
    table = race("SEN-R", "COM-U", "GR-U")
    found = named(table, lambda: table.concede(CY))
    assert words(found) == ["Duel won: Ben, 3 against 1"]


def test_the_play_off_both_are_out_after_a_tie() -> None:
    table = race("SEN-R", "COM-U", "COM-K", "DEL-U").stand(CY)
    found = named(table, lambda: table.stand(BOB))
    assert "Both are out: Cleo and Ben" in words(found)


def test_the_play_off_a_power_play_is_great() -> None:
    table = king("COM-U GR-U B10")
    before = table.public.turn
    assert before == BOB
    (moment, *_) = named(table, lambda: table.power(BOB, "COM-U", "GR-U", "B10"))
    assert (moment["stamp"], moment["greatness"]) == ("Power Play", "great")


def test_scoring_a_race_hats_are_marked_and_the_race_is_won() -> None:
    table = dealt("MAY-R", "GR-R", "A5").lead(ANN, "MAY-R").join(BOB, "GR-R", "bandwagon")
    found = words(named(table, lambda: table.drop(CY)))
    assert "Landslide: Ada, Candidate" in found
    assert any(line.startswith(("Hat marked: Ada", "2 hats: Ada")) for line in found)


def test_scoring_a_race_of_one_card_brings_one_card() -> None:
    table = dealt("MAY-R", "A10", "A5").lead(ANN, "MAY-R").drop(BOB)
    won = next(one for one in named(table, lambda: table.drop(CY)) if one["stamp"] == "Landslide")
    assert won["amount"]["text"] == "1 card"


def test_scoring_a_race_the_last_open_hat_fills_the_box() -> None:
    full = dealt("MAY-R", "GR-R", "A5").public.hat_sizes
    almost = Box(tuple(size - (rank == 3) for rank, size in enumerate(full)))
    table = dealt("MAY-R", "GR-R", "A5", boxes=(almost, Box(), Box())).lead(ANN, "MAY-R")
    table.join(BOB, "GR-R", "bandwagon")
    found = named(table, lambda: table.drop(CY))
    assert "Hats full: Ada" in words(found)
    assert all(one["greatness"] != "rare" for one in found), "more than one in five hands"


def test_the_play_off_the_last_duel_wins_the_race() -> None:
    table = race("SEN-R", "COM-U", "GR-U").concede(CY)
    found = words(named(table, lambda: table.concede(BOB)))
    assert "Race won: Ada, Candidate" in found


def test_scoring_a_hand_vote_strokes_buy_a_hat() -> None:
    """Errata A10."""
    boxes = (Box(), Box(votes=10, vote_strokes=9), Box(votes=10, vote_strokes=4))
    table = dealt("MAY-R", "A5", "A10", boxes=boxes).lead(ANN, "MAY-R").drop(BOB).drop(CY)
    found = named(table, table.expire)
    assert "Hat marked: Ben, a Grass Roots" in words(found)
