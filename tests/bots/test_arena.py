"""Tournaments: who sits where, what is counted, and that the same seed brings the same table."""

import io
import random
from typing import Any

import pytest

from app import cli
from app.bots import arena
from app.bots.move_choice import STRENGTHS
from app.games import GAMES
from app.ops.arena import InvalidTournament, Tournament, check, play, play_match
from app.rules.game import AnyGame, Outcome, Seat, Standing
from tests.table.high_card import GAME as HIGH_CARD
from tests.table.high_card import HighCardOptions

every_game = pytest.mark.parametrize("game", GAMES, ids=lambda game: game.slug)


def tournament(game: AnyGame, *entrants: str, seats: int = 0, **more: Any) -> Tournament:
    return Tournament(game.slug, entrants, seats or game.seats[0], {}, **more)


def told(wanted: Tournament) -> str:
    """The table without the line that says how long it took."""
    first, _, *rest = play(wanted, 1, io.StringIO()).splitlines()
    return "\n".join([first, *rest])


@every_game
def test_steady_beats_casual(game: AnyGame) -> None:
    seats = 6 if 6 in game.seats else game.seats[0]
    wanted = tournament(game, "steady", "casual", seats=seats)
    played = [play_match(wanted, number) for number in range(6)]
    steady, casual = arena.results_table(wanted.entrants, played, by_hand=False)
    for more in (range(6, 12), range(12, 24), range(24, 48)):
        if steady.place + 2 * steady.margin < casual.place - 2 * casual.margin:  # four sigma each
            break
        played += [play_match(wanted, number) for number in more]
        steady, casual = arena.results_table(wanted.entrants, played, by_hand=False)
    assert [line.strength for line in (steady, casual)] == ["steady", "casual"]
    assert steady.place + steady.margin < casual.place - casual.margin  # intervals of 95 %
    assert steady.wins > casual.wins
    assert steady.points > casual.points


def test_a_match_between_bots_ends() -> None:
    last = arena.final_state(
        HIGH_CARD, ["casual", "steady"], HighCardOptions(deals=3), random.Random(5)
    )
    assert HIGH_CARD.outcome(last.public) is not None


def test_the_entrants_sit_in_turn_and_move_by_a_seat_with_every_match() -> None:
    assert arena.seating(["a", "b"], 4, 0) == ["a", "b", "a", "b"]
    assert arena.seating(["a", "b"], 4, 1) == ["b", "a", "b", "a"]
    assert arena.seating(["a", "b", "b"], 3, 1) == ["b", "b", "a"]


def test_everybody_plays_everybodys_cards_before_new_ones_come() -> None:
    """The same shuffles again with the seats swapped, so that the luck of the deal cancels out."""
    assert [arena.deal_set(["a", "b"], number) for number in range(5)] == [0, 0, 1, 1, 2]


def test_the_deals_of_a_seed_are_the_same_whoever_plays() -> None:
    dealt: list[list[tuple[int, ...]]] = []

    class Watched(random.Random):
        def shuffle(self, items: Any) -> None:
            super().shuffle(items)
            dealt[-1].append(tuple(items))

    for name in ("casual", "steady"):
        dealt.append([])
        players = [STRENGTHS[name]] * 3
        arena.play_match(
            HIGH_CARD,
            players,
            HighCardOptions(deals=4),
            Watched(9),
            [random.Random(seat) for seat in range(3)],
        )
    assert len(dealt[0]) == 4
    assert dealt[0] == dealt[1]


def test_tied_seats_share_the_mean_of_their_places() -> None:
    outcome = Outcome(((Seat(2),), (Seat(0), Seat(3)), (Seat(1),)), (0, 0, 0, 0), "last-deal")
    assert arena.places(outcome) == {2: 1, 0: 2.5, 3: 2.5, 1: 4}
    partners = [Standing(1, Seat(seat), rank, 0) for seat, rank in ((1, 2), (0, 1), (3, 2), (2, 1))]
    assert arena.hand_places(partners) == (1.5, 3.5, 1.5, 3.5)


def result(*places: float, hands: tuple[tuple[float, ...], ...] = ()) -> arena.MatchResult:
    return arena.MatchResult(places, (0,) * len(places), hands, 0)


def test_a_tie_counts_for_each_winner_in_part() -> None:
    lines = {
        line.strength: line
        for line in arena.results_table(["a", "b"], [result(1.5, 1.5), result(1, 2)], by_hand=False)
    }
    assert (lines["a"].wins, lines["b"].wins) == (0.5, 1.5)
    assert (lines["a"].place, lines["b"].place) == (1.75, 1.25)


def test_hands_can_be_counted_instead_of_matches() -> None:
    played = [result(1, 2, hands=((1, 2), (2, 1), (1, 2)))]
    lines = {line.strength: line for line in arena.results_table(["a", "b"], played, by_hand=True)}
    assert (lines["a"].seats, lines["a"].wins) == (3, 2)


def test_the_interval_of_a_mean_takes_what_hangs_together_as_one() -> None:
    mean, give = arena.mean_and_margin([[1.0, 1.0], [2.0, 2.0], [3.0, 3.0]])
    assert mean == 2
    assert give == pytest.approx(arena.mean_and_margin([[1.0], [2.0], [3.0]])[1])
    assert arena.mean_and_margin([[1.0, 2.0]]) == (1.5, float("inf"))


def test_wilsons_interval() -> None:
    """Compare Brown, Cai and DasGupta (2001), Interval Estimation for a Binomial Proportion."""
    assert arena.wilson_interval(260, 400) == pytest.approx((0.602, 0.695), abs=0.001)
    assert arena.wilson_interval(0, 10) == pytest.approx((0.0, 0.278), abs=0.001)


@every_game
def test_the_same_seed_brings_the_same_table(game: AnyGame) -> None:
    wanted = tournament(game, "casual", "steady", hands=6, seed=3)
    table = told(wanted)
    assert told(wanted) == table
    assert "6 hands decided" in table


@pytest.mark.slow
def test_more_processes_bring_the_same_table() -> None:
    wanted = tournament(GAMES[0], "casual", "steady", matches=3)
    several = play(wanted, 2, io.StringIO()).splitlines()
    assert told(wanted).splitlines() == [several[0], *several[2:]]


def test_a_search_with_a_number_of_playouts_can_be_played_again() -> None:
    wanted = tournament(GAMES[0], "sharp", "casual", hands=1, playouts=2)
    assert told(wanted) == told(wanted)
    assert "2 playouts a choice" in play(wanted, 1, io.StringIO())


def test_progress_says_what_is_left() -> None:
    screen = io.StringIO()
    play(tournament(GAMES[0], "casual", matches=2), 1, screen)
    assert "0 of 2 matches" in screen.getvalue()
    assert "1 of 2 matches, about" in screen.getvalue()


def test_a_tournament_that_is_broken_off_tells_what_was_played(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    class Impatient(io.StringIO):
        def write(self, text: str) -> int:
            if "2 of 9 matches" in text:
                raise KeyboardInterrupt
            return super().write(text)

    assert (
        ", 2 matches,"
        in play(tournament(GAMES[0], "casual", matches=9), 1, Impatient()).splitlines()[0]
    )


@pytest.mark.parametrize(
    ("change", "sentence"),
    [
        ({"game": "tag"}, "There is no game 'tag'"),
        ({"entrants": ("genius",)}, "There is no strength 'genius'"),
        ({"seats": 99}, "cannot be played by 99"),
        ({"entrants": ("steady",) * 5}, "5 strengths need as many seats"),
        ({"budget": 0.2, "playouts": 5}, "not both"),
        ({"options": {"stakes": 1}}, "These are no options"),
    ],
)
def test_what_cannot_be_played_is_said_in_a_sentence(change: dict[str, Any], sentence: str) -> None:
    whole: dict[str, Any] = {
        "game": GAMES[0].slug,
        "entrants": ("steady",),
        "seats": GAMES[0].seats[0],
        "options": {},
    } | change
    with pytest.raises(InvalidTournament, match=sentence):
        check(Tournament(**whole))


def test_the_command_prints_the_table(capsys: pytest.CaptureFixture[str]) -> None:
    cli.main(
        [
            "arena",
            GAMES[0].slug,
            "steady",
            "casual",
            "--hands",
            "3",
            "--seed",
            "4",
            "--processes",
            "1",
        ]
    )
    printed = capsys.readouterr()
    assert printed.out.startswith(GAMES[0].title)
    assert {"steady", "casual"} <= set(printed.out.split())
    assert "0 of 3 hands" in printed.err


def test_the_command_refuses_in_a_sentence() -> None:
    for arguments in (
        ["arena", "tag", "steady"],
        ["arena", GAMES[0].slug, "steady", "--options", "{"],
    ):
        with pytest.raises(SystemExit) as refused:
            cli.main(arguments)
        assert str(refused.value.code).endswith(".")
