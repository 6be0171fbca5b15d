"""Each page, form and socket works at a process that does not run its table."""

import json
import os
import re
import signal
from concurrent.futures import ThreadPoolExecutor

import httpx2
import pytest
from starlette.types import Scope
from websockets.exceptions import InvalidStatus

from app.games import GAMES
from app.ops.namesakes import ProcessNameTaken, check_name
from app.store.database.processes import Sibling
from app.table.lobby.quarantine import MAX_CRASHES
from app.web.rate_limits import WRONG_PASSWORDS_BEFORE_WAIT
from app.web.rendering.responses import FLASH_COOKIE
from app.web.server.sibling_gate import page_that_shows
from app.web.server.siblings import NotReached, Siblings
from tests.conftest import NewDatabase, NewServer, run
from tests.database import column, execute, fetch
from tests.ops.conftest import GAME, SECRET, Both, NewVisitor, until
from tests.web.crash_on_word import WORD
from tests.web.screens import Telly, own_screens
from tests.web.visitors import Visitor, add_bots

LESSON = next(game.slug for game in GAMES if game.lessons)


def flash_of(answer: httpx2.Response) -> str | None:
    """The sentence that the next page shows, by its key."""
    return answer.cookies.get(FLASH_COOKIE)


def test_a_lesson_is_led_to_from_every_process(both: Both, visitor: NewVisitor) -> None:
    learner = visitor(both[0])
    begun = learner.post("/lessons", {"game": LESSON, "name": "Lea"})
    room = begun.headers["location"].removesuffix("#deal").rpartition("/")[2]
    there = visitor(both[1], learner)
    page = there.get(f"/table/{room}")
    assert page.status_code == 200, page.text
    assert "&#34;steps&#34;" in page.text or '"steps"' in page.text, "the page has the lesson"
    assert there.get(f"/table/{room}/rules").status_code == 200
    with there.connect(room) as line:
        assert line.receive_until("room")["game"] == LESSON
        assert line.ask("start")["type"] == "done"
        line.find("frame", lambda _: True, timeout=30)
    assert visitor(both[1]).get(f"/table/{room}").status_code == 403, "it is the learner's own"


def test_no_process_knows_a_lesson_that_never_was(both: Both, visitor: NewVisitor) -> None:
    for room in ("lessonAAAAAAxxxxxxxxxx", "lesson-_-_-_xxxxxxxxxx", "lessonx"):
        assert visitor(both[0]).get(f"/table/{room}").status_code == 404


def test_a_game_with_bots_is_played_at_whichever_process_its_page_comes_to(
    both: Both, visitor: NewVisitor
) -> None:
    player = visitor(both[0])
    begun = player.post("/rooms/now", {"game": GAME, "name": "Solo"})
    room = begun.headers["location"].removesuffix("#deal").rpartition("/")[2]
    there = visitor(both[1], player)
    assert there.get(f"/table/{room}").status_code == 200
    with there.connect(room) as line:
        assert line.ask("start")["type"] == "done"
        line.find("frame", lambda _: True, timeout=30)
    with player.connect(room) as line:
        line.receive_until("frame", timeout=30)


def test_join_any_table_leads_to_tables_of_every_process(both: Both, visitor: NewVisitor) -> None:
    host, guest, member = visitor(both[0]), visitor(both[1]), visitor(both[1])
    room = host.open_room("Hosting", listed="true")
    with host.connect(room) as line:
        line.receive_until("room")
        until(lambda: room in guest.get("/api/tables").text, "the other process does not list it")
        led = guest.post("/rooms/any", {"game": GAME, "name": "Gerda"})
        assert led.headers["location"] == f"/table/{room}", led.text
        line.receive_until("room", lambda shown: "Gerda" in json.dumps(shown["seats"]))
        with guest.connect(room) as passed:
            assert passed.receive_until("room")["seat"] is not None, "the cookie is the guest's"
        assert guest.post("/rooms/any", {"game": GAME}).headers["location"] == f"/table/{room}"
        assert room in guest.get("/").text, "the front page shows one's own seat"
        member.sign_up("Miriam")
        assert member.post("/rooms/any", {"game": GAME}).headers["location"] == f"/table/{room}"


def test_a_code_leads_to_a_table_of_another_process(both: Both, visitor: NewVisitor) -> None:
    host, guest = visitor(both[0]), visitor(both[1])
    room = host.open_room("Codes")
    with host.connect(room) as line:
        code = line.receive_until("room")["code"]
        knocked = guest.post("/knock", {"code": code, "name": "Konrad"})
        assert knocked.headers["location"] == f"/knock/{room}"
        knocks = line.receive_until("room", lambda shown: bool(shown["knocks"]))["knocks"]
        assert [one["name"] for one in knocks] == ["Konrad"]
        assert guest.get(f"/knock/{room}").status_code == 200
        secret = line.find("room", lambda _: True)["secret"]
        invited = visitor(both[1]).get(f"/join/{secret}")
        assert "has the table open" not in invited.text, "the host is there"


def test_wrong_passwords_are_counted_by_all_processes_together(
    both: Both, visitor: NewVisitor
) -> None:
    visitor(both[0]).sign_up("Paula")
    guesses = [visitor(both[number % 2]) for number in range(WRONG_PASSWORDS_BEFORE_WAIT)]
    for number, guesser in enumerate(guesses):
        wrong = guesser.post("/login", {"name": "Paula", "password": f"a guess {number}"})
        assert wrong.status_code == 422, wrong.text
    for process in both:
        right = {"name": "Paula", "password": "a long enough secret"}
        assert visitor(process).post("/login", right).status_code == 429
        assert visitor(process).post("/login", right | {"name": "Petra"}).status_code == 422


def test_a_table_that_everybody_left_opens_at_any_process(
    visitor: NewVisitor, new_server: NewServer, new_database: NewDatabase
) -> None:
    url = new_database()
    shared = {
        "DATABASE_URL": url,
        "PECKING_ORDER_SIBLINGS_SECRET": SECRET,
        "PECKING_ORDER_PATIENCE": "0.001",
    }
    with new_server(**shared) as one, new_server(**shared) as two:
        host = visitor(one)
        room = host.open_room()
        with host.connect(room) as line:
            line.receive_until("room")
        owner = f"SELECT owner FROM rooms WHERE id = '{room}'"
        until(lambda: run(column(url, owner)) == [None], "the table stays at its process")
        with visitor(two, host).connect(room) as line:
            line.receive_until("room")
            assert run(column(url, owner)) != [None]


def test_a_login_that_ends_at_one_process_closes_its_windows_at_the_other(
    both: Both, visitor: NewVisitor
) -> None:
    host = visitor(both[0])
    room = host.open_room("Logged in")
    there = visitor(both[1], host)
    other_room = there.open_room("Logged in")
    with host.connect(room) as line, there.connect(other_room) as over_there:
        line.receive_until("room")
        over_there.receive_until("room")
        assert host.post("/account/logout-everywhere").status_code == 303
        for window in (line, over_there):
            code, bye = window.receive_to_end(timeout=20)
            assert (code, bye and bye["code"]) == (4401, "signed-out")


def test_a_screen_shows_a_table_of_another_process_until_it_is_taken_back(
    both: Both, visitor: NewVisitor
) -> None:
    ann, telly = visitor(both[0]), Telly(visitor(both[1]))
    room = ann.open_room("Ann")
    with ann.connect(room) as line:
        line.receive_until("room")
        assert visitor(both[1], ann).post(f"/screens/{telly.code}", {"room": room}).is_redirect
        assert "on-screen" in telly.browser.get("/screen/table").text
        with telly.connect(room) as screen:
            screen.receive_until("room")
            (own,) = own_screens(ann)
            assert visitor(both[1], ann).post(f"/screens/{own}/end").is_redirect
            assert screen.receive_until("bye")["code"] == "signed-out"


def test_a_mute_at_one_process_holds_at_windows_of_the_other(
    both: Both, visitor: NewVisitor
) -> None:
    muter, muted = visitor(both[0]), visitor(both[1])
    room = muter.open_room("Muter")
    with muter.connect(room) as line:
        assert muted.join(line.receive_until("room")["secret"], "Muted").status_code == 303
        seats = line.receive_until("room", lambda shown: "Muted" in json.dumps(shown["seats"]))
        other = next(seat["person"] for seat in seats["seats"] if seat["name"] == "Muted")
        there = visitor(both[1], muter)
        form = {"person": other, "level": "block"}
        assert there.post("/account/mute", form).status_code == 303
        shown = line.receive_until("mutes", timeout=20)
        assert other in json.dumps(shown)


def test_a_switch_set_at_one_process_holds_at_the_other_and_its_tables(
    both: Both, visitor: NewVisitor, admin: Visitor
) -> None:
    host = visitor(both[1])
    with host.connect(host.open_room("Switched")) as line:
        line.receive_until("room")
        for text in ("Cards tonight", ""):
            found = re.search(r'name="version" value="(\d+)"', admin.get("/admin/switches").text)
            assert found is not None
            form = {"version": found[1], "text": text, "minutes": "5"}
            assert admin.post("/admin/switches/announcement", form).status_code == 303
            assert line.receive_until("announced", timeout=20)["text"] == text
            assert ("Cards tonight" in visitor(both[1]).get("/").text) == bool(text)


def row_of(page: str, what: str) -> str:
    """The row of a table that has this in it."""
    return next(row for row in page.split("<tr>")[1:] if what in row).split("</tr>")[0]


def test_an_administrator_sees_the_processes_and_the_tables_of_all(
    both: Both, visitor: NewVisitor, admin: Visitor
) -> None:
    host = visitor(both[1])
    with host.connect(host.open_room("Faraway")) as line:
        code = line.receive_until("room")["code"]
        page = admin.get("/admin/tables").text
        names = [f"-{process.port}</bdi>" for process in both]
        assert ("made this page" in row_of(page, names[0]), "lives" in row_of(page, names[1])) == (
            True,
            True,
        )
        assert f"-{both[1].port}" in row_of(page, f"<code>{code}</code>"), "where the table is"
        assert "Faraway" in row_of(page, f"<code>{code}</code>")
        assert code in admin.get(f"/admin/tables?code={code[:3]}").text
        assert code not in admin.get("/admin/tables?code=ZZZZZ").text
        until(lambda: ">leads<" in admin.get("/admin/tables").text, "nobody is said to lead")
        served = visitor(both[1], admin).get("/admin/tables").text
        assert "made this page" in row_of(served, names[1])


def test_the_overview_counts_the_people_and_tables_of_all_processes(
    both: Both, visitor: NewVisitor, admin: Visitor
) -> None:
    def shown(word: str) -> int:
        page = admin.get("/admin/overview").text
        found = re.search(rf"<dt>{word}</dt><dd>(\d+)</dd>", page)
        assert found is not None, page
        return int(found[1])

    until(lambda: shown("People at tables") == 0, "somebody stays at a table")
    here, there = visitor(both[0]), visitor(both[1])
    with here.connect(here.open_room("Near")) as near, there.connect(there.open_room("Far")) as far:
        for line in (near, far):
            line.receive_until("room")
        until(lambda: shown("People at tables") == 2, "not all people are counted")
        assert shown("Open tables") >= 2


def test_an_administrators_deeds_reach_tables_of_another_process(
    both: Both, visitor: NewVisitor, admin: Visitor, url: str
) -> None:
    host = visitor(both[1])
    room = host.open_room("Unruly")
    with host.connect(room) as line:
        add_bots(line, GAMES[0].seats[0] - 1)
        assert line.ask("start")["type"] == "done"
        match = line.find("frame", lambda _: True)["match"]
        stopped = admin.post(f"/admin/matches/{match}/stop", {"reason": "It is late."})
        assert stopped.status_code == 303, stopped.text
        line.receive_until("room", lambda shown: shown["stage"] == "gathering", timeout=20)
        ids = run(column(url, "SELECT id FROM accounts WHERE name = 'Unruly'"))
        form = {"reason": "They threw cards.", "forever": "on"}
        assert admin.post(f"/admin/people/{ids[0]}/suspend", form).status_code == 303
        code, _ = line.receive_to_end(timeout=20)
        assert code == 4401
    assert visitor(both[0], host).get("/account").status_code == 303, "the login is gone"


def test_a_table_that_another_process_set_aside_is_seen_and_released(
    both: Both, visitor: NewVisitor, admin: Visitor
) -> None:
    host = visitor(both[1])
    room = host.open_room("Fragile")
    for number in range(MAX_CRASHES):
        with host.connect(room) as line:
            line.send("say", id=f"break-{number}", text=WORD)
            assert line.receive_to_end()[0] == 1012
    until(
        lambda: f"release-{room}" in admin.get("/admin/tables").text,
        "the other process does not tell of its quarantine",
    )
    assert admin.get("/admin").headers["location"] == "/admin/tables"
    page = admin.get("/admin/tables").text
    assert "__main__:" in page, "and of its crashes"
    with visitor(both[0], host).connect(room) as line:
        assert line.receive_to_end()[0] == 4404, "no other process opens it either"
    released = admin.post(f"/admin/tables/{room}/release", {"reason": "It is mended."})
    assert released.status_code == 303, released.text
    with visitor(both[0], host).connect(room) as line:
        assert line.receive_until("room")["id"] == room


def test_an_erasure_is_confirmed_by_every_process_that_lives(
    both: Both, visitor: NewVisitor, url: str
) -> None:
    """A frozen process may remember, and says so to nobody: the answer waits, and says it."""
    gone, frozen = visitor(both[0]), both[1]
    room = gone.open_room("Gone soon")
    there = visitor(both[1], gone)
    with gone.connect(room), there.connect(there.open_room()) as over_there:
        over_there.receive_until("room")
    assert flash_of(gone.post("/account/delete", {"confirm": "Gone soon"})) == "deleted"
    awaited = f"""
        SELECT name FROM processes JOIN news ON processes.number = ANY (awaits)
        WHERE address NOT LIKE '%:{both[0].port}'
    """
    assert run(column(url, awaited)) == [], "the other process has confirmed it"
    gone = visitor(both[0])
    gone.open_room("Gone later")
    os.kill(frozen.pid, signal.SIGSTOP)
    try:
        answer = gone.post("/account/delete", {"confirm": "Gone later"})
        assert flash_of(answer) == "deleted-follows"
    finally:
        os.kill(frozen.pid, signal.SIGCONT)
    until(lambda: run(column(url, awaited)) == [], "the process that was frozen does not confirm")


def test_of_two_processes_with_one_name_or_address_the_second_does_not_start(
    both: Both, url: str
) -> None:
    theirs = run(fetch(url, f"SELECT * FROM processes WHERE address LIKE '%:{both[0].port}'"))[0]
    name, address = theirs["name"], theirs["address"]
    with pytest.raises(ProcessNameTaken, match="PECKING_ORDER_PROCESS_NAME"):
        run(check_name(url, 0, name, "10.0.0.9:1", patience=0))
    with pytest.raises(ProcessNameTaken, match="PECKING_ORDER_SIBLING_ADDRESS"):
        run(check_name(url, 0, "another", address, patience=0))
    run(check_name(url, theirs["number"], name, address, patience=0))
    run(check_name(url, 0, "another", "10.0.0.9:1", patience=0))


def test_the_name_of_a_process_that_died_is_free(both: Both, url: str) -> None:
    dead = "INSERT INTO processes (number, name, address, build) VALUES (77, 'ghost', 'g:1', '')"
    run(execute(url, dead))
    run(check_name(url, 1, "ghost", "g:1", patience=0))


def test_a_form_that_its_owner_does_not_answer_leads_to_what_may_have_been_done(
    both: Both, visitor: NewVisitor
) -> None:
    host = visitor(both[1])
    room = host.open_room("Silent", listed="true")
    with host.connect(room) as line:
        line.receive_until("room")
        stranger, program = visitor(both[0]), visitor(both[0])
        json_only = {"Accept": "application/json"}
        os.kill(both[1].pid, signal.SIGSTOP)
        try:
            with ThreadPoolExecutor() as threads:
                path, form = f"/table/{room}/enter", {"name": "Patient"}
                page = threads.submit(stranger.post, path, form)
                answer = threads.submit(program.post, path, {"name": "Robot"}, headers=json_only)
        finally:
            os.kill(both[1].pid, signal.SIGCONT)
        assert page.result().headers["location"] == f"/table/{room}"
        assert "may have been done" in stranger.get(f"/table/{room}").text
        assert answer.result().status_code == 503
        assert "may have done" in answer.result().json()["error"]
        line.receive_until(
            "room", lambda shown: "Patient" in json.dumps(shown["seats"]), timeout=30
        )


async def post_nowhere() -> None:
    async def nobody(column: str, value: str) -> None:
        return None

    scope: Scope = {
        "type": "http",
        "method": "POST",
        "scheme": "http",
        "headers": [],
        "client": None,
    }
    nowhere = Sibling(1, "gone", "127.0.0.1:1", "")
    await Siblings(SECRET, nobody).post(nowhere, scope, "/table/x/enter", {})


def test_a_form_for_a_process_that_cannot_be_reached_was_not_done() -> None:
    with pytest.raises(NotReached):
        run(post_nowhere())


@pytest.mark.parametrize(
    ("path", "page"),
    [
        ("/table/AAAA/enter", "/table/AAAA"),
        ("/join/secret", "/join/secret"),
        ("/admin/tables/AAAA/release", "/admin/tables"),
        (f"/admin/matches/{'m' * 22}/void", f"/admin/audit?subject=match:{'m' * 22}"),
    ],
)
def test_each_form_has_a_page_that_shows_whether_it_was_done(path: str, page: str) -> None:
    assert page_that_shows(path) == page


def test_another_site_cannot_send_a_form_by_way_of_a_process_that_passes_it_on(
    both: Both, visitor: NewVisitor
) -> None:
    host, guest = visitor(both[1]), visitor(both[0])
    room = host.open_room("Careful", listed="true")
    with host.connect(room) as line:
        line.receive_until("room")
        foreign = {"Origin": "https://evil.example"}
        answer = guest.post(f"/table/{room}/enter", {"name": "Lured"}, headers=foreign)
        assert answer.status_code == 403
        with pytest.raises(InvalidStatus), guest.connect(room, origin="https://evil.example"):
            pass


def test_an_invitation_is_found_and_taken_up_at_whichever_process_answers(
    both: Both, visitor: NewVisitor
) -> None:
    host, guest = visitor(both[0]), visitor(both[1])
    room = host.open_room("Rhoda")
    with host.connect(room) as line:
        assert guest.join(line.receive_until("room")["secret"], "Rudolf").status_code == 303
        add_bots(line, GAMES[0].seats[0] - 2)
        with guest.connect(room) as other:
            person = other.receive_until("room")["you"]
            assert other.ask("ready", ready=True)["type"] == "done"
            assert line.ask("start")["type"] == "done"
    host.sign_up("Rhoda")
    guest.sign_up("Rudolf")
    assert "Rudolf" in visitor(both[1], host).get("/people").text
    sent = host.post("/people/invite", {"game": GAME, "person": [person]})
    room = sent.headers["location"].removeprefix("/table/")
    with host.connect(room) as line:  # its table is open at the first process
        line.receive_until("room")
        for process in both:
            assert "<bdi>Rhoda</bdi> invites you" in visitor(process, guest).get("/").text
        taken = guest.post(f"/table/{room}/accept")
        assert taken.headers.get("location") == f"/table/{room}", taken.text
        line.find("room", lambda shown: "Rudolf" in json.dumps(shown["seats"]))
    for process in both:
        assert "invites you" not in visitor(process, guest).get("/").text
