"""Hints and explained cards: the sentence says the feature that decided."""

from app.games.scum_the_masquerade import GAME
from app.games.scum_the_masquerade.moves import Pass, Play
from app.games.scum_the_masquerade.options import Options
from app.rules.game import Seat
from app.rules.hints import hint
from tests.games.scum_the_masquerade.table import NAMES, A, B, Table, cards, playing

RANKS = Options(evening="ranks")


def hinted(table: Table, seat: Seat) -> tuple[object, str]:
    seen = table.view(seat)
    prompt = GAME.prompt(seen)
    assert prompt is not None
    found = hint(GAME, seen, prompt, NAMES)
    return found.move, found.text


def said(table: Table, seat: Seat, code: str) -> tuple[str, bool | None, str]:
    text = GAME.say_card(table.view(seat), code, NAMES)
    assert text is not None
    return text.does, text.playable, text.why


def test_a_hint_leads_the_hand_that_saves_most_turns() -> None:
    table = playing("3C 3D 8S 9H", "4C 4D 4S", "5C AD", "6C 2D", options=RANKS)
    move, text = hinted(table, A)
    assert move == Play(cards("3C 3D"))
    assert "2 cards go in one turn" in text


def test_a_hint_says_that_nothing_beats_the_trick() -> None:
    table = playing("9C 9D 4S", "4C 4D 5H", "5C 5D", "6C 6D", options=RANKS).plays(A, "9C 9D")
    move, text = hinted(table, B)
    assert move == Pass()
    assert text == "Pass: nothing that you hold beats a pair topped by the nine of diamonds."


def test_a_hint_goes_out_where_it_can() -> None:
    table = playing("9C 4S", "KC", "5C 5D", "6C 6D", options=RANKS).plays(A, "4S")
    assert hinted(table, B)[1] == "Play the king of clubs: it is all you hold, so you are out."


def test_a_card_says_with_which_others_it_may_be_played_or_why_not() -> None:
    """Issue 21: what it does now, whether it may be played, and why not."""
    table = playing("9C 9D 4S", "4C JD JS", "5C 5D", "6C 6D", options=RANKS)
    assert said(table, A, "4S")[1:] == (True, "You may lead it, alone or in any legal hand.")
    assert said(table, B, "4C")[1] is None
    table.plays(A, "9C 9D")
    assert said(table, B, "JD")[1:] == (True, "You may play it, with the jack of spades.")
    assert said(table, B, "4C")[1:] == (
        False,
        "This trick takes a pair, and you hold none with this card.",
    )
    assert said(table, B, "2H")[0].startswith("The highest card of all")
    assert GAME.say_card(table.view(B), "1X", NAMES) is None


def test_a_card_that_is_too_low_names_the_hand_to_beat() -> None:
    table = playing("9C 4S", "4C JD", "5C 5D", "6C 6D", options=RANKS).plays(A, "9C")
    assert said(table, B, "4C")[1:] == (
        False,
        "Your hand has to beat the nine of clubs; no hand with this card does.",
    )
