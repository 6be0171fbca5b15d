"""Slow tables on the home page: first whose turn it is, and how long is left."""

import json
import re

from app.games import GAMES
from tests.web.conftest import NewVisitor
from tests.web.visitors import Visitor, invite_of

FOR_TWO = next(game for game in GAMES if game.seats[0] == 2)


def begin(host: Visitor, guest: Visitor) -> str:
    """A slow match of two people, whose first question one of them is asked."""
    room = host.open_room("Hanna", game=FOR_TWO.slug)
    secret, _ = invite_of(host, room)
    assert guest.join(secret, "Otto").status_code == 303
    with host.connect(room) as line, guest.connect(room) as other:
        assert line.ask("set-room", clock="days")["type"] == "done"
        assert other.ask("ready", ready=True)["type"] == "done"
        assert line.ask("start", keep_ranks=False)["type"] == "done"
        line.find("frame", lambda frame: bool(frame.get("awaited")))
    return room


def test_the_home_page_says_first_whose_turn_it_is(visitor: NewVisitor) -> None:
    host, guest = visitor(), visitor()
    room = begin(host, guest)
    pages = [one.get("/").text for one in (host, guest)]
    assert all(page.count(f'href="/table/{room}"') == 1 for page in pages), "listed once"
    asked = [page for page in pages if "your turn, <time" in page]
    assert asked, "somebody is asked"
    for page in asked:
        assert page.index(">Your turn<") < page.index('<h2 id="play">')
        assert re.search(r'<time datetime="PT\d+S">\d+ \w+ left</time>', page)
    for page in set(pages) - set(asked):
        assert "others are on turn" in page
        assert ">Your turn<" not in page


def test_the_own_data_of_a_person_has_their_slow_matches(visitor: NewVisitor) -> None:
    host, guest = visitor(), visitor()
    room = begin(host, guest)
    data = json.loads(host.get("/account/export").text)
    assert [one["room_id"] for one in data["slow_matches"]] == [room]
