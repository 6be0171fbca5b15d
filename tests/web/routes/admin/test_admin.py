"""Administration: nothing is here for anybody else, every deed needs a reason and is written down, and players see who looked."""

import html
import re
from typing import Any

import httpx2
import pytest
from sqlalchemy import update

from app.games import GAMES
from app.store import accounts
from app.store.sessions import SessionRow
from app.web.routes.admin.access import LOGIN_MAX_AGE
from tests.server_process import House
from tests.web.all_routes import ADMIN
from tests.web.conftest import NewVisitor
from tests.web.scenes import finished_match, paused_match
from tests.web.visitors import ANSWER_SECONDS, Visitor


@pytest.mark.parametrize(("method", "path"), ADMIN)
@pytest.mark.parametrize("who", ["nobody", "guest", "member"])
def test_for_everybody_else_there_is_nothing(
    visitor: NewVisitor, method: str, path: str, who: str
) -> None:
    person = visitor()
    if who == "guest":
        person.open_room("Just a guest")
    elif who == "member":
        person.sign_up(f"Member {abs(hash((method, path))) % 10**9}")
    answer = person.http.request(
        method, path, data={"reason": "because"} if method == "POST" else None
    )
    missing = person.http.request(method, "/nothing/here", data={} if method == "POST" else None)
    assert answer.status_code == missing.status_code == 404
    assert answer.text.count("Nobody sits here.") == missing.text.count("Nobody sits here.") == 1


def test_somebody_who_was_an_administrator_is_nobody_at_once(
    visitor: NewVisitor, admin: Visitor, in_database: Any
) -> None:
    assert admin.get("/admin/matches").status_code == 200
    name = admin.get("/account").text.split("<h1>")[1].split("<")[0].strip()

    async def demote(db: Any) -> None:
        found = await accounts.by_name(db, name)
        assert found is not None
        await accounts.make_admin(db, found.id, False)

    in_database(demote)
    assert admin.get("/admin/matches").status_code == 404


@pytest.mark.parametrize(("method", "path"), ADMIN)
def test_an_old_login_is_not_enough_for_an_administrator(
    admin: Visitor, in_database: Any, method: str, path: str
) -> None:
    """A browser left open somewhere: the password again, and nothing is done before."""

    async def grow_old(db: Any) -> None:
        await db.execute(update(SessionRow).values(created=SessionRow.created - LOGIN_MAX_AGE))

    assert admin.get("/admin/people").status_code == 200
    in_database(grow_old)
    answer = admin.http.request(
        method, path, data={"reason": "because"} if method == "POST" else None
    )
    if method == "GET":
        assert (answer.status_code, answer.headers["location"]) == (303, f"/login?next={path}")
    else:
        assert answer.status_code == 403
        assert "log in again" in answer.text


@pytest.mark.parametrize(
    ("method", "path"), [(method, path) for method, path in ADMIN if method == "GET"]
)
def test_pages_of_things_that_are_not_there(admin: Visitor, method: str, path: str) -> None:
    assert admin.get(path).status_code in (200, 303, 404)


def test_the_front_page_leads_an_administrator_there(admin: Visitor, visitor: NewVisitor) -> None:
    assert 'href="/admin"' in admin.get("/").text
    assert 'href="/admin"' not in visitor().get("/").text


def test_matches_are_found_by_player_code_game_date_and_state(
    visitor: NewVisitor, admin: Visitor
) -> None:
    scene = finished_match(visitor, ("Searchable", "Alsothere"))
    found = [
        {"player": "searchab"}, {"player": scene.guest_id}, {"code": scene.code.lower()}, {"state": "finished", "code": scene.code},
        {"game": GAMES[0].slug, "code": scene.code}, {"since": "2020-01-01", "code": scene.code},
        {"until": "2999-01-01", "player": "Alsothere"},
    ]  # fmt: skip
    for query in found:
        assert scene.match in admin.get("/admin/matches", params=query).text, query
    for query in (
        {"player": "nobody of that name"},
        {"code": "ZZZZZ"},
        {"state": "voided"},
        {"since": "2999-01-01"},
        {"until": "2020-01-01"},
    ):
        assert (
            scene.match
            not in admin.get("/admin/matches", params={"player": scene.host_id, **query}).text
        ), query
    for query in (
        {"since": "yesterday"},
        {"until": "2020-13-45"},
        {"since": "0001-01-01"},
        {"until": "9999-12-31"},
    ):
        assert admin.get("/admin/matches", params=query).status_code in (200, 422), query
    assert (
        admin.get("/admin/matches", params={"player": "%_\\\x07'--", "page": "99999"}).status_code
        == 200
    )


def test_the_log_of_a_match_that_is_over_shows_all_hands_and_what_each_saw(
    visitor: NewVisitor, admin: Visitor
) -> None:
    scene = finished_match(visitor)
    page = admin.get(f"/admin/matches/{scene.match}").text
    assert "The log, all hands" in page
    for name in ("Hanna", "Gustav"):
        assert page.count(name) > 2
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
        looks = admin.get("/admin/audit", params={"subject": f"match:{scene.match}"}).text.count(
            "match looked at"
        )
        assert admin.get(path).status_code == 200
        assert (
            admin.get("/admin/audit", params={"subject": f"match:{scene.match}"}).text.count(
                "match looked at"
            )
            == looks + 1
        )
    assert limiter in scene.guest.get(f"/match/{scene.match}").text, (
        "who looked stands on the players' page"
    )


def test_a_form_that_is_refused_is_a_look_too(visitor: NewVisitor, admin: Visitor) -> None:
    """The page of the refusal shows the same hands."""
    scene = finished_match(visitor)
    audit = {"subject": f"match:{scene.match}"}
    for number, deed in enumerate(("stop", "void", "unvoid"), 1):
        refused = admin.post(f"/admin/matches/{scene.match}/{deed}", {"reason": ""})
        assert refused.status_code == 422
        assert "The log, all hands" in refused.text
        assert admin.get("/admin/audit", params=audit).text.count("match looked at") == number


def test_players_who_look_at_their_own_match_are_not_written_down(
    visitor: NewVisitor, admin: Visitor
) -> None:
    scene = finished_match(visitor)
    scene.host.get(f"/api/matches/{scene.match}/steps?seat=all")
    assert (
        "match looked at"
        not in admin.get("/admin/audit", params={"subject": f"match:{scene.match}"}).text
    )


def test_a_running_match_shows_the_public_view_and_can_be_stopped_with_a_reason(
    visitor: NewVisitor, admin: Visitor
) -> None:
    with paused_match(visitor) as scene:
        page = admin.get(f"/admin/matches/{scene.match}").text
        assert "What everybody sees" in page
        assert "The log, all hands" not in page
        for reason in ("", "  ", "x", "bad\x07reason"):
            assert (
                admin.post(f"/admin/matches/{scene.match}/stop", {"reason": reason}).status_code
                == 422
            )
        assert (
            admin.post(
                f"/admin/matches/{scene.match}/stop", {"reason": "The table asked for it"}
            ).status_code
            == 303
        )
        before = len(scene.connection.received)
        scene.connection.receive_until("chat", lambda chat: "The table asked for it" in str(chat))
        del scene.connection.received[:before]
        scene.connection.find("room", lambda shown: shown["stage"] == "gathering")
    assert admin.post(f"/admin/matches/{scene.match}/stop", {"reason": "Again"}).status_code == 422
    assert (
        "The table asked for it"
        in admin.get("/admin/audit", params={"subject": f"match:{scene.match}"}).text
    )
    assert "The log, all hands" in admin.get(f"/admin/matches/{scene.match}").text


def test_a_voided_match_does_not_count_until_it_is_let_count_again(
    visitor: NewVisitor, admin: Visitor
) -> None:
    scene = finished_match(visitor)
    profile = f"/people/{scene.host_id}"
    counted = scene.host.get(profile).text
    assert "Lifetime salary" in counted
    assert admin.post(f"/admin/matches/{scene.match}/void", {"reason": ""}).status_code == 422
    assert (
        admin.post(
            f"/admin/matches/{scene.match}/void", {"reason": "They told each other"}
        ).status_code
        == 303
    )
    assert "No deal finished yet." in scene.host.get(profile).text
    assert "They told each other" in scene.host.get(f"/match/{scene.match}").text
    assert (
        admin.post(f"/admin/matches/{scene.match}/void", {"reason": "Once more"}).status_code == 422
    )
    assert (
        admin.post(f"/admin/matches/{scene.match}/unvoid", {"reason": "They did not"}).status_code
        == 303
    )
    assert tallies(scene.host.get(profile).text) == tallies(counted)
    assert (
        admin.post(f"/admin/matches/{scene.match}/unvoid", {"reason": "Once more"}).status_code
        == 422
    )


def tallies(page: str) -> list[str]:
    return re.findall(r"<dt>([^<]+)</dt><dd>([^<]*)</dd>", page)


def test_a_running_match_is_stopped_before_it_is_voided(
    visitor: NewVisitor, admin: Visitor
) -> None:
    with paused_match(visitor) as scene:
        assert (
            admin.post(f"/admin/matches/{scene.match}/void", {"reason": "Not right"}).status_code
            == 303
        )
        scene.connection.receive_until("room", lambda shown: shown["stage"] == "gathering")
    assert "voided" in admin.get("/admin/matches", params={"code": scene.code}).text


def test_the_suspended_are_out_at_once_and_read_why(
    visitor: NewVisitor, admin: Visitor, in_database: Any
) -> None:
    person = visitor()
    person.sign_up("Rowdy", "a long enough secret")
    room = person.open_room()
    with person.connect(room) as line:
        you = line.receive_until("room")["you"]
        for form in (
            {"reason": "", "until": "2999-01-01"}, {"reason": "Shouting", "until": ""}, {"reason": "Shouting", "until": "2020-01-01"},
            {"reason": "Shouting", "until": "soon"}, {"reason": "Shouting", "until": "9999-12-31x"},
            {"reason": "\x07\x07\x07", "forever": "true"},
        ):  # fmt: skip
            assert admin.post(f"/admin/people/{you}/suspend", form).status_code == 422, form
        assert (
            admin.post(
                f"/admin/people/{you}/suspend", {"reason": "Shouting", "until": "2999-01-01"}
            ).status_code
            == 303
        )
        code, bye = line.receive_to_end()
        assert code in (4401, 4403)
        assert bye is not None
        assert "suspended" in bye["text"]
    assert person.get("/account").status_code == 303
    answer = visitor().post("/login", {"name": "Rowdy", "password": "a long enough secret"})
    assert answer.status_code == 403
    assert "Shouting" in answer.text
    assert (
        "Shouting"
        not in visitor().post("/login", {"name": "Rowdy", "password": "a wrong password"}).text
    ), "only to whom it concerns"
    assert "Rowdy" in admin.get("/admin/people", params={"q": "rowd", "suspended": "true"}).text
    assert "Shouting" in admin.get(f"/admin/people/{you}").text
    assert admin.post(f"/admin/people/{you}/lift", {"reason": ""}).status_code == 422
    assert admin.post(f"/admin/people/{you}/lift", {"reason": "Said sorry"}).status_code == 303
    assert (
        visitor().post("/login", {"name": "Rowdy", "password": "a long enough secret"}).status_code
        == 303
    )
    audit = admin.get("/admin/audit", params={"subject": f"account:{you}"}).text
    assert "account suspended" in audit
    assert "suspension lifted" in audit


def test_the_banned_are_out_for_good(visitor: NewVisitor, admin: Visitor) -> None:
    guest = visitor()
    room = guest.open_room("Cheat")
    with guest.connect(room) as line:
        you = line.receive_until("room")["you"]
        assert (
            admin.post(
                f"/admin/people/{you}/suspend", {"reason": "Cheating", "forever": "true"}
            ).status_code
            == 303
        )
        line.receive_to_end()
    assert guest.get("/account").status_code == 303
    assert "Banned for good." in admin.get(f"/admin/people/{you}").text


def test_an_administrator_cannot_shut_himself_out(admin: Visitor) -> None:
    you = admin.get("/account").text.split("/people/")[1].split('"')[0]
    assert (
        admin.post(
            f"/admin/people/{you}/suspend", {"reason": "Tired", "forever": "true"}
        ).status_code
        == 422
    )
    assert admin.get("/admin/matches").status_code == 200


def test_deeds_from_another_site_are_not_done(
    visitor: NewVisitor, admin: Visitor, web_server: House
) -> None:
    with paused_match(visitor) as scene:
        answer = httpx2.post(
            f"{web_server.base_url}/admin/matches/{scene.match}/stop",
            data={"reason": "Mallory"}, headers={"Cookie": admin.cookie, "Origin": "https://evil.example"}, timeout=ANSWER_SECONDS,
        )  # fmt: skip
        assert answer.status_code == 403
        assert "running" in admin.get("/admin/matches", params={"code": scene.code}).text
