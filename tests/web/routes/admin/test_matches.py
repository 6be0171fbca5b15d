"""Administration of matches: search, log, stop and void, each with its audit line."""

import html
import re
import time
from typing import Any

import pytest
from sqlalchemy import text

from app.games import GAMES
from app.table.model.notation import match_uuid
from tests.store.conftest import ratings_of
from tests.web.conftest import NewVisitor
from tests.web.scenes import finished_match, paused_match
from tests.web.visitors import Visitor


def deed(admin: Visitor, match: str, what: str, reason: str) -> int:
    """The answer to a form of the match's page."""
    return admin.post(f"/admin/matches/{match}/{what}", {"reason": reason}).status_code


def log_of(admin: Visitor, match: str) -> str:
    """The page of the audit log about the match."""
    return admin.get("/admin/audit", params={"subject": f"match:{match}"}).text


def test_matches_are_found_by_player_code_game_date_and_state(
    visitor: NewVisitor, admin: Visitor
) -> None:
    scene = finished_match(visitor, ("Searchable", "Alsothere"))
    fits = {
        "player": "searchab",
        "code": scene.code.lower(),
        "state": "finished",
        "game": GAMES[0].slug,
        "since": "2020-01-01",
        "until": "2999-01-01",
    }
    assert scene.match in admin.get("/admin/matches", params=fits).text
    for query in (
        {"player": "nobody of that name"},
        {"code": "ZZZZZ"},
        {"state": "voided"},
        {"game": GAMES[1].slug},
        {"since": "2999-01-01"},
        {"until": "2020-01-01"},
    ):
        assert scene.match not in admin.get("/admin/matches", params=fits | query).text, query
    for query in (
        {"since": "yesterday"},
        {"until": "2020-13-45"},
        {"since": "0001-01-01"},
        {"until": "9999-12-31"},
    ):
        assert admin.get("/admin/matches", params=query).status_code in (200, 422), query
    odd = {"player": "%_\\\x07'--", "page": "99999"}
    assert admin.get("/admin/matches", params=odd).status_code == 200


def test_the_log_of_a_match_that_is_over_shows_all_hands_and_what_each_saw(
    visitor: NewVisitor, admin: Visitor
) -> None:
    scene = finished_match(visitor)
    page = admin.get(f"/admin/matches/{scene.match}").text
    assert "Log with all hands" in page
    for name in ("Hanna", "Gustav"):
        assert page.count(name) > 2
    own = scene.connection.find("frame", lambda one: bool(one["view"]["private"]["cards"]))
    words = " ".join(re.sub("<[^>]+>", " ", page).split())
    assert " ".join(own["view"]["private"]["cards"]) in words
    shown = scene.host.get(f"/api/matches/{scene.match}/steps", params={"seat": "all"}).json()
    told = next(step["events"][0]["text"] for step in shown["steps"] if step["events"])
    assert html.escape(told, quote=False)[:20] in page
    assert admin.get(f"/admin/matches/{scene.match}", params={"page": "2"}).status_code == 200
    assert (
        admin.get(f"/admin/matches/{scene.match}", params={"page": "9999999999"}).status_code == 200
    )


def test_every_look_is_written_down_and_the_players_see_it(
    visitor: NewVisitor, admin: Visitor
) -> None:
    scene = finished_match(visitor)
    limiter = admin.get("/account").text.split("<h1>")[1].split("<")[0].strip()
    before = scene.guest.get(f"/match/{scene.match}").text
    assert limiter not in before
    for path in (
        f"/admin/matches/{scene.match}",
        f"/api/matches/{scene.match}/steps?seat=all",
        f"/api/matches/{scene.match}/export",
    ):
        looks = log_of(admin, scene.match).count("looked at the log of")
        assert admin.get(path).status_code == 200
        assert log_of(admin, scene.match).count("looked at the log of") == looks + 1
    assert limiter in scene.guest.get(f"/match/{scene.match}").text, (
        "who looked stands on the players' page"
    )


def test_a_form_that_is_refused_is_a_look_too(visitor: NewVisitor, admin: Visitor) -> None:
    """The page of the refusal shows the same hands."""
    scene = finished_match(visitor)
    for number, form in enumerate(("stop", "void", "reinstate"), 1):
        refused = admin.post(f"/admin/matches/{scene.match}/{form}", {"reason": ""})
        assert refused.status_code == 422
        assert "Log with all hands" in refused.text
        assert log_of(admin, scene.match).count("looked at the log of") == number


def test_a_look_by_the_other_form_of_the_id_is_written_down_too(
    visitor: NewVisitor, admin: Visitor
) -> None:
    """A match is found by its id as 22 characters and as a UUID."""
    scene = finished_match(visitor)
    name = admin.get("/account").text.split("<h1>")[1].split("<")[0].strip()
    for number, form in enumerate((str(match_uuid(scene.match)), match_uuid(scene.match).hex), 1):
        assert "Log with all hands" in admin.get(f"/admin/matches/{form}").text
        assert log_of(admin, scene.match).count("looked at the log of") == number
    assert name in scene.guest.get(f"/match/{scene.match}").text


def test_players_who_look_at_their_own_match_are_not_written_down(
    visitor: NewVisitor, admin: Visitor
) -> None:
    scene = finished_match(visitor)
    scene.host.get(f"/api/matches/{scene.match}/steps?seat=all")
    assert "looked at the log of" not in log_of(admin, scene.match)


def test_a_running_match_shows_the_public_view_and_can_be_stopped_with_a_reason(
    visitor: NewVisitor, admin: Visitor
) -> None:
    with paused_match(visitor) as scene:
        page = admin.get(f"/admin/matches/{scene.match}").text
        assert "What everybody sees" in page
        assert "Log with all hands" not in page
        for reason in ("", "  ", "x", "bad\x07reason"):
            assert deed(admin, scene.match, "stop", reason) == 422
        assert deed(admin, scene.match, "stop", "The table asked for it") == 303
        before = len(scene.connection.received)
        scene.connection.receive_until("chat", lambda chat: "The table asked for it" in str(chat))
        del scene.connection.received[:before]
        scene.connection.find("room", lambda shown: shown["stage"] == "gathering")
    assert deed(admin, scene.match, "stop", "Again") == 422
    assert "The table asked for it" in log_of(admin, scene.match)
    assert "Log with all hands" in admin.get(f"/admin/matches/{scene.match}").text


def ratings_settled(reader: Visitor) -> bool:
    """True once the server's refold has nothing to do."""
    return "\npecking_order_ratings_behind_seconds 0.0\n" in reader.get("/metrics").text


def test_a_voided_match_does_not_count_until_it_is_reinstated(
    visitor: NewVisitor, admin: Visitor, in_database: Any
) -> None:
    scene = finished_match(visitor)
    profile = f"/people/{scene.host_id}"
    counted = scene.host.get(profile).text
    assert "Lifetime salary" in counted
    assert deed(admin, scene.match, "void", "") == 422
    assert deed(admin, scene.match, "void", "They told each other") == 303
    assert "No hand finished yet." in scene.host.get(profile).text
    while not ratings_settled(admin):
        time.sleep(0.02)
    assert not in_database(lambda db: ratings_of(db, scene.host_id))
    assert "They told each other" in scene.host.get(f"/match/{scene.match}").text
    assert deed(admin, scene.match, "void", "Once more") == 422
    assert deed(admin, scene.match, "reinstate", "They did not") == 303
    while not ratings_settled(admin):
        time.sleep(0.02)
    assert tallies(scene.host.get(profile).text) == tallies(counted)
    assert dict(tallies(counted))["Rating"] != "–"
    assert deed(admin, scene.match, "reinstate", "Once more") == 422


def tallies(page: str) -> list[tuple[str, str]]:
    return re.findall(r"<dt>([^<]+)</dt><dd>([^<]*)</dd>", page)


@pytest.mark.parametrize("action", ["stop", "void"])
def test_the_end_of_a_running_match_and_its_audit_line_are_one_transaction(
    visitor: NewVisitor, admin: Visitor, in_database: Any, action: str
) -> None:
    """PostgreSQL keeps with each row the transaction that wrote it."""
    with paused_match(visitor) as scene:
        answer = admin.post(f"/admin/matches/{scene.match}/{action}", {"reason": "Not right"})
        assert answer.status_code == 303

        async def transactions(db: Any) -> Any:
            statement = text(
                "SELECT matches.state, matches.xmin = audit_log.xmin, rooms.xmin = audit_log.xmin "
                "FROM matches JOIN rooms ON rooms.id = matches.room_id "
                "JOIN audit_log ON audit_log.subject = :subject "
                "WHERE matches.id = :match"
            )
            ids = {"subject": f"match:{scene.match}", "match": scene.match}
            return (await db.execute(statement, ids)).all()

        state = {"stop": "stopped", "void": "voided"}[action]
        assert in_database(transactions) == [(state, True, True)]
