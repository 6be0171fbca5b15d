"""The server's log, even at the level debug, holds no secret."""

import re
from collections.abc import Iterator, Sequence
from concurrent.futures import ThreadPoolExecutor

import msgspec
import pytest

from app.games import GAMES
from app.rules.game import AnyGame
from app.table.model.match_messages import ShuffleShown
from tests.conftest import NewServer
from tests.prove.records.canaries import Words, marks, seen_in
from tests.server_process import ServerProcess
from tests.table.fair_check import opening, sealing
from tests.web.visitors import TableConnection, Visitor, add_bots, play_to_the_end

PASSWORD = "a canary of a password"


@pytest.fixture
def talkative(new_server: NewServer) -> Iterator[ServerProcess]:
    settings = {"LOG_LEVEL": "debug", "LIMITS": "1000", "PACE": "0.01"}
    with new_server(**{f"PECKING_ORDER_{name}": value for name, value in settings.items()}) as one:
        yield one


def test_matches_at_debug_level_log_no_card_secret_invitation_or_word_of_anybody(
    talkative: ServerProcess,
) -> None:
    """A match of every game, all at the same time."""
    with ThreadPoolExecutor(len(GAMES)) as threads:
        played = list(threads.map(lambda game: secrets_of(talkative, game), GAMES))
    assert talkative.stop() == 0
    logged = talkative.logged.read_text()
    assert "drained" in logged, "it does log"
    for hands, words in played:
        assert hands, "there were hands"
        assert not seen_in(logged, hands)
        assert [
            word for word in words if re.search(rf"(?<!\w){re.escape(word)}", logged, re.IGNORECASE)
        ] == []


def secrets_of(server: ServerProcess, game: AnyGame) -> tuple[set[Words], Sequence[str]]:
    """Plays a match: the marks of the cards that its host held, and the words that are secret."""
    host = Visitor(server.base_url, game.slug)
    name = f"Canaria {GAMES.index(game)}"
    host.sign_up(name, PASSWORD)
    room = host.open_room(name)
    with host.connect(room) as line:
        shown = line.receive_until("room")
        add_bots(line, game.seats[0] - 1)
        assert line.ask("say", text="a canary sings")["type"] == "done"
        entropy = sealed(line)
        last = play_to_the_end(line)
        line.send_raw(
            '{"type": "play", "id": "x1", "key": "canary-key", "move": {"type": "canary"}}'
        )
    host.get(f"/join/{shown['secret']}?canary=query")
    host.post("/login", {"name": name, "password": "a wrong canary"})
    host.http.close()
    hands = (marks(one["view"]["private"]) for one in line.received if one["type"] == "frame")
    cookie = host.cookie.partition("=")[2]
    words = ("canar", shown["secret"], shown["code"], last["receipt"], entropy, cookie)
    return set().union(*hands), words


def sealed(line: TableConnection) -> str:
    """Starts a match with a part of the host in its first shuffle; returns that part."""
    entropy = bytes(range(100, 132))
    assert line.ask("join-shuffles")["type"] == "done"
    assert line.ask("start")["type"] == "done"
    coming = line.find("shuffle", lambda shuffle: not shuffle["opening"])
    line.do(sealing(msgspec.convert(coming, ShuffleShown), entropy, "seal"))
    asked = line.find("shuffle", lambda shuffle: shuffle["opening"])
    line.do(opening(msgspec.convert(asked, ShuffleShown), entropy, "open"))
    line.ask("call-last-deal")
    return entropy.hex()
