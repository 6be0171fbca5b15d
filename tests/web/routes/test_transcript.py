"""The transcript of a match: only once it is over, and only what the table was shown."""

from app.games import GAMES
from tests.web.conftest import NewVisitor
from tests.web.scenes import finished_match, paused_match


def test_a_match_that_is_over_is_told_in_the_tables_own_sentences(visitor: NewVisitor) -> None:
    scene = finished_match(visitor)
    assert f"/api/matches/{scene.match}/transcript" in scene.guest.get(f"/match/{scene.match}").text
    answer = scene.guest.get(f"/api/matches/{scene.match}/transcript")
    assert answer.headers["content-type"].startswith("text/plain")
    assert (
        answer.headers["content-disposition"]
        == f'attachment; filename="{GAMES[0].slug}-{scene.match}.txt"'
    )
    lines = answer.text.splitlines()
    assert lines[0].startswith(GAMES[0].title)
    head = lines[: lines.index("", 2)]
    assert sum("Hanna: " in line or "Gustav: " in line for line in head) == 2
    steps = scene.guest.get(f"/api/matches/{scene.match}/steps?count=200").json()["steps"]
    said = [event["text"] for step in steps for event in step["events"]]
    assert said
    assert [line[10:] for line in lines[len(head) :] if line][: len(said)] == said


def test_a_match_that_goes_on_is_not_told_and_strangers_learn_of_none(visitor: NewVisitor) -> None:
    with paused_match(visitor) as scene:
        answer = scene.guest.get(f"/api/matches/{scene.match}/transcript")
        assert answer.status_code == 403
        assert "once the match is over" in answer.json()["error"]
        assert visitor().get(f"/api/matches/{scene.match}/transcript").status_code == 404
