"""The server's log, even at the level debug, holds no secret."""

import re
from collections.abc import Iterator

import pytest

from app.fair import shuffle
from app.games import GAMES
from tests.conftest import NewDatabase
from tests.prove.records.canaries import marks, seen_in
from tests.server_process import ServerProcess
from tests.web.visitors import TableConnection, Visitor, add_bots, play_to_the_end

PASSWORD = "a canary of a password"


@pytest.fixture
def talkative(
    new_database: NewDatabase, tmp_path_factory: pytest.TempPathFactory
) -> Iterator[ServerProcess]:
    server = ServerProcess(
        tmp_path_factory.mktemp("talkative"),
        DATABASE_URL=new_database(),
        PECKING_ORDER_LOG_LEVEL="debug",
        PECKING_ORDER_LIMITS="1000",
        PECKING_ORDER_PACE="0.01",
    )
    server.start()
    yield server
    server.stop()


@pytest.mark.parametrize("game", [game.slug for game in GAMES])
def test_a_match_at_debug_level_logs_no_card_secret_invitation_or_word_of_anybody(
    talkative: ServerProcess, game: str
) -> None:
    host = Visitor(talkative.base_url, game)
    host.sign_up("Canaria", PASSWORD)
    room = host.open_room("Canaria")
    seats = next(iter(next(one for one in GAMES if one.slug == game).seats))
    with host.connect(room) as line:
        shown = line.receive_until("room")
        add_bots(line, seats - 1)
        assert line.ask("say", text="a canary sings")["type"] == "done"
        entropy = sealed(line)
        last = play_to_the_end(line)
        line.send_raw(
            '{"type": "play", "id": "x1", "key": "canary-key", "move": {"type": "canary"}}'
        )
    host.get(f"/join/{shown['secret']}?canary=query")
    host.post("/login", {"name": "Canaria", "password": "a wrong canary"})
    assert talkative.stop() == 0
    logged = talkative.logged.read_text()
    assert "drained" in logged, "it does log"
    hands = set().union(
        *(marks(frame["view"]["private"]) for frame in line.received if frame["type"] == "frame")
    )
    assert hands, "there were hands"
    assert not seen_in(logged, hands)
    secrets = (
        "canar",
        shown["secret"],
        shown["code"],
        last["receipt"],
        entropy,
        host.cookie.partition("=")[2],
    )
    assert [
        word for word in secrets if re.search(rf"(?<!\w){re.escape(word)}", logged, re.IGNORECASE)
    ] == []
    host.http.close()


def sealed(line: TableConnection) -> str:
    """Starts a match with a part of the host in its first shuffle; returns that part."""
    entropy = bytes(range(100, 132))
    assert line.ask("join-shuffles")["type"] == "done"
    assert line.ask("start")["type"] == "done"
    told = line.find("shuffle", lambda shuffle: not shuffle["opening"])
    about = {name: told[name] for name in ("match", "number", "attempt")}
    assert (
        line.ask(
            "seal",
            **about,
            seal=shuffle.seal(told["match"], told["number"], told["attempt"], 0, entropy),
        )["type"]
        == "done"
    )
    line.find("shuffle", lambda shuffle: shuffle["opening"])
    assert line.ask("open", **about, entropy=entropy.hex())["type"] == "done"
    line.ask("call-last-deal")
    return entropy.hex()
