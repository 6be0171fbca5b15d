"""Deeds of a moderator at one process, as people at tables of another one meet them."""

import json
import re

from tests.conftest import run
from tests.database import column
from tests.ops.conftest import Both, NewVisitor
from tests.web.visitors import TableConnection, Visitor

RUDE = "You play like a wet sponge"
SECONDS = 20


def do(admin: Visitor, person: str, deed: str, **form: str) -> None:
    answer = admin.post(f"/admin/people/{person}/{deed}", form)
    assert answer.status_code == 303, answer.text


def undo(admin: Visitor, person: str) -> None:
    """Takes back the newest of what stands."""
    page = admin.get(f"/admin/people/{person}").text
    do(admin, person, "undo", number=re.findall(r'name="number" value="([0-9]+)"', page)[0])


def told_anew(line: TableConnection) -> list[tuple[str, str, bool]]:
    """The lines of people in the chat, once it is told whole."""
    chat = line.receive_until("chat", lambda chat: chat.get("whole", False), SECONDS)
    lines = [one for one in chat["lines"] if one["person"]]
    return [(one["name"], one["text"], one.get("removed", False)) for one in lines]


def test_a_silence_laid_at_one_process_holds_at_tables_of_the_other_and_ends_there(
    both: Both, visitor: NewVisitor, admin: Visitor
) -> None:
    rowdy = visitor(both[1])
    room = rowdy.open_room("Loud")
    with rowdy.connect(room) as line:
        person = line.receive_until("room")["you"]
        with visitor(both[0], rowdy).connect(room) as led:
            led.receive_until("room")
            do(admin, person, "silence", hours="24", reason="Shouting")
            for window in (line, led):
                assert window.receive_until("mutes", timeout=SECONDS)["silenced_until"] > 0
            refused = led.ask("say", text="But")
            assert "write here again in 24 hours" in refused["text"]
            undo(admin, person)
            for window in (line, led):
                assert window.receive_until("mutes", timeout=SECONDS)["silenced_until"] is None
            assert led.ask("say", text="Sorry")["type"] == "done"


def test_a_line_removed_at_one_process_is_gone_from_tables_of_the_other_and_comes_back(
    both: Both, visitor: NewVisitor, admin: Visitor, url: str
) -> None:
    rowdy, other = visitor(both[1]), visitor(both[1])
    room = rowdy.open_room("Rude")
    with rowdy.connect(room) as line:
        shown = line.receive_until("room")
        for text in ("Hello", RUDE):
            assert line.ask("say", text=text)["type"] == "done"
        assert other.join(shown["secret"], "Gustav").status_code == 303
        form = {"kind": "people", "said": "They are rude.", "accused": shown["you"]}
        assert other.post(f"/table/{room}/report", form).status_code == 303
        [case] = run(column(url, "SELECT max(number) FROM cases"))
        [number] = run(column(url, f"SELECT number FROM chat_lines WHERE text = '{RUDE}'"))
        with other.connect(room) as theirs:
            theirs.receive_until("chat")
            asked = f"/admin/queue/{case}/remove-line"
            removed = admin.post(asked, {"line": str(number), "reason": "Rude"})
            assert removed.status_code == 303, removed.text
            without = [("Rude", "Hello", False), ("Rude", "", True)]
            assert told_anew(theirs) == told_anew(line) == without
            undo(admin, shown["you"])
            before = [("Rude", "Hello", False), ("Rude", RUDE, False)]
            assert told_anew(theirs) == told_anew(line) == before


def test_a_name_taken_away_at_one_process_is_seen_at_no_table_of_the_other(
    both: Both, visitor: NewVisitor, admin: Visitor
) -> None:
    """Also of somebody who has left: the room does not know them any more, the chat does."""
    host, bad = visitor(both[1]), visitor(both[1])
    room = host.open_room("Hermine")
    with host.connect(room) as line:
        assert bad.join(line.receive_until("room")["secret"], "Unbearable").status_code == 303
        with bad.connect(room) as theirs:
            person = theirs.receive_until("room")["you"]
            assert theirs.ask("say", text="I was here")["type"] == "done"
        assert line.ask("kick", person=person)["type"] == "done"
        do(admin, person, "take-name", name="Bearable Bat", reason="It hurts people")
        assert told_anew(line) == [("Bearable Bat", "I was here", False)]
        for process in both:
            with visitor(process, host).connect(room) as window:
                chat = json.dumps(window.receive_until("chat"))
                assert "The host has kicked Bearable Bat." in chat
                assert "Unbearable" not in json.dumps(window.received)
