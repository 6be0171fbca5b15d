"""Matches to look at: one that stands still in the middle of a deal, one that is over."""

from collections.abc import Iterator
from contextlib import contextmanager
from threading import Thread

import msgspec

from app.games import GAMES
from tests.web.conftest import NewVisitor
from tests.web.visitors import TableConnection, Visitor, add_bots, play_to_the_end


class MatchScene(msgspec.Struct):
    """Two people and bots in a match."""

    host: Visitor
    guest: Visitor
    room: str
    match: str
    secret: str
    code: str
    host_id: str
    guest_id: str
    connection: TableConnection
    """The host's connection."""


@contextmanager
def seated_players(
    visitor: NewVisitor, names: tuple[str, str] = ("Hanna", "Gustav")
) -> Iterator[MatchScene]:
    """A room with host, guest and enough bots; both people ready."""
    host, guest = visitor(), visitor()
    room = host.open_room(names[0])
    with host.connect(room) as line:
        shown = line.receive_until("room")
        assert guest.join(shown["secret"], names[1]).status_code == 303
        add_bots(line, GAMES[0].seats[0] - 2)
        with guest.connect(room) as other:
            you = other.receive_until("room")["you"]
            assert other.ask("ready", ready=True)["type"] == "done"
        yield MatchScene(
            host, guest, room, "", shown["secret"], shown["code"], shown["you"], you, line
        )


@contextmanager
def paused_match(
    visitor: NewVisitor, names: tuple[str, str] = ("Hanna", "Gustav")
) -> Iterator[MatchScene]:
    """A match paused after the first question to the host: hands are dealt, nothing moves."""
    with seated_players(visitor, names) as scene:
        assert scene.connection.ask("start")["type"] == "done"
        frame = scene.connection.receive_until("frame", lambda frame: frame["prompt"] is not None)
        assert scene.connection.ask("pause")["type"] == "done"
        scene.match = frame["match"]
        yield scene


def finished_match(visitor: NewVisitor, names: tuple[str, str] = ("Hanna", "Gustav")) -> MatchScene:
    """A match of one deal, played to its end; a bot stood in for the guest."""
    with seated_players(visitor, names) as scene:
        with scene.guest.connect(scene.room) as other:
            assert scene.connection.ask("start")["type"] == "done"
            assert scene.connection.ask("call-last-deal")["type"] == "done"
            playing = Thread(target=play_to_the_end, args=(other,))
            playing.start()
            scene.match = play_to_the_end(scene.connection)["match"]
            playing.join()
        return scene


def another_match(scene: MatchScene) -> str:
    """The next match of the same people, played to its end; its id."""
    with scene.host.connect(scene.room) as line, scene.guest.connect(scene.room) as other:
        line.receive_until("room")
        line.send("ready", ready=True)
        other.send("ready", ready=True)
        frame = line.receive_until("frame", lambda frame: frame["match"] != scene.match)
        assert line.ask("call-last-deal")["type"] == "done"
        playing = Thread(target=play_to_the_end, args=(other,))
        playing.start()
        play_to_the_end(line)
        playing.join()
    return str(frame["match"])
