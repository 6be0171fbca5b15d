"""The results of a room: wins, points, and access to the page."""

from datetime import UTC, datetime, timedelta

from app.games import BY_SLUG, GAMES
from app.store.matches.rows import MatchState
from app.store.matches.summaries import MatchSummary, PlaceSummary
from app.web.routes.room_results import RoomResults, results_of
from tests.web.conftest import NewVisitor
from tests.web.scenes import finished_match, paused_match

EIGHT = datetime(2030, 1, 1, 20, tzinfo=UTC)
GAME, OTHER = GAMES[0].slug, GAMES[1].slug


def person(seat: int, name: str, points: int, finish: int | None = None) -> PlaceSummary:
    return PlaceSummary(seat, name.lower(), None, name, finish, points)


def match(
    hours: float,
    *places: PlaceSummary,
    game: str = GAME,
    state: MatchState = MatchState.FINISHED,
    deals: int = 3,
) -> MatchSummary:
    """A match that began this many hours after eight and lasted half an hour."""
    began = EIGHT + timedelta(hours=hours)
    return MatchSummary(
        id=f"match-{hours}",
        room_id="room",
        code="ABCDE",
        game=game,
        rules_version=1,
        options={},
        state=state,
        started=began,
        ended=began + timedelta(minutes=30),
        entries=9,
        deals=deals,
        outcome=None,
        stop_reason=None,
        void_reason=None,
        places=places,
    )


def figures(evening: RoomResults, of: int = 0) -> dict[str, tuple[int, int, int]]:
    return {one.name: (one.matches, one.won, one.points) for one in evening.games[of].players}


def test_points_of_one_game_are_added_up_and_the_best_stands_first() -> None:
    told = results_of(
        [
            match(1, person(0, "Ann", 3, 2), person(1, "Ben", 5, 1)),
            match(0, person(0, "Ann", 4, 1), person(1, "Ben", 1, 2)),
        ],
        BY_SLUG,
    )
    assert [figures(evening) for evening in told] == [{"Ann": (2, 1, 7), "Ben": (2, 1, 6)}]
    assert list(figures(told[0])) == ["Ann", "Ben"]
    assert told[0].began == EIGHT


def test_points_of_two_games_stay_apart() -> None:
    (evening,) = results_of(
        [match(1, person(0, "Ann", 3, 1), game=OTHER), match(0, person(0, "Ann", 4, 1))], BY_SLUG
    )
    assert [of_it.game.slug for of_it in evening.games] == [OTHER, GAME]
    assert (figures(evening, 0), figures(evening, 1)) == ({"Ann": (1, 1, 3)}, {"Ann": (1, 1, 4)})


def test_a_night_without_a_match_ends_the_evening_and_midnight_does_not() -> None:
    told = results_of(
        [
            match(23, person(0, "Ann", 1)),
            match(5, person(0, "Ann", 1)),
            match(0, person(0, "Ann", 1)),
        ],
        BY_SLUG,
    )
    assert [len(evening.games[0].matches) for evening in told] == [1, 2]
    assert [evening.began for evening in told] == [EIGHT + timedelta(hours=23), EIGHT]


def test_a_match_that_runs_or_was_struck_out_or_came_to_nothing_says_nothing() -> None:
    states = [
        match(0, person(0, "Ann", 9), state=state)
        for state in (MatchState.RUNNING, MatchState.VOIDED)
    ]
    nothing = match(0, person(0, "Ann", 0), state=MatchState.STOPPED, deals=0)
    assert results_of([*states, nothing], BY_SLUG) == []
    assert results_of([match(0, person(0, "Ann", 9), game="of-another-server")], BY_SLUG) == []
    (evening,) = results_of([match(0, person(0, "Ann", 9), state=MatchState.STOPPED)], BY_SLUG)
    assert figures(evening) == {"Ann": (1, 0, 9)}


def test_who_left_and_came_back_is_one_person_and_goes_by_the_latest_name() -> None:
    later = match(
        1, PlaceSummary(0, "ann", None, "Anna", 1, 2), PlaceSummary(1, None, "sharp", "Ida", 2, 1)
    )
    earlier = match(
        0, person(0, "Ann", 3), person(2, "Ann", 4, 1), PlaceSummary(1, None, "sharp", "Ida", 2, -1)
    )
    (evening,) = results_of([later, earlier], BY_SLUG)
    assert figures(evening) == {"Anna": (2, 2, 9), "Ida": (2, 0, 0)}


def test_the_table_leads_to_its_evening_which_strangers_do_not_see(visitor: NewVisitor) -> None:
    scene = finished_match(visitor)
    assert f'"/table/{scene.room}/results"' in scene.guest.get(f"/table/{scene.room}").text
    page = scene.guest.get(f"/table/{scene.room}/results")
    assert page.status_code == 200
    assert f"/people/{scene.host_id}" in page.text
    assert f"/match/{scene.match}" in page.text
    assert "never money" in page.text
    assert visitor().get(f"/table/{scene.room}/results").status_code == 403
    assert visitor().get(f"/table/{'A' * 22}/results").status_code == 404


def test_the_stage_of_the_end_is_told_the_story_and_the_evening(visitor: NewVisitor) -> None:
    scene = finished_match(visitor)
    story = scene.guest.get(f"/api/matches/{scene.match}/story").json()
    assert story["deals"] == 1
    (played,) = scene.guest.get(f"/api/tables/{scene.room}/evening").json()
    assert (played["match"], played["game"]) == (scene.match, GAME)
    assert {place["who"] for place in played["places"]} == set(range(len(played["places"])))
    assert scene.host_id not in str(played), "a spectator learns no account of it"
    stranger = visitor()
    assert stranger.get(f"/api/matches/{scene.match}/story").status_code == 404
    assert stranger.get(f"/api/tables/{scene.room}/evening").status_code == 403


def test_a_running_match_has_no_story(visitor: NewVisitor) -> None:
    with paused_match(visitor) as scene:
        assert scene.guest.get(f"/api/matches/{scene.match}/story").status_code == 403
        assert scene.guest.get(f"/api/tables/{scene.room}/evening").json() == []


def test_while_the_first_match_runs_there_is_nothing_to_tell(visitor: NewVisitor) -> None:
    with paused_match(visitor) as scene:
        page = scene.guest.get(f"/table/{scene.room}/results")
    assert "No results yet." in page.text
    assert scene.match not in page.text
