"""Sentences: every refusal, question, wait and event has one, and none names a secret."""

from typing import Any

import pytest

from app.games.usurp import GAME
from app.games.usurp.cards import Card
from app.games.usurp.events import AnyEvent, LastDealCalled, MatchOver
from app.games.usurp.moves import CallReneg, Challenge, Move, Play, Uprise
from app.games.usurp.options import Options
from app.games.usurp.state import Phase
from app.rules.game import Seat
from app.rules.replay import LastDeal, step
from tests.games.usurp.table import NAMES, Table, fresh, playing

HONOUR = Options(renegs="honour")
CHOICES = "usurp with a card of equal rank, or uprise"


# -- misfits and refusals


@pytest.mark.parametrize("seats", [1, 3, 5])
def test_other_numbers_of_players_are_told_so(seats: int) -> None:
    assert GAME.config_problem(seats, Options()) == f"Usurp is for 2 or 4 players; you are {seats}."


@pytest.mark.parametrize("seats", [2, 4])
def test_two_and_four_may_play_with_all_options(seats: int) -> None:
    assert GAME.config_problem(seats, Options(reveal=True, four="alone")) is None


def hearts(options: Options | None = None) -> Table:
    return playing("9H 4C", "KC 6S", upcard="KH", options=options)


@pytest.mark.parametrize(
    ("table", "seat", "move", "sentence"),
    [
        (hearts(), 0, Play(Card.C4), (
            "Following suit is enforced at this table, and you hold hearts: play hearts, "
            f"{CHOICES} with any."
        )),
        (hearts(), 0, Play(Card.CK), "That card is not in your hand. Choose among the ones that are."),
        (hearts(), 0, Challenge(), (
            "That answers another question. King of hearts, for 13. High wins: follow with "
            f"hearts, {CHOICES}."
        )),
        (hearts(), 0, CallReneg(), "Following suit is enforced at this table, so there are no Renegs to call."),
        (
            hearts(HONOUR), 0, CallReneg(),
            "A Reneg is called once, and right after the Sluff Off, at the beginning of your turn. "
            "There is none to call now.",
        ),
        (
            fresh(4, dealer=2).shuffle(range(52)).name(2, "regal"), 3, Uprise(Card.SA),
            "There is nothing to rise against yet: the Leader's first card is played openly, "
            "whatever it is.",
        ),
    ],
)  # fmt: skip
def test_a_refusal_names_the_rule_and_what_would_work(
    table: Table, seat: int, move: Move, sentence: str
) -> None:
    assert table.sentence(seat, move) == sentence


# -- questions and waits


def test_the_dealer_is_asked_for_the_leading_order() -> None:
    table = fresh().shuffle(range(52))
    assert (
        table.prompt(1)
        == "You deal, so you name the Leading Order: Regal, and high wins; or Common, and low wins."
    )
    assert table.wait() == "Ben deals, and names the Leading Order."


@pytest.mark.parametrize(
    ("table", "question"),
    [
        (hearts(), f"King of hearts, for 13. High wins: follow with hearts, {CHOICES}."),
        (playing("9H 4C", "", upcard="2H", order="common"), f"Plow of hearts, for 2. Low wins: follow with hearts, {CHOICES}."),
        (
            playing("9S 4C", "", upcard="AH"),
            "Crown of hearts, for 15. You hold no hearts: usurp with a card of equal rank, uprise, "
            "or sluff off.",
        ),
        (playing("9S 4C", "", upcard="AH", free=True), "Crown of hearts, for 15. It was sluffed off, so any card of yours scores."),
    ],
)  # fmt: skip
def test_who_plays_is_told_what_lies_there_and_what_would_do(table: Table, question: str) -> None:
    assert table.prompt(0) == question


def test_who_may_call_a_reneg_is_told_so() -> None:
    table = playing("4C 9H", "KC 6S", upcard="KH", options=HONOUR).play(0, "4C")
    assert table.prompt(1) == (
        "Four of clubs, for 4. It was sluffed off, so any card of yours scores. Ada sluffed off: "
        "you may call a Reneg first, for 20."
    )


def test_who_answers_is_told_what_is_at_stake() -> None:
    table = playing("3D 9C", "KC", upcard="KS").uprise(0, "3D")
    assert (
        table.prompt(1)
        == "Ada rises for 13. Give in, or challenge: 10 more go to whoever is right."
    )
    assert table.wait() == "Ben gives in to Ada, or challenges."


def test_the_first_of_two_partners_is_told_that_the_other_may_still_challenge() -> None:
    table = playing("KS 4D", "9S", "QC", "2S", upcard="QS").uprise(0, "4D")
    assert table.prompt(1).endswith("Give in, and your partner may still challenge.")
    assert table.give_in(1).said() == ["Ben leaves the answer to Dan."]
    assert table.prompt(3).endswith("whoever is right.")


def test_the_usurper_is_told_which_order_stands() -> None:
    table = playing("9S 4C", "KC", upcard="9H", order="common").play(0, "9S")
    assert table.prompt(0) == "You usurped. Leave the Order Common, or make it Regal."
    assert table.wait() == "Ada usurped, and may change the Order."


def test_a_lead_is_explained() -> None:
    table = fresh(4, dealer=2).shuffle(range(52)).name(2, "regal")
    assert table.prompt(3) == "You lead. Your card starts the Discard and scores nothing yet."
    assert table.wait() == "Dan leads the first card."


def test_an_answer_to_another_question_repeats_the_open_one() -> None:
    table = playing("3D 9C", "KC", upcard="KS").uprise(0, "3D")
    assert (
        table.sentence(1, Play(Card.CK))
        == "That answers another question. Give in to the Uprising, or challenge it."
    )
    assert (
        over(30, 10).sentence(0, Play(Card.CK))
        == "That answers another question. Say when you are ready."
    )


def test_the_table_waits_in_words_from_the_lot_to_the_end() -> None:
    table = Table(GAME.setup(2, Options(best_of=1), False))
    assert table.wait() == "It is drawn who deals first."
    assert table.shuffle([0, 1]).wait() == "The cards are dealt."
    assert hearts().wait() == "Ada is to play on the king of hearts, for 13."


def over(ada: int, ben: int, **public: Any) -> Table:
    """Ada plays the last card, and Ben gets twelve for it."""
    return playing("9C", "", upcard="QC", hand_points=(ada, ben), **public).play(0, "9C")


def test_between_hands_the_result_is_told_and_who_is_not_ready() -> None:
    table = over(30, 10)
    assert (
        table.prompt(0) == "You win hand 1 with 30 to 22. Say when you are ready for the next hand."
    )
    assert (
        table.prompt(1)
        == "Ada wins hand 1 with 30 to 22. Say when you are ready for the next hand."
    )
    assert table.confirm(0).wait() == "Ada wins hand 1 with 30 to 22. Not ready yet: Ben."


def test_a_tie_is_told_as_one() -> None:
    assert (
        over(32, 20).said()[-1]
        == "Hand 1 is a tie at 32, counts for nothing, and is dealt again by the same dealer."
    )


def test_a_match_that_was_won_is_told() -> None:
    table = over(30, 10, game_points=(2, 0))
    assert table.said()[-1] == table.wait() == "The match is over. Ada wins with 3 game points."


def test_a_match_that_ends_in_a_tie_is_shared() -> None:
    table = over(0, 10, game_points=(1, 0), last_deal=True)
    assert (
        table.said()[-1]
        == table.wait()
        == "The match is over. Ada and Ben share it with 1 game point each."
    )


def test_partners_win_together_in_words() -> None:
    table = playing(
        "", "", "", "3C", upcard="QC", turn=Seat(3), hand_points=(20, 5), game_points=(2, 2)
    ).play(3, "3C")
    assert table.said()[-2:] == [
        "Ada and Cleo win hand 1 with 32 to 5.",
        "The match is over. Ada and Cleo win with 3 game points.",
    ]


# -- the log


@pytest.mark.parametrize(
    ("table", "sentences"),
    [
        (fresh(), ["The lot falls on Ben to deal first."]),
        (fresh().shuffle(range(52)), [(
            "Hand 1: Ben deals thirteen cards each. The Crown of diamonds is turned up, and Ada "
            "plays first."
        )]),
        (fresh(4, dealer=2).shuffle(range(52)), ["Hand 1: Cleo deals thirteen cards each. Dan leads."]),
        (fresh().shuffle(range(52)).name(1, "common"), ["Ben names Common the Leading Order: low wins."]),
        (hearts().play(0, "9H"), ["Ada plays the nine of hearts: 13 to Ben."]),
        (playing("KH 4C", "KC", upcard="9H").play(0, "KH"), ["Ada plays the king of hearts: +9."]),
        (fresh(4, dealer=2).shuffle(range(52)).name(2, "regal").play(3, "AS"), ["Dan leads the Crown of spades."]),
        (playing("2H 4C", "KC", upcard="AH").play(0, "2H"), ["Ada plays the Plow of hearts: beater beats beater, +20."]),
        (playing("9S 4C", "KC", upcard="9H").play(0, "9S"), ["Ada usurps with the nine of spades: +9."]),
        (playing("9S 4C", "KC", upcard="9H").play(0, "9S").name(0, "regal"), ["Ada leaves the Order Regal: high wins."]),
        (playing("9S 4C", "KC", upcard="9H").play(0, "9S").name(0, "common"), ["Ada turns the Order to Common: low wins."]),
        (playing("QC 4S", "KC", upcard="9H").play(0, "QC"), ["Ada sluffs off the queen of clubs: 9 to Ben."]),
        (playing("QC 4S", "KC", upcard="9H").uprise(0, "QC"), ["Ada rises: a card face down across the Upcard."]),
        (playing("QC 4S", "KC", upcard="9H").uprise(0, "QC").give_in(1), ["Ben gives in: 9 to Ada. The Downcard stays face down."]),
        (playing("QC 4S", "KC", upcard="9H").uprise(0, "QC").challenge(1), [
            "Ben challenges Ada!", "Ada turns up the queen of clubs, a Sluff Off: 9 to Ben, and 10 for the challenge.",
        ]),
        (playing("9C 4S", "KC", upcard="9H").uprise(0, "9C").challenge(1), [
            "Ben challenges Ada!", "Ada turns up the nine of clubs, an Usurp: +9, and 10 for the challenge.",
        ]),
        (playing("2H 4S", "KC", upcard="AH").uprise(0, "2H").challenge(1), [
            "Ben challenges Ada!", (
                "Ada turns up the Plow of hearts, beater against beater: +20, and 10 for the "
                "challenge."
            ),
        ]),
        (hearts(Options(reveal=True)).play(0, "9H"), ["Ada plays the nine of hearts: 13 to Ben."]),
        (playing("9H 4C", "KC", upcard="KH", stock="8D", options=Options(reveal=True)).play(0, "9H"), [
            "Ada plays the nine of hearts: 13 to Ben.", "The Stock reveals the eight of diamonds.",
        ]),
        (playing("4C 9H", "KC 6S", upcard="KH", options=HONOUR).play(0, "4C").call(1), [
            "Ben calls a Reneg on Ada, and is right: 20 to Ben.",
        ]),
        (playing("4C 9D", "KC 6S", upcard="KH", options=HONOUR).play(0, "4C").call(1), [
            "Ben calls a Reneg on Ada, but there was none: 20 to Ada.",
        ]),
        (playing("4C 9H", "6S 5C", upcard="KH", options=HONOUR).play(0, "4C").play(1, "6S").uprise(0, "9H").give_in(1).play(1, "5C"), [
            "Ben sluffs off the five of clubs: 6 to Ada.", "Ben wins hand 1 with 17 to 12.",
            "Downcards that nobody challenged: Ada's nine of hearts.", "Sluffed off with the suit in hand: Ada's four of clubs.",
        ]),
    ],
)  # fmt: skip
def test_everything_that_happens_is_told_in_one_sentence(
    table: Table, sentences: list[str]
) -> None:
    assert table.said() == sentences


def test_the_hosts_last_hand_is_told() -> None:
    table = Table(step(GAME, hearts().state, LastDeal()))
    assert table.told == (LastDealCalled(),)
    assert table.said() == ["The host calls the last hand."]


def test_no_event_is_without_a_sentence() -> None:
    kinds = {kind.__struct_config__.tag for kind in AnyEvent.__args__}
    assert len(kinds) == 19
    assert MatchOver.__struct_config__.tag in kinds


def test_a_downcard_is_named_by_no_word_before_the_hand_is_over() -> None:
    table = playing("QC 4S", "KC", upcard="9H").uprise(0, "QC")
    words = [
        table.wait(),
        table.prompt(1),
        *table.said(),
        *table.give_in(1).said(),
        table.wait(),
        table.prompt(1),
    ]
    assert not [line for line in words if "queen" in line]
    assert table.public.phase is Phase.PLAY
    assert all(name in "".join(words) for name in NAMES[:2])
