"""`python -m tests.prove.connections.attackers.attackers`: sixteen kinds of hostile clients.

It reads an AttackPlan as one line of JSON and prints the results as one line. Each attacker has a
thread and comes again when it is cut, until time is up. Each kind comes from its own loopback
address, 127.0.1.1 onwards.
"""

import select
import socket
import struct
import sys
import threading
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from time import monotonic, sleep
from typing import Final

import msgspec

from tests.prove.connections.attackers.attack_plan import AttackPlan, Result
from tests.prove.connections.frames import form_head, frame, handshake

AGAIN: Final = 1.0
"""Seconds until somebody who was cut comes again."""
LOOPS: Final = 0.005
"""Seconds between two connections of one of those who come and go."""


class NotTaken(Exception):
    """The server did not let us in."""


class Attacker:
    """One connection after the other of one kind."""

    def __init__(self, assault: AttackPlan, kind: str, result: Result) -> None:
        self._assault, self._kind, self._result = assault, kind, result
        self._source = f"127.0.1.{list(KINDS).index(kind) + 1}"
        self._deadline = 0.0
        self.end = 0.0

    def run(self) -> None:
        self.end = monotonic() + self._assault.seconds
        while (now := monotonic()) < self.end or (
            not self._came and now < self.end + self._assault.limit
        ):
            began = monotonic()
            self._deadline = began + self._assault.limit
            try:
                KINDS[self._kind](self)
            except NotTaken:
                self._result.refused += 1
            except OSError:  # the server has ended the connection, whatever we were doing
                self._result.cuts.append(monotonic() - began)
            else:
                self._result.uncut += self._kind not in LOOPING
            if self._kind not in LOOPING:
                sleep(AGAIN)

    @property
    def _came(self) -> bool:
        """Has come in once at least, as each must, however busy the machine is."""
        return self._kind in LOOPING or bool(self._result.cuts or self._result.uncut)

    # -- pieces

    @contextmanager
    def _connected(self, buffer: int | None = None) -> Iterator[socket.socket]:
        line = socket.socket()
        try:
            if buffer is not None:
                line.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, buffer)
            line.bind((self._source, 0))
            line.settimeout(self._assault.limit)
            try:
                line.connect(("127.0.0.1", self._assault.port))
            except OSError:
                raise NotTaken from None
            yield line
        finally:
            line.close()

    @contextmanager
    def _watching(self, buffer: int | None = None) -> Iterator[socket.socket]:
        """A connection to the table, as anybody's who looks on."""
        with self._connected(buffer) as line:
            try:
                line.sendall(self._handshake())
                answer = b""
                while b"\r\n\r\n" not in answer:
                    piece = line.recv(1 if buffer else 4096)
                    if not piece:
                        raise NotTaken
                    answer += piece
            except OSError:
                raise NotTaken from None
            if b" 101 " not in answer.partition(b"\r\n")[0]:
                raise NotTaken
            self._result.served += 1
            yield line

    def _handshake(self) -> bytes:
        return handshake(self._assault.port, self._assault.path)

    def _until_cut(self, line: socket.socket, word: Callable[[], bytes] | None = None) -> None:
        """Reads nothing until the server ends the connection (OSError) or time is up.

        `word` is sent now and then: a kernel that gives up a connection that nobody reads does not
        say so by itself.
        """
        poll = select.poll()
        poll.register(line, select.POLLRDHUP)
        while (left := self._deadline - monotonic()) > 0:
            if poll.poll(min(left, 0.5 if word else left) * 1000):
                raise ConnectionResetError
            if word is not None:
                line.sendall(word())

    def _flood(self, line: socket.socket, data: bytes, reads: bool) -> None:
        """Sends as fast as the server takes it."""
        while monotonic() < self._deadline:
            line.settimeout(0.2)
            try:
                line.sendall(data)
            except TimeoutError:
                pass
            if reads:
                line.settimeout(0)
                try:
                    if not line.recv(65536):
                        raise ConnectionResetError
                except BlockingIOError:
                    pass
            elif _hung_up(line):
                raise ConnectionResetError

    # -- kinds

    def silent(self) -> None:
        with self._connected() as line:
            self._until_cut(line)

    def half_a_head(self) -> None:
        with self._connected() as line:
            line.sendall(self._handshake()[:60])
            self._until_cut(line)

    def drop_by_drop(self) -> None:
        with self._connected() as line:
            line.sendall(b"GET / HTTP/1.1\r\n")
            while monotonic() < self._deadline:
                line.sendall(b"X: y\r\n")
                sleep(0.3)
                if _hung_up(line):
                    raise ConnectionResetError

    def endless_head(self) -> None:
        with self._connected() as line:
            line.sendall(b"GET / HTTP/1.1\r\n")
            self._flood(line, b"X-Long: " + b"x" * 8000 + b"\r\n", reads=False)

    def slow_body(self) -> None:
        with self._connected() as line:
            line.sendall(form_head(self._assault.port, 60000))
            while monotonic() < self._deadline:
                line.sendall(b"x")
                sleep(0.3)
                if _hung_up(line):
                    raise ConnectionResetError

    def pipeline(self) -> None:
        with self._connected() as line:
            self._flood(
                line, b"GET /healthz HTTP/1.1\r\nHost: localhost\r\n\r\n" * 500, reads=False
            )

    def never_reads(self) -> None:
        with self._watching(buffer=1) as line:
            self._until_cut(line, lambda: frame(10, b""))

    def byte_a_second(self) -> None:
        with self._watching(buffer=1) as line:
            while monotonic() < self._deadline:
                line.settimeout(1)
                try:
                    if not line.recv(1):
                        raise ConnectionResetError
                except TimeoutError:
                    continue
                sleep(1)
                line.sendall(frame(10, b""))
                if _hung_up(line):
                    raise ConnectionResetError

    def pings(self) -> None:
        with self._watching(buffer=1) as line:
            self._flood(line, frame(9, b"x" * 125) * 100, reads=False)

    def pings_and_reads(self) -> None:
        with self._watching() as line:
            self._flood(line, frame(9, b"") * 20, reads=True)

    def tiny_frames(self) -> None:
        with self._watching() as line:
            self._flood(line, frame(1, b"") * 4000, reads=True)

    def huge_frames(self) -> None:
        with self._watching() as line:
            line.sendall(frame(2, b"", announced=16 * 1024 * 1024))
            self._flood(line, bytes(65536), reads=True)

    def fragments(self) -> None:
        with self._watching() as line:
            line.sendall(frame(1, b"[", last=False))
            while monotonic() < self._deadline:
                line.settimeout(0.3)
                line.sendall(frame(0, b" ", last=False))
                try:
                    if not line.recv(65536):
                        raise ConnectionResetError
                except TimeoutError:
                    continue
                sleep(0.3)

    def commands(self) -> None:
        with self._watching() as line:
            self._flood(line, frame(1, b'{"type":"say","id":"a","text":"hello"}') * 20, reads=True)

    def comes_and_goes(self) -> None:
        sleep(LOOPS)
        with self._watching():
            pass

    def resets(self) -> None:
        sleep(LOOPS)
        with self._connected() as line:
            line.sendall(self._handshake())
            line.setsockopt(socket.SOL_SOCKET, socket.SO_LINGER, struct.pack("ii", 1, 0))
            self._result.served += 1


def _hung_up(line: socket.socket) -> bool:
    poll = select.poll()
    poll.register(line, select.POLLRDHUP)
    return bool(poll.poll(0))


KINDS: Final[dict[str, Callable[[Attacker], None]]] = {
    "silent": Attacker.silent,
    "half-a-head": Attacker.half_a_head,
    "drop-by-drop": Attacker.drop_by_drop,
    "endless-head": Attacker.endless_head,
    "slow-body": Attacker.slow_body,
    "pipeline": Attacker.pipeline,
    "never-reads": Attacker.never_reads,
    "byte-a-second": Attacker.byte_a_second,
    "pings": Attacker.pings,
    "pings-and-reads": Attacker.pings_and_reads,
    "tiny-frames": Attacker.tiny_frames,
    "huge-frames": Attacker.huge_frames,
    "fragments": Attacker.fragments,
    "commands": Attacker.commands,
    "comes-and-goes": Attacker.comes_and_goes,
    "resets": Attacker.resets,
}
LOOPING: Final = ("comes-and-goes", "resets")
"""They end their connections themselves and come again at once."""


def attack(assault: AttackPlan) -> dict[str, Result]:
    """Comes back when every attacker has had its time."""
    everybody = [
        (kind, Result())
        for kind in assault.kinds
        for _ in range(1 if kind in LOOPING else assault.each)
    ]
    threads = [threading.Thread(target=Attacker(assault, kind, own).run) for kind, own in everybody]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    results = {kind: Result() for kind in assault.kinds}
    for kind, own in everybody:
        whole = results[kind]
        whole.cuts += own.cuts
        whole.uncut, whole.refused, whole.served = (
            whole.uncut + own.uncut,
            whole.refused + own.refused,
            whole.served + own.served,
        )
    return results


def main() -> None:
    assault = msgspec.json.decode(sys.stdin.readline(), type=AttackPlan)
    sys.stdout.write(msgspec.json.encode(attack(assault)).decode() + "\n")


if __name__ == "__main__":
    main()
