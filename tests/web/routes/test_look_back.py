"""Looking back over HTTP: one's own seat or a bot's, once the match is over, told line by line."""

import json
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from time import sleep
from typing import Any

import httpx2
import pytest
from sqlalchemy import text
from sqlalchemy.ext.asyncio import AsyncSession

from app.games import BY_SLUG, GAMES
from app.store.matches import answers
from app.web.rate_limits import OWN_RATES
from app.web.replay.look_backs import ONE_AT_A_TIME
from tests.server_process import ServerProcess
from tests.web.conftest import NewVisitor
from tests.web.scenes import MatchScene, finished_match, paused_match
from tests.web.visitors import Visitor


@pytest.fixture(scope="module")
def over(lasting_visitor: NewVisitor) -> MatchScene:
    """A match that is over; no test changes it."""
    return finished_match(lasting_visitor)


def ask(person: Visitor, match: str, seat: str = "1") -> Any:
    return person.http.post(
        f"/api/matches/{match}/look-back",
        params={"seat": seat},
        headers={"Accept": "application/json", "Content-Type": "application/json"},
    )


@contextmanager
def asking(person: Visitor, match: str, seat: str) -> Iterator[httpx2.Response]:
    """The answer while it comes in."""
    with person.http.stream(
        "POST",
        f"/api/matches/{match}/look-back",
        params={"seat": seat},
        headers={"Accept": "application/json", "Content-Type": "application/json"},
    ) as answer:
        yield answer


def until_done(done: Callable[[], bool]) -> None:
    """Waits for what the server does, which tells nobody."""
    while not done():
        sleep(0.05)


def refusal(person: Visitor, match: str, seat: str = "1") -> tuple[int, str]:
    answer = ask(person, match, seat)
    return answer.status_code, answer.json()["error"]


@pytest.mark.slow
def test_a_person_looks_back_at_the_own_seat_and_hears_how_far_it_is(over: MatchScene) -> None:
    answer = ask(over.guest, over.match)
    assert answer.status_code == 200
    *progress, found = map(json.loads, answer.text.splitlines())
    assert {line["type"] for line in progress} == {"progress"}
    assert found["type"] == "found"
    assert found["answers"] >= found["choices"] >= found["tried"] > 0
    for moment in found["moments"]:
        assert abs(moment["gain"]) > moment["margin"]
        assert moment["made"] != moment["other"]
        page = over.guest.get(
            f"/api/matches/{over.match}/steps",
            params={"seat": "1", "start": moment["step"], "count": 1},
        )
        assert page.json()["steps"], "the replay has that step"


@pytest.mark.slow
def test_a_bots_seat_may_be_asked_too_and_who_leaves_holds_nobody_up(over: MatchScene) -> None:
    assert BY_SLUG[GAMES[0].slug].reveals_after_match
    for _ in range(2):
        with asking(over.guest, over.match, "2") as answer:
            assert answer.status_code == 200
            lines = answer.iter_lines()  # kept, for its end would close the answer
            assert json.loads(next(lines))["type"] == "progress"
            assert refusal(over.guest, over.match) == (409, ONE_AT_A_TIME)
        until_done(lambda: ask(over.guest, over.match, "0").status_code == 403)


def test_another_persons_seat_may_not_be_asked(over: MatchScene) -> None:
    status, error = refusal(over.guest, over.match, "0")
    assert (status, error) == (403, "You can look back at your own answers, or at a bot’s.")


@pytest.mark.parametrize("seat", ["", "public", "all", "-1", "99", "1.5", "٣", "1" * 400])
def test_there_is_no_such_seat(over: MatchScene, seat: str) -> None:
    assert refusal(over.guest, over.match, seat) == (422, "This match has no such seat.")


def test_a_running_match_is_not_looked_back_at(visitor: NewVisitor) -> None:
    with paused_match(visitor) as scene:
        for seat in ("0", "1", "2"):
            assert refusal(scene.guest, scene.match, seat) == (
                403, "You can look back once the match is over."
            )  # fmt: skip


def test_strangers_do_not_learn_that_a_match_exists(visitor: NewVisitor, over: MatchScene) -> None:
    stranger = visitor()
    stranger.open_room("Stranger")
    assert refusal(stranger, over.match) == refusal(stranger, "A" * 22)
    assert refusal(stranger, over.match)[0] == 404
    assert refusal(visitor(), over.match)[0] == 404


def test_who_asks_too_often_is_asked_to_wait(strict_server: ServerProcess) -> None:
    person = Visitor(strict_server.base_url, GAMES[0].slug)
    person.open_room("Eager")
    burst = int(OWN_RATES["look-back"].burst)
    statuses = [ask(person, "A" * 22).status_code for _ in range(burst + 60)]
    assert statuses[:burst] == [404] * burst
    assert statuses[-1] == 429
    person.http.close()


def test_what_a_bot_or_the_table_answered_in_a_persons_seat_is_not_theirs(
    over: MatchScene, in_database: Any
) -> None:
    """Answers without a person's command, as those of a bot that stood in, are not looked at."""

    async def own(db: AsyncSession) -> int:
        found = await db.scalar(
            text("SELECT count(*) FROM entries WHERE match_id = :id AND seat = 1"
                 " AND command IS NOT NULL AND body ->> 'type' = 'played'"),
            {"id": over.match},
        )  # fmt: skip
        return int(found or 0)

    async def found(db: AsyncSession, by_person: bool) -> int:
        return len(await answers.plies(db, over.match, 1, by_person))

    assert in_database(lambda db: found(db, True)) == in_database(own) > 0
