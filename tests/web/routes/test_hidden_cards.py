"""Cards over HTTP: only one's own while a match runs, and all of them afterwards."""

import json
from typing import Any

import pytest

from app.games import BY_SLUG, GAMES
from app.rules import chain
from app.rules.codec import to_json
from app.rules.replay import replay
from app.store.matches import records, summaries
from app.table.model.notation import match_uuid
from tests.web.conftest import NewVisitor, as_admin
from tests.web.scenes import MatchScene, finished_match, paused_match
from tests.web.visitors import Visitor


@pytest.fixture(scope="module")
def scene_over(lasting_visitor: NewVisitor) -> MatchScene:
    """A match that is over; no test changes it."""
    return finished_match(lasting_visitor)


def steps(person: Visitor, match: str, seat: str) -> Any:
    return person.get(f"/api/matches/{match}/steps", params={"seat": seat, "count": 200})


def stored_hands(in_database: Any, match: str) -> list[list[str]]:
    """By seat, what each held privately after each entry, as JSON, where it was something."""

    async def read(db: Any) -> list[list[str]]:
        record = await records.read(db, match, BY_SLUG)
        assert record is not None
        states = list(
            replay(BY_SLUG[record.game], record.setup, (line.entry for line in record.entries))
        )
        return [
            [json.dumps(to_json(state.private[seat])) for state in states]
            for seat in range(len(states[0].private))
        ]

    found: list[list[str]] = in_database(read)
    return found


def test_while_it_runs_a_player_sees_the_own_seat_and_the_public_view(
    visitor: NewVisitor, in_database: Any
) -> None:
    with paused_match(visitor) as scene:
        own = steps(scene.guest, scene.match, "1").json()
        assert own["total"] == len(own["steps"]) > 0
        assert all(set(step["private"]) <= {"1"} for step in own["steps"])
        assert [step["ply"] for step in own["steps"]] == list(range(own["total"]))
        assert {
            step["entry"]["type"] for step in own["steps"] if step["entry"].get("seat") != 1
        } <= {"unseen"}
        public = steps(scene.guest, scene.match, "public").json()
        assert all(step["private"] == {} for step in public["steps"])
        said = json.dumps(own["steps"]) + json.dumps(public["steps"])
        hands = stored_hands(in_database, scene.match)
        assert hands[1][-1] in json.dumps(own["steps"]), (
            "the own hand is there, so the others would be found"
        )
        for seat in (0, 2, 3):
            assert hands[seat][-1] not in said


def test_while_it_runs_a_player_who_stood_up_still_sees_the_seat_that_can_be_taken_back(
    visitor: NewVisitor,
) -> None:
    with paused_match(visitor) as scene:
        with scene.guest.connect(scene.room) as line:
            assert line.ask("stand")["type"] == "done"
        assert steps(scene.guest, scene.match, "1").status_code == 200


def test_an_administrator_who_was_sent_away_does_not_stop_the_match(
    visitor: NewVisitor, in_database: Any
) -> None:
    with paused_match(visitor) as scene:
        as_admin(scene.guest, in_database)
        assert scene.connection.ask("kick", person=scene.guest_id)["type"] == "done"
        assert steps(scene.guest, scene.match, "1").status_code == 403
        assert scene.guest.get(f"/admin/matches/{scene.match}").status_code == 403


def test_a_running_match_does_not_say_how_much_others_did(
    visitor: NewVisitor, in_database: Any
) -> None:
    """Steps are numbered by what the viewer saw; hidden moves are not counted."""

    async def entries(db: Any) -> int:
        summary = await summaries.of_match(db, scene.match)
        assert summary is not None
        return summary.entries

    with paused_match(visitor) as scene:
        shown = steps(scene.guest, scene.match, "1").json()
        assert shown["total"] <= in_database(entries)
        assert "order" not in json.dumps([step["entry"] for step in shown["steps"]])


def test_once_it_is_over_all_hands_are_shown(scene_over: MatchScene, in_database: Any) -> None:
    scene = scene_over
    answer: Any = None
    for person in (scene.host, scene.guest):
        answer = steps(person, scene.match, "all").json()
        seats = GAMES[0].seats[0]
        assert all(
            set(step["private"]) == {str(seat) for seat in range(seats)} for step in answer["steps"]
        )
        hands = stored_hands(in_database, scene.match)
        assert [json.dumps(step["private"]["0"]) for step in answer["steps"]] == hands[0][
            1 : 1 + len(answer["steps"])
        ]
        one = steps(person, scene.match, "2").json()
        assert all(set(step["private"]) == {"2"} for step in one["steps"])
    lines = [
        json.loads(line)
        for line in scene.guest.get(f"/api/matches/{scene.match}/export").text.splitlines()
    ]
    assert lines[0]["match"] == scene.match
    assert [line["ply"] for line in lines[1:]] == list(range(answer["total"]))
    last = chain.initial_hash(
        scene.match, lines[0]["game"], lines[0]["rules_version"], lines[0]["setup"]
    )
    links = [
        chain.StoredEntry(line["ply"], line["at"], line["entry"], bytes.fromhex(line["hash"]))
        for line in lines[1:]
    ]
    assert chain.verify(last, scene.match, links).hex() == lines[0]["receipt"]
    frames = [message for message in scene.connection.received if message["type"] == "frame"]
    assert {frame["receipt"] for frame in frames if frame["outcome"] is None} == {None}
    assert frames[-1]["receipt"] == lines[0]["receipt"]
    assert (
        chain.receipt(bytes.fromhex(lines[0]["receipt"]))
        in scene.host.get(f"/match/{scene.match}").text
    )


def test_a_record_that_is_asked_for_by_its_uuid_is_the_same_and_verifies(
    scene_over: MatchScene,
) -> None:
    scene = scene_over
    uuid = match_uuid(scene.match)
    for address in ("export", "steps?seat=all", "shuffles"):
        by_id, *by_uuid = [
            scene.guest.get(f"/api/matches/{match}/{address}")
            for match in (scene.match, str(uuid), uuid.hex, str(uuid).upper())
        ]
        assert by_id.status_code == 200
        assert {answer.text for answer in by_uuid} == {by_id.text}, address


def test_steps_come_in_parts(scene_over: MatchScene) -> None:
    scene = scene_over
    whole = steps(scene.host, scene.match, "all").json()
    parts: list[Any] = []
    while len(parts) < min(whole["total"], 40):
        answer = scene.host.get(
            f"/api/matches/{scene.match}/steps",
            params={"seat": "all", "start": len(parts), "count": 7},
        ).json()
        assert 0 < len(answer["steps"]) <= 7
        parts += answer["steps"]
    assert parts == whole["steps"][: len(parts)]
    beyond = scene.host.get(f"/api/matches/{scene.match}/steps", params={"start": 999_999})
    assert beyond.json()["steps"] == []


@pytest.mark.parametrize(
    "query",
    [
        {"seat": "9"},
        {"seat": "-1"},
        {"seat": "x"},
        {"seat": "１"},
        {"start": "-1"},
        {"count": "-1"},
        {"start": "1e9"},
    ],
)
def test_odd_questions_get_a_sentence(scene_over: MatchScene, query: dict[str, str]) -> None:
    answer = scene_over.host.get(f"/api/matches/{scene_over.match}/steps", params=query)
    assert answer.status_code == 422
    assert answer.json()["error"].endswith(".")


def test_the_match_page_is_for_those_who_may_see_it(scene_over: MatchScene) -> None:
    page = scene_over.guest.get(f"/match/{scene_over.match}")
    assert page.status_code == 200
    assert f"/api/matches/{scene_over.match}/steps" in page.text
    assert scene_over.match in scene_over.guest.get("/history").text
