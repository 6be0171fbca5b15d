"""Cards in a replay say what they do, by what everybody saw."""

from typing import Any

from app.games import GAMES
from tests.web.conftest import NewVisitor
from tests.web.scenes import finished_match, paused_match
from tests.web.visitors import Visitor


def explained(person: Visitor, match: str, **asked: Any) -> Any:
    return person.get(f"/api/matches/{match}/card", params=asked)


def test_a_card_of_a_finished_match_says_what_it_does_and_nothing_of_a_hand(
    visitor: NewVisitor,
) -> None:
    assert GAMES[0].slug == "scum-of-the-earth"
    scene = finished_match(visitor)
    for step in (0, 3):
        answer = explained(scene.guest, scene.match, card="INF", step=step, seat="all").json()
        assert answer.keys() == {"card", "does"}
        assert answer["does"].startswith("Worse than a King, and may only be led")
    assert explained(scene.guest, scene.match, card="no such card").json()["does"] is None
    assert explained(visitor(), scene.match, card="INF").status_code == 404


def test_while_the_match_runs_only_steps_that_were_seen_are_counted(visitor: NewVisitor) -> None:
    with paused_match(visitor) as scene:
        total = scene.guest.get(f"/api/matches/{scene.match}/steps?seat=1").json()["total"]
        last = explained(scene.guest, scene.match, card="INF", step=total - 1, seat=1)
        assert last.json()["does"]
        beyond = explained(scene.guest, scene.match, card="INF", step=total, seat=1)
        assert (beyond.status_code, beyond.json()["error"]) == (422, "This match has no such step.")
        assert explained(scene.guest, scene.match, card="INF", step=-1, seat=1).status_code == 422
        assert explained(scene.guest, scene.match, card="INF", seat=0).status_code == 403
