"""A picture to share: made by a player alone, seen by who has the link, and taken back for good."""

import re
import struct
from typing import Any

from sqlalchemy import select, text

from app.store.matches.pictures import PictureRow
from tests.web.conftest import NewVisitor
from tests.web.scenes import MatchScene, another_match, finished_match, paused_match
from tests.web.visitors import Visitor

JSON = {"Accept": "application/json", "Content-Type": "application/json"}


def share(who: Visitor, match: str, kind: str = "match") -> Any:
    return who.http.post(f"/api/matches/{match}/picture?kind={kind}", headers=JSON)


def shared(scene: MatchScene, who: Visitor | None = None) -> str:
    """The address of the picture's page."""
    answer = share(who or scene.host, scene.match)
    assert answer.status_code == 200, answer.text
    assert answer.json()["image"] == f"{answer.json()['page']}.png"
    return str(answer.json()["page"])


def described(who: Visitor, page: str) -> str:
    found = re.search(r'class="picture" [^>]*alt="([^"]*)"', who.get(page).text)
    assert found is not None
    return found[1]


def test_a_player_makes_it_and_whoever_has_the_link_sees_it(visitor: NewVisitor) -> None:
    scene, stranger = finished_match(visitor), visitor()
    page = shared(scene)
    assert page == shared(scene) == shared(scene, scene.guest), "one for each match"
    png = stranger.get(f"{page}.png")
    assert png.headers["content-type"] == "image/png"
    assert struct.unpack(">II", png.content[16:24]) == (1200, 630)
    seen = stranger.get(page).text
    base = stranger.base_url
    assert f'<meta property="og:image" content="{base}{page}.png">' in seen
    assert '<meta name="robots" content="noindex">' in seen
    assert "take-back" not in seen
    assert "take-back" in scene.guest.get(page).text
    assert page in scene.guest.get(f"/match/{scene.match}").text
    assert scene.room not in seen
    assert scene.match not in seen
    assert scene.code not in seen


def test_a_form_makes_it_too_and_leads_to_its_page(visitor: NewVisitor) -> None:
    scene = finished_match(visitor)
    form = f'action="/match/{scene.match}/picture"'
    assert form in scene.guest.get(f"/match/{scene.match}").text
    led = scene.guest.post(f"/match/{scene.match}/picture")
    assert (led.status_code, led.headers["location"]) == (303, shared(scene))
    assert form not in scene.guest.get(f"/match/{scene.match}").text


def test_a_browser_that_has_it_is_sent_nothing_and_asks_each_time(visitor: NewVisitor) -> None:
    page = shared(finished_match(visitor))
    one = visitor().get(f"{page}.png")
    assert one.headers["cache-control"] == "no-cache"
    again = visitor().get(f"{page}.png", headers={"If-None-Match": one.headers["etag"]})
    assert (again.status_code, again.content) == (304, b"")


def test_guests_stand_in_it_as_birds_and_members_by_name_unless_they_wish_not(
    visitor: NewVisitor,
) -> None:
    scene = finished_match(visitor)
    scene.host.sign_up("Hanna the Great")
    page = shared(scene)
    shown = described(visitor(), page)
    assert "Hanna," in shown
    assert "Gustav" not in shown
    assert "Gustav" not in visitor().get(page).text
    before = visitor().get(f"{page}.png")
    assert scene.host.post("/account/portrait", {"portrait": "d12s"}).status_code == 303
    assert "Hanna" not in visitor().get(page).text
    assert visitor().get(f"{page}.png").headers["etag"] != before.headers["etag"]


def test_who_is_erased_is_in_no_picture_of_theirs(visitor: NewVisitor, in_database: Any) -> None:
    scene = finished_match(visitor)
    scene.host.sign_up("Hanna the Brief")
    page = shared(scene)
    assert "Hanna" in visitor().get(page).text
    form = {"confirm": "a long enough secret"}
    assert scene.host.post("/account/delete", form).status_code == 303
    seen = visitor().get(page)
    assert seen.status_code == 200
    assert "Hanna" not in seen.text
    assert "deleted" not in described(visitor(), page).lower()
    assert visitor().get(f"{page}.png").status_code == 200

    async def row(db: Any) -> str:
        return str(await db.scalar(text("SELECT string_agg(p::text, ' ') FROM pictures p")))

    assert "Hanna" not in in_database(row), "the row never held a name"


def test_any_player_takes_it_back_and_then_there_is_none_for_good(visitor: NewVisitor) -> None:
    scene, stranger = finished_match(visitor), visitor()
    page = shared(scene)
    etag = stranger.get(f"{page}.png").headers["etag"]
    for other in (stranger, finished_match(visitor).host):
        assert other.post(f"{page}/take-back").status_code == 404
    assert stranger.get(page).status_code == 200, "nobody else takes it back"
    answer = scene.guest.post(f"{page}/take-back")
    assert (answer.status_code, answer.headers["location"]) == (303, f"/match/{scene.match}")
    for who in (stranger, scene.host, scene.guest):
        assert who.get(page).status_code == 404
        assert who.get(f"{page}.png").status_code == 404
        held = who.get(f"{page}.png", headers={"If-None-Match": etag})
        assert held.status_code == 404, "not even for whoever holds it"
        assert who.post(f"{page}/take-back").status_code == 404
    refused = share(scene.host, scene.match)
    assert refused.status_code == 409
    assert "taken back" in refused.json()["error"]
    assert page not in scene.host.get(f"/match/{scene.match}").text


def test_a_running_match_and_a_strangers_have_none(visitor: NewVisitor, in_database: Any) -> None:
    with paused_match(visitor) as scene:
        refused = share(scene.host, scene.match)
        assert refused.status_code == 403
        assert "played to its end" in refused.json()["error"]
        assert share(visitor(), scene.match).status_code == 404

    async def row(db: Any) -> Any:
        return await db.scalar(select(PictureRow.key).where(PictureRow.match_id == scene.match))

    assert in_database(row) is None


def test_who_only_watches_makes_none(visitor: NewVisitor) -> None:
    scene, watcher = finished_match(visitor), visitor()
    form = {"name": "Wanda", "sit": "false"}
    assert watcher.post(f"/join/{scene.secret}", form).status_code == 303
    assert watcher.get(f"/api/matches/{scene.match}/story").status_code == 200
    refused = share(watcher, scene.match)
    assert refused.status_code == 403
    assert "played this match" in refused.json()["error"]


def test_a_table_where_nobody_may_watch_has_none(visitor: NewVisitor) -> None:
    scene = finished_match(visitor)
    with scene.host.connect(scene.room) as line:
        assert line.ask("set-room", spectators=False)["type"] == "done"
        refused = share(scene.host, scene.match)
        assert refused.status_code == 403
        assert "nobody may watch" in refused.json()["error"]
        assert line.ask("set-room", spectators=True)["type"] == "done"
    shared(scene)


def test_a_void_match_shows_none_until_it_counts_again(
    visitor: NewVisitor, in_database: Any
) -> None:
    scene = finished_match(visitor)
    page = shared(scene)

    def state(now: str, reason: str | None) -> None:
        async def change(db: Any) -> None:
            await db.execute(
                text(
                    "UPDATE matches SET state = :now, void_reason = :reason WHERE room_id = :room"
                ),
                {"now": now, "reason": reason, "room": scene.room},
            )

        in_database(change)

    state("voided", "A test")
    assert visitor().get(page).status_code == 404
    assert visitor().get(f"{page}.png").status_code == 404
    assert share(scene.host, scene.match).status_code == 403
    state("finished", None)
    assert visitor().get(f"{page}.png").status_code == 200


def test_an_evening_has_a_picture_from_its_second_match_on(visitor: NewVisitor) -> None:
    scene, stranger = finished_match(visitor), visitor()
    refused = share(scene.host, scene.match, "evening")
    assert refused.status_code == 403
    assert "two matches" in refused.json()["error"]
    last = another_match(scene)
    made = share(scene.host, last, "evening")
    assert made.status_code == 200, made.text
    page = made.json()["page"]
    assert "2 matches" in described(stranger, page)
    assert "Gustav" not in stranger.get(page).text
    assert stranger.get(f"{page}.png").content[:8] == b"\x89PNG\r\n\x1a\n"
    assert page != share(scene.host, last).json()["page"]
    assert share(scene.host, last, "night").status_code == 422
    assert scene.guest.post(f"{page}/take-back").status_code == 303
    assert stranger.get(page).status_code == 404
    assert share(scene.host, last).status_code == 200, "that one stays"


def test_keys_that_are_none_read_alike(visitor: NewVisitor) -> None:
    stranger = visitor()
    for key in ("A" * 22, "x", "..%2f..%2fetc%2fpasswd", "🦆" * 22, "A" * 900):
        for address in (f"/picture/{key}", f"/picture/{key}.png"):
            assert stranger.get(address).status_code == 404, address


def test_who_makes_pictures_without_pause_is_asked_to_wait(visitor: NewVisitor) -> None:
    """The budget is a person's own; one that is there costs nothing of it."""
    scene = finished_match(visitor)
    assert len({shared(scene) for _ in range(30)}) == 1
