"""The example for other programs does what it says: it joins by a link and plays a whole match."""

import subprocess
import sys

from app.games import GAMES
from app.settings import ROOT
from tests.server_process import ServerProcess
from tests.web.conftest import NewVisitor
from tests.web.visitors import ANSWER_SECONDS, add_bots

PLAYER = ROOT / "examples" / "player.py"

TOO_LATE = ("stale-move", "not-your-turn")
"""The refusals of an answer that comes after its window: another one is open, or none."""


def test_the_example_player_plays_a_match_to_the_end(
    visitor: NewVisitor, web_server: ServerProcess
) -> None:
    host = visitor()
    room = host.open_room()
    with host.connect(room) as line:
        shown = line.receive_until("room")
        add_bots(line, GAMES[0].seats[0] - 1)
        link = f"{web_server.base_url}/join/{shown['secret']}"
        with subprocess.Popen(
            [sys.executable, str(PLAYER), link, "Rosie", "Robot"],
            stdout=subprocess.PIPE,
            stderr=subprocess.PIPE,
            text=True,
        ) as player:
            try:
                line.receive_until(
                    "room",
                    lambda shown: any(
                        seat["name"] == "Rosie Robot" and seat["ready"] for seat in shown["seats"]
                    ),
                )
                assert line.ask("stand")["type"] == "done"
                assert line.ask("start")["type"] == "done"
                assert line.ask("call-last-deal")["type"] == "done"
                frame = line.receive_until("frame", lambda frame: frame["outcome"] is not None)
                out, errors = player.communicate(timeout=ANSWER_SECONDS)
            finally:
                player.kill()
    assert player.returncode == 0
    assert all(line.split()[0] in TOO_LATE for line in errors.splitlines()), (
        "windows of this fast server may close first, and that is all"
    )
    assert str(frame["outcome"]["reason"]) in out


def test_the_example_player_is_short_and_needs_little() -> None:
    source = PLAYER.read_text()
    assert len(source.splitlines()) < 80
    imported = {
        line.split()[1].partition(".")[0]
        for line in source.splitlines()
        if line.startswith(("import ", "from "))
    }
    assert imported - set(sys.stdlib_module_names) == {"websockets"}
