"""The moments that a page names from what happened, by docs/rules/usurp.md."""

from collections.abc import Callable

from app.games.usurp import GAME
from tests.games.usurp.table import Table, playing
from tests.js.moments import Moment, moments, words


def named(table: Table, act: Callable[[], Table]) -> list[Moment]:
    before = table.state
    return moments(GAME, before, act().state)


def test_the_four_plays_a_card_of_the_upcards_rank_usurps() -> None:
    table = playing("KH 3D", "9S 6S", upcard="KS")
    (moment,) = named(table, lambda: table.play(0, "KH"))
    assert words([moment]) == ["Usurped: Ada, with K♥"]
    assert moment["amount"] == {"text": "+13", "to": 0}


def test_the_four_plays_whoever_usurps_may_turn_the_order() -> None:
    table = playing("KH 3D", "9S 6S", upcard="KS", order="regal").play(0, "KH")
    assert words(named(table, lambda: table.name(0, "common"))) == [
        "The Order turns: Ada: low wins now"
    ]
    table = playing("KH 3D", "9S 6S", upcard="KS", order="regal").play(0, "KH")
    assert named(table, lambda: table.name(0, "regal")) == []


def test_the_four_plays_a_challenge_turns_up_what_was_true_with_its_bonus() -> None:
    table = playing("AS 3D", "KC 6S", upcard="KS", order="regal").uprise(0, "AS")
    (moment,) = named(table, lambda: table.challenge(1))
    assert words([moment]) == ["It was true: Ada uprose with A♠"]
    assert moment["amount"] == {"text": "+23", "to": 0}
    assert moment["cards"] == ["AS"]


def test_the_four_plays_a_challenge_catches_a_bluff() -> None:
    table = playing("3D 9C", "KC 6S", upcard="KS", order="regal").uprise(0, "3D")
    (moment,) = named(table, lambda: table.challenge(1))
    assert words([moment]) == ["Caught bluffing: Ada uprose with 3♦"]
    assert (moment["glad"], moment["sore"], moment["amount"]["to"]) == ([1], [0], 1)


def test_the_four_plays_giving_in_shows_no_card_and_is_no_moment() -> None:
    table = playing("3D 9C", "KC 6S", upcard="KS").uprise(0, "3D")
    assert named(table, lambda: table.give_in(1)) == []


def test_points_a_plow_on_a_crown_is_rare() -> None:
    table = playing("2S 3D", "KC 6S", upcard="AS", order="regal")
    (moment,) = named(table, lambda: table.play(0, "2S"))
    assert (moment["stamp"], moment["greatness"]) == ("Plow beats Crown", "rare")


def test_a_hand_its_winner_gets_a_game_point() -> None:
    table = playing("9S", "", upcard="3S", order="regal", hand_points=(20, 10))
    found = named(table, lambda: table.play(0, "9S"))
    assert words(found) == ["Hand won: Ada, 23 to 10"]
    assert found[0]["amount"] == {"text": "+1", "to": 0}


def test_points_a_crown_on_a_plow_is_rare() -> None:
    table = playing("AS 3D", "KC 6S", upcard="2S", order="common")
    (moment,) = named(table, lambda: table.play(0, "AS"))
    assert (moment["stamp"], moment["greatness"]) == ("Crown beats Plow", "rare")


def test_a_hand_that_nobody_wins_is_drawn() -> None:
    table = playing("9C", "", upcard="QC", hand_points=(30, 18))
    found = named(table, lambda: table.play(0, "9C"))
    assert words(found) == ["A drawn hand: 30 to 30"]
    assert found[0]["seat"] is None
