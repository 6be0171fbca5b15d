"""Matches to look at: one that stands still in the middle of a deal, one that is over."""

from collections.abc import Iterator
from contextlib import contextmanager

import msgspec

from app.games import GAMES
from tests.web.conftest import NewVisitor
from tests.web.visitors import Line, Visitor, play_to_the_end, stocked


class Scene(msgspec.Struct):
    """Two people and bots in a match."""

    host: Visitor
    guest: Visitor
    room: str
    match: str
    secret: str
    code: str
    host_id: str
    guest_id: str
    line: Line
    """The host's connection."""


@contextmanager
def seated(visitor: NewVisitor, names: tuple[str, str] = ("Hanna", "Gustav")) -> Iterator[Scene]:
    """A room with host, guest and enough bots; both people ready."""
    host, guest = visitor(), visitor()
    room = host.open_room(names[0])
    with host.at(room) as line:
        shown = line.until("room")
        assert guest.join(shown["secret"], names[1]).status_code == 303
        stocked(line, GAMES[0].seats[0] - 2)
        with guest.at(room) as other:
            you = other.until("room")["you"]
            assert other.ask("ready", ready=True)["type"] == "done"
        yield Scene(host, guest, room, "", shown["secret"], shown["code"], shown["you"], you, line)


@contextmanager
def halted(visitor: NewVisitor, names: tuple[str, str] = ("Hanna", "Gustav")) -> Iterator[Scene]:
    """A match paused after the first question to the host: hands are dealt, nothing moves."""
    with seated(visitor, names) as scene:
        assert scene.line.ask("start")["type"] == "done"
        frame = scene.line.until("frame", lambda frame: frame["prompt"] is not None)
        assert scene.line.ask("pause")["type"] == "done"
        scene.match = frame["match"]
        yield scene


def finished(visitor: NewVisitor, names: tuple[str, str] = ("Hanna", "Gustav")) -> Scene:
    """A match of one deal, played to its end; a bot stood in for the guest."""
    with seated(visitor, names) as scene:
        with scene.guest.at(scene.room) as other:
            assert scene.line.ask("start")["type"] == "done"
            assert scene.line.ask("call-last-deal")["type"] == "done"
            from threading import Thread

            playing = Thread(target=play_to_the_end, args=(other,))
            playing.start()
            scene.match = play_to_the_end(scene.line)["match"]
            playing.join()
        return scene
